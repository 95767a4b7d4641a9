/* Who is who in a crowd: handles, ids and lists against a naive model under heavy churn; values of agents,
 * set and read with every form of call. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>

/* ---------------------------------------------------------------- churn ----------------------------- */

enum { MOST = 300, ROUNDS = 400, FAMILIES = 4 };

/* What ought to be there: by index, as handles name them. */
typedef struct model {
    uint64_t ids[MOST];
    uint32_t generations[MOST];
    int32_t alive[MOST];
    int32_t count;
    uint64_t added;
} model;

/* Ids whose lower or upper bits alone differ, so that some collide wherever they are hashed to. */
static uint64_t id_of(rng *r, int32_t family)
{
    const uint64_t some = (uint64_t)rng_below(r, 700);
    switch (family) {
    case 0:
        return some;
    case 1:
        return some << 54;
    case 2:
        return UINT64_MAX - 1 - some;
    default:
        return some * 0xf1de83e19937733du; /* which the multiplier of a hash by Fibonacci turns back */
    }
}

static int32_t model_find(const model *m, uint64_t id)
{
    for (int32_t i = 0; i < MOST; i++)
        if (m->alive[i] && m->ids[i] == id)
            return i;
    return -1;
}

static void add_some(throng_context *context, throng_crowd *crowd, model *m, rng *r, throng_agent *known)
{
    throng_agent_def defs[8];
    throng_agent agents[8];
    const int32_t count = rng_below(r, 8), family = rng_below(r, FAMILIES);
    int32_t rejected = m->count + count > MOST;
    for (int32_t i = 0; i < count; i++) {
        defs[i] = throng_agent_default_def();
        defs[i].id = id_of(r, family);
        rejected |= model_find(m, defs[i].id) >= 0;
        for (int32_t k = 0; k < i; k++)
            rejected |= defs[i].id == defs[k].id;
    }
    const throng_status status = throng_crowd_add(crowd, count, defs, 0, agents);
    cr_assert((status != THRONG_OK) == (rejected && count > 0), "adding %d to %d: %s", (int)count,
              (int)m->count, throng_status_string(status));
    (void)context;
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        const int32_t index = agents[i].index;
        cr_assert(index >= 0 && index < MOST && !m->alive[index], "index %d is in use", (int)index);
        cr_assert(agents[i].generation != 0 && agents[i].generation != m->generations[index],
                  "a handle was given twice");
        m->alive[index] = 1;
        m->ids[index] = defs[i].id;
        m->generations[index] = agents[i].generation;
        known[index] = agents[i];
        m->count++;
        m->added++;
    }
}

static void remove_some(throng_context *context, throng_crowd *crowd, model *m, rng *r, int32_t share)
{
    throng_agent agents[MOST];
    int32_t count = 0;
    for (int32_t i = 0; i < MOST; i++)
        if (m->alive[i] && rng_below(r, 100) < share)
            agents[count++] = (throng_agent){i, m->generations[i]};
    MUST(context, throng_crowd_remove(crowd, count, agents, 0));
    for (int32_t i = 0; i < count; i++)
        m->alive[agents[i].index] = 0;
    m->count -= count;
    if (count > 0)
        cr_assert(throng_crowd_remove(crowd, 1, agents, 0) == THRONG_ERROR_INVALID_ARGUMENT);
}

static void check_all(throng_context *context, throng_crowd *crowd, const model *m, rng *r)
{
    throng_agent agents[MOST + 1], found;
    throng_crowd_info info;
    int32_t count, k = 0;
    uint64_t ids[MOST];
    MUST(context, throng_crowd_list(crowd, agents, MOST + 1, &count));
    MUST(context, throng_crowd_get_info(crowd, &info));
    cr_assert(count == m->count && info.agents == count && info.added == m->added);
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_ID, count, NULL, 0, ids, 0));
    for (int32_t i = 0; i < MOST; i++) {
        if (!m->alive[i])
            continue;
        cr_assert(agents[k].index == i && agents[k].generation == m->generations[i] && ids[k] == m->ids[i]);
        MUST(context, throng_crowd_find(crowd, m->ids[i], &found));
        cr_assert(found.index == i && found.generation == m->generations[i]);
        k++;
    }
    for (int32_t i = 0; i < 20; i++) {
        const uint64_t id = id_of(r, i % FAMILIES);
        const throng_status status = throng_crowd_find(crowd, id, &found);
        cr_assert((status == THRONG_OK) == (model_find(m, id) >= 0), "id %llu", (unsigned long long)id);
    }
}

