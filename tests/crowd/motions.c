/* Motions in one call: what is set is read; it does what the separate values do, whoever stands in a wall
 * included; lists in any order; no memory but the first time. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>

static throng_crowd *crowd_of(throng_context *context, const throng_crowd_def *def, int32_t count,
                              const throng_agent_def *defs, throng_agent *agents)
{
    throng_crowd *crowd;
    throng_crowd_def more = *def;
    more.agent_capacity = count;
    MUST(context, throng_crowd_create(context, &more, &crowd));
    MUST(context, throng_crowd_add(crowd, count, defs, 0, agents));
    return crowd;
}

static uint64_t hash_of(throng_context *context, throng_crowd *crowd)
{
    uint64_t hash;
    MUST(context, throng_crowd_hash(crowd, &hash));
    return hash;
}

/* ---------------------------------------------------------------- values ---------------------------- */

/* Numbers of 40 bits are kept as they are, near and far; headings become unit vectors, or stay. */
EACH_WITH_CROWDS(crowd_motions, values)
{
    static const double homes[][2] = {{0.0, 0.0}, {455000.0, 5500000.0}};
    for (int32_t h = 0; h < 2; h++) {
        throng_crowd_def def = throng_crowd_default_def();
        throng_agent_def d[2] = {throng_agent_default_def(), throng_agent_default_def()};
        const throng_motion given[2] = {
            {homes[h][0] + 812.0 + ldexp(12345.0, -21), homes[h][1] - 0.3125, 0.5f, -1.25f, 3.0f, -4.0f},
            {homes[h][0] - ldexp(1.0, -20), homes[h][1], 0.0f, 1e-40f, 0.0f, 0.0f}};
        throng_motion read[2];
        throng_agent agents[2];
        double at[2][2];
        float near[2][2], v[2][2], ahead[2][2];
        def.origin_x = homes[h][0];
        def.origin_y = homes[h][1];
        for (int32_t i = 0; i < 2; i++) {
            d[i].offset_x = homes[h][0];
            d[i].offset_y = homes[h][1];
            d[i].heading_x = 0.6f;
            d[i].heading_y = 0.8f;
        }
        throng_crowd *crowd = crowd_of(context, &def, 2, d, agents);
        MUST(context, throng_crowd_set_motions(crowd, agents, 2, given));
        MUST(context, throng_crowd_get_motions(crowd, NULL, 2, read));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, 2, agents, 0, at, 0));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 2, agents, 0, near, 0));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 2, agents, 0, v, 0));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_HEADING, 2, agents, 0, ahead, 0));
        for (int32_t i = 0; i < 2; i++) {
            cr_expect(read[i].x == given[i].x && read[i].y == given[i].y, "(%.17g, %.17g)", read[i].x,
                      read[i].y);
            cr_expect(at[i][0] == given[i].x && at[i][1] == given[i].y);
            cr_expect(near[i][0] == (float)given[i].x && near[i][1] == (float)given[i].y);
            cr_expect(read[i].vx == given[i].vx && v[i][0] == given[i].vx && v[i][1] == read[i].vy);
            cr_expect(read[i].heading_x == ahead[i][0] && read[i].heading_y == ahead[i][1]);
        }
        cr_expect(read[0].vy == -1.25f && read[1].vy == 0.0f, "a subnormal number is 0");
        cr_expect(fabsf(ahead[0][0] - 0.6f) < 1e-7f && fabsf(ahead[0][1] + 0.8f) < 1e-7f);
        cr_expect(ahead[1][0] == 0.6f && ahead[1][1] == 0.8f, "it keeps looking there");
        MUST(context, throng_crowd_destroy(crowd));
    }
}

/* What was read is set: nobody moves, and no heading turns, however often. Nor where a place lies half-way
 * between two floats but for what a double has beyond their sum. */
EACH_WITH_CROWDS(crowd_motions, half_way)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[2] = {throng_agent_default_def(), throng_agent_default_def()};
    const double below = 1.5507113337516785 - ldexp(1.0, -51); /* half-way: 0x1.8cfb6bp+0 */
    throng_motion m[2] = {{below, -below, 0.0f, 0.0f, 0.0f, 0.0f},
                          {-below, 3.0 * below, 0.0f, 0.0f, 0.0f, 0.0f}};
    throng_agent agents[2];
    throng_crowd *crowd = crowd_of(context, &def, 2, d, agents);
    MUST(context, throng_crowd_set_motions(crowd, NULL, 2, m));
    const uint64_t hash = hash_of(context, crowd);
    MUST(context, throng_crowd_get_motions(crowd, NULL, 2, m));
    MUST(context, throng_crowd_set_motions(crowd, NULL, 2, m));
    cr_expect(hash_of(context, crowd) == hash);
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION_DOUBLE, 2, agents, 0, m, sizeof *m));
    cr_expect(hash_of(context, crowd) == hash);
    MUST(context, throng_crowd_destroy(crowd));
}

