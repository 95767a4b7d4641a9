/* Reads. Into pageable memory a driver copies through staging memory of its own, and it takes tens of
 * nanoseconds for each row of a rectangle. So rows come densely, in pieces, into a ring of pinned memory, and
 * the host distributes a piece while the next one is under way. */
#include "src/cl/device/reading.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/rows.h"

enum { PIECES = THRONG_CL_READS_BYTES / THRONG_CL_PIECE_BYTES };

/* ---------------------------------------------------------------- memory ---------------------------- */

static int map(struct throng_cl *cl, throng_cl_pinned *pinned)
{
    cl_int error = CL_SUCCESS;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR;
    cl_mem buffer = cl->api.clCreateBuffer(cl->context, flags, pinned->bytes, NULL, &error);
    if (error != CL_SUCCESS || !buffer)
        return 0;
    void *memory = cl->api.clEnqueueMapBuffer(cl->queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                              pinned->bytes, 0, NULL, NULL, &error);
    if (error != CL_SUCCESS || !memory) {
        throng_cl_release_buffer(cl, &buffer);
        return 0;
    }
    pinned->buffer = buffer;
    pinned->memory = memory;
    return 1;
}

throng_status throng_cl_pinned_create(struct throng_cl *cl, throng_cl_pinned *pinned, const char *what,
                                      size_t bytes)
{
    *pinned = (throng_cl_pinned){.bytes = bytes};
    if (cl->width == 1 && bytes <= cl->most_bytes && map(cl, pinned))
        return THRONG_OK;
    pinned->memory = throng_allocate(cl->allocator, bytes);
    return pinned->memory ? THRONG_OK : throng_cl_note_memory(cl, what, bytes);
}

void throng_cl_pinned_destroy(struct throng_cl *cl, throng_cl_pinned *pinned)
{
    if (pinned->buffer)
        cl->api.clEnqueueUnmapMemObject(cl->queue, pinned->buffer, pinned->memory, 0, NULL, NULL);
    else
        throng_release(cl->allocator, pinned->memory, pinned->bytes);
    throng_cl_release_buffer(cl, &pinned->buffer);
    pinned->memory = NULL;
}

/* ---------------------------------------------------------------- reads ----------------------------- */

static cl_int enqueue(throng_cl_object *object, const throng_cl_rows *rows, cl_bool waits, void *to,
                      size_t stride, cl_event *event)
{
    const throng_cl_api *api = &object->cl->api;
    const size_t from[3] = {rows->column, rows->row, 0}, origin[3] = {0, 0, 0};
    const size_t box[3] = {rows->size, rows->count, 1};
    if (rows->count == 1 || (rows->pitch == rows->size && stride == rows->size))
        return api->clEnqueueReadBuffer(object->cl->queue, rows->buffer, waits,
                                        rows->row * rows->pitch + rows->column, rows->size * rows->count, to,
                                        object->works, throng_cl_object_waits(object), event);
    return api->clEnqueueReadBufferRect(object->cl->queue, rows->buffer, waits, from, origin, box,
                                        rows->pitch, 0, stride, 0, to, object->works,
                                        throng_cl_object_waits(object), event);
}

static cl_int land(throng_cl_object *object, const throng_cl_rows *rows, void *to, size_t stride)
{
    cl_event event = NULL;
    const cl_int error = enqueue(object, rows, CL_FALSE, to, stride, &event);
    if (error != CL_SUCCESS)
        return error;
    throng_cl_release_event(object->cl, &object->cl->landing->event);
    object->cl->landing->event = event;
    return object->cl->api.clFlush(object->cl->queue);
}

typedef struct reading {
    throng_cl_object *object;
    const throng_cl_rows *rows;
    char *to;
    size_t stride;
    size_t across, down, columns; /* bytes and rows of a piece; pieces side by side */
    cl_event events[PIECES];
} reading;

static size_t least_of(size_t a, size_t b) { return a < b ? a : b; }

static unsigned char *memory_of(const reading *r, size_t index)
{
    return r->object->cl->reads.memory + index % PIECES * THRONG_CL_PIECE_BYTES;
}

