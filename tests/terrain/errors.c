/* Every wrong argument of every call on terrain, and what maps with walls and worlds refuse besides: a
 * status, a message with the parameter and its value, and nothing changed. */
#include "tests/support/rejected.h"
#include "tests/support/wall_scenes.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#define INVALID THRONG_ERROR_INVALID_ARGUMENT

enum { W = 12, H = 9, CELLS = W * H, H2 = 8, CELLS2 = W * H2 * 2, OBJECTS = 4 };

typedef struct ground {
    watch *w;
    throng_context *context;
    throng_terrain *terrain; /* column 5 is blocked but for row 4 */
    throng_influence *map;   /* path */
    throng_terrain *worlds;  /* two: column 2 is blocked in the second one */
    throng_influence *batch; /* adjacent */
    throng_influence_object objects[OBJECTS], batched[OBJECTS];
    uint8_t walls[CELLS], walls2[CELLS2];
    float values[CELLS], values2[CELLS2];
} ground;

static throng_influence_object at(float x, float y, int32_t world)
{
    throng_influence_object o = throng_influence_default_object();
    o.x = x;
    o.y = y;
    o.vx = 1.0f;
    o.alpha = 0.3f;
    o.max_distance = 7.0f;
    o.world = world;
    return o;
}

static throng_terrain *make_terrain(throng_context *context, int32_t width, int32_t height, int32_t worlds)
{
    throng_terrain *terrain;
    throng_terrain_def def = throng_terrain_default_def();
    def.width = width;
    def.height = height;
    def.worlds = worlds;
    MUST(context, throng_terrain_create(context, &def, &terrain));
    return terrain;
}

static throng_influence_def walking(throng_propagation propagation, throng_terrain *terrain, int32_t height,
                                    int32_t worlds)
{
    throng_influence_def def = map_def(W, height, THRONG_GRID_SQUARE8);
    def.propagation = propagation;
    def.terrain = terrain;
    def.worlds = worlds;
    def.object_capacity = 8;
    return def;
}

static void read_all(ground *g, uint8_t *walls, uint8_t *walls2, float *values, float *values2)
{
    MUST(g->context, throng_terrain_read(g->terrain, NULL, walls, 0));
    MUST(g->context, throng_terrain_read(g->worlds, NULL, walls2, 0));
    MUST(g->context, throng_influence_read(g->map, 0, NULL, values, 0));
    MUST(g->context, throng_influence_read(g->batch, 0, NULL, values2, 0));
}

static ground *ground_begin(const variant *v)
{
    ground *g = must_allocate(sizeof *g);
    throng_context_def hooks = throng_context_default_def();
    const throng_region column = {5, 0, 1, H}, door = {5, 4, 1, 1}, second = {2, H2, 1, H2};
    g->w = watch_begin();
    watch_hooks(g->w, &hooks);
    g->context = open_variant(v, &hooks);
    g->terrain = make_terrain(g->context, W, H, 1);
    g->worlds = make_terrain(g->context, W, H2, 2);
    MUST(g->context, throng_terrain_fill(g->terrain, &column, 1));
    MUST(g->context, throng_terrain_fill(g->terrain, &door, 0));
    MUST(g->context, throng_terrain_fill(g->worlds, &second, 1));
    throng_influence_def def = walking(THRONG_PROPAGATION_PATH, g->terrain, H, 1);
    throng_influence_def def2 = walking(THRONG_PROPAGATION_ADJACENT, g->worlds, H2, 2);
    for (int32_t i = 0; i < OBJECTS; i++) {
        g->objects[i] = at(1.5f + 3.0f * (float)i, 2.25f + (float)i, 0);
        g->batched[i] = at(3.5f + 2.0f * (float)i, 1.25f + (float)i, i % 2);
    }
    MUST(g->context, throng_influence_create(g->context, &def, &g->map));
    MUST(g->context, throng_influence_create(g->context, &def2, &g->batch));
    MUST(g->context, throng_influence_set_objects(g->map, 0, 0, OBJECTS, g->objects, 0));
    MUST(g->context, throng_influence_set_objects(g->batch, 0, 0, OBJECTS, g->batched, 0));
    MUST(g->context, throng_influence_update(g->map));
    MUST(g->context, throng_influence_update(g->batch));
    read_all(g, g->walls, g->walls2, g->values, g->values2);
    g->w->assertions = g->w->logs = 0;
    return g;
}

