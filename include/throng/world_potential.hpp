// Potential fields of worlds for C++; world_potential.h has what the calls do. Calls on sources and goals,
// update() and reset() are collective; those with a part are local.
#ifndef THRONG_WORLD_POTENTIAL_HPP
#define THRONG_WORLD_POTENTIAL_HPP

#include "potential.hpp"
#include "world_base.hpp"
#include "world_potential.h"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/// A throng_world_potential_def with the library's defaults.
struct world_potential_def : throng_world_potential_def {
    world_potential_def() : throng_world_potential_def(throng_world_potential_default_def()) {}
};

/// A potential field over all parts of a world.
class world_potential : public detail::object<throng_world_potential, throng_world_potential_destroy>
{
  public:
    /// throng_world_potential_create(): a definition for each part of this process, which are as many as the
    /// contexts of the world; `def.parts` is set here.
    static returns<world_potential> create(const world &of, const strided<const throng_potential_def> &parts,
                                           const throng_world_potential_def &def = world_potential_def())
    {
        world_potential made;
        throng_status status = THRONG_OK;
        throng_world_potential_def whole = def;
        made.context_ = of.messages();
        const char *fault = detail::wrong_parts(of, parts, &status);
        if (status != THRONG_OK)
            return detail::give(made.created(status), made);
        whole.parts = fault ? nullptr : parts.data(); // then it is refused on all processes
        status = throng_world_potential_create(of, &whole, &made.object_);
        return detail::give(fault ? detail::invalid(fault) : made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    world_potential(const world &of, const strided<const throng_potential_def> &parts,
                    const throng_world_potential_def &def = world_potential_def())
        : world_potential(create(of, parts, def))
    {
    }
#endif
    world_potential() = default;

    /// throng_world_potential_set_sources(), from at least as many sources as there are indices.
    returns<void> set_sources(const strided<const std::uint64_t> &indices,
                              const strided<const throng_potential_source> &sources)
    {
        if (const char *fault = detail::unlike(indices, sources, "there are fewer sources than indices")) {
            (void)throng_world_potential_set_sources(object_, -1, nullptr, nullptr, 0);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_potential_set_sources(object_, detail::count_of(indices.size()),
                                                        indices.data(), sources.data(), sources.stride()));
    }
    /// throng_world_potential_move_sources(): structs that begin with two floats.
    template <class P>
    returns<void> move_sources(const strided<const std::uint64_t> &indices, const P &positions)
    {
        const auto from = detail::pairs(positions);
        if (const char *fault = detail::unlike(indices, from, "there are fewer positions than indices")) {
            (void)throng_world_potential_move_sources(object_, -1, nullptr, nullptr, 0);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_potential_move_sources(object_, detail::count_of(indices.size()),
                                                         indices.data(), from.data(), from.stride()));
    }
    /// throng_world_potential_remove_sources().
    returns<void> remove_sources(const strided<const std::uint64_t> &indices)
    {
        if (const char *fault = detail::unpacked(indices)) {
            (void)throng_world_potential_remove_sources(object_, -1, nullptr);
            return detail::give(detail::invalid(fault));
        }
        return check(
            throng_world_potential_remove_sources(object_, detail::count_of(indices.size()), indices.data()));
    }
    /// throng_world_potential_set_goals().
    returns<void> set_goals(const strided<const throng_potential_goal> &goals, std::int32_t first = 0)
    {
        if (const char *fault = detail::too_many(goals.size())) {
            (void)throng_world_potential_set_goals(object_, first, -1, nullptr, 0);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_potential_set_goals(object_, first, detail::count_of(goals.size()),
                                                      goals.data(), goals.stride()));
    }
    /// throng_world_potential_truncate_goals().
    returns<void> truncate_goals(std::int32_t count)
    {
        return check(throng_world_potential_truncate_goals(object_, count));
    }
    /// throng_world_potential_set_points().
    returns<void> set_points(std::int32_t part, const strided<const throng_potential_point> &points,
                             std::int32_t first = 0)
    {
        return local(throng_world_potential_set_points, part, points, first);
    }
    /// throng_world_potential_move_points(): structs that begin with two floats.
    template <class P>
    returns<void> move_points(std::int32_t part, const P &positions, std::int32_t first = 0)
    {
        return local(throng_world_potential_move_points, part, detail::pairs(positions), first);
    }
    /// throng_world_potential_truncate_points().
    returns<void> truncate_points(std::int32_t part, std::int32_t count)
    {
        return check(throng_world_potential_truncate_points(object_, part, count));
    }
    /// throng_world_potential_update().
    returns<void> update() { return check(throng_world_potential_update(object_)); }
    /// throng_world_potential_read(): the points of a part from `first` on, as many as there are entries.
    returns<void> read(std::int32_t part, const strided<throng_force> &forces, std::int32_t first = 0)
    {
        return local(throng_world_potential_read, part, forces, first);
    }
    /// The forces at all points of a part.
    returns<std::vector<throng_force>> read(std::int32_t part)
    {
        std::vector<throng_force> forces;
        throng_potential *field = nullptr;
        throng_potential_info facts = {};
        throng_status status = throng_world_potential_get_part(object_, part, &field);
        if (status == THRONG_OK)
            status = throng_potential_get_info(field, &facts);
        if (status == THRONG_OK) {
            forces.resize(std::size_t(facts.points));
            status = throng_world_potential_read(object_, part, 0, facts.points, forces.data(), 0);
        }
        return check(status, forces);
    }
    /// throng_world_potential_get_part(): for calls of the C interface that read; the world's field owns it.
    returns<throng_potential *> get_part(std::int32_t part)
    {
        throng_potential *field = nullptr;
        return check(throng_world_potential_get_part(object_, part, &field), field);
    }
    /// throng_world_potential_reset().
    returns<void> reset() { return check(throng_world_potential_reset(object_)); }
    /// throng_world_potential_get_info().
    returns<throng_world_potential_info> info() const
    {
        throng_world_potential_info facts = {};
        return check(throng_world_potential_get_info(object_, &facts), facts);
    }

  private:
    template <class T>
    returns<void> local(throng_status (*call)(throng_world_potential *, std::int32_t, std::int32_t,
                                              std::int32_t, T *, std::size_t),
                        std::int32_t part, const strided<T> &entries, std::int32_t first)
    {
        if (const char *fault = detail::too_many(entries.size()))
            return detail::give(detail::invalid(fault));
        return check(
            call(object_, part, first, detail::count_of(entries.size()), entries.data(), entries.stride()));
    }
};

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
