// The tensors of a session as a table.
#pragma once

#include <memory>

#include "compare/tensor_list.h"
#include "models/typed_table.h"
#include "session/session.h"

namespace etscope::ui {

class TensorModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    using Rows = compare::TensorList::Rows;
    /// nullptr: none.
    void setList(std::shared_ptr<const compare::TensorList> list) {
        reset([&] {
            m_list = std::move(list);
            m_rows = m_list == nullptr ? nullptr : m_list->rows();
        });
    }
    const Rows& tensorRows() const { return m_rows; }

    std::span<const Column> columns() const override { return table().columns(); }
    int rows() const override { return m_rows == nullptr ? 0 : static_cast<int>(m_rows->size()); }
    Cell cell(int row, int column) const override { return table().cell((*m_rows)[static_cast<std::size_t>(row)], column); }
    CellReader sharedReader() const override {
        return [rows = m_rows](int row, int column) { return table().cell((*rows)[static_cast<std::size_t>(row)], column); };
    }
    Address address(int row) const override { return Address::of(m_list->entity(static_cast<std::size_t>(row))); }
    int rowOf(const Address& address) const override {
        const auto row = m_list == nullptr ? std::nullopt : m_list->row(address.entity());
        return row ? static_cast<int>(*row) : -1;
    }

private:
    static const TypedTable<inventory::TensorRow>& table();
    std::shared_ptr<const compare::TensorList> m_list;
    Rows m_rows;
};

/// What the file calls it; of one without a name its role and place.
QString tensorName(const inventory::TensorRow& row);

/// "f32[1,9,32]"
QString tensorTypeText(const tensor::Tensor& tensor);

}  // namespace etscope::ui
