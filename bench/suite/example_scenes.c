#include "bench/suite/example_scenes.h"
#include "tools/support/message.h"
#include "tools/support/random_objects.h"

#include "scenes/crowd/scene.h"
#include "scenes/maps/level.h"
#include "scenes/pacman/settings.h"
#include "scenes/siege/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void begin_cast(throng_bench_cast *cast, int32_t width, int32_t height, int32_t worlds, int32_t count)
{
    *cast = (throng_bench_cast){.width = width, .height = height, .worlds = worlds};
    cast->blocked = throng_bench_allocate((size_t)width * (size_t)height, 1);
    cast->objects = throng_bench_allocate((size_t)count, sizeof *cast->objects);
    for (int32_t place = 0; place < 2; place++)
        cast->positions[place] = throng_bench_allocate(2 * (size_t)count, sizeof(float));
}

void throng_bench_release_cast(throng_bench_cast *cast)
{
    free(cast->blocked);
    free(cast->objects);
    for (int32_t place = 0; place < 2; place++)
        free(cast->positions[place]);
}

void throng_bench_field_of_cast(throng_bench_objects *to, const throng_bench_cast *cast)
{
    *to = (throng_bench_objects){.width = cast->width,
                                 .height = cast->height,
                                 .count = cast->count,
                                 .blocked = cast->blocked,
                                 .objects = cast->objects,
                                 .positions = {cast->positions[0], cast->positions[1]}};
    for (int32_t place = 0; place < 2; place++) {
        to->velocities[place] = throng_bench_allocate(2 * (size_t)cast->count, sizeof(float));
        for (size_t i = 0; i < (size_t)cast->count; i++) {
            to->velocities[place][2 * i] = cast->objects[i].vx;
            to->velocities[place][2 * i + 1] = cast->objects[i].vy;
        }
    }
    throng_bench_objects_finish(to);
}

/* ---------------------------------------------------------------- examples/pacman ------------------- */

throng_grid throng_bench_pacman_grid(throng_propagation propagation) { return field_grid(propagation); }

/* The next cell in the direction in which it goes, if that is none of a tunnel. */
static void place_next(throng_bench_cast *cast, int32_t i, const maze *m)
{
    const throng_influence_object *o = &cast->objects[i];
    const int32_t column = (int32_t)o->x + (int32_t)o->vx, row = (int32_t)o->y + (int32_t)o->vy;
    const int32_t inside = column >= 0 && column < MAZE_WIDTH && row >= 0 && row < MAZE_HEIGHT;
    const int32_t moves = inside && m->cell_at[row][column] >= 0;
    for (int32_t place = 0; place < 2; place++) {
        cast->positions[place][2 * (size_t)i] = o->x + (moves && place ? o->vx : 0.0f);
        cast->positions[place][2 * (size_t)i + 1] = o->y + (moves && place ? o->vy : 0.0f);
    }
}

/* Gamma 0.9 and D 16 of ghosts, those of its settings that reach farthest, and alpha 0.4. */
void throng_bench_make_pacman(throng_bench_cast *cast, int32_t worlds)
{
    enum { ALPHA_4 = 4 }; /* number of the variant of ghosts' motion */
    static maze mazes[MAZE_COUNT];
    const setting s = settings_get((ALPHA_4 + 1) * MODEL_SETTINGS - 1);
    throng_influence_object objects[FIELD_MOST_OBJECTS];
    game g;
    for (int32_t i = 0; i < MAZE_COUNT; i++)
        maze_load(&mazes[i], i);
    begin_cast(cast, MAZE_WIDTH, MAZE_HEIGHT, worlds, worlds * FIELD_MOST_OBJECTS);
    field_walls(&mazes[0], (uint8_t(*)[MAZE_WIDTH])(void *)cast->blocked);
    for (int32_t world = 0; world < worlds; world++) {
        field_full_game(&g, mazes, world);
        const int32_t count = field_objects(&s.kind, &s.weights, &g, objects);
        for (int32_t i = 0; i < count; i++) {
            objects[i].world = world;
            cast->objects[cast->count] = objects[i];
            place_next(cast, cast->count++, &mazes[0]);
        }
    }
}

/* ---------------------------------------------------------------- examples/maps --------------------- */

void throng_bench_level(uint8_t *blocked)
{
    int open, lost;
    const char *cells = level_make(&open, &lost);
    for (int32_t i = 0; i < LEVEL_SIDE * LEVEL_SIDE; i++)
        blocked[i] = !level_walkable(cells[i]);
}

/* The same objects as `throng influence --map riverhold.map --random N --squads S --seed 3` has, with the
 * demo's N and S. */
