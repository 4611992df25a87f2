// A child that is asked again and again: a line to its standard input, lines of its output until it has answered. Bounded as
// runChild() is, in time by each question. One that did not answer is gone. One thread.
#pragma once

#include <memory>

#include "run/child_process.h"

namespace etscope::run {

class Child;

class TalkingChild {
public:
    /// The time of `options` is that of each question. Errors: `run-not-started`.
    static Result<TalkingChild> start(const std::vector<std::string>& words, const ChildOptions& options);
    TalkingChild(TalkingChild&&) noexcept;
    TalkingChild& operator=(TalkingChild&&) noexcept;
    ~TalkingChild();

    struct Reply {
        bool answered = false;
        ChildEnd end;  ///< `said`: what it said on the way; how it ended, where it did not answer
    };
    /// `isAnswer`: of each line; true ends the question. `onLine` as of runChild(), of all others. Errors: `cancelled`, after which
    /// the child is gone.
    Result<Reply> ask(std::string_view question, const std::function<bool(std::string_view line)>& isAnswer, const OnLine& onLine,
                      const JobContext& job);
    bool alive() const noexcept { return m_child != nullptr; }
    /// Of each question from now on.
    void allow(std::chrono::milliseconds time) noexcept { m_options.time = time; }

private:
    explicit TalkingChild(std::unique_ptr<Child> child, ChildOptions options);

    std::unique_ptr<Child> m_child;
    ChildOptions m_options;
};

}  // namespace etscope::run
