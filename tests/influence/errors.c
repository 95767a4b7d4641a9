/* Every wrong argument of every call on influence maps: a status, a message with the parameter and its
 * value, and nothing changed. */
#include "tests/support/rejections.h"

#include <limits.h>

/* ---------------------------------------------------------------- create ---------------------------- */

static void expect_def(refusal *f, const char *what, const throng_influence_def *def, const char *words)
{
    throng_influence *map = f->map;
    int64_t allocations = f->w->allocations;
    throng_status status = throng_influence_create(f->context, def, &map);
    cr_expect(map == NULL, "%s: a failed create leaves NULL", what);
    cr_expect(f->w->allocations == allocations, "%s: nothing is allocated before all is checked", what);
    expect_rejected(f, what, status, INVALID, words);
}

REJECTED(create, fields)
{
    const throng_influence_def right = map_def(4, 4, THRONG_GRID_SQUARE8);
    throng_influence_def d;
#define WRONG(field, value, words) d = right, d.field = (value), expect_def(f, #field " = " #value, &d, words)
    WRONG(width, 0, "def.width|0");
    WRONG(width, -1, "def.width|-1");
    WRONG(width, INT32_MIN, "def.width|-2147483648");
    WRONG(width, THRONG_MAX_SIDE + 1, "def.width|1048577|1048576");
    WRONG(height, 0, "def.height|0");
    WRONG(height, -7, "def.height|-7");
    WRONG(height, INT32_MAX, "def.height|2147483647");
    WRONG(cell_size, 0.0f, "def.cell_size|0");
    WRONG(cell_size, -1.0f, "def.cell_size|-1");
    WRONG(cell_size, 9e-7f, "def.cell_size|9e-07");
    WRONG(cell_size, 1.1e6f, "def.cell_size|1.1e+06");
    WRONG(cell_size, (float)NAN, "def.cell_size|nan");
    WRONG(cell_size, (float)INFINITY, "def.cell_size|inf");
    WRONG(cell_size, (float)-INFINITY, "def.cell_size|-inf");
    WRONG(grid, -1, "def.grid|-1");
    WRONG(grid, 3, "def.grid|3");
    WRONG(propagation, -1, "def.propagation|-1");
    WRONG(propagation, 17, "def.propagation|17");
    WRONG(layers, 0, "def.layers|0");
    WRONG(layers, -3, "def.layers|-3");
    WRONG(layers, THRONG_MAX_LAYERS + 1, "def.layers|17|16");
    WRONG(object_capacity, -1, "def.object_capacity|-1");
    WRONG(object_capacity, (1 << 27) + 1, "def.object_capacity|134217729");
    WRONG(typical_distance, -0.5f, "def.typical_distance|-0.5");
    WRONG(typical_distance, (float)NAN, "def.typical_distance|nan");
    WRONG(typical_distance, 2e9f, "def.typical_distance|2e+09");
    WRONG(cookie, 0, "def|throng_influence_default_def");
    WRONG(cookie, 0xffffffffu, "def|throng_influence_default_def");
#undef WRONG
    d = right;
    d.width = d.height = 32769; /* more than 2^30, less than 2^31 */
    expect_def(f, "2^30 and some", &d, "def.width * def.height|1073807361|1073741824");
    d.width = d.height = THRONG_MAX_SIDE; /* 2^40: beyond 32 bits */
    expect_def(f, "2^40", &d, "def.width * def.height|1099511627776");
    d.width = 65536;
    d.height = 65536; /* 0 in 32 bits */
    expect_def(f, "2^32", &d, "def.width * def.height|4294967296");
    throng_influence_def nobody;
    memset(&nobody, 0x55, sizeof nobody);
    expect_def(f, "not initialised", &nobody, "def was not made by");
    expect_def(f, "NULL", NULL, "def|NULL");
    EXPECT(f, INVALID, "map|NULL", throng_influence_create(f->context, &right, NULL));
}

