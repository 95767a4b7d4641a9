// Readbacks for C++; readback.h has what the calls do.
#ifndef THRONG_READBACK_HPP
#define THRONG_READBACK_HPP

#include "crowd.hpp"
#include "influence.hpp"
#include "trace.hpp"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/// A throng_readback_def with the library's defaults: of what kind, of how many entries, and of which object.
struct readback_def : throng_readback_def {
    readback_def() : throng_readback_def(throng_readback_default_def()) {}
    readback_def(throng_readback_kind of_kind, std::int32_t entries, std::int32_t reads = 3) : readback_def()
    {
        kind = of_kind;
        capacity = entries;
        slots = reads;
    }
};

/// Results without waiting. It is declared after the object that it reads.
class readback : public detail::object<throng_readback, throng_readback_destroy>
{
  public:
    /// throng_readback_create().
    static returns<readback> create(throng_context *context, const throng_readback_def &def)
    {
        readback made;
        const throng_status status = throng_readback_create(context, &def, &made.object_);
        made.context_ = context;
        const bool rows = def.kind == THRONG_READBACK_LAYER || def.kind == THRONG_READBACK_LENGTHS ||
                          def.kind == THRONG_READBACK_DIRECTIONS;
        made.by_rows_.set(rows ? 1 : 0);
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    readback(throng_context *context, const throng_readback_def &def) : readback(create(context, def)) {}
#endif
    readback() = default;

    /// throng_readback_begin_agents(): these agents.
    returns<throng_readback_read> begin_agents(const strided<const throng_agent> &agents)
    {
        const char *fault = detail::too_many(agents.size());
        if (!fault && agents.stride() != sizeof(throng_agent))
            fault = "agents must be packed";
        throng_readback_read read = {};
        if (fault)
            return detail::give(detail::invalid(fault), read);
        return check(throng_readback_begin_agents(object_, detail::handles(agents),
                                                  detail::count_of(agents.size()), &read),
                     read);
    }
    /// throng_readback_begin_agents(): all agents, whose number this is.
    returns<throng_readback_read> begin_agents(std::int32_t count)
    {
        throng_readback_read read = {};
        return check(throng_readback_begin_agents(object_, nullptr, count, &read), read);
    }
    /// throng_readback_begin_region().
    returns<throng_readback_read> begin_region(const area &region = {})
    {
        throng_readback_read read = {};
        return check(throng_readback_begin_region(object_, region.get(), &read), read);
    }
    /// throng_readback_begin_range().
    returns<throng_readback_read> begin_range(std::int32_t first, std::int32_t count)
    {
        throng_readback_read read = {};
        return check(throng_readback_begin_range(object_, first, count, &read), read);
    }
    /// throng_readback_ready().
    returns<bool> ready(const throng_readback_read &read)
    {
        std::int32_t answer = 0;
        const throng_status status = throng_readback_ready(object_, read.number, &answer);
        bool is_ready = answer != 0;
        return check(status, is_ready);
    }
    /// throng_readback_get_read().
    returns<throng_readback_read> get_read(std::uint64_t number)
    {
        throng_readback_read read = {};
        return check(throng_readback_get_read(object_, number, &read), read);
    }
    /// throng_readback_fetch(): as many entries as the read has, of the type that its kind has. Those of
    /// regions must be packed.
    template <class T> returns<void> fetch(const throng_readback_read &read, const strided<T> &values)
    {
        throng_readback_read known = {};
        const char *fault = nullptr;
        const throng_status status = find<T>(read, known, fault);
        const bool packed = values.stride() == sizeof(T);
        if (!fault && !packed && by_rows_.get())
            fault = "values of regions must be packed";
        if (!fault)
            fault = detail::too_few(values.size(), std::size_t(known.count),
                                    "there are fewer values than the read has entries");
        if (status == THRONG_OK && fault)
            return detail::give(detail::invalid(fault));
        return check(status != THRONG_OK ? status
                                         : throng_readback_fetch(object_, known.number, values.data(),
                                                                 packed ? 0 : values.stride()));
    }
    /// The entries of a read, of the type that its kind has.
    template <class T> returns<std::vector<T>> fetch(const throng_readback_read &read)
    {
        throng_readback_read known = {};
        const char *fault = nullptr;
        std::vector<T> values;
        throng_status status = find<T>(read, known, fault);
        if (status == THRONG_OK && fault)
            return detail::give(detail::invalid(fault), values);
        if (status == THRONG_OK) {
            values.resize(std::size_t(known.count));
            status = throng_readback_fetch(object_, known.number, values.data(), 0);
        }
        return check(status, values);
    }
    /// throng_readback_map(): the entries where they are, until the read is fetched or released.
    template <class T> returns<strided<const T>> map(const throng_readback_read &read)
    {
        throng_readback_read known = {};
        const char *fault = nullptr;
        const void *values = nullptr;
        strided<const T> entries;
        throng_status status = find<T>(read, known, fault);
        if (status == THRONG_OK && fault)
            return detail::give(detail::invalid(fault), entries);
        if (status == THRONG_OK)
            status = throng_readback_map(object_, known.number, &values);
        entries = strided<const T>(static_cast<const T *>(values), std::size_t(values ? known.count : 0));
        return check(status, entries);
    }
    /// throng_readback_release().
    returns<void> release_read(const throng_readback_read &read)
    {
        return check(throng_readback_release(object_, read.number));
    }
    /// throng_readback_latest().
    returns<throng_readback_read> latest()
    {
        throng_readback_read read = {};
        return check(throng_readback_latest(object_, &read), read);
    }
    /// throng_readback_reset().
    returns<void> reset() { return check(throng_readback_reset(object_)); }
    /// throng_readback_get_info().
    returns<throng_readback_info> info()
    {
        throng_readback_info facts = {};
        return check(throng_readback_get_info(object_, &facts), facts);
    }

  private:
    detail::carried by_rows_; // whether reads are of regions
    // The read as the library knows it; the type must have the size of its entries.
    template <class T>
    throng_status find(const throng_readback_read &read, throng_readback_read &known, const char *&fault)
    {
        throng_readback_info facts = {};
        throng_status status = throng_readback_get_read(object_, read.number, &known);
        if (status == THRONG_OK)
            status = throng_readback_get_info(object_, &facts);
        if (status == THRONG_OK && std::size_t(facts.entry_bytes) != sizeof(T))
            fault = "the type does not have the size of an entry";
        return status;
    }
};

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
