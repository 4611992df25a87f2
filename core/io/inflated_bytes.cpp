#include "io/inflated_bytes.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <list>
#include <new>
#include <optional>

namespace etscope {
namespace {

/// What is inflated at a time; two such blocks are kept, so that small steps back cost nothing.
constexpr std::uint64_t kBlock = 64 * 1024;
constexpr std::size_t kInput = 16 * 1024;
/// Points to go back to: each is a window of 32 KiB and zlib's tables, for at least 16 KiB of stream.
constexpr std::uint64_t kLeastSpacing = 16ULL << 20;
constexpr std::uint64_t kMostPoints = 8;
/// Members that are being read at the same time; others inflate again what they need.
constexpr std::size_t kInflaters = 16;

struct EndStream {
    void operator()(z_stream* stream) const {
        inflateEnd(stream);
        delete stream;
    }
};
using Stream = std::unique_ptr<z_stream, EndStream>;

Stream checked(std::unique_ptr<z_stream> stream, int status) {
    if (status != Z_OK) throw std::bad_alloc();  // the only other reason is a zlib of another version
    return Stream(stream.release());
}

Stream newStream() {
    auto stream = std::make_unique<z_stream>();
    const int status = inflateInit2(stream.get(), -MAX_WBITS);
    return checked(std::move(stream), status);
}

Stream copyOf(const Stream& other) {
    auto stream = std::make_unique<z_stream>();
    const int status = inflateCopy(stream.get(), other.get());
    return checked(std::move(stream), status);
}

Error problem(const char* what, const std::string& where) {
    return {"zip-inflate-failed", std::string("the compressed content cannot be read: ") + what, where};
}

}  // namespace

struct InflatedBytes::Point {
    std::uint64_t out = 0;
    std::uint64_t taken = 0;
    Stream stream;
};

/// A place in a stream, and the blocks before it.
class InflatedBytes::Inflater {
public:
    std::uint64_t out() const { return m_out; }

    /// The next bytes of the content; fewer when the stream ends or `error` is set.
    std::size_t next(const ByteRange& deflated, std::span<std::byte> into, const std::string& where, std::optional<Error>& error) {
        std::size_t done = 0;
        while (done < into.size() && !m_ended && !error) {
            if (m_stream->avail_in == 0 && m_taken < deflated.size) {
                const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(kInput, deflated.size - m_taken));
                m_input.resize(kInput);
                if (auto r = deflated.read(m_taken, std::span(m_input).first(part)); !r) {
                    error = r.error();
                    break;
                }
                m_taken += part;
                m_stream->next_in = reinterpret_cast<Bytef*>(m_input.data());
                m_stream->avail_in = static_cast<uInt>(part);
            }
            const auto room = static_cast<uInt>(std::min<std::size_t>(into.size() - done, 1U << 30U));
            m_stream->next_out = reinterpret_cast<Bytef*>(into.data() + done);
            m_stream->avail_out = room;
            const int status = inflate(m_stream.get(), Z_NO_FLUSH);
            const std::size_t made = room - m_stream->avail_out;
            done += made;
            m_ended = status == Z_STREAM_END || (made == 0 && m_stream->avail_in == 0 && m_taken == deflated.size);
            if (status == Z_MEM_ERROR) throw std::bad_alloc();
            if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) error = problem("the stream is damaged", where);
        }
        m_out += done;
        return done;
    }

    void restart(const Point* point) {
        m_stream = point != nullptr ? copyOf(point->stream) : newStream();
        m_stream->avail_in = 0;
        m_taken = point != nullptr ? point->taken : 0;
        m_out = point != nullptr ? point->out : 0;
        m_ended = false;
    }
    std::unique_ptr<Point> point() const {
        return std::make_unique<Point>(Point{m_out, m_taken - m_stream->avail_in, copyOf(m_stream)});
    }

    struct Block {
        std::uint64_t number = UINT64_MAX;
        std::vector<std::byte> bytes;
    };
    const Block* known(std::uint64_t number) const {
        const auto hit = std::ranges::find(m_blocks, number, &Block::number);
        return hit == m_blocks.end() ? nullptr : &*hit;
    }
    /// The older of the two, to be filled anew.
    Block& oldest() {
        std::swap(m_blocks[0], m_blocks[1]);
        m_blocks[0].number = UINT64_MAX;
        return m_blocks[0];
    }

private:
    Stream m_stream = newStream();
    std::vector<std::byte> m_input;
    std::uint64_t m_taken = 0;  ///< bytes of the stream that zlib was given
    std::uint64_t m_out = 0;    ///< bytes of the content that it made
    bool m_ended = false;
    std::array<Block, 2> m_blocks;
};

/// The inflaters of the members that were read last. Process wide: a file can hold any number of members.
class InflaterPool {
public:
    using Inflater = InflatedBytes::Inflater;

