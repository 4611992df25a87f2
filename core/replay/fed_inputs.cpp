#include "replay/fed_inputs.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <tuple>

#include "base/checked_math.h"
#include "base/limits.h"
#include "compare/run_cases.h"
#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "evaluate/reading.h"
#include "replay/evaluated_values.h"
#include "replay/executed.h"
#include "replay/fed_attempt.h"
#include "replay/input_relations.h"
#include "replay/kept_whole.h"
#include "replay/recorded_inputs.h"
#include "replay/replay.h"
#include "replay/table_rows.h"

namespace etscope::replay {
namespace {

using evaluate::Array;
using evaluate::Value;
using OptionalValues = std::vector<std::optional<Value>>;

/// Cases that are tried for a run; of more the first ones.
constexpr std::size_t kFedMostCases = 64;
/// Operators that give their tensor with its elements in their order.
constexpr std::array<std::string_view, 8> kCopies{
    "aten.view_copy.default", "aten.unsqueeze_copy.default", "aten.squeeze_copy.dims",   "aten.squeeze_copy.dim",
    "aten.clone.default",     "aten.alias_copy.default",     "aten.detach_copy.default", "dim_order_ops._clone_dim_order.default"};
/// Of several candidates the one that is nearer than the others by this.
constexpr double kNearer = 0.8;

using join::Pairing;

struct FedCandidate {
    GraphInputs inputs;
    Sentence name;
    Pairing paired = Pairing::None;
};

bool isIntegral(const Value& value) {
    const Array* array = value.array();
    return array == nullptr || !isFloating(array->type);
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
        std::vector<std::size_t> wrong(all.size());
        std::size_t bestAt = 0;
        for (std::size_t c = 0; c < all.size(); ++c) {
            const FedCandidate& candidate = all[c];
            const auto values = evaluatedValues(candidate.inputs.values, m_memory);
            if (!values) continue;
            auto tried = attempt(run, *values);
            if (!tried) return tried.failure();
            wrong[c] = tried->wrong.size();
            const bool better = best.state == FedState::Unknown || isBetter(*tried, chosen);
            isNearest = better ? best.state != FedState::Unknown && tried->error < kNearer * chosen.error
                               : isNearest || chosen.error < kNearer * tried->error;
            if (!better) continue;
            paired = candidate.paired;
            bestAt = c;
            best = {
                stateOf(*tried, paired), candidate.inputs, evidenceOf(*tried, candidate), !tried->wrong.empty(), {}, {}, {}, {}};
            chosen = *std::move(tried);
            if (best.state == FedState::Proven) break;
        }
        if (best.state == FedState::Refuted && paired == Pairing::ByOrder && isNearest) best.state = FedState::Paired;
        for (std::size_t c = 0; c < all.size() && !chosen.wrong.empty(); ++c)
            if (best.others.empty() && wrong[c] > 0 && (c == bestAt || all[c].paired != Pairing::None))
                if (const auto found = findOthers(run, all, all[c], best, chosen); !found) return found.failure();
        addEvidence(best, chosen, paired);
        if (chosen.after == nullptr) {
            auto tried = attempt(run, {});
            if (!tried) return tried.failure();
            chosen = *std::move(tried);
        }
        m_replay = std::move(chosen.after);
        return best;
    }

private:
    static FedState stateOf(const Attempt& attempt, Pairing paired) {
        if (attempt.wrong.empty())
            return attempt.right > 0 ? FedState::Proven : paired != Pairing::None ? FedState::Paired : FedState::Refuted;
        return paired != Pairing::None && (paired >= Pairing::Told || attempt.right > 0 || attempt.error < kNear)
                   ? FedState::Paired
                   : FedState::Refuted;
    }
    static bool isBetter(const Attempt& left, const Attempt& right) {
        const auto rank = [](const Attempt& a) { return std::tuple(a.wrong.empty() && a.right > 0, a.right, -a.error); };
        return rank(left) > rank(right);
    }