EACH_WITH_CROWDS(crowd_agents, churn)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    static model m;
    static throng_agent known[MOST];
    rng r = {81};
    memset(&m, 0, sizeof m);
    def.agent_capacity = 40;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < ROUNDS; i++) {
        if (i == 20)
            MUST(context, throng_crowd_reserve(crowd, MOST));
        if (i < 20 && m.count > 32)
            remove_some(context, crowd, &m, &r, 60);
        add_some(context, crowd, &m, &r, known);
        if (i % 3 == 1)
            remove_some(context, crowd, &m, &r, i % 40 == 1 ? 100 : i % 7);
        if (i % 5 == 0)
            check_all(context, crowd, &m, &r);
        if (i % 50 == 9)
            MUST(context, throng_crowd_step(crowd, 0.1f));
    }
    check_all(context, crowd, &m, &r);
    MUST(context, throng_crowd_reset(crowd));
    cr_expect(throng_crowd_remove(crowd, 1, known, 0) == THRONG_ERROR_INVALID_ARGUMENT);
    for (int32_t i = 0; i < MOST; i++)
        m.alive[i] = 0;
    m.count = 0;
    m.added = 0;
    check_all(context, crowd, &m, &r);
    for (int32_t i = 0; i < 50; i++)
        add_some(context, crowd, &m, &r, known); /* handles from before the reset are not given again */
    check_all(context, crowd, &m, &r);
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- ids ------------------------------- */

EACH_WITH_CROWDS(crowd_agents, next_ids)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def defs[3] = {throng_agent_default_def(), throng_agent_default_def(),
                                throng_agent_default_def()};
    throng_agent agents[3];
    throng_crowd *crowd;
    uint64_t ids[3];
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t round = 0; round < 2; round++) {
        defs[1].id = UINT64_MAX - 1;
        MUST(context, throng_crowd_add(crowd, 3, defs, 0, agents));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_ID, 3, agents, 0, ids, 0));
        cr_expect(ids[0] == 0 && ids[1] == UINT64_MAX - 1 && ids[2] == 2);
        MUST(context, throng_crowd_remove(crowd, 2, agents, 2 * sizeof *agents));
        MUST(context, throng_crowd_add(crowd, 1, defs, 0, agents));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_ID, 1, agents, 0, ids, 0));
        cr_expect(ids[0] == 3);
        MUST(context, throng_crowd_find(crowd, UINT64_MAX - 1, &agents[1]));
        MUST(context, throng_crowd_reset(crowd));
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* Of two others equally near, with room for one, the one with the lower id is avoided: by what it does to the
 * velocity. */
EACH_WITH_CROWDS(crowd_agents, lower_ids_are_nearer)
{
    static const uint64_t ids[][2] = {{1, 2},
                                      {2, 1},
                                      {UINT64_MAX - 1, 5},
                                      {5, UINT64_MAX - 1},
                                      {1ull << 32, (1ull << 32) - 1},
                                      {0x00000001ffffffffull, 0x0000000200000000ull},
                                      {1ull << 63, (1ull << 63) - 1}};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        for (int32_t first = 0; first < 3; first++) { /* which is added first */
            throng_crowd_def def = throng_crowd_default_def();
            throng_crowd *crowd;
            throng_agent agent;
            float v[2];
            def.max_neighbors = 1;
            MUST(context, throng_crowd_create(context, &def, &crowd));
            for (int32_t k = 0; k < 3; k++) {
                throng_agent_def d = throng_agent_default_def();
                const int32_t which = (first + k) % 3;
                d.max_neighbors = 1;
                if (which == 2) {
                    d.id = 1000000;
                    d.target_x = 2.0f;
                } else { /* one above and one below the way, coming closer */
                    d.id = ids[i][which];
                    d.x = 4.0f;
                    d.y = which ? 1.0f : -1.0f;
                    d.vx = d.target_x = -1.0f;
                }
                MUST(context, throng_crowd_add(crowd, 1, &d, 0, NULL));
            }
            MUST(context, throng_crowd_step(crowd, 0.125f));
            MUST(context, throng_crowd_find(crowd, 1000000, &agent));
            MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, &agent, 0, v, 0));
            cr_expect(ids[i][0] < ids[i][1] ? v[1] > 0.01f : v[1] < -0.01f, "ids %llu and %llu: %g",
                      (unsigned long long)ids[i][0], (unsigned long long)ids[i][1], (double)v[1]);
            MUST(context, throng_crowd_destroy(crowd));
        }
}

/* ---------------------------------------------------------------- values ---------------------------- */

enum { SOME = 700 }; /* more than are set at once */

typedef struct way {
    throng_agent_value what;
    int32_t words, whole; /* whole: 1: int32_t, 2: any bits */
    float low, high;
} way;

