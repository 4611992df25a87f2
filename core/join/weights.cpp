#include "join/weights.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/checked_math.h"
#include "base/enum_table.h"
#include "base/lists.h"
#include "join/recorded_tensors.h"
#include "tensor/content_hash.h"
#include "tensor/removed.h"
#include "tensor/views.h"

namespace etscope::join {
namespace {

constexpr std::uint64_t kHead = 4096;

using Shape = std::vector<std::int64_t>;
using Axes = std::vector<std::size_t>;
using Row = inventory::TensorRow;

/// The first bytes of its elements; of one with strides, those of its storage from there on.
std::vector<std::byte> head(const tensor::Tensor& tensor) {
    const auto start = checkedMul<std::uint64_t>(static_cast<std::uint64_t>(tensor.storageOffset), itemSize(tensor.type));
    const bool dense = tensor.state == tensor::DataState::Dense && tensor.storageOffset >= 0;
    const bool fits = dense && start && (tensor.contiguous() || (tensor.validate() && *start <= tensor.storage.size));
    const std::uint64_t all = !fits ? 0 : tensor.contiguous() ? tensor.byteCount().value_or(0) : tensor.storage.size - *start;
    auto bytes = fits ? tensor.storage.part(*start, std::min(kHead, all)) : Result<ByteRange>(fail("tensor-has-no-data", ""));
    if (!bytes) return {};
    auto read = bytes->readAll();
    return read ? std::move(*read) : std::vector<std::byte>{};
}

/// Whether all elements are the same: ones and zeros that every export has say nothing.
bool isUniform(const std::vector<std::byte>& bytes, std::size_t itemSize) {
    return itemSize == 0 || bytes.size() <= itemSize ||
           std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(itemSize), bytes.end(), bytes.begin());
}

/// Half a unit in the last place; nothing for what is no short floating type.
std::optional<tensor::Tolerance> rounding(ScalarType type) {
    if (type == ScalarType::F16) return tensor::Tolerance{std::ldexp(1.0, -11), std::ldexp(1.0, -25), true};
    if (type == ScalarType::BF16) return tensor::Tolerance{std::ldexp(1.0, -8), 0, true};
    return std::nullopt;
}

bool isByteInteger(const Row* row) {
    const ScalarType type = plainType(row->tensor.type);
    return type == ScalarType::I8 || type == ScalarType::U8;
}

/// Tensors of equal contents under one name of each: made once, and shared by all weights that are them.
class Contents {
public:
    void add(SameBy by, const Axes& axes, const Row& row) {
        if (!m_record) m_record = std::make_shared<RecordName>(RecordName{by, axes, {}, {}});
        if (by < SameBy::Key) m_record->places.insert(placeOf(row.tensor));
        if (m_seen.insert(row.name).second) m_record->names.push_back(row.name);
    }
    const std::shared_ptr<RecordName>& record() const noexcept { return m_record; }

private:
    std::shared_ptr<RecordName> m_record;
    std::set<std::string_view> m_seen;
};

/// Recorded tensors of one number of bytes by what they hold; those that nobody asks for are never read.
class Group {
public:
    void add(const Row* row) { m_rows.push_back(row); }
    const std::vector<const Row*>& rows() const noexcept { return m_rows; }

    std::shared_ptr<const RecordName> same(const StoredWeight& weight, const tensor::ContentHash& hash, const JobContext& job) {
        if (!std::exchange(m_hashed, true))
            for (const Row* row : m_rows) add(m_same, SameBy::Bytes, *row, {}, job);
        return find(m_same, weight, hash);
    }
    std::shared_ptr<const RecordName> moved(const StoredWeight& weight, const tensor::ContentHash& hash, const JobContext& job) {
        if (!std::exchange(m_hashedMoved, true))
            for (const Row* row : m_rows)
                for (const Axes& axes : axisOrders(squeezed(row->tensor).shape.size()))
                    add(m_moved, SameBy::Moved, *row, axes, job);
        return find(m_moved, weight, hash);
    }
    /// `hashes`: of the unpacked integers.
    std::shared_ptr<const RecordName> packed(std::span<const tensor::ContentHash> hashes, const JobContext& job) {
        if (!std::exchange(m_hashedBytes, true))
            for (const Row* row : m_rows) {
                if (!isByteInteger(row)) continue;
                add(m_bytes, SameBy::Packed, *row, {}, job);
                if (squeezed(row->tensor).shape.size() == 2) add(m_bytes, SameBy::Packed, *row, {1, 0}, job);
            }
        for (const tensor::ContentHash& hash : hashes)
            if (const auto hit = m_bytes.any.find(hash); hit != m_bytes.any.end()) return hit->second.record();
        return nullptr;
    }

private:
    using Key = std::tuple<ScalarType, Shape, tensor::ContentHash>;
    struct Index {
        std::map<Key, Contents> typed;
        std::map<tensor::ContentHash, Contents> any;
    };

