/* The order of agents: whoever follow each other stand side by side, in whatever shape the crowd stands. It
 * decides how fast a step is, and nothing else: only here a mistake is seen. */
#include "tests/support/support.h"

#include "kernels/crowd/hilbert_order.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { AGENTS = 100000, FAR = 16 };

typedef struct place {
    float x, y;
    uint32_t key;
} place;

static int by_key(const void *a, const void *b)
{
    const uint32_t one = ((const place *)a)->key, other = ((const place *)b)->key;
    return one < other ? -1 : one > other;
}

static void lay(const place *places, crowd_curve *curve)
{
    static float samples[2][CROWD_SAMPLE];
    for (int32_t i = 0; i < CROWD_SAMPLE; i++) {
        const place *p = &places[(int64_t)AGENTS * i / CROWD_SAMPLE];
        samples[0][i] = p->x;
        samples[1][i] = p->y;
    }
    crowd_build_curve(curve, samples, CROWD_SAMPLE, AGENTS);
}

/* How far it is from one agent to the next on the mean, but for those who stand far away. */
static double mean_of_ways(place *places)
{
    crowd_curve curve;
    double sum = 0.0;
    int32_t ways = 0;
    lay(places, &curve);
    for (int32_t i = 0; i < AGENTS; i++) {
        const int32_t key = crowd_key(&curve, places[i].x, places[i].y);
        cr_assert(key >= 0 && (int64_t)key < (int64_t)1 << (2 * crowd_curve_bits(AGENTS)), "%d: key %d",
                  (int)i, (int)key);
        places[i].key = (uint32_t)key;
    }
    qsort(places, AGENTS, sizeof *places, by_key);
    for (int32_t i = 1; i < AGENTS; i++) {
        const place *one = &places[i - 1], *next = &places[i];
        const double way = hypot((double)next->x - (double)one->x, (double)next->y - (double)one->y);
        if (way < 1e5) {
            sum += way;
            ways++;
        }
    }
    return sum / ways;
}

/* In rows of so many, along (x, y) and across, in an order that says nothing. */
static double mean_in_rows(int32_t side, double x, double y, int32_t far)
{
    place *places = calloc(AGENTS, sizeof *places);
    rng r = {7};
    cr_assert(places != NULL);
    for (int32_t i = 0; i < AGENTS; i++) {
        const double along = (double)(i % side) + (double)rng_between(&r, -0.2f, 0.2f);
        const double across = (double)(i / side) + (double)rng_between(&r, -0.2f, 0.2f);
        places[i].x = (float)(along * x - across * y);
        places[i].y = (float)(along * y + across * x);
        if (i < far) {
            places[i].x = rng_between(&r, -1e6f, 1e6f);
            places[i].y = rng_between(&r, -1e6f, 1e6f);
        }
    }
    for (int32_t i = AGENTS - 1; i > 0; i--) {
        const int32_t other = rng_below(&r, i + 1);
        const place held = places[i];
        places[i] = places[other];
        places[other] = held;
    }
    const double mean = mean_of_ways(places);
    free(places);
    return mean;
}

Test(crowd_order, shapes)
{
    static const int32_t sides[] = {316, 100, 16, 4, 2, 1, 1000, 25000, 50000, AGENTS};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (int32_t far = 0; far <= FAR; far += FAR) {
            const double mean = mean_in_rows(sides[i], 1.0, 0.0, far);
            cr_expect(mean < 3.0, "rows of %d, %d far away: %.2f spacings to the next", (int)sides[i],
                      (int)far, mean);
        }
}

/* A slanted line crosses the cells of a square: few of them, each with some agents. */
Test(crowd_order, slanted)
{
    const double mean = mean_in_rows(AGENTS, 0.70710678, 0.70710678, 0);
    cr_expect(mean < 40.0, "%.2f spacings to the next", mean);
}
