/* The device's copy of terrain: made by the first map that needs it, shared by all of them, and brought up to
 * date before an update by the rows that changed since. */
#include "src/terrain/terrain.h"
#include "src/cl/terrain/terrain.h"
#include "src/core/context.h"
#include "src/core/memory.h"

#include "src/cl/device/object.h"

enum { STAGE_BYTES = 64 * 1024 };

typedef struct terrain_copy {
    cl_mem bits;
    throng_cl_staging stage;
    int32_t known; /* 1: `bits` held the terrain of device_version */
} terrain_copy;

static size_t bytes_of(const throng_terrain *terrain) { return terrain->words * sizeof *terrain->bits; }

throng_status throng_cl_terrain_make(struct throng_cl *cl, throng_terrain *terrain, int32_t again)
{
    terrain_copy *copy = terrain->device;
    const int32_t fresh = !copy;
    throng_status status = THRONG_OK;
    if (fresh) {
        copy = throng_allocate(cl->allocator, sizeof *copy);
        if (!copy)
            return throng_cl_note_memory(cl, "the device's terrain", sizeof *copy);
        terrain->device = copy;
        size_t bytes = bytes_of(terrain);
        status = throng_cl_staging_create(cl, &copy->stage, bytes < STAGE_BYTES ? bytes : STAGE_BYTES);
    } else if (again) { /* what failed on the old one was that one's */
        throng_cl_staging_leave_all(cl, &copy->stage);
        copy->stage.failed = 0;
        throng_cl_release_buffer(cl, &copy->bits);
    }
    if (status == THRONG_OK && !copy->bits) {
        copy->known = 0;
        status = throng_cl_buffer(cl, "terrain", terrain->words, sizeof *terrain->bits, &copy->bits);
    }
    if (status != THRONG_OK && !copy->bits && (fresh || !again))
        throng_cl_terrain_forget(terrain);
    return status;
}

void throng_cl_terrain_forget(throng_terrain *terrain)
{
    terrain_copy *copy = terrain->device;
    struct throng_cl *cl = terrain->object.context->cl;
    if (!copy)
        return;
    terrain->device = NULL;
    throng_cl_staging_destroy(cl, &copy->stage);
    throng_cl_release_buffer(cl, &copy->bits);
    throng_release(cl->allocator, copy, sizeof *copy);
}

/* Whole rows, those between worlds included. */
static throng_status send_rows(struct throng_cl *cl, const throng_terrain *terrain, terrain_copy *copy,
                               int32_t first, int32_t last)
{
    size_t pitch = (size_t)terrain->pitch;
    size_t from = ((size_t)first + (size_t)(first / terrain->height) * 2 + 1) * pitch;
    size_t to = ((size_t)last + (size_t)(last / terrain->height) * 2 + 2) * pitch;
    return throng_cl_staging_send(cl, &copy->stage, copy->bits, from * sizeof *terrain->bits,
                                  terrain->bits + from, (to - from) * sizeof *terrain->bits);
}

/* An upload failed: nobody knows who has computed with walls that did not come. */
static throng_status lose_all(struct throng_cl *cl, terrain_copy *copy)
{
    copy->known = copy->stage.failed = 0; /* all rows are sent next */
    throng_cl_lose(cl, 1);
    return THRONG_ERROR_LOST;
}

throng_status throng_cl_terrain_update(struct throng_cl *cl, throng_terrain *terrain, cl_mem *bits)
{
    throng_region regions[THRONG_TERRAIN_CHANGES];
    throng_status status = throng_cl_terrain_make(cl, terrain, 0);
    if (status != THRONG_OK)
        return status;
    terrain_copy *copy = terrain->device;
    const cl_int error = throng_cl_staging_check(cl, &copy->stage);
    if (error != CL_SUCCESS) {
        (void)throng_cl_note(cl, error, "an upload of terrain");
        return lose_all(cl, copy);
    }
    int32_t count = copy->known ? throng_terrain_changes(terrain, terrain->device_version, regions) : -1;
    if (count < 0)
        status = throng_cl_staging_send(cl, &copy->stage, copy->bits, 0, terrain->bits, bytes_of(terrain));
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        status = send_rows(cl, terrain, copy, regions[i].row, regions[i].row + regions[i].height - 1);
    *bits = copy->bits;
    if (status != THRONG_OK)
        return copy->stage.failed ? lose_all(cl, copy) : status;
    copy->known = 1;
    terrain->device_version = terrain->version;
    return THRONG_OK;
}

uint64_t throng_cl_terrain_bytes(const throng_terrain *terrain)
{
    const terrain_copy *copy = terrain ? terrain->device : NULL;
    return copy && copy->bits ? bytes_of(terrain) : 0;
}
