/* A model of fields of paths, out of shortest paths from each goal. */
#include "tests/flow/scenes.h"

#include <math.h>
#include <stdlib.h>

walk_length *flow_model(const flow_game *g, int32_t field)
{
    const walk_scene *w = &g->scene->walk;
    const int32_t cells = w->width * w->height;
    walk_length *all = must_allocate(g->count * sizeof *all);
    walk_length *one = must_allocate((size_t)cells * sizeof *one);
    for (size_t i = 0; i < g->count; i++)
        all[i].a = all[i].b = -1;
    for (int32_t i = 0; i < g->scene->goals; i++) {
        const throng_cell goal = g->cells[field * g->scene->goals + i];
        const int32_t world = goal.row / w->height;
        walk_length *to = all + (ptrdiff_t)world * cells;
        if (flow_blocked(g, goal.column, goal.row))
            continue;
        walk_paths(g->walls + (ptrdiff_t)world * cells, w->width, w->height, w->grid, goal.column,
                   goal.row % w->height, one);
        for (int32_t k = 0; k < cells; k++)
            if (one[k].a >= 0 && (to[k].a < 0 || walk_shorter(one[k].a, one[k].b, to[k].a, to[k].b)))
                to[k] = one[k];
    }
    free(one);
    return all;
}

float flow_rounded(const walk_length *l)
{
    return l->a < 0 ? -1.0f : (float)((double)l->a + (double)l->b * sqrt(2.0));
}
