/* The workload "influence". A frame is what a game does: all objects move, the map is brought up to date, and
 * that is awaited. Nothing is left out: checks of the input, preparation and binning, all cells written. */
#include "bench/suite/influence.h"
#include "bench/suite/example_scenes.h"
#include "bench/suite/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUICK = THRONG_BENCH_QUICK,
    LEVELS = THRONG_BENCH_LEVELS,
    THREADS = THRONG_BENCH_THREADS,
    OPENCL = THRONG_BENCH_OPENCL,
    PLAIN = 16, /* time the unadjusted distance too */
    PARTS = 32, /* time the parts of a frame */
    HEX = 64,
    PACMAN = 128,    /* the maze and the objects of examples/pacman */
    RIVERHOLD = 256, /* the level of examples/maps, the armies of scripts/demo */
    TILES = 512      /* units at rest, all alike, on the centres of cells: beside a game's footprint table */
};

typedef struct scene {
    const char *name;
    int32_t width, height, objects, distance;
    throng_decay decay;
    int32_t flags;
} scene;

#define EXP THRONG_DECAY_EXPONENTIAL
#define LIN THRONG_DECAY_LINEAR
static const scene scenes[] = {
    {"exp-28x31-240-d8", 28, 31, 240, 8, EXP, QUICK | LEVELS | OPENCL},
    {"exp-512-1k-d8", 512, 512, 1000, 8, EXP, QUICK | PARTS},
    {"exp-512-1k-d16", 512, 512, 1000, 16, EXP, LEVELS | OPENCL | PLAIN},
    {"exp-512-1k-d64", 512, 512, 1000, 64, EXP, 0},
    {"exp-512-100k-d8", 512, 512, 100000, 8, EXP, PARTS},
    {"exp-512-100k-d16", 512, 512, 100000, 16, EXP, PARTS},
    {"exp-1024-10k-d16", 1024, 1024, 10000, 16, EXP, 0},
    {"exp-1024-10k-d32", 1024, 1024, 10000, 32, EXP, QUICK | LEVELS | THREADS | OPENCL | PLAIN},
    {"exp-2048-10k-d64", 2048, 2048, 10000, 64, EXP, THREADS},
    {"exp-2048-100k-d16", 2048, 2048, 100000, 16, EXP, OPENCL},
    {"exp-4096-10k-d64", 4096, 4096, 10000, 64, EXP, 0},
    {"exp-4096-100k-d8", 4096, 4096, 100000, 8, EXP, QUICK | PARTS},
    {"exp-4096-100k-d16", 4096, 4096, 100000, 16, EXP, LEVELS | THREADS | OPENCL | PLAIN | PARTS},
    {"exp-4096-100k-d32", 4096, 4096, 100000, 32, EXP, THREADS | OPENCL | PARTS},
    {"exp-4096-1m-d8", 4096, 4096, 1000000, 8, EXP, THREADS | PARTS},
    {"exp-8192-100k-d16", 8192, 8192, 100000, 16, EXP, THREADS | OPENCL},
    {"lin-512-1k-d16", 512, 512, 1000, 16, LIN, PLAIN},
    {"lin-1024-10k-d32", 1024, 1024, 10000, 32, LIN, QUICK | LEVELS | PLAIN},
    {"lin-4096-100k-d16", 4096, 4096, 100000, 16, LIN, THREADS | OPENCL | PLAIN},
    {"exp-1024-10k-d32-hex", 1024, 1024, 10000, 32, EXP, LEVELS | OPENCL | HEX},
    {"exp-pacman", 28, 31, 0, 50, EXP, LEVELS | OPENCL | PACMAN},
    {"tiles-exp-512-1k-d8", 512, 512, 1000, 8, EXP, TILES},
    {"tiles-exp-512-1k-d16", 512, 512, 1000, 16, EXP, QUICK | TILES},
    {"tiles-exp-512-1k-d32", 512, 512, 1000, 32, EXP, TILES},
    {"tiles-exp-2048-16k-d8", 2048, 2048, 16000, 8, EXP, TILES},
    {"tiles-exp-2048-16k-d16", 2048, 2048, 16000, 16, EXP, TILES},
    {"tiles-exp-2048-16k-d32", 2048, 2048, 16000, 32, EXP, TILES},
    {"tiles-lin-512-1k-d8", 512, 512, 1000, 8, LIN, TILES},
    {"tiles-lin-512-1k-d16", 512, 512, 1000, 16, LIN, TILES},
    {"tiles-lin-512-1k-d32", 512, 512, 1000, 32, LIN, TILES},
    {"tiles-lin-2048-16k-d16", 2048, 2048, 16000, 16, LIN, TILES},
    {"tiles-exp-512-1k-d8-hex", 512, 512, 1000, 8, EXP, TILES | HEX},
    {"tiles-exp-512-1k-d16-hex", 512, 512, 1000, 16, EXP, TILES | HEX},
    {"tiles-exp-512-1k-d32-hex", 512, 512, 1000, 32, EXP, TILES | HEX},
    {"tiles-lin-512-1k-d16-hex", 512, 512, 1000, 16, LIN, TILES | HEX},
    {"tiles-exp-2048-16k-d8-hex", 2048, 2048, 16000, 8, EXP, TILES | HEX},
    {"tiles-exp-2048-16k-d16-hex", 2048, 2048, 16000, 16, EXP, TILES | HEX},
    {"tiles-exp-2048-16k-d32-hex", 2048, 2048, 16000, 32, EXP, TILES | HEX},
    {"lin-riverhold", 512, 512, 0, 24, LIN, LEVELS | OPENCL | RIVERHOLD},
};
#undef EXP
#undef LIN
enum { SCENES = sizeof scenes / sizeof *scenes };

