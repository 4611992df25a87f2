#include "base/escaped.h"
#include "base/hex.h"
#include "io/json_reader.h"
#include "tokens/readers.h"

namespace etscope::tokens {
namespace {

using Kind = PieceStep::Kind;

class Reader {
public:
    Reader(const ByteRange& file, const JobContext& job) : m_json(file, job) {}

    Result<std::shared_ptr<const Tokenizer>> read() {
        m_json.object([this](std::string_view key) {
            if (key == "added_tokens")
                readAdded();
            else if (key == "decoder")
                readDecoder(0);
            else if (key == "model")
                readModel();
            else
                m_json.skip();
        });
        if (m_json.failed()) {
            if (m_json.error().isCancelled()) return Failure{m_json.error()};
            return fail("tokenizer-invalid", m_json.error().message, hexOffset(m_json.offset()));
        }
        // Added tokens stand above those of the vocabulary with the same numbers, wherever they are in the file.
        for (const Added& one : m_added) m_tokenizer->add(one.id, one.text, one.special, true);
        m_tokenizer->setSteps(std::move(m_steps));
        m_tokenizer->setFormat(m_model.empty() ? "tokenizer.json" : "tokenizer.json, " + visible(m_model));
        return std::shared_ptr<const Tokenizer>(std::move(m_tokenizer));
    }

private:
    struct Added {
        std::int64_t id = -1;
        std::string text;
        bool special = false;
    };

    std::string text() { return std::string(m_json.string().value_or(std::string_view())); }

    void readAdded() {
        m_json.array([this] {
            Added one;
            m_json.object([&](std::string_view key) {
                if (key == "id")
                    one.id = m_json.integer().value_or(-1);
                else if (key == "content")
                    one.text = text();
                else if (key == "special")
                    one.special = m_json.boolean().value_or(false);
                else
                    m_json.skip();
            });
            if (m_added.size() < static_cast<std::size_t>(Tokenizer::kMostTokens)) m_added.push_back(std::move(one));
        });
    }

    /// "content", or "pattern": {"String": …}.
    std::string readPattern() {
        if (m_json.peek() != JsonReader::Kind::Object) return text();
        std::string pattern;
        m_json.object([&](std::string_view key) {
            if (key == "String")
                pattern = text();
            else
                m_json.skip();
        });
        return pattern;
    }

    /// Steps that only change where texts begin and end (Strip, Fuse) do nothing to a token alone.
    void readDecoder(int depth) {
        constexpr int kMostDepth = 8;
        constexpr std::size_t kMostSteps = 64;
        if (m_json.peek() != JsonReader::Kind::Object || depth > kMostDepth) return m_json.skip();
        std::string type, pattern, content, prefix = "##", suffix = "</w>", replacement = "\u2581";
        const std::size_t before = m_steps.size();
        m_json.object([&](std::string_view key) {
            if (key == "type")
                type = text();
            else if (key == "pattern")
                pattern = readPattern();
            else if (key == "content")
                content = text();
            else if (key == "prefix")
                prefix = text();
            else if (key == "suffix")
                suffix = text();
            else if (key == "replacement")
                replacement = text();
            else if (key == "decoders")
                m_json.array([&] { readDecoder(depth + 1); });
            else
                m_json.skip();
        });
        const PieceStep steps[] = {{Kind::ByteLevel, {}, {}},         {Kind::ByteFallback, {}, {}},
                                   {Kind::Replace, pattern, content}, {Kind::Replace, replacement, " "},
                                   {Kind::WordPiece, prefix, {}},     {Kind::Suffix, suffix, {}}};
        static constexpr std::string_view kTypes[] = {"ByteLevel", "ByteFallback", "Replace",
                                                      "Metaspace", "WordPiece",    "BPEDecoder"};
        for (std::size_t i = 0; i < std::size(kTypes); ++i)
            if (type == kTypes[i] && m_steps.size() == before && before < kMostSteps) m_steps.push_back(steps[i]);
    }

    void readModel() {
        if (m_json.peek() != JsonReader::Kind::Object) return m_json.skip();
        m_json.object([this](std::string_view key) {
            if (key == "type")
                m_model = text();
            else if (key == "vocab")
                readVocabulary();
            else
                m_json.skip();
        });
    }

    /// {"piece": number}, or of unigrams [["piece", score], …] in the order of their numbers.
    void readVocabulary() {
        if (m_json.peek() == JsonReader::Kind::Object) {
            m_json.object([this](std::string_view key) {
                const std::string piece(key);
                m_tokenizer->add(m_json.integer().value_or(-1), piece, false, false);
            });
            return;
        }
        std::int64_t id = 0;
        m_json.array([&] {
            std::string piece;
            bool first = true;
            m_json.array([&] {
                if (first)
                    piece = text();
                else
                    m_json.skip();
                first = false;
            });
            m_tokenizer->add(id++, piece, false, false);
        });
    }

    JsonReader m_json;
    std::shared_ptr<Tokenizer> m_tokenizer = std::make_shared<Tokenizer>();
    std::vector<Added> m_added;
    std::vector<PieceStep> m_steps;
    std::string m_model;
};

}  // namespace

Result<std::shared_ptr<const Tokenizer>> readTokenizerJson(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job) {
    auto tokenizer = Reader(file, job).read();
    if (tokenizer && (*tokenizer)->leftOut() > 0)
        diagnostics.warning("tokenizer-number", {}, "some tokens have numbers that no vocabulary has; they are left out");
    return tokenizer;
}

}  // namespace etscope::tokens
