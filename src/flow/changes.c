/* What changed since an update of flow fields. */
#include "src/flow/changes.h"

_Static_assert(FLOW_REGIONS == THRONG_TERRAIN_CHANGES + 1, "the changes of walls, and those of costs");

static flow_region region_of(const throng_region *r)
{
    return (flow_region){r->column, r->row, r->width, r->height};
}

throng_flow_changes throng_flow_changes_since(const throng_terrain *terrain, uint64_t version,
                                              const throng_flow_costs *costs)
{
    throng_region walls[THRONG_TERRAIN_CHANGES];
    throng_flow_changes changes;
    changes.count = throng_terrain_changes(terrain, version, walls);
    for (int32_t i = 0; i < changes.count; i++)
        changes.regions[i] = region_of(&walls[i]);
    if (changes.count >= 0 && costs->changed.height > 0)
        changes.regions[changes.count++] = region_of(&costs->changed);
    return changes;
}

int32_t throng_flow_changed_little(const flow_plan *p, const throng_flow_changes *changes)
{
    int64_t cells = 0;
    for (int32_t i = 0; i < changes->count; i++)
        cells += (int64_t)changes->regions[i].width * changes->regions[i].height;
    return changes->count >= 0 && flow_are_few(p, cells);
}

static int32_t has_seeds(const flow_plan *p, const int32_t *seed_counts, int32_t field)
{
    int32_t any = 0;
    for (int32_t layer = field; layer < flow_goal_layers(p) && seed_counts; layer += p->fields)
        any |= seed_counts[layer] > 0;
    return any;
}

void throng_flow_mark_anew(const flow_plan *p, const uint8_t *stale, int32_t little,
                           const int32_t *seed_counts, uint8_t *anew)
{
    for (int32_t i = 0; i < p->fields; i++)
        anew[i] = (stale[i] & THRONG_FLOW_GOALS_CHANGED) ||
                  ((stale[i] & THRONG_FLOW_GROUND_CHANGED) && (!little || has_seeds(p, seed_counts, i)));
}
