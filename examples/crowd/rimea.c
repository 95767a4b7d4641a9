/* Tests 1, 4, 6, 9 and 12 of the RiMEA guideline, in metres and seconds. */
#include "examples/crowd/crowd.h"
#include "examples/crowd/film.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FREE_SPEED 1.33f /* of tests with one speed */
#define SLOW 0.2         /* of the free speed: who is slower stands in a jam */

typedef struct rimea {
    const char *path, *gif;
    int32_t test, seeds, film_way; /* test 0: all */
    uint64_t seed;
    FILE *file;
} rimea;

/* A case of a test: what is walked, and the region in which speeds are looked at. */
typedef struct trial {
    const char *name;
    double value; /* of what the case varies */
    scene scene;
    float left, right; /* x of the region; none: both 0 */
    float area;        /* of the region */
    double from;       /* seconds, the first that are looked at */
    const char *gif;
} trial;

typedef struct sight {
    double seconds, speed, slow; /* of agents in the region: agent-seconds, and sums over them */
    double states;
} sight;

static void look(const trial *t, const walk *w, const float *before, sight *seen)
{
    const double dt = (double)w->scene->dt;
    if ((double)w->steps * dt <= t->from)
        return;
    seen->states += 1.0;
    for (int32_t i = 0; i < w->there; i++) {
        const int32_t id = w->ids[i];
        const float x = w->places[2 * id], dx = x - before[2 * id];
        const double speed = hypot((double)dx, (double)(w->places[2 * id + 1] - before[2 * id + 1])) / dt;
        if (x < t->left || x >= t->right)
            continue;
        seen->seconds += dt;
        seen->speed += dt * (t->area > 0.0f ? (double)dx / dt : speed);
        seen->slow += speed < SLOW * (double)w->scene->agents[id].max_speed ? dt : 0.0;
    }
}

static int walk_trial(const rimea *r, const trial *t, int32_t way, uint64_t seed)
{
    const scene *s = &t->scene;
    const walk_def def = {.way = way, .seed = seed, .threads = walk_threads(s->count)};
    const size_t size = 2 * ((size_t)s->count + 1) * sizeof(float);
    float *before = malloc(size);
    sight seen = {0};
    walk w;
    film f;
    int code = before != NULL ? walk_create(&w, s, &def) : program_reject(PROGRAM_FAILED, "out of memory");
    if (code != PROGRAM_OK) {
        free(before);
        return code;
    }
    code = film_begin(&f, way == r->film_way && seed == r->seed ? t->gif : NULL, s, 240, 60);
    if (code == PROGRAM_OK) {
        film_add(&f, &w);
        while (code == PROGRAM_OK && !walk_over(&w)) {
            memcpy(before, w.places, size - 2 * sizeof *before);
            code = walk_step(&w);
            look(t, &w, before, &seen);
            film_add(&f, &w);
        }
        code = film_end(&f, code);
    }
    const measures_result m = measures_sum(w.measures);
    const double all = seen.seconds > 0.0 ? seen.seconds : 1.0;
    const double density = t->area > 0.0f && seen.states > 0.0
                               ? seen.seconds / (double)s->dt / seen.states / (double)t->area
                               : 0.0;
    fprintf(r->file, "%s,%.6g,%s,%llu,%d,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n", t->name, t->value,
            walk_way(way), (unsigned long long)seed, (int)s->count, m.arrived, m.last_time, density,
            seen.speed / all, seen.slow / all, m.into_walls, m.deepest);
    walk_destroy(&w);
    free(before);
    return code;
}

/* ---------------------------------------------------------------- the tests -------------------------- */

static void make_people(scene *s, float low, float high, uint64_t *state)
{
    for (int32_t i = 0; i < s->count; i++)
        s->agents[i] = scene_person(low + (high - low) * (float)scene_random(state));
    s->leave = 1;
}

/* A corridor of 2 x 40 m, one person of 1.33 m/s: 26 to 34 s. */
static int make_straight(trial *t, double value, uint64_t seed)
{
    (void)value;
    uint64_t state = seed;
    scene *s = &t->scene;
    if (!scene_begin(s, "rimea1", 1))
        return 0;
    make_people(s, FREE_SPEED, FREE_SPEED, &state);
    s->agents[0].y = (float)(0.3 + 1.4 * scene_random(&state));
    scene_block(s, -1.0f, -0.2f, 41.0f, 0.0f);
    scene_block(s, -1.0f, 2.0f, 41.0f, 2.2f);
    s->ways[0] = (scene_route){{{40, 2, 40, 0}}, 1};
    return 1;
}

/* A corridor 10 m wide, full of people; 120 m of it are enough to be far from its ends. */
static int make_diagram(trial *t, double value, uint64_t seed)
{
    uint64_t state = seed;
    scene *s = &t->scene;
    if (!scene_begin(s, "rimea4", (int32_t)lround(value * 120.0 * 9.6)))
        return 0;
    make_people(s, 1.2f, 1.4f, &state);
    scene_fill(s, 0, s->count, 0.0f, 0.2f, 120.0f, 9.8f, &state);
    scene_block(s, -2.0f, -0.2f, 400.0f, 0.0f);
    scene_block(s, -2.0f, 10.0f, 400.0f, 10.2f);
    s->ways[0] = (scene_route){{{390, 10, 390, 0}}, 1};
    s->seconds = 25.0f;
    t->left = 50.0f;
    t->right = 60.0f;
    t->area = 96.0f;
    t->from = 5.0;
    return 1;
}

