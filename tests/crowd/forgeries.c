/* Forged snapshots by the thousand, out of random bytes; libFuzzer, which chooses them by what they reach,
 * is in tests/checks/fuzz. forgeries [COUNT [SEED]] */
#include "tests/support/support.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern long forgeries_taken_up;

int main(int argc, char **argv)
{
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 20000;
    rng random = {argc > 2 ? strtoull(argv[2], NULL, 10) : 28};
    for (long i = 0; i < count; i++) {
        uint64_t bytes[8];
        for (int k = 0; k < 8; k++)
            bytes[k] = rng_next(&random);
        LLVMFuzzerTestOneInput((const uint8_t *)bytes, sizeof bytes);
    }
    printf("%ld forgeries, of which %ld are crowds\n", count, forgeries_taken_up);
    return forgeries_taken_up > count / 100 && forgeries_taken_up < count / 2 ? 0
                                                                              : 1; /* else they are no test */
}
