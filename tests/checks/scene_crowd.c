/* Crowds beside a scene's map: one of plain agents among obstacles that come and go, one with senses,
 * congestion, terrain and a flow. Agents are added, set, removed; a snapshot is taken up again. What a
 * failing device took with it is brought back, and all begins anew. */
#include "tests/checks/scene.h"

#include <stdlib.h>
#include <string.h>

enum {
    CROWDS = 2,
    PLAIN = 0,
    SENSES = 1,
    FIRST = 36,
    LATER = 5,
    MOST = FIRST + LATER,
    LOOKS = 6,
    SIDE = 9,
    FOUND = 6
};

typedef struct seen {
    float x, y, vx, vy, heading_x, heading_y, vision;
    float perceived, flags;
} seen;

/* What is read at a time. */
typedef struct look {
    seen agents[MOST];
    float hash[4]; /* its parts, of 16 bits each */
    float found[1 + FOUND], events;
} look;

/* Devices that flush subnormal numbers, which crowds refuse, are told of by the environment. */
static int without_crowds(void) { return getenv("THRONG_CHECK_NO_FIELDS") != NULL; }

size_t scene_crowd_size(void) { return without_crowds() ? 0 : LOOKS * sizeof(look) / sizeof(float); }

typedef struct group {
    throng_crowd *crowd;
    throng_agent agents[MOST];
    throng_obstacle obstacles[3];
    void *snapshot;
    size_t bytes;
    uint64_t hash; /* when the snapshot was made */
} group;

typedef struct walk {
    throng_terrain *terrain;
    throng_flow *flow;
    group groups[CROWDS];
    look *looks;
    int32_t whole; /* 1: no buffer is filled part by part */
} walk;

static throng_status make(throng_context *context, walk *w)
{
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    throng_status status = THRONG_OK;
    ground.width = ground.height = SIDE;
    if (!w->terrain)
        status = throng_terrain_create(context, &ground, &w->terrain);
    flow.terrain = w->terrain;
    if (status == THRONG_OK && !w->flow)
        status = throng_flow_create(context, &flow, &w->flow);
    for (int which = 0; which < CROWDS && status == THRONG_OK; which++) {
        throng_crowd_def def = throng_crowd_default_def();
        def.agent_capacity = w->whole ? MOST : FIRST;
        def.max_neighbors = which == SENSES ? 4 : 6;
        if (which == SENSES) {
            def.perception = THRONG_PERCEPTION_ALL;
            def.congestion = 1;
            def.symmetry = 0.125f;
            def.terrain = w->terrain;
            def.flow = w->flow;
        }
        if (!w->groups[which].crowd)
            status = throng_crowd_create(context, &def, &w->groups[which].crowd);
    }
    return status;
}

/* They walk across each other; some stand in one place. */
static throng_agent_def agent(int which, int32_t i)
{
    throng_agent_def d = throng_agent_default_def();
    uint32_t state = (uint32_t)(i * 2 + which);
    d.id = i < FIRST ? 100 + (uint64_t)i : ((uint64_t)1 << 40) - (uint64_t)i; /* later ones ask for ranks */
    d.x = 0.5f + 8.0f * scene_share(&state);
    d.y = 0.5f + 8.0f * scene_share(&state);
    if (i % 9 == 8)
        d.x = d.y = 4.5f;
    d.target_x = 9.0f - d.x;
    d.target_y = 9.0f - d.y;
    d.radius = 0.125f + 0.25f * scene_share(&state);
    d.max_speed = 1.0f + scene_share(&state);
    d.max_neighbors = 4;
    d.neighbor_dist = 3.0f;
    d.navigation = i % 3 == 0 ? THRONG_NAVIGATE_VELOCITY : THRONG_NAVIGATE_GOAL;
    if (i % 3 == 0) {
        d.target_x = 2.0f * scene_share(&state) - 1.0f;
        d.target_y = -1.0f;
    }
    if (which == PLAIN)
        return d;
    d.navigation = i % 4 == 0 ? THRONG_NAVIGATE_FLOW : d.navigation;
    d.vision_range = 4.0f;
    d.vision_range_min = 1.0f;
    d.capacity = 2;
    d.hearing_range = 2.0f;
    d.sound_range = 1.0f;
    d.layer = i % 7 == 3 ? 2 : 1;
    d.mask = i % 5 == 4 ? 1 : 3;
    d.priority = i % 6 == 5;
    d.responsibility = i % 10 == 6 ? 2.0f : 1.0f;
    d.locked = i % 11 == 7;
    d.dead_speed = 0.5f;
    return d;
}

/* ---- steps: each may be taken twice */

