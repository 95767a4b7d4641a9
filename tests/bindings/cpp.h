// What the C++ tests share: checks that work with exceptions and with results.
#ifndef TESTS_BINDINGS_CPP_H
#define TESTS_BINDINGS_CPP_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <throng/throng.hpp>

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                             \
            std::exit(1);                                                                                    \
        }                                                                                                    \
    } while (0)

#if THRONG_EXCEPTIONS
// The value of a call that succeeds.
template <class T> T must(T value) { return value; }
#define DO(call) (call)
// Whether a call fails with a status and a message that has this text.
template <class F> bool fails(F call, throng_status status, const char *text)
{
    try {
        (void)call();
    } catch (const throng::error &error) {
        if (error.status() == status && std::strstr(error.what(), text))
            return true;
        std::fprintf(stderr, "status %d: %s\n", int(error.status()), error.what());
    }
    return false;
}
#else
template <class T> T must(throng::result<T> result)
{
    if (!result)
        std::fprintf(stderr, "status %d: %s\n", int(result.status()), result.message());
    return std::move(result.value());
}
#define DO(call) CHECK(call)
template <class F> bool fails(F call, throng_status status, const char *text)
{
    const auto result = call();
    const bool right = !result && result.status() == status && std::strstr(result.message(), text);
    if (!right)
        std::fprintf(stderr, "status %d: %s\n", int(result.status()), result.message());
    return right;
}
#endif
#define FAILS(call, status, text) CHECK(fails([&] { return call; }, status, text))

#endif
