// Terrain for C++; terrain.h has what the calls do.
#ifndef THRONG_TERRAIN_HPP
#define THRONG_TERRAIN_HPP

#include "context.hpp"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/// A throng_terrain_def with the library's defaults.
struct terrain_def : throng_terrain_def {
    terrain_def() : throng_terrain_def(throng_terrain_default_def()) {}
    terrain_def(std::int32_t columns, std::int32_t rows, std::int32_t world_count = 1) : terrain_def()
    {
        width = columns;
        height = rows;
        worlds = world_count;
    }
};

namespace detail
{

// An object whose cells are copied from and to containers: it knows how many there are.
template <class Object, throng_status (*Destroy)(Object *)> class gridded : public object<Object, Destroy>
{
  public:
    /// Columns.
    std::int32_t width() const { return width_.get(); }
    /// Rows of all worlds.
    std::int32_t rows() const { return rows_.get(); }
    /// Number of cells.
    std::size_t cells() const { return std::size_t(width()) * std::size_t(rows()); }

  protected:
    void resize(std::int32_t width, std::int32_t rows)
    {
        width_.set(width);
        rows_.set(rows);
    }
    // What is wrong with a buffer for a region, or nullptr.
    template <class T>
    const char *short_buffer(const strided<T> &buffer, const area &where, std::size_t row_stride) const
    {
        if (buffer.stride() != sizeof(T))
            return "the cells of a row must be packed";
        const std::int32_t width = where.whole() ? width_.get() : where.get()->width;
        const std::int32_t height = where.whole() ? rows_.get() : where.get()->height;
        return holds_rows(buffer.size() * sizeof(T), width, height, sizeof(T), row_stride)
                   ? nullptr
                   : "there are fewer values than cells in the region";
    }
    std::size_t cells_of(const area &where) const
    {
        const throng_region *region = where.get();
        if (!region)
            return cells();
        const bool inside =
            region->width > 0 && region->height > 0 && region->width <= width() && region->height <= rows();
        return inside ? std::size_t(region->width) * std::size_t(region->height) : 0;
    }

  private:
    carried width_, rows_;
};

} // namespace detail

/// A terrain. It is declared before the objects that use it.
class terrain : public detail::gridded<throng_terrain, throng_terrain_destroy>
{
  public:
    /// throng_terrain_create().
    static returns<terrain> create(throng_context *context, const throng_terrain_def &def)
    {
        terrain made;
        const throng_status status = throng_terrain_create(context, &def, &made.object_);
        made.context_ = context;
        if (status == THRONG_OK)
            made.resize(def.width, def.height * def.worlds);
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    terrain(throng_context *context, const throng_terrain_def &def) : terrain(create(context, def)) {}
#endif
    terrain() = default;

    /// throng_terrain_set(): 0 is free, any other value blocked; row by row.
    returns<void> set(const strided<const std::uint8_t> &blocked, const area &where = {},
                      std::size_t row_stride = 0)
    {
        if (const char *fault = this->short_buffer(blocked, where, row_stride))
            return detail::give(detail::invalid(fault));
        return check(throng_terrain_set(object_, where.get(), blocked.data(), row_stride));
    }
    /// throng_terrain_fill().
    returns<void> fill(bool blocked, const area &where = {})
    {
        return check(throng_terrain_fill(object_, where.get(), blocked));
    }
    /// throng_terrain_read().
    returns<void> read(const strided<std::uint8_t> &blocked, const area &where = {},
                       std::size_t row_stride = 0) const
    {
        if (const char *fault = this->short_buffer(blocked, where, row_stride))
            return detail::give(detail::invalid(fault));
        return check(throng_terrain_read(object_, where.get(), blocked.data(), row_stride));
    }
    returns<std::vector<std::uint8_t>> read(const area &where = {}) const
    {
        std::vector<std::uint8_t> blocked(cells_of(where));
        return check(throng_terrain_read(object_, where.get(), blocked.data(), 0), blocked);
    }
    /// throng_terrain_distances(): as many as there are pairs.
    returns<void> distances(throng_grid grid, const strided<const throng_cell_pair> &pairs,
                            const strided<float> &lengths)
    {
        const char *fault =
            detail::too_few(lengths.size(), pairs.size(), "there are fewer lengths than pairs");
        if (fault || lengths.stride() != sizeof(float))
            return detail::give(detail::invalid(fault ? fault : "lengths must be packed"));
        return check(throng_terrain_distances(object_, grid, detail::count_of(pairs.size()), pairs.data(),
                                              pairs.stride(), lengths.data()));
    }
    returns<std::vector<float>> distances(throng_grid grid, const strided<const throng_cell_pair> &pairs)
    {
        std::vector<float> lengths(pairs.size());
        if (const char *fault = detail::too_many(pairs.size()))
            return detail::give(detail::invalid(fault), lengths);
        return check(throng_terrain_distances(object_, grid, detail::count_of(pairs.size()), pairs.data(),
                                              pairs.stride(), lengths.data()),
                     lengths);
    }
};

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
