#include "join/weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include "base/checked_math.h"
#include "join/recorded_tensors.h"
#include "join/weight_places.h"
#include "tensor/content_hash.h"
#include "tensor/views.h"

namespace etscope::join {
namespace {

constexpr std::uint64_t kHead = 4096;

using Shape = std::vector<std::int64_t>;
using Axes = std::vector<std::size_t>;
using Row = inventory::TensorRow;

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
bool isUniform(const std::vector<std::byte>& bytes, std::size_t itemSize) {
    return itemSize == 0 || bytes.size() <= itemSize ||
           std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(itemSize), bytes.end(), bytes.begin());
}

/// The tensor without its axes of one element, which backends add and leave out.
tensor::Tensor squeezed(tensor::Tensor tensor) {
    const Shape strides = tensor.effectiveStrides();
    Shape shape, kept;
    for (std::size_t i = 0; i < tensor.shape.size() && i < strides.size(); ++i)
        if (tensor.shape[i] != 1) shape.push_back(tensor.shape[i]), kept.push_back(strides[i]);
    tensor.shape = std::move(shape);
    tensor.strides = std::move(kept);
    return tensor;
}

/// Orders of axes in which backends store what a graph has as rows of outputs: transposed, and with the channels last.
const std::vector<Axes>& axisOrders(std::size_t rank) {
    static const std::array<std::vector<Axes>, 5> kOrders{
        std::vector<Axes>{}, {}, {{1, 0}}, {{0, 2, 1}, {1, 2, 0}}, {{0, 2, 3, 1}, {1, 2, 3, 0}, {2, 3, 1, 0}, {1, 0, 2, 3}}};
    return kOrders[rank < kOrders.size() ? rank : 0];
}

Shape moved(const Shape& shape, const Axes& axes) {
    Shape result;
    for (const std::size_t axis : axes) result.push_back(shape[axis]);
    return result;
}

/// Half a unit in the last place; nothing for what is no short floating type.
std::optional<tensor::Tolerance> rounding(ScalarType type) {
    if (type == ScalarType::F16) return tensor::Tolerance{std::ldexp(1.0, -11), std::ldexp(1.0, -25), true};
    if (type == ScalarType::BF16) return tensor::Tolerance{std::ldexp(1.0, -8), 0, true};
    return std::nullopt;
}

/// Quantised types are the integers that they are stored as.
ScalarType plainType(ScalarType type) {
    if (type == ScalarType::QInt8) return ScalarType::I8;
    if (type == ScalarType::QUInt8) return ScalarType::U8;
    return type == ScalarType::QInt32 ? ScalarType::I32 : type;
}

bool isByteInteger(const Row* row) {
    const ScalarType type = plainType(row->tensor.type);
    return type == ScalarType::I8 || type == ScalarType::U8;
}

class Namer {
public:
    Namer(const std::vector<const Row*>& recorded, const JobContext& job) : m_job(job) {
        for (const Row* row : recorded) {
            m_bySize[row->tensor.byteCount().value_or(0)].push_back(row);
            m_byName.emplace(row->name, row);
        }
    }

    void name(StoredWeight& weight) {
        const std::vector<std::byte> bytes = weight.unread ? std::vector<std::byte>{} : head(weight.tensor);
        weight.unread = bytes.empty();
        weight.uniform = !bytes.empty() && isUniform(bytes, weight.typed ? itemSize(weight.tensor.type) : 1);
        if (!weight.unread && (findEqual(weight) || findPacked(weight) || findRounded(weight))) return;
        findKey(weight);
    }

private:
    const std::vector<const Row*>& ofSize(std::uint64_t bytes) const {
        static const std::vector<const Row*> kNone;
        const auto hit = m_bySize.find(bytes);
        return hit == m_bySize.end() ? kNone : hit->second;
    }

