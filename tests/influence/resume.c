/* An update that failed goes on with the layer that failed, whichever call is first: momentum moves once. */
#include "src/influence/influence.h"

#include "tests/support/each_variant.h"

enum { LAYERS = 3, SIDE = 8 };

static const throng_influence_ops *real;
static int32_t failing_layer; /* -1: none */

static throng_status fail_once(void *state, int32_t layer, float momentum)
{
    if (layer != failing_layer)
        return real->update(state, layer, momentum);
    failing_layer = -1;
    return THRONG_ERROR_OPENCL;
}

static throng_influence *make(throng_context *context)
{
    throng_influence_def def = throng_influence_default_def();
    throng_influence_object object = throng_influence_default_object();
    throng_influence *map;
    def.width = def.height = SIDE;
    def.layers = LAYERS;
    object.x = object.y = 3.0f;
    MUST(context, throng_influence_create(context, &def, &map));
    for (int32_t layer = 0; layer < LAYERS; layer++) {
        MUST(context, throng_influence_set_objects(map, layer, 0, 1, &object, 0));
        MUST(context, throng_influence_set_momentum(map, layer, 0.5f));
    }
    return map;
}

static void compare(throng_context *context, throng_influence *map, throng_influence *right)
{
    float got[SIDE * SIDE], expected[SIDE * SIDE];
    for (int32_t layer = 0; layer < LAYERS; layer++) {
        MUST(context, throng_influence_read(map, layer, NULL, got, 0));
        MUST(context, throng_influence_read(right, layer, NULL, expected, 0));
        cr_expect(same_bits("a layer", got, expected, SIDE * SIDE), "layer %d", (int)layer);
    }
}

/* repaired: the layer that is updated alone after layer 1 has failed. */
static void update_again(int32_t repaired)
{
    const variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    throng_influence *map = make(context), *right = make(context);
    throng_influence_ops failing = *map->ops;
    real = map->ops;
    failing.update = fail_once;
    map->ops = &failing;
    failing_layer = 1;
    cr_expect(throng_influence_update(map) == THRONG_ERROR_OPENCL);
    if (repaired >= 0)
        MUST(context, throng_influence_update_layer(map, repaired));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_update(right));
    compare(context, map, right);
    MUST(context, throng_influence_update_layer(map, 0)); /* nothing has failed now */
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_update_layer(right, 0));
    MUST(context, throng_influence_update(right));
    compare(context, map, right);
    map->ops = real;
    MUST(context, throng_influence_destroy(map));
    MUST(context, throng_influence_destroy(right));
    MUST(context, throng_context_destroy(context));
}

Test(influence_resume, all_at_once) { update_again(-1); }
Test(influence_resume, the_failed_layer_first) { update_again(1); }
