// RecordBuilder: ETRecords for tests. Starts as a whole record of today's layout with one method; entries can be replaced,
// dropped, renamed, added. Layout: docs/FORMATS.md "Entries".
#pragma once

#include <string>
#include <string_view>

#include "support/zip_builder.h"

namespace etscope::test {

/// torch.save of {"w": Parameter [[0.5, 1, 1.5]]}.
std::string stateDict();
/// torch.save of {}.
std::string emptyDict();
/// torch.save of {"forward": [[tensor [[1, 2, 3]]]]}: one case, one output.
std::string referenceOutputs(std::string_view method = "forward");
/// pickle.dumps of the empty list, protocol 4: what older releases wrote.
std::string rawPickleList();

class RecordBuilder {
public:
    /// No entries.
    static RecordBuilder empty() { return RecordBuilder(ZipBuilder{}); }
    /// Generation G10: identifier, edge program of `forward` with artifacts, side tables, reference outputs.
    RecordBuilder();

    /// Replaces the entry's content, or adds it at the end.
    RecordBuilder& set(const std::string& name, std::string content);
    RecordBuilder& drop(std::string_view name);
    RecordBuilder& rename(std::string_view from, std::string to);
    /// Adds a second entry of a name that exists.
    RecordBuilder& duplicate(const std::string& name, std::string content);
    /// A program with its three artifacts.
    RecordBuilder& program(const std::string& name, std::string json = {});

    ZipMember& member(std::string_view name);
    ZipBuilder& zip() { return m_zip; }
    std::string bytes() const { return m_zip.bytes(); }

private:
    explicit RecordBuilder(ZipBuilder zip) : m_zip(std::move(zip)) {}
    ZipBuilder m_zip;
};

inline constexpr std::string_view kEdgeForward = "edge_dialect_exported_program/forward";

}  // namespace etscope::test
