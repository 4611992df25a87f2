#include "replay/fed_inputs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

#include "base/limits.h"
#include "compare/run_cases.h"
#include "evaluate/elements.h"
#include "evaluate/judgement.h"
#include "evaluate/reading.h"
#include "replay/evaluated_values.h"
#include "replay/executed.h"
#include "replay/input_relations.h"
#include "replay/kept_whole.h"
#include "replay/replay.h"

namespace etscope::replay {
namespace {

using evaluate::Array;
using evaluate::Value;
using OptionalValues = std::vector<std::optional<Value>>;

/// Cases that are tried for a run; of more the first ones.
constexpr std::size_t kFedMostCases = 64;
/// Inputs on which an instruction gives nearly what it gave are those that fed it: others would be far off.
constexpr double kNear = 0.25;
/// Of several candidates the one that is nearer than the others by this.
constexpr double kNearer = 0.8;

using join::Pairing;

struct FedCandidate {
    GraphInputs inputs;
    std::string name;
    Pairing paired = Pairing::None;
};

bool isIntegral(const Value& value) {
    const Array* array = value.array();
    return array == nullptr || !isFloating(array->type);
}

/// Whether a call read what was fed: the same elements, but for what computing them again may change.
bool isRead(const Array& read, const Array& fed) {
    constexpr double kRounding = 1e-6, kLarge = 1e30;  // masks say nothing of sizes
    const auto left = evaluate::readDoubles(read), right = evaluate::readDoubles(fed);
    if (!left || !right || read.shape != fed.shape) return false;
    double squares = 0;
    for (const double x : *right) squares += std::abs(x) < kLarge ? x * x : 0;
    const double size =
        isFloating(fed.type) ? std::sqrt(squares / static_cast<double>(std::max<std::size_t>(right->size(), 1))) : 0;
    return std::ranges::equal(*left, *right, [&](double a, double b) {
        return a == b || (std::isnan(a) && std::isnan(b)) || (size > 0 && std::abs(a - b) <= kRounding * (std::abs(b) + size));
    });
}

/// The rows of a table that a call gave, of which no more than half are those that were asked for; empty: it gave others, or most
/// of these.
std::vector<std::int64_t> rowsGiven(const Array& table, const Array& given, const std::vector<std::int64_t>& asked) {
    const auto rows = evaluate::readDoubles(table), results = evaluate::readDoubles(given);
    const std::size_t width = table.rank() == 2 ? static_cast<std::size_t>(table.shape[1]) : 0;
    if (!rows || !results || width == 0 || results->size() != asked.size() * width) return {};
    std::map<std::vector<double>, std::int64_t> numbers;
    for (std::size_t r = 0; r < rows->size() / width; ++r) {
        const auto first = rows->begin() + static_cast<std::ptrdiff_t>(r * width);
        numbers.try_emplace({first, first + static_cast<std::ptrdiff_t>(width)}, static_cast<std::int64_t>(r));
    }
    std::vector<std::int64_t> found;
    std::size_t right = 0;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const auto first = results->begin() + static_cast<std::ptrdiff_t>(i * width);
        const auto hit = numbers.find({first, first + static_cast<std::ptrdiff_t>(width)});
        if (hit == numbers.end()) return {};
        found.push_back(hit->second);
        right += hit->second == asked[i] ? 1U : 0U;
    }
    return 2 * right <= asked.size() ? found : std::vector<std::int64_t>();
}

class CaseFinder {
public:
    CaseFinder(const session::MethodView& method, const program::ExecutionPlan& plan, const JobContext& job)
        : m_method(method),
          m_job(job),
          m_memory(std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes)),
          m_plan(plan) {}