    /// The hash of a recorded tensor with its axes in that order (empty: as they are), made once.
    std::optional<tensor::ContentHash> hashOf(const Row& row, const Axes& axes) {
        const auto [at, fresh] = m_hashes.try_emplace({&row, axes});
        if (!fresh) return at->second;
        const auto view = axes.empty() ? Result<tensor::Tensor>(row.tensor) : tensor::permute(squeezed(row.tensor), axes);
        const auto hash = view ? tensor::contentHash(*view, m_job) : Result<tensor::ContentHash>(view.failure());
        if (hash) at->second = *hash;
        return at->second;
    }

    /// What has the size of no tensor of the record is not read.
    bool findEqual(StoredWeight& weight) {
        if (ofSize(weight.tensor.byteCount().value_or(0)).empty()) return false;
        const auto hash = tensor::contentHash(weight.tensor, m_job);
        weight.unread = !hash;
        return hash && (findSame(weight, *hash) || findMoved(weight, *hash));
    }

    static bool sameType(const StoredWeight& weight, const Row& row) {
        return !weight.typed || plainType(weight.tensor.type) == plainType(row.tensor.type);
    }

    static void take(StoredWeight& weight, SameBy by, const Axes& axes, const Row& row) {
        if (!weight.record) weight.record = RecordName{by, axes, {}};
        if (std::ranges::find(weight.record->names, row.name) == weight.record->names.end())
            weight.record->names.push_back(row.name);
    }

    bool findSame(StoredWeight& weight, const tensor::ContentHash& hash) {
        const std::uint64_t size = weight.tensor.byteCount().value_or(0);
        const Shape shape = squeezed(weight.tensor).shape;
        for (const Row* row : ofSize(size)) {
            const bool fits = !weight.typed || squeezed(row->tensor).shape == shape;
            if (sameType(weight, *row) && fits && hashOf(*row, {}) == hash) take(weight, SameBy::Bytes, {}, *row);
        }
        return weight.record.has_value();
    }

    bool findMoved(StoredWeight& weight, const tensor::ContentHash& hash) {
        const Shape shape = squeezed(weight.tensor).shape;
        for (const Row* row : ofSize(weight.tensor.byteCount().value_or(0))) {
            const Shape from = squeezed(row->tensor).shape;
            if (!sameType(weight, *row)) continue;
            for (const Axes& axes : axisOrders(from.size()))
                if ((!weight.typed || moved(from, axes) == shape) && hashOf(*row, axes) == hash) {
                    take(weight, SameBy::Moved, axes, *row);
                    break;
                }
        }
        return weight.record.has_value();
    }

    /// Small integers that exporters keep a byte each, and backends several to a byte.
    bool findPacked(StoredWeight& weight) {
        for (const unsigned bits : {4U, 2U}) {
            const auto& rows = ofSize(weight.tensor.storage.size * (8 / bits));
            const bool may = weight.packedBits == bits || (weight.packedBits == 0 && !weight.typed);
            if (!may || std::ranges::none_of(rows, isByteInteger)) continue;
            const auto hashes = tensor::unpackedHashes(weight.tensor.storage, bits, m_job);
            for (const Row* row : rows) {
                if (!hashes || !isByteInteger(row)) continue;
                for (const Axes& axes : row->tensor.shape.size() == 2 ? std::vector<Axes>{{}, {1, 0}} : std::vector<Axes>{{}})
                    if (const auto hash = hashOf(*row, axes); hash && std::ranges::find(*hashes, *hash) != hashes->end())
                        take(weight, SameBy::Packed, axes, *row);
            }
        }
        return weight.record.has_value();
    }

    bool findRounded(StoredWeight& weight) {
        const auto tolerance = rounding(weight.tensor.type);
        if (!weight.typed || !tolerance) return false;
        for (const ScalarType wide : {ScalarType::F32, ScalarType::F64})
            for (const Row* row : ofSize(weight.tensor.elementCount().value_or(0) * itemSize(wide)))
                if (row->tensor.type == wide && row->tensor.shape == weight.tensor.shape &&
                    equalWithin(row->tensor, weight.tensor, *tolerance, m_job))
                    take(weight, SameBy::Rounded, {}, *row);
        return weight.record.has_value();
    }

