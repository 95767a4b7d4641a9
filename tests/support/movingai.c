#include "tests/support/movingai.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 4096 };

const char *const movingai_maps[MOVINGAI_MAPS] = {"caves.map",        "maze.map",          "rooms.map",
                                                  "trees.map",        "arena.map",         "brc202d.map",
                                                  "Berlin_0_512.map", "BigGameHunters.map"};

static FILE *open_file(const char *name, int own)
{
    char path[1024];
    const char *elsewhere = getenv("THRONG_TEST_MAPS");
    const char *folder = own ? THRONG_TEST_MAPS_FOLDER : elsewhere ? elsewhere : THRONG_TEST_MOVINGAI_FOLDER;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, "r");
}

static void read_map(FILE *file, movingai *m)
{
    char line[4096];
    int32_t row = -1;
    while (fgets(line, sizeof line, file)) {
        if (row < 0) {
            if (strncmp(line, "height ", 7) == 0)
                m->height = (int32_t)strtol(line + 7, NULL, 10);
            if (strncmp(line, "width ", 6) == 0)
                m->width = (int32_t)strtol(line + 6, NULL, 10);
            row += strncmp(line, "map", 3) == 0;
            if (row == 0)
                m->walls = must_allocate((size_t)m->width * (size_t)m->height);
            continue;
        }
        for (int32_t i = 0; m->walls && row < m->height && i < m->width; i++)
            m->walls[row * m->width + i] = line[i] != '.' && line[i] != 'G' && line[i] != 'S';
        row++;
    }
}

static void read_lines(FILE *file, movingai *m, int own)
{
    const char *every = own ? NULL : getenv("THRONG_TEST_MOVINGAI_EVERY");
    const int32_t stride = every ? (int32_t)strtol(every, NULL, 10) : 1;
    char line[1024];
    int32_t number = 0;
    m->pairs = must_allocate(MOST_LINES * sizeof *m->pairs);
    m->optimal = must_allocate(MOST_LINES * sizeof *m->optimal);
    while (m->count < MOST_LINES && fgets(line, sizeof line, file)) {
        throng_cell_pair *p = &m->pairs[m->count];
        if (sscanf(line, "%*d %*s %*d %*d %d %d %d %d %lf", &p->from.column, &p->from.row, &p->to.column,
                   &p->to.row, &m->optimal[m->count]) == 5 &&
            number++ % stride == 0)
            m->count++;
    }
}

movingai *movingai_open(int32_t index)
{
    const char *name = movingai_maps[index];
    const int own = index < MOVINGAI_OWN;
    char scenario[256];
    snprintf(scenario, sizeof scenario, "%s.scen", name);
    FILE *map = open_file(name, own), *lines = open_file(scenario, own);
    movingai *m = NULL;
    if (map && lines) {
        m = must_allocate(sizeof *m);
        read_map(map, m);
        read_lines(lines, m, own);
    } else {
        fprintf(stderr, "%s: no %s\n", own ? "tests/data/maps is incomplete" : "Moving AI's map left out",
                map ? scenario : name);
        if (own)
            exit(1);
    }
    if (map)
        fclose(map);
    if (lines)
        fclose(lines);
    return m;
}

void movingai_close(movingai *m)
{
    free(m->walls);
    free(m->pairs);
    free(m->optimal);
    free(m);
}
