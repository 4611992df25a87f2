#include "models/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMetaMethod>
#include <QScrollBar>
#include <QSettings>
#include <algorithm>
#include <numeric>

#include "look/menu.h"
#include "look/picture_file.h"
#include "look/tokens.h"
#include "look/wrong_terms.h"
#include "models/no_match.h"
#include "models/row_delegate.h"

namespace etscope::ui {
namespace {

bool isBad(Mark mark) {
    return mark == Mark::Differ || mark == Mark::Error || mark == Mark::Warning || mark == Mark::Unreadable ||
           mark == Mark::Ambiguous;
}

/// What settings name a column by, in every language.
QString nameOf(const Column& column) { return QString::fromUtf8(column.title); }

}  // namespace

TableView::TableView(QWidget* parent) : QTableView(parent), m_filter(new TableFilter(this)) {
    m_delegate = new RowDelegate(this);
    setItemDelegate(m_delegate);
    connect(m_delegate, &RowDelegate::needsWidth, this, &TableView::widen, Qt::QueuedConnection);
    setShowGrid(false);
    setWordWrap(false);
    setMouseTracking(true);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setSortingEnabled(true);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setRowLines(1);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(1);  // column_widths says how narrow; the style's would widen marks beyond the room
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &TableView::headerMenu);
    connect(horizontalHeader(), &QHeaderView::sectionMoved, this, &TableView::keepLayout);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &TableView::keepLayout);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (m_fitting || width == 0) return;
        m_fixed[static_cast<std::size_t>(column)] = width;
        keepLayout();
    });
    connect(this, &QTableView::doubleClicked, this, &TableView::openRow);
    // A row that stands for what is selected elsewhere is current already: a click means the row itself.
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (const auto address = index.data(AddressRole).value<Address>(); address.valid()) emit rowSelected(address);
    });
}

void TableView::setRelated(const QSet<Address>& related) {
    m_delegate->setRelated(related);
    viewport()->update();
}

void TableView::setTable(TableModel* model, const QString& keptAs) {
    m_model = model;
    m_keptAs = keptAs;
    const std::size_t columns = model->columns().size();
    m_fixed.assign(columns, -1);
    m_shown.assign(columns, std::nullopt);
    m_saysLittle.assign(columns, false);
    m_filter->setTable(model);
    m_fitting = true;
    setModel(m_filter);
    sortByColumn(-1, Qt::AscendingOrder);
    restoreLayout();
    m_fitting = false;
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (!m_quiet && current.isValid()) emit rowSelected(current.data(AddressRole).value<Address>());
    });
    connect(m_filter, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_seek.cancel();
        m_current = m_filter->tableRow(currentIndex().row());
    });
    connect(m_filter, &TableFilter::arranged, this, [this] {
        m_quiet = true;
        if (const int shown = m_filter->shownRow(m_current); shown >= 0) goTo(shown);
        m_quiet = false;
    });
    connect(model, &QAbstractItemModel::modelReset, this, &TableView::measure);
    measure();
}

void TableView::setRowLines(int lines) {
    verticalHeader()->setDefaultSectionSize(QFontMetrics(bodyFont()).height() * lines + 6 + lines);
}

void TableView::showColumn(int column, bool on) {
    m_shown[static_cast<std::size_t>(column)] = on;
    fitColumns();
    keepLayout();
    if (on) emit columnShown(column);
}

void TableView::setSaysLittle(int column, bool on) {
    m_saysLittle[static_cast<std::size_t>(column)] = on;
    fitColumns();
}

void TableView::goTo(int shownRow) {
    const QModelIndex index = m_filter->index(shownRow, 0);
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
}

void TableView::selectAddress(const Address& address) {
    m_quiet = true;
    clearSelection();
    const int row = address.valid() ? m_model->rowOf(address) : -1;
    m_filter->uncover(row);
    if (const int shown = m_filter->shownRow(row); shown >= 0) goTo(shown);
    m_quiet = false;
}

