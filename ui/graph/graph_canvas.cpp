#include "graph/graph_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "graph/graph_painter.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kMinZoom = 0.02, kMaxZoom = 4, kRoom = 40;

}  // namespace

GraphCanvas::GraphCanvas(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QStringLiteral("graphCanvas"));
    setAccessibleName(tr("Graph"));
    viewport()->setMouseTracking(true);
}

void GraphCanvas::setScene(ScenePtr scene, graph::NodeId anchor) {
    QPointF before;
    const bool keep = anchor.valid() && m_scene != nullptr && scene != nullptr && &m_scene->view().index() == &scene->view().index();
    if (keep) {
        const graph::Rect rect = m_scene->rectOf(m_scene->view().itemOf(anchor));
        before = toView({rect.x, rect.y});
    }
    const bool first = m_scene == nullptr;
    m_scene = std::move(scene);
    m_hovered = {};
    updateScrollBars();
    if (m_scene == nullptr) return viewport()->update();
    if (keep) {
        const graph::Rect rect = m_scene->rectOf(m_scene->view().itemOf(anchor));
        const QPointF moved = toView({rect.x, rect.y}) - before;
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + static_cast<int>(std::lround(moved.x())));
        verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(moved.y())));
    } else if (first || !anchor.valid()) {
        // A new graph opens at its top, at a size that can be read.
        m_zoom = std::clamp((viewport()->width() - 2 * kRoom) / std::max(1.0, m_scene->bounds().width), 0.5, 1.0);
        updateScrollBars();
        horizontalScrollBar()->setValue((horizontalScrollBar()->minimum() + horizontalScrollBar()->maximum()) / 2);
        verticalScrollBar()->setValue(verticalScrollBar()->minimum());
        emit zoomChanged(m_zoom);
    }
    viewport()->update();
}

void GraphCanvas::setSelected(graph::NodeId node, bool reveal) {
    m_selected = node;
    if (reveal && node.valid() && m_scene != nullptr) {
        const graph::Rect rect = m_scene->rectOf(m_scene->view().itemOf(node));
        const QRectF seen(toView({rect.x, rect.y}), toView({rect.right(), rect.bottom()}));
        if (!QRectF(viewport()->rect()).adjusted(20, 40, -20, -20).contains(seen)) centreOn(rect);
    }
    viewport()->update();
}

void GraphCanvas::setFound(std::set<graph::NodeId> nodes) {
    m_found = std::move(nodes);
    viewport()->update();
}

void GraphCanvas::setTraced(std::set<graph::NodeId> nodes) {
    m_traced = std::move(nodes);
    viewport()->update();
}

void GraphCanvas::setOverlay(Overlay overlay) {
    m_overlay = overlay;
    viewport()->update();
}

void GraphCanvas::setMapShown(bool shown) {
    m_map = shown;
    viewport()->update();
}

QPointF GraphCanvas::toView(graph::Point point) const {
    return {point.x * m_zoom - horizontalScrollBar()->value(), point.y * m_zoom - verticalScrollBar()->value()};
}

graph::Point GraphCanvas::toScene(QPointF point) const {
    return {(point.x() + horizontalScrollBar()->value()) / m_zoom, (point.y() + verticalScrollBar()->value()) / m_zoom};
}

void GraphCanvas::updateScrollBars() {
    const graph::Rect bounds = m_scene != nullptr ? m_scene->bounds() : graph::Rect{};
    const auto range = [](QScrollBar* bar, double from, double to, int page) {
        const double slack = std::max(0.0, page - (to - from));
        bar->setRange(static_cast<int>(from - kRoom - slack / 2), static_cast<int>(std::max(from, to - page) + kRoom - (slack > 0 ? slack / 2 + kRoom - 1 : 0)));
        bar->setPageStep(page);
        bar->setSingleStep(40);
    };
    range(horizontalScrollBar(), bounds.x * m_zoom, bounds.right() * m_zoom, viewport()->width());
    range(verticalScrollBar(), bounds.y * m_zoom, bounds.bottom() * m_zoom, viewport()->height());
}

