/* Fuzzing the public interface: bytes become a sequence of calls with odd values on a small map, made on the
 * reference level and on the widest one side by side. Both must answer alike, a refused call must leave all
 * values alone, results must be finite and equal to the bit. Memory runs out at some request of the creation,
 * and for some calls altogether; the same call must then go through when there is memory again. It does not
 * see time that grows out of bounds on large maps. */
#define _POSIX_C_SOURCE 200809L
#include "tests/checks/fuzz_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_SIDE = 40, MAX_LAYERS = 3, MAX_OBJECTS = 24, MAX_CALLS = 24, MAX_QUESTIONS = 5 };

typedef struct side {
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *map;
} side;

typedef struct shape {
    int32_t width, height, layers, capacity; /* height: of all worlds */
    int32_t worlds, grid;
} shape;

static throng_influence_object object(input *in, const shape *s)
{
    throng_influence_object o = throng_influence_default_object();
    uint8_t given = byte(in);
    o.x = number(in, -8.0f, (float)s->width + 8.0f);
    o.y = number(in, -8.0f, (float)s->height + 8.0f);
    if (given & 1) {
        o.vx = number(in, -1.0f, 1.0f);
        o.vy = number(in, -1.0f, 1.0f);
    }
    if (given & 2)
        o.influence = number(in, -4.0f, 4.0f);
    if (given & 4)
        o.decay = number(in, 0.0f, 1.0f);
    if (given & 8)
        o.max_distance = number(in, 0.0f, 20.0f);
    if (given & 16)
        o.alpha = number(in, 0.0f, 1.0f);
    if (given & 32)
        o.offset = number(in, 0.0f, 6.0f);
    o.decay_kind = given & 64 ? THRONG_DECAY_EXPONENTIAL : THRONG_DECAY_LINEAR;
    if ((given & 128) && byte(in) > 250)
        o.decay_kind = (throng_decay)word(in);
    if (s->worlds > 1)
        o.world = integer(in, 0, s->worlds - 1);
    return o;
}

/* ---- every call, on both sides */
static void both(throng_status a, throng_status b)
{
    check(a == b, "the levels answer with different statuses");
}

static size_t plane_size(const shape *s) { return (size_t)s->width * (size_t)s->height; }

/* All planes; a plane that cannot be read counts as zeros. */
static float *snapshot(const side *one, const shape *s)
{
    float *values = calloc(plane_size(s) * (size_t)(s->layers + 1), sizeof *values);
    check(values != NULL, "no memory for the fuzzer itself");
    for (int32_t layer = THRONG_LAYER_COMBINED; layer < s->layers; layer++)
        (void)throng_influence_read(one->map, layer, NULL, values + (size_t)(layer + 1) * plane_size(s), 0);
    return values;
}

static void compare(const side *sides, const shape *s)
{
    size_t count = plane_size(s) * (size_t)(s->layers + 1);
    float *a = snapshot(&sides[0], s);
    float *b = snapshot(&sides[1], s);
    check(memcmp(a, b, count * sizeof *a) == 0, "the levels have different values");
    for (size_t i = 0; i < count; i++)
        check(isfinite(a[i]), "a value is not finite");
    free(a);
    free(b);
}

static throng_status set_objects(const side *sides, input *in, const shape *s)
{
    throng_influence_object objects[MAX_OBJECTS];
    int32_t layer = integer(in, 0, s->layers - 1);
    int32_t first = integer(in, 0, throng_influence_object_count(sides[0].map, layer));
    int32_t count = integer(in, 0, MAX_OBJECTS);
    int32_t within = count < 0 || count > MAX_OBJECTS ? 0 : count;
    size_t stride = byte(in) > 250 ? byte(in) : 0;
    for (int32_t i = 0; i < within; i++)
        objects[i] = object(in, s);
    if (within != count && count > 0 && count <= (int64_t)s->capacity - first)
        return THRONG_ERROR_CAPACITY; /* it would read past the array, as told to */
    if (stride > sizeof objects[0])
        stride = 0;
    throng_status status = throng_influence_set_objects(sides[0].map, layer, first, count, objects, stride);
    both(status, throng_influence_set_objects(sides[1].map, layer, first, count, objects, stride));
    return status;
}

