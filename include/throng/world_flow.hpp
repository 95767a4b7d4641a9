// Flow fields of worlds for C++; world_flow.h has what the calls do. set_goals(), update() and sample() are
// collective; the others are local.
#ifndef THRONG_WORLD_FLOW_HPP
#define THRONG_WORLD_FLOW_HPP

#include "flow.hpp"
#include "world_base.hpp"
#include "world_flow.h"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/// A throng_world_flow_def with the library's defaults.
struct world_flow_def : throng_world_flow_def {
    world_flow_def() : throng_world_flow_def(throng_world_flow_default_def()) {}
    world_flow_def(std::int32_t columns, std::int32_t rows) : world_flow_def()
    {
        width = columns;
        height = rows;
    }
};

/// A flow over all parts of a world. It is declared before the crowds that follow it.
class world_flow : public detail::gridded<throng_world_flow, throng_world_flow_destroy>
{
  public:
    /// throng_world_flow_create().
    static returns<world_flow> create(const world &of, const throng_world_flow_def &def)
    {
        world_flow made;
        const throng_status status = throng_world_flow_create(of, &def, &made.object_);
        made.context_ = of.messages();
        if (status == THRONG_OK)
            made.resize(def.width, def.height);
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    world_flow(const world &of, const throng_world_flow_def &def) : world_flow(create(of, def)) {}
#endif
    world_flow() = default;

    /// throng_world_flow_set_blocked(): 0 is free, any other value blocked; row by row.
    returns<void> set_blocked(const strided<const std::uint8_t> &blocked, const area &where = {},
                              std::size_t row_stride = 0)
    {
        if (const char *fault = this->short_buffer(blocked, where, row_stride))
            return detail::give(detail::invalid(fault));
        return check(throng_world_flow_set_blocked(object_, where.get(), blocked.data(), row_stride));
    }
    /// throng_world_flow_set_costs(), row by row.
    returns<void> set_costs(const strided<const std::uint8_t> &costs, const area &where = {},
                            std::size_t row_stride = 0)
    {
        if (const char *fault = this->short_buffer(costs, where, row_stride))
            return detail::give(detail::invalid(fault));
        return check(throng_world_flow_set_costs(object_, where.get(), costs.data(), row_stride));
    }
    /// throng_world_flow_set_goals().
    returns<void> set_goals(std::int32_t field, const strided<const throng_cell> &cells)
    {
        if (const char *fault = detail::too_many(cells.size())) {
            (void)throng_world_flow_set_goals(object_, field, -1, nullptr, 0);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_flow_set_goals(object_, field, detail::count_of(cells.size()), cells.data(),
                                                 cells.stride()));
    }
    /// throng_world_flow_update().
    returns<void> update() { return check(throng_world_flow_update(object_)); }
    /// throng_world_flow_get_part(): its flow is for calls of the C interface; the world's flow owns it.
    returns<throng_world_flow_part> get_part(std::int32_t part)
    {
        throng_world_flow_part found = {};
        return check(throng_world_flow_get_part(object_, part, &found), found);
    }
    /// throng_world_flow_read_lengths(), row by row; {} is the tile of the part.
    returns<void> read_lengths(std::int32_t part, std::int32_t field, const strided<float> &lengths,
                               const area &where = {}, std::size_t row_stride = 0)
    {
        return read(throng_world_flow_read_lengths, part, field, lengths, where, row_stride);
    }
    returns<std::vector<float>> read_lengths(std::int32_t part, std::int32_t field, const area &where = {})
    {
        return read(throng_world_flow_read_lengths, part, field, where);
    }
    /// throng_world_flow_read_directions(), row by row; {} is the tile of the part.
    returns<void> read_directions(std::int32_t part, std::int32_t field,
                                  const strided<throng_flow_direction> &directions, const area &where = {},
                                  std::size_t row_stride = 0)
    {
        return read(throng_world_flow_read_directions, part, field, directions, where, row_stride);
    }
    returns<std::vector<throng_flow_direction>> read_directions(std::int32_t part, std::int32_t field,
                                                                const area &where = {})
    {
        return read(throng_world_flow_read_directions, part, field, where);
    }
    /// throng_world_flow_sample(): a vector for each point.
    returns<void> sample(throng_flow_sampling sampling, const strided<const throng_flow_point> &points,
                         const strided<throng_flow_vector> &vectors)
    {
        if (const char *fault = detail::packed_results(vectors, points.size())) {
            (void)throng_world_flow_sample(object_, sampling, -1, nullptr, 0, nullptr);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_flow_sample(object_, sampling, detail::count_of(points.size()),
                                              points.data(), points.stride(), vectors.data()));
    }
    /// throng_world_flow_get_info().
    returns<throng_world_flow_info> info() const
    {
        throng_world_flow_info facts = {};
        return check(throng_world_flow_get_info(object_, &facts), facts);
    }

  private:
    template <class T>
    using reader = throng_status (*)(throng_world_flow *, std::int32_t, std::int32_t, const throng_region *,
                                     T *, std::size_t);

    template <class T>
    returns<void> read(reader<T> call, std::int32_t part, std::int32_t field, const strided<T> &cells,
                       const area &where, std::size_t row_stride) const
    {
        throng_world_flow_part found = {};
        const throng_status status = throng_world_flow_get_part(object_, part, &found);
        if (status != THRONG_OK)
            return this->check(status);
        const throng_region region = where.whole() ? found.tile : *where.get();
        if (const char *fault = this->short_buffer(cells, region, row_stride))
            return detail::give(detail::invalid(fault));
        return this->check(call(object_, part, field, &region, cells.data(), row_stride));
    }
    template <class T>
    returns<std::vector<T>> read(reader<T> call, std::int32_t part, std::int32_t field,
                                 const area &where) const
    {
        std::vector<T> cells;
        throng_world_flow_part found = {};
        throng_status status = throng_world_flow_get_part(object_, part, &found);
        if (status == THRONG_OK) {
            const throng_region region = where.whole() ? found.tile : *where.get();
            const bool inside = region.width > 0 && region.height > 0 && region.width <= found.tile.width &&
                                region.height <= found.tile.height;
            cells.resize(inside ? std::size_t(region.width) * std::size_t(region.height) : 0);
            status = call(object_, part, field, &region, cells.data(), 0);
        }
        return this->check(status, cells);
    }
};

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
