#include "pickle/artifact_reader.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/escaped.h"
#include "base/limits.h"
#include "pickle/removed.h"
#include "pickle/storages.h"
#include "pickle/torch_globals.h"
#include "pickle/unpickler.h"

namespace etscope::pickle {
namespace {

constexpr std::uint64_t kTarMagicOffset = 257;
/// The pickles around one storage inside a raw pickle; real ones have some 300 bytes.
constexpr std::uint64_t kMaxInnerPickle = 16'384;
/// What torch.save writes when nothing else is asked for.
constexpr int kUsualProtocol = 2;

bool hasTarMagic(const ByteRange& content) {
    std::array<std::byte, 5> magic{};
    if (content.size < kTarMagicOffset + magic.size() || !content.read(kTarMagicOffset, magic)) return false;
    return std::string_view(reinterpret_cast<const char*>(magic.data()), magic.size()) == "ustar";
}

bool isTorchScript(const ZipIndex& zip, const std::string& prefix) {
    return std::any_of(zip.entries().begin(), zip.entries().end(), [&prefix](const ZipEntry& entry) {
        return entry.name == prefix + "constants.pkl" || entry.name.starts_with(prefix + "code/");
    });
}

// The form that torch.save wrote before PyTorch 1.6: three small pickles, the object's pickle, the list of storage keys, then
// the storages. It also stands inside raw pickles, once per storage. Rules: docs/FORMATS.md "Legacy stream".

constexpr std::uint64_t kFirstWindow = 4096;
constexpr std::uint64_t kWindowGrowth = 4;
/// Storages of one stream; state dicts of that time had some hundreds.
constexpr std::size_t kMaxLegacyStorages = 200'000;
constexpr std::int64_t kLegacyVersion = 1001;

Failure damaged(const ByteRange& file, std::uint64_t at, std::string message) {
    return fail("torch-save-legacy-damaged", std::move(message), file.where(at));
}

/// A pickle that stands somewhere in a file together with the bytes that its values refer to.
struct PickleInFile {
    std::vector<std::byte> bytes;
    Values values;
};

/// Reads the pickle at `at`, of unknown length, through growing windows: what follows it is hardly read. At most
/// `mostBytes` of it. Errors: those of `unpickle`.
Result<PickleInFile> readPickle(const ByteRange& file, std::uint64_t at, std::uint64_t mostBytes, const JobContext& job) {
    const std::uint64_t available = at <= file.size ? file.size - at : 0;
    const std::uint64_t most = std::min(available, mostBytes);
    for (std::uint64_t window = std::min(kFirstWindow, most);; window = std::min(window * kWindowGrowth, most)) {
        auto part = file.part(at, window);
        if (!part) return part.failure();
        auto bytes = part->readAll();
        if (!bytes) return bytes.failure();
        auto values = unpickle({*bytes, *part, available}, job);
        if (values) return PickleInFile{std::move(*bytes), std::move(*values)};
        if (values.error().code != "pickle-window") return values.failure();
        if (window == most)
            return fail("pickle-limit", "the pickle does not end within " + std::to_string(most) + " bytes", file.where(at));
    }
}

/// Whether a pickle's value is the number that begins a legacy stream.
bool isLegacyMagic(const Values& values) {
    if (!values.is(values.root(), Kind::BigInt)) return false;
    const std::string number = values.bigInt(values.root());
    return number == "0x1950A86A20F9469CFC6C" || number == "119547037146038801333356";  // protocol 1 writes digits
}

struct LegacyStream {
    PickleInFile object;
    std::vector<std::string> keys;  ///< of the storages, in the order of their bytes
    std::uint64_t data = 0;         ///< offset of the first storage's count
};

/// Reads all but the storages of a stream whose first pickle is the magic number. Errors: `torch-save-legacy-damaged` and
/// those of `unpickle`.
Result<LegacyStream> readLegacyStream(const ByteRange& file, std::uint64_t mostBytes, const JobContext& job) {
    LegacyStream stream;
    std::uint64_t at = 0;
    const auto next = [&]() -> Result<PickleInFile> {
        auto pickle = readPickle(file, at, mostBytes, job);
        if (pickle) at += pickle->values.consumed();
        return pickle;
    };
    if (auto magic = next(); !magic) return magic.failure();
    auto version = next();
    if (!version) return version.failure();
    const Values& number = version->values;
    if (!number.is(number.root(), Kind::Int) || number.integer(number.root()) != kLegacyVersion)
        return damaged(file, at - number.consumed(), "the protocol version is not 1001");
    if (auto system = next(); !system) return system.failure();

    auto object = next();
    if (!object) return object.failure();
    stream.object = std::move(*object);
    auto keys = next();
    if (!keys) return keys.failure();
    const Values& list = keys->values;
    if (!list.is(list.root(), Kind::List)) return damaged(file, at - list.consumed(), "the list of storages is missing");
    if (list.items(list.root()).size() > kMaxLegacyStorages)
        return damaged(file, at - list.consumed(), "there are more than " + std::to_string(kMaxLegacyStorages) + " storages");
    for (const ValueId item : list.items(list.root())) {
        auto key = storageKey(list, item);
        if (!key) return damaged(file, at - list.consumed(), "a storage has no usable key");
        stream.keys.push_back(std::move(*key));
    }
    stream.data = at;
    return stream;
}

}  // namespace

std::string storageIdPrefix(const ByteRange& content) {
    return content.source->name() + "@" + std::to_string(content.offset) + ":";
}

std::string recordPrefix(const ZipIndex& zip) {
    const std::vector<ZipEntry>& entries = zip.entries();
    const auto prefixOf = [](const ZipEntry& entry) { return entry.name.substr(0, entry.name.find('/') + 1); };
    if (entries.empty()) return {};
    std::string prefix = prefixOf(entries.front());
    if (zip.find(prefix + "data.pkl") != nullptr) return prefix;
    const auto pickle = std::find_if(entries.begin(), entries.end(),
                                     [&](const ZipEntry& entry) { return entry.name == prefixOf(entry) + "data.pkl"; });
    return pickle == entries.end() ? prefix : prefixOf(*pickle);
}

/// Recognises the three forms of an artifact and opens them. One thread, one use.
class ArtifactReader {
public:
    ArtifactReader(const ByteRange& content, Diagnostics& diagnostics, const JobContext& job)
        : m_content(content), m_diagnostics(diagnostics), m_job(job) {}

