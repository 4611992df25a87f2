#include "pages/change_panel.h"

#include <QLabel>
#include <QTimer>
#include <algorithm>

#include "graph/graph_canvas.h"
#include "graph/graph_overlay.h"
#include "graph/graph_painter.h"
#include "join/call_titles.h"
#include "look/labelled_combo.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "pages/change_places.h"
#include "view/scene.h"

namespace etscope::ui {
namespace {

const QString kChangePanelNone = QStringLiteral("–");
constexpr int kChangePanelBeside = 560;

/// How often each of the words is there, most frequent first.
QList<std::pair<QString, int>> countedWords(const QStringList& words) {
    QList<std::pair<QString, int>> all;
    for (const QString& word : words) {
        const auto known = std::ranges::find(all, word, &std::pair<QString, int>::first);
        known == all.end() ? all.append({word, 1}) : void(++known->second);
    }
    std::ranges::stable_sort(all, std::greater{}, &std::pair<QString, int>::second);
    return all;
}

/// Each by its name within the module; of many how many there are of each type.
QString weightsText(const compare::ModuleFacts& facts, const std::string& path) {
    constexpr std::size_t kMostNamed = 6;
    QStringList lines, types;
    for (const compare::ModuleWeight& weight : facts.weights) {
        const bool inside = !path.empty() && weight.name.starts_with(path + ".");
        const QString scheme = weight.scheme.empty() ? QString() : QStringLiteral(", ") + text(weight.scheme);
        lines.append(text(inside ? weight.name.substr(path.size() + 1) : weight.name) + QLatin1Char(' ') +
                     text(weight.type + weight.shape) + scheme);
        types.append(text(weight.type) + scheme);
    }
    if (lines.isEmpty()) return kChangePanelNone;
    if (facts.weights.size() <= kMostNamed) return lines.join(QLatin1Char('\n'));
    lines.clear();
    for (const auto& [type, count] : countedWords(types)) lines.append(QStringLiteral("%1 × %2").arg(count).arg(type));
    return lines.join(QLatin1Char('\n'));
}

QString operatorsText(const compare::ModuleFacts& facts) {
    constexpr qsizetype kMostKinds = 8;
    const auto kinds = countedWords(texts(facts.operators));
    if (kinds.isEmpty()) return kChangePanelNone;
    QStringList words;
    for (const auto& [word, count] : kinds.first(std::min(kMostKinds, kinds.size())))
        words.append(word + (count > 1 ? QStringLiteral(" × %1").arg(count) : QString()));
    const qsizetype more = kinds.size() - words.size();
    const QString all = words.join(QStringLiteral(", "));
    return more > 0 ? ChangePanel::tr("%1 and %2 more").arg(all).arg(more) : all;
}

/// All that runs inside.
QString placeText(const compare::ModuleFacts& facts) {
    constexpr std::size_t kMostNumbers = 4;
    QStringList places;
    for (const auto& [backend, delegates] : facts.runs) {
        const QString name = text(join::shortBackendName(backend));
        QStringList numbers;
        for (const std::int64_t delegate : delegates) numbers.append(QString::number(delegate));
        if (delegates.size() > kMostNumbers) numbers.clear();
        places.append((name + QLatin1Char(' ') + numbers.join(QStringLiteral(", "))).trimmed());
    }
    if (facts.kernels) places.append(ChangePanel::tr("kernels"));
    if (places.isEmpty()) return facts.nodes.empty() ? kChangePanelNone : ChangePanel::tr("unknown");
    if (facts.partly) places.append(ChangePanel::tr("of some operators unknown"));
    return places.join(QStringLiteral(", "));
}

using compare::ChangeState;

constexpr int kChangeGraphHeight = 380, kLowHeight = 150;

Mark markOfState(const std::optional<ChangeState>& state) {
    if (!state) return Mark::None;
    return *state == ChangeState::Added ? Mark::Added : *state == ChangeState::Removed ? Mark::Removed : Mark::Changed;
}

}  // namespace

ChangePanel::ChangePanel(QWidget* parent) : SteadyScrollArea(parent) {
    setObjectName(QStringLiteral("changePanel"));
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_page = new QWidget(this);
    m_sides = new QBoxLayout(QBoxLayout::TopToBottom, m_page);
    m_sides->setContentsMargins(12, 8, 0, 12);
    auto* facts = makeColumn(nullptr, {0, 0, 12, 0}, 6);
    m_sides->addLayout(facts, 0);
    auto* column = makeColumn(nullptr, {0, 0, 12, 0}, 6);
    m_sides->addLayout(column, 1);
    m_title = new TextLabel({}, Qt::PlainText, &Tokens::text, m_page);
    m_title->setFont(headingFont());
    m_sentence = new TextLabel({}, Qt::PlainText, &Tokens::text2, m_page);
    facts->addWidget(m_title);
    facts->addWidget(m_sentence);
    m_table = new QWidget(m_page);
    m_rows = named("changeFactsOfOne", makeGrid(m_table, {0, 4, 0, 8}, 14, 4));
    facts->addWidget(m_table);
    facts->addStretch(0);
    m_graph = new ChangeGraph(m_page);
    column->addWidget(m_graph, 1);
    m_placesTitle = plainLabel(tr("The same change elsewhere"), m_page);
    m_placesTitle->setFont(headingFont());
    m_placesNote = plainLabel({}, m_page, &Tokens::text2);
    m_places = new ChangePlaces(m_page);
    for (QWidget* one :
         {static_cast<QWidget*>(m_placesTitle), static_cast<QWidget*>(m_placesNote), static_cast<QWidget*>(m_places)})
        column->addWidget(one);
    column->addStretch(0);
    setWidget(m_page);
    connect(m_places, &ChangePlaces::placeChosen, this, &ChangePanel::placeChosen);
}

/// Where it is wide and low, below the list, the graph stands beside the facts.
void ChangePanel::resizeEvent(QResizeEvent* event) {
    SteadyScrollArea::resizeEvent(event);
    const bool beside = width() > 2 * height() && width() >= px(kChangePanelBeside);
    m_sides->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_sides->setStretch(0, beside ? 1 : 0);
    m_graph->setLow(beside);
}

/// Nothing where neither side has it; what both have is said once.
void ChangePanel::addRow(const QString& title, const QString& before, const QString& after) {
    if (before == kChangePanelNone && after == kChangePanelNone) return;
    const int row = m_rows->rowCount();
    m_rows->addWidget(plainLabel(title, m_table, &Tokens::text2), row, 0, Qt::AlignTop);
    const auto add = [&](const QString& words, int column, bool quiet) {
        auto* label = new TextLabel(words, Qt::PlainText, quiet ? &Tokens::text2 : &Tokens::text, m_table);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        m_rows->addWidget(label, row, column);
    };
    const bool same = before == after && before != tr("unknown");  // two that are not known may differ
    add(before, 1, title.isEmpty() || same);
    add(same ? tr("the same") : after, 2, title.isEmpty() || same);
}

void ChangePanel::showFacts(const ChangeItem& item) {
    emptyLater(m_rows);
    const bool module = item.method >= 0 && !item.node && !item.paths.isEmpty();
    m_table->setVisible(module);
    if (!module) return;
    const compare::MethodChange& method = m_items->methods[static_cast<std::size_t>(item.method)];
    const std::string path = item.paths.front().toStdString();
    // Where it runs, and of what it is made, is told of all that is inside.
    const auto has = [&](const compare::MethodFacts& facts) { return path.empty() || facts.modules.contains(path); };
    const bool was = has(method.left), is = has(method.right);
    const compare::ModuleFacts before = was ? compare::factsInside(method.left, path) : compare::ModuleFacts(),
                               after = is ? compare::factsInside(method.right, path) : compare::ModuleFacts();
    const auto add = [&](const QString& title, auto&& words) {
        addRow(title, was ? words(before) : kChangePanelNone, is ? words(after) : kChangePanelNone);
    };
    using Module = const compare::ModuleFacts&;
    const auto known = [](const std::string& name) { return name.empty() ? kChangePanelNone : text(name); };
    addRow({}, tr("before"), tr("after"));
    add(tr("Class"), [&](Module facts) { return known(facts.type); });
    add(tr("Weights"), [&](Module facts) { return weightsText(facts, path); });
    add(tr("Input"), [&](Module facts) { return known(facts.input); });
    add(tr("Operators"), operatorsText);
    add(tr("Runs in"), placeText);
    const auto bytes = [](const std::optional<std::uint64_t>& size) { return size ? bytesText(*size) : kChangePanelNone; };
    addRow(item.paths.size() > 1 ? tr("Bytes, of all") : tr("Bytes"), bytes(item.bytesBefore), bytes(item.bytesAfter));
    m_rows->setColumnStretch(1, 1);
    m_rows->setColumnStretch(2, 1);
}

void ChangePanel::showPlaces(const ChangeItemsPtr& items, int item) {
    m_places->show(items, item);
    const bool any = m_places->count() > 1;
    m_placesTitle->setVisible(any);
    m_placesNote->setVisible(any);
    m_places->setVisible(any);
    const std::size_t odd = m_places->odd();
    m_placesNote->setText(
        odd > 0 ? tr("One square per module, a column is a block. Red: %n differ(s) from the likes.", nullptr, counted(odd))
                : tr("One square per module, a column is a block. A click goes there."));
}

void ChangePanel::show(const ChangeItemsPtr& items, int item) {
    m_items = items;
    const bool chosen = items != nullptr && item >= 0 && static_cast<std::size_t>(item) < items->items.size();
    m_page->setVisible(true);
    const ChangeItem none;
    const ChangeItem& shown = chosen ? items->items[static_cast<std::size_t>(item)] : none;
    m_title->setWhole(chosen ? (shown.paths.isEmpty() || shown.paths.front().isEmpty() ? shown.title : shown.paths.front())
                             : tr("Choose a row"));
    m_sentence->setWhole(chosen ? shown.sentence : tr("What it is before and after stands here."));
    m_sentence->setToolTip(shown.whole == shown.sentence ? QString() : tip(shown.whole));
    showFacts(shown);
    m_graph->show(items, chosen ? item : -1);
    showPlaces(items, chosen ? item : -1);
}

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
    for (const auto& state : m_graph.states) signs.push_back(markOfState(state));
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
        withTheme(sign, [sign, mark = markOfState(state)] { sign->setPixmap(markPixmap(mark, 14, sign->devicePixelRatioF())); });
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
