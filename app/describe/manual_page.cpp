#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "describe/program_text.h"

namespace etscope::describe {
namespace {

/// The code point of UTF-8 that begins at `at`, which moves behind it. The texts are the program's own: valid.
std::uint32_t nextCodePoint(const std::string& text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t first = byte(at++);
    if (first < 0x80) return first;
    const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    std::uint32_t point = first & (0x3FU >> more);
    for (int i = 0; i < more && at < text.size(); ++i) point = point << 6U | (byte(at++) & 0x3FU);
    return point;
}

/// Text as roff: signs of its own are escaped, hyphens and quotes stay what they are, all else is ASCII.
std::string roff(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::uint32_t point = nextCodePoint(text, at);
        const char c = static_cast<char>(point);
        char escape[16];
        std::snprintf(escape, sizeof escape, "\\[u%04X]", point);
        if (point >= 0x80)
            out += escape;
        else if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if (c == '\'')
            out += "\\(aq";
        else if (c == '`')
            out += "\\(ga";
        else if (c == '^')
            out += "\\(ha";
        else if (c == '~')
            out += "\\(ti";
        else
            out += c;
    }
    return out.starts_with('.') ? "\\&" + out : out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

/// With a full stop, unless it ends with one.
std::string sentence(const std::string& text) { return roff(text) + (text.ends_with('.') ? "\n" : ".\n"); }

/// "FILE…", "[FILE…]".
std::string argumentText(const ArgumentText& argument) {
    const std::string text = italic(argument.value.name) + (argument.repeated ? " .\\|.\\|." : "");
    return argument.required ? text : "[" + text + "]";
}

/// "etscope-cli tensor FILE NAME [options]".
std::string synopsis(const std::string& program, const CommandText& command) {
    std::string text = bold(program);
    if (command.name != program) text += " " + bold(command.name);
    for (const ArgumentText& argument : command.arguments) text += " " + argumentText(argument);
    return text + (command.options.empty() ? "" : " [" + italic("options") + "]") + "\n";
}

std::string optionTerm(const OptionText& option) {
    std::string text;
    for (const std::string& name : option.names) text += (text.empty() ? "" : ", ") + bold(name);
    return option.value ? text + " " + italic(option.value->name) : text;
}

/// Whether the description names the word: what ends in ':' or '=' without that.
bool mentions(const std::string& description, const std::string& word) {
    return description.find(word.substr(0, word.find_last_not_of(":=") + 1)) != std::string::npos;
}

std::string knownValues(const OptionText& option) {
    const std::vector<std::string>& words = option.value->words;
    const auto told = [&](const std::string& word) { return mentions(option.description, word); };
    if (std::ranges::all_of(words, told)) return {};
    std::vector<std::string> terms;
    for (const std::string& word : words) terms.push_back(bold(word));
    return "Known values: " + joined(terms, ", ") + ".\n";
}

std::string optionEntry(const OptionText& option) {
    std::string text = ".TP\n" + optionTerm(option) + "\n" + sentence(option.description);
    if (option.value) text += knownValues(option);
    return option.repeated ? text + "May be given several times.\n" : text;
}

/// Lines that stay lines.
std::string literal(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = roff(text.substr(at, end - at));
        out += line.empty() ? "\\&\n" : line + "\n";
        at = end + 1;
    }
    return out.empty() ? out : ".PP\n.nf\n" + out + ".fi\n";
}

using Options = std::vector<OptionText>;

/// Those that most commands have alike, and that are told once; --help is told with the program's own.
Options commonOptions(const ProgramText& program) {
    Options common;
    for (const CommandText& first : program.commands)
        for (const OptionText& option : first.options) {
            const auto has = [&](const CommandText& command) { return std::ranges::count(command.options, option) > 0; };
            const bool most = std::ranges::count_if(program.commands, has) * 2 > std::ssize(program.commands);
            if (most && option.names.back() != "--help" && std::ranges::count(common, option) == 0) common.push_back(option);
        }
    return common;
}

std::string commandSection(const std::string& program, const CommandText& command, const Options& common) {
    std::string text = ".SS " + roff(command.name) + "\n" + synopsis(program, command) + ".PP\n" + sentence(command.description);
    for (const ArgumentText& argument : command.arguments)
        text += ".TP\n" + italic(argument.value.name) + "\n" + sentence(argument.description);
    std::vector<std::string> told;
    for (const OptionText& option : command.options) {
        if (std::ranges::count(common, option) > 0)
            told.push_back(bold(option.names.back()));
        else if (option.names.back() != "--help")
            text += optionEntry(option);
    }
    if (!told.empty()) text += ".PP\nAlso " + joined(told, ", ") + ".\n";
    return text + literal(command.more);
}

std::string sectionText(const SectionText& section) {
    std::string text = ".SH " + section.title + "\n";
    for (const std::string& paragraph : section.paragraphs)
        text += (paragraph == section.paragraphs.front() ? "" : ".PP\n") + roff(paragraph) + "\n";
    for (const auto& [term, meaning] : section.terms) text += ".TP\n" + bold(term) + "\n" + roff(meaning) + "\n";
    return text;
}

std::string capital(std::string text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

}  // namespace

std::string manualPage(const ProgramText& program, const std::string& version, const std::string& date) {
    const std::string& name = program.self.name;
    std::string text = ".TH " + roff(capital(name)) + " 1 " + date + " \"etscope " + version + "\" \"User Commands\"\n.SH NAME\n" +
                       roff(name) + " \\- " + roff(program.self.description) + "\n.SH SYNOPSIS\n";
    if (program.commands.empty())
        text += synopsis(name, program.self);
    else
        text += bold(name) + " " + italic("command") + " " + italic("FILE") + " .\\|.\\|. [" + italic("options") + "]\n";
    for (const SectionText& section : program.before) text += sectionText(section);
    text += ".SH OPTIONS\n";
    for (const OptionText& option : program.self.options) text += optionEntry(option);
    const Options common = commonOptions(program);
    if (!common.empty()) text += ".SS Options of most commands\n";
    for (const OptionText& option : common) text += optionEntry(option);
    if (!program.commands.empty()) text += ".SH COMMANDS\n";
    for (const CommandText& command : program.commands) text += commandSection(name, command, common);
    for (const SectionText& section : program.after) text += sectionText(section);
    text += ".SH SEE ALSO\n";
    for (const std::string& page : program.seeAlso)
        text += ".BR " + roff(page) + (page == program.seeAlso.back() ? " (1)\n" : " (1),\n");
    return text;
}

}  // namespace etscope::describe
