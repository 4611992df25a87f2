#include <QtTest>

#include "exported/program_reading.h"
#include "support/test_case.h"

using namespace etscope;

class TestProgram : public QObject {
    Q_OBJECT
private slots:
    void completeEdgeProgram();
    void tensorMetas();
    void symbolicScalars();
    void conditional();
    void innerGraphsHaveTheirOwnNames();
    void delegateCall();
    void signatureKinds();
    void signatureJoinsByName();
    void constantInputs();
    void unknownKinds();
    void memberOrderIsFree();
    void formerForm();
    void currentTorch();
    void repeatedSections();
    void ranges();
    void metadataOfNodes();
    void names();
    void unnamedNodes();
    void textSlicesStayInTheFile();
    void textIsRepaired();
    void readsTheTextOnce();
    void limitsAndCancellation();
};

namespace {

/// y = x + w; values, _ = topk(y, 1); values + (-inf), with a dynamic first dimension.
std::string topkProgram() {
    const std::string meta = R"("requires_grad":false,"device":{"type":"cpu"},"storage_offset":{"as_int":0},"layout":7})";
    const std::string rows = R"({"as_expr":{"expr_str":"s77","hint":{"as_int":2}}})";
    const auto value = [&](const std::string& name, int type, int columns) {
        return "\"" + name + R"(":{"dtype":)" + std::to_string(type) + R"(,"sizes":[)" + rows + R"(,{"as_int":)" +
               std::to_string(columns) + R"(}],"strides":[{"as_int":)" + std::to_string(columns) + R"(},{"as_int":1}],)" + meta;
    };
    test::ProgramSpec spec;
    spec.outputs = R"([{"as_tensor":{"name":"aten_add_scalar"}}])";
    spec.nodes =
        "[" + test::addNode("aten_add_tensor", "x", "p_w", "\"1\"") +
        R"(,{"name":"aten_topk_default","target":"executorch.exir.dialects.edge.ops.aten.topk.default","inputs":[{"name":"self","arg":{"as_tensor":{"name":"aten_add_tensor"}}},{"name":"k","arg":{"as_int":1}}],"outputs":[{"as_tensor":{"name":"getitem"}},{"as_tensor":{"name":"aten_topk_default_unused_1"}}],"metadata":{"nn_module_stack":"L__self__,,demo.Model","debug_handle":"2"}})"
        R"(,{"name":"aten_add_scalar","target":"executorch.exir.dialects.edge.ops.aten.add.Scalar","inputs":[{"name":"self","arg":{"as_tensor":{"name":"getitem"}}},{"name":"other","arg":{"as_float":-Infinity}}],"outputs":[{"as_tensor":{"name":"aten_add_scalar"}}],"metadata":{"debug_handle":"3"}}])";
    spec.tensorValues =
        R"({"p_w":{"dtype":7,"sizes":[{"as_int":4}],"strides":[{"as_int":1}],"requires_grad":true,"device":{"type":"cpu"},"storage_offset":{"as_int":0},"layout":7},)" +
        value("x", 7, 4) + "," + value("aten_add_tensor", 7, 4) + "," + value("getitem", 7, 1) + "," +
        value("aten_topk_default_unused_1", 5, 1) + "," + value("aten_add_scalar", 7, 1) + "}";
    spec.outputSpecs = R"([{"user_output":{"arg":{"as_tensor":{"name":"aten_add_scalar"}}}}])";
    spec.ranges = R"({"s77":{"min_val":0,"max_val":Infinity}})";
    return test::programJson(spec);
}

std::string dimText(const graph::GraphModel& model, graph::Slice dims) {
    std::string text;
    for (const graph::Dim& dim : model.dims(dims)) {
        text += (text.empty() ? "" : ",") +
                (dim.expression.valid() ? std::string(model.text(dim.expression)) : std::to_string(dim.value));
        if (dim.expression.valid() && dim.hasHint) text += "=" + std::to_string(dim.value);
    }
    return text;
}

std::string condProgram() {
    const auto branch = [](const std::string& name, const std::string& nodes, const std::string& result) {
        return R"({"name":"","arg":{"as_graph":{"name":")" + name +
               R"(","graph":{"inputs":[{"as_tensor":{"name":"x"}}],"outputs":[{"as_tensor":{"name":")" + result +
               R"("}}],"nodes":)" + nodes + R"(,"tensor_values":{"x":)" + test::tensorMeta() +
               (result == "x" ? "" : R"(,")" + result + "\":" + test::tensorMeta()) +
               R"(},"sym_int_values":{},"sym_bool_values":{}}}}})";
    };
    test::ProgramSpec spec;
    spec.nodes =
        R"([{"name":"cond","target":"torch.ops.higher_order.cond","inputs":[{"name":"","arg":{"as_tensor":{"name":"x"}}},)" +
        branch("true_graph_0", "[" + test::addNode("inner", "x", "x", "\"6\"") + "]", "inner") + "," +
        branch("false_graph_0", "[]", "x") +
        R"(,{"name":"","arg":{"as_tensors":[{"name":"x"}]}}],"outputs":[{"as_tensors":[{"name":"aten_add_tensor"}]}],"metadata":{"debug_handle":"5"}}])";
    return test::programJson(spec);
}

}  // namespace

void TestProgram::completeEdgeProgram() {
    const auto read = test::readProgram(topkProgram());
    QVERIFY(read.program);
    QVERIFY2(read.diagnostics.empty(), read.diagnostics.empty() ? "" : read.diagnostics.items()[0].message.c_str());
    QVERIFY(read.program->complete);
    QCOMPARE(read.program->schemaVersion.major, std::int64_t{5});
    QCOMPARE(read.program->schemaVersion.minor, std::int64_t{4});
    QCOMPARE(read.program->opsetVersions.size(), std::size_t{1});
    QCOMPARE(read.program->opsetVersions[0], (std::pair<std::string, std::int64_t>{"aten", 10}));
    QCOMPARE(read.program->verifiers, std::vector<std::string>{"EDGE"});
    QCOMPARE(read.graph().nodeCount(), std::size_t{3});
    QCOMPARE(read.graph().top().inputs.size(), std::size_t{2});
    QCOMPARE(test::shown(read.graph(), read.argument(1, 0)), std::string("%aten_add_tensor"));
    QCOMPARE(test::shown(read.graph(), read.argument(2, 0)), std::string("%getitem"));
    QCOMPARE(test::shown(read.graph(), read.argument(2, 1)), std::string("float -inf"));
    QCOMPARE(*read.node(1).debugHandle, std::int64_t{2});
    const auto edges = read.graph().edges(graph::GraphId(0U));
    QCOMPARE(edges.size(), std::size_t{4});
    const graph::Value& getitem = read.graph().value(edges[3].value);
    QCOMPARE(read.text(getitem.id), std::string("getitem"));
    QCOMPARE(read.graph().nodePath(getitem.producer), std::string("aten_topk_default"));
}

void TestProgram::tensorMetas() {
    const auto read = test::readProgram(topkProgram());
    const auto metaOf = [&](std::size_t input) {
        return read.graph().meta(read.graph().value(read.graph().top().inputs[input].value).meta);
    };
    QVERIFY(metaOf(0).type == ScalarType::F32 && metaOf(0).requiresGrad);
    QCOMPARE(dimText(read.graph(), metaOf(0).sizes), std::string("4"));
    QCOMPARE(dimText(read.graph(), metaOf(1).sizes), std::string("s77=2,4"));
    QCOMPARE(dimText(read.graph(), metaOf(1).strides), std::string("4,1"));
    QCOMPARE(read.text(metaOf(1).device), std::string("cpu"));
    QCOMPARE(metaOf(1).layout, 7);
    // Equal ones are stored once.
    const auto result = [&](std::size_t node) {
        return read.graph().value(read.graph().values(read.graph().outputs(read.node(node))[0])[0]).meta;
    };
    QVERIFY(result(0) == read.graph().value(read.graph().top().inputs[1].value).meta);
    QVERIFY(result(0) != result(1));
    // Odd ones keep what they say.
    test::ProgramSpec spec;
    spec.tensorValues =
        R"({"p_w":{"dtype":99,"sizes":[{"as_int":true},{"as_int":99999999999999999999}],"strides":[{"as_expr":{"expr_str":"2*s0","hint":null}},1],"device":{"type":"cuda","index":2},"layout":3},"x":{"meta":)" +
        test::tensorMeta() + R"(},"aten_add_tensor":)" + test::tensorMeta() + "}";
    const auto odd = test::readProgram(test::programJson(spec));
    const graph::TensorMeta meta = odd.graph().meta(odd.graph().value(odd.graph().top().inputs[0].value).meta);
    QVERIFY(!meta.type);
    QCOMPARE(meta.typeCode, std::int64_t{99});
    QCOMPARE(dimText(odd.graph(), meta.sizes), std::string("1,99999999999999999999"));
    QCOMPARE(dimText(odd.graph(), meta.strides), std::string("2*s0,1"));
    QCOMPARE(odd.text(meta.device), std::string("cuda:2"));
    QCOMPARE(meta.layout, 3);
    QVERIFY(odd.graph().meta(odd.graph().value(odd.graph().top().inputs[1].value).meta).type == ScalarType::F32);
}

void TestProgram::symbolicScalars() {
    test::ProgramSpec spec;
    spec.inputs = R"([{"as_sym_int":{"as_name":"n"}},{"as_tensor":{"name":"p_w"}},{"as_tensor":{"name":"x"}}])";
    spec.inputSpecs =
        R"([{"user_input":{"arg":{"as_sym_int":{"as_name":"n"}}}},{"parameter":{"arg":{"name":"p_w"},"parameter_name":"w"}},{"user_input":{"arg":{"as_tensor":{"name":"x"}}}}])";
    spec.symIntValues =
        R"j({"n":{"as_expr":{"expr_str":"Symbol('s77', positive=True, integer=True)","hint":{"as_int":2}}},"m":{"as_int":4}})j";
    const auto read = test::readProgram(test::programJson(spec));
    const graph::Value& value = read.graph().value(read.graph().top().inputs[0].value);
    QVERIFY(value.kind == graph::ValueKind::SymInt);
    QCOMPARE(read.text(value.expression), std::string("s77"));
    QCOMPARE(std::string(read.graph().kindWord(read.graph().top().inputs[0])), std::string("user_input"));
    QVERIFY(read.diagnostics.empty());
}

void TestProgram::conditional() {
    const auto read = test::readProgram(condProgram());
    QVERIFY2(read.diagnostics.empty(), read.diagnostics.empty() ? "" : read.diagnostics.items()[0].message.c_str());
    QCOMPARE(read.graph().graphCount(), std::size_t{3});
    QCOMPARE(test::shown(read.graph(), read.argument(0, 1)), std::string("graph true_graph_0"));
    QCOMPARE(test::shown(read.graph(), read.argument(0, 3)), std::string("[%x]"));
    const graph::Graph& inner = read.graph().graph(read.argument(0, 1).graph());
    QCOMPARE(inner.nodes.size(), std::size_t{1});
    QCOMPARE(read.graph().nodePath(inner.nodes[0]), std::string("cond/true_graph_0/inner"));
    QVERIFY(read.graph().findNode("cond/true_graph_0/inner") == inner.nodes[0]);
    QVERIFY(inner.owner == read.graph().top().nodes[0]);
    const graph::Graph& other = read.graph().graph(read.argument(0, 2).graph());
    QCOMPARE(other.nodes.size(), std::size_t{0});
    QVERIFY(other.outputs[0].argument.value() == other.inputs[0].value);
}

void TestProgram::innerGraphsHaveTheirOwnNames() {
    const auto read = test::readProgram(condProgram());
    const graph::Graph& inner = read.graph().graph(read.argument(0, 1).graph());
    const graph::Argument& self = read.graph().arguments(read.graph().node(inner.nodes[0]))[0];
    QVERIFY(self.value() == inner.inputs[0].value);
    QVERIFY(self.value() != read.graph().top().inputs[1].value);
    // Nothing is captured from outside: a name of the outer graph is unknown inside.
    const auto captured = test::readProgram(test::replaced(condProgram(), R"("arg":{"as_tensor":{"name":"x"}}},{"name":"other")",
                                                           R"("arg":{"as_tensor":{"name":"p_w"}}},{"name":"other")"));
    QVERIFY(captured.diagnostics.has("value-undefined"));
}

void TestProgram::delegateCall() {
    const std::string module = R"({\"backend_id\": \"XnnpackBackend\", \"processed_bytes\": \"WEgwMA==\"})";
    const std::string json = test::programWithNodes(
        R"([{"name":"executorch_call_delegate","target":"torch.ops.higher_order.executorch_call_delegate","inputs":[{"name":"lowered_module_0","arg":{"as_string":")" +
        module +
        R"("}},{"name":"delegate_arg_0","arg":{"as_tensor":{"name":"x"}}}],"outputs":[{"as_tensors":[{"name":"aten_add_tensor"}]}],"metadata":{}}])");
    const auto read = test::readProgram(json);
    QVERIFY(read.diagnostics.empty());
    QCOMPARE(test::shown(read.graph(), read.argument(0, 0)), std::string("object lowered_module_0"));
    QCOMPARE(read.graph().delegates().size(), std::size_t{1});
    const graph::DelegateCall& call = read.graph().delegates()[0];
    QCOMPARE(read.node(0).delegate, 0);
    QVERIFY(call.node == read.graph().top().nodes[0]);
    QCOMPARE(read.text(call.name), std::string("lowered_module_0"));
    QCOMPARE(read.text(call.backend), std::string("XnnpackBackend"));
    QCOMPARE(json.substr(call.document.offset, call.document.size), module);
    // An ordinary string of JSON is a string.
    const auto other = test::readProgram(test::programWithArgument(R"({"as_string": "{\"a\": 1}"})"));
    QCOMPARE(test::shown(other.graph(), other.argument(0, 0)), std::string("'{\"a\": 1}'"));
    QVERIFY(other.graph().delegates().empty());
}

