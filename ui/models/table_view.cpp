#include "models/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMetaMethod>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStyleOptionHeader>
#include <algorithm>
#include <functional>

#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/wrong_terms.h"
#include "models/more_columns.h"
#include "models/row_delegate.h"

namespace etscope::ui {
namespace {

bool isBad(Mark mark) {
    return mark == Mark::Differ || mark == Mark::Error || mark == Mark::Warning || mark == Mark::Unreadable ||
           mark == Mark::Ambiguous;
}

/// What a table says in place of rows when its filter line leaves none, with a way back to all of them. Lies over the view's rows.
class NoMatch : public QWidget {
public:
    /// `line` is what filters them.
    NoMatch(TableView* view, QLineEdit* line) : QWidget(view), m_view(view) {
        setObjectName(QStringLiteral("noMatch"));
        auto* column = makeColumn(this, {12, 12, 12, 12}, 8);
        m_words = new TextLabel({}, Qt::PlainText, &Tokens::text2, this);
        column->addWidget(m_words);
        auto* clear = named("clearFilter", new QPushButton(TableView::tr("Clear the filter"), this));
        clear->setAutoDefault(true);  // Return, too
        column->addWidget(clear, 0, Qt::AlignLeft);
        column->addStretch();
        connect(clear, &QPushButton::clicked, line, [line] {
            line->clear();
            line->setFocus(Qt::OtherFocusReason);
        });
        connect(view->filter(), &QAbstractItemModel::modelReset, this, &NoMatch::follow);
        view->viewport()->installEventFilter(this);
        follow();
    }
    bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() == QEvent::Resize || event->type() == QEvent::Move) setGeometry(m_view->viewport()->geometry());
        return QWidget::eventFilter(object, event);
    }

private:
    void follow() {
        const TableFilter& filter = *m_view->filter();
        const bool none = filter.table() != nullptr && filter.table()->rows() > 0 && filter.rowCount() == 0;
        if (none) m_words->setWhole(TableView::tr("No row matches “%1”.").arg(filter.query()));
        setVisible(none);
        if (none) raise();
    }

    TableView* m_view;
    TextLabel* m_words;
};

/// The titles of a table. The sign of sorting stands in the margin at the right, in the accent, so that titles of numbers stay
/// above them; it points down where what is largest comes first.
class SortHeader : public QHeaderView {
public:
    explicit SortHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) { setSectionsClickable(true); }

protected:
    /// The style's own sign would lie on the titles.
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override {
        QHeaderView::initStyleOptionForIndex(option, section);
        option->sortIndicator = QStyleOptionHeader::None;
    }

    void paintSection(QPainter* painter, const QRect& area, int section) const override {
        painter->save();
        QHeaderView::paintSection(painter, area, section);
        painter->restore();  // what it leaves clips all
        if (!isSortIndicatorShown() || sortIndicatorSection() != section || area.width() <= 2 * kFromEnd) return;
        const QPointF middle(area.right() + 1 - kFromEnd, area.center().y() + 0.5);
        const double tip = sortIndicatorOrder() == Qt::DescendingOrder ? kHeight / 2 : -kHeight / 2;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(tokens().accent);
        painter->drawPolygon(QPolygonF{middle + QPointF(-kHalf, -tip), middle + QPointF(kHalf, -tip), middle + QPointF(0, tip)});
        painter->restore();
    }

private:
    /// Half the width of the sign, its height, and how far its middle is from the end of the section.
    static constexpr double kHalf = 3, kHeight = 4, kFromEnd = 5;
};

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
    setHorizontalHeader(new SortHeader(this));
    m_more = new MoreColumns(horizontalHeader());
    connect(m_more, &QToolButton::toggled, this, [this](bool all) {
        fitColumns();
        updateGeometries();  // how far it scrolls now
        horizontalScrollBar()->setValue(all ? horizontalScrollBar()->maximum() : 0);
    });
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
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        if (!m_fitting) m_sort = {column, order};
        keepLayout();
        if (m_model != nullptr) measure();
    });
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (m_fitting || width == 0) return;
        m_fixed[static_cast<std::size_t>(column)] = width;
        keepLayout();
    });
    m_fitRows.setSingleShot(true);
    m_fitRows.callOnTimeout(this, &TableView::fitNextRows);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        if (!m_arranging) m_kept.first = -1;
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
    m_usual.assign(columns, -1);
    m_shown.assign(columns, std::nullopt);
    m_saysLittle.assign(columns, false);
    m_filter->setTable(model);
    m_fitting = true;
    setModel(m_filter);
    m_sort = {-1, Qt::AscendingOrder};
    restoreLayout();
    sortAsChosen();
    m_fitting = false;
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (!m_quiet && current.isValid()) emit rowSelected(current.data(AddressRole).value<Address>());
    });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!m_quiet) m_kept = {};
    });
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &TableView::keepAddresses);
    connect(m_filter, &QAbstractItemModel::modelAboutToBeReset, this, &TableView::keep);
    connect(m_filter, &QAbstractItemModel::layoutAboutToBeChanged, this, &TableView::keep);
    connect(m_filter, &QAbstractItemModel::modelReset, this, &TableView::restore);
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &TableView::restoreScroll);
    connect(m_filter, &QAbstractItemModel::modelReset, this, &TableView::fitRows);
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &TableView::fitRows);
    connect(model, &QAbstractItemModel::modelReset, this, &TableView::measure);
    measure();
}

