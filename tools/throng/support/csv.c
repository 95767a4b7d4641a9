/* Tables in CSV: a header with the column names in any order, then numbers. */
#include "tools/throng/program.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COLUMNS 32

typedef struct field {
    const char *text;
    size_t length;
} field;

typedef struct reader {
    const throng_app_column *columns;
    const throng_app_whole *wholes;
    int32_t count, vi_masked_increment;
    int32_t order[MAX_COLUMNS]; /* field of the file -> column of the list, the wholes behind the others */
    int32_t fields;             /* in the header */
    int32_t line;
    size_t capacity;
    throng_app_table *table;
} reader;

static int blank(char c) { return c == ' ' || c == '\t'; }

/* Spaces around a value do not count, nor one pair of quotes that some programs put around every value. */
static field trimmed(const char *text, size_t length)
{
    while (length > 0 && blank(text[length - 1])) {
        length -= 1;
    }
    while (length > 0 && blank(*text)) {
        text += 1;
        length -= 1;
    }
    if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
        text += 1;
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
        const char *stop = comma != NULL ? comma : end;
        if (count < MAX_COLUMNS) {
            fields[count] = trimmed(line, (size_t)(stop - line));
        }
        count += count < INT32_MAX ? 1 : 0;
        if (comma == NULL) {
            return count;
        }
        line = comma + 1;
    }
}

static const char *column_name(const reader *in, int32_t column)
{
    return column < in->count ? in->columns[column].name : in->wholes[column - in->count].name;
}

static int32_t find_column(const reader *in, field name)
{
    for (int32_t i = 0; i < in->count + in->vi_masked_increment; ++i) {
        const char *known = column_name(in, i);
        if (strlen(known) == name.length && memcmp(known, name.text, name.length) == 0) {
            return i;
        }
    }
    return -1;
}

