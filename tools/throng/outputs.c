/* Files out: a new file beside the target, renamed when everything has been written. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700
#include "tools/throng/outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* For the signal handler: the files to remove. */
static char *volatile leftovers[OUTPUTS_MOST];

static void clean_and_end(int number)
{
    for (int i = 0; i < OUTPUTS_MOST; i++)
        if (leftovers[i])
            (void)unlink(leftovers[i]);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static const int end_signals[] = {SIGINT, SIGTERM, SIGHUP};
#define END_SIGNALS (sizeof end_signals / sizeof *end_signals)

static void catch_signals(void)
{
    for (size_t i = 0; i < END_SIGNALS; i++)
        if (signal(end_signals[i], clean_and_end) == SIG_IGN)
            (void)signal(end_signals[i], SIG_IGN); /* as nohup asked */
}

/* Blocks signals while a file exists whose name the handler does not know yet. */
static void hold_signals(sigset_t *before)
{
    sigset_t held;
    (void)sigemptyset(&held);
    for (size_t i = 0; i < END_SIGNALS; i++)
        (void)sigaddset(&held, end_signals[i]);
    (void)sigprocmask(SIG_BLOCK, &held, before);
}

static int reject_output(const output_file *output, int reason)
{
    char what[300], quote[64];
    (void)snprintf(what, sizeof what, "%s %s", output->option,
                   text_quote(quote, output->path, strlen(output->path)));
    return reject_usage(what, "cannot be written: %s; name a file in a folder that exists and is writable",
                        strerror(reason));
}

/* `name` relative to the folder of `path`; a missing folder is reported on opening. */
static char *beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    char *folder = !slash ? strdup(".") : strndup(path, slash > path ? (size_t)(slash - path) : 1);
    char *real = folder ? realpath(folder, NULL) : NULL;
    const char *from = real ? real : folder;
    const size_t size = from ? strlen(from) + strlen(name) + 2 : 0;
    char *joined = size > 0 ? malloc(size) : NULL;
    if (joined)
        (void)snprintf(joined, size, "%s%s%s", from, strcmp(from, "/") == 0 ? "" : "/", name);
    free(folder);
    free(real);
    return joined;
}

/* Resolves the links of a path to a file that does not exist yet. */
static char *resolved_new(const char *path)
{
    enum { LINKS_MOST = 40 }; /* circular links are rejected when the file is opened */
    char link[PATH_MAX];
    char *target = strdup(path);
    for (int32_t i = 0; i < LINKS_MOST && target; i++) {
        const ssize_t length = readlink(target, link, sizeof link - 1);
        if (length < 0)
            break;
        link[length] = '\0';
        char *next = *link == '/' ? strdup(link) : beside(target, link);
        free(target);
        target = next;
    }
    if (!target)
        return NULL;
    const char *slash = strrchr(target, '/');
    char *whole = beside(target, slash ? slash + 1 : target);
    free(target);
    return whole;
}

/* A link stays a link: its target is replaced or created. All names of a file give the same path, including
 * those of standard output. */
static char *resolved(const char *path)
{
    struct stat about;
    const char *from = strcmp(path, "-") == 0 ? "/dev/stdout" : path;
    char *target = realpath(from, NULL);
    if (target)
        return target;
    /* a pipe that a link of /proc leads to can be opened, and has no path */
    return stat(from, &about) == 0 ? strdup(from) : resolved_new(from);
}

/* Signals end a program that waits here for the reader of a pipe. */
static int open_in_place(output_file *output)
{
    output->stream = fopen(output->target, "wb");
    return output->stream ? PROGRAM_OK : reject_output(output, errno);
}

static int open_beside(output_file *output, mode_t mode, char *volatile *leftover)
{
    const size_t size = strlen(output->target) + sizeof ".XXXXXX";
    char *name = malloc(size);
    if (!name)
        return reject_memory(output->option);
    (void)snprintf(name, size, "%s.XXXXXX", output->target);
    sigset_t before;
    hold_signals(&before);
    const int descriptor = mkstemp(name);
    *leftover = descriptor >= 0 ? name : NULL;
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    output->stream = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (!output->stream) {
        const int reason = errno;
        if (descriptor >= 0) {
            (void)close(descriptor);
            (void)unlink(name);
        }
        *leftover = NULL;
        free(name);
        return reject_output(output, reason);
    }
    (void)fchmod(descriptor, mode);
    output->temporary = name;
    return PROGRAM_OK;
}

static int open_file(output_file *output, char *volatile *leftover)
{
    struct stat about;
    const mode_t mask = umask(0);
    (void)umask(mask);
    if (stat(output->target, &about) != 0)
        return errno == ENOENT ? open_beside(output, 0666 & ~mask, leftover) : reject_output(output, errno);
    if (S_ISDIR(about.st_mode))
        return reject_output(output, EISDIR);
    if (!S_ISREG(about.st_mode))
        return open_in_place(output); /* /dev/null and the like must not be replaced */
    return access(output->target, W_OK) == 0 ? open_beside(output, about.st_mode & 0777, leftover)
                                             : reject_output(output, errno);
}

/* Of two outputs with the same target only the one renamed last would remain. */
static int reject_twice(const output_set *outputs, const output_file *added)
{
    char quote[64], other[64];
    for (int32_t i = 0; i < outputs->count; i++) {
        const output_file *output = &outputs->list[i];
        if (strcmp(output->target, added->target) != 0 || strcmp(added->target, "/dev/null") == 0)
            continue;
        const int32_t alike = strcmp(output->path, added->path) == 0;
        return reject_usage(added->option, "%s is given to %s as well%s%s; name another file",
                            text_quote(quote, added->path, strlen(added->path)), output->option,
                            alike ? "" : ", as ",
                            alike ? "" : text_quote(other, output->path, strlen(output->path)));
    }
    return PROGRAM_OK;
}

