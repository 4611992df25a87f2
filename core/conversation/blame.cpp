#include "conversation/blame.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/enum_table.h"
#include "conversation/blame_search.h"

namespace etscope::conversation {
namespace {

/// Exchanges that a search takes when one part is to blame.
constexpr std::size_t kUsualExchanges = 24;

/// A choice with the calls that led to it.
struct ChoiceOrigin {
    const traces::Line* line = nullptr;
    std::vector<const CallStep*> steps;  ///< of its conversation, since the last reset
    std::size_t call = 0;                ///< among them, that it is read from
};

/// By the number of the choice; without a call whose values are known: nothing.
std::vector<std::optional<ChoiceOrigin>> choiceOrigins(const Opened& opened) {
    std::vector<std::optional<ChoiceOrigin>> origins;
    std::map<std::string, std::vector<const CallStep*>> talks;
    std::size_t next = 0;
    for (const traces::Line& line : opened.trace->lines()) {
        if (line.as<traces::Call>() != nullptr) {
            talks[line.conversation].push_back(&opened.steps[next++]);
        } else if (const auto* reset = line.as<traces::Reset>(); reset != nullptr) {
            for (auto& [name, steps] : talks)
                if (line.conversation.empty() || name == line.conversation) steps.clear();
        } else if (const auto* choice = line.as<traces::Choice>()) {
            origins.emplace_back();
            const auto& steps = talks[line.conversation];
            for (std::size_t i = steps.size(); choice->call && i-- > 0;)
                if (steps[i]->call->index == *choice->call) {
                    origins.back() = ChoiceOrigin{&line, {steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i + 1)}, i};
                    break;
                }
        }
    }
    return origins;
}

std::size_t tokensOf(const Opened& opened, std::size_t columns) {
    return opened.tokenizer && opened.tokenizer->size() > 0 ? std::min(opened.tokenizer->size(), columns) : columns;
}

class Blamer {
public:
    Blamer(const Opened& opened, const Answer& answer, const BlameOptions& options, const JobContext& job)
        : m_opened(opened), m_answer(answer), m_options(options), m_job(job), m_origins(choiceOrigins(opened)) {}

    Result<std::shared_ptr<const Blame>> run() {
        if (m_options.choice && *m_options.choice >= m_answer.tokens.size())
            return fail("no-such-choice", "the trace has " + std::to_string(m_answer.tokens.size()) + " choices");
        const auto done = m_options.choice ? ofOne(*m_options.choice) : ofFirst();
        if (!done) return done.failure();
        return std::shared_ptr<const Blame>(m_blame);
    }

private:
    Result<void> unknown(Sentence why) {
        m_blame->state = BlameState::Unknown;
        m_blame->sentence = std::move(why);
        return {};
    }
    Result<void> unless(const Error& error) {
        return error.isCancelled() ? Result<void>(Failure{error}) : unknown(Sentence(error.message));
    }

    bool isReadable(std::size_t choice) const {
        const ChosenToken& token = m_answer.tokens[choice];
        return token.id && token.rows > 0 && *token.id >= 0 && m_origins[choice];
    }
    LogitsRow rowOf(std::size_t choice) const {
        return {m_origins[choice]->call, m_answer.tokens[choice].output, m_answer.tokens[choice].row};
    }
    static Exchange everything(const PlayedCalls& calls) {
        Exchange all;
        for (std::size_t i = 0; i < calls.size(); ++i) all.whole.insert(i);
        return all;
    }

    Result<void> ofOne(std::size_t choice) {
        m_blame->choice = choice;
        if (!isReadable(choice)) return unknown(Sentence::of("the trace has not the logits that this token was read from"));
        PlayedCalls calls(m_opened, m_origins[choice]->steps, m_job);
        if (const auto done = calls.observe(); !done) return unless(done.error());
        takeUp(choice, calls);
        if (!calls.why(rowOf(choice).call).empty()) return unknown(calls.why(rowOf(choice).call));
        noteKept(calls, rowOf(choice).call);
        const auto reference = calls.logits(everything(calls), {rowOf(choice)});
        if (!reference) return unless(reference.error());
        return accuse(calls, reference->front());
    }

