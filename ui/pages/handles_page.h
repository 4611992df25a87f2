// Handles: which nodes each runtime instruction came from, a row for each debug handle that ties them. GUI thread only.
#pragma once

#include <memory>
#include <optional>

#include "frame/page.h"
#include "join/handles.h"
#include "models/table_view.h"

class QLabel;

namespace etscope::ui {

/// An instruction and one of its handles; no handle where nothing tells its nodes apart.
struct HandleRelation {
    std::size_t row = 0;  ///< of MethodHandles::rows
    std::optional<std::int64_t> handle;
};
struct HandleTable {
    std::shared_ptr<const join::MethodHandles> method = std::make_shared<const join::MethodHandles>();
    std::vector<HandleRelation> relations;

    const join::HandleRow& rowOf(int relation) const { return method->rows[relations[static_cast<std::size_t>(relation)].row]; }
    /// That carry the handle, of the nodes that the instruction runs.
    std::vector<graph::NodeRef> edgeNodes(int relation) const;
    std::vector<graph::NodeRef> exportedNodes(int relation) const;
};
using HandlesPtr = std::shared_ptr<const HandleTable>;
HandlesPtr handleTable(std::shared_ptr<const join::MethodHandles> method);

class HandleModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    /// nullptr: none.
    void setMethod(HandlesPtr method) {
        reset([&] { m_table = method != nullptr ? std::move(method) : std::make_shared<const HandleTable>(); });
    }
    const HandleTable& table() const& { return *m_table; }
    const HandleTable& table() const&& = delete;
    std::span<const Column> columns() const override;
    int rows() const override { return static_cast<int>(m_table->relations.size()); }
    Cell cell(int row, int column) const override { return cellOf(*m_table, row, column); }
    CellReader sharedReader() const override {
        return [table = m_table](int row, int column) { return cellOf(*table, row, column); };
    }
    /// The first edge node of the relation.
    Address address(int row) const override;

private:
    static Cell cellOf(const HandleTable& table, int row, int column);

    HandlesPtr m_table = std::make_shared<const HandleTable>();
};

class HandlesPage : public Page {
    Q_OBJECT
public:
    explicit HandlesPage(Workspace& workspace, QWidget* parent = nullptr);
    bool hasContent() const override;
    TableView* mainTable() const override { return m_view; }

protected:
    void refresh() override;
    void leave() override;

private:
    void show(HandlesPtr method);

    HandleModel m_model;
    TableView* m_view;
    QLabel* m_summary;
    Job<HandlesPtr> m_job{this};
};

}  // namespace etscope::ui
