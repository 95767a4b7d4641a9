/* The game without a window: it plays a number of frames and prints what happened.
 *   rts_headless [--frames N] [--map FILE] [--backend cpu|opencl] [--isa NAME] [--threads N] [--times]
 *                [--picture FILE.png [--part X Y WIDTH SCALE]] */
#include "draw.h"
#include "game.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef RTS_MAP
#define RTS_MAP "fords.map"
#endif

typedef struct program_options {
    game_settings game;
    int32_t frames, times;
    const char *picture;
    rts_view view;
} program_options;

static int32_t usage(void)
{
    fputs("usage: rts_headless [--frames N] [--map FILE] [--backend cpu|opencl] [--isa NAME] [--threads N]\n"
          "                    [--times] [--picture FILE.png [--part X Y WIDTH SCALE]]\n",
          stderr);
    return EXIT_FAILURE;
}

/* These take the value of an option and return 1 if it is one. */
static int32_t take_number(const char *text, int32_t *number)
{
    char *end;
    const long value = strtol(text, &end, 10);
    *number = (int32_t)value;
    return end != text && *end == '\0' && value >= 0 && value <= 10000000;
}

static int32_t take_backend(const char *text, throng_backend *backend)
{
    for (*backend = THRONG_BACKEND_CPU; *backend <= THRONG_BACKEND_OPENCL; ++*backend)
        if (strcmp(text, throng_backend_name(*backend)) == 0)
            return 1;
    return 0;
}

static int32_t take_isa(const char *text, throng_isa *isa)
{
    for (*isa = THRONG_ISA_AUTO; *isa < THRONG_ISA_COUNT; ++*isa)
        if (strcmp(text, throng_isa_name(*isa)) == 0)
            return 1;
    return 0;
}

static int32_t take_text(const char *text, const char **to)
{
    *to = text;
    return 1;
}

static int32_t take_part(char **texts, rts_view *view)
{
    view->x = (float)atof(texts[0]);
    view->y = (float)atof(texts[1]);
    view->width = (float)atof(texts[2]);
    view->scale = (float)atof(texts[3]);
    return view->width * view->scale >= 1.0f && view->width * view->scale <= 8192.0f;
}

/* Returns how many arguments the option at argv[0] took, 0 if it is none or its value is wrong. */
static int32_t take_option(program_options *options, int32_t left, char **argv)
{
    const char *const name = argv[0];
    if (strcmp(name, "--times") == 0) {
        options->times = 1;
        return 1;
    }
    if (strcmp(name, "--part") == 0)
        return left >= 5 && take_part(argv + 1, &options->view) ? 5 : 0;
    const char *const value = left >= 2 ? argv[1] : "";
    int32_t taken = 0;
    if (strcmp(name, "--frames") == 0)
        taken = take_number(value, &options->frames);
    else if (strcmp(name, "--threads") == 0)
        taken = take_number(value, &options->game.threads);
    else if (strcmp(name, "--backend") == 0)
        taken = take_backend(value, &options->game.backend);
    else if (strcmp(name, "--isa") == 0)
        taken = take_isa(value, &options->game.isa);
    else if (strcmp(name, "--map") == 0)
        taken = take_text(value, &options->game.map);
    else if (strcmp(name, "--picture") == 0)
        taken = take_text(value, &options->picture);
    return taken ? 2 : 0;
}

static char letter(int32_t owner) { return "-br"[owner + 1]; }

static void print_state(const rts_game *game)
{
    printf("after %3d s: flags %c%c%c%c, gates", (int)(game->frame / FRAMES_PER_SECOND),
           letter(game->owner[0]), letter(game->owner[1]), letter(game->owner[2]), letter(game->owner[3]));
    for (int32_t i = 0; i < GATES; i++)
        printf(" %s", game->gates[i].open ? "open" : "shut");
    printf(", blue %d (%d fell), red %d (%d fell)\n", (int)game->count[BLUE], (int)game->killed[BLUE],
           (int)game->count[RED], (int)game->killed[RED]);
}

static int ascending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Times of each frame, in milliseconds. */
typedef struct time_record {
    double *frames;
    double phases[PHASES], worst[PHASES]; /* sum and maximum */
    int32_t count;
} time_record;

static void note(time_record *record, const rts_game *game)
{
    double frame = 0.0;
    for (int32_t i = 0; i < PHASES; i++) {
        const double ms = 1e3 * game->seconds[i];
        frame += ms;
        record->phases[i] += ms;
        if (ms > record->worst[i])
            record->worst[i] = ms;
    }
    record->frames[record->count++] = frame;
}

static void print_times(time_record *record)
{
    double sum = 0.0;
    qsort(record->frames, (size_t)record->count, sizeof(double), ascending);
    for (int32_t i = 0; i < record->count; i++)
        sum += record->frames[i];
    printf("%d frames: median %.2f ms, 99 of 100 within %.2f ms, worst %.2f ms\n", (int)record->count,
           record->frames[record->count / 2], record->frames[record->count * 99 / 100],
           record->frames[record->count - 1]);
    for (int32_t i = 0; i < PHASES; i++)
        printf("  %-6s mean %.3f ms, %2.0f %%, worst %.2f ms\n", phase_names[i],
               record->phases[i] / record->count, 100.0 * record->phases[i] / sum, record->worst[i]);
}

static void play(rts_game *game, const program_options *options)
{
    time_record record = {.frames = calloc((size_t)options->frames + 1, sizeof(double))};
    if (!record.frames) {
        fprintf(stderr, "there is no memory for %d frames\n", (int)options->frames);
        exit(EXIT_FAILURE);
    }
    int64_t loaded = 0;
    for (int32_t i = 1; i <= options->frames; i++) {
        game_frame(game);
        if (i == FRAMES_PER_SECOND)
            loaded = game->allocations;
        if (i > FRAMES_PER_SECOND)
            note(&record, game);
        if (i % (10 * FRAMES_PER_SECOND) == 0)
            print_state(game);
    }
    uint64_t hash;
    check(game, throng_crowd_hash(game->crowd, &hash));
    printf("hash of the crowd after %d frames: %016" PRIx64 "\n", (int)game->frame, hash);
    if (options->times && record.count > 0) {
        print_times(&record);
        printf("allocations after the first second: %d\n", (int)(game->allocations - loaded));
    }
    free(record.frames);
}

int main(int argc, char **argv)
{
    program_options options = {.frames = 60 * FRAMES_PER_SECOND, .view = {0.0f, 0.0f, WIDTH, 6.0f}};
    options.game.map = RTS_MAP;
    for (int32_t i = 1; i < argc;) {
        const int32_t taken = take_option(&options, argc - i, argv + i);
        if (taken == 0 || taken > argc - i)
            return usage();
        i += taken;
    }
    rts_game *const game = game_create(&options.game);
    game->autopilot = 1;
    play(game, &options);
    if (options.picture && draw_to_file(game, options.view, options.picture)) {
        fprintf(stderr, "%s cannot be written\n", options.picture);
        return EXIT_FAILURE;
    }
    game_destroy(game);
    return EXIT_SUCCESS;
}
