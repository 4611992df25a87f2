// Advisories: known bugs of runtimes and lowerings, each with the facts by which a program or a run shows it. The table is a data
// file (resources/advisories.json; form: docs/ADVISORIES.md). Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sentence.h"
#include "causes/culprit.h"
#include "session/session.h"

namespace etscope::findings {

/// Where the facts of a condition are looked for.
enum class AdvisorySite : std::uint8_t {
    Call,       ///< a kernel call of a plan
    Delegated,  ///< a node of the record's edge graph that a delegate runs
    Lost,       ///< a value of a plan that is written over before it is read
    Culprit,    ///< what is at fault in a run
};

/// What all has to hold. Empty lists hold for everything.
struct AdvisoryCondition {
    AdvisorySite site = AdvisorySite::Call;
    std::vector<std::string> operators, backends, causes, makers;
    std::vector<std::string> types;  ///< of the first tensor that it takes: "f32"
    std::vector<std::string> feeds;  ///< operator of the only node that takes its result, in the same delegate
    std::map<std::string, std::vector<std::string>> arguments;     ///< has this argument, as one of these texts
    std::map<std::string, std::vector<std::string>> argumentsNot;  ///< has this argument, as none of these texts
    std::int64_t leastRank = 0;                                    ///< of the first tensor that it takes
    bool ofInput = false;                                          ///< a culprit that is an input of the method
    std::string values;                                            ///< a word of advisoryValues(): what the wrong elements show
};

struct Advisory {
    std::string id, title, effect, wayRound;
    std::string seen;                  ///< the latest release that was seen to have it
    std::string since, mended;         ///< first release with it, first one without; empty: not known
    std::vector<std::string> sources;  ///< public issues and changes; empty: found by runs against the original
    AdvisoryCondition when;

    /// What it does, and what is done about it, in any language.
    Sentence effectText() const;
    Sentence remedy() const;
    /// "title (known bug, https://…; mended in 0.7.0)".
    Sentence text() const;
};

/// A text of the table that translations know (advisory_phrases.cpp); of others it is the same in all languages.
Sentence advisoryPhrase(const std::string& text);

/// All that there are, in the order of the file. Constant data.
std::span<const Advisory> advisories();

/// A table of that form. Errors: `advisories-invalid`, which names the row and what is wrong with it.
Result<std::vector<Advisory>> parseAdvisories(std::string_view json);

struct AdvisoryMatch {
    const Advisory* advisory = nullptr;
    std::string method;
    std::optional<std::int64_t> instruction;  ///< of the first chain
    std::string node;                         ///< of the edge graph; may be empty
    Sentence proof;                           ///< what shows it: which node, which call

    std::string address() const;
};

/// Those that program and record show, without a run. Kept after the first call. Errors: `cancelled`.
Result<std::shared_ptr<const std::vector<AdvisoryMatch>>> staticAdvisories(const session::Session& session, const JobContext& job);

/// What is known of something at fault in a run of the method; nullptr: nothing. Replays the run where its values decide. Errors:
/// `cancelled`.
Result<const Advisory*> advisoryOf(const session::MethodView& method, const causes::Culprit& culprit, const JobContext& job);

/// What the wrong elements of a call can show: `nan-lost`, `beyond-doubles`, `large-mean`.
std::span<const std::string_view> advisoryValues() noexcept;
/// advisory_values.cpp: whether they do, all of them. Errors: `cancelled`.
Result<bool> showsValues(const session::MethodView& method, const causes::Culprit& culprit, std::string_view values,
                         const JobContext& job);

}  // namespace etscope::findings
