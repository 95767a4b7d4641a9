/* States of agents: whoever moves from one crowd to another with the same def goes on with the same bits,
 * in all kinds of crowds, on every level. And every value that can be set can be read. */
#include "tests/crowd/each_backend.h"
#include "tests/crowd/snapshot_form.h"

#include <math.h>
#include <stdlib.h>

static uint64_t hash_of(throng_context *context, throng_crowd *crowd)
{
    uint64_t hash;
    MUST(context, throng_crowd_hash(crowd, &hash));
    return hash;
}

static int32_t count_of(throng_context *context, throng_crowd *crowd)
{
    throng_crowd_info info;
    MUST(context, throng_crowd_get_info(crowd, &info));
    return info.agents;
}

/* All agents, in the order of ids. */
static throng_agent_state *states_of(throng_context *context, throng_crowd *crowd, int32_t *count)
{
    *count = count_of(context, crowd);
    throng_agent_state *states = must_allocate((size_t)*count * sizeof *states);
    MUST(context, throng_crowd_get_states(crowd, NULL, *count, states));
    return states;
}

/* Those of one crowd into another, back to front, and the steps that it has made. */
static void hand_over(throng_context *context, throng_crowd *from, throng_crowd *to)
{
    throng_crowd_info info;
    int32_t count;
    throng_agent_state *states = states_of(context, from, &count);
    MUST(context, throng_crowd_get_info(from, &info));
    MUST(context, throng_crowd_reserve(to, count));
    for (int32_t i = 0; i < count / 2; i++) {
        const throng_agent_state one = states[i];
        states[i] = states[count - 1 - i];
        states[count - 1 - i] = one;
    }
    MUST(context, throng_crowd_add_states(to, count, states, NULL));
    MUST(context, throng_crowd_set_steps(to, info.steps));
    free(states);
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

static const char *const scenes[] = {
    "crowd_dense",        "crowd_lattice_far_ids", "crowd_one_place", "crowd_corners", "crowd_rules",
    "crowd_adaptive",     "crowd_responsibility",  "crowd_congested", "crowd_turned",  "crowd_everything",
    "gaps_neighbors",     "gaps_everything",       "settle_gaps",     "settle_senses", "turning_perception",
    "turning_everything", "turning_settle",
};
enum { SCENES = sizeof scenes / sizeof *scenes, LATER = BRIEFLY(20, 100) };

static const crowd_scene *scene_named(const char *name)
{
    for (int32_t i = 0; i < crowd_scene_count; i++)
        if (strcmp(crowd_scenes[i].name, name) == 0)
            return &crowd_scenes[i];
    cr_assert(0, "no scene %s", name);
    return NULL;
}

/* After all its changes, and then after a hundred steps more. */
static void check_scene(throng_context *context, const crowd_scene *s)
{
    test_crowd *t = crowd_begin(context, s);
    throng_crowd_def def = crowd_def(s);
    throng_crowd *other;
    for (int32_t phase = 0; phase < CROWD_PHASES; phase++) {
        if (phase > 0)
            crowd_change(t, phase);
        for (int32_t i = 0; i < 3; i++)
            crowd_step(t);
        crowd_perceive(t);
    }
    def.agent_capacity = 0;
    MUST(context, throng_crowd_create(context, &def, &other));
    hand_over(context, t->crowd, other);
    cr_expect(hash_of(context, other) == crowd_hash(t), "%s: another hash", s->name);
    for (int32_t i = 0; i < LATER; i++) {
        crowd_step(t);
        MUST(context, throng_crowd_step(other, t->dt));
        if (i % 10 == 9)
            cr_expect(hash_of(context, other) == crowd_hash(t), "%s: other bits after %d steps", s->name,
                      (int)i + 1);
    }
    MUST(context, throng_crowd_destroy(other));
    crowd_end(t);
}

EACH_WITH_CROWDS(crowd_states, scenes)
{
    for (int32_t i = 0; i < SCENES; i++)
        check_scene(context, scene_named(scenes[i]));
}

/* ---------------------------------------------------------------- places ---------------------------- */

enum { MANY = 200, COLUMNS = 24, ROWS = 18 };

/* A map, a flow on it, and where crowds on it begin. */
typedef struct place {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    double x, y;
    throng_perception perception;
    throng_integration integration;
} place;

static void place_begin(place *p)
{
    throng_terrain_def terrain = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    const throng_region walls[] = {{8, 3, 1, 9}, {15, 6, 1, 12}};
    const throng_cell goals[2] = {{21, 15}, {2, 2}};
    terrain.width = COLUMNS;
    terrain.height = ROWS;
    MUST(p->context, throng_terrain_create(p->context, &terrain, &p->terrain));
    MUST(p->context, throng_terrain_fill(p->terrain, walls, 1));
    MUST(p->context, throng_terrain_fill(p->terrain, walls + 1, 1));
    flow.terrain = p->terrain;
    flow.cell_size = 2.5f;
    flow.fields = 2;
    MUST(p->context, throng_flow_create(p->context, &flow, &p->flow));
    for (int32_t i = 0; i < 2; i++)
        MUST(p->context, throng_flow_set_goals(p->flow, i, 1, &goals[i], 0));
}

static void place_end(const place *p)
{
    MUST(p->context, throng_flow_destroy(p->flow));
    MUST(p->context, throng_terrain_destroy(p->terrain));
}

static throng_crowd *crowd_at(const place *p)
{
    static const double stone[4][2] = {{30.25, 20.5}, {33.0, 21.0}, {32.5, 24.75}, {29.0, 23.5}};
    throng_crowd_def def = throng_crowd_default_def();
    throng_vertex_double vertices[4];
    throng_crowd *crowd;
    def.agent_capacity = MANY;
    def.perception = p->perception;
    def.integration = p->integration;
    def.congestion = def.settle = 1;
    def.symmetry = 0.05f;
    def.seed = 9;
    def.terrain = p->terrain;
    def.flow = p->flow;
    def.cell_size = 2.5f;
    def.origin_x = p->x;
    def.origin_y = p->y;
    MUST(p->context, throng_crowd_create(p->context, &def, &crowd));
    for (int32_t i = 0; i < 4; i++)
        vertices[i] = (throng_vertex_double){p->x + stone[i][0], p->y + stone[i][1]};
    MUST(p->context, throng_crowd_add_obstacle_double(crowd, 4, vertices, 0, NULL));
    return crowd;
}

/* Some stand in walls, some are slow, some are far out, where floats are coarse. */
static void populate(const place *p, throng_crowd *crowd)
{
    rng r = {97};
    for (int32_t i = 0; i < MANY; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.id = (uint64_t)((i * 7919) % 1000);
        d.x = rng_between(&r, 1.0f, 19.0f + 35.0f * (float)(i % 5 == 0));
        d.y = rng_between(&r, 1.0f, 44.0f);
        d.offset_x = p->x;
        d.offset_y = p->y;
        d.radius = i % 7 == 3 ? 0.8f : 0.3f;
        d.max_speed = i % 8 == 1 ? 0.01f : rng_between(&r, 0.4f, 3.0f);
        d.time_horizon_obst = 1.0f;
        d.vision_range = d.neighbor_dist = 5.0f;
        d.vision_angle = i % 5 ? 220.0f : 100.0f;
        d.layer = i % 11 == 5 ? 3 : 1;
        d.priority = i % 23 == 7;
        d.locked = i % 31 == 30;
        d.navigation = i % 3 == 0 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_FLOW;
        d.flow_field = i % 2;
        d.target_x = i % 2 ? 6.0f : 53.75f;
        d.target_y = i % 2 ? 6.0f : 38.75f;
        d.target_offset_x = p->x;
        d.target_offset_y = p->y;
        MUST(p->context, throng_crowd_add(crowd, 1, &d, 0, NULL));
    }
}

/* A host's share of a step, if it has one. */
static void integrate(const place *p, throng_crowd *crowd)
{
    throng_motion m[MANY];
    if (p->integration == THRONG_INTEGRATE_POSITIONS)
        return;
    MUST(p->context, throng_crowd_get_motions(crowd, NULL, MANY, m));
    for (int32_t i = 0; i < MANY; i++) {
        m[i].x += 0.1 * (double)m[i].vx;
        m[i].y += 0.1 * (double)m[i].vy;
    }
    MUST(p->context, throng_crowd_set_motions(crowd, NULL, MANY, m));
}

/* The same agents in another crowd, in the order of the first one's list. */
static void find_all(const place *p, throng_crowd *from, throng_crowd *in, throng_agent *agents)
{
    uint64_t ids[MANY];
    MUST(p->context, throng_crowd_get(from, THRONG_AGENT_ID, MANY, NULL, 0, ids, 0));
    for (int32_t i = 0; i < MANY; i++)
        MUST(p->context, throng_crowd_find(in, ids[i], &agents[i]));
}

static void check_place(place *p)
{
    double at[2][MANY][2];
    throng_agent agents[MANY];
    place_begin(p);
    throng_crowd *one = crowd_at(p), *other = crowd_at(p);
    populate(p, one);
    for (int32_t i = 0; i < 33; i++) {
        MUST(p->context, throng_crowd_step(one, 0.1f));
        integrate(p, one);
    }
    hand_over(p->context, one, other);
    find_all(p, one, other, agents);
    cr_expect(hash_of(p->context, one) == hash_of(p->context, other));
    for (int32_t i = 0; i < LATER; i++) {
        MUST(p->context, throng_crowd_step(one, 0.1f));
        MUST(p->context, throng_crowd_step(other, 0.1f));
        integrate(p, one);
        integrate(p, other);
        if (i % 10 < 9)
            continue;
        cr_expect(hash_of(p->context, one) == hash_of(p->context, other), "at (%g, %g): step %d", p->x, p->y,
                  (int)i + 1);
        MUST(p->context, throng_crowd_get(one, THRONG_AGENT_POSITION_DOUBLE, MANY, NULL, 0, at[0], 0));
        MUST(p->context, throng_crowd_get(other, THRONG_AGENT_POSITION_DOUBLE, MANY, agents, 0, at[1], 0));
        cr_expect(memcmp(at[0], at[1], sizeof at[0]) == 0, "at (%g, %g): what rounding took, step %d", p->x,
                  p->y, (int)i + 1);
    }
    MUST(p->context, throng_crowd_destroy(one));
    MUST(p->context, throng_crowd_destroy(other));
    place_end(p);
}

EACH_WITH_CROWDS(crowd_states, places)
{
    static const place places[] = {
        {.x = -13.25, .y = 40.5},
        {.x = 455000.5, .y = 5500000.0, .perception = THRONG_PERCEPTION_ALL},
        {.x = 9.99e8, .y = -9.99e8},
        {.x = 0.0, .y = 0.0, .perception = THRONG_VISION, .integration = THRONG_INTEGRATE_VELOCITIES},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        place p = places[i];
        p.context = context;
        check_place(&p);
    }
}

/* Far from the home of a crowd whose def says nothing of where it is: floats are coarse, and rests large. */
EACH_WITH_CROWDS(crowd_states, carried_rests)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowds[2];
    double at[2][40][2];
    for (int32_t i = 0; i < 2; i++)
        MUST(context, throng_crowd_create(context, &def, &crowds[i]));
    for (int32_t i = 0; i < 40; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.offset_x = 777000.25 + 3.0 * i;
        d.offset_y = -3e6;
        d.target_x = 0.013f * (float)(i % 7);
        d.target_y = 0.1f;
        MUST(context, throng_crowd_add(crowds[0], 1, &d, 0, NULL));
    }
    for (int32_t i = 0; i < 25; i++)
        MUST(context, throng_crowd_step(crowds[0], 0.05f));
    for (int32_t i = 0; i < 40; i++) { /* one by one, in order, so that lists are alike */
        throng_agent_state state;
        throng_agent agent;
        MUST(context, throng_crowd_find(crowds[0], (uint64_t)i, &agent));
        MUST(context, throng_crowd_get_states(crowds[0], &agent, 1, &state));
        cr_expect(state.id == (uint64_t)i && state.bytes == sizeof state);
        MUST(context, throng_crowd_add_states(crowds[1], 1, &state, NULL));
    }
    for (int32_t step = 0; step < LATER; step++) {
        for (int32_t i = 0; i < 2; i++) {
            MUST(context, throng_crowd_step(crowds[i], 0.05f));
            MUST(context, throng_crowd_get(crowds[i], THRONG_AGENT_POSITION_DOUBLE, 40, NULL, 0, at[i], 0));
        }
        cr_expect(memcmp(at[0], at[1], sizeof at[0]) == 0, "step %d", (int)step);
    }
    for (int32_t i = 0; i < 2; i++)
        MUST(context, throng_crowd_destroy(crowds[i]));
}

