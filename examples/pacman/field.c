/* Tables of influence, made by throng one object at a time. */
#include "examples/pacman/field.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORLDS = 64, /* maps that throng makes at once */
    MOST_ROWS = MAZE_CELLS * DIRECTIONS,
    STRIP = 16
};

struct field_maker {
    const maze *mazes;
    throng_context *context;
    throng_terrain *terrain[MAZE_COUNT];
    /* Made when first needed: of WORLDS worlds for single objects, and of one for all of a game's. */
    throng_influence *batch[FIELD_MODES][MAZE_COUNT], *whole[FIELD_MODES][MAZE_COUNT];
    float values[WORLDS][MAZE_HEIGHT][MAZE_WIDTH];
    throng_influence_object objects[MOST_ROWS];
    float rows[MOST_ROWS][MAZE_CELLS]; /* what each of these does to each cell */
};

/* ---------------------------------------------------------------- throng ----------------------------- */

static void run_here(void *user, int32_t count, throng_task task, void *data)
{
    (void)user;
    for (int32_t i = 0; i < count; i++)
        task(data, i);
}

static int failed(const field_maker *maker, const char *what)
{
    fprintf(stderr, "pacman: %s: %s\n", what, throng_context_message(maker->context));
    return -1;
}

static int make_terrain(field_maker *maker, int32_t number)
{
    const maze *m = &maker->mazes[number];
    uint8_t blocked[MAZE_HEIGHT][MAZE_WIDTH];
    field_walls(m, blocked);
    throng_terrain_def def = throng_terrain_default_def();
    def.width = MAZE_WIDTH;
    def.height = MAZE_HEIGHT;
    throng_terrain **terrain = &maker->terrain[number];
    if (throng_terrain_create(maker->context, &def, terrain) != THRONG_OK ||
        throng_terrain_set(*terrain, NULL, blocked[0], 0) != THRONG_OK)
        return failed(maker, "maze");
    return 0;
}

field_maker *field_maker_create(const maze *mazes)
{
    field_maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL) {
        fprintf(stderr, "pacman: influence maps: out of memory\n");
        return NULL;
    }
    maker->mazes = mazes;
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU; /* maps of 868 cells are too small for a device */
    def.threads = 1;
    def.parallel.run = run_here;
    throng_status status = throng_context_create(&def, &maker->context);
    if (status != THRONG_OK) {
        fprintf(stderr, "pacman: influence maps: %s\n", throng_status_string(status));
        free(maker);
        return NULL;
    }
    for (int32_t i = 0; i < MAZE_COUNT; i++) {
        if (make_terrain(maker, i) != 0) {
            field_maker_destroy(maker);
            return NULL;
        }
    }
    return maker;
}

void field_maker_destroy(field_maker *maker)
{
    if (maker == NULL)
        return;
    for (int32_t i = 0; i < MAZE_COUNT; i++) {
        for (int32_t mode = 0; mode < FIELD_MODES; mode++) {
            throng_influence_destroy(maker->batch[mode][i]);
            throng_influence_destroy(maker->whole[mode][i]);
        }
        throng_terrain_destroy(maker->terrain[i]);
    }
    throng_context_destroy(maker->context);
    free(maker);
}

static int make_map(field_maker *maker, throng_propagation mode, int32_t number, int32_t worlds,
                    int32_t objects, throng_influence **map)
{
    if (*map != NULL)
        return 0;
    throng_influence_def def = throng_influence_default_def();
    def.width = MAZE_WIDTH;
    def.height = MAZE_HEIGHT;
    def.worlds = worlds;
    def.object_capacity = objects;
    def.propagation = mode;
    def.grid = field_grid(mode);
    if (mode != THRONG_PROPAGATION_EUCLIDEAN)
        def.terrain = maker->terrain[number];
    return throng_influence_create(maker->context, &def, map) == THRONG_OK ? 0
                                                                           : failed(maker, "influence map");
}

