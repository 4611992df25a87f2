#include "shell/run_bar.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>

#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

constexpr int kBarPad = 10, kCell = 22, kRunMark = 11;
/// Of a head without its buttons, and of a button.
constexpr int kHeadText = 108, kCallsHeadText = 150, kStepButton = 26, kButtons = 64;
/// From how many runs on cells have no numbers, and several share one.
constexpr std::size_t kNumbered = 64, kAlone = 200;
constexpr int kLeastColumn = 3, kWidestCell = 112;

/// "Call 606 of 1413" is longer than "Run 606".
int headOf(bool calls) { return px(calls ? kCallsHeadText : kHeadText); }

QColor backOf(Mark mark) {
    const Tokens& t = tokens();
    switch (mark) {
        case Mark::Match: return t.matchBack;
        case Mark::Differ: return t.differBack;
        case Mark::Incomparable: return t.incomparableBack;
        case Mark::Ambiguous:
        case Mark::Warning: return t.amberBack;
        default: return t.missingBack;
    }
}

QColor lineOf(Mark mark) {
    const Tokens& t = tokens();
    switch (mark) {
        case Mark::Match: return t.match;
        case Mark::Differ: return t.differ;
        case Mark::Incomparable: return t.incomparable;
        case Mark::Ambiguous:
        case Mark::Warning: return t.amberMark;
        default: return t.missing;
    }
}

/// The last word of each name, three letters of it ("text_decoder": "dec"); empty: that does not tell them apart.
std::map<QString, QString> shortNames(const std::vector<RunBar::Run>& runs) {
    std::map<QString, QString> names;
    for (const RunBar::Run& run : runs)
        if (!run.method.isEmpty()) names.try_emplace(run.method, run.method.section(QLatin1Char('_'), -1).left(3));
    std::map<QString, int> uses;
    for (const auto& [method, name] : names) ++uses[name];
    for (auto& [method, name] : names)
        if (uses[name] > 1) name.clear();
    for (const RunBar::Run& run : runs)  // without how many instructions it has
        if (run.method.isEmpty()) names.try_emplace(run.kind, run.kind.section(QLatin1String(" ("), 0, 0));
    return names;
}

}  // namespace

