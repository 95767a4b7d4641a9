/* Programs out of the embedded sources, or out of the cache. */
#include "src/cl/device/device.h"
#include "src/core/environment.h"
#include "src/core/memory.h"

#include "src/cl/device/kernel_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct source {
    char *text;
    size_t length, size;
} source;

#ifdef THRONG_KERNEL_ROOT

enum { KEEPS_BINARIES = 0 }; /* a header may have been edited, which nobody here sees */

static const char *kernel_root(void)
{
    const char *folder = throng_environment("THRONG_KERNELS");
    return folder ? folder : THRONG_KERNEL_ROOT;
}

/* From a file, for quick edits: the device's compiler finds the headers itself. */
static int find_source(struct throng_cl *cl, const char *name, source *s)
{
    enum { MOST = 1 << 20 };
    char path[640];
    snprintf(path, sizeof path, "%s/kernels/%s", kernel_root(), name);
    FILE *file = fopen(path, "rb");
    s->size = file ? MOST : 0;
    s->text = file ? throng_allocate(cl->allocator, s->size) : NULL;
    s->length = s->text ? fread(s->text, 1, s->size, file) : 0;
    if (file)
        fclose(file);
    return s->length > 0;
}

#else

enum { KEEPS_BINARIES = 1 };

static int find_source(struct throng_cl *cl, const char *name, source *s)
{
    int at = 0;
    while (at < throng_kernel_source_count && strcmp(throng_kernel_sources[at].name, name) != 0)
        at++;
    const short *pieces = at < throng_kernel_source_count ? throng_kernel_sources[at].pieces : NULL;
    for (const short *p = pieces; p && *p >= 0; p++)
        s->size += throng_kernel_pieces[*p].length;
    s->text = s->size > 0 ? throng_allocate(cl->allocator, s->size) : NULL;
    for (const short *p = pieces; s->text && *p >= 0; p++) {
        memcpy(s->text + s->length, throng_kernel_pieces[*p].text, throng_kernel_pieces[*p].length);
        s->length += throng_kernel_pieces[*p].length;
    }
    return s->length > 0;
}

#endif

/* Options for every program. None may allow the compiler to trade digits for speed. */
static void full_options(const struct throng_cl *cl, const char *options, char *text, size_t size)
{
    cl_device_fp_config config = 0;
    cl->api.clGetDeviceInfo(cl->device.id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, NULL);
    const char *extra = throng_environment("THRONG_CL_OPTIONS"); /* for checkers, such as -cl-opt-disable */
    const char *folder = "";
#ifdef THRONG_KERNEL_ROOT
    folder = kernel_root();
#endif
    snprintf(text, size, "-w -cl-std=CL1.2%s %s%s%s%s%s",
             config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT ? " -cl-fp32-correctly-rounded-divide-sqrt" : "",
             options, extra ? " " : "", extra ? extra : "", folder[0] ? " -I " : "", folder);
}

