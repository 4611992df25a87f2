// `advise quantisation`: which weights may be narrow, and what it does to the outputs.
#include <map>
#include <set>
#include <span>

#include "advisor/kept_advice.h"
#include "advisor/recipe.h"
#include "advisor/several.h"
#include "answer.h"
#include "commands.h"
#include "io/output_file.h"
#include "report/advice_document.h"
#include "session_file.h"
#include "version.h"

namespace etscope::cli {
namespace {

/// "SCHEME:PATTERN", each.
Result<std::vector<advisor::SchemeOf>> keptOf(const std::vector<std::string>& words) {
    std::vector<advisor::SchemeOf> kept;
    for (const std::string& word : words) {
        const std::size_t colon = word.find(':');
        if (colon == 0 || colon == std::string::npos || colon + 1 == word.size())
            return fail("usage", "say --keep SCHEME:PATTERN, for example float:lm_head", word);
        kept.emplace_back(word.substr(0, colon), word.substr(colon + 1));
    }
    return kept;
}

/// "PATTERN=SCHEME", each; names may have an equals sign.
Result<std::vector<advisor::SchemeOf>> changesOf(const std::vector<std::string>& words) {
    std::vector<advisor::SchemeOf> changes;
    for (const std::string& word : words) {
        const std::size_t equals = word.rfind('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == word.size())
            return fail("usage", "say --set PATTERN=SCHEME, for example lm_head=int8", word);
        changes.emplace_back(word.substr(equals + 1), word.substr(0, equals));
    }
    return changes;
}

/// The set that a recipe is of: what was tried, else what was chosen.
const advisor::Set* recipeSet(const advisor::Advice& advice) {
    const auto place = advice.tried ? advice.tried : advice.chosen;
    return place ? &advice.sets[*place] : nullptr;
}

Error noRecipe(const advisor::Advice& advice) {
    if (recipeSet(advice) == nullptr)
        return {"no-recipe", "say --budget, --max-kl or --set: a recipe is that of a set which is chosen or tried", {}};
    return {"no-recipe", "it is quantised already: a recipe is for the model that it was made of, of whose export it can be asked", {}};
}

std::string recipeText(const advisor::Advice& advice) {
    const advisor::Set* set = recipeSet(advice);
    return set != nullptr ? advisor::recipeOf(advice, *set, ETSCOPE_VERSION) : std::string();
}

/// What it takes to ask all methods of which there is advice.
Result<advisor::Estimate> estimateOfAll(const session::Session& session, const advisor::Options& options, const JobContext& job) {
    advisor::Estimate all;
    std::optional<Error> first;
    for (const session::Method& method : session.methods()) {
        const auto one = advisor::estimate({session, method.name}, options, job);
        if (one.cancelled()) return one;
        if (!one) {
            if (!first) first = one.error();
            continue;
        }
        all.operationsOfOne += one->operationsOfOne, all.cells += one->cells, all.sets += one->sets, all.runs += one->runs, all.seconds += one->seconds;
    }
    return all.sets == 0 && all.cells == 0 && first ? Result<advisor::Estimate>(Failure{*first}) : all;
}

/// What the session file that was given keeps of advice on methods, and will keep.
class AdviceKeeper {
public:
    /// Errors: those of sessionFileOf() and advisor::identityOf().
    Result<void> open(const Options& o, const session::Session& session, const JobContext& job) {
        auto file = sessionFileOf(o);
        if (!file) return file.failure();
        if (!*file) return {};
        auto identity = advisor::identityOf(session, job);
        if (!identity) return identity.failure();
        m_file = *std::move(file);
        m_identity = *std::move(identity);
        return {};
    }

    void join(advisor::Options& options) {
        if (!m_file) return;
        options.recall = [this](advisor::Advice& advice) {
            const auto list = m_file->json.find(kAdvice);
            const auto* kept = list != m_file->json.end() ? advisor::keptOf(*list, advice.method) : nullptr;
            if (kept == nullptr) return;
            if (advisor::keptText(*kept, "identity") == m_identity)
                m_taken += advisor::takeKept(advice, *kept);
            else
                m_ofOthers = true;
        };
        options.known = [this](const advisor::Advice& sofar) { m_known.insert_or_assign(sofar.method, sofar); };
    }

    void say(std::vector<Sentence>& notes) const {
        if (m_ofOthers) notes.push_back(Sentence::of("The advice in the session file is of other files: nothing of it was used."));
        if (m_taken > 0) notes.push_back(Sentence::of("%1 effects were known from the session file.", m_taken));
    }

    /// Writes what is known by now beside what the file has. Errors: those of sessionFileText() and writeFile().
    Result<void> keep(std::span<const advisor::Advice> whole, const advisor::Options& options) {
        if (!m_file) return {};
        for (const advisor::Advice& advice : whole) m_known.insert_or_assign(advice.method, advice);
        if (m_known.empty()) return {};
        nlohmann::json list = nlohmann::json::array(), own = nlohmann::json::object();
        for (const auto& [method, advice] : m_known) own[method] = advisor::keptAdvice(advice, options, m_identity);
        std::set<std::string> added;
        for (const nlohmann::json& one : m_file->json.value(kAdvice, nlohmann::json::array())) {
            const std::string method = advisor::keptText(one, "method");
            const auto same = own.find(method);
            if (same == own.end())
                list.push_back(one);
            else if (added.insert(method).second)  // of a method the first counts, as it does where it is taken up
                advisor::addKept(*same, one);
        }
        for (nlohmann::json& one : own) list.push_back(std::move(one));
        advisor::shorten(list);
        m_file->json[kAdvice] = std::move(list);
        const auto text = sessionFileText(m_file->json);
        return text ? writeFile(m_file->path, std::as_bytes(std::span(*text))) : Result<void>(text.failure());
    }

private:
    static constexpr const char* kAdvice = "advice";
    std::optional<SessionFile> m_file;
    std::string m_identity;
    std::map<std::string, advisor::Advice> m_known;
    std::size_t m_taken = 0;
    bool m_ofOthers = false;
};

int adviseOnAll(const Options& o, const session::Session& session, const advisor::Options& options, AdviceKeeper& keeper,
                const JobContext& job) {
    if (!o.output.empty()) return usage("a recipe is of one method: choose it with --method");
    if (o.plan) {
        const auto estimate = estimateOfAll(session, options, job);
        if (!estimate) return complain(estimate.error());
        return printDocument(o, Result<nlohmann::ordered_json>(report::adviceEstimate(session, {}, *estimate)), false);
    }
    auto several = advisor::adviseAll(session, options, job);
    if (several) keeper.say(several->notes);
    const auto written =
        keeper.keep(several ? std::span<const advisor::Advice>(several->methods) : std::span<const advisor::Advice>(), options);
    if (!written) return complain(written.error());
    if (!several) return complain(several.error());
    std::vector<std::string> recipes;
    bool missed = false;
    for (const advisor::Advice& advice : several->methods) {
        recipes.push_back(recipeText(advice));
        missed = missed || ((options.budget || options.mostKl) && !advice.chosen);
    }
    return printDocument(o, Result<nlohmann::ordered_json>(report::adviceDocument(session, *several, recipes)), missed);
}

}  // namespace

int runAdvise(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    advisor::Options options;
    options.schemes = o.schemes;
    auto kept = keptOf(o.kept);
    if (!kept) return complain(kept.error());
    options.keep = *std::move(kept);
    auto changes = changesOf(o.whatIf);
    if (!changes) return complain(changes.error());
    options.set = *std::move(changes);
    if (o.bytes) options.budget = static_cast<std::uint64_t>(*o.bytes);
    options.mostKl = o.mostKl;
    options.tied = o.tied;
    options.worst = o.byWorst;
    if (o.mostCases) options.cases = *o.mostCases;
    if (o.sets) options.sets = *o.sets;
    if (!o.against.empty()) {
        const auto original = session::Session::open(o.against, {}, job);
        if (!original) return complain(original.error());
        for (const session::SessionFile& file : (*original)->files())
            if (file.error) return complain(*file.error);
        options.original = *original;
    }
    const auto& methods = session->methods();
    AdviceKeeper keeper;
    // Advice against another export is not kept: the session file does not name that one. An estimate uses none.
    if (options.original == nullptr && !o.plan)
        if (const auto opened = keeper.open(o, *session, job); !opened) return complain(opened.error());
    keeper.join(options);
    if (o.method.empty() && methods.size() > 1) return adviseOnAll(o, *session, options, keeper, job);
    if (o.method.empty() && methods.empty()) return usage("choose the method with --method");
    const std::string method = o.method.empty() ? methods.front().name : o.method;
    const session::MethodView view(*session, method);
    if (o.plan) {
        const auto estimate = advisor::estimate(view, options, job);
        if (!estimate) return complain(estimate.error());
        return printDocument(o, Result<nlohmann::ordered_json>(report::adviceEstimate(*session, method, *estimate)), false);
    }
    auto advice = advisor::advise(view, options, job);
    if (advice) keeper.say(advice->notes);
    const std::span<const advisor::Advice> whole(advice ? &*advice : nullptr, advice ? 1 : 0);
    if (const auto written = keeper.keep(whole, options); !written) return complain(written.error());
    if (!advice) return complain(advice.error());
    const bool missed = (options.budget || options.mostKl) && !advice->chosen;
    const std::string recipe = recipeText(*advice);
    if (!o.output.empty()) {
        if (const auto free = checkOutput(o, *session); !free) return complain(free.error());
        if (recipe.empty()) return complain(noRecipe(*advice));
        // What was cancelled has its recipe, too.
        const auto written = writeFile(o.output, std::as_bytes(std::span(recipe)), advice->complete ? job : JobContext());
        if (!written) return complain(written.error());
    }
    return printDocument(o, Result<nlohmann::ordered_json>(report::adviceDocument(*session, *advice, recipe)), missed);
}

}  // namespace etscope::cli
