/* Fuzzing potential fields: bytes become a sequence of calls with odd values on a small field, made on the
 * reference level and on the widest one side by side. Both must answer alike, a refused call must leave the
 * field as it was, forces must be finite and equal to the bit. Memory runs out at some request of the
 * creation; it must then go through when there is memory again. */
#define _POSIX_C_SOURCE 200809L
#include "tests/checks/fuzz_measures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 24, MOST_WORLDS = 3, MOST_SIDE = 9, MAX_CALLS = 24 };

typedef struct side {
    throng_context *context;
    throng_terrain *terrain;
    throng_measure *measure;
    throng_potential *field;
} side;

static void both(throng_status a, throng_status b)
{
    check(a == b, "the levels answer with different statuses");
}

/* ---- what fields are made of */

static float place(input *in) { return number(in, -4.0f, (float)MOST_SIDE + 4.0f); }

static throng_potential_source source(input *in)
{
    throng_potential_source s = throng_potential_default_source();
    const uint8_t given = byte(in);
    s.x = place(in);
    s.y = place(in);
    if (given & 1)
        s.eta = number(in, 0.0f, 4.0f);
    if (given & 2)
        s.range = number(in, 0.5f, 8.0f);
    if (given & 4)
        s.power = number(in, 0.0f, 4.0f);
    if (given & 8)
        s.type = integer(in, 0, given & 32 ? THRONG_MAX_TYPES - 1 : 2);
    if (given & 16)
        s.world = integer(in, 0, MOST_WORLDS - 1);
    return s;
}

static throng_potential_def some_field(input *in)
{
    throng_potential_def def = throng_potential_default_def();
    const uint8_t given = byte(in);
    def.worlds = given & 1 ? integer(in, 1, MOST_WORLDS) : 1;
    def.source_capacity = MOST;
    def.goal_capacity = MOST;
    def.point_capacity = MOST;
    def.damage = given & 2;
    def.interaction = given & 4;
    def.terrain_mode = given & 8 ? integer(in, 0, 1) : 0;
    if (given & 16)
        def.cell_size = number(in, 0.01f, 4.0f);
    if (given & 32)
        def.terrain_eta = number(in, 0.0f, 4.0f);
    if (given & 64)
        def.terrain_range = number(in, 0.5f, 8.0f);
    return def;
}

/* Memory runs out at the given request; what fails for that must succeed without a limit. */
static int make(side *one, throng_isa isa, throng_potential_def def, const throng_measure_def *measure,
                int walled, int64_t requests)
{
    throng_context_def about = throng_context_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    about.backend = THRONG_BACKEND_CPU;
    about.isa = isa;
    about.threads = isa == THRONG_ISA_AUTO ? 3 : 1;
    about.cache = "off";
    about.allocator = (throng_allocator){allocate, release, NULL};
    ground.width = ground.height = MOST_SIDE;
    check(throng_context_create(&about, &one->context) == THRONG_OK, "no context");
    if (walled)
        check(throng_terrain_create(one->context, &ground, &one->terrain) == THRONG_OK, "no terrain");
    if (measure && throng_measure_create(one->context, measure, &one->measure) != THRONG_OK)
        return 0;
    def.terrain = one->terrain;
    def.measure = one->measure;
    requests_left = requests;
    throng_status status = throng_potential_create(one->context, &def, &one->field);
    if (status == THRONG_ERROR_OUT_OF_MEMORY && requests_left == 0) {
        check(one->field == NULL, "a field that was refused");
        requests_left = -1;
        status = throng_potential_create(one->context, &def, &one->field);
    }
    requests_left = -1;
    return status == THRONG_OK;
}

/* ---- calls, on both sides */

static void feel(const side *sides, throng_force forces[2][MOST])
{
    memset(forces, 0, 2 * sizeof *forces);
    for (int i = 0; i < 2; i++) {
        throng_potential_info info;
        check(throng_potential_get_info(sides[i].field, &info) == THRONG_OK, "no info");
        check(throng_potential_update(sides[i].field) == THRONG_OK, "no update");
        check(throng_potential_read(sides[i].field, 0, info.points, forces[i], 0) == THRONG_OK,
              "nothing is read");
    }
    check(memcmp(forces[0], forces[1], sizeof forces[0]) == 0, "forces differ");
    for (int i = 0; i < MOST; i++)
        check(isfinite(forces[0][i].fx) && isfinite(forces[0][i].fy) && isfinite(forces[0][i].potential) &&
                  isfinite(forces[0][i].damage),
              "a result that is not finite");
}

