/* Tree of bounding boxes over agents or walls, and its traversal. */
#ifndef THRONG_KERNELS_CROWD_TREE_H
#define THRONG_KERNELS_CROWD_TREE_H

#include "kernels/crowd/layout.h"

/* Boxes per vector test. */
#if THRONG_WIDTH < CROWD_LEAF
#define CROWD_BOXES_PER_TEST THRONG_WIDTH
#else
#define CROWD_BOXES_PER_TEST CROWD_LEAF
#endif
#define CROWD_PADDING 32 /* padding behind lists and boxes, for whole vectors */

/* Bounding box of a leaf, or of 8 boxes. most: largest radius, or length of a wall. */
typedef struct crowd_box {
    float left, right, top, bottom, most;
} crowd_box;

static inline crowd_box crowd_no_box(void)
{
    crowd_box box;
    box.left = 3e38f;
    box.right = -3e38f;
    box.top = 3e38f;
    box.bottom = -3e38f;
    box.most = 0.0f;
    return box;
}

static inline void crowd_box_join(crowd_box *box, const crowd_box *more)
{
    box->left = scalar_min(box->left, more->left);
    box->right = scalar_max(box->right, more->right);
    box->top = scalar_min(box->top, more->top);
    box->bottom = scalar_max(box->bottom, more->bottom);
    box->most = scalar_max(box->most, more->most);
}

static inline void crowd_box_store(THRONG_GLOBAL float *boxes, THRONG_GLOBAL const crowd_tree *tree,
                                   int32_t i, const crowd_box *box)
{
    boxes[i] = box->left;
    boxes[i + tree->boxes] = box->right;
    boxes[i + 2 * tree->boxes] = box->top;
    boxes[i + 3 * tree->boxes] = box->bottom;
    boxes[i + 4 * tree->boxes] = box->most;
}

static inline crowd_box crowd_box_load(THRONG_GLOBAL const float *boxes, THRONG_GLOBAL const crowd_tree *tree,
                                       int32_t i)
{
    crowd_box box;
    box.left = boxes[i];
    box.right = boxes[i + tree->boxes];
    box.top = boxes[i + 2 * tree->boxes];
    box.bottom = boxes[i + 3 * tree->boxes];
    box.most = boxes[i + 4 * tree->boxes];
    return box;
}

/* Rank of a neighbour with this radius at this squared distance, by gaps: the distance less the radius, which
 * says whose body is nearest. Rounding keeps order: the gap to a box with its largest radius is never above
 * that to one of its agents. */
static FORCE_INLINE vfloat crowd_gap(vfloat square, vfloat radius) { return vf_sqrt(square) - radius; }

/* Order of floats as integers, which bits have for positive ones only. It is its own inverse. */
static FORCE_INLINE vint crowd_gap_word(vfloat gap)
{
    const vint bits = vf_to_bits(gap);
    return vi_xor(bits, vi_select(vi_lt(bits, vi_set(0)), vi_set(0x7fffffff), vi_set(0)));
}

static FORCE_INLINE vfloat crowd_gap_of_word(vint word)
{
    return vf_from_bits(crowd_gap_word(vf_from_bits(word)));
}

/* Address of agent i's x; y follows at CROWD_LEAF. */
static FORCE_INLINE THRONG_GLOBAL const float *crowd_point(THRONG_GLOBAL const float *points, int32_t i)
{
    return points + ((size_t)i + ((size_t)i & -(size_t)CROWD_LEAF));
}

/* Where the radii of the sorted agents are, behind their positions. */
static inline size_t crowd_radii(THRONG_GLOBAL const crowd_tree *tree)
{
    return 2 * (size_t)CROWD_LEAF * (size_t)tree->count[0];
}

/* Builds box i of an inner level; missing children are empty boxes. */
static inline void crowd_box_above(THRONG_GLOBAL const crowd_tree *tree, int32_t level, int32_t i,
                                   THRONG_GLOBAL float *boxes)
{
    crowd_box box = crowd_no_box();
    for (int32_t k = 8 * i; k < 8 * (i + 1); k++) {
        const crowd_box one = crowd_box_load(boxes, tree, tree->first[level - 1] + k);
        crowd_box_join(&box, &one);
    }
    crowd_box_store(boxes, tree, tree->first[level] + i, &box);
}

/* Squared distance, as every test of another agent has it. */
static FORCE_INLINE vfloat crowd_square(vfloat dx, vfloat dy) { return dx * dx + dy * dy; }

/* Squared distances of lanes to a box enlarged by `margin`. Sides are `pitch` floats apart. */
static FORCE_INLINE vfloat crowd_box_squares(THRONG_GLOBAL const float *box, int32_t pitch, vfloat x,
                                             vfloat y, vfloat margin)
{
    const vfloat nothing = vf_set(0.0f);
    const vfloat left = vf_set(box[0]), right = vf_set(box[pitch]);
    const vfloat top = vf_set(box[2 * (size_t)pitch]), bottom = vf_set(box[3 * (size_t)pitch]);
    const vfloat dx = vf_max(vf_max(left - x, x - right) - margin, nothing);
    const vfloat dy = vf_max(vf_max(top - y, y - bottom) - margin, nothing);
    return crowd_square(dx, dy);
}

/* Stackless depth-first traversal: box `box` of level `level`; level < 0 at the end. */
typedef struct crowd_traversal {
    int32_t level, box;
} crowd_traversal;

static inline crowd_traversal crowd_traversal_begin(THRONG_GLOBAL const crowd_tree *tree)
{
    crowd_traversal traversal;
    traversal.level = tree->levels - 1;
    traversal.box = 0;
    return traversal;
}