static throng_status build(walk *w, int which, int part)
{
    const throng_region walls[2] = {{4, 2, 1, 5}, {4, 4, 1, 1}};
    (void)which;
    return throng_terrain_fill(w->terrain, &walls[part], part == 0);
}

static throng_status set_goal(walk *w, int which, int part)
{
    const throng_cell goals[2] = {{7, 4}, {1, 8}};
    (void)which;
    return throng_flow_set_goals(w->flow, 0, 1, &goals[part], 0);
}

static throng_status reserve(walk *w, int which, int part)
{
    return throng_crowd_reserve(w->groups[which].crowd, FIRST + part);
}

/* The first of them, or those who come later. */
static throng_status add(walk *w, int which, int part)
{
    throng_agent_def defs[MOST];
    group *g = &w->groups[which];
    const int32_t first = part ? FIRST : 0, count = part ? LATER : FIRST;
    for (int32_t i = 0; i < count; i++)
        defs[i] = agent(which, first + i);
    return throng_crowd_add(g->crowd, count, defs, 0, &g->agents[first]);
}

static throng_status drop(walk *w, int which, int part)
{
    const group *g = &w->groups[which];
    return throng_crowd_remove(g->crowd, LATER, &g->agents[part], 3 * sizeof *g->agents);
}

/* A block, a room around all, a wall with two sides. */
static throng_status put(walk *w, int which, int part)
{
    static const throng_vertex block[] = {
        {3.0f, 5.0f}, {4.0f, 5.0f}, {4.5f, 5.5f}, {4.0f, 6.0f}, {3.0f, 6.0f}};
    static const throng_vertex room[] = {{-1.0f, -1.0f}, {-1.0f, 10.0f}, {10.0f, 10.0f}, {10.0f, -1.0f}};
    static const throng_vertex wall[] = {{2.0f, 2.0f}, {6.0f, 3.0f}};
    group *g = &w->groups[which];
    const int32_t count = part == 0 ? 5 : part == 1 ? 4 : 2;
    return throng_crowd_add_obstacle(g->crowd, count,
                                     part == 0   ? block
                                     : part == 1 ? room
                                                 : wall,
                                     0, &g->obstacles[part]);
}

static throng_status tear_down(walk *w, int which, int part)
{
    return throng_crowd_remove_obstacle(w->groups[which].crowd, w->groups[which].obstacles[part]);
}

/* Agents who had a velocity to keep get a goal, and back. */
static throng_status set_way(walk *w, int which, int part)
{
    static const float ways[4][2] = {{1.0f, 8.0f}, {8.0f, 1.0f}, {0.5f, 0.25f}, {-0.5f, 1.0f}};
    const group *g = &w->groups[which];
    return throng_crowd_set(g->crowd, part ? THRONG_AGENT_PREFERRED_VELOCITY : THRONG_AGENT_GOAL, 4,
                            &g->agents[12], 3 * sizeof *g->agents, ways, 0);
}

static throng_status lock(walk *w, int which, int part)
{
    const int32_t locked[2] = {1, part};
    return throng_crowd_set(w->groups[which].crowd, THRONG_AGENT_LOCKED, 2, &w->groups[which].agents[20], 0,
                            locked, 0);
}

static throng_status set_most(walk *w, int which, int part)
{
    return throng_crowd_set(w->groups[which].crowd, THRONG_AGENT_MAX_NEIGHBORS, 1,
                            &w->groups[which].agents[20], 0, &part, 0);
}

static throng_status go(walk *w, int which, int part)
{
    return throng_crowd_step(w->groups[which].crowd, part ? 0.5f : 0.25f);
}

/* Whom a query finds, and how much happened. */
static throng_status ask(throng_crowd *crowd, look *to)
{
    const throng_crowd_query query = {4.5f, 4.0f, 6.0f, 1, {0, 0}};
    const uint32_t kinds = THRONG_FLAG_ARRIVED | THRONG_FLAG_CONGESTED | THRONG_FLAG_INSIDE_WALL;
    throng_crowd_hit hits[FOUND];
    int32_t found = 0, events = 0;
    throng_status status = throng_crowd_find_within(crowd, 1, &query, 0, FOUND, hits, &found);
    if (status == THRONG_OK)
        status = throng_crowd_get_events(crowd, kinds, NULL, 0, &events);
    to->found[0] = (float)found;
    to->events = (float)events;
    for (int32_t i = 0; i < found && i < FOUND; i++)
        to->found[1 + i] = (float)hits[i].agent.index + 0.0625f * hits[i].distance;
    return status;
}

