#include "join/constants.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/checked_math.h"
#include "base/text.h"
#include "inventory/tensor_rows.h"
#include "tensor/comparison.h"
#include "tensor/content_hash.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::join {
namespace {

/// Elements at the start of two tensors that are compared before all of them are.
constexpr std::uint64_t kFirstElements = 1024;
constexpr std::uint64_t kHead = 4096;

using Rows = std::vector<const inventory::TensorRow*>;

std::vector<std::byte> head(const tensor::Tensor& tensor) {
    const std::uint64_t size = std::min(kHead, tensor.byteCount().value_or(0));
    const auto start = checkedMul<std::uint64_t>(static_cast<std::uint64_t>(tensor.storageOffset), itemSize(tensor.type));
    const bool dense = tensor.state == tensor::DataState::Dense && tensor.contiguous() && tensor.storageOffset >= 0;
    auto bytes = dense && start ? tensor.storage.part(*start, size) : Result<ByteRange>(fail("tensor-has-no-data", ""));
    if (!bytes) return {};
    auto read = bytes->readAll();
    return read ? std::move(*read) : std::vector<std::byte>{};
}

/// Whether all elements are the same: ones and zeros that every export has say nothing.
bool uniform(const std::vector<std::byte>& bytes, std::size_t itemSize) {
    return itemSize == 0 || bytes.size() <= itemSize ||
           std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(itemSize), bytes.end(), bytes.begin());
}

/// "[3,5]"
std::string placeText(const std::vector<std::int64_t>& index) {
    std::string text;
    for (const std::int64_t i : index) text += (text.empty() ? "" : ",") + std::to_string(i);
    return "[" + text + "]";
}

/// The first elements of a tensor that lies in order; nothing for others.
std::optional<tensor::Tensor> firstElements(tensor::Tensor tensor) {
    const auto count = tensor.elementCount();
    if (!count || tensor.state != tensor::DataState::Dense || !tensor.contiguous()) return std::nullopt;
    tensor.shape = {static_cast<std::int64_t>(std::min<std::uint64_t>(*count, kFirstElements))};
    tensor.strides.clear();
    return tensor;
}

/// Half a unit in the last place; 0 for what is no short floating type.
tensor::Tolerance rounding(ScalarType type) {
    tensor::Tolerance tolerance{0, 0, true};
    if (type == ScalarType::F16) tolerance.rtol = std::ldexp(1.0, -11), tolerance.atol = std::ldexp(1.0, -25);
    if (type == ScalarType::BF16) tolerance.rtol = std::ldexp(1.0, -8);
    return tolerance;
}

/// A weight of the program, and where it stands.
struct Weight {
    tensor::Tensor tensor;
    bool inside = false;  ///< a delegate
};

/// Orders of axes in which backends store what a graph has as rows of outputs: transposed, and with the channels last.
std::vector<std::vector<std::size_t>> axisOrders(std::size_t rank) {
    if (rank == 2) return {{1, 0}};
    if (rank == 3) return {{0, 2, 1}, {1, 2, 0}};
    if (rank == 4) return {{0, 2, 3, 1}, {1, 2, 3, 0}, {2, 3, 1, 0}, {1, 0, 2, 3}};
    return {};
}

class ConstantComparer {
public:
    ConstantComparer(const session::Session& session, const JobContext& job) : m_session(session), m_job(job) {}

    Result<ConstantsCompared> compare() {
        const auto rows = inventory::tensors(m_session, m_job);
        if (!rows) return rows.failure();
        std::vector<Weight> weights;
        for (const inventory::TensorRow& row : **rows) {
            const session::SessionFile* file = &m_session.files()[row.file];
            if (file == m_session.recordFile()) addRecorded(row);
            if (file == m_session.programFile() && row.role == inventory::TensorRole::Constant)
                weights.push_back({row.tensor, false});
        }
        addInside(weights);
        std::vector<const Weight*> open;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (m_job.cancelled()) return cancelledFailure();
            if (!look(weights[i])) open.push_back(&weights[i]);
            m_job.report(static_cast<double>(i + 1) / static_cast<double>(weights.size()));
        }
        // Where nothing is the record's, the two are of different exports, and no weight is another's fault.
        const auto missed = static_cast<std::size_t>(std::ranges::count(open, false, &Weight::inside));
        for (const Weight* weight : open)
            if (weight->inside ? m_result.inside.found() > 0 : m_result.constants.found() > missed) tellDifference(*weight);
        if (m_job.cancelled()) return cancelledFailure();
        return std::move(m_result);
    }

