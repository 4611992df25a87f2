#include "conversation/conversation.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "conversation/choice_check.h"
#include "conversation/image_check.h"
#include "conversation/opened.h"
#include "conversation/position_check.h"
#include "conversation/program_check.h"
#include "conversation/sequence.h"
#include "conversation/splice_check.h"
#include "conversation/state_check.h"
#include "conversation/text_checks.h"
#include "conversation/told_calls.h"
#include "conversation/value_check.h"

namespace etscope::conversation {
namespace {

/// Goes through the lines once; every check sees each line in turn.
class Walk {
public:
    Walk(const Opened& opened, Findings& findings, const ConversationOptions& options, Answer& answer, const JobContext& job)
        : m_opened(opened),
          m_findings(findings),
          m_options(options),
          m_answer(answer),
          m_job(job),
          m_texts(opened, findings, job),
          m_images(opened, findings, job),
          m_splice(findings),
          m_positions(opened, findings, job),
          m_choices(opened, findings),
          m_states(opened, findings),
          m_values(opened, findings, job) {
        for (const traces::Line& line : opened.trace->lines())
            if (const auto* message = line.as<traces::Message>())
                for (const std::string& image : message->images)
                    if (std::ranges::find(m_pictures, image) == m_pictures.end()) m_pictures.push_back(image);
        for (const CallStep& step : opened.steps) m_steps[step.call->index] = &step;
    }

    Result<void> run() {
        std::size_t next = 0;  // of the calls
        for (const traces::Line& line : m_opened.trace->lines()) {
            if (m_job.cancelled()) return cancelledFailure();
            if (line.as<traces::Call>() != nullptr) {
                if (auto done = call(m_opened.steps[next++]); !done) return done;
                m_job.report(static_cast<double>(next) / static_cast<double>(m_opened.steps.size()));
            } else {
                say(line);
            }
        }
        m_positions.finish();
        m_answer.messages = m_told.takeMessages();
        return {};
    }
    std::uint64_t operations() const noexcept { return m_values.operations(); }
    ToldCalls& told() { return m_told; }

private:
    struct Talk {
        explicit Talk(std::int64_t placeholder) : sequence(placeholder) {}
        Sequence sequence;
        std::vector<std::string> images;  ///< of its messages, in order
        std::size_t encoded = 0;          ///< pictures that a call was given
        std::string file;                 ///< of the last one
        std::size_t real = 0;             ///< rows of the decoder's last call that are no padding
    };

    Talk& talk(const std::string& conversation) {
        return m_talks.try_emplace(conversation, m_opened.settings.imageId).first->second;
    }

    void say(const traces::Line& line) {
        if (const auto* message = line.as<traces::Message>()) {
            std::ranges::copy(message->images, std::back_inserter(talk(line.conversation).images));
            m_texts.message(line, *message);
            m_told.message(line, *message);
        } else if (const auto* prompt = line.as<traces::Template>()) {
            m_texts.prompt(line, *prompt);
            m_told.close(line.conversation);
        } else if (const auto* tokens = line.as<traces::Tokens>()) {
            talk(line.conversation).sequence.addTokens(*tokens);
            m_texts.ids(line, *tokens);
        } else if (const auto* choice = line.as<traces::Choice>()) {
            choose(line, *choice);
        } else if (const auto* text = line.as<traces::Text>()) {
            m_texts.text(line, *text);
        } else if (const auto* reset = line.as<traces::Reset>()) {
            m_texts.restart(line.conversation);
            m_told.restart(line.conversation);
            m_positions.restart(line.conversation);
            m_states.reset(line, *reset);
            m_values.reset(line.conversation);
            for (auto& [name, one] : m_talks)
                if (line.conversation.empty() || name == line.conversation) one = Talk(m_opened.settings.imageId);
        }
    }

