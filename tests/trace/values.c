/* Paths along potential fields in places where the right answer is known: straight lines, corners, walls on
 * the very edge of a cell, traps. */
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { SIDE = 24, STEPS = 2000 };

/* A map drawn row by row, '#' blocked, of `scale` units a cell; a goal, and a tracer of one path. */
typedef struct place {
    throng_context *context;
    throng_terrain *terrain;
    throng_potential *field;
    throng_flow *flow;
    throng_trace *trace;
    throng_trace_result result;
    throng_trace_point points[STEPS + 1];
} place;

typedef struct trip {
    float x, y, goal_x, goal_y, speed, k;
    throng_escape escape;
    float eta;    /* of walls */
    float cell;   /* 0: 1 */
    float source; /* range of a source half-way, 0: none */
    int32_t max_steps;
} trip;

static void draw(place *p, const char *const *rows)
{
    throng_terrain_def def = throng_terrain_default_def();
    def.width = (int32_t)strlen(rows[0]);
    for (def.height = 0; rows[def.height];)
        def.height++;
    uint8_t *cells = calloc((size_t)def.width * (size_t)def.height, 1);
    cr_assert(cells != NULL);
    for (int32_t i = 0; i < def.width * def.height; i++)
        cells[i] = rows[i / def.width][i % def.width] == '#';
    MUST(p->context, throng_terrain_create(p->context, &def, &p->terrain));
    MUST(p->context, throng_terrain_set(p->terrain, NULL, cells, 0));
    free(cells);
}

static void lead_flow(place *p, const trip *t, float cell)
{
    throng_flow_def def = throng_flow_default_def();
    const throng_cell goal = {(int32_t)floorf(t->goal_x / cell), (int32_t)floorf(t->goal_y / cell)};
    def.terrain = p->terrain;
    def.cell_size = cell;
    MUST(p->context, throng_flow_create(p->context, &def, &p->flow));
    MUST(p->context, throng_flow_set_goals(p->flow, 0, 1, &goal, 0));
}

static void begin(place *p, const trip *t)
{
    throng_potential_def def = throng_potential_default_def();
    throng_trace_def tracer = throng_trace_default_def();
    const throng_potential_goal goal = {t->goal_x, t->goal_y, t->k, 0};
    const throng_trace_start start = {t->x, t->y, t->speed, 0, 0, 0};
    def.terrain = p->terrain;
    def.cell_size = t->cell > 0.0f ? t->cell : 1.0f;
    def.terrain_eta = t->eta;
    def.terrain_range = 1.5f * def.cell_size;
    def.damage = 1;
    MUST(p->context, throng_potential_create(p->context, &def, &p->field));
    MUST(p->context, throng_potential_set_goals(p->field, 0, 1, &goal, 0));
    if (t->source > 0.0f) {
        throng_potential_source source = throng_potential_default_source();
        source.x = 0.5f * (t->x + t->goal_x);
        source.y = 0.5f * (t->y + t->goal_y);
        source.range = t->source;
        MUST(p->context, throng_potential_set_sources(p->field, 0, 1, &source, 0));
    }
    if (t->escape == THRONG_ESCAPE_FLOW)
        lead_flow(p, t, def.cell_size);
    tracer.field = p->field;
    tracer.flow = p->flow;
    tracer.escape = t->escape;
    tracer.max_steps = t->max_steps > 0 ? t->max_steps : STEPS;
    tracer.start_capacity = 1;
    MUST(p->context, throng_trace_create(p->context, &tracer, &p->trace));
    MUST(p->context, throng_trace_set_starts(p->trace, 0, 1, &start, 0));
    MUST(p->context, throng_trace_update(p->trace));
    MUST(p->context, throng_trace_read(p->trace, 0, 1, &p->result, 0));
    MUST(p->context, throng_trace_read_points(p->trace, 0, 1, 0, p->result.steps + 1, p->points, 0));
}

static void end(place *p)
{
    throng_trace_destroy(p->trace);
    MUST(p->context, throng_potential_destroy(p->field));
    MUST(p->context, throng_flow_destroy(p->flow));
    MUST(p->context, throng_terrain_destroy(p->terrain));
    free(p);
}

/* rows may be NULL: no terrain. Remember to end(). */
static place *go(throng_context *context, const char *const *rows, const trip *t)
{
    place *p = calloc(1, sizeof *p);
    cr_assert(p != NULL);
    p->context = context;
    if (rows)
        draw(p, rows);
    begin(p, t);
    return p;
}

