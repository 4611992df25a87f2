// `.ptn` packages: a zip with an NPTG program and, in safetensors, its constants. Rules: docs/FORMATS.md "Native package".
#include <algorithm>
#include <array>
#include <map>

#include "base/checked_math.h"
#include "delegates/decoder.h"
#include "io/json.h"
#include "io/zip_index.h"

namespace etscope::delegates {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLengthSize = 8;

using Keys = std::map<std::string, ByteRange, std::less<>>;

/// Where each tensor's bytes lie. Rows that do not fit are left out with a diagnostic.
void readSafetensors(const ByteRange& file, Keys& keys, Diagnostics& diagnostics) {
    const auto damaged = [&](std::uint64_t at, const char* what) {
        diagnostics.error("native-package-damaged", file.where(at), what);
    };
    std::array<std::byte, kLengthSize> head{};
    if (file.size < kLengthSize || !file.read(0, head)) return damaged(0, "program.safetensors ends inside its header");
    const auto length = loadLittle<std::uint64_t>(head.data());
    if (!rangeFits(kLengthSize, length, file.size)) return damaged(0, "the header of program.safetensors reaches beyond its end");
    const auto text = file.part(kLengthSize, length);
    if (!text) return damaged(0, "the header of program.safetensors cannot be read");
    const auto table = readJson(*text, diagnostics);
    if (!table || !table->is_object()) return damaged(kLengthSize, "the header of program.safetensors is not a JSON object");
    const std::uint64_t dataStart = kLengthSize + length;
    for (const auto& [key, row] : table->items()) {
        if (key == "__metadata__") continue;
        const auto place = row.is_object() ? row.find("data_offsets") : row.end();
        const bool two = row.is_object() && place != row.end() && place->is_array() && place->size() == 2 &&
                         (*place)[0].is_number_unsigned() && (*place)[1].is_number_unsigned();
        const std::uint64_t begin = two ? (*place)[0].get<std::uint64_t>() : 1, end = two ? (*place)[1].get<std::uint64_t>() : 0;
        if (end < begin || !rangeFits(dataStart, 0, file.size) || !rangeFits(begin, end - begin, file.size - dataStart)) {
            damaged(kLengthSize, "a tensor of program.safetensors lies outside the file");
            continue;
        }
        if (auto part = file.part(dataStart + begin, end - begin)) keys[key] = *std::move(part);
    }
}

/// Second names of tensors that are stored once.
void readAliases(const ByteRange& file, Keys& keys, Diagnostics& diagnostics) {
    const auto table = readJson(file, diagnostics);
    if (!table || !table->is_object()) {
        diagnostics.error("native-package-damaged", file.where(), "aliases.json is not a JSON object");
        return;
    }
    for (const auto& [alias, owner] : table->items()) {
        const auto found = owner.is_string() ? keys.find(owner.get_ref<const std::string&>()) : keys.end();
        if (found == keys.end())
            diagnostics.warning("native-package-alias", file.where(), "an alias names a tensor that the package does not have");
        else
            keys.try_emplace(alias, found->second);
    }
}

Result<Decoded> decodePackage(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job) {
    const auto zip = ZipIndex::read(file, diagnostics);
    if (!zip) return zip.failure();
    const ZipEntry* program = zip->find("program.ptg");
    if (program == nullptr) return fail("native-package-damaged", "the package has no program.ptg", file.where());
    auto bytes = zip->content(*program);
    if (!bytes) return bytes.failure();
    Keys keys;
    if (const ZipEntry* entry = zip->find("program.safetensors")) {
        if (const auto content = zip->content(*entry))
            readSafetensors(*content, keys, diagnostics);
        else
            diagnostics.error(content.error());
    }
    if (const ZipEntry* entry = zip->find("aliases.json")) {
        if (const auto content = zip->content(*entry))
            readAliases(*content, keys, diagnostics);
        else
            diagnostics.error(content.error());
    }
    const auto lookUp = [&keys](std::string_view key) -> std::optional<ByteRange> {
        const auto found = keys.find(key);
        return found == keys.end() ? std::nullopt : std::optional(found->second);
    };
    auto decoded = decodeAt({"NativeBackend", *std::move(bytes), {}, lookUp, 0}, 1, nullptr, diagnostics, job);
    if (!decoded) return decoded.failure();
    decoded->format = "ptn";
    decoded->regions.clear();  // they were those of the program, not of the package
    for (const ZipEntry& entry : zip->entries())
        if (const auto data = zip->data(entry)) decoded->regions.push_back({entry.name, data->offset - file.offset, data->size});
    completeRegions(decoded->regions, file.size);
    for (Region& region : decoded->regions)
        if (region.name == "padding" || region.name == "unknown") region.name = "zip";
    return decoded;
}

}  // namespace

Result<Decoded> decodeNativeFile(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job) {
    std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(file.size, limits::kPayloadHead)));
    if (auto read = file.read(0, head); !read) return read.failure();
    const std::string_view kind = payloadKind(head, file.size);
    if (kind == "zip") return decodePackage(file, diagnostics, job);
    return decode({kind == "mlir" ? "CoreAIBackend" : "NativeBackend", file, {}, {}, 0}, diagnostics, job);
}

}  // namespace etscope::delegates
