// The cases of every rule of lint: files that raise it, and files that are near it and do not.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "program/program_builder.h"

namespace etscope::test {

/// Files of one session: name and bytes; a name that begins with `/` is the path of a file that is there already.
struct LintFile {
    std::string name, bytes;
};
using LintFiles = std::vector<LintFile>;

struct LintCase {
    std::string rule;
    std::function<LintFiles()> raises, near;
    std::string says;   ///< part of the message: names and numbers, computed by hand
    std::string where;  ///< empty: not looked at
};

std::vector<LintCase> metadataCases();
std::vector<LintCase> runnerCases();
std::vector<LintCase> planCases();
std::vector<LintCase> kernelCases();
std::vector<LintCase> constantCases();
std::vector<LintCase> recordCases();

inline LintFiles files(const ProgramBuilder& builder) { return {{"model.pte", builder.bytes()}}; }
/// The default program, changed.
inline std::function<LintFiles()> program(std::function<void(ProgramBuilder&)> change = {}) {
    return [change] {
        ProgramBuilder builder;
        if (change) change(builder);
        return files(builder);
    };
}
inline wire::TensorT& tensorAt(ProgramBuilder& builder, std::size_t value, std::size_t plan = 0) {
    return *builder.plan(plan).values[value]->val.AsTensor();
}
void addOperator(ProgramBuilder& builder, const char* name, const char* overload);
/// A delegate with a payload that no decoder knows.
void addDelegate(ProgramBuilder& builder, const char* backend);
void addDelegateCall(ProgramBuilder& builder, std::int32_t delegate = 0);

}  // namespace etscope::test
