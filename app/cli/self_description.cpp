// Completion scripts and the manual page, both made from the parser, so that they cannot fall behind.
#include <iostream>

#include "base/nearest_word.h"
#include "base/text.h"
#include "options.h"
#include "version.h"

namespace etscope::cli {
namespace {

std::vector<const CLI::App*> commandsOf(const CLI::App& parser) {
    return parser.get_subcommands([](const CLI::App*) { return true; });
}

/// "--method", "-o", "--output", … of one command.
std::vector<std::string> flagsOf(const CLI::App& command) {
    std::vector<std::string> flags;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
        for (const std::string& name : option->get_snames()) flags.push_back("-" + name);
    }
    return flags;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string commandNames(const CLI::App& parser) {
    std::vector<std::string> names;
    for (const CLI::App* command : commandsOf(parser)) names.push_back(command->get_name());
    return joined(names);
}

std::string bashScript(const CLI::App& parser) {
    std::string text = "_etscope_cli() {\n    local word=${COMP_WORDS[COMP_CWORD]} flags=\n";
    text += "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '" + commandNames(parser) +
            "' -- \"$word\"))\n        return\n    fi\n";
    text += "    case ${COMP_WORDS[1]} in\n";
    for (const CLI::App* command : commandsOf(parser))
        text += "        " + command->get_name() + ") flags='" + joined(flagsOf(*command)) + "' ;;\n";
    text +=
        "    esac\n    case $word in\n        -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$word\")) ;;\n        *) "
        "COMPREPLY=($(compgen -f -- \"$word\")) ;;\n    esac\n}\n";
    return text + "complete -o filenames -F _etscope_cli etscope-cli\n";
}

std::string fishScript(const CLI::App& parser) {
    std::string text;
    for (const CLI::App* command : commandsOf(parser)) {
        text += "complete -c etscope-cli -n __fish_use_subcommand -a " + command->get_name() + " -d '" +
                command->get_description() + "'\n";
        for (const CLI::Option* option : command->get_options())
            for (const std::string& name : option->get_lnames())
                text += "complete -c etscope-cli -n '__fish_seen_subcommand_from " + command->get_name() + "' -l " + name +
                        " -d '" + option->get_description() + "'\n";
    }
    return text;
}

/// Roff text: backslashes and leading dots are escaped, hyphens stay hyphens.
std::string roff(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return out.starts_with('.') ? "\\&" + out : out;
}

}  // namespace

int printHelp(const CLI::App& parser, const std::string& command) {
    std::vector<std::string> names;
    for (const CLI::App* one : commandsOf(parser)) {
        if (one->get_name() == command) {
            std::cout << one->help();
            return 0;
        }
        names.push_back(one->get_name());
    }
    if (command.empty()) {
        std::cout << parser.help();
        return 0;
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string_view nearest = nearestWord(command, known);
    std::cerr << "etscope-cli: there is no command " << visible(command)
              << (nearest.empty() ? std::string() : "; the nearest is " + std::string(nearest)) << "\n";
    return 2;
}

std::string completionScript(const CLI::App& parser, const std::string& shell) {
    if (shell == "fish") return fishScript(parser);
    return (shell == "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : "") + bashScript(parser);
}

std::string manualPage(const CLI::App& parser) {
    std::string text = ".TH ETSCOPE\\-CLI 1 \"\" \"etscope " ETSCOPE_VERSION
                       "\" \"User Commands\"\n.SH NAME\netscope\\-cli \\- look into ExecuTorch exports\n";
    text += ".SH SYNOPSIS\n.B etscope\\-cli\n.I command FILE...\n[\\fIoptions\\fR]\n.SH DESCRIPTION\n";
    text +=
        "Opens the files an ExecuTorch export leaves, told apart by their content, joins them into one session and prints what is "
        "asked for. "
        "Nothing from a file is executed. With \\fB\\-\\-json\\fR exactly one JSON document is printed; messages go to the "
        "standard error.\n.SH COMMANDS\n";
    for (const CLI::App* command : commandsOf(parser)) {
        text += ".SS " + roff(command->get_name()) + "\n" + roff(command->get_description()) + "\n";
        for (const CLI::Option* option : command->get_options()) {
            if (option->get_name() == "--help") continue;
            text += ".TP\n\\fB" + roff(option->get_name(false, true)) + "\\fR\n" + roff(option->get_description()) + "\n";
        }
        if (const std::string& example = command->get_footer(); !example.empty()) text += ".PP\n.nf\n" + roff(example) + "\n.fi\n";
    }
    text +=
        ".SH EXIT STATUS\n.TP\n0\nDone.\n.TP\n1\nDone, and what was asked about failed: outputs differ, verify found "
        "errors.\n.TP\n2\nWrong usage.\n"
        ".TP\n3\nA file could not be read at all.\n.SH SEE ALSO\n.BR etscope (1)\n";
    return text;
}

}  // namespace etscope::cli
