/* Finding agents: every answer is that of a search through all agents in double precision; on a lattice,
 * where squares are whole numbers, to the last place. All ways to compute give the same bits. */
#include "tests/crowd/each_backend.h"
#include "tests/support/each_variant.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 2000, QUERIES = 60, HITS = 24 };

typedef enum find_layout { FIND_EVEN, FIND_LATTICE, FIND_ONE_PLACE, FIND_CLUSTERS, FIND_FAR } find_layout;

typedef struct find_scene {
    const char *name;
    find_layout layout;
    int32_t agents;
    int32_t layers; /* 1: agents have layers of their own */
} find_scene;

static const find_scene scenes[] = {
    {"nobody", FIND_EVEN, 0, 0},
    {"one", FIND_EVEN, 1, 0},
    {"a leaf and one", FIND_EVEN, 9, 1},
    {"a block", FIND_LATTICE, 64, 0},
    {"a block and one", FIND_EVEN, 65, 1},
    {"even", FIND_EVEN, MOST - 37, 0},
    {"even, with layers", FIND_EVEN, 1500, 1},
    {"lattice", FIND_LATTICE, 1900, 0},
    {"lattice, with layers", FIND_LATTICE, 1000, 1},
    {"one place", FIND_ONE_PLACE, 700, 1},
    {"clusters", FIND_CLUSTERS, 1200, 1},
    {"far away", FIND_FAR, 600, 0},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct finding {
    throng_context *context;
    throng_crowd *crowd;
    const find_scene *scene;
    rng random;
    int32_t count;
    throng_agent agents[MOST];
    uint32_t layers[MOST]; /* by index of the handle */
    uint64_t ids[MOST];
    float at[MOST][2];
    throng_crowd_query queries[QUERIES];
    throng_crowd_hit hits[QUERIES * HITS];
    int32_t found[QUERIES];
} finding;

static void place(finding *f, float at[2])
{
    rng *r = &f->random;
    at[0] = at[1] = 0.0f;
    for (int32_t k = 0; k < 2; k++)
        switch (f->scene->layout) {
        case FIND_EVEN:
            at[k] = rng_between(r, -50.0f, 50.0f);
            break;
        case FIND_LATTICE:
            at[k] = (float)(rng_below(r, 41) - 20);
            break;
        case FIND_ONE_PLACE:
            at[k] = 3.5f;
            break;
        case FIND_CLUSTERS:
            at[k] = rng_between(r, 0.0f, 3.0f) + 1000.0f * (float)rng_below(r, 4);
            break;
        case FIND_FAR:
            at[k] = (rng_below(r, 2) ? -9.9e8f : 9.9e8f) + 64.0f * (float)rng_below(r, 100000);
            break;
        }
}

static void add(finding *f, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        throng_agent_def d = throng_agent_default_def();
        float at[2];
        place(f, at);
        d.id = rng_next(&f->random) >> 20;
        d.x = at[0];
        d.y = at[1];
        d.layer = f->scene->layers ? 1u << rng_below(&f->random, 5) : 1;
        d.radius = 0.125f;
        d.neighbor_dist = 1.0f;
        d.target_x = rng_between(&f->random, -1.0f, 1.0f);
        d.target_y = 0.5f;
        throng_agent agent;
        MUST(f->context, throng_crowd_add(f->crowd, 1, &d, 0, &agent));
        f->layers[agent.index] = d.layer;
    }
}

static void look(finding *f)
{
    MUST(f->context, throng_crowd_list(f->crowd, f->agents, MOST, &f->count));
    if (f->count == 0)
        return;
    MUST(f->context, throng_crowd_get(f->crowd, THRONG_AGENT_POSITION, f->count, NULL, 0, f->at, 0));
    MUST(f->context, throng_crowd_get(f->crowd, THRONG_AGENT_ID, f->count, NULL, 0, f->ids, 0));
}

static void ask(finding *f)
{
    static const float radii[] = {-1.0f, 0.0f, 0.5f, 2.0f, 5.0f, 30.0f, 4e3f, 1e9f};
    memset(f->queries, 0, sizeof f->queries);
    for (int32_t i = 0; i < QUERIES; i++) {
        throng_crowd_query *q = &f->queries[i];
        float at[2];
        place(f, at);
        q->x = at[0];
        q->y = at[1];
        if (i % 10 == 9) /* beside all of them */
            q->x = f->scene->layout == FIND_LATTICE ? 900.0f : i % 20 == 9 ? 1e9f : -7e5f;
        q->radius = radii[rng_below(&f->random, 8)];
        q->mask = i % 3 == 0 ? UINT32_MAX : 1u << rng_below(&f->random, 6) | 2u;
        if (i % 4 == 1 && f->count > 0)
            q->except = f->agents[rng_below(&f->random, f->count)];
    }
}

