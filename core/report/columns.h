// The column table of every document that has rows, stated once: text, CSV, TSV, the tables of Python and of the HTML report are
// made of it, and docs/schema is held against it. Constant data; any thread.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "report/documents.h"

namespace etscope::report {

/// What a value is, and so how it is written; in CSV and TSV all but types and guesses are as JSON has them. From Count on:
/// numbers.
enum class Kind : std::uint8_t {
    Text,
    Code,      ///< a name of the model or of a file
    Word,      ///< of the documents: "not_evaluated"
    State,     ///< one that has a mark
    Sentence,  ///< for people
    Type,      ///< "f32[2,3]" of an object with `value_type` and `shape`
    Guess,     ///< what a guessed value may be as well
    Place,     ///< of an element: "[0, 3]"
    Count,     ///< whole: numbers of things, too
    Bytes,
    Size,  ///< bytes as "1.2 MiB"
    Number,
    Metric,   ///< five significant digits
    Maximum,  ///< of an object of metrics: `max_abs`, and how many positions are not finite
    Share,    ///< a fraction as percent
    Time,     ///< a number of the row's `unit`, ticks unless it has one; a time where the document says how long a tick is
};
enum class Shown : std::uint8_t {
    Always,
    WhereKnown,  ///< most rows have none, which is left blank
    IfAny,       ///< the same; the column is left out of texts where no row has one
    InFiles,     ///< in CSV and TSV only
};

struct Column {
    Kind kind;
    std::string_view path;   ///< "a.b": of an object inside; "^a": of what holds the row; "a|b": b where a is null; "": the row
    std::string_view title;  ///< empty: the last part of the path
    Shown shown;

    constexpr Column(Kind kind, std::string_view path, std::string_view title = {}, Shown shown = Shown::Always)
        : kind(kind), path(path), title(title), shown(shown) {}
    constexpr Column(Kind kind, std::string_view path, Shown shown) : Column(kind, path, {}, shown) {}

    std::string_view shownTitle() const noexcept {
        return title.empty() ? path.substr(path.find_last_of(".^") + 1) : title;  // npos + 1 is 0
    }
    bool isNumber() const noexcept { return kind >= Kind::Count; }
};

/// Receives a row and what holds it (null: the document does).
using RowVisitor = std::function<void(const Json& row, const Json& holder)>;

struct Table {
    std::string_view schema;
    std::string_view name;  ///< "table" of the document; empty: the one that a document shows which names none
    std::string_view list;  ///< where its rows are: "rows", "methods.rows": of each item of a list
    std::span<const Column> columns;
    void (*visit)(const Json& document, const RowVisitor& visitor) = nullptr;  ///< where rows are not the items of lists
    bool metrics = false;  ///< has a column of files for each metric of a comparison that `columns` does not show

    /// Those that text has (IfAny), or files (InFiles).
    std::vector<Column> shown(Shown most) const;
    void eachRow(const Json& document, const RowVisitor& visitor) const;
};

std::span<const Table> tables() noexcept;
/// The table that a document shows; null: it has none.
const Table* tableOf(const Json& document);
const Table* tableOf(const Json& document, std::string_view name);
/// "a.b": the b of its a; numbers are those of items. Null: there is none.
const Json* valueAt(const Json& from, std::string_view path);
/// What the column shows; null: nothing is known.
const Json* valueOf(const Column& column, const Json& row, const Json& holder);

}  // namespace etscope::report
