/* Potential fields: the public calls, and the check of everything that they are given. */
#include "src/potential/potential.h"
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/dispatch/dispatch.h"
#include "src/measure/measure.h"
#include "src/terrain/terrain.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

enum {
    ENTRIES_MOST = 134217728,
    GOALS_MOST = 65536,
    WORLDS_MOST = 1048576,
    RANGE_CELLS_MOST = 1024,
    CHECKED_PER_TASK = 8192
};

#define LEAST_RANGE 1.00000016e-3f /* the next number above */

static const char *const list_names[] = {"sources", "goals", "points"};

throng_potential_def throng_potential_default_def(void)
{
    throng_potential_def def;
    memset(&def, 0, sizeof def);
    def.worlds = 1;
    def.source_capacity = 1024;
    def.goal_capacity = 16;
    def.point_capacity = 1024;
    def.typical_sources = 16;
    def.cell_size = 1.0f;
    def.terrain_eta = 1.0f;
    def.terrain_range = 2.0f;
    def.cookie = THRONG_POTENTIAL_DEF_COOKIE;
    return def;
}

throng_potential_source throng_potential_default_source(void)
{
    throng_potential_source source;
    memset(&source, 0, sizeof source);
    source.eta = 1.0f;
    source.range = 4.0f;
    source.power = 1.0f;
    return source;
}

/* ---------------------------------------------------------------- create and destroy ---------------- */

static throng_status check_number(throng_context *context, const char *field, int32_t value, int32_t low,
                                  int32_t high)
{
    if (value >= low && value <= high)
        return THRONG_OK;
    return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "def.%s is %d: %d to %d", field, (int)value,
                       (int)low, (int)high);
}

static throng_status check_terrain(throng_context *context, const throng_potential_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const throng_terrain *terrain = def->terrain;
    if (!terrain)
        return THRONG_OK;
    if (!throng_is_object_of(context, terrain, THRONG_TERRAIN_COOKIE))
        return throng_fail(context, wrong, "def.terrain is not terrain of this context");
    if (terrain->worlds != 1 && terrain->worlds != def->worlds)
        return throng_fail(context, wrong, "def.terrain has %d worlds: 1, or %d as the field",
                           (int)terrain->worlds, (int)def->worlds);
    if (def->terrain_mode != THRONG_TERRAIN_ALL && def->terrain_mode != THRONG_TERRAIN_NEAREST)
        return throng_fail(context, wrong, "def.terrain_mode is %d: one of THRONG_TERRAIN_ALL, _NEAREST",
                           (int)def->terrain_mode);
    if (!throng_within(def->cell_size, 1e-6f, 1e6f))
        return throng_fail(context, wrong, "def.cell_size is %g: 1e-6 to 1e6", (double)def->cell_size);
    if (!throng_within(def->terrain_eta, 0.0f, THRONG_MOST))
        return throng_fail(context, wrong, "def.terrain_eta is %g: 0 to 1e9", (double)def->terrain_eta);
    if (!throng_within(def->terrain_range, LEAST_RANGE, RANGE_CELLS_MOST * def->cell_size))
        return throng_fail(context, wrong, "def.terrain_range is %.9g: above 1e-3, at most %d cells (%g)",
                           (double)def->terrain_range, RANGE_CELLS_MOST,
                           (double)(RANGE_CELLS_MOST * def->cell_size));
    return THRONG_OK;
}

static throng_status check_measure(throng_context *context, const throng_potential_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!def->measure)
        return def->interaction
                   ? throng_fail(context, wrong, "def.interaction is %d: 0 if def.measure is NULL",
                                 (int)def->interaction)
                   : THRONG_OK;
    if (!throng_is_object_of(context, def->measure, THRONG_MEASURE_COOKIE))
        return throng_fail(context, wrong, "def.measure is not a measure of this context");
    return THRONG_OK;
}

