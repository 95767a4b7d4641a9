/* What all objects on the device share: creation, failures, memory. */
#include "src/cl/device/object.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"

void *throng_cl_object_new(throng_context *context, size_t size, const char *what, const char *name)
{
    throng_cl_object *object = throng_allocate(&context->allocator, size);
    if (!object) {
        throng_fail_memory(context, what, size);
        return NULL;
    }
    object->context = context;
    object->cl = context->cl;
    object->name = name;
    object->host_bytes = size;
    return object;
}

throng_status throng_cl_object_created(void *created, throng_status status, void (*destroy)(void *state),
                                       void **state)
{
    throng_cl_object *object = created;
    if (status != THRONG_OK) {
        throng_cl_report(object->context, object->cl, status);
        destroy(created);
        return status;
    }
    object->next = object->cl->objects;
    object->cl->objects = object;
    *state = created;
    return THRONG_OK;
}

static void mark_lost(throng_cl_object *object)
{
    object->losses += !object->lost;
    object->lost = 1;
}

/* With those that compute with it, of whom nobody is a source: what they have may come of what it lacked. */
static void lose(throng_cl_object *object)
{
    if (object->lost)
        return;
    mark_lost(object);
    for (throng_cl_object *other = object->cl->objects; other; other = other->next)
        if (other->source == object)
            mark_lost(other);
}

void throng_cl_object_forget(throng_cl_object *object)
{
    if (throng_cl_object_look(object) || object->stage.failed)
        lose(object);
    while (object->works > 0)
        throng_cl_release_event(object->cl, &object->work[--object->works]);
    throng_cl_timer_clear(object->cl, &object->timer);
    if (object->lost) /* what is still under way may fail, too, and is of no use */
        throng_cl_staging_leave_all(object->cl, &object->stage);
    object->stage.failed = 0;
}

throng_status throng_cl_object_stage(throng_cl_object *object, size_t bytes)
{
    const throng_status status = throng_cl_staging_create(object->cl, &object->stage, bytes);
    object->host_bytes += THRONG_CL_SLOTS * (uint64_t)object->stage.bytes;
    return status;
}

void throng_cl_object_close(throng_cl_object *object)
{
    throng_cl_object **at = &object->cl->objects;
    while (*at && *at != object)
        at = &(*at)->next;
    if (*at)
        *at = object->next;
    throng_cl_object_forget(object);
    throng_cl_staging_destroy(object->cl, &object->stage);
}

int32_t throng_cl_object_lost(const void *state)
{
    const throng_cl_object *object = state;
    return object->lost;
}

throng_usage throng_cl_object_usage(throng_cl_object *object, uint64_t more_bytes)
{
    throng_usage usage = {object->host_bytes, object->device_bytes + more_bytes, 0.0};
    if (object->cl->profile)
        usage.kernel_seconds = throng_cl_timer_read(object->cl, &object->timer);
    return usage;
}

/* Of work that was not waited for: *state is OpenCL's code, negative where some failed. Returns that of the
 * question. What has ended is forgotten. */
