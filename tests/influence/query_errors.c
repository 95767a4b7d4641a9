/* Every wrong argument of the questions of agents, and what a table of all pairs asks of a map: a status, a
 * message with the parameter and its value, no answer written, and nothing changed. */
#include "tests/support/rejections.h"

#include <limits.h>

enum { ANSWERS = 3 };

/* What a refused call must leave as it is. */
typedef struct untouched {
    throng_best bests[ANSWERS];
    throng_sample samples[ANSWERS];
} untouched;

static untouched answers;

static void answers_begin(void) { memset(&answers, 0x4d, sizeof answers); }

static void answers_expect(const char *what)
{
    untouched before;
    memset(&before, 0x4d, sizeof before);
    cr_expect(memcmp(&before, &answers, sizeof before) == 0, "%s: an answer was written", what);
}

static const throng_region regions[ANSWERS] = {{0, 0, 2, 2}, {3, 1, 9, 8}, {11, 8, 1, 1}};
static const throng_cell cells[ANSWERS] = {{0, 0}, {11, 8}, {5, 4}};
static const throng_point points[ANSWERS] = {{0.5f, 0.5f, 0}, {3.0f, 4.25f, 0}, {-5.0f, 99.0f, 0}};

/* A call with these arguments; worst and best take the layer alone. */
static throng_status ask(throng_influence *map, int kind, int32_t layer, throng_extreme which, int32_t count,
                         size_t stride)
{
    switch (kind) {
    case 0:
        return throng_influence_best_of_regions(map, layer, which, count, regions, stride, answers.bests);
    case 1:
        return throng_influence_best_of_neighbors(map, layer, which, 1, count, cells, stride, answers.bests);
    case 2:
        return throng_influence_sample(map, layer, count, points, stride, answers.samples);
    case 3:
        return throng_influence_worst(map, layer, NULL, &answers.bests[0]);
    default:
        return throng_influence_best(map, layer, NULL, &answers.bests[0]);
    }
}

static const char *const names[] = {"best_of_regions", "best_of_neighbors", "sample", "worst", "best"};
enum { KINDS = 5, MANY_KINDS = 3 };

/* ---------------------------------------------------------------- what all have in common ----------- */

REJECTED(queries, handles)
{
    void *context = f->context;
    throng_influence *gone;
    const throng_influence_def def = map_def(2, 2, THRONG_GRID_HEX);
    MUST(f->context, throng_influence_create(f->context, &def, &gone));
    throng_influence_destroy(gone); /* the watching allocator keeps it readable */
    answers_begin();
    for (int kind = 0; kind < KINDS; kind++) {
        cr_expect(ask(NULL, kind, 0, THRONG_LARGEST, ANSWERS, 0) == INVALID, "%s: NULL", names[kind]);
        cr_expect(ask(context, kind, 0, THRONG_LARGEST, ANSWERS, 0) == INVALID, "%s: a context", names[kind]);
        cr_expect(ask(gone, kind, 0, THRONG_LARGEST, ANSWERS, 0) == INVALID, "%s: destroyed", names[kind]);
        answers_expect(names[kind]);
    }
    f->w->assertions = f->w->logs = 0;
    expect_unchanged(f, "questions to no map");
}

REJECTED(queries, layers)
{
    static const int32_t wrong[] = {2, 3, THRONG_MAX_LAYERS, INT32_MAX, -2, INT32_MIN};
    char words[60];
    answers_begin();
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            snprintf(words, sizeof words, "layer|%d", (int)wrong[i]);
            expect_rejected(f, names[kind], ask(f->map, kind, wrong[i], THRONG_LARGEST, ANSWERS, 0), INVALID,
                            words);
            answers_expect(names[kind]);
        }
    throng_influence *map; /* without a combination */
    const throng_influence_def def = map_def(ERR_W, ERR_H, THRONG_GRID_SQUARE8);
    MUST(f->context, throng_influence_create(f->context, &def, &map));
    for (int kind = 0; kind < KINDS; kind++) {
        expect_rejected(f, names[kind], ask(map, kind, THRONG_LAYER_COMBINED, THRONG_LARGEST, ANSWERS, 0),
                        INVALID, "layer|THRONG_LAYER_COMBINED|combine");
        answers_expect(names[kind]);
    }
    throng_influence_destroy(map);
}

REJECTED(queries, counts)
{
    answers_begin();
    for (int kind = 0; kind < MANY_KINDS; kind++) {
        expect_rejected(f, names[kind], ask(f->map, kind, 0, THRONG_LARGEST, -1, 0), INVALID, "count|-1");
        expect_rejected(f, names[kind], ask(f->map, kind, 0, THRONG_LARGEST, INT32_MIN, 0), INVALID,
                        "count|-2147483648");
        answers_expect(names[kind]);
    }
}

