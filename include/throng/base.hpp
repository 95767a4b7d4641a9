// What the C++ headers share: errors, strided views of containers, and the owner of an object.
#ifndef THRONG_BASE_HPP
#define THRONG_BASE_HPP

#include "throng.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// 1: calls throw throng::error. 0: calls return throng::result. Default: 1 where the compiler has exceptions
/// on. All files of a program that use the same objects should have the same value.
#ifndef THRONG_EXCEPTIONS
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define THRONG_EXCEPTIONS 1
#else
#define THRONG_EXCEPTIONS 0
#endif
#endif

#if THRONG_EXCEPTIONS
#include <exception>
#define THRONG_INLINE_NAMESPACE with_exceptions
#else
#define THRONG_INLINE_NAMESPACE with_results
#endif

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/* ---------------------------------------------------------------- errors ---------------------------- */

/// A status and its message, which is valid until the next failure on the same context.
struct failure {
    throng_status status;
    const char *message;
};

#if THRONG_EXCEPTIONS

/// A call failed. what() is the library's message: the parameter, its value, and what is allowed.
class error : public std::exception
{
  public:
    explicit error(const failure &reason)
        : status_(reason.status),
          message_(*reason.message ? reason.message : throng_status_string(reason.status))
    {
    }
    /// One of THRONG_ERROR_*.
    throng_status status() const noexcept { return status_; }
    const char *what() const noexcept override { return message_.c_str(); }

  private:
    throng_status status_;
    std::string message_;
};

/// What a call returns: the value itself.
template <class T> using returns = T;

#else

/// What a call returned: a value, or the status and the message of its failure.
template <class T> class [[nodiscard]] result
{
  public:
    result(T value) : value_(std::move(value)) {}
    result(const failure &reason) : reason_(reason) {}
    explicit operator bool() const { return reason_.status == THRONG_OK; }
    throng_status status() const { return reason_.status; }
    /// Valid until the next failure on the same context; of context::create() until the next error on this
    /// thread of a context without a logger. "" if there was none.
    const char *message() const { return reason_.message; }
    /// The value. Ends the program if there is none.
    T &value()
    {
        if (!value_)
            std::abort();
        return *value_;
    }
    T &operator*() { return value(); }
    T *operator->() { return &value(); }

  private:
    failure reason_ = {THRONG_OK, ""};
    std::optional<T> value_;
};

template <> class [[nodiscard]] result<void>
{
  public:
    result() = default;
    result(const failure &reason) : reason_(reason) {}
    explicit operator bool() const { return reason_.status == THRONG_OK; }
    throng_status status() const { return reason_.status; }
    const char *message() const { return reason_.message; }

  private:
    failure reason_ = {THRONG_OK, ""};
};

template <class T> using returns = result<T>;

#endif

/* ---------------------------------------------------------------- containers ------------------------ */

namespace detail
{

template <class T> using bare = std::remove_cv_t<std::remove_reference_t<T>>;

// Whether entries of an array of E are read or written as T: T itself, or a struct that begins with it.
template <class E, class T>
inline constexpr bool holds = std::is_same_v<bare<E>, bare<T>> || std::is_base_of_v<bare<T>, bare<E>>;

template <class C, class = void> struct element {
    using type = void;
};
template <class C>
struct element<C, std::void_t<decltype(std::data(std::declval<C &>()), std::size(std::declval<C &>()))>> {
    using type = std::remove_pointer_t<decltype(std::data(std::declval<C &>()))>;
};
template <class C> using element_of = typename element<C>::type;

template <class C> inline constexpr bool is_strided = false;

} // namespace detail

template <class T> class strided;
namespace detail
{
template <class T> inline constexpr bool is_strided<strided<T>> = true;
}