    static Sentence evidenceOf(const Attempt& attempt, const FedCandidate& candidate) {
        if (!attempt.wrong.empty())
            return Sentence::of("%1 {1:instruction that reads|instructions that read} an input did not give what %2 gives",
                                attempt.wrong.size(), candidate.name);
        if (attempt.right > 0)
            return Sentence::of("%1 {1:instruction that reads|instructions that read} an input gave what %2 gives", attempt.right,
                                candidate.name);
        return Sentence::of("paired with %1; no instruction that reads an input could be looked at", candidate.name);
    }

    /// The paired case, the others, what the method was exported with.
    std::vector<FedCandidate> candidates(const join::SessionRun& run) const {
        std::vector<FedCandidate> list;
        const auto add = [&](const InputChoice& choice, Sentence name) {
            if (auto inputs = graphInputs(m_method, graph::StageId::edge(), choice, m_job)) {
                list.push_back({*std::move(inputs), std::move(name), Pairing::None});
                return true;
            }
            return false;
        };
        const auto addCase = [&](std::size_t index) {
            return add({InputChoice::Kind::Case, index, {}}, Sentence::of("case %1", index));
        };
        if (run.recorded != nullptr && !run.caseIndex)
            if (auto inputs = recordedInputs(*run.recorded))
                list.push_back({*std::move(inputs), Sentence::of("%1", run.recorded->facts().caseText), Pairing::Told});
        const std::size_t paired = run.caseIndex && *run.caseIndex >= 0 ? static_cast<std::size_t>(*run.caseIndex) : SIZE_MAX;
        if (paired != SIZE_MAX && addCase(paired)) list.back().paired = run.pairing;
        for (std::size_t i = 0; i < kFedMostCases; ++i)
            if (i != paired && !addCase(i)) break;
        add({}, Sentence::of("the example inputs"));
        return list;
    }

    Result<Attempt> attempt(const join::SessionRun& run, const evaluate::Values& inputs,
                            std::optional<std::size_t> until = std::nullopt) const {
        return replay::attempt(*m_replay, run, inputs, m_memory, m_job, until);
    }

    /// Inputs that were not as they should have been.
    struct Others {
        evaluate::Values values;  ///< of all inputs, as the instructions saw them
        Attempt tried;            ///< on these
        std::vector<FedInput> each;
        std::vector<OtherInput> found;
    };

    /// What delegates logged, then, of each other input that instructions contradict, what explains all that read it: changed in a
    /// way that people know, or that of another case. `should`: the inputs as they should have been.
    Result<void> findOthers(const join::SessionRun& run, const std::vector<FedCandidate>& all, const FedCandidate& should, Fed& fed,
                            Attempt& chosen) const {
        auto values = evaluatedValues(should.inputs.values, m_memory);
        if (!values) return {};
        auto tried = attempt(run, *values);
        if (!tried) return tried.failure();
        Others others{*std::move(values), *std::move(tried), std::vector<FedInput>(should.inputs.values.size()), {}};
        if (const auto done = findLogged(run, all, should, others); !done) return done;
        for (std::size_t i = 0; i < others.values.size(); ++i) {
            if (others.tried.inputs[i].wrong == 0) continue;
            const evaluate::Values before = others.values;
            const auto found = eachOther(run, all, should.inputs, before, i, [&](Value value, const InputRelation& relation) {
                return explains(run, should, i, std::move(value), relation, others);
            });
            if (!found) return found.failure();
        }
        if (others.found.empty() && (chosen.wrong.empty() || should.inputs.caseIndex != fed.inputs.caseIndex)) return {};
        const bool explained = others.tried.wrong.empty() && others.tried.right > 0;
        if (should.paired == Pairing::ByOutputs) {  // its outputs are right: nobody is to blame for what does not show in them
            if (!explained) return {};
            for (OtherInput& other : others.found) other.paired = other.axes = false;
        }
        if (!others.found.empty()) {
            if (explained || fed.state != FedState::Refuted) fed.state = explained ? FedState::Proven : FedState::Paired;
            fed.inputs = should.inputs;
            std::vector<Sentence> told;
            for (const OtherInput& other : others.found) told.push_back(evidenceOf(other));
            fed.evidence = Sentence::list(std::move(told), "; ");
        }
        fed.each = std::move(others.each);
        fed.others = std::move(others.found);
        chosen = std::move(others.tried);
        return {};
    }

