/* Tables in CSV: a header with the column names in any order, then numbers. '#' starts a comment. A first
 * column without a name, as pandas and R write it in front, is passed over. */
#ifndef THRONG_TOOLS_SUPPORT_CSV_H
#define THRONG_TOOLS_SUPPORT_CSV_H

#include "tools/support/message.h"

typedef struct csv_column {
    const char *name;
    int32_t required;
    float fallback; /* if the column is missing */
    double low, high;
    int32_t low_open, high_open; /* if 1, the limit itself is rejected */
} csv_column;

/* A column of integers that a float may not represent. */
typedef struct csv_whole {
    const char *name;
    int32_t required;
    uint64_t fallback; /* if the column is missing */
    int64_t low;
    uint64_t high;
} csv_whole;

typedef struct csv_table {
    const char *name; /* of the file, for messages */
    int32_t rows, columns, whole_columns;
    int32_t header;   /* its line */
    uint32_t given;   /* bit i: the header names column i; integer columns follow the others */
    float *values;    /* rows x columns, in the order of the column list */
    float *lacks;     /* what these are less than what was written, for places far from the origin */
    uint64_t *wholes; /* rows x whole_columns; negative values in two's complement */
    int32_t *lines;   /* line of each row */
} csv_table;

int csv_load(const char *path, const csv_column *columns, int32_t count, csv_table *table);
/* The same with integer columns; at most 32 columns in all. */
int csv_load_wholes(const char *path, const csv_column *columns, int32_t count, const csv_whole *wholes,
                    int32_t whole_count, csv_table *table);
void csv_release(csv_table *table);
/* The number that was written, which a float may not represent. */
double csv_written(const csv_table *table, int32_t row, int32_t column);
/* Rejects a value: "line N, column "name": why". */
int csv_reject(const csv_table *table, int32_t line, const char *column, const char *format, ...)
    PROGRAM_PRINTF(4, 5);

#endif
