/* How many kernels a step of a crowd launches on GPUs, where each costs some microseconds: the most in frames
 * after the first one, which sorts all agents at once. */
#define _POSIX_C_SOURCE 200809L
#include "tests/support/launches.h"

#include <stdlib.h>

/* More than a group sorts by itself. */
enum { AGENTS = 2100, FRAMES = 50, SOME = 100 };

static throng_crowd *make_crowd(throng_context *context, int32_t count, int32_t neighbors, int32_t walled)
{
    static throng_agent_def agents[AGENTS];
    static const throng_vertex pillar[] = {{97.5f, 1.5f}, {98.5f, 1.5f}, {98.5f, 2.5f}, {97.5f, 2.5f}};
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    rng r = {5};
    def.agent_capacity = count;
    def.max_neighbors = neighbors;
    for (int32_t i = 0; i < count; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].max_neighbors = neighbors < 2 ? neighbors : 2;
        agents[i].x = 4.0f * (float)(i % 50) + rng_between(&r, -1.0f, 1.0f);
        agents[i].y = 4.0f * (float)(i / 50) + rng_between(&r, -1.0f, 1.0f);
        agents[i].target_x = rng_between(&r, -1.5f, 1.5f);
        if (i % 3 == 0) { /* these arrive one after the other */
            agents[i].navigation = THRONG_NAVIGATE_GOAL;
            agents[i].target_x += agents[i].x;
            agents[i].target_y = agents[i].y + 0.1f * (float)(i % 41);
        }
    }
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, count, agents, 0, NULL));
    if (walled)
        MUST(context, throng_crowd_add_obstacle(crowd, 4, pillar, 0, NULL));
    return crowd;
}

/* The state is that of a crowd whose agents are sorted in each step. */
static uint64_t hash_on_cpu(int32_t count, int32_t neighbors, int32_t walled)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    throng_crowd *crowd = make_crowd(context, count, neighbors, walled);
    uint64_t hash;
    for (int32_t frame = 0; frame < FRAMES; frame++)
        MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_hash(crowd, &hash));
    MUST(context, throng_crowd_destroy(crowd));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    return hash;
}

static void expect_launches(int32_t count, int32_t neighbors, int32_t walled, int32_t usual, int32_t limit)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    throng_context *context = open_gpu_form();
    throng_crowd *crowd = make_crowd(context, count, neighbors, walled);
    throng_crowd_event events[SOME];
    int32_t most = 0, least = INT32_MAX, arrived = 0, found;
    uint64_t hash;
    for (int32_t frame = 0; frame < FRAMES; frame++) {
        launches = 0;
        MUST(context, throng_crowd_step(crowd, 0.1f));
        if (frame > 0) {
            most = launches > most ? launches : most;
            least = launches < least ? launches : least;
        }
        /* they are collected between two parts of a sort, too */
        MUST(context, throng_crowd_get_events(crowd, THRONG_FLAG_ARRIVED, events, SOME, &found));
        arrived += found;
    }
    cr_expect(arrived > SOME / 10, "%d arrived", (int)arrived);
    MUST(context, throng_crowd_hash(crowd, &hash));
    MUST(context, throng_crowd_destroy(crowd));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    cr_expect(most <= limit, "%d agents: %d launches, more than %d", (int)count, (int)most, (int)limit);
    cr_expect(least == usual, "%d agents: %d launches where no order is renewed", (int)count, (int)least);
    cr_expect(hash == hash_on_cpu(count, neighbors, walled), "%d agents: not the bits of the CPU",
              (int)count);
}

/* Beside the plan of the step, which is sent where it is another: 7 commands at most with walls, too. */
Test(launches, sorted_by_digits) { expect_launches(AGENTS, 10, 0, 3, 5); }
Test(launches, among_walls) { expect_launches(AGENTS, 10, 1, 5, 7); }

Test(launches, sorted_by_a_group) { expect_launches(SOME, 10, 0, 2, 4); }

/* Work-items have nothing in memory of their group. */
Test(launches, nobody_notices_anybody) { expect_launches(SOME, 0, 0, 2, 4); }

