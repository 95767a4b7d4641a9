/* What the files of flow fields on the CPU share: lists of tiles that passes have to visit,
 * and closed cells. */
#include "src/cpu/flow/flow.h"

void throng_cpu_flow_tell(cpu_flow *f, int32_t tile, int32_t dirty_edges, int32_t due)
{
    const int32_t colour = flow_colour(flow_tile_of(&f->plan, tile));
    if (!f->dirty_edges[tile])
        f->lists[(size_t)colour * (size_t)f->tiles + (size_t)f->counts[colour]++] = tile;
    if (!f->dirty_edges[tile] || due < f->due[tile])
        f->due[tile] = due;
    f->dirty_edges[tile] = (uint16_t)(f->dirty_edges[tile] | dirty_edges);
}

int32_t throng_cpu_flow_is_closed(const cpu_flow *f, int32_t world, int32_t column, int32_t row)
{
    const flow_plan *p = &f->plan;
    if (flow_on_ground(p, world / p->worlds))
        return flow_view_of(p, f->keys, world).ground[flow_place(p, world, column, row)] & FLOW_CLOSED;
    return terrain_blocked(flow_walls(p, f->terrain->bits, world), column, row);
}
