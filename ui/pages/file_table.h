// The files of the session as the Overview shows them: those that a person has to look at one by one, those that belong to the
// others without doubt in one row that unfolds, and in another those that nothing joins. GUI thread only.
#pragma once

#include "frame/workspace.h"
#include "join/joins.h"
#include "models/table_model.h"

namespace etscope::ui {

/// "ETRecord · G10": what the file is, as people say it.
QString kindText(const session::SessionFile& file);

/// Until joins are known, each file has its own row.
class FileModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    static constexpr int kKindColumn = 1, kReadableColumn = 5;
    void setSession(SessionPtr session);
    void setJoins(std::vector<join::Join> joins);
    /// No file is damaged: how much of each can be read is not to be said.
    bool allWhole() const;
    std::span<const Column> columns() const override;
    int rows() const override { return static_cast<int>(m_rows.size()); }
    Cell cell(int row, int column) const override;
    Address address(int row) const override;
    RowParents parents() const override { return m_parents; }
    QList<FileInside> filesInside(int row) const override;

private:
    struct Row {
        std::size_t file = 0;             ///< of the session
        std::vector<std::size_t> folded;  ///< stands for these instead
    };
    void arrange();
    /// Null: nothing says whether the file belongs to another.
    const join::Join* worstJoin(std::size_t file) const;
    /// Others are joined to it.
    bool isMeant(std::size_t file) const;
    Cell fileCell(std::size_t index, int column) const;
    Cell foldedCell(const std::vector<std::size_t>& files, int column) const;
    QStringList facts(std::size_t file) const;

    SessionPtr m_session;
    QStringList m_names;
    std::vector<join::Join> m_joins;
    std::vector<Row> m_rows;
    RowParents m_parents;
};

}  // namespace etscope::ui
