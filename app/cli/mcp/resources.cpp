#include "mcp/resources.h"

#include <algorithm>
#include <array>

namespace etscope::mcp {
namespace {

using report::Json;

constexpr std::array<std::string_view, 6> kDocuments{"info", "verdict", "metadata", "sizes", "memory", "lint"};
constexpr std::string_view kAddress = "etscope://address/", kDocument = "etscope://document/", kPicture = "etscope://picture/";

/// One part of a path.
std::string encoded(std::string_view text) {
    static constexpr std::string_view kKept = "-._~:@!$'()*+,;=";
    static constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool kept =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || kKept.find(c) != std::string_view::npos;
        if (kept)
            out += c;
        else
            out.append({'%', kDigits[byte >> 4U], kDigits[byte & 15U]});
    }
    return out;
}

int digitOf(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? digitOf(text[i + 1]) : -1;
        const int low = high >= 0 ? digitOf(text[i + 2]) : -1;
        if (low >= 0) {
            out += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

Json listed(const std::string& uri, const std::string& name, const char* type) {
    return {{"uri", uri}, {"name", name}, {"mimeType", type}};
}

}  // namespace

std::optional<Resource> resourceOf(const std::string& uri) {
    const std::string_view all = uri;
    if (all.starts_with(kDocument)) {
        const std::string name(all.substr(kDocument.size()));
        if (std::ranges::find(kDocuments, name) == kDocuments.end()) return std::nullopt;
        return Resource{name, Json::object(), false, {}, {}};
    }
    if (all.starts_with(kAddress) && all.size() > kAddress.size())
        return Resource{"related", {{"of", decoded(all.substr(kAddress.size()))}}, false, {}, {}};
    if (!all.starts_with(kPicture)) return std::nullopt;
    const std::string_view path = all.substr(kPicture.size());
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    return Resource{{}, {}, true, decoded(path.substr(0, slash)), decoded(path.substr(slash + 1))};
}

Json listedResources(const Json& info) {
    Json out = Json::array();
    for (const std::string_view name : kDocuments)
        out.push_back(listed(std::string(kDocument) + std::string(name), std::string(name), "application/json"));
    if (!info.contains("methods")) return out;
    for (const Json& method : info["methods"])
        for (const Json& stage : method["stages"]) {
            const std::string name = method["name"].get<std::string>();
            const std::string place = encoded(name) + "/" + encoded(stage.get<std::string>());
            out.push_back(
                listed(std::string(kPicture) + place, "graph of " + name + " / " + stage.get<std::string>(), "image/png"));
        }
    return out;
}

Json resourceTemplates() {
    return {{{"uriTemplate", "etscope://address/{+address}"},
             {"name", "address"},
             {"description",
              "One thing in all stages, files and runs: METHOD/STAGE/NODE, tensors/NAME, named-data/KEY, runs/N, "
              "METHOD/STAGE/module:PATH"},
             {"mimeType", "application/json"}},
            {{"uriTemplate", "etscope://document/{name}"},
             {"name", "document"},
             {"description", "info, verdict, metadata, sizes, memory or lint of the session"},
             {"mimeType", "application/json"}},
            {{"uriTemplate", "etscope://picture/{method}/{stage}"},
             {"name", "picture"},
             {"description", "A picture of a graph"},
             {"mimeType", "image/png"}}};
}

}  // namespace etscope::mcp
