/* Tables by step. */
#include "tools/throng/step_table.h"
#include "tools/support/memory.h"

static int32_t whole_of(const csv_table *table, int32_t row, int32_t column)
{
    if (column >= table->whole_columns)
        return 0;
    return (int32_t)table->wholes[(size_t)table->whole_columns * (size_t)row + (size_t)column];
}

static int check_order(const csv_table *table, int32_t row)
{
    const int32_t step = whole_of(table, row, STEP_TABLE_STEP);
    const int32_t layer = whole_of(table, row, STEP_TABLE_LAYER);
    const int32_t last_step = whole_of(table, row - 1, STEP_TABLE_STEP);
    const int32_t last_layer = whole_of(table, row - 1, STEP_TABLE_LAYER);
    if (step < last_step)
        return csv_reject(table, table->lines[row], "step", "\"%d\" comes behind %d; sort the rows by step",
                          (int)step, (int)last_step);
    return step == last_step && layer < last_layer
               ? csv_reject(table, table->lines[row], "layer",
                            "\"%d\" comes behind %d; sort the rows of a step by layer", (int)layer,
                            (int)last_layer)
               : PROGRAM_OK;
}

static void list_parts(const csv_table *table, step_table *index)
{
    const int32_t parts = index->steps * index->layers;
    int32_t part = 0;
    for (int32_t row = 0; row < table->rows; row++) {
        const int32_t own =
            whole_of(table, row, STEP_TABLE_STEP) * index->layers + whole_of(table, row, STEP_TABLE_LAYER);
        while (part <= own)
            index->first[part++] = row;
    }
    while (part <= parts)
        index->first[part++] = table->rows;
    for (part = 0; part < parts; part++) {
        const int32_t count = index->first[part + 1] - index->first[part];
        index->most = count > index->most ? count : index->most;
    }
}

int step_table_index(const csv_table *table, int32_t layers, step_table *index)
{
    int code = PROGRAM_OK;
    *index = (step_table){.steps = 1, .layers = layers};
    for (int32_t row = 0; row < table->rows && !code; row++) {
        const int32_t layer = whole_of(table, row, STEP_TABLE_LAYER);
        index->steps = whole_of(table, row, STEP_TABLE_STEP) + 1;
        index->layers = layer >= index->layers ? layer + 1 : index->layers;
        code = row > 0 ? check_order(table, row) : PROGRAM_OK;
    }
    index->first =
        allocate((size_t)index->steps * (size_t)index->layers + 1, sizeof *index->first, table->name, &code);
    if (!code)
        list_parts(table, index);
    return code;
}
