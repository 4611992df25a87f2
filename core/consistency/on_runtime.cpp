#include "consistency/on_runtime.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "consistency/runtime_calls.h"
#include "consistency/uses.h"
#include "io/temporary_folder.h"

namespace etscope::consistency {

namespace {

namespace fs = std::filesystem;

/// Runs that are begun: one that is ended by a call goes on without it.
constexpr int kMostAttempts = 8;
/// Of quantised values, and of those in fewer bits than the graph says: further apart is more than that.
constexpr double kOfFewerBits = 1.0 / 32;

/// One way that was asked, where it stands in the plan.
struct Played {
    const Asked* asked = nullptr;
    PlacedScript left, right;
    std::optional<Sentence> why;  ///< it cannot be played
    bool done = false;
    RuntimeResult result;
};

double runtimeDistance(double a, double b) noexcept {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double d = std::fabs(a - b);
    return std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
}

bool isQuantised(const Script& script) {
    return std::ranges::any_of(script, [](const Step& step) {
        const auto& model = step.subject->model();
        return std::ranges::any_of(model.top().nodes,
                                   [&](graph::NodeId node) { return operatorStem(model, node).starts_with("quantize_"); });
    });
}

/// How many products or elements the longest sum of the graph has, as the last axis of its operands says.
double longestSum(const Script& script) {
    double longest = 1;
    for (const Step& step : script) {
        const auto& model = step.subject->model();
        for (const graph::NodeId node : model.top().nodes) {
            const std::string stem = operatorStem(model, node);
            const bool sums = stem == "linear" || stem == "mm" || stem == "addmm" || stem == "bmm" || stem == "matmul" ||
                              stem.find("conv") != std::string::npos || stem.find("norm") != std::string::npos ||
                              stem.find("softmax") != std::string::npos || stem.find("attention") != std::string::npos ||
                              stem == "sum" || stem == "mean";
            if (!sums) continue;
            for (const graph::ValueId input : step.subject->prepared->flow.inputs(node)) {
                const auto sizes = sizesOf(model, input);
                double terms = sizes.empty() ? 1 : static_cast<double>(sizes.back().value);
                if (stem.find("conv") != std::string::npos)
                    for (std::size_t d = 1; d + 1 < sizes.size(); ++d) terms *= static_cast<double>(sizes[d].value);
                longest = std::max(longest, terms);
            }
        }
    }
    return longest;
}

/// Kernels sum in the type of their values, where the graph is computed with one rounding for each element.
double ofKernels(const Asked& asked) { return std::sqrt(std::max(longestSum(asked.trial.left), longestSum(asked.trial.right))); }

/// Whether what a way of the runtime gave is apart from what the graph gives, and how far; as a part of the largest number, too.
struct FromGraph {
    bool apart = false, compared = false;
    double most = 0, envelope = 0;
    std::size_t step = 0, output = 0;
};
FromGraph fromGraph(const Way& runtime, const Way& graph, double kernels) {
    FromGraph found;
    double worst = 0;
    for (std::size_t s = 0; s < runtime.wide.size(); ++s)
        for (std::size_t o = 0; o < std::min(runtime.wide[s].outputs.size(), graph.wide[s].outputs.size()); ++o) {
            const auto &is = runtime.wide[s].outputs[o], &wide = graph.wide[s].outputs[o], &declared = graph.declared[s].outputs[o];
            if (!is || !wide) continue;
            found.compared = true;
            double most = 0, noise = 0, scale = 0;
            if (is->data.size() != wide->data.size()) most = std::numeric_limits<double>::infinity();
            for (std::size_t i = 0; i < std::min(is->data.size(), wide->data.size()); ++i) {
                most = std::max(most, runtimeDistance(is->data[i], wide->data[i]));
                if (std::isfinite(wide->data[i])) scale = std::max(scale, std::fabs(wide->data[i]));
                if (!declared || declared->data.size() != wide->data.size()) continue;
                const double d = runtimeDistance(declared->data[i], wide->data[i]);
                if (std::isfinite(d)) noise = std::max(noise, d);
            }
            const double envelope = isFloating(wide->type) ? 4 * kernels * noise + 1e-7 * scale : 0;
            const double beyond = most == 0 ? 0 : most / std::max(envelope, 1e-300);
            if (!(beyond > worst)) continue;
            worst = beyond;
            found = {beyond > 1, true, most, envelope, s, o};
        }
    return found;
}

/// Where an output is of other sizes than the graph says: the program is another one.
std::optional<Sentence> otherSizes(const Way& runtime, const Way& graph) {
    for (std::size_t s = 0; s < runtime.wide.size(); ++s)
        for (std::size_t o = 0; o < runtime.wide[s].outputs.size(); ++o) {
            const auto& is = runtime.wide[s].outputs[o];
            const auto& wide = o < graph.wide[s].outputs.size() ? graph.wide[s].outputs[o] : std::nullopt;
            if (is && wide && is->shape != wide->shape)
                return Sentence::of("output %1 of call %2 of %3 has other sizes than in the graph", std::to_string(o),
                                    std::to_string(s), graph.script[s].subject->method);
        }
    return std::nullopt;
}

/// The right side is the graph itself.
void judgeAgainstGraph(const Played& played, const Way& left, double kernels, bool graphDisagrees, RuntimeResult& result) {
    const FromGraph from = fromGraph(left, played.asked->left, kernels);
    result.left = played.asked->trial.leftWords;
    result.right = Sentence::of("what the graph gives");
    result.compared = from.compared ? left.wide.size() : 0;
    result.difference = from.most;
    result.envelope = from.envelope;
    result.output = from.output;
    result.leftApart = from.apart;
    if (!from.compared) {
        result.reason = Sentence::of("no output can be held against that of the other way");
        return;
    }
    if (from.apart) {
        result.position = played.asked->trial.left[from.step].start;
        result.state = graphDisagrees ? RuntimeState::Unknown : RuntimeState::Disagree;
        result.fault = graphDisagrees ? Fault::None : Fault::Runtime;
        result.reason = graphDisagrees ? Sentence::of("call %1 gives something else than the graph, which is at fault itself",
                                                      std::to_string(from.step))
                                       : Sentence::of(
                                             "call %1 gives something else than the graph: a kernel or a delegate is at "
                                             "fault, not the graph",
                                             std::to_string(from.step));
        return;
    }
    result.state = graphDisagrees ? RuntimeState::Disagree : RuntimeState::Agree;
    result.fault = graphDisagrees ? Fault::Model : Fault::None;
    result.reason = graphDisagrees ? Sentence::of("each call gives what the graph gives: the model is at fault, no kernel")
                                   : Sentence::of("each call gives what the graph gives");
}

/// The outputs of both ways of the runtime, within what the graph's rounding allows.
struct Apart {
    Difference worst;
    double envelope = 0;
    std::size_t output = 0, compared = 0;
    bool differs = false;
};
Apart apartOnRuntime(Bench& bench, const Asked& asked, const Way& left, const Way& right, double kernels) {
    Apart found;
    double most = -1;
    const auto take = [&](const Difference& runtime, double envelope, std::size_t output) {
        ++found.compared;
        const double beyond = runtime.most == 0 ? 0 : runtime.most / std::max(envelope, 1e-300);
        found.differs |= beyond > 1;
        if (!(beyond > most)) return;
        most = beyond;
        found.worst = runtime;
        found.envelope = envelope;
        found.output = output;
    };
    const auto widened = [&](double envelope, double scale, bool floats) {
        return floats ? kernels * envelope + 1e-7 * scale : envelope;
    };
    if (asked.trial.fixedRows > 0) {
        const Disagreement runtime = rowsApart(left, right, asked.trial.fixedRows);
        if (runtime.compared > 0) take(runtime.worst, widened(0, runtime.worst.scale, true), runtime.output);
        return found;
    }
    for (const Pair& pair : bench.pairs(asked.trial, asked.left, asked.right))
        for (const OutputPair& one : outputPairs(asked.left, asked.right, pair)) {
            const Difference runtime = outputDifference(left, right, pair, one.left, one.right);
            const bool floats = one.difference.envelope > 0 || one.difference.scale == 0;
            if (runtime.comparable) take(runtime, widened(one.difference.envelope, one.difference.scale, floats), one.left);
        }
    return found;
}

/// Who is at fault, told by who disagrees with itself.
void sayWho(const Asked& asked, bool graphDisagrees, const Apart& apart, const FromGraph& left, const FromGraph& right,
            RuntimeResult& result) {
    if (graphDisagrees) {
        result.state = apart.differs ? RuntimeState::Disagree : RuntimeState::Agree;
        result.fault = apart.differs ? Fault::Model : Fault::Graph;
        result.reason =
            apart.differs
                ? Sentence::of("graph and runtime disagree with themselves both: the model is at fault, no kernel")
                : Sentence::of("the runtime agrees with itself, only the graph does not: the program does something else");
        return;
    }
    if (!apart.differs) {
        result.state = RuntimeState::Agree;
        result.reason = apart.worst.most == 0 ? Sentence::of("the runtime gives the same, bit for bit")
                                              : Sentence::of("both ways of the runtime agree, too");
        return;
    }
    const double own = std::max(left.most, right.most);
    const bool few =
        left.apart && right.apart && std::isfinite(own) && apart.worst.most <= 2 * own && own <= kOfFewerBits * apart.worst.scale;
    if (few) {
        result.state = RuntimeState::Unknown;
        result.reason = Sentence::of(
            "both ways of the runtime are as far from the graph as from each other: it computes with fewer bits than the graph "
            "says");
        return;
    }
    result.state = RuntimeState::Disagree;
    result.fault = Fault::Runtime;
    result.reason = Sentence::of("only the runtime disagrees with itself: a kernel or a delegate is at fault, not the graph");
    if (left.apart || right.apart)
        result.reason += Sentence(std::string_view("; ")) +
                         (left.apart && right.apart ? Sentence::of("both ways give something else than the graph")
                                                    : Sentence::of("what gives something else than the graph: %1",
                                                                   left.apart ? asked.trial.leftWords : asked.trial.rightWords));
}

class Stage {
public:
    Stage(Bench& bench, const RuntimeOptions& options, MethodConsistency& made) : m_bench(bench), m_options(options), m_made(made) {
        for (const Asked& asked : bench.asked())
            if (wasAnswered(asked.check)) {
                m_played.emplace_back();
                m_played.back().asked = &asked;
                m_played.back().why = whyNot(asked);
            }
    }