static throng_status check_def(throng_context *context, const void *arguments)
{
    const throng_potential_def *def = arguments;
    throng_status status = check_number(context, "worlds", def->worlds, 1, WORLDS_MOST);
    if (status == THRONG_OK)
        status = check_number(context, "source_capacity", def->source_capacity, 0, ENTRIES_MOST);
    if (status == THRONG_OK)
        status = check_number(context, "goal_capacity", def->goal_capacity, 0, GOALS_MOST);
    if (status == THRONG_OK)
        status = check_number(context, "point_capacity", def->point_capacity, 0, ENTRIES_MOST);
    if (status == THRONG_OK)
        status = check_number(context, "typical_sources", def->typical_sources, 0, INT32_MAX);
    if (status == THRONG_OK)
        status = throng_check_residency(context, def->residency, THRONG_RESIDENCY_INPUT);
    if (status == THRONG_OK)
        status = check_measure(context, def);
    return status == THRONG_OK ? check_terrain(context, def) : status;
}

static throng_backend choose(throng_context *context, const void *arguments, throng_selection *choice,
                             struct throng_observer *observer)
{
    const throng_potential_def *def = arguments;
    const double sources = (double)def->source_capacity, points = (double)def->point_capacity;
    const double evaluated = (double)def->typical_sources;
    const throng_work work = {.kind = THRONG_COST_POTENTIAL,
                              .amounts = {sources, points, evaluated < sources ? evaluated : sources},
                              .in_bytes = (sources + points) * 2.0 * (double)sizeof(float),
                              .out_bytes = points * (double)sizeof(throng_force),
                              .residency = def->residency};
    *choice = throng_dispatch(context, context->wanted, &work, observer);
    return context->wanted;
}

static size_t goal_bytes(const throng_potential *field)
{
    return ((size_t)field->shape.capacity[THRONG_GOALS] + 1) * sizeof *field->goal_worlds;
}

static throng_status prepare(throng_object *object, const void *arguments)
{
    const throng_potential_def *def = arguments;
    const throng_allocator *allocator = &object->context->allocator;
    throng_potential *field = (throng_potential *)object;
    field->shape = (throng_potential_shape){
        .worlds = def->worlds,
        .capacity = {def->source_capacity, def->goal_capacity, def->point_capacity},
        .damage = def->damage != 0,
        .terrain = def->terrain,
        .terrain_mode = def->terrain_mode,
        .cell_size = def->cell_size,
        .terrain_eta = throng_without_subnormal(def->terrain_eta),
        .terrain_range = def->terrain_range,
    };
    field->measure = def->measure;
    if (def->measure) {
        field->shape.types = def->measure->shape.types;
        field->shape.interaction = def->interaction != 0;
        field->shape.measure = def->measure->shape.table;
        field->shape.measure_values = def->measure->table_bytes / sizeof(float);
    }
    throng_object_use(object, def->terrain ? &def->terrain->object : NULL);
    throng_object_use(object, def->measure ? &def->measure->object : NULL);
    field->goal_worlds = throng_allocate(allocator, goal_bytes(field));
    return field->goal_worlds ? THRONG_OK
                              : throng_fail_memory(object->context, "the worlds of goals", goal_bytes(field));
}

static void release(throng_object *object)
{
    throng_potential *field = (throng_potential *)object;
    throng_release(&object->context->allocator, field->goal_worlds, goal_bytes(field));
}

const throng_object_kind throng_potential_object_kind = {
    .type = "potential",
    .name = "field",
    .cookie = THRONG_POTENTIAL_COOKIE,
    .def_cookie = THRONG_POTENTIAL_DEF_COOKIE,
    .size = sizeof(throng_potential),
    .def_cookie_at = offsetof(throng_potential_def, cookie),
    .shape = offsetof(throng_potential, shape),
    .observer = offsetof(throng_potential, observer),
    .observer_bytes = sizeof(throng_observer),
    .place = THRONG_PLACE_POTENTIAL,
    .check_def = check_def,
    .choose = choose,
    .prepare = prepare,
    .release = release,
};

