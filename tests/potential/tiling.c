/* The tiles of potential fields, which no result shows: a source lies in every tile where a point is in its
 * range, at most as many as the room for lists is counted by, at coordinates of all magnitudes. And lists
 * that stay from update to update are those of the sources that there are. */
#include "src/potential/tiling.h"
#include "src/cpu/simd.h"
#include "tests/potential/scenes.h"
#include "tests/support/each_backend.h"

#include <math.h>

enum { CROWDS = 600, SOURCES = 40, POINTS = 12, MOST_VARIANTS = 100 };

static float power_of_ten(rng *r, float low, float high)
{
    return (float)pow(10.0, (double)rng_between(r, low, high));
}

/* Around a centre, within a size that may be far below what floats there can tell apart. */
static throng_potential_sampling make_crowd(rng *r, float *centre, float *size)
{
    throng_potential_sampling crowd = {.sampled = 1 + rng_below(r, THRONG_POTENTIAL_SAMPLE)};
    *centre = power_of_ten(r, -3.0f, 8.9f) * (rng_below(r, 2) ? 1.0f : -1.0f);
    *size = power_of_ten(r, -6.0f, 8.0f);
    for (int32_t i = 0; i < crowd.sampled; i++) {
        crowd.x[i] = *centre + rng_between(r, -*size, *size);
        crowd.y[i] = rng_between(r, -*size, *size);
    }
    crowd.points = (double)power_of_ten(r, 2.0f, 7.0f);
    crowd.tiles_most = 16 + rng_below(r, 1 << 18);
    crowd.side = rng_below(r, 3) ? (double)power_of_ten(r, -4.0f, 7.0f) : 0.0;
    return crowd;
}

static uint32_t size_of_tiles(const potential_tiles *t)
{
    return (uint32_t)(t->column_last - t->column_first + 1) * (uint32_t)(t->row_last - t->row_first + 1);
}

/* A point that is near a source's range, often just inside; 1: the kernels count it as in range. */
static int in_range(rng *r, float x, float y, float range, float *at_x, float *at_y)
{
    const double angle = (double)rng_between(r, 0.0f, 6.2831853f);
    const double away = (double)range * (rng_below(r, 2) ? 1.0 : (double)rng_between(r, 0.0f, 1.00001f));
    *at_x = (float)((double)x + away * cos(angle));
    *at_y = (float)((double)y + away * sin(angle));
    const float dx = *at_x - x, dy = *at_y - y;
    return dx * dx + dy * dy <= range * range || 1.0f / sqrtf(dx * dx + dy * dy) > 1.0f / range;
}

static int32_t check_source(rng *r, const potential_plan *plan, float x, float y, float range)
{
    const int32_t world = rng_below(r, plan->worlds);
    const potential_tiles t = potential_tiles_of(plan, x, y, range, world);
    int32_t reached = 0;
    cr_expect(size_of_tiles(&t) <= potential_tiles_bound(plan, range),
              "source at %.9g, %.9g with range %.9g: %u tiles of %.9g by %.9g, bound %u", (double)x,
              (double)y, (double)range, size_of_tiles(&t), (double)plan->width, (double)plan->height,
              potential_tiles_bound(plan, range));
    for (int32_t i = 0; i < POINTS; i++) {
        float at_x, at_y;
        if (!in_range(r, x, y, range, &at_x, &at_y))
            continue;
        const int32_t tile = potential_tile(plan, at_x, at_y, world);
        const int32_t column = tile % plan->columns, row = tile / plan->columns;
        reached++;
        cr_expect(column >= t.column_first && column <= t.column_last && row >= t.row_first &&
                      row <= t.row_last,
                  "source at %.9g, %.9g with range %.9g: the point at %.9g, %.9g is in none of its tiles",
                  (double)x, (double)y, (double)range, (double)at_x, (double)at_y);
    }
    return reached;
}

Test(tiles, sources)
{
    rng r = {4711};
    int32_t reached = 0, fine = 0;
    for (int32_t i = 0; i < CROWDS; i++) {
        float centre, size;
        const throng_potential_sampling crowd = make_crowd(&r, &centre, &size);
        potential_plan plan = {.worlds = 1 + rng_below(&r, 3)};
        int32_t coarser = 0;
        cr_assert(throng_potential_choose(&plan, &coarser, &crowd) == 1);
        cr_assert((int64_t)plan.columns * plan.rows * plan.worlds <= crowd.tiles_most);
        fine += plan.columns * plan.rows > 100;
        for (int32_t k = 0; k < SOURCES; k++) {
            const float spread = rng_below(&r, 4) ? size : 1e3f * size;
            reached += check_source(&r, &plan, centre + rng_between(&r, -spread, spread),
                                    rng_between(&r, -spread, spread), power_of_ten(&r, -3.0f, 8.0f));
        }
    }
    cr_expect(reached > CROWDS * SOURCES && fine > CROWDS / 4, "%d points, %d crowds", (int)reached,
              (int)fine);
}

/* Those that lanes find are the ones that are found one by one. */
static void check_lanes(const throng_simd *simd, const potential_plan *plan, const potential_source *sources,
                        const potential_point *points, int32_t count)
{
    potential_reached r;
    int32_t tiles[POTENTIAL_BLOCK];
    simd->potential_reach_tiles(plan, sources, count, &r);
    simd->potential_place_points(plan, points, count, tiles);
    for (int32_t i = 0; i < count; i++) {
        const potential_source *s = &sources[i];
        const potential_point *p = &points[i];
        const potential_tiles t = potential_tiles_of(plan, s->x, s->y, s->range, s->world);
        if (tiles[i] != potential_tile(plan, p->x, p->y, p->world))
            cr_assert_fail("%d lanes: a point at %.9g, %.9g", (int)simd->width, (double)p->x, (double)p->y);
        if (r.tile[i] != t.row_first * plan->columns + t.column_first ||
            r.right[i] != t.column_last - t.column_first || r.below[i] != t.row_last - t.row_first)
            cr_assert_fail("%d lanes: a source at %.9g, %.9g with range %.9g", (int)simd->width, (double)s->x,
                           (double)s->y, (double)s->range);
    }
}

