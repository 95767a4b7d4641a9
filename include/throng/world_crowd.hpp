// Crowds of worlds for C++; world_crowd.h has what the calls do, and which of them are collective.
#ifndef THRONG_WORLD_CROWD_HPP
#define THRONG_WORLD_CROWD_HPP

#include "crowd.hpp"
#include "world_base.hpp"
#include "world_crowd.h"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/// A throng_world_crowd_def with the library's defaults, and the definitions of the parts.
struct world_crowd_def : throng_world_crowd_def {
    world_crowd_def() : throng_world_crowd_def(throng_world_crowd_default_def()) {}
};

/// Agents of a part, see world_crowd::get_own().
struct own_agents {
    std::vector<std::uint64_t> ids;
    std::vector<throng_motion> motions;
};

/// A crowd over all parts of a world.
class world_crowd : public detail::object<throng_world_crowd, throng_world_crowd_destroy>
{
  public:
    /// throng_world_crowd_create(): a definition for each part of this process, which are as many as the
    /// contexts of the world; `def.parts` is set here.
    static returns<world_crowd> create(const world &of, const strided<const throng_crowd_def> &parts,
                                       const throng_world_crowd_def &def = world_crowd_def())
    {
        world_crowd made;
        throng_status status = THRONG_OK;
        throng_world_crowd_def whole = def;
        made.context_ = of.messages();
        const char *fault = detail::wrong_parts(of, parts, &status);
        if (status != THRONG_OK)
            return detail::give(made.created(status), made);
        if (fault) {
            whole.parts = nullptr;
            (void)throng_world_crowd_create(of, &whole, &made.object_); // refused on all processes
            return detail::give(detail::invalid(fault), made);
        }
        whole.parts = parts.data();
        status = throng_world_crowd_create(of, &whole, &made.object_);
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    world_crowd(const world &of, const strided<const throng_crowd_def> &parts,
                const throng_world_crowd_def &def = world_crowd_def())
        : world_crowd(create(of, parts, def))
    {
    }
#endif
    world_crowd() = default;

    /// throng_world_crowd_add().
    returns<void> add(const strided<const throng_agent_def> &defs)
    {
        if (const char *fault = detail::too_many(defs.size())) {
            (void)throng_world_crowd_add(object_, -1, nullptr, 0);
            return detail::give(detail::invalid(fault));
        }
        return check(
            throng_world_crowd_add(object_, detail::count_of(defs.size()), defs.data(), defs.stride()));
    }
    /// throng_world_crowd_add_states().
    returns<void> add_states(const strided<const throng_agent_state> &states)
    {
        if (const char *fault = detail::unpacked(states)) {
            (void)throng_world_crowd_add_states(object_, -1, nullptr);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_crowd_add_states(object_, detail::count_of(states.size()), states.data()));
    }
    /// throng_world_crowd_remove().
    returns<void> remove(const strided<const std::uint64_t> &ids)
    {
        if (const char *fault = detail::unpacked(ids)) {
            (void)throng_world_crowd_remove(object_, -1, nullptr);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_crowd_remove(object_, detail::count_of(ids.size()), ids.data()));
    }
    /// throng_world_crowd_find(): the number of the part of each agent, -1 for an id that nobody has.
    returns<std::vector<std::int32_t>> find(const strided<const std::uint64_t> &ids)
    {
        std::vector<std::int32_t> parts(ids.size());
        if (const char *fault = detail::unpacked(ids)) {
            (void)throng_world_crowd_find(object_, -1, nullptr, nullptr);
            return detail::give(detail::invalid(fault), parts);
        }
        return check(throng_world_crowd_find(object_, detail::count_of(ids.size()), ids.data(), parts.data()),
                     parts);
    }
    /// throng_world_crowd_set(), from a container of at least as many entries.
    template <class T, class C>
    returns<void> set(const agent_value<T> &value, const strided<const std::uint64_t> &ids, const C &from)
    {
        const detail::bytes in = detail::bytes_of<T>(from);
        const char *fault = detail::unpacked(ids);
        if (!fault)
            fault = detail::too_few(in.count, ids.size(), "there are fewer values than agents");
        if (fault) {
            (void)throng_world_crowd_set(object_, value.which, -1, nullptr, nullptr, 0);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_crowd_set(object_, value.which, detail::count_of(ids.size()), ids.data(),
                                            in.data, in.stride));
    }
    /// throng_world_crowd_set_motions(), from at least as many motions, packed.
    returns<void> set_motions(const strided<const std::uint64_t> &ids,
                              const strided<const throng_motion> &motions)
    {
        const char *fault = detail::unpacked(ids);
        if (!fault)
            fault = detail::unpacked(motions);
        if (!fault)
            fault = detail::too_few(motions.size(), ids.size(), "there are fewer motions than agents");
        if (fault) {
            (void)throng_world_crowd_set_motions(object_, -1, nullptr, nullptr);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_crowd_set_motions(object_, detail::count_of(ids.size()), ids.data(),
                                                    motions.data()));
    }
    /// throng_world_crowd_get_own(): all of them.
    returns<own_agents> get_own(std::int32_t part)
    {
        std::int32_t count = 0;
        own_agents own;
        throng_status status = throng_world_crowd_get_own(object_, part, nullptr, nullptr, 0, &count);
        if (status == THRONG_OK) {
            own.ids.resize(std::size_t(count));
            own.motions.resize(std::size_t(count));
            status =
                throng_world_crowd_get_own(object_, part, own.ids.data(), own.motions.data(), count, &count);
        }
        return check(status, own);
    }
    /// throng_world_crowd_get_part(): for calls of the C interface; the world's crowd owns it.
    returns<throng_crowd *> get_part(std::int32_t part)
    {
        throng_crowd *local = nullptr;
        return check(throng_world_crowd_get_part(object_, part, &local), local);
    }
    /// throng_world_crowd_add_obstacle(): vertices, or structs that derive from them.
    returns<throng_obstacle> add_obstacle(const strided<const throng_vertex_double> &vertices)
    {
        throng_obstacle obstacle = {};
        if (const char *fault = detail::too_many(vertices.size())) {
            (void)throng_world_crowd_add_obstacle(object_, -1, nullptr, 0, nullptr);
            return detail::give(detail::invalid(fault), obstacle);
        }
        return check(throng_world_crowd_add_obstacle(object_, detail::count_of(vertices.size()),
                                                     vertices.data(), vertices.stride(), &obstacle),
                     obstacle);
    }
    /// throng_world_crowd_remove_obstacle().
    returns<void> remove_obstacle(throng_obstacle obstacle)
    {
        return check(throng_world_crowd_remove_obstacle(object_, obstacle));
    }
    /// throng_world_crowd_step().
    returns<void> step(float dt) { return check(throng_world_crowd_step(object_, dt)); }
    /// throng_world_crowd_hash().
    returns<std::uint64_t> hash()
    {
        std::uint64_t sum = 0;
        return check(throng_world_crowd_hash(object_, &sum), sum);
    }
    /// throng_world_crowd_balance().
    returns<void> balance() { return check(throng_world_crowd_balance(object_)); }
    /// throng_world_crowd_save().
    returns<void> save(const char *path) { return check(throng_world_crowd_save(object_, path)); }
    /// throng_world_crowd_restore().
    returns<void> restore(const char *path) { return check(throng_world_crowd_restore(object_, path)); }
    /// throng_world_crowd_get_info().
    returns<throng_world_crowd_info> info() const
    {
        throng_world_crowd_info facts = {};
        return check(throng_world_crowd_get_info(object_, &facts), facts);
    }
};

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
