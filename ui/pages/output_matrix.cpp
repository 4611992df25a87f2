#include "pages/output_matrix.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <map>
#include <numeric>

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
    installItemAccessibility();
    setAccessibleName(tr("Outputs by method, output and case"));
}

void OutputMatrix::setCells(std::vector<CellInfo> cells) {
    m_cells = std::move(cells);
    std::map<std::pair<QString, qint64>, std::size_t> known;
    std::vector<Row> rows;
    std::vector<std::size_t> rowOf;
    m_cases.clear();
    for (const CellInfo& cell : m_cells) {
        m_cases.push_back(cell.caseIndex);
        const auto [hit, isNew] = known.try_emplace({cell.method, cell.output}, rows.size());
        if (isNew) rows.push_back({cell.method, cell.outputName, cell.rank});
        rows[hit->second].rank = std::max(rows[hit->second].rank, cell.rank);
        rowOf.push_back(hit->second);
    }
    std::sort(m_cases.begin(), m_cases.end());
    m_cases.erase(std::unique(m_cases.begin(), m_cases.end()), m_cases.end());
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rows[a].rank > rows[b].rank; });
    std::vector<int> shownAt(rows.size());
    m_rows.clear();
    for (const std::size_t row : order) {
        shownAt[row] = static_cast<int>(m_rows.size());
        m_rows.push_back(rows[row]);
    }
    m_grid.clear();
    m_places.clear();
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const auto column = std::lower_bound(m_cases.begin(), m_cases.end(), m_cells[i].caseIndex) - m_cases.begin();
        m_places.push_back({shownAt[rowOf[i]], static_cast<int>(column)});
        m_grid.try_emplace({m_places.back().row, m_places.back().column}, static_cast<int>(i));
    }
    m_current = std::min(m_current, static_cast<int>(m_cells.size()) - 1);
    measure();
}

/// What depends on the texts and the font only.
void OutputMatrix::measure() {
    const QFontMetrics bold(headingFont());
    int method = bold.horizontalAdvance(tr("Method")), output = bold.horizontalAdvance(tr("Output"));
    for (const Row& row : m_rows) {
        method = std::max(method, bold.horizontalAdvance(row.method));
        output = std::max(output, bold.horizontalAdvance(row.output));
    }
    m_outputLeft = 8 + method + 16;
    m_labels = std::min(360, m_outputLeft + output + 16);
    m_cellWidth = cellWidth();
    setMinimumHeight(std::min(sizeHint().height(), kHeader + kLeastRows * kCellHeight));
    setMaximumHeight(sizeHint().height() + horizontalScrollBar()->sizeHint().height());
    updateGeometry();
    updateScrollBars();
    viewport()->update();
}

void OutputMatrix::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) measure();
}

void OutputMatrix::setCurrent(int cell) {
    m_current = cell;
    if (cell >= 0) {
        const QRect area = cellRect(cell);
        const auto show = [](QScrollBar* bar, int from, int to, int low, int high) {
            bar->setValue(bar->value() + (from < low ? from - low : std::max(0, to - high)));
        };
        show(horizontalScrollBar(), area.left(), area.right(), m_labels, viewport()->width() - 1);
        show(verticalScrollBar(), area.top(), area.bottom(), kHeader, viewport()->height() - 1);
    }
    viewport()->update();
}

QRect OutputMatrix::rectOf(Place place) const {
    return {m_labels + place.column * m_cellWidth - horizontalScrollBar()->value(),
            kHeader + place.row * kCellHeight - verticalScrollBar()->value(), m_cellWidth - kGap, kCellHeight - kGap};
}

QRect OutputMatrix::cellRect(int cell) const { return rectOf(m_places[static_cast<std::size_t>(cell)]); }

OutputMatrix::Place OutputMatrix::placeAt(QPoint point) const {
    const auto index = [](int distance, int step) { return distance < 0 ? -1 : distance / step; };
    return {index(point.y() - kHeader + verticalScrollBar()->value(), kCellHeight),
            index(point.x() - m_labels + horizontalScrollBar()->value(), std::max(1, m_cellWidth))};
}

int OutputMatrix::cellAt(Place place) const {
    const bool inside = place.row >= 0 && place.row < static_cast<int>(m_rows.size()) && place.column >= 0 &&
                        place.column < static_cast<int>(m_cases.size());
    const auto cell = m_grid.find({place.row, place.column});
    return inside && cell != m_grid.end() ? cell->second : -1;
}

QSize OutputMatrix::sizeHint() const {
    return {m_labels + static_cast<int>(m_cases.size()) * m_cellWidth, kHeader + static_cast<int>(m_rows.size()) * kCellHeight + 6};
}

void OutputMatrix::updateScrollBars() {
    const QSize content = sizeHint();
    horizontalScrollBar()->setRange(0, std::max(0, content.width() - viewport()->width()));
    verticalScrollBar()->setRange(0, std::max(0, content.height() - viewport()->height()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    verticalScrollBar()->setPageStep(viewport()->height());
}

void OutputMatrix::resizeEvent(QResizeEvent*) { updateScrollBars(); }

template <class Visit>
void OutputMatrix::eachIn(const QRect& area, Visit visit) const {
    const Place first = placeAt(area.topLeft()), last = placeAt(area.bottomRight());
    const int lastRow = std::min(last.row, static_cast<int>(m_rows.size()) - 1),
              lastColumn = std::min(last.column, static_cast<int>(m_cases.size()) - 1);
    for (int row = std::max(0, first.row); row <= lastRow; ++row)
        for (int column = std::max(0, first.column); column <= lastColumn; ++column)
            if (const int cell = cellAt({row, column}); cell >= 0) visit(cell);
}

void OutputMatrix::paintCell(QPainter& painter, int cell) const {
    const Tokens& t = tokens();
    const QRect area = cellRect(cell);
    const CellInfo& info = m_cells[static_cast<std::size_t>(cell)];
    const Look look = lookOf(info.state);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.*look.back);
    painter.drawRoundedRect(area, 2, 2);
    paintMark(painter, QRectF(area.left() + 5, area.center().y() - 5, 11, 11), look.mark);
    painter.setPen(t.text);
    painter.setFont(smallFont());
    painter.drawText(area.adjusted(18, 0, -5, 0), Qt::AlignRight | Qt::AlignVCenter, info.value);
    if (cell != m_current) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.accent, 2));
    painter.drawRoundedRect(area.adjusted(-1, -1, 1, 1), 3, 3);
}

