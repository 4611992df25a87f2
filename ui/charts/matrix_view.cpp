#include "charts/matrix_view.h"

#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <set>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kGap = 2, kMatrixViewMostLabels = 360, kMatrixViewMark = 11, kMarkRoom = kMatrixViewMark + 10, kMatrixViewSign = 8,
              kSignRoom = kMatrixViewSign + 5, kBar = 3, kMatrixViewAround = 6;

QColor Tokens::*backOf(Mark mark) {
    switch (mark) {
        case Mark::Match: return &Tokens::matchBack;
        case Mark::Differ: return &Tokens::differBack;
        case Mark::Incomparable: return &Tokens::incomparableBack;
        default: return &Tokens::missingBack;
    }
}

}  // namespace

MatrixView::MatrixView(QWidget* parent)
    : ItemView(parent), m_across(new QScrollBar(Qt::Horizontal, this)), m_down(new QScrollBar(Qt::Vertical, this)) {
    for (QScrollBar* bar : {m_across, m_down})
        connect(bar, &QScrollBar::valueChanged, this, [this] {
            m_scrolled = {m_across->value(), m_down->value()};
            redraw();
        });
}

void MatrixView::setRoom(int value, int least, int most) {
    m_valueRoom = value;
    m_leastRows = least;
    m_mostRows = most;
    measure();
}

void MatrixView::setMarksShown(bool shown) {
    m_marksShown = shown;
    measure();
}

void MatrixView::setMatrix(Matrix matrix) {
    m_titles = std::move(matrix.titles);
    m_rows = std::move(matrix.rows);
    m_columns = std::move(matrix.columns);
    m_cells = std::move(matrix.cells);
    m_signs = std::move(matrix.signs);
    m_grid.clear();
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        m_grid.try_emplace({m_cells[i].place.row, m_cells[i].place.column}, static_cast<int>(i));
    const int before = current();
    forgetItems();
    measure();
    setCurrent(std::min(before, static_cast<int>(m_cells.size()) - 1));
}

void MatrixView::setCell(std::size_t cell, Mark mark) {
    m_cells[cell].mark = mark;
    redraw();
}

/// What depends on the texts and the font only. Many rows have few different labels.
void MatrixView::measure() {
    const QFontMetrics bold(headingFont()), small(smallFont());
    m_lefts.clear();
    m_labels = 8 + (m_signs.empty() ? 0 : px(kSignRoom));
    for (qsizetype label = 0; label < m_titles.size(); ++label) {
        std::set<QString> texts{m_titles[label]};
        for (const QStringList& row : m_rows) texts.insert(row.value(label));
        int width = 0;
        for (const QString& text : texts) width = std::max(width, bold.horizontalAdvance(text));
        m_lefts.push_back(m_labels);
        m_labels += std::min(width, px(kMatrixViewMostLabels) / static_cast<int>(m_titles.size())) + 16;
    }
    int title = 0;
    for (const QString& text : std::set<QString>(m_columns.begin(), m_columns.end()))
        title = std::max(title, small.horizontalAdvance(text));
    m_cellWidth = std::max(title + 8, (m_marksShown ? px(kMarkRoom) : px(kMatrixViewAround)) + m_valueRoom) + kGap;
    m_cellHeight = bold.height() + (m_valueRoom > 0 ? 10 : 4);
    m_header = bold.height() + 6;
    const int content = contentSize().height(), bar = m_across->sizeHint().height();
    const int most = m_mostRows > 0 ? std::min(content, m_header + m_mostRows * m_cellHeight + 6) : content;
    setMinimumHeight(leastHeight());
    setMaximumHeight(most + bar);
    updateGeometry();
    placeScrollBars();
    redraw();
}

QSize MatrixView::contentSize() const {
    return {m_labels + static_cast<int>(m_columns.size()) * m_cellWidth,
            m_header + static_cast<int>(m_rows.size()) * m_cellHeight + 6};
}

QSize MatrixView::sizeHint() const {
    const bool across = m_across->isVisibleTo(this);
    return {contentSize().width(),
            std::min(maximumHeight(), contentSize().height() + (across ? m_across->sizeHint().height() : 0))};
}