/* Two arms of 2 x 12 m that meet at a right angle, and 20 people in the first 6 m. */
static int make_corner(trial *t, double value, uint64_t seed)
{
    (void)value;
    static const throng_vertex room[] = {{-1, 0}, {-1, 2}, {10, 2}, {10, 14}, {12, 14}, {12, 0}};
    uint64_t state = seed;
    scene *s = &t->scene;
    if (!scene_begin(s, "rimea6", 20))
        return 0;
    make_people(s, 1.0f, 1.5f, &state);
    scene_fill(s, 0, 20, 0.0f, 0.0f, 6.0f, 2.0f, &state);
    scene_polygon(s, 6, room);
    s->ways[0] = (scene_route){{{10, 2, 10, 0}, {12, 2, 10, 2}, {12, 12, 10, 12}}, 3};
    s->ways[0].gates[1] = (scene_gate){12, 2.2f, 10, 2.2f};
    for (int32_t i = 1; i < 3; i++) { /* downwards */
        const scene_gate g = s->ways[0].gates[i];
        s->ways[0].gates[i] = (scene_gate){g.x1, g.y1, g.x0, g.y0};
    }
    s->left = s->top = -1.0f;
    s->right = 13.0f;
    s->bottom = 15.0f;
    return 1;
}

/* A hall of 30 x 20 m with 1,000 people and doors of 1 m, two in each long side; `value`: so many are
 * open. */
static int make_hall(trial *t, double value, uint64_t seed)
{
    static const float doors[4][2] = {{7.5f, 0}, {22.5f, 0}, {7.5f, 20}, {22.5f, 20}};
    const int32_t open = (int32_t)value;
    uint64_t state = seed;
    scene *s = &t->scene;
    if (!scene_begin(s, "rimea9", 1000))
        return 0;
    make_people(s, 0.97f, 1.65f, &state);
    scene_fill(s, 0, 1000, 0.2f, 0.2f, 29.8f, 19.8f, &state);
    for (int32_t side = 0; side < 2; side++) {
        const float top = side == 0 ? -0.2f : 20.0f;
        float left = -0.2f;
        for (int32_t i = 2 * side; i < 2 * side + 2 && i < open; i++) {
            scene_block(s, left, top, doors[i][0] - 0.5f, top + 0.2f);
            left = doors[i][0] + 0.5f;
        }
        scene_block(s, left, top, 30.2f, top + 0.2f);
    }
    scene_block(s, -0.2f, 0.0f, 0.0f, 20.0f);
    scene_block(s, 30.0f, 0.0f, 30.2f, 20.0f);
    for (int32_t i = 0; i < 4; i++) {
        const float x = doors[i][0], half = i < 2 ? -0.5f : 0.5f, y = doors[i][1] + 0.6f * half;
        s->ways[i] = (scene_route){{{x - half, y, x + half, y}}, 1};
    }
    for (int32_t k = 0; k < 1000; k++) { /* to the nearest */
        const throng_agent_def *a = s->agents + k;
        for (int32_t i = 1; i < open; i++) {
            const float *best = doors[s->routes[k]];
            if (hypotf(a->x - doors[i][0], a->y - doors[i][1]) < hypotf(a->x - best[0], a->y - best[1]))
                s->routes[k] = (uint8_t)i;
        }
    }
    s->seconds = 600.0f;
    s->left = s->top = -1.0f;
    s->right = 31.0f;
    s->bottom = 21.0f;
    return 1;
}

/* Two rooms of 10 x 10 m, and a corridor 5 m long between them, `value` metres wide; 150 people in the
 * first. */
static int make_rooms(trial *t, double value, uint64_t seed)
{
    const float low = 5.0f - 0.5f * (float)value, high = 5.0f + 0.5f * (float)value;
    const throng_vertex room[] = {{0, 0},   {0, 10},    {10, 10},   {10, high}, {15, high}, {15, 10},
                                  {25, 10}, {25, 5.5f}, {27, 5.5f}, {27, 4.5f}, {25, 4.5f}, {25, 0},
                                  {15, 0},  {15, low},  {10, low},  {10, 0}};
    uint64_t state = seed;
    scene *s = &t->scene;
    if (!scene_begin(s, "rimea12", 150))
        return 0;
    make_people(s, 0.97f, 1.65f, &state);
    scene_fill(s, 0, 150, 0.0f, 0.0f, 8.0f, 10.0f, &state);
    scene_polygon(s, 16, room);
    s->ways[0] = (scene_route){{{10, high, 10, low}, {15, high, 15, low}, {25, 5.5f, 25, 4.5f}}, 3};
    s->seconds = 400.0f;
    s->left = s->top = -0.5f;
    s->right = 27.5f;
    s->bottom = 10.5f;
    t->left = 15.0f;
    t->right = 25.0f;
    return 1;
}

