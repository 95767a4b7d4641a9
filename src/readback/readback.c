/* Readbacks: the public calls. A read is the object's own blocking read, into the memory of a slot, in which
 * the backend lets it land. */
#include "src/readback/readback.h"
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/memory.h"
#include "src/core/rows.h"
#include "src/core/status.h"
#include "src/crowd/reading.h"
#include "src/flow/flow.h"
#include "src/influence/influence.h"
#include "src/potential/potential.h"
#include "src/trace/trace.h"

#include <stddef.h>
#include <string.h>

enum { LISTED_LEAST = 16384 }; /* agents whose indices need more memory than the ring has */

#define ENTRIES_MOST 1073741824
#define BYTES_MOST 2147483648u

/* Which call begins a read. */
typedef enum form { BY_AGENTS, BY_REGION, BY_RANGE } form;

static const char *const calls[] = {"agents", "region", "range"};

/* What there is of each kind. */
static const struct {
    form form;
    uint32_t cookie;
    const char *member, *what; /* of the def, and what it has to be */
    size_t at;
} sorts[] = {
    [THRONG_READBACK_AGENTS] = {BY_AGENTS, THRONG_CROWD_COOKIE, "crowd", "a crowd",
                                offsetof(throng_readback_def, crowd)},
    [THRONG_READBACK_MOTIONS] = {BY_AGENTS, THRONG_CROWD_COOKIE, "crowd", "a crowd",
                                 offsetof(throng_readback_def, crowd)},
    [THRONG_READBACK_LAYER] = {BY_REGION, THRONG_INFLUENCE_COOKIE, "map", "a map",
                               offsetof(throng_readback_def, map)},
    [THRONG_READBACK_FORCES] = {BY_RANGE, THRONG_POTENTIAL_COOKIE, "field", "a field",
                                offsetof(throng_readback_def, field)},
    [THRONG_READBACK_PATHS] = {BY_RANGE, THRONG_TRACE_COOKIE, "trace", "a tracer",
                               offsetof(throng_readback_def, trace)},
    [THRONG_READBACK_LENGTHS] = {BY_REGION, THRONG_FLOW_COOKIE, "flow", "a flow",
                                 offsetof(throng_readback_def, flow)},
    [THRONG_READBACK_DIRECTIONS] = {BY_REGION, THRONG_FLOW_COOKIE, "flow", "a flow",
                                    offsetof(throng_readback_def, flow)},
};

throng_readback_def throng_readback_default_def(void)
{
    throng_readback_def def;
    memset(&def, 0, sizeof def);
    def.slots = 3;
    def.value = THRONG_AGENT_POSITION;
    def.cookie = THRONG_READBACK_DEF_COOKIE;
    return def;
}

/* ---------------------------------------------------------------- create and destroy ---------------- */

static throng_object *object_of(const throng_readback_def *def)
{
    void *object;
    memcpy(&object, (const char *)def + sorts[def->kind].at, sizeof object);
    return object;
}

static size_t entry_of(const throng_readback_def *def)
{
    switch (def->kind) {
    case THRONG_READBACK_AGENTS:
        return throng_crowd_value_bytes(def->value);
    case THRONG_READBACK_MOTIONS:
        return sizeof(throng_motion);
    case THRONG_READBACK_FORCES:
        return sizeof(throng_force);
    case THRONG_READBACK_PATHS:
        return sizeof(throng_trace_result);
    case THRONG_READBACK_DIRECTIONS:
        return sizeof(throng_flow_direction);
    default:
        return sizeof(float);
    }
}

static throng_status check_layer(throng_context *context, const throng_readback_def *def)
{
    const int32_t of_map = def->kind == THRONG_READBACK_LAYER;
    int32_t low = 0, end = INT32_MAX;
    if (of_map) {
        low = THRONG_LAYER_COMBINED;
        end = def->map->shape.layers;
    } else if (sorts[def->kind].cookie == THRONG_FLOW_COOKIE) {
        end = throng_flow_numbers(&def->flow->shape);
    } else {
        return THRONG_OK;
    }
    if (def->layer >= low && def->layer < end)
        return THRONG_OK;
    return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "def.layer is %d: %s0 to %d", (int)def->layer,
                       of_map ? "THRONG_LAYER_COMBINED, or " : "", (int)end - 1);
}

