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
class QLineEdit;

namespace etscope::ui {

/// A window of a plane: as many rows and columns as a table view can address in pixels, from an origin that can be moved.
class ElementModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr std::int64_t kWindow = 1'000'000;
    struct Origin {
        std::int64_t row = 0, column = 0;
        friend bool operator==(const Origin&, const Origin&) = default;
    };

    using QAbstractTableModel::QAbstractTableModel;
    void setTensor(std::optional<tensor::Tensor> tensor, const tensor::PlaneRequest& plane);
    /// Another slice along the same axes keeps the place in the table.
    void setPlane(const tensor::PlaneRequest& plane);
    /// As near as it can be.
    void setOrigin(Origin origin);
    const Origin& origin() const { return m_origin; }
    /// Moves the window if need be.
    void bringIntoWindow(const std::vector<std::int64_t>& place);
    std::int64_t planeRows() const { return m_tensor ? size(m_plane.rowAxis) : 0; }
    std::int64_t planeColumns() const { return m_tensor ? size(m_plane.columnAxis) : 0; }
    const tensor::PlaneRequest& plane() const { return m_plane; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    std::vector<std::int64_t> place(const QModelIndex& index) const;
    /// None outside the window.
    QModelIndex indexOf(const std::vector<std::int64_t>& place) const;

private:
    std::int64_t size(const std::optional<std::size_t>& axis) const;
    std::optional<tensor::Element> element(int row, int column) const;
    void tellAll();

    std::optional<tensor::Tensor> m_tensor;
    tensor::PlaneRequest m_plane;
    Origin m_origin;
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
    /// Each shows the place that the other is moved to, where their tensors have one shape.
    static void couple(ElementGrid* a, ElementGrid* b);
    ElementModel& model() { return m_model; }

signals:
    /// Another part is in view, or another element is the current one.
    void moved();

private:
    void follow(const ElementGrid& leader);
    void addKeys();
    void typedPlace();
    void showPlane();
    void showWindow();
    void toEdge(bool alongRow, bool last);
    void moveWindow();
    void tellMoved();

    std::optional<tensor::Tensor> m_tensor;
    AxisBar* m_axes;
    QTableView* m_view;
    QLabel *m_window, *m_message;
    QLineEdit* m_go;
    ElementModel m_model;
    bool m_following = false;
    Job<std::optional<std::uint64_t>> m_search{this};
};

}  // namespace etscope::ui
