#include "src/core/context.h"
#include "src/cl/cl.h"
#include "src/context/context.h"
#include "src/core/call.h"
#include "src/core/environment.h"
#include "src/core/memory.h"
#include "src/core/object.h"
#include "src/core/parallel.h"
#include "src/core/pool.h"
#include "src/core/status.h"
#include "src/core/thread.h"
#include "src/cpu/cpu.h"
#include "src/dispatch/dispatch.h"

#include <stdio.h>
#include <string.h>

throng_context_def throng_context_default_def(void)
{
    throng_context_def def;
    memset(&def, 0, sizeof def);
    def.cookie = THRONG_CONTEXT_DEF_COOKIE;
    return def;
}

static throng_status choose_backend(throng_context *context, const throng_context_def *def)
{
    if (!throng_backend_name(def->backend))
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "def.backend is %d: one of THRONG_BACKEND_AUTO, _CPU, _OPENCL", (int)def->backend);
    const char *value = throng_environment("THRONG_BACKEND");
    context->wanted = def->backend;
    if (def->backend != THRONG_BACKEND_AUTO || !value)
        return THRONG_OK;
    for (throng_backend b = 0; throng_backend_name(b); b++)
        if (strcmp(value, throng_backend_name(b)) == 0) {
            context->wanted = b;
            return THRONG_OK;
        }
    return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                       "THRONG_BACKEND is '%.64s': one of auto, cpu, opencl", value);
}

static throng_status choose_isa(throng_context *context, const throng_context_def *def)
{
    throng_isa isa = def->isa;
    const char *source = "def.isa";
    if (!throng_isa_name(isa))
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "def.isa is %d: one of THRONG_ISA_*",
                           (int)isa);
    const char *value = throng_environment("THRONG_ISA");
    if (isa == THRONG_ISA_AUTO && value) {
        source = "THRONG_ISA";
        while (isa < THRONG_ISA_COUNT && strcmp(value, throng_isa_name(isa)) != 0)
            isa++;
        if (isa == THRONG_ISA_COUNT)
            return throng_fail(
                context, THRONG_ERROR_INVALID_ARGUMENT,
                "THRONG_ISA is '%.64s': one of auto, reference, vector, sse2, avx2, avx512, neon, simd128",
                value);
    }
    context->isa = isa == THRONG_ISA_AUTO ? throng_cpu_best_isa() : isa;
    context->simd = throng_cpu_simd(context->isa);
    if (!context->simd)
        return throng_fail(context, THRONG_ERROR_UNSUPPORTED,
                           "%s is %s: not available in this build or on this processor, whose widest is %s",
                           source, throng_isa_name(isa), throng_isa_name(throng_cpu_best_isa()));
    return THRONG_OK;
}

static throng_status choose_threads(throng_context *context, const throng_context_def *def)
{
    if (def->threads < 0 || def->threads > THRONG_MAX_TASKS)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "def.threads is %d: 0 (one per core) to %d", (int)def->threads, THRONG_MAX_TASKS);
    const int32_t processors = throng_processor_count();
    context->threads = def->threads                    ? def->threads
                       : processors < THRONG_MAX_TASKS ? processors
                                                       : THRONG_MAX_TASKS;
    return THRONG_OK;
}

/* As many as the system gives. */
static throng_status start_threads(throng_context *context)
{
    if (!context->parallel.run && context->threads > 1) {
        const throng_status status =
            throng_pool_create(context, THRONG_POOL_TASKS, context->threads - 1, &context->pool);
        if (status != THRONG_OK)
            return status;
        if (throng_pool_helpers(context->pool) < context->threads - 1)
            throng_log(context, THRONG_LOG_WARNING, "the system gave %d of %d threads",
                       (int)throng_pool_helpers(context->pool), (int)context->threads - 1);
        context->threads = 1 + throng_pool_helpers(context->pool);
    }
    return throng_shares_create(context);
}

