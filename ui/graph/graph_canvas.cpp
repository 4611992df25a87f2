#include "graph/graph_canvas.h"

#include <QAccessible>
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "graph/graph_painter.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

constexpr double kMinZoom = 0.02, kMaxZoom = 4, kRoom = 40;
/// A new graph opens at a size that can be read, even if it does not fit then.
constexpr double kFirstZoom = 0.7;
/// How far beside a line the mouse still hits it, in pixels.
constexpr double kReach = 4;
/// Width of a header's left part that opens and closes.
constexpr double kHeaderChevron = 26;

}  // namespace

GraphCanvas::GraphCanvas(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QStringLiteral("graphCanvas"));
    setAccessibleName(tr("Graph"));
    viewport()->setMouseTracking(true);
}

/// The visible node nearest to the middle of the view.
GraphPlace GraphCanvas::placeInView() const {
    if (scene() == nullptr) return {};
    const graph::Point middle = seen().centre();
    graph::ItemId best;
    double nearest = 0;
    for (const std::uint32_t number : scene()->visible(seen()).nodes) {
        const graph::SceneNode& node = scene()->nodes()[number];
        const double distance = std::hypot(node.rect.centre().x - middle.x, node.rect.centre().y - middle.y);
        if (best.valid() && distance >= nearest) continue;
        best = node.item;
        nearest = distance;
    }
    return best.valid() ? placeOf(scene()->view(), best) : GraphPlace();
}

void GraphCanvas::setScene(ScenePtr scene, const GraphPlace& wanted) {
    const GraphPlace anchor = wanted.valid() ? wanted : placeInView();
    const auto cornerOf = [&anchor](const graph::Scene& one) {
        const graph::ItemId item = anchor.valid() ? itemOf(one.view(), anchor) : graph::ItemId();
        const graph::Rect rect = item.valid() ? one.rectOf(item) : graph::Rect{};
        return graph::Point{rect.x, rect.y};
    };
    const ScenePtr& old = m_look.scene();
    const bool keep = anchor.valid() && old != nullptr && scene != nullptr && &old->view().index() == &scene->view().index();
    const QPointF before = keep ? toView(cornerOf(*old)) : QPointF();
    m_look.setScene(std::move(scene));
    setSelected(m_selected, false);
    m_panels.invalidate();
    updateScrollBars();
    if (m_look.scene() == nullptr) return viewport()->update();
    if (keep) {
        const graph::Point now = cornerOf(*m_look.scene());
        scrollTo(now.x * m_zoom - before.x(), now.y * m_zoom - before.y());
    } else {
        const graph::Rect b = m_look.scene()->bounds();
        m_zoom = std::clamp((viewport()->width() - 2 * kRoom) / std::max(1.0, b.width), kFirstZoom, 1.0);
        updateScrollBars();
        scrollTo(b.centre().x * m_zoom - viewport()->width() / 2.0, b.y * m_zoom - kRoom);
        emit zoomChanged(m_zoom);
    }
    viewport()->update();
}

void GraphCanvas::setSelected(const GraphPlace& place, bool reveal) {
    m_selected = place;
    m_look.selected = {};
    if (scene() != nullptr && place.valid()) {
        m_look.selected = itemOf(scene()->view(), place);
        if (m_look.selected.valid() && m_look.selected.index() == 0) m_look.selected = {};  // the root is not drawn
        if (reveal && m_look.selected.valid()) {
            const graph::Rect rect = scene()->rectOf(m_look.selected);
            const QRectF shown(toView({rect.x, rect.y}), toView({rect.right(), rect.bottom()}));
            const QRectF view = QRectF(viewport()->rect()).adjusted(20, 40, -20, -20);
            const bool larger = shown.width() > view.width() || shown.height() > view.height();
            if (larger ? !view.intersects(shown) : !view.contains(shown)) centreOn(rect);
        }
    }
    tellSelected();
    viewport()->update();
}

