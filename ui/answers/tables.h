// Tables that pages show: their columns and how their rows are made. Any thread.
#pragma once

#include <QCoreApplication>
#include <optional>
#include <span>

#include "models/typed_table.h"
#include "workspace/workspace.h"

namespace etscope::ui {

// Of the tables, each beside its columns.
struct MemoryRow;

struct RowsSpec {
    const char* table;   ///< object name of the table
    const char* job;     ///< what is being done
    const char* filter;  ///< hint of the filter line
    std::span<const Column> columns;
    bool (*hasContent)(const session::Session& session);
    const char *emptyTitle, *emptyWhy, *emptyAction;
    Result<Rows> (*make)(const SessionPtr& session, const QString& method, const JobContext& job);
    /// Without content: what is missing of this session's files; nothing: what the texts above say.
    std::optional<Nothing> (*missing)(const session::Session& session) = nullptr;
    bool wraps = false;             ///< few rows, read as sentences
    const char* purpose = nullptr;  ///< what the rows are for: a line above them
};

/// Pages that are one table, and the columns of other tables, each stated beside its rows; the context of their texts is "Column".
class Tables {
    Q_DECLARE_TR_FUNCTIONS(Column)
public:
    static const RowsSpec& delegates();
    static const RowsSpec& handles();
    /// The variants in fat containers, packages and shared contexts, a row each, with what each has for itself and what it differs
    /// in from the others.
    static const RowsSpec& containers();
    /// What an export cost: operators that no delegate runs, and what quantising lost.
    static const RowsSpec& undelegated();
    static const RowsSpec& quantisation();
    static const RowsSpec& memory();
    static const TypedTable<MemoryRow>& memoryColumns();
    static const RowsSpec& metadata();
    static const RowsSpec& namedData();
    static const RowsSpec& events();
    static const RowsSpec& gap();
    static std::span<const Column> gapColumns();
    static std::span<const Column> diff();
    static std::span<const Column> diffParts();
    static std::span<const Column> files();
    static std::span<const Column> methods();
    static std::span<const Column> worstElements();
};

}  // namespace etscope::ui
