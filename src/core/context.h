/* The context: what the host provides, and what was chosen. */
#ifndef THRONG_CORE_CONTEXT_H
#define THRONG_CORE_CONTEXT_H

#include <throng/throng.h>

#define THRONG_MAX_TASKS 1024

#define THRONG_CONTEXT_COOKIE 0x7468726fu
#define THRONG_CONTEXT_DEF_COOKIE 0x63646566u

/* Backends report failures with throng_fail() only. */
struct throng_context {
    uint32_t cookie; /* THRONG_CONTEXT_COOKIE while alive */
    throng_allocator allocator;
    throng_logger logger;
    throng_assertion assertion;
    throng_parallel parallel;
    throng_backend wanted; /* AUTO, CPU or OPENCL, environment included */
    throng_isa isa;
    int32_t threads;
    int32_t accept_inexact;
    int32_t profile;
    int32_t opencl_error;
    int32_t objects;                              /* alive */
    const struct throng_backend_ops *backends[3]; /* by throng_backend; NULL: not in this build */
    struct throng_pool *pool;                     /* NULL: the host has a scheduler, or there is one thread */
    struct throng_share *shares;                  /* threads; src/core/parallel.c */
    int32_t sharing;                              /* tasks that have some */
    struct throng_costs *costs;     /* src/dispatch/costs.h; NULL: no choice was to be made so far */
    struct throng_simd const *simd; /* src/cpu: the kernels of the chosen level */
    struct throng_cl *cl;           /* src/cl: the open device, NULL: none */
    double (*clock)(void *user);    /* src/core/clock.h; NULL: the system's */
    void *clock_user;
    char device[128]; /* number or part of the name, "": any */
    char cache[512];  /* folder, "" : none */
    char message[512];
};

#endif
