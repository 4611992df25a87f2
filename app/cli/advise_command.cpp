// `advise quantisation`: which weights may be narrow, and what it does to the outputs.
#include "advisor/recipe.h"
#include "answer.h"
#include "commands.h"
#include "io/output_file.h"
#include "report/advice_document.h"
#include "version.h"

namespace etscope::cli {
namespace {

/// "SCHEME:PATTERN", each.
Result<std::vector<std::pair<std::string, std::string>>> keptOf(const std::vector<std::string>& words) {
    std::vector<std::pair<std::string, std::string>> kept;
    for (const std::string& word : words) {
        const std::size_t colon = word.find(':');
        if (colon == 0 || colon == std::string::npos || colon + 1 == word.size())
            return fail("usage", "say --keep SCHEME:PATTERN, for example float:lm_head", word);
        kept.emplace_back(word.substr(0, colon), word.substr(colon + 1));
    }
    return kept;
}

}  // namespace

int runAdvise(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    advisor::Options options;
    options.schemes = o.schemes;
    auto kept = keptOf(o.kept);
    if (!kept) return complain(kept.error());
    options.keep = *std::move(kept);
    if (o.bytes) options.budget = static_cast<std::uint64_t>(*o.bytes);
    options.mostKl = o.mostKl;
    options.tied = o.tied;
    if (o.mostCases) options.cases = *o.mostCases;
    if (o.sets) options.sets = *o.sets;
    const auto& methods = session->methods();
    if (o.method.empty() && methods.size() != 1) return usage("choose the method with --method");
    const std::string method = o.method.empty() ? methods.front().name : o.method;
    const session::MethodView view(*session, method);
    if (o.plan) {
        const auto estimate = advisor::estimate(view, options, job);
        if (!estimate) return complain(estimate.error());
        return printDocument(o, Result<nlohmann::ordered_json>(report::adviceEstimate(*session, method, *estimate)), false);
    }
    const auto advice = advisor::advise(view, options, job);
    if (!advice) return complain(advice.error());
    const bool missed = (options.budget || options.mostKl) && !advice->chosen;
    std::string recipe;
    if (advice->chosen) recipe = advisor::recipeOf(*advice, advice->sets[*advice->chosen], ETSCOPE_VERSION);
    if (!o.output.empty()) {
        if (const auto free = checkOutput(o, *session); !free) return complain(free.error());
        if (recipe.empty())
            return complain({"no-recipe", "say --budget or --max-kl: a recipe is that of the set which is chosen", {}});
        if (const auto written = writeFile(o.output, std::as_bytes(std::span(recipe)), job); !written)
            return complain(written.error());
    }
    return printDocument(o, Result<nlohmann::ordered_json>(report::adviceDocument(*session, *advice, recipe)), missed);
}

}  // namespace etscope::cli
