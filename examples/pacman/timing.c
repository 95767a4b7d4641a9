/* The time for a map, as in the paper's table 3: 28 x 31 cells, 240 objects, the whole map at once. */
#include "examples/pacman/pacman.h"

#include <stdlib.h>

enum { RUNS_LEAST = 100, RUNS_MOST = 100000 };

/* The paper's milliseconds, by mode and motion. */
static const double paper[FIELD_MODES][3] = {
    {2.644, 2.725, 2.892}, {4.052, 4.079, 4.086}, {59.721, 59.787, 59.823}};

static int compare(const void *a, const void *b)
{
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Seconds for a map, from the objects to the values read: the median. */
static int measure(field_maker *maker, const setting *s, const game *g, double seconds, double *median,
                   int32_t *runs)
{
    static double times[RUNS_MOST];
    float values[MAZE_HEIGHT][MAZE_WIDTH];
    double begin = program_seconds();
    *runs = 0;
    if (field_whole(maker, &s->kind, &s->weights, g, values) != 0) /* not timed: pages, caches */
        return PROGRAM_FAILED;
    while (*runs < RUNS_LEAST || (*runs < RUNS_MOST && program_seconds() - begin < seconds)) {
        double start = program_seconds();
        if (field_whole(maker, &s->kind, &s->weights, g, values) != 0)
            return PROGRAM_FAILED;
        times[(*runs)++] = program_seconds() - start;
    }
    qsort(times, (size_t)*runs, sizeof *times, compare);
    *median = times[*runs / 2];
    return PROGRAM_OK;
}

static int measure_all(FILE *file, double seconds)
{
    static maze mazes[MAZE_COUNT];
    static const int32_t variants[3] = {0, 1, 4}; /* none, offset 1, alpha 0.4 */
    game g;
    int code = PROGRAM_OK;
    for (int32_t i = 0; i < MAZE_COUNT; i++)
        maze_load(&mazes[i], i);
    field_full_game(&g, mazes, 0);
    field_maker *maker = field_maker_create(mazes);
    if (maker == NULL)
        return PROGRAM_FAILED;
    throng_influence_object objects[FIELD_MOST_OBJECTS];
    fputs("mode,motion,objects,runs,milliseconds,paper_milliseconds\n", file);
    for (int32_t mode = 0; mode < FIELD_MODES; mode++) {
        for (int32_t k = 0; code == PROGRAM_OK && k < 3; k++) {
            /* gamma 0.9 and D 16 reach farthest */
            int32_t model = mode * VARIANTS + variants[k], runs;
            setting s = settings_get((model + 1) * MODEL_SETTINGS - 1);
            double median;
            code = measure(maker, &s, &g, seconds, &median, &runs);
            if (code == PROGRAM_OK)
                fprintf(file, "%s,%s,%d,%d,%.6f,%.3f\n", settings_mode_name(mode), settings_motion_name(k),
                        (int)field_objects(&s.kind, &s.weights, &g, objects), (int)runs, 1e3 * median,
                        paper[mode][k]);
            fflush(file);
        }
    }
    field_maker_destroy(maker);
    return code;
}

static const char help[] =
    "usage: pacman time [--seconds X] [--out FILE]\n"
    "Times a map of the game, 28 x 31 cells with 240 objects, on one core: objects in, update, values out;\n"
    "the median of all runs, as CSV, beside the milliseconds of the paper's table 3.\n"
    "  --seconds X     for each mode and motion; 1\n"
    "  --out FILE      in place of standard output\n";

typedef struct timing {
    const char *path;
    float seconds;
} timing;

static int set_option(void *into, int option, const char *name, const char *text)
{
    timing *t = into;
    if (option == 's')
        return program_number(name, text, 0.0, 1000.0, &t->seconds);
    t->path = text;
    return PROGRAM_OK;
}

int pacman_time(int argc, char **argv)
{
    static const struct option names[] = {{"seconds", 1, NULL, 's'}, {"out", 1, NULL, 'o'}, {0}};
    static const program_options known = {help, names, set_option};
    timing t = {.seconds = 1.0f};
    FILE *file;
    int code = program_parse(&known, &t, argc, argv);
    if (code == PROGRAM_OK)
        code = program_open(t.path, &file);
    if (code != PROGRAM_OK)
        return code;
    return program_close(t.path, file, measure_all(file, (double)t.seconds));
}
