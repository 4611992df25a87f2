#include "pages/overview_findings.h"

#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "base/text.h"
#include "frame/address.h"
#include "frame/file_names.h"
#include "frame/page.h"
#include "frame/verdict_words.h"
#include "look/numbers.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

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
    FindingText sound;
    qsizetype count = 0;
    for (const join::Join& join : joins) {
        FindingText finding = joinFinding(session, join);
        if (join.state != join::JoinState::Matched || !join.differences.empty()) {
            list.append(std::move(finding));
            continue;
        }
        ++count;
        sound.lines.append(finding.title);
        for (const QString& fact : finding.lines) sound.lines.append(QStringLiteral("    ") + fact);
    }
    std::stable_sort(list.begin(), list.end(),
                     [](const FindingText& a, const FindingText& b) { return a.standsOut && !b.standsOut; });
    if (count == 0) return list;
    sound.mark = Mark::Match;
    sound.title = list.isEmpty() ? FindingList::tr("All files belong together")
                                 : FindingList::tr("%n other join(s) fit(s)", nullptr, static_cast<int>(count));
    sound.word = list.isEmpty() ? FindingList::tr("%n join(s)", nullptr, static_cast<int>(count)) : QString();
    sound.shown = 0;
    list.append(std::move(sound));
    return list;
}

QList<FindingText> causeFindings(const std::vector<findings::PossibleCause>& causes) {
    /// Where each kind of cause is seen; of those that are not listed there is no more than the row says.
    struct Place {
        const char *kind, *page, *title;
    };
    static constexpr std::array kPlaces{
        Place{"constant", "gap", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show call")},
        Place{"kernel", "gap", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show call")},
        Place{"delegate", "gap", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show call")},
        Place{"lowering", "gap", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show call")},
        Place{"precision", "gap", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show call")},
        Place{"quantisation", "gap", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show call")},
        Place{"layout", "gap", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show call")},
        Place{"state", "gap", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show call")},
        Place{"pairing", "outputs", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show values")},
        Place{"reference", "outputs", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show values")},
        Place{"type", "outputs", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show values")},
        Place{"shape", "outputs", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show values")},
        Place{"values", "outputs", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show values")},
        Place{"metadata", "metadata", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show metadata")},
        Place{"file", "problems", QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show problem")}};
    static constexpr std::array kKinds{QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Possible cause"),
                                       QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Not comparable"),
                                       QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Contradiction"),
                                       QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Doubtful"),
                                       QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Missing"),
                                       QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Works")};
    QList<FindingText> list;
    for (const findings::PossibleCause& one : causes) {
        FindingText finding;
        finding.mark = markOf(one.state);
        finding.kind = FindingList::tr(kKinds[static_cast<std::size_t>(one.state)]);
        finding.title = text(one.title);
        for (const std::string& line : one.evidence)
            if (!line.empty()) finding.lines.append(text(line));
        if (!one.source.empty()) finding.lines.append(FindingList::tr("made by %1").arg(text(one.source)));
        finding.shown = 2;
        finding.todo = text(one.action);
        for (const Place& place : kPlaces)
            if (one.kind == place.kind && !one.address.empty()) {
                finding.linkText = FindingList::tr(place.title);
                const bool alone = one.address.starts_with("tensors/");  // a constant that no call was told to read
                finding.link =
                    QStringLiteral("page:") + QLatin1String(alone ? "tensors" : place.page) + QLatin1Char('#') + text(one.address);
            }
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
