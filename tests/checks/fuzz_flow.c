/* Fuzzing flow fields: bytes become fields on a small map, its walls, and agents that ask their way, on the
 * reference level and on the widest one side by side. Both must answer alike and to the bit; a refused call
 * must write nothing; lengths must be those of the terrain's distances, steps lead down by their own length,
 * and ways be unit vectors that meet no wall. Memory runs out at some request of the creation; it must then
 * go through when there is memory again. */
#define _POSIX_C_SOURCE 200809L
#include "tests/checks/fuzz_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_SIDE = 10, MOST_WORLDS = 2, MOST_FIELDS = 3, MOST_GOALS = 4, AGENTS = 40, MAX_CALLS = 12 };
enum { MOST_CELLS = MOST_SIDE * MOST_SIDE * MOST_WORLDS };

typedef struct side {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
} side;

typedef struct plan {
    throng_flow_def def;
    int32_t columns, rows, worlds; /* rows of a world */
    int32_t goal_count[MOST_FIELDS];
    throng_cell goals[MOST_FIELDS][MOST_GOALS];
    uint8_t blocked[MOST_CELLS];
    int32_t updated; /* 1: nothing changed since */
} plan;

static void both(throng_status a, throng_status b)
{
    check(a == b, "the levels answer with different statuses");
}

static int make(side *one, throng_isa isa, const plan *p, int64_t requests)
{
    throng_context_def about = throng_context_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def def = p->def;
    about.backend = THRONG_BACKEND_CPU;
    about.isa = isa;
    about.threads = isa == THRONG_ISA_AUTO ? 3 : 1;
    about.cache = "off";
    about.allocator = (throng_allocator){allocate, release, NULL};
    ground.width = p->columns;
    ground.height = p->rows;
    ground.worlds = p->worlds;
    check(throng_context_create(&about, &one->context) == THRONG_OK, "no context");
    check(throng_terrain_create(one->context, &ground, &one->terrain) == THRONG_OK, "no terrain");
    def.terrain = one->terrain;
    requests_left = requests;
    throng_status status = throng_flow_create(one->context, &def, &one->flow);
    if (status == THRONG_ERROR_OUT_OF_MEMORY && requests_left == 0) {
        check(one->flow == NULL, "a flow that was refused");
        requests_left = -1;
        status = throng_flow_create(one->context, &def, &one->flow);
    }
    requests_left = -1;
    return status == THRONG_OK;
}

/* ---- what fields hold */

typedef struct cells {
    float lengths[MOST_CELLS];
    throng_flow_direction directions[MOST_CELLS];
} cells;