REJECTED(queries, strides)
{
    static const char *const questions[] = {"regions", "cells", "points"};
    static const size_t least[] = {sizeof(throng_region), sizeof(throng_cell), sizeof(throng_point)};
    char words[80];
    answers_begin();
    for (int kind = 0; kind < MANY_KINDS; kind++)
        for (size_t stride = 1; stride < least[kind]; stride += stride == 1 ? least[kind] - 2 : 1) {
            snprintf(words, sizeof words, "stride of %s|%zu bytes|%zu", questions[kind], stride, least[kind]);
            expect_rejected(f, names[kind], ask(f->map, kind, 0, THRONG_LARGEST, ANSWERS, stride), INVALID,
                            words);
            answers_expect(names[kind]);
        }
}

REJECTED(queries, extremes)
{
    static const throng_extreme wrong[] = {2, -1, INT32_MAX, INT32_MIN};
    char words[60];
    answers_begin();
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < 4; i++) {
            snprintf(words, sizeof words, "which is %d|THRONG_LARGEST|THRONG_SMALLEST", (int)wrong[i]);
            expect_rejected(f, names[kind], ask(f->map, kind, 0, wrong[i], ANSWERS, 0), INVALID, words);
            answers_expect(names[kind]);
        }
}

REJECTED(queries, nowhere)
{
    throng_influence *map = f->map;
    const throng_extreme most = THRONG_LARGEST;
    throng_best *bests = answers.bests;
    answers_begin();
    EXPECT(f, INVALID, "regions must not be NULL",
           throng_influence_best_of_regions(map, 0, most, ANSWERS, NULL, 0, bests));
    EXPECT(f, INVALID, "results must not be NULL",
           throng_influence_best_of_regions(map, 0, most, ANSWERS, regions, 0, NULL));
    EXPECT(f, INVALID, "cells must not be NULL",
           throng_influence_best_of_neighbors(map, 0, most, 0, ANSWERS, NULL, 0, bests));
    EXPECT(f, INVALID, "results must not be NULL",
           throng_influence_best_of_neighbors(map, 0, most, 0, ANSWERS, cells, 0, NULL));
    EXPECT(f, INVALID, "points must not be NULL",
           throng_influence_sample(map, 0, ANSWERS, NULL, 0, answers.samples));
    EXPECT(f, INVALID, "samples must not be NULL", throng_influence_sample(map, 0, ANSWERS, points, 0, NULL));
    EXPECT(f, INVALID, "worst must not be NULL", throng_influence_worst(map, 0, NULL, NULL));
    EXPECT(f, INVALID, "best must not be NULL", throng_influence_best(map, 0, NULL, NULL));
    answers_expect("NULL");
    /* nobody asks, so nobody need answer */
    MUST(f->context, throng_influence_best_of_regions(map, 0, most, 0, NULL, 0, NULL));
    MUST(f->context, throng_influence_best_of_neighbors(map, 0, most, 0, 0, NULL, 0, NULL));
    MUST(f->context, throng_influence_sample(map, 0, 0, NULL, 0, NULL));
}

/* ---------------------------------------------------------------- questions off the map ------------- */

REJECTED(queries, regions)
{
    static const throng_region wrong[] = {
        {-1, 0, 1, 1},        {0, -1, 1, 1},        {0, 0, 0, 1},          {0, 0, 1, 0},
        {0, 0, -1, 1},        {0, 0, 1, -1},        {ERR_W, 0, 1, 1},      {0, ERR_H, 1, 1},
        {0, 0, ERR_W + 1, 1}, {0, 0, 1, ERR_H + 1}, {ERR_W - 1, 0, 2, 1},  {0, ERR_H - 1, 1, 2},
        {INT32_MAX, 0, 1, 1}, {0, INT32_MAX, 1, 1}, {0, 0, INT32_MAX, 1},  {0, 0, 1, INT32_MAX},
        {INT32_MIN, 0, 1, 1}, {0, INT32_MIN, 1, 1}, {1, 0, INT32_MAX, 1},  {0, 0, INT32_MIN, 1},
        {0, 0, 1, INT32_MIN}, {0, 1, 1, INT32_MAX}, {-1, 0, ERR_W + 1, 1}, {INT32_MAX, 0, INT32_MAX, 1},
    };
    char words[120], numbered[140];
    answers_begin();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const throng_region *r = &wrong[i];
        const int at = (int)(i % ANSWERS);
        throng_region all[ANSWERS];
        memcpy(all, regions, sizeof all);
        all[at] = *r;
        snprintf(words, sizeof words, "column %d, row %d, width %d, height %d|inside 12 x 9", (int)r->column,
                 (int)r->row, (int)r->width, (int)r->height);
        EXPECT(f, INVALID, words, throng_influence_worst(f->map, 0, r, &answers.bests[0]));
        EXPECT(f, INVALID, words, throng_influence_best(f->map, 0, r, &answers.bests[0]));
        snprintf(numbered, sizeof numbered, "regions[%d] is %s", at, words);
        EXPECT(f, INVALID, numbered,
               throng_influence_best_of_regions(f->map, 0, (int32_t)(i % 2), ANSWERS, all, 0, answers.bests));
        answers_expect(words);
    }
    /* however many are said to follow, the first one ends it */
    EXPECT(f, INVALID, "regions[0]",
           throng_influence_best_of_regions(f->map, 0, 0, INT32_MAX, &wrong[0], 0, answers.bests));
}

