#include "run/talking_child.h"

#include <thread>

#include "run/started_child.h"

namespace etscope::run {
namespace {

using Clock = std::chrono::steady_clock;

/// Between the end of the output and that of the process.
constexpr std::chrono::milliseconds kUntilEnd{500};

/// How it ended; one that lives on without output is ended.
ChildEnd endOf(Child& child) {
    ChildEnd end;
    for (const auto began = Clock::now(); !child.ended() && Clock::now() - began < kUntilEnd;) std::this_thread::sleep_for(std::chrono::milliseconds(kPollMilliseconds));
    if (!child.ended()) {
        child.kill();
        while (!child.ended()) std::this_thread::sleep_for(std::chrono::milliseconds(kPollMilliseconds));
    }
    child.end(end);
    return end;
}

}  // namespace

TalkingChild::TalkingChild(std::unique_ptr<Child> child, ChildOptions options)
    : m_child(std::move(child)), m_options(std::move(options)) {}
TalkingChild::TalkingChild(TalkingChild&&) noexcept = default;
TalkingChild& TalkingChild::operator=(TalkingChild&&) noexcept = default;
TalkingChild::~TalkingChild() = default;

Result<TalkingChild> TalkingChild::start(const std::vector<std::string>& words, const ChildOptions& options) {
    auto child = startChild(words, options, ChildInput::Lines);
    if (!child) return child.failure();
    return TalkingChild(*std::move(child), options);
}

Result<TalkingChild::Reply> TalkingChild::ask(std::string_view question, const std::function<bool(std::string_view line)>& isAnswer,
                                              const OnLine& onLine, const JobContext& job) {
    Reply reply;
    const OnLine take = [&](std::string_view line) {
        if (!reply.answered && isAnswer(line)) return reply.answered = true;
        return onLine && onLine(line);
    };
    Lines lines(take, m_options.said);
    const auto began = Clock::now();
    const auto ended = [&](ChildEnd end) {
        reply.end = std::move(end);
        m_child.reset();
    };
    if (!m_child || !m_child->write(question)) {
        if (m_child) ended(endOf(*m_child));
        return reply;
    }
    while (!reply.answered && m_child) {
        if (job.cancelled()) {
            m_child.reset();
            return cancelledFailure();
        }
        const bool late = m_options.time.count() > 0 && Clock::now() - began > m_options.time;
        if (late || lines.total() > m_options.mostSaid)
            ended({late ? ChildEnd::How::TimedOut : ChildEnd::How::SaidTooMuch, 0, {}});
        else if (!m_child->read(lines) && !reply.answered)
            ended(endOf(*m_child));
    }
    reply.end.said = lines.said();
    return reply;
}

}  // namespace etscope::run
