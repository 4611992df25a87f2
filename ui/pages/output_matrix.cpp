#include "pages/output_matrix.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <set>

#include "frame/address.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kCellHeight = 26, kHeader = 22, kGap = 2;
/// Rows that are always in sight.
constexpr int kLeastRows = 6;

/// Room for the mark and the longest number that floatText() writes.
int cellWidth() { return 28 + QFontMetrics(smallFont()).horizontalAdvance(QStringLiteral("−8.888e−888")); }

struct Look {
    Mark mark;
    QColor Tokens::*back;
};
Look lookOf(compare::PairState state) {
    switch (state) {
        case compare::PairState::Match: return {Mark::Match, &Tokens::matchBack};
        case compare::PairState::Differ: return {Mark::Differ, &Tokens::differBack};
        case compare::PairState::ShapeMismatch:
        case compare::PairState::TypeMismatch: return {Mark::Incomparable, &Tokens::incomparableBack};
        case compare::PairState::Unreadable: return {Mark::Unreadable, &Tokens::missingBack};
        default: return {Mark::Missing, &Tokens::missingBack};
    }
}

}  // namespace

Mark pairMark(compare::PairState state) { return lookOf(state).mark; }

OutputMatrix::OutputMatrix(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QStringLiteral("outputMatrix"));
    setAccessibleName(tr("Outputs by method, output and case"));
}

void OutputMatrix::setCells(std::vector<CellInfo> cells) {
    m_cells = std::move(cells);
    m_rows.clear();
    std::set<qint64> cases;
    for (const CellInfo& cell : m_cells) {
        cases.insert(cell.caseIndex);
        auto hit = std::find_if(m_rows.begin(), m_rows.end(),
                                [&](const Row& row) { return row.method == cell.method && row.number == cell.output; });
        if (hit == m_rows.end()) hit = m_rows.insert(m_rows.end(), {cell.method, cell.outputName, cell.output, cell.rank});
        hit->rank = std::max(hit->rank, cell.rank);
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.rank > b.rank; });
    m_cases.assign(cases.begin(), cases.end());
    m_current = std::min(m_current, static_cast<int>(m_cells.size()) - 1);
    setMinimumHeight(std::min(sizeHint().height(), kHeader + kLeastRows * kCellHeight));
    setMaximumHeight(sizeHint().height() + horizontalScrollBar()->sizeHint().height());
    updateGeometry();
    updateScrollBars();
    viewport()->update();
}

void OutputMatrix::setCurrent(int cell) {
    m_current = cell;
    if (cell >= 0) {
        const QRect area = cellRect(cell);
        if (area.right() > viewport()->width())
            horizontalScrollBar()->setValue(horizontalScrollBar()->value() + area.right() - viewport()->width());
        if (area.bottom() > viewport()->height())
            verticalScrollBar()->setValue(verticalScrollBar()->value() + area.bottom() - viewport()->height());
    }
    viewport()->update();
}

int OutputMatrix::rowOf(const CellInfo& cell) const {
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].method == cell.method && m_rows[i].number == cell.output) return static_cast<int>(i);
    return 0;
}

int OutputMatrix::labelWidth() const {
    const QFontMetrics metrics(headingFont());
    int method = metrics.horizontalAdvance(tr("Method")), output = metrics.horizontalAdvance(tr("Output"));
    for (const Row& row : m_rows) {
        method = std::max(method, metrics.horizontalAdvance(row.method));
        output = std::max(output, metrics.horizontalAdvance(row.output));
    }
    return std::min(360, 8 + method + 16 + output + 16);
}

QRect OutputMatrix::cellRect(int cell) const {
    const CellInfo& info = m_cells[static_cast<std::size_t>(cell)];
    const int column = static_cast<int>(std::lower_bound(m_cases.begin(), m_cases.end(), info.caseIndex) - m_cases.begin());
    return {labelWidth() + column * cellWidth() - horizontalScrollBar()->value(),
            kHeader + rowOf(info) * kCellHeight - verticalScrollBar()->value(), cellWidth() - kGap, kCellHeight - kGap};
}

QSize OutputMatrix::sizeHint() const {
    return {labelWidth() + static_cast<int>(m_cases.size()) * cellWidth(),
            kHeader + static_cast<int>(m_rows.size()) * kCellHeight + 6};
}

