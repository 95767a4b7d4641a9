/* Every wrong argument of the calls on readbacks: a status, and a message with the parameter and its value;
 * what was read before is still there. */
#include "tests/readback/things.h"

#include "tests/support/rejected.h"

#define INVALID THRONG_ERROR_INVALID_ARGUMENT
#define EXPECT(expected, words, call) expect(t, #call, (call), (expected), (words))

static void expect(const things *t, const char *what, throng_status got, throng_status expected,
                   const char *words)
{
    cr_expect(got == expected, "%s: %s", what, throng_status_string(got));
    expect_words(what, throng_context_message(t->context), words);
}

static void expect_no_readback(const things *t, const throng_readback_def *def, const char *words)
{
    throng_readback *readback = (throng_readback *)(void *)t->crowd;
    const throng_status got = throng_readback_create(t->context, def, &readback);
    cr_expect(readback == NULL, "%s", words);
    expect(t, words, got, INVALID, words);
}

EACH_THING(readback_errors, of_defs)
{
    const throng_readback_def right = things_readback(t, THRONG_READBACK_AGENTS, 1);
    const struct {
        throng_readback_kind kind;
        int32_t slots, capacity, layer;
        throng_agent_value value;
        const char *words;
    } wrong[] = {
        {-1, 1, 1, 0, 0, "def.kind is -1"},
        {7, 1, 1, 0, 0, "def.kind is 7"},
        {THRONG_READBACK_AGENTS, 0, 1, 0, 0, "def.slots is 0|1 to 16"},
        {THRONG_READBACK_AGENTS, 17, 1, 0, 0, "def.slots is 17"},
        {THRONG_READBACK_AGENTS, 1, 0, 0, 0, "def.capacity is 0"},
        {THRONG_READBACK_MOTIONS, 1, 67108865, 0, 0, "def.capacity is 67108865|1 to 67108864|32 bytes"},
        {THRONG_READBACK_AGENTS, 1, 1, 0, THRONG_AGENT_GOAL, "def.value is 3|POSITION"},
        {THRONG_READBACK_AGENTS, 1, 1, 0, THRONG_AGENT_ID, "def.value is 27"},
        {THRONG_READBACK_AGENTS, 1, 1, 0, 99, "def.value is 99"},
        {THRONG_READBACK_LAYER, 1, 1, 2, 0, "def.layer is 2|COMBINED, or 0 to 1"},
        {THRONG_READBACK_LAYER, 1, 1, -2, 0, "def.layer is -2"},
        {THRONG_READBACK_LENGTHS, 1, 1, 1, 0, "def.layer is 1: 0 to 0"},
        {THRONG_READBACK_DIRECTIONS, 1, 1, -1, 0, "def.layer is -1: 0 to 0"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        throng_readback_def def = right;
        def.kind = wrong[i].kind;
        def.slots = wrong[i].slots;
        def.capacity = wrong[i].capacity;
        def.layer = wrong[i].layer;
        def.value = wrong[i].value;
        expect_no_readback(t, &def, wrong[i].words);
    }
    throng_readback_def def = right;
    def.crowd = NULL;
    expect_no_readback(t, &def, "def.crowd must not be NULL");
    def.crowd = (throng_crowd *)(void *)t->flow;
    expect_no_readback(t, &def, "def.crowd is not a crowd of this context");
    def.cookie = 0;
    expect_no_readback(t, &def, "throng_readback_default_def()");
    EXPECT(INVALID, "readback must not be NULL", throng_readback_create(t->context, &right, NULL));
}

EACH_THING(readback_errors, of_reads)
{
    static float got[THINGS_CELLS];
    throng_readback *positions, *layer, *forces;
    throng_readback_read read, before;
    throng_agent gone = t->agents[0];
    int32_t ready;
    const throng_region off = {20, 0, 5, 1};
    throng_readback_def def = things_readback(t, THRONG_READBACK_AGENTS, 2);
    MUST(t->context, throng_readback_create(t->context, &def, &positions));
    def.kind = THRONG_READBACK_LAYER;
    def.capacity = 40;
    def.layer = THRONG_LAYER_COMBINED;
    MUST(t->context, throng_readback_create(t->context, &def, &layer));
    def.kind = THRONG_READBACK_FORCES;
    def.capacity = 20;
    MUST(t->context, throng_readback_create(t->context, &def, &forces));
    gone.generation += 2;
    MUST(t->context, throng_readback_begin_range(forces, 3, 17, &before));
    EXPECT(INVALID, "another kind|begin_agents()", throng_readback_begin_region(positions, NULL, &read));
    EXPECT(INVALID, "another kind|begin_region()", throng_readback_begin_range(layer, 0, 1, &read));
    EXPECT(INVALID, "another kind|begin_range()", throng_readback_begin_agents(forces, NULL, 1, &read));
    EXPECT(INVALID, "count is 59", throng_readback_begin_agents(positions, NULL, 59, &read));
    EXPECT(INVALID, "count is -1", throng_readback_begin_agents(positions, NULL, -1, &read));
    EXPECT(INVALID, "agents[0] was removed", throng_readback_begin_agents(positions, &gone, 1, &read));
    EXPECT(INVALID, "throng_influence_combine", throng_readback_begin_region(layer, NULL, &read));
    const float weights[2] = {1.0f, 1.0f};
    MUST(t->context, throng_influence_combine(t->map, weights, 2));
    EXPECT(THRONG_ERROR_CAPACITY, "408 entries|at most 40", throng_readback_begin_region(layer, NULL, &read));
    EXPECT(INVALID, "region", throng_readback_begin_region(layer, &off, &read));
    EXPECT(THRONG_ERROR_CAPACITY, "21 entries|at most 20", throng_readback_begin_range(forces, 0, 21, &read));
    EXPECT(INVALID, "first + count is 41", throng_readback_begin_range(forces, 21, 20, &read));
    EXPECT(INVALID, "number is 2", throng_readback_ready(forces, 2, &ready));
    EXPECT(INVALID, "number is 0", throng_readback_release(forces, 0));
    EXPECT(INVALID, "number is 7", throng_readback_get_read(forces, 7, &read));
    EXPECT(INVALID, "read must not be NULL", throng_readback_get_read(forces, before.number, NULL));
    EXPECT(INVALID, "ready must not be NULL", throng_readback_ready(forces, before.number, NULL));
    EXPECT(INVALID, "values must not be NULL", throng_readback_map(forces, before.number, NULL));
    EXPECT(INVALID, "values must not be NULL", throng_readback_fetch(forces, before.number, NULL, 0));
    EXPECT(INVALID, "stride", throng_readback_fetch(forces, before.number, got, sizeof(throng_force) - 1));
    EXPECT(INVALID, "read must not be NULL", throng_readback_latest(forces, NULL));
    EXPECT(INVALID, "info must not be NULL", throng_readback_get_info(forces, NULL));
    MUST(t->context, throng_readback_fetch(forces, before.number, got, 0));
    EXPECT(INVALID, "number is 1", throng_readback_fetch(forces, before.number, got, 0));
    cr_expect(throng_readback_begin_range(NULL, 0, 0, NULL) == INVALID);
    cr_expect(throng_readback_destroy(NULL) == THRONG_OK && throng_readback_reset(NULL) == INVALID);
    cr_expect(throng_readback_destroy((throng_readback *)(void *)t->flow) == INVALID);
    MUST(t->context, throng_readback_destroy(positions));
    MUST(t->context, throng_readback_destroy(layer));
    MUST(t->context, throng_readback_destroy(forces));
}