Test(tiles, lanes)
{
    variant list[MOST_VARIANTS];
    const int32_t variants = cpu_variants(list, MOST_VARIANTS);
    rng r = {90125};
    cr_assert(variants > 0);
    for (int32_t v = 0; v < variants; v++) {
        throng_context *context = open_variant(&list[v], NULL);
        for (int32_t i = 0; i < CROWDS; i++) {
            float centre, size;
            const throng_potential_sampling crowd = make_crowd(&r, &centre, &size);
            potential_plan plan = {.worlds = 1 + rng_below(&r, 3), .skin = rng_below(&r, 2) ? size : 0.0f};
            potential_source sources[POTENTIAL_BLOCK];
            potential_point points[POTENTIAL_BLOCK];
            int32_t coarser = 0;
            throng_potential_choose(&plan, &coarser, &crowd);
            for (int32_t k = 0; k < POTENTIAL_BLOCK; k++) {
                const float x = centre + rng_between(&r, -size, size), y = rng_between(&r, -size, size);
                sources[k] = (potential_source){.x = x,
                                                .y = y,
                                                .range = power_of_ten(&r, -3.0f, 8.0f),
                                                .world = rng_below(&r, plan.worlds)};
                points[k] = (potential_point){.x = y, .y = x, .world = sources[k].world};
            }
            check_lanes(context->simd, &plan, sources, points, 1 + rng_below(&r, POTENTIAL_BLOCK));
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* Each turn makes tiles coarser until one is left; what was found is kept while nothing finer would do. */
Test(tiles, coarser)
{
    rng r = {815};
    for (int32_t i = 0; i < CROWDS; i++) {
        float centre, size;
        const throng_potential_sampling crowd = make_crowd(&r, &centre, &size);
        potential_plan plan = {.worlds = 1};
        int32_t coarser = 0, turns = 0;
        cr_assert(throng_potential_choose(&plan, &coarser, &crowd) == 1);
        const int32_t tiles = plan.columns * plan.rows;
        cr_expect(throng_potential_choose(&plan, &coarser, &crowd) == 0);
        for (int32_t before = tiles; plan.columns * plan.rows > 1; before = plan.columns * plan.rows) {
            throng_potential_coarsen(&plan, &coarser, &crowd);
            cr_assert(plan.columns * plan.rows <= before && ++turns < 30);
            cr_expect(throng_potential_choose(&plan, &coarser, &crowd) == 0);
        }
        cr_expect(throng_potential_fits(&coarser, 100, 99) == 0 && coarser == turns);
        cr_expect(throng_potential_fits(&coarser, 99, 99) == 1 && coarser == turns);
        cr_expect(throng_potential_fits(&coarser, 9, 99) == 1 && coarser == 0);
        if (tiles > 9)
            cr_expect(throng_potential_choose(&plan, &coarser, &crowd) == 1 &&
                      plan.columns * plan.rows == tiles);
    }
}

/* What a new field says of the first `count` sources. */
static throng_force *feel_anew(const test_field *f, int32_t count)
{
    test_field *other = field_begin(f->context, f->scene);
    MUST(f->context, throng_potential_truncate_sources(other->potential, 0));
    MUST(f->context, throng_potential_set_sources(other->potential, 0, count, f->sources, 0));
    MUST(f->context, throng_potential_set_points(other->potential, 0, f->scene->points, f->points, 0));
    field_feel(other);
    throng_force *forces = other->forces;
    other->forces = NULL;
    field_end(other);
    return forces;
}

static void check_lists(test_field *f, const char *what, int32_t count)
{
    throng_force *wanted = feel_anew(f, count);
    field_feel(f);
    cr_expect(same_bits(what, &f->forces[0].fx, &wanted[0].fx, (size_t)f->scene->points * 4), "%s, %s",
              f->scene->name, what);
    free(wanted);
}

EACH(tiles, lists)
{
    for (int32_t i = 0; i < field_scene_count; i++) {
        const field_scene *s = &field_scenes[i];
        const int32_t sources = s->sources, points = s->points;
        test_field *f = field_begin(context, s);
        check_lists(f, "as they were set", sources);
        for (int32_t k = 0; k < points; k++)
            f->points[k].x += 0.01f * s->side;
        MUST(context,
             throng_potential_move_points(f->potential, 0, points, &f->points[0].x, sizeof *f->points));
        check_lists(f, "points moved", sources);
        for (int32_t k = 0; k < points; k++)
            f->points[k].y += 0.5f * s->side;
        MUST(context,
             throng_potential_move_points(f->potential, 0, points, &f->points[0].x, sizeof *f->points));
        check_lists(f, "points left their tiles", sources);
        for (int32_t k = 0; k < sources; k++)
            f->sources[k].y += 0.4f * s->side;
        MUST(context,
             throng_potential_move_sources(f->potential, 0, sources, &f->sources[0].x, sizeof *f->sources));
        check_lists(f, "sources moved", sources);
        MUST(context, throng_potential_truncate_sources(f->potential, sources / 2));
        check_lists(f, "sources truncated", sources / 2);
        for (int32_t k = 0; k < sources / 2; k++)
            f->sources[k].range *= 2.0f;
        MUST(context, throng_potential_set_sources(f->potential, 0, sources / 2, f->sources, 0));
        check_lists(f, "ranges grew", sources / 2);
        field_end(f);
    }
}
