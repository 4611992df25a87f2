// What the variants of a container have in common.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "inventory/container_variants.h"
#include "inventory/limits.h"
#include "io/sha256.h"

namespace etscope::inventory {
namespace {

struct Interval {
    const Source* source = nullptr;
    std::uint64_t begin = 0, end = 0;
    friend auto operator<=>(const Interval&, const Interval&) = default;
};

Interval intervalOf(const ByteRange& bytes) { return {bytes.source.get(), bytes.offset, bytes.offset + bytes.size}; }

/// Sorted, without overlaps.
std::vector<Interval> merged(std::vector<Interval> list) {
    std::ranges::sort(list);
    std::vector<Interval> whole;
    for (const Interval& one : list) {
        if (one.begin == one.end) continue;
        if (!whole.empty() && whole.back().source == one.source && one.begin <= whole.back().end)
            whole.back().end = std::max(whole.back().end, one.end);
        else
            whole.push_back(one);
    }
    return whole;
}

std::uint64_t lengthOf(const std::vector<Interval>& list) {
    std::uint64_t length = 0;
    for (const Interval& one : list) length += one.end - one.begin;
    return length;
}

/// How many bytes lie in both; both sorted, without overlaps.
std::uint64_t commonLength(const std::vector<Interval>& left, const std::vector<Interval>& right) {
    std::uint64_t length = 0;
    for (std::size_t l = 0, r = 0; l < left.size() && r < right.size();) {
        const Interval &a = left[l], &b = right[r];
        if (a.source == b.source && a.begin < b.end && b.begin < a.end)
            length += std::min(a.end, b.end) - std::max(a.begin, b.begin);
        std::tie(a.source, a.end) < std::tie(b.source, b.end) ? ++l : ++r;
    }
    return length;
}

/// What at least two of the lists have. Each list is sorted and without overlaps.
std::vector<Interval> sharedPlaces(const std::vector<std::vector<Interval>>& lists) {
    struct Edge {
        const Source* source;
        std::uint64_t at;
        int step;
        auto operator<=>(const Edge&) const = default;
    };
    std::vector<Edge> edges;
    for (const auto& list : lists)
        for (const Interval& one : list) edges.push_back({one.source, one.begin, 1}), edges.push_back({one.source, one.end, -1});
    std::ranges::sort(edges);
    std::vector<Interval> shared;
    int open = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        open += edges[i].step;
        if (open >= 2 && i + 1 < edges.size()) shared.push_back({edges[i].source, edges[i].at, edges[i + 1].at});
    }
    return merged(std::move(shared));
}

/// What constants hold, as numbers: equal contents have one. Only sizes that occur at several places are read.
class Contents {
public:
    explicit Contents(std::uint64_t budget) : m_budget(budget) {}

    void announce(const ByteRange& bytes) {
        if (bytes.hasData()) m_places[bytes.size].insert(intervalOf(bytes));
    }
    /// Nothing: the bytes are not at hand, cannot be read, or are beyond the budget.
    std::optional<std::size_t> of(const ByteRange& bytes, const JobContext& job) {
        if (!bytes.hasData()) return std::nullopt;
        const auto [known, added] = m_known.try_emplace(intervalOf(bytes));
        if (!added) return known->second;
        if (bytes.size == 0 || m_places[bytes.size].size() == 1) return known->second = number({bytes.size, textOf(known->first)});
        if (bytes.size > m_budget) return std::nullopt;
        m_budget -= bytes.size;
        const auto hash = sha256(bytes, job);
        if (hash) known->second = number({bytes.size, *hash});
        return known->second;
    }

private:
    /// A name for contents that need no reading: those of one place, and no contents at all.
    static std::string textOf(const Interval& place) {
        return place.begin == place.end ? "empty" : "place " + std::to_string(place.begin);
    }
    std::size_t number(std::pair<std::uint64_t, std::string> contents) {
        return m_numbers.try_emplace(std::move(contents), m_numbers.size()).first->second;
    }

