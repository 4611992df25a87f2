#include "base/hex.h"
#include "base/utf8.h"
#include "tokens/readers.h"

namespace etscope::tokens {
namespace {

/// The wire format of protocol buffers: a tag is field · 8 + type; type 0 is a varint, 1 eight bytes, 2 a length and its bytes, 5
/// four bytes.
class Wire {
public:
    explicit Wire(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    struct Field {
        std::uint64_t number = 0, value = 0;  ///< `value`: of a varint
        std::span<const std::byte> bytes;     ///< of a length and its bytes
    };
    bool atEnd() const noexcept { return m_at == m_bytes.size(); }
    std::size_t at() const noexcept { return m_at; }
    /// Nothing where the bytes are not of the format.
    std::optional<Field> next() {
        const auto tag = varint();
        if (!tag || *tag >> 3U == 0) return std::nullopt;
        Field field{*tag >> 3U, 0, {}};
        switch (*tag & 7U) {
            case 0: {
                const auto value = varint();
                if (!value) return std::nullopt;
                field.value = *value;
                return field;
            }
            case 1: return taken(8) ? std::optional(field) : std::nullopt;
            case 2: {
                const auto size = varint();
                const auto bytes = size ? taken(*size) : std::nullopt;
                if (!bytes) return std::nullopt;
                field.bytes = *bytes;
                return field;
            }
            case 5: return taken(4) ? std::optional(field) : std::nullopt;
            default: return std::nullopt;
        }
    }

private:
    std::optional<std::uint64_t> varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && m_at < m_bytes.size(); shift += 7) {
            const auto byte = std::to_integer<std::uint64_t>(m_bytes[m_at++]);
            value |= (byte & 0x7FU) << shift;
            if (byte < 0x80) return value;
        }
        return std::nullopt;
    }
    std::optional<std::span<const std::byte>> taken(std::uint64_t size) {
        if (size > m_bytes.size() - m_at) return std::nullopt;
        const auto bytes = m_bytes.subspan(m_at, static_cast<std::size_t>(size));
        m_at += bytes.size();
        return bytes;
    }

    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
};

struct ReadPiece {
    std::string_view text;
    std::uint64_t type = 1;
};

std::optional<ReadPiece> readPiece(std::span<const std::byte> bytes) {
    ReadPiece piece;
    Wire wire(bytes);
    while (!wire.atEnd()) {
        const auto field = wire.next();
        if (!field) return std::nullopt;
        if (field->number == 1) piece.text = {reinterpret_cast<const char*>(field->bytes.data()), field->bytes.size()};
        if (field->number == 3) piece.type = field->value;
    }
    return piece;
}

}  // namespace

Result<std::shared_ptr<const Tokenizer>> readPieceModel(std::span<const std::byte> file) {
    // Of SentencePiece.Type: normal 1, unknown 2, control 3, user defined 4, unused 5, byte 6.
    constexpr std::uint64_t kUnknown = 2, kControl = 3;
    auto tokenizer = std::make_shared<Tokenizer>();
    tokenizer->setFormat("SentencePiece");
    tokenizer->setSteps({{PieceStep::Kind::ByteFallback, {}, {}}, {PieceStep::Kind::Replace, "\u2581", " "}});
    Wire wire(file);
    std::int64_t id = 0;
    while (!wire.atEnd()) {
        const std::size_t at = wire.at();
        const auto field = wire.next();
        const auto piece = field && field->number == 1 ? readPiece(field->bytes) : std::optional<ReadPiece>(ReadPiece{});
        if (!field || !piece) return fail("tokenizer-invalid", "the SentencePiece model is damaged", hexOffset(at));
        if (field->number == 1)
            tokenizer->add(id++, repairedUtf8(piece->text), piece->type == kUnknown || piece->type == kControl, false);
    }
    return std::shared_ptr<const Tokenizer>(std::move(tokenizer));
}

}  // namespace etscope::tokens
