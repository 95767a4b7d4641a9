/* Reading the file that a run of the bench wrote; anything else is refused. */
#include "bench/report/diff.h"
#include "bench/report/tree.h"
#include "tools/support/text.h"

#include <limits.h>
#include <stdlib.h>

enum { LARGEST_FILE = 256 << 20, MEMBERS_MOST = 200 };

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

static int32_t has_many(const cJSON *object)
{
    int32_t members = 0;
    for (const cJSON *item = throng_tree_child(object); item && members <= MEMBERS_MOST; item = item->next)
        members++;
    return members > MEMBERS_MOST;
}

/* What a row lacks; NULL: nothing. */
static const char *missing_of_row(const cJSON *row)
{
    if (!cJSON_IsObject(row))
        return "has rows that are none";
    if (!*throng_tree_text(row, "scene") || !*throng_tree_text(row, "operation") ||
        !*throng_tree_text(row, "backend"))
        return "has a row without scene, operation and backend";
    if (has_many(throng_tree_member(row, "sizes")) || has_many(throng_tree_member(row, "parts")))
        return "has a row with hundreds of sizes or parts";
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

static int32_t is_blank(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n' || *at == '\0'))
        at++;
    return at == end;
}

/* Texts go to terminals: control characters, those of two bytes in UTF-8 as well, become spaces. */
static void clean_text(char *text)
{
    for (unsigned char *c = (unsigned char *)text; c && *c; c++) {
        const int32_t wide = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0;
        if (wide)
            *c++ = ' ';
        if (wide || *c < 32 || *c == 127)
            *c = ' ';
    }
}

static void clean(cJSON *item)
{
    for (; item; item = item->next) {
        clean_text(item->string);
        clean_text(item->valuestring);
        clean(item->child);
    }
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
    const char *end = NULL;
    cJSON *root = cJSON_ParseWithLengthOpts(in.text.data, in.text.length, &end, 0);
    const int32_t whole = root && is_blank(end, in.text.data + in.text.length);
    free(in.text.data);
    if (!root)
        return reject_file(name, "is not JSON, or cut off");
    if (!whole) {
        cJSON_Delete(root);
        return reject_file(name, "has something behind its JSON");
    }
    clean(root);
    const char *fault = fault_of(root);
    if (!fault)
        return root;
    cJSON_Delete(root);
    (void)snprintf(why, sizeof why, "is no report: it %s", fault);
    return reject_file(name, why);
}
