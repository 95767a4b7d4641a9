// Fuzzy measures and potential fields for C++; measure.h and potential.h have what the calls do.
#ifndef THRONG_POTENTIAL_HPP
#define THRONG_POTENTIAL_HPP

#include "terrain.hpp"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/* ---------------------------------------------------------------- measures -------------------------- */

/// A throng_measure_def with the library's defaults.
struct measure_def : throng_measure_def {
    measure_def() : throng_measure_def(throng_measure_default_def()) {}
    /// As many types as there are weights. More than THRONG_MAX_TYPES are rejected by create().
    explicit measure_def(std::initializer_list<float> list) : measure_def()
    {
        types = static_cast<std::int32_t>(list.size());
        std::size_t i = 0;
        for (const float weight : list)
            if (i < THRONG_MAX_TYPES)
                weights[i++] = weight;
    }
};

/// A fuzzy measure. It is declared before the fields that use it.
class measure : public detail::object<throng_measure, throng_measure_destroy>
{
  public:
    /// throng_measure_create().
    static returns<measure> create(throng_context *context, const throng_measure_def &def)
    {
        measure made;
        const throng_status status = throng_measure_create(context, &def, &made.object_);
        made.context_ = context;
        made.types_.set(def.types);
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    measure(throng_context *context, const throng_measure_def &def) : measure(create(context, def)) {}
#endif
    measure() = default;

    /// throng_measure_explain().
    static returns<throng_selection> explain(throng_context *context, const throng_measure_def &def)
    {
        throng_selection choice = {};
        const throng_status status = throng_measure_explain(context, &def, &choice);
        return detail::give(failure{status, throng_context_message(context)}, choice);
    }

    /// throng_measure_value().
    returns<float> value(std::uint32_t subset) const
    {
        float found = 0;
        return check(throng_measure_value(object_, subset, &found), found);
    }
    /// throng_measure_choquet(): `values` has as many rows of `types` values as there are results.
    returns<void> choquet(const strided<const float> &values, const strided<float> &results)
    {
        if (values.stride() != sizeof(float))
            return detail::give(detail::invalid("values must be packed"));
        const char *fault = detail::packed_results(results, results.size());
        if (!fault && values.size() < results.size() * std::size_t(types_.get()))
            fault = "there are fewer values than results times types";
        if (fault)
            return detail::give(detail::invalid(fault));
        return check(throng_measure_choquet(object_, detail::count_of(results.size()), values.data(), 0,
                                            results.data()));
    }
    /// throng_measure_get_info().
    returns<throng_measure_info> info()
    {
        throng_measure_info facts = {};
        return check(throng_measure_get_info(object_, &facts), facts);
    }

  private:
    detail::carried types_;
};

/* ---------------------------------------------------------------- fields ---------------------------- */

/// A throng_potential_def with the library's defaults.
struct potential_def : throng_potential_def {
    potential_def() : throng_potential_def(throng_potential_default_def()) {}
};

/// A throng_potential_source with the library's defaults.
struct potential_source : throng_potential_source {
    potential_source() : throng_potential_source(throng_potential_default_source()) {}
};

/// A potential field. It is declared before the tracers that use it.
class potential : public detail::object<throng_potential, throng_potential_destroy>
{
  public:
    /// throng_potential_create().
    static returns<potential> create(throng_context *context,
                                     const throng_potential_def &def = potential_def())
    {
        potential made;
        const throng_status status = throng_potential_create(context, &def, &made.object_);
        made.context_ = context;
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    explicit potential(throng_context *context, const throng_potential_def &def = potential_def())
        : potential(create(context, def))
    {
    }
#endif
    potential() = default;

    /// throng_potential_explain().
    static returns<throng_selection> explain(throng_context *context, const throng_potential_def &def)
    {
        throng_selection choice = {};
        const throng_status status = throng_potential_explain(context, &def, &choice);
        return detail::give(failure{status, throng_context_message(context)}, choice);
    }

    /// throng_potential_set_sources().
    returns<void> set_sources(const strided<const throng_potential_source> &sources, std::int32_t first = 0)
    {
        return set(throng_potential_set_sources, sources, first);
    }
    /// throng_potential_set_goals().
    returns<void> set_goals(const strided<const throng_potential_goal> &goals, std::int32_t first = 0)
    {
        return set(throng_potential_set_goals, goals, first);
    }
    /// throng_potential_set_points().
    returns<void> set_points(const strided<const throng_potential_point> &points, std::int32_t first = 0)
    {
        return set(throng_potential_set_points, points, first);
    }
    /// throng_potential_move_sources(): structs that begin with two floats.
    template <class P> returns<void> move_sources(const P &positions, std::int32_t first = 0)
    {
        return set(throng_potential_move_sources, detail::pairs(positions), first);
    }
    /// throng_potential_move_points(): structs that begin with two floats.
    template <class P> returns<void> move_points(const P &positions, std::int32_t first = 0)
    {
        return set(throng_potential_move_points, detail::pairs(positions), first);
    }
    /// throng_potential_truncate_sources().
    returns<void> truncate_sources(std::int32_t count)
    {
        return check(throng_potential_truncate_sources(object_, count));
    }
    /// throng_potential_truncate_goals().
    returns<void> truncate_goals(std::int32_t count)
    {
        return check(throng_potential_truncate_goals(object_, count));
    }
    /// throng_potential_truncate_points().
    returns<void> truncate_points(std::int32_t count)
    {
        return check(throng_potential_truncate_points(object_, count));
    }
    /// throng_potential_update().
    returns<void> update() { return check(throng_potential_update(object_)); }
    /// throng_potential_read(): the points from `first` on, as many as there are entries.
    returns<void> read(const strided<throng_force> &forces, std::int32_t first = 0)
    {
        return set(throng_potential_read, forces, first);
    }
    /// The forces at all points.
    returns<std::vector<throng_force>> read()
    {
        std::vector<throng_force> forces;
        throng_potential_info facts = {};
        throng_status status = throng_potential_get_info(object_, &facts);
        if (status == THRONG_OK) {
            forces.resize(std::size_t(facts.points));
            status = throng_potential_read(object_, 0, facts.points, forces.data(), 0);
        }
        return check(status, forces);
    }
    /// throng_potential_reset().
    returns<void> reset() { return check(throng_potential_reset(object_)); }
    /// throng_potential_get_info().
    returns<throng_potential_info> info()
    {
        throng_potential_info facts = {};
        return check(throng_potential_get_info(object_, &facts), facts);
    }

  private:
    template <class T>
    returns<void> set(throng_status (*call)(throng_potential *, std::int32_t, std::int32_t, T *, std::size_t),
                      const strided<T> &entries, std::int32_t first)
    {
        if (const char *fault = detail::too_many(entries.size()))
            return detail::give(detail::invalid(fault));
        return check(
            call(object_, first, detail::count_of(entries.size()), entries.data(), entries.stride()));
    }
};

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
