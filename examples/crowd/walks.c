/* Agents on a circle, goals opposite: who gets through, by which rule. The scenes are run alike. */
#include "examples/crowd/crowd.h"
#include "examples/crowd/outcome.h"

#include <stdlib.h>
#include <string.h>

typedef struct study {
    int32_t agents, seeds, scene, show, threads, all; /* scene -1: a circle; show: the way that is drawn */
    uint64_t seed;
    float spacing, jitter, seconds;
    const char *path, *curve_path, *place_path, *gif;
    FILE *file, *curve, *places;
} study;

static int make_scene(const study *e, uint64_t seed, scene *s)
{
    const int made = e->scene < 0 ? scene_circle(s, e->agents, e->spacing, e->jitter, seed)
                                  : scene_create(s, e->scene, e->agents, seed);
    if (!made)
        return program_reject(PROGRAM_FAILED, "out of memory");
    if (e->seconds > 0.0f)
        s->seconds = e->seconds;
    return PROGRAM_OK;
}

static int walk_one(const study *e, int32_t way, int32_t run)
{
    const uint64_t seed = e->seed + (uint64_t)run;
    const int shown = run == 0 && way == e->show;
    outcome_def def = {.walk = {.way = way, .seed = seed, .threads = e->threads},
                       .curve = e->curve,
                       .places = run == 0 ? e->places : NULL,
                       .gif = shown ? e->gif : NULL,
                       .side = 220,
                       .every = 1.0f};
    measures_result result;
    scene s;
    int code = make_scene(e, seed, &s);
    if (code != PROGRAM_OK)
        return code;
    if (e->threads == 0)
        def.walk.threads = walk_threads(s.count);
    code = outcome_walk(&s, &def, &result);
    if (code == PROGRAM_OK)
        outcome_write(e->file, &s, &def, seed, &result);
    scene_destroy(&s);
    return code;
}

static int walk_all(study *e)
{
    int code = program_open(e->path, &e->file);
    if (code != PROGRAM_OK)
        return code;
    if (e->curve_path != NULL)
        code = program_open(e->curve_path, &e->curve);
    if (code == PROGRAM_OK && e->place_path != NULL)
        code = program_open(e->place_path, &e->places);
    if (code == PROGRAM_OK) {
        fputs(outcome_columns, e->file);
        if (e->curve != NULL)
            fputs(outcome_curve_columns, e->curve);
        if (e->places != NULL)
            fputs(outcome_place_columns, e->places);
    }
    for (int32_t way = 0; walk_way(way) != NULL; way++) {
        /* without random angles and places, each seed is the same */
        const int32_t runs = e->scene < 0 && e->jitter == 0.0f && way % 4 == 0 ? 1 : e->seeds;
        for (int32_t run = 0; (e->all || way == e->show) && code == PROGRAM_OK && run < runs; run++)
            code = walk_one(e, way, run);
    }
    if (e->curve != NULL)
        code = program_close(e->curve_path, e->curve, code);
    if (e->places != NULL)
        code = program_close(e->place_path, e->places, code);
    return program_close(e->path, e->file, code);
}

/* ---------------------------------------------------------------- options ---------------------------- */

static const char circle_help[] =
    "usage: crowd circle [options]\n"
    "Lets agents on a circle walk to the places opposite, by plain ORCA and with the paper's perception, "
    "each with\n"
    "and without the congestion rule and throng's symmetry setting. Writes the measures of each walk as "
    "CSV.\n"
    "  --agents N        10\n"
    "  --spacing L       along the circle; 12\n"
    "  --jitter L        starts are off their places by at most this; 0\n"
    "  --seeds N         walks by each way with random angles; 10\n"
    "  --seed S          the first; 1\n"
    "  --seconds T       the end; 100, and three times what a walk alone takes\n"
    "  --show WAY        the way that --gif shows; perception+congestion\n"
    "  --only            that way alone\n"
    "  --threads N       0: all cores where agents are many; 0\n"
    "  --out FILE        in place of standard output\n"
    "  --curve FILE      the share that has arrived over time, as CSV\n"
    "  --places FILE     where agents are each second, the first seed alone, as CSV\n"
    "  --gif FILE        an animation of the first seed\n";

