/* Sizes and offsets of public structs, for bindings to other languages. On a machine of 64 bits. */
#include <stdio.h>
#include <throng/throng.h>

#define SIZE(type) printf(#type ": %zu bytes\n", sizeof(type))
#define MEMBER(type, name) printf("  %-20s at %3zu\n", #name, offsetof(type, name))

int main(void)
{
    SIZE(throng_context_def);
    MEMBER(throng_context_def, allocator);
    MEMBER(throng_context_def, logger);
    MEMBER(throng_context_def, assertion);
    MEMBER(throng_context_def, parallel);
    MEMBER(throng_context_def, backend);
    MEMBER(throng_context_def, isa);
    MEMBER(throng_context_def, threads);
    MEMBER(throng_context_def, accept_inexact);
    MEMBER(throng_context_def, profile);
    MEMBER(throng_context_def, cookie);
    MEMBER(throng_context_def, device);
    MEMBER(throng_context_def, cache);
    SIZE(throng_crowd_def);
    MEMBER(throng_crowd_def, agent_capacity);
    MEMBER(throng_crowd_def, max_neighbors);
    MEMBER(throng_crowd_def, perception);
    MEMBER(throng_crowd_def, congestion);
    MEMBER(throng_crowd_def, symmetry);
    MEMBER(throng_crowd_def, terrain);
    MEMBER(throng_crowd_def, cell_size);
    MEMBER(throng_crowd_def, flow);
    MEMBER(throng_crowd_def, seed);
    MEMBER(throng_crowd_def, neighbors);
    MEMBER(throng_crowd_def, settle);
    MEMBER(throng_crowd_def, heading);
    MEMBER(throng_crowd_def, hash_guests);
    MEMBER(throng_crowd_def, integration);
    MEMBER(throng_crowd_def, origin_x);
    MEMBER(throng_crowd_def, cookie);
    SIZE(throng_agent_def);
    MEMBER(throng_agent_def, id);
    MEMBER(throng_agent_def, x);
    MEMBER(throng_agent_def, radius);
    MEMBER(throng_agent_def, navigation);
    MEMBER(throng_agent_def, target_x);
    MEMBER(throng_agent_def, offset_x);
    MEMBER(throng_agent_def, cookie);
    SIZE(throng_agent);
    MEMBER(throng_agent, index);
    MEMBER(throng_agent, generation);
}
