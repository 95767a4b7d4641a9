/* The roots of words_avx512.h that are made of products, against the processor's own, lane by lane and bit by
 * bit: of every number, in the host's flush-to-zero mode too; and of two binades from estimates that are off
 * by as much as an estimate may be, since processors have different ones. */
#include <criterion/criterion.h>

#define THRONG_SIMD_AVX512 1
#include "kernels/simd/simd.h"

static const int32_t least = 0x18800000; /* 2^-78 */

static vint numbers_from(int32_t bits) { return vi_add(vi_set(bits), vi_iota()); }

static int32_t count_different(vfloat a, vfloat b)
{
    return __builtin_popcount(_mm512_cmpneq_epi32_mask(vf_to_bits(a), vf_to_bits(b)));
}

static int64_t wrong_roots(void)
{
    int64_t wrong = 0;
    for (int64_t bits = 0; bits < 0x7f800000; bits += THRONG_WIDTH) {
        const vfloat a = vf_from_bits(numbers_from((int32_t)bits));
        wrong += count_different(vf_sqrt_alt(a), vf_sqrt(a));
    }
    return wrong;
}

static int64_t wrong_inverses(void)
{
    int64_t wrong = 0;
    for (int64_t bits = least; bits < 0x7f800000; bits += THRONG_WIDTH) {
        const vfloat a = vf_from_bits(numbers_from((int32_t)bits));
        wrong += count_different(vf_inv_sqrt_alt(a), vf_inv_sqrt(a));
    }
    return wrong;
}

/* Of all numbers from 1 to 4, from an estimate off by so much. */
static int64_t wrong_from(float off)
{
    int64_t wrong = 0;
    for (int32_t bits = 0x3f800000; bits < 0x40800000; bits += THRONG_WIDTH) {
        const vfloat a = vf_from_bits(numbers_from(bits)), root = vf_sqrt(a), inverse = vf_inv_sqrt(a);
        vfloat y = inverse * vf_set(1.0f + off), found;
        vf_sqrt_from(a, &y, &found);
        wrong += count_different(found, root) + count_different(vf_inv_sqrt_from(root, y), inverse);
    }
    return wrong;
}

Test(roots, every_number)
{
    cr_assert_eq(wrong_roots(), 0);
    cr_assert_eq(wrong_inverses(), 0);
}

Test(roots, every_number_where_the_host_flushes)
{
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040u); /* small results and arguments are 0 */
    const int64_t roots = wrong_roots(), inverses = wrong_inverses();
    _mm_setcsr(before);
    cr_assert_eq(roots, 0);
    cr_assert_eq(inverses, 0);
}

Test(roots, from_any_estimate)
{
    for (int32_t k = -16; k <= 16; k++)
        cr_assert_eq(wrong_from((float)k / 16.0f * 6.1035156e-5f), 0, "off by %d sixteenths", (int)k);
}