/* ---------------------------------------------------------------- to and fro ------------------------ */

/* Two groups that do not see each other change crowds every few steps; in the end each agent is what it is
 * in a crowd of both. */
EACH_WITH_CROWDS(crowd_states, to_and_fro)
{
    enum { GROUP = 60, ALL = 2 * GROUP, TIMES = 20 };
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *both, *crowds[2];
    throng_agent handles[ALL], all[ALL];
    throng_agent_state state[2], expected, states[GROUP];
    rng r = {41};
    def.agent_capacity = ALL;
    def.perception = THRONG_PERCEPTION_ALL;
    def.congestion = 1;
    def.symmetry = 0.1f;
    MUST(context, throng_crowd_create(context, &def, &both));
    for (int32_t i = 0; i < 2; i++)
        MUST(context, throng_crowd_create(context, &def, &crowds[i]));
    for (int32_t i = 0; i < ALL; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.id = (uint64_t)i;
        d.x = rng_between(&r, -12.0f, 12.0f) + 1000.0f * (float)(i % 2);
        d.y = rng_between(&r, -12.0f, 12.0f);
        d.navigation = THRONG_NAVIGATE_GOAL;
        d.target_x = rng_between(&r, -12.0f, 12.0f) + 1000.0f * (float)(i % 2);
        d.radius = i % 3 ? 0.5f : 0.8f;
        MUST(context, throng_crowd_add(both, 1, &d, 0, &all[i]));
        MUST(context, throng_crowd_add(crowds[i % 2], 1, &d, 0, &handles[i]));
    }
    for (int32_t time = 0; time < TIMES; time++) {
        for (int32_t step = 0; step < 4; step++) {
            MUST(context, throng_crowd_step(both, 0.1f));
            for (int32_t i = 0; i < 2; i++)
                MUST(context, throng_crowd_step(crowds[i], 0.1f));
        }
        for (int32_t group = 0; group < 2; group++) {
            throng_agent leave[GROUP], come[GROUP];
            const int32_t from = (group + time) % 2;
            for (int32_t i = 0; i < GROUP; i++)
                leave[i] = handles[2 * i + group];
            MUST(context, throng_crowd_get_states(crowds[from], leave, GROUP, states));
            MUST(context, throng_crowd_remove(crowds[from], GROUP, leave, 0));
            MUST(context, throng_crowd_add_states(crowds[1 - from], GROUP, states, come));
            for (int32_t i = 0; i < GROUP; i++)
                handles[2 * i + group] = come[i];
        }
    }
    for (int32_t i = 0; i < ALL; i++) {
        MUST(context, throng_crowd_get_states(crowds[(i + TIMES) % 2], &handles[i], 1, &state[0]));
        MUST(context, throng_crowd_get_states(both, &all[i], 1, &expected));
        cr_expect(memcmp(&state[0], &expected, sizeof expected) == 0, "agent %d is another", (int)i);
    }
    MUST(context, throng_crowd_destroy(both));
    for (int32_t i = 0; i < 2; i++)
        MUST(context, throng_crowd_destroy(crowds[i]));
}

