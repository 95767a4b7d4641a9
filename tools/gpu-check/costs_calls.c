/* What the cost probe measures. */
#include "tools/gpu-check/costs.h"

#include <stdlib.h>
#include <string.h>

static void launch(costs *c)
{
    costs_must(clEnqueueNDRangeKernel(c->use, c->kernel, 1, NULL, &c->items, &c->group, 0, NULL, NULL),
               "clEnqueueNDRangeKernel");
}

static void launch_and_wait(costs *c)
{
    launch(c);
    clFinish(c->use);
}

static void launch_many(costs *c)
{
    for (int i = 0; i < c->count; i++)
        launch(c);
    if (c->wait)
        clFinish(c->use);
}

static void set_buffer(cl_kernel kernel, cl_uint at, cl_mem buffer)
{
    costs_must(clSetKernelArg(kernel, at, sizeof(cl_mem), &buffer), "clSetKernelArg");
}

/* ---------------------------------------------------------------- launches and waits ---------------- */

void costs_launches(costs *c)
{
    const size_t many = (size_t)c->units * (c->small ? 64 : 2048);
    c->kernel = costs_kernel(c, "nothing");
    set_buffer(c->kernel, 0, c->a);
    c->group = 64;
    c->count = c->small ? 20 : 200;
    for (int profiled = 0; profiled < 2; profiled++)
        for (int large = 0; large < 2; large++) {
            c->use = profiled ? c->profiled : c->queue;
            c->items = large ? many : 64;
            c->wait = 1;
            const double each = costs_time(c, 15, launch_many) / c->count;
            c->wait = 0;
            const double call = costs_time(c, 15, launch_many) / c->count;
            clFinish(c->use);
            costs_row(c,
                      "\"items\": %zu, \"in_a_row\": %d, \"profiled\": %s, \"us_each\": %.3f, "
                      "\"call_us\": %.3f",
                      c->items, c->count, profiled ? "true" : "false", each, call);
        }
}

/* As a frame of throng goes: launches with an argument each, then a small result awaited. */
static void frame(costs *c)
{
    for (int i = 0; i < c->count; i++) {
        set_buffer(c->kernel, 0, c->a);
        launch(c);
    }
    costs_must(clEnqueueReadBuffer(c->use, c->a, CL_TRUE, 0, 4, c->host, 0, NULL, NULL), "read");
}

/* On the device, from the end of a kernel to the start of the next one. */
static void gaps(costs *c)
{
    enum { KERNELS = 32 };
    cl_event events[KERNELS];
    double gap[KERNELS], busy[KERNELS];
    cl_ulong begin = 0, end = 0, last = 0;
    for (int i = 0; i < KERNELS; i++)
        costs_must(clEnqueueNDRangeKernel(c->profiled, c->kernel, 1, NULL, &c->items, &c->group, 0, NULL,
                                          &events[i]),
                   "clEnqueueNDRangeKernel");
    clFinish(c->profiled);
    for (int i = 0; i < KERNELS; i++) {
        clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
        clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
        clReleaseEvent(events[i]);
        busy[i] = ((double)end - (double)begin) * 1e-3;
        gap[i] = ((double)begin - (double)last) * 1e-3;
        last = end;
    }
    costs_row(c, "\"what\": \"an empty kernel, by its event\", \"us\": %.3f", costs_median(busy, KERNELS));
    costs_row(c, "\"what\": \"from a kernel's end to the next one's start, by events\", \"us\": %.3f",
              costs_median(gap + 1, KERNELS - 1));
}

void costs_waits(costs *c)
{
    char four[4];
    c->use = c->queue;
    c->kernel = costs_kernel(c, "nothing");
    set_buffer(c->kernel, 0, c->a);
    c->items = c->group = 64;
    c->host = four;
    costs_row(c, "\"what\": \"a launch and clFinish\", \"us\": %.3f", costs_time(c, 31, launch_and_wait));
    for (c->count = 5; c->count <= 40; c->count *= 2)
        costs_row(c, "\"what\": \"%d launches with an argument each, then 4 bytes read\", \"us\": %.3f",
                  c->count, costs_time(c, 31, frame));
    gaps(c);
}

