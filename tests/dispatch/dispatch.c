/* The automatic choice of a backend: what is said about it before anything is made, files of costs, and
 * measuring. */
#define _DEFAULT_SOURCE
#include "tests/dispatch/clocks.h"
#include "tests/dispatch/recorded_costs.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(dispatch, .init = make_folder, .fini = drop_folder);

/* ---------------------------------------------------------------- what is said ---------------------- */

static const amounts usual[KINDS] = {{0, 64, 100, 8},  {1, 64, 100, 8}, {2, 64, 100, 8}, {3, 64, 2, 0},
                                     {4, 100, 100, 8}, {5, 0, 1000, 3}, {6, 0, 500, 10}, {7, 0, 500, 10}};

static void expect_unmeasured(throng_context *context, throng_backend backend, const char *why)
{
    for (int32_t kind = 0; kind < KINDS; kind++) {
        const throng_selection choice = ask(context, &usual[kind], THRONG_RESIDENCY_HOST);
        cr_expect(choice.backend == backend && !choice.measured && choice.cpu_seconds == 0.0 &&
                      choice.opencl_seconds == 0.0 && strstr(choice.reason, why),
                  "%s: %s", kinds[kind], choice.reason);
    }
    MUST(context, throng_context_destroy(context));
}

Test(dispatch, no_choice_is_left)
{
    expect_unmeasured(open_context(THRONG_BACKEND_CPU), THRONG_BACKEND_CPU, "cpu: asked for by name");
    if (!opencl_present())
        return;
    write_machine(&machines[2]);
    expect_unmeasured(open_context(THRONG_BACKEND_OPENCL), THRONG_BACKEND_OPENCL,
                      "opencl: asked for by name");
    cr_expect_eq(look_into_folder(NULL, 0), 0);
}

/* Without a device nothing is measured, and nothing allocated for it. */
Test(dispatch, no_device)
{
    setenv("OCL_ICD_VENDORS", "/nonexistent", 1);
    watch *w = watch_begin();
    throng_context *context;
    throng_context_def def = throng_context_default_def();
    watch_hooks(w, &def);
    cr_assert_eq(throng_context_create(&def, &context), THRONG_OK);
    const int64_t alive = watch_alive(w);
    const throng_selection choice = ask(context, &usual[0], THRONG_RESIDENCY_HOST);
    cr_expect(choice.backend == THRONG_BACKEND_CPU && !choice.measured &&
                  strstr(choice.reason, "no OpenCL device is open"),
              "%s", choice.reason);
    cr_expect_eq(watch_alive(w), alive);
    MUST(context, throng_context_destroy(context));
    cr_expect_eq(look_into_folder(NULL, 0) + watch_end(w), 0);
}

/* What is said is what then happens, and the logger hears it. */
Test(dispatch, objects_go_where_they_are_said_to)
{
    if (!opencl_present())
        return;
    for (int32_t i = 2; i < 4; i++) {
        write_machine(&machines[i]);
        throng_context *context = open_context(THRONG_BACKEND_AUTO);
        throng_influence *map;
        throng_influence_info info;
        throng_influence_def def = throng_influence_default_def();
        def.width = def.height = 64;
        MUST(context, throng_influence_create(context, &def, &map));
        MUST(context, throng_influence_get_info(map, &info));
        cr_expect_eq(info.backend, i == 2 ? THRONG_BACKEND_CPU : THRONG_BACKEND_OPENCL);
        cr_expect_not_null(strstr(said, "ms a frame): influence, 4096 cells, 1024 objects, 805 cells"), "%s",
                           said);
        throng_influence_destroy(map);
        for (int32_t kind = 0; kind < KINDS; kind++) {
            const throng_selection choice = ask(context, &usual[kind], THRONG_RESIDENCY_HOST);
            cr_expect(choice.measured && choice.backend == info.backend && choice.cpu_seconds > 0.0 &&
                          choice.opencl_seconds > 0.0,
                      "%s: %s", kinds[kind], choice.reason);
        }
        MUST(context, throng_context_destroy(context));
    }
}