/* Nor after steps. */
EACH_WITH_CROWDS(crowd_motions, read_and_set)
{
    enum { COUNT = 200, STEPS = 40 };
    throng_agent_def d[COUNT];
    throng_crowd_def def = throng_crowd_default_def();
    throng_motion motions[COUNT], again[COUNT];
    rng r = {5};
    def.perception = THRONG_PERCEPTION_ALL;
    for (int32_t i = 0; i < COUNT; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = rng_between(&r, -30.0f, 30.0f);
        d[i].y = rng_between(&r, -30.0f, 30.0f);
        d[i].target_x = rng_between(&r, -2.0f, 2.0f);
        d[i].target_y = rng_between(&r, -2.0f, 2.0f);
        d[i].heading_x = rng_between(&r, -1.0f, 1.0f);
        d[i].heading_y = rng_between(&r, -1.0f, 1.0f);
    }
    throng_crowd *crowd = crowd_of(context, &def, COUNT, d, NULL);
    for (int32_t step = 0; step < STEPS; step++) {
        MUST(context, throng_crowd_get_motions(crowd, NULL, COUNT, motions));
        MUST(context, throng_crowd_set_motions(crowd, NULL, COUNT, motions));
        MUST(context, throng_crowd_get_motions(crowd, NULL, COUNT, again));
        cr_expect(memcmp(motions, again, sizeof motions) == 0, "step %d", (int)step);
        const uint64_t hash = hash_of(context, crowd);
        MUST(context, throng_crowd_set_motions(crowd, NULL, COUNT, again));
        cr_expect(hash_of(context, crowd) == hash, "step %d", (int)step);
        MUST(context, throng_crowd_step(crowd, 0.1f));
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- beside the separate values -------- */

enum { TOWN = BRIEFLY(120, 240), TOWN_STEPS = BRIEFLY(25, 60) };

static void add_walls(throng_context *context, throng_crowd *crowd)
{
    static const throng_vertex room[6] = {{-30, -30}, {-30, 30}, {0, 22}, {30, 30}, {30, -30}, {4, -20}};
    static const throng_vertex stone[4] = {{-14, -9}, {6, -12}, {11, 7}, {-10, 10}},
                               wall[2] = {{16, -8}, {19, 13}};
    MUST(context, throng_crowd_add_obstacle(crowd, 6, room, 0, NULL));
    MUST(context, throng_crowd_add_obstacle(crowd, 4, stone, 0, NULL));
    MUST(context, throng_crowd_add_obstacle(crowd, 2, wall, 0, NULL));
}

static throng_agent_def townsman(rng *r, int32_t i)
{
    throng_agent_def d = throng_agent_default_def();
    d.x = rng_between(r, -28.0f, 28.0f);
    d.y = rng_between(r, -28.0f, 28.0f);
    d.radius = i % 5 ? 0.4f : 0.9f;
    d.max_speed = i % 9 == 4 ? 0.0f : 1.5f;
    d.time_horizon_obst = i % 4 ? 0.25f : 2.0f;
    d.locked = i % 13 == 6;
    d.navigation = i % 2 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_VELOCITY;
    d.target_x = rng_between(r, -1.0f, 1.0f) * (i % 2 ? 25.0f : 1.5f);
    d.target_y = rng_between(r, -1.0f, 1.0f) * (i % 2 ? 25.0f : 1.5f);
    return d;
}

/* Small ways, which a motion takes for a part of the walk, and far ones; some lead into walls, and through
 * them. */
static void carry(rng *r, throng_motion *m, int32_t i)
{
    const float far = i % 6 == 0 ? 30.0f : i % 3 == 0 ? 3.0f : 0.35f;
    m->x = fmin(fmax(m->x + (double)rng_between(r, -far, far), -60.0), 60.0);
    m->y = fmin(fmax(m->y + (double)rng_between(r, -far, far), -60.0), 60.0);
    m->vx = rng_between(r, -1.5f, 1.5f);
    m->vy = rng_between(r, -1.5f, 1.5f);
    m->heading_x = i % 4 ? rng_between(r, -1.0f, 1.0f) : 0.0f;
    m->heading_y = i % 4 ? rng_between(r, -1.0f, 1.0f) : 0.0f;
}

/* Three calls in place of one. */
static void set_apart(throng_context *context, throng_crowd *crowd, int32_t count, const throng_agent *agents,
                      const throng_motion *m)
{
    throng_agent turned[TOWN];
    float headings[TOWN][2];
    int32_t turns = 0;
    for (int32_t i = 0; i < count; i++) {
        if (m[i].heading_x == 0.0f && m[i].heading_y == 0.0f)
            continue;
        headings[turns][0] = m[i].heading_x;
        headings[turns][1] = m[i].heading_y;
        turned[turns++] = agents[i];
    }
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION_DOUBLE, count, agents, 0, &m->x, sizeof *m));
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_VELOCITY, count, agents, 0, &m->vx, sizeof *m));
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_HEADING, turns, turned, 0, headings, 0));
}

