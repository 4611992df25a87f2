#include "mend/same_delegate.h"

#include <algorithm>

#include "inventory/delegate_rows.h"
#include "io/sha256.h"

namespace etscope::mend {
namespace {

/// Hashes of the payload and of what it reads besides; nothing: it cannot be read.
std::optional<std::vector<std::string>> printsOf(const session::Session& session, const std::string& method, std::size_t delegate,
                                                 const JobContext& job) {
    const auto rows = inventory::delegateRows(session, job);
    if (!rows) return std::nullopt;
    const auto isMeant = [&](const inventory::DelegateRow& row) {
        return row.method == method && row.index == static_cast<std::int64_t>(delegate);
    };
    const auto row = std::ranges::find_if(*rows, isMeant);
    if (row == rows->end() || row->decoded == nullptr) return std::nullopt;
    if (!row->decoded->missing.empty() || !row->decoded->missingBeside.empty()) return std::nullopt;
    std::vector<std::string> prints;
    const auto add = [&](const ByteRange& bytes) {
        const auto hash = bytes.hasData() ? sha256(bytes, job) : Result<std::string>(fail("delegate-unreadable", ""));
        if (hash) prints.push_back(*hash);
        return hash.hasValue();
    };
    if (!add(row->bytes)) return std::nullopt;
    const auto addScales = [&](const delegates::Quantization& one) {
        return (one.scaleKey.empty() || add(one.scales)) && (one.zeroPointKey.empty() || add(one.zeroPoints));
    };
    for (const delegates::Weight& weight : row->decoded->weights) {
        if (!weight.key.empty() && !add(weight.bytes)) return std::nullopt;
        if (weight.quantization && !addScales(*weight.quantization)) return std::nullopt;
    }
    for (const delegates::ValueQuantization& value : row->decoded->quantization)
        if (!addScales(value.quantization)) return std::nullopt;
    return prints;
}

}  // namespace

std::optional<bool> isSameDelegate(const session::Session& ran, const std::string& path, const std::string& method,
                                   std::size_t delegate, const JobContext& job) {
    const auto again = session::Session::open({path}, {}, job);
    if (!again) return std::nullopt;
    const auto ours = printsOf(ran, method, delegate, job), theirs = printsOf(**again, method, delegate, job);
    return ours && theirs ? std::optional(*ours == *theirs) : std::nullopt;
}

}  // namespace etscope::mend
