#include "describe/program_text.h"

namespace etscope::describe {

std::string joined(const std::vector<std::string>& words, const char* between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

std::string functionName(const ProgramText& program) {
    std::string name = "_" + program.self.name;
    for (char& c : name)
        if (c == '-') c = '_';
    return name;
}

std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string completionScript(const ProgramText& program, const std::string& shell) {
    if (shell == "fish") return fishCompletion(program);
    return shell == "zsh" ? zshCompletion(program) : bashCompletion(program);
}

}  // namespace etscope::describe