    Result<std::shared_ptr<const Artifact>> read() {
        if (m_content.size == 0)
            return fail("torch-save-empty", "the entry is empty: there is nothing saved in it", m_content.where());
        std::array<std::byte, 2> start{};
        if (m_content.size >= start.size())
            if (auto r = m_content.read(0, start); !r) return r.failure();
        if (hasTarMagic(m_content))
            return fail("torch-save-tar",
                        "written by a PyTorch before 0.1.10 as a tar archive; load and save it with a newer PyTorch",
                        m_content.where());
        const bool isZip = start[0] == std::byte{'P'} && start[1] == std::byte{'K'};
        if (auto r = isZip ? readZip() : readPickles(); !r) return r.failure();
        finish();
        return std::shared_ptr<const Artifact>(m_artifact);
    }

private:
    Result<void> readZip() {
        auto index = ZipIndex::read(m_content, m_diagnostics);
        if (!index) return index.failure();
        const auto zip = std::make_shared<const ZipIndex>(std::move(*index));
        const std::string prefix = recordPrefix(*zip);
        if (isTorchScript(*zip, prefix))
            return fail("torch-save-torchscript",
                        "a TorchScript program, not saved values; export it or save its state dict with torch.save",
                        m_content.where());
        const ZipEntry* entry = zip->find(prefix + "data.pkl");
        if (entry == nullptr)
            return fail("torch-save-no-data-pkl", "the archive has no data.pkl: not written by torch.save", m_content.where());
        if (entry->size > limits::settable().pickleBytes)
            return fail("pickle-limit",
                        "data.pkl has " + std::to_string(entry->size) + " bytes; raise --limits pickle-bytes if that is meant",
                        m_content.where());
        auto place = zip->content(*entry);
        if (!place) return place.failure();
        m_place = *place;
        auto bytes = m_place.readAll();
        if (!bytes) return bytes.failure();
        m_artifact->m_stream = std::move(*bytes);
        auto values = unpickle(Stream::whole(m_artifact->m_stream, m_place), m_job);
        if (!values) return values.failure();
        m_artifact->m_values = std::move(*values);
        m_artifact->m_format = ArtifactFormat::TorchZip;

        m_storages = std::make_unique<Storages>(storageIdPrefix(m_content), byteOrderIsBig(*zip, prefix));
        m_storages->setArchive(zip);
        addRecords(*zip, prefix, *m_storages);
        if (const ZipEntry* mark = zip->find(prefix + std::string(kRemovedRecord)); mark != nullptr && mark->stored())
            if (const auto json = zip->content(*mark)) readMark(*json);
        if (const int protocol = m_artifact->m_values.protocol(); protocol != kUsualProtocol)
            m_diagnostics.note("pickle-protocol", m_place.where(),
                               "data.pkl has protocol " + std::to_string(protocol) + ", usual is 2");
        return {};
    }

