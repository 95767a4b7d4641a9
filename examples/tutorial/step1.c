/* Step 1: a context, and how a failed call is reported. */
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>

static throng_context *context;

static void check(throng_status status)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "%s: %s\n", throng_status_string(status), throng_context_message(context));
    exit(EXIT_FAILURE);
}

int main(void)
{
    if (throng_context_create(NULL, &context)) /* NULL: all settings at their defaults */
        return EXIT_FAILURE;
    printf("throng %s\n", throng_version());

    throng_terrain *terrain;
    throng_terrain_def def = throng_terrain_default_def();
    def.width = 0; /* a mistake */
    def.height = 16;
    const throng_status status = throng_terrain_create(context, &def, &terrain);
    printf("width 0: %s\n", throng_status_string(status));
    /* The message names the member, its value, and what would be right. */
    fprintf(stderr, "%s\n", throng_context_message(context));

    def.width = 32;
    check(throng_terrain_create(context, &def, &terrain));
    printf("width 32: ok\n");

    check(throng_terrain_destroy(terrain)); /* first what was created last */
    check(throng_context_destroy(context));
}
