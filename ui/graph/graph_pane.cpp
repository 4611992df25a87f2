#include "graph/graph_pane.h"

#include <algorithm>
#include <utility>

#include "join/delegate_bodies.h"
#include "look/make.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

/// Room that a first view has at least, in pixels: a pane that is not laid out yet says less.
constexpr int kLeastRoom = 640;

QString stageIn(const Workspace& workspace) { return workspace.method() + QLatin1Char('/') + workspace.stage(); }

}  // namespace

GraphPane::GraphPane(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    const auto subject = [this] { return this->subject(); };
    m_canvas = new GraphCanvas(body());
    makeColumn(body())->addWidget(m_canvas);
    m_bar = new GraphBar(*m_canvas, this);
    head()->addWidget(m_bar);
    m_tracing = new GraphTrace(*m_canvas, this);
    m_search = new NodeSearch(*m_canvas, subject, this);
    m_colours = new GraphColours(*this, *m_canvas, subject);
    m_marks = new GraphMarks(*this, *m_canvas, subject);
    m_export = new GraphExport(*m_canvas, workspace);
    connectCanvas();
    connectBar();
    connect(m_search, &NodeSearch::searched, this, &Page::searched);
    connect(m_search, &NodeSearch::reached, this, [this](graph::NodeId node, bool here) {
        const Address address = addressOf({node, {}, {}});
        here ? this->workspace().preview(address) : this->workspace().select(address);
    });
    connect(m_colours, &GraphColours::changed, this, [this](Overlay overlay) {
        m_shown.drawn.tagRoom = overlay != Overlay::None;
        layOut(m_place);
    });
    connect(m_colours, &GraphColours::shown, this, [this] {
        if (m_shown.showErroneous(m_canvas->overlay())) layOut(m_place);
    });
    connect(m_colours, &GraphColours::notValues, &workspace, [&workspace](const QString& path) { workspace.add({path}); });
    connect(&workspace, &Workspace::selectionChanged, this, &GraphPane::onSelection);
    connect(&workspace, &Workspace::relatedChanged, this, &GraphPane::showRelated);
    setJudge(workspace);
}

void GraphPane::setJudge(const Workspace& judge) {
    m_marks->setJudge(judge);
    m_colours->setJudge(judge);
}

void GraphPane::connectCanvas() {
    connect(m_canvas, &GraphCanvas::placeClicked, this, [this](const GraphPlace& place) { select(place, false); });
    connect(m_canvas, &GraphCanvas::itemActivated, this, &GraphPane::activate);
    connect(m_canvas, &GraphCanvas::stubActivated, this, [this](graph::ValueId value) {
        const view::ItemId item = m_canvas->scene() != nullptr ? m_canvas->scene()->view().itemOf(value) : view::ItemId();
        if (item.valid()) select(placeOf(m_canvas->scene()->view(), item), true);
    });
    connect(m_canvas, &GraphCanvas::menuRequested, this, &GraphPane::showMenu);
    connect(m_canvas, &GraphCanvas::keyRequested, this, &GraphPane::onKey);
    connect(m_canvas, &GraphCanvas::splitRequested, this, [this](const GraphPlace& place) {
        select(place, false);
        emit splitRequested();
    });
}

void GraphPane::connectBar() {
    m_bar->setSwitches(m_shown);
    connect(m_bar, &GraphBar::moduleChosen, this,
            [this](const QString& path) { revealModule(m_shown.index->hierarchy().findPath(path.toStdString())); });
    connect(m_bar, &GraphBar::switched, this, &GraphPane::set);
    connect(m_bar, &GraphBar::traceChosen, this,
            [this](bool on) { on ? m_tracing->trace(m_shown.index, m_shown.nodesOf(m_place), true, true) : m_tracing->end(); });
    connect(m_bar, &GraphBar::exportChosen, m_export, [this] { m_export->ask(true); });
    connect(m_bar, &GraphBar::splitRequested, this, &GraphPane::splitRequested);
    connect(m_tracing, &GraphTrace::shown, m_bar, &GraphBar::setTraced);
    connect(m_tracing, &GraphTrace::told, m_bar, &GraphBar::tell);
    connect(m_search, &NodeSearch::told, m_bar, &GraphBar::tell);
    connect(m_colours, &GraphColours::told, m_bar, &GraphBar::tell);
    connect(m_export, &GraphExport::told, m_bar, &GraphBar::tell);
}

bool GraphPane::find(const QString& query, bool forward, bool here) { return isCurrent() && m_search->find(query, forward, here); }

