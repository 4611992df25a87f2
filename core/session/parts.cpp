#include "session/parts.h"

#include <algorithm>
#include <array>

#include "base/escaped.h"
#include "base/number_text.h"

namespace etscope::session {
namespace {

Failure noPart(std::string_view name, std::string message) { return fail("no-such-part", std::move(message), escaped(name)); }

std::optional<std::size_t> numberIn(std::string_view text) {
    const auto number = parseInt(text);
    return number && *number >= 0 ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
}

Result<ByteRange> segmentPart(const SessionFile& file, std::string_view name) {
    const auto number = numberIn(name);
    if (!number) return noPart(name, "a segment is named by its number");
    const flat::SegmentArea* area = file.program != nullptr      ? &file.program->segments()
                                    : file.tensorData != nullptr ? &file.tensorData->segments()
                                                                 : nullptr;
    if (area == nullptr) return noPart(name, "the file has no segments");
    if (*number >= area->segments.size())
        return noPart(name, "there is no such segment: the file has " + std::to_string(area->segments.size()));
    return area->bytes(*number);
}

Result<ByteRange> namedPart(const SessionFile& file, std::string_view key) {
    if (file.program != nullptr) {
        auto bytes = file.program->namedData(key);
        return bytes || bytes.error().code != "named-data-key" ? bytes : noPart(key, bytes.error().message);
    }
    const tensordata::Entry* entry = file.tensorData != nullptr ? file.tensorData->entry(key) : nullptr;
    return entry != nullptr ? file.tensorData->entryBytes(*entry) : noPart(key, "there is no such key");
}

/// Method names may hold colons; the number stands behind the last one.
Result<ByteRange> delegatePart(const SessionFile& file, std::string_view name) {
    if (file.program == nullptr) return noPart(name, "the file is no program");
    const auto colon = name.rfind(':');
    const auto number = numberIn(colon == std::string_view::npos ? name : name.substr(colon + 1));
    const program::ExecutionPlan* plan = file.program->plan(colon == std::string_view::npos ? "forward" : name.substr(0, colon));
    if (plan == nullptr && colon == std::string_view::npos && file.program->plans().size() == 1)
        plan = &file.program->plans().front();
    if (plan == nullptr || !number || *number >= plan->delegates.size())
        return noPart(name, "there is no such delegate; it is named delegate:METHOD:NUMBER");
    return file.program->delegateBytes(plan->delegates[*number]);
}

Result<ByteRange> nestedPart(const SessionFile& file, std::string_view name) {
    if (file.native == nullptr) return noPart(name, "the file is no native container");
    const auto& nested = file.native->nested;
    const auto number = numberIn(name);
    const auto hit = number && *number < nested.size()
                         ? nested.begin() + static_cast<std::ptrdiff_t>(*number)
                         : std::ranges::find_if(nested, [&](const delegates::NestedFile& one) { return one.name == name; });
    if (hit == nested.end()) return noPart(name, "the container holds no such file");
    return hit->bytes;
}

struct PartKind {
    std::string_view prefix;
    Result<ByteRange> (*find)(const SessionFile& file, std::string_view name);
};
constexpr std::array kPartKinds{PartKind{"segment:", segmentPart}, PartKind{"named:", namedPart},
                                PartKind{"delegate:", delegatePart}, PartKind{"nested:", nestedPart}};

}  // namespace

Result<ByteRange> filePart(const SessionFile& file, std::string_view what) {
    if (file.zip != nullptr)
        if (const ZipEntry* entry = file.zip->find(std::string(what))) return file.zip->content(*entry);
    if (file.bundle != nullptr && what == "program")
        return file.bundle->program().hasData() ? Result<ByteRange>(file.bundle->program())
                                                : noPart(what, "the bundle holds no program");
    for (const PartKind& kind : kPartKinds)
        if (what.starts_with(kind.prefix)) return kind.find(file, what.substr(kind.prefix.size()));
    return fail("no-such-entry", "the file has no part and no tensor of this name", escaped(what));
}

std::optional<std::string> openablePart(const std::string& method, std::int64_t index, const delegates::Decoded& decoded) {
    static constexpr std::array<std::string_view, 3> kOwnFiles{"pte", "NFAT", "NPTG"};
    if (std::ranges::find(kOwnFiles, decoded.format) == kOwnFiles.end()) return std::nullopt;
    return "delegate:" + method + ":" + std::to_string(index);
}

std::vector<OpenablePart> openableParts(const SessionFile& file) {
    static constexpr std::array<std::string_view, 8> kFiles{"pte", "bpte", "ptd", "etdump", "nptg", "nfat", "zip", "safetensors"};
    std::vector<OpenablePart> parts;
    if (file.bundle != nullptr && file.bundle->program().hasData())
        parts.push_back({"the program inside", "pte", file.path + "#program", file.bundle->program().size});
    if (file.native == nullptr) return parts;
    const auto& nested = file.native->nested;
    for (std::size_t i = 0; i < nested.size(); ++i)
        if (std::ranges::find(kFiles, nested[i].kind) != kFiles.end())
            parts.push_back({nested[i].name, nested[i].kind, file.path + "#nested:" + std::to_string(i), nested[i].bytes.size});
    return parts;
}

}  // namespace etscope::session
