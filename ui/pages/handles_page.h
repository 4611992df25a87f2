// Handles: which nodes each runtime instruction came from.
#pragma once

#include "frame/page.h"
#include "join/handles.h"
#include "models/table_view.h"

class QLabel;

namespace etscope::ui {

using HandlesPtr = std::shared_ptr<const join::MethodHandles>;

class HandleModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    /// nullptr: none.
    void setMethod(HandlesPtr method) {
        reset([&] { m_method = method != nullptr ? std::move(method) : std::make_shared<const join::MethodHandles>(); });
    }
    const join::MethodHandles& method() const& { return *m_method; }
    const join::MethodHandles& method() const&& = delete;
    std::span<const Column> columns() const override;
    int rows() const override { return static_cast<int>(m_method->rows.size()); }
    Cell cell(int row, int column) const override { return cellOf(*m_method, row, column); }
    CellReader sharedReader() const override {
        return [method = m_method](int row, int column) { return cellOf(*method, row, column); };
    }
    /// The first edge node of the instruction.
    Address address(int row) const override;

private:
    static Cell cellOf(const join::MethodHandles& method, int row, int column);

    HandlesPtr m_method = std::make_shared<const join::MethodHandles>();
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