THRONG_CALL(throng_potential_create, (context, def, field), throng_context *context,
            const throng_potential_def *def, throng_potential **field)
{
    const throng_status status = throng_object_create(context, &throng_potential_object_kind, def, field);
    if (status == THRONG_OK)
        (*field)->ops = (const throng_potential_ops *)(*field)->object.ops;
    return status;
}

THRONG_CALL(throng_potential_explain, (context, def, choice), throng_context *context,
            const throng_potential_def *def, throng_selection *choice)
{
    return throng_object_explain(context, &throng_potential_object_kind, def, choice);
}

THRONG_CALL(throng_potential_destroy, (field), throng_potential *field)
{
    return throng_object_destroy(field, THRONG_POTENTIAL_COOKIE);
}

/* ---------------------------------------------------------------- checks ---------------------------- */

static throng_status check(const throng_potential *field)
{
    return throng_object_check(field, THRONG_POTENTIAL_COOKIE);
}

/* Entries first .. first+count-1 of a list: existing ones, or growing it. */
static throng_status check_range(const throng_potential *field, int32_t list, int32_t first, int32_t count,
                                 int32_t growing)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = check(field);
    if (status != THRONG_OK)
        return status;
    const int32_t present = field->counts[list], capacity = field->shape.capacity[list];
    if (first < 0 || first > present)
        return throng_fail(field->object.context, wrong, "first is %d: 0 to %d, the present count",
                           (int)first, (int)present);
    if (count < 0)
        return throng_fail(field->object.context, wrong, "count is %d: 0 or more", (int)count);
    if (!growing && count > present - first)
        return throng_fail(field->object.context, wrong, "first + count is %lld: the field has %d %s",
                           (long long)first + count, (int)present, list_names[list]);
    if (growing && count > capacity - first)
        return throng_fail(field->object.context, THRONG_ERROR_CAPACITY,
                           "first + count is %lld: at most %d %s, as in the def", (long long)first + count,
                           (int)capacity, list_names[list]);
    return THRONG_OK;
}

/* A number of an entry: its name, what it is, and what would be right. */
typedef struct number {
    const char *name;
    float value, low, high;
    const char *right;
} number;

static throng_status reject(const throng_potential *field, int32_t list, int32_t index, const number *numbers,
                            size_t count, int32_t world)
{
    for (size_t i = 0; i < count; i++)
        if (!throng_within(numbers[i].value, numbers[i].low, numbers[i].high))
            return throng_fail(field->object.context, THRONG_ERROR_INVALID_ARGUMENT, "%s[%d].%s is %.9g: %s",
                               list_names[list], (int)index, numbers[i].name, (double)numbers[i].value,
                               numbers[i].right);
    return throng_fail(field->object.context, THRONG_ERROR_INVALID_ARGUMENT, "%s[%d].world is %d: 0 to %d",
                       list_names[list], (int)index, (int)world, (int)field->shape.worlds - 1);
}

#define COORDINATE(name, value)                                                                              \
    {                                                                                                        \
        name, value, -THRONG_MOST, THRONG_MOST, "-1e9 to 1e9"                                                \
    }

static int32_t is_place(float x, float y)
{
    return throng_within(x, -THRONG_MOST, THRONG_MOST) & throng_within(y, -THRONG_MOST, THRONG_MOST);
}

static int32_t is_world(const throng_potential *field, int32_t world)
{
    return world >= 0 && world < field->shape.worlds;
}

static int32_t types_of(const throng_potential *field)
{
    return field->measure ? field->measure->shape.types : THRONG_MAX_TYPES;
}

static int32_t is_source(const throng_potential *field, const throng_potential_source *s)
{
    return is_place(s->x, s->y) & throng_within(s->eta, 0.0f, THRONG_MOST) &
           throng_within(s->range, LEAST_RANGE, THRONG_MOST) & throng_within(s->power, 0.0f, THRONG_MOST) &
           is_world(field, s->world) & (s->type >= 0) & (s->type < types_of(field));
}

