#include "advisor/recipe.h"

#include <map>

#include "base/bytes_text.h"
#include "base/number_text.h"
#include "base/text.h"

namespace etscope::advisor {
namespace {

/// Scheme of a table whose matrix has schemes with activations: rows of it are taken as they are.
constexpr std::string_view kTable = " as a table";

/// The configuration of torchao or PT2E; empty: a floating type. `table`: of a module that takes rows.
std::string configOf(const Scheme& scheme, bool table) {
    if (scheme.pt2e)
        return std::string("get_symmetric_quantization_config(is_per_channel=") + (scheme.perTensor ? "False" : "True") +
               (scheme.activations ? ", is_dynamic=True)" : ")");
    if (scheme.weight == WeightAs::Float8) return "Float8WeightOnlyConfig()";
    if (scheme.weight != WeightAs::Integer) return {};
    const std::string type = "torch.int" + std::to_string(scheme.bits);
    const std::string each = scheme.group > 0 ? "PerGroup(" + std::to_string(scheme.group) + ")" : "PerAxis(0)";
    if (scheme.activations && !table)
        return "Int8DynamicActivationIntxWeightConfig(weight_dtype=" + type + ", weight_granularity=" + each +
               (scheme.brainScales ? ", weight_scale_dtype=torch.bfloat16" : "") + ")";
    return "IntxWeightOnlyConfig(weight_dtype=" + type + ", granularity=" + each +
           (scheme.asymmetric ? ", mapping_type=MappingType.ASYMMETRIC" : "") +
           (scheme.brainScales ? ", scale_dtype=torch.bfloat16" : "") + ")";
}

constexpr std::string_view kQuantise = R"(

class Kept(torch.nn.Module):
    """A weight that is kept in a shorter floating type and computed with in its own."""

    def __init__(self, dtype, own):
        super().__init__()
        self.dtype, self.own = dtype, own

    def forward(self, weight):
        return weight.to(self.own)

    def right_inverse(self, weight):
        return (weight.to(self.dtype),)  # alone it could not be of another type


def quantise(model):
    """In place, before torch.export. Names are those of the module that is exported."""
    modules = dict(model.named_modules())
    missing = [name for name in WEIGHTS if name.rpartition(".")[0] not in modules]
    if missing:
        raise SystemExit(f"the model has no {missing[0]}: {len(missing)} names of {len(WEIGHTS)} are another model's")
    for scheme, config in CONFIGS.items():
        chosen = {name.rpartition(".")[0] for name, own in WEIGHTS.items() if own == scheme}
        quantize_(model, config, lambda module, name: name in chosen)
    for name, scheme in WEIGHTS.items():
        if scheme in FLOATS:
            module, _, parameter = name.rpartition(".")
            own = getattr(modules[module], parameter).dtype
            parametrize.register_parametrization(modules[module], parameter, Kept(FLOATS[scheme], own), unsafe=True)
    return model
)";

constexpr std::string_view kPt2e = R"(

def taking(names):
    """Nodes of operators that take these weights, relu behind them included."""

    def takes(node):
        weight = node.args[1] if getattr(node, "op", "") == "call_function" and len(node.args) > 1 else None
        return getattr(weight, "op", "") == "get_attr" and weight.target in names

    def chosen(node):
        relu = str(node.target) in RELU
        return node.op != "call_function" or takes(node) or (relu and takes(node.args[0]))

    return chosen


class Joins(XNNPACKQuantizer):
    """add, mul and cat, where all that they take is in 8 bits already."""

    SUPPORTED_PATTERNS = [own for own in XNNPACKQuantizer.SUPPORTED_PATTERNS if own.name in JOINS]

    def annotate(self, model):
        annotation = lambda node: node.meta.get("quantization_annotation")
        narrow = lambda node: annotation(node) is not None and annotation(node).output_qspec is not None
        joining = [node for node in model.graph.nodes if str(node.target) in JOINING]
        while True:
            chosen = {node for node in joining if annotation(node) is None and all(narrow(one) for one in node.all_input_nodes)}
            if not chosen:
                return model
            # The rule for cat asks no filter.
            others = [node for node in joining if annotation(node) is None and node not in chosen]
            for node in others:
                node.meta["quantization_annotation"] = QuantizationAnnotation(_annotated=True)
            relu = lambda node: str(node.target) in RELU and node.args[0] in chosen
            self.set_filter_function(lambda node: node.op != "call_function" or node in chosen or relu(node))
            super().annotate(model)
            for node in others:
                del node.meta["quantization_annotation"]
            joining = [node for node in joining if node not in chosen]


def apart(graph):
    """Batch norms behind weights that are kept narrow already stay: prepare_pt2e would fold them into a weight that it does not find."""
    for node in list(graph.graph.nodes):
        before = node.args[0] if str(node.target).startswith("aten.batch_norm") else None
        if before is not None and len(before.args) > 1 and getattr(before.args[1], "op", "") == "call_function":
            with graph.graph.inserting_before(node):
                same = graph.graph.call_function(torch.ops.aten.clone.default, (before,))
            same.meta = dict(before.meta)
            node.replace_input_with(before, same)
    graph.recompile()
    return graph


def quantise(model, cases):
    """The graph module that is exported then; `cases`: inputs that observers see, a tuple each."""
    narrow(model)
    quantizers = []
    for scheme, config in PT2E.items():
        quantizer = XNNPACKQuantizer().set_global(config)
        quantizer.set_filter_function(taking({name for name, own in WEIGHTS.items() if own == scheme}))
        quantizer.SUPPORTED_PATTERNS = [own for own in quantizer.SUPPORTED_PATTERNS if own.name in PATTERNS]
        quantizers.append(quantizer)
    quantizers.append(Joins().set_global(get_symmetric_quantization_config(is_per_channel=True)))
    with torch.no_grad():
        graph = prepare_pt2e(apart(torch.export.export(model, cases[0]).module()), ComposableQuantizer(quantizers))
        for case in cases:
            graph(*case)
        return convert_pt2e(graph)
)";

