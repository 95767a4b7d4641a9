/* What all processes of a world agree on. */
#include "src/core/status.h"
#include "src/world/world.h"

#include <string.h>

enum { REDUCED_AT_ONCE = 1 << 20 }; /* numbers */

typedef struct report {
    int32_t status;
    char text[508];
} report;

/* The words of a part that is lost. */
static throng_status say_lost(throng_context *context)
{
    return throng_fail(
        context, THRONG_ERROR_LOST,
        "a part is lost, since its device failed: reset, restore or destroy the object of the world "
        "that it belongs to");
}

throng_status throng_world_note(throng_world *world, throng_context *context, throng_status status)
{
    if (status == THRONG_OK || world->culprit)
        return status;
    world->culprit = context;
    return status == THRONG_ERROR_LOST ? say_lost(context) : status;
}

throng_status throng_world_check_unused(throng_world *world, int32_t i, const throng_object *object)
{
    if (object->users == 0)
        return THRONG_OK;
    return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                       "the %s of part %d is used by another object, which must be destroyed first",
                       object->kind->name, (int)i);
}

throng_status throng_world_report(const throng_world *world, int32_t local, throng_status status)
{
    throng_context *context = world->contexts[local];
    if (status == THRONG_ERROR_LOST)
        status = say_lost(context);
    if (status == THRONG_OK || context == world->context)
        return status;
    return throng_fail(world->context, status, "part %d: %s", (int)(world->first + local), context->message);
}

throng_status throng_world_transported(throng_world *world, throng_status status, const char *what)
{
    if (status == THRONG_OK)
        return status;
    const throng_transport *t = &world->transport;
    const char *text = t->message ? t->message(t->user) : NULL;
    world->lost = 1;
    return throng_fail(world->context, THRONG_ERROR_LOST, "the transport failed in %s: %s; the world is lost",
                       what, text && text[0] ? text : throng_status_string(status));
}

throng_status throng_world_land(throng_world *world)
{
    if (!world->flying)
        return THRONG_OK;
    world->flying = NULL;
    return throng_world_transported(world, world->transport.exchange_end(world->transport.user),
                                    "exchange_end");
}

throng_status throng_world_reduce(throng_world *world, throng_reduction reduction, int64_t count,
                                  int64_t *values)
{
    const throng_transport *t = &world->transport;
    throng_status status = THRONG_OK;
    for (int64_t first = 0; first < count && status == THRONG_OK; first += REDUCED_AT_ONCE) {
        const int64_t left = count - first;
        const int32_t some = left < REDUCED_AT_ONCE ? (int32_t)left : REDUCED_AT_ONCE;
        status =
            throng_world_transported(world, t->reduce(t->user, reduction, some, values + first), "reduce");
    }
    return status;
}

/* The report of process `root`, to all others; there it is the message of context `of`. */
static throng_status spread(throng_world *world, int32_t root, throng_status mine, const throng_context *of)
{
    const throng_transport *t = &world->transport;
    report r = {.status = mine};
    if (world->rank == root)
        memcpy(r.text, of->message, sizeof r.text - 1);
    const throng_status status =
        throng_world_transported(world, t->broadcast(t->user, root, &r, sizeof r), "broadcast");
    if (status != THRONG_OK)
        return status;
    r.text[sizeof r.text - 1] = '\0';
    if (world->rank != root)
        return throng_fail(world->context, r.status, "process %d: %s", (int)root, r.text);
    return of != world->context ? throng_fail(world->context, r.status, "%s", r.text) : r.status;
}

throng_status throng_world_agree_on(throng_world *world, throng_status status, int32_t count, int64_t *least,
                                    const throng_undoing *undoing)
{
    const throng_context *of = world->culprit ? world->culprit : world->context;
    int64_t values[1 + THRONG_AGREED_MOST];
    world->culprit = NULL; /* a host that is told may not come back */
    if (world->lost) {
        if (undoing)
            undoing->undo(undoing->data);
        return THRONG_ERROR_LOST;
    }
    values[0] = status == THRONG_OK ? INT64_MAX : world->rank;
    for (int32_t i = 0; i < count; i++)
        values[1 + i] = least[i];
    const throng_status reduced = throng_world_reduce(world, THRONG_REDUCTION_MIN, 1 + count, values);
    if (undoing && (reduced != THRONG_OK || values[0] != INT64_MAX))
        undoing->undo(undoing->data);
    if (reduced == THRONG_OK && values[0] != INT64_MAX)
        status = spread(world, (int32_t)values[0], status, of);
    else
        status = reduced;
    for (int32_t i = 0; i < count; i++)
        least[i] = values[1 + i];
    if (status == THRONG_ERROR_LOST && world->object_lost)
        *world->object_lost = 1;
    return status;
}

throng_status throng_world_same(throng_world *world, throng_status status, int32_t count,
                                const int64_t *numbers, const char *what)
{
    int64_t least[THRONG_AGREED_MOST] = {0}; /* of the numbers, and of their negatives */
    for (int32_t i = 0; i < count; i++) {
        least[i] = numbers[i];
        least[count + i] = -numbers[i];
    }
    status = throng_world_agree(world, status, 2 * count, least);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        if (least[i] != -least[count + i])
            status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                                 "%s not the same on all processes", what);
    return status;
}
