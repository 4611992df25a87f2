#include "pages/output_matrix.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "frame/address.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "models/table_model.h"

namespace etscope::ui {
namespace {

constexpr int kGap = 2, kMostLabels = 360;
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

OutputMatrix::OutputMatrix(QWidget* parent)
    : ItemView(parent), m_across(new QScrollBar(Qt::Horizontal, this)), m_down(new QScrollBar(Qt::Vertical, this)) {
    setObjectName(QStringLiteral("outputMatrix"));
    setAccessibleName(tr("Outputs by method, output and case"));
    for (QScrollBar* bar : {m_across, m_down})
        connect(bar, &QScrollBar::valueChanged, this, [this] {
            m_scrolled = {m_across->value(), m_down->value()};
            redraw();
        });
    measure();
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
    const int before = current();
    forgetItems();
    measure();
    setCurrent(std::min(before, static_cast<int>(m_cells.size()) - 1));
}

/// What depends on the texts and the font only. Many rows have the texts of few methods and outputs.
void OutputMatrix::measure() {
    const QFontMetrics bold(headingFont());
    std::set<QString> methods{tr("Method")}, outputs{tr("Output")};
    for (const Row& row : m_rows) methods.insert(row.method), outputs.insert(row.output);
    const auto widest = [&bold](const std::set<QString>& texts) {
        int width = 0;
        for (const QString& text : texts) width = std::max(width, bold.horizontalAdvance(text));
        return width;
    };
    m_outputLeft = 8 + widest(methods) + 16;
    m_labels = std::min(std::max(kMostLabels, m_outputLeft + 40), m_outputLeft + widest(outputs) + 16);
    m_cellWidth = cellWidth();
    m_cellHeight = bold.height() + 10;
    m_header = bold.height() + 6;
    const int content = contentSize().height();
    setMinimumHeight(std::min(content, m_header + kLeastRows * m_cellHeight));
    setMaximumHeight(content + m_across->sizeHint().height());
    updateGeometry();
    placeScrollBars();
    redraw();
}

void OutputMatrix::changeEvent(QEvent* event) {
    ItemView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) measure();
}

QSize OutputMatrix::contentSize() const {
    return {m_labels + static_cast<int>(m_cases.size()) * m_cellWidth,
            m_header + static_cast<int>(m_rows.size()) * m_cellHeight + 6};
}

QSize OutputMatrix::sizeHint() const { return contentSize(); }

void OutputMatrix::resizeEvent(QResizeEvent* event) {
    placeScrollBars();
    ItemView::resizeEvent(event);
}

/// Each takes room from the other.
void OutputMatrix::placeScrollBars() {
    const QSize content = contentSize();
    const int thick = m_across->sizeHint().height();
    const bool narrow = content.width() > width(), low = content.height() > height() - (narrow ? thick : 0);
    const bool across = content.width() > width() - (low ? thick : 0);
    const QSize seen = size() - QSize(low ? thick : 0, across ? thick : 0);
    m_across->setGeometry(0, seen.height(), seen.width(), thick);
    m_down->setGeometry(seen.width(), 0, thick, seen.height());
    m_across->setVisible(across);
    m_down->setVisible(low);
    m_across->setRange(0, std::max(0, content.width() - seen.width()));
    m_down->setRange(0, std::max(0, content.height() - seen.height()));
    m_across->setPageStep(std::max(1, seen.width() - m_labels));
    m_down->setPageStep(std::max(1, seen.height() - m_header));
    m_across->setSingleStep(m_cellWidth);
    m_down->setSingleStep(m_cellHeight);
}

QRectF OutputMatrix::body() const {
    return {static_cast<double>(m_labels) - kGap, static_cast<double>(m_header) - kGap,
            width() - m_labels + kGap - (m_down->isVisibleTo(this) ? m_down->width() : 0.0),
            height() - m_header + kGap - (m_across->isVisibleTo(this) ? m_across->height() : 0.0)};
}

void OutputMatrix::wheelEvent(QWheelEvent* event) {
    const bool across = event->angleDelta().x() != 0 || (event->modifiers() & Qt::ShiftModifier) != 0;
    const int turned = event->angleDelta().x() != 0 ? event->angleDelta().x() : event->angleDelta().y();
    QScrollBar* bar = across ? m_across : m_down;
    if (!bar->isVisible()) return event->ignore();
    bar->setValue(bar->value() - turned * bar->singleStep() / 120);
    event->accept();
}

void OutputMatrix::bringIntoView(std::size_t cell) {
    const QRectF box = boxOf(cell), seen = body();
    const auto show = [](QScrollBar* bar, double from, double to, double low, double high) {
        bar->setValue(bar->value() + static_cast<int>(from < low ? from - low : std::max(0.0, std::ceil(to - high))));
    };
    show(m_across, box.left(), box.right(), seen.left() + kGap, seen.right());
    show(m_down, box.top(), box.bottom(), seen.top() + kGap, seen.bottom());
}

QRectF OutputMatrix::rectOf(Place place) const {
    return QRectF(m_labels + place.column * m_cellWidth - m_scrolled.x(), m_header + place.row * m_cellHeight - m_scrolled.y(),
                  m_cellWidth - kGap, m_cellHeight - kGap);
}

OutputMatrix::Place OutputMatrix::placeAt(QPointF point) const {
    const auto index = [](double distance, int step) { return distance < 0 ? -1 : static_cast<int>(distance / step); };
    return {index(point.y() - m_header + m_scrolled.y(), m_cellHeight), index(point.x() - m_labels + m_scrolled.x(), m_cellWidth)};
}

int OutputMatrix::cellAt(Place place) const {
    const auto cell = m_grid.find({place.row, place.column});
    return cell != m_grid.end() ? cell->second : -1;
}

OutputMatrix::Range OutputMatrix::rangeOf(const QRectF& area) const {
    const Place first = placeAt(area.topLeft()), last = placeAt(area.bottomRight());
    return {std::max(0, first.row), std::min(last.row, static_cast<int>(m_rows.size()) - 1), std::max(0, first.column),
            std::min(last.column, static_cast<int>(m_cases.size()) - 1)};
}

void OutputMatrix::paintCell(QPainter& painter, int cell) const {
    const QRectF area = boxOf(static_cast<std::size_t>(cell));
    const CellInfo& info = m_cells[static_cast<std::size_t>(cell)];
    const Look look = lookOf(info.state);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens().*look.back);
    painter.drawRoundedRect(area, 2, 2);
    paintMark(painter, QRectF(area.left() + 5, area.center().y() - 5.5, 11, 11), look.mark);
    painter.setPen(tokens().text);
    painter.setFont(smallFont());
    painter.drawText(area.adjusted(18, 0, -5, 0), Qt::AlignRight | Qt::AlignVCenter, info.value);
}

