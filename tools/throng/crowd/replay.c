/* Hashes of the states of `throng crowd`. */
#include "tools/throng/crowd/crowd.h"

int crowd_replay_load(crowd_job *work)
{
    const int32_t steps = work->options.steps;
    const csv_table *table = &work->options.hashes.replay;
    const int code = step_hashes_load(&work->options.hashes);
    if (code || table->rows == 0 || table->rows == steps + 1) /* the start is step 0 */
        return code;
    return reject_usage(table->name, "it was recorded over %d steps, and this run has %d; give --steps %d",
                        (int)table->rows - 1, (int)steps, (int)table->rows - 1);
}

int crowd_replay(crowd_job *work, int32_t step)
{
    uint64_t hash = 0;
    if (!step_hashes_wanted(&work->options.hashes))
        return PROGRAM_OK;
    const int code = crowd_hash(work, &hash);
    return code ? code : step_hashes_take(&work->options.hashes, step, hash, program_last_run(&work->job));
}
