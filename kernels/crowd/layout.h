/* What a crowd is made of: its agents, sorted along a curve that keeps neighbours together, and a tree of
 * boxes over them. Leaves have 8 agents, and every box of the tree 8 of the level below. The tree is only
 * there for speed: who is near whom is decided by exact distances. */
#ifndef THRONG_KERNELS_CROWD_LAYOUT_H
#define THRONG_KERNELS_CROWD_LAYOUT_H

#include "kernels/simd/simd.h"

#define CROWD_LEAF 8
#define CROWD_BLOCK 64 /* agents that are worked off together: the leaves of one box */
#define CROWD_LEVELS 9 /* of boxes, leaves included: 8^9 > THRONG_MAX_AGENTS */
#define CROWD_LINES 96 /* half-planes of an agent, at most */
#define CROWD_WALLS 32 /* of them by walls, the nearest */
#define CROWD_MOST 64  /* of them by other agents */
#define CROWD_FARTHEST 1e9f
#define CROWD_LEAST 1e-30f /* squares of lengths below are not divided by */

/* A body's settings; above them the number of others that it avoids at most, and a field. */
#define CROWD_TO_GOAL 1
#define CROWD_LOCKED 2
#define CROWD_BY_FLOW 4
#define CROWD_NEIGHBORS_SHIFT 8 /* 8 bits */
#define CROWD_FIELD_SHIFT 16    /* the field of the flow that it follows */

/* An agent's state: the last of its steps in an episode of congestion, 1 to 10 and again from 1, or 0; and
 * flags, of which all but the last are about its last step. */
#define CROWD_EPISODE 15
#define CROWD_FLAGS_SHIFT 8
#define CROWD_CONGESTED 256
#define CROWD_INFEASIBLE 512
#define CROWD_ARRIVED 1024
#define CROWD_FRESH 2048 /* it has not made a step yet */
#define CROWD_SLOW 4096  /* slower than dead_speed: of use within a step alone */

/* What a crowd uses. */
#define CROWD_VISION 1 /* as THRONG_VISION and so on */
#define CROWD_HEARING 2
#define CROWD_TOUCH 4
#define CROWD_ADAPTIVE 8
#define CROWD_RESPONSIBILITY 16
#define CROWD_SENSES 7          /* any of the first three */
#define CROWD_CONGESTION 32     /* the rule */
#define CROWD_BY_DISTANCE 64    /* neighbor_dist stands for vision in all directions */
#define CROWD_FLOWING 512       /* some may follow a flow */
#define CROWD_WALLED 256        /* there are walls */
#define CROWD_HETEROGENEOUS 128 /* there are layers, masks, priorities, responsibilities or locked agents */
/* What steps have code of their own for. */
#define CROWD_OF_STEP                                                                                        \
    (CROWD_SENSES | CROWD_RESPONSIBILITY | CROWD_BY_DISTANCE | CROWD_HETEROGENEOUS | CROWD_WALLED)

#define CROWD_OF_ALL (CROWD_SENSES | CROWD_RESPONSIBILITY)

/* An agent: what every step writes, as one row of 8 words, then what every step reads. The two structs lie in
 * arrays by the agent's index. */
typedef struct crowd_body {
    float x, y, vx, vy;
    float heading_x, heading_y;
    int32_t perceived, state;
    float radius, max_speed;
    float target_x, target_y; /* preferred velocity, or goal */
    float neighbor_dist;
    float horizon; /* seconds */
    int32_t settings;
    int32_t tie; /* rank by id */
} crowd_body;

/* And what no step needs unless something asks for it: senses, and in the second row the way to a goal, walls
 * and random angles. */