static const float adjustment = 0.5f; /* alpha of all objects */

/* ---------------------------------------------------------------- maps ------------------------------ */

void *throng_bench_map_open(const void *data, throng_context *context)
{
    throng_bench_map *m = throng_bench_allocate(1, sizeof *m);
    const throng_bench_objects *field = m->field = data;
    throng_influence_def def = throng_influence_default_def();
    m->context = context;
    def.width = field->width;
    def.height = field->height;
    def.grid = field->grid;
    def.object_capacity = field->count;
    if (field->count)
        def.typical_distance = field->objects[0].max_distance;
    throng_bench_check(context, throng_influence_create(context, &def, &m->map), "a map");
    throng_bench_check(context, throng_influence_set_objects(m->map, 0, 0, field->count, field->objects, 0),
                       "objects");
    m->values = throng_bench_allocate((size_t)field->width * (size_t)field->height, sizeof *m->values);
    return m;
}

void throng_bench_map_close(void *map)
{
    throng_bench_map *m = map;
    throng_influence_destroy(m->map);
    free(m->values);
    free(m);
}

static void update(throng_bench_map *m)
{
    throng_bench_check(m->context, throng_influence_update(m->map), "an update");
    throng_bench_check(m->context, throng_context_wait(m->context), "an update");
}

static void move(void *map)
{
    throng_bench_map *m = map;
    m->place = !m->place;
    throng_bench_check(m->context,
                       throng_influence_move_objects(m->map, 0, 0, m->field->count,
                                                     m->field->positions[m->place], 0,
                                                     m->field->velocities[m->place], 0),
                       "moving objects");
}

static void frame(void *map)
{
    move(map);
    update(map);
}

static void read_map(void *map)
{
    const throng_bench_map *m = map;
    throng_bench_check(m->context, throng_influence_read(m->map, 0, NULL, m->values, 0), "reading the map");
}

static void with_copy(void *map)
{
    frame(map);
    read_map(map);
}

void throng_bench_map_driver(throng_bench_map *m, int32_t place)
{
    m->place = !place;
    with_copy(m);
}

static uint64_t hash_of(void *map)
{
    throng_bench_map *m = map;
    throng_bench_map_driver(m, 0);
    return hash_floats(m->values, (size_t)m->field->width * (size_t)m->field->height);
}

static void about(void *map, throng_bench_about *about)
{
    const throng_bench_map *m = map;
    throng_influence_info info;
    throng_bench_check(m->context, throng_influence_get_info(m->map, &info), "a map");
    *about = (throng_bench_about){info.kernel_seconds, (double)info.device_bytes};
}

static void draw(void *map, throng_bench_view *view)
{
    const throng_bench_map *m = map;
    throng_bench_draw_grid(view, m->values, m->field->width, m->field->height, m->field->grid);
    if (m->field->blocked)
        throng_bench_draw_walls(view, m->field->blocked, m->field->width, m->field->height);
}

