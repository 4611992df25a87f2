#include "answers/diff_rows.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "answers/diff_cells.h"
#include "answers/tables.h"
#include "base/escaped.h"
#include "compare/diff.h"
#include "compare/tensor_list.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "session/delegate_stages.h"

namespace etscope::ui {
namespace {

using compare::ChangeState;
using compare::StageDiff;
using compare::ValueChange;
using graph::GraphModel;
using graph::NodeId;
using modules::FieldChange;
using namespace diff;

struct NodeRow {
    std::int64_t left;   ///< of the node, or of the matched one before it
    std::int64_t right;  ///< −1 for nodes of the left
    ChangeState state;
    const compare::ChangedNode* changed;  ///< of changed ones
};

/// In execution order: what was added stands behind the matched node before it, so that a replacement is read in one place.
std::vector<NodeRow> inOrder(const StageDiff& diff) {
    std::vector<NodeRow> rows;
    for (const NodeId node : diff.removed)
        rows.push_back({static_cast<std::int64_t>(node.index()), -1, ChangeState::Removed, nullptr});
    for (const compare::ChangedNode& one : diff.changed)
        rows.push_back({static_cast<std::int64_t>(one.left.index()), -1, ChangeState::Changed, &one});
    std::int64_t before = -1;
    for (std::uint32_t n = 0; n < diff.right->nodeCount(); ++n) {
        const NodeId left = diff.match.leftOf[n];
        if (left.valid())
            before = static_cast<std::int64_t>(left.index());
        else
            rows.push_back({before, n, ChangeState::Added, nullptr});
    }
    std::ranges::sort(rows, {}, [](const NodeRow& row) { return std::tie(row.left, row.right); });
    return rows;
}

/// The operator, and below it the module that it comes from.
Cell targetCell(const GraphModel& model, const graph::Node& node) {
    Cell cell = nameCell(shortTarget(model.text(node.target)));
    cell.second = text(escaped(modulePath(model.text(node.moduleStack))));
    cell.tooltip = text(model.text(node.target)) +
                   (cell.second.isEmpty() ? QString() : QLatin1Char('\n') + QObject::tr("module %1").arg(cell.second));
    return cell;
}

class Writer {
public:
    Writer(const session::Session& left, const session::Session& right, const JobContext& job)
        : m_left(left), m_right(right), m_job(job) {}

    Result<DiffRows> write(const compare::SessionDiff& diff);

private:
    void add(std::vector<Cell> cells, ChangeState state, const Address& left, const Address& right);
    void addPart(const std::string& method, const QString& part, Cell matched, std::size_t changed, std::size_t removed,
                 std::size_t added, const Address& address = {});
    void addOneSided(const StageDiff& diff);
    void addStage(const StageDiff& diff);
    void addNode(const StageDiff& diff, const NodeRow& row);
    Result<void> addWeights(const compare::SessionDiff& diff);
    Result<void> addDelegates(const std::vector<ValueChange>& changes);
    void addOutputs(const std::vector<ValueChange>& changes);
    void addMetadata(const std::vector<ValueChange>& changes);
    void addValue(const char* kind, const ValueChange& change, const Address& left, const Address& right);
    void addPartOf(const QString& part, const std::vector<ValueChange>& changes, std::optional<std::size_t> equal);

