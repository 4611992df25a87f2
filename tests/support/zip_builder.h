// ZipBuilder: zip archives for tests, whole ones and ones with any field wrong. Format: PKWARE APPNOTE 4.3.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace etscope::test {

struct ZipMember {
    std::string name{};
    std::string content{};
    bool deflated = false;
    bool descriptor = false;   ///< sizes and CRC follow the data (flag bit 3), as torch writes
    bool zip64 = false;        ///< sizes (and in the directory the offset) in the zip64 extra field
    std::string localExtra{};  ///< padding and the like
    std::string comment{};
    // What the directory says, where it is not the truth.
    std::optional<std::uint16_t> method{}, flags{};
    std::optional<std::uint32_t> crc{};
    std::optional<std::uint64_t> size{}, compressedSize{}, headerOffset{};
    std::optional<std::string> localName{}, rawExtra{};
    std::optional<std::uint32_t> localSignature{};
};

class ZipBuilder {
public:
    ZipBuilder& add(ZipMember member) {
        m_members.push_back(std::move(member));
        return *this;
    }
    ZipBuilder& stored(std::string name, std::string content) {
        return add({.name = std::move(name), .content = std::move(content)});
    }
    ZipBuilder& deflated(std::string name, std::string content) {
        return add({.name = std::move(name), .content = std::move(content), .deflated = true});
    }
    /// Bytes before the first local header; `counted`: the offsets know of them.
    ZipBuilder& prefix(std::string junk, bool counted = false) {
        m_prefix = std::move(junk);
        m_prefixCounted = counted;
        return *this;
    }
    ZipBuilder& comment(std::string text) {
        m_comment = std::move(text);
        return *this;
    }
    /// Writes the zip64 end record and its locator; `onlyThere`: the classic record holds all ones.
    ZipBuilder& zip64End(bool onlyThere = false) {
        m_zip64End = true;
        m_endOnly64 = onlyThere;
        return *this;
    }
    ZipBuilder& withoutDirectory() {
        m_directory = false;
        return *this;
    }
    // What the end record says, where it is not the truth.
    ZipBuilder& claimEntries(std::uint64_t n) { return m_entries = n, *this; }
    ZipBuilder& claimDirectorySize(std::uint64_t n) { return m_directorySize = n, *this; }
    ZipBuilder& claimDirectoryOffset(std::uint64_t n) { return m_directoryOffset = n, *this; }
    ZipBuilder& claimDisk(std::uint16_t n) { return m_disk = n, *this; }

    std::vector<ZipMember>& members() { return m_members; }
    std::string bytes() const;
    /// Where the data of each member lie in bytes().
    std::vector<std::uint64_t> dataOffsets() const;
    std::uint64_t directorySize() const;

private:
    struct Layout {
        std::string bytes;
        std::vector<std::uint64_t> dataOffsets;
        std::uint64_t directorySize = 0;
    };
    Layout layout() const;
    std::string endRecords(std::uint64_t directoryAt, std::uint64_t directorySize) const;

    std::vector<ZipMember> m_members;
    std::string m_prefix, m_comment;
    bool m_prefixCounted = false, m_zip64End = false, m_endOnly64 = false, m_directory = true;
    std::optional<std::uint64_t> m_entries, m_directorySize, m_directoryOffset;
    std::uint16_t m_disk = 0;
};

/// Raw deflate stream of a text.
std::string deflateRaw(std::string_view content);
std::uint32_t crcOf(std::string_view content);

}  // namespace etscope::test