static void expect(throng_context *context, const char *const *rows, const trip *t,
                   throng_trace_status status, int32_t steps, const char *what)
{
    place *p = go(context, rows, t);
    cr_expect(p->result.status == status && (steps < 0 || p->result.steps == steps),
              "%s: %s after %d steps, at %g, %g", what, throng_trace_status_name(p->result.status),
              (int)p->result.steps, (double)p->result.x, (double)p->result.y);
    end(p);
}

/* ---------------------------------------------------------------- open ground ----------------------- */

EACH(values, straight)
{
    const trip t = {.x = 1.0f, .y = 2.0f, .goal_x = 1.0f, .goal_y = 9.25f, .speed = 0.5f, .k = 3.0f};
    place *p = go(context, NULL, &t);
    cr_expect(p->result.status == THRONG_TRACE_REACHED && p->result.steps == 15);
    cr_expect(p->result.length == 7.25f && p->result.damage == 0.0f && p->result.escapes == 0);
    for (int32_t i = 0; i < 15; i++)
        cr_expect(p->points[i].x == 1.0f && p->points[i].y == 2.0f + 0.5f * (float)i);
    cr_expect(p->points[15].x == 1.0f && p->points[15].y == 9.25f);
    end(p);
}

/* A source whose push is too weak to matter harms while it has the path's points in range. */
EACH(values, damage)
{
    place *p = calloc(1, sizeof *p);
    cr_assert(p != NULL);
    p->context = context;
    const trip t = {.x = 0.0f, .y = 0.0f, .goal_x = 20.25f, .goal_y = 0.0f, .speed = 0.5f, .k = 1.0f};
    throng_potential_source source = {10.0f, 0.0f, 0.0f, 3.0f, 7.0f, 0, 0};
    begin(p, &t);
    MUST(context, throng_potential_set_sources(p->field, 0, 1, &source, 0));
    source = (throng_potential_source){20.25f, 0.0f, 0.0f, 0.25f, 8.0f, 0, 0}; /* the last two points */
    MUST(context, throng_potential_set_sources(p->field, 1, 1, &source, 0));
    MUST(context, throng_trace_update(p->trace));
    MUST(context, throng_trace_read(p->trace, 0, 1, &p->result, 0));
    cr_expect(p->result.status == THRONG_TRACE_REACHED && p->result.steps == 41);
    cr_expect(p->result.damage == 13.0f * 7.0f + 8.0f + 0.5f * 8.0f, "%g", (double)p->result.damage);
    end(p);
}

/* A measure that is not monotone may count what is there as less than nothing. */
EACH(values, negative_damage)
{
    const throng_potential_goal goal = {10.0f, 0.0f, 1.0f, 0};
    const throng_trace_start start = {0.0f, 0.0f, 1.0f, 0, 0, 0};
    throng_measure_def joins = throng_measure_default_def();
    throng_potential_def def = throng_potential_default_def();
    throng_trace_def paths = throng_trace_default_def();
    throng_trace_result result;
    throng_trace *trace;
    joins.kind = THRONG_MEASURE_ADDITIVE2;
    joins.types = 2;
    joins.weights[0] = 2.0f;
    joins.weights[1] = 3.0f;
    joins.lambda = -1.0f;
    joins.accept_non_monotone = 1;
    MUST(context, throng_measure_create(context, &joins, &def.measure));
    def.damage = 1;
    MUST(context, throng_potential_create(context, &def, &paths.field));
    for (int32_t type = 0; type < 2; type++) {
        const throng_potential_source source = {5.0f, 9.0f, 0.0f, 100.0f, 1.0f, type, 0};
        MUST(context, throng_potential_set_sources(paths.field, type, 1, &source, 0));
    }
    MUST(context, throng_potential_set_goals(paths.field, 0, 1, &goal, 0));
    MUST(context, throng_trace_create(context, &paths, &trace));
    MUST(context, throng_trace_set_starts(trace, 0, 1, &start, 0));
    MUST(context, throng_trace_update(trace));
    MUST(context, throng_trace_read(trace, 0, 1, &result, 0));
    cr_expect(result.status == THRONG_TRACE_REACHED && result.damage == -10.0f, "%g", (double)result.damage);
    throng_trace_destroy(trace);
    MUST(context, throng_potential_destroy(paths.field));
    MUST(context, throng_measure_destroy(def.measure));
}