RunBar::RunBar(QWidget* parent, bool calls)
    : QWidget(parent),
      m_calls(calls),
      m_before(makeSignButton(Icon::Back, calls ? tr("The call before") : tr("The run before"), this)),
      m_after(makeSignButton(Icon::Forward, calls ? tr("The next call") : tr("The next run"), this)) {
    setObjectName(calls ? QStringLiteral("callBar") : QStringLiteral("runBar"));
    setAccessibleName(calls ? tr("Calls of the trace") : tr("Runs"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setMouseTracking(true);
    for (QToolButton* button : {m_before, m_after}) button->setFocusPolicy(Qt::NoFocus);  // arrow keys do the same
    connect(m_before, &QToolButton::clicked, this, [this] { step(false); });
    connect(m_after, &QToolButton::clicked, this, [this] { step(true); });
    updateSteps();
    hide();  // until there are runs
}

QSize RunBar::sizeHint() const { return {px(360), px(48)}; }

void RunBar::setRuns(std::vector<Run> runs) {
    m_runs = std::move(runs);
    m_shortNames = shortNames(m_runs);
    updateSteps();
    setVisible(!m_runs.empty());
    update();
}

void RunBar::setChosen(std::optional<std::size_t> index) {
    m_chosen = index;
    updateSteps();
    const auto at = current();
    setAccessibleDescription(at ? QStringList{nameOf(m_runs[*at]), m_runs[*at].name(), m_runs[*at].words}.join(QStringLiteral(", "))
                                : QString());
    update();
}

void RunBar::setBeside(std::set<std::size_t> runs) {
    m_beside = std::move(runs);
    update();
}

/// Its place in m_runs.
std::optional<std::size_t> RunBar::current() const {
    const auto found = m_chosen ? std::ranges::find(m_runs, *m_chosen, &Run::index) : m_runs.end();
    return found != m_runs.end() ? std::optional(static_cast<std::size_t>(found - m_runs.begin())) : std::nullopt;
}

std::vector<RunBar::Column> RunBar::columns() const {
    std::vector<Column> made;
    if (m_runs.empty()) return made;
    const qreal left = headOf(m_calls) + px(kButtons), room = std::max<qreal>(px(kLeastColumn), width() - left - px(kBarPad));
    const auto most = std::max<std::size_t>(1, static_cast<std::size_t>(room / px(kLeastColumn)));
    const std::size_t each = m_runs.size() > kAlone ? (m_runs.size() + most - 1) / most : 1;
    const std::size_t count = (m_runs.size() + each - 1) / each;
    const qreal wide = std::min<qreal>(room / static_cast<qreal>(count), px(kWidestCell));
    for (std::size_t i = 0; i < count; ++i)
        made.push_back({left + wide * static_cast<qreal>(i), wide, i * each, std::min(m_runs.size(), (i + 1) * each) - 1});
    return made;
}

QRectF RunBar::boxOf(std::size_t place) const {
    for (const Column& column : columns())
        if (place <= column.last) return {column.left, static_cast<qreal>(px(5)), column.width, static_cast<qreal>(px(kCell))};
    return {};
}

std::optional<std::size_t> RunBar::runAt(const QPointF& place) const {
    for (const Column& column : columns())
        if (place.x() >= column.left && place.x() < column.left + column.width) {
            // Of several the worst is the one to look at.
            std::size_t found = column.first;
            for (std::size_t run = column.first; run <= column.last; ++run)
                if (worse(m_runs[found].mark, m_runs[run].mark) != m_runs[found].mark) found = run;
            return found;
        }
    return std::nullopt;
}

void RunBar::choose(std::size_t run) {
    if (m_chosen == m_runs[run].index) return;
    setChosen(m_runs[run].index);
    if (m_calls) return emit callChosen(m_runs[run].call);
    emit runChosen(m_runs[run].index, m_runs[run].method);
}

/// Without a chosen one the first.
void RunBar::step(bool forward) {
    if (m_runs.empty()) return;
    const auto at = current();
    choose(!at ? 0 : forward ? std::min(m_runs.size() - 1, *at + 1) : *at > 0 ? *at - 1 : 0);
}

void RunBar::updateSteps() {
    const auto at = current();
    m_before->setEnabled(at && *at > 0);
    m_after->setEnabled(!m_runs.empty() && (!at || *at + 1 < m_runs.size()));
}

void RunBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const int side = px(kStepButton), top = px(5) + (px(kCell) - side) / 2;
    m_before->setGeometry(headOf(m_calls) + px(4), top, side, side);
    m_after->setGeometry(headOf(m_calls) + px(4) + side, top, side, side);
}

void RunBar::mousePressEvent(QMouseEvent* event) {
    const auto run = event->button() == Qt::LeftButton ? runAt(event->position()) : std::nullopt;
    if (!run) return;
    if (event->modifiers().testFlag(Qt::ControlModifier) && !m_calls)
        emit runAdded(m_runs[*run].index, m_runs[*run].method);
    else
        choose(*run);
}

/// A drag goes over them.
void RunBar::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) == 0 || event->modifiers().testFlag(Qt::ControlModifier)) return;
    if (const auto run = runAt(event->position())) choose(*run);
}

void RunBar::keyPressEvent(QKeyEvent* event) {
    if (m_runs.empty()) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Left: return step(false);
        case Qt::Key_Right: return step(true);
        case Qt::Key_Home: return choose(0);
        case Qt::Key_End: return choose(m_runs.size() - 1);
        default: QWidget::keyPressEvent(event);
    }
}

bool RunBar::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const auto run = runAt(help->pos());
    if (!run) return true;
    const Run& one = m_runs[*run];
    QStringList lines{nameOf(one)};
    for (const QString& more : {one.name(), one.about})
        if (!more.isEmpty()) lines.front() += QStringLiteral(" · ") + more;
    if (!one.words.isEmpty()) lines.append(one.words);
    QToolTip::showText(help->globalPos(), tip(lines.join(QLatin1Char('\n'))), this);
    return true;
}

QString RunBar::headText() const {
    const auto at = current();
    const int all = static_cast<int>(m_runs.size());
    if (!at) return m_calls ? tr("%n call(s)", nullptr, all) : tr("%n run(s)", nullptr, all);
    return m_calls ? tr("Call %1 of %2").arg(m_runs[*at].call).arg(all) : nameOf(m_runs[*at]);
}

QString RunBar::nameOf(const Run& run) const { return m_calls ? tr("Call %1").arg(run.call) : tr("Run %1").arg(run.index); }

