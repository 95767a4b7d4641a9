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

void throng_cl_staging_destroy(struct throng_cl *cl, throng_cl_staging *stage)
{
    for (int32_t i = 0; i < THRONG_CL_SLOTS; i++) {
        throng_cl_slot *slot = &stage->slots[i];
        if (slot->event) /* the device may still read the memory */
            cl->api.clWaitForEvents(1, &slot->event);
        throng_cl_release_event(cl, &slot->event);
        throng_release(cl->allocator, slot->memory, stage->bytes);
        slot->memory = NULL;
    }
}

throng_status throng_cl_staging_wait(struct throng_cl *cl, throng_cl_staging *stage, throng_cl_slot *slot)
{
    const cl_int error = slot->event ? cl->api.clWaitForEvents(1, &slot->event) : CL_SUCCESS;
    if (error != CL_SUCCESS && throng_cl_only_rejected(error))
        return throng_cl_note(cl, error, "clWaitForEvents(upload)");
    throng_cl_release_event(cl, &slot->event);
    if (error == CL_SUCCESS)
        return THRONG_OK;
    stage->failed = 1;
    return throng_cl_note(cl, error, "an upload of a call before");
}

cl_int throng_cl_staging_check(struct throng_cl *cl, throng_cl_staging *stage)
{
    cl_int error = CL_SUCCESS;
    for (int32_t i = 0; i < THRONG_CL_SLOTS; i++) {
        throng_cl_slot *slot = &stage->slots[i];
        cl_int state = CL_COMPLETE;
        if (slot->event)
            cl->api.clGetEventInfo(slot->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state,
                                   NULL);
        if (state >= 0)
            continue;
        error = state;
        stage->failed = 1;
        throng_cl_release_event(cl, &slot->event);
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

throng_status throng_cl_staging_upload(struct throng_cl *cl, throng_cl_slot *slot, size_t offset,
                                       cl_mem buffer, size_t place, size_t bytes)
{
    cl_event event = NULL;
    cl_int error = cl->api.clEnqueueWriteBuffer(cl->queue, buffer, CL_FALSE, place, bytes,
                                                slot->memory + offset, 0, NULL, &event);
    if (error != CL_SUCCESS)
        return throng_cl_note(cl, error, "clEnqueueWriteBuffer(%zu bytes)", bytes);
    throng_cl_release_event(cl, &slot->event);
    slot->event = event;
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
        throng_status status = throng_cl_staging_acquire(cl, stage, &slot);
        if (status != THRONG_OK)
            return status;
        for (size_t i = 0; i < rows; i++)
            memcpy(slot->memory + i * some, (const char *)data + i * pitch + done, some);
        const cl_int error =
            cl->api.clEnqueueWriteBufferRect(cl->queue, buffer, CL_FALSE, origin, nothing, box, pitch, 0,
                                             some, 0, slot->memory, 0, NULL, &slot->event);
        if (error != CL_SUCCESS)
            return throng_cl_note(cl, error, "clEnqueueWriteBufferRect(%zu bytes)", rows * some);
    }
    return THRONG_OK;
}
