#include "pages/call_names.h"

#include <QObject>

#include "look/numbers.h"
#include "profile/event_statistics.h"

namespace etscope::ui {
namespace {

/// Of the operators of a delegate call, as many as a name has.
constexpr qsizetype kNamed = 3;

/// Of what a call computes: its first matrix product or convolution, else that of its first operator.
modules::OperatorFamily familyOf(const QStringList& words) {
    for (const QString& word : words)
        if (modules::describeOperator(word.toStdString()).family == modules::OperatorFamily::Compute)
            return modules::OperatorFamily::Compute;
    return modules::describeOperator(words.front().toStdString()).family;
}

}  // namespace

CallNames::CallNames(const session::Session& session, const QString& method, std::span<const join::SessionRun> runs,
                     const JobContext& job)
    : m_places(session, method.toStdString(), job), m_calls(profile::callsOf(profile::eventStatistics(runs, 1))) {}

CallName CallNames::of(std::int64_t instruction) const {
    const auto call = m_calls.find(instruction);
    const profile::CallPlace place = m_places.of(instruction, call != m_calls.end() ? call->second.noted() : profile::NotedCall{});
    if (!place.delegateCall)
        return {text(place.op), text(place.op), text(modules::operatorWord(place.op)), text(place.module),
                modules::describeOperator(place.op).family};
    QStringList words;
    for (const std::string& one : m_places.operatorsOf(instruction)) words.append(text(one));
    const QString backend = text(place.backend);
    if (words.isEmpty()) return {backend, backend, backend, text(place.module), modules::OperatorFamily::Delegate};
    const auto named = [&](const QStringList& some) { return QObject::tr("%1: %2").arg(backend, some.join(QStringLiteral(", "))); };
    const bool more = words.size() > kNamed;
    const QString dots = more ? QStringLiteral(" …") : QString();
    return {named(words.mid(0, kNamed)) + dots, named(words), words.mid(0, kNamed).join(QStringLiteral(", ")) + dots,
            text(place.module), familyOf(words)};
}

}  // namespace etscope::ui