    Result<void> readPickles() {
        auto pickle = readPickle(m_content, 0, limits::settable().pickleBytes, m_job);
        if (!pickle) return pickle.failure();
        if (isLegacyMagic(pickle->values)) return readLegacy();
        m_artifact->m_format = ArtifactFormat::RawPickle;
        m_artifact->m_stream = std::move(pickle->bytes);
        m_artifact->m_values = std::move(pickle->values);
        m_place = m_content;
        m_storages = std::make_unique<Storages>(storageIdPrefix(m_content), false);
        readMark(markAtEnd(m_content));
        return {};
    }

    Result<void> readLegacy() {
        auto stream = readLegacyStream(m_content, limits::settable().pickleBytes, m_job);
        if (!stream) return stream.failure();
        m_artifact->m_format = ArtifactFormat::Legacy;
        m_artifact->m_stream = std::move(stream->object.bytes);
        m_artifact->m_values = std::move(stream->object.values);
        m_place = m_content;
        m_diagnostics.note("torch-save-legacy", m_content.where(),
                           "written by PyTorch before 1.6, or with its legacy serialization");
        m_storages = std::make_unique<Storages>(storageIdPrefix(m_content), false);
        placeLegacyStorages(stream->keys, stream->data, *m_storages);
        readMark(markAtEnd(m_content));
        return {};
    }

    /// Reads `<prefix>/<name>`, of at most `most` bytes; nothing when there is no such record.
    std::optional<std::string> smallRecord(const ZipIndex& zip, const std::string& name, std::uint64_t most) {
        const ZipEntry* entry = zip.find(name);
        if (entry == nullptr) return std::nullopt;
        if (entry->size > most) return std::string();
        auto range = zip.content(*entry);
        auto bytes = range ? range->readAll() : Result<std::vector<std::byte>>(range.failure());
        if (!bytes) {
            m_diagnostics.error(bytes.error());
            return std::string();
        }
        return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }

    bool byteOrderIsBig(const ZipIndex& zip, const std::string& prefix) {
        // Absent before torch 2.1: little.
        const auto order = smallRecord(zip, prefix + "byteorder", 16);
        if (!order || *order == "little") return false;
        if (*order == "big") return true;
        m_diagnostics.warning("torch-save-byteorder", m_content.where(),
                              "the byteorder record says \"" + escaped(*order) + "\"; little is assumed");
        return false;
    }

    /// Damaged or not: that it is there says that the storages hold nothing.
    void readMark(const std::optional<ByteRange>& mark) {
        if (!mark) return;
        if (const auto kept = keepMark(*mark, *m_storages, m_job); !kept)
            m_diagnostics.warning("removed-mark-damaged", mark->where(), kept.error().message);
    }

    void addRecords(const ZipIndex& zip, const std::string& prefix, Storages& storages) {
        const std::string data = prefix + "data/";
        for (std::size_t i = 0; i < zip.entries().size(); ++i) {
            const std::string& name = zip.entries()[i].name;
            if (name.starts_with(data))
                storages.addEntry(name.substr(data.size()), i);
            else if (!name.starts_with(prefix))
                m_diagnostics.warning("torch-save-foreign-record", escaped(name), "the record lies outside of " + escaped(prefix));
        }
    }

