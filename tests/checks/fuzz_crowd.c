/* Fuzzing crowds: bytes become a sequence of calls with odd values on a small crowd, made on the reference
 * level and on the widest one side by side. Both must answer alike and, after each call, have the same
 * snapshots; what is out of range, gone or damaged must be refused, and what is refused must leave the crowd
 * as it was. A step leaves agents on the plane, none faster than it may be, locked ones where they stood.
 * Memory runs out at some requests; the same call must then go through when there is memory again. */
#define _POSIX_C_SOURCE 200809L
#include "tests/checks/fuzz_agents.h"
#include "tests/crowd/snapshot_form.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    MOST = 192,
    GROUP = 80,
    MOST_SIDE = 9,
    FIELDS = 2,
    OBSTACLES = 10,
    VERTICES = 12,
    CALLS = 24,
    GONE = 32
};

typedef struct side {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_crowd *crowd;
} side;

/* What can be seen of a crowd. */
typedef struct look {
    uint64_t hash;
    throng_crowd_info info;
    unsigned char *snapshot;
    size_t bytes;
} look;

/* Handles are the same on both sides. */
typedef struct crew {
    side sides[2];
    throng_crowd_def def;
    limits limits;
    int32_t walled, flowing;
    throng_grid grid;
    int32_t count, gone_count, obstacle_count;
    throng_agent agents[MOST]; /* as listed */
    throng_agent gone[GONE];
    throng_obstacle obstacles[OBSTACLES]; /* some may be gone */
    unsigned char *kept;                  /* a snapshot */
    size_t kept_bytes;
    look now;
} crew;

/* A call on both sides, of which one is *s; where memory runs out at the given request, once more. */
#define BOTH(c, requests, status, call)                                                                      \
    do {                                                                                                     \
        throng_status answers[2];                                                                            \
        for (int i_ = 0; i_ < 2; i_++) {                                                                     \
            const side *s = &(c)->sides[i_];                                                                 \
            requests_left = (requests);                                                                      \
            answers[i_] = (call);                                                                            \
            if (answers[i_] == THRONG_ERROR_OUT_OF_MEMORY && requests_left == 0) {                           \
                requests_left = -1;                                                                          \
                answers[i_] = (call);                                                                        \
            }                                                                                                \
            requests_left = -1;                                                                              \
        }                                                                                                    \
        check(answers[0] == answers[1], "the levels answer with different statuses");                        \
        (status) = answers[0];                                                                               \
    } while (0)

static int64_t some_requests(input *in)
{
    const uint8_t kind = byte(in);
    return kind < 16 ? kind : -1;
}

/* ---- what crowds are made of */

static void plan(input *in, crew *c)
{
    const uint8_t given = byte(in), about = byte(in);
    c->def = throng_crowd_default_def();
    c->def.agent_capacity = given & 1 ? integer(in, 0, GROUP) : GROUP;
    c->def.max_neighbors = given & 2 ? integer(in, 0, THRONG_MAX_NEIGHBORS) : 10;
    c->def.perception = given & 4 ? about & 31 : 0;
    if (given & 8)
        c->def.perception = (about & 128) ? word(in) : THRONG_PERCEPTION_ALL;
    c->def.congestion = given & 16 ? integer(in, 0, 1) : 0;
    c->def.symmetry = given & 32 ? number(in, 0.0f, 0.5f) : 0.0f;
    c->def.seed = about;
    c->def.neighbors = about >> 3 & 1;
    c->def.settle = about >> 4 & 1;
    c->def.heading = about >> 6 & 1;
    c->walled = (given & 64) != 0;
    c->flowing = (given & 192) == 192;
    c->grid = about & 32 ? THRONG_GRID_SQUARE4 : about & 64 ? THRONG_GRID_SQUARE8 : byte(in) % 3;
    c->limits = (limits){c->def.max_neighbors, c->flowing ? FIELDS : 0};
    if (c->walled)
        c->def.cell_size = about & 64 ? 1.0f : number(in, 0.25f, 3.0f);
}

/* ---- both sides */

