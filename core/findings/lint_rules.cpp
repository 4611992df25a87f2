#include "findings/lint_rules.h"

#include <algorithm>

#include "base/codes.h"

namespace etscope::findings {
namespace {

using enum Severity;

constexpr std::string_view kSaveRecord = "save the record again, after to_executorch()";
constexpr std::string_view kOneExporter = "write the metadata once, with one exporter";

constexpr LintRule kRules[] = {
    // Keys and values of the metadata
    {"metadata-type-mismatch", Warning, "export the key with the type that `metadata --known` names"},
    {"metadata-flag-value", Warning, "export the flag as a bool, or as 0 or 1"},
    {"metadata-value-negative", Warning, "export the number that the model was built with"},
    {"metadata-token-range", Warning, "take the token from the tokenizer that the model was trained with"},
    {"metadata-length-order", Warning, "let get_max_context_len be at least get_max_seq_len"},
    {"metadata-contradiction", Warning, "export one of the two keys, or both with one value"},
    {"metadata-key-empty", Warning, "name the field, as in metadata.context.max_seq_len"},
    {"metadata-prefix-doubled", Warning, "hand the key to the exporter without its prefix"},
    {"metadata-key-form", Note, "name the key namespace.field, in lower case"},
    {"metadata-key-text", Warning, "use a short key of ASCII characters"},
    {"metadata-key-duplicate", Error, "leave one of the entries out"},
    {"metadata-forms-mixed", Warning, kOneExporter},
    {"metadata-absent", Note, "export the key as a constant method, if what the runner assumes is not meant"},
    {"metadata-required-absent", Warning, "export the key as a constant method"},
    {"metadata-vocabulary-size", Warning, "export get_vocab_size with the width of the logits"},
    {"metadata-static-inputs", Warning, "export with a dynamic dimension for the tokens, or without enable_dynamic_shape"},
    {"metadata-cache-length", Warning, "export get_max_context_len with the length of the cache"},
    // What the runner calls
    {"runner-method-absent", Error, "export the method, under the name that the runner calls"},
    {"runner-input-count", Error,
     "export the method with the inputs that the runner gives; a decoder with a cache takes tokens and positions"},
    {"runner-input-type", Error, "export with example inputs of the type that the runner gives"},
    {"runner-output-count", Warning, "return what the runner takes, and nothing else"},
    {"runner-logits-type", Warning, "let the method give logits of f32"},
    {"runner-sequence-bound", Warning, "export the tokens with a dynamic dimension up to get_max_seq_len, or lower the key"},
    {"runner-bound-beyond-cache", Warning, "bound the dynamic dimension by the length of the cache"},
    {"runner-position-bound", Warning, "export tokens and positions with one dynamic dimension, or one start position"},
    {"runner-embedding-width", Error, "export the methods of one model"},
    {"runner-cache-absent", Warning, "export the model with its cache, or without use_kv_cache"},
    {"runner-cache-shape", Warning, "export get_max_context_len with the length of the cache"},
    {"runner-token-beyond-logits", Warning, "take the token from the tokenizer that the model was trained with"},
    // Kernels and delegates
    {"lint-kernel-beside-delegates", Warning, "see whether the partitioner can take it"},
    {"lint-fragmented", Warning, "look at what stands between the calls: what the partitioner could take as well would join them"},
    {"lint-kernel-missing", Warning, "replace or decompose the operator, give it to a delegate, or register a kernel for it"},
    {"lint-delegate-never-called", Warning, "export again without the partition, or find what removed the call"},
    {"lint-backend-library", Note, "link the backend's library into the runner"},
    {"lint-kernel-library", Note, "link the library that registers the operators into the runner"},
    // Methods and their memory
    {"lint-plan-above-peak", Note, "plan with the greedy algorithm, and see which tensors keep large ones alive"},
    {"lint-plan-overlap", Warning, "compare with `memory`, and plan the memory again"},
    {"lint-unused-input", Note, "leave the input out of the export, or see what should have read it"},
    {"lint-output-unwritten", Warning, "see what the export did with the node that computes it"},
    {"lint-plan-alignment", Warning, "plan the memory with an alignment of 16"},
    {"lint-planned-inputs", Note, "export with alloc_graph_input=False, so that the caller's memory is used"},
    {"lint-method-empty", Note, "see whether the method is meant"},
    {"lint-identical-methods", Note, "export the method once"},
    // Data
    {"lint-equal-data", Warning, "share one copy"},
    {"lint-weight-apart", Warning,
     "give all uses to one backend, or to none: constants of plans and data of delegates are stored apart"},
    {"lint-unused-parameters", Note, "after quantisation these are the float originals; else see whether they should be used"},
    {"lint-unbounded-size", Warning, "export with a range for the dynamic dimension"},
    {"lint-double-tensor", Note, "cast the model, or the constant that brings them, to f32"},
    {"lint-inline-data", Note, "export with ExecuTorch 0.4 or later, which put them into segments"},
    {"lint-external-absent", Note, "open the .ptd file with the program, as the runner must"},
    {"lint-one-value", Note, "compute it with a full operator, or broadcast a scalar"},
    {"lint-nan-constant", Warning, "look at the weights of the model: training or a conversion went wrong"},
    {"lint-constant-alignment", Warning, "write the program with a constant alignment of 16"},
    {"lint-constant-unread", Note, "export again: they cost room in the file only"},
    {"constant-differs", Warning, "export the program again, or find what changed it"},
    // Record and program
    {"files-mismatched", Warning, "open the files of one export"},
    {"lint-record-of-another-export", Warning, "save the record that the export of this program made"},
    {"lint-symbol-unbounded", Warning, "export with a range for the dynamic dimension"},
    {"lint-size-specialised", Warning,
     "look for what fixes the size while lowering: a size taken as a Python number, a pass that runs on the example inputs"},
    {"lint-handles-absent", Note, "generate the handles after the last pass, or leave the nodes to be unmatched"},
    {"lint-reference-misfit", Warning, "record the reference outputs again with this export"},
    {"lint-inputs-misfit", Warning, "record them again with this export"},
    {"lint-initial-state-absent", Warning, "mark the buffers with InitializedMutableBufferPass when exporting"},
    {"lint-scale-impossible", Warning, "quantise again, with a least scale"},
    {"lint-quantised-clipped", Warning, "look at its SQNR with `quantisation`; quantise it with a wider range, or finer groups"},
    {"lint-bias-scale", Warning,
     "give each call a layer of its own, with a copy of weight and bias, or leave the layer out of the quantisation"},
    // What the record lacks
    {"graphs-absent", Note, "add an ETRecord"},
    {"exported-program-absent", Note, "generate the record with the exported program, for each method"},
    {"record-artifact-missing", Note, "save the record with its weights"},
    {"record-side-table-absent", Note, kSaveRecord},
    {"output-counts-absent", Note, "make the record with ExecuTorch 1.0 or later"},
    {"representative-inputs-absent", Note, "make the record from a bundled program: its first case of forward is recorded"},
    {"reference-outputs-absent", Note, "record them with a bundled program"},
    {"runtime-values-absent", Note, "add an ETDump with its debug buffer, or out-<method>-<call>-<output>.npy files"},
};

}  // namespace

std::string_view LintRule::description() const noexcept {
    const CodeRow* row = findCode(id);
    return row == nullptr ? std::string_view{} : row->sentence;
}

std::string_view LintRule::section() const noexcept {
    for (const CodeSection& section : codeSections())
        if (std::ranges::find(section.rows, id, &CodeRow::word) != section.rows.end()) return section.heading;
    return {};
}

std::span<const LintRule> lintRules() noexcept { return kRules; }

const LintRule* lintRule(std::string_view id) noexcept {
    const auto found = std::ranges::find(kRules, id, &LintRule::id);
    return found == std::end(kRules) ? nullptr : &*found;
}

}  // namespace etscope::findings
