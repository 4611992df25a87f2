#include "pages/overview_findings.h"

#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "base/text.h"
#include "frame/address.h"
#include "frame/file_names.h"
#include "frame/page.h"
#include "look/numbers.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

Mark findingMark(findings::FindingState state) {
    switch (state) {
        case findings::FindingState::Works: return Mark::Match;
        case findings::FindingState::Missing: return Mark::Missing;
        case findings::FindingState::Doubtful: return Mark::Ambiguous;
        case findings::FindingState::Damaged: return Mark::Error;
    }
    return Mark::None;
}

Mark severityMark(Severity severity) {
    return severity == Severity::Error ? Mark::Error : severity == Severity::Warning ? Mark::Warning : Mark::Note;
}

struct JoinWords {
    Mark mark;
    const char* sentence;
};
JoinWords wordsOf(join::JoinState state) {
    switch (state) {
        case join::JoinState::Matched: return {Mark::Match, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "%1 belongs to %2")};
        case join::JoinState::Ambiguous:
            return {Mark::Ambiguous, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "%1 may belong to %2")};
        case join::JoinState::Mismatched:
            return {Mark::Differ, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "%1 does not belong to %2")};
        case join::JoinState::Unknown:
            return {Mark::Missing, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Nothing tells whether %1 belongs to %2")};
    }
    return {Mark::None, "%1 %2"};
}

/// The file's name, or its kind where no single file is meant.
QString nameOf(const session::Session& session, const std::optional<unsigned>& file, const std::string& kind) {
    if (!file || *file >= session.files().size()) return text(kind);
    return text(escaped(fileNames(session)[static_cast<qsizetype>(*file)].toStdString()));
}

FindingText joinFinding(const session::Session& session, const join::Join& join) {
    const JoinWords words = wordsOf(join.state);
    FindingText finding;
    finding.mark = words.mark;
    finding.standsOut = join.state == join::JoinState::Mismatched;
    // A bundle's cases are judged against the program inside the same file.
    const bool own = join.fromFile && join.fromFile == join.toFile;
    const QString to = own ? FindingList::tr("the program inside") : nameOf(session, join.toFile, join.to);
    finding.title = FindingList::tr(words.sentence).arg(nameOf(session, join.fromFile, join.from), to);
    finding.word = QStringLiteral("%1 ↔ %2, %3").arg(text(join.from), text(join.to), word(text(joinStateName(join.state))));
    for (const std::string& fact : join.evidence) finding.lines.append(text(fact));
    finding.against = static_cast<qsizetype>(join.against);
    finding.shown = std::max<qsizetype>(3, finding.against);
    return finding;
}

}  // namespace

FindingList::FindingList(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
}

void FindingList::clear() {
    while (QLayoutItem* item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void FindingList::add(const QString& title, const QList<FindingText>& findings) {
    if (findings.isEmpty()) return;
    if (m_column->count() > 0) m_column->addSpacing(12);
    m_column->addWidget(makeHeading(title, countText(static_cast<std::uint64_t>(findings.size())), this));
    m_column->addSpacing(4);
    for (const FindingText& finding : findings) {
        auto* row = new FindingRow(finding, this);
        connect(row, &FindingRow::linkActivated, this, &FindingList::linkActivated);
        m_column->addWidget(row);
    }
}

QList<FindingText> joinFindings(const session::Session& session, const std::vector<join::Join>& joins) {
    QList<FindingText> list;
    for (const join::Join& join : joins) list.append(joinFinding(session, join));
    std::stable_sort(list.begin(), list.end(),
                     [](const FindingText& a, const FindingText& b) { return a.standsOut && !b.standsOut; });
    return list;
}

QList<FindingText> constantFindings(const std::vector<join::Join>& joins) {
    QList<FindingText> list;
    for (const join::Join& join : joins) {
        if (join.differences.empty()) continue;
        FindingText finding;
        finding.mark = findingMark(findings::FindingState::Doubtful);
        finding.title = FindingList::tr("Constants of the program are not those of the record");
        for (const std::string& difference : join.differences) finding.lines.append(text(difference));
        list.append(finding);
    }
    return list;
}

QList<FindingText> metadataFindings(const std::vector<program::MetadataFinding>& findings) {
    QList<FindingText> list;
    for (const program::MetadataFinding& one : findings) {
        FindingText finding;
        finding.mark = severityMark(one.severity);
        finding.title = text(one.key);
        finding.lines = {text(one.message)};
        finding.linkText = FindingList::tr("Metadata");
        finding.link = Address::ofMetadata(finding.title).text();
        list.append(finding);
    }
    return list;
}

QList<FindingText> exportFindings(const std::vector<findings::LintFinding>& findings) {
    struct Place {
        const char *code, *link, *title;
    };
    static constexpr std::array kPlaces{
        Place{"lint-kernel-beside-delegates", "page:delegates", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Delegates")},
        Place{"lint-fragmented", "page:delegates", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Delegates")},
        Place{"lint-unbounded-size", "page:memory", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Memory")},
        Place{"lint-weight-apart", "page:named-data", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Named data")},
        Place{"lint-equal-data", "page:named-data", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Named data")}};
    QList<FindingText> list;
    for (const findings::LintFinding& one : findings) {
        if (!one.code.starts_with("lint-") && !one.code.starts_with("runner-")) continue;
        FindingText finding;
        finding.mark = severityMark(one.severity);
        finding.title = text(one.where);
        finding.lines = {text(one.message)};
        if (!one.suggestion.empty()) finding.lines.append(text(one.suggestion));
        for (const Place& place : kPlaces)
            if (one.code == place.code)
                finding.link = QString::fromLatin1(place.link), finding.linkText = FindingList::tr(place.title);
        list.append(finding);
    }
    return list;
}

QList<FindingText> stateFindings(const session::Session& session, bool works) {
    QList<FindingText> list;
    for (const findings::Finding& one : findings::findings(session)) {
        if ((one.state == findings::FindingState::Works) != works) continue;
        FindingText finding;
        finding.mark = findingMark(one.state);
        finding.title = text(one.title);
        const QString action = one.action.empty() ? QString() : QStringLiteral(". ") + text(one.action);
        finding.lines = {text(one.detail) + action};
        list.append(finding);
    }
    return list;
}

}  // namespace etscope::ui