/// What a screen reader says of the selection: operator, name, how many values come and go.
void GraphCanvas::tellSelected() {
    QString words;
    if (m_look.selected.valid()) {
        const graph::Item& item = scene()->view().item(m_look.selected);
        int in = 0, out = 0;
        for (const std::uint32_t number : scene()->edgesAt(m_look.selected))
            ++(scene()->view().edges()[scene()->edges()[number].edge].to == m_look.selected ? in : out);
        QStringList parts;
        for (const std::string& part : {item.title, item.detail, item.note})
            if (!part.empty()) parts.append(text(part));
        if (item.nodeCount > 1) parts.append(plural(item.nodeCount, "node"));
        parts.append(tr("%1 in, %2 out").arg(in).arg(out));
        words = parts.join(QStringLiteral(", "));
    }
    if (words == accessibleDescription()) return;
    setAccessibleDescription(words);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void GraphCanvas::setFound(std::set<graph::NodeId> nodes) {
    m_look.setFound(std::move(nodes));
    viewport()->update();
}

void GraphCanvas::setMarks(std::vector<QueryMark> marks) {
    m_look.setMarks(std::move(marks));
    viewport()->update();
}

void GraphCanvas::setCounterparts(std::set<graph::NodeId> nodes) {
    m_look.setCounterparts(std::move(nodes));
    viewport()->update();
}

void GraphCanvas::setOpenable(std::set<graph::NodeId> nodes) {
    m_look.setOpenable(std::move(nodes));
    viewport()->update();
}

void GraphCanvas::setTraced(std::set<graph::NodeId> nodes) {
    m_look.setTraced(std::move(nodes));
    viewport()->update();
}

void GraphCanvas::setOverlay(OverlayPtr overlay) {
    m_look.setOverlay(std::move(overlay));
    m_panels.invalidate();
    viewport()->update();
}

void GraphCanvas::setRange(std::optional<AmountRange> range) {
    m_look.setRange(range);
    m_panels.invalidate();
    viewport()->update();
}

void GraphCanvas::setPanelsShown(bool shown) {
    m_panelsShown = shown;
    viewport()->update();
}

QPointF GraphCanvas::toView(graph::Point point) const {
    return {point.x * m_zoom - horizontalScrollBar()->value(), point.y * m_zoom - verticalScrollBar()->value()};
}

graph::Point GraphCanvas::toScene(QPointF point) const {
    return {(point.x() + horizontalScrollBar()->value()) / m_zoom, (point.y() + verticalScrollBar()->value()) / m_zoom};
}

graph::Rect GraphCanvas::seen() const {
    const graph::Point from = toScene({0, 0});
    return {from.x, from.y, viewport()->width() / m_zoom, viewport()->height() / m_zoom};
}

/// Some room around the scene; a scene smaller than the view stands in its middle.
void GraphCanvas::updateScrollBars() {
    const graph::Rect b = scene() != nullptr ? scene()->bounds() : graph::Rect{};
    const auto range = [](QScrollBar* bar, double from, double to, int page) {
        if (to - from + 2 * kRoom <= page) {
            const int middle = static_cast<int>(std::lround((from + to - page) / 2));
            bar->setRange(middle, middle);
        } else {
            bar->setRange(static_cast<int>(std::floor(from - kRoom)), static_cast<int>(std::ceil(to + kRoom)) - page);
        }
        bar->setPageStep(page);
        bar->setSingleStep(40);
    };
    range(horizontalScrollBar(), b.x * m_zoom, b.right() * m_zoom, viewport()->width());
    range(verticalScrollBar(), b.y * m_zoom, b.bottom() * m_zoom, viewport()->height());
}

void GraphCanvas::scrollTo(double x, double y) {
    horizontalScrollBar()->setValue(static_cast<int>(std::lround(x)));
    verticalScrollBar()->setValue(static_cast<int>(std::lround(y)));
}

void GraphCanvas::setZoom(double zoom, QPointF around) {
    if (scene() == nullptr) return;
    const graph::Point fixed = toScene(around);
    m_zoom = std::clamp(zoom, leastZoom(), kMaxZoom);
    updateScrollBars();
    scrollTo(fixed.x * m_zoom - around.x(), fixed.y * m_zoom - around.y());
    emit zoomChanged(m_zoom);
    viewport()->update();
}

/// All of a scene fits at most at this zoom.
double GraphCanvas::fitting(const graph::Rect& rect) const {
    return std::min({1.0, (viewport()->width() - 2 * kRoom) / rect.width, (viewport()->height() - 2 * kRoom) / rect.height});
}

/// However large the scene is, all of it can be seen.
double GraphCanvas::leastZoom() const { return std::min(kMinZoom, std::max(1e-4, fitting(scene()->bounds()))); }

void GraphCanvas::fitAll() {
    if (scene() == nullptr) return;
    const graph::Rect b = scene()->bounds();
    setZoom(fitting(b), {});
    centreOn(b);
}

void GraphCanvas::fitItem(graph::ItemId item) {
    if (scene() == nullptr || !item.valid()) return;
    if (item.index() == 0) return fitAll();
    const graph::Rect rect = scene()->rectOf(item);
    setZoom(fitting(rect), {});
    centreOn(rect);
}

void GraphCanvas::centreOn(const graph::Rect& rect) {
    scrollTo(rect.centre().x * m_zoom - viewport()->width() / 2.0, rect.centre().y * m_zoom - viewport()->height() / 2.0);
    viewport()->update();
}

void GraphCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), tokens().canvas);
    if (scene() == nullptr) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
    painter.scale(m_zoom, m_zoom);
    m_paintedNodes = GraphPainter(painter, m_look, m_zoom).paint(seen());
    painter.resetTransform();
    if (m_panelsShown) m_panels.paint(painter, m_look, viewport()->rect(), seen());
    if (!hasFocus() || m_look.selected.valid()) return;
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
}

