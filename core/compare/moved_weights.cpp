#include "compare/moved_weights.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "inventory/delegate_tensors.h"
#include "tensor/content_hash.h"
#include "tensor/format.h"
#include "tensor/statistics.h"

namespace etscope::compare {
namespace {

using inventory::TensorRow;

/// Where a weight lies, for people: "forward, delegate:0, key 0660…", "decode, constant".
std::string placeText(const TensorRow& row, const std::string& name) {
    std::string text = row.method.empty() ? "no method" : row.method;
    if (row.role == inventory::TensorRole::DelegateConstant) return text + ", " + row.stage + ", " + name;
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

/// Weights of one side by content; only sizes that somebody asks for are read.
class Contents {
public:
    void add(const TensorRow& row, std::string name) {
        if (row.tensor.state != tensor::DataState::Dense) return;
        if (const auto bytes = row.tensor.byteCount()) m_bySize[*bytes].push_back({&row, std::move(name)});
    }

    const NamedWeight* find(std::uint64_t bytes, const tensor::ContentHash& hash, const JobContext& job) {
        const auto group = m_bySize.find(bytes);
        if (group == m_bySize.end()) return nullptr;
        auto [hashed, fresh] = m_hashed.try_emplace(bytes);
        if (fresh)
            for (const NamedWeight& place : group->second)
                if (const auto one = tensor::contentHash(place.row->tensor, job)) hashed->second.try_emplace(*one, place);
        const auto hit = hashed->second.find(hash);
        return hit == hashed->second.end() ? nullptr : &hit->second;
    }

private:
    std::map<std::uint64_t, std::vector<NamedWeight>> m_bySize;
    std::map<std::uint64_t, std::map<tensor::ContentHash, NamedWeight>> m_hashed;
};

/// Nothing for what cannot be read, or says nothing: ones and zeros are everywhere.
std::optional<tensor::ContentHash> tellingHash(const tensor::Tensor& tensor, const JobContext& job) {
    const auto statistics =
        tensor.state == tensor::DataState::Dense ? tensor::statistics(tensor, job) : fail("tensor-has-no-data", "");
    if (!statistics || statistics->finite == 0 || statistics->min == statistics->max) return std::nullopt;
    const auto hash = tensor::contentHash(tensor, job);
    return hash ? std::optional(*hash) : std::nullopt;
}

}  // namespace

Result<std::vector<ValueChange>> withMoves(const session::Session& left, const session::Session& right, const NamedWeights& ours,
                                           const NamedWeights& theirs, const JobContext& job) {
    const auto insideLeft = inventory::delegateTensors(left, job), insideRight = inventory::delegateTensors(right, job);
    if (!insideLeft) return insideLeft.failure();
    if (!insideRight) return insideRight.failure();
    Contents ofLeft, ofRight;
    for (const NamedWeight& weight : ours) ofLeft.add(*weight.row, weight.name);
    for (const NamedWeight& weight : theirs) ofRight.add(*weight.row, weight.name);
    for (const TensorRow& row : *insideLeft) ofLeft.add(row, row.name);
    for (const TensorRow& row : *insideRight) ofRight.add(row, row.name);
    std::set<const TensorRow*> told;
    std::vector<ValueChange> changes;
    const auto tell = [&](const NamedWeight& weight, bool removed) {
        if (told.contains(weight.row)) return;
        const auto hash = tellingHash(weight.row->tensor, job);
        const std::uint64_t bytes = weight.row->tensor.byteCount().value_or(0);
        const NamedWeight* other = hash ? (removed ? ofRight : ofLeft).find(bytes, *hash, job) : nullptr;
        if (other == nullptr) return changes.push_back(oneSided(weight, removed));
        told.insert(other->row);
        const std::string here = placeText(*weight.row, weight.name), there = placeText(*other->row, other->name);
        changes.push_back({weight.name,
                           weight.row->method,
                           std::string(inventory::tensorRoleName(weight.row->role)),
                           ChangeState::Moved,
                           {{"place", removed ? here : there, removed ? there : here}},
                           {}});
    };
    const auto keys = [](const NamedWeights& weights) {
        std::set<std::pair<std::string_view, std::string_view>> set;
        for (const NamedWeight& weight : weights) set.emplace(weight.row->method, weight.name);
        return set;
    };
    const auto inLeft = keys(ours), inRight = keys(theirs);
    for (const bool removed : {true, false})
        for (const NamedWeight& weight : removed ? ours : theirs) {
            if (job.cancelled()) return cancelledFailure();
            if (!(removed ? inRight : inLeft).contains({weight.row->method, weight.name})) tell(weight, removed);
        }
    return changes;
}

}  // namespace etscope::compare
