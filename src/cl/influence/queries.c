/* Questions of many agents: packed, answered by one kernel, read back, some thousands at a time. */
#include "src/cl/device/reading.h"
#include "src/cl/influence/influence.h"
#include "src/core/memory.h"
#include "src/influence/influence.h"

#include "kernels/influence/query.h"
#include "src/cl/terrain/terrain.h"

#include <stdio.h>
#include <string.h>

enum { QUESTIONS_AT_ONCE = 16384, QUESTION_BYTES = 16, ANSWER_BYTES = 12 };

static size_t question_size(int32_t kind)
{
    return kind == QUERY_REGION     ? sizeof(query_region)
           : kind == QUERY_NEIGHBOR ? sizeof(query_cell)
                                    : sizeof(query_point);
}

/* The kernel and its buffers, when first needed. */
throng_status throng_cl_queries_prepare(throng_cl_influence *map)
{
    throng_cl_queries *q = &map->queries;
    struct throng_cl *cl = map->object.cl;
    throng_status status = THRONG_OK;
    if (!q->kernel) {
        char options[64];
        cl_program program;
        snprintf(options, sizeof options, "-DTHRONG_WIDTH=%d", (int)cl->width);
        status = throng_cl_program(cl, "influence/query.cl", options, &program);
        if (status == THRONG_OK)
            status = throng_cl_kernel(cl, program, "influence_query", &q->kernel);
    }
    if (status == THRONG_OK && !q->questions)
        status = throng_cl_object_buffer(&map->object, "queries", QUESTIONS_AT_ONCE, QUESTION_BYTES,
                                         &q->questions);
    if (status == THRONG_OK && !q->answers)
        status = throng_cl_object_buffer(&map->object, "query results", QUESTIONS_AT_ONCE, ANSWER_BYTES,
                                         &q->answers);
    if (status == THRONG_OK && !q->packed) {
        const size_t bytes = (size_t)QUESTIONS_AT_ONCE * QUESTION_BYTES;
        q->packed = throng_allocate(cl->allocator, bytes);
        if (!q->packed) {
            snprintf(cl->reason, sizeof cl->reason, "out of memory: %zu bytes for queries", bytes);
            cl->error = 0;
            return THRONG_ERROR_OUT_OF_MEMORY;
        }
        map->object.host_bytes += bytes;
    }
    return status;
}

void throng_cl_queries_release(throng_cl_influence *map)
{
    throng_cl_queries *q = &map->queries;
    const cl_kernel kernels[] = {q->kernel, q->take, q->give};
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels); i++)
        if (kernels[i])
            map->object.cl->api.clReleaseKernel(kernels[i]);
    throng_cl_object_release(&map->object, &q->questions);
    throng_cl_object_release(&map->object, &q->answers);
    if (q->packed)
        map->object.host_bytes -= (size_t)QUESTIONS_AT_ONCE * QUESTION_BYTES;
    throng_release(map->object.cl->allocator, q->packed, (size_t)QUESTIONS_AT_ONCE * QUESTION_BYTES);
    memset(q, 0, sizeof *q);
}

/* Answers what is in `questions`, packed, into `answers`. */
static throng_status launch(throng_cl_influence *map, cl_mem values, cl_mem walls, const throng_query *query,
                            int32_t count)
{
    throng_cl_queries *q = &map->queries;
    struct throng_cl *cl = map->object.cl;
    const cl_int has_walls = walls != NULL, kind = query->kind, flags = query->flags;
    cl_mem bits = walls ? walls : values;
    const cl_uint items = (cl_uint)count;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(values),    THRONG_CL_ARGUMENT(bits),         THRONG_CL_ARGUMENT(map->plan),
        THRONG_CL_ARGUMENT(has_walls), THRONG_CL_ARGUMENT(kind),         THRONG_CL_ARGUMENT(flags),
        THRONG_CL_ARGUMENT(items),     THRONG_CL_ARGUMENT(q->questions), THRONG_CL_ARGUMENT(q->answers),
    };
    const size_t lanes = kind == QUERY_REGION ? 1 : (size_t)cl->width; /* of a work-item */
    cl->timer = &map->object.timer;
    const throng_status status =
        throng_cl_run(&map->object, q->kernel, "influence_query", ((size_t)count + lanes - 1) / lanes,
                      arguments, THRONG_CL_COUNT(arguments));
    cl->timer = NULL;
    return status == THRONG_ERROR_OUT_OF_MEMORY ? THRONG_ERROR_OPENCL : status;
}

static throng_status answer(throng_cl_influence *map, cl_mem values, cl_mem walls, const throng_query *query,
                            int32_t first, int32_t count)
{
    throng_cl_queries *q = &map->queries;
    struct throng_cl *cl = map->object.cl;
    const size_t size = question_size(query->kind);
    for (int32_t i = 0; i < count; i++)
        memcpy(q->packed + (size_t)i * size,
               (const char *)query->questions + (size_t)(first + i) * query->stride, size);
    /* the queue is in order, and this returns when the memory may be written again */
    cl_int error = cl->api.clEnqueueWriteBuffer(cl->queue, q->questions, CL_TRUE, 0, (size_t)count * size,
                                                q->packed, 0, NULL, NULL);
    if (error != CL_SUCCESS)
        return throng_cl_failed(&map->object,
                                throng_cl_note_command(cl, error, "clEnqueueWriteBuffer(queries)"), 0);
    const throng_status status = launch(map, values, walls, query, count);
    if (status != THRONG_OK)
        return throng_cl_failed(&map->object, status, 0);
    return throng_cl_read_all(&map->object, q->answers, (char *)query->answers + (size_t)first * ANSWER_BYTES,
                              (size_t)count * ANSWER_BYTES, "clEnqueueReadBuffer(answers)");
}