/* A crowd goes where its flow is, whatever costs say. */
Test(dispatch, crowds_stay_with_their_flow)
{
    if (!opencl_present())
        return;
    write_machine(&machines[3]); /* the device is always better */
    throng_context *context = open_context(THRONG_BACKEND_AUTO);
    throng_flow_def flow = throng_flow_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    throng_selection choice;
    throng_crowd_info info;
    throng_crowd *crowd;
    def.terrain = flow.terrain = make_terrain(context, 32);
    flow.backend = THRONG_BACKEND_CPU;
    MUST(context, throng_flow_create(context, &flow, &def.flow));
    MUST(context, throng_crowd_explain(context, &def, &choice));
    cr_expect(choice.backend == THRONG_BACKEND_CPU && strstr(choice.reason, "its flow"), "%s", choice.reason);
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_get_info(crowd, &info));
    cr_expect_eq(info.backend, THRONG_BACKEND_CPU);
    MUST(context, throng_crowd_destroy(crowd));
    MUST(context, throng_flow_destroy(def.flow));
    MUST(context, throng_terrain_destroy(def.terrain));
    MUST(context, throng_context_destroy(context));
}

/* What is not read is not counted; where all lies on the device the CPU has to copy both ways. */
Test(dispatch, residency)
{
    const amounts big = {0, 1024, 10, 4};
    if (!opencl_present())
        return;
    write_machine(&machines[0]); /* copies are dear */
    throng_context *context = open_context(THRONG_BACKEND_AUTO);
    const throng_selection host = ask(context, &big, THRONG_RESIDENCY_HOST);
    const throng_selection input = ask(context, &big, THRONG_RESIDENCY_INPUT);
    const throng_selection device = ask(context, &big, THRONG_RESIDENCY_DEVICE);
    const double read = 4.0 * 1024.0 * 1024.0 * machines[0].opencl.byte;
    cr_expect_float_eq(host.opencl_seconds - input.opencl_seconds, read, 0.01 * read);
    cr_expect_float_eq(device.cpu_seconds - input.cpu_seconds, read, 0.05 * read);
    cr_expect(host.backend == THRONG_BACKEND_CPU && device.backend == THRONG_BACKEND_OPENCL, "%s; %s",
              host.reason, device.reason);
    MUST(context, throng_context_destroy(context));
}