    const session::Session& m_left;
    const session::Session& m_right;
    const JobContext& m_job;
    DiffRows m_out;
    std::size_t m_added = 0, m_removed = 0, m_changed = 0;
};

void Writer::add(std::vector<Cell> cells, ChangeState state, const Address& left, const Address& right) {
    ++(state == ChangeState::Added ? m_added : state == ChangeState::Removed ? m_removed : m_changed);
    m_out.rows.add(std::move(cells), state == ChangeState::Added ? Address() : left);
    m_out.right.push_back(state == ChangeState::Removed ? Address() : right);
}

void Writer::addPart(const std::string& method, const QString& part, Cell matched, std::size_t changed, std::size_t removed,
                     std::size_t added, const Address& address) {
    const bool same = changed + removed + added == 0;
    m_out.parts.add({nameCell(method),
                     {.text = part},
                     std::move(matched),
                     rareCell(changed),
                     rareCell(removed),
                     rareCell(added),
                     {.text = same ? QObject::tr("same") : QObject::tr("differs"), .mark = same ? Mark::Match : Mark::Differ}},
                    address);
}

/// One row for the stage: that all its nodes are missing says no more.
void Writer::addOneSided(const StageDiff& diff) {
    const ChangeState state = diff.left != nullptr ? ChangeState::Removed : ChangeState::Added;
    const bool removed = state == ChangeState::Removed;
    const auto& nodes = removed ? diff.removed : diff.added;
    const Address address = Address::ofStage(text(diff.method), text(diff.stage));
    addPart(diff.method, text(diff.stage), noCell(), 0, removed ? nodes.size() : 0, removed ? 0 : nodes.size(),
            removed ? address : Address());
    m_out.parts.cells.back().back() = {
        .text = removed ? QObject::tr("only in this session") : QObject::tr("only in the other export"), .mark = Mark::Missing};
    add({{.text = word(QStringLiteral("stage"))},
         stateCell(state),
         nameCell(diff.method),
         nameCell(diff.stage.text()),
         nameCell(diff.stage.text()),
         noCell(),
         {.text = QObject::tr("%n node(s)", nullptr, counted(nodes.size()))},
         noCell()},
        state, address, address);
}

void Writer::addStage(const StageDiff& diff) {
    m_out.nodes += diff.match.matched;
    if (diff.left == nullptr && diff.right == nullptr) return;
    if (diff.left == nullptr || diff.right == nullptr) return addOneSided(diff);
    addPart(diff.method, text(diff.stage), rareCell(diff.match.matched), diff.changed.size(), diff.removed.size(),
            diff.added.size(), Address::ofStage(text(diff.method), text(diff.stage)));
    for (const NodeRow& row : inOrder(diff)) addNode(diff, row);
}

void Writer::addNode(const StageDiff& diff, const NodeRow& row) {
    const bool added = row.state == ChangeState::Added;
    const NodeId left = added ? NodeId() : NodeId(static_cast<std::uint32_t>(row.left));
    const NodeId right = added                    ? NodeId(static_cast<std::uint32_t>(row.right))
                         : row.changed != nullptr ? diff.match.rightOf[left.index()]
                                                  : NodeId();
    const std::string leftPath = left.valid() ? diff.left->nodePath(left) : std::string();
    const std::string rightPath = right.valid() ? diff.right->nodePath(right) : std::string();
    const GraphModel& model = added ? *diff.right : *diff.left;
    const graph::Node& node = model.node(added ? right : left);
    const auto address = [&](const std::string& path) {
        return path.empty() ? Address() : Address::ofNode(text(diff.method), text(diff.stage), text(path));
    };
    add({{.text = word(QStringLiteral("node"))},
         stateCell(row.state),
         nameCell(diff.method),
         nameCell(diff.stage.text()),
         sidesCell(leftPath, rightPath),
         targetCell(model, node),
         row.changed != nullptr ? changesCell(row.changed->changes, row.state) : noCell(),
         noCell()},
        row.state, address(leftPath), address(rightPath));
}

void Writer::addValue(const char* kind, const ValueChange& change, const Address& left, const Address& right) {
    add({{.text = word(QLatin1String(kind))},
         stateCell(change.state),
         nameCell(change.method),
         noCell(),
         nameCell(change.name),
         nameCell(word(text(change.role)).toStdString()),
         changesCell(change.changes, change.state),
         change.maxAbs ? numberCell(*change.maxAbs) : noCell()},
        change.state, left, right);
}

void Writer::addPartOf(const QString& part, const std::vector<ValueChange>& changes, std::optional<std::size_t> equal) {
    const auto count = [&](ChangeState state) {
        return static_cast<std::size_t>(std::ranges::count(changes, state, &ValueChange::state));
    };
    const std::size_t changed = count(ChangeState::Changed) + count(ChangeState::Moved);
    addPart({}, part, equal ? rareCell(*equal + changed) : noCell(), changed, count(ChangeState::Removed),
            count(ChangeState::Added));
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

void Writer::addOutputs(const std::vector<ValueChange>& changes) {
    if (!changes.empty()) addPartOf(QObject::tr("outputs"), changes, std::nullopt);
    for (const ValueChange& change : changes) {
        const Address address = outputAddress(change);
        addValue("output", change, address, address);
    }
}

void Writer::addMetadata(const std::vector<ValueChange>& changes) {
    if (!changes.empty()) addPartOf(QObject::tr("metadata"), changes, std::nullopt);
    for (const ValueChange& change : changes) {
        const Address address = Address::ofMetadata(text(change.name));
        addValue("metadata", change, address, address);
    }
}

Result<DiffRows> Writer::write(const compare::SessionDiff& diff) {
    for (const StageDiff& stage : diff.stages) addStage(stage);
    if (auto weights = addWeights(diff); !weights) return weights.failure();
    if (auto delegates = addDelegates(diff.delegates); !delegates) return delegates.failure();
    addOutputs(diff.outputs);
    addMetadata(diff.metadata);
    m_out.rows.summary = QObject::tr("%n difference(s) · %1 changed · %2 removed · %3 added", nullptr, counted(m_out.rows.size()))
                             .arg(countText(m_changed), countText(m_removed), countText(m_added));
    m_out.rows.finding = m_out.rows.empty() ? Mark::None : Mark::Differ;
    m_out.rows.index();
    return std::move(m_out);
}

}  // namespace

std::span<const Column> Tables::diff() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("Kind"), QT_TR_NOOP("Node, weight, delegate, output, metadata, or a whole stage"), kPlain, 7},
        {QT_TR_NOOP("State"), QT_TR_NOOP("Added: only in the other export; removed: only in this session"), kPlain, 13},
        {QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 11},
        {QT_TR_NOOP("Stage"), QT_TR_NOOP("Of nodes"), kPlain, 10},
        {QT_TR_NOOP("Name"), QT_TR_NOOP("Node path, weight or key; below it the one in the other export, where that is another"),
         kCode, 22},
        {QT_TR_NOOP("Target or role"),
         QT_TR_NOOP("Operator of nodes, below it their module; role of weights, backend of delegates"), kCode, 20},
        {QT_TR_NOOP("What changed"), QT_TR_NOOP("Left → right; the tooltip has a line for each change"), kCode, 28},
        {"max_abs", QT_TR_NOOP("Weights of one type and shape: largest |left − right|"), kNumber, 7}};
    return kColumns;
}