    static void add(Index& index, SameBy by, const Row& row, const Axes& axes, const JobContext& job) {
        // The hash of what was removed is that of its own order of axes.
        if (!axes.empty() && tensor::isRemoved(row.tensor)) return;
        const tensor::Tensor plain = squeezed(row.tensor);
        const auto view = axes.empty() ? Result<tensor::Tensor>(row.tensor) : tensor::permute(plain, axes);
        const auto hash = view ? tensor::contentHash(*view, job) : Result<tensor::ContentHash>(view.failure());
        if (!hash) return;
        const Shape shape = axes.empty() ? plain.shape : view->shape;
        index.typed[{plainType(row.tensor.type), shape, *hash}].add(by, axes, row);
        index.any[*hash].add(by, axes, row);
    }

    static std::shared_ptr<const RecordName> find(const Index& index, const StoredWeight& weight, const tensor::ContentHash& hash) {
        if (!weight.typed) {
            const auto hit = index.any.find(hash);
            return hit == index.any.end() ? nullptr : hit->second.record();
        }
        const auto hit = index.typed.find({plainType(weight.tensor.type), squeezed(weight.tensor).shape, hash});
        return hit == index.typed.end() ? nullptr : hit->second.record();
    }

    std::vector<const Row*> m_rows;
    Index m_same, m_moved, m_bytes;
    bool m_hashed = false, m_hashedMoved = false, m_hashedBytes = false;
};

class Namer {
public:
    Namer(const std::vector<const Row*>& recorded, const JobContext& job) : m_job(job) {
        for (const Row* row : recorded) {
            m_bySize[row->tensor.byteCount().value_or(0)].add(row);
            m_byName.emplace(row->name, row);
        }
    }

    void name(StoredWeight& weight) {
        const std::vector<std::byte> bytes = weight.unread ? std::vector<std::byte>{} : head(weight.tensor);
        weight.unread = bytes.empty();
        weight.uniform = !bytes.empty() && isUniform(bytes, weight.typed ? itemSize(weight.tensor.type) : 1);
        if (!weight.unread) weight.record = equal(weight);
        if (!weight.unread && !weight.record) weight.record = packed(weight);
        if (!weight.unread && !weight.record) weight.record = rounded(weight);
        if (!weight.record) weight.record = byKey(weight);
    }

private:
    /// Candidates of which a rounded weight may be any: more are of one size in no model.
    static constexpr std::size_t kMostCandidates = 4096;

    Group* ofSize(std::uint64_t bytes) {
        const auto hit = m_bySize.find(bytes);
        return hit == m_bySize.end() ? nullptr : &hit->second;
    }

    /// What has the size of no tensor of the record is not read.
    std::shared_ptr<const RecordName> equal(StoredWeight& weight) {
        Group* group = ofSize(weight.tensor.byteCount().value_or(0));
        if (group == nullptr) return nullptr;
        const auto hash = tensor::contentHash(weight.tensor, m_job);
        weight.unread = !hash;
        if (!hash) return nullptr;
        auto found = group->same(weight, *hash, m_job);
        return found ? found : group->moved(weight, *hash, m_job);
    }

    /// Small integers that exporters keep a byte each, and backends several to a byte.
    std::shared_ptr<const RecordName> packed(const StoredWeight& weight) {
        for (const unsigned bits : {4U, 2U}) {
            const bool may = weight.packedBits == bits || (weight.packedBits == 0 && !weight.typed);
            Group* group = may ? ofSize(weight.tensor.storage.size * (8 / bits)) : nullptr;
            if (group == nullptr || std::ranges::none_of(group->rows(), isByteInteger)) continue;
            const auto hashes = tensor::unpackedHashes(weight.tensor.storage, bits, m_job);
            if (auto found = hashes ? group->packed(*hashes, m_job) : nullptr) return found;
        }
        return nullptr;
    }