Test(dispatch, bad_input)
{
    watch *w = watch_begin();
    throng_context *context;
    throng_selection choice;
    throng_context_def about = throng_context_default_def();
    about.backend = THRONG_BACKEND_CPU;
    watch_hooks(w, &about);
    MUST(NULL, throng_context_create(&about, &context));
    throng_influence_def map = throng_influence_default_def();
    throng_potential_def field = throng_potential_default_def();
    throng_measure_def measure = throng_measure_default_def();
    throng_crowd_def crowd = throng_crowd_default_def();
    throng_flow_def flow = throng_flow_default_def();
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    map.width = map.height = 8;
    map.residency = crowd.residency = 3;
    field.residency = -1;
#define REJECTED(call, words)                                                                                \
    do {                                                                                                     \
        w->logs = 0;                                                                                         \
        w->assertions = 0;                                                                                   \
        const throng_status got_ = (call);                                                                   \
        expect_told(w, context, #call, got_, wrong, words);                                                  \
    } while (0)
    REJECTED(throng_influence_explain(context, &map, &choice), "def.residency is 3|_HOST, _INPUT, _DEVICE");
    REJECTED(throng_crowd_explain(context, &crowd, &choice),
             "def.residency is 3: one of THRONG_RESIDENCY_HOST, _INPUT");
    REJECTED(throng_potential_explain(context, &field, &choice), "def.residency is -1");
    crowd.residency = THRONG_RESIDENCY_DEVICE;
    REJECTED(throng_crowd_explain(context, &crowd, &choice), "def.residency is 2: one of");
    field.residency = THRONG_RESIDENCY_HOST;
    field.typical_sources = -1;
    REJECTED(throng_potential_explain(context, &field, &choice), "def.typical_sources is -1");
    REJECTED(throng_flow_explain(context, &flow, &choice), "def.terrain must not be NULL");
    REJECTED(throng_measure_explain(context, &measure, &choice), "def.types is 0");
    measure.types = 2;
    measure.typical_rows = -5;
    REJECTED(throng_measure_explain(context, &measure, &choice), "def.typical_rows is -5: 0 or more");
    map.residency = THRONG_RESIDENCY_HOST;
    REJECTED(throng_influence_explain(context, &map, NULL), "choice must not be NULL");
    REJECTED(throng_influence_explain(context, NULL, &choice), "def must not be NULL");
    cr_expect_eq(throng_influence_explain(NULL, &map, &choice), wrong);
    MUST(context, throng_context_destroy(context));
    cr_expect_eq(watch_end(w), 0);
}

/* ---------------------------------------------------------------- files and measuring --------------- */

/* Nothing is measured, nothing fails, and the logger hears once what is wrong with the file. */
static void expect_wrong_file(const char *path, const char *why)
{
    setenv("THRONG_COSTS", path, 1);
    throng_context *context = open_context(THRONG_BACKEND_AUTO);
    for (int32_t i = 0; i < 2; i++) {
        const throng_selection choice = ask(context, &usual[5], THRONG_RESIDENCY_HOST);
        cr_expect(choice.backend == THRONG_BACKEND_CPU && strstr(choice.reason, "THRONG_COSTS is not right"),
                  "%s: %s", why, choice.reason);
    }
    const char *first = strstr(said, "THRONG_COSTS");
    cr_assert(first && !strstr(first + 1, "THRONG_COSTS"), "%s: %s", why, said);
    cr_expect(strstr(first, path) && strstr(first, why), "\"%s\" is not in \"%s\"", why, first);
    MUST(context, throng_context_destroy(context));
}

/* Whoever opens one for reading waits for its writer. */
Test(dispatch, fifos_are_rejected)
{
    char path[64];
    if (!opencl_present())
        return;
    snprintf(path, sizeof path, "/tmp/throng-costs-%d.fifo", (int)getpid());
    cr_assert_eq(mkfifo(path, 0600), 0);
    alarm(60);
    expect_wrong_file(path, "cannot be opened");
    alarm(0);
    unlink(path);
    unsetenv("THRONG_COSTS");
}

Test(dispatch, wrong_files_are_rejected)
{
    static const struct {
        const char *text, *why;
    } files[] = {
        {"", "does not begin with 'throng costs 4'"},
        {"PNG\n", "does not begin with 'throng costs 4'"},
        {"throng costs 3a\n", "does not begin with"},
        {"throng costs 1\n", "of version 1: this library reads 3 to 4"},
        {"throng costs 30\n", "of version 30"},
        {"throng costs 4\nread stale 1\n", "line 2 is not an operation"},
        {"throng costs 4\ntea stale\n", "line 2 is not an operation"},
        {"throng costs 3\nread cpu 1 1 1 1 1\n", "has 'read' on one backend alone"},
        {"throng costs 3\nread cpu 1 1 1 1 1\nread opencl 1 1 1 1\n", "line 3 is not an operation"},
        {"throng costs 3\nread cpu 1 1 1 1 1\nread opencl 1 1 -1 1 1\n", "line 3 is not an operation"},
        {"throng costs 3\nread cpu 1 1 1 1 1\n#\nread opencl 1 1 1 1 1 1\n", "line 4 is not an operation"},
        {"throng costs 3\nread cpu 1 nan 1 1 1\nread opencl 1 1 1 1 1\n", "line 2 is not an operation"},
        {"throng costs 3\nread tpu 1 1 1 1 1\nread opencl 1 1 1 1 1\n", "line 2 is not an operation"},
        {"throng costs 3\ntea cpu 1 1 1 1 1\nread opencl 1 1 1 1 1\n", "line 2 is not an operation"},
        {"throng costs 3", "does not begin with"},
        {"throng costs 3\nread cpu 1 1 1 1 1\nread opencl 1 1 1 1 12", "line 3 is not an operation"},
        {"throng costs 3\nread cpu 1 1 1 1 1\nread opencl 1 1 1 1 1\nread stale",
         "line 4 is not an operation"}};
    if (!opencl_present())
        return;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        FILE *file = begin_table();
        fputs(files[i].text, file);
        cr_assert_eq(fclose(file), 0);
        char path[600];
        snprintf(path, sizeof path, "%s", getenv("THRONG_COSTS"));
        expect_wrong_file(path, files[i].why);
    }
    expect_wrong_file("/no/such/file", "cannot be opened");
    expect_wrong_file(folder, "cannot be ");
}

