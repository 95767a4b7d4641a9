/* Finds out whether a device computes what C computes: the sums, products, quotients and roots of some
 * thousands of numbers, compared to the bit. */
#include "src/cl/device/device.h"
#include "src/core/memory.h"

#include "kernels/simd/simd.h"

#include <stdio.h>

enum { CHECKS = 11, OPERANDS = 4096 };

static const char *const check_names[CHECKS] = {
    "addition",
    "subtraction",
    "multiplication",
    "division",
    "square root",
    "a * b + c (contracted)",
    "a * b - c (contracted)",
    "minimum and maximum",
    "float to integer",
    "integer to float",
    "scalar arithmetic",
};

typedef struct operands {
    float a[OPERANDS], b[OPERANDS], c[OPERANDS];
    float results[CHECKS * OPERANDS];
} operands;

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

/* Any sign and digits; exponents -30 to 30, so that no result is below the smallest normal number: throng
 * computes none of those. */
static float random_float(uint64_t *state)
{
    uint32_t digits = next_random(state);
    uint32_t exponent = 127 - 30 + next_random(state) % 61;
    return scalar_from_bits((int32_t)((digits & 0x807fffffu) | exponent << 23));
}

/* Digits few enough that a product has one bit too many: the halfway cases of rounding to even. */
static float short_float(uint64_t *state, int32_t bits)
{
    uint32_t digits = next_random(state) & 0x807fffffu & ~((1u << (24 - bits)) - 1);
    return scalar_from_bits((int32_t)(digits | 1u << (24 - bits) | 127u << 23));
}

static void choose_operands(operands *o)
{
    static const float edges[16] = {0.0f,        1.0f,        -1.0f,      2.0f,        0.5f,          3.0f,
                                    16777216.0f, 16777215.0f, 8388608.5f, 12582912.0f, -0.333333343f, 1e9f,
                                    1.00000012f, 0.99999994f, 1e-9f,      1.5f};
    uint64_t state = 1;
    for (int32_t i = 0; i < OPERANDS; i++) {
        float a = random_float(&state);
        float b = random_float(&state);
        float c = random_float(&state);
        switch (i % 8) {
        case 0: /* what is left of a product when it was not rounded */
            c = -(a * b);
            break;
        case 1:
            a = short_float(&state, 12);
            b = short_float(&state, 13);
            c = a * b;
            break;
        case 2: { /* halfway between two neighbours */
            float next = scalar_from_bits(scalar_to_bits(a) + 1);
            b = (next - a) * 0.5f;
            break;
        }
        case 3: { /* a root, and a quotient, next to the middle of two neighbours */
            double middle = (double)scalar_abs(b) * (1.0 + 0x1p-24);
            a = (float)(middle * middle);
            break;
        }
        case 4: {
            double middle = (double)c * (1.0 + 0x1p-24);
            a = (float)(middle * (double)b);
            break;
        }
        case 5:
            a = edges[i / 8 % 16];
            b = edges[1 + i / 128 % 15];
            break;
        default:
            break;
        }
        o->a[i] = a;
        o->b[i] = b;
        o->c[i] = c;
    }
}

static float expected(int32_t check, float a, float b, float c)
{
    switch (check) {
    case 0:
        return a + b;
    case 1:
        return a - b;
    case 2:
        return a * b;
    case 3:
        return a / b;
    case 4:
        return scalar_sqrt(scalar_abs(a));
    case 5:
        return a * b + c;
    case 6:
        return a * b - c;
    case 7:
        return scalar_max(scalar_min(a, b), c);
    case 8:
        return (float)(int32_t)scalar_min(scalar_max(a, -2e9f), 2e9f);
    case 9:
        return (float)(scalar_to_bits(c) >> 4);
    default:
        return (a / b) * scalar_sqrt(scalar_abs(c)) + b;
    }
}

