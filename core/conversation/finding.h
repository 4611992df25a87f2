// Findings: what is wrong in a conversation, where, and what proves it. Values; any thread. Rules: docs/FORMATS.md "Conversations".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"

namespace etscope::conversation {

enum class Check : std::uint8_t {
    Files,      ///< the files that the trace names are those it was made with
    Template,   ///< the text is what the chat template makes of the messages
    Tokens,     ///< the ids are those of the text; placeholders are expanded
    Image,      ///< the pixel values are what the processor makes of the picture
    Embedding,  ///< the ids that were fed are those of the conversation
    Splice,     ///< rows of the decoder's input are those of their tokens and pictures
    Positions,  ///< positions go on, without a gap, within the bound
    Mask,       ///< each position sees what is before it
    Choice,     ///< the id that was chosen is what the logits say
    Text,       ///< the text of a chosen id is its own
    State,      ///< what a call left is what the next one found
    Program,    ///< the program is what the record was lowered to
    Values      ///< outputs of calls are what the record computes of their inputs
};
/// "files", "template", … : the words of documents.
std::string_view checkName(Check check) noexcept;

enum class State : std::uint8_t { Right, Unknown, Wrong };
/// "right", "unknown", "wrong".
std::string_view stateName(State state) noexcept;

/// What proves a finding.
enum class Evidence : std::uint8_t {
    Bytes,     ///< elements of recorded values
    Hash,      ///< hashes of elements
    Order,     ///< the order of lines and calls
    Computed,  ///< values that were computed
    Claim      ///< what the runner says of itself, against files or records
};
/// "bytes", "hash", "order", "computed", "claim".
std::string_view evidenceName(Evidence evidence) noexcept;

/// Where; what is not known is absent.
struct Place {
    std::size_t line = 0;  ///< of the file, from 1; 0: none
    std::string lineKind;  ///< "template", "tokens", "text", …
    std::optional<std::int64_t> call, choice;
    std::string method;
    std::optional<std::size_t> input, output;
    std::optional<std::int64_t> position;  ///< in the ids, in the text (bytes), or in the rows of the input or output
    bool state = false;                    ///< what the call found in memory, or in its inputs that are caches
    std::string module, node, address;     ///< of faults of an export
};

/// "text_decoder call 7, input 1, position 0".
std::string placeText(const Place& place);

struct Finding {
    Check check = Check::Files;
    std::string kind;  ///< "position_gap", "bos_missing", …; docs/FORMATS.md lists them
    Place place;
    Sentence sentence;
    Evidence evidence = Evidence::Bytes;
};

/// What became of one check.
struct CheckRow {
    Check check = Check::Files;
    State state = State::Unknown;
    std::size_t looked = 0;  ///< lines, calls or values that it was made for
    std::size_t open = 0;    ///< of which nothing could be told
    Sentence reason;         ///< why it is unknown, or what was left out
};

}  // namespace etscope::conversation
