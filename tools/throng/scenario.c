/* Scenarios of the Moving AI benchmarks. A line has bucket, map, width, height, start, goal and length. */
#include "tools/throng/scenario.h"
#include "tools/support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Files round lengths to six digits or so; two lengths of paths differ by more, or by chance by less. */
#define TOLERANCE 1e-5

enum { BUCKET, MAP, WIDTH, HEIGHT, START_X, START_Y, GOAL_X, GOAL_Y, LENGTH, FIELDS };

static const char *const names[FIELDS] = {"bucket",  "map",    "width",  "height",        "start x",
                                          "start y", "goal x", "goal y", "optimal length"};

typedef struct fields {
    char text[FIELDS][32]; /* long ones are cut, as the map's name may be */
} fields;

static int32_t is_blank(char c) { return c == ' ' || c == '\t'; }

/* Returns how many there are. Where there are tabs, they alone separate: maps may have spaces in their
 * names. */
static int32_t split(const char *line, size_t length, fields *f)
{
    const int32_t tabs = memchr(line, '\t', length) != NULL;
    int32_t count = 0;
    for (size_t i = 0; i < length;) {
        size_t end = i;
        while (end < length && (tabs ? line[end] != '\t' : !is_blank(line[end])))
            end++;
        if (end > i && count < FIELDS) /* three dots make no number of what is cut */
            (void)snprintf(f->text[count], sizeof f->text[count], "%.*s%s",
                           (int)(end - i < 32 ? end - i : 28), line + i, end - i < 32 ? "" : "...");
        count += end > i;
        i = end + 1;
    }
    return count;
}

static int reject_field(const scenario *s, int32_t line, int32_t field, const char *text,
                        const char *expected)
{
    char quote[64];
    return reject_usage(s->name, "line %d, column \"%s\": \"%s\" is not %s", (int)line, names[field],
                        text_quote(quote, text, strlen(text)), expected);
}

static int read_cell(const scenario *s, int32_t line, const fields *f, int32_t field, int32_t side,
                     int32_t *coordinate)
{
    int64_t value = 0;
    char expected[80];
    (void)snprintf(expected, sizeof expected, "a whole number from 0 to %d, a cell of the map",
                   (int)side - 1);
    if (parse_integer(f->text[field], 0, side - 1, &value) != 0)
        return reject_field(s, line, field, f->text[field], expected);
    *coordinate = (int32_t)value;
    return PROGRAM_OK;
}

static int check_side(const scenario *s, int32_t line, const fields *f, int32_t field, int32_t side)
{
    int64_t value = 0;
    char expected[80];
    (void)snprintf(expected, sizeof expected, "%d, as the map has it; give the scenario's own map",
                   (int)side);
    return parse_integer(f->text[field], side, side, &value) != 0
               ? reject_field(s, line, field, f->text[field], expected)
               : PROGRAM_OK;
}

static int read_row(const scenario *s, int32_t line, const fields *f, const grid_map *map, scenario_row *row)
{
    float rounded = 0.0f;
    throng_cell *from = &row->pair.from, *to = &row->pair.to;
    row->line = line;
    int code = check_side(s, line, f, WIDTH, map->width);
    code = code ? code : check_side(s, line, f, HEIGHT, map->height);
    code = code ? code : read_cell(s, line, f, START_X, map->width, &from->column);
    code = code ? code : read_cell(s, line, f, START_Y, map->height, &from->row);
    code = code ? code : read_cell(s, line, f, GOAL_X, map->width, &to->column);
    code = code ? code : read_cell(s, line, f, GOAL_Y, map->height, &to->row);
    if (!code && (parse_float(f->text[LENGTH], strlen(f->text[LENGTH]), &rounded, &row->optimal) != 0 ||
                  row->optimal < 0.0))
        code = reject_field(s, line, LENGTH, f->text[LENGTH], "a number from 0");
    return code;
}

static int append(scenario *s, int32_t *capacity)
{
    if (s->count < *capacity)
        return PROGRAM_OK;
    *capacity = 2 * *capacity + 256;
    scenario_row *rows = realloc(s->rows, (size_t)*capacity * sizeof *rows);
    if (!rows)
        return reject_memory(s->name);
    s->rows = rows;
    return PROGRAM_OK;
}

static int read_version(const scenario *s, text_lines *lines)
{
    const char *line = "";
    size_t length = 0;
    char quote[64];
    const int32_t any = text_lines_next(lines, &line, &length);
    if (any && length >= 9 && memcmp(line, "version 1", 9) == 0) {
        size_t end = 9;
        if (length >= end + 2 && memcmp(line + end, ".0", 2) == 0)
            end += 2;
        while (end < length && is_blank(line[end]))
            end++;
        if (end == length)
            return PROGRAM_OK;
    }
    return reject_usage(s->name, "line 1: \"%s\" is not \"version 1\", with which a scenario begins",
                        text_quote(quote, line, any ? length : 0));
}

static int read_rows(scenario *s, text_lines *lines, const grid_map *map)
{
    const char *line = NULL;
    size_t length = 0;
    int32_t capacity = 0;
    int code = read_version(s, lines);
    while (!code && text_lines_next(lines, &line, &length)) {
        fields f;
        const int32_t count = split(line, length, &f);
        if (count == 0)
            continue;
        if (count != FIELDS)
            return reject_usage(s->name,
                                "line %d: %d values, not the %d of a scenario: bucket, map, width, height, "
                                "start x and y, goal x and y, optimal length",
                                (int)lines->number, (int)count, FIELDS);
        code = append(s, &capacity);
        code = code ? code : read_row(s, lines->number, &f, map, &s->rows[s->count]);
        s->count += !code;
    }
    return code;
}

int scenario_load(const char *path, const grid_map *map, scenario *s)
{
    text_file text;
    *s = (scenario){.name = path};
    int code = text_read(path, &text);
    if (code)
        return code;
    s->name = text.name;
    text_lines lines = text_lines_begin(&text);
    code = read_rows(s, &lines, map);
    free(text.data);
    return code;
}

void scenario_release(scenario *s)
{
    free(s->rows);
    s->rows = NULL;
}

/* ---------------------------------------------------------------- compared --------------------------- */

void scenario_compare(scenario *s, int32_t row, double length)
{
    const double optimal = s->rows[row].optimal;
    const double by = length < 0.0 ? HUGE_VAL : fabs(length - optimal);
    s->compared++;
    if (by <= TOLERANCE * (1.0 + optimal))
        return;
    if (s->differ == 0 || by > s->largest) {
        s->worst = row;
        s->worst_length = length;
        s->largest = by;
    }
    s->differ++;
}

void scenario_report(const scenario *s, run_report *report)
{
    report_add_size(report, "scenario_rows", s->count);
    report_add_size(report, "compared", s->compared);
    report_add_size(report, "differ", s->differ);
}

void scenario_print(const scenario *s)
{
    if (s->compared > 0)
        printf("scenario:  %d of %d lengths are the file's\n", (int)(s->compared - s->differ),
               (int)s->compared);
}

int scenario_end(const scenario *s, int code)
{
    if (code || s->differ == 0)
        return code;
    const scenario_row *row = &s->rows[s->worst];
    if (s->worst_length < 0.0)
        return reject_failure(s->name,
                              "line %d: no path, where the file has one of length %.9g; %d of %d rows differ",
                              (int)row->line, row->optimal, (int)s->differ, (int)s->compared);
    return reject_failure(s->name,
                          "line %d: the length is %.9g, where the file has %.9g; %d of %d rows differ",
                          (int)row->line, s->worst_length, row->optimal, (int)s->differ, (int)s->compared);
}
