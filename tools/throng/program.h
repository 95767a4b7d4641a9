/* What the files of the program `throng` share. The program uses the public interface alone, so it is an
 * example too. Functions that can fail return an exit code and have already told the user: 0 done, 1 failed
 * at run time, 2 wrong usage or bad input. The caller passes the code on and prints nothing more, so there
 * is exactly one line on standard error. */
#ifndef THRONG_PROGRAM_PROGRAM_H
#define THRONG_PROGRAM_PROGRAM_H

#include <throng/throng.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define THRONG_APP_OK 0
#define THRONG_APP_FAILED 1
#define THRONG_APP_USAGE 2

#if defined(__GNUC__)
#define THRONG_APP_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#else
#define THRONG_APP_PRINTF(text, rest)
#endif

/* ---------------------------------------------------------------- text: messages, numbers, files in -- */

/* Prints "throng: what: why" as one line, whatever the texts hold, and returns the code. */
int throng_app_reject(int code, const char *what, const char *format, ...) THRONG_APP_PRINTF(3, 4);
int throng_app_reject_memory(const char *what);

/* The text for a message: control characters become '?', long ones are cut. */
const char *throng_app_quote(char buffer[64], const char *text, size_t length);

/* Both refuse empty text, spaces, hexadecimal, nan and infinity; 0 on success. `exact` keeps what the
 * float rounds away, so that "below 1" can be told from 1. */
int throng_app_parse_float(const char *text, size_t length, float *value, double *exact);
int throng_app_parse_integer(const char *text, int64_t low, int64_t high, int64_t *value);

/* A whole file, or standard input for "-", with a 0 behind it. Free `data`. */
typedef struct throng_app_text {
    char *data;
    size_t length;
    const char *name; /* for messages */
} throng_app_text;
int throng_app_read(const char *path, throng_app_text *text);

/* Goes through the lines of a text; the byte-order mark and the carriage returns are taken away. */
typedef struct throng_app_lines {
    const char *next;
    const char *end;
    int32_t number; /* of the line given last, from 1 */
} throng_app_lines;
throng_app_lines throng_app_lines_begin(const throng_app_text *text);
int throng_app_lines_next(throng_app_lines *lines, const char **line, size_t *length);

/* ---------------------------------------------------------------- options ---------------------------- */

typedef enum throng_app_kind {
    THRONG_APP_FLAG,     /* int32_t: 1 */
    THRONG_APP_TEXT,     /* const char * */
    THRONG_APP_OPTIONAL, /* const char *: "" where the option stands alone */
    THRONG_APP_INTEGER,  /* int32_t in low..high */
    THRONG_APP_SEED,     /* uint64_t */
    THRONG_APP_NUMBER,   /* float in low..high */
    THRONG_APP_CHOICE,   /* int32_t: position in names */
    THRONG_APP_SIZE      /* int32_t[2]: "WxH" */
} throng_app_kind;

typedef struct throng_app_option {
    const char *name;
    const char *value; /* its name in the help, NULL for a flag */
    const char *help;  /* lines parted by \n */
    throng_app_kind kind;
    void *target;
    double low, high;
    const char *const *names; /* ends with NULL */
    int32_t given;            /* set by parsing */
} throng_app_option;

typedef struct throng_app_common {
    int32_t backend, isa; /* as in throng.h */
    int32_t threads, repeat, accept_inexact;
    uint64_t seed;
    const char *device, *out, *png, *json; /* NULL: not given */
} throng_app_common;

#define THRONG_APP_COMMON_OPTIONS 10
#define THRONG_APP_MAX_OPTIONS 40

/* Sets the defaults and writes THRONG_APP_COMMON_OPTIONS entries that point into `common`. */
void throng_app_common_options(throng_app_common *common, throng_app_option *options);
/* Where one of these means a little more, something else, or nothing: what --help says of it. */
void throng_app_explain(throng_app_option *options, const char *name, const char *help);
/* Where one of these takes other numbers. */
void throng_app_limit(throng_app_option *options, const char *name, double low, double high);
/* argv[0] is the subcommand. *help is 1 where --help was given, and nothing else is looked at then. */
int throng_app_parse(int argc, char **argv, throng_app_option *options, int32_t count, int32_t *help);
void throng_app_print_options(const throng_app_option *options, int32_t count);

