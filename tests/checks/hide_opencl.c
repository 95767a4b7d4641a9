/* Preloaded, it makes dlopen() not find OpenCL's loader: a machine on which none is installed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

__attribute__((visibility("default"))) void *dlopen(const char *file, int mode)
{
    void *(*next)(const char *, int) = NULL;
    void *symbol = dlsym(RTLD_NEXT, "dlopen");
    memcpy(&next, &symbol, sizeof next);
    return next(file && strstr(file, "OpenCL") ? "/nonexistent/libOpenCL.so" : file, mode);
}
