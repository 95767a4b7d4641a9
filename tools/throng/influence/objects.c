/* The objects of `throng influence`: from a table, or drawn at random. */
#include "tools/support/memory.h"
#include "tools/support/random_objects.h"
#include "tools/throng/influence/influence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- from a table ---------------------- */

enum { X, Y, VX, VY, INFLUENCE, DECAY, MAX_DISTANCE, ALPHA, COLUMNS };

static int load_objects(const influence_job *work, influence_objects *objects)
{
    const throng_influence_object plain = throng_influence_default_object();
    const int exponential = work->decay == THRONG_DECAY_EXPONENTIAL;
    const csv_column columns[COLUMNS] = {
        {"x", 1, plain.x, -1e9, 1e9, 0, 0},
        {"y", 1, plain.y, -1e9, 1e9, 0, 0},
        {"vx", 0, plain.vx, -1e9, 1e9, 0, 0},
        {"vy", 0, plain.vy, -1e9, 1e9, 0, 0},
        {"influence", 0, plain.influence, -1e9, 1e9, 0, 0},
        {"decay", 0, plain.decay, 0.0, exponential ? 1.0 : 1e9, exponential, 0},
        {"max_distance", 0, plain.max_distance, 0.0, 1e9, 0, 0},
        {"alpha", 0, plain.alpha, 0.0, 1.0, 0, 1},
    };
    const csv_whole wholes[2] = {STEP_TABLE_COLUMN, {"layer", 0, 0, 0, THRONG_MAX_LAYERS - 1}};
    int code = csv_load_wholes(work->objects_path, columns, COLUMNS, wholes, 2, &objects->table);
    objects->count = objects->table.rows;
    objects->list = allocate((size_t)objects->count, sizeof *objects->list, objects->table.name, &code);
    for (int32_t i = 0; i < objects->count && !code; i++) {
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
        object->decay_kind = work->decay;
    }
    return code;
}

/* ---------------------------------------------------------------- both ------------------------------ */

static int draw_objects(const influence_job *work, influence_objects *objects)
{
    const random_objects_def def = {.seed = work->job.common.seed,
                                    .count = work->random,
                                    .squads = work->squads,
                                    .decay = work->decay,
                                    .grid = work->grid,
                                    .cell = work->cell};
    int code = PROGRAM_OK;
    objects->list = allocate((size_t)work->random, sizeof *objects->list, "--random", &code);
    objects->count = work->random;
    return code ? code : random_objects_draw(&def, &work->map, objects->list);
}

int objects_load(const influence_job *work, influence_objects *objects)
{
    return work->objects_path ? load_objects(work, objects) : draw_objects(work, objects);
}

void objects_release(influence_objects *objects)
{
    free(objects->list);
    csv_release(&objects->table);
}

throng_influence_object objects_moved(const throng_influence_object *object, int32_t motion, float offset)
{
    throng_influence_object moved = *object;
    if (motion != MOTION_ADJUST) {
        moved.alpha = 0.0f;
        moved.offset = motion == MOTION_OFFSET ? offset : 0.0f;
    }
    return moved;
}

/* ---------------------------------------------------------------- away, for a run -------------------- */

#define HALF_ROOT_3 0.86602540378443864676

/* The centre of a cell, in cells. */
static void find_centre(const influence_job *work, int32_t column, int32_t row, double centre[2])
{
    const int32_t hex = work->grid == THRONG_GRID_HEX;
    centre[0] = column + 0.5 + (hex ? 0.5 * (row & 1) : 0.0);
    centre[1] = row * (hex ? HALF_ROOT_3 : 1.0) + 0.5;
}

/* The cell whose centre is nearest. */
static void find_cell(const influence_job *work, double x, double y, int32_t cell[2])
{
    double nearest = 0.0, centre[2];
    cell[0] = (int32_t)floor(x);
    cell[1] = (int32_t)floor(y);
    if (work->grid != THRONG_GRID_HEX)
        return;
    const int32_t first = (int32_t)floor((y - 0.5) / HALF_ROOT_3);
    for (int32_t row = first; row <= first + 1; row++) {
        const int32_t column = (int32_t)floor(x - 0.5 * (row & 1));
        find_centre(work, column, row, centre);
        const double distance = hypot(x - centre[0], y - centre[1]);
        if (row == first || distance < nearest) {
            nearest = distance;
            cell[0] = column;
            cell[1] = row;
        }
    }
}