    void choose(const traces::Line& line, const traces::Choice& choice) {
        const auto step = choice.call ? m_steps.find(*choice.call) : m_steps.end();
        const CallStep* of = step == m_steps.end() ? nullptr : step->second;
        const std::size_t real = choice.call && m_real.contains(*choice.call) ? m_real[*choice.call] : 0;
        const std::size_t number = m_answer.tokens.size();
        m_choices.choice(line, choice, number, of, real);
        m_texts.choice(line, choice, number);
        if (choice.id) talk(line.conversation).sequence.addChoice(*choice.id, number);
        ChosenToken token;
        token.line = line.number;
        token.conversation = line.conversation;
        token.id = choice.id;
        token.call = choice.call;
        if (choice.id) token.text = textOf(*choice.id);
        const auto& sampler = choice.sampler;
        token.greedy = sampler.told && ((sampler.temperature && *sampler.temperature <= 0) || sampler.topK == 1);
        if (of != nullptr) {
            readLogits(*of, choice, real, token);
            of->letGo();
        }
        auto chosen = m_told.choice(line, choice, number);
        token.message = chosen.message;
        token.place = chosen.place;
        token.calls = std::move(chosen.calls);
        m_answer.tokens.push_back(std::move(token));
    }

    std::string textOf(std::int64_t id) const {
        const auto text = m_opened.tokenizer ? m_opened.tokenizer->text(id) : std::nullopt;
        return text ? tokens::readable(*text) : std::string();
    }

    void readLogits(const CallStep& step, const traces::Choice& choice, std::size_t real, ChosenToken& token) const {
        const auto output = static_cast<std::size_t>(std::max<std::int64_t>(choice.output, 0));
        if (output >= step.outputs.size()) return;
        const std::vector<double> values = step.outputs[output].doubles();
        const auto columns = static_cast<std::size_t>(std::max<std::int64_t>(step.outputs[output].last(0), 1));
        token.rows = values.size() / columns;
        if (token.rows == 0) return;
        token.row = rowRead(token.rows, real);
        token.output = output;
        const std::size_t ids = m_opened.tokenizer ? m_opened.tokenizer->size() : 0;
        const bool kept = m_opened.rolesOf(step).output(OutputRole::Logits) == output;
        token.values = tokenValues(std::span(values).subspan(token.row * columns, columns),
                                   kept ? m_values.rowOf(step.call->index) : std::span<const double>(), choice.id,
                                   ids > 0 ? std::min(ids, columns) : columns);
        for (Candidate& one : token.values.candidates) one.text = textOf(one.id);
        token.probability = token.values.probability;
    }

    /// The row that a choice is made from.
    std::optional<ValueCheck::Kept> keptOf(const CallStep& step, const MethodRoles& roles) {
        const auto output = roles.output(OutputRole::Logits);
        if (!output || *output >= step.outputs.size()) return std::nullopt;
        const CallValue& value = step.outputs[*output];
        const std::int64_t columns = std::max<std::int64_t>(value.last(0), 1),
                           rows = std::max<std::int64_t>(value.count() / columns, 1);
        const auto real = m_real.find(step.call->index);
        return ValueCheck::Kept{*output, rowRead(static_cast<std::size_t>(rows), real == m_real.end() ? 0 : real->second)};
    }

    Result<void> call(const CallStep& step) {
        const MethodRoles& roles = m_opened.rolesOf(step);
        CallFacts& told = m_told.call(step, roles);
        Talk& one = talk(step.line->conversation);
        if (step.inputs.size() < roles.inputs.size() || step.outputs.size() < roles.outputs.size()) {
            m_findings.open(Check::Values, Sentence::of("a call has fewer values than others of its method"));
            return {};
        }
        if (roles.kind == MethodKind::Vision) picture(step, roles, one, told);
        if (roles.kind == MethodKind::Other) follow(step, roles, one);
        if (roles.kind == MethodKind::Embedding) embed(step, roles, one, told);
        if (roles.kind == MethodKind::Decoder) decode(step, roles, one, told);
        if (m_options.values) {
            m_states.call(step, roles, m_values.keepsState(step.call->method));
            if (auto done = m_values.call(step, keptOf(step, roles)); !done) return done;
            told.state = m_values.last();
        } else {
            m_states.call(step, roles, roles.kind == MethodKind::Decoder && !roles.input(InputRole::Cache));
        }
        step.letGo();
        return {};
    }