/* Measures for choices of this operation; 1 where they are kept. Costs of cores that other tests keep busy
 * may be too noisy or take too long: then nothing is kept, and the test has less to look at. */
static int32_t calibrate(throng_context *context, uint32_t operations)
{
    static int32_t read_kept; /* in the file, by this call or by an earlier one */
    throng_calibrate_report report;
    throng_calibrate_def def = throng_calibrate_default_def();
    int32_t kept = 1;
    def.operations = operations;
    def.seconds = 50.0; /* one, by that clock */
    context->clock = look_fast;
    MUST(context, throng_calibrate(context, &def, &report));
    read_kept |= report.operations[THRONG_OPERATION_READ].kept;
    for (int32_t i = 0; i < THRONG_OPERATION_COUNT; i++)
        if (operations >> i & 1)
            kept = kept && report.operations[i].kept;
    return kept && read_kept;
}

enum { CHOQUET = 1 << THRONG_OPERATION_CHOQUET, POTENTIAL = 1 << THRONG_OPERATION_POTENTIAL };

/* The message of the host's last failure stays where a call succeeds, though it measures. */
Test(dispatch, messages_stay)
{
    throng_measure_def def = throng_measure_default_def();
    throng_measure *measure = NULL;
    char message[512];
    if (!opencl_present())
        return;
    throng_context *context = open_threads(THRONG_BACKEND_AUTO, 1);
    cr_assert_eq(throng_measure_create(context, &def, &measure), THRONG_ERROR_INVALID_ARGUMENT);
    snprintf(message, sizeof message, "%s", throng_context_message(context));
    (void)ask(context, &usual[5], THRONG_RESIDENCY_HOST);
    cr_expect_str_eq(throng_context_message(context), message);
    (void)calibrate(context, CHOQUET);
    cr_expect_str_eq(throng_context_message(context), message);
    MUST(context, throng_context_destroy(context));
}

/* ---------------------------------------------------------------- whose costs they are -------------- */

static int32_t count_units(const char *driver_threads)
{
    throng_device_info devices[8];
    int32_t count = 0;
    throng_context_info info;
    setenv("POCL_MAX_PTHREAD_COUNT", driver_threads, 1); /* which PoCL reads once */
    if (!opencl_present())
        return 0;
    throng_context *context = open_threads(THRONG_BACKEND_AUTO, 1);
    const int32_t kept = calibrate(context, CHOQUET);
    cr_expect_eq(ask(context, &usual[5], THRONG_RESIDENCY_HOST).measured, kept, "%s", said);
    MUST(context, throng_context_get_info(context, &info));
    MUST(context, throng_context_destroy(context));
    if (!kept)
        return 0;
    MUST(NULL, throng_devices(NULL, devices, 8, &count));
    for (int32_t i = 0; i < count && i < 8; i++)
        if (devices[i].number == info.device)
            return devices[i].compute_units;
    return 0;
}

/* Costs of a device that has one thread are not those of the same device with all of them. */
Test(dispatch, driver_threads_have_costs_of_their_own)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0)
        _exit(count_units("1"));
    cr_assert(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    const int32_t units = count_units("2");
    if (units && WEXITSTATUS(status))
        cr_expect_eq(look_into_folder(NULL, 0), 1 + (units != WEXITSTATUS(status)));
}

/* Driver, compute units and build stand in the file, as they are. */
Test(dispatch, the_file_says_whose_it_is)
{
    throng_device_info devices[8];
    char path[600], text[4000], line[300];
    int32_t count = 0;
    const int32_t units = count_units("2");
    if (!units)
        return;
    cr_assert_eq(look_into_folder(path, 0), 1);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    MUST(NULL, throng_devices(NULL, devices, 8, &count));
    int32_t found = 0;
    for (int32_t i = 0; i < count && i < 8; i++) {
        snprintf(line, sizeof line, "# device: %s\n# compute units: %d\n# driver: %s\n", devices[i].name,
                 (int)devices[i].compute_units, devices[i].driver);
        found |= strstr(text, line) != NULL;
    }
    cr_expect(found && strstr(text, "\n# build: "), "%s", text);
}

