// Crowds for C++; crowd.h, crowd_motions.h, crowd_moving.h, crowd_queries.h and crowd_states.h have what the
// calls do.
#ifndef THRONG_CROWD_HPP
#define THRONG_CROWD_HPP

#include "flow.hpp"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/// A throng_crowd_def with the library's defaults.
struct crowd_def : throng_crowd_def {
    crowd_def() : throng_crowd_def(throng_crowd_default_def()) {}
};

/// A throng_crowd_room_def with the library's defaults: no room.
struct crowd_room_def : throng_crowd_room_def {
    crowd_room_def() : throng_crowd_room_def(throng_crowd_room_default_def()) {}
};

/// A throng_agent_def with the library's defaults.
struct agent_def : throng_agent_def {
    agent_def() : throng_agent_def(throng_agent_default_def()) {}
};

/// A throng_crowd_query that begins with any distance and all layers, and leaves nobody out.
struct crowd_query : throng_crowd_query {
    crowd_query() : throng_crowd_query{0.0f, 0.0f, -1.0f, UINT32_MAX, {0, 0}} {}
    crowd_query(const throng_crowd_query &query) : throng_crowd_query(query) {}
    crowd_query(float at_x, float at_y, float distance = -1.0f) : crowd_query()
    {
        x = at_x;
        y = at_y;
        radius = distance;
    }
};

/// A value of agents and its type: T is float, int32_t, uint32_t, uint64_t, float2, or double2.
template <class T> struct agent_value {
    throng_agent_value which;
};

/// The values of throng_agent_value, for crowd::get() and crowd::set().
namespace agent
{
inline constexpr agent_value<float2> position = {THRONG_AGENT_POSITION};
inline constexpr agent_value<float2> velocity = {THRONG_AGENT_VELOCITY};
inline constexpr agent_value<float2> preferred_velocity = {THRONG_AGENT_PREFERRED_VELOCITY};
inline constexpr agent_value<float2> goal = {THRONG_AGENT_GOAL};
inline constexpr agent_value<float2> heading = {THRONG_AGENT_HEADING};
inline constexpr agent_value<float> radius = {THRONG_AGENT_RADIUS};
inline constexpr agent_value<float> max_speed = {THRONG_AGENT_MAX_SPEED};
inline constexpr agent_value<float> pref_speed = {THRONG_AGENT_PREF_SPEED};
inline constexpr agent_value<float> neighbor_dist = {THRONG_AGENT_NEIGHBOR_DIST};
inline constexpr agent_value<std::int32_t> max_neighbors = {THRONG_AGENT_MAX_NEIGHBORS};
inline constexpr agent_value<float> time_horizon = {THRONG_AGENT_TIME_HORIZON};
inline constexpr agent_value<float> time_horizon_obst = {THRONG_AGENT_TIME_HORIZON_OBST};
inline constexpr agent_value<std::uint32_t> layer = {THRONG_AGENT_LAYER};
inline constexpr agent_value<std::uint32_t> mask = {THRONG_AGENT_MASK};
inline constexpr agent_value<std::int32_t> priority = {THRONG_AGENT_PRIORITY};
inline constexpr agent_value<float> responsibility = {THRONG_AGENT_RESPONSIBILITY};
inline constexpr agent_value<throng_navigation> navigation = {THRONG_AGENT_NAVIGATION};
inline constexpr agent_value<std::int32_t> locked = {THRONG_AGENT_LOCKED};
inline constexpr agent_value<float> vision_range = {THRONG_AGENT_VISION_RANGE};
inline constexpr agent_value<float> vision_range_min = {THRONG_AGENT_VISION_RANGE_MIN};
inline constexpr agent_value<float> hearing_range = {THRONG_AGENT_HEARING_RANGE};
inline constexpr agent_value<float> sound_range = {THRONG_AGENT_SOUND_RANGE};
inline constexpr agent_value<std::int32_t> capacity = {THRONG_AGENT_CAPACITY};
inline constexpr agent_value<float> dead_speed = {THRONG_AGENT_DEAD_SPEED};
inline constexpr agent_value<std::uint32_t> flags = {THRONG_AGENT_FLAGS};
inline constexpr agent_value<std::int32_t> perceived = {THRONG_AGENT_PERCEIVED};
inline constexpr agent_value<float> vision = {THRONG_AGENT_VISION};
inline constexpr agent_value<float> vision_angle = {THRONG_AGENT_VISION_ANGLE};
inline constexpr agent_value<std::uint64_t> id = {THRONG_AGENT_ID};
inline constexpr agent_value<std::int32_t> flow_field = {THRONG_AGENT_FLOW_FIELD};
inline constexpr agent_value<float2> target = {THRONG_AGENT_TARGET};
inline constexpr agent_value<double2> position_double = {THRONG_AGENT_POSITION_DOUBLE};
inline constexpr agent_value<double2> goal_double = {THRONG_AGENT_GOAL_DOUBLE};
} // namespace agent