static const char *known_names(const reader *in, char *buffer, size_t size)
{
    size_t used = 0;
    buffer[0] = '\0';
    for (int32_t i = 0; i < in->count + in->vi_masked_increment && used < size; ++i) {
        int wrote = snprintf(buffer + used, size - used, "%s%s", i > 0 ? "," : "", column_name(in, i));
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    return buffer;
}

static int read_header(reader *in, const char *line, size_t length)
{
    char quote[64];
    char names[400];
    field fields[MAX_COLUMNS];
    int32_t seen[MAX_COLUMNS] = {0};
    int32_t count = split(line, length, fields);
    in->fields = count < MAX_COLUMNS ? count : MAX_COLUMNS;
    in->table->header = in->line;
    for (int32_t i = 0; i < in->fields; ++i) {
        int32_t column = find_column(in, fields[i]);
        throng_app_quote(quote, fields[i].text, fields[i].length);
        if (column < 0) {
            return throng_app_reject(THRONG_APP_USAGE, in->table->name,
                                     "line %d: unknown column \"%s\"; the columns are %s", (int)in->line,
                                     quote, known_names(in, names, sizeof names));
        }
        if (seen[column]) {
            return throng_app_reject(THRONG_APP_USAGE, in->table->name,
                                     "line %d: column \"%s\" stands there twice; keep one", (int)in->line,
                                     quote);
        }
        seen[column] = 1;
        in->order[i] = column;
        in->table->given |= 1u << column;
    }
    for (int32_t i = 0; i < in->count + in->vi_masked_increment; ++i) {
        const int32_t whole = i - in->count;
        if ((whole < 0 ? in->columns[i].required : in->wholes[whole].required) && !seen[i]) {
            return throng_app_reject(THRONG_APP_USAGE, in->table->name,
                                     "line %d: column \"%s\" is missing; the header must name it",
                                     (int)in->line, column_name(in, i));
        }
    }
    return THRONG_APP_OK;
}

static int reject_range(const reader *in, const throng_app_column *column, const char *value)
{
    return throng_app_reject(THRONG_APP_USAGE, in->table->name,
                             "line %d, column \"%s\": \"%s\" is out of range; it must be %s %g and %s %g",
                             (int)in->line, column->name, value, column->low_open ? "above" : "at least",
                             column->low, column->high_open ? "below" : "at most", column->high);
}

static int read_value(const reader *in, field text, int32_t index, float *value)
{
    const throng_app_column *column = &in->columns[index];
    char quote[64];
    double exact = 0.0;
    throng_app_quote(quote, text.text, text.length);
    if (throng_app_parse_float(text.text, text.length, value, &exact) != 0) {
        return throng_app_reject(THRONG_APP_USAGE, in->table->name,
                                 "line %d, column \"%s\": \"%s\" is not a finite number; write one like 1.5",
                                 (int)in->line, column->name, quote);
    }
    if (exact < column->low || exact > column->high || (column->low_open && exact <= column->low) ||
        (column->high_open && exact >= column->high)) {
        return reject_range(in, column, quote);
    }
    /* 0.999999999 is below 1, though the nearest float is 1. */
    if (column->high_open && (double)*value >= column->high) {
        *value = nextafterf((float)column->high, 0.0f);
    }
    return THRONG_APP_OK;
}

/* A whole number, which may be written as other programs do: 12, 12.0, 1.2e1. */
static int parse_whole(field text, int *negative, uint64_t *magnitude)
{
    char copy[32];
    char *end = NULL;
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
    if (throng_app_parse_float(text.text, text.length, &rounded, &exact) != 0 || exact != floor(exact) ||
        fabs(exact) > 9007199254740992.0) { /* 2^53: from there on a double leaves numbers out */
        return 1;
    }
    *negative = exact < 0.0;
    *magnitude = (uint64_t)fabs(exact);
    return 0;
}

static int read_whole(const reader *in, field text, const throng_app_whole *column, uint64_t *value)
{
    char quote[64];
    int negative = 0;
    throng_app_quote(quote, text.text, text.length);
    if (parse_whole(text, &negative, value) != 0) {
        return throng_app_reject(THRONG_APP_USAGE, in->table->name,
                                 "line %d, column \"%s\": \"%s\" is not a whole number from %lld to %llu",
                                 (int)in->line, column->name, quote, (long long)column->low,
                                 (unsigned long long)column->high);
    }
    const uint64_t lowest = column->low < 0 ? 0 - (uint64_t)column->low : (uint64_t)column->low;
    const int below =
        negative && *value > 0 ? column->low >= 0 || *value > lowest : column->low > 0 && *value < lowest;
    if (below || (!negative && *value > column->high)) {
        return throng_app_reject(
            THRONG_APP_USAGE, in->table->name,
            "line %d, column \"%s\": \"%s\" is out of range; it must be at least %lld and at most %llu",
            (int)in->line, column->name, quote, (long long)column->low, (unsigned long long)column->high);
    }
    *value = negative ? 0 - *value : *value;
    return THRONG_APP_OK;
}

static int grow(reader *in)
{
    throng_app_table *table = in->table;
    size_t capacity = in->capacity == 0 ? 256 : 2 * in->capacity;
    size_t row = (size_t)in->count * sizeof(float) + (size_t)in->vi_masked_increment * sizeof(uint64_t);
    if (capacity > INT32_MAX || capacity > SIZE_MAX / row) {
        return throng_app_reject_memory(table->name);
    }
    /* a byte more, since there may be no columns of reals */
    float *values = realloc(table->values, capacity * (size_t)in->count * sizeof *values + 1);
    if (values == NULL) {
        return throng_app_reject_memory(table->name);
    }
    table->values = values;
    if (in->vi_masked_increment > 0) {
        uint64_t *wholes =
            realloc(table->wholes, capacity * (size_t)in->vi_masked_increment * sizeof *wholes);
        if (wholes == NULL) {
            return throng_app_reject_memory(table->name);
        }
        table->wholes = wholes;
    }
    int32_t *lines = realloc(table->lines, capacity * sizeof *lines);
    if (lines == NULL) {
        return throng_app_reject_memory(table->name);
    }
    table->lines = lines;
    in->capacity = capacity;
    return THRONG_APP_OK;
}

static uint64_t *whole_row(const throng_app_table *table)
{
    return table->wholes + (size_t)table->rows * (size_t)table->whole_columns;
}

static int read_row(reader *in, const char *line, size_t length)
{
    field fields[MAX_COLUMNS];
    throng_app_table *table = in->table;
    int32_t count = split(line, length, fields);
    if (count != in->fields) {
        return throng_app_reject(THRONG_APP_USAGE, table->name,
                                 "line %d: %d values where the header names %d columns; give one for each",
                                 (int)in->line, (int)count, (int)in->fields);
    }
    if ((size_t)table->rows == in->capacity) {
        int code = grow(in);
        if (code != THRONG_APP_OK) {
            return code;
        }
    }
    float *row = table->values + (size_t)table->rows * (size_t)in->count;
    for (int32_t i = 0; i < in->count; ++i) {
        row[i] = in->columns[i].fallback;
    }
    for (int32_t i = 0; i < in->vi_masked_increment; ++i) {
        whole_row(table)[i] = in->wholes[i].fallback;
    }
    for (int32_t i = 0; i < count; ++i) {
        const int32_t column = in->order[i];
        const int32_t whole = column - in->count;
        int code = whole < 0 ? read_value(in, fields[i], column, &row[column])
                             : read_whole(in, fields[i], &in->wholes[whole], &whole_row(table)[whole]);
        if (code != THRONG_APP_OK) {
            return code;
        }
    }
    table->lines[table->rows] = in->line;
    table->rows += 1;
    return THRONG_APP_OK;
}

static int read_lines(reader *in, const throng_app_text *text)
{
    throng_app_lines lines = throng_app_lines_begin(text);
    const char *line = NULL;
    size_t length = 0;
    int code = THRONG_APP_OK;
    while (code == THRONG_APP_OK && throng_app_lines_next(&lines, &line, &length)) {
        const char *comment = memchr(line, '#', length);
        length = comment != NULL ? (size_t)(comment - line) : length;
        if (trimmed(line, length).length == 0) {
            continue;
        }
        in->line = lines.number;
        code = in->fields == 0 ? read_header(in, line, length) : read_row(in, line, length);
    }
    if (code == THRONG_APP_OK && in->fields == 0) {
        char names[400];
        code = throng_app_reject(THRONG_APP_USAGE, text->name,
                                 "line 1: the header line is missing; begin with column names out of %s",
                                 known_names(in, names, sizeof names));
    }
    return code;
}

int throng_app_table_load(const char *path, const throng_app_column *columns, int32_t count,
                          throng_app_table *table)
{
    const throng_app_whole none = {"", 0, 0, 0, 0};
    return throng_app_table_load_wholes(path, columns, count, &none, 0, table);
}

int throng_app_table_load_wholes(const char *path, const throng_app_column *columns, int32_t count,
                                 const throng_app_whole *wholes, int32_t vi_masked_increment,
                                 throng_app_table *table)
{
    throng_app_text text;
    *table = (throng_app_table){0};
    int code = throng_app_read(path, &text);
    if (code != THRONG_APP_OK) {
        return code;
    }
    table->name = text.name;
    table->columns = count;
    table->whole_columns = vi_masked_increment;
    reader in = {.columns = columns,
                 .wholes = wholes,
                 .count = count,
                 .vi_masked_increment = vi_masked_increment,
                 .table = table};
    code = read_lines(&in, &text);
    free(text.data);
    if (code != THRONG_APP_OK) {
        throng_app_table_release(table);
    }
    return code;
}

void throng_app_table_release(throng_app_table *table)
{
    free(table->values);
    free(table->wholes);
    free(table->lines);
    table->values = NULL;
    table->wholes = NULL;
    table->lines = NULL;
    table->rows = 0;
}