static throng_status move_objects(const side *sides, input *in, const shape *s)
{
    float positions[2 * MAX_OBJECTS];
    float velocities[2 * MAX_OBJECTS];
    int32_t layer = integer(in, 0, s->layers - 1);
    int32_t present = throng_influence_object_count(sides[0].map, layer);
    int32_t first = integer(in, 0, present);
    int32_t count = integer(in, 0, MAX_OBJECTS);
    const float *directions = byte(in) % 2 ? velocities : NULL;
    if (count > MAX_OBJECTS && count <= present - first)
        return THRONG_ERROR_INVALID_ARGUMENT;
    for (int i = 0; i < 2 * MAX_OBJECTS; i++) {
        positions[i] = i / 2 < count ? number(in, -8.0f, (float)MAX_SIDE) : 0.0f;
        velocities[i] = i / 2 < count && directions ? number(in, -1.0f, 1.0f) : 0.0f;
    }
    throng_status status =
        throng_influence_move_objects(sides[0].map, layer, first, count, positions, 0, directions, 0);
    both(status,
         throng_influence_move_objects(sides[1].map, layer, first, count, positions, 0, directions, 0));
    return status;
}

static throng_status combine(const side *sides, input *in, const shape *s)
{
    float weights[MAX_LAYERS];
    int32_t count = integer(in, s->layers, s->layers);
    for (int i = 0; i < MAX_LAYERS; i++)
        weights[i] = number(in, -2.0f, 2.0f);
    throng_status status = throng_influence_combine(sides[0].map, weights, count);
    both(status, throng_influence_combine(sides[1].map, weights, count));
    return status;
}

/* Nothing is written outside the region, nor where the call is refused. */
static throng_status read_region(const side *sides, input *in, const shape *s)
{
    enum { ROOM = (MAX_SIDE + 4) * MAX_SIDE };
    static float values[2][ROOM];
    int32_t layer = integer(in, THRONG_LAYER_COMBINED, s->layers - 1);
    throng_region r = {integer(in, 0, s->width), integer(in, 0, s->height), integer(in, 1, s->width),
                       integer(in, 1, s->height)};
    size_t gap = byte(in) % 4;
    size_t stride = r.width > 0 && r.width <= MAX_SIDE ? ((size_t)r.width + gap) * sizeof(float) : 0;
    memset(values, 0x55, sizeof values);
    throng_status status = throng_influence_read(sides[0].map, layer, &r, values[0], stride);
    both(status, throng_influence_read(sides[1].map, layer, &r, values[1], stride));
    check(memcmp(values[0], values[1], sizeof values[0]) == 0, "a region differs between levels");
    size_t written = 0;
    for (size_t i = 0; i < ROOM; i++) {
        uint32_t bits;
        memcpy(&bits, &values[0][i], sizeof bits);
        written += bits != 0x55555555u;
    }
    check(written == (status == THRONG_OK ? (size_t)r.width * (size_t)r.height : 0),
          "other cells are written");
    return status;
}

static throng_status best(const side *sides, input *in, const shape *s)
{
    throng_best a = {-7, -7, -7.0f};
    throng_best b = a;
    int32_t layer = integer(in, THRONG_LAYER_COMBINED, s->layers - 1);
    throng_region r = {integer(in, 0, s->width - 1), integer(in, 0, s->height - 1), integer(in, 1, s->width),
                       integer(in, 1, s->height)};
    const throng_region *region = byte(in) % 2 ? &r : NULL;
    throng_status status = throng_influence_best(sides[0].map, layer, region, &a);
    both(status, throng_influence_best(sides[1].map, layer, region, &b));
    check(memcmp(&a, &b, sizeof a) == 0, "the best cells differ");
    if (status == THRONG_OK && a.column >= 0) { /* not where all cells are blocked */
        throng_region cell = {a.column, a.row, 1, 1};
        float value = NAN;
        check(throng_influence_read(sides[0].map, layer, &cell, &value, 0) == THRONG_OK &&
                  memcmp(&value, &a.value, sizeof value) == 0,
              "the best cell has another value");
    }
    return status;
}

