#include "graph/graph_page.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QPdfWriter>
#include <QPushButton>
#include <QStackedWidget>
#include <QSvgGenerator>
#include <QVBoxLayout>
#include <algorithm>

#include "graph/graph_painter.h"
#include "graph/query.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "report/graph_drawing.h"

namespace etscope::ui {
namespace {

/// Items that the first view of a graph shows at most.
constexpr std::size_t kFirstItems = 120;
/// A picture larger than this is written as SVG or PDF only.
constexpr double kMaxPicture = 16'000;

}  // namespace

GraphPage::GraphPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    makeBar(column);
    m_stack = new QStackedWidget(this);
    m_canvas = new GraphCanvas(m_stack);
    m_message = new QLabel(m_stack);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setWordWrap(true);
    m_stack->addWidget(m_canvas);
    m_stack->addWidget(m_message);
    column->addWidget(m_stack, 1);
    connect(m_canvas, &GraphCanvas::nodeClicked, this, &GraphPage::select);
    connect(m_canvas, &GraphCanvas::itemActivated, this, &GraphPage::activate);
    connect(m_canvas, &GraphCanvas::keyRequested, this, &GraphPage::onKey);
    connect(m_canvas, &GraphCanvas::zoomChanged, this, [this](double zoom) { m_zoom->setText(QStringLiteral("%1 %").arg(static_cast<int>(zoom * 100 + 0.5))); });
    connect(&workspace, &Workspace::selectionChanged, this, &GraphPage::onSelection);
}

void GraphPage::makeBar(QVBoxLayout* column) {
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(10, 5, 8, 5);
    bar->setSpacing(4);
    m_crumbs = new QLabel(this);
    m_crumbs->setTextFormat(Qt::RichText);
    connect(m_crumbs, &QLabel::linkActivated, this, [this](const QString& path) {
        if (m_index == nullptr) return;
        if (const graph::ModuleId module = m_index->hierarchy().findPath(path.toStdString()); module.valid() && m_canvas->scene() != nullptr)
            m_canvas->fitItem(m_canvas->scene()->view().itemOf(module));
    });
    bar->addWidget(m_crumbs, 1);
    const auto button = [&](const QString& title, const QString& tip, bool checkable, auto&& run) {
        auto* made = new QPushButton(title, this);
        made->setToolTip(tip);
        made->setCheckable(checkable);
        made->setFocusPolicy(Qt::NoFocus);
        connect(made, &QPushButton::clicked, this, run);
        bar->addWidget(made);
        return made;
    };
    const auto again = [this] { layOut(m_selected); };
    m_modules = button(tr("Modules"), tr("Group by module"), true, [this, again] { m_options.modules = true, m_flat->setChecked(false), m_modules->setChecked(true), again(); });
    m_flat = button(tr("Flat"), tr("One graph without groups"), true, [this, again] { m_options.modules = false, m_modules->setChecked(false), m_flat->setChecked(true), again(); });
    m_modules->setChecked(true);
    m_fold = button(tr("Fold patterns"), tr("Show runs that mean one thing as one item (P)"), true, [this, again] { m_options.foldPatterns = m_fold->isChecked(), again(); });
    m_fold->setChecked(true);
    const auto turn = [this, again](graph::Direction direction) {
        m_sceneOptions.direction = direction;
        m_down->setChecked(direction == graph::Direction::TopDown);
        m_right->setChecked(direction == graph::Direction::LeftRight);
        again();
    };
    m_down = button({}, tr("Top down (L)"), true, [turn] { turn(graph::Direction::TopDown); });
    m_down->setIcon(lineIcon(Icon::TopDown));
    m_down->setChecked(true);
    m_right = button({}, tr("Left to right (L)"), true, [turn] { turn(graph::Direction::LeftRight); });
    m_right->setIcon(lineIcon(Icon::LeftRight));
    m_trace = button(tr("Trace"), tr("Dim what neither feeds nor follows the selected operator (U up, D down)"), true, [this] {
        if (!m_trace->isChecked() || !m_selected.valid() || m_index == nullptr) return m_canvas->setTraced({});
        std::set<graph::NodeId> both;
        for (const auto direction : {graph::TraceDirection::Up, graph::TraceDirection::Down})
            for (const graph::NodeId node : graph::trace(*m_index, std::span(&m_selected, 1), direction)) both.insert(node);
        m_canvas->setTraced(std::move(both));
    });
    m_trace->setIcon(lineIcon(Icon::Trace));
    const auto zoom = [this](double factor) { m_canvas->setZoom(m_canvas->zoom() * factor, QPointF(m_canvas->width() / 2.0, m_canvas->height() / 2.0)); };
    button({}, tr("Smaller (−)"), false, [zoom] { zoom(0.8); })->setIcon(lineIcon(Icon::Minus));
    m_zoom = new QLabel(this);
    m_zoom->setFixedWidth(QFontMetrics(bodyFont()).horizontalAdvance(QStringLiteral("100 % ")));
    m_zoom->setAlignment(Qt::AlignCenter);
    bar->addWidget(m_zoom);
    button({}, tr("Larger (+)"), false, [zoom] { zoom(1.25); })->setIcon(lineIcon(Icon::Plus));
    button({}, tr("Fit all (F)"), false, [this] { m_canvas->fitAll(); })->setIcon(lineIcon(Icon::Fit));
    column->addLayout(bar);
}

