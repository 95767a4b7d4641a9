#include "tests/crowd/walled_scenes.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#define OWN (CROWD_SENSES_OWN | CROWD_BODIES)
enum { ALL_WALLS = WALLED_ROOM | WALLED_TERRAIN | WALLED_MOVING };

/* As in scenes.c, and behind it what stands in the way. */
const walled_scene walled_scenes[] = {
    {{"walls_sparse", CROWD_SCATTERED, 200, 10, 4.0f, 1.0f, 0, 0, 0, 0.0f, 10, 801}, WALLED_ROOM},
    {{"walls_dense", CROWD_SCATTERED, 300, 10, 1.8f, 1.0f, CROWD_BODIES, 0, 0, 0.0f, 8, 802}, WALLED_ROOM},
    {{"walls_lattice", CROWD_LATTICE, 200, 6, 2.0f, 1.0f, CROWD_GAPS, 0, 0, 0.0f, 8, 803}, ALL_WALLS},
    {{"walls_terrain", CROWD_SCATTERED, 300, 10, 2.4f, 1.0f, CROWD_BODIES | CROWD_GAPS, 0, 0, 0.0f, 8, 804},
     WALLED_TERRAIN},
    {{"walls_driven", CROWD_SCATTERED, 300, 10, 2.4f, 1.0f, CROWD_GUESTS, 0, 0, 0.0f, 8, 805},
     WALLED_ROOM | WALLED_MOVING},
    {{"walls_convoy", CROWD_SCATTERED, 300, 10, 2.4f, 1.0f, CROWD_RULES, 0, 0, 0.0f, 8, 810},
     WALLED_MOVING | WALLED_CONVOY},
    {{"walls_rules", CROWD_SCATTERED, 300, 10, 2.4f, 1.0f, CROWD_RULES | CROWD_GUESTS | CROWD_GAPS, 0, 1,
      0.05f, 8, 806},
     ALL_WALLS},
    {{"walls_senses", CROWD_SCATTERED, 300, 10, 2.4f, 1.0f, OWN | CROWD_TURNS, THRONG_PERCEPTION_ALL, 0, 0.0f,
      8, 807},
     ALL_WALLS},
    {{"walls_settle", CROWD_SCATTERED, 200, 10, 2.4f, 1.0f, CROWD_ONE_GOAL, 0, 0, 0.0f, 30, 808},
     WALLED_ROOM},
    {{"walls_tiny", CROWD_SCATTERED, 200, 10, 2.4f, 1e-2f, CROWD_BODIES, 0, 0, 0.0f, 8, 809}, ALL_WALLS},
};
const int32_t walled_scene_count = sizeof walled_scenes / sizeof walled_scenes[0];

static void add_block(walled_session *e, walled_polygon *to, int32_t count, const throng_vertex *corners)
{
    to->count = count;
    memcpy(to->corners, corners, (size_t)count * sizeof *corners);
    MUST(e->t->context, throng_crowd_add_obstacle(e->t->crowd, count, corners, 0, &to->handle));
}

static void remove_block(walled_session *e, walled_polygon *gone)
{
    MUST(e->t->context, throng_crowd_remove_obstacle(e->t->crowd, gone->handle));
    gone->count = 0;
}

/* Somewhere in the square, of 3 to 7 corners on rays 45 degrees apart; some are not convex. */
static void add_pillar(walled_session *e, walled_polygon *to)
{
    static const float rays[7][2] = {{1.0f, 0.0f},  {0.7f, 0.7f},   {0.0f, 1.0f}, {-0.7f, 0.7f},
                                     {-1.0f, 0.0f}, {-0.7f, -0.7f}, {0.0f, -1.0f}};
    throng_vertex corners[7];
    const float x = rng_between(&e->random, 0.0f, e->side), y = rng_between(&e->random, 0.0f, e->side);
    int32_t count = 0;
    for (int32_t i = 0; i < 7; i++) {
        const float away = e->side * rng_between(&e->random, 0.02f, 0.08f);
        if (i % 3 == 0 || rng_below(&e->random, 2))
            corners[count++] = (throng_vertex){x + away * rays[i][0], y + away * rays[i][1]};
    }
    add_block(e, to, count, corners);
}

static void add_walls(walled_session *e)
{
    const float low = -0.05f * e->side, high = 1.05f * e->side, a = 0.3f * e->side, b = 0.45f * e->side;
    const throng_vertex room[5] = {
        {low, low}, {low, high}, {high, 1.1f * high}, {1.2f * high, b}, {high, low}};
    const throng_vertex thin[2] = {{a, 0.1f * e->side}, {b, 0.6f * e->side}};
    const throng_vertex dented[5] = {
        {b, b}, {1.5f * b, b}, {1.3f * b, 1.2f * b}, {1.5f * b, 1.5f * b}, {b, 1.5f * b}};
    add_block(e, &e->polygons[0], 5, room);
    add_block(e, &e->polygons[1], 2, thin);
    add_block(e, &e->polygons[2], 5, dented);
    for (int32_t i = 0; i < WALLED_PILLARS; i++)
        add_pillar(e, &e->polygons[WALLED_ROOMS + i]);
    e->polygon_count = WALLED_POLYGONS;
}

