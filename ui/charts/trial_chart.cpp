#include "charts/trial_chart.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kTrialMark = 12, kLeastTrialMark = 4;  ///< pixels, where many stand beside each other

}  // namespace

TrialChart::TrialChart(QWidget* parent) : ItemView(parent) {
    introduce("trialChart", tr("Candidates over time, by their operators"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumHeight(px(150));
}

QSize TrialChart::sizeHint() const { return {px(420), px(215)}; }

void TrialChart::setTrials(std::vector<TrialPoint> trials, std::size_t whole, double seconds) {
    const bool grows = trials.size() >= m_trials.size() && whole == m_whole;
    m_trials = std::move(trials);
    m_whole = whole, m_seconds = seconds;
    m_levels.clear();
    double level = static_cast<double>(whole);
    m_most = std::max(10.0, level);
    for (const TrialPoint& one : m_trials) {
        m_most = std::max(m_most, static_cast<double>(one.operators));
        if (one.kept && one.operators > 0) level = static_cast<double>(one.operators);
        m_levels.push_back(level);
    }
    grows ? redraw() : forgetItems();
}

QRectF TrialChart::plot() const {
    const QFontMetricsF metrics(smallFont());
    const double left = metrics.horizontalAdvance(countText(static_cast<std::uint64_t>(m_most))) + px(24);
    const double line = metrics.height();
    return {left, line + px(10), std::max(20.0, width() - left - px(20)), std::max(20.0, height() - 2 * line - px(34))};
}

double TrialChart::xOf(double place) const {
    const QRectF area = plot();
    const double places = std::max<double>(1, static_cast<double>(m_trials.size()));
    return area.left() + px(8) + (area.width() - px(16)) * place / places;
}

double TrialChart::yOf(double operators) const {
    const QRectF area = plot();
    const double share = std::log10(std::max(1.0, operators)) / std::log10(std::max(10.0, m_most));
    return area.bottom() - share * area.height();
}

double TrialChart::markSize() const {
    return std::clamp(xOf(1) - xOf(0) - 1, static_cast<double>(px(kLeastTrialMark)), static_cast<double>(px(kTrialMark)));
}

/// What was put back and is no smaller than what is kept stands below it, that the stair does not go through it.
QPointF TrialChart::middleOf(std::size_t item) const {
    const TrialPoint& one = m_trials[item];
    const double x = xOf(static_cast<double>(item + 1)), level = m_levels[item];
    if (one.kept) return {x, yOf(level)};
    const double own = one.operators > 0 ? static_cast<double>(one.operators) : level;
    return {x, std::max(yOf(own), yOf(level) + markSize() + 2)};
}

QRectF TrialChart::boxOf(std::size_t item) const {
    const double size = markSize();
    return {middleOf(item) - QPointF(size / 2, size / 2), QSizeF(size, size)};
}

QString TrialChart::nameOf(std::size_t item) const {
    const TrialPoint& one = m_trials[item];
    return tr("%1: %2; %n operator(s)", nullptr, counted(one.operators)).arg(one.what, one.state);
}

void TrialChart::paintAxes(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    const QFontMetricsF metrics(smallFont());
    const double line = metrics.height();
    for (double tick = 1; tick <= m_most; tick *= 10) {
        const double y = std::round(yOf(tick)) + 0.5;
        painter.setPen(QPen(t.hairline, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        writeIn(painter, smallFont(), t.text3);
        painter.drawText(QRectF(0, y - line / 2, area.left() - px(8), line), Qt::AlignRight | Qt::AlignVCenter,
                         countText(static_cast<std::uint64_t>(tick)));
    }
    writeIn(painter, smallFont(), t.text3);
    painter.drawText(QRectF(px(12), 2, width(), line), Qt::AlignLeft, tr("operators"));
    const QRectF below(area.left(), height() - line - 4, area.width(), line);
    painter.drawText(below, Qt::AlignLeft, tr("0 s"));
    if (m_trials.empty()) return;
    painter.drawText(below, Qt::AlignRight,
                     tr("%n candidate(s), %1 s", nullptr, counted(m_trials.size())).arg(std::lround(m_seconds)));
}

void TrialChart::paintStair(QPainter& painter) const {
    if (m_trials.empty()) return;
    QPolygonF path;
    double level = static_cast<double>(m_whole);
    if (m_whole > 0) path << QPointF(xOf(0), yOf(level));
    for (std::size_t i = 0; i < m_trials.size(); ++i) {
        const double x = xOf(static_cast<double>(i + 1));
        if (m_trials[i].kept && !path.empty()) path << QPointF(x, yOf(level));
        if (m_trials[i].kept) path << QPointF(x, yOf(level = m_levels[i]));
    }
    if (path.empty()) return;
    path << QPointF(xOf(static_cast<double>(m_trials.size())), path.back().y());
    painter.setPen(QPen(tokens().accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(path);
}

/// Beside the mark where there is room, else not at all: the tooltip has it.
void TrialChart::label(QPainter& painter, QPointF at, const QString& text, double& from) const {
    const QFontMetricsF metrics(smallFont());
    const double wide = metrics.horizontalAdvance(text);
    const double left = std::min(at.x() + markSize() / 2 + 4, width() - wide - 4.0);
    if (left < from) return;
    painter.drawText(QRectF(left, at.y() - metrics.height() - 2, wide + 1, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     text);
    from = left + wide + 6;
}

void TrialChart::paintLabels(QPainter& painter) const {
    writeIn(painter, smallFont(), tokens().text);
    double from = 0;
    if (m_whole > 0 && !m_trials.empty()) {
        // Beside the mark: the stair leads down from it.
        const double line = QFontMetricsF(smallFont()).height();
        double begin = 0;
        label(painter, {xOf(0) + markSize(), yOf(static_cast<double>(m_whole)) + line + 6}, tr("whole method"), begin);
    }
    for (std::size_t i = 0; i < m_trials.size(); ++i)
        if (!m_trials[i].label.isEmpty()) label(painter, middleOf(i), m_trials[i].label, from);
}

void TrialChart::paintAll(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), tokens().base);
    paintAxes(painter);
    paintStair(painter);
    const double size = markSize();
    if (m_whole > 0 && !m_trials.empty())
        paintMark(painter, {xOf(0) - size / 2, yOf(static_cast<double>(m_whole)) - size / 2, size, size}, Mark::Differ);
    // What is kept lies over what was put back.
    for (const bool kept : {false, true})
        for (std::size_t i = 0; i < m_trials.size(); ++i)
            if (m_trials[i].kept == kept) paintMark(painter, boxOf(i), m_trials[i].mark);
    paintLabels(painter);
}

QStringList TrialChart::tsvTitles() const { return {tr("Candidate"), tr("Result"), tr("Operators"), tr("Seconds")}; }

QStringList TrialChart::tsvCells(std::size_t item) const {
    const TrialPoint& one = m_trials[item];
    return {one.what, one.state, QString::number(one.operators), QString::number(one.seconds, 'f', 1)};
}

}  // namespace etscope::ui