REJECTED(queries, cells)
{
    static const throng_cell wrong[] = {{-1, 0},        {0, -1},        {ERR_W, 0},
                                        {0, ERR_H},     {ERR_W, ERR_H}, {INT32_MAX, 0},
                                        {0, INT32_MAX}, {INT32_MIN, 0}, {0, INT32_MIN}};
    char words[80];
    answers_begin();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const int at = (int)(i % ANSWERS);
        throng_cell all[ANSWERS];
        memcpy(all, cells, sizeof all);
        all[at] = wrong[i];
        snprintf(words, sizeof words, "cells[%d] is column %d, row %d|inside 12 x 9", at,
                 (int)wrong[i].column, (int)wrong[i].row);
        EXPECT(f, INVALID, words,
               throng_influence_best_of_neighbors(f->map, 1, 0, 1, ANSWERS, all, 0, answers.bests));
        answers_expect(words);
    }
    EXPECT(f, INVALID, "cells[0]",
           throng_influence_best_of_neighbors(f->map, 0, 0, 1, INT32_MAX, &wrong[0], 0, answers.bests));
}

static void try_point(refusal *f, throng_influence *map, throng_point p, int at, const char *words)
{
    throng_point all[ANSWERS];
    char numbered[120];
    memcpy(all, points, sizeof all);
    all[at] = p;
    snprintf(numbered, sizeof numbered, "points[%d]%s", at, words);
    EXPECT(f, INVALID, numbered, throng_influence_sample(map, 0, ANSWERS, all, 0, answers.samples));
    answers_expect(numbered);
}

REJECTED(queries, points)
{
    static const struct {
        float value;
        const char *words;
    } wrong[] = {{(float)NAN, "nan"},
                 {(float)INFINITY, "inf"},
                 {(float)-INFINITY, "-inf"},
                 {1.0000001e9f, "1.00000013e+09"},
                 {-1.1e9f, "-1.1"},
                 {FLT_MAX, "3.40282347e+38"},
                 {-FLT_MAX, "-3.40282347e+38"}};
    throng_point p = points[0];
    answers_begin();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        for (int y = 0; y < 2; y++) {
            char words[60];
            p = points[1];
            *(y ? &p.y : &p.x) = wrong[i].value;
            snprintf(words, sizeof words, " is (|%s|within 1e9", wrong[i].words);
            try_point(f, f->map, p, (int)(i % ANSWERS), words);
        }
    static const int32_t worlds[] = {1, -1, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 4; i++) {
        char words[60];
        p = points[2];
        p.world = worlds[i];
        snprintf(words, sizeof words, ".world is %d: 0 to 0", (int)worlds[i]);
        try_point(f, f->map, p, i % ANSWERS, words);
    }
    p = (throng_point){(float)NAN, 0.0f, 0};
    EXPECT(f, INVALID, "points[0]", throng_influence_sample(f->map, 0, INT32_MAX, &p, 0, answers.samples));
}

