#include "draw/svg.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/enum_table.h"
#include "base/text.h"
#include "view/second_line.h"

namespace etscope::draw {
namespace {

using namespace view::measure;

/// A colour of the light theme, and what it is called.
struct Ink {
    std::string_view hex, name;
};
constexpr Ink kNone{"none", "none"}, kBase{"#FFFFFF", "base"}, kCanvas{"#FAFBFC", "canvas"}, kEdge{"#8B95A4", "edge"},
    kOutline{"#848E9D", "control"}, kGroupBorder{"#B9C2CE", "group-border"}, kState{"#9C6E12", "b-memory"},
    kDelegate{"#1F7399", "b-delegate"}, kDelegated{"#D3E9F5", "f-delegate"};

struct Colours {
    Ink fill, bar;
};
constexpr EnumTable<modules::OperatorFamily::Other, Colours> kFamilies(
    {{{"#DCE8FC", "f-compute"}, {"#2F66C4", "b-compute"}},
     {{"#E9ECF1", "f-element-wise"}, {"#6C7889", "b-element-wise"}},
     {{"#D6F0EB", "f-normalise"}, {"#177E6C", "b-normalise"}},
     {{"#E2F3D3", "f-activation"}, {"#4B8A22", "b-activation"}},
     {{"#F3F0EA", "f-shape"}, {"#8F826B", "b-shape"}},
     {{"#EBE3FB", "f-quantise"}, {"#7A50C7", "b-quantise"}},
     {{"#F8EBCB", "f-memory"}, {"#9C6E12", "b-memory"}},
     {{"#FBDFE6", "f-control"}, {"#B83B5E", "b-control"}},
     {{"#D3E9F5", "f-delegate"}, {"#1F7399", "b-delegate"}},
     {{"#FFFFFF", "base"}, {"#2558BF", "accent"}},
     {{"#F1F1F1", "f-constant"}, {"#777777", "b-constant"}},
     {{"#E9ECF1", "f-element-wise"}, {"#6C7889", "b-element-wise"}}});
constexpr std::array<Ink, 3> kGroupFills{{{"#F1F4F8", "group1"}, {"#E8EDF3", "group2"}, {"#DFE6EE", "group3"}}};

/// With a point whatever the locale.
std::string number(double value) {
    std::array<char, 64> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 1);
    return error == std::errc() ? std::string(text.data(), end) : std::string("0");
}

std::string label(double x, double y, std::string_view text, const char* style) {
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" class=\"" + style + "\">" + xmlText(text) + "</text>\n";
}

class SvgWriter {
public:
    SvgWriter(const view::Scene& scene, const view::TextMeasure& text, SvgUse use)
        : m_scene(scene), m_text(text), m_inline(use == SvgUse::Inline) {}

    std::string write() {
        const layout::Rect& bounds = m_scene.bounds();
        const char* texts =
            "<style>text{fill:#1A1E26}.t{font:600 13px Inter,sans-serif}.b{font:13px "
            "Inter,sans-serif;fill:#4F5969}.s{font:11px Inter,sans-serif;fill:#5B6575}"
            ".c{font:11.5px 'JetBrains Mono',monospace}</style>\n";
        m_out = std::string(m_inline ? "<svg class=\"graph\"" : "<svg xmlns=\"http://www.w3.org/2000/svg\"") + " width=\"" +
                number(bounds.width) + "\" height=\"" + number(bounds.height) + "\" viewBox=\"" + number(bounds.x) + " " +
                number(bounds.y) + " " + number(bounds.width) + " " + number(bounds.height) + "\">\n" + (m_inline ? "" : texts) +
                rect(bounds, kCanvas, kNone, 0);
        for (const view::SceneGroup& group : m_scene.groups()) addGroup(group);
        for (const view::SceneOutline& outline : m_scene.outlines()) m_out += rect(outline.rect, kNone, kDelegate, 6);
        for (const view::SceneEdge& edge : m_scene.edges()) addEdge(edge);
        for (const view::SceneOutline& outline : m_scene.outlines()) addName(outline);
        for (const view::SceneStub& stub : m_scene.stubs()) addStub(stub);
        for (const view::SceneNode& node : m_scene.nodes()) addNode(node);
        return std::move(m_out) + "</svg>\n";
    }

private:
    /// Attributes of a shape that is filled, and has a line around it.
    std::string paint(const Ink& fill, const Ink& line) const {
        if (m_inline) return "class=\"fill-" + std::string(fill.name) + " line-" + std::string(line.name) + "\"";
        return "fill=\"" + std::string(fill.hex) + "\" stroke=\"" + std::string(line.hex) + "\"";
    }
    std::string filled(const Ink& ink) const {
        return m_inline ? "class=\"fill-" + std::string(ink.name) + "\"" : "fill=\"" + std::string(ink.hex) + "\"";
    }
    std::string lined(const Ink& ink) const {
        return m_inline ? "class=\"line-" + std::string(ink.name) + "\"" : "stroke=\"" + std::string(ink.hex) + "\"";
    }

