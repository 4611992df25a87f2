// Metrics of a comparison as JSON, for the documents that hold them.
#pragma once

#include "report/documents.h"
#include "tensor/comparison.h"

namespace etscope::report {

Json metricsJson(const tensor::Metrics& metrics);

}  // namespace etscope::report
