#include "join/missing_values.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/checked_math.h"

namespace etscope::join {
namespace {

using Place = std::optional<std::uint64_t>;

/// How values follow each other in the buffer: each at the next multiple of `step` from `phase` on.
struct Layout {
    std::uint64_t step = 0, phase = 0;
};

Place next(const Layout& layout, const Place& at, std::uint64_t bytes) {
    const auto end = at ? checkedAdd(*at, bytes) : std::nullopt;
    const auto up = end ? checkedAdd(*end - layout.phase, layout.step - 1) : std::nullopt;
    return up ? std::optional(layout.phase + *up / layout.step * layout.step) : std::nullopt;
}

/// The buffer, of which as much is read as a look may cost: a plan can say of values that they are as large as it.
class Content {
public:
    Content(const ByteRange& buffer, const JobContext& job) : m_buffer(buffer), m_job(job) {}

    std::uint64_t size() const noexcept { return m_buffer.size; }
    /// The first bytes of those; nothing: they cannot be read, or no more may be.
    std::optional<std::vector<std::byte>> at(std::uint64_t begin, std::uint64_t size) const {
        constexpr std::uint64_t kOnce = std::uint64_t{1} << 20U;
        size = std::min(size, kOnce);
        if (isExhausted() || size > m_left) return m_left = 0, std::nullopt;
        m_left -= size;
        const auto part = m_buffer.part(begin, size);
        auto bytes = part ? part->readAll() : Result<std::vector<std::byte>>(part.failure());
        return bytes ? std::optional(*std::move(bytes)) : std::nullopt;
    }
    /// Whether all bytes from `begin` to `end` are zeros, as far as the buffer reaches.
    bool allZero(std::uint64_t begin, std::uint64_t end) const {
        end = std::min(end, m_buffer.size);
        if (begin >= end) return true;
        const auto bytes = at(begin, end - begin);
        return bytes && std::ranges::all_of(*bytes, [](std::byte byte) { return byte == std::byte{0}; });
    }
    /// What was found until then proves nothing.
    bool isExhausted() const { return m_left == 0 || m_job.cancelled(); }

private:
    const ByteRange& m_buffer;
    const JobContext& m_job;
    mutable std::uint64_t m_left = std::uint64_t{1} << 30U;
};

/// The places that one layout gives, as far as what stands on both sides bears it out.
class Placing {
public:
    Placing(const std::vector<Written>& written, const Content& buffer, Layout layout)
        : m_written(written), m_buffer(buffer), m_layout(layout), m_at(layout.phase), m_places(written.size()) {
        for (std::size_t i = 0; i < written.size(); ++i) add(i);
        end();
    }

    const std::vector<Place>& places() const& noexcept { return m_places; }
    const std::vector<Place>& places() const&& = delete;
    /// Stretches between known values that have not the length of what was written there.
    std::size_t misses() const noexcept { return m_misses; }
    bool ended() const noexcept { return m_ended; }

private:
    void add(std::size_t i) {
        const Written& one = m_written[i];
        if (!one.bytes) {
            m_open.clear();
            m_at.reset();
        } else if (one.offset) {
            if (m_at == one.offset)
                keep();
            else
                m_misses += m_at ? 1U : 0U;
            m_open.clear();
            m_at = next(m_layout, one.offset, *one.bytes);
        } else if (*one.bytes > 0 && m_at) {
            m_open.push_back({i, *m_at});
            m_at = next(m_layout, m_at, *one.bytes);
        }
    }

    /// Behind the last value everything is zero, and it is not.
    void end() {
        if (!m_at || *m_at < m_layout.phase) return;
        if (m_open.empty()) return void(m_ended = true);
        const auto [last, at] = m_open.back();
        const std::uint64_t behind = at + *m_written[last].bytes;
        m_ended = behind <= m_buffer.size() && !m_buffer.allZero(at, behind) && m_buffer.allZero(behind, m_buffer.size());
        if (m_ended) m_ended = keep();
    }

    /// What is open lies where it should: the bytes between are zeros.
    bool keep() {
        for (const auto& [i, at] : m_open) {
            const std::uint64_t behind = at + *m_written[i].bytes;
            if (behind > m_buffer.size() || !m_buffer.allZero(behind, next(m_layout, at, *m_written[i].bytes).value_or(behind)))
                return false;
        }
        for (const auto& [i, at] : m_open) m_places[i] = at;
        m_open.clear();
        return true;
    }

