#include "delegates/ethos_u_commands.h"

#include <algorithm>
#include <array>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/enum_table.h"
#include "delegates/ethos_u_names.h"
#include "delegates/limits.h"

namespace etscope::delegates {
namespace {

constexpr std::uint32_t kFirstForm = 0x31504F43, kSecondForm = 0x32504F43, kMetadata = 0x4D554556;  // COP1, COP2, VEUM
constexpr std::uint64_t kWord = 4;
/// The bits of a code that say how long a command is: 0 one word, 1 two.
constexpr std::uint32_t kLengthMask = 0xC000, kLong = 0x4000;

/// A driver's action: a word whose lowest byte tells it, and the words that follow.
struct Action {
    std::uint8_t code;
    std::uint32_t words;
    std::string_view name;
};
constexpr std::uint8_t kOptimizerConfig = 1, kCommandStream = 2;
constexpr std::array kActions{Action{kOptimizerConfig, 2, "OPTIMIZER_CONFIG"}, Action{kCommandStream, 0, "COMMAND_STREAM"},
                              Action{3, 0, "READ_APB_REG"}, Action{4, 0, "DUMP_SHRAM"}, Action{5, 0, "NOP"}};

class StreamReader {
public:
    StreamReader(const ByteRange& block, const JobContext& job) : m_block(block), m_job(job) {}

    Result<EthosUCommands> read() {
        const auto first = word(0);
        if (!first) return first.failure();
        auto done = *first == kFirstForm ? readActions() : *first == kSecondForm ? readEntries() : Result<void>();
        if (!done) return done.failure();
        if (*first != kFirstForm && *first != kSecondForm) m_out.reason = "the block does not begin with COP1 or COP2";
        if (m_out.leftOut > 0) m_out.reason = "the stream has more commands than are listed";
        return std::move(m_out);
    }

private:
    Result<std::uint32_t> word(std::uint64_t at) {
        std::array<std::byte, kWord> bytes{};
        if (!rangeFits(at, kWord, m_block.size)) return std::uint32_t{0};
        if (at < m_windowStart || at + kWord > m_windowStart + m_window.size()) {
            if (auto loaded = load(at); !loaded) return loaded.failure();
        }
        std::copy_n(m_window.begin() + static_cast<std::ptrdiff_t>(at - m_windowStart), kWord, bytes.begin());
        return loadLittle<std::uint32_t>(bytes.data());
    }
    Result<void> load(std::uint64_t at) {
        static constexpr std::uint64_t kWindow = 1U << 20U;
        if (m_job.cancelled()) return cancelledFailure();
        m_windowStart = at;
        m_window.resize(static_cast<std::size_t>(std::min(kWindow, m_block.size - at)));
        return m_block.read(at, m_window);
    }
    bool add(EthosUCommand command) {
        if (m_out.commands.size() >= limits::kMaxCommands) {
            ++m_out.leftOut;
            return false;
        }
        m_out.commands.push_back(command);
        return true;
    }
    bool addWord(std::uint64_t at, std::string_view name, std::uint32_t value) {
        return add({at, CommandKind::Driver, name, 0, 0, value});
    }

    /// COP1: actions of the driver one after another.
    Result<void> readActions() {
        addWord(0, "COP1", kFirstForm);
        for (std::uint64_t at = kWord; rangeFits(at, kWord, m_block.size);) {
            const auto value = word(at);
            if (!value) return value.failure();
            const auto code = static_cast<std::uint8_t>(*value & 0xFFU);
            const auto* action = std::ranges::find(kActions, code, &Action::code);
            if (action == kActions.end()) {
                add({at, CommandKind::Unknown, {}, code, *value >> 16U, std::nullopt});
                m_out.reason = "an action of the driver is not known; what follows is not listed";
                return {};
            }
            if (!add({at, CommandKind::Driver, action->name, code, *value >> 16U, std::nullopt})) return {};
            at += kWord;
            if (code == kCommandStream) {
                // The length has 24 bits: the byte between code and parameter is its upper part.
                const std::uint64_t size = (((*value >> 8U & 0xFFU) << 16U) | (*value >> 16U)) * kWord;
                const std::uint64_t there = std::min(size, m_block.size - at);
                if (auto read = readStream(at, at + there); !read) return read.failure();
                if (there < size) m_out.reason = "the command stream is longer than its block";
                at += there;
                continue;
            }
            if (code == kOptimizerConfig)
                if (auto read = readConfig(at); !read) return read.failure();
            at += action->words * kWord;
        }
        return {};
    }

