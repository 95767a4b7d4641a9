/* Potential fields against the paper's formulas (Yu 2014, equations 1 to 6) in double precision, one source
 * after the other; and the force against the potential's own slope.
 *
 * The bound. A float operation adds half an ulp, e = 2^-24 of its result. A difference of coordinates is off
 * by e of itself; rho^2, its root and 1/rho by at most 4 e; 1/range by e, so that 1/rho - 1/range, which may
 * cancel, is off by 6 e / rho at most. The force's other factors and the product with dx add 14 e of the
 * term. With |1/rho - 1/range| <= 1/rho a source's force is off by at most 24 e eta / rho^3, its potential by
 * 16 e eta / (2 rho^2). A sum of n terms in blocks of 64 goes through at most 64 + n/64 + 4 additions, each
 * adding e of what is there, which the magnitudes bound. A measure's values are rounded once, an integral of
 * 16 types goes through 16 products and sums, and the share through a division: less than 64 additions again.
 * Walls are summed by rows, in blocks of 64 columns: an addition for each more. */
#include "each.h"
#include "field_model.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define E FIELD_E

static void check_point(const test_field *f, int32_t i)
{
    const throng_force *got = &f->forces[i];
    const field_truth t = field_truth_of(f, &f->points[i]);
    const double additions = field_additions(f, &t);
    const double force = (24.0 + additions) * E * t.force_size + 1e-37;
    const double potential = (16.0 + additions) * E * t.potential_size + 1e-37;
    const double damage = additions * E * t.power + t.doubtful;
    cr_expect(fabs((double)got->fx - t.fx) <= force && fabs((double)got->fy - t.fy) <= force,
              "%s, point %d: force %.9g, %.9g, want %.9g, %.9g within %.3g", f->scene->name, (int)i,
              (double)got->fx, (double)got->fy, t.fx, t.fy, force);
    cr_expect(fabs((double)got->potential - t.potential) <= potential,
              "%s, point %d: potential %.9g, want %.9g within %.3g", f->scene->name, (int)i,
              (double)got->potential, t.potential, potential);
    if (f->scene->damage)
        cr_expect(fabs((double)got->damage - t.damage) <= damage,
                  "%s, point %d: damage %.9g, want %.9g within %.3g", f->scene->name, (int)i,
                  (double)got->damage, t.damage, damage);
    else
        cr_expect(got->damage == 0.0f);
}

EACH(oracle, all_points)
{
    for (int32_t i = 0; i < field_scene_count; i++) {
        test_field *f = field_begin(context, &field_scenes[i]);
        field_feel(f);
        for (int32_t point = 0; point < f->scene->points; point++)
            check_point(f, point);
        field_end(f);
    }
}

/* ---------------------------------------------------------------- the slope ------------------------- */

/* Away from where ranges end, from sources and from walls the potential is smooth: over a step h its
 * difference quotient is off by h^2/6 of its third derivative, which 12 eta / rho^5 bounds, and by its own
 * rounding over h. Held against half a percent. */
EACH(oracle, force_is_the_slope)
{
    enum { COUNT = 60 };
    const float h = 1.0f / 64.0f;
    throng_potential_def def = throng_potential_default_def();
    throng_potential *field;
    throng_potential_point points[5 * COUNT];
    throng_force forces[5 * COUNT];
    rng r = {77};
    MUST(context, throng_potential_create(context, &def, &field));
    for (int i = 0; i < 40; i++) { /* on a grid of 4, ranges of 30: nothing ends nearby */
        throng_potential_source s = throng_potential_default_source();
        s.x = (float)(i % 7) * 4.0f;
        s.y = (float)(i / 7) * 4.0f;
        s.eta = rng_between(&r, 20.0f, 40.0f);
        s.range = 60.0f;
        MUST(context, throng_potential_set_sources(field, i, 1, &s, 0));
    }
    const throng_potential_goal goal = {30.0f, 11.0f, 0.25f, 0};
    MUST(context, throng_potential_set_goals(field, 0, 1, &goal, 0));
    for (int i = 0; i < COUNT; i++) {
        const float x = 2.0f + 4.0f * (float)rng_below(&r, 6) + rng_between(&r, -0.5f, 0.5f);
        const float y = 2.0f + 4.0f * (float)rng_below(&r, 5) + rng_between(&r, -0.5f, 0.5f);
        const float places[5][2] = {{x, y}, {x - h, y}, {x + h, y}, {x, y - h}, {x, y + h}};
        for (int k = 0; k < 5; k++)
            points[5 * i + k] = (throng_potential_point){places[k][0], places[k][1], 0, 0};
    }
    MUST(context, throng_potential_set_points(field, 0, 5 * COUNT, points, 0));
    MUST(context, throng_potential_update(field));
    MUST(context, throng_potential_read(field, 0, 5 * COUNT, forces, 0));
    for (int i = 0; i < COUNT; i++) {
        const throng_force *at = &forces[5 * i];
        const double wide = (double)points[5 * i + 2].x - (double)points[5 * i + 1].x;
        const double high = (double)points[5 * i + 4].y - (double)points[5 * i + 3].y;
        const double sx = -((double)at[2].potential - (double)at[1].potential) / wide;
        const double sy = -((double)at[4].potential - (double)at[3].potential) / high;
        const double size = hypot((double)at->fx, (double)at->fy),
                     noise = 4.0 * E * (double)at->potential / wide;
        cr_expect(hypot(sx - (double)at->fx, sy - (double)at->fy) <= 0.005 * size + 2.0 * noise + 0.01,
                  "point %d: force %g, %g, slope %g, %g", i, (double)at->fx, (double)at->fy, sx, sy);
    }
    MUST(context, throng_potential_destroy(field));
}

