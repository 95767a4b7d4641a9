#include "examples/pacman/results.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char columns[] =
    "round,setting,mode,motion,amount,pill,power,ghost,edible,gamma,reach,game,scores\n";

static int reject_file(const results *r, const char *what)
{
    return program_reject(PROGRAM_FAILED, "%s: %s: %s", r->path, what, strerror(errno));
}

static int compare(const void *a, const void *b)
{
    const results_row *left = a, *right = b;
    if (left->round != right->round)
        return left->round < right->round ? -1 : 1;
    if (left->setting != right->setting)
        return left->setting < right->setting ? -1 : 1;
    return (left->first > right->first) - (left->first < right->first);
}

/* A whole number, then this character; 0 on success. */
static int take(char **text, char behind, int64_t *value)
{
    char *end;
    *value = strtoll(*text, &end, 10);
    if (end == *text || *end != behind)
        return -1;
    *text = end + 1;
    return 0;
}

static int parse_row(char *line, results_row *row)
{
    int64_t round, number, first, score;
    if (take(&line, ',', &round) != 0 || take(&line, ',', &number) != 0)
        return -1;
    for (int i = 0; i < 9; i++) { /* what the setting's number says too */
        line = strchr(line, ',');
        if (line == NULL)
            return -1;
        line++;
    }
    if (take(&line, ',', &first) != 0 || round < 0 || round > 100 || number < 0 || number >= SETTINGS)
        return -1;
    *row = (results_row){.round = (int32_t)round, .setting = (int32_t)number, .first = (int32_t)first};
    while (take(&line, ' ', &score) == 0) {
        row->sum += score;
        row->count++;
    }
    if (take(&line, '\n', &score) != 0)
        return -1;
    row->sum += score;
    row->count++;
    return 0;
}

static int keep(results *r, const results_row *row)
{
    if (r->count == r->capacity) {
        r->capacity = r->capacity > 0 ? 2 * r->capacity : 1024;
        results_row *more = realloc(r->rows, (size_t)r->capacity * sizeof *more);
        if (more == NULL)
            return program_reject(PROGRAM_FAILED, "%s: out of memory", r->path);
        r->rows = more;
    }
    r->rows[r->count++] = *row;
    return PROGRAM_OK;
}

/* Goes through an existing file; *whole gets the length of its whole lines. */
static int read_rows(results *r, const char *title, long *whole)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int code = PROGRAM_OK;
    for (long number = 1; code == PROGRAM_OK && (length = getline(&line, &room, r->file)) > 0; number++) {
        results_row row;
        if (line[length - 1] != '\n')
            break;
        *whole += length;
        if (number == 1 && strcmp(line, title) != 0)
            code =
                program_reject(PROGRAM_USAGE, "%s: begun with other options; give those, or another file: %s",
                               r->path, strtok(line, "\n"));
        else if (number == 2 && strcmp(line, columns) != 0)
            code = program_reject(PROGRAM_USAGE, "%s: line 2: other columns than this study's", r->path);
        else if (number > 2 && parse_row(line, &row) != 0)
            code = program_reject(PROGRAM_USAGE, "%s: line %ld: no row of this study", r->path, number);
        else if (number > 2)
            code = keep(r, &row);
    }
    free(line);
    if (code == PROGRAM_OK && ferror(r->file))
        code = reject_file(r, "cannot be read");
    return code;
}

static int lock_file(const results *r)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fileno(r->file), F_SETLK, &whole) == 0)
        return PROGRAM_OK;
    if (errno == EACCES || errno == EAGAIN)
        return program_reject(PROGRAM_FAILED, "%s: another study is writing to it", r->path);
    return reject_file(r, "cannot be locked");
}

int results_open(results *r, const char *path, const char *title)
{
    *r = (results){.path = path};
    int file = open(path, O_RDWR | O_CREAT, 0666);
    if (file < 0 || (r->file = fdopen(file, "r+")) == NULL) {
        if (file >= 0)
            close(file);
        return program_reject(PROGRAM_USAGE, "%s: cannot be opened: %s", path, strerror(errno));
    }
    long whole = 0;
    int code = lock_file(r);
    if (code == PROGRAM_OK)
        code = read_rows(r, title, &whole);
    if (code == PROGRAM_OK && (ftruncate(file, whole) != 0 || fseek(r->file, whole, SEEK_SET) != 0))
        code = reject_file(r, "cannot be written");
    if (code != PROGRAM_OK) {
        fclose(r->file);
        free(r->rows);
        return code;
    }
    if (whole == 0)
        fputs(title, r->file);
    if (whole <= (long)strlen(title))
        fputs(columns, r->file);
    if (r->count > 0)
        qsort(r->rows, (size_t)r->count, sizeof *r->rows, compare);
    return PROGRAM_OK;
}

const results_row *results_find(const results *r, int32_t round, int32_t number, int32_t first)
{
    results_row wanted = {.round = round, .setting = number, .first = first};
    return r->count > 0 ? bsearch(&wanted, r->rows, (size_t)r->count, sizeof *r->rows, compare) : NULL;
}

void results_append(results *r, int32_t round, int32_t number, int32_t first, int32_t count,
                    const int32_t *scores)
{
    setting s = settings_get(number);
    fprintf(r->file, "%d,%d,%s,%s,%g,%g,%g,%g,%g,%g,%g,%d,", (int)round, (int)number,
            settings_mode_name(s.kind.propagation), settings_motion_name((int32_t)s.kind.motion),
            (double)s.kind.amount, (double)s.weights.pill, (double)s.weights.power, (double)s.weights.ghost,
            (double)s.weights.edible, (double)s.kind.gamma, (double)s.kind.ghost_reach, (int)first);
    for (int32_t i = 0; i < count; i++)
        fprintf(r->file, "%d%c", (int)scores[i], i + 1 < count ? ' ' : '\n');
}

int results_flush(results *r)
{
    return fflush(r->file) == 0 && !ferror(r->file) ? PROGRAM_OK : reject_file(r, "cannot be written");
}

int results_close(results *r)
{
    int code = fclose(r->file) == 0 ? PROGRAM_OK : reject_file(r, "cannot be written");
    free(r->rows);
    return code;
}
