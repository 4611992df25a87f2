#include "errors.h"

#include "base/codes.h"
#include "text.h"

namespace nb = nanobind;

namespace etscope::python {
namespace {

/// etscope/_errors.py says which class stands for which meaning.
void raise(const Error& error) {
    const bool question = meaningOf(error.code) == CodeMeaning::Question;
    try {
        const nb::object make = nb::module_::import_("etscope._errors").attr("error_of");
        const nb::object made = make(textOf(error.code), textOf(error.message), textOf(error.where), question);
        PyErr_SetObject(made.type().ptr(), made.ptr());
    } catch (nb::python_error& other) {
        other.restore();
    }
}

}  // namespace

void addErrors(nb::module_&) {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const CoreError& error) {
            raise(error.error);
        }
    });
}

}  // namespace etscope::python
