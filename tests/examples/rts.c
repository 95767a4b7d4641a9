/* examples/rts: the game allocates nothing after its first second, neither through throng's allocator nor by
 * malloc, and what it shows happens: flags and gates change, units of both kinds die and are born, the hero
 * walks, and nobody is in a wall; a closing gate may have caught some. */
#include "examples/rts/game.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SECONDS = 40 };

#if defined(__GLIBC__) && !defined(SANITIZED) /* sanitizers have a malloc of their own */
#define COUNTS_MALLOC 1

#define WHOLE_PROCESS __attribute__((visibility("default")))

/* glibc's own functions, below the names that these replace in the whole process. */
/* NOLINTBEGIN(bugprone-reserved-identifier) */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
/* NOLINTEND(bugprone-reserved-identifier) */

static long calls; /* only counted while one thread plays */

WHOLE_PROCESS void *malloc(size_t size)
{
    calls++;
    return __libc_malloc(size);
}

WHOLE_PROCESS void *calloc(size_t count, size_t size)
{
    calls++;
    return __libc_calloc(count, size);
}

WHOLE_PROCESS void *realloc(void *memory, size_t size)
{
    calls++;
    return __libc_realloc(memory, size);
}

WHOLE_PROCESS void *aligned_alloc(size_t alignment, size_t size)
{
    calls++;
    return __libc_memalign(alignment, size);
}
#else
#define COUNTS_MALLOC 0
static const long calls = 0;
#endif

static int failures;

static void expect(int32_t holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "does not hold: %s\n", what);
    failures++;
}

/* What was seen at least once. */
typedef struct seen_things {
    int32_t shut[GATES], flags[SIDES], giants_fell, retreats, moved, in_wall;
    float hero_x;
} seen_things;

static void look(const rts_game *game, seen_things *sights)
{
    for (int32_t i = 0; i < GATES; i++)
        sights->shut[i] |= !game->gates[i].open;
    for (int32_t i = 0; i < FLAGS; i++)
        if (game->owner[i] != NOBODY)
            sights->flags[game->owner[i]] = 1;
    for (int32_t i = 0; i < SLOTS; i++) {
        const rts_unit *const unit = &game->units[i];
        sights->giants_fell |= unit->agent.generation == 0 && unit->kind == GIANT && unit->health <= 0;
        if (unit->agent.generation == 0)
            continue;
        const int32_t column = (int32_t)unit->x, row = (int32_t)unit->y;
        const char letter = game->cells[row * WIDTH + column];
        sights->retreats |= unit->order == RETREAT;
        sights->in_wall += !world_is_free(game, column, row) && (letter < 'A' || letter > 'C');
    }
    sights->moved |= fabsf(game->units[game->hero].x - sights->hero_x) > 10.0f;
}

static void check_units(const rts_game *game)
{
    int32_t count[SIDES] = {0, 0};
    for (int32_t i = 0; i < SLOTS; i++) {
        const rts_unit *const unit = &game->units[i];
        if (unit->agent.generation == 0 || unit->kind == HERO)
            continue;
        count[unit->side]++;
    }
    throng_crowd_info info;
    check(game, throng_crowd_get_info(game->crowd, &info));
    expect(count[BLUE] == game->count[BLUE] && count[RED] == game->count[RED], "units are counted");
    expect(info.agents == count[BLUE] + count[RED] + 1, "the crowd has as many agents as there are units");
    expect(count[BLUE] > UNITS_PER_SIDE * 9 / 10 && count[RED] > UNITS_PER_SIDE * 9 / 10, "armies fill up");
}

/* Twice, so that one of them is against the clock. */
static void check_player(rts_game *game)
{
    for (int32_t i = 0; i < 2; i++) {
        const int32_t open = !game->gates[1].open, end = game->frame + 3 * FRAMES_PER_SECOND;
        world_set_gate(game, 1, open);
        while (game->frame < end && game->gates[1].open == open)
            game_frame(game);
        expect(game->frame == end, "the gate of the bridge stays as the player has set it");
    }
}

int main(void)
{
    const game_settings settings = {.map = RTS_MAP, .backend = THRONG_BACKEND_CPU, .threads = 1};
    rts_game *const game = game_create(&settings);
    game->autopilot = 1;
    seen_things sights = {.hero_x = game->units[game->hero].x};
    while (game->frame < FRAMES_PER_SECOND)
        game_frame(game);
    const int64_t allocations = game->allocations;
    const long before = calls;
    while (game->frame < SECONDS * FRAMES_PER_SECOND) {
        game_frame(game);
        look(game, &sights);
    }
    const long after = calls;
    expect(game->allocations == allocations, "throng allocates nothing after the first second");
    expect(after == before, "nobody calls malloc after the first second");
    expect(!COUNTS_MALLOC || before > 0, "malloc is counted");
    check_units(game);
    expect(sights.flags[BLUE] && sights.flags[RED], "both sides take flags");
    expect(sights.shut[0] && sights.shut[1] && sights.shut[2], "each gate shuts once");
    expect(game->killed[BLUE] > 20 && game->killed[RED] > 20 && sights.giants_fell,
           "units of both kinds fall");
    expect(sights.retreats, "units retreat");
    expect(sights.moved, "the hero walks");
    expect(sights.in_wall == 0, "nobody is in a wall");
    check_player(game);
    game_destroy(game);
    return failures > 0;
}
