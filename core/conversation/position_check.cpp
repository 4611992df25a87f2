#include "conversation/position_check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "program/metadata.h"

namespace etscope::conversation {
namespace {

constexpr std::size_t kMostRows = std::size_t{1} << 22U;

/// How many positions the model has: what its metadata say, else its caches' or masks' length.
std::optional<std::int64_t> boundOf(const Opened& opened) {
    const session::SessionFile* file = opened.session->programFile();
    if (file == nullptr) return std::nullopt;
    Diagnostics ignored;
    for (const program::MetadataEntry& entry : program::readMetadata(*file->program, ignored))
        for (const char* key : {"get_max_context_len", "get_max_seq_len", "max_context_len", "max_seq_len"})
            if (entry.key == key)
                if (const auto* value = std::get_if<std::int64_t>(&entry.chosen().value.value)) return *value;
    return std::nullopt;
}

/// The length of the masks' last axis where it is the same in all calls.
std::optional<std::int64_t> maskedLength(const Opened& opened) {
    std::optional<std::int64_t> length;
    std::size_t longer = 0;
    for (const CallStep& step : opened.steps) {
        const auto mask = opened.rolesOf(step).input(InputRole::Mask);
        if (!mask || *mask >= step.inputs.size()) continue;
        if (length && *length != step.inputs[*mask].last(0)) return std::nullopt;
        length = step.inputs[*mask].last(0);
        ++longer;
    }
    return longer > 1 ? length : std::nullopt;
}

/// The length of caches that calls are given: the longest axis that all of them have.
std::optional<std::int64_t> cachedLength(const Opened& opened) {
    for (const CallStep& step : opened.steps)
        for (std::size_t i = 0; i < step.inputs.size(); ++i)
            if (i < opened.rolesOf(step).inputs.size() && opened.rolesOf(step).inputs[i].role == InputRole::Cache &&
                step.inputs[i].shape().size() >= 3)
                return std::max(step.inputs[i].last(1), step.inputs[i].last(2));
    return std::nullopt;
}

}  // namespace

PositionCheck::PositionCheck(const Opened& opened, Findings& findings, const JobContext& job)
    : m_findings(findings), m_job(job), m_bound(boundOf(opened)) {
    if (!m_bound) m_bound = maskedLength(opened);
    if (!m_bound) m_bound = opened.settings.longest;
    if (!m_bound) m_bound = cachedLength(opened);
}

void PositionCheck::restart(const std::string& conversation) {
    std::erase_if(m_next, [&](const auto& one) { return conversation.empty() || one.first.starts_with(conversation + "/"); });
}

void PositionCheck::call(const CallStep& step, const MethodRoles& roles, const Sequence& sequence, const Fed& fed) {
    for (std::size_t i = 0; i < std::min(roles.inputs.size(), step.inputs.size()); ++i) {
        const InputRole role = roles.inputs[i].role;
        if (role == InputRole::Positions || role == InputRole::CachePosition)
            positions(step, i, sequence, fed, role == InputRole::CachePosition && roles.input(InputRole::Positions).has_value());
        if (role == InputRole::Mask) mask(step, i, sequence, fed);
    }
    const bool none = !roles.input(InputRole::Positions) && !roles.input(InputRole::CachePosition);
    if (none) m_findings.open(Check::Positions, Sentence::of("a decoder is given no positions"));
    // A model without positions of its own counts by itself; its bound is the same.
    if (!none || !m_bound || fed.count == 0) return;
    const auto end = static_cast<std::int64_t>(fed.first + fed.count);
    if (end > *m_bound) tell(step, 0, fed.count - 1, end - 1, end - 1);
}

void PositionCheck::tell(const CallStep& step, std::size_t input, std::size_t at, std::int64_t given, std::int64_t wanted,
                         Evidence evidence) {
    const bool beyond = m_bound && wanted >= *m_bound;
    Finding finding{Check::Positions, "position_other", {}, {}, evidence};
    finding.place.line = step.line->number;
    finding.place.call = step.call->index;
    finding.place.method = step.call->method;
    finding.place.input = input;
    finding.place.position = static_cast<std::int64_t>(at);
    if (beyond) {
        finding.kind = "cache_beyond_bound";
        finding.sentence = Sentence::of("position %1 is beyond the bound of %2: the call has %3 there", wanted, *m_bound, given);
    } else if (given > wanted) {
        finding.kind = "position_gap";
        finding.sentence = Sentence::of("positions do not go on: %1 where %2 follows", given, wanted);
    } else if (given + 1 == wanted && wanted > 0) {
        finding.kind = "position_stuck";
        finding.sentence = Sentence::of("positions stand still: %1 again where %2 follows", given, wanted);
    } else {
        finding.kind = given == 0 ? "position_restart" : "position_other";
        finding.sentence = Sentence::of("positions go back: %1 where %2 follows", given, wanted);
    }
    m_findings.add(std::move(finding));
}

void PositionCheck::positions(const CallStep& step, std::size_t input, const Sequence& sequence, const Fed& fed, bool besides) {
    const CallValue& value = step.inputs[input];
    if (!value.hasElements()) return hashedPositions(step, input, fed);
    const std::vector<std::int64_t> values = value.integers();
    if (fed.count == 0 || values.empty())
        return m_findings.open(Check::Positions, Sentence::of("nothing tells whose positions a call was given"));
    m_findings.looked(Check::Positions);
    if (values.size() == 3 * fed.rows && fed.rows > 0) return turned(step, input, values, sequence, fed);
    const std::size_t checked = values.size() == 1 ? 1 : std::min(values.size(), fed.count);
    for (std::size_t i = 0; i < checked; ++i) {
        const auto wanted = static_cast<std::int64_t>(fed.first + i);
        // Of a ring its place may be told: positions go on elsewhere.
        const bool ring = besides && m_bound && wanted >= *m_bound && values[i] == wanted % *m_bound && values.size() > 1;
        if ((values[i] != wanted || (m_bound && wanted >= *m_bound)) && !ring) return tell(step, input, i, values[i], wanted);
    }
}

/// Where only their hash is told: positions that count up from some number have one that is found.
void PositionCheck::hashedPositions(const CallStep& step, std::size_t input, const Fed& fed) {
    constexpr std::int64_t kMostTried = 4096;
    const CallValue& value = step.inputs[input];
    const auto wanted = static_cast<std::int64_t>(fed.first);
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(std::clamp<std::int64_t>(value.count(), 0, kMostTried)));
    const std::int64_t last = std::max(wanted, std::min(m_bound.value_or(kMostTried), kMostTried));
    for (std::int64_t tried = -1; tried <= last && fed.count > 0 && value.known() && !m_job.cancelled(); ++tried) {
        const std::int64_t start = tried < 0 ? wanted : tried;
        std::iota(numbers.begin(), numbers.end(), start);
        const std::string hash = hashOfIntegers(numbers, value.type());
        if (hash.empty() || hash != value.hash()) continue;
        m_findings.looked(Check::Positions);
        if (start != wanted || (m_bound && wanted >= *m_bound)) tell(step, input, 0, start, wanted, Evidence::Hash);
        return;
    }
    m_findings.open(Check::Positions, Sentence::of("the trace has only the hashes of the positions"));
}

