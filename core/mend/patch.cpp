#include "mend/patch.h"

#include <algorithm>

#include "base/text.h"
#include "lowering/partitioners.h"
#include "mend/resources.h"

namespace etscope::mend {
namespace {

struct Import {
    std::string_view word, line;  ///< the line is wanted where the word stands
};
constexpr Import kImports[] = {
    {"functools.", "import functools"},
    {"operator.", "import operator"},
    {"torch.", "import torch"},
    {"CompileSpec(", "from executorch.exir.backend.compile_spec_schema import CompileSpec"},
    {"ConfigPrecisionType", "from executorch.backends.xnnpack.partition.config.xnnpack_config import ConfigPrecisionType"},
    {"xnnpack_preprocess", "from executorch.backends.xnnpack import xnnpack_preprocess"},
    {"XnnpackBackend.", "from executorch.backends.xnnpack.xnnpack_preprocess import XnnpackBackend"},
    {"DelegationSpec(", "from executorch.exir.backend.partitioner import DelegationSpec"},
    {"EdgeCompileConfig", "from executorch.exir import EdgeCompileConfig"},
    {"ExecutorchBackendConfig", "from executorch.exir import ExecutorchBackendConfig"},
    {"(Partitioner)", "from executorch.exir.backend.partitioner import Partitioner"},
    {"edge.", "from executorch.exir.dialects._ops import ops as exir_ops"},
    {"MemoryPlanningAlgorithmSuite", "from executorch.exir.memory_planning import MemoryPlanningAlgorithmSuite"},
    {"greedy", "from executorch.exir.memory_planning import greedy"},
    {"[naive]", "from executorch.exir.memory_planning import naive"},
    {"ExportPass", "from executorch.exir.pass_base import ExportPass"},
    {"ProxyValue", "from executorch.exir.pass_base import ProxyValue"},
    {"MemoryPlanningPass", "from executorch.exir.passes import MemoryPlanningPass"},
    {"InitializedMutableBufferPass", "from executorch.exir.passes.init_mutable_pass import InitializedMutableBufferPass"},
    {"ScalarToTensorPass", "from executorch.exir.passes.scalar_to_tensor_pass import ScalarToTensorPass"},
    {"core_aten_decompositions", "from torch._decomp import core_aten_decompositions"},
    {"decomposition_table[", "from torch._decomp import decomposition_table"},
    {"make_fx", "from torch.fx.experimental.proxy_tensor import make_fx"},
    {"pytree.", "from torch.utils import _pytree as pytree"},
};

void replaceAll(std::string& text, std::string_view what, const std::string& by) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

std::string listOf(const std::vector<std::string>& texts) {
    std::string list = "[";
    for (const std::string& text : texts) list += (list.size() > 1 ? ", " : "") + pythonText(text);
    return list + "]";
}
std::string nodesText(const Measure& measure) {
    std::string text = "{";
    for (const auto& [method, nodes] : measure.nodes)
        text += (text.size() > 1 ? ", " : "") + pythonText(method) + ": " + listOf(nodes);
    return text + "}.get(method, [])";
}

/// "aten.convolution.default" → "convolution".
std::string nameOf(const std::string& op) {
    const auto first = op.find('.'), last = op.rfind('.');
    return first == std::string::npos || last <= first ? op : op.substr(first + 1, last - first - 1);
}

/// The line with what is measured in place of its words, which are looked for in the line alone: what is put in may have words,
/// too.
std::string filled(std::string_view line, const Measure& measure, const std::string& partitioners = {}) {
    const std::pair<std::string_view, std::string> words[] = {
        {"{name}", pythonText(nameOf(measure.op))}, {"{sum}", measure.sum},
        {"{modules}", listOf(measure.modules)},     {"{op}", "edge." + measure.op},
        {"{function}", measure.function},           {"{nodes}", nodesText(measure)},
        {"{buffers}", listOf(measure.buffers)},     {"{partitioners}", partitioners}};
    std::string text;
    while (!line.empty()) {
        const auto* word = std::ranges::find_if(words, [&](const auto& one) { return line.starts_with(one.first); });
        const bool isWord = word != std::end(words);
        text += isWord ? word->second : std::string(1, line.front());
        line.remove_prefix(isWord ? word->first.size() : 1);
    }
    return text;
}

std::string_view trimmed(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    return text;
}

/// The function's text in the file.
std::string_view functionText(std::string_view file, const std::string& name) {
    const std::string_view all = resource(file);
    const auto begin = all.find("def " + name + "(");
    if (begin == std::string_view::npos) return {};
    const std::string_view from = all.substr(begin);
    return trimmed(from.substr(0, from.find("\n\n\n")));
}

class Text {
public:
    Text(const std::vector<Measure>& measures, const Lowered& lowered) : m_measures(measures), m_lowered(lowered) {}

