#include "pages/element_grid.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::ui {
namespace {

constexpr int kBlock = 64;
/// Rows and columns that a table view can address in pixels.
constexpr std::int64_t kMaxShown = 1'000'000;

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
    m_blockAt = {-1, -1};
    endResetModel();
}

std::int64_t ElementModel::size(const std::optional<std::size_t>& axis) const { return axis ? m_tensor->shape[*axis] : 1; }

int ElementModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_tensor ? 0 : static_cast<int>(std::min(size(m_plane.rowAxis), kMaxShown));
}

int ElementModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_tensor ? 0 : static_cast<int>(std::min(size(m_plane.columnAxis), kMaxShown));
}

std::vector<std::int64_t> ElementModel::place(const QModelIndex& index) const {
    std::vector<std::int64_t> place = m_plane.index;
    if (m_plane.rowAxis) place[*m_plane.rowAxis] = index.row();
    if (m_plane.columnAxis) place[*m_plane.columnAxis] = index.column();
    return place;
}

QModelIndex ElementModel::indexOf(const std::vector<std::int64_t>& place) const {
    const auto at = [&](const std::optional<std::size_t>& axis) { return axis ? static_cast<int>(place[*axis]) : 0; };
    return index(at(m_plane.rowAxis), at(m_plane.columnAxis));
}

/// The block of a row around the column, read through a view that starts there.
std::optional<tensor::Element> ElementModel::element(int row, int column) const {
    const int first = column / kBlock * kBlock;
    if (m_blockAt != std::pair(row, first)) {
        m_block.clear();
        m_blockAt = {row, first};
        tensor::Tensor view = *m_tensor;
        std::vector<std::int64_t> start = place(index(row, first));
        std::string slice;
        for (std::size_t axis = 0; axis < start.size(); ++axis) {
            const bool along = m_plane.columnAxis && *m_plane.columnAxis == axis;
            slice +=
                (axis > 0 ? "," : "") + std::to_string(start[axis]) + (along ? ":" + std::to_string(start[axis] + kBlock) : "");
        }
        auto part = tensor::slice(view, slice);
        auto reader = part ? tensor::ElementReader::open(*part) : Result<tensor::ElementReader>(part.failure());
        if (reader)
            if (auto elements = reader->elements(0, static_cast<std::size_t>(reader->count()))) m_block = std::move(*elements);
    }
    const auto at = static_cast<std::size_t>(column - first);
    return at < m_block.size() ? std::optional(m_block[at]) : std::nullopt;
}

QVariant ElementModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_tensor) return {};
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::FontRole) return codeFont();
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::BackgroundRole && role != Qt::AccessibleTextRole)
        return {};
    const auto value = element(index.row(), index.column());
    if (!value) return role == Qt::DisplayRole ? QVariant(QStringLiteral("?")) : QVariant();
    if (role == Qt::BackgroundRole) return nonFinite(*value) ? QVariant(tokens().incomparableBack) : QVariant();
    const QString exact = text(tensor::elementText(*value, m_tensor->type));
    if (role == Qt::ToolTipRole) return text(tensor::indexText(place(index))) + QStringLiteral("  ") + exact;
    const auto* real = std::get_if<double>(&*value);
    return real != nullptr && std::isfinite(*real) ? floatText(*real) : exact;
}

QVariant ElementModel::headerData(int section, Qt::Orientation, int role) const {
    if (role == Qt::DisplayRole) return section;
    return role == Qt::FontRole ? QVariant(codeFont()) : QVariant();
}

ElementGrid::ElementGrid(QWidget* parent)
    : QWidget(parent), m_axes(new AxisBar(this)), m_view(new QTableView(this)), m_message(new QLabel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 0);
    bar->addWidget(m_axes, 1);
    bar->addWidget(m_message);
    auto* goLine = new QLineEdit(this);
    goLine->setPlaceholderText(tr("go to 0,3,1"));
    goLine->setMaximumWidth(110);
    goLine->setAccessibleName(tr("Go to index"));
    bar->addWidget(goLine);
    for (const auto& [title, forward] : {std::pair{tr("◂ NaN/Inf"), false}, std::pair{tr("NaN/Inf ▸"), true}}) {
        auto* button = new QPushButton(title, this);
        button->setObjectName(forward ? QStringLiteral("nextNonFinite") : QStringLiteral("previousNonFinite"));
        connect(button, &QPushButton::clicked, this, [this, forward = forward] { nextNonFinite(forward); });
        bar->addWidget(button);
    }
    column->addLayout(bar);
    column->addWidget(m_view, 1);
    m_view->setModel(&m_model);
    m_view->setObjectName(QStringLiteral("elementGrid"));
    m_view->setShowGrid(false);
    m_view->horizontalHeader()->setDefaultSectionSize(QFontMetrics(codeFont()).horizontalAdvance(QStringLiteral("−0.000e−00")) +
                                                      14);
    m_view->verticalHeader()->setDefaultSectionSize(QFontMetrics(codeFont()).height() + 6);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    connect(m_axes, &AxisBar::changed, this, &ElementGrid::showPlane);
    connect(goLine, &QLineEdit::returnPressed, this, [this, goLine] {
        std::vector<std::int64_t> place;
        for (const QString& part : goLine->text().split(QLatin1Char(','))) place.push_back(part.trimmed().toLongLong());
        goTo(place);
    });
}

void ElementGrid::setTensor(const tensor::Tensor& tensor) {
    m_search.cancel();
    m_tensor = tensor;
    m_axes->setShape(tensor.shape);
    m_message->setText(tensor.state == tensor::DataState::Dense ? QString() : text(tensor.note));
    showPlane();
}

void ElementGrid::showPlane() {
    const bool dense = m_tensor && m_tensor->state == tensor::DataState::Dense;
    m_model.setTensor(dense ? m_tensor : std::nullopt, m_axes->plane());
}

void ElementGrid::clear() {
    m_search.cancel();
    m_tensor.reset();
    m_axes->setShape({});
    m_message->clear();
    showPlane();
}

void ElementGrid::goTo(const std::vector<std::int64_t>& place) {
    if (!m_tensor) return;
    if (const auto flat = tensor::flatIndex(m_tensor->shape, place); !flat) {
        m_message->setText(text(flat.error().message));
        return;
    }
    m_axes->showPlace(place);
    const QModelIndex index = m_model.indexOf(place);
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index, QAbstractItemView::PositionAtCenter);
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

void ElementGrid::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_N) return nextNonFinite((event->modifiers() & Qt::ShiftModifier) == 0);
    QWidget::keyPressEvent(event);
}

}  // namespace etscope::ui
