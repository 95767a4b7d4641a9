// What steps 3 to 6 share: the map, its terrain, and the flow that leads to the goal.
#ifndef TUTORIAL_WORLD_HPP
#define TUTORIAL_WORLD_HPP

#include <string_view>
#include <throng/throng.hpp>
#include <vector>

constexpr int WIDTH = 32, HEIGHT = 16;
constexpr float GOAL_X = 29.5f, GOAL_Y = 11.5f;

// One character is one cell, one world unit wide. x runs to the right, y downwards.
constexpr std::string_view MAP = "...........#...................."
                                 "...........#...................."
                                 "...........#...................."
                                 "................................"
                                 "................................"
                                 "...........#...................."
                                 "...........#...................."
                                 "...........#...................."
                                 "...........#...................."
                                 "...........#...................."
                                 "...........#......##............"
                                 "...........#......##............"
                                 "...........#......##............"
                                 "...........#......##............"
                                 "...........#...................."
                                 "...........#....................";

inline throng::terrain read_map(const throng::context &context)
{
    std::vector<std::uint8_t> blocked;
    for (const char cell : MAP)
        blocked.push_back(cell == '#');
    throng::terrain terrain(context, throng::terrain_def(WIDTH, HEIGHT));
    terrain.set(blocked);
    return terrain;
}

// A field of shortest paths to the goal's cell, from every cell.
inline throng::flow create_flow(const throng::context &context, const throng::terrain &terrain,
                                throng_backend backend = THRONG_BACKEND_AUTO)
{
    throng::flow_def def;
    def.backend = backend;
    throng::flow flow(context, terrain, def);
    flow.set_goals(0, {{static_cast<int>(GOAL_X), static_cast<int>(GOAL_Y)}});
    flow.update(); // again whenever goals or walls have changed
    return flow;
}

// An agent as steps 3 to 6 have it: number i of three columns of eight.
inline throng::agent_def unit(int i)
{
    throng::agent_def def;
    const int column = i / 8;
    def.radius = 0.3f;
    def.max_speed = 1.5f;
    def.time_horizon = 1.5f;
    def.time_horizon_obst = 0.5f;
    def.x = 1.5f + static_cast<float>(column) * 1.5f;
    def.y = 1.0f + static_cast<float>(i % 8) * 2.0f;
    def.target_x = GOAL_X;
    def.target_y = GOAL_Y;
    return def;
}

#endif
