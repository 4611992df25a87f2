// Remedies: what can be changed of an export so that a fault goes, as a table: for which causes, what of it is asked for, the
// parts of a patch and its lines. Any thread. Rules: docs/FORMATS.md "Mend".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "mend/fault.h"

namespace etscope::mend {

/// What one application of a remedy is about.
enum class Over : std::uint8_t {
    Export,     ///< all of it: applied once
    Operator,   ///< one suspicious operator: applied once for each
    Nodes,      ///< the suspicious nodes of one operator, where the operator stands elsewhere, too
    Like,       ///< the operator with the arguments of the suspicious nodes, where it stands with others, too
    Pattern,    ///< the suspicious nodes of one operator with what stands beside them
    Modules,    ///< the modules of the suspicious nodes
    Delegates,  ///< all that the faulty delegates hold
    Buffers,    ///< the buffers that began with other contents
    Rounded     ///< one operator that reads numbers rounded to integers: applied once for each
};

/// When a remedy can be of use at all.
enum class When : std::uint8_t {
    Always,
    Delegated,  ///< the fault is of a delegate
    Outside,    ///< it is of none
    Xnnpack,    ///< of one of XNNPACK
    Known,      ///< a function of equivalents.py computes the operator
    Sums,       ///< a function of accumulators.py computes the operator
    Linear,     ///< of one of XNNPACK, and the operator is a matrix product
    Optimised,  ///< of none, and the installed runtime has an optimised kernel of the operator
    Halves,     ///< the graph has values of half types
    Flow,       ///< it has control flow
    Quantised,  ///< it rounds to integers
    Rounds      ///< it does, and the fault is of a delegate of XNNPACK
};

/// A row of the table. Of the lines: {op} the operator, {nodes} names of nodes, {function} of equivalents.py, {sum} of
/// accumulators.py, {buffers} and {modules} names, {name} of the operator without its overload, as a text, {partitioners} of the
/// export.
struct Remedy {
    std::string_view id;
    std::uint32_t causes = 0;  ///< bits of causes::Cause
    Over over = Over::Export;
    When when = When::Always;
    const char* title = nullptr;    ///< of a Sentence; %1: what it is about
    std::string_view parts = {};    ///< files of resources/mend, in their order
    std::string_view pass = {};     ///< expressions: passes over the edge program
    std::string_view wrap = {};     ///< a partitioner in the place of `inner`
    std::string_view replace = {};  ///< partitioners in the place of the export's, a list
    std::string_view add = {};      ///< further partitioners, before the export's
    std::string_view config = {};   ///< arguments of ExecutorchBackendConfig
    std::string_view edge = {};     ///< arguments of EdgeCompileConfig
    std::string_view after = {};    ///< lines that make `manager` another EdgeProgramManager; it has no delegates before
    std::string_view change = {};   ///< an exported program in the place of `program`
    bool freshModules = false;      ///< of the run: the method is loaded anew before the first case that is wrong
    std::string_view unless = {};   ///< another row's id: not tried for what that one mended
    std::string_view needs = {};    ///< a backend that the runtime must have
    bool exported = false;          ///< of exported programs, not of edge programs
    bool late = false;              ///< only where nothing else makes all right
    const char* notHere =
        nullptr;  ///< of a Sentence: why it cannot be tried here; it is told of, and nothing is offered. %1: as `title`
};

/// A remedy applied: with what it is about.
struct Measure {
    const Remedy* remedy = nullptr;
    std::string subject;  ///< for people and the name of its folder: "aten.gelu.default"; empty: the export
    std::string op, function, sum;
    std::vector<std::pair<std::string, std::vector<std::string>>> nodes;  ///< by method
    std::vector<std::string> buffers, modules;
    std::size_t touches = 0;  ///< nodes that it changes; of all of the export: that many as it has suspects and one more
    Sentence title() const;
    /// Why it cannot be tried here; empty: it can.
    Sentence notHere() const;
};

struct Surroundings {
    std::vector<std::string> backends = {};           ///< of the installed runtime
    bool halves = false, flow = false;                ///< of the graph: values of half types, control flow
    std::map<std::string, std::size_t> rounded = {};  ///< operators that read what was rounded to integers, and how many nodes
};

/// The rows, in the order in which they are tried.
const std::vector<Remedy>& remedies();
/// Every application of every row to the faults, in the order of the table.
std::vector<Measure> measuresFor(const std::vector<Fault>& faults, const Surroundings& around);
/// The function of equivalents.py that computes what the operator computes; empty: none.
std::string_view equivalentOf(std::string_view op) noexcept;
/// The function of accumulators.py that sums what the operator sums in a wider type; empty: none.
std::string_view accumulatorOf(std::string_view op) noexcept;

}  // namespace etscope::mend