    static Sentence evidenceOf(const OtherInput& other) {
        return Sentence::of(other.readers == 0
                                ? Sentence::phrase("a delegate logged input %1: it was fed %2")
                                : Sentence::phrase("the instructions that read input %1 gave what they give when it is fed %2"),
                            other.index, other.text);
    }

    Result<void> findLogged(const join::SessionRun& run, const std::vector<FedCandidate>& all, const FedCandidate& should,
                            Others& others) const {
        const evaluate::Values values = others.values;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto logged = others.tried.inputs[i].logged;
            if (!logged || values[i].array() == nullptr || logged->array()->shape != values[i].array()->shape) continue;
            InputRelation how{false, false, Sentence::of("with other values")};
            const auto named =
                eachOther(run, all, should.inputs, values, i, [&](const Value& value, const InputRelation& relation) {
                    const bool same = value.array() != nullptr && isRead(*logged->array(), *value.array());
                    if (same) how = relation;
                    return Result<bool>(same);
                });
            if (!named) return named.failure();
            others.each[i] = {InputEvidence::Logged, logged};
            others.values[i] = *logged;
            if (Sentence text = *named ? Sentence() : factorText(*logged->array(), *values[i].array()); !text.empty())
                how.text = std::move(text);
            others.found.push_back({i, how.axes, should.paired != Pairing::None, 0, how.text});
        }
        if (std::ranges::none_of(others.each, [](const FedInput& one) { return one.value.has_value(); })) return {};
        auto tried = attempt(run, others.values);
        if (!tried) return tried.failure();
        others.tried = *std::move(tried);
        return {};
    }

    /// Whether input `i` was that value: no instruction that reads it says otherwise.
    Result<bool> explains(const join::SessionRun& run, const FedCandidate& should, std::size_t i, Value value,
                          const InputRelation& relation, Others& others) const {
        evaluate::Values values = others.values;
        values[i] = value;
        auto tried = attempt(run, values, i);
        if (!tried) return tried.failure();
        const InputReads &before = others.tried.inputs[i], &now = tried->inputs[i];
        if (now.wrong > 0 || now.right == 0) return false;
        // A lone kernel that gives nothing, or another row, looks like one that was given nothing, or another index; and one may be
        // wrong as another of its operator is.
        const auto& wrong = others.tried.wrong;
        const auto reader = std::ranges::find_if(wrong, [&](const auto& call) { return call.reads.contains(i); });
        const bool more = reader != wrong.end() && std::ranges::count(wrong, reader->op, &Attempt::WrongCall::op) > 1;
        const std::size_t readers = before.wrong + (now.assumed == 0 ? before.assumed : 0);
        const bool like = more || (relation.zeros ? !tried->seen : isIntegral(others.values[i]));
        if (readers == 1 && !relation.told && like) return false;
        others.each[i] = {InputEvidence::Read, std::move(value)};
        others.found.push_back({i, relation.axes, should.paired != Pairing::None, readers, relation.text});
        others.values = std::move(values);
        others.tried = *std::move(tried);
        return true;
    }

    /// What tells of each input, where it was as it should have been.
    static void addEvidence(Fed& fed, const Attempt& chosen, Pairing paired) {
        fed.each.resize(fed.inputs.values.size());
        for (std::size_t i = 0; i < fed.each.size() && i < chosen.inputs.size(); ++i) {
            if (fed.each[i].value) continue;
            const bool told = paired != Pairing::None && paired != Pairing::ByOutputs;
            fed.each[i].evidence = chosen.confirms(i)          ? InputEvidence::Read
                                   : told && chosen.refutes(i) ? InputEvidence::Refuted
                                   : !told && chosen.doubts(i) ? InputEvidence::Open
                                   : paired != Pairing::None   ? InputEvidence::Paired
                                                               : InputEvidence::Assumed;
            const Attempt::WrongCall* lone = chosen.loneReader(i);
            if (fed.each[i].evidence == InputEvidence::Refuted && lone != nullptr) fed.each[i].loneReader = lone->instruction;
        }
    }