    /// Steps from count to count; the item sizes are those of the references in the object.
    void placeLegacyStorages(const std::vector<std::string>& keys, std::uint64_t at, Storages& storages) {
        const Values& values = m_artifact->m_values;
        std::map<std::string, std::uint64_t, std::less<>> itemSizes;
        for (std::size_t i = 0; i < values.nodeCount(); ++i) {
            if (values.kind(ValueId(i)) != Kind::Persistent) continue;
            if (const auto reference = storageReference(values, ValueId(i))) itemSizes[reference->key] = itemSize(reference->type);
        }
        for (const std::string& key : keys) {
            const auto item = itemSizes.find(key);
            std::array<std::byte, sizeof(std::int64_t)> head{};
            if (item == itemSizes.end() || item->second == 0 || !m_content.read(at, head)) {
                m_diagnostics.error("torch-save-legacy-damaged", m_content.where(at),
                                    "the storages from \"" + escaped(key) + "\" on cannot be found");
                return;
            }
            at += head.size();
            const auto count = loadLittle<std::int64_t>(head.data());
            const auto size = count < 0 ? std::nullopt : checkedMul(static_cast<std::uint64_t>(count), item->second);
            const std::uint64_t left = m_content.size - at;
            storages.addRange(key, {m_content.source, m_content.offset + at, std::min(size.value_or(0), left)});
            if (!size || *size > left) {
                m_diagnostics.error("torch-save-legacy-damaged", m_content.where(at),
                                    "storage \"" + escaped(key) + "\" claims " + std::to_string(count) + " elements, " +
                                        std::to_string(left) + " bytes are left");
                return;
            }
            at += *size;
        }
    }

    void finish() {
        classifySymbols();
        readInnerStorages();
        checkReferences();
        indexKeys();
        m_artifact->m_storages = std::move(m_storages);
    }

    void classifySymbols() {
        const Values& values = m_artifact->m_values;
        for (const Symbol& symbol : values.symbols()) {
            const Meaning meaning = meaningOf(symbol);
            m_artifact->m_meanings.push_back(meaning);
            if (meaning != Meaning::Opaque) continue;
            const std::string times =
                symbol.calls == 0 ? "a class or function" : std::to_string(symbol.calls) + " objects made with it";
            m_diagnostics.note("pickle-opaque-global", m_place.where(),
                               "Python's `" + escaped(symbol.qualified()) + "` is shown, not executed: " + times);
        }
        if (m_artifact->m_format != ArtifactFormat::Legacy && values.consumed() < m_place.size && !hasMark(*m_storages))
            m_diagnostics.warning("pickle-trailing-bytes", m_place.where(values.consumed()),
                                  std::to_string(m_place.size - values.consumed()) + " bytes follow the end of the pickle");
    }

    /// `torch.storage._load_from_bytes(b"…")`: a legacy stream whose object is one storage. Equal bytes objects are read once.
    void readInnerStorages() {
        const Values& values = m_artifact->m_values;
        for (std::size_t i = 0; i < values.nodeCount(); ++i) {
            const ValueId bytes = m_artifact->innerBytes(ValueId(i));
            if (!bytes.valid() || m_artifact->m_inner.contains(bytes.index())) continue;
            auto storage = innerStorage(bytes);
            if (!storage) m_diagnostics.error(storage.error());
            m_artifact->m_inner.emplace(bytes.index(), storage ? std::move(*storage) : Artifact::InnerStorage{});
        }
    }

    Result<Artifact::InnerStorage> innerStorage(ValueId bytes) {
        const Values& values = m_artifact->m_values;
        const std::string_view content = values.text(bytes);
        const auto* first = reinterpret_cast<const std::byte*>(content.data());
        // Protocol 2 spells bytes as text: then they are nowhere in the file.
        const auto offset = values.streamOffset(bytes);
        const ByteRange place =
            offset ? ByteRange{m_place.source, m_place.offset + *offset, content.size()}
                   : ByteRange::whole(Source::fromBytes({first, first + content.size()}, m_place.source->name() + ":bytes"));
        auto stream = readLegacyStream(place, kMaxInnerPickle, m_job);
        if (!stream) return stream.failure();
        const Values& object = stream->object.values;
        const auto reference = object.is(object.root(), Kind::Persistent) ? storageReference(object, object.root()) : std::nullopt;
        const std::uint64_t at = stream->data + sizeof(std::int64_t);
        if (!reference || itemSize(reference->type) == 0 || stream->keys != std::vector{reference->key} || at > content.size())
            return fail("torch-save-legacy-damaged", "the bytes do not hold one storage", place.where());
        const auto count = static_cast<std::uint64_t>(loadLittle<std::int64_t>(first + stream->data));
        const auto size = checkedMul<std::uint64_t>(count, itemSize(reference->type));
        if (!size || *size > content.size() - at)
            return fail("torch-save-legacy-damaged", "the storage claims more elements than there are bytes",
                        place.where(stream->data));
        std::string key = "bytes" + std::to_string(bytes.index());
        m_storages->addRange(key, {place.source, place.offset + at, *size});
        return Artifact::InnerStorage{std::move(key), reference->type};
    }

