// Rules of lint about the constants of a program: what they hold and where they lie.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/number_text.h"
#include "findings/limits.h"
#include "findings/program_lint.h"
#include "program/metadata.h"
#include "tensor/element_reader.h"

namespace etscope::findings {
namespace {

using program::ExecutionPlan;
using program::TensorInfo;
using program::TensorKind;

/// Scalars and short vectors are of one value often, and cost nothing.
constexpr std::uint64_t kLeastUniform = 4096;

/// What the rules say of one method.
struct Told {
    NameList uniform, nan, misplaced;
    std::uint64_t uniformBytes = 0;
};

class ConstantLint {
public:
    ConstantLint(const program::Program& program, const JobContext& job)
        : m_program(program),
          m_job(job),
          m_named(static_cast<std::size_t>(std::min<std::uint64_t>(program.constantCount(), kMostCounted))) {}

    Result<void> check(std::vector<LintFinding>& findings) {
        for (const ExecutionPlan& plan : m_program.plans()) {
            Told told;
            for (program::ValueIndex v = 0; static_cast<std::size_t>(v) < plan.values.size(); ++v) {
                if (m_job.cancelled()) return cancelledFailure();
                const TensorInfo* tensor = plan.tensor(v);
                if (tensor == nullptr || tensor->kind() != TensorKind::Constant) continue;
                if (tensor->dataBufferIndex < m_named.size()) m_named[tensor->dataBufferIndex] = true;
                if (!program::isConstantMethod(plan)) look(plan, v, *tensor, told);
            }
            add(plan.name, told, findings);
        }
        unread(findings);
        return {};
    }
    std::uint64_t left() const noexcept { return m_left; }

private:
    /// As many entries as a program of the largest size can hold offsets for; the rest is not judged.
    static constexpr std::uint64_t kMostCounted = 1ULL << 24;

    void look(const ExecutionPlan& plan, program::ValueIndex v, const TensorInfo& info, Told& told) {
        const auto bytes = m_program.tensorBytes(info);
        if (!bytes || bytes->size == 0) return;
        const std::size_t size = itemSize(info.scalarType);
        if (size > 1 && (bytes->offset - m_program.file().offset) % size != 0)
            told.misplaced.add(Sentence::of("%1 at %2", tensorText(plan, v), bytes->offset));
        if (info.dataBufferIndex < m_named.size() && !m_seen.emplace(info.dataBufferIndex, true).second) return;
        const bool real = info.scalarType == ScalarType::F32 || info.scalarType == ScalarType::F64 ||
                          info.scalarType == ScalarType::F16 || info.scalarType == ScalarType::BF16;
        if (!real && bytes->size < kLeastUniform) return;
        if (bytes->size > limits::kMaxValuesRead - m_read) {
            ++m_left;
            return;
        }
        m_read += bytes->size;
        values(plan, v, info, *bytes, told);
    }

    /// One pass: it ends early where neither rule can be met any more.
    void values(const ExecutionPlan& plan, program::ValueIndex v, const TensorInfo& info, const ByteRange& bytes, Told& told) {
        tensor::Tensor tensor;
        tensor.type = info.scalarType;
        tensor.shape = {static_cast<std::int64_t>(bytes.size / std::max<std::size_t>(1, itemSize(info.scalarType)))};
        tensor.storage = bytes;
        auto reader = tensor::ElementReader::open(tensor);
        if (!reader || reader->complex()) return;
        double first = 0;
        bool uniform = bytes.size >= kLeastUniform;
        std::uint64_t nan = 0;
        for (std::uint64_t at = 0; at < reader->count() && !m_job.cancelled(); at += reader->blockSize()) {
            const auto block =
                reader->doubles(at, static_cast<std::size_t>(std::min<std::uint64_t>(reader->blockSize(), reader->count() - at)));
            if (!block) return;
            if (at == 0) first = block->front();
            for (const double value : *block) {
                uniform = uniform && value == first;
                nan += std::isnan(value) ? 1U : 0U;
            }
            if (!uniform && !isFloating(info.scalarType)) return;
        }
        if (uniform)
            told.uniform.add(Sentence::of("%1 of %2", tensorText(plan, v), shortest(first))), told.uniformBytes += bytes.size;
        if (nan > 0) told.nan.add(Sentence::of("%1 of %2 {2:element|elements} of %3", nan, reader->count(), tensorText(plan, v)));
    }

    static void add(const std::string& method, const Told& told, std::vector<LintFinding>& findings) {
        if (told.uniform.count() > 0)
            tell(findings, "lint-one-value", method,
                 Sentence::of("%1 {1:constant|constants} of %2 bytes {1:holds|hold} one value throughout: %3", told.uniform.count(),
                              told.uniformBytes, told.uniform.text()));
        tell(findings, "lint-nan-constant", method, told.nan, Sentence::phrase("NaN in constants: %2"));
        tell(findings, "lint-constant-alignment", method, told.misplaced,
             Sentence::phrase("%1 {1:constant lies|constants lie} at an offset that is no multiple of the size of an element: %2"));
    }

    /// Entry 0 stands for "no data".
    void unread(std::vector<LintFinding>& findings) const {
        if (std::ranges::any_of(m_program.plans(), &ExecutionPlan::damaged)) return;  // it may name them
        std::uint64_t count = 0, bytes = 0;
        for (std::size_t i = 1; i < m_named.size(); ++i) {
            if (m_named[i]) continue;
            const auto slot = m_program.constantBytes(static_cast<std::uint32_t>(i));
            if (!slot || slot->size == 0) continue;
            ++count, bytes += slot->size;
        }
        if (count > 0)
            tell(findings, "lint-constant-unread", "program",
                 Sentence::of("%1 {1:constant|constants} of %2 bytes, padding included, that no tensor of any method names", count,
                              bytes));
    }

    const program::Program& m_program;
    const JobContext& m_job;
    std::vector<bool> m_named;
    std::map<std::uint32_t, bool> m_seen;
    std::uint64_t m_read = 0, m_left = 0;
};

}  // namespace

Result<void> lintConstantValues(const program::Program& program, std::vector<LintFinding>& findings, Diagnostics& diagnostics,
                                const JobContext& job) {
    ConstantLint lint(program, job);
    if (auto checked = lint.check(findings); !checked) return checked;
    if (job.cancelled()) return cancelledFailure();
    if (lint.left() > 0)
        diagnostics.note("lint-values-unread", "program",
                         counted(lint.left(), "constant is", "constants are") +
                             " not searched for NaN and single values: at most " + std::to_string(limits::kMaxValuesRead) +
                             " bytes of constants are read");
    return {};
}

}  // namespace etscope::findings
