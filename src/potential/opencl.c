/* Forces of a potential field in a program's own OpenCL buffers. */
#include <throng/throng_opencl.h>

#include "src/cl/device/interop.h"
#include "src/cl/potential/potential.h"
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/potential/potential.h"

THRONG_CALL(throng_potential_read_cl, (field, first, count, forces, offset, stride, wait_count, waits, event),
            throng_potential *field, int32_t first, int32_t count, cl_mem forces, size_t offset,
            size_t stride, cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    const size_t size = sizeof(throng_force);
    throng_status status = throng_potential_check_points(field, first, count);
    if (status == THRONG_OK)
        status = throng_cl_on_device(field->object.context, field->object.backend, "field");
    if (status != THRONG_OK)
        return status;
    throng_cl_field *f = field->object.state;
    if (count > 0 && count > f->evaluated - first)
        return throng_fail(field->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "first + count is %lld: at most %d, the points of the last update",
                           (long long)first + count, (int)f->evaluated);
    if (count > 0)
        status = throng_cl_check_buffer(&f->object, "forces", forces, offset, &stride, size, count);
    if (status != THRONG_OK)
        return status;
    const throng_cl_rows rows = {f->forces, size, 0, (size_t)first, size, (size_t)count};
    status = throng_cl_wait_for(&f->object, wait_count, waits);
    if (status == THRONG_OK && count > 0)
        status = throng_cl_copy_rows(&f->object, &rows, forces, offset, stride);
    return throng_cl_hand_over(&f->object, status, 0, event);
}