    /// The first candidate that no instruction contradicts; else the one that explains most of them, or comes near enough: a kernel
    /// that is wrong itself contradicts all.
    Result<Fed> next(const join::SessionRun& run) {
        if (m_file != run.file) m_replay = std::make_unique<Replay>(m_method.session, m_plan, m_memory);  // a process of its own
        m_file = run.file;
        Fed best;
        Attempt chosen;
        Pairing paired = Pairing::None;  // of the best
        bool isNearest = false;
        const std::vector<FedCandidate> all = candidates(run);
        std::vector<std::size_t> wrong(all.size()), assumed(all.size());
        std::size_t bestAt = 0;
        for (std::size_t c = 0; c < all.size(); ++c) {
            const FedCandidate& candidate = all[c];
            const auto values = evaluatedValues(candidate.inputs.values, m_memory);
            if (!values) continue;
            auto tried = attempt(run, *values);
            if (!tried) return tried.failure();
            wrong[c] = tried->wrong;
            assumed[c] = tried->assumed;
            const bool better = best.state == FedState::Unknown || isBetter(*tried, chosen);
            isNearest = better ? best.state != FedState::Unknown && tried->error < kNearer * chosen.error
                               : isNearest || chosen.error < kNearer * tried->error;
            if (!better) continue;
            paired = candidate.paired;
            bestAt = c;
            best = {stateOf(*tried, paired), candidate.inputs, evidenceOf(*tried, candidate), tried->wrong > 0, {}};
            chosen = *std::move(tried);
            if (best.state == FedState::Proven) break;
        }
        if (best.state == FedState::Refuted && paired == Pairing::ByOrder && isNearest) best.state = FedState::Paired;
        for (std::size_t c = 0; c < all.size() && chosen.wrong > 0 && all.front().paired != Pairing::ByOutputs; ++c)
            if (wrong[c] > 0 && (c == bestAt || all[c].paired != Pairing::None))
                if (const auto found = findOther(run, all, all[c], {wrong[c], assumed[c]}, best, chosen); !found)
                    return found.failure();
        if (chosen.after == nullptr) {
            auto tried = attempt(run, {});
            if (!tried) return tried.failure();
            chosen = *std::move(tried);
        }
        m_replay = std::move(chosen.after);
        return best;
    }

private:
    struct Attempt {
        std::size_t right = 0, wrong = 0;
        std::size_t assumed = 0;  ///< wrong ones that read state which no run logged: told by its initial contents alone
        bool seen = false;        ///< a right one logged what it read, or gave something
        double error = 0;         ///< of the wrong ones the largest ‖given − right‖ / ‖right‖
        std::unique_ptr<Replay> after;
    };

    static FedState stateOf(const Attempt& attempt, Pairing paired) {
        if (attempt.wrong == 0)
            return attempt.right > 0 ? FedState::Proven : paired != Pairing::None ? FedState::Paired : FedState::Refuted;
        return paired != Pairing::None && (paired >= Pairing::Told || attempt.right > 0 || attempt.error < kNear)
                   ? FedState::Paired
                   : FedState::Refuted;
    }
    static bool isBetter(const Attempt& left, const Attempt& right) {
        const auto rank = [](const Attempt& a) { return std::tuple(a.wrong == 0 && a.right > 0, a.right, -a.error); };
        return rank(left) > rank(right);
    }

    static std::string evidenceOf(const Attempt& attempt, const FedCandidate& candidate) {
        const auto count = [](std::size_t n) {
            return std::to_string(n) + (n == 1 ? " instruction that reads" : " instructions that read");
        };
        if (attempt.wrong > 0) return count(attempt.wrong) + " an input did not give what " + candidate.name + " gives";
        if (attempt.right > 0) return count(attempt.right) + " an input gave what " + candidate.name + " gives";
        return "paired with " + candidate.name + "; no instruction that reads an input could be looked at";
    }