void GraphCanvas::setZoom(double zoom, QPointF around) {
    if (m_scene == nullptr) return;
    const graph::Point fixed = toScene(around);
    m_zoom = std::clamp(zoom, kMinZoom, kMaxZoom);
    updateScrollBars();
    horizontalScrollBar()->setValue(static_cast<int>(std::lround(fixed.x * m_zoom - around.x())));
    verticalScrollBar()->setValue(static_cast<int>(std::lround(fixed.y * m_zoom - around.y())));
    emit zoomChanged(m_zoom);
    viewport()->update();
}

void GraphCanvas::fitAll() {
    if (m_scene == nullptr) return;
    const graph::Rect bounds = m_scene->bounds();
    setZoom(std::min({1.0, viewport()->width() / (bounds.width + 2 * kRoom), viewport()->height() / (bounds.height + 2 * kRoom)}), {});
    centreOn(bounds);
}

void GraphCanvas::fitItem(graph::ItemId item) {
    if (m_scene == nullptr || !item.valid()) return;
    const graph::Rect rect = m_scene->rectOf(item);
    setZoom(std::min({1.0, viewport()->width() / (rect.width + 2 * kRoom), viewport()->height() / (rect.height + 2 * kRoom)}), {});
    centreOn(rect);
}

void GraphCanvas::centreOn(const graph::Rect& rect) {
    horizontalScrollBar()->setValue(static_cast<int>(rect.centre().x * m_zoom - viewport()->width() / 2.0));
    verticalScrollBar()->setValue(static_cast<int>(rect.centre().y * m_zoom - viewport()->height() / 2.0));
    viewport()->update();
}

void GraphCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), tokens().canvas);
    if (m_scene == nullptr) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
    painter.scale(m_zoom, m_zoom);
    const graph::Point from = toScene({0, 0}), to = toScene(QPointF(viewport()->width(), viewport()->height()));
    GraphLook look{m_zoom, m_selected.valid() ? m_scene->view().itemOf(m_selected) : graph::ItemId(), m_hovered, &m_found, &m_traced, m_overlay};
    m_paintedNodes = GraphPainter(painter, *m_scene, look).paint({from.x, from.y, to.x - from.x, to.y - from.y});
    painter.resetTransform();
    if (m_map) paintMap(painter);
}

void GraphCanvas::paintAll(QPainter& painter) const {
    if (m_scene == nullptr) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-m_scene->bounds().x, -m_scene->bounds().y);
    painter.fillRect(QRectF(m_scene->bounds().x, m_scene->bounds().y, m_scene->bounds().width, m_scene->bounds().height), tokens().canvas);
    GraphLook look{1, m_selected.valid() ? m_scene->view().itemOf(m_selected) : graph::ItemId(), {}, &m_found, &m_traced, m_overlay};
    GraphPainter(painter, *m_scene, look).paint(m_scene->bounds());
}

QRectF GraphCanvas::mapRect() const {
    const graph::Rect b = m_scene->bounds();
    const double scale = std::min(150 / std::max(1.0, b.width), 200 / std::max(1.0, b.height));
    return {viewport()->width() - b.width * scale - 16, viewport()->height() - b.height * scale - 16, b.width * scale, b.height * scale};
}

/// The whole scene in small, when it does not fit the view; the part in view is framed.
void GraphCanvas::paintMap(QPainter& painter) const {
    const graph::Rect b = m_scene->bounds();
    if (b.width * m_zoom <= viewport()->width() && b.height * m_zoom <= viewport()->height()) return;
    const QRectF area = mapRect();
    const double scale = area.width() / b.width;
    const Tokens& t = tokens();
    painter.setPen(QPen(t.border, 1));
    painter.setBrush(t.base);
    painter.drawRoundedRect(area.adjusted(-6, -6, 6, 6), 4, 4);
    const auto place = [&](const graph::Rect& r) { return QRectF(area.left() + (r.x - b.x) * scale, area.top() + (r.y - b.y) * scale, std::max(1.0, r.width * scale), std::max(1.0, r.height * scale)); };
    for (const graph::SceneGroup& group : m_scene->groups()) painter.fillRect(place(group.rect), t.group[std::min<std::size_t>(2, m_scene->view().item(group.item).depth)]);
    for (const graph::SceneNode& node : m_scene->nodes()) painter.fillRect(place(node.rect), t.families[static_cast<std::size_t>(m_scene->view().item(node.item).family)].bar);
    const graph::Point from = toScene({0, 0}), to = toScene(QPointF(viewport()->width(), viewport()->height()));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.accent, 2));
    painter.drawRect(place({from.x, from.y, to.x - from.x, to.y - from.y}).intersected(area.adjusted(-3, -3, 3, 3)));
}

