/* Starts, goals and sources of `throng path`, and of `throng potential`. */
#include "tools/throng/path/path.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define GOALS_MOST 65536  /* of a potential field */
#define LEAST_SPEED 1e-12 /* of a tracer */

static int reject_cell(const throng_app_table *table, int32_t row, const char *column, float value,
                       const char *why)
{
    return throng_app_reject(THRONG_APP_USAGE, table->name, "line %d, column \"%s\": %g %s",
                             (int)table->lines[row], column, (double)value, why);
}

static int check_whole(const throng_app_table *table, int32_t row, const char *column, float value)
{
    return value != floorf(value) ? reject_cell(table, row, column, value, "is not a whole number")
                                  : THRONG_APP_OK;
}

static int32_t index_of(float coordinate, float cell, int32_t side)
{
    int32_t index = (int32_t)floor((double)coordinate / (double)cell);
    return index < side ? index : side - 1; /* rounding, just below the map's edge */
}

/* The cell of a row's point. A tracer divides floats, so that close to an edge it may find the next cell. */
static int find_cell(const throng_app_table *table, int32_t row, const throng_app_map *map, float cell,
                     int32_t traced, throng_cell *found)
{
    const float *values = table->values + (size_t)row * (size_t)table->columns;
    *found = (throng_cell){index_of(values[0], cell, map->width), index_of(values[1], cell, map->height)};
    if (traced) {
        *found = (throng_cell){(int32_t)floorf(values[0] / cell), (int32_t)floorf(values[1] / cell)};
    }
    if (found->column >= map->width || found->row >= map->height) {
        const int32_t beside = found->column >= map->width;
        return reject_cell(table, row, beside ? "x" : "y", values[beside ? 0 : 1],
                           "is on the edge of the map, which is no longer part of it");
    }
    if (throng_app_map_free(map, found->column, found->row)) {
        return THRONG_APP_OK;
    }
    char why[100];
    (void)snprintf(why, sizeof why, "and \"y\": %g are in a wall; give a point of a free cell",
                   (double)values[1]);
    return reject_cell(table, row, "x", values[0], why);
}

/* The columns x and y of points on the map; anywhere without one. */
static void place_columns(throng_app_column columns[2], const throng_app_map *map, float cell)
{
    if (map == NULL) {
        columns[0] = (throng_app_column){"x", 1, 0.0f, -1e9, 1e9, 0, 0};
        columns[1] = (throng_app_column){"y", 1, 0.0f, -1e9, 1e9, 0, 0};
        return;
    }
    columns[0] = (throng_app_column){"x", 1, 0.0f, 0.0, map->width * (double)cell, 0, 1};
    columns[1] = (throng_app_column){"y", 1, 0.0f, 0.0, map->height * (double)cell, 0, 1};
}

int throng_path_check_range(float range, float cell)
{
    if (range > 1e-3f && range <= 1024.0f * cell) {
        return THRONG_APP_OK;
    }
    return throng_app_reject(THRONG_APP_USAGE, "--terrain-range",
                             "%g is not above 1e-3 and at most 1024 cells, %g", (double)range,
                             1024.0 * (double)cell);
}

static int load_goals(const char *path, const throng_app_map *map, float cell, throng_path_scene *scene)
{
    throng_app_table table;
    throng_app_column columns[3] = {{0}};
    place_columns(columns, map, cell);
    columns[2] = (throng_app_column){"k", 0, 5.0f, 0.0, 1e9, 0, 0};
    int code = throng_app_table_load(path, columns, 3, &table);
    if (code != THRONG_APP_OK) {
        return code;
    }
    if (!scene->routed && table.rows > GOALS_MOST) {
        code = throng_app_reject(
            THRONG_APP_USAGE, table.name,
            "line %d: more than %d goals; a potential field takes no more, so give it some at a time",
            (int)table.lines[GOALS_MOST], GOALS_MOST);
        throng_app_table_release(&table);
        return code;
    }
    scene->goals = calloc((size_t)table.rows + 1, sizeof *scene->goals);
    code = scene->goals != NULL ? THRONG_APP_OK : throng_app_reject_memory(table.name);
    for (int32_t i = 0; i < table.rows && code == THRONG_APP_OK; ++i) {
        const float *row = table.values + 3 * (size_t)i;
        scene->goals[i].at = (throng_potential_goal){row[0], row[1], row[2], 0};
        code = map != NULL ? find_cell(&table, i, map, cell, scene->traced, &scene->goals[i].cell) : code;
    }
    scene->goal_count = table.rows;
    throng_app_table_release(&table);
    return code;
}