static const way ways[] = {{THRONG_AGENT_POSITION, 2, 0, -1e9f, 1e9f},
                           {THRONG_AGENT_VELOCITY, 2, 0, -1e9f, 1e9f},
                           {THRONG_AGENT_PREFERRED_VELOCITY, 2, 0, -1e9f, 1e9f},
                           {THRONG_AGENT_GOAL, 2, 0, -1e9f, 1e9f},
                           {THRONG_AGENT_TARGET, 2, 0, -1e9f, 1e9f},
                           {THRONG_AGENT_RADIUS, 1, 0, 1e-6f, 1e9f},
                           {THRONG_AGENT_MAX_SPEED, 1, 0, 1e-6f, 1e9f},
                           {THRONG_AGENT_PREF_SPEED, 1, 0, -1e9f, 1e9f},
                           {THRONG_AGENT_NEIGHBOR_DIST, 1, 0, 0.0f, 1e9f},
                           {THRONG_AGENT_MAX_NEIGHBORS, 1, 1, 0.0f, 64.0f},
                           {THRONG_AGENT_TIME_HORIZON, 1, 0, 1e-6f, 1e9f},
                           {THRONG_AGENT_TIME_HORIZON_OBST, 1, 0, 1e-6f, 1e9f},
                           {THRONG_AGENT_LAYER, 1, 2, 0.0f, 0.0f},
                           {THRONG_AGENT_MASK, 1, 2, 0.0f, 0.0f},
                           {THRONG_AGENT_PRIORITY, 1, 2, 0.0f, 0.0f},
                           {THRONG_AGENT_RESPONSIBILITY, 1, 0, 0.0f, 1e6f},
                           {THRONG_AGENT_LOCKED, 1, 1, 0.0f, 1.0f},
                           {THRONG_AGENT_VISION_RANGE, 1, 0, 0.0f, 1e9f},
                           {THRONG_AGENT_VISION_RANGE_MIN, 1, 0, -1.0f, 0.0f},
                           {THRONG_AGENT_HEARING_RANGE, 1, 0, 0.0f, 1e9f},
                           {THRONG_AGENT_SOUND_RANGE, 1, 0, 0.0f, 1e9f},
                           {THRONG_AGENT_CAPACITY, 1, 1, 0.0f, 1e9f},
                           {THRONG_AGENT_DEAD_SPEED, 1, 0, -1.0f, 1e9f}};
enum {
    WAYS = sizeof ways / sizeof *ways,
    PREFERRED = 2 /* ways[] of the preferred velocity, a goal, a target */
};

static throng_crowd *make_many(throng_context *context, throng_agent *agents)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def *defs = must_allocate(SOME * sizeof *defs);
    throng_crowd *crowd;
    def.max_neighbors = 64;
    for (int32_t i = 0; i < SOME; i++)
        defs[i] = throng_agent_default_def();
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, SOME, defs, 0, agents));
    free(defs);
    return crowd;
}

static uint32_t value_for(const way *w, rng *r)
{
    const float part = rng_between(r, 0.0f, 1.0f);
    float value = w->low + part * part * part * (w->high - w->low);
    uint32_t bits = (uint32_t)rng_next(r);
    if (rng_below(r, 9) == 0)
        value = rng_below(r, 2) ? w->low : w->high;
    const int32_t whole = (int32_t)value;
    if (w->whole != 2)
        memcpy(&bits, w->whole ? (const void *)&whole : (const void *)&value, sizeof bits);
    return bits;
}

