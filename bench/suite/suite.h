/* Shared by the files of `throng bench`. A workload is one entry in the table of suite.c and one file that
 * lists and runs its scenes. Timing, peak rates and reports know nothing about workloads. Only the public
 * interface of the library is used, except in peak_rates.c, which uses the kernels' SIMD vocabulary. */
#ifndef THRONG_BENCH_SUITE_SUITE_H
#define THRONG_BENCH_SUITE_SUITE_H

#include <throng/throng.h>
#include <throng/world.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__GNUC__)
#define THRONG_BENCH_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#else
#define THRONG_BENCH_PRINTF(text, rest)
#endif

/* ---------------------------------------------------------------- timing ---------------------------- */

/* SAMPLES: of a contender that is timed alone; the least and the most of 6 miss the true median in 2 of 64
 * cases. */
enum {
    THRONG_BENCH_SAMPLES = 6,
    THRONG_BENCH_PAIRS_LEAST = 7,
    THRONG_BENCH_PAIRS_MOST = 31,
    THRONG_BENCH_STAGES = 5
};

/* After so many pairs a comparison may end. Its interval then lies between the rank-th smallest and the
 * rank-th largest ratio. */
typedef struct throng_bench_stage {
    int32_t pairs, rank;
} throng_bench_stage;

extern const throng_bench_stage throng_bench_stages[THRONG_BENCH_STAGES];

/* Something that can be timed: returns the seconds of `repeats` runs. */
typedef struct throng_bench_runner {
    double (*run)(void *data, int32_t repeats);
    void *data;
} throng_bench_runner;

/* Seconds of one run, one number for each sample. */
typedef struct throng_bench_times {
    double seconds[THRONG_BENCH_PAIRS_MOST];
    int32_t count;
    double yardstick, yardstick_least; /* seconds of the yardstick beside them, median and least; 0: none */
    double waited;                     /* median of wall time over processor time; 0: unknown */
} throng_bench_times;

/* Median, with an interval that covers the true one in at least 95 of 100 comparisons, useful or not,
 * whatever the distribution, as long as pairs are independent of each other. */
typedef struct throng_bench_ratio {
    double median, low, high;
    int32_t pairs;
    int32_t useful; /* 0: the interval is wider than 15 % to either side, so that there is nothing to print */
} throng_bench_ratio;

/* How long a comparison takes. */
typedef struct throng_bench_effort {
    double sample_seconds;   /* a sample repeats its run until it takes this long */
    double row_seconds;      /* more pairs, unless the interval is narrow or this time is over */
    double baseline_seconds; /* a longer naive run works on part of the objects */
    int32_t pairs_least;     /* THRONG_BENCH_PAIRS_LEAST or more */
    int32_t threads;         /* of the yardstick; 0: none is timed */
    int32_t one_thread;      /* 1: samples keep one processor busy, so that they tell how long they waited */
} throng_bench_effort;

/* Seconds of work that is the same in each build and run, by so many threads at once. */
double throng_bench_yardstick(int32_t threads);
double throng_bench_wall(void);
double throng_bench_cpu(void); /* of the whole process */
double throng_bench_median(const throng_bench_times *times);
/* It covers the true median in at least 95 of 100 cases, if there are as many samples as the two below
 * take. */
void throng_bench_interval(const throng_bench_times *times, double *low, double *high);
void throng_bench_spread(const throng_bench_times *times, double *least, double *median, double *most);
/* Runs a and b alternately, after a warm-up of each; *ratio is about time of b / time of a. */
void throng_bench_compare(const throng_bench_effort *effort, const throng_bench_runner *a,
                          const throng_bench_runner *b, throng_bench_times *of_a, throng_bench_times *of_b,
                          throng_bench_ratio *ratio);
/* Runs one alone, for THRONG_BENCH_SAMPLES samples. */
void throng_bench_time_alone(const throng_bench_effort *effort, const throng_bench_runner *a,
                             throng_bench_times *times);

/* ---------------------------------------------------------------- the machine ----------------------- */

/* What the processor can do at best at one SIMD level on one thread, and its memory on all of them. */
typedef struct throng_bench_peak_rates {
    double root, root_division, inverse_root, multiply_add; /* nanoseconds per lane */
    double write, read, copy; /* bytes per second to and from memory; a copy's bytes count once */
    double all_write, all_read, all_copy;
    int32_t threads; /* how many "all" are; 0: not measured */
} throng_bench_peak_rates;

/* The best of what was measured so far and of a new measurement; zeros where the level is not available.
 * threads: for the memory beside one, 1: no others. Memory is measured once. */
