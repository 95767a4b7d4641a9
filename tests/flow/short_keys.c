/* Flow fields on a device that has no memory for longer keys: an error each time, until fields that need none
 * are asked for, or there is memory. */
#define _POSIX_C_SOURCE 200809L
#include "src/cl/device/object.h"
#include "src/core/context.h"
#include "tests/flow/scenes.h"
#include "tests/support/each_backend.h"

#include <stdlib.h>

static throng_cl_api driver;
static int32_t full; /* 1: the device has no memory left */

static cl_mem CL_API_CALL create_or_refuse(cl_context context, cl_mem_flags flags, size_t bytes, void *host,
                                           cl_int *error)
{
    if (!full)
        return driver.clCreateBuffer(context, flags, bytes, host, error);
    *error = -4; /* CL_MEM_OBJECT_ALLOCATION_FAILURE */
    return NULL;
}

static void set_goal(flow_game *g, int32_t column)
{
    g->cells[0] = (throng_cell){column, 0};
    MUST(g->context, throng_flow_set_goals(g->flow, 0, 1, g->cells, 0));
}

/* The lengths of the last update, or why there are none. */
static throng_status get(const flow_game *g, float *values)
{
    return throng_flow_read_lengths(g->flow, 0, NULL, values, 0);
}

static void expect_same(flow_game *device, flow_game *reference)
{
    float *got = must_allocate(device->count * sizeof *got),
          *expected = must_allocate(device->count * sizeof *got);
    MUST(reference->context, throng_flow_update(reference->flow));
    MUST(reference->context, get(reference, expected));
    MUST(device->context, throng_flow_update(device->flow));
    MUST(device->context, get(device, got));
    cr_expect(same_bits("lengths", got, expected, device->count));
    free(expected);
    free(got);
}

/* Paths of a serpentine do not fit in short keys, those without walls do. */
static void live_with_short_keys(flow_game *device, flow_game *reference)
{
    float *got = must_allocate(device->count * sizeof *got);
    full = 1;
    MUST(device->context, throng_flow_update(device->flow));
    for (int32_t i = 0; i < 2; i++)
        cr_expect(get(device, got) == THRONG_ERROR_OUT_OF_MEMORY);
    set_goal(device, 2);
    set_goal(reference, 2);
    cr_expect(get(device, got) == THRONG_ERROR_OUT_OF_MEMORY);
    MUST(device->context, throng_terrain_fill(device->terrain, NULL, 0));
    MUST(reference->context, throng_terrain_fill(reference->terrain, NULL, 0));
    expect_same(device, reference);
    full = 0;
    free(got);
}

/* The memory is there when it is asked for again. */
static void live_with_long_keys(flow_game *device, flow_game *reference, int32_t goal)
{
    float *got = must_allocate(device->count * sizeof *got);
    full = 1;
    MUST(device->context, throng_flow_update(device->flow));
    cr_expect(get(device, got) == THRONG_ERROR_OUT_OF_MEMORY);
    if (goal) {
        set_goal(device, goal);
        set_goal(reference, goal);
    }
    full = 0;
    if (!goal)
        MUST(device->context, get(device, got));
    expect_same(device, reference);
    free(got);
}

Test(flow_short_keys, stay_short)
{
    variant list[4];
    const variant v = reference_variant();
    const int32_t count = few_variants(list, 4);
    if (list[count - 1].backend != THRONG_BACKEND_OPENCL)
        cr_skip_test("no OpenCL device");
    for (int32_t i = 0; i < 6; i++) {
        flow_scene s = flow_ground(THRONG_GRID_SQUARE8, WALLS_SERPENTINE, 0, 240, 168, 1);
        s.goals = 1;
        s.costs = i & 1 ? 200 : 0;
        throng_context *context = open_variant(&list[count - 1], NULL), *plain = open_variant(&v, NULL);
        flow_game device = flow_begin(context, &s), reference = flow_begin(plain, &s);
        driver = context->cl->api;
        context->cl->api.clCreateBuffer = create_or_refuse;
        set_goal(&device, 0);
        set_goal(&reference, 0);
        if (i < 2)
            live_with_short_keys(&device, &reference);
        else
            live_with_long_keys(&device, &reference, i < 4 ? 0 : 4);
        flow_end(&reference);
        flow_end(&device);
        MUST(NULL, throng_context_destroy(plain));
        MUST(NULL, throng_context_destroy(context));
    }
}