    void takeUp(std::size_t choice, const PlayedCalls& calls) {
        m_blame->choice = choice;
        m_blame->call = calls.step(rowOf(choice).call).call->index;
        m_blame->chosen = *m_answer.tokens[choice].id;
    }
    /// Calls before it that are no reference's, whatever is exchanged.
    void noteKept(const PlayedCalls& calls, std::size_t before) {
        for (std::size_t i = 0; i < before; ++i)
            if (!calls.why(i).empty())
                m_blame->notes.push_back(Sentence::of("call %1 is taken as it was: %2", calls.step(i).call->index, calls.why(i)));
    }

    /// The first one that the reference does not choose; those of one past at once.
    Result<void> ofFirst() {
        std::size_t looked = 0;
        Sentence why = Sentence::of("the trace has not the logits that tokens were read from");
        std::set<std::size_t> seen;
        for (std::size_t first = 0; first < m_answer.tokens.size(); ++first) {
            if (!isReadable(first) || seen.contains(first)) continue;
            const auto isOfTalk = [&](std::size_t i) {
                return isReadable(i) && m_origins[i]->steps.front() == m_origins[first]->steps.front();
            };
            std::size_t last = first;
            for (std::size_t i = first; i < m_answer.tokens.size(); ++i)
                if (isOfTalk(i)) seen.insert(last = i);
            PlayedCalls calls(m_opened, m_origins[last]->steps, m_job);
            if (const auto done = calls.observe(); !done) return unless(done.error());
            std::vector<std::size_t> choices;
            std::vector<LogitsRow> rows;
            for (std::size_t i = first; i <= last; ++i) {
                if (!isOfTalk(i)) continue;
                if (const Sentence& reason = calls.why(rowOf(i).call); !reason.empty()) {
                    why = reason;
                    continue;
                }
                choices.push_back(i);
                rows.push_back(rowOf(i));
            }
            if (choices.empty()) continue;
            noteKept(calls, rows.back().call);
            const auto reference = calls.logits(everything(calls), rows);
            if (!reference) return unless(reference.error());
            for (std::size_t i = 0; i < choices.size(); ++i) {
                ++looked;
                const std::vector<double>& logits = (*reference)[i];
                const auto best = tokenValues(logits, {}, {}, tokensOf(m_opened, logits.size())).likeliest;
                if (!best || best == m_answer.tokens[choices[i]].id) continue;
                takeUp(choices[i], calls);
                return accuse(calls, (*reference)[i]);
            }
        }
        if (looked == 0) return unknown(std::move(why));
        m_blame->state = BlameState::Same;
        m_blame->sentence =
            Sentence::of("The reference chooses what was chosen, in all %1 {1:choice|choices} that were computed.", looked);
        return {};
    }

    Result<void> accuse(PlayedCalls& calls, const std::vector<double>& reference) {
        const LogitsRow row = rowOf(m_blame->choice);
        const auto device = calls.logits({}, {row});
        if (!device) return unless(device.error());
        const auto ids = tokensOf(m_opened, reference.size());
        compareSides(device->front(), reference, ids);
        if (m_blame->state == BlameState::Several) {
            BlameSearch search(m_opened, calls, row, *m_blame, ids, m_options, m_job);
            if (auto done = search.run(); !done) return done;
            tellResult();
        }
        m_blame->operations = calls.operations();
        return {};
    }

