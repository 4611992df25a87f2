#include "compare/quantisation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "compare/quantised_error.h"
#include "join/recorded_tensors.h"
#include "join/weights.h"

namespace etscope::compare {
namespace {

using inventory::QuantisedWeight;
using inventory::TensorRow;

/// Elements that choose finalists among the tensors of a shape, and then one of them: models have thousands of one shape.
constexpr std::uint64_t kFewElements = 128, kFirstElements = 4096;
constexpr std::size_t kFinalists = 8;
/// Weights that have nothing to do with each other give −3 dB, two bits an element about 6. Few numbers are close to others by
/// chance: one of a hundred to within 40 dB.
constexpr double kLeastSqnr = 3.0, kLeastSqnrOfOne = 40.0;

QuantisationError sum(const std::vector<QuantisationError>& channels) {
    QuantisationError all;
    for (const QuantisationError& one : channels) {
        all.count += one.count;
        all.clipped += one.clipped;
        all.signal += one.signal;
        all.noise += one.noise;
        all.maxAbs = std::max(all.maxAbs, one.maxAbs);
    }
    return all;
}

class Judge {
public:
    Judge(const std::vector<const TensorRow*>& recorded, const JobContext& job) : m_job(job) {
        for (const TensorRow* row : recorded)
            if (isFloating(row->tensor.type)) m_real[row->tensor.shape].push_back(row);
    }

    QuantisationRow judge(QuantisedWeight weight) const {
        QuantisationRow row;
        row.bytes = weight.values.byteCount().value_or(0);
        row.channelAxis = weight.axis().value_or(0);
        row.weight = std::move(weight);
        const auto blocks = Blocks::read(row.weight);
        const TensorRow* original = blocks ? originalOf(row.weight, *blocks, row.channelAxis) : nullptr;
        if (!blocks) row.reason = blocks.error().message;
        if (blocks && original == nullptr) row.reason = Sentence::of("no tensor of the session is close to it");
        if (original == nullptr) return row;
        constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
        auto channels = quantisationErrors(row.weight, *blocks, original->tensor, row.channelAxis, kAll, m_job);
        if (!channels) return row.reason = channels.error().message, row;
        row.channels = std::move(*channels);
        row.all = sum(row.channels);
        row.original = original->name;
        row.originalFile = original->file;
        row.originalStage = original->stage;
        return row;
    }

private:
    const TensorRow* originalOf(const QuantisedWeight& weight, const Blocks& blocks, std::size_t axis) const {
        const auto candidates = m_real.find(weight.values.shape);
        if (candidates == m_real.end()) return nullptr;
        const auto sqnrOf = [&](const TensorRow* candidate, std::uint64_t elements) {
            const auto start = quantisationErrors(weight, blocks, candidate->tensor, axis, elements, m_job);
            return start ? sum(*start).sqnrDb() : -std::numeric_limits<double>::infinity();
        };
        const TensorRow* best = nullptr;
        double most = std::max(kLeastSqnr, kLeastSqnrOfOne / static_cast<double>(weight.values.elementCount().value_or(1)));
        for (const TensorRow* candidate : finalists(candidates->second, sqnrOf)) {
            const double sqnr = sqnrOf(candidate, kFirstElements);
            if (!(sqnr > most)) continue;
            best = candidate;
            most = sqnr;
        }
        return best;
    }

    /// Those that are closest in their first elements; where these are zeros that says nothing, for no candidate.
    template <class SqnrOf>
    static std::vector<const TensorRow*> finalists(std::vector<const TensorRow*> candidates, const SqnrOf& sqnrOf) {
        if (candidates.size() <= kFinalists) return candidates;
        std::vector<std::pair<double, const TensorRow*>> tried;
        for (const TensorRow* candidate : candidates) {
            const double sqnr = sqnrOf(candidate, kFewElements);
            tried.emplace_back(std::isnan(sqnr) ? kLeastSqnr : sqnr, candidate);
        }
        std::ranges::stable_sort(tried, std::greater<>(), &std::pair<double, const TensorRow*>::first);
        candidates.resize(kFinalists);
        for (std::size_t i = 0; i < kFinalists; ++i) candidates[i] = tried[i].second;
        return candidates;
    }

