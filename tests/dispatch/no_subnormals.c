/* Calibration beside a device that flushes subnormal numbers, on which fields and crowds are refused, and one
 * that finds out late that it has little memory. */
#define _DEFAULT_SOURCE
#include "tests/dispatch/clocks.h"
#include "tests/dispatch/recorded_costs.h"

#include "src/cl/device/device.h"

TestSuite(no_subnormals, .init = make_folder, .fini = drop_folder);

static cl_int(CL_API_CALL *get_info)(cl_device_id, cl_device_info, size_t, void *, size_t *);

static cl_int CL_API_CALL get_less(cl_device_id device, cl_device_info what, size_t size, void *value,
                                   size_t *needed)
{
    const cl_int error = get_info(device, what, size, value, needed);
    if (what == CL_DEVICE_SINGLE_FP_CONFIG && value && error == CL_SUCCESS)
        *(cl_device_fp_config *)value &= ~(cl_device_fp_config)CL_FP_DENORM;
    return error;
}

/* By which the device takes half of the time. */
static throng_context *open_with(fake_clock *clock)
{
    throng_context *context = open_threads(THRONG_BACKEND_AUTO, 1);
    *clock = (fake_clock){.context = context, .seconds = {8e-4, 4e-4}, .most = 1.0, .seed = 1};
    context->clock = look;
    context->clock_user = clock;
    return context;
}

Test(no_subnormals, the_rest_is_measured)
{
    fake_clock clock;
    throng_calibrate_report report;
    throng_calibrate_def def = throng_calibrate_default_def();
    if (!opencl_present())
        return;
    throng_context *context = open_with(&clock);
    get_info = context->cl->api.clGetDeviceInfo;
    context->cl->api.clGetDeviceInfo = get_less;
    def.operations = 1 << THRONG_OPERATION_POTENTIAL | 1 << THRONG_OPERATION_CHOQUET;
    def.seconds = 86400.0;
    MUST(context, throng_calibrate(context, &def, &report));
    cr_expect(report.saved && report.operations[THRONG_OPERATION_CHOQUET].kept);
    cr_expect(!report.operations[THRONG_OPERATION_POTENTIAL].measured &&
              !report.operations[THRONG_OPERATION_POTENTIAL].kept);
    MUST(context, throng_context_destroy(context));
}

TestSuite(little_memory, .init = make_folder, .fini = drop_folder);

static cl_int(CL_API_CALL *write_buffer)(cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void *,
                                         cl_uint, const cl_event *, cl_event *);
static int32_t refused;

static cl_int CL_API_CALL write_little(cl_command_queue queue, cl_mem buffer, cl_bool waits, size_t place,
                                       size_t bytes, const void *data, cl_uint count, const cl_event *events,
                                       cl_event *event)
{
    if (bytes > 65536) {
        refused++;
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    return write_buffer(queue, buffer, waits, place, bytes, data, count, events, event);
}

/* The buffers are made, and a command finds no memory for one: smaller frames stand for that one. */
Test(little_memory, smaller_frames_are_measured)
{
    fake_clock clock;
    throng_calibrate_report report;
    throng_calibrate_def def = throng_calibrate_default_def();
    if (!opencl_present())
        return;
    throng_context *context = open_with(&clock);
    write_buffer = context->cl->api.clEnqueueWriteBuffer;
    context->cl->api.clEnqueueWriteBuffer = write_little;
    def.operations = 1 << THRONG_OPERATION_CHOQUET;
    def.seconds = 86400.0;
    MUST(context, throng_calibrate(context, &def, &report));
    cr_expect(refused > 0 && report.operations[THRONG_OPERATION_CHOQUET].measured);
    MUST(context, throng_context_destroy(context));
}
