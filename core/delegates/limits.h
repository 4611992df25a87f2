// Caps on what a delegate payload may make us do, with their reasons.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etscope::limits {

/// FlatBuffers part of a payload that is copied to be verified. Graphs are some 100 kB; only payloads of early releases hold
/// their weights inside.
inline constexpr std::uint64_t kMaxDelegateGraph = 1ULL << 30;
/// Elements (arguments, list items, sizes) decoded from one payload: its bytes + floor. A real element takes 4 bytes or more;
/// one vector that many tables share would be read once for each of them.
inline constexpr std::uint64_t kDelegateElementFloor = 65'536;
/// Payloads inside payloads; real ones nest once.
inline constexpr int kMaxPayloadDepth = 8;
/// Entries of a fat container that are decoded; the format's authors list fewer than 10 backends.
inline constexpr std::size_t kMaxContainerEntries = 64;
/// Bytes read to recognise a payload, and of an unknown one searched for text.
inline constexpr std::size_t kPayloadHead = 512;
inline constexpr std::size_t kMaxTextScan = 1U << 20;
/// Texts kept of an unknown payload, and their lengths.
inline constexpr std::size_t kMaxPayloadTexts = 200;
inline constexpr std::size_t kMinPayloadText = 6;
inline constexpr std::size_t kMaxPayloadText = 256;
/// Bytes shown of a compile spec, and of the start of an unknown payload.
inline constexpr std::size_t kMaxSpecText = 256;
inline constexpr std::size_t kHexHead = 32;
/// Parts of one payload that are listed (files of a Core ML package, blocks of an Ethos-U stream).
inline constexpr std::size_t kMaxPayloadParts = 4096;
/// Commands of one Ethos-U stream, and of one document, that are listed; one of a large network has some 40,000.
inline constexpr std::size_t kMaxCommands = 200'000;
/// Words of a histogram of operators that are shown; real graphs have under 60.
inline constexpr std::size_t kMaxHistogramRows = 200;
/// Sections of MLIR bytecode that are read whole: all but its resources, which hold the weights, and attributes, which hold small
/// ones. A row of a table takes a byte there and up to 48 decoded; models of some GB have under 1 MB of each.
inline constexpr std::uint64_t kMaxMlirAttributes = 256ULL << 20;
inline constexpr std::uint64_t kMaxMlirTexts = 16ULL << 20;
inline constexpr std::uint64_t kMaxMlirTable = 4ULL << 20;
/// Operations of MLIR bytecode: each takes 3 bytes and more there, and some 60 decoded.
inline constexpr std::uint64_t kMaxMlirOperations = 8ULL << 20;
/// Nesting of messages in a Core ML model: operations hold blocks that hold operations.
inline constexpr int kMaxMessageDepth = 32;

}  // namespace etscope::limits