void TableView::goTo(int shownRow) {
    // The cell that was clicked stays the current one.
    const QModelIndex index = m_filter->index(shownRow, currentIndex().row() == shownRow ? currentIndex().column() : 0);
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
}

int TableView::scrollPlace(int shownRow) const {
    return verticalScrollMode() == ScrollPerPixel ? verticalHeader()->sectionPosition(shownRow) : shownRow;
}

void TableView::keep() {
    m_seek.cancel();
    m_arranging = true;
    if (m_replaced) return;  // the rows of the table are others already
    const auto isHidden = [this](int row) { return m_filter->shownRow(row) < 0; };
    std::erase_if(m_kept.selected, std::not_fn(isHidden));
    for (const QItemSelectionRange& range : selectionModel()->selection())
        for (int shown = range.top(); shown <= range.bottom(); ++shown) m_kept.selected.push_back(m_filter->tableRow(shown));
    if (const QModelIndex current = currentIndex(); current.isValid())
        m_kept.current = m_filter->tableRow(current.row()), m_kept.column = current.column();
    else if (!isHidden(m_kept.current))
        m_kept.current = -1;
    if (m_kept.first >= 0) return;
    const bool sees = currentIndex().isValid() && viewport()->rect().intersects(visualRect(currentIndex()));
    const int first = sees ? currentIndex().row() : verticalScrollBar()->value() > 0 ? rowAt(0) : -1;
    m_kept.first = m_filter->tableRow(first);
    if (m_kept.first >= 0) m_kept.below = scrollPlace(first) - verticalScrollBar()->value();
}

void TableView::keepAddresses() {
    keep();
    if (m_kept.selected.size() > TableFilter::kAtOnce) m_kept.selected.clear();
    m_replaced.emplace();
    for (const int row : m_kept.selected) m_replaced->insert(row, m_model->address(row));
    for (const int row : {m_kept.current, m_kept.first})
        if (row >= 0) m_replaced->insert(row, m_model->address(row));
}

void TableView::restore() {
    const bool scrolled = m_replaced && m_kept.first >= 0;
    if (m_replaced) {
        // Of several rows with one address it is that in the same place.
        const auto now = [this, before = *std::exchange(m_replaced, std::nullopt)](int row) {
            const Address address = before.value(row);
            if (!address.valid()) return -1;
            return row < m_model->rows() && m_model->address(row) == address ? row : m_model->rowOf(address);
        };
        for (int* row : {&m_kept.current, &m_kept.first}) *row = now(*row);
        for (int& row : m_kept.selected) row = now(row);
        std::erase(m_kept.selected, -1);
    }
    std::vector<int> rows;
    for (const int row : m_kept.selected)
        if (const int shown = m_filter->shownRow(row); shown >= 0) rows.push_back(shown);
    std::ranges::sort(rows);
    QItemSelection selection;
    for (std::size_t from = 0, end = 0; from < rows.size(); from = end) {
        for (end = from + 1; end < rows.size() && rows[end] == rows[end - 1] + 1; ++end) {
        }
        selection.append({m_filter->index(rows[from], 0), m_filter->index(rows[end - 1], m_filter->columnCount() - 1)});
    }
    {
        const QScopedValueRollback quiet(m_quiet, true);
        setAutoScroll(false);  // the person sees on what was seen
        if (const int shown = m_filter->shownRow(m_kept.current); shown >= 0)
            selectionModel()->setCurrentIndex(m_filter->index(shown, m_kept.column), QItemSelectionModel::NoUpdate);
        selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
        setAutoScroll(true);
    }
    restoreScroll();
    if (scrolled && m_kept.first < 0) verticalScrollBar()->setValue(0);  // what stood there is gone
}