    static InflaterPool& instance() {
        static auto* const pool = new InflaterPool;  // outlives every source
        return *pool;
    }
    /// Null when it has none any more.
    std::unique_ptr<Inflater> take(const InflatedBytes* owner) {
        const std::lock_guard lock(m_mutex);
        const auto hit = std::ranges::find(m_kept, owner, &Kept::owner);
        if (hit == m_kept.end()) return nullptr;
        auto inflater = std::move(hit->inflater);
        m_kept.erase(hit);
        return inflater;
    }
    void put(const InflatedBytes* owner, std::unique_ptr<Inflater> inflater) {
        const std::lock_guard lock(m_mutex);
        m_kept.push_back({owner, std::move(inflater)});
        if (m_kept.size() > kInflaters) m_kept.pop_front();
    }

private:
    struct Kept {
        const InflatedBytes* owner;
        std::unique_ptr<Inflater> inflater;
    };
    std::mutex m_mutex;
    std::list<Kept> m_kept;  ///< the least recent one first
};

InflatedBytes::InflatedBytes(ByteRange deflated, std::uint64_t size, std::string where)
    : m_deflated(std::move(deflated)), m_size(size), m_where(std::move(where)), m_goodEnd(size) {}

InflatedBytes::~InflatedBytes() { InflaterPool::instance().take(this); }

/// To the nearest known place at or before `offset`.
void InflatedBytes::goTo(Inflater& inflater, std::uint64_t offset) {
    const auto behind = std::ranges::upper_bound(m_points, offset, {}, [](const auto& point) { return point->out; });
    const Point* point = behind == m_points.begin() ? nullptr : std::prev(behind)->get();
    const bool forward = inflater.out() <= offset;
    if (!forward || (point != nullptr && point->out > inflater.out())) inflater.restart(point);
}

/// Inflates until the block is there; shorter where the content cannot be had.
std::span<const std::byte> InflatedBytes::block(Inflater& inflater, std::uint64_t number) {
    if (const Inflater::Block* known = inflater.known(number)) return known->bytes;
    goTo(inflater, number * kBlock);
    const std::uint64_t spacing = std::max(kLeastSpacing, (m_size / kMostPoints / kBlock + 1) * kBlock);
    for (;;) {
        const std::uint64_t at = inflater.out();
        Inflater::Block& block = inflater.oldest();
        block.bytes.resize(static_cast<std::size_t>(std::min(kBlock, m_size - at)));
        std::optional<Error> error;
        const std::size_t made = inflater.next(m_deflated, block.bytes, m_where, error);
        block.number = at / kBlock;
        if (made < block.bytes.size()) {
            block.bytes.resize(made);
            m_goodEnd = at + made;
            m_problem = error ? *error : problem("it is shorter than the directory says", m_where);
            return block.number == number ? block.bytes : std::span<const std::byte>();
        }
        std::array<std::byte, 1> further{};
        if (inflater.out() == m_size && inflater.next(m_deflated, further, m_where, error) != 0) {
            m_goodEnd = m_size - 1;
            m_problem = problem("it is longer than the directory says", m_where);
        } else if (inflater.out() % spacing == 0 && (m_points.empty() || m_points.back()->out < inflater.out())) {
            m_points.push_back(inflater.point());
        }
        if (block.number == number) return block.bytes;
    }
}

Result<void> InflatedBytes::read(std::uint64_t offset, std::span<std::byte> into) {
    const std::lock_guard lock(m_mutex);
    auto inflater = InflaterPool::instance().take(this);
    if (inflater == nullptr) inflater = std::make_unique<Inflater>();
    bool good = true;
    while (!into.empty() && good) {
        const std::uint64_t number = offset / kBlock;
        const auto from = static_cast<std::size_t>(offset % kBlock);
        const std::size_t count = std::min(into.size(), static_cast<std::size_t>(kBlock) - from);
        good = offset + count <= m_goodEnd;
        if (!good) break;
        const auto bytes = block(*inflater, number);
        good = offset + count <= m_goodEnd && from + count <= bytes.size();
        if (!good) break;
        std::memcpy(into.data(), bytes.data() + from, count);
        into = into.subspan(count);
        offset += count;
    }
    InflaterPool::instance().put(this, std::move(inflater));
    return good ? Result<void>() : Failure{m_problem};
}

Result<std::vector<std::byte>> InflatedBytes::readAll(const ByteRange& deflated, std::uint64_t size, const std::string& where) {
    Inflater inflater;
    std::vector<std::byte> content(static_cast<std::size_t>(size));
    std::array<std::byte, 1> further{};
    std::optional<Error> error;
    const std::size_t made = inflater.next(deflated, content, where, error);
    if (made < content.size()) return Failure{error ? *error : problem("it is shorter than the directory says", where)};
    if (inflater.next(deflated, further, where, error) != 0) return Failure{problem("it is longer than the directory says", where)};
    return content;
}

}  // namespace etscope
