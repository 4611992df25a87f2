// What the help of a program says, as values: commands, options, arguments and the words that they take. Completion scripts and
// manual pages are made of it, so that they cannot fall behind the table of options. Plain values; any thread.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace etscope::describe {

/// What an option or argument takes.
struct ValueText {
    std::string name;                ///< "FILE", "METHOD:CASE"
    std::vector<std::string> words;  ///< known ones; what ends in ':' or '=' is continued by hand
    bool paths = false;              ///< files or folders, too

    bool operator==(const ValueText&) const = default;
};

struct OptionText {
    std::vector<std::string> names;  ///< "-o", "--output"
    std::optional<ValueText> value;  ///< nothing: a flag
    std::string description;
    std::vector<std::string> excludes;  ///< names of options that do not go with it
    bool repeated = false;

    bool operator==(const OptionText&) const = default;
};

struct ArgumentText {
    ValueText value;
    std::string description;
    bool required = true, repeated = false;
};

struct CommandText {
    std::string name;
    std::string description;
    std::string more;  ///< examples; lines stay lines
    std::vector<ArgumentText> arguments;
    std::vector<OptionText> options;
};

/// A section of the manual page: paragraphs, and terms with what they mean.
struct SectionText {
    std::string title;
    std::vector<std::string> paragraphs;
    std::vector<std::pair<std::string, std::string>> terms;
};

struct ProgramText {
    CommandText self;                        ///< its own name, options and arguments; `description` is one line
    std::vector<CommandText> commands;       ///< none: the program has no commands
    std::vector<SectionText> before, after;  ///< sections of the manual page around those of the options
    std::vector<std::string> seeAlso;        ///< other manual pages of section 1
};

/// The completion script for "bash", "zsh" or "fish".
std::string completionScript(const ProgramText& program, const std::string& shell);
std::string bashCompletion(const ProgramText& program);
std::string zshCompletion(const ProgramText& program);
std::string fishCompletion(const ProgramText& program);

/// The manual page in roff (man macros, ASCII).
std::string manualPage(const ProgramText& program, const std::string& version, const std::string& date);

/// The words with `between` between them.
std::string joined(const std::vector<std::string>& words, const char* between = " ");
/// The program's name as a name of shell functions: "_etscope_cli".
std::string functionName(const ProgramText& program);
/// The text in single quotes of a POSIX shell.
std::string quoted(const std::string& text);

}  // namespace etscope::describe
