#include "pickle/legacy_stream.h"

#include <algorithm>

#include "pickle/storages.h"
#include "pickle/unpickler.h"

namespace etscope::pickle {
namespace {

constexpr std::uint64_t kFirstWindow = 4096;
constexpr std::uint64_t kWindowGrowth = 4;
/// Storages of one stream; state dicts of that time had some hundreds.
constexpr std::size_t kMaxLegacyStorages = 200'000;
constexpr std::int64_t kLegacyVersion = 1001;

Failure damaged(const ByteRange& file, std::uint64_t at, std::string message) {
    return fail("torch-save-legacy-damaged", std::move(message), file.where(at));
}

}  // namespace

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

bool isLegacyMagic(const Values& values) {
    if (!values.is(values.root(), Kind::BigInt)) return false;
    const std::string number = values.bigInt(values.root());
    return number == "0x1950A86A20F9469CFC6C" || number == "119547037146038801333356";  // protocol 1 writes digits
}

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

}  // namespace etscope::pickle
