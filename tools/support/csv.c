/* Tables in CSV. */
#include "tools/support/csv.h"
#include "tools/support/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COLUMNS 32
#define UNNAMED (-1) /* the row numbers that other programs write in front */

typedef struct field {
    const char *text;
    size_t length;
} field;

typedef struct reader {
    const csv_column *columns;
    const csv_whole *wholes;
    int32_t count, whole_count;
    /* field of the file -> column of the list; integer columns follow the others; UNNAMED: passed over */
    int32_t order[MAX_COLUMNS];
    int32_t fields; /* in the header */
    int32_t line;
    size_t capacity;
    csv_table *table;
} reader;

static int blank(char c) { return c == ' ' || c == '\t'; }

/* Without spaces around a value, and without one pair of quotes, which some programs put around every
 * value. */
static field trimmed(const char *text, size_t length)
{
    while (length > 0 && blank(text[length - 1]))
        length--;
    while (length > 0 && blank(*text)) {
        text++;
        length--;
    }
    if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
        text++;
        length -= 2;
    }
    return (field){text, length};
}

/* Returns the number of fields, which may be larger than MAX_COLUMNS; the first ones are kept. */
static int32_t split(const char *line, size_t length, field fields[MAX_COLUMNS])
{
    const char *end = line + length;
    int32_t count = 0;
    for (;;) {
        const char *comma = memchr(line, ',', (size_t)(end - line));
        const char *stop = comma ? comma : end;
        if (count < MAX_COLUMNS)
            fields[count] = trimmed(line, (size_t)(stop - line));
        count += count < INT32_MAX ? 1 : 0;
        if (!comma)
            return count;
        line = comma + 1;
    }
}

static const char *column_name(const reader *in, int32_t column)
{
    return column < in->count ? in->columns[column].name : in->wholes[column - in->count].name;
}

static int32_t find_column(const reader *in, field name)
{
    for (int32_t i = 0; i < in->count + in->whole_count; i++) {
        const char *known = column_name(in, i);
        if (strlen(known) == name.length && memcmp(known, name.text, name.length) == 0)
            return i;
    }
    return -1;
}