/* What the host moves: guests among those who change crowds, in an order in which nobody is where it was, and
 * more obstacles than count for one agent, with the same indices. What is set comes along, too. */
EACH_WITH_CROWDS(crowd_states, with_what_the_host_moves)
{
    enum { WALKERS = 66, GATES = 12, AFTER = 20 };
    static const throng_vertex box[4] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
    throng_crowd_def def = throng_crowd_default_def();
    throng_moving_obstacle gates[2][GATES];
    throng_obstacle_motion motions[GATES];
    throng_agent agents[WALKERS];
    throng_crowd *crowds[2];
    rng r = {43};
    def.agent_capacity = WALKERS;
    def.hash_guests = 1;
    memset(motions, 0, sizeof motions);
    for (int32_t i = 0; i < 2; i++)
        MUST(context, throng_crowd_create(context, &def, &crowds[i]));
    for (int32_t i = 0; i < GATES; i++) {
        motions[i].x = (double)(4 * (i % 4) - 6);
        motions[i].y = (double)(4 * (i / 4) - 4);
        motions[i].vx = rng_between(&r, -0.5f, 0.5f);
        motions[i].heading_x = 1.0f;
        motions[i].turn = 0.2f;
        for (int32_t k = 0; k < 2; k++)
            MUST(context, throng_crowd_add_moving_obstacle(crowds[k], 4, box, 0, &motions[i], &gates[k][i]));
    }
    for (int32_t i = 0; i < WALKERS; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.id = (uint64_t)i;
        d.x = rng_between(&r, -12.0f, 12.0f);
        d.y = rng_between(&r, -12.0f, 12.0f);
        d.radius = 0.4f;
        d.navigation = i % 11 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_GUEST;
        d.vx = i % 11 ? 0.0f : 1.0f;
        d.target_x = -d.x;
        d.target_y = -d.y;
        MUST(context, throng_crowd_add(crowds[0], 1, &d, 0, &agents[i]));
    }
    for (int32_t step = 0; step < 2 * AFTER; step++) {
        for (int32_t i = 0; i < GATES; i++)
            motions[i].x += 0.1 * (double)motions[i].vx;
        if (step == AFTER) { /* between steps, and with all that this may leave */
            const throng_motion jump = {3.0, -2.0, 1.0f, 0.5f, 0.0f, 0.0f};
            const throng_navigation guest = THRONG_NAVIGATE_GUEST;
            const float wide = 0.9f, spot[2] = {-2.0f, 5.0f};
            MUST(context, throng_crowd_set_motions(crowds[0], &agents[11], 1, &jump));
            MUST(context, throng_crowd_set(crowds[0], THRONG_AGENT_NAVIGATION, 1, &agents[5], 0, &guest, 0));
            MUST(context, throng_crowd_set(crowds[0], THRONG_AGENT_RADIUS, 1, &agents[6], 0, &wide, 0));
            MUST(context, throng_crowd_set(crowds[0], THRONG_AGENT_POSITION, 1, &agents[7], 0, spot, 0));
            hand_over(context, crowds[0], crowds[1]);
        }
        for (int32_t k = 0; k < (step < AFTER ? 1 : 2); k++) {
            MUST(context, throng_crowd_move_obstacles(crowds[k], GATES, gates[k], 0, motions, 0));
            MUST(context, throng_crowd_step(crowds[k], 0.1f));
        }
        if (step >= AFTER)
            cr_expect(hash_of(context, crowds[0]) == hash_of(context, crowds[1]), "step %d", (int)step);
    }
    for (int32_t i = 0; i < 2; i++)
        MUST(context, throng_crowd_destroy(crowds[i]));
}