namespace detail
{

// Whether a struct E may begin with T: one of doubles does not begin with floats, nor the other way round.
template <class E, class T>
inline constexpr bool may_begin_with = alignof(E) % (sizeof(T) < 8 ? sizeof(T) : 4) == 0;
template <class E> inline constexpr bool may_begin_with<E, float2> = is_pair<E>;
template <class E> inline constexpr bool may_begin_with<E, double2> = alignof(E) >= alignof(double);

// Whether entries of type E hold a value of type T: T itself, or a struct that begins with it.
template <class E, class T>
inline constexpr bool carries = std::is_same_v<E, T> ||
                                (std::is_class_v<E> && std::is_trivially_copyable_v<E> &&
                                 sizeof(E) >= sizeof(T) && may_begin_with<E, T>);

struct bytes {
    const void *data;
    std::size_t count, stride;
};
template <class T, class C> bytes bytes_of(const C &container)
{
    using entry = bare<element_of<const C>>;
    static_assert(carries<entry, T>, "the container's entries are not of the value's type");
    return {std::data(container), std::size(container), sizeof(entry)};
}
template <class T, class E> bytes bytes_of(const strided<E> &entries)
{
    static_assert(carries<bare<E>, T>, "the entries are not of the value's type");
    return {entries.data(), entries.size(), entries.stride()};
}
// The handles of a call: NULL would stand for all agents, and an empty container may have no memory.
inline const throng_agent *handles(const strided<const throng_agent> &agents)
{
    static constexpr throng_agent none = {0, 0};
    return agents.size() ? agents.data() : &none;
}

template <class C> void *writable(C &container) { return std::data(container); }
template <class E> void *writable(const strided<E> &entries) { return entries.data(); }

} // namespace detail

