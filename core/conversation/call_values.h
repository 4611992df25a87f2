// Inputs and outputs of one call of a trace: type and shape, elements or their hash; read once, when they are asked for. One
// thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "traces/trace_values.h"

namespace etscope::conversation {

using SharedBytes = std::shared_ptr<const std::vector<std::byte>>;

class CallValue {
public:
    CallValue(traces::TraceValues& values, const traces::ValueClaim& claim);

    /// Nothing is known of it but that it was there, or not even that.
    bool known() const noexcept { return m_known; }
    ScalarType type() const noexcept { return m_type; }
    const std::vector<std::int64_t>& shape() const& noexcept { return m_shape; }
    const std::vector<std::int64_t>& shape() const&& = delete;
    std::int64_t count() const noexcept;
    /// The size of an axis counted from the last one (0: the last); 1 where there is none.
    std::int64_t last(std::size_t axis) const noexcept;

    /// Why there are no elements; empty: there are.
    const std::string& why() const& noexcept { return m_why; }
    const std::string& why() const&& = delete;
    bool hasElements() const noexcept { return m_tensor.has_value(); }
    const tensor::Tensor* tensor() const& noexcept { return m_tensor ? &*m_tensor : nullptr; }
    const tensor::Tensor* tensor() const&& = delete;
    /// Row-major; null where they cannot be read.
    SharedBytes bytes() const;
    std::vector<double> doubles() const;  ///< empty where they cannot be read
    std::vector<std::int64_t> integers() const;
    /// SHA-256 of the elements; empty where it is not known.
    const std::string& hash() const&;
    const std::string& hash() const&& = delete;
    /// Lets go of the elements; they are read again when they are asked for.
    void letGo() const { m_bytes.reset(); }

private:
    const traces::ValueClaim* m_claim;
    std::optional<tensor::Tensor> m_tensor;
    ScalarType m_type = ScalarType::Unknown;
    std::vector<std::int64_t> m_shape;
    std::string m_why;
    bool m_known = false;
    mutable SharedBytes m_bytes;
    mutable std::string m_hash;
    mutable bool m_hashed = false;
};

/// SHA-256 of whole numbers as elements of that type; empty for other types.
std::string hashOfIntegers(const std::vector<std::int64_t>& numbers, ScalarType type);

/// One call with its values.
struct CallStep {
    const traces::Line* line = nullptr;
    const traces::Call* call = nullptr;
    std::vector<CallValue> inputs, outputs;

    void letGo() const;
};

/// Errors: `cancelled`. Reads headers only.
Result<std::vector<CallStep>> callSteps(const traces::Trace& trace, traces::TraceValues& values, const JobContext& job);

}  // namespace etscope::conversation
