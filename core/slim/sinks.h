// Sinks that change what passes them on its way, and what is too large for memory meanwhile: text that is escaped into a JSON
// string, bytes as base64, a spool. One thread per object; what they write to lives longer.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "io/byte_sink.h"
#include "io/output_file.h"
#include "io/source.h"
#include "io/zip_stream.h"

namespace etscope::slim {

/// Bytes that go on to what has a write() of its own and lives longer.
template <class Target>
class PassingSink final : public ByteSink {
public:
    explicit PassingSink(Target& target) noexcept : m_target(target) {}
    using ByteSink::write;
    Result<void> write(std::span<const std::byte> bytes) override { return m_target.write(bytes); }

private:
    Target& m_target;
};
using FileSink = PassingSink<OutputFile>;   ///< a file under construction
using MemberSink = PassingSink<ZipStream>;  ///< the member that an archive is at

/// UTF-8 text as the content of a JSON string, without its quotes.
class EscapingSink final : public ByteSink {
public:
    explicit EscapingSink(ByteSink& sink) noexcept : m_sink(sink) {}
    using ByteSink::write;
    Result<void> write(std::span<const std::byte> bytes) override;

private:
    ByteSink& m_sink;
};

class Base64Sink final : public ByteSink {
public:
    explicit Base64Sink(ByteSink& sink) noexcept : m_sink(sink) {}
    using ByteSink::write;
    Result<void> write(std::span<const std::byte> bytes) override;
    /// The last digits, padded. No further call is allowed.
    Result<void> finish();

private:
    ByteSink& m_sink;
    std::array<std::byte, 3> m_left{};  ///< bytes that make no group of four digits yet
    std::size_t m_count = 0;
};

/// Takes bytes, and gives them back as a source: in memory while they are few, in a file without a name otherwise.
class Spool final : public ByteSink {
public:
    using ByteSink::write;
    /// Errors: `write-failed` where the folder for temporary files has no room.
    Result<void> write(std::span<const std::byte> bytes) override;
    /// All that was written. No further call is allowed.
    Result<ByteRange> finish(std::string name);

private:
    Result<void> spill();

    std::vector<std::byte> m_bytes;
    std::optional<ScratchFile> m_file;
};

/// The text that stands escaped in `text`, unescaped.
Result<ByteRange> unescapedText(const ByteRange& text, const std::string& name, const JobContext& job);
/// The bytes that stand as base64 in `text`, which is no longer escaped. Errors: `base64-damaged`.
Result<ByteRange> decodedBase64(const ByteRange& text, const std::string& name, const JobContext& job);
/// Hands the bytes on, a block at a time.
Result<void> copyRange(const ByteRange& bytes, ByteSink& sink, const JobContext& job);

}  // namespace etscope::slim
