// The search for the smallest part whose exchange brings a token back. Internal to core/conversation; one thread.
#pragma once

#include <set>

#include "conversation/blame.h"
#include "conversation/played_calls.h"

namespace etscope::conversation {

class BlameSearch {
public:
    /// `blame`: with both ids and the lost lead; its parts are filled. `row`: that the token is read from. `ids`: of the logits'
    /// columns those that are tokens.
    BlameSearch(const Opened& opened, PlayedCalls& calls, const LogitsRow& row, Blame& blame, std::size_t ids,
                const BlameOptions& options, const JobContext& job)
        : m_opened(opened), m_calls(calls), m_row(row), m_blame(blame), m_ids(ids), m_options(options), m_job(job) {}

    /// Errors: `cancelled`.
    Result<void> run();

private:
    /// What of a method's calls is told apart, and where it stands.
    struct Atom {
        OwnError own;
        std::string module;     ///< path
        std::string node;       ///< in the edge graph
        std::size_t order = 0;  ///< of the node
    };
    using Calls = std::vector<std::size_t>;
    using Atoms = std::vector<Atom>;

    std::vector<BlamePart> groups() const;
    BlamePart callsPart(Calls calls) const;
    Calls placesOf(const BlamePart& part) const;
    /// Errors: `cancelled`. What cannot be computed stays unmeasured, with a note.
    Result<void> measure(BlamePart& part, const Exchange& exchange);
    Result<void> split(BlamePart& part);
    Result<void> lookInside();
    Atoms atomsOf(const Calls& calls) const;
    Result<void> descend(BlamePart& part, const Calls& calls, const Atoms& atoms, std::size_t depth);
    std::vector<std::pair<BlamePart, Atoms>> children(const BlamePart& part, const Atoms& atoms, std::size_t depth) const;
    BlamePart single(const BlamePart& around, const Atom& atom) const;
    void eachGuilty(BlamePart& part, std::map<std::string, std::vector<BlamePart*>>& byMethod);
    void findCulprit();
    bool spent() const noexcept { return m_blame.exchanges >= m_options.exchanges; }
    void note(Sentence text);
    void tell() const {
        if (m_options.known) m_options.known(m_blame);
    }

    const Opened& m_opened;
    PlayedCalls& m_calls;
    const LogitsRow m_row;
    Blame& m_blame;
    const std::size_t m_ids;
    const BlameOptions& m_options;
    const JobContext& m_job;
};

}  // namespace etscope::conversation