static int compute(field_maker *maker, throng_influence *map, const throng_influence_object *objects,
                   int32_t count, float *values)
{
    if (throng_influence_set_objects(map, 0, 0, count, objects, 0) != THRONG_OK ||
        throng_influence_truncate_objects(map, 0, count) != THRONG_OK ||
        throng_influence_update(map) != THRONG_OK ||
        throng_influence_read(map, 0, NULL, values, 0) != THRONG_OK)
        return failed(maker, "influence map");
    return 0;
}

int field_whole(field_maker *maker, const field_kind *kind, const field_weights *weights, const game *g,
                float values[MAZE_HEIGHT][MAZE_WIDTH])
{
    throng_influence_object objects[FIELD_MOST_OBJECTS];
    int32_t number = (int32_t)(g->maze - g->mazes), count = field_objects(kind, weights, g, objects);
    throng_influence **map = &maker->whole[kind->propagation][number];
    if (make_map(maker, kind->propagation, number, 1, FIELD_MOST_OBJECTS, map) != 0)
        return -1;
    return compute(maker, *map, objects, count, values[0]);
}

/* ---------------------------------------------------------------- tables ----------------------------- */

int field_allocate(field *f, const maze *m)
{
    memset(f, 0, sizeof *f);
    f->maze = m;
    size_t most = 1; /* a table is never empty, so NULL means that there is no memory */
    for (int32_t cell = 0; cell < m->count; cell++) {
        for (int way = 0; way < DIRECTIONS; way++)
            most += m->next[cell][way] >= 0;
    }
    f->pill = calloc((size_t)m->count, sizeof *f->pill);
    f->ghost = calloc((size_t)m->count * most, sizeof *f->ghost);
    if (f->pill != NULL && f->ghost != NULL)
        return 0;
    field_free(f);
    return -1;
}

void field_free(field *f)
{
    free(f->pill);
    free(f->ghost);
    f->pill = NULL;
    f->ghost = NULL;
}

/* Fills maker->rows with what each of the first `count` of maker->objects does alone, in its own world. */
static int unit_rows(field_maker *maker, throng_propagation mode, const maze *m, int32_t count)
{
    int32_t number = (int32_t)(m - maker->mazes);
    throng_influence **map = &maker->batch[mode][number];
    if (make_map(maker, mode, number, WORLDS, WORLDS, map) != 0)
        return -1;
    for (int32_t first = 0; first < count; first += WORLDS) {
        int32_t worlds = count - first < WORLDS ? count - first : WORLDS;
        for (int32_t i = 0; i < worlds; i++)
            maker->objects[first + i].world = i;
        if (compute(maker, *map, &maker->objects[first], worlds, maker->values[0][0]) != 0)
            return -1;
        for (int32_t i = 0; i < worlds; i++) {
            for (int32_t cell = 0; cell < m->count; cell++)
                maker->rows[first + i][cell] = maker->values[i][m->row[cell]][m->column[cell]];
        }
    }
    return 0;
}

/* The largest sum of pills bounds every other one. Two bits are left for the sums' rounding here and for the
 * rounding to multiples. */
static double choose_quantum(const field *f)
{
    double most = 0.0;
    for (int32_t k = 0; k < f->maze->count; k++) {
        double sum = 0.0;
        for (int32_t cell = 0; cell < f->maze->count; cell++)
            sum += (double)f->pill[cell][k];
        most = sum > most ? sum : most;
    }
    int exponent;
    frexp(most, &exponent);
    return ldexp(1.0, exponent + 2 - DBL_MANT_DIG);
}

