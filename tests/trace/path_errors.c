/* What is wrong with single paths, which the calls accept: they end before their first step. And the results
 * of paths that nobody has traced yet. */
#include "tests/trace/errors.h"

static void expect_invalid(const throng_trace_result *got, const throng_trace_start *start, const char *what)
{
    const throng_trace_result none = {THRONG_TRACE_INVALID, 0, 0.0f, 0.0f, start->x, start->y, 0};
    cr_expect(memcmp(got, &none, sizeof none) == 0, "%s: %s, %d steps, at (%g, %g)", what,
              throng_trace_status_name(got->status), (int)got->steps, (double)got->x, (double)got->y);
}

/* One path beside one that gets to its goal. */
static throng_trace_result trace_one(const refusal *r, throng_trace *trace, const throng_trace_start *start)
{
    throng_trace_result results[2];
    const throng_trace_start two[2] = {*start, starts[0]};
    MUST(r->context, throng_trace_set_starts(trace, 0, 2, two, 0));
    MUST(r->context, throng_trace_update(trace));
    MUST(r->context, throng_trace_read(trace, 0, 2, results, 0));
    return results[0];
}

REJECTED(invalid_paths)
{
    const struct {
        const char *what;
        throng_trace_start start;
    } wrong[] = {
        {"a start in a wall", {4.5f, 3.5f, 0.5f, 0, 0, 0}},
        {"a start on a wall's first edge", {4.0f, 3.5f, 0.5f, 0, 0, 0}},
        {"a start in a wall of its world", {7.5f, 3.5f, 0.5f, 2, 1, 0}},
        {"a start left of the map", {-1e-6f, 3.5f, 0.5f, 0, 0, 0}},
        {"a start above the map", {3.5f, -0.5f, 0.5f, 0, 0, 0}},
        {"a start on the map's last edge", {(float)W, 3.5f, 0.5f, 0, 0, 0}},
        {"a start below the map", {3.5f, (float)H, 0.5f, 0, 0, 0}},
        {"a start far from the map", {1e9f, -1e9f, 1e6f, 0, 0, 0}},
        {"a goal in a wall", {1.5f, 1.5f, 0.5f, 3, 0, 0}},
        {"a goal off the map", {1.5f, 1.5f, 0.5f, 4, 0, 0}},
        {"no such goal", {1.5f, 1.5f, 0.5f, 5, 0, 0}},
        {"no such goal, by far", {1.5f, 1.5f, 0.5f, INT32_MAX, 0, 0}},
        {"the goal of another world", {1.5f, 1.5f, 0.5f, 2, 0, 0}},
        {"a goal from another world", {1.5f, 1.5f, 0.5f, 0, 1, 0}},
        {"too slow for the start", {9.5f, 0.5f, 9.5f * 3.8e-6f, 1, 0, 1}},
        {"too slow for the goal", {0.5f, 0.5f, 8.5f * 3.8e-6f, 0, 0, 0}},
        {"as slow as there is", {1.5f, 1.5f, 1e-12f, 0, 0, 0}},
    };
    const throng_potential_goal away = {(float)W + 0.5f, 3.5f, 1.0f, 0};
    const throng_trace_start fine = {3.999f, 3.5f, 0.5f, 1, 0, 1};
    MUST(r->context, throng_potential_set_goals(r->field, GOALS, 1, &away, 0));
    for (int32_t escape = THRONG_ESCAPE_NONE; escape <= THRONG_ESCAPE_HILLS; escape++) {
        throng_trace_def def = def_of(r);
        throng_trace *trace;
        def.escape = escape;
        MUST(r->context, throng_trace_create(r->context, &def, &trace));
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            const throng_trace_result got = trace_one(r, trace, &wrong[i].start);
            expect_invalid(&got, &wrong[i].start, wrong[i].what);
        }
        cr_expect(trace_one(r, trace, &fine).status != THRONG_TRACE_INVALID, "beside a wall");
        throng_trace_destroy(trace);
    }
    MUST(r->context, throng_potential_truncate_goals(r->field, GOALS));
    cr_expect(r->w->logs == 0 && r->w->assertions == 0);
    expect_same(r, "invalid paths");
}

