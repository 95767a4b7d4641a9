// Single steps of throng and of RVO2 from equal states: how many agents get the same velocity, and where they
// differ, whose is better by half-planes in double precision. scripts/rvo2-agreement builds and runs it.
#include <RVO.h>
#include <throng/throng.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace
{

constexpr float radius = 1.0f, max_speed = 2.0f, neighbor_dist = 15.0f, horizon = 5.0f, dt = 0.1f;
constexpr int neighbors = 10;

struct state {
    float x, y, vx, vy, wish_x, wish_y;
};

struct block {
    throng_vertex corners[4];
};

struct scene {
    const char *name;
    float spacing;
    int side;  // agents in a row
    int kind;  // 0: scattered, 1: pairs head-on, 2: two streams
    int steps; // of RVO2 before the comparison; -1: none, and velocities are those of the scene
    bool blocks;
};

std::uint64_t random_state = 1;

float random_between(float low, float high)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * static_cast<float>(random_state >> 40) * 0x1p-24f;
}

void must(throng_context *context, throng_status status)
{
    if (status == THRONG_OK)
        return;
    std::fprintf(stderr, "%s\n", throng_context_message(context));
    std::exit(1);
}

// ---------------------------------------------------------------- states ---------------------------------

void random_velocity(float *x, float *y)
{
    do {
        *x = random_between(-max_speed, max_speed);
        *y = random_between(-max_speed, max_speed);
    } while (std::hypot(*x, *y) > max_speed);
}

std::vector<block> blocks_of(const scene &s)
{
    std::vector<block> blocks;
    const float width = static_cast<float>(s.side) * s.spacing;
    for (float y = 20.0f; s.blocks && y < width; y += 40.0f)
        for (float x = 20.0f; x < width; x += 40.0f)
            blocks.push_back({{{x, y}, {x + 12.0f, y}, {x + 12.0f, y + 12.0f}, {x, y + 12.0f}}});
    return blocks;
}

bool is_free(const std::vector<block> &blocks, float x, float y)
{
    for (const block &b : blocks)
        if (x > b.corners[0].x - radius && x < b.corners[2].x + radius && y > b.corners[0].y - radius &&
            y < b.corners[2].y + radius)
            return false;
    return true;
}

std::vector<state> states_of(const scene &s, const std::vector<block> &blocks)
{
    std::vector<state> agents;
    for (int i = 0; i < s.side * s.side; i++) {
        const float row = static_cast<float>(i / s.side), column = static_cast<float>(i % s.side);
        state a;
        random_velocity(&a.vx, &a.vy);
        random_velocity(&a.wish_x, &a.wish_y);
        a.x = (column + random_between(-0.2f, 0.2f)) * s.spacing;
        a.y = (row + random_between(-0.2f, 0.2f)) * s.spacing;
        if (s.kind > 0) { // exactly head-on
            const float side = i % 2 ? -1.0f : 1.0f;
            a.x = s.kind == 1 ? (column + (i % 2 ? 0.0f : 0.3f)) * 20.0f : column * s.spacing;
            a.y = s.kind == 1 ? row * 20.0f : row * s.spacing;
            a.vx = a.wish_x = side * 1.5f;
            a.vy = a.wish_y = 0.0f;
        }
        if (is_free(blocks, a.x, a.y))
            agents.push_back(a);
    }
    return agents;
}

// ---------------------------------------------------------------- both steps -----------------------------

std::vector<state> step_rvo(const std::vector<state> &agents, const std::vector<block> &blocks, int steps,
                            std::vector<state> *before)
{
    RVO::RVOSimulator simulator;
    std::vector<state> after = agents;
    simulator.setTimeStep(dt);
    simulator.setAgentDefaults(neighbor_dist, neighbors, horizon, horizon, radius, max_speed);
    for (std::size_t i = 0; i < agents.size(); i++) {
        simulator.addAgent(RVO::Vector2(agents[i].x, agents[i].y));
        simulator.setAgentVelocity(i, RVO::Vector2(agents[i].vx, agents[i].vy));
        simulator.setAgentPrefVelocity(i, RVO::Vector2(agents[i].wish_x, agents[i].wish_y));
    }
    for (const block &b : blocks) {
        std::vector<RVO::Vector2> corners;
        for (const throng_vertex &corner : b.corners)
            corners.push_back(RVO::Vector2(corner.x, corner.y));
        simulator.addObstacle(corners);
    }
    simulator.processObstacles();
    for (int step = 0; step <= steps; step++) {
        if (step == steps)
            *before = after;
        simulator.doStep();
        for (std::size_t i = 0; i < agents.size(); i++) {
            after[i].x = simulator.getAgentPosition(i).x();
            after[i].y = simulator.getAgentPosition(i).y();
            after[i].vx = simulator.getAgentVelocity(i).x();
            after[i].vy = simulator.getAgentVelocity(i).y();
        }
    }
    return after;
}

