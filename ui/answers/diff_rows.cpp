#include "answers/diff_rows.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "answers/diff_cells.h"
#include "answers/tables.h"
#include "base/escaped.h"
#include "compare/diff.h"
#include "compare/tensor_list.h"
#include "findings/changes_answer.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "session/delegate_stages.h"

namespace etscope::ui {

using compare::ChangeState;
using compare::StageDiff;
using compare::ValueChange;
using graph::GraphModel;
using graph::NodeId;
using modules::FieldChange;
using namespace diff;

/// What is not the same: a value, a node, or all of a stage.
struct DiffRow {
    const char* kind;
    ChangeState state;
    Address before, after;  ///< in the other export and in the session in view; none where it is not
    const StageDiff* stage = nullptr;
    const ValueChange* value = nullptr;
    std::span<const FieldChange> changes = {};
    NodeId left = {}, right = {};  ///< of nodes, on the sides that have them

    bool isNode() const { return left.valid() || right.valid(); }
};

/// Counts of a part.
struct DiffPart {
    std::string method;
    QString part;
    std::optional<std::size_t> matched;
    std::size_t changed, removed, added;
    Address address = {};
    bool oneSided = false;  ///< a stage that is nothing but removed or added
};

namespace {

std::string pathOf(const std::shared_ptr<const GraphModel>& model, NodeId node) {
    return node.valid() ? model->nodePath(node) : std::string();
}

Cell changedNameCell(const DiffRow& row) {
    if (row.value != nullptr) return nameCell(row.value->name);
    if (!row.isNode()) return nameCell(row.stage->stage.text());
    return sidesCell(pathOf(row.stage->left, row.left), pathOf(row.stage->right, row.right));
}

/// Of a node the operator, and below it the module that it comes from.
Cell targetCell(const DiffRow& row) {
    if (row.value != nullptr) return nameCell(word(text(row.value->role)).toStdString());
    if (!row.isNode()) return noCell();
    const GraphModel& model = row.right.valid() ? *row.stage->right : *row.stage->left;
    const graph::Node& node = model.node(row.right.valid() ? row.right : row.left);
    Cell cell = nameCell(shortTarget(model.text(node.target)));
    cell.second = text(escaped(modulePath(model.text(node.moduleStack))));
    cell.tooltip = text(model.text(node.target)) +
                   (cell.second.isEmpty() ? QString() : QLatin1Char('\n') + QObject::tr("module %1").arg(cell.second));
    return cell;
}

Cell whatChangedCell(const DiffRow& row) {
    if (row.value != nullptr || row.isNode()) return changesCell(row.changes, row.state);
    const auto& nodes = row.state == ChangeState::Removed ? row.stage->removed : row.stage->added;
    return {.text = QObject::tr("%n node(s)", nullptr, counted(nodes.size()))};
}

Cell partStateCell(const DiffPart& row) {
    if (row.oneSided)
        return {.text = row.address.valid() ? QObject::tr("only in this session") : QObject::tr("only in the other export"),
                .mark = Mark::Missing};
    const bool same = row.changed + row.removed + row.added == 0;
    return {.text = same ? QObject::tr("same") : QObject::tr("differs"), .mark = same ? Mark::Match : Mark::Differ};
}

class Writer {
public:
    Writer(const session::Session& before, const session::Session& after, const JobContext& job)
        : m_before(before), m_after(after), m_job(job) {}

    Result<DiffRows> write(const DifferencePtr& diff);

private:
    void addOneSided(const StageDiff& diff);
    void addStage(const StageDiff& diff);
    void addNodes(const StageDiff& diff);
    Result<void> addWeights(const compare::SessionDiff& diff);
    Result<void> addDelegates(const std::vector<ValueChange>& changes);
    void addValues(const char* kind, const QString& part, const std::vector<ValueChange>& changes,
                   Address (*addressOf)(const ValueChange&));
    void addValue(const char* kind, const ValueChange& change, const Address& before, const Address& after);
    void addPartOf(const QString& part, const std::vector<ValueChange>& changes, std::optional<std::size_t> equal);