static void add_driven(walled_session *e, int32_t convoy)
{
    const int32_t count = convoy ? WALLED_DRIVEN : 2;
    const float half = (convoy ? 0.02f : 0.06f) * e->side;
    const throng_vertex corners[4] = {
        {-half, -0.5f * half}, {half, -0.5f * half}, {half, 0.5f * half}, {-half, 0.25f * half}};
    memcpy(e->block, corners, sizeof corners);
    for (int32_t i = 0; i < count; i++) {
        throng_obstacle_motion *m = &e->motions[i];
        *m = (throng_obstacle_motion){.x = (i % 2 ? 0.8 : 0.0) * (double)e->side,
                                      .y = 0.3 * (i + 1) * (double)e->side,
                                      .vx = (i % 2 ? -1.5f : 2.5f) * e->t->scene->scale,
                                      .turn = i % 2 ? 0.25f : 0.0f,
                                      .heading_x = 1.0f};
        if (convoy) { /* four abreast */
            m->x = (0.2 + 0.045 * (i / 4)) * (double)e->side;
            m->y = (0.45 + 0.03 * (i % 4)) * (double)e->side;
            m->vx = 2.5f * e->t->scene->scale;
        }
        MUST(e->t->context, throng_crowd_add_moving_obstacle(e->t->crowd, 4, corners, 0, m, &e->driven[i]));
    }
    e->driving = count;
}

static void block_cells(walled_session *e, int32_t count)
{
    const int32_t most = e->scene->walls & WALLED_MAZE ? 1 : 3;
    for (int32_t i = 0; i < count; i++) {
        const throng_region some = {.column = rng_below(&e->random, WALLED_CELLS - 3),
                                    .row = rng_below(&e->random, WALLED_CELLS - 3),
                                    .width = 1 + rng_below(&e->random, most),
                                    .height = 1 + rng_below(&e->random, most)};
        const int32_t blocked = i % 4 != 3;
        MUST(e->t->context, throng_terrain_fill(e->terrain, &some, blocked));
        for (int32_t row = some.row; row < some.row + some.height; row++)
            memset(&e->blocked[row * WALLED_CELLS + some.column], blocked, (size_t)some.width);
    }
}

static void build(walled_session *e, throng_context *context)
{
    const walled_scene *s = e->scene;
    float row = 1.0f;
    while (row * row < (float)s->crowd.agents)
        row += 1.0f;
    e->side = row * s->crowd.spacing * s->crowd.scale;
    if (s->walls & WALLED_TERRAIN) {
        throng_terrain_def def = throng_terrain_default_def();
        def.width = def.height = WALLED_CELLS;
        MUST(context, throng_terrain_create(context, &def, &e->terrain));
    }
    e->t = crowd_begin_on(context, &s->crowd, e->terrain, e->side / (float)WALLED_CELLS);
    if (e->terrain)
        block_cells(e, s->walls & WALLED_MAZE ? 150 : 20);
    if (s->walls & WALLED_ROOM)
        add_walls(e);
    if (s->walls & WALLED_MOVING)
        add_driven(e, s->walls & WALLED_CONVOY);
}

walled_session *walled_begin(throng_context *context, const walled_scene *s)
{
    walled_session *e = must_allocate(sizeof *e);
    fenv_t host;
    memset(e, 0, sizeof *e);
    e->scene = s;
    e->random = (rng){s->crowd.seed + 7};
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); /* scenes are made in the processor's usual mode */
    build(e, context);
    fesetenv(&host);
    return e;
}

void walled_end(walled_session *e)
{
    throng_context *context = e->t->context;
    crowd_end(e->t);
    MUST(context, throng_terrain_destroy(e->terrain));
    free(e);
}

void walled_change(walled_session *e, int32_t phase)
{
    fenv_t host;
    crowd_change(e->t, phase);
    fegetenv(&host);
    fesetenv(FE_DFL_ENV);
    if (e->scene->walls & WALLED_ROOM) {
        walled_polygon *pillar = &e->polygons[WALLED_ROOMS + phase];
        remove_block(e, pillar);
        add_pillar(e, pillar);
        if (phase == CROWD_PHASES - 1)
            remove_block(e, &e->polygons[0]);
    }
    if (e->terrain)
        block_cells(e, 6);
    fesetenv(&host);
}

void walled_step(walled_session *e)
{
    if (e->driving > 0)
        MUST(e->t->context,
             throng_crowd_move_obstacles(e->t->crowd, e->driving, e->driven, 0, e->motions, 0));
    crowd_step(e->t);
    for (int32_t i = 0; i < e->driving; i++)
        e->motions[i].x += (double)e->motions[i].vx * (double)e->t->dt;
}

float *walled_play(throng_context *context, const walled_scene *s, size_t *size)
{
    walled_session *e = walled_begin(context, s);
    const size_t seen = (size_t)e->t->capacity * sizeof *e->t->seen, each = seen + sizeof(uint64_t);
    *size = CROWD_PHASES * each;
    char *out = must_allocate(*size), *to = out;
    for (int32_t phase = 0; phase < CROWD_PHASES; phase++, to += each) {
        if (phase > 0)
            walled_change(e, phase);
        for (int32_t i = 0; i < s->crowd.steps; i++)
            walled_step(e);
        crowd_perceive(e->t);
        const uint64_t hash = crowd_hash(e->t);
        memcpy(to, e->t->seen, seen);
        memcpy(to + seen, &hash, sizeof hash);
    }
    walled_end(e);
    return (float *)(void *)out;
}
