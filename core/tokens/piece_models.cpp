#include "tokens/piece_models.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "base/hex.h"
#include "base/utf8.h"

namespace etscope::tokens {
namespace {

Failure noPiece(std::string_view piece) {
    return fail("encoding-unsupported",
                "the vocabulary has no token for '" + std::string(piece.substr(0, 40)) + "', and none for what is unknown");
}

class Base : public PieceModel {
public:
    explicit Base(ModelParts parts) : m_parts(std::move(parts)) {
        if (m_parts.unknownId < 0) m_parts.unknownId = idOf(m_parts.unknown);
    }

protected:
    std::int64_t idOf(std::string_view text) const {
        const auto found = m_parts.ids.find(std::string(text));
        return found == m_parts.ids.end() ? -1 : found->second;
    }
    /// Of a character that the vocabulary lacks: its bytes, or what is unknown. `before`: that was unknown, too.
    Result<void> addUnknown(std::string_view character, std::vector<std::int64_t>& ids, bool before) const {
        if (m_parts.byteFallback) {
            std::vector<std::int64_t> bytes;
            for (const char c : character) {
                std::string name = "<0x";
                appendHex(name, static_cast<std::byte>(c), HexCase::Upper);
                bytes.push_back(idOf(name + ">"));
            }
            if (std::ranges::find(bytes, -1) == bytes.end()) {
                ids.insert(ids.end(), bytes.begin(), bytes.end());
                return {};
            }
        }
        if (m_parts.unknownId < 0) return noPiece(character);
        if (!before || !m_parts.fuseUnknown) ids.push_back(m_parts.unknownId);
        return {};
    }

    ModelParts m_parts;
};

class WordLevel : public Base {
public:
    using Base::Base;
    Result<void> encode(std::string_view piece, std::vector<std::int64_t>& ids, const JobContext&) const override {
        const std::int64_t id = idOf(piece);
        if (id < 0 && m_parts.unknownId < 0) return noPiece(piece);
        ids.push_back(id < 0 ? m_parts.unknownId : id);
        return {};
    }
};

class WordPiece : public Base {
public:
    using Base::Base;
    Result<void> encode(std::string_view piece, std::vector<std::int64_t>& ids, const JobContext&) const override {
        std::vector<std::int64_t> found;
        std::size_t begin = 0;
        const bool tooLong = piece.size() > 4 * m_parts.longestWord;
        while (!tooLong && begin < piece.size()) {
            std::size_t end = piece.size();
            std::int64_t id = -1;
            for (; end > begin && id < 0; end -= id < 0 ? 1 : 0)
                id = idOf((begin > 0 ? m_parts.prefix : std::string()) + std::string(piece.substr(begin, end - begin)));
            if (id < 0) break;
            found.push_back(id);
            begin = end;
        }
        if (!tooLong && begin == piece.size()) {
            ids.insert(ids.end(), found.begin(), found.end());
            return {};
        }
        if (m_parts.unknownId < 0) return noPiece(piece);
        ids.push_back(m_parts.unknownId);
        return {};
    }
};

/// Merges of neighbours, those of the lowest rank first, the left one of equal ones.
class Bpe : public Base {
public:
    using Base::Base;
    Result<void> encode(std::string_view piece, std::vector<std::int64_t>& ids, const JobContext& job) const override {
        if (m_parts.ignoreMerges)
            if (const std::int64_t whole = idOf(piece); whole >= 0) {
                ids.push_back(whole);
                return {};
            }
        std::vector<Symbol> symbols = split(piece);
        if (auto merged = merge(symbols, job); !merged) return merged;
        bool unknown = false;
        for (std::size_t at = 0; at < symbols.size(); ++at) {
            if (symbols[at].text.empty()) continue;
            const std::int64_t id = idOf(symbols[at].text);
            if (id >= 0) ids.push_back(id);
            if (id < 0)
                if (auto added = addUnknown(symbols[at].text, ids, unknown); !added) return added;
            unknown = id < 0;
        }
        return {};
    }

private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    struct Symbol {
        std::string text;
        std::size_t before = kNone, after = kNone;
    };
    struct Pair {
        std::uint32_t rank = 0;
        std::size_t left = 0;
        std::string joined;
        bool operator<(const Pair& other) const { return rank != other.rank ? rank > other.rank : left > other.left; }
    };

    std::vector<Symbol> split(std::string_view piece) const {
        std::vector<Symbol> symbols;
        for (std::size_t at = 0; at < piece.size();) {
            const std::size_t size = std::max<std::size_t>(1, utf8Length(piece.substr(at)));
            std::string text(piece.substr(at, size));
            if (at > 0) text.insert(0, m_parts.prefix);
            at += size;
            if (at >= piece.size()) text += m_parts.suffix;
            symbols.push_back({std::move(text), symbols.size() - 1, symbols.size() + 1});
        }
        if (!symbols.empty()) symbols.front().before = symbols.back().after = kNone;
        return symbols;
    }