    std::uint64_t m_budget;
    std::map<std::uint64_t, std::set<Interval>> m_places;  ///< by size
    std::map<Interval, std::optional<std::size_t>> m_known;
    std::map<std::pair<std::uint64_t, std::string>, std::size_t> m_numbers;
};

/// A constant of a variant: each place once.
struct Constant {
    std::string name;
    std::uint64_t size = 0;
    std::optional<std::size_t> content;
};

struct Counted {
    std::vector<Interval> places;
    std::vector<Interval> constantPlaces;
    std::vector<std::size_t> constantContents;  ///< of constantPlaces; where it is not known, a number that nothing else has
    std::vector<Constant> constants;
};

void countConstants(const VariantContent& variant, Contents& contents, ContainerVariant& row, Counted& counted,
                    const JobContext& job) {
    std::set<Interval> seen;
    for (const VariantPiece& piece : variant.pieces) {
        if (!piece.constant) continue;
        if (!piece.bytes.hasData()) {
            ++row.missingConstants;
            counted.constants.push_back({piece.name, 0, std::nullopt});
            continue;
        }
        if (!seen.insert(intervalOf(piece.bytes)).second) continue;
        row.constants.add(piece.bytes.size);
        const auto content = contents.of(piece.bytes, job);
        counted.constants.push_back({piece.name, piece.bytes.size, content});
        if (!content) continue;
        counted.constantPlaces.push_back(intervalOf(piece.bytes));
        counted.constantContents.push_back(*content);
    }
}

/// Bytes of constants that another variant has, too, elsewhere: what is not shared by place.
std::uint64_t sharedContent(const std::vector<Counted>& all, std::size_t index, const std::map<std::size_t, std::size_t>& holders,
                            const std::vector<Interval>& shared) {
    std::vector<Interval> copies;
    for (std::size_t i = 0; i < all[index].constantPlaces.size(); ++i)
        if (holders.at(all[index].constantContents[i]) > 1) copies.push_back(all[index].constantPlaces[i]);
    copies = merged(std::move(copies));
    return lengthOf(copies) - commonLength(copies, shared);
}

/// By content: how many variants have it.
std::map<std::size_t, std::size_t> holdersOf(const std::vector<Counted>& all) {
    std::map<std::size_t, std::size_t> holders;
    for (const Counted& one : all)
        for (const std::size_t content : std::set(one.constantContents.begin(), one.constantContents.end())) ++holders[content];
    return holders;
}

/// Constants of one side that the other has not, by name.
std::map<std::string, std::vector<const Constant*>> leftOver(const std::vector<Constant>& from,
                                                             std::map<std::size_t, std::size_t> others, std::size_t& unknown,
                                                             CountedBytes* equal) {
    std::map<std::string, std::vector<const Constant*>> rest;
    for (const Constant& one : from) {
        if (!one.content) {
            ++unknown;
            continue;
        }
        const auto found = others.find(*one.content);
        if (found == others.end() || found->second == 0) {
            rest[one.name].push_back(&one);
            continue;
        }
        --found->second;
        if (equal != nullptr) equal->add(one.size);
    }
    return rest;
}

std::map<std::size_t, std::size_t> countsOf(const std::vector<Constant>& constants) {
    std::map<std::size_t, std::size_t> counts;
    for (const Constant& one : constants)
        if (one.content) ++counts[*one.content];
    return counts;
}

void compareConstants(const Counted& left, const Counted& right, VariantPair& pair) {
    const auto onLeft = leftOver(left.constants, countsOf(right.constants), pair.unknown, &pair.equal);
    const auto onRight = leftOver(right.constants, countsOf(left.constants), pair.unknown, nullptr);
    for (const auto& [name, list] : onLeft) {
        const auto other = onRight.find(name);
        const std::size_t both = other == onRight.end() ? 0 : std::min(list.size(), other->second.size());
        for (std::size_t i = 0; i < list.size(); ++i) (i < both ? pair.different : pair.onlyLeft).add(list[i]->size);
    }
    for (const auto& [name, list] : onRight) {
        const auto other = onLeft.find(name);
        const std::size_t both = other == onLeft.end() ? 0 : std::min(list.size(), other->second.size());
        for (std::size_t i = both; i < list.size(); ++i) pair.onlyRight.add(list[i]->size);
    }
}

/// Both lists are in the order of names.
void compareOperators(const ContainerVariant& left, const ContainerVariant& right, VariantPair& pair) {
    if (!left.nodes || !right.nodes) return;
    auto& differences = pair.operators.emplace();
    const auto add = [&](const std::string& name, std::size_t l, std::size_t r) {
        if (l == r) return;
        if (differences.size() < limits::kMaxOperatorDifferences)
            differences.push_back({name, l, r});
        else
            ++pair.operatorsLeftOut;
    };
    auto l = left.operators.begin();
    for (const auto& [name, count] : right.operators) {
        for (; l != left.operators.end() && l->first < name; ++l) add(l->first, l->second, 0);
        const bool both = l != left.operators.end() && l->first == name;
        add(name, both ? l->second : 0, count);
        if (both) ++l;
    }
    for (; l != left.operators.end(); ++l) add(l->first, l->second, 0);
}

/// Each two that are of one backend or of one function; where no variant names functions, each two.
bool belongTogether(const ContainerVariant& left, const ContainerVariant& right) {
    return left.backend == right.backend || left.function == right.function || left.function.empty() || right.function.empty();
}

Result<void> comparePairs(const std::vector<Counted>& all, Container& container, const JobContext& job) {
    std::uint64_t compared = 0;
    for (std::size_t l = 0; l < all.size(); ++l)
        for (std::size_t r = l + 1; r < all.size(); ++r) {
            const ContainerVariant &left = container.variants[l], &right = container.variants[r];
            if (!belongTogether(left, right)) continue;
            if (job.cancelled()) return cancelledFailure();
            compared += all[l].constants.size() + all[r].constants.size();
            if (container.pairs.size() >= limits::kMaxVariantPairs || compared > limits::kMaxPairConstants) {
                ++container.pairsLeftOut;
                continue;
            }
            VariantPair& pair = container.pairs.emplace_back();
            pair.left = l;
            pair.right = r;
            pair.constantsKnown = left.constantsKnown && right.constantsKnown;
            if (pair.constantsKnown) compareConstants(all[l], all[r], pair);
            if (left.signatureKnown && right.signatureKnown) pair.sameInputs = left.inputs == right.inputs;
            compareOperators(left, right, pair);
        }
    return {};
}

}  // namespace

