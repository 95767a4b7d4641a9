/* The cache of built kernels in a folder that others wrote to, or with files that they made: the device's
 * compiler runs again, and results are the same. */
#define _GNU_SOURCE
#include <criterion/criterion.h>

#include "src/cl/device/api.h"
#include "src/cl/device/device.h"
#include "src/cl/device/object.h"
#include "src/core/clock.h"
#include "src/core/context.h"
#include "src/dispatch/costs.h"
#include "src/dispatch/dispatch.h"
#include "tests/context/cache_use.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { FILES = 32 };

typedef struct cache {
    char folder[100], moved[110];
    char names[FILES][400];
    int count;
} cache;

typedef struct header {
    char magic[16];
    uint64_t key, size, sum;
} header;

static void list_files(cache *c)
{
    DIR *folder = opendir(c->folder);
    cr_assert_not_null(folder);
    c->count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL && c->count < FILES;)
        if (strstr(entry->d_name, ".throng")) {
            char name[400];
            snprintf(name, sizeof name, "%s/%s", c->folder, entry->d_name);
            memcpy(c->names[c->count++], name, sizeof name);
        }
    closedir(folder);
}

static cache make_cache(uint64_t *expected)
{
    cache c;
    char above[] = "/tmp/throng-cache-XXXXXX";
    struct stat s;
    memset(&c, 0, sizeof c);
    cr_assert_not_null(mkdtemp(above));
    snprintf(c.folder, sizeof c.folder, "%s/more/kernels", above);
    *expected = compute_with("off");
    umask(0);
    cr_assert(compute_with(c.folder) == *expected);
    list_files(&c);
    cr_assert(c.count >= 3, "%d files", c.count);
    cr_expect(stat(c.folder, &s) == 0 && (s.st_mode & 0777) == 0700, "the folder is open to others");
    for (int i = 0; i < c.count; i++)
        cr_expect(stat(c.names[i], &s) == 0 && (s.st_mode & 0777) == 0600, "a file is open to others");
    return c;
}

static void remove_cache(cache *c)
{
    char command[400];
    char *end = strstr(c->folder, "/more");
    *end = '\0';
    snprintf(command, sizeof command, "rm -rf '%s'", c->folder);
    cr_expect(system(command) == 0);
}

static unsigned char *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    unsigned char *bytes = must_allocate((size_t)1 << 24);
    cr_assert_not_null(file, "%s", name);
    *size = fread(bytes, 1, (size_t)1 << 24, file);
    fclose(file);
    return bytes;
}

static void write_file(const char *name, const void *bytes, size_t size)
{
    remove(name);
    FILE *file = fopen(name, "wb");
    cr_assert_not_null(file, "%s", name);
    cr_assert(fwrite(bytes, 1, size, file) == size && fclose(file) == 0 && chmod(name, 0600) == 0);
}

/* The header of `name` before another body, with a sum that fits: FNV-1a, which anyone can compute. */
static void forge(const char *name, const unsigned char *body, size_t size)
{
    size_t old;
    unsigned char *file = read_file(name, &old);
    header h;
    memcpy(&h, file, sizeof h);
    h.size = size;
    h.sum = hash_bytes(body, size);
    memcpy(file, &h, sizeof h);
    memcpy(file + sizeof h, body, size);
    write_file(name, file, sizeof h + size);
    free(file);
}

static void put_fifo(const char *name)
{
    remove(name);
    cr_assert(mkfifo(name, 0600) == 0);
}

static void put_folder(const char *name)
{
    remove(name);
    cr_assert(mkdir(name, 0700) == 0);
}

static void put_half(const char *name)
{
    size_t size;
    unsigned char *bytes = read_file(name, &size);
    write_file(name, bytes, size / 2);
    free(bytes);
}

static void put_garbage(const char *name)
{
    unsigned char bytes[5000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 2654435761u >> 13);
    forge(name, bytes, sizeof bytes);
}

static void put_huge(const char *name)
{
    size_t size;
    unsigned char *bytes = read_file(name, &size);
    header h;
    memcpy(&h, bytes, sizeof h);
    h.size = (uint64_t)256 << 20;
    write_file(name, &h, sizeof h);
    free(bytes);
}

