// The calls of Python's own containers and byte strings that the unpickler turns into values; every other call stays an Object.
#pragma once

#include <optional>

#include "pickle/value_builder.h"

namespace etscope::pickle {

/// The value of `callable(*arguments)` for symbols of the table and arguments of the expected form, else nothing.
/// `arguments` is a Tuple.
std::optional<ValueId> pythonCall(ValueBuilder& builder, ValueId callable, ValueId arguments);

/// Whether calls of the symbol are in that table.
bool isPythonCall(const Symbol& symbol);

}  // namespace etscope::pickle
