// What can be done with a thing: the buttons of the Inspector's heading.
#include <algorithm>

#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"

namespace etscope::ui {
namespace {

using Kind = Address::Kind;

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

struct Row {
    Kind kind;
    const char* page;
    const char* title;
    bool (*there)(const About&);
};
constexpr const char* kGraph = QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Graph");
constexpr const char* kGap = QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Numeric gap");
constexpr const char* kValues = QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Values");
constexpr const char* kEvents = QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Events");
constexpr const char* kOutputs = QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Outputs");
constexpr Row kRows[] = {
    {Kind::Method, "graph", kGraph, always},
    {Kind::Method, "outputs", kOutputs, always},
    {Kind::Method, "events", kEvents, hasRuns},
    {Kind::Stage, "graph", kGraph, always},
    {Kind::Stage, "delegates", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Delegates"), ofDelegate},
    {Kind::Node, "graph", kGraph, always},
    {Kind::Node, "gap", kGap, isCompared},
    {Kind::Node, "values", kValues, always},
    {Kind::Node, "events", kEvents, isTimed},
    {Kind::Node, "source", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Source"), hasSource},
    {Kind::Module, "graph", kGraph, always},
    {Kind::Value, "memory", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Memory"), isInstruction},
    {Kind::Value, "graph", kGraph, ofGraph},
    {Kind::Result, "graph", kGraph, always},
    {Kind::Output, "outputs", kOutputs, always},
    {Kind::Given, "outputs", kOutputs, always},
    {Kind::Given, "gap", kGap, always},
    {Kind::Given, "values", kValues, always},
    {Kind::Tensor, "tensors", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Tensors"), always},
    {Kind::Tensor, "values", kValues, always},
    {Kind::Data, "named-data", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Named data"), always},
    {Kind::Region, "sizes", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Sizes"), always},
    {Kind::Run, "events", kEvents, always},
    {Kind::Event, "events", kEvents, always},
    {Kind::Metadata, "metadata", QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Metadata"), always},
};

}  // namespace

QList<Deed> deedsOf(const EntityQuestion& question, const EntityFacts& told) {
    const About about{question, told, question.address.stageId()};
    QList<Deed> deeds;
    for (const Row& row : kRows)
        if (row.kind == question.address.kind && row.there(about))
            deeds.append({row.title, QStringLiteral("page:%1#%2").arg(QLatin1String(row.page), question.address.text())});
    if (!told.deeds.isEmpty()) return deeds + told.deeds;  // what it is called by its teller
    deeds.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Copy address"), kCopyLink + question.address.text()});
    return deeds;
}

}  // namespace etscope::ui