static const struct {
    int32_t test;
    const char *name;
    int (*make)(trial *t, double value, uint64_t seed);
    double value;
    int32_t filmed, random; /* 0: one seed is enough */
} trials[] = {
    {1, "1", make_straight, 1.0, 0, 1}, {4, "4", make_diagram, 0.5, 0, 0}, {4, "4", make_diagram, 1.0, 0, 0},
    {4, "4", make_diagram, 2.0, 0, 0},  {4, "4", make_diagram, 3.0, 0, 0}, {4, "4", make_diagram, 4.0, 0, 0},
    {4, "4", make_diagram, 5.0, 0, 0},  {4, "4", make_diagram, 6.0, 0, 0}, {6, "6", make_corner, 20.0, 1, 1},
    {9, "9", make_hall, 4.0, 1, 1},     {9, "9", make_hall, 2.0, 0, 1},    {12, "12", make_rooms, 0.8, 0, 1},
    {12, "12", make_rooms, 1.0, 1, 1},  {12, "12", make_rooms, 1.2, 0, 1}, {12, "12", make_rooms, 2.0, 0, 1}};

static int run_all(const rimea *r)
{
    static const int32_t ways[] = {0, 1, 4, 5};
    int code = PROGRAM_OK;
    fputs("test,value,way,seed,agents,arrived,last_time,density,speed,slow,into_walls,deepest\n", r->file);
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        if (r->test != 0 && r->test != trials[i].test)
            continue;
        for (int32_t k = 0; code == PROGRAM_OK && k < 4 * r->seeds; k++) {
            const uint64_t seed = r->seed + (uint64_t)(k / 4);
            trial t = {
                .name = trials[i].name, .value = trials[i].value, .gif = trials[i].filmed ? r->gif : NULL};
            if (!trials[i].random && (k >= 4 || k % 2 == 1)) /* congestion rules are for those who stand */
                continue;
            if (!trials[i].make(&t, t.value, seed))
                return program_reject(PROGRAM_FAILED, "rimea: out of memory");
            code = walk_trial(r, &t, ways[k % 4], seed);
            scene_destroy(&t.scene);
        }
    }
    return code;
}

/* ---------------------------------------------------------------- options ---------------------------- */

static const char help[] = "usage: crowd rimea [options]\n"
                           "Walks tests 1 (straight corridor), 4 (fundamental diagram), 6 (corner), 9 (hall "
                           "with four exits, or two) and 12\n"
                           "(bottlenecks) of the RiMEA guideline, by plain ORCA and with perception, with "
                           "and without the congestion rule.\n"
                           "Writes what the guideline judges as CSV.\n"
                           "  --test N          one of them alone\n"
                           "  --seeds N         walks of each that has something random; 5\n"
                           "  --seed S          the first; 1\n"
                           "  --show WAY        the way that --gif shows; orca\n"
                           "  --out FILE        in place of standard output\n"
                           "  --gif FILE        an animation; needs --test 6, 9 or 12\n";

static int set_option(void *into, int option, const char *name, const char *text)
{
    rimea *r = into;
    int known = 0;
    int code;
    switch (option) {
    case 'n':
        code = program_count(name, text, 1, 16, &r->test);
        for (size_t i = 0; code == PROGRAM_OK && i < sizeof trials / sizeof *trials; i++)
            known |= trials[i].test == r->test;
        return code != PROGRAM_OK || known
                   ? code
                   : program_reject(PROGRAM_USAGE, "--test: %d is none of 1, 4, 6, 9, 12", (int)r->test);
    case 'r':
        return program_count(name, text, 1, 10000, &r->seeds);
    case 's':
        return program_seed(name, text, &r->seed);
    case 'w':
        return program_choice(name, text, walk_way, WALK_WAYS, &r->film_way);
    default:
        *(option == 'G' ? &r->gif : &r->path) = text;
        return PROGRAM_OK;
    }
}

int crowd_rimea(int argc, char **argv)
{
    static const struct option names[] = {{"test", 1, NULL, 'n'},
                                          {"seeds", 1, NULL, 'r'},
                                          {"seed", 1, NULL, 's'},
                                          {"show", 1, NULL, 'w'},
                                          {"out", 1, NULL, 'o'},
                                          {"gif", 1, NULL, 'G'},
                                          {0}};
    static const program_options known = {help, names, set_option};
    rimea r = {.seeds = 5, .seed = 1};
    int code = program_parse(&known, &r, argc, argv);
    if (code == PROGRAM_OK && r.gif != NULL && r.test != 6 && r.test != 9 && r.test != 12)
        code = program_reject(PROGRAM_USAGE, "rimea: --gif needs --test 6, 9 or 12");
    if (code == PROGRAM_OK)
        code = program_open(r.path, &r.file);
    if (code != PROGRAM_OK)
        return code;
    return program_close(r.path, r.file, run_all(&r));
}
