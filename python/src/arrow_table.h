// A table of a document in the columns of Apache Arrow, and its stream through the C data interface (a published binary
// interface: https://arrow.apache.org/docs/format/CStreamInterface.html). The table is shared by all that was exported of it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "report/table_form.h"

namespace etscope::python {

struct ArrowColumn {
    std::string name;
    const char* format = "u";  ///< "b" bits, "l" 64-bit integers, "g" doubles, "u" texts
    std::int64_t nulls = 0;
    std::vector<std::uint8_t> validity;  ///< a bit a row, set where there is a value
    std::vector<std::int32_t> offsets;   ///< of texts
    std::vector<std::byte> values;
};

struct ArrowTable {
    std::int64_t rows = 0;
    std::vector<ArrowColumn> columns;
};

/// A column has the type of its values: truth, whole numbers, numbers; texts where they differ and where there are none. Errors:
/// `limit-exceeded` for a column of more than 2 GiB of text.
Result<std::shared_ptr<const ArrowTable>> arrowTable(const report::TableValues& values);

/// A capsule "arrow_array_stream" of one batch.
nanobind::object arrowStream(std::shared_ptr<const ArrowTable> table);

}  // namespace etscope::python
