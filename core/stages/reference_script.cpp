#include "stages/reference_script.h"

#include <algorithm>
#include <cstdio>

#include "base/name_text.h"
#include "bundle/bundle.h"
#include "compare/run_cases.h"

namespace etscope::stages {
namespace {

constexpr std::string_view kHead =
    R"(# Computes every node of the edge graph of one method and keeps the values by node name, for etscope.
# Needs the environment of the export: ExecuTorch 1.5, and the libraries whose operators the graph uses.
import numpy, torch
import executorch.exir  # the operators of the edge dialect
from executorch.devtools import parse_etrecord
from torch.export.graph_signature import InputKind, OutputKind
from torch.utils._pytree import tree_flatten
)";

constexpr std::string_view kBundleImport =
    R"(from executorch.devtools.bundled_program.serialize import deserialize_from_flatbuffer_to_bundled_program
)";

constexpr std::string_view kProgram = R"(
programs = parse_etrecord(record).edge_dialect_program
program = programs[method] if isinstance(programs, dict) else programs
)";

constexpr std::string_view kExample = R"(calls = [tree_flatten(program.example_inputs)[0]]  # or tensors of your own
)";

constexpr std::string_view kCase = R"(
def value_of(value):
    stored = value.val
    if not hasattr(stored, "scalar_type"):
        return next(iter(vars(stored).values()))  # a number
    names = {"BYTE": "uint8", "CHAR": "int8"}
    dtype = getattr(torch, names.get(stored.scalar_type.name, stored.scalar_type.name.lower()))
    order = list(stored.dim_order)
    sizes = [stored.sizes[axis] for axis in order]
    tensor = torch.frombuffer(bytearray(stored.data), dtype=dtype) if stored.data else torch.empty(0, dtype=dtype)
    return tensor.reshape(sizes).permute([order.index(axis) for axis in range(len(order))])

with open(bundle, "rb") as file:
    suites = deserialize_from_flatbuffer_to_bundled_program(file.read()).method_test_suites
cases = next(suite.test_cases for suite in suites if suite.method_name == method)
calls = [[value_of(value) for value in one.inputs] for one in cases[:case + 1]]  # those before it leave their state
)";

constexpr std::string_view kRun = R"(
class Keep(torch.fx.Interpreter):
    def run_node(self, node):
        result = super().run_node(node)
        if node.op == "call_function" and isinstance(result, torch.Tensor):
            kept[node.name] = (result.float() if result.dtype == torch.bfloat16 else result).clone().numpy()
        return result

kept, state = {}, {**program.state_dict, **program.constants}
for call in calls:
    given, signature = iter(call), program.graph_signature
    arguments = [next(given) if spec.kind == InputKind.USER_INPUT else state[spec.target].clone()
                 for spec in signature.input_specs]
    with torch.no_grad():
        results = Keep(program.graph_module).run(*arguments)
    for spec, result in zip(signature.output_specs, results):
        if spec.kind == OutputKind.BUFFER_MUTATION:
            state[spec.target] = result
numpy.savez(values, **kept)
print(len(kept), "values in", values)
)";

/// A text of any bytes as a Python literal; nothing of it is code.
std::string literal(const std::string& given) {
    std::string text = "\"";
    for (const char c : validName(given)) {
        if (c == '"' || c == '\\') {
            text += std::string("\\") + c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            char code[8];
            std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
            text += code;
        } else {
            text += c;
        }
    }
    return text + "\"";
}

std::string assigned(std::string_view name, const std::string& value) { return std::string(name) + " = " + value + "\n"; }

/// "reference-text_decoder.npz" beside the record, of a method of any name.
std::string valuesPath(const std::string& record, const std::string& method) {
    std::string name = method;
    std::ranges::replace_if(
        name, [](char c) { return c == '/' || c == '\\' || c == '\0'; }, '_');
    return record.substr(0, record.rfind('/') + 1) + "reference-" + name + ".npz";
}

Result<std::size_t> firstCase(const session::MethodView& method, const JobContext& job) {
    const auto runs = compare::runs(method.session, job);
    if (runs.cancelled()) return runs.failure();
    if (runs)
        for (const join::SessionRun& run : **runs)
            if (run.attribution.method == method.name && run.kind() != etdump::BlockKind::Load && run.caseIndex &&
                *run.caseIndex >= 0)
                return static_cast<std::size_t>(*run.caseIndex);
    return 0;
}

}  // namespace

Result<ScriptPlan> scriptPlan(const session::MethodView& method, const JobContext& job) {
    const session::SessionFile* file = method.session.recordFile();
    if (file == nullptr || file->record == nullptr) return fail("no-record", "the session has no ETRecord");
    if (file->record->stagesNamed(method.name, graph::StageId::edge().text()).empty())
        return fail("no-such-method", "the record has no edge graph of '" + method.name + "'", method.name);
    ScriptPlan plan{file->path, {}, 0, method.name, valuesPath(file->path, method.name)};
    for (const session::SessionFile& other : method.session.files()) {
        const bundle::TestSuite* suite = other.bundle != nullptr ? other.bundle->suite(method.name) : nullptr;
        if (suite == nullptr || suite->cases.empty()) continue;
        const auto wanted = firstCase(method, job);
        if (!wanted) return wanted.failure();
        plan.bundle = other.path;
        plan.caseIndex = *wanted < suite->cases.size() ? *wanted : 0;
        break;
    }
    return plan;
}

std::string referenceScript(const ScriptPlan& plan) {
    const bool cases = !plan.bundle.empty();
    std::string script(kHead);
    if (cases) script += kBundleImport;
    script += "\n" + assigned("record", literal(plan.record)) + assigned("method", literal(plan.method)) +
              assigned("values", literal(plan.values));
    if (cases) script += assigned("bundle", literal(plan.bundle)) + assigned("case", std::to_string(plan.caseIndex));
    script += kProgram;
    script += cases ? kCase : kExample;
    script += kRun;
    return script;
}

}  // namespace etscope::stages
