#include "answers/conversation_table.h"

#include <algorithm>
#include <map>

#include "answers/tables.h"
#include "base/enum_table.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "traces/trace.h"

namespace etscope::ui {
namespace {

using conversation::Check;
using conversation::ChosenToken;
using conversation::Evidence;
using conversation::Finding;
using TalkState = conversation::State;

/// Of a text that is longer the rest is counted.
constexpr qsizetype kMostText = 4000;
constexpr std::size_t kMostTokens = 2000;
constexpr qsizetype kMostRows = 1000;

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

Mark talkMark(TalkState state) {
    static constexpr EnumTable<TalkState::Wrong, Mark> kMarks({Mark::Match, Mark::Missing, Mark::Differ});
    return kMarks[state];
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

Cell talkNameCell(const ConversationRow& row) {
    if (const Finding* finding = talkFindingOf(row))
        return {.text = talkPlaceText(finding->place), .copy = talkPlaceText(finding->place)};
    return {.text = talkCheckText(row.check), .strong = talkCheckOf(row).state == TalkState::Wrong};
}

Cell talkSaysCell(const ConversationRow& row) {
    if (talkFindingOf(row) != nullptr) return {.text = ConversationTexts::tr("wrong"), .sort = 2, .mark = Mark::Differ};
    const TalkState state = talkCheckOf(row).state;
    const char* word = state == TalkState::Right   ? QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "right")
                       : state == TalkState::Wrong ? QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "wrong")
                                                   : QT_TRANSLATE_NOOP("etscope::ui::ConversationTexts", "not known");
    return {.text = ConversationTexts::tr(word), .sort = static_cast<int>(state), .mark = talkMark(state)};
}

Cell talkWhatCell(const ConversationRow& row) {
    if (const Finding* finding = talkFindingOf(row)) return {.text = said(finding->sentence), .tooltip = said(finding->sentence)};
    const QString why = said(talkCheckOf(row).reason);
    return {.text = why, .tooltip = why};
}

Cell talkLookedCell(const ConversationRow& row) {
    if (talkFindingOf(row) != nullptr) return noCell();
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

const session::SessionFile* traceFile(const session::Session& session) {
    const auto& files = session.files();
    const auto found = std::ranges::find_if(files, [](const session::SessionFile& file) { return file.trace != nullptr; });
    return found == files.end() ? nullptr : &*found;
}
bool hasTrace(const session::Session& session) { return traceFile(session) != nullptr; }

QString shownTalk(const std::string& words) {
    QString whole = text(words);
    const qsizetype left = whole.size() - kMostText;
    if (left > 0)
        whole = whole.left(kMostText) + ConversationTexts::tr(" … and %n more character(s)", nullptr, static_cast<int>(left));
    return html(whole.replace(QLatin1Char('\n'), QStringLiteral("↵")));
}

/// A row of the talk: who, and what.
QString talkLine(const QString& who, const QString& what) {
    return QStringLiteral("<tr><td style='color:%1;padding-right:14px' nowrap>%2</td><td>%3</td></tr>")
        .arg(tokens().text2.name(), html(who), what);
}

/// What is wrong at a token: its choice, its text, or its call.
std::vector<const Finding*> findingsAt(const conversation::Answer& made, const ChosenToken& token) {
    std::vector<const Finding*> found;
    for (const Finding& finding : made.findings) {
        const bool here = finding.place.line == token.line || (token.call && finding.place.call == token.call);
        if (here) found.push_back(&finding);
    }
    return found;
}

QColor underlineOf(const conversation::Answer& made, const ChosenToken& token) {
    if (!findingsAt(made, token).empty()) return tokens().differ;
    if (!token.probability) return tokens().text2;
    return *token.probability > 0.9 ? tokens().match : *token.probability >= 0.5 ? tokens().accent : tokens().amber;
}

QString tokenName(const ChosenToken& token) {
    if (!token.text.empty()) return text(token.text).replace(QLatin1Char('\n'), QStringLiteral("↵"));
    return token.id ? QStringLiteral("⟨%1⟩").arg(*token.id) : QStringLiteral("⟨?⟩");
}

QString tokenTitle(const ChosenToken& token) {
    QStringList parts;
    if (token.id) parts.append(ConversationTexts::tr("id %1").arg(*token.id));
    if (token.probability) parts.append(ConversationTexts::tr("%1 %").arg(QString::number(100 * *token.probability, 'f', 1)));
    if (token.call) parts.append(ConversationTexts::tr("call %1").arg(*token.call));
    return parts.join(QStringLiteral(", "));
}

/// The answers, by the line of the first token of each.
class Talk {
public:
    Talk(const conversation::Answer& made, std::optional<std::size_t> chosen) : m_made(made), m_chosen(chosen) {}

    void add(const traces::Line& line) {
        if (line.as<traces::Choice>() != nullptr) return addToken(line.number);
        if (line.as<traces::Call>() != nullptr || line.as<traces::Text>() != nullptr) return;
        closeAnswer();
        if (const auto* message = line.as<traces::Message>()) return addMessage(*message);
        if (const auto* prompt = line.as<traces::Template>())
            return add(ConversationTexts::tr("Template"), QStringLiteral("<code>%1</code>").arg(shownTalk(prompt->text)));
        if (const auto* ids = line.as<traces::Tokens>())
            return add(QString(), html(ConversationTexts::tr("%n id(s)", nullptr, static_cast<int>(ids->ids.size())) +
                                       (ids->of == "expanded" ? ConversationTexts::tr(", expanded") : QString())));
        if (const auto* reset = line.as<traces::Reset>()) return add(ConversationTexts::tr("Reset"), html(text(reset->how)));
        if (const auto* end = line.as<traces::End>()) return add(ConversationTexts::tr("End"), html(text(end->reason)));
    }
    QString take() {
        closeAnswer();
        if (m_left > 0) m_rows.append(talkLine(QString(), html(ConversationTexts::tr("… and %n more line(s)", nullptr, m_left))));
        return m_rows.join(QString());
    }

private:
    void add(const QString& who, const QString& what) {
        m_rows.size() < kMostRows ? m_rows.append(talkLine(who, what)) : void(++m_left);
    }
    void addMessage(const traces::Message& message) {
        QString what = shownTalk(message.text);
        for (const std::string& image : message.images) what += QStringLiteral(" &nbsp;<i>%1</i>").arg(html(text(image)));
        add(text(message.role), what);
    }
    void addToken(std::size_t number) {
        while (m_next < m_made.tokens.size() && m_made.tokens[m_next].line < number) ++m_next;
        if (m_next == m_made.tokens.size() || m_made.tokens[m_next].line != number) return;
        const std::size_t place = m_next++;
        if (++m_shown > kMostTokens) return;
        const ChosenToken& token = m_made.tokens[place];
        const QString back = m_chosen == place ? QStringLiteral(";background:%1").arg(ui::tokens().selection.name()) : QString();
        m_answer += QStringLiteral(
                        "<a href='token:%1' title='%2' style='color:%3;text-decoration:none;border-bottom:3px solid %4%5'>"
                        "<span style='color:%3;text-decoration:underline %4'>%6</span></a> ")
                        .arg(QString::number(place), html(tokenTitle(token)), underlineOf(m_made, token).name(),
                             underlineOf(m_made, token).name(), back, html(tokenName(token)));
    }
    void closeAnswer() {
        if (m_answer.isEmpty()) return;
        if (m_shown > kMostTokens)
            m_answer += html(ConversationTexts::tr(" … and %n more token(s)", nullptr, static_cast<int>(m_shown - kMostTokens)));
        add(ConversationTexts::tr("Answer"), m_answer);
        m_answer.clear();
    }

    const conversation::Answer& m_made;
    const std::optional<std::size_t> m_chosen;
    QStringList m_rows;
    QString m_answer;
    std::size_t m_next = 0, m_shown = 0;
    int m_left = 0;  ///< rows that are not shown
};

}  // namespace

const TypedSpec<ConversationRow>& Tables::conversation() {
    using Row = ConversationRow;
    static const TypedSpec<Row> kSpec{
        {"conversationTable", QT_TR_NOOP("Checking the conversation"), QT_TR_NOOP("call 12, wrong"), hasTrace,
         QT_TR_NOOP("No conversation"),
         QT_TR_NOOP("A trace says what a runner really did: text, images, ids, and every call in order."),
         QT_TR_NOOP("Add trace.jsonl: etscope.trace() in Python writes it, or etscope_trace.h in a runner of your own."),
         noTalkRows, nullptr, true},
        {{{QT_TR_NOOP("What was checked"), QT_TR_NOOP("A check, and under it where something is wrong"), kPlain, 30}, talkNameCell},
         {{QT_TR_NOOP("Says"), QT_TR_NOOP("Whether all that could be looked at is right"), kPlain, 12}, talkSaysCell},
         {{QT_TR_NOOP("Looked at"), QT_TR_NOOP("Lines, calls or values that it was made for"), kNumber, 12}, talkLookedCell},
         {{QT_TR_NOOP("What was found"), QT_TR_NOOP("What is wrong, or why it is not known"), kPlain, 70}, talkWhatCell},
         {{QT_TR_NOOP("Evidence"), QT_TR_NOOP("What proves it"), kPlain, 18}, talkEvidenceCell}}};
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
    Rows rows = Tables::conversation().rows(std::move(all), [](const ConversationRow& row) {
        const Finding* finding = talkFindingOf(row);
        if (finding == nullptr || finding->place.address.empty()) return Address();
        return Address::parse(text(finding->place.address), {text(finding->place.method)});
    });
    rows.parents = std::move(parents);
    rows.blamed = std::move(blamed);
    rows.finding = talkMark(made->state);
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

QString talkText(const session::Session& session, const conversation::Answer& made, std::optional<std::size_t> token) {
    const session::SessionFile* file = traceFile(session);
    if (file == nullptr) return {};
    Talk talk(made, token);
    for (const traces::Line& line : file->trace->lines()) talk.add(line);
    return QStringLiteral("<table cellspacing='6'>%1</table>").arg(talk.take());
}

QString tokenText(const session::Session& session, const conversation::Answer& made, std::size_t token) {
    const ChosenToken& chosen = made.tokens[token];
    QString whole =
        QStringLiteral("<b>%1</b> %2")
            .arg(html(ConversationTexts::tr("Token %1: “%2”").arg(token).arg(tokenName(chosen))), html(tokenTitle(chosen)));
    const session::SessionFile* file = traceFile(session);
    for (const traces::Line& line : file != nullptr ? std::span(file->trace->lines()) : std::span<const traces::Line>()) {
        const auto* call = line.as<traces::Call>();
        if (call == nullptr || !chosen.call || call->index != *chosen.call) continue;
        QStringList inputs;
        for (const traces::ValueClaim& value : call->inputs) inputs.append(text(value.file.empty() ? value.dtype : value.file));
        whole += QStringLiteral("<br>") +
                 html(ConversationTexts::tr("call %1: %2(%3)")
                          .arg(QString::number(call->index), text(call->method), inputs.join(QStringLiteral(", "))));
        if (call->nanoseconds)
            whole += html(QStringLiteral(" · %1 ms").arg(QString::number(static_cast<double>(*call->nanoseconds) / 1e6, 'f', 2)));
    }
    for (const Finding* finding : findingsAt(made, chosen))
        whole +=
            QStringLiteral("<br><span style='color:%1'>≠ %2</span>").arg(tokens().differ.name(), html(said(finding->sentence)));
    return whole;
}

}  // namespace etscope::ui
