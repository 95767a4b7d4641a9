/* Environment variables. */
#ifndef THRONG_CORE_ENVIRONMENT_H
#define THRONG_CORE_ENVIRONMENT_H

/* NULL if it is not set or empty, and in programs that run with more rights than their caller, whose
 * environment is not to be trusted. */
const char *throng_environment(const char *name);

#endif