/// A crowd.
class crowd : public detail::object<throng_crowd, throng_crowd_destroy>
{
  public:
    /// throng_crowd_create().
    static returns<crowd> create(throng_context *context, const throng_crowd_def &def = crowd_def())
    {
        crowd made;
        const throng_status status = throng_crowd_create(context, &def, &made.object_);
        made.context_ = context;
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    explicit crowd(throng_context *context, const throng_crowd_def &def = crowd_def())
        : crowd(create(context, def))
    {
    }
#endif
    crowd() = default;

    /// throng_crowd_explain().
    static returns<throng_selection> explain(throng_context *context, const throng_crowd_def &def)
    {
        throng_selection choice = {};
        const throng_status status = throng_crowd_explain(context, &def, &choice);
        return detail::give(failure{status, throng_context_message(context)}, choice);
    }

    /// throng_crowd_reserve().
    returns<void> reserve(std::int32_t capacity) { return check(throng_crowd_reserve(object_, capacity)); }
    /// throng_crowd_reserve_room().
    returns<void> reserve_room(const throng_crowd_room_def &room)
    {
        return check(throng_crowd_reserve_room(object_, &room));
    }
    /// throng_crowd_add(): all agents or none; returns their handles.
    returns<std::vector<throng_agent>> add(const strided<const throng_agent_def> &defs)
    {
        std::vector<throng_agent> agents(defs.size());
        if (const char *fault = detail::too_many(defs.size()))
            return detail::give(detail::invalid(fault), agents);
        return check(throng_crowd_add(object_, detail::count_of(defs.size()), defs.data(), defs.stride(),
                                      agents.data()),
                     agents);
    }
    returns<throng_agent> add(const throng_agent_def &def)
    {
        throng_agent agent = {};
        return check(throng_crowd_add(object_, 1, &def, 0, &agent), agent);
    }
    /// throng_crowd_remove(): all agents or none.
    returns<void> remove(const strided<const throng_agent> &agents)
    {
        if (const char *fault = detail::too_many(agents.size()))
            return detail::give(detail::invalid(fault));
        return check(
            throng_crowd_remove(object_, detail::count_of(agents.size()), agents.data(), agents.stride()));
    }
    /// throng_crowd_list().
    returns<std::vector<throng_agent>> list()
    {
        std::int32_t count = 0;
        std::vector<throng_agent> agents;
        throng_status status = throng_crowd_list(object_, nullptr, 0, &count);
        if (status == THRONG_OK) {
            agents.resize(std::size_t(count));
            status = throng_crowd_list(object_, agents.data(), count, &count);
        }
        return check(status, agents);
    }
    /// throng_crowd_find().
    returns<throng_agent> find(std::uint64_t id)
    {
        throng_agent agent = {};
        return check(throng_crowd_find(object_, id, &agent), agent);
    }

    /// throng_crowd_get() of these agents into a container of at least as many entries: of the value's type,
    /// or of structs that begin with it.
    template <class T, class C>
    returns<void> get(const agent_value<T> &value, const strided<const throng_agent> &agents, C &&out)
    {
        const detail::bytes to = detail::bytes_of<T>(out);
        if (const char *fault =
                detail::too_few(to.count, agents.size(), "there are fewer values than agents"))
            return detail::give(detail::invalid(fault));
        return check(throng_crowd_get(object_, value.which, detail::count_of(agents.size()),
                                      detail::handles(agents), agents.stride(), detail::writable(out),
                                      to.stride));
    }
    /// The values of these agents.
    template <class T>
    returns<std::vector<T>> get(const agent_value<T> &value, const strided<const throng_agent> &agents)
    {
        std::vector<T> values(agents.size());
        if (const char *fault = detail::too_many(agents.size()))
            return detail::give(detail::invalid(fault), values);
        return check(throng_crowd_get(object_, value.which, detail::count_of(agents.size()),
                                      detail::handles(agents), agents.stride(), values.data(), 0),
                     values);
    }
    /// The value of one agent.
    template <class T> returns<T> get(const agent_value<T> &value, throng_agent agent)
    {
        T found = {};
        return check(throng_crowd_get(object_, value.which, 1, &agent, 0, &found, 0), found);
    }
    /// The values of all agents in the order of list(). `out` has an entry for each, no more.
    template <class T, class C> returns<void> get_all(const agent_value<T> &value, C &&out)
    {
        const detail::bytes to = detail::bytes_of<T>(out);
        if (const char *fault = detail::too_many(to.count))
            return detail::give(detail::invalid(fault));
        return check(throng_crowd_get(object_, value.which, detail::count_of(to.count), nullptr, 0,
                                      detail::writable(out), to.stride));
    }
    template <class T> returns<std::vector<T>> get_all(const agent_value<T> &value)
    {
        std::int32_t count = 0;
        std::vector<T> values;
        throng_status status = throng_crowd_list(object_, nullptr, 0, &count);
        if (status == THRONG_OK) {
            values.resize(std::size_t(count));
            status = throng_crowd_get(object_, value.which, count, nullptr, 0, values.data(), 0);
        }
        return check(status, values);
    }
    /// throng_crowd_set() of these agents, from a container of at least as many entries.
    template <class T, class C>
    returns<void> set(const agent_value<T> &value, const strided<const throng_agent> &agents, const C &from)
    {
        const detail::bytes in = detail::bytes_of<T>(from);
        if (const char *fault =
                detail::too_few(in.count, agents.size(), "there are fewer values than agents"))
            return detail::give(detail::invalid(fault));
        return check(throng_crowd_set(object_, value.which, detail::count_of(agents.size()),
                                      detail::handles(agents), agents.stride(), in.data, in.stride));
    }
    /// The same for one agent.
    template <class T>
    returns<void> set(const agent_value<T> &value, throng_agent agent, std::common_type_t<T> to)
    {
        return check(throng_crowd_set(object_, value.which, 1, &agent, 0, &to, 0));
    }
    /// The same for all agents in the order of list(). `from` has an entry for each, no more.
    template <class T, class C> returns<void> set_all(const agent_value<T> &value, const C &from)
    {
        const detail::bytes in = detail::bytes_of<T>(from);
        if (const char *fault = detail::too_many(in.count))
            return detail::give(detail::invalid(fault));
        return check(throng_crowd_set(object_, value.which, detail::count_of(in.count), nullptr, 0, in.data,
                                      in.stride));
    }

    /// throng_crowd_get_motions() of these agents into memory for at least as many, packed.
    returns<void> get_motions(const strided<const throng_agent> &agents, const strided<throng_motion> &out)
    {
        if (const char *fault = unpacked(agents, out.size(), out.stride() == sizeof(throng_motion)))
            return detail::give(detail::invalid(fault));
        return check(throng_crowd_get_motions(object_, detail::handles(agents),
                                              detail::count_of(agents.size()), out.data()));
    }
    /// The motions of all agents in the order of list().
    returns<std::vector<throng_motion>> get_motions()
    {
        std::int32_t count = 0;
        std::vector<throng_motion> motions;
        throng_status status = throng_crowd_list(object_, nullptr, 0, &count);
        if (status == THRONG_OK) {
            motions.resize(std::size_t(count));
            status = throng_crowd_get_motions(object_, nullptr, count, motions.data());
        }
        return check(status, motions);
    }
    /// throng_crowd_set_motions() of these agents, from at least as many motions, packed.
    returns<void> set_motions(const strided<const throng_agent> &agents,
                              const strided<const throng_motion> &motions)
    {
        if (const char *fault = unpacked(agents, motions.size(), motions.stride() == sizeof(throng_motion)))
            return detail::give(detail::invalid(fault));
        return check(throng_crowd_set_motions(object_, detail::handles(agents),
                                              detail::count_of(agents.size()), motions.data()));
    }
    /// The same for all agents in the order of list(): a motion for each, no more.
    returns<void> set_motions(const strided<const throng_motion> &motions)
    {
        if (motions.stride() != sizeof(throng_motion))
            return detail::give(detail::invalid("motions must be packed"));
        if (const char *fault = detail::too_many(motions.size()))
            return detail::give(detail::invalid(fault));
        return check(
            throng_crowd_set_motions(object_, nullptr, detail::count_of(motions.size()), motions.data()));
    }

    /// throng_crowd_get_states() of these agents.
    returns<std::vector<throng_agent_state>> get_states(const strided<const throng_agent> &agents)
    {
        std::vector<throng_agent_state> states(agents.size());
        if (const char *fault = unpacked(agents, agents.size(), true))
            return detail::give(detail::invalid(fault), states);
        return check(throng_crowd_get_states(object_, detail::handles(agents),
                                             detail::count_of(agents.size()), states.data()),
                     states);
    }
    /// The states of all agents in the order of list().
    returns<std::vector<throng_agent_state>> get_states()
    {
        std::int32_t count = 0;
        std::vector<throng_agent_state> states;
        throng_status status = throng_crowd_list(object_, nullptr, 0, &count);
        if (status == THRONG_OK) {
            states.resize(std::size_t(count));
            status = throng_crowd_get_states(object_, nullptr, count, states.data());
        }
        return check(status, states);
    }
    /// throng_crowd_add_states(): all agents or none; returns their handles.
    returns<std::vector<throng_agent>> add_states(const strided<const throng_agent_state> &states)
    {
        std::vector<throng_agent> agents(states.size());
        const char *fault = states.stride() == sizeof(throng_agent_state) ? detail::too_many(states.size())
                                                                          : "states must be packed";
        if (fault)
            return detail::give(detail::invalid(fault), agents);
        return check(
            throng_crowd_add_states(object_, detail::count_of(states.size()), states.data(), agents.data()),
            agents);
    }
    /// throng_crowd_set_steps().
    returns<void> set_steps(std::uint64_t steps) { return check(throng_crowd_set_steps(object_, steps)); }

    /// throng_crowd_find_nearest(): `capacity` hits and one entry of `found` for each query.
    returns<void> find_nearest(const strided<const throng_crowd_query> &queries, std::int32_t capacity,
                               const strided<throng_crowd_hit> &hits, const strided<std::int32_t> &found)
    {
        if (const char *fault = short_hits(queries.size(), capacity, hits, found))
            return detail::give(detail::invalid(fault));
        return check(throng_crowd_find_nearest(object_, detail::count_of(queries.size()), queries.data(),
                                               queries.stride(), capacity, hits.data(), found.data()));
    }
    /// The agents that are nearest to one point, at most `capacity`.
    returns<std::vector<throng_crowd_hit>> find_nearest(const crowd_query &query, std::int32_t capacity)
    {
        // No more than there are: a capacity may stand for all of them.
        std::int32_t count = 0;
        throng_status status = throng_crowd_list(object_, nullptr, 0, &count);
        const std::int32_t most = capacity < count ? capacity : count;
        std::vector<throng_crowd_hit> hits(std::size_t(most > 0 ? most : 0));
        std::int32_t found = 0;
        if (status == THRONG_OK)
            status = throng_crowd_find_nearest(object_, 1, &query, 0, most, hits.data(), &found);
        hits.resize(status == THRONG_OK ? std::size_t(found) : 0);
        return check(status, hits);
    }
    /// throng_crowd_find_within(): `capacity` hits and one entry of `found` for each query.
    returns<void> find_within(const strided<const throng_crowd_query> &queries, std::int32_t capacity,
                              const strided<throng_crowd_hit> &hits, const strided<std::int32_t> &found)
    {
        if (const char *fault = short_hits(queries.size(), capacity, hits, found))
            return detail::give(detail::invalid(fault));
        return check(throng_crowd_find_within(object_, detail::count_of(queries.size()), queries.data(),
                                              queries.stride(), capacity, hits.data(), found.data()));
    }
    /// All agents within the radius of one query.
    returns<std::vector<throng_crowd_hit>> find_within(const crowd_query &query)
    {
        std::int32_t found = 0;
        std::vector<throng_crowd_hit> hits;
        throng_status status = throng_crowd_find_within(object_, 1, &query, 0, 0, nullptr, &found);
        if (status == THRONG_OK && found > 0) {
            hits.resize(std::size_t(found));
            status = throng_crowd_find_within(object_, 1, &query, 0, found, hits.data(), &found);
        }
        return check(status, hits);
    }
    /// throng_crowd_get_events(): all of them.
    returns<std::vector<throng_crowd_event>>
    events(std::uint32_t kinds = THRONG_FLAG_ARRIVED | THRONG_FLAG_CONGESTED | THRONG_FLAG_INSIDE_WALL)
    {
        std::int32_t count = 0;
        std::vector<throng_crowd_event> found;
        throng_status status = throng_crowd_get_events(object_, kinds, nullptr, 0, &count);
        if (status == THRONG_OK && count > 0) {
            found.resize(std::size_t(count));
            status = throng_crowd_get_events(object_, kinds, found.data(), count, &count);
        }
        return check(status, found);
    }

    /// throng_crowd_inspect() with lists that the view has.
    returns<void> inspect(throng_agent agent, float dt, throng_crowd_view &view)
    {
        return check(throng_crowd_inspect(object_, agent, dt, &view));
    }
    /// throng_crowd_add_obstacle(): vertices, or structs that derive from them.
    returns<throng_obstacle> add_obstacle(const strided<const throng_vertex> &vertices)
    {
        throng_obstacle obstacle = {};
        if (const char *fault = detail::too_many(vertices.size()))
            return detail::give(detail::invalid(fault), obstacle);
        return check(throng_crowd_add_obstacle(object_, detail::count_of(vertices.size()), vertices.data(),
                                               vertices.stride(), &obstacle),
                     obstacle);
    }
    /// throng_crowd_add_obstacle_double(): vertices, or structs that derive from them.
    returns<throng_obstacle> add_obstacle_double(const strided<const throng_vertex_double> &vertices)
    {
        throng_obstacle obstacle = {};
        if (const char *fault = detail::too_many(vertices.size()))
            return detail::give(detail::invalid(fault), obstacle);
        return check(throng_crowd_add_obstacle_double(object_, detail::count_of(vertices.size()),
                                                      vertices.data(), vertices.stride(), &obstacle),
                     obstacle);
    }
    /// throng_crowd_remove_obstacle().
    returns<void> remove_obstacle(throng_obstacle obstacle)
    {
        return check(throng_crowd_remove_obstacle(object_, obstacle));
    }
    /// throng_crowd_add_moving_obstacle(): vertices, or structs that derive from them.
    returns<throng_moving_obstacle> add_moving_obstacle(const strided<const throng_vertex> &vertices,
                                                        const throng_obstacle_motion &motion)
    {
        throng_moving_obstacle obstacle = {};
        if (const char *fault = detail::too_many(vertices.size()))
            return detail::give(detail::invalid(fault), obstacle);
        return check(throng_crowd_add_moving_obstacle(object_, detail::count_of(vertices.size()),
                                                      vertices.data(), vertices.stride(), &motion, &obstacle),
                     obstacle);
    }
    /// throng_crowd_move_obstacles(): as many motions as obstacles.
    returns<void> move_obstacles(const strided<const throng_moving_obstacle> &obstacles,
                                 const strided<const throng_obstacle_motion> &motions)
    {
        if (const char *fault = detail::too_many(obstacles.size()))
            return detail::give(detail::invalid(fault));
        if (obstacles.size() != motions.size())
            return detail::give(detail::invalid("there must be as many motions as obstacles"));
        return check(throng_crowd_move_obstacles(object_, detail::count_of(obstacles.size()),
                                                 obstacles.data(), obstacles.stride(), motions.data(),
                                                 motions.stride()));
    }
    /// throng_crowd_remove_moving_obstacle().
    returns<void> remove_moving_obstacle(throng_moving_obstacle obstacle)
    {
        return check(throng_crowd_remove_moving_obstacle(object_, obstacle));
    }

    /// throng_crowd_step().
    returns<void> step(float dt) { return check(throng_crowd_step(object_, dt)); }
    /// throng_crowd_hash().
    returns<std::uint64_t> hash()
    {
        std::uint64_t found = 0;
        return check(throng_crowd_hash(object_, &found), found);
    }
    /// throng_crowd_save() into a buffer of the size that is needed.
    returns<std::vector<std::byte>> save()
    {
        std::vector<std::byte> snapshot;
        std::size_t size = 0;
        throng_status status = throng_crowd_snapshot_bytes(object_, &size);
        if (status == THRONG_OK) {
            snapshot.resize(size);
            status = throng_crowd_save(object_, snapshot.data(), size);
        }
        return check(status, snapshot);
    }
    /// throng_crowd_restore().
    returns<void> restore(const strided<const std::byte> &snapshot)
    {
        return check(throng_crowd_restore(object_, snapshot.data(), snapshot.size()));
    }
    /// throng_crowd_reset().
    returns<void> reset() { return check(throng_crowd_reset(object_)); }
    /// throng_crowd_get_info().
    returns<throng_crowd_info> info()
    {
        throng_crowd_info facts = {};
        return check(throng_crowd_get_info(object_, &facts), facts);
    }

  private:
    // What is wrong with lists that have to be packed, or nullptr.
    static const char *unpacked(const strided<const throng_agent> &agents, std::size_t entries, bool packed)
    {
        if (!packed || agents.stride() != sizeof(throng_agent))
            return "agents and what belongs to them must be packed";
        return detail::too_few(entries, agents.size(), "there are fewer entries than agents");
    }

    // What is wrong with the buffers for a query's results, or nullptr.
    static const char *short_hits(std::size_t queries, std::int32_t capacity,
                                  const strided<throng_crowd_hit> &hits, const strided<std::int32_t> &found)
    {
        if (hits.stride() != sizeof(throng_crowd_hit) || found.stride() != sizeof(std::int32_t))
            return "hits and found must be packed";
        const std::size_t each = capacity > 0 ? std::size_t(capacity) : 1;
        if (capacity > 0 && hits.size() / each < queries)
            return "there are fewer hits than queries times capacity";
        return detail::too_few(found.size(), queries, "there are fewer entries of found than queries");
    }
};

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
