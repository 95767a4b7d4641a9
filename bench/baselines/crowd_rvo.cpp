// RVO2 beside the library, where an installed copy was found: the same agents by its public interface.
#include "bench/suite/crowd.h"

#include <RVO.h>

#include <vector>

namespace
{

RVO::RVOSimulator *simulator_of(void *simulator) { return static_cast<RVO::RVOSimulator *>(simulator); }

RVO::Vector2 vector_of(const throng_bench_pair &pair) { return RVO::Vector2(pair.x, pair.y); }

throng_bench_pair pair_of(const RVO::Vector2 &vector)
{
    throng_bench_pair pair = {vector.x(), vector.y()};
    return pair;
}

void *open(const throng_bench_people *people)
{
    RVO::RVOSimulator *s = new RVO::RVOSimulator;
    s->setTimeStep(people->dt);
    s->setAgentDefaults(people->neighbor_dist, static_cast<std::size_t>(people->max_neighbors),
                        people->time_horizon, people->time_horizon, people->radius, people->max_speed);
    for (std::size_t i = 0; i < static_cast<std::size_t>(people->count); i++) {
        s->addAgent(vector_of(people->places[i]));
        s->setAgentPrefVelocity(i, vector_of(people->wishes[i]));
    }
    for (int32_t block = 0; block < people->blocks; block++) {
        std::vector<RVO::Vector2> corners;
        for (int k = 0; k < 4; k++) {
            const throng_vertex &corner = people->corners[4 * block + k];
            corners.push_back(RVO::Vector2(corner.x, corner.y));
        }
        s->addObstacle(corners);
    }
    s->processObstacles();
    return s;
}

void close(void *simulator) { delete simulator_of(simulator); }

void put_back(void *simulator, const throng_bench_people *people)
{
    RVO::RVOSimulator *s = simulator_of(simulator);
    for (std::size_t i = 0; i < s->getNumAgents(); i++) {
        s->setAgentPosition(i, vector_of(people->places[i]));
        s->setAgentVelocity(i, vector_of(people->velocities[i]));
    }
}

void step(void *simulator, throng_bench_pair *places)
{
    RVO::RVOSimulator *s = simulator_of(simulator);
    s->doStep();
    for (std::size_t i = 0; i < s->getNumAgents(); i++)
        places[i] = pair_of(s->getAgentPosition(i));
}

void velocities(void *simulator, throng_bench_pair *velocities)
{
    const RVO::RVOSimulator *s = simulator_of(simulator);
    for (std::size_t i = 0; i < s->getNumAgents(); i++)
        velocities[i] = pair_of(s->getAgentVelocity(i));
}

} // namespace

extern "C" const throng_bench_outside throng_bench_rvo = {"RVO2", "rvo2",   2e-6, 0,         open,
                                                          close,  put_back, step, velocities};
