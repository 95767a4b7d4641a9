/* Agents that come, go and are placed, a few at a time and in any order of ids: every step is that of a crowd
 * which is made anew from a snapshot just before it, so nothing of what was done before has left a trace. The
 * check of snapshots sees that ranks are in the order of ids. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "tests/crowd/each_backend.h"

#include <stdlib.h>
#include <time.h>

enum { FIRST = 600, CAPACITY = 900, STEPS = 36 };

/* How new ids lie to each other. */
typedef enum id_kind {
    IDS_NEAR,      /* within 2^31 of each other */
    IDS_ANY,       /* of 64 bits */
    IDS_ASCENDING, /* far apart, each above all others */
    IDS_DESCENDING,
    IDS_TWO_RANGES, /* each ascends; the lower one grows into a gap that does not */
    IDS_HIGHEST,    /* near the end of all ids */
    ID_KINDS
} id_kind;

typedef struct changing {
    throng_context *context;
    throng_crowd *crowd;
    throng_agent agents[CAPACITY];
    int32_t count;
    id_kind kind;
    uint64_t ids; /* ever given */
    uint64_t gone[64];
    int32_t gone_count;
    rng random;
} changing;

static throng_crowd *make_crowd(throng_context *context, int32_t capacity)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    def.agent_capacity = capacity;
    def.congestion = 1;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    return crowd;
}

static uint64_t next_id(changing *c)
{
    const uint64_t i = c->ids++;
    if (c->gone_count > 0 && rng_below(&c->random, 4) == 0) /* one that an agent had who is gone */
        return c->gone[--c->gone_count];
    switch (c->kind) {
    case IDS_NEAR:
        return 1000 + (i * 48271) % 65537;
    case IDS_ANY:
        return rng_next(&c->random);
    case IDS_ASCENDING:
        return i << 33;
    case IDS_DESCENDING:
        return ((uint64_t)1 << 62) - (i << 34);
    case IDS_TWO_RANGES:
        return (i & 1) * ((uint64_t)1 << 50) + i;
    case IDS_HIGHEST:
    case ID_KINDS:
        break;
    }
    return UINT64_MAX - 1 - (i * 48271) % 65537;
}

/* On a lattice: many are equally near, and then ids decide. */
static throng_agent_def next_agent(changing *c)
{
    throng_agent_def d = throng_agent_default_def();
    d.id = next_id(c);
    d.x = (float)rng_below(&c->random, 40);
    d.y = (float)rng_below(&c->random, 40);
    d.radius = 0.25f;
    d.neighbor_dist = 4.0f;
    d.max_neighbors = 6;
    d.navigation = THRONG_NAVIGATE_GOAL;
    d.target_x = rng_between(&c->random, 0.0f, 40.0f);
    d.target_y = rng_between(&c->random, 0.0f, 40.0f);
    return d;
}

static void add(changing *c, int32_t count)
{
    throng_agent_def defs[CAPACITY];
    count = count < CAPACITY - c->count ? count : CAPACITY - c->count;
    for (int32_t i = 0; i < count; i++)
        defs[i] = next_agent(c);
    MUST(c->context, throng_crowd_add(c->crowd, count, defs, 0, c->agents + c->count));
    c->count += count;
}

static void remove_one(changing *c)
{
    const int32_t i = rng_below(&c->random, c->count);
    uint64_t id;
    MUST(c->context, throng_crowd_get(c->crowd, THRONG_AGENT_ID, 1, &c->agents[i], 0, &id, 0));
    MUST(c->context, throng_crowd_remove(c->crowd, 1, &c->agents[i], 0));
    c->agents[i] = c->agents[--c->count];
    if (c->gone_count < 64)
        c->gone[c->gone_count++] = id;
}

static void place_one(changing *c)
{
    const float at[2] = {(float)rng_below(&c->random, 40), (float)rng_below(&c->random, 40)};
    const int32_t i = rng_below(&c->random, c->count);
    MUST(c->context, throng_crowd_set(c->crowd, THRONG_AGENT_POSITION, 1, &c->agents[i], 0, at, 0));
}

/* Mostly so few that the order of agents in memory is kept. */
static void change(changing *c)
{
    for (int32_t some = rng_below(&c->random, 9); some > 0; some--)
        switch (rng_below(&c->random, 4)) {
        case 0:
            remove_one(c);
            break;
        case 1:
            place_one(c);
            break;
        case 2:
            add(c, 1 + rng_below(&c->random, 3));
            break;
        default:
            add(c, 1);
        }
    if (rng_below(&c->random, 12) == 0)
        add(c, 120);
    while (c->count > CAPACITY - 8 || (rng_below(&c->random, 3) == 0 && c->count > FIRST))
        remove_one(c);
}

static uint64_t step_and_hash(const changing *c, throng_crowd *crowd)
{
    uint64_t hash;
    MUST(c->context, throng_crowd_step(crowd, 0.125f));
    MUST(c->context, throng_crowd_hash(crowd, &hash));
    return hash;
}

/* The same step of a crowd that has nothing but the snapshot. */
static uint64_t hash_of_anew(const changing *c)
{
    size_t bytes;
    MUST(c->context, throng_crowd_snapshot_bytes(c->crowd, &bytes));
    unsigned char *snapshot = must_allocate(bytes);
    MUST(c->context, throng_crowd_save(c->crowd, snapshot, bytes));
    throng_crowd *anew = make_crowd(c->context, CAPACITY);
    MUST(c->context, throng_crowd_restore(anew, snapshot, bytes));
    const uint64_t hash = step_and_hash(c, anew);
    MUST(c->context, throng_crowd_destroy(anew));
    free(snapshot);
    return hash;
}