    /// The paired case, the others, what the method was exported with.
    std::vector<FedCandidate> candidates(const join::SessionRun& run) const {
        std::vector<FedCandidate> list;
        const auto add = [&](const InputChoice& choice, std::string name) {
            if (auto inputs = graphInputs(m_method, graph::StageId::edge(), choice, m_job)) {
                list.push_back({*std::move(inputs), std::move(name), Pairing::None});
                return true;
            }
            return false;
        };
        const auto addCase = [&](std::size_t index) {
            return add({InputChoice::Kind::Case, index, {}}, "case " + std::to_string(index));
        };
        const std::size_t paired = run.caseIndex && *run.caseIndex >= 0 ? static_cast<std::size_t>(*run.caseIndex) : SIZE_MAX;
        if (paired != SIZE_MAX && addCase(paired)) list.back().paired = run.pairing;
        for (std::size_t i = 0; i < kFedMostCases; ++i)
            if (i != paired && !addCase(i)) break;
        add({}, "the example inputs");
        return list;
    }

    /// `first`: only up to the first instruction that does not fit.
    Result<Attempt> attempt(const join::SessionRun& run, const evaluate::Values& inputs, bool first = false) {
        constexpr const char* kEnough = "contradicted";
        Attempt made;
        made.after = std::make_unique<Replay>(*m_replay);
        const OptionalValues values(inputs.begin(), inputs.end());
        const auto visit = [&](const ReplayedCall& call) -> Result<void> {
            if (!call.fromInput || !call.logged) return {};
            const auto right = call.op != nullptr ? kernelFits(call) : delegateFits(call);
            if (call.assumed) {
                made.assumed += right && *right >= 0 ? 1 : 0;
                return {};
            }
            if (right) ++(*right < 0 ? made.right : made.wrong);
            made.seen = made.seen || (right && *right < 0 && (call.op == nullptr || givesSomething(call)));
            if (right) made.error = std::max(made.error, *right);
            return first && made.wrong > 0 ? Result<void>(fail(kEnough, "")) : Result<void>();
        };
        if (const auto done = made.after->run(run, values, visit, m_job); !done && done.error().code != kEnough)
            return done.failure();
        return made;
    }

    static bool givesSomething(const ReplayedCall& call) {
        return std::ranges::any_of(call.results, [](const std::optional<Value>& result) {
            const Array* array = result ? result->array() : nullptr;
            const auto numbers = array != nullptr ? evaluate::readDoubles(*array) : fail("tensor-has-no-data", "");
            return numbers && std::ranges::any_of(*numbers, [](double x) { return x != 0; });
        });
    }

    /// −1: it gave what it gives on the inputs; else how far it is off; nothing: that is not known.
    std::optional<double> kernelFits(const ReplayedCall& call) const {
        if (!call.unknown.empty() || call.op->row.rule == evaluate::Rule::Shape) return std::nullopt;
        const evaluate::Context context{m_memory, m_job, true};
        std::vector<std::optional<Array>> actual;
        for (const auto& result : call.results) {
            const Array* array = result ? result->array() : nullptr;
            actual.push_back(array != nullptr ? std::optional(*array) : std::nullopt);
        }
        auto arguments = argumentsOf(call, context);
        if (!arguments) return std::nullopt;
        const auto judged = evaluate::judge(*call.op, context, *std::move(arguments), actual);
        if (!judged) return std::nullopt;
        double error = -1;
        for (std::size_t i = 0; i < judged->size(); ++i) {
            const evaluate::Judgement& one = (*judged)[i];
            if (one.verdict != evaluate::Verdict::NotRounding) continue;
            const double relative = one.norm > 0 ? one.difference / one.norm : one.difference;
            const bool few = actual[i] && 2 * one.mismatched <= actual[i]->count();  // other inputs would change most elements
            error = std::max(error, few ? std::min(relative, kNear / 2) : relative);
        }
        return error;
    }

    /// A delegate's call logs what it read.
    std::optional<double> delegateFits(const ReplayedCall& call) const {
        std::optional<double> error;
        for (const ReplayedArgument& argument : call.arguments) {
            const Array *read = argument.value.array(), *fed = argument.given ? argument.given->array() : nullptr;
            if (!argument.input || read == nullptr || fed == nullptr) continue;
            error = std::max(error.value_or(-1), isRead(*read, *fed) ? -1 : std::numeric_limits<double>::infinity());
        }
        return error;
    }

