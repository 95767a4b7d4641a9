/* The automatic choice of a backend. Part of throng.h, whose conventions hold.
 *
 * With THRONG_BACKEND_AUTO and an open device each object goes to the backend on which its frames cost
 * less. A frame is what a game does again and again: set what moved, compute, read.
 *
 * Creating an object never measures. Where throng_calibrate() has measured this machine, the choice goes
 * by those costs, which are kept in a file of the cache folder. Elsewhere it goes by a rule from the sizes
 * and the device: a CPU device leaves the work to the CPU backend unless that was told to run a narrow
 * level, for a GPU times recorded on another machine are scaled. throng_<object>_explain() says which of the
 * two it was. Frames of objects that were placed automatically are timed now and then, and correct what the
 * next choice expects. Results are the same bits wherever an object lives.
 *
 * THRONG_COSTS in the environment names a file of costs to choose by. That file is never written, and not
 * corrected, so that a choice can be repeated elsewhere. docs/concepts/backend-selection.md describes the
 * file, the rule, and what both lose. */
#ifndef THRONG_DISPATCH_H
#define THRONG_DISPATCH_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where the input and the result of a frame are. Only the automatic choice of a backend uses it.
typedef int32_t throng_residency;
enum {
    /// The host sets what moved and reads the whole result.
    THRONG_RESIDENCY_HOST = 0,
    /// The host sets what moved and reads little of the result.
    THRONG_RESIDENCY_INPUT = 1,
    /// Influence maps only: input and result are in OpenCL buffers (throng_opencl.h). The CPU backend would
    /// have to copy them.
    THRONG_RESIDENCY_DEVICE = 2
};

/// The backend that an object of a def is created on, and why.
typedef struct throng_selection {
    /// The selected backend.
    throng_backend backend;

    /// 1: selected by measured costs. 0: by the rule, or there was no choice.
    int32_t measured;

    /// Expected seconds of a frame on each backend. 0 if not known.
    double cpu_seconds, opencl_seconds;

    /// The reason in words.
    char reason[200];
} throng_selection;

/* ---------------------------------------------------------------- calibration ----------------------- */

/// Operations that have costs of their own.
typedef int32_t throng_operation;
enum {
    /// Reading results. Measured together with any other operation.
    THRONG_OPERATION_READ = 0,
    /// Influence maps, Euclidean.
    THRONG_OPERATION_INFLUENCE = 1,
    /// Influence maps along shortest paths.
    THRONG_OPERATION_INFLUENCE_PATH = 2,
    /// Influence maps from cell to cell.
    THRONG_OPERATION_INFLUENCE_ADJACENT = 3,
    /// Flow fields.
    THRONG_OPERATION_FLOW = 4,
    /// Potential fields.
    THRONG_OPERATION_POTENTIAL = 5,
    /// Choquet integrals.
    THRONG_OPERATION_CHOQUET = 6,
    /// Crowds without perception.
    THRONG_OPERATION_CROWD = 7,
    /// Crowds with perception.
    THRONG_OPERATION_CROWD_PERCEPTION = 8
};
/// Number of operations.
#define THRONG_OPERATION_COUNT 9

/// Name of an operation in files of costs: "read", "influence", "paths", "adjacent", "flow", "potential",
/// "choquet", "crowd", "perception". NULL for any other number.
THRONG_API const char *throng_operation_name(throng_operation operation);

/// Definition of a calibration.
typedef struct throng_calibrate_def {
    /// Called by the calling thread before each size is measured, and once at the end with `what` = "done".
    /// `done` of `total` sizes are finished, or that part of the time is over, whichever is further; `what`
    /// is the operation's name. It must not call throng. Default: NULL (none).
    void (*progress)(void *user, int32_t done, int32_t total, const char *what);

    /// Passed to `progress`. Default: NULL.
    void *user;

    /// Time limit in seconds, checked between sizes. Range: 1 to 86400. Default: 60.
    double seconds;

    /// Operations to measure: a sum of 1 << THRONG_OPERATION_*. 0: all. Default: 0.
    uint32_t operations;

    /// Set by the default function.
    uint32_t cookie;
} throng_calibrate_def;

/// Result of a calibration for one operation.
typedef struct throng_calibrate_operation {
    /// 1: the sizes that the others are estimated by were run at least twice on both backends.
    int32_t measured;

    /// 1: selections use these costs from now on.
    int32_t kept;

    /// 1: the repeats differ so much, or other programs used the machine so much, that a selection could lose
    /// more than 5 % on the mean of the sizes, or 25 % at one size. Nothing was kept; earlier costs stay.
    int32_t noisy;

    /// Number of sizes that were run. Others are estimated by them.
    int32_t sizes;

    /// Repeats of the size that was repeated most.
    int32_t repeats;

    /// By how much the second least repeat exceeds the least, as a part of the least: median over the sizes
    /// that were repeated. Does not say whether costs are kept, since most sizes have a clear winner.
    double spread;

    /// The largest such spread of any size.
    double largest_spread;
} throng_calibrate_operation;

/// Result of a calibration.
typedef struct throng_calibrate_report {
    /// Seconds that it took.
    double seconds;

    /// 1: what was kept is in the file of the cache folder.
    int32_t saved;

    /// Result of each operation, indexed by throng_operation.
    throng_calibrate_operation operations[THRONG_OPERATION_COUNT];
} throng_calibrate_report;

/// Default definition of a calibration: all operations, 60 seconds.
THRONG_API throng_calibrate_def throng_calibrate_default_def(void);

/// Measures the cost of frames on both backends, with objects of its own.
/// The time is shared by the operations. Some sizes are run first, on the CPU and on the device in turns, and
/// repeated after others; then those where a selection could lose by what is not known yet, once or several
/// times. A cost is the least repeat. It ends early when selections can lose next to nothing. Existing
/// objects stay where they are. `report` may be NULL. Call it while the machine does nothing else.
/// Errors: INVALID_ARGUMENT (also if THRONG_COSTS names a file), NO_DEVICE (no device is open, so there is
/// nothing to select), OUT_OF_MEMORY, and those of the device. What was kept before a failure stays.
THRONG_API throng_status throng_calibrate(throng_context *context, const throng_calibrate_def *def,
                                          throng_calibrate_report *report);

#ifdef __cplusplus
}
#endif

#endif