private:
    /// Stages of a record mostly share their weights: one storage is looked at once.
    void addRecorded(const inventory::TensorRow& row) {
        const tensor::Tensor& tensor = row.tensor;
        if (m_storages.insert({tensor.storage.source.get(), tensor.storage.offset, tensor.storageOffset, tensor.type, tensor.shape})
                .second)
            m_recorded[tensor.shape].push_back(&row);
    }

    /// Tensors that decoded delegates hold or read by key; each place of a file once.
    void addInside(std::vector<Weight>& weights) {
        std::set<std::pair<const Source*, std::uint64_t>> places;
        for (const session::Method& method : m_session.methods()) {
            const program::ExecutionPlan* plan = m_session.plan(method.name);
            for (std::size_t d = 0; plan != nullptr && d < plan->delegates.size() && !m_job.cancelled(); ++d) {
                const auto decoded = m_session.delegate(method.name, d, m_job);
                if (!decoded) continue;
                for (const delegates::Weight& weight : (*decoded)->weights) {
                    if (!places.emplace(weight.bytes.source.get(), weight.bytes.offset).second && weight.bytes.hasData()) continue;
                    Weight one{.inside = true};
                    one.tensor.state =
                        weight.type && weight.bytes.hasData() ? tensor::DataState::Dense : tensor::DataState::Unreadable;
                    one.tensor.type = weight.type.value_or(ScalarType::U8);
                    one.tensor.shape = weight.shape;
                    one.tensor.storage = weight.bytes;
                    weights.push_back(std::move(one));
                }
            }
        }
    }

    WeightsCompared& countOf(const Weight& weight) { return weight.inside ? m_result.inside : m_result.constants; }

    /// False: it can be read, and is no tensor of the record.
    bool look(const Weight& weight) {
        WeightsCompared& count = countOf(weight);
        ++count.all;
        const std::vector<std::byte> bytes = head(weight.tensor);
        const auto hash =
            bytes.empty() ? Result<tensor::ContentHash>(fail("tensor-has-no-data", "")) : tensor::contentHash(weight.tensor, m_job);
        if (!hash) return ++count.unread, true;
        const bool says = !uniform(bytes, itemSize(weight.tensor.type));
        ++(says ? count.looked : count.uniform);
        if (findSame(weight.tensor, *hash)) return count.same += says ? 1U : 0U, true;
        if (findMoved(weight.tensor, *hash)) return count.moved += says ? 1U : 0U, true;
        if (!findRounded(weight.tensor)) return false;
        count.rounded += says ? 1U : 0U;
        count.roundedTo = scalarTypeName(weight.tensor.type);
        return true;
    }

    const Rows& ofShape(const std::vector<std::int64_t>& shape) {
        static const Rows kNone;
        const auto hit = m_recorded.find(shape);
        return hit == m_recorded.end() ? kNone : hit->second;
    }

    /// The hash of a recorded tensor with its axes in that order, made once; empty: as they are.
    std::optional<tensor::ContentHash> hashOf(const inventory::TensorRow& row, const std::vector<std::size_t>& axes) {
        const auto [at, fresh] = m_hashes.try_emplace({&row, axes});
        if (!fresh) return at->second;
        const auto view = axes.empty() ? Result<tensor::Tensor>(row.tensor) : tensor::permute(row.tensor, axes);
        const auto hash = view ? tensor::contentHash(*view, m_job) : Result<tensor::ContentHash>(view.failure());
        if (hash) at->second = *hash;
        return at->second;
    }

    bool findSame(const tensor::Tensor& constant, const tensor::ContentHash& hash) {
        return findIn(ofShape(constant.shape), {}, constant.type, hash);
    }

    bool findIn(const Rows& candidates, const std::vector<std::size_t>& axes, ScalarType type, const tensor::ContentHash& hash) {
        bool found = false;
        for (const inventory::TensorRow* candidate : candidates) {
            if (candidate->tensor.type != type || hashOf(*candidate, axes) != hash) continue;
            found = true;
            m_taken.insert(candidate->name);
        }
        return found;
    }

    bool findMoved(const tensor::Tensor& constant, const tensor::ContentHash& hash) {
        for (const std::vector<std::size_t>& axes : axisOrders(constant.shape.size())) {
            std::vector<std::int64_t> shape(axes.size());
            for (std::size_t i = 0; i < axes.size(); ++i) shape[axes[i]] = constant.shape[i];
            if (findIn(ofShape(shape), axes, constant.type, hash)) return true;
        }
        return false;
    }

    bool findRounded(const tensor::Tensor& constant) {
        const tensor::Tolerance tolerance = rounding(constant.type);
        if (tolerance.rtol == 0) return false;
        for (const inventory::TensorRow* candidate : ofShape(constant.shape)) {
            if (candidate->tensor.type != ScalarType::F32 && candidate->tensor.type != ScalarType::F64) continue;
            if (differing(candidate->tensor, constant, tolerance) != 0) continue;
            const auto whole = compared(candidate->tensor, constant, tolerance);
            if (!whole || whole->metrics->mismatched > 0) continue;
            m_taken.insert(candidate->name);
            return true;
        }
        return false;
    }

    /// How many of the first elements differ; nothing when they cannot be compared.
    std::optional<std::uint64_t> differing(const tensor::Tensor& recorded, const tensor::Tensor& constant,
                                           const tensor::Tolerance& tolerance) const {
        const auto left = firstElements(recorded), right = firstElements(constant);
        if (!left || !right) return std::nullopt;
        const auto result = compared(*left, *right, tolerance);
        return result ? std::optional(result->metrics->mismatched) : std::nullopt;
    }

    std::optional<tensor::ComparisonResult> compared(const tensor::Tensor& recorded, const tensor::Tensor& constant,
                                                     const tensor::Tolerance& tolerance) const {
        tensor::ComparisonOptions options;
        options.tolerance = tolerance;
        options.findAxisOrder = false;
        auto result = tensor::compare(recorded, constant, options, m_job);
        return result && result->metrics ? std::optional(std::move(*result)) : std::nullopt;
    }

    /// The tensor that the weight must be is one that differs in few elements, or (backends fuse and pack theirs) of a program's
    /// own constant the only one left of its type and shape.
    void tellDifference(const Weight& weight) {
        const tensor::Tensor& constant = weight.tensor;
        std::map<std::string, const inventory::TensorRow*> left;
        for (const inventory::TensorRow* candidate : ofShape(constant.shape))
            if (candidate->tensor.type == constant.type && !candidate->name.empty() && !m_taken.contains(candidate->name) &&
                (candidate->role == inventory::TensorRole::Parameter || candidate->role == inventory::TensorRole::Buffer ||
                 candidate->role == inventory::TensorRole::Constant))
                left.emplace(candidate->name, candidate);
        // The beginnings choose among them: one is compared whole, however many layers the model has.
        const tensor::Tolerance exact{0, 0, true};
        const inventory::TensorRow* best = nullptr;
        std::uint64_t least = 0;
        for (const auto& [name, candidate] : left) {
            const auto count = differing(candidate->tensor, constant, exact);
            if (!count || (best != nullptr && least <= *count)) continue;
            best = candidate;
            least = *count;
        }
        const auto of = best != nullptr ? compared(best->tensor, constant, exact) : std::nullopt;
        const bool few = of && of->metrics->mismatched * 2 <= of->metrics->count;
        if (!of || !of->first || (!few && (weight.inside || left.size() > 1))) return;
        m_result.different.push_back(escaped(best->name) + " " + tensor::typeAndShapeText(constant.type, constant.shape) + ": " +
                                     std::to_string(of->metrics->mismatched) + " of " + std::to_string(of->metrics->count) +
                                     (of->metrics->mismatched == 1 ? " elements differs, first " : " elements differ, first ") +
                                     placeText(tensor::multiIndex(constant.shape, of->first->index)) + ": " +
                                     tensor::elementText(of->first->runtime, constant.type) +
                                     (weight.inside ? " in a delegate of the program, " : " in the program, ") +
                                     tensor::elementText(of->first->reference, constant.type) + " in the record");
    }

    using Place = std::tuple<const Source*, std::uint64_t, std::int64_t, ScalarType, std::vector<std::int64_t>>;

    const session::Session& m_session;
    const JobContext& m_job;
    std::set<Place> m_storages;
    std::map<std::vector<std::int64_t>, Rows> m_recorded;  ///< by shape
    std::map<std::pair<const inventory::TensorRow*, std::vector<std::size_t>>, std::optional<tensor::ContentHash>> m_hashes;
    std::set<std::string> m_taken;  ///< tensors of the record that weights are
    ConstantsCompared m_result;
};

}  // namespace

Result<std::shared_ptr<const ConstantsCompared>> constants(const session::Session& session, const JobContext& job) {
    return session.store().get<ConstantsCompared>("", job, [&]() -> Result<std::shared_ptr<const ConstantsCompared>> {
        if (session.recordFile() == nullptr || session.programFile() == nullptr) return std::make_shared<const ConstantsCompared>();
        auto result = ConstantComparer(session, job).compare();
        if (!result) return result.failure();
        return std::make_shared<const ConstantsCompared>(std::move(*result));
    });
}

}  // namespace etscope::join