    std::string whole(const std::string& head) {
        for (const Measure& one : m_measures) addParts(one);
        addPartitioners();
        addPasses();
        addConfig();
        addChange();
        std::string imports, modules;
        for (const Import& one : kImports)
            if (m_body.find(one.word) != std::string::npos)
                ((one.line.starts_with("import ") ? modules : imports) += one.line) += '\n';
        for (const lowering::Partitioner& one : lowering::partitioners())
            if (m_body.find(one.name) != std::string::npos) (modules += one.import()) += '\n';
        imports.insert(0, modules);
        if (imports.find("exir_ops") != std::string::npos) imports += "\nedge = exir_ops.edge\n";
        return head + imports + m_body + "\n";
    }

private:
    void add(std::string_view part) { (m_body += "\n\n") += std::string(trimmed(part)) + "\n"; }

    void addParts(const Measure& measure) {
        std::string_view names = measure.remedy->parts;
        while (!names.empty()) {
            const auto end = std::min(names.find(' '), names.size());
            const std::string name(names.substr(0, end));
            names.remove_prefix(std::min(end + 1, names.size()));
            if (std::ranges::find(m_parts, name) == m_parts.end()) add(resource(name + ".py"));
            m_parts.push_back(name);
        }
        addFunction(measure, "{function}", "equivalents.py", measure.function);
        addFunction(measure, "{sum}", "accumulators.py", measure.sum);
    }
    void addFunction(const Measure& measure, std::string_view where, std::string_view file, const std::string& name) {
        if (name.empty() || measure.remedy->pass.find(where) == std::string_view::npos) return;
        if (std::ranges::find(m_parts, "def " + name) == m_parts.end()) add(functionText(file, name));
        m_parts.push_back("def " + name);
    }

    std::string asLowered() const {
        std::string list = "[";
        for (const std::string& id : m_lowered.backends)
            if (const lowering::Partitioner* one = lowering::partitionerOf(id))
                (list += list.size() > 1 ? ", " : "") += one->made;
        list += "]";
        if (m_lowered.each) replaceAll(list, "XnnpackPartitioner()", "XnnpackPartitioner(per_op_mode=True)");
        return list;
    }

    void addPartitioners() {
        std::string list = asLowered(), wraps;
        for (const Measure& one : m_measures) {
            const Remedy& remedy = *one.remedy;
            if (!remedy.replace.empty()) list = filled(remedy.replace, one);
            if (!remedy.wrap.empty()) wraps += "    found = [" + filled(remedy.wrap, one) + " for inner in found]\n";
            if (!remedy.add.empty()) wraps += "    found = [" + filled(remedy.add, one) + "] + found\n";
        }
        if (after(list) || (list == "[]" && wraps.empty())) return;
        const std::string head = "def partitioners(method):\n    \"\"\"Of to_edge_transform_and_lower, for a method.\"\"\"\n";
        add(wraps.empty() ? head + "    return " + list : head + "    found = " + list + "\n" + wraps + "    return found");
    }

