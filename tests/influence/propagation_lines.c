/* Straight runs and sums where influence walks. */
#include "tests/support/each_backend.h"
#include "tests/support/wall_scenes.h"

#include <math.h>
#include <stdlib.h>

#define U (1.0 / 16777216.0)

enum { LENGTH = 301 };

/* A map of one row (down: one column; hexagons have rows alone), the object in the middle. */
static walk_scene line(throng_grid grid, throng_propagation propagation, int down)
{
    walk_scene s = {.grid = grid, .propagation = propagation, .worlds = 1, .cell_size = 1.0f, .count = 1};
    s.width = down ? 1 : LENGTH;
    s.height = down ? LENGTH : 1;
    return s;
}

static throng_influence_object in_the_middle(int down)
{
    throng_influence_object o = throng_influence_default_object();
    o.x = down ? 0.5f : 0.5f * LENGTH;
    o.y = down ? 0.5f * LENGTH : 0.5f;
    return o;
}

static void each_walk(void (*check)(throng_context *context))
{
    variant list[3];
    int32_t count = walk_variants(list, 3);
    for (int32_t i = 0; i < count; i++) {
        throng_context *context = open_variant(&list[i], NULL);
        check(context);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* Along a free line a path is straight: d is a whole number in both modes, and so at rest are all bits. With
 * motion d' is d*d / (d + alpha*(u . o)) here, which is right to 3 u and 12 u of its denominator, and d / (1
 * + alpha*cos) there, right to 3 u and 15 u (oracle.c, walk_model.c); the values then differ by the decay of
 * that, and by what rounding makes of each: 2 u of |I| (linear), 5e-7 of the value (exponential). */
static void path_as_euclidean(throng_context *context)
{
    static const uint8_t nothing[LENGTH];
    rng r = {31};
    for (int i = 0; i < 120; i++) {
        int down = i % 3 == 1;
        walk_scene s = line(i % 3, THRONG_PROPAGATION_PATH, down);
        throng_influence_object o = in_the_middle(down);
        o.influence = rng_between(&r, -9.0f, 9.0f);
        o.decay_kind = i / 3 % 2 ? THRONG_DECAY_EXPONENTIAL : THRONG_DECAY_LINEAR;
        o.decay = o.decay_kind ? rng_between(&r, 0.8f, 1.0f) : rng_between(&r, 0.0f, 0.2f);
        o.max_distance = rng_between(&r, 1.0f, 140.0f);
        o.vx = down ? 0.0f : rng_between(&r, -1.0f, 1.0f);
        o.vy = down ? rng_between(&r, -1.0f, 1.0f) : 0.0f;
        o.alpha = i / 6 % 2 ? rng_between(&r, 0.0f, 0.9f) : 0.0f;
        throng_influence_def def = walk_def(&s);
        def.propagation = THRONG_PROPAGATION_EUCLIDEAN;
        float *straight = compute(context, &def, &o, 1);
        float *walked = walk_compute(context, &s, nothing, &o, 1);
        double alpha = (double)o.alpha, strength = fabs((double)o.influence), decay = (double)o.decay;
        int wrong = 0, ends = 0;
        if (o.alpha == 0.0f)
            cr_expect(same_bits("at rest", straight, walked, LENGTH), "%d", i);
        for (int32_t k = 0; k < LENGTH; k++) {
            double d = abs(k - LENGTH / 2) / (1.0 - alpha); /* at most */
            double error = d * U * (6.0 + 27.0 / (1.0 - alpha));
            double bound = o.decay_kind ? strength * (1e-6 + error * -log(decay)) + 1e-30
                                        : 4.0 * U * strength + error * decay;
            int ended = (straight[k] == 0.0f) != (walked[k] == 0.0f); /* the cut-off, within rounding */
            ends += ended;
            wrong += !ended && fabs((double)straight[k] - (double)walked[k]) > bound;
        }
        cr_expect(wrong == 0 && ends <= 1, "%d: %d cells differ, %d at an end", i, wrong, ends);
        free(walked);
        free(straight);
    }
}
Test(lines, path_as_euclidean) { each_walk(path_as_euclidean); }

/* Where decay * D <= |I| a straight run of adjacent propagation reaches D cells and no more, as the other
 * modes do: for whole D the threshold equals the value there, and rounding must not decide. */
static void reaches_its_distance(throng_context *context)
{
    static const uint8_t nothing[LENGTH];
    static const float shares[] = {0.999f, 0.7f, 0.31f, 0.05f};
    static const float gammas[] = {0.5f, 0.7f, 0.83f, 0.9f, 0.97f, 0.99f};
    rng r = {32};
    for (int32_t far = 0; far < LENGTH / 2; far += far < 24 ? 1 : 11)
        for (int32_t i = 0; i < 10; i++) {
            int down = far % 3 == 1;
            walk_scene s = line(far % 3, THRONG_PROPAGATION_ADJACENT, down);
            throng_influence_object o = in_the_middle(down);
            o.influence = rng_between(&r, 0.01f, 1000.0f) * (i % 2 ? -1.0f : 1.0f);
            o.max_distance = (float)far;
            o.decay = fabsf(o.influence) / (float)(far + !far) * shares[i % 4];
            if (i >= 4) {
                o.decay_kind = THRONG_DECAY_EXPONENTIAL;
                o.decay = gammas[i - 4];
                if (pow((double)o.decay, far) < 1e-30)
                    continue;
            }
            float *values = walk_compute(context, &s, nothing, &o, 1);
            for (int32_t k = 0; k < LENGTH; k++)
                cr_expect((values[k] != 0.0f) == (abs(k - LENGTH / 2) <= far),
                          "D %d, I %.9g, decay %.9g (%d): %d cells away it is %g", (int)far,
                          (double)o.influence, (double)o.decay, (int)o.decay_kind, (int)abs(k - LENGTH / 2),
                          (double)values[k]);
            free(values);
        }
}
Test(lines, reaches_its_distance) { each_walk(reaches_its_distance); }

/* The same over hundreds of steps, each of which rounds the same way. */
static void reaches_far(throng_context *context)
{
    enum { FAR = 2101 };
    static const uint8_t nothing[FAR];
    static const struct {
        float influence, decay;
        int32_t distance;
    } runs[] = {{66.0f, 0.007f, 180},  {1.0f, 0.0005f, 450}, {1000.0f, 0.3f, 700}, {-3.0f, 0.0029f, 1000},
                {0.7f, 0.0001f, 1000}, {512.0f, 0.5f, 1000}, {1.0f, 0.001f, 900}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        int32_t wrong = 0;
        throng_influence_object o = throng_influence_default_object();
        walk_scene s = line(THRONG_GRID_SQUARE8, THRONG_PROPAGATION_ADJACENT, 0);
        s.width = FAR;
        o.x = 0.5f * FAR;
        o.y = 0.5f;
        o.influence = runs[i].influence;
        o.decay = runs[i].decay;
        o.max_distance = (float)runs[i].distance;
        float *values = walk_compute(context, &s, nothing, &o, 1);
        for (int32_t k = 0; k < FAR; k++)
            wrong += (values[k] != 0.0f) != (abs(k - FAR / 2) <= runs[i].distance);
        cr_expect(wrong == 0, "I %g, decay %g, D %d: %d cells", (double)o.influence, (double)o.decay,
                  (int)runs[i].distance, (int)wrong);
        free(values);
    }
}
Test(lines, reaches_far) { each_walk(reaches_far); }

/* At rest, linear and with D = |I| / decay (a threshold of next to nothing) influence that passes from cell
 * to cell is what shortest paths give: but for one rounding a step, of at most u * |I|, and those of the
 * step's cost. */
static void adjacent_as_path(throng_context *context)
{
    for (int i = 0; i < 9; i++) {
        walk_scene s = {.grid = i % 3, .width = 60, .height = 45, .worlds = 1, .cell_size = 1.0f, .count = 1};
        s.walls = i < 3 ? WALLS_NONE : i < 6 ? WALLS_RANDOM : WALLS_ROOMS;
        s.density = 25;
        s.seed = 50 + (uint64_t)i;
        s.objects = (mix){.reach_low = 32, .reach_high = 32, .strength_high = 4};
        uint8_t *walls = scene_walls(&s);
        throng_influence_object *o = walk_objects(&s, walls);
        o->max_distance = 32.0f;
        o->decay = fabsf(o->influence) / 32.0f; /* exact */
        s.propagation = THRONG_PROPAGATION_PATH;
        float *paths = walk_compute(context, &s, walls, o, 1);
        s.propagation = THRONG_PROPAGATION_ADJACENT;
        float *passed = walk_compute(context, &s, walls, o, 1);
        double bound = 1.001 * U * fabs((double)o->influence) * (33.0 + 33.0 + 2.0);
        for (int32_t k = 0; k < s.width * s.height; k++)
            cr_expect(fabs((double)paths[k] - (double)passed[k]) <= bound, "%d: cell %d: %.9g and %.9g", i,
                      (int)k, (double)paths[k], (double)passed[k]);
        free(passed);
        free(paths);
        free(o);
        free(walls);
    }
}
Test(lines, adjacent_as_path) { each_walk(adjacent_as_path); }

/* Of two objects the map is the sum of their maps, rounded once; of layers with one each, their combination.
 */
static void superposition(throng_context *context)
{
    for (int i = 0; i < 24; i++) {
        walk_scene s = {.grid = i % 3, .width = 37, .height = 28, .worlds = 1, .cell_size = 1.0f, .count = 2};
        s.propagation = i / 3 % 2 ? THRONG_PROPAGATION_ADJACENT : THRONG_PROPAGATION_PATH;
        s.walls = WALLS_RANDOM;
        s.density = 15;
        s.seed = 80 + (uint64_t)i;
        s.objects = (mix){.reach_low = 10,
                          .reach_high = 20,
                          .exponential = 50,
                          .adjusted = 60,
                          .offset = 20,
                          .alpha_most = 0.9f,
                          .strength_high = 4,
                          .gamma_lowest = -1};
        int32_t cells = s.width * s.height, both = 0;
        uint8_t *walls = scene_walls(&s);
        throng_influence_object *o = walk_objects(&s, walls);
        float *one = walk_compute(context, &s, walls, o, 1);
        float *other = walk_compute(context, &s, walls, o + 1, 1);
        float *sum = walk_compute(context, &s, walls, o, 2);
        for (int32_t k = 0; k < cells; k++) {
            both += one[k] != 0.0f && other[k] != 0.0f;
            one[k] += other[k];
        }
        cr_expect(same_bits("the sum of two", one, sum, (size_t)cells), "%d: %d cells hold both", i,
                  (int)both);
        free(sum);
        free(other);
        free(one);
        free(o);
        free(walls);
    }
}
Test(lines, superposition) { each_walk(superposition); }
