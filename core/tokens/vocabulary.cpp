#include "tokens/vocabulary.h"

#include <algorithm>
#include <array>

#include "inventory/metadata.h"
#include "inventory/tensor_rows.h"
#include "tensor/element_reader.h"
#include "tokens/tokenizer.h"

namespace etscope::tokens {
namespace {

using inventory::TensorRole;
using inventory::TensorRow;

constexpr std::array<std::string_view, 4> kKeys{"get_vocab_size", "metadata.model.vocab_size", "metadata.tokenizer.vocab_size",
                                                "vocab_size"};

/// Rows that an embedding may have beyond the tokenizer's: special tokens that its file does not list, rounding up.
std::int64_t padding(std::int64_t tokens) { return tokens / 16 + 64; }

bool isTokenTable(const TensorRow& row) {
    const bool embedding = row.name.find("embed") != std::string::npos || row.name.find("wte") != std::string::npos;
    return row.role == TensorRole::Parameter && row.tensor.shape.size() == 2 && embedding &&
           row.name.find("pos") == std::string::npos;
}

/// What a method does with an integer input.
enum class Use : std::uint8_t { Unknown, Tokens, Others };

/// Whether a node takes rows of a table by the value that `edge` brings, and the table is none of positions.
bool looksUpTokens(const graph::GraphModel& model, const graph::Edge& edge) {
    const graph::Node& node = model.node(edge.to);
    const std::string_view argument = edge.argument.valid() ? model.text(edge.argument) : std::string_view();
    if (model.text(node.target).find("embedding") == std::string_view::npos || argument != "indices") return false;
    for (const graph::Argument& one : model.arguments(node)) {
        if (one.kind != graph::ArgumentKind::Value || model.text(one.name) != "weight") continue;
        const auto table = std::ranges::find(model.top().inputs, one.value(), &graph::GraphInput::value);
        return table == model.top().inputs.end() || !table->target.valid() ||
               model.text(table->target).find("pos") == std::string_view::npos;
    }
    return true;
}

/// Follows the input through what only arranges or converts it.
Use useOf(const session::MethodView& method, std::int64_t input, const JobContext& job) {
    constexpr std::size_t kFurthest = 8;
    for (const graph::StageId& stage : {graph::StageId::exported(), graph::StageId::edge()}) {
        const auto model = method.graph(stage, job);
        if (!model || input < 0 || static_cast<std::size_t>(input) >= (*model)->userInputs().size()) continue;
        std::vector<graph::ValueId> reached{(*model)->userInputs()[static_cast<std::size_t>(input)]->value};
        const std::vector<graph::Edge> edges = (*model)->edges(graph::GraphId(0U));
        for (std::size_t at = 0; at < reached.size() && at < kFurthest; ++at)
            for (const graph::Edge& edge : edges) {
                if (edge.value != reached[at]) continue;
                if (looksUpTokens(**model, edge)) return Use::Tokens;
                const graph::Node& node = (*model)->node(edge.to);
                const auto slots = (*model)->outputs(node);
                const auto arguments = (*model)->arguments(node);
                const auto values = std::ranges::count(arguments, graph::ArgumentKind::Value, &graph::Argument::kind);
                if (values == 1 && slots.size() == 1 && slots.front().kind == graph::ValueKind::Tensor)
                    reached.push_back((*model)->values(slots.front()).front());
            }
        return Use::Others;
    }
    return Use::Unknown;
}

bool countsUp(const std::vector<std::int64_t>& numbers) {
    return std::ranges::adjacent_find(numbers, [](std::int64_t a, std::int64_t b) { return b != a + 1; }) == numbers.end();
}

}  // namespace

Result<std::optional<Vocabulary>> vocabularyOf(const session::Session& session, const tensor::Tensor& output,
                                               const JobContext& job) {
    if (output.shape.size() < 2 || !isFloating(output.type)) return std::optional<Vocabulary>();
    const std::int64_t columns = output.shape.back();
    const auto made = [columns](std::string evidence) { return std::optional(Vocabulary{columns, std::move(evidence)}); };
    for (const program::MetadataEntry& entry : inventory::metadata(session)->entries) {
        const auto* value = std::get_if<std::int64_t>(&entry.chosen().value.value);
        if (std::ranges::find(kKeys, entry.key) != kKeys.end() && value != nullptr && *value == columns)
            return made(entry.key + " is " + std::to_string(columns));
    }
    const auto found = tokenizerOf(session, job);
    if (!found) return found.failure();
    if ((*found)->tokenizer != nullptr) {
        const auto tokens = static_cast<std::int64_t>((*found)->tokenizer->size());
        if (tokens > 0 && columns >= tokens && columns <= tokens + padding(tokens))
            return made("the tokenizer has " + std::to_string(tokens) + " tokens");
    }
    const auto rows = inventory::tensors(session, job);
    if (!rows) return rows.failure();
    for (const TensorRow& row : **rows)
        if (isTokenTable(row) && row.tensor.shape.front() == columns)
            return made(row.name + " has " + std::to_string(columns) + " rows");
    return std::optional<Vocabulary>();
}

Result<std::optional<InputTokens>> inputTokens(const session::MethodView& method, std::int64_t caseIndex, std::size_t positions,
                                               const JobContext& job) {
    const auto rows = inventory::tensors(method.session, job);
    if (!rows) return rows.failure();
    std::vector<const TensorRow*> own, others;
    for (const TensorRow& row : **rows) {
        const bool input = row.role == TensorRole::RepresentativeInput || row.role == TensorRole::BundledInput;
        const auto count = row.tensor.elementCount();
        const bool whole = row.tensor.type == ScalarType::I64 || row.tensor.type == ScalarType::I32;
        if (!input || row.caseIndex != caseIndex || !whole || !count || *count != positions || row.tensor.shape.empty()) continue;
        if (useOf({method.session, row.method}, row.index.value_or(-1), job) == Use::Others) continue;
        (row.method == method.name ? own : others).push_back(&row);
    }
    // Positions are integers, too: of two inputs nothing tells which one is meant.
    const auto& chosen = own.empty() ? others : own;
    if (chosen.size() != 1) return std::optional<InputTokens>();
    InputTokens tokens{{}, chosen.front()->method, own.empty()};
    auto reader = tensor::ElementReader::open(chosen.front()->tensor);
    if (!reader) return reader.failure();
    while (tokens.ids.size() < positions) {
        const auto part = reader->elements(tokens.ids.size(), std::min(positions - tokens.ids.size(), reader->blockSize()));
        if (!part) return part.failure();
        for (const tensor::Element& element : *part) tokens.ids.push_back(std::get<std::int64_t>(element));
    }
    const std::int64_t input = chosen.front()->index.value_or(-1);
    if (countsUp(tokens.ids) && useOf({method.session, tokens.method}, input, job) != Use::Tokens)
        return std::optional<InputTokens>();
    return std::optional(std::move(tokens));
}

}  // namespace etscope::tokens