    void findKey(StoredWeight& weight) const {
        for (const WeightUse& use : weight.uses)
            if (const auto hit = m_byName.find(use.name); hit != m_byName.end() && use.holder != WeightHolder::Delegate)
                take(weight, SameBy::Key, {}, *hit->second);
    }

    const JobContext& m_job;
    std::map<std::uint64_t, std::vector<const Row*>> m_bySize;
    std::map<std::string_view, const Row*> m_byName;
    std::map<std::pair<const Row*, Axes>, std::optional<tensor::ContentHash>> m_hashes;
};

}  // namespace

std::string_view sameByName(SameBy by) noexcept {
    static constexpr std::array<std::string_view, 5> kNames{"bytes", "transposed", "packed", "rounded", "key"};
    return kNames[static_cast<std::size_t>(by)];
}

std::string_view weightHolderName(WeightHolder holder) noexcept {
    static constexpr std::array<std::string_view, 5> kNames{"constant", "initial_value", "named_data", "external",
                                                            "delegate_value"};
    return kNames[static_cast<std::size_t>(holder)];
}

std::string StoredWeight::nameInRecord() const {
    constexpr std::size_t kTold = 3;
    if (!record) return {};
    std::string text;
    for (std::size_t i = 0; i < std::min(kTold, record->names.size()); ++i) text += (i == 0 ? "" : " or ") + record->names[i];
    if (record->names.size() > kTold) text += " or " + std::to_string(record->names.size() - kTold) + " more";
    return text;
}

bool StoredWeight::usedAs(WeightHolder holder) const noexcept {
    return std::ranges::find(uses, holder, &WeightUse::holder) != uses.end();
}

bool StoredWeight::inside() const noexcept {
    return usedAs(WeightHolder::Delegate) && !usedAs(WeightHolder::Constant) && !usedAs(WeightHolder::InitialValue);
}

WeightMap::WeightMap(std::vector<StoredWeight> weights) : m_weights(std::move(weights)) {
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        const StoredWeight& weight = m_weights[i];
        if (const ByteRange& bytes = weight.tensor.storage; bytes.hasData())
            m_places.try_emplace({bytes.source.get(), bytes.offset}, i);
        if (weight.record)
            for (const std::string& name : weight.record->names) m_names.emplace(name, i);
    }
}

const StoredWeight* WeightMap::at(const ByteRange& bytes) const noexcept {
    const auto hit = m_places.find({bytes.source.get(), bytes.offset});
    return hit == m_places.end() ? nullptr : &m_weights[hit->second];
}

std::vector<const StoredWeight*> WeightMap::of(std::string_view name) const {
    std::vector<const StoredWeight*> found;
    for (auto [at, end] = m_names.equal_range(name); at != end; ++at) found.push_back(&m_weights[at->second]);
    return found;
}

Result<std::shared_ptr<const WeightMap>> weights(const session::Session& session, const JobContext& job) {
    return session.store().get<WeightMap>("", job, [&]() -> Result<std::shared_ptr<const WeightMap>> {
        auto places = weightPlaces(session, job);
        if (!places) return places.failure();
        const auto recorded = recordedTensors(session, job);
        if (!recorded) return recorded.failure();
        Namer namer(*recorded, job);
        for (std::size_t i = 0; i < places->size(); ++i) {
            if (job.cancelled()) return cancelledFailure();
            namer.name((*places)[i]);
            job.report(static_cast<double>(i + 1) / static_cast<double>(places->size()));
        }
        if (job.cancelled()) return cancelledFailure();
        return std::make_shared<const WeightMap>(std::move(*places));
    });
}

}  // namespace etscope::join
