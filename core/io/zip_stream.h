// ZipStream: a zip archive written forward only, into whatever takes bytes: a file, a member of another archive, a text. Sizes and
// checksums stand behind each member's bytes and in the directory (APPNOTE 4.3.9), as torch.save writes them; zip64 where numbers
// ask for it. Nothing of a member is kept but its row of the directory. The same members give the same bytes. One thread per
// object.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "io/byte_sink.h"
#include "io/zip_records.h"

namespace etscope {

class ZipStream {
public:
    /// Writes to `sink`, which lives longer.
    explicit ZipStream(ByteSink& sink) noexcept : m_sink(sink) {}

    struct Form {
        /// More bytes than the member will ever have in the archive, or inflated; beyond 4 GiB decides the form of its sizes.
        std::uint64_t most = 0;
        /// Its bytes begin at a multiple of it, from the start of the archive; 0: anywhere.
        std::uint64_t alignment = 0;
        bool deflated = false;  ///< its bytes come deflated; what they are inflated:
        std::uint64_t size = 0;
        std::uint32_t crc = 0;
    };
    /// A member whose bytes follow; its name is written as it stands. Errors: `write-failed` for a name beyond 65,535 bytes, those
    /// of the sink.
    Result<void> begin(std::string_view name, const Form& form);
    Result<void> write(std::span<const std::byte> bytes);
    Result<void> end();
    /// begin, write, end.
    Result<void> add(std::string_view name, std::string_view bytes, std::uint64_t alignment = 0);
    /// Bytes of the archive so far.
    std::uint64_t size() const noexcept { return m_at; }
    /// The directory. No further call is allowed.
    Result<void> finish();

private:
    Result<void> append(std::span<const std::byte> bytes);

    ByteSink& m_sink;
    std::vector<zip::Member> m_members;
    std::uint64_t m_at = 0;
};

}  // namespace etscope
