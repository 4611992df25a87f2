#include "answers/conversation_table.h"

#include <algorithm>

#include "answers/tables.h"
#include "base/enum_table.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "traces/trace.h"

namespace etscope::ui {
namespace {

using conversation::Check;
using conversation::Evidence;
using conversation::Finding;
using TalkState = conversation::State;

struct ConversationTexts {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::ConversationTexts)
};

QString talkCheckText(Check check) {
    static constexpr EnumTable<Check::Values, const char*> kNames(
        {QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Files"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Messages → text"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Text → ids"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Image → pixel values"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Ids that were fed"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Splice"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Positions, cache positions"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Mask"), QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Choice"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Ids → text"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "State"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Program"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "Calls")});
    return ConversationTexts::tr(kNames[check]);
}

QString talkEvidenceText(Evidence evidence) {
    static constexpr EnumTable<Evidence::Claim, const char*> kNames(
        {QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "by bytes"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "by hash"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "by order"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "computed"),
         QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "what the runner claims")});
    return ConversationTexts::tr(kNames[evidence]);
}

const conversation::CheckRow& talkCheckOf(const ConversationRow& row) {
    return row.made->checks[static_cast<std::size_t>(row.check)];
}
const Finding* talkFindingOf(const ConversationRow& row) { return row.finding ? &row.made->findings[*row.finding] : nullptr; }

QString talkPlaceText(const conversation::Place& place) {
    QStringList parts;
    if (place.line > 0) parts.append(ConversationTexts::tr("line %1").arg(place.line));
    if (place.call) parts.append(ConversationTexts::tr("call %1 %2").arg(*place.call).arg(text(place.method)).trimmed());
    if (place.input) parts.append(ConversationTexts::tr("input %1").arg(*place.input));
    if (place.output) parts.append(ConversationTexts::tr("output %1").arg(*place.output));
    if (place.position) parts.append(ConversationTexts::tr("position %1").arg(*place.position));
    if (!place.module.empty()) parts.append(text(place.module));
    return parts.join(QStringLiteral(", "));
}

/// What was looked at by a check that is right, in its own terms.
QString talkRightText(const conversation::Answer& made, const conversation::CheckRow& row) {
    using Range = conversation::SpliceRange;
    const auto rows = [&](Range::From from) {
        std::size_t all = 0;
        for (const conversation::CallFacts& call : made.told)
            for (const Range& range : call.splice) all += range.from == from ? range.count : 0;
        return counted(all);
    };
    const int looked = counted(row.looked);
    switch (row.check) {
        case Check::Splice:
            return ConversationTexts::tr("%n row(s) of pictures", nullptr, rows(Range::From::Picture)) + QStringLiteral(", ") +
                   ConversationTexts::tr("%n of embeddings", nullptr, rows(Range::From::Embedding));
        case Check::Choice: return ConversationTexts::tr("%n id(s) are what logits and sampler say", nullptr, looked);
        case Check::Values: return ConversationTexts::tr("%n call(s) give what the record computes", nullptr, looked);
        case Check::Image: return ConversationTexts::tr("%n picture(s): size, order of channels, normalisation", nullptr, looked);
        case Check::Positions: return ConversationTexts::tr("%n call(s) go on, without a gap, below the bound", nullptr, looked);
        case Check::State: return ConversationTexts::tr("%n call(s) find what the last one left", nullptr, looked);
        case Check::Tokens: return ConversationTexts::tr("%n prompt(s): ids equal, placeholders expanded", nullptr, looked);
        default: return ConversationTexts::tr("%n looked at, all right", nullptr, looked);
    }
}

/// Tokens that are not the reference's, where that is computed.
struct OtherTokens {
    std::size_t known = 0, other = 0;
    std::optional<std::size_t> first;
};
OtherTokens otherTokens(const conversation::Answer& made) {
    OtherTokens told;
    for (std::size_t i = 0; i < made.tokens.size(); ++i) {
        const auto& values = made.tokens[i].values;
        if (!values.reference) continue;
        ++told.known;
        if (!values.other()) continue;
        ++told.other;
        if (!told.first) told.first = i;
    }
    return told;
}

