/* What frames cost on each backend: numbers measured on this machine, and what follows from them. */
#ifndef THRONG_DISPATCH_COSTS_H
#define THRONG_DISPATCH_COSTS_H

#include <throng/throng.h>

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
    THRONG_COST_KINDS = 9
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
    int32_t reads; /* 1: frames have all of their results read */
    throng_cost_axis axes[THRONG_COST_AXES];
} throng_cost_kind;

extern const throng_cost_kind throng_cost_kinds[THRONG_COST_KINDS];

/* Seconds at all stops of a kind, the last axis running fastest. */
typedef struct throng_cost_table {
    int32_t known;                         /* on which backends: 1 CPU, 2 OpenCL */
    int32_t busy;                          /* 1: the machine was too busy; they are not kept in the file */
    float seconds[2][THRONG_COST_NUMBERS]; /* of the CPU and of OpenCL */
} throng_cost_table;

struct throng_costs {
    int32_t asked;                     /* 1: files were looked for */
    int32_t fixed;                     /* 1: THRONG_COSTS names the file, and nothing is measured */
    int32_t wrong;                     /* 1: that file is not right, which was told */
    int32_t failed[THRONG_COST_KINDS]; /* 1: measuring failed, or nothing is known, and is not tried again */
    throng_cost_table tables[THRONG_COST_KINDS];
};

/* What a frame does. */
typedef struct throng_work {
    int32_t kind;
    double amounts[THRONG_COST_AXES];
    double in_bytes, out_bytes; /* what the host gives, and what it reads */
    throng_residency residency;
} throng_work;

/* Stops of an axis, 1 where there is none. */
int32_t throng_costs_stops(const throng_cost_kind *kind, int32_t axis);
int32_t throng_costs_numbers(const throng_cost_kind *kind);
/* What a frame costs on the CPU (0) or on OpenCL (1), what is read included. */
double throng_costs_seconds(const struct throng_costs *costs, const throng_work *work, int32_t backend);

/* ".../costs-<hash of what they depend on>.txt"; "" where there is no cache. */
void throng_costs_path(throng_context *context, char path[600]);
/* Takes what a file has; 0, and nothing taken, where it is not one of ours: `why` is what is wrong with it,
 * as the end of a sentence that begins with its name. */
enum { THRONG_COSTS_WHY = 160 };
int32_t throng_costs_load(struct throng_costs *costs, const char *path, char why[THRONG_COSTS_WHY]);
/* Adds a kind to what the file has by now. Failing to keep it costs the next program some seconds, no
 * more. */
void throng_costs_save(throng_context *context, const struct throng_costs *costs, int32_t kind,
                       const char *path);

/* ---- src/dispatch/calibrate.c: measures a kind on both backends; fails as the first frame does that fails. */
throng_status throng_calibrate(throng_context *context, int32_t kind, throng_cost_table *table);

#endif
