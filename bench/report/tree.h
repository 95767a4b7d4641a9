/* The tree that a run of the bench is written as (docs/reference/formats.md), read with care: older files
 * lack members, and a file may have been written by anybody. What is missing, null, of another kind or
 * out of range reads as 0 or "". Beside it how numbers and texts are written for people. */
#ifndef THRONG_BENCH_REPORT_TREE_H
#define THRONG_BENCH_REPORT_TREE_H

#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdio.h>

/* 0 where it is not above 0 or no sensible number; a size is between 1e-30 and 1e30. */
double throng_tree_number(const cJSON *object, const char *name);
/* "" where it is no text. */
const char *throng_tree_text(const cJSON *object, const char *name);
const cJSON *throng_tree_member(const cJSON *object, const char *name);
/* The first member of an object or a list; NULL where it is empty or neither. */
const cJSON *throng_tree_child(const cJSON *list);

/* A number with its interval; middle 0: there is none. low 0: there is no interval. */
typedef struct throng_tree_span {
    double low, middle, high;
} throng_tree_span;

/* A row of the tree; the texts are the tree's. */
typedef struct throng_tree_row {
    const cJSON *tree, *sizes, *parts;
    const char *scene, *workload, *operation, *backend, *device, *isa, *baseline, *choice, *rule, *hash;
    const char *which; /* the device's name, where a run has several; else "" */
    double threads;    /* 0: a device */
    throng_tree_span time;
    int32_t whole;                     /* 1: time's interval is the least and the most of all samples */
    double yardstick, yardstick_least; /* seconds of the yardstick beside the samples; 0: unknown */
    double waited;                     /* wall time over processor time of a sample; 0: unknown */
    throng_tree_span ratio;            /* time of the baseline / time of the row; middle 0: too noisy */
    double regret;                     /* of the choice; below 0: unknown */
    double rule_regret;                /* of the rule, which chooses where nothing was measured */
} throng_tree_row;

throng_tree_row throng_tree_row_of(const cJSON *tree);
/* The rows of a run in its order, to be freed; NULL where there are none or no memory. */
throng_tree_row *throng_tree_rows(const cJSON *root, int32_t *count);
/* Rows of devices tell their names from now on, as they do where a run has several. */
void throng_tree_distinguish_devices(throng_tree_row *rows, int32_t count);
/* 1 where both rows time the same contender: scene, operation, backend, level, threads, device. */
int throng_tree_same_subject(const throng_tree_row *a, const throng_tree_row *b);
/* 1 where the baseline is other code than this library; 0 for levels, threads and forms of our own. */
int throng_tree_baseline_is_outside(const char *baseline);
/* The library that a baseline is, as `peers` of the file names it; NULL: it is none. */
const char *throng_tree_baseline_library(const char *baseline);

enum { THRONG_TREE_TEXT = 48 };

/* Each gives its first argument back. */
const char *throng_tree_seconds(char text[THRONG_TREE_TEXT], double seconds);
const char *throng_tree_bytes(char text[THRONG_TREE_TEXT], double bytes);
const char *throng_tree_count(char text[THRONG_TREE_TEXT], double count); /* 10,000 */
const char *throng_tree_short(char text[THRONG_TREE_TEXT], double count); /* 10k */
const char *throng_tree_ratio(char text[THRONG_TREE_TEXT], double ratio); /* three digits */
const char *throng_tree_percent(char text[THRONG_TREE_TEXT], double share);
/* Without zeros at the end of a fraction: "10.0 ms" becomes "10 ms". Both may be the same. */
const char *throng_tree_trim(char text[THRONG_TREE_TEXT], const char *number);
/* "avx2, 2 threads", or where a run has several devices "opencl, ...", into the room given. */
const char *throng_tree_who(char *text, size_t room, const throng_tree_row *row);

/* Writes a text so that it is itself in HTML, between tags and in quoted attributes; what is no valid UTF-8
 * or no character becomes U+FFFD. */
void throng_tree_put(FILE *file, const char *text);

#endif
