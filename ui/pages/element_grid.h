// ElementGrid: a plane of a tensor's elements as a table, read in blocks as they are shown. GUI thread only; reading one block
// is one small read.
#pragma once

#include <QAbstractTableModel>
#include <QTableView>
#include <optional>

#include "charts/heat_view.h"
#include "tensor/element_reader.h"
#include "tensor/statistics.h"

class QLabel;

namespace etscope::ui {

class ElementModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void setTensor(std::optional<tensor::Tensor> tensor, const tensor::PlaneRequest& plane);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    std::vector<std::int64_t> place(const QModelIndex& index) const;
    QModelIndex indexOf(const std::vector<std::int64_t>& place) const;

private:
    std::int64_t size(const std::optional<std::size_t>& axis) const;
    std::optional<tensor::Element> element(int row, int column) const;
    std::optional<tensor::Tensor> m_tensor;
    tensor::PlaneRequest m_plane;
    /// One row block at a time: the row and the first column that `m_block` holds.
    mutable std::pair<int, int> m_blockAt{-1, -1};
    mutable std::vector<tensor::Element> m_block;
};

class ElementGrid : public QWidget {
    Q_OBJECT
public:
    explicit ElementGrid(QWidget* parent = nullptr);
    void setTensor(const tensor::Tensor& tensor);
    void clear();
    void goTo(const std::vector<std::int64_t>& place);
    /// The next or previous NaN or infinity from the current element; says so when there is none.
    void nextNonFinite(bool forward);
    ElementModel& model() { return m_model; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showPlane();

    std::optional<tensor::Tensor> m_tensor;
    AxisBar* m_axes;
    QTableView* m_view;
    QLabel* m_message;
    ElementModel m_model;
    Job<std::optional<std::uint64_t>> m_search;
};

}  // namespace etscope::ui
