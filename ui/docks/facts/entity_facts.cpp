#include "docks/facts/entity_facts.h"

#include <algorithm>
#include <iterator>

#include "docks/inspector.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "modules/work_title.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

using Kind = Address::Kind;

struct Row {
    Kind kind;
    Icon icon;
    const char* word;  ///< what such a thing is
    Told (*tell)(const EntityQuestion&, const JobContext&);
};
constexpr Row kEntityFactsRows[] = {
    {Kind::Method, Icon::Method, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "method"), tellMethod},
    {Kind::Stage, Icon::Stage, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "stage"), tellStage},
    {Kind::Node, Icon::Stage, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "operator"), tellNode},
    {Kind::Module, Icon::Module, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "module"), tellModule},
    {Kind::Value, Icon::Data, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "value"), tellValue},
    {Kind::Result, Icon::Data, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "output of the graph"), tellValue},
    {Kind::Output, Icon::Buffer, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "output"), tellOutput},
    {Kind::Given, Icon::Buffer, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "value that a run gave"), tellGiven},
    {Kind::File, Icon::File, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "file"), tellFile},
    {Kind::Metadata, Icon::Data, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "metadata"), tellMetadata},
    {Kind::Tensor, Icon::Weights, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "tensor"), tellTensor},
    {Kind::Data, Icon::Buffer, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "named data"), tellData},
    {Kind::Region, Icon::File, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "region of a file"), tellRegion},
    {Kind::Run, Icon::Dump, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "run"), tellRun},
    {Kind::Event, Icon::Dump, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "event"), tellEvent},
    {Kind::Problem, Icon::File, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "problem"), tellProblem},
    {Kind::Token, Icon::Data, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "token"), tellToken},
    {Kind::Call, Icon::Dump, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "call of a trace"), tellTraceCall},
};
/// What a stage and a value of it are where they stand for other things.
constexpr Row kDelegate{Kind::Stage, Icon::Program, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "delegate"), tellStage};
constexpr Row kMemory{Kind::Value, Icon::Data, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "value of the memory plan"), tellMemory};
constexpr Row kCase{Kind::Output, Icon::Buffer, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "case"), tellCase};
constexpr Row kInstruction{Kind::Node, Icon::Stage, QT_TRANSLATE_NOOP("etscope::ui::Inspector", "instruction"), tellNode};

const Row* rowOf(const Address& address) {
    const graph::StageId stage = address.stageId();
    if (address.kind == Kind::Stage && stage.insideDelegate()) return &kDelegate;
    if (address.kind == Kind::Value && stage.is(graph::StageId::Kind::Program)) return &kMemory;
    if (address.kind == Kind::Output && address.index < 0) return &kCase;
    if (address.kind == Kind::Node && stage.is(graph::StageId::Kind::Program)) return &kInstruction;
    const auto* const hit = std::ranges::find(kEntityFactsRows, address.kind, &Row::kind);
    return hit != std::end(kEntityFactsRows) ? hit : nullptr;
}

QString columnWords(qint64 column) {
    return column < 0 ? Inspector::tr("run %1").arg(-1 - column) : Inspector::tr("case %1").arg(column);
}

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
    PageId page;
    bool (*there)(const About&);
};
constexpr DeedRow kEntityDeedsRows[] = {
    {DeedKind::Method, PageId::Graph, always},        {DeedKind::Method, PageId::Outputs, always},
    {DeedKind::Method, PageId::Events, hasRuns},      {DeedKind::Stage, PageId::Graph, always},
    {DeedKind::Stage, PageId::Delegates, ofDelegate}, {DeedKind::Node, PageId::Graph, always},
    {DeedKind::Node, PageId::Gap, isCompared},        {DeedKind::Node, PageId::Values, always},
    {DeedKind::Node, PageId::Events, isTimed},        {DeedKind::Node, PageId::Source, hasSource},
    {DeedKind::Module, PageId::Graph, always},        {DeedKind::Value, PageId::Memory, isInstruction},
    {DeedKind::Value, PageId::Graph, ofGraph},        {DeedKind::Result, PageId::Graph, always},
    {DeedKind::Output, PageId::Outputs, always},      {DeedKind::Given, PageId::Outputs, always},
    {DeedKind::Given, PageId::Gap, always},           {DeedKind::Given, PageId::Values, always},
    {DeedKind::Tensor, PageId::Tensors, always},      {DeedKind::Tensor, PageId::Values, always},
    {DeedKind::Data, PageId::NamedData, always},      {DeedKind::Region, PageId::Sizes, always},
    {DeedKind::Run, PageId::Events, always},          {DeedKind::Event, PageId::Events, always},
    {DeedKind::Metadata, PageId::Metadata, always},   {DeedKind::Token, PageId::Conversation, always},
    {DeedKind::Call, PageId::Conversation, always},
};

}  // namespace