    std::shared_ptr<const RecordName> rounded(const StoredWeight& weight) {
        const auto tolerance = rounding(weight.tensor.type);
        if (!weight.typed || !tolerance) return nullptr;
        Contents found;
        for (const ScalarType wide : {ScalarType::F32, ScalarType::F64}) {
            const auto bytes = checkedMul<std::uint64_t>(weight.tensor.elementCount().value_or(0), itemSize(wide));
            Group* group = bytes ? ofSize(*bytes) : nullptr;
            for (std::size_t i = 0; group != nullptr && i < std::min(kMostCandidates, group->rows().size()); ++i)
                if (const Row* row = group->rows()[i];
                    row->tensor.type == wide && isRounded(squeezed(row->tensor), squeezed(weight.tensor), *tolerance))
                    found.add(SameBy::Rounded, {}, *row);
        }
        return found.record();
    }

    bool isRounded(const tensor::Tensor& recorded, const tensor::Tensor& stored, const tensor::Tolerance& tolerance) const {
        return recorded.shape == stored.shape && equalWithin(recorded, stored, tolerance, m_job);
    }

    std::shared_ptr<const RecordName> byKey(const StoredWeight& weight) const {
        Contents found;
        for (const WeightUse& use : weight.uses)
            if (const auto hit = m_byName.find(use.name);
                hit != m_byName.end() && (use.qualified || use.holder != WeightHolder::Delegate))
                found.add(SameBy::Key, {}, *hit->second);
        return found.record();
    }

    const JobContext& m_job;
    std::map<std::uint64_t, Group> m_bySize;
    std::map<std::string_view, const Row*> m_byName;
};

}  // namespace

std::string_view sameByName(SameBy by) noexcept {
    static constexpr EnumTable<SameBy::Operator> kNames({"bytes", "transposed", "packed", "rounded", "key", "operator"});
    return kNames[by];
}

std::string_view weightHolderName(WeightHolder holder) noexcept {
    static constexpr EnumTable<WeightHolder::Delegate> kNames(
        {"constant", "initial_value", "named_data", "external", "delegate_value"});
    return kNames[holder];
}

std::string WeightOperator::text() const { return name.empty() ? argument + " of " + (module.empty() ? node : module) : name; }

std::string StoredWeight::nameInRecord() const {
    constexpr std::size_t kTold = 3;
    std::vector<std::string> names = record ? record->names : std::vector<std::string>{};
    if (!record)
        for (const WeightOperator& op : operators) names.push_back(op.text());
    std::string text = joined(std::span(names).first(std::min(kTold, names.size())), " or ");
    if (names.size() > kTold) text += " or " + std::to_string(names.size() - kTold) + " more";
    if (!record || operators.size() != 1 || operators.front().module.empty()) return text;
    const WeightOperator& op = operators.front();
    const bool said = std::ranges::any_of(names, [&op](const std::string& name) { return name.starts_with(op.module); });
    return said ? text : text + " (" + op.argument + " of " + op.module + ")";
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
        if (!weight.record) continue;
        std::vector<std::size_t>& same = m_weightsOf[weight.record.get()];
        if (same.empty())
            for (const std::string& name : weight.record->names) m_names.emplace(name, weight.record.get());
        same.push_back(i);
    }
}

const StoredWeight* WeightMap::at(const ByteRange& bytes) const noexcept {
    const auto hit = m_places.find({bytes.source.get(), bytes.offset});
    return hit == m_places.end() ? nullptr : &m_weights[hit->second];
}

template <class Fits>
std::vector<const StoredWeight*> WeightMap::named(std::string_view name, std::size_t most, const Fits& fits) const {
    std::vector<const StoredWeight*> found;
    for (auto [at, end] = m_names.equal_range(name); at != end; ++at)
        for (const std::size_t i : m_weightsOf.at(at->second)) {
            if (found.size() == most) return found;
            if (fits(m_weights[i])) found.push_back(&m_weights[i]);
        }
    return found;
}

std::vector<const StoredWeight*> WeightMap::of(std::string_view name, std::size_t most) const {
    return named(name, most, [](const StoredWeight&) { return true; });
}

std::vector<const StoredWeight*> WeightMap::of(const inventory::TensorRow& row, std::size_t most) const {
    return named(row.name, most, [&row](const StoredWeight& weight) {
        if (weight.record->by < SameBy::Key) return weight.record->holds(row.tensor);
        return row.method.empty() || std::ranges::any_of(weight.uses, [&row](const WeightUse& use) {
                   return use.method.empty() || use.method == row.method;
               });
    });
}

bool WeightMap::has(std::string_view name) const noexcept {
    const auto [first, end] = m_names.equal_range(name);
    return std::any_of(first, end, [](const auto& one) { return one.second->by != SameBy::Operator; });
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
        if (auto added = addOperators(session, *places, job); !added) return added.failure();
        return std::make_shared<const WeightMap>(std::move(*places));
    });
}

}  // namespace etscope::join