/* ---------------------------------------------------------------- contexts --------------------------- */

/* Keeps the library's last words, because a context that was not created has no message of its own. */
typedef struct throng_app_log {
    char error[512];
    char warning[512];
} throng_app_log;

int throng_app_context_create(const throng_app_common *common, int32_t profile, throng_app_log *log,
                              throng_context **context);
/* Turns a failed call into the one line and an exit code; THRONG_OK gives 0. */
int throng_app_check(const throng_context *context, throng_status status, const char *what);

/* ---------------------------------------------------------------- maps and tables -------------------- */

typedef struct throng_app_map {
    int32_t width, height;
    char *cells; /* row by row, the file's letters; NULL: no map, all free */
} throng_app_map;
int throng_app_map_load(const char *path, throng_app_map *map);
int throng_app_map_free(const throng_app_map *map, int32_t column, int32_t row);
/* The map's walls as terrain; a map without cells has none. */
int throng_app_map_terrain(throng_context *context, const throng_app_map *map, throng_terrain **terrain);

typedef struct throng_app_column {
    const char *name;
    int32_t required;
    float fallback; /* where the column is missing */
    double low, high;
    int32_t low_open, high_open; /* 1: the limit itself is refused */
} throng_app_column;

/* Of whole numbers that a float may not hold. */
typedef struct throng_app_whole {
    const char *name;
    int32_t required;
    uint64_t fallback; /* where the column is missing */
    int64_t low;
    uint64_t high;
} throng_app_whole;

typedef struct throng_app_table {
    const char *name; /* of the file, for messages */
    int32_t rows, columns, whole_columns;
    int32_t header;   /* the line that it stood in */
    uint32_t given;   /* bit i: it names column i; whole numbers come behind the others */
    float *values;    /* rows x columns, in the order of the column list */
    uint64_t *wholes; /* rows x whole_columns; those below 0 are 2^64 more */
    int32_t *lines;   /* where each row stood */
} throng_app_table;
int throng_app_table_load(const char *path, const throng_app_column *columns, int32_t count,
                          throng_app_table *table);
/* With columns of whole numbers besides; at most 32 in all. */
int throng_app_table_load_wholes(const char *path, const throng_app_column *columns, int32_t count,
                                 const throng_app_whole *wholes, int32_t vi_masked_increment,
                                 throng_app_table *table);
void throng_app_table_release(throng_app_table *table);

/* ---------------------------------------------------------------- files out -------------------------- */

#define THRONG_APP_MAX_OUTPUTS 6

/* Output goes to a new file beside the target, which takes the target's name when all is done. */
typedef struct throng_app_output {
    const char *option; /* "--out" */
    const char *path;   /* as given */
    char *target;       /* where links lead to, also where nothing is there yet */
    char *temporary;    /* NULL: written in place (standard output, a device) */
    FILE *stream;
} throng_app_output;

typedef struct throng_app_outputs {
    throng_app_output list[THRONG_APP_MAX_OUTPUTS];
    int32_t count;
} throng_app_outputs;

/* Opens an output and gives its stream; a NULL path gives a NULL stream. */
int throng_app_output_open(throng_app_outputs *outputs, const char *option, const char *path, FILE **stream);
/* 1 where one of them is standard output. */
int throng_app_output_uses_stdout(const throng_app_outputs *outputs);
/* Closes all, then renames all; on failure nothing is renamed. */
int throng_app_output_finish(throng_app_outputs *outputs);
/* Drops what was not finished; harmless after finish. */
void throng_app_output_discard(throng_app_outputs *outputs);