/// The rows that are seen at least have their room above the bar.
int MatrixView::leastHeight() const {
    const QSize content = contentSize();
    return std::min(content.height(), m_header + m_leastRows * m_cellHeight) +
           (content.width() > width() ? m_across->sizeHint().height() : 0);
}

void MatrixView::resizeEvent(QResizeEvent* event) {
    if (event->oldSize().width() != width()) setMinimumHeight(leastHeight());
    placeScrollBars();
    ItemView::resizeEvent(event);
    if (event->oldSize().width() > width() && current() >= 0) bringIntoView(static_cast<std::size_t>(current()));
}

/// Each takes room from the other.
void MatrixView::placeScrollBars() {
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

QRectF MatrixView::body() const {
    return {static_cast<double>(m_labels) - kGap, static_cast<double>(m_header) - kGap,
            width() - m_labels + kGap - (m_down->isVisibleTo(this) ? m_down->width() : 0.0),
            height() - m_header + kGap - (m_across->isVisibleTo(this) ? m_across->height() : 0.0)};
}

void MatrixView::wheelEvent(QWheelEvent* event) {
    const bool across = event->angleDelta().x() != 0 || (event->modifiers() & Qt::ShiftModifier) != 0;
    const int turned = event->angleDelta().x() != 0 ? event->angleDelta().x() : event->angleDelta().y();
    QScrollBar* bar = across ? m_across : m_down;
    if (!bar->isVisible()) return event->ignore();
    bar->setValue(bar->value() - turned * bar->singleStep() / 120);
    event->accept();
}

void MatrixView::bringIntoView(std::size_t cell) {
    const QRectF box = boxOf(cell), seen = body();
    const auto show = [](QScrollBar* bar, double from, double to, double low, double high) {
        bar->setValue(bar->value() + static_cast<int>(from < low ? from - low : std::max(0.0, std::ceil(to - high))));
    };
    show(m_across, box.left(), box.right(), seen.left() + kGap, seen.right());
    show(m_down, box.top(), box.bottom(), seen.top() + kGap, seen.bottom());
}

QRectF MatrixView::rectOf(Place place) const {
    return QRectF(m_labels + place.column * m_cellWidth - m_scrolled.x(), m_header + place.row * m_cellHeight - m_scrolled.y(),
                  m_cellWidth - kGap, m_cellHeight - kGap);
}

MatrixView::Place MatrixView::placeAt(QPointF point) const {
    const auto index = [](double distance, int step) { return distance < 0 ? -1 : static_cast<int>(distance / step); };
    return {index(point.y() - m_header + m_scrolled.y(), m_cellHeight), index(point.x() - m_labels + m_scrolled.x(), m_cellWidth)};
}

int MatrixView::cellAt(Place place) const {
    const auto cell = m_grid.find({place.row, place.column});
    return cell != m_grid.end() ? cell->second : -1;
}

bool MatrixView::inside(Place place) const {
    return place.row >= 0 && place.row < static_cast<int>(m_rows.size()) && place.column >= 0 &&
           place.column < static_cast<int>(m_columns.size());
}

MatrixView::Range MatrixView::rangeOf(const QRectF& area) const {
    const Place first = placeAt(area.topLeft()), last = placeAt(area.bottomRight());
    return {std::max(0, first.row), std::min(last.row, static_cast<int>(m_rows.size()) - 1), std::max(0, first.column),
            std::min(last.column, static_cast<int>(m_columns.size()) - 1)};
}

void MatrixView::paintCell(QPainter& painter, int cell) const {
    const MatrixCell& one = m_cells[static_cast<std::size_t>(cell)];
    const QRectF area = rectOf(one.place);
    drawAreas(painter, tokens().*backOf(one.mark));
    painter.drawRoundedRect(area, 2, 2);
    if (one.share > 0)
        painter.fillRect(QRectF(area.left(), area.bottom() - px(kBar), one.share * area.width(), px(kBar)), tokens().text3);
    writeIn(painter, smallFont(), tokens().text);
    if (!m_marksShown) {
        painter.drawText(area, Qt::AlignCenter, one.value);
        if (one.mark != Mark::Differ) return;
        drawOutlines(painter, QPen(tokens().differ, 1));
        return painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    }
    const double side = px(kMatrixViewMark), left = m_valueRoom > 0 ? area.left() + 5 : area.center().x() - side / 2;
    paintMark(painter, QRectF(left, area.center().y() - side / 2, side, side), one.mark);
    painter.drawText(area.adjusted(px(kMarkRoom) - 3, 0, -5, 0), Qt::AlignRight | Qt::AlignVCenter, one.value);
}

void MatrixView::paintHighlight(QPainter& painter, std::size_t cell) const {
    drawOutlines(painter, QPen(tokens().accent, 2));
    painter.drawRoundedRect(boxOf(cell).adjusted(-1, -1, 1, 1), 3, 3);
}

/// Labels that have no room lose their middle; the tooltips of the cells have all of them.
void MatrixView::paintRow(QPainter& painter, int row) const {
    const double top = rectOf({row, 0}).top();
    if (const auto sign = m_signs.find(row); sign != m_signs.end())
        painter.fillRect(
            QRectF(8, top + (m_cellHeight - kGap - px(kMatrixViewSign)) / 2.0, px(kMatrixViewSign), px(kMatrixViewSign)),
            tokens().series[static_cast<std::size_t>(sign->second)]);
    writeIn(painter, bodyFont(), tokens().text);
    for (std::size_t label = 0; label < m_lefts.size(); ++label) {
        const int left = m_lefts[label], right = (label + 1 < m_lefts.size() ? m_lefts[label + 1] : m_labels) - 8;
        painter.drawText(QRectF(left, top, right - left, m_cellHeight - kGap), Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(m_rows[static_cast<std::size_t>(row)].value(static_cast<int>(label)),
                                                          Qt::ElideMiddle, right - left));
    }
}

/// Cells first, then the labels that they scroll under.
void MatrixView::paintArea(QPainter& painter, QSizeF size) const {
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
    writeIn(painter, smallFont(), t.text3);
    for (int column = shown.firstColumn; column <= shown.lastColumn; ++column) {
        const QRectF below = rectOf({0, column});
        painter.drawText(QRectF(below.left(), 0, below.width(), m_header), Qt::AlignCenter, m_columns[column]);
    }
    painter.fillRect(QRectF(0, 0, m_labels - kGap, m_header - kGap), t.base);
    for (std::size_t label = 0; label < m_lefts.size(); ++label)
        painter.drawText(QRectF(m_lefts[label], 0, m_labels - m_lefts[label], m_header), Qt::AlignVCenter,
                         m_titles[static_cast<int>(label)]);
}

void MatrixView::paintAll(QPainter& painter) const { paintArea(painter, size()); }

void MatrixView::paintWhole(QPainter& painter) {
    const QPoint scrolled = std::exchange(m_scrolled, {});
    paintArea(painter, contentSize());
    m_scrolled = scrolled;
}

/// What is under the labels is out of sight.
int MatrixView::itemAt(QPointF point) const { return body().contains(point) ? cellAt(placeAt(point)) : -1; }

std::vector<std::size_t> MatrixView::inView(std::size_t most) const {
    std::vector<std::size_t> cells;
    const Range shown = rangeOf(body().adjusted(kGap, kGap, 0, 0));
    for (int row = shown.firstRow; row <= shown.lastRow; ++row)
        for (int column = shown.firstColumn; column <= shown.lastColumn && cells.size() < most; ++column)
            if (const int cell = cellAt({row, column}); cell >= 0) cells.push_back(static_cast<std::size_t>(cell));
    return cells;
}

/// Over places without a cell to the next one in that direction.
int MatrixView::stepFrom(int from, int key) const {
    const int dx = key == Qt::Key_Right || key == Qt::Key_End ? 1 : key == Qt::Key_Left || key == Qt::Key_Home ? -1 : 0;
    const int dy = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
    if (dx == 0 && dy == 0) return -1;
    if (from < 0) return 0;
    const bool far = key == Qt::Key_Home || key == Qt::Key_End;
    int reached = from;
    Place at = m_cells[static_cast<std::size_t>(from)].place;
    for (at.row += dy, at.column += dx; inside(at); at.row += dy, at.column += dx) {
        const int cell = cellAt(at);
        if (cell < 0) continue;
        reached = cell;
        if (!far) break;
    }
    return reached;
}

}  // namespace etscope::ui
