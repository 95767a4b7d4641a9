/* Every wrong argument of the calls on crowds: a status, a message with the parameter and its value, nothing
 * written and nothing changed. */
#include "tests/crowd/errors.h"

/* ---------------------------------------------------------------- creation -------------------------- */

static void reject_def(refusal *r, const throng_crowd_def *def, const char *words)
{
    throng_crowd *crowd = r->crowd;
    const int64_t allocations = r->w->allocations;
    const throng_status got = throng_crowd_create(r->context, def, &crowd);
    cr_expect(crowd == NULL && r->w->allocations == allocations, "%s: nothing is made", words);
    expect(r, words, got, INVALID, words);
}

#define WRONG(member, value, words)                                                                          \
    do {                                                                                                     \
        wrong = def;                                                                                         \
        wrong.member = value;                                                                                \
        reject_def(r, &wrong, words);                                                                        \
    } while (0)

REJECTED(definitions)
{
    throng_crowd_def def = def_of(), wrong;
    throng_crowd *crowd = r->crowd;
    cr_expect(throng_crowd_create(NULL, &def, &crowd) == INVALID && crowd == NULL);
    cr_expect(throng_crowd_create((throng_context *)(void *)r->crowd, &def, &crowd) == INVALID);
    EXPECT(INVALID, "crowd must not be NULL", throng_crowd_create(r->context, &def, NULL));
    reject_def(r, NULL, "def must not be NULL|throng_crowd_default_def()");
    memset(&wrong, 0, sizeof wrong);
    reject_def(r, &wrong, "def was not made by|throng_crowd_default_def()");
    WRONG(cookie, def.cookie + 1, "def was not made by");
    WRONG(agent_capacity, -1, "def.agent_capacity is -1|0 to 8388608");
    WRONG(agent_capacity, INT32_MIN, "def.agent_capacity is -2147483648");
    WRONG(agent_capacity, THRONG_MAX_AGENTS + 1, "def.agent_capacity is 8388609");
    WRONG(max_neighbors, -1, "def.max_neighbors is -1|0 to 64");
    WRONG(max_neighbors, THRONG_MAX_NEIGHBORS + 1, "def.max_neighbors is 65");
    WRONG(perception, 32u, "def.perception is 32|THRONG_VISION");
    WRONG(perception, UINT32_MAX, "def.perception is 4294967295");
    WRONG(perception, THRONG_ADAPTIVE, "def.perception is 8|THRONG_ADAPTIVE needs THRONG_VISION");
    WRONG(perception, THRONG_ADAPTIVE | THRONG_HEARING | THRONG_TOUCH, "def.perception is 14|needs");
    WRONG(congestion, 2, "def.congestion is 2|0 or 1");
    WRONG(congestion, -1, "def.congestion is -1");
    WRONG(settle, 2, "def.settle is 2|0 or 1");
    WRONG(neighbors, -1, "def.neighbors is -1|THRONG_NEIGHBORS");
    WRONG(neighbors, 2, "def.neighbors is 2");
    WRONG(heading, -1, "def.heading is -1|THRONG_HEADING");
    WRONG(heading, 2, "def.heading is 2");
    WRONG(integration, -1, "def.integration is -1|THRONG_INTEGRATE");
    WRONG(integration, 2, "def.integration is 2");
    WRONG(symmetry, -0.5f, "def.symmetry is -0.5|0 to 1");
    WRONG(symmetry, 1.00000012f, "def.symmetry is 1.00000012");
    WRONG(symmetry, NAN, "def.symmetry is");
    WRONG(symmetry, INFINITY, "def.symmetry is inf");
}

