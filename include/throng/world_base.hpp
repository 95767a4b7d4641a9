// What the C++ headers of worlds share: the world itself. world.h has what its calls do.
#ifndef THRONG_WORLD_BASE_HPP
#define THRONG_WORLD_BASE_HPP

#include "context.hpp"
#include "world.h"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/// A throng_world_def with the library's defaults: one process.
struct world_def : throng_world_def {
    world_def() : throng_world_def(throng_world_default_def()) {}
};

/// A world. It is declared after the contexts of its parts, and before its crowds, maps, fields and flows.
class world : public detail::object<throng_world, throng_world_destroy>
{
  public:
    /// throng_world_create(): a part for each context.
    static returns<world> create(const strided<throng_context *const> &contexts,
                                 const throng_world_def &def = world_def())
    {
        world made;
        const char *fault = contexts.stride() == sizeof(throng_context *)
                                ? detail::too_few(contexts.size(), 1, "there must be a context")
                                : "contexts must be packed";
        if (!fault)
            fault = detail::too_many(contexts.size());
        if (fault)
            return detail::give(detail::invalid(fault), made);
        const throng_status status =
            throng_world_create(detail::count_of(contexts.size()), contexts.data(), &def, &made.object_);
        made.context_ = *contexts.data();
        return detail::give(made.created(status), made);
    }
#if THRONG_EXCEPTIONS
    explicit world(const strided<throng_context *const> &contexts, const throng_world_def &def = world_def())
        : world(create(contexts, def))
    {
    }
#endif
    world() = default;

    /// throng_world_get_info().
    returns<throng_world_info> info() const
    {
        throng_world_info facts = {};
        return check(throng_world_get_info(object_, &facts), facts);
    }
    /// The context that has the messages: the first one.
    throng_context *messages() const { return object_ ? context_ : nullptr; }
};

namespace detail
{

// What is wrong with entries that C takes without a stride, or nullptr.
template <class T> const char *unpacked(const strided<T> &entries)
{
    return entries.stride() == sizeof(T) ? too_many(entries.size()) : "entries must be packed";
}

// The same of ids, and of the entries that belong to them.
template <class T>
const char *unlike(const strided<const std::uint64_t> &ids, const strided<T> &entries, const char *few)
{
    const char *fault = unpacked(ids);
    return fault ? fault : too_few(entries.size(), ids.size(), few);
}

// What is wrong with the definitions of the parts of this process, or nullptr. *status: whether the world
// says how many there are.
template <class T>
const char *wrong_parts(throng_world *of, const strided<const T> &parts, throng_status *status)
{
    throng_world_info facts = {};
    *status = throng_world_get_info(of, &facts);
    if (*status == THRONG_OK && parts.size() != std::size_t(facts.local_parts))
        return "there must be a definition for each part";
    return parts.stride() == sizeof(T) ? nullptr : "definitions of parts must be packed";
}

// A region that calls refuse, on all processes.
constexpr throng_region no_region = {-1, -1, 0, 0};

} // namespace detail

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
