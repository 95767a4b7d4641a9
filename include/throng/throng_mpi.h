/* The transport of a world over MPI: the library throng-mpi, which is beside throng and needs MPI. The
 * conventions of throng.h and world.h hold.
 *
 * Each rank of a communicator is a process of the world. MPI must have been initialised; MPI_THREAD_FUNNELED
 * or MPI_THREAD_SINGLE is enough if contexts have threads of their own, since only the calling thread uses
 * MPI.
 *
 * Where a process dies, MPI usually ends the others. If it does not, and has MPIX_Comm_revoke() (Open MPI 5
 * under mpirun --with-ft ulfm), all of them get LOST from the call that they are in, or from the next one.
 * They may then destroy the world and the transport, and make others for the communicator that
 * MPIX_Comm_shrink() gives. */
#ifndef THRONG_THRONG_MPI_H
#define THRONG_THRONG_MPI_H

#include "world.h"

#ifndef OMPI_SKIP_MPICXX
/// In C++, Open MPI's mpi.h may bring C++ bindings, which would have to be linked. Who wants them includes
/// mpi.h first.
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
/// The same for MPICH's.
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What throng uses of MPI; see the top of this header.
typedef struct throng_mpi throng_mpi;

/// Duplicates a communicator for the transport, on which errors are returned. Collective over it. An error on
/// one rank may leave others waiting only as far as MPI itself does so.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST (MPI failed).
THRONG_API throng_status throng_mpi_create(MPI_Comm communicator, throng_mpi **mpi);

/// Frees the communicator, after all worlds that use it were destroyed and before MPI_Finalize(). Collective.
/// NULL does nothing. Errors: INVALID_ARGUMENT if it is none, LOST (MPI failed; the transport is gone all the
/// same).
THRONG_API throng_status throng_mpi_destroy(throng_mpi *mpi);

/// The transport, for throng_world_def.transport.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_mpi_get_transport(throng_mpi *mpi, throng_transport *transport);

#ifdef __cplusplus
}
#endif

#endif
