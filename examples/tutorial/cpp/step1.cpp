// Step 1: a context, and how a failed call is reported.
#include <cstdio>
#include <throng/throng.hpp>

int main()
{
    throng::context context;
    std::printf("throng %s\n", throng::version());

    throng::terrain_def def;
    def.width = 0; // a mistake
    def.height = 16;
    try {
        throng::terrain terrain(context, def);
    } catch (const throng::error &error) {
        std::printf("width 0: %s\n", throng_status_string(error.status()));
        // what() names the member, its value, and what would be right.
        std::fprintf(stderr, "%s\n", error.what());
    }

    def.width = 32;
    throng::terrain terrain(context, def);
    std::printf("width 32: ok\n");
} // the terrain destroys itself, then the context
