// Splice: which rows of a decoder's input are which rows of which call's output, by their bytes. One thread. Rules: docs/FORMATS.md
// "Conversations".
#pragma once

#include "conversation/opened.h"
#include "conversation/sequence.h"
#include "conversation/token_values.h"

namespace etscope::conversation {

class SpliceCheck {
public:
    explicit SpliceCheck(Findings& findings) : m_findings(findings) {}

    /// `input`: the one of rows. `ranges` receives where they come from.
    void call(const CallStep& step, std::size_t input, Sequence& sequence, const Fed& fed, std::vector<SpliceRange>& ranges);

private:
    Findings& m_findings;
};

}  // namespace etscope::conversation
