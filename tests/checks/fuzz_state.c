/* Forged states of agents: a few words changed to odd or to near values, or taken from other states, and
 * the sum mended. Each is added or refused with INVALID_ARGUMENT. What is refused leaves the crowd as it
 * was. Whoever comes has the state that was given, and goes on: the reference level and the widest one
 * make the same steps, and its own state is taken up again. */
#define _POSIX_C_SOURCE 200809L
#include "tests/checks/fuzz_input.h"
#include "tests/crowd/state_form.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern long forgeries_taken_up;
long forgeries_taken_up;

enum { OTHERS = 9, STEPS = 3, KINDS = 3 };

typedef struct side {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_crowd *crowd;
} side;

typedef struct subject {
    side sides[2]; /* the reference level and the widest one */
    throng_agent_state states[OTHERS];
} subject;

static throng_context *contexts[2];
static subject subjects[KINDS];

static void must(throng_status status, const char *what) { check(status == THRONG_OK, what); }

static uint64_t hash_of(const side *s)
{
    uint64_t hash;
    must(throng_crowd_hash(s->crowd, &hash), "no hash");
    return hash;
}

static void lay_ground(side *s)
{
    const throng_region wall = {3, 2, 2, 4};
    const throng_cell goal = {8, 7};
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    ground.width = ground.height = 9;
    must(throng_terrain_create(s->context, &ground, &s->terrain), "no terrain");
    must(throng_terrain_fill(s->terrain, &wall, 1), "terrain is not filled");
    flow.terrain = s->terrain;
    flow.fields = 2;
    must(throng_flow_create(s->context, &flow, &s->flow), "no flow");
    must(throng_flow_set_goals(s->flow, 1, 1, &goal, 0), "no goal");
}

static void begin(side *s, int32_t kind)
{
    throng_crowd_def def = throng_crowd_default_def();
    if (kind == 1)
        lay_ground(s);
    def.agent_capacity = OTHERS + 1;
    def.max_neighbors = 8;
    def.terrain = s->terrain;
    def.flow = s->flow;
    def.perception = kind == 2 ? THRONG_PERCEPTION_ALL : 0;
    def.congestion = kind == 2;
    def.settle = kind == 1;
    def.integration = kind == 2 ? THRONG_INTEGRATE_VELOCITIES : THRONG_INTEGRATE_POSITIONS;
    must(throng_crowd_create(s->context, &def, &s->crowd), "no crowd");
    for (int32_t i = 0; i < OTHERS; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.id = 3 * (uint64_t)i;
        d.x = 0.5f + 1.25f * (float)(i % 5);
        d.y = 0.5f + 1.5f * (float)(i / 5);
        d.navigation = kind == 1 ? i % 3 : i % 2;
        d.flow_field = d.navigation == THRONG_NAVIGATE_FLOW;
        d.target_x = 3.0f;
        d.radius = 0.3f;
        d.max_neighbors = i % 8;
        d.locked = kind == 2 && i == 3;
        must(throng_crowd_add(s->crowd, 1, &d, 0, NULL), "no agent");
    }
    for (int32_t i = 0; i < 2; i++)
        must(throng_crowd_step(s->crowd, 0.25f), "no step");
}

static void begin_all(void)
{
    for (int i = 0; i < 2; i++) {
        throng_context_def about = throng_context_default_def();
        about.backend = THRONG_BACKEND_CPU;
        about.isa = i ? THRONG_ISA_AUTO : THRONG_ISA_REFERENCE;
        about.threads = 1;
        about.cache = "off";
        about.allocator = (throng_allocator){allocate, release, NULL};
        must(throng_context_create(&about, &contexts[i]), "no context");
        for (int32_t kind = 0; kind < KINDS; kind++) {
            subjects[kind].sides[i].context = contexts[i];
            begin(&subjects[kind].sides[i], kind);
            must(throng_crowd_get_states(subjects[kind].sides[i].crowd, NULL, OTHERS, subjects[kind].states),
                 "no states");
        }
    }
}