void OutputMatrix::paintRow(QPainter& painter, int row, bool current) const {
    const int top = rectOf({row, 0}).top();
    if (top < kHeader - kCellHeight / 2) return;
    painter.setPen(tokens().text);
    painter.setFont(current ? headingFont() : bodyFont());
    painter.drawText(QRect(8, top, m_outputLeft - 16, kCellHeight), Qt::AlignVCenter, m_rows[static_cast<std::size_t>(row)].method);
    painter.setFont(bodyFont());
    painter.drawText(QRect(m_outputLeft, top, m_labels - m_outputLeft - 8, kCellHeight), Qt::AlignVCenter,
                     m_rows[static_cast<std::size_t>(row)].output);
}

void OutputMatrix::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& t = tokens();
    const Place first = placeAt(event->rect().topLeft()), last = placeAt(event->rect().bottomRight());
    const int firstRow = std::max(0, first.row), firstColumn = std::max(0, first.column);
    const int lastRow = std::min(last.row, static_cast<int>(m_rows.size()) - 1),
              lastColumn = std::min(last.column, static_cast<int>(m_cases.size()) - 1);
    eachIn(event->rect(), [&](int cell) { paintCell(painter, cell); });
    painter.fillRect(QRect(0, 0, m_labels - 4, viewport()->height()), t.base);
    painter.fillRect(QRect(0, 0, viewport()->width(), kHeader - 2), t.base);
    painter.setFont(smallFont());
    painter.setPen(t.text3);
    for (int column = firstColumn; column <= lastColumn; ++column) {
        const qint64 number = m_cases[static_cast<std::size_t>(column)];
        const QRect below = rectOf({0, column});
        painter.drawText(QRect(below.left(), 0, below.width(), kHeader), Qt::AlignCenter,
                         number < 0 ? columnText(number) : QString::number(number));
    }
    painter.fillRect(QRect(0, 0, m_labels - 4, kHeader - 2), t.base);
    painter.drawText(QRect(8, 0, m_outputLeft, kHeader), Qt::AlignVCenter, tr("Method"));
    painter.drawText(QRect(m_outputLeft, 0, m_labels, kHeader), Qt::AlignVCenter, tr("Output"));
    const int currentRow = m_current >= 0 ? m_places[static_cast<std::size_t>(m_current)].row : -1;
    for (int row = firstRow; row <= lastRow; ++row) paintRow(painter, row, row == currentRow);
}

void OutputMatrix::open(std::size_t cell) {
    setCurrent(static_cast<int>(cell));
    emit cellSelected(m_current);
}

void OutputMatrix::openCell(int cell) {
    if (cell >= 0) open(static_cast<std::size_t>(cell));
}

QString OutputMatrix::nameOf(std::size_t cell) const {
    const CellInfo& info = m_cells[cell];
    const QString number = info.caseIndex < 0 ? columnText(info.caseIndex) : tr("case %1").arg(info.caseIndex);
    return tr("%1 · output %2 · %3: %4").arg(info.method, info.outputName, number, text(pairStateName(info.state)));
}

QString OutputMatrix::tooltipOf(std::size_t cell) const { return nameOf(cell) + QLatin1Char('\n') + m_cells[cell].value; }

/// What is under the labels is out of sight.
int OutputMatrix::itemAt(QPointF point) const {
    return point.x() >= m_labels && point.y() >= kHeader ? cellAt(placeAt(point.toPoint())) : -1;
}

std::vector<std::size_t> OutputMatrix::inView(std::size_t most) const {
    std::vector<std::size_t> cells;
    eachIn(viewport()->rect().adjusted(m_labels, kHeader, 0, 0), [&](int cell) {
        if (cells.size() < most) cells.push_back(static_cast<std::size_t>(cell));
    });
    return cells;
}

bool OutputMatrix::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int cell = itemAt(help->pos());
    // Names come from files: they are no rich text.
    const QString words = cell < 0 ? QString() : tooltipOf(static_cast<std::size_t>(cell)).toHtmlEscaped().replace('\n', "<br>");
    QToolTip::showText(help->globalPos(), words.isEmpty() ? words : QStringLiteral("<p>%1</p>").arg(words), viewport());
    return true;
}

void OutputMatrix::mousePressEvent(QMouseEvent* event) { openCell(itemAt(event->pos())); }

void OutputMatrix::keyPressEvent(QKeyEvent* event) {
    const int dx = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int dy = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if ((dx == 0 && dy == 0) || m_current < 0) return QAbstractScrollArea::keyPressEvent(event);
    const Place now = m_places[static_cast<std::size_t>(m_current)];
    openCell(cellAt({now.row + dy, now.column + dx}));
}

}  // namespace etscope::ui