static int is_free(const influence_job *work, int32_t column, int32_t row)
{
    const grid_map *map = &work->map;
    return column >= 0 && row >= 0 && column < map->width && row < map->height &&
           map_is_free(map, column, row);
}

/* Into the cell to the right, to the left, below or above; where none is free it stays. */
static void step_to_cell(const influence_job *work, throng_influence_object *object)
{
    static const int32_t steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int32_t cell[2];
    double centre[2];
    find_cell(work, (double)object->x / (double)work->cell, (double)object->y / (double)work->cell, cell);
    const int32_t stands = is_free(work, cell[0], cell[1]); /* else the library refuses it as it is */
    for (int32_t i = 0; i < 4 && stands; i++) {
        const int32_t column = cell[0] + steps[i][0], row = cell[1] + steps[i][1];
        if (!is_free(work, column, row))
            continue;
        find_centre(work, column, row, centre);
        object->x = (float)(centre[0] * (double)work->cell);
        object->y = (float)(centre[1] * (double)work->cell);
        return;
    }
}

throng_influence_object objects_stepped(const influence_job *work, const throng_influence_object *object)
{
    throng_influence_object away = *object;
    const float limit = (float)THRONG_MAX_SIDE * work->cell; /* what is farther off is on no map */
    if (work->mode == THRONG_PROPAGATION_EUCLIDEAN)
        away.x -= copysignf(0.25f * work->cell, away.x); /* towards 0: never out of range */
    else if (fabsf(away.x) <= limit && fabsf(away.y) <= limit)
        step_to_cell(work, &away);
    return away;
}

/* ---------------------------------------------------------------- the library ------------------------ */

/* For a message that begins with "objects[3]": the rest and 3. NULL: it is another message. */
static const char *behind_index(const char *message, int32_t count, int32_t *index)
{
    const char start[] = "objects[";
    char *end = NULL;
    if (strncmp(message, start, sizeof start - 1) != 0)
        return NULL;
    const long number = strtol(message + sizeof start - 1, &end, 10);
    if (*end != ']' || number < 0 || number >= count)
        return NULL;
    *index = (int32_t)number;
    return end + 1;
}

/* The library says "objects[3].decay is 5: why", or "objects[3] is in a wall, at column 2, row 0: why"; the
 * user needs the line and the file's columns. */
static int reject_object(const csv_table *table, const throng_influence_object *list, const char *message)
{
    const char place[] = " is ";
    int32_t row = 0;
    const char *rest = behind_index(message, table->rows, &row);
    const char *is = rest ? strstr(rest, place) : NULL;
    if (rest && rest == is) {
        const char *where = rest + sizeof place - 1;
        const int off = strstr(where, "off the map") != NULL; /* where, x and y say already */
        return reject_usage(table->name,
                            "line %d, column \"x\": %.9g and \"y\": %.9g are %.*s%s; "
                            "give a point of a free cell",
                            (int)table->lines[row], (double)list[row].x, (double)list[row].y,
                            (int)strcspn(where, off ? "," : ":"), where, off ? "" : " of the map");
    }
    if (rest && *rest == '.' && is)
        return reject_usage(table->name, "line %d, column \"%.*s\": %s", (int)table->lines[row],
                            (int)(is - rest - 1), rest + 1, is + 4);
    return reject_usage("objects", "%s", message);
}

int objects_set(throng_context *context, throng_influence *influence, int32_t layer,
                const influence_objects *source, const throng_influence_object *list)
{
    if (source->count == 0)
        return PROGRAM_OK;
    throng_status status =
        throng_influence_set_objects(influence, layer, 0, source->count, list, sizeof *list);
    if (status == THRONG_ERROR_INVALID_ARGUMENT) {
        const char *words = throng_context_message(context);
        return reject_object(&source->table, source->list,
                             *words != '\0' ? words : throng_status_string(status));
    }
    return program_check(context, status, "objects");
}
