/* The Choquet integral of many rows on an OpenCL device: packed type by type, integrated by one kernel and
 * read back, some thousands of rows at a time. */
#include "src/cl/device/reading.h"
#include "src/cl/tables.h"
#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/measure/measure.h"

#include "kernels/measure/choquet.h"

#include <stdio.h>

enum { ROWS_AT_ONCE = 65536, LINE = 16, PITCH_MOST = ROWS_AT_ONCE + LINE };

typedef struct cl_measure {
    throng_cl_object object;
    int32_t types;
    cl_kernel kernel;
    cl_mem table, values, results;
    float *packed; /* PITCH_MOST rows */
} cl_measure;

static size_t packed_floats(const cl_measure *m) { return (size_t)m->types * PITCH_MOST; }

static throng_status make_kernel(cl_measure *m)
{
    struct throng_cl *cl = m->object.cl;
    char options[64];
    cl_program program;
    snprintf(options, sizeof options, "-DTHRONG_WIDTH=%d", (int)cl->width);
    throng_status status = throng_cl_program(cl, "measure/choquet.cl", options, &program);
    return status == THRONG_OK ? throng_cl_kernel(cl, program, "choquet", &m->kernel) : status;
}

static throng_status make_table(cl_measure *m, const float *table)
{
    struct throng_cl *cl = m->object.cl;
    const size_t sets = (size_t)1 << m->types,
                 floats = sets < CHOQUET_TABLE_CAPACITY ? CHOQUET_TABLE_CAPACITY : sets;
    throng_status status =
        throng_cl_object_buffer(&m->object, "the values of a measure", floats, sizeof *table, &m->table);
    if (status != THRONG_OK)
        return status;
    cl_int error = cl->api.clEnqueueWriteBuffer(cl->queue, m->table, CL_TRUE, 0, floats * sizeof *table,
                                                table, 0, NULL, NULL);
    return error == CL_SUCCESS ? THRONG_OK : throng_cl_note(cl, error, "clEnqueueWriteBuffer(measure)");
}

static throng_status make(cl_measure *m, const float *table)
{
    void *memory = NULL;
    throng_status status =
        throng_cl_object_allocate(&m->object, "rows of values", packed_floats(m), sizeof *m->packed, &memory);
    m->packed = memory;
    if (status == THRONG_OK)
        status = make_kernel(m);
    if (status == THRONG_OK)
        status = make_table(m, table);
    if (status == THRONG_OK)
        status = throng_cl_object_buffer(&m->object, "rows of values", packed_floats(m), sizeof *m->packed,
                                         &m->values);
    if (status == THRONG_OK)
        status = throng_cl_object_buffer(&m->object, "integrals", PITCH_MOST, sizeof(float), &m->results);
    return status;
}

static void destroy(void *state)
{
    cl_measure *m = state;
    struct throng_cl *cl = m->object.cl;
    throng_cl_object_close(&m->object);
    if (m->kernel)
        cl->api.clReleaseKernel(m->kernel);
    throng_cl_object_release(&m->object, &m->table);
    throng_cl_object_release(&m->object, &m->values);
    throng_cl_object_release(&m->object, &m->results);
    throng_release(cl->allocator, m->packed, packed_floats(m) * sizeof *m->packed);
    throng_release(cl->allocator, m, sizeof *m);
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_measure_shape *shape = arguments;
    cl_measure *m = throng_cl_object_new(context, sizeof *m, "a measure", "a call of a measure");
    if (!m)
        return THRONG_ERROR_OUT_OF_MEMORY;
    m->types = shape->types;
    throng_status status = make(m, shape->table);
    return throng_cl_object_created(m, status, destroy, state);
}

/* Whole lines of a cache, an odd number of them: of types a power of two apart caches keep few. */
static cl_uint pitch_for(size_t count) { return (cl_uint)(((count + LINE - 1) / LINE | 1u) * LINE); }

/* Type by type; rows beyond `count` hold what they held. */
static void pack(cl_measure *m, const float *values, size_t pitch, size_t count, size_t columns)
{
    for (size_t first = 0; first < count; first += LINE)
        for (size_t k = 0; k < (size_t)m->types; k++)
            for (size_t i = first; i < count && i < first + LINE; i++)
                m->packed[k * columns + i] = values[i * pitch + k];
}

static throng_status integrate(cl_measure *m, const float *values, size_t pitch, size_t count, float *results)
{
    struct throng_cl *cl = m->object.cl;
    const cl_uint columns = pitch_for(count), rows = (cl_uint)count;
    const cl_int types = m->types;
    pack(m, values, pitch, count, columns);
    /* the queue is in order, and this returns when the memory may be written again */
    cl_int error =
        cl->api.clEnqueueWriteBuffer(cl->queue, m->values, CL_TRUE, 0,
                                     (size_t)types * columns * sizeof *m->packed, m->packed, 0, NULL, NULL);
    if (error != CL_SUCCESS)
        return throng_cl_failed(&m->object, throng_cl_note_command(cl, error, "clEnqueueWriteBuffer(values)"),
                                0);
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(m->values), THRONG_CL_ARGUMENT(columns),  THRONG_CL_ARGUMENT(rows),
        THRONG_CL_ARGUMENT(types),     THRONG_CL_ARGUMENT(m->table), THRONG_CL_ARGUMENT(m->results),
    };
    cl->timer = &m->object.timer;
    throng_status status = throng_cl_run(&m->object, m->kernel, "choquet", columns / (size_t)cl->width,
                                         arguments, THRONG_CL_COUNT(arguments));
    cl->timer = NULL;
    if (status != THRONG_OK)
        return throng_cl_failed(&m->object, status, 0);
    return throng_cl_read_all(&m->object, m->results, results, count * sizeof *results,
                              "clEnqueueReadBuffer(integrals)");
}

static throng_status choquet(void *state, int32_t count, const float *values, size_t stride, float *results)
{
    cl_measure *m = state;
    const size_t rows = (size_t)count, pitch = stride / sizeof *values;
    throng_status status = THRONG_OK;
    throng_cl_timer_clear(m->object.cl, &m->object.timer);
    for (size_t done = 0; done < rows && status == THRONG_OK; done += ROWS_AT_ONCE) {
        const size_t left = rows - done;
        status = integrate(m, values + done * pitch, pitch, left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE,
                           results + done);
    }
    return status;
}

static throng_usage usage(void *state)
{
    cl_measure *m = state;
    return throng_cl_object_usage(&m->object, 0);
}

const throng_measure_ops throng_cl_measure_ops = {
    {create, destroy, NULL, throng_cl_object_lost, usage, NULL, 0}, choquet};