static void forge(input *in, throng_agent_state *state, const subject *of)
{
    static const uint32_t odd[] = {
        0u,          1u,          2u,          3u,          64u,         255u,        256u,
        2048u,       32768u,      65536u,      131072u,     0x10000u,    0x7fffffffu, 0x80000000u,
        0xffffffffu, 0x7fc00000u, 0x7f800000u, 0xff800000u, 0x4e6e6b28u, 0xce6e6b28u, 0x4e6e6b29u,
        0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0xc0000000u, 0x358637bdu, 0x358637bcu};
    const size_t at = byte(in) % STATE_WORDS;
    uint32_t value = state_word(state, at);
    switch (byte(in) % 6) {
    case 0:
        value ^= 1u << byte(in) % 32;
        break;
    case 1:
        value += byte(in) & 1 ? 1u : 0xffffffffu;
        break;
    case 2:
        value = state_word(&of->states[byte(in) % OTHERS], at);
        break;
    case 3:
        value += (uint32_t)byte(in) << 16;
        break;
    case 4:
        value = word(in);
        break;
    default:
        value = odd[byte(in) % (sizeof odd / sizeof *odd)];
        break;
    }
    state_put(state, at, value);
}

/* Of any alignment, and with an end that is watched. */
static throng_status add(const side *s, const throng_agent_state *state, throng_agent *made)
{
    char *copy = malloc(sizeof *state + 1);
    check(copy != NULL, "no memory");
    memcpy(copy + 1, state, sizeof *state);
    const throng_status status =
        throng_crowd_add_states(s->crowd, 1, (const throng_agent_state *)(const void *)(copy + 1), made);
    free(copy);
    return status;
}

static void go_on(subject *of, const throng_agent_state *forged, throng_agent made)
{
    throng_agent_state now, again;
    throng_agent other;
    double at[2];
    must(add(&of->sides[1], forged, &other), "the levels differ about a state");
    must(throng_crowd_get_states(of->sides[0].crowd, &made, 1, &now), "no state");
    check(memcmp((const char *)&now + 4 * STATE_AGENT, (const char *)forged + 4 * STATE_AGENT,
                 4 * AGENT_TIE) == 0,
          "an agent is not what its state was");
    for (int32_t i = 0; i < STEPS; i++) {
        for (int k = 0; k < 2; k++)
            must(throng_crowd_step(of->sides[k].crowd, 0.25f), "no step");
        check(hash_of(&of->sides[0]) == hash_of(&of->sides[1]), "the levels make different steps");
    }
    must(throng_crowd_get(of->sides[0].crowd, THRONG_AGENT_POSITION_DOUBLE, 1, &made, 0, at, 0),
         "no position");
    check(fabs(at[0]) <= 2e9 && fabs(at[1]) <= 2e9, "an agent leaves the plane");
    must(throng_crowd_get_states(of->sides[0].crowd, &made, 1, &now), "no state");
    must(throng_crowd_remove(of->sides[0].crowd, 1, &made, 0), "an agent stays");
    must(add(&of->sides[0], &now, &made), "an agent's own state is refused");
    must(throng_crowd_get_states(of->sides[0].crowd, &made, 1, &again), "no state");
    check(memcmp(&now, &again, sizeof now) == 0, "a state makes another agent");
    for (int k = 0; k < 2; k++) { /* as it was */
        throng_agent agents[OTHERS + 1];
        int32_t count;
        must(throng_crowd_list(of->sides[k].crowd, agents, OTHERS + 1, &count), "no list");
        must(throng_crowd_remove(of->sides[k].crowd, count, agents, 0), "agents stay");
        must(throng_crowd_add_states(of->sides[k].crowd, OTHERS, of->states, NULL), "states are refused");
        must(throng_crowd_set_steps(of->sides[k].crowd, 2), "no steps");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    throng_agent made;
    if (!contexts[0])
        begin_all();
    const uint8_t given = byte(&in);
    subject *of = &subjects[byte(&in) % KINDS];
    throng_agent_state forged = of->states[byte(&in) % OTHERS];
    const uint64_t before = hash_of(&of->sides[0]);
    state_put(&forged, STATE_ID, 1000); /* an id that nobody has */
    state_put(&forged, STATE_AGENT + AGENT_ID, 1000);
    for (int32_t i = 0; i <= given % 3; i++)
        forge(&in, &forged, of);
    if (given < 250)
        state_mend(&forged);
    const throng_status status = add(&of->sides[0], &forged, &made);
    check(status == THRONG_OK || status == THRONG_ERROR_INVALID_ARGUMENT, "an odd status");
    if (status == THRONG_OK) {
        forgeries_taken_up++;
        go_on(of, &forged, made);
    }
    check(hash_of(&of->sides[0]) == before, "what was refused, or came and went, changed the crowd");
    return 0;
}
