// Metrics of a comparison as JSON, for the documents that hold them.
#pragma once

#include "report/documents.h"
#include "tensor/comparison.h"

namespace etscope::report {

/// Metrics of rows only where they were computed.
Json metricsJson(const tensor::Metrics& metrics, bool rowMetrics);

}  // namespace etscope::report
