// The kernels that a user's runtime registers, as files of that build list them: lists of operators, lists and tables of the
// selective build, libraries with their registrations. Files are read, never loaded. Values; any thread. Forms: docs/FORMATS.md
// "Kernels of a program".
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"
#include "program/kernel_needs.h"

namespace etscope::program {

/// What lists say of one operator.
struct RegisteredKernel {
    bool everyType = false;             ///< a kernel for any types, or nothing states them
    std::set<std::int32_t> types;       ///< that the build keeps
    std::set<std::string> specialised;  ///< keys of kernels for just these types and orders of axes
};

struct KernelFile {
    std::string path;
    std::string form;  ///< "operators", "selected operators", "kernel table", "ELF", "archive"
    std::size_t operators = 0;
    bool registers = true;  ///< false: a library none of whose symbols registers kernels, so that the names in it prove little
};

enum class KernelState : std::uint8_t {
    Registered,
    Runtime,     ///< by the runtime itself
    OtherTypes,  ///< not for the types or orders of axes that are needed
    Doubtful,    ///< its name is in a library that may not register it
    Missing,
};
/// "registered", "runtime", "other_types", "doubtful", "missing".
std::string_view kernelStateName(KernelState state) noexcept;

class RegisteredKernels {
public:
    /// Reads a file into the list. Errors: those of opening, `kernels-form`, `kernels-line`, `kernels-none`, `yaml-invalid`,
    /// `json-invalid`, `limit-exceeded`, `cancelled`.
    Result<void> add(const std::string& path, const JobContext& job);
    /// The same of bytes; `called`: what errors and files() call them.
    Result<void> add(const ByteRange& whole, std::string called, const JobContext& job);

    struct Answer {
        KernelState state = KernelState::Missing;
        std::set<std::string> missing;  ///< types ("Half") that no list has, or keys where kernels are for keys alone
    };
    Answer answerTo(const KernelNeed& need) const;

    bool includesAll() const noexcept { return m_all; }
    const std::vector<KernelFile>& files() const& noexcept { return m_files; }
    const std::vector<KernelFile>& files() const&& = delete;
    const std::map<std::string, RegisteredKernel, std::less<>>& kernels() const& noexcept { return m_kernels; }
    const std::map<std::string, RegisteredKernel, std::less<>>& kernels() const&& = delete;

private:
    friend class KernelTextReader;

    bool m_all = false;
    std::vector<KernelFile> m_files;
    std::map<std::string, RegisteredKernel, std::less<>> m_kernels;
    std::set<std::string, std::less<>> m_doubtful;
};

/// Whether a text is the name of an operator: "aten::add.out".
bool isOperatorName(std::string_view text) noexcept;

/// The operators whose names stand in a library as texts of their own.
struct LibraryKernels {
    std::set<std::string> names;
    bool registers = false;  ///< a symbol says that it registers kernels
};
/// kernel_library.cpp: of an ELF file, or of the members of an archive. Errors: `kernels-form`, `limit-exceeded`, `cancelled`,
/// those of reading.
Result<LibraryKernels> libraryKernels(const ByteRange& file, const JobContext& job);

}  // namespace etscope::program
