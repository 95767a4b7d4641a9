/* What a readback fetches is what a blocking read gave when it began, to the last bit, whatever came
 * after. */
#include "tests/readback/things.h"

#include <stdlib.h>

enum { FRAMES = 3, BYTES = THINGS_CELLS * 32 };

static throng_readback *made(const things *t, throng_readback_kind kind, throng_agent_value value,
                             int32_t layer)
{
    throng_readback *readback;
    throng_readback_def def = things_readback(t, kind, FRAMES);
    def.value = value;
    def.layer = layer;
    MUST(t->context, throng_readback_create(t->context, &def, &readback));
    return readback;
}

/* One kind of read: how it begins, and what a blocking read gives. */
typedef struct reading {
    throng_readback_kind kind;
    throng_agent_value value;
    int32_t layer;
    size_t entry;
    const throng_region *region; /* NULL: all */
    int32_t first, count;
    int32_t listed; /* 1: agents by their handles */
} reading;

static const throng_region part = {5, 3, 11, 7};

static const reading readings[] = {
    {THRONG_READBACK_AGENTS, THRONG_AGENT_POSITION, 0, 8, NULL, 0, THINGS_AGENTS, 0},
    {THRONG_READBACK_AGENTS, THRONG_AGENT_POSITION, 0, 8, NULL, 0, THINGS_AGENTS - 3, 1},
    {THRONG_READBACK_AGENTS, THRONG_AGENT_VELOCITY, 0, 8, NULL, 0, THINGS_AGENTS, 0},
    {THRONG_READBACK_AGENTS, THRONG_AGENT_HEADING, 0, 8, NULL, 0, THINGS_AGENTS, 1},
    {THRONG_READBACK_AGENTS, THRONG_AGENT_FLAGS, 0, 4, NULL, 0, THINGS_AGENTS, 0},
    {THRONG_READBACK_AGENTS, THRONG_AGENT_PERCEIVED, 0, 4, NULL, 0, THINGS_AGENTS, 0},
    {THRONG_READBACK_AGENTS, THRONG_AGENT_VISION, 0, 4, NULL, 0, THINGS_AGENTS, 0},
    {THRONG_READBACK_MOTIONS, 0, 0, sizeof(throng_motion), NULL, 0, THINGS_AGENTS, 0},
    {THRONG_READBACK_MOTIONS, 0, 0, sizeof(throng_motion), NULL, 0, 7, 1},
    {THRONG_READBACK_LAYER, 0, 0, 4, NULL, 0, 0, 0},
    {THRONG_READBACK_LAYER, 0, 1, 4, &part, 0, 0, 0},
    {THRONG_READBACK_FORCES, 0, 0, sizeof(throng_force), NULL, 0, THINGS_POINTS, 0},
    {THRONG_READBACK_FORCES, 0, 0, sizeof(throng_force), NULL, 11, 20, 0},
    {THRONG_READBACK_PATHS, 0, 0, sizeof(throng_trace_result), NULL, 2, THINGS_PATHS - 2, 0},
    {THRONG_READBACK_LENGTHS, 0, 0, 4, &part, 0, 0, 0},
    {THRONG_READBACK_DIRECTIONS, 0, 0, 1, NULL, 0, 0, 0},
};
enum { READINGS = sizeof readings / sizeof *readings };

static int32_t rows_of(const reading *r)
{
    const int32_t by_region = r->kind == THRONG_READBACK_LAYER || r->kind >= THRONG_READBACK_LENGTHS;
    return !by_region ? r->count : r->region ? r->region->height : THINGS_HEIGHT;
}

static int32_t width_of(const reading *r)
{
    const int32_t by_region = r->kind == THRONG_READBACK_LAYER || r->kind >= THRONG_READBACK_LENGTHS;
    return !by_region ? 1 : r->region ? r->region->width : THINGS_WIDTH;
}

/* Backwards, so that they are not as the crowd has them. */
static const throng_agent *agents_of(const things *t, const reading *r, throng_agent *list)
{
    for (int32_t i = 0; i < r->count; i++)
        list[i] = t->agents[r->count - 1 - i];
    return r->listed ? list : NULL;
}

static throng_status begin(things *t, throng_readback *readback, const reading *r, throng_readback_read *read)
{
    throng_agent list[THINGS_AGENTS];
    switch (r->kind) {
    case THRONG_READBACK_AGENTS:
    case THRONG_READBACK_MOTIONS:
        return throng_readback_begin_agents(readback, agents_of(t, r, list), r->count, read);
    case THRONG_READBACK_FORCES:
    case THRONG_READBACK_PATHS:
        return throng_readback_begin_range(readback, r->first, r->count, read);
    default:
        return throng_readback_begin_region(readback, r->region, read);
    }
}