/* A crowd that joins late: random angles depend on the number of steps. */
EACH_WITH_CROWDS(crowd_states, late)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowds[3];
    throng_crowd_info info;
    float v[3][2];
    def.symmetry = 0.5f;
    for (int32_t i = 0; i < 3; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.target_x = 1.0f;
        MUST(context, throng_crowd_create(context, &def, &crowds[i]));
        if (i == 0)
            for (int32_t step = 0; step < 7; step++)
                MUST(context, throng_crowd_step(crowds[0], 0.1f));
        if (i == 1)
            MUST(context, throng_crowd_set_steps(crowds[1], 7));
        MUST(context, throng_crowd_add(crowds[i], 1, &d, 0, NULL));
        MUST(context, throng_crowd_step(crowds[i], 0.1f));
        MUST(context, throng_crowd_get(crowds[i], THRONG_AGENT_VELOCITY, 1, NULL, 0, v[i], 0));
    }
    MUST(context, throng_crowd_get_info(crowds[1], &info));
    cr_expect(info.steps == 8 && memcmp(v[0], v[1], sizeof v[0]) == 0 &&
              memcmp(v[0], v[2], sizeof v[0]) != 0);
    cr_expect(hash_of(context, crowds[0]) == hash_of(context, crowds[1]));
    MUST(context, throng_crowd_set_steps(crowds[0], UINT64_MAX));
    MUST(context, throng_crowd_step(crowds[0], 0.1f));
    MUST(context, throng_crowd_get_info(crowds[0], &info));
    cr_expect(info.steps == 0);
    for (int32_t i = 0; i < 3; i++)
        MUST(context, throng_crowd_destroy(crowds[i]));
}
