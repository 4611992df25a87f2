#include "character/character.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>

#include "compare/run_cases.h"
#include "evaluate/reading.h"
#include "replay/audit.h"
#include "replay/executed.h"

namespace etscope::character {
namespace {

using evaluate::Array;

Result<tensor::ContentHash> hashOf(const Array& array, const JobContext& job) {
    const auto tensor = evaluate::readTensor(array);
    return tensor ? tensor::contentHash(*tensor, job) : Result<tensor::ContentHash>(tensor.failure());
}

/// Of what is read: hashes one after the other, in the order of the arguments.
void mix(tensor::ContentHash& into, const tensor::ContentHash& next) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;  // 2^64 over the golden ratio
    into.high = (into.high ^ next.high) * kOdd + next.low;
    into.low = (into.low ^ next.low) * kOdd + into.high;
}

/// What a call reads, whole: tensors by their elements, numbers, lists.
class Inputs {
public:
    explicit Inputs(const JobContext& job) : m_job(job) {}

    /// Errors: those of reading an element's bytes, `cancelled`.
    Result<void> add(const evaluate::Value& value) {
        mix(m_all, {value.base().index(), 0});
        if (const Array* array = value.array()) {
            const auto hash = hashOf(*array, m_job);
            if (!hash) return hash.failure();
            mix(m_all, *hash);
            for (const std::int64_t size : array->shape) mix(m_all, {static_cast<std::uint64_t>(size), 5});
            m_any = true;
        } else if (const evaluate::Values* list = value.list()) {
            for (const evaluate::Value& one : *list)
                if (auto done = add(one); !done) return done;
        } else if (const auto* whole = std::get_if<std::int64_t>(&value.base())) {
            mix(m_all, {std::bit_cast<std::uint64_t>(*whole), 1});
        } else if (const auto* real = std::get_if<double>(&value.base())) {
            mix(m_all, {std::bit_cast<std::uint64_t>(*real), 2});
        } else if (const auto* truth = std::get_if<bool>(&value.base())) {
            mix(m_all, {*truth ? 1U : 0U, 3});
        } else if (const auto* text = std::get_if<std::string>(&value.base())) {
            mix(m_all, {std::hash<std::string>{}(*text), 4});
        }
        return {};
    }
    /// Nothing: it reads no tensor.
    std::optional<tensor::ContentHash> all() const { return m_any ? std::optional(m_all) : std::nullopt; }

private:
    const JobContext& m_job;
    tensor::ContentHash m_all;
    bool m_any = false;
};

class Watcher {
public:
    Watcher(std::string method, std::map<std::size_t, std::size_t> processes, Traits& traits, const JobContext& job)
        : m_method(std::move(method)), m_processes(std::move(processes)), m_traits(traits), m_job(job) {}

    Result<void> operator()(const replay::ReplayedCall& call, const replay::AuditRow& row, const evaluate::Values& computed) {
        // What it read has to be known for sure, all of it, and no byte of it another call's.
        if (row.state != replay::AuditState::Judged || row.assumed || row.overwritten || row.moved || row.keepsState) return {};
        Inputs inputs(m_job);
        for (const replay::ReplayedArgument& argument : call.arguments)
            if (const auto done = inputs.add(argument.value); !done) return done.cancelled() ? done : Result<void>();
        const auto read = inputs.all();
        if (!read) return {};
        for (std::size_t i = 0; i < std::min({call.results.size(), row.results.size(), computed.size()}); ++i)
            if (const auto done = add(call, row, computed[i], i, *read); !done) return done;
        return {};
    }

private:
    Result<void> add(const replay::ReplayedCall& call, const replay::AuditRow& row, const evaluate::Value& computed, std::size_t i,
                     const tensor::ContentHash& inputs) {
        const Array* given = call.results[i] ? call.results[i]->array() : nullptr;
        const Array* right = computed.array();
        if (given == nullptr || right == nullptr) return {};
        const auto bits = hashOf(*given, m_job);
        if (!bits) return bits.cancelled() ? Result<void>(bits.failure()) : Result<void>();
        const auto givenValues = evaluate::readDoubles(*given), rightValues = evaluate::readDoubles(*right);
        if (!givenValues || !rightValues) return {};
        const evaluate::Judgement& judged = row.results[i];
        Observation one;
        one.seen = {m_method, row.run, row.instruction, row.op, i, m_processes.at(row.run)};
        one.sums = row.sums;
        one.elementwise = !row.sums && call.op != nullptr &&
                          (call.op->row.rule == evaluate::Rule::Elementwise || call.op->row.rule == evaluate::Rule::Chain);
        one.type = given->type;
        one.accumulator = judged.accumulator;
        one.rounded = judged.difference > 0;
        one.wrong = judged.verdict == evaluate::Verdict::NotRounding;
        one.units = judged.normal > 0 && std::isfinite(judged.units) ? judged.units / judged.normal : 0;
        one.inputs = inputs, one.bits = *bits;
        one.right = *rightValues, one.given = *givenValues;
        m_traits.add(one);
        return {};
    }

    std::string m_method;
    std::map<std::size_t, std::size_t> m_processes;  ///< by run
    Traits& m_traits;
    const JobContext& m_job;
};

}  // namespace

Result<Character> characterOf(const session::Session& session, const std::string& method, const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    std::set<std::string> methods;
    Character made;
    for (const join::SessionRun& run : **runs)
        if (run.attribution.method && (method.empty() || method == *run.attribution.method)) {
            methods.insert(*run.attribution.method);
            ++made.runs;
        }
    if (methods.empty())
        return fail("no-runs", "no execution of the session is known to be of a method whose calls could be looked at");
    std::size_t done = 0;
    for (const std::string& name : methods) {
        const session::MethodView view(session, name);
        const auto executions = replay::executionsOf(view, job);
        if (!executions) return executions.failure();
        std::vector<const join::SessionRun*> list;
        std::map<std::size_t, std::size_t> processes;
        for (const join::SessionRun& run : *executions) list.push_back(&run), processes[run.index] = run.file;
        replay::AuditOptions options;
        options.visit = Watcher(name, std::move(processes), made.traits, job);
        if (const auto rows = replay::audit(view, list, std::move(options), job); !rows) return rows.failure();
        job.report(static_cast<double>(++done) / static_cast<double>(methods.size()));
    }
    return made;
}

}  // namespace etscope::character
