/* Wrong arguments of the calls on motions and states, and forged states with mended sums: a status, a
 * message, and nothing changed. */
#include "tests/crowd/errors.h"
#include "tests/crowd/state_form.h"

#include <throng/throng.h>

/* ---------------------------------------------------------------- motions --------------------------- */

/* Each of three, which are looked at by twos at some levels. */
static void reject_motion(refusal *r, const throng_motion *wrong, const char *words)
{
    for (int32_t which = 0; which < 3; which++) {
        char all[80];
        throng_motion m[3] = {{1.0, 2.0, 0.5f, 0.5f, 1.0f, 0.0f},
                              {2.0, 2.0, 0.5f, 0.5f, 1.0f, 0.0f},
                              {3.0, 2.0, 0.5f, 0.5f, 1.0f, 0.0f}};
        m[which] = *wrong;
        (void)snprintf(all, sizeof all, "motions[%d].%s", (int)which, words);
        expect(r, all, throng_crowd_set_motions(r->crowd, r->agents + 1, 3, m), INVALID, all);
    }
}

#define BAD(member, value, words)                                                                            \
    do {                                                                                                     \
        m = (throng_motion){4.0, 5.0, 0.25f, 0.5f, 0.0f, 1.0f};                                              \
        m.member = value;                                                                                    \
        reject_motion(r, &m, words);                                                                         \
    } while (0)

REJECTED(motions)
{
    static const double never[] = {(double)NAN, (double)INFINITY, (double)-INFINITY, 1.0000001e9, -1.5e9};
    throng_motion m, some[AGENTS + 1] = {{0}};
    throng_crowd *c = r->crowd;
    const throng_agent a = r->agents[0], two[2] = {a, r->gone}, thrice[3] = {r->agents[2], a, r->agents[2]};
    const throng_agent none = {0, 0}, beyond = {1 << 30, 1}, below = {-1, 1};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        BAD(x, never[i], "x is |-1e9 to 1e9|home");
        BAD(y, never[i], "y is ");
        BAD(vx, (float)never[i], "vx is |-1e9 to 1e9");
        BAD(vy, (float)never[i], "vy is ");
        BAD(heading_x, (float)never[i], "heading_x is ");
        BAD(heading_y, (float)never[i], "heading_y is ");
    }
    BAD(x, -1000000001.0, "x is -1000000001:");
    EXPECT(INVALID, "count is -1|0 or more", throng_crowd_set_motions(c, &a, -1, some));
    EXPECT(INVALID, "count is 5|6 agents|agents is NULL", throng_crowd_set_motions(c, NULL, 5, some));
    EXPECT(INVALID, "count is 0|6 agents", throng_crowd_set_motions(c, NULL, 0, some));
    EXPECT(INVALID, "motions must not be NULL", throng_crowd_set_motions(c, &a, 1, NULL));
    EXPECT(INVALID, "agents[1] was removed", throng_crowd_set_motions(c, two, 2, some));
    EXPECT(INVALID, "agents[2]|twice", throng_crowd_set_motions(c, thrice, 3, some));
    EXPECT(INVALID, "agents[0] was removed", throng_crowd_set_motions(c, &none, 1, some));
    EXPECT(INVALID, "agents[0] was removed", throng_crowd_set_motions(c, &beyond, 1, some));
    EXPECT(INVALID, "agents[0] was removed", throng_crowd_set_motions(c, &below, 1, some));
    EXPECT(INVALID, "count is -1|0 or more", throng_crowd_get_motions(c, &a, -1, some));
    EXPECT(INVALID, "count is 7|6 agents", throng_crowd_get_motions(c, NULL, 7, some));
    EXPECT(INVALID, "motions must not be NULL", throng_crowd_get_motions(c, NULL, AGENTS, NULL));
    EXPECT(INVALID, "agents[1] was removed", throng_crowd_get_motions(c, two, 2, some));
    MUST(r->context, throng_crowd_set_motions(c, &a, 0, NULL));
    MUST(r->context, throng_crowd_get_motions(c, &a, 0, NULL));
    expect_same(r, "nothing");
    cr_expect(some[0].x == 0.0 && some[0].heading_x == 0.0f, "something was written");
}

/* ---------------------------------------------------------------- states ---------------------------- */