/* What is set is read, of all, of some, packed and apart; and nothing else changes. */
EACH_WITH_CROWDS(crowd_agents, set_and_read)
{
    enum { APART = 5 };
    static uint32_t expected[WAYS][SOME][2], values[SOME][APART], got[SOME][APART];
    static throng_agent agents[SOME], some[SOME][2];
    throng_crowd *crowd = make_many(context, agents);
    rng r = {82};
    memset(expected, 0, sizeof expected);
    for (int32_t i = 0; i < WAYS; i++)
        MUST(context, throng_crowd_get(crowd, ways[i].what, SOME, NULL, 0, expected[i], 8));
    for (int32_t round = 0; round < 3 * WAYS; round++) {
        const int32_t i = round % WAYS, all = round < WAYS, packed = round % 2;
        const size_t stride = packed ? 0 : sizeof *values;
        int32_t count = 0;
        for (int32_t k = 0; k < SOME; k++) {
            if (!all && rng_below(&r, 2))
                continue;
            uint32_t *to = packed ? &values[0][0] + count * ways[i].words : values[count];
            for (int32_t word = 0; word < ways[i].words; word++)
                expected[i][k][word] = to[word] = value_for(&ways[i], &r);
            some[count++][0] = agents[k];
        }
        MUST(context, throng_crowd_set(crowd, ways[i].what, count, all ? NULL : some[0], sizeof *some, values,
                                       stride));
        /* the target is one and the same for all three */
        for (int32_t other = PREFERRED; other < PREFERRED + 3 && i >= PREFERRED && i < PREFERRED + 3; other++)
            memmove(expected[other], expected[i], sizeof *expected);
        for (int32_t other = 0; other < WAYS; other++) {
            memset(got, 0x5a, sizeof got);
            MUST(context, throng_crowd_get(crowd, ways[other].what, SOME, agents, 0, got, sizeof *got));
            for (int32_t k = 0; k < SOME; k++) {
                cr_assert(memcmp(got[k], expected[other][k], 4 * (size_t)ways[other].words) == 0,
                          "value %d of agent %d, after value %d was set", (int)ways[other].what, (int)k,
                          (int)ways[i].what);
                cr_assert(got[k][ways[other].words] == 0x5a5a5a5au, "written behind a value");
            }
        }
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* Zeros for what is smaller than the smallest normal number; unit vectors for headings; the present range of
 * vision goes with the largest. */
EACH_WITH_CROWDS(crowd_agents, what_is_read)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    const float ways_to_look[][2] = {{3.0f, -4.0f}, {1e9f, 0.0f}, {-1e-30f, 1e-30f}, {0.0f, 2e-38f}};
    throng_crowd *crowd;
    throng_agent agent;
    float v[2];
    def.perception = THRONG_VISION | THRONG_ADAPTIVE;
    d.x = 1e-40f;
    d.vx = -3.0f;
    d.vy = 4.0f;
    d.radius = 1e-45f;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agent));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, NULL, 0, v, 0));
    cr_expect(v[0] == 0.0f && v[1] == 0.0f);
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_RADIUS, 1, NULL, 0, v, 0));
    cr_expect(v[0] == 0.0f);
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_HEADING, 1, NULL, 0, v, 0));
    cr_expect(fabsf(v[0] + 0.6f) < 1e-6f && fabsf(v[1] - 0.8f) < 1e-6f, "along its velocity");
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VISION, 1, NULL, 0, v, 0));
    cr_expect(v[0] == 15.0f);
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_VISION_RANGE, 1, &agent, 0, (float[]){9.0f}, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VISION, 1, NULL, 0, v, 0));
    cr_expect(v[0] == 9.0f);
    for (size_t i = 0; i < sizeof ways_to_look / sizeof *ways_to_look; i++) {
        const double x = (double)ways_to_look[i][0], y = (double)ways_to_look[i][1];
        MUST(context, throng_crowd_set(crowd, THRONG_AGENT_HEADING, 1, &agent, 0, ways_to_look[i], 0));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_HEADING, 1, &agent, 0, v, 0));
        cr_expect(hypot((double)v[0] - x / hypot(x, y), (double)v[1] - y / hypot(x, y)) < 1e-6);
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* Where an agent looks that was told nothing: along its velocity, its preferred velocity, its way to the
 * goal, or to the right. */
EACH_WITH_CROWDS(crowd_agents, first_headings)
{
    throng_agent_def d[5];
    throng_crowd_def def = throng_crowd_default_def();
    static const float expected[5][2] = {
        {0.0f, -1.0f}, {-1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}};
    throng_crowd *crowd;
    float v[5][2];
    for (int32_t i = 0; i < 5; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = 7.0f;
        d[i].heading_y = i < 1 ? -2.0f : 0.0f;
        d[i].vx = i < 2 ? -3.0f : 0.0f;
        d[i].target_y = i < 3 ? 5.0f : 0.0f;
        d[i].navigation = i == 3 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_VELOCITY;
    }
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, 5, d, 0, NULL));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_HEADING, 5, NULL, 0, v, 0));
    for (int32_t i = 0; i < 5; i++)
        cr_expect(v[i][0] == expected[i][0] && v[i][1] == expected[i][1], "agent %d: %g, %g", (int)i,
                  (double)v[i][0], (double)v[i][1]);
    MUST(context, throng_crowd_destroy(crowd));
}