static void make_worse(const cache *c, void (*put)(const char *name), uint64_t expected, const char *what)
{
    for (int i = 0; i < c->count; i++)
        put(c->names[i]);
    cr_expect(compute_with(c->folder) == expected, "%s", what);
    for (int i = 0; i < c->count; i++) /* folders are in the way of renaming */
        rmdir(c->names[i]);
    cr_expect(compute_with(c->folder) == expected, "after %s", what);
}

Test(kernel_cache, damaged_files)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    uint64_t expected;
    cache c = make_cache(&expected);
    make_worse(&c, put_fifo, expected, "FIFOs");
    make_worse(&c, put_folder, expected, "folders");
    make_worse(&c, put_half, expected, "halves");
    make_worse(&c, put_garbage, expected, "garbage with a right sum");
    make_worse(&c, put_huge, expected, "a huge size");
    remove_cache(&c);
}

/* A program whose kernels have the right names and other parameters: it fails when they are launched. */
static unsigned char *build_forgery(size_t *size)
{
    static const char *const kernels[] = {"probe",
                                          "influence_prepare_changed",
                                          "influence_count",
                                          "influence_bin_count",
                                          "influence_emit",
                                          "influence_bin_places",
                                          "influence_bin_list",
                                          "influence_add",
                                          "zero",
                                          "combine",
                                          "best_of_rows",
                                          "best_of_parts"};
    char source[2000] = "";
    const char *text = source, *missing;
    throng_cl_api cl;
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        snprintf(source + strlen(source), sizeof source - strlen(source),
                 "__kernel void %s(__global float *a) { a[0] = 3.0f; }\n", kernels[i]);
    cr_assert(throng_cl_load(&cl, &missing) && cl.clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS &&
              cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS);
    cl_context context = cl.clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_program program = cl.clCreateProgramWithSource(context, 1, &text, NULL, &error);
    cr_assert(cl.clBuildProgram(program, 1, &device, "", NULL, NULL) == CL_SUCCESS &&
              cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL) == CL_SUCCESS);
    unsigned char *binary = must_allocate(*size);
    cr_assert(cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL) == CL_SUCCESS);
    cl.clReleaseProgram(program);
    cl.clReleaseContext(context);
    return binary;
}

Test(kernel_cache, forged_programs)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    uint64_t expected;
    size_t sizes[FILES], size;
    unsigned char *files[FILES];
    cache c = make_cache(&expected);
    for (int i = 0; i < c.count; i++)
        files[i] = read_file(c.names[i], &sizes[i]);
    for (int i = 0; i < c.count; i++) { /* each has the program of another */
        const int other = (i + 1) % c.count;
        forge(c.names[i], files[other] + sizeof(header), sizes[other] - sizeof(header));
    }
    rebuilt = 0;
    cr_expect(compute_with(c.folder) == expected, "swapped programs");
    cr_expect(rebuilt >= 3, "%d programs were built again", rebuilt);
    rebuilt = 0;
    cr_expect(compute_with(c.folder) == expected && rebuilt == 0, "what was built again was not saved");
    unsigned char *forgery = build_forgery(&size);
    for (int i = 0; i < c.count; i++)
        forge(c.names[i], forgery, size);
    rebuilt = 0;
    cr_expect(compute_with(c.folder) == expected, "programs with other parameters");
    cr_expect(rebuilt >= 3, "%d programs were built again", rebuilt);
    free(forgery);
    for (int i = 0; i < c.count; i++)
        free(files[i]);
    remove_cache(&c);
}