typedef enum throng_app_format { THRONG_APP_NPY, THRONG_APP_CSV } throng_app_format;
/* By the ending; "-" is CSV. */
int throng_app_output_format(const char *path, throng_app_format *format);
/* Errors stay in the stream, where finish finds them. */
void throng_app_write_values(FILE *stream, throng_app_format format, const float *values, int32_t rows,
                             int32_t columns);
/* The .npy alone, piece by piece: what there is, then all values, row by row. */
void throng_app_write_npy_head(FILE *stream, int64_t rows, int32_t columns);
void throng_app_write_npy_values(FILE *stream, const float *values, size_t count);

/* ---------------------------------------------------------------- pictures --------------------------- */

typedef struct throng_app_color {
    uint8_t red, green, blue;
} throng_app_color;

typedef struct throng_app_canvas {
    int32_t width, height;
    throng_app_color *pixels;
} throng_app_canvas;

int throng_app_canvas_create(throng_app_canvas *canvas, int32_t width, int32_t height, throng_app_color fill);
void throng_app_canvas_box(throng_app_canvas *canvas, int32_t x, int32_t y, int32_t width, int32_t height,
                           throng_app_color color);
void throng_app_canvas_frame(throng_app_canvas *canvas, int32_t x, int32_t y, int32_t width, int32_t height,
                             throng_app_color color);
void throng_app_canvas_disc(throng_app_canvas *canvas, double x, double y, double radius,
                            throng_app_color color);
void throng_app_canvas_line(throng_app_canvas *canvas, double x0, double y0, double x1, double y1,
                            double width, throng_app_color color);
/* A circle's line. */
void throng_app_canvas_ring(throng_app_canvas *canvas, double x, double y, double radius, double width,
                            throng_app_color color);
/* Capitals, digits and a little punctuation, 5 x 7 dots of `scale` pixels. */
void throng_app_canvas_text(throng_app_canvas *canvas, int32_t x, int32_t y, int32_t scale, const char *text,
                            throng_app_color color);
/* Through libpng; `comment` goes into the file. Refuses on its own. */
int throng_app_canvas_write(const throng_app_canvas *canvas, FILE *stream, const char *path,
                            const char *comment);

/* A field of values over a grid, and the part of it that is drawn. */
typedef struct throng_app_field {
    const float *values;
    int32_t width, height;
    throng_grid grid;
    const throng_app_map *map; /* walls are drawn where there is one */
    double scale;              /* the magnitude that has the full colour */
    int32_t contours;          /* lines of equal value for each sign, 0: none */
} throng_app_field;

/* From blue over green to pale yellow, none of them dark, for 0 to 1. */
throng_app_color throng_app_heat(double part);
double throng_app_field_largest(const float *values, size_t count);
/* Cell units: how far the field reaches to the right and down. */
void throng_app_field_extent(const throng_app_field *field, double *width, double *height);
/* Draws the part of the field that begins at (left, top), `step` cells to the pixel, into a box. */
void throng_app_field_draw(const throng_app_field *field, double left, double top, double step,
                           throng_app_canvas *canvas, int32_t x, int32_t y, int32_t width, int32_t height);
/* The whole field on a canvas of its own, small ones enlarged; *scale: pixels for a cell. Free its pixels. */
int throng_app_field_canvas(const throng_app_field *field, throng_app_canvas *canvas, double *scale);
/* The same in a file. */
int throng_app_field_write(const throng_app_field *field, FILE *stream, const char *path);

/* ---------------------------------------------------------------- reports ---------------------------- */

typedef struct throng_app_times {
    double *seconds; /* one for each run */
    int32_t count;
} throng_app_times;

typedef struct throng_app_size {
    const char *name;
    int64_t value;
} throng_app_size;

typedef struct throng_app_report {
    const char *backend, *device, *isa, *operation;
    int32_t threads;
    throng_app_size sizes[8];
    int32_t size_count;
    /* compute, kernel, resident, with_copy; count 0: left out */
    throng_app_times compute, kernel, resident, with_copy;
    uint64_t hash;
} throng_app_report;