/* Walls of every density, whole or in a region. */
static throng_status set_walls(const side *sides, input *in, const shape *s)
{
    static uint8_t blocked[MAX_SIDE * MAX_SIDE];
    uint32_t random = word(in);
    uint8_t walls = byte(in);
    throng_region r = {integer(in, 0, s->width - 1), integer(in, 0, s->height - 1), integer(in, 1, s->width),
                       integer(in, 1, s->height)};
    const throng_region *region = byte(in) % 2 ? &r : NULL;
    for (size_t i = 0; i < sizeof blocked; i++) {
        random = random * 1664525u + 1013904223u;
        blocked[i] = random >> 24 < walls;
    }
    throng_status status;
    if (byte(in) % 2) {
        status = throng_terrain_set(sides[0].terrain, region, blocked, 0);
        both(status, throng_terrain_set(sides[1].terrain, region, blocked, 0));
    } else {
        status = throng_terrain_fill(sides[0].terrain, region, walls);
        both(status, throng_terrain_fill(sides[1].terrain, region, walls));
    }
    return status;
}

static throng_status distances(const side *sides, input *in, const shape *s)
{
    throng_cell_pair pairs[MAX_QUESTIONS];
    float a[MAX_QUESTIONS] = {0}, b[MAX_QUESTIONS] = {0};
    int32_t count = byte(in) % (MAX_QUESTIONS + 1);
    for (int i = 0; i < MAX_QUESTIONS; i++)
        pairs[i] = (throng_cell_pair){{integer(in, 0, s->width - 1), integer(in, 0, s->height - 1)},
                                      {integer(in, 0, s->width - 1), integer(in, 0, s->height - 1)}};
    static const float nothing[MAX_QUESTIONS];
    const throng_status status = throng_terrain_distances(sides[0].terrain, s->grid, count, pairs, 0, a);
    const throng_status other = throng_terrain_distances(sides[1].terrain, s->grid, count, pairs, 0, b);
    check(status == THRONG_OK || memcmp(a, nothing, sizeof a) == 0, "refused distances are written");
    check(other == THRONG_OK || memcmp(b, nothing, sizeof b) == 0, "refused distances are written");
    /* tasks keep memory for the next call: where one side has enough, one with more threads may not */
    if (status == THRONG_ERROR_OUT_OF_MEMORY || other == THRONG_ERROR_OUT_OF_MEMORY)
        return THRONG_ERROR_OUT_OF_MEMORY;
    both(status, other);
    check(memcmp(a, b, sizeof a) == 0, "distances differ");
    return status;
}

