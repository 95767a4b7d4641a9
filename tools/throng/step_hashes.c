/* Hashes of the states of a run, step by step. */
#include "tools/throng/step_hashes.h"

#include <inttypes.h>

void step_hashes_list_options(option_list *options, const char *record, step_hashes *hashes)
{
    option_output(options, "record", record, &hashes->record);
    option_file(options, "replay", "checks each step's hash against a recorded run", &hashes->replay_path);
}

int step_hashes_load(step_hashes *hashes)
{
    csv_table *table = &hashes->replay;
    const csv_column none = {"", 0, 0.0f, 0.0, 0.0, 0, 0};
    const csv_whole columns[2] = {{"step", 1, 0, 0, INT32_MAX}, {"hash", 1, 0, 0, UINT64_MAX}};
    if (!hashes->replay_path)
        return PROGRAM_OK;
    const int code = csv_load_wholes(hashes->replay_path, &none, 0, columns, 2, table);
    if (code)
        return code;
    for (int32_t i = 0; i < table->rows; i++)
        if (table->wholes[2 * (size_t)i] != (uint64_t)i)
            return csv_reject(table, table->lines[i], "step", "\"%d\" is not %d; steps go from 0 on",
                              (int)table->wholes[2 * (size_t)i], (int)i);
    return table->rows > 0 ? PROGRAM_OK
                           : reject_usage(table->name, "it has no steps; give a file of --record");
}

int32_t step_hashes_wanted(const step_hashes *hashes)
{
    return hashes->record.path || hashes->replay.rows > 0;
}

int step_hashes_take(const step_hashes *hashes, int32_t step, uint64_t hash, int32_t records)
{
    const csv_table *table = &hashes->replay;
    const uint64_t there = table->rows > 0 ? table->wholes[2 * (size_t)step + 1] : hash;
    if (there != hash)
        return reject_failure(table->name,
                              "line %d: step %d ends with hash %" PRIu64 " here, with %" PRIu64 " there",
                              (int)table->lines[step], (int)step, hash, there);
    if (records && hashes->record.stream)
        (void)fprintf(hashes->record.stream, "%s%d,%" PRIu64 "\n", step == 0 ? "step,hash\n" : "", (int)step,
                      hash);
    return PROGRAM_OK;
}
