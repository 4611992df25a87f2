#include "evaluate/kept_constants.h"

#include "evaluate/refusal.h"

namespace etscope::evaluate {

namespace {

/// Of constants that are held in memory.
constexpr std::uint64_t kMostHeld = std::uint64_t{16} << 20U;

}  // namespace

/// Where there is no room it is read when it is wanted.
void KeptConstants::hold(const Array& constant) const {
    if (!constant.storage->readInParts() || constant.storage->size() > kMostHeld - m_bytes) return;
    try {
        m_held.push_back(Storage::pin(constant.storage));
        m_bytes += constant.storage->size();
    } catch (const Refusal&) {
    }
}

Result<Value> KeptConstants::constant(std::string_view target, const std::shared_ptr<Memory>& memory) const {
    if (const auto known = m_constants.find(target); known != m_constants.end()) return known->second;
    auto value = m_others->constant(target, memory);
    if (!value) return value;
    if (const Array* array = value->array()) hold(*array);
    m_constants.emplace(target, *value);
    return value;
}

Result<LoweredBody> KeptConstants::lowered(const graph::GraphModel& model, std::size_t delegate, const JobContext& job) const {
    const std::pair key(&model, delegate);
    if (const auto known = m_lowered.find(key); known != m_lowered.end()) return known->second;
    auto body = m_others->lowered(model, delegate, job);
    if (!body) return body;
    body->surroundings = keepingConstants(std::move(body->surroundings));
    m_lowered.emplace(key, *body);
    return body;
}

}  // namespace etscope::evaluate