static throng_status check_def(throng_context *context, const void *arguments)
{
    const throng_readback_def *def = arguments;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (def->kind < 0 || def->kind > THRONG_READBACK_DIRECTIONS)
        return throng_fail(context, wrong, "def.kind is %d: one of THRONG_READBACK_*", (int)def->kind);
    const throng_object *object = object_of(def);
    if (!throng_is_object_of(context, object, sorts[def->kind].cookie))
        return throng_fail(context, wrong, "def.%s %s%s%s", sorts[def->kind].member,
                           object ? "is not " : "must not be NULL", object ? sorts[def->kind].what : "",
                           object ? " of this context" : "");
    if (def->slots < 1 || def->slots > THRONG_MAX_READBACK_SLOTS)
        return throng_fail(context, wrong, "def.slots is %d: 1 to %d", (int)def->slots,
                           THRONG_MAX_READBACK_SLOTS);
    if (def->kind == THRONG_READBACK_AGENTS && !throng_crowd_is_read_back(def->value))
        return throng_fail(
            context, wrong,
            "def.value is %d: POSITION, VELOCITY, HEADING, FLAGS, PERCEIVED or VISION of THRONG_AGENT_*",
            (int)def->value);
    if (def->capacity < 1 || def->capacity > ENTRIES_MOST ||
        (size_t)def->capacity > BYTES_MOST / entry_of(def))
        return throng_fail(
            context, wrong, "def.capacity is %d: 1 to %zu entries of %zu bytes", (int)def->capacity,
            BYTES_MOST / entry_of(def) < ENTRIES_MOST ? BYTES_MOST / entry_of(def) : (size_t)ENTRIES_MOST,
            entry_of(def));
    return check_layer(context, def);
}

static throng_backend choose(throng_context *context, const void *arguments, throng_selection *choice,
                             struct throng_observer *observer)
{
    (void)context;
    (void)observer;
    choice->backend = object_of(arguments)->backend;
    return choice->backend;
}

static throng_status prepare(throng_object *object, const void *arguments)
{
    throng_readback *readback = (throng_readback *)object;
    readback->def = *(const throng_readback_def *)arguments;
    readback->of = object_of(arguments);
    readback->entry = entry_of(arguments);
    readback->shape.of = readback->of->state;
    readback->shape.slots = readback->def.slots;
    readback->shape.bytes = (throng_times((size_t)readback->def.capacity, readback->entry) + 63) / 64 * 64;
    throng_object_use(object, readback->of);
    if (!throng_multiply(readback->shape.bytes, (size_t)readback->shape.slots, &readback->shape.total))
        return throng_fail_memory(object->context, "reads", SIZE_MAX);
    return THRONG_OK;
}

static const throng_object_kind kind = {
    .type = "readback",
    .name = "readback",
    .cookie = THRONG_READBACK_COOKIE,
    .def_cookie = THRONG_READBACK_DEF_COOKIE,
    .size = sizeof(throng_readback),
    .def_cookie_at = offsetof(throng_readback_def, cookie),
    .shape = offsetof(throng_readback, shape),
    .place = THRONG_PLACE_READBACK,
    .check_def = check_def,
    .choose = choose,
    .prepare = prepare,
};

THRONG_CALL(throng_readback_create, (context, def, readback), throng_context *context,
            const throng_readback_def *def, throng_readback **readback)
{
    throng_status status = throng_object_create(context, &kind, def, readback);
    if (status != THRONG_OK)
        return status;
    (*readback)->ops = (const throng_readback_ops *)(*readback)->object.ops;
    throng_crowd *crowd = sorts[def->kind].form == BY_AGENTS ? def->crowd : NULL;
    if (!crowd || (def->kind == THRONG_READBACK_AGENTS && def->capacity < LISTED_LEAST))
        return status;
    status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = crowd->ops->reserve_motions(crowd->object.state);
    if (status != THRONG_OK) {
        (void)throng_object_destroy(*readback, THRONG_READBACK_COOKIE);
        *readback = NULL;
    }
    return status;
}

THRONG_CALL(throng_readback_destroy, (readback), throng_readback *readback)
{
    return throng_object_destroy(readback, THRONG_READBACK_COOKIE);
}

