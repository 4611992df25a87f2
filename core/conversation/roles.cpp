#include "conversation/roles.h"

#include <algorithm>
#include <set>

#include "base/enum_table.h"
#include "tensor/picture.h"

namespace etscope::conversation {
namespace {

using Steps = std::vector<const CallStep*>;

bool isWhole(ScalarType type) noexcept { return type == ScalarType::I64 || type == ScalarType::I32; }

bool nameHas(const std::string& name, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

/// Names of user inputs in the record's graph; empty where there is none.
std::vector<std::string> inputNames(const session::Session& session, const std::string& method, const JobContext& job) {
    const session::Method* known = session.method(method);
    std::vector<std::string> names;
    if (known == nullptr || known->stages.empty() || session.recordFile() == nullptr) return names;
    const auto graph = session.graph(method, known->primaryStage(), job);
    if (!graph) return names;
    for (const graph::GraphInput* input : (*graph)->userInputs()) {
        std::string name((*graph)->text(input->id));
        std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        names.push_back(std::move(name));
    }
    return names;
}

/// One method's calls, looked at together.
class Inference {
public:
    Inference(Steps steps, std::vector<std::string> names, std::int64_t width, const RoleClues& clues, MethodRoles& roles)
        : m_steps(std::move(steps)), m_first(*m_steps.front()), m_width(width), m_clues(clues), m_roles(roles) {
        m_roles.calls = m_steps.size();
        m_roles.inputs.resize(m_first.inputs.size());
        m_roles.outputs.resize(m_first.outputs.size());
        if (names.size() == m_roles.inputs.size())
            for (std::size_t i = 0; i < names.size(); ++i) m_roles.inputs[i].name = names[i];
    }

    void infer() {
        findCaches();
        findPixels();
        findRows();
        findWhole();
        findMasks();
        findOutputs();
        m_roles.kind = kind();
    }

private:
    void set(std::size_t i, InputRole role, std::string reason) {
        m_roles.inputs[i].role = role;
        m_roles.inputs[i].reason = std::move(reason);
    }
    bool open(std::size_t i) const { return m_roles.inputs[i].role == InputRole::Other && m_first.inputs[i].known(); }

    /// One shape in all calls, and that of the output as well.
    bool keepsShape(std::size_t input, std::size_t output) const {
        return std::ranges::all_of(m_steps, [&](const CallStep* step) {
            return input < step->inputs.size() && output < step->outputs.size() &&
                   step->inputs[input].shape() == m_first.inputs[input].shape() &&
                   step->outputs[output].shape() == m_first.inputs[input].shape() &&
                   step->outputs[output].type() == m_first.inputs[input].type();
        });
    }

    /// What a call before it gave, of whatever method; hashes are computed for a few calls only.
    bool isChained(std::size_t input, std::size_t output) const {
        constexpr std::ptrdiff_t kLooked = 4, kBack = 8;
        std::ptrdiff_t looked = 0;
        for (const CallStep* step : m_steps) {
            if (looked++ >= kLooked) return false;
            const std::string& hash = step->inputs[input].hash();
            const std::ptrdiff_t at = step - m_clues.steps.data();
            for (std::ptrdiff_t back = at - 1; !hash.empty() && back >= std::max<std::ptrdiff_t>(0, at - kBack); --back)
                for (const CallValue& value : m_clues.steps[static_cast<std::size_t>(back)].outputs)
                    if (value.shape() == m_first.outputs[output].shape() && value.hash() == hash) return true;
        }
        return false;
    }

    void findCaches() {
        std::size_t from = 0;
        for (std::size_t i = 0; i < m_roles.inputs.size(); ++i) {
            const CallValue& value = m_first.inputs[i];
            if (!value.known() || value.shape().size() < 3 || isWhole(value.type()) || value.type() == ScalarType::Bool) continue;
            for (std::size_t o = from; o < m_roles.outputs.size(); ++o) {
                if (m_roles.outputs[o].role != OutputRole::Other || !keepsShape(i, o)) continue;
                const bool named = nameHas(m_roles.inputs[i].name, {"cache", "past", "key", "value", "state", "kv"});
                const bool embeddings =
                    m_width > 0 && value.last(0) == m_width && value.shape().size() == 3 && value.shape()[0] == 1;
                if (!named && !isChained(i, o) && (embeddings || !hasSiblings(i))) continue;
                set(i, InputRole::Cache, "an output has its type and shape in every call, and is what the next call is given");
                m_roles.inputs[i].output = o;
                m_roles.outputs[o] = {OutputRole::Cache, "the next state of input " + std::to_string(i)};
                from = o + 1;
                break;
            }
        }
    }
    /// Another input of the same shape: keys and values.
    bool hasSiblings(std::size_t input) const {
        for (std::size_t i = 0; i < m_roles.inputs.size(); ++i)
            if (i != input && m_first.inputs[i].shape() == m_first.inputs[input].shape()) return true;
        return false;
    }

    void findPixels() {
        const bool whole = std::ranges::any_of(m_first.inputs, [](const CallValue& value) { return isWhole(value.type()); });
        for (std::size_t i = 0; i < m_roles.inputs.size() && !whole; ++i) {
            if (!open(i)) continue;
            tensor::Tensor like;
            like.type = m_first.inputs[i].type();
            like.shape = m_first.inputs[i].shape();
            const auto axes = tensor::pictureAxes(like);
            const bool picture = axes && axes->colour() && axes->rows > 1 && axes->columns > 1;
            const bool named = nameHas(m_roles.inputs[i].name, {"pixel", "image"}) && !isWhole(like.type);
            if (picture || named) set(i, InputRole::Pixels, picture ? "rows, columns and colours" : "its name");
        }
    }

    void findRows() {
        for (std::size_t i = 0; i < m_roles.inputs.size(); ++i) {
            if (!open(i) || !isFloating(m_first.inputs[i].type())) continue;
            const bool wide = m_width > 0 && m_first.inputs[i].last(0) == m_width && m_first.inputs[i].shape().size() >= 2;
            if (wide && !nameHas(m_roles.inputs[i].name, {"mask"}))
                return set(i, InputRole::Embeddings, "its rows are as long as those of the embedding");
            if (nameHas(m_roles.inputs[i].name, {"embed", "hidden"})) return set(i, InputRole::Embeddings, "its name");
        }
    }

    bool consecutive(std::size_t input) const {
        std::size_t counted = 0, longer = 0, steps = 0, ones = 0;
        std::optional<std::int64_t> before;
        for (const CallStep* step : m_steps) {
            if (input >= step->inputs.size()) continue;
            const auto values = step->inputs[input].integers();
            if (values.size() > 1) {
                ++longer;
                if (std::ranges::adjacent_find(values, [](auto a, auto b) { return b != a + 1; }) == values.end()) ++counted;
            } else if (values.size() == 1) {
                if (before) ++steps;
                if (before && values[0] == *before + 1) ++ones;
                before = values[0];
            }
        }
        return longer > 0 ? 2 * counted > longer : steps > 0 && 2 * ones > steps;
    }

    void findWhole() {
        const bool fed = m_roles.input(InputRole::Embeddings).has_value();
        bool haveIds = false;
        for (std::size_t i = 0; i < m_roles.inputs.size(); ++i) {
            if (!open(i) || !isWhole(m_first.inputs[i].type())) continue;
            const std::string& name = m_roles.inputs[i].name;
            if (nameHas(name, {"mask"})) continue;
            const bool position = nameHas(name, {"pos"}), id = !position && nameHas(name, {"id", "tok"});
            if (nameHas(name, {"cache_pos", "input_pos", "start_pos"}))
                set(i, InputRole::CachePosition, "its name");
            else if (position || fed)
                set(i, InputRole::Positions, position ? "its name" : "whole numbers beside rows of embeddings");
            else if (id || (!haveIds && !consecutive(i)))
                set(i, InputRole::Ids, id ? "its name" : "whole numbers that do not count up");
            else
                set(i, InputRole::Positions, "whole numbers that count up");
            haveIds = haveIds || m_roles.inputs[i].role == InputRole::Ids;
        }
        bool any = false;
        for (const RoleOfInput& input : m_roles.inputs) any = any || input.role == InputRole::Ids;
        if (any || fed || m_roles.input(InputRole::Pixels)) return;
        if (const auto only = m_roles.input(InputRole::Positions); only && m_roles.inputs[*only].name.empty())
            set(*only, InputRole::Ids, "the only whole numbers that are given");
    }

    std::int64_t rowsOf(const CallStep& step) const {
        if (const auto rows = m_roles.input(InputRole::Embeddings)) return step.inputs[*rows].last(1);
        if (const auto ids = m_roles.input(InputRole::Ids)) return step.inputs[*ids].last(0);
        return -1;
    }

    void findMasks() {
        for (std::size_t i = 0; i < m_roles.inputs.size(); ++i) {
            const CallValue& value = m_first.inputs[i];
            if (!open(i)) continue;
            const bool named = nameHas(m_roles.inputs[i].name, {"mask"});
            const bool square = value.shape().size() >= 2 && value.last(1) == rowsOf(m_first) && value.last(0) >= value.last(1);
            const bool type = value.type() == ScalarType::Bool || isFloating(value.type()) || named;
            if (type && square)
                set(i, InputRole::Mask, named ? "its name" : "a row for each position, a column for each that is seen");
        }
    }

    void findOutputs() {
        std::set<std::int64_t> chosen;
        for (const traces::Line& line : m_clues.trace.lines())
            if (const auto* choice = line.as<traces::Choice>())
                if (choice->call && std::ranges::any_of(m_steps, [&](auto* step) { return step->call->index == *choice->call; }))
                    chosen.insert(choice->output);
        for (std::size_t o = 0; o < m_roles.outputs.size(); ++o) {
            const CallValue& value = m_first.outputs[o];
            if (m_roles.outputs[o].role != OutputRole::Other || !value.known() || !isFloating(value.type())) continue;
            const bool wide = m_width > 0 && value.last(0) == m_width;
            const bool vocabulary = m_clues.vocabulary > 0 && value.last(0) >= static_cast<std::int64_t>(m_clues.vocabulary);
            if (chosen.contains(static_cast<std::int64_t>(o)))
                m_roles.outputs[o] = {OutputRole::Logits, "tokens are chosen from it"};
            else if (wide)
                m_roles.outputs[o] = {OutputRole::Rows, "its rows are as long as those of the embedding"};
            else if (vocabulary && (m_roles.input(InputRole::Embeddings) || m_roles.input(InputRole::Ids)))
                m_roles.outputs[o] = {OutputRole::Logits, "its rows are as long as the vocabulary"};
        }
    }

    /// What only a part that sees a sequence is given.
    bool seesSequence() const {
        return std::ranges::any_of(m_roles.inputs, [](const RoleOfInput& input) {
            return input.role == InputRole::Positions || input.role == InputRole::CachePosition || input.role == InputRole::Mask ||
                   input.role == InputRole::Cache;
        });
    }

    MethodKind kind() const {
        const bool rows = m_roles.output(OutputRole::Rows).has_value();
        if (m_roles.input(InputRole::Pixels)) return MethodKind::Vision;
        if (m_roles.input(InputRole::Embeddings))
            return seesSequence() || m_roles.output(OutputRole::Logits) ? MethodKind::Decoder : MethodKind::Other;
        if (!m_roles.input(InputRole::Ids)) return MethodKind::Other;
        return rows && !m_roles.output(OutputRole::Logits) ? MethodKind::Embedding : MethodKind::Decoder;
    }

    Steps m_steps;
    const CallStep& m_first;
    std::int64_t m_width;
    const RoleClues& m_clues;
    MethodRoles& m_roles;
};

/// How long rows of embeddings are: what a method gives for whole numbers alone, and another one takes. 0: not known.
std::int64_t rowWidth(const std::map<std::string, Steps>& methods) {
    std::set<std::int64_t> taken;
    for (const auto& [name, steps] : methods)
        for (const CallValue& value : steps.front()->inputs)
            if (value.known() && isFloating(value.type()) && value.shape().size() >= 2) taken.insert(value.last(0));
    std::int64_t fallback = 0;
    for (const auto& [name, steps] : methods) {
        const CallStep& step = *steps.front();
        const bool whole = !step.inputs.empty() && std::ranges::all_of(step.inputs, [](auto& v) { return isWhole(v.type()); });
        for (const CallValue& value : step.outputs) {
            if (!value.known() || !isFloating(value.type()) || value.shape().size() < 2 || !taken.contains(value.last(0))) continue;
            if (whole) return value.last(0);
            if (step.inputs.size() == 1) fallback = value.last(0);
        }
    }
    return fallback;
}

}  // namespace

std::string_view roleName(InputRole role) noexcept {
    static constexpr EnumTable<InputRole::Cache> kNames(
        {"other", "pixels", "ids", "embeddings", "positions", "cache_position", "mask", "cache"});
    return kNames[role];
}
std::string_view roleName(OutputRole role) noexcept {
    static constexpr EnumTable<OutputRole::Cache> kNames({"other", "rows", "logits", "cache"});
    return kNames[role];
}
std::string_view kindName(MethodKind kind) noexcept {
    static constexpr EnumTable<MethodKind::Decoder> kNames({"other", "vision", "embedding", "decoder"});
    return kNames[kind];
}

std::optional<std::size_t> MethodRoles::input(InputRole role) const noexcept {
    const auto found = std::ranges::find(inputs, role, &RoleOfInput::role);
    return found == inputs.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - inputs.begin()));
}
std::optional<std::size_t> MethodRoles::output(OutputRole role) const noexcept {
    const auto found = std::ranges::find(outputs, role, &RoleOfOutput::role);
    return found == outputs.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - outputs.begin()));
}

