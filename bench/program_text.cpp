#include "bench/program_text.h"

#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace etscope::bench {
namespace {

struct Operator {
    std::string_view name, overload;
    std::string_view second;  ///< name of the second tensor argument; empty: none
    bool weight;              ///< the second one is a parameter
};
constexpr std::array kOperators{Operator{"linear", "default", "weight", true}, Operator{"mul", "Tensor", "other", false},
                                Operator{"add", "Tensor", "other", false},     Operator{"mm", "default", "mat2", false},
                                Operator{"_softmax", "default", "", false},    Operator{"rsqrt", "default", "", false},
                                Operator{"transpose", "int", "", false},       Operator{"sigmoid", "default", "", false}};
constexpr std::array<std::string_view, 3> kFiles{
    "/opt/models/lib/python3.11/site-packages/transformers/models/llama/modeling_llama.py",
    "/opt/models/lib/python3.11/site-packages/torch/nn/modules/module.py", "/opt/models/examples/llama/llama_transformer.py"};
constexpr std::array<std::string_view, 3> kLines{
    "h = self.attention.forward(self.attention_norm(x), freqs_cos, freqs_sin, **attn_options)",
    "output = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=\\\"no\\\")",
    "return self.w2(F.silu(self.w1(x)) * self.w3(x))"};
constexpr std::array<std::string_view, 4> kPasses{"ExportedProgram.module().graph", "run_decompositions", "SpecPropPass",
                                                  "ConstantFoldingPass"};

class Writer {
public:
    explicit Writer(std::size_t atLeast) : m_atLeast(atLeast) {
        m_nodes.reserve(atLeast + atLeast / 8);
        m_values.reserve(atLeast / 4);
    }

    std::string write() {
        addInput("tokens");
        m_recent.emplace_back("tokens");
        for (std::size_t i = 0; m_nodes.size() + m_values.size() < m_atLeast; ++i) addNode(i);
        const std::string last = m_recent.back();
        return R"({"graph_module": {"graph": {"inputs": [)" + m_inputs + R"(], "outputs": [{"as_tensor": {"name": ")" + last +
               R"("}}], "nodes": [)" + m_nodes + R"(], "tensor_values": {)" + m_values +
               R"(}, "sym_int_values": {}, "sym_bool_values": {}, "is_single_tensor_return": false, "custom_obj_values": {}}, "signature": {"input_specs": [)" +
               m_specs + R"(], "output_specs": [{"user_output": {"arg": {"as_tensor": {"name": ")" + last +
               R"("}}}}]}, "module_call_graph": [{"fqn": "", "signature": null}]}, "opset_version": {"aten": 10}, "range_constraints": {}, "schema_version": {"major": 5, "minor": 4}, "dialect": "", "verifiers": ["EDGE"]})";
    }

private:
    std::size_t random(std::size_t below) { return static_cast<std::size_t>(m_random()) % below; }
    static void separate(std::string& list) {
        if (!list.empty()) list += ", ";
    }

    void addValue(const std::string& name) {
        separate(m_values);
        m_values +=
            '"' + name +
            R"(": {"dtype": 7, "sizes": [{"as_int": 1}, {"as_int": 128}, {"as_int": 2048}], "requires_grad": false, "device": {"type": "cpu"}, "strides": [{"as_int": 262144}, {"as_int": 2048}, {"as_int": 1}], "storage_offset": {"as_int": 0}, "layout": 7})";
    }
    void addInput(const std::string& name, const std::string& parameter = {}) {
        separate(m_inputs);
        m_inputs += R"({"as_tensor": {"name": ")" + name + R"("}})";
        separate(m_specs);
        m_specs += parameter.empty()
                       ? R"({"user_input": {"arg": {"as_tensor": {"name": ")" + name + R"("}}}})"
                       : R"({"parameter": {"arg": {"name": ")" + name + R"("}, "parameter_name": ")" + parameter + R"("}})";
        addValue(name);
    }
    void addArgument(std::string_view argument, const std::string& value) {
        m_nodes += R"({"name": ")" + std::string(argument) + R"(", "arg": {"as_tensor": {"name": ")" + value + R"("}}})";
    }

    void addNode(std::size_t i) {
        const Operator& op = kOperators[random(kOperators.size())];
        const std::string number = std::to_string(i), layer = std::to_string(i / 30);
        const std::string name = "aten_" + std::string(op.name) + "_" + std::string(op.overload) + "_" + number;
        separate(m_nodes);
        m_nodes += R"({"name": ")" + name + R"(", "target": "executorch.exir.dialects.edge.ops.aten.)" + std::string(op.name) +
                   "." + std::string(op.overload) + R"(", "inputs": [)";
        addArgument("self", m_recent[random(m_recent.size())]);
        if (!op.second.empty()) {
            std::string second = m_recent[random(m_recent.size())];
            if (op.weight) {
                second = "p_layers_" + layer + "_w" + number;
                addInput(second, "layers." + layer + ".w" + number + ".weight");
            }
            m_nodes += ", ";
            addArgument(op.second, second);
        } else {
            m_nodes += R"(, {"name": "dim", "arg": {"as_int": -1}})";
        }
        m_nodes += R"(], "outputs": [{"as_tensor": {"name": ")" + name + R"("}}], "metadata": {"stack_trace": ")";
        addStackTrace();
        m_nodes += R"(", "nn_module_stack": "L__self__,,models.llama.Transformer;L__self___layers_)" + layer + ",layers." + layer +
                   R"(,models.llama.TransformerBlock;L__self___layers_)" + layer + "_attention,layers." + layer +
                   R"(.attention,models.llama.Attention", "torch_fn": ")" + std::string(op.name) +
                   "_1;builtin_function_or_method." + std::string(op.name) + R"(", "debug_handle": ")" + std::to_string(i + 1) +
                   R"(", "from_node": "[)";
        addProvenance(name, 1 + random(kPasses.size()));
        m_nodes += "]\"}}";
        addValue(name);
        m_recent.push_back(name);
        if (m_recent.size() > 6) m_recent.erase(m_recent.begin());
    }

    void addStackTrace() {
        const std::size_t frames = 4 + random(8);
        for (std::size_t i = 0; i < frames; ++i)
            m_nodes += R"(  File \")" + std::string(kFiles[random(kFiles.size())]) + R"(\", line )" +
                       std::to_string(10 + random(1900)) + R"(, in forward\n    )" + std::string(kLines[random(kLines.size())]) +
                       "\\n";
    }

    void addProvenance(const std::string& name, std::size_t levels) {
        for (std::size_t i = 0; i < levels; ++i)
            m_nodes += R"({\"name\": \")" + name + R"(\", \"target\": \"aten.op\", \"graph_id\": )" +
                       std::to_string(140000000000000 + i) + R"(, \"pass_name\": \")" + std::string(kPasses[i]) +
                       R"(\", \"action\": \"create\", \"from_node\": [)";
        for (std::size_t i = 0; i < levels; ++i) m_nodes += "]}";
    }

    std::size_t m_atLeast;
    std::mt19937 m_random{7};
    std::string m_nodes, m_values, m_inputs, m_specs;
    std::vector<std::string> m_recent;
};

}  // namespace

std::string programText(std::size_t atLeastBytes) { return Writer(atLeastBytes).write(); }

}  // namespace etscope::bench
