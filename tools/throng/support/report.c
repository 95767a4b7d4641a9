/* What ran: times, hash, JSON, progress. */
#define _POSIX_C_SOURCE 200809L
#include "tools/throng/program.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double throng_app_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

uint64_t throng_app_hash_word(uint64_t hash, uint32_t word)
{
    for (int byte = 0; byte < 4; ++byte) {
        hash = (hash ^ (word >> (8 * byte) & 255u)) * 1099511628211u;
    }
    return hash;
}

uint64_t throng_app_hash(const float *values, size_t count)
{
    uint64_t hash = THRONG_APP_HASH_START;
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits = 0;
        memcpy(&bits, &values[i], sizeof bits);
        hash = throng_app_hash_word(hash, bits);
    }
    return hash;
}

void throng_app_progress(const char *what, int32_t done, int32_t total)
{
    static int shown = 0;
    if (done < total && isatty(STDERR_FILENO)) {
        (void)fprintf(stderr, "\r\033[K%s %d of %d", what, (int)done + 1, (int)total);
        shown = 1;
    } else if (done >= total && shown) {
        (void)fprintf(stderr, "\r\033[K");
        shown = 0;
    }
    (void)fflush(stderr);
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

void throng_app_spread(const throng_app_times *times, double *least, double *median, double *most)
{
    size_t count = (size_t)times->count;
    qsort(times->seconds, count, sizeof *times->seconds, ascending);
    *least = times->seconds[0];
    *most = times->seconds[count - 1];
    *median = 0.5 * (times->seconds[(count - 1) / 2] + times->seconds[count / 2]);
}

/* cJSON builds a tree and gives NULL wherever memory ran out; `good` gathers that. */
static void add_times(cJSON *parent, const char *name, const throng_app_times *times, int *good)
{
    double least = 0.0;
    double median = 0.0;
    double most = 0.0;
    if (times->count == 0) {
        return;
    }
    throng_app_spread(times, &least, &median, &most);
    cJSON *object = cJSON_AddObjectToObject(parent, name);
    *good &= cJSON_AddNumberToObject(object, "min", least) != NULL;
    *good &= cJSON_AddNumberToObject(object, "median", median) != NULL;
    *good &= cJSON_AddNumberToObject(object, "max", most) != NULL;
}

static cJSON *report_tree(const throng_app_report *report)
{
    char hash[17];
    int good = 1;
    cJSON *root = cJSON_CreateObject();
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)report->hash);
    good &= cJSON_AddStringToObject(root, "version", throng_version()) != NULL;
    good &= cJSON_AddStringToObject(root, "commit", throng_app_commit()) != NULL;
    good &= cJSON_AddStringToObject(root, "backend", report->backend) != NULL;
    good &= cJSON_AddStringToObject(root, "device", report->device) != NULL;
    good &= cJSON_AddStringToObject(root, "isa", report->isa) != NULL;
    good &= cJSON_AddNumberToObject(root, "threads", report->threads) != NULL;
    good &= cJSON_AddStringToObject(root, "operation", report->operation) != NULL;
    cJSON *sizes = cJSON_AddObjectToObject(root, "sizes");
    for (int32_t i = 0; i < report->size_count; ++i) {
        good &= cJSON_AddNumberToObject(sizes, report->sizes[i].name, (double)report->sizes[i].value) != NULL;
    }
    cJSON *time = cJSON_AddObjectToObject(root, "time");
    good &= time != NULL;
    add_times(time, "compute", &report->compute, &good);
    add_times(time, "kernel", &report->kernel, &good);
    add_times(time, "resident", &report->resident, &good);
    add_times(time, "with_copy", &report->with_copy, &good);
    good &= cJSON_AddStringToObject(root, "hash", hash) != NULL;
    if (!good) {
        cJSON_Delete(root);
        return NULL;
    }
    return root;
}

int throng_app_report_write(const throng_app_report *report, FILE *stream)
{
    cJSON *root = report_tree(report);
    char *text = root != NULL ? cJSON_Print(root) : NULL;
    cJSON_Delete(root);
    if (text == NULL) {
        return throng_app_reject_memory("--json");
    }
    (void)fprintf(stream, "%s\n", text);
    cJSON_free(text);
    return THRONG_APP_OK;
}
