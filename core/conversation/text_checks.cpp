#include "conversation/text_checks.h"

#include <algorithm>

#include "base/escaped.h"
#include "base/utf8.h"

namespace etscope::conversation {
namespace {

using Messages = nlohmann::ordered_json;
using Ids = std::vector<std::int64_t>;

std::size_t firstOther(const auto& a, const auto& b) {
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

/// A few characters of a text, visible.
std::string sample(std::string_view text, std::size_t at) {
    constexpr std::size_t kShown = 24;
    if (at >= text.size()) return "nothing";
    std::string out;
    for (const char c : text.substr(at, kShown)) c == '\n' ? out += "\\n" : out += c;
    return "'" + visible(repairedUtf8(out)) + "'";
}

/// The messages as templates take them: content as parts, pictures before or behind the text, or as one text. `bare`: answers
/// without the mark of their end.
Messages messagesAs(const Messages& messages, int form, bool bare) {
    Messages out = Messages::array();
    for (const Messages& message : messages) {
        Messages one{{"role", message["role"]}};
        const Messages& text = bare && message.contains("bare") ? message["bare"] : message["text"];
        if (form == 2) {
            one["content"] = text;
        } else {
            Messages parts = Messages::array();
            for (std::size_t i = 0; form == 0 && i < message["images"]; ++i) parts.push_back({{"type", "image"}});
            parts.push_back({{"type", "text"}, {"text", text}});
            for (std::size_t i = 0; form == 1 && i < message["images"]; ++i) parts.push_back({{"type", "image"}});
            one["content"] = std::move(parts);
        }
        out.push_back(std::move(one));
    }
    return out;
}

bool isBlankOnly(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

/// How many bytes of the end are equal.
std::size_t sameEnd(std::string_view a, std::string_view b) {
    std::size_t same = 0;
    while (same < std::min(a.size(), b.size()) && a[a.size() - 1 - same] == b[b.size() - 1 - same]) ++same;
    return same;
}

}  // namespace

void TextChecks::tell(const traces::Line& line, const char* lineKind, Check check, std::string kind,
                      std::optional<std::int64_t> position, Sentence sentence, Evidence evidence) {
    Finding finding{check, std::move(kind), {}, std::move(sentence), evidence};
    finding.place.line = line.number;
    finding.place.lineKind = lineKind;
    finding.place.position = position;
    m_findings.add(std::move(finding));
}

std::string TextChecks::nameOf(std::int64_t id) const {
    const auto text = m_opened.tokenizer ? m_opened.tokenizer->text(id) : std::nullopt;
    return std::to_string(id) + (text ? " '" + visible(tokens::readable(*text)) + "'" : std::string());
}

void TextChecks::restart(const std::string& conversation) {
    if (conversation.empty())
        m_talks.clear();
    else
        m_talks.erase(conversation);
}

void TextChecks::message(const traces::Line& line, const traces::Message& message) {
    Talk& talk = m_talks[line.conversation];
    if (!talk.answer.empty()) {
        const std::string answer = std::exchange(talk.answer, {});
        const std::string& eos = m_opened.settings.eos;
        const bool ends = !eos.empty() && answer.ends_with(eos);
        talk.messages.push_back({{"role", "assistant"},
                                 {"text", answer},
                                 {"images", 0U},
                                 {"bare", answer.substr(0, answer.size() - (ends ? eos.size() : 0))}});
    }
    talk.messages.push_back({{"role", message.role}, {"text", message.text}, {"images", message.images.size()}});
}

std::string TextChecks::withoutBos(std::string_view text) const {
    const std::string& bos = m_opened.settings.bos;
    while (!bos.empty() && text.starts_with(bos)) text.remove_prefix(bos.size());
    return std::string(text);
}

/// What the template makes of the messages so far, in every form that it may be given them.
std::vector<std::string> TextChecks::renderings(const Talk& talk, Sentence& why) const {
    std::vector<std::string> all;
    const TokenizerSettings& settings = m_opened.settings;
    for (const auto& chat : m_opened.templates)
        for (const int form : {0, 1, 2, 3, 4, 5}) {
            Messages variables{{"messages", messagesAs(talk.messages, form % 3, form < 3)},
                               {"add_generation_prompt", true},
                               {"bos_token", settings.bos},
                               {"eos_token", settings.eos},
                               {"pad_token", settings.pad},
                               {"unk_token", settings.unknown},
                               {"bos", settings.bos},
                               {"eos", settings.eos}};
            auto made = chat->render(variables, m_job);
            if (!made) {
                if (why.empty()) why = Sentence::of("the chat template has what is not read here: %1", made.error().message);
                continue;
            }
            if (std::ranges::find(all, *made) == all.end()) all.push_back(*std::move(made));
        }
    return all;
}

void TextChecks::prompt(const traces::Line& line, const traces::Template& prompt) {
    Talk& talk = m_talks[line.conversation];
    talk.continues = prompt.continues;
    talk.encoded = false;
    talk.prompt = prompt.text;
    if (!prompt.continues) talk.allIds.clear();
    talk.whole = prompt.continues ? talk.whole + prompt.text : prompt.text;
    if (m_opened.templates.empty() || talk.messages.empty()) {
        m_findings.open(Check::Template, talk.messages.empty() ? Sentence::of("the trace has no messages") : m_opened.noTemplate);
        return;
    }
    Sentence why;
    const std::vector<std::string> all = renderings(talk, why);
    if (all.empty()) return m_findings.open(Check::Template, why);
    const std::string given = withoutBos(talk.whole), own = withoutBos(prompt.text);
    const auto fits = [&](const std::string& made) {
        const std::string plain = withoutBos(made);
        return plain == given || (prompt.continues && plain.ends_with(own));
    };
    m_findings.looked(Check::Template);
    if (std::ranges::any_of(all, fits)) return;
    // Of the forms that it can have, the one that is most like it.
    std::string best;
    std::size_t most = 0;
    for (const std::string& made : all) {
        const std::string plain = withoutBos(made);
        const std::size_t like = firstOther(plain, given) + sameEnd(plain, given);
        if (best.empty() || like > most) best = plain, most = like;
    }
    const std::size_t at = firstOther(given, best), before = talk.whole.size() - prompt.text.size();
    const std::size_t end = std::min(sameEnd(given, best), std::min(given.size(), best.size()) - at);
    const bool blanks = isBlankOnly(std::string_view(given).substr(at, given.size() - end - at)) &&
                        isBlankOnly(std::string_view(best).substr(at, best.size() - end - at));
    const std::size_t lead = talk.whole.size() - given.size();
    const auto position = static_cast<std::int64_t>(at + lead) - static_cast<std::int64_t>(before);
    tell(line, "template", Check::Template, blanks ? "template_blanks" : "template_text", position,
         Sentence::of("the prompt is not what the chat template makes of the messages: behind %1 it has %2, the template gives %3",
                      sample(given, at >= 16 ? at - 16 : 0), sample(given, at), sample(best, at)),
         Evidence::Computed);
}

bool TextChecks::wantsBos(const Talk& talk) const {
    const TokenizerSettings& settings = m_opened.settings;
    if (settings.bosId < 0 || talk.continues) return false;
    const auto& before = m_opened.encoder->before();
    // The configuration stands above the file's own post-processor.
    if (settings.addsBos.value_or(std::ranges::find(before, settings.bosId) != before.end())) return true;
    if (!settings.bos.empty() && talk.prompt.starts_with(settings.bos)) return true;
    Sentence ignored;
    const auto all = renderings(talk, ignored);
    return std::ranges::any_of(all, [&](const std::string& made) { return made.starts_with(settings.bos); });
}

void TextChecks::ids(const traces::Line& line, const traces::Tokens& tokens) {
    Talk& talk = m_talks[line.conversation];
    if (tokens.of == "expanded" && !talk.templateIds.empty()) return expanded(line, talk, tokens.ids);
    talk.templateIds = tokens.ids;
    talk.allIds.insert(talk.allIds.end(), tokens.ids.begin(), tokens.ids.end());
    if (!m_opened.encoder) return m_findings.open(Check::Tokens, m_opened.noEncoder);
    if (talk.prompt.empty() || talk.encoded)
        return m_findings.open(Check::Tokens, Sentence::of("the trace has no text of these ids"));
    talk.encoded = true;
    const auto made = m_opened.encoder->encode(withoutBos(talk.prompt), m_job);
    if (!made) return m_findings.open(Check::Tokens, Sentence(made.error().message));
    m_findings.looked(Check::Tokens);
    const bool bos = wantsBos(talk);
    Ids expected = *made;
    if (bos) expected.insert(expected.begin(), m_opened.settings.bosId);
    if (expected == tokens.ids) return;
    if (talk.continues) {  // a runner may encode the whole text again
        const auto whole = m_opened.encoder->encode(withoutBos(talk.whole), m_job);
        if (whole && whole->size() >= tokens.ids.size() && std::equal(tokens.ids.rbegin(), tokens.ids.rend(), whole->rbegin()))
            return;
    }
    compareIds(line, talk, tokens.ids, expected, bos);
}

void TextChecks::compareIds(const traces::Line& line, const Talk&, const Ids& given, const Ids& expected, bool wantsBos) {
    const std::int64_t bos = m_opened.settings.bosId;
    if (wantsBos && std::ranges::equal(given, std::span(expected).subspan(1)))
        return tell(line, "tokens", Check::Tokens, "bos_missing", 0,
                    Sentence::of("the conversation does not begin with %1", nameOf(bos)), Evidence::Computed);
    if (given.size() > 1 && bos >= 0 && given[0] == bos && std::ranges::equal(std::span(given).subspan(1), expected))
        return tell(line, "tokens", Check::Tokens, wantsBos ? "bos_twice" : "bos_unexpected", wantsBos ? 1 : 0,
                    wantsBos
                        ? Sentence::of("the conversation begins with %1 twice", nameOf(bos))
                        : Sentence::of("the conversation begins with %1, which neither tokenizer nor template want", nameOf(bos)),
                    Evidence::Computed);
    const std::size_t at = firstOther(given, expected);
    const auto position = static_cast<std::int64_t>(at);
    std::size_t others = 0;
    for (std::size_t i = 0; i < std::min(given.size(), expected.size()); ++i) others += given[i] != expected[i] ? 1U : 0U;
    const std::int64_t image = m_opened.settings.imageId;
    const bool placeholder = at < expected.size() && at < given.size() && expected[at] == image && image >= 0;
    const bool size = given.size() == expected.size();
    const bool other = size && others * 3 > given.size() && !placeholder;
    const auto shown = [&](const Ids& ids) { return at < ids.size() ? nameOf(ids[at]) : std::string("nothing"); };
    if (other)
        return tell(line, "tokens", Check::Tokens, "tokenizer_order", position,
                    Sentence::of("%1 of %2 ids are those of another tokenizer: at %3 stands %4, the text has %5", others,
                                 given.size(), at, shown(given), shown(expected)),
                    Evidence::Computed);
    tell(line, "tokens", Check::Tokens, placeholder ? "placeholder_id" : "token_ids", position,
         Sentence::of("the ids are not those of the text: at %1 stands %2, the tokenizer gives %3", at, shown(given),
                      shown(expected)),
         Evidence::Computed);
}

/// Placeholders of the prompt have become as many as the pictures have rows.
void TextChecks::expanded(const traces::Line& line, Talk& talk, const Ids& given) {
    const Ids prompt = std::exchange(talk.templateIds, {});
    if (talk.allIds.size() >= prompt.size()) talk.allIds.resize(talk.allIds.size() - prompt.size());
    talk.allIds.insert(talk.allIds.end(), given.begin(), given.end());
    m_findings.looked(Check::Tokens);
    const std::int64_t image = m_opened.settings.imageId;
    const std::size_t most = given.size() + prompt.size();
    std::size_t at = 0, in = 0;
    while (at < given.size() && in < prompt.size() && at + in < most) {
        if (given[at] == prompt[in] && prompt[in] != image) {
            ++at, ++in;
            continue;
        }
        // A placeholder: what stands for it ends where the prompt goes on.
        const std::size_t begin = at;
        std::size_t end = given.size();
        if (in + 1 < prompt.size())
            for (end = begin; end < given.size(); ++end) {
                const std::size_t left = std::min(prompt.size() - in - 1, std::size_t{4});
                const bool goesOn = prompt[in + 1] == given[end] && end + left <= given.size() &&
                                    std::equal(prompt.begin() + static_cast<std::ptrdiff_t>(in + 1),
                                               prompt.begin() + static_cast<std::ptrdiff_t>(in + 1 + left),
                                               given.begin() + static_cast<std::ptrdiff_t>(end));
                if (goesOn && end > begin) break;
            }
        const auto block = std::span(given).subspan(begin, end - begin);
        const bool placeholder = prompt[in] == image || block.size() > 1;
        const bool right =
            placeholder && (image < 0 ? std::ranges::count(block, prompt[in]) > 0 : std::ranges::count(block, image) > 0);
        if (!right) {
            const auto position = static_cast<std::int64_t>(begin);
            return tell(line, "tokens", Check::Tokens, prompt[in] == image ? "placeholder_id" : "expanded_ids", position,
                        Sentence::of("the expanded ids are not those of the prompt: at %1 stands %2, the prompt has %3", begin,
                                     nameOf(given[begin]), nameOf(prompt[in])),
                        Evidence::Order);
        }
        at = end;
        ++in;
    }
    if (at < given.size() || in < prompt.size())
        tell(line, "tokens", Check::Tokens, "expanded_ids", static_cast<std::int64_t>(at),
             Sentence::of("the expanded ids are not those of the prompt: they end otherwise"), Evidence::Order);
}

void TextChecks::choice(const traces::Line& line, const traces::Choice& choice, std::size_t number) {
    if (!choice.id) return;
    Talk& talk = m_talks[line.conversation];
    talk.pending.push_back({*choice.id, choice.call.value_or(-1), number});
    talk.allIds.push_back(*choice.id);
}

void TextChecks::text(const traces::Line& line, const traces::Text& text) {
    Talk& talk = m_talks[line.conversation];
    talk.whole += text.text;
    talk.answer += text.text;
    const auto pending = std::exchange(talk.pending, {});
    if (pending.empty()) return;
    if (!m_opened.tokenizer) return m_findings.open(Check::Text, m_opened.noEncoder);
    std::string expected, plain;
    for (const Talk::Chosen& chosen : pending) {
        const auto piece = m_opened.tokenizer->text(chosen.id);
        if (!piece) return m_findings.open(Check::Text, Sentence::of("the tokenizer has no token of a chosen id"));
        expected += piece->bytes;
        if (!piece->special) plain += piece->bytes;
    }
    if (!isValidUtf8(expected)) return;  // a part of a character: when it is shown is the runner's business
    m_findings.looked(Check::Text);
    const auto like = [&](std::string_view wanted) {
        std::string_view given = text.text;
        const auto bare = [](std::string_view one) { return one.substr(std::min(one.find_first_not_of(' '), one.size())); };
        return given == wanted || bare(given) == bare(wanted) || (given.ends_with(wanted) && given.starts_with("\xEF\xBF\xBD"));
    };
    if (like(expected) || like(plain)) return;
    Finding finding{Check::Text, "detokenise", {}, {}, Evidence::Claim};
    finding.place.line = line.number;
    finding.place.lineKind = "text";
    finding.place.choice = static_cast<std::int64_t>(pending.front().number);
    if (pending.front().call >= 0) finding.place.call = pending.front().call;
    finding.sentence =
        Sentence::of("the text %1 is not that of the chosen id, %2", sample(text.text, 0), nameOf(pending.front().id));
    m_findings.add(std::move(finding));
}

}  // namespace etscope::conversation
