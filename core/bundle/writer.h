// Writing of bundled programs: checks against the program's signature, then one pass that streams the program and the tensors:
// memory stays within the layout's tables and one buffer. The bytes are those of the original writer. Rules: docs/FORMATS.md
// "Writing a bundled program".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "bundle/bundle.h"

namespace etscope::bundle {

/// What a method takes or gives at one position.
struct PortSignature {
    enum class Kind : std::uint8_t { Tensor, Int, Bool, Double, Other };
    Kind kind = Kind::Tensor;
    ScalarType type = ScalarType::U8;
    std::vector<std::int64_t> sizes;  ///< upper bounds when `dynamic`
    bool dynamic = false, unbounded = false;
    std::optional<std::int64_t> integer;  ///< Int, Bool: the value fixed at export
    std::optional<double> number;         ///< Double
};
struct MethodSignature {
    std::string method;
    std::vector<PortSignature> inputs, outputs;
};

/// A case to be written. Values own their tensors' places; None cannot be written.
struct CaseContent {
    std::vector<tensor::Value> inputs, expected;
    bool keepDimOrder =
        false;  ///< tensors that lie dense in another order stay so; else they are written row-major, as the original does
};
struct SuiteContent {
    std::string method;
    std::vector<CaseContent> cases;
};

/// One case against its method; `where` names it. Errors: those of checkSuites.
Result<void> checkCase(const CaseContent& content, const MethodSignature& signature, const std::string& where);

/// Number, kind, type and sizes of all values against the methods. Errors: `bundle-method`, `bundle-duplicate`, `bundle-count`,
/// `bundle-kind`, `bundle-type`, `bundle-shape`, `bundle-value`; the message names method, case and position.
Result<void> checkSuites(const std::vector<SuiteContent>& suites, const std::vector<MethodSignature>& signatures);

/// Writes the file whole or not at all. Suites are sorted by method. Errors: `bundle-too-large` (2 GiB), `bundle-value`, those of
/// reading and writing, `cancelled`.
Result<void> write(const ByteRange& program, std::vector<SuiteContent> suites, const std::string& path, const JobContext& job);

/// The suites of a bundle, ready to be written again.
std::vector<SuiteContent> contentOf(const Bundle& bundle);

}  // namespace etscope::bundle
