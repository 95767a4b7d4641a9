/* Hashes of the states of a run, step by step. */
#include "tools/throng/step_hashes.h"

#include <inttypes.h>

int step_hashes_load(const char *path, csv_table *table)
{
    const csv_column none = {"", 0, 0.0f, 0.0, 0.0, 0, 0};
    const csv_whole columns[2] = {{"step", 1, 0, 0, INT32_MAX}, {"hash", 1, 0, 0, UINT64_MAX}};
    if (!path)
        return PROGRAM_OK;
    const int code = csv_load_wholes(path, &none, 0, columns, 2, table);
    if (code)
        return code;
    for (int32_t i = 0; i < table->rows; i++)
        if (table->wholes[2 * (size_t)i] != (uint64_t)i)
            return csv_reject(table, table->lines[i], "step", "\"%d\" is not %d; steps go from 0 on",
                              (int)table->wholes[2 * (size_t)i], (int)i);
    return table->rows > 0 ? PROGRAM_OK
                           : reject_usage(table->name, "it has no steps; give a file of --record");
}

int step_hashes_check(const csv_table *table, int32_t step, uint64_t hash)
{
    if (table->rows == 0 || table->wholes[2 * (size_t)step + 1] == hash)
        return PROGRAM_OK;
    return reject_failure(table->name,
                          "line %d: step %d ends with hash %" PRIu64 " here, with %" PRIu64 " there",
                          (int)table->lines[step], (int)step, hash, table->wholes[2 * (size_t)step + 1]);
}

void step_hashes_record(FILE *stream, int32_t step, uint64_t hash)
{
    if (stream)
        (void)fprintf(stream, "%s%d,%" PRIu64 "\n", step == 0 ? "step,hash\n" : "", (int)step, hash);
}
