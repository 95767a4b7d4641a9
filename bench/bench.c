/* throng-bench: how fast the library is, beside naive code, on this machine, in one run. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const throng_bench_workload workloads[] = {
    {"influence", "Euclidean influence maps", throng_bench_run_influence},
    {"flow", "fields of shortest paths", throng_bench_run_flow},
    {"walk", "influence along paths and from cell to cell", throng_bench_run_walk},
    {"potential", "potential fields: many points feel many sources", throng_bench_run_potential},
    {"trace", "paths along potential fields", throng_bench_run_trace},
    {"choquet", "Choquet integrals of many rows", throng_bench_run_choquet},
    {"route", "routes by Dijkstra's algorithm and A*", throng_bench_run_route},
    {"crowd", "steps of agents that walk past each other", throng_bench_run_crowd},
    {"choice", "the automatic choice of a backend, over many sizes", throng_bench_run_choice},
};
enum { WORKLOADS = sizeof workloads / sizeof *workloads };

_Noreturn void throng_bench_fail(const char *format, ...)
{
    va_list arguments;
    (void)fputs("throng-bench: ", stderr);
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
    exit(1);
}

void *throng_bench_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        throng_bench_fail("no memory for %zu times %zu bytes", count, size);
    return memory;
}

void *throng_bench_allocate_aligned(size_t size)
{
    void *memory = aligned_alloc(64, size);
    if (!memory)
        throng_bench_fail("no memory for %zu bytes", size);
    return memory;
}

void throng_bench_check(const throng_context *context, throng_status status, const char *what)
{
    if (status != THRONG_OK)
        throng_bench_fail("%s: %s: %s", what, throng_status_string(status),
                          context ? throng_context_message(context) : "");
}

int32_t throng_bench_selected(const throng_bench *bench, const char *scene, int32_t quick)
{
    const char *part = bench->options.select;
    if (!part)
        return quick || !bench->options.quick;
    while (*part != '\0') {
        char name[THRONG_BENCH_NAME];
        size_t length = strcspn(part, ",");
        (void)snprintf(name, sizeof name, "%.*s", (int)length, part);
        if (length && strstr(scene, name))
            return 1;
        part += length + (part[length] == ',');
    }
    return 0;
}

static void print_help(void)
{
    puts("throng-bench: times of the library beside naive code, in one run on this machine\n"
         "\n"
         "  --list          what there is to run\n"
         "  --select A,B    only scenes whose name holds one of these words\n"
         "  --quick         fewer scenes (without --select) and shorter samples, about a minute\n"
         "  --isa LEVEL     the SIMD level that stands against naive code; the widest\n"
         "  --threads N     for the rows with all threads; all cores\n"
         "  --cpu-time      the processor's time in place of the wall's where one thread works\n"
         "  --no-opencl     the CPU alone\n"
         "  --json FILE     all results; - is standard output, the table then goes to standard error\n"
         "  --markdown FILE the rows as a table for a page of documentation\n"
         "  --help\n"
         "\n"
         "workloads");
    for (int32_t i = 0; i < WORKLOADS; i++)
        printf("  %-15s %s\n", workloads[i].name, workloads[i].help);
}

static _Noreturn void refuse(const char *what, const char *text, const char *right)
{
    (void)fprintf(stderr, "throng-bench: %s: %s: %s\n", what, text, right);
    exit(2);
}

static int32_t parse_threads(const char *text)
{
    char *end = NULL;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno || end == text || *end != '\0' || value < 1 || value > 1024)
        refuse("--threads", text, "1 to 1024");
    return (int32_t)value;
}

static throng_isa parse_isa(const char *text)
{
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++) {
        if (strcmp(text, throng_isa_name(isa)) != 0)
            continue;
        if (!throng_isa_available(isa))
            refuse("--isa", text, "not available on this machine");
        return isa;
    }
    refuse("--isa", text, "reference, vector, sse2, avx2, avx512 or neon");
}

static void parse(int argc, char **argv, throng_bench_options *options)
{
    static const struct option names[] = {
        {"list", no_argument, NULL, 'l'},
        {"select", required_argument, NULL, 's'},
        {"quick", no_argument, NULL, 'q'},
        {"isa", required_argument, NULL, 'i'},
        {"threads", required_argument, NULL, 't'},
        {"cpu-time", no_argument, NULL, 'c'},
        {"no-opencl", no_argument, NULL, 'n'},
        {"json", required_argument, NULL, 'j'},
        {"markdown", required_argument, NULL, 'm'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int letter;
    while ((letter = getopt_long(argc, argv, "", names, NULL)) != -1)
        switch (letter) {
        case 'l':
            options->list = 1;
            break;
        case 's':
            options->select = optarg;
            break;
        case 'q':
            options->quick = 1;
            break;
        case 'i':
            options->isa = parse_isa(optarg);
            break;
        case 't':
            options->threads = parse_threads(optarg);
            break;
        case 'c':
            options->cpu_time = 1;
            break;
        case 'n':
            options->no_opencl = 1;
            break;
        case 'j':
            options->json = optarg;
            break;
        case 'm':
            options->markdown = optarg;
            break;
        case 'h':
            print_help();
            exit(0);
        default:
            exit(2); /* getopt_long has said why */
        }
    if (optind < argc)
        refuse("argument", argv[optind], "there are options alone; see --help");
}

