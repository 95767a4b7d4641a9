/* The commit that the program was built from; "unknown" outside a repository. */
#ifndef THRONG_TOOLS_SUPPORT_COMMIT_H
#define THRONG_TOOLS_SUPPORT_COMMIT_H

const char *program_commit(void);

#endif
