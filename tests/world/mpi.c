/* Crowds over the ranks of MPI: the bits of one crowd in all scenes, and what happens to all when something
 * is wrong on one. Run by mpirun; each rank has the one crowd, too.
 *   test_world_mpi scenes FIRST STRIDE STEPS | side | flows | faults | save FILE | restore FILE | die */
#include "tests/world/flow_scenes.h"
#include "tests/world/mirror.h"
#include "tests/world/ranks.h"

static mirror begin(const throng_crowd_def *def, int32_t parts, throng_world_cut cut, int32_t balance,
                    float skin)
{
    throng_world_def w = throng_world_default_def();
    char name[80];
    w.cut = cut;
    w.balance_steps = balance;
    w.imbalance = 1.0f;
    w.transport = transport;
    snprintf(name, sizeof name, "%d ranks, %d parts of rank %d, cut %d", (int)size, (int)parts, (int)rank,
             (int)cut);
    return mirror_begin(name, parts, contexts, &w, def, skin);
}

static void compare(const mirror *m, uint64_t right, const char *what, int32_t step)
{
    const uint64_t got = mirror_hash(m);
    if (got != right) {
        fprintf(stderr, "%s, step %d: %s differs\n", what, (int)step, m->name);
        failures++;
    }
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

static void play_scene(const crowd_scene *s, int32_t number, int32_t most)
{
    const throng_crowd_def def = mirrored_crowd_def(s);
    /* one part or two on each rank */
    const mirror m = begin(&def, 1 + (rank + number) % 2, number % 3 == 0, number % 2 ? 2 : 0, 0.0f);
    int32_t made = 0;
    mirrors_set(&m, 1);
    mirrors_give(rank, size, number % 4 - 1);
    test_crowd *t = mirrored_crowd_begin(contexts[0], s);
    for (int32_t phase = 0; phase < CROWD_PHASES; phase++) {
        if (phase > 0)
            mirrored_crowd_change(t, phase);
        t->dt = phase == 2 ? 0.0625f : 0.125f;
        for (int32_t i = 0; i < s->steps && i < most; i++, made++) {
            mirrored_crowd_step(t);
            if (i % 4 == 0 || i == s->steps - 1)
                compare(&m, mirrored_crowd_hash(t), s->name, made);
        }
    }
    mirrored_crowd_end(t);
    mirror_end(&m);
}

/* All run to one side, as fast as that they cross several parts in a step. */
static void run_to_one_side(float speed, int32_t steps, float skin)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[RUNNERS];
    throng_crowd *crowd;
    uint64_t hash;
    def.agent_capacity = RUNNERS;
    make_runners(agents, speed);
    const mirror m = begin(&def, CONTEXTS, THRONG_CUT_STRIPS, 0, skin);
    mirrors_set(&m, 1);
    mirrors_give(rank, size, -1);
    MUST(contexts[0], throng_crowd_create(contexts[0], &def, &crowd));
    MUST(contexts[0], mirrored_add(crowd, RUNNERS, agents, 0, NULL));
    for (int32_t i = 0; i < steps; i++) {
        MUST(contexts[0], mirrored_step(crowd, 0.25f));
        MUST(contexts[0], throng_crowd_hash(crowd, &hash));
        compare(&m, hash, "run to one side", i);
    }
    mirror_end(&m);
    MUST(contexts[0], throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- flows ----------------------------- */

static throng_world *make_world(int32_t parts, throng_world_cut cut)
{
    throng_world_def def = throng_world_default_def();
    throng_world *world;
    def.transport = transport;
    def.cut = cut;
    MUST(contexts[0], throng_world_create(parts, contexts, &def, &world));
    return world;
}

/* One part or two on each rank. */
static void play_flow(int32_t number)
{
    world_flow_game g;
    char what[80];
    const flow_scene s = world_flow_scene(number);
    throng_world *world = make_world(1 + (rank + number) % 2, number % 3 == 0);
    snprintf(what, sizeof what, "rank %d, scene %d", (int)rank, (int)number);
    world_flow_begin(&g, contexts[0], world, &s, 4 + 3 * (number % 5));
    EXPECT(world_flow_compare(&g, what) == 0);
    world_flow_change_walls(&g);
    EXPECT(world_flow_compare(&g, what) == 0);
    world_flow_change_goals(&g);
    EXPECT(world_flow_compare(&g, what) == 0);
    world_flow_end(&g);
    MUST(contexts[0], throng_world_destroy(world));
}

/* A crowd that follows one. */
static void follow_flow(int32_t number)
{
    enum { AGENTS = 200 };
    world_flow_game g;
    throng_agent_def agents[AGENTS];
    throng_crowd_def defs[CONTEXTS] = {throng_crowd_default_def(), throng_crowd_default_def()};
    throng_world_crowd_def d = throng_world_crowd_default_def();
    throng_crowd *one;
    uint64_t hash;
    rng r = {41};
    const flow_scene s = world_flow_scene(number);
    mirror m = {.context = contexts[0], .world = make_world(CONTEXTS, THRONG_CUT_BISECTION)};
    world_flow_begin(&g, contexts[0], m.world, &s, 8);
    snprintf(m.name, sizeof m.name, "rank %d", (int)rank);
    d.parts = defs;
    d.flow = g.flow;
    MUST(contexts[0], throng_world_crowd_create(m.world, &d, &m.crowd));
    throng_crowd_def def = defs[0];
    def.flow = g.one.flow;
    def.agent_capacity = AGENTS;
    MUST(contexts[0], throng_crowd_create(contexts[0], &def, &one));
    for (int32_t i = 0; i < AGENTS; i++) {
        const throng_flow_point at = flow_agent_of(&g.one, &r);
        agents[i] = throng_agent_default_def();
        agents[i].x = at.x;
        agents[i].y = at.y;
        agents[i].radius = 0.3f;
        agents[i].neighbor_dist = 4.0f;
        agents[i].navigation = THRONG_NAVIGATE_FLOW;
        agents[i].flow_field = i % s.fields;
    }
    mirrors_set(&m, 1);
    mirrors_give(rank, size, -1);
    MUST(contexts[0], mirrored_add(one, AGENTS, agents, 0, NULL));
    for (int32_t i = 0; i < 30; i++) {
        if (i == 10)
            world_flow_change_walls(&g);
        MUST(contexts[0], mirrored_step(one, 0.2f));
        MUST(contexts[0], throng_crowd_hash(one, &hash));
        compare(&m, hash, "a crowd on a flow", i);
    }
    MUST(contexts[0], throng_crowd_destroy(one));
    MUST(contexts[0], throng_world_crowd_destroy(m.crowd));
    world_flow_end(&g);
    MUST(contexts[0], throng_world_destroy(m.world));
}

/* Goals on the last rank are wrong, there is no memory for an update, and definitions differ. */
static void fail_in_flow(void)
{
    const int32_t last = rank == size - 1;
    const throng_status invalid = THRONG_ERROR_INVALID_ARGUMENT;
    const throng_cell off = {-1, 0};
    world_flow_game g;
    throng_world_flow *other;
    const flow_scene s = world_flow_scene(0);
    throng_world *world = make_world(1, THRONG_CUT_BISECTION);
    throng_world_flow_def def = world_flow_def(&s, 4 + last);
    EXPECT(throng_world_flow_create(world, &def, &other) == (size > 1 ? invalid : THRONG_OK) || size == 1);
    def = world_flow_def(&s, last ? 0 : 4);
    EXPECT(refused(throng_world_flow_create(world, &def, &other), invalid, "def.margin is 0") && !other);
    world_flow_begin(&g, contexts[0], world, &s, 4);
    EXPECT(refused(throng_world_flow_set_goals(g.flow, 0, last, &off, 0), invalid, "cells[0] is column -1"));
    if (size > 1)
        EXPECT(throng_world_flow_set_goals(g.flow, last, 0, NULL, 0) == invalid);
    MUST(contexts[0], throng_flow_update(g.one.flow));
    refuse = last;
    const throng_status got = throng_world_flow_update(g.flow);
    refuse = 0;
    EXPECT(refused(got, THRONG_ERROR_OUT_OF_MEMORY, "memory"));
    EXPECT(world_flow_compare(&g, "after a failure") == 0);
    world_flow_end(&g);
    MUST(contexts[0], throng_world_destroy(world));
}

/* ---------------------------------------------------------------- faults ---------------------------- */

static void fail_in_turn(void)
{
    enum { AGENTS = 200 };
    const int32_t last = rank == size - 1;
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[AGENTS];
    throng_crowd *crowd;
    uint64_t hash, ids[2] = {3, 3};
    int32_t parts[2];
    rng r = {23};
    const float wrong[2] = {-1.0f, -1.0f};
    for (int32_t i = 0; i < AGENTS; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].x = rng_between(&r, 0.0f, 60.0f);
        agents[i].y = rng_between(&r, 0.0f, 60.0f);
        agents[i].target_x = rng_between(&r, -2.0f, 2.0f);
    }
    const mirror m = begin(&def, 1, THRONG_CUT_BISECTION, 0, 0.0f);
    mirrors_set(&m, 1);
    mirrors_give(rank, size, -1);
    def.agent_capacity = AGENTS;
    MUST(contexts[1], throng_crowd_create(contexts[1], &def, &crowd));
    MUST(contexts[0], mirrored_add(crowd, AGENTS, agents, 0, NULL));
    for (int32_t i = 0; i < 30; i++) {
        throng_agent_def again = agents[0];
        const throng_status invalid = THRONG_ERROR_INVALID_ARGUMENT;
        again.id = 7;
        if (i == 0) { /* the first lists are to be made, and there is no memory on the last rank */
            refuse = last;
            const throng_status got = throng_world_crowd_step(m.crowd, 0.1f);
            refuse = 0;
            EXPECT(refused(got, THRONG_ERROR_OUT_OF_MEMORY, "memory"));
        }
        MUST(contexts[0], mirrored_step(crowd, 0.1f));
        if (i % 3 == 0) {
            EXPECT(refused(throng_world_crowd_step(m.crowd, last ? 0.0f : 0.1f), invalid, "dt is 0"));
            EXPECT(throng_world_crowd_step(m.crowd, last ? 0.2f : 0.1f) == (size > 1 ? invalid : THRONG_OK) ||
                   size == 1);
        }
        if (i % 3 == 1) {
            EXPECT(throng_world_crowd_add(m.crowd, last, &again, 0) == invalid); /* said by who has agent 7 */
            EXPECT(strstr(throng_context_message(contexts[0]), "id is 7: another agent has it"));
            again.radius = -1.0f;
            EXPECT(refused(throng_world_crowd_add(m.crowd, last, &again, 0), invalid, "defs[0].radius"));
            EXPECT(refused(throng_world_crowd_remove(m.crowd, 2 * last, ids), invalid, "twice"));
            /* said by who has agent 3 */
            EXPECT(throng_world_crowd_set(m.crowd, THRONG_AGENT_RADIUS, last, ids, wrong, 0) == invalid);
            EXPECT(strstr(throng_context_message(contexts[0]), "a radius of -1"));
            ids[1] = 4000000;
            EXPECT(refused(throng_world_crowd_remove(m.crowd, 2 * last, ids), invalid, "no agent has it"));
            MUST(contexts[0], throng_world_crowd_find(m.crowd, 2, ids, parts));
            EXPECT(parts[0] >= 0 && parts[0] < size && parts[1] == -1);
            ids[1] = 3;
        }
        if (i % 3 == 2) { /* a new cut takes memory where more agents come than ever before */
            MUST(contexts[0], throng_world_crowd_balance(m.crowd));
            refuse = last;
            const throng_status got = throng_world_crowd_step(m.crowd, 0.1f);
            refuse = 0;
            if (got == THRONG_OK)
                MUST(contexts[1], throng_crowd_step(crowd, 0.1f));
            else
                EXPECT(refused(got, THRONG_ERROR_OUT_OF_MEMORY, "memory"));
        }
        MUST(contexts[1], throng_crowd_hash(crowd, &hash));
        compare(&m, hash, "after a fault", i);
    }
    mirror_end(&m);
    MUST(contexts[1], throng_crowd_destroy(crowd));
}

/* Definitions that differ. */
static void differ(void)
{
    throng_world_def w = throng_world_default_def();
    throng_world_crowd_def d = throng_world_crowd_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    throng_world *world;
    throng_world_crowd *crowd;
    w.transport = transport;
    w.balance_steps = rank == size - 1 ? 5 : 6;
    if (size > 1)
        EXPECT(throng_world_create(1, contexts, &w, &world) == THRONG_ERROR_INVALID_ARGUMENT && !world);
    w.balance_steps = 5;
    w.imbalance = rank == size - 1 ? 0.5f : 1.1f;
    EXPECT(refused(throng_world_create(1, contexts, &w, &world), THRONG_ERROR_INVALID_ARGUMENT, "imbalance"));
    w.imbalance = 1.1f;
    MUST(contexts[0], throng_world_create(1, contexts, &w, &world));
    d.parts = &def;
    def.seed = rank == size - 1;
    if (size > 1)
        EXPECT(throng_world_crowd_create(world, &d, &crowd) == THRONG_ERROR_INVALID_ARGUMENT && !crowd);
    def.max_neighbors = rank == size - 1 ? 1000 : 10;
    EXPECT(refused(throng_world_crowd_create(world, &d, &crowd), THRONG_ERROR_INVALID_ARGUMENT,
                   "max_neighbors"));
    MUST(contexts[0], throng_world_destroy(world));
}

/* ---------------------------------------------------------------- what MPI cannot free -------------- */

static int32_t fails_type, fails_communicator;

/* In place of MPI's own, which the library calls, too. */
int MPI_Type_free(MPI_Datatype *type)
{
    const int status = PMPI_Type_free(type);
    return fails_type ? MPI_ERR_OTHER : status;
}

int MPI_Comm_free(MPI_Comm *communicator)
{
    const int status = PMPI_Comm_free(communicator);
    return fails_communicator ? MPI_ERR_OTHER : status;
}

/* The rank on which MPI fails hears of it; the other call has been made all the same. */
static void free_in_turn(void)
{
    const int32_t last = rank == size - 1;
    for (int32_t i = 0; i < 3; i++) {
        throng_mpi *mpi;
        MUST(NULL, throng_mpi_create(MPI_COMM_WORLD, &mpi));
        fails_type = last && i == 1;
        fails_communicator = last && i == 2;
        EXPECT(throng_mpi_destroy(mpi) == (last && i > 0 ? THRONG_ERROR_LOST : THRONG_OK));
        fails_type = fails_communicator = 0;
    }
}

/* ---------------------------------------------------------------- snapshots ------------------------- */

enum { SAVED = 500, BEFORE = 25, AFTER = 20 };

static throng_crowd *saved_crowd(const throng_crowd_def *def)
{
    static throng_agent_def agents[SAVED];
    throng_crowd *crowd;
    rng r = {31};
    for (int32_t i = 0; i < SAVED; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].id = (uint64_t)((i * 7919) % 10007);
        agents[i].x = rng_between(&r, 0.0f, 70.0f);
        agents[i].y = rng_between(&r, 0.0f, 70.0f);
        agents[i].target_x = rng_between(&r, -2.0f, 2.0f);
    }
    MUST(contexts[1], throng_crowd_create(contexts[1], def, &crowd));
    MUST(contexts[0], mirrored_add(crowd, SAVED, agents, 0, NULL));
    for (int32_t i = 0; i < BEFORE; i++)
        MUST(contexts[0], mirrored_step(crowd, 0.1f));
    return crowd;
}

