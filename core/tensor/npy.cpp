#include "tensor/npy.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/escaped.h"
#include "base/limits.h"

namespace etscope::tensor {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
/// A header of one array holds some 100 bytes; only structured types, which are refused, need more.
constexpr std::uint64_t kMaxHeader = 1U << 20;

struct Description {
    std::string type;  ///< numpy's word; "[" when it is structured
    bool fortranOrder = false;
    std::vector<std::int64_t> shape;
};

/// Reads the one form of Python dict that a header has: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }.
class HeaderParser {
public:
    explicit HeaderParser(std::string_view text) : m_text(text) {}

    std::optional<Description> parse() {
        if (!take('{')) return std::nullopt;
        unsigned seen = 0;
        while (!take('}')) {
            const auto key = quoted();
            if (!key || !take(':')) return std::nullopt;
            const unsigned field = *key == "descr" ? 1U : *key == "fortran_order" ? 2U : *key == "shape" ? 4U : 0U;
            const bool parsed = field == 1 ? parseType() : field == 2 ? parseOrder() : field == 4 && parseShape();
            if (!parsed) return std::nullopt;
            seen |= field;
            if (m_description.type == "[") return std::move(m_description);
            if (!take(',') && !next('}')) return std::nullopt;
        }
        if (seen != 7) return std::nullopt;
        return std::move(m_description);
    }

private:
    void skipBlanks() { m_text.remove_prefix(std::min(m_text.find_first_not_of(" \t\r\n"), m_text.size())); }
    bool next(char c) {
        skipBlanks();
        return !m_text.empty() && m_text.front() == c;
    }
    bool take(char c) {
        if (!next(c)) return false;
        m_text.remove_prefix(1);
        return true;
    }
    bool takeWord(std::string_view word) {
        skipBlanks();
        if (!m_text.starts_with(word)) return false;
        m_text.remove_prefix(word.size());
        return true;
    }
    std::optional<std::string_view> quoted() {
        const char quote = next('"') ? '"' : '\'';
        if (!take(quote)) return std::nullopt;
        const auto end = m_text.find(quote);
        if (end == std::string_view::npos) return std::nullopt;
        const auto text = m_text.substr(0, end);
        m_text.remove_prefix(end + 1);
        return text;
    }
    bool parseType() {
        if (next('[')) {
            m_description.type = "[";
            return true;
        }
        const auto word = quoted();
        if (word) m_description.type = *word;
        return word.has_value();
    }
    bool parseOrder() {
        m_description.fortranOrder = takeWord("True");
        return m_description.fortranOrder || takeWord("False");
    }
    bool parseShape() {
        if (!take('(')) return false;
        while (!take(')')) {
            skipBlanks();
            std::int64_t size = 0;
            const auto [end, error] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), size);
            if (error != std::errc{} || m_description.shape.size() >= limits::kMaxRank) return false;
            m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
            takeWord("L");  // written by Python 2
            m_description.shape.push_back(size);
            if (!take(',') && !next(')')) return false;
        }
        return true;
    }

    std::string_view m_text;
    Description m_description;
};

struct NpyTypeWord {
    std::string_view word;
    ScalarType type;
};
constexpr std::array kNpyTypes{
    NpyTypeWord{"b1", ScalarType::Bool}, NpyTypeWord{"i1", ScalarType::I8},    NpyTypeWord{"i2", ScalarType::I16},
    NpyTypeWord{"i4", ScalarType::I32},  NpyTypeWord{"i8", ScalarType::I64},   NpyTypeWord{"u1", ScalarType::U8},
    NpyTypeWord{"u2", ScalarType::U16},  NpyTypeWord{"u4", ScalarType::U32},   NpyTypeWord{"u8", ScalarType::U64},
    NpyTypeWord{"f2", ScalarType::F16},  NpyTypeWord{"f4", ScalarType::F32},   NpyTypeWord{"f8", ScalarType::F64},
    NpyTypeWord{"c8", ScalarType::C64},  NpyTypeWord{"c16", ScalarType::C128},
};

Result<ScalarType> typeOf(const Description& description, const std::string& where) {
    const std::string_view word = description.type;
    if (word == "[") return fail("npy-type-unsupported", "an array of structures; export its fields one by one", where);
    if (word.find('O') != std::string_view::npos)
        return fail("npy-object-array", "the array holds Python objects (a pickle), which are not opened", where);
    const bool marked = !word.empty() && std::string_view("<>|=").find(word.front()) != std::string_view::npos;
    const std::string_view plain = word.substr(marked ? 1 : 0);
    const auto hit = std::find_if(kNpyTypes.begin(), kNpyTypes.end(), [plain](const NpyTypeWord& t) { return t.word == plain; });
    if (hit == kNpyTypes.end()) return fail("npy-type-unsupported", "elements of numpy type \"" + escaped(word) + "\"", where);
    return hit->type;
}

/// The header's text and where the data begin.
struct RawHeader {
    std::vector<std::byte> bytes;
    std::uint64_t dataStart = 0;
};

