// Tables that pages show: their columns and how their rows are made. Any thread.
#pragma once

#include <QCoreApplication>
#include <optional>
#include <span>

#include "compare/diff.h"
#include "findings/cost_changes.h"
#include "findings/lint.h"
#include "findings/scheme_changes.h"
#include "findings/undelegated.h"
#include "models/typed_table.h"
#include "workspace/workspace.h"

namespace etscope::ui {

struct RowsSpec {
    const char* table;   ///< object name of the table
    const char* job;     ///< what is being done
    const char* filter;  ///< hint of the filter line
    bool (*hasContent)(const session::Session& session);
    const char *emptyTitle, *emptyWhy, *emptyAction;
    Result<Rows> (*make)(const SessionPtr& session, const QString& method, const JobContext& job);
    /// Without content: what is missing of this session's files; nothing: what the texts above say.
    std::optional<Nothing> (*missing)(const session::Session& session) = nullptr;
    bool wraps = false;             ///< few rows, read as sentences
    const char* purpose = nullptr;  ///< what the rows are for: a line above them
    std::span<const Column> columns = {};
};

/// With the columns of rows of one type, which is known beside them.
template <class Row>
struct TypedSpec : RowsSpec, TypedTable<Row> {
    using TypedTable<Row>::columns;
    TypedSpec(const RowsSpec& spec, std::initializer_list<TypedColumn<Row>> all) : RowsSpec(spec), TypedTable<Row>(all) {
        RowsSpec::columns = TypedTable<Row>::columns();
    }
};

/// Pages that are one table, and the columns of other tables, each stated beside its rows; the context of their texts is "Column".
class Tables {
    Q_DECLARE_TR_FUNCTIONS(Column)
public:
    static const TypedSpec<struct CalledDelegate>& delegates();
    static const TypedSpec<struct HandleRelation>& handles();
    static const TypedSpec<Diagnostic>& problems();
    static const TypedSpec<findings::LintFinding>& checks();
    /// The variants in fat containers, packages and shared contexts, a row each, with what each has for itself and what it differs
    /// in from the others.
    static const TypedSpec<struct VariantRow>& containers();
    /// What an export cost: operators that no delegate runs, and what quantising lost.
    static const TypedSpec<findings::UndelegatedOperator>& undelegated();
    static const TypedSpec<struct QuantisedRow>& quantisation();
    static const TypedSpec<struct StageRow>& stages();
    static const TypedSpec<struct ConsistencyRow>& consistency();
    static const TypedSpec<struct ConversationRow>& conversation();
    static const TypedSpec<struct MemoryRow>& memory();
    static const TypedSpec<struct MetadataRow>& metadata();
    static const TypedSpec<struct NamedRow>& namedData();
    static const TypedSpec<struct EventRow>& events();
    static const TypedSpec<struct GapLine>& gap();
    static const TypedTable<struct DiffRow>& diff();
    static const TypedTable<struct DiffPart>& diffParts();
    static const TypedTable<compare::ValueChange>& diffOutputs();
    static const TypedTable<findings::CostChange>& diffCost();
    static const TypedTable<findings::SchemeChange>& diffSchemes();
    static std::span<const Column> files();
    static std::span<const Column> methods();
    static std::span<const Column> worstElements();
};

}  // namespace etscope::ui