    /// What explains every instruction that reads an input, where one input was not as it should have been: changed in a way that
    /// people know, or that of another case. Of several inputs the first.
    /// `should`: the inputs as they should have been, which so many instructions contradict, and so many that read assumed state.
    Result<void> findOther(const join::SessionRun& run, const std::vector<FedCandidate>& all, const FedCandidate& should,
                           std::pair<std::size_t, std::size_t> contradicted, Fed& fed, Attempt& chosen) {
        const auto values = evaluatedValues(should.inputs.values, m_memory);
        for (std::size_t i = 0; values && i < values->size(); ++i) {
            const auto found =
                eachOther(run, all, should.inputs, *values, i, [&](Value value, const InputRelation& relation) -> Result<bool> {
                    evaluate::Values other = *values;
                    other[i] = std::move(value);
                    auto tried = attempt(run, other, true);
                    if (!tried) return tried.failure();
                    // A lone kernel that gives nothing, or another row, looks like one that was given nothing, or another index.
                    const std::size_t wrong = contradicted.first + (tried->assumed == 0 ? contradicted.second : 0);
                    const bool alone = wrong == 1 && !relation.told && (relation.zeros ? !tried->seen : isIntegral(values->at(i)));
                    if (tried->wrong > 0 || tried->right == 0 || alone) return false;
                    fed.state = FedState::Proven;
                    fed.inputs = should.inputs;
                    fed.evidence = "the instructions that read input " + std::to_string(i) +
                                   " gave what they give when it is fed " + relation.text;
                    fed.other =
                        OtherInput{i, std::move(other), relation.axes, should.paired != Pairing::None, wrong, relation.text};
                    chosen = *std::move(tried);
                    return true;
                });
            if (!found) return found.failure();
            if (*found) break;
        }
        return {};
    }

    /// Indices that were asked of a table: the rows that it gave tell them.
    Result<bool> otherIndices(const join::SessionRun& run, const evaluate::Values& values, std::size_t i,
                              const std::function<Result<bool>(Value, const InputRelation&)>& visit) const {
        const Array& input = *values[i].array();
        const auto asked = evaluate::readIntegers(input);
        std::vector<std::int64_t> rows;
        const auto look = [&](const ReplayedCall& call) -> Result<void> {
            if (!rows.empty() || !asked || call.op == nullptr || call.op->row.target != "aten.embedding.default") return {};
            const auto table = std::ranges::find(call.arguments, "weight", &ReplayedArgument::name),
                       indices = std::ranges::find(call.arguments, "indices", &ReplayedArgument::name);
            if (table == call.arguments.end() || indices == call.arguments.end() || indices->input != i || call.results.empty() ||
                !call.results.front())
                return {};
            const Array *weight = table->value.array(), *given = call.results.front()->array();
            if (weight != nullptr && given != nullptr) rows = rowsGiven(*weight, *given, *asked);
            return {};
        };
        Replay replay(*m_replay);
        if (const auto done = replay.run(run, {values.begin(), values.end()}, look, m_job); !done) return done.failure();
        if (rows.empty()) return false;
        const evaluate::Context context{m_memory, m_job};
        Array other = context.make(input.type, input.shape);
        evaluate::storeInts(other.stored, rows.data(), rows.size(), other.storage->data());
        InputRelation relation{false, false, "with other indices"};
        if (rows.size() == 1)
            relation.text = "as " + std::to_string(rows.front()) + " in place of " + std::to_string(asked->front());
        relation.told = true;
        return visit(std::move(other), relation);
    }

