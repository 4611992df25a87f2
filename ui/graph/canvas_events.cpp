// What mouse and keys do to a graph canvas; and what it tells screen readers: its items in view, each with its name, place and
// state. Nothing is made before one asks.
#include <QAccessible>
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "graph/graph_canvas.h"
#include "graph/graph_painter.h"
#include "graph/panel_keys.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

view::ItemId idOf(std::size_t item) { return view::ItemId(static_cast<std::uint32_t>(item)); }

}  // namespace

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    const bool left = event->button() == Qt::LeftButton;
    if (m_panelsShown && scene() != nullptr && m_panels.mapRect().contains(event->position())) {
        if (!left) return;  // the menu comes up, and the release goes to it
        m_draggingMap = true;
        return mouseMoveEvent(event);
    }
    if (left && onRamp(event->position())) {
        const double at = onWholeRamp(event->position());
        const OverlayMap& map = *m_look.overlay();
        const bool low = std::abs(map.shareOf(range().low) - at) <= std::abs(map.shareOf(range().high) - at);
        m_draggedEnd = low ? Ramp::Low : Ramp::High;
        return moveEnd(m_draggedEnd, at);
    }
    const Hit hit = hitAt(event->position());
    if (left && hit.chevron) return emit itemActivated(hit.item);
    if (const graph::ValueId value = madeElsewhere(hit); left && value.valid()) return emit stubActivated(value);
    if (hit.item.valid() && event->button() != Qt::MiddleButton) return emit placeClicked(placeOf(scene()->view(), hit.item));
    m_dragging = event->button() != Qt::RightButton;
    m_dragFrom = m_pressed = event->pos();
    if (m_dragging) viewport()->setCursor(Qt::ClosedHandCursor);
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (m_draggingMap && scene() != nullptr) {
        const layout::Point point = m_panels.toScene(m_look, event->position());
        return centreOn({point.x, point.y, 0, 0});
    }
    if (m_draggedEnd != Ramp::None) return moveEnd(m_draggedEnd, onWholeRamp(event->position()));
    if (!m_dragging) return hover(event->position());
    const QPoint moved = event->pos() - m_dragFrom;
    m_dragFrom = event->pos();
    scrollTo(horizontalScrollBar()->value() - moved.x(), verticalScrollBar()->value() - moved.y());
    viewport()->update();
}

/// Whether the point is where an end of the legend's ramp can be taken.
bool GraphCanvas::onRamp(QPointF position) const {
    return m_panelsShown && m_look.overlay() != nullptr && !m_panels.rampRect().isEmpty() &&
           m_panels.rampRect().adjusted(-6, -4, 6, 4).contains(position);
}

/// As a share of its width.
double GraphCanvas::onWholeRamp(QPointF position) const {
    return (position.x() - m_panels.rampRect().left()) / m_panels.rampRect().width();
}

void GraphCanvas::moveEnd(Ramp end, double share) {
    if (m_look.overlay() == nullptr) return;
    const double amount = m_look.overlay()->amountAt(share);
    AmountRange wanted = range();
    if (end == Ramp::Low)
        wanted.low = std::min(amount, wanted.high);
    else
        wanted.high = std::max(amount, wanted.low);
    setRange(wanted);
}

