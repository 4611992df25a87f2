#include "pages/change_places.h"

#include <QPainter>
#include <algorithm>
#include <functional>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kMostSide = 14, kChangePlacesLeastSide = 5, kSpace = 2, kChangePlacesGap = 8;
/// Of a picture; blocks and modules beyond have none.
constexpr qsizetype kMostBlocks = 400, kChangePlacesMostRows = 100;

const ChangeItem& at(const ChangeItems& items, int item) { return items.items[static_cast<std::size_t>(item)]; }

/// Modules inside that have no module below them, by their paths within the block.
void leavesOf(const ChangeItems& items, int item, const QString& block, const std::function<void(int, const QString&)>& visit) {
    bool inner = false;
    for (const int child : at(items, item).children) {
        if (at(items, child).node) continue;
        inner = true;
        leavesOf(items, child, block, visit);
    }
    if (!inner && !at(items, item).paths.isEmpty()) visit(item, at(items, item).paths.front().mid(block.size() + 1));
}

/// The item itself or the innermost one around it that tells of numbered blocks.
int blockOf(const ChangeItems& items, int item) {
    const std::vector<int> chain = items.chain(item);
    for (auto around = chain.rbegin(); around != chain.rend(); ++around) {
        const ChangeItem& one = at(items, *around);
        if (one.paths.size() > 1 || (!one.paths.isEmpty() && one.sentence.size() > 0 && one.parent >= 0 &&
                                     std::ranges::any_of(at(items, one.parent).children, [&](int sibling) {
                                         return sibling != *around && at(items, sibling).paths.size() > 1;
                                     })))
            return *around;
    }
    return -1;
}

QString familyOf(const QString& path) { return path.left(path.lastIndexOf(QLatin1Char('.')) + 1); }

}  // namespace

