/* What changed since an update of flow fields: the backends compute that alone anew where it is little. */
#ifndef THRONG_FLOW_CHANGES_H
#define THRONG_FLOW_CHANGES_H

#include "kernels/flow/ground.h"
#include "src/flow/flow.h"
#include "src/terrain/terrain.h"

/* Regions of all worlds whose walls or costs changed; count -1: everything. */
typedef struct throng_flow_changes {
    int32_t count;
    flow_region regions[FLOW_REGIONS];
} throng_flow_changes;

/* Walls since that version of the terrain, and costs. */
throng_flow_changes throng_flow_changes_since(const throng_terrain *terrain, uint64_t version,
                                              const throng_flow_costs *costs);
/* 1: so little changed that it may pay to patch fields. */
int32_t throng_flow_changed_little(const flow_plan *p, const throng_flow_changes *changes);

/* Marks the stale fields that begin from nothing. little: as above; seed_counts: of each layer, or NULL. */
void throng_flow_mark_anew(const flow_plan *p, const uint8_t *stale, int32_t little,
                           const int32_t *seed_counts, uint8_t *anew);

#endif
