// A crowd of a world over MPI, in one process: its steps and hash.
#include <cstdio>
#include <throng/throng_mpi.h>
#include <throng/world_crowd.h>

namespace
{

bool ok(throng_status status, const char *what)
{
    if (status != THRONG_OK)
        std::fprintf(stderr, "consumer: %s: %s\n", what, throng_status_string(status));
    return status == THRONG_OK;
}

bool steps(throng_context *context, const throng_transport &transport)
{
    auto ways = throng_world_default_def();
    auto part = throng_crowd_default_def();
    auto def = throng_world_crowd_default_def();
    throng_world *world = nullptr;
    throng_world_crowd *crowd = nullptr;
    auto agent = throng_agent_default_def();
    uint64_t hash = 0;
    ways.transport = transport;
    def.parts = &part;
    const bool good = ok(throng_world_create(1, &context, &ways, &world), "world") &&
                      ok(throng_world_crowd_create(world, &def, &crowd), "crowd") &&
                      ok(throng_world_crowd_add(crowd, 1, &agent, 0), "add") &&
                      ok(throng_world_crowd_step(crowd, 0.1f), "step") &&
                      ok(throng_world_crowd_hash(crowd, &hash), "hash") && hash != 0;
    throng_world_crowd_destroy(crowd);
    throng_world_destroy(world);
    return good;
}

} // namespace

int main(int argc, char **argv)
{
    auto def = throng_context_default_def();
    throng_context *context = nullptr;
    throng_mpi *mpi = nullptr;
    throng_transport transport;
    def.backend = THRONG_BACKEND_CPU;
    MPI_Init(&argc, &argv);
    const bool good = ok(throng_context_create(&def, &context), "context") &&
                      ok(throng_mpi_create(MPI_COMM_WORLD, &mpi), "MPI") &&
                      ok(throng_mpi_get_transport(mpi, &transport), "transport") && steps(context, transport);
    throng_mpi_destroy(mpi);
    throng_context_destroy(context);
    MPI_Finalize();
    return good ? 0 : 1;
}