constexpr std::string_view kPt2eImports =
    R"(from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import XNNPACKQuantizer, get_symmetric_quantization_config
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e
from torchao.quantization.pt2e.quantizer import ComposableQuantizer, QuantizationAnnotation
)";

struct Written {
    std::string torchao, pt2e, weights;
};

void writeRow(Written& written, std::map<std::string, std::string>& configs, const Weight& weight, const Scheme& scheme) {
    const auto write = [&](const std::string& name, const std::string& id, bool table) {
        written.weights += "    " + pythonText(name) + ": " + pythonText(id) + ",\n";
        if (std::string config = configOf(scheme, table); !config.empty()) configs[id] = std::move(config);
    };
    const std::string id(scheme.id);
    if (weight.table.empty()) return write(weight.name, id, false);
    // Two modules hold it under names of their own.
    write(nameIn(weight.module, weight.name), id, false);
    if (!scheme.pt2e) write(nameIn(weight.table, weight.name), scheme.activations ? id + std::string(kTable) : id, true);
}

/// Configurations of the schemes that the set has, and each weight's.
Written writtenOf(const Advice& advice, const Set& set) {
    Written made;
    std::map<std::string, std::string> torchao, pt2e;
    for (std::size_t row = 0; row < set.cells.size(); ++row) {
        const Scheme& scheme = *advice.rows[row].cells[set.cells[row]].scheme;
        if (scheme.isFloat()) continue;
        for (const std::size_t weight : advice.rows[row].weights)
            writeRow(made, scheme.pt2e ? pt2e : torchao, advice.weights[weight], scheme);
    }
    for (const auto& [id, config] : torchao) made.torchao += "    " + pythonText(id) + ": " + config + ",\n";
    for (const auto& [id, config] : pt2e) made.pt2e += "    " + pythonText(id) + ": " + config + ",\n";
    return made;
}

}  // namespace

std::string recipeOf(const Advice& advice, const Set& set, const std::string& version) {
    // What it would make of the floating model is not what was evaluated.
    if (std::ranges::any_of(advice.weights, [](const Weight& weight) { return weight.held != nullptr; })) return {};
    const Written written = writtenOf(advice, set);
    const bool pt2e = !written.pt2e.empty();
    std::string text =
        "\"\"\"Keeps weights of " + docstringText(advice.method) + " narrow: " + bytesText(set.bytes) + " of " +
        bytesText(advice.wholeBytes) + ", " +
        (!set.effect.finite      ? "outputs that are not finite"
         : set.effect.kl         ? "KL " + printed("%.3g", *set.effect.kl) + " nats"
         : set.effect.noise == 0 ? "outputs unchanged"
                                 : printed("%.1f", set.effect.snrDb()) + " dB") +
        ", evaluated by etscope " + version +
        ".\n\n    import recipe\n    program = torch.export.export(recipe.quantise(model.eval()" + (pt2e ? ", cases" : "") +
        "), inputs)\n\"\"\"\nimport torch\n" + (pt2e ? std::string(kPt2eImports) : "") +
        "from torch.nn.utils import parametrize\nfrom torchao.quantization import "
        "(Float8WeightOnlyConfig, Int8DynamicActivationIntxWeightConfig, IntxWeightOnlyConfig, MappingType, PerAxis, PerGroup,\n"
        "                                  quantize_)\n\nCONFIGS = {\n" +
        written.torchao + "}\n";
    if (pt2e)
        text +=
            "PT2E = {\n" + written.pt2e +
            "}\nPATTERNS = {\"linear\", \"linear_relu\", \"conv\", \"conv_relu\", \"conv_transpose\", \"conv_transpose_relu\"}\n"
            "JOINS = {\"add_relu\", \"add\", \"mul_relu\", \"mul\", \"cat\"}\n"
            "JOINING = {\"aten.add.Tensor\", \"aten.add_.Tensor\", \"aten.mul.Tensor\", \"aten.mul_.Tensor\", \"aten.cat.default\"}\n"
            "RELU = {\"aten.relu.default\", \"aten.relu_.default\"}\n";
    text += "FLOATS = {\"f16\": torch.float16, \"bf16\": torch.bfloat16}\nWEIGHTS = {\n" + written.weights + "}\n";
    std::string quantise(kQuantise);
    // With PT2E it is the first of two steps.
    if (pt2e) quantise.replace(quantise.find("def quantise("), std::string_view("def quantise(").size(), "def narrow(");
    return text + quantise + (pt2e ? std::string(kPt2e) : "");
}

}  // namespace etscope::advisor