/// A row of the table: what it stands under is unfolded; of large tables in a job.
void TableView::uncoverAndGo(int row) {
    m_filter->uncover(row);
    if (const int shown = m_filter->shownRow(row); shown >= 0) return goTo(shown);
    const auto go = [this, row] {
        if (const int shown = m_filter->shownRow(row); shown >= 0) goTo(shown);
    };
    connect(m_filter, &TableFilter::arranged, this, go, Qt::SingleShotConnection);
}

/// Also to what is folded.
bool TableView::goToNext(bool forward, bool here, Wanted wanted) {
    std::vector<int> rows = m_filter->reachableRows();
    const auto at = std::ranges::find(rows, m_filter->tableRow(currentIndex().row()));
    const int count = static_cast<int>(rows.size()), current = at == rows.end() ? -1 : static_cast<int>(at - rows.begin());
    const int step = forward ? 1 : -1, start = current < 0 ? (forward ? 0 : count - 1) : here ? current : current + step;
    auto seek = [count, step, start, rows = std::move(rows), wanted = std::move(wanted)](const CellReader& cell,
                                                                                         const JobContext& job) -> Result<int> {
        constexpr int kBetweenPolls = 1024;
        const auto isWanted = wanted(cell, job);
        for (int i = 0; i < count; ++i) {
            if (i % kBetweenPolls == 0 && job.cancelled()) return cancelledFailure();
            const int row = rows[static_cast<std::size_t>(((start + std::int64_t{i} * step) % count + count) % count)];
            if (isWanted(row)) return row;
        }
        return -1;
    };
    m_seek.cancel();
    const CellReader shared = count > TableFilter::kAtOnce ? m_model->sharedReader() : CellReader();
    if (!shared) {
        const int hit = *seek([this](int row, int column) { return m_model->cell(row, column); }, {});
        if (hit >= 0) uncoverAndGo(hit);
        return hit >= 0;
    }
    m_seek.start(
        tr("Searching the table"), [seek = std::move(seek), shared](const JobContext& job) { return seek(shared, job); },
        [this](Result<int> row) {
            const bool found = row && *row >= 0;
            if (found) uncoverAndGo(*row);
            emit searched(found);
        });
    return true;
}

bool TableView::find(const QString& words, bool forward, bool here) {
    const TableQuery asked(words, m_model->columns());
    if (asked.empty() || !asked.wrong().empty()) return false;
    return goToNext(forward, here, [asked, rows = m_model->rows()](const CellReader& cell, const JobContext& job) {
        TableQuery resolved = asked;
        resolved.resolve(cell, rows, job);
        return [resolved, cell](int row) { return resolved.holds(cell, row); };
    });
}

bool TableView::nextBad(bool forward) {
    return goToNext(forward, false, [columns = m_model->columnCount()](const CellReader& cell, const JobContext&) {
        return [columns, cell](int row) {
            for (int column = 0; column < columns; ++column)
                if (isBad(cell(row, column).mark)) return true;
            return false;
        };
    });
}

QList<int> TableView::shownColumns() const {
    QList<int> columns;
    for (int visual = 0; visual < m_filter->columnCount(); ++visual)
        if (const int column = horizontalHeader()->logicalIndex(visual); !isColumnHidden(column)) columns.append(column);
    return columns;
}

std::function<QString()> TableView::textOf(TableFormat format, std::vector<int> rows) const {
    const QList<int> columns = shownColumns();
    QStringList titles;
    for (const int column : columns) titles.append(copiedTitle(m_model->columns()[static_cast<std::size_t>(column)]));
    CellReader cell = m_model->sharedReader();
    if (!cell) cell = [model = m_model](int row, int column) { return model->cell(row, column); };
    return [format, columns, titles, rows = std::move(rows), cell = std::move(cell)] {
        return tableText(format, titles, static_cast<int>(rows.size()), [&](int row, int column) {
            return copiedText(cell(rows[static_cast<std::size_t>(row)], columns[column]));
        });
    };
}