static cl_int ask(throng_cl_object *object, cl_int *state)
{
    const throng_cl_api *api = &object->cl->api;
    cl_int error = CL_SUCCESS;
    cl_uint kept = 0;
    *state = CL_COMPLETE;
    for (cl_uint i = 0; i < object->works; i++) {
        cl_int one = CL_QUEUED;
        const cl_int asked =
            api->clGetEventInfo(object->work[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof one, &one, NULL);
        error = asked == CL_SUCCESS ? error : asked;
        *state = one < *state ? one : *state;
        if (one > CL_COMPLETE)
            object->work[kept++] = object->work[i];
        else
            throng_cl_release_event(object->cl, &object->work[i]);
    }
    object->works = kept;
    if (*state >= 0)
        *state = throng_cl_staging_check(object->cl, &object->stage);
    return error;
}

/* The same of the object and its source, and loses what failed. */
static cl_int look(throng_cl_object *object, cl_int *state)
{
    cl_int error = CL_SUCCESS;
    *state = CL_COMPLETE;
    for (throng_cl_object *at = object; at && error == CL_SUCCESS && *state >= 0; at = at->source) {
        if (at != object && at->lost) /* this object was lost with it, and came back */
            break;
        error = ask(at, state);
        if (*state < 0)
            lose(at);
    }
    return error;
}

int throng_cl_object_look(throng_cl_object *object)
{
    cl_int state;
    (void)look(object, &state);
    if (state < 0)
        throng_cl_note(object->cl, state, "%s", object->name);
    return state < 0;
}

/* One event in place of all. Without it nobody would see that some of them fails. */
static void join(throng_cl_object *object)
{
    cl_event all = NULL;
    const cl_int error =
        object->cl->api.clEnqueueMarkerWithWaitList(object->cl->queue, object->works, object->work, &all);
    while (object->works > 0)
        throng_cl_release_event(object->cl, &object->work[--object->works]);
    if (error == CL_SUCCESS) {
        object->work[object->works++] = all;
        return;
    }
    throng_cl_note(object->cl, error, "%s", object->name);
    lose(object);
}

void throng_cl_object_watch(throng_cl_object *object, cl_event *event)
{
    if (*event && object->works == THRONG_CL_WORK)
        join(object);
    if (*event)
        object->work[object->works++] = *event;
    *event = NULL;
}

throng_status throng_cl_object_follow(throng_cl_object *object, cl_event event)
{
    const int failed = throng_cl_object_look(object);
    if (event) {
        throng_cl_object_watch(object, &event);
        object->cl->api.clFlush(object->cl->queue);
    }
    return failed ? throng_cl_failed(object, THRONG_ERROR_OPENCL, 1) : THRONG_OK;
}

int throng_cl_lose(struct throng_cl *cl, int all)
{
    int any = 0;
    for (throng_cl_object *object = cl->objects; object; object = object->next) {
        any |= throng_cl_object_look(object) || all;
        if (all)
            lose(object);
    }
    if (any)
        throng_cl_doubt_programs(cl);
    return any;
}

throng_status throng_cl_failed(throng_cl_object *object, throng_status status, int changed)
{
    if (!changed && !object->stage.failed)
        return throng_cl_report(object->context, object->cl, status);
    lose(object);
    if (status == THRONG_ERROR_OPENCL)
        throng_cl_doubt_programs(object->cl);
    return throng_cl_report(object->context, object->cl, THRONG_ERROR_LOST);
}

throng_status throng_cl_checked(throng_cl_object *object, cl_int error, const char *what)
{
    cl_int state = CL_COMPLETE;
    if (error == CL_SUCCESS)
        error = look(object, &state);
    if (error == CL_SUCCESS && state < 0)
        error = state;
    if (error == CL_SUCCESS)
        return THRONG_OK;
    throng_cl_note(object->cl, error, "%s", what);
    return throng_cl_failed(object, THRONG_ERROR_OPENCL, state < 0 || !throng_cl_only_rejected(error));
}

throng_status throng_cl_run(throng_cl_object *object, cl_kernel kernel, const char *name, size_t items,
                            const throng_cl_argument *arguments, size_t count)
{
    size_t group = (size_t)object->cl->group;
    return throng_cl_launch(object->cl, kernel, name, (items + group - 1) / group, group, arguments, count,
                            NULL);
}

throng_status throng_cl_object_buffer(throng_cl_object *object, const char *what, size_t count, size_t size,
                                      cl_mem *buffer)
{
    throng_status status = throng_cl_buffer(object->cl, what, count ? count : 1, size, buffer);
    if (status == THRONG_OK)
        object->device_bytes += (uint64_t)(count ? count : 1) * size;
    return status;
}

void throng_cl_object_release(throng_cl_object *object, cl_mem *buffer)
{
    size_t size = 0;
    if (*buffer &&
        object->cl->api.clGetMemObjectInfo(*buffer, CL_MEM_SIZE, sizeof size, &size, NULL) == CL_SUCCESS)
        object->device_bytes -= size;
    throng_cl_release_buffer(object->cl, buffer);
}

throng_status throng_cl_object_allocate(throng_cl_object *object, const char *what, size_t count, size_t size,
                                        void **memory)
{
    size_t bytes = 0;
    *memory = throng_multiply(count, size, &bytes) ? throng_allocate(object->cl->allocator, bytes) : NULL;
    if (!*memory)
        return throng_cl_note_memory(object->cl, what, count * size);
    object->host_bytes += bytes;
    return THRONG_OK;
}

throng_status throng_cl_needs_subnormals(throng_context *context, const char *what)
{
    struct throng_cl *cl = context->cl;
    cl_device_fp_config config = 0;
    cl_int error =
        cl->api.clGetDeviceInfo(cl->device.id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, NULL);
    if (error != CL_SUCCESS)
        return throng_cl_report(context, cl,
                                throng_cl_note(cl, error, "clGetDeviceInfo(CL_DEVICE_SINGLE_FP_CONFIG)"));
    if ((config & CL_FP_DENORM) || context->accept_inexact)
        return THRONG_OK;
    return throng_fail(
        context, THRONG_ERROR_UNSUPPORTED,
        "%s flushes subnormal numbers, so its %s may differ from the CPU's: set def.accept_inexact to use it",
        cl->device.info.name, what);
}