    void picture(const CallStep& step, const MethodRoles& roles, Talk& one, CallFacts& told) {
        const std::size_t number = one.encoded++;
        std::string file = step.call->image;
        if (file.empty() && number < one.images.size()) file = one.images[number];
        m_images.call(step, *roles.input(InputRole::Pixels), file, m_pictures);
        one.file = told.image = file;
        if (const auto output = roles.output(OutputRole::Rows)) addRows(step, *output, one);
    }

    void addRows(const CallStep& step, std::size_t output, Talk& one) {
        const CallValue& value = step.outputs[output];
        const std::int64_t width = std::max<std::int64_t>(value.last(0), 1);
        one.sequence.addPicture({one.file, step.call->index, 0,
                                 static_cast<std::size_t>(std::max<std::int64_t>(value.count() / width, 0)),
                                 static_cast<std::size_t>(width) * itemSize(value.type()), value.bytes()});
    }

    /// What stands between picture and rows, or between decoder and logits.
    void follow(const CallStep& step, const MethodRoles& roles, Talk& one) {
        const auto output = roles.output(OutputRole::Rows);
        const bool floats = !step.inputs.empty() &&
                            std::ranges::all_of(step.inputs, [](const CallValue& value) { return isFloating(value.type()); });
        if (output && floats && one.encoded > one.sequence.pictures().size()) addRows(step, *output, one);
        if (roles.output(OutputRole::Logits)) m_real[step.call->index] = one.real;
    }

    static void tellPlace(CallFacts& told, const Fed& fed) {
        told.first = fed.first;
        told.count = fed.count;
    }

    void embed(const CallStep& step, const MethodRoles& roles, Talk& one, CallFacts& told) {
        const std::size_t input = *roles.input(InputRole::Ids);
        if (!step.inputs[input].hasElements()) {
            // How many they are is known all the same.
            const Fed fed =
                one.sequence.embedUnknown(static_cast<std::size_t>(std::max<std::int64_t>(step.inputs[input].count(), 0)));
            tellPlace(told, fed);
            return hashedIds(step, input, one.sequence, fed);
        }
        const auto ids = step.inputs[input].integers();
        const Fed fed = one.sequence.embed(ids, step, roles.output(OutputRole::Rows).value_or(0));
        tellPlace(told, fed);
        fedIds(step, input, fed);
    }

    /// Where only the hash is told: the ids that follow have it, or they were others.
    void hashedIds(const CallStep& step, std::size_t input, const Sequence& sequence, const Fed& fed) {
        const CallValue& value = step.inputs[input];
        constexpr std::size_t kMostIds = std::size_t{1} << 24U;
        std::vector<std::int64_t> ids(std::min(fed.rows, kMostIds), 0);
        bool inserted = fed.rows > kMostIds;
        for (std::size_t i = 0; i < fed.count && !inserted; ++i) {
            ids[i] = sequence.slots()[fed.first + i].id;
            inserted = sequence.slots()[fed.first + i].inserted;
        }
        const std::string hash = value.hash().empty() || inserted ? std::string() : hashOfIntegers(ids, value.type());
        const bool padded = fed.count < fed.rows;
        if (hash.empty() || (padded && hash != value.hash()))
            return m_findings.open(Check::Embedding, Sentence::of("the trace has only the hashes of the ids"));
        m_findings.looked(Check::Embedding);
        if (hash == value.hash()) return;
        Finding finding{Check::Embedding, "other_id", {}, {}, Evidence::Hash};
        finding.place.line = step.line->number;
        finding.place.call = step.call->index;
        finding.place.method = step.call->method;
        finding.place.input = input;
        finding.sentence = Sentence::of("the ids that were given are not those of the conversation: they have another hash");
        m_findings.add(std::move(finding));
    }

    void fedIds(const CallStep& step, std::size_t input, const Fed& fed) {
        m_findings.looked(Check::Embedding);
        if (!fed.otherAt && !fed.beyond) return;
        Finding finding{Check::Embedding, fed.otherAt ? "other_id" : "more_ids", {}, {}, Evidence::Bytes};
        finding.place.line = step.line->number;
        finding.place.call = step.call->index;
        finding.place.method = step.call->method;
        finding.place.input = input;
        finding.place.position = static_cast<std::int64_t>(fed.otherAt.value_or(fed.count));
        finding.sentence = fed.otherAt ? Sentence::of("the id %1 was given at position %2, the conversation has %3 there",
                                                      fed.otherId, *fed.otherAt, fed.expectedId)
                                       : Sentence::of("more ids were given than the conversation has: %1 of %2 are not in it",
                                                      fed.rows - fed.count, fed.rows);
        m_findings.add(std::move(finding));
    }