std::vector<int> TableView::copiedRows() const {
    std::vector<int> rows;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        for (int shown = range.top(); shown <= range.bottom(); ++shown) rows.push_back(shown);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    for (int& row : rows) row = m_filter->tableRow(row);
    return rows.empty() ? m_filter->rows() : rows;
}

void TableView::copy(TableFormat format) {
    std::vector<int> rows = copiedRows();
    const bool large = rows.size() > TableFilter::kAtOnce && m_model->sharedReader();
    auto make = textOf(format, std::move(rows));
    if (!large) return QApplication::clipboard()->setText(make());
    m_copy.start(
        tr("Copying rows"), [make = std::move(make)](const JobContext&) -> Result<QString> { return make(); },
        [](Result<QString> made) {
            if (made) QApplication::clipboard()->setText(*made);
        });
}

void TableView::writeWhole(const QString& path, TableFormat format, std::function<void(Result<void>)> done) {
    auto make = textOf(format, m_filter->rows());
    // What only the window's thread can read is small.
    if (!m_model->sharedReader()) make = [content = make()] { return content; };
    m_write.start(
        tr("Writing %1").arg(QFileInfo(path).fileName()),
        [path, make = std::move(make)](const JobContext& job) -> Result<bool> {
            const auto written = writeThroughDevice(path, job, [&](QIODevice& device) -> Result<void> {
                device.write(make().toUtf8());
                return {};
            });
            if (!written) return written.failure();
            return true;
        },
        [done = std::move(done)](Result<bool> written) { done(written ? Result<void>() : Result<void>(written.failure())); });
}

void TableView::save() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Save this table"), objectName() + QStringLiteral(".csv"),
                                                      tr("Tables (*.csv *.tsv *.json *.md)"));
    if (path.isEmpty()) return;
    const auto tell = [this](const Result<void>& written) {
        if (!written) QMessageBox::warning(this, tr("Save this table"), QString::fromStdString(written.error().message));
    };
    const auto format = tableFormat(suffixOf(path));
    if (!format) return tell(suffixUnsupported(path, tr(".csv, .tsv, .json or .md")));
    writeWhole(path, *format, tell);
}

int TableView::heightFor(int rows) const {
    const QScrollBar* across = horizontalScrollBar();
    return (across->maximum() > 0 ? across->sizeHint().height() : 0) + horizontalHeader()->sizeHint().height() +
           verticalHeader()->defaultSectionSize() * std::min(rows, m_filter->rowCount()) + 2 * frameWidth() + 2;
}

QSize TableView::wholeSize() const {
    return {horizontalHeader()->length(),
            horizontalHeader()->height() + verticalHeader()->defaultSectionSize() * m_filter->rowCount()};
}

void TableView::paintWhole(QPainter& painter) const {
    const int top = horizontalHeader()->height(), height = verticalHeader()->defaultSectionSize();
    int x = 0;
    for (const int column : shownColumns()) {
        const int width = columnWidth(column);
        QStyleOptionHeader head;
        head.initFrom(horizontalHeader());
        head.rect = QRect(x, 0, width, top);
        head.section = column;
        head.text = shownTitle(m_model->columns()[static_cast<std::size_t>(column)]);
        head.textAlignment = m_model->columns()[static_cast<std::size_t>(column)].alignment | Qt::AlignVCenter;
        style()->drawControl(QStyle::CE_Header, &head, &painter, horizontalHeader());
        for (int row = 0; row < m_filter->rowCount(); ++row) {
            QStyleOptionViewItem cell;
            cell.initFrom(this);
            cell.state = QStyle::State_Enabled;
            cell.rect = QRect(x, top + row * height, width, height);
            itemDelegate()->paint(&painter, cell, m_filter->index(row, column));
        }
        x += width;
    }
}

