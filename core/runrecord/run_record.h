// RunRecord: what a run made from etscope was, as `run.json` beside its dumps and outputs says it: program, target, calls in their
// order, which run of which dump each was, and a hash of every file. Plain values; any thread. Format: docs/FORMATS.md "Run
// record", docs/schema/run.json.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope::runrecord {

/// Where the inputs of a call are from. Random ones are the last resort.
enum class CaseSource : std::uint8_t { Bundle, Record, Files, Example, Given, Sizes, Random, Unknown };
/// "bundle", "record", "files" (in-… of the session), "example", "given" (files named for this run), "sizes", "random", "unknown".
std::string_view caseSourceName(CaseSource source) noexcept;

enum class CallState : std::uint8_t { NotRun, Done, Failed, Unknown };
/// "not_run", "done", "failed", "unknown".
std::string_view callStateName(CallState state) noexcept;

/// How a run ended. Partial: the target ended before its end, or calls failed; what was written until then is there.
enum class RunState : std::uint8_t { Done, Partial, Failed, Cancelled, Unknown };
/// "done", "partial", "failed", "cancelled", "unknown".
std::string_view runStateName(RunState state) noexcept;

/// A file with what tells whether it is still the same.
struct HashedFile {
    std::string file;  ///< of written ones: below the folder of the record; of others: as the user named them
    std::uint64_t size = 0;
    std::string sha256;  ///< 64 digits in lower case
};

/// One input of a call.
struct CallInput {
    enum class Kind : std::uint8_t { None, Bool, Int, Double, Tensor };
    Kind kind = Kind::None;
    bool boolean = false;
    std::int64_t integer = 0;
    double number = 0;
    std::string type;                 ///< Tensor: what the program is given ("bf16"); the file may hold it wider
    std::vector<std::int64_t> shape;  ///< Tensor
    std::string file;                 ///< Tensor: a written file, .npy
};
std::string_view inputKindName(CallInput::Kind kind) noexcept;

/// One output of a call; no file: None, or what numpy has no array of.
struct CallOutput {
    std::string file, type;
};

struct RunCall {
    std::string method;
    CaseSource source = CaseSource::Unknown;
    std::optional<std::int64_t> caseIndex;  ///< of a bundle's or record's cases, or those of files
    std::string caseText;                   ///< for people: "case 3 of model.bpte", "sizes s0=3, cut from case 0"
    CallState state = CallState::NotRun;
    std::string message;                ///< why it failed
    std::optional<std::int64_t> nanos;  ///< the call as the target's clock saw it, in the pass of values: not a time of the program
    std::vector<CallInput> inputs;
    std::vector<CallOutput> outputs;
};

enum class Pass : std::uint8_t { Values, Outputs, Times, Unknown };
/// "values", "outputs", "times", "unknown".
std::string_view passName(Pass pass) noexcept;

/// One loaded module with its dump.
struct RunModule {
    Pass pass = Pass::Unknown;
    std::string dump, buffer;        ///< written files; empty: none
    std::vector<std::size_t> calls;  ///< executed in it, in their order
    struct Block {
        std::int64_t run = 0;  ///< of the dump
        std::size_t call = 0;
    };
    std::vector<Block> runs;  ///< which run of the dump each was; empty: not known
};

struct MethodFacts {
    std::string name;
    std::optional<bool> keepsState;  ///< its outputs depend on earlier calls; nothing: not known
};

struct Target {
    std::string kind, path;           ///< "python", "runner", "adb"; the interpreter, the program, or the device's serial number
    std::string executorch, version;  ///< of the runtime ("1.5.1+cpu"); of the interpreter or runner
    std::string torch;
    std::vector<std::string> backends;
};

struct RunRecord {
    std::string etscope;  ///< version that made it
    RunState state = RunState::Unknown;
    std::optional<Error> error;  ///< what ended it
    std::string said;            ///< the last of what the target said beside its answers
    std::vector<std::string> notes;
    Target target;
    std::string system, started;  ///< "Linux 6.1 x86_64"; "2026-11-30T16:24:33Z"
    std::int64_t processors = 0;
    double seconds = 0;
    std::string values = "all", modules = "one";  ///< "all", "outputs", "none"; "one" for all calls, or "fresh" for each
    std::int64_t repeat = 0;                      ///< calls of each in the pass of times
    HashedFile program;
    std::vector<HashedFile> data;  ///< .ptd
    std::vector<MethodFacts> methods;
    std::vector<RunCall> calls;  ///< in their order
    std::vector<RunModule> passes;
    std::vector<HashedFile> written;  ///< everything else in the folder that this speaks of
};

/// Whether the name can only be of a file below a folder: relative, without "..", empty parts, backslashes and control characters.
bool staysBelow(std::string_view name) noexcept;

/// Errors: those of readJson(), `run-record-damaged`. What is wrong in it but does not stop the reading is left out, a diagnostic
/// `run-record-damaged` each.
Result<RunRecord> read(const ByteRange& file, Diagnostics& diagnostics);

/// The document, "schema" first.
nlohmann::ordered_json toJson(const RunRecord& record);

}  // namespace etscope::runrecord
