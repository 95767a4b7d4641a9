/* Targets are goals or velocities, by the navigation. Goals count from the crowd's home and velocities do
 * not, and nobody who sets the one or the other, in any order, sees that. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double origins[][2] = {{0.0, 0.0}, {455000.0, -5500000.0}, {-9e8, 9e8}};
enum { ORIGINS = sizeof origins / sizeof *origins, AGENTS = 6 };

/* An agent of each navigation without a flow, by turns, that goes nowhere. */
static throng_crowd *make(throng_context *context, const double origin[2], int32_t count,
                          throng_agent *agents)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    def.agent_capacity = count;
    def.origin_x = origin[0];
    def.origin_y = origin[1];
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < count; i++) {
        throng_agent_def d = throng_agent_default_def();
        const throng_navigation by[] = {THRONG_NAVIGATE_VELOCITY, THRONG_NAVIGATE_GOAL,
                                        THRONG_NAVIGATE_GUEST};
        d.offset_x = origin[0] + 3.0 * i;
        d.offset_y = origin[1];
        d.navigation = by[i % 3];
        d.target_offset_x = d.navigation == THRONG_NAVIGATE_GOAL ? d.offset_x : 0.0;
        d.target_offset_y = d.navigation == THRONG_NAVIGATE_GOAL ? d.offset_y : 0.0;
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agents[i]));
    }
    return crowd;
}

static void navigate(throng_context *context, throng_crowd *crowd, int32_t count, const throng_agent *agents,
                     throng_navigation navigation)
{
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_NAVIGATION, count, agents, 0, &navigation, 0));
}

static void expect_target(throng_context *context, throng_crowd *crowd, const throng_agent *agent,
                          const float right[2], const char *when)
{
    float seen[2];
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_TARGET, 1, agent, 0, seen, 0));
    cr_expect(seen[0] == right[0] && seen[1] == right[1], "%s: (%.9g, %.9g), not (%.9g, %.9g)", when,
              (double)seen[0], (double)seen[1], (double)right[0], (double)right[1]);
}

/* From each navigation to each other one and back, by one that has a goal and by a guest. */
EACH_WITH_CROWDS(crowd_targets, stay)
{
    for (int32_t o = 0; o < ORIGINS; o++) {
        throng_agent agents[AGENTS];
        throng_crowd *crowd = make(context, origins[o], AGENTS, agents);
        const float place[2] = {(float)(origins[o][0] + 10.0), (float)(origins[o][1] + 5.0)};
        for (int32_t i = 0; i < AGENTS; i++) {
            const throng_navigation to = i < 3 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_VELOCITY;
            throng_navigation now;
            MUST(context, throng_crowd_set(crowd, THRONG_AGENT_TARGET, 1, &agents[i], 0, place, 0));
            expect_target(context, crowd, &agents[i], place, "set");
            navigate(context, crowd, 1, &agents[i], to);
            expect_target(context, crowd, &agents[i], place, "turned");
            navigate(context, crowd, 1, &agents[i], THRONG_NAVIGATE_GUEST);
            MUST(context, throng_crowd_get(crowd, THRONG_AGENT_NAVIGATION, 1, &agents[i], 0, &now, 0));
            cr_expect(now == THRONG_NAVIGATE_GUEST);
            expect_target(context, crowd, &agents[i], place, "a guest");
            navigate(context, crowd, 1, &agents[i], THRONG_NAVIGATE_GUEST); /* once more */
            MUST(context, throng_crowd_set(crowd, THRONG_AGENT_TARGET, 1, &agents[i], 0, place, 0));
            expect_target(context, crowd, &agents[i], place, "set for a guest");
            navigate(context, crowd, 1, &agents[i], THRONG_NAVIGATE_VELOCITY);
            expect_target(context, crowd, &agents[i], place, "no guest any more");
            navigate(context, crowd, 1, &agents[i], THRONG_NAVIGATE_GOAL);
            expect_target(context, crowd, &agents[i], place, "to the goal");
        }
        MUST(context, throng_crowd_destroy(crowd));
    }
}

/* A velocity with digits that a goal far away cannot have comes back as it was. */
EACH_WITH_CROWDS(crowd_targets, come_back)
{
    static const throng_navigation others[] = {THRONG_NAVIGATE_GOAL, THRONG_NAVIGATE_GUEST};
    for (int32_t o = 0; o < ORIGINS; o++) {
        throng_agent agent;
        throng_crowd *crowd = make(context, origins[o], 1, &agent);
        const float velocity[2] = {1.3f, -0.1f};
        float seen[2];
        MUST(context, throng_crowd_set(crowd, THRONG_AGENT_TARGET, 1, &agent, 0, velocity, 0));
        for (int32_t i = 0; i < 2; i++) {
            navigate(context, crowd, 1, &agent, others[i]);
            expect_target(context, crowd, &agent, velocity, "turned");
            navigate(context, crowd, 1, &agent, THRONG_NAVIGATE_VELOCITY);
            expect_target(context, crowd, &agent, velocity, "turned back");
        }
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, &agent, 0, seen, 0));
        cr_expect(seen[0] == velocity[0] && seen[1] == velocity[1]);
        /* what was given as a goal is a velocity */
        const double goal[2] = {1.25, -0.5};
        MUST(context, throng_crowd_set(crowd, THRONG_AGENT_GOAL_DOUBLE, 1, &agent, 0, goal, 0));
        navigate(context, crowd, 1, &agent, THRONG_NAVIGATE_VELOCITY);
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, &agent, 0, seen, 0));
        if (o < 2) /* floats of the goal have these digits */
            cr_expect(seen[0] == 1.25f && seen[1] == -0.5f, "(%.9g, %.9g)", (double)seen[0], (double)seen[1]);
        MUST(context, throng_crowd_destroy(crowd));
    }
}