/// A view without a current row makes the first one current when keys come to it: nobody selected that.
void TableView::focusInEvent(QFocusEvent* event) {
    m_quiet = true;
    QTableView::focusInEvent(event);
    m_quiet = false;
}

void TableView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copy(TableFormat::Tsv);
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        openRow(currentIndex());
        return;
    }
    const bool plain = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
    if (m_filter->isTree() && plain && foldByKey(event->key())) return;
    QTableView::keyPressEvent(event);
}

/// Left folds a row, or goes to the one around it; * and / do it with all.
bool TableView::foldByKey(int key) {
    if (key == Qt::Key_Asterisk || key == Qt::Key_Slash) return m_filter->setAllOpen(key == Qt::Key_Asterisk), true;
    const int row = m_filter->tableRow(currentIndex().row());
    if (row < 0 || (key != Qt::Key_Left && key != Qt::Key_Right)) return false;
    const QVariant open = currentIndex().data(FoldRole);
    if (open.isValid() && (open.toInt() != 0) == (key == Qt::Key_Left))
        m_filter->setOpen(row, key == Qt::Key_Right);
    else if (const int around = m_filter->shownRow(m_filter->parentOf(row)); key == Qt::Key_Left && around >= 0)
        goTo(around);
    return true;
}

/// The sign before a row folds it; it is not chosen by that.
void TableView::mousePressEvent(QMouseEvent* event) {
    const QModelIndex index = indexAt(event->pos()).siblingAtColumn(0);
    const QVariant open = index.data(FoldRole);
    if (event->button() == Qt::LeftButton && open.isValid()) {
        const QRect sign = foldArea(visualRect(index), index.data(DepthRole).toInt());
        if (event->pos().x() < sign.right() + 4 && event->pos().x() >= visualRect(index).left())
            return m_filter->setOpen(m_filter->tableRow(index.row()), open.toInt() == 0);
    }
    QTableView::mousePressEvent(event);
}

QList<FileInside> TableView::filesInside(const QModelIndex& index) const {
    return m_model->filesInside(m_filter->tableRow(index.row()));
}

void TableView::openRow(const QModelIndex& index) {
    const auto address = index.data(AddressRole).value<Address>();
    const QList<FileInside> inside = filesInside(index);
    if (inside.size() == 1 && address.kind != Address::Kind::Stage) return emit fileRequested(inside.front().path);
    emit rowOpened(address);
}

/// The rows may be others by the time that something is chosen.
void TableView::addRowActions(QMenu& menu, const QModelIndex& index) {
    const auto address = index.data(AddressRole).value<Address>();
    if (address.valid()) menu.addAction(tr("Open"), this, [this, address] { emit rowOpened(address); });
    const QList<FileInside> inside = filesInside(index);
    QMenu* files = inside.size() > 1 ? menu.addMenu(tr("Open the file inside")) : &menu;
    for (const FileInside& file : inside)
        files->addAction(inside.size() > 1 ? file.title : tr("Open the file inside"), this,
                         [this, path = file.path] { emit fileRequested(path); });
    for (const RowLink& link : m_model->links(m_filter->tableRow(index.row())))
        menu.addAction(link.title, this, [this, target = link.link] { emit linkRequested(target); });
    if (address.valid())
        menu.addAction(tr("Copy address"), this, [address] { QApplication::clipboard()->setText(address.text()); });
    const QString value = copiedText(m_model->cell(m_filter->tableRow(index.row()), index.column()));
    menu.addAction(tr("Copy cell"), this, [value] { QApplication::clipboard()->setText(value); });
    menu.addSeparator();
    if (!isSignalConnected(QMetaMethod::fromSignal(&TableView::filterChosen))) return;  // no filter line shows it
    const QString key = columnKey(m_model->columns()[static_cast<std::size_t>(index.column())]);
    const QString words = m_model->cell(m_filter->tableRow(index.row()), index.column()).text;
    const QString query = key + QStringLiteral(":\"%1\"").arg(QString(words).remove(u'"'));
    const bool askable = !words.isEmpty() && !words.contains(u'"') && TableQuery(query, m_model->columns()).wrong().empty();
    menu.addAction(tr("Filter on this value"), this, [this, query] { emit filterChosen(query); })->setEnabled(askable);
    menu.addSeparator();
}

