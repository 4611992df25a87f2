#include "findings/program_lint.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/escaped.h"
#include "base/lists.h"
#include "base/number_text.h"
#include "delegates/shared_biases.h"
#include "findings/limits.h"
#include "inventory/quantised_weights.h"
#include "inventory/sharing.h"
#include "join/weights.h"
#include "tensor/walk.h"

namespace etscope::findings {
namespace {

using WeightFindings = std::vector<LintFinding>;

/// The weight of the record whose bytes lie there; empty: none, or one value throughout, which any number of weights may hold.
std::string nameAt(const session::Session& session, const join::WeightMap& map, const inventory::SharedBytes& shared) {
    for (const inventory::BytesPlace& place : shared.places) {
        const ByteRange bytes{session.files()[place.file].source, place.offset, shared.size};
        const join::StoredWeight* weight = map.at(bytes);
        if (weight != nullptr && weight->record && !weight->uniform) return escaped(weight->nameInRecord());
    }
    return {};
}

/// Weights that the same methods hold several times.
struct Apart {
    NameList names;
    std::uint64_t wasted = 0;
};

void addApart(const std::map<std::string, Apart>& byMethods, WeightFindings& findings) {
    for (const auto& [methods, apart] : byMethods)
        tell(findings, "lint-weight-apart", methods,
             counted(apart.names.count(), "weight is", "weights are") + " stored more than once: " + apart.names.text() +
                 "; one copy would save " + std::to_string(apart.wasted) + " bytes");
}

void addEqualData(const inventory::SharedBytes& one, WeightFindings& findings) {
    const inventory::BytesUser& user = one.users.front();
    tell(findings, "lint-equal-data", user.name.empty() ? user.method : user.name,
         std::to_string(one.places.size()) + " copies of the same " + std::to_string(one.size) + " bytes, for " +
             std::to_string(one.users.size()) + " readers",
         "share one: " + std::to_string(one.wasted) + " bytes less");
}

/// Least elements of a weight of which a share says anything.
constexpr std::uint64_t kLeastElements = 64;
/// Of fewer integers, every other one is an end.
constexpr double kLeastLevels = 8;

/// The share that a range which fits leaves at its ends at most: weights are denser in the middle than there, and in each block
/// with a scale one value at each end made the scale.
double fittingShare(const inventory::QuantisedWeight& weight, std::uint64_t elements) {
    std::uint64_t inBlock = 1;
    for (const std::int64_t size : weight.block) inBlock *= static_cast<std::uint64_t>(std::max<std::int64_t>(1, size));
    return 2 / (*weight.greatest - *weight.least + 1) + 2.0 / static_cast<double>(std::clamp<std::uint64_t>(inBlock, 1, elements));
}

std::string percent(double share) { return printed("%.1f %%", 100 * share); }

class Clipping {
public:
    explicit Clipping(const JobContext& job) : m_job(job) {}

    void look(const inventory::QuantisedWeight& weight, WeightFindings& findings) {
        if (!weight.least || !weight.greatest || !(*weight.greatest - *weight.least + 1 >= kLeastLevels)) return;  // NaN, too
        const auto elements = weight.values.elementCount();
        const auto bytes = weight.values.byteCount();
        if (!elements || *elements < kLeastElements || !bytes || *bytes > weight.values.storage.size) return;
        if (*bytes > limits::kMaxValuesRead - m_read) return void(++m_left);
        m_read += *bytes;
        const auto count = atEnds(weight);
        if (!count) return;
        const double share = static_cast<double>(*count) / static_cast<double>(*elements), most = fittingShare(weight, *elements);
        if (share <= most) return;
        tell(findings, "lint-quantised-clipped", weight.method,
             percent(share) + " of the integers of " + escaped(weight.name) + " are " + shortest(*weight.least) + " or " +
                 shortest(*weight.greatest) + ", the ends of their range; a range that fits leaves at most " + percent(most) +
                 " there");
    }
    std::uint64_t left() const noexcept { return m_left; }

private:
    std::optional<std::uint64_t> atEnds(const inventory::QuantisedWeight& weight) const {
        auto reader = tensor::ElementReader::open(weight.values, tensor::QuantizedAs::Raw);
        std::uint64_t count = 0;
        if (!reader) return std::nullopt;
        const auto isEnd = [&](double value) { return value <= *weight.least || value >= *weight.greatest; };
        const auto add = [&](const auto& block, std::uint64_t) {
            count += static_cast<std::uint64_t>(std::ranges::count_if(block, isEnd));
        };
        return tensor::forEachValues(*reader, {m_job.stop, {}}, add) ? std::optional(count) : std::nullopt;
    }

    const JobContext& m_job;
    std::uint64_t m_read = 0, m_left = 0;
};

}  // namespace

Result<void> lintCopies(const session::Session& session, WeightFindings& findings, const JobContext& job) {
    const auto sharing = inventory::sharingMap(session, job);
    if (!sharing) return sharing.failure();
    const auto copied = [](const inventory::SharedBytes& one) { return one.places.size() > 1; };
    if (std::ranges::none_of((*sharing)->shared, copied)) return {};
    const auto map = join::weights(session, job);
    if (!map) return map.failure();
    std::map<std::string, Apart> byMethods;
    for (const inventory::SharedBytes& one : (*sharing)->shared) {
        if (!copied(one)) continue;
        std::string name = nameAt(session, **map, one);
        if (name.empty()) {
            addEqualData(one, findings);
            continue;
        }
        Apart& apart = byMethods[joined(one.methods, ", ", escaped)];
        apart.names.add(std::move(name));
        apart.wasted += one.wasted;
    }
    addApart(byMethods, findings);
    return {};
}

Result<void> lintDelegateBiases(const session::Session& session, WeightFindings& findings, const JobContext& job) {
    for (const session::Method& method : session.methods()) {
        const program::ExecutionPlan* plan = session.plan(method.name);
        for (std::size_t d = 0; plan != nullptr && d < plan->delegates.size(); ++d) {
            const auto decoded = session.delegate(method.name, d, job);
            if (decoded.cancelled()) return decoded.failure();
            const std::string where = escaped(method.name) + "/delegate:" + std::to_string(d);
            for (const delegates::SharedBias& one :
                 decoded ? delegates::sharedBiases(**decoded) : std::vector<delegates::SharedBias>())
                tell(findings, "lint-bias-scale", where, "the bias " + escaped(one.bias) + " is " + one.text());
        }
    }
    return {};
}

Result<void> lintClipping(const session::Session& session, WeightFindings& findings, const JobContext& job) {
    const auto weights = inventory::quantisedWeights(session, job);
    if (!weights) return weights.failure();
    std::set<std::string> stated;  // methods whose graphs state theirs: what their delegates hold are copies
    for (const inventory::QuantisedWeight& weight : *weights)
        if (!weight.delegate) stated.insert(weight.method);
    Clipping clipping(job);
    for (const inventory::QuantisedWeight& weight : *weights) {
        if (job.cancelled()) return cancelledFailure();
        if (!weight.delegate || !stated.contains(weight.method)) clipping.look(weight, findings);
    }
    if (job.cancelled()) return cancelledFailure();
    if (clipping.left() == 0) return {};
    Diagnostics diagnostics;
    diagnostics.note("lint-values-unread", "quantised weights",
                     counted(clipping.left(), "quantised weight is", "quantised weights are") + " not looked at: at most " +
                         std::to_string(limits::kMaxValuesRead) + " bytes of them are read");
    session.addDiagnostics(diagnostics);
    return {};
}

}  // namespace etscope::findings