/* ---------------------------------------------------------------- special places -------------------- */

static throng_force feel_one(throng_context *context, throng_potential_source source, float x, float y)
{
    throng_potential_def def = throng_potential_default_def();
    throng_potential *field;
    const throng_potential_point point = {x, y, THRONG_GOALS_NONE, 0};
    throng_force force;
    def.damage = 1;
    MUST(context, throng_potential_create(context, &def, &field));
    MUST(context, throng_potential_set_sources(field, 0, 1, &source, 0));
    MUST(context, throng_potential_set_points(field, 0, 1, &point, 0));
    MUST(context, throng_potential_update(field));
    MUST(context, throng_potential_read(field, 0, 1, &force, 0));
    MUST(context, throng_potential_destroy(field));
    return force;
}

static int32_t near(float got, double want) { return fabs((double)got - want) <= 2e-6 * fabs(want); }

EACH(special, coincident_and_close)
{
    throng_potential_source s = throng_potential_default_source();
    const double most = 0.5 * (1000.0 - 0.25) * (1000.0 - 0.25), push = (1000.0 - 0.25) * 1e6;
    s.x = 3.0f;
    s.y = 5.0f;
    throng_force f = feel_one(context, s, 3.0f, 5.0f);
    cr_expect(f.fx == 0.0f && f.fy == 0.0f && near(f.potential, most) && f.damage == 1.0f);
    s.x = s.y = 0.0f;
    f = feel_one(context, s, 1e-5f, 0.0f); /* counts as 1e-3, and keeps its direction */
    cr_expect(near(f.fx, push) && f.fy == 0.0f && near(f.potential, most), "%g", (double)f.fx);
    f = feel_one(context, s, -3e-12f, 4e-12f);
    cr_expect(near(f.fx, -0.6 * push) && near(f.fy, 0.8 * push), "%g, %g", (double)f.fx, (double)f.fy);
    f = feel_one(context, s, 1e-40f, 0.0f); /* subnormal: 0 */
    cr_expect(f.fx == 0.0f && f.fy == 0.0f && near(f.potential, most));
    f = feel_one(context, s, FLT_MIN, 0.0f); /* fades to 0 within 2e-12 */
    cr_expect(f.fx >= 0.0f && (double)f.fx <= push && isfinite(f.fx));
}

EACH(special, at_the_end_of_the_range)
{
    throng_potential_source s = throng_potential_default_source();
    throng_force f = feel_one(context, s, 4.0f, 0.0f);
    cr_expect(f.fx == 0.0f && f.fy == 0.0f && f.potential == 0.0f && f.damage == 1.0f);
    f = feel_one(context, s, nextafterf(4.0f, 5.0f), 0.0f);
    cr_expect(f.fx == 0.0f && f.potential == 0.0f && f.damage == 0.0f);
    f = feel_one(context, s, 0.0f, -3.9f);
    cr_expect(f.fy < 0.0f && f.fx == 0.0f && f.potential > 0.0f && f.damage == 1.0f);
}

EACH(special, huge_and_tiny)
{
    throng_potential_source s = throng_potential_default_source();
    s.eta = s.range = s.power = 1e9f;
    s.x = -1e9f;
    throng_force f = feel_one(context, s, -1e9f, 0.0f);
    cr_expect(f.fx == 0.0f && near(f.potential, 0.5e9 * 1e6) && f.damage == 1e9f);
    f = feel_one(context, s, -1e9f, 1e-3f);
    cr_expect(near(f.fy, 1e18), "%g", (double)f.fy);
    f = feel_one(context, s, 1e9f, 1e9f);
    cr_expect(f.fx == 0.0f && f.fy == 0.0f && f.potential == 0.0f && f.damage == 0.0f);
    s.eta = FLT_MIN; /* whatever is smaller than the smallest normal number is 0 */
    s.x = 0.0f;
    f = feel_one(context, s, 100.0f, 100.0f);
    cr_expect(f.fx == 0.0f && !signbit(f.fx) && f.potential == 0.0f);
}
