/* Data layout of a crowd, and its random numbers.
 *
 * Agents are sorted along a Hilbert curve. A tree of bounding boxes covers them: leaves hold 8 agents, inner
 * boxes 8 boxes of the level below. The tree only accelerates the search. Neighbours are chosen by exact
 * distances. */
#ifndef THRONG_KERNELS_CROWD_LAYOUT_H
#define THRONG_KERNELS_CROWD_LAYOUT_H

#include "kernels/simd/simd.h"

#define CROWD_LEAF 8
#define CROWD_BLOCK 64         /* agents searched together: the leaves of one level-1 box */
#define CROWD_LEVELS 9         /* tree levels, leaves included: 8^9 > THRONG_MAX_AGENTS */
#define CROWD_MAX_LINES 104    /* half-planes per agent */
#define CROWD_MAX_WALLS 32     /* of them from walls, the nearest ones */
#define CROWD_MAX_NEIGHBORS 64 /* of them from other agents */
#define CROWD_MAX_MOVING 8     /* of them from moving obstacles */
#define CROWD_MAX_COORDINATE 1e9f
#define CROWD_MAX_SPEED 1e9f    /* along each axis */
#define CROWD_MIN_SQUARE 1e-30f /* smallest squared length that is used as a divisor */

/* crowd_body.settings: flags, the maximum number of avoided agents, and a flow field. */
#define CROWD_TO_GOAL 1
#define CROWD_LOCKED 2
#define CROWD_BY_FLOW 4
#define CROWD_GUEST 8  /* the host moves it */
#define CROWD_GHOST 16 /* a copy: its own step is made in another part of a world, see src/world */
/* Its target was given as what it is not now, a goal or a velocity, see crowd_convert_targets(). */
#define CROWD_OTHER_TARGET 32
#define CROWD_NAVIGATES (CROWD_TO_GOAL | CROWD_BY_FLOW | CROWD_GUEST | CROWD_OTHER_TARGET)
#define CROWD_NOT_STEPPED (CROWD_GUEST | CROWD_GHOST)    /* steps leave these as they are */
#define CROWD_UNMOVED (CROWD_LOCKED | CROWD_NOT_STEPPED) /* steps compute no velocity for these */
#define CROWD_NEIGHBORS_SHIFT 8                          /* 8 bits */
#define CROWD_FIELD_SHIFT 16                             /* index of the flow field that the agent follows */

/* crowd_body.state. The low bits count the steps of the current congestion episode: 1 to 10, then 1 again; 0
 * if there is none. Flags follow; all but the last describe the agent's last step. */
#define CROWD_EPISODE 15
#define CROWD_FLAGS_SHIFT 8
#define CROWD_CONGESTED 256
#define CROWD_INFEASIBLE 512
#define CROWD_ARRIVED 1024
#define CROWD_FRESH 2048   /* no step made yet */
#define CROWD_SLOW 4096    /* slower than dead_speed; valid within a step only */
#define CROWD_INSIDE 8192  /* its centre is behind a wall or its body in one */
#define CROWD_LEAVES 16384 /* it leaves that, past others but not by walls; valid within a step only */
/* Its position or radius was set since its last step, or that went along a wall: it may be in one. */
#define CROWD_PLACED 32768
#define CROWD_FAR 65536 /* inside a wall, and on its way to a place that the wide search found */
#define CROWD_UNKNOWN (CROWD_FRESH | CROWD_PLACED) /* nobody knows whether it is in a wall */
#define CROWD_MOVED 131072 /* its motion was set since its last step, see kernels/crowd/motions.h */
/* They only say what has to be looked at: neither in hashes nor in snapshots. */
#define CROWD_UNSEEN (CROWD_PLACED | CROWD_MOVED)
/* Within a step on OpenCL devices, see kernels/crowd/move.h: what is left of it, and flags of before,
 * above all others. */
#define CROWD_PUT_OFF 262144
#define CROWD_TOUCHES 524288 /* a wall, perhaps */
#define CROWD_BEFORE_SHIFT 16