    void decode(const CallStep& step, const MethodRoles& roles, Talk& one, CallFacts& told) {
        Fed fed;
        if (const auto input = roles.input(InputRole::Embeddings)) {
            fed = one.sequence.decode(static_cast<std::size_t>(std::max<std::int64_t>(step.inputs[*input].last(1), 0)));
            m_splice.call(step, *input, one.sequence, fed, told.splice);
        } else if (const auto ids = roles.input(InputRole::Ids)) {
            if (!step.inputs[*ids].hasElements()) {
                fed = one.sequence.decodeUnknown(static_cast<std::size_t>(std::max<std::int64_t>(step.inputs[*ids].count(), 0)));
                hashedIds(step, *ids, one.sequence, fed);
            } else {
                fed = one.sequence.decodeIds(step.inputs[*ids].integers());
                fedIds(step, *ids, fed);
            }
        }
        m_real[step.call->index] = one.real = fed.count;
        tellPlace(told, fed);
        m_positions.call(step, roles, one.sequence, fed);
    }

    const Opened& m_opened;
    Findings& m_findings;
    const ConversationOptions& m_options;
    Answer& m_answer;
    const JobContext& m_job;
    TextChecks m_texts;
    ImageCheck m_images;
    SpliceCheck m_splice;
    PositionCheck m_positions;
    ChoiceCheck m_choices;
    StateCheck m_states;
    ValueCheck m_values;
    ToldCalls m_told;
    std::map<std::string, Talk> m_talks;
    std::map<std::int64_t, const CallStep*> m_steps;
    std::map<std::int64_t, std::size_t> m_real;
    std::vector<std::string> m_pictures;
};

State stateOf(const Answer& answer) {
    if (!answer.findings.empty()) return State::Wrong;
    const bool open = answer.unread > 0 || answer.calls == 0 ||
                      std::ranges::any_of(answer.checks, [](const CheckRow& row) { return row.open > 0; });
    return open ? State::Unknown : State::Right;
}

Result<std::shared_ptr<const Answer>> answerOf(const session::Session& session, const ConversationOptions& options,
                                               const JobContext& job) {
    Findings findings;
    auto opened = openTrace(session.shared_from_this(), findings, job);
    if (!opened) return opened.failure();
    const auto answer = std::make_shared<Answer>();
    answer->file = static_cast<std::size_t>((*opened)->file - session.files().data());
    answer->runner = (*opened)->trace->start().runner;
    answer->device = (*opened)->trace->start().device;
    answer->lines = (*opened)->trace->lines().size();
    answer->unread = (*opened)->trace->unread();
    answer->calls = (*opened)->steps.size();
    for (const auto& [name, roles] : (*opened)->roles) answer->methods.push_back({name, roles});
    Walk walk(**opened, findings, options, *answer, job);
    if (auto done = walk.run(); !done) return done.failure();
    answer->operations = walk.operations();
    if (auto done = checkProgram(**opened, findings, job); !done) return done.failure();
    answer->checks = findings.rows();
    answer->findings = findings.take();
    answer->told = walk.told().takeCalls(answer->findings);
    answer->state = stateOf(*answer);
    return std::shared_ptr<const Answer>(answer);
}

}  // namespace

session::Entity addressOf(const ChosenToken& token) {
    return session::Entity::ofToken(static_cast<std::int64_t>(token.message), static_cast<std::int64_t>(token.place));
}

Result<std::shared_ptr<const Answer>> conversation(const session::Session& session, const JobContext& job,
                                                   const ConversationOptions& options) {
    const std::string whole = "conversation::conversation";
    if (options.look)
        if (auto known = session.store().known<Answer>(whole, job)) return known;
    const std::string key = whole + (options.values ? "" : " without values") + (options.look ? ", as far as it goes" : "");
    return session.store().get<Answer>(key, job, [&] { return answerOf(session, options, job); });
}

}  // namespace etscope::conversation
