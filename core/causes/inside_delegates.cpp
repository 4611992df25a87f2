#include "causes/inside_delegates.h"

#include <algorithm>
#include <set>

#include "base/name_text.h"
#include "delegates/shared_biases.h"
#include "join/constants.h"
#include "join/weights.h"
#include "replay/delegate_weights.h"

namespace etscope::causes {

Result<std::vector<Culprit>> InsideDelegates::weights(std::optional<std::size_t> run, std::optional<std::size_t> only) const {
    const auto constants = join::constants(m_method.session, m_job);
    const auto weights = join::weights(m_method.session, m_job);
    for (const Error* error : {constants ? nullptr : &constants.error(), weights ? nullptr : &weights.error()})
        if (error != nullptr && error->isCancelled()) return Failure{*error};
    std::vector<Culprit> found;
    for (std::size_t i = 0; constants && weights && i < (*constants)->different.size(); ++i) {
        const join::DifferentConstant& different = (*constants)->different[i];
        const join::StoredWeight* weight = different.inside ? (*weights)->at(different.stored.storage) : nullptr;
        if (weight == nullptr) continue;
        const auto use = std::ranges::find_if(weight->uses, [&](const join::WeightUse& one) {
            return one.method == m_method.name && one.delegate && (!only || static_cast<std::size_t>(*one.delegate) == *only);
        });
        if (use == weight->uses.end()) continue;
        found.push_back(constant(run, static_cast<std::size_t>(*use->delegate), different.name, different.how));
    }
    const auto computable = replay::computableGraph(m_method, graph::StageId::program(), m_job);
    if (computable.cancelled()) return computable.failure();
    for (std::size_t i = 0; computable && i < (*computable)->others.size(); ++i) {
        const replay::OtherConstant& other = (*computable)->others[i];
        if (!only || other.delegate == *only) found.push_back(constant(run, other.delegate, other.name, other.text));
    }
    if (computable && only)  // what quantisation gives may be more
        for (const replay::MisscaledBias& bias : (*computable)->biases)
            if (bias.delegate == *only) found.push_back(misscaled(run, bias));
    return found;
}

Culprit InsideDelegates::misscaled(std::optional<std::size_t> run, const replay::MisscaledBias& bias) const {
    Culprit culprit;
    culprit.cause = Cause::Constant;
    culprit.run = run;
    culprit.delegate = bias.delegate;
    culprit.instruction = callOf(bias.delegate);
    culprit.sentence = Sentence::of("the bias of %1 inside delegate %2 is %3", bias.nodes, bias.delegate, bias.text);
    culprit.action = Sentence::of(delegates::SharedBias::kAction);
    return culprit;
}

Culprit InsideDelegates::constant(std::optional<std::size_t> run, std::size_t delegate, const std::string& name,
                                  const Sentence& how) const {
    Culprit culprit;
    culprit.cause = Cause::Constant;
    culprit.run = run;
    culprit.delegate = delegate;
    culprit.instruction = callOf(delegate);
    culprit.constant = name;
    culprit.sentence = text(culprit, how);
    return culprit;
}

Sentence InsideDelegates::text(const Culprit& culprit, const Sentence& how) {
    const std::string name = validName(*culprit.constant);
    return culprit.instruction
               ? Sentence::of("constant '%1' inside delegate %2 at instruction %3 differs from the record's: %4", name,
                              *culprit.delegate, *culprit.instruction, how)
               : Sentence::of("constant '%1' inside delegate %2 differs from the record's: %3", name, *culprit.delegate, how);
}

std::optional<std::int64_t> InsideDelegates::callOf(std::size_t delegate) const {
    const auto row = std::ranges::find(m_rows, std::optional(delegate), &replay::AuditRow::delegate);
    return row == m_rows.end() ? std::nullopt : std::optional(row->instruction);
}

Result<void> InsideDelegates::addOpen(std::size_t run, std::vector<Culprit>& found) const {
    std::set<std::size_t> open;
    for (const replay::AuditRow& row : m_rows)
        if (row.run == run && row.delegate && row.judgement() == nullptr) open.insert(*row.delegate);
    for (const std::size_t delegate : open) {
        const auto weights = replay::delegateWeights(m_method, delegate, m_job);
        if (weights.cancelled()) return weights.failure();
        for (std::size_t i = 0; weights && i < weights->size(); ++i)
            if (const replay::DelegateWeight& weight = (*weights)[i]; weight.integers)
                found.push_back(constant(run, delegate, weight.name, weight.text));
    }
    return {};
}

}  // namespace etscope::causes
