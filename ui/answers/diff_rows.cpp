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
    Address here, there;  ///< in the left and in the right session; none where it is not
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
    const GraphModel& model = row.left.valid() ? *row.stage->left : *row.stage->right;
    const graph::Node& node = model.node(row.left.valid() ? row.left : row.right);
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
    Writer(const session::Session& left, const session::Session& right, const JobContext& job)
        : m_left(left), m_right(right), m_job(job) {}

    Result<DiffRows> write(const std::shared_ptr<const compare::SessionDiff>& diff);

private:
    void addOneSided(const StageDiff& diff);
    void addStage(const StageDiff& diff);
    void addNodes(const StageDiff& diff);
    Result<void> addWeights(const compare::SessionDiff& diff);
    Result<void> addDelegates(const std::vector<ValueChange>& changes);
    void addValues(const char* kind, const QString& part, const std::vector<ValueChange>& changes,
                   Address (*addressOf)(const ValueChange&));
    void addValue(const char* kind, const ValueChange& change, const Address& left, const Address& right);
    void addPartOf(const QString& part, const std::vector<ValueChange>& changes, std::optional<std::size_t> equal);

    const session::Session& m_left;
    const session::Session& m_right;
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
                       removed ? 0 : diff.added.size(), removed ? address : Address(), true});
    m_rows.push_back({"stage", removed ? ChangeState::Removed : ChangeState::Added, removed ? address : Address(),
                      removed ? Address() : address, &diff});
}

void Writer::addStage(const StageDiff& diff) {
    m_out.nodes += diff.match.matched;
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

void Writer::addValue(const char* kind, const ValueChange& change, const Address& left, const Address& right) {
    m_rows.push_back({kind, change.state, change.state == ChangeState::Added ? Address() : left,
                      change.state == ChangeState::Removed ? Address() : right, nullptr, &change, change.changes});
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
    m_out.weights = diff.equalTensors;
    if (diff.tensors.empty()) return {};
    const auto left = compare::tensorList(m_left, m_job), right = compare::tensorList(m_right, m_job);
    if (!left) return left.failure();
    if (!right) return right.failure();
    const TensorRows ours(**left), theirs(**right);
    for (const ValueChange& change : diff.tensors) {
        const auto role = std::ranges::find(change.changes, "role", &FieldChange::field);
        addValue("weight", change, ours.address(change, change.role),
                 theirs.address(change, role == change.changes.end() ? change.role : role->right));
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
        const auto left = changedDelegate(m_left, change, m_job), right = changedDelegate(m_right, change, m_job);
        if (!left) return left.failure();
        if (!right) return right.failure();
        addValue("delegate", change, *left, *right);
    }
    return {};
}

void Writer::addValues(const char* kind, const QString& part, const std::vector<ValueChange>& changes,
                       Address (*addressOf)(const ValueChange&)) {
    if (!changes.empty()) addPartOf(part, changes, std::nullopt);
    for (const ValueChange& change : changes) addValue(kind, change, addressOf(change), addressOf(change));
}

Result<DiffRows> Writer::write(const std::shared_ptr<const compare::SessionDiff>& diff) {
    for (const StageDiff& stage : diff->stages) addStage(stage);
    if (auto weights = addWeights(*diff); !weights) return weights.failure();
    if (auto delegates = addDelegates(diff->delegates); !delegates) return delegates.failure();
    addValues("output", QObject::tr("outputs"), diff->outputs, outputAddress);
    addValues("metadata", QObject::tr("metadata"), diff->metadata,
              [](const ValueChange& change) { return Address::ofMetadata(text(change.name)); });
    for (const DiffRow& row : m_rows) m_out.right.push_back(row.there);
    const auto count = [this](ChangeState state) {
        return static_cast<std::size_t>(std::ranges::count(m_rows, state, &DiffRow::state));
    };
    const std::size_t all = m_rows.size(), added = count(ChangeState::Added), removed = count(ChangeState::Removed);
    m_out.rows = Tables::diff().rows(
        std::move(m_rows), [](const DiffRow& row) { return row.here; }, diff);
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
        {{QT_TR_NOOP("State"), QT_TR_NOOP("Added: only in the other export; removed: only in this session"), kPlain, 13},
         [](const Row& row) { return stateCell(row.state); }},
        {{QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 11},
         [](const Row& row) { return nameCell(row.value != nullptr ? row.value->method : row.stage->method); }},
        {{QT_TR_NOOP("Stage"), QT_TR_NOOP("Of nodes"), kPlain, 10},
         [](const Row& row) { return row.stage != nullptr ? nameCell(row.stage->stage.text()) : noCell(); }},
        {{QT_TR_NOOP("Name"), QT_TR_NOOP("Node path, weight or key; below it the one in the other export, where that is another"),
          kCode, 22},
         changedNameCell},
        {{QT_TR_NOOP("Target or role"),
          QT_TR_NOOP("Operator of nodes, below it their module; role of weights, backend of delegates"), kCode, 20},
         targetCell},
        {{QT_TR_NOOP("What changed"), QT_TR_NOOP("Left → right; the tooltip has a line for each change"), kCode, 28},
         whatChangedCell},
        {{"max_abs", QT_TR_NOOP("Weights of one type and shape: largest |left − right|"), kNumber, 7},
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
        {{QT_TR_NOOP("Removed"), QT_TR_NOOP("Only in this session"), kNumber, 11},
         [](const Row& row) { return rareCell(row.removed); }},
        {{QT_TR_NOOP("Added"), QT_TR_NOOP("Only in the other export"), kNumber, 11},
         [](const Row& row) { return rareCell(row.added); }},
        {{QT_TR_NOOP("State"), QT_TR_NOOP("Of the part")}, partStateCell}};
    return kTable;
}

Result<DiffRows> diffRows(const session::Session& left, const session::Session& right, const QString& other, const DiffChoice& choice,
                          const NodePairs& pairs, const JobContext& job) {
    auto found = compare::difference(left, right, choice.method.toStdString(), choice.stage.toStdString(), job, pairs);
    if (!found) return found.failure();
    const auto diff = std::make_shared<const compare::SessionDiff>(*std::move(found));
    auto rows = Writer(left, right, job).write(diff);
    if (!rows || !choice.method.isEmpty() || !choice.stage.isEmpty()) return rows;
    auto changes = compare::moduleChanges(left, right, *diff, job);
    if (!changes) return changes.failure();
    auto facts = changeFacts(left, right, *diff, *changes, job);
    if (!facts) return facts.failure();
    rows->facts = *std::move(facts);
    rows->answer = std::make_shared<const findings::Answer>(findings::changesAnswer(left, right, *diff, other.toStdString()));
    rows->meaning = changeItems(*std::move(changes), *diff);
    return rows;
}

}  // namespace etscope::ui
