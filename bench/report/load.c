/* Reading the file that a run of the bench wrote; anything else is refused. */
#include "bench/report/diff.h"
#include "bench/report/tree.h"
#include "tools/support/text.h"

#include <limits.h>
#include <stdlib.h>

enum { LARGEST_FILE = 256 << 20 };

static cJSON *reject_file(const char *name, const char *why)
{
    (void)reject_usage(name, "%s; give a file that throng bench --json wrote", why);
    return NULL;
}

/* Asked before it is read; a pipe has no length, and is asked while it is read. */
static int32_t is_too_large(text_stream *in)
{
    const int32_t known = in->stream != stdin && fseek(in->stream, 0, SEEK_END) == 0;
    const long length = known ? ftell(in->stream) : 0;
    if (known)
        rewind(in->stream);
    return length > LARGEST_FILE && length < LONG_MAX; /* which is a folder's */
}

static int read_file(const char *path, text_stream *in)
{
    int code = text_open(path, in);
    if (!code && is_too_large(in))
        in->text.length = LARGEST_FILE + 1u;
    else if (!code)
        code = text_fill(in, LARGEST_FILE + 1u);
    text_close(in);
    return code;
}

/* What a row lacks; NULL: nothing. */
static const char *missing_of_row(const cJSON *row)
{
    if (!cJSON_IsObject(row))
        return "has rows that are none";
    if (!*throng_tree_text(row, "scene") || !*throng_tree_text(row, "operation") ||
        !*throng_tree_text(row, "backend"))
        return "has a row without scene, operation and backend";
    return throng_tree_number(throng_tree_member(row, "time"), "median") > 0.0 ? NULL
                                                                               : "has a row without a time";
}

/* Why it is no report of a bench; NULL: it is one. */
static const char *fault_of(const cJSON *root)
{
    const cJSON *rows = throng_tree_member(root, "rows"), *growth = throng_tree_member(root, "growth");
    if (!cJSON_IsObject(throng_tree_member(root, "machine")) || !*throng_tree_text(root, "compiler"))
        return "does not name the machine and the compiler";
    if (!cJSON_IsArray(rows) || (growth && !cJSON_IsArray(growth)))
        return "has no rows";
    if (!throng_tree_child(rows) && !throng_tree_child(growth))
        return "has no rows";
    for (const cJSON *row = throng_tree_child(rows); row; row = row->next) {
        const char *missing = missing_of_row(row);
        if (missing)
            return missing;
    }
    return NULL;
}

cJSON *throng_bench_load(const char *path)
{
    text_stream in;
    char why[80];
    if (read_file(path, &in) != PROGRAM_OK)
        return NULL;
    const char *name = in.text.name;
    if (in.text.length > LARGEST_FILE) {
        free(in.text.data);
        return reject_file(name, "is larger than 256 MiB");
    }
    cJSON *root = cJSON_ParseWithLength(in.text.data, in.text.length);
    free(in.text.data);
    if (!root)
        return reject_file(name, "is not JSON, or cut off");
    const char *fault = fault_of(root);
    if (!fault)
        return root;
    cJSON_Delete(root);
    (void)snprintf(why, sizeof why, "is no report: it %s", fault);
    return reject_file(name, why);
}
