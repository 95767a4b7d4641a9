/* Scenarios of the Moving AI benchmarks: starts, goals and the lengths of shortest paths between them. */
#ifndef THRONG_TOOLS_SCENARIO_H
#define THRONG_TOOLS_SCENARIO_H

#include "tools/support/map.h"
#include "tools/throng/report.h"

#include <throng/throng.h>

typedef struct scenario_row {
    throng_cell_pair pair;
    double optimal; /* in cells, as the file has it */
    int32_t line;
} scenario_row;

typedef struct scenario {
    const char *name; /* of the file, for messages */
    scenario_row *rows;
    int32_t count;
    /* of scenario_compare() */
    int32_t compared, differ, worst; /* worst: a row, which differs most */
    double worst_length, largest;    /* what was found there, and by how much it differs */
} scenario;

/* For a map of this size, which the rows must name. */
int scenario_load(const char *path, const grid_map *map, scenario *scenario);
void scenario_release(scenario *scenario);
/* Compares a row's length, in cells, below 0 where there is no path. */
void scenario_compare(scenario *scenario, int32_t row, double length);
/* Fills the report. */
void scenario_report(const scenario *scenario, run_report *report);
/* A line of the summary. */
void scenario_print(const scenario *scenario);
/* Rejects lengths that differ, once results are written; returns an exit code. */
int scenario_end(const scenario *scenario, int code);

#endif
