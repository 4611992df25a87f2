#include "report/documents.h"

#include <algorithm>

#include "delegates/ethos_u_commands.h"
#include "inventory/delegate_rows.h"

namespace etscope::report {
namespace {

using delegates::CommandKind;
using delegates::EthosUCommand;

/// "0x0100".
std::string hexCode(std::uint32_t code) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text = "0x";
    for (int shift = 12; shift >= 0; shift -= 4) text += kDigits[code >> static_cast<unsigned>(shift) & 0xFU];
    return text;
}

bool isSelected(const Selection& selection, const inventory::DelegateRow& row) {
    const auto stage = graph::StageId::payload(static_cast<std::uint32_t>(row.index));
    return (selection.method.empty() || selection.method == row.method) &&
           (selection.stage.empty() || selection.stage == stage.text());
}

Json commandJson(const EthosUCommand& command, const ByteRange& block) {
    // A word of an action has no code: it is its value.
    const bool value = command.kind == CommandKind::Driver && command.payload.has_value();
    return object(F("data_offset", block.offset + command.offset), F("offset", command.offset),
                  F("kind", commandKindName(command.kind)),
                  F("name", command.name.empty() ? "unknown " + hexCode(command.code) : std::string(command.name)),
                  F("code", value ? Json(nullptr) : Json(command.code)),
                  F("parameter", value ? Json(nullptr) : Json(command.parameter)), F("payload", orNull(command.payload)));
}

/// `room`: how many commands the document still takes; thousands of delegates may name one payload.
Result<Json> listingJson(const inventory::DelegateRow& row, const ByteRange& block, std::size_t& room, const JobContext& job) {
    const auto stream = delegates::readEthosUCommands(block, job);
    if (stream.cancelled()) return stream.failure();
    Json commands = Json::array();
    const std::size_t all = stream ? stream->commands.size() : 0, listed = std::min(all, room);
    for (std::size_t i = 0; i < listed; ++i) commands.push_back(commandJson(stream->commands[i], block));
    room -= listed;
    std::string reason = stream ? stream->reason : stream.error().message;
    if (listed < all) reason = "the document has more commands than are listed";
    return object(F("method", row.method), F("index", row.index), F("backend", row.id),
                  F("processor", stream ? textOrNull(stream->product) : Json(nullptr)),
                  F("macs", stream ? orNull(stream->macs) : Json(nullptr)), F("bytes", block.size),
                  F("commands", std::move(commands)), F("left_out", stream ? stream->leftOut + (all - listed) : 0),
                  F("reason", textOrNull(reason)));
}

}  // namespace

Result<Json> listingDocument(const session::Session& session, const Selection& selection, const JobContext& job, std::size_t most) {
    const auto rows = inventory::delegateRows(session, job);
    if (!rows) return rows.failure();
    Json list = Json::array();
    std::size_t room = most;
    for (const inventory::DelegateRow& row : *rows) {
        const auto block = row.decoded != nullptr && isSelected(selection, row)
                               ? delegates::ethosUCommandBlock(*row.decoded, row.bytes)
                               : std::nullopt;
        if (!block) continue;
        auto listing = listingJson(row, *block, room, job);
        if (!listing) return listing.failure();
        list.push_back(*std::move(listing));
    }
    return documentOf("listing", session, F("listings", std::move(list)));
}

}  // namespace etscope::report