/* The speed is at least 2^-18 of each coordinate, to the bit. */
REJECTED(speeds_beside_coordinates)
{
    const float places[] = {262144.0f, 1.0f, 1e9f, 3e-7f};
    throng_trace_def def = def_of(r);
    throng_potential *open = make_field(r->context, NULL);
    throng_trace *trace;
    def.field = open;
    def.max_steps = 3;
    def.escape = THRONG_ESCAPE_NONE;
    MUST(r->context, throng_trace_create(r->context, &def, &trace));
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (int32_t k = 0; k < 8; k++) {
            const float least = places[i] * 3.81469727e-6f, at = k & 1 ? -places[i] : places[i];
            throng_potential_goal goal = {0.0f, 0.0f, 1.0f, 0};
            throng_trace_start start = {0.0f, 0.0f, least, 0, 0, 0};
            *(k & 2 ? k & 4 ? &start.x : &start.y : k & 4 ? &goal.x : &goal.y) = at;
            MUST(r->context, throng_potential_set_goals(open, 0, 1, &goal, 0));
            cr_expect(trace_one(r, trace, &start).status == THRONG_TRACE_STEP_LIMIT, "%g beside %g",
                      (double)least, (double)at);
            start.speed = nextafterf(least, 0.0f);
            const throng_trace_result got = trace_one(r, trace, &start);
            expect_invalid(&got, &start, "too slow");
        }
    throng_trace_destroy(trace);
    MUST(r->context, throng_potential_destroy(open));
}

static void expect_nothing(const throng_trace_result *results, int32_t count, const char *what)
{
    const throng_trace_result nothing = {.status = THRONG_TRACE_INVALID};
    for (int32_t i = 0; i < count; i++)
        cr_expect(memcmp(&results[i], &nothing, sizeof nothing) == 0, "%s: result %d is %s after %d steps",
                  what, (int)i, throng_trace_status_name(results[i].status), (int)results[i].steps);
}

/* Before their first update, starts have no results; those beside them keep theirs. */
REJECTED(added_after_the_update)
{
    throng_trace *t = r->trace;
    struct {
        throng_trace_result result;
        int32_t between;
    } apart[ROOM];
    throng_trace_result all[ROOM];
    MUST(r->context, throng_trace_set_starts(t, STARTS, 2, starts, 0));
    MUST(r->context, throng_trace_read(t, 0, ROOM, all, 0));
    cr_expect(memcmp(all, r->before.results, sizeof r->before.results) == 0, "the results changed");
    expect_nothing(all + STARTS, 2, "added");
    MUST(r->context, throng_trace_read(t, STARTS, 2, all, 0));
    expect_nothing(all, 2, "added, read alone");
    memset(apart, 0x11, sizeof apart);
    MUST(r->context, throng_trace_read(t, 1, ROOM - 1, &apart[0].result, sizeof apart[0]));
    for (int32_t i = 1; i < ROOM; i++) {
        cr_expect(apart[i - 1].between == 0x11111111, "written between results");
        if (i < STARTS)
            cr_expect(memcmp(&apart[i - 1].result, &r->before.results[i], sizeof *all) == 0);
        else
            expect_nothing(&apart[i - 1].result, 1, "added, read apart");
    }
    MUST(r->context, throng_trace_update(t));
    MUST(r->context, throng_trace_read(t, STARTS, 2, all, 0));
    cr_expect(memcmp(all, r->before.results, 2 * sizeof *all) == 0, "other paths");
    MUST(r->context, throng_trace_truncate_starts(t, 1));
    MUST(r->context, throng_trace_set_starts(t, 1, STARTS - 1, starts + 1, 0));
    MUST(r->context, throng_trace_read(t, 0, STARTS, all, 0));
    cr_expect(memcmp(all, r->before.results, sizeof *all) == 0, "the first result changed");
    expect_nothing(all + 1, STARTS - 1, "dropped and set again");
    MUST(r->context, throng_trace_update(t));
    cr_expect(r->w->logs == 0);
    expect_same(r, "added after the update");
}

/* Goals that are dropped, and set again. */
REJECTED(goals_that_go)
{
    throng_trace_result all[STARTS];
    MUST(r->context, throng_potential_truncate_goals(r->field, 1));
    MUST(r->context, throng_trace_read(r->trace, 0, STARTS, all, 0));
    cr_expect(memcmp(all, r->before.results, sizeof all) == 0, "paths stay until the next update");
    MUST(r->context, throng_trace_update(r->trace));
    MUST(r->context, throng_trace_read(r->trace, 0, STARTS, all, 0));
    cr_expect(memcmp(&all[0], &r->before.results[0], sizeof *all) == 0, "the first goal is still there");
    for (int32_t i = 1; i < STARTS; i++)
        expect_invalid(&all[i], &starts[i], "without its goal");
    MUST(r->context, throng_potential_set_goals(r->field, 1, GOALS - 1, goals + 1, 0));
    MUST(r->context, throng_trace_update(r->trace));
    expect_same(r, "goals that go");
}