static const char scene_help[] =
    "usage: crowd scene --name NAME [options]\n"
    "Walks a scene by plain ORCA and with the paper's perception, each with and without the congestion rule "
    "and\n"
    "throng's symmetry setting. Writes the measures of each walk as CSV.\n"
    "  --name NAME       blocks, bottleneck, crossing or corridor\n"
    "  --agents N        100, 120, 120, 60\n"
    "  --seeds N         walks by each way; 10\n"
    "  --seed S          the first; 1\n"
    "  --seconds T       the end; as the scene says\n"
    "  --show WAY        the way that --gif shows; orca\n"
    "  --only            that way alone\n"
    "  --threads N       0: all cores where agents are many; 0\n"
    "  --out FILE        in place of standard output\n"
    "  --curve FILE      the share that has arrived over time, as CSV\n"
    "  --places FILE     where agents are each second, the first seed alone, as CSV\n"
    "  --gif FILE        an animation of the first seed\n";

static int set_path(study *e, int option, const char *text)
{
    switch (option) {
    case 'c':
        e->curve_path = text;
        break;
    case 'P':
        e->place_path = text;
        break;
    case 'G':
        e->gif = text;
        break;
    default:
        e->path = text;
    }
    return PROGRAM_OK;
}

static int set_option(void *into, int option, const char *name, const char *text)
{
    study *e = into;
    switch (option) {
    case 'n':
        return program_count(name, text, 2, 100000, &e->agents);
    case 'N':
        return program_choice(name, text, scene_name, scene_count, &e->scene);
    case 'r':
        return program_count(name, text, 1, 10000, &e->seeds);
    case 's':
        return program_seed(name, text, &e->seed);
    case 'p':
        return program_number(name, text, 2.0, 1e6, &e->spacing);
    case 'j':
        return program_number(name, text, 0.0, 1e6, &e->jitter);
    case 'e':
        return program_number(name, text, 0.1, 1e6, &e->seconds);
    case 'w':
        return program_choice(name, text, walk_way, WALK_WAYS, &e->show);
    case 't':
        return program_count(name, text, 0, 1024, &e->threads);
    case 'a':
        e->all = 0;
        return PROGRAM_OK;
    default:
        return set_path(e, option, text);
    }
}

#define SHARED_OPTIONS                                                                                       \
    {"agents", 1, NULL, 'n'}, {"seeds", 1, NULL, 'r'}, {"seed", 1, NULL, 's'}, {"seconds", 1, NULL, 'e'},    \
        {"show", 1, NULL, 'w'}, {"only", 0, NULL, 'a'}, {"threads", 1, NULL, 't'}, {"out", 1, NULL, 'o'},    \
        {"curve", 1, NULL, 'c'}, {"places", 1, NULL, 'P'},                                                   \
    {                                                                                                        \
        "gif", 1, NULL, 'G'                                                                                  \
    }

int crowd_circle(int argc, char **argv)
{
    static const struct option names[] = {
        SHARED_OPTIONS, {"spacing", 1, NULL, 'p'}, {"jitter", 1, NULL, 'j'}, {0}};
    static const program_options known = {circle_help, names, set_option};
    study e = {.agents = 10, .seeds = 10, .scene = -1, .show = 5, .all = 1, .seed = 1, .spacing = 12.0f};
    int code = program_parse(&known, &e, argc, argv);
    return code == PROGRAM_OK ? walk_all(&e) : code;
}

int crowd_scene(int argc, char **argv)
{
    static const struct option names[] = {SHARED_OPTIONS, {"name", 1, NULL, 'N'}, {0}};
    static const program_options known = {scene_help, names, set_option};
    study e = {.seeds = 10, .scene = -1, .show = 0, .all = 1, .seed = 1};
    int code = program_parse(&known, &e, argc, argv);
    if (code != PROGRAM_OK)
        return code;
    if (e.scene < 0)
        return program_reject(PROGRAM_USAGE, "scene: --name NAME is missing; --help says more");
    if (e.agents == 0)
        e.agents = scene_agents(e.scene);
    return walk_all(&e);
}