static throng_status set_entries(const side *sides, input *in, uint8_t kind)
{
    throng_potential_source sources[MOST];
    throng_potential_goal goals[MOST];
    throng_potential_point points[MOST];
    throng_status status[2];
    const int32_t first = integer(in, 0, MOST), count = integer(in, 0, MOST);
    for (int32_t i = 0; i < MOST; i++) {
        const throng_potential_source s = source(in);
        sources[i] = s;
        goals[i] = (throng_potential_goal){s.x, s.y, s.eta, s.world};
        points[i] = (throng_potential_point){s.x, s.y, s.type < 0 ? s.type : s.type - 2, s.world};
    }
    for (int i = 0; i < 2; i++)
        status[i] = kind == 0   ? throng_potential_set_sources(sides[i].field, first, count, sources, 0)
                    : kind == 1 ? throng_potential_set_goals(sides[i].field, first, count, goals, 0)
                                : throng_potential_set_points(sides[i].field, first, count, points, 0);
    both(status[0], status[1]);
    return status[0];
}

static throng_status move_entries(const side *sides, input *in, uint8_t kind)
{
    float places[2 * MOST];
    throng_status status[2];
    const int32_t first = integer(in, 0, MOST), count = integer(in, 0, MOST);
    for (int32_t i = 0; i < 2 * MOST; i++)
        places[i] = place(in);
    for (int i = 0; i < 2; i++)
        status[i] = kind == 3 ? throng_potential_move_sources(sides[i].field, first, count, places, 0)
                              : throng_potential_move_points(sides[i].field, first, count, places, 0);
    both(status[0], status[1]);
    return status[0];
}

static throng_status drop_entries(const side *sides, input *in)
{
    const int32_t count = integer(in, 0, MOST);
    const uint8_t list = byte(in) % 3;
    throng_status status[2];
    for (int i = 0; i < 2; i++)
        status[i] = list == 0   ? throng_potential_truncate_sources(sides[i].field, count)
                    : list == 1 ? throng_potential_truncate_goals(sides[i].field, count)
                                : throng_potential_truncate_points(sides[i].field, count);
    both(status[0], status[1]);
    return status[0];
}

static throng_status build(const side *sides, input *in)
{
    const throng_region region = {integer(in, 0, MOST_SIDE - 1), integer(in, 0, MOST_SIDE - 1),
                                  integer(in, 1, MOST_SIDE), integer(in, 1, MOST_SIDE)};
    const int32_t blocked = byte(in) % 2;
    throng_status status[2];
    for (int i = 0; i < 2; i++)
        status[i] = throng_terrain_fill(sides[i].terrain, &region, blocked);
    both(status[0], status[1]);
    return status[0];
}

static void call(const side *sides, input *in)
{
    throng_force before[2][MOST], after[2][MOST];
    const uint8_t kind = byte(in) % 8;
    feel(sides, before);
    throng_status status = kind < 3                         ? set_entries(sides, in, kind)
                           : kind < 5                       ? move_entries(sides, in, kind)
                           : kind == 5 || !sides[0].terrain ? drop_entries(sides, in)
                                                            : build(sides, in);
    feel(sides, after);
    if (status != THRONG_OK)
        check(memcmp(before, after, sizeof before) == 0, "a refused call changed the field");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static float table[FUZZ_SETS];
    input in = {data, size};
    side sides[2] = {{0}, {0}};
    const throng_potential_def def = some_field(&in);
    const int has_measure = byte(&in) % 2;
    const throng_measure_def measure = has_measure ? some_measure(&in, table) : (throng_measure_def){0};
    const throng_measure_def *joined = has_measure ? &measure : NULL;
    const int walled = byte(&in) % 2;
    const int64_t requests = byte(&in) % 32 - 1;
    if (def.worlds > MOST_WORLDS)
        return 0;
    const int made = make(&sides[0], THRONG_ISA_REFERENCE, def, joined, walled, requests);
    check(made == make(&sides[1], THRONG_ISA_AUTO, def, joined, walled, requests),
          "the levels do not agree on the def");
    for (int i = 0; made && i < MAX_CALLS && in.size > 0; i++)
        call(sides, &in);
    for (int i = 0; i < 2; i++) {
        check(throng_potential_destroy(sides[i].field) == THRONG_OK, "the field is not destroyed");
        check(throng_measure_destroy(sides[i].measure) == THRONG_OK, "the measure is not destroyed");
        check(throng_terrain_destroy(sides[i].terrain) == THRONG_OK, "the terrain is not destroyed");
        check(throng_context_destroy(sides[i].context) == THRONG_OK, "the context is not destroyed");
    }
    return 0;
}
