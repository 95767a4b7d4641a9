/* Contexts: every refusal, what the environment decides, names and versions, the list of devices. */
#define _POSIX_C_SOURCE 200809L
#include "tests/support/rejections.h"

/* A def whose hooks are watched. */
static watch *begin(throng_context_def *def)
{
    watch *w = watch_begin();
    *def = throng_context_default_def();
    watch_hooks(w, def);
    def->backend = THRONG_BACKEND_CPU;
    return w;
}

/* Creating a context is refused, with all these words in the log; nothing is left behind. */
static void expect_no_context(watch *w, const throng_context_def *def, const char *what,
                              throng_status expected, const char *words)
{
    throng_context *context = (throng_context *)(void *)w;
    w->assertions = w->logs = 0;
    throng_status status = throng_context_create(def, &context);
    cr_expect(status == expected, "%s: %s", what, throng_status_string(status));
    cr_expect(context == NULL, "%s: *context is not NULL", what);
    cr_expect(w->assertions == (expected == INVALID), "%s: the assertion handler was called %d times", what,
              (int)w->assertions);
    cr_expect(w->logs >= 1 && w->log_level == THRONG_LOG_ERROR, "%s: logged %d times", what, (int)w->logs);
    if (expected == INVALID)
        cr_expect(strcmp(w->assertion, w->log) == 0 && w->assertion_status == INVALID, "%s", what);
    cr_expect(watch_alive(w) == 0, "%s: %lld blocks left", what, (long long)watch_alive(w));
    expect_words(what, w->log, words);
}

