/* Public calls. The host may round in another direction, flush subnormal numbers or trap on floating-point
 * exceptions. From the first check of a call to its last message none of that is in force, nor in tasks;
 * then the host's modes are back, and so are its exception flags. */
#ifndef THRONG_CORE_CALL_H
#define THRONG_CORE_CALL_H

#include <throng/context.h>

/* All our arithmetic is done by the units that these registers control: there is none of x87. */
#if defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>

typedef struct throng_modes {
    uint32_t control; /* flags, too */
} throng_modes;

#define THRONG_MODES_DEFAULT 0x1f80u
#define THRONG_MODES_FLAGS 0x3fu

static inline throng_modes throng_modes_set_default(void)
{
    const throng_modes host = {_mm_getcsr()};
    if ((host.control & ~THRONG_MODES_FLAGS) != THRONG_MODES_DEFAULT) /* to write takes longer than to read */
        _mm_setcsr(THRONG_MODES_DEFAULT);
    return host;
}

static inline void throng_modes_restore(throng_modes host)
{
    if (_mm_getcsr() != host.control)
        _mm_setcsr(host.control);
}

#elif defined(__aarch64__) && defined(__GNUC__)

typedef struct throng_modes {
    uint64_t control, flags;
} throng_modes;

static inline throng_modes throng_modes_set_default(void)
{
    throng_modes host;
    __asm__ volatile("mrs %0, fpcr" : "=r"(host.control));
    __asm__ volatile("mrs %0, fpsr" : "=r"(host.flags));
    if (host.control != 0)
        __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0) : "memory");
    return host;
}

static inline void throng_modes_restore(throng_modes host)
{
    if (host.control != 0)
        __asm__ volatile("msr fpcr, %0" : : "r"(host.control) : "memory");
    __asm__ volatile("msr fpsr, %0" : : "r"(host.flags) : "memory");
}

#else
#include <fenv.h>

typedef struct throng_modes {
    fenv_t environment;
} throng_modes;

static inline throng_modes throng_modes_set_default(void)
{
    throng_modes host;
    feholdexcept(&host.environment);
    fesetenv(FE_DFL_ENV);
    return host;
}

static inline void throng_modes_restore(throng_modes host) { fesetenv(&host.environment); }

#endif

#if defined(__GNUC__)
#define THRONG_APART __attribute__((noinline))
#elif defined(_MSC_VER)
#define THRONG_APART __declspec(noinline)
#else
#define THRONG_APART
#endif

/* Begins the definition of a public function that returns a throng_status: its name, the names of its
 * parameters, and the parameters; its body follows. That stands apart, since compilers move arithmetic past
 * a change of modes. */
#define THRONG_CALL(name, arguments, ...)                                                                    \
    static THRONG_APART throng_status name##_in_default_modes(__VA_ARGS__);                                  \
    throng_status name(__VA_ARGS__)                                                                          \
    {                                                                                                        \
        const throng_modes modes_of_host = throng_modes_set_default();                                       \
        const throng_status status_of_call = name##_in_default_modes arguments;                              \
        throng_modes_restore(modes_of_host);                                                                 \
        return status_of_call;                                                                               \
    }                                                                                                        \
    static throng_status name##_in_default_modes(__VA_ARGS__)

#endif
