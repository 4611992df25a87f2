#include "report/html/page.h"

#include <array>

#include "base/base64.h"
#include "draw/svg.h"
#include "io/sha256.h"
#include "report/html/html_text.h"
#include "report/resources.h"

namespace etscope::report::html {
namespace {

/// The source of a content security policy that allows this text and no other; 'unsafe-inline' where there is no such hash.
std::string sourceOf(std::string_view text) {
    Sha256 hash;
    hash.add(std::as_bytes(std::span(text)));
    const auto hex = hash.hex();
    if (!hex) return "'unsafe-inline'";
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < hex->size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::strtoul(hex->substr(i, 2).c_str(), nullptr, 16)));
    return "'sha256-" + encodeBase64(bytes) + "'";
}

/// Grey levels of pictures of errors become the colours of the heat ramp: one table a channel.
std::string rampFilter(std::string_view id, const std::array<unsigned, 6>& stops) {
    std::string html = "<filter id=\"" + std::string(id) +
                       "\" x=\"0\" y=\"0\" width=\"1\" height=\"1\" color-interpolation-filters=\"sRGB\"><feComponentTransfer>";
    static constexpr std::array<std::pair<const char*, unsigned>, 3> kChannels{{{"R", 16}, {"G", 8}, {"B", 0}}};
    for (const auto& [name, shift] : kChannels) {
        html += std::string("<feFunc") + name + " type=\"table\" tableValues=\"";
        for (const unsigned stop : stops) html += fixed(((stop >> shift) & 255U) / 255.0, 3) + " ";
        html.back() = '"';
        html += "/>";
    }
    return html + "</feComponentTransfer></filter>";
}

std::string definitions() {
    return std::string(resource("marks.svg")) +
           "<svg class=\"shapes\" width=\"0\" height=\"0\" aria-hidden=\"true\" focusable=\"false\"><defs>" +
           rampFilter("ramp-light", {0xF3F5F8, 0xFBE3B4, 0xF3B057, 0xDE6F2C, 0xA8301F, 0x5C0D1E}) +
           rampFilter("ramp-dark", {0x1B1F27, 0x4B2320, 0x8E3A1D, 0xD06A1E, 0xF3AE4C, 0xFFF0C4}) +
           "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><path class=\"hatch\" "
           "d=\"M0 6 6 0M-1 1 1-1M5 7 7 5\"/></pattern></defs></svg>\n";
}

/// Classes of drawings, and the rules for both looks.
std::string styleSheet() {
    const auto text = [](std::string_view file) { return std::string(resource(file)); };
    std::string drawings = ".fill-none{fill:none}.line-none{stroke:none}";
    for (const std::string_view ink : draw::inkNames()) {
        const std::string name(ink);
        drawings += ".fill-" + name + "{fill:var(--" + name + ")}.line-" + name + "{stroke:var(--" + name + ")}";
    }
    // On paper it is light, whatever the screen is.
    return ":root{color-scheme:light;" + text("light.css") + "}\n@media screen and (prefers-color-scheme:dark){" +
           ":root:not([data-theme=light]){color-scheme:dark;" + text("dark.css") +
           "}}\n@media screen{:root[data-theme=dark]{color-scheme:dark;" + text("dark.css") + "}}\n" + drawings + text("rules.css");
}

std::string headOf(const PageFacts& facts) {
    const std::string style = styleSheet();
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action 'none'; "
           "img-src data:; style-src " +
           sourceOf(style) + "; script-src " + sourceOf(resource("page.js")) +
           "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
           "<link rel=\"icon\" href=\"data:,\">\n<title>" +
           escape(facts.title, kMostCell) + " – etscope report</title>\n<style>" + style + "</style>\n</head>\n";
}

std::string contentsOf(const std::vector<Section>& sections) {
    std::string html = "<nav aria-label=\"Contents\"><ul>\n";
    for (const Section& section : sections) {
        const Mark mark = section.why().empty() ? section.mark() : Mark::Missing;
        html += "<li><a href=\"#" + section.id() + "\"><span class=\"slot\">" + markHtml(mark) + "</span>" +
                escape(section.title()) + "</a></li>\n";
    }
    return html + "</ul></nav>\n";
}

std::string linkTo(const Viewer& viewer) {
    if (viewer.address.empty()) return {};
    // An address that is cut leads nowhere.
    return "<a class=\"button\" id=\"viewer\" href=\"" + escape(viewer.address, viewer.address.size()) + "\">Open " +
           (viewer.record.empty() ? "etscope" : escape(viewer.name, kMostCell)) + " in the browser</a>";
}

/// Digits of base64 end no element.
std::string handed(const Viewer& viewer) {
    if (viewer.record.empty()) return {};
    return "<script type=\"text/plain\" id=\"record\" data-name=\"" + escape(viewer.name, kMostCell) + "\">" + viewer.record + "</script>\n";
}

}  // namespace

std::string page(const PageFacts& facts, const std::vector<Section>& sections) {
    std::string html = headOf(facts) + "<body>\n" + definitions() + "<header><div><p class=\"kind\">etscope report</p><h1>" +
                       escape(facts.title, kMostCell) + "</h1>" +
                       (facts.made.empty() ? "" : "<p class=\"quiet\">" + escape(facts.made, kMostCell) + "</p>") +
                       "</div>" + linkTo(facts.viewer) + "<button type=\"button\" id=\"theme\" hidden>Dark colours</button></header>\n" + contentsOf(sections) +
                       "<main>\n";
    for (const Section& section : sections) html += section.html();
    return html + "</main>\n" + handed(facts.viewer) + "<script>" + std::string(resource("page.js")) + "</script>\n</body>\n</html>\n";
}

}  // namespace etscope::report::html