void GraphPage::refresh() {
    const SessionPtr session = workspace().session();
    const QString key = workspace().method() + QLatin1Char('/') + workspace().stage();
    if (session != nullptr && key == m_key && m_shown.lock() == session) return;
    if (m_index != nullptr) m_remembered[m_key] = m_options;
    if (m_shown.lock() != session) m_remembered.clear();
    m_shown = session;
    m_key = key;
    m_index.reset();
    m_selected = {};
    m_layout.cancel();
    m_canvas->setScene(nullptr);
    m_crumbs->clear();
    if (session == nullptr || workspace().stage().isEmpty()) {
        m_message->setText(tr("No file of this session holds a graph. Add an ETRecord, a program JSON or a .pt2 archive."));
        return m_stack->setCurrentWidget(m_message);
    }
    m_stack->setCurrentWidget(m_canvas);
    m_read.start(
        tr("Reading the graph"),
        [session, method = workspace().method().toStdString(), stage = workspace().stage().toStdString()](const JobContext& job) -> Result<IndexPtr> {
            const auto program = session->program(method, stage, job);
            if (!program) return program.failure();
            return graph::GraphIndex::build((*program)->graph, report::moduleSteps, job);
        },
        [this](Result<IndexPtr> index) {
            if (index) return takeIndex(*index);
            m_message->setText(text(index.error().message) + QStringLiteral("\n") + text(index.error().where));
            m_stack->setCurrentWidget(m_message);
        });
}

void GraphPage::takeIndex(IndexPtr index) {
    m_index = std::move(index);
    const auto remembered = m_remembered.find(m_key);
    const bool modules = m_options.modules, fold = m_options.foldPatterns;
    if (remembered != m_remembered.end()) {
        m_options = remembered->second;
    } else {
        m_options = {};
        m_options.expanded = graph::modulesToFit(m_index->hierarchy(), kFirstItems);
        m_options.modules = modules;
        m_options.foldPatterns = fold;
    }
    onSelection(workspace().selection());
    if (!m_layout.running()) layOut({});
    updateCrumbs();
    emit stateChanged();
}

/// Lays out in a job; `anchor` stays where it is on the screen.
void GraphPage::layOut(graph::NodeId anchor) {
    if (m_index == nullptr) return;
    // Fonts are measured in the GUI thread only: widths of all texts that can appear are few and cached by the measure.
    auto view = std::make_shared<const graph::ViewGraph>(m_index, m_options);
    m_layout.start(
        tr("Laying out"),
        [view, options = m_sceneOptions](const JobContext& job) {
            const FontMeasure measure;
            return graph::buildScene(view, measure, options, job);
        },
        [this, anchor](Result<ScenePtr> scene) {
            if (!scene) return;
            m_canvas->setScene(*scene, anchor);
            m_canvas->setSelected(m_selected, true);
            emit stateChanged();
        });
}

void GraphPage::onSelection(const Address& address) {
    if (m_index == nullptr || address.kind != Address::Kind::Node || address.method != workspace().method() || address.stage != workspace().stage()) return;
    const graph::NodeId node = m_index->model().findNode(address.name.toStdString());
    if (!node.valid()) return;
    m_selected = node;
    updateCrumbs();
    const ScenePtr& scene = m_canvas->scene();
    const graph::ItemId item = scene != nullptr ? scene->view().itemOf(node) : graph::ItemId();
    const bool hidden = !item.valid() || scene->view().item(item).kind == graph::ItemKind::Module;
    if (!hidden) return m_canvas->setSelected(node, true);
    m_options.expanded = graph::modulesAround(m_index->hierarchy(), node, std::move(m_options.expanded));
    layOut(node);
}