/* ---------------------------------------------------------------- the oracle ------------------------ */

typedef struct candidate {
    double square;
    uint64_t id;
    int32_t place; /* in f->agents */
} candidate;

static int by_square(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->square != y->square)
        return x->square < y->square ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

/* All whom the query admits, if its radius is not limited; ascending. */
static int32_t candidates_of(const finding *f, const throng_crowd_query *q, candidate *list)
{
    int32_t count = 0;
    for (int32_t i = 0; i < f->count; i++) {
        const double dx = (double)f->at[i][0] - (double)q->x, dy = (double)f->at[i][1] - (double)q->y;
        if (!(f->layers[f->agents[i].index] & q->mask) ||
            (q->except.generation && f->agents[i].index == q->except.index))
            continue;
        list[count++] = (candidate){dx * dx + dy * dy, f->ids[i], i};
    }
    qsort(list, (size_t)count, sizeof *list, by_square);
    return count;
}

/* How much of the true order rounding may hide: three operations on each of two differences. */
static double near_to(double square) { return square * (1.0 + 4e-7); }

static int32_t place_of(const finding *f, throng_agent agent)
{
    for (int32_t i = 0; i < f->count; i++)
        if (f->agents[i].index == agent.index && f->agents[i].generation == agent.generation)
            return i;
    return -1;
}

static double square_of(const finding *f, const throng_crowd_query *q, int32_t place)
{
    const double dx = (double)f->at[place][0] - (double)q->x, dy = (double)f->at[place][1] - (double)q->y;
    return dx * dx + dy * dy;
}

static void expect_hits(const finding *f, int32_t i, int32_t kept, const candidate *list, int32_t admitted,
                        const char *what)
{
    const throng_crowd_query *q = &f->queries[i];
    for (int32_t k = 0; k < kept; k++) {
        const throng_crowd_hit *hit = &f->hits[i * HITS + k];
        const int32_t at = place_of(f, hit->agent);
        cr_assert(at >= 0, "%s, %s: query %d, hit %d: no agent", f->scene->name, what, (int)i, (int)k);
        const double square = square_of(f, q, at), distance = sqrt(square);
        cr_assert(fabs((double)hit->distance - distance) <= distance * 4e-7,
                  "%s, %s: query %d, hit %d: distance %.9g, not %.9g", f->scene->name, what, (int)i, (int)k,
                  (double)hit->distance, distance);
        cr_assert(f->layers[hit->agent.index] & q->mask);
        cr_assert(!q->except.generation || hit->agent.index != q->except.index);
        cr_assert(k < admitted && square <= near_to(list[k].square) && list[k].square <= near_to(square),
                  "%s, %s: query %d, hit %d: squared distance %.17g, the oracle's is %.17g", f->scene->name,
                  what, (int)i, (int)k, square, list[k].square);
        for (int32_t other = 0; other < k; other++)
            cr_assert(f->hits[i * HITS + other].agent.index != hit->agent.index);
        if (f->scene->layout == FIND_LATTICE) /* nothing is rounded */
            cr_assert(list[k].place == at, "%s, %s: query %d, hit %d: id %llu, not %llu", f->scene->name,
                      what, (int)i, (int)k, (unsigned long long)f->ids[at], (unsigned long long)list[k].id);
    }
}

