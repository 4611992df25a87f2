#include "findings/member_verdicts.h"

#include <algorithm>
#include <optional>

#include "findings/not_checked.h"
#include "join/family.h"

namespace etscope::findings {
namespace {

bool isSilent(const SessionVerdict& one) {
    const OutputCounts& outputs = one.outputs;
    return one.state == Verdict::Unknown && !one.unreadable && !one.doubtful && outputs.missing == outputs.all() &&
           std::ranges::none_of(one.methods, &MethodOutcome::unread) &&
           std::ranges::none_of(one.causes, [](const PossibleCause& cause) { return isNotChecked(cause.kind); });
}

Result<MemberVerdict> verdictOf(const session::Session& whole, const join::Member& member, const JobContext& job) {
    MemberVerdict made{member.name, Verdict::Unknown, false, {}};
    const auto opened = join::openMember(whole, member, job);
    if (opened.cancelled()) return opened.failure();
    if (!opened || !member.readable) {
        made.text = Sentence::of("the program cannot be read");
        return made;
    }
    const auto judged = verdict(**opened, job);
    if (judged.cancelled()) return judged.failure();
    if (!judged) {
        made.text = Sentence(judged.error().message);
        return made;
    }
    made.state = (*judged)->state, made.silent = isSilent(**judged);
    made.text = (*judged)->sentences.front().text;
    return made;
}

Result<std::shared_ptr<const std::vector<MemberVerdict>>> make(const session::Part& part, const JobContext& job) {
    const auto family = join::family(*part.whole, job);
    if (!family) return family.failure();
    auto made = std::make_shared<std::vector<MemberVerdict>>();
    const JobContext quiet{job.stop, {}, job.waiting};  // how far each is says nothing of the whole
    for (const join::Member& member : (*family)->members) {
        if (member.name == part.member) continue;
        auto one = verdictOf(*part.whole, member, quiet);
        if (!one) return one.failure();
        made->push_back(*std::move(one));
        job.report(static_cast<double>(made->size()) / static_cast<double>((*family)->members.size()));
    }
    return made;
}

}  // namespace

Result<std::shared_ptr<const std::vector<MemberVerdict>>> otherVerdicts(const session::Session& session, const JobContext& job) {
    using Verdicts = std::vector<MemberVerdict>;
    const auto& part = session.options().part;
    if (part == nullptr || part->chosen) return std::make_shared<const Verdicts>();
    return session.store().get<Verdicts>("findings::otherVerdicts", job, [&] { return make(*part, job); });
}

Verdict stateOfAll(const SessionVerdict& own, const std::vector<MemberVerdict>& others) {
    std::optional<Verdict> worst;
    const auto add = [&worst](Verdict state, bool silent) {
        if (!silent) worst = std::max(worst.value_or(state), state);
    };
    add(own.state, isSilent(own));
    for (const MemberVerdict& one : others) add(one.state, one.silent);
    return worst.value_or(Verdict::Unknown);
}

}  // namespace etscope::findings
