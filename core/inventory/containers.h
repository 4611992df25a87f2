// Containers: what holds several variants of one thing (a payload for each of several backends, the functions of one package, one
// context that several methods run), as a matrix of variants, and what each two of them differ in. A job: constants of equal
// sizes are hashed. Any thread. Rules: docs/FORMATS.md "Variants in a container".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "session/session.h"

namespace etscope::inventory {

struct CountedBytes {
    std::size_t count = 0;
    std::uint64_t bytes = 0;
    void add(std::uint64_t size) noexcept { ++count, bytes += size; }
};

/// How often each operator occurs, in the order of their names.
using OperatorCounts = std::vector<std::pair<std::string, std::size_t>>;

struct ContainerVariant {
    std::string backend;                       ///< the entry's id, or that of the delegate
    std::string format;                        ///< "NPTG", "pte", "QNN", …; "opaque": not decoded
    std::string soc;                           ///< the device it was compiled for; empty: the payload does not say
    std::string function;                      ///< method or function inside; empty: the payload names none
    std::vector<std::string> inputs, outputs;  ///< "f32[1,8]"; what says how long a sequence is
    bool signatureKnown = false;               ///< whether `inputs` and `outputs` could be read
    std::uint64_t bytes = 0;                   ///< all that it reads: its payload and the constants elsewhere, each byte once
    std::uint64_t sharedPlace = 0;             ///< of those, read by another variant too
    std::uint64_t sharedContent = 0;           ///< of the others, constants whose equal another variant has at another place
    bool constantsKnown = false;               ///< whether a decoder tells them; else there are none here, and no `sharedContent`
    CountedBytes constants;                    ///< those whose bytes are at hand
    std::size_t missingConstants = 0;
    std::optional<std::size_t> nodes;  ///< nothing: no graph could be decoded
    OperatorCounts operators;
    std::string reason;  ///< why there is no graph

    std::uint64_t own() const noexcept { return bytes - sharedPlace - sharedContent; }
};

/// An operator that two variants do not run equally often.
struct OperatorDifference {
    std::string name;
    std::size_t left = 0, right = 0;
};

/// Two variants of one backend or of one function.
struct VariantPair {
    std::size_t left = 0, right = 0;                           ///< places in `variants`
    bool constantsKnown = false;                               ///< of both sides
    CountedBytes equal, onlyLeft, onlyRight;                   ///< constants, by what they hold
    CountedBytes different;                                    ///< one name, other contents; bytes of the left one
    std::size_t unknown = 0;                                   ///< of either side whose bytes are not at hand or were not read
    std::optional<bool> sameInputs;                            ///< nothing: those of a side are not known
    std::optional<std::vector<OperatorDifference>> operators;  ///< nothing: a side has no graph
    std::size_t operatorsLeftOut = 0;                          ///< beyond `limits::kMaxOperatorDifferences`
};

/// Who calls a container: a delegate of a plan.
struct ContainerUser {
    std::string method;
    std::int64_t delegate = 0;
    std::string function;  ///< that its payload names, where that is a reference; else empty
};

struct Container {
    std::optional<unsigned> file;      ///< nothing: its bytes are in no file as they stand (compressed)
    std::vector<ContainerUser> users;  ///< empty: the file itself is the container
    std::string format;
    ByteRange bytes;
    std::vector<ContainerVariant> variants;
    std::vector<VariantPair> pairs;
    std::size_t variantsLeftOut = 0, pairsLeftOut = 0;  ///< beyond the limits
};

/// Those of the program's delegates and of native files, in their order. Errors: `cancelled`.
Result<std::vector<Container>> containers(const session::Session& session, const JobContext& job);

}  // namespace etscope::inventory
