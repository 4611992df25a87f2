// Texts and documents of the core as Python objects. With the interpreter's lock.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>
#include <vector>

#include "report/documents.h"

namespace etscope::python {

/// Bytes that are no UTF-8 (names of files) come as Python has them: surrogates.
nanobind::object textOf(std::string_view text);
/// The bytes of a str or bytes object, as above.
std::string bytesOf(nanobind::handle text);
std::vector<std::string> listOf(nanobind::handle texts);
/// dict, list, str, int, float, bool, None.
nanobind::object objectOf(const report::Json& value);

}  // namespace etscope::python
