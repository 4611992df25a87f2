// Handles: which nodes each runtime instruction came from.
#pragma once

#include "frame/page.h"
#include "join/handles.h"
#include "models/table_view.h"

class QLabel;
class QStackedLayout;

namespace etscope::ui {

class HandleModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    void setMethod(const join::MethodHandles& method) {
        reset([&] { m_method = method; });
    }
    const join::MethodHandles& method() const { return m_method; }
    std::span<const Column> columns() const override;
    int rows() const override { return static_cast<int>(m_method.rows.size()); }
    Cell cell(int row, int column) const override;
    /// The first edge node of the instruction.
    Address address(int row) const override;

private:
    join::MethodHandles m_method;
};

class HandlesPage : public Page {
    Q_OBJECT
public:
    explicit HandlesPage(Workspace& workspace, QWidget* parent = nullptr);
    bool hasContent() const override;

protected:
    void refresh() override;
    void leave() override;

private:
    void show(const std::vector<join::MethodHandles>& methods);

    HandleModel m_model;
    TableView* m_view;
    QLabel* m_summary;
    QWidget* m_filled;
    QStackedLayout* m_layout;
    QWidget* m_empty = nullptr;
    Job<std::vector<join::MethodHandles>> m_job;
};

}  // namespace etscope::ui
