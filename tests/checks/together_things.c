/* What is made, what can be read of it, and how it goes. */
#include "tests/checks/together.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- create and destroy ---------------- */

/* A thing of a kind, or with `on` >= 0 one that is made on that one; -1: there is none. */
static int32_t some(together *t, kind which, int32_t on)
{
    const int32_t first = (int32_t)draw(t, THINGS);
    for (int32_t i = 0; i < THINGS; i++) {
        const int32_t k = (first + i) % THINGS;
        const thing *o = &t->things[k];
        if (o->there && o->kind == which && (on < 0 || o->uses[0] == on))
            return k;
    }
    return -1;
}

static throng_terrain *terrain_on(const together *t, int32_t index, int32_t s)
{
    return index < 0 ? NULL : t->things[index].on[s];
}

static throng_status make_terrain(together *t, thing *o)
{
    throng_status status;
    throng_terrain_def def = throng_terrain_default_def();
    def.width = o->width = 1 + (int32_t)draw(t, 40);
    def.height = o->height = 1 + (int32_t)draw(t, 30);
    def.worlds = draw(t, 12) == 0 ? 0 : 1; /* of none: a mistake */
    ALL(t, status, "throng_terrain_create",
        throng_terrain_create(t->sides[s].context, &def, (throng_terrain **)&o->on[s]));
    return status;
}

static throng_status make_map(together *t, thing *o)
{
    throng_status status;
    throng_influence_def def = throng_influence_default_def();
    o->uses[0] = draw(t, 3) ? some(t, TERRAIN, -1) : -1;
    def.width = o->width = o->uses[0] < 0 ? 1 + (int32_t)draw(t, 60) : t->things[o->uses[0]].width;
    def.height = o->height = o->uses[0] < 0 ? 1 + (int32_t)draw(t, 60) : t->things[o->uses[0]].height;
    def.grid = (throng_grid)draw(t, 3);
    def.propagation = o->uses[0] < 0 ? THRONG_PROPAGATION_EUCLIDEAN : 1 + (int32_t)draw(t, 2);
    def.layers = o->layers = 1 + (int32_t)draw(t, 2);
    def.object_capacity = o->capacity = (int32_t)draw(t, 30);
    def.cell_size = draw(t, 12) == 0 ? 0.0f : 1.0f;
    memset(o->agents, 0, sizeof o->agents);
    ALL(t, status, "throng_influence_create",
        (def.terrain = terrain_on(t, o->uses[0], s),
         throng_influence_create(t->sides[s].context, &def, (throng_influence **)&o->on[s])));
    return status;
}

static throng_status make_flow(together *t, thing *o)
{
    throng_status status;
    throng_flow_def def = throng_flow_default_def();
    o->uses[0] = some(t, TERRAIN, -1);
    if (o->uses[0] >= 0) {
        o->width = t->things[o->uses[0]].width;
        o->height = t->things[o->uses[0]].height;
    }
    def.grid = draw(t, 4) ? THRONG_GRID_SQUARE8 : (throng_grid)draw(t, 3);
    def.fields = o->fields = 1 + (int32_t)draw(t, 3);
    def.goal_capacity = o->capacity = 1 + (int32_t)draw(t, 4);
    ALL(t, status, "throng_flow_create",
        (def.terrain = terrain_on(t, o->uses[0], s),
         throng_flow_create(t->sides[s].context, &def, (throng_flow **)&o->on[s])));
    return status;
}

static throng_status make_measure(together *t, thing *o)
{
    throng_status status;
    throng_measure_def def = throng_measure_default_def();
    def.types = o->fields = 1 + (int32_t)draw(t, 5);
    for (int32_t i = 0; i < def.types; i++)
        def.weights[i] = draw_between(t, 0.1f, 0.9f);
    def.lambda = draw_between(t, -1.1f, 2.0f);
    ALL(t, status, "throng_measure_create",
        throng_measure_create(t->sides[s].context, &def, (throng_measure **)&o->on[s]));
    return status;
}