/// An error that turned a close choice is no fault by itself.
Mark tokensMark(const conversation::Answer& made) {
    const OtherTokens told = otherTokens(made);
    return told.known == 0 ? Mark::Missing : told.other == 0 ? Mark::Match : made.findings.empty() ? Mark::Warning : Mark::Differ;
}

QString tokensText(const conversation::Answer& made) {
    const OtherTokens told = otherTokens(made);
    if (told.other == 0) return ConversationTexts::tr("%n token(s) are the reference’s", nullptr, counted(told.known));
    const conversation::ChosenToken& first = made.tokens[*told.first];
    return ConversationTexts::tr("%1 of %n token(s) are not the reference’s, first %2 of message %3", nullptr, counted(told.known))
        .arg(countText(told.other), QString::number(first.place), QString::number(first.message));
}

/// The token or the call that is at fault.
Address talkAddress(const conversation::Answer& made, const conversation::Place& place) {
    if (place.choice && *place.choice >= 0 && static_cast<std::size_t>(*place.choice) < made.tokens.size())
        return Address::of(conversation::addressOf(made.tokens[static_cast<std::size_t>(*place.choice)]));
    return place.call && *place.call >= 0 ? Address::of(session::Entity::ofCall(*place.call)) : Address();
}

Cell talkNameCell(const ConversationRow& row) {
    if (const Finding* finding = talkFindingOf(row))
        return {.text = talkPlaceText(finding->place), .copy = talkPlaceText(finding->place)};
    if (row.tokens)
        return {.text = ConversationTexts::tr("Tokens"),
                .mark = tokensMark(*row.made),
                .strong = tokensMark(*row.made) == Mark::Differ};
    const TalkState state = talkCheckOf(row).state;
    return {.text = talkCheckText(row.check), .mark = markOfTalk(state), .strong = state == TalkState::Wrong};
}

Cell talkSaysCell(const ConversationRow& row) {
    if (talkFindingOf(row) != nullptr) return {.text = ConversationTexts::tr("wrong"), .sort = 2, .mark = Mark::Differ};
    if (row.tokens) {
        const Mark mark = tokensMark(*row.made);
        return {.text = markName(mark), .sort = static_cast<int>(mark), .mark = mark};
    }
    const TalkState state = talkCheckOf(row).state;
    const char* word = state == TalkState::Right   ? QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "right")
                       : state == TalkState::Wrong ? QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "wrong")
                                                   : QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "not known");
    return {.text = ConversationTexts::tr(word), .sort = static_cast<int>(state), .mark = markOfTalk(state)};
}

Cell talkWhatCell(const ConversationRow& row) {
    if (const Finding* finding = talkFindingOf(row)) return {.text = said(finding->sentence), .tooltip = said(finding->sentence)};
    if (row.tokens) return {.text = tokensText(*row.made), .tooltip = tokensText(*row.made)};
    const conversation::CheckRow& check = talkCheckOf(row);
    const QString why = check.state == TalkState::Right ? talkRightText(*row.made, check) : said(check.reason);
    return {.text = why, .tooltip = why};
}

Cell talkLookedCell(const ConversationRow& row) {
    if (talkFindingOf(row) != nullptr || row.tokens) return noCell();
    const conversation::CheckRow& check = talkCheckOf(row);
    const std::size_t all = check.looked + check.open;
    if (all == 0) return noCell();
    return {.text = ConversationTexts::tr("%1 of %2").arg(countText(check.looked), countText(all)),
            .sort = static_cast<double>(check.looked) / static_cast<double>(all)};
}

Cell talkEvidenceCell(const ConversationRow& row) {
    const Finding* finding = talkFindingOf(row);
    return finding == nullptr ? noCell() : Cell{.text = talkEvidenceText(finding->evidence)};
}

Result<Rows> noTalkRows(const SessionPtr&, const QString&, const JobContext&) { return Rows(); }

bool hasTrace(const session::Session& session) { return traceFileOf(session) != nullptr; }

}  // namespace

