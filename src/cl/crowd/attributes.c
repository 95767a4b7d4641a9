/* Words of agents to and from the device. Between steps nobody needs what others see of agents, so `records`
 * is where words are gathered that the host reads in one piece. */
#include "src/cl/crowd/crowd.h"
#include "src/cl/device/reading.h"
#include "src/crowd/crowd.h"

#include <stddef.h>
#include <string.h>

static cl_mem entries_of(const throng_cl_crowd *c, const throng_crowd_part *part)
{
    const cl_mem arrays[] = {c->bodies, c->senses, c->rests};
    return arrays[part->of];
}

/* The indices of agents, and behind them the values of those who get some, into `moved`. */
static throng_status send_part(throng_cl_crowd *c, const throng_crowd_part *part, int32_t first,
                               int32_t count, const void *values, size_t stride)
{
    throng_cl_slot *slot;
    const size_t words = 4 * (size_t)part->words;
    throng_status status = throng_cl_staging_acquire(c->object.cl, &c->object.stage, &slot);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < count; i++) {
        const cl_int agent = throng_crowd_part_agent(part, first + i);
        memcpy(slot->memory + 4 * (size_t)i, &agent, sizeof agent);
        if (values)
            memcpy(slot->memory + 4 * (size_t)count + (size_t)i * words,
                   (const char *)values + (size_t)(first + i) * stride, words);
    }
    return throng_cl_staging_upload(c->object.cl, slot, 0, c->moved, 0,
                                    (size_t)count * (4 + (values ? words : 0)));
}

throng_status throng_cl_crowd_write_from(throng_cl_crowd *c, const throng_crowd_part *part, int32_t count,
                                         cl_mem moved)
{
    cl_mem entries = entries_of(c, part);
    const cl_uint pitch = (cl_uint)throng_crowd_part_pitch(part);
    const cl_uint word = (cl_uint)part->first, words = (cl_uint)part->words, items = (cl_uint)count;
    const cl_int flags = part->flags, placed = throng_crowd_part_places(part);
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(entries), THRONG_CL_ARGUMENT(moved),    THRONG_CL_ARGUMENT(pitch),
        THRONG_CL_ARGUMENT(word),    THRONG_CL_ARGUMENT(words),    THRONG_CL_ARGUMENT(items),
        THRONG_CL_ARGUMENT(flags),   THRONG_CL_ARGUMENT(c->rests), THRONG_CL_ARGUMENT(placed),
    };
    return throng_cl_run(&c->object, c->write, "crowd_write", (size_t)count, arguments,
                         THRONG_CL_COUNT(arguments));
}

throng_status throng_cl_crowd_write(void *state, const throng_crowd_part *part, const void *values,
                                    size_t stride)
{
    throng_cl_crowd *c = state;
    const int32_t most = THRONG_CL_CROWD_STAGE / (4 + 4 * part->words);
    throng_status status = THRONG_OK;
    int32_t changed = part->begun;
    if (throng_crowd_part_is_found(part))
        c->finder.current = 0;
    if (throng_crowd_part_places(part) && !part->walks)
        throng_cl_crowd_note_placed(c, part->count);
    for (int32_t done = 0; done < part->count && status == THRONG_OK; done += most) {
        const int32_t some = part->count - done < most ? part->count - done : most;
        status = send_part(c, part, done, some, values, stride);
        if (status == THRONG_OK)
            status = throng_cl_crowd_write_from(c, part, some, c->moved);
        changed |= status == THRONG_OK;
    }
    return status == THRONG_OK ? status : throng_cl_failed(&c->object, status, changed);
}

/* The words of `items` of the agents there, from the first-th on, to `records` from `place` on. */
static throng_status run_read(throng_cl_crowd *c, const throng_crowd_part *part, cl_mem agents, cl_uint first,
                              cl_uint place, cl_uint items)
{
    cl_mem entries = entries_of(c, part);
    const cl_uint pitch = (cl_uint)throng_crowd_part_pitch(part);
    const cl_uint word = (cl_uint)part->first, words = (cl_uint)part->words;
    const cl_float home_x = part->converted ? c->shape.home_x : 0.0f;
    const cl_float home_y = part->converted ? c->shape.home_y : 0.0f;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(entries), THRONG_CL_ARGUMENT(agents), THRONG_CL_ARGUMENT(c->records),
        THRONG_CL_ARGUMENT(first),   THRONG_CL_ARGUMENT(place),  THRONG_CL_ARGUMENT(pitch),
        THRONG_CL_ARGUMENT(word),    THRONG_CL_ARGUMENT(words),  THRONG_CL_ARGUMENT(items),
        THRONG_CL_ARGUMENT(home_x),  THRONG_CL_ARGUMENT(home_y),
    };
    return throng_cl_run(&c->object, c->read, "crowd_read", items, arguments, THRONG_CL_COUNT(arguments));
}

