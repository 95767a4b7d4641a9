// Detour's crowd beside the library, where an installed copy was found: the same agents on a navigation mesh
// of one square, by its public interface. Its method is another one: it tries velocities against the nearest
// six.
#include "bench/suite/crowd.h"

#include <DetourCommon.h>
#include <DetourCrowd.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>

#include <algorithm>
#include <cstring>

namespace
{

const float margin = 200.0f; // how far the mesh goes on around everyone

struct crowd {
    dtNavMesh *mesh;
    dtCrowd *agents;
    const throng_bench_people *people;
};

// One square polygon under all agents; nullptr: Detour refuses it.
dtNavMesh *make_mesh(const throng_bench_people *people)
{
    float least = people->places[0].x, most = least;
    for (int32_t i = 0; i < people->count; i++) {
        least = std::min(least, std::min(people->places[i].x, people->places[i].y));
        most = std::max(most, std::max(people->places[i].x, people->places[i].y));
    }
    const unsigned short side = 1000, none = 0xffff, flags = 1;
    const unsigned short corners[] = {0, 0, 0, 0, 0, side, side, 0, side, side, 0, 0};
    const unsigned short polygon[] = {0, 1, 2, 3, none, none, none, none};
    const unsigned char area = 0;
    dtNavMeshCreateParams p;
    std::memset(&p, 0, sizeof p);
    p.verts = corners;
    p.vertCount = 4;
    p.polys = polygon;
    p.polyFlags = &flags;
    p.polyAreas = &area;
    p.polyCount = 1;
    p.nvp = 4;
    p.bmin[0] = p.bmin[2] = least - margin;
    p.bmax[0] = p.bmax[2] = most + margin;
    p.bmax[1] = 1.0f;
    p.walkableHeight = 2.0f;
    p.walkableRadius = people->radius;
    p.walkableClimb = 0.5f;
    p.cs = (p.bmax[0] - p.bmin[0]) / side;
    p.ch = 0.1f;
    unsigned char *data = nullptr;
    int bytes = 0;
    if (!dtCreateNavMeshData(&p, &data, &bytes))
        return nullptr;
    dtNavMesh *mesh = dtAllocNavMesh();
    if (mesh != nullptr && dtStatusSucceed(mesh->init(data, bytes, DT_TILE_FREE_DATA)))
        return mesh;
    dtFreeNavMesh(mesh);
    return nullptr;
}

void add_agents(const crowd *c)
{
    const throng_bench_people *people = c->people;
    dtCrowdAgentParams p;
    std::memset(&p, 0, sizeof p);
    p.radius = people->radius;
    p.height = 2.0f;
    p.maxAcceleration = 1e3f; // none to speak of: the library has no limit either
    p.maxSpeed = people->max_speed;
    p.collisionQueryRange = people->neighbor_dist;
    p.pathOptimizationRange = 30.0f * people->radius;
    p.updateFlags = DT_CROWD_OBSTACLE_AVOIDANCE;
    for (int32_t i = 0; i < people->count; i++) {
        const float place[3] = {people->places[i].x, 0.0f, people->places[i].y};
        const float wish[3] = {people->wishes[i].x, 0.0f, people->wishes[i].y};
        c->agents->requestMoveVelocity(c->agents->addAgent(place, &p), wish);
    }
}

void close(void *simulator)
{
    crowd *c = static_cast<crowd *>(simulator);
    dtFreeCrowd(c->agents);
    dtFreeNavMesh(c->mesh);
    delete c;
}

/* Detour's grid holds up to four entries an agent and counts them in 16 bits: more agents than that would let
 * it go in circles. */
constexpr int32_t most_agents = 0xffff / 4;

void *open(const throng_bench_people *people)
{
    if (people->count > most_agents)
        return nullptr;
    crowd *c = new crowd;
    c->people = people;
    c->mesh = make_mesh(people);
    c->agents = dtAllocCrowd();
    if (c->mesh == nullptr || c->agents == nullptr ||
        !c->agents->init(people->count, people->radius, c->mesh)) {
        close(c);
        return nullptr;
    }
    add_agents(c);
    return c;
}

void put_back(void *simulator, const throng_bench_people *people)
{
    const crowd *c = static_cast<crowd *>(simulator);
    for (int32_t i = 0; i < people->count; i++) {
        dtCrowdAgent *agent = c->agents->getEditableAgent(i);
        const float place[3] = {people->places[i].x, agent->npos[1], people->places[i].y};
        const float velocity[3] = {people->velocities[i].x, 0.0f, people->velocities[i].y};
        dtVcopy(agent->npos, place);
        dtVcopy(agent->vel, velocity);
        agent->corridor.reset(agent->corridor.getFirstPoly(), place);
    }
}

void step(void *simulator, throng_bench_pair *places)
{
    const crowd *c = static_cast<crowd *>(simulator);
    c->agents->update(c->people->dt, nullptr);
    for (int32_t i = 0; i < c->people->count; i++) {
        const float *place = c->agents->getAgent(i)->npos;
        places[i].x = place[0];
        places[i].y = place[2];
    }
}

void velocities(void *simulator, throng_bench_pair *values)
{
    const crowd *c = static_cast<crowd *>(simulator);
    for (int32_t i = 0; i < c->people->count; i++) {
        const float *velocity = c->agents->getAgent(i)->vel;
        values[i].x = velocity[0];
        values[i].y = velocity[2];
    }
}

} // namespace

extern "C" const throng_bench_outside throng_bench_detour = {"Detour", "detour", 1e-5, 1,         open,
                                                             close,    put_back, step, velocities};
