#include "graph/graph_canvas.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "graph/crossfade.h"
#include "graph/graph_painter.h"
#include "graph/panel_keys.h"
#include "view/first_view.h"

namespace etscope::ui {
namespace {

constexpr double kMinZoom = 0.02, kMaxZoom = 4, kRoom = 40;
/// A new graph opens at a size that can be read, even if it does not fit then.
constexpr double kFirstZoom = 0.7;
/// Room around it then.
constexpr double kFirstRoom = 8;
/// How far beside a line the mouse still hits it, in pixels.
constexpr double kReach = 4;
/// Width of a header's left part that opens and closes.
constexpr double kHeaderChevron = 26;

}  // namespace

GraphCanvas::GraphCanvas(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QStringLiteral("graphCanvas"));
    installItemAccessibility();
    setAccessibleName(tr("Graph"));
    viewport()->setMouseTracking(true);
    m_fade = new Crossfade(viewport());
    m_mapKeys = new PanelKeys(
        tr("Map of the graph"), [this](int key, bool) { return takesMapKey(key); }, viewport());
    m_mapKeys->setObjectName(QStringLiteral("graphMap"));
    m_mapKeys->setAccessibleDescription(tr("The arrow keys move what is in view; Home shows all of it"));
    m_rampKeys = new PanelKeys(
        tr("Amounts that the colours tell apart"), [this](int key, bool shift) { return takesRampKey(key, shift); }, viewport());
    m_rampKeys->setObjectName(QStringLiteral("graphRamp"));
}

/// The visible node nearest to the middle of the view.
GraphPlace GraphCanvas::placeInView() const {
    if (scene() == nullptr) return {};
    const layout::Point middle = seen().centre();
    view::ItemId best;
    double nearest = 0;
    for (const std::uint32_t number : scene()->visible(seen()).nodes) {
        const view::SceneNode& node = scene()->nodes()[number];
        const double distance = std::hypot(node.rect.centre().x - middle.x, node.rect.centre().y - middle.y);
        if (best.valid() && distance >= nearest) continue;
        best = node.item;
        nearest = distance;
    }
    return best.valid() ? placeOf(scene()->view(), best) : GraphPlace();
}

double GraphCanvas::firstWidth(int pixels) { return (pixels - 2 * kFirstRoom) / kFirstZoom; }

void GraphCanvas::setScene(ScenePtr scene, const GraphPlace& wanted) {
    const GraphPlace anchor = wanted.valid() ? wanted : placeInView();
    const auto cornerOf = [&anchor](const view::Scene& one) {
        const view::ItemId item = anchor.valid() ? itemOf(one.view(), anchor) : view::ItemId();
        const layout::Rect rect = item.valid() ? one.rectOf(item) : layout::Rect{};
        return layout::Point{rect.x, rect.y};
    };
    const ScenePtr& old = m_look.scene();
    const bool keep = anchor.valid() && old != nullptr && scene != nullptr && &old->view().index() == &scene->view().index();
    const QPointF before = keep ? toView(cornerOf(*old)) : QPointF();
    const int time = keep ? Crossfade::timeFor(*this) : 0;
    QPixmap shown = time > 0 ? viewport()->grab() : QPixmap();
    m_look.setScene(std::move(scene));
    setSelected(m_selected, false);
    m_panels.invalidate();
    updateScrollBars();
    if (m_look.scene() == nullptr) return viewport()->update();
    if (keep) {
        const layout::Point now = cornerOf(*m_look.scene());
        scrollTo(now.x * m_zoom - before.x(), now.y * m_zoom - before.y());
        m_fade->begin(std::move(shown), time);
    } else {
        const layout::Rect b = m_look.scene()->bounds();
        m_zoom = std::clamp((sceneArea().width() - 2 * kFirstRoom) / std::max(1.0, b.width), kFirstZoom, 1.0);
        updateScrollBars();
        const layout::Point corner =
            view::firstLook(*m_look.scene(), {sceneArea().width() / m_zoom, sceneArea().height() / m_zoom});
        scrollTo(corner.x * m_zoom, corner.y * m_zoom - kFirstRoom);
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
        if (reveal) this->reveal(m_look.selected);
    }
    tellSelected();
    viewport()->update();
}

void GraphCanvas::reveal(view::ItemId item) {
    if (!item.valid() || item.index() == 0) return;
    const layout::Rect rect = scene()->rectOf(item);
    const QRectF shown(toView({rect.x, rect.y}), toView({rect.right(), rect.bottom()}));
    const QRectF view = QRectF(sceneArea()).adjusted(20, 40, -20, -20);
    const bool larger = shown.width() > view.width() || shown.height() > view.height();
    if (larger ? !view.intersects(shown) : !view.contains(shown)) centreOn(rect);
}

void GraphCanvas::setStates(ModuleStatesPtr states) {
    m_look.setStates(std::move(states));
    tellSelected();
    viewport()->update();
}

void GraphCanvas::setNodes(NodeSet which, std::set<graph::NodeId> nodes) {
    m_look.setNodes(which, std::move(nodes));
    viewport()->update();
}

void GraphCanvas::setMarks(std::vector<QueryMark> marks) {
    m_look.setMarks(std::move(marks));
    viewport()->update();
}

void GraphCanvas::setOverlay(OverlayPtr overlay) {
    m_look.setOverlay(std::move(overlay));
    m_panels.invalidate();
    updateScrollBars();
    viewport()->update();
}

void GraphCanvas::setRange(std::optional<AmountRange> range) {
    m_look.setRange(range);
    m_panels.invalidate();
    viewport()->update();
}

