// Rules about records, alone and beside their programs.
#include "findings/lint_cases.h"
#include "program/program.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/program_json.h"
#include "support/record_builder.h"

namespace etscope::test {
namespace {

using RecordCasesChange = std::function<void(RecordBuilder&)>;

std::function<LintFiles()> record(RecordCasesChange change = {}) {
    return [change] {
        RecordBuilder builder;
        if (change) change(builder);
        return LintFiles{{"model.etrecord", builder.bytes()}};
    };
}

/// The record with a program of one addition over tensors of these sizes.
std::function<LintFiles()> withProgram(std::vector<std::int32_t> sizes, RecordCasesChange change = {}) {
    return [=] {
        ProgramBuilder program;
        for (const std::size_t value : {0U, 1U, 2U}) tensorAt(program, value).sizes = sizes;
        LintFiles list = record(change)();
        list.push_back({"model.pte", program.bytes()});
        return list;
    };
}

RecordCasesChange edge(ProgramSpec spec, std::string state = {}) {
    return [=](RecordBuilder& builder) {
        const std::string entry(kEdgeForward);
        builder.program(entry, programJson(spec));
        if (!state.empty()) builder.set(entry + "_state_dict", state);
    };
}
RecordCasesChange without(const char* entry) {
    return [entry](RecordBuilder& builder) { builder.drop(entry); };
}

std::string weight(const char* type, std::string storage) {
    return pickled::torchSave(
        pickled::dict(
            {{pickled::text("w"), pickled::parameter({.key = "0", .type = type, .numel = 3, .shape = {1, 3}, .strides = {3, 1}})}}),
        {{"0", std::move(storage)}});
}

std::string inputs(std::size_t count) {
    const std::vector<pickled::Piece> items(count, pickled::tensor({.numel = 3, .shape = {1, 3}, .strides = {3, 1}}));
    return pickled::torchSave(pickled::list(items), {{"0", floats({1, 2, 3})}});
}
RecordCasesChange representative(std::size_t count) {
    return [count](RecordBuilder& builder) { builder.set("representative_inputs", inputs(count)); };
}

/// Three equal tensors of 5 rows; `symbol`: what the rows are, empty: a number.
ProgramSpec rowsOf(const std::string& symbol) {
    ProgramSpec spec;
    const std::string row =
        symbol.empty() ? R"({"as_int":5})" : R"({"as_expr":{"expr_str":")" + symbol + R"(","hint":{"as_int":5}}})";
    const std::string meta = tensorMeta("[" + row + R"(,{"as_int":3}])", R"([{"as_int":3},{"as_int":1}])");
    spec.tensorValues = R"({"p_w":)" + meta + R"(,"x":)" + meta + R"(,"aten_add_tensor":)" + meta + "}";
    return spec;
}

/// s0 has this greatest value; `symbol` is what tensors have for a size.
ProgramSpec range(const char* most, const char* symbol = "s0") {
    ProgramSpec spec = rowsOf(symbol);
    spec.ranges = std::string(R"({"s0":{"min_val":2,"max_val":)") + most + "}}";
    return spec;
}

ProgramSpec sized(const char* symbol, int least, int most) {
    ProgramSpec spec = rowsOf(symbol);
    if (*symbol != '\0')
        spec.ranges = R"({"s0":{"min_val":)" + std::to_string(least) + R"(,"max_val":)" + std::to_string(most) + "}}";
    return spec;
}

/// An exported program beside the edge program.
RecordCasesChange stages(ProgramSpec exported, ProgramSpec lowered) {
    return [=](RecordBuilder& builder) {
        builder.program("exported_program", programJson(exported));
        builder.program(std::string(kEdgeForward), programJson(lowered));
    };
}

/// Two additions; the second one's handle is another.
ProgramSpec twoNodes(const char* handle) {
    ProgramSpec spec;
    spec.nodes = "[" + addNode("first", "x", "p_w", R"("1")") + "," + addNode("aten_add_tensor", "first", "p_w", handle) + "]";
    spec.tensorValues = R"({"p_w":)" + tensorMeta() + R"(,"x":)" + tensorMeta() + R"(,"first":)" + tensorMeta() +
                        R"(,"aten_add_tensor":)" + tensorMeta() + "}";
    return spec;
}

ProgramSpec doubled() {
    ProgramSpec spec;
    spec.nodes = "[" + addNode("aten_add_tensor", "x", "x", R"("1")") + "]";
    return spec;
}

/// w is state: the sum is its next value, and the output.
ProgramSpec stateful() {
    ProgramSpec spec;
    spec.inputSpecs =
        R"([{"buffer":{"arg":{"name":"p_w"},"buffer_name":"w","persistent":true}},{"user_input":{"arg":{"as_tensor":{"name":"x"}}}}])";
    spec.outputs = R"([{"as_tensor":{"name":"aten_add_tensor"}},{"as_tensor":{"name":"aten_add_tensor"}}])";
    spec.outputSpecs =
        R"([{"buffer_mutation":{"arg":{"name":"aten_add_tensor"},"buffer_name":"w"}},{"user_output":{"arg":{"as_tensor":{"name":"aten_add_tensor"}}}}])";
    return spec;
}

/// w is dequantised with this scale.
ProgramSpec dequantised(const char* scale) {
    ProgramSpec spec;
    spec.nodes =
        std::string(R"([{"name":"aten_add_tensor","target":"torch.ops.quantized_decomposed.dequantize_per_tensor.default",)") +
        R"("inputs":[{"name":"input","arg":{"as_tensor":{"name":"p_w"}}},{"name":"scale","arg":{"as_float":)" + scale +
        R"(}},{"name":"zero_point","arg":{"as_int":0}}],"outputs":[{"as_tensor":{"name":"aten_add_tensor"}}],"metadata":{"debug_handle":"1"}}])";
    return spec;
}

/// A weight of 128 integers of 8 bits with one scale; so many of them are the least or the greatest, the others 5.
std::function<LintFiles()> atEnds(std::size_t ends) {
    return [ends] {
        ProgramSpec spec;
        const std::string meta = tensorMeta(R"([{"as_int":1},{"as_int":128}])", R"([{"as_int":128},{"as_int":1}])");
        spec.tensorValues = R"({"p_w":)" + meta + R"(,"x":)" + tensorMeta() + R"(,"aten_add_tensor":)" + meta + "}";
        spec.nodes = R"([{"name":"aten_add_tensor","target":"torch.ops.quantized_decomposed.dequantize_per_tensor.default",)"
                     R"("inputs":[{"name":"input","arg":{"as_tensor":{"name":"p_w"}}},{"name":"scale","arg":{"as_float":0.5}},)"
                     R"({"name":"zero_point","arg":{"as_int":0}},{"name":"quant_min","arg":{"as_int":-128}},)"
                     R"({"name":"quant_max","arg":{"as_int":127}}],)"
                     R"("outputs":[{"as_tensor":{"name":"aten_add_tensor"}}],"metadata":{"debug_handle":"1"}}])";
        std::string integers(128, '\x05');
        for (std::size_t i = 0; i < ends; ++i) integers[2 * i] = i % 2 == 0 ? '\x7F' : '\x80';
        const auto weight = pickled::parameter({.key = "0", .type = "Char", .numel = 128, .shape = {1, 128}, .strides = {128, 1}});
        return record(edge(spec, pickled::torchSave(pickled::dict({{pickled::text("w"), weight}}), {{"0", integers}})))();
    };
}

/// The sample's program with one bit of a weight turned; its record is beside it.
std::function<LintFiles()> sample(bool changed) {
    return [changed] {
        std::string bytes = vlmProgram();
        Diagnostics diagnostics;
        const auto program = *program::Program::open(inMemory(bytes), diagnostics);
        for (const program::ExecutionPlan& plan : program->plans())
            for (const program::TensorInfo& tensor : plan.tensors) {
                const auto range = program->tensorBytes(tensor);
                if (!changed || !range || tensor.scalarType != ScalarType::F32 || range->size < 256) continue;
                bytes[static_cast<std::size_t>(range->offset) + 1] ^= 1;
                return LintFiles{{"model.pte", bytes}, {"/vlm/model.etrecord", ""}};
            }
        return LintFiles{{"model.pte", bytes}, {"/vlm/model.etrecord", ""}};
    };
}

/// State that is a cache of these sizes.
ProgramSpec cache(const char* positions) {
    ProgramSpec spec = stateful();
    for (std::string* text : {&spec.inputSpecs, &spec.outputSpecs})
        *text = replaced(*text, R"("buffer_name":"w")", R"("buffer_name":"k_cache")");
    const std::string sizes = std::string(R"([{"as_int":1},{"as_int":)") + positions + R"(},{"as_int":2}])";
    const std::string meta = tensorMeta(sizes, R"([{"as_int":2},{"as_int":2},{"as_int":1}])");
    spec.tensorValues = R"({"p_w":)" + meta + R"(,"x":)" + meta + R"(,"aten_add_tensor":)" + meta + "}";
    return spec;
}

/// A decoder that announces a cache for 128 tokens.
std::function<LintFiles()> cached(RecordCasesChange change = {}) {
    return [=] {
        ProgramBuilder program;
        for (const auto& [key, value] : {std::pair{"use_kv_cache", 1}, {"get_max_seq_len", 128}})
            program.addConstantMethod(key, {intValue(value)}, "$");
        LintFiles list = record(change)();
        list.push_back({"model.pte", program.bytes()});
        return list;
    };
}

std::vector<LintCase> lackCases() {
    const auto exported = record([](RecordBuilder& builder) { builder.program("exported_program"); });
    const auto noGraphs = [] {
        RecordBuilder builder = RecordBuilder::empty();
        builder.set("ETRECORD_V0", "").set("debug_handle_map", "{}").set("delegate_map", "{}");
        return LintFiles{{"model.etrecord", builder.bytes()}};
    };
    const auto trivial = [](bool outputs) {
        return [outputs] {
            LintFiles list{{"/trivial/model.etrecord", ""}};
            if (outputs) list.push_back({"/trivial/out-forward-0-0.npy", ""});
            return list;
        };
    };
    return {
        {"graphs-absent", noGraphs, record(), "", "record"},
        {"exported-program-absent", record(), exported, "forward"},
        {"record-artifact-missing", record(without("edge_dialect_exported_program/forward_state_dict")), record(), "1 graph"},
        {"record-side-table-absent", record(without("delegate_map")), record(), "delegate_map"},
        {"output-counts-absent", record(without("instruction_id_to_num_outs_map")), record(), "1.0"},
        {"representative-inputs-absent", record(), record(representative(1)), ""},
        {"reference-outputs-absent", record(without("reference_outputs")), record(), ""},
        {"runtime-values-absent", trivial(false), trivial(true), ""},
    };
}

}  // namespace

std::vector<LintCase> recordCases() {
    const auto pair = [](const char* name) { return [name] { return LintFiles{{"/delegated/model.etrecord", ""}, {name, ""}}; }; };
    const auto both = [](const std::string& folder, const std::string& name) {
        return [=] { return LintFiles{{"/" + folder + "/model.etrecord", ""}, {"/" + folder + "/" + name, ""}}; };
    };
    std::vector<LintCase> list{
        {"files-mismatched", pair("/trivial/model.pte"), pair("/delegated/model.pte"),
         "inputs: 0 of 1 have the record's shapes; x is [2,8] in the record and [1,3] in the program", "pte with etrecord"},
        {"lint-record-of-another-export", both("specialised", "apart.pte"), both("specialised", "model.pte"),
         "12 weights of the program are the record's, and yet the record is of an earlier or a later export: "
         "decode: 0 of 1 delegate call of delegate_map is a call of that backend in the plan",
         "pte with etrecord"},
        {"lint-record-of-another-export", both("specialised", "apart.pte"), pair("/trivial/model.pte"), "12 weights"},
        {"lint-weight-apart", both("tied", "model.pte"), both("tied", "portable.pte"),
         "1 weight is stored more than once: embed_tokens.weight or lm_head.weight; one copy would save 3072 bytes",
         "embed, forward"},
        {"lint-weight-apart", both("specialised", "apart.pte"), both("specialised", "model.pte"),
         "6 weights are stored more than once: down.weight, up.weight, head.weight and 3 more; one copy would save 11776 bytes",
         "decode, prefill"},
        {"lint-quantised-clipped", atEnds(4), atEnds(3), "3.1 % of the integers of w are -128 or 127", "forward"},
        {"lint-bias-scale", both("shared_bias", "model.pte"), both("shared_bias", "apart/copied.pte"),
         "added behind inputs of 2 scales", "forward/delegate:0"},
        {"lint-delegate-border",
         [] {
             return LintFiles{{"/border/model.pte", ""}};
         },
         [] {
             return LintFiles{{"/border/apart/right.pte", ""}};
         },
         "input 0: the payload takes qint8[3,8], the plan gives f32[3,8] (v0); what differs: type", "forward/delegate:0"},
        {"constant-differs", sample(true), sample(false), "in the program"},
        {"runner-cache-absent", cached(), cached(edge(stateful())), "updates no buffer", "forward"},
        {"runner-cache-shape", cached(edge(cache("127"))), cached(edge(cache("128"))), "1 cache is that long: k_cache f32[1,127,2]",
         "forward"},
        {"lint-unused-parameters", record(edge(doubled())), record(), "1 parameter of 12 bytes", "forward"},
        {"lint-unused-parameters", record(edge(doubled())), both("tied", "model.pte"), "1 parameter of 12 bytes", "forward"},
        {"lint-symbol-unbounded", record(edge(range("null"))), record(edge(range("64"))), "1 symbolic size has no upper bound: s0"},
        {"lint-size-specialised", record(stages(sized("s0", 1, 64), sized("", 0, 0))),
         record(stages(sized("s0", 1, 64), sized("s0", 2, 64))),
         "lowering fixed 1 dynamic size: x, axis 0: 1 to 64 when exported, 5 alone when lowered", "forward"},
        {"lint-size-specialised", record(stages(sized("s0", 1, 64), sized("s0", 5, 5))),
         record(stages(sized("s0", 5, 5), sized("", 0, 0))), "x, axis 0", "forward"},
        {"lint-symbol-unbounded", record(edge(range("null", "2*s0"))), record(edge(range("null", ""))), "s0"},
        {"lint-handles-absent", record(edge(twoNodes(R"("0")"))), record(edge(twoNodes(R"("2")"))), "1 of 2 edge nodes"},
        {"lint-reference-misfit", withProgram({2, 3}), withProgram({1, 3}),
         "output 0 of case 0 is f32[1,3], the method gives f32[2,3]", "forward"},
        {"lint-reference-misfit", withProgram({4}), withProgram({3}), "f32[4]"},
        {"lint-inputs-misfit", withProgram({1, 3}, representative(1)), withProgram({1, 3}, representative(2)), "case 0", "forward"},
        {"lint-initial-state-absent", withProgram({1, 3}, edge(stateful(), weight("Float", floats({0, 0, 0.5F})))),
         withProgram({1, 3}, edge(stateful(), weight("Float", floats({0, 0, 0})))), "1 mutable buffer starts from values",
         "forward"},
        {"lint-initial-state-absent", both("half_begun", "model.pte"), both("running_sum", "model.pte"),
         "1 mutable buffer starts from values in the record that the program does not hold: lost", "forward"},
        {"lint-scale-impossible", record(edge(dequantised("0.0"), weight("Char", "abc"))),
         record(edge(dequantised("0.5"), weight("Char", "abc"))), "1 scale of the quantised weight w is zero", "forward"},
    };
    for (LintCase& one : lackCases()) list.push_back(std::move(one));
    return list;
}

}  // namespace etscope::test
