#include "compare/diff.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/base_name.h"
#include "base/enum_table.h"
#include "base/escaped.h"
#include "base/hex.h"
#include "base/lists.h"
#include "base/number_text.h"
#include "compare/logged_tensors.h"
#include "compare/output_changes.h"
#include "compare/weight_changes.h"
#include "inventory/delegate_rows.h"
#include "inventory/metadata.h"
#include "inventory/named_data.h"
#include "inventory/tensor_rows.h"
#include "inventory/weight_roles.h"
#include "io/sha256.h"
#include "tensor/comparison.h"
#include "tensor/format.h"

namespace etscope::compare {
namespace {

using graph::NodeId;
using graph::StageId;
using modules::FieldChange;

struct StageName {
    std::string method;
    StageId stage;
};

/// Stages of both sides in the order of the left one, then what only the right one has.
std::vector<StageName> stagesOf(const session::Session& left, const session::Session& right, const std::string& method,
                                const std::string& stage) {
    std::vector<StageName> names;
    const StageId only = StageId::parse(stage);
    if (only.insideDelegate()) return {{method, only}};  // not among the stages of a method
    for (const session::Session* side : {&left, &right})
        for (const session::Method& one : side->methods())
            for (const StageId& name : one.stages) {
                const bool wanted = (method.empty() || one.name == method) && (stage.empty() || name == only);
                const bool known = std::ranges::any_of(
                    names, [&](const StageName& other) { return other.method == one.name && other.stage == name; });
                if (wanted && !known) names.push_back({one.name, name});
            }
    return names;
}

Result<std::shared_ptr<const graph::GraphModel>> graphOf(const session::Session& session, const StageName& name,
                                                         const JobContext& job) {
    const session::Method* method = session.method(name.method);
    if (method == nullptr || (!name.stage.insideDelegate() && !method->has(name.stage)))
        return std::shared_ptr<const graph::GraphModel>();
    auto graph = session.graph(name.method, name.stage, job);
    if (graph || graph.cancelled()) return graph;
    Diagnostics diagnostics;
    diagnostics.error(graph.error());
    session.addDiagnostics(diagnostics);
    return std::shared_ptr<const graph::GraphModel>();
}

void takeAll(const graph::GraphModel* model, std::vector<NodeId>& nodes) {
    for (std::uint32_t n = 0; model != nullptr && n < model->nodeCount(); ++n) nodes.emplace_back(n);
}

Result<NodeId> nodeOf(const graph::GraphModel& model, const std::string& path) {
    const NodeId node = model.findNode(path);
    return node.valid() ? Result<NodeId>(node)
                        : Result<NodeId>(fail("no-such-node", "the pair names a node that is not there", path));
}

/// Those of the stage.
Result<std::vector<modules::NodePair>> nodePairs(const StageDiff& diff, std::span<const HandPair> pairs) {
    std::vector<modules::NodePair> nodes;
    for (const HandPair& pair : pairs) {
        if (pair.method != diff.method || pair.stage != diff.stage) continue;
        const auto left = nodeOf(*diff.left, pair.left), right = nodeOf(*diff.right, pair.right);
        if (!left) return left.failure();
        if (!right) return right.failure();
        nodes.emplace_back(*left, *right);
    }
    return nodes;
}

Result<StageDiff> stageDiff(const session::Session& left, const session::Session& right, const StageName& name,
                            const JobContext& job, std::span<const HandPair> pairs) {
    StageDiff diff{name.method, name.stage, {}, {}, {}, {}, {}, {}};
    auto ours = graphOf(left, name, job), theirs = graphOf(right, name, job);
    if (!ours) return ours.failure();
    if (!theirs) return theirs.failure();
    diff.left = *std::move(ours);
    diff.right = *std::move(theirs);
    if (diff.left == nullptr || diff.right == nullptr) {
        takeAll(diff.left.get(), diff.removed);
        takeAll(diff.right.get(), diff.added);
        return diff;
    }
    const auto byHand = nodePairs(diff, pairs);
    if (!byHand) return byHand.failure();
    auto match = modules::matchGraphs(*diff.left, *diff.right, job, *byHand);
    if (!match) return match.failure();
    diff.match = *std::move(match);
    for (std::uint32_t n = 0; n < diff.left->nodeCount(); ++n) {
        if (!diff.match.rightOf[n].valid()) {
            diff.removed.emplace_back(n);
            continue;
        }
        auto changes = modules::changesOf(*diff.left, *diff.right, diff.match, NodeId(n));
        if (!changes.empty()) diff.changed.push_back({NodeId(n), std::move(changes)});
    }
    for (std::uint32_t n = 0; n < diff.right->nodeCount(); ++n)
        if (!diff.match.leftOf[n].valid()) diff.added.emplace_back(n);
    return diff;
}

using WeightKey = std::pair<std::string, std::string>;  // method, name
using Weights = std::map<WeightKey, const inventory::TensorRow*>;
using LaterWeights = std::map<std::tuple<std::string, std::string, std::string>, const inventory::TensorRow*>;

/// The content of a nameless weight as a name: programs keep no names. What cannot be read is told apart by its place.
std::string contentName(const inventory::TensorRow& row, std::size_t number, const JobContext& job) {
    const std::string type = tensor::typeAndShapeText(row.tensor.type, row.tensor.shape);
    const std::uint64_t start = static_cast<std::uint64_t>(row.tensor.storageOffset) * itemSize(row.tensor.type);
    const bool dense = row.tensor.state == tensor::DataState::Dense, rowMajor = row.tensor.contiguous();
    const auto bytes = dense && rowMajor ? row.tensor.storage.part(start, row.tensor.byteCount().value_or(0))
                       : dense           ? Result<ByteRange>(row.tensor.storage)
                                         : Result<ByteRange>(fail("tensor-has-no-data", ""));
    const auto hash = bytes ? sha256(*bytes, job) : Result<std::string>(fail("tensor-has-no-data", ""));
    return type + " " + (hash ? hash->substr(0, 16) : "#" + std::to_string(number));
}

/// A weight inside a delegate as a row, nameless where the payload does not have the model's name; of what is packed, the bytes.
inventory::TensorRow rowOf(const delegates::Weight& weight, const std::string& method, std::size_t delegate, std::size_t number) {
    inventory::TensorRow row;
    if (weight.qualified) row.name = weight.name;
    row.role = weight.key.empty() ? inventory::TensorRole::Constant : inventory::TensorRole::NamedData;
    row.method = method;
    row.stage = StageId::payload(static_cast<std::uint32_t>(delegate)).text();
    row.index = static_cast<std::int64_t>(number);
    row.tensor.storage = weight.bytes;
    row.tensor.type = weight.type.value_or(ScalarType::U8);
    row.tensor.shape = weight.shape;
    row.tensor.strides = weight.strides;
    row.tensor.storageOffset = weight.storageOffset;
    const bool whole = weight.strides.empty() ? row.tensor.byteCount() == weight.bytes.size : row.tensor.validate().hasValue();
    if (!weight.type || !whole) {
        row.tensor.type = ScalarType::U8;
        row.tensor.shape = {static_cast<std::int64_t>(weight.bytes.size)};
        row.tensor.strides.clear();
        row.tensor.storageOffset = 0;
    }
    return row;
}

/// What the delegates of a program read, each place once a method.
Result<std::vector<inventory::TensorRow>> delegateWeights(const session::MethodView& method, const JobContext& job) {
    std::vector<inventory::TensorRow> rows;
    if (method.session.programFile() == nullptr) return rows;
    std::set<std::tuple<std::string, std::string, const Source*, std::uint64_t>> seen;
    for (const program::ExecutionPlan& plan : method.session.programFile()->program->plans()) {
        if (!method.name.empty() && plan.name != method.name) continue;
        for (std::size_t i = 0; i < plan.delegates.size(); ++i) {
            const auto decoded = method.session.delegate(plan.name, i, job);
            if (decoded.cancelled()) return decoded.failure();
            if (!decoded) continue;
            for (std::size_t w = 0; w < (*decoded)->weights.size(); ++w)
                if (const delegates::Weight& weight = (*decoded)->weights[w];
                    weight.bytes.hasData() && seen.emplace(plan.name, weight.qualified ? weight.name : std::string(),
                                                           weight.bytes.source.get(), weight.bytes.offset)
                                                  .second)
                    rows.push_back(rowOf(weight, plan.name, i, w));
        }
    }
    return rows;
}

/// Whether it is a nameless constant of a program beside the one that is looked at: bundles have a program of their own.
bool isOfOtherProgram(const session::Session& session, const inventory::TensorRow& row) {
    if (!row.name.empty() || row.role != inventory::TensorRole::Constant) return false;
    const session::SessionFile& file = session.files()[row.file];
    return session.programFile() != nullptr && &file != session.programFile() && file.program != nullptr;
}

/// A method's weights, of its earliest stage. Nameless ones go by content: the same content several times gets numbers. `later`:
/// what its further stages have under those names, by method, name and stage, where it lies elsewhere.
Weights weightsOf(const session::Session& session, const std::vector<inventory::TensorRow>& rows,
                  const std::vector<inventory::TensorRow>& inside, const std::string& method, LaterWeights& later,
                  const JobContext& job) {
    Weights weights;
    std::size_t number = 0;
    const auto add = [&](const inventory::TensorRow& row) {
        ++number;
        if (!inventory::isStoredWeight(row.role) || (!method.empty() && row.method != method)) return;
        if (!row.name.empty()) {
            const auto [first, fresh] = weights.try_emplace({row.method, row.name}, &row);
            const ByteRange &bytes = row.tensor.storage, &known = first->second->tensor.storage;
            if (!fresh && (bytes.source != known.source || bytes.offset != known.offset))
                later.try_emplace({row.method, row.name, row.stage}, &row);
            return;
        }
        const std::string name = contentName(row, number, job);
        for (std::size_t copy = 1;
             !weights.try_emplace({row.method, copy == 1 ? name : name + " ×" + std::to_string(copy)}, &row).second;)
            ++copy;
    };
    for (const inventory::TensorRow& row : rows)
        if (!isOfOtherProgram(session, row)) add(row);
    std::ranges::for_each(inside, add);
    return weights;
}

/// Changes of weights that are the same at the earliest stage, and another's at a later one: lowering, or somebody, changed them.
Result<std::map<WeightKey, ValueChange>> laterChanges(const LaterWeights& ours, const LaterWeights& theirs, const JobContext& job) {
    std::map<WeightKey, ValueChange> changes;
    for (const auto& [key, row] : ours) {
        if (job.cancelled()) return cancelledFailure();
        const auto hit = theirs.find(key);
        auto change =
            hit == theirs.end() ? Result<std::optional<ValueChange>>(std::nullopt) : weightChange(*row, *hit->second, job);
        if (!change) return change.failure();
        if (!*change) continue;
        for (FieldChange& field : (*change)->changes) field.field += " at " + row->stage;
        changes.try_emplace({row->method, row->name}, **std::move(change));
    }
    return changes;
}

Result<void> addTensors(const session::Session& left, const session::Session& right, const std::string& method, SessionDiff& diff,
                        const JobContext& job) {
    const auto ours = compare::tensors(left, job), theirs = compare::tensors(right, job);
    if (!ours) return ours.failure();
    if (!theirs) return theirs.failure();
    // What is shipped, beside what a record has; of one program alone, it would be all removed or all added.
    using Rows = std::vector<inventory::TensorRow>;
    const bool both = left.programFile() != nullptr && right.programFile() != nullptr;
    const auto ourInside = both ? delegateWeights({left, method}, job) : Result<Rows>(Rows());
    const auto theirInside = both ? delegateWeights({right, method}, job) : Result<Rows>(Rows());
    if (!ourInside) return ourInside.failure();
    if (!theirInside) return theirInside.failure();
    LaterWeights ourLater, theirLater;
    const Weights a = weightsOf(left, **ours, *ourInside, method, ourLater, job),
                  b = weightsOf(right, **theirs, *theirInside, method, theirLater, job);
    const auto later = laterChanges(ourLater, theirLater, job);
    if (!later) return later.failure();
    std::size_t done = 0;
    for (const auto& [key, row] : a) {
        if (job.cancelled()) return cancelledFailure();
        job.report(static_cast<double>(++done) / static_cast<double>(a.size()));
        const auto hit = b.find(key);
        if (hit == b.end()) continue;
        auto change = weightChange(*row, *hit->second, job);
        if (!change) return change.failure();
        if (const auto lowered = later->find(key); !*change && lowered != later->end()) *change = lowered->second;
        if (!*change) {
            ++diff.equalTensors;
            continue;
        }
        (*change)->name = key.second;
        diff.tensors.push_back(**std::move(change));
    }
    const auto alone = [](const Weights& weights, const Weights& other) {
        NamedWeights list;
        for (const auto& [key, row] : weights)
            if (!other.contains(key)) list.push_back({row, key.second});
        return list;
    };
    std::set<WeightKey> told;
    for (const ValueChange& change : diff.tensors) told.emplace(change.method, change.name);
    auto others = leftoverChanges(left, right, alone(a, b), alone(b, a), told, job);
    if (!others) return others.failure();
    std::ranges::move(*others, std::back_inserter(diff.tensors));
    return {};
}

/// The first bytes in hexadecimal.
std::string hexHead(const ByteRange& bytes) {
    constexpr std::uint64_t kShown = 32;
    const auto content = bytes.source != nullptr ? bytes.source->read(bytes.offset, std::min(kShown, bytes.size))
                                                 : Result<std::vector<std::byte>>(std::vector<std::byte>{});
    if (!content) return {};
    return hexText(*content) + (bytes.size > kShown ? "…" : "");
}

std::string metadataText(const program::MetadataValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return std::to_string(*integer);
    if (const auto* real = std::get_if<double>(&value.value)) return shortest(*real);
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
    if (const auto* words = std::get_if<std::string>(&value.value)) return *words;
    if (const auto* tensor = std::get_if<program::MetadataTensor>(&value.value)) {
        const std::vector<std::int64_t> shape(tensor->shape.begin(), tensor->shape.end());
        return tensor::typeAndShapeText(tensor->type, shape) + " " + hexHead(tensor->bytes);
    }
    if (const auto* raw = std::get_if<program::MetadataBytes>(&value.value))
        return std::to_string(raw->range.size) + " bytes " + hexHead(raw->range);
    const auto* list = std::get_if<std::vector<program::MetadataValue>>(&value.value);
    if (list == nullptr) return "none";
    return "[" + joined(*list, ", ", metadataText) + "]";
}

std::map<std::string, std::string> metadataOf(const session::Session& session) {
    std::map<std::string, std::string> values;
    const auto metadata = inventory::metadata(session);
    for (const program::MetadataEntry& entry : metadata->entries) values.try_emplace(entry.key, metadataText(entry.chosen().value));
    return values;
}

void addMetadata(const session::Session& left, const session::Session& right, SessionDiff& diff) {
    const auto a = metadataOf(left), b = metadataOf(right);
    const auto add = [&diff](const std::string& key, ChangeState state, const std::string& x, const std::string& y) {
        diff.metadata.push_back({key, "", "", state, {{"value", x, y}}, {}});
    };
    for (const auto& [key, value] : a) {
        const auto hit = b.find(key);
        if (hit == b.end())
            add(key, ChangeState::Removed, value, "");
        else if (hit->second != value)
            add(key, ChangeState::Changed, value, hit->second);
    }
    for (const auto& [key, value] : b)
        if (!a.contains(key)) add(key, ChangeState::Added, "", value);
}

using DelegateKey = std::pair<std::string, std::int64_t>;  // method, index

Result<std::map<DelegateKey, inventory::DelegateRow>> delegatesOf(const session::MethodView& method, const JobContext& job) {
    auto rows = inventory::delegateRows(method.session, job);
    if (!rows) return rows.failure();
    std::map<DelegateKey, inventory::DelegateRow> byKey;
    for (inventory::DelegateRow& row : *rows)
        if (method.name.empty() || row.method == method.name) byKey.emplace(DelegateKey{row.method, row.index}, std::move(row));
    return byKey;
}

/// Size and beginning of the hash of a payload; nothing when it cannot be read.
std::optional<std::string> payloadText(const inventory::DelegateRow& row, const JobContext& job) {
    const auto hash = row.bytes.hasData() ? sha256(row.bytes, job) : Result<std::string>(fail("delegate-unreadable", ""));
    return hash ? std::optional(std::to_string(row.bytes.size) + " bytes " + hash->substr(0, 16)) : std::nullopt;
}

/// Payloads as they are: of whatever backend, decoded or not.
Result<void> addDelegates(const session::Session& left, const session::Session& right, const std::string& method, SessionDiff& diff,
                          const JobContext& job) {
    const auto ours = delegatesOf({left, method}, job), theirs = delegatesOf({right, method}, job);
    if (!ours) return ours.failure();
    if (!theirs) return theirs.failure();
    const auto nameOf = [](const inventory::DelegateRow& row) {
        return StageId::payload(static_cast<std::uint32_t>(row.index)).text();
    };
    for (const auto& [key, row] : *ours) {
        const auto hit = theirs->find(key);
        if (hit == theirs->end()) {
            diff.delegates.push_back({nameOf(row), row.method, row.id, ChangeState::Removed, {{"backend", row.id, ""}}, {}});
            continue;
        }
        ValueChange change{nameOf(row), row.method, row.id, ChangeState::Changed, {}, {}};
        const inventory::DelegateRow& other = hit->second;
        if (row.id != other.id) change.changes.push_back({"backend", row.id, other.id});
        const auto a = payloadText(row, job), b = payloadText(other, job);
        if (job.cancelled()) return cancelledFailure();
        if (!a || !b || *a != *b) change.changes.push_back({"content", a.value_or("unreadable"), b.value_or("unreadable")});
        if (!change.changes.empty()) diff.delegates.push_back(std::move(change));
    }
    for (const auto& [key, row] : *theirs)
        if (!ours->contains(key))
            diff.delegates.push_back({nameOf(row), row.method, row.id, ChangeState::Added, {{"backend", "", row.id}}, {}});
    return {};
}

}  // namespace

std::string_view changeStateName(ChangeState state) noexcept {
    static constexpr EnumTable<ChangeState::NotCompared> kNames({"added", "removed", "changed", "moved", "not_compared"});
    return kNames[state];
}

bool SessionDiff::empty() const noexcept {
    const auto notCompared = [](const ValueChange& change) { return change.state == ChangeState::NotCompared; };
    return std::ranges::all_of(tensors, notCompared) && metadata.empty() && delegates.empty() && outputs.empty() &&
           std::ranges::all_of(stages, &StageDiff::empty);
}

Result<StageDiff> stageDifference(const session::Session& left, const session::Session& right, const std::string& method,
                                  const graph::StageId& stage, const JobContext& job, std::span<const HandPair> pairs) {
    return stageDiff(left, right, {method, stage}, job, pairs);
}

Result<bool> isExport(const session::Session& session, const JobContext& job) {
    if (!session.methods().empty() || !inventory::metadata(session)->entries.empty()) return true;
    const auto weights = compare::tensors(session, job);
    if (!weights) return weights.failure();
    return !(*weights)->empty();
}

Result<SessionDiff> difference(const session::Session& left, const session::Session& right, const std::string& method,
                               const std::string& stage, const JobContext& job, std::span<const HandPair> pairs) {
    if (!method.empty() && left.method(method) == nullptr && right.method(method) == nullptr)
        return fail("no-such-method", "neither side has such a method", method);
    for (const session::Session* side : {&left, &right})
        if (const auto one = isExport(*side, job); !one)
            return one.failure();
        else if (!*one)
            return fail("no-export", "nothing of an export is in it: no method, no weight, no metadata",
                        side->files().empty() ? std::string() : escaped(baseName(side->files().front().path)));
    if (StageId::parse(stage).insideDelegate() && method.empty())
        return fail("no-such-method", "a delegate's graph needs the method", stage);
    SessionDiff diff;
    const auto names = stagesOf(left, right, method, stage);
    if (names.empty() && !stage.empty()) return fail("no-such-stage", "neither side has such a stage", stage);
    for (const StageName& name : names) {
        auto one = stageDiff(left, right, name, job, pairs);
        if (!one) return one.failure();
        diff.stages.push_back(*std::move(one));
    }
    if (auto tensors = addTensors(left, right, method, diff, job); !tensors) return tensors.failure();
    if (auto delegates = addDelegates(left, right, method, diff, job); !delegates) return delegates.failure();
    addMetadata(left, right, diff);
    auto outputs = outputChanges(left, right, method, job);
    if (!outputs) return outputs.failure();
    diff.outputs = *std::move(outputs);
    return diff;
}

}  // namespace etscope::compare
