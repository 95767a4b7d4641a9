/* Maps in the format of the Moving AI benchmarks. */
#include "tools/support/map.h"
#include "tools/support/text.h"

#include <throng/throng.h>

#include <stdlib.h>
#include <string.h>

enum {
    HEAD_MOST = 4096, /* bytes of the lines before the cells */
    TAIL_MOST = 4096  /* of empty lines behind them */
};

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
        if (!strchr(".GS@OTW", line[i]) || line[i] == '\0')
            return reject(PROGRAM_USAGE, name,
                          "line %d, column %zu: \"%s\" is no cell (%zu, %d); use . G S for free and @ O T W "
                          "for blocked ones",
                          (int)number, i + 1, text_quote(quote, line + i, 1), i, (int)row);
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

static int check_size(const char *name, int32_t line, const grid_map *map)
{
    if ((int64_t)map->width * map->height <= THRONG_MAX_CELLS)
        return PROGRAM_OK;
    return reject_usage(name, "line %d: %d x %d cells; at most %d are allowed", (int)line, (int)map->width,
                        (int)map->height, THRONG_MAX_CELLS);
}

/* The rest of the file, once its head has told how much that is: a larger file is not read to its end, and no
 * memory is allocated for cells that a file does not have. */
static int read_rest(text_stream *in, text_lines *lines, grid_map *map)
{
    const size_t head = (size_t)(lines->next - in->text.data);
    const size_t cells = (size_t)map->width * (size_t)map->height;
    const int code = text_fill(in, head + cells + 2 * (size_t)map->height + TAIL_MOST);
    if (code)
        return code;
    lines->next = in->text.data + head;
    lines->end = in->text.data + in->text.length;
    if (cells > in->text.length)
        return reject_usage(in->text.name,
                            "line %d: the file is too short for %d x %d cells; mend its height or width",
                            (int)lines->number, (int)map->width, (int)map->height);
    if (!in->ended)
        return reject_usage(in->text.name,
                            "line %d: the file goes on behind %d x %d cells; mend its height or width",
                            (int)lines->number, (int)map->width, (int)map->height);
    map->cells = cells > 0 ? malloc(cells) : NULL;
    return map->cells ? read_cells(in->text.name, lines, map) : reject_memory(in->text.name);
}

int map_load(const char *path, grid_map *map)
{
    text_stream in;
    *map = (grid_map){0};
    int code = text_open(path, &in);
    code = code ? code : text_fill(&in, HEAD_MOST);
    if (code)
        return code;
    text_lines lines = text_lines_begin(&in.text);
    code = read_head(in.text.name, &lines, map);
    code = code ? code : check_size(in.text.name, lines.number, map);
    code = code ? code : read_rest(&in, &lines, map);
    text_close(&in);
    free(in.text.data);
    if (code) {
        free(map->cells);
        map->cells = NULL;
    }
    return code;
}
