/* Records what kernels are given and what they make of it, for scripts/gpu-count. In the environment:
 *   GPU_CHECK_RECORD=FOLDER   where launches go, from 0 on: N.txt, and each buffer's bytes before and after
 *   GPU_CHECK_RECORD_FRAME=K  of which frame, the first of which is 1
 * N.txt: kernel and program's options, offset, items and group, then a line for each argument. */
#define _POSIX_C_SOURCE 200809L
#include "tools/gpu-check/opencl_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 32, VALUE = 512, KNOWN = 4096, PATH = 512 };

typedef struct argument {
    size_t size;
    int shared; /* 1: memory of the group */
    unsigned char value[VALUE];
} argument;

typedef struct known_kernel {
    cl_kernel kernel;
    cl_program program;
    argument arguments[ARGUMENTS];
    int count;
} known_kernel;

static struct {
    known_kernel *kernels[KNOWN];
    struct {
        cl_program program;
        char *options;
    } programs[KNOWN];
    struct {
        cl_mem buffer;
        size_t bytes;
    } buffers[KNOWN];
    int kernel_count, program_count, buffer_count;
    int frame, launch; /* launch: the next one's number */
} record;

static const char *folder(void)
{
    const char *path = getenv("GPU_CHECK_RECORD");
    return path && path[0] ? path : NULL;
}

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "gpu-check: recording: %s\n", what);
    exit(1);
}

static int wanted(void)
{
    const char *frame = getenv("GPU_CHECK_RECORD_FRAME");
    return folder() && record.frame == (frame ? atoi(frame) : 1);
}

void record_mark(const char *name) { record.frame = strcmp(name, "frame") == 0 ? record.frame + 1 : 0; }

/* Handles are used again, so the last one of that name counts. */
void record_program(cl_program program, const char *options)
{
    const size_t length = options ? strlen(options) : 0;
    char *copy = folder() ? calloc(length + 1, 1) : NULL;
    if (!copy)
        return;
    if (record.program_count == KNOWN)
        fail("too many programs");
    if (options)
        memcpy(copy, options, length + 1);
    record.programs[record.program_count].program = program;
    record.programs[record.program_count++].options = copy;
}

static const char *options_of(cl_program program)
{
    for (int i = record.program_count - 1; i >= 0; i--)
        if (record.programs[i].program == program)
            return record.programs[i].options;
    return "";
}

void record_kernel(cl_kernel kernel, cl_program program)
{
    known_kernel *known = folder() ? calloc(1, sizeof *known) : NULL;
    if (!known)
        return;
    if (record.kernel_count == KNOWN)
        fail("too many kernels");
    known->kernel = kernel;
    known->program = program;
    record.kernels[record.kernel_count++] = known;
}

static known_kernel *find_kernel(cl_kernel kernel)
{
    for (int i = record.kernel_count - 1; i >= 0; i--)
        if (record.kernels[i]->kernel == kernel)
            return record.kernels[i];
    return NULL;
}

/* ---------------------------------------------------------------- calls ----------------------------- */

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host,
                                  cl_int *error)
{
    cl_mem buffer = dispatch_of(context)->clCreateBuffer(context, flags, bytes, host, error);
    if (buffer && folder()) {
        if (record.buffer_count == KNOWN)
            fail("too many buffers");
        record.buffers[record.buffer_count].buffer = buffer;
        record.buffers[record.buffer_count++].bytes = bytes;
    }
    return buffer;
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    known_kernel *known = folder() ? find_kernel(kernel) : NULL;
    if (known) {
        if (index >= ARGUMENTS || (value && size > VALUE))
            fail("an argument that is too large, or one too many");
        argument *a = &known->arguments[index];
        a->size = size;
        a->shared = !value;
        if (value)
            memcpy(a->value, value, size);
        known->count = (int)index >= known->count ? (int)index + 1 : known->count;
    }
    return dispatch_of(kernel)->clSetKernelArg(kernel, index, size, value);
}

/* ---------------------------------------------------------------- files ----------------------------- */

static FILE *create(int number, const char *ending)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/%d%s", folder(), number, ending);
    FILE *file = fopen(path, "wb");
    if (!file)
        fail(path);
    return file;
}

/* The number of the buffer that an argument is, or -1. */
static int buffer_of(const argument *a)
{
    cl_mem handle;
    if (a->shared || a->size != sizeof handle)
        return -1;
    memcpy(&handle, a->value, sizeof handle);
    for (int i = record.buffer_count - 1; i >= 0; i--)
        if (record.buffers[i].buffer == handle)
            return i;
    return -1;
}

static void save_buffers(cl_command_queue queue, const known_kernel *known, int number, const char *when)
{
    for (int i = 0; i < known->count; i++) {
        const int buffer = buffer_of(&known->arguments[i]);
        if (buffer < 0)
            continue;
        char ending[64];
        const size_t bytes = record.buffers[buffer].bytes;
        unsigned char *memory = malloc(bytes);
        if (!memory || dispatch_of(queue)->clEnqueueReadBuffer(queue, record.buffers[buffer].buffer, CL_TRUE,
                                                               0, bytes, memory, 0, NULL, NULL) != CL_SUCCESS)
            fail("a buffer cannot be read");
        snprintf(ending, sizeof ending, ".%d.%s", buffer, when);
        FILE *file = create(number, ending);
        if (fwrite(memory, 1, bytes, file) != bytes || fclose(file) != 0)
            fail("a buffer cannot be written");
        free(memory);
    }
}

void record_launch(cl_command_queue queue, cl_kernel kernel, const char *name, size_t offset, size_t items,
                   size_t group)
{
    const known_kernel *known = wanted() ? find_kernel(kernel) : NULL;
    if (!known)
        return;
    FILE *file = create(record.launch, ".txt");
    fprintf(file, "kernel %s\noptions %s\nitems %zu %zu %zu\n", name, options_of(known->program), offset,
            items, group);
    for (int i = 0; i < known->count; i++) {
        const argument *a = &known->arguments[i];
        const int buffer = buffer_of(a);
        fprintf(file, "%s", a->shared ? "local" : buffer >= 0 ? "buffer" : "value");
        if (a->shared)
            fprintf(file, " %zu", a->size);
        else if (buffer >= 0)
            fprintf(file, " %d %zu", buffer, record.buffers[buffer].bytes);
        for (size_t k = 0; !a->shared && buffer < 0 && k < a->size; k++)
            fprintf(file, " %02x", a->value[k]);
        fprintf(file, "\n");
    }
    if (fclose(file) != 0)
        fail("a launch cannot be written");
    save_buffers(queue, known, record.launch, "before");
}

void record_launched(cl_command_queue queue, cl_kernel kernel)
{
    const known_kernel *known = wanted() ? find_kernel(kernel) : NULL;
    if (known)
        save_buffers(queue, known, record.launch++, "after");
}