REJECTED(create, handles)
{
    throng_influence_def def = map_def(4, 4, THRONG_GRID_SQUARE8);
    throng_influence *map = f->map;
    cr_expect(throng_influence_create(NULL, &def, &map) == INVALID && map == NULL);
    map = f->map;
    void *not_a_context = f->map;
    cr_expect(throng_influence_create(not_a_context, &def, &map) == INVALID && map == NULL);
    cr_expect(throng_influence_create(NULL, NULL, NULL) == INVALID);
    expect_unchanged(f, "create with a wrong context");
}

/* ---------------------------------------------------------------- objects --------------------------- */

typedef struct field {
    const char *name;
    size_t offset;
    float wrong[8];
    int count;
    const char *decay; /* "linear", "exponential" or NULL: both */
} field;

static const field fields[] = {
    {"x", offsetof(throng_influence_object, x), {1.1e9f, -1.1e9f, FLT_MAX}, 3, NULL},
    {"y", offsetof(throng_influence_object, y), {1.1e9f, -1.1e9f, -FLT_MAX}, 3, NULL},
    {"vx", offsetof(throng_influence_object, vx), {1.1e9f, -1.1e9f}, 2, NULL},
    {"vy", offsetof(throng_influence_object, vy), {1.1e9f, -1.1e9f}, 2, NULL},
    {"influence", offsetof(throng_influence_object, influence), {1.1e9f, -1.1e9f}, 2, NULL},
    {"decay", offsetof(throng_influence_object, decay), {-0.001f, 1.1e9f}, 2, "linear"},
    {"decay", offsetof(throng_influence_object, decay), {-0.5f, 0.0f, 1.0000001f, 1.1e9f}, 4, "exponential"},
    {"max_distance", offsetof(throng_influence_object, max_distance), {-0.001f, 1.1e9f}, 2, NULL},
    {"alpha", offsetof(throng_influence_object, alpha), {-0.001f, 1.0f, 1.5f}, 3, NULL},
    {"offset",
     offsetof(throng_influence_object, offset),
     {-0.001f, 1.1e9f, 0.001f},
     3,
     NULL}, /* beside alpha */
};

static void try_field(refusal *f, const field *k, float value, int index, int exponential)
{
    throng_influence_object objects[4];
    char what[100], words[120];
    for (int i = 0; i < 4; i++) {
        objects[i] = f->objects[0];
        objects[i].decay_kind = exponential ? THRONG_DECAY_EXPONENTIAL : THRONG_DECAY_LINEAR;
        objects[i].decay = 0.5f;
        objects[i].influence = 77.0f; /* would be seen if it were kept */
    }
    memcpy((char *)&objects[index] + k->offset, &value, sizeof value);
    snprintf(what, sizeof what, "objects[%d].%s = %g", index, k->name, (double)value);
    snprintf(words, sizeof words, "objects[%d].%s is %.9g", index, k->name, (double)value);
    throng_status status = throng_influence_set_objects(f->map, 0, 1, 4, objects, 0);
    expect_rejected(f, what, status, INVALID, words);
}

REJECTED(set_objects, fields)
{
    static const float never[] = {(float)NAN, (float)INFINITY, (float)-INFINITY};
    for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++)
        for (int exponential = 0; exponential < 2; exponential++) {
            if (fields[k].decay && (strcmp(fields[k].decay, "exponential") == 0) != exponential)
                continue;
            for (int i = 0; i < 3; i++)
                try_field(f, &fields[k], never[i], i, exponential);
            for (int i = 0; i < fields[k].count; i++)
                try_field(f, &fields[k], fields[k].wrong[i], 3 - i, exponential);
        }
    throng_influence_object o = f->objects[0];
    o.decay_kind = 2;
    EXPECT(f, INVALID, "objects[0].decay_kind|2", throng_influence_set_objects(f->map, 0, 0, 1, &o, 0));
    o.decay_kind = -1;
    EXPECT(f, INVALID, "objects[0].decay_kind|-1", throng_influence_set_objects(f->map, 0, 0, 1, &o, 0));
}

