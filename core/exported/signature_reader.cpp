#include "exported/signature_reader.h"

#include <unordered_map>

#include "exported/read_state.h"

namespace etscope::exported {
namespace {

using graph::ArgumentKind;
using graph::StringId;

/// Union tags whose command-line word differs.
constexpr std::pair<std::string_view, std::string_view> kRenamed[] = {{"tensor_constant", "constant_tensor"}};

enum class SpecField : std::uint8_t { Arg, Name, Target, Persistent, None };
constexpr WordTable kSpecFields({std::pair<std::string_view, SpecField>{"arg", SpecField::Arg},
                                 {"name", SpecField::Name},
                                 {"parameter_name", SpecField::Target},
                                 {"buffer_name", SpecField::Target},
                                 {"tensor_constant_name", SpecField::Target},
                                 {"custom_obj_name", SpecField::Target},
                                 {"user_input_name", SpecField::Target},
                                 {"persistent", SpecField::Persistent}},
                                SpecField::None);

/// Tags of arguments that hold a name.
constexpr WordTable kReferences({std::pair<std::string_view, bool>{"as_tensor", true},
                                 {"as_sym_int", true},
                                 {"as_sym_bool", true},
                                 {"as_sym_float", true},
                                 {"as_custom_obj", true},
                                 {"as_token", true}},
                                false);

}  // namespace

void SignatureReader::read() {
    m_present = true;
    m_inputs.clear();
    m_outputs.clear();
    const bool isObject = m_state.json.members(
        "input_specs", [&] { readSpecs(m_inputs); }, "output_specs", [&] { readSpecs(m_outputs); });
    if (!isObject) m_state.warn("signature-damaged", "the signature is not an object");
}

void SignatureReader::readSpecs(std::vector<Spec>& into) {
    into.clear();
    const auto readOne = [&] {
        m_state.spend(2 * sizeof(Spec));
        readSpec(into.emplace_back());
    };
    if (!m_state.json.array(readOne)) m_state.warn("signature-damaged", "input or output specs are not a list");
}

void SignatureReader::readSpec(Spec& spec) {
    const bool isObject = m_state.json.object([&](std::string_view tag) {
        for (const auto& [stored, word] : kRenamed)
            if (tag == stored) tag = word;
        const StringId word = m_state.intern(tag);
        if (m_state.json.takeNull()) return;
        if (spec.word.valid()) return m_state.json.skip();
        spec.word = word;
        readSpecFields(spec);
    });
    if (!isObject || !spec.word.valid()) m_state.warn("signature-damaged", "an input or output spec is not a union");
}

void SignatureReader::readSpecFields(Spec& spec) {
    m_state.json.object([&](std::string_view key) {
        switch (kSpecFields.find(key)) {
            case SpecField::Name: spec.name = m_state.internString(); break;
            case SpecField::Target: spec.target = m_state.internString(); break;
            case SpecField::Persistent:
                if (const auto value = m_state.json.boolean()) spec.persistent = *value ? 1 : 0;
                break;
            case SpecField::Arg: spec.name = readArgumentName(); break;
            case SpecField::None: m_state.json.skip(); break;
        }
    });
}

/// The name in {"name": …} or in an Argument that refers to a value; an invalid id for literals.
StringId SignatureReader::readArgumentName() {
    StringId name;
    m_state.json.object([&](std::string_view key) {
        const bool refers = kReferences.find(key);
        if (key == "name" || key == "as_name")
            name = m_state.internString();
        else if (refers && m_state.json.peek() == JsonReader::Kind::Object)
            name = readArgumentName();
        else
            m_state.json.skip();
    });
    return name;
}

/// The spec of each port: the one at its position when that names it, else the one that names it, else the one at its position.
template <class Port, class NameOf>
std::vector<const SignatureReader::Spec*> SignatureReader::join(const std::vector<Spec>& specs, const std::vector<Port>& ports,
                                                                NameOf nameOf) {
    std::unordered_map<StringId, const Spec*> byName;
    const auto isLiteral = [&](const Spec& spec) {
        return graph::inputKind(m_state.builder.model().text(spec.word)) == graph::InputKind::ConstantInput;
    };
    for (const Spec& spec : specs)
        if (spec.name.valid() && !isLiteral(spec)) byName.emplace(spec.name, &spec);
    std::vector<const Spec*> found(ports.size(), nullptr);
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const StringId name = nameOf(ports[i]);
        const Spec* atPosition = i < specs.size() ? &specs[i] : nullptr;
        const auto named = name.valid() ? byName.find(name) : byName.end();
        found[i] = named != byName.end() && (atPosition == nullptr || atPosition->name != name) ? named->second : atPosition;
    }
    return found;
}

void SignatureReader::apply(graph::GraphId id) {
    graph::Graph& graph = m_state.builder.graph(id);
    const auto text = [&](StringId word) { return m_state.builder.model().text(word); };
    const auto setKind = [&](auto& port, const Spec* spec, auto kindOf) {
        port.kind = kindOf(spec != nullptr ? text(spec->word) : std::string_view());
        if (spec == nullptr) return;
        port.target = spec->target;
        if (port.kind == decltype(port.kind)::Unknown) port.unknownKind = spec->word;
    };
    if (m_present && (m_inputs.size() != graph.inputs.size() || m_outputs.size() != graph.outputs.size()))
        m_state.warn("signature-length-mismatch", "the signature describes " + std::to_string(m_inputs.size()) + " inputs and " +
                                                      std::to_string(m_outputs.size()) + " outputs, the graph has " +
                                                      std::to_string(graph.inputs.size()) + " and " +
                                                      std::to_string(graph.outputs.size()));
    const auto inputs = join(m_inputs, graph.inputs, [](const graph::GraphInput& input) { return input.id; });
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        graph::GraphInput& input = graph.inputs[i];
        setKind(input, inputs[i], graph::inputKind);
        if (inputs[i] == nullptr) continue;
        input.persistent = inputs[i]->persistent;
        if (!input.id.valid()) input.id = inputs[i]->name;
    }
    const auto outputs = join(m_outputs, graph.outputs, [&](const graph::GraphOutput& output) {
        return output.argument.kind == ArgumentKind::Value ? m_state.builder.value(output.argument.value()).id : StringId{};
    });
    for (std::size_t i = 0; i < outputs.size(); ++i) setKind(graph.outputs[i], outputs[i], graph::outputKind);
}

}  // namespace etscope::exported
