/* Staging memory: what is uploaded is packed slot by slot, so that the caller's memory is free when the call
 * returns and nothing waits for the work before. */
#include "src/cl/device/staging.h"
#include "src/core/memory.h"

#include <string.h>

throng_status throng_cl_staging_create(struct throng_cl *cl, throng_cl_staging *stage, size_t bytes)
{
    for (int32_t i = 0; i < THRONG_CL_SLOTS; i++) {
        stage->slots[i].memory = throng_allocate(cl->allocator, bytes);
        if (!stage->slots[i].memory)
            return throng_cl_note_memory(cl, "uploads", bytes);
        stage->bytes = bytes;
    }
    return THRONG_OK;
}

static void forget(struct throng_cl *cl, throng_cl_slot *slot)
{
    for (int32_t i = 0; i < slot->count; i++)
        throng_cl_release_event(cl, &slot->events[i]);
    slot->count = 0;
}

throng_status throng_cl_staging_wait(struct throng_cl *cl, throng_cl_staging *stage, throng_cl_slot *slot)
{
    const cl_int error =
        slot->count > 0 ? cl->api.clWaitForEvents((cl_uint)slot->count, slot->events) : CL_SUCCESS;
    if (error != CL_SUCCESS && throng_cl_only_rejected(error))
        return throng_cl_note_command(cl, error, "clWaitForEvents(upload)");
    forget(cl, slot);
    if (error == CL_SUCCESS)
        return THRONG_OK;
    stage->failed = 1;
    return throng_cl_note_command(cl, error, "an upload of a call before");
}

void throng_cl_staging_leave(struct throng_cl *cl, throng_cl_staging *stage, throng_cl_slot *slot)
{
    (void)throng_cl_staging_wait(cl, stage, slot);
    forget(cl, slot);
}

/* Slot i of the ring, and behind them the object's own; NULL: there is none. */
static throng_cl_slot *slot_at(throng_cl_staging *stage, int32_t i)
{
    return i < THRONG_CL_SLOTS ? &stage->slots[i] : stage->more;
}

void throng_cl_staging_leave_all(struct throng_cl *cl, throng_cl_staging *stage)
{
    for (int32_t i = 0; i <= THRONG_CL_SLOTS; i++)
        if (slot_at(stage, i))
            throng_cl_staging_leave(cl, stage, slot_at(stage, i));
}

void throng_cl_staging_destroy(struct throng_cl *cl, throng_cl_staging *stage)
{
    throng_cl_staging_leave_all(cl, stage); /* the device may still read the memory */
    for (int32_t i = 0; i < THRONG_CL_SLOTS; i++) {
        throng_release(cl->allocator, stage->slots[i].memory, stage->bytes);
        stage->slots[i].memory = NULL;
    }
}

static cl_int state_of(struct throng_cl *cl, cl_event event)
{
    cl_int state = CL_COMPLETE;
    cl->api.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    return state;
}

cl_int throng_cl_staging_check(struct throng_cl *cl, throng_cl_staging *stage)
{
    cl_int error = CL_SUCCESS;
    for (int32_t i = 0; i <= THRONG_CL_SLOTS; i++) {
        throng_cl_slot *slot = slot_at(stage, i);
        for (int32_t k = slot ? slot->count - 1 : -1; k >= 0; k--) {
            const cl_int state = state_of(cl, slot->events[k]);
            if (state >= 0)
                continue;
            error = state;
            stage->failed = 1;
            throng_cl_release_event(cl, &slot->events[k]);
            slot->events[k] = slot->events[--slot->count];
        }
    }
    return error;
}

throng_status throng_cl_staging_acquire(struct throng_cl *cl, throng_cl_staging *stage, throng_cl_slot **slot)
{
    *slot = &stage->slots[stage->next];
    const throng_status status = throng_cl_staging_wait(cl, stage, *slot);
    if (status == THRONG_OK)
        stage->next = (stage->next + 1) % THRONG_CL_SLOTS;
    return status;
}

static void note(struct throng_cl *cl, throng_cl_slot *slot, cl_event event)
{
    if (slot->count == THRONG_CL_UPLOADS) /* none has so many; the last one ends last */
        throng_cl_release_event(cl, &slot->events[--slot->count]);
    slot->events[slot->count++] = event;
}

throng_status throng_cl_staging_upload(struct throng_cl *cl, throng_cl_slot *slot, size_t offset,
                                       cl_mem buffer, size_t place, size_t bytes)
{
    cl_event event = NULL;
    cl_int error = cl->api.clEnqueueWriteBuffer(cl->queue, buffer, CL_FALSE, place, bytes,
                                                slot->memory + offset, 0, NULL, &event);
    if (error != CL_SUCCESS)
        return throng_cl_note_command(cl, error, "clEnqueueWriteBuffer(%zu bytes)", bytes);
    note(cl, slot, event);
    return THRONG_OK;
}

throng_status throng_cl_staging_send(struct throng_cl *cl, throng_cl_staging *stage, cl_mem buffer,
                                     size_t place, const void *data, size_t bytes)
{
    throng_status status = THRONG_OK;
    for (size_t done = 0; done < bytes && status == THRONG_OK; done += stage->bytes) {
        throng_cl_slot *slot;
        size_t some = bytes - done < stage->bytes ? bytes - done : stage->bytes;
        status = throng_cl_staging_acquire(cl, stage, &slot);
        if (status == THRONG_OK) {
            memcpy(slot->memory, (const char *)data + done, some);
            status = throng_cl_staging_upload(cl, slot, 0, buffer, place + done, some);
        }
    }
    return status;
}

throng_status throng_cl_staging_send_rows(struct throng_cl *cl, throng_cl_staging *stage, cl_mem buffer,
                                          size_t place, const void *data, size_t rows, size_t bytes,
                                          size_t pitch)
{
    const size_t most = stage->bytes / rows / sizeof(cl_float) * sizeof(cl_float), nothing[3] = {0, 0, 0};
    for (size_t done = 0; done < bytes; done += most) {
        const size_t some = bytes - done < most ? bytes - done : most;
        const size_t at = place + done, box[3] = {some, rows, 1};
        const size_t origin[3] = {at % pitch, at / pitch, 0};
        throng_cl_slot *slot;
        cl_event event = NULL;
        throng_status status = throng_cl_staging_acquire(cl, stage, &slot);
        if (status != THRONG_OK)
            return status;
        for (size_t i = 0; i < rows; i++)
            memcpy(slot->memory + i * some, (const char *)data + i * pitch + done, some);
        const cl_int error =
            cl->api.clEnqueueWriteBufferRect(cl->queue, buffer, CL_FALSE, origin, nothing, box, pitch, 0,
                                             some, 0, slot->memory, 0, NULL, &event);
        if (error != CL_SUCCESS)
            return throng_cl_note_command(cl, error, "clEnqueueWriteBufferRect(%zu bytes)", rows * some);
        note(cl, slot, event);
    }
    return THRONG_OK;
}