/* Features that a crowd uses: crowd_plan.uses. */
#define CROWD_VISION 1 /* numbered as THRONG_VISION etc. */
#define CROWD_HEARING 2
#define CROWD_TOUCH 4
#define CROWD_ADAPTIVE 8
#define CROWD_RESPONSIBILITY 16
#define CROWD_SENSES 7             /* any of the first three */
#define CROWD_CONGESTION 32        /* congestion rule */
#define CROWD_BY_DISTANCE 64       /* vision is a circle of radius neighbor_dist */
#define CROWD_FLOWING 512          /* some agents may follow a flow field */
#define CROWD_WALLED 256           /* there are walls */
#define CROWD_UNCHECKED 1024       /* walls have changed: anyone may be in one */
#define CROWD_HETEROGENEOUS 128    /* layers, masks, priorities, responsibilities or locked agents are used */
#define CROWD_SOLID 16384          /* terrain without any free cell, and no other walls: all are in it */
#define CROWD_MOVING 32768         /* there are moving obstacles */
#define CROWD_HOST_MOVES 65536     /* steps leave positions to the host: THRONG_INTEGRATE_VELOCITIES */
#define CROWD_MIXED_TARGETS 131072 /* agents may have CROWD_OTHER_TARGET */
#define CROWD_SETTLES 8192         /* agents settle around shared goals, see kernels/crowd/settle.h */
#define CROWD_TURNING                                                                                        \
    2048 /* with senses: THRONG_HEADING_TURNING, see crowd_turn() and crowd_contact_reach() */
#define CROWD_BY_GAPS 4096 /* neighbours are ranked by gaps; set where radii differ, see crowd_gap() */
/* Features for which the step is specialised at compile time. */
#define CROWD_STEP_USES                                                                                      \
    (CROWD_SENSES | CROWD_RESPONSIBILITY | CROWD_BY_DISTANCE | CROWD_HETEROGENEOUS | CROWD_WALLED |          \
     CROWD_BY_GAPS | CROWD_SETTLES | CROWD_TURNING | CROWD_MOVING)

#define CROWD_TARGET_WORD 10 /* where a body has target_x */
#define CROWD_ALL_SENSES (CROWD_SENSES | CROWD_RESPONSIBILITY)

/* Hot state of an agent, indexed by agent. The first row of 8 words is written by each step, the second row
 * is read by each step. */
typedef struct crowd_body {
    float x, y, vx, vy;
    float heading_x, heading_y;
    int32_t perceived, state;
    float radius, max_speed;
    float target_x,
        target_y; /* preferred velocity, or goal: CROWD_TO_GOAL and CROWD_OTHER_TARGET say which */
    float neighbor_dist;
    float horizon; /* seconds */
    int32_t settings;
    int32_t tie; /* rank among all ids; breaks ties */
} crowd_body;

/* What rounding has taken from an agent's way so far: it is at (body.x + x, body.y + y), see
 * kernels/crowd/advance.h. */
typedef struct crowd_rest {
    float x, y;
} crowd_rest;

/* Cold state of an agent, read only if a feature needs it. First row: senses. Second row: parameters of the
 * preferred velocity, walls and random numbers. */
typedef struct crowd_sense {
    float vision, vision_most, vision_least; /* vision_least < 0: 4/15 of vision_most */
    float cosine;                            /* cos * |cos| of half the sector's angle */
    float hearing, sound;
    int32_t capacity;
    float responsibility;
    int32_t priority;
    int32_t layer, mask;
    float dead_speed;        /* below 0: 0.1 * max_speed */
    float pref_speed;        /* below 0: max_speed */
    float horizon_obst;      /* seconds */
    int32_t id_low, id_high; /* keys of random numbers */
} crowd_sense;

/* How near bodies notice each other from any side, in sums of their radii. Whoever has been pushed apart from
 * another until they just touch must still notice it, or they would come back at once. */
static FORCE_INLINE float crowd_contact_reach(const int uses) { return uses & CROWD_TURNING ? 1.25f : 1.0f; }