static void begin(crew *c, int which, throng_isa isa)
{
    throng_context_def about = throng_context_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    side *s = &c->sides[which];
    about.backend = THRONG_BACKEND_CPU;
    about.isa = isa;
    about.threads = isa == THRONG_ISA_AUTO ? 3 : 1;
    about.cache = "off";
    about.allocator = (throng_allocator){allocate, release, NULL};
    ground.width = MOST_SIDE;
    ground.height = MOST_SIDE - 1;
    check(throng_context_create(&about, &s->context) == THRONG_OK, "no context");
    check(!c->walled || throng_terrain_create(s->context, &ground, &s->terrain) == THRONG_OK, "no terrain");
    flow.terrain = s->terrain;
    flow.grid = c->grid;
    flow.fields = FIELDS;
    flow.goal_capacity = 4;
    check(!c->flowing || throng_flow_create(s->context, &flow, &s->flow) == THRONG_OK, "no flow");
}

static throng_status create(const crew *c, const side *s, throng_crowd **crowd)
{
    throng_crowd_def def = c->def;
    def.terrain = s->terrain;
    def.flow = s->flow;
    const throng_status status = throng_crowd_create(s->context, &def, crowd);
    check((status == THRONG_OK) == (*crowd != NULL), "a crowd that was refused");
    return status;
}

static void end(crew *c)
{
    for (int i = 0; i < 2; i++) {
        side *s = &c->sides[i];
        check(throng_crowd_destroy(s->crowd) == THRONG_OK, "the crowd is not destroyed");
        check(throng_flow_destroy(s->flow) == THRONG_OK, "the flow is not destroyed");
        check(throng_terrain_destroy(s->terrain) == THRONG_OK, "the terrain is not destroyed");
        check(throng_context_destroy(s->context) == THRONG_OK, "the context is not destroyed");
    }
    free(c->kept);
    free(c->now.snapshot);
}

/* ---- looking */

static look look_at(const side *s)
{
    look l;
    check(throng_crowd_hash(s->crowd, &l.hash) == THRONG_OK, "no hash");
    check(throng_crowd_get_info(s->crowd, &l.info) == THRONG_OK, "no info");
    l.info.host_bytes = 0; /* of scratch memory each thread has some */
    check(throng_crowd_snapshot_bytes(s->crowd, &l.bytes) == THRONG_OK, "no size of a snapshot");
    l.snapshot = malloc(l.bytes);
    check(l.snapshot && throng_crowd_save(s->crowd, l.snapshot, l.bytes) == THRONG_OK, "no snapshot");
    return l;
}

static void same(const look *a, const look *b, const char *what)
{
    check(a->hash == b->hash && memcmp(&a->info, &b->info, sizeof a->info) == 0 && a->bytes == b->bytes &&
              memcmp(a->snapshot, b->snapshot, a->bytes) == 0,
          what);
}

/* Labels of ids depend on how agents came, and a restored crowd makes its own: their order alone counts. */
static look without_labels(const look *l)
{
    look copy = *l;
    uint32_t *words = malloc(l->bytes);
    check(words != NULL, "no memory");
    memcpy(words, l->snapshot, l->bytes);
    const size_t agents = words[HEAD_AGENTS], first = HEAD_WORDS + SLOT_WORDS * (size_t)words[HEAD_SLOTS];
    words[HEAD_SUM] = words[HEAD_SUM + 1] = words[HEAD_RANKED] = words[HEAD_TOP_RANK] = 0;
    words[HEAD_TOP_ID] = words[HEAD_TOP_ID + 1] = 0;
    for (size_t i = 0; i < agents; i++)
        words[first + i * AGENT_WORDS + AGENT_TIE] = 0;
    copy.snapshot = (void *)words;
    return copy;
}

static void same_on_both(const look *a, const look *b)
{
    look first = without_labels(a), second = without_labels(b);
    same(&first, &second, "the levels differ");
    free(first.snapshot);
    free(second.snapshot);
}

static void look_around(crew *c)
{
    throng_agent agents[2][MOST];
    int32_t counts[2];
    look looks[2];
    for (int i = 0; i < 2; i++) {
        check(throng_crowd_list(c->sides[i].crowd, agents[i], MOST, &counts[i]) == THRONG_OK, "no list");
        looks[i] = look_at(&c->sides[i]);
    }
    check(counts[0] == counts[1] && counts[0] <= MOST && counts[0] == looks[0].info.agents,
          "agents too many");
    c->count = counts[0];
    check(memcmp(agents[0], agents[1], (size_t)c->count * sizeof *c->agents) == 0,
          "the levels' lists differ");
    memcpy(c->agents, agents[0], (size_t)c->count * sizeof *c->agents);
    same_on_both(&looks[0], &looks[1]);
    free(looks[1].snapshot);
    free(c->now.snapshot);
    c->now = looks[0];
}

