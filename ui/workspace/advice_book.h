// AdviceBook: which weights of the session's methods may be kept narrow: the jobs that find that out, what they told so far, and
// the set that a person looks at, method by method. Jobs go on while other pages are in view; what they found is kept as long as
// the session is. Nothing is computed before a person has asked for it. GUI thread only.
#pragma once

#include <QElapsedTimer>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>

#include "advisor/advice.h"
#include "workspace/workspace.h"

namespace etscope::ui {

using AdvicePtr = std::shared_ptr<const advisor::Advice>;

/// What advice is asked for.
struct AdviceRequest {
    bool worst = false;                        ///< costs are those of the worst case
    bool against = false;                      ///< of the export before this one, which is its float original
    bool tied = false;                         ///< one scheme for weights of layers that are alike
    std::size_t cases = 12;                    ///< at most
    std::vector<std::string> schemes = {};     ///< ids; empty: the usual ones
    std::vector<advisor::SchemeOf> keep = {};  ///< what must be so
    friend bool operator==(const AdviceRequest&, const AdviceRequest&) = default;
};

/// What a person made of it: the set of the budget, and single rows with another scheme.
struct AdviceChoice {
    std::vector<std::size_t> base;               ///< a cell of each row; empty: nothing can be chosen yet
    std::map<std::size_t, std::size_t> changes;  ///< row → cell
    std::set<std::size_t> kept;                  ///< rows of the changes that stay whatever the budget is
    std::optional<std::uint64_t> budget;         ///< bytes; nothing: the limit chooses
    bool byHand = false;                         ///< the base is a set that a person chose: no budget or limit does
    double limit = 0.01;                         ///< of the cost
    friend bool operator==(const AdviceChoice&, const AdviceChoice&) = default;
};

/// A set as it is shown.
struct ShownSet {
    std::vector<std::size_t> cells;
    std::uint64_t bytes = 0;
    std::optional<double> predicted;        ///< the sum of what its cells do alone; nothing: one is not known
    std::optional<advisor::Effect> effect;  ///< of the whole set, evaluated; nothing: not yet
};

class AdviceBook : public QObject {
    Q_OBJECT
public:
    explicit AdviceBook(Workspace& workspace);
    ~AdviceBook() override;

    /// Of one method.
    struct Advising {
        AdviceRequest asked;                   ///< next
        AdviceRequest made;                    ///< what the advice is of
        bool running = false, ending = false;  ///< a person has cancelled it: it ends soon
        bool cancelled = false, estimating = false, trying = false;
        std::optional<Error> error, tryError;  ///< of the advice or the estimate; of the set that is tried
        AdvicePtr advice;                      ///< null: nothing is known yet
        std::optional<advisor::Estimate> estimate;
        double secondsOfOne = 0;           ///< that the estimate took: no run of all cases takes longer
        double seconds = 0;                ///< since it began, until it ended
        double done = 0;                   ///< of 1
        std::vector<advisor::Set> tried;   ///< evaluated for a person, beside those of the advice
        std::vector<AdviceChoice> before;  ///< what was chosen before, the newest last
        AdviceChoice choice;

        bool wasAsked() const { return running || advice != nullptr; }
        /// All that were evaluated, by bytes, each once.
        std::vector<const advisor::Set*> sets() const;
        /// Of sets() those that no smaller one is as good as.
        std::vector<const advisor::Set*> front() const;
        std::vector<std::size_t> cells() const;
        ShownSet shown() const { return shownOf(cells()); }
        ShownSet shownOf(const std::vector<std::size_t>& cells) const;
        /// As the record has the weights.
        std::vector<std::size_t> asItIs() const;
    };
    const Advising& of(const QString& method) const;

    void setRequest(const QString& method, const AdviceRequest& request);
    void estimate(const QString& method);
    /// Effects and sets that were found before are taken up; rows that are kept are what must be so.
    void advise(const QString& method);
    /// Every method that was not asked about yet, one by one beside each other.
    void adviseAll();
    /// It ends soon, and what is known by then is kept.
    void cancel(const QString& method);

    /// The best set within so many bytes; rows that are kept have their schemes all the same.
    void setBudget(const QString& method, std::uint64_t bytes);
    /// The smallest set within the limit.
    void setLimit(const QString& method, double cost);
    void choose(const QString& method, const std::vector<std::size_t>& cells);
    /// Another scheme of one row.
    void change(const QString& method, std::size_t row, std::size_t cell);
    void keep(const QString& method, std::size_t row, bool kept);
    void undo(const QString& method);
    /// The chosen set as Python; empty: there is none, or nothing of it is narrow.
    QString recipe(const QString& method) const;

    /// What is known of the methods, as session files keep it: a list in JSON. `others`: such a list, of which what the book knows
    /// nothing of stays.
    std::string kept(const std::string& others) const;
    /// The files that advice is of are still being read: kept() has nothing of it yet.
    bool identifying() const { return m_identifying.running(); }
    /// Takes up what is kept where it is of these files. Nothing is computed. Of what is not, notRecalled() tells where a person
    /// had it in a session file.
    void recall(const std::string& list, bool ofSessionFile = true);

    /// What answers, in any thread; in place of the core's.
    struct Adviser {
        std::function<Result<advisor::Advice>(const session::MethodView&, const advisor::Options&, const JobContext&)> advise;
        std::function<Result<advisor::Estimate>(const session::MethodView&, const advisor::Options&, const JobContext&)> estimate;
        std::function<Result<advisor::Set>(const session::MethodView&, const advisor::Advice&,
                                           const std::vector<std::size_t>& cells, const advisor::Options&, const JobContext&)>
            tryOut;
    };
    void setAdviser(Adviser adviser) { m_adviser = std::move(adviser); }

signals:
    void changed(QString method);
    /// What was to be taken up is of other files.
    void notRecalled(QString method);

private:
    struct Own;
    struct Told;
    Own& own(const QString& method);
    advisor::Options optionsOf(const AdviceRequest& request) const;
    void take(const QString& method);
    AdvicePtr heard(Own& own) const;
    void takeKept(Own& own);
    void takeAll();
    void end(const QString& method, const std::optional<Error>& error);
    void identify();
    void rechoose(Own& own);
    void remember(Own& own);
    void rememberBudget(Own& own);
    nlohmann::json keptOf(const Advising& told) const;
    void tryChosen(const QString& method);
    void startTrial(const QString& method);
    void forget();

    Workspace& m_workspace;
    std::map<QString, std::unique_ptr<Own>> m_own;
    Job<std::string> m_identifying;
    std::string m_identity;  ///< of the files; empty: not known
    QStringList m_paths;     ///< that were open
    QTimer m_tick;
    Adviser m_adviser;
};

}  // namespace etscope::ui
