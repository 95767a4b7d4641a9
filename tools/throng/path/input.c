/* Starts, goals and sources of `throng path`, and of `throng potential`. */
#include "tools/support/csv.h"
#include "tools/support/memory.h"
#include "tools/throng/path/path.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define GOALS_MOST 65536  /* of a potential field */
#define LEAST_SPEED 1e-12 /* of a tracer */

static int reject_cell(const csv_table *table, int32_t row, const char *column, float value, const char *why)
{
    return csv_reject(table, table->lines[row], column, "%g %s", (double)value, why);
}

static int check_whole(const csv_table *table, int32_t row, const char *column, float value)
{
    return value != floorf(value) ? reject_cell(table, row, column, value, "is not a whole number")
                                  : PROGRAM_OK;
}

static int32_t index_of(float coordinate, float cell, int32_t side)
{
    const int32_t index = (int32_t)floor((double)coordinate / (double)cell);
    return index < side ? index : side - 1; /* rounding, just below the map's edge */
}

/* The cell of a row's point. A tracer divides floats, so that close to an edge it may find the next cell. */
static int find_cell(const csv_table *table, int32_t row, const grid_map *map, float cell, int32_t traced,
                     throng_cell *found)
{
    const float *values = table->values + (size_t)row * (size_t)table->columns;
    *found = (throng_cell){index_of(values[0], cell, map->width), index_of(values[1], cell, map->height)};
    if (traced)
        *found = (throng_cell){(int32_t)floorf(values[0] / cell), (int32_t)floorf(values[1] / cell)};
    if (found->column >= map->width || found->row >= map->height) {
        const int32_t beside = found->column >= map->width;
        return reject_cell(table, row, beside ? "x" : "y", values[beside ? 0 : 1],
                           "is on the edge of the map, which is no longer part of it");
    }
    if (map_is_free(map, found->column, found->row))
        return PROGRAM_OK;
    return csv_reject(table, table->lines[row], "x",
                      "%g and \"y\": %g are in a wall; give a point of a free cell", (double)values[0],
                      (double)values[1]);
}

/* The columns x and y of points on the map; anywhere without one. */
static void place_columns(csv_column columns[2], const grid_map *map, float cell)
{
    if (!map) {
        columns[0] = (csv_column){"x", 1, 0.0f, -1e9, 1e9, 0, 0};
        columns[1] = (csv_column){"y", 1, 0.0f, -1e9, 1e9, 0, 0};
        return;
    }
    columns[0] = (csv_column){"x", 1, 0.0f, 0.0, map->width * (double)cell, 0, 1};
    columns[1] = (csv_column){"y", 1, 0.0f, 0.0, map->height * (double)cell, 0, 1};
}

int path_check_terrain(const option_list *options, const path_terrain *terrain, int32_t mapped, float cell)
{
    static const char *const names[] = {"terrain", "terrain-eta", "terrain-range"};
    for (size_t i = 0; !mapped && i < sizeof names / sizeof *names; i++)
        if (option_given(options, names[i])) {
            char what[32];
            (void)snprintf(what, sizeof what, "--%s", names[i]);
            return reject_usage(what, "there is no map; give --map");
        }
    if (!mapped || (terrain->range > 1e-3f && terrain->range <= 1024.0f * cell))
        return PROGRAM_OK;
    return reject_usage("--terrain-range", "%g is not above 1e-3 and at most 1024 cells, %g",
                        (double)terrain->range, 1024.0 * (double)cell);
}

int path_check_inputs(const char *const *paths, size_t count)
{
    int32_t standard = 0;
    for (size_t i = 0; i < count; i++)
        standard += is_standard(paths[i]);
    return standard > 1
               ? reject_usage("input files", "more than one is standard input; name files for the others")
               : PROGRAM_OK;
}

throng_potential_def path_potential_def(const path_scene *scene, const path_terrain *terrain, float cell)
{
    throng_potential_def def = throng_potential_default_def();
    def.source_capacity = scene->source_count;
    def.goal_capacity = scene->goal_count;
    def.cell_size = cell;
    def.terrain_mode = terrain->mode;
    def.terrain_eta = terrain->eta;
    def.terrain_range = terrain->range;
    return def;
}

static int load_goals(const char *path, const grid_map *map, float cell, path_scene *scene)
{
    csv_table table;
    csv_column columns[3] = {{0}};
    place_columns(columns, map, cell);
    columns[2] = (csv_column){"k", 0, 5.0f, 0.0, 1e9, 0, 0};
    int code = csv_load(path, columns, 3, &table);
    if (!code && !scene->routed && table.rows > GOALS_MOST)
        code = reject_usage(
            table.name,
            "line %d: more than %d goals; a potential field takes no more, so give it some at a time",
            (int)table.lines[GOALS_MOST], GOALS_MOST);
    scene->goals = allocate((size_t)table.rows, sizeof *scene->goals, table.name, &code);
    for (int32_t i = 0; i < table.rows && !code; i++) {
        const float *row = table.values + 3 * (size_t)i;
        scene->goals[i].at = (throng_potential_goal){row[0], row[1], row[2], 0};
        code = map ? find_cell(&table, i, map, cell, scene->traced, &scene->goals[i].cell) : code;
    }
    scene->goal_count = table.rows;
    csv_release(&table);
    return code;
}