static void expect_answers(const finding *f, int32_t capacity, int32_t within, const char *what)
{
    static candidate list[MOST];
    for (int32_t i = 0; i < QUERIES; i++) {
        const throng_crowd_query *q = &f->queries[i];
        const int32_t admitted = candidates_of(f, q, list);
        const double square = (double)q->radius * (double)q->radius;
        int32_t sure = 0, may = 0;
        for (int32_t k = 0; k < admitted; k++) {
            sure += q->radius < 0.0f || near_to(list[k].square) <= square;
            may += q->radius < 0.0f || list[k].square <= near_to(square);
        }
        if (!within) {
            sure = sure < capacity ? sure : capacity;
            may = may < capacity ? may : capacity;
        }
        if (f->scene->layout == FIND_LATTICE) /* radii are squared without rounding */
            sure = may;
        cr_assert(f->found[i] >= sure && f->found[i] <= may, "%s, %s: query %d: %d found, not %d to %d",
                  f->scene->name, what, (int)i, (int)f->found[i], (int)sure, (int)may);
        expect_hits(f, i, f->found[i] < capacity ? f->found[i] : capacity, list, admitted, what);
    }
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

/* Answers, one behind the other. */
static float *append(float *to, const finding *f, int32_t capacity)
{
    for (int32_t i = 0; i < QUERIES; i++) {
        *to++ = (float)f->found[i];
        for (int32_t k = 0; k < capacity; k++) {
            const throng_crowd_hit *hit = &f->hits[i * capacity + k];
            *to++ = k < f->found[i] ? (float)hit->agent.index : -1.0f;
            *to++ = k < f->found[i] ? hit->distance : -1.0f;
        }
    }
    return to;
}

static float *ask_all(finding *f, float *to, int checked)
{
    static const int32_t capacities[] = {HITS, 1, 5, 0};
    look(f);
    ask(f);
    for (int32_t k = 0; k < 4; k++) {
        const int32_t capacity = capacities[k];
        MUST(f->context, throng_crowd_find_within(f->crowd, QUERIES, f->queries, 0, capacity,
                                                  capacity ? f->hits : NULL, f->found));
        if (checked && (capacity == HITS || capacity == 0))
            expect_answers(f, capacity, 1, "within");
        to = append(to, f, capacity);
        MUST(f->context, throng_crowd_find_nearest(f->crowd, QUERIES, f->queries, sizeof *f->queries,
                                                   capacity, f->hits, f->found));
        if (checked && capacity == HITS)
            expect_answers(f, capacity, 0, "nearest");
        to = append(to, f, capacity);
    }
    return to;
}

enum { ANSWERS = 3 * QUERIES * 2 * (4 + 2 * (HITS + 6)) };

/* Before a step, after some, and after agents came, went, were placed and got other layers. */
static float *play_find(throng_context *context, const find_scene *of, int checked)
{
    static finding f;
    throng_crowd_def def = throng_crowd_default_def();
    float *answers = must_allocate(ANSWERS * sizeof *answers), *to = answers;
    memset(&f, 0, sizeof f);
    def.agent_capacity = MOST;
    f.context = context;
    f.scene = of;
    f.random.state = 5 + (uint64_t)of->agents;
    MUST(context, throng_crowd_create(context, &def, &f.crowd));
    add(&f, of->agents);
    to = ask_all(&f, to, checked);
    for (int32_t i = 0; i < 3 && of->layout != FIND_LATTICE; i++)
        MUST(context, throng_crowd_step(f.crowd, 0.25f));
    to = ask_all(&f, to, checked);
    const int32_t some = f.count / 40;
    MUST(context, throng_crowd_remove(f.crowd, some, f.agents + some, 2 * sizeof *f.agents));
    add(&f, some);
    look(&f);
    for (int32_t i = 0; i < some; i++) {
        const throng_agent agent = f.agents[rng_below(&f.random, f.count)];
        const uint32_t layer = of->layers ? 16u : 1u;
        float at[2];
        place(&f, at);
        MUST(context, throng_crowd_set(f.crowd, THRONG_AGENT_POSITION, 1, &agent, 0, at, 0));
        MUST(context, throng_crowd_set(f.crowd, THRONG_AGENT_LAYER, 1, &agent, 0, &layer, 0));
        f.layers[agent.index] = layer;
    }
    to = ask_all(&f, to, checked);
    cr_assert(to <= answers + ANSWERS);
    MUST(context, throng_crowd_destroy(f.crowd));
    return answers;
}

EACH_WITH_CROWDS(crowd_find, as_the_oracle)
{
    for (int32_t i = 0; i < SCENES; i++)
        free(play_find(context, &scenes[i], 1));
}

static const char *name_of(int32_t i) { return scenes[i].name; }

static float *play_scene(throng_context *context, int32_t i, size_t *size)
{
    *size = ANSWERS * sizeof(float);
    return play_find(context, &scenes[i], 0);
}

static const scene_list all = {SCENES, name_of, play_scene, NULL};

Test(crowd_find, bits_on_the_cpu) { scenes_on_cpu(&all); }

Test(crowd_find, bits_on_devices) { scenes_on_opencl(&all, 0); }

/* ---------------------------------------------------------------- memory ---------------------------- */

/* The first call gets memory, no other one does. */
Test(crowd_find, allocates_once)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t k = 0; k < count; k++) {
        static finding f;
        throng_context_def hooks = throng_context_default_def();
        throng_crowd_def def = throng_crowd_default_def();
        throng_crowd_info before, info;
        watch *w = watch_begin();
        watch_hooks(w, &hooks);
        memset(&f, 0, sizeof f);
        f.context = open_variant(&list[k], &hooks);
        f.scene = &scenes[4];
        MUST(f.context, throng_crowd_create(f.context, &def, &f.crowd));
        add(&f, 500);
        look(&f);
        ask(&f);
        MUST(f.context, throng_crowd_step(f.crowd, 0.125f));
        MUST(f.context, throng_crowd_get_info(f.crowd, &before));
        int64_t allocations = 0;
        for (int32_t i = 0; i < 6; i++) {
            MUST(f.context, throng_crowd_find_nearest(f.crowd, QUERIES, f.queries, 0, 8, f.hits, f.found));
            allocations = i == 0 ? w->allocations : allocations;
            MUST(f.context, throng_crowd_find_within(f.crowd, 3, f.queries, 0, 2, f.hits, f.found));
            MUST(f.context, throng_crowd_step(f.crowd, 0.125f));
        }
        cr_expect(w->allocations == allocations, "%s: %d allocations", list[k].name,
                  (int)(w->allocations - allocations));
        MUST(f.context, throng_crowd_get_info(f.crowd, &info));
        cr_expect(info.host_bytes + info.device_bytes > before.host_bytes + before.device_bytes,
                  "%s: memory that nobody speaks of", list[k].name);
        MUST(f.context, throng_crowd_destroy(f.crowd));
        cr_expect(throng_context_destroy(f.context) == THRONG_OK);
        cr_expect(watch_end(w) == 0);
    }
}