void TestProgram::signatureKinds() {
    test::ProgramSpec spec;
    spec.inputs =
        R"([{"as_tensor":{"name":"a"}},{"as_tensor":{"name":"b"}},{"as_tensor":{"name":"c"}},{"as_tensor":{"name":"t"}},{"as_tensor":{"name":"x"}}])";
    spec.outputs =
        R"([{"as_tensor":{"name":"a"}},{"as_tensor":{"name":"b"}},{"as_tensor":{"name":"c"}},{"as_tensor":{"name":"t"}},{"as_tensor":{"name":"x"}},{"as_none":[]},{"as_int":3}])";
    spec.inputSpecs =
        R"([{"parameter":{"arg":{"name":"a"},"parameter_name":"l.weight"}},{"buffer":{"arg":{"name":"b"},"buffer_name":"cache","persistent":false}},{"tensor_constant":{"arg":{"name":"c"},"tensor_constant_name":"k"}},{"token":{"arg":{"name":"t"}}},{"user_input":{"arg":{"as_tensor":{"name":"x"}}}}])";
    spec.outputSpecs =
        R"([{"gradient_to_parameter":{"arg":{"name":"a"},"parameter_name":"l.weight"}},{"buffer_mutation":{"arg":{"name":"b"},"buffer_name":"cache"}},{"user_input_mutation":{"arg":{"name":"c"},"user_input_name":"x"}},{"token":{"arg":{"name":"t"}}},{"loss_output":{"arg":{"name":"x"}}},{"user_output":{"arg":{"as_none":[]}}},{"user_output":{"arg":{"as_int":3}}}])";
    spec.nodes = "[]";
    spec.tensorValues = "{}";
    for (const char* name : {"a", "b", "c", "t", "x"})
        spec.tensorValues.insert(1, "\"" + std::string(name) + "\":" + test::tensorMeta() + (spec.tensorValues == "{}" ? "" : ","));
    const auto read = test::readProgram(test::programJson(spec));
    std::string inputs;
    for (const graph::GraphInput& input : read.graph().top().inputs)
        inputs += read.text(input.id) + ":" + std::string(read.graph().kindWord(input)) + ":" + read.text(input.target) + ":" +
                  std::to_string(input.persistent) + " ";
    QCOMPARE(inputs, std::string("a:parameter:l.weight:-1 b:buffer:cache:0 c:constant_tensor:k:-1 t:token::-1 x:user_input::-1 "));
    std::string outputs;
    for (const graph::GraphOutput& output : read.graph().top().outputs)
        outputs += test::shown(read.graph(), output.argument) + ":" + std::string(read.graph().kindWord(output)) + ":" +
                   read.text(output.target) + " ";
    QCOMPARE(
        outputs,
        std::string("%a:gradient_to_parameter:l.weight %b:buffer_mutation:cache %c:user_input_mutation:x %t:token: %x:loss_output: "
                    "None:user_output: 3:user_output: "));
    QVERIFY(read.diagnostics.empty());
}

