#include "tokens/encoder.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/hex.h"
#include "io/json.h"
#include "io/json_reader.h"
#include "tokens/piece_models.h"
#include "tokens/text_steps.h"

namespace etscope::tokens {
namespace {

using Json = nlohmann::json;

/// Bytes of a text that is encoded; of prompts of a million tokens some 4 MB.
constexpr std::size_t kMostEncoded = 32U << 20U;
constexpr std::size_t kMostAdded = 1U << 20U;
constexpr std::size_t kMostPieces = std::size_t{1} << 22U;

std::string memberText(const Json& json, const char* key) {
    if (!json.is_object()) return {};
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool isWord(char c) noexcept {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) > 127;
}
bool isBlank(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// A part of a text: an added token, or what is between them.
struct Cut {
    std::size_t begin = 0, end = 0;
    const AddedToken* token = nullptr;
};

/// Finds added tokens: the leftmost first, of several there the longest.
class Finder {
public:
    Finder(const std::vector<AddedToken>& added, bool normalized) {
        for (const AddedToken& token : added)
            if (token.normalized == normalized && !token.text.empty()) m_byStart[token.text.front()].push_back(&token);
        for (auto& [start, tokens] : m_byStart)
            std::ranges::stable_sort(tokens, [](const auto* a, const auto* b) { return a->text.size() > b->text.size(); });
    }

    /// Errors: `cancelled`, `limit-exceeded` (a tokenizer may have a million tokens that begin alike).
    Result<std::vector<Cut>> parts(std::string_view text, const JobContext& job) const {
        std::vector<Cut> parts;
        std::uint64_t steps = 0, polled = 0;
        std::size_t from = 0;
        for (std::size_t at = 0; at < text.size();) {
            const AddedToken* token = tokenAt(text, at, steps);
            if (steps > kMostCompared) return fail("limit-exceeded", "looking for added tokens takes too many steps");
            if (steps - polled > kPoll) {
                polled = steps;
                if (job.cancelled()) return cancelledFailure();
            }
            if (token == nullptr) {
                ++at;
                continue;
            }
            std::size_t begin = at, end = at + token->text.size();
            while (token->stripsLeft && begin > from && isBlank(text[begin - 1])) --begin;
            while (token->stripsRight && end < text.size() && isBlank(text[end])) ++end;
            if (begin > from) parts.push_back({from, begin, nullptr});
            parts.push_back({begin, end, token});
            at = from = end;
        }
        if (from < text.size()) parts.push_back({from, text.size(), nullptr});
        return parts;
    }

private:
    static constexpr std::uint64_t kMostCompared = std::uint64_t{1} << 30U, kPoll = std::uint64_t{1} << 20U;

    const AddedToken* tokenAt(std::string_view text, std::size_t at, std::uint64_t& steps) const {
        const auto found = m_byStart.find(text[at]);
        if (found == m_byStart.end()) return nullptr;
        for (const AddedToken* token : found->second) {
            steps += 1 + token->text.size() / 16;
            if (!text.substr(at).starts_with(token->text)) continue;
            const std::size_t end = at + token->text.size();
            if (token->singleWord && ((at > 0 && isWord(text[at - 1])) || (end < text.size() && isWord(text[end])))) continue;
            return token;
        }
        return nullptr;
    }

    std::map<char, std::vector<const AddedToken*>> m_byStart;
};

}  // namespace

Encoder::Encoder() = default;
Encoder::~Encoder() = default;

const AddedToken* Encoder::added(std::string_view text) const& noexcept {
    const auto found = std::ranges::find(m_added, text, &AddedToken::text);
    return found == m_added.end() ? nullptr : &*found;
}

Result<std::vector<std::int64_t>> Encoder::encode(std::string_view text, const JobContext& job) const {
    if (text.size() > kMostEncoded) return fail("limit-exceeded", "texts of 32 MiB at most are encoded");
    std::vector<std::int64_t> ids;
    const Finder raw(m_added, false), normal(m_added, true);
    const auto encodePlain = [&](std::string plain, bool first) -> Result<void> {
        std::vector<Piece> pieces{{std::move(plain), first}};
        if (m_preTokeniser) {
            auto cut = m_preTokeniser->apply(std::move(pieces));
            if (!cut) return cut.failure();
            pieces = *std::move(cut);
        }
        if (pieces.size() > kMostPieces) return fail("limit-exceeded", "the text has too many pieces");
        for (const Piece& piece : pieces) {
            if (job.cancelled()) return cancelledFailure();
            if (auto done = m_model->encode(piece.text, ids, job); !done) return done;
        }
        return {};
    };
    const auto outer = raw.parts(text, job);
    if (!outer) return outer.failure();
    for (const Cut& part : *outer) {
        if (part.token != nullptr) {
            ids.push_back(part.token->id);
            continue;
        }
        std::string plain(text.substr(part.begin, part.end - part.begin));
        if (m_normaliser) {
            auto changed = m_normaliser->apply({{std::move(plain), part.begin == 0}});
            if (!changed) return changed.failure();
            plain.clear();
            for (const Piece& piece : *changed) plain += piece.text;
        }
        const auto inside = normal.parts(plain, job);
        if (!inside) return inside.failure();
        for (const Cut& inner : *inside) {
            if (inner.token != nullptr)
                ids.push_back(inner.token->id);
            else if (auto done =
                         encodePlain(plain.substr(inner.begin, inner.end - inner.begin), part.begin == 0 && inner.begin == 0);
                     !done)
                return done.failure();
        }
    }
    return ids;
}

/// Reads a `tokenizer.json` in one pass; vocabulary and merges are never a document in memory.
class EncoderReader {
public:
    EncoderReader(const ByteRange& file, const JobContext& job) : m_file(file), m_json(file, job) {}