REJECTED(states)
{
    throng_crowd *c = r->crowd;
    throng_agent_state some[AGENTS], own;
    throng_agent made[3] = {{7, 7}, {7, 7}, {7, 7}};
    const throng_agent two[2] = {r->agents[0], r->gone};
    MUST(r->context, throng_crowd_get_states(c, NULL, AGENTS, some));
    EXPECT(INVALID, "count is -1|0 or more", throng_crowd_get_states(c, two, -1, some));
    EXPECT(INVALID, "count is 5|6 agents|agents is NULL", throng_crowd_get_states(c, NULL, 5, some));
    EXPECT(INVALID, "states must not be NULL", throng_crowd_get_states(c, two, 1, NULL));
    EXPECT(INVALID, "agents[1] was removed", throng_crowd_get_states(c, two, 2, some));
    EXPECT(INVALID, "count is -1|0 or more", throng_crowd_add_states(c, -1, some, made));
    EXPECT(INVALID, "states must not be NULL", throng_crowd_add_states(c, 1, NULL, made));
    EXPECT(THRONG_ERROR_CAPACITY, "6 agents and 3 more are 9|at most 8",
           throng_crowd_add_states(c, 3, some, made));
    EXPECT(INVALID, "states[0].id is 100: another agent has it", throng_crowd_add_states(c, 1, some, made));
    own = some[1];
    state_put(&own, STATE_ID, 777);
    state_put(&own, STATE_AGENT + AGENT_ID, 777);
    state_mend(&own);
    const throng_agent_state pair[2] = {own, own};
    EXPECT(INVALID, "states[1].id is 777: another", throng_crowd_add_states(c, 2, pair, made));
    cr_expect(made[0].index == 7 && made[1].generation == 7, "a handle was written");
    MUST(r->context, throng_crowd_add_states(c, 0, NULL, NULL));
    MUST(r->context, throng_crowd_get_states(c, two, 0, NULL));
    expect_same(r, "nothing");
}

typedef struct change {
    size_t word;
    uint32_t value;
    const char *message;
} change;

#define AGENT(word) (STATE_AGENT + (word))
#define NAN_WORD 0x7fc00000u
#define INFINITE 0x7f800000u
#define MINUS_ONE 0xffffffffu
#define SUBNORMAL 0x00012345u
#define MINUS_ZERO 0x80000000u
#define TOO_FAR 0x4e6e6b29u /* next to 1e9 */
#define HALF 0x3f000000u
#define TWO 0x40000000u

static const change changes[] = {
    {STATE_VERSION, 0, "states[1]|version"},
    {STATE_VERSION, 2, "version"},
    {STATE_BYTES, 167, "version"},
    {STATE_BYTES, MINUS_ONE, "version"},
    {STATE_DEF, 1, "another max_neighbors"},
    {STATE_DEF + 1, 0, "another max_neighbors"},
    {STATE_ID, 888, "id is not the state's"},
    {STATE_ID + 1, 1, "id is not the state's"},
    {AGENT(AGENT_ID), 1, "id is not the state's"},
    {AGENT(AGENT_X), NAN_WORD, "states[1]|whose x is"},
    {AGENT(AGENT_X + 1), TOO_FAR, "whose y is"},
    {AGENT(AGENT_VX), INFINITE, "whose vx is"},
    {AGENT(AGENT_VX + 1), NAN_WORD, "whose vy is"},
    {AGENT(AGENT_HEADING), TWO, "whose heading_x is"},
    {AGENT(AGENT_HEADING + 1), HALF, "heading is not of length 1"},
    {AGENT(AGENT_PERCEIVED), MINUS_ONE, "state"},
    {AGENT(AGENT_STATE), 11 | 256, "state"},
    {AGENT(AGENT_STATE), 3, "state"},
    {AGENT(AGENT_STATE), 32768, "state"},
    {AGENT(AGENT_STATE), 131072, "state"},
    {AGENT(AGENT_STATE), 4096, "state"},
    {AGENT(AGENT_STATE), 2048 | 1024, "state"},
    {AGENT(AGENT_STATE), 65536, "state"},
    {AGENT(AGENT_RADIUS), MINUS_ZERO, "whose radius is"},
    {AGENT(AGENT_RADIUS), SUBNORMAL, "whose radius is"},
    {AGENT(AGENT_MAX_SPEED), INFINITE, "whose max_speed is"},
    {AGENT(AGENT_TARGET), NAN_WORD, "whose target_x is"},
    {AGENT(AGENT_NEIGHBOR_DIST), NAN_WORD, "whose neighbor_dist is"},
    {AGENT(AGENT_HORIZON), 0, "whose horizon is"},
    {AGENT(AGENT_SETTINGS), 13 << 8, "settings"},    /* more neighbours than the crowd's */
    {AGENT(AGENT_SETTINGS), 8 << 8 | 5, "settings"}, /* a flow, without one */
    {AGENT(AGENT_SETTINGS), 8 << 8 | 64, "settings"},
    {AGENT(AGENT_SETTINGS), 8 << 8 | 1 << 16, "settings"},
    {AGENT(AGENT_VISION), INFINITE, "whose vision is"},
    {AGENT(AGENT_VISION_MOST), NAN_WORD, "whose vision_most is"},
    {AGENT(AGENT_VISION_LEAST), NAN_WORD, "whose vision_least is"},
    {AGENT(AGENT_COSINE), 0xbfc00000u, "cosine is none"}, /* -1.5 */
    {AGENT(AGENT_HEARING), NAN_WORD, "whose hearing is"},
    {AGENT(AGENT_SOUND), INFINITE, "whose sound is"},
    {AGENT(AGENT_CAPACITY), MINUS_ONE, "capacity is below 0"},
    {AGENT(AGENT_RESPONSIBILITY), NAN_WORD, "whose responsibility is"},
    {AGENT(AGENT_DEAD_SPEED), NAN_WORD, "whose dead_speed is"},
    {AGENT(AGENT_PREF_SPEED), INFINITE, "whose pref_speed is"},
    {AGENT(AGENT_HORIZON_OBST), 0, "whose horizon_obst is"},
    {AGENT(AGENT_REST), NAN_WORD, "whose rest is"},
    {AGENT(AGENT_REST + 1), TOO_FAR, "whose rest is"},
    {AGENT(AGENT_REST), 0x4e6e6b28u, "rest leads off the plane"}, /* 1e9, from x above 0 */
};

