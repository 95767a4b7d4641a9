// Step 5: an influence map of the danger around a guard on patrol. Units that see too much of it back off
// until it has passed.
#include "world.hpp"
#include <cmath>
#include <cstdio>

constexpr int UNITS = 24, SECONDS = 40, STEPS_PER_SECOND = 10;
constexpr float ALARM = 0.35f; // of the danger, which is 1 where a guard stands

static throng::influence create_danger(const throng::context &context, const throng::terrain &terrain)
{
    throng::influence_def def(WIDTH, HEIGHT);
    def.propagation = THRONG_PROPAGATION_PATH; // around walls, not through them
    def.terrain = terrain;
    throng::influence danger(context, def);

    throng::influence_object guard;
    guard.influence = 1.0f;
    guard.decay = 0.125f; // less for each cell on the way
    guard.max_distance = 8.0f;
    guard.alpha = 0.5f; // it reaches farther ahead of the guard than behind
    danger.set_objects(0, {guard});
    return danger;
}

// The guard walks up and down between two places.
static void patrol(throng::crowd &crowd, throng_agent guard)
{
    const throng::float2 position = crowd.get(throng::agent::position, guard);
    const throng::float2 goal = crowd.get(throng::agent::goal, guard);
    if (std::fabs(position.y - goal.y) < 0.5f)
        crowd.set(throng::agent::goal, guard, {goal.x, static_cast<float>(HEIGHT) - goal.y});
}

// The danger goes where the guard is.
static void move_danger(throng::influence &danger, throng::crowd &crowd, throng_agent guard)
{
    const std::vector<throng::float2> position = {crowd.get(throng::agent::position, guard)};
    const std::vector<throng::float2> velocity = {crowd.get(throng::agent::velocity, guard)};
    danger.move_objects(0, position, &velocity);
    danger.update();
}

// Units back off, down the slope of the danger, or follow the flow. Returns how many back off.
static int react_to_danger(throng::crowd &crowd, throng::influence &danger,
                           const std::vector<throng_agent> &units)
{
    std::vector<throng_point> points(units.size());
    crowd.get(throng::agent::position, units, points); // to the beginnings of larger structs
    const std::vector<throng_sample> samples = danger.sample(0, points);
    int alarmed = 0;
    for (std::size_t i = 0; i < units.size(); i++) {
        const throng_sample &sample = samples[i];
        const float slope = std::sqrt(sample.dx * sample.dx + sample.dy * sample.dy);
        if (sample.value > ALARM && slope > 0.0f) {
            crowd.set(throng::agent::preferred_velocity, units[i],
                      {-1.5f * sample.dx / slope, -1.5f * sample.dy / slope});
            alarmed++;
        } else {
            crowd.set(throng::agent::goal, units[i], {GOAL_X, GOAL_Y});
            crowd.set(throng::agent::flow_field, units[i], 0);
        }
    }
    return alarmed;
}

static std::vector<throng::agent_def> all_agents()
{
    std::vector<throng::agent_def> defs;
    for (int i = 0; i <= UNITS; i++) {
        defs.push_back(unit(i));
        defs.back().navigation = THRONG_NAVIGATE_FLOW;
    }
    throng::agent_def &guard = defs.back();
    guard.x = guard.target_x = 15.5f;
    guard.y = 8.0f;
    guard.target_y = 14.0f;
    guard.navigation = THRONG_NAVIGATE_GOAL;
    guard.max_speed = 1.0f;
    guard.priority = 1; // units step aside for it, it does not for them
    return defs;
}

int main()
{
    throng::context context;
    throng::terrain terrain = read_map(context);
    throng::flow flow = create_flow(context, terrain);
    throng::influence danger = create_danger(context, terrain);

    throng::crowd_def def;
    def.agent_capacity = UNITS + 1;
    def.symmetry = 0.05f;
    def.terrain = terrain;
    def.flow = flow;
    throng::crowd crowd(context, def);
    std::vector<throng_agent> units = crowd.add(all_agents());
    const throng_agent guard = units.back(); // it is the last one
    units.pop_back();

    for (int step = 1; step <= SECONDS * STEPS_PER_SECOND; step++) {
        patrol(crowd, guard);
        move_danger(danger, crowd, guard);
        const int alarmed = react_to_danger(crowd, danger, units);
        crowd.step(1.0f / STEPS_PER_SECOND);
        if (step % (8 * STEPS_PER_SECOND) != 0)
            continue;
        int arrived = 0;
        for (const throng::float2 position : crowd.get(throng::agent::position, units))
            arrived += position.x > 26.5f;
        std::printf("after %2d s: %2d back off, %2d of %d are at the goal\n", step / STEPS_PER_SECOND,
                    alarmed, arrived, UNITS);
    }
}