/// `count` entries of type T that lie `stride` bytes apart. Contiguous containers, std::span and arrays
/// convert to it, also those of structs that derive from T. It owns nothing.
template <class T> class strided
{
  public:
    constexpr strided() = default;
    constexpr strided(T *data, std::size_t count, std::size_t stride = sizeof(T))
        : data_(data), count_(count), stride_(stride)
    {
    }
    template <class C, class E = detail::element_of<C>,
              std::enable_if_t<!detail::is_strided<detail::bare<C>> && detail::holds<E, T> &&
                                   (std::is_const_v<T> || !std::is_const_v<E>),
                               int> = 0>
    constexpr strided(C &&container)
        : data_(std::data(container)), count_(std::size(container)), stride_(sizeof(E))
    {
    }
    template <class U,
              std::enable_if_t<detail::holds<U, T> && (std::is_const_v<T> || !std::is_const_v<U>), int> = 0>
    constexpr strided(const strided<U> &other)
        : data_(other.data()), count_(other.size()), stride_(other.stride())
    {
    }
    /// A list in braces, as an argument of a call: it lives until the call returns.
    template <class U = T, std::enable_if_t<std::is_const_v<U>, int> = 0>
    constexpr strided(std::initializer_list<detail::bare<U>> list) : count_(list.size())
    {
        data_ = list.begin();
    }

    constexpr T *data() const { return data_; }
    constexpr std::size_t size() const { return count_; }
    constexpr std::size_t stride() const { return stride_; }

  private:
    T *data_ = nullptr;
    std::size_t count_ = 0, stride_ = sizeof(T);
};

/// A member of the structs of a container, such as the handles inside a game's units:
/// crowd.get(position, throng::member(units, &unit::agent), out).
template <class C, class S, class M> constexpr auto member(C &&container, M S::*which)
{
    using entry = detail::element_of<C>;
    static_assert(detail::holds<entry, S>, "the container does not hold the member's struct");
    using value = std::conditional_t<std::is_const_v<entry>, const M, M>;
    entry *first = std::data(container);
    const std::size_t count = std::size(container);
    return strided<value>(count ? &(first->*which) : nullptr, count, sizeof(entry));
}

/// A region of cells as an argument; {} stands for all cells.
class area
{
  public:
    constexpr area() = default;
    constexpr area(const throng_region &region) : region_(region), whole_(false) {}
    constexpr const throng_region *get() const { return whole_ ? nullptr : &region_; }
    constexpr bool whole() const { return whole_; }

  private:
    throng_region region_ = {};
    bool whole_ = true;
};

/// Two floats: a position, a velocity or a direction.
struct float2 {
    float x, y;
};

/// Two doubles: a position or a goal, for places that a float does not have.
struct double2 {
    double x, y;
};

/* ---------------------------------------------------------------- objects --------------------------- */