/* Moves to the first child if `down`, else to the next box. */
static inline void crowd_traversal_next(crowd_traversal *traversal, THRONG_GLOBAL const crowd_tree *tree,
                                        int down)
{
    const int32_t top = tree->levels - 1;
    if (down && traversal->level > 0) {
        traversal->level--;
        traversal->box *= 8;
        return;
    }
    while (traversal->level < top && (traversal->box & 7) == 7) {
        traversal->level++;
        traversal->box >>= 3;
    }
    if (traversal->level == top) /* the top level has one box */
        traversal->level = -1;
    traversal->box++;
}

/* ---------------------------------------------------------------- the leaves around a block --------- */

/* Search bounds of a block or batch: agents within a squared distance of `limit` of the box, or large enough
 * to touch it; by gaps those whose distance from it, less their radius, is at most `limit`. */
typedef struct crowd_bounds {
    crowd_box box;
    float limit;
    float close; /* squared range of hearing */
    float reach; /* crowd_contact_reach() */
    int touches, gaps;
} crowd_bounds;

/* Squared distances between boxes and the bounds' box. */
static FORCE_INLINE vfloat crowd_bounds_squares(const crowd_bounds *q, vfloat left, vfloat right, vfloat top,
                                                vfloat bottom)
{
    const vfloat nothing = vf_set(0.0f);
    const vfloat dx = vf_max(vf_max(left - vf_set(q->box.right), vf_set(q->box.left) - right), nothing);
    const vfloat dy = vf_max(vf_max(top - vf_set(q->box.bottom), vf_set(q->box.top) - bottom), nothing);
    return crowd_square(dx, dy);
}

/* Boxes from `at` on that are in reach, as bits. Sides are `pitch` floats apart. */
static FORCE_INLINE uint32_t crowd_boxes_reached(const crowd_bounds *q, THRONG_GLOBAL const float *at,
                                                 int32_t pitch)
{
    vfloat limit = vf_set(q->limit);
    if (q->gaps) {
        const vfloat squares =
            crowd_bounds_squares(q, vf_load(at), vf_load(at + pitch), vf_load(at + 2 * (size_t)pitch),
                                 vf_load(at + 3 * (size_t)pitch));
        return vmask_bits(vf_le(crowd_gap(squares, vf_load(at + 4 * (size_t)pitch)), limit));
    }
    if (q->touches) {
        const vfloat touch = (vf_set(q->box.most) + vf_load(at + 4 * (size_t)pitch)) * vf_set(q->reach);
        limit = vf_max(limit, touch * touch);
    }
    return vmask_bits(
        vf_le(crowd_bounds_squares(q, vf_load(at), vf_load(at + pitch), vf_load(at + 2 * (size_t)pitch),
                                   vf_load(at + 3 * (size_t)pitch)),
              limit));
}

/* Points in reach, as bits. radii: of the points, by gaps. most: largest radius of their leaf. *close: those
 * that may be heard or touched. */
static FORCE_INLINE uint32_t crowd_points_reached(const crowd_bounds *q, vfloat x, vfloat y, vfloat radii,
                                                  float most, uint32_t *close)
{
    const vfloat squares = crowd_bounds_squares(q, x, x, y, y);
    float limit = q->limit;
    *close = 0;
    if (q->gaps)
        return vmask_bits(vf_le(crowd_gap(squares, radii), vf_set(limit)));
    if (q->touches) {
        const float touch = (q->box.most + most) * q->reach;
        const float near = scalar_max(q->close, touch * touch);
        limit = scalar_max(limit, near);
        *close = vmask_bits(vf_le(squares, vf_set(near)));
    }
    return vmask_bits(vf_le(squares, vf_set(limit)));
}

/* Lists the children of a box that are in reach; returns their number. */
static FORCE_INLINE int32_t crowd_children(const crowd_bounds *q, THRONG_GLOBAL const crowd_tree *tree,
                                           THRONG_GLOBAL const float *boxes, int32_t first, int32_t child,
                                           THRONG_SCRATCH int32_t *list)
{
    const uint32_t all = (1u << CROWD_BOXES_PER_TEST) - 1u;
    int32_t count = 0;
    for (int32_t k = 0; k < 8; k += CROWD_BOXES_PER_TEST) {
        const uint32_t bits = crowd_boxes_reached(q, boxes + first + child + k, tree->boxes) & all;
        if (bits)
            count += vi_compress_store(list + count, vi_add(vi_set(child + k), vi_iota()), bits);
    }
    return count;
}

/* Lists all leaves in reach, ascending; returns their number. The result is in *leaves; *spare is a second
 * buffer, and both may be swapped. capacity: of numbers in each, less 8 and CROWD_PADDING; returns -1 if that
 * may be too few. */
static FORCE_INLINE int32_t crowd_leaves(const crowd_bounds *q, THRONG_GLOBAL const crowd_tree *tree,
                                         THRONG_GLOBAL const float *boxes, THRONG_SCRATCH int32_t **leaves,
                                         THRONG_SCRATCH int32_t **spare, const int32_t capacity)
{
    int32_t count = crowd_children(q, tree, boxes, tree->first[tree->levels - 1], 0, *leaves);
    for (int32_t level = tree->levels - 2; level >= 0; level--) {
        THRONG_SCRATCH int32_t *from = *leaves;
        int32_t next = 0;
        for (int32_t i = 0; i < count; i++) {
            if (next > capacity)
                return -1;
            next += crowd_children(q, tree, boxes, tree->first[level], 8 * from[i], *spare + next);
        }
        count = next;
        *leaves = *spare;
        *spare = from;
    }
    return count;
}

#endif