/* More hits than a device reads at once. */
EACH_WITH_CROWDS(crowd_find, many_hits)
{
    enum { ALL = 20000, ASKED = 30 };
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def *defs = must_allocate(ALL * sizeof *defs);
    throng_crowd_hit *hits = must_allocate((size_t)ASKED * ALL * sizeof *hits);
    throng_crowd_query queries[ASKED];
    throng_crowd *crowd;
    int32_t found[ASKED];
    rng r = {3};
    def.agent_capacity = ALL;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < ALL; i++) {
        defs[i] = throng_agent_default_def();
        defs[i].x = rng_between(&r, 0.0f, 300.0f);
        defs[i].y = rng_between(&r, 0.0f, 300.0f);
    }
    for (int32_t i = 0; i < ASKED; i++)
        queries[i] = (throng_crowd_query){10.0f * (float)i, 150.0f, -1.0f, 1, {0, 0}};
    MUST(context, throng_crowd_add(crowd, ALL, defs, 0, NULL));
    MUST(context, throng_crowd_find_nearest(crowd, ASKED, queries, 0, ALL, hits, found));
    for (int32_t i = 0; i < ASKED; i++) {
        uint8_t *seen = must_allocate(ALL);
        cr_assert(found[i] == ALL);
        for (int32_t k = 0; k < ALL; k++) {
            const throng_crowd_hit *hit = &hits[(size_t)i * ALL + (size_t)k];
            cr_assert(hit->agent.generation == 1 && !seen[hit->agent.index]);
            cr_assert(k == 0 || hit[-1].distance <= hit->distance);
            seen[hit->agent.index] = 1;
        }
        free(seen);
    }
    MUST(context, throng_crowd_destroy(crowd));
    free(defs);
    free(hits);
}

/* A subnormal radius is 0, not less, which would be any distance. */
EACH_WITH_CROWDS(crowd_find, subnormal_radius)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    const throng_crowd_query queries[3] = {
        {0.0f, 0.0f, -1e-40f, 1, {0, 0}}, {0.0f, 0.0f, 0.0f, 1, {0, 0}}, {0.0f, 0.0f, -1.0f, 1, {0, 0}}};
    throng_crowd_hit hits[3 * 4];
    int32_t found[3];
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < 3; i++) {
        throng_agent_def agent = throng_agent_default_def();
        agent.x = 3.0f * (float)i;
        MUST(context, throng_crowd_add(crowd, 1, &agent, 0, NULL));
    }
    MUST(context, throng_crowd_find_within(crowd, 3, queries, 0, 4, hits, found));
    cr_expect(found[0] == 1 && found[1] == 1 && found[2] == 3, "%d, %d and %d", (int)found[0], (int)found[1],
              (int)found[2]);
    MUST(context, throng_crowd_destroy(crowd));
}
