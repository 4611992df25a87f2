#include "compare/weight_changes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "join/weights.h"
#include "tensor/comparison.h"
#include "tensor/content_hash.h"
#include "tensor/format.h"
#include "tensor/statistics.h"
#include "tensor/told_metrics.h"

namespace etscope::compare {
namespace {

using inventory::TensorRow;

/// Where a weight lies, for people: "forward, delegate:0, key 0660…", "decode, constant".
std::string placeText(const TensorRow& row, const std::string& name) {
    std::string text = row.method.empty() ? "no method" : row.method;
    if (row.index && !row.stage.empty()) return text + ", " + row.stage + ", " + name;
    return text + ", " + std::string(tensorRoleName(row.role)) + " " + name;
}

std::string typeText(const TensorRow& row) { return tensor::typeAndShapeText(row.tensor.type, row.tensor.shape); }

ValueChange oneSided(const NamedWeight& weight, bool left) {
    return {weight.name,
            weight.row->method,
            std::string(inventory::tensorRoleName(weight.row->role)),
            left ? ChangeState::Removed : ChangeState::Added,
            {{"value_type", left ? typeText(*weight.row) : "", left ? "" : typeText(*weight.row)}},
            {}};
}

/// Nothing for what cannot be read, or says nothing: ones and zeros are everywhere.
std::optional<tensor::ContentHash> tellingHash(const tensor::Tensor& tensor, const JobContext& job) {
    const auto statistics =
        tensor.state == tensor::DataState::Dense ? tensor::statistics(tensor, job) : fail("tensor-has-no-data", "");
    if (!statistics || statistics->finite == 0 || statistics->min == statistics->max) return std::nullopt;
    const auto hash = tensor::contentHash(tensor, job);
    return hash ? std::optional(*hash) : std::nullopt;
}

using Names = std::vector<std::string>;

const join::StoredWeight* storedOf(const session::Session& session, const NamedWeight& weight, const JobContext& job) {
    const auto weights = join::weights(session, job);
    return weights ? (*weights)->at(weight.row->tensor.storage) : nullptr;
}

/// The tensors of the record that a weight of its program is; none: nothing tells.
Names inRecord(const session::Session& session, const NamedWeight& weight, const JobContext& job) {
    const join::StoredWeight* stored = storedOf(session, weight, job);
    return stored != nullptr && stored->record != nullptr ? stored->record->names : Names();
}

/// Weights of the right side that the left one does not have by name, each given away once.
class Leftovers {
public:
    Leftovers(const NamedWeights& ours, const NamedWeights& theirs) : m_all(theirs) {
        std::set<std::uint64_t> wanted;
        for (const NamedWeight& weight : ours) wanted.insert(bytesOf(weight));
        for (const NamedWeight& weight : theirs) {
            if (wanted.contains(bytesOf(weight))) m_bySize[bytesOf(weight)].push_back(&weight);
            if (weight.row->index) m_byPlace.emplace(placeOf(*weight.row), &weight);
        }
    }

    const NamedWeight* sameBytes(const NamedWeight& weight, const JobContext& job) {
        const auto group = m_bySize.find(bytesOf(weight));
        const auto hash = group == m_bySize.end() ? std::nullopt : tellingHash(weight.row->tensor, job);
        if (!hash) return nullptr;
        auto [hashed, fresh] = m_byHash.try_emplace(bytesOf(weight));
        if (fresh)
            for (const NamedWeight* other : group->second)
                if (const auto one = tensor::contentHash(other->row->tensor, job)) hashed->second[*one].push_back(other);
        for (auto& same = hashed->second[*hash]; !same.empty();) {
            const NamedWeight* other = same.back();
            same.pop_back();
            if (m_given.insert(other).second) return other;
        }
        return nullptr;
    }

    const NamedWeight* samePlace(const NamedWeight& weight) {
        if (!weight.row->index) return nullptr;
        const auto hit = m_byPlace.find(placeOf(*weight.row));
        return hit != m_byPlace.end() && m_given.insert(hit->second).second ? hit->second : nullptr;
    }

