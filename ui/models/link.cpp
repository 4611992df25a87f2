#include "models/link.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "look/rich_text.h"

namespace etscope::ui {
namespace {

constexpr std::array kBelow{"problems", "source", "values"};
/// By Link::Does; "": an address alone, or one of a page.
constexpr std::array kSchemes{"", "", "open:", "listing:", "bytes:", "script:", "copy:", "add:", "lint:"};
constexpr QLatin1String kPage("page:");

}  // namespace

std::span<const PageInfo> pageTable() {
    static constexpr PageInfo kPages[] = {
        {PageId::Overview, "overview", "page.overview", QT_TRANSLATE_NOOP("Command", "Overview")},
        {PageId::Graph, "graph", "page.graph", QT_TRANSLATE_NOOP("Command", "Graph")},
        {PageId::Outputs, "outputs", "page.outputs", QT_TRANSLATE_NOOP("Command", "Outputs")},
        {PageId::Gap, "gap", "page.gap", QT_TRANSLATE_NOOP("Command", "Numeric gap")},
        {PageId::Tensors, "tensors", "page.tensors", QT_TRANSLATE_NOOP("Command", "Tensors")},
        {PageId::Metadata, "metadata", "page.metadata", QT_TRANSLATE_NOOP("Command", "Metadata")},
        {PageId::NamedData, "named-data", "page.named-data", QT_TRANSLATE_NOOP("Command", "Named data")},
        {PageId::Delegates, "delegates", "page.delegates", QT_TRANSLATE_NOOP("Command", "Delegates")},
        {PageId::Containers, "containers", "page.containers", QT_TRANSLATE_NOOP("Command", "Containers")},
        {PageId::Handles, "handles", "page.handles", QT_TRANSLATE_NOOP("Command", "Handles")},
        {PageId::Memory, "memory", "page.memory", QT_TRANSLATE_NOOP("Command", "Memory")},
        {PageId::Sizes, "sizes", "page.sizes", QT_TRANSLATE_NOOP("Command", "Sizes")},
        {PageId::Events, "events", "page.events", QT_TRANSLATE_NOOP("Command", "Events")},
        {PageId::Diff, "diff", "page.diff", QT_TRANSLATE_NOOP("Command", "Differences")},
        {PageId::Undelegated, "undelegated", "page.undelegated", QT_TRANSLATE_NOOP("Command", "Undelegated")},
        {PageId::Quantisation, "quantisation", "page.quantisation", QT_TRANSLATE_NOOP("Command", "Quantisation")},
    };
    return kPages;
}

QString pageName(PageId page) {
    if (page == PageId::None) return {};
    if (page >= PageId::Problems)
        return QLatin1String(kBelow[static_cast<std::size_t>(page) - static_cast<std::size_t>(PageId::Problems)]);
    return QLatin1String(std::ranges::find(pageTable(), page, &PageInfo::page)->name);
}

PageId pageNamed(const QString& name) {
    for (PageId page = PageId::Values; page != PageId::None; page = static_cast<PageId>(static_cast<int>(page) - 1))
        if (pageName(page) == name) return page;
    return PageId::None;
}

PageId pageOf(const Address& address) {
    using Kind = Address::Kind;
    switch (address.kind) {
        case Kind::Stage:
        case Kind::Node:
        case Kind::Module:
        case Kind::Value:
        case Kind::Result: return PageId::Graph;
        case Kind::Output:
        case Kind::Given: return PageId::Outputs;
        case Kind::Tensor: return PageId::Tensors;
        case Kind::Data: return PageId::NamedData;
        case Kind::Region: return PageId::Sizes;
        case Kind::Run:
        case Kind::Event: return PageId::Events;
        case Kind::Metadata: return PageId::Metadata;
        case Kind::File: return PageId::Overview;
        default: return PageId::None;
    }
}

QString Link::text() const {
    const QString shown = address.valid() ? address.text() : argument;
    if (does != Does::Go || page == PageId::None) return QLatin1String(kSchemes[static_cast<std::size_t>(does)]) + shown;
    return kPage + pageName(page) + (shown.isEmpty() ? QString() : QLatin1Char('#') + shown);
}

Link Link::parse(const QString& text, const QStringList& methods) {
    const Address named = Address::parse(text, methods);
    if (!named.method.isEmpty()) return to(named);
    if (text.startsWith(kPage)) {
        const PageId page = pageNamed(text.mid(kPage.size()).section(QLatin1Char('#'), 0, 0));
        return page == PageId::None ? Link() : on(page, Address::parse(text.section(QLatin1Char('#'), 1), methods));
    }
    for (std::size_t i = 0; i < kSchemes.size(); ++i) {
        const QLatin1String scheme(kSchemes[i]);
        if (scheme.isEmpty() || !text.startsWith(scheme)) continue;
        const QString rest = text.mid(scheme.size());
        const Does does = static_cast<Does>(i);
        if (does != Does::ShowListing && does != Does::ShowBytes) return {does, PageId::None, {}, rest};
        return {does, PageId::None, Address::parse(rest, methods)};
    }
    return named.valid() ? to(named) : Link();
}

QString link(const Link& target, const QString& shown) { return link(target.text(), shown); }

}  // namespace etscope::ui