void OutputMatrix::paintHighlight(QPainter& painter, std::size_t cell) const {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens().accent, 2));
    painter.drawRoundedRect(boxOf(cell).adjusted(-1, -1, 1, 1), 3, 3);
}

/// Names that have no room lose their middle; the tooltips of the cells have all of them.
void OutputMatrix::paintRow(QPainter& painter, int row) const {
    const double top = rectOf({row, 0}).top();
    const auto write = [&](double left, double right, const QString& words) {
        painter.drawText(QRectF(left, top, right - left, m_cellHeight - kGap), Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(words, Qt::ElideMiddle, static_cast<int>(right - left)));
    };
    painter.setPen(tokens().text);
    painter.setFont(bodyFont());
    write(8, m_outputLeft - 8, m_rows[static_cast<std::size_t>(row)].method);
    write(m_outputLeft, m_labels - 8, m_rows[static_cast<std::size_t>(row)].output);
}

/// Cells first, then the labels that they scroll under.
void OutputMatrix::paintArea(QPainter& painter, QSizeF size) const {
    const Tokens& t = tokens();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF({}, size), t.base);
    const Range shown = rangeOf(QRectF(m_labels, m_header, size.width() - m_labels, size.height() - m_header));
    for (int row = shown.firstRow; row <= shown.lastRow; ++row)
        for (int column = shown.firstColumn; column <= shown.lastColumn; ++column)
            if (const int cell = cellAt({row, column}); cell >= 0) paintCell(painter, cell);
    painter.fillRect(QRectF(0, 0, m_labels - kGap, size.height()), t.base);
    for (int row = shown.firstRow; row <= shown.lastRow; ++row) paintRow(painter, row);
    painter.fillRect(QRectF(0, 0, size.width(), m_header - kGap), t.base);
    painter.setFont(smallFont());
    painter.setPen(t.text3);
    for (int column = shown.firstColumn; column <= shown.lastColumn; ++column) {
        const qint64 number = m_cases[static_cast<std::size_t>(column)];
        const QRectF below = rectOf({0, column});
        painter.drawText(QRectF(below.left(), 0, below.width(), m_header), Qt::AlignCenter,
                         number < 0 ? columnText(number) : QString::number(number));
    }
    painter.fillRect(QRectF(0, 0, m_labels - kGap, m_header - kGap), t.base);
    painter.drawText(QRectF(8, 0, m_outputLeft, m_header), Qt::AlignVCenter, tr("Method"));
    painter.drawText(QRectF(m_outputLeft, 0, m_labels - m_outputLeft, m_header), Qt::AlignVCenter, tr("Output"));
}