static void get(const side *s, throng_agent_value what, int32_t count, void *to)
{
    check(throng_crowd_get(s->crowd, what, count, NULL, 0, to, 0) == THRONG_OK, "nothing is read");
}

static void check_gone(const crew *c)
{
    float at[2];
    for (int32_t i = 0; i < c->gone_count; i++)
        for (int k = 0; k < 2; k++)
            check(throng_crowd_get(c->sides[k].crowd, THRONG_AGENT_POSITION, 1, &c->gone[i], 0, at, 0) ==
                      THRONG_ERROR_INVALID_ARGUMENT,
                  "a removed agent is there");
}

/* ---- calls */

static throng_status add(crew *c, input *in)
{
    throng_agent_def defs[GROUP];
    throng_agent agents[2][GROUP];
    const int32_t given = 1 + byte(in) % 6, all = byte(in) & 1 ? 1 + byte(in) % GROUP : given;
    const float apart = byte(in) & 1 ? 0.0f : 0.75f;
    int right = 1;
    throng_status status;
    for (int32_t i = 0; i < all; i++) {
        defs[i] = i < given ? agent(in, &c->limits) : defs[i - given];
        if (i >= given && fabsf(defs[i].x) < 100.0f)
            defs[i].x += apart;
        if (i >= given && defs[i].id != THRONG_NEXT_ID)
            defs[i].id += 256;
        right = right && may_add(&c->limits, &defs[i]);
    }
    const int64_t requests = some_requests(in);
    if (c->count + all > MOST)
        return THRONG_ERROR_CAPACITY;
    BOTH(c, requests, status, throng_crowd_add(s->crowd, all, defs, 0, agents[s - c->sides]));
    check(status != THRONG_OK || right, "an agent that is not right is added");
    check(status == THRONG_OK || status == THRONG_ERROR_INVALID_ARGUMENT || status == THRONG_ERROR_CAPACITY,
          "an odd status");
    if (status == THRONG_OK)
        check(memcmp(agents[0], agents[1], (size_t)all * sizeof **agents) == 0, "the levels' handles differ");
    return status;
}

static throng_status drop(crew *c, input *in)
{
    throng_agent agents[MOST + 1];
    const int32_t step = 1 + byte(in) % 3;
    int32_t count = 0, right = 1;
    throng_status status;
    for (int32_t i = byte(in); i < c->count; i += step)
        agents[count++] = c->agents[i];
    if (byte(in) % 8 == 0 && count + c->gone_count > 0) { /* one that is gone, or one twice */
        agents[count] = c->gone_count > 0 ? c->gone[byte(in) % c->gone_count] : agents[count - 1];
        count++;
        right = 0;
    }
    BOTH(c, -1, status, throng_crowd_remove(s->crowd, count, agents, 0));
    check((status == THRONG_OK) == right, "the wrong agents are removed");
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        c->gone[c->gone_count < GONE ? c->gone_count++ : i % GONE] = agents[i];
    return status;
}

/* Of all, or of a part of the list; what was set can be read. */
static throng_status set(crew *c, input *in)
{
    float values[MOST][2], got[MOST][2];
    double doubles[MOST][2], got_doubles[MOST][2];
    int32_t numbers[MOST], right = 1;
    const throng_agent_value what = integer(in, 0, THRONG_AGENT_NAVIGATION + 1);
    const int32_t first = c->count > 0 ? byte(in) % c->count : 0, part = byte(in) % 2;
    const int32_t count = part ? (c->count - first + 1) / 2 : c->count, given = 1 + byte(in) % 4;
    const int whole = is_whole(what), wide = is_double(what);
    const int words = wide || what <= THRONG_AGENT_HEADING || what == THRONG_AGENT_TARGET ? 2 : 1;
    throng_status status;
    for (int32_t i = 0; i < count; i++) {
        values[i][0] = i < given ? (byte(in) & 1 ? place(in) : number(in, 0.0f, 4.0f)) : values[i - given][0];
        values[i][1] = i < given ? place(in) : values[i - given][1];
        numbers[i] = i < given ? integer(in, 0, 4) : numbers[i - given];
        right = right && may_set(&c->limits, what, values[i], numbers[i]);
        doubles[i][0] = values[i][0];
        doubles[i][1] = values[i][1];
    }
    if (count == 0)
        right = is_settable(what);
    const void *data = whole ? (const void *)numbers : wide ? (const void *)doubles : values;
    const size_t stride = whole || wide ? 0 : sizeof values[0];
    const throng_agent *agents = part ? c->agents + first : NULL;
    BOTH(c, -1, status, throng_crowd_set(s->crowd, what, count, agents, 0, data, stride));
    check((status == THRONG_OK) == right, "a value that is not right is set, or a right one is not");
    if (status != THRONG_OK || what == THRONG_AGENT_HEADING || what == THRONG_AGENT_VISION_ANGLE)
        return status;
    void *to = wide ? (void *)got_doubles : got;
    BOTH(c, -1, status, throng_crowd_get(s->crowd, what, count, agents, 0, to, wide ? 0 : sizeof got[0]));
    check(status == THRONG_OK, "what was set is not read");
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < words && !whole; k++)
            check(flat(values[i][k]) == (wide ? (float)got_doubles[i][k] : got[i][k]),
                  "another value than was set");
    for (int32_t i = 0; i < count && whole; i++)
        check(memcmp(&numbers[i], got[i], sizeof numbers[i]) == 0, "another number than was set");
    return status;
}

