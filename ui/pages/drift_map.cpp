#include "pages/drift_map.h"

#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "answers/drift_words.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

/// Columns are this wide where all have room, and at least so wide.
constexpr int kMostWidth = 200, kLeastWidth = 8, kDense = 40;
constexpr int kAirOfRow = 8;
constexpr int kLeastRows = 4;  ///< are in view before what is around them
constexpr int kDriftMapIndent = 14, kDriftMapSide = 210, kMostSide = 420, kRoomForSide = 760, kMostLabels = 230,
              kDriftMapOutputs = 66;

QString tipOf(const DriftPlace& place) {
    const causes::DriftCell& cell = place.cell();
    QStringList lines;
    if (cell.state != causes::DriftState::Known) lines.append(stateText(cell.state) + QStringLiteral(": ") + said(cell.reason));
    if (cell.total) lines.append(DriftMap::tr("error %1 rounding: %2").arg(timesText(cell.total), text(cell.node)));
    if (cell.own) lines.append(DriftMap::tr("own error %1 rounding: %2").arg(timesText(cell.own), text(cell.ownNode)));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

DriftMap::DriftMap(QWidget* parent)
    : ItemView(parent), m_across(new QScrollBar(Qt::Horizontal, this)), m_down(new QScrollBar(Qt::Vertical, this)) {
    introduce("driftMap", tr("Error by layer and step"));
    for (QScrollBar* bar : {m_across, m_down}) {
        bar->hide();
        connect(bar, &QScrollBar::valueChanged, this, &DriftMap::redraw);
    }
}

void DriftMap::setDrift(DriftPtr drift) {
    m_drift = std::move(drift);
    forgetItems();
    findLanes();
    openRows();
    findShown();
}

/// The layer that it begins in is open however few rows are wanted.
void DriftMap::openRows() {
    m_open.clear();
    if (m_drift == nullptr) return;
    const auto& rows = m_drift->rows;
    if (m_drift->first) m_open.insert(m_drift->topOf(m_drift->first->row));
    for (std::size_t r = 0; r < rows.size() && m_rows != DriftRowsShown::Layers; ++r) {
        if (m_rows == DriftRowsShown::Operators && rows[r].below > 0) m_open.insert(r);
        if (rows[r].kind == causes::DriftRow::Kind::Module && rows[r].parent) m_open.insert(*rows[r].parent);
    }
}

void DriftMap::setRows(DriftRowsShown rows) {
    m_rows = rows;
    const auto before = place();
    setCurrent(-1);
    openRows();
    findShown();
    if (before) setPlace(before);
}

void DriftMap::setColumns(DriftColumnsBy columns) {
    m_columns = columns;
    redraw();
}

QString DriftMap::columnTitle(std::size_t step) const {
    const causes::DriftStep& one = m_drift->steps[step];
    if (m_columns == DriftColumnsBy::Run) return QString::number(one.run);
    if (m_columns == DriftColumnsBy::Case) return one.caseIndex ? QString::number(*one.caseIndex) : QStringLiteral("–");
    return QString::number(step);
}

void DriftMap::setOwn(bool own) {
    m_own = own;
    redraw();
}

void DriftMap::findShown() {
    m_shown.clear();
    if (m_drift != nullptr)
        for (std::size_t r = 0; r < m_drift->rows.size(); ++r) {
            m_shown.push_back(r);
            if (!m_open.contains(r)) r += m_drift->rows[r].below;
        }
    findWrongArea();
    measure(size());
}

void DriftMap::findLanes() {
    m_lanes.clear();
    if (m_drift == nullptr) return;
    for (std::size_t c = 0; c < m_drift->caches.size(); ++c) {
        const QString title = text(m_drift->caches[c].group);
        const auto lane = std::ranges::find(m_lanes, title, &Lane::title);
        lane != m_lanes.end() ? lane->caches.push_back(c) : m_lanes.push_back({title, {c}});
    }
    constexpr std::size_t kMostLanes = 6;
    if (m_lanes.size() > kMostLanes) {  // they have no names in common: one row says the worst of all
        Lane all{tr("all buffers"), {}};
        for (std::size_t c = 0; c < m_drift->caches.size(); ++c) all.caches.push_back(c);
        m_lanes = {all};
    }
}

/// The cells around the first wrong one that are wrong, too.
void DriftMap::findWrongArea() {
    m_wrong.clear();
    m_first.reset();
    if (m_drift == nullptr || !m_drift->first) return;
    const auto isWrongAt = [&](std::size_t shown, std::size_t step) { return m_drift->rows[m_shown[shown]].cells[step].wrong(); };
    std::size_t begin = 0;
    for (std::size_t i = 0; i < m_shown.size(); ++i) {  // the innermost row in view around it
        const std::size_t row = m_shown[i];
        if (row <= m_drift->first->row && m_drift->first->row <= row + m_drift->rows[row].below) begin = i;
    }
    if (m_shown.empty() || !isWrongAt(begin, m_drift->first->step)) return;
    m_first = begin * steps() + m_drift->first->step;
    std::vector<std::size_t> open{*m_first};
    while (!open.empty()) {
        const std::size_t item = open.back();
        open.pop_back();
        const std::size_t shown = item / steps(), step = item % steps();
        if (!isWrongAt(shown, step) || !m_wrong.insert(item).second) continue;
        if (shown > 0) open.push_back(item - steps());
        if (shown + 1 < m_shown.size()) open.push_back(item + steps());
        if (step > 0) open.push_back(item - 1);
        if (step + 1 < steps()) open.push_back(item + 1);
    }
}

/// Where there is little room the right side goes first, then the caches, then the outputs.
void DriftMap::measure(QSize size) {
    m_size = size;
    const QFontMetricsF metrics(smallFont());
    const double thin = m_rowHeight = std::max<double>(13, metrics.height() + 2);
    m_labels = std::max<double>(px(90), m_drift != nullptr ? metrics.horizontalAdvance(outputsTitle()) + 16 : 0);
    for (const std::size_t row : m_shown) {
        const causes::DriftRow& one = m_drift->rows[row];
        m_labels = std::max(
            m_labels, metrics.horizontalAdvance(rowTitle(one)) + static_cast<double>(one.depth) * px(kDriftMapIndent) + px(40));
    }
    if (!m_lanes.empty()) m_labels = std::max(m_labels, metrics.horizontalAdvance(byCacheTitle()) + 24);
    for (const Lane& lane : m_lanes) m_labels = std::max(m_labels, metrics.horizontalAdvance(lane.title) + 24);
    // Names of operators are longer; a wide window has the room.
    m_labels = std::min<double>(m_labels, std::max<double>(px(kMostLabels), size.width() / 4.0));
    const double side = std::max<double>(px(kDriftMapSide), metrics.horizontalAdvance(worstTitle()) + 28);
    m_side = size.width() >= px(kRoomForSide) ? side : 0;
    const double header = metrics.height() + 16, legend = m_across->sizeHint().height() + metrics.height() + 16;
    const double lanes = m_lanes.empty() ? 0 : metrics.height() + 18 + m_rowHeight * static_cast<double>(m_lanes.size() + 1) + 6;
    const double least = kLeastRows * m_rowHeight + header + legend;
    m_hasOutputs = size.height() >= least + px(kDriftMapOutputs);
    m_hasLanes = !m_lanes.empty() && size.height() >= least + px(kDriftMapOutputs) + lanes;
    m_top = header + (m_hasOutputs ? px(kDriftMapOutputs) : 0);
    m_below = legend + (m_hasLanes ? lanes : 0);
    const double rows = static_cast<double>(std::max<std::size_t>(1, m_shown.size()));
    const double inLanes = m_hasLanes ? static_cast<double>(m_lanes.size() + 1) : 0;
    const double perRow = (size.height() - m_top - m_below + inLanes * thin) / (rows + inLanes);
    m_rowHeight = std::clamp(std::floor(perRow), m_rowHeight, m_rowHeight + px(kAirOfRow));  // few rows have air
    m_below += (m_rowHeight - thin) * inLanes;
    const double bar = m_across->sizeHint().height();
    const double room = std::max(0.0, size.width() - m_labels - m_side - bar);
    const double all = static_cast<double>(std::max<std::size_t>(1, steps()));
    m_cellWidth = steps() > kDense ? kLeastWidth : std::clamp<double>(std::floor(room / all), kLeastWidth, px(kMostWidth));
    if (m_side > 0)
        m_side = std::clamp<double>(size.width() - m_labels - m_cellWidth * all - bar, side, std::max<double>(side, px(kMostSide)));
    // As many rows as are seen whole: nothing of another one stands over what is below.
    const double wholeRows = std::floor(std::max(0.0, size.height() - m_top - m_below) / m_rowHeight);
    m_cells = {m_labels, m_top, std::min(room, m_cellWidth * all),
               m_rowHeight * std::min(static_cast<double>(m_shown.size()), wholeRows)};
    const auto place = [](QScrollBar* scroll, double whole, double seen, double step, const QRectF& box) {
        scroll->setRange(0, std::max(0, static_cast<int>(std::ceil(whole - seen))));
        scroll->setPageStep(static_cast<int>(seen));
        scroll->setSingleStep(static_cast<int>(step));
        scroll->setVisible(scroll->maximum() > 0);
        scroll->setGeometry(box.toRect());
    };
    place(m_across, m_cellWidth * all, m_cells.width(), m_cellWidth, {m_cells.left(), m_cells.bottom(), m_cells.width(), bar});
    place(m_down, m_rowHeight * static_cast<double>(m_shown.size()), m_cells.height(), m_rowHeight,
          {size.width() - bar, m_cells.top(), bar, m_cells.height()});
    m_whole = this->size().expandedTo(
        QSizeF(m_labels + m_cellWidth * all + side + bar,
               header + px(kDriftMapOutputs) + std::max<double>(rows, kLeastRows) * thin + legend + lanes + 1)
            .toSize());
    updateGeometry();
    redraw();
}

QSize DriftMap::minimumSizeHint() const { return {px(300), static_cast<int>((kLeastRows + 4) * m_rowHeight)}; }

void DriftMap::resizeEvent(QResizeEvent*) { measure(size()); }

void DriftMap::paintWhole(QPainter& painter) {
    const QPoint scrolled(m_across->value(), m_down->value());
    measure(m_whole);
    paintAll(painter);
    measure(size());
    m_across->setValue(scrolled.x());
    m_down->setValue(scrolled.y());
}

void DriftMap::wheelEvent(QWheelEvent* event) {
    QScrollBar* bar = (event->modifiers() & Qt::ShiftModifier) != 0 || !m_down->isVisible() ? m_across : m_down;
    bar->setValue(bar->value() - (event->angleDelta().y() + event->angleDelta().x()) * bar->singleStep() / 60);
}

double DriftMap::columnX(std::size_t step) const {
    return m_cells.left() + static_cast<double>(step) * m_cellWidth - m_across->value();
}
double DriftMap::rowY(std::size_t shown) const {
    return m_cells.top() + static_cast<double>(shown) * m_rowHeight - m_down->value();
}

QRectF DriftMap::boxOf(std::size_t item) const {
    return {columnX(stepOf(item)), rowY(item / steps()), m_cellWidth - 1, m_rowHeight - 1};
}

QRectF DriftMap::labelBox(std::size_t shown) const { return {0, rowY(shown), m_labels, m_rowHeight}; }

int DriftMap::itemAt(QPointF point) const {
    if (!m_cells.contains(point) || steps() == 0) return -1;
    const auto step = static_cast<std::size_t>((point.x() - m_cells.left() + m_across->value()) / m_cellWidth);
    const auto shown = static_cast<std::size_t>((point.y() - m_cells.top() + m_down->value()) / m_rowHeight);
    return step < steps() && shown < m_shown.size() ? static_cast<int>(shown * steps() + step) : -1;
}

std::pair<std::size_t, std::size_t> DriftMap::stepsInView() const {
    const auto first = static_cast<std::size_t>(m_across->value() / m_cellWidth);
    const auto last = static_cast<std::size_t>((m_across->value() + m_cells.width()) / m_cellWidth);
    return {first, std::min(last + 1, steps())};
}

std::vector<std::size_t> DriftMap::inView(std::size_t most) const {
    std::vector<std::size_t> items;
    if (steps() == 0) return items;
    const auto [from, to] = stepsInView();
    for (std::size_t shown = 0; shown < m_shown.size(); ++shown) {
        if (rowY(shown) + m_rowHeight <= m_cells.top() || rowY(shown) >= m_cells.bottom()) continue;
        for (std::size_t step = from; step < to && items.size() < most; ++step) items.push_back(shown * steps() + step);
    }
    return items;
}

QString DriftMap::nameOf(std::size_t item) const {
    return QStringLiteral("%1, %2: %3")
        .arg(rowTitle(m_drift->rows[rowOf(item)]), stepTitle(*m_drift, stepOf(item)),
             ratioOf(cellOf(item)) ? timesText(ratioOf(cellOf(item))) : stateText(cellOf(item).state));
}

QString DriftMap::tooltipOf(std::size_t item) const {
    return nameOf(item) + QLatin1Char('\n') + tipOf({m_drift, rowOf(item), stepOf(item)});
}

void DriftMap::bringIntoView(std::size_t item) {
    const QRectF box = boxOf(item);
    if (box.left() < m_cells.left()) m_across->setValue(m_across->value() - static_cast<int>(m_cells.left() - box.left()));
    if (box.right() > m_cells.right()) m_across->setValue(m_across->value() + static_cast<int>(box.right() - m_cells.right()) + 1);
    if (box.top() < m_cells.top()) m_down->setValue(m_down->value() - static_cast<int>(m_cells.top() - box.top()));
    if (box.bottom() > m_cells.bottom()) m_down->setValue(m_down->value() + static_cast<int>(box.bottom() - m_cells.bottom()) + 1);
}

int DriftMap::stepFrom(int from, int key) const {
    const auto all = static_cast<int>(count()), across = static_cast<int>(steps());
    if (from < 0) return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down ? 0 : -1;
    const int step = from % across;
    switch (key) {
        case Qt::Key_Left: return step > 0 ? from - 1 : from;
        case Qt::Key_Right: return step + 1 < across ? from + 1 : from;
        case Qt::Key_Up: return from >= across ? from - across : from;
        case Qt::Key_Down: return from + across < all ? from + across : from;
        case Qt::Key_Home: return from - step;
        case Qt::Key_End: return from - step + across - 1;
        default: return -1;
    }
}

/// Enter opens what is current, the space bar unfolds its row.
bool DriftMap::actByKey(int key) {
    if (current() < 0) return false;
    const auto item = static_cast<std::size_t>(current());
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        emit cellOpened(rowOf(item), stepOf(item));
        return true;
    }
    if (key != Qt::Key_Space) return false;
    toggle(rowOf(item));
    return true;
}

