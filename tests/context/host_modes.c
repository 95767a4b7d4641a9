/* A host may have set the processor to flush small numbers to zero, to round in another direction, to trap
 * on invalid operations: the same bits, and its modes unchanged afterwards. */
#define _POSIX_C_SOURCE 200809L
#include "tests/crowd/scenes.h"
#include "tests/influence/query_scenes.h"
#include "tests/measure/scenes.h"
#include "tests/potential/scenes.h"
#include "tests/support/each_backend.h"
#include "tests/trace/scenes.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#if defined(__x86_64__)
#include <immintrin.h>
/* Results are flushed to zero, operands are taken as zero. */
static void set_flush(int on) { _mm_setcsr(on ? _mm_getcsr() | 0x8040u : _mm_getcsr() & ~0x8040u); }
#define HAVE_FLUSH 1
#elif defined(__aarch64__)
static void set_flush(int on)
{
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    control = on ? control | (1u << 24) : control & ~(uint64_t)(1u << 24);
    __asm__ volatile("msr fpcr, %0" : : "r"(control));
}
#define HAVE_FLUSH 1
#else
static void set_flush(int on) { (void)on; }
#define HAVE_FLUSH 0
#endif

/* 1 where the mode is on: half of the smallest normal float is then 0. */
static int flushes(void)
{
    volatile float smallest = FLT_MIN;
    volatile float half = smallest * 0.5f;
    return half == 0.0f;
}

static int rounding_works(int mode)
{
    volatile float one = 1.0f, tiny = 1e-9f;
    volatile float up = one + tiny, down = one - tiny;
    return mode == FE_UPWARD ? up > 1.0f : down < 1.0f;
}

/* Values of every size, subnormal ones too, in every place where one may stand. */
static const scene small_numbers = {.name = "small numbers",
                                    .width = 50,
                                    .height = 40,
                                    .cell_size = 0.37f,
                                    .count = 120,
                                    .seed = 61,
                                    .objects = {.spread = 0.2f,
                                                .reach_low = 0,
                                                .reach_high = 40,
                                                .exponential = 70,
                                                .adjusted = 50,
                                                .offset = 20,
                                                .alpha_most = 0.99f,
                                                .strength_low = -148,
                                                .strength_high = -100,
                                                .gamma_lowest = -99}};

static float *subnormal_inputs(throng_context *context, size_t *size)
{
    static const float tiny[] = {1e-45f, -1e-45f, 1e-39f, -5e-39f, FLT_MIN, 0.0f, -0.0f};
    enum { TINY = sizeof tiny / sizeof *tiny };
    throng_influence_def def = map_def(30, 20, THRONG_GRID_SQUARE8);
    throng_influence_object objects[TINY * 8];
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); /* for making them */
    for (int i = 0; i < TINY * 8; i++) {
        float t = tiny[i % TINY];
        throng_influence_object o = throng_influence_default_object();
        o.x = 3.0f + (float)(i % 20);
        o.y = 4.0f + (float)(i % 13);
        switch (i / TINY) {
        case 0:
            o.x = t;
            break;
        case 1:
            o.y = t;
            break;
        case 2:
            o.vx = t;
            o.alpha = 0.5f;
            break;
        case 3:
            o.vy = t;
            o.vx = 2.0f * t;
            o.offset = 3.0f;
            break;
        case 4:
            o.influence = t;
            o.decay = 0.0f;
            break;
        case 5:
            o.decay = fabsf(t);
            break;
        case 6:
            o.max_distance = fabsf(t);
            o.x = 3.5f;
            o.y = 4.5f;
            break;
        default:
            o.vx = 1.0f;
            o.alpha = fabsf(t);
            break;
        }
        objects[i] = o;
    }
    fesetenv(&host);
    *size = (size_t)def.width * (size_t)def.height * sizeof(float);
    return compute(context, &def, objects, TINY * 8);
}

/* The scene of this name: answers next to the smallest normal number, and the last questions are asked in
 * the host's own mode. */
static float *answers(throng_context *context, const char *name, size_t *size)
{
    for (int32_t i = 0; i < query_scene_count; i++)
        if (strcmp(query_scenes[i].map.name, name) == 0)
            return query_play(context, &query_scenes[i], size);
    cr_assert_fail("no scene \"%s\"", name);
    return NULL;
}

/* Tiny coordinates and strengths beside plain ones, felt from afar and from nearby: sums of subnormal
 * numbers. */
