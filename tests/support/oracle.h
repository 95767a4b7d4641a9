/* An independent answer: influence maps in double precision, naively, straight from the paper's formulas
 * (Lu 2019, equations 1, 2, 3, 7, 8, 9, 10). Shares nothing with the library but the public types. */
#ifndef THRONG_TESTS_SUPPORT_ORACLE_H
#define THRONG_TESTS_SUPPORT_ORACLE_H

#include <throng/throng.h>

/* A float32 result is right where low - bound <= value <= high + bound. The interval says what the exact
 * arithmetic gives for adjusted distances within their rounding bound; an object whose cut-off lies inside
 * that bound contributes either nothing or its value. The bound is for rounding of values and their sum. */
typedef struct oracle_cell {
    double low, high, bound;
} oracle_cell;

typedef struct oracle_count {
    long long inside;    /* pairs of cell and object that have influence on each other, surely */
    long long undecided; /* those whose cut-off lies within rounding */
} oracle_count;

/* cells: width * height of them. */
oracle_count oracle_map(const throng_influence_def *def, const throng_influence_object *objects, int count,
                        oracle_cell *cells);

/* By how many bounds a value lies outside of its interval, 0: inside of it, up to 1: right. */
double oracle_distance(const oracle_cell *cell, float value);

#endif