/* What another program adds to the file after this one has read it does not go when this one adds something
 * of its own. */
Test(dispatch, what_others_measured_stays)
{
    static const char crowd[] = "crowd cpu 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n"
                                "crowd opencl 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n";
    char path[600], text[20000];
    if (!opencl_present())
        return;
    throng_context *context = open_threads(THRONG_BACKEND_AUTO, 1);
    if (!calibrate(context, CHOQUET)) {
        MUST(context, throng_context_destroy(context));
        return;
    }
    cr_assert_eq(look_into_folder(path, 0), 1, "%s", said);
    FILE *file = fopen(path, "a");
    cr_assert_not_null(file);
    cr_expect(fputs(crowd, file) >= 0);
    cr_assert(fclose(file) == 0);
    const int32_t kept = calibrate(context, POTENTIAL);
    MUST(context, throng_context_destroy(context));
    cr_assert_eq(look_into_folder(path, 0), 1);
    file = fopen(path, "r");
    cr_assert_not_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    cr_expect(strstr(text, crowd) && strstr(text, "choquet cpu") && (!kept || strstr(text, "potential cpu")),
              "%s", text);
}

/* Costs are kept, and taken from the file from then on: the file is replaced by a table, and the next
 * context chooses by it. By one thread: frames of several wait for each other where other tests keep the
 * cores busy. */
Test(dispatch, measured_once)
{
    char path[600], line[2000];
    int32_t lines = 0, kept = 0;
    if (!opencl_present())
        return;
    for (int32_t kind = 0; kind < KINDS; kind++) { /* each in a context of its own: files grow */
        throng_context *context = open_threads(THRONG_BACKEND_AUTO, 1);
        const int32_t good = calibrate(context, 1u << (kind + 1));
        const throng_selection first = ask(context, &usual[kind], THRONG_RESIDENCY_HOST);
        const throng_selection again = ask(context, &usual[kind], THRONG_RESIDENCY_HOST);
        cr_expect(first.measured == good && memcmp(&first, &again, sizeof first) == 0, "%s: %s", kinds[kind],
                  said);
        kept += good;
        MUST(context, throng_context_destroy(context));
    }
    if (!look_into_folder(path, 0)) {
        cr_expect_eq(kept, 0);
        return;
    }
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file))
        lines += line[0] != '#';
    fclose(file);
    cr_expect(lines >= 1 + 2 * kept && lines <= 1 + 2 * (1 + KINDS), "%d lines, %d kept", (int)lines,
              (int)kept);
    for (int32_t i = 2; i < 4; i++) {
        write_machine(&machines[i]);
        char table[600];
        snprintf(table, sizeof table, "%s", getenv("THRONG_COSTS"));
        unsetenv("THRONG_COSTS");
        cr_assert_eq(rename(table, path), 0);
        throng_context *context = open_threads(THRONG_BACKEND_AUTO, 1);
        const throng_selection choice = ask(context, &usual[0], THRONG_RESIDENCY_HOST);
        cr_expect(choice.measured && choice.backend == (i == 2 ? THRONG_BACKEND_CPU : THRONG_BACKEND_OPENCL),
                  "%s", choice.reason);
        MUST(context, throng_context_destroy(context));
    }
}

/* A parallel loop of a host whose threads get their turn late, for a second and a half of measuring maps. */
typedef struct late_loop {
    double begun;
    int32_t maps; /* 1: maps are being measured */
} late_loop;

static void run_late(void *user, int32_t count, throng_task task, void *data)
{
    const struct timespec late = {0, 4000000};
    const double seconds = seconds_now();
    late_loop *loop = user;
    if (loop->begun <= 0.0 && loop->maps)
        loop->begun = seconds;
    if (loop->begun > 0.0 && seconds - loop->begun < 1.5)
        nanosleep(&late, NULL);
    for (int32_t i = 0; i < count; i++)
        task(data, i);
}