void TableView::restoreScroll() {
    updateGeometries();  // how far it scrolls now
    if (const int shown = m_filter->shownRow(m_kept.first); shown >= 0)
        verticalScrollBar()->setValue(scrollPlace(shown) - m_kept.below);
    m_arranging = false;
}

void TableView::selectAddress(const Address& address) {
    const int row = address.valid() ? m_model->rowOf(address) : -1;
    const QScopedValueRollback quiet(m_quiet, true);
    m_filter->uncover(row);
    m_kept = {};
    if (const int shown = m_filter->shownRow(row); shown >= 0) {
        goTo(shown);
    } else if (row >= 0) {  // until a filter shows it
        selectionModel()->clear();
        m_kept.current = row;
        m_kept.selected = {row};
    } else {
        clearSelection();
    }
}

void TableView::startAt(int row) {
    const int shown = m_filter->shownRow(row);
    if (shown >= 0 && verticalScrollBar()->value() == 0) scrollTo(m_filter->index(shown, 0), PositionAtTop);
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
    if (const auto address = currentIndex().data(AddressRole).value<Address>();
        event->matches(QKeySequence::Delete) && isRemovable(address))
        return emit removeRequested(address);
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

/// The row stays where it is.
void TableView::setOpen(int shownRow, bool open) {
    m_kept.first = m_filter->tableRow(shownRow);
    m_kept.below = scrollPlace(shownRow) - verticalScrollBar()->value();
    m_filter->setOpen(m_kept.first, open);
}

/// The sign before a row folds it; it is not chosen by that.
void TableView::mousePressEvent(QMouseEvent* event) {
    const QModelIndex index = indexAt(event->pos()).siblingAtColumn(0);
    const QVariant open = index.data(FoldRole);
    if (event->button() == Qt::LeftButton && open.isValid()) {
        const QRect sign = foldArea(visualRect(index), index.data(DepthRole).toInt());
        if (event->pos().x() < sign.right() + 4 && event->pos().x() >= visualRect(index).left())
            return setOpen(index.row(), open.toInt() == 0);
    }
    QTableView::mousePressEvent(event);
}

QList<FileInside> TableView::filesInside(const QModelIndex& index) const {
    return m_model->filesInside(m_filter->tableRow(index.row()));
}

bool TableView::isRemovable(const Address& address) const {
    return address.kind == Address::Kind::File && isSignalConnected(QMetaMethod::fromSignal(&TableView::removeRequested));
}

void TableView::openRow(const QModelIndex& index) {
    const auto address = index.data(AddressRole).value<Address>();
    const QVariant open = index.siblingAtColumn(0).data(FoldRole);
    if (!address.valid() && open.isValid()) return setOpen(index.row(), open.toInt() == 0);
    const QList<FileInside> inside = filesInside(index);
    if (inside.size() == 1 && address.kind != Address::Kind::Stage) return emit fileRequested(inside.front().path);
    emit rowOpened(address);
}

/// The rows may be others by the time that something is chosen.
void TableView::addRowActions(QMenu& menu, const QModelIndex& index) {
    const auto address = index.data(AddressRole).value<Address>();
    if (address.valid() && isSignalConnected(QMetaMethod::fromSignal(&TableView::rowOpened)))
        menu.addAction(tr("Open"), this, [this, address] { emit rowOpened(address); });
    const QList<FileInside> inside = filesInside(index);
    QMenu* files = inside.size() > 1 ? menu.addMenu(tr("Open the file inside")) : &menu;
    for (const FileInside& file : inside)
        files->addAction(inside.size() > 1 ? file.title : tr("Open the file inside"), this,
                         [this, path = file.path] { emit fileRequested(path); });
    for (const RowLink& link : m_model->links(m_filter->tableRow(index.row())))
        menu.addAction(link.title, this, [this, target = link.link] { emit linkRequested(target); });
    if (isRemovable(address))
        menu.addAction(tr("Remove from the session\tDel"), this, [this, address] { emit removeRequested(address); });
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

QLineEdit* makeFilterLine(TableView* view, const QString& placeholder, QWidget* parent) {
    auto* line = named("filter", new QLineEdit(parent));
    line->setPlaceholderText(placeholder);
    line->setClearButtonEnabled(true);
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
