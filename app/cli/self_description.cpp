// The parser as values of describe/: what completions and the manual page are made of. Words that options take are those of the
// tables that read them.
#include <algorithm>
#include <iostream>

#include "base/escaped.h"
#include "base/nearest_word.h"
#include "inventory/tensor_rows.h"
#include "options.h"
#include "schemas.h"
#include "tensor/comparison.h"
#include "tensor/picture.h"

namespace etscope::cli {
namespace {

using Words = std::vector<std::string>;

Words metricWords() {
    Words words;
    for (const tensor::MetricColumn& column : tensor::metricColumns()) words.emplace_back(column.name);
    return words;
}

Words roleWords() {
    using inventory::TensorRole;
    Words words;
    for (int role = 0; role <= static_cast<int>(TensorRole::DelegateConstant); ++role)
        words.emplace_back(inventory::tensorRoleName(static_cast<TensorRole>(role)));
    return words;
}

Words pixelWords() {
    Words words;
    for (const tensor::Normalisation& one : tensor::knownNormalisations()) words.push_back(one.name);
    words.emplace_back("range");
    return words;
}

Words stageWords() { return {"exported", "edge", "program", "delegate:", "lowered:"}; }

Words limitWords() {
    return {"json-bytes=", "pickle-bytes=", "inflated-bytes=", "inflate-ratio=", "elements=", "evaluated-bytes=", "operations="};
}

Words inputWords() { return {"example", "case:"}; }

Words partWords() { return {"weights", "sources", "inputs", "names"}; }

Words schemaWords() {
    Words words;
    for (const Schema& schema : schemas()) words.emplace_back(schema.name);
    return words;
}

/// Options and arguments whose values have known words beside others; `value` tells options of one name apart.
struct KnownWords {
    const char* option;
    const char* value;  ///< null: any
    Words (*words)();
};
constexpr KnownWords kKnownWords[] = {
    {"--metric", nullptr, metricWords}, {"--stage", nullptr, stageWords},         {"--limits", nullptr, limitWords},
    {"--role", nullptr, roleWords},     {"--pixels", nullptr, pixelWords},        {"--inputs", "INPUTS", inputWords},
    {"--drop", "PARTS", partWords},     {"NAME of schema", nullptr, schemaWords},
};

Words split(const std::string& text, char between) {
    Words parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(between, at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

bool isPath(const std::string& name) {
    return std::ranges::any_of(std::initializer_list<const char*>{"FILE", "DIR", "PATH", "OUT", "DUMP", "INPUTS", "LEFT", "RIGHT"},
                               [&](const char* word) { return name.find(word) != std::string::npos; });
}

/// "FILE", "TEXT:{bash,zsh,fish}", "computed|run:N|FILE": what the parser calls the value, with its checks.
describe::ValueText valueOf(const CLI::Option& option, const std::string& name) {
    const std::string type = option.get_type_name();
    describe::ValueText value;
    const std::size_t set = type.find('{');
    value.name = type.substr(0, std::min(type.find(':', type.find('|') == std::string::npos ? 0 : type.rfind('|')), set));
    if (set != std::string::npos) value.words = split(type.substr(set + 1, type.rfind('}') - set - 1), ',');
    for (const KnownWords& known : kKnownWords)
        if (known.option == name && (known.value == nullptr || known.value == value.name) && value.words.empty())
            value.words = known.words();
    for (const std::string& word : split(value.name, '|'))  // "computed", "run:N" of alternatives
        if (value.name.find('|') != std::string::npos && !word.empty() && word[0] >= 'a' && word[0] <= 'z')
            value.words.push_back(word.substr(0, word.find(':') == std::string::npos ? word.size() : word.find(':') + 1));
    value.paths = isPath(value.name);
    return value;
}

describe::OptionText optionOf(const CLI::Option& option) {
    describe::OptionText text;
    for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
    text.description = option.get_description();
    if (option.get_expected_max() > 0) text.value = valueOf(option, text.names.back());
    text.repeated = text.value && option.get_items_expected_max() > 1;
    for (const CLI::Option* other : option.get_excludes())
        for (const std::string& name : other->get_lnames()) text.excludes.push_back("--" + name);
    return text;
}

describe::ArgumentText argumentOf(const CLI::Option& option, const std::string& command) {
    describe::ArgumentText text{valueOf(option, option.get_name(true, false) + " of " + command), option.get_description(),
                                option.get_required(), option.get_items_expected_max() > 1};
    text.value.name = option.get_name(true, false);
    text.value.paths = isPath(text.value.name);
    return text;
}

void addOptionsOf(describe::CommandText& text, const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        const bool again = option == command.get_help_ptr() && command.get_name().empty();  // a group's own
        if (again) continue;
        if (option->get_positional())
            text.arguments.push_back(argumentOf(*option, text.name));
        else
            text.options.push_back(optionOf(*option));
    }
    for (const CLI::App* group : command.get_subcommands([](const CLI::App* one) { return one->get_name().empty(); }))
        addOptionsOf(text, *group);
}

describe::CommandText commandOf(const CLI::App& command) {
    describe::CommandText text{command.get_name(), command.get_description(), command.get_footer(), {}, {}};
    addOptionsOf(text, command);
    std::ranges::stable_sort(text.arguments, {}, &describe::ArgumentText::repeated);
    return text;
}

Words namesOf(const std::vector<describe::CommandText>& commands) {
    Words names;
    for (const describe::CommandText& command : commands) names.push_back(command.name);
    return names;
}

const std::vector<std::pair<std::string, std::string>> kExitStatus{
    {"0", "Done."},
    {"1",
     "Done, and what was asked about failed: outputs differ, verify or lint found errors, a kernel is missing, a budget is "
     "broken."},
    {"2", "Wrong usage."},
    {"3", "A file could not be read at all, or not be written."},
    {"4", "Of verdict: what is in the files cannot tell."},
    {"130", "Stopped by Ctrl+C."},
};

}  // namespace

int printHelp(const CLI::App& parser, const std::string& command) {
    std::vector<std::string> names;
    for (const CLI::App* one : parser.get_subcommands([](const CLI::App*) { return true; })) {
        if (one->get_name() == command) {
            std::cout << one->help(parser.get_name());
            return 0;
        }
        names.push_back(one->get_name());
    }
    if (command.empty()) {
        Options unparsed;  // one that has parsed `help` prints the help of that
        std::cout << makeParser(unparsed)->help();
        return 0;
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string_view nearest = nearestWord(command, known);
    std::cerr << "etscope-cli: there is no command " << visible(command)
              << (nearest.empty() ? std::string() : "; the nearest is " + std::string(nearest)) << "\n";
    return 2;
}

describe::ProgramText programText(const CLI::App& parser) {
    describe::ProgramText text{commandOf(parser), {}, {}, {}, {"etscope"}};
    text.self.description = "debugger for ExecuTorch exports";
    for (const CLI::App* command : parser.get_subcommands([](const CLI::App*) { return true; }))
        text.commands.push_back(commandOf(*command));
    for (describe::CommandText& command : text.commands)
        if (command.name == "help") command.arguments.front().value.words = namesOf(text.commands);
    text.before = {
        {"DESCRIPTION",
         {"Opens the files that an ExecuTorch export leaves, told apart by their content, joins them into one session and "
          "prints what is asked for. Nothing from a file is executed.",
          "With --json exactly one JSON document is printed; messages go to the standard error. A folder stands for the "
          "files of known kinds in it, FILE#PART for a part of a file."},
         {}}};
    text.after = {{"EXIT STATUS", {}, kExitStatus}};
    return text;
}

}  // namespace etscope::cli
