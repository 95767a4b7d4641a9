/* The obstacles of `throng crowd`: polygons from a table. */
#include "tools/support/memory.h"
#include "tools/throng/crowd/crowd.h"

#include <stdlib.h>

enum { X, Y, COLUMNS };
enum { POLYGON, VERTEX, WHOLES };

/* A row of the table. */
typedef struct corner {
    int32_t polygon, vertex, row;
} corner;

static int by_number(const void *left, const void *right)
{
    const corner *a = left, *b = right;
    if (a->polygon != b->polygon)
        return a->polygon < b->polygon ? -1 : 1;
    if (a->vertex != b->vertex)
        return a->vertex < b->vertex ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* before: NULL where a polygon begins. */
static int check_corner(const csv_table *table, const corner *before, const corner *now)
{
    const int32_t line = table->lines[now->row];
    const int vertex = now->vertex, polygon = now->polygon;
    if (!before)
        return vertex <= 1 ? PROGRAM_OK
                           : csv_reject(table, line, "vertex",
                                        "\"%d\" is the lowest of polygon %d; count its vertices from 0 or 1",
                                        vertex, polygon);
    if (before->vertex == vertex)
        return csv_reject(table, line, "vertex", "\"%d\" of polygon %d is in line %d already; give each once",
                          vertex, polygon, (int)table->lines[before->row]);
    if (before->vertex + 1 != vertex)
        return csv_reject(table, line, "vertex", "\"%d\" of polygon %d comes next to %d; leave no number out",
                          vertex, polygon, (int)before->vertex);
    return PROGRAM_OK;
}

/* From corners in order. */
static int cut(const csv_table *table, const corner *corners, crowd_obstacles *obstacles)
{
    crowd_polygon *polygon = obstacles->polygons - 1;
    for (int32_t i = 0; i < table->rows; i++) {
        const corner *now = &corners[i];
        const int32_t begins = i == 0 || corners[i - 1].polygon != now->polygon;
        const int code = check_corner(table, begins ? NULL : now - 1, now);
        if (code)
            return code;
        if (begins) {
            polygon++;
            *polygon = (crowd_polygon){now->polygon, table->lines[now->row], i, 0};
            obstacles->count++;
        }
        const float *values = table->values + (size_t)now->row * COLUMNS;
        const float *lacks = table->lacks + (size_t)now->row * COLUMNS;
        obstacles->vertices[i] = (throng_vertex){values[X], values[Y]};
        obstacles->exact[i] = (throng_vertex_double){(double)values[X] + (double)lacks[X],
                                                     (double)values[Y] + (double)lacks[Y]};
        polygon->count++;
        if (polygon->count == 1 && (i + 1 == table->rows || corners[i + 1].polygon != now->polygon))
            return csv_reject(table, table->lines[now->row], "polygon",
                              "\"%d\" has one vertex alone; give two for a wall, or three and more",
                              (int)now->polygon);
    }
    return PROGRAM_OK;
}

static int make_polygons(const csv_table *table, crowd_obstacles *obstacles)
{
    const size_t rows = (size_t)table->rows;
    if (table->rows > THRONG_MAX_WALLS)
        return reject_usage(table->name, "line %d: more than %d vertices; give fewer",
                            (int)table->lines[THRONG_MAX_WALLS], THRONG_MAX_WALLS);
    int code = PROGRAM_OK;
    corner *corners = allocate(rows, sizeof *corners, table->name, &code);
    obstacles->polygons = allocate(rows, sizeof *obstacles->polygons, table->name, &code);
    obstacles->vertices = allocate(rows, sizeof *obstacles->vertices, table->name, &code);
    obstacles->exact = allocate(rows, sizeof *obstacles->exact, table->name, &code);
    for (int32_t i = 0; i < table->rows && !code; i++) {
        const uint64_t *wholes = table->wholes + (size_t)i * WHOLES;
        corners[i] = (corner){(int32_t)wholes[POLYGON], (int32_t)wholes[VERTEX], i};
    }
    if (!code) {
        qsort(corners, rows, sizeof *corners, by_number);
        code = cut(table, corners, obstacles);
    }
    free(corners);
    return code;
}

int crowd_obstacles_load(const char *path, crowd_obstacles *obstacles)
{
    const csv_column columns[COLUMNS] = {
        {"x", 1, 0.0f, -1e9, 1e9, 0, 0},
        {"y", 1, 0.0f, -1e9, 1e9, 0, 0},
    };
    const csv_whole wholes[WHOLES] = {
        {"polygon", 1, 0, 0, INT32_MAX},
        {"vertex", 1, 0, 0, INT32_MAX},
    };
    csv_table table;
    *obstacles = (crowd_obstacles){.name = "obstacles"};
    if (!path)
        return crowd_free_space_make(obstacles);
    int code = csv_load_wholes(path, columns, COLUMNS, wholes, WHOLES, &table);
    if (!code) {
        obstacles->name = table.name;
        code = make_polygons(&table, obstacles);
    }
    csv_release(&table);
    return !code ? crowd_free_space_make(obstacles) : code;
}

throng_status crowd_obstacles_add(const crowd_obstacles *obstacles, throng_crowd *crowd,
                                  const crowd_polygon **rejected)
{
    for (int32_t i = 0; i < obstacles->count; i++) {
        const crowd_polygon *polygon = &obstacles->polygons[i];
        const throng_status status = throng_crowd_add_obstacle_double(
            crowd, polygon->count, obstacles->exact + polygon->first, 0, NULL);
        if (status != THRONG_OK) {
            *rejected = polygon;
            return status;
        }
    }
    return THRONG_OK;
}

int crowd_obstacles_check(const crowd_obstacles *obstacles, const crowd_polygon *rejected,
                          const throng_context *context, throng_status status)
{
    if (rejected && status == THRONG_ERROR_INVALID_ARGUMENT)
        return reject_usage(obstacles->name, "line %d, column \"polygon\": \"%d\" is too small: %s",
                            (int)rejected->line, (int)rejected->number, throng_context_message(context));
    return program_check(context, status, rejected ? "obstacles" : "agents");
}

void crowd_obstacles_release(crowd_obstacles *obstacles)
{
    crowd_free_space_release(&obstacles->ground);
    free(obstacles->polygons);
    free(obstacles->vertices);
    free(obstacles->exact);
    *obstacles = (crowd_obstacles){0};
}