void TestProgram::signatureJoinsByName() {
    test::ProgramSpec spec;  // specs in another order than the graph's inputs
    spec.inputSpecs =
        R"([{"user_input":{"arg":{"as_tensor":{"name":"x"}}}},{"parameter":{"arg":{"name":"p_w"},"parameter_name":"w"}}])";
    const auto swapped = test::readProgram(test::programJson(spec));
    QCOMPARE(std::string(swapped.graph().kindWord(swapped.graph().top().inputs[0])), std::string("parameter"));
    QCOMPARE(std::string(swapped.graph().kindWord(swapped.graph().top().inputs[1])), std::string("user_input"));
    spec.inputSpecs =
        R"([{"parameter":{"arg":{"name":"renamed"},"parameter_name":"w"}},{"user_input":{"arg":{"as_tensor":{"name":"x"}}}}])";
    const auto fallback = test::readProgram(test::programJson(spec));
    QCOMPARE(fallback.text(fallback.graph().top().inputs[0].target), std::string("w"));
    spec.inputSpecs = R"([{"user_input":{"arg":{"as_tensor":{"name":"x"}}}}])";
    const auto shorter = test::readProgram(test::programJson(spec));
    QVERIFY(shorter.diagnostics.has("signature-length-mismatch"));
    QCOMPARE(std::string(shorter.graph().kindWord(shorter.graph().top().inputs[1])), std::string("user_input"));
}

