#include "docks/values_view.h"

#include <QSplitter>

#include "answers/gap_choice.h"
#include "answers/known_gap.h"
#include "charts/element_grid.h"
#include "compare/tensor_list.h"
#include "gap/node_values.h"
#include "inventory/weight_roles.h"
#include "join/constants.h"
#include "join/delegate_bodies.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

constexpr tensor::Tolerance kExact{0, 0};

QString typeText(const tensor::Tensor& tensor) { return text(tensor::typeAndShapeText(tensor.type, tensor.shape)); }

/// Which result a run logged: that of the same place, where its shape fits; else the first whose shape does; of a single one always
/// that.
std::optional<std::size_t> resultOf(const std::vector<std::pair<tensor::Tensor, QString>>& results, const tensor::Tensor& logged,
                                    std::size_t place) {
    if (results.size() == 1) return 0;
    const auto fits = [&](std::size_t k) { return results[k].first.shape == logged.shape; };
    if (place < results.size() && fits(place)) return place;
    for (std::size_t k = 0; k < results.size(); ++k)
        if (fits(k)) return k;
    return std::nullopt;
}

}  // namespace

ValuesView::ValuesView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    auto* column = makeColumn(this, {}, 0);
    m_splitter = named("valuesSplit", new QSplitter(this));
    const auto side = [this](QWidget* heading, ElementGrid* grid) {
        auto* made = new QWidget(m_splitter);
        auto* rows = makeColumn(made, {}, 2);
        auto* line = makeRow(nullptr, {8, 3, 8, 0});
        line->addWidget(heading);
        line->addStretch();
        rows->addLayout(line);
        rows->addWidget(grid, 1);
        return made;
    };
    m_choice = named("valueChoice", new LabelledCombo(tr("value"), px(380), this));
    m_values = named("values", new ElementGrid(this));
    m_references = named("referenceValues", new ElementGrid(this));
    m_referenceTitle = plainLabel({}, this, &Tokens::text2);
    m_referenceTitle->setFixedHeight(m_choice->height());
    side(m_choice, m_values);
    m_referenceSide = side(m_referenceTitle, m_references);
    m_splitter->setSizes({1 << 12, 1 << 12});
    m_message = plainLabel({}, this, &Tokens::text3);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setWordWrap(true);
    column->addWidget(m_values->bar());  // of both sides, so that the elements have the height
    column->addWidget(m_splitter, 1);
    column->addWidget(m_message, 1);
    ElementGrid::couple(m_values, m_references);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ValuesView::showPair);
    connect(&workspace, &Workspace::selectionChanged, this, &ValuesView::onSelection);
    connect(&workspace, &Workspace::gapChanged, this, [this] { onSelection(m_workspace.selection()); });
    onSelection({});
}

void ValuesView::leave() {
    m_address = {};
    m_stale = false;
    m_job.cancel();
    showPairs({});
}

void ValuesView::onSelection(const Address& address) {
    m_address = address.ofOperator();
    m_stale = true;
    m_job.cancel();
    if (isVisible()) read();
}

void ValuesView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) read();
}

void ValuesView::read() {
    m_stale = false;
    const bool node = m_address.kind == Address::Kind::Node;
    if (!node && m_address.kind != Address::Kind::Tensor) {
        showPairs({});
        return explain(tr("Select an operator to see what runs logged for it and its reference, or a tensor."));
    }
    if (m_workspace.session() == nullptr) return;
    m_job.start(
        tr("Reading values"),
        [session = m_workspace.session(), address = m_address, node](const JobContext& job) {
            return node ? valuesOfNode(session, address, job) : tensorAt(session, address, job);
        },
        [this, node](Result<Pairs> pairs) {
            showPairs(pairs ? std::move(*pairs) : Pairs());
            if (!pairs) return explain(text(pairs.error().message));
            if (m_pairs.empty())
                explain(node ? tr("No run of this session logged a value of this operator, and no file has a reference of it.")
                             : tr("This tensor is not in the session any more."));
        });
}

Result<ValuesView::Pairs> ValuesView::tensorAt(const SessionPtr& session, const Address& address, const JobContext& job) {
    const auto list = compare::tensorList(*session, job);
    if (!list) return list.failure();
    const auto row = (*list)->row(address.entity());
    if (!row) return Pairs();
    const inventory::TensorRow& tensor = (*(*list)->rows())[*row];
    const auto constants = join::constants(*session, job);
    if (!constants) return constants.failure();
    for (const join::DifferentConstant& one : (*constants)->different)
        if (inventory::isWeight(tensor.role) && one.name == tensor.name)
            return Pairs{{tr("%1 in the program").arg(text(tensor.name)), tr("in the record · %1").arg(typeText(tensor.tensor)),
                          one.stored, tensor.tensor, kExact}};
    return Pairs{{text(tensor.name), {}, tensor.tensor, {}}};
}