void DriftMap::activate(std::size_t item) { emit cellChosen(rowOf(item), stepOf(item)); }

void DriftMap::mouseReleaseEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (event->button() == Qt::LeftButton && at.x() < m_cells.left() && at.y() >= m_cells.top() && at.y() < m_cells.bottom()) {
        const auto shown = static_cast<std::size_t>((at.y() - m_cells.top() + m_down->value()) / m_rowHeight);
        if (shown < m_shown.size()) toggle(m_shown[shown]);
    }
    ItemView::mouseReleaseEvent(event);
}

void DriftMap::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const int hit = itemAt(event->position()); hit >= 0 && event->button() == Qt::LeftButton)
        emit cellOpened(rowOf(static_cast<std::size_t>(hit)), stepOf(static_cast<std::size_t>(hit)));
}

/// What is folded away leaves the mark to the row that it lies in.
void DriftMap::toggle(std::size_t row) {
    if (m_drift->rows[row].below == 0) return;
    auto before = place();
    const bool folds = m_open.erase(row) > 0;
    if (!folds) m_open.insert(row);
    if (folds && before && before->row > row && before->row <= row + m_drift->rows[row].below) before->row = row;
    findShown();
    setPlace(before);
}

std::optional<causes::Drift::Place> DriftMap::place() const {
    if (current() < 0) return std::nullopt;
    const auto item = static_cast<std::size_t>(current());
    return causes::Drift::Place{rowOf(item), stepOf(item)};
}

