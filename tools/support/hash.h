/* Hashes of results: FNV-1a, 64 bits, over values as little-endian words of 32 bits. */
#ifndef THRONG_TOOLS_SUPPORT_HASH_H
#define THRONG_TOOLS_SUPPORT_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 14695981039346656037u

/* Continue a hash by one value. */
uint64_t hash_word(uint64_t hash, uint32_t word);
uint64_t hash_float(uint64_t hash, float value);
uint64_t hash_floats(const float *values, size_t count);

#endif
