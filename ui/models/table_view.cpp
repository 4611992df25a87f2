#include "models/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "look/menu.h"
#include "look/tokens.h"
#include "look/wrong_terms.h"

namespace etscope::ui {
namespace {

/// Draws hairline, current-row bar, mark, first and second line, share bar.
class RowDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Tokens& t = tokens();
        const bool selected = (option.state & QStyle::State_Selected) != 0;
        const bool active = (option.state & QStyle::State_HasFocus) != 0 || (option.widget != nullptr && option.widget->hasFocus());
        painter->fillRect(option.rect, selected                                        ? (active ? t.selection : t.idleSelection)
                                       : (option.state & QStyle::State_MouseOver) != 0 ? t.hover
                                                                                       : t.base);
        painter->setPen(t.hairline);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        if (selected && index.column() == 0)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()), t.accent);
        drawContent(*painter, option, index, selected);
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QFontMetrics metrics(index.data(CodeRole).toBool() ? codeFont() : bodyFont());
        const int mark = index.data(MarkRole).toInt() != 0 ? 20 : 0;
        return {metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()) + mark + 18,
                QStyledItemDelegate::sizeHint(option, index).height()};
    }

private:
    static void drawContent(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index, bool selected) {
        const Tokens& t = tokens();
        QRect area = option.rect.adjusted(8, 0, -8, -1);
        const auto mark = static_cast<Mark>(index.data(MarkRole).toInt());
        const QString text = index.data(Qt::DisplayRole).toString();
        const QString second = index.data(SecondRole).toString();
        const auto alignment = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
        if (mark != Mark::None) {
            const bool alone = text.isEmpty();
            const int y = second.isEmpty() ? area.center().y() - 6 : area.top() + 5;
            paintMark(painter, QRectF(alone ? area.center().x() - 6 : area.left(), y, 13, 13), mark);
            area.adjust(19, 0, 0, 0);
        }
        const double share = index.data(ShareRole).toDouble();
        if (share >= 0) {
            const QRectF bar(area.left(), area.center().y() - 3, 60, 8);
            painter.fillRect(bar, t.missingBack);
            painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * share, bar.height())), t.match);
            area.adjust(68, 0, 0, 0);
        }
        const QFont font = index.data(CodeRole).toBool() ? codeFont() : bodyFont();
        const QColor colour = index.data(DimRole).toBool() && !selected ? t.text3 : t.text;
        if (second.isEmpty()) return drawLine(painter, area, alignment, font, colour, text);
        drawLine(painter, QRect(area.left(), area.top() + 2, area.width(), area.height() / 2 - 1), alignment, font, colour, text);
        drawLine(painter, QRect(area.left(), area.center().y(), area.width(), area.height() / 2 - 1), alignment, font,
                 selected ? t.text : t.text2, second);
    }

    static void drawLine(QPainter& painter, const QRect& area, Qt::Alignment alignment, const QFont& font, const QColor& colour,
                         const QString& text) {
        painter.setFont(font);
        painter.setPen(colour);
        const QFontMetrics metrics(font);
        // Names keep their end, where the number is.
        painter.drawText(
            area, static_cast<int>(alignment),
            metrics.elidedText(text, alignment.testFlag(Qt::AlignRight) ? Qt::ElideLeft : Qt::ElideMiddle, area.width()));
    }
};

/// What a cell is sorted by, as a number; NaN: it is none.
double numberOf(const QModelIndex& index) {
    bool number = false;
    const double value = index.data(SortRole).toDouble(&number);
    return number ? value : std::numeric_limits<double>::quiet_NaN();
}

QString escapedMarkdown(QString text) { return text.replace(QLatin1Char('|'), QStringLiteral("\\|")); }

}  // namespace

/// Of the columns, as they are written in a query.
std::vector<std::string> TableFilter::keys() const {
    std::vector<std::string> keys;
    for (int c = 0; c < sourceModel()->columnCount(); ++c)
        keys.push_back(sourceModel()
                           ->headerData(c, Qt::Horizontal, Qt::DisplayRole)
                           .toString()
                           .toLower()
                           .replace(QLatin1Char(' '), QLatin1Char('_'))
                           .toStdString());
    return keys;
}

void TableFilter::setSourceModel(QAbstractItemModel* model) {
    QSortFilterProxyModel::setSourceModel(model);
    // Percentiles are those of the new rows.
    connect(model, &QAbstractItemModel::modelReset, this, [this] { setQuery(m_query); });
}

void TableFilter::setQuery(const QString& query) {
    m_query = query;
    m_terms.clear();
    m_wrong.clear();
    const std::vector<std::string> names = keys();
    for (view::QueryTerm& parsed : view::parseQuery(query.toStdString(), {names.begin(), names.end()})) {
        const auto column = std::ranges::find(names, parsed.key);
        Term term{std::move(parsed), column == names.end() ? -1 : static_cast<int>(column - names.begin())};
        if (!term.query.error.empty()) {
            m_wrong.push_back(std::move(term.query));
            continue;
        }
        if (term.query.percentile) {
            std::vector<double> values;
            for (int row = 0; row < sourceModel()->rowCount(); ++row)
                values.push_back(numberOf(sourceModel()->index(row, term.column)));
            term.query.number = view::percentile(std::move(values), term.query.number);
        }
        m_terms.push_back(std::move(term));
    }
    invalidateFilter();
}

