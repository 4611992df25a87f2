#include "conversation/splice_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "evaluate/elements.h"

namespace etscope::conversation {
namespace {

using Bytes = std::span<const std::byte>;

/// Where a row comes from.
struct Origin {
    enum class Kind : std::uint8_t { Unknown, Slot, Picture } kind = Kind::Unknown;
    std::size_t index = 0;  ///< of the slot; of the row of all pictures
};

/// The rows that there are, by their bytes.
class Known {
public:
    explicit Known(const Sequence& sequence) : m_sequence(sequence) {}

    Bytes slotRow(std::size_t slot, std::size_t size) const {
        const Slot& one = m_sequence.slots()[slot];
        return one.rows != nullptr && (one.rowAt + 1) * size <= one.rows->size() ? Bytes(*one.rows).subspan(one.rowAt * size, size)
                                                                                 : Bytes();
    }
    Bytes pictureRow(std::size_t row, std::size_t size) const {
        for (const PictureRows& picture : m_sequence.pictures())
            if (row >= picture.first && row < picture.first + picture.count && picture.rows != nullptr &&
                (row - picture.first + 1) * size <= picture.rows->size())
                return Bytes(*picture.rows).subspan((row - picture.first) * size, size);
        return {};
    }
    std::size_t pictureRows() const {
        return m_sequence.pictures().empty() ? 0 : m_sequence.pictures().back().first + m_sequence.pictures().back().count;
    }

private:
    const Sequence& m_sequence;
};

bool equal(Bytes a, Bytes b) { return a.size() == b.size() && !a.empty() && std::memcmp(a.data(), b.data(), a.size()) == 0; }

/// The factor that makes `given` of `wanted`; nothing: none does.
std::optional<double> factorOf(Bytes given, Bytes wanted, ScalarType type) {
    const std::size_t item = itemSize(type), count = item == 0 ? 0 : given.size() / item;
    if (count == 0 || wanted.size() != given.size() || !isFloating(type)) return std::nullopt;
    std::vector<double> a(count), b(count);
    evaluate::loadDoubles(type, given.data(), static_cast<std::ptrdiff_t>(item), count, a.data());
    evaluate::loadDoubles(type, wanted.data(), static_cast<std::ptrdiff_t>(item), count, b.data());
    double ab = 0, bb = 0, aa = 0;
    for (std::size_t i = 0; i < count; ++i) ab += a[i] * b[i], bb += b[i] * b[i], aa += a[i] * a[i];
    if (!(bb > 0) || !(aa > 0)) return std::nullopt;
    const double factor = ab / bb;
    double off = 0;
    for (std::size_t i = 0; i < count; ++i) off += (a[i] - factor * b[i]) * (a[i] - factor * b[i]);
    constexpr double kRounding = 1e-2;
    return off <= kRounding * kRounding * aa ? std::optional(factor) : std::nullopt;
}

/// Wrong rows of a call of which is told what they are.
constexpr std::size_t kMostNamed = 256;

/// One call's rows.
class Rows {
public:
    Rows(const Sequence& sequence, const Fed& fed, Bytes bytes, std::size_t size, ScalarType type)
        : m_sequence(sequence), m_known(sequence), m_fed(fed), m_bytes(bytes), m_size(size), m_type(type) {}

    Bytes given(std::size_t row) const { return m_bytes.subspan(row * m_size, m_size); }
    const Slot& slot(std::size_t row) const { return m_sequence.slots()[m_fed.first + row]; }
    Bytes wanted(std::size_t row) const {
        return slot(row).picture ? m_known.pictureRow(slot(row).row, m_size) : m_known.slotRow(m_fed.first + row, m_size);
    }
    std::size_t count() const { return m_fed.count; }

    /// Rows that are not what they should be; `open`: receives how many nobody can tell.
    /// `met`: rows of pictures that stood where no placeholder is known, so far. `ranges`: where rows come from.
    std::vector<std::size_t> wrong(std::size_t& open, std::size_t& met, std::vector<SpliceRange>& ranges) const {
        std::vector<std::size_t> rows;
        for (std::size_t row = 0; row < count(); ++row) {
            const Bytes right = wanted(row);
            const Origin own =
                slot(row).picture ? Origin{Origin::Kind::Picture, slot(row).row} : Origin{Origin::Kind::Slot, m_fed.first + row};
            if (!m_sequence.knowsPlaceholder() && equal(given(row), m_known.pictureRow(met, m_size))) {
                addRange(ranges, rangeOf(row, {Origin::Kind::Picture, met++}, State::Right));
            } else if (right.empty()) {
                ++open;
                addRange(ranges, rangeOf(row, {}, State::Unknown));
            } else if (equal(given(row), right)) {
                addRange(ranges, rangeOf(row, own, State::Right));
            } else {
                rows.push_back(row);
                addRange(ranges, rangeOf(row, rows.size() <= kMostNamed ? origin(row) : Origin(), State::Wrong));
            }
        }
        return rows;
    }
    SpliceRange rangeOf(std::size_t row, const Origin& from, State state) const {
        SpliceRange range{SpliceRange::From::Unknown, state, row, 1, {}, 0};
        if (from.kind == Origin::Kind::Slot) {
            const Slot& one = m_sequence.slots()[from.index];
            range.from = SpliceRange::From::Embedding;
            if (one.embeddedBy >= 0) range.call = one.embeddedBy;
            range.row = one.rowAt;
        }
        for (const PictureRows& picture : m_sequence.pictures()) {
            const bool of =
                from.kind == Origin::Kind::Picture && from.index >= picture.first && from.index < picture.first + picture.count;
            if (!of) continue;
            range.from = SpliceRange::From::Picture;
            range.call = picture.call;
            range.row = from.index - picture.first;
        }
        return range;
    }