EACH(values, ends_on_open_ground)
{
    trip t = {.x = 5.0f, .y = 5.0f, .goal_x = 5.0f, .goal_y = 5.0f, .speed = 1.0f, .k = 1.0f};
    expect(context, NULL, &t, THRONG_TRACE_REACHED, 0, "at the goal");
    t.goal_x = 5.5f;
    expect(context, NULL, &t, THRONG_TRACE_REACHED, 1, "a step from it");
    t = (trip){.goal_x = 1e-30f, .speed = 1.0f, .k = 1.0f};
    expect(context, NULL, &t, THRONG_TRACE_REACHED, 1, "no square of a distance is left, but a distance");
    t = (trip){.x = 5.0f, .y = 5.0f, .goal_x = 50.0f, .goal_y = 5.0f, .speed = 1.0f, .k = 0.0f};
    expect(context, NULL, &t, THRONG_TRACE_STUCK, 0, "no force");
    t.k = 1.0f;
    t.max_steps = 45;
    expect(context, NULL, &t, THRONG_TRACE_REACHED, 45, "as many steps as there may be");
    t.max_steps = 44;
    expect(context, NULL, &t, THRONG_TRACE_STEP_LIMIT, 44, "one more than there may be");
    t = (trip){.x = -1e9f, .y = 1e9f, .goal_x = 1e9f, .goal_y = -1e9f, .speed = 1e9f, .k = 1e9f};
    expect(context, NULL, &t, THRONG_TRACE_REACHED, 3, "the largest numbers");
    t.speed = 1e9f / 262144.0f * 0.999f;
    expect(context, NULL, &t, THRONG_TRACE_INVALID, 0, "too slow for its coordinates");
}

/* Head on into a source: forth and back, and known to be so after 32 steps at most. */
EACH(values, oscillation)
{
    trip t = {
        .x = 0.0f, .y = 0.0f, .goal_x = 20.0f, .goal_y = 0.0f, .speed = 0.5f, .k = 0.01f, .source = 8.0f};
    place *p = go(context, NULL, &t);
    cr_expect(p->result.status == THRONG_TRACE_STUCK && p->result.steps <= 64 && p->result.y == 0.0f,
              "%d steps", (int)p->result.steps);
    end(p);
    t.escape = THRONG_ESCAPE_HILLS;
    p = go(context, NULL, &t);
    cr_expect(p->result.status == THRONG_TRACE_REACHED && p->result.escapes >= 1, "hills: %s",
              throng_trace_status_name(p->result.status));
    end(p);
}

/* ---------------------------------------------------------------- walls ----------------------------- */

static const char *const corner_maps[4][4] = {{"...", "...", "...", NULL},
                                              {"...", "#..", "...", NULL},
                                              {"...", ".#.", "...", NULL},
                                              {".#.", "#..", "...", NULL}};

/* From the centre of one cell to that of its diagonal neighbour, along the diagonal through the corner that
 * four cells share, there and back, also beginning in the corner itself. */
EACH(values, corners)
{
    for (int map = 0; map < 4; map++)
        for (int back = 0; back < 2; back++)
            for (int part = 0; part < 5; part++) {
                /* in one step, in small ones, from the corner on, and with steps that end in the corner */
                static const float speeds[5] = {1.5f, 0.25f, 0.25f, 0.70710677f, 0.35355338f};
                const float a = part == 2 ? 1.0f : 0.5f;
                trip t = {.x = a, .y = a, .goal_x = 1.5f, .goal_y = 1.5f, .speed = speeds[part], .k = 1.0f};
                if (back)
                    t = (trip){.x = part == 2 ? 1.0f : 1.5f,
                               .y = part == 2 ? 1.0f : 1.5f,
                               .goal_x = 0.5f,
                               .goal_y = 0.5f,
                               .speed = t.speed,
                               .k = 1.0f};
                const int wall_there = map == 2; /* the cell with the other end is a wall */
                const int cuts = map == 1 || map == 3;
                /* from the corner into its own cell nothing is cut: the corner belongs to the lower right
                 * one */
                const int inward = part == 2 && !back;
                const throng_trace_status want = wall_there          ? THRONG_TRACE_INVALID
                                                 : cuts && part != 2 ? THRONG_TRACE_STUCK
                                                 : cuts && inward    ? THRONG_TRACE_REACHED
                                                 : cuts              ? THRONG_TRACE_STUCK
                                                                     : THRONG_TRACE_REACHED;
                char what[64];
                snprintf(what, sizeof what, "corner: map %d, %s, part %d", map, back ? "back" : "there",
                         part);
                expect(context, corner_maps[map], &t, want, -1, what);
                if (part == 0 && !back && map != 2) { /* to the corner alone, which is in the other cell */
                    t.goal_x = t.goal_y = 1.0f;
                    expect(context, corner_maps[map], &t, want, -1, "to the corner");
                }
            }
}