/* A searcher for each side, and two searches, the second one with costs. */
static throng_status routes(const side *sides, input *in, const shape *s)
{
    enum { CELLS = MAX_SIDE * MAX_SIDE * MAX_QUESTIONS };
    static throng_cell cells[2][CELLS];
    static float costs[MAX_SIDE * MAX_SIDE];
    throng_cell_pair pairs[MAX_QUESTIONS];
    throng_route_result results[2][MAX_QUESTIONS];
    throng_route_def def = throng_route_default_def();
    throng_status status[2] = {THRONG_OK, THRONG_OK};
    const float weight = number(in, 0.0f, 4.0f), most = number(in, 0.0f, 20.0f);
    const int32_t count = byte(in) % (MAX_QUESTIONS + 1);
    for (int i = 0; i < MAX_QUESTIONS; i++)
        pairs[i] = (throng_cell_pair){{integer(in, 0, s->width - 1), integer(in, 0, s->height - 1)},
                                      {integer(in, 0, s->width - 1), integer(in, 0, s->height - 1)}};
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        costs[i] = i % 3 ? most : 0.0f;
    memset(results, 0x55, sizeof results);
    memset(cells, 0x55, sizeof cells);
    def.grid = s->grid;
    def.method = byte(in) % 2;
    for (int i = 0; i < 2; i++) {
        throng_route *route = NULL;
        def.terrain = sides[i].terrain;
        status[i] = throng_route_create(sides[i].context, &def, &route);
        if (status[i] == THRONG_OK)
            status[i] = throng_route_find(route, count, pairs, 0, results[i]);
        if (status[i] == THRONG_OK)
            status[i] = throng_route_set_weight(route, weight);
        if (status[i] == THRONG_OK)
            status[i] = throng_route_set_costs(route, NULL, costs, 0);
        if (status[i] == THRONG_OK)
            status[i] = throng_route_find(route, count, pairs, 0, results[i]);
        if (status[i] == THRONG_OK)
            check(throng_route_read(route, 0, count, cells[i], CELLS) == THRONG_OK, "routes are not read");
        throng_route_destroy(route);
    }
    both(status[0], status[1]);
    check(memcmp(results[0], results[1], sizeof results[0]) == 0, "routes differ");
    check(memcmp(cells[0], cells[1], sizeof cells[0]) == 0, "the cells of routes differ");
    /* several calls: where memory ran out in one, a later one may refuse its arguments */
    return status[0] == THRONG_ERROR_OUT_OF_MEMORY ? status[0] : THRONG_OK;
}

/* Questions of agents: those about cells, regions and points. */
static throng_status ask(const side *sides, input *in, const shape *s)
{
    throng_best a[MAX_QUESTIONS] = {{0}}, b[MAX_QUESTIONS] = {{0}};
    throng_sample samples[2][MAX_QUESTIONS] = {{{0}}};
    throng_region regions[MAX_QUESTIONS];
    throng_cell cells[MAX_QUESTIONS];
    throng_point points[MAX_QUESTIONS];
    const uint8_t kind = byte(in) % 3;
    const int32_t layer = integer(in, THRONG_LAYER_COMBINED, s->layers - 1), which = integer(in, 0, 1);
    const int32_t own_too = byte(in) % 2, count = byte(in) % (MAX_QUESTIONS + 1);
    for (int i = 0; i < MAX_QUESTIONS; i++) {
        cells[i] = (throng_cell){integer(in, 0, s->width - 1), integer(in, 0, s->height - 1)};
        regions[i] = (throng_region){cells[i].column, cells[i].row, integer(in, 1, s->width),
                                     integer(in, 1, s->height)};
        points[i] = (throng_point){number(in, -2.0f, (float)s->width), number(in, -2.0f, (float)s->height),
                                   integer(in, 0, s->worlds - 1)};
    }
    throng_status status[2];
    for (int i = 0; i < 2; i++) {
        throng_influence *map = sides[i].map;
        throng_best *answers = i == 0 ? a : b;
        if (kind == 0)
            status[i] = throng_influence_best_of_regions(map, layer, which, count, regions, 0, answers);
        else if (kind == 1)
            status[i] =
                throng_influence_best_of_neighbors(map, layer, which, own_too, count, cells, 0, answers);
        else
            status[i] = throng_influence_sample(map, layer, count, points, 0, samples[i]);
    }
    both(status[0], status[1]);
    check(memcmp(a, b, sizeof a) == 0, "the answers about cells differ");
    check(memcmp(samples[0], samples[1], sizeof samples[0]) == 0, "the answers about points differ");
    return status[0];
}