/* Whether they do: by touch, and if headings turn, whoever sees. */
static FORCE_INLINE int crowd_notices_contact(const int uses)
{
    return (uses & CROWD_TOUCH) || ((uses & CROWD_TURNING) && (uses & CROWD_VISION));
}

/* Finaliser of SplitMix64 (Steele, Lea, Flood 2014). */
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

/* Hash of an agent's id and dynamic state. Hashes of agents are summed, so their order does not matter.
 * guests: 1: those count, too. */
static inline uint64_t crowd_hash_agent(THRONG_GLOBAL const crowd_body *body,
                                        THRONG_GLOBAL const crowd_sense *sense, int32_t guests)
{
    if (!guests && (body->settings & CROWD_GUEST))
        return 0;
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
    return crowd_hash_in(h, body->state & ~CROWD_UNSEEN);
}

/* Neighbour snapshot of an agent, in sorted order. */
typedef struct crowd_record {
    float x, y, vx, vy, radius;
    float weight; /* responsibility; 0 for locked agents; its sign: the agent has arrived (CROWD_SETTLES) */
    int32_t priority, tie;
} crowd_record;

/* Second part of the snapshot, used with senses or layers. vision2, hearing2: squared ranges; with both
 * CROWD_BY_DISTANCE and CROWD_BY_GAPS vision2 is neighbor_dist itself. */
typedef struct crowd_extra {
    float heading_x, heading_y, vision2, cosine, hearing2, sound;
    int32_t layer, mask;
} crowd_extra;

/* Sort key of two words, the second of which is not negative: squared distance (bits of the float), then id;
 * by gaps the gap's word (crowd_gap_word()), then the squared distance. */
static inline int64_t crowd_rank(int32_t first, int32_t second)
{
    return (int64_t)((uint64_t)(uint32_t)first << 32 | (uint32_t)second);
}

/* Tree of boxes; level 0 holds the leaves. */
typedef struct crowd_tree {
    int32_t levels;
    int32_t first[CROWD_LEVELS], count[CROWD_LEVELS]; /* first box and number of boxes of each level */
    int32_t boxes;                                    /* capacity in boxes; levels == 0: empty tree */
} crowd_tree;

typedef struct crowd_plan {
    int32_t agents;
    crowd_tree tree;  /* over the agents */
    crowd_tree walls; /* over the walls */
    int32_t uses;     /* features, CROWD_VISION etc. */
    int32_t nearest;  /* largest number of neighbours that any agent avoids */
    float dt, per_dt, symmetry;
    float walk;               /* seconds that agents walk in a step: dt, or 0 if the host moves them */
    float origin_x, origin_y; /* of the flow */
    float home_x, home_y;     /* the crowd's: goals count from there, velocities do not */
    int32_t seed_low, seed_high, step_low, step_high;
    int32_t moving, moving_walls; /* moving obstacles, and their walls */
    int32_t whole;                /* agents of the crowd, of which those here may be a part */
    float whole_most;             /* the largest radius of those that are not here, 0: all are */
} crowd_plan;

/* A coordinate of a target that was given as the other kind: goals count from the crowd's home, velocities do
 * not. Homes are floats, so that the sum is rounded once. */
static inline float crowd_converted(float target, float home, int32_t settings)
{
    return settings & CROWD_TO_GOAL ? target - home : target + home;
}

/* A moving obstacle, see kernels/crowd/moving.h. */
typedef struct crowd_moving {
    float x, y;                     /* about which it turns */
    float vx, vy, turn;             /* velocity, and radians per second */
    float cosine, sine;             /* of the turn of a step */
    float left, right, top, bottom; /* box of its walls */
    float speed, size;              /* bounds of the speed of its points, and of its walls' lengths */
    int32_t first, edges;           /* its walls */
    int32_t corner, corners;        /* of its hull; 0: it is solid outside, and has none */
    int32_t unused[3];
} crowd_moving;

