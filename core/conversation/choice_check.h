// Choices: whether the id that was chosen is what logits and sampler say, and which position was read. One thread. Rules:
// docs/FORMATS.md "Conversations".
#pragma once

#include <map>

#include "conversation/opened.h"
#include "conversation/sequence.h"

namespace etscope::conversation {

class ChoiceCheck {
public:
    ChoiceCheck(const Opened& opened, Findings& findings) : m_opened(opened), m_findings(findings) {}

    /// `real`: rows of that call that are no padding. `number`: of the choice, in the trace.
    void choice(const traces::Line& line, const traces::Choice& choice, std::size_t number, const CallStep* step, std::size_t real);

private:
    struct Logits {
        std::vector<double> values;
        std::size_t rows = 0, columns = 0, ids = 0;  ///< `ids`: columns that the tokenizer has
        std::span<const double> row(std::size_t at) const { return std::span(values).subspan(at * columns, columns); }
    };
    void tell(const traces::Line& line, const traces::Choice& choice, std::size_t number, const char* kind, const CallStep* step,
              std::optional<std::int64_t> position, Sentence sentence);
    void greedy(const traces::Line& line, const traces::Choice& choice, std::size_t number, const CallStep& step,
                const Logits& logits, std::size_t row);
    void sampled(const traces::Line& line, const traces::Choice& choice, std::size_t number, const CallStep& step,
                 const Logits& logits, std::size_t row);
    std::string nameOf(std::int64_t id) const;

    const Opened& m_opened;
    Findings& m_findings;
};

}  // namespace etscope::conversation
