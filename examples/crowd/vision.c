/* One agent crosses streams of different density: its range of vision. */
#include "examples/crowd/crowd.h"
#include "examples/crowd/film.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BAND_LEFT 70.0f /* of the stream, which flows across the plane of 200 x 200 */
#define BAND_RIGHT 130.0f
#define FLOW_TOP 50.0f /* where it begins, and comes back to from the end */
#define FLOW_BOTTOM 150.0f
#define SEEN 15.0f
#define FILMED 0.05 /* the density that --gif shows */
#define PI 3.14159265358979323846

typedef struct vision {
    const char *path, *gif;
    int32_t seeds, threads;
    uint64_t seed;
    FILE *file;
} vision;

typedef struct stream {
    throng_context *context;
    throng_crowd *crowd;
    throng_agent *agents; /* the first one is the one that is watched */
    float *places;
    int32_t count;
} stream;

static throng_status step_stream(stream *s)
{
    throng_status status = throng_crowd_step(s->crowd, 0.1f);
    if (status == THRONG_OK)
        status = throng_crowd_get(s->crowd, THRONG_AGENT_POSITION, s->count, s->agents, 0, s->places, 0);
    for (int32_t i = 1; i < s->count && status == THRONG_OK; i++) {
        float *place = s->places + 2 * i;
        if (place[1] < FLOW_BOTTOM)
            continue;
        place[1] -= FLOW_BOTTOM - FLOW_TOP;
        status = throng_crowd_set(s->crowd, THRONG_AGENT_POSITION, 1, s->agents + i, 0, place, 0);
    }
    return status;
}

/* Of the others, on the disc that it sees at most. */
static double density_around(const stream *s)
{
    int32_t count = 0;
    for (int32_t i = 1; i < s->count; i++)
        count += hypotf(s->places[2 * i] - s->places[0], s->places[2 * i + 1] - s->places[1]) <= SEEN;
    return count / (PI * (double)SEEN * (double)SEEN);
}

static int watch(const vision *v, stream *s, film *f, double density, uint64_t seed)
{
    throng_status status = THRONG_OK;
    for (int32_t step = 1; status == THRONG_OK && step <= 2000; step++) {
        float range = 0.0f;
        int32_t perceived = 0;
        status = step_stream(s);
        if (status == THRONG_OK)
            status = throng_crowd_get(s->crowd, THRONG_AGENT_VISION, 1, s->agents, 0, &range, 0);
        if (status == THRONG_OK)
            status = throng_crowd_get(s->crowd, THRONG_AGENT_PERCEIVED, 1, s->agents, 0, &perceived, 0);
        fprintf(v->file, "%.6g,%llu,%.6g,%.6g,%.6g,%.6g,%.6g,%d\n", density, (unsigned long long)seed,
                0.1 * step, (double)s->places[0], (double)s->places[1], density_around(s), (double)range,
                (int)perceived);
        film_state(f, step, s->places, NULL);
        if (s->places[0] > BAND_RIGHT + SEEN)
            break;
    }
    return status == THRONG_OK ? PROGRAM_OK : walk_failed(s->context, "vision");
}

