#include "graph/graph_place.h"

#include <algorithm>
#include <climits>

#include "look/numbers.h"

namespace etscope::ui {

view::ItemId itemOf(const view::ViewGraph& view, const GraphPlace& place) {
    if (place.node.valid()) return view.itemOf(place.node);
    if (place.module.valid()) return view.itemOf(place.module);
    if (place.result >= 0)
        for (std::uint32_t i = 0; i < view.items().size(); ++i)
            if (view.items()[i].kind == view::ItemKind::Output && view.items()[i].index == static_cast<std::uint32_t>(place.result))
                return view::ItemId(i);
    return place.value.valid() ? view.itemOf(place.value) : view::ItemId();
}

GraphPlace placeOf(const view::ViewGraph& view, view::ItemId id) {
    const view::Item& item = view.item(id);
    GraphPlace place;
    const auto nodes = view.nodesOf(id);
    switch (item.kind) {
        case view::ItemKind::Node: place.node = item.node; break;
        case view::ItemKind::Input: place.value = item.value; break;
        case view::ItemKind::Output: place.result = static_cast<int>(item.index); break;
        case view::ItemKind::Pattern:
        case view::ItemKind::Module:
        case view::ItemKind::Group:
            if (!item.pattern.valid())
                place.module = item.module;
            else if (!nodes.empty())
                place.node = nodes.front();
    }
    return place;
}

GraphPlace placeOf(const modules::GraphIndex& index, const Address& address) {
    const graph::GraphModel& model = index.model();
    const std::string name = address.name.toStdString();
    switch (address.kind) {
        case Address::Kind::Node: return {model.findNode(name), {}, {}};
        case Address::Kind::Module: return {{}, index.hierarchy().findPath(name), {}};
        case Address::Kind::Result: return {{}, {}, {}, static_cast<int>(std::min<qint64>(address.index, INT_MAX))};
        case Address::Kind::Value: {
            const graph::ValueId value = model.findValue(name);
            if (!value.valid()) return {};
            const graph::NodeId maker = model.value(value).producer;
            return maker.valid() ? GraphPlace{maker, {}, {}} : GraphPlace{{}, {}, value};
        }
        default: return {};
    }
}

Address addressOf(const modules::GraphIndex& index, const GraphPlace& place, const QString& method, const QString& stage) {
    if (place.node.valid()) return Address::ofNode(method, stage, text(index.model().nodePath(place.node)));
    if (place.value.valid()) return Address::ofValue(method, stage, text(index.model().valuePath(place.value)));
    if (place.result >= 0) return Address::ofResult(method, stage, place.result);
    if (!place.module.valid() || place.module == index.hierarchy().root()) return Address::ofStage(method, stage);
    return Address::ofModule(method, stage, text(index.hierarchy().module(place.module).path));
}

}  // namespace etscope::ui