std::vector<state> step_throng(throng_context *context, const std::vector<state> &agents,
                               const std::vector<block> &blocks)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    std::vector<throng_agent_def> defs;
    std::vector<state> after = agents;
    const int count = static_cast<int>(agents.size());
    def.agent_capacity = count;
    def.neighbors = THRONG_NEIGHBORS_CENTRES;
    def.heading = THRONG_HEADING_VELOCITY;
    must(context, throng_crowd_create(context, &def, &crowd));
    for (const state &a : agents) {
        throng_agent_def d = throng_agent_default_def();
        d.x = a.x;
        d.y = a.y;
        d.vx = a.vx;
        d.vy = a.vy;
        d.target_x = a.wish_x;
        d.target_y = a.wish_y;
        d.radius = radius;
        d.max_speed = max_speed;
        d.neighbor_dist = neighbor_dist;
        d.max_neighbors = neighbors;
        d.time_horizon = d.time_horizon_obst = horizon;
        defs.push_back(d);
    }
    std::vector<throng_agent> names(agents.size());
    must(context, throng_crowd_add(crowd, count, defs.data(), 0, names.data()));
    for (const block &b : blocks)
        must(context, throng_crowd_add_obstacle(crowd, 4, b.corners, 0, nullptr));
    must(context, throng_crowd_step(crowd, dt));
    must(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, count, names.data(), 0, &after.data()->vx,
                                   sizeof(state)));
    must(context, throng_crowd_destroy(crowd));
    return after;
}

// ---------------------------------------------------------------- who is right ---------------------------

struct line {
    double nx, ny, c; // n . v >= c
};

// The half-plane of van den Berg 2011 for A and B, half of the avoiding each.
line line_of(const state &a, const state &b)
{
    const double dx = static_cast<double>(b.x) - a.x, dy = static_cast<double>(b.y) - a.y;
    const double vx = static_cast<double>(a.vx) - b.vx, vy = static_cast<double>(a.vy) - b.vy;
    const double r = 2.0 * radius, square = dx * dx + dy * dy;
    const double per = 1.0 / (square > r * r ? horizon : dt);
    const double wx = vx - per * dx, wy = vy - per * dy, w = std::hypot(wx, wy), dot = wx * dx + wy * dy;
    double nx = wx / w, ny = wy / w, far = r * per - w; // the cut-off circle
    if (square > r * r && !(dot < 0.0 && dot * dot > r * r * w * w)) {
        const double leg = std::sqrt(square - r * r), side = dx * wy - dy * wx > 0.0 ? 1.0 : -1.0;
        const double lx = (dx * leg - side * dy * r) / square, ly = (side * dx * r + dy * leg) / square;
        nx = -side * ly;
        ny = side * lx;
        far = -(vx * nx + vy * ny);
    }
    const double px = a.vx + 0.5 * far * nx, py = a.vy + 0.5 * far * ny;
    return {nx, ny, nx * px + ny * py};
}

std::vector<line> lines_of(const std::vector<state> &agents, std::size_t i)
{
    std::vector<std::pair<double, std::size_t>> near;
    for (std::size_t k = 0; k < agents.size(); k++) {
        const double dx = static_cast<double>(agents[k].x) - agents[i].x;
        const double dy = static_cast<double>(agents[k].y) - agents[i].y;
        if (k != i && dx * dx + dy * dy < neighbor_dist * neighbor_dist)
            near.push_back({dx * dx + dy * dy, k});
    }
    std::sort(near.begin(), near.end());
    std::vector<line> lines;
    for (std::size_t k = 0; k < near.size() && k < neighbors; k++)
        lines.push_back(line_of(agents[i], agents[near[k].second]));
    return lines;
}

