/* Hashes of results. */
#include "tools/support/hash.h"

#include <string.h>

uint64_t hash_word(uint64_t hash, uint32_t word)
{
    for (int byte = 0; byte < 4; byte++)
        hash = (hash ^ (word >> (8 * byte) & 255u)) * 1099511628211u;
    return hash;
}

uint64_t hash_float(uint64_t hash, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return hash_word(hash, word);
}

uint64_t hash_floats(const float *values, size_t count)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < count; i++)
        hash = hash_float(hash, values[i]);
    return hash;
}
