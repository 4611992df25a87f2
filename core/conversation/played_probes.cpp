#include "conversation/played_probes.h"

#include <algorithm>

#include "evaluate/judgement.h"
#include "evaluate/reading.h"
#include "replay/evaluated_values.h"

namespace etscope::conversation {

using evaluate::Array;

namespace {

/// Values that tell outputs of delegates apart take at most so much; beyond that these are not told.
constexpr std::uint64_t kMostExpected = std::uint64_t{512} << 20U;

/// The values of a node's results with their paths; lists element by element.
template <class Visit>
void eachResult(const graph::GraphModel& model, graph::NodeId node, evaluate::Values& results, Visit&& visit) {
    const auto slots = model.outputs(model.node(node));
    for (std::size_t s = 0; s < std::min<std::size_t>(slots.size(), results.size()); ++s) {
        const auto values = model.values(slots[s]);
        if (auto* array = std::get_if<Array>(&results[s]); array != nullptr && !values.empty())
            visit(model.valuePath(values.front()), *array);
        if (auto* list = std::get_if<evaluate::Values>(&results[s]))
            for (std::size_t i = 0; i < std::min<std::size_t>(values.size(), list->size()); ++i)
                if (auto* array = std::get_if<Array>(&(*list)[i])) visit(model.valuePath(values[i]), *array);
    }
}

bool ofTop(const evaluate::Scope& scope) { return scope.prefix.empty() && !scope.loop; }

}  // namespace

void ExpectedValues::take(const evaluate::Scope& scope, graph::NodeId node, graph::ValueId value, const evaluate::Value& given) {
    const Array* array = given.array();
    if (!ofTop(scope) || !node.valid() || array == nullptr || m_bytes > kMostExpected) return;
    auto tensor = evaluate::readTensor(*array);
    if (!tensor) return;
    m_bytes += static_cast<std::uint64_t>(array->count()) * array->item();
    m_values.insert_or_assign(scope.model.valuePath(value), *std::move(tensor));
}

std::optional<tensor::Value> ExpectedValues::ofNode(const std::string& path) const {
    const auto found = m_values.find(path);
    return found == m_values.end() ? std::nullopt : std::optional<tensor::Value>(found->second);
}

Result<evaluate::Values> Observing::compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                                            const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) {
    if (m_logged.empty() || !ofTop(scope) || op.signature.writes())
        return Probe::compute(scope, node, op, context, std::move(arguments));
    auto results = Probe::compute(scope, node, op, context, arguments);
    if (!results) return results;
    std::vector<std::optional<Array>> actual;
    bool any = false;
    eachResult(scope.model, node, *results, [&](const std::string& path, Array& array) {
        actual.push_back(loggedAs(path, array, context));
        any = any || actual.back();
    });
    if (!any) return results;
    const auto judged = evaluate::judge(op, context, std::move(arguments), actual);
    if (judged.cancelled()) return judged.failure();
    std::size_t i = 0;
    eachResult(scope.model, node, *results, [&](const std::string& path, Array& array) {
        const std::size_t at = i++;
        if (!actual[at]) return;
        const bool off = !judged || at >= judged->size() || (*judged)[at].verdict == evaluate::Verdict::NotRounding;
        takeActual(path, off, *actual[at], array, context);
    });
    return results;
}

/// What was logged in place of the result; nothing: it was not, or as something else.
std::optional<Array> Observing::loggedAs(const std::string& path, const Array& computed, const evaluate::Context& context) const {
    const auto found = m_logged.find(path);
    if (found == m_logged.end()) return std::nullopt;
    auto array = evaluate::borrowed(found->second.value, context.memory);
    if (!array || array->type != computed.type || array->count() != computed.count()) return std::nullopt;
    return *std::move(array);
}

void Observing::takeActual(const std::string& path, bool off, const Array& actual, Array& array, const evaluate::Context& context) {
    const auto numbers = evaluate::readDoubles(actual);
    auto own = numbers ? Correction::between(array, *numbers) : Result<Correction>(numbers.failure());
    auto moved = own ? own->onto(context, array) : Result<Array>(own.failure());
    if (!moved) return;
    array = *std::move(moved);
    m_errors.logged = true;
    const gap::LoggedResult& logged = m_logged.at(path);
    if (!(logged.ofDelegate ? m_wrong.contains(logged.instruction) : off) || own->none()) return;
    m_errors.values.insert_or_assign(path, *std::move(own));
    if (logged.ofDelegate) m_errors.delegates.emplace(path, logged.instruction);
}

Result<evaluate::Values> Moved::compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                                        const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) {
    auto results = Probe::compute(scope, node, op, context, std::move(arguments));
    if (!results || m_errors.values.empty() || !ofTop(scope)) return results;
    std::optional<Failure> failed;
    eachResult(scope.model, node, *results, [&](const std::string& path, Array& array) {
        const auto own = m_errors.values.find(path);
        if (own == m_errors.values.end() || (m_without != nullptr && m_without->contains(path))) return;
        if (auto moved = own->second.onto(context, array))
            array = *std::move(moved);
        else
            failed = moved.failure();
    });
    if (failed) return *failed;
    return results;
}

}  // namespace etscope::conversation
