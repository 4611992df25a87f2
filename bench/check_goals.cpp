// Goals of judging runs: what an audit costs beside the reference, and how soon it ends.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <thread>

#include "bench/evaluated.h"
#include "evaluate/judgement.h"
#include "join/weight_mismatch.h"
#include "replay/audit.h"
#include "replay/executed.h"
#include "replay/fed_inputs.h"
#include "stages/computed_graph.h"

namespace etscope::bench {

namespace {

/// Processor seconds of each half, for the first run of a method.
struct Halves {
    std::vector<double> audits, references;
    std::size_t calls = 0;  ///< rows of the audit
};

Halves halvesOf(const session::MethodView& method) {
    const JobContext job;
    const auto runs = need(replay::executionsOf(method, job));
    Halves halves;
    if (runs.empty()) return halves;
    const std::vector<const join::SessionRun*> first{&runs.front()};
    const auto fed = need(replay::fedRuns(method, job));  // both halves on the same inputs
    const auto& fedFirst = fed->at(runs.front().index);
    const auto inputs = fedFirst.state != replay::FedState::Unknown
                            ? fedFirst.inputs
                            : need(replay::graphInputs(method, graph::StageId::edge(), {}, job));
    const auto keepNothing = [](const std::string&) { return false; };
    for (int i = 0; i < kRounds; ++i) {
        halves.audits.push_back(processorSecondsOf([&] { halves.calls = need(replay::audit(method, first, {}, job)).size(); }));
        stages::ComputeOptions compute;
        compute.keep = keepNothing;
        halves.references.push_back(processorSecondsOf(
            [&] { static_cast<void>(need(stages::computeGraph(method, graph::StageId::edge(), inputs, compute, job))); }));
    }
    return halves;
}

tensor::Tensor zeros(std::vector<std::int64_t> shape, std::byte first) {
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    std::size_t bytes = sizeof(float);
    for (const std::int64_t size : shape) bytes *= static_cast<std::size_t>(size);
    std::vector<std::byte> content(bytes);
    content.back() = first;
    tensor.shape = std::move(shape);
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(content), "weight"));
    return tensor;
}

}  // namespace

bool check(const std::string& folder) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (constexpr std::array kKinds{".etrecord", ".pte", ".etdp", ".dbg"};
            std::find(kKinds.begin(), kKinds.end(), entry.path().extension()) != kKinds.end())
            files.push_back(entry.path());
    const auto session = need(session::Session::open(files, {}, {}));
    Ratio ratio;
    std::size_t calls = 0;
    for (const auto& plan : session->programFile()->program->plans()) {
        const Halves halves = halvesOf({*session, plan.name});
        if (halves.audits.empty()) continue;
        ratio.work += median(halves.audits);
        ratio.floor += median(halves.references);
        calls += halves.calls;
    }
    const auto eachCall = [calls](double seconds) {  // of tiny models: what a call costs beside its arithmetic
        return std::to_string(seconds * 1e6 / static_cast<double>(std::max<std::size_t>(calls, 1))).substr(0, 5);
    };
    // A reference is one plain pass over the calls. A judgement is one that measures the sizes of its sums (about two plain ones)
    // and four with noise: two of those would be quicker, and blame healthy runs.
    constexpr double kPasses = 2 + 4;
    return verdict("check", ratio.value(), kPasses, "x",
                   "audits of a run of each method against their references, processor time: " + milliseconds(ratio) + "; of " +
                       std::to_string(calls) + " calls " + eachCall(ratio.work) + " us each, " + eachCall(ratio.floor) +
                       " us of the reference");
}

bool judgements() {
    const Room room;
    const OneThread alone;
    const evaluate::Operator& op = *evaluate::findOperator("aten.linear.default");
    const std::vector<evaluate::NamedValue> arguments{{"input", randomArray(room.context, {256, 1024})},
                                                      {"weight", randomArray(room.context, {1024, 1024})}};
    const auto results = need(evaluate::apply(op, room.context, arguments));
    const evaluate::Array& actual = *results.front().array();
    auto* items = reinterpret_cast<float*>(actual.storage->data());
    for (std::int64_t i = 0; i < actual.count(); i += 3) items[i] = std::nextafter(items[i], 1.0F);  // as other sums would have it
    const std::vector<std::optional<evaluate::Array>> given{actual};
    const Ratio ratio = interleaved(
        kRounds, [&] { return secondsOf([&] { static_cast<void>(need(evaluate::judge(op, room.context, arguments, given))); }); },
        [&] { return secondsOfOperator(room.context, "aten.linear.default", arguments); });
    return verdict("judged linear", ratio.value(), 3.0, "x",
                   "a linear layer of 256 x 1024 x 1024 judged against computed: " + milliseconds(ratio));
}

bool cancelOfWeights() {
    const std::vector<std::int64_t> shape{96, 96, 96, 96};  // in any order of axes
    const tensor::Tensor recorded = zeros(shape, std::byte{0}), stored = zeros(shape, std::byte{64});
    std::stop_source stop;
    const JobContext job{stop.get_token(), {}};
    std::jthread worker([&] { static_cast<void>(join::leastMismatch(recorded, {}, stored, job)); });
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const double ended = secondsOf([&] {
        stop.request_stop();
        worker.join();
    });
    return verdict("cancel", ended * 1e3, 50, " ms", "until a comparison of weights of 340 MB has ended");
}

}  // namespace etscope::bench
