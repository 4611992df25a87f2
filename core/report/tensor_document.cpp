#include <algorithm>

#include "base/limits.h"
#include "base/name_text.h"
#include "compare/dequantised.h"
#include "compare/logged_tensors.h"
#include "inventory/delegate_tensors.h"
#include "inventory/tensor_rows.h"
#include "report/documents.h"
#include "report/weight_json.h"
#include "tensor/content_hash.h"
#include "tensor/element_reader.h"
#include "tensor/removed.h"
#include "tensor/views.h"

namespace etscope::report {
namespace {

Json statisticsJson(const tensor::Statistics& s) {
    return object(F("count", s.count), F("finite", s.finite), F("nan", s.nan), F("pos_inf", s.posInf), F("neg_inf", s.negInf),
                  F("zero", s.zero), F("min", number(s.min)), F("max", number(s.max)), F("mean", number(s.mean)),
                  F("std", number(s.std)), F("l1", number(s.l1)), F("l2", number(s.l2)), F("sparsity", orNull(s.sparsity())),
                  F("subnormal", orNull(s.subnormal)));
}

/// Statistics of each index of an axis.
Result<Json> channelsJson(const tensor::Tensor& view, std::int64_t axis, const JobContext& job) {
    const auto rank = static_cast<std::int64_t>(view.shape.size());
    const std::int64_t at = axis < 0 ? axis + rank : axis;
    if (at < 0 || at >= rank)
        return fail("slice-invalid", "axis " + std::to_string(axis) + " does not exist; there are " + std::to_string(rank));
    const auto channels = tensor::channelStatistics(view, static_cast<std::size_t>(at), job);
    if (!channels) return channels.failure();
    return listOf(*channels, [index = 0](const tensor::Statistics& s) mutable {
        return object(F("index", index++), F("count", s.count), F("min", number(s.min)), F("max", number(s.max)),
                      F("mean", number(s.mean)), F("std", number(s.std)), F("zeros", s.zero), F("nan", s.nan));
    });
}

Json histogramJson(const tensor::Histogram& histogram) {
    return object(F("edges", listOf(histogram.edges, number)), F("counts", histogram.counts));
}

/// Nested arrays in the shape of the view.
Result<Json> valuesJson(const tensor::Tensor& view, const JobContext& job) {
    auto reader = tensor::ElementReader::open(view);
    if (!reader) return reader.failure();
    if (reader->count() > limits::kMaxPrintedElements)
        return fail("limit-exceeded", std::to_string(reader->count()) + " elements are too many to print; use --slice or --export");
    std::vector<Json> level;
    for (std::uint64_t at = 0; at < reader->count();) {
        if (job.cancelled()) return cancelledFailure();
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(reader->blockSize(), reader->count() - at));
        const auto elements = reader->elements(at, n);
        if (!elements) return elements.failure();
        for (const tensor::Element& element : *elements) level.push_back(elementJson(element));
        at += n;
    }
    if (view.shape.empty()) return level.empty() ? Json(nullptr) : level.front();
    if (reader->count() == 0) return Json::array();
    for (std::size_t axis = view.shape.size(); axis-- > 0;) {
        const auto size = static_cast<std::size_t>(view.shape[axis]);
        std::vector<Json> outer;
        for (std::size_t i = 0; i < level.size(); i += size) {
            Json row = Json::array();
            for (std::size_t k = 0; k < size; ++k) row.push_back(std::move(level[i + k]));
            outer.push_back(std::move(row));
        }
        level = std::move(outer);
    }
    return level.front();
}

/// Null for what cannot be read, and for tensors that repeat their elements: a few bytes may stand for any number. Errors:
/// `cancelled`.
Result<Json> hashJson(const tensor::Tensor& tensor, const JobContext& job) {
    const bool removed = tensor::removedContent(tensor).has_value();
    if (!removed && tensor.byteCount().value_or(~std::uint64_t{0}) > tensor.storage.size) return Json(nullptr);
    auto hash = tensor::elementsSha256(tensor, job);
    if (hash.cancelled()) return hash.failure();
    return hash ? Json("sha256:" + *hash) : Json(nullptr);
}

bool filtersFit(const inventory::TensorRow& row, const TensorQuery& query) {
    return (query.method.empty() || row.method == query.method) && (query.stage.empty() || row.stage == query.stage) &&
           (query.role.empty() || tensorRoleName(row.role) == query.role) &&
           (!query.caseIndex || row.caseIndex == query.caseIndex) && (!query.index || row.index == query.index);
}

bool matches(const inventory::TensorRow& row, const TensorQuery& query) {
    return filtersFit(row, query) && (query.name.empty() || row.name == query.name);
}

/// Weights of delegates by their own names, or by those that they have in the record.
Result<std::vector<inventory::TensorRow>> insideDelegates(const session::Session& session, const TensorQuery& query,
                                                          const JobContext& job) {
    const auto rows = inventory::delegateTensors(session, job);
    if (!rows) return rows.failure();
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    std::vector<inventory::TensorRow> found;
    for (const inventory::TensorRow& row : *rows) {
        const join::StoredWeight* weight = row.tensor.storage.hasData() ? (*weights)->at(row.tensor.storage) : nullptr;
        const bool known = weight != nullptr && weight->record &&
                           std::ranges::find(weight->record->names, query.name) != weight->record->names.end();
        if (filtersFit(row, query) && (row.name == query.name || known)) found.push_back(row);
    }
    return found;
}

}  // namespace

