/* Updates in slices on OpenCL devices: equal bits in all forms; how far they say that they are, and what a
 * device needs for them. */
#define _POSIX_C_SOURCE 200809L
#include "src/cl/influence/influence.h"
#include "src/core/context.h"
#include "src/dispatch/dispatch.h"
#include "src/influence/influence.h"
#include "tests/influence/slices.h"

static throng_context *open_form(const char *width, const char *group)
{
    variant v = {.backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1};
    snprintf(v.name, sizeof v.name, "width %s, groups of %s", width, group);
    v.width = width;
    v.group = group;
    return open_variant(&v, NULL);
}

Test(slices, forms)
{
    const pair_kind kinds[] = {{.worlds = 1, .momentum = 1, .seed = 110},
                               {.propagation = THRONG_PROPAGATION_PATH, .worlds = 1, .seed = 111}};
    variant list[8];
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    const int32_t count = opencl_variants(list, 8);
    for (int32_t i = 0; i < 2 * count; i++) {
        throng_context *context = open_variant(&list[i / 2], NULL);
        cr_log_info("%s, kind %d", list[i / 2].name, (int)(i % 2));
        pair_of_maps *p = pair_begin(context, &kinds[i % 2]);
        pair_play_frames(p, 10);
        pair_end(p);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* An update of many rounds is not nearly whole after the first of them. */
Test(slices, rounds)
{
    enum { STEPS_MOST = 400 };
    double progress[STEPS_MOST];
    setenv("THRONG_CL_PAIRS", "100", 1);
    setenv("THRONG_CL_PATCHES", "60", 1);
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    for (int32_t i = 0; i < 2; i++) {
        const pair_kind kind = {
            .propagation = i ? THRONG_PROPAGATION_PATH : 0, .worlds = 1, .seed = 112 + (uint64_t)i};
        throng_context *context = open_form("1", "64");
        pair_of_maps *p = pair_begin(context, &kind);
        int32_t done = 0, steps = 0;
        while (p->counts[0] < PAIR_MOST)
            pair_set_some(p, 0, PAIR_MOST);
        pair_update_other(p);
        for (; !done && steps < STEPS_MOST; steps++) {
            MUST(context, throng_influence_update_some(p->map, 0.0, &done));
            progress[steps] = p->map->slices.progress;
        }
        cr_assert(done && steps > 10, "%d steps", (int)steps);
        cr_expect(progress[steps / 2] > 0.25 && progress[steps / 2] < 0.75, "propagation %d: %g after half",
                  (int)kind.propagation, progress[steps / 2]);
        pair_expect_equal(p, 0);
        pair_play_frames(p, 10);
        pair_end(p);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

static void set_costs(struct throng_costs *costs, int32_t kind, float seconds)
{
    costs->tables[kind].known = 3;
    for (int32_t i = 0; i < 2 * THRONG_COST_NUMBERS; i++)
        costs->tables[kind].seconds[i / THRONG_COST_NUMBERS][i % THRONG_COST_NUMBERS] = seconds;
}

/* Values stay on the device: what it takes to read them is none of the update. */
Test(slices, seconds)
{
    const pair_kind kind = {.worlds = 1, .seed = 114};
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    throng_context *context = open_form("1", "64");
    struct throng_costs *costs = throng_costs_of(context);
    cr_assert(costs != NULL);
    set_costs(costs, THRONG_COST_INFLUENCE, 1000.0f);
    set_costs(costs, THRONG_COST_READ, 990.0f);
    pair_of_maps *p = pair_begin(context, &kind);
    int32_t done = 0;
    pair_set_some(p, 0, PAIR_MOST);
    MUST(context, throng_influence_update_some(p->map, 0.0, &done));
    cr_expect(p->map->slices.seconds == 10.0, "%g seconds", p->map->slices.seconds);
    pair_end(p);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Memory at load time is what was asked for: objects that come in small parts get some more. */
Test(slices, reserve)
{
    const pair_kind kind = {.worlds = 1, .seed = 115};
    uint32_t capacities[2];
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    throng_context *context = open_form("1", "64");
    for (int32_t i = 0; i < 2; i++) {
        pair_of_maps *p = pair_begin(context, &kind);
        throng_influence_object objects[PAIR_MOST];
        for (int32_t k = 0; k < PAIR_MOST; k++) {
            objects[k] = throng_influence_default_object();
            objects[k].max_distance = 40.0f;
        }
        MUST(context, i ? throng_influence_set_objects(p->map, 0, 0, PAIR_MOST, objects, 0)
                        : throng_influence_reserve(p->map, 0, PAIR_MOST, objects, 0));
        capacities[i] = ((const throng_cl_influence *)p->map->object.state)->plan.list_capacity;
        pair_end(p);
    }
    cr_expect(capacities[0] < capacities[1], "%u pairs reserved, %u set", (unsigned)capacities[0],
              (unsigned)capacities[1]);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Only where layers were combined in the middle of an update does the next combination take all tiles. */
Test(slices, combination)
{
    const pair_kind kind = {.worlds = 1, .seed = 116};
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    throng_context *context = open_form("1", "64");
    pair_of_maps *p = pair_begin(context, &kind);
    for (int32_t i = 0; i < 2; i++) {
        int32_t done = 0;
        pair_set_some(p, 0, PAIR_MOST);
        pair_update_other(p);
        MUST(context, throng_influence_update_some(p->map, 0.0, &done));
        cr_assert(!done);
        if (i)
            MUST(context, throng_influence_combine(p->map, pair_weights, PAIR_LAYERS));
        while (!done)
            MUST(context, throng_influence_update_some(p->map, 0.0, &done));
        cr_expect(((const throng_cl_influence *)p->map->object.state)->combined_known == !i);
        pair_expect_equal(p, i);
    }
    pair_end(p);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}
