/* Hashes of the states of a run, step by step: recorded, and checked where it is done again, with another
 * backend, level or machine. Files have the columns step,hash. */
#ifndef THRONG_TOOLS_STEP_HASHES_H
#define THRONG_TOOLS_STEP_HASHES_H

#include "tools/support/csv.h"

#include <stdio.h>

/* path NULL: none, and the table has no rows. Otherwise it has steps from 0 on without gaps. */
int step_hashes_load(const char *path, csv_table *table);
/* Rejects a hash that is not that of the table; a table without rows has nothing against any. */
int step_hashes_check(const csv_table *table, int32_t step, uint64_t hash);
/* NULL: nothing is recorded. */
void step_hashes_record(FILE *stream, int32_t step, uint64_t hash);

#endif