    Origin origin(std::size_t row) const {
        const Bytes bytes = given(row);
        if (equal(bytes, m_known.slotRow(m_fed.first + row, m_size))) return {Origin::Kind::Slot, m_fed.first + row};
        for (std::size_t i = 0; i < m_known.pictureRows(); ++i)
            if (equal(bytes, m_known.pictureRow(i, m_size))) return {Origin::Kind::Picture, i};
        for (std::size_t i = 0; i < m_sequence.slots().size(); ++i)
            if (equal(bytes, m_known.slotRow(i, m_size))) return {Origin::Kind::Slot, i};
        return {};
    }
    std::optional<double> factor(std::size_t row) const { return factorOf(given(row), wanted(row), m_type); }

private:
    const Sequence& m_sequence;
    Known m_known;
    const Fed& m_fed;
    Bytes m_bytes;
    std::size_t m_size;
    ScalarType m_type;
};

struct Named {
    const char* kind;
    Sentence sentence;
};

std::size_t pictureOf(const Sequence& sequence, std::size_t row) {
    std::size_t index = 0;
    while (index + 1 < sequence.pictures().size() && row >= sequence.pictures()[index].first + sequence.pictures()[index].count)
        ++index;
    return index;
}

/// What was done with the rows instead.
Named nameOf(const Rows& rows, const Sequence& sequence, const std::vector<std::size_t>& wrong) {
    const std::size_t first = wrong.front();
    const Origin from = rows.origin(first);
    std::size_t pictures = 0, placeholders = 0, own = 0, others = 0, permuted = 0;
    for (std::size_t row = 0; row < rows.count(); ++row) placeholders += rows.slot(row).picture ? 1U : 0U;
    for (const std::size_t row : wrong) {
        const Origin origin = rows.origin(row);
        const bool slot = rows.slot(row).picture;
        pictures += slot ? 1U : 0U;
        if (slot && origin.kind == Origin::Kind::Slot) ++own;
        if (slot && origin.kind == Origin::Kind::Picture)
            pictureOf(sequence, origin.index) != pictureOf(sequence, rows.slot(row).row) ? ++others : ++permuted;
    }
    if (!rows.slot(first).picture && from.kind == Origin::Kind::Picture)
        return {"rows_elsewhere",
                Sentence::of("at position %1, which is no placeholder, stands row %2 of a picture", first, from.index)};
    if (!rows.slot(first).picture)
        return {"embedding_row", Sentence::of("the row at position %1 is not what the embedding gave for its id", first)};
    if (pictures == placeholders && own == placeholders)
        return {"no_rows", Sentence::of("no rows of the picture are put: the placeholders keep their own embeddings")};
    if (own > 0 && permuted + others > 0)
        return {
            "splice_off_by_one",
            Sentence::of("the rows of the picture are put beside their placeholders: from position %1 on they are shifted", first)};
    if (own == wrong.size())
        return {"rows_missing",
                Sentence::of("%1 of %2 rows of the picture are not put: the placeholder at position %3 keeps its own embedding",
                             own, placeholders, first)};
    if (others > 0)
        return {"rows_other_image",
                Sentence::of("at the placeholders of one picture stand the rows of another, from position %1 on", first)};
    if (permuted == wrong.size())
        return {"rows_order",
                Sentence::of("the rows of the picture are in another order: at position %1 stands row %2 instead of %3", first,
                             from.index, rows.slot(first).row)};
    if (const auto factor = rows.factor(first); factor && from.kind == Origin::Kind::Unknown && std::fabs(*factor - 1) > 1e-3)
        return {"rows_scaled", Sentence::of("the rows of the picture are multiplied by %1", std::to_string(*factor))};
    return {"rows_changed",
            Sentence::of("the row at position %1 is no row of a picture and no embedding that was computed", first)};
}

}  // namespace

void SpliceCheck::call(const CallStep& step, std::size_t input, Sequence& sequence, const Fed& fed,
                       std::vector<SpliceRange>& ranges) {
    const CallValue& value = step.inputs[input];
    if (!value.hasElements()) return m_findings.open(Check::Splice, Sentence::of("the trace has only the hashes of the rows"));
    const SharedBytes bytes = value.bytes();
    const auto rows = static_cast<std::size_t>(std::max<std::int64_t>(value.last(1), 0));
    if (bytes == nullptr || rows == 0 || bytes->size() % rows != 0 || fed.count > rows || fed.count == 0)
        return m_findings.open(Check::Splice, Sentence::of("nothing tells whose rows a call was given"));
    const Rows given(sequence, fed, *bytes, bytes->size() / rows, value.type());
    std::size_t open = 0;
    const std::vector<std::size_t> wrong = given.wrong(open, sequence.met(), ranges);
    m_findings.looked(Check::Splice);
    if (open > 0) m_findings.open(Check::Splice, Sentence::of("nothing tells what some rows should be"));
    if (wrong.empty()) return;
    Named named = nameOf(given, sequence, wrong);
    Finding finding{Check::Splice, named.kind, {}, std::move(named.sentence), Evidence::Bytes};
    finding.place.line = step.line->number;
    finding.place.call = step.call->index;
    finding.place.method = step.call->method;
    finding.place.input = input;
    finding.place.position = static_cast<std::int64_t>(wrong.front());
    m_findings.add(std::move(finding));
}

}  // namespace etscope::conversation
