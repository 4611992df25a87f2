// The tensors of a session as a table.
#pragma once

#include <memory>

#include "inventory/tensor_rows.h"
#include "models/table_model.h"
#include "session/session.h"

namespace etscope::ui {

class TensorModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    using Rows = std::shared_ptr<const std::vector<inventory::TensorRow>>;
    void setRows(Rows rows) {
        reset([&] { m_rows = std::move(rows); });
    }
    const Rows& tensorRows() const { return m_rows; }

    std::span<const Column> columns() const override;
    int rows() const override { return m_rows == nullptr ? 0 : static_cast<int>(m_rows->size()); }
    Cell cell(int row, int column) const override { return cellOf((*m_rows)[static_cast<std::size_t>(row)], column); }
    CellReader sharedReader() const override {
        return [rows = m_rows](int row, int column) { return cellOf((*rows)[static_cast<std::size_t>(row)], column); };
    }
    Address address(int row) const override { return Address::ofTensor(row); }

private:
    static Cell cellOf(const inventory::TensorRow& tensor, int column);
    Rows m_rows;
};

/// "f32[1,9,32]"
QString tensorTypeText(const tensor::Tensor& tensor);

}  // namespace etscope::ui
