/* Writes the level riverhold.map in the Moving AI format:
 *
 *   make_level > riverhold.map
 */
#include "scenes/maps/level.h"

#include <stdio.h>

int main(void)
{
    int open = 0, lost = 0;
    const char *level = level_make(&open, &lost);
    if (open < LEVEL_SIDE * LEVEL_SIDE / 2 || lost * 50 > open) {
        (void)fprintf(stderr, "make_level: %d cells can be walked on, %d could not be reached\n", open, lost);
        return 1;
    }
    printf("type octile\nheight %d\nwidth %d\nmap\n", LEVEL_SIDE, LEVEL_SIDE);
    for (int y = 0; y < LEVEL_SIDE; ++y) {
        printf("%.*s\n", LEVEL_SIDE, level + y * LEVEL_SIDE);
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
