#include "answers/gap_choice.h"

#include <QSettings>
#include <algorithm>
#include <map>

#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "modules/operator_family.h"

namespace etscope::ui {
namespace {

class NoReferences : public gap::ReferenceValues {
public:
    explicit NoReferences(const QString& why) : m_why(why.toStdString()) {}
    std::optional<tensor::Value> ofNode(const std::string&) const override { return std::nullopt; }
    std::optional<tensor::Value> ofHandle(std::int64_t) const override { return std::nullopt; }
    std::vector<std::int64_t> handles() const override { return {}; }
    bool none() const override { return true; }
    std::string source() const override { return m_why; }

private:
    std::string m_why;
};

/// Where nothing says that they must be computed, that they cannot be is no failure.
Result<References> computed(const session::MethodView& method, const GapChoice& choice, ChosenRun& chosen, const JobContext& job) {
    const std::optional<std::size_t> run = choice.options.run;
    const auto made = [&]() -> Result<References> {
        auto plan = computingPlan(method, job);
        if (!plan) return plan.failure();
        if (!choice.patient && !isQuick(*plan)) {
            References known = causes::knownReferences(method, run, job);
            if (known == nullptr) chosen.plan = *std::move(plan);
            return known;
        }
        return choice.kept ? causes::keptReferences(method, run, job)
                           : stages::computedReferences(method, graph::StageId::edge(), {std::nullopt, run, false}, job);
    }();
    if (made || choice.reference.kind == causes::ReferenceChoice::Kind::Computed || made.cancelled()) return made;
    chosen.why = text(made.error().message);
    return std::make_shared<NoReferences>(QObject::tr("none: choose a run"));
}

constexpr qulonglong kQuickOperations = 2'000'000'000;
constexpr std::uint64_t kQuickWeights = 64U << 20U;
constexpr std::size_t kComputedValuesNamed = 3;

QString operationsText(std::uint64_t operations) {
    const auto count = static_cast<double>(operations);
    return operations < 1'000'000       ? countText(operations)
           : operations < 1'000'000'000 ? QObject::tr("%1 million").arg(floatText(count / 1e6))
                                        : QObject::tr("%1 billion").arg(floatText(count / 1e9));
}

}  // namespace

bool hasGap(const session::Session& session) {
    std::size_t runs = 0;
    bool logged = false;
    for (const session::SessionFile& file : session.files()) {
        logged = logged || file.kind == FileKind::DebugBuffer;
        if (file.dump != nullptr)
            runs += static_cast<std::size_t>(std::ranges::count_if(file.dump->runs(), [&file](const etdump::Run& run) {
                return file.dump->blockKind(run) == etdump::BlockKind::Execute;
            }));
    }
    return session.recordFile() != nullptr && runs > 0 && (runs > 1 || logged || !gap::valueFiles(session).empty());
}

Result<ChosenRun> chosenRun(const session::MethodView& method, const GapChoice& choice, const JobContext& job) {
    ChosenRun chosen;
    const auto compute = [&] { return computed(method, choice, chosen, job); };
    auto held = causes::heldRun(method, choice.reference, choice.options, compute, job);
    if (!held) return held.failure();
    chosen.held = *std::move(held);
    if (chosen.held.references == nullptr) chosen.held.references = std::make_shared<NoReferences>(QObject::tr("not computed yet"));
    return chosen;
}

Result<evaluate::Plan> computingPlan(const session::MethodView& method, const JobContext& job) {
    const auto program = method.program(graph::StageId::edge(), job);
    if (!program) return program.failure();
    return evaluate::planOf(*(*program)->graph);
}

/// Where sizes are not stated, the weights tell how much there may be to do.
bool isQuick(const evaluate::Plan& plan) {
    const qulonglong most = QSettings().value(QStringLiteral("computing/quickOperations"), kQuickOperations).toULongLong();
    return plan.operations <= most && (plan.sizesKnown || plan.weightBytes <= kQuickWeights);
}

Result<References> quickReferences(const session::MethodView& method, std::optional<std::size_t> run, const JobContext& job) {
    const auto plan = computingPlan(method, job);
    if (job.cancelled()) return cancelledFailure();
    if (!plan || !isQuick(*plan)) return plan ? causes::knownReferences(method, run, job) : References();
    auto references = causes::keptReferences(method, run, job);
    if (!references && !references.cancelled()) return References();
    return references;
}

Result<ComputedValues> computedValues(const session::MethodView& method, const graph::StageId& stage, const std::string& path,
                                      const JobContext& job) {
    ComputedValues made;
    if (!stage.is(graph::StageId::Kind::Edge)) return made;
    const auto references = quickReferences(method, std::nullopt, job);
    if (!references) return references.failure();
    if (*references == nullptr) return made;
    made.source = sourceText(**references);
    made.values = (*references)->listOfNode(path);
    if (const auto one = (*references)->ofNode(path); one && made.values.empty()) made.values.push_back(*one);
    return made;
}

QString inputsText(const gap::ComputedSource& source) {
    if (source.caseIndex) return QObject::tr("the inputs of case %1").arg(*source.caseIndex);
    return source.from == "file" ? said(source.inputsText) : QObject::tr("the example inputs");
}

QString sourceText(const gap::ReferenceValues& references) {
    const gap::ComputedSource* computed = references.computed();
    if (computed == nullptr) return text(references.source());
    return QObject::tr("computed from the %1 graph on %2").arg(text(computed->stage), inputsText(*computed));
}

QString planText(const evaluate::Plan& plan) {
    QString words = QObject::tr("%n node(s)", nullptr, counted(plan.nodes));
    words += QStringLiteral(" · ") + QObject::tr("%1 operations").arg(operationsText(plan.operations));
    words += QStringLiteral(" · ") + QObject::tr("%1 of weights are read").arg(bytesText(plan.weightBytes));
    if (!plan.sizesKnown) words += QStringLiteral(" · ") + QObject::tr("some sizes are not stated and not counted");
    return words;
}

QString unsupportedText(const evaluate::Plan& plan) {
    if (plan.unsupported.empty()) return {};
    std::map<std::string, std::size_t> counts;
    for (const evaluate::Unsupported& one : plan.unsupported) ++counts[one.target];
    QStringList names;
    for (const auto& [target, count] : counts) {
        if (static_cast<std::size_t>(names.size()) == kComputedValuesNamed) {
            names.append(QObject::tr("+ %1 more").arg(counts.size() - kComputedValuesNamed));
            break;
        }
        names.append(QStringLiteral("%1 × %2").arg(text(target)).arg(countText(count)));
    }
    return QObject::tr(
               "Not computed: %1. The values that the run logged there are taken instead; what follows is marked as "
               "restarted from the run.")
        .arg(names.join(QStringLiteral(", ")));
}

}  // namespace etscope::ui
