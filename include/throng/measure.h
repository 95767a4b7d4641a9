/* Fuzzy measures and the Choquet integral. Part of throng.h, whose conventions hold.
 *
 * Yu, Li, Wang, Zhao 2014, "Interactive Path-planning Method Based on Artificial Potential Field in Game
 * Scenarios"; the numbers in brackets are the paper's equations. Units of n types do not simply add up: a
 * fuzzy measure gives each set of types a value, 0 to the empty one, and the Choquet integral joins one
 * number for each type, such as how many units of it bear on an attacker, by these values. A set of types is
 * a bit mask, bit 0 the first type. */
#ifndef THRONG_PUBLIC_MEASURE_H
#define THRONG_PUBLIC_MEASURE_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

#define THRONG_MAX_TYPES 16

typedef int32_t throng_measure_kind;
enum {
    THRONG_MEASURE_LAMBDA = 0,    /* (9): m(A + B) = m(A) + m(B) + lambda*m(A)*m(B), no type in both */
    THRONG_MEASURE_ADDITIVE2 = 1, /* sum of m_i + lambda * sum of m_i*m_j, i < j: the paper's table 5 */
    THRONG_MEASURE_TABLE = 2      /* a value for each set */
};

typedef struct throng_measure throng_measure;

/* With lambda above 0 types reinforce each other, with one below 0 they weaken. From 0 on a measure is
 * monotone; below 0 LAMBDA is where no weight is above -1/lambda, ADDITIVE2 where the weights of all types
 * but any one add up to at most -1/lambda.
 * solve_lambda takes the lambda for which all types together have 1: the root above -1, and not 0 unless the
 * weights add up to 1, of (1 + lambda*m_1) * ... * (1 + lambda*m_n) = 1 + lambda. There is one where at least
 * two weights are above 0 and all are below 1, or where one is 1 and the others are 0. */
typedef struct throng_measure_def {
    throng_measure_kind kind;        /* LAMBDA */
    int32_t types;                   /* n, 1..THRONG_MAX_TYPES */
    float weights[THRONG_MAX_TYPES]; /* m_i of each type alone, 0..1e9; not for TABLE. 0 */
    float lambda;                    /* LAMBDA: -1 < lambda <= 1e9; ADDITIVE2: -1e9..1e9. 0 */
    int32_t solve_lambda;            /* 1: in place of lambda; LAMBDA only. 0 */
    int32_t normalize; /* 1: all values are divided by that of all types, which has to be above 0. 0 */
    int32_t accept_non_monotone; /* 1: a measure is taken although it is not monotone. 0 */
    int32_t typical_rows; /* in a call of throng_measure_choquet(), usually: only the automatic choice of
                                    the backend looks at it. 0 or more; 1024 */
    uint32_t cookie;      /* set by the default function */
    const float *table;   /* TABLE: 2^n values in -1e9..1e9, by set; the first is 0. Copied. NULL */
} throng_measure_def;

THRONG_API throng_measure_def throng_measure_default_def(void);

/* Makes a measure. All its values must be within 1e9, before and after they are normalized. They are computed
 * in double precision, type by type in ascending order, and rounded once. A measure that is not monotone,
 * that is, where a type makes a set smaller, or that has a negative value, is refused; the message has the
 * two sets and their values. The measure lives on one backend from then on; dispatch.h says how that is
 * chosen.
 * Errors: INVALID_ARGUMENT (NULL, def not initialised, a field out of its range, no lambda that solves,
 * values beyond 1e9, not monotone), OUT_OF_MEMORY, OPENCL, BUILD_FAILED. */
THRONG_API throng_status throng_measure_create(throng_context *context, const throng_measure_def *def,
                                               throng_measure **measure);
/* Where such a measure would go, and why. Errors: INVALID_ARGUMENT. */
THRONG_API throng_status throng_measure_explain(throng_context *context, const throng_measure_def *def,
                                                throng_selection *choice);
/* Destroy the fields with it first: INVALID_ARGUMENT while some are left. NULL is fine. */
THRONG_API throng_status throng_measure_destroy(throng_measure *measure);

/* The value of one set of types, 0..2^n-1. Errors: INVALID_ARGUMENT. */
THRONG_API throng_status throng_measure_value(const throng_measure *measure, uint32_t subset, float *value);

/* The Choquet integral (10, 11) of `count` rows of n values f, each within 1e9, type by type:
 *   sum of (f_(i) - f_(i-1)) * m({types with f >= f_(i)}),  f_(1) <= ... <= f_(n),  f_(0) = 0,
 * added in this order from +0. Where values are negative this is the asymmetric integral: that of f + c is
 * that of f, and c * m(all types) more. stride: bytes from row to row, a multiple of 4, 0: packed. The
 * results are within 3e18 (steps of at most 3e9, values within 1e9). Many rows are shared out among the
 * context's threads; nothing is allocated. Errors: INVALID_ARGUMENT (the message has the row and the type),
 * LOST, OPENCL. */
THRONG_API throng_status throng_measure_choquet(throng_measure *measure, int32_t count, const float *values,
                                                size_t stride, float *results);

typedef struct throng_measure_info {
    throng_measure_kind kind;
    int32_t types;
    throng_backend backend; /* where the measure lives */
    int32_t lost;           /* 1: the device failed; destroy the measure and make it anew */
    double lambda;          /* that holds: given, or found; 0 for TABLE */
    float all;              /* the value of all types together */
    int32_t normalized;     /* 1: as the def asked */
    int32_t monotone;       /* 1: no type makes a set smaller */
    uint32_t smaller; /* where one does: the first such set, in ascending order, and the same set with */
    uint32_t larger;  /* the first such type, which has a smaller value; 0 and 0 where monotone */
    int32_t reserved;
    uint64_t host_bytes;   /* memory from the allocator */
    uint64_t device_bytes; /* memory on the device */
    double kernel_seconds; /* the last call's kernels on the device; 0 unless the context profiles */
} throng_measure_info;
THRONG_API throng_status throng_measure_get_info(throng_measure *measure, throng_measure_info *info);

#ifdef __cplusplus
}
#endif

#endif
