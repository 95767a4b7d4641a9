/* The tables and the controller of examples/pacman: they must give the map that throng computes of the whole
 * state, and the move that follows from it. */
#include "tests/examples/pacman.h"

#include "examples/pacman/controller.h"
#include "scenes/pacman/settings.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static field_maker *maker;
static field fields[MAZE_COUNT];

static void make(void)
{
    load();
    maker = field_maker_create(mazes);
    cr_assert(maker != NULL);
    for (int32_t i = 0; i < MAZE_COUNT; i++)
        cr_assert(field_allocate(&fields[i], &mazes[i]) == 0);
}

static void drop(void)
{
    for (int32_t i = 0; i < MAZE_COUNT; i++)
        field_free(&fields[i]);
    field_maker_destroy(maker);
}

TestSuite(field, .init = make, .fini = drop, .timeout = 300);
TestSuite(settings);

/* ---------------------------------------------------------------- against the whole map -------------- */

/* Both sides compute each object's influence with the same relative error, docs/concepts/influence.md's
 * 1e-6 for the straight distance; in adjacent mode up to 60 factors are rounded once each, in another order
 * of influence and factors. The whole map is a sum of `count` floats. The tables' pills are off by half a
 * quantum each. */
static double bound(const field_kind *kind, const throng_influence_object *objects, int32_t count,
                    const field *f, int32_t cell)
{
    double each = kind->propagation == THRONG_PROPAGATION_EUCLIDEAN ? 2e-6 : 1e-5, sum = 0.0, coarse = 0.0;
    const maze *m = f->maze;
    for (int32_t i = 0; i < count; i++) { /* no adjustment makes it larger than this */
        double dx = fabs((double)objects[i].x - 0.5 - m->column[cell]) - (double)objects[i].offset;
        double dy = fabs((double)objects[i].y - 0.5 - m->row[cell]) - (double)objects[i].offset;
        double d = fmax(dx, 0.0) > 0.0 || fmax(dy, 0.0) > 0.0 ? hypot(fmax(dx, 0.0), fmax(dy, 0.0)) : 0.0;
        sum += fabs((double)objects[i].influence) *
               pow((double)objects[i].decay, d / (1.0 + (double)objects[i].alpha));
        coarse += fabs((double)objects[i].influence) * f->quantum;
    }
    return sum * (each + count * 0.5 * (double)FLT_EPSILON) + coarse + 1e-36;
}

/* Plays for a while, so that pills are missing and the ghosts are about. */
static void wander(game *g, controller *c, uint64_t *random, int ticks)
{
    while (ticks-- > 0 && !(g->events & GAME_OVER)) {
        int way = g->heading;
        if (game_her_turn(g)) {
            *random = *random * 6364136223846793005u + 1442695040888963407u;
            way = *random >> 63 ? controller_choose(c, g) : stroll(g, random);
        }
        game_step(g, way);
        controller_watch(c, g);
    }
}

static void compare(const setting *s, const game *g, const controller *c, double *worst)
{
    float values[MAZE_HEIGHT][MAZE_WIDTH];
    throng_influence_object objects[FIELD_MOST_OBJECTS];
    const field *f = &fields[g->maze - mazes];
    int32_t count = field_objects(&s->kind, &s->weights, g, objects);
    cr_assert(field_whole(maker, &s->kind, &s->weights, g, values) == 0);
    for (int32_t cell = 0; cell < g->maze->count; cell++) {
        double whole = (double)values[g->maze->row[cell]][g->maze->column[cell]];
        double table = controller_influence(c, g, cell), most = bound(&s->kind, objects, count, f, cell);
        cr_expect(fabs(whole - table) <= most, "cell %d: map %.9g, tables %.9g, bound %.3g", (int)cell, whole,
                  table, most);
        *worst = fmax(*worst, fabs(whole - table) / most);
    }
}

/* Any setting of every mode and variant, any state of a game, any cell. */
Test(field, gives_the_map_of_the_whole_state)
{
    uint64_t random = 3;
    double worst = 0.0;
    for (int32_t model = 0; model < MODELS; model++) {
        for (int round = 0; round < 4; round++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            setting s = settings_get(model * MODEL_SETTINGS + (int32_t)((random >> 33) % MODEL_SETTINGS));
            cr_assert(field_make(maker, &s.kind, fields) == 0);
            for (uint64_t seed = 0; seed < 6; seed++) {
                game g;
                controller c;
                game_start(&g, mazes, (int32_t)(seed & 1), seed);
                controller_begin(&c, fields, &s.weights, &g);
                for (int state = 0; state < 5 && !(g.events & GAME_OVER); state++) {
                    compare(&s, &g, &c, &worst);
                    wander(&g, &c, &random, 60);
                }
            }
        }
    }
    printf("largest deviation: %.3f of the bound\n", worst);
}