    Result<void> readConfig(std::uint64_t at) {
        static constexpr std::array<std::string_view, 2> kNames{"configuration", "version"};
        for (std::size_t i = 0; i < kNames.size() && rangeFits(at + i * kWord, kWord, m_block.size); ++i) {
            const auto value = word(at + i * kWord);
            if (!value) return value.failure();
            addWord(at + i * kWord, kNames[i], *value);
            if (i == 0) setProduct(*value);
        }
        return {};
    }

    /// Of the configuration: 4 bits of the logarithm of multiplications a cycle, and the product in the highest 4.
    void setProduct(std::uint32_t configuration) {
        static constexpr std::array<std::string_view, 3> kNames{"Ethos-U55", "Ethos-U65", "Ethos-U85"};
        const std::uint32_t product = configuration >> 28U;
        if (product >= kNames.size()) return;
        m_product = static_cast<EthosUProduct>(product);
        m_out.product = kNames[product];
        m_out.macs = 1U << (configuration & 0xFU);
    }

    /// COP2: a header of 16 bytes, then entries: type, length, length of the metadata, metadata, stream.
    Result<void> readEntries() {
        static constexpr std::uint64_t kHeader = 16, kEntryHeader = 8;
        static constexpr std::uint32_t kStreamType = 1;
        addWord(0, "COP2", kSecondForm);
        std::uint64_t at = kHeader;
        while (rangeFits(at, kEntryHeader + kWord, m_block.size)) {
            const auto type = word(at), length = word(at + kWord), metadata = word(at + 2 * kWord);
            for (const auto* one : {&type, &length, &metadata})
                if (!*one) return one->failure();
            if (!addWord(at, "entry type", *type)) return {};
            if (*length < kWord || !rangeFits(at + kEntryHeader, *length, m_block.size) || *metadata > *length - kWord) {
                m_out.reason = "an entry of the payload reaches beyond its end";
                return {};
            }
            const std::uint64_t stream = at + kEntryHeader + kWord + *metadata, end = at + kEntryHeader + *length;
            if (*type == kStreamType) {
                if (auto read = readMetadata(at + kEntryHeader + kWord, *metadata); !read) return read.failure();
                if (auto read = readStream(stream, end); !read) return read.failure();
            }
            at = (end + kWord - 1) / kWord * kWord;
        }
        return {};
    }

    /// "VEUM", version, length, configuration of the processor, its version.
    Result<void> readMetadata(std::uint64_t at, std::uint64_t size) {
        static constexpr std::uint64_t kConfiguration = 12;
        const auto magic = word(at);
        if (!magic) return magic.failure();
        return size >= kConfiguration + 2 * kWord && *magic == kMetadata ? readConfig(at + kConfiguration) : Result<void>();
    }

    Result<void> readStream(std::uint64_t at, std::uint64_t end) {
        while (rangeFits(at, kWord, end)) {
            const auto value = word(at);
            if (!value) return value.failure();
            EthosUCommand command{at, CommandKind::Unknown, {}, *value & 0xFFFFU, *value >> 16U, std::nullopt};
            command.name = ethosUCommandName(static_cast<std::uint16_t>(command.code), m_product);
            if (!command.name.empty())
                command.kind = command.name.starts_with("NPU_OP_") ? CommandKind::Operation : CommandKind::Register;
            at += kWord;
            if ((command.code & kLengthMask) == kLong && rangeFits(at, kWord, end)) {
                const auto second = word(at);
                if (!second) return second.failure();
                command.payload = *second;
                at += kWord;
            }
            static_cast<void>(add(command));
        }
        return {};
    }

    const ByteRange& m_block;
    const JobContext& m_job;
    EthosUProduct m_product = EthosUProduct::Unknown;
    EthosUCommands m_out;
    std::vector<std::byte> m_window;
    std::uint64_t m_windowStart = 0;
};

}  // namespace

std::string_view commandKindName(CommandKind kind) noexcept {
    constexpr EnumTable<CommandKind::Unknown> kNames({"driver", "register", "operation", "unknown"});
    return kNames[kind];
}

std::optional<ByteRange> ethosUCommandBlock(const Decoded& decoded, const ByteRange& payload) {
    if (decoded.format != "Ethos-U") return std::nullopt;
    const auto named = std::ranges::find(decoded.weights, "cmd_data", &Weight::name);
    if (named != decoded.weights.end()) return named->bytes;
    const auto region = std::ranges::find(decoded.regions, "cmd_data", &Region::name);
    if (region == decoded.regions.end()) return std::nullopt;
    auto part = payload.part(region->offset, region->size);
    return part ? std::optional(*std::move(part)) : std::nullopt;
}

Result<EthosUCommands> readEthosUCommands(const ByteRange& block, const JobContext& job) {
    if (!block.hasData() || block.size < kWord) {
        EthosUCommands none;
        none.reason = "the block is empty";
        return none;
    }
    return StreamReader(block, job).read();
}

}  // namespace etscope::delegates
