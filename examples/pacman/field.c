/* Tables of influence, made by throng one object at a time. */
#include "field.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct field_maker {
    const maze *mazes;
    throng_context *context;
    throng_influence *single; /* for one object */
    throng_influence *whole;  /* for all of a game's */
    float values[MAZE_HEIGHT][MAZE_WIDTH];
};

/* ---------------------------------------------------------------- objects ---------------------------- */

static throng_influence_object object_in(const maze *m, int32_t cell, float influence, float gamma,
                                         float reach)
{
    throng_influence_object object = throng_influence_default_object();
    object.x = (float)m->column[cell] + 0.5f;
    object.y = (float)m->row[cell] + 0.5f;
    object.influence = influence;
    object.decay_kind = THRONG_DECAY_EXPONENTIAL;
    object.decay = gamma;
    object.max_distance = reach;
    return object;
}

static throng_influence_object pill_in(const maze *m, const field_kind *kind, int32_t cell, float influence)
{
    return object_in(m, cell, influence, kind->gamma, FIELD_PILL_REACH);
}

static throng_influence_object ghost_in(const maze *m, const field_kind *kind, int32_t cell, int way,
                                        float influence)
{
    throng_influence_object object = object_in(m, cell, influence, kind->gamma, kind->ghost_reach);
    if (kind->motion != MOTION_NONE) {
        object.vx = (float)direction_x[way];
        object.vy = (float)direction_y[way];
        object.alpha = kind->motion == MOTION_ADJUST ? kind->amount : 0.0f;
        object.offset = kind->motion == MOTION_OFFSET ? kind->amount : 0.0f;
    }
    return object;
}

int32_t field_objects(const field_kind *kind, const field_weights *weights, const game *g,
                      throng_influence_object objects[FIELD_MOST_OBJECTS])
{
    int32_t count = 0;
    for (int32_t cell = 0; cell < g->maze->count; cell++) {
        if (g->content[cell] == MAZE_PILL)
            objects[count++] = pill_in(g->maze, kind, cell, weights->pill);
        else if (g->content[cell] == MAZE_POWER)
            objects[count++] = pill_in(g->maze, kind, cell, weights->power);
    }
    for (int32_t i = 0; i < GHOSTS; i++) {
        const ghost *one = &g->ghosts[i];
        float influence = one->edible ? weights->edible : weights->ghost;
        if (ghost_counts(one))
            objects[count++] = ghost_in(g->maze, kind, one->cell, one->heading, influence);
    }
    return count;
}

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
    throng_influence_def map = throng_influence_default_def();
    map.width = MAZE_WIDTH;
    map.height = MAZE_HEIGHT;
    map.object_capacity = FIELD_MOST_OBJECTS;
    if (throng_influence_create(maker->context, &map, &maker->single) != THRONG_OK ||
        throng_influence_create(maker->context, &map, &maker->whole) != THRONG_OK) {
        failed(maker, "influence maps");
        field_maker_destroy(maker);
        return NULL;
    }
    return maker;
}

void field_maker_destroy(field_maker *maker)
{
    if (maker == NULL)
        return;
    throng_influence_destroy(maker->whole);
    throng_influence_destroy(maker->single);
    throng_context_destroy(maker->context);
    free(maker);
}

static int compute(field_maker *maker, throng_influence *map, const throng_influence_object *objects,
                   int32_t count, float values[MAZE_HEIGHT][MAZE_WIDTH])
{
    if (throng_influence_set_objects(map, 0, 0, count, objects, 0) != THRONG_OK ||
        throng_influence_truncate_objects(map, 0, count) != THRONG_OK ||
        throng_influence_update(map) != THRONG_OK ||
        throng_influence_read(map, 0, NULL, values[0], 0) != THRONG_OK)
        return failed(maker, "influence map");
    return 0;
}

int field_has(throng_propagation mode) { return mode == THRONG_PROPAGATION_EUCLIDEAN; }

static int can_propagate(const field_kind *kind)
{
    if (field_has(kind->propagation))
        return 1;
    fprintf(stderr, "pacman: this throng propagates straight alone: choose the mode euclidean\n");
    return 0;
}

int field_whole(field_maker *maker, const field_kind *kind, const field_weights *weights, const game *g,
                float values[MAZE_HEIGHT][MAZE_WIDTH])
{
    throng_influence_object objects[FIELD_MOST_OBJECTS];
    int32_t count = field_objects(kind, weights, g, objects);
    return can_propagate(kind) ? compute(maker, maker->whole, objects, count, values) : -1;
}

/* ---------------------------------------------------------------- tables ----------------------------- */

int field_allocate(field *f, const maze *m)
{
    memset(f, 0, sizeof *f);
    f->maze = m;
    size_t most = 0;
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

/* The map of one object with influence 1, as a row of a table. */
static int unit_row(field_maker *maker, const maze *m, const throng_influence_object *object,
                    float row[MAZE_CELLS])
{
    if (compute(maker, maker->single, object, 1, maker->values) != 0)
        return -1;
    memset(row, 0, MAZE_CELLS * sizeof *row);
    for (int32_t cell = 0; cell < m->count; cell++)
        row[cell] = maker->values[m->row[cell]][m->column[cell]];
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
    for (int32_t cell = 0; cell < f->maze->count; cell++) {
        if (f->maze->content[cell] == MAZE_EMPTY)
            continue;
        throng_influence_object object = pill_in(f->maze, kind, cell, 1.0f);
        if (unit_row(maker, f->maze, &object, f->pill[cell]) != 0)
            return -1;
    }
    round_pills(f);
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
            int stance = f->stance[cell][way];
            if (kind->motion == MOTION_NONE ? way > 0 : m->next[cell][way] < 0)
                continue;
            float row[MAZE_CELLS];
            throng_influence_object object = ghost_in(m, kind, cell, way, 1.0f);
            if (unit_row(maker, m, &object, row) != 0)
                return -1;
            for (int32_t k = 0; k < m->count; k++)
                f->ghost[k * f->stances + stance] = row[k];
        }
    }
    return 0;
}

int field_make(field_maker *maker, const field_kind *kind, field *fields)
{
    if (!can_propagate(kind))
        return -1;
    for (int32_t i = 0; i < MAZE_COUNT; i++) {
        if (make_pills(maker, kind, &fields[i]) != 0 || make_ghosts(maker, kind, &fields[i]) != 0)
            return -1;
    }
    return 0;
}