/// What the chosen one is of, and which of all it is: numbers of runs have gaps. Several: which those are.
QString RunBar::aboutText() const {
    const auto at = current();
    if (!at) return {};
    if (m_beside.empty()) {
        const QString& of = m_runs[*at].about.isEmpty() ? m_runs[*at].name() : m_runs[*at].about;
        if (m_calls) return of;
        return m_runs.size() > 1 ? tr("%1 · %2 of %3").arg(of).arg(*at + 1).arg(m_runs.size()) : of;
    }
    QStringList also;
    for (const std::size_t run : m_beside) also.append(QString::number(run));
    return tr("times with %1").arg(also.join(QStringLiteral(", ")));
}

void RunBar::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.fillRect(rect(), t.window);
    painter.fillRect(QRect(0, 0, width(), 1), t.border);
    painter.setFont(headingFont());
    painter.setPen(t.text);
    const int line = painter.fontMetrics().height(), head = headOf(m_calls) - px(kBarPad);
    painter.drawText(QRect(px(kBarPad), px(6), head, line), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(headText(), Qt::ElideRight, head));
    painter.setFont(smallFont());
    painter.setPen(t.text2);
    painter.drawText(QRect(px(kBarPad), px(6) + line, head, line), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(aboutText(), Qt::ElideRight, head));
    const auto all = columns();
    for (const Column& column : all) paintCell(painter, column);
    paintMethods(painter, all);
    if (!hasFocus()) return;
    painter.setPen(QPen(t.accent, 2));
    painter.setBrush(Qt::NoBrush);  // it frames what is there
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void RunBar::paintCell(QPainter& painter, const Column& column) const {
    Mark mark = m_runs[column.first].mark;
    for (std::size_t run = column.first; run <= column.last; ++run) mark = worse(mark, m_runs[run].mark);
    const bool narrow = column.width < px(kRunMark) + 2;
    const QRectF cell(column.left + (narrow ? 0 : 1), px(5), column.width - (narrow ? 0 : 2), px(kCell));
    painter.setPen(Qt::NoPen);
    painter.setBrush(narrow ? lineOf(mark) : backOf(mark));
    painter.drawRoundedRect(cell, narrow ? 0 : 3, narrow ? 0 : 3);
    const auto at = current();
    const bool chosen = at && *at >= column.first && *at <= column.last;
    const bool numbered = !narrow && m_runs.size() <= kNumbered && column.width >= px(30);
    painter.setFont(smallFont());
    const QString number = QString::number(m_runs[column.first].number());
    const qreal words = numbered ? painter.fontMetrics().horizontalAdvance(number) + px(4) : 0, size = px(kRunMark);
    if (!narrow) {
        const qreal left = cell.center().x() - (size + words) / 2;
        paintMark(painter, QRectF(left, cell.center().y() - size / 2, size, size), mark);
        painter.setPen(tokens().text);
        if (numbered) painter.drawText(QRectF(left + size + px(4), cell.top(), words, cell.height()), Qt::AlignVCenter, number);
    }
    const auto last = m_beside.lower_bound(m_runs[column.first].index);
    const bool beside = last != m_beside.end() && *last <= m_runs[column.last].index;
    if (!chosen && !beside) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens().accent, chosen ? 2 : 1));
    painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 3, 3);
}

/// Below the cells: neighbours of one method have one name.
void RunBar::paintMethods(QPainter& painter, const std::vector<Column>& columns) const {
    const auto at = current();
    painter.setFont(smallFont());
    for (std::size_t i = 0; i < columns.size();) {
        std::size_t end = i;
        const QString& method = m_runs[columns[i].first].name();
        while (end + 1 < columns.size() && m_runs[columns[end + 1].first].name() == method) ++end;
        const QRectF area(columns[i].left + 2, px(5 + kCell + 2), columns[end].left + columns[end].width - columns[i].left - 4,
                          px(15));
        const bool chosen = at && *at >= columns[i].first && *at <= columns[end].last;
        painter.setPen(tokens().control);
        if (end > i) painter.drawLine(area.topLeft(), area.topRight());
        painter.setPen(chosen ? tokens().text : tokens().text2);
        const QFontMetrics metrics = painter.fontMetrics();
        const auto shorter = m_shortNames.find(method);
        const bool whole = metrics.horizontalAdvance(method) <= area.width();
        const QString name = whole || shorter == m_shortNames.end() ? method : shorter->second;
        if (metrics.horizontalAdvance(name) <= area.width()) painter.drawText(area, Qt::AlignCenter, name);
        i = end + 1;
    }
}

}  // namespace etscope::ui