/* What an agent makes of the walls around it. state: 0, or CROWD_INSIDE, with CROWD_LEAVES if (x, y) is the
 * way to where it goes, and with CROWD_FAR if the wide search found that. */
typedef struct crowd_exit {
    int32_t state;
    float x, y;
} crowd_exit;

struct crowd_wall;
struct flow_plan;

/* On OpenCL devices kernels of their own sample flow directions and look for ways out of walls before the
 * step, and sweep it after: one kernel for all would use so many registers that too few waves run on a
 * GPU. The CPU backend does all this during the step. */
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define CROWD_BY_STAGES 1
typedef struct crowd_flow_vector { /* same layout as flow_vector */
    float dx, dy, length;
} crowd_flow_vector;
#else
#define CROWD_BY_STAGES 0
#endif

/* Everything that a step reads and writes. */
typedef struct crowd_world {
    THRONG_GLOBAL crowd_body *bodies;
    THRONG_GLOBAL crowd_sense *senses;
    THRONG_GLOBAL crowd_rest *rests;
    THRONG_GLOBAL const crowd_record *records;
    THRONG_GLOBAL const crowd_extra *extras;
    THRONG_GLOBAL const float *points;  /* positions of the records: all x of a leaf, then all y */
    THRONG_GLOBAL const float *radii;   /* of the records, with CROWD_BY_GAPS: see crowd_radii() */
    THRONG_GLOBAL const int32_t *order; /* indices of agents, sorted */
    /* By agent: search range of the last step (squared, or by gaps), 0 if unknown. It limits the next search;
     * the result does not depend on it. */
    THRONG_GLOBAL float *ranges;
    THRONG_GLOBAL uint8_t *events; /* by agent: see kernels/crowd/events.h */
    /* sides left, right, top, bottom, then most: tree.boxes floats each */
    THRONG_GLOBAL const float *boxes;
    float max_sound_range; /* upper bound of all sound ranges */
    THRONG_GLOBAL const struct crowd_wall *walls;
    THRONG_GLOBAL const float *wall_boxes;
    THRONG_GLOBAL const crowd_moving *moving; /* and their walls and corners */
#if CROWD_BY_STAGES
    THRONG_GLOBAL const crowd_flow_vector *flow_vectors; /* by agent in sorted order */
    THRONG_GLOBAL const crowd_exit *exits;               /* by agent, where they were looked for */
#else
    const struct flow_plan *flow; /* plan and path keys of the flow fields */
    const void *flow_keys;
#endif
} crowd_world;

static FORCE_INLINE vmask crowd_some(vint a) /* lanes that are not 0 */
{
    return vi_lt(vi_or(a, vi_sub(vi_set(0), a)), vi_set(0));
}

/* Lanes whose settings have one of these flags. */
static FORCE_INLINE vmask crowd_flagged(vint settings, int32_t flags)
{
    return crowd_some(vi_and(settings, vi_set(flags)));
}

/* ---------------------------------------------------------------- random numbers -------------------- */

#define CROWD_RANDOM_CONGESTION 1 /* streams of random numbers */
#define CROWD_RANDOM_SYMMETRY 2
#define CROWD_RANDOM_PLACE 3

/* Logical shift to the right, n >= 1. */
static FORCE_INLINE vint crowd_shift(vint a, int n)
{
    return vi_and(vi_shift_right(a, n), vi_set(0x7fffffff >> (n - 1)));
}

/* Finaliser of MurmurHash3 (Appleby). */
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

/* Counter-based random number: a hash of (seed, a, b, purpose). No generator state is kept. */
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

/* Uniform in -1 .. 1. */
static FORCE_INLINE vfloat crowd_random_signed(vint random)
{
    return (vf_from_int(crowd_shift(random, 8)) - vf_set(8388607.5f)) * vf_set(1.0f / 8388608.0f);
}

/* Cosine and sine of an angle in [-pi/3, pi/3] by Taylor polynomials, error below 1e-7. */
static FORCE_INLINE void crowd_sincos(vfloat angle, vfloat *cosine, vfloat *sine)
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