static throng_status read_now(things *t, const reading *r, void *to)
{
    throng_agent list[THINGS_AGENTS];
    const throng_agent *agents = agents_of(t, r, list);
    switch (r->kind) {
    case THRONG_READBACK_AGENTS:
        return throng_crowd_get(t->crowd, r->value, r->count, agents, 0, to, 0);
    case THRONG_READBACK_MOTIONS:
        return throng_crowd_get_motions(t->crowd, agents, r->count, to);
    case THRONG_READBACK_LAYER:
        return throng_influence_read(t->map, r->layer, r->region, to, 0);
    case THRONG_READBACK_FORCES:
        return throng_potential_read(t->field, r->first, r->count, to, 0);
    case THRONG_READBACK_PATHS:
        return throng_trace_read(t->trace, r->first, r->count, to, 0);
    case THRONG_READBACK_LENGTHS:
        return throng_flow_read_lengths(t->flow, r->layer, r->region, to, 0);
    default:
        return throng_flow_read_directions(t->flow, r->layer, r->region, to, 0);
    }
}

/* Into rows with something between them, which stays. */
static void expect_fetched(things *t, throng_readback *readback, uint64_t number, const reading *r,
                           const unsigned char *expected)
{
    static unsigned char got[2 * BYTES];
    const size_t row = (size_t)width_of(r) * r->entry, stride = row + 12;
    memset(got, 0xab, sizeof got);
    MUST(t->context, throng_readback_fetch(readback, number, got, stride));
    for (int32_t i = 0; i < rows_of(r); i++) {
        const unsigned char *at = got + (size_t)i * stride;
        cr_expect(memcmp(at, expected + (size_t)i * row, row) == 0, "reading %d, row %d", (int)(r - readings),
                  (int)i);
        for (size_t k = row; k < stride && i < rows_of(r) - 1; k++)
            cr_expect(at[k] == 0xab, "reading %d: between rows", (int)(r - readings));
    }
}

/* What no two frames have alike. */
static int32_t moves(const reading *r)
{
    return r->kind == THRONG_READBACK_AGENTS  ? r->value == THRONG_AGENT_POSITION
           : r->kind == THRONG_READBACK_LAYER ? r->layer == 0
                                              : r->kind != THRONG_READBACK_PATHS;
}

/* A read begins in each of some frames, together with a blocking one; all are fetched at the end. */
EACH_THING(readback_values, are_those_of_the_beginning)
{
    static unsigned char expected[READINGS][FRAMES][BYTES];
    throng_readback *readbacks[READINGS];
    throng_readback_read reads[READINGS][FRAMES];
    for (int32_t k = 0; k < READINGS; k++)
        readbacks[k] = made(t, readings[k].kind, readings[k].value, readings[k].layer);
    for (int32_t frame = 0; frame < FRAMES; frame++) {
        things_go_on(t, frame);
        for (int32_t k = 0; k < READINGS; k++) {
            MUST(t->context, begin(t, readbacks[k], &readings[k], &reads[k][frame]));
            MUST(t->context, read_now(t, &readings[k], expected[k][frame]));
        }
    }
    things_go_on(t, FRAMES);
    for (int32_t k = 0; k < READINGS; k++) {
        const reading *r = &readings[k];
        const size_t bytes = (size_t)(rows_of(r) * width_of(r)) * r->entry;
        cr_expect(!moves(r) || memcmp(expected[k][0], expected[k][2], bytes) != 0, "reading %d", (int)k);
        for (int32_t frame = FRAMES - 1; frame >= 0; frame--) {
            const throng_readback_read *read = &reads[k][frame];
            cr_expect(read->number == (uint64_t)frame + 1 && read->count == rows_of(r) * width_of(r));
            cr_expect(read->step == (uint64_t)frame + 1, "reading %d: step %d", (int)k, (int)read->step);
            expect_fetched(t, readbacks[k], read->number, r, expected[k][frame]);
        }
        MUST(t->context, throng_readback_destroy(readbacks[k]));
    }
}

/* Flags that are not 0, in the caller's form: of one who is where it wants to be. */
EACH_THING(readback_values, of_flags)
{
    const reading *flags = &readings[4];
    uint32_t now[THINGS_AGENTS] = {0}, later[THINGS_AGENTS] = {0};
    throng_readback_read read;
    float place[2];
    int32_t some = 0;
    cr_assert(flags->value == THRONG_AGENT_FLAGS);
    throng_readback *readback = made(t, flags->kind, flags->value, 0);
    things_go_on(t, 1);
    MUST(t->context, throng_crowd_get(t->crowd, THRONG_AGENT_POSITION, 1, t->agents, 0, place, 0));
    MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_GOAL, 1, t->agents, 0, place, 0));
    MUST(t->context, throng_crowd_step(t->crowd, 1e-3f));
    MUST(t->context, begin(t, readback, flags, &read));
    MUST(t->context, read_now(t, flags, now));
    things_go_on(t, 2);
    MUST(t->context, throng_readback_fetch(readback, read.number, later, 0));
    for (int32_t i = 0; i < THINGS_AGENTS; i++) {
        cr_expect(now[i] == later[i], "agent %d: %x, then %x", (int)i, now[i], later[i]);
        some += (later[i] & THRONG_FLAG_ARRIVED) != 0;
    }
    cr_expect(some > 0, "nobody has arrived");
    MUST(t->context, throng_readback_destroy(readback));
}

