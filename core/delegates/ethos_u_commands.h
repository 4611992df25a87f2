// The command stream of an Ethos-U payload (its block `cmd_data`): what the driver does first, then the commands of the processor,
// one by one. Format: docs/FORMATS.md "Ethos-U command stream". Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "delegates/delegates.h"
#include "io/source.h"

namespace etscope::delegates {

enum class CommandKind : std::uint8_t {
    Driver,     ///< an action of the driver, or a word of one
    Register,   ///< NPU_SET_…
    Operation,  ///< NPU_OP_…: starts work, or waits for it
    Unknown,    ///< no code that is known
};
std::string_view commandKindName(CommandKind kind) noexcept;

struct EthosUCommand {
    std::uint64_t offset = 0;  ///< from the start of the block
    CommandKind kind = CommandKind::Unknown;
    std::string_view name;                 ///< empty: the code is not known
    std::uint32_t code = 0;                ///< with the bits that say how long the command is
    std::uint32_t parameter = 0;           ///< upper half of the word
    std::optional<std::uint32_t> payload;  ///< second word of a long command, only word of what belongs to an action
};

struct EthosUCommands {
    std::string product;                  ///< "Ethos-U55"; empty: not said
    std::optional<std::uint32_t> macs;    ///< a cycle
    std::vector<EthosUCommand> commands;  ///< in their order; at most `limits::kMaxCommands`
    std::size_t leftOut = 0;              ///< commands beyond the limit
    std::string reason;                   ///< why the rest is not listed; empty: all is
};

/// The block `cmd_data`: in the payload, or in named data that it refers to. Nothing where there is none.
std::optional<ByteRange> ethosUCommandBlock(const Decoded& decoded, const ByteRange& payload);

/// Errors: those of reading, `cancelled`. Bytes of another form give no commands and a reason.
Result<EthosUCommands> readEthosUCommands(const ByteRange& block, const JobContext& job);

}  // namespace etscope::delegates
