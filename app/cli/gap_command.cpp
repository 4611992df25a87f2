// `gap` and `drift`: what runs logged against reference values, a run at a time or all of a method.
#include <algorithm>
#include <charconv>

#include "answer.h"
#include "causes/investigation.h"
#include "commands.h"
#include "replay/executed.h"
#include "report/documents.h"

namespace etscope::cli {
namespace {

using report::Json;

/// What the run is held against; how references are computed, where they are.
struct Asked {
    causes::ReferenceChoice choice;
    std::optional<replay::InputChoice> inputs;
    bool wide = false;
};

Result<Asked> askedOf(const Options& o) {
    using Kind = causes::ReferenceChoice::Kind;
    constexpr std::string_view kRun = "run:";
    Asked asked{{}, {}, o.wide};
    causes::ReferenceChoice& choice = asked.choice;
    if (o.referenceRun) {
        choice.kind = Kind::Run;
        choice.run = *o.referenceRun;
    } else if (o.reference.starts_with(kRun)) {
        const char* end = o.reference.data() + o.reference.size();
        if (const auto [at, error] = std::from_chars(o.reference.data() + kRun.size(), end, choice.run);
            error != std::errc() || at != end)
            return fail("no-such-run", "'" + o.reference + "' names no run; say run:0");
        choice.kind = Kind::Run;
    } else if (!o.referenceValues.empty() || (!o.reference.empty() && o.reference != "computed")) {
        choice.kind = Kind::File;
        choice.file = o.referenceValues.empty() ? o.reference : o.referenceValues;
    } else if (!o.reference.empty() || !o.inputs.empty() || o.wide) {
        choice.kind = Kind::Computed;
    }
    if (o.inputs.empty()) return asked;
    const auto inputs = replay::inputChoice(o.inputs);
    if (!inputs) return inputs.failure();
    asked.inputs = *inputs;
    return asked;
}

/// Values that nobody named are of the run that they fit (`options` says then which); where they fit none, computed ones stand for
/// them.
Result<causes::References> referencesOf(const session::MethodView& method, const Asked& asked, gap::GapOptions& options,
                                        const JobContext& job) {
    const auto compute = [&] {
        return stages::computedReferences(method, options.stage, {asked.inputs, options.run, asked.wide}, job);
    };
    auto given = causes::givenReferences(method, asked.choice, options.stage, job);
    if (!given) return given;
    if (*given == nullptr) return compute();
    if (asked.choice.kind != causes::ReferenceChoice::Kind::Found) return given;
    auto held = causes::heldRun(method, asked.choice, options, compute, job);
    if (!held) return held.failure();
    options.run = held->run;
    return std::move(held->references);
}

/// Against one reference; `options`: of which run, and of which stage the reference is computed.
Result<Json> gapAgainst(const session::MethodView& method, const gap::ReferenceValues& references, Asked asked,
                        gap::GapOptions options, bool allRuns, const JobContext& job) {
    causes::References declared;
    if (references.computed() != nullptr && asked.wide) {
        asked.wide = false;
        gap::GapOptions same = options;
        if (auto made = referencesOf(method, asked, same, job)) declared = *std::move(made);
    }
    if (options.stage.is(graph::StageId::Kind::Program)) options.stage = graph::StageId::edge();  // whose nodes the values are of
    if (const auto* computed = references.computed(); computed != nullptr && !options.run) options.run = computed->run;
    return report::gapDocument(method, references, options, job, {declared.get(), allRuns});
}

/// The rows of the method's other runs, each held against what is computed on its own inputs.
Result<void> addOtherRuns(const session::MethodView& method, const Asked& asked, gap::GapOptions options, Json& document,
                          const JobContext& job) {
    constexpr std::size_t kMostRuns = 64;
    const auto runs = replay::executionsOf(method, job);
    if (!runs) return runs.failure();
    for (std::size_t i = 0; i < std::min(kMostRuns, runs->size()); ++i) {
        if (document["run"] == (*runs)[i].index) continue;
        options.run = (*runs)[i].index;
        const auto references = referencesOf(method, asked, options, job);
        auto other = references ? gapAgainst(method, **references, asked, options, false, job) : Result<Json>(references.failure());
        if (other.cancelled()) return other.failure();
        if (!other) {
            document["notes"].push_back("run " + std::to_string((*runs)[i].index) + " is not compared: " + other.error().message);
            continue;
        }
        for (Json& row : (*other)["rows"]) document["rows"].push_back(std::move(row));
        if (document["first_divergence"].is_null()) document["first_divergence"] = (*other)["first_divergence"];
    }
    if (runs->size() > 1) document["run"] = nullptr;
    if (runs->size() > kMostRuns)
        document["notes"].push_back(std::to_string(runs->size() - kMostRuns) + " later runs are left out: --run shows one");
    return {};
}

}  // namespace

int runGap(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    const auto& methods = session->methods();
    if (methods.empty()) return complain({"no-record", "a gap is told by an ETRecord; the session has none", {}});
    if (o.method.empty() && methods.size() != 1) return usage("choose the method with --method");
    gap::GapOptions options;
    if (!o.metric.empty()) options.metric = o.metric;
    if (!o.stage.empty()) options.stage = graph::StageId::parse(o.stage);
    options.run = o.run;
    options.tolerance = {o.rtol, o.atol, o.equalNan};
    const std::string method = o.method.empty() ? methods.front().name : o.method;
    const auto asked = askedOf(o);
    if (!asked) return complain(asked.error());
    const auto references = referencesOf({*session, method}, *asked, options, job);
    if (!references) return complain(references.error());
    auto document = gapAgainst({*session, method}, **references, *asked, options, !o.run, job);
    if (document && (*references)->computed() != nullptr && !o.run && o.inputs.empty())
        if (const auto done = addOtherRuns({*session, method}, *asked, options, *document, job); !done)
            return complain(done.error());
    // A file none of whose keys is a node answers nothing.
    return printDocument(o, document, session->diagnostics().has("reference-values-unmatched"));
}

int runDrift(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    const auto& methods = session->methods();
    if (methods.empty()) return complain({"no-record", "a gap is told by an ETRecord; the session has none", {}});
    if (o.method.empty() && methods.size() != 1) return usage("choose the method with --method");
    const std::string method = o.method.empty() ? methods.front().name : o.method;
    causes::DriftOptions options;
    options.tolerance = {o.rtol, o.atol, o.equalNan};
    if (!o.reference.empty() && o.reference != "computed") {
        const auto asked = askedOf(o);
        if (!asked) return complain(asked.error());
        auto references = causes::givenReferences({*session, method}, asked->choice, graph::StageId::edge(), job);
        if (!references) return complain(references.error());
        options.references = [one = *std::move(references)](const join::SessionRun&, const JobContext&) {
            return Result<causes::References>(one);
        };
    }
    bool wrong = false;
    const auto document = report::driftDocument({*session, method}, options, wrong, job);
    return printDocument(o, document, wrong);
}

}  // namespace etscope::cli
