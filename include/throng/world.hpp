// Worlds for C++, which throng.hpp does not include: world_base.hpp has the world, and the other headers what
// is cut into its parts. world.h and the headers beside it have what the calls do, and which of them are
// collective. What a collective call finds wrong by itself it makes the C function refuse, too: the other
// processes wait for that. Only world::create() without contexts has nobody to tell.
#ifndef THRONG_WORLD_HPP
#define THRONG_WORLD_HPP

#include "world_base.hpp"
#include "world_crowd.hpp"
#include "world_flow.hpp"
#include "world_influence.hpp"
#include "world_potential.hpp"

#endif