/* A folder that cannot be named in the space there is counts as none: the cache is a comfort. */
static void choose_cache(throng_context *context, const throng_context_def *def)
{
    size_t size = sizeof context->cache;
    const char *folder = def->cache ? def->cache : throng_environment("THRONG_CACHE");
    int length = 0;
    if (folder) {
        length = strcmp(folder, "off") == 0 ? 0 : snprintf(context->cache, size, "%s", folder);
    } else {
#if defined(_WIN32)
        const char *home = throng_environment("LOCALAPPDATA");
        if (home)
            length = snprintf(context->cache, size, "%s\\throng", home);
#else
        const char *home = throng_environment("XDG_CACHE_HOME");
        if (home)
            length = snprintf(context->cache, size, "%s/throng", home);
        else if ((home = throng_environment("HOME")) != NULL)
            length = snprintf(context->cache, size, "%s/.cache/throng", home);
#endif
    }
    if (length <= 0 || (size_t)length >= size)
        context->cache[0] = '\0';
}

static throng_status choose_device(throng_context *context, const throng_context_def *def)
{
    const int32_t opens = context->wanted != THRONG_BACKEND_CPU;
    const char *device = def->device ? def->device : opens ? throng_environment("THRONG_DEVICE") : NULL;
    int length = device ? snprintf(context->device, sizeof context->device, "%s", device) : 0;
    if (length < 0 || (size_t)length >= sizeof context->device)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "device is %d bytes long: at most %zu, the number or part of the name of a device",
                           length, sizeof context->device - 1);
    return THRONG_OK;
}

static throng_status configure(throng_context *context, const throng_context_def *def)
{
    throng_status status = choose_backend(context, def);
    if (status == THRONG_OK)
        status = choose_isa(context, def);
    if (status == THRONG_OK)
        status = choose_threads(context, def);
    if (status == THRONG_OK)
        status = choose_device(context, def);
    if (status != THRONG_OK)
        return status;
    choose_cache(context, def);
    return start_threads(context);
}

/* What messages need, before there is a context: the hooks of a def, where that is one. */
static throng_context only_hooks(const throng_context_def *def)
{
    throng_context early;
    memset(&early, 0, sizeof early);
    if (def && def->cookie == THRONG_CONTEXT_DEF_COOKIE) {
        early.logger = def->logger;
        early.assertion = def->assertion;
    }
    return early;
}

throng_status throng_context_make(const throng_context_def *def, throng_context **context)
{
    throng_context_def standard = throng_context_default_def();
    throng_context early = only_hooks(def);
    *context = NULL;
    if (!def)
        def = &standard;
    if (def->cookie != THRONG_CONTEXT_DEF_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT; /* its logger is not to be trusted either */
    if (!def->allocator.allocate != !def->allocator.release) {
        throng_fail(&early, THRONG_ERROR_INVALID_ARGUMENT,
                    "def.allocator has only one function: set both allocate and release, or neither");
        return THRONG_ERROR_INVALID_ARGUMENT;
    }
    throng_context *made = throng_allocate(&def->allocator, sizeof *made);
    if (!made) {
        throng_fail_memory(&early, "the context", sizeof *made);
        return THRONG_ERROR_OUT_OF_MEMORY;
    }
    made->cookie = THRONG_CONTEXT_COOKIE;
    made->backends[THRONG_BACKEND_CPU] = &throng_cpu_ops;
#ifdef THRONG_OPENCL
    made->backends[THRONG_BACKEND_OPENCL] = &throng_cl_ops;
#endif
    made->allocator = def->allocator;
    made->logger = def->logger;
    made->assertion = def->assertion;
    made->parallel = def->parallel;
    made->accept_inexact = def->accept_inexact != 0;
    made->profile = def->profile != 0;
    throng_status status = configure(made, def);
    if (status != THRONG_OK) {
        throng_context_destroy(made);
        return status;
    }
    *context = made;
    return THRONG_OK;
}

/* Opens the device where it was asked for, or may turn out to be the faster one. */
static throng_status open_device(throng_context *context)
{
    if (context->wanted == THRONG_BACKEND_CPU)
        return THRONG_OK;
#ifdef THRONG_OPENCL
    throng_process_lock(); /* not every driver, nor OpenCL's loader, starts safely in two threads at once */
    throng_status status = throng_cl_open(context);
    throng_process_unlock();
#else
    throng_status status = context->wanted == THRONG_BACKEND_OPENCL
                               ? throng_fail(context, THRONG_ERROR_UNSUPPORTED,
                                             "backend is opencl: this build does not include OpenCL")
                               : THRONG_ERROR_UNSUPPORTED;
#endif
    if (status == THRONG_OK || context->wanted == THRONG_BACKEND_OPENCL)
        return status;
    if (status == THRONG_ERROR_INVALID_ARGUMENT)
        return status; /* a device was named that does not exist */
    throng_log(context, THRONG_LOG_WARNING, "using the CPU instead of OpenCL: %s",
               throng_status_string(status));
    context->opencl_error = 0;
    context->message[0] = '\0';
    return THRONG_OK;
}

THRONG_CALL(throng_context_create, (def, context), const throng_context_def *def, throng_context **context)
{
    throng_context *made;
    if (!context) {
        throng_context early = only_hooks(def);
        return throng_fail(&early, THRONG_ERROR_INVALID_ARGUMENT, "context must not be NULL");
    }
    throng_status status = throng_context_make(def, &made);
    *context = NULL;
    if (status != THRONG_OK)
        return status;
    status = open_device(made);
    if (status != THRONG_OK) {
        throng_context_destroy(made);
        return status;
    }
    throng_dispatch_prepare(made);
    *context = made;
    return THRONG_OK;
}

THRONG_CALL(throng_context_destroy, (context), throng_context *context)
{
    if (!context)
        return THRONG_OK;
    if (!throng_is_context(context))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (context->objects)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "context still has %d object%s, which must be destroyed first",
                           (int)context->objects, context->objects == 1 ? "" : "s");
    throng_costs_release(context);
#ifdef THRONG_OPENCL
    if (context->cl) {
        throng_process_lock();
        throng_cl_close(context);
        throng_process_unlock();
    }
#endif
    throng_pool_destroy(context, context->pool);
    throng_shares_destroy(context);
    throng_allocator allocator = context->allocator;
    context->cookie = 0;
    throng_release(&allocator, context, sizeof *context);
    return THRONG_OK;
}