void GraphPage::select(graph::NodeId node) {
    m_selected = node;
    m_canvas->setSelected(node, false);
    updateCrumbs();
    workspace().select(Address::ofNode(workspace().method(), workspace().stage(), text(m_index->model().nodePath(node))));
}

void GraphPage::updateCrumbs() {
    if (m_index == nullptr) return m_crumbs->clear();
    const auto link = [](const QString& target, const QString& name) { return QStringLiteral("<a href='%1' style='text-decoration:none; color:%3'>%2</a>").arg(target.toHtmlEscaped(), name.toHtmlEscaped(), tokens().accent.name()); };
    QStringList parts{workspace().method().toHtmlEscaped(), workspace().stage().toHtmlEscaped()};
    if (m_selected.valid())
        if (const graph::ModuleId module = m_index->hierarchy().moduleOf(m_selected); module.valid())
            for (const graph::ModuleId id : m_index->hierarchy().chain(module))
                if (id != m_index->hierarchy().root()) parts.append(link(text(m_index->hierarchy().module(id).path), text(m_index->hierarchy().module(id).name)));
    m_crumbs->setText(parts.join(QStringLiteral(" <span style='color:%1'>›</span> ").arg(tokens().text3.name())));
}

void GraphPage::activate(graph::ItemId id) {
    const graph::Item& item = m_canvas->scene()->view().item(id);
    const auto nodes = m_canvas->scene()->view().nodesOf(id);
    const graph::NodeId anchor = nodes.empty() ? graph::NodeId() : nodes.front();
    switch (item.kind) {
        case graph::ItemKind::Group: return item.pattern.valid() ? (void)m_options.expandedPatterns.erase(item.pattern) : setExpanded(item.module, false, anchor);
        case graph::ItemKind::Module: return setExpanded(item.module, true, anchor);
        case graph::ItemKind::Pattern: m_options.expandedPatterns.insert(item.pattern); return layOut(anchor);
        case graph::ItemKind::Node:
            if (item.expandable) return setExpanded(item.module, true, anchor);
            if (const std::int32_t call = m_index->model().node(item.node).delegate; call >= 0) workspace().setStage(QStringLiteral("delegate:%1").arg(call));
            return;
        default: return;
    }
}

void GraphPage::setExpanded(graph::ModuleId module, bool open, graph::NodeId anchor) {
    if (open) m_options.expanded.insert(module);
    else m_options.expanded.erase(module);
    layOut(anchor);
}

void GraphPage::setAllExpanded(bool open) {
    m_options.expanded = open ? graph::allModules(m_index->hierarchy()) : std::set<graph::ModuleId>();
    layOut(m_selected);
}

void GraphPage::onKey(int key, Qt::KeyboardModifiers modifiers) {
    if (m_index == nullptr || m_canvas->scene() == nullptr) return;
    switch (key) {
        case Qt::Key_Up: case Qt::Key_Down: case Qt::Key_Left: case Qt::Key_Right: return step(key);
        case Qt::Key_Return: case Qt::Key_Enter:
            if (m_selected.valid()) activate(m_canvas->scene()->view().itemOf(m_selected));
            return;
        case Qt::Key_Backspace:
            if (const graph::ModuleId module = m_selected.valid() ? m_index->hierarchy().moduleOf(m_selected) : graph::ModuleId(); module.valid() && module != m_index->hierarchy().root())
                setExpanded(module, false, m_selected);
            return;
        case Qt::Key_E: return setAllExpanded((modifiers & Qt::ShiftModifier) == 0);
        case Qt::Key_P: return m_fold->click();
        case Qt::Key_L: return (m_sceneOptions.direction == graph::Direction::TopDown ? m_right : m_down)->click();
        case Qt::Key_U: return trace(graph::TraceDirection::Up);
        case Qt::Key_D: return trace(graph::TraceDirection::Down);
        case Qt::Key_Escape:
            m_trace->setChecked(false);
            return m_canvas->setTraced({});
        default: return;
    }
}