bool TableFilter::holds(const Term& term, int row, const QModelIndex& parent) const {
    if (term.query.comparison != view::Comparison::None)
        return term.query.matches(numberOf(sourceModel()->index(row, term.column, parent)));
    const int first = term.column < 0 ? 0 : term.column;
    const int last = term.column < 0 ? sourceModel()->columnCount() - 1 : term.column;
    for (int c = first; c <= last; ++c) {
        const QModelIndex index = sourceModel()->index(row, c, parent);
        const QString text = index.data(Qt::AccessibleTextRole).toString() + QLatin1Char(' ') + index.data(SecondRole).toString();
        if (term.query.matches(text.toStdString())) return true;
    }
    return false;
}

bool TableFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    return std::ranges::all_of(m_terms, [&](const Term& term) { return holds(term, row, parent) != term.query.negated; });
}

bool TableFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QVariant a = left.data(SortRole), b = right.data(SortRole);
    // Missing values come last in both directions.
    if (a.isValid() != b.isValid()) return (sortOrder() == Qt::AscendingOrder) == a.isValid();
    const auto order = QVariant::compare(a, b);
    if (order == QPartialOrdering::Unordered) return a.toString() < b.toString();
    return order == QPartialOrdering::Less;
}

TableView::TableView(QWidget* parent) : QTableView(parent), m_filter(new TableFilter(this)) {
    setItemDelegate(new RowDelegate(this));
    setShowGrid(false);
    setWordWrap(false);
    setMouseTracking(true);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setSortingEnabled(true);
    setCornerButtonEnabled(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setTwoLineRows(false);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &TableView::headerMenu);
    connect(this, &QTableView::doubleClicked, this, &TableView::openRow);
}

void TableView::setTable(TableModel* model) {
    m_model = model;
    m_filter->setSourceModel(model);
    setModel(m_filter);
    sortByColumn(-1, Qt::AscendingOrder);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (!m_quiet && current.isValid()) emit rowSelected(current.data(AddressRole).value<Address>());
    });
    connect(m_filter, &QAbstractItemModel::modelReset, this, &TableView::fitColumns);
    const auto columns = model->columns();
    for (std::size_t c = 0; c < columns.size(); ++c) setColumnHidden(static_cast<int>(c), columns[c].hidden);
    fitColumns();
}

void TableView::setTwoLineRows(bool on) {
    verticalHeader()->setDefaultSectionSize(on ? QFontMetrics(bodyFont()).height() * 2 + 8 : QFontMetrics(bodyFont()).height() + 7);
}

void TableView::selectAddress(const Address& address) {
    m_quiet = true;
    clearSelection();
    for (int row = 0; row < m_filter->rowCount() && address.valid(); ++row) {
        if (m_filter->index(row, 0).data(AddressRole).value<Address>() != address) continue;
        selectionModel()->setCurrentIndex(m_filter->index(row, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        scrollTo(m_filter->index(row, 0));
        break;
    }
    m_quiet = false;
}

QString TableView::copyText(const QString& format) const {
    std::set<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows()) rows.insert(index.row());
    if (rows.empty())
        for (int row = 0; row < m_filter->rowCount(); ++row) rows.insert(row);
    QList<int> columns;
    for (int c = 0; c < m_filter->columnCount(); ++c)
        if (!isColumnHidden(c)) columns.append(c);
    const auto title = [this](int c) { return m_filter->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString(); };
    const auto value = [this](int row, int c) { return m_filter->index(row, c).data(CopyRole).toString(); };
    if (format == QLatin1String("json")) {
        QJsonArray list;
        for (const int row : rows) {
            QJsonObject object;
            for (const int c : columns) object.insert(title(c).toLower(), value(row, c));
            list.append(object);
        }
        return QString::fromUtf8(QJsonDocument(list).toJson());
    }
    const bool markdown = format == QLatin1String("markdown");
    QString text;
    const auto line = [&](auto&& cellOf) {
        QStringList cells;
        for (const int c : columns) cells.append(markdown ? escapedMarkdown(cellOf(c)) : cellOf(c));
        text += markdown ? QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n")
                         : cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    line(title);
    if (markdown) line([](int) { return QStringLiteral("---"); });
    for (const int row : rows) line([&](int c) { return value(row, c); });
    return text;
}

int TableView::heightFor(int rows) const {
    return horizontalHeader()->sizeHint().height() + verticalHeader()->defaultSectionSize() * std::min(rows, m_filter->rowCount()) +
           2 * frameWidth() + 2;
}

void TableView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(copyText(QStringLiteral("tsv")));
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        openRow(currentIndex());
        return;
    }
    QTableView::keyPressEvent(event);
}

QList<FileInside> TableView::filesInside(const QModelIndex& index) const {
    return m_model->filesInside(m_filter->mapToSource(index).row());
}

