// zsh: specifications for _arguments, with descriptions.
#include "describe/program_text.h"

namespace etscope::describe {
namespace {

/// Text of a specification: what _arguments would take for its own signs is escaped.
std::string plain(const std::string& text, const char* signs) {
    std::string out;
    for (const char c : text) {
        if (c == '\\' || std::string(signs).find(c) != std::string::npos) out += '\\';
        out += c;
    }
    return out;
}

/// ":NAME:action" of a value.
std::string valueSpec(const ProgramText& program, const ValueText& value) {
    std::string text = ":" + plain(value.name, ":");
    std::vector<std::string> words;
    for (const std::string& word : value.words) words.push_back(plain(word, ":()'\" "));
    if (!words.empty() && value.paths) return text + ": " + functionName(program) + "_words_or_files " + joined(words);
    if (!words.empty()) return text + ":(" + joined(words) + ")";
    return text + (value.paths ? ":_files" : ":");
}

/// One specification for each name of an option.
std::vector<std::string> optionSpecs(const ProgramText& program, const OptionText& option) {
    std::vector<std::string> specs;
    for (const std::string& name : option.names) {
        std::vector<std::string> others = option.excludes;
        for (const std::string& other : option.names)
            if (other != name) others.push_back(other);
        std::string spec = others.empty() ? "" : "(" + joined(others) + ")";
        if (option.repeated) spec = "*";
        spec += name;
        if (option.value && name.starts_with("--")) spec += "=";
        spec += "[" + plain(option.description, "[]:") + "]";
        if (option.value) spec += valueSpec(program, *option.value);
        specs.push_back(quoted(spec));
    }
    return specs;
}

std::string argumentsCall(const ProgramText& program, const CommandText& command, const std::string& indent) {
    std::vector<std::string> specs;
    for (const OptionText& option : command.options)
        for (std::string& spec : optionSpecs(program, option)) specs.push_back(std::move(spec));
    int position = 0;
    for (const ArgumentText& argument : command.arguments) {
        std::string place = argument.repeated ? "*" : std::to_string(++position);
        if (!argument.required && !argument.repeated) place += ":";
        specs.push_back(quoted(place + valueSpec(program, argument.value)));
    }
    return "_arguments -s -S" + (specs.empty() ? std::string() : " \\\n" + indent + joined(specs, (" \\\n" + indent).c_str()));
}

std::string commandList(const ProgramText& program) {
    std::string text = "            local -a commands=(\n";
    for (const CommandText& command : program.commands)
        text += "                " + quoted(plain(command.name, ":") + ":" + command.description) + "\n";
    return text + "            )\n            _describe -t commands command commands\n";
}

std::string commandStates(const ProgramText& program) {
    std::string text = "    local curcontext=$curcontext state line\n    typeset -A opt_args\n    _arguments -C -S";
    for (const OptionText& option : program.self.options)
        for (const std::string& spec : optionSpecs(program, option)) text += " \\\n        " + spec;
    text += " \\\n        '1: :->command' '*:: :->arguments'\n    case $state in\n        command)\n" + commandList(program) +
            "            ;;\n        arguments)\n            case $words[1] in\n";
    const std::string indent(24, ' ');
    for (const CommandText& command : program.commands)
        text += "                " + command.name + ")\n                    " + argumentsCall(program, command, indent) +
                "\n                    ;;\n";
    return text + "            esac\n            ;;\n    esac\n";
}

}  // namespace

std::string zshCompletion(const ProgramText& program) {
    const std::string function = functionName(program);
    std::string text = "#compdef " + program.self.name + "\n# Completion of " + program.self.name +
                       " for zsh, made from its options.\n\n" + function +
                       "_words_or_files() {\n    _alternative \"words:value:(${(j. .)${@//:/\\\\:}})\" 'files:file:_files'\n}\n\n" +
                       function + "() {\n";
    text += program.commands.empty() ? "    " + argumentsCall(program, program.self, "        ") + "\n" : commandStates(program);
    return text + "}\n\n" + function + " \"$@\"\n";
}

}  // namespace etscope::describe
