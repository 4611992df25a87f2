#include "graph/graph_pane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "frame/saved_queries.h"
#include "graph/graph_painter.h"
#include "jobs/let_go.h"
#include "join/delegate_bodies.h"
#include "join/graph_index.h"
#include "look/menu.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "profile/node_amounts.h"
#include "view/first_view.h"
#include "view/query.h"

namespace etscope::ui {
namespace {

/// Room that a first view has at least, in pixels: a pane that is not laid out yet says less.
constexpr int kLeastRoom = 640;

view::ViewOptions firstOptions() {
    view::ViewOptions options;
    options.foldRepeats = options.gatherStubs = true;
    return options;
}

QPushButton* makeButton(QHBoxLayout* bar, QWidget* parent, const QString& title, const QString& tip, bool checkable) {
    auto* button = new QPushButton(title, parent);
    button->setToolTip(tip);
    button->setAccessibleName(title.isEmpty() ? tip : title);
    button->setCheckable(checkable);
    button->setFocusPolicy(Qt::NoFocus);
    bar->addWidget(button);
    return button;
}

}  // namespace

GraphPane::GraphPane(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    auto* column = new QVBoxLayout(body());
    column->setContentsMargins(0, 0, 0, 0);
    m_canvas = new GraphCanvas(body());
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

void GraphPane::makeBar(QVBoxLayout* column) {
    auto* bar = m_bar = new QHBoxLayout;
    bar->setContentsMargins(10, 5, 8, 5);
    bar->setSpacing(4);
    m_crumbs = new QLabel(this);
    m_crumbs->setObjectName(QStringLiteral("breadcrumb"));
    m_crumbs->setTextFormat(Qt::RichText);
    m_crumbs->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // long paths do not widen the window
    connect(m_crumbs, &QLabel::linkActivated, this, [this](const QString& path) {
        if (m_index == nullptr) return;
        if (const modules::ModuleId module = m_index->hierarchy().findPath(path.toStdString()); module.valid())
            revealModule(module);
    });
    onThemeChange(m_crumbs, [this] { updateCrumbs(); });
    bar->addWidget(m_crumbs, 1);
    m_matches = new QLabel(this);
    m_matches->setTextFormat(Qt::PlainText);
    m_matches->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(m_matches);
    m_modules = makeButton(bar, this, tr("Modules"), tr("Group by module"), true);
    m_flat = makeButton(bar, this, tr("Flat"), tr("One graph without groups"), true);
    m_modules->setChecked(true);
    connect(m_modules, &QPushButton::clicked, this, [this] { setModules(true); });
    connect(m_flat, &QPushButton::clicked, this, [this] { setModules(false); });
    bar->addSpacing(6);
    m_fold = makeButton(bar, this, tr("Fold patterns"), tr("Show runs that mean one thing as one item (P)"), true);
    m_fold->setChecked(true);
    connect(m_fold, &QPushButton::clicked, this, &GraphPane::setFold);
    bar->addSpacing(6);
    m_down = makeButton(bar, this, {}, tr("Top down (L)"), true);
    m_right = makeButton(bar, this, {}, tr("Left to right (L)"), true);
    m_down->setIcon(lineIcon(Icon::TopDown));
    m_right->setIcon(lineIcon(Icon::LeftRight));
    m_down->setChecked(true);
    connect(m_down, &QPushButton::clicked, this, [this] { setDirection(layout::Direction::TopDown); });
    connect(m_right, &QPushButton::clicked, this, [this] { setDirection(layout::Direction::LeftRight); });
    bar->addSpacing(6);
    m_trace =
        makeButton(bar, this, tr("Trace"), tr("Dim what neither feeds nor follows the selection (U up, D down, Esc ends)"), true);
    m_trace->setIcon(lineIcon(Icon::Trace));
    connect(m_trace, &QPushButton::clicked, this, [this](bool on) { on ? trace(true, true) : endTrace(); });
    makeZoom(bar);
    m_split = makeButton(bar, this, {}, tr("Another graph beside this one (V, middle click)"), false);
    m_split->setIcon(lineIcon(Icon::Split));
    connect(m_split, &QPushButton::clicked, this, &GraphPane::splitRequested);
    for (QWidget* part : {m_modules, m_flat, m_fold, m_trace, m_down, m_right}) m_barParts.push_back({part, 108});
    m_more = new QToolButton(this);
    m_more->setObjectName(QStringLiteral("flat"));
    m_more->setText(QStringLiteral("»"));
    m_more->setToolTip(tr("What the bar has no room for"));
    m_more->setAccessibleName(tr("More"));
    bar->addWidget(m_more);
    connect(m_more, &QToolButton::clicked, this, &GraphPane::showMore);
    column->addLayout(bar);
}

void GraphPane::setModules(bool modules) {
    m_options.modules = modules;
    m_modules->setChecked(modules);
    m_flat->setChecked(!modules);
    layOut(m_place, true);
}

void GraphPane::setBarParts(QWidget* left, QWidget* right) {
    m_crumbs->hide();
    m_split->hide();
    m_bar->insertWidget(0, left, 1);
    m_bar->addWidget(right);
}

void GraphPane::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    fitBar();
}

/// Where there is little room, the bar keeps what has no place in the menu.
void GraphPane::fitBar() {
    const int digit = QFontMetrics(bodyFont()).horizontalAdvance(QLatin1Char('0'));
    for (const BarPart& part : m_barParts) part.widget->setVisible(width() >= part.digits * digit);
    const auto hidden = [](const BarPart& part) { return part.widget->isHidden(); };
    m_more->setVisible(std::ranges::any_of(m_barParts, hidden));
    updateCrumbs();
}

/// The buttons that the bar has no room for, as a menu.
void GraphPane::showMore() {
    QMenu* menu = makeMenu(this);
    for (const BarPart& part : m_barParts) {
        auto* button = qobject_cast<QPushButton*>(part.widget);
        if (button == nullptr || !button->isHidden()) continue;
        QAction* action = menu->addAction(button->icon(), button->text().isEmpty() ? button->toolTip() : button->text(), button,
                                          &QPushButton::click);
        action->setCheckable(button->isCheckable());
        action->setChecked(button->isChecked());
        action->setToolTip(button->toolTip());
    }
    menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

void GraphPane::makeZoom(QHBoxLayout* bar) {
    bar->addSpacing(6);
    auto* smaller = makeButton(bar, this, {}, tr("Smaller (−)"), false);
    smaller->setIcon(lineIcon(Icon::Minus));
    m_zoom = new QLabel(this);
    m_zoom->setFixedWidth(QFontMetrics(bodyFont()).horizontalAdvance(QStringLiteral("400 % ")));
    m_zoom->setAlignment(Qt::AlignCenter);
    bar->addWidget(m_zoom);
    auto* larger = makeButton(bar, this, {}, tr("Larger (+)"), false);
    larger->setIcon(lineIcon(Icon::Plus));
    auto* fit = makeButton(bar, this, {}, tr("Fit all (F)"), false);
    fit->setIcon(lineIcon(Icon::Fit));
    auto* save = makeButton(bar, this, {}, tr("Export the whole graph (the menu of the canvas exports what is in view)"), false);
    save->setIcon(lineIcon(Icon::Export));
    for (QWidget* part : std::initializer_list<QWidget*>{smaller, m_zoom, larger, fit, save}) m_barParts.push_back({part, 86});
    connect(smaller, &QPushButton::clicked, this, [this] { m_canvas->zoomBy(0.8); });
    connect(larger, &QPushButton::clicked, this, [this] { m_canvas->zoomBy(1.25); });
    connect(fit, &QPushButton::clicked, m_canvas, [this] { m_canvas->fitAll(); });
    connect(save, &QPushButton::clicked, this, [this] {
        if (m_canvas->scene() != nullptr) chooseExport(m_canvas->scene()->bounds());
    });
}

void GraphPane::refresh() {
    if (m_key == stageInView()) return;
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
    if (std::exchange(m_files, workspace().paths()) != m_files) m_remembered.clear();
}

void GraphPane::remember() {
    if (m_index == nullptr) return;
    const modules::Hierarchy& hierarchy = m_index->hierarchy();
    const auto paths = [&hierarchy](const std::set<modules::ModuleId>& modules) {
        std::vector<std::string> list;
        for (const modules::ModuleId module : modules)
            if (module.index() < hierarchy.size()) list.push_back(hierarchy.module(module).path);
        return list;
    };
    m_remembered[m_key] = {m_options, m_index, paths(m_options.expanded), paths(m_options.expandedRuns)};
}

void GraphPane::recall(const Remembered& remembered) {
    m_options = remembered.options;
    const bool same = remembered.of.lock() == m_index;
    const auto find = [this](const std::vector<std::string>& paths, std::set<modules::ModuleId>& modules) {
        modules.clear();
        for (const std::string& path : paths)
            if (const modules::ModuleId module = m_index->hierarchy().findPath(path); module.valid()) modules.insert(module);
    };
    if (!same) {
        find(remembered.expanded, m_options.expanded);
        find(remembered.runs, m_options.expandedRuns);
        m_options.expandedPatterns.clear();
        m_options.drawnAsEdges.clear();
        m_options.drawnAsStubs.clear();
    }
    m_modules->setChecked(m_options.modules);
    m_flat->setChecked(!m_options.modules);
    m_fold->setChecked(m_options.foldPatterns);
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
    forgetFound();
    m_facts = {};
    m_factKeys.clear();
    m_markJob.cancel();
    m_canvas->setMarks({});
    m_stateJob.cancel();
    m_canvas->setStates(nullptr);
    m_layout.cancel();
    m_colouring.cancel();
    letGo(ScenePtr(m_canvas->scene()));
    m_canvas->setScene(nullptr);
    m_canvas->setOverlay(nullptr);
    endTrace();
    updateCrumbs();
}

/// Reads the stage in view, with the delegates that are open in it.
void GraphPane::read() {
    m_first = std::make_shared<std::set<modules::ModuleId>>();
    auto work = [session = workspace().session(), method = workspace().method().toStdString(), stage = workspace().stageId(),
                 open = m_delegates, first = m_first, drawn = m_sceneOptions,
                 room = std::max(kLeastRoom, m_canvas->viewport()->width())](const JobContext& job) -> Result<IndexPtr> {
        if (open.empty()) {
            auto index = join::graphIndex(*session, method, stage, job);
            if (!index) return index;
            const auto scene = view::firstView(*index, firstOptions(), FontMeasure(), drawn, GraphCanvas::firstWidth(room), job);
            if (!scene) return scene.failure();
            *first = (*scene)->view().options().expanded;
            return index;
        }
        const auto model = join::graphWithDelegates(*session, method, stage, open, job);
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

void GraphPane::takeIndex(IndexPtr index) {
    if (m_key != stageInView()) return leaveStage();  // hidden meanwhile: what is in view is read when it is shown
    const IndexPtr before = std::exchange(m_index, std::move(index));
    m_facts = {};
    m_factKeys.clear();
    m_factJob.cancel();
    markQueries();
    if (before != nullptr && m_opening.valid()) return showOpened(*before);
    if (const auto remembered = m_remembered.find(m_key); remembered != m_remembered.end()) {
        recall(remembered->second);
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
    auto work = [index = m_index, view = m_options, options = m_sceneOptions](const JobContext& job) {
        return view::buildScene(std::make_shared<const view::ViewGraph>(index, view), FontMeasure(), options, job);
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

void GraphPane::updateCrumbs() {
    if (m_index == nullptr) return m_crumbs->clear();
    const QString separator = QStringLiteral(" <span style='color:%1'>›</span> ").arg(tokens().text3.name());
    const modules::Hierarchy& hierarchy = m_index->hierarchy();
    QStringList names{workspace().method(), workspace().stage()};
    QStringList parts{html(names[0]), html(names[1])};
    if (const modules::ModuleId module = selectedModule(); module.valid())
        for (const modules::ModuleId id : hierarchy.chain(module))
            if (id != hierarchy.root()) {
                names.append(text(m_index->titleOf(id)));
                parts.append(quietLink(text(hierarchy.module(id).path), names.last()));
            }
    if (m_place.node.valid()) {
        names.append(text(m_index->model().text(m_index->model().node(m_place.node).id)));
        parts.append(QStringLiteral("<b>%1</b>").arg(html(names.last())));
    }
    // Where there is no room, what is selected and what is next to it stays.
    const QFontMetrics metrics(headingFont());
    const auto tooWide = [&] { return metrics.horizontalAdvance(names.join(QStringLiteral("  ›  "))) > m_crumbs->width(); };
    for (; parts.size() > 2 && tooWide(); names.removeAt(0), parts.removeAt(0)) {
    }
    if (tooWide())
        parts.last() =
            QStringLiteral("<b>%1</b>")
                .arg(html(metrics.elidedText(names.last(), Qt::ElideMiddle, m_crumbs->width() / static_cast<int>(names.size()))));
    m_crumbs->setText(parts.join(separator));
    m_crumbs->setToolTip(m_place.node.valid() ? tip(addressOf(m_place.node).text()) : QString());
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
            part};
}

Result<void> GraphPane::exportTo(const QString& path) {
    if (m_canvas->scene() == nullptr) return fail("export-nothing", tr("there is no graph to write").toStdString());
    return writeGraph(path, picture(m_canvas->scene()->bounds()), {});
}

}  // namespace etscope::ui