    Result<std::shared_ptr<const Encoder>> read() {
        m_json.object([this](std::string_view key) {
            const std::string name(key);
            if (name == "added_tokens")
                readAdded();
            else if (name == "model")
                readModel();
            else if (name == "normalizer" || name == "pre_tokenizer" || name == "post_processor")
                m_small[name] = takeSmall();
            else
                m_json.skip();
        });
        if (m_json.failed()) {
            if (m_json.error().isCancelled()) return Failure{m_json.error()};
            return fail("tokenizer-invalid", m_json.error().message, hexOffset(m_json.offset()));
        }
        return build();
    }

private:
    std::string text() { return std::string(m_json.string().value_or(std::string_view())); }

    /// A member of a few kilobytes as a document; null where it cannot be read.
    Json takeSmall() {
        constexpr std::uint64_t kMost = 4U << 20U;
        const std::uint64_t begin = m_json.offset();
        m_json.skip();
        const std::uint64_t size = m_json.offset() - begin;
        if (m_json.failed() || size > kMost) return nullptr;
        std::vector<std::byte> bytes(static_cast<std::size_t>(size));
        if (!m_file.read(begin, bytes)) return nullptr;
        auto json = parseJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, size);
        if (json) return *std::move(json);
        m_error = json.error();
        return nullptr;
    }

    void readAdded() {
        m_json.array([this] {
            AddedToken one;
            m_json.object([&](std::string_view key) {
                const std::string name(key);
                const auto flag = [&] { return m_json.boolean().value_or(false); };
                if (name == "id")
                    one.id = m_json.integer().value_or(-1);
                else if (name == "content")
                    one.text = text();
                else if (name == "special")
                    one.special = flag();
                else if (name == "normalized")
                    one.normalized = flag();
                else if (name == "lstrip")
                    one.stripsLeft = flag();
                else if (name == "rstrip")
                    one.stripsRight = flag();
                else if (name == "single_word")
                    one.singleWord = flag();
                else
                    m_json.skip();
            });
            if (m_added.size() < kMostAdded) m_added.push_back(std::move(one));
        });
    }

    void readModel() {
        if (m_json.peek() != JsonReader::Kind::Object) return m_json.skip();
        m_json.object([this](std::string_view key) {
            const std::string name(key);
            const auto flag = [&] { return m_json.boolean().value_or(false); };
            if (name == "type")
                m_parts.type = text();
            else if (name == "vocab")
                readVocabulary();
            else if (name == "merges")
                readMerges();
            else if (name == "unk_token")
                m_parts.unknown = text();
            else if (name == "unk_id")
                m_parts.unknownId = m_json.integer().value_or(-1);
            else if (name == "continuing_subword_prefix")
                m_parts.prefix = text();
            else if (name == "end_of_word_suffix")
                m_parts.suffix = text();
            else if (name == "byte_fallback")
                m_parts.byteFallback = flag();
            else if (name == "fuse_unk")
                m_parts.fuseUnknown = flag();
            else if (name == "ignore_merges")
                m_parts.ignoreMerges = flag();
            else if (name == "max_input_chars_per_word")
                m_parts.longestWord =
                    static_cast<std::size_t>(std::clamp<std::int64_t>(m_json.integer().value_or(100), 0, 1 << 20));
            else
                m_json.skip();
        });
    }