void GraphCanvas::setPanelsShown(bool shown) {
    m_panelsShown = shown;
    updateScrollBars();
    viewport()->update();
}

QPointF GraphCanvas::toView(layout::Point point) const {
    return QPointF(point.x * m_zoom - horizontalScrollBar()->value(), point.y * m_zoom - verticalScrollBar()->value()) +
           sceneArea().topLeft();
}

layout::Point GraphCanvas::toScene(QPointF point) const {
    const QPointF inside = point - sceneArea().topLeft();
    return {(inside.x() + horizontalScrollBar()->value()) / m_zoom, (inside.y() + verticalScrollBar()->value()) / m_zoom};
}

layout::Rect GraphCanvas::seen() const {
    const layout::Point from = toScene(sceneArea().topLeft());
    return {from.x, from.y, sceneArea().width() / m_zoom, sceneArea().height() / m_zoom};
}

QRect GraphCanvas::sceneArea() const {
    return m_panelsShown ? viewport()->rect().marginsRemoved(m_panels.margins(m_look, viewport()->size())) : viewport()->rect();
}

/// Some room around the scene; a scene smaller than the view stands in its middle.
void GraphCanvas::updateScrollBars() {
    const layout::Rect b = scene() != nullptr ? scene()->bounds() : layout::Rect{};
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
    range(horizontalScrollBar(), b.x * m_zoom, b.right() * m_zoom, sceneArea().width());
    range(verticalScrollBar(), b.y * m_zoom, b.bottom() * m_zoom, sceneArea().height());
}

void GraphCanvas::scrollTo(double x, double y) {
    if (m_fade->fading()) m_fade->end();
    horizontalScrollBar()->setValue(static_cast<int>(std::lround(x)));
    verticalScrollBar()->setValue(static_cast<int>(std::lround(y)));
}

void GraphCanvas::setZoom(double zoom, QPointF around) {
    if (scene() == nullptr) return;
    const layout::Point fixed = toScene(around);
    m_zoom = std::clamp(zoom, leastZoom(), kMaxZoom);
    updateScrollBars();
    const QPointF inside = around - sceneArea().topLeft();
    scrollTo(fixed.x * m_zoom - inside.x(), fixed.y * m_zoom - inside.y());
    emit zoomChanged(m_zoom);
    viewport()->update();
}

/// All of a scene fits at most at this zoom.
double GraphCanvas::fitting(const layout::Rect& rect) const {
    return std::min({1.0, (sceneArea().width() - 2 * kRoom) / rect.width, (sceneArea().height() - 2 * kRoom) / rect.height});
}

/// However large the scene is, all of it can be seen.
double GraphCanvas::leastZoom() const { return std::min(kMinZoom, std::max(1e-4, fitting(scene()->bounds()))); }

void GraphCanvas::fitItem(view::ItemId item) {
    if (scene() == nullptr || !item.valid()) return;
    const layout::Rect rect = item.index() == 0 ? scene()->bounds() : scene()->rectOf(item);
    setZoom(fitting(rect), {});
    centreOn(rect);
}

void GraphCanvas::centreOn(const layout::Rect& rect) {
    scrollTo(rect.centre().x * m_zoom - sceneArea().width() / 2.0, rect.centre().y * m_zoom - sceneArea().height() / 2.0);
    viewport()->update();
}

void GraphCanvas::paintEvent(QPaintEvent*) {
    QMetaObject::invokeMethod(this, &GraphCanvas::placePanelKeys, Qt::QueuedConnection);  // where they are painted now
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), tokens().canvas);
    if (scene() == nullptr) return;
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect area = sceneArea();
    painter.setClipRect(area);
    painter.translate(area.left() - horizontalScrollBar()->value(), area.top() - verticalScrollBar()->value());
    painter.scale(m_zoom, m_zoom);
    GraphPainter(painter, m_look, m_zoom).paint(seen());
    painter.resetTransform();
    painter.setClipping(false);
    if (m_panelsShown) m_panels.paint(painter, m_look, viewport()->rect(), area, seen());
    m_fade->paint(painter);
}

GraphCanvas::Hit GraphCanvas::hitAt(QPointF position) const {
    if (scene() == nullptr || !QRectF(sceneArea()).contains(position)) return {};
    const layout::Point point = toScene(position);
    // Sticky headers lie above everything, inner ones above outer ones.
    const auto headers = shownHeaders(*scene(), seen(), detailOf(m_zoom));
    for (auto at = headers.rbegin(); at != headers.rend(); ++at)
        if (at->sticky && at->rect.contains(point))
            return {scene()->groups()[at->group].item, point.x < at->rect.x + kHeaderChevron};
    const view::SceneHit hit = scene()->hit(point, kReach / m_zoom);
    switch (hit.kind) {
        case view::SceneHit::Kind::Node: {
            const view::SceneNode& node = scene()->nodes()[hit.number];
            const double chevron = node.rect.x + view::measure::kTextLeft + view::measure::kChevronRoom;
            return {node.item, m_look.opens(node.item) && point.x < chevron};
        }
        case view::SceneHit::Kind::GroupHeader: {
            const view::SceneGroup& group = scene()->groups()[hit.number];
            return {group.item, point.x < std::max(group.rect.x, seen().x) + kHeaderChevron};
        }
        case view::SceneHit::Kind::Stub:
            return {scene()->view().stubs()[scene()->stubs()[hit.number].stub].item, false, -1, hit.number};
        case view::SceneHit::Kind::Edge:
        case view::SceneHit::Kind::EdgeLabel: return {{}, false, hit.number};
        default: return {};
    }
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
    tellFocus();
    viewport()->update();
}

void GraphCanvas::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

}  // namespace etscope::ui