namespace detail
{

#if THRONG_EXCEPTIONS

[[noreturn]] inline void fail(const failure &reason) { throw error(reason); }

template <class T> T give(const failure &reason, T &value)
{
    if (reason.status != THRONG_OK)
        fail(reason);
    return std::move(value);
}

inline void give(const failure &reason)
{
    if (reason.status != THRONG_OK)
        fail(reason);
}

#else

template <class T> result<T> give(const failure &reason, T &value)
{
    if (reason.status != THRONG_OK)
        return reason;
    return std::move(value);
}

inline result<void> give(const failure &reason)
{
    return reason.status == THRONG_OK ? result<void>() : result<void>(reason);
}

#endif

constexpr failure fine = {THRONG_OK, ""};
constexpr failure invalid(const char *message) { return {THRONG_ERROR_INVALID_ARGUMENT, message}; }

// What is wrong with the lengths of arguments, or nullptr.
inline const char *too_many(std::size_t count)
{
    return count > std::size_t(std::numeric_limits<std::int32_t>::max()) ? "count must be below 2^31"
                                                                         : nullptr;
}
inline const char *too_few(std::size_t there, std::size_t needed, const char *message)
{
    return there < needed ? message : too_many(needed);
}

template <class T> const char *packed_results(const strided<T> &results, std::size_t needed)
{
    if (results.stride() != sizeof(T))
        return "results must be packed";
    return too_few(results.size(), needed, "there are fewer results than entries");
}

// Whether a struct can stand for two floats: it begins with them, as far as can be seen.
template <class E>
inline constexpr bool is_pair = std::is_trivially_copyable_v<E> &&std::is_class_v<E> &&
                                sizeof(E) >= 2 * sizeof(float) && alignof(E) >= alignof(float) &&
                                !std::is_base_of_v<double2, E> &&
                                !std::is_base_of_v<throng_vertex_double, E> &&
                                !std::is_base_of_v<throng_motion, E> &&
                                !std::is_base_of_v<throng_obstacle_motion, E>;

// Pairs of floats at the beginnings of a container's structs.
template <class C> strided<const float> pairs(const C &container)
{
    using entry = bare<element_of<const C>>;
    static_assert(is_pair<entry>, "positions and directions are structs that begin with two floats");
    return {reinterpret_cast<const float *>(std::data(container)), std::size(container), sizeof(entry)};
}
// The same of pairs that lie inside larger structs.
template <class T> strided<const float> pairs(const strided<T> &entries)
{
    static_assert(is_pair<bare<T>>, "positions and directions are structs that begin with two floats");
    return {reinterpret_cast<const float *>(entries.data()), entries.size(), entries.stride()};
}

constexpr std::int32_t count_of(std::size_t count) { return static_cast<std::int32_t>(count); }

// Whether rows of a region fit in so many bytes, wherever they would begin.
constexpr bool holds_rows(std::size_t bytes, std::int32_t width, std::int32_t height, std::size_t entry,
                          std::size_t row_stride)
{
    const std::size_t row = std::size_t(width > 0 ? width : 0) * entry;
    const std::size_t stride = row_stride ? row_stride : row;
    return height <= 0 ||
           (row <= bytes && (stride == 0 || std::size_t(height - 1) <= (bytes - row) / stride));
}

// A number that is known of an object, and goes where the object goes.
class carried
{
  public:
    carried() = default;
    carried(carried &&other) noexcept : value_(std::exchange(other.value_, 0)) {}
    carried &operator=(carried &&other) noexcept
    {
        std::swap(value_, other.value_);
        return *this;
    }
    ~carried() = default;
    void set(std::int32_t value) { value_ = value; }
    std::int32_t get() const { return value_; }

  private:
    std::int32_t value_ = 0;
};

/// Owns an object and knows the context that has the messages.
template <class Object, throng_status (*Destroy)(Object *)> class object
{
  public:
    object() = default;
    object(const object &) = delete;
    object &operator=(const object &) = delete;
    object(object &&other) noexcept : context_(other.context_), object_(std::exchange(other.object_, nullptr))
    {
    }
    object &operator=(object &&other) noexcept
    {
        std::swap(context_, other.context_);
        std::swap(object_, other.object_);
        return *this;
    }
    ~object() { Destroy(object_); }

    /// The object, for calls of the C interface.
    Object *get() const { return object_; }
    operator Object *() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }
    /// Gives the object away; the caller destroys it.
    Object *release() { return std::exchange(object_, nullptr); }
    /// Destroys the object now. Fails if another object still uses it; then it stays.
    returns<void> close()
    {
        const throng_status status = Destroy(object_);
        if (status == THRONG_OK)
            object_ = nullptr;
        return check(status);
    }

  protected:
    // Of a call on the object. Without one the context may be gone, too.
    failure reason(throng_status status) const
    {
        return object_ || status == THRONG_OK
                   ? created(status)
                   : failure{status, "there is no object: it was closed, released or moved from"};
    }
    // Of its creation.
    failure created(throng_status status) const
    {
        return status == THRONG_OK ? fine : failure{status, throng_context_message(context_)};
    }
    returns<void> check(throng_status status) const { return give(reason(status)); }
    template <class T> returns<T> check(throng_status status, T &value) const
    {
        return give(reason(status), value);
    }

    throng_context *context_ = nullptr;
    Object *object_ = nullptr;
};

} // namespace detail

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
