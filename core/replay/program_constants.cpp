#include "replay/program_constants.h"

#include <algorithm>

#include "base/limits.h"
#include "base/name_text.h"
#include "join/constants.h"
#include "join/weights.h"
#include "replay/computable_graph.h"

namespace etscope::replay {

namespace {

/// What no method is known to use may be any's.
bool isUsedBy(const join::StoredWeight& weight, const std::string& method) {
    const auto mine = [&](const join::WeightUse& use) { return use.method == method; };
    const auto nobodys = [](const join::WeightUse& use) { return use.method.empty(); };
    return std::ranges::any_of(weight.uses, mine) || std::ranges::all_of(weight.uses, nobodys);
}

class Gatherer {
public:
    Gatherer(const join::ConstantsCompared& compared, const std::set<std::string, std::less<>>& rounded, ProgramConstants& into)
        : m_compared(compared),
          m_computed(rounded),
          m_into(into),
          m_memory(std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes)) {}

    /// Keeps the weight. One without elements is the record's whatever it is.
    void add(const join::StoredWeight& weight) {
        if (weight.tensor.elementCount() == std::uint64_t{0}) return;
        const bool known = weight.record && weight.record->by < join::SameBy::Key;
        if (weight.record && std::ranges::any_of(weight.record->names, [&](const auto& name) { return m_computed.contains(name); }))
            return;
        if (known && weight.record->by != join::SameBy::Rounded) {
            ++m_into.same;
        } else if (known) {
            if (m_rounded++ == 0) m_firstRounded = &weight;
            ++m_into.unknown;
        } else if (const join::DifferentConstant* other = differing(weight)) {
            m_into.evidence.push_back(
                Sentence::of("'%1' of the program has other elements than the record's", validName(other->name)));
            if (!other->inside) take(other->name, other->stored);
            if (!other->inside) return;
            m_into.evidence.back() += Sentence::of("; it is inside a delegate, which is not computed with it");
            ++m_into.unknown;
        } else {
            ++m_into.unknown;
        }
    }

    void finish() {
        if (m_rounded > 0)
            m_into.evidence.push_back(
                Sentence::of("the program holds %1 {1:weight|weights} rounded to a shorter type (%2 as %3), which the "
                             "graph is not computed with",
                             m_rounded, validName(m_firstRounded->nameInRecord()), scalarTypeName(m_firstRounded->tensor.type)));
    }

private:
    const join::DifferentConstant* differing(const join::StoredWeight& weight) const {
        const auto& all = m_compared.different;
        const auto found = std::ranges::find_if(all, [&](const join::DifferentConstant& one) {
            const ByteRange &a = one.stored.storage, &b = weight.tensor.storage;
            return a.source == b.source && a.offset == b.offset && a.hasData();
        });
        return found == all.end() ? nullptr : &*found;
    }
    void take(const std::string& name, const tensor::Tensor& stored) {
        if (auto array = evaluate::borrowed(stored, m_memory))
            m_into.different.insert_or_assign(name, *std::move(array));
        else
            ++m_into.unknown;
    }

    const join::ConstantsCompared& m_compared;
    const std::set<std::string, std::less<>>& m_computed;  ///< rounded ones that the graph allows for
    ProgramConstants& m_into;
    std::shared_ptr<evaluate::Memory> m_memory;
    std::size_t m_rounded = 0;
    const join::StoredWeight* m_firstRounded = nullptr;
};

/// Delegates whose payload nobody can look into.
Result<std::size_t> undecoded(const session::MethodView& method, const JobContext& job) {
    const program::ExecutionPlan* plan = method.plan();
    std::size_t count = 0;
    for (std::size_t i = 0; plan != nullptr && i < plan->delegates.size(); ++i) {
        if (job.cancelled()) return cancelledFailure();
        const auto decoded = method.delegate(i, job);
        count += decoded && ((*decoded)->graph || !(*decoded)->weights.empty()) ? 0U : 1U;
    }
    return count;
}

}  // namespace

Result<ProgramConstants> programConstants(const session::MethodView& method, const JobContext& job) {
    const auto weights = join::weights(method.session, job);
    if (!weights) return weights.failure();
    const auto compared = join::constants(method.session, job);
    if (!compared) return compared.failure();
    const auto computable = computableGraph(method, graph::StageId::program(), job);
    if (!computable) return computable.failure();
    ProgramConstants constants;
    Gatherer gatherer(**compared, (*computable)->rounded, constants);
    for (const join::StoredWeight& weight : (*weights)->weights())
        if (isUsedBy(weight, method.name) && (weight.typed || weight.inside())) gatherer.add(weight);
    gatherer.finish();
    const auto closed = undecoded(method, job);
    if (!closed) return closed.failure();
    if (constants.same > 0)
        constants.evidence.insert(
            constants.evidence.begin(),
            Sentence::of("%1 {1:weight|weights} of the program {1:is one|are tensors} of the record", constants.same));
    if (constants.unknown > 0)
        constants.evidence.push_back(
            Sentence::of("of %1 {1:weight|weights} of the program nothing tells the record's", constants.unknown));
    if (*closed > 0) {
        constants.evidence.push_back(
            Sentence::of("what %1 {1:delegate|delegates} of the program may hold is not decoded: unknown", *closed));
        constants.unknown += *closed;
    }
    return constants;
}

}  // namespace etscope::replay