/* Defs lie apart, and at any address. */
EACH_WITH_CROWDS(crowd_agents, defs_apart)
{
    enum { COUNT = 70, STRIDE = sizeof(throng_agent_def) + 11 };
    static char room[COUNT * STRIDE + 1];
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent agents[COUNT];
    throng_crowd *crowd;
    float at[COUNT][2];
    memset(room, 0x77, sizeof room);
    for (int32_t i = 0; i < COUNT; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.x = (float)i;
        d.y = -(float)i;
        memcpy(room + 1 + (size_t)i * STRIDE, &d, sizeof d);
    }
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context,
         throng_crowd_add(crowd, COUNT, (const throng_agent_def *)(const void *)(room + 1), STRIDE, agents));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, COUNT, agents, 0, at, 0));
    for (int32_t i = 0; i < COUNT; i++)
        cr_expect(at[i][0] == (float)i && at[i][1] == -(float)i);
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- after a snapshot ------------------ */

/* Handles given out after a snapshot name nothing when it has been taken up, whoever gets their places. */
EACH_WITH_CROWDS(crowd_agents, handles_of_a_time_that_is_gone)
{
    static const throng_vertex wall[2] = {{50.0f, 50.0f}, {60.0f, 50.0f}};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    throng_crowd *crowd;
    throng_agent kept[2], gone[6], now[6];
    throng_obstacle kept_wall, gone_walls[3], now_walls[3];
    unsigned char snapshot[4096];
    float at[2], both[2][2];
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < 2; i++)
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, &kept[i]));
    MUST(context, throng_crowd_add_obstacle(crowd, 2, wall, 0, &kept_wall));
    MUST(context, throng_crowd_save(crowd, snapshot, sizeof snapshot));
    MUST(context, throng_crowd_remove(crowd, 1, &kept[0], 0)); /* and is back with the snapshot */
    for (int32_t i = 0; i < 6; i++) { /* one place is used again and again, others once */
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, &gone[i]));
        if (i < 3)
            MUST(context, throng_crowd_remove(crowd, 1, &gone[i], 0));
        if (i < 3)
            MUST(context, throng_crowd_add_obstacle(crowd, 2, wall, 0, &gone_walls[i]));
        if (i == 0)
            MUST(context, throng_crowd_remove_obstacle(crowd, gone_walls[0]));
    }
    MUST(context, throng_crowd_restore(crowd, snapshot, sizeof snapshot));
    for (int32_t i = 0; i < 6; i++)
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, &now[i]));
    for (int32_t i = 0; i < 3; i++)
        MUST(context, throng_crowd_add_obstacle(crowd, 2, wall, 0, &now_walls[i]));
    for (int32_t i = 0; i < 6; i++) {
        cr_expect(throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &gone[i], 0, at, 0) ==
                      THRONG_ERROR_INVALID_ARGUMENT,
                  "agent %d", (int)i);
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &now[i], 0, at, 0));
    }
    for (int32_t i = 0; i < 3; i++) {
        cr_expect(throng_crowd_remove_obstacle(crowd, gone_walls[i]) == THRONG_ERROR_INVALID_ARGUMENT,
                  "obstacle %d", (int)i);
        MUST(context, throng_crowd_remove_obstacle(crowd, now_walls[i]));
    }
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 2, kept, 0, both, 0));
    MUST(context, throng_crowd_remove_obstacle(crowd, kept_wall));
    MUST(context, throng_crowd_destroy(crowd));
}

/* A crowd that takes up what it is goes on giving out the handles of one that does not. */
EACH_WITH_CROWDS(crowd_agents, handles_of_a_crowd_taken_up_at_once)
{
    static const throng_vertex wall[2] = {{50.0f, 50.0f}, {60.0f, 50.0f}};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    throng_agent agents[2][4];
    throng_obstacle walls[2][2];
    for (int32_t taken_up = 0; taken_up < 2; taken_up++) {
        throng_crowd *crowd;
        unsigned char snapshot[4096];
        MUST(context, throng_crowd_create(context, &def, &crowd));
        for (int32_t i = 0; i < 4; i++) {
            MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agents[taken_up][i]));
            if (i < 2) /* the place is free with a generation, then taken again */
                MUST(context, throng_crowd_remove(crowd, 1, &agents[taken_up][i], 0));
            if (i < 2)
                MUST(context, throng_crowd_add_obstacle(crowd, 2, wall, 0, &walls[taken_up][i]));
            if (i < 2 && taken_up) {
                MUST(context, throng_crowd_save(crowd, snapshot, sizeof snapshot));
                MUST(context, throng_crowd_restore(crowd, snapshot, sizeof snapshot));
            }
            if (i == 0)
                MUST(context, throng_crowd_remove_obstacle(crowd, walls[taken_up][i]));
        }
        MUST(context, throng_crowd_destroy(crowd));
    }
    cr_expect(memcmp(agents[0], agents[1], sizeof agents[0]) == 0);
    cr_expect(memcmp(walls[0], walls[1], sizeof walls[0]) == 0);
}
