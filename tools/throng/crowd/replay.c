/* Hashes of the states of `throng crowd`, step by step: recorded, and checked where a run is done again, with
 * another backend, level or machine. */
#include "tools/throng/crowd/crowd.h"

#include <inttypes.h>

int crowd_replay_load(crowd_job *work)
{
    const crowd_options *in = &work->options;
    const csv_column none = {"", 0, 0.0f, 0.0, 0.0, 0, 0};
    const csv_whole columns[2] = {{"step", 1, 0, 0, INT32_MAX}, {"hash", 1, 0, 0, UINT64_MAX}};
    if (!in->replay_path)
        return PROGRAM_OK;
    const int code = csv_load_wholes(in->replay_path, &none, 0, columns, 2, &work->replay);
    if (code)
        return code;
    const csv_table *table = &work->replay;
    for (int32_t i = 0; i < table->rows; i++)
        if (table->wholes[2 * (size_t)i] != (uint64_t)i)
            return csv_reject(table, table->lines[i], "step", "\"%d\" is not %d; steps go from 0 on",
                              (int)table->wholes[2 * (size_t)i], (int)i);
    if (table->rows == 0)
        return reject_usage(table->name, "it has no steps; give a file of --record");
    if (table->rows != in->steps + 1) { /* the start is step 0 */
        return reject_usage(table->name,
                            "it was recorded over %d steps, and this run has %d; give --steps %d",
                            (int)table->rows - 1, (int)in->steps, (int)table->rows - 1);
    }
    return PROGRAM_OK;
}

int crowd_replay(crowd_job *work, int32_t step, int32_t record)
{
    const csv_table *table = &work->replay;
    uint64_t hash = 0;
    if (!work->options.record.stream && table->rows == 0)
        return PROGRAM_OK;
    const int code = program_check(work->job.context, throng_crowd_hash(work->crowd, &hash), "crowd");
    if (code)
        return code;
    if (table->rows > 0 && table->wholes[2 * (size_t)step + 1] != hash)
        return reject_failure(table->name,
                              "line %d: step %d ends with hash %" PRIu64 " here, with %" PRIu64 " there",
                              (int)table->lines[step], (int)step, hash, table->wholes[2 * (size_t)step + 1]);
    if (work->options.record.stream && record)
        fprintf(work->options.record.stream, "%s%d,%" PRIu64 "\n", step == 0 ? "step,hash\n" : "", (int)step,
                hash);
    return PROGRAM_OK;
}
