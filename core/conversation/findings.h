// Collector of what the checks of a conversation find. One thread.
#pragma once

#include <array>
#include <vector>

#include "conversation/finding.h"

namespace etscope::conversation {

class Findings {
public:
    /// Findings of one check beyond these are counted only.
    static constexpr std::size_t kMostOfCheck = 100;

    void add(Finding finding);
    /// A thing was looked at and is right, or a finding tells what is wrong.
    void looked(Check check) { ++row(check).looked; }
    /// Nothing can be told about a thing; the first reason stands for all.
    void open(Check check, Sentence reason);
    bool wrong(Check check) const noexcept { return m_counts[static_cast<std::size_t>(check)] > 0; }

    /// By line, then by check.
    std::vector<Finding> take();
    /// One for each check, in their order.
    std::vector<CheckRow> rows() const;

private:
    static constexpr std::size_t kChecks = static_cast<std::size_t>(Check::Values) + 1;
    CheckRow& row(Check check) noexcept { return m_rows[static_cast<std::size_t>(check)]; }

    std::vector<Finding> m_findings;
    std::array<CheckRow, kChecks> m_rows{};
    std::array<std::size_t, kChecks> m_counts{};
};

}  // namespace etscope::conversation