    Result<void> run() {
        if (std::ranges::any_of(m_played, [](const Played& one) { return !one.why; }))
            if (auto executed = executeAll(); !executed) return executed;
        for (CheckResult& check : m_made.checks) conclude(check);
        return {};
    }

private:
    CheckResult* checkOf(const std::string& id) {
        const auto found = std::ranges::find(m_made.checks, id, &CheckResult::id);
        return found == m_made.checks.end() ? nullptr : &*found;
    }
    bool wasAnswered(const std::string& id) {
        const CheckResult* check = checkOf(id);
        return check != nullptr && (check->state == State::Agree || check->state == State::Disagree);
    }
    static std::optional<Sentence> whyNot(const Asked& asked) {
        if (asked.trial.leftDraws != Draws::Mean || asked.trial.rightDraws != Draws::Mean)
            return Sentence::of("the graph draws random numbers, which the runtime draws for itself");
        return std::nullopt;
    }

    /// What is left is executed; a call that ends the run is left out of the next one.
    Result<void> executeAll() {
        m_made.runtime.emplace();
        m_made.runtime->kind = run::targetKindName(m_options.target.kind);
        m_made.runtime->path = m_options.target.path;
        auto place = TemporaryFolder::make("etscope-consistency");
        if (!place) return giveUp(place.error());
        for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
            auto calls = RuntimeCalls::make(m_bench.method().session, m_options.target.kind);
            if (!calls) return giveUp(calls.error());
            for (Played& one : m_played) plan(one, *calls);
            if (calls->plan().calls.empty()) return {};
            run::RunRequest request;
            request.target = m_options.target;
            request.time = m_options.time;
            request.memory = m_options.memory;
            request.version = m_options.version;
            const auto outcome = run::execute(calls->plan(), request, place->file("run-" + std::to_string(attempt)), m_bench.job());
            if (outcome.cancelled()) return outcome.failure();
            if (!outcome && !isOfOneCall(outcome.error())) return giveUp(outcome.error());
            if (outcome) take(*outcome);
            if (m_bench.job().cancelled()) return cancelledFailure();
            const auto ended = outcome ? outcome->record.error : std::optional(outcome.error());
            if (!leaveOut(ended, attempt + 1 == kMostAttempts)) return {};
            std::error_code error;
            fs::remove_all(place->file("run-" + std::to_string(attempt)), error);
        }
        return {};
    }
    static bool isOfOneCall(const Error& error) {
        return error.code == "run-aborted" || error.code == "run-timeout" || error.code == "run-said-too-much" ||
               error.code == "run-target-failed" || error.code == "run-no-values";
    }
    Result<void> giveUp(const Error& error) {
        m_made.runtime->error = error;
        for (Played& one : m_played)
            if (!one.done && !one.why) one.why = Sentence(error.message);
        return {};
    }
    void plan(Played& one, RuntimeCalls& calls) {
        if (one.done || one.why) return;
        one.left = one.right = {};
        one.why = calls.add(one.asked->trial.left, one.left);
        if (!one.why && !one.asked->trial.right.empty()) one.why = calls.add(one.asked->trial.right, one.right);
    }
    /// The first way that is not played is what ended the run; the last time nothing else is tried. False: nothing is left to be
    /// played.
    bool leaveOut(const std::optional<Error>& error, bool last) {
        const auto next = std::ranges::find_if(m_played, [](const Played& one) { return !one.done && !one.why; });
        if (next == m_played.end()) return false;
        next->why = Sentence(error ? error->message : std::string("the run came to its end without it"));
        const bool ofAll = !error || error->code == "run-timeout" || error->code == "run-no-values";
        if (ofAll || last)
            for (Played& one : m_played)
                if (!one.done && !one.why) one.why = next->why;
        return std::ranges::any_of(m_played, [](const Played& one) { return !one.done && !one.why; });
    }