static throng_cl_rows piece_of(const reading *r, size_t index, size_t *at)
{
    const size_t x = index % r->columns * r->across, y = index / r->columns * r->down;
    throng_cl_rows piece = *r->rows;
    piece.column += x;
    piece.row += y;
    piece.size = least_of(r->across, r->rows->size - x);
    piece.count = least_of(r->down, r->rows->count - y);
    *at = y * r->stride + x;
    return piece;
}

static cl_int begin_piece(reading *r, size_t index, int alone)
{
    size_t at;
    const throng_cl_rows piece = piece_of(r, index, &at);
    const cl_int error = enqueue(r->object, &piece, alone ? CL_TRUE : CL_FALSE, memory_of(r, index),
                                 piece.size, alone ? NULL : &r->events[index % PIECES]);
    if (error == CL_SUCCESS && !alone)
        r->object->cl->api.clFlush(r->object->cl->queue);
    return error;
}

static cl_int end_piece(reading *r, size_t index)
{
    cl_event *event = &r->events[index % PIECES];
    size_t at;
    const throng_cl_rows piece = piece_of(r, index, &at);
    cl_int error = CL_SUCCESS;
    if (*event)
        error = r->object->cl->api.clWaitForEvents(1, event);
    throng_cl_release_event(r->object->cl, event);
    if (error == CL_SUCCESS)
        throng_copy_rows(r->object->context, r->to + at, r->stride, memory_of(r, index), piece.size,
                         piece.count);
    return error;
}

static cl_int read_pieces(throng_cl_object *object, const throng_cl_rows *rows, void *to, size_t stride)
{
    reading r = {.object = object, .rows = rows, .to = to, .stride = stride};
    r.across = least_of(rows->size, THRONG_CL_PIECE_BYTES);
    r.down = THRONG_CL_PIECE_BYTES / r.across;
    r.columns = (rows->size + r.across - 1) / r.across;
    const size_t pieces = r.columns * ((rows->count + r.down - 1) / r.down);
    cl_int error = CL_SUCCESS;
    size_t begun = 0;
    for (size_t ended = 0; ended < pieces && error == CL_SUCCESS; ended++) {
        while (begun < pieces && begun < ended + PIECES && error == CL_SUCCESS)
            error = begin_piece(&r, begun++, pieces == 1);
        if (error == CL_SUCCESS)
            error = end_piece(&r, ended);
    }
    for (int32_t i = 0; i < PIECES; i++) { /* of a failure: the device writes no more when the ring goes */
        if (r.events[i])
            object->cl->api.clWaitForEvents(1, &r.events[i]);
        throng_cl_release_event(object->cl, &r.events[i]);
    }
    return error;
}

throng_status throng_cl_read(throng_cl_object *object, const throng_cl_rows *rows, void *to, size_t stride,
                             const char *what)
{
    throng_cl_rows dense = *rows;
    cl_int error;
    if (rows->size == 0 || rows->count == 0)
        return THRONG_OK;
    if (rows->count == 1 || (rows->pitch == rows->size && stride == rows->size)) { /* one long row */
        dense.column += rows->row * rows->pitch;
        dense.row = 0;
        dense.size *= rows->count;
        dense.count = 1;
        stride = dense.size;
    }
    if (object->cl->landing)
        error = land(object, &dense, to, stride);
    else if (dense.count == 1 && (!object->cl->reads.buffer || dense.size <= THRONG_CL_READ_DIRECTLY))
        error = enqueue(object, &dense, CL_TRUE, to, stride, NULL);
    else
        error = read_pieces(object, &dense, to, stride);
    return throng_cl_checked(object, error, what);
}

throng_status throng_cl_read_all(throng_cl_object *object, cl_mem buffer, void *to, size_t bytes,
                                 const char *what)
{
    const throng_cl_rows rows = {buffer, bytes, 0, 0, bytes, 1};
    return throng_cl_read(object, &rows, to, bytes, what);
}

static void fill(const throng_cl_filling *f)
{
    for (int32_t i = 0; i < f->count; i++)
        memcpy(f->to + (size_t)i * f->stride, f->entry, f->size);
}

void throng_cl_fill(throng_cl_object *object, const throng_cl_filling *filling)
{
    if (object->cl->landing)
        object->cl->landing->filling = *filling;
    else
        fill(filling);
}

void throng_cl_landing_fill(throng_cl_landing *landing)
{
    fill(&landing->filling);
    landing->filling.count = 0;
}
