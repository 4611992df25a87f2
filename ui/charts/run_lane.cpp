#include "charts/run_lane.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kRunLaneLabelPad = 10, kRunLaneAbove = 4, kLeastBox = 3, kRunLaneNamed = 16, kLeastFrame = 4;

/// Fills that tell methods apart: those of families that no box of a run can be confused with.
constexpr std::array kFills{modules::OperatorFamily::Compute,    modules::OperatorFamily::Quantise,
                            modules::OperatorFamily::Activation, modules::OperatorFamily::Normalise,
                            modules::OperatorFamily::Memory,     modules::OperatorFamily::Control};

double boxHeight() { return QFontMetricsF(smallFont()).height() + 6; }

}  // namespace

RunLane::RunLane(QWidget* parent) : ItemView(parent) {
    introduce("runLane", tr("All runs of all methods, as wide as they took long"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize RunLane::sizeHint() const { return {200, static_cast<int>(std::ceil(boxHeight() + 2 * kRunLaneAbove))}; }

void RunLane::setRuns(std::vector<Run> runs) {
    if (runs == m_runs) return;
    m_runs = std::move(runs);
    m_chosen = -1;
    QStringList methods;
    m_methodOf.clear();
    for (const Run& run : m_runs) {
        const QString& method = run.method.isEmpty() ? run.kind : run.method;
        if (!methods.contains(method)) methods.append(method);
        m_methodOf.push_back(static_cast<int>(methods.indexOf(method)));
    }
    place();
    forgetItems();
}

/// By their times, but none so narrow that it could not be seen as long as there is room for all.
void RunLane::place() {
    const double room = std::max(1.0, width() - m_left - m_right), count = static_cast<double>(m_runs.size());
    const double least = count * kLeastBox < room ? kLeastBox / room : 0;
    double whole = 0;
    for (const Run& run : m_runs) whole += run.ticks;
    m_ends.clear();
    double end = 0;
    for (const Run& run : m_runs) {
        const double share = whole > 0 && least > 0 ? run.ticks / whole : 1 / count;
        m_ends.push_back(end += least + share * (1 - count * least));
    }
}

void RunLane::setChosen(std::optional<std::size_t> index) {
    const auto run = index ? std::ranges::find(m_runs, *index, &Run::index) : m_runs.end();
    m_chosen = run == m_runs.end() ? -1 : static_cast<int>(run - m_runs.begin());
    setCurrent(m_chosen);
}

void RunLane::setWindow(double from, double to) {
    m_from = std::clamp(from, 0.0, 1.0);
    m_to = std::clamp(to, m_from, 1.0);
    update();
}

void RunLane::setEdges(double left, double right) {
    if (left == m_left && right == m_right) return;
    m_left = left;
    m_right = right;
    place();
    redraw();
}

void RunLane::resizeEvent(QResizeEvent* event) {
    place();
    ItemView::resizeEvent(event);
}

QRectF RunLane::boxOf(std::size_t run) const {
    const double room = std::max(1.0, width() - m_left - m_right);
    const double from = run == 0 ? 0 : m_ends[run - 1];
    return {m_left + from * room, kRunLaneAbove, (m_ends[run] - from) * room, boxHeight()};
}

QRectF RunLane::window() const {
    if (m_chosen < 0) return {};
    const QRectF box = boxOf(static_cast<std::size_t>(m_chosen));
    const double width = std::max(kLeastFrame, (m_to - m_from) * box.width());
    return {std::min(box.left() + m_from * box.width(), std::max(box.left(), box.right() - width)), box.top() - 2, width,
            box.height() + 4};
}

int RunLane::itemAt(QPointF point) const {
    if (m_runs.empty() || point.y() < kRunLaneAbove || point.y() > kRunLaneAbove + boxHeight() || point.x() < m_left) return -1;
    const double at = (point.x() - m_left) / std::max(1.0, width() - m_left - m_right);
    const auto hit = std::ranges::lower_bound(m_ends, at);
    return hit == m_ends.end() ? -1 : static_cast<int>(hit - m_ends.begin());
}

QString RunLane::nameOf(std::size_t run) const {
    const QString &method = m_runs[run].method, &kind = m_runs[run].kind;
    return tr("%1 · run %2: %3")
        .arg(!method.isEmpty() ? method
             : kind.isEmpty()  ? tr("method not known")
                               : kind)
        .arg(m_runs[run].index)
        .arg(durationText(m_runs[run].ticks));
}

QString RunLane::tooltipOf(std::size_t run) const {
    return m_runs[run].about.isEmpty() ? nameOf(run) : nameOf(run) + QLatin1Char('\n') + m_runs[run].about;
}

/// Boxes within a pixel that is painted already are not seen.
void RunLane::paintAll(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.fillRect(rect(), t.base);
    writeIn(painter, bodyFont(), t.text2);
    const QRectF label(kRunLaneLabelPad, 0, std::max(0.0, m_left - 2 * kRunLaneLabelPad), height());
    const QString words =
        m_runs.empty() ? QString() : tr("%n run(s)", nullptr, static_cast<int>(std::min<std::size_t>(m_runs.size(), 1'000'000)));
    painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(bodyFont()).elidedText(words, Qt::ElideMiddle, label.width()));
    painter.setFont(smallFont());
    const QFontMetricsF metrics(smallFont());
    double painted = -1;
    for (std::size_t run = 0; run < m_runs.size(); ++run) {
        const QRectF box = boxOf(run);
        if (box.right() <= painted) continue;
        painted = std::floor(box.right());
        const FamilyColours& colours =
            t.families[static_cast<std::size_t>(kFills[static_cast<std::size_t>(m_methodOf[run]) % kFills.size()])];
        painter.fillRect(box, colours.fill);
        drawOutlines(painter, QPen(colours.bar, 1));
        if (box.width() >= kLeastBox) painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        const QString number = QString::number(m_runs[run].index);
        if (box.width() < std::max(kRunLaneNamed, metrics.horizontalAdvance(number) + 4)) continue;
        painter.setPen(t.text);
        painter.drawText(box, Qt::AlignCenter, number);
    }
}

void RunLane::paintPointer(QPainter& painter) const {
    if (m_chosen < 0) return;
    QColor tint = tokens().accent;
    tint.setAlpha(40);
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(tint);
    painter.drawRect(window().adjusted(1, 1, -1, -1));
}

void RunLane::activate(std::size_t run) { emit runChosen(static_cast<qulonglong>(m_runs[run].index), QString(m_runs[run].method)); }

QStringList RunLane::tsvTitles() const { return {tr("run"), tr("method"), tr("time ns")}; }

QStringList RunLane::tsvCells(std::size_t run) const {
    const QString& method = m_runs[run].method;
    return {QString::number(m_runs[run].index), method.isEmpty() ? m_runs[run].kind : method,
            QString::number(m_runs[run].ticks, 'g', 15)};
}

}  // namespace etscope::ui