    void take(const run::RunOutcome& outcome) {
        m_made.runtime->executorch = outcome.record.target.executorch;
        m_made.runtime->seconds += outcome.record.seconds;
        for (const auto& call : outcome.record.calls) m_made.runtime->calls += call.state == runrecord::CallState::Done ? 1 : 0;
        for (Played& one : m_played) {
            if (one.done || one.why || !wasTried(one.left, outcome) || !wasTried(one.right, outcome)) continue;
            Way left, right;
            one.why = playedWay(one.left, one.asked->trial.left, outcome, left, m_bench.job());
            if (!one.why) one.why = playedWay(one.right, one.asked->trial.right, outcome, right, m_bench.job());
            if (one.why) continue;
            one.done = true;
            judge(one, left, right);
        }
    }

    /// Quantised graphs are computed once more with their steps: what these do is no fault of the runtime.
    Result<Asked> withSteps(const Asked& asked) {
        Asked made = asked;
        Budget budget(m_bench.budget().left());
        for (auto [script, way] : {std::pair(&asked.trial.left, &made.left), std::pair(&asked.trial.right, &made.right)}) {
            if (script->empty() || !isQuantised(*script)) continue;
            auto played = play(*script, {false, Draws::Mean, true}, budget, m_bench.job());
            if (!played) return played.failure();
            way->declared = std::move(played->declared);
        }
        return made;
    }

