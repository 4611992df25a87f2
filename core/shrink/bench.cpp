#include "shrink/bench.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/enum_table.h"
#include "base/escaped.h"
#include "findings/verdict.h"
#include "io/output_file.h"
#include "run/run_plan.h"
#include "shrink/model_code.h"
#include "tensor/export.h"

namespace etscope::shrink {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMethod = "forward";

void end(Trial& trial, TrialState state, std::string message) {
    trial.state = state;
    trial.message = std::move(message);
}

/// Errors that end the search, not the trial.
bool isFatal(const Error& error) { return error.code == Error::kCancelled || error.code == "write-failed"; }

/// What differs is nothing that the program is to blame for: it rounds, or it is held against something else.
bool isOfReference(causes::Cause cause) noexcept {
    return cause == causes::Cause::Quantisation || cause == causes::Cause::Pairing || cause == causes::Cause::OtherReference;
}

/// The program was loaded, and no call came to its end.
bool isStop(const Error& error) { return error.code == "run-no-values" || error.code == "run-aborted"; }

/// A caller's own order of dimensions, against what the program takes.
void setOrders(run::RunPlan& plan, const Sketch& sketch) {
    std::size_t input = 0;
    for (const Feed& feed : sketch.feeds) {
        if (feed.kind != FeedKind::Input) continue;
        if (const auto order = sketch.orders.find(feed.name); order != sketch.orders.end())
            for (run::PlannedCall& call : plan.calls)
                if (input < call.dimOrders.size()) call.dimOrders[input] = order->second;
        ++input;
    }
}

/// Whether the culprit is the fault. `edge`: the graph of its nodes; null: there is none.
bool isWanted(const causes::Culprit& culprit, const Wanted& wanted, const graph::GraphModel* edge) {
    using causes::Cause;
    if (culprit.cause == wanted.cause && wanted.byOutputs) return true;
    if (wanted.byOutputs) return !isOfReference(culprit.cause) && (wanted.cause == Cause::Unknown || !isOfCall(culprit));
    // That it was fed something else is the other explanation of a call that alone reads an input; here it was not.
    if (culprit.cause == Cause::Input && (wanted.cause == Cause::Kernel || wanted.cause == Cause::Delegate)) return true;
    if (culprit.cause != wanted.cause) return false;
    if (wanted.operators.empty() || culprit.nodes.empty() || edge == nullptr) return true;
    return std::ranges::any_of(culprit.nodes, [&](const std::string& path) {
        const graph::NodeId node = edge->findNode(path);
        return node.valid() && wanted.operators.contains(operatorName(*edge, node));
    });
}

Result<void> judgeRun(const Wanted& wanted, Trial& trial, const JobContext& job) {
    const auto session = session::Session::open({trial.folder, trial.folder + "/run"}, {}, job);
    return session ? judge({**session, kMethod}, wanted, trial, job) : session.failure();
}

}  // namespace

std::string_view trialStateName(TrialState state) noexcept {
    static constexpr EnumTable<TrialState::NotDecided> kNames({"still_wrong", "otherwise", "right", "not_built", "not_decided"});
    return kNames[state];
}

Result<Trial> Bench::tryOut(const Sketch& sketch, std::string_view head, const JobContext& job) {
    const auto began = std::chrono::steady_clock::now();
    Trial trial;
    trial.folder = m_folder + "/" + std::to_string(++m_number);
    std::error_code error;
    fs::create_directories(trial.folder, error);
    trial.message.clear();
    if (auto built = build(sketch, head, trial, job); !built) return built.failure();
    if (trial.message.empty())
        if (auto ran = execute(sketch, trial, job); !ran) return ran.failure();
    if (trial.message.empty())
        if (auto judged = judgeRun(m_wanted, trial, job); !judged) return judged.failure();
    trial.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return trial;
}

std::optional<double> ownErrorOf(const evaluate::Judgement& judgement) noexcept {
    if (judgement.mismatched > 0 && (!(judgement.normal > 0) || !std::isfinite(judgement.units)))
        return std::numeric_limits<double>::infinity();
    return judgement.normal > 0 && judgement.units > judgement.normal ? std::optional(judgement.units / judgement.normal)
                                                                      : std::nullopt;
}

