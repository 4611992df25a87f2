// Judgements and culprits as documents have them. Internal to core/report.
#pragma once

#include "causes/culprit.h"
#include "inventory/metadata.h"
#include "join/taps.h"
#include "report/documents.h"

namespace etscope::report {

/// {"name", "evidence"} of the runner that a program is made for; null: none.
Json runnerJson(const inventory::Metadata& metadata);

/// Numbers, flags, texts, lists; of a tensor its beginning, of bytes their digits; null for others.
Json metadataValueJson(const program::MetadataValue& value);

/// Metrics of rows only where they were computed.
Json metricsJson(const tensor::Metrics& metrics, bool rowMetrics);

/// {"output","reducer","value","node"} of an output that is a tap; null: it is none.
Json tapJson(const join::Tap* tap);

/// {"units","normal","limit"}; null where nothing was judged.
Json envelopeJson(const evaluate::Judgement* judgement);
/// "exact", …; "unknown_input", "not_evaluated" of calls that were not judged.
std::string_view verdictWord(const replay::AuditRow& row);
/// "f32", "f16", "bf16", or null.
Json accumulatorJson(const evaluate::Judgement* judgement);
Json culpritJson(const std::optional<causes::Culprit>& culprit);

}  // namespace etscope::report
