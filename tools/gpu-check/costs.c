/* What a device and its driver cost: launches, waits, copies of the sizes that throng has, arithmetic,
 * memory.
 *   costs device|all [small]
 * Writes JSON to standard output, times in microseconds, each the median of several tries. */
#define _POSIX_C_SOURCE 200809L
#include "tools/gpu-check/costs.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char source[] =
    "__kernel void nothing(__global int *p) { if (p[0] == 123456) p[1] = 0; }\n"
    "__kernel void copy(__global const float4 *a, __global float4 *b)\n"
    "{ const size_t i = get_global_id(0); b[i] = a[i]; }\n"
    "__kernel void gather(__global const int *from, __global const int *which, __global int *to, uint n)\n"
    "{ const uint i = get_global_id(0); if (i < n) for (uint k = 0; k < 2; k++)\n"
    "  to[i * 2 + k] = from[(uint)which[i] * 16u + k]; }\n"
    "__kernel void atomics(__global int *counters, __global const int *which, uint n)\n"
    "{ const uint i = get_global_id(0); if (i < n) atomic_inc(&counters[which[i]]); }\n"
    "__kernel void chain(__global const int *next, __global int *to, int n)\n"
    "{ int at = 0; for (int i = 0; i < n; i++) at = next[at]; to[0] = at; }\n"
    "#define LOOP(name, f) __kernel void name(__global float *p, int n) { float a = p[get_global_id(0)],\\\n"
    "  b = a + 1.0f, c = a + 2.0f, d = a + 3.0f; for (int i = 0; i < n; i++)\\\n"
    "  { a = f(a); b = f(b); c = f(c); d = f(d); } p[get_global_id(0)] = a + b + c + d; }\n"
    "#define SUM(x) (x * 0.999f + 1.0f)\n"
    "#define ROOT(x) (sqrt(x) + 1.0f)\n"
    "#define DIVISION(x) (1.5f / x + 1.0f)\n"
    "#define NATIVE_ROOT(x) (native_sqrt(x) + 1.0f)\n"
    "#define NATIVE_DIVISION(x) (native_divide(1.5f, x) + 1.0f)\n"
    "LOOP(product_sums, SUM)\nLOOP(roots, ROOT)\nLOOP(divisions, DIVISION)\n"
    "LOOP(native_roots, NATIVE_ROOT)\nLOOP(native_divisions, NATIVE_DIVISION)\n";

double costs_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

void costs_must(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "costs: %s: OpenCL error %d\n", what, (int)error);
    exit(1);
}

void *costs_memory(size_t size)
{
    void *memory = malloc(size);
    if (!memory) {
        fprintf(stderr, "costs: no memory for %zu bytes\n", size);
        exit(1);
    }
    memset(memory, 1, size);
    return memory;
}

static int by_value(const void *a, const void *b)
{
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

double costs_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

double costs_time(costs *c, int tries, void (*work)(costs *c))
{
    enum { WARM = 2, MOST = 64 };
    double times[MOST] = {0};
    if (c->small && tries > 3)
        tries = 3;
    for (int i = -WARM; i < tries; i++) {
        const double begin = costs_now();
        work(c);
        if (i >= 0)
            times[i] = costs_now() - begin;
    }
    return costs_median(times, tries);
}

cl_kernel costs_kernel(costs *c, const char *name)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(c->program, name, &error);
    costs_must(error, name);
    return kernel;
}

cl_mem costs_buffer(costs *c, size_t size, cl_mem_flags flags)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(c->context, CL_MEM_READ_WRITE | flags, size, NULL, &error);
    costs_must(error, "clCreateBuffer");
    return buffer;
}

/* ---------------------------------------------------------------- JSON ------------------------------ */

void costs_row(costs *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs(c->rows++ ? ",\n  {" : "\n  {", stdout);
    vprintf(format, arguments);
    fputs("}", stdout);
    va_end(arguments);
}

static void part(costs *c, const char *name, void (*rows)(costs *c))
{
    printf(",\n \"%s\": [", name);
    c->rows = 0;
    rows(c);
    fputs("]", stdout);
    fflush(stdout);
}

static void print_text(const char *key, const char *text)
{
    printf("  \"%s\": \"", key);
    for (; *text; text++)
        if ((unsigned char)*text >= ' ')
            printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    printf("\",\n");
}

/* ---------------------------------------------------------------- the device ------------------------ */

static cl_platform_id find_device(costs *c)
{
    enum { MOST = 8 };
    cl_platform_id platforms[MOST];
    cl_uint count = 0;
    static const cl_device_type types[] = {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL};
    costs_must(clGetPlatformIDs(MOST, platforms, &count), "clGetPlatformIDs");
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (cl_uint i = 0; i < count && i < MOST; i++)
            if (clGetDeviceIDs(platforms[i], types[t], 1, &c->device, NULL) == CL_SUCCESS)
                return platforms[i];
    fprintf(stderr, "costs: no OpenCL device\n");
    exit(1);
}