static throng_status read(walk *w, int which, int part)
{
    throng_crowd *crowd = w->groups[which].crowd;
    look *to = &w->looks[part];
    int32_t count, perceived[MOST];
    uint32_t flags[MOST];
    uint64_t hash = 0;
    memset(to, 0, sizeof *to);
    throng_status status = throng_crowd_list(crowd, NULL, 0, &count);
    const struct {
        throng_agent_value what;
        void *data;
        size_t stride;
    } wanted[] = {
        {THRONG_AGENT_POSITION, &to->agents[0].x, sizeof(seen)},
        {THRONG_AGENT_VELOCITY, &to->agents[0].vx, sizeof(seen)},
        {THRONG_AGENT_HEADING, &to->agents[0].heading_x, sizeof(seen)},
        {THRONG_AGENT_VISION, &to->agents[0].vision, sizeof(seen)},
        {THRONG_AGENT_PERCEIVED, perceived, 0},
        {THRONG_AGENT_FLAGS, flags, 0},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == THRONG_OK; i++)
        status = throng_crowd_get(crowd, wanted[i].what, count, NULL, 0, wanted[i].data, wanted[i].stride);
    if (status == THRONG_OK)
        status = throng_crowd_hash(crowd, &hash);
    if (status == THRONG_OK)
        status = ask(crowd, to);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        to->agents[i].perceived = (float)perceived[i];
        to->agents[i].flags = (float)flags[i];
    }
    for (int i = 0; i < 4; i++)
        to->hash[i] = (float)(hash >> 16 * i & 0xffffu);
    return status;
}

static throng_status save(walk *w, int which, int part)
{
    group *g = &w->groups[which];
    (void)part;
    free(g->snapshot);
    g->snapshot = NULL;
    throng_status status = throng_crowd_snapshot_bytes(g->crowd, &g->bytes);
    void *snapshot = malloc(g->bytes);
    if (status == THRONG_OK)
        status = snapshot ? throng_crowd_hash(g->crowd, &g->hash) : THRONG_ERROR_OUT_OF_MEMORY;
    if (status == THRONG_OK)
        status = throng_crowd_save(g->crowd, snapshot, g->bytes);
    if (status == THRONG_OK)
        g->snapshot = snapshot;
    else
        free(snapshot);
    return status;
}

static throng_status restore(walk *w, int which, int part)
{
    (void)part;
    return throng_crowd_restore(w->groups[which].crowd, w->groups[which].snapshot, w->groups[which].bytes);
}

enum { ALWAYS, IN_PARTS, AS_WHOLE };

static const struct {
    const char *name;
    throng_status (*take)(walk *w, int which, int part);
    int which, part;
    int kind; /* IN_PARTS: not where buffers are filled as a whole alone; AS_WHOLE: there only */
} steps[] = {
    {"terrain_fill", build, 0, 0, ALWAYS},
    {"flow_set_goals", set_goal, 0, 0, ALWAYS},
    {"crowd_add_obstacle, plain", put, PLAIN, 0, AS_WHOLE},
    {"crowd_add_obstacle, plain", put, PLAIN, 1, AS_WHOLE},
    {"crowd_add_obstacle, senses", put, SENSES, 2, AS_WHOLE},
    {"crowd_add, plain", add, PLAIN, 0, ALWAYS},
    {"crowd_add, senses", add, SENSES, 0, ALWAYS},
    {"crowd_step, plain", go, PLAIN, 0, ALWAYS},
    {"crowd_step, senses", go, SENSES, 0, ALWAYS},
    {"crowd_step, senses", go, SENSES, 0, ALWAYS},
    {"reading, plain", read, PLAIN, 0, ALWAYS},
    {"reading, senses", read, SENSES, 1, ALWAYS},
    {"crowd_add_obstacle, plain", put, PLAIN, 0, IN_PARTS},
    {"crowd_add_obstacle, plain", put, PLAIN, 1, IN_PARTS},
    {"crowd_add_obstacle, senses", put, SENSES, 2, IN_PARTS},
    {"crowd_set, plain", set_way, PLAIN, 0, ALWAYS},
    {"crowd_set, senses", set_way, SENSES, 1, ALWAYS},
    {"crowd_step, plain", go, PLAIN, 1, ALWAYS},
    {"crowd_remove, plain", drop, PLAIN, 0, ALWAYS},
    {"crowd_add, plain", add, PLAIN, 1, IN_PARTS}, /* in the places of those: the list changes behind them */
    {"crowd_reserve, senses", reserve, SENSES, LATER, IN_PARTS},
    {"crowd_add, senses", add, SENSES, 1, IN_PARTS}, /* behind the others in the list */
    {"crowd_save, senses", save, SENSES, 0, ALWAYS},
    {"crowd_set, plain", lock, PLAIN, 1, ALWAYS},
    {"crowd_set, plain", set_most, PLAIN, 2, ALWAYS},
    {"crowd_remove_obstacle, plain", tear_down, PLAIN, 0, IN_PARTS},
    {"crowd_step, plain", go, PLAIN, 0, ALWAYS},
    {"crowd_step, senses", go, SENSES, 0, ALWAYS},
    {"reading, plain", read, PLAIN, 2, ALWAYS},
    {"reading, senses", read, SENSES, 3, ALWAYS},
    {"terrain_fill", build, 0, 1, IN_PARTS},
    {"flow_set_goals", set_goal, 0, 1, ALWAYS},
    {"crowd_remove, senses", drop, SENSES, 1, IN_PARTS},
    {"crowd_remove_obstacle, senses", tear_down, SENSES, 2, IN_PARTS},
    {"crowd_step, senses", go, SENSES, 1, ALWAYS},
    {"reading, senses", read, SENSES, 4, ALWAYS},
    {"crowd_restore, senses", restore, SENSES, 0, ALWAYS},
    {"crowd_step, senses", go, SENSES, 0, ALWAYS},
    {"reading, senses", read, SENSES, 5, ALWAYS},
};
enum { ALL_STEPS = sizeof steps / sizeof steps[0] };

