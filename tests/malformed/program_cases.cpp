#include "malformed/cases.h"
#include "support/bytes.h"
#include "support/program_json.h"
#include "support/record_builder.h"

namespace etscope::test {
namespace {

const std::string kEdge(kEdgeForward);

/// A whole record with this program.
std::string with(const std::string& json) { return RecordBuilder().set(kEdge, json).bytes(); }
template <class Change>
std::string changed(Change change) {
    ProgramSpec spec;
    change(spec);
    return with(programJson(spec));
}
std::string edited(std::string_view from, std::string_view to) { return with(replaced(programJson(), from, to)); }

/// Graphs within graphs, `depth` of them.
std::string nestedGraphs(int depth) {
    std::string inner =
        R"({"inputs":[],"outputs":[],"nodes":[],"tensor_values":{},"sym_int_values":{},"sym_bool_values":{},"is_single_tensor_return":false,"custom_obj_values":{}})";
    for (int i = 0; i < depth; ++i)
        inner =
            R"({"inputs":[],"outputs":[],"nodes":[{"name":"c","target":"torch.ops.higher_order.cond","inputs":[{"name":"","arg":{"as_graph":{"name":"g","graph":)" +
            inner +
            R"(}}}],"outputs":[],"metadata":{}}],"tensor_values":{},"sym_int_values":{},"sym_bool_values":{},"is_single_tensor_return":false,"custom_obj_values":{}})";
    return inner;
}

std::string delegateCall(const std::string& module) {
    std::string escapedModule;
    for (const char c : module) escapedModule += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return changed([&](ProgramSpec& spec) {
        spec.nodes =
            R"([{"name":"executorch_call_delegate","target":"torch.ops.higher_order.executorch_call_delegate","inputs":[{"name":"lowered_module_0","arg":{"as_string":")" +
            escapedModule +
            R"("}},{"name":"delegate_arg_0","arg":{"as_tensor":{"name":"x"}}}],"outputs":[{"as_tensors":[{"name":"aten_add_tensor"}]}],"metadata":{"debug_handle":"10"}}])";
    });
}

}  // namespace