/* Not used: what others may write to, and what a link leads to. */
Test(kernel_cache, places_of_others)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    uint64_t expected;
    cache c = make_cache(&expected);
    for (int i = 0; i < c.count; i++)
        cr_assert(chmod(c.names[i], 0622) == 0);
    put_garbage(c.names[0]);
    cr_assert(chmod(c.names[0], 0666) == 0);
    cr_expect(compute_with(c.folder) == expected, "files that others may write to");
    struct stat s;
    for (int i = 0; i < c.count; i++)
        cr_expect(stat(c.names[i], &s) == 0 && (s.st_mode & 0777) == 0600, "such a file was used");
    for (int i = 0; i < c.count; i++)
        cr_assert(remove(c.names[i]) == 0);
    cr_assert(chmod(c.folder, 0777) == 0);
    cr_expect(compute_with(c.folder) == expected);
    const int before = c.count;
    list_files(&c);
    cr_expect(c.count == 0, "%d of %d files in a folder that others may write to", c.count, before);
    cr_assert(chmod(c.folder, 0700) == 0);
    snprintf(c.moved, sizeof c.moved, "%s-moved", c.folder);
    cr_assert(rename(c.folder, c.moved) == 0 && symlink(c.moved, c.folder) == 0);
    cr_expect(compute_with(c.folder) == expected);
    list_files(&c);
    cr_expect(c.count == 0, "%d files behind a link", c.count);
    remove_cache(&c);
}

/* ---------------------------------------------------------------- programs that fail late ----------- */

/* In a process of its own, which a driver may end; 1: the right result. */
static int other_computes(const char *folder, uint64_t expected)
{
    char command[700];
    unsigned long long got = 0;
    snprintf(command, sizeof command, "%s '%s' 2>&1", THRONG_TEST_CACHE_START, folder);
    FILE *output = popen(command, "r");
    cr_assert_not_null(output);
    char line[300];
    int found = 0;
    while (fgets(line, sizeof line, output))
        found |= sscanf(line, "result %llx", &got) == 1;
    return pclose(output) == 0 && found && got == expected;
}

/* A driver that a program brings down brings down one start, not every one. */
Test(kernel_cache, crash_of_the_driver)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    uint64_t expected;
    cache c = make_cache(&expected);
    for (int i = 0; i < c.count; i++) {
        size_t size;
        unsigned char *file = read_file(c.names[i], &size);
        forge(c.names[i], file + sizeof(header), (size - sizeof(header)) / 2);
        free(file);
    }
    if (!other_computes(c.folder, expected))
        cr_expect(other_computes(c.folder, expected), "the second start fails too");
    rebuilt = 0;
    cr_expect(compute_with(c.folder) == expected && rebuilt == 0, "what was built again was not saved");
    /* a process that ended in the middle, and one that is still at it */
    list_files(&c);
    char mark[410];
    snprintf(mark, sizeof mark, "%s.try", c.names[0]);
    write_file(mark, "1", 1);
    cr_expect(compute_with(c.folder) == expected && rebuilt >= 1, "%d programs were built again", rebuilt);
    cr_expect(access(mark, F_OK) != 0, "the mark stays");
    rebuilt = 0;
    write_file(mark, "", 0); /* of one that has not come to lock it */
    cr_expect(compute_with(c.folder) == expected && rebuilt == 0, "%d programs were built again", rebuilt);
    cr_expect(access(mark, F_OK) != 0, "the mark stays");
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    write_file(mark, "1", 1);
    const int id = open(mark, O_RDWR);
    cr_assert(id >= 0 && fcntl(id, F_OFD_SETLK, &all) == 0);
    rebuilt = 0;
    cr_expect(compute_with(c.folder) == expected && rebuilt == 0, "%d programs were built again", rebuilt);
    close(id);
    remove_cache(&c);
}

