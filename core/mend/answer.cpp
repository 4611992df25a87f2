#include "mend/answer.h"

#include <algorithm>

#include "base/enum_table.h"

namespace etscope::mend {

std::string_view answerStateName(AnswerState state) noexcept {
    static constexpr EnumTable<AnswerState::CannotTry> kNames(
        {"healthy", "mended", "better", "nothing_helped", "not_of_the_export", "cannot_try"});
    return kNames[state];
}

const Trial* Answer::best() const noexcept {
    const bool helps = !trials.empty() && (trials.front().state == TrialState::Right || trials.front().state == TrialState::Better);
    return helps ? &trials.front() : nullptr;
}

std::size_t decidedOf(const std::vector<Trial>& trials) noexcept {
    const auto isOpen = [](const Trial& one) { return one.state >= TrialState::Waiting; };
    return trials.size() - static_cast<std::size_t>(std::ranges::count_if(trials, isOpen));
}

std::string Answer::cause() const {
    return faults.empty() ? std::string() : std::string(causes::causeName(faults.front().culprit.cause));
}

}  // namespace etscope::mend
