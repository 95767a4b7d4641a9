/* Agents that something else moves: the crowd gives velocities, a character controller follows them as
 * well as it can, and says where it got to. Then two crowds of half a square each, which hand over who
 * crosses the line. */
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>

enum { PEOPLE = 40, STEPS = 300 };

static void check(throng_status status)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "%s\n", throng_status_string(status));
    exit(1);
}

static throng_agent_def person(int i)
{
    throng_agent_def d = throng_agent_default_def();
    d.id = (uint64_t)i; /* ids are the same in all crowds */
    d.x = i % 2 ? 18.0f : -18.0f;
    d.y = 1.4f * (float)(i / 2) + (i % 2 ? 0.5f : 0.0f) - 14.0f;
    d.radius = 0.3f;
    d.max_speed = 1.5f;
    d.time_horizon = 2.0f;
    d.navigation = THRONG_NAVIGATE_GOAL;
    d.target_x = -d.x;
    d.target_y = d.y;
    return d;
}

/* What physics, an animation's root motion or a navigation mesh makes of a wish: here, at most 4 m/s^2,
 * and nobody leaves the floor. */
static void control(throng_motion *m, float wish_x, float wish_y, float dt)
{
    const float most = 4.0f * dt;
    const float dx = wish_x - m->vx, dy = wish_y - m->vy;
    m->vx += dx > most ? most : dx < -most ? -most : dx;
    m->vy += dy > most ? most : dy < -most ? -most : dy;
    m->x += (double)(m->vx * dt);
    m->y += (double)(m->vy * dt);
    m->y = m->y < -15.0 ? -15.0 : m->y > 15.0 ? 15.0 : m->y;
    m->heading_x = m->heading_y = 0.0f; /* where it looks is the crowd's business */
}

static void walk(throng_context *context)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    throng_motion bodies[PEOPLE], wishes[PEOPLE];
    def.integration = THRONG_INTEGRATE_VELOCITIES;
    check(throng_crowd_create(context, &def, &crowd));
    for (int i = 0; i < PEOPLE; i++) {
        const throng_agent_def d = person(i);
        check(throng_crowd_add(crowd, 1, &d, 0, NULL));
    }
    check(throng_crowd_get_motions(crowd, NULL, PEOPLE, bodies));
    for (int step = 0; step < STEPS; step++) {
        check(throng_crowd_step(crowd, 0.1f));
        check(throng_crowd_get_motions(crowd, NULL, PEOPLE, wishes));
        for (int i = 0; i < PEOPLE; i++)
            control(&bodies[i], wishes[i].vx, wishes[i].vy, 0.1f);
        check(throng_crowd_set_motions(crowd, NULL, PEOPLE, bodies));
    }
    int there = 0;
    for (int i = 0; i < PEOPLE; i++)
        there += bodies[i].x * (i % 2 ? -1.0 : 1.0) > 17.0;
    printf("%d of %d are on the other side\n", there, PEOPLE);
    check(throng_crowd_destroy(crowd));
}

/* Who has crossed the line goes on in the other crowd, with the same id and the same bits. */
static int hand_over(throng_crowd *from, throng_crowd *to, int to_the_right)
{
    throng_agent agents[PEOPLE], leave[PEOPLE];
    throng_agent_state states[PEOPLE];
    float at[PEOPLE][2];
    int32_t count, crossed = 0;
    check(throng_crowd_list(from, agents, PEOPLE, &count));
    check(throng_crowd_get(from, THRONG_AGENT_POSITION, count, agents, 0, at, 0));
    for (int32_t i = 0; i < count; i++)
        if (to_the_right ? at[i][0] >= 0.0f : at[i][0] < 0.0f)
            leave[crossed++] = agents[i];
    check(throng_crowd_get_states(from, leave, crossed, states));
    check(throng_crowd_remove(from, crossed, leave, 0));
    check(throng_crowd_add_states(to, crossed, states, NULL));
    return crossed;
}

static void two_halves(throng_context *context)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *left, *right;
    int crossed = 0;
    def.seed = 7; /* crowds that hand over agents have the same def */
    check(throng_crowd_create(context, &def, &left));
    for (int i = 0; i < PEOPLE; i += 2) {
        const throng_agent_def d = person(i);
        check(throng_crowd_add(left, 1, &d, 0, NULL));
    }
    for (int step = 0; step < STEPS; step++) {
        if (step == 100) { /* the other half of the world is opened late */
            throng_crowd_info info;
            check(throng_crowd_create(context, &def, &right));
            check(throng_crowd_get_info(left, &info));
            check(throng_crowd_set_steps(right, info.steps));
        }
        check(throng_crowd_step(left, 0.1f));
        if (step < 100)
            continue;
        check(throng_crowd_step(right, 0.1f));
        crossed += hand_over(left, right, 1) + hand_over(right, left, 0);
    }
    throng_crowd_info info;
    check(throng_crowd_get_info(right, &info));
    printf("%d were handed over, %d are in the right half\n", crossed, (int)info.agents);
    check(throng_crowd_destroy(left));
    check(throng_crowd_destroy(right));
}

int main(void)
{
    throng_context *context;
    check(throng_context_create(NULL, &context));
    walk(context);
    two_halves(context);
    check(throng_context_destroy(context));
    return 0;
}
