/* Walls as a crowd keeps them, which the public interface does not tell. */
#ifndef THRONG_TESTS_CROWD_INTERNALS_H
#define THRONG_TESTS_CROWD_INTERNALS_H

#include <stdint.h>

struct throng_crowd;

/* Whether two crowds keep the same walls, to the bit, wherever they keep them. */
int32_t have_same_walls(const struct throng_crowd *a, const struct throng_crowd *b);

#endif
