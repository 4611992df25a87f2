// ElementModel: a plane of a tensor's elements as rows and columns, read in blocks as they are shown. GUI thread only; reading one
// block is one small read.
#pragma once

#include <QAbstractTableModel>
#include <QRect>
#include <functional>
#include <optional>

#include "base/job_context.h"
#include "look/marks.h"
#include "tensor/comparison.h"
#include "tensor/element_reader.h"
#include "tensor/heat_map.h"
#include "tensor/tensor.h"
#include "tensor/views.h"

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
    /// Marks elements that are not those of `other`, which has the same shape; nothing: marks none. `wrong`: the mark of what
    /// differs, amber where that is no fault.
    void setOther(std::optional<tensor::Tensor> other, const tensor::Tolerance& tolerance, Mark wrong = Mark::Differ);
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
    /// Reads, in any thread, what these parts of the table are exactly: a line each row of the rectangle around them, with tabs,
    /// and nothing for what is between the parts.
    std::function<Result<QString>(const JobContext& job)> copyOf(const QList<QRect>& parts) const;

private:
    std::int64_t size(const std::optional<std::size_t>& axis) const;
    /// One row block at a time: the row and the first column that it holds.
    struct Block {
        std::pair<int, int> at{-1, -1};
        std::vector<tensor::Element> elements;
    };
    std::optional<tensor::Element> element(const tensor::Tensor& tensor, Block& block, int row, int column) const;
    /// The part of a tensor that so many columns from this one on are.
    std::string sliceAt(int row, int column, int count) const;
    /// What stands there in the other tensor, where that is outside the tolerance.
    std::optional<tensor::Element> mismatch(const QModelIndex& index, const tensor::Element& value) const;
    /// The stronger the further outside.
    QColor colourOf(const tensor::Element& value, const tensor::Element& other) const;
    void forgetBlocks();
    void tellAll();

    std::optional<tensor::Tensor> m_tensor;
    tensor::PlaneRequest m_plane;
    Origin m_origin;
    std::optional<tensor::Tensor> m_other;
    tensor::Tolerance m_tolerance;
    Mark m_wrong = Mark::Differ;
    mutable Block m_block, m_otherBlock;
};

}  // namespace etscope::ui