static throng_status make_field(together *t, thing *o)
{
    throng_status status;
    throng_potential_def def = throng_potential_default_def();
    o->uses[0] = draw(t, 4) ? some(t, TERRAIN, -1) : -1;
    o->uses[1] = draw(t, 2) ? some(t, MEASURE, -1) : -1;
    o->fields = o->uses[1] < 0 ? 3 : t->things[o->uses[1]].fields;
    def.damage = (int32_t)draw(t, 2);
    def.interaction = o->uses[1] >= 0 && draw(t, 2);
    def.source_capacity = def.point_capacity = o->capacity = (int32_t)draw(t, 40);
    def.goal_capacity = 3;
    def.terrain_mode = (throng_terrain_mode)draw(t, 2);
    def.worlds = draw(t, 12) == 0 ? 0 : 1;
    ALL(t, status, "throng_potential_create",
        (def.terrain = terrain_on(t, o->uses[0], s),
         def.measure = o->uses[1] < 0 ? NULL : t->things[o->uses[1]].on[s],
         throng_potential_create(t->sides[s].context, &def, (throng_potential **)&o->on[s])));
    return status;
}

static throng_status make_trace(together *t, thing *o)
{
    throng_status status;
    throng_trace_def def = throng_trace_default_def();
    o->uses[0] = some(t, FIELD, -1);
    if (o->uses[0] >= 0 && t->things[o->uses[0]].uses[0] >= 0 && draw(t, 2))
        o->uses[1] = some(t, FLOW, t->things[o->uses[0]].uses[0]);
    def.escape = o->uses[1] >= 0 ? THRONG_ESCAPE_FLOW : draw(t, 2) ? THRONG_ESCAPE_HILLS : THRONG_ESCAPE_NONE;
    o->fields = o->uses[1] < 0 ? 1 : t->things[o->uses[1]].fields;
    def.start_capacity = o->capacity = (int32_t)draw(t, 12);
    def.max_steps = o->width = 1 + (int32_t)draw(t, 60);
    ALL(t, status, "throng_trace_create",
        (def.field = o->uses[0] < 0 ? NULL : t->things[o->uses[0]].on[s],
         def.flow = o->uses[1] < 0 ? NULL : t->things[o->uses[1]].on[s],
         throng_trace_create(t->sides[s].context, &def, (throng_trace **)&o->on[s])));
    return status;
}

static throng_status make_route(together *t, thing *o)
{
    throng_status status;
    throng_route_def def = throng_route_default_def();
    o->uses[0] = some(t, TERRAIN, -1);
    if (o->uses[0] >= 0) {
        o->width = t->things[o->uses[0]].width;
        o->height = t->things[o->uses[0]].height;
    }
    def.grid = (throng_grid)draw(t, 3);
    def.method = (throng_route_method)draw(t, 2);
    ALL(t, status, "throng_route_create",
        (def.terrain = terrain_on(t, o->uses[0], s),
         throng_route_create(t->sides[s].context, &def, (throng_route **)&o->on[s])));
    return status;
}

/* Of few kinds, as OpenCL compiles a kernel for each. */
static throng_status make_crowd(together *t, thing *o)
{
    throng_status status;
    throng_crowd_def def = throng_crowd_default_def();
    o->uses[0] = draw(t, 3) ? some(t, TERRAIN, -1) : -1;
    o->uses[1] = draw(t, 2) ? some(t, FLOW, -1) : -1;
    o->width = o->height = 24;
    o->fields = o->uses[1] < 0 ? 0 : t->things[o->uses[1]].fields;
    def.agent_capacity = o->capacity = (int32_t)draw(t, AGENTS / 2);
    def.perception = draw(t, 2) ? THRONG_PERCEPTION_ALL : 0;
    def.congestion = def.perception != 0;
    def.symmetry = draw(t, 16) == 0 ? 2.0f : def.perception ? 0.1f : 0.0f;
    def.seed = t->round > 100;
    ALL(t, status, "throng_crowd_create",
        (def.terrain = terrain_on(t, o->uses[0], s),
         def.flow = o->uses[1] < 0 ? NULL : t->things[o->uses[1]].on[s],
         throng_crowd_create(t->sides[s].context, &def, (throng_crowd **)&o->on[s])));
    return status;
}

