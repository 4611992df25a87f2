// What a command says, as Python sees it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "answer_object.h"
#include "arrow_table.h"
#include "bindings.h"
#include "errors.h"
#include "report/text_report.h"
#include "text.h"

namespace nb = nanobind;

namespace etscope::python {
namespace {

nb::object document(const AnswerObject& answer) { return answer.document() == nullptr ? nb::none() : objectOf(*answer.document()); }

nb::object documentText(const AnswerObject& answer) {
    return textOf(answer.document() == nullptr ? answer.text() : report::textOf(*answer.document()));
}

nb::object rows(const AnswerObject& answer, bool tabs) {
    const auto format = tabs ? report::RowFormat::Tsv : report::RowFormat::Csv;
    return textOf(answer.document() == nullptr ? std::string() : report::rowsText(*answer.document(), format));
}

/// Titles and lists of values; None: the document has no table.
nb::object columns(const AnswerObject& answer) {
    const auto* table = answer.table();
    if (table == nullptr) return nb::none();
    nb::dict dict;
    for (const auto& column : table->columns) {
        nb::list values;
        for (const report::Json& value : column.values) values.append(objectOf(value));
        dict[textOf(column.title)] = values;
    }
    return dict;
}

nb::object stream(const AnswerObject& answer) {
    const auto* table = answer.table();
    return table == nullptr ? nb::none() : arrowStream(valueOrThrow(arrowTable(*table)));
}

nb::list errors(const AnswerObject& answer) {
    nb::list list;
    for (const Error& error : answer.errors())
        list.append(nb::make_tuple(textOf(error.code), textOf(error.message), textOf(error.where)));
    return list;
}

}  // namespace

void addAnswer(nb::module_& module) {
    nb::class_<AnswerObject>(module, "Answer", "What a command of the command line says: a document, a text, or errors.")
        .def_prop_ro("status", &AnswerObject::status, "The exit status that the command line has.")
        .def_prop_ro("errors", errors, "Errors as (code, message, where).")
        .def_prop_ro(
            "text", [](const AnswerObject& a) { return textOf(a.text()); }, "What is printed that is no document.")
        .def_prop_ro(
            "messages", [](const AnswerObject& a) { return textOf(a.messages()); }, "What is said beside it.")
        .def_prop_ro(
            "has_document", [](const AnswerObject& a) { return a.document() != nullptr; }, "Whether it is a document.")
        .def("document", document, nb::sig("def document(self) -> dict[str, typing.Any] | None"), "The document, as a new dict.")
        .def("as_text", documentText, nb::sig("def as_text(self) -> str"), "The document as the command line prints it for people.")
        .def("rows", rows, nb::arg("tabs"), nb::sig("def rows(self, tabs: bool) -> str"), "The table as CSV, or with tabs.")
        .def("columns", columns, nb::sig("def columns(self) -> dict[str, list[typing.Any]] | None"), "The table by columns.")
        .def("arrow_stream", stream, nb::sig("def arrow_stream(self) -> typing.Any"), "The table as a capsule of Apache Arrow.");
}

}  // namespace etscope::python