/* ---------------------------------------------------------------- copies ---------------------------- */

static void read_host(costs *c)
{
    costs_must(clEnqueueReadBuffer(c->queue, c->a, CL_TRUE, 0, c->size, c->host, 0, NULL, NULL), "read");
}

static void write_host(costs *c)
{
    costs_must(clEnqueueWriteBuffer(c->queue, c->a, CL_TRUE, 0, c->size, c->host, 0, NULL, NULL), "write");
}

static void read_new(costs *c)
{
    char *fresh = malloc(c->size);
    if (fresh)
        clEnqueueReadBuffer(c->queue, c->a, CL_TRUE, 0, c->size, fresh, 0, NULL, NULL);
    free(fresh);
}

static void read_rows(costs *c)
{
    static const size_t origin[3] = {0, 0, 0};
    costs_must(clEnqueueReadBufferRect(c->queue, c->a, CL_TRUE, origin, origin, c->box, c->box[0], 0,
                                       c->box[0], 0, c->host, 0, NULL, NULL),
               "rectangle");
}

static void write_many(costs *c)
{
    for (int i = 0; i < c->count; i++)
        clEnqueueWriteBuffer(c->queue, c->a, CL_FALSE, 0, c->size, c->host, 0, NULL, NULL);
    clFinish(c->queue);
}

static void copy_row(costs *c, const char *what, const char *memory, int tries, void (*work)(costs *c))
{
    const double us = costs_time(c, tries, work),
                 bytes = (double)c->size * (work == write_many ? c->count : 1);
    costs_row(c,
              "\"what\": \"%s\", \"host_memory\": \"%s\", \"bytes\": %.0f, \"us\": %.3f, "
              "\"gigabytes_per_second\": %.3f",
              what, memory, bytes, us, bytes / us * 1e-3);
}

void costs_copies(costs *c)
{
    static const size_t sizes[] = {512, 80000, 800000, 8000000}, rows[] = {5461, 100000};
    const size_t most = 1 << 24;
    cl_int error;
    cl_mem pin = costs_buffer(c, most, CL_MEM_ALLOC_HOST_PTR);
    char *pageable = costs_memory(most);
    char *pinned = clEnqueueMapBuffer(c->queue, pin, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, most, 0, NULL,
                                      NULL, &error);
    costs_must(error, "clEnqueueMapBuffer");
    memset(pinned, 1, most);
    for (int k = 0; k < 4; k++) {
        c->size = sizes[k];
        c->host = pageable;
        copy_row(c, "read", "pageable", 21, read_host);
        copy_row(c, "read", "pageable, new", 9, read_new);
        copy_row(c, "write", "pageable", 21, write_host);
        c->host = pinned;
        copy_row(c, "read", "pinned", 21, read_host);
        copy_row(c, "write", "pinned", 21, write_host);
    }
    for (int k = 0; k < 2; k++) {
        const size_t box[3] = {16, rows[k], 1};
        c->box = box;
        c->size = box[0] * box[1];
        c->host = pageable;
        copy_row(c, "read, a rectangle of dense rows of 16 bytes", "pageable", 9, read_rows);
    }
    for (int k = 0; k < 2; k++) {
        c->count = c->small ? 4 : 64;
        c->size = 65536;
        c->host = k ? pinned : pageable;
        copy_row(c, "writes of 64 KiB, not awaited one by one", k ? "pinned" : "pageable", 7, write_many);
    }
    clEnqueueUnmapMemObject(c->queue, pin, pinned, 0, NULL, NULL);
    clFinish(c->queue);
    clReleaseMemObject(pin);
    free(pageable);
}

/* ---------------------------------------------------------------- the device itself ----------------- */

