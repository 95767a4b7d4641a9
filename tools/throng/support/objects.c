/* The objects of `throng influence`: from a table, or drawn at random. */
#include "tools/throng/program.h"

#include <stdlib.h>
#include <string.h>

#define HALF_ROOT_3 0.86602540378443864676

/* ---------------------------------------------------------------- from a table ---------------------- */

enum { X, Y, VX, VY, INFLUENCE, DECAY, MAX_DISTANCE, ALPHA, COLUMNS };

static int load_objects(const throng_app_influence *options, throng_app_objects *objects)
{
    const throng_influence_object plain = throng_influence_default_object();
    const int exponential = options->decay == THRONG_DECAY_EXPONENTIAL;
    const throng_app_column columns[COLUMNS] = {
        {"x", 1, plain.x, -1e9, 1e9, 0, 0},
        {"y", 1, plain.y, -1e9, 1e9, 0, 0},
        {"vx", 0, plain.vx, -1e9, 1e9, 0, 0},
        {"vy", 0, plain.vy, -1e9, 1e9, 0, 0},
        {"influence", 0, plain.influence, -1e9, 1e9, 0, 0},
        {"decay", 0, plain.decay, 0.0, exponential ? 1.0 : 1e9, exponential, 0},
        {"max_distance", 0, plain.max_distance, 0.0, 1e9, 0, 0},
        {"alpha", 0, plain.alpha, 0.0, 1.0, 0, 1},
    };
    int code = throng_app_table_load(options->objects_path, columns, COLUMNS, &objects->table);
    if (code != THRONG_APP_OK || objects->table.rows == 0) {
        return code;
    }
    objects->count = objects->table.rows;
    objects->list = calloc((size_t)objects->count, sizeof *objects->list);
    if (objects->list == NULL) {
        return throng_app_reject_memory(objects->table.name);
    }
    for (int32_t i = 0; i < objects->count; ++i) {
        const float *row = objects->table.values + (size_t)i * COLUMNS;
        throng_influence_object *object = &objects->list[i];
        *object = plain;
        object->x = row[X];
        object->y = row[Y];
        object->vx = row[VX];
        object->vy = row[VY];
        object->influence = row[INFLUENCE];
        object->decay = row[DECAY];
        object->max_distance = row[MAX_DISTANCE];
        object->alpha = row[ALPHA];
        object->decay_kind = options->decay;
    }
    return THRONG_APP_OK;
}

/* ---------------------------------------------------------------- at random -------------------------- */

typedef struct generator {
    uint64_t state;
} generator;

/* A counter times an odd constant, its bits then mixed: every seed gives a sequence of its own. */
static uint64_t next_bits(generator *random)
{
    random->state += 0x9E3779B97F4A7C15u;
    uint64_t bits = random->state;
    bits = (bits ^ bits >> 32) * 0xD6E8FEB86659FD93u;
    bits = (bits ^ bits >> 29) * 0xA0761D6478BD642Fu;
    return bits ^ bits >> 32;
}

/* In [0, 1), a multiple of 2^-24: the same on every machine. */
static double next_unit(generator *random) { return (double)(next_bits(random) >> 40) / 16777216.0; }

static double between(generator *random, double low, double high)
{
    return low + (high - low) * next_unit(random);
}

typedef struct scene {
    generator random;
    const throng_app_influence *options;
    const throng_app_map *map;
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
    const throng_app_map *map = made->map;
    size_t cells = (size_t)map->width * (size_t)map->height;
    made->free_count = cells;
    if (map->cells == NULL) {
        return THRONG_APP_OK;
    }
    made->free_cells = malloc(cells * sizeof *made->free_cells);
    if (made->free_cells == NULL) {
        return throng_app_reject_memory("--random");
    }
    made->free_count = 0;
    for (size_t i = 0; i < cells; ++i) {
        int32_t row = (int32_t)(i / (size_t)map->width);
        int32_t column = (int32_t)(i % (size_t)map->width);
        if (throng_app_map_free(map, column, row)) {
            made->free_cells[made->free_count++] = (int32_t)i;
        }
    }
    if (made->free_count == 0) {
        return throng_app_reject(THRONG_APP_USAGE, "--random",
                                 "the map has no free cell to stand on; take another map");
    }
    return THRONG_APP_OK;
}