void throng_bench_find_peak_rates(throng_isa isa, int32_t threads, throng_bench_peak_rates *peak_rates);
/* After the last of them: they keep 256 MiB from level to level. */
void throng_bench_release_far_memory(void);

typedef struct throng_bench_machine {
    char processor[128];
    int32_t cores;
    double memory_bytes;
    char system[128];
    char compiler[128];
    char flags[256];
    char commit[64];
    char date[32];
    double load; /* load average of the last minute when the run began */
} throng_bench_machine;

void throng_bench_find_machine(throng_bench_machine *machine);

/* ---------------------------------------------------------------- the run --------------------------- */

enum { THRONG_BENCH_SIZES = 8, THRONG_BENCH_PARTS = 8, THRONG_BENCH_NAME = 64, THRONG_BENCH_WHO = 16 };

typedef struct throng_bench_number {
    const char *name;
    double value;
} throng_bench_number;

/* The least work of a frame of any program: exact counts or lower bounds. */
typedef struct throng_bench_count {
    double roots, root_divisions; /* correctly rounded; a root and a division of each other count once */
    double inverse_roots;         /* 1 / root */
    double sums;                  /* a product and a sum, or a comparison */
    double bytes;                 /* read once and written once */
} throng_bench_count;

/* One line of the result. Numbers that do not apply are 0 and left out. */
typedef struct throng_bench_row {
    char scene[THRONG_BENCH_NAME];
    const char *workload;
    char operation[THRONG_BENCH_NAME];
    throng_bench_number sizes[THRONG_BENCH_SIZES];
    const char *backend;
    char device[128];
    const char *isa;
    char who[THRONG_BENCH_WHO]; /* the level, or "opencl", of several with its number */
    int32_t threads;
    throng_bench_times time;
    double pairs;       /* counted work */
    double ns_per_pair; /* of the median */
    const char *unit;   /* what a pair is; NULL: a pair */
    throng_bench_count least;
    double floor_share;   /* time at the machine's peak rate over time */
    const char *floor_of; /* which peak rate: "roots", "sums" or "memory" */
    char baseline[THRONG_BENCH_NAME];
    throng_bench_ratio ratio; /* time of the baseline / time of the row */
    double baseline_part;     /* share of the objects that the baseline worked on; 1: all */
    throng_bench_number parts[THRONG_BENCH_PARTS]; /* seconds */
    double write_rate, write_peak; /* bytes per second where nothing but the result is written */
    double memory_bytes, memory_bound, device_bytes; /* of the map; what it may be at most; on the device */
    uint64_t hash;
    int32_t repeated;   /* measured so often again, since it seemed slower than before */
    const char *choice; /* the backend that the library selects; NULL: not asked */
    double expected[2]; /* seconds on the CPU and on OpenCL that the selection expects */
    double regret;      /* how much longer the selected backend takes than the faster one */
    const char *rule;   /* the backend that the library selects without a calibration */
    double rule_regret; /* of that one */
} throng_bench_row;

/* Growth with the size: proportional to a power of it. */
typedef struct throng_bench_exponent {
    double exponent, low, high; /* least squares over logarithms, and what the points allow for */
} throng_bench_exponent;

enum { THRONG_BENCH_STOPS = 8 };

/* The expected growth. */
typedef enum throng_bench_law {
    THRONG_BENCH_CONSTANT,
    THRONG_BENCH_LINEAR,
    THRONG_BENCH_LINEAR_LOG,
    THRONG_BENCH_SQUARE
} throng_bench_law;

/* An operation over ascending sizes; everything else is constant or in proportion. */
typedef struct throng_bench_growth {
    char operation[THRONG_BENCH_NAME];
    const char *over; /* what the sizes count */
    const char *backend, *isa;
    char device[128], who[THRONG_BENCH_WHO];
    int32_t threads, count;
    double sizes[THRONG_BENCH_STOPS], seconds[THRONG_BENCH_STOPS], bytes[THRONG_BENCH_STOPS];
    throng_bench_law time_law, memory_law;
    throng_bench_exponent time, memory;
    double theory_time, theory_memory; /* largest allowed exponents */
    int32_t worse;                     /* 1: one is */
} throng_bench_growth;

/* Of a scene. */
typedef struct throng_bench_picture {
    char scene[THRONG_BENCH_NAME];
    char *data; /* "data:image/png;base64,..." */
} throng_bench_picture;