/* Footprint tables: at most 4 MiB, on hexagonal grids 16, where each row has tables of its own. */
static double bytes_of_tables(const throng_bench_objects *field)
{
    const double least = fmin(4194304.0, 4.0 * field->height * (field->width + 32.0)) + 32768.0;
    const double kinds = fmin(fmin(field->count, field->height), 3840.0);
    const double around = field->count ? (double)field->objects[0].max_distance + 1.0 : 1.0;
    if (field->grid != THRONG_GRID_HEX)
        return least;
    return fmax(least, fmin(16777216.0, kinds * (15.0 * around * around + 94.0 * around + 208.0))) +
           112.0 * kinds + 32768.0;
}

/* The memory bound of a map with one layer on the CPU (docs/internals/measuring.md). An object takes 116
 * bytes and 16 in the lists; a cell 4, with up to 32 padding cells a row; a block of 32 x 8 cells 10. Each
 * thread sums in a tile of at most 512 x 64 cells and counts for each piece of an update: 1024 of them, or as
 * many as there are tiles. */
static double bound(const void *data, int32_t threads)
{
    const throng_bench_objects *field = data;
    const double width = field->width, height = field->height;
    const double blocks = (ceil(width / 32.0) + 1.0) * (ceil(height / 8.0) + 1.0);
    const double pieces = fmax(1024.0, ceil(width / 512.0) * ceil(height / 8.0));
    return 134.0 * field->count + 4.0 * height * (width + 32.0) + 10.0 * blocks + bytes_of_tables(field) +
           (double)threads * (64.0 * (512.0 + 32.0) * 4.0 + 4.0 * pieces + 256.0) + 20.0 * pieces + 16384.0;
}

static throng_bench_work work_of(const scene *s, const throng_bench_objects *field, const char *operation)
{
    const double pairs = 0.5 * (field->pairs[0] + field->pairs[1]);
    return (throng_bench_work){
        .workload = "influence",
        .scene = s->name,
        .operation = operation,
        .sizes = {{"width", s->width},
                  {"height", s->height},
                  {"objects", field->count},
                  {"max_distance", s->distance}},
        .pairs = pairs,
        .least = {.roots = field->adjusted ? 0.0 : pairs,
                  .root_divisions = field->adjusted ? pairs : 0.0,
                  .sums = pairs, /* each is added to its cell */
                  .bytes = 4.0 * s->width * s->height + 16.0 * field->count},
        .flags = s->flags,
        .data = field,
        .open = throng_bench_map_open,
        .close = throng_bench_map_close,
        .frame = frame,
        .resident = frame, /* places are given anew: what did not move is not summed */
        .with_copy = with_copy,
        .about = about,
        .hash = hash_of,
        .draw = draw,
        .bound = bound,
    };
}

/* ---------------------------------------------------------------- parts of a frame ------------------ */

/* An update of other objects, all of which moved, on a map of the same size. */
static double seconds_of_others(const throng_bench *bench, int32_t cpu_clock, throng_context *context,
                                const throng_bench_objects *field)
{
    void *other = throng_bench_map_open(field, context);
    const double seconds = throng_bench_seconds_of(bench, cpu_clock, frame, other) -
                           throng_bench_seconds_of(bench, cpu_clock, move, other);
    throng_bench_map_close(other);
    return seconds;
}

/* The same objects with a reach of one cell: what an object costs beside its cells, and all cells written. */
static double seconds_of_small_objects(const throng_bench *bench, int32_t cpu_clock,
                                       const throng_bench_map *m)
{
    throng_bench_objects field = *m->field;
    field.objects = throng_bench_allocate((size_t)field.count, sizeof *field.objects);
    for (int32_t i = 0; i < field.count; i++) {
        field.objects[i] = m->field->objects[i];
        field.objects[i].max_distance = 1.0f;
    }
    const double seconds = seconds_of_others(bench, cpu_clock, m->context, &field);
    free(field.objects);
    return seconds;
}

/* One small object for 64 x 32 cells, where four blocks meet: half of the blocks change, so that all cells
 * are written, and next to nothing is computed. */
static double seconds_of_writing(const throng_bench *bench, int32_t cpu_clock, const throng_bench_map *m)
{
    throng_bench_objects field;
    const int32_t across = m->field->width / 64, down = m->field->height / 32;
    throng_bench_objects_make(&field, m->field->width, m->field->height, across * down, 1.0f,
                              THRONG_DECAY_LINEAR, 0.0f);
    for (int32_t i = 0; i < field.count; i++) {
        const int32_t column = i % across * 64 + 32, row = i / across * 32 + 16;
        throng_influence_object *o = &field.objects[i];
        o->x = (float)column;
        o->y = (float)row;
        for (int32_t place = 0; place < 2; place++) {
            o->x += 0.25f * (float)place;
            memcpy(field.positions[place] + 2 * (size_t)i, &o->x, 2 * sizeof(float));
        }
    }
    const double seconds = seconds_of_others(bench, cpu_clock, m->context, &field);
    throng_bench_objects_release(&field);
    return seconds;
}

