#if defined(__linux__)
#undef _GNU_SOURCE
#define _GNU_SOURCE /* secure_getenv */
#elif defined(__APPLE__)
#undef _DARWIN_C_SOURCE
#define _DARWIN_C_SOURCE /* issetugid */
#elif !defined(_WIN32)
#undef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "src/core/environment.h"

#include <stdlib.h>
#if !defined(_WIN32)
#include <unistd.h>
#endif

static const char *trusted(const char *name)
{
#if defined(_WIN32)
    return getenv(name);
#elif defined(__GLIBC__)
    return secure_getenv(name); /* capabilities count, too */
#elif defined(__APPLE__)
    return issetugid() ? NULL : getenv(name);
#else
    return getuid() != geteuid() || getgid() != getegid() ? NULL : getenv(name);
#endif
}

const char *throng_environment(const char *name)
{
    const char *value = trusted(name);
    return value && value[0] ? value : NULL;
}
