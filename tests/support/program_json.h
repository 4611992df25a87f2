// Program JSON for tests: y = x + w with two float32 [1,3] tensors, any part of it replaceable. Form: docs/FORMATS.md "Program
// JSON".
#pragma once

#include <cstddef>
#include <string>

namespace etscope::test {

/// Members of the document as JSON text.
struct ProgramSpec {
    std::string inputs = R"([{"as_tensor":{"name":"p_w"}},{"as_tensor":{"name":"x"}}])";
    std::string outputs = R"([{"as_tensor":{"name":"aten_add_tensor"}}])";
    std::string nodes;         ///< empty: the one addition
    std::string tensorValues;  ///< empty: the three tensors
    std::string symIntValues = "{}";
    std::string inputSpecs =
        R"([{"parameter":{"arg":{"name":"p_w"},"parameter_name":"w"}},{"user_input":{"arg":{"as_tensor":{"name":"x"}}}}])";
    std::string outputSpecs = R"([{"user_output":{"arg":{"as_tensor":{"name":"aten_add_tensor"}}}}])";
    std::string ranges = "{}";
    std::string schemaVersion = R"({"major":5,"minor":4})";
    std::string debugHandle = R"("1")";
};
std::string programJson(const ProgramSpec& spec = {});

/// {"dtype":7,"sizes":[…],…} of a float32 tensor.
std::string tensorMeta(const std::string& sizes = R"([{"as_int":1},{"as_int":3}])",
                       const std::string& strides = R"([{"as_int":3},{"as_int":1}])");
/// One `aten.add.Tensor` node.
std::string addNode(const std::string& name, const std::string& self, const std::string& other, const std::string& debugHandle);

/// A chain of `nodes` additions, as a decoder's graph is written: module stack, stack trace and provenance on each node.
std::string chainProgramJson(std::size_t nodes);

}  // namespace etscope::test
