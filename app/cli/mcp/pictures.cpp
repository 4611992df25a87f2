#include "mcp/pictures.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "answer.h"
#include "base/base64.h"
#include "base/escaped.h"
#include "base/number_text.h"
#include "io/platform.h"
#include "io/temporary_folder.h"
#include "report/graph_drawing.h"
#include "report/graph_pieces.h"
#include "run/child_process.h"

namespace etscope::mcp {
namespace {

using report::Json;
namespace fs = std::filesystem;

constexpr std::size_t kMostSvg = 400'000;  ///< characters
constexpr std::size_t kMostPng = std::size_t{3} << 20U;
constexpr int kMostPixels = 4096;  ///< of a side

struct PictureArgument {
    const char* key;
    std::string PictureWish::*field;
    const char* description;
};
constexpr std::array<PictureArgument, 7> kArguments{
    {{"page", &PictureWish::page, "overview, graph, outputs, operators, tensors, memory, sizes, events, …; graph unless told"},
     {"method", &PictureWish::method, "Method to show"},
     {"stage", &PictureWish::stage, "Stage to show: exported, edge, program, …"},
     {"select", &PictureWish::select, "Address to select and go to, like text_decoder/edge/aten_linear_default"},
     {"overlay", &PictureWish::overlay, "Colours of the graph: delegation, latency, error, …"},
     {"theme", &PictureWish::theme, "light or dark"},
     {"size", &PictureWish::size, "Pixels, 1200x800 unless told"}}};

/// The window's program beside this one, else as the shell finds it.
std::string windowProgram() {
    std::error_code error;
    const fs::path self = platform::ownProgram();
    fs::path beside = self.parent_path() / "etscope";
    if (self.extension() == ".exe") beside += ".exe";
    return !self.empty() && fs::exists(beside, error) ? beside.generic_string() : "etscope";
}

/// What the window's program says itself, beside what its toolkit and platform do; where it says nothing, the last line of those.
std::string ownWords(const std::string& said) {
    constexpr std::string_view kOwn = "etscope: ";
    std::istringstream lines(said);
    std::string own, last;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(kOwn)) own += (own.empty() ? "" : "; ") + line.substr(kOwn.size());
        if (!line.empty()) last = line;
    }
    const std::string why = last.empty() ? "" : ": " + last;
    return own.empty() ? "the window's program wrote none" + why : own;
}

Result<Picture> fromWindow(const PictureWish& wish, const JobContext& job) {
    auto folder = TemporaryFolder::make("etscope-picture");
    if (!folder) return folder.failure();
    const std::string file = folder->file("picture.png");
    std::vector<std::string> words{windowProgram(), "--screenshot", file, "--theme", wish.theme.empty() ? "light" : wish.theme};
    for (const PictureArgument& argument : kArguments) {
        const std::string& value = wish.*argument.field;
        if (argument.field != &PictureWish::theme && !value.empty())
            words.push_back(std::string("--") + argument.key + "=" + value);
    }
    words.emplace_back("--");
    words.insert(words.end(), wish.files.begin(), wish.files.end());
    const auto end = run::runChild(words, {.time = std::chrono::minutes(2)}, {}, job);
    if (!end) return end.failure();
    std::ifstream in(fs::path(file), std::ios::binary);
    std::ostringstream bytes;
    if (in) bytes << in.rdbuf();
    const std::string png = std::move(bytes).str();
    if (png.size() > kMostPng) return fail("no-picture", "it is too large for an answer: ask for a smaller size");
    if (png.empty()) return fail("no-picture", ownWords(end->said));
    return Picture{encodeBase64(std::as_bytes(std::span(png))), false};
}

Result<Picture> drawn(const PictureWish& wish, const JobContext& job) {
    cli::Options options;
    options.files = wish.files;
    const auto session = cli::openSession(options, job);
    if (!session) return session.failure();
    const auto stages = report::graphStages(**session, {wish.method, wish.stage});
    if (!stages) return stages.failure();
    if (stages->size() != 1) return fail("usage", "a drawing shows one graph: choose with method and stage");
    report::DrawingOptions drawing;
    drawing.format = report::DrawingFormat::Svg;
    drawing.collapsed = true;
    auto text = report::drawGraph(**session, stages->front(), drawing, job);
    if (!text) return text.failure();
    if (text->size() > kMostSvg) return fail("no-picture", "the drawing of this graph is too large for an answer");
    return Picture{*std::move(text), true};
}

}  // namespace

Json pictureTool(bool haveFiles) {
    Json properties{
        {"files", {{"type", "array"}, {"items", {{"type", "string"}}}, {"description", "Files or folders of one session"}}}};
    for (const PictureArgument& argument : kArguments)
        properties[argument.key] = {{"type", "string"}, {"description", argument.description}};
    Json schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!haveFiles) schema["required"] = {"files"};
    return {{"name", "picture"},
            {"description", "A picture of a page of the window: the graph of a method around a node, memory, times, …"},
            {"inputSchema", std::move(schema)},
            {"annotations", {{"readOnlyHint", true}, {"destructiveHint", false}, {"openWorldHint", false}}}};
}

Result<PictureWish> pictureWish(const Json& arguments, const std::vector<std::string>& files) {
    PictureWish wish;
    wish.files = files;
    wish.page = "graph";
    for (const auto& [key, value] : arguments.items()) {
        if (key == "files" && value.is_array()) {
            wish.files.clear();
            for (const Json& file : value) {
                if (!file.is_string()) return fail("usage", "files wants names", key);
                wish.files.push_back(file.get<std::string>());
            }
            continue;
        }
        const auto argument = std::ranges::find_if(kArguments, [&](const PictureArgument& one) { return key == one.key; });
        if (argument == kArguments.end() || !value.is_string()) return fail("usage", "picture has no argument of this kind", key);
        wish.*argument->field = value.get<std::string>();
    }
    if (wish.files.empty()) return fail("usage", "picture wants files", "files");
    const auto cross = wish.size.find('x');
    const auto wide = parseInt(std::string_view(wish.size).substr(0, cross));
    const auto high = cross == std::string::npos ? std::nullopt : parseInt(std::string_view(wish.size).substr(cross + 1));
    if (!wide || !high || *wide < 1 || *high < 1 || *wide > kMostPixels || *high > kMostPixels)
        return fail("usage", "a size is like 1200x800, 4096 a side at most", "size");
    return wish;
}

Result<Picture> pictureOf(const PictureWish& wish, const JobContext& job) {
    for (const std::string& file : wish.files) {
        std::error_code error;
        if (!fs::exists(file.substr(0, file.find('#')), error) && !fs::exists(file, error))
            return fail("file-unreadable", "there is no such file", escaped(file));
    }
    auto picture = fromWindow(wish, job);
    const bool drawable = !picture && !picture.error().isCancelled() && wish.page == "graph" &&
                          picture.error().code == "run-not-started";  // there is no window here
    return drawable ? drawn(wish, job) : picture;
}

}  // namespace etscope::mcp