void TestProgram::constantInputs() {
    test::ProgramSpec spec;
    spec.inputs = R"([{"as_tensor":{"name":"p_w"}},{"as_int":3},{"as_none":[]},{"as_tensor":{"name":"x"}}])";
    spec.inputSpecs =
        R"([{"parameter":{"arg":{"name":"p_w"},"parameter_name":"w"}},{"constant_input":{"name":"n","value":{"as_int":3}}},{"constant_input":{"name":"flag","value":{"as_none":[]}}},{"user_input":{"arg":{"as_tensor":{"name":"x"}}}}])";
    const auto read = test::readProgram(test::programJson(spec));
    const graph::GraphInput& n = read.graph().top().inputs[1];
    QVERIFY(!n.value.valid());
    QCOMPARE(read.text(n.id), std::string("n"));
    QCOMPARE(std::string(read.graph().kindWord(n)), std::string("constant_input"));
    QCOMPARE(test::shown(read.graph(), n.literal), std::string("3"));
    QCOMPARE(read.text(read.graph().top().inputs[2].id), std::string("flag"));
    QCOMPARE(std::string(read.graph().kindWord(read.graph().top().inputs[3])), std::string("user_input"));
    QCOMPARE(read.graph().userInputs().size(), std::size_t{3});
    QCOMPARE(read.graph().userInputs().front(), &n);
}

