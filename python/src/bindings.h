// The parts of etscope._core, one function a file. Each adds its classes and functions to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace etscope::python {

void addAnswer(nanobind::module_& module);    ///< documents and their tables
void addTensor(nanobind::module_& module);    ///< tensors and their bytes
void addSession(nanobind::module_& module);   ///< files opened together
void addSettings(nanobind::module_& module);  ///< limits, codes, the table of commands

}  // namespace etscope::python