    /// Whether delegates are made of what is lowered already.
    bool after(const std::string& partitioners) {
        for (const Measure& one : m_measures) {
            if (one.remedy->after.empty()) continue;
            add("def after_lowering(manager):\n    " + filled(one.remedy->after, one, partitioners) + "\n    return manager");
            return true;
        }
        return false;
    }

    std::string joined(std::string_view Remedy::*line) const {
        std::string list;
        for (const Measure& one : m_measures)
            if (const std::string_view text = one.remedy->*line; !text.empty())
                (list += list.empty() ? "" : ", ") += filled(text, one);
        return list;
    }
    void addPasses() {
        if (const std::string list = joined(&Remedy::pass); !list.empty())
            add("def passes(method):\n    \"\"\"Over the edge program, before it is partitioned.\"\"\"\n    return [" + list + "]");
    }
    void addConfig() {
        if (const std::string list = joined(&Remedy::edge); !list.empty())
            add("def edge_config():\n    return EdgeCompileConfig(_check_ir_validity=False, " + list + ")");
        if (const std::string list = joined(&Remedy::config); !list.empty())
            add("def executorch_config():\n    return ExecutorchBackendConfig(" + list + ")");
    }
    void addChange() {
        std::string lines;
        for (const Measure& one : m_measures)
            if (!one.remedy->change.empty()) lines += "    program = " + filled(one.remedy->change, one) + "\n";
        if (!lines.empty())
            add("def change(program, method):\n    \"\"\"An exported program before it is lowered.\"\"\"\n" + lines +
                "    return program");
    }

    const std::vector<Measure>& m_measures;
    const Lowered& m_lowered;
    std::vector<std::string> m_parts;
    std::string m_body;
};

bool any(const std::vector<Measure>& measures, std::string_view Remedy::*line) {
    return std::ranges::any_of(measures, [line](const Measure& one) { return !(one.remedy->*line).empty(); });
}

}  // namespace

std::string scriptLines(const std::vector<Measure>& measures, const Lowered& lowered) {
    const std::string method = lowered.methods.empty() ? "forward" : lowered.methods.front();
    const bool after = any(measures, &Remedy::after);
    const bool partitions = !after && (!lowered.backends.empty() || any(measures, &Remedy::add));
    std::string text;
    if (any(measures, &Remedy::change)) text += "program = export_patch.change(program, " + pythonText(method) + ")\n";
    text += "lowered = to_edge_transform_and_lower(\n    {" + pythonText(method) + ": program},\n";
    if (any(measures, &Remedy::pass))
        text += "    transform_passes={" + pythonText(method) + ": export_patch.passes(" + pythonText(method) + ")},\n";
    if (partitions)
        text += "    partitioner={" + pythonText(method) + ": export_patch.partitioners(" + pythonText(method) + ")},\n";
    text += any(measures, &Remedy::edge) ? "    compile_config=export_patch.edge_config(),\n)\n"
                                         : "    compile_config=EdgeCompileConfig(_check_ir_validity=False),\n)\n";
    if (after) text += "lowered = export_patch.after_lowering(lowered)\n";
    text += "executorch = lowered.to_executorch(";
    text += any(measures, &Remedy::config) ? "export_patch.executorch_config())\n" : ")\n";
    return text;
}

std::string patchText(const std::vector<Measure>& measures, const Lowered& lowered, const std::string& about) {
    std::string lines = scriptLines(measures, lowered);
    replaceAll(lines, "\n", "\n    ");
    std::string head = "\"\"\"" + docstringText(about) +
                       "\n\nWritten by etscope, and tried by it as it stands. In an export script, beside this file:\n\n";
    head += "    import export_patch\n    " + std::string(trimmed(lines)) + "\n\"\"\"\n";
    while (head.find("    \n") != std::string::npos) replaceAll(head, "    \n", "\n");
    return Text(measures, lowered).whole(head);
}

}  // namespace etscope::mend
