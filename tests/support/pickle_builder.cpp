#include "support/pickle_builder.h"

#include <bit>

#include "support/bytes.h"

namespace etscope::test::pickled {

Piece none() { return "N"; }
Piece boolean(bool value) { return value ? "\x88" : "\x89"; }

Piece integer(std::int64_t value) {
    if (value >= INT32_MIN && value <= INT32_MAX) return "J" + little(static_cast<std::int32_t>(value));
    return "\x8A\x08" + little(value);
}

Piece real(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    std::string out = "G";
    for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>((bits >> shift) & 0xFFU);
    return out;
}

Piece text(std::string_view value) { return "X" + little(static_cast<std::uint32_t>(value.size())) + std::string(value); }

Piece tuple(const std::vector<Piece>& items) {
    std::string out = "(";
    for (const Piece& item : items) out += item;
    return out + "t";
}

Piece list(const std::vector<Piece>& items) {
    std::string out = "](";
    for (const Piece& item : items) out += item;
    return out + "e";
}

Piece dict(const std::vector<std::pair<Piece, Piece>>& items) {
    std::string out = "}(";
    for (const auto& [key, value] : items) out += key + value;
    return out + "u";
}

Piece global(std::string_view module, std::string_view name) { return "c" + std::string(module) + "\n" + std::string(name) + "\n"; }
Piece call(const Piece& callable, const Piece& argumentsTuple) { return callable + argumentsTuple + "R"; }

Piece integers(const std::vector<std::int64_t>& values) {
    std::vector<Piece> items;
    for (const std::int64_t value : values) items.push_back(integer(value));
    return tuple(items);
}

std::string stream(const Piece& value) { return "\x80\x02" + value + "."; }

Piece tensor(const TensorSpec& spec) {
    const Piece storage =
        tuple({text("storage"), global("torch", spec.type + "Storage"), text(spec.key), text("cpu"), integer(spec.numel)}) + "Q";
    const Piece hooks = call(global("collections", "OrderedDict"), ")");
    return call(global("torch._utils", "_rebuild_tensor_v2"),
                tuple({storage, integer(spec.offset), integers(spec.shape), integers(spec.strides), boolean(false), hooks}));
}

Piece parameter(const TensorSpec& spec) {
    const Piece hooks = call(global("collections", "OrderedDict"), ")");
    return call(global("torch._utils", "_rebuild_parameter"), tuple({tensor(spec), boolean(true), hooks}));
}

ZipBuilder torchArchive(const std::string& pickle, const std::map<std::string, std::string>& storages) {
    ZipBuilder zip;
    const auto add = [&zip](const std::string& name, const std::string& content) {
        // The padding that torch writes: any address will do, so a fixed one.
        zip.add(
            {.name = "archive/" + name, .content = content, .descriptor = true, .localExtra = std::string("FB\x04\x00ZZZZ", 8)});
    };
    add("data.pkl", pickle);
    add("byteorder", "little");
    for (const auto& [key, bytes] : storages) add("data/" + key, bytes);
    add("version", "3\n");
    zip.zip64End();
    return zip;
}

}  // namespace etscope::test::pickled
