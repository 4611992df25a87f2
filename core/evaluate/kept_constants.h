// Surroundings that ask others once for each constant and each delegate: for graphs that are run several times on end. Small
// constants are read once, large ones stay in their files. One thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/interpreter.h"

namespace etscope::evaluate {

class KeptConstants final : public Surroundings {
public:
    /// Refers to the others.
    explicit KeptConstants(const Surroundings& others) : m_others(std::shared_ptr<void>(), &others) {}
    /// Keeps them.
    explicit KeptConstants(std::shared_ptr<const Surroundings> others) : m_others(std::move(others)) {}

    Result<Value> constant(std::string_view target, const std::shared_ptr<Memory>& memory) const override;
    /// The constants of a delegate are kept as well.
    Result<LoweredBody> lowered(const graph::GraphModel& model, std::size_t delegate, const JobContext& job) const override;

private:
    void hold(const Array& constant) const;

    std::shared_ptr<const Surroundings> m_others;
    mutable std::vector<Pinned> m_held;
    mutable std::uint64_t m_bytes = 0;  ///< of what is held
    mutable std::map<std::string, Value, std::less<>> m_constants;
    mutable std::map<std::pair<const graph::GraphModel*, std::size_t>, LoweredBody> m_lowered;
};

/// The same with the surroundings that it keeps.
inline std::shared_ptr<const Surroundings> keepingConstants(std::shared_ptr<const Surroundings> others) {
    return std::make_shared<KeptConstants>(std::move(others));
}

}  // namespace etscope::evaluate
