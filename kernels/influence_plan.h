/* OpenCL C: the plan of a map out of the 16 words that kernels get it as, and the grid in it. */
#ifndef THRONG_INFLUENCE_PLAN_H
#define THRONG_INFLUENCE_PLAN_H

#include "influence_tiles.h"

static void take_plan(influence_plan *plan, int16 words)
{
    plan->width = words.s0;
    plan->height = words.s1;
    plan->hex = words.s2;
    plan->cell_size = plain_real(words.s3);
    plan->pitch = words.s4;
    plan->tile_width = words.s5;
    plan->tile_height = words.s6;
    plan->tiles_x = words.s7;
    plan->tiles_y = words.s8;
    plan->list_capacity = (uint)words.s9;
    plan->world_height = words.sa;
    plan->kind = words.sb;
    plan->propagation = words.sc;
    plan->walls_pitch = words.sd;
    plan->walls_rows = words.se;
}

static void take_grid(influence_grid *grid, const influence_plan *plan)
{
    grid->width = plan->width;
    grid->height = plan->height;
    grid->hex = plan->hex;
    grid->cell_size = plan->cell_size;
    grid->kind = plan->kind;
    grid->propagation = plan->propagation;
    grid->world_height = plan->world_height;
    grid->walls_pitch = plan->walls_pitch;
    grid->walls_rows = plan->walls_rows;
}

#endif
