// RunPlan: what a run will execute: program, data, calls in their order with their inputs, passes. Made from a session and what the
// user asked for; nothing is executed or written by making it. Value type that keeps the files it reads from; any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "runrecord/run_record.h"
#include "session/session.h"
#include "tensor/tensor.h"

namespace etscope::run {

/// What of each call is kept.
enum class Values : std::uint8_t { All, Outputs, None };
/// "all", "outputs", "none".
std::string_view valuesName(Values values) noexcept;

enum class Modules : std::uint8_t {
    One,    ///< all calls in one loaded module, in their order: state goes on from call to call
    Fresh,  ///< each call in a module of its own
};
/// "one", "fresh".
std::string_view modulesName(Modules modules) noexcept;

struct PlanOptions {
    std::vector<std::string> methods;  ///< empty: all that have inputs
    /// Each: a number (case N), "bundle", "record", "example", "random", or a file or folder with the inputs of one call. Empty:
    /// the cases of the bundle, else of the record, else of files in-…, else the example inputs. "METHOD:" before one: for that
    /// method alone, which the others are not for then.
    std::vector<std::string> cases;
    std::map<std::string, std::int64_t>
        sizes;                ///< of symbols: the inputs of the cases (else the example's) cut or repeated to them
    std::int64_t repeat = 1;  ///< calls of each in the pass of times; 0: no such pass
    Values values = Values::All;
    Modules modules = Modules::One;
    std::uint64_t mostBuffer = std::uint64_t{2} << 30U;  ///< bytes of values that one module may log
    bool streams = false;                                ///< the target writes values while it runs: no buffer
};

/// An input that is an output of an earlier call of the same module.
struct FedInput {
    std::size_t call = 0, output = 0;
};

struct PlannedCall {
    runrecord::RunCall facts;           ///< inputs and outputs are filled when they are written
    std::vector<tensor::Value> values;  ///< one for each input of the plan; None where it is fed
    std::map<std::size_t, FedInput> fed;
    std::vector<std::vector<std::uint8_t>> dimOrders;
    std::vector<ScalarType> types;  ///< of tensors: what the program takes
};

struct PlannedModule {
    runrecord::Pass pass = runrecord::Pass::Values;
    std::vector<std::size_t> calls;  ///< of RunPlan::calls
    std::uint64_t bufferBytes = 0;   ///< that the debug buffer has
    bool sharesMemory = false;       ///< its methods are given one memory: what they keep they have in common
};

struct RunPlan {
    ByteRange program;
    std::string programPath;     ///< as the user named it; with its part
    bool programIsFile = false;  ///< its bytes are all of that file
    std::vector<std::string> dataPaths;
    std::vector<ByteRange> data;
    std::vector<runrecord::MethodFacts> methods;
    std::vector<PlannedCall> calls;
    std::vector<PlannedModule> modules;
    std::vector<std::string> notes;  ///< sentences: what was left out and why, what is a last resort
    Values values = Values::All;
    Modules loaded = Modules::One;
    std::int64_t repeat = 1;

    std::size_t executions() const noexcept;  ///< of calls, over all passes
};

/// Errors: `no-program`, `no-such-method`, `run-cases` (what was asked for does not exist, or does not fit the method),
/// `run-sizes`, `run-values-too-large`, those of reading, `cancelled`.
Result<RunPlan> makePlan(const session::Session& session, const PlanOptions& options, const JobContext& job);

/// Program and data alone, for calls that the caller plans; in nothing but their outputs. Errors: `no-program`.
Result<RunPlan> planOfFiles(const session::Session& session);
/// What the plan takes at each place; the inputs must be of it. Errors: `run-cases`.
Result<void> fit(PlannedCall& call, const program::ExecutionPlan& plan);

/// "s0=3,s1=8". Errors: `run-sizes`.
Result<std::map<std::string, std::int64_t>> parseSizes(const std::vector<std::string>& texts);

}  // namespace etscope::run
