#include "models/table_model.h"

#include <QCoreApplication>
#include <algorithm>

#include "look/numbers.h"
#include "look/rich_text.h"

namespace etscope::ui {

namespace {

bool isMissing(const QString& text) { return text.isEmpty() || text == QStringLiteral("–"); }

QVariant exact(std::uint64_t number) { return QVariant::fromValue(static_cast<qulonglong>(number)); }

QString translated(const char* words) { return *words == '\0' ? QString() : QCoreApplication::translate("Column", words); }

}  // namespace

QString queryKey(const QString& title) {
    QString key;
    for (const QChar letter : title.toLower())
        if (letter.isLetter() || letter.isDigit() || letter == u'_' || (letter == u' ' && !key.isEmpty()))
            key += letter == u' ' ? QChar(u'_') : letter;
    while (key.endsWith(u'_')) key.chop(1);
    return key;
}

QString columnKey(const Column& column) { return queryKey(QString::fromUtf8(column.title)); }

int columnOf(std::span<const Column> columns, const char* key) {
    const auto hit = std::ranges::find_if(columns, [&](const Column& one) { return columnKey(one) == QLatin1String(key); });
    Q_ASSERT(hit != columns.end());
    return static_cast<int>(hit - columns.begin());
}

QString shownTitle(const Column& column) { return translated(column.title); }

QString copiedTitle(const Column& column) { return column.copied != nullptr ? translated(column.copied) : shownTitle(column); }

Cell noCell(const QString& why) { return {.text = QStringLiteral("–"), .tooltip = why, .dim = true}; }

Cell nameCell(const QString& name) { return name.isEmpty() ? noCell() : Cell{.text = name, .tooltip = name}; }

Cell numberCell(double number) { return {.text = floatText(number), .sort = number}; }

Cell countCell(std::uint64_t count) { return {.text = countText(count), .sort = exact(count)}; }

Cell rareCell(std::uint64_t count) {
    Cell cell = countCell(count);
    cell.dim = count == 0;
    return cell;
}

Cell bytesCell(std::uint64_t bytes) {
    return {.text = bytesText(bytes), .sort = exact(bytes), .tooltip = countText(bytes) + QStringLiteral(" B")};
}

Cell offsetCell(std::uint64_t offset) { return {.text = hexText(offset), .sort = exact(offset)}; }

QVariant sortKey(const Cell& cell) {
    if (cell.sort.isValid()) return cell.sort;
    return isMissing(cell.text) ? QVariant() : QVariant(cell.text);
}

QString copiedText(const Cell& cell) {
    QString first = cell.copy.isEmpty() ? cell.text : cell.copy;
    if (isMissing(first)) return cell.mark == Mark::None ? QString() : markName(cell.mark);
    if (cell.copy.isEmpty() && !cell.second.isEmpty())
        first += QStringLiteral(" · ") + QString(cell.second).replace(QLatin1Char('\n'), QStringLiteral(" · "));
    // Other programs read numbers without the screen's blanks and minus signs.
    return first.remove(QChar(0x202F)).replace(QChar(0x2212), u'-');
}

QString spokenText(const Cell& cell) {
    QString text = cell.mark == Mark::None ? cell.text : markName(cell.mark) + u' ' + cell.text;
    return cell.second.isEmpty() ? text : text + u' ' + cell.second;
}

int TableModel::rowOf(const Address& address) const {
    for (int row = 0; row < rows(); ++row)
        if (this->address(row) == address) return row;
    return -1;
}

int TableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows(); }

int TableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(columns().size()); }

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rows()) return {};
    const Column& column = columns()[static_cast<std::size_t>(index.column())];
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(column.alignment());
    if (role == CodeRole) return column.isCode();
    if (role == AddressRole) return QVariant::fromValue(address(index.row()));
    if (const std::pair asked(index.row(), index.column()); asked != m_asked)
        m_cell = cell(index.row(), index.column()), m_asked = asked;
    const Cell& value = m_cell;
    switch (role) {
        case Qt::DisplayRole: return value.text;
        case Qt::ToolTipRole: return value.tooltip.isEmpty() ? QVariant() : tip(value.tooltip);
        case Qt::AccessibleTextRole: return value.framed ? tr("%1, chosen").arg(spokenText(value)) : spokenText(value);
        case SortRole: return sortKey(value);
        case CopyRole: return copiedText(value);
        case MarkRole: return static_cast<int>(value.mark);
        case SecondRole: return value.second;
        case DimRole: return value.dim;
        case ShareRole: return value.share;
        case JudgedRole: return static_cast<int>(value.judged);
        case FamilyRole: return value.family;
        case IndentRole: return value.indent;
        case StrongRole: return value.strong;
        case BarAboveRole: return value.barAbove;
        case FramedRole: return value.framed;
        default: return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const Column& column = columns()[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return titleOf(section);
    if (role == Qt::ToolTipRole) return translated(column.tooltip);
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(column.alignment());
    if (role == Qt::FontRole) return smallFont();
    return {};
}

void TableModel::reset(const std::function<void()>& change) {
    beginResetModel();
    change();
    m_asked = {-1, -1};
    endResetModel();
}

}  // namespace etscope::ui
