// Sessions as Python sees them: files opened together, and every command of the command line asked of them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "answer_object.h"
#include "bindings.h"
#include "evaluate/decompositions.h"
#include "inventory/tensor_rows.h"
#include "job.h"
#include "modules/pattern_rules.h"
#include "report/documents.h"
#include "tensor_object.h"
#include "text.h"

namespace nb = nanobind;

namespace etscope::python {
namespace {

using SessionPtr = std::shared_ptr<const session::Session>;

struct SessionObject {
    SessionPtr session;
    std::shared_ptr<Mappings> mappings = std::make_shared<Mappings>();
};

/// The command's words, its first files' names among them.
cli::Options optionsOf(nb::handle words) {
    cli::Options options;
    if (const auto parsed = cli::parseWords(listOf(words), options); !parsed) throw CoreError{parsed.error()};
    options.json = true;
    return options;
}

/// Rules and decompositions of the user are read before the first session, as before a command.
Result<void> readUserRules() {
    static const Result<void> kRead = [] {
        const auto patterns = modules::addUserPatternRules();
        return patterns ? evaluate::addUserDecompositions() : patterns;
    }();
    return kRead;
}

SessionObject open(const nb::object& words, const nb::object& progress) {
    const cli::Options options = optionsOf(words);
    return {runJob(progress, [&](const JobContext& job) -> Result<SessionPtr> {
        if (const auto read = readUserRules(); !read) return read.failure();
        return cli::openSession(options, job);
    })};
}

AnswerObject ask(const SessionPtr& session, const nb::object& words, const nb::object& progress) {
    const cli::Options options = optionsOf(words);
    return AnswerObject(
        runJob(progress, [&](const JobContext& job) -> Result<cli::Answer> { return cli::answer(options, session, job); }));
}

nb::list tensorsOf(const SessionObject& object, const std::vector<inventory::TensorRow>& rows) {
    nb::list list;
    for (const inventory::TensorRow& row : rows) list.append(TensorObject(row, object.session, object.mappings));
    return list;
}

nb::list tensors(const SessionObject& object, const nb::object& words, const nb::object& progress) {
    const cli::Options o = optionsOf(words);
    return tensorsOf(object, runJob(progress, [&](const JobContext& job) {
                         return report::listedTensors(*object.session, {o.method, o.stage}, job, {.delegates = o.delegates});
                     }));
}

nb::list findTensors(const SessionObject& object, const nb::object& words, const nb::object& progress) {
    const cli::Options o = optionsOf(words);
    const report::TensorQuery query{o.target, o.method, o.stage, o.role, o.caseIndex, o.index, o.dequantised};
    return tensorsOf(object,
                     runJob(progress, [&](const JobContext& job) { return report::findTensors(*object.session, query, job); }));
}

nb::dict fileDict(const session::SessionFile& file) {
    nb::dict dict;
    dict["path"] = textOf(file.path);
    dict["kind"] = std::string(fileKindName(file.kind));
    dict["size"] = file.size;
    dict["detail"] = textOf(file.detail);
    const Error* error = file.error ? &*file.error : file.damage ? &*file.damage : nullptr;
    dict["error"] = error == nullptr ? nb::none() : textOf(error->message);
    return dict;
}

nb::dict methodDict(const session::Method& method) {
    nb::dict dict;
    nb::list stages;
    for (const graph::StageId& stage : method.stages) stages.append(textOf(stage.text()));
    dict["name"] = textOf(method.name);
    dict["stages"] = stages;
    dict["reference_cases"] = method.referenceCases;
    dict["has_reference_outputs"] = method.hasReferenceOutputs;
    dict["has_representative_inputs"] = method.hasRepresentativeInputs;
    return dict;
}

template <class Items, class Make>
nb::list listed(const Items& items, const Make& make) {
    nb::list list;
    for (const auto& item : items) list.append(make(item));
    return list;
}

}  // namespace

void addSession(nb::module_& module) {
    nb::class_<SessionObject>(module, "Session", "Files opened together.")
        .def_prop_ro("files", [](const SessionObject& s) { return listed(s.session->files(), fileDict); })
        .def_prop_ro("methods", [](const SessionObject& s) { return listed(s.session->methods(), methodDict); })
        .def("changed_files", [](const SessionObject& s) { return listed(s.session->changedFiles(), textOf); })
        .def(
            "ask",
            [](const SessionObject& s, const nb::object& words, const nb::object& progress) {
                return ask(s.session, words, progress);
            },
            nb::arg("words"), nb::arg("progress").none(), "Asks a command of the command line.")
        .def("tensors", tensors, nb::arg("words"), nb::arg("progress").none(), "The tensors that the words of `tensors` choose.")
        .def("find_tensors", findTensors, nb::arg("words"), nb::arg("progress").none(), "Those that the words of `tensor` name.");
    module.def("open", open, nb::arg("words"), nb::arg("progress").none(), "Opens the files that the words of `info` name.");
    module.def(
        "ask", [](const nb::object& words, const nb::object& progress) { return ask(nullptr, words, progress); }, nb::arg("words"),
        nb::arg("progress").none(), "Asks a command that needs no file.");
}

}  // namespace etscope::python
