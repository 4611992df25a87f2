#include "consistency/roles.h"

#include <algorithm>
#include <array>

#include "consistency/uses.h"
#include "evaluate/operator_table.h"

namespace etscope::consistency {

using graph::GraphModel;
using graph::NodeId;
using graph::ValueId;

namespace {

enum class Kind : std::uint8_t { Any, Integer, Boolean, Floating };
/// What the operator's other operands are.
enum class With : std::uint8_t { Anything, Table, Kept, Tensor, Scalar };

struct Evidence {
    std::string_view stem;
    int argument;  ///< -1: any but the first, -2: any
    Kind kind;
    With with;
    Role role;
    int weight;
    const char* words;  ///< %1: the operator, %2: the constant
};

constexpr const char* kLookedUp = Sentence::phrase("%1 looks it up in %2");
constexpr const char* kWrites = Sentence::phrase("%1 writes to %2 where it says");
constexpr const char* kCompared = Sentence::phrase("%1 compares it with a range of places");
constexpr const char* kAngle = Sentence::phrase("%1 makes angles of it");
constexpr const char* kChooses = Sentence::phrase("%1 chooses by it");
constexpr const char* kAttention = Sentence::phrase("%1 is given it as a mask");
constexpr const char* kPicture = Sentence::phrase("%1 takes it as a picture of few channels");
constexpr const char* kVectors = Sentence::phrase("%1 takes its last axis as a vector");
constexpr const char* kScaled = Sentence::phrase("%1 turns it into a factor or a bias");

constexpr auto kEvidence = std::to_array<Evidence>({
    {"embedding", 1, Kind::Integer, With::Table, Role::Tokens, 3, kLookedUp},
    {"embedding_byte", -1, Kind::Integer, With::Anything, Role::Tokens, 3, kLookedUp},
    {"embedding_4bit", -1, Kind::Integer, With::Anything, Role::Tokens, 3, kLookedUp},
    {"embedding_2bit", -1, Kind::Integer, With::Anything, Role::Tokens, 3, kLookedUp},
    {"index_put", 1, Kind::Integer, With::Kept, Role::CachePosition, 8, kWrites},
    {"index_copy", -1, Kind::Integer, With::Kept, Role::CachePosition, 8, kWrites},
    {"scatter", -1, Kind::Integer, With::Kept, Role::CachePosition, 8, kWrites},
    {"update_cache", -1, Kind::Any, With::Kept, Role::CachePosition, 8, kWrites},
    {"slice_scatter", -1, Kind::Any, With::Kept, Role::CachePosition, 8, kWrites},
    {"index", 1, Kind::Integer, With::Table, Role::Positions, 2, kLookedUp},
    {"index_select", 2, Kind::Integer, With::Table, Role::Positions, 2, kLookedUp},
    {"le", -2, Kind::Integer, With::Tensor, Role::Positions, 3, kCompared},
    {"lt", -2, Kind::Integer, With::Tensor, Role::Positions, 3, kCompared},
    {"ge", -2, Kind::Integer, With::Tensor, Role::Positions, 3, kCompared},
    {"gt", -2, Kind::Integer, With::Tensor, Role::Positions, 3, kCompared},
    {"mul", -2, Kind::Integer, With::Table, Role::Positions, 3, kAngle},
    {"outer", -2, Kind::Integer, With::Anything, Role::Positions, 3, kAngle},
    {"matmul", -2, Kind::Integer, With::Table, Role::Positions, 3, kAngle},
    {"bmm", -2, Kind::Integer, With::Table, Role::Positions, 3, kAngle},
    {"einsum", -2, Kind::Integer, With::Anything, Role::Positions, 3, kAngle},
    {"where", 0, Kind::Boolean, With::Anything, Role::Mask, 5, kChooses},
    {"masked_fill", 1, Kind::Any, With::Anything, Role::Mask, 5, kChooses},
    {"logical_not", 0, Kind::Any, With::Anything, Role::Mask, 3, kChooses},
    {"bitwise_not", 0, Kind::Boolean, With::Anything, Role::Mask, 3, kChooses},
    {"scaled_dot_product_attention", 3, Kind::Any, With::Anything, Role::Mask, 6, kAttention},
    {"custom_sdpa", 4, Kind::Any, With::Anything, Role::Mask, 6, kAttention},
    {"rsub", -2, Kind::Integer, With::Scalar, Role::Mask, 4, kScaled},
    {"conv2d", 0, Kind::Floating, With::Anything, Role::PixelValues, 4, kPicture},
    {"convolution", 0, Kind::Floating, With::Anything, Role::PixelValues, 4, kPicture},
    {"linear", 0, Kind::Floating, With::Anything, Role::Embeddings, 1, kVectors},
    {"mm", 0, Kind::Floating, With::Table, Role::Embeddings, 1, kVectors},
    {"matmul", 0, Kind::Floating, With::Table, Role::Embeddings, 1, kVectors},
    {"addmm", 1, Kind::Floating, With::Anything, Role::Embeddings, 1, kVectors},
    {"layer_norm", 0, Kind::Floating, With::Anything, Role::Embeddings, 1, kVectors},
    {"native_layer_norm", 0, Kind::Floating, With::Anything, Role::Embeddings, 1, kVectors},
    {"rms_norm", 0, Kind::Floating, With::Anything, Role::Embeddings, 1, kVectors},
});

struct NameHint {
    std::string_view part;
    Kind kind;
    Role role;
    int weight;
};
constexpr auto kNameHints = std::to_array<NameHint>({
    {"cache_pos", Kind::Any, Role::CachePosition, 4},
    {"pos", Kind::Integer, Role::Positions, 4},
    {"mask", Kind::Any, Role::Mask, 6},
    {"token", Kind::Integer, Role::Tokens, 2},
    {"ids", Kind::Integer, Role::Tokens, 2},
    {"len", Kind::Integer, Role::Length, 4},
    {"embed", Kind::Floating, Role::Embeddings, 3},
    {"pixel", Kind::Floating, Role::PixelValues, 4},
    {"image", Kind::Floating, Role::PixelValues, 3},
});

bool isKind(const GraphModel& model, ValueId value, Kind wanted) {
    if (wanted == Kind::Any) return true;
    const graph::ValueKind kind = model.value(value).kind;
    if (kind == graph::ValueKind::SymInt) return wanted == Kind::Integer;
    const auto type = typeOf(model, value);
    if (!type) return false;
    if (*type == ScalarType::Bool) return wanted == Kind::Boolean;
    return isFloating(*type) == (wanted == Kind::Floating);
}

/// The graph's own input that another operand is, views of it and in-place results left out.
const graph::GraphInput* otherInput(const GraphModel& model, const Use& use) {
    const std::size_t count = model.arguments(model.node(use.node)).size();
    for (std::size_t i = 0; i < count; ++i) {
        if (i == use.argument) continue;
        const ValueId other = valueArgument(model, use.node, i);
        if (!other.valid()) continue;
        const graph::GraphInput* input = inputOf(model, sourceOf(model, other));
        if (input != nullptr) return input;
    }
    return nullptr;
}

bool isWith(const GraphModel& model, const Use& use, const graph::GraphInput* other, With wanted) {
    switch (wanted) {
        case With::Anything: return true;
        case With::Table: return other != nullptr && graph::isHeld(other->kind);
        case With::Kept: return use.argument > 0;
        case With::Tensor:
            return model.arguments(model.node(use.node)).size() > 1 &&
                   valueArgument(model, use.node, 1 - std::min<std::size_t>(use.argument, 1)).valid();
        case With::Scalar: return !valueArgument(model, use.node, 1 - std::min<std::size_t>(use.argument, 1)).valid();
    }
    return false;
}

bool fits(const GraphModel& model, ValueId value, const Use& use, const graph::GraphInput* other, const Evidence& row) {
    if (row.stem != use.stem || !isKind(model, value, row.kind) || !isWith(model, use, other, row.with)) return false;
    if (row.argument >= 0 ? use.argument != static_cast<std::size_t>(row.argument) : row.argument == -1 && use.argument == 0)
        return false;
    if (row.role == Role::PixelValues) {
        const auto sizes = sizesOf(model, value);
        return sizes.size() == 4 && !sizes[1].expression.valid() &&
               (sizes[1].value == 1 || sizes[1].value == 3 || sizes[1].value == 4);
    }
    return row.role != Role::Embeddings || sizesOf(model, value).size() >= 2;
}

class Scores {
public:
    void add(Role role, int weight, Sentence why) {
        Entry& entry = m_entries[static_cast<std::size_t>(role)];
        entry.weight = std::max(entry.weight, weight) + (entry.weight > 0 ? 1 : 0);
        if (weight > entry.strongest) {
            entry.strongest = weight;
            entry.why = std::move(why);
        }
    }
    void decide(InputRole& input) const {
        const auto best = std::ranges::max_element(m_entries, {}, &Entry::weight);
        if (best->weight == 0) return;
        input.role = static_cast<Role>(best - m_entries.begin());
        input.reason = best->why;
    }

private:
    struct Entry {
        int weight = 0, strongest = 0;
        Sentence why;
    };
    std::array<Entry, 9> m_entries;
};

void useEvidence(const GraphModel& model, const graph::DataFlow& flow, InputRole& input, Scores& scores) {
    for (const Use& use : usesOf(model, flow, input.value)) {
        const graph::GraphInput* other = otherInput(model, use);
        const std::string table = other == nullptr ? std::string() : std::string(model.text(other->target));
        for (const Evidence& row : kEvidence)
            if (fits(model, input.value, use, other, row))
                scores.add(row.role, row.weight,
                           Sentence::of(row.words, std::string(model.text(model.node(use.node).id)), table.empty() ? "it" : table));
        const bool table0 = use.stem == "embedding" || use.stem == "index" || use.stem == "index_select";
        if (table0 && other != nullptr && graph::isHeld(other->kind)) {
            const auto sizes = sizesOf(model, other->value);
            if (!sizes.empty() && !sizes[0].expression.valid())
                input.most = input.most == 0 ? sizes[0].value : std::min(input.most, sizes[0].value);
        }
        input.used = true;
    }
}

/// A floating tensor that is added to what softmax is taken of, and follows from nothing else.
void addedToScores(const GraphModel& model, const graph::DataFlow& flow, InputRole& input, Scores& scores) {
    if (!isKind(model, input.value, Kind::Floating)) return;
    for (const Use& use : usesOf(model, flow, input.value)) {
        if (use.stem != "add" && use.stem != "mul" && use.stem != "rsub") continue;
        for (const ValueId result : flow.results(use.node))
            for (const Use& next : usesOf(model, flow, result))
                if (next.stem.find("softmax") != std::string::npos && use.stem == "add" && use.argument == 1)
                    scores.add(Role::Mask, 6,
                               Sentence::of(Sentence::phrase("%1 adds it to scores of attention"),
                                            std::string(model.text(model.node(use.node).id))));
    }
}

}  // namespace

void inferRoles(const GraphModel& model, const graph::DataFlow& flow, std::vector<InputRole>& inputs) {
    for (InputRole& input : inputs) {
        if (!input.value.valid()) continue;
        Scores scores;
        useEvidence(model, flow, input, scores);
        addedToScores(model, flow, input, scores);
        if (input.told) continue;
        for (const NameHint& hint : kNameHints)
            if (input.name.find(hint.part) != std::string::npos && isKind(model, input.value, hint.kind))
                scores.add(hint.role, hint.weight, Sentence::of("its name says so"));
        input.reason = Sentence::of("nothing of its type and its use tells");
        scores.decide(input);
    }
}

std::vector<Write> writesOf(const GraphModel& model, const graph::DataFlow& flow) {
    std::vector<Write> writes;
    for (const NodeId node : model.top().nodes) {
        const evaluate::Operator* op = evaluate::findOperator(model.text(model.node(node).target));
        if (op == nullptr || !op->signature.writes()) continue;
        const auto& parameters = op->signature.parameters();
        const auto arguments = model.arguments(model.node(node));
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const std::string_view name = model.text(arguments[i].name);
            const auto named = std::ranges::find(parameters, name, &evaluate::Parameter::name);
            const std::size_t place =
                name.empty() || named == parameters.end() ? i : static_cast<std::size_t>(named - parameters.begin());
            if (place >= parameters.size() || !parameters[place].written || arguments[i].kind != graph::ArgumentKind::Value)
                continue;
            ValueId into = sourceOf(model, arguments[i].value());
            for (int steps = 0; steps < 64 && model.value(into).producer.valid(); ++steps) {  // results of earlier writes
                const ValueId before = valueArgument(model, model.value(into).producer, 0);
                if (!before.valid()) break;
                into = sourceOf(model, before);
            }
            if (inputOf(model, into) == nullptr) continue;
            const auto results = flow.results(node);
            ValueId what = results.empty() ? ValueId() : results.front();
            for (std::size_t k = arguments.size(); k-- > 1;)
                if (k != i && arguments[k].kind == graph::ArgumentKind::Value &&
                    typeOf(model, arguments[k].value()) == typeOf(model, into)) {
                    what = arguments[k].value();
                    break;
                }
            writes.push_back({node, into, what});
        }
    }
    for (const graph::GraphOutput& output : model.top().outputs) {
        if (!graph::isMutation(output.kind) || output.argument.kind != graph::ArgumentKind::Value) continue;
        const auto into = std::ranges::find_if(model.top().inputs, [&](const graph::GraphInput& input) {
            return input.target == output.target &&
                   (graph::isUser(input.kind) ? output.kind == graph::OutputKind::UserInputMutation : true);
        });
        if (into == model.top().inputs.end() || !into->value.valid()) continue;
        writes.push_back({model.value(output.argument.value()).producer, into->value, output.argument.value()});
    }
    return writes;
}

}  // namespace etscope::consistency