    /// Indices that were asked of a table: the rows that it gave tell them.
    Result<bool> otherIndices(const join::SessionRun& run, const evaluate::Values& values, std::size_t i,
                              const std::function<Result<bool>(Value, const InputRelation&)>& visit) const {
        const Array& input = *values[i].array();
        const auto asked = evaluate::readIntegers(input);
        const evaluate::Context context{m_memory, m_job};
        std::vector<std::int64_t> rows;
        const auto look = [&](const ReplayedCall& call) -> Result<Replay::Next> {
            if (!asked || call.op == nullptr || call.op->row.target != "aten.embedding.default") return Replay::Next::GoOn;
            const auto table = std::ranges::find(call.arguments, "weight", &ReplayedArgument::name),
                       indices = std::ranges::find(call.arguments, "indices", &ReplayedArgument::name);
            if (table == call.arguments.end() || indices == call.arguments.end() || indices->input != i || call.results.empty() ||
                !call.results.front())
                return Replay::Next::GoOn;
            const Array *weight = table->value.array(), *given = call.results.front()->array();
            if (weight == nullptr || given == nullptr) return Replay::Next::GoOn;
            auto found = rowsGiven(*weight, *given, *asked, context);
            if (m_job.cancelled()) return cancelledFailure();
            if (found) rows = *std::move(found);
            return rows.empty() ? Replay::Next::GoOn : Replay::Next::Stop;
        };
        Replay replay(*m_replay);
        if (const auto done = replay.run(run, {values.begin(), values.end()}, look, m_job); !done) return done.failure();
        if (rows.empty()) return false;
        Array other = context.make(input.type, input.shape);
        evaluate::storeInts(other.stored, rows.data(), rows.size(), other.storage->data());
        InputRelation relation{false, false, Sentence::of("with other indices")};
        const std::int64_t by = asked->front() < 0 ? 0 : rows.front() - asked->front();
        const auto isMoved = [by](std::int64_t row, std::int64_t index) { return checkedAdd(index, by) == row; };
        const auto same = [&](const Array& changed, const InputRelation& how) {
            const bool found = isRead(other, changed);
            if (found) relation.text = how.text;
            return Result<bool>(found);
        };
        if (rows.size() == 1)
            relation.text = Sentence::of("as %1 in place of %2", rows.front(), asked->front());
        else if (std::ranges::equal(rows, *asked, isMoved))
            relation.text = by > 0 ? Sentence::of("plus %1", by) : Sentence::of("minus %1", std::abs(by));
        else if (const auto named = eachRelation(input, context, same); !named)
            return named;
        relation.told = true;
        return visit(std::move(other), relation);
    }

    /// What a call that only gives the input another shape gave: that is what was fed.
    Result<bool> otherCopy(const join::SessionRun& run, const evaluate::Values& values, std::size_t i,
                           const std::function<Result<bool>(Value, const InputRelation&)>& visit) const {
        const Array& input = *values[i].array();
        std::optional<Value> copied;
        const auto look = [&](const ReplayedCall& call) -> Result<Replay::Next> {
            const bool copies = call.op != nullptr && std::ranges::find(kCopies, call.op->row.target) != kCopies.end();
            const bool reads = std::ranges::any_of(call.arguments, [i](const ReplayedArgument& one) { return one.input == i; });
            if (!copies || !reads || call.results.empty() || !call.results.front()) return Replay::Next::GoOn;
            const Array* given = call.results.front()->array();
            if (given == nullptr || given->type != input.type || given->count() != input.count()) return Replay::Next::GoOn;
            copied = *call.results.front();
            return Replay::Next::Stop;
        };
        Replay replay(*m_replay);
        if (const auto done = replay.run(run, {values.begin(), values.end()}, look, m_job); !done) return done.failure();
        if (!copied) return false;
        const evaluate::Context context{m_memory, m_job};
        evaluate::Values shape;
        for (const std::int64_t size : input.shape) shape.emplace_back(size);
        const auto fed = evaluate::apply(*evaluate::findOperator("aten.view_copy.default"), context,
                                         {{"self", *copied}, {"size", std::move(shape)}});
        if (!fed || fed->front().array() == nullptr) return false;
        return visit(fed->front(), {false, false, Sentence::of("with other values"), true});
    }

