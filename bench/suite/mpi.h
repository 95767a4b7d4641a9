/* The workload "mpi" in other processes than the first one. */
#ifndef THRONG_BENCH_SUITE_MPI_H
#define THRONG_BENCH_SUITE_MPI_H

#include "bench/suite/suite.h"

/* Does what the first process does in throng_bench_run_mpi(), until that one says that it was all. */
void throng_bench_serve_mpi(throng_bench *bench);
void throng_bench_dismiss_mpi(throng_bench *bench);

#endif