/* What queries need: kernels, and walls as they are now; values are as of the last update. */
static throng_status prepare(throng_cl_influence *map, cl_mem *walls)
{
    *walls = NULL;
    throng_status status = throng_cl_queries_prepare(map);
    if (status == THRONG_OK && map->shape.terrain)
        status = throng_cl_terrain_update(map->object.cl, map->shape.terrain, walls);
    if (status == THRONG_OK)
        throng_cl_timer_clear(map->object.cl, &map->object.timer);
    return status;
}

throng_status throng_cl_influence_query(void *state, int32_t index, const throng_query *query)
{
    throng_cl_influence *map = state;
    cl_mem walls;
    throng_status status = prepare(map, &walls);
    if (status != THRONG_OK)
        return throng_cl_failed(&map->object, status, 0);
    for (int32_t done = 0; done < query->count && status == THRONG_OK; done += QUESTIONS_AT_ONCE) {
        int32_t left = query->count - done;
        status = answer(map, throng_cl_influence_plane(map, index), walls, query, done,
                        left < QUESTIONS_AT_ONCE ? left : QUESTIONS_AT_ONCE);
    }
    return status;
}

/* ---------------------------------------------------------------- a program's buffers --------------- */

throng_status throng_cl_queries_prepare_copies(throng_cl_influence *map)
{
    throng_cl_queries *q = &map->queries;
    cl_program program;
    throng_status status = throng_cl_program(map->object.cl, "influence/interop.cl", "", &program);
    if (status == THRONG_OK && !q->take)
        status = throng_cl_kernel(map->object.cl, program, "take_queries", &q->take);
    if (status == THRONG_OK && !q->give)
        status = throng_cl_kernel(map->object.cl, program, "give_results", &q->give);
    return status;
}

/* Some of the queries of `from`, and their results to `to`. */
static throng_status answer_copies(throng_cl_influence *map, cl_mem values, cl_mem walls,
                                   const throng_query *query, float largest,
                                   const throng_cl_program_rows *from, const throng_cl_program_rows *to)
{
    throng_cl_queries *q = &map->queries;
    const throng_influence_shape *shape = &map->shape;
    const cl_uint count = (cl_uint)query->count;
    const cl_ulong start = from->offset / 4, stride = from->stride / 4;
    const cl_ulong to_start = to->offset / 4, to_stride = to->stride / 4;
    const cl_int words = (cl_int)(question_size(query->kind) / 4);
    const cl_int4 cells = {{shape->width, shape->height, shape->worlds, 0}};
    const throng_cl_argument take[] = {
        THRONG_CL_ARGUMENT(from->buffer), THRONG_CL_ARGUMENT(start),   THRONG_CL_ARGUMENT(stride),
        THRONG_CL_ARGUMENT(q->questions), THRONG_CL_ARGUMENT(count),   THRONG_CL_ARGUMENT(words),
        THRONG_CL_ARGUMENT(cells),        THRONG_CL_ARGUMENT(largest),
    };
    const throng_cl_argument give[] = {
        THRONG_CL_ARGUMENT(from->buffer), THRONG_CL_ARGUMENT(start),      THRONG_CL_ARGUMENT(stride),
        THRONG_CL_ARGUMENT(q->answers),   THRONG_CL_ARGUMENT(to->buffer), THRONG_CL_ARGUMENT(to_start),
        THRONG_CL_ARGUMENT(to_stride),    THRONG_CL_ARGUMENT(count),      THRONG_CL_ARGUMENT(words),
        THRONG_CL_ARGUMENT(cells),        THRONG_CL_ARGUMENT(largest),
    };
    throng_status status =
        throng_cl_run(&map->object, q->take, "take_queries", count, take, THRONG_CL_COUNT(take));
    if (status == THRONG_OK)
        status = launch(map, values, walls, query, query->count);
    if (status == THRONG_OK)
        status = throng_cl_run(&map->object, q->give, "give_results", count, give, THRONG_CL_COUNT(give));
    return status;
}

throng_status throng_cl_influence_query_begin(throng_cl_influence *map, cl_mem *walls)
{
    throng_status status = prepare(map, walls);
    if (status == THRONG_OK)
        status = throng_cl_queries_prepare_copies(map);
    return status == THRONG_ERROR_LOST ? throng_cl_failed(&map->object, status, 0) : status;
}

throng_status throng_cl_influence_query_copy(throng_cl_influence *map, int32_t index, cl_mem walls,
                                             const throng_query *query, float largest,
                                             const throng_cl_program_rows *from,
                                             const throng_cl_program_rows *to)
{
    throng_status status = THRONG_OK;
    for (int32_t done = 0; done < query->count && status == THRONG_OK; done += QUESTIONS_AT_ONCE) {
        const size_t first = (size_t)done;
        const throng_cl_program_rows some = {from->buffer, from->offset + first * from->stride, from->stride};
        const throng_cl_program_rows into = {to->buffer, to->offset + first * to->stride, to->stride};
        throng_query part = *query;
        part.count = query->count - done < QUESTIONS_AT_ONCE ? query->count - done : QUESTIONS_AT_ONCE;
        status =
            answer_copies(map, throng_cl_influence_plane(map, index), walls, &part, largest, &some, &into);
    }
    return status;
}
