// Step 3: walls out of a small map. Units that know nothing but the direction of their goal stop at them.
#include "world.hpp"
#include <cstdio>

constexpr int UNITS = 24, SECONDS = 24, STEPS_PER_SECOND = 10;

int main()
{
    throng::context context;
    throng::terrain terrain = read_map(context);

    throng::crowd_def def;
    def.agent_capacity = UNITS;
    def.symmetry = 0.05f;
    def.terrain = terrain; // blocked cells, and all beyond the map, are obstacles
    throng::crowd crowd(context, def);

    std::vector<throng::agent_def> units;
    for (int i = 0; i < UNITS; i++) {
        units.push_back(unit(i));
        units.back().navigation = THRONG_NAVIGATE_GOAL;
    }
    const auto agents = crowd.add(units);

    for (int step = 1; step <= SECONDS * STEPS_PER_SECOND; step++) {
        crowd.step(1.0f / STEPS_PER_SECOND);
        if (step % (8 * STEPS_PER_SECOND) != 0)
            continue;
        int passed = 0;
        for (const throng::float2 position : crowd.get(throng::agent::position, agents))
            passed += position.x > 12.0f;
        std::printf("after %2d s: %2d of %d are past the wall\n", step / STEPS_PER_SECOND, passed, UNITS);
    }
}
