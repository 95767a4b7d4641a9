/* A field far from the origin: it goes by differences of positions alone. So it has the same bits there as
 * near the origin, as long as floats have the positions; what they do not have is rounded to what they have,
 * and nothing else is lost. */
#include "tests/support/each_backend.h"

#include <stdlib.h>

enum { POINTS = 300, SOURCES = 200, GOALS = 2 };

/* Where the field is, and the step of the grid on which everything is: one that floats have there. */
typedef struct place {
    float x, y, grid;
} place;

static const place places[] = {{65536.0f, -65536.0f, 1.0f / 64.0f},
                               {-4096.0f, 262144.0f, 1.0f / 16.0f},
                               {5.5e6f, 455000.0f, 0.5f},
                               {1e9f - 409600.0f, -1e9f + 409600.0f, 64.0f}};
enum { PLACES = sizeof places / sizeof *places };

static float on_grid(rng *r, int32_t most, float grid)
{
    return (float)(rng_below(r, 2 * most + 1) - most) * grid;
}

/* The field at its place, or the same at the origin. */
static void evaluate(throng_context *context, const place *p, int32_t away, throng_force *forces)
{
    throng_potential_def def = throng_potential_default_def();
    throng_potential *field;
    throng_potential_source sources[SOURCES];
    throng_potential_point points[POINTS];
    throng_potential_goal goals[GOALS];
    const float x = away ? p->x : 0.0f, y = away ? p->y : 0.0f;
    rng r = {5};
    def.source_capacity = SOURCES;
    def.point_capacity = POINTS;
    def.damage = 1;
    MUST(context, throng_potential_create(context, &def, &field));
    for (int32_t i = 0; i < SOURCES; i++) {
        sources[i] = throng_potential_default_source();
        sources[i].x = x + on_grid(&r, 4000, p->grid);
        sources[i].y = y + on_grid(&r, 4000, p->grid);
        sources[i].range = 700.0f * p->grid;
    }
    for (int32_t i = 0; i < GOALS; i++)
        goals[i] =
            (throng_potential_goal){x + on_grid(&r, 4000, p->grid), y + on_grid(&r, 4000, p->grid), 5.0f, 0};
    for (int32_t i = 0; i < POINTS; i++)
        points[i] = (throng_potential_point){x + on_grid(&r, 4000, p->grid), y + on_grid(&r, 4000, p->grid),
                                             i % 3 - 1, 0};
    points[7].x = sources[9].x; /* in one place */
    points[7].y = sources[9].y;
    MUST(context, throng_potential_set_sources(field, 0, SOURCES, sources, 0));
    MUST(context, throng_potential_set_goals(field, 0, GOALS, goals, 0));
    MUST(context, throng_potential_set_points(field, 0, POINTS, points, 0));
    MUST(context, throng_potential_update(field));
    MUST(context, throng_potential_read(field, 0, POINTS, forces, 0));
    MUST(context, throng_potential_destroy(field));
}

EACH(potential_far, alike)
{
    static throng_force near[POINTS], far[POINTS];
    for (int32_t i = 0; i < PLACES; i++) {
        int32_t some = 0;
        evaluate(context, &places[i], 0, near);
        evaluate(context, &places[i], 1, far);
        cr_expect(same_bits("far", &near->fx, &far->fx, POINTS * sizeof *near / sizeof(float)), "place %d",
                  (int)i);
        for (int32_t k = 0; k < POINTS; k++)
            some += near[k].damage > 0.0f;
        cr_expect(some > POINTS / 4, "place %d: %d points have a source in range", (int)i, (int)some);
    }
}