Result<RawHeader> readHeader(const ByteRange& file) {
    std::array<std::byte, 12> start{};
    const auto got = static_cast<std::size_t>(std::min<std::uint64_t>(start.size(), file.size));
    if (auto read = file.read(0, std::span(start).first(got)); !read) return read.failure();
    const std::string_view text(reinterpret_cast<const char*>(start.data()), got);
    if (!text.starts_with(kMagic)) return fail("npy-not-numpy", "the magic bytes of .npy are missing", file.where());
    if (got < 10) return fail("npy-header-truncated", "the file ends inside the header", file.where(got));
    const auto version = std::to_integer<unsigned>(start[6]);
    if (version < 1 || version > 3)
        return fail("npy-version", "version " + std::to_string(version) + " of .npy; known are 1 to 3", file.where(6));
    const std::uint64_t textStart = version == 1 ? 10 : 12;
    if (got < textStart) return fail("npy-header-truncated", "the file ends inside the header", file.where(got));
    const std::uint64_t size = version == 1 ? loadLittle<std::uint16_t>(&start[8]) : loadLittle<std::uint32_t>(&start[8]);
    if (!rangeFits(textStart, size, file.size))
        return fail("npy-header-truncated", "the file ends inside the header", file.where(file.size));
    if (size > kMaxHeader) return fail("npy-header-too-large", "a header of " + std::to_string(size) + " bytes", file.where(8));
    RawHeader header{std::vector<std::byte>(static_cast<std::size_t>(size)), textStart + size};
    if (auto read = file.read(textStart, std::span(header.bytes)); !read) return read.failure();
    return header;
}

Tensor unreadable(const Error& error) {
    Tensor tensor;
    tensor.state = DataState::Unreadable;
    tensor.note = error.message;
    return tensor;
}

}  // namespace

Result<Tensor> readNpy(const ByteRange& file) {
    const auto header = readHeader(file);
    if (!header) return header.failure();
    const std::string where = file.where();
    auto description = HeaderParser({reinterpret_cast<const char*>(header->bytes.data()), header->bytes.size()}).parse();
    if (!description) return fail("npy-header-damaged", "the header is not a description of an array", where);
    const auto type = typeOf(*description, where);
    if (!type) return type.failure();

    Tensor tensor;
    tensor.type = *type;
    tensor.shape = std::move(description->shape);
    tensor.bigEndian = description->type.front() == '>';
    const auto bytes = tensor.byteCount();
    if (!bytes) return fail("npy-shape", "a size is negative or the number of elements overflows", where);
    const auto storage = file.part(header->dataStart, *bytes);
    if (!storage)
        return fail(
            "npy-data-truncated",
            "the array needs " + std::to_string(*bytes) + " bytes, the file has " + std::to_string(file.size - header->dataStart),
            file.where(header->dataStart));
    tensor.storage = *storage;
    if (const std::uint64_t rest = file.size - header->dataStart - *bytes; rest > 0)
        tensor.note = std::to_string(rest) + " bytes follow the array";
    if (description->fortranOrder) {
        std::vector<std::int64_t> reversed(tensor.shape.rbegin(), tensor.shape.rend());
        tensor.strides = rowMajorStrides(reversed);
        std::reverse(tensor.strides.begin(), tensor.strides.end());
    }
    return tensor;
}

std::string npyHeader(ScalarType type, std::span<const std::int64_t> shape) {
    const auto hit = std::find_if(kNpyTypes.begin(), kNpyTypes.end(), [type](const NpyTypeWord& t) { return t.type == type; });
    std::string sizes;
    for (std::size_t i = 0; i < shape.size(); ++i) sizes += (i > 0 ? ", " : "") + std::to_string(shape[i]);
    std::string text = std::string("{'descr': '") + (itemSize(type) == 1 ? '|' : '<') + std::string(hit->word) +
                       "', 'fortran_order': False, 'shape': (" + sizes + (shape.size() == 1 ? ",), }" : "), }");
    constexpr std::size_t kStart = 10, kAlignment = 64;
    text.append((kAlignment - (kStart + text.size() + 1) % kAlignment) % kAlignment, ' ');
    text += '\n';
    std::string header(kMagic);
    header += {'\x01', '\x00', static_cast<char>(text.size() & 0xFFU), static_cast<char>(text.size() >> 8U)};
    return header + text;
}

std::vector<NamedTensor> readNpz(const ZipIndex& zip, Diagnostics& diagnostics) {
    std::vector<NamedTensor> tensors;
    std::uint64_t inflated = 0;
    for (const ZipEntry& entry : zip.entries()) {
        if (entry.name.ends_with('/')) continue;
        const auto read = [&]() -> Result<Tensor> {
            if (!entry.stored() && !rangeFits(inflated, entry.size, limits::settable().inflatedBytes))
                return fail("limit-exceeded", "the compressed arrays are too large to be held in memory together",
                            escaped(entry.name));
            const auto content = zip.content(entry);
            if (!content) return content.failure();
            if (!entry.stored()) inflated += entry.size;
            return readNpy(*content);
        };
        auto tensor = read();
        if (!tensor) diagnostics.error(tensor.error());
        std::string_view name = entry.name;
        if (name.ends_with(".npy")) name.remove_suffix(4);
        tensors.push_back({std::string(name), tensor ? std::move(*tensor) : unreadable(tensor.error())});
        tensors.back().tensor.storageId = escaped(entry.name);
    }
    return tensors;
}

}  // namespace etscope::tensor
