// The tables of documents: which fields are columns, stated once for text, CSV and TSV.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/documents.h"

namespace etscope::report {

enum class RowFormat : bool {
    Csv,  ///< RFC 4180
    Tsv,  ///< tabs between cells, a line a row
};

/// Text of the document's rows, or "" when its schema has no table.
std::string tableText(const Json& document);
/// The table of that name, whose rows are in `holder`; each line behind blanks.
std::string tableText(const Json& document, std::string_view name, const Json& holder, std::size_t indent);

/// The rows in a line each below a line of titles; "" as above. The columns of the text, then those that only a program reads;
/// numbers are whole, what is null is empty, lists are joined by commas, what acts on a terminal is escaped.
std::string rowsText(const Json& document, RowFormat format);

/// Its line of titles, and the rows below it.
std::string titleLine(const Json& document, RowFormat format);
std::string rowLines(const Json& document, RowFormat format);

/// The same table as values.
struct TableValues {
    struct Column {
        std::string title;
        std::vector<Json> values;  ///< numbers (those that are not finite as numbers, too), booleans, else texts as above; or null
    };
    std::vector<Column> columns;
    std::size_t rows = 0;
};
/// Nothing as above.
std::optional<TableValues> tableValues(const Json& document);

/// One line of such a table.
std::string rowLine(const std::vector<std::string>& cells, RowFormat format);
/// A value as a cell of it.
std::string rowCell(const Json& value);

}  // namespace etscope::report
