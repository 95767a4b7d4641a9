/* A process dies amid the steps of a crowd, and MPI does not end the others: they are told, restore the last
 * checkpoint without it, and go on with the bits of one crowd. For an MPI with MPIX_Comm_revoke() and
 * MPIX_Comm_shrink(); tests/checks/mpi runs it.
 *   test_world_survivors FILE steps|files|messages: it dies before a step, a checkpoint, or a message */
#include "tests/world/ranks.h"

#include <signal.h>
#include <throng/world_crowd.h>
#if defined(OPEN_MPI) && defined(__has_include)
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
#endif

enum { AGENTS = 600, SAVED_AT = 20, DEATH_AT = 29, END = 60 };

static void make_agents(throng_agent_def *agents)
{
    rng r = {53};
    for (int32_t i = 0; i < AGENTS; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].id = (uint64_t)((i * 7919) % 10007);
        agents[i].x = rng_between(&r, 0.0f, 70.0f);
        agents[i].y = rng_between(&r, 0.0f, 70.0f);
        agents[i].target_x = rng_between(&r, -2.0f, 2.0f);
        agents[i].target_y = rng_between(&r, -2.0f, 2.0f);
    }
}

/* What one process gets. */
static uint64_t right_hash(void)
{
    static throng_agent_def agents[AGENTS];
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    uint64_t hash;
    def.agent_capacity = AGENTS;
    make_agents(agents);
    MUST(contexts[1], throng_crowd_create(contexts[1], &def, &crowd));
    MUST(contexts[1], throng_crowd_add(crowd, AGENTS, agents, 0, NULL));
    for (int32_t i = 0; i < END; i++)
        MUST(contexts[1], throng_crowd_step(crowd, 0.1f));
    MUST(contexts[1], throng_crowd_hash(crowd, &hash));
    MUST(contexts[1], throng_crowd_destroy(crowd));
    return hash;
}

static void make_world(throng_world **world, throng_world_crowd **crowd)
{
    throng_world_def w = throng_world_default_def();
    throng_world_crowd_def d = throng_world_crowd_default_def();
    throng_crowd_def part = throng_crowd_default_def();
    w.transport = transport;
    part.agent_capacity = AGENTS;
    d.parts = &part;
    MUST(contexts[0], throng_world_create(1, contexts, &w, world));
    MUST(contexts[0], throng_world_crowd_create(*world, &d, crowd));
}

/* A number goes from rank to rank, and the last one does not send it: only its neighbour waits for a process
 * that is dead, and the others for one that has given up. */
static throng_status pass_on(void)
{
    int64_t number = 0;
    const throng_transport_message from = {.rank = rank + 1, .bytes = sizeof number, .data = &number},
                                   to = {.rank = rank - 1, .bytes = sizeof number, .data = &number};
    throng_status status = transport.exchange_begin(transport.user, 0, NULL, 1, &from);
    if (status == THRONG_OK)
        status = transport.exchange_end(transport.user);
    if (status == THRONG_OK && rank > 0)
        status = transport.exchange_begin(transport.user, 1, &to, 0, NULL);
    return status;
}

static throng_status go(throng_world_crowd *crowd, int32_t step, const char *path, const char *where)
{
    if (step == DEATH_AT && rank == size - 1)
        raise(SIGKILL);
    if (step == DEATH_AT && strcmp(where, "files") == 0)
        return throng_world_crowd_save(crowd, path);
    if (step == DEATH_AT && strcmp(where, "messages") == 0)
        return pass_on();
    return throng_world_crowd_step(crowd, 0.1f);
}

/* Until it is lost. */
static void step_until_lost(throng_world_crowd *crowd, const char *path, const char *where)
{
    static throng_agent_def agents[AGENTS];
    throng_status status = THRONG_OK;
    uint64_t hash;
    make_agents(agents);
    MUST(contexts[0], throng_world_crowd_add(crowd, rank == 0 ? AGENTS : 0, agents, 0));
    for (int32_t i = 0; i < END && status == THRONG_OK; i++) {
        if (i == SAVED_AT)
            MUST(contexts[0], throng_world_crowd_save(crowd, path));
        status = go(crowd, i, path, where);
    }
    EXPECT(status == THRONG_ERROR_LOST);
    fprintf(stderr, "rank %d: %s\n", (int)rank, throng_context_message(contexts[0]));
    EXPECT(throng_world_crowd_step(crowd, 0.1f) == THRONG_ERROR_LOST);
    EXPECT(throng_world_crowd_hash(crowd, &hash) == THRONG_ERROR_LOST);
}

/* Those that are left, without the process that died. */
static void go_on(const char *path)
{
    MPI_Comm left;
    throng_mpi *without;
    throng_world *world;
    throng_world_crowd *crowd;
    uint64_t hash;
    EXPECT(MPIX_Comm_shrink(MPI_COMM_WORLD, &left) == MPI_SUCCESS);
    MUST(NULL, throng_mpi_create(left, &without));
    MUST(NULL, throng_mpi_get_transport(without, &transport));
    EXPECT(transport.size == size - 1);
    make_world(&world, &crowd);
    MUST(contexts[0], throng_world_crowd_restore(crowd, path));
    for (int32_t i = SAVED_AT; i < END; i++)
        MUST(contexts[0], throng_world_crowd_step(crowd, 0.1f));
    MUST(contexts[0], throng_world_crowd_hash(crowd, &hash));
    EXPECT(hash == right_hash());
    MUST(contexts[0], throng_world_crowd_destroy(crowd));
    MUST(contexts[0], throng_world_destroy(world));
    MUST(NULL, throng_mpi_destroy(without));
    EXPECT(MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT32_T, MPI_SUM, left) == MPI_SUCCESS);
    if (transport.rank == 0)
        printf("%d of %d processes went on, %d failures\n", (int)transport.size, (int)size, (int)failures);
    fflush(stdout);
    MPI_Barrier(left);
}

int main(int argc, char **argv)
{
    throng_world *world;
    throng_world_crowd *crowd;
    ranks_begin(&argc, &argv);
    if (argc < 3 || size < 2)
        return 2;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    make_world(&world, &crowd);
    step_until_lost(crowd, argv[1], argv[2]);
    MUST(contexts[0], throng_world_crowd_destroy(crowd));
    MUST(contexts[0], throng_world_destroy(world));
    MUST(NULL, throng_mpi_destroy(ranks_mpi));
    go_on(argv[1]);
    for (int32_t i = 0; i < CONTEXTS; i++)
        MUST(NULL, throng_context_destroy(contexts[i]));
    _Exit(failures > 0); /* MPI_Finalize() and MPI_Abort() of Open MPI 5.0 now and then wait for the dead */
}
