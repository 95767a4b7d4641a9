/* The automatic choice of a backend. Part of throng.h, whose conventions hold.
 *
 * With THRONG_BACKEND_AUTO and an open device each object goes to the backend on which its frames cost
 * less. A frame is what a game does again and again: set what moved, compute, read.
 *
 * Creating an object never measures. Where throng_calibrate() has measured this machine, the choice goes
 * by those costs, which are kept in a file of the cache folder. Elsewhere it goes by a rule from the sizes
 * and the device: a CPU device leaves the work to the CPU backend, for a GPU times recorded on another
 * machine are scaled. throng_<object>_explain() says which of the two it was. Frames of objects that were
 * placed automatically are timed now and then, and correct what the next choice expects. Results are the
 * same bits wherever an object lives.
 *
 * THRONG_COSTS in the environment names a file of costs to choose by. That file is never written, and not
 * corrected, so that a choice can be repeated elsewhere. docs/concepts/backend-selection.md describes the
 * file, the rule, and what both lose. */
#ifndef THRONG_PUBLIC_DISPATCH_H
#define THRONG_PUBLIC_DISPATCH_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the data of a frame lies: only the automatic choice looks at it. */
typedef int32_t throng_residency;
enum {
    THRONG_RESIDENCY_HOST = 0,  /* the host gives what moved, and reads the whole result */
    THRONG_RESIDENCY_INPUT = 1, /* the host gives what moved; of the result it asks little */
    THRONG_RESIDENCY_DEVICE = 2 /* influence maps: what moved and the result lie in OpenCL buffers
                                 (throng_opencl.h), from and to which the CPU would have to copy */
};

typedef struct throng_selection {
    throng_backend backend;             /* where an object of this def goes */
    int32_t measured;                   /* 1: by costs; 0: by the rule, or no choice was left */
    double cpu_seconds, opencl_seconds; /* what a frame is expected to take; 0 where that is not known */
    char reason[200];                   /* all of it in words */
} throng_selection;

/* ---------------------------------------------------------------- calibration ----------------------- */

/* What has costs of its own. */
typedef int32_t throng_operation;
enum {
    THRONG_OPERATION_READ = 0, /* the host reads results; measured together with any other operation */
    THRONG_OPERATION_INFLUENCE = 1,
    THRONG_OPERATION_INFLUENCE_PATH = 2,
    THRONG_OPERATION_INFLUENCE_ADJACENT = 3,
    THRONG_OPERATION_FLOW = 4,
    THRONG_OPERATION_POTENTIAL = 5,
    THRONG_OPERATION_CHOQUET = 6,
    THRONG_OPERATION_CROWD = 7,
    THRONG_OPERATION_CROWD_PERCEPTION = 8
};
#define THRONG_OPERATION_COUNT 9

/* "read", "influence", "paths", "adjacent", "flow", "potential", "choquet", "crowd", "perception", as
 * files of costs name them; NULL for any other number. */
THRONG_API const char *throng_operation_name(throng_operation operation);

typedef struct throng_calibrate_def {
    /* Called before each size is measured, by the calling thread: `done` of `total` sizes are behind, `what`
     * is the operation's name; once more at the end, with "done". It must not call throng. NULL: none. */
    void (*progress)(void *user, int32_t done, int32_t total, const char *what);
    void *user;
    double seconds;      /* time limit; 1 to 86400, 60 by default. It is looked at between sizes */
    uint32_t operations; /* a sum of 1 << THRONG_OPERATION_*; 0, the default: all */
    uint32_t cookie;     /* set by the default function */
} throng_calibrate_def;

typedef struct throng_calibrate_operation {
    int32_t measured; /* 1: its frames were played twice or more on both backends */
    int32_t kept;     /* 1: choices go by these costs from now on */
    int32_t noisy;   /* 1: repeats differ by so much that a choice could lose more than 5 % on the mean of the
                         sizes, or 25 % at one; nothing was kept, and what was known before stays */
    int32_t sizes;   /* that were played; larger ones are extrapolated */
    int32_t repeats; /* of the size that was repeated most */
    double spread;   /* by how much the second least repeat exceeds the least: the median of all sizes, as a
                         part of the least */
    double largest_spread;
} throng_calibrate_operation;

typedef struct throng_calibrate_report {
    double seconds; /* taken */
    int32_t saved;  /* 1: the file in the cache folder has what was kept */
    throng_calibrate_operation operations[THRONG_OPERATION_COUNT];
} throng_calibrate_report;

THRONG_API throng_calibrate_def throng_calibrate_default_def(void);

/* Measures what frames cost on both backends, on objects of its own. Each size is played on the CPU and on
 * the device in turns, at least twice, with all other sizes of the operation in between; a cost is the
 * least of the repeats. Sizes whose repeats differ are repeated as long as there is time. Objects that
 * exist already stay where they are. report may be NULL. It is not thread-safe with other calls on this
 * context, and best made while the machine does nothing else. Errors: INVALID_ARGUMENT (also where
 * THRONG_COSTS names a file), NO_DEVICE (no device is open, so there is nothing to choose), OUT_OF_MEMORY,
 * and those of the device. What was kept before a failure stays. */
THRONG_API throng_status throng_calibrate(throng_context *context, const throng_calibrate_def *def,
                                          throng_calibrate_report *report);

#ifdef __cplusplus
}
#endif

#endif