bool GraphPane::nextBad(bool forward) {
    const graph::NodeId next = m_marks->nextBad(m_place.node, m_shown.nodesOf(m_place), forward);
    if (!next.valid()) return false;
    m_place.node == next ? selectNode(next) : workspace().select(addressOf({next, {}, {}}));
    return true;
}

void GraphPane::refresh() {
    leaveStage();
    startAnew();
    if (workspace().session() == nullptr || workspace().stage().isEmpty())
        return showEmpty(tr("No graph"), tr("No file of this session holds a graph."),
                         tr("Add an ETRecord, a program (.pte or JSON) or a .pt2 archive."));
    m_key = stageIn(workspace());
    read();
}

/// Files that are read again are shown as they were.
void GraphPane::leave() {
    leaveStage();
    m_kept.keepOnly(workspace().paths());
}

void GraphPane::leaveStage() {
    if (m_shown.index != nullptr) m_kept.keep(m_key, m_shown.options, m_shown.index);
    m_key.clear();
    m_read.cancel();
    letGo(std::exchange(m_shown.index, nullptr));
    m_place = {};
    m_before = {};
    m_delegates = {};
    m_search->forget();
    m_search->startAnew();
    m_marks->clear();
    m_layout.cancel();
    letGo(ScenePtr(m_canvas->scene()));
    m_canvas->setScene(nullptr);
    m_colours->clear();
    m_tracing->end();
    updateCrumbs();
}

bool GraphPane::isCurrent() const { return m_shown.index != nullptr && m_key == stageIn(workspace()); }

GraphSubject GraphPane::subject() const {
    return {workspace().session(), workspace().method().toStdString(), workspace().stageId(),
            isCurrent() ? m_shown.index : nullptr};
}

/// Reads the stage in view, with the delegates that are open in it.
void GraphPane::read() {
    auto work = [of = subject(), open = m_delegates.calls(), drawn = m_shown.drawn,
                 room = std::max(kLeastRoom, m_canvas->viewport()->width())](const JobContext& job) {
        return ShownGraph::read(of, open, drawn, room, job);
    };
    const QString title = tr("Reading the graph");
    if (!m_delegates.opening().valid())
        return ask<ShownGraph>(
            m_read, title, std::move(work), [this](ShownGraph stage) { takeStage(std::move(stage)); }, [this] { m_key.clear(); });
    m_read.start(title, std::move(work), [this](Result<ShownGraph> stage) {
        if (stage) return takeStage(*std::move(stage));
        m_delegates.giveUp();
        m_bar->tell(text(stage.error().message));
    });
}

void GraphPane::takeStage(ShownGraph stage) {
    if (m_key != stageIn(workspace())) return leaveStage();  // hidden meanwhile: what is in view is read when it is shown
    const auto before = std::exchange(m_shown.index, std::move(stage.index));
    m_search->startAnew();
    m_marks->markQueries();
    if (before != nullptr && m_delegates.opening().valid()) return showOpened(*before);
    stage.options.modules = m_shown.options.modules;
    stage.options.foldPatterns = m_shown.options.foldPatterns;
    m_shown.options = m_kept.recall(m_key, m_shown.index).value_or(std::move(stage.options));
    m_bar->setSwitches(m_shown);
    m_colours->show();
    m_marks->judgeModules();
    m_marks->findDelegates();
    onSelection(workspace().selection());
    showRelated();
    if (!m_layout.running()) layOut({});
    updateCrumbs();
    emit stateChanged();
}

/// The same stage with one delegate's graph more: node ids stay.
void GraphPane::showOpened(const modules::GraphIndex& before) {
    const graph::NodeId call = m_delegates.opening();
    const modules::ModuleId body = m_delegates.join(before.hierarchy(), m_shown.index->hierarchy(), m_shown.options.expanded);
    if (!body.valid()) m_bar->tell(tr("this delegate has no graph that can be shown"));
    // Modules of bodies have other numbers now.
    if (m_place.module.valid() && before.hierarchy().module(m_place.module).kind != modules::ModuleKind::Module)
        m_place = {call, {}, {}};
    m_colours->show();
    layOut(body.valid() ? GraphPlace{{}, body, {}} : m_place);
    // It was opened for a node inside.
    if (body.valid() && join::callAround(workspace().stageId(), workspace().selection().name.toStdString()))
        onSelection(workspace().selection());
}

/// Shows the delegate's graph in the place of its call.
void GraphPane::openDelegate(graph::NodeId call) {
    if (!call.valid() || m_shown.index->model().node(call).delegate < 0 || m_read.running() || !m_delegates.open(call)) return;
    read();
}

