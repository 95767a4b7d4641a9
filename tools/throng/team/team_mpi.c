/* MPI. */
#include "tools/throng/team/team.h"

#include <stdlib.h>
#include <throng/throng_mpi.h>

static throng_mpi *of_world, *of_program;

int32_t team_built(void) { return 1; }

/* Of this machine's processes. */
static int find_neighbours(team_about *about)
{
    MPI_Comm here;
    int rank = 0, size = 1;
    int error = MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    if (error == MPI_SUCCESS)
        error = MPI_Comm_rank(here, &rank);
    if (error == MPI_SUCCESS)
        error = MPI_Comm_size(here, &size);
    if (error == MPI_SUCCESS)
        error = MPI_Comm_free(&here);
    about->local_rank = rank;
    about->local_size = size;
    return error;
}

int team_open(team_about *about)
{
    int offered = 0;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &offered) != MPI_SUCCESS)
        return reject_failure("MPI", "it cannot be started");
    throng_status status = throng_mpi_create(MPI_COMM_WORLD, &of_world);
    if (status == THRONG_OK)
        status = throng_mpi_create(MPI_COMM_WORLD, &of_program);
    if (status == THRONG_OK)
        status = throng_mpi_get_transport(of_world, &about->world);
    if (status == THRONG_OK)
        status = throng_mpi_get_transport(of_program, &about->own);
    if (status != THRONG_OK || find_neighbours(about) != MPI_SUCCESS) {
        (void)reject_failure("MPI", "it cannot be used: %s", throng_status_string(status));
        team_abort();
    }
    about->rank = about->own.rank;
    about->size = about->own.size;
    return PROGRAM_OK;
}

void team_close(void)
{
    (void)throng_mpi_destroy(of_program);
    (void)throng_mpi_destroy(of_world);
    (void)MPI_Finalize();
}

_Noreturn void team_abort(void)
{
    (void)MPI_Abort(MPI_COMM_WORLD, PROGRAM_FAILED);
    abort(); /* it does not return */
}
