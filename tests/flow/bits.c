/* Fields of paths: every way to compute them gives the bits of the reference level. */
#include "tests/flow/scenes.h"
#include "tests/support/each_backend.h"

#include <stdlib.h>

enum { MOST = 100, GROUNDS = 4, SCENES = 8 + GROUNDS };

/* With classes, costs and ways to reached cells; the last one needs keys of 64 bits. */
static flow_scene ground_of(int32_t i)
{
    static const walls_kind kinds[GROUNDS] = {WALLS_RANDOM, WALLS_ROOMS, WALLS_RANDOM, WALLS_ROOMS};
    static const int32_t sizes[GROUNDS][2] = {{130, 77}, {70, 121}, {61, 60}, {200, 130}};
    flow_scene s = flow_ground(i % 3, kinds[i], i == 0 ? 2 : 12, sizes[i][0], sizes[i][1], 900 + (uint64_t)i);
    s.goals = 4;
    s.fields = i == 3 ? 1 : 2;
    s.walk.worlds = i == 1 ? 2 : 1;
    s.walk.height += s.walk.height % 2;
    s.walk.own_walls = 1;
    s.walk.cell_size = i % 2 ? 1.0f : 0.7f;
    s.costs = i == 0 ? 0 : i == 3 ? 255 : 9;
    s.unreached = i != 3;
    for (int32_t k = 0; k < 3 && s.walk.grid != THRONG_GRID_HEX; k++)
        s.clearances[s.clearance_count++] = (0.4f + 0.55f * (float)k) * s.walk.cell_size;
    return s;
}

static flow_scene scene_of(int32_t i)
{
    if (i >= SCENES - GROUNDS)
        return ground_of(i - (SCENES - GROUNDS));
    static const walls_kind kinds[8] = {WALLS_RANDOM, WALLS_RANDOM, WALLS_RANDOM, WALLS_MAZE,
                                        WALLS_NONE,   WALLS_ROOMS,  WALLS_RANDOM, WALLS_SERPENTINE};
    static const int32_t sizes[8][2] = {{150, 97}, {61, 60},  {129, 74}, {122, 65},
                                        {97, 130}, {33, 190}, {5, 4},    {241, 167}};
    flow_scene s = flow_ground(i % 3, kinds[i], 25, sizes[i][0], sizes[i][1], 300 + (uint64_t)i);
    s.fields = i == 7 ? 1 : 3;
    s.goals = i == 7 ? 1 : 4;
    s.walk.grid = i == 7 ? THRONG_GRID_SQUARE8 : s.walk.grid;
    s.walk.worlds = i == 2 || i == 6 ? 3 : 1;
    s.walk.own_walls = 1;
    s.walk.cell_size = i % 2 ? 1.0f : 0.7f;
    return s;
}

/* Each scene on a part of the variants: of a level with several threads every fourth, and of OpenCL's
 * forms, of which each has to be compiled for each grid, the first one all and the others one grid, so
 * that either kind of form meets all grids. */
static int is_played(const variant *v, int32_t number, int32_t which)
{
    static const int32_t grids[] = {0, 1, 2, 0, 2};
    if (v->backend == THRONG_BACKEND_CPU)
        return v->threads == 1 || which % 4 == number % 4;
    return number == 0 || (which == 7 ? number == 3 : which % 3 == grids[number]);
}

static void check(const variant *list, int32_t count)
{
    const variant reference = reference_variant();
    float *expected[SCENES];
    size_t sizes[SCENES];
    for (int32_t k = -1; k < count; k++) { /* first the reference */
        throng_context *context = open_variant(k < 0 ? &reference : &list[k], NULL);
        for (int32_t i = 0; i < SCENES; i++) {
            char what[160];
            size_t size;
            const flow_scene s = scene_of(i);
            if (k >= 0 && !is_played(&list[k], k, i))
                continue;
            float *got = flow_play(context, &s, &size);
            if (k < 0) {
                expected[i] = got;
                sizes[i] = size;
                continue;
            }
            snprintf(what, sizeof what, "%s: scene %d", list[k].name, (int)i);
            cr_expect(size == sizes[i] && same_bits(what, got, expected[i], size / sizeof *got), "%s", what);
            free(got);
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
    for (int32_t i = 0; i < SCENES; i++)
        free(expected[i]);
}

Test(flow_bits, cpu)
{
    variant list[MOST];
    const int32_t count = cpu_variants(list, MOST);
    check(list, count);
}

/* Goals that are set after an update are not yet those of its fields, also where their keys turn out too
 * short when they are read. */
static void check_goals_of_later(const variant *v)
{
    enum { WIDTH = 25000 };
    throng_context *context = open_variant(v, NULL);
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def def = throng_flow_default_def();
    const throng_cell ends[2] = {{0, 0}, {WIDTH - 1, 0}};
    const throng_region last = {WIDTH - 1, 0, 1, 1};
    throng_flow *flow;
    float length[2] = {0.0f, 0.0f};
    ground.width = WIDTH;
    ground.height = 1;
    MUST(context, throng_terrain_create(context, &ground, &def.terrain));
    def.fields = 2;
    MUST(context, throng_flow_create(context, &def, &flow));
    MUST(context, throng_flow_set_goals(flow, 0, 1, &ends[0], 0));
    MUST(context, throng_flow_update(flow));
    MUST(context, throng_flow_set_goals(flow, 0, 1, &ends[1], 0));
    MUST(context, throng_flow_set_goals(flow, 1, 1, &ends[1], 0));
    for (int32_t field = 0; field < 2; field++)
        MUST(context, throng_flow_read_lengths(flow, field, &last, &length[field], 0));
    cr_expect(length[0] == (float)(WIDTH - 1) && length[1] == -1.0f, "%s: %g, %g", v->name, (double)length[0],
              (double)length[1]);
    MUST(context, throng_flow_destroy(flow));
    MUST(context, throng_terrain_destroy(def.terrain));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

Test(flow_bits, goals_of_later)
{
    variant list[MOST], reference = reference_variant();
    check_goals_of_later(&reference);
    const int32_t count = opencl_present() ? opencl_variants(list, MOST) : 0;
    for (int32_t i = 0; i < count; i++)
        check_goals_of_later(&list[i]);
}

Test(flow_bits, opencl)
{
    variant list[MOST];
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    const int32_t count = opencl_variants(list, MOST);
    check(list, count);
}
