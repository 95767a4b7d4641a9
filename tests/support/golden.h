/* golden.txt: for each shared scene the FNV-1a 64 of what it plays, one "name hash" a line, "#"
 * comments. It changes when results change, which an entry in CHANGELOG has to say: made anew by
 *     test_driver --print >tests/support/golden.txt
 * which computes on the reference level. */
#ifndef THRONG_TESTS_SUPPORT_GOLDEN_H
#define THRONG_TESTS_SUPPORT_GOLDEN_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* 0 where the file or the name is missing. */
static inline uint64_t golden_hash(const char *path, const char *name)
{
    char line[256], found[64];
    uint64_t hash = 0, result = 0;
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file) {
        fprintf(stderr, "cannot open the golden hashes: THRONG_TEST_GOLDEN=%s\n", path ? path : "(not set)");
        return 0;
    }
    while (fgets(line, sizeof line, file))
        if (line[0] != '#' && sscanf(line, "%63s %" SCNx64, found, &hash) == 2 && strcmp(found, name) == 0)
            result = hash;
    fclose(file);
    return result;
}

#endif