/* Their memory leaves room for groups of 32 alone. */
Test(launches, many_neighbors) { expect_launches(SOME, 64, 0, 2, 4); }

static cl_int(CL_API_CALL *copy_buffer)(cl_command_queue, cl_mem, cl_mem, const size_t *, const size_t *,
                                        const size_t *, size_t, size_t, size_t, size_t, cl_uint,
                                        const cl_event *, cl_event *);
static int32_t copies_left; /* until one is refused */

static cl_int CL_API_CALL copy_or_refuse(cl_command_queue queue, cl_mem from, cl_mem to,
                                         const size_t *from_place, const size_t *to_place, const size_t *box,
                                         size_t from_row, size_t from_slice, size_t to_row, size_t to_slice,
                                         cl_uint waits, const cl_event *events, cl_event *event)
{
    if (copies_left-- == 1)
        return CL_OUT_OF_HOST_MEMORY;
    return copy_buffer(queue, from, to, from_place, to_place, box, from_row, from_slice, to_row, to_slice,
                       waits, events, event);
}

/* More room that is refused late, when the memory of sorts has grown already, between two parts of a sort. */
Test(launches, room_refused_within_a_sort)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    throng_context *context = open_gpu_form();
    throng_crowd *crowd = make_crowd(context, AGENTS, 10, 0);
    int32_t refused = 0, capacity = AGENTS, halves = 0;
    uint64_t hash;
    copy_buffer = context->cl->api.clEnqueueCopyBufferRect;
    context->cl->api.clEnqueueCopyBufferRect = copy_or_refuse;
    for (int32_t frame = 0, next = 5; frame < FRAMES; frame++) {
        launches = 0;
        MUST(context, throng_crowd_step(crowd, 0.1f));
        if (frame != next)
            continue;
        halves += launches > 3;
        capacity += AGENTS;
        copies_left = 1 + refused % 6;
        cr_expect(throng_crowd_reserve(crowd, capacity) == THRONG_ERROR_OUT_OF_MEMORY);
        cr_expect(copies_left <= 0, "no copy was refused");
        refused++;
        next += 5 + refused;
    }
    copies_left = 0;
    cr_expect(refused > 3 && halves > 2, "%d refused, %d of them within sorts", (int)refused, (int)halves);
    MUST(context, throng_crowd_hash(crowd, &hash));
    MUST(context, throng_crowd_destroy(crowd));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    cr_expect(hash == hash_on_cpu(AGENTS, 10, 0), "not the bits of the CPU");
}

/* A question of which a launch is refused can be asked again. */
Test(crowd_launches, asked_again)
{
    const throng_crowd_query query = {.x = 100.0f, .y = 80.0f, .radius = 9.0f, .mask = 0xffffffffu};
    throng_crowd_hit hits[2][4];
    int32_t found[2], refused = 0;
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    throng_context *context = open_gpu_form();
    for (int32_t n = 1; n <= 12; n++) {
        throng_crowd *crowd = make_crowd(context, AGENTS, 2, 0), *other = make_crowd(context, AGENTS, 2, 0);
        MUST(context, throng_crowd_find_nearest(other, 1, &query, 0, 4, hits[0], &found[0]));
        refuse_at = launches + n;
        const throng_status status = throng_crowd_find_nearest(crowd, 1, &query, 0, 4, hits[1], &found[1]);
        refuse_at = 0;
        refused += status == THRONG_ERROR_OPENCL;
        if (status != THRONG_ERROR_LOST) {
            MUST(context, throng_crowd_find_nearest(crowd, 1, &query, 0, 4, hits[1], &found[1]));
            cr_expect(found[0] == 4 && found[1] == 4, "launch %d: %d found", (int)n, (int)found[1]);
            for (int32_t i = 0; i < 4; i++)
                cr_expect(hits[0][i].distance == hits[1][i].distance, "launch %d: hit %d", (int)n, (int)i);
        }
        MUST(context, throng_crowd_destroy(other));
        MUST(context, throng_crowd_destroy(crowd));
    }
    cr_expect(refused > 0);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}