/* ---------------------------------------------------------------- beginning ------------------------- */

static throng_status check(const throng_readback *readback)
{
    return throng_object_check(readback, THRONG_READBACK_COOKIE);
}

static void *memory_of(const throng_readback *readback, int32_t slot)
{
    return readback->ops->memory(readback->object.state) + (size_t)slot * readback->shape.bytes;
}

static throng_status check_capacity(const throng_readback *readback, int64_t entries)
{
    if (entries <= readback->def.capacity)
        return THRONG_OK;
    return throng_fail(readback->object.context, THRONG_ERROR_CAPACITY,
                       "%lld entries are to be read: at most %d, the def's capacity", (long long)entries,
                       (int)readback->def.capacity);
}

/* A free slot for a read that is begun in this form. */
static throng_status find_slot(const throng_readback *readback, form wanted, int32_t *slot)
{
    uint64_t oldest = 0;
    throng_status status = check(readback);
    if (status != THRONG_OK)
        return status;
    throng_context *context = readback->object.context;
    const form right = sorts[readback->def.kind].form;
    if (right != wanted)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "the readback is of another kind: its reads begin by throng_readback_begin_%s()",
                           calls[right]);
    for (*slot = 0; *slot < readback->shape.slots; ++*slot) {
        const throng_readback_read *read = &readback->slots[*slot].read;
        if (read->number == 0)
            return THRONG_OK;
        oldest = oldest == 0 || read->number < oldest ? read->number : oldest;
    }
    return throng_fail(context, THRONG_ERROR_CAPACITY,
                       "%s %d slot%s a read: fetch or release one, the oldest is read %llu",
                       readback->shape.slots == 1 ? "the" : "all", (int)readback->shape.slots,
                       readback->shape.slots == 1 ? " holds" : "s hold", (unsigned long long)oldest);
}

static uint64_t step_of(const throng_readback *readback)
{
    return sorts[readback->def.kind].cookie == THRONG_CROWD_COOKIE ? readback->def.crowd->steps
                                                                   : readback->of->updates;
}

/* The read has begun, or failed to; `read` may be NULL. */
static throng_status take_slot(throng_readback *readback, int32_t slot, throng_status status, int32_t count,
                               int32_t width, throng_readback_read *read)
{
    throng_readback_slot *taken = &readback->slots[slot];
    readback->ops->end(readback->object.state, slot);
    if (status != THRONG_OK)
        return status;
    *taken = (throng_readback_slot){.read = {++readback->reads, step_of(readback), count, width}};
    if (read)
        *read = taken->read;
    return status;
}

THRONG_CALL(throng_readback_begin_agents, (readback, agents, count, read), throng_readback *readback,
            const throng_agent *agents, int32_t count, throng_readback_read *read)
{
    int32_t slot;
    throng_crowd_part part;
    throng_crowd_motions motions;
    throng_status status = find_slot(readback, BY_AGENTS, &slot);
    if (status == THRONG_OK)
        status = check_capacity(readback, count);
    if (status != THRONG_OK)
        return status;
    throng_crowd *crowd = readback->def.crowd;
    const int32_t whole = readback->def.kind == THRONG_READBACK_MOTIONS;
    void *to = memory_of(readback, slot);
    status = whole ? throng_crowd_prepare_motions(crowd, agents, count, to, &motions)
                   : throng_crowd_prepare_values(crowd, readback->def.value, agents, count, to, &part);
    if (status != THRONG_OK)
        return status;
    readback->ops->begin(readback->object.state, slot); /* no call of the host's from here to take_slot() */
    if (count > 0)
        status = whole ? crowd->ops->read_motions(crowd->object.state, &motions)
                       : crowd->ops->read(crowd->object.state, &part, to, readback->entry);
    return take_slot(readback, slot, status, count, count, read);
}

/* The region of a map or of a flow, and of a map its plane. */
static throng_status check_region(const throng_readback *readback, const throng_region *region,
                                  throng_region *cells, int32_t *plane)
{
    const throng_readback_def *def = &readback->def;
    throng_status status;
    *plane = 0;
    if (def->kind != THRONG_READBACK_LAYER)
        return throng_flow_check_cells(def->flow, def->layer, region, cells);
    status = throng_influence_check_plane(def->map, def->layer, plane);
    return status == THRONG_OK ? throng_influence_check_region(def->map, region, cells) : status;
}