void TableView::openRow(const QModelIndex& index) {
    const auto address = index.data(AddressRole).value<Address>();
    const QList<FileInside> inside = filesInside(index);
    if (inside.size() == 1 && address.kind != Address::Kind::Stage) return emit fileRequested(inside.front().path);
    emit rowOpened(address);
}

void TableView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu* menu = makeMenu(this);
    // The rows may be others by the time that something is chosen.
    if (const QModelIndex index = indexAt(event->pos()); index.isValid()) {
        const auto address = index.data(AddressRole).value<Address>();
        menu->addAction(tr("Open"), this, [this, address] { emit rowOpened(address); });
        const QList<FileInside> inside = filesInside(index);
        QMenu* files = inside.size() > 1 ? menu->addMenu(tr("Open the file inside")) : menu;
        for (const FileInside& file : inside)
            files->addAction(inside.size() > 1 ? file.title : tr("Open the file inside"), this,
                             [this, path = file.path] { emit fileRequested(path); });
        for (const RowLink& link : m_model->links(m_filter->mapToSource(index).row()))
            menu->addAction(link.title, this, [this, target = link.link] { emit linkRequested(target); });
        menu->addAction(tr("Copy address"), this, [address] { QApplication::clipboard()->setText(address.text()); })
            ->setEnabled(address.valid());
        menu->addSeparator();
    }
    for (const auto& [title, format] :
         {std::pair{"Copy as TSV", "tsv"}, std::pair{"Copy as Markdown", "markdown"}, std::pair{"Copy as JSON", "json"}})
        menu->addAction(tr(title), this,
                        [this, format = QString::fromLatin1(format)] { QApplication::clipboard()->setText(copyText(format)); });
    menu->popup(event->globalPos());
}

void TableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

/// Columns have the widths that they ask for, and those that take what is left share it; where none does, names in the fixed face
/// get it by their widths. Where there is too little room, names (not numbers) give up a part of theirs before the table scrolls.
void TableView::fitColumns() {
    if (m_model == nullptr) return;
    constexpr int kLeastFlexible = 14;  // characters
    constexpr double kKept = 0.7;
    const auto columns = m_model->columns();
    const int unit = QFontMetrics(bodyFont()).averageCharWidth();
    int wanted = 0, spare = 0, flexible = 0, names = 0;
    QList<int> least, widths;
    for (const Column& column : columns) {
        if (isColumnHidden(static_cast<int>(widths.size()))) {
            least.append(0);
            widths.append(0);
            continue;
        }
        const int title = horizontalHeader()->fontMetrics().horizontalAdvance(QString::fromUtf8(column.title)) + 32;
        widths.append(std::max(title, (column.width > 0 ? column.width : kLeastFlexible) * unit));
        const bool number = column.alignment.testFlag(Qt::AlignRight);
        least.append(number ? widths.last() : std::max(title, static_cast<int>(widths.last() * kKept)));
        wanted += widths.last();
        spare += widths.last() - least.last();
        flexible += column.width == 0 ? 1 : 0;
        names += column.code ? widths.last() : 0;
    }
    const int excess = wanted - viewport()->width();
    const double given = spare > 0 ? std::clamp(static_cast<double>(excess) / spare, 0.0, 1.0) : 0;
    for (qsizetype c = 0; c < widths.size(); ++c) {
        if (isColumnHidden(static_cast<int>(c))) continue;
        const Column& column = columns[static_cast<std::size_t>(c)];
        if (excess < 0 && column.width == 0) widths[c] += -excess / flexible;
        if (excess < 0 && flexible == 0 && column.code) widths[c] += static_cast<int>(1.0 * -excess * widths[c] / names);
        setColumnWidth(static_cast<int>(c), widths[c] - static_cast<int>(std::ceil((widths[c] - least[c]) * given)));
    }
}

void TableView::headerMenu(QPoint position) {
    QMenu* menu = makeMenu(this);
    const int column = horizontalHeader()->logicalIndexAt(position);
    menu->addAction(tr("Sort ascending"), this, [this, column] { sortByColumn(column, Qt::AscendingOrder); });
    menu->addAction(tr("Sort descending"), this, [this, column] { sortByColumn(column, Qt::DescendingOrder); });
    menu->addSeparator();
    for (int c = 0; c < m_filter->columnCount(); ++c) {
        QAction* action = menu->addAction(m_filter->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(c));
        connect(action, &QAction::toggled, this, [this, c](bool on) {
            setColumnHidden(c, !on);
            fitColumns();
            if (on) emit columnShown(c);
        });
    }
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

QLineEdit* makeFilterLine(TableView* view, const QString& placeholder, QWidget* parent) {
    auto* line = new QLineEdit(parent);
    line->setPlaceholderText(placeholder);
    line->setClearButtonEnabled(true);
    line->setObjectName(QStringLiteral("filter"));
    QObject::connect(line, &QLineEdit::textChanged, view, [view, line](const QString& query) {
        view->filter()->setQuery(query);
        underlineWrong(line, view->filter()->wrongTerms());
    });
    return line;
}

}  // namespace etscope::ui