static int32_t is_point(const throng_potential *field, const throng_potential_point *p)
{
    return is_place(p->x, p->y) & is_world(field, p->world) & (p->goal >= THRONG_GOALS_NONE) &
               (p->goal < field->counts[THRONG_GOALS]) &&
           (p->goal < 0 || field->goal_worlds[p->goal] == p->world);
}

static throng_status check_source(const throng_potential *field, int32_t index, const void *entry)
{
    throng_potential_source s;
    memcpy(&s, entry, sizeof s);
    const number numbers[] = {
        COORDINATE("x", s.x),
        COORDINATE("y", s.y),
        {"eta", s.eta, 0.0f, THRONG_MOST, "0 to 1e9"},
        {"range", s.range, LEAST_RANGE, THRONG_MOST, "above 1e-3, to 1e9"},
        {"power", s.power, 0.0f, THRONG_MOST, "0 to 1e9"},
    };
    const int32_t right = is_place(s.x, s.y) & throng_within(s.eta, 0.0f, THRONG_MOST) &
                          throng_within(s.range, LEAST_RANGE, THRONG_MOST) &
                          throng_within(s.power, 0.0f, THRONG_MOST) & is_world(field, s.world);
    if (!right)
        return reject(field, THRONG_SOURCES, index, numbers, sizeof numbers / sizeof *numbers, s.world);
    const int32_t types = types_of(field);
    if (s.type < 0 || s.type >= types)
        return throng_fail(field->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "sources[%d].type is %d: 0 to %d", (int)index, (int)s.type, (int)types - 1);
    return THRONG_OK;
}

static throng_status check_goal(const throng_potential *field, int32_t index, const void *entry)
{
    throng_potential_goal g;
    memcpy(&g, entry, sizeof g);
    const number numbers[] = {
        COORDINATE("x", g.x),
        COORDINATE("y", g.y),
        {"k", g.k, 0.0f, THRONG_MOST, "0 to 1e9"},
    };
    if (is_place(g.x, g.y) & throng_within(g.k, 0.0f, THRONG_MOST) & is_world(field, g.world))
        return THRONG_OK;
    return reject(field, THRONG_GOALS, index, numbers, sizeof numbers / sizeof *numbers, g.world);
}

static throng_status check_point(const throng_potential *field, int32_t index, const void *entry)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const int32_t goals = field->counts[THRONG_GOALS];
    throng_potential_point p;
    memcpy(&p, entry, sizeof p);
    const number numbers[] = {COORDINATE("x", p.x), COORDINATE("y", p.y)};
    if (!(is_place(p.x, p.y) & is_world(field, p.world)))
        return reject(field, THRONG_POINTS, index, numbers, sizeof numbers / sizeof *numbers, p.world);
    if (p.goal < THRONG_GOALS_NONE || p.goal >= goals)
        return throng_fail(field->object.context, wrong,
                           "points[%d].goal is %d: below %d, the number of goals, or one of THRONG_GOALS_*",
                           (int)index, (int)p.goal, (int)goals);
    if (p.goal >= 0 && field->goal_worlds[p.goal] != p.world)
        return throng_fail(field->object.context, wrong,
                           "points[%d].goal is %d, of world %d: a goal of the point's world, %d", (int)index,
                           (int)p.goal, (int)field->goal_worlds[p.goal], (int)p.world);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- entries --------------------------- */

typedef struct check_job {
    const throng_potential *field;
    const char *entries;
    size_t stride;
    int32_t list, count, parts;
    _Atomic int32_t wrong;
} check_job;

