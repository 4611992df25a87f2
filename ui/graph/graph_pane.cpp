#include "graph/graph_pane.h"

#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "graph/graph_painter.h"
#include "graph/saved_queries.h"
#include "jobs/job.h"
#include "join/delegate_bodies.h"
#include "join/stage_graph.h"
#include "join/value_names.h"
#include "look/make.h"
#include "look/numbers.h"
#include "view/first_view.h"

namespace etscope::ui {
namespace {

/// Room that a first view has at least, in pixels: a pane that is not laid out yet says less.
constexpr int kLeastRoom = 640;

view::ViewOptions firstOptions() {
    view::ViewOptions options;
    options.foldRepeats = options.gatherStubs = true;
    return options;
}

}  // namespace

GraphPane::GraphPane(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    auto* column = makeColumn(body());
    m_canvas = new GraphCanvas(body());
    m_tracing = new GraphTrace(*m_canvas, this);
    m_search = new NodeSearch(
        *m_canvas, [this] { return subject(); }, this);
    connect(m_search, &NodeSearch::searched, this, &Page::searched);
    connect(m_search, &NodeSearch::reached, this, [this](graph::NodeId node, bool here) {
        const Address address = addressOf(node);
        here ? this->workspace().preview(address) : this->workspace().select(address);
    });
    makeBar(head());
    column->addWidget(m_canvas);
    connect(m_canvas, &GraphCanvas::placeClicked, this, &GraphPane::onClick);
    connect(m_canvas, &GraphCanvas::itemActivated, this, &GraphPane::activate);
    connect(m_canvas, &GraphCanvas::stubActivated, this, &GraphPane::goToProducer);
    connect(m_canvas, &GraphCanvas::menuRequested, this, &GraphPane::showMenu);
    connect(m_canvas, &GraphCanvas::keyRequested, this, &GraphPane::onKey);
    connect(m_canvas, &GraphCanvas::splitRequested, this, [this](const GraphPlace& place) {
        select(place, false);
        emit splitRequested();
    });
    connect(m_canvas, &GraphCanvas::zoomChanged, this,
            [this](double zoom) { m_zoom->setText(QStringLiteral("%1 %").arg(static_cast<int>(zoom * 100 + 0.5))); });
    connect(&workspace, &Workspace::selectionChanged, this, &GraphPane::onSelection);
    connect(&workspace, &Workspace::relatedChanged, this, &GraphPane::showRelated);
    connect(&SavedQueries::instance(), &SavedQueries::changed, this, &GraphPane::markQueries);
    setJudge(workspace);
    setAcceptDrops(true);
}

void GraphPane::setModules(bool modules) {
    m_options.modules = modules;
    m_modules->setChecked(modules);
    m_flat->setChecked(!modules);
    layOut(m_place, true);
}

void GraphPane::refresh() {
    remember();
    leaveStage();
    startAnew();
    if (workspace().session() == nullptr || workspace().stage().isEmpty())
        return showEmpty(tr("No graph"), tr("No file of this session holds a graph."),
                         tr("Add an ETRecord, a program JSON or a .pt2 archive."));
    m_key = stageInView();
    read();
}

/// Files that are read again are shown as they were.
void GraphPane::leave() {
    remember();
    leaveStage();
    m_kept.keepOnly(workspace().paths());
}

void GraphPane::remember() {
    if (m_index != nullptr) m_kept.keep(m_key, m_options, m_index);
}

void GraphPane::leaveStage() {
    m_key.clear();
    m_read.cancel();
    letGo(std::exchange(m_index, nullptr));
    m_place = {};
    m_before = {};
    m_delegates.clear();
    m_opening = {};
    m_openable.cancel();
    m_canvas->setOpenable({});
    m_search->forget();
    m_search->startAnew();
    m_markJob.cancel();
    m_canvas->setMarks({});
    m_stateJob.cancel();
    m_canvas->setStates(nullptr);
    m_layout.cancel();
    m_colouring.cancel();
    letGo(ScenePtr(m_canvas->scene()));
    m_canvas->setScene(nullptr);
    m_canvas->setOverlay(nullptr);
    m_tracing->end();
    updateCrumbs();
}

/// Reads the stage in view, with the delegates that are open in it.
void GraphPane::read() {
    m_first = std::make_shared<std::set<modules::ModuleId>>();
    auto work = [session = workspace().session(), method = workspace().method().toStdString(), stage = workspace().stageId(),
                 open = m_delegates, first = m_first, drawn = m_sceneOptions,
                 room = std::max(kLeastRoom, m_canvas->viewport()->width())](const JobContext& job) -> Result<IndexPtr> {
        if (open.empty()) {
            auto index = join::graphIndex({*session, method}, stage, job);
            if (!index) return index;
            view::ViewOptions options = firstOptions();
            options.names = join::valueNames({*session, method}, stage, job);
            const auto scene =
                view::firstView(*index, std::move(options), FontMeasure(), drawn, GraphCanvas::firstWidth(room), job);
            if (!scene) return scene.failure();
            *first = (*scene)->view().options().expanded;
            return index;
        }
        const auto model = join::graphWithDelegates({*session, method}, stage, open, job);
        if (!model) return model.failure();
        return modules::GraphIndex::build(*model, join::moduleSteps, job);
    };
    const QString title = tr("Reading the graph");
    const auto take = [this](const IndexPtr& index) { takeIndex(index); };
    if (!m_opening.valid()) return ask<IndexPtr>(m_read, title, std::move(work), take, [this] { m_key.clear(); });
    m_read.start(title, std::move(work), [this, take](const Result<IndexPtr>& index) {
        if (index) return take(*index);
        m_delegates.erase(m_opening);  // it was not opened after all
        m_opening = {};
        m_matches->setText(text(index.error().message));
    });
}

NodeSearch::Subject GraphPane::subject() const {
    return {workspace().session(), workspace().method().toStdString(), workspace().stageId(), isCurrent() ? m_index : nullptr};
}

void GraphPane::takeIndex(IndexPtr index) {
    if (m_key != stageInView()) return leaveStage();  // hidden meanwhile: what is in view is read when it is shown
    const IndexPtr before = std::exchange(m_index, std::move(index));
    m_search->startAnew();
    markQueries();
    if (before != nullptr && m_opening.valid()) return showOpened(*before);
    if (auto kept = m_kept.recall(m_key, m_index)) {
        m_options = *std::move(kept);
        m_modules->setChecked(m_options.modules);
        m_flat->setChecked(!m_options.modules);
        m_fold->setChecked(m_options.foldPatterns);
    } else {
        m_options = firstOptions();
        m_options.expanded = *m_first;
        m_options.modules = m_modules->isChecked();
        m_options.foldPatterns = m_fold->isChecked();
    }
    makeOverlay();
    judgeModules();
    findDelegates();
    onSelection(workspace().selection());
    showRelated();
    if (!m_layout.running()) layOut({});
    updateCrumbs();
    emit stateChanged();
}

void GraphPane::makeOverlay() {
    if (!isCurrent()) return;
    const OverlaySubject subject{workspace().session(), workspace().method().toStdString(), workspace().stageId(), m_index,
                                 m_values};
    askBeside<OverlayPtr>(
        m_colouring, tr("Colouring the graph"),
        [subject, overlay = m_overlay](const JobContext& job) { return OverlayMap::make(overlay, subject, job); },
        [this](const OverlayPtr& map) {
            m_canvas->setOverlay(map);
            if (map->overlay() == Overlay::Error) openErroneous(*map);
        },
        Urgency::Awaited, [this] { m_canvas->setOverlay(nullptr); });
}

/// Patterns and repeated blocks do not hide operators with large errors.
void GraphPane::openErroneous(const OverlayMap& map) {
    bool any = false;
    if (!map.covers(m_index->model())) return;
    for (std::uint32_t n = 0; n < m_index->model().nodeCount(); ++n) {
        const graph::NodeId node(n);
        const modules::PatternId pattern = m_index->folding().patternOf(node);
        if (!map.standsOut(node)) continue;
        if (pattern.valid()) any = m_options.expandedPatterns.insert(pattern).second || any;
        for (modules::ModuleId at = m_index->hierarchy().moduleOf(node); at.valid(); at = m_index->hierarchy().module(at).parent)
            if (const modules::ModuleId leader = m_index->blocks().leaderOf(at); leader.valid())
                any = m_options.expandedRuns.insert(leader).second || any;
    }
    if (any) layOut(m_place);
}

/// Lays out in a job; `anchor` stays where it is on the screen; `reveal` brings the selection into view.
void GraphPane::layOut(const GraphPlace& anchor, bool reveal) {
    if (m_index == nullptr) return;
    const QString title = tr("Laying out");
    auto work = [index = m_index, of = subject(), view = m_options, options = m_sceneOptions](const JobContext& job) {
        view::ViewOptions named = view;
        named.names = join::valueNames({*of.session, of.method}, of.stage, job);
        return view::buildScene(std::make_shared<const view::ViewGraph>(index, std::move(named)), FontMeasure(), options, job);
    };
    const auto take = [this, anchor, reveal](const ScenePtr& scene) { takeScene(scene, anchor, reveal); };
    // A graph that is in view stays when it cannot be laid out in another way.
    if (m_canvas->scene() == nullptr)
        ask<ScenePtr>(m_layout, title, std::move(work), take);
    else
        askBeside<ScenePtr>(m_layout, title, std::move(work), take, Urgency::Awaited);
}

void GraphPane::takeScene(const ScenePtr& scene, const GraphPlace& anchor, bool reveal) {
    if (scene->nodes().empty() && scene->groups().empty())
        return showEmpty(tr("An empty graph"), tr("This graph has no operators, inputs or outputs."));
    showReady();
    letGo(ScenePtr(m_canvas->scene()));
    m_canvas->setScene(scene, anchor);
    m_canvas->setSelected(m_place, reveal);
    if (!m_place.valid()) showRelated();
    emit stateChanged();
}

Address GraphPane::addressOf(graph::NodeId node) const {
    return Address::ofNode(workspace().method(), workspace().stage(), text(m_index->model().nodePath(node)));
}

Address GraphPane::addressOf(const GraphPlace& place) const {
    const QString &method = workspace().method(), &stage = workspace().stage();
    const graph::GraphModel& model = m_index->model();
    if (place.node.valid()) return addressOf(place.node);
    if (place.value.valid()) return Address::ofValue(method, stage, text(model.valuePath(place.value)));
    if (place.result >= 0) return Address::ofResult(method, stage, place.result);
    if (!place.module.valid() || place.module == m_index->hierarchy().root()) return Address::ofStage(method, stage);
    return Address::ofModule(method, stage, text(m_index->hierarchy().module(place.module).path));
}

/// What the canvas has for an address of its stage: a value that a node makes is shown by the node.
GraphPlace GraphPane::placeOfAddress(const Address& address) const {
    const graph::GraphModel& model = m_index->model();
    const std::string name = address.name.toStdString();
    switch (address.kind) {
        case Address::Kind::Node: return {model.findNode(name), {}, {}};
        case Address::Kind::Module: return {{}, m_index->hierarchy().findPath(name), {}};
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

void GraphPane::onSelection(const Address& address) {
    if (!isCurrent()) return;
    const bool here = address.method == workspace().method() && address.stage == workspace().stage();
    const GraphPlace place = here ? placeOfAddress(address) : GraphPlace();
    if (here && address.kind == Address::Kind::Node && !place.valid()) return openAround(address.name);
    // Parts of a module have one address: the one that was clicked stays.
    if (m_place.valid() && (place == m_place || (place.module.valid() && addressOf(m_place) == address))) return;
    if (place.node.valid()) return selectNode(place.node);
    if (place.module.valid()) return revealModule(place.module);
    m_place = place;
    m_canvas->setSelected(place, true);
    updateCrumbs();
}

void GraphPane::showRelated() {
    QStringList paths;
    const auto fits = [this](const Address& address) {
        return address.kind == Address::Kind::Node && address.method == workspace().method() &&
               address.stage == workspace().stage();
    };
    const bool own = m_place.valid();  // what is inside the selection shows that itself
    for (const auto& [relation, address] : workspace().related()->list)
        if (fits(address) && !(own && relation == findings::Relation::Inside)) paths.append(address.name);
    setCounterparts(&workspace(), paths);
    if (m_place.valid() || paths.isEmpty() || !isCurrent() || !shown()) return;
    const graph::NodeId first = m_index->model().findNode(paths.front().toStdString());
    if (first.valid()) m_canvas->reveal(m_canvas->scene()->view().itemOf(first));
}

/// Selects a node that may be hidden in a collapsed module: opens the modules around it.
void GraphPane::selectNode(graph::NodeId node) {
    if (m_place.node.valid() && m_place.node != node) m_before = m_place.node;
    m_place = {node, {}, {}};
    updateCrumbs();
    const ScenePtr& scene = m_canvas->scene();
    const view::ItemId item = scene != nullptr && !m_layout.running() ? scene->view().itemOf(node) : view::ItemId();
    // What is asked for from elsewhere is not left folded in a pattern.
    if (const modules::PatternId pattern = m_index->folding().patternOf(node); pattern.valid() && m_options.foldPatterns)
        if (m_options.expandedPatterns.insert(pattern).second) {
            view::openAround(*m_index, node, m_options);
            return layOut(m_place, true);
        }
    const bool shown = item.valid() && scene->view().item(item).kind != view::ItemKind::Module &&
                       (scene->view().item(item).kind != view::ItemKind::Node || scene->view().item(item).node == node);
    if (shown) return m_canvas->setSelected(m_place, true);
    view::openAround(*m_index, node, m_options);
    layOut(m_place, true);
}

void GraphPane::select(const GraphPlace& place, bool reveal) {
    if (m_place.node.valid() && m_place.node != place.node) m_before = m_place.node;
    m_place = place;
    m_canvas->setSelected(place, reveal);
    updateCrumbs();
    if (place.valid()) workspace().select(addressOf(place));
}

void GraphPane::setCounterparts(const QObject* by, const QStringList& paths) {
    if (paths.isEmpty())
        m_counterparts.remove(by);
    else
        m_counterparts[by] = paths;
    showCounterparts();
}

void GraphPane::showCounterparts() {
    std::set<graph::NodeId> nodes;
    for (const QStringList& paths : std::as_const(m_counterparts))
        for (const QString& path : paths)
            if (const auto node = m_index != nullptr ? m_index->model().findNode(path.toStdString()) : graph::NodeId();
                node.valid())
                nodes.insert(node);
    m_canvas->setCounterparts(std::move(nodes));
}

void GraphPane::setOverlay(int overlay) {
    m_overlay = static_cast<Overlay>(std::clamp(overlay, 0, static_cast<int>(overlayNames().size()) - 1));
    m_sceneOptions.tagRoom = m_overlay != Overlay::None;
    makeOverlay();
    layOut(m_place);
}

GraphPicture GraphPane::picture(const layout::Rect& part) const {
    return {m_canvas->scene(),
            m_canvas->overlay(),
            m_canvas->range(),
            workspace().session(),
            workspace().method(),
            workspace().stage(),
            part,
            m_canvas->look().states(),
            m_canvas->look().marks()};
}

Result<void> GraphPane::exportTo(const QString& path) {
    if (m_canvas->scene() == nullptr) return fail("export-nothing", tr("there is no graph to write").toStdString());
    return writeGraph(path, picture(m_canvas->scene()->bounds()), {});
}

void GraphPane::startExport(const QString& path, std::function<void(Result<void>)> done) {
    if (m_canvas->scene() == nullptr) return done(exportTo(path));
    exportGraph(path, m_canvas->scene()->bounds(), std::move(done));
}

}  // namespace etscope::ui