    std::string rect(const layout::Rect& r, const Ink& fill, const Ink& line, double radius) const {
        return "<rect x=\"" + number(r.x) + "\" y=\"" + number(r.y) + "\" width=\"" + number(r.width) + "\" height=\"" +
               number(r.height) + "\" rx=\"" + number(radius) + "\" " + paint(fill, line) + "/>\n";
    }

    void addGroup(const view::SceneGroup& group) {
        const view::Item& item = m_scene.view().item(group.item);
        m_out += rect(group.rect, kGroupFills[std::min<std::size_t>(2, item.depth > 0 ? item.depth - 1 : 0)], kGroupBorder, 6);
        m_out += label(group.rect.x + 10, group.rect.y + 17, item.title, "t");
        m_out += label(group.rect.x + 18 + m_text.width(item.title, view::TextRole::Title), group.rect.y + 17, item.detail, "b");
    }

    void addName(const view::SceneOutline& outline) {
        m_out += rect(outline.name, kDelegated, kNone, 2);
        m_out += label(
            outline.name.x + kNamePadding, outline.name.y + 11,
            view::elidedMiddle(m_scene.nameOf(outline), outline.name.width - 2 * kNamePadding, view::TextRole::Small, m_text), "s");
    }

    void addEdge(const view::SceneEdge& edge) {
        const auto points = m_scene.points(edge);
        m_out += "<path " + paint(kNone, kEdge) + " stroke-width=\"1\" d=\"";
        for (std::size_t i = 0; i < points.size(); ++i)
            m_out += (i == 0 ? "M" : " L") + number(points[i].x) + " " + number(points[i].y);
        const layout::Point end = points.back(), before = points[points.size() - 2];
        const bool across = std::abs(end.x - before.x) > std::abs(end.y - before.y);
        const double d = (across ? end.x - before.x : end.y - before.y) >= 0 ? -kArrow : kArrow;
        m_out += "\"/>\n<path " + filled(kEdge) + " d=\"M" + number(end.x) + " " + number(end.y) +
                 (across ? " l" + number(d) + " -3.5 v7 z" : " l-3.5 " + number(d) + " h7 z") + "\"/>\n";
        if (edge.label.width <= 0) return;
        m_out += rect(edge.label, kCanvas, kNone, 2) +
                 label(edge.label.x + 3, edge.label.y + 12,
                       modules::valueText(m_scene.view().index().model(), m_scene.view().edges()[edge.edge].value), "c");
    }

    void addStub(const view::SceneStub& stub) {
        const layout::Rect& r = stub.rect;
        m_out += "<path " + lined(kEdge) + " d=\"M" + number(stub.stem.x) + " " + number(stub.stem.y) + " L" +
                 number(stub.below ? r.centre().x : r.x) + " " + number(stub.below ? r.y : r.centre().y) + "\"/>\n";
        m_out += rect(r, kBase, m_scene.view().stubs()[stub.stub].kind == view::StubClass::State ? kState : kEdge, 2);
        m_out += label(r.x + 6, r.y + 13,
                       view::elidedMiddle(m_scene.view().stubs()[stub.stub].text, r.width - 10, view::TextRole::Code, m_text), "c");
    }

    void addNode(const view::SceneNode& node) {
        const view::Item& item = m_scene.view().item(node.item);
        const Colours& colours = kFamilies[item.family];
        const bool plain = item.kind == view::ItemKind::Module;
        const layout::Rect& r = node.rect;
        m_out += rect(r, plain ? kBase : colours.fill, plain ? kOutline : colours.bar, 4);
        if (!plain) m_out += rect({r.x, r.y, kFamilyBar, r.height}, colours.bar, kNone, 2);
        const double middle = node.twoLines ? r.y + 18 : r.y + r.height / 2 + 4.5;
        m_out += label(r.x + kTextLeft, middle,
                       view::elidedMiddle(item.title, r.width - kTextPadding + 6, view::TextRole::Title, m_text), "t");
        if (node.twoLines)
            m_out += label(r.x + kTextLeft, r.y + 35,
                           view::elidedMiddle(view::secondLine(m_scene.view(), item), r.width - kTextPadding + 6,
                                              view::TextRole::Code, m_text),
                           "c");
        if (item.nodeCount > 1)
            m_out += label(r.right() - 10 - m_text.width(std::to_string(item.nodeCount), view::TextRole::Small), middle,
                           std::to_string(item.nodeCount), "s");
    }

    const view::Scene& m_scene;
    const view::TextMeasure& m_text;
    bool m_inline;
    std::string m_out;
};

}  // namespace

std::string svgText(const view::Scene& scene, const view::TextMeasure& measure, SvgUse use) {
    return SvgWriter(scene, measure, use).write();
}

std::vector<std::string_view> inkNames() {
    std::vector<std::string_view> names{kBase.name, kCanvas.name, kEdge.name, kOutline.name, kGroupBorder.name, kState.name};
    for (const Ink& ink : kGroupFills) names.push_back(ink.name);
    for (const Colours& family : kFamilies) names.push_back(family.fill.name), names.push_back(family.bar.name);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

}  // namespace etscope::draw
