#include "pages/overview_findings.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <algorithm>
#include <array>

#include "answers/gap_choice.h"
#include "base/base_name.h"
#include "base/enum_table.h"
#include "base/hex.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "workspace/entity_state.h"
#include "workspace/page.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// Where a thing of one of these kinds is seen.
struct FindingPlace {
    const char* kinds;
    PageId page;
    const char* title;

    bool isOf(const std::string& kind) const { return QString::fromLatin1(kinds).split(u' ').contains(text(kind)); }
};
constexpr std::array kPlaces{
    FindingPlace{"constant kernel delegate lowering precision quantisation layout state", PageId::Gap,
                 QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show call")},
    FindingPlace{"input pairing reference type shape values", PageId::Outputs,
                 QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show values")},
    FindingPlace{"metadata", PageId::Metadata, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show metadata")},
    FindingPlace{"file file-damaged", PageId::Problems, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show problem")}};

void giveAction(FindingText& finding, const findings::PossibleCause& cause, const QStringList& methods) {
    const auto give = [&](const Link& link, const char* title) {
        finding.link = link;
        finding.linkText = FindingList::tr(title);
    };
    using State = findings::CauseState;  // what is done about one that has no place of its own
    if (cause.state == State::Missing || cause.state == State::Doubtful || cause.state == State::Differs)
        give(Link::addFiles(), QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Add files…"));
    if (cause.state == State::Incomparable || cause.state == State::Warning)
        give(Link::on(PageId::Problems), QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show problems"));
    const auto place = std::ranges::find_if(kPlaces, [&](const FindingPlace& one) { return one.isOf(cause.kind); });
    if (place == kPlaces.end() || cause.address.empty()) return;
    const bool alone = cause.address.starts_with("tensors/");  // a constant that no call was told to read
    give(Link::on(alone ? PageId::Tensors : place->page, Address::parse(text(cause.address), methods)),
         alone ? QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Show constant") : place->title);
}

double stripLine(const QFont& font) { return QFontMetricsF(font).height(); }

}  // namespace

FindingList::FindingList(QWidget* parent) : QWidget(parent), m_column(makeColumn(this, {}, 0)) {}

void FindingList::clear() { emptyNow(m_column); }

bool FindingList::isEmpty() const { return m_column->count() == 0; }

void FindingList::add(const QString& title, const QList<FindingText>& findings, const Link& noteLink, const QString& note,
                      const QString& count) {
    if (findings.isEmpty()) return;
    if (m_column->count() > 0) m_column->addSpacing(12);
    auto* head = new QWidget(this);
    auto* line = makeRow(head);
    line->addWidget(makeHeading(title, count.isEmpty() ? countText(static_cast<std::uint64_t>(findings.size())) : count, head), 1);
    if (!note.isEmpty()) {
        auto* more = new QLabel(head);
        withTheme(more, [more, noteLink, note] { more->setText(quietLink(noteLink.text(), note)); });
        connect(more, &QLabel::linkActivated, this, [this, noteLink] { emit linkActivated(noteLink); });
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

namespace {

FindingText proven(Mark mark, const QString& title, const QString& word = {}) {
    FindingText finding;
    finding.mark = mark, finding.title = title, finding.word = word;
    return finding;
}

/// How other calls stand: all of them, and of each kind the words for it.
FindingText ofCalls(const causes::CallCounts& calls, const QString& correct, const QString& wrong, const QString& open) {
    if (calls.wrong > 0) return proven(Mark::Differ, wrong, FindingList::tr("%1 of %2").arg(calls.wrong).arg(calls.all()));
    if (calls.open == 0) return proven(Mark::Match, correct, countText(calls.right));
    return proven(Mark::Missing, open, FindingList::tr("%1 correct, %2 not judged").arg(calls.right).arg(calls.open));
}

FindingText recomputed(const causes::Proof& proof) {
    if (!proof.judgement) return proven(Mark::Missing, FindingList::tr("It could not be recomputed on what it read"));
    const bool wrong = proof.judgement->verdict == evaluate::Verdict::NotRounding;
    const bool high = proof.judgement->verdict == evaluate::Verdict::High;
    return proven(wrong  ? Mark::Differ
                  : high ? Mark::Ambiguous
                         : Mark::Match,
                  wrong  ? FindingList::tr("Recomputed on what it read: its result is wrong")
                  : high ? FindingList::tr("Recomputed on what it read: off more than usual")
                         : FindingList::tr("Recomputed on what it read, with the program's constants: correct"),
                  proof.judgement->units == 0 ? FindingList::tr("exact") : said(causes::unitsText(*proof.judgement)));
}

}  // namespace

std::vector<findings::PossibleCause> otherCauses(const findings::SessionVerdict& verdict) {
    const findings::PossibleCause* answered = findings::answeredCause(verdict);
    std::vector<findings::PossibleCause> others;
    for (const findings::PossibleCause& one : verdict.causes)
        if (&one != answered) others.push_back(one);
    return others;
}

QList<FindingText> proofFindings(const findings::SessionVerdict& verdict) {
    const findings::PossibleCause* cause = findings::answeredCause(verdict);
    const causes::Culprit* culprit = cause != nullptr ? findings::culpritOf(verdict, *cause) : nullptr;
    const findings::MethodOutcome* outcome = culprit != nullptr ? outcomeOf(verdict, text(cause->method)) : nullptr;
    if (outcome == nullptr || !outcome->proof || !causes::isOfCall(*culprit)) return {};
    const causes::Proof& proof = *outcome->proof;
    QList<FindingText> list;
    if (proof.before.all() > 0)
        list.append(ofCalls(proof.before, FindingList::tr("The calls before it are correct"),
                            FindingList::tr("Calls before it are wrong, too"),
                            FindingList::tr("Of the calls before it none is wrong")));
    if (culprit->cause == causes::Cause::Constant)
        list.append(
            proven(Mark::Differ, FindingList::tr("Its constant is not the record's"), text(culprit->constant.value_or(""))));
    else if (verdict.constants > 0 && verdict.differentConstants == 0)
        list.append(
            proven(Mark::Match, FindingList::tr("Constants that were compared equal the record's"), countText(verdict.constants)));
    list.append(recomputed(proof));
    if (proof.same.all() > 0) {
        const bool delegate = culprit->delegate.has_value();
        list.append(ofCalls(proof.same,
                            delegate ? FindingList::tr("The other delegate calls are correct")
                                     : FindingList::tr("The other calls of this kernel are correct"),
                            delegate ? FindingList::tr("Other delegate calls are wrong, too")
                                     : FindingList::tr("Other calls of this kernel are wrong, too"),
                            delegate ? FindingList::tr("Of the other delegate calls none is wrong")
                                     : FindingList::tr("Of the other calls of this kernel none is wrong")));
    }
    if (proof.otherRuns.all() > 0)
        list.append(ofCalls(proof.otherRuns, FindingList::tr("In other runs the call is correct"),
                            FindingList::tr("In other runs the call is wrong, too"),
                            FindingList::tr("In no other run the call is wrong")));
    return list;
}

bool isOfConstant(const findings::SessionVerdict& verdict) {
    const findings::PossibleCause* cause = findings::answeredCause(verdict);
    return cause != nullptr && cause->kind == causes::causeName(causes::Cause::Constant);
}

QList<FindingText> causeFindings(const std::vector<findings::PossibleCause>& causes, const QStringList& methods) {
    static constexpr EnumTable<findings::CauseState::Matches, const char*> kKinds(
        {QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Possible cause"),
         QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Not comparable"),
         QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Contradiction"), QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Doubtful"),
         QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Missing"), QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Works")});
    QList<FindingText> list;
    for (const findings::PossibleCause& one : causes) {
        FindingText finding;
        finding.mark = markOfCause(one.kind, one.state);
        finding.kind = one.kind == findings::kFileDamaged ? FindingList::tr("Damaged file") : FindingList::tr(kKinds[one.state]);
        finding.title = asTitle(one.title);
        for (const Sentence& line : one.evidence)
            if (!line.empty()) finding.lines.append(said(line));
        if (!one.source.empty()) finding.lines.append(FindingList::tr("made by %1").arg(text(one.source)));
        finding.shown = 1;
        finding.todo = asSentence(said(one.action));
        giveAction(finding, one, methods);
        list.append(finding);
    }
    return list;
}

QList<FindingText> exportFindings(const std::vector<findings::LintFinding>& findings) {
    static constexpr std::array kPages{
        FindingPlace{"lint-kernel-beside-delegates lint-fragmented", PageId::Delegates,
                     QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Delegates")},
        FindingPlace{"lint-unbounded-size", PageId::Memory, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Memory")},
        FindingPlace{"lint-weight-apart lint-equal-data", PageId::NamedData,
                     QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Named data")}};
    QList<FindingText> list;
    std::vector<findings::LintFinding> gravest = findings;
    std::stable_sort(gravest.begin(), gravest.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
    for (const findings::LintFinding& one : gravest) {
        if (!one.code.starts_with("lint-") && !one.code.starts_with("runner-")) continue;
        FindingText finding;
        finding.mark = severityMark(one.severity);
        finding.title = text(one.where);
        finding.lines = {said(one.message)};
        if (!one.suggestion.empty()) finding.lines.append(said(one.suggestion));
        for (const FindingPlace& place : kPages)
            if (place.isOf(one.code)) finding.link = Link::on(place.page), finding.linkText = FindingList::tr(place.title);
        list.append(finding);
    }
    return list;
}

QList<FindingText> questionFindings(const std::vector<findings::FileQuestion>& questions) {
    static constexpr std::array kPages{
        FindingPlace{"contents source", PageId::Graph, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Graph")},
        FindingPlace{"memory", PageId::Memory, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Memory")},
        FindingPlace{"fallback", PageId::Undelegated, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "CPU fallback")},
        FindingPlace{"time", PageId::Events, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Time")},
        FindingPlace{"correctness", PageId::Outputs, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Outputs")},
        FindingPlace{"weights", PageId::Tensors, QT_TRANSLATE_NOOP("etscope::ui::FindingList", "Weights")}};
    QList<FindingText> list;
    for (const findings::FileQuestion& one : questions) {
        FindingText finding;
        finding.mark = one.answered ? Mark::Match : Mark::Missing;
        finding.title = said(one.title);
        finding.lines = {said(one.detail)};
        const auto place = std::ranges::find_if(kPages, [&](const FindingPlace& page) { return page.isOf(one.id); });
        finding.link = one.answered ? Link::on(place->page) : Link::addFiles();
        finding.linkText = one.answered ? FindingList::tr(place->title) : FindingList::tr("Add files…");
        list.append(finding);
    }
    return list;
}

ArchiveStrip::ArchiveStrip(const session::SessionFile& file, QWidget* parent)
    : QWidget(parent), m_size(static_cast<double>(std::max<std::uint64_t>(1, file.size))), m_name(text(baseName(file.path))) {
    m_claimed = m_size;
    for (const ZipEntry& entry : file.zip->entries()) {
        const double from = static_cast<double>(entry.headerOffset);
        m_parts.push_back({from, from + static_cast<double>(entry.compressedSize), text(entry.name), entry.truncated});
        m_claimed = std::max(m_claimed, from + static_cast<double>(std::max(entry.size, entry.compressedSize)));
    }
    m_claimed = std::max(m_claimed, m_size * 1.15);
    setAccessibleName(tr("%1 by offset").arg(m_name));
    setMinimumHeight(sizeHint().height());
}

/// Where the file ends, the bar, its first offset.
QSize ArchiveStrip::sizeHint() const { return {px(400), static_cast<int>(3 * stripLine(smallFont())) + 30}; }

void ArchiveStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& t = tokens();
    const QFontMetricsF small(smallFont());
    const double line = small.height();
    const QRectF bar(0.5, line + 6.5, width() - 1.0, line + 14);
    const auto x = [&](double offset) { return bar.left() + offset / m_claimed * bar.width(); };
    painter.setPen(QPen(t.control, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
    painter.setFont(smallFont());
    for (const Part& part : m_parts) {
        const QRectF area(x(part.from), bar.top(), std::max(1.0, x(part.to) - x(part.from)), bar.height());
        painter.setPen(part.truncated ? t.differ : t.match);
        painter.setBrush(part.truncated ? t.differBack : t.matchBack);
        painter.drawRect(area);
        painter.setPen(t.text);
        if (area.width() > px(80))
            painter.drawText(area.adjusted(6, 0, -4, 0), Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(part.name, Qt::ElideMiddle, static_cast<int>(area.width()) - 10));
    }
    const double end = x(m_size);
    painter.fillRect(QRectF(end, bar.top() - 8, 2, bar.height() + 16), t.differ);
    painter.setPen(t.text);
    const QString ends = tr("file ends at %1").arg(hexText(static_cast<std::uint64_t>(m_size)));
    const double room = small.horizontalAdvance(ends) + 2;
    painter.drawText(QRectF(std::clamp(end - 4, 0.0, std::max(0.0, width() - room)), 0, room, line), Qt::AlignLeft, ends);
    painter.setPen(t.text3);
    painter.drawText(QRectF(0, bar.bottom() + 4, px(40), line), Qt::AlignLeft, QStringLiteral("0"));
    if (const double left = bar.right() - end - 12; left > px(100))
        painter.drawText(QRectF(end + 8, bar.top(), left, bar.height()), Qt::AlignVCenter,
                         small.elidedText(tr("named by a header, not in the file"), Qt::ElideRight, left));
}

}  // namespace etscope::ui
