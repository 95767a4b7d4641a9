/* check_level MAP: a level of at least 512 x 512 cells, from 40 to 90 percent of it free, and all of the free
 * ground in one piece for a walker that moves to eight neighbours and cuts no corner. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 1024

static char cells[MOST][MOST + 3];
static int seen[MOST][MOST];
static int queue[MOST * MOST];
static int width, height;

static int is_free(int x, int y)
{
    return x >= 0 && y >= 0 && x < width && y < height &&
           (cells[y][x] == '.' || cells[y][x] == 'G' || cells[y][x] == 'S');
}

static int walk(int start)
{
    int head = 0;
    int tail = 0;
    queue[tail++] = start;
    seen[start / MOST][start % MOST] = 1;
    while (head < tail) {
        int x = queue[head] % MOST;
        int y = queue[head++] / MOST;
        for (int step = 0; step < 9; ++step) {
            int i = x + step % 3 - 1;
            int j = y + step / 3 - 1;
            if (is_free(i, j) && is_free(x, j) && is_free(i, y) && !seen[j][i]) {
                seen[j][i] = 1;
                queue[tail++] = j * MOST + i;
            }
        }
    }
    return tail;
}

static int read_side(FILE *file, const char *word)
{
    char line[64];
    size_t length = strlen(word);
    if (fgets(line, sizeof line, file) == NULL || strncmp(line, word, length) != 0) {
        return 0;
    }
    return (int)strtol(line + length, NULL, 10);
}

static int load(const char *path)
{
    char line[64];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return 0;
    }
    int octile = fgets(line, sizeof line, file) != NULL && strcmp(line, "type octile\n") == 0;
    height = read_side(file, "height ");
    width = read_side(file, "width ");
    octile = octile && fgets(line, sizeof line, file) != NULL && strcmp(line, "map\n") == 0;
    int good = octile && width >= 512 && height >= 512 && width <= MOST && height <= MOST;
    for (int y = 0; good && y < height; ++y) {
        good = fgets(cells[y], MOST + 3, file) != NULL && cells[y][width] == '\n';
    }
    (void)fclose(file);
    return good;
}

int main(int argc, char **argv)
{
    int open = 0;
    int largest = 0;
    if (argc != 2 || !load(argv[1])) {
        (void)fprintf(stderr, "check_level: no map of a fitting size\n");
        return 1;
    }
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            open += is_free(x, y);
            if (is_free(x, y) && !seen[y][x]) {
                int piece = walk(y * MOST + x);
                largest = piece > largest ? piece : largest;
            }
        }
    }
    printf("%d x %d cells, %d free, %d of them in one piece\n", width, height, open, largest);
    return open * 10 >= width * height * 4 && open * 10 <= width * height * 9 && open == largest ? 0 : 1;
}