/* Of several processes that need the same programs one builds them. */
Test(kernel_cache, one_builds)
{
    enum { STARTS = 4 };
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    uint64_t expected;
    cache c = make_cache(&expected);
    throng_cache_file f;
    throng_cache_mark own, other;
    cr_assert(throng_cache_open(&f, c.folder, strrchr(c.names[0], '/') + 1, 0));
    cr_expect(throng_cache_make(&f, &own, 0.0) == 0 && own.id >= 0, "nobody else makes it");
    cr_expect(throng_cache_make(&f, &other, 0.05) == -1 && other.id < 0, "it is made twice");
    throng_cache_unmark(&own);
    cr_expect(throng_cache_make(&f, &other, 0.0) == 0 && other.id >= 0);
    /* meanwhile its contents come: the start that waits for them takes them */
    struct stat before, after;
    char away[410], command[700];
    snprintf(away, sizeof away, "%s.away", c.names[0]);
    cr_assert(rename(c.names[0], away) == 0 && stat(away, &before) == 0);
    snprintf(command, sizeof command, "%s '%s' >/dev/null 2>&1", THRONG_TEST_CACHE_START, c.folder);
    FILE *start = popen(command, "r");
    usleep(400000);
    cr_expect(access(c.names[0], F_OK) != 0, "it did not wait");
    cr_assert(rename(away, c.names[0]) == 0);
    throng_cache_unmark(&other);
    throng_cache_close(&f);
    cr_expect(pclose(start) == 0);
    cr_expect(stat(c.names[0], &after) == 0 && after.st_ino == before.st_ino, "it was built again");
    list_files(&c);
    for (int i = 0; i < c.count; i++)
        cr_expect(strstr(c.names[i], ".make") == NULL && strstr(c.names[i], ".try") == NULL, "%s stays",
                  c.names[i]);
    /* with an empty folder */
    FILE *starts[STARTS];
    for (int i = 0; i < c.count; i++)
        remove(c.names[i]);
    for (int i = 0; i < STARTS; i++)
        starts[i] = popen(command, "r");
    for (int i = 0; i < STARTS; i++)
        cr_expect(pclose(starts[i]) == 0, "start %d fails", i);
    rebuilt = 0;
    cr_expect(compute_with(c.folder) == expected && rebuilt == 0);
    remove_cache(&c);
}

/* After the device failed, programs out of the cache are built again before they run, and leave the cache. */
Test(kernel_cache, failure_of_the_device)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    uint64_t expected;
    cache c = make_cache(&expected);
    throng_context *context;
    throng_influence *map;
    throng_context_def def = throng_context_default_def();
    throng_influence_def shape = throng_influence_default_def();
    throng_influence_object o = throng_influence_default_object();
    static float before[24 * 24], after[24 * 24];
    def.backend = THRONG_BACKEND_OPENCL;
    def.cache = c.folder;
    def.logger.log = listen;
    shape.width = shape.height = 24;
    o.x = o.y = 9.5f;
    rebuilt = 0;
    cr_assert(throng_context_create(&def, &context) == THRONG_OK);
    MUST(context, throng_influence_create(context, &shape, &map));
    MUST(context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_read(map, 0, NULL, before, 0));
    cr_expect(rebuilt == 0, "%d programs were built again", rebuilt);
    cr_expect(throng_cl_lose(context->cl, 1) == 1);
    for (int i = 0; i < c.count; i++)
        cr_expect(access(c.names[i], F_OK) != 0, "a program stays in the cache");
    cr_expect(throng_influence_update(map) == THRONG_ERROR_LOST);
    MUST(context, throng_influence_reset(map));
    MUST(context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_read(map, 0, NULL, after, 0));
    cr_expect(rebuilt >= 2, "%d programs were built again", rebuilt);
    cr_expect(memcmp(before, after, sizeof after) == 0);
    const int once = rebuilt;
    MUST(context, throng_influence_update(map));
    cr_expect(rebuilt == once);
    MUST(context, throng_influence_destroy(map));
    MUST(context, throng_context_destroy(context));
    remove_cache(&c);
}

/* ---------------------------------------------------------------- no space -------------------------- */

static void expect_no_rest(cache *c, const char *what)
{
    struct dirent *entry;
    DIR *folder = opendir(c->folder);
    cr_assert_not_null(folder);
    while ((entry = readdir(folder)) != NULL)
        cr_expect(entry->d_name[0] == '.', "%s: %s is left", what, entry->d_name);
    closedir(folder);
}

