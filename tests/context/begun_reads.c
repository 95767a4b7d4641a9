/* Reads that begin over what no update has computed, after the last read of the slot was released: they do
 * not wait for that one, and have what a blocking read has. */
#define _POSIX_C_SOURCE 200809L
#include "tests/context/failing_driver.h"

enum { MORE = 3, MOST = THINGS_POINTS + MORE };

static throng_status keep_points(const things *t, int32_t count)
{
    return throng_potential_truncate_points(t->field, count);
}

static throng_status add_points(const things *t, int32_t first)
{
    const throng_potential_point points[MORE] = {{2.0f, 3.0f, 0, 0}, {4.0f, 3.0f, 0, 0}, {5.0f, 3.0f, 0, 0}};
    return throng_potential_set_points(t->field, first, MORE, points, 0);
}

static throng_status read_forces(const things *t, int32_t count, void *values)
{
    return throng_potential_read(t->field, 0, count, values, 0);
}

static throng_status keep_starts(const things *t, int32_t count)
{
    return throng_trace_truncate_starts(t->trace, count);
}

static throng_status add_starts(const things *t, int32_t first)
{
    const throng_trace_start start = {2.0f, 3.0f, 0.5f, 0, 0, 0}, starts[MORE] = {start, start, start};
    return throng_trace_set_starts(t->trace, first, MORE, starts, 0);
}

static throng_status read_ends(const things *t, int32_t count, void *values)
{
    return throng_trace_read(t->trace, 0, count, values, 0);
}

static const struct {
    throng_readback_kind kind;
    int32_t present;
    size_t size; /* of an entry */
    throng_status (*keep)(const things *t, int32_t count);
    throng_status (*add)(const things *t, int32_t first); /* MORE */
    throng_status (*read)(const things *t, int32_t count, void *values);
} kinds[] = {
    {THRONG_READBACK_FORCES, THINGS_POINTS, sizeof(throng_force), keep_points, add_points, read_forces},
    {THRONG_READBACK_PATHS, THINGS_PATHS, sizeof(throng_trace_result), keep_starts, add_starts, read_ends},
};

Test(begun_reads, do_not_wait_for_released_ones)
{
    throng_context *context = open_failing();
    for (int32_t i = 0; i < 4; i++) {
        static unsigned char wanted[MOST * sizeof(throng_trace_result)], values[sizeof wanted];
        const int32_t kind = i / 2, kept = i % 2 ? kinds[kind].present - 1 : 0, count = kept + MORE;
        throng_readback *readback;
        throng_readback_read read;
        things t;
        things_begin(&t, context);
        things_go_on(&t, 1);
        const throng_readback_def def = things_readback(&t, kinds[kind].kind, 1);
        MUST(context, throng_readback_create(context, &def, &readback));
        MUST(context, throng_readback_begin_range(readback, 0, kinds[kind].present, &read));
        MUST(context, throng_readback_release(readback, read.number));
        MUST(context, kinds[kind].keep(&t, kept));
        MUST(context, kinds[kind].add(&t, kept));
        waited = 0;
        MUST(context, throng_readback_begin_range(readback, 0, count, &read));
        cr_expect(waited == 0, "kind %d waited %d times", (int)kind, waited);
        MUST(context, throng_readback_fetch(readback, read.number, values, 0));
        MUST(context, kinds[kind].read(&t, count, wanted));
        cr_expect(memcmp(values, wanted, (size_t)count * kinds[kind].size) == 0, "kind %d, %d are kept",
                  (int)kind, (int)kept);
        MUST(context, throng_readback_destroy(readback));
        things_end(&t);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}
