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
#include "tests/potential/model.h"
#include "tests/support/each_backend.h"

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

/* Difference quotients over a step h to both sides, in places that are exact to the bit with their steps, and
 * where nothing begins or ends nearby. They are off by h^2/6 of the third derivative. Along any direction
 * that of 1/rho^2 is at most 24/rho^5 and that of 1/rho at most 6/rho^4, so that of a source's potential at
 * most 12 eta/rho^5 + 6 eta/(rho^4 range) <= 18 eta/rho^5; a goal's has none. Both potentials are off by
 * their rounding, which counts over 2 h, and the force by its own, all three as above, where fewer than 64
 * terms go through no more additions than they are. With a measure everything of the sources is larger by
 * its share. */
enum { MOST_HILLS = 120, SLOPES = 60, COLUMNS = 28, ROWS = 24 };

typedef struct hill {
    double x, y, eta, range;
} hill;

typedef struct slope_field {
    throng_potential_def def;
    throng_potential_source sources[40];
    throng_potential_goal goals[3];
    int32_t source_count, goal_count, goal; /* goal: the one that points follow */
    uint8_t blocked[ROWS * COLUMNS];
    hill hills[MOST_HILLS]; /* the sources and the blocked cells */
    int32_t hill_count;
} slope_field;

static const double slope_step = 1.0 / 64.0;

static void add_sources(slope_field *f, rng *r, float range_low, float range_high)
{
    for (int32_t i = 0; i < 40; i++) { /* on a grid of 4 */
        throng_potential_source s = throng_potential_default_source();
        s.x = (float)(i % 7) * 4.0f;
        s.y = (float)(i / 7) * 4.0f;
        s.eta = rng_between(r, 20.0f, 40.0f);
        s.range = rng_between(r, range_low, range_high);
        s.type = i % 3;
        f->sources[f->source_count++] = s;
        f->hills[f->hill_count++] = (hill){(double)s.x, (double)s.y, (double)s.eta, (double)s.range};
    }
}

static void add_walls(slope_field *f, throng_terrain_mode walls, float range)
{
    f->def.terrain_mode = walls;
    f->def.terrain_eta = 30.0f;
    f->def.terrain_range = range;
    for (int32_t row = 1; row < ROWS; row += 4)
        for (int32_t column = row % 3; column < COLUMNS; column += 4) {
            f->blocked[row * COLUMNS + column] = 1;
            f->hills[f->hill_count++] = (hill){column + 0.5, row + 0.5, 30.0, (double)range};
        }
}

static void add_goals(slope_field *f, int32_t count)
{
    const throng_potential_goal goals[3] = {
        {30.0f, 11.0f, 0.25f, 0}, {-2.0f, 26.0f, 0.5f, 0}, {5.0f, -3.0f, 1.5f, 0}};
    memcpy(f->goals, goals, sizeof goals);
    f->goal_count = count;
    f->goal = count == 0 ? THRONG_GOALS_NONE : count == 1 ? 0 : THRONG_GOALS_ALL;
}

/* To a hill that counts: the nearest one alone may. */
static double nearest_hill(const slope_field *f, double x, double y)
{
    double least = 1e9;
    for (int32_t i = 0; i < f->hill_count; i++)
        least = fmin(least, hypot(x - f->hills[i].x, y - f->hills[i].y));
    return least;
}

/* Not on a hill, nor where a range ends, nor, where the nearest counts alone, where another is as near. */
static int is_smooth(const slope_field *f, double x, double y)
{
    const double least = nearest_hill(f, x, y);
    int near = 0;
    for (int32_t i = 0; i < f->hill_count; i++) {
        const double rho = hypot(x - f->hills[i].x, y - f->hills[i].y);
        if (rho < 1.2 || fabs(rho - f->hills[i].range) < 0.1)
            return 0;
        near += rho < least + 0.1;
    }
    return f->def.terrain_mode != THRONG_TERRAIN_NEAREST || near == 1;
}

/* For the force and the quotient together. */
static double slope_bound(const slope_field *f, double x, double y, double share)
{
    const double least = f->def.terrain_mode == THRONG_TERRAIN_NEAREST ? nearest_hill(f, x, y) : 1e9;
    double third = 0.0, lift = 0.0, push = 0.0, additions = 8.0 + f->goal_count;
    for (int32_t i = 0; i < f->hill_count; i++) {
        const double far = hypot(x - f->hills[i].x, y - f->hills[i].y), rho = far - slope_step;
        if (far > f->hills[i].range || far > least)
            continue;
        additions += 1.0;
        third += 18.0 * share * f->hills[i].eta / pow(rho, 5.0);
        lift += 0.5 * share * f->hills[i].eta / (rho * rho);
        push += share * f->hills[i].eta / (rho * rho * rho);
    }
    for (int32_t i = 0; i < f->goal_count; i++) {
        const double rho = hypot(x - (double)f->goals[i].x, y - (double)f->goals[i].y) + slope_step;
        lift += 0.5 * (double)f->goals[i].k * rho * rho;
        push += (double)f->goals[i].k * rho;
    }
    additions += (f->def.measure ? 64.0 : 0.0) + (f->hill_count > f->source_count ? ROWS : 0.0);
    return slope_step * slope_step / 6.0 * third + (16.0 + additions) * E * lift / slope_step +
           (24.0 + additions) * E * push;
}