static void note_maps(void *user, int32_t done, int32_t total, const char *what)
{
    late_loop *loop = user;
    (void)done;
    (void)total;
    loop->maps |= strcmp(what, "influence") == 0;
}

/* A machine that is busy when calibration begins does not spoil what it keeps: small maps, which the CPU has
 * done long before a device has begun, stay on the CPU. */
Test(dispatch, busy_machine)
{
    late_loop loop = {0.0, 0};
    throng_context *context = NULL;
    throng_calibrate_report report;
    throng_calibrate_def how = throng_calibrate_default_def();
    throng_context_def def = throng_context_default_def();
    if (!opencl_present())
        return;
    def.threads = 2;
    def.parallel = (throng_parallel){run_late, &loop};
    def.logger.log = remember;
    said[0] = '\0';
    MUST(NULL, throng_context_create(&def, &context));
    how.operations = 1 << THRONG_OPERATION_INFLUENCE;
    how.seconds = 3.0;
    how.progress = note_maps;
    how.user = &loop;
    MUST(context, throng_calibrate(context, &how, &report));
    const amounts small = {0, 32, 4, 4};
    const throng_selection choice = ask(context, &small, THRONG_RESIDENCY_HOST);
    cr_expect(loop.begun > 0.0 && choice.backend == THRONG_BACKEND_CPU &&
                  choice.measured == (report.operations[THRONG_OPERATION_INFLUENCE].kept &&
                                      report.operations[THRONG_OPERATION_READ].kept) &&
                  choice.cpu_seconds < 1e-3,
              "%s\n%s", choice.reason, said);
    MUST(context, throng_context_destroy(context));
}

Test(dispatch, no_cache_folder)
{
    if (!opencl_present())
        return;
    setenv("THRONG_CACHE", "off", 1);
    throng_context *context = open_context(THRONG_BACKEND_AUTO);
    const int32_t kept = calibrate(context, CHOQUET);
    const throng_selection choice = ask(context, &usual[5], THRONG_RESIDENCY_HOST);
    cr_expect_eq(choice.measured, kept, "%s", choice.reason);
    MUST(context, throng_context_destroy(context));
    cr_expect_eq(look_into_folder(NULL, 0), 0);
}

/* Where memory is refused while costs are measured the call fails, or does without the largest sizes; nothing
 * stays, the next choice goes by the rule, and the next calibration measures again. */
Test(dispatch, no_memory_to_measure)
{
    int32_t failed = 0;
    if (!opencl_present())
        return;
    for (int32_t n = 1; n < 400; n += 1 + n / 2) {
        watch *w = watch_begin();
        throng_context *context;
        throng_calibrate_def how = throng_calibrate_default_def();
        throng_context_def def = throng_context_default_def();
        watch_hooks(w, &def);
        drop_costs();
        MUST(NULL, throng_context_create(&def, &context));
        const int64_t alive = watch_alive(w);
        how.operations = CHOQUET;
        how.seconds = 10.0;
        context->clock = look_fast;
        w->fail_at = n;
        const throng_status status = throng_calibrate(context, &how, NULL);
        w->fail_at = 0;
        const throng_selection choice = ask(context, &usual[5], THRONG_RESIDENCY_HOST);
        failed += status != THRONG_OK;
        cr_expect(status == THRONG_OK || status == THRONG_ERROR_OUT_OF_MEMORY, "request %d: %s", (int)n,
                  throng_status_string(status));
        cr_expect(status == THRONG_OK || (!choice.measured && choice.backend == THRONG_BACKEND_CPU),
                  "request %d: %s", (int)n, choice.reason);
        if (status != THRONG_OK)
            MUST(context, throng_calibrate(context, &how, NULL));
        cr_expect(watch_alive(w) <= alive + 1, "request %d leaves %lld blocks", (int)n,
                  (long long)(watch_alive(w) - alive));
        MUST(context, throng_context_destroy(context));
        cr_expect_eq(watch_end(w), 0);
    }
    cr_expect_gt(failed, 2);
}
