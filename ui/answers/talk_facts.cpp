#include "answers/talk_facts.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "base/enum_table.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "traces/trace.h"

namespace etscope::ui {
namespace {

using conversation::CallFacts;
using conversation::Check;
using conversation::ChosenToken;
using conversation::Finding;
using conversation::SpliceRange;
using TalkState = conversation::State;
using Talked = conversation::Answer;

struct TalkTexts {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::TalkTexts)
};

/// Calls before a token's own that have a row each, and of its own.
constexpr std::size_t kMostBefore = 6, kMostOwn = 12;

QString percent(double share) { return QStringLiteral("%1 %").arg(100 * share, 0, 'f', 1); }

QString visibleText(const std::string& words) {
    return text(words).replace(QLatin1Char('\n'), QStringLiteral("↵")).replace(QLatin1Char(' '), QChar(0x00B7));
}

QString shapeOfTalk(const std::vector<std::int64_t>& shape) {
    QStringList sizes;
    for (const std::int64_t size : shape) sizes.append(QString::number(size));
    return QLatin1Char('[') + sizes.join(QLatin1Char(',')) + QLatin1Char(']');
}

const conversation::CheckRow& rowOfCheck(const Talked& made, Check check) { return made.checks[static_cast<std::size_t>(check)]; }

const CallFacts* callOf(const Talked& made, std::int64_t index) {
    const auto found = std::ranges::find(made.told, index, &CallFacts::index);
    return found == made.told.end() ? nullptr : &*found;
}

/// What a choice's own calls cost and are for.
QString callNote(const CallFacts& call) {
    QStringList parts;
    if (call.kind == conversation::MethodKind::Decoder && call.first)
        parts.append(call.count > 1 ? TalkTexts::tr("positions %1 … %2").arg(*call.first).arg(*call.first + call.count - 1)
                                    : TalkTexts::tr("position %1").arg(*call.first));
    if (call.nanoseconds) parts.append(durationText(static_cast<double>(*call.nanoseconds)));
    return parts.join(QStringLiteral(", "));
}

CallRow rowOfCall(const CallFacts& call) {
    QString shapes = shapesText(call);
    if (!call.image.empty()) shapes = text(call.image) + QStringLiteral(" → ") + shapes.section(QStringLiteral(" → "), -1);
    return {QString::number(call.index),    markOfTalk(call.state), text(call.method), shapes, callNote(call), shapesText(call),
            static_cast<qint64>(call.index)};
}

/// Calls that are told together.
CallRow rowOfCalls(const std::vector<const CallFacts*>& calls) {
    TalkState state = TalkState::Right;
    QStringList numbers;
    constexpr qsizetype kMostNumbers = 6;
    for (const CallFacts* call : calls) {
        state = std::max(state, call->state);
        if (numbers.size() < kMostNumbers) numbers.append(QString::number(call->index));
    }
    if (static_cast<qsizetype>(calls.size()) > kMostNumbers)
        numbers.append(QStringLiteral("… ") + QString::number(calls.back()->index));
    const QString what = TalkTexts::tr("%n decode step(s) before", nullptr, counted(calls.size()));
    return {{}, markOfTalk(state), numbers.join(QStringLiteral(", ")) + QStringLiteral(": ") + what, {}, {}, {}, {}};
}

/// The prompt that a token followed: the last call up to its own of which more than one row was put together.
const CallFacts* promptOf(const Talked& made, const ChosenToken& token) {
    const CallFacts* found = nullptr;
    for (const CallFacts& call : made.told) {
        if (call.line > token.line) break;
        if (call.conversation == token.conversation && !call.splice.empty() && (call.count > 1 || found == nullptr)) found = &call;
    }
    return found;
}

SpliceBox boxOfRange(const Talked& made, const SpliceRange& range) {
    SpliceBox box{range.first,
                  range.count,
                  {},
                  QString::number(range.count),
                  {},
                  range.from == SpliceRange::From::Picture,
                  markOfTalk(range.state),
                  {}};
    if (range.call) box.call = static_cast<qint64>(*range.call);
    const CallFacts* call = range.call ? callOf(made, *range.call) : nullptr;
    const auto last = range.row + range.count - 1;
    switch (range.from) {
        case SpliceRange::From::Unknown: box.text = TalkTexts::tr("%n row(s) not known", nullptr, counted(range.count)); break;
        case SpliceRange::From::Embedding: box.text = TalkTexts::tr("%n embedding(s)", nullptr, counted(range.count)); break;
        case SpliceRange::From::Picture:
            box.text = TalkTexts::tr("%1, rows %2 … %3")
                           .arg(call != nullptr && !call->image.empty() ? text(call->image) : TalkTexts::tr("picture"))
                           .arg(range.row)
                           .arg(last);
            break;
    }
    if (call != nullptr)
        box.tooltip = TalkTexts::tr("rows %1 … %2 of the output of call %3, %4")
                          .arg(QString::number(range.row), QString::number(last), QString::number(call->index), text(call->method));
    return box;
}

}  // namespace

