/* A frame of the game: what happens, and in which order. */
#include "game.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

const char *const phase_names[PHASES] = {"step", "fight", "army", "gates", "survey"};

void check(const rts_game *game, throng_status status)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "%s: %s\n", throng_status_string(status), throng_context_message(game->context));
    exit(EXIT_FAILURE);
}

/* An allocator that counts. After loading, a game should ask for no more memory. */
static void *allocate(void *user, size_t size, size_t alignment)
{
    rts_game *const game = user;
    game->allocations++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    free(memory);
}

static void create_context(rts_game *game, const game_settings *settings)
{
    throng_context_def def = throng_context_default_def();
    def.allocator = (throng_allocator){allocate, release, game};
    def.backend = settings->backend;
    def.isa = settings->isa;
    def.threads = settings->threads;
    check(game, throng_context_create(&def, &game->context));
}

rts_game *game_create(const game_settings *settings)
{
    rts_game *const game = calloc(1, sizeof *game);
    if (!game)
        exit(EXIT_FAILURE);
    create_context(game, settings);
    for (int32_t flag = 0; flag < FLAGS; flag++)
        game->owner[flag] = NOBODY;
    world_create(game, settings->map);
    think_generals(game); /* nobody holds a flag yet: the wings share them */
    army_create(game);
    hero_create(game);
    survey_create(game);
    return game;
}

/* Adds the time since `since` to a phase, and returns the present time. */
static double lap(rts_game *game, rts_phase phase, double since)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    const double seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    if (phase < PHASES)
        game->seconds[phase] = seconds - since;
    return seconds;
}

void game_frame(rts_game *game)
{
    game->frame++;
    double time = lap(game, PHASES, 0.0);

    world_move_gates(game);
    check(game, throng_flow_update(game->flow)); /* the step would do it; here its time is seen */
    time = lap(game, PHASE_GATES, time);

    hero_move(game);
    check(game, throng_crowd_step(game->crowd, 1.0f / FRAMES_PER_SECOND));
    army_read_positions(game);
    time = lap(game, PHASE_STEP, time);

    fight_events(game);
    fight_turns(game);
    time = lap(game, PHASE_FIGHT, time);

    army_deaths(game);
    army_births(game);
    time = lap(game, PHASE_ARMY, time);

    survey_work(game);
    think_generals(game);
    lap(game, PHASE_SURVEY, time);
}

void game_destroy(rts_game *game)
{
    check(game, throng_crowd_destroy(game->crowd)); /* first what uses the others */
    check(game, throng_influence_destroy(game->influence));
    world_destroy(game);
    check(game, throng_context_destroy(game->context));
    free(game);
}
