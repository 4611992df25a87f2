// bash: one function that knows by command and option before the cursor what comes next. It has no descriptions.
#include "describe/program_text.h"

namespace etscope::describe {
namespace {

/// What follows some options: the patterns "command:--option" of the script's case, with what they take.
struct Followed {
    ValueText value;
    std::vector<std::string> patterns;
};

void addFollowed(std::vector<Followed>& all, const std::string& command, const CommandText& text) {
    for (const OptionText& option : text.options) {
        if (!option.value) continue;
        const ValueText value{{}, option.value->words, option.value->paths};
        Followed* same = nullptr;
        for (Followed& one : all)
            if (one.value == value) same = &one;
        if (same == nullptr) same = &all.emplace_back(Followed{value, {}});
        for (const std::string& name : option.names) same->patterns.push_back(command + ":" + name);
    }
}

std::string optionNames(const CommandText& command) {
    std::vector<std::string> names;
    for (const OptionText& option : command.options) names.insert(names.end(), option.names.begin(), option.names.end());
    return joined(names);
}

/// The case's arm that sets what is offered after these patterns.
std::string arm(const std::string& patterns, const ValueText& value) {
    std::string text = "        " + patterns + ") after=value";
    if (!value.words.empty()) text += " words=" + quoted(joined(value.words));
    return text + (value.paths ? " paths=1" : "") + " ;;\n";
}

std::string valueCase(const ProgramText& program) {
    std::vector<Followed> all;
    addFollowed(all, "", program.self);
    for (const CommandText& command : program.commands) addFollowed(all, command.name, command);
    std::string text = "    case $command:$before in\n";
    for (const Followed& one : all) text += arm(joined(one.patterns, " | "), one.value);
    return text + "    esac\n";
}

/// The options of a command, and the words of its arguments.
std::string commandArm(const std::string& pattern, const CommandText& command) {
    std::string text = "            " + pattern + ") options=" + quoted(optionNames(command));
    bool paths = command.arguments.empty();
    std::vector<std::string> words;
    for (const ArgumentText& argument : command.arguments) {
        paths = paths || argument.value.paths || argument.value.words.empty();
        words.insert(words.end(), argument.value.words.begin(), argument.value.words.end());
    }
    if (!words.empty()) text += " words=" + quoted(joined(words));
    return text + (paths ? " paths=1" : "") + " ;;\n";
}

std::string commandCase(const ProgramText& program) {
    std::string text = "    if [[ -z $after ]]; then\n        case $command in\n";
    for (const CommandText& command : program.commands) text += commandArm(command.name, command);
    text += commandArm("''", program.self) + "        esac\n        [[ $word == -* ]] && words=$options paths=\n    fi\n";
    return text;
}

std::string commandWords(const ProgramText& program) {
    std::vector<std::string> names;
    for (const CommandText& command : program.commands) names.push_back(command.name);
    return joined(names) + " " + optionNames(program.self);
}

}  // namespace

std::string bashCompletion(const ProgramText& program) {
    const std::string function = functionName(program);
    std::string text = "# Completion of " + program.self.name + " for bash, made from its options.\n" + function +
                       "() {\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                       "    local command='' after='' words='' paths='' options=''\n    COMPREPLY=()\n";
    if (!program.commands.empty())
        text += "    if ((COMP_CWORD == 1)); then\n        mapfile -t COMPREPLY < <(compgen -W " + quoted(commandWords(program)) +
                " -- \"$word\")\n        return\n    fi\n    command=${COMP_WORDS[1]}\n";
    text +=
        "    # --option=value comes as three words\n    if [[ $word == '=' ]]; then\n        word=''\n"
        "    elif [[ $before == '=' ]]; then\n        before=${COMP_WORDS[COMP_CWORD - 2]}\n    fi\n";
    text += valueCase(program) + commandCase(program);
    text +=
        "    [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
        "    [[ -n $paths ]] && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$word\")\n"
        "    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[:=] ]] && compopt -o nospace 2>/dev/null\n    return 0\n}\n";
    return text + "complete -o filenames -F " + function + " " + program.self.name + "\n";
}

}  // namespace etscope::describe