Json tensorRow(const inventory::TensorRow& row) {
    const tensor::Tensor& tensor = row.tensor;
    Json out = object(F("name", row.name), F("role", tensorRoleName(row.role)), F("method", textOrNull(row.method)),
                      F("stage", textOrNull(row.stage)), F("case", orNull(row.caseIndex)), F("run", orNull(row.run)),
                      F("index", orNull(row.index)), F("value_type", scalarTypeName(tensor.type)), F("shape", tensor.shape),
                      F("strides", tensor.effectiveStrides()), F("bytes", orNull(tensor.byteCount())),
                      F("data_offset", orNull(tensor.dataOffset())), F("file", row.file),
                      F("storage", textOrNull(validName(tensor.storageId))));
    if (!tensor.note.empty()) out["note"] = tensor.note;
    return out;
}

Result<std::vector<inventory::TensorRow>> listedTensors(const session::Session& session, const Selection& selection,
                                                        const JobContext& job, const TensorsOptions& options) {
    const auto rows = compare::tensors(session, job);
    if (!rows) return rows.failure();
    auto inside = options.delegates ? inventory::delegateTensors(session, job)
                                    : Result<std::vector<inventory::TensorRow>>(std::vector<inventory::TensorRow>{});
    if (!inside) return inside.failure();
    std::vector<inventory::TensorRow> listed;
    const auto take = [&](const inventory::TensorRow& row) {
        if ((selection.method.empty() || row.method == selection.method) &&
            (selection.stage.empty() || row.stage == selection.stage))
            listed.push_back(row);
    };
    std::ranges::for_each(**rows, take);
    std::ranges::for_each(*inside, take);
    return listed;
}

Result<Json> tensorsDocument(const session::Session& session, const Selection& selection, const JobContext& job,
                             const TensorsOptions& options) {
    const auto rows = listedTensors(session, selection, job, options);
    if (!rows) return rows.failure();
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    const auto quantised = compare::quantisationMap(session, job);
    if (!quantised) return quantised.failure();
    ChainWriter chains(session, **weights, job);
    Json document = beginDocument("tensors", session);
    Json& list = document["tensors"] = Json::array();
    for (const inventory::TensorRow& row : *rows) {
        if (job.cancelled()) return cancelledFailure();
        list.push_back(tensorRow(row));
        list.back()["chain"] = chains.of(row);
        const bool nameless = row.name.empty() || row.role == inventory::TensorRole::DelegateConstant;
        if (nameless && row.tensor.storage.hasData()) list.back().update(recordNameJson((*weights)->at(row.tensor.storage)));
        list.back()["quantisation"] = tensorQuantisationJson((*quantised)->of(row.tensor));
        if (!options.hashes) continue;
        auto hash = hashJson(row.tensor, job);
        if (!hash) return hash.failure();
        list.back()["content_hash"] = *std::move(hash);
    }
    return endDocument(document, session);
}

Result<std::vector<inventory::TensorRow>> findTensors(const session::Session& session, const TensorQuery& query,
                                                      const JobContext& job) {
    const auto rows = compare::tensors(session, job);
    if (!rows) return rows.failure();
    std::vector<inventory::TensorRow> found;
    for (const inventory::TensorRow& row : **rows)
        if (matches(row, query)) found.push_back(row);
    if (found.empty()) {
        auto inside = insideDelegates(session, query, job);
        if (!inside) return inside.failure();
        found = *std::move(inside);
    }
    if (found.empty()) return fail("no-such-tensor", "no tensor has this name; `etscope-cli tensors` lists them", query.name);
    if (!query.dequantised) return found;
    const auto map = compare::quantisationMap(session, job);
    if (!map) return map.failure();
    // A name may stand in several stages, of which one has the scales.
    std::erase_if(found, [&](const inventory::TensorRow& row) { return (*map)->of(row.tensor) == nullptr; });
    if (found.empty()) return fail("not-quantised", "nothing in the session has scales for this tensor", query.name);
    for (inventory::TensorRow& row : found) {
        auto real = compare::dequantised(*(*map)->of(row.tensor), job);
        if (!real) return real.failure();
        row.tensor = *std::move(real);
    }
    return found;
}

Result<Json> tensorDocument(const session::Session& session, const TensorQuery& query, const TensorDocumentOptions& options,
                            const JobContext& job) {
    const auto rows = findTensors(session, query, job);
    if (!rows) return rows.failure();
    Json document = beginDocument("tensor", session);
    if (options.channelAxis) document["table"] = "channels";
    Json list = Json::array();
    for (const inventory::TensorRow& row : *rows) {
        Json one = tensorRow(row);
        auto view = tensor::slice(row.tensor, options.slice);
        if (!view) return view.failure();
        const auto statistics = tensor::statistics(*view, job);
        if (statistics.cancelled()) return statistics.failure();
        one["statistics"] = nullptr;
        if (statistics) {
            one["statistics"] = statisticsJson(*statistics);
            const bool hasRange = statistics->finite > 0;
            const auto histogram = hasRange ? tensor::histogram(*view, statistics->min, statistics->max, tensor::kDefaultBins, job)
                                            : Result<tensor::Histogram>(tensor::Histogram{});
            if (histogram) one["statistics"]["histogram"] = histogramJson(*histogram);
        } else {
            Diagnostics diagnostics;
            diagnostics.warning(statistics.error().code, row.name, statistics.error().message);
            session.addDiagnostics(diagnostics);
        }
        if (options.channelAxis && statistics) {
            auto channels = channelsJson(*view, *options.channelAxis, job);
            if (!channels) return channels.failure();
            one["channel_axis"] = *options.channelAxis;
            one["channels"] = std::move(*channels);
        }
        if (options.values) {
            auto values = valuesJson(*view, job);
            if (!values) return values.failure();
            one["values"] = std::move(*values);
        }
        list.push_back(std::move(one));
    }
    // One tensor is the document itself; several of one name are listed.
    if (list.size() == 1)
        document.update(list.front());
    else
        document["tensors"] = std::move(list);
    return endDocument(document, session);
}

}  // namespace etscope::report