static void add_parts(throng_bench *bench, const throng_bench_subject *subject, throng_bench_row *row)
{
    throng_bench_map *m = subject->contender;
    throng_bench_progress(bench, "%s: parts of a frame", row->scene);
    const int32_t clock = subject->cpu_clock;
    const double write = seconds_of_writing(bench, clock, m);
    row->parts[0] = (throng_bench_number){"move", throng_bench_seconds_of(bench, clock, move, m)};
    row->parts[1] = (throng_bench_number){"update", throng_bench_seconds_of(bench, clock, frame, m) -
                                                        row->parts[0].value};
    row->parts[2] = (throng_bench_number){"writing", write};
    row->parts[3] = (throng_bench_number){"small_objects", seconds_of_small_objects(bench, clock, m)};
    row->parts[4] = (throng_bench_number){"read", throng_bench_seconds_of(bench, clock, read_map, m)};
    row->write_rate = 4.0 * m->field->width * m->field->height / write;
    row->write_peak = bench->peak_rates[subject->variant.isa].write;
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

static void run_naive(throng_bench *bench, const throng_bench_subject *subject, throng_bench_naive *add,
                      const char *name)
{
    const throng_bench_objects *field = subject->work->data;
    throng_bench_baseline baseline;
    throng_bench_row row;
    throng_bench_progress(bench, "%s: %s", subject->work->scene, name);
    throng_bench_baseline_make(&baseline, bench, field, add);
    throng_bench_baseline_check(bench, &baseline, subject, name);
    const throng_bench_runner runner = {throng_bench_baseline_frames, &baseline};
    throng_bench_time_baseline(bench, subject, &runner, name, &row);
    row.baseline_part = baseline.part;
    if (subject->work->flags & PARTS && add == throng_bench_naive_strict)
        add_parts(bench, subject, &row);
    throng_bench_add_row(bench, &row);
    throng_bench_baseline_release(&baseline);
}

static void run_all_naive(throng_bench *bench, const throng_bench_subject *subject)
{
    if (!throng_bench_has_baseline(bench, "naive"))
        return;
    if (subject->work->flags & TILES) {
        run_naive(bench, subject, throng_bench_naive_table, "footprint table");
        return;
    }
    run_naive(bench, subject, throng_bench_naive_strict, "naive, -O2");
    const int32_t lanes = throng_bench_baseline_prefers_lanes(bench, subject->work->data);
    run_naive(bench, subject, lanes ? throng_bench_naive_lanes : throng_bench_naive_fast,
              lanes ? "naive, fast, branchless" : "naive, fast");
}

static void run_plain(throng_bench *bench, const scene *s, const throng_bench_subject *adjusted)
{
    throng_bench_objects field;
    throng_bench_subject plain;
    throng_bench_row row;
    throng_bench_objects_make(&field, s->width, s->height, s->objects, (float)s->distance, s->decay, 0.0f);
    throng_bench_work work = work_of(s, &field,
                                     s->decay == THRONG_DECAY_LINEAR ? "euclidean, linear, unadjusted"
                                                                     : "euclidean, exponential, unadjusted");
    work.flags &= ~PARTS;
    throng_bench_open_first(bench, &plain, &work);
    throng_bench_print_note(bench, "unadjusted: %.4g pairs; against the adjusted distance, then naive code",
                            work.pairs);
    throng_bench_time_pair(bench, &plain, adjusted, "adjusted", &row);
    throng_bench_add_row(bench, &row);
    run_all_naive(bench, &plain);
    throng_bench_close(&plain);
    throng_bench_objects_release(&field);
}

static const char *ground_of(const scene *s)
{
    return s->flags & PACMAN      ? ", examples/pacman"
           : s->flags & RIVERHOLD ? ", examples/maps"
           : s->flags & HEX       ? ", hexagons"
                                  : "";
}

/* The objects of a field become units on tiles, which move by a cell from frame to frame. */
static void put_on_tiles(throng_bench_objects *field, const scene *s)
{
    const float apart = s->flags & HEX ? 0.8660254f : 1.0f;
    for (int32_t i = 0; i < field->count; i++) {
        throng_influence_object *o = &field->objects[i];
        const int32_t column = (int32_t)o->x, row = (int32_t)(o->y / apart);
        const size_t k = 2 * (size_t)i;
        o->x = (float)column + (s->flags & HEX && row & 1 ? 1.0f : 0.5f);
        o->y = (float)row * apart + 0.5f;
        o->vx = o->vy = o->alpha = 0.0f;
        o->influence = 1.0f;
        if (s->flags & HEX)
            o->max_distance = (float)s->distance + 0.25f; /* no cell at the edge, where rounding decides */
        o->decay = s->decay == THRONG_DECAY_LINEAR ? 0.9f / (float)s->distance
                                                   : powf(0.1f, 1.0f / (float)s->distance);
        for (int32_t place = 0; place < 2; place++) {
            field->positions[place][k] = o->x + (column < s->width - 1 ? (float)place : -(float)place);
            field->positions[place][k + 1] = o->y;
            field->velocities[place][k] = field->velocities[place][k + 1] = 0.0f;
        }
    }
    field->adjusted = 0;
    throng_bench_objects_finish(field);
}

static void make_field(throng_bench_objects *field, const scene *s)
{
    const throng_bench_objects_def def = {.width = s->width,
                                          .height = s->height,
                                          .count = s->objects,
                                          .grid = s->flags & HEX ? THRONG_GRID_HEX : THRONG_GRID_SQUARE8,
                                          .distance = (float)s->distance,
                                          .decay = s->decay,
                                          .alpha = adjustment};
    throng_bench_cast cast;
    if (!(s->flags & (PACMAN | RIVERHOLD))) {
        throng_bench_objects_create(field, &def);
        if (s->flags & TILES)
            put_on_tiles(field, s);
        return;
    }
    if (s->flags & PACMAN)
        throng_bench_make_pacman(&cast, 1);
    else
        throng_bench_make_armies(&cast);
    throng_bench_field_of_cast(field, &cast);
    field->adjusted = s->flags & RIVERHOLD; /* pills lie still, and need no division */
}

static const char *operation_of(const scene *s)
{
    if (s->flags & TILES)
        return s->decay == THRONG_DECAY_LINEAR ? "euclidean, linear, tables"
                                               : "euclidean, exponential, tables";
    return s->decay == THRONG_DECAY_LINEAR ? "euclidean, linear, adjusted"
                                           : "euclidean, exponential, adjusted";
}

static void run_scene(throng_bench *bench, const scene *s)
{
    throng_bench_objects field;
    throng_bench_subject first;
    throng_bench_progress(bench, "%s: counting pairs", s->name);
    make_field(&field, s);
    const throng_bench_work work = work_of(s, &field, operation_of(s));
    throng_bench_open_first(bench, &first, &work);
    throng_bench_print_scene(bench, "%s: %d x %d cells, %d objects, D %d, %s, %s%s: %.4g pairs", s->name,
                             (int)s->width, (int)s->height, (int)field.count, (int)s->distance,
                             s->decay == THRONG_DECAY_LINEAR ? "linear" : "exponential",
                             s->flags & TILES                  ? "at rest"
                             : s->flags & (PACMAN | RIVERHOLD) ? "adjusted"
                                                               : "adjusted (alpha 0.5)",
                             ground_of(s), work.pairs);
    run_all_naive(bench, &first);
    throng_bench_vary(bench, &first);
    if (s->flags & PLAIN)
        run_plain(bench, s, &first);
    throng_bench_close(&first);
    throng_bench_objects_release(&field);
}

static void list(throng_bench *bench, const scene *s)
{
    char objects[THRONG_BENCH_NAME] = "its objects";
    if (s->objects)
        (void)snprintf(objects, sizeof objects, "%7d objects", (int)s->objects);
    throng_bench_list(bench, "%-30s influence, %4d x %4d cells, %s, D %2d, %s%s%s\n", s->name, (int)s->width,
                      (int)s->height, objects, (int)s->distance,
                      s->decay == THRONG_DECAY_LINEAR ? "linear" : "exponential", ground_of(s),
                      s->flags & QUICK ? ", quick" : "");
}

void throng_bench_run_influence(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        const scene *s = &scenes[i];
        if (!throng_bench_selected(bench, s->name, s->flags & QUICK))
            continue;
        if (bench->options.list)
            list(bench, s);
        else
            run_scene(bench, s);
    }
    throng_bench_run_layers(bench);
}