THRONG_CALL(throng_readback_begin_region, (readback, region, read), throng_readback *readback,
            const throng_region *region, throng_readback_read *read)
{
    int32_t slot, plane;
    throng_region cells;
    throng_status status = find_slot(readback, BY_REGION, &slot);
    if (status == THRONG_OK)
        status = check_region(readback, region, &cells, &plane);
    if (status == THRONG_OK)
        status = check_capacity(readback, (int64_t)cells.width * cells.height);
    if (status != THRONG_OK)
        return status;
    const throng_readback_def *def = &readback->def;
    void *to = memory_of(readback, slot);
    const size_t row = (size_t)cells.width * readback->entry;
    readback->ops->begin(readback->object.state, slot);
    if (def->kind == THRONG_READBACK_LAYER) {
        status = def->map->ops->read(def->map->object.state, plane, &cells, to, row);
    } else {
        const throng_flow_reading reading = {def->kind == THRONG_READBACK_DIRECTIONS, def->layer, cells, to,
                                             row};
        status = def->flow->ops->read(def->flow->object.state, &reading);
    }
    return take_slot(readback, slot, status, cells.width * cells.height, cells.width, read);
}

THRONG_CALL(throng_readback_begin_range, (readback, first, count, read), throng_readback *readback,
            int32_t first, int32_t count, throng_readback_read *read)
{
    int32_t slot;
    throng_status status = find_slot(readback, BY_RANGE, &slot);
    if (status != THRONG_OK)
        return status;
    const throng_readback_def *def = &readback->def;
    const int32_t forces = def->kind == THRONG_READBACK_FORCES;
    status = forces ? throng_potential_check_points(def->field, first, count)
                    : throng_trace_check_paths(def->trace, first, count);
    if (status == THRONG_OK)
        status = check_capacity(readback, count);
    if (status != THRONG_OK)
        return status;
    void *to = memory_of(readback, slot);
    readback->ops->begin(readback->object.state, slot);
    if (count > 0)
        status = forces ? def->field->ops->read(def->field->object.state, first, count, to, readback->entry)
                        : def->trace->ops->read(def->trace->object.state, first, count, to, readback->entry);
    return take_slot(readback, slot, status, count, count, read);
}

/* ---------------------------------------------------------------- ending ---------------------------- */

static throng_status find_read(const throng_readback *readback, uint64_t number, int32_t *slot)
{
    const throng_status status = check(readback);
    if (status != THRONG_OK)
        return status;
    for (*slot = 0; *slot < readback->shape.slots && number > 0; ++*slot)
        if (readback->slots[*slot].read.number == number)
            return THRONG_OK;
    return throng_fail(readback->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                       "number is %llu: that of a read that began and was not fetched or released",
                       (unsigned long long)number);
}

/* The values in the caller's form, once they are there. */
static throng_status show(throng_readback *readback, int32_t slot, void **values)
{
    int32_t ended;
    const throng_status status = readback->ops->ended(readback->object.state, slot, 1, &ended);
    throng_readback_slot *s = &readback->slots[slot];
    *values = memory_of(readback, slot);
    if (status != THRONG_OK || s->shown)
        return status;
    if (readback->def.kind == THRONG_READBACK_AGENTS)
        throng_crowd_end_values(readback->def.crowd, readback->def.value, s->read.count, *values);
    else if (readback->def.kind == THRONG_READBACK_MOTIONS)
        throng_crowd_end_motions(readback->def.crowd, s->read.count, *values);
    s->shown = 1;
    return status;
}

static void free_slot(throng_readback *readback, int32_t slot)
{
    memset(&readback->slots[slot], 0, sizeof readback->slots[slot]);
}

THRONG_CALL(throng_readback_ready, (readback, number, ready), throng_readback *readback, uint64_t number,
            int32_t *ready)
{
    int32_t slot;
    const throng_status status = find_read(readback, number, &slot);
    if (status != THRONG_OK)
        return status;
    if (!ready)
        return throng_fail(readback->object.context, THRONG_ERROR_INVALID_ARGUMENT, "ready must not be NULL");
    return readback->ops->ended(readback->object.state, slot, 0, ready);
}

