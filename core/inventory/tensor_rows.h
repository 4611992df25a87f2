// The list of tensors that the session's files hold. Reads pickles and program JSON (for the roles), never a storage. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_hash.h"
#include "session/session.h"
#include "tensor/tensor.h"

namespace etscope::inventory {

enum class TensorRole : std::uint8_t {
    Parameter,
    Buffer,
    Constant,
    ExampleInput,
    ReferenceOutput,
    RepresentativeInput,
    External,
    Intermediate,
    NamedData,
    BundledInput,
    ExpectedOutput,
    DelegateConstant  ///< of delegateTensors() alone
};
std::string_view tensorRoleName(TensorRole role) noexcept;

/// Names of parameters, buffers and constants of one program → role. The keys are views into the program.
using RoleMap = TextViewMap<TensorRole>;
RoleMap rolesOf(const exported::Program& program);
RoleMap rolesOf(const exported::Program&& program) = delete;

struct TensorRow {
    std::string name;
    TensorRole role = TensorRole::Parameter;
    std::string method;  ///< empty: belongs to none
    std::string stage;   ///< empty: belongs to none
    std::optional<std::int64_t> caseIndex;
    std::optional<std::int64_t> index;
    std::optional<std::int64_t> run;  ///< recorded runtime values: join::SessionRun::index
    tensor::Tensor tensor;
    unsigned file = 0;
};

/// Every tensor of every file; the values that runs logged are added by compare::tensors(). Kept after the first call. Errors:
/// `cancelled`.
Result<std::shared_ptr<const std::vector<TensorRow>>> tensors(const session::Session& session, const JobContext& job);

}  // namespace etscope::inventory