Result<void> countBytes(std::vector<VariantContent>& variants, std::uint64_t fileBytes, Container& container,
                        const JobContext& job) {
    Contents contents(fileBytes * limits::kHashedTimesFiles);
    std::vector<Counted> all(variants.size());
    std::vector<std::vector<Interval>> places;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        std::vector<Interval> read;
        for (const VariantPiece& piece : variants[i].pieces) {
            if (piece.bytes.hasData()) read.push_back(intervalOf(piece.bytes));
            if (piece.constant) contents.announce(piece.bytes);
        }
        all[i].places = merged(std::move(read));
        places.push_back(all[i].places);
    }
    const std::vector<Interval> shared = sharedPlaces(places);
    for (std::size_t i = 0; i < variants.size(); ++i) {
        if (job.cancelled()) return cancelledFailure();
        countConstants(variants[i], contents, variants[i].row, all[i], job);
    }
    const auto holders = holdersOf(all);
    for (std::size_t i = 0; i < variants.size(); ++i) {
        ContainerVariant& row = variants[i].row;
        row.bytes = lengthOf(all[i].places);
        row.sharedPlace = commonLength(all[i].places, shared);
        if (row.constantsKnown) row.sharedContent = sharedContent(all, i, holders, shared);
        container.variants.push_back(std::move(row));
    }
    return comparePairs(all, container, job);
}

}  // namespace etscope::inventory
