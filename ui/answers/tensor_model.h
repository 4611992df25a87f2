// The tensors of a session as a table: weights first, the largest of them first; then buffers, then the rest as files have them.
#pragma once

#include <memory>

#include "answers/weight_count.h"
#include "compare/tensor_list.h"
#include "models/typed_table.h"
#include "session/session.h"

namespace etscope::ui {

class TensorModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    using List = std::shared_ptr<const compare::TensorList>;
    /// Rows of a list in the order that they are shown in, and the inverse.
    struct Order {
        Order(const session::Session& session, const compare::TensorList& list);
        std::vector<std::uint32_t> shown, places;
        WeightCount weights;  ///< and buffers: their rows stand first
        QStringList files;    ///< names, as rows number them
    };
    /// What a row is made of.
    struct Entry {
        const inventory::TensorRow& tensor;
        const QString& file;
    };
    /// nullptr: none.
    void setList(List list, std::shared_ptr<const Order> order) {
        reset([&] { m_list = std::move(list), m_order = std::move(order); });
    }
    /// With a list: weights and buffers.
    const WeightCount& weights() const { return m_order->weights; }
    const QStringList& files() const { return m_order->files; }
    bool hasList() const { return m_list != nullptr; }
    const inventory::TensorRow& tensor(int row) const { return (*m_list->rows())[place(row)]; }

    std::span<const Column> columns() const override { return table().columns(); }
    int rows() const override { return m_list == nullptr ? 0 : static_cast<int>(m_order->shown.size()); }
    Cell cell(int row, int column) const override {
        return table().cell({tensor(row), m_order->files[static_cast<qsizetype>(tensor(row).file)]}, column);
    }
    CellReader sharedReader() const override {
        if (m_list == nullptr) return {};
        return [rows = m_list->rows(), order = m_order](int row, int column) {
            const inventory::TensorRow& tensor = (*rows)[order->shown[static_cast<std::size_t>(row)]];
            return table().cell({tensor, order->files[static_cast<qsizetype>(tensor.file)]}, column);
        };
    }
    Address address(int row) const override { return Address::of(m_list->entity(place(row))); }
    int rowOf(const Address& address) const override {
        const auto row = m_list == nullptr ? std::nullopt : m_list->row(address.entity());
        return row ? static_cast<int>(m_order->places[*row]) : -1;
    }

private:
    static const TypedTable<Entry>& table();
    std::size_t place(int row) const { return m_order->shown[static_cast<std::size_t>(row)]; }

    List m_list;
    std::shared_ptr<const Order> m_order;  ///< null where the list is
};

/// What the file calls it; of one without a name its role and place.
QString tensorName(const inventory::TensorRow& row);

/// "f32[1,9,32]"
QString tensorTypeText(const tensor::Tensor& tensor);

}  // namespace etscope::ui