    void judge(Played& one, const Way& left, const Way& right) {
        const bool graphDisagrees = checkOf(one.asked->check)->state == State::Disagree && isTheWorst(*one.asked);
        const auto asked = withSteps(*one.asked);
        if (!asked) {
            one.result.reason = Sentence(asked.error().message);
            return;
        }
        const double kernels = ofKernels(*asked);
        RuntimeResult& result = one.result;
        for (const auto& [runtime, graph] : {std::pair(&left, &asked->left), std::pair(&right, &asked->right)})
            if (const auto other = otherSizes(*runtime, *graph)) {
                result.state = RuntimeState::Unknown;
                result.reason = *other;
                return;
            }
        if (asked->trial.right.empty()) {
            Played held = one;
            held.asked = &*asked;
            return judgeAgainstGraph(held, left, kernels, checkOf(asked->check)->state == State::Disagree, result);
        }
        const Apart apart = apartOnRuntime(m_bench, *asked, left, right, kernels);
        result.left = asked->trial.leftWords;
        result.right = asked->trial.rightWords;
        result.compared = apart.compared;
        result.difference = apart.worst.most;
        result.envelope = apart.envelope;
        result.output = apart.output;
        if (apart.worst.position >= 0) result.position = apart.worst.position;
        if (apart.worst.row >= 0) result.row = apart.worst.row;
        if (apart.compared == 0) {
            result.reason = Sentence::of("no output can be held against that of the other way");
            return;
        }
        const FromGraph ofLeft = fromGraph(left, asked->left, kernels), ofRight = fromGraph(right, asked->right, kernels);
        result.leftApart = ofLeft.apart;
        result.rightApart = ofRight.apart;
        sayWho(*asked, graphDisagrees, apart, ofLeft, ofRight, result);
    }
    /// The trial that made the check disagree: its last one.
    bool isTheWorst(const Asked& asked) const {
        const auto& all = m_bench.asked();
        const auto last = std::find_if(all.rbegin(), all.rend(), [&](const Asked& one) { return one.check == asked.check; });
        return last != all.rend() && &*last == &asked;
    }