static int load_start(const throng_app_table *table, int32_t index, const throng_app_map *map, float cell,
                      throng_path_scene *scene)
{
    const float *row = table->values + 4 * (size_t)index;
    throng_path_start *start = &scene->starts[index];
    *start = (throng_path_start){.at = {row[0], row[1], row[3], (int32_t)row[2], 0, 0},
                                 .line = table->lines[index]};
    int code = map != NULL ? find_cell(table, index, map, cell, scene->traced, &start->cell) : THRONG_APP_OK;
    code = code == THRONG_APP_OK ? check_whole(table, index, "goal", row[2]) : code;
    if (code == THRONG_APP_OK && start->at.goal >= scene->goal_count) {
        char why[100];
        (void)snprintf(why, sizeof why, "is no goal; they have %d rows, which count from 0",
                       (int)scene->goal_count);
        return reject_cell(table, index, "goal", row[2], why);
    }
    return code;
}

static int load_starts(const char *path, const throng_app_map *map, float cell, throng_path_scene *scene)
{
    throng_app_table table;
    throng_app_column columns[4] = {{0}};
    place_columns(columns, map, cell);
    columns[2] = (throng_app_column){"goal", 0, 0.0f, 0.0, 1e9, 0, 0};
    const double least = scene->traced ? LEAST_SPEED : (double)FLT_MIN;
    columns[3] = (throng_app_column){"speed", 0, 1.0f, least, 1e9, 0, 0};
    int code = throng_app_table_load(path, columns, 4, &table);
    if (code != THRONG_APP_OK) {
        return code;
    }
    scene->starts_name = table.name;
    scene->starts = calloc((size_t)table.rows + 1, sizeof *scene->starts);
    code = scene->starts != NULL ? THRONG_APP_OK : throng_app_reject_memory(table.name);
    for (int32_t i = 0; i < table.rows && code == THRONG_APP_OK; ++i) {
        code = load_start(&table, i, map, cell, scene);
    }
    scene->start_count = table.rows;
    throng_app_table_release(&table);
    return code;
}

static int load_sources(const char *path, throng_path_scene *scene)
{
    enum { X, Y, ETA, RANGE, POWER, TYPE, COLUMNS };
    const throng_app_column columns[COLUMNS] = {
        {"x", 1, 0.0f, -1e9, 1e9, 0, 0},
        {"y", 1, 0.0f, -1e9, 1e9, 0, 0},
        {"eta", 0, 1.0f, 0.0, 1e9, 0, 0},
        {"range", 1, 0.0f, 1e-3, 1e9, 1, 0},
        {"power", 0, 1.0f, 0.0, 1e9, 0, 0},
        {"type", 0, 0.0f, 0.0, (scene->types > 0 ? scene->types : THRONG_MAX_TYPES) - 1, 0, 0},
    };
    throng_app_table table;
    int code = throng_app_table_load(path, columns, COLUMNS, &table);
    if (code != THRONG_APP_OK) {
        return code;
    }
    scene->sources = calloc((size_t)table.rows + 1, sizeof *scene->sources);
    code = scene->sources != NULL ? THRONG_APP_OK : throng_app_reject_memory(table.name);
    for (int32_t i = 0; i < table.rows && code == THRONG_APP_OK; ++i) {
        const float *row = table.values + COLUMNS * (size_t)i;
        scene->sources[i] = (throng_potential_source){
            row[X], row[Y], row[ETA], row[RANGE], row[POWER], (int32_t)row[TYPE], 0};
        code = check_whole(&table, i, "type", row[TYPE]);
        if (code == THRONG_APP_OK && row[RANGE] <= 1e-3f) {
            code = reject_cell(&table, i, "range", row[RANGE], "is not above 1e-3 by enough; give more");
        }
    }
    scene->source_count = table.rows;
    throng_app_table_release(&table);
    return code;
}

int throng_path_load_field(const char *goals_path, const char *sources_path, const throng_app_map *map,
                           float cell, throng_path_scene *scene)
{
    int code = goals_path != NULL ? load_goals(goals_path, map, cell, scene) : THRONG_APP_OK;
    return code == THRONG_APP_OK && sources_path != NULL ? load_sources(sources_path, scene) : code;
}

int throng_path_load(const char *goals_path, const char *starts_path, const char *sources_path,
                     const throng_app_map *map, float cell, throng_path_scene *scene)
{
    int code = load_goals(goals_path, map, cell, scene);
    code = code == THRONG_APP_OK ? load_starts(starts_path, map, cell, scene) : code;
    return code == THRONG_APP_OK && sources_path != NULL ? load_sources(sources_path, scene) : code;
}

throng_status throng_path_fill(const throng_path_scene *scene, throng_potential *field)
{
    const size_t stride = sizeof *scene->goals;
    throng_status status = THRONG_OK;
    if (scene->source_count > 0) {
        status = throng_potential_set_sources(field, 0, scene->source_count, scene->sources, 0);
    }
    return status == THRONG_OK && scene->goal_count > 0
               ? throng_potential_set_goals(field, 0, scene->goal_count, &scene->goals->at, stride)
               : status;
}

void throng_path_release(throng_path_scene *scene)
{
    free(scene->goals);
    free(scene->starts);
    free(scene->sources);
    *scene = (throng_path_scene){0};
}