Test(context, fields)
{
    throng_context_def right, d;
    watch *w = begin(&right);
#define WRONG(field, value, words)                                                                           \
    d = right, d.field = (value), expect_no_context(w, &d, #field, INVALID, words)
    WRONG(backend, -1, "def.backend|-1");
    WRONG(backend, 3, "def.backend|3");
    WRONG(isa, -1, "def.isa|-1");
    WRONG(isa, THRONG_ISA_COUNT, "def.isa|8");
    WRONG(isa, INT32_MIN, "def.isa|-2147483648");
    WRONG(threads, -1, "def.threads|-1");
    WRONG(threads, 1025, "def.threads|1025|1024");
    WRONG(threads, INT32_MAX, "def.threads|2147483647");
    WRONG(allocator.allocate, NULL, "def.allocator");
    WRONG(allocator.release, NULL, "def.allocator");
#undef WRONG
    char name[300];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    d = right;
    d.device = name;
    expect_no_context(w, &d, "a long name", INVALID, "device|299");
    cr_expect(watch_end(w) == 0);
}

/* Nothing of a def that nobody initialised is trusted, so nobody can be told. */
Test(context, not_initialised)
{
    throng_context_def right, d;
    watch *w = begin(&right);
    throng_context *context = (throng_context *)(void *)w;
    d = right;
    d.cookie = 0;
    cr_expect(throng_context_create(&d, &context) == INVALID && context == NULL);
    memset(&d, 0xee, sizeof d);
    context = (throng_context *)(void *)w;
    cr_expect(throng_context_create(&d, &context) == INVALID && context == NULL);
    int32_t count = -1;
    cr_expect(throng_devices(&d, NULL, 0, &count) == INVALID);
    cr_expect(throng_context_create(&right, NULL) == INVALID);
    cr_expect(throng_context_create(NULL, NULL) == INVALID);
    cr_expect(watch_end(w) == 0);
}

/* "context must not be NULL" is a caller's mistake like any other. */
Test(context, null_is_told)
{
    throng_context_def def;
    watch *w = begin(&def);
    throng_context *context;
    cr_expect(throng_context_create(&def, NULL) == INVALID);
    cr_expect(w->assertions == 1 && strstr(w->log, "context") != NULL, "create: %d calls, \"%s\"",
              (int)w->assertions, w->log);
    MUST(NULL, throng_context_create(&def, &context));
    w->assertions = w->logs = 0;
    cr_expect(throng_context_get_info(context, NULL) == INVALID);
    cr_expect(w->assertions == 1 && strstr(throng_context_message(context), "info") != NULL,
              "get_info: %d calls, \"%s\"", (int)w->assertions, throng_context_message(context));
    throng_context_destroy(context);
    cr_expect(watch_end(w) == 0);
}

Test(context, messages)
{
    throng_context_def def;
    watch *w = begin(&def);
    throng_context *context;
    throng_influence *map;
    throng_influence_def wrong = throng_influence_default_def(); /* width 0 */
    MUST(NULL, throng_context_create(&def, &context));
    cr_expect(throng_context_message(context)[0] == '\0' && throng_context_opencl_error(context) == 0);
    cr_expect(throng_influence_create(context, &wrong, &map) == INVALID);
    char first[600];
    snprintf(first, sizeof first, "%s", throng_context_message(context));
    cr_expect(strstr(first, "def.width") != NULL);
    wrong.width = wrong.height = 4;
    MUST(context, throng_influence_create(context, &wrong, &map));
    cr_expect(strcmp(throng_context_message(context), first) == 0, "it stays until the next failure");
    throng_influence_destroy(map);
    MUST(context, throng_context_wait(context));
    MUST(context, throng_context_destroy(context));
    cr_expect(watch_end(w) == 0);
}

/* ---------------------------------------------------------------- the environment ------------------- */

static throng_context_info info_of(const throng_context_def *def)
{
    throng_context *context;
    throng_context_info info;
    MUST(NULL, throng_context_create(def, &context));
    MUST(context, throng_context_get_info(context, &info));
    MUST(context, throng_context_destroy(context));
    return info;
}

/* By what the build and the processor say, and not by what the library makes of them. */
static int runs_here(throng_isa isa)
{
    switch (isa) {
    case THRONG_ISA_REFERENCE:
#ifdef THRONG_HAS_VECTOR
    case THRONG_ISA_VECTOR:
#endif
#ifdef THRONG_HAS_SSE2
    case THRONG_ISA_SSE2:
#endif
#ifdef THRONG_HAS_NEON
    case THRONG_ISA_NEON:
#endif
#ifdef THRONG_HAS_SIMD128
    case THRONG_ISA_SIMD128:
#endif
        return 1;
#ifdef THRONG_HAS_AVX2
    case THRONG_ISA_AVX2:
        return __builtin_cpu_supports("avx2") != 0;
#endif
#ifdef THRONG_HAS_AVX512
    case THRONG_ISA_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
    default:
        return 0;
    }
}

static throng_isa widest_here(void)
{
    static const throng_isa by_width[] = {THRONG_ISA_REFERENCE, THRONG_ISA_VECTOR, THRONG_ISA_SIMD128,
                                          THRONG_ISA_SSE2,      THRONG_ISA_NEON,   THRONG_ISA_AVX2,
                                          THRONG_ISA_AVX512};
    throng_isa widest = THRONG_ISA_REFERENCE;
    for (size_t i = 0; i < sizeof by_width / sizeof *by_width; i++)
        if (runs_here(by_width[i]))
            widest = by_width[i];
    return widest;
}

/* Other tests go through the levels that are said to be available: one too few would be left out quietly. */
Test(environment, levels_of_this_machine)
{
    throng_context_def def;
    watch *w = begin(&def);
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++) {
        cr_expect(throng_isa_available(isa) == runs_here(isa), "%s: available: %d, not %d",
                  throng_isa_name(isa), (int)throng_isa_available(isa), runs_here(isa));
        def.isa = isa;
        if (runs_here(isa))
            cr_expect(info_of(&def).isa == isa, "%s", throng_isa_name(isa));
    }
    cr_expect(!throng_isa_available(THRONG_ISA_AUTO) && !throng_isa_available(THRONG_ISA_COUNT));
    def.isa = THRONG_ISA_AUTO;
    const throng_isa chosen = info_of(&def).isa;
    cr_expect(chosen == widest_here(), "%s is chosen, the widest is %s", throng_isa_name(chosen),
              throng_isa_name(widest_here()));
    cr_expect(watch_end(w) == 0);
}