/* The words of `count` agents from the first-th on, into `records`, which nobody needs between steps. Many
 * indices go up in one piece where there is memory for it: nothing then waits for the pieces before. */
static throng_status gather(throng_cl_crowd *c, const throng_crowd_part *part, int32_t first, int32_t count)
{
    const int32_t most = THRONG_CL_CROWD_STAGE / 4;
    throng_crowd_part some = *part;
    throng_status status = THRONG_OK;
    if (part->listed)
        return run_read(c, part, c->alive, (cl_uint)first, 0, (cl_uint)count);
    if (count > most && c->motions.slot.memory && (size_t)count <= c->motions.capacity) {
        some.agents = (const char *)part->agents + (size_t)first * part->agent_stride;
        some.count = count;
        status = throng_cl_crowd_send_list(c, &some);
        return status == THRONG_OK ? run_read(c, part, c->extras, 0, 0, (cl_uint)count) : status;
    }
    for (int32_t done = 0; done < count && status == THRONG_OK; done += most) {
        const int32_t items = count - done < most ? count - done : most;
        status = send_part(c, part, first + done, items, NULL, 0);
        if (status == THRONG_OK)
            status = run_read(c, part, c->moved, 0, (cl_uint)done, (cl_uint)items);
    }
    return status;
}

/* Agents whose words fit there. */
static int32_t most_gathered(const throng_cl_crowd *c, const throng_crowd_part *part)
{
    return (int32_t)(((size_t)c->shape.capacity + 1) * sizeof(crowd_record) / (4 * (size_t)part->words));
}

throng_status throng_cl_crowd_read(void *state, const throng_crowd_part *part, void *values, size_t stride)
{
    throng_cl_crowd *c = state;
    const size_t words = 4 * (size_t)part->words;
    const int32_t most = most_gathered(c, part);
    throng_status status = THRONG_OK;
    for (int32_t done = 0; done < part->count && status == THRONG_OK; done += most) {
        const int32_t some = part->count - done < most ? part->count - done : most;
        const throng_cl_rows rows = {c->records, words, 0, 0, words, (size_t)some};
        status = gather(c, part, done, some);
        if (status != THRONG_OK)
            return throng_cl_failed(&c->object, status, 0);
        status = throng_cl_read(&c->object, &rows, (char *)values + (size_t)done * stride, stride,
                                "clEnqueueReadBuffer(agents)");
    }
    return status;
}

throng_status throng_cl_crowd_copy(throng_cl_crowd *c, const throng_crowd_part *part, cl_mem buffer,
                                   size_t offset, size_t stride)
{
    const size_t words = 4 * (size_t)part->words;
    const int32_t most = most_gathered(c, part);
    throng_status status = THRONG_OK;
    for (int32_t done = 0; done < part->count && status == THRONG_OK; done += most) {
        const int32_t some = part->count - done < most ? part->count - done : most;
        const throng_cl_rows rows = {c->records, words, 0, 0, words, (size_t)some};
        status = gather(c, part, done, some);
        if (status == THRONG_OK)
            status = throng_cl_copy_rows(&c->object, &rows, buffer, offset + (size_t)done * stride, stride);
    }
    return status;
}

throng_status throng_cl_crowd_make_take(throng_cl_crowd *c)
{
    cl_program program;
    if (c->take)
        return THRONG_OK;
    const throng_status status = throng_cl_program(c->object.cl, "crowd/interop.cl", "", &program);
    return status == THRONG_OK ? throng_cl_kernel(c->object.cl, program, "crowd_take_pairs", &c->take)
                               : status;
}

_Static_assert(offsetof(crowd_body, target_x) / 4 == CROWD_TARGET_WORD, "kernels know where targets are");