void GraphCanvas::hover(QPointF position) {
    viewport()->setCursor(onRamp(position) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    const Hit hit = hitAt(position);
    if (hit.item == m_look.hovered && hit.edge == m_look.hoveredEdge) return;
    m_look.hovered = hit.item;
    m_look.hoveredEdge = hit.edge;
    viewport()->update();
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
    const bool clicked = m_dragging && (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance();
    m_dragging = m_draggingMap = false;
    m_draggedEnd = Ramp::None;
    viewport()->unsetCursor();
    if (!clicked || event->button() != Qt::MiddleButton) return;
    if (const Hit hit = hitAt(event->position()); hit.item.valid()) emit splitRequested(placeOf(scene()->view(), hit.item));
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (onRamp(event->position())) return setRange({});
    const Hit hit = hitAt(event->position());
    if (hit.item.valid() && hit.stub < 0 && !hit.chevron) emit itemActivated(hit.item);
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event) { emit menuRequested(event->globalPos()); }

const view::Stub& GraphCanvas::stubAt(const Hit& hit) const {
    return scene()->view().stubs()[scene()->stubs()[static_cast<std::size_t>(hit.stub)].stub];
}

/// The value of a flag whose source is another box in view.
graph::ValueId GraphCanvas::madeElsewhere(const Hit& hit) const {
    if (hit.stub < 0) return {};
    const graph::ValueId value = stubAt(hit).value;
    const view::ItemId source = scene()->view().itemOf(value);
    return source.valid() && source != hit.item ? value : graph::ValueId();
}

QString GraphCanvas::tipOf(const Hit& hit) const {
    const view::ViewGraph& view = scene()->view();
    const auto bold = [](const QString& title) { return QStringLiteral("<b>%1</b>").arg(title.toHtmlEscaped()); };
    if (hit.edge >= 0) {
        const graph::ValueId value = view.edges()[scene()->edges()[static_cast<std::size_t>(hit.edge)].edge].value;
        const graph::GraphModel& model = view.index().model();
        return bold(text(model.text(model.value(value).id))) + QStringLiteral("<br>") +
               text(modules::valueText(model, value)).toHtmlEscaped();
    }
    if (hit.stub >= 0)
        return bold(text(stubAt(hit).text)) +
               (madeElsewhere(hit).valid() ? QStringLiteral("<br>") + tr("click goes to where it is made") : QString());
    if (!hit.item.valid()) return {};
    const view::Item& item = view.item(hit.item);
    QStringList lines{bold(text(item.title))};
    for (const QString& more : {text(item.detail), said(item.note)})
        if (!more.isEmpty()) lines.append(more.toHtmlEscaped());
    if (item.nodeCount > 1) lines.append(tr("%n node(s)", nullptr, counted(item.nodeCount)));
    if (const QString call = m_look.callOf(hit.item); !call.isEmpty()) lines.append(call.toHtmlEscaped());
    if (item.kind != view::ItemKind::Input && item.kind != view::ItemKind::Output && !m_look.paint(hit.item).said().isEmpty())
        lines.append(m_look.paint(hit.item).said().toHtmlEscaped());
    if (const QString state = m_look.sentenceOf(hit.item); !state.isEmpty()) lines.append(state.toHtmlEscaped());
    return lines.join(QStringLiteral("<br>"));
}

bool GraphCanvas::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip && scene() != nullptr) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString tip = onRamp(help->pos()) ? tr("Drag the ends; a double click shows all amounts") : tipOf(hitAt(help->pos()));
        if (tip.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), tip, viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) {
        m_look.hovered = {};
        m_look.hoveredEdge = -1;
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void GraphCanvas::wheelEvent(QWheelEvent* event) {
    if ((event->modifiers() & Qt::ControlModifier) == 0) {
        QAbstractScrollArea::wheelEvent(event);
        return viewport()->update();
    }
    setZoom(m_zoom * std::pow(1.2, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

/// What they do is the pane's to say: its commands.
void GraphCanvas::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Menu) return emit menuRequested(viewport()->mapToGlobal(viewport()->rect().center()));
    if ((event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0) return QAbstractScrollArea::keyPressEvent(event);
    if (event->key() == Qt::Key_Escape && m_look.nodes(NodeSet::Traced).empty()) return event->ignore();
    emit keyRequested(event->key(), event->modifiers());
}

/// Arrows move what is in view by a part of it.
bool GraphCanvas::takesMapKey(int key) {
    constexpr double kStep = 0.25;
    const layout::Rect part = seen();
    const auto move = [&](double x, double y) {
        centreOn({part.centre().x + x * part.width, part.centre().y + y * part.height, 0, 0});
        return true;
    };
    switch (key) {
        case Qt::Key_Left: return move(-kStep, 0);
        case Qt::Key_Right: return move(kStep, 0);
        case Qt::Key_Up: return move(0, -kStep);
        case Qt::Key_Down: return move(0, kStep);
        case Qt::Key_PageUp: return move(0, -1);
        case Qt::Key_PageDown: return move(0, 1);
        case Qt::Key_Home: return fitAll(), true;
        default: return false;
    }
}

/// Left and Right move the lower end of what the colours tell apart, with Shift the upper one.
bool GraphCanvas::takesRampKey(int key, bool shift) {
    constexpr double kStep = 0.05;
    if (m_look.overlay() == nullptr) return false;
    if (key == Qt::Key_Home) return setRange({}), true;
    if (key != Qt::Key_Left && key != Qt::Key_Right) return false;
    const double from = m_look.overlay()->shareOf(shift ? range().high : range().low);
    moveEnd(shift ? Ramp::High : Ramp::Low, std::clamp(from + (key == Qt::Key_Left ? -kStep : kStep), 0.0, 1.0));
    return true;
}

void GraphCanvas::placePanelKeys() {
    const bool shown = m_panelsShown && scene() != nullptr;
    m_mapKeys->place(shown ? m_panels.mapRect() : QRectF());
    m_rampKeys->place(shown ? m_panels.rampRect() : QRectF());
    if (!m_rampKeys->isVisible() || m_look.overlay() == nullptr) return;
    const OverlayMap& overlay = *m_look.overlay();
    const QString words = tr("%1 to %2; Left and Right move the lower end, with Shift the upper one; Home shows all")
                              .arg(overlay.amountText(range().low), overlay.amountText(range().high));
    if (words != m_rampKeys->accessibleDescription()) m_rampKeys->setAccessibleDescription(words);
}

void GraphCanvas::fitSelected() {
    if (m_look.selected.valid()) fitItem(m_look.selected);
}

void GraphCanvas::centreSelected() {
    if (m_look.selected.valid()) centreOn(scene()->rectOf(m_look.selected));
}

/// What a screen reader says of the selection: operator, name, how many values come and go.
void GraphCanvas::tellSelected() {
    QString words;
    if (m_look.selected.valid()) {
        const view::Item& item = scene()->view().item(m_look.selected);
        int in = 0, out = 0;
        for (const std::uint32_t number : scene()->edgesAt(m_look.selected))
            ++(scene()->view().edges()[scene()->edges()[number].edge].to == m_look.selected ? in : out);
        QStringList parts;
        for (const QString& part : {text(item.title), text(item.detail), said(item.note)})
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
    if (!item.note.empty()) lines.append(said(item.note));
    if (const QString call = m_look.callOf(idOf(number)); !call.isEmpty()) lines.append(call);
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