    void offer(const std::vector<Symbol>& symbols, std::size_t left, std::priority_queue<Pair>& queue) const {
        if (left == kNone || symbols[left].after == kNone) return;
        const std::string &a = symbols[left].text, &b = symbols[symbols[left].after].text;
        const auto found = m_parts.merges.find(a + '\0' + b);
        if (found == m_parts.merges.end()) return;
        queue.push({found->second, left, a + (b.starts_with(m_parts.prefix) ? b.substr(m_parts.prefix.size()) : b)});
    }

    Result<void> merge(std::vector<Symbol>& symbols, const JobContext& job) const {
        std::priority_queue<Pair> queue;
        for (std::size_t i = 0; i < symbols.size(); ++i) offer(symbols, i, queue);
        for (std::size_t turns = 0; !queue.empty(); ++turns) {
            if (turns % 4096 == 0 && job.cancelled()) return cancelledFailure();
            const Pair pair = queue.top();
            queue.pop();
            Symbol& left = symbols[pair.left];
            if (left.text.empty() || left.after == kNone) continue;
            Symbol& right = symbols[left.after];
            const auto rank = m_parts.merges.find(left.text + '\0' + right.text);
            if (rank == m_parts.merges.end() || rank->second != pair.rank) continue;  // one of them was merged since
            left.text = pair.joined;
            right.text.clear();
            left.after = right.after;
            if (left.after != kNone) symbols[left.after].before = pair.left;
            offer(symbols, left.before, queue);
            offer(symbols, pair.left, queue);
        }
        return {};
    }
};

/// The pieces whose scores add up to the most.
class Unigram : public Base {
public:
    explicit Unigram(ModelParts parts) : Base(std::move(parts)) {
        double least = 0;
        for (const auto& [text, id] : m_parts.ids) {
            m_longest = std::max(m_longest, text.size());
            if (static_cast<std::size_t>(id) < m_parts.scores.size())
                least = std::min(least, m_parts.scores[static_cast<std::size_t>(id)]);
        }
        constexpr double kBelow = 10;
        m_unknownScore = least - kBelow;
        m_parts.fuseUnknown = true;
    }

    Result<void> encode(std::string_view piece, std::vector<std::int64_t>& ids, const JobContext& job) const override {
        std::vector<Best> best(piece.size() + 1);
        best[0].score = 0;
        for (std::size_t at = 0; at < piece.size(); ++at) {
            if (at % 1024 == 0 && job.cancelled()) return cancelledFailure();
            if (best[at].score == kWorst) continue;
            const std::size_t character = std::max<std::size_t>(1, utf8Length(piece.substr(at)));
            bool single = false;
            for (std::size_t size = 1; size <= std::min(m_longest, piece.size() - at); ++size) {
                const std::int64_t id = idOf(piece.substr(at, size));
                if (id < 0 || id == m_parts.unknownId || static_cast<std::size_t>(id) >= m_parts.scores.size()) continue;
                single = single || size == character;
                improve(best[at + size], best[at].score + m_parts.scores[static_cast<std::size_t>(id)], at, id);
            }
            if (!single) improve(best[std::min(at + character, piece.size())], best[at].score + m_unknownScore, at, -1);
        }
        return collect(piece, best, ids);
    }

private:
    static constexpr double kWorst = -std::numeric_limits<double>::infinity();
    struct Best {
        double score = kWorst;
        std::size_t from = 0;
        std::int64_t id = -1;
    };
    static void improve(Best& best, double score, std::size_t from, std::int64_t id) {
        if (score > best.score) best = {score, from, id};
    }
    Result<void> collect(std::string_view piece, const std::vector<Best>& best, std::vector<std::int64_t>& ids) const {
        std::vector<std::pair<std::size_t, std::size_t>> way;
        for (std::size_t at = piece.size(); at > 0; at = best[at].from) way.emplace_back(best[at].from, at);
        std::ranges::reverse(way);
        std::string unknown;  // neighbours that no token stands for are one
        const auto addUnknowns = [&]() -> Result<void> {
            return unknown.empty() ? Result<void>() : addUnknown(std::exchange(unknown, {}), ids, false);
        };
        for (const auto& [from, to] : way) {
            if (best[to].id < 0) {
                unknown += piece.substr(from, to - from);
                continue;
            }
            if (auto added = addUnknowns(); !added) return added;
            ids.push_back(best[to].id);
        }
        if (auto added = addUnknowns(); !added) return added;
        return {};
    }

    std::size_t m_longest = 1;
    double m_unknownScore = 0;
};

}  // namespace

Result<std::unique_ptr<PieceModel>> pieceModelOf(ModelParts parts) {
    using Made = std::unique_ptr<PieceModel>;
    const std::string type = parts.type;
    if (type == "WordLevel") return Made(std::make_unique<WordLevel>(std::move(parts)));
    if (type == "WordPiece") return Made(std::make_unique<WordPiece>(std::move(parts)));
    if (type == "Unigram") return Made(std::make_unique<Unigram>(std::move(parts)));
    if (type == "BPE" || (type.empty() && !parts.merges.empty())) return Made(std::make_unique<Bpe>(std::move(parts)));
    return fail("encoding-unsupported", "a model of type '" + type + "' is not computed here");
}

}  // namespace etscope::tokens