throng_status throng_cl_crowd_take(throng_cl_crowd *c, const throng_crowd_part *part, int32_t kind,
                                   const float places[4], cl_mem values, size_t offset, size_t stride)
{
    const int32_t most = part->listed ? part->count : THRONG_CL_CROWD_STAGE / 4;
    cl_mem agents = part->listed ? c->alive : c->moved;
    const cl_uint word = (cl_uint)part->first;
    const cl_int flags = part->flags;
    throng_status status = throng_cl_crowd_make_take(c);
    int32_t changed = 0;
    if (status == THRONG_OK && throng_crowd_part_places(part)) {
        c->finder.current = 0;
        throng_cl_crowd_note_placed(c, part->count);
    }
    for (int32_t done = 0; done < part->count && status == THRONG_OK; done += most) {
        const cl_uint items = (cl_uint)(part->count - done < most ? part->count - done : most);
        const cl_ulong start = (offset + (size_t)done * stride) / 4, pitch = stride / 4;
        const throng_cl_argument arguments[] = {
            THRONG_CL_ARGUMENT(c->bodies),
            THRONG_CL_ARGUMENT(c->rests),
            THRONG_CL_ARGUMENT(agents),
            THRONG_CL_ARGUMENT(values),
            THRONG_CL_ARGUMENT(start),
            THRONG_CL_ARGUMENT(pitch),
            THRONG_CL_ARGUMENT(items),
            THRONG_CL_ARGUMENT(word),
            THRONG_CL_ARGUMENT(kind),
            THRONG_CL_ARGUMENT(flags),
            THRONG_CL_ARGUMENT(places[0]),
            THRONG_CL_ARGUMENT(places[1]),
            THRONG_CL_ARGUMENT(places[2]),
            THRONG_CL_ARGUMENT(places[3]),
            THRONG_CL_ARGUMENT(c->shape.home_x),
            THRONG_CL_ARGUMENT(c->shape.home_y),
        };
        if (!part->listed)
            status = send_part(c, part, done, (int32_t)items, NULL, 0);
        if (status == THRONG_OK)
            status = throng_cl_run(&c->object, c->take, "crowd_take_pairs", items, arguments,
                                   THRONG_CL_COUNT(arguments));
        changed |= status == THRONG_OK;
    }
    return status == THRONG_OK || !changed ? status : throng_cl_failed(&c->object, status, 1);
}

enum { HASHERS = 1024 }; /* work-items that add up hashes, at most */

/* The sums are where words are gathered. */
throng_status throng_cl_crowd_hash(void *state, const throng_crowd_part *part, uint64_t *sum)
{
    throng_cl_crowd *c = state;
    cl_ulong sums[HASHERS];
    cl_mem agents = part->listed ? c->alive : c->moved;
    const size_t capacity = ((size_t)c->shape.capacity + 1) * sizeof(crowd_record) / sizeof *sums;
    const cl_uint hashers = capacity < HASHERS ? (cl_uint)capacity : HASHERS;
    const int32_t most = part->listed ? part->count : THRONG_CL_CROWD_STAGE / 4;
    throng_status status = THRONG_OK;
    *sum = 0;
    for (int32_t done = 0; done < part->count && status == THRONG_OK; done += most) {
        const cl_uint count = (cl_uint)(part->count - done < most ? part->count - done : most);
        const cl_uint more = done > 0;
        const cl_int guests = c->shape.hashes_guests;
        const throng_cl_argument arguments[] = {
            THRONG_CL_ARGUMENT(c->bodies),  THRONG_CL_ARGUMENT(c->senses), THRONG_CL_ARGUMENT(agents),
            THRONG_CL_ARGUMENT(c->records), THRONG_CL_ARGUMENT(count),     THRONG_CL_ARGUMENT(hashers),
            THRONG_CL_ARGUMENT(more),       THRONG_CL_ARGUMENT(guests),
        };
        if (!part->listed)
            status = send_part(c, part, done, (int32_t)count, NULL, 0);
        if (status == THRONG_OK)
            status = throng_cl_run(&c->object, c->hash, "crowd_hash", hashers, arguments,
                                   THRONG_CL_COUNT(arguments));
    }
    if (status != THRONG_OK)
        return throng_cl_failed(&c->object, status, 0);
    if (part->count == 0)
        return status;
    status = throng_cl_read_all(&c->object, c->records, sums, hashers * sizeof *sums,
                                "clEnqueueReadBuffer(hashes)");
    for (cl_uint i = 0; i < hashers && status == THRONG_OK; i++)
        *sum += sums[i];
    return status;
}
