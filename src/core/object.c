#include "src/core/object.h"
#include "src/core/memory.h"
#include "src/core/status.h"

#include <string.h>

/* ---------------------------------------------------------------- checks ---------------------------- */

int32_t throng_is_context(const throng_context *context)
{
    return context && context->cookie == THRONG_CONTEXT_COOKIE;
}

int32_t throng_is_object(const void *handle, uint32_t cookie)
{
    const throng_object *object = handle;
    return object && object->cookie == cookie;
}

int32_t throng_is_object_of(const throng_context *context, const void *handle, uint32_t cookie)
{
    const throng_object *object = handle;
    return throng_is_object(handle, cookie) && object->context == context;
}

int32_t throng_object_is_lost(const throng_object *object)
{
    return object->emptied || (object->ops && object->ops->lost && object->ops->lost(object->state));
}

throng_status throng_object_check(const void *handle, uint32_t cookie)
{
    const throng_object *object = handle;
    if (!throng_is_object(handle, cookie))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!throng_object_is_lost(object))
        return THRONG_OK;
    const throng_object_kind *kind = object->kind;
    if (!object->ops->reset)
        return throng_fail(object->context, THRONG_ERROR_LOST,
                           "the %s is lost: its device failed; destroy it and create it again", kind->name);
    return throng_fail(object->context, THRONG_ERROR_LOST,
                       "the %s is lost: its device failed; call throng_%s_reset(), then set its "
                       "contents again",
                       kind->name, kind->type);
}

static throng_status check_def(throng_context *context, const throng_object_kind *kind, const void *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    uint32_t cookie;
    if (!def)
        return throng_fail(context, wrong, "def must not be NULL: use throng_%s_default_def()", kind->type);
    memcpy(&cookie, (const char *)def + kind->def_cookie_at, sizeof cookie);
    if (cookie != kind->def_cookie)
        return throng_fail(context, wrong, "def was not made by throng_%s_default_def()", kind->type);
    return kind->check_def(context, def);
}

/* ---------------------------------------------------------------- create ---------------------------- */

static throng_status create_on(throng_object *object, throng_backend backend)
{
    object->backend = backend;
    object->ops = object->context->backends[backend]->objects[object->kind->place];
    return object->ops->create(object->context, (const char *)object + object->kind->shape, &object->state);
}

static throng_status create_state(throng_object *object, const void *def)
{
    throng_context *context = object->context;
    throng_selection choice;
    void *observer = (char *)object + object->kind->observer;
    const throng_backend wanted = object->kind->choose(context, def, &choice, observer);
    const int32_t opencl_error = context->opencl_error;
    char message[sizeof context->message];
    memcpy(message, context->message, sizeof message);
    const throng_status status = create_on(object, choice.backend);
    if (status == THRONG_OK || wanted != THRONG_BACKEND_AUTO || choice.backend != THRONG_BACKEND_OPENCL)
        return status;
    throng_log(context, THRONG_LOG_WARNING, "using the CPU instead of OpenCL: %s",
               throng_status_string(status));
    context->opencl_error = opencl_error;
    memcpy(context->message, message, sizeof message); /* the call has not failed */
    memset(observer, 0, object->kind->observer_bytes);
    return create_on(object, THRONG_BACKEND_CPU);
}

static void release(throng_object *object)
{
    if (object->kind->release)
        object->kind->release(object);
    throng_release(&object->context->allocator, object, object->kind->size);
}

throng_status throng_object_create(throng_context *context, const throng_object_kind *kind, const void *def,
                                   void *made)
{
    throng_object *object = NULL;
    if (made)
        memcpy(made, &object, sizeof object); /* pointers to structs have one representation */
    if (!throng_is_context(context))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!made)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "%s must not be NULL", kind->name);
    throng_status status = check_def(context, kind, def);
    if (status != THRONG_OK)
        return status;
    object = throng_allocate(&context->allocator, kind->size);
    if (!object)
        return throng_fail_memory(context, kind->name, kind->size);
    object->context = context;
    object->kind = kind;
    object->backend = THRONG_BACKEND_CPU;
    status = kind->prepare(object, def);
    if (status == THRONG_OK && kind->choose)
        status = create_state(object, def);
    if (status != THRONG_OK) {
        release(object);
        return status;
    }
    object->cookie = kind->cookie;
    context->objects++;
    for (int32_t i = 0; i < THRONG_OBJECT_USES; i++)
        if (object->uses[i])
            object->uses[i]->users++;
    memcpy(made, &object, sizeof object);
    return THRONG_OK;
}