/* The same steps as by separate values, which look for walls however far away after each position. Some
 * agents have several motions between two steps, each of them small. */
static void check_town(throng_context *context, throng_perception perception, throng_heading heading)
{
    throng_agent_def d[TOWN];
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent agents[TOWN], others[TOWN], list[TOWN], other_list[TOWN];
    throng_motion motions[TOWN], now[TOWN];
    uint32_t flags[TOWN];
    int32_t inside = 0;
    rng r = {17};
    def.perception = perception;
    def.heading = heading;
    for (int32_t i = 0; i < TOWN; i++)
        d[i] = townsman(&r, i);
    throng_crowd *one = crowd_of(context, &def, TOWN, d, agents);
    throng_crowd *other = crowd_of(context, &def, TOWN, d, others);
    add_walls(context, one);
    add_walls(context, other);
    for (int32_t step = 0; step < TOWN_STEPS; step++) {
        for (int32_t time = 0; time < (step % 5 == 2 ? 9 : step % 2); time++) {
            int32_t count = 0;
            MUST(context, throng_crowd_get_motions(one, agents, TOWN, now));
            for (int32_t i = TOWN - 1; i >= 0; i--) { /* descending, so that duplicates are looked for */
                if (rng_below(&r, 3) == 0)
                    continue;
                motions[count] = now[i];
                carry(&r, &motions[count], time > 0 ? 1 : i);
                list[count] = agents[i];
                other_list[count++] = others[i];
            }
            MUST(context, throng_crowd_set_motions(one, list, count, motions));
            set_apart(context, other, count, other_list, motions);
        }
        cr_expect(hash_of(context, one) == hash_of(context, other), "before step %d", (int)step);
        MUST(context, throng_crowd_step(one, 0.1f));
        MUST(context, throng_crowd_step(other, 0.1f));
        cr_expect(hash_of(context, one) == hash_of(context, other), "step %d", (int)step);
        MUST(context, throng_crowd_get(one, THRONG_AGENT_FLAGS, TOWN, NULL, 0, flags, 0));
        for (int32_t i = 0; i < TOWN; i++)
            inside += (flags[i] & THRONG_FLAG_INSIDE_WALL) != 0;
    }
    cr_expect(inside > TOWN_STEPS, "%d in walls are too few for a test", (int)inside);
    MUST(context, throng_crowd_destroy(one));
    MUST(context, throng_crowd_destroy(other));
}

EACH_WITH_CROWDS(crowd_motions, beside_separate_values)
{
    check_town(context, 0, THRONG_HEADING_TURNING);
    check_town(context, THRONG_PERCEPTION_ALL, THRONG_HEADING_TURNING);
    check_town(context, THRONG_PERCEPTION_ALL, THRONG_HEADING_VELOCITY);
}

/* Small steps of the host's into something solid, one before each step: whoever stands is looked after,
 * too. */
