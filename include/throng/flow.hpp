// Flow fields and routes for C++; flow.h and route.h have what the calls do.
#ifndef THRONG_FLOW_HPP
#define THRONG_FLOW_HPP

#include "terrain.hpp"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/* ---------------------------------------------------------------- flows ----------------------------- */

/// A throng_flow_def with the library's defaults.
struct flow_def : throng_flow_def {
    flow_def() : throng_flow_def(throng_flow_default_def()) {}
};

/// A set of flow fields. It is declared before the tracers and crowds that use it.
class flow : public detail::gridded<throng_flow, throng_flow_destroy>
{
  public:
    /// throng_flow_create() over `ground`, which takes the place of the def's terrain.
    static returns<flow> create(throng_context *context, const terrain &ground,
                                const throng_flow_def &def = flow_def())
    {
        flow made;
        throng_flow_def whole = def;
        whole.terrain = ground;
        const throng_status status = throng_flow_create(context, &whole, &made.object_);
        made.context_ = context;
        made.resize(ground.width(), ground.rows());
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    flow(throng_context *context, const terrain &ground, const throng_flow_def &def = flow_def())
        : flow(create(context, ground, def))
    {
    }
#endif
    flow() = default;

    /// throng_flow_explain().
    static returns<throng_selection> explain(throng_context *context, const throng_flow_def &def)
    {
        throng_selection choice = {};
        const throng_status status = throng_flow_explain(context, &def, &choice);
        return detail::give(failure{status, throng_context_message(context)}, choice);
    }

    /// throng_flow_set_goals().
    returns<void> set_goals(std::int32_t field, const strided<const throng_cell> &cells)
    {
        if (const char *fault = detail::too_many(cells.size()))
            return detail::give(detail::invalid(fault));
        return check(throng_flow_set_goals(object_, field, detail::count_of(cells.size()), cells.data(),
                                           cells.stride()));
    }
    /// throng_flow_set_costs(), row by row.
    returns<void> set_costs(const strided<const std::uint8_t> &costs, const area &where = {},
                            std::size_t row_stride = 0)
    {
        if (const char *fault = this->short_buffer(costs, where, row_stride))
            return detail::give(detail::invalid(fault));
        return check(throng_flow_set_costs(object_, where.get(), costs.data(), row_stride));
    }
    /// throng_flow_field_for(): the number that reading and sampling take.
    returns<std::int32_t> field_for(std::int32_t field, float radius)
    {
        std::int32_t number = 0;
        return check(throng_flow_field_for(object_, field, radius, &number), number);
    }
    /// throng_flow_update().
    returns<void> update() { return check(throng_flow_update(object_)); }
    /// throng_flow_read_lengths(), row by row.
    returns<void> read_lengths(std::int32_t field, const strided<float> &lengths, const area &where = {},
                               std::size_t row_stride = 0)
    {
        if (const char *fault = this->short_buffer(lengths, where, row_stride))
            return detail::give(detail::invalid(fault));
        return check(throng_flow_read_lengths(object_, field, where.get(), lengths.data(), row_stride));
    }
    returns<std::vector<float>> read_lengths(std::int32_t field, const area &where = {})
    {
        std::vector<float> lengths(cells_of(where));
        return check(throng_flow_read_lengths(object_, field, where.get(), lengths.data(), 0), lengths);
    }
    /// throng_flow_read_directions(), row by row.
    returns<void> read_directions(std::int32_t field, const strided<throng_flow_direction> &directions,
                                  const area &where = {}, std::size_t row_stride = 0)
    {
        if (const char *fault = this->short_buffer(directions, where, row_stride))
            return detail::give(detail::invalid(fault));
        return check(throng_flow_read_directions(object_, field, where.get(), directions.data(), row_stride));
    }
    returns<std::vector<throng_flow_direction>> read_directions(std::int32_t field, const area &where = {})
    {
        std::vector<throng_flow_direction> directions(cells_of(where));
        return check(throng_flow_read_directions(object_, field, where.get(), directions.data(), 0),
                     directions);
    }
    /// throng_flow_sample(): a vector for each point.
    returns<void> sample(throng_flow_sampling sampling, const strided<const throng_flow_point> &points,
                         const strided<throng_flow_vector> &vectors)
    {
        if (const char *fault = detail::packed_results(vectors, points.size()))
            return detail::give(detail::invalid(fault));
        return check(throng_flow_sample(object_, sampling, detail::count_of(points.size()), points.data(),
                                        points.stride(), vectors.data()));
    }
    /// throng_flow_reset().
    returns<void> reset() { return check(throng_flow_reset(object_)); }
    /// throng_flow_get_info().
    returns<throng_flow_info> info()
    {
        throng_flow_info facts = {};
        return check(throng_flow_get_info(object_, &facts), facts);
    }
};

/* ---------------------------------------------------------------- routes ---------------------------- */

/// A throng_route_def with the library's defaults.
struct route_def : throng_route_def {
    route_def() : throng_route_def(throng_route_default_def()) {}
};

/// A searcher of routes.
class route : public detail::gridded<throng_route, throng_route_destroy>
{
  public:
    /// throng_route_create() over `ground`, which takes the place of the def's terrain.
    static returns<route> create(throng_context *context, const terrain &ground,
                                 const throng_route_def &def = route_def())
    {
        route made;
        throng_route_def whole = def;
        whole.terrain = ground;
        const throng_status status = throng_route_create(context, &whole, &made.object_);
        made.context_ = context;
        made.resize(ground.width(), ground.rows());
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    route(throng_context *context, const terrain &ground, const throng_route_def &def = route_def())
        : route(create(context, ground, def))
    {
    }
#endif
    route() = default;

    /// throng_route_set_costs(), row by row.
    returns<void> set_costs(const strided<const float> &costs, const area &where = {},
                            std::size_t row_stride = 0)
    {
        if (const char *fault = this->short_buffer(costs, where, row_stride))
            return detail::give(detail::invalid(fault));
        return check(throng_route_set_costs(object_, where.get(), costs.data(), row_stride));
    }
    /// throng_route_set_weight().
    returns<void> set_weight(float weight) { return check(throng_route_set_weight(object_, weight)); }
    /// throng_route_find(): a result for each pair.
    returns<void> find(const strided<const throng_cell_pair> &pairs,
                       const strided<throng_route_result> &results)
    {
        if (const char *fault = detail::packed_results(results, pairs.size()))
            return detail::give(detail::invalid(fault));
        return check(throng_route_find(object_, detail::count_of(pairs.size()), pairs.data(), pairs.stride(),
                                       results.data()));
    }
    returns<std::vector<throng_route_result>> find(const strided<const throng_cell_pair> &pairs)
    {
        std::vector<throng_route_result> results(pairs.size());
        if (const char *fault = detail::too_many(pairs.size()))
            return detail::give(detail::invalid(fault), results);
        return check(throng_route_find(object_, detail::count_of(pairs.size()), pairs.data(), pairs.stride(),
                                       results.data()),
                     results);
    }
    /// throng_route_read(): the cells of `count` routes from `first` on. Fails with CAPACITY if there are
    /// more.
    returns<void> read(std::int32_t first, std::int32_t count, const strided<throng_cell> &cells) const
    {
        if (cells.stride() != sizeof(throng_cell))
            return detail::give(detail::invalid("cells must be packed"));
        return check(
            throng_route_read(object_, first, count, cells.data(), static_cast<std::int64_t>(cells.size())));
    }
    /// The cells of one route that find() reported.
    returns<std::vector<throng_cell>> read(std::int32_t index, const throng_route_result &found) const
    {
        std::vector<throng_cell> cells(std::size_t(found.cell_count > 0 ? found.cell_count : 0));
        return check(throng_route_read(object_, index, 1, cells.data(), found.cell_count), cells);
    }
};

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
