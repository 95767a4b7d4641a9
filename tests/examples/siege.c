/* What examples/siege is made of: the ground, attackers by the field and by routes, the genetic algorithm. */
#include <criterion/criterion.h>

#include "examples/common/program.h"
#include "examples/siege/evolve.h"
#include "examples/siege/field.h"
#include "examples/siege/route.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char program_name[] = "siege";

enum { GUNS = 15, PLACEMENTS = 7, MOST_STEPS = 400, SIDE = SCENE_SIDE * SCENE_MOST_FINE };

/* ---------------------------------------------------------------- ground ----------------------------- */

static double distance(throng_cell a, throng_cell b)
{
    return hypot((double)(a.column - b.column), (double)(a.row - b.row));
}

/* As docs/studies/siege.md says: one straight way is barred, the others pass within the range of its force.
 * */
Test(siege_scene, ground)
{
    for (int32_t i = 0; i < SCENE_STARTS; i++) {
        double nearest = 1e9;
        for (int32_t k = 0; k <= 1000; k++) {
            const double x =
                scene_starts[i].column + (scene_goal.column - scene_starts[i].column) * k / 1000.0;
            const double y = scene_starts[i].row + (scene_goal.row - scene_starts[i].row) * k / 1000.0;
            for (int32_t cell = 0; cell < SCENE_SIDE * SCENE_SIDE; cell++) {
                const int32_t column = cell % SCENE_SIDE, row = cell / SCENE_SIDE;
                if (scene_blocked(column, row) && hypot(x - column, y - row) < nearest)
                    nearest = hypot(x - column, y - row);
            }
        }
        cr_expect(i == 1 ? nearest < 0.1 : nearest > 0.75 && nearest < 2.0, "start %d: %g", (int)i, nearest);
        cr_expect(!scene_blocked(scene_starts[i].column, scene_starts[i].row));
    }
    cr_expect(!scene_blocked(scene_goal.column, scene_goal.row));
}

Test(siege_scene, placements)
{
    throng_cell guns[SCENE_MOST_GUNS], again[SCENE_MOST_GUNS], other[SCENE_MOST_GUNS];
    for (int32_t n = 0; n < 50; n++) {
        scene_place(3, n, SCENE_MOST_GUNS, guns);
        scene_place(3, n, SCENE_MOST_GUNS, again);
        scene_place(4, n, SCENE_MOST_GUNS, other);
        cr_expect(memcmp(guns, again, sizeof guns) == 0);
        cr_expect(memcmp(guns, other, sizeof guns) != 0);
        for (int32_t i = 0; i < SCENE_MOST_GUNS; i++) {
            cr_expect(!scene_blocked(guns[i].column, guns[i].row) && distance(guns[i], scene_goal) > 4.0);
            for (int32_t k = 0; k < SCENE_STARTS; k++)
                cr_expect(distance(guns[i], scene_starts[k]) > 4.0);
            for (int32_t k = 0; k < i; k++)
                cr_expect(distance(guns[i], guns[k]) > 0.0, "two guns in a cell");
        }
    }
}

Test(siege_scene, rates)
{
    static float rates[SIDE * SIDE];
    throng_cell guns[SCENE_MOST_GUNS];
    scene_place(1, 0, SCENE_MOST_GUNS, guns);
    guns[0] = (throng_cell){0, 0};
    guns[1] = (throng_cell){SCENE_SIDE - 1, SCENE_SIDE - 1};
    for (int32_t fine = 1; fine <= SCENE_MOST_FINE; fine++) {
        int wrong = 0;
        scene_rates(guns, SCENE_MOST_GUNS, fine, rates);
        for (int32_t i = 0; i < SCENE_SIDE * fine * SCENE_SIDE * fine; i++) {
            const double x = (i % (SCENE_SIDE * fine) + 0.5) / fine,
                         y = (i / (SCENE_SIDE * fine) + 0.5) / fine;
            int bear = 0;
            for (int32_t k = 0; k < SCENE_MOST_GUNS; k++)
                bear += hypot(x - guns[k].column - 0.5, y - guns[k].row - 0.5) <= 4.0;
            wrong += rates[i] != (float)bear;
        }
        cr_expect(wrong == 0, "fine %d: %d cells", (int)fine, wrong);
    }
}

/* ---------------------------------------------------------------- attackers -------------------------- */

static double damage_along(const throng_trace_point *way, int32_t steps, const throng_cell *guns)
{
    double damage = 0.0;
    for (int32_t i = 0; i < steps; i++) {
        const double x = (double)way[i + 1].x, y = (double)way[i + 1].y;
        const double length = hypot(x - (double)way[i].x, y - (double)way[i].y);
        for (int32_t k = 0; k < GUNS; k++)
            damage += hypot(x - guns[k].column - 0.5, y - guns[k].row - 0.5) <= 4.0 ? length / 0.5 : 0.0;
    }
    return damage;
}