/* A float that is a multiple already stays as it is; a smaller one becomes a multiple of few digits. */
static void round_pills(field *f)
{
    const maze *m = f->maze;
    f->quantum = choose_quantum(f);
    memset(f->all_pills, 0, sizeof f->all_pills);
    memset(f->all_powers, 0, sizeof f->all_powers);
    for (int32_t cell = 0; cell < m->count; cell++) {
        double *all = m->content[cell] == MAZE_POWER ? f->all_powers : f->all_pills;
        for (int32_t k = 0; k < m->count; k++) {
            double rounded = floor((double)f->pill[cell][k] / f->quantum + 0.5) * f->quantum;
            f->pill[cell][k] = (float)rounded;
            all[k] += rounded;
        }
    }
}

static int make_pills(field_maker *maker, const field_kind *kind, field *f)
{
    const maze *m = f->maze;
    int32_t count = 0;
    if (f->pill_mode == kind->propagation && f->pill_gamma == kind->gamma)
        return 0; /* they have no motion and always the same reach */
    f->pill_gamma = 0.0f;
    for (int32_t cell = 0; cell < m->count; cell++) {
        if (m->content[cell] != MAZE_EMPTY)
            maker->objects[count++] = field_pill(m, kind, cell, 1.0f);
    }
    if (unit_rows(maker, kind->propagation, m, count) != 0)
        return -1;
    count = 0;
    for (int32_t cell = 0; cell < m->count; cell++) {
        if (m->content[cell] != MAZE_EMPTY)
            memcpy(f->pill[cell], maker->rows[count++], sizeof *f->pill);
    }
    round_pills(f);
    f->pill_mode = kind->propagation;
    f->pill_gamma = kind->gamma;
    return 0;
}

/* At rest all headings in a cell are one stance. In motion a ghost that runs along a corridor takes stances
 * one behind the other, which are near each other in memory. */
static void number_stances(field *f, motion how)
{
    const maze *m = f->maze;
    f->stances = 0;
    for (int way = 0; way < DIRECTIONS; way++) {
        int along_rows = way == LEFT || way == RIGHT;
        for (int32_t k = 0; k < MAZE_WIDTH * MAZE_HEIGHT; k++) {
            int32_t cell = along_rows ? m->cell_at[k / MAZE_WIDTH][k % MAZE_WIDTH]
                                      : m->cell_at[k % MAZE_HEIGHT][k / MAZE_HEIGHT];
            if (cell < 0)
                continue;
            if (how == MOTION_NONE)
                f->stance[cell][way] = (int16_t)cell;
            else
                f->stance[cell][way] = (int16_t)(m->next[cell][way] >= 0 ? f->stances++ : 0);
        }
    }
    if (how == MOTION_NONE)
        f->stances = m->count;
}

static int make_ghosts(field_maker *maker, const field_kind *kind, field *f)
{
    const maze *m = f->maze;
    number_stances(f, kind->motion);
    for (int32_t cell = 0; cell < m->count; cell++) {
        for (int way = 0; way < DIRECTIONS; way++) {
            if (kind->motion == MOTION_NONE ? way == 0 : m->next[cell][way] >= 0)
                maker->objects[f->stance[cell][way]] = field_ghost(m, kind, cell, way, 1.0f);
        }
    }
    if (unit_rows(maker, kind->propagation, m, f->stances) != 0)
        return -1;
    /* turned over in strips, since a column at a time would miss the cache each time */
    for (int32_t strip = 0; strip < f->stances; strip += STRIP) {
        int32_t end = strip + STRIP < f->stances ? strip + STRIP : f->stances;
        for (int32_t k = 0; k < m->count; k++) {
            for (int32_t stance = strip; stance < end; stance++)
                f->ghost[(size_t)k * (size_t)f->stances + (size_t)stance] = maker->rows[stance][k];
        }
    }
    return 0;
}

int field_make(field_maker *maker, const field_kind *kind, field *fields)
{
    for (int32_t i = 0; i < MAZE_COUNT; i++) {
        if (make_pills(maker, kind, &fields[i]) != 0 || make_ghosts(maker, kind, &fields[i]) != 0)
            return -1;
    }
    return 0;
}
