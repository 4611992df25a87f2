// What of a session budgets are held against, measured once each. Whatever cannot be measured is unknown, with the reason. One
// thread; the session must live as long.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compare/outputs.h"
#include "compare/quantisation.h"
#include "gate/budgets.h"
#include "join/runs.h"
#include "join/weights.h"
#include "session/session.h"
#include "stages/stage_arrows.h"

namespace etscope::gate {

struct Measured {
    std::optional<double> value;
    bool bound = false;                    ///< what is not known can make it worse
    std::optional<bool> holds;             ///< of what has no limit, or breaks whatever the number is
    std::string word;                      ///< of what is no number: "normal"
    std::string note;                      ///< why it is not known, or what it is of
    std::vector<std::string> addresses;    ///< of what makes it so, at most `limits::kMaxGatePlaces`
    std::vector<std::uint64_t> durations;  ///< Latency: ticks of each run, ascending
};

/// Whether a method gives logits over a vocabulary.
enum class Chooses : std::uint8_t { No, Yes, Unknown };

/// The choices of a method's outputs over a vocabulary in all cases and runs that both sides have, added up.
struct ChosenTokens {
    /// A token, and where it is.
    struct At {
        std::int64_t column = 0, output = 0;
        std::size_t position = 0;
    };
    compare::PairCounts pairs;  ///< of these outputs
    std::set<std::int64_t> columns;
    std::size_t tokens = 0, stay = 0;        ///< positions with a softmax on both sides, and those where both choose one token
    std::size_t lost = 0, unreferenced = 0;  ///< without one: of the runtime alone; of the reference
    double divergence = 0, worst = -1;       ///< KL(reference ‖ runtime) in nats: the sum; the largest, which may be infinite
    std::optional<At> worstAt, firstOther, firstLost;
    std::string unread;  ///< why an output could not be told; empty: all could
};

class Measures {
public:
    Measures(std::shared_ptr<const session::Session> session, const JobContext& job);

    /// For `method` (empty: the session) and `output` of the budget's measure. Errors: `cancelled`.
    Result<Measured> of(const Budget& budget, const std::string& method, std::optional<std::int64_t> output);

    /// Methods of the session that are no constants.
    std::vector<std::string> methods() const { return m_session->methodNames(); }
    /// The outputs of a method that any side knows.
    Result<std::vector<std::int64_t>> outputs(const std::string& method);
    /// By the values of its outputs, and where there are none by what its graph or plan declares.
    Result<Chooses> chooses(const std::string& method);
    const session::Session& session() const noexcept { return *m_session; }

private:
    Measured fileSize() const;
    Result<Measured> weightsBytes(const std::string& method);
    Result<Measured> memory(const std::string& method, bool peak) const;
    Result<Measured> calls(const std::string& method, bool delegates) const;
    Result<Measured> weightSqnr(const std::string& method);
    Result<Measured> latency(const std::string& method) const;
    Result<Measured> findings(const std::string& pattern);
    Result<Measured> compared(const Budget& budget, const std::string& method, std::int64_t output);
    Result<Measured> envelope(const std::string& method, std::int64_t output);
    Result<Measured> envelopeOfCase(const std::string& method, std::int64_t output, std::optional<std::int64_t> caseIndex);
    Result<Measured> tokens(Measure measure, const std::string& method);
    Result<ChosenTokens> chosenTokens(const std::string& method);
    Result<void> addTokens(const compare::OutputPair& pair, ChosenTokens& found);
    Result<bool> overVocabulary(const tensor::Tensor& output);
    /// By the declarations of the outputs of which no value tells.
    Result<Chooses> declared(const std::string& method, const std::set<std::int64_t>& known);
    Result<void> loadPairs();
    Result<void> addCulprit(const std::string& method, Measured& made) const;
    /// Plans of the method, or of all; nothing: one of them is not known.
    std::optional<std::vector<const program::ExecutionPlan*>> plans(const std::string& method) const;

    std::shared_ptr<const session::Session> m_session;
    const JobContext& m_job;
    std::optional<std::vector<join::StoredWeight>> m_weights;
    std::optional<compare::Quantisation> m_quantisation;
    std::optional<std::map<std::string, std::uint64_t>> m_findings;  ///< by code, and by severity
    std::optional<std::vector<compare::OutputPair>> m_pairs;
    std::string m_pairsNote;  ///< why there are none
    std::map<std::string, ChosenTokens> m_tokens;
    std::map<std::int64_t, bool> m_vocabularies;                                                          ///< by columns
    std::map<std::pair<std::string, std::optional<std::int64_t>>, Result<stages::StageArrows>> m_arrows;  ///< by method and case
};

}  // namespace etscope::gate
