#include "slim/names.h"

#include <algorithm>
#include <array>
#include <vector>

namespace etscope::slim {
namespace {

bool isNumber(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

/// What PyTorch and ExecuTorch call theirs.
bool isTorchs(std::string_view name) {
    constexpr std::array<std::string_view, 14> kStarts{"torch.",
                                                       "torch::",
                                                       "aten.",
                                                       "aten::",
                                                       "prims.",
                                                       "builtins.",
                                                       "_operator.",
                                                       "operator.",
                                                       "executorch.",
                                                       "<built-in",
                                                       "<EdgeOpOverload",
                                                       "<OpOverload",
                                                       "quantized_decomposed.",
                                                       "dim_order_ops."};
    return std::ranges::any_of(kStarts, [name](std::string_view start) { return name.starts_with(start); });
}

std::string underscored(std::string_view path) {
    std::string text(path);
    std::ranges::replace(text, '.', '_');
    return text;
}

constexpr std::string_view kSelf = "L['self']", kRootKey = "L__self__";

/// Three parts, separated by commas outside of brackets; fewer where it has fewer.
std::vector<std::string_view> itemParts(std::string_view item) {
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < item.size(); ++i) {
        depth += item[i] == '(' || item[i] == '[' ? 1 : item[i] == ')' || item[i] == ']' ? -1 : 0;
        if (item[i] != ',' || depth != 0) continue;
        parts.push_back(item.substr(first, i - first));
        first = i + 1;
    }
    parts.push_back(item.substr(first));
    return parts;
}

}  // namespace

std::string Names::numbered(Map& map, std::string_view old, std::string_view prefix) {
    const auto found = map.find(old);
    if (found != map.end()) return found->second;
    return map.emplace(old, std::string(prefix) + std::to_string(map.size())).first->second;
}

std::string Names::modulePath(std::string_view path) {
    if (path.empty()) return {};
    std::string text;
    for (const std::string_view segment : split(path, '.')) {
        text += text.empty() ? "" : ".";
        text += segment.empty() || isNumber(segment) ? std::string(segment) : numbered(m_modules, segment, "m");
    }
    return text;
}

std::string Names::parameter(std::string_view name) {
    const auto dot = name.rfind('.');
    const std::string_view leaf = dot == std::string_view::npos ? name : name.substr(dot + 1);
    const std::string head = dot == std::string_view::npos ? std::string() : modulePath(name.substr(0, dot)) + ".";
    return head + (leaf.empty() || isNumber(leaf) ? std::string(leaf) : numbered(m_leaves, leaf, "p"));
}

std::string Names::typeName(std::string_view type) {
    return type.empty() || isTorchs(type) ? std::string(type) : numbered(m_types, type, "user.C");
}

std::string Names::key(std::string_view key) {
    return key.empty() || isNumber(key) ? std::string(key) : numbered(m_keys, key, "k");
}

void Names::addInput(std::string_view value, std::string_view target) {
    if (value.empty() || m_values.contains(value)) return;
    const std::string wanted = target.empty() ? "input_" + std::to_string(m_inputs++) : "p_" + underscored(parameter(target));
    std::string name = wanted;
    for (int i = 1; m_taken.contains(name); ++i) name = wanted + "_" + std::to_string(i);
    m_taken.insert(name);
    m_values.emplace(value, name);
}

std::string Names::value(std::string_view name) const {
    const auto found = m_values.find(name);
    return found == m_values.end() ? std::string(name) : found->second;
}

std::string Names::moduleStack(std::string_view text) {
    std::string result;
    for (const std::string_view item : split(text, ';')) {
        const auto parts = itemParts(item);
        if (!result.empty()) result += ';';
        if (parts.size() != 3) {  // none of the writer's forms: what it names is not known
            result += numbered(m_sources, item, "x");
            continue;
        }
        std::string_view path = parts[1], key = parts[0];
        std::string self;
        if (path.starts_with(kSelf)) {
            self = kSelf;
            path.remove_prefix(kSelf.size());
            if (path.starts_with('.')) self += '.', path.remove_prefix(1);
        }
        const std::string renamed = modulePath(path);
        const auto call = key.rfind('@');
        const std::string number = call == std::string_view::npos ? std::string() : std::string(key.substr(call));
        const bool isPath = key.substr(0, call) == parts[1];
        const std::string newKey = isPath ? self + renamed
                                   : key.starts_with(kRootKey)
                                       ? std::string(kRootKey) + (renamed.empty() ? "" : "_" + underscored(renamed))
                                   : key.empty() ? std::string()
                                                 : numbered(m_sources, key.substr(0, call), "x");
        result += newKey + number + "," + self + renamed + "," + typeName(parts[2]);
    }
    return result;
}

/// "linear,torch.nn.modules.linear.Linear;…": the last comma separates.
std::string Names::sourceFunctions(std::string_view text) {
    std::string result;
    for (const std::string_view item : split(text, ';')) {
        const auto comma = item.rfind(',');
        if (!result.empty()) result += ';';
        if (comma == std::string_view::npos) {
            result += source(item);
            continue;
        }
        const std::string_view target = item.substr(comma + 1);
        result += (isTorchs(target) ? std::string(item.substr(0, comma)) : source(item.substr(0, comma))) + "," + typeName(target);
    }
    return result;
}

std::string Names::source(std::string_view text) {
    if (text.empty() || isTorchs(text)) return std::string(text);
    const auto input = m_values.find(text);
    if (input != m_values.end()) return input->second;
    if (m_taken.contains(text)) return std::string(text);
    return numbered(m_sources, text, "x");
}

}  // namespace etscope::slim