static uint64_t check_kind(throng_context *context, id_kind kind)
{
    static changing c;
    uint64_t hash = 0;
    memset(&c, 0, sizeof c);
    c.context = context;
    c.kind = kind;
    c.random.state = 77 + (uint64_t)kind;
    c.crowd = make_crowd(context, kind == IDS_ANY ? 0 : CAPACITY);
    MUST(context, throng_crowd_reserve(c.crowd, CAPACITY));
    add(&c, FIRST);
    for (int32_t i = 0; i < STEPS; i++) {
        const uint64_t expected = hash_of_anew(&c);
        hash = step_and_hash(&c, c.crowd);
        cr_assert(hash == expected, "kind %d, step %d: %016llx, anew %016llx", (int)kind, (int)i,
                  (unsigned long long)hash, (unsigned long long)expected);
        change(&c);
    }
    MUST(context, throng_crowd_remove(c.crowd, c.count, c.agents, 0)); /* and from nothing */
    c.count = 0;
    add(&c, 100);
    const uint64_t last = hash_of_anew(&c);
    cr_assert(step_and_hash(&c, c.crowd) == last);
    MUST(context, throng_crowd_destroy(c.crowd));
    return hash;
}

Test(crowd_adding, leaves_no_trace)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t kind = 0; kind < ID_KINDS; kind++) {
        uint64_t first = 0;
        for (int32_t i = 0; i < count; i++) {
            throng_context *context = open_variant(&list[i], NULL);
            const uint64_t hash = check_kind(context, (id_kind)kind);
            cr_expect(i == 0 || hash == first, "%s: kind %d: %016llx, not %016llx", list[i].name, (int)kind,
                      (unsigned long long)hash, (unsigned long long)first);
            first = hash;
            cr_expect(throng_context_destroy(context) == THRONG_OK);
        }
    }
}

/* Agents that come for the same gap use it up again and again. */
EACH_WITH_CROWDS(crowd_adding, into_one_gap)
{
    static changing c;
    memset(&c, 0, sizeof c);
    c.context = context;
    c.kind = IDS_ANY;
    c.crowd = make_crowd(context, CAPACITY);
    add(&c, 100);
    for (uint64_t i = 0; i < 300; i++) {
        throng_agent_def d = next_agent(&c);
        d.id = ((uint64_t)1 << 40) + (i & 1 ? i : 4096 - i);
        MUST(context, throng_crowd_add(c.crowd, 1, &d, 0, NULL));
        const uint64_t expected = i % 16 ? 0 : hash_of_anew(&c), hash = step_and_hash(&c, c.crowd);
        cr_assert(i % 16 != 0 || hash == expected, "after %d", (int)i);
    }
    cr_expect(hash_of_anew(&c) == step_and_hash(&c, c.crowd));
    MUST(context, throng_crowd_destroy(c.crowd));
}

/* Ranks have memory from the step that needs it on; after that neither agents that come nor steps do. */
Test(crowd_adding, allocates_nothing)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t k = 0; k < count && list[k].backend == THRONG_BACKEND_CPU; k++) {
        static changing c;
        throng_context_def hooks = throng_context_default_def();
        watch *w = watch_begin();
        watch_hooks(w, &hooks);
        memset(&c, 0, sizeof c);
        c.context = open_variant(&list[k], &hooks);
        c.kind = IDS_ANY;
        c.crowd = make_crowd(c.context, CAPACITY);
        add(&c, FIRST);
        (void)step_and_hash(&c, c.crowd);
        const int64_t before = w->allocations;
        for (int32_t i = 0; i < STEPS; i++) {
            change(&c);
            (void)step_and_hash(&c, c.crowd);
        }
        cr_expect(w->allocations == before, "%s: %d allocations", list[k].name,
                  (int)(w->allocations - before));
        MUST(c.context, throng_crowd_destroy(c.crowd));
        cr_expect(throng_context_destroy(c.context) == THRONG_OK);
        cr_expect(watch_end(w) == 0);
    }
}

static double seconds_to_add(throng_context *context, int32_t count, uint64_t factor)
{
    struct timespec begin, end;
    throng_agent_def *defs = must_allocate((size_t)count * sizeof *defs);
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    def.agent_capacity = count;
    for (int32_t i = 0; i < count; i++) {
        defs[i] = throng_agent_default_def();
        defs[i].id = (uint64_t)(i + 1) * factor;
    }
    MUST(context, throng_crowd_create(context, &def, &crowd));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    MUST(context, throng_crowd_add(crowd, count, defs, 0, NULL));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    MUST(context, throng_crowd_destroy(crowd));
    free(defs);
    return (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
}

/* Ids of a stranger, of whom a product with the golden ratio's number is a small one, are found as soon as
 * others. */
Test(crowd_adding, ids_by_intent)
{
    enum { COUNT = 40000 };
    const variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    const double usual = seconds_to_add(context, COUNT, 1),
                 hostile = seconds_to_add(context, COUNT, 0xf1de83e19937733du);
    cr_expect(hostile < 20.0 * usual + 0.02, "%g s, and with other ids %g s", hostile, usual);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}