typedef struct throng_bench_options {
    const char *select, *workload, *baselines, *device; /* NULL: all */
    throng_backend backend;                             /* CPU: no device; OPENCL: not without one */
    int32_t threads;                                    /* for the rows with all threads */
    throng_isa isa;                                     /* the level compared with the baselines */
    int32_t list, quick, cpu_time, accept_inexact;
    int32_t exact;                       /* 1: words of `select` are whole names */
    int32_t parts;                       /* of crowds over parts, in each process; 0: as usual */
    const throng_transport *world, *own; /* of worlds, and of the bench; NULL: there is one process */
} throng_bench_options;

/* If there are several devices, each is measured. */
enum { THRONG_BENCH_DEVICES = 8 };
typedef struct throng_bench_device {
    char word[THRONG_BENCH_WHO]; /* its number; "": the only one, as --device and THRONG_DEVICE have it */
    char name[128];
    int32_t missing; /* 1: it cannot be opened, and that has been reported */
} throng_bench_device;

typedef struct throng_bench {
    throng_bench_options options;
    throng_bench_effort effort;
    throng_bench_machine machine;
    throng_bench_peak_rates peak_rates[THRONG_ISA_COUNT];
    throng_bench_row *rows;
    int32_t row_count, row_capacity, rows_before; /* before: the scene */
    throng_bench_growth *growths;
    int32_t growth_count, growth_capacity;
    throng_bench_picture *pictures;
    int32_t picture_count, draws; /* draws: 1, the report has pictures */
    throng_bench_device devices[THRONG_BENCH_DEVICES];
    int32_t device_count;
    uint32_t calibrated; /* bit d: costs of device d were measured in this run */
    int32_t listed;      /* scenes that were selected */
    int32_t variants;    /* that were compared in a scene */
    const char *unit;    /* of the scene's rows */
    int32_t mistakes;    /* variants or baselines with other results */
    int32_t progress;    /* 1: standard error is a terminal */
    FILE *table;         /* the stream for tables */
} throng_bench;

typedef struct throng_bench_workload {
    const char *name;
    const char *help;
    void (*run)(throng_bench *bench); /* lists its scenes where options.list is set */
} throng_bench_workload;

/* Finds the devices to measure: the one that --device or THRONG_DEVICE names, else each exact one. */
void throng_bench_find_devices(throng_bench *bench);
/* The first available device from this index on; -1: none. */
int32_t throng_bench_device_from(const throng_bench *bench, int32_t place);

void throng_bench_run_influence(throng_bench *bench);
void throng_bench_run_flow(throng_bench *bench);
void throng_bench_run_walk(throng_bench *bench);
void throng_bench_run_query(throng_bench *bench);
void throng_bench_run_potential(throng_bench *bench);
void throng_bench_run_trace(throng_bench *bench);
void throng_bench_run_choquet(throng_bench *bench);
void throng_bench_run_route(throng_bench *bench);
void throng_bench_run_crowd(throng_bench *bench);
void throng_bench_run_agents(throng_bench *bench);
void throng_bench_run_choice(throng_bench *bench);
void throng_bench_run_growth(throng_bench *bench);
void throng_bench_run_mpi(throng_bench *bench);

/* 1 if --select selects a scene, that is, if its name contains one of the words. Without --select all scenes
 * are selected, or in the quick suite those marked as quick. */
int32_t throng_bench_selected(const throng_bench *bench, const char *scene, int32_t quick);
/* Selects no further scene; may be called by a signal handler. */
void throng_bench_stop(void);
int32_t throng_bench_is_stopped(void);
/* One line of --list. */
void throng_bench_list(throng_bench *bench, const char *format, ...) THRONG_BENCH_PRINTF(2, 3);
/* 1 if --peers includes this one. */
int32_t throng_bench_has_baseline(const throng_bench *bench, const char *baseline);
/* The random state of a scene, different for each --seed. */
uint64_t throng_bench_seed(uint64_t scene);
/* A number of 0 to 1, below 1; and one of 0 to n - 1. */
float throng_bench_random(uint64_t *state);
int32_t throng_bench_below(uint64_t *state, int32_t n);
void throng_bench_set_seed(uint64_t value);
uint64_t throng_bench_get_seed(void);
/* 1 if a list of words, separated by commas, contains the name. */
int32_t throng_bench_names(const char *list, const char *name);
/* 1 if it contains the name or "all", or is NULL. */
int32_t throng_bench_in_list(const char *list, const char *name);
/* Copies the first unknown word of a list to `word`; NULL: there is none. */
const char *throng_bench_unknown_word(const char *list, const char *const *known, int32_t count,
                                      char word[THRONG_BENCH_NAME]);
/* The outside libraries of this build, separated by commas. */
const char *throng_bench_outside_names(void);
/* Which build of "rvo2" or "detour" this program has: the first digits of a hash of its file, "" where it
 * had none. NULL: it has none of that library. */
