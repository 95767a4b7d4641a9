/* Hashes of the states of `throng crowd`. */
#include "tools/throng/crowd/crowd.h"
#include "tools/throng/step_hashes.h"

int crowd_replay_load(crowd_job *work)
{
    const crowd_options *in = &work->options;
    const csv_table *table = &work->replay;
    const int code = step_hashes_load(in->replay_path, &work->replay);
    if (code || table->rows == 0 || table->rows == in->steps + 1) /* the start is step 0 */
        return code;
    return reject_usage(table->name, "it was recorded over %d steps, and this run has %d; give --steps %d",
                        (int)table->rows - 1, (int)in->steps, (int)table->rows - 1);
}

int crowd_replay(crowd_job *work, int32_t step, int32_t record)
{
    FILE *stream = work->options.record.stream;
    uint64_t hash = 0;
    if (!stream && work->replay.rows == 0)
        return PROGRAM_OK;
    int code = program_check(work->job.context, throng_crowd_hash(work->crowd, &hash), "crowd");
    code = code ? code : step_hashes_check(&work->replay, step, hash);
    if (!code && record)
        step_hashes_record(stream, step, hash);
    return code;
}
