/* Maps and scenarios of the Moving AI benchmarks, where they are at hand: in the folder
 * THRONG_TEST_MOVINGAI, or beside the repository. Like support.h it knows nothing of Criterion. */
#ifndef THRONG_TESTS_SUPPORT_MOVINGAI_H
#define THRONG_TESTS_SUPPORT_MOVINGAI_H

#include "tests/support/support.h"

enum { MOVINGAI_MAPS = 4 };
extern const char *const movingai_maps[MOVINGAI_MAPS];

typedef struct movingai {
    int32_t width, height, count;
    uint8_t *walls;
    throng_cell_pair *pairs;
    double *optimal; /* lengths */
} movingai;

/* Every THRONG_TEST_MOVINGAI_EVERY-th line of a map's scenario, or all; NULL: it is not there, which is said
 * on standard error. */
movingai *movingai_open(const char *name);
void movingai_close(movingai *m);

#endif