static int cross(const vision *v, double density, uint64_t seed)
{
    scene start;
    uint64_t state = seed;
    const int32_t others =
        (int32_t)lround(density * (double)((BAND_RIGHT - BAND_LEFT) * (FLOW_BOTTOM - FLOW_TOP)));
    stream s = {.count = others + 1};
    film f;
    throng_crowd_def def = throng_crowd_default_def();
    if (!scene_begin(&start, "vision", s.count))
        return program_reject(PROGRAM_FAILED, "vision: out of memory");
    scene_fill(&start, 1, others, BAND_LEFT, FLOW_TOP, BAND_RIGHT, FLOW_BOTTOM, &state);
    for (int32_t i = 1; i < s.count; i++)
        start.agents[i].target_y = 2.0f;
    start.routes[0] = 1;
    start.left = BAND_LEFT - SEEN - 10.0f;
    start.right = BAND_RIGHT + SEEN;
    start.top = FLOW_TOP;
    start.bottom = FLOW_BOTTOM;
    start.agents[0].x = BAND_LEFT - SEEN - 10.0f;
    start.agents[0].y = 0.5f * (FLOW_TOP + FLOW_BOTTOM);
    start.agents[0].target_x = 2.0f;
    def.agent_capacity = s.count;
    def.perception = THRONG_PERCEPTION_ALL;
    def.heading = walk_heading();
    def.congestion = 1;
    def.seed = seed;
    s.agents = malloc((size_t)s.count * sizeof *s.agents);
    s.places = malloc(2 * (size_t)s.count * sizeof *s.places);
    s.context = walk_context(THRONG_BACKEND_CPU, v->threads > 0 ? v->threads : walk_threads(s.count));
    int code = s.agents != NULL && s.places != NULL && s.context != NULL ? PROGRAM_OK : PROGRAM_FAILED;
    if (code == PROGRAM_OK) {
        throng_status status = throng_crowd_create(s.context, &def, &s.crowd);
        if (status == THRONG_OK)
            status = throng_crowd_add(s.crowd, s.count, start.agents, 0, s.agents);
        code = status == THRONG_OK ? PROGRAM_OK : walk_failed(s.context, "vision");
    }
    if (code == PROGRAM_OK)
        code = film_begin(&f, density == FILMED && seed == v->seed ? v->gif : NULL, &start, 220, 50);
    if (code == PROGRAM_OK) {
        code = watch(v, &s, &f, density, seed);
        code = film_end(&f, code);
    }
    if (s.crowd != NULL)
        throng_crowd_destroy(s.crowd);
    if (s.context != NULL)
        throng_context_destroy(s.context);
    free(s.agents);
    free(s.places);
    scene_destroy(&start);
    return code;
}

/* ---------------------------------------------------------------- options ---------------------------- */

static const char help[] =
    "usage: crowd vision [options]\n"
    "An agent crosses a stream of others, 60 wide, once for each density. Writes each of its steps as CSV: "
    "where it\n"
    "is, the density within 15 of it, its range of vision, and how many it perceives.\n"
    "  --seeds N         crossings of each density; 10\n"
    "  --seed S          the first; 1\n"
    "  --threads N       0: all cores where agents are many; 0\n"
    "  --out FILE        in place of standard output\n"
    "  --gif FILE        an animation of the first seed at a density of 0.05\n";

static int set_option(void *into, int option, const char *name, const char *text)
{
    vision *v = into;
    switch (option) {
    case 'r':
        return program_count(name, text, 1, 10000, &v->seeds);
    case 's':
        return program_seed(name, text, &v->seed);
    case 't':
        return program_count(name, text, 0, 1024, &v->threads);
    default:
        *(option == 'G' ? &v->gif : &v->path) = text;
        return PROGRAM_OK;
    }
}

int crowd_vision(int argc, char **argv)
{
    static const struct option names[] = {{"seeds", 1, NULL, 'r'},   {"seed", 1, NULL, 's'},
                                          {"threads", 1, NULL, 't'}, {"out", 1, NULL, 'o'},
                                          {"gif", 1, NULL, 'G'},     {0}};
    static const program_options known = {help, names, set_option};
    static const double densities[] = {0.0, 0.0025, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15};
    vision v = {.seeds = 10, .seed = 1};
    int code = program_parse(&known, &v, argc, argv);
    if (code == PROGRAM_OK)
        code = program_open(v.path, &v.file);
    if (code != PROGRAM_OK)
        return code;
    fputs("density,seed,seconds,x,y,around,range,perceived\n", v.file);
    for (size_t i = 0; i < sizeof densities / sizeof *densities; i++) {
        for (int32_t run = 0; code == PROGRAM_OK && run < v.seeds; run++)
            code = cross(&v, densities[i], v.seed + (uint64_t)run);
    }
    return program_close(v.path, v.file, code);
}