static uint64_t program_key(const struct throng_cl *cl, const source *s, const char *options)
{
    const throng_device_info *info = &cl->device.info;
    char vendor[128] = "", version[256] = "";
    cl->api.clGetDeviceInfo(cl->device.id, CL_DEVICE_VENDOR, sizeof vendor, vendor, NULL);
    cl->api.clGetPlatformInfo(cl->device.platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
    uint64_t key = throng_cl_hash(0, s->text, s->length);
    key = throng_cl_hash(key, options, strlen(options) + 1);
    key = throng_cl_hash(key, info->name, strlen(info->name) + 1);
    key = throng_cl_hash(key, info->version, strlen(info->version) + 1);
    key = throng_cl_hash(key, info->driver, strlen(info->driver) + 1);
    key = throng_cl_hash(key, info->platform, strlen(info->platform) + 1);
    key = throng_cl_hash(key, vendor, sizeof vendor);
    return throng_cl_hash(key, version, sizeof version);
}

/* Writes the compiler's words to the logger, line by line, since one message has a limit. */
static void log_build(struct throng_cl *cl, cl_program program, const char *name)
{
    size_t size = 0;
    if (!cl->logger->log ||
        cl->api.clGetProgramBuildInfo(program, cl->device.id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) !=
            CL_SUCCESS ||
        size == 0)
        return;
    char *text = throng_allocate(cl->allocator, size + 1);
    if (!text)
        return;
    if (cl->api.clGetProgramBuildInfo(program, cl->device.id, CL_PROGRAM_BUILD_LOG, size, text, NULL) ==
        CL_SUCCESS) {
        cl->logger->log(cl->logger->user, THRONG_LOG_ERROR, name);
        cl->logger->log(cl->logger->user, THRONG_LOG_ERROR, text);
    }
    throng_release(cl->allocator, text, size + 1);
}

static cl_program from_binary(struct throng_cl *cl, uint64_t key, const char *options)
{
    size_t size = 0;
    throng_cache_mark mark;
    unsigned char *binary = throng_cl_cache_load(cl, key, &size, &mark);
    if (!binary)
        return NULL;
    const unsigned char *parts[1] = {binary};
    cl_int error = CL_SUCCESS, whole = CL_SUCCESS;
    cl_program program =
        cl->api.clCreateProgramWithBinary(cl->context, 1, &cl->device.id, &size, parts, &whole, &error);
    throng_release(cl->allocator, binary, size);
    if (program && (error != CL_SUCCESS || whole != CL_SUCCESS ||
                    cl->api.clBuildProgram(program, 1, &cl->device.id, options, NULL, NULL) != CL_SUCCESS)) {
        cl->api.clReleaseProgram(program);
        program = NULL;
    }
    throng_cache_unmark(&mark);
    return program;
}

/* A host's context may have several devices; the binary of ours is wanted. */
static void save_binary(struct throng_cl *cl, uint64_t key, cl_program program)
{
    cl_device_id devices[THRONG_CL_MAX_DEVICES];
    size_t sizes[THRONG_CL_MAX_DEVICES], bytes = 0;
    unsigned char *binaries[THRONG_CL_MAX_DEVICES] = {NULL};
    if (cl->api.clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof devices, devices, &bytes) != CL_SUCCESS)
        return;
    size_t count = bytes / sizeof devices[0], ours = 0;
    while (ours < count && devices[ours] != cl->device.id)
        ours++;
    if (ours == count || cl->api.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, count * sizeof sizes[0],
                                                  sizes, NULL) != CL_SUCCESS)
        return;
    size_t size = sizes[ours];
    unsigned char *binary = size > 0 ? throng_allocate(cl->allocator, size) : NULL;
    binaries[ours] = binary;
    if (binary && cl->api.clGetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof binaries[0], binaries,
                                           NULL) == CL_SUCCESS)
        throng_cl_cache_save(cl, key, binary, size);
    throng_release(cl->allocator, binary, size);
}

static throng_status from_source(struct throng_cl *cl, const char *name, const source *s, const char *options,
                                 cl_program *program)
{
    cl_int error = CL_SUCCESS;
    const char *text = s->text;
    cl_program made = cl->api.clCreateProgramWithSource(cl->context, 1, &text, &s->length, &error);
    if (error != CL_SUCCESS || !made)
        return throng_cl_note(cl, error, "clCreateProgramWithSource(%s)", name);
    error = cl->api.clBuildProgram(made, 1, &cl->device.id, options, NULL, NULL);
    if (error != CL_SUCCESS) {
        log_build(cl, made, name);
        cl->api.clReleaseProgram(made);
        return throng_cl_note(cl, error, "clBuildProgram(%s)", name);
    }
    *program = made;
    return THRONG_OK;
}

/* *cached: in, whether the cache may be used; out, whether it was. */
static throng_status build(struct throng_cl *cl, const char *name, const char *options, int32_t *cached,
                           uint64_t *key_of, cl_program *program)
{
    char full[1024];
    source s = {NULL, 0, 0};
    if (!find_source(cl, name, &s)) {
        if (s.size > 0 && !s.text)
            return throng_cl_note_memory(cl, name, s.size);
        throng_release(cl->allocator, s.text, s.size);
        return throng_cl_note(cl, CL_BUILD_PROGRAM_FAILURE, "finding the source of %s", name);
    }
    full_options(cl, options, full, sizeof full);
    throng_status status = THRONG_OK;
    const uint64_t key = program_key(cl, &s, full);
    const int32_t keeps = KEEPS_BINARIES && cl->cache[0], load = keeps && *cached;
    throng_cache_mark mark = {-1, -1, ""};
    *key_of = key;
    *program = load ? from_binary(cl, key, full) : NULL;
    if (!*program && keeps && throng_cl_cache_make(cl, key, &mark) && load)
        *program = from_binary(cl, key, full);
    *cached = *program != NULL;
    if (!*program) {
        status = from_source(cl, name, &s, full, program);
        if (status == THRONG_OK && keeps)
            save_binary(cl, key, *program);
    }
    throng_cache_unmark(&mark);
    throng_release(cl->allocator, s.text, s.size);
    return status;
}

/* What the cache gave may fail as late as at a launch: it is then built again, out of the source. The
 * program replaced stays until the device is closed, since callers hold it. Returns NULL if the program is
 * from the source already, or does not build. */
