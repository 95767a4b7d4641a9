/* The all-pairs table of a map with small worlds: built by all tasks when the walls changed. */
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/influence/influence.h"
#include "src/terrain/terrain.h"

#include <string.h>

throng_status throng_cpu_table_create(cpu_map *m)
{
    throng_status status = THRONG_OK;
    size_t cells = (size_t)m->grid.width * (size_t)m->grid.world_height;
    m->table =
        throng_cpu_allocate(m->context, &m->bytes, 1, sizeof *m->table, "the table of all pairs", &status);
    if (status != THRONG_OK)
        return status;
    m->table->cells = (int32_t)cells;
    m->table->lengths = throng_cpu_allocate(m->context, &m->bytes, cells * cells, sizeof(float),
                                            "the lengths of all pairs", &status);
    m->table->firsts =
        throng_cpu_allocate(m->context, &m->bytes, cells * cells, 1, "the directions of all pairs", &status);
    if (status != THRONG_OK)
        return status;
    size_t bytes = m->context->simd->distance_scratch(m->grid.width, m->grid.world_height, 0);
    bytes = (bytes + 63) / 64 * 64;
    m->scratch = throng_cpu_allocate(m->context, &m->bytes, (size_t)m->tasks, bytes,
                                     "the scratch memory of paths", &status);
    m->scratch_bytes = status == THRONG_OK ? bytes : 0;
    return status;
}

void throng_cpu_table_destroy(cpu_map *m)
{
    if (!m->table)
        return;
    size_t cells = (size_t)m->table->cells;
    throng_cpu_free(m->context, &m->bytes, m->table->lengths, cells * cells, sizeof(float));
    throng_cpu_free(m->context, &m->bytes, m->table->firsts, cells * cells, 1);
    throng_cpu_free(m->context, &m->bytes, m->table, 1, sizeof *m->table);
    m->table = NULL;
}

typedef struct build_job {
    const cpu_map *m;
} build_job;

static void build_rows(void *data, int32_t index)
{
    const build_job *job = data;
    const cpu_map *m = job->m;
    cpu_table *t = m->table;
    const terrain_view walls = influence_walls(throng_cpu_walls(m), &m->grid, 0);
    int32_t cell;
    while (throng_claim(m->context, index, 1, &cell)) {
        size_t row = (size_t)cell * (size_t)t->cells;
        m->context->simd->table_row(t->lengths + row, t->firsts + row,
                                    m->scratch + (size_t)index * m->scratch_bytes, walls, m->grid.width,
                                    m->grid.world_height, m->grid.kind, cell);
    }
}

void throng_cpu_table_build(const cpu_map *m)
{
    cpu_table *t = m->table;
    build_job job = {m};
    if (t->built && t->version == m->terrain->version)
        return;
    throng_run_shared(m->context, t->cells, t->cells, build_rows, &job);
    t->built = 1;
    t->version = m->terrain->version;
}