/// Tags that a later format has stay readable; nothing is taken for what it is not known to be.
void TestProgram::unknownKinds() {
    test::ProgramSpec spec;
    spec.inputs = R"([{"as_tensor":{"name":"a"}},{"as_tensor":{"name":"x"}}])";
    spec.inputSpecs = R"([{"hologram":{"arg":{"name":"a"}}},{"user_input":{"arg":{"as_tensor":{"name":"x"}}}}])";
    spec.outputs = R"([{"as_tensor":{"name":"a"}},{"as_tensor":{"name":"x"}}])";
    spec.outputSpecs = R"([{"echo":{"arg":{"name":"a"}}},{"loss_output":{"arg":{"name":"x"}}}])";
    spec.nodes = "[]";
    const auto read = test::readProgram(test::programJson(spec));
    const graph::Graph& top = read.graph().top();
    QCOMPARE(std::string(read.graph().kindWord(top.inputs[0])), std::string("hologram"));
    QCOMPARE(std::string(read.graph().kindWord(top.outputs[0])), std::string("echo"));
    QCOMPARE(read.graph().userInputs(), std::vector{&top.inputs[1]});
    QCOMPARE(read.graph().userOutputs(), std::vector{&top.outputs[1]});
}

/// The writer's order of members is a habit, not a rule.
void TestProgram::memberOrderIsFree() {
    const std::string graph =
        R"({"nodes":[{"metadata":{"debug_handle":"4"},"outputs":[{"as_tensor":{"name":"y"}}],"inputs":[{"arg":{"as_tensor":{"name":"x"}},"name":"self"}],"target":"op","name":"y"}],)"
        R"("tensor_values":{"y":)" +
        test::tensorMeta() + R"(,"x":)" + test::tensorMeta() +
        R"(},"outputs":[{"as_tensor":{"name":"y"}}],"inputs":[{"as_tensor":{"name":"x"}}]})";
    const auto read = test::readProgram(
        R"({"schema_version":{"minor":4,"major":5},"graph_module":{"signature":{"output_specs":[{"user_output":{"arg":{"as_tensor":{"name":"y"}}}}],"input_specs":[{"user_input":{"arg":{"as_tensor":{"name":"x"}}}}]},"graph":)" +
        graph + "}}");
    QVERIFY2(read.diagnostics.empty(), read.diagnostics.empty() ? "" : read.diagnostics.items()[0].message.c_str());
    QCOMPARE(test::shown(read.graph(), read.argument(0, 0)), std::string("%x"));
    QCOMPARE(std::string(read.graph().kindWord(read.graph().top().outputs[0])), std::string("user_output"));
    QCOMPARE(*read.node(0).debugHandle, std::int64_t{4});
}

