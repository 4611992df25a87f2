// What a graph canvas tells screen readers: its items in view, each with its name, place and state. Nothing is made before one
// asks.
#include <QAccessible>
#include <algorithm>

#include "graph/graph_canvas.h"
#include "graph/graph_painter.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

view::ItemId idOf(std::size_t item) { return view::ItemId(static_cast<std::uint32_t>(item)); }

}  // namespace

/// What a screen reader says of the selection: operator, name, how many values come and go.
void GraphCanvas::tellSelected() {
    QString words;
    if (m_look.selected.valid()) {
        const view::Item& item = scene()->view().item(m_look.selected);
        int in = 0, out = 0;
        for (const std::uint32_t number : scene()->edgesAt(m_look.selected))
            ++(scene()->view().edges()[scene()->edges()[number].edge].to == m_look.selected ? in : out);
        QStringList parts;
        for (const QString& part : {text(item.title), text(item.detail), note(item.note)})
            if (!part.isEmpty()) parts.append(part);
        if (item.nodeCount > 1) parts.append(tr("%n node(s)", nullptr, counted(item.nodeCount)));
        if (const QString state = m_look.sentenceOf(m_look.selected); !state.isEmpty()) parts.append(state);
        parts.append(tr("%1 in, %2 out").arg(in).arg(out));
        words = parts.join(QStringLiteral(", "));
    }
    if (words == accessibleDescription()) return;
    setAccessibleDescription(words);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    tellFocus();
}

/// The item that keys act on, or another one of it, has come into focus.
void GraphCanvas::tellFocus() {
    if (!QAccessible::isActive() || !hasFocus() || current() < 0) return;
    QAccessibleEvent event(this, QAccessible::Focus);
    if (auto* canvas = QAccessible::queryAccessibleInterface(this))
        if (auto* child = canvas->focusChild()) event.setChild(canvas->indexOfChild(child));
    QAccessible::updateAccessibility(&event);
}

std::size_t GraphCanvas::count() const { return scene() == nullptr ? 0 : scene()->view().items().size(); }

int GraphCanvas::current() const {
    return scene() != nullptr && m_look.selected.valid() ? static_cast<int>(m_look.selected.index()) : -1;
}

void GraphCanvas::choose(std::size_t item) { emit placeClicked(placeOf(scene()->view(), idOf(item))); }

/// Of a group its header, which stays in sight while the group does.
QRectF GraphCanvas::boxOf(std::size_t item) const {
    layout::Rect rect = scene()->rectOf(idOf(item));
    if (scene()->view().item(idOf(item)).kind == view::ItemKind::Group)
        for (const ShownHeader& shown : shownHeaders(*scene(), seen(), detailOf(m_zoom)))
            if (scene()->groups()[shown.group].item == idOf(item)) rect = shown.rect;
    const QPointF corner = viewport()->mapTo(this, QPoint());
    return QRectF(toView({rect.x, rect.y}), toView({rect.right(), rect.bottom()})).translated(corner);
}

QString GraphCanvas::nameOf(std::size_t number) const {
    const view::Item& item = scene()->view().item(idOf(number));
    QStringList parts;
    for (const std::string& part : {item.title, item.detail})
        if (!part.empty()) parts.append(text(part));
    const graph::GraphModel& model = scene()->view().index().model();
    if (item.kind == view::ItemKind::Node)
        for (const graph::OutputSlot& slot : model.outputs(model.node(item.node)))
            for (const graph::ValueId value : model.values(slot)) parts.append(text(modules::valueText(model, value)));
    if (item.nodeCount > 1) parts.append(tr("%n node(s)", nullptr, counted(item.nodeCount)));
    return parts.join(QStringLiteral(", "));
}

QString GraphCanvas::tooltipOf(std::size_t number) const {
    const view::Item& item = scene()->view().item(idOf(number));
    QStringList lines{nameOf(number)};
    if (!item.note.empty()) lines.append(note(item.note));
    if (const QString words = m_look.paint(idOf(number)).said(); !words.isEmpty()) lines.append(words);
    if (const QString state = m_look.sentenceOf(idOf(number)); !state.isEmpty()) lines.append(state);
    return lines.join(QLatin1Char('\n'));
}

int GraphCanvas::itemAt(QPointF point) const {
    const view::ItemId item = hitAt(point - QPointF(viewport()->mapTo(this, QPoint()))).item;
    return item.valid() ? static_cast<int>(item.index()) : -1;
}

std::vector<std::size_t> GraphCanvas::inView(std::size_t most) const {
    if (scene() == nullptr) return {};
    const view::SceneParts parts = scene()->visible(seen());
    const Detail detail = detailOf(m_zoom);
    std::vector<std::size_t> items;
    const auto add = [&](view::ItemId item) {
        if (items.size() < most && !insideBlock(m_look, item, detail)) items.push_back(item.index());
    };
    for (const std::uint32_t group : parts.groups) add(scene()->groups()[group].item);
    for (const std::uint32_t node : parts.nodes) add(scene()->nodes()[node].item);
    return items;
}

}  // namespace etscope::ui
