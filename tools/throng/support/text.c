/* Messages, numbers and files in. */
#include "tools/throng/program.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* One line, whatever a file name or a compiler's log brings along. */
static void one_line(char *text)
{
    for (char *c = text; *c != '\0'; ++c) {
        if ((unsigned char)*c < 32 || *c == 127) {
            *c = ' ';
        }
    }
}

int throng_app_reject(int code, const char *what, const char *format, ...)
{
    char why[1200];
    char line[1600];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    (void)snprintf(line, sizeof line - 1, "throng: %.300s: %s", what, why);
    one_line(line);
    throng_app_progress("", 0, 0);
    (void)fprintf(stderr, "%s\n", line);
    return code;
}

int throng_app_reject_memory(const char *what)
{
    return throng_app_reject(THRONG_APP_FAILED, what,
                             "not enough memory; try a smaller map or fewer objects");
}

const char *throng_app_quote(char buffer[64], const char *text, size_t length)
{
    size_t kept = length < 48 ? length : 48;
    for (size_t i = 0; i < kept; ++i) {
        unsigned char c = (unsigned char)text[i];
        buffer[i] = (char)(c < 32 || c == 127 ? '?' : c);
    }
    (void)snprintf(buffer + kept, 64 - kept, "%s", kept < length ? "..." : "");
    return buffer;
}

int throng_app_parse_float(const char *text, size_t length, float *value, double *exact)
{
    char copy[128];
    char *end = NULL;
    if (length == 0 || length >= sizeof copy || strspn(text, "+-.0123456789eE") < length) {
        return 1;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    *exact = strtod(copy, &end);
    if (*end != '\0' || end == copy || !isfinite(*exact)) {
        return 1;
    }
    *value = strtof(copy, &end);
    return isfinite(*value) ? 0 : 1;
}

int throng_app_parse_integer(const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end = NULL;
    size_t sign = *text == '-' || *text == '+' ? 1 : 0;
    if (text[sign] == '\0' || strspn(text + sign, "0123456789") != strlen(text + sign)) {
        return 1;
    }
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno != 0 || number < low || number > high) {
        return 1;
    }
    *value = number;
    return 0;
}

/* A pipe does not know its length, so the buffer grows as the bytes come. */
static int read_stream(FILE *stream, throng_app_text *text)
{
    size_t capacity = 1u << 16;
    text->data = malloc(capacity);
    text->length = 0;
    while (text->data != NULL) {
        text->length += fread(text->data + text->length, 1, capacity - 1 - text->length, stream);
        if (ferror(stream)) {
            int reason = errno;
            return throng_app_reject(THRONG_APP_USAGE, text->name, "cannot be read: %s; name a readable file",
                                     strerror(reason));
        }
        if (feof(stream)) {
            text->data[text->length] = '\0';
            return THRONG_APP_OK;
        }
        if (capacity - 1 == text->length) {
            char *larger = capacity > SIZE_MAX / 2 ? NULL : realloc(text->data, 2 * capacity);
            if (larger == NULL) {
                break;
            }
            text->data = larger;
            capacity *= 2;
        }
    }
    return throng_app_reject_memory(text->name);
}

int throng_app_read(const char *path, throng_app_text *text)
{
    int input = strcmp(path, "-") == 0;
    text->data = NULL;
    text->length = 0;
    text->name = input ? "standard input" : path;
    FILE *stream = input ? stdin : fopen(path, "rb");
    if (stream == NULL) {
        int reason = errno;
        return throng_app_reject(THRONG_APP_USAGE, *path == '\0' ? "empty file name" : path,
                                 "cannot be opened: %s; name a readable file", strerror(reason));
    }
    int code = read_stream(stream, text);
    if (!input) {
        (void)fclose(stream);
    }
    if (code != THRONG_APP_OK) {
        free(text->data);
        text->data = NULL;
    }
    return code;
}

throng_app_lines throng_app_lines_begin(const throng_app_text *text)
{
    throng_app_lines lines = {text->data, text->data + text->length, 0};
    if (text->length >= 3 && memcmp(text->data, "\xEF\xBB\xBF", 3) == 0) {
        lines.next += 3;
    }
    return lines;
}

int throng_app_lines_next(throng_app_lines *lines, const char **line, size_t *length)
{
    if (lines->next >= lines->end) {
        return 0;
    }
    size_t left = (size_t)(lines->end - lines->next);
    const char *stop = memchr(lines->next, '\n', left);
    *line = lines->next;
    *length = stop != NULL ? (size_t)(stop - lines->next) : left;
    lines->next += stop != NULL ? *length + 1 : left;
    lines->number += 1;
    if (*length > 0 && (*line)[*length - 1] == '\r') {
        *length -= 1;
    }
    return 1;
}