/// Up and down follow the data flow; left and right go to the neighbour in execution order.
void GraphPage::step(int key) {
    if (!m_selected.valid()) return m_index->model().nodeCount() > 0 ? select(graph::NodeId(std::uint32_t{0})) : void();
    const graph::GraphModel& model = m_index->model();
    graph::NodeId next;
    if (key == Qt::Key_Up) {
        for (const graph::ValueId value : m_index->flow().inputs(m_selected))
            if (model.value(value).producer.valid()) {
                next = model.value(value).producer;
                break;
            }
    } else if (key == Qt::Key_Down) {
        for (const graph::ValueId value : m_index->flow().results(m_selected))
            if (const auto users = m_index->flow().consumers(value); !users.empty()) {
                next = users.front();
                break;
            }
    } else {
        const auto& nodes = model.graph(model.node(m_selected).graph).nodes;
        const std::uint32_t at = m_index->flow().position(m_selected);
        if (key == Qt::Key_Left && at > 0) next = nodes[at - 1];
        if (key == Qt::Key_Right && at + 1 < nodes.size()) next = nodes[at + 1];
    }
    if (!next.valid()) return;
    workspace().select(Address::ofNode(workspace().method(), workspace().stage(), text(model.nodePath(next))));
}

void GraphPage::trace(graph::TraceDirection direction) {
    if (!m_selected.valid()) return;
    const auto nodes = graph::trace(*m_index, std::span(&m_selected, 1), direction);
    m_trace->setChecked(true);
    m_canvas->setTraced({nodes.begin(), nodes.end()});
}

bool GraphPage::find(const QString& query, bool forward) {
    if (m_index == nullptr) return false;
    if (query != m_query) {
        m_query = query;
        m_found = graph::findNodes(*m_index, graph::parseGraphQuery(query.toStdString()));
        m_foundAt = 0;
        m_canvas->setFound({m_found.begin(), m_found.end()});
    } else if (!m_found.empty()) {
        m_foundAt = (m_foundAt + (forward ? 1 : m_found.size() - 1)) % m_found.size();
    }
    if (m_found.empty()) return false;
    workspace().select(Address::ofNode(workspace().method(), workspace().stage(), text(m_index->model().nodePath(m_found[m_foundAt]))));
    return true;
}

void GraphPage::setOverlay(int overlay) {
    m_canvas->setOverlay(static_cast<Overlay>(overlay));
    m_sceneOptions.tagRoom = overlay != 0;
    layOut(m_selected);
}

void GraphPage::showModule(const QString& method, const QString& stage, const QString& path) {
    if (m_index == nullptr || method != workspace().method() || stage != workspace().stage()) return;
    const graph::ModuleId module = m_index->hierarchy().findPath(path.toStdString());
    if (!module.valid() || m_canvas->scene() == nullptr) return;
    const graph::ItemId item = m_canvas->scene()->view().itemOf(module);
    if (item.valid() && item.index() != 0) return m_canvas->centreOn(m_canvas->scene()->rectOf(item));
    if (const auto nodes = m_index->hierarchy().nodesBelow(module); !nodes.empty()) {
        m_options.expanded = graph::modulesAround(m_index->hierarchy(), nodes.front(), std::move(m_options.expanded));
        layOut(nodes.front());
    }
}

bool GraphPage::exportTo(const QString& path) {
    const ScenePtr& scene = m_canvas->scene();
    if (scene == nullptr) return false;
    const QSizeF size(scene->bounds().width, scene->bounds().height);
    QPainter painter;
    if (path.endsWith(QLatin1String(".svg"))) {
        QSvgGenerator generator;
        generator.setFileName(path);
        generator.setSize(size.toSize());
        generator.setViewBox(QRectF({}, size));
        if (!painter.begin(&generator)) return false;
        m_canvas->paintAll(painter);
        return painter.end();
    }
    if (path.endsWith(QLatin1String(".pdf"))) {
        QPdfWriter writer(path);
        writer.setPageSize(QPageSize(size * 0.75, QPageSize::Point));
        writer.setPageMargins({});
        if (!painter.begin(&writer)) return false;
        painter.scale(writer.width() / size.width(), writer.height() / size.height());
        m_canvas->paintAll(painter);
        return painter.end();
    }
    if (size.width() > kMaxPicture || size.height() > kMaxPicture) return false;
    QImage image(size.toSize(), QImage::Format_RGB32);
    if (!painter.begin(&image)) return false;
    m_canvas->paintAll(painter);
    painter.end();
    return image.save(path);
}

}  // namespace etscope::ui
