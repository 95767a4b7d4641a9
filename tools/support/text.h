/* Numbers in text, and text files read line by line. */
#ifndef THRONG_TOOLS_SUPPORT_TEXT_H
#define THRONG_TOOLS_SUPPORT_TEXT_H

#include "tools/support/message.h"

#include <stdio.h>

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

/* The same in parts, for files that tell at their beginning how large they are. After a failure there is no
 * text. */
typedef struct text_stream {
    FILE *stream;
    text_file text; /* what was read so far */
    size_t capacity;
    int32_t ended; /* 1: that is all of the file */
} text_stream;

int text_open(const char *path, text_stream *in);
/* Reads until there are `most` bytes, or the file has ended. */
int text_fill(text_stream *in, size_t most);
/* Closes the file and keeps the text. */
void text_close(text_stream *in);

/* Iterates over the lines of a text, without byte-order mark and carriage returns. */
typedef struct text_lines {
    const char *next, *end;
    int32_t number; /* of the current line, from 1 */
} text_lines;

text_lines text_lines_begin(const text_file *text);
int text_lines_next(text_lines *lines, const char **line, size_t *length);

#endif
