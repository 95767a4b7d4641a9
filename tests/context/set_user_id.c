/* A program with set-user-id ignores its environment. Run by root, which alone can make one for another
 * user; it copies itself. */
#define _GNU_SOURCE
#include <throng/throng.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { IGNORED = 0, HEEDED = 3, NOT_SET = 4, NOBODY = 65534 };

/* What an environment with a wrong value makes of a context. */
static int inner(void)
{
    throng_context *context;
    const throng_status status = throng_context_create(NULL, &context);
    if (status != THRONG_OK)
        return status == THRONG_ERROR_INVALID_ARGUMENT ? HEEDED : 1;
    return throng_context_destroy(context) == THRONG_OK ? IGNORED : 1;
}

static int run(const char *path)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        execl(path, path, "inner", (char *)NULL);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int copy_to(const char *path)
{
    char bytes[65536];
    size_t count;
    FILE *from = fopen("/proc/self/exe", "rb"), *to = fopen(path, "wb");
    while (from && to && (count = fread(bytes, 1, sizeof bytes, from)) > 0)
        if (fwrite(bytes, 1, count, to) != count)
            return 0;
    return from && to && fclose(from) == 0 && fclose(to) == 0;
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/throng-setuid-XXXXXX", path[100];
    (void)argv;
    if (argc > 1)
        return getuid() != geteuid() && !getauxval(AT_SECURE) ? NOT_SET : inner();
    if (geteuid() != 0 || !mkdtemp(folder)) {
        printf("not root: no program of another user can be made\n");
        return 0;
    }
    snprintf(path, sizeof path, "%s/program", folder);
    setenv("THRONG_ISA", "nonsense", 1);
    setenv("THRONG_BACKEND", "cpu", 1);
    int good = chmod(folder, 0755) == 0 && copy_to(path) && chmod(path, 0755) == 0;
    const int plain = good ? run(path) : 1;
    good = good && chown(path, NOBODY, (gid_t)-1) == 0 && chmod(path, 04755) == 0;
    const int secure = good ? run(path) : 1;
    remove(path);
    rmdir(folder);
    printf("by itself %d, with set-user-id %d\n", plain, secure);
    if (plain == HEEDED && secure == NOT_SET)
        printf("the file system has no set-user-id\n");
    return plain == HEEDED && (secure == IGNORED || secure == NOT_SET) ? 0 : 1;
}