/* What is larger than the process may write is not begun: a signal would end it. */
Test(kernel_cache, limit_of_file_size)
{
    cache c;
    throng_cache_file f;
    struct rlimit before, limit;
    memset(&c, 0, sizeof c);
    char above[] = "/tmp/throng-cache-XXXXXX";
    cr_assert_not_null(mkdtemp(above));
    snprintf(c.folder, sizeof c.folder, "%s/more/kernels", above);
    cr_assert(throng_cache_open(&f, c.folder, "one.throng", 1) == 1);
    cr_assert(getrlimit(RLIMIT_FSIZE, &before) == 0);
    limit = before;
    limit.rlim_cur = 4096;
    cr_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    cr_expect(throng_cache_write(&f, 4097) == NULL);
    expect_no_rest(&c, "a limit");
    FILE *stream = throng_cache_write(&f, 4096);
    cr_assert_not_null(stream);
    cr_expect(throng_cache_publish(&f, stream, fputs("all", stream) >= 0) == 1);
    cr_assert(setrlimit(RLIMIT_FSIZE, &before) == 0);
    throng_cache_close(&f);
    list_files(&c);
    cr_expect(c.count == 1);
    remove_cache(&c);
}

/* A file system in memory, that only this process sees; who may not make one skips this. */
Test(kernel_cache, full_and_read_only)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    uint64_t expected;
    cache c = make_cache(&expected);
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", c.folder, "tmpfs", 0, "size=16k,mode=0700") != 0) {
        const int reason = errno;
        remove_cache(&c);
        cr_skip_test("no file system of its own: %s", strerror(reason));
    }
    const double begin = throng_system_seconds();
    cr_expect(compute_with(c.folder) == expected, "a full disk");
    expect_no_rest(&c, "a full disk");
    cr_assert(umount(c.folder) == 0 &&
              mount("tmpfs", c.folder, "tmpfs", MS_RDONLY, "size=16m,mode=0700") == 0);
    cr_expect(compute_with(c.folder) == expected, "a disk that is only read");
    cr_expect(throng_system_seconds() - begin < 25.0, "it waits for somebody"); /* who would be given 30 */
    cr_assert(umount(c.folder) == 0);
    remove_cache(&c);
}

/* ---------------------------------------------------------------- costs ----------------------------- */

static throng_context *open_auto(const char *folder)
{
    throng_context *context;
    throng_context_def def = throng_context_default_def();
    def.cache = folder;
    cr_assert(throng_context_create(&def, &context) == THRONG_OK);
    cr_assert_not_null(throng_costs_of(context)); /* reads the file */
    return context;
}

/* Costs of this machine, in the same folder. */
Test(kernel_cache, costs)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    uint64_t expected;
    cache c = make_cache(&expected);
    char name[400] = "", other[420];
    alarm(SECONDS);
    throng_context *context = open_auto(c.folder);
    cr_assert(throng_costs_save(context, context->costs, 0) == 1);
    MUST(context, throng_context_destroy(context));
    DIR *folder = opendir(c.folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (strncmp(entry->d_name, "costs-", 6) == 0)
            snprintf(name, sizeof name, "%s/%.200s", c.folder, entry->d_name);
    closedir(folder);
    struct stat s;
    cr_assert(name[0] && stat(name, &s) == 0 && (s.st_mode & 0777) == 0600, "the file is open to others");
    put_fifo(name);
    context = open_auto(c.folder); /* does not wait */
    cr_expect(throng_costs_save(context, context->costs, 0) == 1);
    MUST(context, throng_context_destroy(context));
    snprintf(other, sizeof other, "%s.other", name);
    write_file(other, "not costs", 9);
    cr_assert(remove(name) == 0 && symlink(other, name) == 0);
    context = open_auto(c.folder);
    cr_expect(throng_costs_save(context, context->costs, 0) == 1);
    cr_expect(lstat(name, &s) == 0 && S_ISREG(s.st_mode) && stat(other, &s) == 0 && s.st_size == 9,
              "a link is followed");
    cr_assert(chmod(c.folder, 0777) == 0);
    cr_expect(throng_costs_save(context, context->costs, 0) == 0, "a folder that others may write to");
    MUST(context, throng_context_destroy(context));
    alarm(0);
    remove_cache(&c);
}