static void check_some(void *data, int32_t index)
{
    check_job *job = data;
    const int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    int32_t right = 1;
    for (int32_t i = throng_part_begin(job->count, job->parts, index); i < end; i++) {
        const char *entry = job->entries + (size_t)i * job->stride;
        throng_potential_source source;
        throng_potential_point point;
        if (job->list == THRONG_SOURCES) {
            memcpy(&source, entry, sizeof source);
            right &= is_source(job->field, &source);
        } else {
            memcpy(&point, entry, sizeof point);
            right &= is_point(job->field, &point);
        }
    }
    if (!right)
        atomic_store_explicit(&job->wrong, 1, memory_order_relaxed);
}

/* 1: all entries are right. 0: which one is not is not known, or there are too few to share the work. */
static int32_t check_many(const throng_potential *field, int32_t list, int32_t count, const void *entries,
                          size_t stride)
{
    const throng_context *context = field->object.context;
    check_job job = {.field = field, .entries = entries, .stride = stride, .list = list, .count = count};
    if (list == THRONG_GOALS || count < CHECKED_PER_TASK)
        return 0;
    job.parts = throng_parts(count, CHECKED_PER_TASK, context->threads);
    throng_run(context, job.parts, check_some, &job);
    return !atomic_load_explicit(&job.wrong, memory_order_relaxed);
}

throng_status throng_potential_check_entries(const throng_potential *field, int32_t list, int32_t count,
                                             const void *entries, size_t stride)
{
    static throng_status (*const check_entry[3])(const throng_potential *, int32_t,
                                                 const void *) = {check_source, check_goal, check_point};
    throng_status status = THRONG_OK;
    const int32_t right = check_many(field, list, count, entries, stride);
    for (int32_t i = 0; i < count && status == THRONG_OK && !right; i++)
        status = check_entry[list](field, i, (const char *)entries + (size_t)i * stride);
    return status;
}

static throng_status set(throng_potential *field, int32_t list, int32_t first, int32_t count,
                         const void *entries, size_t stride, size_t size)
{
    throng_status status = check_range(field, list, first, count, 1);
    if (status != THRONG_OK || count == 0)
        return status;
    status = throng_check_stride(field->object.context, list_names[list], entries, size, &stride);
    if (status == THRONG_OK)
        status = throng_potential_check_entries(field, list, count, entries, stride);
    if (status == THRONG_OK)
        status = field->ops->set(field->object.state, list, first, count, entries, stride);
    if (status != THRONG_OK)
        return status;
    if (first + count > field->counts[list])
        field->counts[list] = first + count;
    field->dirty = 1;
    return THRONG_OK;
}

THRONG_CALL(throng_potential_set_sources, (field, first, count, sources, stride), throng_potential *field,
            int32_t first, int32_t count, const throng_potential_source *sources, size_t stride)
{
    return set(field, THRONG_SOURCES, first, count, sources, stride, sizeof *sources);
}

THRONG_CALL(throng_potential_set_goals, (field, first, count, goals, stride), throng_potential *field,
            int32_t first, int32_t count, const throng_potential_goal *goals, size_t stride)
{
    throng_status status = set(field, THRONG_GOALS, first, count, goals, stride, sizeof *goals);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        throng_potential_goal goal;
        memcpy(&goal, (const char *)goals + (size_t)i * (stride ? stride : sizeof goal), sizeof goal);
        field->goal_worlds[first + i] = goal.world;
    }
    return status;
}

THRONG_CALL(throng_potential_set_points, (field, first, count, points, stride), throng_potential *field,
            int32_t first, int32_t count, const throng_potential_point *points, size_t stride)
{
    return set(field, THRONG_POINTS, first, count, points, stride, sizeof *points);
}

throng_status throng_potential_check_positions(const throng_potential *field, int32_t list, int32_t count,
                                               const float *positions, size_t *stride)
{
    const throng_status status =
        throng_check_stride(field->object.context, "positions", positions, 2 * sizeof *positions, stride);
    if (status != THRONG_OK)
        return status;
    const int32_t wrong = throng_first_wrong_pair(positions, *stride, count, THRONG_MOST);
    if (wrong == count)
        return THRONG_OK;
    float at[2];
    memcpy(at, (const char *)positions + (size_t)wrong * *stride, sizeof at);
    const number numbers[] = {COORDINATE("x", at[0]), COORDINATE("y", at[1])};
    return reject(field, list, wrong, numbers, sizeof numbers / sizeof *numbers, 0);
}

