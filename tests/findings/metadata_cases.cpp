// Rules about metadata and about what runners call.
#include "findings/lint_cases.h"
#include "support/bytes.h"

namespace etscope::test {
namespace {

using Numbers = std::vector<std::pair<const char*, std::int64_t>>;

std::string number(std::int64_t value) { return little(value); }

/// A vocabulary of 64 and a context of 128, with one more entry of named data.
std::function<LintFiles()> entry(std::string key, std::string bytes) {
    return program([=](ProgramBuilder& builder) {
        builder.addConstantMethod("get_vocab_size", {intValue(64)}, "$");
        builder.addNamedData("metadata.context.max_context_len", number(128));
        builder.addNamedData(key, bytes);
    });
}

std::function<LintFiles()> numbers(Numbers values, std::function<void(ProgramBuilder&)> change = {}) {
    return program([=](ProgramBuilder& builder) {
        for (const auto& [key, value] : values) builder.addConstantMethod(key, {intValue(value)}, "$");
        if (change) change(builder);
    });
}

std::function<void(ProgramBuilder&)> cacheOf(std::vector<std::int32_t> sizes) {
    return [sizes](ProgramBuilder& builder) {
        wire::TensorT& tensor = tensorAt(builder, 2);
        tensor.sizes = sizes;
        tensor.dim_order = {0, 1, 2};
        tensor.extra_tensor_info = std::make_unique<wire::ExtraTensorInfoT>();
        tensor.extra_tensor_info->fully_qualified_name = "layers.0.k_cache";
    };
}

struct Port {
    std::vector<std::int32_t> sizes;
    std::int8_t type = 6;
    std::int8_t dynamism = 0;
};
constexpr std::int8_t kInt = 3, kLong = 4, kFloat = 6, kHalf = 5;
const Port kTokens{{1, 16}, kLong, 1}, kOneToken{{1, 1}, kLong}, kAt{{1}, kLong}, kLogits{{1, 16, 64}, kFloat, 1};
const Port kEmbeddings{{1, 16, 8}, kFloat, 1};

/// A method of one instruction over these values.
void addMethod(ProgramBuilder& builder, const char* name, const std::vector<Port>& inputs, const std::vector<Port>& outputs) {
    auto& plan = *builder.program.execution_plan.emplace_back(std::make_unique<wire::ExecutionPlanT>());
    plan.name = name;
    plan.container_meta_type = std::make_unique<wire::ContainerMetadataT>();
    plan.non_const_buffer_sizes = {0, 1 << 20};
    plan.chains.push_back(std::make_unique<wire::ChainT>());
    auto add = std::make_unique<wire::OperatorT>();
    add->name = "aten::add";
    add->overload = "out";
    plan.operators.push_back(std::move(add));
    std::vector<std::int32_t> arguments;
    std::uint32_t offset = 0;
    for (const auto* side : {&inputs, &outputs})
        for (const Port& port : *side) {
            const auto index = static_cast<std::int32_t>(plan.values.size());
            wire::KernelTypesUnion value = tensorValue(port.sizes, 1, offset);
            value.AsTensor()->scalar_type = port.type;
            value.AsTensor()->shape_dynamism = port.dynamism;
            offset += 16384;
            addValue(plan, std::move(value));
            arguments.push_back(index);
            (side == &inputs ? plan.inputs : plan.outputs).push_back(index);
        }
    addInstruction(plan, kernelCall(0, arguments));
}

struct Method {
    const char* name;
    std::vector<Port> inputs, outputs;
};

/// A program of these methods and constants alone.
std::function<LintFiles()> methods(std::vector<Method> list, Numbers values = {}) {
    return [=] {
        ProgramBuilder builder;
        builder.program.execution_plan.clear();
        for (const Method& one : list) addMethod(builder, one.name, one.inputs, one.outputs);
        for (const auto& [key, value] : values) builder.addConstantMethod(key, {intValue(value)}, "$");
        return files(builder);
    };
}

std::function<LintFiles()> text(std::vector<Port> inputs, Numbers values, std::vector<Port> outputs = {kLogits}) {
    return methods({{"forward", inputs, outputs}}, values);
}

std::function<LintFiles()> vision(Port embeddings, Port image) {
    return methods({{"token_embedding", {kTokens}, {embeddings}},
                    {"text_decoder", {kEmbeddings, kAt}, {kLogits}},
                    {"vision_encoder", {{{1, 3, 32, 32}}}, {image}}},
                   {{"get_max_seq_len", 16}});
}

}  // namespace

std::vector<LintCase> metadataCases() {
    const Numbers all{{"get_max_seq_len", 128},     {"get_max_context_len", 128}, {"get_bos_id", 1},
                      {"get_eos_ids", 2},           {"enable_dynamic_shape", 0},  {"use_kv_cache", 0},
                      {"use_sdpa_with_kv_cache", 0}};
    const auto dynamic = [](ProgramBuilder& builder) { tensorAt(builder, 0).shape_dynamism = 1; };
    return {
        {"metadata-key-empty", entry("metadata.", "x"), entry("metadata.a.b", "x"), "nothing follows"},
        {"metadata-prefix-doubled", entry("metadata.metadata.a.b", "x"), entry("metadata.a.metadata.b", "x"), "twice"},
        {"metadata-key-form", entry("metadata.Name", "x"), entry("metadata.general.name", "x"), "", "metadata.Name"},
        {"metadata-key-text", entry("metadata.\xC3\xA4.b", "x"), entry("metadata.a.b", "x"), "ASCII"},
        {"metadata-flag-value", entry("metadata.model.use_kv_cache", number(2)), entry("metadata.model.use_kv_cache", number(1)),
         "this is 2"},
        {"metadata-value-negative", entry("metadata.model.n_layers", number(-1)), entry("metadata.model.n_layers", number(0)),
         "-1"},
        {"metadata-token-range", entry("metadata.tokenizer.bos_id", number(64)), entry("metadata.tokenizer.bos_id", number(63)),
         "token 64 is outside the vocabulary of 64"},
        {"metadata-length-order", entry("metadata.context.max_seq_len", number(129)),
         entry("metadata.context.max_seq_len", number(128)), "129, are more than the context holds, 128"},
        {"metadata-contradiction", entry("metadata.model.vocab_size", number(65)), entry("metadata.model.vocab_size", number(64)),
         "get_vocab_size"},
        {"metadata-type-mismatch", entry("metadata.model.n_layers", "four"), entry("metadata.model.n_layers", number(4)),
         "4 bytes"},
        {"metadata-forms-mixed", entry("metadata.x.y", "\x03tagged"), entry("metadata.x.y", "untagged"), "type byte"},
        {"metadata-key-duplicate", entry("metadata.context.max_context_len", number(128)),
         entry("metadata.context.max_seq_len", number(128)), "first"},
        {"metadata-absent", numbers({{"get_bos_id", 1}}), numbers(all), "LLM runner"},
        {"metadata-absent", numbers({{"get_bos_id", 1}}), numbers({{"use_kv_cache", 0}}), "LLM runner"},  // any runner's key
        {"metadata-required-absent", numbers({{"get_bos_id", 1}}), numbers({{"get_bos_id", 1}, {"get_max_seq_len", 8}}),
         "does not start", "get_max_seq_len"},
        {"metadata-required-absent", numbers({{"get_bos_id", 1}}),
         methods({{"vision_encoder", {{{1, 3, 32, 32}}}, {kEmbeddings}}}), "does not start"},
        {"metadata-vocabulary-size", numbers({{"get_vocab_size", 4}}), numbers({{"get_vocab_size", 3}}),
         "4 tokens, the first output of forward gives 3 logits"},
        {"metadata-static-inputs", numbers({{"enable_dynamic_shape", 1}}), numbers({{"enable_dynamic_shape", 1}}, dynamic),
         "one shape only"},
        {"metadata-cache-length", numbers({{"get_max_seq_len", 128}}, cacheOf({1, 127, 2})),
         numbers({{"get_max_seq_len", 128}}, cacheOf({1, 128, 2})), "128 tokens, but no dimension of layers.0.k_cache"},
    };
}

std::vector<LintCase> runnerCases() {
    const Port shortTokens{{1, 15}, kLong, 1}, intTokens{{1, 16}, kInt, 1}, positions{{16}, kLong, 1}, fewPositions{{15}, kLong, 1};
    const Numbers cached{{"get_max_seq_len", 16}, {"use_kv_cache", 1}, {"enable_dynamic_shape", 1}};
    const Numbers uncached{{"get_max_seq_len", 16}, {"use_kv_cache", 0}};
    const auto sequence = [](std::int64_t most, std::int64_t context) {
        return Numbers{
            {"get_max_seq_len", most}, {"get_max_context_len", context}, {"use_kv_cache", 1}, {"enable_dynamic_shape", 1}};
    };
    const auto eos = [](std::int64_t token) { return Numbers{{"get_max_seq_len", 16}, {"get_eos_ids", token}}; };
    return {
        {"runner-method-absent",
         methods({{"vision_encoder", {{{1, 3, 32, 32}}}, {kEmbeddings}}, {"text_decoder", {kEmbeddings, kAt}, {kLogits}}},
                 {{"get_max_seq_len", 16}}),
         vision(kEmbeddings, kEmbeddings),
         "calls token_embedding, which the program does not have; it has text_decoder, vision_encoder", "token_embedding"},
        {"runner-method-absent",
         methods({{"token_embedding", {kTokens}, {kEmbeddings}}, {"vision_encoder", {{{1, 3, 32, 32}}}, {kEmbeddings}}},
                 {{"get_max_seq_len", 16}}),
         methods({{"token_embedding", {kTokens}, {kEmbeddings}},
                  {"prefill", {kEmbeddings, kAt}, {kLogits}},
                  {"decode", {kEmbeddings, kAt}, {kLogits}}},
                 {{"get_max_seq_len", 16}}),
         "calls text_decoder", "text_decoder"},
        {"runner-method-absent", methods({{"joint", {kEmbeddings, kEmbeddings}, {{{1}, kLong}}}}),
         methods({{"joint", {kEmbeddings, kEmbeddings}, {{{1}, kLong}}},
                  {"decoder_step", {kOneToken, kEmbeddings, kEmbeddings}, {kEmbeddings, kEmbeddings, kEmbeddings}}}),
         "calls decoder_step"},
        {"runner-input-count", text({kTokens}, cached), text({kTokens, kAt}, cached), "use_kv_cache announces a cache", "forward"},
        {"runner-input-count", text({kTokens}, {{"get_max_seq_len", 16}}), text({kTokens}, uncached), "the runner assumes a cache"},
        {"runner-input-count", text({kTokens, kAt, kAt}, cached), text({kTokens, kAt}, cached),
         "2 inputs (tokens, positions), the method takes 3"},
        {"runner-input-count", text({kTokens, kAt, kAt}, cached), text({kTokens, kAt, {{1, 1, 16, 16}}}, cached), "takes 3"},
        {"runner-input-count", methods({{"generate", {kTokens}, {kLogits}}}, cached),
         methods({{"prefill", {kTokens}, {kLogits}}, {"decode", {kOneToken}, {kLogits}}}, cached), "for which generate takes 2 inputs"},
        {"runner-input-count", methods({{"encoder", {kEmbeddings}, {kEmbeddings}}, {"text_decoder", {kOneToken, kAt}, {kLogits}}}),
         methods({{"encoder", {kEmbeddings}, {kEmbeddings}}, {"text_decoder", {kOneToken, kEmbeddings, kAt}, {kLogits}}}),
         "3 inputs", "text_decoder"},
        {"runner-input-type", text({intTokens, kAt}, cached), text({kTokens, kAt}, cached), "tokens as i64, forward takes i32",
         "forward, input 0"},
        {"runner-input-type", text({kTokens, {{1}, kInt}}, cached), text({kTokens, kAt}, cached),
         "positions as i64, forward takes i32", "forward, input 1"},
        {"runner-output-count", text({kTokens, kAt}, cached, {kLogits, kEmbeddings}), text({kTokens, kAt}, cached),
         "takes 1 output of forward, which gives 2"},
        {"runner-logits-type", text({kTokens, kAt}, cached, {{{1, 16, 64}, kLong, 1}}),
         text({kTokens, kAt}, cached, {{{1, 16, 64}, kHalf, 1}}), "forward gives i64", "forward, output 0"},
        {"runner-sequence-bound", text({shortTokens, kAt}, sequence(4096, 4096)), text({kTokens, kAt}, sequence(16, 16)),
         "calls of 4096 tokens, forward takes at most 15", "forward"},
        {"runner-sequence-bound", text({{{1, 8}, kLong}, kAt}, {{"get_max_seq_len", 16}}),
         text({kOneToken, kAt}, {{"get_max_seq_len", 16}}), "one by one here, forward takes 8"},
        {"runner-bound-beyond-cache", text({kTokens, kAt}, sequence(8, 15)), text({kTokens, kAt}, sequence(8, 16)),
         "up to 16 tokens in a call, the context holds 15"},
        {"runner-position-bound", text({kTokens, fewPositions}, cached), text({kTokens, positions}, cached),
         "16 tokens in a call and 15 positions"},
        {"runner-embedding-width", vision({{1, 16, 9}, kFloat, 1}, kEmbeddings), vision(kEmbeddings, {{1, 4, 8}}),
         "width 9, text_decoder takes width 8", "token_embedding"},
        {"runner-embedding-width", vision(kEmbeddings, {{1, 4, 7}}), vision(kEmbeddings, {{1, 4, 8}}), "width 7", "vision_encoder"},
        {"runner-token-beyond-logits", text({kTokens, kAt}, eos(64)), text({kTokens, kAt}, eos(63)),
         "token 64 is beyond the 64 logits"},
    };
}

}  // namespace etscope::test