static throng_status simple_call(const side *sides, input *in, const shape *s, uint8_t kind)
{
    int32_t layer = integer(in, 0, s->layers - 1);
    throng_status status;
    if (kind == 0) {
        status = throng_influence_update(sides[0].map);
        both(status, throng_influence_update(sides[1].map));
    } else if (kind == 1) {
        status = throng_influence_update_layer(sides[0].map, layer);
        both(status, throng_influence_update_layer(sides[1].map, layer));
    } else if (kind == 2) {
        int32_t count = integer(in, 0, MAX_OBJECTS);
        status = throng_influence_truncate_objects(sides[0].map, layer, count);
        both(status, throng_influence_truncate_objects(sides[1].map, layer, count));
    } else if (kind == 3) {
        float momentum = number(in, 0.0f, 1.0f);
        status = throng_influence_set_momentum(sides[0].map, layer, momentum);
        both(status, throng_influence_set_momentum(sides[1].map, layer, momentum));
    } else {
        status = throng_influence_reset(sides[0].map);
        both(status, throng_influence_reset(sides[1].map));
    }
    return status;
}

/* A part of an update, or all that is left of it, or memory for what may come. */
static throng_status slice(const side *sides, input *in, const shape *s)
{
    const int32_t parts = integer(in, 0, 6), layer = integer(in, -1, s->layers - 1);
    const throng_influence_uses uses = (throng_influence_uses)integer(in, 0, 15);
    int32_t done[2] = {0, 0};
    throng_status status[2];
    for (int i = 0; i < 2; i++) {
        const throng_influence_object o = throng_influence_default_object();
        if (parts == 0)
            status[i] = throng_influence_reserve(sides[i].map, layer, 2, &o, uses);
        else if (parts == 6)
            status[i] = throng_influence_update_some(sides[i].map, 1e9, &done[i]);
        else
            status[i] = throng_influence_update_part(sides[i].map, parts, &done[i]);
    }
    both(status[0], status[1]);
    check(done[0] == done[1], "updates in parts are whole at other times");
    return status[0];
}

static throng_status any_call(const side *sides, input *in, const shape *s, uint8_t kind)
{
    if (kind < 5)
        return simple_call(sides, in, s, kind);
    if (kind == 5)
        return combine(sides, in, s);
    if (kind == 6)
        return read_region(sides, in, s);
    if (kind == 7)
        return best(sides, in, s);
    if (kind == 8)
        return move_objects(sides, in, s);
    if (kind == 9)
        return ask(sides, in, s);
    if (kind == 10 && sides[0].terrain != NULL)
        return set_walls(sides, in, s);
    if (kind == 11 && sides[0].terrain != NULL)
        return distances(sides, in, s);
    if (kind == 12)
        return slice(sides, in, s);
    if (kind == 14 && sides[0].terrain != NULL)
        return routes(sides, in, s);
    return set_objects(sides, in, s);
}

/* Levels may ask for memory in other numbers of requests, so that either all of a call's or none are refused.
 */
static void call(const side *sides, input *in, const shape *s)
{
    size_t bytes = plane_size(s) * (size_t)(s->layers + 1) * sizeof(float);
    float *before = snapshot(&sides[1], s);
    uint8_t choice = byte(in);
    const input arguments = *in;
    requests_left = choice >= 200 ? 0 : -1;
    throng_status status = any_call(sides, in, s, choice % 15);
    int starved = requests_left == 0;
    requests_left = -1;
    if (status != THRONG_OK) {
        float *after = snapshot(&sides[1], s);
        check(memcmp(before, after, bytes) == 0, "a refused call changed values");
        free(after);
    }
    free(before);
    check(status != THRONG_ERROR_OUT_OF_MEMORY || starved, "out of memory that there is");
    if (status == THRONG_ERROR_OUT_OF_MEMORY) {
        *in = arguments;
        check(any_call(sides, in, s, choice % 15) == THRONG_OK, "the same call fails with memory, too");
    }
}

