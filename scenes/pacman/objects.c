/* What a game looks like to throng: walls, and objects. */
#include "examples/pacman/field.h"

throng_grid field_grid(throng_propagation mode)
{
    return mode == THRONG_PROPAGATION_PATH ? THRONG_GRID_SQUARE4 : THRONG_GRID_SQUARE8;
}

void field_walls(const maze *m, uint8_t blocked[MAZE_HEIGHT][MAZE_WIDTH])
{
    for (int32_t row = 0; row < MAZE_HEIGHT; row++) {
        for (int32_t column = 0; column < MAZE_WIDTH; column++)
            blocked[row][column] = m->cell_at[row][column] < 0;
    }
}

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

throng_influence_object field_pill(const maze *m, const field_kind *kind, int32_t cell, float influence)
{
    return object_in(m, cell, influence, kind->gamma, FIELD_PILL_REACH);
}

throng_influence_object field_ghost(const maze *m, const field_kind *kind, int32_t cell, int way,
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
            objects[count++] = field_pill(g->maze, kind, cell, weights->pill);
        else if (g->content[cell] == MAZE_POWER)
            objects[count++] = field_pill(g->maze, kind, cell, weights->power);
    }
    for (int32_t i = 0; i < GHOSTS; i++) {
        const ghost *one = &g->ghosts[i];
        float influence = one->edible ? weights->edible : weights->ghost;
        if (ghost_counts(one))
            objects[count++] = field_ghost(g->maze, kind, one->cell, one->heading, influence);
    }
    return count;
}

void field_full_game(game *g, const maze *mazes, int32_t ahead)
{
    game_start(g, mazes, 0, 0);
    for (int i = 0; i < GHOSTS; i++) {
        int16_t cell = (int16_t)(((2 * i + 1) * g->maze->count / (2 * GHOSTS) + ahead) % g->maze->count);
        uint8_t way = g->maze->way[cell][0];
        g->ghosts[i] = (ghost){.cell = cell, .heading = way, .last = way, .state = GHOST_ROAMS};
    }
}