static void judge(throng_device_info *info, const operands *o)
{
    size_t used = 0;
    info->exact = 1;
    info->reason[0] = 0;
    for (int32_t check = 0; check < CHECKS; check++) {
        int32_t wrong = 0;
        for (int32_t i = 0; i < OPERANDS; i++) {
            float right = expected(check, o->a[i], o->b[i], o->c[i]);
            wrong += scalar_to_bits(right) != scalar_to_bits(o->results[check * OPERANDS + i]);
        }
        if (wrong == 0)
            continue;
        int length =
            snprintf(info->reason + used, sizeof info->reason - used, "%s%s rounds differently (%d of %d)",
                     info->exact ? "" : ", ", check_names[check], (int)wrong, (int)OPERANDS);
        used += length > 0 ? (size_t)length : 0;
        used = used < sizeof info->reason ? used : sizeof info->reason - 1;
        info->exact = 0;
    }
}

static throng_status write_operands(struct throng_cl *cl, cl_mem buffer, const float *values)
{
    cl_int error = cl->api.clEnqueueWriteBuffer(cl->queue, buffer, CL_TRUE, 0, OPERANDS * sizeof(float),
                                                values, 0, NULL, NULL);
    return error == CL_SUCCESS ? THRONG_OK : throng_cl_note(cl, error, "clEnqueueWriteBuffer(probe)");
}

static throng_status compute(struct throng_cl *cl, cl_kernel kernel, operands *o)
{
    cl_mem buffers[4] = {NULL};
    const float *inputs[3] = {o->a, o->b, o->c};
    const cl_uint count = OPERANDS;
    throng_status status =
        throng_cl_buffer(cl, "the probe", (size_t)CHECKS * OPERANDS, sizeof(float), &buffers[3]);
    for (int32_t i = 0; i < 3 && status == THRONG_OK; i++) {
        status = throng_cl_buffer(cl, "the probe", OPERANDS, sizeof(float), &buffers[i]);
        if (status == THRONG_OK)
            status = write_operands(cl, buffers[i], inputs[i]);
    }
    if (status == THRONG_OK) {
        const throng_cl_argument arguments[] = {
            THRONG_CL_ARGUMENT(buffers[0]), THRONG_CL_ARGUMENT(buffers[1]), THRONG_CL_ARGUMENT(buffers[2]),
            THRONG_CL_ARGUMENT(buffers[3]), THRONG_CL_ARGUMENT(count),
        };
        size_t items = OPERANDS / (size_t)cl->width;
        size_t group = (size_t)cl->group < items ? (size_t)cl->group : items;
        status = throng_cl_launch(cl, kernel, "probe", items / group, group, arguments,
                                  THRONG_CL_COUNT(arguments), NULL);
    }
    if (status == THRONG_OK) {
        cl_int error = cl->api.clEnqueueReadBuffer(cl->queue, buffers[3], CL_TRUE, 0, sizeof o->results,
                                                   o->results, 0, NULL, NULL);
        if (error != CL_SUCCESS)
            status = throng_cl_note(cl, error, "clEnqueueReadBuffer(probe)");
    }
    for (int32_t i = 0; i < 4; i++)
        throng_cl_release_buffer(cl, &buffers[i]);
    return status;
}

/* The device is held against this processor's arithmetic. */
throng_status throng_cl_probe(struct throng_cl *cl)
{
    char options[64];
    cl_program program;
    cl_kernel kernel;
    snprintf(options, sizeof options, "-DTHRONG_WIDTH=%d", (int)cl->width);
    throng_status status = throng_cl_program(cl, "common/probe.cl", options, &program);
    if (status != THRONG_OK)
        return status;
    status = throng_cl_kernel(cl, program, "probe", &kernel);
    if (status != THRONG_OK)
        return status;
    operands *o = throng_allocate(cl->allocator, sizeof *o);
    if (o) {
        choose_operands(o);
        status = compute(cl, kernel, o);
    } else {
        snprintf(cl->reason, sizeof cl->reason, "out of memory: %zu bytes for the probe", sizeof *o);
        status = THRONG_ERROR_OUT_OF_MEMORY;
    }
    if (status == THRONG_OK)
        judge(&cl->device.info, o);
    throng_release(cl->allocator, o, sizeof *o);
    cl->api.clReleaseKernel(kernel);
    return status;
}
