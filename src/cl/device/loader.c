/* Finds OpenCL's loader on this machine. It is never closed again: drivers do not survive that. */
#include "src/cl/device/api.h"

#include <string.h>

#ifdef _WIN32

#include <windows.h>

static const char *const libraries[] = {"OpenCL.dll"};

static void *open_library(const char *name) { return (void *)LoadLibraryA(name); }

/* Copies the address: C has no cast from a library's symbol to a function. */
static int find_symbol(void *library, const char *name, void *function, size_t size)
{
    FARPROC symbol = GetProcAddress((HMODULE)library, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

#else

#include <dlfcn.h>

#ifdef __APPLE__
static const char *const libraries[] = {"/System/Library/Frameworks/OpenCL.framework/OpenCL"};
#else
static const char *const libraries[] = {"libOpenCL.so.1", "libOpenCL.so"};
#endif

static void *open_library(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }

static int find_symbol(void *library, const char *name, void *function, size_t size)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

#endif

int throng_cl_load(throng_cl_api *api, const char **missing)
{
    void *library = NULL;
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0] && !library; i++)
        library = open_library(libraries[i]);
    *missing = libraries[0];
    if (!library)
        return 0;
#define X(result, name, parameters)                                                                          \
    *missing = #name;                                                                                        \
    if (!find_symbol(library, #name, &api->name, sizeof api->name))                                          \
        return 0;
    THRONG_CL_FUNCTIONS(X)
#undef X
    *missing = NULL;
    return 1;
}