/* Memory runs out at the given request; what fails for that must succeed without a limit. */
static int make(side *one, throng_isa isa, throng_influence_def def, const throng_terrain_def *ground,
                int64_t requests)
{
    throng_context_def about = throng_context_default_def();
    about.backend = THRONG_BACKEND_CPU;
    about.isa = isa;
    about.threads = isa == THRONG_ISA_AUTO ? 3 : 1;
    about.cache = "off";
    about.allocator = (throng_allocator){allocate, release, NULL};
    requests_left = requests;
    throng_status status = throng_context_create(&about, &one->context);
    if (status == THRONG_ERROR_OUT_OF_MEMORY && requests_left == 0) {
        check(one->context == NULL, "a context that was refused");
        requests_left = -1;
        status = throng_context_create(&about, &one->context);
    }
    check(status == THRONG_OK, "no context");
    if (ground != NULL) {
        status = throng_terrain_create(one->context, ground, &one->terrain);
        if (status == THRONG_ERROR_OUT_OF_MEMORY && requests_left == 0) {
            check(one->terrain == NULL, "terrain that was refused");
            requests_left = -1;
            status = throng_terrain_create(one->context, ground, &one->terrain);
        }
    }
    def.terrain = one->terrain;
    status = throng_influence_create(one->context, &def, &one->map);
    if (status == THRONG_ERROR_OUT_OF_MEMORY && requests_left == 0) {
        check(one->map == NULL, "a map that was refused");
        requests_left = -1;
        status = throng_influence_create(one->context, &def, &one->map);
    }
    requests_left = -1;
    return status == THRONG_OK;
}

static throng_influence_def some_map(input *in)
{
    throng_influence_def def = throng_influence_default_def();
    def.width = integer(in, 1, MAX_SIDE);
    def.height = integer(in, 1, MAX_SIDE);
    def.layers = integer(in, 1, MAX_LAYERS);
    def.grid = integer(in, THRONG_GRID_SQUARE8, THRONG_GRID_HEX);
    def.cell_size = byte(in) % 2 ? number(in, 1e-6f, 4.0f) : 1.0f;
    def.object_capacity = integer(in, 0, MAX_OBJECTS);
    def.propagation = integer(in, THRONG_PROPAGATION_EUCLIDEAN, THRONG_PROPAGATION_ADJACENT);
    def.worlds = byte(in) % 4 ? 1 : integer(in, 1, 3);
    def.all_pairs = def.width < 8 && byte(in) % 2;
    return def;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    side sides[2] = {{0}, {0}};
    throng_influence_def def = some_map(&in);
    throng_terrain_def ground = throng_terrain_default_def();
    ground.width = def.width;
    ground.height = def.height;
    ground.worlds = byte(&in) % 2 ? 1 : def.worlds;
    const int walled = (def.propagation != THRONG_PROPAGATION_EUCLIDEAN) == (byte(&in) < 250);
    /* large ones are for the tests: here they would only be slow */
    if (def.layers > MAX_LAYERS || def.object_capacity > MAX_OBJECTS || def.width > MAX_SIDE ||
        def.height > MAX_SIDE || def.worlds > 3 || (def.worlds > 0 && def.height > MAX_SIDE / def.worlds))
        return 0;
    if (def.propagation != THRONG_PROPAGATION_EUCLIDEAN && def.height > 16)
        return 0;
    const int32_t rows = def.height > 0 && def.worlds > 0 ? def.height * def.worlds : 1;
    shape s = {def.width, rows, def.layers, def.object_capacity, def.worlds, def.grid};
    int64_t requests = byte(&in) % 32 - 1;
    const throng_terrain_def *given = walled ? &ground : NULL;
    int made = make(&sides[0], THRONG_ISA_REFERENCE, def, given, requests);
    check(made == make(&sides[1], THRONG_ISA_AUTO, def, given, requests),
          "the levels do not agree on the def");
    for (int i = 0; made && i < MAX_CALLS && in.size > 0; i++)
        call(sides, &in, &s);
    if (made)
        compare(sides, &s);
    for (int i = 0; i < 2; i++) {
        throng_influence_destroy(sides[i].map);
        check(throng_terrain_destroy(sides[i].terrain) == THRONG_OK, "the terrain is not destroyed");
        check(throng_context_destroy(sides[i].context) == THRONG_OK, "the context is not destroyed");
    }
    return 0;
}