const std::vector<MalformedCase>& programCases() {
    static const std::vector<MalformedCase> cases{
        {"program-empty-object", [] { return with("{}"); }, {"program-without-graph"}, 0, 2},
        {"program-blank", [] { return with("   "); }, {"json-truncated"}, 0, 2},
        {"program-array", [] { return with("[1, 2]"); }, {"json-not-an-object"}, 0, 2},
        {"program-binary", [] { return with("{\x01\x02\x03\x04"); }, {"json-syntax"}, 0, 2},
        {"program-cut-in-nodes", [] { return with(programJson().substr(0, 300)); }, {"json-truncated"}, 1, 2},
        {"program-cut-at-half", [] { return with(programJson().substr(0, programJson().size() / 2)); }, {"json-truncated"}, 1, 2},
        {"program-trailing-data", [] { return with(programJson() + " {}"); }, {"json-trailing-data"}, 1, 2},
        {"program-duplicate-key",
         [] { return edited(R"("dialect":"")", R"("dialect":"","dialect":"EDGE")"); },
         {"json-duplicate-key"},
         1,
         2},
        {"program-duplicate-graph",
         [] {
             return edited(R"("outputs":[{"as_tensor":{"name":"aten_add_tensor"}}],"nodes")",
                           R"("outputs":[],"outputs":[],"nodes")");
         },
         {"json-duplicate-key"},
         1,
         2},
        {"program-invalid-utf8", [] { return edited("aten_add_tensor", "aten\xFF"); }, {}, 1, 2},
        {"program-lone-surrogate", [] { return edited("torch_fn\":\"add_1", "torch_fn\":\"\\ud800"); }, {}, 1, 2},
        {"program-nesting-of-brackets",
         [] { return changed([](ProgramSpec& s) { s.nodes = std::string(100'000, '['); }); },
         {"json-too-deep"},
         1,
         2},
        {"program-nesting-closed",
         [] { return changed([](ProgramSpec& s) { s.ranges = repeated(R"({"a":)", 5000) + "1" + std::string(5000, '}'); }); },
         {},
         1,
         2},
        {"program-nested-graphs",
         [] {
             return edited(R"({"name":"self","arg":{"as_tensor":{"name":"x"}}})",
                           R"({"name":"self","arg":{"as_graph":{"name":"g","graph":)" + nestedGraphs(100) + "}}}");
         },
         {"graph-too-deep"},
         1,
         2},
        {"program-node-is-a-number",
         [] { return changed([](ProgramSpec& s) { s.nodes = "[5, " + addNode("aten_add_tensor", "x", "p_w", "\"1\"") + "]"; }); },
         {"node-damaged"},
         1,
         2},
        {"program-node-without-target",
         [] { return edited(R"("target":"executorch.exir.dialects.edge.ops.aten.add.Tensor",)", ""); },
         {},
         1,
         2},
        {"program-undefined-value",
         [] { return edited(R"("arg":{"as_tensor":{"name":"x"}})", R"("arg":{"as_tensor":{"name":"nobody"}})"); },
         {},
         1,
         2},
        {"program-unknown-union-tag",
         [] {
             return edited(R"({"name":"self","arg":{"as_tensor":{"name":"x"}}})",
                           R"({"name":"self","arg":{"as_future":{"name":"x"}}})");
         },
         {},
         1,
         2},
        {"program-union-of-two",
         [] {
             return edited(R"({"name":"self","arg":{"as_tensor":{"name":"x"}}})",
                           R"({"name":"self","arg":{"as_tensor":{"name":"x"},"as_int":4}})");
         },
         {"union-ambiguous"},
         1,
         2},
        {"program-empty-union",
         [] { return edited(R"({"name":"self","arg":{"as_tensor":{"name":"x"}}})", R"({"name":"self","arg":{}})"); },
         {},
         1,
         2},
        {"program-argument-is-text",
         [] { return edited(R"({"name":"self","arg":{"as_tensor":{"name":"x"}}})", R"({"name":"self","arg":"x"})"); },
         {"argument-damaged"},
         1,
         2},
        {"program-handle-is-text",
         [] { return changed([](ProgramSpec& s) { s.debugHandle = "\"abc\""; }); },
         {"debug-handle-damaged"},
         1,
         2},
        {"program-integer-beyond-64-bits",
         [] { return edited(R"({"as_tensor":{"name":"p_w"}}})", R"({"as_int":123456789012345678901234567890}})"); },
         {},
         1,
         2},
        {"program-dtype-unknown", [] { return edited(R"("dtype":7)", R"("dtype":99)"); }, {}, 1, 2},
        {"program-dtype-text", [] { return edited(R"("dtype":7)", R"("dtype":"f32")"); }, {"tensor-meta-damaged"}, 1, 2},
        {"program-tensor-values-array",
         [] { return changed([](ProgramSpec& s) { s.tensorValues = "[]"; }); },
         {"value-table-damaged"},
         1,
         2},
        {"program-ranges-array", [] { return changed([](ProgramSpec& s) { s.ranges = "[]"; }); }, {"range-damaged"}, 1, 2},
        {"program-range-text",
         [] { return changed([](ProgramSpec& s) { s.ranges = R"({"s0":{"min_val":"a","max_val":[]}})"; }); },
         {"range-damaged"},
         1,
         2},
        {"program-signature-text",
         [] { return changed([](ProgramSpec& s) { s.inputSpecs = "\"none\""; }); },
         {"signature-damaged"},
         1,
         2},
        {"program-signature-short",
         [] { return changed([](ProgramSpec& s) { s.inputSpecs = "[]"; }); },
         {"signature-length-mismatch"},
         1,
         2},
        {"program-schema-unknown",
         [] { return changed([](ProgramSpec& s) { s.schemaVersion = R"({"major":99,"minor":0})"; }); },
         {"schema-version-unknown"},
         1,
         2},
        {"program-provenance-damaged",
         [] { return edited(R"("torch_fn":)", R"("from_node":"[{\"name\": ","torch_fn":)"); },
         {},
         1,
         2},
        {"program-provenance-deep",
         [] {
             return edited(R"("torch_fn":)", R"("from_node":")" + repeated(R"([{\"from_node\": )", 50'000) + R"(","torch_fn":)");
         },
         {},
         1,
         2},
        {"program-lowered-module-not-json", [] { return delegateCall("hello"); }, {}, 1, 2},
        {"program-lowered-module-bad-base64",
         [] {
             return delegateCall(
                 R"({"backend_id":"X","processed_bytes":"*!*","compile_specs":[],"original_module":{},"original_state_dict":"???","original_constants":""})");
         },
         {"program-without-graph"},
         1,
         2},
        {"program-a-million-empty-nodes",
         [] { return changed([](ProgramSpec& s) { s.nodes = "[{}" + repeated(",{}", 1'000'000) + "]"; }); },
         {"node-damaged"},
         1,
         2},
    };
    return cases;
}

}  // namespace etscope::test
