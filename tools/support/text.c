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

static int drop(text_stream *in, int code)
{
    free(in->text.data);
    in->text.data = NULL;
    text_close(in);
    return code;
}

int text_open(const char *path, text_stream *in)
{
    const int input = strcmp(path, "-") == 0;
    *in = (text_stream){.text.name = input ? "standard input" : path};
    in->stream = input ? stdin : fopen(path, "rb");
    if (in->stream)
        return PROGRAM_OK;
    const int reason = errno;
    return reject_usage(*path == '\0' ? "empty file name" : path,
                        "cannot be opened: %s; name a readable file", strerror(reason));
}

/* A pipe does not know its length, so the buffer grows as the bytes come. */
static int enlarge(text_stream *in)
{
    const size_t capacity = in->capacity == 0 ? 1u << 16 : 2 * in->capacity;
    char *larger = capacity > in->capacity ? realloc(in->text.data, capacity) : NULL;
    if (!larger)
        return 1;
    in->text.data = larger;
    in->capacity = capacity;
    return 0;
}

int text_fill(text_stream *in, size_t most)
{
    text_file *text = &in->text;
    while (!in->ended && text->length < most) {
        if (in->capacity < text->length + 2 && enlarge(in) != 0)
            return drop(in, reject_memory(text->name));
        const size_t room = in->capacity - 1 - text->length, left = most - text->length;
        text->length += fread(text->data + text->length, 1, room < left ? room : left, in->stream);
        if (ferror(in->stream)) {
            const int reason = errno;
            return drop(
                in, reject_usage(text->name, "cannot be read: %s; name a readable file", strerror(reason)));
        }
        in->ended = feof(in->stream) != 0;
        text->data[text->length] = '\0';
    }
    return PROGRAM_OK;
}

void text_close(text_stream *in)
{
    if (in->stream && in->stream != stdin)
        (void)fclose(in->stream);
    in->stream = NULL;
}

int text_read(const char *path, text_file *text)
{
    text_stream in;
    int code = text_open(path, &in);
    code = code ? code : text_fill(&in, SIZE_MAX);
    text_close(&in);
    *text = in.text;
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