/* What is left after hundreds of subtractions is the sum over the pills that are left, to the last bit. */
Test(field, keeps_exact_sums)
{
    uint64_t random = 8;
    for (int32_t number = 0; number < MODEL_SETTINGS; number += SHARERS * 5) { /* each gamma */
        setting s = settings_get(number);
        cr_assert(field_make(maker, &s.kind, fields) == 0);
        cr_expect(fields[0].quantum < 1e-12 && fields[1].quantum < 1e-12);
        for (uint64_t seed = 0; seed < 4; seed++) {
            game g;
            controller c;
            game_start(&g, mazes, (int32_t)(seed & 1), seed);
            controller_begin(&c, fields, &s.weights, &g);
            while (!(g.events & GAME_OVER)) {
                wander(&g, &c, &random, 200);
                const field *f = &fields[g.maze - mazes];
                for (int32_t k = 0; k < g.maze->count; k++) {
                    double pill = 0.0, power = 0.0;
                    for (int32_t cell = 0; cell < g.maze->count; cell++) {
                        pill += g.content[cell] == MAZE_PILL ? (double)f->pill[cell][k] : 0.0;
                        power += g.content[cell] == MAZE_POWER ? (double)f->pill[cell][k] : 0.0;
                    }
                    cr_assert(pill == c.pill[k] && power == c.power[k], "gamma %.1f: off by %g and %g",
                              (double)s.kind.gamma, pill - c.pill[k], power - c.power[k]);
                }
            }
        }
    }
}

/* ---------------------------------------------------------------- single values ---------------------- */

/* One pill three cells away and one ghost behind her: numbers that a pocket calculator confirms. */
Test(field, follows_the_formulas)
{
    field_kind kind = {THRONG_PROPAGATION_EUCLIDEAN, MOTION_NONE, 0.0f, 0.5f, 8.0f};
    field_weights weights = {4.0f, 20.0f, -30.0f, 60.0f};
    game g;
    game_start(&g, mazes, 0, 1);
    lock_up(&g);
    memset(g.content, MAZE_EMPTY, sizeof g.content);
    const int16_t(*at)[MAZE_WIDTH] = g.maze->cell_at;
    g.content[at[29][10]] = MAZE_PILL;
    g.content[at[29][20]] = MAZE_POWER;
    send(&g, SUE, at[29][5], RIGHT);
    struct {
        motion motion;
        float amount;
        int edible;
        double ghost; /* on the cell (7, 29), two cells ahead of the ghost */
    } cases[] = {{MOTION_NONE, 0.0f, 0, -30.0 * 0.25},
                 {MOTION_NONE, 0.0f, 1, 60.0 * 0.25},
                 {MOTION_OFFSET, 1.0f, 0, -30.0 * 0.5},
                 {MOTION_OFFSET, 2.0f, 0, -30.0},
                 {MOTION_ADJUST, 0.6f, 0, -30.0 * pow(0.5, 2.0 / 1.6)}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kind.motion = cases[i].motion;
        kind.amount = cases[i].amount;
        g.ghosts[SUE].edible = (uint8_t)cases[i].edible;
        cr_assert(field_make(maker, &kind, fields) == 0);
        controller c;
        controller_begin(&c, fields, &weights, &g);
        for (int32_t k = 0; k < MAZE_CELLS; k++) { /* as if the others had been eaten */
            c.pill[k] = (double)fields[0].pill[at[29][10]][k];
            c.power[k] = (double)fields[0].pill[at[29][20]][k];
        }
        double expected = 4.0 * 0.125 + 20.0 * pow(0.5, 13.0) + cases[i].ghost;
        double got = controller_influence(&c, &g, at[29][7]);
        cr_expect(fabs(got - expected) < 1e-5, "case %d: %.9g, expected %.9g", (int)i, got, expected);
        got = controller_influence(&c, &g, at[29][15]); /* at rest 10 cells from the ghost */
        expected = 4.0 / 32 + 20.0 / 32;
        if (cases[i].motion == MOTION_ADJUST) /* 10 / 1.6 is within reach */
            expected -= 30.0 * pow(0.5, 10.0 / 1.6);
        if (cases[i].motion == MOTION_OFFSET && cases[i].amount > 1.5f)
            expected -= 30.0 / 256;
        cr_expect(fabs(got - expected) < 1e-5, "case %d: %.9g, expected %.9g", (int)i, got, expected);
    }
}