/* Neither what is read, nor, once an object of each map is looked at again, what is computed. */
static void expect_unchanged(ground *g, const char *what)
{
    static uint8_t walls[CELLS], walls2[CELLS2];
    static float values[CELLS], values2[CELLS2];
    for (int again = 0; again < 2; again++) {
        read_all(g, walls, walls2, values, values2);
        cr_expect(memcmp(walls, g->walls, sizeof walls) == 0 && memcmp(walls2, g->walls2, sizeof walls2) == 0,
                  "%s: the walls changed", what);
        cr_expect(memcmp(values, g->values, sizeof values) == 0 &&
                      memcmp(values2, g->values2, sizeof values2) == 0,
                  "%s: the %s changed", what, again ? "objects" : "values");
        cr_expect(throng_influence_object_count(g->map, 0) == OBJECTS &&
                      throng_influence_object_count(g->batch, 0) == OBJECTS,
                  "%s: the objects changed", what);
        const float here[2] = {g->objects[1].x, g->objects[1].y},
                    there[2] = {g->batched[2].x, g->batched[2].y};
        MUST(g->context, throng_influence_move_objects(g->map, 0, 1, 1, here, 0, NULL, 0));
        MUST(g->context, throng_influence_move_objects(g->batch, 0, 2, 1, there, 0, NULL, 0));
        MUST(g->context, throng_influence_update(g->map));
        MUST(g->context, throng_influence_update(g->batch));
    }
    g->w->assertions = g->w->logs = 0;
}

static void expect_rejected(ground *g, const char *what, throng_status got, const char *words)
{
    expect_told(g->w, g->context, what, got, INVALID, words);
    expect_unchanged(g, what);
}

static void each_ground(void (*check)(ground *g))
{
    variant list[3];
    int32_t count = walk_variants(list, 3);
    for (int32_t i = 0; i < count; i++) {
        ground *g = ground_begin(&list[i]);
        check(g);
        throng_influence_destroy(g->map);
        throng_influence_destroy(g->batch);
        cr_expect(throng_terrain_destroy(g->terrain) == THRONG_OK);
        cr_expect(throng_terrain_destroy(g->worlds) == THRONG_OK);
        cr_expect(throng_context_destroy(g->context) == THRONG_OK);
        cr_expect(watch_end(g->w) == 0);
        free(g);
    }
}