/* Found out before minutes of work are lost. */
static void check_output(const char *option, const char *path)
{
    FILE *file = strcmp(path, "-") == 0 ? NULL : fopen(path, "a");
    if (file)
        (void)fclose(file);
    else if (strcmp(path, "-") != 0)
        refuse(option, path, strerror(errno));
}

static throng_isa widest_level(void)
{
    throng_context *context = NULL;
    throng_context_info info = {0};
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    throng_bench_check(NULL, throng_context_create(&def, &context), "the CPU's context");
    throng_bench_check(context, throng_context_get_info(context, &info), "the CPU's context");
    throng_bench_check(context, throng_context_destroy(context), "the CPU's context");
    return info.isa;
}

static void measure_limits(throng_bench *bench)
{
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++) {
        throng_bench_progress(bench, "limits at level %s", throng_isa_name(isa));
        throng_bench_measure_limits(isa, &bench->limits[isa]);
    }
}

static void run_workloads(throng_bench *bench)
{
    for (int32_t i = 0; i < WORKLOADS; i++)
        workloads[i].run(bench);
}

int main(int argc, char **argv)
{
    throng_bench bench = {.table = stdout};
    parse(argc, argv, &bench.options);
    /* OpenCL devices that are the processor itself work with one thread, to stand against one thread of
     * ours; a setting of the user's stays. Before the first call, since drivers look once. */
    (void)setenv("POCL_MAX_PTHREAD_COUNT", "1", 0);
    (void)setenv("LP_NUM_THREADS", "1", 0);
    if (bench.options.list) {
        run_workloads(&bench);
        return 0;
    }
    bench.effort = (throng_bench_effort){0.03, 8.0, 1.0};
    if (bench.options.quick)
        bench.effort = (throng_bench_effort){0.015, 1.5, 0.2};
    if (bench.options.json && strcmp(bench.options.json, "-") == 0)
        bench.table = stderr;
    if (bench.options.json)
        check_output("--json", bench.options.json);
    if (bench.options.markdown)
        check_output("--markdown", bench.options.markdown);
    bench.progress = isatty(STDERR_FILENO);
    throng_bench_find_machine(&bench.machine);
    if (bench.options.threads == 0)
        bench.options.threads = bench.machine.cores;
    if (bench.options.isa == THRONG_ISA_AUTO)
        bench.options.isa = widest_level();
    throng_bench_print_head(&bench);
    measure_limits(&bench);
    throng_bench_print_limits(&bench);
    run_workloads(&bench);
    throng_bench_print_regret(&bench);
    if (bench.options.json)
        throng_bench_write_json(&bench, bench.options.json);
    if (bench.options.markdown)
        throng_bench_write_markdown(&bench, bench.options.markdown);
    free(bench.rows);
    if (bench.mistakes)
        throng_bench_fail("%d mistakes: see above", (int)bench.mistakes);
    return 0;
}
