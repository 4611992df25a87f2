// Bench: what checks have in common: the subject, other methods of the record, the budget, trials played. Internal to
// core/consistency.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "consistency/consistency.h"

namespace etscope::consistency {

/// Two ways that must agree.
struct Trial {
    Script left, right;
    Sentence leftWords, rightWords;
    BlameOptions blame;
    std::function<bool(std::int64_t row, std::int64_t position)> compared;  ///< nothing: all positions
    bool positionsOnly = false;                                             ///< Region::positionsOnly
    bool sizes = false;                                                     ///< Region::sizes
    bool wholeRows = false;                                                 ///< values without rows follow from them all
    Draws leftDraws = Draws::Mean, rightDraws = Draws::Mean;
    std::int64_t fixedRows = 0;  ///< the first axis is that many rows, of which the first one was changed: the others are compared
};

/// A trial that a check has computed, to be played by the program, too.
struct Asked {
    std::string check;
    Trial trial;      ///< no right side: each call is held against the graph
    Way left, right;  ///< outputs alone
};

/// What both ways of a batch of a fixed size gave for the rows that were not changed.
Disagreement rowsApart(const Way& left, const Way& right, std::int64_t rows);

class Bench {
public:
    Bench(const session::MethodView& method, std::shared_ptr<const Subject> subject, const Options& options, const JobContext& job);

    const Subject& subject() const noexcept { return *m_subject; }
    const std::shared_ptr<const Subject>& subjectPointer() const noexcept { return m_subject; }
    const session::MethodView& method() const noexcept { return m_method; }
    const JobContext& job() const noexcept { return m_job; }
    Budget& budget() noexcept { return m_budget; }
    /// Of another method; null: it cannot be computed.
    std::shared_ptr<const Subject> other(const std::string& name);

    /// Both ways, without nodes. Errors: those of play().
    Result<Disagreement> compare(const Trial& trial);
    /// Of the check that is asked now: kept where the program is to play it, too.
    void remember(const Trial& trial, Way left, Way right);
    void begin(std::string_view check) { m_check = check; }
    const std::vector<Asked>& asked() const& noexcept { return m_asked; }
    const std::vector<Asked>& asked() const&& = delete;
    /// Checks of which something was too large to be kept.
    const std::set<std::string>& tooLarge() const& noexcept { return m_tooLarge; }
    const std::set<std::string>& tooLarge() const&& = delete;
    std::vector<Pair> pairs(const Trial& trial, const Way& left, const Way& right) const;
    /// The same as a result: blame where it disagrees. Keeps of several trials that which disagrees, else the furthest apart.
    /// False: nothing more is to be tried.
    bool tryOut(const Trial& trial, CheckResult& result);

    /// A call of that many positions.
    Step step(std::int64_t start, std::int64_t size) const;
    /// How many positions one call and how many a conversation may have, within `wanted`.
    std::int64_t callSize(std::int64_t wanted) const noexcept;
    std::int64_t room(std::int64_t wanted) const noexcept;

    /// Where positions see later ones of the same call. Computed once. Errors: those of play().
    struct Sight {
        std::int64_t size = 0;                ///< of the call
        std::size_t pairs = 0;                ///< (i < j) that were asked
        std::size_t leaks = 0;                ///< of these, i moved with j
        std::int64_t ahead = 0;               ///< the furthest j − i
        std::int64_t behind = 0;              ///< the furthest i − j that moved
        bool positional = false;              ///< an output has positions
        std::optional<std::int64_t> changed;  ///< a j that leaked
        bool complete = false;                ///< every position was changed in turn
        bool prefix = false;                  ///< exactly the positions of a first part see each other
        std::string refused;
    };
    Result<Sight> sight();
    Trial changedAt(std::int64_t size, std::int64_t position) const;

private:
    std::vector<bool> movedIn(const Trial& trial, const Way& left, const Way& right, std::int64_t changed, bool& positional) const;

    const session::MethodView& m_method;
    std::shared_ptr<const Subject> m_subject;
    const Options& m_options;
    const JobContext& m_job;
    Budget m_budget;
    std::map<std::string, std::shared_ptr<const Subject>> m_others;
    std::optional<Sight> m_sight;
    std::string m_check;
    std::vector<Asked> m_asked;
    std::set<std::string> m_tooLarge;
    std::size_t m_kept = 0;  ///< numbers of `m_asked`
};

CheckResult& notSetUp(CheckResult& result, Sentence reason);
CheckResult& notApplicable(CheckResult& result, Sentence reason);

}  // namespace etscope::consistency
