// Where the bytes of a dump and of its debug buffer go.
#include <algorithm>

#include "base/escaped.h"
#include "etdump/debug_buffer.h"
#include "etdump/dump_reader.h"
#include "flat/limits.h"

namespace etscope::etdump {
namespace {

using flat::Region;
using flat::RegionKind;

std::string runName(const Dump& dump, std::size_t run) {
    const std::string_view name = dump.text(dump.runs()[run].name);
    return "run " + std::to_string(run) + (name.empty() ? "" : ": " + escaped(name));
}

}  // namespace

std::vector<Region> Dump::regions() const {
    constexpr std::uint64_t kStart = 8;
    if (m_repaired) return {{0, m_file.size, "dump with line ends", RegionKind::Program, {}}};
    const std::uint64_t prefix = m_prefixed ? sizeof(std::uint32_t) : 0;
    std::vector<Region> claims;
    if (m_prefixed) claims.push_back({0, prefix, "size", RegionKind::Header, {}});
    claims.push_back({prefix, kStart, "identifier", RegionKind::Header, {}});
    flat::ExtentLedger ledger;
    Dump scratch;
    scratch.m_file = m_file;
    Diagnostics known;  // of opening the dump
    if (DumpReader(scratch, *m_content, known, ledger, {}).read()) {
        const std::uint64_t claimed = m_prefixed ? std::uint64_t{m_claimed} : m_content->size();
        const auto end = static_cast<std::size_t>(std::min<std::uint64_t>(claimed, m_content->size()));
        for (Region& region : ledger.regions(kStart, std::max<std::size_t>(end, kStart))) {
            region.offset += prefix;
            claims.push_back(std::move(region));
        }
    }
    return flat::accountFor(std::move(claims), m_file.size, {0, 0, "trailing bytes", RegionKind::Unknown, {}});
}

std::vector<Region> bufferRegions(const Dump& dump, std::uint64_t size) {
    std::vector<Region> claims;
    for (std::size_t r = 0; r < dump.runs().size(); ++r) {
        const auto values = dump.values(dump.runs()[r]);
        for (const LoggedValue& value : values)
            for (const LoggedTensor& tensor : dump.tensors(value)) {
                const auto bytes = byteCount(dump, tensor);
                if (tensor.offset < 0 || bytes.value_or(0) == 0) continue;
                if (claims.size() >= limits::kMaxInnerRegions) return {{0, size, "logged tensors", RegionKind::Tensor, {}}};
                const std::string name = value.programOutput     ? "output"
                                         : value.place.chain < 0 ? "logged tensor"
                                                                 : "instruction " + std::to_string(value.place.instruction);
                claims.push_back({static_cast<std::uint64_t>(tensor.offset), *bytes, name, RegionKind::Tensor, runName(dump, r)});
            }
    }
    return flat::accountFor(std::move(claims), size, {0, 0, "not named by the dump", RegionKind::Padding, {}});
}

}  // namespace etscope::etdump
