// What a game does, in C++: both headers in one translation unit, handles owned by smart pointers.
#include <cstdio>
#include <memory>
#include <throng/throng.h>
#include <vector>
#ifdef CONSUMER_OPENCL
#include <throng/throng_opencl.h>
#endif

namespace
{

struct Release {
    void operator()(throng_context *context) const { throng_context_destroy(context); }
    void operator()(throng_influence *map) const { throng_influence_destroy(map); }
};

bool ok(throng_status status, const char *what)
{
    if (status != THRONG_OK)
        std::fprintf(stderr, "consumer: %s: %s\n", what, throng_status_string(status));
    return status == THRONG_OK;
}

} // namespace

int main()
{
    auto context_def = throng_context_default_def();
    context_def.backend = THRONG_BACKEND_CPU;
    throng_context *raw_context = nullptr;
    if (!ok(throng_context_create(&context_def, &raw_context), "context"))
        return 1;
    std::unique_ptr<throng_context, Release> context(raw_context);

    auto def = throng_influence_default_def();
    def.width = 16;
    def.height = 16;
    throng_influence *raw_map = nullptr;
    if (!ok(throng_influence_create(context.get(), &def, &raw_map), "create"))
        return 1;
    std::unique_ptr<throng_influence, Release> map(raw_map);

    auto object = throng_influence_default_object();
    object.x = object.y = 8.5f;
    std::vector<float> values(16 * 16);
    if (!ok(throng_influence_set_objects(map.get(), 0, 0, 1, &object, sizeof object), "set") ||
        !ok(throng_influence_update(map.get()), "update") ||
        !ok(throng_influence_read(map.get(), 0, nullptr, values.data(), 0), "read"))
        return 1;
    if (values[8 * 16 + 8] != 1.0f || values[8 * 16 + 12] != 0.75f) {
        std::fprintf(stderr, "consumer: read %g and %g, not 1 and 0.75\n", double(values[8 * 16 + 8]),
                     double(values[8 * 16 + 12]));
        return 1;
    }
    std::printf("throng %s from C++\n", throng_version());
    return 0;
}
