#include "draw/svg.h"

#include <array>
#include <cstdio>

#include "base/text.h"

namespace etscope::draw {
namespace {

using namespace view::measure;

struct Colours {
    const char *fill, *bar;
};
constexpr std::array<Colours, modules::kOperatorFamilyCount> kFamilies{{{"#DCE8FC", "#2F66C4"},
                                                                        {"#E9ECF1", "#6C7889"},
                                                                        {"#D6F0EB", "#177E6C"},
                                                                        {"#E2F3D3", "#4B8A22"},
                                                                        {"#F3F0EA", "#8F826B"},
                                                                        {"#EBE3FB", "#7A50C7"},
                                                                        {"#F8EBCB", "#9C6E12"},
                                                                        {"#FBDFE6", "#B83B5E"},
                                                                        {"#D3E9F5", "#1F7399"},
                                                                        {"#FFFFFF", "#2558BF"},
                                                                        {"#F1F1F1", "#777777"},
                                                                        {"#E9ECF1", "#6C7889"}}};
constexpr std::array<const char*, 3> kGroupFills{"#F1F4F8", "#E8EDF3", "#DFE6EE"};

std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
}

std::string rect(const layout::Rect& r, const char* fill, const char* stroke, double radius) {
    return "<rect x=\"" + number(r.x) + "\" y=\"" + number(r.y) + "\" width=\"" + number(r.width) + "\" height=\"" +
           number(r.height) + "\" rx=\"" + number(radius) + "\" fill=\"" + fill + "\" stroke=\"" + stroke + "\"/>\n";
}

std::string label(double x, double y, std::string_view text, const char* style) {
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" class=\"" + style + "\">" + xmlText(text) + "</text>\n";
}

class Writer {
public:
    Writer(const view::Scene& scene, const view::TextMeasure& text) : m_scene(scene), m_text(text) {}

    std::string write() {
        const layout::Rect& bounds = m_scene.bounds();
        m_out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(bounds.width) + "\" height=\"" +
                number(bounds.height) + "\" viewBox=\"" + number(bounds.x) + " " + number(bounds.y) + " " + number(bounds.width) +
                " " + number(bounds.height) +
                "\">\n<style>text{fill:#1A1E26}.t{font:600 13px Inter,sans-serif}.b{font:13px "
                "Inter,sans-serif;fill:#4F5969}.s{font:11px Inter,sans-serif;fill:#5B6575}"
                ".c{font:11.5px 'JetBrains Mono',monospace}</style>\n" +
                rect(bounds, "#FAFBFC", "none", 0);
        for (const view::SceneGroup& group : m_scene.groups()) addGroup(group);
        for (const view::SceneEdge& edge : m_scene.edges()) addEdge(edge);
        for (const view::SceneStub& stub : m_scene.stubs()) addStub(stub);
        for (const view::SceneNode& node : m_scene.nodes()) addNode(node);
        return std::move(m_out) + "</svg>\n";
    }

private:
    void addGroup(const view::SceneGroup& group) {
        const view::Item& item = m_scene.view().item(group.item);
        m_out += rect(group.rect, kGroupFills[std::min<std::size_t>(2, item.depth > 0 ? item.depth - 1 : 0)], "#B9C2CE", 6);
        m_out += label(group.rect.x + 10, group.rect.y + 17, item.title, "t");
        m_out += label(group.rect.x + 18 + m_text.width(item.title, view::TextRole::Title), group.rect.y + 17, item.detail, "b");
    }

    void addEdge(const view::SceneEdge& edge) {
        const auto points = m_scene.points(edge);
        m_out += "<path fill=\"none\" stroke=\"#6A7585\" stroke-width=\"1.5\" d=\"";
        for (std::size_t i = 0; i < points.size(); ++i)
            m_out += (i == 0 ? "M" : " L") + number(points[i].x) + " " + number(points[i].y);
        const layout::Point end = points.back(), before = points[points.size() - 2];
        const bool across = std::abs(end.x - before.x) > std::abs(end.y - before.y);
        const double d = (across ? end.x - before.x : end.y - before.y) >= 0 ? -kArrow : kArrow;
        m_out += "\"/>\n<path fill=\"#6A7585\" d=\"M" + number(end.x) + " " + number(end.y) +
                 (across ? " l" + number(d) + " -3.5 v7 z" : " l-3.5 " + number(d) + " h7 z") + "\"/>\n";
        if (edge.label.width <= 0) return;
        m_out += rect(edge.label, "#FAFBFC", "none", 2) +
                 label(edge.label.x + 3, edge.label.y + 12,
                       modules::valueText(m_scene.view().index().model(), m_scene.view().edges()[edge.edge].value), "c");
    }

    void addStub(const view::SceneStub& stub) {
        const layout::Rect& r = stub.rect;
        m_out += "<path stroke=\"#6A7585\" d=\"M" + number(stub.stem.x) + " " + number(stub.stem.y) + " L" +
                 number(stub.below ? r.centre().x : r.x) + " " + number(stub.below ? r.y : r.centre().y) + "\"/>\n";
        m_out += rect(r, "#FFFFFF", m_scene.view().stubs()[stub.stub].kind == view::StubClass::State ? "#9C6E12" : "#6A7585", 2);
        m_out += label(r.x + 6, r.y + 13,
                       view::elidedMiddle(m_scene.view().stubs()[stub.stub].text, r.width - 10, view::TextRole::Code, m_text), "c");
    }

    void addNode(const view::SceneNode& node) {
        const view::Item& item = m_scene.view().item(node.item);
        const Colours& colours = kFamilies[static_cast<std::size_t>(item.family)];
        const bool plain = item.kind == view::ItemKind::Module;
        const layout::Rect& r = node.rect;
        m_out += rect(r, plain ? "#FFFFFF" : colours.fill, plain ? "#848E9D" : colours.bar, 4);
        if (!plain) m_out += rect({r.x, r.y, kFamilyBar, r.height}, colours.bar, "none", 2);
        const double middle = node.twoLines ? r.y + 18 : r.y + r.height / 2 + 4.5;
        m_out += label(r.x + kTextLeft, middle,
                       view::elidedMiddle(item.title, r.width - kTextPadding + 6, view::TextRole::Title, m_text), "t");
        if (node.twoLines)
            m_out += label(r.x + kTextLeft, r.y + 35,
                           view::elidedMiddle(item.detail, r.width - kTextPadding + 6, view::TextRole::Code, m_text), "c");
        if (item.nodeCount > 1)
            m_out += label(r.right() - 10 - m_text.width(std::to_string(item.nodeCount), view::TextRole::Small), middle,
                           std::to_string(item.nodeCount), "s");
    }

    const view::Scene& m_scene;
    const view::TextMeasure& m_text;
    std::string m_out;
};

}  // namespace

std::string svgText(const view::Scene& scene, const view::TextMeasure& measure) { return Writer(scene, measure).write(); }

}  // namespace etscope::draw