/// Three positions of each row (time, height, width): those of text are one number, which goes on behind the largest one.
void PositionCheck::turned(const CallStep& step, std::size_t input, const std::vector<std::int64_t>& values,
                           const Sequence& sequence, const Fed& fed) {
    std::int64_t& next = m_next[step.line->conversation + "/" + std::to_string(input)];
    std::int64_t most = next;
    for (std::size_t i = 0; i < fed.count; ++i) {
        const std::array<std::int64_t, 3> at{values[i], values[fed.rows + i], values[2 * fed.rows + i]};
        if (sequence.slots()[fed.first + i].picture) {
            if (std::ranges::any_of(at, [&](std::int64_t one) { return one < next; }))
                return tell(step, input, i, *std::ranges::min_element(at), next);
            most = std::max(most, *std::ranges::max_element(at) + 1);
            continue;
        }
        next = std::max(next, most);
        for (const std::int64_t one : at)
            if (one != next) return tell(step, input, i, one, next);
        most = ++next;
    }
    next = std::max(next, most);
}

void PositionCheck::mask(const CallStep& step, std::size_t input, const Sequence& sequence, const Fed& fed) {
    const CallValue& value = step.inputs[input];
    if (!value.hasElements()) return m_findings.open(Check::Mask, Sentence::of("the trace has only the hashes of the masks"));
    const std::vector<double> values = value.doubles();
    const auto rows = static_cast<std::size_t>(value.last(1)), columns = static_cast<std::size_t>(value.last(0));
    if (values.size() < rows * columns || rows < fed.count || fed.count == 0 || columns == 0 ||
        m_rows.size() + fed.count > kMostRows)
        return m_findings.open(Check::Mask, Sentence::of("nothing tells what the rows of a mask are of"));
    m_findings.looked(Check::Mask);
    // Added to scores: 0 lets through. Else what is not 0 does.
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const bool added = isFloating(value.type()) && *most <= 0 && *least < 0;
    // Columns of a mask that does not reach back are those of this call.
    const bool whole = static_cast<std::int64_t>(columns) > static_cast<std::int64_t>(rows) || fed.first == 0;
    for (std::size_t r = 0; r < fed.count; ++r) {
        if (m_job.cancelled()) return;
        Row row{&step, input, r, static_cast<std::int64_t>(whole ? fed.first + r : r)};
        row.columns = static_cast<std::int64_t>(columns);
        Row inverted = row;
        for (std::size_t c = 0; c < columns; ++c) {
            const double one = values[r * columns + c];
            const bool hidden = added ? one < -1 : one == 0;
            (hidden ? inverted : row).see(static_cast<std::int64_t>(c));
        }
        row.finish();
        inverted.finish();
        if (sequence.slots()[fed.first + r].picture) {
            std::size_t end = fed.first + r;
            while (end + 1 < sequence.slots().size() && sequence.slots()[end + 1].picture) ++end;
            row.pictureEnd = inverted.pictureEnd = static_cast<std::int64_t>(end);
        }
        m_rows.push_back(row);
        m_inverted.push_back(added ? row : inverted);
    }
}