void TableView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu* menu = makeMenu(this);
    if (const QModelIndex index = indexAt(event->pos()); index.isValid()) addRowActions(*menu, index);
    QMenu* copies = menu->addMenu(tr("Copy as"));
    for (const auto& [title, format] : {std::pair{tr("TSV"), TableFormat::Tsv}, std::pair{tr("CSV"), TableFormat::Csv},
                                        std::pair{tr("Markdown"), TableFormat::Markdown}, std::pair{tr("JSON"), TableFormat::Json}})
        copies->addAction(title, this, [this, format = format] { copy(format); });
    menu->addAction(tr("Save table as…"), this, &TableView::save);
    if (m_filter->isTree()) {
        menu->addSeparator();
        menu->addAction(tr("Unfold all rows\t*"), this, [this] { m_filter->setAllOpen(true); });
        menu->addAction(tr("Fold all rows\t/"), this, [this] { m_filter->setAllOpen(false); });
    }
    menu->popup(event->globalPos());
}

void TableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

void TableView::measure() {
    m_needs = columnNeeds(*m_model, horizontalHeader()->fontMetrics());
    fitColumns();
}

void TableView::fitColumns() {
    if (m_model == nullptr || m_needs.empty()) return;
    const bool fitted = m_fitting;
    m_fitting = true;
    std::vector<bool> hidden;
    for (std::size_t c = 0; c < m_needs.size(); ++c) {
        hidden.push_back(m_shown[c] ? !*m_shown[c] : m_needs[c].empty || m_saysLittle[c] || m_model->columns()[c].hidden);
        setColumnHidden(static_cast<int>(c), hidden[c]);
    }
    const std::vector<int> widths = columnWidths(m_needs, hidden, m_fixed, viewport()->width());
    for (std::size_t c = 0; c < widths.size(); ++c)
        if (!hidden[c]) setColumnWidth(static_cast<int>(c), widths[c]);
    m_fitting = fitted;
}

void TableView::widen(int column, int width) {
    const auto c = static_cast<std::size_t>(column);
    if (c >= m_needs.size() || m_fixed[c] >= 0 || m_needs[c].natural >= width) return;
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
    const int sorted = horizontalHeader()->sortIndicatorSection();
    QSettings settings;
    settings.beginGroup(QStringLiteral("tables/") + m_keptAs);
    settings.setValue(QStringLiteral("widths"), widths);
    settings.setValue(QStringLiteral("shown"), shown);
    settings.setValue(QStringLiteral("order"), order);
    settings.setValue(QStringLiteral("sort"), sorted < 0 || sorted >= m_filter->columnCount()
                                                  ? QString()
                                                  : nameOf(m_model->columns()[static_cast<std::size_t>(sorted)]));
    settings.setValue(QStringLiteral("descending"), horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder);
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
            sortByColumn(column, settings.value(QStringLiteral("descending")).toBool() ? Qt::DescendingOrder : Qt::AscendingOrder);
    }
}

QLineEdit* makeFilterLine(TableView* view, const QString& placeholder, QWidget* parent) {
    auto* line = new QLineEdit(parent);
    line->setPlaceholderText(placeholder);
    line->setClearButtonEnabled(true);
    line->setObjectName(QStringLiteral("filter"));
    line->setAccessibleName(QObject::tr("Filter"));
    QObject::connect(line, &QLineEdit::textChanged, view, [view, line](const QString& query) {
        view->filter()->setQuery(query);
        underlineWrong(line, view->filter()->wrongTerms());
    });
    QObject::connect(view, &TableView::filterChosen, line, &QLineEdit::setText);
    new NoMatch(view, line);
    return line;
}

}  // namespace etscope::ui