int32_t together_create(together *t)
{
    static throng_status (*const make[KINDS])(together *, thing *) = {
        make_terrain, make_map, make_flow, make_measure, make_field, make_trace, make_route, make_crowd};
    int32_t i = 0;
    while (i < THINGS && t->things[i].there)
        i++;
    if (i == THINGS)
        return -1;
    thing *o = &t->things[i];
    memset(o, 0, sizeof *o);
    o->uses[0] = o->uses[1] = -1;
    o->kind = draw(t, 4) ? (kind)draw(t, KINDS) : draw(t, 2) ? TERRAIN : CROWD;
    const throng_status status = make[o->kind](t, o);
    for (int32_t s = 0; s < t->count; s++)
        if ((status == THRONG_OK) != (o->on[s] != NULL))
            differs(t, s, "something that was refused");
    o->there = status == THRONG_OK;
    for (int32_t k = 0; k < USED && o->there; k++)
        if (o->uses[k] >= 0)
            t->things[o->uses[k]].users++;
    return o->there ? i : -1;
}

static throng_status destroy_on(thing *o, int32_t s)
{
    switch (o->kind) {
    case TERRAIN:
        return throng_terrain_destroy(o->on[s]);
    case MAP:
        return throng_influence_destroy(o->on[s]);
    case FLOW:
        return throng_flow_destroy(o->on[s]);
    case MEASURE:
        return throng_measure_destroy(o->on[s]);
    case FIELD:
        return throng_potential_destroy(o->on[s]);
    case TRACE:
        return throng_trace_destroy(o->on[s]);
    case ROUTE:
        return throng_route_destroy(o->on[s]);
    case CROWD:
    case KINDS:
    default:
        return throng_crowd_destroy(o->on[s]);
    }
}

/* What others use stays, and says so. */
void together_destroy(together *t, int32_t index)
{
    thing *o = &t->things[index];
    throng_status status;
    ALL(t, status, "destroying", destroy_on(o, s));
    if ((status == THRONG_OK) != (o->users == 0))
        differs(t, 0, "destroyed while it is used, or not destroyed");
    if (status != THRONG_OK)
        return;
    for (int32_t k = 0; k < USED; k++)
        if (o->uses[k] >= 0)
            t->things[o->uses[k]].users--;
    free(o->kept);
    o->kept = NULL;
    o->there = 0;
}

/* ---------------------------------------------------------------- what can be read ------------------ */

static uint64_t hash_more(uint64_t h, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        h = (h ^ at[i]) * 0x100000001b3u;
    return h;
}

typedef struct sight {
    together *t;
    int32_t side;
    uint64_t hash;
    unsigned char bytes[1 << 20];
} sight;

/* The call has to succeed. */
static void take(sight *v, throng_status status, size_t size)
{
    if (status != THRONG_OK)
        differs(v->t, v->side, "it cannot be read");
    v->hash = hash_more(v->hash, v->bytes, size);
}

#define FLOATS(v) ((float *)(void *)(v)->bytes)