/* What begins in the corner that four cells share is in the lower right one of them, and crosses an edge to
 * the cells beside that, whatever the upper left one is. */
EACH(values, from_a_corner)
{
    static const char *const rows[] = {".......", ".......", ".......", "...#...",
                                       ".......", ".......", NULL};
    static const float goals[2][2] = {{0.5f, 4.5f}, {4.5f, 0.5f}};
    for (int i = 0; i < 2; i++)
        for (int flow = 0; flow < 2; flow++) {
            trip t = {.x = 4.0f,
                      .y = 4.0f,
                      .goal_x = goals[i][0],
                      .goal_y = goals[i][1],
                      .speed = 0.75f,
                      .k = 1.0f};
            t.escape = flow ? THRONG_ESCAPE_FLOW : THRONG_ESCAPE_NONE;
            expect(context, rows, &t, THRONG_TRACE_REACHED, 5,
                   i ? "to the one above" : "to the one on the left");
        }
}

/* Invalid paths have a start, too; and what was never traced has nothing. */
/* A coordinate belongs to the cell that it lies in, however its quotient by the cell's size is rounded. */
EACH(values, borders)
{
    static const float sizes[] = {7.7f, 0.3f, 0.7f, 1.1f, 123.456f, 0.0009f};
    int32_t rounded = 0;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int32_t column = 1; column < SIDE; column++) {
            char row[SIDE + 1], *map[] = {row, NULL};
            const double border = (double)column * (double)sizes[k];
            float on = (float)border, before = (float)border;
            on = (double)on < border ? nextafterf(on, 1e9f) : on;
            before = (double)before < border ? before : nextafterf(before, 0.0f);
            rounded += before / sizes[k] == (float)column;
            memset(row, '.', SIDE);
            row[SIDE] = '\0';
            row[column] = '#';
            trip t = {before,
                      0.5f * sizes[k],
                      0.5f * sizes[k],
                      0.5f * sizes[k],
                      sizes[k],
                      1.0f,
                      THRONG_ESCAPE_NONE,
                      0.0f,
                      sizes[k],
                      0.0f,
                      0};
            place *p = go(context, (const char *const *)map, &t);
            cr_expect(p->result.status == THRONG_TRACE_REACHED, "%.9g in front of %d times %g",
                      (double)before, (int)column, (double)sizes[k]);
            end(p);
            t.x = on;
            p = go(context, (const char *const *)map, &t);
            cr_expect(p->result.status == THRONG_TRACE_INVALID, "%.9g on %d times %g", (double)on,
                      (int)column, (double)sizes[k]);
            end(p);
        }
    cr_expect(rounded > 10, "only %d quotients are rounded to a border", (int)rounded);
}

EACH(values, invalid_paths)
{
    static const char *const rows[] = {"...#", "....", NULL};
    const trip t = {.x = 0.5f, .y = 0.5f, .goal_x = 2.5f, .goal_y = 1.5f, .speed = 0.5f, .k = 1.0f};
    throng_trace_start starts[3] = {
        {3.5f, 0.25f, 0.5f, 0, 0, 0}, {1.25f, 1.5f, 0.5f, 7, 0, 0}, {1.5f, 1.5f, 0.5f, 0, 0, 0}};
    throng_trace_def paths = throng_trace_default_def();
    throng_trace_point points[6];
    throng_trace_result results[3];
    throng_trace *trace;
    place *p = go(context, rows, &t);
    paths.field = p->field;
    MUST(context, throng_trace_create(context, &paths, &trace));
    MUST(context, throng_trace_set_starts(trace, 0, 2, starts, 0));
    for (int32_t turn = 0; turn < 2; turn++) { /* valid ones before: their points do not stay */
        MUST(context, throng_trace_set_starts(trace, 0, 1, turn ? &starts[0] : &starts[2], 0));
        MUST(context, throng_trace_update(trace));
    }
    MUST(context, throng_trace_set_starts(trace, 2, 1, &starts[2], 0));
    MUST(context, throng_trace_read(trace, 0, 3, results, 0));
    memset(points, 0x7f, sizeof points);
    MUST(context, throng_trace_read_points(trace, 0, 3, 0, 2, points, 0));
    for (int32_t i = 0; i < 3; i++)
        cr_expect(results[i].status == THRONG_TRACE_INVALID && results[i].steps == 0);
    for (int32_t i = 0; i < 2; i++)
        cr_expect(points[2 * i].x == starts[i].x && points[2 * i].y == starts[i].y, "start %d is at %g, %g",
                  (int)i, (double)points[2 * i].x, (double)points[2 * i].y);
    cr_expect(points[4].x == 0.0f && points[4].y == 0.0f && points[5].x == 0.0f && points[5].y == 0.0f);
    throng_trace_destroy(trace);
    end(p);
}

