// etscope._core: the core as the Python package calls it. Everything that people read is in python/etscope.
#include <nanobind/nanobind.h>

#include "bindings.h"
#include "errors.h"

NB_MODULE(_core, module) {
    module.doc() = "The library under the etscope package; use the package.";
    module.attr("version") = ETSCOPE_VERSION;
    etscope::python::addErrors(module);
    etscope::python::addAnswer(module);
    etscope::python::addTensor(module);
    etscope::python::addSession(module);
    etscope::python::addSettings(module);
}
