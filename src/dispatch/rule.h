/* The choice of a backend where nothing was measured on this machine: by the sizes, the facts of the
 * device, and times that were recorded elsewhere. */
#ifndef THRONG_DISPATCH_RULE_H
#define THRONG_DISPATCH_RULE_H

#include "src/dispatch/costs.h"

/* ---- src/dispatch/recorded.c */
extern const float throng_recorded_seconds[2][THRONG_COST_KINDS][THRONG_COST_NUMBERS]; /* EPYC: CPU, PoCL */
extern const float throng_recorded_gpu[THRONG_COST_KINDS][THRONG_COST_NUMBERS];        /* NVIDIA H200 */

/* Times of other machines may be off by half, and a frame on the CPU answers at once: what the device is
 * thought to take has to be below this part of the CPU's time. */
#define THRONG_RULE_PROMISED 0.7

typedef struct throng_machine_facts {
    throng_isa isa, widest; /* what the CPU backend runs, and could run */
    int32_t threads;
    const throng_device_info *device;
} throng_machine_facts;

typedef struct throng_rule_choice {
    throng_backend backend;
    double seconds[2]; /* what a frame is thought to take on the CPU and on OpenCL; 0 where nobody can say */
    const char *why;
} throng_rule_choice;

/* ---- src/dispatch/rule.c: looks at nothing but its arguments. */
throng_rule_choice throng_rule(const throng_machine_facts *facts, const throng_work *work);

#endif
