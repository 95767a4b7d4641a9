// Step 2: two groups of units walk through each other.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <throng/throng.hpp>

constexpr int UNITS = 40, SECONDS = 32, STEPS_PER_SECOND = 10;

// Between the centres of the two units that are closest to each other.
static double least_distance(const std::vector<throng::float2> &positions)
{
    double least = 1e9;
    for (std::size_t i = 0; i < positions.size(); i++)
        for (std::size_t j = 0; j < i; j++) {
            const double x = double(positions[i].x) - double(positions[j].x);
            const double y = double(positions[i].y) - double(positions[j].y);
            least = std::min(least, std::sqrt(x * x + y * y));
        }
    return least;
}

int main()
{
    throng::context context;
    throng::crowd_def def;
    def.agent_capacity = UNITS;
    def.symmetry = 0.05f; // units that meet exactly head-on would wait for each other
    throng::crowd crowd(context, def);

    std::vector<throng::agent_def> units(UNITS);
    for (int i = 0; i < UNITS; i++) {
        throng::agent_def &unit = units[std::size_t(i)];
        const float side = i < UNITS / 2 ? -1.0f : 1.0f;
        const float column = static_cast<float>(i % 4) * 1.5f, row = static_cast<float>(i / 4 % 5) * 1.5f;
        unit.radius = 0.4f;
        unit.max_speed = 1.5f;
        unit.time_horizon = 2.0f;
        unit.x = 16.0f + side * (7.0f + column);
        unit.y = 5.0f + row;
        unit.navigation = THRONG_NAVIGATE_GOAL;
        unit.target_x = 32.0f - unit.x; // the other side
        unit.target_y = unit.y;
    }
    const std::vector<throng_agent> agents = crowd.add(units); // handles

    double closest = 1e9;
    std::vector<throng::float2> positions(UNITS);
    for (int step = 1; step <= SECONDS * STEPS_PER_SECOND; step++) {
        crowd.step(1.0f / STEPS_PER_SECOND);
        crowd.get(throng::agent::position, agents, positions); // into a vector that is there already
        closest = std::min(closest, least_distance(positions));
        if (step % (8 * STEPS_PER_SECOND) == 0) {
            int arrived = 0;
            for (const std::uint32_t flags : crowd.get(throng::agent::flags, agents)) // into a new one
                arrived += (flags & THRONG_FLAG_ARRIVED) != 0;
            std::printf("after %2d s: %2d of %d have arrived, closest centres so far %.2f\n",
                        step / STEPS_PER_SECOND, arrived, UNITS, closest);
        }
    }
}