typedef struct crowd_sense {
    float vision, vision_most, vision_least; /* least: below 0: 4/15 of most */
    float cosine;                            /* of half the sector's angle, times its own magnitude */
    float hearing, sound;
    int32_t capacity;
    float responsibility;
    int32_t priority;
    int32_t layer, mask;
    float dead_speed;        /* below 0: a tenth of max_speed */
    float pref_speed;        /* below 0: max_speed */
    float horizon_obst;      /* seconds */
    int32_t id_low, id_high; /* keys of random numbers */
} crowd_sense;

/* Mixes all bits of h (Steele, Lea, Flood 2014). */
static inline uint64_t crowd_hash_mix(uint64_t h)
{
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
}

static inline uint64_t crowd_hash_in(uint64_t h, int32_t word)
{
    return crowd_hash_mix((h ^ (uint32_t)word) + 0x9e3779b97f4a7c15u);
}

/* Who an agent is, and what becomes of it. Agents' hashes are added, so that their order does not matter. */
static inline uint64_t crowd_hash_agent(THRONG_GLOBAL const crowd_body *body,
                                        THRONG_GLOBAL const crowd_sense *sense)
{
    const uint64_t id = (uint64_t)(uint32_t)sense->id_high << 32 | (uint32_t)sense->id_low;
    uint64_t h = crowd_hash_mix(id + 0x9e3779b97f4a7c15u);
    h = crowd_hash_in(h, scalar_to_bits(body->x));
    h = crowd_hash_in(h, scalar_to_bits(body->y));
    h = crowd_hash_in(h, scalar_to_bits(body->vx));
    h = crowd_hash_in(h, scalar_to_bits(body->vy));
    h = crowd_hash_in(h, scalar_to_bits(body->heading_x));
    h = crowd_hash_in(h, scalar_to_bits(body->heading_y));
    h = crowd_hash_in(h, scalar_to_bits(sense->vision));
    h = crowd_hash_in(h, body->perceived);
    return crowd_hash_in(h, body->state);
}

/* What others see of an agent, in sorted order. */
typedef struct crowd_record {
    float x, y, vx, vy, radius;
    float weight; /* responsibility; 0 of locked ones */
    int32_t priority, tie;
} crowd_record;

/* And with senses or layers this too. vision2, hearing2: the squares. */
typedef struct crowd_extra {
    float heading_x, heading_y, vision2, cosine, hearing2, sound;
    int32_t layer, mask;
} crowd_extra;

/* Orders agents by the square of the distance, then by id. square: its bits. */
static inline int64_t crowd_rank(int32_t square, int32_t tie) { return (int64_t)square << 32 | tie; }

/* Boxes over boxes: leaves are level 0. */
typedef struct crowd_tree {
    int32_t levels;
    int32_t first[CROWD_LEVELS], count[CROWD_LEVELS]; /* of a level */
    int32_t boxes;                                    /* room for so many; no levels: none */
} crowd_tree;

typedef struct crowd_plan {
    int32_t agents;
    crowd_tree tree;  /* over the agents */
    crowd_tree walls; /* over the walls */
    int32_t uses;     /* CROWD_VISION and so on */
    int32_t nearest;  /* that any agent avoids, at most */
    float dt, per_dt, symmetry;
    int32_t seed_low, seed_high, step_low, step_high;
} crowd_plan;

struct crowd_wall;
struct flow_plan;

/* Devices ask the flow about all agents before a step: in a kernel of its own, for together they take more
 * registers than leave a GPU enough waves. The CPU backend asks on the way. */
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define CROWD_ASKED 1
typedef struct crowd_way { /* as flow_way */
    float dx, dy, length;
} crowd_way;
#else
#define CROWD_ASKED 0
#endif