static throng_status move(throng_potential *field, int32_t list, int32_t first, int32_t count,
                          const float *positions, size_t stride)
{
    throng_status status = check_range(field, list, first, count, 0);
    if (status != THRONG_OK || count == 0)
        return status;
    status = throng_potential_check_positions(field, list, count, positions, &stride);
    if (status != THRONG_OK)
        return status;
    throng_observe_begin(&field->observer);
    status = field->ops->move(field->object.state, list, first, count, positions, stride);
    throng_observe_end(&field->observer);
    if (status == THRONG_OK)
        field->dirty = 1;
    return status;
}

THRONG_CALL(throng_potential_move_sources, (field, first, count, positions, stride), throng_potential *field,
            int32_t first, int32_t count, const float *positions, size_t stride)
{
    return move(field, THRONG_SOURCES, first, count, positions, stride);
}

THRONG_CALL(throng_potential_move_points, (field, first, count, positions, stride), throng_potential *field,
            int32_t first, int32_t count, const float *positions, size_t stride)
{
    return move(field, THRONG_POINTS, first, count, positions, stride);
}

static throng_status truncate(throng_potential *field, int32_t list, int32_t count)
{
    throng_status status = check(field);
    if (status != THRONG_OK)
        return status;
    if (count < 0 || count > field->counts[list])
        return throng_fail(field->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "count is %d: at most the present number of %s, %d", (int)count, list_names[list],
                           (int)field->counts[list]);
    if (count == field->counts[list])
        return THRONG_OK;
    status = field->ops->truncate(field->object.state, list, count);
    if (status == THRONG_OK) {
        field->counts[list] = count;
        field->dirty = 1;
    }
    return status;
}

THRONG_CALL(throng_potential_truncate_sources, (field, count), throng_potential *field, int32_t count)
{
    return truncate(field, THRONG_SOURCES, count);
}

THRONG_CALL(throng_potential_truncate_goals, (field, count), throng_potential *field, int32_t count)
{
    return truncate(field, THRONG_GOALS, count);
}

THRONG_CALL(throng_potential_truncate_points, (field, count), throng_potential *field, int32_t count)
{
    return truncate(field, THRONG_POINTS, count);
}

throng_status throng_potential_check_points(const throng_potential *field, int32_t first, int32_t count)
{
    return check_range(field, THRONG_POINTS, first, count, 0);
}

/* ---------------------------------------------------------------- state and facts ------------------- */

THRONG_CALL(throng_potential_reset, (field), throng_potential *field)
{
    const throng_status status = throng_object_reset(field, THRONG_POTENTIAL_COOKIE);
    if (status != THRONG_OK)
        return status;
    memset(field->counts, 0, sizeof field->counts);
    field->dirty = 1;
    return THRONG_OK;
}

THRONG_CALL(throng_potential_get_info, (field, info), throng_potential *field, throng_potential_info *info)
{
    throng_object_info common;
    const throng_status status =
        throng_object_get_info(field, THRONG_POTENTIAL_COOKIE, info, sizeof *info, &common);
    if (status != THRONG_OK)
        return status;
    info->backend = common.backend;
    info->sources = field->counts[THRONG_SOURCES];
    info->goals = field->counts[THRONG_GOALS];
    info->points = field->counts[THRONG_POINTS];
    info->lost = common.lost;
    info->host_bytes = common.usage.host_bytes + goal_bytes(field);
    info->device_bytes = common.usage.device_bytes;
    info->kernel_seconds = common.usage.kernel_seconds;
    return THRONG_OK;
}