Told entityFacts(const EntityQuestion& question, const JobContext& job) {
    const Row* row = rowOf(question.address);
    if (row == nullptr) return fail("no-such-node", Inspector::tr("there is no such thing in this session").toStdString());
    auto told = row->tell(question, job);
    if (told && told->title.isEmpty()) told->title = entityTitle(question.address);
    if (told) told->groups.append(rawGroup(question, job));
    if (told) told->deeds = deedsOf(question, *told);
    return told;
}

QString entityTitle(const Address& address) {
    switch (address.kind) {
        case Kind::Method: return address.method;
        case Kind::Stage: return address.stage;
        case Kind::Result: return Inspector::tr("output %1").arg(address.index);
        case Kind::Output:
            return address.index < 0 ? columnWords(address.column)
                                     : Inspector::tr("output %1, %2").arg(address.index).arg(columnWords(address.column));
        case Kind::Run: return Inspector::tr("run %1").arg(address.column);
        case Kind::Event: return Inspector::tr("run %1, event %2").arg(address.column).arg(address.index);
        case Kind::Call: return Inspector::tr("call %1").arg(address.index);
        case Kind::Token:
            return address.index < 0 ? Inspector::tr("message %1").arg(address.column)
                                     : Inspector::tr("message %1, token %2").arg(address.column).arg(address.index);
        case Kind::Node:
        case Kind::Given: return text(modules::shownNode(address.name.toStdString()));
        default: return address.name;
    }
}

QString entityKind(const Address& address) {
    const Row* row = rowOf(address);
    return row != nullptr ? Inspector::tr(row->word) : QString();
}

Icon entityIcon(const Address& address) {
    const Row* row = rowOf(address);
    return row != nullptr ? row->icon : Icon::File;
}

QString linkTo(const Address& address) { return link(address.text(), entityTitle(address)); }

QString linkTo(const Address& address, const QString& shown) { return link(address.text(), shown); }

QString pageLink(PageId page, const Address& address, const QString& shown) { return link(Link::on(page, address), shown); }

QString plainWord(std::string_view name) { return word(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))); }

QList<Deed> deedsOf(const EntityQuestion& question, const EntityFacts& told) {
    const About about{question, told, question.address.stageId()};
    QList<Deed> deeds;
    const findings::MethodOutcome* blaming =
        question.verdict != nullptr ? outcomeBlaming(*question.verdict, question.address) : nullptr;
    if (blaming != nullptr && isOfProgram(*blaming->culprit))
        deeds = {{Link::shrink(question.address), QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Shrink…")},
                 {Link::mend(question.address), QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Mend…")}};
    for (const DeedRow& row : kEntityDeedsRows)
        if (row.kind == question.address.kind && row.there(about)) deeds.append({Link::on(row.page, question.address)});
    if (!told.deeds.isEmpty()) return deeds + told.deeds;  // what it is called by its teller
    deeds.append({Link::copy(question.address.text()), QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Copy address")});
    return deeds;
}

}  // namespace etscope::ui
