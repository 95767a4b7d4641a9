/* Random objects: squads of two armies, or single objects. */
#include "tools/support/random_objects.h"
#include "tools/support/message.h"

#include <stdlib.h>

#define HALF_ROOT_3 0.86602540378443864676

/* A counter times an odd constant, its bits then mixed: every seed gives its own sequence. */
double random_unit(uint64_t *state)
{
    *state += 0x9E3779B97F4A7C15u;
    uint64_t bits = *state;
    bits = (bits ^ bits >> 32) * 0xD6E8FEB86659FD93u;
    bits = (bits ^ bits >> 29) * 0xA0761D6478BD642Fu;
    return (double)((bits ^ bits >> 32) >> 40) / 16777216.0;
}

static double between(uint64_t *random, double low, double high)
{
    return low + (high - low) * random_unit(random);
}

typedef struct scene {
    uint64_t random;
    const random_objects_def *def;
    const grid_map *map;
    int32_t *free_cells; /* NULL where every cell is free */
    size_t free_count;
    int32_t squad_size;
    int32_t scouts;      /* from this index on, each goes alone */
    int32_t column, row; /* the squad's leader */
    double vx, vy;
    double side; /* 1 or -1 */
    double room; /* below 1 on small maps */
} scene;

static int find_free_cells(scene *made)
{
    const grid_map *map = made->map;
    const size_t cells = (size_t)map->width * (size_t)map->height;
    made->free_count = cells;
    if (!map->cells)
        return PROGRAM_OK;
    made->free_cells = malloc(cells * sizeof *made->free_cells);
    if (!made->free_cells)
        return reject_memory("--random");
    made->free_count = 0;
    for (size_t i = 0; i < cells; i++) {
        const int32_t row = (int32_t)(i / (size_t)map->width);
        const int32_t column = (int32_t)(i % (size_t)map->width);
        if (map_is_free(map, column, row))
            made->free_cells[made->free_count++] = (int32_t)i;
    }
    if (made->free_count == 0)
        return reject_usage("--random", "the map has no free cell to stand on; take another map");
    return PROGRAM_OK;
}

/* Squads form two armies that face each other from the left and the right and mix in the middle. Single
 * objects alternate. */
static double choose_side(scene *made, int32_t index)
{
    if (made->def->squads == 0)
        return index % 2 == 0 ? 1.0 : -1.0;
    const double part = (made->column + 0.5) / made->map->width;
    return between(&made->random, 0.2, 0.8) > part ? 1.0 : -1.0;
}

static void new_leader(scene *made, int32_t index)
{
    const size_t pick = (size_t)(random_unit(&made->random) * (double)made->free_count);
    const size_t cell = made->free_cells ? (size_t)made->free_cells[pick] : pick;
    made->row = (int32_t)(cell / (size_t)made->map->width);
    made->column = (int32_t)(cell % (size_t)made->map->width);
    double length = 0.0;
    do { /* a point of the ring: all directions alike, without sine and cosine */
        made->vx = between(&made->random, -1.0, 1.0);
        made->vy = between(&made->random, -1.0, 1.0);
        length = made->vx * made->vx + made->vy * made->vy;
    } while (length > 1.0 || length < 0.25);
    made->side = choose_side(made, index);
}

/* A free cell near the leader, or the leader's own. */
static void place_beside(scene *made, int32_t *column, int32_t *row)
{
    double reach = 2.0;
    while (reach * reach < 3.0 * made->squad_size)
        reach += 1.0;
    for (int32_t attempt = 0; attempt < 32; attempt++) {
        *column = made->column + (int32_t)between(&made->random, -reach, reach);
        *row = made->row + (int32_t)between(&made->random, -reach, reach);
        if (*column >= 0 && *row >= 0 && *column < made->map->width && *row < made->map->height &&
            map_is_free(made->map, *column, *row))
            return;
    }
    *column = made->column;
    *row = made->row;
}

static void make_one(scene *made, int32_t index, throng_influence_object *object)
{
    uint64_t *random = &made->random;
    const int32_t alone = index >= made->scouts;
    int32_t column = 0, row = 0;
    if (alone || index % made->squad_size == 0) {
        new_leader(made, index);
        column = made->column;
        row = made->row;
    } else {
        place_beside(made, &column, &row);
    }
    double x = column + 0.5 + between(random, -0.3, 0.3);
    double y = row + 0.5 + between(random, -0.3, 0.3);
    if (made->def->grid == THRONG_GRID_HEX) {
        x += 0.5 * (row % 2);
        y += row * (HALF_ROOT_3 - 1.0);
    }
    const double reach = between(random, 8.0, 24.0) * made->room;
    const int32_t scout = alone && made->def->squads > 0;
    const double strength = between(random, 0.5, 1.5) * (scout ? 4.0 : 1.0);
    *object = throng_influence_default_object();
    object->x = (float)(x * (double)made->def->cell);
    object->y = (float)(y * (double)made->def->cell);
    object->vx = (float)(made->vx + between(random, -0.1, 0.1));
    object->vy = (float)(made->vy + between(random, -0.1, 0.1));
    object->influence = (float)(made->side * strength);
    object->max_distance = (float)reach;
    object->decay_kind = made->def->decay;
    object->alpha = (float)between(random, scout ? 0.6 : 0.3, 0.8);
    if (object->decay_kind == THRONG_DECAY_LINEAR)
        object->decay = (float)(strength / reach); /* 0 at the reach */
    else
        object->decay = (float)between(random, 0.8, 0.95);
}

int random_objects_draw(const random_objects_def *def, const grid_map *map, throng_influence_object *objects)
{
    const int32_t longer = map->width > map->height ? map->width : map->height;
    scene made = {.random = def->seed,
                  .def = def,
                  .map = map,
                  .squad_size = 1,
                  .room = longer < 128 ? longer / 128.0 : 1.0};
    if (def->count == 0)
        return PROGRAM_OK;
    if (def->squads > 0) {
        made.scouts = def->count - def->count / 10;
        made.squad_size = (made.scouts - 1) / def->squads + 1;
    }
    const int code = find_free_cells(&made);
    for (int32_t i = 0; i < def->count && !code; i++)
        make_one(&made, i, &objects[i]);
    free(made.free_cells);
    return code;
}
