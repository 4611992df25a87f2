#include "pages/overview_findings.h"

#include <QLabel>
#include <algorithm>
#include <array>

#include "base/enum_table.h"
#include "frame/entity_state.h"
#include "frame/page.h"
#include "frame/verdict_words.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

/// Where a thing of one of these kinds is seen.
struct FindingPlace {
    const char *kinds, *page, *title;

    bool isOf(const std::string& kind) const { return QString::fromLatin1(kinds).split(u' ').contains(text(kind)); }
};
constexpr std::array kPlaces{FindingPlace{"constant kernel delegate lowering precision quantisation layout state", "gap",
                                          QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show call")},
                             FindingPlace{"input pairing reference type shape values", "outputs",
                                          QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show values")},
                             FindingPlace{"metadata", "metadata", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show metadata")},
                             FindingPlace{"file", "problems", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show problem")}};

void giveAction(FindingText& finding, const findings::PossibleCause& cause) {
    const auto give = [&](const QString& link, const char* title) {
        finding.link = link;
        finding.linkText = FindingList::tr(title);
    };
    using State = findings::CauseState;  // what is done about one that has no place of its own
    if (cause.state == State::Missing || cause.state == State::Doubtful || cause.state == State::Differs)
        give(QStringLiteral("add"), QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Add files…"));
    if (cause.state == State::Incomparable || cause.state == State::Warning)
        give(QStringLiteral("page:problems"), QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show problems"));
    const auto place = std::ranges::find_if(kPlaces, [&](const FindingPlace& one) { return one.isOf(cause.kind); });
    if (place == kPlaces.end() || cause.address.empty()) return;
    const bool alone = cause.address.starts_with("tensors/");  // a constant that no call was told to read
    give(QStringLiteral("page:") + QLatin1String(alone ? "tensors" : place->page) + QLatin1Char('#') + text(cause.address),
         alone ? QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show constant") : place->title);
}

}  // namespace

FindingList::FindingList(QWidget* parent) : QWidget(parent), m_column(makeColumn(this, {}, 0)) {}

void FindingList::clear() { emptyNow(m_column); }

void FindingList::add(const QString& title, const QList<FindingText>& findings, const QString& noteLink, const QString& note) {
    if (findings.isEmpty()) return;
    if (m_column->count() > 0) m_column->addSpacing(12);
    auto* head = new QWidget(this);
    auto* line = makeRow(head);
    line->addWidget(makeHeading(title, countText(static_cast<std::uint64_t>(findings.size())), head), 1);
    if (!note.isEmpty()) {
        auto* more = new QLabel(head);
        withTheme(more, [more, noteLink, note] { more->setText(quietLink(noteLink, note)); });
        connect(more, &QLabel::linkActivated, this, &FindingList::linkActivated);
        line->addWidget(more);
    }
    m_column->addWidget(head);
    m_column->addSpacing(4);
    m_column->addWidget(makeTable(findings));
}

QWidget* FindingList::makeTable(const QList<FindingText>& findings) {
    auto* frame = named("card", new QFrame(this));
    auto* rows = makeColumn(frame, {1, 1, 1, 1}, 0);
    const FindingColumns columns = FindingColumns::of(findings);
    if (columns.todo) rows->addWidget(new FindingHeader(columns, frame));
    for (const FindingText& finding : findings) {
        auto* row = new FindingRow(finding, columns, frame);
        row->setLast(&finding == &findings.back());
        connect(row, &FindingRow::linkActivated, this, &FindingList::linkActivated);
        rows->addWidget(row);
    }
    return frame;
}

QList<FindingText> causeFindings(const std::vector<findings::PossibleCause>& causes) {
    static constexpr EnumTable<findings::CauseState::Matches, const char*> kKinds(
        {QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Possible cause"),
         QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Not comparable"),
         QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Contradiction"), QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Doubtful"),
         QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Missing"), QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Works")});
    QList<FindingText> list;
    for (const findings::PossibleCause& one : causes) {
        FindingText finding;
        finding.mark = markOf(one.state);
        finding.kind = FindingList::tr(kKinds[one.state]);
        finding.title = asTitle(text(one.title));
        for (const std::string& line : one.evidence)
            if (!line.empty()) finding.lines.append(text(line));
        if (!one.source.empty()) finding.lines.append(FindingList::tr("made by %1").arg(text(one.source)));
        finding.shown = 1;
        finding.todo = asSentence(text(one.action));
        giveAction(finding, one);
        list.append(finding);
    }
    return list;
}

QList<FindingText> exportFindings(const std::vector<findings::LintFinding>& findings) {
    static constexpr std::array kPages{
        FindingPlace{"lint-kernel-beside-delegates lint-fragmented", "page:delegates",
                     QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Delegates")},
        FindingPlace{"lint-unbounded-size", "page:memory", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Memory")},
        FindingPlace{"lint-weight-apart lint-equal-data", "page:named-data",
                     QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Named data")}};
    QList<FindingText> list;
    for (const findings::LintFinding& one : findings) {
        if (!one.code.starts_with("lint-") && !one.code.starts_with("runner-")) continue;
        FindingText finding;
        finding.mark = severityMark(one.severity);
        finding.title = text(one.where);
        finding.lines = {text(one.message)};
        if (!one.suggestion.empty()) finding.lines.append(text(one.suggestion));
        for (const FindingPlace& place : kPages)
            if (place.isOf(one.code))
                finding.link = QString::fromLatin1(place.page), finding.linkText = FindingList::tr(place.title);
        list.append(finding);
    }
    return list;
}

QList<FindingText> whatWorks(const session::Session& session) {
    QList<FindingText> list;
    for (const findings::Finding& one : findings::findings(session)) {
        if (one.state != findings::FindingState::Works) continue;
        FindingText finding;
        finding.mark = Mark::Match;
        finding.title = text(one.title);
        finding.lines = {text(one.detail)};
        list.append(finding);
    }
    return list;
}

}  // namespace etscope::ui
