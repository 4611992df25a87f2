// ReproPack: one call as a folder: values as .npy files, call.json that says what they are, and a script that runs the call with
// PyTorch. Values are written as they are added; none is kept. One thread.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "evaluate/value.h"
#include "graph/graph_model.h"
#include "io/output_folder.h"
#include "report/documents.h"
#include "tensor/tensor.h"

namespace etscope::report {

class ReproPack {
public:
    /// `folder` lives longer.
    ReproPack(OutputFolder& folder, const JobContext& job) : m_folder(folder), m_job(job) {}

    /// What a value of the call is for.
    struct Role {
        std::string word;  ///< "input", "weight", "state", "value"
        std::string name;  ///< of a weight; may be empty
        std::string from;  ///< where it is from: "instruction 3", "logged"; may be empty
    };
    /// Writes a tensor; other values stand in call.json itself. Each id once. Errors: those of writing.
    Result<void> addValue(const std::string& id, const Role& role, const evaluate::Value& value);
    /// A tensor of a file, also of a type that is not computed with. Errors: as addValue().
    Result<void> addTensor(const std::string& id, const Role& role, const tensor::Tensor& tensor);
    void addUnknown(const std::string& id, const Role& role, const std::string& why);
    bool has(const std::string& id) const { return m_ids.contains(id); }

    /// An argument as steps have them: tensors become values of that id, with numbers behind it in lists. Errors: as addValue().
    Result<Json> argument(const std::string& id, const Role& role, const evaluate::Value& value);

    /// An operator on arguments of argument(), or a node of a graph.
    void addStep(std::string_view target, Json arguments, Json outputs);
    void addStep(const graph::GraphModel& model, const graph::Node& node);

    /// A result of the call: `id` of a step's output, or empty. Errors: as addValue().
    Result<void> addResult(const std::string& id, const std::optional<evaluate::Value>& reference,
                           const std::string& whyNoReference, const std::optional<evaluate::Value>& runtime,
                           const std::string& whyNoRuntime);

    /// Adds values, steps and results to the document, and writes it and the script. Errors: those of writing.
    Result<void> finish(Json& document);

private:
    Result<Json> writeArray(const std::string& file, const evaluate::Array& array);
    Result<Json> writeTensor(const std::string& file, tensor::Tensor tensor, ScalarType type);
    Result<void> addStored(Json row, const Result<Json>& stored);
    Result<void> addRounding(Json& row, const evaluate::Array& array) const;
    void widen();
    std::string fileName(const std::string& id);
    Json whyNotKnown() const;

    OutputFolder& m_folder;
    const JobContext& m_job;
    Json m_values = Json::array(), m_steps = Json::array(), m_results = Json::array();
    std::set<std::string> m_ids, m_files, m_nodes;
    std::string m_noFunction;  ///< target of a step that the script may not call
};

}  // namespace etscope::report
