// How a table is laid out: columns that are shown, their widths, the heights of rows, what the settings keep of that.
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSettings>
#include <algorithm>
#include <limits>

#include "look/make.h"
#include "look/tokens.h"
#include "models/more_columns.h"
#include "models/row_delegate.h"
#include "models/table_view.h"

namespace etscope::ui {
namespace {

/// What settings name a column by, in every language.
QString nameOf(const Column& column) { return QString::fromUtf8(column.title); }

}  // namespace

void TableView::setRowLines(int lines) {
    verticalHeader()->setDefaultSectionSize(QFontMetrics(bodyFont()).height() * lines + 6 + lines);
}

void TableView::setWraps(bool wraps) {
    m_wraps = wraps;
    m_delegate->setWraps(wraps);
    fitRows();
}

void TableView::fitRows() {
    m_rowsFitted = 0;
    m_fitRows.stop();
    if (m_wraps && m_model != nullptr) fitNextRows();
}

/// As many as one turn of the event loop has time for.
void TableView::fitNextRows() {
    constexpr int kAtOnce = 40;
    const QList<int> columns = shownColumns();
    const int rows = m_filter->rowCount();
    for (const int end = std::min(rows, m_rowsFitted + kAtOnce); m_rowsFitted < end; ++m_rowsFitted) {
        int height = 0;
        for (const int column : columns)
            height = std::max(height, RowDelegate::heightOf(m_filter->index(m_rowsFitted, column), columnWidth(column)));
        verticalHeader()->resizeSection(m_rowsFitted, height);
    }
    if (m_rowsFitted < rows) m_fitRows.start();
    emit rowsFitted();
}

void TableView::showColumn(int column, bool on) {
    m_shown[static_cast<std::size_t>(column)] = on;
    fitColumns();
    keepLayout();
    if (on) emit columnShown(column);
}

void TableView::setUsualWidth(int column, int width) {
    const auto c = static_cast<std::size_t>(column);
    m_usual[c] = width;
    if (m_fixed[c] >= 0) return;
    const QScopedValueRollback usual(m_fitting, true);
    setColumnWidth(column, width);
}

/// What the person chose, else what is usual; −1: neither.
std::vector<int> TableView::givenWidths() const {
    std::vector<int> widths = m_fixed;
    for (std::size_t c = 0; c < widths.size(); ++c)
        if (widths[c] < 0) widths[c] = m_usual[c];
    return widths;
}

void TableView::sortForNow(int column, Qt::SortOrder order) {
    const QScopedValueRollback now(m_fitting, true);
    sortByColumn(column, order);
}

void TableView::setSaysLittle(int column, bool on) {
    m_saysLittle[static_cast<std::size_t>(column)] = on;
    fitColumns();
}

QList<int> TableView::shownColumns() const {
    QList<int> columns;
    for (int visual = 0; visual < m_filter->columnCount(); ++visual)
        if (const int column = horizontalHeader()->logicalIndex(visual); !isColumnHidden(column)) columns.append(column);
    return columns;
}

int TableView::heightFor(int rows) const {
    const QScrollBar* across = horizontalScrollBar();
    int height = 0;
    for (int row = 0; row < std::min(rows, m_filter->rowCount()); ++row) height += verticalHeader()->sectionSize(row);
    return (across->maximum() > 0 ? across->sizeHint().height() : 0) + horizontalHeader()->sizeHint().height() + height +
           2 * frameWidth() + 2;
}

void TableView::setMostRows(int rows) {
    m_mostRows = rows;
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    updateGeometry();
}

QSize TableView::sizeHint() const {
    const QSize usual = QTableView::sizeHint();
    return m_mostRows > 0 ? QSize(usual.width(), heightFor(m_mostRows)) : usual;
}

QSize TableView::minimumSizeHint() const {
    const QSize usual = QTableView::minimumSizeHint();
    return m_mostRows > 0 ? QSize(usual.width(), heightFor(m_mostRows)) : usual;
}

void TableView::measure() {
    m_needs = columnNeeds(*m_model, horizontalHeader()->fontMetrics(), horizontalHeader()->sortIndicatorSection());
    fitColumns();
}

std::vector<bool> TableView::hiddenColumns(int room, std::vector<std::size_t>& missing) const {
    const std::vector<int> given = givenWidths();
    std::vector<bool> hidden;
    std::vector<std::pair<int, std::size_t>> goes;
    int least = 0, names = 0;
    for (std::size_t c = 0; c < m_needs.size(); ++c) {
        const Column& column = m_model->columns()[c];
        hidden.push_back(m_shown[c] ? !*m_shown[c] : m_needs[c].empty || m_saysLittle[c] || column.goes == kOnDemand);
        if (hidden[c]) continue;
        const bool name = given[c] < 0 && m_needs[c].least < m_needs[c].natural;
        least += given[c] >= 0 ? given[c] : name ? wantedOfName(m_needs[c], names++) : m_needs[c].least;
        if (column.goes > 0 && !m_shown[c]) goes.emplace_back(column.goes, c);
    }
    std::ranges::sort(goes);
    int going = 0;
    for (const auto& [order, c] : goes) {
        if (order != going && least <= room) break;
        if (going == 0 && m_tellsMissing) room -= m_more->room();  // something goes
        going = order;
        least -= given[c] >= 0 ? given[c] : m_needs[c].least;
        missing.push_back(c);
    }
    if (!m_tellsMissing || !m_more->showsAll())
        for (const std::size_t c : missing) hidden[c] = true;
    return hidden;
}

void TableView::tellMissing(const std::vector<std::size_t>& missing) {
    constexpr int kLookedAt = 1000;  // rows
    QStringList titles;
    Mark worst = Mark::None;
    for (std::size_t c = 0; c < m_needs.size(); ++c) {
        if (std::ranges::find(missing, c) == missing.end()) continue;
        const int column = static_cast<int>(c);
        titles.append(m_model->titleOf(column));
        for (int row = 0; row < std::min(m_model->rows(), kLookedAt); ++row) worst = worse(worst, m_model->cell(row, column).mark);
    }
    m_more->setMissing(titles, worst);
}

int TableView::leastWidth() const {
    std::vector<std::size_t> missing;
    const std::vector<bool> hidden = hiddenColumns(std::numeric_limits<int>::max(), missing);
    const std::vector<int> given = givenWidths();
    int least = 2 * frameWidth() + verticalScrollBar()->sizeHint().width();
    for (std::size_t c = 0; c < m_needs.size(); ++c)
        if (!hidden[c]) least += given[c] >= 0 ? given[c] : m_needs[c].least;
    return least;
}

void TableView::fitColumns() {
    if (m_model == nullptr || m_needs.empty()) return;
    const bool fitted = m_fitting;
    m_fitting = true;
    std::vector<std::size_t> missing;
    const std::vector<bool> hidden = hiddenColumns(viewport()->width(), missing);
    const bool told = m_tellsMissing && !missing.empty();
    for (std::size_t c = 0; c < hidden.size(); ++c) setColumnHidden(static_cast<int>(c), hidden[c]);
    const std::vector<int> widths =
        columnWidths(m_needs, hidden, givenWidths(), viewport()->width() - (told && !m_more->showsAll() ? m_more->room() : 0));
    for (std::size_t c = 0; c < widths.size(); ++c)
        if (!hidden[c]) setColumnWidth(static_cast<int>(c), widths[c]);
    // All columns: the last title has room when the table is scrolled to its end. Else rows go on below the button.
    if (const int last = told ? shownColumns().last() : -1;
        told && (m_more->showsAll() || !m_model->columns()[static_cast<std::size_t>(last)].isNumber()))
        setColumnWidth(last, columnWidth(last) + m_more->room());
    m_fitting = fitted;
    m_tellsMissing ? tellMissing(missing) : m_more->setMissing({}, Mark::None);
    fitRows();
}

void TableView::widen(int column, int width) {
    const auto c = static_cast<std::size_t>(column);
    if (c >= m_needs.size() || m_fixed[c] >= 0 || m_usual[c] >= 0 || m_needs[c].natural >= width) return;
    m_needs[c].natural = m_needs[c].least = width;
    fitColumns();
}

void TableView::headerMenu(QPoint position) {
    QMenu* menu = makeMenu(this);
    const int column = horizontalHeader()->logicalIndexAt(position);
    menu->addAction(tr("Sort ascending"), this, [this, column] { sortByColumn(column, Qt::AscendingOrder); });
    menu->addAction(tr("Sort descending"), this, [this, column] { sortByColumn(column, Qt::DescendingOrder); });
    menu->addAction(tr("Do not sort"), this, [this] { sortByColumn(-1, Qt::AscendingOrder); });
    menu->addAction(tr("Fit columns"), this, [this] {
        std::ranges::fill(m_fixed, -1);
        fitColumns();
        keepLayout();
    });
    menu->addSeparator();
    for (int c = 0; c < m_filter->columnCount(); ++c) {
        QAction* action = menu->addAction(shownTitle(m_model->columns()[static_cast<std::size_t>(c)]));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(c));
        connect(action, &QAction::toggled, this, [this, c](bool on) { showColumn(c, on); });
    }
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

void TableView::keepLayout() {
    if (m_fitting || m_keptAs.isEmpty()) return;
    QVariantMap widths, shown;
    QStringList order;
    for (std::size_t c = 0; c < m_fixed.size(); ++c) {
        const QString name = nameOf(m_model->columns()[c]);
        if (m_fixed[c] >= 0) widths[name] = m_fixed[c];
        if (m_shown[c]) shown[name] = *m_shown[c];
    }
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
        order.append(nameOf(m_model->columns()[static_cast<std::size_t>(horizontalHeader()->logicalIndex(visual))]));
    const auto [sorted, direction] = m_sort;
    QSettings settings;
    settings.beginGroup(QStringLiteral("tables/") + m_keptAs);
    settings.setValue(QStringLiteral("widths"), widths);
    settings.setValue(QStringLiteral("shown"), shown);
    settings.setValue(QStringLiteral("order"), order);
    settings.setValue(QStringLiteral("sort"), sorted < 0 || sorted >= m_filter->columnCount()
                                                  ? QString()
                                                  : nameOf(m_model->columns()[static_cast<std::size_t>(sorted)]));
    settings.setValue(QStringLiteral("descending"), direction == Qt::DescendingOrder);
}

/// From the left on, each column that the settings name to the place of its name; columns that they do not know stay behind.
void TableView::restoreOrder(const QStringList& order) {
    int place = 0;
    for (const QString& title : order)
        for (int column = 0; column < m_filter->columnCount(); ++column) {
            const int visual = horizontalHeader()->visualIndex(column);
            if (visual < place || nameOf(m_model->columns()[static_cast<std::size_t>(column)]) != title) continue;
            horizontalHeader()->moveSection(visual, place++);
            break;
        }
}

void TableView::restoreLayout() {
    if (m_keptAs.isEmpty()) return;
    QSettings settings;
    settings.beginGroup(QStringLiteral("tables/") + m_keptAs);
    const QVariantMap widths = settings.value(QStringLiteral("widths")).toMap(),
                      shown = settings.value(QStringLiteral("shown")).toMap();
    const QStringList order = settings.value(QStringLiteral("order")).toStringList();
    const QString sorted = settings.value(QStringLiteral("sort")).toString();
    restoreOrder(order);
    for (std::size_t c = 0; c < m_fixed.size(); ++c) {
        const QString name = nameOf(m_model->columns()[c]);
        const int column = static_cast<int>(c);
        m_fixed[c] = widths.value(name, -1).toInt();
        if (shown.contains(name)) m_shown[c] = shown.value(name).toBool();
        if (!sorted.isEmpty() && name == sorted)
            m_sort = {column, settings.value(QStringLiteral("descending")).toBool() ? Qt::DescendingOrder : Qt::AscendingOrder};
    }
}

void TableView::forgetLayout() {
    if (m_model == nullptr) return;
    m_fitting = true;
    std::ranges::fill(m_fixed, -1);
    std::ranges::fill(m_shown, std::nullopt);
    for (int column = 0; column < m_filter->columnCount(); ++column)
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), column);
    m_sort = {-1, Qt::AscendingOrder};
    sortAsChosen();
    m_fitting = false;
    fitColumns();
    if (!m_keptAs.isEmpty()) QSettings().remove(QStringLiteral("tables/") + m_keptAs);
}

}  // namespace etscope::ui
