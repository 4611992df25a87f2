#include "slim/artifact_rewriter.h"

#include <algorithm>
#include <map>

#include "base/byte_cursor.h"
#include "io/zip_index.h"
#include "pickle/artifact_reader.h"
#include "pickle/removed.h"
#include "pickle/torch_archive.h"
#include "slim/sinks.h"
#include "slim/zeros.h"
#include "tensor/content_hash.h"

namespace etscope::slim {
namespace {

using pickle::Artifact, pickle::Kind, pickle::ValueId;

/// Of storages in an archive of torch.save.
constexpr std::uint64_t kStorageAlignment = 64;
/// Containers inside containers whose keys and texts are replaced: as many as values are shown of.
constexpr int kMostNested = 1000;

/// What String values of a pickle are replaced by, by their offset in the stream (Values::streamOffset()).
struct TextEdit {
    std::uint64_t size = 0;  ///< of the text that stands there
    std::string text;
};
using TextEdits = std::map<std::uint64_t, TextEdit>;

/// The stream with its texts replaced, all else as it stands. Errors: `pickle-not-editable` for protocol 4 and later (frames count
/// their bytes) and for texts of protocol 0 (lines).
Result<std::vector<std::byte>> withTexts(std::span<const std::byte> stream, const pickle::Values& values, const TextEdits& edits) {
    constexpr std::byte kBinUnicode{'X'};
    constexpr std::size_t kTextHead = 1 + sizeof(std::uint32_t);
    constexpr int kFramesFrom = 4;
    std::vector<std::byte> result;
    result.reserve(stream.size());
    std::size_t done = 0;
    const auto append = [&result](std::span<const std::byte> bytes) { result.insert(result.end(), bytes.begin(), bytes.end()); };
    for (const auto& [offset, edit] : edits) {
        const std::size_t at = offset < kTextHead ? 0 : static_cast<std::size_t>(offset) - kTextHead;
        const bool fits = values.protocol() < kFramesFrom && offset >= kTextHead && at >= done && stream[at] == kBinUnicode &&
                          loadLittle<std::uint32_t>(stream.data() + at + 1) == edit.size;
        if (!fits) return fail("pickle-not-editable", "a text of the pickle does not stand as torch.save writes texts");
        append(stream.subspan(done, at + 1 - done));
        const auto size = static_cast<std::uint32_t>(edit.text.size());
        append(std::as_bytes(std::span(&size, 1)));
        append(std::as_bytes(std::span(edit.text)));
        done = static_cast<std::size_t>(offset + edit.size);
    }
    append(stream.subspan(done));
    return result;
}

class ArtifactRewriter {
public:
    ArtifactRewriter(const ByteRange& content, Holds holds, ByteSink& sink, Work& work)
        : m_content(content), m_holds(holds), m_sink(sink), m_work(work) {}

    Result<void> rewrite(const Artifact& artifact) {
        m_zero = m_holds == Holds::Weights ? m_work.drop.weights : m_work.drop.inputs;
        if (m_zero)
            if (auto kept = keepHashes(artifact); !kept) return kept;
        auto pickle = edited(artifact);
        if (!pickle) return pickle.failure();
        return artifact.format() == pickle::ArtifactFormat::TorchZip ? rewriteArchive(*pickle) : rewriteStream(*pickle);
    }

private:
    Result<void> keepHashes(const Artifact& artifact) {
        Result<void> state;
        artifact.forEachLeaf(artifact.root(), pickle::LeafScope::WithInner, [&](const pickle::Path&, ValueId id) {
            if (auto tensor = artifact.tensor(id)) state = keepHash(*tensor);
            return state.hasValue();
        });
        return state;
    }

    Result<void> keepHash(const tensor::Tensor& tensor) {
        if (tensor.state != tensor::DataState::Dense && !tensor::removedContent(tensor)) return {};
        if (tensor.storage.source == m_content.source)
            m_ranges.push_back(tensor.storage);
        else
            m_elsewhere = true;
        const std::size_t prefix = pickle::storageIdPrefix(m_content).size();
        std::string key = pickle::removedKey(tensor, tensor.storageId.substr(std::min(prefix, tensor.storageId.size())));
        if (m_removed.contains(key)) return {};
        const auto sha = tensor::elementsSha256(tensor, m_work.job);
        const auto own = sha ? tensor::contentHash(tensor, m_work.job) : Result<tensor::ContentHash>(sha.failure());
        if (!own) return own.cancelled() ? Result<void>(own.failure()) : Result<void>();
        m_removed.emplace(std::move(key), tensor::RemovedContent{*sha, *own});
        m_work.counts.tensors += 1;
        m_work.counts.tensorBytes += tensor.byteCount().value_or(0);
        return {};
    }