REJECTED(handles_of_crowds)
{
    const throng_crowd_def def = def_of();
    const throng_agent_def agent = agent_of(30);
    throng_crowd *gone;
    MUST(r->context, throng_crowd_create(r->context, &def, &gone));
    MUST(r->context, throng_crowd_destroy(gone)); /* the watching allocator keeps it readable */
    throng_crowd *const wrong[] = {NULL, (throng_crowd *)(void *)r->context, gone};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        throng_agent handle = {7, 7};
        throng_crowd_info info = {.agents = 7};
        throng_crowd_view view = {.line_count = 7};
        float value[2] = {7.0f, 7.0f};
        int32_t count = 7;
        uint64_t hash = 7;
        cr_expect(throng_crowd_reserve(wrong[i], 9) == INVALID);
        cr_expect(throng_crowd_add(wrong[i], 1, &agent, 0, &handle) == INVALID);
        cr_expect(throng_crowd_remove(wrong[i], 1, r->agents, 0) == INVALID);
        cr_expect(throng_crowd_list(wrong[i], &handle, 1, &count) == INVALID);
        cr_expect(throng_crowd_find(wrong[i], 100, &handle) == INVALID);
        cr_expect(throng_crowd_set(wrong[i], THRONG_AGENT_GOAL, 1, r->agents, 0, value, 0) == INVALID);
        cr_expect(throng_crowd_get(wrong[i], THRONG_AGENT_GOAL, 1, r->agents, 0, value, 0) == INVALID);
        cr_expect(throng_crowd_step(wrong[i], 0.1f) == INVALID);
        cr_expect(throng_crowd_find_nearest(wrong[i], 0, NULL, 0, 0, NULL, &count) == INVALID);
        cr_expect(throng_crowd_find_within(wrong[i], 0, NULL, 0, 0, NULL, &count) == INVALID);
        cr_expect(throng_crowd_get_events(wrong[i], 1, NULL, 0, &count) == INVALID);
        cr_expect(throng_crowd_inspect(wrong[i], r->agents[0], 0.1f, &view) == INVALID &&
                  view.line_count == 7);
        cr_expect(throng_crowd_hash(wrong[i], &hash) == INVALID);
        cr_expect(throng_crowd_get_info(wrong[i], &info) == INVALID && info.agents == 0);
        cr_expect(throng_crowd_get_info(wrong[i], NULL) == INVALID);
        cr_expect(throng_crowd_reset(wrong[i]) == INVALID);
        cr_expect(throng_crowd_destroy(wrong[i]) == (wrong[i] ? INVALID : THRONG_OK));
        cr_expect(handle.index == 7 && handle.generation == 7 && count == 7 && hash == 7);
        cr_expect(value[0] == 7.0f && value[1] == 7.0f);
    }
    cr_expect(r->w->logs == 0 && r->w->assertions == 0);
    EXPECT(INVALID, "info must not be NULL", throng_crowd_get_info(r->crowd, NULL));
    EXPECT(INVALID, "hash must not be NULL", throng_crowd_hash(r->crowd, NULL));
    EXPECT(INVALID, "context still has 2", throng_context_destroy(r->context));
}