Test(environment, levels)
{
    throng_context_def def;
    watch *w = begin(&def);
    char words[64];
    const throng_isa widest = widest_here();
    for (throng_isa isa = THRONG_ISA_AUTO; isa < THRONG_ISA_COUNT; isa++) {
        setenv("THRONG_ISA", throng_isa_name(isa), 1);
        def.isa = THRONG_ISA_AUTO;
        snprintf(words, sizeof words, "THRONG_ISA|%s", throng_isa_name(isa));
        if (isa == THRONG_ISA_AUTO)
            cr_expect(info_of(&def).isa == widest);
        else if (runs_here(isa))
            cr_expect(info_of(&def).isa == isa, "%s", throng_isa_name(isa));
        else
            expect_no_context(w, &def, throng_isa_name(isa), THRONG_ERROR_UNSUPPORTED, words);
        def.isa = THRONG_ISA_REFERENCE;
        cr_expect(info_of(&def).isa == THRONG_ISA_REFERENCE, "the def is asked before the environment");
        def.isa = isa;
        unsetenv("THRONG_ISA");
        snprintf(words, sizeof words, "def.isa|%s", throng_isa_name(isa));
        if (isa != THRONG_ISA_AUTO && !runs_here(isa))
            expect_no_context(w, &def, throng_isa_name(isa), THRONG_ERROR_UNSUPPORTED, words);
    }
    def.isa = THRONG_ISA_AUTO;
    static const char *const wrong[] = {"AVX2", "sse", "avx22", "1", " avx2", "referenc", "none"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        setenv("THRONG_ISA", wrong[i], 1);
        snprintf(words, sizeof words, "THRONG_ISA|'%s'|auto|reference|avx512", wrong[i]);
        expect_no_context(w, &def, wrong[i], INVALID, words);
    }
    setenv("THRONG_ISA", "", 1);
    cr_expect(info_of(&def).isa == widest, "an empty value is none");
    cr_expect(watch_end(w) == 0);
}

Test(environment, backends)
{
    throng_context_def def;
    watch *w = begin(&def);
    static const char *const wrong[] = {"gpu", "CPU", "opencl ", "0", "cuda"};
    char words[64];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        setenv("THRONG_BACKEND", wrong[i], 1);
        def.backend = THRONG_BACKEND_AUTO;
        snprintf(words, sizeof words, "THRONG_BACKEND|'%s'|auto|cpu|opencl", wrong[i]);
        expect_no_context(w, &def, wrong[i], INVALID, words);
        def.backend = THRONG_BACKEND_CPU;
        cr_expect(info_of(&def).opencl == 0, "the def is asked before the environment");
    }
    def.backend = THRONG_BACKEND_AUTO;
    setenv("THRONG_BACKEND", "cpu", 1);
    w->logs = 0;
    cr_expect(info_of(&def).opencl == 0 && w->logs == 0, "cpu by name: no OpenCL is tried");
    setenv("THRONG_BACKEND", "", 1);
    info_of(&def); /* whatever there is */
    cr_expect(watch_end(w) == 0);
}

