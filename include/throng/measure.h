/* Fuzzy measures and the Choquet integral: how units of different types act together. The conventions of
 * throng.h hold.
 *
 * Source: Yu, Li, Wang, Zhao 2014, "Interactive Path-planning Method Based on Artificial Potential Field in
 * Game Scenarios"; numbers in brackets are its equations. Units of different types may reinforce or weaken
 * each other, so their effects do not simply add up. A fuzzy measure m gives each set of types a value, 0 to
 * the empty set. The Choquet integral joins one number per type by these values, for example how many units
 * of each type attack. A set of types is a bit mask; bit i is type i. */
#ifndef THRONG_MEASURE_H
#define THRONG_MEASURE_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most types of a measure.
#define THRONG_MAX_TYPES 16

/// How the values of a measure are given. m_i is the weight of type i alone.
typedef int32_t throng_measure_kind;
enum {
    /// m(A + B) = m(A) + m(B) + lambda*m(A)*m(B) for sets A and B without a common type (9).
    THRONG_MEASURE_LAMBDA = 0,
    /// Sum of m_i + lambda * sum of m_i*m_j over all i < j, as in table 5 of the paper.
    THRONG_MEASURE_ADDITIVE2 = 1,
    /// A value for each set.
    THRONG_MEASURE_TABLE = 2
};

/// A fuzzy measure; see the top of this header.
typedef struct throng_measure throng_measure;

/// Definition of a measure.
/// With a lambda above 0 types reinforce each other, below 0 they weaken each other. A measure with lambda 0
/// or more is monotone: no type makes a set's value smaller. With a lambda below 0, LAMBDA is monotone if no
/// weight is above -1/lambda, and ADDITIVE2 if the weights of all types but any one add up to at most
/// -1/lambda.
typedef struct throng_measure_def {
    /// How the values are given. Default: LAMBDA.
    throng_measure_kind kind;

    /// Number of types n. Range: 1 to THRONG_MAX_TYPES. Must be set.
    int32_t types;

    /// Weights m_i of the types; unused by TABLE. Range: 0 to 1e9. Default: 0.
    float weights[THRONG_MAX_TYPES];

    /// Interaction of the types; unused by TABLE. Range for LAMBDA: above -1, to 1e9. For ADDITIVE2: -1e9 to
    /// 1e9. Default: 0.
    float lambda;

    /// If 1, lambda is computed so that all types together have the value 1: the root above -1 of
    /// (1 + lambda*m_1) * ... * (1 + lambda*m_n) = 1 + lambda that is not 0, or 0 if the weights add up to 1.
    /// LAMBDA only. A root exists if at least two weights are above 0 and all are below 1, or if one weight
    /// is 1 and the others are 0; otherwise INVALID_ARGUMENT. Default: 0.
    int32_t solve_lambda;

    /// If 1, all values are divided by that of all types together, which must be above 0. Default: 0.
    int32_t normalize;

    /// If 1, a measure that is not monotone is accepted. Default: 0.
    int32_t accept_non_monotone;

    /// Usual number of rows in a call of throng_measure_choquet(). Only the automatic choice of the backend
    /// uses it. Range: 0 or more. Default: 1024.
    int32_t typical_rows;

    /// Set by the default function.
    uint32_t cookie;

    /// TABLE: 2^n values, indexed by set; the first is 0. Copied. Range: -1e9 to 1e9. Default: NULL.
    const float *table;
} throng_measure_def;

/// Default definition of a measure; `types` and the weights are to be set.
THRONG_API throng_measure_def throng_measure_default_def(void);

/// Creates a measure. It lives on one backend from then on.
/// Its 2^n values are computed in double precision, type by type in ascending order, and rounded once. They
/// must be within 1e9, before and after normalization. A measure that is not monotone or has a negative value
/// is rejected unless the def accepts it; the message has the two sets and their values.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
THRONG_API throng_status throng_measure_create(throng_context *context, const throng_measure_def *def,
                                               throng_measure **measure);

/// Reports which backend throng_measure_create() would choose for this def, and why.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_measure_explain(throng_context *context, const throng_measure_def *def,
                                                throng_selection *choice);

/// Destroys a measure. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a measure or is still used by a potential field.
THRONG_API throng_status throng_measure_destroy(throng_measure *measure);

/// Gets the value of one set of types. `subset` is a bit mask. Range: 0 to 2^n - 1.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_measure_value(const throng_measure *measure, uint32_t subset, float *value);

/// Computes the Choquet integral (10, 11) of each of `count` rows of n values f:
///   sum of (f_(i) - f_(i-1)) * m({types with f >= f_(i)}),  f_(1) <= ... <= f_(n),  f_(0) = 0,
/// added in this order from +0.
///
/// Values are -1e9 to 1e9. With negative values this is the asymmetric integral: that of f + c is that of f
/// plus c * m(all types). Results are within 3e18. `stride` is in bytes from row to row, a multiple of 4;
/// `results` is packed. The context's threads share the rows; nothing is allocated.
/// Errors: INVALID_ARGUMENT (the message has row and type), LOST, OPENCL.
THRONG_API throng_status throng_measure_choquet(throng_measure *measure, int32_t count, const float *values,
                                                size_t stride, float *results);

/// Facts about a measure.
typedef struct throng_measure_info {
    /// Its kind, as in the def.
    throng_measure_kind kind;

    /// Its number of types, as in the def.
    int32_t types;

    /// Backend that the measure lives on.
    throng_backend backend;

    /// 1 if the device failed and the measure is lost. Destroy it and create it again.
    int32_t lost;

    /// The lambda in use, given or computed. 0 for TABLE.
    double lambda;

    /// Value of all types together.
    float all;

    /// 1 if the values were normalized, as the def asked.
    int32_t normalized;

    /// 1 if the measure is monotone.
    int32_t monotone;

    /// If not monotone: the first set, in ascending order, that a type makes smaller. Otherwise 0.
    uint32_t smaller;

    /// If not monotone: that set with the first such type, whose value is smaller. Otherwise 0.
    uint32_t larger;

    /// 0.
    int32_t reserved;

    /// Memory from the allocator, in bytes.
    uint64_t host_bytes;

    /// Memory on the device, in bytes.
    uint64_t device_bytes;

    /// Time of the device's kernels in the last call. 0 unless the context profiles.
    double kernel_seconds;
} throng_measure_info;

/// Gets facts about a measure.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_measure_get_info(throng_measure *measure, throng_measure_info *info);

#ifdef __cplusplus
}
#endif

#endif
