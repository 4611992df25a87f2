// DumpBuilder: ETDumps for tests, written with the FlatBuffers builder slot by slot (docs/FORMATS.md "ETDump").
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <optional>
#include <string>
#include <vector>

namespace etscope::test {

struct DumpTensor {
    std::int8_t type = 6;
    std::vector<std::int64_t> sizes{2}, strides{1};
    std::int64_t offset = 0;
};

/// One entry of a run's list of events.
struct DumpEvent {
    enum class Kind { Profile, Debug, Allocation, Empty };
    Kind kind = Kind::Profile;
    std::string name;
    std::int64_t chain = 0;
    std::int32_t instruction = 0;
    std::int32_t delegateInt = -1;
    std::string delegateText;
    std::string metadata;
    std::uint64_t start = 0, end = 0;
    std::int8_t tag = 5;  ///< of a debug value; 5: tensor
    std::vector<DumpTensor> tensors;
    std::int64_t integer = 0;
    double number = 0;
    bool output = false;
};

struct DumpRun {
    std::string name = "Execute";
    std::vector<DumpEvent> events;
    std::vector<std::string> allocators;
    std::int32_t bundledInput = -1;
};

/// The bytes of a dump; `prefixed`: with the size in front, as the runtime writes it. `firstLayout`: that of ExecuTorch 0.1.
std::string dumpBytes(const std::vector<DumpRun>& runs, bool prefixed = true, bool firstLayout = false, std::uint32_t version = 0);

/// A kernel call with one logged tensor, as the runtime notes it: value, kernel, call.
std::vector<DumpEvent> kernelEvents(std::int32_t instruction, const std::string& kernel, std::uint64_t start, DumpTensor tensor);

}  // namespace etscope::test
