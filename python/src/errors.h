// Errors of the core as exceptions of the module: etscope.Error and its classes, which have code, message and where.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#include "base/result.h"

namespace etscope::python {

/// Thrown by bindings, turned into an exception at the border.
struct CoreError {
    Error error;
};

void addErrors(nanobind::module_& module);

/// The value, or the error thrown.
template <class T>
T valueOrThrow(Result<T> result) {
    if (!result) throw CoreError{result.error()};
    return *std::move(result);
}

}  // namespace etscope::python