const char *throng_context_message(const throng_context *context)
{
    return throng_is_context(context) ? context->message : "";
}

int32_t throng_context_opencl_error(const throng_context *context)
{
    return throng_is_context(context) ? context->opencl_error : 0;
}

THRONG_CALL(throng_context_wait, (context), throng_context *context)
{
    if (!throng_is_context(context))
        return THRONG_ERROR_INVALID_ARGUMENT;
    return context->cl ? context->backends[THRONG_BACKEND_OPENCL]->wait(context) : THRONG_OK;
}

THRONG_CALL(throng_context_get_info, (context, info), throng_context *context, throng_context_info *info)
{
    if (!throng_is_context(context))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!info)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "info must not be NULL");
    memset(info, 0, sizeof *info);
    info->isa = context->isa;
    info->threads = context->threads;
    info->device = -1;
#ifdef THRONG_OPENCL
    if (context->cl)
        throng_cl_describe(context, info);
#endif
    return THRONG_OK;
}

THRONG_CALL(throng_devices, (def, devices, capacity, count), const throng_context_def *def,
            throng_device_info *devices, int32_t capacity, int32_t *count)
{
    throng_context early = only_hooks(def);
    if (!count)
        return throng_fail(&early, THRONG_ERROR_INVALID_ARGUMENT, "count must not be NULL");
    *count = 0;
    if (capacity < 0 || (capacity > 0 && !devices))
        return throng_fail(&early, THRONG_ERROR_INVALID_ARGUMENT,
                           "capacity is %d and devices is %s: 0 or more, and not NULL unless 0",
                           (int)capacity, devices ? "not NULL" : "NULL");
    throng_context_def plain = throng_context_default_def();
    if (def) {
        if (def->cookie != THRONG_CONTEXT_DEF_COOKIE)
            return THRONG_ERROR_INVALID_ARGUMENT;
        plain.allocator = def->allocator;
        plain.logger = def->logger;
        plain.assertion = def->assertion;
        plain.cache = def->cache;
    }
    plain.backend = THRONG_BACKEND_CPU;
    plain.isa = THRONG_ISA_REFERENCE; /* nothing is computed: no value of the environment is in the way */
    plain.device = "";
    plain.threads = 1;
    throng_context *context;
    throng_status status = throng_context_make(&plain, &context);
    if (status != THRONG_OK)
        return status;
#ifdef THRONG_OPENCL
    throng_process_lock(); /* as in open_device() */
    status = throng_cl_devices(context, devices, capacity, count);
    throng_process_unlock();
#endif
    throng_context_destroy(context);
    return status;
}