    /// Constants of plans in the order of their places, where a method has as many of a type and shape on both sides; gives those
    /// that are left.
    std::vector<const NamedWeight*> pairInOrder(const std::vector<const NamedWeight*>& weights,
                                                std::vector<std::pair<const NamedWeight*, const NamedWeight*>>& pairs) {
        std::vector<const NamedWeight*> alone;
        const auto ours = byKind(weights), theirs = byKind(left());
        std::ranges::copy_if(weights, std::back_inserter(alone), [](const NamedWeight* one) { return !isOfPlan(*one); });
        for (const auto& [kind, group] : ours) {
            const auto others = theirs.find(kind);
            const bool paired = others != theirs.end() && others->second.size() == group.size();
            for (std::size_t i = 0; i < group.size(); ++i) {
                if (paired && m_given.insert(others->second[i]).second)
                    pairs.emplace_back(group[i], others->second[i]);
                else
                    alone.push_back(group[i]);
            }
        }
        return alone;
    }

    /// A constant of the method's program that is those tensors of the record.
    const NamedWeight* sameInRecord(const NamedWeight& weight, const Names& names, const session::Session& right,
                                    const JobContext& job) {
        if (!m_byRecord) {
            m_byRecord.emplace();
            for (const NamedWeight& other : m_all)
                if (other.row->name.empty()) m_byRecord->emplace(std::pair(other.row->method, inRecord(right, other, job)), &other);
        }
        const auto [first, last] = m_byRecord->equal_range({weight.row->method, names});
        for (auto other = first; other != last; ++other)
            if (m_given.insert(other->second).second) return other->second;
        return nullptr;
    }

    std::vector<const NamedWeight*> left() const {
        std::vector<const NamedWeight*> list;
        for (const NamedWeight& weight : m_all)
            if (!m_given.contains(&weight)) list.push_back(&weight);
        return list;
    }

private:
    /// A plan's own, which has no name.
    static bool isOfPlan(const NamedWeight& weight) {
        return weight.row->name.empty() && !weight.row->index && weight.row->role == inventory::TensorRole::Constant;
    }
    using Kind = std::tuple<std::string, ScalarType, std::vector<std::int64_t>>;  ///< method, type, shape
    using Groups = std::map<Kind, std::vector<const NamedWeight*>>;
    /// Of plans, each group by place in the file.
    static Groups byKind(const std::vector<const NamedWeight*>& weights) {
        Groups groups;
        for (const NamedWeight* weight : weights)
            if (isOfPlan(*weight))
                groups[{weight->row->method, weight->row->tensor.type, weight->row->tensor.shape}].push_back(weight);
        for (auto& [kind, group] : groups)
            std::ranges::stable_sort(group, {}, [](const NamedWeight* one) { return one->row->tensor.storage.offset; });
        return groups;
    }
    /// Method, delegate, number among its weights, type and shape.
    using Place = std::tuple<std::string, std::string, std::int64_t, ScalarType, std::vector<std::int64_t>>;
    static Place placeOf(const TensorRow& row) { return {row.method, row.stage, *row.index, row.tensor.type, row.tensor.shape}; }
    static std::uint64_t bytesOf(const NamedWeight& weight) { return weight.row->tensor.byteCount().value_or(0); }