    void readVocabulary() {
        if (m_json.peek() == JsonReader::Kind::Object) {
            m_json.object([this](std::string_view key) {
                std::string piece(key);
                m_parts.ids.insert_or_assign(std::move(piece), m_json.integer().value_or(-1));
            });
            return;
        }
        m_json.array([this] {
            std::string piece;
            double score = 0;
            std::size_t at = 0;
            m_json.array([&] {
                if (at == 0)
                    piece = text();
                else if (at == 1)
                    score = m_json.number().value_or(JsonNumber()).real;
                else
                    m_json.skip();
                ++at;
            });
            m_parts.ids.emplace(std::move(piece), static_cast<std::int64_t>(m_parts.scores.size()));
            m_parts.scores.push_back(score);
        });
    }

    /// "left right", or ["left", "right"].
    void readMerges() {
        m_json.array([this] {
            std::string pair;
            if (m_json.peek() == JsonReader::Kind::Array) {
                std::size_t at = 0;
                m_json.array([&] {
                    if (at++ > 0) pair += '\0';
                    pair += text();
                });
            } else {
                pair = text();
                if (const auto blank = pair.find(' ', 1); blank != std::string::npos) pair[blank] = '\0';
            }
            m_parts.merges.emplace(std::move(pair), static_cast<std::uint32_t>(m_parts.merges.size()));
        });
    }

    Result<void> addProcessor(const Json& json, Encoder& encoder) {
        const std::string type = memberText(json, "type");
        if (json.is_null() || type == "ByteLevel") return {};
        if (type == "Sequence" && json.contains("processors") && json["processors"].is_array() && json["processors"].size() < 16) {
            for (const Json& one : json["processors"])
                if (auto done = addProcessor(one, encoder); !done) return done;
            return {};
        }
        if (type == "TemplateProcessing") return addTemplate(json, encoder);
        if (type != "BertProcessing" && type != "RobertaProcessing")
            return fail("encoding-unsupported", "a post-processor of type '" + type + "' is not known here");
        for (const auto& [key, ids] : {std::pair{"cls", &encoder.m_before}, std::pair{"sep", &encoder.m_after}})
            if (json.contains(key) && json[key].is_array() && json[key].size() == 2 && json[key][1].is_number_integer())
                ids->push_back(json[key][1].get<std::int64_t>());
        return {};
    }

    Result<void> addTemplate(const Json& json, Encoder& encoder) {
        const auto single = json.find("single");
        if (single == json.end() || !single->is_array()) return {};
        bool behind = false;
        for (const Json& item : *single) {
            if (!item.is_object()) continue;
            if (item.contains("Sequence")) behind = true;
            if (!item.contains("SpecialToken")) continue;
            const std::string name = memberText(item["SpecialToken"], "id");
            const Json all = json.value("special_tokens", Json::object());
            const Json ids = all.is_object() && all.contains(name) ? all[name].value("ids", Json::array()) : Json::array();
            for (const Json& id : ids)
                if (id.is_number_integer()) (behind ? encoder.m_after : encoder.m_before).push_back(id.get<std::int64_t>());
        }
        return {};
    }

    Result<std::shared_ptr<const Encoder>> build() {
        if (m_error) return fail("encoding-unsupported", m_error->message);
        std::shared_ptr<Encoder> encoder(new Encoder);
        auto normaliser = normaliserOf(m_small["normalizer"]);
        if (!normaliser) return normaliser.failure();
        auto preTokeniser = preTokeniserOf(m_small["pre_tokenizer"]);
        if (!preTokeniser) return preTokeniser.failure();
        if (auto done = addProcessor(m_small["post_processor"], *encoder); !done) return done.failure();
        auto model = pieceModelOf(std::move(m_parts));
        if (!model) return model.failure();
        encoder->m_added = std::move(m_added);
        encoder->m_normaliser = *std::move(normaliser);
        encoder->m_preTokeniser = *std::move(preTokeniser);
        encoder->m_model = *std::move(model);
        return std::shared_ptr<const Encoder>(std::move(encoder));
    }

    const ByteRange& m_file;
    JsonReader m_json;
    std::vector<AddedToken> m_added;
    ModelParts m_parts;
    std::map<std::string, Json> m_small;
    std::optional<Error> m_error;
};

Result<std::shared_ptr<const Encoder>> Encoder::read(const ByteRange& file, const JobContext& job) {
    std::byte first{};
    if (auto done = file.read(0, std::span(&first, 1)); !done) return done.failure();
    if (first != std::byte{'{'}) return fail("encoding-unsupported", "only a tokenizer.json is encoded with here");
    return EncoderReader(file, job).read();
}

}  // namespace etscope::tokens
