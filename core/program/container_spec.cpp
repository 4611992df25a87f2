#include "program/container_spec.h"

#include <optional>

#include "base/limits.h"
#include "io/json.h"

namespace etscope::program {
namespace {

using nlohmann::json;

Failure damaged(const std::string& why) {
    return fail("container-spec-damaged", "the tree of inputs or outputs cannot be read: " + why);
}

class CompactParser {
public:
    explicit CompactParser(std::string_view text) : m_text(text) {}

    std::optional<ContainerSpec> whole() {
        auto spec = node(0);
        if (!m_text.empty()) return std::nullopt;
        return spec;
    }

private:
    bool eat(char c) {
        if (m_text.empty() || m_text.front() != c) return false;
        m_text.remove_prefix(1);
        return true;
    }
    std::optional<std::size_t> number() {
        std::size_t value = 0, digits = 0;
        while (!m_text.empty() && m_text.front() >= '0' && m_text.front() <= '9') {
            if (++digits > 9) return std::nullopt;
            value = value * 10 + static_cast<std::size_t>(m_text.front() - '0');
            m_text.remove_prefix(1);
        }
        return digits == 0 ? std::nullopt : std::optional(value);
    }
    std::optional<std::string> upTo(char stop) {
        const auto end = m_text.find(stop);
        if (end == std::string_view::npos) return std::nullopt;
        std::string text(m_text.substr(0, end));
        m_text.remove_prefix(end + 1);
        return text;
    }
    std::optional<std::string> key() {
        auto text = eat('\'') ? upTo('\'') : [this]() -> std::optional<std::string> {
            const auto value = number();
            return value ? std::optional(std::to_string(*value)) : std::nullopt;
        }();
        return text && eat(':') ? text : std::nullopt;
    }

    bool kindOf(ContainerSpec& spec) {
        if (eat('T'))
            spec.kind = ContainerKind::Tuple;
        else if (eat('N'))
            spec.kind = ContainerKind::NamedTuple;
        else if (eat('L'))
            spec.kind = ContainerKind::List;
        else if (eat('D'))
            spec.kind = ContainerKind::Dict;
        else if (eat('C')) {
            spec.kind = ContainerKind::Custom;
            auto type = eat('(') ? upTo(')') : std::nullopt;
            if (!type) return false;
            spec.type = *std::move(type);
        } else
            return false;
        return true;
    }

    std::optional<ContainerSpec> node(int depth) {
        ContainerSpec spec;
        if (depth > limits::kMaxContainerDepth) return std::nullopt;
        if (eat('$')) return spec;
        if (!kindOf(spec)) return std::nullopt;
        const auto count = number();
        if (!count || *count > m_text.size()) return std::nullopt;
        for (std::size_t i = 0; i < *count; ++i)
            if (!eat('#') || !number()) return std::nullopt;
        if (!eat('(')) return std::nullopt;
        for (std::size_t i = 0; i < *count; ++i) {
            if (i > 0 && !eat(',')) return std::nullopt;
            if (spec.kind == ContainerKind::Dict) {
                auto name = key();
                if (!name) return std::nullopt;
                spec.keys.push_back(*std::move(name));
            }
            auto child = node(depth + 1);
            if (!child) return std::nullopt;
            spec.children.push_back(*std::move(child));
        }
        return eat(')') ? std::optional(std::move(spec)) : std::nullopt;
    }

    std::string_view m_text;
};

ContainerKind kindOfType(const std::string& type) {
    if (type == "builtins.tuple") return ContainerKind::Tuple;
    if (type == "builtins.list") return ContainerKind::List;
    if (type == "builtins.dict" || type == "collections.OrderedDict" || type == "collections.defaultdict")
        return ContainerKind::Dict;
    return type.find("namedtuple") != std::string::npos ? ContainerKind::NamedTuple : ContainerKind::Custom;
}

void takeKeys(const json& context, ContainerSpec& spec) {
    if (!context.is_string()) return;
    const std::string& text = context.get_ref<const std::string&>();
    const auto keys = parseJson(text, text.size());
    if (!keys || !keys->is_array()) return;
    for (const json& key : *keys) spec.keys.push_back(key.is_string() ? key.get<std::string>() : key.dump());
}

std::optional<ContainerSpec> jsonNode(const json& node, int depth) {
    if (!node.is_object() || depth > limits::kMaxContainerDepth) return std::nullopt;
    ContainerSpec spec;
    const auto type = node.find("type");
    const auto children = node.find("children_spec");
    if (type == node.end() || type->is_null()) return spec;
    if (!type->is_string() || children == node.end() || !children->is_array()) return std::nullopt;
    spec.kind = kindOfType(type->get<std::string>());
    spec.type = type->get<std::string>();
    for (const json& child : *children) {
        auto parsed = jsonNode(child, depth + 1);
        if (!parsed) return std::nullopt;
        spec.children.push_back(*std::move(parsed));
    }
    if (spec.kind == ContainerKind::Dict && node.contains("context")) takeKeys(node["context"], spec);
    if (spec.keys.size() != spec.children.size()) spec.keys.clear();
    return spec;
}

void addPlaces(const ContainerSpec& spec, const std::string& prefix, std::vector<std::string>& places) {
    if (spec.kind == ContainerKind::Leaf) places.push_back(prefix);
    for (std::size_t i = 0; i < spec.children.size(); ++i) {
        const std::string step = spec.keys.empty() ? std::to_string(i) : "'" + spec.keys[i] + "'";
        addPlaces(spec.children[i], prefix + "[" + step + "]", places);
    }
}

}  // namespace

std::size_t ContainerSpec::leafCount() const noexcept {
    if (kind == ContainerKind::Leaf) return 1;
    std::size_t count = 0;
    for (const ContainerSpec& child : children) count += child.leafCount();
    return count;
}

Result<ContainerSpec> parseContainerSpec(std::string_view text) {
    if (text.empty()) return fail("container-spec-absent", "the program does not say how inputs or outputs nest");
    if (text.size() > limits::kMaxContainerSpec) return damaged("the text is too long");
    if (text.front() != '[') {
        auto spec = CompactParser(text).whole();
        if (!spec) return damaged("the text follows neither known form");
        return *std::move(spec);
    }
    const auto document = parseJson(text, text.size());
    if (!document && document.error().code == "limit-exceeded") return damaged("it nests too deep or holds too much");
    if (!document || !document->is_array() || document->size() != 2) return damaged("it is no JSON pair of protocol and tree");
    auto spec = jsonNode((*document)[1], 0);
    if (!spec) return damaged("a node has no type or no children");
    return *std::move(spec);
}

std::vector<std::string> leafPlaces(const ContainerSpec& spec) {
    std::vector<std::string> places;
    addPlaces(spec, {}, places);
    return places;
}

}  // namespace etscope::program
