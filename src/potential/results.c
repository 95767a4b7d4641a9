/* Potential fields: updates, and forces that are read. */
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/potential/potential.h"
#include "src/terrain/terrain.h"

THRONG_CALL(throng_potential_update, (field), throng_potential *field)
{
    throng_status status = throng_object_check(field, THRONG_POTENTIAL_COOKIE);
    if (status != THRONG_OK)
        return status;
    const throng_terrain *terrain = field->shape.terrain;
    const uint64_t version = terrain ? terrain->version : 0;
    if (!field->dirty && field->terrain_version == version) {
        field->object.updates++;
        return THRONG_OK;
    }
    throng_observe_next(&field->observer);
    throng_observe_begin(&field->observer);
    throng_observe_given(&field->observer, field->counts[THRONG_POINTS]);
    status = field->ops->update(field->object.state);
    throng_observe_end(&field->observer);
    if (status == THRONG_OK) {
        field->dirty = 0;
        field->terrain_version = version;
        field->object.updates++;
    }
    return status;
}

THRONG_CALL(throng_potential_read, (field, first, count, forces, stride), throng_potential *field,
            int32_t first, int32_t count, throng_force *forces, size_t stride)
{
    throng_status status = throng_potential_check_points(field, first, count);
    if (status != THRONG_OK || count == 0)
        return status;
    status = throng_check_stride(field->object.context, "forces", forces, sizeof *forces, &stride);
    if (status != THRONG_OK)
        return status;
    throng_observe_begin(&field->observer);
    status = field->ops->read(field->object.state, first, count, forces, stride);
    throng_observe_end(&field->observer);
    throng_observe_taken(&field->observer, (double)sizeof *forces * count);
    return status;
}
