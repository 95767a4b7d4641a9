/* The file that a study grows: one line for some games of one setting. It is only ever appended to, so a
 * study that was killed goes on from what its file holds. */
#ifndef THRONG_EXAMPLES_PACMAN_RESULTS_H
#define THRONG_EXAMPLES_PACMAN_RESULTS_H

#include "examples/pacman/pacman.h"

#include <stdio.h>

/* A line without its scores. */
typedef struct results_row {
    int32_t round, setting;
    int32_t first, count; /* games */
    int64_t sum;
} results_row;

typedef struct results {
    FILE *file;
    const char *path;
    results_row *rows; /* what the file held when it was opened, ascending */
    int32_t count, capacity;
} results;

/* Opens the file, or begins it with this title, and keeps other processes from writing to it. A last line
 * that was cut off is dropped. Refuses a file with another title. */
int results_open(results *r, const char *path, const char *title);
const results_row *results_find(const results *r, int32_t round, int32_t number, int32_t first);
/* Not on the disk before results_flush. */
void results_append(results *r, int32_t round, int32_t number, int32_t first, int32_t count,
                    const int32_t *scores);
int results_flush(results *r);
int results_close(results *r);

#endif
