#include <algorithm>
#include <set>

#include "base/lists.h"
#include "report/audit_json.h"
#include "report/documents.h"
#include "tensor/likeness.h"
#include "tensor/views.h"

namespace etscope::report {
namespace {

Json sideJson(const std::optional<compare::OutputValue>& side) {
    if (!side) return nullptr;
    Json out = object(F("source", side->source));
    if (const auto* tensor = std::get_if<tensor::Tensor>(&side->value)) {
        out["value_type"] = scalarTypeName(tensor->type);
        out["shape"] = tensor->shape;
    } else {
        static constexpr std::array<const char*, 5> kKinds{"none", "bool", "int", "float", "string"};
        out["value_type"] = kKinds[side->value.index()];
        out["shape"] = nullptr;
    }
    out["place"] = side->place;
    return out;
}

Json differenceJson(const tensor::Difference& difference, const std::vector<std::int64_t>& shape, bool withDistance) {
    Json out = object(F("index", tensor::multiIndex(shape, difference.index)), F("reference", elementJson(difference.reference)),
                      F("runtime", elementJson(difference.runtime)));
    if (withDistance) {
        out["abs"] = number(difference.abs);
        out["rel"] = number(difference.rel);
    }
    return out;
}

/// Null: too few elements, or all of one side are one value.
Json likenessJson(const compare::OutputPair& pair, const JobContext& job) {
    const auto sides = compare::comparableSides(pair);
    const auto one =
        sides ? tensor::likeness(sides->reference, sides->runtime, job) : Result<std::optional<tensor::Likeness>>(std::nullopt);
    if (!one || !*one) return nullptr;
    return object(F("elements", (*one)->elements), F("slope", number((*one)->slope)), F("slope_error", number((*one)->slopeError)),
                  F("offset", number((*one)->offset)), F("offset_error", number((*one)->offsetError)),
                  F("r2", number((*one)->explained)), F("rank_correlation", number((*one)->ranks)),
                  F("saturated", (*one)->saturated), F("flushed", (*one)->flushed));
}

Json comparisonJson(const compare::OutputPair& pair, const compare::OutputComparison& comparison,
                    const tensor::Tolerance& tolerance, const JobContext& job) {
    Json out = object(F("method", pair.method), F("case", orNull(pair.caseIndex)), F("output", pair.output),
                      F("run", pair.runtime ? orNull(pair.runtime->run) : Json(nullptr)), F("reference", sideJson(pair.reference)),
                      F("runtime", sideJson(pair.runtime)), F("tap", tapJson(pair.tap ? &*pair.tap : nullptr)),
                      F("state", pairStateName(comparison.state)),
                      F("tolerance", object(F("rtol", tolerance.rtol), F("atol", tolerance.atol))), F("metrics", nullptr),
                      F("worst", Json::array()), F("first", nullptr), F("first_not_finite", nullptr), F("permutation", nullptr),
                      F("note", textOrNull(comparison.note.text())));
    if (!comparison.result) return out;
    const auto* tensor = std::get_if<tensor::Tensor>(&pair.reference->value);
    const std::vector<std::int64_t> shape = tensor != nullptr ? tensor->shape : std::vector<std::int64_t>{};
    if (comparison.result->metrics) out["metrics"] = metricsJson(*comparison.result->metrics, true);
    out["worst"] =
        listOf(comparison.result->worst, [&](const auto& difference) { return differenceJson(difference, shape, true); });
    if (comparison.result->first) out["first"] = differenceJson(*comparison.result->first, shape, false);
    if (comparison.result->firstNotFinite)
        out["first_not_finite"] = differenceJson(*comparison.result->firstNotFinite, shape, false);
    if (comparison.result->axisOrder) out["permutation"] = comparison.result->axisOrder->axes;
    if (comparison.state == compare::PairState::Differ) out["likeness"] = likenessJson(pair, job);
    if (comparison.result->resemblance) out["resembles"] = *comparison.result->resemblance;
    return out;
}

using compare::PairState;

/// Why not a single pair could be compared.
void sayNothingCompared(const session::Session& session, const compare::PairCounts& counts) {
    Diagnostics diagnostics;
    if (counts.of(PairState::Unreadable) > 0)
        diagnostics.warning("compare-nothing", "",
                            "nothing was compared: " + std::to_string(counts.of(PairState::Unreadable)) +
                                " outputs cannot be read, " + std::to_string(counts.missing()) + " have one side only");
    else if (counts.missing() == 0)
        diagnostics.warning("compare-nothing", "",
                            "neither reference outputs nor runtime outputs were found: give a record and --npy DIR");
    else
        diagnostics.warning("compare-nothing", "",
                            "nothing was compared: of " + std::to_string(counts.missing()) + " outputs, " +
                                std::to_string(counts.of(PairState::MissingRuntime)) + " have no runtime value and " +
                                std::to_string(counts.of(PairState::MissingReference)) + " no reference");
    session.addDiagnostics(diagnostics);
}

/// Errors: `no-such-method`.
Result<void> checkMethod(const session::Session& session, const std::vector<compare::OutputPair>& pairs,
                         const std::string& method) {
    const std::vector<std::string> own = session.methodNames();
    std::set<std::string> known(own.begin(), own.end());
    for (const compare::OutputPair& pair : pairs) known.insert(pair.method);
    if (method.empty() || known.contains(method)) return {};
    return fail("no-such-method", "there is no such method; there " + (known.empty() ? "is none" : "are: " + joined(known, ", ")),
                method);
}

/// Errors: `no-such-output`.
Result<void> checkTolerances(const std::vector<compare::OutputPair>& pairs, const compare::OutputCompareOptions& options) {
    std::set<std::pair<std::string, std::int64_t>> known;
    for (const compare::OutputPair& pair : pairs) known.insert({pair.method, pair.output});
    for (const auto& [key, tolerance] : options.perOutput) {
        if (known.empty() || known.contains(key)) continue;
        const auto nameOf = [](const auto& one) { return one.first + ":" + std::to_string(one.second); };
        return fail("no-such-output",
                    "a tolerance is given for an output that is not there; there are: " + joined(known, ", ", nameOf), nameOf(key));
    }
    return {};
}

}  // namespace

Json metricsJson(const tensor::Metrics& metrics, bool rowMetrics) {
    Json out = Json::object();
    for (const tensor::MetricColumn& column : tensor::metricColumns()) {
        if (column.rowWise && !rowMetrics) continue;
        const auto value = column.value(metrics);
        out[std::string(column.name)] = value && column.integer ? Json(static_cast<std::uint64_t>(*value)) : orNull(value);
    }
    return out;
}

Result<Json> compareDocument(const std::shared_ptr<const session::Session>& session, const compare::OutputCompareOptions& options,
                             const Selection& selection, const std::string& metric, bool& failed, const JobContext& job) {
    auto pairs = compare::pairOutputs(session, options.references, job);
    if (!pairs) return pairs.failure();
    if (const auto known = checkMethod(*session, *pairs, selection.method); !known) return known.failure();
    if (const auto known = checkTolerances(*pairs, options); !known) return known.failure();
    compare::OutputCompareOptions withRows = options;
    withRows.rowMetrics = true;
    std::vector<std::pair<std::optional<double>, Json>> rows;
    compare::PairCounts counts;
    const tensor::MetricColumn* column = tensor::metricColumn(metric);
    for (std::size_t i = 0; i < pairs->size(); ++i) {
        const compare::OutputPair& pair = (*pairs)[i];
        if (!selection.method.empty() && selection.method != pair.method) continue;
        if (job.cancelled()) return cancelledFailure();
        const auto comparison = compare::compareOutput(pair, withRows, job);
        if (!compare::isLoneTap(pair)) counts.add(comparison.state);
        const bool ranked = column != nullptr && comparison.result && comparison.result->metrics;
        const auto rank = ranked ? column->value(*comparison.result->metrics) : std::nullopt;
        rows.emplace_back(rank, comparisonJson(pair, comparison, compare::toleranceOf(pair, options), job));
        job.report(static_cast<double>(i + 1) / static_cast<double>(pairs->size()));
    }
    if (column != nullptr)
        std::stable_sort(rows.begin(), rows.end(),
                         [column](const auto& a, const auto& b) { return tensor::listedBefore(*column, a.first, b.first); });
    Json document = beginDocument("compare", *session);
    document["tolerance"] =
        object(F("rtol", options.tolerance.rtol), F("atol", options.tolerance.atol), F("equal_nan", options.tolerance.equalNan));
    document["comparisons"] = listOf(rows, [](const auto& row) { return row.second; });
    const std::size_t differ = counts.of(PairState::Differ) + counts.unlike(), unreadable = counts.of(PairState::Unreadable);
    document["summary"] = object(F("match", counts.of(PairState::Match)), F("differ", differ), F("missing", counts.missing()),
                                 F("unreadable", unreadable));
    const bool nothing = counts.compared() + counts.unlike() == 0;
    failed = differ > 0 || unreadable > 0 || nothing;
    if (nothing) sayNothingCompared(*session, counts);
    return endDocument(document, *session);
}

}  // namespace etscope::report
