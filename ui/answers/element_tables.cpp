#include "answers/element_tables.h"

#include <algorithm>
#include <cmath>

#include "answers/tables.h"
#include "look/numbers.h"
#include "tensor/element_match.h"
#include "tensor/element_reader.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::ui {
namespace {

/// What numbers of any kind are sorted by; invalid: the element is no one number.
QVariant keyOf(const tensor::Element& element) {
    if (const auto* real = std::get_if<double>(&element)) return *real;
    if (const auto* whole = std::get_if<std::int64_t>(&element)) return static_cast<qlonglong>(*whole);
    if (const auto* bits = std::get_if<std::uint64_t>(&element)) return static_cast<qulonglong>(*bits);
    return {};
}

QString onScreen(QString number) { return number.replace(QLatin1Char('-'), QChar(0x2212)); }

Cell exactCell(const tensor::Element& element, ScalarType type) {
    return {.text = onScreen(text(tensor::elementText(element, type))), .sort = keyOf(element)};
}

Cell shortCell(const Result<tensor::Element>& element, ScalarType type) {
    if (!element) return {.text = QStringLiteral("?"), .tooltip = text(element.error().message)};
    Cell cell = exactCell(*element, type);
    if (const auto* real = std::get_if<double>(&*element)) {
        cell.tooltip = cell.text;
        cell.text = floatText(*real);
    }
    return cell;
}

Cell indexCell(std::int64_t value) { return {.text = QString::number(value), .sort = static_cast<qlonglong>(value)}; }

}  // namespace

std::span<const Column> Tables::worstElements() {
    static constexpr Column kColumns[] = {{"#", QT_TR_NOOP("1: the largest difference"), kNumber, 0, 1},
                                          {QT_TR_NOOP("Index"), QT_TR_NOOP("Of the element, one number per axis"), kCode},
                                          {QT_TR_NOOP("Reference"), QT_TR_NOOP("Exactly"), kDigits},
                                          {QT_TR_NOOP("Runtime"), QT_TR_NOOP("Exactly"), kDigits},
                                          {"|d|", QT_TR_NOOP("|runtime − reference|"), kDigits},
                                          {QT_TR_NOOP("rel"), QT_TR_NOOP("|runtime − reference| ∕ |reference|"), kDigits, 0, 2}};
    return kColumns;
}

Rows worstRows(const Sides& sides, const std::vector<tensor::Difference>& worst) {
    Rows rows;
    if (sides == nullptr) return rows;
    const tensor::Tensor &reference = sides->reference(), &runtime = sides->runtime();
    for (const tensor::Difference& one : worst)
        rows.add({indexCell(static_cast<std::int64_t>(rows.size()) + 1),
                  {.text = text(tensor::indexText(tensor::multiIndex(reference.shape, one.index))),
                   .sort = static_cast<qulonglong>(one.index)},
                  exactCell(one.reference, reference.type),
                  exactCell(one.runtime, runtime.type),
                  numberCell(one.abs),
                  numberCell(one.rel)});
    return rows;
}

AroundModel::AroundModel(QObject* parent) : TableModel(parent) { nameColumns(0, 0, 0); }

/// The column of the place is in brackets.
void AroundModel::nameColumns(std::int64_t first, int count, std::int64_t current) {
    m_shown = count;
    for (int side = 0; side < 2; ++side) {
        const auto at = static_cast<std::size_t>(side * (kWide + 1));
        m_titles[at] = side == 0 ? QT_TRANSLATE_NOOP("Column", "ref") : QT_TRANSLATE_NOOP("Column", "run");
        m_columns[at] = {
            m_titles[at].constData(),
            side == 0 ? QT_TRANSLATE_NOOP("Column", "Row of the reference") : QT_TRANSLATE_NOOP("Column", "Row of the runtime's"),
            kDigits};
        for (int c = 0; c < kWide; ++c) {
            const std::size_t column = at + 1 + static_cast<std::size_t>(c);
            const QByteArray number = QByteArray::number(static_cast<qlonglong>(first + c));
            m_titles[column] = c >= count ? QByteArray() : first + c == current ? '[' + number + ']' : number;
            m_columns[column] = {m_titles[column].constData(), QT_TRANSLATE_NOOP("Column", "Index of the last axis"), kDigits};
            // Both sides stay in view: what is far away goes first.
            const auto apart = static_cast<int>(first + c - current);
            m_columns[column].goes = apart == 0 ? 0 : 2 * (kWide - std::abs(apart)) + (apart > 0 ? 1 : 0);
        }
    }
}

void AroundModel::clear() {
    reset([&] {
        m_sides.reset();
        m_cells.clear();
        m_placeRow = -1;
        nameColumns(0, 0, 0);
    });
}

void AroundModel::setPlace(Sides sides, const Place& place, const tensor::Tolerance& tolerance, Mark wrong) {
    m_wrong = wrong;
    if (sides == nullptr || place.empty() || place.size() != sides->reference().shape.size() ||
        place.size() != sides->runtime().shape.size())
        return clear();
    const auto range = [&](std::size_t axis, std::int64_t reach) {
        const std::int64_t size = sides->reference().shape[axis], count = std::min(size, 2 * reach + 1);
        return std::pair(std::clamp<std::int64_t>(place[axis] - reach, 0, size - count), count);
    };
    const std::size_t last = place.size() - 1;
    const auto [firstColumn, columns] = range(last, kSideways);
    const auto [firstRow, rows] = last > 0 ? range(last - 1, kUpAndDown) : std::pair<std::int64_t, std::int64_t>(0, 1);
    reset([&, firstColumn = firstColumn, columns = columns, firstRow = firstRow, rows = rows] {
        m_sides = std::move(sides);
        nameColumns(firstColumn, static_cast<int>(columns), place[last]);
        m_placeRow = last > 0 ? static_cast<int>(place[last - 1] - firstRow) : 0;
        m_cells.clear();
        for (std::int64_t row = firstRow; row < firstRow + rows; ++row) {
            Place first = place;
            first[last] = firstColumn;
            if (last > 0) first[last - 1] = row;
            m_cells.push_back(makeRow(first, tolerance));
        }
    });
}

AroundModel::Row AroundModel::makeRow(const Place& first, const tensor::Tolerance& tolerance) const {
    const tensor::Tensor &reference = m_sides->reference(), &runtime = m_sides->runtime();
    const std::size_t last = first.size() - 1;
    Row row;
    row[0] = row[kWide + 1] = indexCell(last > 0 ? first[last - 1] : 0);
    row[0].dim = row[kWide + 1].dim = true;
    for (int c = 0; c < m_shown; ++c) {
        Place at = first;
        at[last] += c;
        const auto expected = tensor::elementAt(reference, at), actual = tensor::elementAt(runtime, at);
        Cell &left = row[static_cast<std::size_t>(1 + c)], &right = row[static_cast<std::size_t>(kWide + 2 + c)];
        left = shortCell(expected, reference.type);
        right = shortCell(actual, runtime.type);
        if (expected && actual && tensor::isMismatch(*expected, *actual, tolerance)) right.mark = m_wrong;
    }
    return row;
}

}  // namespace etscope::ui
