/* What tests/checks/faults.c asks of the layer, found by dlsym. */
#ifndef THRONG_TESTS_CHECKS_FAULT_LAYER_H
#define THRONG_TESTS_CHECKS_FAULT_LAYER_H

#include <stdint.h>

/* Starts to count anew; call number `call` (from 1, 0: none) fails with `code`, or where that is 0 with one
 * that suits the call. Where `only` is not NULL, calls of that name alone count. */
void fault_layer_arm(long call, int32_t code, const char *only);
/* From the next order on, writes down for each call that counts, up to so many, by which way the program came
 * to it: equal numbers where the call and the last steps to it are equal. NULL: no longer. */
void fault_layer_note(uint64_t *ways, long capacity);
long fault_layer_calls(void);         /* since the last order */
const char *fault_layer_failed(void); /* the call that was made to fail, NULL: none so far */
/* The kind of objects that live, and how many of them there are; NULL: none. */
const char *fault_layer_alive(int32_t *count);

#endif