    /// What input `i` may have been instead, until `visit` takes it.
    Result<bool> eachOther(const join::SessionRun& run, const std::vector<FedCandidate>& all, const GraphInputs& inputs,
                           const evaluate::Values& values, std::size_t i,
                           const std::function<Result<bool>(Value, const InputRelation&)>& visit) const {
        const evaluate::Context context{m_memory, m_job};
        const Array* array = values[i].array();
        const auto found = array != nullptr ? eachRelation(*array, context, visit) : Result<bool>(false);
        if (!found || *found) return found;
        if (array != nullptr && isIntegral(values[i]))
            if (const auto taken = otherIndices(run, values, i, visit); !taken || *taken) return taken;
        for (const FedCandidate& candidate : all) {
            if (candidate.inputs.caseIndex == inputs.caseIndex || i >= candidate.inputs.values.size()) continue;
            auto other = evaluatedValues({candidate.inputs.values[i]}, m_memory);
            if (!other) continue;
            const auto taken = visit(std::move(other->front()), {false, false, "as " + candidate.name + " has it", false});
            if (!taken || *taken) return taken;
        }
        return false;
    }

    const session::MethodView m_method;
    const JobContext& m_job;
    std::shared_ptr<evaluate::Memory> m_memory;
    const program::ExecutionPlan& m_plan;
    std::unique_ptr<Replay> m_replay;  ///< after the last run
    std::optional<unsigned> m_file;    ///< of the last run
};

Fed withPairing(Fed fed, const join::SessionRun& run) {
    if (run.caseIndex && *run.caseIndex >= 0) fed.paired = static_cast<std::size_t>(*run.caseIndex), fed.pairing = run.caseEvidence;
    return fed;
}

}  // namespace

OptionalValues Fed::seen(const std::shared_ptr<evaluate::Memory>& memory) const {
    if (state == FedState::Unknown || state == FedState::Refuted) return {};
    if (other) return {other->values.begin(), other->values.end()};
    const auto values = evaluatedValues(inputs.values, memory);
    return values ? OptionalValues(values->begin(), values->end()) : OptionalValues{};
}

std::optional<std::size_t> Fed::provenCase() const {
    return state == FedState::Proven && !other ? inputs.caseIndex : std::nullopt;
}

/// Not where one was another than those of any case, and of no file.
bool Fed::trusted() const noexcept {
    return state != FedState::Unknown && state != FedState::Refuted && (!other || other->paired);
}

InputChoice Fed::choice() const {
    const auto index = trusted() ? inputs.caseIndex : paired;
    return index ? InputChoice{InputChoice::Kind::Case, *index, {}} : InputChoice{};
}

std::string Fed::why() const { return trusted() ? evidence : paired ? pairing : "no run is known to belong to a case"; }

Result<std::shared_ptr<const FedRuns>> fedRuns(const session::MethodView& method, const JobContext& job) {
    return keptWhole<FedRuns>(method.session, method.name, job, [&]() -> Result<std::shared_ptr<const FedRuns>> {
        const auto runs = executionsOf(method, job);
        if (!runs) return runs.failure();
        const program::ExecutionPlan* plan = method.plan();
        std::optional<CaseFinder> finder;
        if (plan != nullptr) finder.emplace(method, *plan, job);
        auto all = std::make_shared<FedRuns>();
        for (const join::SessionRun& run : *runs) {
            auto one = finder ? finder->next(run) : Result<Fed>(Fed());
            if (!one) return one.failure();
            all->emplace(run.index, withPairing(*std::move(one), run));
        }
        return std::shared_ptr<const FedRuns>(std::move(all));
    });
}

Result<FedRun> fedRun(const session::MethodView& method, std::optional<std::size_t> run, const JobContext& job) {
    const auto all = fedRuns(method, job);
    if (!all) return all.failure();
    const auto known = run ? (*all)->find(*run) : (*all)->begin();
    if (known != (*all)->end()) return FedRun{known->first, known->second};
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    const auto other = std::ranges::find_if(
        **runs, [&](const join::SessionRun& one) { return run ? one.index == *run : one.attribution.method == method.name; });
    return other == (*runs)->end() ? FedRun{} : FedRun{other->index, withPairing({}, *other)};
}

}  // namespace etscope::replay