std::span<const Column> Tables::diffParts() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 18},
        {QT_TR_NOOP("Part"), QT_TR_NOOP("Stage whose nodes are counted, or what else is compared"), kPlain, 14},
        {QT_TR_NOOP("Matched"), QT_TR_NOOP("Pairs of nodes or weights, changed ones included"), kNumber, 11},
        {QT_TR_NOOP("Changed"), QT_TR_NOOP("Pairs that are not the same"), kNumber, 11},
        {QT_TR_NOOP("Removed"), QT_TR_NOOP("Only in this session"), kNumber, 11},
        {QT_TR_NOOP("Added"), QT_TR_NOOP("Only in the other export"), kNumber, 11},
        {QT_TR_NOOP("State"), QT_TR_NOOP("Of the part")}};
    return kColumns;
}

Result<DiffRows> diffRows(const session::Session& left, const session::Session& right, const DiffChoice& choice,
                          const NodePairs& pairs, const JobContext& job) {
    const auto diff = compare::difference(left, right, choice.method.toStdString(), choice.stage.toStdString(), job, pairs);
    if (!diff) return diff.failure();
    auto rows = Writer(left, right, job).write(*diff);
    if (!rows || !choice.method.isEmpty() || !choice.stage.isEmpty()) return rows;
    auto changes = compare::moduleChanges(left, right, *diff, job);
    if (!changes) return changes.failure();
    auto facts = changeFacts(left, right, *diff, *changes, job);
    if (!facts) return facts.failure();
    rows->facts = *std::move(facts);
    rows->meaning = changeItems(*std::move(changes), *diff);
    return rows;
}

}  // namespace etscope::ui
