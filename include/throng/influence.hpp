// Influence maps for C++; influence.h has what the calls do.
#ifndef THRONG_INFLUENCE_HPP
#define THRONG_INFLUENCE_HPP

#include "terrain.hpp"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/// A throng_influence_def with the library's defaults.
struct influence_def : throng_influence_def {
    influence_def() : throng_influence_def(throng_influence_default_def()) {}
    influence_def(std::int32_t columns, std::int32_t rows) : influence_def()
    {
        width = columns;
        height = rows;
    }
};

/// A throng_influence_object with the library's defaults.
struct influence_object : throng_influence_object {
    influence_object() : throng_influence_object(throng_influence_default_object()) {}
};

/// An influence map.
class influence : public detail::gridded<throng_influence, throng_influence_destroy>
{
  public:
    /// throng_influence_create().
    static returns<influence> create(throng_context *context, const throng_influence_def &def)
    {
        influence made;
        const throng_status status = throng_influence_create(context, &def, &made.object_);
        made.context_ = context;
        if (status == THRONG_OK)
            made.resize(def.width, def.height * def.worlds);
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    influence(throng_context *context, const throng_influence_def &def) : influence(create(context, def)) {}
#endif
    influence() = default;

    /// throng_influence_explain(): where create() would place a map of this def, and why.
    static returns<throng_selection> explain(throng_context *context, const throng_influence_def &def)
    {
        throng_selection choice = {};
        const throng_status status = throng_influence_explain(context, &def, &choice);
        return detail::give(failure{status, throng_context_message(context)}, choice);
    }

    /// throng_influence_set_objects(): replaces the objects from `first` on, and adds those past the end.
    returns<void> set_objects(std::int32_t layer, const strided<const throng_influence_object> &objects,
                              std::int32_t first = 0)
    {
        if (const char *fault = detail::too_many(objects.size()))
            return detail::give(detail::invalid(fault));
        return check(throng_influence_set_objects(object_, layer, first, detail::count_of(objects.size()),
                                                  objects.data(), objects.stride()));
    }
    /// throng_influence_move_objects(). Without velocities, directions stay. P and V are structs that begin
    /// with two floats, such as throng::float2.
    template <class P, class V = std::vector<float2>>
    returns<void> move_objects(std::int32_t layer, const P &positions, const V *velocities = nullptr,
                               std::int32_t first = 0)
    {
        const auto from = detail::pairs(positions);
        const strided<const float> along = velocities ? detail::pairs(*velocities) : strided<const float>();
        const char *fault = detail::too_many(from.size());
        if (fault || (velocities && along.size() < from.size()))
            return detail::give(detail::invalid(fault ? fault : "there are fewer velocities than positions"));
        return check(throng_influence_move_objects(object_, layer, first, detail::count_of(from.size()),
                                                   from.data(), from.stride(), along.data(),
                                                   velocities ? along.stride() : 0));
    }
    /// throng_influence_truncate_objects().
    returns<void> truncate_objects(std::int32_t layer, std::int32_t count)
    {
        return check(throng_influence_truncate_objects(object_, layer, count));
    }
    /// throng_influence_object_count().
    std::int32_t object_count(std::int32_t layer) const
    {
        return throng_influence_object_count(object_, layer);
    }
    /// throng_influence_set_momentum().
    returns<void> set_momentum(std::int32_t layer, float momentum)
    {
        return check(throng_influence_set_momentum(object_, layer, momentum));
    }
    /// throng_influence_update().
    returns<void> update() { return check(throng_influence_update(object_)); }
    /// throng_influence_update_layer().
    returns<void> update(std::int32_t layer) { return check(throng_influence_update_layer(object_, layer)); }
    /// throng_influence_update_some(): whether the update is whole.
    returns<bool> update_some(double seconds)
    {
        std::int32_t done = 0;
        const throng_status status = throng_influence_update_some(object_, seconds, &done);
        bool whole = done != 0;
        return check(status, whole);
    }
    /// throng_influence_update_part(): whether the update is whole.
    returns<bool> update_part(std::int32_t parts)
    {
        std::int32_t done = 0;
        const throng_status status = throng_influence_update_part(object_, parts, &done);
        bool whole = done != 0;
        return check(status, whole);
    }
    /// throng_influence_reserve(): as many objects like this one in each layer, or in one.
    returns<void> reserve(std::int32_t objects, const throng_influence_object &like,
                          throng_influence_uses uses = 0, std::int32_t layer = -1)
    {
        return check(throng_influence_reserve(object_, layer, objects, &like, uses));
    }
    returns<void> reserve(throng_influence_uses uses)
    {
        return check(throng_influence_reserve(object_, -1, 0, nullptr, uses));
    }
    /// throng_influence_combine(): a weight for each layer.
    returns<void> combine(const strided<const float> &weights)
    {
        const char *fault = detail::too_many(weights.size());
        if (fault || weights.stride() != sizeof(float))
            return detail::give(detail::invalid(fault ? fault : "weights must be packed"));
        return check(throng_influence_combine(object_, weights.data(), detail::count_of(weights.size())));
    }
    /// throng_influence_read(), row by row.
    returns<void> read(std::int32_t layer, const strided<float> &values, const area &where = {},
                       std::size_t row_stride = 0)
    {
        if (const char *fault = this->short_buffer(values, where, row_stride))
            return detail::give(detail::invalid(fault));
        return check(throng_influence_read(object_, layer, where.get(), values.data(), row_stride));
    }
    returns<std::vector<float>> read(std::int32_t layer, const area &where = {})
    {
        std::vector<float> values(cells_of(where));
        return check(throng_influence_read(object_, layer, where.get(), values.data(), 0), values);
    }
    /// throng_influence_best().
    returns<throng_best> best(std::int32_t layer, const area &where = {})
    {
        throng_best found = {};
        return check(throng_influence_best(object_, layer, where.get(), &found), found);
    }
    /// throng_influence_worst().
    returns<throng_best> worst(std::int32_t layer, const area &where = {})
    {
        throng_best found = {};
        return check(throng_influence_worst(object_, layer, where.get(), &found), found);
    }
    /// throng_influence_best_of_regions(): a result for each region.
    returns<void> best_of_regions(std::int32_t layer, throng_extreme which,
                                  const strided<const throng_region> &regions,
                                  const strided<throng_best> &results)
    {
        if (const char *fault = detail::packed_results(results, regions.size()))
            return detail::give(detail::invalid(fault));
        return check(throng_influence_best_of_regions(object_, layer, which, detail::count_of(regions.size()),
                                                      regions.data(), regions.stride(), results.data()));
    }
    /// throng_influence_best_of_neighbors(): a result for each cell.
    returns<void> best_of_neighbors(std::int32_t layer, throng_extreme which, bool own_too,
                                    const strided<const throng_cell> &cells,
                                    const strided<throng_best> &results)
    {
        if (const char *fault = detail::packed_results(results, cells.size()))
            return detail::give(detail::invalid(fault));
        return check(throng_influence_best_of_neighbors(object_, layer, which, own_too,
                                                        detail::count_of(cells.size()), cells.data(),
                                                        cells.stride(), results.data()));
    }
    /// throng_influence_sample(): a sample for each point.
    returns<void> sample(std::int32_t layer, const strided<const throng_point> &points,
                         const strided<throng_sample> &samples)
    {
        if (const char *fault = detail::packed_results(samples, points.size()))
            return detail::give(detail::invalid(fault));
        return check(throng_influence_sample(object_, layer, detail::count_of(points.size()), points.data(),
                                             points.stride(), samples.data()));
    }
    returns<std::vector<throng_sample>> sample(std::int32_t layer, const strided<const throng_point> &points)
    {
        std::vector<throng_sample> samples(points.size());
        if (const char *fault = detail::too_many(points.size()))
            return detail::give(detail::invalid(fault), samples);
        return check(throng_influence_sample(object_, layer, detail::count_of(points.size()), points.data(),
                                             points.stride(), samples.data()),
                     samples);
    }
    /// throng_influence_reset().
    returns<void> reset() { return check(throng_influence_reset(object_)); }
    /// throng_influence_get_info().
    returns<throng_influence_info> info()
    {
        throng_influence_info facts = {};
        return check(throng_influence_get_info(object_, &facts), facts);
    }
};

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
