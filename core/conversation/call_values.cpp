#include "conversation/call_values.h"

#include <algorithm>

#include "evaluate/elements.h"
#include "io/sha256.h"

namespace etscope::conversation {

CallValue::CallValue(traces::TraceValues& values, const traces::ValueClaim& claim) : m_claim(&claim) {
    auto tensor = values.tensor(claim);
    if (tensor) {
        m_type = tensor->type;
        m_shape = tensor->shape;
        m_known = true;
        m_tensor = *std::move(tensor);
        return;
    }
    m_why = tensor.error().message;
    if (const auto type = scalarTypeFromName(claim.dtype); type && claim.shape) {
        m_type = *type;
        m_shape = *claim.shape;
        m_known = std::ranges::none_of(m_shape, [](std::int64_t size) { return size < 0; });
    }
}

std::int64_t CallValue::count() const noexcept {
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    std::int64_t product = 1;
    for (const std::int64_t size : m_shape) product = size == 0 ? 0 : product > kMost / size ? kMost : product * size;
    return product;
}

std::int64_t CallValue::last(std::size_t axis) const noexcept {
    return axis < m_shape.size() ? m_shape[m_shape.size() - 1 - axis] : 1;
}

SharedBytes CallValue::bytes() const {
    if (m_bytes != nullptr || !m_tensor) return m_bytes;
    auto read = traces::elementBytes(*m_tensor);
    if (read) m_bytes = std::make_shared<const std::vector<std::byte>>(*std::move(read));
    return m_bytes;
}

std::vector<double> CallValue::doubles() const {
    const SharedBytes held = bytes();
    if (held == nullptr || !evaluate::computable(m_type)) return {};
    std::vector<double> all(held->size() / itemSize(m_type));
    evaluate::loadDoubles(m_type, held->data(), static_cast<std::ptrdiff_t>(itemSize(m_type)), all.size(), all.data());
    return all;
}

std::vector<std::int64_t> CallValue::integers() const {
    const SharedBytes held = bytes();
    if (held == nullptr || !evaluate::computable(m_type)) return {};
    std::vector<std::int64_t> all(held->size() / itemSize(m_type));
    evaluate::loadInts(m_type, held->data(), static_cast<std::ptrdiff_t>(itemSize(m_type)), all.size(), all.data());
    return all;
}

const std::string& CallValue::hash() const& {
    if (m_hashed) return m_hash;
    m_hashed = true;
    m_hash = m_claim->sha256;
    const SharedBytes held = m_tensor ? bytes() : nullptr;
    if (held == nullptr) return m_hash;
    Sha256 hash;
    hash.add(*held);
    m_hash = hash.hex().valueOr(std::string());
    return m_hash;
}

std::string hashOfIntegers(const std::vector<std::int64_t>& numbers, ScalarType type) {
    if (type != ScalarType::I64 && type != ScalarType::I32) return {};
    std::vector<std::byte> bytes(numbers.size() * itemSize(type));
    evaluate::storeInts(type, numbers.data(), numbers.size(), bytes.data());
    Sha256 hash;
    hash.add(bytes);
    return hash.hex().valueOr(std::string());
}

void CallStep::letGo() const {
    for (const CallValue& value : inputs) value.letGo();
    for (const CallValue& value : outputs) value.letGo();
}

Result<std::vector<CallStep>> callSteps(const traces::Trace& trace, traces::TraceValues& values, const JobContext& job) {
    std::vector<CallStep> steps;
    for (const traces::Line& line : trace.lines()) {
        const auto* call = line.as<traces::Call>();
        if (call == nullptr) continue;
        if (job.cancelled()) return cancelledFailure();
        CallStep step{&line, call, {}, {}};
        for (const traces::ValueClaim& claim : call->inputs) step.inputs.emplace_back(values, claim);
        for (const traces::ValueClaim& claim : call->outputs) step.outputs.emplace_back(values, claim);
        steps.push_back(std::move(step));
    }
    return steps;
}

}  // namespace etscope::conversation
