// What is known of the members of a family: which bytes they share and which are their own, what one adds to another, whether each
// finds its keys, and its verdict. A job: payloads' tables are read, ranges of one size are hashed, members are opened one after
// the other. Any thread. Rules: docs/FORMATS.md "Families of programs".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "findings/verdict.h"
#include "join/family.h"

namespace etscope::findings {

/// A key that a program asks for.
struct AskedKey {
    std::string key;
    std::optional<unsigned> file;  ///< of the whole session, which answers: the program itself or external data; nothing: none does
    bool ofDelegate = false;
    bool misfit = false;  ///< a tensor of another type, size or order of axes than the plan demands
};

/// Bytes of a member: a weight, or what a delegate's payload holds beside its weights.
struct MemberData {
    std::string_view kind;  ///< "constant", "named_data", "external", "delegate_value", "initial_value", "delegate_payload"
    std::string name;       ///< in the record, else its key, else as the plan has it; of payloads "METHOD/INDEX"; may be empty
    std::string module;     ///< that a record or a key says it is of; may be empty
    unsigned file = 0;      ///< of the whole session
    std::uint64_t offset = 0, size = 0;
    std::uint64_t counted = 0;  ///< of a payload: without the weights inside
    std::size_t content = 0;    ///< equal for equal bytes, over all members
};

/// An adapter's file that the inputs of a program are fed from.
struct AdapterFile {
    unsigned file = 0;
    std::size_t answered = 0, others = 0;  ///< keys of the list that it has; keys that are not in the list
    std::vector<std::string> missing;
};

struct MemberFacts {
    std::optional<Error> error;  ///< why it has no session; nothing else is known then
    std::uint64_t programBytes = 0;
    std::uint64_t shared = 0, own = 0;  ///< of its data: bytes that other members have, too, and the others
    std::vector<AskedKey> keys;         ///< by name
    std::size_t runs = 0;               ///< executions of its methods
    std::size_t silentDelegates = 0;    ///< that no decoder reads: what they ask for is not known
    std::vector<std::size_t> twins;     ///< members whose program is the same bytes
    std::optional<std::size_t> base;    ///< the largest member all of whose weights it has, with further ones
    std::vector<MemberData> adds;       ///< what its base has not; without a base what no other member has; in file order
    std::vector<AdapterFile> adapters;
    std::optional<Verdict> verdict;  ///< nothing: it was not asked for
    Sentence sentence;               ///< the first of the verdict

    /// Keys without an answer, or with one that does not fit.
    std::size_t unanswered() const noexcept;
    std::uint64_t addedBytes() const noexcept;
    /// Of `adds`, each once.
    std::vector<std::string> addedModules() const;
};

/// Bytes that several members have.
struct FamilyContent {
    std::string_view kind;
    std::uint64_t bytes = 0;
    std::string sha256;  ///< empty: all of them read one place
    std::size_t places = 0;
    std::vector<std::size_t> members;
    std::vector<std::string> names;  ///< each once
};

struct FamilyFacts {
    std::shared_ptr<const join::Family> family;
    std::vector<MemberFacts> members;   ///< as those of the family
    std::vector<FamilyContent> shared;  ///< largest first
    Diagnostics diagnostics;            ///< what the sessions of members say of keys

    /// Whether something is wrong: a program that cannot be read, a key without an answer, a verdict that differs.
    bool failed() const noexcept;
};

/// `verdicts`: the verdict of each member, which reads and computes what that takes; names of weights in its record come with it.
/// Errors: `cancelled`, those of join::family().
Result<std::shared_ptr<const FamilyFacts>> familyFacts(const session::Session& session, bool verdicts, const JobContext& job);

}  // namespace etscope::findings