double miss_of(const std::vector<line> &lines, const state &v)
{
    double miss = 0.0;
    for (const line &l : lines)
        miss = std::max(miss, l.c - l.nx * v.vx - l.ny * v.vy);
    return miss;
}

double excess(const state &v) { return std::hypot(v.vx, v.vy) - max_speed; }

// 1: throng's velocity is better, -1: RVO2's is, 0: neither by more than 1e-5. No velocity may be faster than
// max_speed; then the one that violates half-planes less is better, then the one nearer to the wish.
int better(const std::vector<line> &lines, const state &t, const state &r)
{
    const double miss_t = miss_of(lines, t), miss_r = miss_of(lines, r), near = 1e-5;
    if ((excess(t) > near) != (excess(r) > near))
        return excess(t) > near ? -1 : 1;
    if (std::abs(miss_t - miss_r) > near)
        return miss_t < miss_r ? 1 : -1;
    const double far_t = std::hypot(t.vx - t.wish_x, t.vy - t.wish_y);
    const double far_r = std::hypot(r.vx - r.wish_x, r.vy - r.wish_y);
    if (miss_t > near || std::abs(far_t - far_r) <= near)
        return 0;
    return far_t < far_r ? 1 : -1;
}

void compare(throng_context *context, const scene &s)
{
    const std::vector<block> blocks = blocks_of(s);
    std::vector<state> before;
    const std::vector<state> start = states_of(s, blocks);
    const std::vector<state> rvo = step_rvo(start, blocks, s.steps, &before);
    const std::vector<state> ours = step_throng(context, before, blocks);
    int differ = 0, fast = 0, count[3] = {0, 0, 0};
    for (std::size_t i = 0; i < rvo.size(); i++) {
        if (std::hypot(rvo[i].vx - ours[i].vx, rvo[i].vy - ours[i].vy) <= 1e-4f)
            continue;
        differ++;
        fast += std::hypot(rvo[i].vx, rvo[i].vy) > max_speed * 1.0001f;
        if (!s.blocks)
            count[1 + better(lines_of(before, i), ours[i], rvo[i])]++;
    }
    const double all = static_cast<double>(rvo.size());
    std::printf("| %s | %zu | %.2f %% |", s.name, rvo.size(), 100.0 * (all - differ) / all);
    if (s.blocks)
        std::printf(" %d | | | | %d |\n", differ, fast);
    else
        std::printf(" %d | %d | %d | %d | %d |\n", differ, count[2], count[0], count[1], fast);
}

const scene scenes[] = {
    {"spacing 4, random", 4.0f, 142, 0, 0, false},
    {"spacing 4, 30 steps on", 4.0f, 142, 0, 30, false},
    {"spacing 2.5, random", 2.5f, 142, 0, 0, false},
    {"spacing 2.5, 30 steps on", 2.5f, 142, 0, 30, false},
    {"spacing 1.8, 10 steps on", 1.8f, 142, 0, 10, false},
    {"spacing 1.8, 30 steps on", 1.8f, 142, 0, 30, false},
    {"spacing 1.8, random", 1.8f, 142, 0, 0, false},
    {"spacing 1.2, random", 1.2f, 142, 0, 0, false},
    {"pairs head-on, exactly", 20.0f, 142, 1, 0, false},
    {"pairs head-on, 30 steps on", 20.0f, 142, 1, 30, false},
    {"two streams head-on, 30 steps on", 4.0f, 142, 2, 30, false},
    {"spacing 4, between blocks, random", 4.0f, 215, 0, 0, true},
    {"spacing 2.5, between blocks, random", 2.5f, 215, 0, 0, true},
    {"spacing 2.5, between blocks, 30 steps on", 2.5f, 215, 0, 30, true},
};

} // namespace

int main()
{
    throng_context_def def = throng_context_default_def();
    throng_context *context;
    def.backend = THRONG_BACKEND_CPU;
    if (throng_context_create(&def, &context) != THRONG_OK)
        return 1;
    std::puts(
        "| scene | agents | within 1e-4 | differ | throng better | RVO2 better | neither | RVO2 too fast "
        "|\n|---|---:|---:|---:|---:|---:|---:|---:|");
    for (const scene &s : scenes)
        compare(context, s);
    must(context, throng_context_destroy(context));
    return 0;
}