int outputs_open(output_set *outputs, const char *option, program_file *file)
{
    const char *path = file->path;
    if (!path)
        return PROGRAM_OK;
    char *target = resolved(path);
    if (!target)
        return reject_memory(path);
    output_file *output = &outputs->list[outputs->count];
    *output = (output_file){.path = path, .target = target};
    (void)snprintf(output->option, sizeof output->option, "--%s", option);
    int code = reject_twice(outputs, output);
    if (code) {
        free(target);
        return code;
    }
    if (outputs->count == 0)
        catch_signals();
    outputs->count++;
    if (strcmp(path, "-") == 0)
        output->stream = stdout;
    else
        code = open_file(output, &leftovers[outputs->count - 1]);
    file->stream = output->stream;
    return code;
}

int outputs_use_stdout(const output_set *outputs)
{
    for (int32_t i = 0; i < outputs->count; i++)
        if (outputs->list[i].stream == stdout)
            return 1;
    return 0;
}

static int close_output(output_file *output)
{
    if (!output->stream)
        return PROGRAM_OK; /* finished early */
    int bad = ferror(output->stream);
    errno = 0;
    if (output->stream == stdout)
        bad |= fflush(stdout) != 0;
    else
        bad |= fclose(output->stream) != 0;
    output->stream = NULL;
    if (!bad)
        return PROGRAM_OK;
    return reject_failure(output->option, "writing %s failed: %s; make room or name another file",
                          strcmp(output->path, "-") == 0 ? "standard output" : output->path,
                          errno != 0 ? strerror(errno) : "output error");
}

static int rename_output(output_file *output, char *volatile *leftover)
{
    if (output->temporary && rename(output->temporary, output->target) != 0) {
        const int reason = errno;
        return reject_failure(output->option, "%s cannot be replaced: %s", output->path, strerror(reason));
    }
    *leftover = NULL;
    free(output->temporary);
    output->temporary = NULL;
    return PROGRAM_OK;
}

int outputs_finish(output_set *outputs)
{
    int code = PROGRAM_OK;
    for (int32_t i = 0; i < outputs->count && !code; i++)
        code = close_output(&outputs->list[i]);
    for (int32_t i = 0; i < outputs->count && !code; i++)
        code = rename_output(&outputs->list[i], &leftovers[i]);
    return code;
}

int outputs_finish_early(output_set *outputs, const char *path)
{
    for (int32_t i = 0; i < outputs->count; i++) {
        if (outputs->list[i].path != path)
            continue;
        const int code = close_output(&outputs->list[i]);
        return code ? code : rename_output(&outputs->list[i], &leftovers[i]);
    }
    return PROGRAM_OK;
}

void outputs_discard(output_set *outputs)
{
    for (int32_t i = 0; i < outputs->count; i++) {
        output_file *output = &outputs->list[i];
        if (output->stream && output->stream != stdout)
            (void)fclose(output->stream);
        if (output->temporary)
            (void)unlink(output->temporary);
        leftovers[i] = NULL;
        free(output->temporary);
        free(output->target);
    }
    *outputs = (output_set){.count = 0};
}

int output_format_of(const char *path, output_format *format)
{
    const char *dot = strrchr(path, '.');
    *format = OUTPUT_CSV;
    if (strcmp(path, "-") == 0 || (dot && strcmp(dot, ".csv") == 0))
        return PROGRAM_OK;
    if (dot && strcmp(dot, ".npy") == 0) {
        *format = OUTPUT_NPY;
        return PROGRAM_OK;
    }
    char quote[64];
    return reject_usage("--out", "\"%s\" ends neither in .npy nor in .csv; give it one of them",
                        text_quote(quote, path, strlen(path)));
}

/* Little-endian on any machine. */
static void write_word(FILE *stream, float value)
{
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    unsigned char bytes[4] = {(unsigned char)(bits & 255u), (unsigned char)(bits >> 8 & 255u),
                              (unsigned char)(bits >> 16 & 255u), (unsigned char)(bits >> 24)};
    (void)fwrite(bytes, 1, sizeof bytes, stream);
}

/* Format version 1.0: the magic, the length of the description, the description, filled to 64 bytes. */
void npy_write_header(FILE *stream, int64_t rows, int32_t columns)
{
    char head[128];
    memset(head, ' ', sizeof head);
    memcpy(head, "\x93NUMPY\x01\x00", 8);
    head[8] = (char)(sizeof head - 10);
    head[9] = 0;
    const int length = snprintf(head + 10, sizeof head - 11,
                                "{'descr': '<f4', 'fortran_order': False, 'shape': (%lld, %d), }",
                                (long long)rows, (int)columns);
    head[10 + length] = ' ';
    head[sizeof head - 1] = '\n';
    (void)fwrite(head, 1, sizeof head, stream);
}

void npy_write_values(FILE *stream, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        write_word(stream, values[i]);
}

void output_write_values(FILE *stream, output_format format, const float *values, int32_t rows,
                         int32_t columns)
{
    if (format == OUTPUT_NPY) {
        npy_write_header(stream, rows, columns);
        npy_write_values(stream, values, (size_t)rows * (size_t)columns);
        return;
    }
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t column = 0; column < columns; column++) {
            const float value = values[(size_t)row * (size_t)columns + (size_t)column];
            (void)fprintf(stream, "%.9g%c", (double)value, column + 1 < columns ? ',' : '\n');
        }
    }
}