    /// The pickle with the new names and without the user's texts.
    Result<std::vector<std::byte>> edited(const Artifact& artifact) {
        const pickle::Values& values = artifact.values();
        if (m_work.drop.names && m_holds == Holds::Weights && values.is(values.root(), Kind::Dict)) {
            const auto items = values.items(values.root());
            for (std::size_t i = 0; i + 1 < items.size(); i += 2)
                replace(values, items[i], [this](std::string_view old) { return m_work.names.parameter(old); });
        }
        if (m_holds != Holds::Weights && (m_work.drop.names || m_work.drop.inputs)) editInputs(values, values.root(), 0);
        if (m_edits.empty()) return std::vector<std::byte>{};
        const auto stream = pickleBytes(artifact);
        return stream ? withTexts(*stream, values, m_edits) : stream;
    }

    /// What the values' offsets count in.
    Result<std::vector<std::byte>> pickleBytes(const Artifact& artifact) const {
        if (artifact.format() == pickle::ArtifactFormat::RawPickle) return m_content.readAll();
        if (artifact.format() == pickle::ArtifactFormat::Legacy)
            return fail("pickle-not-editable", "names in a legacy torch.save stream are not replaced");
        Diagnostics diagnostics;
        const auto zip = ZipIndex::read(m_content, diagnostics, m_work.job);
        if (!zip) return zip.failure();
        const ZipEntry* entry = zip->find(pickle::recordPrefix(*zip) + "data.pkl");
        const auto bytes = zip->content(*entry);  // Artifact::open() has read it
        return bytes ? bytes->readAll() : Result<std::vector<std::byte>>(bytes.failure());
    }

    void editInputs(const pickle::Values& values, ValueId id, int depth) {
        if (depth > kMostNested || ++m_visited > kMostVisited) return;
        const Kind kind = values.kind(id);
        if (kind == Kind::String && m_work.drop.inputs) replace(values, id, [](std::string_view) { return std::string(); });
        if (kind != Kind::Tuple && kind != Kind::List && kind != Kind::Dict) return;
        const auto items = values.items(id);
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (kind != Kind::Dict || i % 2 == 1)
                editInputs(values, items[i], depth + 1);
            else if (m_work.drop.names && (m_holds != Holds::Cases || depth > 0))
                replace(values, items[i], [this](std::string_view old) { return m_work.names.key(old); });
        }
    }

    template <class NewName>
    void replace(const pickle::Values& values, ValueId id, NewName&& newName) {
        if (!values.is(id, Kind::String)) return;
        const auto offset = values.streamOffset(id);
        if (offset && !m_edits.contains(*offset)) m_edits[*offset] = {values.text(id).size(), newName(values.text(id))};
    }

    Result<void> rewriteArchive(const std::vector<std::byte>& pickle) {
        Diagnostics diagnostics;
        const auto zip = ZipIndex::read(m_content, diagnostics, m_work.job);
        if (!zip) return zip.failure();
        const std::string prefix = pickle::recordPrefix(*zip);
        ZipStream archive(m_sink);
        for (const ZipEntry& entry : zip->entries())
            if (auto added = addEntry(*zip, entry, prefix, pickle, archive); !added) return added;
        if (m_zero)
            if (auto added = archive.add(prefix + std::string(pickle::kRemovedRecord), pickle::markText(m_removed)); !added)
                return added;
        return archive.finish();
    }

