#include "gap/matching.h"

#include <algorithm>
#include <map>

namespace etscope::gap {
namespace {

/// The elements of `first` that `second` lacks, then those of `second`, each once.
Handles join(const Handles& first, const Handles& second) {
    const std::set<std::int64_t> inSecond(second.begin(), second.end());
    Handles joined;
    for (const std::int64_t handle : first)
        if (!inSecond.contains(handle)) joined.push_back(handle);
    std::set<std::int64_t> seen(joined.begin(), joined.end());
    for (const std::int64_t handle : second)
        if (seen.insert(handle).second) joined.push_back(handle);
    return joined;
}

}  // namespace

Result<std::vector<RuntimeEntry>> mergeOverlapping(std::vector<RuntimeEntry> entries, const JobContext& job) {
    struct Merged {
        RuntimeEntry entry;
        bool alive = true;
    };
    std::vector<Merged> merged;
    std::map<std::int64_t, std::size_t> owner;  // handle → the one entry that has it
    for (RuntimeEntry& entry : entries) {
        if (job.cancelled()) return cancelledFailure();
        std::set<std::size_t> doomed;
        for (const std::int64_t handle : entry.handles)
            if (const auto hit = owner.find(handle); hit != owner.end()) doomed.insert(hit->second);
        RuntimeEntry kept = entry;
        for (const std::size_t index : doomed) {
            const RuntimeEntry& earlier = merged[index].entry;
            // The instruction of the entry itself counts, not that of what it has been merged with.
            if (earlier.instruction < entry.instruction) {
                kept.handles = join(earlier.handles, kept.handles);
            } else {
                kept.handles = join(kept.handles, earlier.handles);
                kept.instruction = earlier.instruction;
                kept.id = earlier.id;
            }
            merged[index].alive = false;
        }
        for (const std::int64_t handle : kept.handles) owner[handle] = merged.size();
        merged.push_back({std::move(kept), true});
    }
    std::vector<RuntimeEntry> result;
    for (Merged& one : merged)
        if (one.alive) result.push_back(std::move(one.entry));
    return result;
}

std::optional<std::int64_t> referenceHandle(const Handles& handles, std::size_t k, const std::set<std::int64_t>& known) {
    if (k >= handles.size()) return std::nullopt;
    const std::int64_t handle = handles[handles.size() - 1 - k];
    return known.contains(handle) ? std::optional(handle) : std::nullopt;
}

std::optional<std::size_t> runtimeValue(const tensor::Value& reference, std::span<const tensor::Value> logged, std::size_t k,
                                        std::size_t outputs) {
    if (k >= logged.size()) return std::nullopt;
    const std::size_t fromEnd = logged.size() - 1 - k;
    const auto* wanted = std::get_if<tensor::Tensor>(&reference);
    if (outputs != 1 || logged.size() < 2 || wanted == nullptr) return fromEnd;
    std::vector<std::size_t> sameShape, sameType;
    for (std::size_t i = 0; i < logged.size(); ++i) {
        const auto* tensor = std::get_if<tensor::Tensor>(&logged[i]);
        if (tensor == nullptr || tensor->shape != wanted->shape) continue;
        sameShape.push_back(i);
        if (tensor->type == wanted->type) sameType.push_back(i);
    }
    if (sameShape.size() == 1) return sameShape.front();
    if (sameShape.size() > 1 && sameType.size() == 1) return sameType.front();
    return logged.size() - 1;
}

}  // namespace etscope::gap