static cl_program rebuild(struct throng_cl *cl, cl_program program)
{
    for (int32_t i = 0; i < THRONG_CL_MAX_PROGRAMS && cl->programs[i].program; i++) {
        struct throng_cl_program *p = &cl->programs[i];
        int32_t cached = 0;
        uint64_t key = 0;
        cl_program made = NULL;
        if (p->rejected == program)
            return p->program;
        if (p->program != program || !p->cached)
            continue;
        if (build(cl, p->name, p->options, &cached, &key, &made) != THRONG_OK)
            return NULL;
        throng_cl_tell_rebuilt(cl);
        p->rejected = program;
        p->program = made;
        p->cached = 0;
        cl->doubts -= p->doubted;
        p->doubted = 0;
        return made;
    }
    return NULL;
}

throng_status throng_cl_program(struct throng_cl *cl, const char *name, const char *options,
                                cl_program *program)
{
    int32_t i = 0, cached = 1;
    uint64_t key = 0;
    for (; i < THRONG_CL_MAX_PROGRAMS && cl->programs[i].program; i++)
        if (strcmp(cl->programs[i].name, name) == 0 && strcmp(cl->programs[i].options, options) == 0) {
            if (cl->programs[i].doubted)
                (void)rebuild(cl, cl->programs[i].program);
            *program = cl->programs[i].program;
            return THRONG_OK;
        }
    if (i == THRONG_CL_MAX_PROGRAMS)
        return throng_cl_note(cl, CL_OUT_OF_RESOURCES, "keeping more than %d programs",
                              THRONG_CL_MAX_PROGRAMS);
    throng_status status = build(cl, name, options, &cached, &key, program);
    if (status == THRONG_OK) {
        cl->programs[i].cached = cached;
        cl->programs[i].key = key;
        cl->programs[i].name = name;
        snprintf(cl->programs[i].options, sizeof cl->programs[i].options, "%s", options);
        cl->programs[i].program = *program;
    }
    return status;
}

/* ---------------------------------------------------------------- kernels --------------------------- */

void throng_cl_doubt_programs(struct throng_cl *cl)
{
    for (int32_t i = 0; i < THRONG_CL_MAX_PROGRAMS && cl->programs[i].program; i++) {
        struct throng_cl_program *p = &cl->programs[i];
        if (!p->cached || p->doubted)
            continue;
        throng_cl_cache_drop(cl, p->key);
        p->doubted = 1;
        cl->doubts++;
    }
}

throng_status throng_cl_kernel(struct throng_cl *cl, cl_program program, const char *name, cl_kernel *kernel)
{
    cl_int error = CL_SUCCESS;
    *kernel = NULL;
    cl_kernel made = cl->api.clCreateKernel(program, name, &error);
    if (error != CL_SUCCESS || !made) {
        cl_program again = rebuild(cl, program);
        made = again ? cl->api.clCreateKernel(again, name, &error) : NULL;
    }
    if (error != CL_SUCCESS || !made)
        return throng_cl_note(cl, error, "clCreateKernel(%s)", name);
    *kernel = made;
    return THRONG_OK;
}

static cl_kernel substitute_of(const struct throng_cl *cl, cl_kernel kernel)
{
    for (int32_t i = 0; i < cl->substitutes; i++)
        if (cl->substitute[i].rejected == kernel)
            return cl->substitute[i].kernel;
    return kernel;
}

cl_kernel throng_cl_kernel_in_use(struct throng_cl *cl, cl_kernel kernel)
{
    cl_kernel present = substitute_of(cl, kernel);
    cl_kernel again = cl->doubts > 0 ? throng_cl_kernel_again(cl, present) : NULL;
    return again ? again : present;
}

/* The kernel replaced is retained, so that no other gets its handle. */
cl_kernel throng_cl_kernel_again(struct throng_cl *cl, cl_kernel kernel)
{
    char name[128];
    cl_program program = NULL;
    cl_int error = CL_SUCCESS;
    if (cl->substitutes == THRONG_CL_MAX_SUBSTITUTES ||
        cl->api.clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL) != CL_SUCCESS ||
        cl->api.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL) != CL_SUCCESS)
        return NULL;
    cl_program again = rebuild(cl, program);
    cl_kernel made = again ? cl->api.clCreateKernel(again, name, &error) : NULL;
    if (!made || error != CL_SUCCESS)
        return NULL;
    if (cl->api.clRetainKernel(kernel) != CL_SUCCESS) {
        cl->api.clReleaseKernel(made);
        return NULL;
    }
    cl->substitute[cl->substitutes].rejected = kernel;
    cl->substitute[cl->substitutes].kernel = made;
    cl->substitutes++;
    return made;
}