graph::ItemId GraphCanvas::itemAt(QPointF position, bool& chevron) const {
    chevron = false;
    if (m_scene == nullptr) return {};
    const graph::Point point = toScene(position);
    const graph::SceneHit hit = m_scene->hit(point, 4 / m_zoom);
    switch (hit.kind) {
        case graph::SceneHit::Kind::Node: {
            const graph::SceneNode& node = m_scene->nodes()[hit.number];
            chevron = m_scene->view().item(node.item).expandable && point.x < node.rect.x + graph::measure::kTextLeft + graph::measure::kChevronRoom;
            return node.item;
        }
        case graph::SceneHit::Kind::GroupHeader:
            chevron = point.x < m_scene->groups()[hit.number].rect.x + 26;
            return m_scene->groups()[hit.number].item;
        case graph::SceneHit::Kind::Stub: return m_scene->view().stubs()[m_scene->stubs()[hit.number].stub].item;
        default: return {};
    }
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
    if (m_scene != nullptr && m_map && mapRect().contains(event->position())) {
        const QRectF area = mapRect();
        const graph::Rect b = m_scene->bounds();
        const double scale = b.width / area.width();
        centreOn({b.x + (event->position().x() - area.left()) * scale, b.y + (event->position().y() - area.top()) * scale, 0, 0});
        return;
    }
    bool chevron = false;
    const graph::ItemId item = itemAt(event->position(), chevron);
    if (chevron) {
        emit itemActivated(item);
    } else if (item.valid() && event->button() == Qt::LeftButton) {
        const auto nodes = m_scene->view().nodesOf(item);
        if (!nodes.empty()) emit nodeClicked(m_scene->view().item(item).node.valid() ? m_scene->view().item(item).node : nodes.front());
    } else {
        m_dragging = true;
        m_dragFrom = event->pos();
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragging) {
        const QPoint moved = event->pos() - m_dragFrom;
        m_dragFrom = event->pos();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - moved.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - moved.y());
        viewport()->update();
        return;
    }
    bool chevron = false;
    const graph::ItemId item = itemAt(event->position(), chevron);
    if (item == m_hovered) return;
    m_hovered = item;
    viewport()->setToolTip(item.valid() ? QString::fromStdString(m_scene->view().item(item).title + "  " + m_scene->view().item(item).detail) : QString());
    viewport()->update();
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent*) {
    m_dragging = false;
    viewport()->unsetCursor();
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    bool chevron = false;
    if (const graph::ItemId item = itemAt(event->position(), chevron); item.valid()) emit itemActivated(item);
}

void GraphCanvas::wheelEvent(QWheelEvent* event) {
    if ((event->modifiers() & Qt::ControlModifier) == 0) {
        QAbstractScrollArea::wheelEvent(event);
        return viewport()->update();
    }
    setZoom(m_zoom * std::pow(1.2, event->angleDelta().y() / 120.0), event->position());
}

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
    const QPointF centre(viewport()->width() / 2.0, viewport()->height() / 2.0);
    switch (event->key()) {
        case Qt::Key_F: return (event->modifiers() & Qt::ShiftModifier) != 0 && m_selected.valid() && m_scene != nullptr ? fitItem(m_scene->view().itemOf(m_selected)) : fitAll();
        case Qt::Key_0: return setZoom(1, centre);
        case Qt::Key_Plus: case Qt::Key_Equal: return setZoom(m_zoom * 1.25, centre);
        case Qt::Key_Minus: return setZoom(m_zoom / 1.25, centre);
        case Qt::Key_O: return setMapShown(!m_map);
        case Qt::Key_Space:
            if (m_selected.valid() && m_scene != nullptr) centreOn(m_scene->rectOf(m_scene->view().itemOf(m_selected)));
            return;
        default: emit keyRequested(event->key(), event->modifiers());
    }
}

void GraphCanvas::resizeEvent(QResizeEvent*) { updateScrollBars(); }

}  // namespace etscope::ui