/* Where they are, without a copy: the same, until they are released. */
EACH_THING(readback_values, are_seen_in_place)
{
    for (int32_t k = 0; k < READINGS; k++) {
        const reading *r = &readings[k];
        static unsigned char expected[BYTES];
        const void *values = NULL, *again = NULL;
        throng_readback_read read;
        throng_readback *readback = made(t, r->kind, r->value, r->layer);
        things_go_on(t, k);
        MUST(t->context, begin(t, readback, r, &read));
        MUST(t->context, read_now(t, r, expected));
        things_go_on(t, k + 1);
        MUST(t->context, throng_readback_map(readback, read.number, &values));
        const size_t bytes = (size_t)read.count * r->entry;
        cr_expect(memcmp(values, expected, bytes) == 0, "reading %d", (int)k);
        MUST(t->context, throng_readback_map(readback, read.number, &again));
        cr_expect(again == values && memcmp(values, expected, bytes) == 0, "they keep their form");
        expect_fetched(t, readback, read.number, r, expected);
        MUST(t->context, throng_readback_destroy(readback));
    }
}

/* Agents that are gone, a crowd that begins anew, a map without objects: what was begun before is still
 * fetched. */
EACH_THING(readback_values, outlive_what_they_are_of)
{
    static float expected[THINGS_CELLS], got[THINGS_CELLS];
    throng_readback *positions = made(t, THRONG_READBACK_AGENTS, THRONG_AGENT_POSITION, 0);
    throng_readback *layer = made(t, THRONG_READBACK_LAYER, 0, 0);
    float at[THINGS_AGENTS][2], fetched[THINGS_AGENTS][2];
    throng_readback_read read, of_layer;
    things_go_on(t, 0);
    MUST(t->context, throng_readback_begin_agents(positions, NULL, THINGS_AGENTS, &read));
    MUST(t->context, throng_crowd_get(t->crowd, THRONG_AGENT_POSITION, THINGS_AGENTS, NULL, 0, at, 0));
    MUST(t->context, throng_crowd_remove(t->crowd, 10, t->agents, 0));
    MUST(t->context, throng_crowd_reset(t->crowd));
    MUST(t->context, throng_readback_begin_region(layer, NULL, &of_layer));
    MUST(t->context, throng_influence_read(t->map, 0, NULL, expected, 0));
    MUST(t->context, throng_influence_reset(t->map));
    MUST(t->context, throng_readback_fetch(positions, read.number, fetched, 0));
    MUST(t->context, throng_readback_fetch(layer, of_layer.number, got, 0));
    cr_expect(memcmp(at, fetched, sizeof at) == 0);
    cr_expect(memcmp(expected, got, sizeof got) == 0);
    MUST(t->context, throng_readback_begin_agents(positions, NULL, 0, &read));
    MUST(t->context, throng_readback_fetch(positions, read.number, NULL, 0));
    cr_expect(read.step == 0 && read.count == 0, "a crowd that began anew has no steps");
    MUST(t->context, throng_readback_destroy(positions));
    MUST(t->context, throng_readback_destroy(layer));
}

/* More agents than the ring for uploads has space for indices: by handles, and all of them before the first
 * step and after it. */
EACH_THING(readback_values, of_many_agents)
{
    enum { MANY = 20000 };
    static float expected[2][MANY][2], got[2][MANY][2];
    static throng_agent agents[MANY], backwards[MANY];
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    throng_readback *readback;
    throng_agent_def *defs = must_allocate(MANY * sizeof *defs);
    def.agent_capacity = MANY;
    MUST(t->context, throng_crowd_create(t->context, &def, &crowd));
    for (int32_t i = 0; i < MANY; i++) {
        defs[i] = throng_agent_default_def();
        defs[i].x = 4.0f * (float)(i % 150);
        defs[i].y = 4.0f * (float)(i / 150);
        defs[i].neighbor_dist = 2.0f;
        defs[i].target_x = 1.0f;
    }
    MUST(t->context, throng_crowd_add(crowd, MANY, defs, 0, agents));
    free(defs);
    for (int32_t i = 0; i < MANY; i++)
        backwards[i] = agents[MANY - 1 - i];
    throng_readback_def reads = things_readback(t, THRONG_READBACK_AGENTS, 2);
    reads.crowd = crowd;
    reads.capacity = MANY;
    MUST(t->context, throng_readback_create(t->context, &reads, &readback));
    for (int32_t step = 0; step < 2; step++) {
        const throng_agent *const who[2] = {NULL, backwards};
        throng_readback_read read[2];
        for (int32_t k = 0; k < 2; k++) {
            MUST(t->context, throng_readback_begin_agents(readback, who[k], MANY, &read[k]));
            MUST(t->context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, MANY, who[k], 0, expected[k], 0));
        }
        MUST(t->context, throng_crowd_step(crowd, 0.1f));
        for (int32_t k = 0; k < 2; k++) {
            MUST(t->context, throng_readback_fetch(readback, read[k].number, got[k], 0));
            cr_expect(memcmp(got[k], expected[k], sizeof got[k]) == 0, "step %d, list %d", (int)step, (int)k);
        }
    }
    MUST(t->context, throng_readback_destroy(readback));
    MUST(t->context, throng_crowd_destroy(crowd));
}