/// v0.1: wide unions, one integer as version, tensor metas in a member of their own, no node names.
void TestProgram::formerForm() {
    const std::string meta =
        R"({"meta":{"dtype":7,"sizes":[{"as_expr":null,"as_int":3}],"requires_grad":false,"device":{"type":"cpu","index":null},"strides":[{"as_expr":null,"as_int":1}],"storage_offset":0,"layout":7}})";
    const auto read = test::readProgram(
        R"({"graph_module":{"graph":{"inputs":[{"as_none":null,"as_tensor":{"name":"arg0_1"}}],"outputs":[{"as_none":null,"as_tensor":{"name":"mul"}}],"nodes":[{"target":"torch.ops.aten.mul.Tensor","inputs":[{"name":"self","arg":{"as_none":null,"as_tensor":{"name":"arg0_1"},"as_int":null}},{"name":"other","arg":{"as_tensor":null,"as_int":2}}],"outputs":[{"as_none":null,"as_tensor":{"name":"mul"}}],"metadata":{}}],"tensor_values":{"arg0_1":)" +
        meta + R"(,"mul":)" + meta +
        R"(},"sym_int_values":{},"sym_bool_values":{},"is_single_tensor_return":false,"constants":{}},"signature":{"input_specs":[{"user_input":{"arg":{"as_none":null,"as_tensor":{"name":"arg0_1"}}},"parameter":null,"buffer":null}],"output_specs":[{"user_output":{"arg":{"as_none":null,"as_tensor":{"name":"mul"}}},"loss_output":null}]},"module_call_graph":[]},"opset_version":{"aten":10},"range_constraints":{},"equality_constraints":[],"schema_version":1,"example_inputs":null})");
    QVERIFY2(read.diagnostics.empty(), read.diagnostics.empty() ? "" : read.diagnostics.items()[0].message.c_str());
    QCOMPARE(read.program->schemaVersion.major, std::int64_t{1});
    QCOMPARE(read.text(read.node(0).id), std::string("mul"));
    QVERIFY(read.node(0).syntheticId);
    QCOMPARE(std::string(read.graph().kindWord(read.graph().top().inputs[0])), std::string("user_input"));
    QVERIFY(read.graph().meta(read.graph().value(read.graph().top().inputs[0].value).meta).type == ScalarType::F32);
}

/// torch 8.x: argument kinds, null for absent members, symbolic floats, guards.
void TestProgram::currentTorch() {
    test::ProgramSpec spec;
    spec.schemaVersion = R"({"major":8,"minor":20})";
    spec.nodes =
        R"([{"target":"op","inputs":[{"name":"self","arg":{"as_tensor":{"name":"x"}},"kind":1},{"name":"f","arg":{"as_sym_float":{"as_name":"f"}},"kind":2}],"outputs":[{"as_tensor":{"name":"aten_add_tensor"}}],"metadata":{},"is_hop_single_tensor_return":null,"name":null},)"
        R"({"target":"op","inputs":[],"outputs":[{"as_sym_float":{"as_name":"f"}}],"metadata":{"custom":"x"},"name":"f"}])";
    const std::string json = test::replaced(
        test::replaced(
            test::programJson(spec), R"("sym_bool_values":{})",
            R"j("sym_bool_values":{},"sym_float_values":{"f":{"as_expr":{"expr_str":"Mul(Float('2.0', precision=53), Symbol('zuf0'))","hint":null}}})j"),
        R"("dialect":"")", R"("torch_version":"2.13.0+cpu","guards_code":["x > 2"])");
    const auto read = test::readProgram(json);
    QCOMPARE(read.program->torchVersion, std::string("2.13.0+cpu"));
    QCOMPARE(static_cast<int>(read.argument(0, 0).positional), 1);
    QCOMPARE(static_cast<int>(read.argument(0, 1).positional), 0);
    const graph::Value& value = read.graph().value(read.argument(0, 1).value());
    QVERIFY(value.kind == graph::ValueKind::SymFloat);
    QCOMPARE(read.text(value.expression), std::string("Mul(Float('2.0', precision=53), zuf0)"));
    QVERIFY(read.diagnostics.has("value-used-before-definition"));
    QCOMPARE(read.text(read.node(0).id), std::string("aten_add_tensor"));
}