const session::SessionFile* traceFileOf(const session::Session& session) {
    const auto& files = session.files();
    const auto found = std::ranges::find_if(files, [](const session::SessionFile& file) { return file.trace != nullptr; });
    return found == files.end() ? nullptr : &*found;
}

Mark markOfTalk(TalkState state) {
    static constexpr EnumTable<TalkState::Wrong, Mark> kMarks({Mark::Match, Mark::Missing, Mark::Differ});
    return kMarks[state];
}

QString shapesText(const CallFacts& call) {
    if (call.given.empty() && call.gave.empty()) return {};
    return shapeOfTalk(call.given) + QStringLiteral(" → ") + shapeOfTalk(call.gave);
}

QString inQuotes(const QString& words) { return TalkTexts::tr("“%1”").arg(words); }

QString referenceName(const ChosenToken& token) {
    const auto& all = token.values.candidates;
    const auto found = std::ranges::find(all, token.values.reference.value_or(-1), &conversation::Candidate::id);
    if (found != all.end() && !found->text.empty()) return visibleText(found->text);
    return QStringLiteral("⟨%1⟩").arg(token.values.reference.value_or(-1));
}

QString tokenName(const ChosenToken& token) {
    if (!token.text.empty()) return visibleText(token.text);
    return token.id ? QStringLiteral("⟨%1⟩").arg(*token.id) : QStringLiteral("⟨?⟩");
}

std::vector<const Finding*> findingsAt(const Talked& made, const ChosenToken& token) {
    std::vector<const Finding*> found;
    for (const Finding& finding : made.findings) {
        const bool here = finding.place.line == token.line || (token.call && finding.place.call == token.call);
        if (here) found.push_back(&finding);
    }
    return found;
}

QString tokenTitle(const Talked& made, std::size_t place) {
    const ChosenToken& token = made.tokens[place];
    QStringList parts;
    if (token.id) parts.append(TalkTexts::tr("id %1").arg(*token.id));
    if (token.probability) parts.append(percent(*token.probability));
    if (token.values.reference) {
        const auto& all = token.values.candidates;
        const auto found = std::ranges::find(all, *token.values.reference, &conversation::Candidate::id);
        const QString share = found != all.end() && found->reference ? percent(*found->reference) : QString();
        if (token.id != token.values.reference)
            parts.append(TalkTexts::tr("reference %1").arg(inQuotes(referenceName(token)) + QLatin1Char(' ') + share).trimmed());
        else
            parts.append(share.isEmpty() ? TalkTexts::tr("the reference’s") : TalkTexts::tr("the reference’s, %1").arg(share));
    } else if (token.probability) {
        parts.append(TalkTexts::tr("no reference computed"));
    }
    return parts.join(QStringLiteral(", "));
}

ShownToken shownToken(const Talked& made, std::size_t place) {
    const ChosenToken& token = made.tokens[place];
    QStringList about{tokenTitle(made, place)};
    if (token.call) about.append(TalkTexts::tr("call %1").arg(*token.call));
    const auto found = findingsAt(made, token);
    for (const Finding* finding : found) about.append(said(finding->sentence));
    const bool wrong = !found.empty() || token.values.other();
    return {tokenName(token), about.join(QLatin1Char('\n')), wrong ? Sureness::Wrong : surenessOf(token.probability)};
}

std::optional<std::size_t> firstToken(const Talked& made) {
    if (made.tokens.empty()) return std::nullopt;
    const auto place = [&](auto found) { return static_cast<std::size_t>(found - made.tokens.begin()); };
    const auto other = std::ranges::find_if(made.tokens, [](const ChosenToken& one) { return one.values.other(); });
    if (other != made.tokens.end()) return place(other);
    const auto wrong = std::ranges::find_if(made.tokens, [&](const ChosenToken& one) { return !findingsAt(made, one).empty(); });
    return wrong != made.tokens.end() ? place(wrong) : 0;
}

std::optional<std::size_t> tokenOf(const Talked& made, const session::Entity& entity) {
    using Kind = session::Entity::Kind;
    if (entity.kind == Kind::Call) {
        const CallFacts* call = callOf(made, entity.index);
        return call != nullptr ? call->token : std::nullopt;
    }
    if (entity.kind != Kind::Token) return std::nullopt;
    const auto found = std::ranges::find_if(made.tokens, [&](const ChosenToken& one) {
        return static_cast<std::int64_t>(one.message) == entity.column &&
               static_cast<std::int64_t>(one.place) == std::max<std::int64_t>(entity.index, 0);
    });
    return found == made.tokens.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - made.tokens.begin()));
}

