/* Maps in the format of the Moving AI benchmarks. */
#include "tools/support/map.h"
#include "tools/support/text.h"

#include <throng/throng.h>

#include <stdlib.h>
#include <string.h>

int map_is_free(const grid_map *map, int32_t column, int32_t row)
{
    if (!map->cells)
        return 1;
    char c = map->cells[(size_t)row * (size_t)map->width + (size_t)column];
    return c == '.' || c == 'G' || c == 'S';
}

static int starts_with(const char *line, size_t length, const char *word, const char **rest, size_t *left)
{
    const size_t size = strlen(word);
    if (length < size || memcmp(line, word, size) != 0)
        return 0;
    *rest = line + size;
    *left = length - size;
    while (*left > 0 && (**rest == ' ' || **rest == '\t')) {
        *rest += 1;
        *left -= 1;
    }
    while (*left > 0 && ((*rest)[*left - 1] == ' ' || (*rest)[*left - 1] == '\t'))
        *left -= 1;
    return 1;
}

static int read_side(const char *name, int32_t line, const char *word, const char *text, size_t length,
                     int32_t *side)
{
    char quote[64];
    int64_t number = 0;
    text_quote(quote, text, length);
    if (parse_integer(quote, 1, THRONG_MAX_SIDE, &number) != 0)
        return reject_usage(name, "line %d, %s: \"%s\" is not a whole number from 1 to %d", (int)line, word,
                            quote, THRONG_MAX_SIDE);
    *side = (int32_t)number;
    return PROGRAM_OK;
}

/* The lines before the cells: type, height and width in any order, closed by "map". */
static int read_head(const char *name, text_lines *lines, grid_map *map)
{
    const char *line = NULL, *rest = NULL;
    size_t length = 0, left = 0;
    int code = PROGRAM_OK;
    char quote[64];
    while (!code && text_lines_next(lines, &line, &length)) {
        if (starts_with(line, length, "height ", &rest, &left)) {
            code = read_side(name, lines->number, "height", rest, left, &map->height);
        } else if (starts_with(line, length, "width ", &rest, &left)) {
            code = read_side(name, lines->number, "width", rest, left, &map->width);
        } else if (starts_with(line, length, "map", &rest, &left) && left == 0) {
            if (map->width != 0 && map->height != 0)
                return PROGRAM_OK;
            return reject_usage(name, "line %d: the cells begin before %s was given", (int)lines->number,
                                map->width == 0 ? "the width" : "the height");
        } else if (!(starts_with(line, length, "type ", &rest, &left) && left == 6 &&
                     memcmp(rest, "octile", 6) == 0)) {
            code = reject_usage(name,
                                "line %d: \"%s\" is not part of a Moving AI map; its head is type octile, "
                                "height H, width W, map",
                                (int)lines->number, text_quote(quote, line, length));
        }
    }
    if (code)
        return code;
    return reject_usage(name, "line %d: the file ends before the cells; it must have a line \"map\"",
                        (int)lines->number);
}

static int read_row(const char *name, int32_t number, const char *line, size_t length, grid_map *map,
                    int32_t row)
{
    char quote[64];
    if (length != (size_t)map->width)
        return reject_usage(name, "line %d: row %d has %zu cells where the width is %d", (int)number,
                            (int)row, length, (int)map->width);
    for (size_t i = 0; i < length; i++)
        if (line[i] <= 32 || line[i] >= 127)
            return reject(PROGRAM_USAGE, name,
                          "line %d, column %zu: \"%s\" is no cell; use . G S for free and @ O T W for "
                          "blocked ones",
                          (int)number, i, text_quote(quote, line + i, 1));
    memcpy(map->cells + (size_t)row * length, line, length);
    return PROGRAM_OK;
}

static int read_cells(const char *name, text_lines *lines, grid_map *map)
{
    const char *line = NULL;
    size_t length = 0;
    for (int32_t row = 0; row < map->height; row++) {
        if (!text_lines_next(lines, &line, &length))
            return reject_usage(name, "line %d: the file ends after %d rows where the height is %d",
                                (int)lines->number, (int)row, (int)map->height);
        const int code = read_row(name, lines->number, line, length, map, row);
        if (code)
            return code;
    }
    while (text_lines_next(lines, &line, &length))
        if (length != 0)
            return reject_usage(name, "line %d: more rows than the height, which is %d", (int)lines->number,
                                (int)map->height);
    return PROGRAM_OK;
}

int map_load(const char *path, grid_map *map)
{
    text_file text;
    *map = (grid_map){0};
    int code = text_read(path, &text);
    if (code)
        return code;
    text_lines lines = text_lines_begin(&text);
    code = read_head(text.name, &lines, map);
    const size_t cells = (size_t)map->width * (size_t)map->height;
    if (!code && cells > THRONG_MAX_CELLS)
        code = reject_usage(text.name, "line %d: %d x %d cells; at most %d are allowed", (int)lines.number,
                            (int)map->width, (int)map->height, THRONG_MAX_CELLS);
    /* The file must have the rows before memory is allocated for the size in the header. */
    if (!code && cells > text.length)
        code = reject_usage(text.name,
                            "line %d: the file is too short for %d x %d cells; mend its height or width",
                            (int)lines.number, (int)map->width, (int)map->height);
    if (!code && cells > 0) {
        map->cells = malloc(cells);
        code = map->cells ? read_cells(text.name, &lines, map) : reject_memory(text.name);
    }
    free(text.data);
    if (code) {
        free(map->cells);
        map->cells = NULL;
    }
    return code;
}
