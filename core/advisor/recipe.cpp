#include "advisor/recipe.h"

#include <map>

#include "base/bytes_text.h"
#include "base/number_text.h"
#include "base/text.h"

namespace etscope::advisor {
namespace {

/// The configuration of torchao; empty: a floating type.
std::string configOf(const Scheme& scheme) {
    if (scheme.weight == WeightAs::Float8) return "Float8WeightOnlyConfig()";
    if (scheme.weight != WeightAs::Integer) return {};
    const std::string type = "torch.int" + std::to_string(scheme.bits);
    const std::string each = scheme.group > 0 ? "PerGroup(" + std::to_string(scheme.group) + ")" : "PerAxis(0)";
    if (scheme.activations)
        return "Int8DynamicActivationIntxWeightConfig(weight_dtype=" + type + ", weight_granularity=" + each +
               (scheme.brainScales ? ", weight_scale_dtype=torch.bfloat16" : "") + ")";
    return "IntxWeightOnlyConfig(weight_dtype=" + type + ", granularity=" + each +
           (scheme.asymmetric ? ", mapping_type=MappingType.ASYMMETRIC" : "") + ")";
}

constexpr std::string_view kQuantise = R"(

class Kept(torch.nn.Module):
    """A weight that is kept in a shorter floating type and computed with as float32."""

    def __init__(self, dtype):
        super().__init__()
        self.dtype = dtype

    def forward(self, weight):
        return weight.float()

    def right_inverse(self, weight):
        return weight.to(self.dtype)


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
            parametrize.register_parametrization(modules[module], parameter, Kept(FLOATS[scheme]), unsafe=True)
    return model
)";

}  // namespace

std::string recipeOf(const Advice& advice, const Set& set, const std::string& version) {
    std::map<std::string, const Scheme*> used;
    std::string weights;
    for (std::size_t row = 0; row < set.cells.size(); ++row) {
        const Scheme* scheme = advice.rows[row].cells[set.cells[row]].scheme;
        if (scheme->isFloat()) continue;
        used[std::string(scheme->id)] = scheme;
        for (const std::size_t weight : advice.rows[row].weights)
            weights += "    " + pythonText(advice.weights[weight].name) + ": " + pythonText(scheme->id) + ",\n";
    }
    std::string text =
        "\"\"\"Keeps weights of " + docstringText(advice.method) + " narrow: " + bytesText(set.bytes) + " of " +
        bytesText(advice.wholeBytes) + ", " +
        (set.effect.kl ? "KL " + printed("%.3g", *set.effect.kl) + " nats" : printed("%.1f", set.effect.snrDb()) + " dB") +
        ", evaluated by etscope " + version +
        ".\n\n    import recipe\n    program = torch.export.export(recipe.quantise(model.eval()), "
        "inputs)\n\"\"\"\nimport torch\nfrom torch.nn.utils import parametrize\nfrom torchao.quantization import "
        "(Float8WeightOnlyConfig, Int8DynamicActivationIntxWeightConfig, IntxWeightOnlyConfig, MappingType, PerAxis, PerGroup,\n"
        "                                  quantize_)\n\nCONFIGS = {\n";
    for (const auto& [id, scheme] : used)
        if (const std::string config = configOf(*scheme); !config.empty()) text += "    " + pythonText(id) + ": " + config + ",\n";
    text += "}\nFLOATS = {\"f16\": torch.float16, \"bf16\": torch.bfloat16}\nWEIGHTS = {\n" + weights + "}\n";
    return text + std::string(kQuantise);
}

}  // namespace etscope::advisor