    const NamedWeights& m_all;
    std::map<std::uint64_t, std::vector<const NamedWeight*>> m_bySize;
    std::map<std::uint64_t, std::map<tensor::ContentHash, std::vector<const NamedWeight*>>> m_byHash;
    std::map<Place, const NamedWeight*> m_byPlace;
    std::optional<std::multimap<std::pair<std::string, Names>, const NamedWeight*>> m_byRecord;  ///< method and names
    std::set<const NamedWeight*> m_given;
};

ValueChange moved(const NamedWeight& from, const NamedWeight& to) {
    return {from.name,
            from.row->method,
            std::string(inventory::tensorRoleName(from.row->role)),
            ChangeState::Moved,
            {{"place", placeText(*from.row, from.name), placeText(*to.row, to.name)}},
            {}};
}

/// Where the record of the left side tells it; else the name that content gives.
std::string recordedName(const session::Session& left, const NamedWeight& weight, const JobContext& job) {
    const join::StoredWeight* stored = storedOf(left, weight, job);
    const std::string name = stored != nullptr ? stored->nameInRecord() : std::string();
    return name.empty() ? weight.name : name;
}

}  // namespace

Result<std::optional<ValueChange>> weightChange(const inventory::TensorRow& a, const inventory::TensorRow& b,
                                                const JobContext& job) {
    ValueChange change{a.name, a.method, std::string(inventory::tensorRoleName(a.role)), ChangeState::Changed, {}, {}};
    if (a.role != b.role) change.changes.push_back({"role", change.role, std::string(inventory::tensorRoleName(b.role))});
    if (a.tensor.type != b.tensor.type || a.tensor.shape != b.tensor.shape) {
        change.changes.push_back({"value_type", typeText(a), typeText(b)});
        return std::optional(std::move(change));
    }
    tensor::ComparisonOptions options;
    options.tolerance = {0, 0, true};
    options.worst = 0;
    options.findAxisOrder = false;
    const auto compared = tensor::compare(a.tensor, b.tensor, options, job);
    if (compared.cancelled()) return compared.failure();
    if (!compared || !compared->metrics)
        change.changes.push_back({"content", "", "not compared: " + (compared ? compared->note.text() : compared.error().message)});
    else if (compared->metrics->mismatched > 0) {
        change.maxAbs = tensor::toldMaximum(*compared->metrics);
        change.changes.push_back({"content", std::to_string(compared->metrics->count) + " elements",
                                  std::to_string(compared->metrics->mismatched) + " of them differ"});
    }
    const bool uncompared = !compared || !compared->metrics;
    if (change.changes.size() == 1 && uncompared) change.state = ChangeState::NotCompared;
    if (change.changes.size() == 1 && change.changes.front().field == "role") change.state = ChangeState::Moved;
    return change.changes.empty() ? std::nullopt : std::optional(std::move(change));
}

Result<std::vector<ValueChange>> leftoverChanges(const session::Session& left, const session::Session& right,
                                                 const NamedWeights& ours, const NamedWeights& theirs,
                                                 const std::set<std::pair<std::string, std::string>>& told, const JobContext& job) {
    Leftovers leftovers(ours, theirs);
    std::vector<ValueChange> changes;
    std::vector<const NamedWeight*> open, alone;
    for (const NamedWeight& weight : ours) {
        if (job.cancelled()) return cancelledFailure();
        if (const NamedWeight* other = leftovers.sameBytes(weight, job))
            changes.push_back(moved(weight, *other));
        else
            open.push_back(&weight);
    }
    const auto namesOf = [&](const NamedWeight& weight) {
        return weight.row->name.empty() ? inRecord(left, weight, job) : Names();
    };
    std::vector<std::pair<const NamedWeight*, const NamedWeight*>> pairs;
    for (const NamedWeight* weight : open) {
        const Names names = namesOf(*weight);
        const NamedWeight* now = leftovers.samePlace(*weight);
        if (now == nullptr && !names.empty()) now = leftovers.sameInRecord(*weight, names, right, job);
        now != nullptr ? pairs.emplace_back(weight, now), void() : alone.push_back(weight);
    }
    for (const NamedWeight* weight : leftovers.pairInOrder(alone, pairs)) changes.push_back(oneSided(*weight, true));
    for (const auto& [weight, now] : pairs) {
        const Names names = namesOf(*weight);
        const std::string& method = weight->row->method;
        if (!names.empty() && std::ranges::all_of(names, [&](const auto& name) { return told.contains({method, name}); })) continue;
        auto change = weightChange(*weight->row, *now->row, job);
        if (!change) return change.failure();
        if (!*change) continue;
        (*change)->name = recordedName(left, *weight, job);
        changes.push_back(**std::move(change));
    }
    for (const NamedWeight* weight : leftovers.left()) changes.push_back(oneSided(*weight, false));
    return changes;
}

}  // namespace etscope::compare