static const char *known_names(const reader *in, char *buffer, size_t size)
{
    size_t used = 0;
    buffer[0] = '\0';
    for (int32_t i = 0; i < in->count + in->whole_count && used < size; i++) {
        const int wrote = snprintf(buffer + used, size - used, "%s%s", i > 0 ? "," : "", column_name(in, i));
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    return buffer;
}

/* Another separator than the comma, which is the reason why a field is no name and no number; NULL: none. */
static const char *other_separator(const char *text, size_t length)
{
    return memchr(text, ';', length) ? "semicolons" : memchr(text, '\t', length) ? "tabs" : NULL;
}

static int reject_separator(const reader *in, const char *found)
{
    return reject_usage(in->table->name, "line %d: values are separated by %s; separate them by commas",
                        (int)in->line, found);
}

static int reject_column(const reader *in, field name)
{
    char quote[64], names[400];
    const char *separator = other_separator(name.text, name.length);
    if (separator)
        return reject_separator(in, separator);
    return reject_usage(in->table->name, "line %d: unknown column \"%s\"; the columns are %s", (int)in->line,
                        text_quote(quote, name.text, name.length), known_names(in, names, sizeof names));
}

static int read_header(reader *in, const char *line, size_t length)
{
    char quote[64];
    field fields[MAX_COLUMNS];
    int32_t seen[MAX_COLUMNS] = {0};
    const int32_t count = split(line, length, fields);
    in->fields = count < MAX_COLUMNS ? count : MAX_COLUMNS;
    in->table->header = in->line;
    for (int32_t i = 0; i < in->fields; i++) {
        const int32_t column = find_column(in, fields[i]);
        in->order[i] = UNNAMED;
        if (i == 0 && count > 1 && fields[i].length == 0)
            continue;
        if (column < 0)
            return reject_column(in, fields[i]);
        if (seen[column])
            return reject_usage(in->table->name, "line %d: column \"%s\" occurs twice; keep one",
                                (int)in->line, text_quote(quote, fields[i].text, fields[i].length));
        seen[column] = 1;
        in->order[i] = column;
        in->table->given |= 1u << column;
    }
    for (int32_t i = 0; i < in->count + in->whole_count; i++) {
        const int32_t whole = i - in->count;
        if ((whole < 0 ? in->columns[i].required : in->wholes[whole].required) && !seen[i])
            return reject_usage(in->table->name, "line %d: column \"%s\" is missing; the header must name it",
                                (int)in->line, column_name(in, i));
    }
    return PROGRAM_OK;
}

static int read_value(const reader *in, field text, const csv_column *column, float *value, float *lack)
{
    char quote[64];
    double exact = 0.0;
    const char *separator = other_separator(text.text, text.length);
    text_quote(quote, text.text, text.length);
    if (separator)
        return reject_separator(in, separator);
    if (parse_float(text.text, text.length, value, &exact) != 0)
        return csv_reject(in->table, in->line, column->name,
                          "\"%s\" is not a finite number; write one like 1.5", quote);
    if (exact < column->low || exact > column->high || (column->low_open && exact <= column->low) ||
        (column->high_open && exact >= column->high))
        return csv_reject(in->table, in->line, column->name,
                          "\"%s\" is out of range; it must be %s %g and %s %g", quote,
                          column->low_open ? "above" : "at least", column->low,
                          column->high_open ? "below" : "at most", column->high);
    /* 0.999999999 is below 1, though the nearest float is 1. */
    if (column->high_open && (double)*value >= column->high)
        *value = nextafterf((float)column->high, 0.0f);
    *lack = (float)(exact - (double)*value);
    return PROGRAM_OK;
}

/* An integer in any form that other programs write: 12, 12.0, 1.2e1. */
static int parse_whole(field text, int *negative, uint64_t *magnitude)
{
    char copy[32], *end = NULL;
    float rounded = 0.0f;
    double exact = 0.0;
    const size_t sign = text.length > 0 && (*text.text == '-' || *text.text == '+');
    *negative = sign > 0 && *text.text == '-';
    if (text.length < sizeof copy && text.length > sign) {
        memcpy(copy, text.text, text.length);
        copy[text.length] = '\0';
        if (strspn(copy + sign, "0123456789") == text.length - sign) {
            errno = 0;
            *magnitude = strtoull(copy + sign, &end, 10);
            return errno != 0;
        }
    }
    if (parse_float(text.text, text.length, &rounded, &exact) != 0 || exact != floor(exact) ||
        fabs(exact) > 9007199254740992.0) { /* 2^53: above it a double skips integers */
        return 1;
    }
    *negative = exact < 0.0;
    *magnitude = (uint64_t)fabs(exact);
    return 0;
}

static int read_whole(const reader *in, field text, const csv_whole *column, uint64_t *value)
{
    char quote[64];
    int negative = 0;
    const char *separator = other_separator(text.text, text.length);
    text_quote(quote, text.text, text.length);
    if (separator)
        return reject_separator(in, separator);
    if (parse_whole(text, &negative, value) != 0)
        return csv_reject(in->table, in->line, column->name, "\"%s\" is not a whole number from %lld to %llu",
                          quote, (long long)column->low, (unsigned long long)column->high);
    const uint64_t lowest = column->low < 0 ? 0 - (uint64_t)column->low : (uint64_t)column->low;
    const int below =
        negative && *value > 0 ? column->low >= 0 || *value > lowest : column->low > 0 && *value < lowest;
    if (below || (!negative && *value > column->high))
        return csv_reject(in->table, in->line, column->name,
                          "\"%s\" is out of range; it must be at least %lld and at most %llu", quote,
                          (long long)column->low, (unsigned long long)column->high);
    *value = negative ? 0 - *value : *value;
    return PROGRAM_OK;
}

static void *enlarge(void *list, size_t bytes, int *good)
{
    void *larger = realloc(list, bytes + 1); /* there may be no columns of one kind */
    if (larger)
        return larger;
    *good = 0;
    return list;
}

static int grow(reader *in)
{
    csv_table *table = in->table;
    const size_t capacity = in->capacity == 0 ? 256 : 2 * in->capacity;
    const size_t floats = (size_t)in->count * sizeof(float),
                 wholes = (size_t)in->whole_count * sizeof(uint64_t);
    int good = 1;
    if (capacity > INT32_MAX || capacity > SIZE_MAX / (2 * floats + wholes) - 1)
        return reject_memory(table->name);
    table->values = enlarge(table->values, capacity * floats, &good);
    table->lacks = enlarge(table->lacks, capacity * floats, &good);
    table->wholes = enlarge(table->wholes, capacity * wholes, &good);
    table->lines = enlarge(table->lines, capacity * sizeof *table->lines, &good);
    in->capacity = capacity;
    return good ? PROGRAM_OK : reject_memory(table->name);
}

static uint64_t *whole_row(const csv_table *table)
{
    return table->wholes + (size_t)table->rows * (size_t)table->whole_columns;
}

static int read_row(reader *in, const char *line, size_t length)
{
    field fields[MAX_COLUMNS];
    csv_table *table = in->table;
    const int32_t count = split(line, length, fields);
    const field whole_line = trimmed(line, length);
    const char *separator = other_separator(whole_line.text, whole_line.length);
    if (count != in->fields && separator && in->fields > 1)
        return reject_separator(in, separator);
    if (count != in->fields)
        return reject_usage(table->name,
                            "line %d: %d values where the header names %d columns; give one for each",
                            (int)in->line, (int)count, (int)in->fields);
    if ((size_t)table->rows == in->capacity) {
        int code = grow(in);
        if (code)
            return code;
    }
    float *row = table->values + (size_t)table->rows * (size_t)in->count;
    float *lacks = table->lacks + (size_t)table->rows * (size_t)in->count;
    for (int32_t i = 0; i < in->count; i++) {
        row[i] = in->columns[i].fallback;
        lacks[i] = 0.0f;
    }
    for (int32_t i = 0; i < in->whole_count; i++)
        whole_row(table)[i] = in->wholes[i].fallback;
    for (int32_t i = 0; i < count; i++) {
        const int32_t column = in->order[i], whole = column - in->count;
        if (column == UNNAMED)
            continue;
        int code = whole < 0 ? read_value(in, fields[i], &in->columns[column], &row[column], &lacks[column])
                             : read_whole(in, fields[i], &in->wholes[whole], &whole_row(table)[whole]);
        if (code)
            return code;
    }
    table->lines[table->rows] = in->line;
    table->rows++;
    return PROGRAM_OK;
}

static int read_lines(reader *in, const text_file *text)
{
    text_lines lines = text_lines_begin(text);
    const char *line = NULL;
    size_t length = 0;
    int code = PROGRAM_OK;
    while (!code && text_lines_next(&lines, &line, &length)) {
        const char *comment = memchr(line, '#', length);
        length = comment ? (size_t)(comment - line) : length;
        if (trimmed(line, length).length == 0)
            continue;
        in->line = lines.number;
        code = in->fields == 0 ? read_header(in, line, length) : read_row(in, line, length);
    }
    if (!code && in->fields == 0) {
        char names[400];
        code =
            reject_usage(text->name, "line 1: the header line is missing; begin with column names out of %s",
                         known_names(in, names, sizeof names));
    }
    return code;
}

int csv_load(const char *path, const csv_column *columns, int32_t count, csv_table *table)
{
    const csv_whole none = {"", 0, 0, 0, 0};
    return csv_load_wholes(path, columns, count, &none, 0, table);
}

int csv_load_wholes(const char *path, const csv_column *columns, int32_t count, const csv_whole *wholes,
                    int32_t whole_count, csv_table *table)
{
    text_file text;
    *table = (csv_table){0};
    int code = text_read(path, &text);
    if (code)
        return code;
    table->name = text.name;
    table->columns = count;
    table->whole_columns = whole_count;
    reader in = {
        .columns = columns, .wholes = wholes, .count = count, .whole_count = whole_count, .table = table};
    code = read_lines(&in, &text);
    free(text.data);
    if (code)
        csv_release(table);
    return code;
}

int csv_reject(const csv_table *table, int32_t line, const char *column, const char *format, ...)
{
    char why[1000];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return reject_usage(table->name, "line %d, column \"%s\": %s", (int)line, column, why);
}

double csv_written(const csv_table *table, int32_t row, int32_t column)
{
    const size_t at = (size_t)table->columns * (size_t)row + (size_t)column;
    return (double)table->values[at] + (double)table->lacks[at];
}

void csv_release(csv_table *table)
{
    free(table->values);
    free(table->lacks);
    free(table->wholes);
    free(table->lines);
    table->values = NULL;
    table->lacks = NULL;
    table->wholes = NULL;
    table->lines = NULL;
    table->rows = 0;
}
