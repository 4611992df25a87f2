// Where whole outputs of methods come from, for both sides of the comparison: the record's reference outputs,
// expected outputs of bundled programs, what runs logged, raw .npy files. Any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "session/session.h"
#include "tensor/tensor.h"

namespace etscope::compare {

/// One final output of one call.
struct OutputValue {
    std::string method;
    std::optional<std::int64_t> caseIndex;  ///< nothing: of a run that belongs to no case
    std::int64_t output = 0;
    std::optional<std::int64_t> run;  ///< runtime sides that know their run
    std::string source;               ///< "etrecord_reference", "file", …: the command line's word
    std::string place;                ///< for people: "reference_outputs[text_decoder][7][0]", "out-vision_encoder-0-0.npy"
    tensor::Value value;
    Sentence words = {};  ///< `place` in any language; empty: it is a name
};

/// Who supplies one side of the comparison. Keeps the session.
using OutputSource = std::function<Result<std::vector<OutputValue>>(const JobContext& job)>;

/// What outputs should be, best source first: `reference_outputs` of the record, expected outputs of a bundled program, files
/// ref-<method>-<number>-<output>.npy, the first of two lone .npy files. All values have a case. Of a record that leaves out
/// numbers and None the values are those outputs that are tensors, as far as plan or graph tell. Errors of a source: `cancelled`,
/// those of the readers.
std::vector<OutputSource> referenceSources(const std::shared_ptr<const session::Session>& session);
/// What a method's outputs can be held against, as directories and names of files alone say.
struct MethodReferences {
    std::size_t cases = 0;             ///< of the source with the most
    std::vector<std::string> sources;  ///< for people: "the record", "model.bpte", "files ref-…"
};
/// Of the methods that have some.
std::map<std::string, MethodReferences> methodReferences(const session::Session& session);
/// What a raw .npy file is by its name alone.
struct RawOutput {
    std::string method;
    std::int64_t caseIndex = 0;
    std::int64_t output = 0;  ///< of inputs: which
    enum class Is : std::uint8_t { Given, Expected, Input } is = Is::Given;
};
/// Of the session's raw files, by their paths: those named out-…, ref-… and in-<method>-<number>-<output>.npy, and two lone ones.
std::map<std::string, RawOutput> rawOutputs(const session::Session& session);
/// What a runtime gave, best source first: outputs that runs logged, raw files out-<method>-<number>-<output>.npy (first when
/// folders of them were given). Of files the numbers, in ascending order, are a method's cases 0, 1, 2, ….
std::vector<OutputSource> runtimeSources(const std::shared_ptr<const session::Session>& session);
/// Whether its elements are there; numbers, texts and None always are.
bool isReadable(const tensor::Value& value) noexcept;
/// The values of one side: of an output of a case those of the first source that has their data; where none has, of the first that
/// names it.
Result<std::vector<OutputValue>> valuesOf(const std::vector<OutputSource>& sources, const JobContext& job);

}  // namespace etscope::compare