Test(environment, no_opencl)
{
    throng_context_def def;
    watch *w = begin(&def);
    int32_t count = -1;
    setenv("OCL_ICD_VENDORS", "/nonexistent", 1);
    def.backend = THRONG_BACKEND_AUTO;
    throng_context *context;
    MUST(NULL, throng_context_create(&def, &context));
    cr_expect(w->assertions == 0);
    int32_t warnings = w->logs;
    cr_expect(warnings >= 1, "the CPU takes over, and says so");
    cr_expect(throng_context_message(context)[0] == '\0' && throng_context_opencl_error(context) == 0);
    throng_influence *map;
    throng_influence_def shape = map_def(8, 8, THRONG_GRID_SQUARE8);
    throng_influence_info info;
    MUST(context, throng_influence_create(context, &shape, &map));
    MUST(context, throng_influence_get_info(map, &info));
    cr_expect(info.backend == THRONG_BACKEND_CPU && w->logs == warnings, "said once");
    throng_influence_destroy(map);
    MUST(context, throng_context_destroy(context));
    def.backend = THRONG_BACKEND_OPENCL;
    w->assertions = w->logs = 0;
    throng_status status = throng_context_create(&def, &context);
    cr_expect(status == THRONG_ERROR_NO_DEVICE || status == THRONG_ERROR_UNSUPPORTED, "%s",
              throng_status_string(status));
    cr_expect(context == NULL && w->assertions == 0 && w->log_level == THRONG_LOG_ERROR && w->log[0]);
    MUST(NULL, throng_devices(&def, NULL, 0, &count));
    cr_expect(count == 0);
    cr_expect(watch_end(w) == 0);
}

/* ---------------------------------------------------------------- devices --------------------------- */

Test(devices, chosen)
{
    throng_context_def def;
    watch *w = begin(&def);
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    def.backend = THRONG_BACKEND_OPENCL;
    throng_context_info usual = info_of(&def);
    cr_expect(usual.opencl == 1 && usual.device >= 0 && usual.device_exact == 1 && usual.device_name[0]);
    char number[16], part[9];
    snprintf(number, sizeof number, "%d", (int)usual.device);
    snprintf(part, sizeof part, "%s", usual.device_name);
    def.device = number;
    cr_expect(info_of(&def).device == usual.device, "by number");
    def.device = part;
    cr_expect(strstr(info_of(&def).device_name, part) != NULL, "by part of its name");
    def.device = NULL;
    setenv("THRONG_DEVICE", part, 1);
    cr_expect(strstr(info_of(&def).device_name, part) != NULL, "by the environment");
    setenv("THRONG_DEVICE", "no such device", 1);
    expect_no_context(w, &def, "THRONG_DEVICE", INVALID, "no such device");
    def.device = number;
    cr_expect(info_of(&def).device == usual.device, "the def is asked before the environment");
    def.device = "no such device";
    expect_no_context(w, &def, "device", INVALID, "no such device");
    def.device = "4711";
    expect_no_context(w, &def, "device", INVALID, "4711");
    def.backend = THRONG_BACKEND_AUTO;
    expect_no_context(w, &def, "device, AUTO", INVALID, "4711");
    char longest[200] = {0};
    memset(longest, 'x', sizeof longest - 1);
    setenv("THRONG_DEVICE", longest, 1);
    def.device = NULL;
    expect_no_context(w, &def, "THRONG_DEVICE, long", INVALID, "device is 199 bytes long");
    def.backend = THRONG_BACKEND_CPU; /* which opens none */
    cr_expect(!info_of(&def).opencl, "the CPU, whatever THRONG_DEVICE says");
    unsetenv("THRONG_DEVICE");
    def.backend = THRONG_BACKEND_OPENCL;
    static const char *const variables[] = {"THRONG_CL_WIDTH", "THRONG_CL_GROUP"};
    for (int i = 0; i < 2; i++) {
        setenv(variables[i], "3", 1);
        expect_no_context(w, &def, variables[i], INVALID, variables[i]);
        unsetenv(variables[i]);
    }
    cr_expect(watch_end(w) == 0);
}