/* Where it walks is what is read: one who was given its goal first and then told to go there arrives. */
EACH_WITH_CROWDS(crowd_targets, are_reached)
{
    for (int32_t o = 0; o < 2; o++) { /* floats at 9e8 are coarser than the way */
        throng_agent agent;
        throng_crowd *crowd = make(context, origins[o], 1, &agent);
        const float place[2] = {(float)(origins[o][0] + 2.0), (float)(origins[o][1] + 1.0)};
        const throng_navigation goal = THRONG_NAVIGATE_GOAL;
        double at[2];
        MUST(context, throng_crowd_set(crowd, THRONG_AGENT_TARGET, 1, &agent, 0, place, 0));
        MUST(context, throng_crowd_set(crowd, THRONG_AGENT_NAVIGATION, 1, &agent, 0, &goal, 0));
        for (int32_t i = 0; i < 40; i++)
            MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, &agent, 0, at, 0));
        cr_expect(hypot(at[0] - (double)place[0], at[1] - (double)place[1]) < 1e-3, "it is at (%.17g, %.17g)",
                  at[0], at[1]);
        MUST(context, throng_crowd_destroy(crowd));
    }
}

/* A goal that doubles gave is as fine as before when a guest becomes an agent again, also in another crowd
 * and after a snapshot. */
EACH_WITH_CROWDS(crowd_targets, of_guests)
{
    throng_agent agents[2], added;
    throng_agent_state state;
    size_t bytes;
    throng_crowd *crowd = make(context, origins[2], 2, agents), *other = make(context, origins[2], 2, agents);
    MUST(context, throng_crowd_remove(other, 2, agents, 0));
    throng_agent *const agent = &agents[1];
    const double fine[2] = {origins[2][0] + 10.125, origins[2][1] - 3.0625};
    double seen[3][2];
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_GOAL_DOUBLE, 1, agent, 0, fine, 0));
    navigate(context, crowd, 1, agent, THRONG_NAVIGATE_GUEST);
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_GOAL_DOUBLE, 1, agent, 0, seen[0], 0));
    MUST(context, throng_crowd_get_states(crowd, agent, 1, &state));
    MUST(context, throng_crowd_add_states(other, 1, &state, &added));
    MUST(context, throng_crowd_get(other, THRONG_AGENT_GOAL_DOUBLE, 1, &added, 0, seen[1], 0));
    MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
    void *snapshot = malloc(bytes);
    cr_assert(snapshot);
    MUST(context, throng_crowd_save(crowd, snapshot, bytes));
    navigate(context, crowd, 1, agent, THRONG_NAVIGATE_VELOCITY);
    MUST(context, throng_crowd_restore(crowd, snapshot, bytes));
    navigate(context, crowd, 1, agent, THRONG_NAVIGATE_GOAL);
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_GOAL_DOUBLE, 1, agent, 0, seen[2], 0));
    for (int32_t i = 0; i < 3; i++)
        cr_expect(seen[i][0] == fine[0] && seen[i][1] == fine[1], "%d: (%.17g, %.17g)", (int)i, seen[i][0],
                  seen[i][1]);
    free(snapshot);
    MUST(context, throng_crowd_destroy(other));
    MUST(context, throng_crowd_destroy(crowd));
}

/* Many at once, more than are converted at a time, of which every third turns. */
EACH_WITH_CROWDS(crowd_targets, of_many)
{
    enum { MANY = 9000 };
    static throng_agent agents[MANY];
    static float targets[MANY][2], seen[MANY][2];
    int32_t wrong = 0;
    throng_crowd *crowd = make(context, origins[1], MANY, agents);
    for (int32_t i = 0; i < MANY; i++) {
        targets[i][0] = (float)(origins[1][0] + (double)(i % 4000));
        targets[i][1] = (float)(origins[1][1] - (double)(i % 1000));
    }
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_TARGET, MANY, agents, 0, targets, 0));
    for (int32_t turn = 0; turn < 4; turn++) {
        static int32_t by[MANY];
        for (int32_t i = 0; i < MANY; i++)
            by[i] = (i + i / 3 + turn) % 3 == 0   ? THRONG_NAVIGATE_GUEST
                    : (i + i / 3 + turn) % 3 == 1 ? THRONG_NAVIGATE_GOAL
                                                  : THRONG_NAVIGATE_VELOCITY;
        MUST(context, throng_crowd_set(crowd, THRONG_AGENT_NAVIGATION, MANY, agents, 0, by, sizeof *by));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_TARGET, MANY, agents, 0, seen, 0));
        for (int32_t i = 0; i < MANY; i++)
            wrong += seen[i][0] != targets[i][0] || seen[i][1] != targets[i][1];
        cr_expect(wrong == 0, "turn %d: %d targets moved", (int)turn, (int)wrong);
    }
    MUST(context, throng_crowd_destroy(crowd));
}
