#include "run/child_process.h"

#include <optional>
#include <thread>

#include "run/started_child.h"

namespace etscope::run {
namespace {

using Clock = std::chrono::steady_clock;

/// After the child's end its pipes are read until they close; whoever else holds them is not waited for longer.
constexpr std::chrono::milliseconds kAfterEnd{500};

Result<ChildEnd> follow(Child& child, const ChildOptions& options, const OnLine& onLine, const JobContext& job) {
    Lines lines(onLine, options.said);
    const auto began = Clock::now();
    std::optional<Clock::time_point> endedAt;
    ChildEnd end;
    for (bool open = true; open || !endedAt;) {
        if (job.cancelled()) return cancelledFailure();
        if (open)
            open = child.read(lines);
        else
            std::this_thread::sleep_for(std::chrono::milliseconds(kPollMilliseconds));
        if (!endedAt && child.ended()) endedAt = Clock::now();
        if (endedAt && Clock::now() - *endedAt > kAfterEnd) break;
        const bool late = options.time.count() > 0 && Clock::now() - began > options.time;
        if (endedAt || (!late && lines.total() <= options.mostSaid)) continue;
        end.how = late ? ChildEnd::How::TimedOut : ChildEnd::How::SaidTooMuch;
        child.kill();
        end.said = lines.said();
        return end;
    }
    child.end(end);
    end.said = lines.said();
    return end;
}

}  // namespace

Result<ChildEnd> runChild(const std::vector<std::string>& words, const ChildOptions& options, const OnLine& onLine,
                          const JobContext& job) {
    const auto child = startChild(words, options, ChildInput::None);
    return child ? follow(**child, options, onLine, job) : Result<ChildEnd>(child.failure());
}

}  // namespace etscope::run
