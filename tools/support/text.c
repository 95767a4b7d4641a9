/* Numbers in text, and text files read line by line. */
#include "tools/support/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int parse_float(const char *text, size_t length, float *value, double *exact)
{
    char copy[128], *end = NULL;
    if (length == 0 || length >= sizeof copy || strspn(text, "+-.0123456789eE") < length)
        return 1;
    memcpy(copy, text, length);
    copy[length] = '\0';
    *exact = strtod(copy, &end);
    if (*end != '\0' || end == copy || !isfinite(*exact))
        return 1;
    *value = strtof(copy, &end);
    return isfinite(*value) ? 0 : 1;
}

int parse_integer(const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end = NULL;
    const size_t sign = *text == '-' || *text == '+' ? 1 : 0;
    if (text[sign] == '\0' || strspn(text + sign, "0123456789") != strlen(text + sign))
        return 1;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno != 0 || number < low || number > high)
        return 1;
    *value = number;
    return 0;
}

/* A pipe does not know its length, so the buffer grows as the bytes come. */
static int read_stream(FILE *stream, text_file *text)
{
    size_t capacity = 1u << 16;
    text->data = malloc(capacity);
    text->length = 0;
    while (text->data) {
        text->length += fread(text->data + text->length, 1, capacity - 1 - text->length, stream);
        if (ferror(stream)) {
            const int reason = errno;
            return reject_usage(text->name, "cannot be read: %s; name a readable file", strerror(reason));
        }
        if (feof(stream)) {
            text->data[text->length] = '\0';
            return PROGRAM_OK;
        }
        if (capacity - 1 == text->length) {
            char *larger = capacity > SIZE_MAX / 2 ? NULL : realloc(text->data, 2 * capacity);
            if (!larger)
                break;
            text->data = larger;
            capacity *= 2;
        }
    }
    return reject_memory(text->name);
}

int text_read(const char *path, text_file *text)
{
    const int input = strcmp(path, "-") == 0;
    text->data = NULL;
    text->length = 0;
    text->name = input ? "standard input" : path;
    FILE *stream = input ? stdin : fopen(path, "rb");
    if (!stream) {
        const int reason = errno;
        return reject_usage(*path == '\0' ? "empty file name" : path,
                            "cannot be opened: %s; name a readable file", strerror(reason));
    }
    const int code = read_stream(stream, text);
    if (!input)
        (void)fclose(stream);
    if (code) {
        free(text->data);
        text->data = NULL;
    }
    return code;
}

text_lines text_lines_begin(const text_file *text)
{
    text_lines lines = {text->data, text->data + text->length, 0};
    if (text->length >= 3 && memcmp(text->data, "\xEF\xBB\xBF", 3) == 0)
        lines.next += 3;
    return lines;
}

int text_lines_next(text_lines *lines, const char **line, size_t *length)
{
    if (lines->next >= lines->end)
        return 0;
    const size_t left = (size_t)(lines->end - lines->next);
    const char *stop = memchr(lines->next, '\n', left);
    *line = lines->next;
    *length = stop ? (size_t)(stop - lines->next) : left;
    lines->next += stop ? *length + 1 : left;
    lines->number++;
    if (*length > 0 && (*line)[*length - 1] == '\r')
        *length -= 1;
    return 1;
}
