/* Hashes of the states of `throng crowd`, step by step: recorded, and checked where a run is done again, with
 * another backend, level or machine. */
#include "tools/throng/crowd/crowd.h"

#include <inttypes.h>

int throng_app_crowd_replay_load(throng_app_crowd_job *work)
{
    const throng_app_crowd_options *in = &work->options;
    const throng_app_column none = {"", 0, 0.0f, 0.0, 0.0, 0, 0};
    const throng_app_whole columns[2] = {{"step", 1, 0, 0, INT32_MAX}, {"hash", 1, 0, 0, UINT64_MAX}};
    if (in->replay_path == NULL) {
        return THRONG_APP_OK;
    }
    int code = throng_app_table_load_wholes(in->replay_path, &none, 0, columns, 2, &work->replay);
    if (code != THRONG_APP_OK) {
        return code;
    }
    const throng_app_table *table = &work->replay;
    for (int32_t i = 0; i < table->rows; ++i) {
        if (table->wholes[2 * (size_t)i] != (uint64_t)i) {
            return throng_app_reject(THRONG_APP_USAGE, table->name,
                                     "line %d, column \"step\": \"%d\" is not %d; steps go from 0 on",
                                     (int)table->lines[i], (int)table->wholes[2 * (size_t)i], (int)i);
        }
    }
    if (table->rows == 0) {
        return throng_app_reject(THRONG_APP_USAGE, table->name, "it has no steps; give a file of --record");
    }
    if (table->rows != in->steps + 1) { /* the start is step 0 */
        return throng_app_reject(THRONG_APP_USAGE, table->name,
                                 "it was recorded over %d steps, and this run has %d; give --steps %d",
                                 (int)table->rows - 1, (int)in->steps, (int)table->rows - 1);
    }
    return THRONG_APP_OK;
}

int throng_app_crowd_replay(throng_app_crowd_job *work, int32_t step, int32_t record)
{
    const throng_app_table *table = &work->replay;
    uint64_t hash = 0;
    if (work->record == NULL && table->rows == 0) {
        return THRONG_APP_OK;
    }
    int code = throng_app_check(work->context, throng_crowd_hash(work->crowd, &hash), "crowd");
    if (code != THRONG_APP_OK) {
        return code;
    }
    if (table->rows > 0 && table->wholes[2 * (size_t)step + 1] != hash) {
        return throng_app_reject(THRONG_APP_FAILED, table->name,
                                 "line %d: step %d ends with hash %" PRIu64 " here, with %" PRIu64 " there",
                                 (int)table->lines[step], (int)step, hash,
                                 table->wholes[2 * (size_t)step + 1]);
    }
    if (work->record != NULL && record) {
        fprintf(work->record, "%s%d,%" PRIu64 "\n", step == 0 ? "step,hash\n" : "", (int)step, hash);
    }
    return THRONG_APP_OK;
}