static int load_start(const csv_table *table, int32_t index, const grid_map *map, float cell,
                      path_scene *scene)
{
    const float *row = table->values + 4 * (size_t)index;
    path_start *start = &scene->starts[index];
    *start = (path_start){.at = {row[0], row[1], row[3], (int32_t)row[2], 0, 0}, .line = table->lines[index]};
    int code = map ? find_cell(table, index, map, cell, scene->traced, &start->cell) : PROGRAM_OK;
    code = code ? code : check_whole(table, index, "goal", row[2]);
    if (!code && start->at.goal >= scene->goal_count)
        return csv_reject(table, table->lines[index], "goal",
                          "%g is no goal; they have %d rows, which count from 0", (double)row[2],
                          (int)scene->goal_count);
    return code;
}

static int load_starts(const char *path, const grid_map *map, float cell, path_scene *scene)
{
    csv_table table;
    csv_column columns[4] = {{0}};
    place_columns(columns, map, cell);
    columns[2] = (csv_column){"goal", 0, 0.0f, 0.0, 1e9, 0, 0};
    const double least = scene->traced ? LEAST_SPEED : (double)FLT_MIN;
    columns[3] = (csv_column){"speed", 0, 1.0f, least, 1e9, 0, 0};
    int code = csv_load(path, columns, 4, &table);
    scene->starts_name = table.name;
    scene->starts = allocate((size_t)table.rows, sizeof *scene->starts, table.name, &code);
    for (int32_t i = 0; i < table.rows && !code; i++)
        code = load_start(&table, i, map, cell, scene);
    scene->start_count = table.rows;
    csv_release(&table);
    return code;
}

static int load_sources(const char *path, path_scene *scene)
{
    enum { X, Y, ETA, RANGE, POWER, TYPE, COLUMNS };
    const csv_column columns[COLUMNS] = {
        {"x", 1, 0.0f, -1e9, 1e9, 0, 0},
        {"y", 1, 0.0f, -1e9, 1e9, 0, 0},
        {"eta", 0, 1.0f, 0.0, 1e9, 0, 0},
        {"range", 1, 0.0f, 1e-3, 1e9, 1, 0},
        {"power", 0, 1.0f, 0.0, 1e9, 0, 0},
        {"type", 0, 0.0f, 0.0, (scene->types > 0 ? scene->types : THRONG_MAX_TYPES) - 1, 0, 0},
    };
    csv_table table;
    int code = csv_load(path, columns, COLUMNS, &table);
    scene->sources = allocate((size_t)table.rows, sizeof *scene->sources, table.name, &code);
    for (int32_t i = 0; i < table.rows && !code; i++) {
        const float *row = table.values + COLUMNS * (size_t)i;
        scene->sources[i] = (throng_potential_source){
            row[X], row[Y], row[ETA], row[RANGE], row[POWER], (int32_t)row[TYPE], 0};
        code = check_whole(&table, i, "type", row[TYPE]);
        if (!code && row[RANGE] <= 1e-3f)
            code = reject_cell(&table, i, "range", row[RANGE], "is not above 1e-3 by enough; give more");
    }
    scene->source_count = table.rows;
    csv_release(&table);
    return code;
}

int path_load_field(const char *goals_path, const char *sources_path, const grid_map *map, float cell,
                    path_scene *scene)
{
    const int code = goals_path ? load_goals(goals_path, map, cell, scene) : PROGRAM_OK;
    return !code && sources_path ? load_sources(sources_path, scene) : code;
}

int path_load(const char *goals_path, const char *starts_path, const char *sources_path, const grid_map *map,
              float cell, path_scene *scene)
{
    int code = load_goals(goals_path, map, cell, scene);
    code = code ? code : load_starts(starts_path, map, cell, scene);
    return !code && sources_path ? load_sources(sources_path, scene) : code;
}

throng_status path_fill(const path_scene *scene, throng_potential *field)
{
    const size_t stride = sizeof *scene->goals;
    throng_status status = THRONG_OK;
    if (scene->source_count > 0)
        status = throng_potential_set_sources(field, 0, scene->source_count, scene->sources, 0);
    return status == THRONG_OK && scene->goal_count > 0
               ? throng_potential_set_goals(field, 0, scene->goal_count, &scene->goals->at, stride)
               : status;
}

void path_release(path_scene *scene)
{
    free(scene->goals);
    free(scene->starts);
    free(scene->sources);
    *scene = (path_scene){0};
}