static float *tiny_field(throng_context *context, size_t *size)
{
    enum { COUNT = 64 };
    throng_potential_def def = throng_potential_default_def();
    throng_potential *field;
    throng_potential_point points[COUNT];
    throng_force *forces = must_allocate(COUNT * sizeof *forces);
    fenv_t host;
    rng r = {51};
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); /* for making them */
    MUST(context, throng_potential_create(context, &def, &field));
    for (int i = 0; i < COUNT; i++) {
        throng_potential_source s = throng_potential_default_source();
        s.x = ldexpf(rng_between(&r, -1.0f, 1.0f), -(i % 7) * 24);
        s.y = ldexpf(rng_between(&r, -1.0f, 1.0f), -(i % 5) * 37);
        s.eta = ldexpf(rng_between(&r, 0.0f, 1.0f), -(i % 16) * 9);
        s.range = rng_between(&r, 0.5f, 900.0f);
        points[i] = (throng_potential_point){ldexpf(rng_between(&r, -1.0f, 1.0f), 8 - (i % 11) * 13),
                                             ldexpf(rng_between(&r, -1.0f, 1.0f), 8 - (i % 13) * 11),
                                             THRONG_GOALS_ALL, 0};
        MUST(context, throng_potential_set_sources(field, i, 1, &s, 0));
    }
    fesetenv(&host);
    const throng_potential_goal goal = {0.0f, 1e-44f, 1e-36f, 0};
    MUST(context, throng_potential_set_goals(field, 0, 1, &goal, 0));
    MUST(context, throng_potential_set_points(field, 0, COUNT, points, 0));
    MUST(context, throng_potential_update(field));
    MUST(context, throng_potential_read(field, 0, COUNT, forces, 0));
    MUST(context, throng_potential_destroy(field));
    *size = COUNT * sizeof *forces;
    return (float *)(void *)forces;
}

enum { TINY_PATHS = 48, TINY_STEPS = 60 };

/* How paths of an escape end, and all their points. */
static float *tiny_ends(throng_context *context, throng_trace_def def, const throng_trace_start *starts,
                        float *to)
{
    throng_trace_result *results = (throng_trace_result *)(void *)to;
    throng_trace_point *points = (throng_trace_point *)(void *)(results + TINY_PATHS);
    throng_trace *trace;
    def.start_capacity = TINY_PATHS;
    def.max_steps = TINY_STEPS;
    MUST(context, throng_trace_create(context, &def, &trace));
    MUST(context, throng_trace_set_starts(trace, 0, TINY_PATHS, starts, 0));
    MUST(context, throng_trace_update(trace));
    MUST(context, throng_trace_read(trace, 0, TINY_PATHS, results, 0));
    for (int32_t i = 0; i < TINY_PATHS; i++, points += TINY_STEPS + 1)
        MUST(context, throng_trace_read_points(trace, i, 1, 0, results[i].steps + 1, points, 0));
    throng_trace_destroy(trace);
    return (float *)(void *)points;
}

/* At places of every size, past sources as tiny, to goals whose pull is as tiny too. */
static float *tiny_paths(throng_context *context, size_t *size)
{
    enum { GOALS = 3 };
    static const throng_potential_goal goals[GOALS] = {
        {0.0f, 1e-44f, 1e-36f, 0}, {1e-20f, -1e-21f, 1.0f, 0}, {-1e-39f, 3e-38f, 1e-30f, 0}};
    throng_potential_def def = throng_potential_default_def();
    throng_trace_def paths = throng_trace_default_def();
    throng_trace_start starts[TINY_PATHS];
    throng_potential *field;
    fenv_t host;
    rng r = {52};
    def.damage = 1;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); /* for making them */
    MUST(context, throng_potential_create(context, &def, &field));
    for (int i = 0; i < TINY_PATHS; i++) {
        const float small = ldexpf(1.0f, -(i % 12) * 10);
        throng_potential_source s = throng_potential_default_source();
        s.x = small * rng_between(&r, -1.0f, 1.0f);
        s.y = small * rng_between(&r, -1.0f, 1.0f);
        s.eta = ldexpf(rng_between(&r, 0.0f, 1.0f), -(i % 17) * 8);
        s.power = small;
        starts[i] = (throng_trace_start){.goal = i % GOALS, .speed = small * rng_between(&r, 0.01f, 1.0f)};
        starts[i].speed = starts[i].speed < 1e-12f ? 1e-12f : starts[i].speed;
        starts[i].x = small * rng_between(&r, -9.0f, 9.0f);
        starts[i].y = i % 7 ? small * rng_between(&r, -9.0f, 9.0f) : 1e-45f;
        MUST(context, throng_potential_set_sources(field, i, 1, &s, 0));
    }
    fesetenv(&host);
    MUST(context, throng_potential_set_goals(field, 0, GOALS, goals, 0));
    paths.field = field;
    *size = 2 * TINY_PATHS * (sizeof(throng_trace_result) + (TINY_STEPS + 1) * sizeof(throng_trace_point));
    float *all = must_allocate(*size);
    float *half = tiny_ends(context, paths, starts, all);
    paths.escape = THRONG_ESCAPE_HILLS;
    tiny_ends(context, paths, starts, half);
    MUST(context, throng_potential_destroy(field));
    return all;
}

