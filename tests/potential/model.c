/* Potential fields in double precision, straight from the formulas (Yu 2014, equations 1 to 6 and 9 to 11):
 * brute force over everything that there is. */
#include "tests/potential/model.h"

#include <math.h>

static void repel(field_truth *t, double dx, double dy, double eta, double range)
{
    const double rho = sqrt(dx * dx + dy * dy), held = rho < 1e-3 ? 1e-3 : rho;
    if (rho > range * (1.0 + 8.0 * FIELD_E))
        return;
    t->terms++;
    t->force_size += eta / (held * held * held);
    t->potential_size += 0.5 * eta / (held * held);
    if (rho > range)
        return;
    const double slope = 1.0 / held - 1.0 / range;
    t->potential += 0.5 * eta * slope * slope;
    if (rho > 0.0) {
        t->fx += eta * slope / (held * held) * (dx / rho);
        t->fy += eta * slope / (held * held) * (dy / rho);
    }
}

static void attract(field_truth *t, double dx, double dy, double k)
{
    t->terms++;
    t->fx += k * dx;
    t->fy += k * dy;
    t->potential += 0.5 * k * (dx * dx + dy * dy);
    t->force_size += k * (fabs(dx) + fabs(dy));
    t->potential_size += 0.5 * k * (dx * dx + dy * dy);
}

static void by_walls(field_truth *t, const test_field *f, const throng_potential_point *p)
{
    const field_scene *s = f->scene;
    const double cell = (double)s->cell_size, range = (double)s->terrain_range;
    const uint8_t *blocked = f->blocked + (size_t)p->world * (size_t)(s->columns * s->rows);
    double nearest = 1e300, near_x = 0.0, near_y = 0.0;
    for (int32_t row = 0; row < s->rows; row++)
        for (int32_t column = 0; column < s->columns; column++) {
            const double dx = (double)p->x - (column + 0.5) * cell, dy = (double)p->y - (row + 0.5) * cell;
            if (!blocked[row * s->columns + column])
                continue;
            if (s->walls == THRONG_TERRAIN_ALL) {
                repel(t, dx, dy, (double)0.7f, range);
            } else if (sqrt(dx * dx + dy * dy) < nearest) {
                nearest = sqrt(dx * dx + dy * dy);
                near_x = dx;
                near_y = dy;
            }
        }
    if (s->walls == THRONG_TERRAIN_NEAREST)
        repel(t, near_x, near_y, (double)0.7f, nearest < 1e300 ? range : -1.0);
}

/* The exact lambda-measure of a set of types. */
static double measure_of(uint32_t set, int32_t types)
{
    double value = 0.0;
    for (int32_t i = 0; i < types; i++)
        if (set >> i & 1u)
            value += (double)field_weight(i) * (1.0 + (double)FIELD_LAMBDA * value);
    return value;
}

/* The integral of the counts, level by level: what is above a level weighs as a set. */
static double integral_of(const double *counts, int32_t types)
{
    double sum = 0.0;
    for (double level = 0.5; level < 1e5; level += 1.0) {
        uint32_t set = 0;
        for (int32_t i = 0; i < types; i++)
            set |= counts[i] > level ? 1u << i : 0;
        if (!set)
            break;
        sum += measure_of(set, types);
    }
    return sum;
}

static void join(field_truth *t, const field_scene *s)
{
    double added = 0.0;
    if (s->types == 0)
        return;
    for (int32_t i = 0; i < s->types; i++)
        added += t->counts[i] * (double)field_weight(i);
    t->damage = integral_of(t->counts, s->types);
    t->power = t->damage;
    t->doubtful = t->doubtful > 0.0 ? 1e300 : 0.0; /* one source more or less: not looked at */
    if (!s->interaction || added == 0.0)
        return;
    const double share = t->damage / added;
    t->fx += (share - 1.0) * t->push_x;
    t->fy += (share - 1.0) * t->push_y;
    t->potential += (share - 1.0) * t->lift;
    t->force_size *= 1.0 + share;
    t->potential_size *= 1.0 + share;
    t->force_size += t->doubtful;
    t->potential_size += t->doubtful;
}

field_truth field_truth_of(const test_field *f, const throng_potential_point *p)
{
    const field_scene *s = f->scene;
    field_truth t = {0};
    for (int32_t i = 0; i < s->goals; i++)
        if (p->goal == i || (p->goal == THRONG_GOALS_ALL && f->goals[i].world == p->world))
            attract(&t, (double)f->goals[i].x - (double)p->x, (double)f->goals[i].y - (double)p->y,
                    (double)f->goals[i].k);
    t.push_x = -t.fx;
    t.push_y = -t.fy;
    t.lift = -t.potential;
    for (int32_t i = 0; i < s->sources; i++) {
        const throng_potential_source *o = &f->sources[i];
        const double dx = (double)p->x - (double)o->x, dy = (double)p->y - (double)o->y;
        const double rho = sqrt(dx * dx + dy * dy), range = (double)o->range;
        if (o->world != p->world)
            continue;
        repel(&t, dx, dy, (double)o->eta, range);
        if (fabs(rho - range) <= 8.0 * FIELD_E * range)
            t.doubtful += (double)o->power;
        else if (rho < range) {
            t.damage += (double)o->power;
            t.counts[o->type] += 1.0;
        }
        if (rho < range * 1.1)
            t.power += (double)o->power;
    }
    t.push_x += t.fx;
    t.push_y += t.fy;
    t.lift += t.potential;
    join(&t, s);
    if (f->terrain)
        by_walls(&t, f, p);
    return t;
}

double field_additions(const test_field *f, const field_truth *t)
{
    return 128.0 + (double)t->terms / 64.0 + 8.0 + f->scene->rows * (f->scene->columns / 64.0 + 1.0);
}
