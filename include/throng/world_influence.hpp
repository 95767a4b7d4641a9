// Influence maps of worlds for C++; world_influence.h has what the calls do. All are collective but
// get_part() and info().
#ifndef THRONG_WORLD_INFLUENCE_HPP
#define THRONG_WORLD_INFLUENCE_HPP

#include "influence.hpp"
#include "world_base.hpp"
#include "world_influence.h"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/// A throng_world_influence_def with the library's defaults.
struct world_influence_def : throng_world_influence_def {
    world_influence_def() : throng_world_influence_def(throng_world_influence_default_def()) {}
    world_influence_def(std::int32_t columns, std::int32_t rows) : world_influence_def()
    {
        map.width = columns;
        map.height = rows;
    }
};

/// The map of a part, see world_influence::get_part().
struct influence_part {
    /// For calls of the C interface that read; the world's map owns it.
    throng_influence *local;
    /// The part's rectangle in the whole map, and where it is in `local`.
    throng_region own, inside;
};

/// An influence map over all parts of a world.
class world_influence : public detail::gridded<throng_world_influence, throng_world_influence_destroy>
{
  public:
    /// throng_world_influence_create(): `def.weights` has a number for each part of this process.
    static returns<world_influence> create(const world &of, const throng_world_influence_def &def)
    {
        world_influence made;
        const throng_status status = throng_world_influence_create(of, &def, &made.object_);
        made.context_ = of.messages();
        if (status == THRONG_OK)
            made.resize(def.map.width, def.map.height);
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    world_influence(const world &of, const throng_world_influence_def &def) : world_influence(create(of, def))
    {
    }
#endif
    world_influence() = default;

    /// throng_world_influence_set_objects(), from at least as many objects as there are ids.
    returns<void> set_objects(std::int32_t layer, const strided<const std::uint64_t> &ids,
                              const strided<const throng_influence_object> &objects)
    {
        if (const char *fault = detail::unlike(ids, objects, "there are fewer objects than ids")) {
            (void)throng_world_influence_set_objects(object_, layer, -1, nullptr, nullptr, 0);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_influence_set_objects(object_, layer, detail::count_of(ids.size()),
                                                        ids.data(), objects.data(), objects.stride()));
    }
    /// throng_world_influence_move_objects(). Without velocities, directions stay. P and V are structs that
    /// begin with two floats, such as throng::float2.
    template <class P, class V = std::vector<float2>>
    returns<void> move_objects(std::int32_t layer, const strided<const std::uint64_t> &ids,
                               const P &positions, const V *velocities = nullptr)
    {
        const auto from = detail::pairs(positions);
        const strided<const float> along = velocities ? detail::pairs(*velocities) : strided<const float>();
        const char *fault = detail::unlike(ids, from, "there are fewer positions than ids");
        if (!fault && velocities && along.size() < ids.size())
            fault = "there are fewer velocities than ids";
        if (fault) {
            (void)throng_world_influence_move_objects(object_, layer, -1, nullptr, nullptr, 0, nullptr, 0);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_influence_move_objects(object_, layer, detail::count_of(ids.size()),
                                                         ids.data(), from.data(), from.stride(), along.data(),
                                                         velocities ? along.stride() : 0));
    }
    /// throng_world_influence_remove_objects().
    returns<void> remove_objects(std::int32_t layer, const strided<const std::uint64_t> &ids)
    {
        if (const char *fault = detail::unpacked(ids)) {
            (void)throng_world_influence_remove_objects(object_, layer, -1, nullptr);
            return detail::give(detail::invalid(fault));
        }
        return check(
            throng_world_influence_remove_objects(object_, layer, detail::count_of(ids.size()), ids.data()));
    }
    /// throng_world_influence_set_walls(): 0 is free, any other value blocked; row by row. {} is the whole
    /// map.
    returns<void> set_walls(const strided<const std::uint8_t> &blocked, const area &where = {},
                            std::size_t row_stride = 0)
    {
        const throng_region region = explicitly(where);
        if (const char *fault = this->short_buffer(blocked, where, row_stride)) {
            (void)throng_world_influence_set_walls(object_, &detail::no_region, nullptr, 0);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_influence_set_walls(object_, &region, blocked.data(), row_stride));
    }
    /// The same on a process that has no walls to set while others do.
    returns<void> set_no_walls()
    {
        return check(throng_world_influence_set_walls(object_, nullptr, nullptr, 0));
    }
    /// throng_world_influence_set_momentum().
    returns<void> set_momentum(std::int32_t layer, float momentum)
    {
        return check(throng_world_influence_set_momentum(object_, layer, momentum));
    }
    /// throng_world_influence_update().
    returns<void> update() { return check(throng_world_influence_update(object_)); }
    /// throng_world_influence_combine(): a weight for each layer.
    returns<void> combine(const strided<const float> &weights)
    {
        if (const char *fault = detail::unpacked(weights)) {
            (void)throng_world_influence_combine(object_, nullptr, -1);
            return detail::give(detail::invalid(fault));
        }
        return check(
            throng_world_influence_combine(object_, weights.data(), detail::count_of(weights.size())));
    }
    /// throng_world_influence_read(), row by row. {} is the whole map.
    returns<void> read(std::int32_t layer, const strided<float> &values, const area &where = {},
                       std::size_t row_stride = 0)
    {
        const throng_region region = explicitly(where);
        if (const char *fault = this->short_buffer(values, where, row_stride)) {
            (void)throng_world_influence_read(object_, layer, &detail::no_region, nullptr, 0);
            return detail::give(detail::invalid(fault));
        }
        return check(throng_world_influence_read(object_, layer, &region, values.data(), row_stride));
    }
    returns<std::vector<float>> read(std::int32_t layer, const area &where = {})
    {
        const throng_region region = explicitly(where);
        std::vector<float> values(this->cells_of(where));
        return check(throng_world_influence_read(object_, layer, &region, values.data(), 0), values);
    }
    /// The same on a process that reads nothing while others do.
    returns<void> read_nothing(std::int32_t layer)
    {
        return check(throng_world_influence_read(object_, layer, nullptr, nullptr, 0));
    }
    /// throng_world_influence_best().
    returns<throng_best> best(std::int32_t layer, const area &where = {})
    {
        throng_best found = {};
        return check(throng_world_influence_best(object_, layer, where.get(), &found), found);
    }
    /// throng_world_influence_worst().
    returns<throng_best> worst(std::int32_t layer, const area &where = {})
    {
        throng_best found = {};
        return check(throng_world_influence_worst(object_, layer, where.get(), &found), found);
    }
    /// throng_world_influence_hash().
    returns<std::uint64_t> hash(std::int32_t layer)
    {
        std::uint64_t sum = 0;
        return check(throng_world_influence_hash(object_, layer, &sum), sum);
    }
    /// throng_world_influence_get_part().
    returns<influence_part> get_part(std::int32_t part)
    {
        influence_part found = {};
        return check(throng_world_influence_get_part(object_, part, &found.local, &found.own, &found.inside),
                     found);
    }
    /// throng_world_influence_reset().
    returns<void> reset() { return check(throng_world_influence_reset(object_)); }
    /// throng_world_influence_get_info().
    returns<throng_world_influence_info> info() const
    {
        throng_world_influence_info facts = {};
        return check(throng_world_influence_get_info(object_, &facts), facts);
    }

  private:
    // C takes no region as nothing.
    throng_region explicitly(const area &where) const
    {
        return where.whole() ? throng_region{0, 0, this->width(), this->rows()} : *where.get();
    }
};

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
