/* What programs under mpirun share: contexts on each rank, expectations, and messages that name a rank. */
#ifndef THRONG_TESTS_WORLD_RANKS_H
#define THRONG_TESTS_WORLD_RANKS_H

#include "tests/support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <throng/throng_mpi.h>

enum { CONTEXTS = 2 };

static int32_t rank, size, failures;
static throng_context *contexts[CONTEXTS];
static throng_transport transport;
static throng_mpi *ranks_mpi;
static int32_t refuse; /* 1: memory is refused */

#define EXPECT(what)                                                                                         \
    do {                                                                                                     \
        if (!(what)) {                                                                                       \
            fprintf(stderr, "rank %d: %s:%d: %s\n", (int)rank, __FILE__, __LINE__, #what);                   \
            failures++;                                                                                      \
        }                                                                                                    \
    } while (0)

static void *allocate(void *user, size_t bytes, size_t alignment)
{
    (void)user;
    return refuse ? NULL : aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void give_back(void *user, void *memory, size_t bytes)
{
    (void)user, (void)bytes;
    free(memory);
}

/* Of another level on each rank. */
static void open_contexts(void)
{
    int32_t isa = 0;
    for (int32_t i = -rank; i < CONTEXTS; i++) {
        throng_context_def def = throng_context_default_def();
        do
            isa = isa % (THRONG_ISA_COUNT - 1) + 1;
        while (!throng_isa_available(isa));
        def.isa = isa;
        def.backend = THRONG_BACKEND_CPU;
        def.threads = 1;
        def.allocator = (throng_allocator){allocate, give_back, NULL};
        if (i >= 0)
            MUST(NULL, throng_context_create(&def, &contexts[i]));
    }
}

static void ranks_begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MUST(NULL, throng_mpi_create(MPI_COMM_WORLD, &ranks_mpi));
    MUST(NULL, throng_mpi_get_transport(ranks_mpi, &transport));
    rank = transport.rank;
    size = transport.size;
    open_contexts();
}

/* Returns the status of the program. */
static inline int ranks_end(void)
{
    for (int32_t i = 0; i < CONTEXTS; i++)
        MUST(NULL, throng_context_destroy(contexts[i]));
    MUST(NULL, throng_mpi_destroy(ranks_mpi));
    MPI_Finalize();
    return failures > 0;
}

/* The status is on all ranks, and the message names the last one, which made the mistake. */
static inline int32_t refused(throng_status got, throng_status wanted, const char *words)
{
    char who[32];
    const char *text = throng_context_message(contexts[0]);
    snprintf(who, sizeof who, "process %d: ", (int)(size - 1));
    if (got == wanted && strstr(text, words) && (rank == size - 1 || strncmp(text, who, strlen(who)) == 0))
        return 1;
    fprintf(stderr, "rank %d: status %d, \"%s\", not \"%s\"\n", (int)rank, (int)got, text, words);
    return 0;
}

#endif
