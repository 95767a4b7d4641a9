/* A crowd that is cut into parts has the bits of one crowd: all scenes, by 1 to 8 parts, both cuts, with and
 * without balancing, on levels and backends that differ from part to part. */
#include "tests/world/contexts.h"
#include "tests/world/mirror.h"

#include <math.h>
#include <stdlib.h>

enum { COUNTS = 5 };

static mirror begin(const throng_crowd_def *def, int32_t parts, throng_world_cut cut, int32_t balance,
                    float skin)
{
    throng_world_def w = throng_world_default_def();
    char name[80];
    w.cut = cut;
    w.balance_steps = balance;
    w.imbalance = balance == 2 ? 1.0f : 1.1f;
    snprintf(name, sizeof name, "%d parts, %s, balance %d", (int)parts,
             cut == THRONG_CUT_STRIPS ? "strips" : "bisection", (int)balance);
    return mirror_begin(name, parts, contexts, &w, def, skin);
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

static void compare(const mirror *mirrors, int32_t count, uint64_t right, const char *what, int32_t step)
{
    for (int32_t i = 0; i < count; i++)
        cr_expect(mirror_hash(&mirrors[i]) == right, "%s, step %d: %s differs", what, (int)step,
                  mirrors[i].name);
}

/* A session of a scene, `most` steps in each phase. */
static void play_mirrored(const crowd_scene *s, const mirror *mirrors, int32_t count, int32_t most)
{
    int32_t made = 0;
    mirrors_set(mirrors, count);
    test_crowd *t = mirrored_crowd_begin(contexts[0], s);
    for (int32_t phase = 0; phase < CROWD_PHASES; phase++) {
        if (phase > 0)
            mirrored_crowd_change(t, phase);
        t->dt = phase == 2 ? 0.0625f : 0.125f;
        for (int32_t i = 0; i < s->steps && i < most; i++, made++) {
            mirrored_crowd_step(t);
            if (i % 4 == 0 || i == s->steps - 1)
                compare(mirrors, count, mirrored_crowd_hash(t), s->name, made);
        }
    }
    mirrored_crowd_end(t);
}

static void play_kinds(const crowd_scene *s, const int32_t (*kinds)[3], int32_t count, int32_t most)
{
    mirror mirrors[MIRRORS_MOST];
    const throng_crowd_def def = mirrored_crowd_def(s);
    for (int32_t i = 0; i < count; i++)
        mirrors[i] = begin(&def, kinds[i][0], kinds[i][1], kinds[i][2], kinds[i][2] ? 0.0f : 2.0f * s->scale);
    play_mirrored(s, mirrors, count, most);
    for (int32_t i = 0; i < count; i++)
        mirror_end(&mirrors[i]);
}

/* Parts, cut, and steps between balances. */
static const int32_t kinds[][3] = {{1, 0, 2}, {2, 1, 0}, {3, 0, 2}, {4, 1, 2}, {8, 0, 0},
                                   {2, 0, 2}, {3, 1, 0}, {4, 0, 0}, {8, 1, 2}, {8, 0, 2}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Every scene, cut in one or two ways; all ways in the long form. */
Test(world_bits, scenes)
{
    open_contexts(0);
    for (int32_t i = 0; i < crowd_scene_count; i++) {
#ifdef WORLD_LONG
        play_kinds(&crowd_scenes[i], kinds, KINDS, 1000);
#else
        if (crowd_scenes[i].agents < 1000)
            play_kinds(&crowd_scenes[i], kinds + (2 * i) % KINDS, BRIEFLY(1, 2),
                       strncmp(crowd_scenes[i].name, "settle", 6) == 0 ? BRIEFLY(20, 40) : BRIEFLY(3, 6));
#endif
    }
    close_contexts();
}

/* With a part on a device. */
Test(world_bits, device)
{
    static const char *const names[] = {"crowd_sparse", "crowd_adaptive", "gaps_rules", "settle_senses",
                                        "guests_senses"};
    int32_t played = 0;
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    open_contexts(1);
    for (int32_t i = 0; i < crowd_scene_count; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (strcmp(crowd_scenes[i].name, names[k]) == 0) {
                play_kinds(&crowd_scenes[i], kinds + 1, 3, 4);
                played++;
            }
    cr_expect(played == (int32_t)(sizeof names / sizeof *names));
    close_contexts();
}

/* ---------------------------------------------------------------- long sessions --------------------- */

#ifdef WORLD_LONG
/* A thousand steps: agents come and go every fifty. */
static const crowd_scene long_scenes[] = {
    {"long, dense", CROWD_SCATTERED, 200, 10, 2.2f, 1.0f, 0, 0, 0, 0.0f, 0, 751},
    {"long, sparse", CROWD_SCATTERED, 150, 10, 10.0f, 1.0f, CROWD_BODIES, 0, 0, 0.0f, 0, 752},
    {"long, congested", CROWD_SCATTERED, 150, 10, 2.0f, 1.0f, CROWD_SENSES_OWN, THRONG_PERCEPTION_ALL, 1,
     0.05f, 0, 753},
    {"long, all rules", CROWD_LATTICE, 130, 16, 2.0f, 1.0f, 31, THRONG_VISION | THRONG_TOUCH, 1, 0.1f, 0,
     754},
};

Test(world_bits, thousand_steps)
{
    open_contexts(0);
    for (size_t k = 0; k < sizeof long_scenes / sizeof *long_scenes; k++) {
        const crowd_scene *s = &long_scenes[k];
        const throng_crowd_def def = mirrored_crowd_def(s);
        mirror mirrors[KINDS];
        for (int32_t i = 0; i < KINDS; i++)
            mirrors[i] = begin(&def, kinds[i][0], kinds[i][1], kinds[i][2], 0.0f);
        mirrors_set(mirrors, KINDS);
        test_crowd *t = mirrored_crowd_begin(contexts[0], s);
        for (int32_t i = 0; i < 1000; i++) {
            if (i % 50 == 25)
                mirrored_crowd_change(t, 1 + i / 50 % 3);
            mirrored_crowd_step(t);
            if (i % 25 == 24)
                compare(mirrors, KINDS, mirrored_crowd_hash(t), s->name, i);
        }
        mirrored_crowd_end(t);
        for (int32_t i = 0; i < KINDS; i++)
            mirror_end(&mirrors[i]);
    }
    close_contexts();
}
#endif

/* ---------------------------------------------------------------- all run to one side --------------- */

enum { RUN_STEPS = 40 };

/* At a speed with which an agent crosses several parts in a step. */
static void run_to_one_side(float speed, int32_t steps, float skin)
{
    mirror mirrors[3];
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[RUNNERS];
    throng_crowd *crowd;
    throng_world_crowd_info info;
    uint64_t hash;
    def.agent_capacity = RUNNERS;
    make_runners(agents, speed);
    mirrors[0] = begin(&def, 4, THRONG_CUT_STRIPS, 0, skin);
    mirrors[1] = begin(&def, 8, THRONG_CUT_BISECTION, 0, skin);
    mirrors[2] = begin(&def, 5, THRONG_CUT_STRIPS, 2, skin);
    mirrors_set(mirrors, 3);
    MUST(contexts[0], throng_crowd_create(contexts[0], &def, &crowd));
    MUST(contexts[0], mirrored_add(crowd, RUNNERS, agents, 0, NULL));
    for (int32_t i = 0; i < steps; i++) {
        MUST(contexts[0], mirrored_step(crowd, 0.25f));
        MUST(contexts[0], throng_crowd_hash(crowd, &hash));
        compare(mirrors, 3, hash, "run to one side", i);
    }
    MUST(contexts[0], throng_world_crowd_get_info(mirrors[0].crowd, &info));
    cr_expect(info.agents == RUNNERS && info.own == RUNNERS && info.moved > 0 && info.lists > 1);
    MUST(contexts[0], throng_world_crowd_get_info(mirrors[2].crowd, &info));
    cr_expect(info.cuts > 2);
    for (int32_t i = 0; i < 3; i++)
        mirror_end(&mirrors[i]);
    MUST(contexts[0], throng_crowd_destroy(crowd));
}

Test(world_bits, to_one_side)
{
    open_contexts(0);
    run_to_one_side(3.0f, RUN_STEPS, 0.0f);
    run_to_one_side(200.0f, 8, 2.0f);
    close_contexts();
}

/* ---------------------------------------------------------------- ids that come back ---------------- */

/* Agents go, and others come with their ids at other places, where those that went may still be ghosts. */
Test(world_bits, ids_come_back)
{
    mirror mirrors[2];
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[RUNNERS];
    throng_agent handles[RUNNERS];
    throng_crowd *crowd;
    uint64_t hash;
    open_contexts(0);
    def.agent_capacity = RUNNERS;
    make_runners(agents, 3.0f);
    for (int32_t i = 0; i < RUNNERS; i++)
        agents[i].id = (uint64_t)i + 1;
    mirrors[0] = begin(&def, 4, THRONG_CUT_STRIPS, 0, 5.0f);
    mirrors[1] = begin(&def, 3, THRONG_CUT_BISECTION, 0, 0.0f);
    mirrors_set(mirrors, 2);
    MUST(contexts[0], throng_crowd_create(contexts[0], &def, &crowd));
    MUST(contexts[0], mirrored_add(crowd, RUNNERS, agents, 0, handles));
    for (int32_t i = 0; i < 6; i++) {
        MUST(contexts[0], mirrored_step(crowd, 0.25f));
        MUST(contexts[0], mirrored_remove(crowd, 50, handles + 50 * (ptrdiff_t)i, 0));
        for (int32_t k = 50 * i; k < 50 * i + 50; k++)
            agents[k].x = 80.0f - agents[k].x;
        MUST(contexts[0],
             mirrored_add(crowd, 50, agents + 50 * (ptrdiff_t)i, 0, handles + 50 * (ptrdiff_t)i));
        MUST(contexts[0], mirrored_step(crowd, 0.25f));
        MUST(contexts[0], throng_crowd_hash(crowd, &hash));
        compare(mirrors, 2, hash, "ids that come back", i);
    }
    for (int32_t i = 0; i < 2; i++)
        mirror_end(&mirrors[i]);
    MUST(contexts[0], throng_crowd_destroy(crowd));
    close_contexts();
}

/* ---------------------------------------------------------------- agents that are steered ----------- */

enum { STEERED_STEPS = 24 };

/* Gives some agents a new preferred velocity, goal, target or speed; agent 0 is a guest until it gets one. */
static void steer(throng_crowd *crowd, const throng_agent *handles, rng *r, int32_t step)
{
    static const throng_agent_value values[] = {THRONG_AGENT_PREFERRED_VELOCITY, THRONG_AGENT_GOAL,
                                                THRONG_AGENT_TARGET, THRONG_AGENT_PREF_SPEED};
    const throng_agent_value what = values[step % 4];
    const int32_t first = step < STEERED_STEPS - 3 ? 1 + 8 * step : 0;
    float pairs[100][2], speeds[100];
    for (int32_t i = 0; i < 100; i++) {
        const float most = what == THRONG_AGENT_PREFERRED_VELOCITY ? 2.0f : 80.0f;
        pairs[i][0] = rng_between(r, -most, most);
        pairs[i][1] = rng_between(r, -most, most);
        speeds[i] = rng_between(r, 0.0f, 2.0f);
    }
    const void *data = what == THRONG_AGENT_PREF_SPEED ? (const void *)speeds : pairs;
    MUST(contexts[0], mirrored_set(crowd, what, 100, handles + first, 0, data, 0));
}

/* Nobody reads what another one wants: no lists are made for it, except where agents settle. */
static void play_steered(int32_t settle, uint64_t lists)
{
    mirror mirrors[2];
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[RUNNERS];
    throng_agent handles[RUNNERS];
    throng_crowd *crowd;
    throng_world_crowd_info info;
    uint64_t hash;
    rng r = {23};
    def.agent_capacity = RUNNERS;
    def.settle = settle;
    make_runners(agents, 2.0f);
    agents[0].navigation = THRONG_NAVIGATE_GUEST;
    mirrors[0] = begin(&def, 4, THRONG_CUT_STRIPS, 0, 30.0f); /* nobody walks more than half of that */
    mirrors[1] = begin(&def, 3, THRONG_CUT_BISECTION, 0, 30.0f);
    mirrors_set(mirrors, 2);
    MUST(contexts[0], throng_crowd_create(contexts[0], &def, &crowd));
    MUST(contexts[0], mirrored_add(crowd, RUNNERS, agents, 0, handles));
    for (int32_t i = 0; i < STEERED_STEPS; i++) {
        steer(crowd, handles, &r, i);
        MUST(contexts[0], mirrored_step(crowd, 0.25f));
        MUST(contexts[0], throng_crowd_hash(crowd, &hash));
        compare(mirrors, 2, hash, "steered", i);
    }
    for (int32_t i = 0; i < 2; i++) {
        MUST(contexts[0], throng_world_crowd_get_info(mirrors[i].crowd, &info));
        cr_expect(info.lists == lists, "lists were made %d times", (int)info.lists);
        mirror_end(&mirrors[i]);
    }
    MUST(contexts[0], throng_crowd_destroy(crowd));
}

Test(world_bits, steered)
{
    open_contexts(0);
    play_steered(0, 2); /* those of the first step, and of the guest's first */
    play_steered(1, STEERED_STEPS);
    close_contexts();
}

/* ---------------------------------------------------------------- agents that settle ---------------- */

enum { IN_LINE = 60, SETTLING_STEPS = 24 };

/* How far from a goal agents settle depends on the number of all agents and on the largest radius of all,
 * which no part has by itself: a line of agents, each of which touches the next one. */
static void settle(float largest, int32_t least)
{
    mirror mirrors[2];
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[IN_LINE];
    throng_crowd *crowd;
    uint64_t hash;
    uint32_t flags[IN_LINE];
    int32_t arrived = 0;
    def.agent_capacity = IN_LINE;
    def.settle = 1;
    for (int32_t i = 0; i < IN_LINE; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].x = 2.0f * (float)i + (i == IN_LINE - 1 ? 20.0f : 0.0f);
        agents[i].radius = i == IN_LINE - 1 ? largest : 1.0f;
        agents[i].neighbor_dist = 4.0f;
        agents[i].navigation = THRONG_NAVIGATE_GOAL;
    }
    mirrors[0] = begin(&def, 8, THRONG_CUT_STRIPS, 0, 0.5f);
    mirrors[1] = begin(&def, 5, THRONG_CUT_BISECTION, 2, 0.0f);
    mirrors_set(mirrors, 2);
    MUST(contexts[0], throng_crowd_create(contexts[0], &def, &crowd));
    MUST(contexts[0], mirrored_add(crowd, IN_LINE, agents, 0, NULL));
    for (int32_t i = 0; i < SETTLING_STEPS; i++) {
        MUST(contexts[0], mirrored_step(crowd, 0.1f));
        MUST(contexts[0], throng_crowd_hash(crowd, &hash));
        compare(mirrors, 2, hash, "settling", i);
    }
    MUST(contexts[0], throng_crowd_get(crowd, THRONG_AGENT_FLAGS, IN_LINE, NULL, 0, flags, 0));
    for (int32_t i = 0; i < IN_LINE; i++)
        arrived += (flags[i] & THRONG_FLAG_ARRIVED) != 0;
    cr_expect(arrived >= least && arrived < IN_LINE / 2, "%d have arrived", (int)arrived);
    for (int32_t i = 0; i < 2; i++)
        mirror_end(&mirrors[i]);
    MUST(contexts[0], throng_crowd_destroy(crowd));
}

Test(world_bits, settling)
{
    open_contexts(0);
    settle(1.0f, 7);
    settle(2.0f, 11);
    close_contexts();
}

/* ---------------------------------------------------------------- events ---------------------------- */

enum { EVENTS_MOST = 2 * RUNNERS, EVENT_STEPS = 40 };

typedef struct happening {
    uint64_t id;
    uint32_t kind;
} happening;

static int by_id(const void *a, const void *b)
{
    const happening *one = a, *other = b;
    if (one->id != other->id)
        return one->id < other->id ? -1 : 1;
    return one->kind < other->kind ? -1 : one->kind > other->kind;
}

/* Adds what happened in a crowd, and whom it happened to; agents may be NULL. */
static void happened(throng_crowd *crowd, happening *all, int32_t *count, throng_agent *agents)
{
    const uint32_t wanted = THRONG_FLAG_ARRIVED | THRONG_FLAG_CONGESTED | THRONG_FLAG_INSIDE_WALL;
    throng_crowd_event events[EVENTS_MOST];
    int32_t some;
    MUST(contexts[0], throng_crowd_get_events(crowd, wanted, events, EVENTS_MOST, &some));
    for (int32_t i = 0; i < some && *count < EVENTS_MOST; i++) {
        happening *one = &all[*count];
        one->kind = events[i].kind;
        MUST(contexts[0], throng_crowd_get(crowd, THRONG_AGENT_ID, 1, &events[i].agent, 0, &one->id, 0));
        if (agents)
            agents[*count] = events[i].agent;
        (*count)++;
    }
}

/* After a step: parts tell what the crowd tells. Returns to how many it happened. */
static int32_t compare_events(const mirror *m, throng_crowd *crowd, int32_t step, throng_agent *agents)
{
    happening right[EVENTS_MOST], got[EVENTS_MOST] = {{0, 0}}; /* for cppcheck: worlds have parts */
    throng_world_info about;
    int32_t count = 0, of_parts = 0;
    happened(crowd, right, &count, agents);
    MUST(contexts[0], throng_world_get_info(m->world, &about));
    for (int32_t part = 0; part < about.parts; part++) {
        throng_crowd *local;
        MUST(contexts[0], throng_world_crowd_get_part(m->crowd, part, &local));
        happened(local, got, &of_parts, NULL);
    }
    qsort(right, (size_t)count, sizeof *right, by_id);
    qsort(got, (size_t)of_parts, sizeof *got, by_id);
    cr_assert(of_parts == count, "step %d: %d events of parts, %d of the crowd", (int)step, (int)of_parts,
              (int)count);
    for (int32_t i = 0; i < count; i++)
        cr_expect(by_id(&right[i], &got[i]) == 0, "step %d: event %d", (int)step, (int)i);
    return count;
}

/* An event is told by the part that steps the agent, once: ghosts have none, nor who was there before. Goals
 * are near; whoever has just arrived goes to another part, and ghosts come to where it was in memory. */
Test(world_bits, events)
{
    mirror m;
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[RUNNERS];
    throng_agent moved[EVENTS_MOST]; /* those to whom something happened in the last step */
    throng_crowd *crowd;
    rng r = {29};
    int32_t told = 0, count = 0;
    open_contexts(0);
    def.agent_capacity = RUNNERS;
    def.settle = 1;
    make_runners(agents, 4.0f);
    for (int32_t i = 0; i < RUNNERS; i++) {
        agents[i].target_x = agents[i].x + rng_between(&r, -8.0f, 8.0f);
        agents[i].target_y = agents[i].y + rng_between(&r, -8.0f, 8.0f);
    }
    m = begin(&def, 3, THRONG_CUT_STRIPS, 0, 0.0f);
    mirrors_set(&m, 1);
    MUST(contexts[0], throng_crowd_create(contexts[0], &def, &crowd));
    MUST(contexts[0], mirrored_add(crowd, RUNNERS, agents, 0, NULL));
    for (int32_t step = 0; step < EVENT_STEPS; step++) {
        float places[EVENTS_MOST][2];
        for (int32_t i = 0; i < count; i++) {
            places[i][0] = rng_between(&r, 0.0f, 80.0f);
            places[i][1] = rng_between(&r, 0.0f, 80.0f);
        }
        if (step % 4 == 3 && count > 0)
            MUST(contexts[0], mirrored_set(crowd, THRONG_AGENT_POSITION, count, moved, 0, places, 0));
        MUST(contexts[0], mirrored_step(crowd, 0.25f));
        count = compare_events(&m, crowd, step, moved);
        told += count;
    }
    cr_expect(told > 200, "%d events", (int)told);
    mirror_end(&m);
    MUST(contexts[0], throng_crowd_destroy(crowd));
    close_contexts();
}

/* ---------------------------------------------------------------- obstacles ------------------------- */

static void add_pillar(throng_world_crowd *crowd, throng_crowd *one, double x, throng_obstacle handles[2])
{
    const throng_vertex_double pillar[4] = {{x, 8.0}, {x + 1.0, 8.0}, {x + 1.0, 9.0}, {x, 9.0}};
    MUST(contexts[0], throng_world_crowd_add_obstacle(crowd, 4, pillar, 0, &handles[0]));
    MUST(contexts[0], throng_crowd_add_obstacle_double(one, 4, pillar, 0, &handles[1]));
}

/* Outlines of terrain take handles whenever a part comes to need them, here by a look into one part alone. */
Test(world_bits, obstacles_beside_outlines)
{
    enum { SIDE = 40 };
    mirror m;
    throng_crowd_def def = throng_crowd_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_agent_def agents[20];
    throng_crowd *crowd, *part;
    throng_crowd_view view = {0};
    throng_obstacle handles[3][2];
    uint64_t hash;
    open_contexts(0);
    throng_context *const same[2] = {contexts[0], contexts[0]};
    ground.width = ground.height = SIDE;
    MUST(contexts[0], throng_terrain_create(contexts[0], &ground, &def.terrain));
    for (int32_t i = 0; i < 20; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].x = 2.0f + 1.8f * (float)i;
        agents[i].y = 5.0f + (float)(i % 3);
        agents[i].radius = 0.4f;
        agents[i].target_y = 1.0f;
    }
    m = mirror_begin("parts on one terrain", 2, same, NULL, &def, 0.0f);
    mirrors_set(&m, 1);
    MUST(contexts[0], throng_crowd_create(contexts[0], &def, &crowd));
    MUST(contexts[0], mirrored_add(crowd, 20, agents, 0, NULL));
    add_pillar(m.crowd, crowd, 10.0, handles[0]);
    MUST(contexts[0], mirrored_step(crowd, 0.1f));
    add_pillar(m.crowd, crowd, 20.0, handles[1]);
    MUST(contexts[0], throng_terrain_fill(def.terrain, &(throng_region){20, 20, 1, 1}, 1));
    MUST(contexts[0], throng_world_crowd_get_part(m.crowd, 0, &part));
    throng_agent first;
    int32_t count;
    MUST(contexts[0], throng_crowd_list(part, &first, 1, &count));
    MUST(contexts[0], throng_crowd_inspect(part, first, 0.1f, &view));
    MUST(contexts[0], throng_world_crowd_remove_obstacle(m.crowd, handles[1][0]));
    MUST(contexts[0], throng_crowd_remove_obstacle(crowd, handles[1][1]));
    MUST(contexts[0], mirrored_step(crowd, 0.1f));
    for (int32_t i = 0; i < 3; i++) {
        add_pillar(m.crowd, crowd, 25.0 + i, handles[2]);
        MUST(contexts[0], mirrored_step(crowd, 0.1f));
        MUST(contexts[0], throng_crowd_hash(crowd, &hash));
        compare(&m, 1, hash, "obstacles beside outlines", i);
        if (i == 1) {
            MUST(contexts[0], throng_world_crowd_remove_obstacle(m.crowd, handles[2][0]));
            MUST(contexts[0], throng_crowd_remove_obstacle(crowd, handles[2][1]));
        }
    }
    mirror_end(&m);
    MUST(contexts[0], throng_crowd_destroy(crowd));
    MUST(contexts[0], throng_terrain_destroy(def.terrain));
    close_contexts();
}

/* ---------------------------------------------------------------- rests ----------------------------- */

/* Steps too short for their floats are carried until they are worth one, in x and y at once: large bodies
 * come nearer by more in that step than in all others, which is when they begin to overlap. */
Test(world_bits, carried_in_both_axes)
{
    open_contexts(0);
    throng_crowd_def def = throng_crowd_default_def();
    def.neighbors = THRONG_NEIGHBORS_CENTRES;
    for (int32_t speed = 0; speed < 12; speed++) {
        mirror m = begin(&def, 2, THRONG_CUT_STRIPS, 0, 2.14f);
        const float along = 0.025f + 0.0005f * (float)speed;
        throng_crowd *crowd;
        uint64_t hash;
        mirrors_set(&m, 1);
        MUST(contexts[0], throng_crowd_create(contexts[0], &def, &crowd));
        for (int32_t i = 0; i < 2; i++) {
            throng_agent_def agent = throng_agent_default_def();
            agent.radius = 1000.0f;
            agent.max_speed = 0.05f;
            agent.neighbor_dist = 2000.0f;
            agent.x = agent.y = i ? 101415.84375f : 100000.0f;
            agent.target_x = agent.target_y = i ? -along : along;
            MUST(contexts[0], mirrored_add(crowd, 1, &agent, 0, NULL));
        }
        for (int32_t i = 0; i < 1200; i++) {
            MUST(contexts[0], mirrored_step(crowd, 0.1f));
            MUST(contexts[0], throng_crowd_hash(crowd, &hash));
            compare(&m, 1, hash, "carried in both axes", i);
        }
        mirror_end(&m);
        MUST(contexts[0], throng_crowd_destroy(crowd));
    }
    close_contexts();
}

/* ---------------------------------------------------------------- few agents ------------------------ */

/* More parts than agents, none at all, and all in one place. */
Test(world_bits, few)
{
    open_contexts(0);
    throng_crowd_def def = throng_crowd_default_def();
    for (int32_t agents = 0; agents < 4; agents++) {
        mirror mirrors[2];
        throng_crowd *crowd;
        uint64_t hash;
        mirrors[0] = begin(&def, 8, THRONG_CUT_BISECTION, 2, 0.0f);
        mirrors[1] = begin(&def, 3, THRONG_CUT_STRIPS, 0, 0.0f);
        mirrors_set(mirrors, 2);
        MUST(contexts[0], throng_crowd_create(contexts[0], &def, &crowd));
        for (int32_t i = 0; i < 10; i++) {
            throng_agent_def agent = throng_agent_default_def();
            agent.x = agent.y = 7.0f;
            agent.target_x = 1.0f - (float)i;
            if (i < agents)
                MUST(contexts[0], mirrored_add(crowd, 1, &agent, 0, NULL));
            MUST(contexts[0], mirrored_step(crowd, 0.5f));
            MUST(contexts[0], throng_crowd_hash(crowd, &hash));
            compare(mirrors, 2, hash, "few", i);
        }
        for (int32_t i = 0; i < 2; i++)
            mirror_end(&mirrors[i]);
        MUST(contexts[0], throng_crowd_destroy(crowd));
    }
    close_contexts();
}
