/* Files that the program writes: a new file beside the target, renamed when everything has been written. */
#ifndef THRONG_TOOLS_OUTPUTS_H
#define THRONG_TOOLS_OUTPUTS_H

#include "tools/throng/options.h"

enum { OUTPUTS_MOST = 6 };

typedef struct output_file {
    char option[24];  /* "--out" */
    const char *path; /* as given */
    char *target;     /* with links resolved, also if it does not exist yet */
    char *temporary;  /* NULL: written in place (standard output, a device) */
    FILE *stream;
} output_file;

typedef struct output_set {
    output_file list[OUTPUTS_MOST];
    int32_t count;
} output_set;

/* Opens the file of an option; a path of NULL leaves its stream NULL. */
int outputs_open(output_set *outputs, const char *option, program_file *file);
/* 1 if one of them is standard output. */
int outputs_use_stdout(const output_set *outputs);
/* Closes all, then renames all; on failure nothing is renamed. */
int outputs_finish(output_set *outputs);
/* The same for the file with this path alone, before the others; on failure none of them will be renamed. */
int outputs_finish_early(output_set *outputs, const char *path);
/* Removes what was not finished; does nothing after outputs_finish(). */
void outputs_discard(output_set *outputs);

typedef enum output_format { OUTPUT_CSV, OUTPUT_NPY } output_format;
#define OUTPUT_EXACT (1 << 24) /* integers up to here are floats, as an .npy has them */

/* By the ending of the path; "-" is CSV. */
int output_format_of(const char *path, output_format *format);
/* Errors stay in the stream, where outputs_finish() finds them. */
void output_write_values(FILE *stream, output_format format, const float *values, int32_t rows,
                         int32_t columns);
/* .npy in parts: the header, then all values row by row. */
void npy_write_header(FILE *stream, int64_t rows, int32_t columns);
void npy_write_values(FILE *stream, const float *values, size_t count);

#endif