const char *throng_bench_outside_build(const char *word);
/* Prints "throng: bench: ..." and ends the program with 1. */
_Noreturn void throng_bench_fail(const char *format, ...) THRONG_BENCH_PRINTF(1, 2);
/* Both end the program if memory runs out. */
void *throng_bench_allocate(size_t count, size_t size); /* zeros */
void *throng_bench_allocate_aligned(size_t size);       /* to 64 bytes; the size too */
void throng_bench_check(const throng_context *context, throng_status status, const char *what);

/* ---------------------------------------------------------------- reports --------------------------- */

void throng_bench_progress(const throng_bench *bench, const char *format, ...) THRONG_BENCH_PRINTF(2, 3);
void throng_bench_print_head(const throng_bench *bench);
void throng_bench_print_peak_rates(const throng_bench *bench);
/* The description of a scene, and the titles of the columns. */
void throng_bench_print_scene(const throng_bench *bench, const char *format, ...) THRONG_BENCH_PRINTF(2, 3);
/* One more line about the scene. */
void throng_bench_print_note(const throng_bench *bench, const char *format, ...) THRONG_BENCH_PRINTF(2, 3);
/* The loss of the selected backends, over all rows with a useful ratio; by_rule: of those by the rule. */
typedef struct throng_bench_regret {
    double mean, worst;
    int32_t scenes, unsure; /* those without a useful ratio */
} throng_bench_regret;
throng_bench_regret throng_bench_regret_of(const throng_bench *bench, int32_t by_rule);
void throng_bench_print_regret(const throng_bench *bench);
/* Computes the share of the time that the machine needs at its peak rates, from row->time. */
void throng_bench_share(const throng_bench *bench, throng_isa isa, throng_bench_row *row);
/* Fits exponents to the times and bytes, compares them with the expected growth, keeps and prints the result;
 * faster growth is a mistake. */
void throng_bench_add_growth(throng_bench *bench, throng_bench_growth *growth);
/* Nanoseconds per agent of a row whose pairs are agents; 0: they are not. */
double throng_bench_ns_per_agent(const throng_bench_row *row);
/* Keeps the row for the JSON file and prints it. */
void throng_bench_add_row(throng_bench *bench, const throng_bench_row *row);
void throng_bench_write_markdown(const throng_bench *bench, FILE *file);
/* Runs the scenes of a list again; `run` does what is selected. Of each row that was there before, the faster
 * measurement stays. */
void throng_bench_repeat(throng_bench *bench, const char *scenes, void (*run)(throng_bench *bench));
/* The rows as CSV. */
void throng_bench_write_rows(const throng_bench *bench, FILE *file);
void throng_bench_release(throng_bench *bench);

/* ---------------------------------------------------------------- scenes and naive baselines ------------ */

/* Objects on a map, and two positions between which each moves. */
typedef struct throng_bench_objects {
    int32_t width, height, count;
    throng_grid grid;
    uint8_t *blocked; /* walls, for pictures; NULL: none */
    int32_t adjusted; /* 1: alpha is not 0 */
    throng_influence_object *objects;
    float *positions[2], *velocities[2];
    double pairs[2]; /* of cells and objects with d' <= max_distance, counted one by one */
} throng_bench_objects;

/* On a square grid. */
void throng_bench_objects_make(throng_bench_objects *field, int32_t width, int32_t height, int32_t count,
                               float distance, throng_decay decay, float alpha);
typedef struct throng_bench_objects_def {
    int32_t width, height, count;
    throng_grid grid;
    uint64_t number; /* other objects for each */
    float distance;
    throng_decay decay;
    float alpha;
} throng_bench_objects_def;
void throng_bench_objects_create(throng_bench_objects *field, const throng_bench_objects_def *def);
/* Fills the rest, once objects and positions are set. */
void throng_bench_objects_finish(throng_bench_objects *field);
void throng_bench_objects_release(throng_bench_objects *field);
/* Pairs of the first `count` objects at place 0 or 1. */
double throng_bench_objects_pairs(const throng_bench_objects *field, int32_t place, int32_t count);

/* Adds objects to a map, as code without a library would. One source, compiled in three ways. */
typedef void throng_bench_naive(float *values, const throng_bench_objects *field,
                                const throng_influence_object *objects, int32_t count);
throng_bench_naive throng_bench_naive_strict; /* -O2 */
throng_bench_naive throng_bench_naive_fast;   /* -O3 -ffast-math -march=native */
throng_bench_naive
    throng_bench_naive_lanes; /* the same, and written without a branch so that it is vectorised */
throng_bench_naive throng_bench_naive_table; /* of units on tiles; bench/baselines/footprint_table.c */

#endif
