#include "options.h"

#include "graph/graph_overlay.h"
#include "models/link.h"

namespace etscope::gui {
namespace {

using Words = std::vector<std::string>;

Words pageWords() {
    Words words;
    for (const ui::PageInfo& page : ui::pageTable()) words.emplace_back(page.name);
    return words;
}

/// Those of one word: the others want quotes.
Words overlayWords() {
    Words words;
    for (const ui::OverlayName& overlay : ui::overlayNames())
        if (const std::string id = overlay.id; id.find(' ') == std::string::npos) words.push_back(id);
    return words;
}

struct WindowOption {
    const char* name;
    const char* value;  ///< null: a flag
    const char* description;
    const char* fallback = "";
    Words (*words)() = nullptr;
    bool repeated = false;
};
constexpr WindowOption kOptions[] = {
    {"page", "name", "Page to show: overview, graph, outputs, tensors, handles, diff, …", "", pageWords},
    {"method", "name", "Method to show"},
    {"stage", "name", "Stage to show"},
    {"select", "address", "Address to select, like text_decoder/edge/aten_linear_default"},
    {"overlay", "name", "Overlay of the graph: delegation, latency, error, …", "", overlayWords},
    {"values", "file", "Colour the graph by a CSV or JSON file of values by node, debug handle or instruction"},
    {"beside", "place", "Another graph beside the first, repeatable: STAGE, METHOD/STAGE, other, other:METHOD/STAGE", "",
     [] {
         return Words{"other", "other:"};
     },
     true},
    {"against", "file", "File or folder of another export to compare with; may be given several times", "", nullptr, true},
    {"screenshot", "file.png", "Write a picture of the window and end"},
    {"size", "WxH", "Size of the picture", "1600x1000"},
    {"theme", "name", "system, light, dark or high-contrast; the remembered one when absent, the system's in pictures", "",
     [] {
         return Words{"system", "light", "dark", "high-contrast"};
     }},
    {"language", "code", "Language of the window: en or de; the remembered one when absent, else the system's", "",
     [] {
         return Words{"en", "de"};
     }},
    {"text-scale", "factor", "Size of texts against the usual, 0.75 … 3; the platform's when absent"},
    {"export", "file", "Write the page's whole content as .svg, .pdf or .png and end"},
    {"zoom", "zoom", "Zoom of the graph in a picture: fit, or per cent", "", [] { return Words{"fit"}; }},
    {"expand", nullptr, "Open all modules of the graph"},
};
constexpr const char* kFiles =
    "Files or folders of one session, in any order; a session file (.etscope); or a link et://FILE#ADDRESS";

describe::OptionText optionText(const WindowOption& option) {
    describe::OptionText text{{std::string("--") + option.name}, std::nullopt, option.description, {}, false};
    if (option.value == nullptr) return text;
    const std::string value = option.value;
    text.value = describe::ValueText{value, option.words != nullptr ? option.words() : Words{}, value.starts_with("file")};
    text.repeated = option.repeated;
    return text;
}

}  // namespace

void addOptions(QCommandLineParser& parser) {
    for (const WindowOption& option : kOptions) {
        const QString name = QString::fromUtf8(option.name), description = QString::fromUtf8(option.description);
        parser.addOption(option.value == nullptr ? QCommandLineOption(name, description)
                                                 : QCommandLineOption(name, description, QString::fromUtf8(option.value),
                                                                      QString::fromUtf8(option.fallback)));
    }
    parser.addPositionalArgument(QStringLiteral("FILE"), QString::fromUtf8(kFiles), QStringLiteral("[FILE…]"));
}

describe::ProgramText programText() {
    describe::ProgramText text;
    text.self.name = "etscope";
    text.self.description = "debugger for ExecuTorch exports, with a window";
    text.self.arguments = {{{"FILE", {}, true}, kFiles, false, true}};
    text.self.options = {{{"-h", "--help"}, std::nullopt, "Print the options and end", {}, false},
                         {{"-v", "--version"}, std::nullopt, "Print the version and end", {}, false}};
    for (const WindowOption& option : kOptions) text.self.options.push_back(optionText(option));
    text.before = {{"DESCRIPTION",
                    {"Opens the files that an ExecuTorch export leaves, told apart by their content, and shows what is in them and "
                     "whether the runtime gives what the reference gives. Nothing from a file is executed.",
                     "With --screenshot or --export a picture is written instead; that needs no display. What the window shows is "
                     "printed by etscope-cli, too."},
                    {}}};
    text.after = {{"EXIT STATUS", {}, {{"0", "Done."}, {"1", "A file could not be opened or written."}, {"2", "Wrong usage."}}}};
    text.seeAlso = {"etscope-cli"};
    return text;
}

}  // namespace etscope::gui
