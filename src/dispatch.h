#ifndef THRONG_DISPATCH_H
#define THRONG_DISPATCH_H

#include "internal.h"

/* Predicted seconds of a frame of an influence map: objects of this distance on so many cells. */
double throng_costs_seconds(const float costs[THRONG_COST_COUNT], double objects, double distance,
                            double cells);
/* Reads both backends' costs; 0 and nothing changed that counts where the file is not one of ours. */
int32_t throng_costs_load(throng_context *context, const char *path);

#endif
