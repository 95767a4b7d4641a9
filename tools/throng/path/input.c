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

static int check_whole(const csv_table *table, int32_t row, const char *name, int32_t column)
{
    const double value = csv_written(table, row, column);
    return value != floor(value)
               ? csv_reject(table, table->lines[row], name, "%.10g is not a whole number", value)
               : PROGRAM_OK;
}

static int32_t index_of(float coordinate, float cell, int32_t side)
{
    const int32_t index = (int32_t)floor((double)coordinate / (double)cell);
    return index < side ? index : side - 1; /* rounding, just below the map's edge */
}

/* The cell of a row's point. A tracer divides floats, so close to an edge it may find the next cell. */
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

void path_input_defaults(path_input *in)
{
    in->cell = 1.0f;
    in->terrain_eta = 1.0f;
    in->terrain_range = 2.0f;
    in->scene.index.steps = 1;
}

int path_input_check(path_input *in, const option_list *options, const char *other_path)
{
    const char *const paths[] = {in->map_path, in->goals_path, in->sources_path,
                                 in->measure_options.table_path, other_path};
    int32_t standard = 0;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        standard += is_standard(paths[i]);
    in->joined = measure_given(&in->measure_options, options);
    return standard > 1
               ? reject_usage("input files", "more than one is standard input; name files for the others")
               : PROGRAM_OK;
}

static const char *const terrain_options[] = {"terrain", "terrain-eta", "terrain-range"};

#define TERRAIN_OPTIONS (sizeof terrain_options / sizeof *terrain_options)

void path_input_set_unused(const path_input *in, option_list *options)
{
    for (size_t i = 0; i < TERRAIN_OPTIONS && (!in->mapped || in->scene.routed); i++)
        option_set_unused(options, terrain_options[i]);
    measure_set_unused(&in->measure_options, in->joined, options);
}

int path_input_check_terrain(const path_input *in, const option_list *options)
{
    if (!in->mapped)
        return options_reject_given(options, terrain_options, TERRAIN_OPTIONS, "there is no map; give --map");
    if ((in->terrain_range > 1e-3f && in->terrain_range <= 1024.0f * in->cell))
        return PROGRAM_OK;
    return reject_usage("--terrain-range", "%g is not above 1e-3 and at most 1024 cells, %g",
                        (double)in->terrain_range, 1024.0 * (double)in->cell);
}

throng_potential_def path_potential_def(const path_input *in)
{
    throng_potential_def def = throng_potential_default_def();
    def.source_capacity = in->scene.index.most;
    def.goal_capacity = in->scene.goal_count;
    def.cell_size = in->cell;
    def.terrain = in->terrain;
    def.terrain_mode = in->terrain_mode;
    def.terrain_eta = in->terrain_eta;
    def.terrain_range = in->terrain_range;
    def.measure = in->measure;
    def.interaction = in->joined;
    return def;
}

