/* Maps and scenarios in the format of the Moving AI benchmarks: our own in tests/data/maps, which always run,
 * and four of the benchmarks themselves where they are at hand, in the folder THRONG_TEST_MAPS or beside the
 * repository. Like support.h it knows nothing of Criterion. */
#ifndef THRONG_TESTS_SUPPORT_MOVINGAI_H
#define THRONG_TESTS_SUPPORT_MOVINGAI_H

#include "tests/support/support.h"

enum { MOVINGAI_OWN = 4, MOVINGAI_MAPS = 8 };
extern const char *const movingai_maps[MOVINGAI_MAPS]; /* our own come first */

typedef struct movingai {
    int32_t width, height, count;
    uint8_t *walls;
    throng_cell_pair *pairs;
    double *optimal; /* lengths */
} movingai;

/* Entry `index` of movingai_maps. Of our own all lines of the scenario, and the process ends where one is not
 * there; of the others every THRONG_TEST_MOVINGAI_EVERY-th line, or all; NULL: it is not there, which is said
 * on standard error. */
movingai *movingai_open(int32_t index);
void movingai_close(movingai *m);

#endif