static void see_crowd(sight *v, const thing *o, throng_crowd *crowd)
{
    static const throng_agent_value values[] = {
        THRONG_AGENT_POSITION, THRONG_AGENT_VELOCITY,   THRONG_AGENT_GOAL,  THRONG_AGENT_HEADING,
        THRONG_AGENT_RADIUS,   THRONG_AGENT_FLOW_FIELD, THRONG_AGENT_FLAGS, THRONG_AGENT_MAX_NEIGHBORS,
        THRONG_AGENT_LOCKED,   THRONG_AGENT_PRIORITY,   THRONG_AGENT_ID};
    int32_t count = 0;
    size_t bytes = 0;
    (void)o;
    memset(v->bytes, 0, AGENTS * sizeof(throng_agent));
    take(v, throng_crowd_hash(crowd, (uint64_t *)(void *)v->bytes), sizeof(uint64_t));
    take(v, throng_crowd_list(crowd, (throng_agent *)(void *)v->bytes, AGENTS, &count),
         AGENTS * sizeof(throng_agent));
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        memset(v->bytes, 0, AGENTS * 8);
        take(v, throng_crowd_get(crowd, values[i], count, NULL, 0, v->bytes, 8), (size_t)count * 8);
    }
    take(v, throng_crowd_snapshot_bytes(crowd, &bytes), 0);
    if (bytes > sizeof v->bytes)
        differs(v->t, v->side, "a large snapshot");
    take(v, throng_crowd_save(crowd, v->bytes, bytes), bytes);
}

static void see_map(sight *v, const thing *o, throng_influence *map)
{
    const size_t size = (size_t)o->width * (size_t)o->height * sizeof(float);
    for (int32_t i = 0; i < o->layers; i++)
        take(v, throng_influence_read(map, i, NULL, FLOATS(v), 0), size);
    throng_best best;
    memset(&best, 0, sizeof best);
    take(v, throng_influence_worst(map, 0, NULL, &best), 0);
    v->hash = hash_more(v->hash, &best, sizeof best);
}

static void see_flow(sight *v, const thing *o, throng_flow *flow)
{
    const size_t cells = (size_t)o->width * (size_t)o->height;
    for (int32_t i = 0; i < o->fields; i++) {
        take(v, throng_flow_read_lengths(flow, i, NULL, FLOATS(v), 0), cells * sizeof(float));
        take(v, throng_flow_read_directions(flow, i, NULL, v->bytes, 0), cells);
    }
}

static void see_trace(sight *v, const thing *o, throng_trace *trace)
{
    throng_trace_result *results = (throng_trace_result *)(void *)v->bytes;
    int32_t steps[AGENTS] = {0};
    take(v, throng_trace_read(trace, 0, o->count, results, 0), (size_t)o->count * sizeof *results);
    for (int32_t i = 0; i < o->count; i++)
        steps[i] = results[i].status == THRONG_TRACE_INVALID ? -1 : results[i].steps;
    for (int32_t i = 0; i < o->count; i++)
        take(
            v,
            throng_trace_read_points(trace, i, 1, 0, steps[i] + 1, (throng_trace_point *)(void *)v->bytes, 0),
            (size_t)(steps[i] + 1) * sizeof(throng_trace_point));
}

uint64_t together_see(together *t, int32_t index, int32_t which)
{
    static sight v;
    const thing *o = &t->things[index];
    void *on = o->on[which];
    v.t = t;
    v.side = which;
    v.hash = 0xcbf29ce484222325u;
    switch (o->kind) {
    case TERRAIN:
        take(&v, throng_terrain_read(on, NULL, v.bytes, 0), (size_t)o->width * (size_t)o->height);
        break;
    case MAP:
        see_map(&v, o, on);
        break;
    case FLOW:
        see_flow(&v, o, on);
        break;
    case MEASURE:
        for (uint32_t i = 0; i < 1u << o->fields; i++)
            take(&v, throng_measure_value(on, i, FLOATS(&v)), sizeof(float));
        break;
    case FIELD:
        take(&v, throng_potential_read(on, 0, o->points, (throng_force *)(void *)v.bytes, 0),
             (size_t)o->points * sizeof(throng_force));
        break;
    case TRACE:
        see_trace(&v, o, on);
        break;
    case ROUTE:
        if (o->count > 0)
            take(&v, throng_route_read(on, 0, o->count, (throng_cell *)(void *)v.bytes, o->points),
                 (size_t)o->points * sizeof(throng_cell));
        break;
    case CROWD:
    case KINDS:
    default:
        see_crowd(&v, o, on);
        break;
    }
    return v.hash;
}