/* Two states that may come, of which the second is forged; then the same without its sum mended. */
REJECTED(forged_states)
{
    throng_agent_state good[2], forged[2];
    MUST(r->context, throng_crowd_get_states(r->crowd, r->agents, 2, good));
    for (uint32_t i = 0; i < 2; i++) {
        state_put(&good[i], STATE_ID, 900 + i);
        state_put(&good[i], STATE_AGENT + AGENT_ID, 900 + i);
        state_mend(&good[i]);
    }
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        memcpy(forged, good, sizeof good);
        state_put(&forged[1], changes[i].word, changes[i].value);
        if (memcmp(forged, good, sizeof good) == 0)
            state_put(&forged[1], changes[i].word, changes[i].value + 1);
        if (changes[i].word != STATE_VERSION && changes[i].word != STATE_BYTES)
            EXPECT(INVALID, "states[1] is damaged", throng_crowd_add_states(r->crowd, 2, forged, NULL));
        state_mend(&forged[1]);
        EXPECT(INVALID, changes[i].message, throng_crowd_add_states(r->crowd, 2, forged, NULL));
    }
    state_put(&forged[1], STATE_ID, MINUS_ONE);
    memcpy(forged, good, sizeof good);
    for (size_t word = 0; word < 2; word++) {
        state_put(&forged[1], STATE_ID + word, MINUS_ONE);
        state_put(&forged[1], STATE_AGENT + AGENT_ID + word, MINUS_ONE);
    }
    state_mend(&forged[1]);
    EXPECT(INVALID, "states[1]|id", throng_crowd_add_states(r->crowd, 2, forged, NULL));
}

/* States of crowds that differ in one thing each. */
REJECTED(states_of_other_crowds)
{
    throng_agent_state state;
    for (int32_t i = 0; i < 11; i++) {
        throng_crowd_def def = def_of();
        throng_agent_def d = throng_agent_default_def();
        throng_crowd *other;
        d.id = 4711;
        def.max_neighbors -= i == 0;
        def.perception &= ~(i == 1 ? (uint32_t)THRONG_TOUCH : 0u);
        def.congestion ^= i == 2;
        def.symmetry = i == 3 ? 0.1f : 0.0f;
        def.neighbors = i == 4 ? THRONG_NEIGHBORS_CENTRES : THRONG_NEIGHBORS_GAPS;
        def.settle = i == 5;
        def.heading = i == 6 ? THRONG_HEADING_VELOCITY : THRONG_HEADING_TURNING;
        def.integration = i == 7 ? THRONG_INTEGRATE_VELOCITIES : THRONG_INTEGRATE_POSITIONS;
        def.origin_x = i == 8 ? 4096.0 : 0.0;
        def.origin_y = i == 9 ? 1.0 : 0.0;
        def.seed += i == 10;
        MUST(r->context, throng_crowd_create(r->context, &def, &other));
        MUST(r->context, throng_crowd_add(other, 1, &d, 0, NULL));
        MUST(r->context, throng_crowd_get_states(other, NULL, 1, &state));
        MUST(r->context, throng_crowd_destroy(other));
        EXPECT(INVALID, "states[0]|another max_neighbors",
               throng_crowd_add_states(r->crowd, 1, &state, NULL));
    }
}

/* None of them is a crowd. */
REJECTED(handles_of_crowds)
{
    throng_crowd *const wrong[] = {NULL, (throng_crowd *)(void *)r->context};
    throng_motion m = {.x = 7.0};
    throng_agent_state state = {.id = 7};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cr_expect(throng_crowd_set_motions(wrong[i], r->agents, 1, &m) == INVALID);
        cr_expect(throng_crowd_get_motions(wrong[i], r->agents, 1, &m) == INVALID && m.x == 7.0);
        cr_expect(throng_crowd_get_states(wrong[i], r->agents, 1, &state) == INVALID && state.id == 7);
        cr_expect(throng_crowd_add_states(wrong[i], 1, &state, NULL) == INVALID);
        cr_expect(throng_crowd_set_steps(wrong[i], 3) == INVALID);
    }
}
