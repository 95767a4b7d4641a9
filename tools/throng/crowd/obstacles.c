/* The obstacles of `throng crowd`: polygons from a table. */
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
    const corner *a = left;
    const corner *b = right;
    if (a->polygon != b->polygon) {
        return a->polygon < b->polygon ? -1 : 1;
    }
    if (a->vertex != b->vertex) {
        return a->vertex < b->vertex ? -1 : 1;
    }
    return (a->row > b->row) - (a->row < b->row);
}

/* before: NULL where a polygon begins. */
static int check_corner(const throng_app_table *table, const corner *before, const corner *now)
{
    const int line = (int)table->lines[now->row];
    if (before == NULL) {
        return now->vertex <= 1 ? THRONG_APP_OK
                                : throng_app_reject(
                                      THRONG_APP_USAGE, table->name,
                                      "line %d, column \"vertex\": \"%d\" is the lowest of polygon %d; count "
                                      "its vertices from 0 or 1",
                                      line, (int)now->vertex, (int)now->polygon);
    }
    if (before->vertex == now->vertex) {
        return throng_app_reject(THRONG_APP_USAGE, table->name,
                                 "line %d, column \"vertex\": \"%d\" of polygon %d is in line %d already; "
                                 "give each once",
                                 line, (int)now->vertex, (int)now->polygon, (int)table->lines[before->row]);
    }
    if (before->vertex + 1 != now->vertex) {
        return throng_app_reject(
            THRONG_APP_USAGE, table->name,
            "line %d, column \"vertex\": \"%d\" of polygon %d comes next to %d; leave no "
            "number out",
            line, (int)now->vertex, (int)now->polygon, (int)before->vertex);
    }
    return THRONG_APP_OK;
}

/* From corners in order. */
static int cut(const throng_app_table *table, const corner *corners, throng_app_crowd_obstacles *obstacles)
{
    throng_app_crowd_polygon *polygon = obstacles->polygons - 1;
    for (int32_t i = 0; i < table->rows; ++i) {
        const corner *now = &corners[i];
        const int32_t begins = i == 0 || corners[i - 1].polygon != now->polygon;
        int code = check_corner(table, begins ? NULL : now - 1, now);
        if (code != THRONG_APP_OK) {
            return code;
        }
        if (begins) {
            polygon += 1;
            *polygon = (throng_app_crowd_polygon){now->polygon, table->lines[now->row], i, 0};
            obstacles->count += 1;
        }
        const float *values = table->values + (size_t)now->row * COLUMNS;
        obstacles->vertices[i] = (throng_vertex){values[X], values[Y]};
        polygon->count += 1;
        if (polygon->count == 1 && (i + 1 == table->rows || corners[i + 1].polygon != now->polygon)) {
            return throng_app_reject(THRONG_APP_USAGE, table->name,
                                     "line %d, column \"polygon\": \"%d\" has one vertex alone; give two for "
                                     "a wall, or three and more",
                                     (int)table->lines[now->row], (int)now->polygon);
        }
    }
    return THRONG_APP_OK;
}

static int make_polygons(const throng_app_table *table, throng_app_crowd_obstacles *obstacles)
{
    const size_t room = (size_t)table->rows + 1;
    if (table->rows > THRONG_MAX_WALLS) {
        return throng_app_reject(THRONG_APP_USAGE, table->name, "line %d: more than %d vertices; give fewer",
                                 (int)table->lines[THRONG_MAX_WALLS], THRONG_MAX_WALLS);
    }
    corner *corners = calloc(room, sizeof *corners);
    obstacles->polygons = calloc(room, sizeof *obstacles->polygons);
    obstacles->vertices = calloc(room, sizeof *obstacles->vertices);
    if (corners == NULL || obstacles->polygons == NULL || obstacles->vertices == NULL) {
        free(corners);
        return throng_app_reject_memory(table->name);
    }
    for (int32_t i = 0; i < table->rows; ++i) {
        const uint64_t *wholes = table->wholes + (size_t)i * WHOLES;
        corners[i] = (corner){(int32_t)wholes[POLYGON], (int32_t)wholes[VERTEX], i};
    }
    qsort(corners, (size_t)table->rows, sizeof *corners, by_number);
    int code = cut(table, corners, obstacles);
    free(corners);
    return code;
}

int throng_app_crowd_obstacles_load(const char *path, throng_app_crowd_obstacles *obstacles)
{
    const throng_app_column columns[COLUMNS] = {
        {"x", 1, 0.0f, -1e9, 1e9, 0, 0},
        {"y", 1, 0.0f, -1e9, 1e9, 0, 0},
    };
    const throng_app_whole wholes[WHOLES] = {
        {"polygon", 1, 0, 0, INT32_MAX},
        {"vertex", 1, 0, 0, INT32_MAX},
    };
    throng_app_table table;
    *obstacles = (throng_app_crowd_obstacles){.name = "obstacles"};
    if (path == NULL) {
        return throng_app_crowd_free_space_make(obstacles);
    }
    int code = throng_app_table_load_wholes(path, columns, COLUMNS, wholes, WHOLES, &table);
    if (code == THRONG_APP_OK) {
        obstacles->name = table.name;
        code = make_polygons(&table, obstacles);
    }
    throng_app_table_release(&table);
    return code == THRONG_APP_OK ? throng_app_crowd_free_space_make(obstacles) : code;
}

throng_status throng_app_crowd_obstacles_add(const throng_app_crowd_obstacles *obstacles, throng_crowd *crowd,
                                             const throng_app_crowd_polygon **rejected)
{
    for (int32_t i = 0; i < obstacles->count; ++i) {
        const throng_app_crowd_polygon *polygon = &obstacles->polygons[i];
        const throng_status status =
            throng_crowd_add_obstacle(crowd, polygon->count, obstacles->vertices + polygon->first, 0, NULL);
        if (status != THRONG_OK) {
            *rejected = polygon;
            return status;
        }
    }
    return THRONG_OK;
}

void throng_app_crowd_obstacles_release(throng_app_crowd_obstacles *obstacles)
{
    throng_app_crowd_free_space_release(&obstacles->ground);
    free(obstacles->polygons);
    free(obstacles->vertices);
    *obstacles = (throng_app_crowd_obstacles){0};
}
