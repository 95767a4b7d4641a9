/* Step 5 of the tutorial, which also prints the hash of the crowd's last state: what other languages have to
 * print. */
#include <stdio.h>
#include <throng/throng.h>

static throng_status print_and_destroy(throng_crowd *crowd)
{
    uint64_t hash = 0;
    const throng_status status = throng_crowd_hash(crowd, &hash);
    printf("%016llx\n", (unsigned long long)hash);
    return status ? status : throng_crowd_destroy(crowd);
}

#define throng_crowd_destroy print_and_destroy
#include "examples/tutorial/step5.c"
