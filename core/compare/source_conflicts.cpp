#include "compare/source_conflicts.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/name_text.h"
#include "compare/outputs.h"
#include "inventory/quantised_weights.h"

namespace etscope::compare {
namespace {

/// Two computations of one model on one input are nearer than that, quantised or not.
constexpr double kOneModelDb = 20;

using ValuesOfMethod = std::map<std::pair<std::int64_t, std::int64_t>, const OutputValue*>;  ///< by case or place of a run, output
using ValuesByMethod = std::map<std::string, ValuesOfMethod>;

/// Whether two values of one output are of different models; of one model (`oneModel`) they agree within the tolerance.
bool contradict(const OutputValue& left, const OutputValue& right, bool oneModel, const JobContext& job) {
    OutputCompareOptions options;
    options.tolerance.equalNan = true;
    options.worst = 0;
    const OutputComparison of = compareOutput({left.method, {}, left.output, left, right}, options, job);
    if (of.state != PairState::Differ || !of.result || !of.result->metrics) return false;
    return oneModel || of.result->metrics->notFinite > 0 || of.result->metrics->snrDb < kOneModelDb;
}

ValuesByMethod byCase(const std::vector<OutputValue>& values) {
    ValuesByMethod made;
    for (const OutputValue& value : values)
        if (value.caseIndex) made[value.method].try_emplace({*value.caseIndex, value.output}, &value);
    return made;
}

/// By the place of their run, or of the number in a file's name, among those of its method.
ValuesByMethod inOrder(const std::vector<OutputValue>& values) {
    const auto numberOf = [](const OutputValue& value) { return value.run ? value.run : value.caseIndex; };
    std::map<std::string, std::set<std::int64_t>> numbers;
    for (const OutputValue& value : values)
        if (const auto number = numberOf(value)) numbers[value.method].insert(*number);
    ValuesByMethod made;
    for (const OutputValue& value : values) {
        const auto number = numberOf(value);
        if (!number) continue;
        const auto& ofMethod = numbers[value.method];
        made[value.method].try_emplace({std::distance(ofMethod.begin(), ofMethod.find(*number)), value.output}, &value);
    }
    return made;
}

std::size_t casesOf(const ValuesOfMethod& values) {
    std::set<std::int64_t> cases;
    for (const auto& [place, value] : values) cases.insert(place.first);
    return cases.size();
}

SourceConflict told(SourceConflict conflict) {
    const char* words =
        conflict.reference
            ? Sentence::phrase("two sources of the expected outputs of %1 are not of one model: %2 of %3 differ, first %4 from %5")
            : Sentence::phrase(
                  "the output files and what the runs logged of %1 contradict each other: %2 of %3 differ, first %4 from %5");
    conflict.text =
        Sentence::of(words, validName(conflict.method), conflict.differing, conflict.compared, conflict.second, conflict.first);
    return conflict;
}

/// Numbers of files are those of calls, which need not be cases: a file contradicts where it is far from its output in every case.
/// Of methods with more cases than that nothing is said but of the case at its place.
void compareFiles(const ValuesByMethod& cases, const ValuesByMethod& files, bool oneModel, std::vector<SourceConflict>& found,
                  const JobContext& job) {
    constexpr std::size_t kMostCases = 64;
    for (const auto& [method, values] : files) {
        const auto known = cases.find(method);
        if (known == cases.end() || casesOf(values) > casesOf(known->second)) continue;
        std::map<std::int64_t, std::vector<const OutputValue*>> byOutput;
        for (const auto& [place, value] : known->second) byOutput[place.second].push_back(value);
        SourceConflict conflict{true, method, 0, 0, {}, {}, {}};
        for (const auto& [place, value] : values) {
            const auto own = known->second.find(place);
            const std::vector<const OutputValue*>& others = byOutput[place.second];
            if (own == known->second.end() || job.cancelled()) continue;
            ++conflict.compared;
            const OutputValue& other = *value;
            const auto isFar = [&](const OutputValue* one) { return contradict(*one, other, oneModel, job); };
            if (!isFar(own->second) || others.size() > kMostCases || !std::ranges::all_of(others, isFar)) continue;
            if (conflict.differing++ == 0) conflict.first = own->second->place, conflict.second = value->place;
        }
        if (conflict.differing > 0) found.push_back(told(std::move(conflict)));
    }
}

void compareSources(const ValuesByMethod& left, const ValuesByMethod& right, bool reference, std::vector<SourceConflict>& found,
                    const JobContext& job) {
    for (const auto& [method, values] : left) {
        const auto others = right.find(method);
        if (others == right.end() || (!reference && casesOf(values) != casesOf(others->second))) continue;
        SourceConflict conflict{reference, method, 0, 0, {}, {}, {}};
        for (const auto& [place, value] : values) {
            const auto other = others->second.find(place);
            if (other == others->second.end()) continue;
            ++conflict.compared;
            if (!contradict(*value, *other->second, reference, job)) continue;
            if (conflict.differing++ > 0) continue;
            conflict.first = value->place, conflict.second = other->second->place;
        }
        if (conflict.differing > 0) found.push_back(told(std::move(conflict)));
    }
}

Result<std::vector<std::vector<OutputValue>>> valuesBySource(const std::vector<OutputSource>& sources, const JobContext& job) {
    std::vector<std::vector<OutputValue>> all;
    for (const auto& source : sources) {
        auto values = source(job);
        if (!values) return values.failure();
        all.push_back(*std::move(values));
    }
    return all;
}

bool isLogged(const std::vector<OutputValue>& values) { return !values.empty() && values.front().run.has_value(); }

}  // namespace

Result<std::vector<SourceConflict>> sourceConflicts(const session::Session& session, const JobContext& job) {
    std::vector<SourceConflict> found;
    auto references = valuesBySource(referenceSources(session.shared_from_this()), job);
    if (!references) return references.failure();
    std::erase_if(*references, [](const auto& values) { return values.empty(); });
    const auto ofFiles = std::stable_partition(references->begin(), references->end(),
                                               [](const auto& values) { return values.front().source != "file"; });
    // Files may be of the model in float beside the cases of a quantised one.
    bool oneModel = false;
    if (ofFiles != references->begin() && ofFiles != references->end()) {
        const auto quantised = inventory::quantisedWeights(session, job);
        oneModel = quantised && quantised->empty();
    }
    for (auto one = references->begin(); one != references->end(); ++one)
        if (one >= ofFiles && ofFiles != references->begin())
            compareFiles(byCase(references->front()), inOrder(*one), oneModel, found, job);
        else if (one < ofFiles && one != references->begin())
            compareSources(byCase(references->front()), byCase(*one), true, found, job);
    const auto dumps = std::ranges::count_if(session.files(), [](const auto& file) { return file.dump != nullptr; });
    if (dumps != 1) return found;
    const auto runtimes = valuesBySource(runtimeSources(session.shared_from_this()), job);
    if (!runtimes) return runtimes.failure();
    const auto logged = std::ranges::find_if(*runtimes, isLogged);
    if (logged == runtimes->end()) return found;
    for (const auto& values : *runtimes)
        if (&values != &*logged) compareSources(inOrder(*logged), inOrder(values), false, found, job);
    return found;
}

}  // namespace etscope::compare
