/* A build without MPI. */
#include "tools/throng/team/team.h"

#include <stdlib.h>

int32_t team_built(void) { return 0; }

int team_open(team_about *about)
{
    (void)about;
    return PROGRAM_USAGE;
}

void team_close(void) {}

_Noreturn void team_abort(void) { exit(PROGRAM_FAILED); }
