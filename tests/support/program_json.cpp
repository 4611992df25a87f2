#include "support/program_json.h"

namespace etscope::test {

std::string tensorMeta(const std::string& sizes, const std::string& strides) {
    return R"({"dtype":7,"sizes":)" + sizes + R"(,"requires_grad":false,"device":{"type":"cpu"},"strides":)" + strides +
           R"(,"storage_offset":{"as_int":0},"layout":7})";
}

std::string addNode(const std::string& name, const std::string& self, const std::string& other, const std::string& debugHandle) {
    return R"({"name":")" + name +
           R"(","target":"executorch.exir.dialects.edge.ops.aten.add.Tensor","inputs":[{"name":"self","arg":{"as_tensor":{"name":")" +
           self + R"("}}},{"name":"other","arg":{"as_tensor":{"name":")" + other + R"("}}}],"outputs":[{"as_tensor":{"name":")" +
           name +
           R"("}}],"metadata":{"stack_trace":"  File \"model.py\", line 7, in forward\n    return x + self.w\n","nn_module_stack":"L__self__,,demo.Add","torch_fn":"add_1;method_descriptor.add","debug_handle":)" +
           debugHandle + "}}";
}

std::string programJson(const ProgramSpec& spec) {
    const std::string nodes =
        spec.nodes.empty() ? "[" + addNode("aten_add_tensor", "x", "p_w", spec.debugHandle) + "]" : spec.nodes;
    const std::string values = spec.tensorValues.empty() ? R"({"p_w":)" + tensorMeta() + R"(,"x":)" + tensorMeta() +
                                                               R"(,"aten_add_tensor":)" + tensorMeta() + "}"
                                                         : spec.tensorValues;
    return R"({"graph_module":{"graph":{"inputs":)" + spec.inputs + R"(,"outputs":)" + spec.outputs + R"(,"nodes":)" + nodes +
           R"(,"tensor_values":)" + values + R"(,"sym_int_values":)" + spec.symIntValues +
           R"(,"sym_bool_values":{},"is_single_tensor_return":false,"custom_obj_values":{}},"signature":{"input_specs":)" +
           spec.inputSpecs + R"(,"output_specs":)" + spec.outputSpecs +
           R"(},"module_call_graph":[{"fqn":"","signature":null}]},"opset_version":{"aten":10},"range_constraints":)" +
           spec.ranges + R"(,"schema_version":)" + spec.schemaVersion + R"(,"dialect":"","verifiers":["EDGE"]})";
}

std::string chainProgramJson(std::size_t nodes) {
    ProgramSpec spec;
    spec.nodes = "[";
    spec.tensorValues = R"({"p_w":)" + tensorMeta() + R"(,"x":)" + tensorMeta();
    spec.nodes.reserve(nodes * 900);
    spec.tensorValues.reserve(nodes * 220);
    std::string previous = "x";
    for (std::size_t i = 0; i < nodes; ++i) {
        const std::string number = std::to_string(i);
        const std::string name = "aten_add_tensor_" + number;
        const std::string layer = std::to_string(i / 40);
        spec.nodes += (i == 0 ? "" : ",");
        spec.nodes +=
            R"({"name":")" + name +
            R"(","target":"executorch.exir.dialects.edge.ops.aten.add.Tensor","inputs":[{"name":"self","arg":{"as_tensor":{"name":")" +
            previous +
            R"("}}},{"name":"other","arg":{"as_tensor":{"name":"p_w"}}},{"name":"alpha","arg":{"as_int":1}}],"outputs":[{"as_tensor":{"name":")" +
            name + R"("}}],"metadata":{"stack_trace":"  File \"model.py\", line )" + std::to_string(7 + i % 90) +
            R"(, in forward\n    return self.layers(x)\n  File \"layer.py\", line 31, in forward\n    return x + self.w\n","nn_module_stack":"L__self__,,demo.Model;L__self___layers_)" +
            layer + ",layers." + layer + R"(,demo.Layer","torch_fn":"add_1;method_descriptor.add","debug_handle":")" +
            std::to_string(i + 1) + R"(","from_node":"[{\"name\": \"add_)" + number +
            R"(\", \"target\": \"aten.add.Tensor\", \"graph_id\": 140000000012288, \"pass_name\": \"ExportedProgram.module()\", \"action\": \"create\", \"from_node\": []}]"}})";
        spec.tensorValues += R"(,")" + name + R"(":)" + tensorMeta();
        previous = name;
    }
    spec.nodes += "]";
    spec.tensorValues += "}";
    spec.outputs = R"([{"as_tensor":{"name":")" + previous + R"("}}])";
    spec.outputSpecs = R"([{"user_output":{"arg":{"as_tensor":{"name":")" + previous + R"("}}}}])";
    return programJson(spec);
}

}  // namespace etscope::test