    /// The last of a name counts, for every reader; those before it are not written.
    Result<void> addEntry(const ZipIndex& zip, const ZipEntry& entry, const std::string& prefix,
                          const std::vector<std::byte>& pickle, ZipStream& archive) {
        if (zip.find(entry.name) != &entry || !entry.usable) return {};
        if (entry.name == prefix + "data.pkl" && !m_edits.empty())
            return archive.add(entry.name, {reinterpret_cast<const char*>(pickle.data()), pickle.size()}, kStorageAlignment);
        const bool storage = entry.name.starts_with(prefix + "data/");
        if (storage && m_zero) return addZeros(archive, entry.name, entry.size, kStorageAlignment, m_work.job);
        if (entry.name == prefix + std::string(pickle::kRemovedRecord) && m_zero) return {};
        const auto bytes = zip.data(entry);
        if (!bytes) return bytes.failure();
        ZipStream::Form form{.most = std::max(entry.size, entry.compressedSize), .alignment = storage ? kStorageAlignment : 0};
        form.deflated = !entry.stored(), form.size = entry.size, form.crc = entry.crc;
        if (auto begun = archive.begin(entry.name, form); !begun) return begun;
        MemberSink member(archive);
        if (auto copied = copyRange(*bytes, member, m_work.job); !copied) return copied;
        return archive.end();
    }

    /// A pickle, and what a legacy stream has behind it: with zeros where the storages are.
    Result<void> rewriteStream(const std::vector<std::byte>& pickle) {
        const bool whole = m_edits.empty();
        const ByteRange bytes = whole ? m_content : ByteRange::whole(Source::fromBytes(pickle, "pickle"));
        if (m_zero && !m_removed.empty() && (!whole || m_elsewhere))
            return fail("pickle-not-editable",
                        "the storages of a pickle are not zeroed when it is rewritten, or stand in it as text");
        auto ranges = m_zero ? m_ranges : std::vector<ByteRange>{};
        std::ranges::sort(ranges, {}, &ByteRange::offset);
        std::uint64_t at = 0;
        for (const ByteRange& range : ranges) {
            if (range.offset < m_content.offset + at) continue;  // of no bytes
            const std::uint64_t first = range.offset - m_content.offset;
            if (auto copied = copyRange({m_content.source, m_content.offset + at, first - at}, m_sink, m_work.job); !copied)
                return copied;
            if (auto written = writeZeros(range.size); !written) return written;
            at = first + range.size;
        }
        if (auto copied = copyRange({bytes.source, bytes.offset + at, bytes.size - at}, m_sink, m_work.job); !copied) return copied;
        return m_zero ? m_sink.write(std::string_view(pickle::markTail(m_removed))) : Result<void>();
    }

    Result<void> writeZeros(std::uint64_t size) {
        const std::vector<std::byte> zeros(static_cast<std::size_t>(std::min<std::uint64_t>(size, 1U << 20U)));
        for (std::uint64_t left = size; left > 0;) {
            const auto part = std::span(zeros).first(static_cast<std::size_t>(std::min<std::uint64_t>(left, zeros.size())));
            if (m_work.job.cancelled()) return cancelledFailure();
            if (auto written = m_sink.write(part); !written) return written;
            left -= part.size();
        }
        return {};
    }

    static constexpr std::uint64_t kMostVisited = 4'000'000;

    const ByteRange& m_content;
    Holds m_holds;
    ByteSink& m_sink;
    Work& m_work;
    pickle::RemovedTensors m_removed;
    std::vector<ByteRange> m_ranges;  ///< of the storages of tensors that have bytes in the file
    TextEdits m_edits;
    bool m_elsewhere = false;  ///< others have theirs as text of a pickle, or deflated
    std::uint64_t m_visited = 0;
    bool m_zero = false;
};

}  // namespace

bool changes(const Drop& drop, Holds holds) noexcept {
    return drop.names || (holds == Holds::Weights ? drop.weights : drop.inputs);
}

Result<void> rewriteArtifact(const ByteRange& content, Holds holds, const std::string& name, ByteSink& sink, Work& work) {
    if (content.size == 0) return {};
    Diagnostics diagnostics;
    auto artifact = Artifact::open(content, diagnostics, work.job);
    if (artifact.cancelled()) return artifact.failure();
    auto done = artifact ? ArtifactRewriter(content, holds, sink, work).rewrite(**artifact) : Result<void>(artifact.failure());
    const bool leftOut = !artifact || (!done && done.error().code == "pickle-not-editable");
    if (!leftOut) return done;
    work.leftOut.push_back(name + ": " + (artifact ? done.error() : artifact.error()).message);
    return {};
}

}  // namespace etscope::slim
