/* Terrain: one bit map on the host, which the CPU backend reads as it is (kernels/common/terrain.h). */
#ifndef THRONG_TERRAIN_TERRAIN_H
#define THRONG_TERRAIN_TERRAIN_H

#include "src/core/object.h"

#define THRONG_TERRAIN_COOKIE 0x74657272u
#define THRONG_TERRAIN_DEF_COOKIE 0x74646566u

enum { THRONG_TERRAIN_CHANGES = 32 };

typedef struct throng_terrain_change {
    uint64_t version; /* of the terrain after it */
    throng_region region;
} throng_terrain_change;

struct throng_terrain {
    throng_object object;
    int32_t width, height, worlds;
    int32_t pitch; /* words from row to row; a world has height + 2 rows */
    uint32_t *bits;
    size_t words;
    uint64_t version;
    throng_terrain_change
        changes[THRONG_TERRAIN_CHANGES]; /* the latest ones; version v is at v % THRONG_TERRAIN_CHANGES */
    void *scratch;                       /* of searches for distances; NULL: none so far */
    size_t scratch_bytes;
    void *lengths; /* what they have found so far; NULL as above */
    size_t lengths_bytes;
    void *device; /* the OpenCL backend's copy, NULL: none yet */
    uint64_t device_version;
};

/* The regions that changed after `version`, oldest first; -1: more than THRONG_TERRAIN_CHANGES. */
int32_t throng_terrain_changes(const throng_terrain *terrain, uint64_t version, throng_region *regions);
/* Checks that public calls share; a failure sets the message. *area becomes the region, or all of the terrain
 * if region is NULL. */
throng_status throng_terrain_check_region(const throng_terrain *terrain, const throng_region *region,
                                          throng_region *area);
throng_status throng_terrain_check_grid(const throng_terrain *terrain, throng_grid grid);
/* `answers` is the array for the results, `name` its name in messages. A stride of 0 is replaced. */
throng_status throng_terrain_check_pairs(const throng_terrain *terrain, int32_t count,
                                         const throng_cell_pair *pairs, size_t *stride, const void *answers,
                                         const char *name);

#endif
