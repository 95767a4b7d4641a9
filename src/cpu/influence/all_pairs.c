/* The all-pairs table of a map with small worlds: built by all tasks when the walls changed. */
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/influence/update.h"
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
    const cpu_update *u;
    int32_t first;
} build_job;

static void build_rows(void *data, int32_t index)
{
    const build_job *job = data;
    const cpu_map *m = job->u->m;
    cpu_table *t = m->table;
    const terrain_view walls = influence_walls(job->u->walls, &m->grid, 0);
    int32_t row;
    while (throng_claim(m->context, index, 1, &row)) {
        const int32_t cell = job->first + row;
        const size_t at = (size_t)cell * (size_t)t->cells;
        m->context->simd->table_row(t->lengths + at, t->firsts + at,
                                    m->scratch + (size_t)index * m->scratch_bytes, walls, m->grid.width,
                                    m->grid.world_height, m->grid.kind, cell);
    }
}

int32_t throng_cpu_table_known(const cpu_update *u)
{
    const cpu_table *t = u->m->table;
    return t->built && t->version == u->version;
}

void throng_cpu_table_build(cpu_update *u, int32_t first, int32_t count, int32_t last)
{
    cpu_table *t = u->m->table;
    build_job job = {u, first};
    throng_run_shared(u->m->context, count, count, build_rows, &job);
    t->built = last;
    t->version = u->version;
}
