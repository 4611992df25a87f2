// Who supplies the reference value of a node. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "base/sentence.h"
#include "tensor/tensor.h"

namespace etscope::gap {

/// Whose inputs reference values were computed on.
enum class InputsOf : std::uint8_t {
    Run,      ///< they are known to have fed the run, or are of its case
    Asked,    ///< somebody chose them
    Assumed,  ///< nobody knows what fed the run, or in which state it was: what differs says nothing about it
};

/// How reference values were computed.
struct ComputedSource {
    struct Row {
        std::string node, target, reason;
    };
    std::string stage;
    bool wide = false;
    std::string from;  ///< "case", "example", "bundle", "file"
    std::optional<std::size_t> caseIndex;
    Sentence inputsText;             ///< for people: "the inputs of case 2"
    std::optional<std::size_t> run;  ///< SessionRun::index: whose inputs they are
    InputsOf inputsOf = InputsOf::Assumed;
    bool contradicted = false;  ///< an instruction gave something else on them
    Sentence evidence;          ///< why these inputs and this state
    std::vector<Row> notComputed;
};

class ReferenceValues {
public:
    virtual ~ReferenceValues() = default;
    /// The value of the node of that path, or of what carries that debug handle; nothing when it is not known.
    virtual std::optional<tensor::Value> ofNode(const std::string& path) const = 0;
    virtual std::optional<tensor::Value> ofHandle(std::int64_t handle) const = 0;
    /// The values of a node that gives several, in order, where they stand together under its path or handle; else none.
    virtual std::vector<tensor::Value> listOfNode(const std::string&) const { return {}; }
    virtual std::vector<tensor::Value> listOfHandle(std::int64_t) const { return {}; }
    /// All debug handles that it has values for by handle.
    virtual std::vector<std::int64_t> handles() const = 0;
    /// Nothing was given to look in.
    virtual bool none() const { return false; }
    /// For people: "aot.npz".
    virtual std::string source() const = 0;
    /// The run whose values they are; nothing for files.
    virtual std::optional<std::size_t> run() const { return std::nullopt; }
    /// Whether a value of these nodes follows from one that was taken from the run, because it could not be computed.
    virtual bool restarted(const std::vector<std::string>&) const { return false; }
    /// Of values that etscope computed; nullptr for others.
    virtual const ComputedSource* computed() const { return nullptr; }
};

/// Values of an .npz, .safetensors or torch.save file, keyed by node path or by debug handle ("7", "(7,)"); several results of a
/// node as a list, or by the names of the results ("getitem"). Headers are read, contents on demand. Errors: those of the readers,
/// `reference-values-kind`.
Result<std::shared_ptr<const ReferenceValues>> fileReferences(const std::string& path, Diagnostics& diagnostics,
                                                              const JobContext& job);

}  // namespace etscope::gap