/* Saves, or restores what other ranks have saved; and goes on. */
static void snapshots(const char *path, int saves)
{
    throng_crowd_def def = throng_crowd_default_def();
    uint64_t hash;
    def.agent_capacity = SAVED;
    const mirror m = begin(&def, 1, THRONG_CUT_BISECTION, 0, 0.0f);
    mirrors_give(rank, size, -1);
    mirrors_set(&m, saves);
    throng_crowd *crowd = saved_crowd(&def);
    if (saves)
        MUST(contexts[0], throng_world_crowd_save(m.crowd, path));
    else
        MUST(contexts[0], throng_world_crowd_restore(m.crowd, path));
    EXPECT(throng_world_crowd_restore(m.crowd, "no such file") == THRONG_ERROR_INVALID_ARGUMENT);
    EXPECT(throng_world_crowd_save(m.crowd, "no such folder/file") == THRONG_ERROR_INVALID_ARGUMENT);
    mirrors_set(&m, 1);
    for (int32_t i = 0; i < AFTER; i++) {
        MUST(contexts[0], mirrored_step(crowd, 0.1f));
        MUST(contexts[1], throng_crowd_hash(crowd, &hash));
        compare(&m, hash, "snapshots", i);
    }
    mirror_end(&m);
    MUST(contexts[1], throng_crowd_destroy(crowd));
}

