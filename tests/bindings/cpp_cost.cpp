// What the C++ headers cost over C: the least time of a frame by either, in turns. A frame is a step and a
// read of all positions of 10,000 agents, or, where nothing else could hide a cost, one read of one agent.
// cpp_cost [ratio]: ends with 1 where C++ takes more than `ratio` times as long.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <throng/throng.hpp>

namespace
{

struct game {
    throng::crowd crowd;
    std::vector<throng_agent> agents;
    std::vector<throng::float2> positions;
};

game make_game(const throng::context &context, int count)
{
    throng::crowd_def def;
    def.agent_capacity = count;
    game made{throng::crowd(context, def), {}, std::vector<throng::float2>(std::size_t(count))};
    std::vector<throng::agent_def> defs{std::size_t(count)};
    for (int i = 0; i < count; i++) {
        defs[std::size_t(i)].x = float(i % 100) * 4.0f;
        defs[std::size_t(i)].y = float(i / 100) * 4.0f;
        defs[std::size_t(i)].target_x = i % 2 ? 1.0f : -1.0f;
    }
    made.agents = made.crowd.add(defs);
    return made;
}

void frame_in_c(game &g, int count)
{
    if (throng_crowd_step(g.crowd, 0.1f) ||
        throng_crowd_get(g.crowd, THRONG_AGENT_POSITION, count, g.agents.data(), 0, g.positions.data(), 0))
        std::abort();
}
void frame_in_cpp(game &g, int)
{
    g.crowd.step(0.1f);
    g.crowd.get(throng::agent::position, g.agents, g.positions);
}
void reads_in_c(game &g, int count)
{
    for (int i = 0; i < count; i++)
        if (throng_crowd_get(g.crowd, THRONG_AGENT_POSITION, 1, g.agents.data(), 0, g.positions.data(), 0))
            std::abort();
}
void reads_in_cpp(game &g, int count)
{
    const throng::strided<const throng_agent> one(g.agents.data(), 1);
    for (int i = 0; i < count; i++)
        g.crowd.get(throng::agent::position, one, g.positions);
}

double seconds(void (*work)(game &, int), game &g, int count)
{
    const auto start = std::chrono::steady_clock::now();
    work(g, count);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Both start from the same state in each turn, so that they do the same work.
double compare(const char *name, game &g, int count, void (*c)(game &, int), void (*cpp)(game &, int))
{
    const std::vector<std::byte> start = g.crowd.save();
    double least[2] = {1e9, 1e9};
    for (int turn = 0; turn < 60; turn++)
        for (int way = 0; way < 2; way++) {
            g.crowd.restore(start);
            g.crowd.step(0.1f); // what a restored crowd prepares
            least[way] = std::min(least[way], seconds(way ? cpp : c, g, count));
        }
    std::printf("%s: C %.1f us, C++ %.1f us, ratio %.3f\n", name, least[0] * 1e6, least[1] * 1e6,
                least[1] / least[0]);
    return least[1] / least[0];
}

} // namespace

int main(int argc, char **argv)
{
    throng::context_def def;
    def.backend = THRONG_BACKEND_CPU;
    def.threads = 1;
    const throng::context context(def);
    constexpr int AGENTS = 10000, READS = 10000;
    game g = make_game(context, AGENTS);
    // A cost shows in each attempt, what else the machine does in some.
    for (int attempt = 0; attempt < 3; attempt++) {
        const double frame = compare("step and read of 10000 agents", g, AGENTS, frame_in_c, frame_in_cpp);
        const double reads = compare("10000 reads of one agent", g, READS, reads_in_c, reads_in_cpp);
        if (argc < 2 || std::max(frame, reads) <= std::atof(argv[1]))
            return 0;
    }
    return 1;
}