/* All placements at once or one after the other: the same bits; and damage is what the way says. */
Test(siege_attackers, by_the_field)
{
    static throng_trace_point way[MOST_STEPS + 1];
    throng_cell guns[PLACEMENTS * GUNS];
    int32_t starts[PLACEMENTS * SCENE_STARTS];
    throng_trace_result all[PLACEMENTS * SCENE_STARTS], one;
    field_def def = {.backend = THRONG_BACKEND_CPU,
                     .placements = PLACEMENTS,
                     .guns = GUNS,
                     .attackers = SCENE_STARTS,
                     .most_steps = MOST_STEPS,
                     .eta = 1.0f,
                     .escape = THRONG_ESCAPE_FLOW};
    for (int32_t n = 0; n < PLACEMENTS; n++)
        scene_place(9, n, GUNS, guns + n * GUNS);
    for (int32_t i = 0; i < PLACEMENTS * SCENE_STARTS; i++)
        starts[i] = i % SCENE_STARTS;
    field *batch = field_create(&def);
    def.placements = def.attackers = 1;
    field *single = field_create(&def);
    cr_assert(batch != NULL && single != NULL);
    cr_assert(field_attack(batch, guns, starts, all) == PROGRAM_OK);
    for (int32_t i = 0; i < PLACEMENTS * SCENE_STARTS; i++) {
        const throng_cell *own = guns + i / SCENE_STARTS * GUNS;
        cr_assert(field_attack(single, own, starts + i, &one) == PROGRAM_OK);
        cr_expect(memcmp(&one, all + i, sizeof one) == 0, "attacker %d", (int)i);
        cr_expect(one.status == THRONG_TRACE_REACHED);
        cr_assert(field_way(single, 0, one.steps + 1, way) == PROGRAM_OK);
        const double expected = damage_along(way, one.steps, own);
        cr_expect(fabs((double)one.damage - expected) < 0.02 + 1e-5 * expected, "attacker %d: %g, not %g",
                  (int)i, (double)one.damage, expected);
    }
    field_destroy(batch);
    field_destroy(single);
}

/* Where damage counts more there is less of it, and ways are longer; each is what its cells say. */
Test(siege_attackers, by_routes)
{
    static const float weights[] = {0.0f, 0.01f, 0.3f, 1e6f};
    throng_cell guns[GUNS];
    scene_place(9, 1, GUNS, guns);
    for (int32_t k = 0; k < 2 * SCENE_MOST_FINE; k++) {
        const int32_t fine = 1 + k / 2;
        double before = 0.0, least = 1e9;
        for (int32_t i = 0; i < 4; i++) {
            const route_def def = {k % 2 ? THRONG_ROUTE_ASTAR : THRONG_ROUTE_DIJKSTRA, fine, weights[i]};
            throng_trace_point way[1000];
            route_result found;
            route *r = route_create(&def);
            cr_assert(r != NULL && route_place(r, guns, GUNS) == PROGRAM_OK);
            cr_assert(route_attack(r, 1, &found) == PROGRAM_OK && found.steps < 1000);
            for (int32_t c = 0; c <= found.steps; c++) {
                const throng_cell cell = route_way(r)[c];
                way[c].x = ((float)cell.column + 0.5f) / (float)fine;
                way[c].y = ((float)cell.row + 0.5f) / (float)fine;
                cr_expect(!scene_blocked(cell.column / fine, cell.row / fine));
            }
            const double damage = damage_along(way, found.steps, guns);
            cr_expect(fabs(damage - (double)found.damage) < 1e-4 * (1.0 + damage), "%g, not %g",
                      (double)found.damage, damage);
            cr_expect((double)found.length >= before && (double)found.damage <= least);
            before = (double)found.length;
            least = i > 0 ? (double)found.damage : least; /* the first one does not look at it */
            route_destroy(r);
        }
    }
}

/* ---------------------------------------------------------------- the genetic algorithm -------------- */

enum { POPULATION = 32 };

/* Guns far to the left are good. */
static void judge(const throng_cell *guns, float *fitness)
{
    for (int32_t i = 0; i < POPULATION; i++) {
        fitness[i] = 0.0f;
        for (int32_t k = 0; k < GUNS; k++)
            fitness[i] -= (float)guns[i * GUNS + k].column;
    }
}

static float search(int32_t random, uint64_t seed, throng_cell *best)
{
    const evolve_def def = {POPULATION, GUNS, random, seed};
    evolve *e = evolve_create(&def);
    float fitness[POPULATION], found = -1e9f, before;
    cr_assert(e != NULL);
    for (int32_t i = 0; i < 60; i++) {
        const throng_cell *guns = evolve_guns(e);
        for (int32_t k = 0; k < POPULATION * GUNS; k++) {
            cr_expect(scene_allowed(guns[k]));
            for (int32_t other = k / GUNS * GUNS; other < k; other++)
                cr_expect(distance(guns[k], guns[other]) > 0.0);
        }
        judge(guns, fitness);
        before = found;
        evolve_next(e, fitness);
        const throng_cell *known = evolve_best(e, &found);
        for (int32_t k = 0; k < POPULATION; k++)
            cr_expect(found >= fitness[k]);
        cr_expect(found >= before);
        memcpy(best, known, GUNS * sizeof *best);
    }
    float sum = 0.0f;
    for (int32_t k = 0; k < GUNS; k++)
        sum -= (float)best[k].column;
    cr_expect(sum == found, "the best one is another's");
    evolve_destroy(e);
    return found;
}

Test(siege_evolve, improves)
{
    throng_cell best[GUNS], again[GUNS], other[GUNS];
    const float genetic = search(0, 5, best);
    cr_expect(search(0, 5, again) == genetic && memcmp(best, again, sizeof best) == 0);
    search(0, 6, other);
    cr_expect(memcmp(best, other, sizeof best) != 0);
    cr_expect(genetic > -90.0f && search(1, 5, other) < -120.0f, "genetic %g", (double)genetic);
}