void costs_arithmetic(costs *c)
{
    static const char *const loops[] = {"product_sums", "roots", "divisions", "native_roots",
                                        "native_divisions"};
    const cl_int turns = c->small ? 64 : 4096;
    const float start = 1.25f;
    c->use = c->queue;
    c->items = (size_t)c->units * (c->small ? 64 : 2048);
    c->group = 64;
    for (int k = 0; k < 5; k++) {
        c->kernel = costs_kernel(c, loops[k]);
        set_buffer(c->kernel, 0, c->b);
        costs_must(clSetKernelArg(c->kernel, 1, sizeof turns, &turns), "clSetKernelArg");
        clEnqueueFillBuffer(c->queue, c->b, &start, sizeof start, 0, c->items * 4, 0, NULL, NULL);
        clFinish(c->queue);
        const double us = costs_time(c, 5, launch_and_wait), all = 4.0 * turns * (double)c->items;
        costs_row(c,
                  "\"what\": \"%s\", \"us\": %.3f, \"operations_per_ns\": %.3f, "
                  "\"operations_per_unit_and_clock\": %.3f",
                  loops[k], us, all / us * 1e-3,
                  all / us / ((double)c->units * (c->clock_mhz ? c->clock_mhz : 1000)));
    }
}

static void write_words(costs *c, cl_mem to, const cl_int *words, size_t count)
{
    costs_must(clEnqueueWriteBuffer(c->queue, to, CL_TRUE, 0, count * sizeof *words, words, 0, NULL, NULL),
               "write");
}

/* Positions out of records of 64 bytes, in order and in random order; counters, four agents on each. */
static void scattered(costs *c, cl_int *words)
{
    const cl_uint n = c->small ? 20000 : 1000000;
    cl_mem which = costs_buffer(c, n * sizeof *words, 0);
    static const char *const what[] = {"2 of 16 words of records in order",
                                       "2 of 16 words of records in random order", "atomic increments"};
    c->group = 64;
    c->items = ((size_t)n + 63) / 64 * 64;
    for (int k = 0; k < 3; k++) {
        for (cl_uint i = 0; i < n; i++) {
            const cl_uint random = (cl_uint)((cl_ulong)i * 7919u % (k == 2 ? n / 4 : n));
            words[i] = (cl_int)(k == 0 ? i : random);
        }
        write_words(c, which, words, n);
        c->kernel = costs_kernel(c, k == 2 ? "atomics" : "gather");
        set_buffer(c->kernel, 0, k == 2 ? c->b : c->a);
        set_buffer(c->kernel, 1, which);
        if (k < 2)
            set_buffer(c->kernel, 2, c->b);
        costs_must(clSetKernelArg(c->kernel, k == 2 ? 2 : 3, sizeof n, &n), "clSetKernelArg");
        costs_row(c, "\"what\": \"%s\", \"items\": %u, \"us\": %.3f", what[k], n,
                  costs_time(c, 9, launch_and_wait));
    }
    clReleaseMemObject(which);
}

/* Loads that each wait for the one before. */
static void latency(costs *c, cl_int *words)
{
    static const size_t spans[] = {4096, 1 << 20, 1 << 24};
    const cl_int loads = c->small ? 500 : 20000;
    c->kernel = costs_kernel(c, "chain");
    set_buffer(c->kernel, 0, c->a);
    set_buffer(c->kernel, 1, c->b);
    costs_must(clSetKernelArg(c->kernel, 2, sizeof loads, &loads), "clSetKernelArg");
    c->items = c->group = 1;
    for (int k = 0; k < 3; k++) {
        const size_t count = spans[k] / sizeof *words;
        for (size_t i = 0; i < count; i++)
            words[i] = (cl_int)((i + 3136) % count); /* 98 lines of 128 bytes */
        write_words(c, c->a, words, count);
        costs_row(c, "\"what\": \"a load that waits for the one before\", \"bytes\": %zu, \"us\": %.6f",
                  spans[k], costs_time(c, 5, launch_and_wait) / loads);
    }
}

void costs_device_memory(costs *c)
{
    cl_int *words = costs_memory((size_t)1 << 24);
    c->use = c->queue;
    c->kernel = costs_kernel(c, "copy");
    set_buffer(c->kernel, 0, c->a);
    set_buffer(c->kernel, 1, c->b);
    c->items = c->bytes / 16;
    c->group = 256;
    const double us = costs_time(c, 7, launch_and_wait);
    costs_row(
        c, "\"what\": \"copy on the device\", \"bytes\": %zu, \"us\": %.3f, \"gigabytes_per_second\": %.3f",
        c->bytes, us, 2.0 * (double)c->bytes / us * 1e-3);
    scattered(c, words);
    latency(c, words);
    free(words);
}