Result<ValuesView::Pairs> ValuesView::valuesOfNode(const SessionPtr& session, const Address& address, const JobContext& job) {
    constexpr std::size_t kMost = 100;
    const std::string method = address.method.toStdString();
    const auto node = join::nodeAt({*session, method}, address.stageId(), address.name.toStdString(), job);
    if (!node) return node.failure();
    const auto found = gap::nodeReference({*session, method}, *node, job);
    if (!found) return found.failure();
    const auto logged = gap::loggedValues({*session, method}, *node, kMost, job);
    if (!logged) return logged.failure();
    const auto reference = [&](const QString& words, const tensor::Tensor& tensor) {
        return words.arg(text(found->source), typeText(tensor));
    };
    Pairs pairs;
    const auto row = rowInView({*session, method}, *node, job);
    if (!row) return row.failure();
    if (*row) {  // the same two sides as the row of the numeric gap
        const gap::GapRow& call = (*row)->row();
        Pair pair{{}, tr("reference of this node, %1").arg(sourceText((*row)->references())), call.value, call.reference};
        if (call.reference) pair.referenceTitle += QStringLiteral(" · ") + typeText(*call.reference);
        if (call.value) pair.title = tr("run %1 · as compared · %2").arg(call.run).arg(typeText(*call.value));
        pairs.push_back(std::move(pair));
    } else if (found->compared()) {
        const gap::GapRow& call = *found->call;
        Pair pair{{}, reference(tr("reference of the call in %1 · %2"), *call.reference), call.value, call.reference};
        if (call.value) pair.title = tr("run %1 · as compared · %2").arg(call.run).arg(typeText(*call.value));
        pairs.push_back(std::move(pair));
    }
    // What stands beside the values that are not compared: the results of the node, in order.
    std::vector<std::pair<tensor::Tensor, QString>> rest;
    const auto addRest = [&](const tensor::Value& value, const auto& titleOf) {
        if (const auto* tensor = std::get_if<tensor::Tensor>(&value)) rest.emplace_back(*tensor, titleOf(typeText(*tensor)));
    };
    if (found->own)
        addRest(*found->own,
                [&](const QString& type) { return tr("reference of this node in %1 · %2").arg(text(found->source), type); });
    if (rest.empty() && (pairs.empty() || found->ofRun || *row)) {
        const auto computed = computedValues({*session, method}, address.stageId(), address.name.toStdString(), job);
        if (!computed) return computed.failure();
        const QString &source = computed->source, count = QString::number(computed->values.size());
        const bool told = *row && computed->values.size() <= 1;  // the row has it
        for (std::size_t k = 0; !told && k < computed->values.size(); ++k)
            addRest(computed->values[k], [&](const QString& type) {
                if (computed->values.size() == 1) return tr("reference of this node, %1 · %2").arg(source, type);
                return tr("reference of result %1 of %2, %3 · %4").arg(QString::number(k + 1), count, source, type);
            });
    }
    if (rest.empty() && !pairs.empty() && pairs.front().reference)
        rest.emplace_back(*pairs.front().reference, pairs.front().referenceTitle);
    std::vector<bool> logs(rest.size());
    std::size_t ofRun = 0;  // among the values of one run
    for (std::size_t i = 0; i < logged->size(); ++i) {
        const gap::LoggedNodeValue& value = (*logged)[i];
        ofRun = i > 0 && (*logged)[i - 1].run == value.run ? ofRun + 1 : 0;
        Pair pair{tr("run %1 · %2 · %3").arg(value.run).arg(text(value.event), typeText(value.tensor)), {}, value.tensor, {}};
        if (const auto k = resultOf(rest, value.tensor, ofRun)) {
            logs[*k] = true;
            pair.reference = rest[*k].first, pair.referenceTitle = rest[*k].second;
        }
        pairs.push_back(std::move(pair));
    }
    for (std::size_t k = 0; k < rest.size(); ++k)
        if (!logs[k] && (pairs.empty() || rest.size() > 1)) pairs.push_back({{}, rest[k].second, {}, rest[k].first});
    return pairs;
}

void ValuesView::showPairs(Pairs pairs) {
    m_pairs = std::move(pairs);
    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    for (const Pair& pair : m_pairs) m_choice->addItem(pair.title.isEmpty() ? tr("nothing was logged") : pair.title);
    m_splitter->setVisible(!m_pairs.empty());
    m_message->setVisible(m_pairs.empty());
    showPair(m_pairs.empty() ? -1 : 0);
}

void ValuesView::showPair(int which) {
    static const Pair kNothing;
    const Pair& pair = which < 0 ? kNothing : m_pairs[static_cast<std::size_t>(which)];
    pair.value ? m_values->setTensor(*pair.value) : m_values->clear();
    pair.reference ? m_references->setTensor(*pair.reference) : m_references->clear();
    m_values->setOther(pair.reference, pair.tolerance);
    const bool own = pair.reference && (!pair.value || pair.value->shape != pair.reference->shape);
    m_values->setBarShown(pair.value.has_value(), false);
    m_references->setBarShown(own, false);
    m_referenceTitle->setText(pair.referenceTitle);
    m_referenceSide->setVisible(pair.reference.has_value());
}

void ValuesView::explain(const QString& why) {
    m_message->setText(why);
    m_values->setBarShown(false, false);
    m_splitter->hide();
    m_message->show();
}

}  // namespace etscope::ui