void PositionCheck::finish() {
    if (m_rows.empty()) return;
    // A row sees itself: where most do not, what is set is hidden.
    const auto itself = [](const std::vector<Row>& rows) { return std::ranges::count_if(rows, &Row::itself); };
    if (itself(m_inverted) > itself(m_rows)) m_rows = m_inverted;
    // Candidates: what is before; the same in a window; pictures see all of themselves.
    const auto wrongOf = [&](const Row& row, std::int64_t window, bool pictures) {
        if (row.position >= row.columns) return false;  // beyond the bound: positions tell
        const std::int64_t first = window > 0 ? std::max<std::int64_t>(0, row.position - window + 1) : 0;
        const std::int64_t last = pictures && row.pictureEnd >= 0 ? std::min(row.pictureEnd, row.columns - 1) : row.position;
        return row.holes || row.first != first || row.last != last;
    };
    std::int64_t window = 0;
    for (const Row& row : m_rows)
        if (row.first > 0 && row.last == row.position) window = std::max(window, row.position - row.first + 1);
    const Row* first = nullptr;
    std::size_t least = m_rows.size() + 1;
    for (const std::int64_t one : {std::int64_t{0}, window})
        for (const bool pictures : {false, true}) {
            const auto wrong = static_cast<std::size_t>(
                std::count_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return wrongOf(row, one, pictures); }));
            if (wrong >= least || (one != 0 && window == 0)) continue;
            least = wrong;
            first = nullptr;
            for (const Row& row : m_rows)
                if (first == nullptr && wrongOf(row, one, pictures)) first = &row;
        }
    if (first == nullptr) return;
    Finding finding{Check::Mask, {}, {}, {}, Evidence::Bytes};
    finding.place.line = first->step->line->number;
    finding.place.call = first->step->call->index;
    finding.place.method = first->step->call->method;
    finding.place.input = first->input;
    finding.place.position = static_cast<std::int64_t>(first->row);
    if (first->last > first->position) {
        finding.kind = "mask_not_causal";
        finding.sentence = Sentence::of("the mask lets position %1 see %2, which comes later", first->position, first->last);
    } else if (!first->itself) {
        finding.kind = "mask_newest";
        finding.sentence = Sentence::of("the mask hides position %1 from itself", first->position);
    } else {
        finding.kind = "mask_past";
        finding.sentence = Sentence::of("the mask hides from position %1 what is before it", first->position);
    }
    m_findings.add(std::move(finding));
}

}  // namespace etscope::conversation