    /// Both sides' best, and whether there is something to look for: then `state` is Several.
    void compareSides(const std::vector<double>& device, const std::vector<double>& reference, std::size_t ids) {
        Blame& blame = *m_blame;
        TokenValues values = tokenValues(device, reference, blame.chosen, ids);
        blame.candidates = std::move(values.candidates);
        for (Candidate& one : blame.candidates) one.text = nameOf(one.id);
        if (!values.reference) return (void)unknown(Sentence::of("the logits are not finite"));
        blame.reference = *values.reference;
        if (static_cast<std::size_t>(blame.chosen) >= ids) {
            blame.state = BlameState::Choice;
            blame.sentence = Sentence::of("The reference says %1; %2 was chosen, which is no token of the tokenizer.",
                                          quoted(blame.reference), quoted(blame.chosen));
            return;
        }
        const auto own = values.likeliest;
        const auto right = static_cast<std::size_t>(blame.reference), chosen = static_cast<std::size_t>(blame.chosen);
        blame.lead = reference[right] - reference[chosen];
        blame.lost = blame.lead - (device[right] - device[chosen]);
        if (blame.reference == blame.chosen) {
            blame.state = BlameState::Same;
            blame.sentence = Sentence::of("The reference chooses %1, too.", quoted(blame.chosen));
        } else if (own == blame.reference) {
            blame.state = BlameState::Choice;
            blame.sentence = Sentence::of(
                "The runtime's own logits say %1, as the reference's do: the values are not to blame, %2 was "
                "chosen in spite of them.",
                quoted(blame.reference), quoted(blame.chosen));
        } else if (!(blame.lost > 0) || !std::isfinite(blame.lost)) {
            blame.sentence = Sentence::of("the logits are not finite");
        } else {
            blame.state = BlameState::Several;
        }
    }

    void tellResult() {
        Blame& blame = *m_blame;
        const BlamePart* culprit = blame.part(blame.culprit);
        if (culprit == nullptr) {
            blame.sentence = Sentence::of("%1 was chosen where the reference says %2; no part alone brings it back.",
                                          quoted(blame.chosen), quoted(blame.reference));
            return;
        }
        blame.state = BlameState::Found;
        const Sentence source = culprit->source.empty() ? Sentence() : Sentence(" (" + culprit->source + ")");
        blame.sentence = Sentence::of(
            "%1 was chosen where the reference says %2, because of %3%4: with this part alone computed by "
            "the reference the token comes back.",
            quoted(blame.chosen), quoted(blame.reference), culprit->title, source);
    }

    std::string nameOf(std::int64_t id) const {
        const auto text = m_opened.tokenizer ? m_opened.tokenizer->text(id) : std::nullopt;
        return text ? tokens::readable(*text) : std::string();
    }
    Sentence quoted(std::int64_t id) const {
        const std::string name = nameOf(id);
        return name.empty() ? Sentence::of("token %1", id) : Sentence("“" + name + "”");
    }

    const Opened& m_opened;
    const Answer& m_answer;
    const BlameOptions& m_options;
    const JobContext& m_job;
    const std::vector<std::optional<ChoiceOrigin>> m_origins;
    std::shared_ptr<Blame> m_blame = std::make_shared<Blame>();
};

}  // namespace

std::string_view blameStateName(BlameState state) noexcept {
    static constexpr EnumTable<BlameState::Unknown> kNames({"found", "several", "same", "choice", "unknown"});
    return kNames[state];
}
std::string_view partKindName(BlamePart::Kind kind) noexcept {
    static constexpr EnumTable<BlamePart::Kind::Delegate> kNames(
        {"calls", "method", "state", "module", "constant", "operator", "delegate"});
    return kNames[kind];
}

BlameCost blameCost(const Answer& answer, std::size_t choice) {
    BlameCost cost;
    if (choice >= answer.tokens.size() || answer.calls == 0) return cost;
    cost.calls = std::min(answer.calls, static_cast<std::size_t>(answer.tokens[choice].call.value_or(0)) + 1);
    cost.exchanges = kUsualExchanges;
    const double call = static_cast<double>(answer.operations) / static_cast<double>(answer.calls);
    // Twice all calls; an exchange computes what follows it, half of them on average.
    cost.operations =
        static_cast<std::uint64_t>(call * static_cast<double>(cost.calls) * (2 + static_cast<double>(kUsualExchanges) / 2));
    return cost;
}

Result<std::shared_ptr<const Blame>> blame(const session::Session& session, const BlameOptions& options, const JobContext& job) {
    const auto answer = conversation(session, job);
    if (!answer) return answer.failure();
    const std::string key = options.choice ? "conversation::blame " + std::to_string(*options.choice) : "conversation::blame";
    return session.store().get<Blame>(key, job, [&]() -> Result<std::shared_ptr<const Blame>> {
        Findings aside;
        const auto opened = openTrace(session.shared_from_this(), aside, job);
        if (!opened) return opened.failure();
        return Blamer(**opened, **answer, options, job).run();
    });
}

}  // namespace etscope::conversation
