// Problems: the diagnostics of the session as a table. GUI thread only.
#pragma once

#include "base/diagnostics.h"
#include "frame/workspace.h"
#include "models/table_view.h"

namespace etscope::ui {

/// What addresses call each: its code and place ("zip-truncated@model.pte @ 0x40"), of several with both also "#2".
QStringList problemNames(const Diagnostics& diagnostics);

class ProblemModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    void setDiagnostics(Diagnostics diagnostics) {
        reset([&] {
            m_diagnostics = std::move(diagnostics);
            m_names = problemNames(m_diagnostics);
        });
    }
    const Diagnostics& diagnostics() const { return m_diagnostics; }
    std::span<const Column> columns() const override;
    int rows() const override { return static_cast<int>(m_diagnostics.items().size()); }
    Cell cell(int row, int column) const override;
    Address address(int row) const override { return Address::ofProblem(m_names[row]); }

private:
    Diagnostics m_diagnostics;
    QStringList m_names;
};

}  // namespace etscope::ui