static const throng_cell square_steps[8] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                            {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

/* Odd rows of hexagons are half a cell to the right. */
static throng_cell behind(const plan *p, throng_cell at, throng_flow_direction direction)
{
    const throng_cell step = square_steps[direction % 8];
    throng_cell to = {at.column + step.column, at.row + step.row};
    if (p->def.grid == THRONG_GRID_HEX && step.row != 0)
        to.column = at.column + (step.column > 0 ? at.row % 2 : at.row % 2 - 1);
    return to;
}

static void check_cell(const plan *p, const cells *c, throng_cell at)
{
    const int32_t here = at.row * p->columns + at.column;
    const throng_flow_direction direction = c->directions[here];
    const float length = c->lengths[here];
    check((direction == THRONG_FLOW_NONE) == (length == -1.0f) &&
              (direction == THRONG_FLOW_GOAL) == (length == 0.0f),
          "a direction that does not fit its length");
    if (direction >= THRONG_FLOW_GOAL)
        return;
    const throng_cell to = behind(p, at, direction);
    check(to.column >= 0 && to.column < p->columns && to.row / p->rows == at.row / p->rows && to.row >= 0,
          "a step off the map");
    const double step = p->def.grid != THRONG_GRID_HEX && direction % 2 ? sqrt(2.0) : 1.0;
    const double left = (double)length - (double)c->lengths[to.row * p->columns + to.column];
    check(c->lengths[to.row * p->columns + to.column] >= 0.0f && fabs(left - step) <= 1e-5,
          "a step that does not lead down by its length");
}

/* Of one cell of the byte's choice, the length is that of the terrain's shortest path to a goal. */
static void check_distance(const side *one, const plan *p, int32_t field, const cells *c, uint8_t choice)
{
    const int32_t here = choice % (p->columns * p->rows * p->worlds), count = p->goal_count[field];
    throng_cell_pair pairs[MOST_GOALS];
    float lengths[MOST_GOALS], least = -1.0f;
    for (int32_t i = 0; i < count; i++)
        pairs[i] = (throng_cell_pair){{here % p->columns, here / p->columns}, p->goals[field][i]};
    check(throng_terrain_distances(one->terrain, p->def.grid, count, pairs, 0, lengths) == THRONG_OK,
          "no distances");
    for (int32_t i = 0; i < count; i++)
        if (lengths[i] >= 0.0f && (least < 0.0f || lengths[i] < least))
            least = lengths[i];
    check(c->lengths[here] == least, "not the terrain's distance");
}

static void look(const side *one, int32_t field, cells *c)
{
    memset(c, 0, sizeof *c);
    check(throng_flow_read_lengths(one->flow, field, NULL, c->lengths, 0) == THRONG_OK &&
              throng_flow_read_directions(one->flow, field, NULL, c->directions, 0) == THRONG_OK,
          "nothing is read");
}

static void compare(const side *sides, const plan *p, uint8_t choice)
{
    static cells seen[2];
    for (int32_t field = 0; field < p->def.fields; field++) {
        look(&sides[0], field, &seen[0]);
        look(&sides[1], field, &seen[1]);
        check(memcmp(seen[0].lengths, seen[1].lengths, sizeof seen[0].lengths) == 0, "lengths differ");
        check(memcmp(seen[0].directions, seen[1].directions, sizeof seen[0].directions) == 0,
              "directions differ");
        for (int32_t i = 0; i < p->columns * p->rows * p->worlds && p->updated; i++)
            check_cell(p, &seen[0], (throng_cell){i % p->columns, i / p->columns});
        if (p->updated)
            check_distance(&sides[0], p, field, &seen[0], choice);
    }
}

/* ---- ways of agents */

/* Edges and corners of cells, centres, what is beside them; anything. */
static float place(input *in, const plan *p, int32_t cells)
{
    const uint8_t kind = byte(in);
    const float at = (float)(byte(in) % (2 * cells + 1)) * 0.5f;
    if (kind < 80)
        return at * p->def.cell_size;
    if (kind < 110)
        return nextafterf(at * p->def.cell_size, kind < 95 ? 1e9f : -1e9f);
    return kind < 220 ? number(in, -1.0f, (float)cells + 1.0f) * p->def.cell_size : number(in, -8.0f, 40.0f);
}

/* Squares: no place of the next cell's length is inside of a wall, but for what rounding may do. */
static void check_walls(const plan *p, const throng_flow_point *a, const throng_flow_vector *way)
{
    const double size = (double)p->def.cell_size;
    for (int i = 0; i <= 64; i++) {
        const double x = (double)a->x / size + (double)way->dx * i / 64.0;
        const double y = (double)a->y / size + (double)way->dy * i / 64.0;
        const double u = x - floor(x), v = y - floor(y);
        if (fmin(fmin(u, 1.0 - u), fmin(v, 1.0 - v)) < 1e-4)
            continue;
        check(x >= 0.0 && y >= 0.0 && x < p->columns && y < p->rows, "a way off the map");
        check(!p->blocked[(a->world * p->rows + (int32_t)y) * p->columns + (int32_t)x], "a way into a wall");
    }
}

static void check_way(const plan *p, const throng_flow_point *a, const throng_flow_vector *way)
{
    const double size = hypot((double)way->dx, (double)way->dy);
    check(way->length == -1.0f || (way->length >= 0.0f && way->length < 4.0f * MOST_CELLS), "an odd length");
    check(size == 0.0 || fabs(size - 1.0) < 1e-5, "a way that is no unit vector");
    check((size == 0.0) == (way->length <= 0.0f), "a way where none is, or none where one is");
    if (p->updated && size > 0.0 && p->def.grid != THRONG_GRID_HEX)
        check_walls(p, a, way);
}

static throng_status guide(const side *sides, const plan *p, input *in)
{
    throng_flow_point agents[AGENTS] = {{0}};
    throng_flow_vector ways[2][AGENTS], untouched[AGENTS];
    throng_status status[2];
    const throng_flow_sampling manner = byte(in) < 250 ? byte(in) % 2 : integer(in, 0, 2);
    const int32_t given = 1 + byte(in) % 8;
    const int32_t count = byte(in) % 4 ? given : byte(in) % (AGENTS + 1);
    for (int32_t i = 0; i < given; i++)
        agents[i] = (throng_flow_point){place(in, p, p->columns), place(in, p, p->rows),
                                        integer(in, 0, p->worlds - 1), integer(in, 0, p->def.fields - 1)};
    for (int32_t i = given; i < AGENTS; i++) { /* the same, elsewhere in their cells */
        agents[i] = agents[i - given];
        agents[i].x += 0.0625f * p->def.cell_size;
    }
    memset(untouched, 0x55, sizeof untouched);
    memset(ways, 0x55, sizeof ways);
    for (int i = 0; i < 2; i++)
        status[i] = throng_flow_sample(sides[i].flow, manner, count, agents, 0, ways[i]);
    both(status[0], status[1]);
    check(memcmp(ways[0], ways[1], sizeof ways[0]) == 0, "ways differ");
    for (int32_t i = 0; i < AGENTS; i++)
        if (status[0] == THRONG_OK && i < count)
            check_way(p, &agents[i], &ways[0][i]);
        else
            check(memcmp(&ways[0][i], &untouched[i], sizeof untouched[i]) == 0,
                  "a way that was not asked for");
    return status[0];
}

/* ---- changes, on both sides */

static throng_status set_goals(const side *sides, plan *p, input *in)
{
    throng_cell goals[MOST_GOALS];
    throng_status status[2];
    const int32_t field = integer(in, 0, p->def.fields - 1), count = byte(in) % (MOST_GOALS + 1);
    for (int i = 0; i < MOST_GOALS; i++)
        goals[i] = (throng_cell){integer(in, 0, p->columns - 1), integer(in, 0, p->rows * p->worlds - 1)};
    for (int i = 0; i < 2; i++)
        status[i] = throng_flow_set_goals(sides[i].flow, field, count, goals, 0);
    both(status[0], status[1]);
    if (status[0] == THRONG_OK) {
        p->goal_count[field] = count;
        memcpy(p->goals[field], goals, sizeof goals);
        p->updated = 0;
    }
    return status[0];
}

static throng_status build(const side *sides, plan *p, input *in)
{
    const throng_region region = {integer(in, 0, p->columns - 1), integer(in, 0, p->rows * p->worlds - 1),
                                  integer(in, 1, p->columns), integer(in, 1, p->rows)};
    uint32_t state = word(in);
    const uint8_t density = byte(in);
    throng_status status[2];
    if (density < 128) { /* all of them anew */
        for (int32_t i = 0; i < MOST_CELLS; i++) {
            state = state * 1664525u + 1013904223u;
            p->blocked[i] = (state >> 16) % 256 < density;
        }
        for (int i = 0; i < 2; i++)
            status[i] = throng_terrain_set(sides[i].terrain, NULL, p->blocked, 0);
    } else {
        for (int i = 0; i < 2; i++)
            status[i] = throng_terrain_fill(sides[i].terrain, &region, density % 2);
    }
    both(status[0], status[1]);
    check(throng_terrain_read(sides[0].terrain, NULL, p->blocked, 0) == THRONG_OK, "no walls are read");
    if (status[0] == THRONG_OK)
        p->updated = 0;
    return status[0];
}

/* A part of a field: nothing else is written, and what is written is what the whole has there. */
static throng_status read_part(const side *sides, const plan *p, input *in)
{
    static float part[2][MOST_CELLS];
    static cells all;
    throng_status status[2];
    const int32_t field = integer(in, 0, p->def.fields - 1);
    const throng_region r = {integer(in, 0, p->columns - 1), integer(in, 0, p->rows * p->worlds - 1),
                             integer(in, 1, p->columns), integer(in, 1, p->rows)};
    memset(part, 0x55, sizeof part);
    for (int i = 0; i < 2; i++)
        status[i] = throng_flow_read_lengths(sides[i].flow, field, &r, part[i], 0);
    both(status[0], status[1]);
    check(memcmp(part[0], part[1], sizeof part[0]) == 0, "a part differs between levels");
    if (status[0] != THRONG_OK)
        return status[0];
    look(&sides[0], field, &all);
    for (int32_t i = 0; i < r.width * r.height; i++)
        check(part[0][i] == all.lengths[(r.row + i / r.width) * p->columns + r.column + i % r.width],
              "a part has other lengths");
    return THRONG_OK;
}

static void update(const side *sides, plan *p, uint8_t kind)
{
    for (int i = 0; i < 2; i++)
        check((kind == 0 ? throng_flow_reset(sides[i].flow) : throng_flow_update(sides[i].flow)) == THRONG_OK,
              "no update");
    if (kind == 0)
        memset(p->goal_count, 0, sizeof p->goal_count);
    p->updated = kind != 0;
}

static void call(const side *sides, plan *p, input *in)
{
    throng_status status = THRONG_OK;
    const uint8_t kind = byte(in) % 12;
    if (kind < 3)
        update(sides, p, kind);
    else if (kind < 5)
        status = set_goals(sides, p, in);
    else if (kind < 7)
        status = build(sides, p, in);
    else if (kind == 7)
        status = read_part(sides, p, in);
    else
        status = guide(sides, p, in);
    if (kind < 7 || status != THRONG_OK) /* the others change nothing */
        compare(sides, p, byte(in));
}

static plan make_plan(input *in)
{
    static const float sizes[] = {1.0f, 1.0f, 0.75f, 4.0f, 0.1f, 1e-6f, 1e6f, 3.0f};
    plan p = {.def = throng_flow_default_def()};
    const uint8_t given = byte(in);
    p.columns = 1 + byte(in) % MOST_SIDE;
    p.rows = 1 + byte(in) % MOST_SIDE;
    p.worlds = given & 1 ? MOST_WORLDS : 1;
    p.def.grid = given & 2 ? integer(in, THRONG_GRID_SQUARE8, THRONG_GRID_HEX) : THRONG_GRID_SQUARE8;
    p.def.fields = given & 4 ? integer(in, 1, MOST_FIELDS) : 1;
    p.def.goal_capacity = given & 8 ? integer(in, 1, MOST_GOALS) : MOST_GOALS;
    p.def.cell_size = given & 16 ? number(in, 1e-6f, 8.0f) : sizes[byte(in) % 8];
    if (p.def.fields > MOST_FIELDS || p.def.goal_capacity > MOST_GOALS)
        p.def.fields = p.def.goal_capacity = 0; /* large ones would only be slow */
    return p;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    side sides[2] = {{0}, {0}};
    plan p = make_plan(&in);
    const int64_t requests = byte(&in) % 16 - 1;
    const int made = make(&sides[0], THRONG_ISA_REFERENCE, &p, requests);
    check(made == make(&sides[1], THRONG_ISA_AUTO, &p, requests), "the levels do not agree on the def");
    if (made) { /* most inputs have walls and ways to look at */
        (void)build(sides, &p, &in);
        (void)set_goals(sides, &p, &in);
        update(sides, &p, 1);
    }
    for (int i = 0; made && i < MAX_CALLS && in.size > 0; i++)
        call(sides, &p, &in);
    if (made)
        compare(sides, &p, byte(&in));
    for (int i = 0; i < 2; i++) {
        check(throng_flow_destroy(sides[i].flow) == THRONG_OK, "the flow is not destroyed");
        check(throng_terrain_destroy(sides[i].terrain) == THRONG_OK, "the terrain is not destroyed");
        check(throng_context_destroy(sides[i].context) == THRONG_OK, "the context is not destroyed");
    }
    return 0;
}