Test(devices, listed)
{
    throng_context_def def;
    watch *w = begin(&def);
    throng_device_info devices[16];
    int32_t count = -1, again = -1;
    memset(devices, 0x77, sizeof devices);
    cr_expect(throng_devices(&def, devices, 16, NULL) == INVALID);
    cr_expect(throng_devices(&def, devices, -1, &count) == INVALID);
    cr_expect(throng_devices(&def, NULL, 1, &count) == INVALID);
    MUST(NULL, throng_devices(&def, NULL, 0, &count));
    MUST(NULL, throng_devices(&def, devices, 16, &again));
    cr_expect(count == again && count >= 0, "%d and %d", (int)count, (int)again);
    for (int32_t i = 0; i < count && i < 16; i++) {
        cr_expect(devices[i].number == i && memchr(devices[i].name, 0, sizeof devices[i].name) &&
                  devices[i].name[0]);
        cr_expect(devices[i].exact == 0 || devices[i].exact == 1);
        cr_expect((devices[i].reason[0] == '\0') == (devices[i].exact == 1), "%s: \"%s\"", devices[i].name,
                  devices[i].reason);
        cr_expect(devices[i].memory_bytes > 0 && devices[i].compute_units > 0);
    }
    MUST(NULL, throng_devices(NULL, NULL, 0, &again));
    cr_expect(count == again);
    cr_expect(opencl_present() == (count > 0));
    cr_expect(watch_end(w) == 0);
}

/* ---------------------------------------------------------------- names ----------------------------- */

Test(names, strings)
{
    static const char *const statuses[] = {"ok", "invalid argument", NULL, "out of memory"};
    char version[40];
    for (throng_status s = -3; s < 20; s++)
        cr_expect(throng_status_string(s) != NULL && throng_status_string(s)[0]);
    for (throng_status s = 0; s < 4; s++)
        cr_expect(!statuses[s] || strcmp(throng_status_string(s), statuses[s]) == 0);
    for (throng_status a = THRONG_OK; a <= THRONG_ERROR_LOST; a++) {
        cr_expect(strcmp(throng_status_string(a), "unknown status") != 0, "%d", (int)a);
        for (throng_status b = a + 1; b <= THRONG_ERROR_LOST; b++)
            cr_expect(strcmp(throng_status_string(a), throng_status_string(b)) != 0, "%d and %d", (int)a,
                      (int)b);
    }
    cr_expect(strcmp(throng_status_string(10), "unknown status") == 0);
    cr_expect(strcmp(throng_status_string(-1), "unknown status") == 0);
    static const char *const backends[] = {"auto", "cpu", "opencl"};
    static const char *const levels[] = {"auto", "reference", "vector", "sse2",
                                         "avx2", "avx512",    "neon",   "simd128"};
    for (int i = 0; i < 3; i++)
        cr_expect(strcmp(throng_backend_name(i), backends[i]) == 0);
    for (int i = 0; i < THRONG_ISA_COUNT; i++)
        cr_expect(strcmp(throng_isa_name(i), levels[i]) == 0);
    cr_expect(!throng_backend_name(-1) && !throng_backend_name(3) && !throng_isa_name(-1) &&
              !throng_isa_name(8));
    cr_expect(throng_isa_available(THRONG_ISA_REFERENCE) == 1 && throng_isa_available(THRONG_ISA_AUTO) == 0);
    cr_expect(throng_isa_available(-1) == 0 && throng_isa_available(THRONG_ISA_COUNT) == 0);
    snprintf(version, sizeof version, "%d.%d.%d", THRONG_VERSION_MAJOR, THRONG_VERSION_MINOR,
             THRONG_VERSION_PATCH);
    cr_expect(strcmp(throng_version(), version) == 0);
}

Test(context, threads)
{
    throng_context_def def;
    watch *w = begin(&def);
    def.parallel.run = run_serial;
    cr_expect(info_of(&def).threads >= 1, "0: one for each core");
    def.threads = 1024;
    cr_expect(info_of(&def).threads == 1024);
    def.threads = 3;
    cr_expect(info_of(&def).threads == 3);
    throng_context_info info = info_of(&def);
    cr_expect(info.opencl == 0 && info.device == -1 && info.device_exact == 0);
    cr_expect(info.device_name[0] == '\0' && info.device_version[0] == '\0');
    cr_expect(watch_end(w) == 0);
    throng_context *context; /* NULL stands for the default def */
    setenv("THRONG_BACKEND", "cpu", 1);
    cr_expect(throng_context_create(NULL, &context) == THRONG_OK && context != NULL);
    cr_expect(throng_context_destroy(context) == THRONG_OK && throng_context_destroy(NULL) == THRONG_OK);
}
