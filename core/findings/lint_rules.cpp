#include "findings/lint_rules.h"

#include <algorithm>

#include "base/codes.h"
#include "base/sentence.h"
#include "delegates/shared_biases.h"

namespace etscope::findings {
namespace {

using enum Severity;

constexpr const char* kSaveRecord = Sentence::phrase("save the record again, after to_executorch()");
constexpr const char* kOneExporter = Sentence::phrase("write the metadata once, with one exporter");

constexpr LintRule kRules[] = {
    // Keys and values of the metadata
    {"metadata-type-mismatch", Warning, Sentence::phrase("export the key with the type that `metadata --known` names")},
    {"metadata-flag-value", Warning, Sentence::phrase("export the flag as a bool, or as 0 or 1")},
    {"metadata-value-negative", Warning, Sentence::phrase("export the number that the model was built with")},
    {"metadata-token-range", Warning, Sentence::phrase("take the token from the tokenizer that the model was trained with")},
    {"metadata-length-order", Warning, Sentence::phrase("let get_max_context_len be at least get_max_seq_len")},
    {"metadata-contradiction", Warning, Sentence::phrase("export one of the two keys, or both with one value")},
    {"metadata-key-empty", Warning, Sentence::phrase("name the field, as in metadata.context.max_seq_len")},
    {"metadata-prefix-doubled", Warning, Sentence::phrase("hand the key to the exporter without its prefix")},
    {"metadata-key-form", Note, Sentence::phrase("name the key namespace.field, in lower case")},
    {"metadata-key-text", Warning, Sentence::phrase("use a short key of ASCII characters")},
    {"metadata-key-duplicate", Error, Sentence::phrase("leave one of the entries out")},
    {"metadata-forms-mixed", Warning, kOneExporter},
    {"metadata-absent", Note, Sentence::phrase("export the key as a constant method, if what the runner assumes is not meant")},
    {"metadata-required-absent", Warning, Sentence::phrase("export the key as a constant method")},
    {"metadata-vocabulary-size", Warning, Sentence::phrase("export get_vocab_size with the width of the logits")},
    {"metadata-static-inputs", Warning,
     Sentence::phrase("export with a dynamic dimension for the tokens, or without enable_dynamic_shape")},
    {"metadata-cache-length", Warning, Sentence::phrase("export get_max_context_len with the length of the cache")},
    // What the runner calls
    {"runner-method-absent", Error, Sentence::phrase("export the method, under the name that the runner calls")},
    {"runner-input-count", Error,
     Sentence::phrase(
         "export the method with the inputs that the runner gives; a decoder with a cache takes tokens and positions")},
    {"runner-input-type", Error, Sentence::phrase("export with example inputs of the type that the runner gives")},
    {"runner-output-count", Warning, Sentence::phrase("return what the runner takes, and nothing else")},
    {"runner-logits-type", Warning, Sentence::phrase("let the method give logits of f32")},
    {"runner-sequence-bound", Warning,
     Sentence::phrase("export the tokens with a dynamic dimension up to get_max_seq_len, or lower the key")},
    {"runner-bound-beyond-cache", Warning, Sentence::phrase("bound the dynamic dimension by the length of the cache")},
    {"runner-position-bound", Warning,
     Sentence::phrase("export tokens and positions with one dynamic dimension, or one start position")},
    {"runner-embedding-width", Error, Sentence::phrase("export the methods of one model")},
    {"runner-cache-absent", Warning, Sentence::phrase("export the model with its cache, or without use_kv_cache")},
    {"runner-cache-shape", Warning, Sentence::phrase("export get_max_context_len with the length of the cache")},
    {"runner-token-beyond-logits", Warning, Sentence::phrase("take the token from the tokenizer that the model was trained with")},
    // Kernels and delegates
    {"lint-kernel-beside-delegates", Warning, Sentence::phrase("check whether the partitioner supports it, or decompose it")},
    {"lint-fragmented", Warning, Sentence::phrase("merge the delegates: lower the operators between them to the backend, too")},
    {"lint-kernel-missing", Warning,
     Sentence::phrase("replace or decompose the operator, give it to a delegate, or register a kernel for it")},
    {"lint-delegate-border", Warning,
     Sentence::phrase(
         "export method and delegate in one go; quantise or cast the values before the call as the payload takes them")},
    {"lint-known-bug", Warning, Sentence::phrase("see the issue; use a runtime or an exporter without the bug, or go round it")},
    {"lint-delegate-never-called", Warning, Sentence::phrase("export again without the partition, or find what removed the call")},
    {"lint-backend-library", Note, Sentence::phrase("link the backend's library into the runner")},
    {"lint-kernel-library", Note, Sentence::phrase("link the library that registers the operators into the runner")},
    // Methods and their memory
    {"lint-plan-above-peak", Note, Sentence::phrase("plan with the greedy algorithm, and see which tensors keep large ones alive")},
    {"lint-plan-overlap", Warning, Sentence::phrase("compare with `memory`, and plan the memory again")},
    {"lint-unused-input", Note, Sentence::phrase("leave the input out of the export, or see what should have read it")},
    {"lint-output-unwritten", Warning, Sentence::phrase("see what the export did with the node that computes it")},
    {"lint-plan-alignment", Warning, Sentence::phrase("plan the memory with an alignment of 16")},
    {"lint-planned-inputs", Note, Sentence::phrase("export with alloc_graph_input=False, so that the caller's memory is used")},
    {"lint-method-empty", Note, Sentence::phrase("see whether the method is meant")},
    {"lint-identical-methods", Note, Sentence::phrase("export the method once")},
    // Data
    {"lint-equal-data", Warning, Sentence::phrase("share one copy")},
    {"lint-weight-apart", Warning,
     Sentence::phrase("give all uses to one backend, or to none: constants of plans and data of delegates are stored apart")},
    {"lint-unused-parameters", Note,
     Sentence::phrase("after quantisation these are the float originals; else see whether they should be used")},
    {"lint-unbounded-size", Warning, Sentence::phrase("export with a range for the dynamic dimension")},
    {"lint-double-tensor", Note, Sentence::phrase("cast the model, or the constant that brings them, to f32")},
    {"lint-inline-data", Note, Sentence::phrase("export with ExecuTorch 0.4 or later, which put them into segments")},
    {"lint-external-absent", Note, Sentence::phrase("open the .ptd file with the program, as the runner must")},
    {"lint-sidecar-absent", Note, Sentence::phrase("open the folder that holds it with the program, and ship both")},
    {"lint-one-value", Note, Sentence::phrase("compute it with a full operator, or broadcast a scalar")},
    {"lint-nan-constant", Warning, Sentence::phrase("look at the weights of the model: training or a conversion went wrong")},
    {"lint-constant-alignment", Warning, Sentence::phrase("write the program with a constant alignment of 16")},
    {"lint-constant-unread", Note, Sentence::phrase("export again: they cost room in the file only")},
    {"constant-differs", Warning, Sentence::phrase("export the program again, or find what changed it")},
    // Record and program
    {"files-mismatched", Warning, Sentence::phrase("open the files of one export")},
    {"lint-record-of-another-export", Warning, Sentence::phrase("save the record that the export of this program made")},
    {"lint-symbol-unbounded", Warning, Sentence::phrase("export with a range for the dynamic dimension")},
    {"lint-size-specialised", Warning,
     Sentence::phrase(
         "look for what fixes the size while lowering: a size taken as a Python number, a pass that runs on the example inputs")},
    {"lint-handles-absent", Note, Sentence::phrase("generate the handles after the last pass, or leave the nodes to be unmatched")},
    {"lint-reference-misfit", Warning, Sentence::phrase("record the reference outputs again with this export")},
    {"lint-inputs-misfit", Warning, Sentence::phrase("record them again with this export")},
    {"lint-initial-state-absent", Warning, Sentence::phrase("mark the buffers with InitializedMutableBufferPass when exporting")},
    {"lint-scale-impossible", Warning, Sentence::phrase("quantise again, with a least scale")},
    {"lint-quantised-clipped", Warning,
     Sentence::phrase("look at its SQNR with `quantisation`; quantise it with a wider range, or finer groups")},
    {"lint-bias-scale", Warning, delegates::SharedBias::kAction},
    // What the record lacks
    {"graphs-absent", Note, Sentence::phrase("add an ETRecord")},
    {"exported-program-absent", Note, Sentence::phrase("generate the record with the exported program, for each method")},
    {"record-artifact-missing", Note, Sentence::phrase("save the record with its weights")},
    {"record-side-table-absent", Note, kSaveRecord},
    {"output-counts-absent", Note, Sentence::phrase("make the record with ExecuTorch 1.0 or later")},
    {"representative-inputs-absent", Note,
     Sentence::phrase("make the record from a bundled program: its first case of forward is recorded")},
    {"reference-outputs-absent", Note, Sentence::phrase("record them with a bundled program")},
    {"runtime-values-absent", Note,
     Sentence::phrase("add an ETDump with its debug buffer, or out-<method>-<call>-<output>.npy files")},
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