/* Squads make two armies that face each other from the left and the right and mix in the middle. Single
 * objects take turns. */
static double choose_side(scene *made, int32_t index)
{
    if (made->options->squads == 0) {
        return index % 2 == 0 ? 1.0 : -1.0;
    }
    double part = (made->column + 0.5) / made->map->width;
    return between(&made->random, 0.2, 0.8) > part ? 1.0 : -1.0;
}

static void new_leader(scene *made, int32_t index)
{
    size_t pick = (size_t)(next_unit(&made->random) * (double)made->free_count);
    size_t cell = made->free_cells != NULL ? (size_t)made->free_cells[pick] : pick;
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
    while (reach * reach < 3.0 * made->squad_size) {
        reach += 1.0;
    }
    for (int32_t attempt = 0; attempt < 32; ++attempt) {
        *column = made->column + (int32_t)between(&made->random, -reach, reach);
        *row = made->row + (int32_t)between(&made->random, -reach, reach);
        if (*column >= 0 && *row >= 0 && *column < made->map->width && *row < made->map->height &&
            throng_app_map_free(made->map, *column, *row)) {
            return;
        }
    }
    *column = made->column;
    *row = made->row;
}

static void make_one(scene *made, int32_t index, throng_influence_object *object)
{
    generator *random = &made->random;
    const int32_t alone = index >= made->scouts;
    int32_t column = 0;
    int32_t row = 0;
    if (alone || index % made->squad_size == 0) {
        new_leader(made, index);
        column = made->column;
        row = made->row;
    } else {
        place_beside(made, &column, &row);
    }
    double x = column + 0.5 + between(random, -0.3, 0.3);
    double y = row + 0.5 + between(random, -0.3, 0.3);
    if (made->options->grid == THRONG_GRID_HEX) {
        x += 0.5 * (row % 2);
        y += row * (HALF_ROOT_3 - 1.0);
    }
    double reach = between(random, 8.0, 24.0) * made->room;
    const int32_t scout = alone && made->options->squads > 0;
    double strength = between(random, 0.5, 1.5) * (scout ? 4.0 : 1.0);
    *object = throng_influence_default_object();
    object->x = (float)(x * (double)made->options->cell);
    object->y = (float)(y * (double)made->options->cell);
    object->vx = (float)(made->vx + between(random, -0.1, 0.1));
    object->vy = (float)(made->vy + between(random, -0.1, 0.1));
    object->influence = (float)(made->side * strength);
    object->max_distance = (float)reach;
    object->decay_kind = made->options->decay;
    object->alpha = (float)between(random, scout ? 0.6 : 0.3, 0.8);
    if (object->decay_kind == THRONG_DECAY_LINEAR) {
        object->decay = (float)(strength / reach); /* 0 just where the reach ends */
    } else {
        object->decay = (float)between(random, 0.8, 0.95);
    }
}

static int draw_objects(const throng_app_influence *options, const throng_app_map *map,
                        throng_app_objects *objects)
{
    scene made = {.random = {options->common.seed}, .options = options, .map = map};
    int32_t count = options->random;
    if (count == 0) {
        return THRONG_APP_OK;
    }
    int32_t longer = map->width > map->height ? map->width : map->height;
    made.room = longer < 128 ? longer / 128.0 : 1.0;
    made.squad_size = 1;
    if (options->squads > 0) {
        made.scouts = count - count / 10;
        made.squad_size = (made.scouts - 1) / options->squads + 1;
    }
    int code = find_free_cells(&made);
    if (code == THRONG_APP_OK) {
        objects->list = calloc((size_t)count, sizeof *objects->list);
        objects->count = objects->list != NULL ? count : 0;
        code = objects->list != NULL ? THRONG_APP_OK : throng_app_reject_memory("--random");
    }
    for (int32_t i = 0; i < objects->count; ++i) {
        make_one(&made, i, &objects->list[i]);
    }
    free(made.free_cells);
    return code;
}

