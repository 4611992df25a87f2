#include "session/open_file.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/base_name.h"
#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/escaped.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "etdump/log_text.h"
#include "session/limits.h"
#include "session/parts.h"
#include "traces/trace.h"

namespace etscope::session {
namespace {

Result<void> readRecord(SessionFile& file, Diagnostics& diagnostics, const JobContext& job) {
    auto record = etrecord::Record::read(file.zip, diagnostics, job);
    if (!record) return record.failure();
    file.record = *std::move(record);
    file.detail = file.record->generation();
    return {};
}

/// Share of the bytes up to the end of the last segment that are in the file.
double readableShare(const flat::SegmentArea& area) {
    std::uint64_t size = area.dataSize.value_or(0);
    for (const flat::Segment& segment : area.segments) size = std::max(size, checkedAdd(segment.offset, segment.size).value_or(0));
    const auto claimed = static_cast<double>(area.base) + static_cast<double>(size);
    return claimed == 0 ? 1.0 : std::min(1.0, static_cast<double>(area.file.size) / claimed);
}

Result<void> readProgram(SessionFile& file, Diagnostics& diagnostics, const JobContext& job) {
    auto program = program::Program::open(file.bytes, diagnostics, job);
    if (!program) return program.failure();
    file.program = *std::move(program);
    file.readable = readableShare(file.program->segments());
    return {};
}

/// The test cases stay usable when the program inside is damaged.
Result<void> readBundle(SessionFile& file, Diagnostics& diagnostics, const JobContext& job) {
    auto bundle = bundle::Bundle::open(file.bytes, diagnostics, job);
    if (!bundle) return bundle.failure();
    file.bundle = *std::move(bundle);
    file.detail = file.bundle->identifier();
    if (!file.bundle->program().hasData()) return {};
    auto program = program::Program::open(file.bundle->program(), diagnostics, job);
    if (program)
        file.program = *std::move(program);
    else
        diagnostics.error(program.error());
    return {};
}

Result<void> readTensorData(SessionFile& file, Diagnostics& diagnostics, const JobContext& job) {
    auto data = tensordata::TensorData::open(file.bytes, diagnostics, job);
    if (!data) return data.failure();
    file.tensorData = *std::move(data);
    file.readable = readableShare(file.tensorData->segments());
    return {};
}

Result<void> readNative(SessionFile& file, Diagnostics& diagnostics, const JobContext& job) {
    auto native = delegates::decodeNativeFile(file.bytes, diagnostics, job);
    if (!native) return native.failure();
    file.native = std::make_shared<const delegates::Decoded>(*std::move(native));
    file.detail = file.native->format;
    return {};
}

Result<void> readDump(SessionFile& file, Diagnostics& diagnostics, const JobContext& job) {
    auto dump = etdump::Dump::open(file.bytes, diagnostics, job);
    if (!dump) return dump.failure();
    file.dump = *std::move(dump);
    std::array<std::byte, 4> prefix{};
    if (diagnostics.has("etdump-truncated") && file.bytes.read(0, prefix))
        file.readable = static_cast<double>(file.size) / (4.0 + loadLittle<std::uint32_t>(prefix.data()));
    return {};
}

Result<void> readTrace(SessionFile& file, Diagnostics& diagnostics, const JobContext& job) {
    auto trace = traces::Trace::open(file.bytes, diagnostics, job);
    if (!trace) return trace.failure();
    file.trace = *std::move(trace);
    file.detail = std::to_string(file.trace->calls()) + " calls";
    return {};
}

Result<void> describeTorchSave(SessionFile& file, Diagnostics&, const JobContext&) {
    file.detail = file.zip != nullptr ? "zip archive" : "pickle stream";
    return {};
}

struct Reader {
    FileKind kind;
    Result<void> (*read)(SessionFile& file, Diagnostics& diagnostics, const JobContext& job);
};
constexpr std::array kReaders{Reader{FileKind::EtRecord, readRecord}, Reader{FileKind::Pte, readProgram},
                              Reader{FileKind::Ptd, readTensorData},  Reader{FileKind::Bpte, readBundle},
                              Reader{FileKind::Native, readNative},   Reader{FileKind::EtDump, readDump},
                              Reader{FileKind::Trace, readTrace},     Reader{FileKind::TorchSave, describeTorchSave}};

/// Share of the archive's claimed bytes that are in the file.
double readableShare(const ZipIndex& zip) {
    double claimed = 0, present = 0;
    for (const ZipEntry& entry : zip.entries()) {
        const auto size = static_cast<double>(std::max(entry.size, entry.compressedSize));
        claimed += size;
        if (entry.usable) present += entry.truncated ? static_cast<double>(entry.compressedSize) : size;
    }
    return claimed == 0 ? 1.0 : std::clamp(present / claimed, 0.0, 1.0);
}

/// The archive's directory. A file that only ends like an archive (a zip behind other data) counts when nothing else
/// recognises it.
void readZip(SessionFile& file, Diagnostics& diagnostics, const JobContext& job) {
    constexpr std::uint64_t kLeastArchive = 22;
    std::array<std::byte, 4> start{};
    const bool zipLike = file.size >= start.size() && file.bytes.read(0, start) && sniff(start) == ContentKind::TorchZip;
    if (!zipLike && file.size < kLeastArchive) return;
    Diagnostics own;
    auto zip = ZipIndex::read(file.bytes, own, job);
    if (zip && (zipLike || recognise(file.bytes, nullptr).valueOr(FileKind::Unknown) == FileKind::Unknown)) {
        diagnostics.merge(own);
        file.zip = std::make_shared<const ZipIndex>(std::move(*zip));
        file.readable = readableShare(*file.zip);
    } else if (!zip && zipLike) {
        file.error = zip.error();
        diagnostics.error(zip.error());
    }
}

/// Opens the directory of whatever the bytes are.
SessionFile openBytes(const std::string& path, const ByteRange& bytes, Diagnostics& diagnostics, const JobContext& job) {
    SessionFile file;
    file.path = path;
    file.source = bytes.source;
    file.bytes = bytes;
    file.size = bytes.size;
    Diagnostics own;
    readZip(file, own, job);
    if (auto kind = recognise(bytes, file.zip.get()))
        file.kind = *kind;
    else
        own.error(kind.error());
    for (const Reader& reader : kReaders) {
        if (reader.kind != file.kind) continue;
        if (auto read = reader.read(file, own, job); !read) {
            own.error(read.error());
            file.error = read.error();
        }
    }
    const auto damage = std::ranges::find(own.items(), Severity::Error, &Diagnostic::severity);
    if (damage != own.items().end()) file.damage = Error{damage->code, damage->message, damage->where};
    diagnostics.merge(own, escaped(baseName(path)));
    return file;
}

SessionFile unopened(const std::string& path, Error error, Diagnostics& diagnostics) {
    SessionFile file;
    file.path = path;
    file.error = std::move(error);
    diagnostics.error(*file.error);
    return file;
}

/// `parts` of an open file, names separated by '#'. A name may hold a '#' itself: the longest that the file knows counts.
SessionFile openPart(const SessionFile& outer, std::string_view parts, std::size_t depth, Diagnostics& diagnostics,
                     const JobContext& job) {
    const std::string path = outer.path + "#" + std::string(parts);
    if (depth > limits::kMaxNestedFiles)
        return unopened(
            path,
            {"limit-exceeded", "files inside files are opened at most " + std::to_string(limits::kMaxNestedFiles) + " deep", path},
            diagnostics);
    const auto whole = filePart(outer, parts);
    if (whole) return openBytes(path, *whole, diagnostics, job);
    for (auto end = parts.rfind('#'); end != std::string_view::npos && end > 0; end = parts.rfind('#', end - 1)) {
        const std::string_view first = parts.substr(0, end);
        const auto bytes = filePart(outer, first);
        if (!bytes) continue;
        Diagnostics ofInner;  // of a file around the one that was asked for
        const SessionFile inner = openBytes(outer.path + "#" + std::string(first), *bytes, ofInner, job);
        return openPart(inner, parts.substr(end + 1), depth + 1, diagnostics, job);
    }
    return unopened(path, whole.error(), diagnostics);
}

/// Where the name of an existing file ends and that of a part begins.
std::size_t endOfFileName(const std::string& path) {
    std::error_code error;
    for (auto at = path.find('#'); at != std::string::npos; at = path.find('#', at + 1))
        if (std::filesystem::is_regular_file(path.substr(0, at), error)) return at;
    return path.size();
}

Result<std::vector<std::byte>> startOf(const ByteRange& bytes) {
    constexpr std::uint64_t kTextSample = 4096;
    return bytes.source->read(bytes.offset, std::min(bytes.size, kTextSample));
}

bool hasNul(std::span<const std::byte> bytes) { return std::ranges::find(bytes, std::byte{0}) != bytes.end(); }

/// Control characters but white space are in no text.
bool isOfText(std::byte byte) {
    const auto character = static_cast<unsigned char>(byte);
    return character >= ' ' || (character >= '\t' && character <= '\r');
}

}  // namespace

bool startsAsText(const ByteRange& bytes) {
    const auto start = startOf(bytes);
    if (!start || start->empty() || !std::ranges::all_of(*start, isOfText)) return false;
    std::string_view text(reinterpret_cast<const char*>(start->data()), start->size());
    // The sample may end within a character.
    for (int cut = 0; cut < 3 && text.size() < bytes.size && !text.empty() && !isValidUtf8(text); ++cut) text.remove_suffix(1);
    return isValidUtf8(text);
}

SessionFile openFile(const std::string& path, Diagnostics& diagnostics, const JobContext& job) {
    std::error_code error;
    const std::size_t end = std::filesystem::exists(path, error) ? path.size() : endOfFileName(path);
    const std::string outer = path.substr(0, end);
    auto source = Source::open(outer);
    if (!source) return unopened(path, source.error(), diagnostics);
    const ByteRange whole = ByteRange::whole(*source);
    if (end == path.size()) return openBytes(path, whole, diagnostics, job);
    Diagnostics ofOuter;  // of the file around it: it is not what was asked for
    return openPart(openBytes(outer, whole, ofOuter, job), std::string_view(path).substr(end + 1), 1, diagnostics, job);
}

void openLogs(std::vector<SessionFile>& files, Diagnostics& diagnostics, const JobContext& job) {
    std::vector<SessionFile> opened;
    for (SessionFile& file : files) {
        opened.push_back(std::move(file));
        SessionFile& log = opened.back();
        if (log.kind != FileKind::Unknown || log.source == nullptr || log.zip != nullptr || log.size > limits::kMaxLogText)
            continue;
        if (const auto start = startOf(log.bytes); !start || hasNul(*start)) continue;  // no text: a debug buffer
        const auto text = log.bytes.readAll();
        if (!text) continue;
        auto found = etdump::filesInLog({reinterpret_cast<const char*>(text->data()), text->size()});
        if (!found) continue;
        const std::string path = log.path;
        const auto open = [&](std::vector<std::byte> bytes) {
            return openBytes(path, ByteRange::whole(Source::fromBytes(std::move(bytes), path)), diagnostics, job);
        };
        log = open(std::move(found->dump));
        log.detail = "in a log";
        if (found->buffer.empty()) continue;
        SessionFile buffer = open(std::move(found->buffer));
        buffer.kind = FileKind::DebugBuffer;
        buffer.detail = "in a log";
        opened.push_back(std::move(buffer));
    }
    files = std::move(opened);
}

}  // namespace etscope::session
