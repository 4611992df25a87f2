#include "charts/element_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "look/numbers.h"
#include "look/tokens.h"
#include "tensor/element_match.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

constexpr int kBlock = 64;

Result<std::vector<tensor::Element>> elementsOf(const tensor::Tensor& tensor, const std::string& slice) {
    const auto part = tensor::slice(tensor, slice);
    auto reader = part ? tensor::ElementReader::open(*part) : Result<tensor::ElementReader>(part.failure());
    if (!reader) return reader.failure();
    return reader->elements(0, static_cast<std::size_t>(reader->count()));
}

bool nonFinite(const tensor::Element& element) {
    if (const auto* real = std::get_if<double>(&element)) return !std::isfinite(*real);
    const auto* complex = std::get_if<std::complex<double>>(&element);
    return complex != nullptr && !(std::isfinite(complex->real()) && std::isfinite(complex->imag()));
}

}  // namespace

void ElementModel::setTensor(std::optional<tensor::Tensor> tensor, const tensor::PlaneRequest& plane) {
    beginResetModel();
    m_tensor = std::move(tensor);
    m_plane = plane;
    m_origin = {};
    m_other.reset();
    forgetBlocks();
    endResetModel();
}

void ElementModel::setOther(std::optional<tensor::Tensor> other, const tensor::Tolerance& tolerance, Mark wrong) {
    m_other = other && m_tensor && other->shape == m_tensor->shape ? std::move(other) : std::nullopt;
    m_tolerance = tolerance;
    m_wrong = wrong;
    tellAll();
}

void ElementModel::forgetBlocks() { m_block = m_otherBlock = {}; }

void ElementModel::setPlane(const tensor::PlaneRequest& plane) {
    if (plane.rowAxis != m_plane.rowAxis || plane.columnAxis != m_plane.columnAxis) {
        auto other = std::exchange(m_other, std::nullopt);
        setTensor(std::exchange(m_tensor, std::nullopt), plane);
        m_other = std::move(other);
        return;
    }
    m_plane = plane;
    tellAll();
}