static float *field_session(throng_context *context, const char *name, size_t *size)
{
    for (int32_t i = 0; i < field_scene_count; i++)
        if (strcmp(field_scenes[i].name, name) == 0)
            return field_play(context, &field_scenes[i], size);
    cr_assert_fail("no field \"%s\"", name);
    return NULL;
}

static float *trace_session(throng_context *context, const char *name, size_t *size)
{
    for (int32_t i = 0; i < trace_scene_count; i++)
        if (strcmp(trace_scenes[i].field.name, name) == 0)
            return trace_play(context, &trace_scenes[i], size);
    cr_assert_fail("no paths \"%s\"", name);
    return NULL;
}

/* The scene of this name; what it is made of is made in the host's own mode too. */
static float *integrals(throng_context *context, const char *name, size_t *size)
{
    for (int32_t i = 0; i < measure_scene_count; i++)
        if (strcmp(measure_scenes[i].name, name) == 0)
            return measure_play(context, &measure_scenes[i], size);
    cr_assert_fail("no scene \"%s\"", name);
    return NULL;
}

/* At places and speeds of every size, to goals as near. */
static float *tiny_crowd(throng_context *context, size_t *size)
{
    enum { COUNT = 90, LOOKS = 4 };
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def defs[COUNT];
    throng_crowd *crowd;
    fenv_t host;
    rng r = {53};
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); /* for making them */
    for (int32_t i = 0; i < COUNT; i++) {
        const float small = ldexpf(1.0f, -(i % 14) * 10);
        throng_agent_def *d = &defs[i];
        *d = throng_agent_default_def();
        d->x = small * rng_between(&r, -1.0f, 1.0f);
        d->y = i % 7 ? small * rng_between(&r, -1.0f, 1.0f) : 1e-45f;
        d->vx = small * rng_between(&r, -1.0f, 1.0f);
        d->vy = i % 5 ? small * rng_between(&r, -1.0f, 1.0f) : -1e-40f;
        d->target_x = small * rng_between(&r, -1.0f, 1.0f);
        d->target_y = small * rng_between(&r, -1.0f, 1.0f);
        d->radius = i % 3 ? 0.0f : 1e-6f;
        d->pref_speed = small;
        d->navigation = i % 2;
        d->heading_x = i % 11 ? 0.0f : 1e-39f;
        d->dead_speed = small;
    }
    fesetenv(&host);
    def.perception = THRONG_VISION | THRONG_TOUCH | THRONG_RESPONSIBILITY;
    def.congestion = 1;
    def.symmetry = 1e-39f;
    *size = COUNT * LOOKS * 6 * sizeof(float);
    float *all = must_allocate(*size);
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, COUNT, defs, 0, NULL));
    for (int32_t i = 0; i < LOOKS; i++) {
        float *to = all + (size_t)(6 * COUNT) * (size_t)i;
        MUST(context, throng_crowd_step(crowd, i % 2 ? 0.125f : 1e-6f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, COUNT, NULL, 0, to, 24));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, COUNT, NULL, 0, to + 2, 24));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_HEADING, COUNT, NULL, 0, to + 4, 24));
    }
    MUST(context, throng_crowd_destroy(crowd));
    return all;
}

static float *crowd_session(throng_context *context, const char *name, size_t *size)
{
    for (int32_t i = 0; i < crowd_scene_count; i++)
        if (strcmp(crowd_scenes[i].name, name) == 0)
            return crowd_play(context, &crowd_scenes[i], size);
    cr_assert_fail("no crowd \"%s\"", name);
    return NULL;
}

enum { SESSIONS = 24 };

