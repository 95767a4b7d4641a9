/* Influence maps: updates in slices, and memory at load time. The conventions of throng.h hold.
 *
 * An update that takes longer than a frame has to spare can be done in slices, one call a frame. All calls
 * that read the map (read, best, worst, regions, neighbors, samples, combine, and those of throng_opencl.h)
 * see the values of the last update until the whole update is done; then all layers change at once. The
 * result has the bits of one throng_influence_update() in place of the first slice, however it is cut:
 *   - Objects, momentum and walls are taken as they are when the update begins, at its first slice. What is
 *     set afterwards, and walls that change, belong to the next update.
 *   - throng_influence_update() and throng_influence_update_layer() first do what is left of an update that
 *     is under way, and make its values visible. Then they do an update of their own.
 *   - throng_influence_reset() gives it up. throng_influence_destroy() may be called at any time.
 *   - If a call fails that sets objects, the update goes on. If a slice fails (only on a device), the update
 *     is given up: the values stay those of the last update, and the next one takes everything in.
 * throng_influence_best() and other calls that leave out blocked cells use the walls as they are when called.
 */
#ifndef THRONG_INFLUENCE_SLICES_H
#define THRONG_INFLUENCE_SLICES_H

#include "influence.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Does a part of an update that takes about `seconds`, and sets *done to 1 if the update is whole.
/// If none is under way, it begins one; if nothing changed, that is whole at once. A call does at least one
/// small step and stops after the first one that ends beyond the budget; 0: it does one step. How many
/// calls an update takes depends on the machine: see throng_influence_update_part(). On a device, the
/// budget is for the work that is enqueued, as the library estimates it, and nothing is awaited; a call that
/// reads waits for the parts that were enqueued before it. The first call allocates memory: see
/// throng_influence_reserve(). Range: 0 to 1e9.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
THRONG_API throng_status throng_influence_update_some(throng_influence *map, double seconds, int32_t *done);

/// Does one of `parts` parts of an update, of about equal work, and sets *done to 1 if the update is whole.
/// The update is whole with call number `parts`, never before, on every machine and backend: games in
/// lockstep see new values in the same frame. All calls of an update must have the same `parts`. If the
/// update was begun by throng_influence_update_some(), this call is the first of its parts. Range: 1 to
/// 1e6.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
THRONG_API throng_status throng_influence_update_part(throng_influence *map, int32_t parts, int32_t *done);

/// What a map is going to be used for.
typedef uint32_t throng_influence_uses;
enum {
    /// throng_influence_combine().
    THRONG_USE_COMBINE = 1,
    /// throng_influence_set_momentum() with a momentum above 0.
    THRONG_USE_MOMENTUM = 2,
    /// throng_influence_update_some() and throng_influence_update_part().
    THRONG_USE_SLICES = 4,
    /// Best cells, regions, neighbors and samples.
    THRONG_USE_QUERIES = 8
};

/// Allocates at load time what calls allocate otherwise when they first need it.
/// A layer is prepared for as many `objects` as that like `like`, wherever they stand: as many as it has or
/// will have at the same time, of the largest max_distance and the weakest decay. Objects that add up to no
/// more allocate nothing. `like` NULL: no objects. `layer` -1: all layers, each for so many. `uses` is a sum
/// of THRONG_USE_*. Nothing that was reserved is given back before the map is destroyed, or reset after its
/// device failed. Where memory moves that an update under way reads, what is left of it is computed first.
/// Errors: INVALID_ARGUMENT, CAPACITY (`objects` above the def's object_capacity), OUT_OF_MEMORY, LOST,
/// OPENCL, BUILD_FAILED.
THRONG_API throng_status throng_influence_reserve(throng_influence *map, int32_t layer, int32_t objects,
                                                  const throng_influence_object *like,
                                                  throng_influence_uses uses);

#ifdef __cplusplus
}
#endif

#endif