EACH_WITH_CROWDS(crowd_motions, into_a_wall)
{
    static const throng_vertex block[4] = {{0, -50}, {100, -50}, {100, 50}, {0, 50}};
    throng_agent_def d[3];
    throng_crowd_def def = throng_crowd_default_def();
    throng_motion motions[3] = {{-3.6, 0.0, 0.0f, 0.0f, 0.0f, 0.0f},
                                {-3.6, 5.0, 0.0f, 0.0f, 0.0f, 0.0f},
                                {-3.6, 10.0, 0.0f, 0.0f, 0.0f, 0.0f}};
    for (int32_t i = 0; i < 3; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = -3.6f;
        d[i].y = 5.0f * (float)i;
        d[i].radius = 0.5f;
        d[i].time_horizon_obst = 0.1f;
        d[i].max_speed = i == 1 ? 0.0f : 1.0f;
        d[i].locked = i == 2;
    }
    throng_crowd *crowd = crowd_of(context, &def, 3, d, NULL);
    MUST(context, throng_crowd_add_obstacle(crowd, 4, block, 0, NULL));
    for (int32_t step = 0; step < 40; step++) {
        uint32_t flags[3];
        for (int32_t i = 0; i < 3; i++)
            motions[i].x += 0.3;
        MUST(context, throng_crowd_set_motions(crowd, NULL, 3, motions));
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, 3, NULL, 0, flags, 0));
        for (int32_t i = 0; i < 3; i++)
            cr_expect(((flags[i] & THRONG_FLAG_INSIDE_WALL) != 0) == (motions[i].x > -0.5),
                      "agent %d, step %d: flags %u at %g", (int)i, (int)step, (unsigned)flags[i],
                      motions[i].x);
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* Who is locked after a motion of less than its radius reaches nothing in the next step, and is looked after
 * all the same, as it is after its snapshot is restored. */
EACH_WITH_CROWDS(crowd_motions, locked_in_a_wall)
{
    static const throng_vertex block[4] = {{0, -50}, {100, -50}, {100, 50}, {0, 50}};
    throng_agent_def d = throng_agent_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    const throng_motion motion = {.x = -0.3};
    const int32_t locked = 1;
    uint64_t hashes[2];
    size_t bytes;
    d.x = -0.6f;
    d.radius = 0.5f;
    d.max_speed = 1.0f;
    throng_crowd *crowd = crowd_of(context, &def, 1, &d, NULL);
    MUST(context, throng_crowd_add_obstacle(crowd, 4, block, 0, NULL));
    MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_set_motions(crowd, NULL, 1, &motion));
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_LOCKED, 1, NULL, 0, &locked, 0));
    MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
    void *snapshot = must_allocate(bytes);
    MUST(context, throng_crowd_save(crowd, snapshot, bytes));
    for (int32_t turn = 0; turn < 2; turn++) {
        uint32_t flags;
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, 1, NULL, 0, &flags, 0));
        MUST(context, throng_crowd_hash(crowd, &hashes[turn]));
        cr_expect(flags & THRONG_FLAG_INSIDE_WALL, "turn %d: flags %u", (int)turn, (unsigned)flags);
        MUST(context, throng_crowd_restore(crowd, snapshot, bytes));
    }
    cr_expect(hashes[0] == hashes[1]);
    free(snapshot);
    MUST(context, throng_crowd_destroy(crowd));
}

/* Many small motions before one step, which together lead far into something solid: whoever was carried more
 * than once is looked after however far away walls are. */
EACH_WITH_CROWDS(crowd_motions, several_before_a_step)
{
    static const throng_vertex block[4] = {{0, -50}, {100, -50}, {100, 50}, {0, 50}};
    throng_agent_def d = throng_agent_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    throng_motion motion = {-3.6, 0.0, 0.0f, 0.0f, 0.0f, 0.0f};
    throng_agent agent;
    uint32_t flags;
    d.x = -3.6f;
    d.radius = 0.5f;
    d.time_horizon_obst = 0.1f;
    throng_crowd *crowd = crowd_of(context, &def, 1, &d, &agent);
    MUST(context, throng_crowd_add_obstacle(crowd, 4, block, 0, NULL));
    MUST(context, throng_crowd_step(crowd, 0.1f));
    for (int32_t time = 0; time < 20; time++) {
        motion.x += 0.4;
        MUST(context, throng_crowd_set_motions(crowd, &agent, 1, &motion));
    }
    MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, 1, &agent, 0, &flags, 0));
    cr_expect(flags & THRONG_FLAG_INSIDE_WALL, "after 20 motions, 4.4 deep in a wall");
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- lists ----------------------------- */

