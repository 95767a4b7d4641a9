/* Every form of the OpenCL kernels gives the bits of the reference level. Run with one, two and eight of
 * PoCL's threads. */
#include "tests/support/bits.h"

Test(opencl, forms)
{
    variant list[MOST_VARIANTS];
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    int32_t count = opencl_variants(list, MOST_VARIANTS);
    cr_expect(count == 5);
    check_bits(list, count);
}