void throng_bench_make_armies(throng_bench_cast *cast)
{
    int open, lost;
    const char *cells = level_make(&open, &lost);
    char *letters = throng_bench_allocate((size_t)LEVEL_SIDE * LEVEL_SIDE, 1);
    const grid_map map = {LEVEL_SIDE, LEVEL_SIDE, letters};
    const int32_t units = open / 180;
    const random_objects_def def = {.seed = throng_bench_seed(3),
                                    .count = units,
                                    .squads = units / 13,
                                    .decay = THRONG_DECAY_LINEAR,
                                    .grid = THRONG_GRID_SQUARE8,
                                    .cell = 1.0f};
    memcpy(letters, cells, (size_t)LEVEL_SIDE * LEVEL_SIDE);
    begin_cast(cast, LEVEL_SIDE, LEVEL_SIDE, 1, units);
    cast->count = units;
    if (random_objects_draw(&def, &map, cast->objects) != PROGRAM_OK)
        throng_bench_fail("no objects on the level");
    throng_bench_level(cast->blocked);
    for (int32_t i = 0; i < units; i++) {
        const throng_influence_object *o = &cast->objects[i];
        const float x = o->x + o->vx, y = o->y + o->vy;
        const int32_t inside = x >= 0.0f && y >= 0.0f && x < (float)LEVEL_SIDE && y < (float)LEVEL_SIDE;
        const int32_t moves = inside && map_is_free(&map, (int32_t)x, (int32_t)y);
        for (int32_t place = 0; place < 2; place++) {
            cast->positions[place][2 * (size_t)i] = moves && place ? x : o->x;
            cast->positions[place][2 * (size_t)i + 1] = moves && place ? y : o->y;
        }
    }
    free(letters);
}

/* ---------------------------------------------------------------- examples/siege -------------------- */

void throng_bench_make_siege(throng_bench_paths *p, int32_t guns, int32_t worlds)
{
    const size_t sources = (size_t)guns * (size_t)worlds;
    const uint64_t seed = throng_bench_seed(1);
    throng_cell cells[SCENE_MOST_GUNS];
    uint8_t *blocked = throng_bench_allocate((size_t)SCENE_SIDE * SCENE_SIDE, 1);
    *p = (throng_bench_paths){.source_count = guns * worlds,
                              .path_count = SCENE_STARTS * worlds,
                              .worlds = worlds,
                              .most_steps = 400, /* as its command `generation` has it */
                              .side = SCENE_SIDE,
                              .range = SCENE_RANGE,
                              .speed = SCENE_SPEED,
                              .blocked = blocked,
                              .goal = scene_stronghold(0)};
    p->sources = throng_bench_allocate(sources, sizeof *p->sources);
    p->starts = throng_bench_allocate((size_t)p->path_count, sizeof *p->starts);
    for (int32_t i = 0; i < SCENE_SIDE * SCENE_SIDE; i++)
        blocked[i] = (uint8_t)scene_blocked(i % SCENE_SIDE, i / SCENE_SIDE);
    for (int32_t place = 2; place-- > 0;) {
        p->source_places[place] = throng_bench_allocate(2 * sources, sizeof(float));
        for (int32_t i = 0; i < p->source_count; i++) {
            if (i % guns == 0)
                scene_place(seed + (uint64_t)place, i / guns, guns, cells);
            p->sources[i] = scene_gun(cells[i % guns], 1.0f, i / guns);
            p->source_places[place][2 * (size_t)i] = p->sources[i].x;
            p->source_places[place][2 * (size_t)i + 1] = p->sources[i].y;
        }
    }
    for (int32_t i = 0; i < p->path_count; i++)
        p->starts[i] = scene_attacker(i % SCENE_STARTS, i / SCENE_STARTS);
}

/* ---------------------------------------------------------------- examples/crowd -------------------- */

/* Its agents are alike, but for places and goals. */
static void copy_scene(throng_bench_people *p, const scene *s, float seconds)
{
    const throng_agent_def *one = &s->agents[0];
    *p = (throng_bench_people){.count = s->count,
                               .max_neighbors = one->max_neighbors,
                               .settling = (int32_t)lroundf(seconds / 0.1f),
                               .radius = one->radius,
                               .max_speed = one->max_speed,
                               .neighbor_dist = one->neighbor_dist,
                               .time_horizon = one->time_horizon,
                               .dt = 0.1f,
                               .blocks = s->polygon_count};
    p->places = throng_bench_allocate((size_t)s->count, sizeof *p->places);
    p->velocities = throng_bench_allocate((size_t)s->count, sizeof *p->velocities);
    p->wishes = throng_bench_allocate((size_t)s->count, sizeof *p->wishes);
    p->goals = throng_bench_allocate((size_t)s->count, sizeof *p->goals);
    p->corners = throng_bench_allocate(4 * (size_t)s->polygon_count, sizeof *p->corners);
    memcpy(p->corners, s->vertices, 4 * (size_t)s->polygon_count * sizeof *p->corners);
    for (int32_t i = 0; i < s->count; i++) {
        p->places[i] = (throng_bench_pair){s->agents[i].x, s->agents[i].y};
        p->goals[i] = (throng_bench_pair){s->agents[i].target_x, s->agents[i].target_y};
    }
}

/* They walk until the circle has a quarter of its size. */
void throng_bench_make_circle(throng_bench_people *people, int32_t agents, float spacing)
{
    scene s;
    if (!scene_circle(&s, agents, spacing, 0.1f, throng_bench_seed(1)))
        throng_bench_fail("no memory for a circle");
    const float radius = hypotf(s.agents[0].target_x, s.agents[0].target_y);
    copy_scene(people, &s, 0.75f * radius / s.agents[0].max_speed);
    scene_destroy(&s);
}

/* They walk until the first ones are in the crossing. */
void throng_bench_make_crossing(throng_bench_people *people, int32_t agents)
{
    scene s;
    if (!scene_create(&s, 0, agents, throng_bench_seed(1)))
        throng_bench_fail("no memory for a crossing");
    copy_scene(people, &s, 60.0f);
    scene_destroy(&s);
}
