// Step 6: paths past guns, along a potential field. The units walk them.
#include "world.hpp"
#include <cstdio>

constexpr int UNITS = 8, STEPS = 500, SECONDS = 40, STEPS_PER_SECOND = 10;
constexpr float SPEED = 1.5f;

// A path: how it ended, and its points.
struct path {
    throng_trace_result result;
    std::vector<throng_trace_point> points;
};

// What a unit feels: the goal pulls, guns and walls push.
static throng::potential create_field(const throng::context &context, const throng::terrain &terrain,
                                      float eta)
{
    throng::potential_def def;
    def.terrain = terrain;
    def.terrain_eta = 0.02f;
    def.terrain_range = 1.0f;
    def.damage = 1;
    throng::potential field(context, def);

    throng::potential_source gun;
    gun.eta = eta;
    gun.range = 3.0f;
    gun.power = 1.0f / STEPS_PER_SECOND; // of a step within the range: damage counts seconds there
    std::vector<throng::potential_source> guns = {gun, gun};
    guns[0].x = 17.0f;
    guns[0].y = 5.0f;
    guns[1].x = 23.5f;
    guns[1].y = 11.0f;
    field.set_sources(guns);
    field.set_goals({{GOAL_X, GOAL_Y, 0.1f, 0}});
    return field;
}

// Paths from all starts at once; where the field traps one, the flow leads it out.
static std::vector<path> trace_paths(const throng::context &context, const throng::potential &field,
                                     const throng::flow &flow, const std::vector<throng_trace_start> &starts)
{
    throng::trace_def def;
    def.flow = flow;
    def.escape = THRONG_ESCAPE_FLOW;
    def.start_capacity = UNITS;
    def.max_steps = STEPS;
    throng::trace trace(context, field, def);
    trace.set_starts(starts);
    trace.update();
    std::vector<path> paths;
    for (const throng_trace_result &result : trace.read())
        paths.push_back({result, trace.points(static_cast<std::int32_t>(paths.size()), result)});
    return paths;
}

static void print_paths(const char *name, const std::vector<path> &paths)
{
    double length = 0.0, damage = 0.0;
    int reached = 0;
    for (const path &each : paths) {
        reached += each.result.status == THRONG_TRACE_REACHED;
        length += double(each.result.length) / UNITS;
        damage += double(each.result.damage) / UNITS;
    }
    std::printf("%s: %d of %d reach the goal, mean length %.1f, %.1f s under fire\n", name, reached, UNITS,
                length, damage);
}

static bool is_near(throng_trace_point point, throng::float2 position)
{
    const float x = point.x - position.x, y = point.y - position.y;
    return x * x + y * y < 1.0f;
}

static void walk(const throng::context &context, const throng::terrain &terrain,
                 const std::vector<throng_trace_start> &starts, const std::vector<path> &paths)
{
    throng::crowd_def def;
    def.agent_capacity = UNITS;
    def.symmetry = 0.05f;
    def.terrain = terrain;
    throng::crowd crowd(context, def);
    std::vector<throng::agent_def> units;
    for (int i = 0; i < UNITS; i++) {
        throng::agent_def each = unit(i);
        each.max_speed = SPEED;
        each.navigation = THRONG_NAVIGATE_GOAL;
        each.x = each.target_x = starts[std::size_t(i)].x;
        each.y = each.target_y = starts[std::size_t(i)].y;
        units.push_back(each);
    }
    const auto agents = crowd.add(units);

    std::vector<std::size_t> next(UNITS); // the point of its path that a unit goes to
    std::vector<throng_trace_point> goals(UNITS);
    for (int step = 1; step <= SECONDS * STEPS_PER_SECOND; step++) {
        const auto positions = crowd.get(throng::agent::position, agents);
        int arrived = 0;
        for (std::size_t i = 0; i < UNITS; i++) {
            const auto &points = paths[i].points;
            while (next[i] + 1 < points.size() && is_near(points[next[i]], positions[i]))
                next[i]++;
            goals[i] = points[next[i]];
            arrived += next[i] + 1 == points.size();
        }
        crowd.set(throng::agent::goal, agents, goals);
        crowd.step(1.0f / STEPS_PER_SECOND);
        if (step % (10 * STEPS_PER_SECOND) == 0)
            std::printf("after %2d s: %d of %d are at the goal\n", step / STEPS_PER_SECOND, arrived, UNITS);
    }
}

int main()
{
    throng::context context;
    throng::terrain terrain = read_map(context);
    std::vector<throng_trace_start> starts;
    for (int i = 0; i < UNITS; i++)
        starts.push_back({1.5f, 1.0f + static_cast<float>(i) * 2.0f, SPEED / STEPS_PER_SECOND, 0, 0, 0});

    std::vector<path> paths;
    for (const bool careful : {false, true}) {
        throng::potential field = create_field(context, terrain, careful ? 2000.0f : 0.0f);
        throng::flow flow = create_flow(context, terrain, field.info().backend); // where the field is
        paths = trace_paths(context, field, flow, starts);
        print_paths(careful ? "guns push" : "guns ignored", paths);
    }
    walk(context, terrain, starts, paths);
}
