#include "tools/support/commit.h"
#include "throng_commit.h" /* made by the build: #define THRONG_COMMIT "..." */

const char *program_commit(void) { return THRONG_COMMIT; }
