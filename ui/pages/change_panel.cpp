#include "pages/change_panel.h"

#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "pages/change_graph.h"
#include "pages/change_places.h"

namespace etscope::ui {
namespace {

const QString kChangePanelNone = QStringLiteral("–");
constexpr int kChangePanelBeside = 560;

QString weightsText(const compare::ModuleFacts& facts) {
    QStringList lines;
    for (const compare::ModuleWeight& weight : facts.weights) {
        const std::string own = weight.name.substr(weight.name.rfind('.') + 1);
        lines.append(text(own + " " + weight.type + weight.shape + (weight.scheme.empty() ? "" : ", " + weight.scheme)));
    }
    return lines.isEmpty() ? kChangePanelNone : lines.join(QLatin1Char('\n'));
}

QString operatorsText(const compare::ModuleFacts& facts) {
    QStringList words;
    for (std::size_t i = 0; i < facts.operators.size();) {
        std::size_t next = i;
        while (next < facts.operators.size() && facts.operators[next] == facts.operators[i]) ++next;
        words.append(text(facts.operators[i]) + (next - i > 1 ? QStringLiteral(" × %1").arg(next - i) : QString()));
        i = next;
    }
    return words.isEmpty() ? kChangePanelNone : words.join(QStringLiteral(", "));
}

QString placeText(const compare::ModuleFacts& facts) {
    QStringList places;
    for (const auto& [backend, delegates] : facts.runs) {
        QString one = text(backend);
        for (const std::int64_t delegate : delegates)
            one += (delegate == *delegates.begin() ? QStringLiteral(" ") : QStringLiteral(", ")) + QString::number(delegate);
        places.append(one);
    }
    if (facts.kernels) places.append(ChangePanel::tr("kernels"));
    if (places.isEmpty()) return facts.nodes.empty() ? kChangePanelNone : ChangePanel::tr("unknown");
    return places.join(QStringLiteral(", "));
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
    m_rows = makeGrid(m_table, {0, 4, 0, 8}, 14, 4);
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

/// Nothing where neither side has it.
void ChangePanel::addRow(const QString& title, const QString& before, const QString& after) {
    if (before == kChangePanelNone && after == kChangePanelNone) return;
    const int row = m_rows->rowCount();
    m_rows->addWidget(plainLabel(title, m_table, &Tokens::text2), row, 0, Qt::AlignTop);
    const auto add = [&](const QString& words, int column, bool quiet) {
        auto* label = new TextLabel(words, Qt::PlainText, quiet ? &Tokens::text2 : &Tokens::text, m_table);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        m_rows->addWidget(label, row, column);
    };
    add(before, 1, title.isEmpty() || before == after);
    add(after, 2, title.isEmpty());
}

void ChangePanel::showFacts(const ChangeItem& item) {
    emptyLater(m_rows);
    const bool module = item.method >= 0 && !item.node && !item.paths.isEmpty();
    m_table->setVisible(module);
    if (!module) return;
    const compare::MethodChange& method = m_items->methods[static_cast<std::size_t>(item.method)];
    const std::string path = item.paths.front().toStdString();
    const auto left = method.left.modules.find(path), right = method.right.modules.find(path);
    const compare::ModuleFacts none;
    const compare::ModuleFacts &before = left == method.left.modules.end() ? none : left->second,
                               &after = right == method.right.modules.end() ? none : right->second;
    const auto sides = [&](auto&& words) {
        return std::pair(&before == &none ? kChangePanelNone : words(before), &after == &none ? kChangePanelNone : words(after));
    };
    const auto add = [&](const QString& title, const std::pair<QString, QString>& words) {
        addRow(title, words.first, words.second);
    };
    addRow({}, tr("before"), tr("after"));
    add(tr("Class"),
        sides([](const compare::ModuleFacts& facts) { return facts.type.empty() ? kChangePanelNone : text(facts.type); }));
    add(tr("Weights"), sides(weightsText));
    add(tr("Input"),
        sides([](const compare::ModuleFacts& facts) { return facts.input.empty() ? kChangePanelNone : text(facts.input); }));
    add(tr("Operators"), sides(operatorsText));
    add(tr("Runs in"), sides(placeText));
    const auto bytes = [](const std::optional<std::uint64_t>& size) { return size ? bytesText(*size) : kChangePanelNone; };
    addRow(item.paths.size() > 1 ? tr("Bytes, of all") : tr("Bytes"), bytes(item.bytesLeft), bytes(item.bytesRight));
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
    showFacts(shown);
    m_graph->show(items, chosen ? item : -1);
    showPlaces(items, chosen ? item : -1);
}

}  // namespace etscope::ui