/* Ahead is where the ghost is headed, on each of the four ways. */
Test(field, looks_ahead_of_ghosts)
{
    field_kind kind = {THRONG_PROPAGATION_EUCLIDEAN, MOTION_ADJUST, 0.5f, 0.5f, 8.0f};
    field_weights weights = {0.0f, 0.0f, -1.0f, 1.0f};
    cr_assert(field_make(maker, &kind, fields) == 0);
    for (int way = 0; way < DIRECTIONS; way++) {
        game g;
        controller c;
        game_start(&g, mazes, 0, 1);
        lock_up(&g);
        int16_t cell = straight(g.maze, way, 4), middle = cell;
        for (int k = 0; k < 2; k++)
            middle = g.maze->next[middle][way];
        int16_t ahead = g.maze->next[g.maze->next[middle][way]][way];
        send(&g, SUE, middle, way);
        controller_begin(&c, fields, &weights, &g);
        double front = controller_influence(&c, &g, ahead), back = controller_influence(&c, &g, cell);
        cr_expect(fabs(front + pow(0.5, 2.0 / 1.5)) < 1e-6, "ahead %.9g", front);
        cr_expect(fabs(back + pow(0.5, 2.0 / 0.5)) < 1e-6, "behind %.9g", back);
    }
}

/* ---------------------------------------------------------------- the move --------------------------- */

Test(field, leads_to_the_largest_neighbour)
{
    setting s = settings_get(3 * MODEL_SETTINGS + 7 * SHARERS + 123);
    cr_assert(field_make(maker, &s.kind, fields) == 0);
    int moves = 0, turns = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        game g;
        controller c;
        uint64_t random = seed;
        game_start(&g, mazes, (int32_t)(seed & 1), seed);
        controller_begin(&c, fields, &s.weights, &g);
        while (!(g.events & GAME_OVER)) {
            int chosen = controller_choose(&c, &g);
            const int16_t *next = g.maze->next[g.cell];
            cr_assert(next[chosen] >= 0);
            double value = controller_influence(&c, &g, next[chosen]);
            for (int way = 0; way < DIRECTIONS; way++)
                cr_assert(next[way] < 0 || controller_influence(&c, &g, next[way]) <= value);
            turns += chosen != g.heading;
            moves++;
            wander(&g, &c, &random, 1);
        }
    }
    cr_expect(moves > 1000 && turns > 100);
}

Test(field, goes_straight_on_where_all_is_equal)
{
    setting s = settings_get(0);
    cr_assert(field_make(maker, &s.kind, fields) == 0);
    game g;
    controller c;
    game_start(&g, mazes, 0, 1);
    lock_up(&g);
    controller_begin(&c, fields, &s.weights, &g);
    memset(c.pill, 0, sizeof c.pill);
    memset(c.power, 0, sizeof c.power);
    for (int32_t cell = 0; cell < g.maze->count; cell++) {
        for (int way = 0; way < DIRECTIONS; way++) {
            g.cell = (int16_t)cell;
            g.heading = (uint8_t)way;
            int expected = g.maze->next[cell][way] >= 0 ? way : g.maze->way[cell][0];
            cr_expect(controller_choose(&c, &g) == expected);
        }
    }
}

/* ---------------------------------------------------------------- settings --------------------------- */

Test(settings, are_those_of_table_two)
{
    cr_expect(SETTINGS == 180000 && MODEL_SETTINGS == 10000);
    int32_t counts[FIELD_MODES][3] = {{0}};
    for (int32_t number = 0; number < SETTINGS; number++) {
        setting s = settings_get(number);
        counts[s.kind.propagation][s.kind.motion]++;
        cr_assert(s.weights.pill >= 2.0f && s.weights.pill <= 10.0f);
        cr_assert(s.weights.power >= 10.0f && s.weights.power <= 50.0f);
        cr_assert(s.weights.ghost >= -120.0f && s.weights.ghost <= -30.0f);
        cr_assert(s.weights.edible >= 30.0f && s.weights.edible <= 120.0f);
        cr_assert(s.kind.gamma >= 0.5f && s.kind.gamma <= 0.9f);
        cr_assert(s.kind.ghost_reach >= 8.0f && s.kind.ghost_reach <= 16.0f);
        if (number % SHARERS > 0) {
            setting before = settings_get(number - 1);
            before.weights = s.weights;
            cr_assert(settings_equal(&s, &before), "tables are not shared");
        }
    }
    static const float amounts[VARIANTS] = {0.0f, 1.0f, 2.0f, 0.2f, 0.4f, 0.6f};
    for (int32_t model = 0; model < MODELS; model++)
        cr_expect(settings_get(model * MODEL_SETTINGS).kind.amount == amounts[model % VARIANTS]);
    for (int32_t mode = 0; mode < FIELD_MODES; mode++) {
        cr_expect(counts[mode][MOTION_NONE] == 10000 && counts[mode][MOTION_OFFSET] == 20000 &&
                  counts[mode][MOTION_ADJUST] == 30000);
    }
}

Test(settings, are_found_again)
{
    for (int32_t number = 0; number < SETTINGS; number += 17771) {
        setting s = settings_get(number);
        cr_expect(settings_find(&s) == number);
        s.weights.pill = 5.0f;
        cr_expect(settings_find(&s) == -1);
    }
}