Result<void> Bench::build(const Sketch& sketch, std::string_view head, Trial& trial, const JobContext& job) {
    const auto code = modelCode(sketch, head);
    if (!code) {
        if (isFatal(code.error())) return code.failure();
        end(trial, TrialState::NotBuilt, code.error().message);
        return {};
    }
    const std::string_view text = code->text;
    if (auto written = writeFile(trial.folder + "/model.py", std::as_bytes(std::span(text)), job); !written) return written;
    if (!code->values.empty())
        if (auto written = tensor::exportTensors(code->values, trial.folder + "/values.npz", tensor::ExportFormat::Npz, job);
            !written)
            return written;
    lowering::BuildRequest request;
    request.folder = trial.folder;
    request.code = {"model.py"};
    const auto answer = m_driver.build(request, job);
    if (!answer) return answer.failure();
    // Every candidate would end so.
    constexpr std::string_view kFull = "No space left on device";
    if (!answer->done() && answer->message.find(kFull) != std::string::npos)
        return fail("write-failed", std::string(kFull), escaped(trial.folder));
    if (!answer->done())
        end(trial, answer->state == lowering::Answer::State::Failed ? TrialState::NotBuilt : TrialState::NotDecided,
            (answer->step.empty() ? "" : answer->step + ": ") + answer->message);
    return {};
}

Result<void> Bench::execute(const Sketch& sketch, Trial& trial, const JobContext& job) {
    const auto stop = [&](const Error& error) -> Result<void> {
        if (isFatal(error)) return Failure{error};
        end(trial, TrialState::NotDecided, error.message);
        return {};
    };
    const auto session = session::Session::open({trial.folder}, {}, job);
    if (!session) return stop(session.error());
    run::PlanOptions options;
    options.repeat = 0;
    auto plan = run::makePlan(**session, options, job);
    if (!plan) return stop(plan.error());
    setOrders(*plan, sketch);
    run::RunRequest request;
    request.by = m_driver.executor();
    const auto outcome = run::execute(*std::move(plan), request, trial.folder + "/run", job);
    if (!outcome && m_wanted.stops && isStop(outcome.error())) {
        trial.stopped = true;
        end(trial, TrialState::StillWrong, outcome.error().message);
        return {};
    }
    return outcome ? Result<void>() : stop(outcome.error());
}

Result<void> judge(const session::MethodView& method, const Wanted& wanted, Trial& trial, const JobContext& job) {
    const auto verdict = findings::verdict(method.session, job);
    if (!verdict) return verdict.failure();
    const auto culprits = causes::methodCulprits(method, job);
    if (!culprits) return culprits.failure();
    const auto edge = method.graph(graph::StageId::edge(), job);
    const auto& outputs = (*verdict)->outputs;
    const std::string said = (*verdict)->sentences.back().text.text();
    bool anyOther = false, onlyRounds = true;
    for (const causes::RunCulprits& run : (*culprits)->runs)
        for (const causes::Culprit& culprit : run.culprits) {
            const bool is = isWanted(culprit, wanted, edge ? edge->get() : nullptr);
            anyOther = anyOther || !is;
            onlyRounds = onlyRounds && culprit.cause == causes::Cause::Quantisation;
            if (!is || (wanted.byOutputs && outputs.differ == 0)) continue;
            trial.culprit = culprit;
            if ((*culprits)->proof) trial.judgement = (*culprits)->proof->judgement;
            end(trial, TrialState::StillWrong, culprit.sentence.text());
            return {};
        }
    if (wanted.byOutputs && outputs.differ > 0 && !anyOther)
        end(trial, TrialState::StillWrong, said);
    else if (anyOther && onlyRounds)  // what differs is what the graph itself does, and every call is right
        end(trial, TrialState::Right, said);
    else if ((*verdict)->state == findings::Verdict::Differ)
        end(trial, TrialState::Otherwise, said);
    else
        end(trial, outputs.match > 0 && outputs.differ == 0 ? TrialState::Right : TrialState::NotDecided, said);
    return {};
}

}  // namespace etscope::shrink
