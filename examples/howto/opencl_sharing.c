/* A program's own OpenCL context, queue and kernels: the crowd's positions go into a buffer of the program,
 * its kernel says where each agent wants to go, and the crowd takes that; nothing goes over the host. */
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng_opencl.h>

enum { AGENTS = 1000 };

/* All want to walk around the point (78, 48), and those far from it towards it. */
static const char source[] = "#pragma OPENCL FP_CONTRACT OFF\n" /* the same bits on every device */
                             "kernel void steer(global const float2 *positions, global float2 *preferred)\n"
                             "{\n"
                             "    const size_t i = get_global_id(0);\n"
                             "    const float2 arm = positions[i] - (float2)(78.0f, 48.0f);\n"
                             "    const float2 around = (float2)(-arm.y, arm.x) / 64.0f;\n"
                             "    preferred[i] = dot(arm, arm) > 1600.0f ? around - arm / 64.0f : around;\n"
                             "}\n";

static void check(int failed, const char *what)
{
    if (!failed)
        return;
    fprintf(stderr, "%s: %d\n", what, failed);
    exit(EXIT_FAILURE);
}

/* The program's own OpenCL, with a queue that executes in order. */
static void open_opencl(throng_opencl_host *host, cl_kernel *kernel)
{
    cl_platform_id platform;
    cl_int code;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &host->device, NULL), "clGetDeviceIDs");
    host->context = clCreateContext(NULL, 1, &host->device, NULL, NULL, &code);
    check(code, "clCreateContext");
    host->queue = clCreateCommandQueue(host->context, host->device, 0, &code);
    check(code, "clCreateCommandQueue");
    const char *text = source;
    cl_program program = clCreateProgramWithSource(host->context, 1, &text, NULL, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &host->device, "", NULL, NULL), "clBuildProgram");
    *kernel = clCreateKernel(program, "steer", &code);
    check(code, "clCreateKernel");
    clReleaseProgram(program); /* the kernel keeps it */
}

static cl_mem create_buffer(cl_context context, size_t bytes)
{
    cl_int code;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    check(code, "clCreateBuffer");
    return buffer;
}

static throng_crowd *create_crowd(throng_context *context)
{
    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    check(throng_crowd_create(context, &def, &crowd), "throng_crowd_create");
    for (int i = 0; i < AGENTS; i++) {
        const int row = i / 40;
        throng_agent_def agent = throng_agent_default_def();
        agent.x = (float)(i % 40) * 4.0f;
        agent.y = (float)row * 4.0f;
        check(throng_crowd_add(crowd, 1, &agent, 0, NULL), "throng_crowd_add");
    }
    return crowd;
}

int main(void)
{
    throng_opencl_host host;
    cl_kernel kernel;
    open_opencl(&host, &kernel);
    const size_t count = AGENTS, bytes = count * 2 * sizeof(float);
    cl_mem positions = create_buffer(host.context, bytes), preferred = create_buffer(host.context, bytes);

    throng_context *context; /* on that device and queue */
    check(throng_opencl_context_create(NULL, &host, &context), "throng_opencl_context_create");
    throng_crowd *crowd = create_crowd(context);

    /* A hundred frames. Nothing here waits: all of it is enqueued in order on one queue. */
    for (int frame = 0; frame < 100; frame++) {
        check(throng_crowd_step(crowd, 0.1f), "throng_crowd_step");
        check(throng_crowd_get_cl(crowd, THRONG_AGENT_POSITION, AGENTS, NULL, 0, positions, 0, 0, 0, NULL,
                                  NULL),
              "throng_crowd_get_cl");
        check(clSetKernelArg(kernel, 0, sizeof positions, &positions), "clSetKernelArg");
        check(clSetKernelArg(kernel, 1, sizeof preferred, &preferred), "clSetKernelArg");
        check(clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
        check(throng_crowd_set_cl(crowd, THRONG_AGENT_PREFERRED_VELOCITY, AGENTS, NULL, 0, preferred, 0, 0, 0,
                                  NULL, NULL),
              "throng_crowd_set_cl");
    }

    /* Only this example looks at the result on the host. */
    static float places[AGENTS][2];
    check(clEnqueueReadBuffer(host.queue, positions, CL_TRUE, 0, bytes, places, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    printf("agent 0 is at (%.2f, %.2f)\n", (double)places[0][0], (double)places[0][1]);
    printf("agent 999 is at (%.2f, %.2f)\n", (double)places[999][0], (double)places[999][1]);

    check(throng_crowd_destroy(crowd), "throng_crowd_destroy");
    check(throng_context_destroy(context), "throng_context_destroy");
    clReleaseMemObject(preferred);
    clReleaseMemObject(positions);
    clReleaseKernel(kernel);
    clReleaseCommandQueue(host.queue);
    clReleaseContext(host.context);
}
