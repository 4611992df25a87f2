#include "join/constants.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/lists.h"
#include "join/recorded_tensors.h"
#include "join/weights.h"
#include "session/damage.h"
#include "session/pt2_stages.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::join {
namespace {

using Recorded = std::vector<const inventory::TensorRow*>;

bool isOfRecord(const StoredWeight& weight) { return weight.record && weight.record->by < SameBy::Key; }
bool isFound(const StoredWeight& weight) { return isOfRecord(weight) && weight.wanted == nullptr; }

void count(const StoredWeight& weight, WeightsCompared& counts) {
    ++counts.all;
    if (weight.unread) ++counts.unread;
    if (weight.unread) return;
    ++(weight.uniform ? counts.uniform : counts.looked);
    if (weight.wanted != nullptr && !isOfRecord(weight)) ++counts.others;
    if (weight.folded) ++counts.folded;
    if (weight.uniform || !isFound(weight)) return;
    if (weight.record->by == SameBy::Bytes) ++counts.same;
    if (weight.record->by == SameBy::Moved) ++counts.moved;
    if (weight.record->by == SameBy::Packed) ++counts.packed;
    if (weight.record->by != SameBy::Rounded) return;
    ++counts.rounded;
    counts.roundedTo = scalarTypeName(weight.tensor.type);
}

/// What else of the record it is, where its contents are some other tensor's.
Sentence placedText(const inventory::TensorRow& recorded, const StoredWeight& weight) {
    if (!isOfRecord(weight)) return {};
    const auto& names = weight.record->names;
    return std::ranges::find(names, recorded.name) != names.end()
               ? Sentence::of("; it is another method's, and %1 takes it", escaped(recorded.method))
               : Sentence::of("; it is %1 of the record", escaped(names.front()));
}

Sentence differenceText(const inventory::TensorRow& recorded, const StoredWeight& weight, const tensor::ComparisonResult& of) {
    const tensor::Tensor& stored = weight.tensor;
    const Sentence where =
        Sentence::of(weight.inside() ? Sentence::phrase("in a delegate of the program") : Sentence::phrase("in the program"));
    return Sentence::of("%1: %2 of %3 {3:element|elements} {2:differs|differ}, first [%4]: %5 %6, %7 in the record",
                        tensor::typeAndShapeText(stored.type, stored.shape), of.metrics->mismatched, of.metrics->count,
                        joined(tensor::multiIndex(stored.shape, of.first->index), ","),
                        tensor::elementText(of.first->runtime, stored.type), where,
                        tensor::elementText(of.first->reference, stored.type)) +
           placedText(recorded, weight);
}

/// The recorded tensor as a delegate may store it: itself, or with its axes in another order.
std::vector<tensor::Tensor> viewsAs(const tensor::Tensor& stored, const tensor::Tensor& recorded, bool inside) {
    std::vector<tensor::Tensor> views;
    const tensor::Tensor plain = squeezed(recorded);
    if (plain.shape == stored.shape) views.push_back(plain);
    for (const auto& axes : axisOrders(inside ? plain.shape.size() : 0))
        if (auto view = tensor::permute(plain, axes); view && view->shape == stored.shape) views.push_back(*std::move(view));
    return views;
}

/// The tensor that the weight must be is one that differs in few elements, or (backends fuse and pack theirs) of a program's
/// own constant the only one left of its type and shape.
std::optional<DifferentConstant> difference(const StoredWeight& weight, const Recorded& left, const JobContext& job) {
    // The beginnings choose among them: one is compared whole, however many layers the model has.
    const tensor::Tolerance exact{0, 0, true};
    const tensor::Tensor stored = squeezed(asIntegers(weight.tensor));
    const inventory::TensorRow* best = nullptr;
    tensor::Tensor recorded;
    std::uint64_t least = 0;
    for (const inventory::TensorRow* candidate : left)
        for (tensor::Tensor& view : viewsAs(stored, candidate->tensor, weight.inside())) {
            const auto mismatches = mismatchesAtStart(view, stored, exact, job);
            if (!mismatches || (best != nullptr && least <= *mismatches)) continue;
            best = candidate;
            recorded = std::move(view);
            least = *mismatches;
        }
    const auto of = best != nullptr ? compareAll(recorded, stored, exact, job) : std::nullopt;
    const bool few = of && of->metrics->mismatched * 2 <= of->metrics->count;
    if (!of || !of->first || (!few && weight.wanted == nullptr && (weight.inside() || left.size() > 1))) return std::nullopt;
    return DifferentConstant{{best->name, differenceText(*best, weight, *of)}, weight.tensor, weight.inside()};
}

/// Types and sizes in any order, without axes of one element: what a weight may be the copy of.
using ConstantKind = std::pair<ScalarType, std::vector<std::int64_t>>;

ConstantKind kindOf(const tensor::Tensor& tensor) {
    std::vector<std::int64_t> sizes = tensor.shape;
    std::erase(sizes, 1);
    std::ranges::sort(sizes);
    return {tensor.type == ScalarType::QUInt4x2 ? ScalarType::I8 : plainType(tensor.type), std::move(sizes)};
}

/// Whether the tensor may be what a method that uses the weight takes.
bool isOfMethod(const inventory::TensorRow& row, const StoredWeight& weight) {
    const auto takes = [&row](const WeightUse& use) { return use.method.empty() || use.method == row.method; };
    return row.method.empty() || std::ranges::any_of(weight.uses, takes);
}

/// Recorded tensors by kind, without those that weights were found to be.
class Untaken {
public:
    Untaken(const Recorded& recorded, const WeightMap& map) {
        for (const inventory::TensorRow* row : recorded)
            if (!map.has(row->name)) m_rows[kindOf(row->tensor)].push_back(row);
    }
    /// Those of the weight's methods, each name once.
    Recorded like(const StoredWeight& weight) const {
        Recorded found;
        const auto hit = m_rows.find(kindOf(weight.tensor));
        if (hit == m_rows.end()) return found;
        std::set<std::string_view> names;
        for (const inventory::TensorRow* row : hit->second)
            if (isOfMethod(*row, weight) && names.insert(row->name).second) found.push_back(row);
        return found;
    }

private:
    std::map<ConstantKind, Recorded> m_rows;
};

Result<ConstantsCompared> compared(const session::Session& session, const JobContext& job) {
    const auto map = weights(session, job);
    const auto recorded = recordedTensors(session, job);
    if (!map) return map.failure();
    if (!recorded) return recorded.failure();
    ConstantsCompared result;
    std::set<ConstantKind> kinds;
    for (const inventory::TensorRow* row : *recorded) kinds.insert(kindOf(row->tensor));
    std::size_t missed = 0;
    std::vector<const StoredWeight*> open;
    for (const StoredWeight& weight : (*map)->weights()) {
        if (!weight.typed && !weight.inside()) continue;  // data of a key that nothing was seen to read
        WeightsCompared& counts = weight.inside() ? result.inside : result.constants;
        count(weight, counts);
        if (weight.unread || isFound(weight)) continue;
        if (!weight.uniform && weight.typed && kinds.contains(kindOf(weight.tensor))) ++counts.alike;
        open.push_back(&weight);
        missed += weight.inside() ? 0U : 1U;
    }
    // Where nothing is the record's, the two are of different exports, and no weight is another's fault. Where a file is damaged,
    // what a weight is may be among what is missing.
    const auto namesWeights = [&session](const session::SessionFile& file) {
        return &file == session.recordFile() || &file == session.programFile() || file.pt2 != nullptr;
    };
    const bool whole = std::ranges::none_of(
        session.files(), [&](const session::SessionFile& file) { return namesWeights(file) && session::isDamaged(file); });
    const Untaken untaken(whole ? *recorded : Recorded(), **map);
    for (const StoredWeight* weight : open) {
        if (job.cancelled()) return cancelledFailure();
        if (!weight->inside() && result.constants.found() < missed) continue;
        if (weight->inside() && (weight->wanted != nullptr ? result.inside.areOthers() : result.inside.found() == 0)) continue;
        auto found = difference(*weight, weight->wanted != nullptr ? Recorded{weight->wanted} : untaken.like(*weight), job);
        if (found) result.different.push_back(*std::move(found));
    }
    return result;
}

}  // namespace

Result<std::shared_ptr<const ConstantsCompared>> constants(const session::Session& session, const JobContext& job) {
    return session.store().get<ConstantsCompared>("", job, [&]() -> Result<std::shared_ptr<const ConstantsCompared>> {
        const bool recorded = session.recordFile() != nullptr || session::hasPt2Stage(session);
        if (!recorded || session.programFile() == nullptr) return std::make_shared<const ConstantsCompared>();
        auto result = compared(session, job);
        if (!result) return result.failure();
        return std::make_shared<const ConstantsCompared>(std::move(*result));
    });
}

}  // namespace etscope::join