/* No step is so long that it jumps over a wall, near or far, and none so exact that it runs into the wall
 * along whose face it goes. */
EACH(values, walls)
{
    static const char *const thin[] = {"............", "......#.....", "............", NULL};
    static const char *const beside[] = {"..#...", "..#...", "..#...", "..#...", "..#...", "..#...", NULL};
    trip t = {.x = 0.5f, .y = 1.5f, .goal_x = 11.5f, .goal_y = 1.5f, .speed = 10.5f, .k = 1.0f};
    expect(context, thin, &t, THRONG_TRACE_STUCK, 0, "over a thin wall");
    t.speed = 20.0f;
    expect(context, thin, &t, THRONG_TRACE_STUCK, 0, "to a goal behind it");
    t.y = t.goal_y = 1.0f; /* along its upper face, which is its own */
    expect(context, thin, &t, THRONG_TRACE_STUCK, 0, "along the upper face");
    t.y = t.goal_y = 2.0f; /* along its lower face, which is free */
    expect(context, thin, &t, THRONG_TRACE_REACHED, 1, "along the lower face");
    t.speed = 0.75f;
    expect(context, thin, &t, THRONG_TRACE_REACHED, -1, "along the lower face, in small steps");
    t = (trip){.x = 3.0f, .y = 0.5f, .goal_x = 3.0f, .goal_y = 5.5f, .speed = 0.5f, .k = 1.0f};
    expect(context, beside, &t, THRONG_TRACE_REACHED, 10, "down along a wall's face");
    t = (trip){.x = 3.0f, .y = 5.5f, .goal_x = 3.0f, .goal_y = 0.5f, .speed = 6.0f, .k = 1.0f};
    expect(context, beside, &t, THRONG_TRACE_REACHED, 1, "up along it");
    t.x = 2.0f;
    expect(context, beside, &t, THRONG_TRACE_INVALID, 0, "the other face is the wall's own");
}

/* One wall far from the start, which a path that looks around itself only seldom must not overlook. */
EACH(values, a_wall_far_away)
{
    char rows[200][201];
    const char *map[201] = {NULL};
    for (int i = 0; i < 200; i++) {
        memset(rows[i], '.', 200);
        rows[i][200] = 0;
        map[i] = rows[i];
    }
    for (int column = 30; column < 170; column += 7) {
        rows[100][column] = '#';
        for (int k = 0; k < 12; k++) {
            const float speed = 0.3f * (float)(1 << (k % 6)) + 0.01f * (float)k;
            const trip t = {
                .x = 8.5f, .y = 100.5f, .goal_x = 190.5f, .goal_y = 100.5f, .speed = speed, .k = 1.0f};
            place *p = go(context, map, &t);
            cr_expect(p->result.status == THRONG_TRACE_STUCK && p->result.x < (float)column &&
                          p->result.x > (float)column - speed - 0.01f,
                      "wall at %d, speed %g: %s at %g", column, (double)speed,
                      throng_trace_status_name(p->result.status), (double)p->result.x);
            end(p);
        }
        rows[100][column] = '.';
    }
}