throng_status throng_object_explain(throng_context *context, const throng_object_kind *kind, const void *def,
                                    throng_selection *choice)
{
    if (!throng_is_context(context))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!choice)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "choice must not be NULL");
    const throng_status status = check_def(context, kind, def);
    if (status == THRONG_OK)
        (void)kind->choose(context, def, choice, NULL);
    return status;
}

throng_status throng_object_count_builds(throng_context *context, const throng_object_kind *kind,
                                         const void *def, int32_t *count)
{
    throng_selection choice;
    const throng_status status = check_def(context, kind, def);
    *count = 0;
    if (status != THRONG_OK)
        return status;
    (void)kind->choose(context, def, &choice, NULL);
    if (choice.backend == THRONG_BACKEND_OPENCL)
        *count = 1 + context->backends[choice.backend]->objects[kind->place]->builds;
    return status;
}

throng_status throng_object_build(throng_context *context, const throng_object_kind *kind, const void *def,
                                  void (*tell)(void *user), void *user)
{
    throng_object *object = throng_allocate(&context->allocator, kind->size);
    if (!object)
        return throng_fail_memory(context, kind->name, kind->size);
    object->context = context;
    object->kind = kind;
    throng_status status = kind->prepare(object, def);
    if (status == THRONG_OK)
        status = create_on(object, THRONG_BACKEND_OPENCL);
    const int32_t made = status == THRONG_OK;
    for (int32_t i = 0; made && status == THRONG_OK && i < object->ops->builds; i++) {
        tell(user);
        status = object->ops->build(object->state, i);
    }
    if (status == THRONG_OK)
        tell(user);
    if (made)
        object->ops->destroy(object->state);
    release(object);
    return status;
}

void throng_object_use(throng_object *object, throng_object *other)
{
    int32_t i = 0;
    while (other && object->uses[i])
        i++;
    if (other)
        object->uses[i] = other;
}

/* ---------------------------------------------------------------- destroy, reset, information ------- */

throng_status throng_object_destroy(void *handle, uint32_t cookie)
{
    throng_object *object = handle;
    if (!object)
        return THRONG_OK;
    if (!throng_is_object(handle, cookie))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (object->users > 0)
        return throng_fail(object->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "the %s is used by %d other object%s, which must be destroyed first",
                           object->kind->name, (int)object->users, object->users == 1 ? "" : "s");
    object->cookie = 0;
    if (object->ops)
        object->ops->destroy(object->state);
    for (int32_t i = 0; i < THRONG_OBJECT_USES; i++)
        if (object->uses[i])
            object->uses[i]->users--;
    object->context->objects--;
    release(object);
    return THRONG_OK;
}

throng_status throng_object_reset(void *handle, uint32_t cookie)
{
    throng_object *object = handle;
    if (!throng_is_object(handle, cookie))
        return THRONG_ERROR_INVALID_ARGUMENT;
    const throng_status status = object->ops->reset(object->state);
    if (status == THRONG_OK)
        object->emptied = 0;
    return status;
}

throng_status throng_object_get_info(void *handle, uint32_t cookie, void *info, size_t size,
                                     throng_object_info *common)
{
    throng_object *object = handle;
    if (info)
        memset(info, 0, size);
    if (!throng_is_object(handle, cookie))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!info)
        return throng_fail(object->context, THRONG_ERROR_INVALID_ARGUMENT, "info must not be NULL");
    *common = (throng_object_info){.backend = object->backend, .lost = throng_object_is_lost(object)};
    if (object->ops)
        common->usage = object->ops->usage(object->state);
    common->usage.host_bytes += object->kind->size;
    return THRONG_OK;
}