static throng_status build(crew *c, input *in)
{
    throng_vertex vertices[VERTICES];
    throng_obstacle handles[2];
    const int32_t count = integer(in, 0, VERTICES), shape = byte(in) % 4;
    int32_t right = count >= 2;
    throng_status status;
    for (int32_t i = 0; i < VERTICES; i++) {
        vertices[i] = (throng_vertex){place(in), place(in)};
        if (shape == 0 && i > 0) /* flat, there and back */
            vertices[i].y = vertices[0].y;
        if (shape == 1 && i > 0)
            vertices[i].x = vertices[i - 1].x + 1e-7f;
        right = right && (i >= count || (on_plane(vertices[i].x) && on_plane(vertices[i].y)));
    }
    if (count > VERTICES)
        return THRONG_ERROR_INVALID_ARGUMENT;
    const int64_t requests = some_requests(in);
    BOTH(c, requests, status,
         throng_crowd_add_obstacle(s->crowd, count, vertices, 0, &handles[s - c->sides]));
    check(status != THRONG_OK || right, "an obstacle that is not right is added");
    if (status == THRONG_OK) {
        check(memcmp(&handles[0], &handles[1], sizeof *handles) == 0, "the levels' handles differ");
        c->obstacles[c->obstacle_count < OBSTACLES ? c->obstacle_count++ : byte(in) % OBSTACLES] = handles[0];
    }
    return status;
}

static throng_status tear_down(crew *c, input *in)
{
    throng_obstacle handle = {integer(in, 0, 3), 1};
    throng_status status;
    if (c->obstacle_count > 0)
        handle = c->obstacles[byte(in) % c->obstacle_count];
    BOTH(c, -1, status, throng_crowd_remove_obstacle(s->crowd, handle));
    if (status == THRONG_OK) {
        BOTH(c, -1, status, throng_crowd_remove_obstacle(s->crowd, handle));
        check(status == THRONG_ERROR_INVALID_ARGUMENT, "an obstacle is removed twice");
        status = THRONG_OK;
    }
    return status;
}

static throng_status change_ground(crew *c, input *in)
{
    const throng_region part = {integer(in, 0, MOST_SIDE - 1), integer(in, 0, MOST_SIDE - 1),
                                integer(in, 1, 4), integer(in, 1, 4)};
    const throng_cell goal = {integer(in, 0, MOST_SIDE - 1), integer(in, 0, MOST_SIDE - 2)};
    const int32_t blocked = byte(in) % 4 > 0, field = integer(in, 0, FIELDS - 1);
    throng_status status = THRONG_ERROR_INVALID_ARGUMENT;
    if (c->walled)
        BOTH(c, -1, status, throng_terrain_fill(s->terrain, &part, blocked));
    if (c->flowing)
        BOTH(c, -1, status, throng_flow_set_goals(s->flow, field, 1, &goal, 0));
    return THRONG_OK;
}

static throng_status reserve(crew *c, input *in)
{
    const int32_t capacity = integer(in, 0, MOST);
    const int64_t requests = some_requests(in);
    throng_status status;
    if (capacity > MOST && capacity <= THRONG_MAX_AGENTS)
        return THRONG_OK;
    BOTH(c, requests, status, throng_crowd_reserve(s->crowd, capacity));
    check((status == THRONG_OK) == (capacity >= 0 && capacity <= MOST), "an odd room");
    return status;
}

