// InflatedBytes: the content of one deflated member, inflated while it is read and never held whole: a member of some KB may claim
// gigabytes. Reading on costs its bytes; going back costs inflating from the nearest of a few noted points. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "io/source.h"

namespace etscope {

class InflatedBytes {
public:
    /// `deflated`: the raw deflate stream; `size`: how long the content claims to be; `where` stands in errors.
    InflatedBytes(ByteRange deflated, std::uint64_t size, std::string where);
    InflatedBytes(const InflatedBytes&) = delete;
    InflatedBytes& operator=(const InflatedBytes&) = delete;
    ~InflatedBytes();

    std::uint64_t size() const noexcept { return m_size; }
    const ByteRange& deflated() const& noexcept { return m_deflated; }
    const ByteRange& deflated() const&& = delete;

    /// Fills `into` from `offset`; the caller has checked that they lie within size(). Fails with `zip-inflate-failed` where the
    /// stream is damaged or has ended before, at the last byte when it goes on behind; and as the source of the stream does.
    Result<void> read(std::uint64_t offset, std::span<std::byte> into);

    /// All of it at once, for contents that are not much longer than their streams. Fails as above, for the whole.
    static Result<std::vector<std::byte>> readAll(const ByteRange& deflated, std::uint64_t size, const std::string& where);

private:
    friend class InflaterPool;
    class Inflater;
    struct Point;
    std::span<const std::byte> block(Inflater& inflater, std::uint64_t number);
    void goTo(Inflater& inflater, std::uint64_t offset);

    const ByteRange m_deflated;
    const std::uint64_t m_size;
    const std::string m_where;
    std::mutex m_mutex;                            ///< guards what follows
    std::vector<std::unique_ptr<Point>> m_points;  ///< states on the way, by offset
    std::uint64_t m_goodEnd;                       ///< nothing from here on can be had
    Error m_problem;                               ///< why
};

}  // namespace etscope