/// As everywhere in JSON the last member of a name counts, also where the member is half of the text.
void TestProgram::repeatedSections() {
    const std::string json = test::programJson();
    const std::string nodes = "[" + test::addNode("second", "x", "x", "\"9\"") + "]";
    const auto twice =
        test::readProgram(test::replaced(json, R"(,"tensor_values")", R"(,"nodes":[],"nodes":)" + nodes + R"(,"tensor_values")"));
    QCOMPARE(twice.graph().nodeCount(), std::size_t{1});
    QCOMPARE(twice.text(twice.node(0).id), std::string("second"));
    QVERIFY(twice.diagnostics.has("json-duplicate-key"));
    const auto module = test::readProgram(test::replaced(
        json, R"(,"opset_version")",
        R"(,"graph_module":{"graph":{"inputs":[],"outputs":[],"nodes":[]},"graph":{"inputs":[],"outputs":[],"nodes":)" + nodes +
            R"(}},"opset_version")"));
    QCOMPARE(module.graph().graphCount(), std::size_t{1});
    QCOMPARE(module.text(module.node(0).id), std::string("second"));
    const auto small = test::readProgram(
        test::replaced(json, R"("name":"aten_add_tensor","target")", R"("name":"former","name":"aten_add_tensor","target")"));
    QCOMPARE(small.text(small.node(0).id), std::string("aten_add_tensor"));
    QVERIFY(small.diagnostics.has("json-duplicate-key"));
}

void TestProgram::ranges() {
    test::ProgramSpec spec;
    spec.ranges =
        R"({"s77":{"min_val":2,"max_val":9223372036854775807},"u0":{"min_val":-Infinity,"max_val":Infinity},"u1":{"min_val":null,"max_val":99999999999999999999},"u2":{"min_val":1.0,"max_val":4e3},"u3":{"min_val":-1e999,"max_val":9.25e18}})";
    const auto read = test::readProgram(test::programJson(spec));
    std::string text;
    for (const graph::SymbolRange& range : read.graph().ranges())
        text += read.text(range.symbol) + ":" + (range.minInfinite ? "-inf" : std::to_string(range.min)) + ":" +
                (range.maxInfinite ? "inf" : std::to_string(range.max)) + " ";
    QCOMPARE(text, std::string("s77:2:9223372036854775807 u0:-inf:inf u1:-inf:9223372036854775807 u2:1:4000 "
                               "u3:-9223372036854775808:9223372036854775807 "));
    QVERIFY(read.diagnostics.has("range-clamped"));
}

void TestProgram::metadataOfNodes() {
    const auto handle = [](const std::string& text) {
        test::ProgramSpec spec;
        spec.debugHandle = text;
        const auto read = test::readProgram(test::programJson(spec));
        const auto value = read.node(0).debugHandle;
        return (value ? std::to_string(*value) : "none") + (read.diagnostics.has("debug-handle-damaged") ? "!" : "");
    };
    QCOMPARE(handle("\"12\""), std::string("12"));
    QCOMPARE(handle("\"0\""), std::string("0"));
    QCOMPARE(handle("7"), std::string("7"));
    QCOMPARE(handle("\"None\""), std::string("none"));
    QCOMPARE(handle("\"null\""), std::string("none"));
    QCOMPARE(handle("null"), std::string("none"));
    QCOMPARE(handle("\"abc\""), std::string("none!"));
    const auto read = test::readProgram(test::programJson());
    QCOMPARE(read.text(read.node(0).moduleStack), std::string("L__self__,,demo.Add"));
    QCOMPARE(read.text(read.node(0).torchFn), std::string("add_1;method_descriptor.add"));
    QVERIFY(read.node(0).stackTrace.present() && !read.node(0).fromNode.present());
}

