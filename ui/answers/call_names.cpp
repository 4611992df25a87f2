#include "answers/call_names.h"

#include <QObject>
#include <array>

#include "etdump/event_names.h"
#include "look/numbers.h"
#include "profile/event_statistics.h"

namespace etscope::ui {
namespace {

/// Of what a call computes: its first matrix product or convolution, else that of its first operator.
modules::OperatorFamily familyOf(const QStringList& words) {
    for (const QString& word : words)
        if (modules::describeOperator(word.toStdString()).family == modules::OperatorFamily::Compute)
            return modules::OperatorFamily::Compute;
    return modules::describeOperator(words.front().toStdString()).family;
}

/// What steps of backends do, by how their names begin.
struct StepFamily {
    const char* begins;
    modules::OperatorFamily family;
};
constexpr std::array kStepFamilies{StepFamily{"Fully Connected", modules::OperatorFamily::Compute},
                                   StepFamily{"Convolution", modules::OperatorFamily::Compute},
                                   StepFamily{"Deconvolution", modules::OperatorFamily::Compute},
                                   StepFamily{"Batch Matrix Multiply", modules::OperatorFamily::Compute},
                                   StepFamily{"Convert", modules::OperatorFamily::Quantise},
                                   StepFamily{"Copy", modules::OperatorFamily::Shape},
                                   StepFamily{"Static", modules::OperatorFamily::Shape},
                                   StepFamily{"Transpose", modules::OperatorFamily::Shape},
                                   StepFamily{"Slice", modules::OperatorFamily::Shape},
                                   StepFamily{"Concatenate", modules::OperatorFamily::Shape},
                                   StepFamily{"Softmax", modules::OperatorFamily::Activation},
                                   StepFamily{"Sigmoid", modules::OperatorFamily::Activation},
                                   StepFamily{"Gelu", modules::OperatorFamily::Activation},
                                   StepFamily{"Clamp", modules::OperatorFamily::Activation},
                                   StepFamily{"Add", modules::OperatorFamily::ElementWise},
                                   StepFamily{"Subtract", modules::OperatorFamily::ElementWise},
                                   StepFamily{"Multiply", modules::OperatorFamily::ElementWise},
                                   StepFamily{"Divide", modules::OperatorFamily::ElementWise}};

int familyOfStep(const QString& name) {
    for (const StepFamily& one : kStepFamilies)
        if (name.startsWith(QLatin1String(one.begins), Qt::CaseInsensitive)) return static_cast<int>(one.family);
    const auto family = modules::describeOperator(name.toStdString()).family;
    return family == modules::OperatorFamily::Other ? -1 : static_cast<int>(family);
}

/// A dump alone names kernels without their library: "add.out", not "aten::add.out".
bool hasLibrary(std::string_view op) { return op.find("::") != std::string_view::npos; }

modules::OperatorFamily familyOfKernel(std::string_view op) {
    return modules::describeOperator(hasLibrary(op) ? std::string(op) : "aten::" + std::string(op)).family;
}

std::string wordOf(std::string_view op) {
    return hasLibrary(op) ? modules::operatorWord(op) : std::string(op.substr(0, op.find('.')));
}

}  // namespace

StepName stepName(const profile::SummaryRow& row) {
    const QString whole = text(row.event.name);
    if (const std::string_view kernel = etdump::kernelOf(row.event.name); !kernel.empty())
        return {text(kernel), whole, static_cast<int>(familyOfKernel(kernel))};
    const QString type = text(row.op.empty() ? row.event.name : row.op);
    const QString name = type.section(QStringLiteral(" ("), 0, 0);
    return {name, whole, row.event.delegateId.empty() ? -1 : familyOfStep(name)};
}

CallNames::CallNames(const session::Session& session, const QString& method, std::span<const join::SessionRun> runs,
                     const JobContext& job)
    : m_places({session, method.toStdString()}, job), m_calls(profile::callsOf(profile::eventStatistics(runs, 1))) {
    if (auto titles = join::callTitles({session, method.toStdString()}, job)) m_titles = *std::move(titles);
}

CallName CallNames::of(std::int64_t instruction) const {
    const profile::DumpedCall* call = m_calls.find(instruction);
    const profile::CallPlace place = m_places.of(instruction, call != nullptr ? *call : profile::DumpedCall{});
    if (!place.delegateCall) {
        const QString op = text(place.op), brief = text(wordOf(place.op));
        return {op, op, brief, brief, {}, text(place.module), familyOfKernel(place.op)};
    }
    const auto title = m_titles != nullptr ? m_titles->find(instruction) : join::CallTitles::const_iterator();
    if (m_titles == nullptr || title == m_titles->end()) {
        const QString backend = text(place.backend);
        return {backend, backend, backend, backend, {}, text(place.module), modules::OperatorFamily::Delegate};
    }
    const join::CallTitle& told = title->second;
    const QStringList words = texts(m_places.operatorsOf(instruction));
    const QString number = text(told.name()), name = text(told.title());
    QStringList whole{name == number ? name : number + QStringLiteral(" · ") + name};
    if (!words.isEmpty()) whole.append(words.join(QStringLiteral(", ")));
    return {name,
            whole.join(QLatin1Char('\n')),
            told.work.what.empty() ? number : text(told.work.what),
            text(told.listed()),
            number,
            told.work.module.empty() ? text(place.module) : text(told.work.module),
            words.isEmpty() ? modules::OperatorFamily::Delegate : familyOf(words)};
}

}  // namespace etscope::ui
