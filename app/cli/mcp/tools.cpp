#include "mcp/tools.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace etscope::mcp {
namespace {

using report::Json;

/// Commands that read files and print a document; what executes, writes files or takes many minutes is left to the command line.
constexpr std::array<std::string_view, 32> kQuestions{
    "info",      "verdict",    "graph",        "tensors",      "tensor",      "handles", "metadata", "named-data",
    "delegates", "containers", "listing",      "quantisation", "undelegated", "kernels", "related",  "hex",
    "memory",    "sizes",      "events",       "character",    "check",       "stages",  "gap",      "drift",
    "compare",   "tokens",     "conversation", "diff",         "family",      "verify",  "lint",     "consistency"};

/// Options whose values are paths that are only read. A path of any other option may be written to, and is not taken.
constexpr std::array<std::string_view, 8> kReadPaths{"--npy",     "--reference",  "--reference-values", "--inputs",
                                                     "--against", "--registered", "--suppress",         "--debug-buffer"};
/// Forms of the answer, which the answer's own bounds replace; what goes with a file that is written; targets that execute; limits
/// of the whole process.
constexpr std::array<std::string_view, 15> kLeftOut{"--json",    "--time",    "--memory", "--csv",    "--pixels",
                                                    "--channel", "--picture", "--tsv",    "--help",   "--limits",
                                                    "--dot",     "--mermaid", "--python", "--runner", "--adb"};

template <std::size_t N>
bool holds(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

/// "--run-method" and "FILE" as a key: "run_method", "files".
std::string keyOf(std::string_view name) {
    if (name == "FILE") return "files";
    std::string key;
    for (const char c : name.substr(std::min(name.find_first_not_of('-'), name.size())))
        key += c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return key;
}

bool isNumber(const describe::ValueText& value) {
    return holds(std::array<std::string_view, 5>{"INT", "UINT", "FLOAT", "NUMBER", "N"}, value.name);
}

/// An argument of a tool, made of an option or argument of its command.
struct Argument {
    std::string key, description;
    std::string option;  ///< "--method"; empty: by place
    bool flag = false, repeated = false, number = false, required = false;
    std::vector<std::string> words;
};

std::optional<Argument> argumentOf(const describe::OptionText& option) {
    const std::string& name = option.names.back();
    if (!name.starts_with("--") || holds(kLeftOut, name)) return std::nullopt;
    if (option.value && option.value->paths && !holds(kReadPaths, name)) return std::nullopt;
    Argument out{keyOf(name), option.description, name, !option.value, option.repeated};
    if (option.value) {
        out.number = isNumber(*option.value);
        for (const std::string& word : option.value->words) out.words.push_back(word);
        if (out.description.find(option.value->name) == std::string::npos && option.value->name.find('=') != std::string::npos)
            out.description += " (" + option.value->name + ")";
    }
    return out;
}

Argument argumentOf(const describe::ArgumentText& argument, bool haveFiles) {
    const bool isFile = argument.value.name == "FILE";
    Argument out{keyOf(argument.value.name), argument.description, {}, false, argument.repeated || isFile};
    out.required = argument.required && !(isFile && haveFiles);
    if (isFile && haveFiles) out.description += "; those that the server was started with unless told";
    return out;
}

std::vector<Argument> argumentsOf(const describe::CommandText& command, bool haveFiles) {
    std::vector<Argument> out;
    for (const describe::ArgumentText& argument : command.arguments) out.push_back(argumentOf(argument, haveFiles));
    for (const describe::OptionText& option : command.options)
        if (auto argument = argumentOf(option)) out.push_back(std::move(*argument));
    return out;
}

Json schemaOf(const Argument& argument) {
    const Json one{{"type", argument.flag ? "boolean" : argument.number ? "number" : "string"}};
    Json out = argument.repeated ? Json{{"type", "array"}, {"items", one}} : one;
    std::string description = argument.description;
    if (!argument.words.empty() && argument.words.size() <= 24) {
        description += ". Known:";
        for (const std::string& word : argument.words) description += " " + word;
    }
    if (!description.empty()) out["description"] = description;
    return out;
}

Json boundsSchema() {
    return {{"at", {{"type", "string"}, {"description", "JSON Pointer of the part that is wanted: /runs/0/events"}}},
            {"first_row", {{"type", "integer"}, {"minimum", 0}}},
            {"rows", {{"type", "integer"}, {"minimum", 1}}},
            {"characters", {{"type", "integer"}, {"minimum", 500}, {"maximum", 200'000}}},
            {"form", {{"enum", {"json", "text"}}}}};
}

/// 5.0 is a whole number, as JSON Schema has it.
std::optional<std::int64_t> wholeOf(const Json& value) {
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (!value.is_number_float()) return std::nullopt;
    const double number = value.get<double>();
    return std::fabs(number) < 9e15 && number == std::floor(number) ? std::optional(static_cast<std::int64_t>(number))
                                                                    : std::nullopt;
}

/// A JSON scalar as a word of the command line; nothing: it is none.
std::optional<std::string> wordOf(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (const auto whole = value.is_number_float() ? wholeOf(value) : std::nullopt) return std::to_string(*whole);
    if (value.is_number() || value.is_boolean()) return value.dump();
    return std::nullopt;
}

Failure wrong(const std::string& key, const std::string& wanted) { return fail("usage", key + " wants " + wanted, key); }

/// The words of one argument: those by place behind the others.
Result<void> addWords(const Argument& argument, const Json& value, std::vector<std::string>& options,
                      std::vector<std::string>& places) {
    if (argument.flag) {
        if (!value.is_boolean()) return wrong(argument.key, "true or false");
        if (value.get<bool>()) options.push_back(argument.option);
        return {};
    }
    const std::vector<Json> values = value.is_array() ? value.get<std::vector<Json>>() : std::vector<Json>{value};
    if (value.is_array() && !argument.repeated) return wrong(argument.key, "one value");
    for (const Json& one : values) {
        const auto word = wordOf(one);
        if (!word) return wrong(argument.key, "text or a number");
        if (word->find('\0') != std::string::npos) return wrong(argument.key, "text without NUL");
        if (word->empty() && !argument.option.empty()) continue;  // as good as not told
        argument.option.empty() ? places.push_back(*word) : options.push_back(argument.option + "=" + *word);
    }
    return {};
}

Result<std::size_t> countOf(const Json& arguments, const char* key, std::size_t unless, std::size_t least, std::size_t most) {
    if (!arguments.contains(key) || arguments[key].is_null()) return unless;
    const auto whole = wholeOf(arguments[key]);
    if (!whole || *whole < static_cast<std::int64_t>(least))
        return wrong(key, "a whole number from " + std::to_string(least) + " up");
    return std::min(static_cast<std::size_t>(*whole), most);
}

Result<void> readBounds(const Json& arguments, Question& question) {
    const auto offset = countOf(arguments, "first_row", 0, 0, SIZE_MAX / 2);
    const auto rows = countOf(arguments, "rows", Bounds{}.rows, 1, 100'000);
    const auto characters = countOf(arguments, "characters", Bounds{}.characters, 500, 200'000);
    for (const auto* one : {&offset, &rows, &characters})
        if (!*one) return one->failure();
    question.bounds = {*offset, *rows, *characters};
    const Json at = arguments.value("at", Json("")), form = arguments.value("form", Json("json"));
    if (!at.is_string()) return wrong("at", "a JSON Pointer");
    if (form != "json" && form != "text") return wrong("form", "json or text");
    question.at = at.get<std::string>();
    question.asText = form == "text";
    return {};
}

bool isBound(const std::string& key) { return boundsSchema().contains(key); }

}  // namespace

Tools::Tools(std::vector<std::string> files) : m_files(std::move(files)) {
    cli::Options unparsed;
    const auto parser = cli::makeParser(unparsed);
    for (describe::CommandText& command : cli::programText(*parser).commands)
        if (holds(kQuestions, command.name)) m_commands.push_back(std::move(command));
}

Json Tools::list() const {
    Json tools = Json::array();
    for (const describe::CommandText& command : m_commands) {
        Json properties = Json::object(), required = Json::array();
        for (const Argument& argument : argumentsOf(command, !m_files.empty())) {
            properties[argument.key] = schemaOf(argument);
            if (argument.required) required.push_back(argument.key);
        }
        properties.update(boundsSchema());
        Json schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
        if (!required.empty()) schema["required"] = std::move(required);
        tools.push_back({{"name", command.name},
                         {"description", command.description},
                         {"inputSchema", std::move(schema)},
                         {"annotations", {{"readOnlyHint", true}, {"destructiveHint", false}, {"openWorldHint", false}}}});
    }
    return tools;
}

Result<Question> Tools::question(const std::string& name, const Json& arguments) const {
    const auto command = std::ranges::find(m_commands, name, &describe::CommandText::name);
    if (command == m_commands.end()) return fail("no-such-tool", "there is no tool of this name", name);
    Question question;
    std::vector<std::string> options{name}, places;
    const auto known = argumentsOf(*command, !m_files.empty());
    for (const auto& [key, value] : arguments.items()) {
        const auto argument = std::ranges::find(known, key, &Argument::key);
        if (argument == known.end() && !isBound(key)) return fail("usage", name + " has no argument " + key, key);
    }
    for (const Argument& argument : known) {
        const bool told = arguments.contains(argument.key) && !arguments[argument.key].is_null();
        if (!told && argument.required) return fail("usage", name + " wants " + argument.key, argument.key);
        if (!told && argument.key == "files") places.insert(places.end(), m_files.begin(), m_files.end());
        if (!told) continue;
        if (const auto added = addWords(argument, arguments[argument.key], options, places); !added) return added.failure();
    }
    if (const auto read = readBounds(arguments, question); !read) return read.failure();
    options.emplace_back("--json");
    options.emplace_back("--");
    options.insert(options.end(), places.begin(), places.end());
    question.words = std::move(options);
    return question;
}

}  // namespace etscope::mcp