Result<Roles> rolesOf(const RoleClues& clues, const JobContext& job) {
    std::map<std::string, Steps> methods;
    for (const CallStep& step : clues.steps) {
        Steps& known = methods[step.call->method];
        const bool like = known.empty() || (known.front()->inputs.size() == step.inputs.size() &&
                                            known.front()->outputs.size() == step.outputs.size());
        if (like) known.push_back(&step);
    }
    const std::int64_t width = rowWidth(methods);
    Roles roles;
    for (const auto& [name, steps] : methods) {
        if (job.cancelled()) return cancelledFailure();
        Inference(steps, inputNames(clues.session, name, job), width, clues, roles[name]).infer();
        for (const CallStep* step : steps) step->letGo();
    }
    // Of two that are given rows the one that sees the sequence is the decoder, the other its head.
    const auto sees = [](const MethodRoles& one) {
        return one.kind == MethodKind::Decoder && one.input(InputRole::Embeddings) &&
               (one.input(InputRole::Positions) || one.input(InputRole::CachePosition) || one.input(InputRole::Mask) ||
                one.input(InputRole::Cache));
    };
    const bool any = std::ranges::any_of(roles, [&](const auto& one) { return sees(one.second); });
    for (auto& [name, one] : roles)
        if (any && one.kind == MethodKind::Decoder && one.input(InputRole::Embeddings) && !sees(one)) one.kind = MethodKind::Other;
    return roles;
}

}  // namespace etscope::conversation