static float *session(throng_context *context, int which, size_t *size)
{
    switch (which) {
    case 0:
        return play(context, &small_numbers, size);
    case 1:
        return subnormal_inputs(context, size);
    case 6:
        return answers(context, "tiny", size);
    case 7:
        return answers(context, "tiny in large cells", size);
    case 8:
        return answers(context, "tiny hexagons", size);
    case 9:
        return tiny_field(context, size);
    case 10:
        return field_session(context, "field_walls", size);
    case 11:
        return field_session(context, "field_mixed", size);
    case 12:
        return integrals(context, "choquet-eight-types-tiny", size);
    case 13:
        return integrals(context, "choquet-nine-types-tiny-measure", size);
    case 14:
        return integrals(context, "choquet-twelve-types-tiny-both", size);
    case 15:
        return integrals(context, "choquet-five-types-solved", size);
    case 16:
        return integrals(context, "choquet-six-types", size);
    case 17:
        return tiny_paths(context, size);
    case 18:
        return trace_session(context, "trace_mixed", size);
    case 19:
        return trace_session(context, "trace_flow", size);
    case 20:
        return trace_session(context, "trace_snapped", size);
    case 21:
        return tiny_crowd(context, size);
    case 22:
        return crowd_session(context, "crowd_tiny", size);
    case 23:
        return crowd_session(context, "crowd_everything", size);
    default:
        return play(context, &shared_scenes[which < 5 ? which - 1 : 5], size);
    }
}

typedef struct mode {
    const char *name;
    int rounding, flush;
} mode;

static const mode modes[] = {{"flush to zero", FE_TONEAREST, 1},
                             {"upward", FE_UPWARD, 0},
                             {"downward", FE_DOWNWARD, 0},
                             {"toward zero", FE_TOWARDZERO, 0},
                             {"upward, flush to zero", FE_UPWARD, 1}};

static void enter(const mode *m)
{
    cr_assert(fesetround(m->rounding) == 0);
    set_flush(m->flush);
    if (HAVE_FLUSH)
        cr_assert(flushes() == m->flush, "%s: the processor does not do it", m->name);
    if (m->rounding != FE_TONEAREST)
        cr_assert(rounding_works(m->rounding == FE_UPWARD ? FE_UPWARD : FE_DOWNWARD));
}

static void leave(const mode *m, const char *variant_name)
{
    cr_expect(fegetround() == m->rounding, "%s, %s: the rounding mode was changed", m->name, variant_name);
    if (HAVE_FLUSH)
        cr_expect(flushes() == m->flush, "%s, %s: the flush mode was changed", m->name, variant_name);
    set_flush(0);
    fesetround(FE_TONEAREST);
}

static void check_modes(const variant *v, int opened_before)
{
    for (int which = 0; which < SESSIONS; which++) {
        variant reference = reference_variant();
        throng_context *plain = open_variant(&reference, NULL);
        size_t size, other;
        float *expected = session(plain, which, &size);
        throng_context_destroy(plain);
        for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
            throng_context *context = opened_before ? open_variant(v, NULL) : NULL;
            enter(&modes[i]);
            if (!opened_before)
                context = open_variant(v, NULL);
            float *got = session(context, which, &other);
            leave(&modes[i], v->name);
            cr_expect(size == other && same_bits(modes[i].name, expected, got, size / sizeof *got),
                      "%s: session %d differs under \"%s\"", v->name, which, modes[i].name);
            free(got);
            throng_context_destroy(context);
        }
        free(expected);
    }
}

Test(modes, cpu)
{
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++) {
        variant v = {.backend = THRONG_BACKEND_CPU, .isa = isa, .threads = 4, .run = run_threads};
        snprintf(v.name, sizeof v.name, "%s", throng_isa_name(isa));
        if (!throng_isa_available(isa))
            continue;
        check_modes(&v, 0);
        v.run = NULL;
        check_modes(&v, 1);
    }
}

Test(modes, opencl)
{
    variant v = {
        .backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1, .name = "opencl"};
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    check_modes(&v, 1);
}

/* Nor does it depend on the modes what is refused, and how. */
enum { REFUSALS = 8 };

