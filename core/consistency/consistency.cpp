#include "consistency/consistency.h"

#include <algorithm>
#include <array>

#include "base/enum_table.h"
#include "consistency/checks.h"
#include "consistency/on_runtime.h"
#include "evaluate/plan.h"

namespace etscope::consistency {

namespace {

constexpr auto kChecks = std::to_array<Check>({
    {{"prefill_stepping", Sentence::phrase("prefill = stepping"), Sentence::phrase("a text in one call, and position by position")},
     askStepping},
    {{"chunks", Sentence::phrase("chunks"), Sentence::phrase("a text in one call, and in several of any sizes")}, askChunks},
    {{"below_bound", Sentence::phrase("below the bound"), Sentence::phrase("the beginning of a text, and that text alone")},
     askBelowBound},
    {{"cache_order", Sentence::phrase("order of the cache"),
      Sentence::phrase("what each position sees, beyond the length of the cache")},
     askCacheOrder},
    {{"reset", Sentence::phrase("reset"), Sentence::phrase("a text after another one, and as the first")}, askReset},
    {{"batch_single", Sentence::phrase("batch = single"), Sentence::phrase("rows of a batch, and each row alone")}, askBatch},
    {{"causality", Sentence::phrase("causality"), Sentence::phrase("what comes before a position, whatever is there")},
     askCausality},
    {{"padding", Sentence::phrase("padding"), Sentence::phrase("what is real, whatever is in the padding")}, askPadding},
    {{"repeat", Sentence::phrase("repeat"), Sentence::phrase("a call, and the same call again")}, askRepeat},
    {{"methods_agree", Sentence::phrase("methods agree"), Sentence::phrase("a method, and others that are its parts")}, askMethods},
});

constexpr auto kNames = [] {
    std::array<CheckName, kChecks.size()> names{};
    for (std::size_t i = 0; i < kChecks.size(); ++i) names[i] = kChecks[i].name;
    return names;
}();

Result<void> checkAsked(const Options& options) {
    for (const std::string& id : options.checks)
        if (std::ranges::none_of(kNames, [&](const CheckName& name) { return name.id == id; })) {
            std::string known;
            for (const CheckName& name : kNames) known += (known.empty() ? "" : ", ") + std::string(name.id);
            return fail("no-such-check", "there is no check '" + id + "'; there are " + known);
        }
    return {};
}

}  // namespace

std::span<const Check> checks() noexcept { return kChecks; }
std::span<const CheckName> checkNames() noexcept { return kNames; }

std::string_view stateName(State state) noexcept {
    constexpr std::array<std::string_view, 4> kStates{"agree", "disagree", "not_set_up", "not_applicable"};
    return kStates[static_cast<std::size_t>(state)];
}

std::string_view runtimeStateName(RuntimeState state) noexcept {
    static constexpr EnumTable<RuntimeState::NotPlayed> kNames({"agree", "disagree", "unknown", "not_played"});
    return kNames[state];
}

std::string_view faultName(Fault fault) noexcept {
    static constexpr EnumTable<Fault::Graph> kNames({"none", "model", "runtime", "graph"});
    return kNames[fault];
}

Result<MethodConsistency> consistencyOf(const session::MethodView& method, const Options& options, const JobContext& job) {
    if (const auto asked = checkAsked(options); !asked) return asked.failure();
    const session::Method* known = method.known();
    if (known == nullptr) return fail("no-such-method", "the session has no method '" + method.name + "'");
    MethodConsistency made;
    made.method = method.name;
    made.stage = options.stage.empty() ? known->primaryStage() : graph::StageId::parse(options.stage);
    auto subject = subjectOf(method, made.stage, options.roles, job);
    if (!subject) {
        if (subject.cancelled()) return subject.failure();
        made.error = subject.error();
        return made;
    }
    const auto open = [](const Subject& one) {
        const auto unsupported = evaluate::planOf(one.model()).unsupported;
        return static_cast<std::size_t>(std::ranges::count_if(unsupported, [&](const evaluate::Unsupported& row) {
            const graph::NodeId node = one.model().findNode(row.node);
            return !node.valid() || !one.random.contains(node.index());
        }));
    };
    if (options.stage.empty() && made.stage != graph::StageId::edge() && known->has(graph::StageId::edge()) &&
        open(**subject) > 0) {
        auto edge = subjectOf(method, graph::StageId::edge(), options.roles, job);
        if (edge && open(**edge) < open(**subject)) {
            made.stage = graph::StageId::edge();
            subject = std::move(edge);
        }
    }
    made.roles = (*subject)->inputs;
    made.sequence = (*subject)->sequence;
    made.batch = (*subject)->batch;
    for (const KeptState& state : (*subject)->states)
        made.states.push_back(state.input ? (*subject)->inputs[*state.input].name : state.buffer);
    Bench bench(method, *std::move(subject), options, job);
    double done = 0;
    for (const Check& check : kChecks) {
        if (!options.checks.empty() && std::ranges::find(options.checks, check.name.id) == options.checks.end()) continue;
        CheckResult result;
        result.id = check.name.id;
        bench.begin(result.id);
        check.ask(bench, result);
        if (job.cancelled()) return cancelledFailure();
        made.checks.push_back(std::move(result));
        job.report(++done / static_cast<double>(kChecks.size()));
    }
    if (!options.runtime) return made;
    if (auto played = playOnRuntime(bench, *options.runtime, made); !played) return played.failure();
    return made;
}

}  // namespace etscope::consistency
