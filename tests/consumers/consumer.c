/* What a game does, in C: one map, one object, and values that are known beforehand. */
#include <stdio.h>
#include <string.h>
#include <throng/throng.h>

static int fail(const char *what, throng_status status, const throng_context *context)
{
    fprintf(stderr, "consumer: %s: %s: %s\n", what, throng_status_string(status),
            context ? throng_context_message(context) : "");
    return 1;
}

static int use_map(throng_context *context)
{
    throng_influence_def def = throng_influence_default_def();
    throng_influence *map = NULL;
    float values[16 * 16] = {0};
    def.width = 16;
    def.height = 16;
    throng_status status = throng_influence_create(context, &def, &map);
    if (status != THRONG_OK)
        return fail("create", status, context);
    throng_influence_object object = throng_influence_default_object();
    object.x = 8.5f;
    object.y = 8.5f;
    status = throng_influence_set_objects(map, 0, 0, 1, &object, sizeof object);
    if (status == THRONG_OK)
        status = throng_influence_update(map);
    if (status == THRONG_OK)
        status = throng_influence_read(map, 0, NULL, values, 0);
    throng_influence_destroy(map);
    if (status != THRONG_OK)
        return fail("update and read", status, context);
    /* Influence 1, 1/16 less for each cell: 1 where it stands, 3/4 four cells to the right. */
    float here = values[8 * 16 + 8], there = values[8 * 16 + 12];
    if (!(here >= 1.0f && here <= 1.0f && there >= 0.75f && there <= 0.75f)) {
        fprintf(stderr, "consumer: read %g and %g, not 1 and 0.75\n", (double)here, (double)there);
        return 1;
    }
    return 0;
}

int main(void)
{
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", THRONG_VERSION_MAJOR, THRONG_VERSION_MINOR,
             THRONG_VERSION_PATCH);
    if (strcmp(expected, throng_version()) != 0) {
        fprintf(stderr, "consumer: header %s, library %s\n", expected, throng_version());
        return 1;
    }
    throng_context_def def = throng_context_default_def();
    throng_context *context = NULL;
    def.backend = THRONG_BACKEND_CPU;
    throng_status status = throng_context_create(&def, &context);
    if (status != THRONG_OK)
        return fail("context", status, NULL);
    int failed = use_map(context);
    status = throng_context_destroy(context);
    if (status != THRONG_OK)
        return fail("destroy", status, NULL);
    if (!failed)
        printf("throng %s from C\n", throng_version());
    return failed;
}
