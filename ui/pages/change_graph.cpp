#include "pages/change_graph.h"

#include <QLabel>
#include <QTimer>
#include <algorithm>

#include "graph/graph_canvas.h"
#include "graph/graph_overlay.h"
#include "graph/graph_painter.h"
#include "look/choice_bar.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "view/scene.h"

namespace etscope::ui {
namespace {

using compare::ChangeState;

constexpr int kChangeGraphHeight = 380, kLowHeight = 150;

Mark markOf(const std::optional<ChangeState>& state) {
    if (!state) return Mark::None;
    return *state == ChangeState::Added ? Mark::Added : *state == ChangeState::Removed ? Mark::Removed : Mark::Changed;
}

}  // namespace

ChangeGraph::ChangeGraph(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("changeGraph"));
    auto* column = makeColumn(this, {0, 4, 0, 4}, 4);
    m_legend = makeRow(nullptr, {}, 5);
    m_sides = named("changeSides", new ChoiceBar({tr("Both"), tr("Before"), tr("After")}, this));
    connect(m_sides, &ChoiceBar::changed, this, &ChangeGraph::draw);
    column->addWidget(m_sides, 0, Qt::AlignLeft);
    column->addLayout(m_legend);
    m_note = new TextLabel({}, Qt::PlainText, &Tokens::text2, this);
    column->addWidget(m_note);
    m_canvas = named("changeCanvas", new GraphCanvas(this));
    m_canvas->setPanelsShown(false);
    setLow(false);
    m_canvas->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    column->addWidget(m_canvas, 1);
    connect(m_canvas, &GraphCanvas::placeClicked, this, [this](const GraphPlace& place) {
        if (place.node.valid()) choose(place.node);
    });
}

void ChangeGraph::setLow(bool low) { m_canvas->setMinimumHeight(px(low ? kLowHeight : kChangeGraphHeight)); }

void ChangeGraph::show(const ChangeItemsPtr& items, int item) {
    m_items = items;
    m_item = item;
    draw();
}

void ChangeGraph::draw() {
    setVisible(false);
    if (m_items == nullptr || m_item < 0) return;
    const ChangeItem& one = m_items->items[static_cast<std::size_t>(m_item)];
    m_method = one.method;
    if (one.method < 0 || one.node || one.mark == Mark::Unchanged || one.paths.isEmpty()) return;
    const auto method = static_cast<std::size_t>(one.method);
    auto both = compare::unionGraph(m_items->methods[method], m_items->stages[method], one.paths.front().toStdString(), kMostNodes,
                                    static_cast<compare::UnionSides>(m_sides->chosen()));
    if (!both) return;
    m_graph = *std::move(both);
    if (m_graph.model->nodeCount() == 0) return drawNothing();
    auto index = modules::GraphIndex::build(m_graph.model, [](std::string_view) { return std::vector<modules::ModuleStep>(); });
    if (!index) return;
    view::ViewOptions options;
    options.modules = options.foldPatterns = false;
    const auto scene = view::buildScene(std::make_shared<const view::ViewGraph>(*index, options), FontMeasure(),
                                        view::SceneOptions{.tagRoom = true});
    if (!scene) return;
    std::vector<Mark> signs;
    for (const auto& state : m_graph.states) signs.push_back(markOf(state));
    m_canvas->setScene(*scene);
    m_canvas->setOverlay(OverlayMap::ofSigns(**index, std::move(signs), {}));
    sayCounts(m_graph);
    setVisible(true);
    QTimer::singleShot(0, this, &ChangeGraph::fit);  // once it has its size
}

void ChangeGraph::fit() {
    constexpr double kLegible = 0.6;
    if (m_canvas->scene() == nullptr) return;
    m_canvas->fitAll();
    if (m_canvas->zoom() < kLegible) m_canvas->setZoom(kLegible, QPointF(m_canvas->viewport()->width() / 2.0, 0));
}

void ChangeGraph::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    QTimer::singleShot(0, this, &ChangeGraph::fit);
}

/// A side that has nothing of the module: the other one can be chosen again.
void ChangeGraph::drawNothing() {
    m_canvas->setScene(nullptr);
    sayCounts(m_graph);
    m_note->setText(tr("This side has no such module."));
    m_note->setVisible(true);
    setVisible(m_sides->chosen() != 0);
}

void ChangeGraph::sayCounts(const compare::UnionGraph& graph) {
    emptyLater(m_legend);
    const auto add = [&](ChangeState state, const QString& words) {
        if (graph.count(state) == 0) return;
        auto* sign = new QLabel(this);
        withTheme(sign, [sign, mark = markOf(state)] { sign->setPixmap(markPixmap(mark, 14, sign->devicePixelRatioF())); });
        m_legend->addWidget(sign);
        m_legend->addWidget(plainLabel(words, this));
        m_legend->addSpacing(10);
    };
    add(ChangeState::Added, tr("%n added", nullptr, counted(graph.count(ChangeState::Added))));
    add(ChangeState::Removed, tr("%n removed", nullptr, counted(graph.count(ChangeState::Removed))));
    add(ChangeState::Changed, tr("%n changed", nullptr, counted(graph.count(ChangeState::Changed))));
    m_legend->addStretch(1);
    const auto same = static_cast<std::size_t>(std::ranges::count(graph.states, std::optional<ChangeState>()));
    m_note->setText(same == graph.states.size() ? tr("The nodes are the same on both sides.") : QString());
    m_note->setVisible(!m_note->text().isEmpty());
}

void ChangeGraph::choose(graph::NodeId node) {
    const auto method = static_cast<std::size_t>(m_method);
    const compare::MethodChange& change = m_items->methods[method];
    const auto address = [&](const compare::MethodFacts& facts, graph::NodeId id) {
        return id.valid() ? Address::ofNode(text(change.root.title), change.stage, text(facts.index->model().nodePath(id)))
                          : Address();
    };
    emit nodeChosen(address(change.left, m_graph.left[node.index()]), address(change.right, m_graph.right[node.index()]));
}

}  // namespace etscope::ui
