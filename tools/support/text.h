/* Numbers in text, and text files read line by line. */
#ifndef THRONG_TOOLS_SUPPORT_TEXT_H
#define THRONG_TOOLS_SUPPORT_TEXT_H

#include "tools/support/message.h"

/* Both reject empty text, spaces, hexadecimal, nan and infinity; 0 on success. `exact` keeps what the float
 * rounds away, so that "below 1" can be told from 1. */
int parse_float(const char *text, size_t length, float *value, double *exact);
int parse_integer(const char *text, int64_t low, int64_t high, int64_t *value);

/* A whole file, or standard input for "-", with a 0 at its end. Free `data`. */
typedef struct text_file {
    char *data;
    size_t length;
    const char *name; /* for messages */
} text_file;

int text_read(const char *path, text_file *text);

/* Iterates over the lines of a text, without byte-order mark and carriage returns. */
typedef struct text_lines {
    const char *next, *end;
    int32_t number; /* of the current line, from 1 */
} text_lines;

text_lines text_lines_begin(const text_file *text);
int text_lines_next(text_lines *lines, const char **line, size_t *length);

#endif