void TestProgram::names() {
    const auto codes = [](const std::string& nodes) {
        std::string text;
        const auto read = test::readProgram(test::programWithNodes("[" + nodes + "]"));
        for (const Diagnostic& item : read.diagnostics.items()) text += item.code + " ";
        return text;
    };
    const std::string last = test::addNode("aten_add_tensor", "x", "p_w", "\"1\"");
    QCOMPARE(codes(last), std::string());
    QCOMPARE(codes(test::addNode("a", "nobody", "x", "\"1\"") + "," + last), std::string("value-without-type value-undefined "));
    QCOMPARE(codes(test::addNode("a", "aten_add_tensor", "x", "\"1\"") + "," + last),
             std::string("value-without-type value-used-before-definition "));
    QCOMPARE(codes(test::addNode("aten_add_tensor", "aten_add_tensor", "x", "\"1\"")),
             std::string("value-used-before-definition "));
    QCOMPARE(codes(last + "," + last), std::string("value-defined-twice node-name-twice "));
    QCOMPARE(codes(test::addNode("x", "p_w", "p_w", "\"1\"") + "," + last), std::string("value-defined-twice "));
    const auto twice = test::readProgram(test::programWithNodes("[" + last + "," + last + "]"));
    QCOMPARE(twice.text(twice.node(0).id), std::string("aten_add_tensor"));
    QCOMPARE(twice.text(twice.node(1).id), std::string("aten_add_tensor#1"));
}

void TestProgram::unnamedNodes() {
    const auto read = test::readProgram(test::programWithNodes(
        R"([{"target":"torch.ops.aten.copy_.default","inputs":[],"outputs":[],"metadata":{}},{"target":"_operator.mul","inputs":[],"outputs":[],"metadata":{}},{"name":"","target":"","inputs":[],"outputs":[],"metadata":{}}])"));
    QCOMPARE(read.text(read.node(0).id), std::string("copy_#0"));
    QCOMPARE(read.text(read.node(1).id), std::string("mul#1"));
    QCOMPARE(read.text(read.node(2).id), std::string("node#2"));
    QVERIFY(read.node(2).syntheticId);
}

void TestProgram::textSlicesStayInTheFile() {
    const std::string json = "  " + test::programJson();
    const std::string file = "prefix" + json + "suffix";
    ByteRange range = test::inMemory(file);
    range.offset = 6;
    range.size = json.size();
    const auto read = test::readProgram(range);
    QVERIFY(read.diagnostics.empty());
    const TextSlice slice = read.node(0).stackTrace;
    QCOMPARE(json.substr(slice.offset, slice.size),
             std::string(R"(  File \"model.py\", line 7, in forward\n    return x + self.w\n)"));
    QCOMPARE(read.graph().document().offset, std::uint64_t{6});
}

void TestProgram::textIsRepaired() {
    const auto read = test::readProgram(test::replaced(test::programJson(), "demo.Add", "demo.\xFF\\u00e9\\q"));
    QCOMPARE(read.text(read.node(0).moduleStack), std::string("L__self__,,demo.\xEF\xBF\xBD\xC3\xA9\\q"));
    QVERIFY(read.diagnostics.has("json-invalid-utf8"));
    QVERIFY(read.diagnostics.has("json-bad-escape"));
}

/// A long program is read through a window, once, and its long texts are not kept.
void TestProgram::readsTheTextOnce() {
    const std::string json = test::chainProgramJson(20'000);
    const ByteRange range = test::inMemory(json);
    const auto read = test::readProgram(range);
    QVERIFY(read.program && read.diagnostics.empty());
    QCOMPARE(read.graph().nodeCount(), std::size_t{20'000});
    QCOMPARE(range.source->bytesRead(), std::uint64_t{json.size()});
    QVERIFY2(read.graph().memoryUsed() < json.size() / 2, std::to_string(read.graph().memoryUsed()).c_str());
}

void TestProgram::limitsAndCancellation() {
    std::stop_source stop;
    stop.request_stop();
    Diagnostics diagnostics;
    const auto cancelled =
        exported::Program::read(test::inMemory(test::programJson()), diagnostics, JobContext{stop.get_token(), {}});
    QVERIFY(!cancelled);
    QCOMPARE(cancelled.error().code, std::string("cancelled"));
    double last = 0.0;
    const JobContext job{{}, [&](double fraction) { last = fraction; }};
    QVERIFY(exported::Program::read(test::inMemory(test::programJson()), diagnostics, job));
    QCOMPARE(last, 1.0);
}

ETSCOPE_TEST(TestProgram)
#include "tst_program.moc"
