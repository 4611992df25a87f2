#include "conversation/findings.h"

#include <algorithm>

namespace etscope::conversation {

void Findings::add(Finding finding) {
    if (++m_counts[static_cast<std::size_t>(finding.check)] <= kMostOfCheck) m_findings.push_back(std::move(finding));
}

void Findings::open(Check check, Sentence reason) {
    CheckRow& one = row(check);
    ++one.open;
    if (one.reason.empty()) one.reason = std::move(reason);
}

std::vector<Finding> Findings::take() {
    std::stable_sort(m_findings.begin(), m_findings.end(), [](const Finding& a, const Finding& b) {
        return a.place.line != b.place.line ? a.place.line < b.place.line : a.check < b.check;
    });
    return std::move(m_findings);
}

std::vector<CheckRow> Findings::rows() const {
    std::vector<CheckRow> rows(m_rows.begin(), m_rows.end());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].check = static_cast<Check>(i);
        if (m_counts[i] > 0)
            rows[i].state = State::Wrong;
        else if (rows[i].looked > 0 && rows[i].open == 0)
            rows[i].state = State::Right;
        if (rows[i].looked == 0 && rows[i].open == 0 && rows[i].reason.empty())
            rows[i].reason = Sentence::of("the trace has nothing that it could look at");
    }
    return rows;
}

}  // namespace etscope::conversation