void ElementModel::setOrigin(Origin origin) {
    origin.row = std::clamp<std::int64_t>(origin.row, 0, planeRows() - rowCount());
    origin.column = std::clamp<std::int64_t>(origin.column, 0, planeColumns() - columnCount());
    if (std::exchange(m_origin, origin) == origin) return;
    tellAll();
    emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void ElementModel::tellAll() {
    forgetBlocks();
    if (rowCount() > 0 && columnCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void ElementModel::bringIntoWindow(const std::vector<std::int64_t>& place) {
    if (indexOf(place).isValid()) return;
    const auto centred = [&](const std::optional<std::size_t>& axis, int shown) { return axis ? place[*axis] - shown / 2 : 0; };
    setOrigin({centred(m_plane.rowAxis, rowCount()), centred(m_plane.columnAxis, columnCount())});
}

std::int64_t ElementModel::size(const std::optional<std::size_t>& axis) const { return axis ? m_tensor->shape[*axis] : 1; }

int ElementModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(std::min(planeRows(), kWindow));
}

int ElementModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(std::min(planeColumns(), kWindow));
}

std::vector<std::int64_t> ElementModel::place(const QModelIndex& index) const {
    std::vector<std::int64_t> place = m_plane.index;
    if (m_plane.rowAxis) place[*m_plane.rowAxis] = m_origin.row + index.row();
    if (m_plane.columnAxis) place[*m_plane.columnAxis] = m_origin.column + index.column();
    return place;
}

QModelIndex ElementModel::indexOf(const std::vector<std::int64_t>& place) const {
    const std::int64_t row = m_plane.rowAxis ? place[*m_plane.rowAxis] - m_origin.row : 0,
                       column = m_plane.columnAxis ? place[*m_plane.columnAxis] - m_origin.column : 0;
    if (row < 0 || row >= rowCount() || column < 0 || column >= columnCount()) return {};
    return index(static_cast<int>(row), static_cast<int>(column));
}

/// The block of a row around the column, read through a view that starts there.
std::optional<tensor::Element> ElementModel::element(const tensor::Tensor& tensor, Block& block, int row, int column) const {
    const int first = column / kBlock * kBlock;
    if (block.at != std::pair(row, first)) {
        block = {{row, first}, {}};
        if (auto elements = elementsOf(tensor, sliceAt(row, first, kBlock))) block.elements = *std::move(elements);
    }
    const auto at = static_cast<std::size_t>(column - first);
    return at < block.elements.size() ? std::optional(block.elements[at]) : std::nullopt;
}

std::string ElementModel::sliceAt(int row, int column, int count) const {
    const std::vector<std::int64_t> start = place(index(row, column));
    std::string slice;
    for (std::size_t axis = 0; axis < start.size(); ++axis) {
        const bool along = m_plane.columnAxis && *m_plane.columnAxis == axis;
        slice += (axis > 0 ? "," : "") + std::to_string(start[axis]) + (along ? ":" + std::to_string(start[axis] + count) : "");
    }
    return slice;
}

std::function<Result<QString>(const JobContext& job)> ElementModel::copyOf(const QList<QRect>& parts) const {
    QRect all;
    for (const QRect& part : parts) all |= part;
    std::vector<std::string> slices;
    for (int row = all.top(); row <= all.bottom(); ++row) slices.push_back(sliceAt(row, all.left(), all.width()));
    return [tensor = m_tensor, slices = std::move(slices), parts, all](const JobContext& job) -> Result<QString> {
        QStringList lines;
        for (const std::string& slice : slices) {
            if (job.cancelled()) return cancelledFailure();
            const auto elements = elementsOf(*tensor, slice);
            if (!elements) return elements.failure();
            QStringList cells;
            for (const tensor::Element& element : *elements) {
                const QPoint at = all.topLeft() + QPoint(static_cast<int>(cells.size()), static_cast<int>(lines.size()));
                const bool chosen = std::ranges::any_of(parts, [at](const QRect& part) { return part.contains(at); });
                cells.append(chosen ? text(tensor::elementText(element, tensor->type)) : QString());
            }
            lines.append(cells.join(QLatin1Char('\t')));
        }
        return lines.join(QLatin1Char('\n'));
    };
}

std::optional<tensor::Element> ElementModel::mismatch(const QModelIndex& index, const tensor::Element& value) const {
    if (!m_other) return std::nullopt;
    auto other = element(*m_other, m_otherBlock, index.row(), index.column());
    return other && tensor::isMismatch(*other, value, m_tolerance) ? std::move(other) : std::nullopt;
}

QColor ElementModel::colourOf(const tensor::Element& value, const tensor::Element& other) const {
    constexpr double kDecades = 3, kStrongest = 0.4;
    const bool fault = m_wrong != Mark::Warning;
    const Tokens& t = tokens();
    double part = 1;  // what is no number
    const auto *a = std::get_if<double>(&value), *b = std::get_if<double>(&other);
    if (a != nullptr && b != nullptr && std::isfinite(*a) && std::isfinite(*b))
        part =
            std::clamp(std::log10(std::abs(*a - *b) / (m_tolerance.atol + m_tolerance.rtol * std::abs(*b))) / kDecades, 0.0, 1.0);
    return mixed(fault ? t.differBack : t.amberBack, fault ? t.differ : t.amberMark, kStrongest * part);
}

QVariant ElementModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_tensor) return {};
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::BackgroundRole && role != Qt::AccessibleTextRole &&
        role != Qt::FontRole)
        return {};
    const auto value = element(*m_tensor, m_block, index.row(), index.column());
    if (role == Qt::FontRole) {  // colour is not the only sign
        QFont font = codeFont();
        font.setBold(value && mismatch(index, *value));
        return font;
    }
    if (!value) return role == Qt::DisplayRole ? QVariant(QStringLiteral("?")) : QVariant();
    if (role == Qt::BackgroundRole) {
        if (const auto other = mismatch(index, *value)) return colourOf(*value, *other);
        return nonFinite(*value) ? QVariant(tokens().incomparableBack) : QVariant();
    }
    const QString exact = text(tensor::elementText(*value, m_tensor->type));
    if (role == Qt::ToolTipRole) {
        const QString own = text(tensor::indexText(place(index))) + QStringLiteral("  ") + exact;
        const auto other = mismatch(index, *value);
        return other ? own + QStringLiteral(" ≠ ") + text(tensor::elementText(*other, m_other->type)) : own;
    }
    const auto* real = std::get_if<double>(&*value);
    return real != nullptr && std::isfinite(*real) ? floatText(*real) : exact;
}

QVariant ElementModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::DisplayRole)
        return static_cast<qlonglong>((orientation == Qt::Vertical ? m_origin.row : m_origin.column) + section);
    return role == Qt::FontRole ? QVariant(codeFont()) : QVariant();
}

}  // namespace etscope::ui