/* More agents than a task takes; all of them, listed backwards, and every third. */
EACH_WITH_CROWDS(crowd_motions, many)
{
    enum { ALL = 30000 };
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def *defs = must_allocate(ALL * sizeof *defs);
    throng_agent *agents = must_allocate(ALL * sizeof *agents), *list = must_allocate(ALL * sizeof *list);
    throng_motion *motions = must_allocate(ALL * sizeof *motions),
                  *read = must_allocate(3 * ALL * sizeof *read);
    def.max_neighbors = 0;
    for (int32_t i = 0; i < ALL; i++) {
        defs[i] = throng_agent_default_def();
        defs[i].max_neighbors = 0;
    }
    throng_crowd *crowd = crowd_of(context, &def, ALL, defs, agents);
    for (int32_t way = 0; way < 4; way++) {
        int32_t count = 0;
        for (int32_t i = 0; i < ALL; i += way == 2 ? 3 : 1) {
            const int32_t which = way == 1 ? ALL - 1 - i : i;
            list[count] = agents[which];
            motions[count] = (throng_motion){0.25 * which, way - 0.5 * which, (float)way, 1.0f, 0.0f, -2.0f};
            count++;
        }
        if (way == 3) /* the device knows who there is */
            MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_set_motions(crowd, way % 3 ? list : NULL, count, motions));
        MUST(context, throng_crowd_get_motions(crowd, list, count, read));
        for (int32_t i = 0; i < count; i++)
            motions[i].heading_y = -1.0f;
        cr_expect(memcmp(motions, read, (size_t)count * sizeof *read) == 0, "way %d", (int)way);
        MUST(context, throng_crowd_get_motions(crowd, NULL, ALL, read));
        for (int32_t i = 0; i < count; i++)
            cr_expect(memcmp(&motions[i], &read[list[i].index], sizeof *read) == 0, "way %d, %d", (int)way,
                      (int)i);
    }
    for (int32_t i = 0; i < ALL; i++) /* to read one twice is no mistake */
        list[i] = agents[i / 2];
    MUST(context, throng_crowd_get_motions(crowd, list, ALL, read));
    cr_expect(memcmp(&read[ALL - 2], &read[ALL - 1], sizeof *read) == 0 &&
              read[ALL - 1].x == motions[ALL / 2 - 1].x);
    MUST(context, throng_crowd_destroy(crowd));
    free(defs);
    free(agents);
    free(list);
    free(motions);
    free(read);
}

/* A device allocates once; nothing else does. */
Test(crowd_motions, memory)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        throng_context_def hooks = throng_context_default_def();
        watch *w = watch_begin();
        watch_hooks(w, &hooks);
        throng_context *context = open_variant(&list[i], &hooks);
        throng_crowd_def def = throng_crowd_default_def();
        throng_agent_def d[20];
        throng_agent agents[20];
        throng_motion motions[20];
        def.integration = THRONG_INTEGRATE_VELOCITIES;
        for (int32_t k = 0; k < 20; k++) {
            d[k] = throng_agent_default_def();
            d[k].x = 3.0f * (float)k;
        }
        throng_crowd *crowd = crowd_of(context, &def, 20, d, agents);
        MUST(context, throng_crowd_step(crowd, 0.1f));
        if (list[i].backend == THRONG_BACKEND_OPENCL) {
            w->fail_at = 1;
            cr_expect(throng_crowd_get_motions(crowd, NULL, 20, motions) == THRONG_ERROR_OUT_OF_MEMORY);
            w->fail_at = 0;
        }
        MUST(context, throng_crowd_get_motions(crowd, NULL, 20, motions));
        const int64_t allocations = w->allocations;
        for (int32_t step = 0; step < 10; step++) {
            MUST(context, throng_crowd_step(crowd, 0.1f));
            MUST(context, throng_crowd_get_motions(crowd, agents, 20, motions));
            for (int32_t k = 0; k < 20; k++)
                motions[k].x += 0.1 * (double)motions[k].vx;
            MUST(context, throng_crowd_set_motions(crowd, step % 2 ? agents : NULL, 20, motions));
        }
        cr_expect(w->allocations == allocations, "%s: %d allocations", list[i].name,
                  (int)(w->allocations - allocations));
        MUST(context, throng_crowd_reserve(crowd, 30));
        MUST(context, throng_crowd_set_motions(crowd, NULL, 20, motions));
        MUST(context, throng_crowd_reset(crowd));
        MUST(context, throng_crowd_set_motions(crowd, NULL, 0, NULL));
        MUST(context, throng_crowd_destroy(crowd));
        MUST(context, throng_context_destroy(context));
        cr_expect(watch_end(w) == 0);
    }
}