static void try_refusals(throng_context *context, throng_status *statuses, char (*messages)[200])
{
    throng_influence *map;
    throng_influence_def def = map_def(4, 4, THRONG_GRID_SQUARE8);
    def.cell_size = 0.3f;
    MUST(context, throng_influence_create(context, &def, &map));
    const float limit = 300000000.0f; /* 1e9 cells of 0.3f, but for the rounding */
    for (int i = 0; i < REFUSALS; i++) {
        throng_influence_object o = throng_influence_default_object();
        if (i < 2) {
            o.decay_kind = THRONG_DECAY_EXPONENTIAL;
            o.decay = i ? 1e-40f : 0.0f;
        } else if (i < 4) {
            o.alpha = i == 2 ? -1e-40f : 1e-40f;
            o.offset = i == 2 ? 0.0f : 1e-40f;
        } else if (i == 4) {
            o.max_distance = -1e-44f;
        } else {
            o.x = i == 5 ? nextafterf(limit, 0.0f) : i == 6 ? limit : nextafterf(limit, 1e30f);
        }
        statuses[i] = throng_influence_set_objects(map, 0, 0, 1, &o, 0);
        snprintf(messages[i], sizeof messages[i], "%s", statuses[i] ? throng_context_message(context) : "");
        char *value = strstr(messages[i], " is "); /* numbers print differently where they are flushed */
        if (value)
            *value = '\0';
    }
    throng_influence_destroy(map);
}

/* Objects go in a mode, and with them all that they did. */
Test(modes, truncated)
{
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_AUTO, .threads = 1, .run = run_serial};
    enum { WIDTH = 600 };
    throng_context *context = open_variant(&v, NULL);
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence_def def = throng_influence_default_def();
    throng_influence_object objects[2] = {throng_influence_default_object(),
                                          throng_influence_default_object()};
    throng_influence *map;
    throng_best best;
    ground.width = def.width = WIDTH;
    ground.height = def.height = 80;
    def.propagation = THRONG_PROPAGATION_PATH;
    MUST(context, throng_terrain_create(context, &ground, &def.terrain));
    MUST(context, throng_influence_create(context, &def, &map));
    objects[0].x = 3.5f;
    objects[0].y = 70.5f;
    objects[1].y = 4.5f;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        for (int32_t k = 0; k < 12; k++) {
            const throng_region upper = {0, 0, WIDTH, 20};
            objects[1].x = (k < 6 ? 507.5f : 3.5f) + (float)k;
            objects[1].max_distance = (float)(k % 3);
            objects[1].decay = 0.1f;
            MUST(context, throng_influence_set_objects(map, 0, 0, 2, objects, 0));
            MUST(context, throng_influence_update(map));
            enter(&modes[i]);
            MUST(context, throng_influence_truncate_objects(map, 0, 1));
            leave(&modes[i], v.name);
            MUST(context, throng_influence_update(map));
            MUST(context, throng_influence_best(map, 0, &upper, &best));
            cr_expect(best.value == 0.0f, "%s: what is gone stays at column %d", modes[i].name,
                      (int)best.column);
        }
    throng_influence_destroy(map);
    MUST(context, throng_terrain_destroy(def.terrain));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

Test(modes, refusals)
{
    variant v = reference_variant();
    throng_status expected[REFUSALS], got[REFUSALS];
    char words[REFUSALS][200], others[REFUSALS][200];
    throng_context *context = open_variant(&v, NULL);
    try_refusals(context, expected, words);
    cr_expect(expected[0] == THRONG_ERROR_INVALID_ARGUMENT);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        enter(&modes[i]);
        try_refusals(context, got, others);
        leave(&modes[i], v.name);
        for (int k = 0; k < REFUSALS; k++)
            cr_expect(got[k] == expected[k] && strcmp(words[k], others[k]) == 0,
                      "%s: case %d gives %s (%s), usually %s (%s)", modes[i].name, k,
                      throng_status_string(got[k]), others[k], throng_status_string(expected[k]), words[k]);
    }
    throng_context_destroy(context);
}

/* A host that traps on invalid operations and divisions by zero: none happens outside of tasks, and inside
 * they are held. */
#if defined(__GLIBC__)
int feenableexcept(int exceptions);

Test(modes, traps)
{
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_AUTO, .threads = 2, .run = run_serial};
    size_t size;
    cr_assert(feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) >= 0);
    throng_context *context = open_variant(&v, NULL);
    for (int32_t i = 0; i < shared_scene_count; i++)
        free(play(context, &shared_scenes[i], &size));
    free(tiny_paths(context, &size));
    free(tiny_crowd(context, &size));
    for (int32_t i = 0; i < crowd_scene_count; i++)
        free(crowd_play(context, &crowd_scenes[i], &size));
    throng_context_destroy(context);
}
#endif
