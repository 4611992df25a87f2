#include "join/weights.h"

#include <algorithm>
#include <map>
#include <utility>

#include "inventory/delegate_tensors.h"
#include "inventory/named_data.h"

namespace etscope::join {
namespace {

/// Of types that share bytes with their neighbours; 0 for others.
unsigned packedBits(ScalarType type) {
    switch (type) {
        case ScalarType::I4:
        case ScalarType::U4:
        case ScalarType::QUInt4x2: return 4;
        case ScalarType::I2:
        case ScalarType::U2:
        case ScalarType::QUInt2x4: return 2;
        default: return 0;
    }
}

class PlaceCollector {
public:
    PlaceCollector(const session::Session& session, const JobContext& job) : m_session(session), m_job(job) {}

    Result<std::vector<StoredWeight>> collect() {
        if (m_session.programFile() != nullptr) {
            const program::Program& program = *m_session.programFile()->program;
            for (const program::ExecutionPlan& plan : program.plans()) addPlan(program, plan);
        }
        const auto data = inventory::namedData(m_session, false, m_job);
        if (!data) return data.failure();
        for (const inventory::NamedDataRow& row : data->rows) addKey(row);
        if (m_job.cancelled()) return cancelledFailure();
        return std::move(m_weights);
    }

private:
    void addPlan(const program::Program& program, const program::ExecutionPlan& plan) {
        const std::string method = plan.name;
        for (const program::TensorInfo& info : plan.tensors) {
            const program::TensorKind kind = info.kind();
            if (kind != program::TensorKind::Constant && kind != program::TensorKind::InitialValue) continue;
            const WeightHolder holder = kind == program::TensorKind::Constant ? WeightHolder::Constant : WeightHolder::InitialValue;
            add(program.tensorBytes(info), inventory::shapedAs(info), true, {holder, method, {}, std::string(info.name())});
        }
        for (std::size_t d = 0; d < plan.delegates.size() && !m_job.cancelled(); ++d) {
            const auto decoded = m_session.delegate(method, d, m_job);
            for (std::size_t w = 0; decoded && w < (*decoded)->weights.size(); ++w)
                addInside((*decoded)->weights[w], method, static_cast<std::int64_t>(d));
        }
    }

    void addInside(const delegates::Weight& weight, const std::string& method, std::int64_t delegate) {
        const unsigned bits = weight.type ? packedBits(*weight.type) : 0;
        tensor::Tensor tensor = inventory::tensorOf(weight);
        const bool typed = weight.type && (bits == 0 || tensor.type == ScalarType::QUInt4x2);
        if (!typed) {
            tensor.type = ScalarType::U8;
            tensor.shape = {static_cast<std::int64_t>(weight.bytes.size)};
            tensor.strides.clear();
            tensor.storageOffset = 0;
        }
        tensor.state = tensor::DataState::Dense;
        const auto bytes = weight.bytes.hasData() ? Result<ByteRange>(weight.bytes) : fail("tensor-has-no-data", "");
        StoredWeight& place =
            add(bytes, std::move(tensor), typed,
                {WeightHolder::Delegate, method, delegate, weight.name.empty() ? weight.key : weight.name, weight.qualified});
        if (bits > 0) place.packedBits = bits;
        if (!weight.quantization) return;
        place.quantised = true;
        addScales(weight, method, delegate);
    }

    /// One for each channel, or for each group of each row.
    void addScales(const delegates::Weight& weight, const std::string& method, std::int64_t delegate) {
        const delegates::Quantization& how = *weight.quantization;
        const std::size_t size = how.scaleType ? itemSize(*how.scaleType) : 0;
        if (!how.scales.hasData() || size == 0) return;
        const auto count = static_cast<std::int64_t>(how.scales.size / size);
        const std::int64_t groups = how.groupSize > 0 && !weight.shape.empty() ? weight.shape.back() / how.groupSize : 1;
        tensor::Tensor tensor;
        tensor.type = *how.scaleType;
        tensor.shape = groups > 1 && count % groups == 0 ? std::vector{count / groups, groups} : std::vector{count};
        add(how.scales, std::move(tensor), true, {WeightHolder::Delegate, method, delegate, how.scaleKey});
    }

    void addKey(const inventory::NamedDataRow& row) {
        tensor::Tensor tensor;
        tensor.type = ScalarType::U8;
        tensor.shape = {static_cast<std::int64_t>(row.bytes.size)};
        if (row.tensor) tensor = inventory::shapedAs(*row.tensor);
        const bool external = m_session.files()[row.file].tensorData != nullptr;
        add(row.bytes.hasData() ? Result<ByteRange>(row.bytes) : fail("tensor-has-no-data", ""), std::move(tensor),
            row.tensor.has_value(), {external ? WeightHolder::External : WeightHolder::NamedData, {}, {}, row.key});
    }

    /// The first that tells a type decides; what has no bytes is a row of its own.
    StoredWeight& add(const Result<ByteRange>& bytes, tensor::Tensor tensor, bool typed, WeightUse use) {
        const auto [at, fresh] =
            bytes ? m_places.try_emplace({bytes->source.get(), bytes->offset}, m_weights.size()) : std::pair{m_places.end(), true};
        if (fresh) m_weights.emplace_back();
        StoredWeight& weight = fresh ? m_weights.back() : m_weights[at->second];
        if (fresh || (typed && !weight.typed)) {
            weight.typed = typed;
            weight.tensor = std::move(tensor);
            weight.unread = !bytes;
            if (bytes) weight.tensor.storage = *bytes, weight.file = inventory::fileOf(m_session, *bytes).value_or(0);
            if (!bytes) weight.tensor.state = tensor::DataState::Unreadable;
        }
        weight.uses.push_back(std::move(use));
        return weight;
    }

    const session::Session& m_session;
    const JobContext& m_job;
    std::map<std::pair<const Source*, std::uint64_t>, std::size_t> m_places;
    std::vector<StoredWeight> m_weights;
};

}  // namespace

Result<std::vector<StoredWeight>> weightPlaces(const session::Session& session, const JobContext& job) {
    return PlaceCollector(session, job).collect();
}

}  // namespace etscope::join