#define REJECTED(suite, name)                                                                                \
    static void rejected_##suite##_##name(ground *g);                                                        \
    Test(suite, name) { each_ground(rejected_##suite##_##name); }                                            \
    static void rejected_##suite##_##name(ground *g)

#define EXPECT(g, words, call) expect_rejected((g), #call, (call), (words))

/* ---------------------------------------------------------------- terrain --------------------------- */

static void expect_terrain_def(ground *g, const char *what, const throng_terrain_def *def, const char *words)
{
    throng_terrain *terrain = g->terrain;
    int64_t allocations = g->w->allocations;
    throng_status status = throng_terrain_create(g->context, def, &terrain);
    cr_expect(terrain == NULL, "%s: a failed create leaves NULL", what);
    cr_expect(g->w->allocations == allocations, "%s: nothing is allocated before all is checked", what);
    expect_rejected(g, what, status, words);
}

REJECTED(terrain, fields)
{
    throng_terrain_def right = throng_terrain_default_def(), d;
    cr_expect(right.worlds == 1);
    right.width = right.height = 4;
#define WRONG(field, value, words)                                                                           \
    d = right, d.field = (value), expect_terrain_def(g, #field " = " #value, &d, words)
    WRONG(width, 0, "def.width|0");
    WRONG(width, -1, "def.width|-1");
    WRONG(width, INT32_MIN, "def.width|-2147483648");
    WRONG(width, THRONG_MAX_SIDE + 1, "def.width|1048577|1048576");
    WRONG(height, 0, "def.height|0");
    WRONG(height, -7, "def.height|-7");
    WRONG(height, INT32_MAX, "def.height|2147483647");
    WRONG(worlds, 0, "def.worlds|0");
    WRONG(worlds, -1, "def.worlds|-1");
    WRONG(worlds, INT32_MAX, "def.worlds|2147483647|4 x 4|1073741824");
    WRONG(worlds, (1 << 26) + 1, "def.worlds|67108865");
    WRONG(cookie, 0, "def|throng_terrain_default_def");
    WRONG(cookie, throng_influence_default_def().cookie, "def|throng_terrain_default_def");
#undef WRONG
    d = right;
    d.width = d.height = 65536; /* 0 in 32 bits */
    expect_terrain_def(g, "2^32", &d, "65536 x 65536");
    d.width = d.height = THRONG_MAX_SIDE;
    expect_terrain_def(g, "2^40", &d, "1048576 x 1048576");
    expect_terrain_def(g, "not initialised", &(throng_terrain_def){4, 4, 1, 0}, "def was not made by");
    expect_terrain_def(g, "NULL", NULL, "def|NULL");
    EXPECT(g, "terrain|NULL", throng_terrain_create(g->context, &right, NULL));
    throng_terrain *terrain = g->terrain;
    cr_expect(throng_terrain_create(NULL, &right, &terrain) == INVALID && terrain == NULL);
    terrain = g->terrain;
    void *map = g->map;
    cr_expect(throng_terrain_create(map, &right, &terrain) == INVALID && terrain == NULL);
    expect_unchanged(g, "create with a wrong context");
}

static void expect_no_terrain(ground *g, throng_terrain *t, const char *what)
{
    uint8_t bytes[4] = {9, 9, 9, 9};
    float length = 7.0f;
    const throng_region one = {0, 0, 1, 1};
    const throng_cell_pair pair = {{0, 0}, {1, 0}};
    cr_expect(throng_terrain_set(t, &one, bytes, 0) == INVALID, "%s", what);
    cr_expect(throng_terrain_fill(t, &one, 1) == INVALID, "%s", what);
    cr_expect(throng_terrain_read(t, &one, bytes, 0) == INVALID && bytes[0] == 9, "%s", what);
    cr_expect(throng_terrain_distances(t, 0, 1, &pair, 0, &length) == INVALID && length == 7.0f, "%s", what);
    cr_expect(throng_terrain_destroy(t) == (t ? INVALID : THRONG_OK), "%s", what);
    throng_influence *map = g->map;
    throng_influence_def def = walking(THRONG_PROPAGATION_PATH, t, H, 1);
    cr_expect(throng_influence_create(g->context, &def, &map) == INVALID && map == NULL, "%s", what);
    cr_expect(strstr(throng_context_message(g->context), "def.terrain") != NULL, "%s", what);
    g->w->assertions = g->w->logs = 0;
    expect_unchanged(g, what);
}

REJECTED(terrain, handles)
{
    void *map = g->map, *context = g->context;
    expect_no_terrain(g, NULL, "NULL");
    expect_no_terrain(g, map, "a map");
    expect_no_terrain(g, context, "a context");
    throng_terrain *gone = make_terrain(g->context, W, H, 1);
    MUST(g->context, throng_terrain_destroy(gone));
    expect_no_terrain(g, gone, "destroyed terrain"); /* the watching allocator keeps it readable */
}

REJECTED(terrain, in_use)
{
    EXPECT(g, "the terrain is used by 1 other object", throng_terrain_destroy(g->terrain));
    throng_influence *second;
    throng_influence_def def = walking(THRONG_PROPAGATION_ADJACENT, g->terrain, H, 1);
    MUST(g->context, throng_influence_create(g->context, &def, &second));
    EXPECT(g, "the terrain is used by 2 other object", throng_terrain_destroy(g->terrain));
    throng_influence_destroy(second);
    EXPECT(g, "the terrain is used by 1 other object", throng_terrain_destroy(g->terrain));
    throng_terrain *unused = make_terrain(g->context, 3, 3, 1);
    cr_expect(throng_context_destroy(g->context) == INVALID);
    g->w->assertions = g->w->logs = 0;
    MUST(g->context, throng_terrain_destroy(unused));
    variant v = reference_variant();
    throng_context *other = open_variant(&v, NULL);
    unused = make_terrain(other, 3, 3, 1);
    cr_expect(throng_context_destroy(other) == INVALID, "terrain alone keeps a context");
    MUST(other, throng_terrain_destroy(unused));
    MUST(other, throng_context_destroy(other));
    expect_unchanged(g, "terrain in use");
}

REJECTED(terrain, regions)
{
    static const throng_region wrong[] = {
        {-1, 0, 1, 1},        {0, -1, 1, 1},        {0, 0, 0, 1},         {0, 0, 1, 0},
        {0, 0, -1, 1},        {0, 0, 1, -1},        {W, 0, 1, 1},         {0, H, 1, 1},
        {0, 0, W + 1, 1},     {0, 0, 1, H + 1},     {W - 1, 0, 2, 1},     {0, H - 1, 1, 2},
        {INT32_MAX, 0, 1, 1}, {0, INT32_MAX, 1, 1}, {0, 0, INT32_MAX, 1}, {0, 0, 1, INT32_MAX},
        {INT32_MIN, 0, 1, 1}, {1, 0, INT32_MAX, 1}, {0, 0, INT32_MIN, 1}, {INT32_MAX, 0, INT32_MAX, 1},
    };
    uint8_t bytes[CELLS], untouched[CELLS];
    char words[100];
    memset(bytes, 0x33, sizeof bytes);
    memset(untouched, 0x33, sizeof untouched);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const throng_region *r = &wrong[i];
        snprintf(words, sizeof words, "region|column %d|row %d|width %d|height %d|12 x 9", (int)r->column,
                 (int)r->row, (int)r->width, (int)r->height);
        EXPECT(g, words, throng_terrain_set(g->terrain, r, bytes, 0));
        EXPECT(g, words, throng_terrain_fill(g->terrain, r, 1));
        EXPECT(g, words, throng_terrain_read(g->terrain, r, bytes, 0));
    }
    const throng_region part = {1, 1, 3, 2}, below = {0, 2 * H2, 1, 1}, last = {0, 2 * H2 - 1, 1, 1};
    EXPECT(g, "blocked|NULL", throng_terrain_set(g->terrain, NULL, NULL, 0));
    EXPECT(g, "blocked|NULL", throng_terrain_read(g->terrain, &part, NULL, 0));
    EXPECT(g, "row_stride|11|12", throng_terrain_set(g->terrain, NULL, bytes, 11));
    EXPECT(g, "row_stride|2|3", throng_terrain_set(g->terrain, &part, bytes, 2));
    EXPECT(g, "row_stride|1 bytes|3", throng_terrain_read(g->terrain, &part, bytes, 1));
    EXPECT(g, "region|row 16|12 x 16", throng_terrain_fill(g->worlds, &below, 1));
    MUST(g->context, throng_terrain_fill(g->worlds, &last, 0)); /* as it was */
    cr_expect(memcmp(bytes, untouched, sizeof bytes) == 0, "a refused read wrote something");
    expect_unchanged(g, "regions of terrain");
}

REJECTED(terrain, distances)
{
    float got[3] = {7.0f, 7.0f, 7.0f};
    throng_cell_pair p[3] = {{{0, 0}, {3, 3}}, {{1, 1}, {2, 2}}, {{0, 8}, {11, 0}}};
    static const throng_cell off[] = {{-1, 0}, {0, -1},  {W, 0},         {0, H},
                                      {W, H},  {-1, -1}, {INT32_MAX, 0}, {0, INT32_MIN}};
    char words[100];
    EXPECT(g, "grid|-1", throng_terrain_distances(g->terrain, -1, 3, p, 0, got));
    EXPECT(g, "grid|3", throng_terrain_distances(g->terrain, 3, 3, p, 0, got));
    EXPECT(g, "count|-1", throng_terrain_distances(g->terrain, 0, -1, p, 0, got));
    EXPECT(g, "pairs|NULL", throng_terrain_distances(g->terrain, 0, 3, NULL, 0, got));
    EXPECT(g, "distances|NULL", throng_terrain_distances(g->terrain, 0, 3, p, 0, NULL));
    EXPECT(g, "stride|15|16", throng_terrain_distances(g->terrain, 0, 3, p, 15, got));
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
        for (int to = 0; to < 2; to++) {
            throng_cell_pair wrong[3] = {p[0], p[1], p[2]};
            *(to ? &wrong[2].to : &wrong[2].from) = off[i];
            snprintf(words, sizeof words, "pairs[2].%s|column %d|row %d|12 x 9", to ? "to" : "from",
                     (int)off[i].column, (int)off[i].row);
            EXPECT(g, words, throng_terrain_distances(g->terrain, 0, 3, wrong, 0, got));
        }
    throng_terrain *odd = make_terrain(g->context, 4, 5, 2);
    EXPECT(g, "grid|even", throng_terrain_distances(odd, THRONG_GRID_HEX, 1, p, 0, got));
    MUST(g->context, throng_terrain_destroy(odd));
    cr_expect(got[0] == 7.0f && got[1] == 7.0f && got[2] == 7.0f, "a refused call wrote something");
    MUST(g->context, throng_terrain_distances(g->terrain, 0, 0, NULL, 0, NULL));
    MUST(g->context, throng_terrain_distances(g->terrain, 0, 1, p, 0, got));
    cr_expect(got[0] > 4.2f && got[0] < 4.3f);
    expect_unchanged(g, "distances");
}

/* ---------------------------------------------------------------- maps ------------------------------ */

static void expect_def(ground *g, const char *what, throng_influence_def def, const char *words)
{
    throng_influence *map = g->map;
    int64_t allocations = g->w->allocations;
    throng_status status = throng_influence_create(g->context, &def, &map);
    cr_expect(map == NULL, "%s: a failed create leaves NULL", what);
    cr_expect(g->w->allocations == allocations, "%s: nothing is allocated before all is checked", what);
    expect_rejected(g, what, status, words);
}

REJECTED(maps, terrain)
{
    const throng_propagation path = THRONG_PROPAGATION_PATH, adjacent = THRONG_PROPAGATION_ADJACENT;
    variant v = reference_variant();
    throng_context *other = open_variant(&v, NULL);
    throng_terrain *foreign = make_terrain(other, W, H, 1);
    throng_influence_def def = walking(THRONG_PROPAGATION_EUCLIDEAN, g->terrain, H, 1);
    expect_def(g, "Euclidean with terrain", def, "def.terrain|Euclidean|NULL");
    expect_def(g, "path without terrain", walking(path, NULL, H, 1), "def.terrain|NULL");
    expect_def(g, "adjacent without terrain", walking(adjacent, NULL, H, 1), "def.terrain|NULL");
    expect_def(g, "of another context", walking(path, foreign, H, 1), "def.terrain|this context");
    def = walking(path, g->terrain, H + 1, 1);
    expect_def(g, "another height", def, "def.terrain|12 x 9|12 x 10");
    def = walking(adjacent, g->terrain, H, 1);
    def.width--;
    expect_def(g, "another width", def, "def.terrain|12 x 9|11 x 9");
    expect_def(g, "fewer worlds", walking(path, g->worlds, H2, 1), "def.terrain|2 worlds");
    expect_def(g, "more worlds", walking(path, g->worlds, H2, 3), "def.terrain|2 worlds|3");
    MUST(other, throng_terrain_destroy(foreign));
    MUST(other, throng_context_destroy(other));
}

REJECTED(maps, worlds)
{
    throng_influence_def def = map_def(W, H, THRONG_GRID_SQUARE8);
    def.worlds = 0;
    expect_def(g, "no world", def, "def.worlds|0");
    def.worlds = -3;
    expect_def(g, "fewer than none", def, "def.worlds|-3");
    def.worlds = INT32_MAX;
    expect_def(g, "too many", def, "def.worlds|2147483647|12 x 9|1073741824");
    def.width = def.height = 32768;
    def.worlds = 2;
    expect_def(g, "too large together", def, "def.worlds|2|32768 x 32768");
    def = map_def(W, H, THRONG_GRID_HEX);
    def.worlds = 2;
    expect_def(g, "hexagons of odd height", def, "def.height|9|even");
    def = walking(THRONG_PROPAGATION_PATH, g->terrain, H, 2);
    def.grid = THRONG_GRID_HEX;
    expect_def(g, "hexagons of odd height, walking", def, "def.height|9|even");
    throng_influence *map;
    def.grid = THRONG_GRID_SQUARE4; /* odd heights are fine there */
    MUST(g->context, throng_influence_create(g->context, &def, &map));
    throng_influence_object o = at(1.5f, 1.5f, 2);
    EXPECT(g, "objects[0].world|2|0 to 1", throng_influence_set_objects(map, 0, 0, 1, &o, 0));
    throng_influence_destroy(map);
}

/* The whole call is refused for one object, and none of the others is kept. */
static void expect_object(ground *g, throng_influence *map, throng_influence_object wrong, const char *words)
{
    throng_influence_object objects[3];
    for (int i = 0; i < 3; i++) {
        objects[i] = at(8.5f, 1.5f, 0);
        objects[i].influence = 77.0f; /* would be seen */
    }
    objects[2] = wrong;
    EXPECT(g, words, throng_influence_set_objects(map, 0, 0, 3, objects, 0));
    EXPECT(g, words, throng_influence_set_objects(map, 0, OBJECTS, 3, objects, 0));
}

REJECTED(maps, objects)
{
    throng_influence_object o;
    expect_object(g, g->map, at(5.5f, 2.0f, 0), "objects[2]|in a wall|column 5|row 2|12 x 9");
    expect_object(g, g->map, at(-0.25f, 2.0f, 0), "objects[2]|off the map|column -1|row 2|12 x 9");
    expect_object(g, g->map, at(12.0f, 8.9f, 0), "objects[2]|off the map|column 12|row 8");
    expect_object(g, g->map, at(3.0f, -0.5f, 0), "objects[2]|off the map|column 3|row -1");
    expect_object(g, g->map, at(3.0f, 9.0f, 0), "objects[2]|off the map|column 3|row 9");
    expect_object(g, g->map, at(1e9f, -1e9f, 0), "objects[2]|far off the map|x 1e+09|y -1e+09");
    expect_object(g, g->map, at(1.0f, 1.0f, 1), "objects[2].world|1|0 to 0");
    expect_object(g, g->map, at(1.0f, 1.0f, -1), "objects[2].world|-1");
    expect_object(g, g->batch, at(2.5f, 3.5f, 1), "objects[2]|in a wall|column 2|row 3|12 x 8");
    expect_object(g, g->batch, at(2.5f, 8.5f, 0), "objects[2]|off the map|column 2|row 8|12 x 8");
    expect_object(g, g->batch, at(1.0f, 1.0f, 2), "objects[2].world|2|0 to 1");
    expect_object(g, g->batch, at(1.0f, 1.0f, INT32_MIN), "objects[2].world|-2147483648");
    o = at(1.0f, 1.0f, 0);
    o.decay = 0.0f;
    expect_object(g, g->batch, o, "objects[2].decay|0|adjacent");
    o.decay = FLT_MIN / 4.0f; /* counts as 0 */
    expect_object(g, g->batch, o, "objects[2].decay|adjacent");
    o.decay_kind = THRONG_DECAY_EXPONENTIAL;
    o.decay = 1.0f;
    expect_object(g, g->batch, o, "objects[2].decay|1|adjacent");
    o.decay = (float)NAN;
    expect_object(g, g->batch, o, "objects[2].decay is nan");
    o = at((float)NAN, 1.0f, 0);
    expect_object(g, g->map, o, "objects[2].x is nan");
    /* path takes what adjacent does not */
    o = at(8.5f, 3.5f, 0);
    o.decay = 0.0f;
    MUST(g->context, throng_influence_set_objects(g->map, 0, OBJECTS, 1, &o, 0));
    o.decay_kind = THRONG_DECAY_EXPONENTIAL;
    o.decay = 1.0f;
    MUST(g->context, throng_influence_set_objects(g->map, 0, OBJECTS, 1, &o, 0));
    MUST(g->context, throng_influence_truncate_objects(g->map, 0, OBJECTS));
    MUST(g->context, throng_influence_update(g->map));
    expect_unchanged(g, "objects added and dropped");
}

/* The nearest centre, on hexagons: row 1 has x = 1, 2, 3 ... at y = 1.366. */
REJECTED(maps, hexagons)
{
    throng_influence *map;
    const throng_region cell = {3, 1, 1, 1};
    throng_terrain *terrain = make_terrain(g->context, W, H2, 1);
    MUST(g->context, throng_terrain_fill(terrain, &cell, 1));
    throng_influence_def def = walking(THRONG_PROPAGATION_PATH, terrain, H2, 1);
    def.grid = THRONG_GRID_HEX;
    MUST(g->context, throng_influence_create(g->context, &def, &map));
    throng_influence_object o = at(4.3f, 1.5f, 0);
    EXPECT(g, "objects[0]|in a wall|column 3|row 1|12 x 8",
           throng_influence_set_objects(map, 0, 0, 1, &o, 0));
    o = at(4.0f, 0.85f, 0); /* on the wall's upper tip: between three cells, nearest to its own */
    EXPECT(g, "objects[0]|in a wall|column 3|row 1", throng_influence_set_objects(map, 0, 0, 1, &o, 0));
    o = at(3.4f, 1.4f, 0);
    MUST(g->context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
    o = at(0.4f, 1.4f, 0); /* left of the first cell of an odd row */
    EXPECT(g, "objects[0]|off the map|column -1|row 1", throng_influence_set_objects(map, 0, 0, 1, &o, 0));
    throng_influence_destroy(map);
    MUST(g->context, throng_terrain_destroy(terrain));
}

REJECTED(maps, moves)
{
    const float wall[4] = {1.5f, 1.5f, 5.5f, 8.5f}, off[4] = {1.5f, 1.5f, 3.0f, 9.0f};
    const float second[4] = {6.5f, 1.5f, 2.5f, 0.5f}, never[2] = {(float)NAN, 1.0f}, fine[2] = {1.0f, 1.0f};
    EXPECT(g, "positions[1]|in a wall|column 5|row 8|12 x 9",
           throng_influence_move_objects(g->map, 0, 1, 2, wall, 0, NULL, 0));
    EXPECT(g, "positions[1]|off the map|column 3|row 9",
           throng_influence_move_objects(g->map, 0, 0, 2, off, 0, NULL, 0));
    /* object 3 of the batch is in world 1, where column 2 is blocked; object 2 is not */
    EXPECT(g, "positions[1]|in a wall|column 2|row 0|12 x 8",
           throng_influence_move_objects(g->batch, 0, 2, 2, second, 0, NULL, 0));
    MUST(g->context, throng_influence_move_objects(g->batch, 0, 2, 1, second + 2, 0, NULL, 0));
    EXPECT(g, "positions[0].x|nan", throng_influence_move_objects(g->map, 0, 0, 1, never, 0, NULL, 0));
    EXPECT(g, "velocities[0].x|nan", throng_influence_move_objects(g->map, 0, 0, 1, fine, 0, never, 0));
}