/* With a byte changed it is taken up by neither side. */
static void check_damaged(const crew *c, input *in, const look *now)
{
    const size_t at = word(in) % now->bytes;
    const unsigned char change = (unsigned char)(1u << byte(in) % 8);
    throng_status status;
    now->snapshot[at] ^= change;
    BOTH(c, -1, status, throng_crowd_restore(s->crowd, now->snapshot, now->bytes));
    now->snapshot[at] ^= change;
    check(status == THRONG_ERROR_INVALID_ARGUMENT, "a damaged snapshot is taken up");
}

/* One side, taken up again, goes on as the other one. */
static throng_status keep(crew *c, input *in, look *now)
{
    check_damaged(c, in, now);
    if (byte(in) % 2)
        check(throng_crowd_restore(c->sides[1].crowd, now->snapshot, now->bytes) == THRONG_OK,
              "no snapshot is taken up");
    free(c->kept);
    c->kept = now->snapshot;
    c->kept_bytes = now->bytes;
    now->snapshot = NULL;
    return THRONG_OK;
}

/* The snapshot as it is, or with a byte changed, or cut. */
static throng_status restore(crew *c, input *in)
{
    const uint8_t kind = byte(in) % 4;
    const size_t at = word(in) % (kind == 1 ? 128 : 65536);
    const uint8_t change = byte(in);
    const int64_t requests = some_requests(in);
    throng_status status;
    if (!c->kept)
        return THRONG_OK;
    const size_t bytes = kind == 3 ? at % c->kept_bytes : c->kept_bytes;
    unsigned char *copy = malloc(bytes + 1); /* of no alignment */
    check(copy != NULL, "no memory");
    memcpy(copy + 1, c->kept, bytes);
    const int damaged = kind == 3 || ((kind == 1 || kind == 2) && change != 0);
    if (kind == 1 || kind == 2)
        copy[1 + at % bytes] ^= change;
    BOTH(c, requests, status, throng_crowd_restore(s->crowd, copy + 1, bytes));
    free(copy);
    check(status == (damaged ? THRONG_ERROR_INVALID_ARGUMENT : THRONG_OK), "a damaged snapshot, or none");
    if (status == THRONG_OK)
        c->gone_count = 0; /* some may be there again */
    return status;
}

static throng_status reset(crew *c)
{
    throng_status status;
    BOTH(c, -1, status, throng_crowd_reset(s->crowd));
    check(status == THRONG_OK, "no reset");
    for (int32_t i = 0; i < c->count; i++)
        c->gone[c->gone_count < GONE ? c->gone_count++ : i % GONE] = c->agents[i];
    c->obstacle_count = 0;
    return status;
}

/* Each agent is found by its id. */
static throng_status find(crew *c, input *in)
{
    uint64_t ids[MOST];
    throng_agent found;
    get(&c->sides[0], THRONG_AGENT_ID, c->count, ids);
    for (int32_t i = 0; i < c->count; i++) {
        const side *s = &c->sides[i % 2];
        check(throng_crowd_find(s->crowd, ids[i], &found) == THRONG_OK &&
                  memcmp(&found, &c->agents[i], sizeof found) == 0,
              "another agent is found");
    }
    const uint64_t id = word(in);
    throng_status status;
    BOTH(c, -1, status, throng_crowd_find(s->crowd, id, &found));
    int there = 0;
    for (int32_t i = 0; i < c->count; i++)
        there |= ids[i] == id;
    check((status == THRONG_OK) == there, "an agent that is not there is found");
    return status;
}

typedef struct motion {
    float at[MOST][2], v[MOST][2], most[MOST];
    double exact[MOST][2]; /* with what rounding has taken from the way so far */
    int32_t locked[MOST], perceived[MOST], navigation[MOST];
} motion;

static void measure(const crew *c, int which, motion *m)
{
    const side *s = &c->sides[which];
    get(s, THRONG_AGENT_POSITION, c->count, m->at);
    get(s, THRONG_AGENT_POSITION_DOUBLE, c->count, m->exact);
    get(s, THRONG_AGENT_VELOCITY, c->count, m->v);
    get(s, THRONG_AGENT_MAX_SPEED, c->count, m->most);
    get(s, THRONG_AGENT_LOCKED, c->count, m->locked);
    get(s, THRONG_AGENT_PERCEIVED, c->count, m->perceived);
    get(s, THRONG_AGENT_NAVIGATION, c->count, m->navigation);
}

/* Where a step ends, of coordinate k: next to the plane's edge what the float lacks is not kept, and who is
 * kept off walls leaves it behind. */
