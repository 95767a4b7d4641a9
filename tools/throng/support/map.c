/* Maps in the format of the Moving AI benchmarks. */
#include "tools/throng/program.h"

#include <stdlib.h>
#include <string.h>

int throng_app_map_free(const throng_app_map *map, int32_t column, int32_t row)
{
    if (map->cells == NULL) {
        return 1;
    }
    char c = map->cells[(size_t)row * (size_t)map->width + (size_t)column];
    return c == '.' || c == 'G' || c == 'S';
}

static int starts_with(const char *line, size_t length, const char *word, const char **rest, size_t *left)
{
    size_t size = strlen(word);
    if (length < size || memcmp(line, word, size) != 0) {
        return 0;
    }
    *rest = line + size;
    *left = length - size;
    while (*left > 0 && (**rest == ' ' || **rest == '\t')) {
        *rest += 1;
        *left -= 1;
    }
    while (*left > 0 && ((*rest)[*left - 1] == ' ' || (*rest)[*left - 1] == '\t')) {
        *left -= 1;
    }
    return 1;
}

static int read_side(const char *name, int32_t line, const char *word, const char *text, size_t length,
                     int32_t *side)
{
    char quote[64];
    int64_t number = 0;
    throng_app_quote(quote, text, length);
    if (throng_app_parse_integer(quote, 1, THRONG_MAX_SIDE, &number) != 0) {
        return throng_app_reject(THRONG_APP_USAGE, name,
                                 "line %d, %s: \"%s\" is not a whole number from 1 to %d", (int)line, word,
                                 quote, THRONG_MAX_SIDE);
    }
    *side = (int32_t)number;
    return THRONG_APP_OK;
}

/* The lines before the cells: type, height and width in any order, closed by "map". */
static int read_head(const char *name, throng_app_lines *lines, throng_app_map *map)
{
    const char *line = NULL;
    const char *rest = NULL;
    size_t length = 0;
    size_t left = 0;
    int code = THRONG_APP_OK;
    char quote[64];
    while (code == THRONG_APP_OK && throng_app_lines_next(lines, &line, &length)) {
        if (starts_with(line, length, "height ", &rest, &left)) {
            code = read_side(name, lines->number, "height", rest, left, &map->height);
        } else if (starts_with(line, length, "width ", &rest, &left)) {
            code = read_side(name, lines->number, "width", rest, left, &map->width);
        } else if (starts_with(line, length, "map", &rest, &left) && left == 0) {
            if (map->width != 0 && map->height != 0) {
                return THRONG_APP_OK;
            }
            return throng_app_reject(THRONG_APP_USAGE, name, "line %d: the cells begin before %s was given",
                                     (int)lines->number, map->width == 0 ? "the width" : "the height");
        } else if (!(starts_with(line, length, "type ", &rest, &left) && left == 6 &&
                     memcmp(rest, "octile", 6) == 0)) {
            code =
                throng_app_reject(THRONG_APP_USAGE, name,
                                  "line %d: \"%s\" is not part of a Moving AI map; its head is type octile, "
                                  "height H, width W, map",
                                  (int)lines->number, throng_app_quote(quote, line, length));
        }
    }
    if (code != THRONG_APP_OK) {
        return code;
    }
    return throng_app_reject(THRONG_APP_USAGE, name,
                             "line %d: the file ends before the cells; it must have a line \"map\"",
                             (int)lines->number);
}

static int read_row(const char *name, int32_t number, const char *line, size_t length, throng_app_map *map,
                    int32_t row)
{
    char quote[64];
    if (length != (size_t)map->width) {
        return throng_app_reject(THRONG_APP_USAGE, name,
                                 "line %d: row %d has %zu cells where the width is %d", (int)number, (int)row,
                                 length, (int)map->width);
    }
    for (size_t i = 0; i < length; ++i) {
        if (line[i] <= 32 || line[i] >= 127) {
            return throng_app_reject(
                THRONG_APP_USAGE, name,
                "line %d, column %zu: \"%s\" is no cell; use . G S for free and @ O T W for "
                "blocked ones",
                (int)number, i, throng_app_quote(quote, line + i, 1));
        }
    }
    memcpy(map->cells + (size_t)row * length, line, length);
    return THRONG_APP_OK;
}

static int read_cells(const char *name, throng_app_lines *lines, throng_app_map *map)
{
    const char *line = NULL;
    size_t length = 0;
    for (int32_t row = 0; row < map->height; ++row) {
        if (!throng_app_lines_next(lines, &line, &length)) {
            return throng_app_reject(THRONG_APP_USAGE, name,
                                     "line %d: the file ends after %d rows where the height is %d",
                                     (int)lines->number, (int)row, (int)map->height);
        }
        int code = read_row(name, lines->number, line, length, map, row);
        if (code != THRONG_APP_OK) {
            return code;
        }
    }
    while (throng_app_lines_next(lines, &line, &length)) {
        if (length != 0) {
            return throng_app_reject(THRONG_APP_USAGE, name,
                                     "line %d: more rows than the height, which is %d", (int)lines->number,
                                     (int)map->height);
        }
    }
    return THRONG_APP_OK;
}

int throng_app_map_load(const char *path, throng_app_map *map)
{
    throng_app_text text;
    *map = (throng_app_map){0};
    int code = throng_app_read(path, &text);
    if (code != THRONG_APP_OK) {
        return code;
    }
    throng_app_lines lines = throng_app_lines_begin(&text);
    code = read_head(text.name, &lines, map);
    size_t cells = (size_t)map->width * (size_t)map->height;
    if (code == THRONG_APP_OK && cells > THRONG_MAX_CELLS) {
        code =
            throng_app_reject(THRONG_APP_USAGE, text.name, "line %d: %d x %d cells; at most %d are allowed",
                              (int)lines.number, (int)map->width, (int)map->height, THRONG_MAX_CELLS);
    }
    /* The rows must be there before memory is taken for what the head promises. */
    if (code == THRONG_APP_OK && cells > text.length) {
        code = throng_app_reject(THRONG_APP_USAGE, text.name,
                                 "line %d: the file is too short for %d x %d cells; mend its height or width",
                                 (int)lines.number, (int)map->width, (int)map->height);
    }
    if (code == THRONG_APP_OK && cells > 0) {
        map->cells = malloc(cells);
        code = map->cells != NULL ? read_cells(text.name, &lines, map) : throng_app_reject_memory(text.name);
    }
    free(text.data);
    if (code != THRONG_APP_OK) {
        free(map->cells);
        map->cells = NULL;
    }
    return code;
}

int throng_app_map_terrain(throng_context *context, const throng_app_map *map, throng_terrain **terrain)
{
    throng_terrain_def def = throng_terrain_default_def();
    def.width = map->width;
    def.height = map->height;
    int code = throng_app_check(context, throng_terrain_create(context, &def, terrain), "terrain");
    if (code != THRONG_APP_OK || map->cells == NULL) {
        return code;
    }
    uint8_t *blocked = malloc((size_t)map->width);
    if (blocked == NULL) {
        return throng_app_reject_memory("terrain");
    }
    for (int32_t row = 0; row < map->height && code == THRONG_APP_OK; ++row) {
        const throng_region line = {0, row, map->width, 1};
        for (int32_t column = 0; column < map->width; ++column) {
            blocked[column] = (uint8_t)!throng_app_map_free(map, column, row);
        }
        code = throng_app_check(context, throng_terrain_set(*terrain, &line, blocked, 0), "terrain");
    }
    free(blocked);
    return code;
}
