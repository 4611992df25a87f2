#include "join/constants.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "base/checked_math.h"
#include "base/text.h"
#include "inventory/tensor_rows.h"
#include "tensor/comparison.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::join {
namespace {

/// Constants that are looked up in the record, and how much of each is compared.
constexpr std::size_t kSampled = 32, kCandidates = 16;
constexpr std::uint64_t kHead = 4096, kFirstElements = 1024, kLeastBytes = 32;
/// Constants that are compared whole.
constexpr std::uint64_t kWhole = 64U << 20U;

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

class ConstantComparer {
public:
    ConstantComparer(const session::Session& session, const std::vector<inventory::TensorRow>& rows, const JobContext& job)
        : m_job(job) {
        for (const inventory::TensorRow& row : rows) {
            const session::SessionFile* file = &session.files()[row.file];
            if (file == session.recordFile()) m_recorded[row.tensor.shape].push_back(&row);
            if (file == session.programFile() && row.role == inventory::TensorRole::Constant &&
                row.tensor.byteCount().value_or(0) >= kLeastBytes)
                m_constants.push_back(&row);
        }
    }

    ConstantsCompared compare() {
        Rows open;
        for (const inventory::TensorRow* row : m_constants) {
            if (m_result.looked == kSampled || m_job.cancelled()) break;
            const std::vector<std::byte> bytes = head(row->tensor);
            if (bytes.empty() || uniform(bytes, itemSize(row->tensor.type))) continue;
            ++m_result.looked;
            if (!findSame(*row, bytes) && !findRounded(*row)) open.push_back(row);
        }
        // Where nothing is the record's, the two are of different exports, and no constant is another's fault.
        if (m_result.same + m_result.rounded > open.size())
            for (const inventory::TensorRow* row : open) tellDifference(*row);
        return std::move(m_result);
    }

private:
    const Rows& ofShape(const inventory::TensorRow& row) {
        static const Rows kNone;
        const auto hit = m_recorded.find(row.tensor.shape);
        return hit == m_recorded.end() ? kNone : hit->second;
    }

    bool findSame(const inventory::TensorRow& row, const std::vector<std::byte>& bytes) {
        std::size_t tried = 0;
        bool found = false;
        for (const inventory::TensorRow* candidate : ofShape(row)) {
            if (candidate->tensor.type != row.tensor.type) continue;
            if (tried++ == kCandidates) break;
            if (head(candidate->tensor) != bytes) continue;
            found = true;
            m_taken.insert(candidate->name);
        }
        m_result.same += found ? 1U : 0U;
        return found;
    }

    bool findRounded(const inventory::TensorRow& row) {
        const tensor::Tolerance tolerance = rounding(row.tensor.type);
        if (tolerance.rtol == 0) return false;
        std::size_t tried = 0;
        for (const inventory::TensorRow* candidate : ofShape(row)) {
            if (candidate->tensor.type != ScalarType::F32 && candidate->tensor.type != ScalarType::F64) continue;
            if (tried++ == kCandidates) break;
            if (differing(*candidate, row, tolerance) != 0) continue;
            const auto compared = whole(*candidate, row, tolerance);
            if (!compared || compared->metrics->mismatched > 0) continue;
            ++m_result.rounded;
            m_result.roundedTo = scalarTypeName(row.tensor.type);
            m_taken.insert(candidate->name);
            return true;
        }
        return false;
    }

    /// How many of the first elements differ; nothing when they cannot be compared.
    std::optional<std::uint64_t> differing(const inventory::TensorRow& recorded, const inventory::TensorRow& row,
                                           const tensor::Tolerance& tolerance) const {
        const auto left = firstElements(recorded.tensor), right = firstElements(row.tensor);
        if (!left || !right) return std::nullopt;
        const auto result = compared(*left, *right, tolerance);
        return result ? std::optional(result->metrics->mismatched) : std::nullopt;
    }

    std::optional<tensor::ComparisonResult> whole(const inventory::TensorRow& recorded, const inventory::TensorRow& row,
                                                  const tensor::Tolerance& tolerance) const {
        if (row.tensor.byteCount().value_or(kWhole) >= kWhole) return std::nullopt;
        return compared(recorded.tensor, row.tensor, tolerance);
    }

    std::optional<tensor::ComparisonResult> compared(const tensor::Tensor& recorded, const tensor::Tensor& constant,
                                                     const tensor::Tolerance& tolerance) const {
        tensor::ComparisonOptions options;
        options.tolerance = tolerance;
        options.findAxisOrder = false;
        auto result = tensor::compare(recorded, constant, options, m_job);
        return result && result->metrics ? std::optional(std::move(*result)) : std::nullopt;
    }

    /// The tensor that the constant must be is the only one left of its type and shape, or one that differs in few elements.
    void tellDifference(const inventory::TensorRow& row) {
        std::map<std::string, const inventory::TensorRow*> left;
        for (const inventory::TensorRow* candidate : ofShape(row))
            if (candidate->tensor.type == row.tensor.type && !candidate->name.empty() && !m_taken.contains(candidate->name) &&
                (candidate->role == inventory::TensorRole::Parameter || candidate->role == inventory::TensorRole::Buffer ||
                 candidate->role == inventory::TensorRole::Constant))
                left.emplace(candidate->name, candidate);
        // The beginnings choose among them: one is compared whole, however many layers the model has.
        const tensor::Tolerance exact{0, 0, true};
        const inventory::TensorRow* best = nullptr;
        std::uint64_t least = 0;
        for (const auto& [name, candidate] : left) {
            const auto count = differing(*candidate, row, exact);
            if (!count || (best != nullptr && least <= *count)) continue;
            best = candidate;
            least = *count;
        }
        const auto of = best != nullptr ? whole(*best, row, exact) : std::nullopt;
        if (!of || !of->first || (left.size() > 1 && of->metrics->mismatched * 2 > of->metrics->count)) return;
        const tensor::Tensor& constant = row.tensor;
        m_result.different.push_back(escaped(best->name) + " " + tensor::typeAndShapeText(constant.type, constant.shape) + ": " +
                                     std::to_string(of->metrics->mismatched) + " of " + std::to_string(of->metrics->count) +
                                     (of->metrics->mismatched == 1 ? " elements differs, first " : " elements differ, first ") +
                                     placeText(tensor::multiIndex(constant.shape, of->first->index)) + ": " +
                                     tensor::elementText(of->first->runtime, constant.type) + " in the program, " +
                                     tensor::elementText(of->first->reference, constant.type) + " in the record");
    }

    const JobContext& m_job;
    std::map<std::vector<std::int64_t>, Rows> m_recorded;  ///< by shape
    Rows m_constants;
    std::set<std::string> m_taken;  ///< tensors of the record that constants are
    ConstantsCompared m_result;
};

}  // namespace

ConstantsCompared compareConstants(const session::Session& session, const JobContext& job) {
    const auto rows = inventory::tensors(session, job);
    return rows ? ConstantComparer(session, **rows, job).compare() : ConstantsCompared{};
}

}  // namespace etscope::join
