// ZipWriter: a zip archive written member by member, each stored as it is (APPNOTE 4.3, zip64 where numbers ask for it). A member's
// bytes are handed over as they come; nothing of it is kept but its row of the directory. The file appears whole or not at all
// (OutputFile). The same members give the same bytes: all are of the first day of the format. One thread per object.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/output_file.h"
#include "io/zip_records.h"

namespace etscope {

class ZipWriter {
public:
    /// Errors: those of OutputFile::create().
    static Result<ZipWriter> create(const std::string& path, const JobContext& job);

    /// A member of so many bytes; the one before it has got all of its own. The name is UTF-8. Errors: `write-failed` (also of a
    /// name beyond 65,535 bytes, and of a target that is a pipe or a device: checksums stand before the bytes).
    Result<void> begin(std::string_view name, std::uint64_t size);
    /// Bytes of the member, as many altogether as were told. Errors: `write-failed`.
    Result<void> write(std::span<const std::byte> bytes);
    /// The member has got its bytes. Errors: as write().
    Result<void> end();
    /// The directory, and the file in its place. No further call is allowed. Errors: `write-failed`.
    Result<void> commit();

private:
    explicit ZipWriter(std::string path, OutputFile file) : m_path(std::move(path)), m_file(std::move(file)) {}
    Result<void> append(std::span<const std::byte> bytes);

    std::string m_path;  ///< for messages
    OutputFile m_file;
    std::vector<zip::Member> m_members;
    std::uint64_t m_at = 0;  ///< bytes of the file so far
};

}  // namespace etscope
