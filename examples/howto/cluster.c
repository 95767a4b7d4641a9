/* One crowd over the processes of a cluster, by MPI:
 *   mpirun -n 4 ./cluster [AGENTS] [STEPS] [FILE]
 * Each process makes a share of the agents. Process 0 prints the hash, which is the same for any number of
 * processes. If FILE is there, the crowd goes on from it; it is saved there every 100 steps and at the
 * end. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>
#include <throng/throng_mpi.h>
#include <throng/world_crowd.h>

enum { EVERY = 100 }; /* steps from one checkpoint to the next */

static throng_context *context;

static void check(throng_status status)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "%s: %s\n", throng_status_string(status), throng_context_message(context));
    MPI_Abort(MPI_COMM_WORLD, 1); /* all processes have the same status: none waits */
}

/* The `first`-th agent and those behind it, on a square with space for all. */
static void add_share(throng_world_crowd *crowd, int32_t agents, int32_t rank, int32_t size)
{
    const int32_t first = (int32_t)((int64_t)agents * rank / size);
    const int32_t count = (int32_t)((int64_t)agents * (rank + 1) / size) - first;
    int32_t row = 1;
    throng_agent_def *defs = malloc(((size_t)count + 1) * sizeof *defs);
    if (!defs)
        MPI_Abort(MPI_COMM_WORLD, 1);
    while (row * row < agents)
        row++;
    for (int32_t i = 0; i < count; i++) {
        const int32_t k = first + i;
        defs[i] = throng_agent_default_def();
        defs[i].id = (uint64_t)k;
        defs[i].x = (float)(k % row) * 4.0f;
        defs[i].y = (float)(k / row) * 4.0f;
        defs[i].navigation = THRONG_NAVIGATE_GOAL;
        defs[i].target_x = (float)((k * 7) % row) * 4.0f;
        defs[i].target_y = (float)((k * 3) % row) * 4.0f;
    }
    check(throng_world_crowd_add(crowd, count, defs, 0));
    free(defs);
}

/* The first process looks. */
static int is_there(const char *path)
{
    int rank, there = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    FILE *file = rank == 0 ? fopen(path, "rb") : NULL;
    if (file) {
        there = 1;
        fclose(file);
    }
    MPI_Bcast(&there, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return there;
}

int main(int argc, char **argv)
{
    const int32_t agents = argc > 1 ? atoi(argv[1]) : 1000, steps = argc > 2 ? atoi(argv[2]) : 100;
    throng_mpi *mpi = NULL;
    throng_world *world;
    throng_world_crowd *crowd;
    throng_world_crowd_info info;
    uint64_t hash;
    MPI_Init(&argc, &argv);
    if (throng_context_create(NULL, &context) || throng_mpi_create(MPI_COMM_WORLD, &mpi))
        MPI_Abort(MPI_COMM_WORLD, 1);

    throng_world_def ways = throng_world_default_def();
    check(throng_mpi_get_transport(mpi, &ways.transport));
    check(throng_world_create(1, &context, &ways, &world));

    throng_crowd_def part = throng_crowd_default_def(); /* the same on all processes */
    throng_world_crowd_def def = throng_world_crowd_default_def();
    part.symmetry = 0.05f;
    def.parts = &part;
    check(throng_world_crowd_create(world, &def, &crowd));

    if (argc > 3 && is_there(argv[3]))
        check(throng_world_crowd_restore(crowd, argv[3]));
    else
        add_share(crowd, agents, ways.transport.rank, ways.transport.size);
    for (int32_t i = 1; i <= steps; i++) {
        check(throng_world_crowd_step(crowd, 0.1f));
        if (argc > 3 && (i % EVERY == 0 || i == steps))
            check(throng_world_crowd_save(crowd, argv[3]));
    }

    check(throng_world_crowd_hash(crowd, &hash));
    check(throng_world_crowd_get_info(crowd, &info));
    if (ways.transport.rank == 0)
        printf("%lld agents after %llu steps: hash %016llx\n", (long long)info.agents,
               (unsigned long long)info.steps, (unsigned long long)hash);
    check(throng_world_crowd_destroy(crowd));
    check(throng_world_destroy(world));
    throng_mpi_destroy(mpi);
    throng_context_destroy(context);
    MPI_Finalize();
    return 0;
}