int path_input_create(path_input *in, throng_context *context)
{
    const int code = in->mapped ? program_terrain(context, &in->map, &in->terrain) : PROGRAM_OK;
    return !code && in->joined ? measure_create(&in->measure_options, context, &in->measure) : code;
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
    code = code ? code : check_whole(table, index, "goal", 2);
    if (!code && csv_written(table, index, 2) >= scene->goal_count)
        return csv_reject(table, table->lines[index], "goal",
                          "%.10g is no goal; they have %d rows, which count from 0",
                          csv_written(table, index, 2), (int)scene->goal_count);
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

void path_scene_show(path_scene *scene, int32_t step)
{
    const int32_t *first = scene->index.first;
    if (!first)
        return;
    scene->sources = scene->all_sources + first[step];
    scene->source_count = first[step + 1] - first[step];
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
    const csv_whole step = STEP_TABLE_COLUMN;
    csv_table table;
    int code = csv_load_wholes(path, columns, COLUMNS, &step, scene->stepped, &table);
    scene->all_sources = allocate((size_t)table.rows, sizeof *scene->all_sources, table.name, &code);
    for (int32_t i = 0; i < table.rows && !code; i++) {
        const float *row = table.values + COLUMNS * (size_t)i;
        scene->all_sources[i] = (throng_potential_source){
            row[X], row[Y], row[ETA], row[RANGE], row[POWER], (int32_t)row[TYPE], 0};
        code = check_whole(&table, i, "type", TYPE);
        if (!code && row[RANGE] <= 1e-3f)
            code = reject_cell(&table, i, "range", row[RANGE], "is not above 1e-3 by enough; give more");
    }
    code = code ? code : step_table_index(&table, 1, &scene->index);
    path_scene_show(scene, 0);
    csv_release(&table);
    return code;
}

/* The goal of each start is its own, in the same row. */
static int load_ends(path_input *in, const scenario *from)
{
    path_scene *scene = &in->scene;
    int code = PROGRAM_OK;
    if (!scene->routed && from->count > GOALS_MOST)
        return reject_usage(from->name, "line %d: more than %d goals; --method potential takes no more",
                            (int)from->rows[GOALS_MOST].line, GOALS_MOST);
    scene->starts_name = from->name;
    scene->goals = allocate((size_t)from->count, sizeof *scene->goals, from->name, &code);
    scene->starts = allocate((size_t)from->count, sizeof *scene->starts, from->name, &code);
    for (int32_t i = 0; i < from->count && !code; i++) {
        const scenario_row *row = &from->rows[i];
        const throng_cell cells[2] = {row->pair.from, row->pair.to};
        float at[2][2];
        for (int32_t k = 0; k < 2; k++) {
            if (!map_is_free(&in->map, cells[k].column, cells[k].row))
                return reject_usage(from->name, "line %d: the %s, column %d, row %d, is in a wall",
                                    (int)row->line, k ? "goal" : "start", (int)cells[k].column,
                                    (int)cells[k].row);
            at[k][0] = (float)((cells[k].column + 0.5) * (double)in->cell);
            at[k][1] = (float)((cells[k].row + 0.5) * (double)in->cell);
        }
        scene->goals[i] = (path_goal){.at = {at[1][0], at[1][1], 5.0f, 0}, .cell = cells[1]};
        scene->starts[i] =
            (path_start){.at = {at[0][0], at[0][1], 1.0f, i, 0, 0}, .cell = cells[0], .line = row->line};
    }
    scene->goal_count = scene->start_count = code ? 0 : from->count;
    return code;
}

int path_input_load_scenario(path_input *in, const scenario *from)
{
    in->scene.types = in->joined ? in->measure_options.def.types : 0;
    const int code = load_ends(in, from);
    return !code && in->sources_path ? load_sources(in->sources_path, &in->scene) : code;
}

int path_input_load(path_input *in, const char *starts_path)
{
    const grid_map *map = in->mapped ? &in->map : NULL;
    in->scene.types = in->joined ? in->measure_options.def.types : 0;
    int code = in->goals_path ? load_goals(in->goals_path, map, in->cell, &in->scene) : PROGRAM_OK;
    if (!code && starts_path)
        code = load_starts(starts_path, map, in->cell, &in->scene);
    return !code && in->sources_path ? load_sources(in->sources_path, &in->scene) : code;
}

throng_status path_fill(const path_scene *scene, throng_potential *field)
{
    const size_t stride = sizeof *scene->goals;
    throng_potential_info about;
    throng_status status = throng_potential_get_info(field, &about);
    if (status == THRONG_OK && about.sources > scene->source_count)
        status = throng_potential_truncate_sources(field, scene->source_count);
    if (status == THRONG_OK && scene->source_count > 0)
        status = throng_potential_set_sources(field, 0, scene->source_count, scene->sources, 0);
    return status == THRONG_OK && scene->goal_count > 0
               ? throng_potential_set_goals(field, 0, scene->goal_count, &scene->goals->at, stride)
               : status;
}

void path_input_release(path_input *in)
{
    (void)throng_measure_destroy(in->measure);
    (void)throng_terrain_destroy(in->terrain);
    measure_release(&in->measure_options);
    free(in->scene.goals);
    free(in->scene.starts);
    free(in->scene.all_sources);
    free(in->scene.index.first);
    free(in->map.cells);
}
