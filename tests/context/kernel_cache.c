/* The cache of built kernels in a folder that others wrote to, or with files that they made: the device's
 * compiler runs again, and results are the same. */
#define _GNU_SOURCE
#include <criterion/criterion.h>

#include "src/cl/device/api.h"
#include "tests/support/support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { FILES = 32, SECONDS = 120 };

typedef struct cache {
    char folder[100], moved[110];
    char names[FILES][400];
    int count;
} cache;

typedef struct header {
    char magic[16];
    uint64_t key, size, sum;
} header;

static int rebuilt; /* messages that say so */

static void listen(void *user, throng_log_level level, const char *message)
{
    (void)user;
    rebuilt += level == THRONG_LOG_WARNING && strstr(message, "built again") != NULL;
}

/* Update, and a result that other kernels find; a hang ends in SIGALRM. */
static uint64_t compute_with(const char *folder)
{
    throng_context *context;
    throng_influence *map;
    throng_context_def def = throng_context_default_def();
    throng_influence_def shape = throng_influence_default_def();
    throng_influence_object o = throng_influence_default_object();
    throng_best best[2];
    float values[24 * 24];
    const float place[2] = {9.0f, 3.0f};
    def.backend = THRONG_BACKEND_OPENCL;
    def.cache = folder;
    def.logger.log = listen;
    shape.width = shape.height = 24;
    alarm(SECONDS);
    const throng_status status = throng_context_create(&def, &context);
    cr_assert(status == THRONG_OK, "%s: %s", folder, throng_status_string(status));
    memset(best, 0, sizeof best);
    MUST(context, throng_influence_create(context, &shape, &map));
    o.x = o.y = 7.5f;
    MUST(context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
    for (int32_t i = 0; i < 2; i++) {
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_best(map, 0, NULL, &best[i]));
        MUST(context, throng_influence_move_objects(map, 0, 0, 1, place, 0, NULL, 0));
    }
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    MUST(context, throng_influence_destroy(map));
    MUST(context, throng_context_destroy(context));
    alarm(0);
    return hash_bytes(values, sizeof values) ^ hash_bytes(best, sizeof best);
}

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