/// Lays out in a job; `anchor` stays where it is on the screen; `reveal` brings the selection into view.
void GraphPane::layOut(const GraphPlace& anchor, bool reveal) {
    if (m_shown.index == nullptr) return;
    const QString title = tr("Laying out");
    auto work = [shown = m_shown, of = subject()](const JobContext& job) { return shown.layOut(of, job); };
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

Address GraphPane::addressOf(const GraphPlace& place) const {
    return ui::addressOf(*m_shown.index, place, workspace().method(), workspace().stage());
}

void GraphPane::onSelection(const Address& address) {
    if (!isCurrent()) return;
    const bool here = address.method == workspace().method() && address.stage == workspace().stage();
    const GraphPlace place = here ? placeOf(*m_shown.index, address) : GraphPlace();
    if (here && address.kind == Address::Kind::Node && !place.valid()) {
        // A node inside a delegate that is closed now: "0/3/delegate:2/5".
        const auto around = join::callAround(workspace().stageId(), address.name.toStdString());
        return openDelegate(around ? m_shown.index->model().findNode(*around) : graph::NodeId());
    }
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
    const bool own = m_place.valid();  // what is inside the selection shows that itself
    for (const auto& [relation, address] : workspace().related()->list)
        if (address.kind == Address::Kind::Node && address.method == workspace().method() && address.stage == workspace().stage() &&
            !(own && relation == findings::Relation::Inside))
            paths.append(address.name);
    m_marks->setCounterparts(&workspace(), paths);
    if (own || paths.isEmpty() || !isCurrent() || m_canvas->scene() == nullptr) return;
    const graph::NodeId first = m_shown.index->model().findNode(paths.front().toStdString());
    if (first.valid()) m_canvas->reveal(m_canvas->scene()->view().itemOf(first));
}

/// Selects a node that may be hidden in a collapsed module: opens the modules around it. What is asked for from elsewhere is not
/// left folded in a pattern.
void GraphPane::selectNode(graph::NodeId node) {
    if (m_place.node.valid() && m_place.node != node) m_before = m_place.node;
    m_place = {node, {}, {}};
    updateCrumbs();
    const ScenePtr& scene = m_canvas->scene();
    const view::ItemId item = scene != nullptr && !m_layout.running() ? scene->view().itemOf(node) : view::ItemId();
    const bool seen = item.valid() && scene->view().item(item).kind != view::ItemKind::Module &&
                      (scene->view().item(item).kind != view::ItemKind::Node || scene->view().item(item).node == node);
    const bool folded = m_shown.is(ShownGraph::Switch::Patterns) && view::unfold(*m_shown.index, node, m_shown.options);
    if (seen && !folded) return m_canvas->setSelected(m_place, true);
    view::openAround(*m_shown.index, node, m_shown.options);
    layOut(m_place, true);
}

void GraphPane::select(const GraphPlace& place, bool reveal) {
    if (m_place.node.valid() && m_place.node != place.node) m_before = m_place.node;
    m_place = place;
    m_canvas->setSelected(place, reveal);
    updateCrumbs();
    if (place.valid()) workspace().select(addressOf(place));
}

/// Selects the module; opens those around it when it is hidden.
void GraphPane::revealModule(modules::ModuleId module) {
    const GraphPlace place{{}, module, {}};
    const ScenePtr& scene = m_canvas->scene();
    if (!m_shown.options.modules) {
        // A flat view has no modules: the first node stands for it.
        if (const auto nodes = m_shown.nodesOf(place); !nodes.empty()) select({nodes.front(), {}, {}}, true);
        return;
    }
    const view::ItemId item = scene != nullptr ? itemOf(scene->view(), place) : view::ItemId();
    if (item.valid() && scene->view().item(item).module == module && scene->view().item(item).blocks == 1)
        return select(place, true);
    view::openAround(*m_shown.index, module, m_shown.options);
    m_place = place;
    updateCrumbs();
    layOut(place, true);
    workspace().select(addressOf(place));
}

void GraphPane::updateCrumbs() {
    if (m_shown.index == nullptr) return m_bar->setCrumbs({});
    const modules::GraphIndex& index = *m_shown.index;
    QList<GraphBar::Crumb> crumbs{{workspace().method()}, {workspace().stage()}};
    if (const modules::ModuleId module = m_shown.moduleOf(m_place); module.valid())
        for (const modules::ModuleId id : index.hierarchy().chain(module))
            if (id != index.hierarchy().root()) crumbs.append({text(index.titleOf(id)), text(index.hierarchy().module(id).path)});
    if (m_place.node.valid())
        crumbs.append({text(index.model().text(index.model().node(m_place.node).id)), {}, addressOf(m_place).text()});
    m_bar->setCrumbs(std::move(crumbs));
    m_search->standAt(m_place.node);
}

}  // namespace etscope::ui
