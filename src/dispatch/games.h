/* Frames of every operation, played to be timed. */
#ifndef THRONG_DISPATCH_GAMES_H
#define THRONG_DISPATCH_GAMES_H

#include "src/dispatch/costs.h"

/* Seconds of a frame of this size on the backend that context->wanted names. OUT_OF_MEMORY where there is not
 * enough for it; other failures are those of the calls that were made. */
throng_status throng_game_time(throng_context *context, int32_t kind, const double amounts[THRONG_COST_AXES],
                               double *seconds);

#endif
