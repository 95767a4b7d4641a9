// Traced paths for C++; trace.h has what the calls do.
#ifndef THRONG_TRACE_HPP
#define THRONG_TRACE_HPP

#include "flow.hpp"
#include "potential.hpp"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/// A throng_trace_def with the library's defaults.
struct trace_def : throng_trace_def {
    trace_def() : throng_trace_def(throng_trace_default_def()) {}
};

/// A tracer of paths.
class trace : public detail::object<throng_trace, throng_trace_destroy>
{
  public:
    /// throng_trace_create() through `field`, which takes the place of the def's field.
    static returns<trace> create(throng_context *context, const potential &field,
                                 const throng_trace_def &def = trace_def())
    {
        trace made;
        throng_trace_def whole = def;
        whole.field = field;
        const throng_status status = throng_trace_create(context, &whole, &made.object_);
        made.context_ = context;
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    trace(throng_context *context, const potential &field, const throng_trace_def &def = trace_def())
        : trace(create(context, field, def))
    {
    }
#endif
    trace() = default;

    /// throng_trace_set_starts().
    returns<void> set_starts(const strided<const throng_trace_start> &starts, std::int32_t first = 0)
    {
        if (const char *fault = detail::too_many(starts.size()))
            return detail::give(detail::invalid(fault));
        return check(throng_trace_set_starts(object_, first, detail::count_of(starts.size()), starts.data(),
                                             starts.stride()));
    }
    /// throng_trace_truncate_starts().
    returns<void> truncate_starts(std::int32_t count)
    {
        return check(throng_trace_truncate_starts(object_, count));
    }
    /// throng_trace_update().
    returns<void> update() { return check(throng_trace_update(object_)); }
    /// throng_trace_read(): the paths from `first` on, as many as there are entries.
    returns<void> read(const strided<throng_trace_result> &results, std::int32_t first = 0)
    {
        if (const char *fault = detail::too_many(results.size()))
            return detail::give(detail::invalid(fault));
        return check(throng_trace_read(object_, first, detail::count_of(results.size()), results.data(),
                                       results.stride()));
    }
    /// The results of all paths.
    returns<std::vector<throng_trace_result>> read()
    {
        std::vector<throng_trace_result> results;
        throng_trace_info facts = {};
        throng_status status = throng_trace_get_info(object_, &facts);
        if (status == THRONG_OK) {
            results.resize(std::size_t(facts.starts));
            status = throng_trace_read(object_, 0, facts.starts, results.data(), 0);
        }
        return check(status, results);
    }
    /// throng_trace_read_points(): points `first` on of `paths` paths from `path` on, `count` of each, one
    /// path after the other.
    returns<void> read_points(std::int32_t path, std::int32_t paths, std::int32_t first, std::int32_t count,
                              const strided<throng_trace_point> &points)
    {
        if (points.stride() != sizeof(throng_trace_point))
            return detail::give(detail::invalid("points must be packed"));
        if (paths > 0 && count > 0 && points.size() / std::size_t(count) < std::size_t(paths))
            return detail::give(detail::invalid("there are fewer points than paths times count"));
        return check(throng_trace_read_points(object_, path, paths, first, count, points.data(), 0));
    }
    /// All points of one path, of which read() gave the result.
    returns<std::vector<throng_trace_point>> points(std::int32_t path, const throng_trace_result &result)
    {
        const std::int32_t count = result.steps >= 0 ? result.steps + 1 : 0;
        std::vector<throng_trace_point> found(static_cast<std::size_t>(count));
        return check(throng_trace_read_points(object_, path, 1, 0, count, found.data(), 0), found);
    }
    /// throng_trace_reset().
    returns<void> reset() { return check(throng_trace_reset(object_)); }
    /// throng_trace_get_info().
    returns<throng_trace_info> info()
    {
        throng_trace_info facts = {};
        return check(throng_trace_get_info(object_, &facts), facts);
    }
};

/// Name of the way in which a path ended.
inline const char *name_of_trace_status(throng_trace_status status)
{
    return throng_trace_status_name(status);
}

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