REJECTED(steps)
{
    static const float bad[] = {0.0f, -0.0f,        -0.1f, 9.9e-7f,  1e-45f,
                                NAN,  1.0000001e6f, 1e30f, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        EXPECT(INVALID, "dt is |1e-6 to 1e6", throng_crowd_step(r->crowd, bad[i]));
    EXPECT(INVALID, "dt is -0.25", throng_crowd_step(r->crowd, -0.25f));
    EXPECT(INVALID, "capacity is -1|0 to 8388608", throng_crowd_reserve(r->crowd, -1));
    EXPECT(INVALID, "capacity is 8388609", throng_crowd_reserve(r->crowd, THRONG_MAX_AGENTS + 1));
    MUST(r->context, throng_crowd_reserve(r->crowd, 0));
    MUST(r->context, throng_crowd_reserve(r->crowd, ROOM));
    expect_same(r, "room that is there");
}

/* ---------------------------------------------------------------- adding ---------------------------- */

/* The second of two. */
static void reject_agent(refusal *r, const throng_agent_def *def, const char *words)
{
    const throng_agent_def two[2] = {agent_of(40), *def};
    throng_agent agents[2] = {{7, 7}, {7, 7}};
    expect(r, words, throng_crowd_add(r->crowd, 2, two, 0, agents), INVALID, words);
    for (int32_t i = 0; i < 2; i++)
        cr_expect(agents[i].index == 7 && agents[i].generation == 7, "%s: a handle was written", words);
}

#define BAD(member, value, words)                                                                            \
    do {                                                                                                     \
        d = agent_of(41);                                                                                    \
        d.member = value;                                                                                    \
        reject_agent(r, &d, words);                                                                          \
    } while (0)

static const float never[] = {NAN, INFINITY, -INFINITY, 1.0000001e9f};
enum { NEVER = sizeof never / sizeof *never };

REJECTED(numbers_of_agents)
{
    throng_agent_def d;
    for (size_t i = 0; i < NEVER; i++) {
        BAD(x, never[i], "defs[1].x is |-1e9 to 1e9");
        BAD(y, never[i], "defs[1].y is ");
        BAD(vx, never[i], "defs[1].vx is ");
        BAD(vy, never[i], "defs[1].vy is ");
        BAD(radius, never[i], "defs[1].radius is |0, or 1e-6 to 1e9");
        BAD(max_speed, never[i], "defs[1].max_speed is ");
        BAD(target_x, never[i], "defs[1].target_x is ");
        BAD(target_y, never[i], "defs[1].target_y is ");
        BAD(pref_speed, never[i], "defs[1].pref_speed is |below 0 for max_speed");
        BAD(neighbor_dist, never[i], "defs[1].neighbor_dist is |0 to 1e9");
        BAD(time_horizon, never[i], "defs[1].time_horizon is |1e-6 to 1e9");
        BAD(time_horizon_obst, never[i], "defs[1].time_horizon_obst is ");
        BAD(responsibility, never[i], "defs[1].responsibility is |0 to 1e6");
        BAD(heading_x, never[i], "defs[1].heading_x is ");
        BAD(heading_y, never[i], "defs[1].heading_y is ");
        BAD(vision_range, never[i], "defs[1].vision_range is ");
        BAD(vision_range_min, never[i], "defs[1].vision_range_min is |0 to vision_range");
        BAD(vision_angle, never[i], "defs[1].vision_angle is |0 to 360");
        BAD(hearing_range, never[i], "defs[1].hearing_range is ");
        BAD(sound_range, never[i], "defs[1].sound_range is ");
        BAD(dead_speed, never[i], "defs[1].dead_speed is ");
    }
    BAD(x, -1.0000001e9f, "defs[1].x is -1.0000001");
    BAD(vy, -2e9f, "defs[1].vy is -2e+09");
    BAD(radius, 9.9e-7f, "defs[1].radius is 9.8999");
    BAD(radius, -1.0f, "defs[1].radius is -1");
    BAD(max_speed, 1e-7f, "defs[1].max_speed is 1");
    BAD(max_speed, -2.0f, "defs[1].max_speed is -2");
    BAD(neighbor_dist, -0.5f, "defs[1].neighbor_dist is -0.5");
    BAD(time_horizon, 0.0f, "defs[1].time_horizon is 0");
    BAD(time_horizon, 1e-44f, "defs[1].time_horizon is 9.8");
    BAD(time_horizon_obst, -5.0f, "defs[1].time_horizon_obst is -5");
    BAD(responsibility, 1000001.0f, "defs[1].responsibility is 1000001");
    BAD(responsibility, -0.25f, "defs[1].responsibility is -0.25");
    BAD(vision_range, -1.0f, "defs[1].vision_range is -1");
    BAD(vision_range_min, 15.5f, "defs[1].vision_range_min is 15.5|0 to vision_range");
    BAD(vision_angle, 361.0f, "defs[1].vision_angle is 361");
    BAD(vision_angle, -1.0f, "defs[1].vision_angle is -1");
    BAD(hearing_range, -1.0f, "defs[1].hearing_range is -1");
    BAD(sound_range, -3.0f, "defs[1].sound_range is -3");
}

REJECTED(whole_numbers_of_agents)
{
    throng_agent_def d;
    BAD(cookie, 0, "defs[1] was not made by|throng_agent_default_def()");
    BAD(max_neighbors, -1, "defs[1].max_neighbors is -1|12");
    BAD(max_neighbors, NEAREST + 1, "defs[1].max_neighbors is 13|0 to 12, the crowd's");
    BAD(max_neighbors, INT32_MAX, "defs[1].max_neighbors is 2147483647");
    BAD(navigation, -1, "defs[1].navigation is -1|THRONG_NAVIGATE_");
    BAD(navigation, 2, "defs[1].navigation is 2");
    BAD(locked, 2, "defs[1].locked is 2|0 or 1");
    BAD(locked, -1, "defs[1].locked is -1");
    BAD(capacity, -1, "defs[1].capacity is -1|0 or more");
    BAD(capacity, INT32_MIN, "defs[1].capacity is -2.147");
    BAD(id, 40 + 100, "defs[1].id is 140|another agent has it"); /* the first of the two */
    BAD(id, 100, "defs[1].id is 100|another agent has it");
    BAD(id, 105, "defs[1].id is 105");
}

/* A count of agents ever added that is an id already. */
REJECTED(next_ids)
{
    throng_agent_def defs[2] = {agent_of(40), throng_agent_default_def()};
    defs[0].id = AGENTS + 2;
    reject_agent(r, &(throng_agent_def){0}, "defs[1] was not made by");
    EXPECT(INVALID, "defs[1].id is 8 (THRONG_NEXT_ID)|another agent has it",
           throng_crowd_add(r->crowd, 2, defs, 0, NULL));
}

REJECTED(adding)
{
    throng_agent_def three[3] = {agent_of(40), agent_of(41), agent_of(42)};
    throng_agent agents[3] = {{7, 7}, {7, 7}, {7, 7}};
    throng_crowd *c = r->crowd;
    EXPECT(INVALID, "count is -1|0 or more", throng_crowd_add(c, -1, three, 0, agents));
    EXPECT(INVALID, "count is -2147483648", throng_crowd_add(c, INT32_MIN, three, 0, agents));
    EXPECT(THRONG_ERROR_CAPACITY, "6 agents and 3 more are 9|at most 8|throng_crowd_reserve()",
           throng_crowd_add(c, 3, three, 0, agents));
    EXPECT(THRONG_ERROR_CAPACITY, "2147483647 more are 2147483653",
           throng_crowd_add(c, INT32_MAX, three, 0, agents));
    EXPECT(INVALID, "defs must not be NULL", throng_crowd_add(c, 2, NULL, 0, agents));
    EXPECT(INVALID, "stride of defs is 8|at least", throng_crowd_add(c, 2, three, 8, agents));
    EXPECT(INVALID, "stride of defs is", throng_crowd_add(c, 1, three, sizeof *three - 1, agents));
    for (int32_t i = 0; i < 3; i++)
        cr_expect(agents[i].index == 7 && agents[i].generation == 7);
    MUST(r->context, throng_crowd_add(c, 0, NULL, 3, NULL));
    expect_same(r, "nobody");
}

/* ---------------------------------------------------------------- who is who ------------------------ */

REJECTED(removing)
{
    const throng_agent a = r->agents[0], b = r->agents[4];
    const throng_agent never_was[] = {{-1, 1},
                                      {ROOM, 1},
                                      {INT32_MAX, 1},
                                      {INT32_MIN, 3},
                                      {a.index, 0},
                                      {a.index, a.generation + 1},
                                      {a.index, a.generation + 2},
                                      {ROOM - 1, 1},
                                      {ROOM - 1, 0}};
    throng_crowd *c = r->crowd;
    EXPECT(INVALID, "count is -1|0 or more", throng_crowd_remove(c, -1, &a, 0));
    EXPECT(INVALID, "agents must not be NULL", throng_crowd_remove(c, 1, NULL, 0));
    EXPECT(INVALID, "stride of agents is 7|8", throng_crowd_remove(c, 1, &a, 7));
    EXPECT(INVALID, "agents[0] was removed", throng_crowd_remove(c, 1, &r->gone, 0));
    EXPECT(INVALID, "agents[2] was removed", throng_crowd_remove(c, 3, (throng_agent[]){a, b, r->gone}, 0));
    EXPECT(INVALID, "agents[1] was removed already, occurs twice",
           throng_crowd_remove(c, 2, (throng_agent[]){a, a}, 0));
    EXPECT(INVALID, "agents[2]|twice", throng_crowd_remove(c, 4, (throng_agent[]){a, b, a, b}, 0));
    for (size_t i = 0; i < sizeof never_was / sizeof *never_was; i++)
        EXPECT(INVALID, "agents[1]|is of another crowd",
               throng_crowd_remove(c, 2, (throng_agent[]){b, never_was[i]}, 0));
    MUST(r->context, throng_crowd_remove(c, 0, NULL, 1));
    expect_same(r, "nobody");
}

REJECTED(listing)
{
    throng_agent agents[ROOM] = {{7, 7}};
    int32_t count = 7;
    EXPECT(INVALID, "count must not be NULL", throng_crowd_list(r->crowd, agents, ROOM, NULL));
    EXPECT(INVALID, "capacity is -1|0 or more", throng_crowd_list(r->crowd, agents, -1, &count));
    EXPECT(INVALID, "agents must not be NULL", throng_crowd_list(r->crowd, NULL, 1, &count));
    EXPECT(INVALID, "agent must not be NULL", throng_crowd_find(r->crowd, 100, NULL));
    EXPECT(INVALID, "id is 102|no agent has it", throng_crowd_find(r->crowd, 102, agents));
    EXPECT(INVALID, "id is 18446744073709551615|no agent", throng_crowd_find(r->crowd, UINT64_MAX, agents));
    EXPECT(INVALID, "id is 0|no agent", throng_crowd_find(r->crowd, 0, agents));
    cr_expect(agents[0].index == 7 && agents[0].generation == 7 && count == 7);
    MUST(r->context, throng_crowd_list(r->crowd, NULL, 0, &count));
    cr_expect(count == AGENTS);
}

REJECTED(finding)
{
    throng_crowd *c = r->crowd;
    const throng_agent never_was[] = {{-1, 1}, {ROOM, 1}, {1, 0}, {0, 2}, r->gone};
    const float out[] = {NAN, INFINITY, -INFINITY, 1.0000001e9f};
    throng_crowd_hit hits[2 * AGENTS];
    int32_t found[2];
    throng_crowd_query two[2] = {{0.0f, 0.0f, 5.0f, 1, {0, 0}}, {1.0f, 0.0f, 5.0f, 1, {0, 0}}};
    MUST(r->context, throng_crowd_find_nearest(c, 2, two, 0, AGENTS, hits, found)); /* allocates memory */
    look(r, &r->before);
    hits[0].agent.index = found[0] = found[1] = 7;
#define FIND(count, queries, stride, capacity, hits, found)                                                  \
    (within ? throng_crowd_find_within(c, count, queries, stride, capacity, hits, found)                     \
            : throng_crowd_find_nearest(c, count, queries, stride, capacity, hits, found))
    for (int32_t within = 0; within < 2; within++) {
        EXPECT(INVALID, "count is -1|0 or more", FIND(-1, two, 0, 1, hits, found));
        EXPECT(INVALID, "capacity is -1|0 or more", FIND(2, two, 0, -1, hits, found));
        EXPECT(INVALID, "queries must not be NULL", FIND(1, NULL, 0, 1, hits, found));
        EXPECT(INVALID, "stride of queries is 23|24", FIND(1, two, 23, 1, hits, found));
        EXPECT(INVALID, "hits must not be NULL", FIND(1, two, 0, 1, NULL, found));
        EXPECT(INVALID, "found must not be NULL", FIND(1, two, 0, 1, hits, NULL));
        for (size_t i = 0; i < sizeof out / sizeof *out; i++) {
            two[1].x = out[i];
            EXPECT(INVALID, "queries[1] is at|-1e9 to 1e9", FIND(2, two, 0, 1, hits, found));
            two[1].x = 1.0f;
            two[1].y = out[i];
            EXPECT(INVALID, "queries[1] is at|-1e9 to 1e9", FIND(2, two, 0, 1, hits, found));
            two[1].y = 0.0f;
            two[1].radius = out[i];
            EXPECT(INVALID, "queries[1].radius is|0 to 1e9", FIND(2, two, 0, 1, hits, found));
            two[1].radius = 5.0f;
        }
        for (size_t i = 0; i < sizeof never_was / sizeof *never_was; i++) {
            two[1].except = never_was[i];
            EXPECT(INVALID, "queries[1].except was removed", FIND(2, two, 0, 1, hits, found));
            two[1].except = (throng_agent){0, 0};
        }
        cr_expect(hits[0].agent.index == 7 && found[0] == 7 && found[1] == 7, "a result was written");
        MUST(r->context, FIND(0, NULL, 0, 0, NULL, NULL));
        expect_same(r, "no queries");
    }
    MUST(r->context, throng_crowd_find_within(c, 2, two, 0, 0, NULL, found));
    cr_expect(found[0] > 0 && found[1] > 0, "%d and %d in reach", (int)found[0], (int)found[1]);
    MUST(r->context, throng_crowd_find_nearest(c, 2, two, 0, 0, NULL, found));
    cr_expect(found[0] == 0 && found[1] == 0);
    expect_same(r, "queries");
}

REJECTED(events)
{
    throng_crowd_event events[AGENTS] = {{{7, 7}, 7}};
    int32_t count = 7;
    EXPECT(INVALID, "kinds is 2|THRONG_FLAG_", throng_crowd_get_events(r->crowd, 2, events, AGENTS, &count));
    EXPECT(INVALID, "kinds is 4294967295", throng_crowd_get_events(r->crowd, UINT32_MAX, events, 1, &count));
    EXPECT(INVALID, "capacity is -1|0 or more", throng_crowd_get_events(r->crowd, 1, events, -1, &count));
    EXPECT(INVALID, "events must not be NULL", throng_crowd_get_events(r->crowd, 1, NULL, 1, &count));
    EXPECT(INVALID, "count must not be NULL", throng_crowd_get_events(r->crowd, 1, events, 1, NULL));
    cr_expect(events[0].agent.index == 7 && count == 7);
}

/* ---------------------------------------------------------------- values ---------------------------- */

REJECTED(requests)
{
    const throng_agent a = r->agents[0];
    const throng_agent two[2] = {a, r->gone};
    throng_crowd *c = r->crowd;
    float v[2 * AGENTS] = {7.0f, 7.0f};
    for (int32_t get = 0; get < 2; get++) {
#define CALL(what, count, agents, agent_stride, values, stride)                                              \
    (get ? throng_crowd_get(c, what, count, agents, agent_stride, values, stride)                            \
         : throng_crowd_set(c, what, count, agents, agent_stride, values, stride))
        EXPECT(INVALID, "what is -1|THRONG_AGENT_", CALL(-1, 1, &a, 0, v, 0));
        EXPECT(INVALID, "what is 99|THRONG_AGENT_", CALL(99, 1, &a, 0, v, 0));
        EXPECT(INVALID, "what is 99|THRONG_AGENT_", CALL(99, 0, &a, 0, NULL, 0));
        EXPECT(INVALID, "count is -1|0 or more", CALL(THRONG_AGENT_GOAL, -1, &a, 0, v, 0));
        EXPECT(INVALID, "count is 5|6 agents|agents is NULL", CALL(THRONG_AGENT_GOAL, 5, NULL, 0, v, 0));
        EXPECT(INVALID, "count is 0|6 agents", CALL(THRONG_AGENT_GOAL, 0, NULL, 0, v, 0));
        EXPECT(INVALID, "values must not be NULL", CALL(THRONG_AGENT_GOAL, 1, &a, 0, NULL, 0));
        EXPECT(INVALID, "stride of values is 7|8", CALL(THRONG_AGENT_GOAL, 1, &a, 0, v, 7));
        EXPECT(INVALID, "stride of values is 3|4", CALL(THRONG_AGENT_RADIUS, 1, &a, 0, v, 3));
        EXPECT(INVALID, "stride of values is 3|4", CALL(THRONG_AGENT_VISION_RANGE, 1, &a, 0, v, 3));
        EXPECT(INVALID, "stride of agents is 7|8", CALL(THRONG_AGENT_RADIUS, 1, &a, 7, v, 0));
        EXPECT(INVALID, "agents[1] was removed", CALL(THRONG_AGENT_GOAL, 2, two, 0, v, 0));
    }
    EXPECT(INVALID, "stride of values is 7|8", throng_crowd_get(c, THRONG_AGENT_ID, 1, &a, 0, v, 7));
    static const throng_agent_value read_only[] = {THRONG_AGENT_FLAGS, THRONG_AGENT_PERCEIVED,
                                                   THRONG_AGENT_ID};
    for (size_t i = 0; i < sizeof read_only / sizeof *read_only; i++)
        EXPECT(INVALID, "what is 2|not read only", throng_crowd_set(c, read_only[i], 1, &a, 0, v, 0));
    const throng_agent thrice[3] = {a, r->agents[1], a};
    EXPECT(INVALID, "agents[2]|twice", throng_crowd_set(c, THRONG_AGENT_RADIUS, 3, thrice, 0, v, 0));
    MUST(r->context, throng_crowd_get(c, THRONG_AGENT_POSITION, 3, thrice, 0, v, 0));
    v[0] = v[1] = 7.0f;
    cr_expect(v[0] == 7.0f && v[1] == 7.0f);
    MUST(r->context, throng_crowd_set(c, THRONG_AGENT_RADIUS, 0, &a, 0, NULL, 0));
    MUST(r->context, throng_crowd_get(c, THRONG_AGENT_RADIUS, 0, &a, 0, NULL, 0));
    expect_same(r, "nothing");
}

/* The second of two agents: the first is as it was. */
static void reject_value(refusal *r, throng_agent_value what, float x, float y, const char *words)
{
    const int pair = what <= THRONG_AGENT_HEADING;
    const float values[4] = {3.5f, pair ? 2.5f : x, x, y};
    char all[120];
    snprintf(all, sizeof all, "values[1] is a %s", words);
    expect(r, all, throng_crowd_set(r->crowd, what, 2, r->agents + 2, 0, values, 0), INVALID, all);
}

REJECTED(values)
{
    static const struct {
        throng_agent_value what;
        const char *words;
        float bad[3]; /* besides what is never right */
    } all[] = {{THRONG_AGENT_POSITION, "position of |-1e9 to 1e9", {-1.0000001e9f, 2e9f, -2e9f}},
               {THRONG_AGENT_VELOCITY, "velocity of ", {-1.0000001e9f, 2e9f, -2e9f}},
               {THRONG_AGENT_PREFERRED_VELOCITY, "preferred velocity of ", {-1.0000001e9f, 2e9f, -2e9f}},
               {THRONG_AGENT_GOAL, "goal of ", {-1.0000001e9f, 2e9f, -2e9f}},
               {THRONG_AGENT_HEADING, "heading of ", {-1.0000001e9f, 2e9f, -2e9f}},
               {THRONG_AGENT_RADIUS, "radius of |0, or 1e-6 to 1e9", {-1.0f, 9.9e-7f, -0.5f}},
               {THRONG_AGENT_MAX_SPEED, "max_speed of ", {-1.0f, 9.9e-7f, -0.5f}},
               {THRONG_AGENT_PREF_SPEED, "pref_speed of ", {2e9f, 3e38f, NAN}},
               {THRONG_AGENT_NEIGHBOR_DIST, "neighbor_dist of ", {-1.0f, -1e-6f, 2e9f}},
               {THRONG_AGENT_TIME_HORIZON, "time_horizon of |1e-6 to 1e9", {0.0f, 9.9e-7f, -1.0f}},
               {THRONG_AGENT_TIME_HORIZON_OBST, "time_horizon_obst of ", {0.0f, 9.9e-7f, -1.0f}},
               {THRONG_AGENT_RESPONSIBILITY, "responsibility of |0 to 1e6", {-1.0f, 1000001.0f, -1e-3f}},
               {THRONG_AGENT_VISION_RANGE, "vision_range of ", {-1.0f, -1e-6f, 2e9f}},
               {THRONG_AGENT_VISION_RANGE_MIN, "vision_range_min of ", {2e9f, 3e38f, NAN}},
               {THRONG_AGENT_HEARING_RANGE, "hearing_range of ", {-1.0f, -1e-6f, 2e9f}},
               {THRONG_AGENT_SOUND_RANGE, "sound_range of ", {-1.0f, -1e-6f, 2e9f}},
               {THRONG_AGENT_DEAD_SPEED, "dead_speed of ", {2e9f, 3e38f, NAN}},
               {THRONG_AGENT_VISION_ANGLE, "vision_angle of |0 to 360", {-1.0f, 360.5f, 1e9f}}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t k = 0; k < 3 + NEVER; k++) {
            const float bad = k < 3 ? all[i].bad[k] : never[k - 3];
            /* a single value is the second of two, of a pair both members */
            if (all[i].what > THRONG_AGENT_HEADING) {
                const float two[2] = {1.5f, bad};
                char words[120];
                snprintf(words, sizeof words, "values[1] is a %s", all[i].words);
                EXPECT(INVALID, words, throng_crowd_set(r->crowd, all[i].what, 2, r->agents + 2, 0, two, 0));
                continue;
            }
            reject_value(r, all[i].what, bad, 1.0f, all[i].words);
            reject_value(r, all[i].what, 1.0f, bad, all[i].words);
        }
    reject_value(r, THRONG_AGENT_HEADING, 0.0f, -0.0f, "heading of 0|not (0, 0)");
    reject_value(r, THRONG_AGENT_HEADING, 1e-40f, -1e-45f, "heading of 0|not (0, 0)");
}

REJECTED(whole_values)
{
    static const struct {
        throng_agent_value what;
        int32_t value;
        const char *words;
    } all[] = {{THRONG_AGENT_MAX_NEIGHBORS, -1, "max_neighbors of -1|0 to the crowd's"},
               {THRONG_AGENT_MAX_NEIGHBORS, NEAREST + 1, "max_neighbors of 13"},
               {THRONG_AGENT_MAX_NEIGHBORS, INT32_MAX, "max_neighbors of 2.1"},
               {THRONG_AGENT_MAX_NEIGHBORS, INT32_MIN, "max_neighbors of -2.1"},
               {THRONG_AGENT_LOCKED, 2, "locked of 2|0 or 1"},
               {THRONG_AGENT_LOCKED, -1, "locked of -1"},
               {THRONG_AGENT_CAPACITY, -1, "capacity of -1|0 or more"},
               {THRONG_AGENT_CAPACITY, INT32_MIN, "capacity of -2.1"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const int32_t two[2] = {1, all[i].value};
        char words[120];
        snprintf(words, sizeof words, "values[1] is a %s", all[i].words);
        EXPECT(INVALID, words, throng_crowd_set(r->crowd, all[i].what, 2, r->agents + 2, 0, two, 0));
    }
}
