// The column table of every document that has rows. Constant data; any thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/documents.h"
#include "report/text_table.h"

namespace etscope::report {

/// How a value is written; in CSV and TSV all but types and guesses are written as JSON has them.
enum class ColumnKind : std::uint8_t {
    Plain,
    Metric,   ///< five significant digits
    Maximum,  ///< of an object of metrics: `max_abs`, and how many positions are not finite
    Share,    ///< a fraction as percent
    Time,     ///< a number of the row's `unit`, ticks unless it has one; a time where the document says how long a tick is
    Type,     ///< "f32[2,3]" of an object with `value_type` and `shape`
    Guess,    ///< what a guessed value may be as well
    Remark,   ///< text that most rows have not
};

enum class Shown : bool {
    Always,
    InFiles,  ///< in CSV and TSV only
};

struct TableColumn {
    std::string title;
    std::string field;  ///< "a.b": of an object inside; "^a": of what holds the row; "a|b": b where a is null; "": the row
    ColumnKind kind = ColumnKind::Plain;
    TextTable::Align align = TextTable::Align::Left;
    Shown shown = Shown::Always;
};

/// Receives a row and what holds it (null: the document does).
using RowVisitor = std::function<void(const Json& row, const Json& holder)>;

struct TableForm {
    std::string_view schema;
    std::string_view table;  ///< "table" of the document; empty: the one that a document shows which names none
    void (*rows)(const Json& document, const RowVisitor& visit);
    std::vector<TableColumn> columns;
};

const std::vector<TableForm>& tableForms();

}  // namespace etscope::report
