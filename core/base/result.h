// Result<T>: a value or the reason why there is none. Shaped like std::expected, which g++ 12 lacks.
// No exception crosses a core function; what does not stop the work goes to Diagnostics instead.
#pragma once

#include <cassert>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace etscope {

/// Why something could not be done. `code` is a stable kebab-case word (docs/FORMATS.md lists them); `where` names the
/// part of the file and the byte offset; `message` says what is wrong and, where there is one, the way out.
struct Error {
    std::string code;
    std::string message;
    std::string where;

    /// The job was stopped: nothing is wrong, and nothing is known.
    bool isCancelled() const noexcept { return code == kCancelled; }
    static constexpr const char* kCancelled = "cancelled";
};

/// Wraps an Error so that it converts to any Result<T>: `return fail("zip-entry-truncated", "…", where);`
struct [[nodiscard]] Failure {
    Error error;
};

inline Failure fail(std::string code, std::string message, std::string where = {}) {
    return Failure{Error{std::move(code), std::move(message), std::move(where)}};
}

template <class T>
class [[nodiscard]] Result {
public:
    using value_type = T;

    template <class U = T>
    requires std::is_constructible_v<T, U&&> &&
        (!std::is_same_v<std::remove_cvref_t<U>, Result>)&&(!std::is_same_v<std::remove_cvref_t<U>, Failure>)Result(U&& value)
        : m_state(std::in_place_index<0>, std::forward<U>(value)) {}
    Result(Failure failure) : m_state(std::in_place_index<1>, std::move(failure.error)) {}

    bool hasValue() const noexcept { return m_state.index() == 0; }
    explicit operator bool() const noexcept { return hasValue(); }

    T& value() & {
        assert(hasValue());
        return *std::get_if<0>(&m_state);
    }
    const T& value() const& {
        assert(hasValue());
        return *std::get_if<0>(&m_state);
    }
    T&& value() && {
        assert(hasValue());
        return std::move(*std::get_if<0>(&m_state));
    }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const& {
        assert(!hasValue());
        return *std::get_if<1>(&m_state);
    }
    const Error& error() const&& = delete;

    bool cancelled() const noexcept { return !hasValue() && error().isCancelled(); }

    /// The same error as a Failure, to hand on: `if (!r) return r.failure();`
    Failure failure() const { return Failure{error()}; }

    template <class U>
    T valueOr(U&& fallback) const& {
        return hasValue() ? value() : static_cast<T>(std::forward<U>(fallback));
    }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> {
public:
    using value_type = void;

    Result() = default;
    Result(Failure failure) : m_failed(true), m_error(std::move(failure.error)) {}

    bool hasValue() const noexcept { return !m_failed; }
    explicit operator bool() const noexcept { return !m_failed; }
    const Error& error() const& {
        assert(m_failed);
        return m_error;
    }
    const Error& error() const&& = delete;
    bool cancelled() const noexcept { return m_failed && m_error.isCancelled(); }
    Failure failure() const { return Failure{error()}; }

private:
    bool m_failed = false;
    Error m_error;
};

}  // namespace etscope
