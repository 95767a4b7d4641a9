/* Contexts without an open device. */
#ifndef THRONG_CONTEXT_CONTEXT_H
#define THRONG_CONTEXT_CONTEXT_H

#include <throng/context.h>

/* Everything about a context but its device, which stays closed. */
throng_status throng_context_make(const throng_context_def *def, throng_context **context);

#endif