static void print_device(costs *c, cl_platform_id platform)
{
    static char text[16384];
    static const struct {
        const char *key;
        cl_device_info what;
    } texts[] = {{"name", CL_DEVICE_NAME},
                 {"vendor", CL_DEVICE_VENDOR},
                 {"driver", CL_DRIVER_VERSION},
                 {"version", CL_DEVICE_VERSION},
                 {"extensions", CL_DEVICE_EXTENSIONS}};
    cl_ulong local = 0, global = 0;
    cl_device_type type = 0;
    printf("{\n \"device\": {\n");
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, NULL);
    print_text("platform", text);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        text[0] = 0;
        clGetDeviceInfo(c->device, texts[i].what, sizeof text, text, NULL);
        print_text(texts[i].key, text);
    }
    clGetDeviceInfo(c->device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    clGetDeviceInfo(c->device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL);
    clGetDeviceInfo(c->device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof global, &global, NULL);
    clGetDeviceInfo(c->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof c->units, &c->units, NULL);
    clGetDeviceInfo(c->device, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof c->clock_mhz, &c->clock_mhz, NULL);
    clGetDeviceInfo(c->device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof c->rounding, &c->rounding, NULL);
    printf("  \"gpu\": %s,\n  \"compute_units\": %u,\n  \"clock_mhz\": %u,\n  \"memory_bytes\": %llu,\n"
           "  \"local_memory_bytes\": %llu,\n  \"exact_division_and_roots\": %s,\n  \"denormals\": %s\n }",
           type & CL_DEVICE_TYPE_GPU ? "true" : "false", c->units, c->clock_mhz, (unsigned long long)global,
           (unsigned long long)local, c->rounding & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT ? "true" : "false",
           c->rounding & CL_FP_DENORM ? "true" : "false");
}

static void open_device(costs *c, cl_platform_id platform)
{
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    const char *text = source;
    const char *options = c->rounding & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT
                              ? "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt"
                              : "-cl-std=CL1.2";
    cl_int error;
    c->context = clCreateContext(properties, 1, &c->device, NULL, NULL, &error);
    costs_must(error, "clCreateContext");
    c->queue = clCreateCommandQueue(c->context, c->device, 0, &error);
    costs_must(error, "clCreateCommandQueue");
    c->profiled = clCreateCommandQueue(c->context, c->device, CL_QUEUE_PROFILING_ENABLE, &error);
    costs_must(error, "clCreateCommandQueue with profiling");
    c->program = clCreateProgramWithSource(c->context, 1, &text, NULL, &error);
    costs_must(error, "clCreateProgramWithSource");
    const double begin = costs_now();
    costs_must(clBuildProgram(c->program, 1, &c->device, options, NULL, NULL), "clBuildProgram");
    printf(",\n \"build_us\": %.0f,\n \"build_source_bytes\": %zu", costs_now() - begin, sizeof source - 1);
    cl_ulong most = 0;
    clGetDeviceInfo(c->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    c->bytes = (size_t)1 << (c->small ? 24 : 30);
    while (c->bytes > most && c->bytes > (size_t)1 << 26)
        c->bytes /= 2;
    c->a = costs_buffer(c, c->bytes, 0);
    c->b = costs_buffer(c, c->bytes, 0);
    const cl_int zero = 0;
    costs_must(clEnqueueFillBuffer(c->queue, c->a, &zero, sizeof zero, 0, c->bytes, 0, NULL, NULL), "fill");
    costs_must(clEnqueueFillBuffer(c->queue, c->b, &zero, sizeof zero, 0, c->bytes, 0, NULL, NULL), "fill");
    costs_must(clFinish(c->queue), "clFinish");
}

int main(int argc, char **argv)
{
    costs c = {.small = argc > 2 && strcmp(argv[2], "small") == 0};
    const int all = argc > 1 && strcmp(argv[1], "all") == 0;
    if (!all && !(argc > 1 && strcmp(argv[1], "device") == 0)) {
        fprintf(stderr, "usage: costs device|all [small]\n");
        return 2;
    }
    cl_platform_id platform = find_device(&c);
    print_device(&c, platform);
    if (all) {
        open_device(&c, platform);
        part(&c, "launches", costs_launches);
        part(&c, "waits", costs_waits);
        part(&c, "copies", costs_copies);
        part(&c, "arithmetic", costs_arithmetic);
        part(&c, "memory", costs_device_memory);
    }
    puts("\n}");
    return 0;
}