const TypedSpec<ConversationRow>& Tables::conversation() {
    using Row = ConversationRow;
    static const TypedSpec<Row> kSpec{
        {"conversationTable", QT_TR_NOOP("Checking the conversation"), QT_TR_NOOP("call 12, wrong"), hasTrace,
         QT_TR_NOOP("No conversation"),
         QT_TR_NOOP("A trace says what a runner really did: text, images, ids, and every call in order."),
         QT_TR_NOOP("Add trace.jsonl: etscope.trace() in Python writes it, or etscope_trace.h in a runner of your own."),
         noTalkRows, nullptr, true},
        {{{QT_TR_NOOP("Check"), QT_TR_NOOP("A check, and under it where something is wrong"), kPlain, 24}, talkNameCell},
         {{QT_TR_NOOP("Says"), QT_TR_NOOP("Whether all that could be looked at is right"), kPlain, 12, kOnDemand}, talkSaysCell},
         {{QT_TR_NOOP("What was found"), QT_TR_NOOP("What is wrong, or why it is not known"), kPlain, 40}, talkWhatCell},
         {{QT_TR_NOOP("Looked at"), QT_TR_NOOP("Lines, calls or values that it was made for"), kNumber, 9, 1}, talkLookedCell},
         {{QT_TR_NOOP("Evidence"), QT_TR_NOOP("What proves it"), kPlain, 11, 2}, talkEvidenceCell}}};
    return kSpec;
}

Rows conversationRows(const ConversationPtr& made) {
    std::vector<ConversationRow> all;
    std::vector<int> parents;
    std::vector<std::size_t> blamed;
    for (const conversation::CheckRow& check : made->checks) {
        const int parent = static_cast<int>(all.size());
        if (check.looked + check.open == 0 && check.state != TalkState::Wrong && check.reason.empty()) continue;
        all.push_back({made, check.check, {}});
        parents.push_back(-1);
        for (std::size_t i = 0; i < made->findings.size(); ++i) {
            if (made->findings[i].check != check.check) continue;
            blamed.push_back(all.size());
            all.push_back({made, check.check, i});
            parents.push_back(parent);
        }
    }
    if (otherTokens(*made).known > 0) {
        all.push_back({made, Check::Values, {}, true});
        parents.push_back(-1);
    }
    Rows rows = Tables::conversation().rows(std::move(all), [](const ConversationRow& row) {
        const Finding* finding = talkFindingOf(row);
        if (row.tokens) {
            const OtherTokens told = otherTokens(*row.made);
            return told.first ? Address::of(conversation::addressOf(row.made->tokens[*told.first])) : Address();
        }
        if (finding == nullptr) return Address();
        if (finding->place.address.empty()) return talkAddress(*row.made, finding->place);
        return Address::parse(text(finding->place.address), {text(finding->place.method)});
    });
    rows.parents = std::move(parents);
    rows.blamed = std::move(blamed);
    rows.finding = markOfTalk(made->state);
    return rows;
}

QString conversationText(const conversation::Answer& made) {
    if (!made.findings.empty()) {
        const Finding& first = made.findings.front();
        const QString more = made.findings.size() > 1
                                 ? QLatin1Char(' ') + ConversationTexts::tr("%n more finding(s).", nullptr,
                                                                            static_cast<int>(made.findings.size() - 1))
                                 : QString();
        return said(first.sentence) + QStringLiteral(" (") + talkPlaceText(first.place) + QStringLiteral(").") + more;
    }
    QStringList unknown;
    for (const conversation::CheckRow& check : made.checks)
        if (check.state == TalkState::Unknown && !check.reason.empty()) unknown.append(talkCheckText(check.check));
    const QString right = ConversationTexts::tr("Nothing wrong was found in %n call(s).", nullptr, static_cast<int>(made.calls));
    return unknown.isEmpty()
               ? right
               : right + QLatin1Char(' ') + ConversationTexts::tr("Not known: %1.").arg(unknown.join(QStringLiteral(", ")));
}

}  // namespace etscope::ui