void DriftMap::setPlace(std::optional<causes::Drift::Place> place) {
    if (m_drift == nullptr || !place || place->row >= m_drift->rows.size()) return setCurrent(-1);
    bool unfolds = false;
    for (auto at = m_drift->rows[place->row].parent; at; at = m_drift->rows[*at].parent)
        unfolds = m_open.insert(*at).second || unfolds;
    if (unfolds) findShown();
    const auto found = std::ranges::lower_bound(m_shown, place->row);
    setCurrent(static_cast<int>(static_cast<std::size_t>(found - m_shown.begin()) * steps() + place->step));
}

bool DriftMap::find(const QString& text, bool forward, bool here) {
    if (m_drift == nullptr || steps() == 0) return false;
    const auto& rows = m_drift->rows;
    const auto before = place();
    const int found =
        nextThat(static_cast<int>(rows.size()), before ? static_cast<int>(before->row) : -1, forward, here, [&](int at) {
            const causes::DriftRow& row = rows[static_cast<std::size_t>(at)];
            return saysAll(rowTitle(row) + QLatin1Char(' ') + ui::text(row.path), text);
        });
    if (found < 0) return false;
    const causes::Drift::Place place{static_cast<std::size_t>(found), before ? before->step : 0};
    setPlace(place);
    emit cellChosen(place.row, place.step);
    return true;
}

QStringList DriftMap::tsvTitles() const { return {tr("row"), tr("step"), tr("error"), tr("own error"), tr("origin")}; }

QStringList DriftMap::tsvCells(std::size_t item) const {
    const causes::DriftCell& cell = cellOf(item);
    const auto number = [](const std::optional<double>& value) { return value ? floatText(*value, false) : QString(); };
    return {text(rowKey(m_drift->rows[rowOf(item)])), QString::number(stepOf(item)), number(cell.total), number(cell.own),
            originWord(causes::originOf(cell))};
}

}  // namespace etscope::ui
