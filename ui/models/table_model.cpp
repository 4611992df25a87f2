#include "models/table_model.h"

#include "look/tokens.h"

namespace etscope::ui {

int TableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows(); }

int TableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(columns().size()); }

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rows()) return {};
    const Column& column = columns()[static_cast<std::size_t>(index.column())];
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(column.alignment | Qt::AlignVCenter);
    if (role == CodeRole) return column.code;
    if (role == AddressRole) return QVariant::fromValue(address(index.row()));
    const Cell value = cell(index.row(), index.column());
    switch (role) {
        case Qt::DisplayRole: return value.text;
        case Qt::ToolTipRole: return value.tooltip.isEmpty() ? QVariant() : value.tooltip;
        case Qt::AccessibleTextRole:
            return value.mark == Mark::None ? value.text : markName(value.mark) + QLatin1Char(' ') + value.text;
        case SortRole:
            if (value.sort.isValid()) return value.sort;
            return value.text.isEmpty() || value.text == QStringLiteral("–") ? QVariant() : QVariant(value.text);
        case CopyRole: return value.copy.isEmpty() ? (value.sort.isValid() ? value.sort.toString() : value.text) : value.copy;
        case MarkRole: return static_cast<int>(value.mark);
        case SecondRole: return value.second;
        case DimRole: return value.dim;
        case ShareRole: return value.share;
        default: return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const Column& column = columns()[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return QString::fromUtf8(column.title);
    if (role == Qt::ToolTipRole) return QString::fromUtf8(column.tooltip);
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(column.alignment | Qt::AlignVCenter);
    if (role == Qt::FontRole) return smallFont();
    return {};
}

void TableModel::reset(const std::function<void()>& change) {
    beginResetModel();
    change();
    endResetModel();
}

}  // namespace etscope::ui