/* Everything that a step reads and writes. */
typedef struct crowd_world {
    THRONG_GLOBAL crowd_body *bodies;
    THRONG_GLOBAL crowd_sense *senses;
    THRONG_GLOBAL const crowd_record *records;
    THRONG_GLOBAL const crowd_extra *extras;
    THRONG_GLOBAL const float *points;  /* the records' positions: of each leaf all x, then all y */
    THRONG_GLOBAL const int32_t *order; /* indices of agents, sorted */
    /* by index: the square of how far each looked for its neighbours in its last step, 0: not known. So it
     * need not look at everyone in the next one; the result does not depend on it. */
    THRONG_GLOBAL float *ranges;
    /* left, right, top, bottom, most: so many of each as the tree has boxes */
    THRONG_GLOBAL const float *boxes;
    float max_sound_range; /* no sound ranges farther */
    THRONG_GLOBAL const struct crowd_wall *walls;
    THRONG_GLOBAL const float *wall_boxes;
#if CROWD_ASKED
    THRONG_GLOBAL const crowd_way *ways; /* of agents in sorted order */
#else
    const struct flow_plan *flow; /* and the keys of its fields */
    const void *flow_keys;
#endif
} crowd_world;

static FORCE_INLINE vmask crowd_some(vint a) /* not 0 */
{
    return vi_lt(vi_or(a, vi_sub(vi_set(0), a)), vi_set(0));
}

/* ---------------------------------------------------------------- random numbers -------------------- */

#define CROWD_OF_CONGESTION 1 /* purposes */
#define CROWD_OF_SYMMETRY 2
#define CROWD_OF_PLACE 3

/* Fills with zeros; n >= 1. */
static FORCE_INLINE vint crowd_shift(vint a, int n)
{
    return vi_and(vi_shift_right(a, n), vi_set(0x7fffffff >> (n - 1)));
}

/* Mixes all bits of a word. */
static FORCE_INLINE vint crowd_mix(vint h)
{
    h = vi_mul(vi_xor(h, crowd_shift(h, 16)), vi_set((int32_t)0x85ebca6bu));
    h = vi_mul(vi_xor(h, crowd_shift(h, 13)), vi_set((int32_t)0xc2b2ae35u));
    return vi_xor(h, crowd_shift(h, 16));
}

static FORCE_INLINE vint crowd_stir(vint h, vint more)
{
    return crowd_mix(vi_add(vi_xor(h, more), vi_set((int32_t)0x9e3779b9u)));
}

/* A number for (seed, a, b, purpose), which needs no memory of the numbers before it. */
static FORCE_INLINE vint crowd_random(THRONG_GLOBAL const crowd_plan *plan, vint a_low, vint a_high,
                                      vint b_low, vint b_high, int32_t purpose)
{
    vint h = vi_set((int32_t)((uint32_t)plan->seed_low + (uint32_t)purpose * 0x632be5abu));
    h = crowd_stir(h, vi_set(plan->seed_high));
    h = crowd_stir(h, a_low);
    h = crowd_stir(h, a_high);
    h = crowd_stir(h, b_low);
    return crowd_stir(h, b_high);
}

/* From -1 to 1, evenly. */
static FORCE_INLINE vfloat crowd_between(vint random)
{
    return (vf_from_int(crowd_shift(random, 8)) - vf_set(8388607.5f)) * vf_set(1.0f / 8388608.0f);
}

/* cos and sin of an angle within [-pi/3, pi/3]; both within 1e-7. */
static FORCE_INLINE void crowd_turn(vfloat angle, vfloat *cosine, vfloat *sine)
{
    const vfloat q = angle * angle;
    vfloat c = vf_set(-2.7557319e-7f), s = vf_set(-2.5052108e-8f);
    c = c * q + vf_set(2.4801587e-5f);
    c = c * q - vf_set(1.3888889e-3f);
    c = c * q + vf_set(4.1666667e-2f);
    c = c * q - vf_set(0.5f);
    s = s * q + vf_set(2.7557319e-6f);
    s = s * q - vf_set(1.9841270e-4f);
    s = s * q + vf_set(8.3333333e-3f);
    s = s * q - vf_set(0.16666667f);
    *cosine = c * q + vf_set(1.0f);
    *sine = s * q * angle + angle;
}

#endif