/* Forces at SLOPES smooth places, each with those a step to the left, right, up and down behind it. */
static void feel_slopes(throng_context *context, const slope_field *f, throng_potential_point *points,
                        throng_force *forces)
{
    throng_potential_def def = f->def;
    throng_terrain_def ground = throng_terrain_default_def();
    throng_potential *field;
    rng r = {78};
    ground.width = COLUMNS;
    ground.height = ROWS;
    MUST(context, throng_terrain_create(context, &ground, &def.terrain));
    MUST(context, throng_terrain_set(def.terrain, NULL, f->blocked, 0));
    for (int32_t i = 0; i < 5 * SLOPES;) {
        const float h = (float)slope_step, x = (float)rng_below(&r, 28 * 256) / 256.0f,
                    y = (float)rng_below(&r, 24 * 256) / 256.0f;
        const float places[5][2] = {{x, y}, {x - h, y}, {x + h, y}, {x, y - h}, {x, y + h}};
        if (!is_smooth(f, (double)x, (double)y))
            continue;
        for (int k = 0; k < 5; k++, i++)
            points[i] = (throng_potential_point){places[k][0], places[k][1], f->goal, 0};
    }
    MUST(context, throng_potential_create(context, &def, &field));
    MUST(context, throng_potential_set_sources(field, 0, f->source_count, f->sources, 0));
    MUST(context, throng_potential_set_goals(field, 0, f->goal_count, f->goals, 0));
    MUST(context, throng_potential_set_points(field, 0, 5 * SLOPES, points, 0));
    MUST(context, throng_potential_update(field));
    MUST(context, throng_potential_read(field, 0, 5 * SLOPES, forces, 0));
    MUST(context, throng_potential_destroy(field));
    MUST(context, throng_terrain_destroy(def.terrain));
}

/* 1 where the force is a hundred times the bound, so that a percent of it would be seen. */
static int check_slope(const slope_field *f, const char *what, const throng_potential_point *point,
                       const throng_force *at, double share)
{
    const double sx = ((double)at[1].potential - (double)at[2].potential) / (2.0 * slope_step);
    const double sy = ((double)at[3].potential - (double)at[4].potential) / (2.0 * slope_step);
    const double bound = slope_bound(f, (double)point->x, (double)point->y, share);
    cr_expect(fabs(sx - (double)at->fx) <= bound && fabs(sy - (double)at->fy) <= bound,
              "%s, at %g, %g: force %.9g, %.9g, slope %.9g, %.9g, more than %.3g apart", what,
              (double)point->x, (double)point->y, (double)at->fx, (double)at->fy, sx, sy, bound);
    return hypot((double)at->fx, (double)at->fy) > 100.0 * bound;
}

static void check_slopes(throng_context *context, const slope_field *f, const char *what)
{
    throng_potential_point points[5 * SLOPES];
    throng_force forces[5 * SLOPES];
    int large = 0;
    feel_slopes(context, f, points, forces);
    for (int32_t i = 0; i < 5 * SLOPES; i += 5)
        large += check_slope(f, what, &points[i], &forces[i], 1.0);
    cr_expect(large > SLOPES / 2, "%s: only %d forces are large", what, large);
}

EACH(oracle, force_is_the_slope)
{
    rng r = {77};
    slope_field f = {.def = throng_potential_default_def()};
    add_goals(&f, 3);
    check_slopes(context, &f, "goals");
    add_goals(&f, 1);
    add_sources(&f, &r, 60.0f, 60.0f); /* nothing ends nearby */
    check_slopes(context, &f, "a goal and all sources");
    f = (slope_field){.def = throng_potential_default_def(), .goal = THRONG_GOALS_NONE};
    add_sources(&f, &r, 2.0f, 9.0f);
    check_slopes(context, &f, "sources in range");
    f = (slope_field){.def = throng_potential_default_def(), .goal = THRONG_GOALS_NONE};
    add_walls(&f, THRONG_TERRAIN_ALL, 7.0f);
    check_slopes(context, &f, "terrain");
    f = (slope_field){.def = throng_potential_default_def(), .goal = THRONG_GOALS_NONE};
    add_walls(&f, THRONG_TERRAIN_NEAREST, 7.0f);
    check_slopes(context, &f, "the nearest wall");
    f = (slope_field){.def = throng_potential_default_def()};
    add_goals(&f, 3);
    add_sources(&f, &r, 2.0f, 9.0f);
    add_walls(&f, THRONG_TERRAIN_ALL, 7.0f);
    check_slopes(context, &f, "everything");
}

/* docs/concepts/potential.md: as long as the same sources are in range, s F is the slope of s U. How large
 * s is, the field without the measure tells; places must be in many such regions, and s mostly not 1. */
EACH(oracle, scaled_force_is_the_slope_of_the_scaled_potential)
{
    throng_potential_point points[5 * SLOPES];
    throng_force plain[5 * SLOPES], scaled[5 * SLOPES];
    throng_measure_def def = throng_measure_default_def();
    rng r = {79};
    slope_field f = {.def = throng_potential_default_def(), .goal = THRONG_GOALS_NONE};
    int large = 0, changed = 0, larger = 0;
    def.types = 3;
    def.lambda = 0.75f;
    for (int32_t i = 0; i < 3; i++)
        def.weights[i] = (float)(i + 1);
    add_sources(&f, &r, 2.0f, 9.0f);
    feel_slopes(context, &f, points, plain);
    MUST(context, throng_measure_create(context, &def, &f.def.measure));
    f.def.interaction = 1;
    feel_slopes(context, &f, points, scaled);
    for (int32_t i = 0; i < 5 * SLOPES; i += 5) {
        const double share =
            plain[i].potential > 0.0f ? (double)scaled[i].potential / (double)plain[i].potential : 1.0;
        large += check_slope(&f, "joined", &points[i], &scaled[i], 1.001 * share);
        changed += share > 1.1;
        larger += share > 2.0;
    }
    cr_expect(large > SLOPES / 2 && changed > SLOPES / 2 && larger > 5 && larger < changed,
              "%d, %d, %d places", large, changed, larger);
    MUST(context, throng_measure_destroy(f.def.measure));
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