/* What is just right is taken. */
REJECTED(set_objects, limits)
{
    static const float most = 1e9f;
    throng_influence_object o = throng_influence_default_object();
    o.x = o.vx = o.influence = o.decay = o.max_distance = o.offset = most;
    o.y = o.vy = -most;
    MUST(f->context, throng_influence_set_objects(f->map, 1, 2, 1, &o, 0));
    o.offset = 0.0f;
    o.alpha = 1.0f - FLT_EPSILON / 2;
    o.influence = -most;
    MUST(f->context, throng_influence_set_objects(f->map, 1, 2, 1, &o, 0));
    o.decay_kind = THRONG_DECAY_EXPONENTIAL;
    o.decay = 1.0f;
    MUST(f->context, throng_influence_set_objects(f->map, 1, 2, 1, &o, 0));
    o.decay = FLT_MIN;
    o.max_distance = o.alpha = 0.0f;
    MUST(f->context, throng_influence_set_objects(f->map, 1, 2, 1, &o, 0));
    MUST(f->context, throng_influence_truncate_objects(f->map, 1, 2));
    cr_expect(f->w->assertions == 0 && f->w->logs == 0);
    expect_unchanged(f, "objects added and dropped");
}

/* Coordinates end at 1e9 cells, too. */
REJECTED(set_objects, cells_out_of_range)
{
    throng_influence *map;
    throng_influence_def def = map_def(4, 4, THRONG_GRID_SQUARE8);
    throng_influence_object o = throng_influence_default_object();
    def.cell_size = 0.25f;
    MUST(f->context, throng_influence_create(f->context, &def, &map));
    o.x = 2.5e8f;
    MUST(f->context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
    o.x = 2.6e8f;
    EXPECT(f, INVALID, "objects[0].x|260000000|cells", throng_influence_set_objects(map, 0, 0, 1, &o, 0));
    const float place[2] = {1.0f, -2.6e8f};
    EXPECT(f, INVALID, "positions[0].y|-260000000",
           throng_influence_move_objects(map, 0, 0, 1, place, 0, NULL, 0));
    throng_influence_destroy(map);
}

REJECTED(set_objects, ranges)
{
    const throng_influence_object *o = f->objects;
    throng_influence *m = f->map;
    EXPECT(f, INVALID, "layer|-1", throng_influence_set_objects(m, -1, 0, 1, o, 0));
    EXPECT(f, INVALID, "layer|2", throng_influence_set_objects(m, 2, 0, 1, o, 0));
    EXPECT(f, INVALID, "layer|2147483647", throng_influence_set_objects(m, INT32_MAX, 0, 1, o, 0));
    EXPECT(f, INVALID, "first|-1", throng_influence_set_objects(m, 0, -1, 1, o, 0));
    EXPECT(f, INVALID, "first|6|5", throng_influence_set_objects(m, 0, 6, 1, o, 0));
    EXPECT(f, INVALID, "first|2147483647", throng_influence_set_objects(m, 0, INT32_MAX, INT32_MAX, o, 0));
    EXPECT(f, INVALID, "count|-1", throng_influence_set_objects(m, 0, 0, -1, o, 0));
    EXPECT(f, INVALID, "count|-2147483648", throng_influence_set_objects(m, 0, 5, INT32_MIN, o, 0));
    EXPECT(f, INVALID, "objects|NULL", throng_influence_set_objects(m, 0, 0, 1, NULL, 0));
    EXPECT(f, INVALID, "objects|39|44", throng_influence_set_objects(m, 0, 0, 1, o, 39));
    EXPECT(f, INVALID, "objects|1 bytes", throng_influence_set_objects(m, 0, 0, 1, o, 1));
    EXPECT(f, THRONG_ERROR_CAPACITY, "9|8", throng_influence_set_objects(m, 0, 5, 4, o, 0));
    EXPECT(f, THRONG_ERROR_CAPACITY, "9|8", throng_influence_set_objects(m, 0, 0, 9, o, 0));
    EXPECT(f, THRONG_ERROR_CAPACITY, "2147483652|8", throng_influence_set_objects(m, 0, 5, INT32_MAX, o, 0));
}

REJECTED(move_objects, arguments)
{
    throng_influence *m = f->map;
    float p[8] = {1, 1, 2, 2, 3, 3, 4, 4}, v[8] = {0};
    EXPECT(f, INVALID, "layer|2", throng_influence_move_objects(m, 2, 0, 1, p, 0, v, 0));
    EXPECT(f, INVALID, "first|-1", throng_influence_move_objects(m, 0, -1, 1, p, 0, v, 0));
    EXPECT(f, INVALID, "first|6", throng_influence_move_objects(m, 0, 6, 1, p, 0, v, 0));
    EXPECT(f, INVALID, "count|-2", throng_influence_move_objects(m, 0, 0, -2, p, 0, v, 0));
    EXPECT(f, INVALID, "first + count|6|5", throng_influence_move_objects(m, 0, 2, 4, p, 0, v, 0));
    EXPECT(f, INVALID, "first + count|2147483648",
           throng_influence_move_objects(m, 0, 1, INT32_MAX, p, 0, v, 0));
    EXPECT(f, INVALID, "first + count|1", throng_influence_move_objects(m, 1, 2, 1, p, 0, v, 0));
    EXPECT(f, INVALID, "positions|NULL", throng_influence_move_objects(m, 0, 0, 1, NULL, 0, v, 0));
    EXPECT(f, INVALID, "positions|7", throng_influence_move_objects(m, 0, 0, 1, p, 7, v, 0));
    EXPECT(f, INVALID, "velocities|4", throng_influence_move_objects(m, 0, 0, 1, p, 0, v, 4));
    static const float wrong[] = {(float)NAN, (float)INFINITY, (float)-INFINITY, 1.1e9f, -1.1e9f};
    for (int i = 0; i < 5; i++)
        for (int place = 0; place < 8; place++) {
            char words[80];
            float value = wrong[i];
            float keep = p[place];
            p[place] = value;
            snprintf(words, sizeof words, "positions[%d].%s|%.9g", place / 2, place % 2 ? "y" : "x",
                     (double)value);
            EXPECT(f, INVALID, words, throng_influence_move_objects(m, 0, 1, 4, p, 0, v, 0));
            p[place] = keep;
            v[place] = value;
            snprintf(words, sizeof words, "velocities[%d].|%.9g", place / 2, (double)value);
            EXPECT(f, INVALID, words, throng_influence_move_objects(m, 0, 1, 4, p, 0, v, 0));
            v[place] = 0.0f;
        }
}

REJECTED(truncate_objects, arguments)
{
    EXPECT(f, INVALID, "layer|-5", throng_influence_truncate_objects(f->map, -5, 0));
    EXPECT(f, INVALID, "layer|2", throng_influence_truncate_objects(f->map, 2, 0));
    EXPECT(f, INVALID, "count|-1", throng_influence_truncate_objects(f->map, 0, -1));
    EXPECT(f, INVALID, "count|6|5", throng_influence_truncate_objects(f->map, 0, 6));
    EXPECT(f, INVALID, "count|3|2", throng_influence_truncate_objects(f->map, 1, 3));
    cr_expect(throng_influence_object_count(f->map, -1) == 0 &&
              throng_influence_object_count(f->map, 2) == 0);
    cr_expect(throng_influence_object_count(NULL, 0) == 0);
}

/* ---------------------------------------------------------------- updates and results ---------------- */

REJECTED(results, settings)
{
    static const float wrong[] = {(float)NAN, (float)INFINITY, (float)-INFINITY, -0.001f, 1.0f, 2.0f};
    static const float weights[] = {(float)NAN, (float)INFINITY, (float)-INFINITY, 1.1e9f, -1.1e9f};
    char words[60];
    for (int i = 0; i < 6; i++) {
        snprintf(words, sizeof words, "momentum|%.9g", (double)wrong[i]);
        EXPECT(f, INVALID, words, throng_influence_set_momentum(f->map, 0, wrong[i]));
    }
    EXPECT(f, INVALID, "layer|2", throng_influence_set_momentum(f->map, 2, 0.5f));
    EXPECT(f, INVALID, "layer|-1", throng_influence_set_momentum(f->map, -1, 0.5f));
    EXPECT(f, INVALID, "layer|2", throng_influence_update_layer(f->map, 2));
    EXPECT(f, INVALID, "layer|-1", throng_influence_update_layer(f->map, THRONG_LAYER_COMBINED));
    for (int i = 0; i < 5; i++)
        for (int place = 0; place < 2; place++) {
            float w[2] = {0.5f, 0.5f};
            w[place] = weights[i];
            snprintf(words, sizeof words, "weights[%d]|%.9g", place, (double)weights[i]);
            EXPECT(f, INVALID, words, throng_influence_combine(f->map, w, 2));
        }
    const float w[3] = {3.0f, 3.0f, 3.0f};
    EXPECT(f, INVALID, "count|1|2", throng_influence_combine(f->map, w, 1));
    EXPECT(f, INVALID, "count|3|2", throng_influence_combine(f->map, w, 3));
    EXPECT(f, INVALID, "count|-1", throng_influence_combine(f->map, w, -1));
    EXPECT(f, INVALID, "weights|NULL", throng_influence_combine(f->map, NULL, 2));
    EXPECT(f, INVALID, "info|NULL", throng_influence_get_info(f->map, NULL));
}

static const throng_region wrong_regions[] = {
    {-1, 0, 1, 1},
    {0, -1, 1, 1},
    {0, 0, 0, 1},
    {0, 0, 1, 0},
    {0, 0, -1, 1},
    {0, 0, 1, -1},
    {12, 0, 1, 1},
    {0, 9, 1, 1},
    {0, 0, 13, 1},
    {0, 0, 1, 10},
    {11, 0, 2, 1},
    {0, 8, 1, 2},
    {INT32_MAX, 0, 1, 1},
    {0, INT32_MAX, 1, 1},
    {0, 0, INT32_MAX, 1},
    {0, 0, 1, INT32_MAX},
    {INT32_MIN, 0, 1, 1},
    {1, 0, INT32_MAX, 1},
    {INT32_MAX, 0, INT32_MAX, 1},
    {0, 0, INT32_MIN, 1},
};

REJECTED(results, regions)
{
    float values[ERR_CELLS], untouched[ERR_CELLS];
    throng_best best = {-7, -7, -7.0f};
    char words[100];
    memset(values, 0x33, sizeof values);
    memset(untouched, 0x33, sizeof untouched);
    for (size_t i = 0; i < sizeof wrong_regions / sizeof wrong_regions[0]; i++) {
        const throng_region *r = &wrong_regions[i];
        snprintf(words, sizeof words, "region|column %d|row %d|width %d|height %d|12 x 9", (int)r->column,
                 (int)r->row, (int)r->width, (int)r->height);
        EXPECT(f, INVALID, words, throng_influence_read(f->map, 0, r, values, 0));
        EXPECT(f, INVALID, words, throng_influence_best(f->map, THRONG_LAYER_COMBINED, r, &best));
    }
    const throng_region part = {1, 1, 3, 2};
    EXPECT(f, INVALID, "layer|2", throng_influence_read(f->map, 2, NULL, values, 0));
    EXPECT(f, INVALID, "layer|-2", throng_influence_read(f->map, -2, NULL, values, 0));
    EXPECT(f, INVALID, "layer|2", throng_influence_best(f->map, 2, NULL, &best));
    EXPECT(f, INVALID, "values|NULL", throng_influence_read(f->map, 0, NULL, NULL, 0));
    EXPECT(f, INVALID, "row_stride|47|48", throng_influence_read(f->map, 0, NULL, values, 47));
    EXPECT(f, INVALID, "row_stride|11|12", throng_influence_read(f->map, 0, &part, values, 11));
    EXPECT(f, INVALID, "best|NULL", throng_influence_best(f->map, 0, NULL, NULL));
    cr_expect(memcmp(values, untouched, sizeof values) == 0, "a refused read wrote something");
    cr_expect(best.column == -7 && best.row == -7 && best.value == -7.0f);
}

REJECTED(results, not_combined_yet)
{
    throng_influence *map;
    float value[16];
    throng_best best;
    throng_influence_def def = map_def(4, 4, THRONG_GRID_SQUARE8);
    MUST(f->context, throng_influence_create(f->context, &def, &map));
    EXPECT(f, INVALID, "layer|COMBINED|throng_influence_combine",
           throng_influence_read(map, THRONG_LAYER_COMBINED, NULL, value, 0));
    EXPECT(f, INVALID, "layer|COMBINED", throng_influence_best(map, THRONG_LAYER_COMBINED, NULL, &best));
    throng_influence_destroy(map);
}

/* ---------------------------------------------------------------- wrong handles ---------------------- */

static void expect_no_map(throng_influence *m, const char *what)
{
    float v[4] = {0};
    throng_best best;
    throng_influence_info info;
    throng_influence_object o = throng_influence_default_object();
    cr_expect(throng_influence_set_objects(m, 0, 0, 1, &o, 0) == INVALID, "%s", what);
    cr_expect(throng_influence_move_objects(m, 0, 0, 1, v, 0, NULL, 0) == INVALID, "%s", what);
    cr_expect(throng_influence_truncate_objects(m, 0, 0) == INVALID, "%s", what);
    cr_expect(throng_influence_object_count(m, 0) == 0, "%s", what);
    cr_expect(throng_influence_set_momentum(m, 0, 0.5f) == INVALID, "%s", what);
    cr_expect(throng_influence_update(m) == INVALID, "%s", what);
    cr_expect(throng_influence_update_layer(m, 0) == INVALID, "%s", what);
    cr_expect(throng_influence_combine(m, v, 1) == INVALID, "%s", what);
    cr_expect(throng_influence_read(m, 0, NULL, v, 0) == INVALID, "%s", what);
    cr_expect(throng_influence_best(m, 0, NULL, &best) == INVALID, "%s", what);
    cr_expect(throng_influence_reset(m) == INVALID, "%s", what);
    cr_expect(throng_influence_get_info(m, &info) == INVALID, "%s", what);
    throng_influence_destroy(m); /* nothing happens */
}

REJECTED(handles, maps)
{
    throng_influence *map;
    throng_influence_def def = map_def(4, 4, THRONG_GRID_SQUARE8);
    expect_no_map(NULL, "NULL");
    void *context = f->context;
    expect_no_map(context, "a context");
    MUST(f->context, throng_influence_create(f->context, &def, &map));
    throng_influence_destroy(map);
    expect_no_map(map, "a destroyed map"); /* the watching allocator keeps it readable */
    expect_unchanged(f, "calls with wrong maps");
}

REJECTED(handles, contexts)
{
    EXPECT(f, INVALID, "context still has 1 object,", throng_context_destroy(f->context));
    void *map = f->map;
    throng_context_info info;
    throng_context *contexts[] = {NULL, map};
    for (int i = 0; i < 2; i++) {
        cr_expect(throng_context_destroy(contexts[i]) == (contexts[i] ? INVALID : THRONG_OK));
        cr_expect(throng_context_wait(contexts[i]) == INVALID);
        cr_expect(throng_context_get_info(contexts[i], &info) == INVALID);
        cr_expect(strcmp(throng_context_message(contexts[i]), "") == 0);
        cr_expect(throng_context_opencl_error(contexts[i]) == 0);
    }
    cr_expect(throng_context_get_info(f->context, NULL) == INVALID);
    f->w->assertions = f->w->logs = 0;
    expect_unchanged(f, "calls with wrong contexts");
    variant v = reference_variant();
    throng_context_def hooks = throng_context_default_def();
    watch_hooks(f->w, &hooks);
    throng_context *gone = open_variant(&v, &hooks);
    MUST(gone, throng_context_destroy(gone));
    cr_expect(throng_context_destroy(gone) == INVALID && throng_context_wait(gone) == INVALID);
    cr_expect(throng_context_message(gone)[0] == '\0');
}
