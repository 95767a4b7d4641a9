/* Hashes of the states of a run, step by step: recorded, and checked where it is done again, with another
 * backend, level or machine. Files have the columns step,hash. */
#ifndef THRONG_TOOLS_STEP_HASHES_H
#define THRONG_TOOLS_STEP_HASHES_H

#include "tools/support/csv.h"
#include "tools/throng/options.h"

typedef struct step_hashes {
    const char *replay_path; /* NULL: not given */
    program_file record;
    csv_table replay; /* no rows: none is replayed; to be released */
} step_hashes;

/* --record, with its help, and --replay. */
void step_hashes_list_options(option_list *options, const char *record, step_hashes *hashes);
/* Loads the file of --replay, which has steps from 0 on without gaps. */
int step_hashes_load(step_hashes *hashes);
/* 1: steps have to be hashed. */
int32_t step_hashes_wanted(const step_hashes *hashes);
/* Rejects a hash that is not the one of --replay; if `records`, writes it. */
int step_hashes_take(const step_hashes *hashes, int32_t step, uint64_t hash, int32_t records);

#endif