static void check_way(const motion *before, const motion *after, int32_t i, int k, float dt)
{
    const double from = before->exact[i][k], to = after->exact[i][k],
                 step = (double)after->v[i][k] * (double)dt;
    const double wanted = fmax(fmin(from + step, 1e9), -1e9);
    const double left = fabs(from - (double)before->at[i][k]), lacks = fabs(to - (double)after->at[i][k]);
    const double edge = fabs(wanted) > 1e9 - 1024.0 ? 1024.0 : 0.0;
    check(fabs(to) <= 1e9, "what rounding took leads off the plane");
    check(fabs(wanted - to) <=
              2e-7 * fabs(step) + left + 1e-6 * lacks + 1e-14 * (fabs(from) + fabs(to)) + edge + 1e-37,
          "an agent goes elsewhere than its velocity");
}

static void check_step(const crew *c, const motion *before, const motion *after, float dt)
{
    for (int32_t i = 0; i < c->count; i++) {
        const float vx = after->v[i][0], vy = after->v[i][1], most = after->most[i];
        check(isfinite(vx) && isfinite(vy) && on_plane(after->at[i][0]) && on_plane(after->at[i][1]),
              "an agent leaves the plane");
        if (before->navigation[i] == THRONG_NAVIGATE_GUEST) {
            check(memcmp(before->at[i], after->at[i], sizeof before->at[i]) == 0 &&
                      memcmp(before->v[i], after->v[i], sizeof before->v[i]) == 0,
                  "a guest is moved");
            continue;
        }
        check(vx * vx + vy * vy <= most * most, "an agent is too fast");
        check(after->perceived[i] >= 0 && after->perceived[i] < c->count,
              "more are perceived than there are");
        for (int k = 0; k < 2; k++) {
            check_way(before, after, i, k, dt);
            check(!before->locked[i] || (before->at[i][k] == after->at[i][k] && after->v[i][k] == 0.0f),
                  "a locked agent moves");
        }
    }
}

static throng_status step(crew *c, input *in)
{
    static motion before, after;
    const uint8_t kind = byte(in);
    const float dt = kind < 180 ? 0.125f : number(in, 0.01f, 2.0f);
    const int64_t requests = some_requests(in);
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i <= kind % 4 && status == THRONG_OK; i++) {
        measure(c, 0, &before);
        BOTH(c, requests, status, throng_crowd_step(s->crowd, dt));
        check((status == THRONG_OK) == within(dt, 1e-6f, 1e6f), "an odd step");
        if (status != THRONG_OK)
            break;
        measure(c, i % 2, &after);
        check_step(c, &before, &after, dt);
        if (i < kind % 4)
            look_around(c);
    }
    return status;
}

static void call(crew *c, input *in)
{
    look before = c->now;
    c->now.snapshot = NULL;
    const uint8_t kind = byte(in) % 20;
    throng_status status = kind < 4    ? add(c, in)
                           : kind == 4 ? drop(c, in)
                           : kind < 7  ? set(c, in)
                           : kind < 9  ? build(c, in)
                           : kind == 9 ? tear_down(c, in)
                           : kind < 12 ? change_ground(c, in)
                           : kind < 13 ? reserve(c, in)
                           : kind < 14 ? keep(c, in, &before)
                           : kind < 16 ? restore(c, in)
                           : kind < 17 ? (byte(in) % 4 ? find(c, in) : reset(c))
                                       : step(c, in);
    look_around(c);
    check_gone(c);
    if (status != THRONG_OK)
        same(&before, &c->now, "a refused call changed the crowd");
    free(before.snapshot);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    static crew c;
    throng_status status;
    memset(&c, 0, sizeof c);
    plan(&in, &c);
    begin(&c, 0, THRONG_ISA_REFERENCE);
    begin(&c, 1, THRONG_ISA_AUTO);
    if (c.def.agent_capacity <= MOST || c.def.agent_capacity > THRONG_MAX_AGENTS) {
        const int64_t requests = some_requests(&in);
        throng_crowd *made[2] = {NULL, NULL};
        BOTH(&c, requests, status, create(&c, s, &made[s - c.sides]));
        c.sides[0].crowd = made[0];
        c.sides[1].crowd = made[1];
        if (status == THRONG_OK)
            look_around(&c);
        for (int i = 0; status == THRONG_OK && i < CALLS && in.size > 0; i++)
            call(&c, &in);
    }
    end(&c);
    return 0;
}
