#ifndef _WIN32
#undef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#endif
#include "src/core/clock.h"

#ifdef _WIN32
#undef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <time.h>
#endif

double throng_system_seconds(void)
{
#ifdef _WIN32
    LARGE_INTEGER ticks, each_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&each_second);
    return (double)ticks.QuadPart / (double)each_second.QuadPart;
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
}

double throng_seconds(const throng_context *context)
{
    return context->clock ? context->clock(context->clock_user) : throng_system_seconds();
}