    const std::vector<Written>& m_written;
    const Content& m_buffer;
    const Layout m_layout;
    Place m_at;
    std::vector<std::pair<std::size_t, std::uint64_t>> m_open;  ///< since the last known value, and where they should lie
    std::vector<Place> m_places;
    std::size_t m_misses = 0;
    bool m_ended = false;
};

/// Outputs are logged once more when the method ends: whether they are what the last of their value was.
struct Repeated {
    std::size_t same = 0, other = 0;
};
Repeated repeatedOutputs(const std::vector<Written>& written, const std::vector<Place>& places, const Content& buffer) {
    Repeated repeated;
    std::map<std::pair<std::size_t, program::ValueIndex>, std::size_t> last;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const Written& one = written[i];
        if (!one.lost || one.value < 0 || !places[i]) continue;
        const std::pair key{one.lost->run, one.value};
        if (const auto before = last.find(key); one.lost->output && before != last.end()) {
            const auto now = buffer.at(*places[i], *one.bytes), then = buffer.at(*places[before->second], *one.bytes);
            if (!now || now != then)
                ++repeated.other;
            else
                repeated.same += std::ranges::all_of(*now, [&](std::byte byte) { return byte == now->front(); }) ? 0U : 1U;
        }
        last[key] = i;
    }
    return repeated;
}

/// Without any known value: the only layout that ends where the data ends and repeats the outputs.
std::vector<Place> placesByContent(const std::vector<Written>& written, const Content& buffer) {
    constexpr std::uint64_t kStep = 64, kItem = 2;
    std::vector<std::vector<Place>> fitting;
    std::vector<Layout> layouts{{1, 0}};
    for (std::uint64_t phase = 0; phase < kStep; phase += kItem) layouts.push_back({kStep, phase});
    for (const Layout& layout : layouts) {
        const Placing placing(written, buffer, layout);
        const Repeated repeated = repeatedOutputs(written, placing.places(), buffer);
        if (!placing.ended() || repeated.same == 0 || repeated.other > 0 || !buffer.allZero(0, layout.phase)) continue;
        if (std::ranges::find(fitting, placing.places()) == fitting.end()) fitting.push_back(placing.places());
    }
    return fitting.size() == 1 ? fitting.front() : std::vector<Place>(written.size());
}

/// Of the layouts that miss fewest of the known offsets: what all of them say.
std::vector<Place> placesByOffsets(const std::vector<Written>& written, const Content& buffer, std::uint64_t known) {
    constexpr std::array<std::uint64_t, 13> kSteps{64, 1, 2, 4, 8, 16, 32, 128, 256, 512, 1024, 2048, 4096};
    std::vector<Place> places;
    std::size_t least = SIZE_MAX;
    for (const std::uint64_t step : kSteps) {
        const Layout layout{step, known % step};
        const bool possible =
            std::ranges::all_of(written, [&](const Written& one) { return !one.offset || *one.offset % step == layout.phase; });
        if (!possible) continue;
        const Placing placing(written, buffer, layout);
        if (placing.misses() > least) continue;
        if (placing.misses() < least) {
            least = placing.misses();
            places = placing.places();
        }
        for (std::size_t i = 0; i < places.size(); ++i)
            if (places[i] != placing.places()[i]) places[i].reset();
    }
    return repeatedOutputs(written, places, buffer).other == 0 ? places : std::vector<Place>(written.size());
}

}  // namespace

MissingValues missingValues(const etdump::Dump& dump, const std::vector<const program::ExecutionPlan*>& plans,
                            const ByteRange& buffer, const JobContext& job) {
    const std::vector<Written> written = writtenValues(dump, plans);
    const Content content(buffer, job);
    const auto known = std::ranges::find_if(written, [](const Written& one) { return one.offset.has_value(); });
    std::vector<Place> places(written.size());
    if (buffer.hasData())
        places = known != written.end() ? placesByOffsets(written, content, *known->offset) : placesByContent(written, content);
    if (content.isExhausted()) places.assign(written.size(), std::nullopt);
    const auto isPlaced = [&](std::size_t i) {
        return written[i].lost->type != ScalarType::Unknown && (places[i] || written[i].bytes == 0U);
    };
    // Those of one call stand or fall together.
    std::map<std::size_t, bool> whole;
    for (std::size_t i = 0; i < written.size(); ++i)
        if (written[i].lost) whole.try_emplace(written[i].call, true).first->second &= isPlaced(i);
    MissingValues missing;
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (!written[i].lost) continue;
        etdump::MissingValue& value = missing.values.emplace_back(*written[i].lost);
        value.placed = whole[written[i].call];
        if (value.placed && places[i]) value.offset = static_cast<std::int64_t>(*places[i]);
        missing.lost += value.placed ? 0U : 1U;
    }
    return missing;
}

}  // namespace etscope::join
