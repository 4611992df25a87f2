#include "charts/element_grid.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <algorithm>
#include <utility>

#include "look/flow_layout.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/tolerance_line.h"
#include "tensor/views.h"

namespace etscope::ui {

ElementGrid::ElementGrid(QWidget* parent)
    : QWidget(parent),
      m_bar(new QWidget(this)),
      m_axes(new AxisBar(this)),
      m_view(new QTableView(this)),
      m_window(new QLabel(this)),
      m_message(new QLabel(this)),
      m_go(new QLineEdit(this)) {
    auto* column = makeColumn(this, {}, 4);
    auto* bar = new FlowLayout(6, m_bar);
    bar->setContentsMargins(8, 4, 8, 0);
    bar->addWidget(m_axes);
    m_message->setObjectName(QStringLiteral("elementMessage"));
    m_message->setTextFormat(Qt::PlainText);
    bar->addWidget(m_message);
    m_go->setObjectName(QStringLiteral("goToElement"));
    m_go->setPlaceholderText(tr("go to 0,3,1"));
    m_go->setMaximumWidth(px(130));
    m_go->setAccessibleName(tr("Go to index"));
    bar->addWidget(m_go);
    for (const auto& [title, forward] : {std::pair{tr("◂ NaN"), false}, std::pair{tr("NaN ▸"), true}}) {
        auto* button = new QPushButton(title, this);
        button->setObjectName(forward ? QStringLiteral("nextNonFinite") : QStringLiteral("previousNonFinite"));
        button->setToolTip(forward ? tr("Next NaN or Inf (N)") : tr("Previous NaN or Inf (Shift+N)"));
        connect(button, &QPushButton::clicked, this, [this, forward = forward] { nextNonFinite(forward); });
        bar->addWidget(button);
    }
    column->addWidget(m_bar);
    m_window->setObjectName(QStringLiteral("elementWindow"));
    m_window->setFont(smallFont());
    m_window->setForegroundRole(QPalette::PlaceholderText);
    m_window->setContentsMargins(10, 0, 8, 0);
    m_window->hide();
    column->addWidget(m_window);
    column->addWidget(m_view, 1);
    m_view->setModel(&m_model);
    m_view->setObjectName(QStringLiteral("elementGrid"));
    m_view->setAccessibleName(tr("Elements"));
    m_view->setShowGrid(false);
    m_view->horizontalHeader()->setDefaultSectionSize(QFontMetrics(codeFont()).horizontalAdvance(QStringLiteral("−0.000e−00")) +
                                                      14);
    m_view->verticalHeader()->setDefaultSectionSize(QFontMetrics(codeFont()).height() + 6);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    connect(m_axes, &AxisBar::changed, this, &ElementGrid::showPlane);
    connect(m_go, &QLineEdit::returnPressed, this, &ElementGrid::typedPlace);
    connect(m_go, &QLineEdit::textEdited, this, [this] { markProblem(m_go, {}); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &ElementGrid::tellMoved);
    for (const QScrollBar* scroll : {m_view->verticalScrollBar(), m_view->horizontalScrollBar()}) {
        connect(scroll, &QScrollBar::valueChanged, this, &ElementGrid::tellMoved);
        // Not while the view still scrolls to what a key made current.
        connect(scroll, &QScrollBar::valueChanged, this, &ElementGrid::moveWindow, Qt::QueuedConnection);
    }
    addKeys();
}

/// Shortcuts, as the view itself looks for rows by the letters that it is given.
void ElementGrid::addKeys() {
    const auto on = [this](QKeyCombination keys, auto run) {
        connect(new QShortcut(keys, m_view, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated, this, run);
    };
    on(Qt::Key_N, [this] { nextNonFinite(true); });
    on(Qt::SHIFT | Qt::Key_N, [this] { nextNonFinite(false); });
    on(Qt::Key_BracketLeft, [this] { m_axes->step(false); });
    on(Qt::Key_BracketRight, [this] { m_axes->step(true); });
    on(Qt::CTRL | Qt::Key_C, [this] { copy(); });
    on(Qt::Key_G, [this] {
        m_go->setFocus(Qt::ShortcutFocusReason);
        m_go->selectAll();
    });
    on(Qt::CTRL | Qt::Key_Left, [this] { toEdge(true, false); });
    on(Qt::CTRL | Qt::Key_Right, [this] { toEdge(true, true); });
    on(Qt::CTRL | Qt::Key_Up, [this] { toEdge(false, false); });
    on(Qt::CTRL | Qt::Key_Down, [this] { toEdge(false, true); });
}

void ElementGrid::copy() {
    constexpr qint64 kMost = 1'000'000;  // elements; what other programs take is less
    QList<QRect> parts;
    QRect all;
    for (const QItemSelectionRange& range : m_view->selectionModel()->selection()) {
        parts.append(QRect(range.left(), range.top(), range.width(), range.height()));
        all |= parts.last();
    }
    if (parts.isEmpty()) return;
    if (qint64{all.width()} * all.height() > kMost)
        return m_message->setText(tr("%1 elements are too many to copy: export the tensor")
                                      .arg(countText(static_cast<std::uint64_t>(qint64{all.width()} * all.height()))));
    m_copy.start(tr("Copying elements"), m_model.copyOf(parts), [this](Result<QString> made) {
        made ? QApplication::clipboard()->setText(*made) : m_message->setText(text(made.error().message));
    });
}

void ElementGrid::setTensor(const tensor::Tensor& tensor) {
    m_search.cancel();
    m_copy.cancel();
    m_tensor = tensor;
    m_axes->setShape(tensor.shape);
    m_message->setText(tensor.state == tensor::DataState::Dense ? QString() : text(tensor.note));
    markProblem(m_go, {});
    const bool dense = tensor.state == tensor::DataState::Dense;
    m_model.setTensor(dense ? m_tensor : std::nullopt, m_axes->plane());
    showWindow();
}

void ElementGrid::showPlane() {
    m_model.setPlane(m_axes->plane());
    showWindow();
    tellMoved();
}

/// Says which part of the plane the table has, when it is not all.
void ElementGrid::showWindow() {
    QStringList parts;
    const auto add = [&](const QString& words, std::int64_t first, int shown, std::int64_t size) {
        if (shown < size)
            parts.append(words.arg(countText(static_cast<std::uint64_t>(first)),
                                   countText(static_cast<std::uint64_t>(first + shown - 1)),
                                   countText(static_cast<std::uint64_t>(size))));
    };
    add(tr("rows %1 … %2 of %3"), m_model.origin().row, m_model.rowCount(), m_model.planeRows());
    add(tr("columns %1 … %2 of %3"), m_model.origin().column, m_model.columnCount(), m_model.planeColumns());
    m_window->setText(
        parts.isEmpty()
            ? QString()
            : tr("In the table: %1. Scroll on or go to an index for the others.").arg(parts.join(QStringLiteral(", "))));
    m_window->setVisible(!parts.isEmpty());
}

void ElementGrid::clear() {
    m_search.cancel();
    m_copy.cancel();
    m_tensor.reset();
    m_axes->setShape({});
    m_message->clear();
    markProblem(m_go, {});
    m_model.setTensor({}, {});
    showWindow();
}

void ElementGrid::setOther(const std::optional<tensor::Tensor>& other, const tensor::Tolerance& tolerance, Mark wrong) {
    m_model.setOther(other, tolerance, wrong);
}

void ElementGrid::setBarShown(bool shown, bool keepRoom) {
    QSizePolicy policy = m_bar->sizePolicy();
    policy.setRetainSizeWhenHidden(keepRoom);
    m_bar->setSizePolicy(policy);
    m_bar->setVisible(shown);
}

void ElementGrid::typedPlace() {
    std::vector<std::int64_t> place;
    for (const QString& part : m_go->text().split(QLatin1Char(','))) {
        bool ok = false;
        place.push_back(part.trimmed().toLongLong(&ok));
        if (!ok) return markProblem(m_go, tr("“%1” is no index: write one number per axis, such as 0,3,1").arg(part.trimmed()));
    }
    if (!m_tensor) return;
    if (const auto flat = tensor::flatIndex(m_tensor->shape, place); !flat) return markProblem(m_go, text(flat.error().message));
    goTo(place);
    m_view->setFocus(Qt::OtherFocusReason);
}

void ElementGrid::goTo(const std::vector<std::int64_t>& place) {
    if (!m_tensor) return;
    if (const auto flat = tensor::flatIndex(m_tensor->shape, place); !flat) {
        m_message->setText(text(flat.error().message));
        return;
    }
    m_axes->showPlace(place);
    m_model.bringIntoWindow(place);
    showWindow();
    const QModelIndex index = m_model.indexOf(place);
    if (!index.isValid()) return;
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

/// To the first or last element of the row or the column that the current element stands in.
void ElementGrid::toEdge(bool alongRow, bool last) {
    if (m_model.rowCount() == 0 || m_model.columnCount() == 0) return;
    const QModelIndex current = m_view->currentIndex();
    std::vector<std::int64_t> place = m_model.place(current.isValid() ? current : m_model.index(0, 0));
    const auto& axis = alongRow ? m_model.plane().columnAxis : m_model.plane().rowAxis;
    if (!axis) return;
    place[*axis] = last ? m_tensor->shape[*axis] - 1 : 0;
    goTo(place);
}

/// At its ends the window moves on by half of itself; what is in view stays where it is.
void ElementGrid::moveWindow() {
    const auto step = [](const QScrollBar* bar, std::int64_t first, int shown, std::int64_t size) -> std::int64_t {
        if (shown >= size || bar->maximum() == 0) return 0;
        if (bar->value() == bar->maximum()) return std::min<std::int64_t>(shown / 2, size - shown - first);
        return bar->value() == 0 ? -std::min<std::int64_t>(shown / 2, first) : 0;
    };
    const ElementModel::Origin from = m_model.origin();
    const auto rows = step(m_view->verticalScrollBar(), from.row, m_model.rowCount(), m_model.planeRows()),
               columns = step(m_view->horizontalScrollBar(), from.column, m_model.columnCount(), m_model.planeColumns());
    if (rows == 0 && columns == 0) return;
    const QModelIndex current = m_view->currentIndex();
    const auto place = current.isValid() ? m_model.place(current) : std::vector<std::int64_t>{};
    m_model.setOrigin({from.row + rows, from.column + columns});
    if (current.isValid()) m_view->setCurrentIndex(m_model.indexOf(place));
    m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->value() - static_cast<int>(rows));
    m_view->horizontalScrollBar()->setValue(m_view->horizontalScrollBar()->value() - static_cast<int>(columns));
    showWindow();
    tellMoved();
}

void ElementGrid::tellMoved() {
    if (!m_following) emit moved();
}

void ElementGrid::couple(ElementGrid* a, ElementGrid* b) {
    for (const auto& [leader, other] : {std::pair{a, b}, std::pair{b, a}})
        connect(leader, &ElementGrid::moved, other, [leader = leader, other = other] { other->follow(*leader); });
}

void ElementGrid::follow(const ElementGrid& leader) {
    if (!m_tensor || !leader.m_tensor || m_tensor->shape != leader.m_tensor->shape) return;
    m_following = true;
    m_axes->setPlane(leader.m_axes->plane());
    m_model.setOrigin(leader.m_model.origin());
    showWindow();
    const QModelIndex current = leader.m_view->currentIndex();
    if (current.isValid())
        m_view->selectionModel()->setCurrentIndex(m_model.index(current.row(), current.column()),
                                                  QItemSelectionModel::ClearAndSelect);
    m_view->verticalScrollBar()->setValue(leader.m_view->verticalScrollBar()->value());
    m_view->horizontalScrollBar()->setValue(leader.m_view->horizontalScrollBar()->value());
    m_following = false;
}

void ElementGrid::nextNonFinite(bool forward) {
    if (!m_tensor) return;
    const QModelIndex current = m_view->currentIndex();
    const auto flat = current.isValid() ? tensor::flatIndex(m_tensor->shape, m_model.place(current)) : Result<std::uint64_t>(0U);
    const std::uint64_t from = flat ? *flat + (forward && current.isValid() ? 1 : 0) : 0;
    m_search.start(
        tr("Looking for NaN and Inf"),
        [tensor = *m_tensor, from, forward](const JobContext& job) {
            return forward ? tensor::nextNonFinite(tensor, from, job) : tensor::previousNonFinite(tensor, from, job);
        },
        [this](Result<std::optional<std::uint64_t>> found) {
            if (found && *found) {
                m_message->clear();
                goTo(tensor::multiIndex(m_tensor->shape, **found));
            } else {
                m_message->setText(found ? tr("no further NaN or Inf") : text(found.error().message));
            }
        });
}

}  // namespace etscope::ui