/* ---------------------------------------------------------------- both ------------------------------- */

int throng_app_objects_make(const throng_app_influence *options, const throng_app_map *map,
                            throng_app_objects *objects)
{
    *objects = (throng_app_objects){.list = NULL};
    return options->objects_path != NULL ? load_objects(options, objects)
                                         : draw_objects(options, map, objects);
}

void throng_app_objects_release(throng_app_objects *objects)
{
    free(objects->list);
    throng_app_table_release(&objects->table);
    *objects = (throng_app_objects){.list = NULL};
}

throng_influence_object throng_app_objects_moved(const throng_influence_object *object, int32_t motion,
                                                 float offset)
{
    throng_influence_object moved = *object;
    if (motion != THRONG_APP_MOTION_ADJUST) {
        moved.alpha = 0.0f;
        moved.offset = motion == THRONG_APP_MOTION_OFFSET ? offset : 0.0f;
    }
    return moved;
}

/* Of a message that begins with "objects[3]" what comes behind it, and 3; NULL: it is no such message. */
static const char *behind_index(const char *message, int32_t count, int32_t *index)
{
    const char start[] = "objects[";
    char *end = NULL;
    if (strncmp(message, start, sizeof start - 1) != 0) {
        return NULL;
    }
    const long number = strtol(message + sizeof start - 1, &end, 10);
    if (*end != ']' || number < 0 || number >= count) {
        return NULL;
    }
    *index = (int32_t)number;
    return end + 1;
}

/* The library says "objects[3].decay is 5: why", or "objects[3] stands in a wall, at column 2, row 0: where
 * it may"; the user wants the line and the file's columns. */
static int reject_object(const throng_app_table *table, const throng_influence_object *list,
                         const char *message)
{
    const char stands[] = " stands ";
    int32_t row = 0;
    const char *rest = behind_index(message, table->rows, &row);
    const char *is = rest != NULL ? strstr(rest, " is ") : NULL;
    if (rest != NULL && strncmp(rest, stands, sizeof stands - 1) == 0) {
        const char *where = rest + sizeof stands - 1;
        const int off = strstr(where, "off the map") != NULL; /* where, x and y say already */
        return throng_app_reject(THRONG_APP_USAGE, table->name,
                                 "line %d, column \"x\": %.9g and \"y\": %.9g are %.*s%s; "
                                 "give a point of a free cell",
                                 (int)table->lines[row], (double)list[row].x, (double)list[row].y,
                                 (int)strcspn(where, off ? "," : ":"), where, off ? "" : " of the map");
    }
    if (rest != NULL && *rest == '.' && is != NULL) {
        return throng_app_reject(THRONG_APP_USAGE, table->name, "line %d, column \"%.*s\": %s",
                                 (int)table->lines[row], (int)(is - rest - 1), rest + 1, is + 4);
    }
    return throng_app_reject(THRONG_APP_USAGE, "objects", "%s", message);
}

int throng_app_objects_set(throng_context *context, throng_influence *influence, int32_t layer,
                           const throng_app_objects *source, const throng_influence_object *list)
{
    if (source->count == 0) {
        return THRONG_APP_OK;
    }
    throng_status status =
        throng_influence_set_objects(influence, layer, 0, source->count, list, sizeof *list);
    if (status == THRONG_ERROR_INVALID_ARGUMENT) {
        const char *words = throng_context_message(context);
        return reject_object(&source->table, list, *words != '\0' ? words : throng_status_string(status));
    }
    return throng_app_check(context, status, "objects");
}