void OutputMatrix::updateScrollBars() {
    const QSize content = sizeHint();
    horizontalScrollBar()->setRange(0, std::max(0, content.width() - viewport()->width()));
    verticalScrollBar()->setRange(0, std::max(0, content.height() - viewport()->height()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    verticalScrollBar()->setPageStep(viewport()->height());
}

void OutputMatrix::resizeEvent(QResizeEvent*) { updateScrollBars(); }

void OutputMatrix::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& t = tokens();
    const int labels = labelWidth(), dx = horizontalScrollBar()->value(), dy = verticalScrollBar()->value();
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const QRect area = cellRect(static_cast<int>(i));
        if (!area.intersects(viewport()->rect())) continue;
        const Look look = lookOf(m_cells[i].state);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.*look.back);
        painter.drawRoundedRect(area, 2, 2);
        paintMark(painter, QRectF(area.left() + 5, area.center().y() - 5, 11, 11), look.mark);
        painter.setPen(t.text);
        painter.setFont(smallFont());
        painter.drawText(area.adjusted(18, 0, -5, 0), Qt::AlignRight | Qt::AlignVCenter, m_cells[i].value);
        if (static_cast<int>(i) != m_current) continue;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(t.accent, 2));
        painter.drawRoundedRect(area.adjusted(-1, -1, 1, 1), 3, 3);
    }
    painter.fillRect(QRect(0, 0, labels - 4, viewport()->height()), t.base);
    painter.fillRect(QRect(0, 0, viewport()->width(), kHeader - 2), t.base);
    painter.setFont(smallFont());
    painter.setPen(t.text3);
    for (std::size_t c = 0; c < m_cases.size(); ++c)
        painter.drawText(QRect(labels + static_cast<int>(c) * cellWidth() - dx, 0, cellWidth() - kGap, kHeader), Qt::AlignCenter,
                         m_cases[c] < 0 ? columnText(m_cases[c]) : QString::number(m_cases[c]));
    painter.fillRect(QRect(0, 0, labels - 4, kHeader - 2), t.base);
    const QFontMetrics bold(headingFont());
    int outputLeft = 8 + bold.horizontalAdvance(tr("Method")) + 16;
    for (const Row& row : m_rows) outputLeft = std::max(outputLeft, 8 + bold.horizontalAdvance(row.method) + 16);
    painter.drawText(QRect(8, 0, outputLeft, kHeader), Qt::AlignVCenter, tr("Method"));
    painter.drawText(QRect(outputLeft, 0, labels, kHeader), Qt::AlignVCenter, tr("Output"));
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
        const int top = kHeader + static_cast<int>(r) * kCellHeight - dy;
        if (top < kHeader - kCellHeight / 2) continue;
        const bool current = m_current >= 0 && rowOf(m_cells[static_cast<std::size_t>(m_current)]) == static_cast<int>(r);
        painter.setFont(current ? headingFont() : bodyFont());
        painter.setPen(t.text);
        painter.drawText(QRect(8, top, outputLeft - 16, kCellHeight), Qt::AlignVCenter, m_rows[r].method);
        painter.setFont(bodyFont());
        painter.drawText(QRect(outputLeft, top, labels - outputLeft - 8, kCellHeight), Qt::AlignVCenter, m_rows[r].output);
    }
}

void OutputMatrix::mousePressEvent(QMouseEvent* event) {
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        if (cellRect(static_cast<int>(i)).contains(event->pos())) {
            setCurrent(static_cast<int>(i));
            emit cellSelected(m_current);
            return;
        }
}

void OutputMatrix::keyPressEvent(QKeyEvent* event) {
    const int dx = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int dy = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if ((dx == 0 && dy == 0) || m_current < 0) return QAbstractScrollArea::keyPressEvent(event);
    const QRect now = cellRect(m_current);
    const QPoint target = now.center() + QPoint(dx * cellWidth(), dy * kCellHeight);
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        if (cellRect(static_cast<int>(i)).contains(target)) {
            setCurrent(static_cast<int>(i));
            emit cellSelected(m_current);
            return;
        }
}

}  // namespace etscope::ui