std::vector<MarginItem> marginItems(const Talked& made) {
    std::vector<MarginItem> items;
    const bool any = std::ranges::any_of(made.tokens, [](const ChosenToken& one) { return one.values.error.has_value(); });
    for (std::size_t i = 0; any && i < made.tokens.size(); ++i) {
        const ChosenToken& token = made.tokens[i];
        const auto& values = token.values;
        const bool close = values.margin && values.error && 2 * *values.error >= *values.margin;
        QStringList words{tokenName(token)};
        if (values.margin) words.append(TalkTexts::tr("margin of the reference %1").arg(floatText(*values.margin)));
        words.append(values.error ? TalkTexts::tr("error of the logits up to %1").arg(floatText(*values.error))
                                  : TalkTexts::tr("not computed"));
        if (values.other())
            words.append(TalkTexts::tr("the reference says %1").arg(inQuotes(referenceName(token))));
        else if (close)
            words.append(TalkTexts::tr("an error like this can turn the choice"));
        items.push_back({tokenName(token), words.join(QLatin1Char('\n')), values.margin, values.error, values.other(), close});
    }
    return items;
}

std::vector<CallRow> callRows(const Talked& made, std::size_t place) {
    const ChosenToken& token = made.tokens[place];
    std::vector<CallRow> rows;
    std::vector<const CallFacts*> single, steps;
    const std::size_t own = token.calls.empty() ? made.told.size() : token.calls.front();
    for (std::size_t i = 0; i < own; ++i) {
        const CallFacts& call = made.told[i];
        if (call.conversation != token.conversation || call.line > token.line) continue;
        if (call.kind == conversation::MethodKind::Decoder && call.count == 1)
            steps.push_back(&call);
        else if (call.kind != conversation::MethodKind::Embedding)
            single.push_back(&call);
    }
    const std::size_t skipped = single.size() > kMostBefore ? single.size() - kMostBefore : 0;
    if (skipped > 0)
        rows.push_back({{}, Mark::None, TalkTexts::tr("%n call(s) before", nullptr, counted(skipped)), {}, {}, {}, {}});
    for (std::size_t i = skipped; i < single.size(); ++i) rows.push_back(rowOfCall(*single[i]));
    if (!steps.empty()) rows.push_back(rowOfCalls(steps));
    const std::size_t more = token.calls.size() > kMostOwn ? token.calls.size() - kMostOwn : 0;
    if (more > 0) rows.push_back({{}, Mark::None, TalkTexts::tr("%n call(s) before", nullptr, counted(more)), {}, {}, {}, {}});
    for (std::size_t i = more; i < token.calls.size(); ++i) rows.push_back(rowOfCall(made.told[token.calls[i]]));
    return rows;
}

SpliceFacts spliceFacts(const Talked& made, std::size_t place) {
    const CallFacts* call = promptOf(made, made.tokens[place]);
    if (call == nullptr) return {};
    SpliceFacts facts;
    std::size_t right = 0, all = 0;
    for (const SpliceRange& range : call->splice) {
        facts.boxes.push_back(boxOfRange(made, range));
        facts.mark = worse(facts.mark, facts.boxes.back().mark);
        all += range.count;
        if (range.state == TalkState::Right) right += range.count;
    }
    if (facts.mark == Mark::None) facts.mark = Mark::Missing;
    facts.title = TalkTexts::tr("call %1, %2, row by row").arg(call->index).arg(shapeOfTalk(call->given));
    facts.said = TalkTexts::tr("%1 of %n row(s) proven by bytes", nullptr, counted(all)).arg(countText(right));
    return facts;
}

std::vector<ChoiceCandidate> choiceCandidates(const Talked& made, std::size_t place) {
    const ChosenToken& token = made.tokens[place];
    std::vector<ChoiceCandidate> bars;
    for (const conversation::Candidate& one : token.values.candidates)
        bars.push_back({one.text.empty() ? QStringLiteral("⟨%1⟩").arg(one.id) : visibleText(one.text), static_cast<qint64>(one.id),
                        one.reference, one.probability, token.id == one.id, token.values.reference == one.id});
    return bars;
}

QString choiceAbout(const ChosenToken& token) {
    QStringList parts;
    if (token.rows > 0) parts.append(TalkTexts::tr("row %1 of %2").arg(token.row).arg(token.rows));
    parts.append(token.greedy ? TalkTexts::tr("greedy") : TalkTexts::tr("sampled, or not told how"));
    return parts.join(QStringLiteral(", "));
}

QString choiceSaid(const Talked& made, const ChosenToken& token) {
    if (token.rows == 0) return TalkTexts::tr("the trace has no logits of it");
    if (!token.values.error) {
        const QString why = said(rowOfCheck(made, Check::Values).reason);
        return why.isEmpty() ? TalkTexts::tr("no reference computed") : TalkTexts::tr("no reference: %1").arg(why);
    }
    if (!token.values.margin) return TalkTexts::tr("error here %1").arg(floatText(*token.values.error));
    return TalkTexts::tr("margin of the reference %1, error here %2")
        .arg(floatText(*token.values.margin), floatText(*token.values.error));
}

}  // namespace etscope::ui
