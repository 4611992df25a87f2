// fish: one line per option, with descriptions.
#include "describe/program_text.h"

namespace etscope::describe {
namespace {

/// In fish's single quotes a backslash escapes itself and the quote.
std::string fishQuoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\\' || c == '\'') out += '\\';
        out += c;
    }
    return out + "'";
}

/// -x: a value that is no file; -r -F: files; -a: known words.
std::string valueFlags(const ValueText& value) {
    const std::string words = value.words.empty() ? "" : " -a " + fishQuoted(joined(value.words));
    return (value.paths ? " -r -F" : " -x") + words;
}

std::string optionLine(const std::string& start, const OptionText& option) {
    std::string text = start;
    for (const std::string& name : option.names) text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (option.value) text += valueFlags(*option.value);
    return text + " -d " + fishQuoted(option.description) + "\n";
}

std::string commandLines(const std::string& start, const CommandText& command) {
    std::string text;
    for (const OptionText& option : command.options) text += optionLine(start, option);
    bool paths = command.arguments.empty();
    for (const ArgumentText& argument : command.arguments) paths = paths || argument.value.paths;
    for (const ArgumentText& argument : command.arguments)
        if (!argument.value.words.empty())
            text += start + (paths ? "" : " -f") + " -a " + fishQuoted(joined(argument.value.words)) + "\n";
    return text;
}

}  // namespace

std::string fishCompletion(const ProgramText& program) {
    const std::string prefix = "_" + functionName(program), start = "complete -c " + program.self.name;
    std::string text = "# Completion of " + program.self.name + " for fish, made from its options.\n";
    if (program.commands.empty()) return text + commandLines(start, program.self);
    text += "function " + prefix + "_before_command\n    test (count (commandline -opc)) -eq 1\nend\n";
    text += "function " + prefix +
            "_in\n    set -l words (commandline -opc)\n    test (count $words) -gt 1; and test $words[2] = $argv[1]\nend\n";
    const std::string before = start + " -n " + prefix + "_before_command";
    text += before + " -f\n";
    for (const OptionText& option : program.self.options) text += optionLine(before, option);
    for (const CommandText& command : program.commands)
        text += before + " -a " + command.name + " -d " + fishQuoted(command.description) + "\n";
    for (const CommandText& command : program.commands)
        text += commandLines(start + " -n " + fishQuoted(prefix + "_in " + command.name), command);
    return text;
}

}  // namespace etscope::describe