    /// What input `i` may have been instead, until `visit` takes it.
    Result<bool> eachOther(const join::SessionRun& run, const std::vector<FedCandidate>& all, const GraphInputs& inputs,
                           const evaluate::Values& values, std::size_t i,
                           const std::function<Result<bool>(Value, const InputRelation&)>& visit) const {
        const evaluate::Context context{m_memory, m_job};
        const Array* array = values[i].array();
        const auto found = array != nullptr ? eachRelation(*array, context, visit) : Result<bool>(false);
        if (!found || *found) return found;
        if (array != nullptr)
            if (const auto taken = otherCopy(run, values, i, visit); !taken || *taken) return taken;
        if (array != nullptr && isIntegral(values[i]))
            if (const auto taken = otherIndices(run, values, i, visit); !taken || *taken) return taken;
        for (const FedCandidate& candidate : all) {
            if (candidate.inputs.caseIndex == inputs.caseIndex || i >= candidate.inputs.values.size()) continue;
            auto other = evaluatedValues({candidate.inputs.values[i]}, m_memory);
            if (!other) continue;
            const auto taken =
                visit(std::move(other->front()), {false, false, Sentence::of("as %1 has it", candidate.name), false});
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
    if (state == FedState::Unknown) return {};
    OptionalValues made(each.size());
    if (const auto values = evaluatedValues(inputs.values, memory); values && state != FedState::Refuted)
        made.assign(values->begin(), values->end());
    for (std::size_t i = 0; i < std::min(made.size(), each.size()); ++i)
        if (each[i].value || each[i].evidence >= InputEvidence::Refuted) made[i] = each[i].value;
    return made;
}

std::optional<std::size_t> Fed::provenCase() const {
    return state == FedState::Proven && others.empty() ? inputs.caseIndex : std::nullopt;
}

/// Not where one was another than those of any case, and of no file.
bool Fed::trusted() const noexcept {
    return state != FedState::Unknown && state != FedState::Refuted &&
           std::ranges::all_of(others, [](const OtherInput& other) { return other.paired; });
}

namespace {

/// The files that a run was fed, where it was fed nothing else; nothing: it was.
std::optional<InputChoice> filesOf(const GraphInputs& inputs) {
    InputChoice choice{InputChoice::Kind::Files, 0, {}};
    for (const tensor::Value& value : inputs.values) {
        const auto* tensor = std::get_if<tensor::Tensor>(&value);
        if (tensor == nullptr || !tensor->storage.hasData() || !tensor->storage.source->isFile()) return std::nullopt;
        choice.files.push_back(tensor->storage.source->name());
    }
    return choice.files.empty() ? std::nullopt : std::optional(std::move(choice));
}

}  // namespace

InputChoice Fed::choice() const {
    if (trusted() && inputs.from == "file" && !inputs.caseIndex)
        if (auto files = filesOf(inputs)) return *std::move(files);
    const auto index = trusted() ? inputs.caseIndex : paired;
    return index ? InputChoice{InputChoice::Kind::Case, *index, {}} : InputChoice{};
}

Sentence Fed::why() const { return trusted() ? evidence : known() ? pairing : Sentence::of("no run is known to belong to a case"); }

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