    static int rank(const RuntimeResult& result) {
        return result.state == RuntimeState::Disagree  ? 4
               : result.fault == Fault::Graph          ? 3
               : result.state == RuntimeState::Unknown ? 2
               : result.state == RuntimeState::Agree   ? 1
                                                       : 0;
    }
    void conclude(CheckResult& check) {
        if (!wasAnswered(check.id)) return;
        RuntimeResult& result = check.runtime.emplace();
        std::size_t compared = 0;
        bool any = false;
        std::optional<Sentence> why;
        for (const Played& one : m_played) {
            if (one.asked->check != check.id) continue;
            if (!one.done) {
                if (!why) why = one.why;
                continue;
            }
            compared += one.result.compared;
            if (!any || isWorse(one.result, result)) result = one.result;
            any = true;
        }
        result.compared = compared;
        if (any && why)
            result.reason += Sentence(std::string_view("; ")) + Sentence::of("not all of its ways were played: %1", *why);
        if (any) return;
        result.reason = why ? *why
                        : m_bench.tooLarge().contains(check.id)
                            ? Sentence::of("what the graph gives is too large to be kept beside it")
                            : Sentence::of("it compares nothing that a program gives");
    }
    static bool isWorse(const RuntimeResult& one, const RuntimeResult& other) {
        const auto beyond = [](const RuntimeResult& r) {
            return r.difference == 0 ? 0 : r.difference / std::max(r.envelope, 1e-300);
        };
        return rank(one) != rank(other) ? rank(one) > rank(other) : beyond(one) > beyond(other);
    }

    Bench& m_bench;
    const RuntimeOptions& m_options;
    MethodConsistency& m_made;
    std::vector<Played> m_played;
};

}  // namespace

Result<void> playOnRuntime(Bench& bench, const RuntimeOptions& options, MethodConsistency& made) {
    return Stage(bench, options, made).run();
}

}  // namespace etscope::consistency
