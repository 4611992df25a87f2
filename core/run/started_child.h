// A started child: its process group, its output as lines, its end. What runChild() and TalkingChild are made of. Internal to
// core/run; one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "io/platform.h"
#include "run/child_process.h"

namespace etscope::run {

inline constexpr int kPollMilliseconds = 20;

class Descriptor {
public:
    explicit Descriptor(int number = -1) noexcept : m_number(number) {}
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }
    ~Descriptor() { close(); }
    int number() const noexcept { return m_number; }
    void close() noexcept {
        if (m_number >= 0) platform::close(m_number);
        m_number = -1;
    }

private:
    int m_number;
};

/// Takes what comes as lines; keeps the end of those that nobody wants.
class Lines {
public:
    /// Keeps the reference.
    Lines(const OnLine& onLine, std::size_t keep) : m_onLine(onLine), m_keep(keep) {}

    void add(std::string_view bytes);
    void finishLine();
    std::uint64_t total() const noexcept { return m_total; }
    std::string said();

private:
    const OnLine& m_onLine;
    std::size_t m_keep;
    std::string m_line, m_said;
    std::uint64_t m_total = 0;
};

/// A started child. Whatever happens, nothing of its group is left.
class Child {
public:
    /// `process`, `group`: as the system calls them; on Windows handles that are closed with the child.
    Child(std::intptr_t process, std::intptr_t group, Descriptor output, Descriptor input)
        : m_process(process), m_group(group), m_output(std::move(output)), m_input(std::move(input)) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child();

    void kill() const noexcept;
    /// What is there within the time of one turn; false: the pipe is closed.
    bool read(Lines& lines);
    /// A line for its standard input; false: it does not take it.
    bool write(std::string_view line) const noexcept;
    bool ended() noexcept;
    void end(ChildEnd& end) const noexcept;

private:
    std::intptr_t m_process, m_group;
    Descriptor m_output, m_input;
    int m_status = 0;
    bool m_ended = false;
};

enum class ChildInput : std::uint8_t { None, Lines };

/// Starts `words` in a group of its own; the time of `options` is the caller's to keep. Errors: `run-not-started`.
Result<std::unique_ptr<Child>> startChild(const std::vector<std::string>& words, const ChildOptions& options, ChildInput input);

}  // namespace etscope::run
