/* What frames cost on each backend: tables of seconds, and what follows from them. */
#ifndef THRONG_DISPATCH_COSTS_H
#define THRONG_DISPATCH_COSTS_H

#include <throng/throng.h>

/* Numbered as THRONG_OPERATION_*. */
enum {
    THRONG_COST_READ = 0, /* results that the host reads, by their bytes; beside all others */
    THRONG_COST_INFLUENCE = 1,
    THRONG_COST_PATHS = 2,
    THRONG_COST_ADJACENT = 3,
    THRONG_COST_FLOW = 4,
    THRONG_COST_POTENTIAL = 5,
    THRONG_COST_CHOQUET = 6,
    THRONG_COST_CROWD = 7,
    THRONG_COST_PERCEPTION = 8,
    THRONG_COST_KINDS = THRONG_OPERATION_COUNT
};

/* An amount, and the stops at which frames were played, ascending. */
enum { THRONG_COST_STOPS = 6, THRONG_COST_AXES = 3, THRONG_COST_NUMBERS = 96 };

typedef struct throng_cost_axis {
    const char *what;
    int32_t stops; /* 0: there is no such axis; else at least 2 */
    double at[THRONG_COST_STOPS];
} throng_cost_axis;

/* What a frame costs is a table over what lies below (cells of a map, sources of a field), how many work
 * on it, and how much each of them is. Between stops costs lie on the chord or somewhat below it; below the
 * first one they are those of the first, beyond the last one they go on with the last slope. */
typedef struct throng_cost_kind {
    const char *name;
    int32_t reads;   /* 1: frames have all of their results read */
    int32_t guessed; /* 1: the last amount is the def's guess of what is usual, not a size */
    throng_cost_axis axes[THRONG_COST_AXES];
} throng_cost_kind;

extern const throng_cost_kind throng_cost_kinds[THRONG_COST_KINDS];

/* Seconds at all stops of a kind, the last axis running fastest. */
typedef struct throng_cost_table {
    int32_t known;                         /* on which backends: 1 CPU, 2 OpenCL */
    int32_t stale;                         /* 1: frames cost something else: src/dispatch/observe.h */
    float seconds[2][THRONG_COST_NUMBERS]; /* of the CPU and of OpenCL */
} throng_cost_table;

/* What frames really cost, as a multiple of what was foretold. */
typedef struct throng_correction {
    float factor;
    int32_t windows; /* that it comes from, 0: none */
} throng_correction;

struct throng_costs {
    int32_t asked;                     /* 1: files were looked for */
    int32_t fixed;                     /* 1: THRONG_COSTS names the file */
    int32_t wrong;                     /* 1: that file is not right, which was reported */
    int32_t device_is_cpu;             /* 1: results cost as little to read as those of the CPU backend */
    int32_t generation;                /* counts calibrations: observers of an older one are silent */
    int32_t absent[THRONG_COST_KINDS]; /* 1: the named file has nothing on it, which was reported */
    uint32_t unsaved;                  /* kinds that became stale since the file was written */
    throng_cost_table tables[THRONG_COST_KINDS];
    throng_correction corrections[THRONG_COST_KINDS][2][THRONG_COST_NUMBERS]; /* by the stop nearest below */
};

/* What a frame does. */
typedef struct throng_work {
    int32_t kind;
    double amounts[THRONG_COST_AXES];
    double in_bytes, out_bytes; /* what the host gives, and what it reads */
    throng_residency residency;
} throng_work;

/* ---- src/dispatch/costs.c */

/* Stops of an axis, 1 where there is none. */
int32_t throng_costs_stops(const throng_cost_kind *kind, int32_t axis);
int32_t throng_costs_numbers(const throng_cost_kind *kind);
/* What a table of a kind has for these amounts. */
double throng_costs_at(int32_t kind, const float seconds[THRONG_COST_NUMBERS],
                       const double amounts[THRONG_COST_AXES]);
/* The number whose stops are the nearest below these amounts. */
int32_t throng_costs_place(int32_t kind, const double amounts[THRONG_COST_AXES]);
/* What a frame costs on the CPU (0) or on OpenCL (1), what is read included. */
double throng_costs_seconds(const struct throng_costs *costs, const throng_work *work, int32_t backend);
/* From the seconds of a frame as its kind's table has them (its results read, or not) those of this work;
 * read[]: of its results, on the CPU and on OpenCL; given: of what it is given, on OpenCL. */
double throng_costs_frame(const throng_work *work, int32_t backend, double frame, const double read[2],
                          double given);

/* ---- src/dispatch/costs_file.c */

/* Takes what the file named by THRONG_COSTS has, older versions too; 0, and nothing taken, where it is not
 * one of ours: `why` is what is wrong with it, as the end of a sentence that begins with its name. */
enum { THRONG_COSTS_WHY = 160 };
int32_t throng_costs_load(struct throng_costs *costs, const char *path, char why[THRONG_COSTS_WHY]);
/* Takes what the file in the cache folder has, costs-<hash of what they depend on>.txt; if it is right. */
void throng_costs_load_cached(const throng_context *context, struct throng_costs *costs);
/* Puts these kinds (a sum of 1 << kind) beside what that file has by now; 0 where it could not be written. */
int32_t throng_costs_save(const throng_context *context, const struct throng_costs *costs, uint32_t kinds);
/* The same of kinds that became stale. What somebody has measured anew since is not. */
int32_t throng_costs_save_stale(const throng_context *context, const struct throng_costs *costs,
                                uint32_t kinds);

#endif
