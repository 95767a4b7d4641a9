/* Fuzzing the program's readers: the same bytes as a table in CSV and as a map. What they accept must keep
 * the promises that the rest of the program builds on. It does not see what becomes of the rows. */
#define _GNU_SOURCE
#include "tools/support/csv.h"
#include "tools/support/map.h"
#include "tools/support/message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good, const char *what)
{
    if (!good) {
        fprintf(stdout, "fuzz_files: %s\n", what);
        fflush(stdout);
        abort();
    }
}

static void read_table(const char *path)
{
    const csv_column columns[] = {
        {"x", 1, 0.0f, -1e9, 1e9, 0, 0},
        {"y", 1, 0.0f, -1e9, 1e9, 0, 0},
        {"decay", 0, 0.5f, 0.0, 1.0, 1, 0},
        {"alpha", 0, 0.0f, 0.0, 1.0, 0, 1},
    };
    const csv_whole wholes[] = {
        {"id", 0, 7, 5, UINT64_MAX - 1},
        {"priority", 0, 0, INT32_MIN, INT32_MAX},
    };
    enum { COLUMNS = sizeof columns / sizeof columns[0], WHOLES = sizeof wholes / sizeof wholes[0] };
    csv_table table;
    int code = csv_load_wholes(path, columns, COLUMNS, wholes, WHOLES, &table);
    if (code != PROGRAM_OK) {
        check(code == PROGRAM_USAGE && !table.values && !table.wholes && !table.lines,
              "a refused table holds memory");
        return;
    }
    check(table.columns == COLUMNS && table.whole_columns == WHOLES && table.rows >= 0, "odd table");
    check((table.given & 3u) == 3u && table.given >> (COLUMNS + WHOLES) == 0, "odd columns");
    for (int32_t i = 0; i < table.rows; i++) {
        const float *row = table.values + (size_t)i * COLUMNS;
        check(row[0] >= -1e9f && row[0] <= 1e9f && row[1] >= -1e9f && row[1] <= 1e9f,
              "a coordinate out of range");
        check(row[2] > 0.0f && row[2] <= 1.0f && row[3] >= 0.0f && row[3] < 1.0f, "a value out of range");
        const uint64_t *whole = table.wholes + (size_t)i * WHOLES;
        check(whole[0] >= 5 && whole[0] < UINT64_MAX, "a whole number out of range");
        check((int64_t)whole[1] >= INT32_MIN && (int64_t)whole[1] <= INT32_MAX,
              "a negative one out of range");
        check(table.lines[i] > table.header && (i == 0 || table.lines[i] > table.lines[i - 1]),
              "odd line numbers");
    }
    csv_release(&table);
}

static void read_map(const char *path)
{
    grid_map map;
    if (map_load(path, &map) != PROGRAM_OK) {
        check(map.cells == NULL, "a refused map holds memory");
        return;
    }
    check(map.cells && map.width > 0 && map.height > 0, "odd map");
    for (int32_t row = 0; row < map.height; row++)
        for (int32_t column = 0; column < map.width; column++)
            check(map_is_free(&map, column, row) / 2 == 0, "odd cell");
    free(map.cells);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    int file = memfd_create("input", 0);
    check(file >= 0 && write(file, data, size) == (ssize_t)size, "no file");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    read_table(path);
    read_map(path);
    close(file);
    return 0;
}
