#include "session/lora_keys.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/name_text.h"
#include "io/json.h"
#include "session/limits.h"
#include "session/program_names.h"

namespace etscope::session {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kEnding = ".lora_keys.json", kEndings[] = {".lora_a", ".lora_b"};

bool isListOfTexts(const json& value) {
    return value.is_array() && !value.empty() && std::ranges::all_of(value, [](const json& one) { return one.is_string(); });
}

/// The list itself, or the only one that an object has.
const json* listIn(const json& document) {
    if (isListOfTexts(document)) return &document;
    const json* found = nullptr;
    if (!document.is_object()) return nullptr;
    for (const json& value : document) {
        if (!isListOfTexts(value)) continue;
        if (found != nullptr) return nullptr;
        found = &value;
    }
    return found;
}

/// A list may name the modules, or both keys of each.
std::string moduleOf(const std::string& text) {
    for (const std::string_view ending : kEndings)
        if (text.ends_with(ending)) return text.substr(0, text.size() - ending.size());
    return text;
}

Result<std::vector<std::string>> modulesIn(const std::string& path) {
    const auto source = Source::open(path);
    if (!source) return source.failure();
    const ByteRange whole = ByteRange::whole(*source);
    if (whole.size > limits::kMaxLoraKeys)
        return fail("limit-exceeded", "a list of adapters' keys has at most " + std::to_string(limits::kMaxLoraKeys) + " bytes");
    Diagnostics ignored;  // names that are no UTF-8 are no names of a model
    const auto document = readJson(whole, ignored);
    if (!document) return document.failure();
    const json* list = listIn(*document);
    if (list == nullptr) return fail("lora-keys-form", "no list of names, and no object with one such list");
    std::vector<std::string> modules;
    std::set<std::string> known;
    for (const json& one : *list)
        if (std::string module = moduleOf(validName(one.get<std::string>())); known.insert(module).second)
            modules.push_back(std::move(module));
    return modules;
}

}  // namespace

std::vector<std::string> LoraKeys::keys() const {
    std::vector<std::string> all;
    for (const std::string& module : modules)
        for (const std::string_view ending : kEndings) all.push_back(module + std::string(ending));
    return all;
}

bool LoraKeys::anyIn(const tensordata::TensorData& data) const {
    for (const std::string& module : modules)
        for (const std::string_view ending : kEndings)
            if (data.entry(module + std::string(ending)) != nullptr) return true;
    return false;
}

std::optional<LoraKeys> loraKeysBeside(const std::string& program) {
    const fs::path path = fs::path(program).parent_path() / (std::string(programStem(program)) + std::string(kEnding));
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::nullopt;
    LoraKeys keys{path.generic_string(), {}, {}};
    auto modules = modulesIn(keys.path);
    if (modules)
        keys.modules = *std::move(modules);
    else
        keys.error = modules.error();
    if (keys.error && keys.error->where.empty()) keys.error->where = escaped(baseName(keys.path));
    return keys;
}

}  // namespace etscope::session