    const session::Session &m_before, &m_after;
    const JobContext& m_job;
    DiffRows m_out;
    std::vector<DiffRow> m_rows;
    std::vector<DiffPart> m_parts;
};

/// One row for the stage: that all its nodes are missing says no more.
void Writer::addOneSided(const StageDiff& diff) {
    const bool removed = diff.left != nullptr;
    const Address address = Address::ofStage(text(diff.method), text(diff.stage));
    m_parts.push_back({diff.method, text(diff.stage), std::nullopt, 0, removed ? diff.removed.size() : 0,
                       removed ? 0 : diff.added.size(), removed ? Address() : address, true});
    m_rows.push_back({"stage", removed ? ChangeState::Removed : ChangeState::Added, removed ? address : Address(),
                      removed ? Address() : address, &diff});
}

void Writer::addStage(const StageDiff& diff) {
    if (diff.left == nullptr && diff.right == nullptr) return;
    if (diff.left == nullptr || diff.right == nullptr) return addOneSided(diff);
    m_parts.push_back({diff.method, text(diff.stage), diff.match.matched, diff.changed.size(), diff.removed.size(),
                       diff.added.size(), Address::ofStage(text(diff.method), text(diff.stage))});
    addNodes(diff);
}

DiffRow nodeRow(const StageDiff& diff, ChangeState state, NodeId left, NodeId right, std::span<const FieldChange> changes) {
    const auto address = [&](const std::string& path) {
        return path.empty() ? Address() : Address::ofNode(text(diff.method), text(diff.stage), text(path));
    };
    return {"node", state, address(pathOf(diff.left, left)), address(pathOf(diff.right, right)), &diff, nullptr, changes,
            left,   right};
}

/// In execution order: what was added stands behind the matched node before it, so that a replacement is read in one place.
void Writer::addNodes(const StageDiff& diff) {
    std::map<std::pair<std::int64_t, std::int64_t>, DiffRow> rows;  // by the node on the left, or the matched one before it
    for (const NodeId node : diff.removed) rows.try_emplace({node.index(), -1}, nodeRow(diff, ChangeState::Removed, node, {}, {}));
    for (const auto& [left, changes] : diff.changed)
        rows.try_emplace({left.index(), -1}, nodeRow(diff, ChangeState::Changed, left, diff.match.rightOf[left.index()], changes));
    std::int64_t before = -1;
    for (std::uint32_t n = 0; n < diff.right->nodeCount(); ++n) {
        if (const NodeId left = diff.match.leftOf[n]; left.valid())
            before = left.index();
        else
            rows.try_emplace({before, n}, nodeRow(diff, ChangeState::Added, {}, NodeId(n), {}));
    }
    for (auto& [place, row] : rows) m_rows.push_back(std::move(row));
}

void Writer::addValue(const char* kind, const ValueChange& change, const Address& before, const Address& after) {
    m_rows.push_back({kind, change.state, change.state == ChangeState::Added ? Address() : before,
                      change.state == ChangeState::Removed ? Address() : after, nullptr, &change, change.changes});
}

void Writer::addPartOf(const QString& part, const std::vector<ValueChange>& changes, std::optional<std::size_t> equal) {
    const auto count = [&](ChangeState state) {
        return static_cast<std::size_t>(std::ranges::count(changes, state, &ValueChange::state));
    };
    const std::size_t changed = count(ChangeState::Changed) + count(ChangeState::Moved);
    if (equal) *equal += changed;
    m_parts.push_back({{}, part, equal, changed, count(ChangeState::Removed), count(ChangeState::Added)});
}

/// Which row of a session's tensor list a weight is; nameless weights of programs are none that could be named.
class TensorRows {
public:
    explicit TensorRows(const compare::TensorList& list) : m_list(list) {
        const auto& rows = *list.rows();
        for (std::size_t i = 0; i < rows.size(); ++i)
            m_rows.try_emplace({rows[i].method, rows[i].name, inventory::tensorRoleName(rows[i].role)}, i);
    }
    Address address(const ValueChange& change, std::string_view role) const {
        const auto hit = m_rows.find({change.method, change.name, role});
        return hit == m_rows.end() ? Address() : Address::of(m_list.entity(hit->second));
    }

private:
    const compare::TensorList& m_list;
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> m_rows;
};

Result<void> Writer::addWeights(const compare::SessionDiff& diff) {
    if (diff.equalTensors > 0 || !diff.tensors.empty()) addPartOf(QObject::tr("weights"), diff.tensors, diff.equalTensors);
    if (diff.tensors.empty()) return {};
    const auto before = compare::tensorList(m_before, m_job), after = compare::tensorList(m_after, m_job);
    if (!before) return before.failure();
    if (!after) return after.failure();
    const TensorRows was(**before), is(**after);
    for (const ValueChange& change : diff.tensors) {
        const auto role = std::ranges::find(change.changes, "role", &FieldChange::field);
        addValue("weight", change, was.address(change, change.role),
                 is.address(change, role == change.changes.end() ? change.role : role->right));
    }
    return {};
}

/// The graph inside where it can be shown, else the method.
Result<Address> changedDelegate(const session::Session& session, const ValueChange& change, const JobContext& job) {
    const QString method = text(change.method);
    if (session.method(change.method) == nullptr) return Address();
    const auto stages = session::delegateStages({session, change.method}, job);
    if (!stages) return stages.failure();
    const auto stage = graph::StageId::parse(change.name);
    return std::ranges::find(*stages, stage) == stages->end() ? Address::ofMethod(method) : Address::ofStage(method, stage);
}

Result<void> Writer::addDelegates(const std::vector<ValueChange>& changes) {
    if (!changes.empty()) addPartOf(QObject::tr("delegates"), changes, std::nullopt);
    for (const ValueChange& change : changes) {
        const auto before = changedDelegate(m_before, change, m_job), after = changedDelegate(m_after, change, m_job);
        if (!before) return before.failure();
        if (!after) return after.failure();
        addValue("delegate", change, *before, *after);
    }
    return {};
}

void Writer::addValues(const char* kind, const QString& part, const std::vector<ValueChange>& changes,
                       Address (*addressOf)(const ValueChange&)) {
    if (!changes.empty()) addPartOf(part, changes, std::nullopt);
    for (const ValueChange& change : changes) addValue(kind, change, addressOf(change), addressOf(change));
}

Result<DiffRows> Writer::write(const DifferencePtr& diff) {
    for (const StageDiff& stage : diff->stages) addStage(stage);
    if (auto weights = addWeights(*diff); !weights) return weights.failure();
    if (auto delegates = addDelegates(diff->delegates); !delegates) return delegates.failure();
    addValues("output", QObject::tr("outputs"), diff->outputs, outputAddress);
    addValues("metadata", QObject::tr("metadata"), diff->metadata,
              [](const ValueChange& change) { return Address::ofMetadata(text(change.name)); });
    for (const DiffRow& row : m_rows) m_out.before.push_back(row.before);
    const auto count = [this](ChangeState state) {
        return static_cast<std::size_t>(std::ranges::count(m_rows, state, &DiffRow::state));
    };
    const std::size_t all = m_rows.size(), added = count(ChangeState::Added), removed = count(ChangeState::Removed);
    m_out.rows = Tables::diff().rows(
        std::move(m_rows), [](const DiffRow& row) { return row.after; }, diff);
    m_out.parts = Tables::diffParts().rows(std::move(m_parts), [](const DiffPart& row) { return row.address; });
    m_out.rows.summary = QObject::tr("%n difference(s) · %1 changed · %2 removed · %3 added", nullptr, counted(all))
                             .arg(countText(all - added - removed), countText(removed), countText(added));
    m_out.rows.finding = m_out.rows.empty() ? Mark::None : Mark::Differ;
    m_out.rows.index();
    return std::move(m_out);
}

}  // namespace

const TypedTable<DiffRow>& Tables::diff() {
    using Row = DiffRow;
    static const TypedTable<Row> kTable{
        {{QT_TR_NOOP("Kind"), QT_TR_NOOP("Node, weight, delegate, output, metadata, or a whole stage"), kPlain, 7},
         [](const Row& row) { return Cell{.text = word(QLatin1String(row.kind))}; }},
        {{QT_TR_NOOP("State"), QT_TR_NOOP("Added: only in this session; removed: only in the other export, which was before"),
          kPlain, 13},
         [](const Row& row) { return stateCell(row.state); }},
        {{QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 11},
         [](const Row& row) { return nameCell(row.value != nullptr ? row.value->method : row.stage->method); }},
        {{QT_TR_NOOP("Stage"), QT_TR_NOOP("Of nodes"), kPlain, 10},
         [](const Row& row) { return row.stage != nullptr ? nameCell(row.stage->stage.text()) : noCell(); }},
        {{QT_TR_NOOP("Name"), QT_TR_NOOP("Node path, weight or key; below it the one in this session, where that is another"),
          kCode, 22},
         changedNameCell},
        {{QT_TR_NOOP("Target or role"),
          QT_TR_NOOP("Operator of nodes, below it their module; role of weights, backend of delegates"), kCode, 20},
         targetCell},
        {{QT_TR_NOOP("What changed"), QT_TR_NOOP("Before → after; the tooltip has a line for each change"), kCode, 28},
         whatChangedCell},
        {{"max_abs", QT_TR_NOOP("Weights of one type and shape: largest |after − before|"), kNumber, 7},
         [](const Row& row) { return row.value != nullptr && row.value->maxAbs ? numberCell(*row.value->maxAbs) : noCell(); }}};
    return kTable;
}

const TypedTable<DiffPart>& Tables::diffParts() {
    using Row = DiffPart;
    static const TypedTable<Row> kTable{
        {{QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 18}, [](const Row& row) { return nameCell(row.method); }},
        {{QT_TR_NOOP("Part"), QT_TR_NOOP("Stage whose nodes are counted, or what else is compared"), kPlain, 14},
         [](const Row& row) { return Cell{.text = row.part}; }},
        {{QT_TR_NOOP("Matched"), QT_TR_NOOP("Pairs of nodes or weights, changed ones included"), kNumber, 11},
         [](const Row& row) { return row.matched ? rareCell(*row.matched) : noCell(); }},
        {{QT_TR_NOOP("Changed"), QT_TR_NOOP("Pairs that are not the same"), kNumber, 11},
         [](const Row& row) { return rareCell(row.changed); }},
        {{QT_TR_NOOP("Removed"), QT_TR_NOOP("Only in the other export"), kNumber, 11},
         [](const Row& row) { return rareCell(row.removed); }},
        {{QT_TR_NOOP("Added"), QT_TR_NOOP("Only in this session"), kNumber, 11},
         [](const Row& row) { return rareCell(row.added); }},
        {{QT_TR_NOOP("State"), QT_TR_NOOP("Of the part")}, partStateCell}};
    return kTable;
}

/// All of both, unless less was chosen.
Result<FoundDifference> foundDifference(const ComparedExports& exports, const DiffChoice& choice, const JobContext& job) {
    FoundDifference made;
    if (choice.isAll()) made.difference = exports.known;
    if (made.difference == nullptr) {
        auto diff = compare::difference(*exports.before, *exports.after, choice.method.toStdString(), choice.stage.toStdString(),
                                        job, exports.pairs);
        if (!diff) return diff.failure();
        made.difference = std::make_shared<const compare::SessionDiff>(*std::move(diff));
    }
    if (choice.isAll())
        made.answer = std::make_shared<const findings::Answer>(
            findings::changesAnswer(*exports.before, *exports.after, *made.difference, exports.baseline.toStdString()));
    return made;
}

std::size_t FoundDifference::matchedNodes() const {
    std::size_t sum = 0;
    for (const StageDiff& stage : difference->stages) sum += stage.match.matched;
    return sum;
}

bool FoundDifference::isNothing() const { return difference->empty() && difference->tensors.empty(); }

Result<ChangesByMeaning> changesByMeaning(const ComparedExports& exports, const JobContext& job) {
    auto all = foundDifference(exports, {}, job);
    if (!all) return all.failure();
    const session::Session &before = *exports.before, &after = *exports.after;
    auto changes = compare::moduleChanges(before, after, *all->difference, job);
    if (!changes) return changes.failure();
    auto facts = changeFacts(before, after, *all->difference, *changes, job);
    if (!facts) return facts.failure();
    ChangeItemsPtr items = changeItems(*std::move(changes), *all->difference);
    return ChangesByMeaning{*std::move(all), std::move(items), *std::move(facts)};
}

Result<DiffRows> diffRows(const ComparedExports& exports, const DiffChoice& choice, const JobContext& job) {
    auto diff = foundDifference(exports, choice, job);
    if (!diff) return diff.failure();
    auto rows = Writer(*exports.before, *exports.after, job).write(diff->difference);
    if (rows) rows->found = *std::move(diff);
    return rows;
}

}  // namespace etscope::ui