/* The last rank ends amid the steps. */
static void die(void)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agent = throng_agent_default_def();
    const mirror m = begin(&def, 1, THRONG_CUT_BISECTION, 0, 0.0f);
    agent.x = (float)rank;
    MUST(contexts[0], throng_world_crowd_add(m.crowd, 1, &agent, 0));
    for (int32_t i = 0;; i++) {
        if (i == 20 && rank == size - 1) {
            fprintf(stderr, "the last rank dies, after %d steps\n", (int)i);
            abort();
        }
        if (throng_world_crowd_step(m.crowd, 0.1f) != THRONG_OK)
            exit(3);
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    ranks_begin(&argc, &argv);
    if (strcmp(what, "scenes") == 0 && argc > 4) {
        const int32_t most = atoi(argv[4]);
        for (int32_t i = atoi(argv[2]); i < crowd_scene_count; i += atoi(argv[3]))
            if (crowd_scenes[i].agents < 1000 || most >= 1000)
                play_scene(&crowd_scenes[i], i, most);
    } else if (strcmp(what, "side") == 0) {
        run_to_one_side(3.0f, 40, 0.0f);
        run_to_one_side(200.0f, 8, 2.0f);
    } else if (strcmp(what, "flows") == 0) {
        for (int32_t i = 0; i < WORLD_FLOW_SCENES; i++)
            play_flow(i);
        follow_flow(0);
        follow_flow(8);
        if (size > 1)
            fail_in_flow();
    } else if (strcmp(what, "faults") == 0) {
        differ();
        fail_in_turn();
        free_in_turn();
    } else if ((strcmp(what, "save") == 0 || strcmp(what, "restore") == 0) && argc > 2) {
        snapshots(argv[2], strcmp(what, "save") == 0);
    } else if (strcmp(what, "die") == 0) {
        die();
    } else {
        failures++;
    }
    return ranks_end();
}