void OutputMatrix::paintAll(QPainter& painter) const { paintArea(painter, size()); }

void OutputMatrix::paintWhole(QPainter& painter) {
    const QPoint scrolled = std::exchange(m_scrolled, {});
    paintArea(painter, contentSize());
    m_scrolled = scrolled;
}

QString OutputMatrix::nameOf(std::size_t cell) const {
    const CellInfo& info = m_cells[cell];
    const QString number = info.caseIndex < 0 ? columnText(info.caseIndex) : tr("case %1").arg(info.caseIndex);
    return tr("%1 · output %2 · %3: %4").arg(info.method, info.outputName, number, text(pairStateName(info.state)));
}

QString OutputMatrix::tooltipOf(std::size_t cell) const { return nameOf(cell) + QLatin1Char('\n') + m_cells[cell].value; }

/// What is under the labels is out of sight.
int OutputMatrix::itemAt(QPointF point) const { return body().contains(point) ? cellAt(placeAt(point)) : -1; }

std::vector<std::size_t> OutputMatrix::inView(std::size_t most) const {
    std::vector<std::size_t> cells;
    const Range shown = rangeOf(body().adjusted(kGap, kGap, 0, 0));
    for (int row = shown.firstRow; row <= shown.lastRow; ++row)
        for (int column = shown.firstColumn; column <= shown.lastColumn && cells.size() < most; ++column)
            if (const int cell = cellAt({row, column}); cell >= 0) cells.push_back(static_cast<std::size_t>(cell));
    return cells;
}

/// Over places without a cell to the next one in that direction.
int OutputMatrix::stepFrom(int from, int key) const {
    const int dx = key == Qt::Key_Right || key == Qt::Key_End ? 1 : key == Qt::Key_Left || key == Qt::Key_Home ? -1 : 0;
    const int dy = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
    if (dx == 0 && dy == 0) return -1;
    if (from < 0) return 0;
    const bool far = key == Qt::Key_Home || key == Qt::Key_End;
    int reached = from;
    Place at = m_places[static_cast<std::size_t>(from)];
    const auto inside = [this](Place place) {
        return place.row >= 0 && place.row < static_cast<int>(m_rows.size()) && place.column >= 0 &&
               place.column < static_cast<int>(m_cases.size());
    };
    for (at.row += dy, at.column += dx; inside(at); at.row += dy, at.column += dx) {
        const int cell = cellAt(at);
        if (cell < 0) continue;
        reached = cell;
        if (!far) break;
    }
    return reached;
}

QStringList OutputMatrix::tsvTitles() const { return {tr("method"), tr("output"), tr("case"), tr("state"), tr("value")}; }

QStringList OutputMatrix::tsvCells(std::size_t cell) const {
    const CellInfo& info = m_cells[cell];
    return {info.method, info.outputName, info.caseIndex < 0 ? columnText(info.caseIndex) : QString::number(info.caseIndex),
            text(pairStateName(info.state)), copiedText({.text = info.value})};
}

}  // namespace etscope::ui
