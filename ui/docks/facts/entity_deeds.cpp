// What can be done with a thing: the buttons of the Inspector's heading.
#include <algorithm>

#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"

namespace etscope::ui {
namespace {

using DeedKind = Address::Kind;

struct About {
    const EntityQuestion& question;
    const EntityFacts& told;
    graph::StageId stage;
};

bool always(const About&) { return true; }

bool hasRuns(const About& about) {
    return std::ranges::any_of(about.question.session->files(),
                               [](const session::SessionFile& file) { return file.dump != nullptr; });
}

bool isInstruction(const About& about) { return about.stage.is(graph::StageId::Kind::Program); }
bool ofGraph(const About& about) { return !isInstruction(about); }
bool isTimed(const About& about) { return isInstruction(about) && hasRuns(about); }
bool isCompared(const About& about) { return hasRuns(about) && !about.stage.is(graph::StageId::Kind::Payload); }
bool ofDelegate(const About& about) { return about.stage.is(graph::StageId::Kind::Payload); }

/// A chain that begins with a line that is known.
bool hasSource(const About& about) {
    return std::ranges::any_of(about.told.groups, [](const FactGroup& group) {
        return QLatin1String(group.title) == QLatin1String("Chain") && std::ranges::any_of(group.chain, [](const MarkedFact& fact) {
                   return fact.label == Inspector::tr("Source line") && fact.mark == Mark::Match;
               });
    });
}

struct DeedRow {
    DeedKind kind;
    const char* page;
    const char* title;
    bool (*there)(const About&);
};
constexpr const char* kGraph = QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Graph");
constexpr const char* kEntityDeedsGap = QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Numeric gap");
constexpr const char* kValues = QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Values");
constexpr const char* kEvents = QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Events");
constexpr const char* kOutputs = QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Outputs");
constexpr DeedRow kEntityDeedsRows[] = {
    {DeedKind::Method, "graph", kGraph, always},
    {DeedKind::Method, "outputs", kOutputs, always},
    {DeedKind::Method, "events", kEvents, hasRuns},
    {DeedKind::Stage, "graph", kGraph, always},
    {DeedKind::Stage, "delegates", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Delegates"), ofDelegate},
    {DeedKind::Node, "graph", kGraph, always},
    {DeedKind::Node, "gap", kEntityDeedsGap, isCompared},
    {DeedKind::Node, "values", kValues, always},
    {DeedKind::Node, "events", kEvents, isTimed},
    {DeedKind::Node, "source", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Source"), hasSource},
    {DeedKind::Module, "graph", kGraph, always},
    {DeedKind::Value, "memory", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Memory"), isInstruction},
    {DeedKind::Value, "graph", kGraph, ofGraph},
    {DeedKind::Result, "graph", kGraph, always},
    {DeedKind::Output, "outputs", kOutputs, always},
    {DeedKind::Given, "outputs", kOutputs, always},
    {DeedKind::Given, "gap", kEntityDeedsGap, always},
    {DeedKind::Given, "values", kValues, always},
    {DeedKind::Tensor, "tensors", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Tensors"), always},
    {DeedKind::Tensor, "values", kValues, always},
    {DeedKind::Data, "named-data", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Named data"), always},
    {DeedKind::Region, "sizes", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Sizes"), always},
    {DeedKind::Run, "events", kEvents, always},
    {DeedKind::Event, "events", kEvents, always},
    {DeedKind::Metadata, "metadata", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Metadata"), always},
};

}  // namespace

QList<Deed> deedsOf(const EntityQuestion& question, const EntityFacts& told) {
    const About about{question, told, question.address.stageId()};
    QList<Deed> deeds;
    for (const DeedRow& row : kEntityDeedsRows)
        if (row.kind == question.address.kind && row.there(about))
            deeds.append({row.title, QStringLiteral("page:%1#%2").arg(QLatin1String(row.page), question.address.text())});
    if (!told.deeds.isEmpty()) return deeds + told.deeds;  // what it is called by its teller
    deeds.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Copy address"), kCopyLink + question.address.text()});
    return deeds;
}

}  // namespace etscope::ui