/* From a cell to the one right below on a wide map, close to a corner of a wall that the flow leads past. */
EACH(values, a_flow_on_a_wide_map)
{
    enum { COLUMNS = 30000, ROWS = 8, WALL = 19999 };
    static char open_row[COLUMNS + 1], wall_row[COLUMNS + 1];
    const char *rows[ROWS + 1] = {NULL};
    memset(open_row, '.', COLUMNS);
    memset(wall_row, '.', COLUMNS);
    wall_row[WALL] = '#';
    for (int32_t row = 0; row < ROWS; row++)
        rows[row] = row == 4 ? wall_row : open_row;
    for (int32_t k = 0; k < 8; k++) {
        trip t = {.goal_x = 20003.5f, .goal_y = 6.5f, .speed = 0.5f, .escape = THRONG_ESCAPE_FLOW};
        t.x = 20000.0f + (float)(k / 2) * 0.001953125f; /* floats are that far apart there */
        t.y = k % 2 ? 3.999f : nextafterf(4.0f, 0.0f);
        expect(context, rows, &t, THRONG_TRACE_REACHED, -1, "past a corner");
    }
}

EACH(values, off_the_map)
{
    static const char *const open[] = {".....", ".....", ".....", ".....", ".....", NULL};
    /* a source beside the goal's straight line pushes it over the edge */
    place *p = calloc(1, sizeof *p);
    cr_assert(p != NULL);
    p->context = context;
    draw(p, open);
    const trip t = {.x = 0.5f, .y = 4.5f, .goal_x = 4.5f, .goal_y = 4.5f, .speed = 0.25f, .k = 1.0f};
    begin(p, &t);
    const throng_potential_source source = {2.5f, 2.0f, 5000.0f, 4.0f, 1.0f, 0, 0};
    MUST(context, throng_potential_set_sources(p->field, 0, 1, &source, 0));
    MUST(context, throng_trace_update(p->trace));
    MUST(context, throng_trace_read(p->trace, 0, 1, &p->result, 0));
    cr_expect(p->result.status == THRONG_TRACE_OUTSIDE && p->result.y > 4.7f && p->result.y < 5.0f,
              "%s at %g, %g", throng_trace_status_name(p->result.status), (double)p->result.x,
              (double)p->result.y);
    end(p);
}

/* ---------------------------------------------------------------- traps ----------------------------- */

static const char *const trap[] = {"........................",
                                   "........................",
                                   "........................",
                                   "........................",
                                   ".....##############.....",
                                   "..................#.....",
                                   "..................#.....",
                                   "..................#.....",
                                   "..................#.....",
                                   "..................#.....",
                                   "..................#.....",
                                   "..................#.....",
                                   "..................#.....",
                                   "..................#.....",
                                   "..................#.....",
                                   "..................#.....",
                                   ".....##############.....",
                                   "........................",
                                   "........................",
                                   "........................",
                                   "........................",
                                   "........................",
                                   "........................",
                                   "........................",
                                   NULL};

EACH(values, a_pocket)
{
    for (int far = 0; far < 2; far++)
        for (int k = 0; k < 9; k++) {
            trip t = {.x = 2.5f + (float)k,
                      .y = 10.25f,
                      .goal_x = 21.5f,
                      .goal_y = far ? 3.5f : 10.5f,
                      .speed = 0.2f + 0.1f * (float)k,
                      .k = 2.0f,
                      .eta = k % 2 ? 1.0f : 0.0f};
            expect(context, trap, &t, THRONG_TRACE_STUCK, -1, "a pocket without an escape");
            t.escape = THRONG_ESCAPE_FLOW;
            expect(context, trap, &t, THRONG_TRACE_REACHED, -1, "out of a pocket by the flow");
            t.escape = THRONG_ESCAPE_HILLS;
            expect(context, trap, &t, THRONG_TRACE_REACHED, -1, "out of a pocket by hills");
        }
}

EACH(values, no_way_out)
{
    static const char *const cell[] = {"#####..", "#...#..", "#...#..", "#...#..", "#####..", NULL};
    trip t = {
        .x = 2.5f, .y = 2.5f, .goal_x = 6.5f, .goal_y = 2.5f, .speed = 0.5f, .k = 1.0f, .max_steps = 500};
    t.escape = THRONG_ESCAPE_FLOW;
    expect(context, cell, &t, THRONG_TRACE_UNREACHABLE, -1, "a cell without a door");
    t.escape = THRONG_ESCAPE_HILLS;
    place *p = go(context, cell, &t);
    cr_expect(p->result.status == THRONG_TRACE_STUCK || p->result.status == THRONG_TRACE_STEP_LIMIT, "%s",
              throng_trace_status_name(p->result.status));
    for (int32_t i = 0; i <= p->result.steps; i++)
        cr_expect(p->points[i].x >= 1.0f && p->points[i].x <= 4.0f && p->points[i].y >= 1.0f &&
                  p->points[i].y <= 4.0f);
    end(p);
}
