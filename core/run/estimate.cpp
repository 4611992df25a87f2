#include "run/estimate.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/checked_math.h"
#include "join/runs.h"
#include "traces/trace.h"

namespace etscope::run {
namespace {

constexpr double kNanosecond = 1e-9;
/// Calls of one method that are looked at.
constexpr std::size_t kMostSamples = 10'000;

std::uint64_t addedTo(std::uint64_t sum, std::uint64_t more) { return checkedAdd(sum, more).value_or(UINT64_MAX); }

using Samples = std::map<std::string, std::vector<double>, std::less<>>;

void addSample(Samples& samples, const std::string& method, double seconds) {
    auto& own = samples[method];
    if (seconds > 0 && own.size() < kMostSamples) own.push_back(seconds);
}

/// Each call once, whatever passes it was in.
Result<Samples> recordedTimes(const session::Session& session, const JobContext& job) {
    const auto records = join::runRecords(session, job);
    if (!records) return records.failure();
    Samples samples;
    std::set<std::pair<const void*, std::size_t>> seen;
    for (const auto& [place, call] : (*records)->runs)
        if (call.facts().nanos && seen.emplace(call.record.get(), call.call).second)
            addSample(samples, call.facts().method, static_cast<double>(*call.facts().nanos) * kNanosecond);
    return samples;
}

Samples tracedTimes(const session::Session& session) {
    Samples samples;
    for (const session::SessionFile& file : session.files()) {
        if (file.trace == nullptr) continue;
        for (const traces::Line& line : file.trace->lines())
            if (const auto* call = line.as<traces::Call>(); call != nullptr && call->nanoseconds)
                addSample(samples, call->method, static_cast<double>(*call->nanoseconds) * kNanosecond);
    }
    return samples;
}

Result<Samples> dumpedTimes(const session::Session& session, const JobContext& job) {
    const auto runs = join::runs(session, job);
    if (!runs) return runs.failure();
    Samples samples;
    for (const join::SessionRun& run : **runs) {
        if (!run.attribution.method) continue;
        std::optional<std::uint64_t> first, last;
        bool wrapped = false;
        for (const etdump::Event& event : run.dump->events(run.run())) {
            wrapped = wrapped || event.clockWrapped;
            first = std::min(first.value_or(event.start), event.start);
            last = std::max(last.value_or(event.end), event.end);
        }
        if (first && !wrapped && *last > *first)
            addSample(samples, *run.attribution.method, static_cast<double>(*last - *first) * kNanosecond);
    }
    return samples;
}

double medianOf(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// All sizes at their bounds.
std::uint64_t plannedBytes(const program::ExecutionPlan& plan) {
    std::uint64_t sum = 0;
    for (const std::int64_t size : plan.bufferSizes)
        if (size > 0) sum = addedTo(sum, static_cast<std::uint64_t>(size));
    return sum;
}

/// Of the call with the most.
std::uint64_t inputBytes(const RunPlan& plan) {
    std::uint64_t most = 0;
    for (const PlannedCall& call : plan.calls) {
        std::uint64_t sum = 0;
        for (const tensor::Value& value : call.values)
            if (const auto* tensor = std::get_if<tensor::Tensor>(&value)) sum = addedTo(sum, tensor->byteCount().value_or(0));
        most = std::max(most, sum);
    }
    return most;
}

}  // namespace

std::uint64_t Estimate::memory() const noexcept { return addedTo(addedTo(files, planned), addedTo(inputs, buffer)); }

Result<Estimate> estimateOf(const session::Session& session, const RunPlan& plan, const JobContext& job) {
    auto recorded = recordedTimes(session, job);
    if (!recorded) return recorded.failure();
    auto dumped = dumpedTimes(session, job);
    if (!dumped) return dumped.failure();
    std::array sources{std::pair(TimeFrom::RunRecord, *std::move(recorded)), std::pair(TimeFrom::Trace, tracedTimes(session)),
                       std::pair(TimeFrom::Dump, *std::move(dumped))};
    Estimate made;
    std::map<std::string, std::size_t> calls;
    for (const PlannedModule& module : plan.modules) {
        for (const std::size_t call : module.calls) ++calls[plan.calls[call].facts.method];
        made.buffer = std::max(made.buffer, module.bufferBytes);
    }
    const session::SessionFile* file = session.programFile();
    bool all = !plan.methods.empty();
    double seconds = 0;
    for (const runrecord::MethodFacts& facts : plan.methods) {
        MethodEstimate one{facts.name, calls[facts.name], {}, TimeFrom::None, 0};
        for (auto& [from, samples] : sources) {
            const auto found = samples.find(facts.name);
            if (found == samples.end() || found->second.empty()) continue;
            one.from = from;
            one.samples = found->second.size();
            one.seconds = medianOf(found->second);
            break;
        }
        all = all && one.seconds;
        seconds += one.seconds.value_or(0) * static_cast<double>(one.calls);
        const program::ExecutionPlan* planned =
            file != nullptr && file->program != nullptr ? file->program->plan(facts.name) : nullptr;
        if (planned != nullptr) made.planned = addedTo(made.planned, plannedBytes(*planned));
        made.methods.push_back(std::move(one));
    }
    if (all) made.seconds = seconds;
    made.files = plan.program.size;
    for (const ByteRange& data : plan.data) made.files = addedTo(made.files, data.size);
    made.inputs = inputBytes(plan);
    return made;
}

Result<std::vector<OfferedCases>> offeredCases(const session::Session& session, const std::string& method, const JobContext& job) {
    std::vector<OfferedCases> offers;
    for (const char* word : {"", "bundle", "record", "example", "random"}) {
        PlanOptions options;
        options.methods = {method};
        if (*word != '\0') options.cases = {word};
        options.values = Values::None;
        const auto plan = makePlan(session, options, job);
        if (plan.cancelled()) return plan.failure();
        if (plan) offers.push_back({word, plan->calls.size()});
    }
    return offers;
}

}  // namespace etscope::run
