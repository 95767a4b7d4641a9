// throng for C++17: a class for each object of throng.h, which has the conventions.
//
// - An object destroys itself. Declare what others use before them; a context first. Objects move, and do not
//   copy.
// - Defs, agents, objects and sources begin with the library's defaults: throng::crowd_def,
//   throng::agent_def.
// - Arrays are containers, std::span, or lists in braces; counts and strides are theirs. Entries may lie
//   inside larger structs: throng::member(units, &unit::agent). Counts that do not fit together are
//   INVALID_ARGUMENT.
// - Errors are exceptions (throng::error). With -fno-exceptions, or THRONG_EXCEPTIONS defined as 0, calls
//   return throng::result, which has the value or the status and the message; objects are then made by
//   create().
// - Objects convert to the C interface's pointers, so its functions take them. Constants are those of C.
// - world.hpp has worlds: crowds, maps, fields and flows over several contexts.
#ifndef THRONG_HPP
#define THRONG_HPP

#include "context.hpp"
#include "crowd.hpp"
#include "flow.hpp"
#include "influence.hpp"
#include "potential.hpp"
#include "readback.hpp"
#include "terrain.hpp"
#include "trace.hpp"

#endif
