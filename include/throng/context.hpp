// Contexts for C++; context.h and dispatch.h have what the calls do.
#ifndef THRONG_CONTEXT_HPP
#define THRONG_CONTEXT_HPP

#include "base.hpp"

namespace throng
{
inline namespace THRONG_INLINE_NAMESPACE
{

/// A throng_context_def with the library's defaults.
struct context_def : throng_context_def {
    context_def() : throng_context_def(throng_context_default_def()) {}
};

/// A throng_calibrate_def with the library's defaults.
struct calibrate_def : throng_calibrate_def {
    calibrate_def() : throng_calibrate_def(throng_calibrate_default_def()) {}
};

namespace detail
{

// The last message of a creation that failed: there is no context then that could have it.
struct message_of_creation {
    static char *text()
    {
        static thread_local char buffer[512] = "";
        return buffer;
    }
    static void keep(void *, throng_log_level level, const char *message)
    {
        if (level != THRONG_LOG_ERROR)
            return;
        std::size_t i = 0;
        for (; i < 511 && message[i]; i++)
            text()[i] = message[i];
        text()[i] = 0;
    }
};

} // namespace detail

/// A context. It is declared before the objects that are made on it, and so destroyed after them.
class context : public detail::object<throng_context, throng_context_destroy>
{
  public:
    context(context &&) = default;
    context &operator=(context &&) = default;

    /// throng_context_create(). Without a logger in the def the error has the message; with one, the logger
    /// has it.
    static returns<context> create(const throng_context_def &def = context_def())
    {
        throng_context_def changed = def;
        if (!def.logger.log)
            changed.logger.log = detail::message_of_creation::keep;
        detail::message_of_creation::text()[0] = 0;
        context made{nothing()};
        const throng_status status = throng_context_create(&changed, &made.object_);
        made.context_ = made.object_;
        const char *message = detail::message_of_creation::text();
        return detail::give(failure{status, !status || *message ? message : throng_status_string(status)},
                            made);
    }
#if THRONG_EXCEPTIONS
    explicit context(const throng_context_def &def = context_def()) : context(create(def)) {}
#endif

    /// Message of the last call that failed.
    const char *message() const { return throng_context_message(object_); }
    /// OpenCL's own code of the last call that failed in OpenCL.
    std::int32_t opencl_error() const { return throng_context_opencl_error(object_); }
    /// throng_context_wait().
    returns<void> wait() { return check(throng_context_wait(object_)); }
    /// throng_context_get_info().
    returns<throng_context_info> info() const
    {
        throng_context_info facts = {};
        return check(throng_context_get_info(object_, &facts), facts);
    }
    /// throng_calibrate(). Takes as long as the def says.
    returns<throng_calibrate_report> calibrate(const throng_calibrate_def &def = calibrate_def())
    {
        throng_calibrate_report report = {};
        return check(throng_calibrate(object_, &def, &report), report);
    }

  private:
    struct nothing {
    };
    explicit context(nothing) {}
};

/// The OpenCL devices of this machine: throng_devices().
inline returns<std::vector<throng_device_info>> devices(const throng_context_def &def = context_def())
{
    std::vector<throng_device_info> list;
    std::int32_t count = 0;
    throng_status status = throng_devices(&def, nullptr, 0, &count);
    if (status == THRONG_OK && count > 0) {
        list.resize(std::size_t(count));
        status = throng_devices(&def, list.data(), count, &count);
        list.resize(list.size() < std::size_t(count) ? list.size() : std::size_t(count));
    }
    return detail::give(failure{status, throng_status_string(status)}, list);
}

/// Version of the library that runs.
inline const char *version() { return throng_version(); }
/// Name of a status, a backend, an instruction set, an operation or a path's end; see the C functions.
inline const char *name_of_status(throng_status status) { return throng_status_string(status); }
inline const char *name_of_backend(throng_backend backend) { return throng_backend_name(backend); }
inline const char *name_of_isa(throng_isa isa) { return throng_isa_name(isa); }
inline const char *name_of_operation(throng_operation operation) { return throng_operation_name(operation); }
/// Whether the library and this processor have an instruction set.
inline bool isa_available(throng_isa isa) { return throng_isa_available(isa) == 1; }

} // namespace THRONG_INLINE_NAMESPACE
} // namespace throng

#endif