THRONG_CALL(throng_readback_get_read, (readback, number, read), throng_readback *readback, uint64_t number,
            throng_readback_read *read)
{
    int32_t slot;
    const throng_status status = find_read(readback, number, &slot);
    if (status != THRONG_OK)
        return status;
    if (!read)
        return throng_fail(readback->object.context, THRONG_ERROR_INVALID_ARGUMENT, "read must not be NULL");
    *read = readback->slots[slot].read;
    return status;
}

THRONG_CALL(throng_readback_fetch, (readback, number, values, stride), throng_readback *readback,
            uint64_t number, void *values, size_t stride)
{
    int32_t slot;
    void *from;
    throng_status status = find_read(readback, number, &slot);
    if (status != THRONG_OK)
        return status;
    const throng_readback_read *read = &readback->slots[slot].read;
    const int32_t by_rows = sorts[readback->def.kind].form == BY_REGION;
    const size_t size = readback->entry * (size_t)(by_rows ? read->width : 1);
    const int32_t rows = by_rows ? read->count / read->width : read->count;
    if (rows > 0)
        status = throng_check_stride(readback->object.context, "values", values, size, &stride);
    if (status == THRONG_OK)
        status = show(readback, slot, &from);
    if (status != THRONG_OK)
        return status;
    if (rows > 0)
        throng_copy_rows(readback->object.context, values, stride, from, size, (size_t)rows);
    free_slot(readback, slot);
    return status;
}

THRONG_CALL(throng_readback_map, (readback, number, values), throng_readback *readback, uint64_t number,
            const void **values)
{
    int32_t slot;
    void *there;
    throng_status status = find_read(readback, number, &slot);
    if (status != THRONG_OK)
        return status;
    if (!values)
        return throng_fail(readback->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "values must not be NULL");
    status = show(readback, slot, &there);
    if (status != THRONG_OK)
        return status;
    readback->slots[slot].mapped = 1;
    *values = there;
    return status;
}

THRONG_CALL(throng_readback_release, (readback, number), throng_readback *readback, uint64_t number)
{
    int32_t slot;
    const throng_status status = find_read(readback, number, &slot);
    if (status == THRONG_OK)
        free_slot(readback, slot);
    return status;
}

THRONG_CALL(throng_readback_latest, (readback, read), throng_readback *readback, throng_readback_read *read)
{
    throng_readback_read latest = {0, 0, 0, 0};
    throng_status status = check(readback);
    if (status != THRONG_OK)
        return status;
    if (!read)
        return throng_fail(readback->object.context, THRONG_ERROR_INVALID_ARGUMENT, "read must not be NULL");
    for (int32_t i = 0; i < readback->shape.slots; i++) {
        const throng_readback_read *one = &readback->slots[i].read;
        int32_t ended = 0;
        if (one->number > latest.number)
            status = readback->ops->ended(readback->object.state, i, 0, &ended);
        if (status != THRONG_OK)
            return status;
        latest = ended ? *one : latest;
    }
    for (int32_t i = 0; i < readback->shape.slots; i++)
        if (readback->slots[i].read.number < latest.number && !readback->slots[i].mapped)
            free_slot(readback, i);
    *read = latest;
    return status;
}

THRONG_CALL(throng_readback_reset, (readback), throng_readback *readback)
{
    const throng_status status = throng_object_reset(readback, THRONG_READBACK_COOKIE);
    for (int32_t i = 0; status == THRONG_OK && i < readback->shape.slots; i++)
        free_slot(readback, i);
    return status;
}

THRONG_CALL(throng_readback_get_info, (readback, info), throng_readback *readback, throng_readback_info *info)
{
    throng_object_info common;
    const throng_status status =
        throng_object_get_info(readback, THRONG_READBACK_COOKIE, info, sizeof *info, &common);
    if (status != THRONG_OK)
        return status;
    info->backend = common.backend;
    info->slots = readback->shape.slots;
    for (int32_t i = 0; i < readback->shape.slots; i++)
        info->used += readback->slots[i].read.number != 0;
    info->lost = common.lost;
    info->entry_bytes = (int32_t)readback->entry;
    info->reads = readback->reads;
    info->host_bytes = common.usage.host_bytes;
    info->device_bytes = common.usage.device_bytes;
    return THRONG_OK;
}
