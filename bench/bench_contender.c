/* Maps of the library that are timed: one context and one map each. */
#define _POSIX_C_SOURCE 200809L
#include "bench_influence.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void throng_bench_mistake(throng_bench_run *run, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    throng_bench_print_note(run->bench, "MISTAKE in %s: %s", run->scene->name, text);
    run->mistakes++;
    run->bench->mistakes++;
}

/* ---------------------------------------------------------------- making ---------------------------- */

static void *counted_allocate(void *user, size_t size, size_t alignment)
{
    throng_bench_counter *counter = user;
    counter->allocations++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void counted_release(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    free(memory);
}

static void keep_message(void *user, throng_log_level level, const char *message)
{
    throng_bench_counter *counter = user;
    if (level == THRONG_LOG_ERROR)
        (void)snprintf(counter->message, sizeof counter->message, "%s", message);
}

static throng_status make_context(throng_bench_contender *c, int32_t profile)
{
    throng_context_def def = throng_context_default_def();
    def.allocator = (throng_allocator){counted_allocate, counted_release, c->counter};
    def.logger = (throng_logger){keep_message, c->counter};
    def.backend = c->backend;
    def.isa = c->isa;
    def.threads = c->backend == THRONG_BACKEND_OPENCL ? 1 : c->threads;
    def.profile = profile;
    return throng_context_create(&def, &c->context);
}

/* The threads of a device that is a processor: its compute units. */
static int32_t threads_of_device(int32_t number)
{
    throng_device_info devices[16];
    int32_t count = 0;
    if (throng_devices(NULL, devices, 16, &count) != THRONG_OK)
        return 0;
    for (int32_t i = 0; i < count && i < 16; i++)
        if (devices[i].number == number && devices[i].type == THRONG_DEVICE_CPU)
            return devices[i].compute_units;
    return 0;
}

static void name_device(throng_bench_contender *c, const throng_bench *bench)
{
    throng_context_info info;
    throng_bench_check(c->context, throng_context_get_info(c->context, &info), "a context");
    if (c->backend == THRONG_BACKEND_OPENCL)
        c->threads = threads_of_device(info.device);
    (void)snprintf(c->device, sizeof c->device, "%s",
                   c->backend == THRONG_BACKEND_OPENCL ? info.device_name : bench->machine.processor);
}

static throng_influence *make_map(throng_context *context, const throng_bench_field *field)
{
    throng_influence *map = NULL;
    throng_influence_def def = throng_influence_default_def();
    def.width = field->side;
    def.height = field->side;
    def.object_capacity = field->count;
    if (field->count)
        def.typical_distance = field->objects[0].max_distance;
    throng_bench_check(context, throng_influence_create(context, &def, &map), "a map");
    throng_bench_check(context, throng_influence_set_objects(map, 0, 0, field->count, field->objects, 0),
                       "objects");
    return map;
}

int32_t throng_bench_contender_make(throng_bench_contender *c, throng_bench_run *run,
                                    const throng_bench_field *field, throng_backend backend, throng_isa isa,
                                    int32_t threads)
{
    memset(c, 0, sizeof *c);
    c->field = field;
    c->backend = backend;
    c->isa = isa;
    c->threads = threads;
    c->counter = throng_bench_allocate(1, sizeof *c->counter);
    throng_status status = make_context(c, 0);
    if (status != THRONG_OK && backend == THRONG_BACKEND_OPENCL) {
        if (!run->bench->no_device)
            throng_bench_print_note(run->bench, "no OpenCL: %s", c->counter->message);
        run->bench->no_device = 1;
        free(c->counter);
        return 0;
    }
    throng_bench_check(NULL, status, c->counter->message);
    name_device(c, run->bench);
    c->map = make_map(c->context, field);
    return 1;
}

void throng_bench_contender_release(throng_bench_contender *c)
{
    throng_influence_destroy(c->map);
    throng_bench_check(c->context, throng_context_destroy(c->context), "a context");
    free(c->counter);
}

/* ---------------------------------------------------------------- frames ---------------------------- */

static void move(throng_bench_contender *c, int32_t count)
{
    c->place = !c->place;
    throng_bench_check(c->context,
                       throng_influence_move_objects(c->map, 0, 0, count, c->field->positions[c->place], 0,
                                                     c->field->velocities[c->place], 0),
                       "moving objects");
}

static void update(throng_bench_contender *c)
{
    throng_bench_check(c->context, throng_influence_update(c->map), "an update");
    throng_bench_check(c->context, throng_context_wait(c->context), "an update");
}

double throng_bench_frames(void *data, int32_t repeats)
{
    throng_bench_contender *c = data;
    double start = c->cpu_clock ? throng_bench_cpu() : throng_bench_wall();
    for (int32_t i = 0; i < repeats; i++) {
        move(c, c->field->count);
        update(c);
    }
    return (c->cpu_clock ? throng_bench_cpu() : throng_bench_wall()) - start;
}

void throng_bench_contender_hash(throng_bench_contender *c, throng_bench_run *run)
{
    size_t cells = (size_t)c->field->side * (size_t)c->field->side;
    c->place = 1;
    move(c, c->field->count);
    update(c);
    throng_bench_check(c->context, throng_influence_read(c->map, 0, NULL, run->values, 0), "reading the map");
    c->hash = throng_bench_hash(run->values, cells);
}

/* ---------------------------------------------------------------- parts and memory ------------------ */

static double time_moves(void *data, int32_t repeats)
{
    throng_bench_contender *c = data;
    double start = throng_bench_wall();
    for (int32_t i = 0; i < repeats; i++)
        move(c, c->field->count);
    return throng_bench_wall() - start;
}

/* With the objects already there; one is moved, since a map that nobody touched is left as it is. */
static double time_updates(void *data, int32_t repeats)
{
    throng_bench_contender *c = data;
    double start = throng_bench_wall();
    for (int32_t i = 0; i < repeats; i++) {
        move(c, 1);
        update(c);
    }
    return throng_bench_wall() - start;
}

typedef struct reading {
    throng_bench_contender *contender;
    float *values;
    int32_t frames; /* 1: whole frames, then read */
} reading;

static double time_reads(void *data, int32_t repeats)
{
    const reading *r = data;
    throng_bench_contender *c = r->contender;
    double start = throng_bench_wall();
    for (int32_t i = 0; i < repeats; i++) {
        if (r->frames) {
            move(c, c->field->count);
            update(c);
        }
        throng_bench_check(c->context, throng_influence_read(c->map, 0, NULL, r->values, 0),
                           "reading the map");
    }
    return throng_bench_wall() - start;
}

static double median_of(const throng_bench_run *run, double (*time)(void *, int32_t), void *data)
{
    throng_bench_times times;
    const throng_bench_runner runner = {time, data};
    throng_bench_time(&run->bench->effort, &runner, &times);
    return throng_bench_median(&times);
}

/* An update of other objects on a map of the same size. */
static double time_of_others(const throng_bench_run *run, const throng_bench_contender *c,
                             throng_bench_field *field)
{
    throng_bench_contender other = *c;
    other.field = field;
    other.map = make_map(c->context, field);
    double seconds = median_of(run, time_updates, &other);
    throng_influence_destroy(other.map);
    return seconds;
}

/* The same objects with a reach of one cell: what an object costs beside its cells, and all cells written. */
static double time_of_small_objects(const throng_bench_run *run, const throng_bench_contender *c)
{
    throng_bench_field field = *c->field;
    field.objects = throng_bench_allocate((size_t)field.count, sizeof *field.objects);
    for (int32_t i = 0; i < field.count; i++) {
        field.objects[i] = c->field->objects[i];
        field.objects[i].max_distance = 1.0f;
    }
    double seconds = time_of_others(run, c, &field);
    free(field.objects);
    return seconds;
}

/* One small object for 256 x 32 cells, so that all cells are written and next to nothing is computed;
 * parts of a map without any object would be left as they are. */
static double time_of_writing(const throng_bench_run *run, const throng_bench_contender *c)
{
    throng_bench_field field;
    int32_t across = c->field->side / 256, down = c->field->side / 32;
    throng_bench_field_make(&field, c->field->side, across * down, 1.0f, THRONG_DECAY_LINEAR, 0.0f);
    for (int32_t i = 0; i < field.count; i++) {
        int32_t column = i % across * 256 + 128, row = i / across * 32 + 16;
        throng_influence_object *o = &field.objects[i];
        o->x = (float)column;
        o->y = (float)row;
        for (int32_t place = 0; place < 2; place++)
            memcpy(field.positions[place] + 2 * (size_t)i, &o->x, 2 * sizeof(float));
    }
    double seconds = time_of_others(run, c, &field);
    throng_bench_field_release(&field);
    return seconds;
}

void throng_bench_cpu_parts(throng_bench_run *run, const throng_bench_contender *c, throng_bench_row *row)
{
    throng_bench_contender same = *c;
    reading read = {&same, run->values, 0};
    throng_bench_progress(run->bench, "%s: parts of a frame", run->scene->name);
    double write = time_of_writing(run, c);
    row->parts[0] = (throng_bench_number){"move", median_of(run, time_moves, &same)};
    row->parts[1] = (throng_bench_number){"update", median_of(run, time_updates, &same)};
    row->parts[2] = (throng_bench_number){"writing", write};
    row->parts[3] = (throng_bench_number){"small_objects", time_of_small_objects(run, c)};
    row->parts[4] = (throng_bench_number){"read", median_of(run, time_reads, &read)};
    row->write_rate = (double)c->field->side * (double)c->field->side * sizeof(float) / write;
    row->write_limit = run->bench->limits[c->isa].write;
}

/* Kernels alone, by the device's own clock, in a context that asks for it. */
static double kernel_seconds(const throng_bench_contender *c)
{
    throng_bench_contender profiled = *c;
    throng_bench_times times = {.count = 0};
    throng_influence_info info;
    throng_bench_check(NULL, make_context(&profiled, 1), "a context that measures kernels");
    profiled.map = make_map(profiled.context, c->field);
    for (int32_t i = 0; i < 6; i++) {
        (void)throng_bench_frames(&profiled, 1);
        throng_bench_check(profiled.context, throng_influence_get_info(profiled.map, &info), "a map");
        if (i)
            times.seconds[times.count++] = info.kernel_seconds;
    }
    throng_influence_destroy(profiled.map);
    throng_bench_check(profiled.context, throng_context_destroy(profiled.context), "a context");
    return throng_bench_median(&times);
}

void throng_bench_opencl_parts(throng_bench_run *run, throng_bench_contender *c, throng_bench_row *row)
{
    reading copies = {c, run->values, 1};
    row->parts[0] = (throng_bench_number){"kernel", kernel_seconds(c)};
    row->parts[1] = (throng_bench_number){"resident", median_of(run, time_updates, c)};
    row->parts[2] = (throng_bench_number){"with_copy", median_of(run, time_reads, &copies)};
}

/* What docs/bench.md gives as the bound of a map with one layer on the CPU: an object takes 108 bytes and
 * 16 in the lists, a cell 4, with up to 32 more cells in a row; each thread sums in a tile of at most 512
 * x 64 cells and counts for each of the tiles, of which there is at most one for 512 x 8 cells. */
static double cpu_bound(const throng_bench_contender *c)
{
    double side = (double)c->field->side;
    int32_t tiles_across = (c->field->side + 511) / 512, tiles_down = (c->field->side + 7) / 8;
    double tiles = (double)tiles_across * (double)tiles_down;
    return 124.0 * (double)c->field->count + 4.0 * side * (side + 32.0) +
           (double)c->threads * (64.0 * (512.0 + 32.0) * 4.0 + 4.0 * tiles + 256.0) + 5.0 * tiles + 16384.0;
}

void throng_bench_memory(throng_bench_run *run, const throng_bench_contender *c, throng_bench_row *row)
{
    throng_influence_info info;
    throng_bench_check(c->context, throng_influence_get_info(c->map, &info), "a map");
    row->memory_bytes = (double)info.host_bytes;
    row->device_bytes = (double)info.device_bytes;
    if (c->backend != THRONG_BACKEND_CPU)
        return;
    row->memory_bound = cpu_bound(c);
    if (row->memory_bytes > row->memory_bound)
        throng_bench_mistake(run, "the map takes %.0f bytes, more than its bound of %.0f", row->memory_bytes,
                             row->memory_bound);
}
