/* Tables whose rows belong to the steps of a game: by ascending step, and where there are layers within a
 * step by ascending layer. Steps may be without rows. */
#ifndef THRONG_TOOLS_STEP_TABLE_H
#define THRONG_TOOLS_STEP_TABLE_H

#include "tools/support/csv.h"

/* The first two whole columns of such a table, or none of them: all rows are at step 0, layer 0. */
enum { STEP_TABLE_STEP, STEP_TABLE_LAYER };
#define STEP_TABLE_COLUMN                                                                                    \
    {                                                                                                        \
        "step", 0, 0, 0, 999999                                                                              \
    }

typedef struct step_table {
    int32_t steps, layers; /* at least 1 */
    int32_t most;          /* rows of a step in a layer */
    int32_t *first;        /* row of each step's layers, and the number of rows; to be freed */
} step_table;

/* Checks the order of the rows and finds those of each step. There are at least so many layers. */
int step_table_index(const csv_table *table, int32_t layers, step_table *index);

#endif
