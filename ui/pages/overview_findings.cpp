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

double stripLine(const QFont& font) { return QFontMetricsF(font).height(); }

QColor colourOf(Mark mark) {
    const Tokens& t = tokens();
    switch (mark) {
        case Mark::Match: return t.match;
        case Mark::Differ: return t.differ;
        case Mark::Ambiguous:
        case Mark::Warning: return t.amberMark;
        case Mark::Incomparable: return t.incomparable;
        default: return t.control;
    }
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

Headline::Headline(Workspace& workspace, QWidget* parent) : QFrame(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("headline"));
    setAccessibleName(tr("Verdict"));
    auto* column = makeColumn(this, {16, 10, 12, 10}, 8);
    m_lines = makeColumn(nullptr, {}, 6);
    column->addLayout(m_lines);
    m_buttons = new QHBoxLayout;
    column->addLayout(m_buttons);
    connect(&workspace, &Workspace::verdictChanged, this, &Headline::follow);
    onThemeChange(this, [this] { fill(); });
    fill();
}

void Headline::follow() { fill(); }

void Headline::fill() {
    emptyLater(m_lines);
    emptyLater(m_buttons);
    const VerdictPtr& verdict = m_workspace.verdict();
    m_mark = Mark::Missing;
    if (verdict == nullptr) {
        const bool checking = m_workspace.checking();
        addLine(Mark::Missing, checking ? tr("Checking …") : tr("Not checked"),
                checking ? tr("outputs, constants and every call of the runs") : QString());
        return update();
    }
    const bool gap = hasGap(*m_workspace.session());
    const QList<HeadlineLine> lines = headline(*verdict, gap);
    for (const HeadlineLine& line : lines) addLine(line.mark, line.bold, line.rest);
    m_mark = lines.isEmpty() ? Mark::Missing : lines.front().mark;
    bool first = true;
    for (const HeadlineAction& action : headlineActions(*verdict, gap)) {
        auto* button = new QPushButton(action.text, this);
        if (std::exchange(first, false)) button->setObjectName(QStringLiteral("primary"));
        connect(button, &QPushButton::clicked, this, [this, target = action.link] { emit linkActivated(target); });
        m_buttons->addWidget(button);
    }
    m_buttons->addStretch();
    if (const QString rest = restText(*verdict); !rest.isEmpty()) {
        auto* mark = new QLabel(this);
        mark->setPixmap(markPixmap(Mark::Match, 14, devicePixelRatioF()));
        m_buttons->addWidget(mark);
        m_buttons->addWidget(plainLabel(rest, this, &Tokens::text2));
    }
    update();
}

void Headline::addLine(Mark mark, const QString& bold, const QString& rest) {
    auto* row = makeRow(nullptr, {}, 10);
    auto* icon = new QLabel(this);
    icon->setPixmap(markPixmap(mark, 16, devicePixelRatioF()));
    icon->setAccessibleName(markName(mark));
    icon->setFixedWidth(px(18));
    row->addWidget(icon, 0, Qt::AlignTop);
    auto* sentence = new QLabel(this);
    sentence->setTextFormat(Qt::RichText);
    sentence->setTextInteractionFlags(Qt::TextBrowserInteraction);
    sentence->setWordWrap(true);
    const QString head =
        bold.isEmpty() ? QString() : QStringLiteral("<span style='font-weight:600; font-size:large'>%1</span>").arg(html(bold));
    sentence->setText(head + (bold.isEmpty() || rest.isEmpty() ? QString() : QStringLiteral(" – ")) + rest);
    connect(sentence, &QLabel::linkActivated, this, &Headline::linkActivated);
    row->addWidget(sentence, 1);
    m_lines->addLayout(row);
}

void Headline::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(tokens().border);
    painter.setBrush(tokens().base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.fillRect(QRect(0, 2, 3, height() - 4), colourOf(m_mark));
}

}  // namespace etscope::ui