/* 1e9 cells of 0.3 are less than 1e9 world units; several worlds lie below each other. */
REJECTED(queries, small_cells_and_worlds)
{
    throng_influence *map;
    throng_influence_def def = map_def(4, 6, THRONG_GRID_HEX);
    throng_sample sample;
    throng_best best;
    def.cell_size = 0.25f;
    def.worlds = 3;
    MUST(f->context, throng_influence_create(f->context, &def, &map));
    answers_begin();
    try_point(f, map, (throng_point){250000016.0f, 0.0f, 0}, 1, " is (250000016, 0)|1e9 cells");
    try_point(f, map, (throng_point){0.0f, -250000016.0f, 2}, 2, " is (0, -250000016)|1e9 cells");
    try_point(f, map, (throng_point){0.5f, 0.5f, 3}, 0, ".world is 3: 0 to 2");
    const throng_point limits[2] = {{250000000.0f, -250000000.0f, 2}, {FLT_MIN / 8, -1e-45f, 0}};
    for (int i = 0; i < 2; i++) {
        MUST(f->context, throng_influence_sample(map, 0, 1, &limits[i], 0, &sample));
        cr_expect(sample.value == 0.0f && sample.dx == 0.0f && sample.dy == 0.0f);
    }
    const throng_region last = {3, 17, 1, 1}, beyond = {3, 17, 1, 2};
    const throng_cell corner = {3, 17}, below = {0, 18};
    MUST(f->context, throng_influence_best_of_regions(map, 0, THRONG_SMALLEST, 1, &last, 0, &best));
    cr_expect(best.column == 3 && best.row == 17 && best.value == 0.0f);
    MUST(f->context, throng_influence_best_of_neighbors(map, 0, THRONG_LARGEST, 1, 1, &corner, 0, &best));
    cr_expect(best.row == 16 && best.value == 0.0f);
    EXPECT(f, INVALID, "regions[0]|height 2|inside 4 x 18",
           throng_influence_best_of_regions(map, 0, THRONG_LARGEST, 1, &beyond, 0, answers.bests));
    EXPECT(f, INVALID, "region is|height 2|inside 4 x 18",
           throng_influence_worst(map, 0, &beyond, answers.bests));
    EXPECT(f, INVALID, "cells[0]|row 18|inside 4 x 18",
           throng_influence_best_of_neighbors(map, 0, THRONG_LARGEST, 1, 1, &below, 0, answers.bests));
    answers_expect("several worlds");
    throng_influence_destroy(map);
}

/* ---------------------------------------------------------------- tables of all pairs --------------- */

static void expect_table(refusal *f, const char *what, throng_influence_def def, const char *words)
{
    throng_influence *map = f->map;
    int64_t allocations = f->w->allocations;
    def.all_pairs = 1;
    throng_status status = throng_influence_create(f->context, &def, &map);
    cr_expect(map == NULL, "%s: a failed create leaves NULL", what);
    cr_expect(f->w->allocations == allocations, "%s: nothing is allocated before all is checked", what);
    expect_rejected(f, what, status, INVALID, words);
}

static throng_influence_def on_terrain(refusal *f, int32_t width, int32_t height, int32_t worlds)
{
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence_def def = map_def(width, height, THRONG_GRID_SQUARE8);
    ground.width = width;
    ground.height = height;
    ground.worlds = worlds;
    MUST(f->context, throng_terrain_create(f->context, &ground, &def.terrain));
    def.propagation = THRONG_PROPAGATION_PATH;
    def.worlds = worlds;
    def.object_capacity = 1;
    return def;
}

/* The terrain is as free as before: it can go. */
static void end_terrain(refusal *f, const throng_influence_def *def)
{
    MUST(f->context, throng_terrain_destroy(def->terrain));
}

REJECTED(all_pairs, rejected)
{
    static const int32_t sizes[][2] = {{4097, 1}, {1, 4097}, {64, 65}, {241, 17}, {1024, 1024}};
    throng_influence_def def = map_def(6, 5, THRONG_GRID_SQUARE8);
    char words[120];
    expect_table(f, "Euclidean", def, "def.all_pairs|1|0 unless def.propagation");
    def = on_terrain(f, 6, 5, 1);
    def.propagation = THRONG_PROPAGATION_ADJACENT;
    expect_table(f, "adjacent", def, "def.all_pairs|1|0 unless def.propagation");
    end_terrain(f, &def);
    def = on_terrain(f, 6, 5, 2);
    expect_table(f, "walls of their own", def, "def.all_pairs|1|6 x 5 cells|2 worlds of terrain");
    end_terrain(f, &def);
    for (int i = 0; i < 5; i++) {
        def = on_terrain(f, sizes[i][0], sizes[i][1], 1);
        snprintf(words, sizeof words, "def.all_pairs|1|%d x %d cells|at most 4096", (int)sizes[i][0],
                 (int)sizes[i][1]);
        expect_table(f, "too many cells", def, words);
        end_terrain(f, &def);
    }
    def = on_terrain(f, 6, 5, 1);
    throng_influence *map;
    def.all_pairs = 1;
    def.worlds = 200; /* of 30 cells: each world counts by itself */
    MUST(f->context, throng_influence_create(f->context, &def, &map));
    throng_influence_destroy(map);
    end_terrain(f, &def);
}
