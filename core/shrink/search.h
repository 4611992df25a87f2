// Search: from the part of a graph that is at fault to the smallest program that is still wrong in the same way: where to cut,
// which nodes, which weights, how large. Rules: docs/FORMATS.md "Shrink". One thread.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "shrink/bench.h"
#include "shrink/material.h"

namespace etscope::shrink {

/// What is being made smaller.
enum class Phase : std::uint8_t { Cut, Nodes, Weights, Sizes };
/// "cut", "nodes", "weights", "sizes".
std::string_view phaseName(Phase phase) noexcept;

/// One candidate that was tried.
struct Step {
    Phase phase = Phase::Cut;
    std::string what;  ///< "the operator alone", "12 of 40 nodes"
    TrialState state = TrialState::NotDecided;
    std::string message;
    std::size_t operators = 0;
    std::uint64_t inputBytes = 0, constantBytes = 0;
    double seconds = 0;
    /// Of what is at fault in it, over what rounding normally gives; infinite: no rounding explains it; nothing: it was not judged.
    std::optional<double> ownError = {};
};

struct SearchOptions {
    std::chrono::milliseconds time = std::chrono::minutes(5);   ///< after which the smallest so far is the answer
    std::chrono::milliseconds fair = std::chrono::seconds(40);  ///< the same, once it is small enough
    std::size_t operators = 3;                                  ///< small enough, of both
    std::uint64_t bytes = 4096;
    std::vector<std::string> backends;
    StateAs states = StateAs::Input;
    std::vector<graph::NodeId> inner;  ///< at fault inside bodies of control flow: tried by themselves first
    std::string head;                  ///< of the code
    /// By user input of the method: the order of dimensions that a caller fed.
    std::map<std::string, std::vector<std::uint8_t>> orders;
    std::function<void(const Step&)> onStep;
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();  ///< of the whole search
};

/// The smallest that is still wrong.
struct Found {
    Sketch sketch;
    Trial trial;
};

/// A place where a size stands: an axis of a feed.
struct Place {
    std::size_t feed = 0, axis = 0;
};

class Search {
public:
    /// Keeps references.
    Search(const Material& material, Bench& bench, const SearchOptions& options)
        : m_material(material), m_bench(bench), m_options(options) {}

    /// `seeds`: nodes at fault; `within`: those that were lowered together with them; empty: nothing tells. Cancelling keeps what
    /// was found. Gives nothing where no candidate is wrong in the same way. Errors: those of Bench::tryOut() but `cancelled`
    /// after something was found.
    Result<std::optional<Found>> run(const std::vector<graph::NodeId>& seeds, const std::vector<graph::NodeId>& within,
                                     const JobContext& job);
    const std::vector<Step>& steps() const& noexcept { return m_steps; }
    const std::vector<Step>& steps() const&& = delete;
    /// The time is over: what was not tried by now is not tried.
    bool isLate() const;

private:
    using Nodes = std::vector<graph::NodeId>;

    Result<void> cutAt(const Nodes& seeds, const Nodes& within, const JobContext& job);
    Result<void> cutInBodies(const JobContext& job);
    Result<void> growFrom(const Nodes& seeds, const Nodes& within, const JobContext& job);
    /// Tries the nodes where nothing is found yet and the time is not over.
    Result<void> attempt(const std::string& what, Nodes nodes, const JobContext& job);
    std::vector<std::pair<std::string, Nodes>> kindsOf(const Nodes& nodes) const;
    Result<void> lessNodes(const JobContext& job);
    /// Nodes in the middle, and in bodies of control flow: a value that they read takes the place of what they give.
    Result<void> passBy(const JobContext& job);
    Result<void> simplerWeights(const JobContext& job);
    Result<void> smallerSizes(const JobContext& job);
    /// Whether the candidate is wrong in the same way: it is the smallest then.
    Result<bool> keeps(Phase phase, std::string what, const Result<Sketch>& sketch, const JobContext& job);
    Result<bool> keeps(Phase phase, std::string what, const Nodes& nodes, const JobContext& job);
    Result<bool> keepsSize(std::int64_t from, std::int64_t to, const JobContext& job);
    Result<bool> keepsPart(const std::string& what, const std::vector<Place>& places, std::int64_t from, std::int64_t to,
                           const JobContext& job);
    Nodes grown(const Nodes& nodes, const std::set<graph::NodeId>& within) const;

    const Material& m_material;
    Bench& m_bench;
    const SearchOptions& m_options;
    std::vector<Step> m_steps;
    std::optional<Found> m_best;
    std::set<Nodes> m_tried;
};

}  // namespace etscope::shrink