ChangePlaces::ChangePlaces(QWidget* parent) : ItemView(parent) {
    introduce("changePlaces", tr("The same change elsewhere"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ChangePlaces::show(const ChangeItemsPtr& items, int item) {
    forgetItems();
    m_places.clear();
    m_rows.clear();
    m_columns.clear();
    m_items = items;
    const int block = items != nullptr && item >= 0 ? blockOf(*items, item) : -1;
    if (block >= 0) {
        const QString family = familyOf(at(*items, block).paths.front());
        const int parent = at(*items, block).parent;
        std::vector<int> blocks;
        for (const int sibling : parent < 0 ? items->top : at(*items, parent).children)
            if (const ChangeItem& one = at(*items, sibling); !one.paths.isEmpty() && familyOf(one.paths.front()) == family)
                blocks.push_back(sibling);
        std::ranges::stable_sort(blocks, std::greater{}, [&](int one) { return at(*items, one).paths.size(); });
        QHash<QString, int> told;
        for (const int one : blocks) addBlock(*items, one, at(*items, one).paths, told);
        std::vector<std::pair<int, QString>> order;
        for (const QString& column : std::as_const(m_columns)) order.emplace_back(column.toInt(), column);
        std::ranges::sort(order);
        QStringList sorted;
        for (const auto& [number, column] : order) sorted.append(column);
        for (Place& place : m_places)
            place.column = static_cast<std::size_t>(sorted.indexOf(m_columns[static_cast<qsizetype>(place.column)]));
        m_columns = sorted;
        std::ranges::sort(m_places, {}, [](const Place& place) { return std::pair(place.row, place.column); });
    }
    updateGeometry();
    redraw();
}

/// What is told of the block, once for each of the modules that it tells of.
void ChangePlaces::addBlock(const ChangeItems& items, int block, const QStringList& names, QHash<QString, int>& told) {
    const bool odd = at(items, block).odd;
    leavesOf(items, block, names.front(), [&](int leaf, const QString& name) {
        const QString row = name.isEmpty() ? names.front() : name;
        if (!m_rows.contains(row)) {
            if (m_rows.size() >= kChangePlacesMostRows) return;
            m_rows.append(row);
        }
        const int first = told.value(row, leaf);  // of the blocks that most are like
        if (!told.contains(row)) told.insert(row, leaf);
        for (const QString& path : names) {
            const QString column = path.mid(path.lastIndexOf(QLatin1Char('.')) + 1);
            if (!m_columns.contains(column)) {
                if (m_columns.size() >= kMostBlocks) return;
                m_columns.append(column);
            }
            m_places.push_back({static_cast<std::size_t>(m_rows.indexOf(row)), static_cast<std::size_t>(m_columns.indexOf(column)),
                                leaf, name.isEmpty() ? path : path + QLatin1Char('.') + name,
                                odd && at(items, first).sentence != at(items, leaf).sentence});
        }
    });
}

std::size_t ChangePlaces::odd() const { return static_cast<std::size_t>(std::ranges::count(m_places, true, &Place::odd)); }

double ChangePlaces::labels() const {
    double most = 0;
    for (const QString& row : m_rows) most = std::max(most, QFontMetricsF(smallFont()).horizontalAdvance(row));
    return std::min(most, width() * 0.4) + kChangePlacesGap;
}

double ChangePlaces::side() const {
    if (m_columns.isEmpty()) return kMostSide;
    return std::clamp((width() - labels()) / static_cast<double>(m_columns.size()) - kSpace, kChangePlacesLeastSide, kMostSide);
}

QSize ChangePlaces::sizeHint() const {
    const double line = std::max(QFontMetricsF(smallFont()).height(), kMostSide + kSpace);
    return {240, static_cast<int>(static_cast<double>(m_rows.size() + 1) * line) + 4};
}

QRectF ChangePlaces::boxOf(std::size_t item) const {
    const Place& place = m_places[item];
    const double line = std::max(QFontMetricsF(smallFont()).height(), kMostSide + kSpace), edge = side();
    return {labels() + static_cast<double>(place.column) * (edge + kSpace),
            static_cast<double>(place.row) * line + (line - edge) / 2, edge, edge};
}

QString ChangePlaces::nameOf(std::size_t item) const {
    const Place& place = m_places[item];
    return QStringLiteral("%1: %2").arg(place.path, at(*m_items, place.item).sentence);
}

int ChangePlaces::itemAt(QPointF point) const {
    for (std::size_t i = 0; i < m_places.size(); ++i)
        if (boxOf(i).adjusted(-1, -1, 1, 1).contains(point)) return static_cast<int>(i);
    return -1;
}

void ChangePlaces::paintAll(QPainter& painter) const {
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    const double line = std::max(metrics.height(), kMostSide + kSpace), left = labels();
    writeIn(painter, smallFont(), t.text2);
    for (qsizetype row = 0; row < m_rows.size(); ++row)
        painter.drawText(QRectF(0, static_cast<double>(row) * line, left - kChangePlacesGap, line),
                         Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(m_rows[row], Qt::ElideLeft, left - kChangePlacesGap));
    double free = 0;
    for (qsizetype column = 0; column < m_columns.size(); ++column) {
        const double x = left + static_cast<double>(column) * (side() + kSpace),
                     wide = metrics.horizontalAdvance(m_columns[column]);
        if (x < free || (column % 5 != 0 && column + 1 != m_columns.size())) continue;
        painter.drawText(QRectF(x - wide / 2 + side() / 2, static_cast<double>(m_rows.size()) * line, wide + 1, line),
                         Qt::AlignCenter, m_columns[column]);
        free = x + wide + kChangePlacesGap;
    }
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        QColor fill = m_places[i].odd ? t.differ : t.series[3];
        if (!m_places[i].odd) fill.setAlpha(130);
        painter.fillRect(boxOf(i), fill);
    }
}

void ChangePlaces::activate(std::size_t item) { emit placeChosen(m_places[item].item, m_places[item].path); }

int ChangePlaces::stepFrom(int from, int key) const {
    if (m_places.empty()) return -1;
    if (from < 0) return 0;
    const Place& place = m_places[static_cast<std::size_t>(from)];
    const auto find = [&](std::size_t row, std::size_t column) {
        const auto hit = std::ranges::find_if(m_places, [&](const Place& one) { return one.row == row && one.column == column; });
        return hit == m_places.end() ? from : static_cast<int>(hit - m_places.begin());
    };
    switch (key) {
        case Qt::Key_Left: return find(place.row, place.column - 1);
        case Qt::Key_Right: return find(place.row, place.column + 1);
        case Qt::Key_Up: return find(place.row - 1, place.column);
        case Qt::Key_Down: return find(place.row + 1, place.column);
        case Qt::Key_Home: return 0;
        case Qt::Key_End: return static_cast<int>(m_places.size()) - 1;
        default: return -1;
    }
}

QStringList ChangePlaces::tsvTitles() const {
    return {QStringLiteral("module"), QStringLiteral("differs_from_likes"), QStringLiteral("change")};
}

QStringList ChangePlaces::tsvCells(std::size_t item) const {
    const Place& place = m_places[item];
    return {place.path, place.odd ? QStringLiteral("true") : QStringLiteral("false"), at(*m_items, place.item).sentence};
}

}  // namespace etscope::ui