    void checkReferences() {
        const Values& values = m_artifact->m_values;
        for (std::size_t i = 0; i < values.nodeCount(); ++i) {
            if (values.kind(ValueId(i)) != Kind::Persistent) continue;
            const auto reference = storageReference(values, ValueId(i));
            if (!reference || reference->location == "meta") continue;
            const auto size = m_storages->size(reference->key);
            const std::string where = "storage " + escaped(reference->key);
            if (!size) {
                m_diagnostics.error("torch-save-storage-missing", where, "the archive has no such storage");
                continue;
            }
            const std::uint64_t item = itemSize(reference->type);
            const auto numel = static_cast<std::uint64_t>(std::max<std::int64_t>(reference->numel, 0));
            const auto expected = checkedMul(numel, item);
            if (item != 0 && reference->viewOffset == 0 && expected != size && m_artifact->m_format == ArtifactFormat::TorchZip)
                m_diagnostics.warning("torch-save-storage-size", where,
                                      "it has " + std::to_string(*size) + " bytes, the pickle speaks of " +
                                          std::to_string(reference->numel) + " elements of " + std::to_string(item));
        }
    }

    /// Sorted by text, so that a key is found by bisection. A node that is a key more than once is compared once: a stream can
    /// repeat a long key at two bytes a time.
    void indexKeys() {
        const Values& values = m_artifact->m_values;
        std::vector<Artifact::Key>& keys = m_artifact->m_keys;
        if (!values.is(values.root(), Kind::Dict)) return;
        const auto items = values.items(values.root());
        for (std::size_t i = 0; i + 1 < items.size(); i += 2)
            if (values.is(items[i], Kind::String)) keys.push_back({items[i], items[i + 1], static_cast<std::uint32_t>(i)});
        const std::size_t all = keys.size();
        const auto sameKey = [](const Artifact::Key& a, const Artifact::Key& b) { return a.key == b.key; };
        std::sort(keys.begin(), keys.end(), [](const Artifact::Key& a, const Artifact::Key& b) {
            return a.key != b.key ? a.key < b.key : a.position > b.position;
        });
        keys.erase(std::unique(keys.begin(), keys.end(), sameKey), keys.end());
        const auto sameText = [&values](const Artifact::Key& a, const Artifact::Key& b) {
            return values.text(a.key) == values.text(b.key);
        };
        std::sort(keys.begin(), keys.end(), [&values](const Artifact::Key& a, const Artifact::Key& b) {
            const int order = values.text(a.key).compare(values.text(b.key));
            return order != 0 ? order < 0 : a.position > b.position;
        });
        keys.erase(std::unique(keys.begin(), keys.end(), sameText), keys.end());
        keys.shrink_to_fit();
        if (keys.size() != all)
            m_diagnostics.warning(
                "pickle-duplicate-key", m_place.where(),
                std::to_string(all - keys.size()) + " keys of the dictionary are repeated; the last value counts");
    }

    ByteRange m_content;
    Diagnostics& m_diagnostics;
    const JobContext& m_job;
    std::shared_ptr<Artifact> m_artifact = std::make_shared<Artifact>();
    std::unique_ptr<Storages> m_storages;
    ByteRange m_place;  ///< of the pickle
};

Result<std::shared_ptr<const Artifact>> Artifact::open(const ByteRange& content, Diagnostics& diagnostics, const JobContext& job) {
    return ArtifactReader(content, diagnostics, job).read();
}

}  // namespace etscope::pickle