void throng_app_spread(const throng_app_times *times, double *least, double *median, double *most);
int throng_app_report_write(const throng_app_report *report, FILE *stream);

/* FNV-1a, 64 bits, over the values as little-endian float32. */
uint64_t throng_app_hash(const float *values, size_t count);
#define THRONG_APP_HASH_START 14695981039346656037u
/* Goes on with the words of one more value. */
uint64_t throng_app_hash_word(uint64_t hash, uint32_t word);
double throng_app_seconds(void);
/* A bar of words on a terminal, nothing in a pipe; done >= total wipes it away. */
void throng_app_progress(const char *what, int32_t done, int32_t total);

/* ---------------------------------------------------------------- influence -------------------------- */

/* The options of `throng influence`. */
typedef struct throng_app_influence {
    throng_app_common common;
    const char *map_path, *objects_path, *compare_path;
    int32_t size[2];
    int32_t random, squads; /* random -1: not given */
    int32_t mode, decay, grid, motion;
    float cell, offset;
} throng_app_influence;

enum { THRONG_APP_MOTION_ADJUST = 0, THRONG_APP_MOTION_OFFSET = 1, THRONG_APP_MOTION_NONE = 2 };

typedef struct throng_app_objects {
    throng_influence_object *list;
    int32_t count;
    throng_app_table table; /* where they came from; no rows for random ones */
} throng_app_objects;

/* From --objects or --random, with alpha and offset as in their source. */
int throng_app_objects_make(const throng_app_influence *options, const throng_app_map *map,
                            throng_app_objects *objects);
void throng_app_objects_release(throng_app_objects *objects);
/* Applies --motion to one object. */
throng_influence_object throng_app_objects_moved(const throng_influence_object *object, int32_t motion,
                                                 float offset);
/* Sets the objects of a layer; a refused one is told with its file and line. */
int throng_app_objects_set(throng_context *context, throng_influence *influence, int32_t layer,
                           const throng_app_objects *source, const throng_influence_object *list);
/* terrain: for path and adjacent mode, else NULL. */
throng_influence_def throng_app_influence_def(const throng_app_influence *options, const throng_app_map *map,
                                              const throng_app_objects *objects, throng_terrain *terrain);

/* Plain, offset and adjusted side by side in one picture. */
int throng_app_compare(throng_context *context, const throng_app_influence *options,
                       const throng_app_map *map, const throng_app_objects *objects, throng_terrain *terrain,
                       FILE *stream);

/* ---------------------------------------------------------------- measures --------------------------- */

typedef struct throng_app_measure {
    throng_measure_def def;
    const char *weights, *table_path; /* as given; NULL: not given */
    int32_t allow_non_monotone;
    float *table; /* of the file */
} throng_app_measure;

#define THRONG_APP_MEASURE_OPTIONS 7

/* Sets the defaults and writes THRONG_APP_MEASURE_OPTIONS entries that point into `measure`. */
void throng_app_measure_options(throng_app_measure *measure, throng_app_option *options);
/* Once the options are parsed: fills the def, the number of types with it. */
int throng_app_measure_load(throng_app_measure *measure, const throng_app_option *options);
/* What was made stays to be destroyed, also where it is refused. */
int throng_app_measure_create(const throng_app_measure *measure, throng_context *context,
                              throng_measure **made);
void throng_app_measure_release(throng_app_measure *measure);

/* ---------------------------------------------------------------- subcommands ------------------------ */

/* Which commit the program was built from; "unknown" outside a repository. */
const char *throng_app_commit(void);

int throng_app_bench(int argc, char **argv);
int throng_app_calibrate(int argc, char **argv);
int throng_app_devices(int argc, char **argv);
int throng_app_run_influence(int argc, char **argv);
int throng_app_distance(int argc, char **argv);
int throng_app_choquet(int argc, char **argv);
int throng_app_crowd(int argc, char **argv);
int throng_app_path(int argc, char **argv);
int throng_app_potential(int argc, char **argv);

#endif