    const JobContext& m_job;
    std::map<std::vector<std::int64_t>, std::vector<const TensorRow*>> m_real;
};

/// Tensors of the record and of checkpoints; an .npz is one, too, though what it holds is seldom weights.
Result<std::vector<const TensorRow*>> originals(const session::Session& session, std::vector<const TensorRow*> recorded,
                                                const JobContext& job) {
    const auto rows = inventory::tensors(session, job);
    if (!rows) return rows.failure();
    for (const TensorRow& row : **rows)
        if (session.files()[row.file].kind == FileKind::Npz && !row.name.empty()) recorded.push_back(&row);
    return recorded;
}

/// What is listed already. The copy of a program or delegate of a weight that a recorded graph states says nothing new, unless it
/// got other scales on its way: backends round them. Each weight's scales are read once; zero points differ with the encoding (8 of
/// unsigned integers of 4 bits is 0 of signed ones) and are not looked at.
class Listed {
public:
    explicit Listed(const join::WeightMap& map) : m_map(map) {}

    /// False: it was listed before.
    bool add(const QuantisedWeight& weight) {
        const std::size_t scales = scalesOf(weight);
        const bool stored = weight.delegate || weight.stage == "program";
        const join::StoredWeight* known = stored ? m_map.at(weight.values.storage) : nullptr;
        const auto isListed = [&](const std::string& name) { return m_scales.contains({name, scales}); };
        if (known != nullptr && known->record && std::ranges::any_of(known->record->names, isListed)) return false;
        m_scales.emplace(weight.name, scales);
        return true;
    }

private:
    /// A hash of them; 0 where they cannot be read.
    static std::size_t scalesOf(const QuantisedWeight& weight) {
        const auto blocks = Blocks::read(weight);
        if (!blocks) return 0;
        const auto bytes = std::as_bytes(std::span(blocks->scales()));
        return std::hash<std::string_view>()({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    const join::WeightMap& m_map;
    std::set<std::pair<std::string, std::size_t>> m_scales;
};

/// Of the weights of the graphs that the rows are of, each storage once.
std::uint64_t bytesBeside(const std::vector<QuantisationRow>& rows, const std::vector<const TensorRow*>& recorded) {
    std::set<std::pair<std::string_view, std::string_view>> graphs;
    for (const QuantisationRow& row : rows) graphs.emplace(row.weight.method, row.weight.stage);
    std::set<std::tuple<const Source*, std::uint64_t, std::int64_t>> seen;
    std::uint64_t bytes = 0;
    for (const TensorRow* row : recorded)
        if (graphs.contains({row->method, row->stage}) &&
            seen.emplace(row->tensor.storage.source.get(), row->tensor.storage.offset, row->tensor.storageOffset).second)
            bytes += row->tensor.byteCount().value_or(0);
    return bytes;
}

/// Least SQNR first; what has none at the end.
bool worse(const QuantisationRow& a, const QuantisationRow& b) {
    if (a.original.empty() != b.original.empty()) return b.original.empty();
    const double left = a.all.sqnrDb(), right = b.all.sqnrDb();
    if (std::isnan(left) || std::isnan(right)) return !std::isnan(left) && std::isnan(right);
    return left < right;
}

}  // namespace

double QuantisationError::sqnrDb() const noexcept { return 10.0 * std::log10(signal / noise); }

Result<Quantisation> quantisation(const session::Session& session, const JobContext& job) {
    auto weights = inventory::quantisedWeights(session, job);
    if (!weights) return weights.failure();
    const auto recorded = join::recordedTensors(session, job);
    const auto map = join::weights(session, job);
    if (!recorded) return recorded.failure();
    if (!map) return map.failure();
    const auto candidates = originals(session, *recorded, job);
    if (!candidates) return candidates.failure();
    const Judge judge(*candidates, job);
    Quantisation result;
    Listed listed(**map);
    for (std::size_t i = 0; i < weights->size(); ++i) {
        if (job.cancelled()) return cancelledFailure();
        QuantisedWeight& weight = (*weights)[i];
        if (!listed.add(weight)) continue;
        result.rows.push_back(judge.judge(std::move(weight)));
        result.bytes += result.rows.back().bytes;
        job.report(static_cast<double>(i + 1) / static_cast<double>(weights->size()));
    }
    if (job.cancelled()) return cancelledFailure();
    result.weightBytes = bytesBeside(result.rows, *recorded);
    std::ranges::stable_sort(result.rows, worse);
    return result;
}

}  // namespace etscope::compare