/* ---- what a failing device took with it */

static int lost_flow(throng_flow *flow)
{
    throng_flow_info info;
    return throng_flow_get_info(flow, &info) != THRONG_OK || info.lost;
}

static int lost_crowd(throng_crowd *crowd)
{
    throng_crowd_info info;
    return throng_crowd_get_info(crowd, &info) != THRONG_OK || info.lost;
}

static int lost(const walk *w)
{
    return lost_flow(w->flow) || lost_crowd(w->groups[0].crowd) || lost_crowd(w->groups[1].crowd);
}

/* A lost crowd says so until a snapshot or a reset brings it back. Then all are empty. */
static throng_status revive(const walk *w)
{
    const throng_status wrong = THRONG_ERROR_UNSUPPORTED; /* which no failure of a device explains */
    throng_status status = lost_flow(w->flow) ? throng_flow_reset(w->flow) : THRONG_OK;
    for (int i = 0; i < CROWDS && status == THRONG_OK; i++) {
        const group *g = &w->groups[i];
        uint64_t hash;
        if (lost_crowd(g->crowd) && throng_crowd_step(g->crowd, 0.25f) != THRONG_ERROR_LOST)
            return wrong;
        if (lost_crowd(g->crowd) && g->snapshot &&
            (throng_crowd_restore(g->crowd, g->snapshot, g->bytes) != THRONG_OK ||
             throng_crowd_hash(g->crowd, &hash) != THRONG_OK || hash != g->hash))
            return wrong;
        status = throng_crowd_reset(g->crowd);
    }
    return status == THRONG_OK && lost(w) ? wrong : status;
}

/* One that fails is taken again; where something was lost, all of them. */
static throng_status take_steps(walk *w, const char **step)
{
    throng_status status = THRONG_OK;
    for (int i = 0; i < ALL_STEPS && status == THRONG_OK; i++) {
        if (steps[i].kind == (w->whole ? IN_PARTS : AS_WHOLE))
            continue;
        *step = steps[i].name;
        status = steps[i].take(w, steps[i].which, steps[i].part);
        if (!scene_may_retry(status))
            continue;
        if (!lost(w)) {
            status = steps[i].take(w, steps[i].which, steps[i].part);
            continue;
        }
        const throng_region all = {0, 0, SIDE, SIDE};
        status = revive(w);
        if (status == THRONG_OK)
            status = throng_terrain_fill(w->terrain, &all, 0);
        i = -1;
    }
    return status;
}

throng_status scene_crowd(throng_context *context, int32_t whole, float *results, const char **step)
{
    walk w = {.looks = (look *)(void *)results, .whole = whole};
    if (without_crowds())
        return THRONG_OK;
    *step = "crowds";
    throng_status status = make(context, &w);
    if (scene_may_retry(status))
        status = make(context, &w);
    if (status == THRONG_OK)
        status = take_steps(&w, step);
    for (int i = 0; i < CROWDS; i++) {
        throng_crowd_destroy(w.groups[i].crowd);
        free(w.groups[i].snapshot);
    }
    const throng_status gone = throng_flow_destroy(w.flow);
    throng_terrain_destroy(w.terrain);
    return status == THRONG_OK ? gone : status;
}