GraphCanvas::Hit GraphCanvas::hitAt(QPointF position) const {
    Hit found;
    if (scene() == nullptr) return found;
    const graph::Point point = toScene(position);
    // Sticky headers lie above everything, inner ones above outer ones.
    const auto headers = shownHeaders(*scene(), seen(), detailOf(m_zoom));
    for (auto at = headers.rbegin(); at != headers.rend(); ++at)
        if (at->sticky && at->rect.contains(point))
            return {scene()->groups()[at->group].item, point.x < at->rect.x + kHeaderChevron, -1, -1};
    const graph::SceneHit hit = scene()->hit(point, kReach / m_zoom);
    switch (hit.kind) {
        case graph::SceneHit::Kind::Node: {
            const graph::SceneNode& node = scene()->nodes()[hit.number];
            found.item = node.item;
            found.chevron =
                m_look.opens(node.item) && point.x < node.rect.x + graph::measure::kTextLeft + graph::measure::kChevronRoom;
            return found;
        }
        case graph::SceneHit::Kind::GroupHeader: {
            const graph::Rect& rect = scene()->groups()[hit.number].rect;
            found.item = scene()->groups()[hit.number].item;
            found.chevron = point.x < std::max(rect.x, seen().x) + kHeaderChevron;
            return found;
        }
        case graph::SceneHit::Kind::Stub:
            found.stub = hit.number;
            found.item = scene()->view().stubs()[scene()->stubs()[hit.number].stub].item;
            return found;
        case graph::SceneHit::Kind::Edge:
        case graph::SceneHit::Kind::EdgeLabel: found.edge = hit.number; return found;
        default: return found;
    }
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (m_panelsShown && scene() != nullptr && m_panels.mapRect().contains(event->position())) {
        const graph::Point point = m_panels.toScene(m_look, event->position());
        m_draggingMap = true;
        return centreOn({point.x, point.y, 0, 0});
    }
    if (onRamp(event->position())) {
        const QRectF ramp = m_panels.rampRect();
        const double at = (event->position().x() - ramp.left()) / ramp.width();
        const OverlayMap& map = *m_look.overlay();
        const bool low = std::abs(map.shareOf(range().low) - at) <= std::abs(map.shareOf(range().high) - at);
        m_draggedEnd = low ? Ramp::Low : Ramp::High;
        return dragRamp(event->position());
    }
    const Hit hit = hitAt(event->position());
    if (event->button() == Qt::LeftButton && hit.chevron) return emit itemActivated(hit.item);
    if (hit.item.valid() && event->button() != Qt::MiddleButton) return emit placeClicked(placeOf(scene()->view(), hit.item));
    m_dragging = event->button() != Qt::RightButton;
    m_dragFrom = m_pressed = event->pos();
    if (m_dragging) viewport()->setCursor(Qt::ClosedHandCursor);
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (m_draggingMap) {
        const graph::Point point = m_panels.toScene(m_look, event->position());
        return centreOn({point.x, point.y, 0, 0});
    }
    if (m_draggedEnd != Ramp::None) return dragRamp(event->position());
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

void GraphCanvas::dragRamp(QPointF position) {
    if (m_look.overlay() == nullptr) return;
    const QRectF ramp = m_panels.rampRect();
    const double amount = m_look.overlay()->amountAt((position.x() - ramp.left()) / ramp.width());
    AmountRange wanted = range();
    if (m_draggedEnd == Ramp::Low)
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
    if (hit.stub >= 0)
        return emit stubActivated(scene()->view().stubs()[scene()->stubs()[static_cast<std::size_t>(hit.stub)].stub].value);
    if (hit.item.valid() && !hit.chevron) emit itemActivated(hit.item);
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event) { emit menuRequested(event->globalPos()); }

QString GraphCanvas::tipOf(const Hit& hit) const {
    const graph::ViewGraph& view = scene()->view();
    const auto bold = [](const QString& title) { return QStringLiteral("<b>%1</b>").arg(title.toHtmlEscaped()); };
    if (hit.edge >= 0) {
        const graph::ValueId value = view.edges()[scene()->edges()[static_cast<std::size_t>(hit.edge)].edge].value;
        const graph::GraphModel& model = view.index().model();
        return bold(text(model.text(model.value(value).id))) + QStringLiteral("<br>") +
               text(graph::valueText(model, value)).toHtmlEscaped();
    }
    if (hit.stub >= 0)
        return bold(text(view.stubs()[scene()->stubs()[static_cast<std::size_t>(hit.stub)].stub].text)) + QStringLiteral("<br>") +
               tr("double click goes to where it is made");
    if (!hit.item.valid()) return {};
    const graph::Item& item = view.item(hit.item);
    QStringList lines{bold(text(item.title))};
    for (const std::string& more : {item.detail, item.note})
        if (!more.empty()) lines.append(text(more).toHtmlEscaped());
    if (item.nodeCount > 1) lines.append(plural(item.nodeCount, "node"));
    if (item.kind != graph::ItemKind::Input && item.kind != graph::ItemKind::Output && !m_look.paint(hit.item).tag.isEmpty())
        lines.append(m_look.paint(hit.item).tag.toHtmlEscaped());
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

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_F:
            return (event->modifiers() & Qt::ShiftModifier) != 0 && m_look.selected.valid() ? fitItem(m_look.selected) : fitAll();
        case Qt::Key_0: return zoomBy(1 / m_zoom);
        case Qt::Key_Plus:
        case Qt::Key_Equal: return zoomBy(1.25);
        case Qt::Key_Minus: return zoomBy(0.8);
        case Qt::Key_O: return setPanelsShown(!m_panelsShown);
        case Qt::Key_Space:
            if (m_look.selected.valid()) centreOn(scene()->rectOf(m_look.selected));
            return;
        case Qt::Key_Menu: return emit menuRequested(viewport()->mapToGlobal(viewport()->rect().center()));
        default: break;
    }
    if ((event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0) return QAbstractScrollArea::keyPressEvent(event);
    emit keyRequested(event->key(), event->modifiers());
}

void GraphCanvas::resizeEvent(QResizeEvent*) { updateScrollBars(); }

void GraphCanvas::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::StyleChange) return;
    m_look.refreshColours();
    m_panels.invalidate();
    viewport()->update();
}

void GraphCanvas::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void GraphCanvas::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

}  // namespace etscope::ui
