// Bundle: a bundled program (`.bpte`), decoded: the program inside, and test cases for its methods. Opening reads the tables around
// the program, never the program or the contents of tensors: they stay ranges of the file. Immutable; any thread. Rules:
// docs/FORMATS.md "Bundled program".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "flat/region.h"
#include "io/source.h"
#include "tensor/tensor.h"

namespace etscope::bundle {

struct TestCase {
    std::vector<tensor::Value> inputs, expected;  ///< None: of a kind that the format does not know, or unreadable
};

/// The cases of one method.
struct TestSuite {
    std::string method;
    bool hasMethod = true;  ///< false: the file gives no name (before BP06 tests were matched by position)
    std::vector<TestCase> cases;
};

class Bundle {
public:
    /// Opens a file that takes up the whole range. Fails with `bpte-too-short`, `bpte-identifier`, `bpte-too-large`, `bpte-root`,
    /// or when the range cannot be read. What is damaged is left out, and the diagnostics say where.
    static Result<std::shared_ptr<const Bundle>> open(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job = {});

    const ByteRange& file() const& noexcept { return m_file; }
    const ByteRange& file() const&& = delete;
    /// "BP08".
    const std::string& identifier() const& noexcept { return m_identifier; }
    const std::string& identifier() const&& = delete;
    std::uint32_t version() const noexcept { return m_version; }
    /// The program inside; empty when it is missing.
    const ByteRange& program() const& noexcept { return m_program; }
    const ByteRange& program() const&& = delete;
    const std::vector<TestSuite>& suites() const& noexcept { return m_suites; }
    const std::vector<TestSuite>& suites() const&& = delete;
    /// The first suite of that method, as the runtime finds it; nullptr when there is none.
    const TestSuite* suite(std::string_view method) const& noexcept;
    const TestSuite* suite(std::string_view method) const&& = delete;

private:
    friend class BundleReader;

    ByteRange m_file, m_program;
    std::string m_identifier;
    std::uint32_t m_version = 0;
    std::vector<TestSuite> m_suites;
};

/// The account of every byte, in order, without gap or overlap. Offsets count from the start of the bundle's own range; the program
/// is one region.
std::vector<flat::Region> regions(const Bundle& bundle);

}  // namespace etscope::bundle
