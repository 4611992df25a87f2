#include "models/link.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <utility>

#include "findings/answers.h"
#include "look/rich_text.h"

namespace etscope::ui {
namespace {

using findings::Question;

/// By PageId; the last ones have no tab.
constexpr PageInfo kPages[] = {
    {PageId::Overview, "overview", "page.overview", QT_TRANSLATE_NOOP("Command", "Summary"), Question::Verdict},
    {PageId::Containers, "containers", "page.containers", QT_TRANSLATE_NOOP("Command", "Files"), Question::Verdict},
    {PageId::Handles, "handles", "page.handles", QT_TRANSLATE_NOOP("Command", "Links"), Question::Verdict},
    {PageId::Checks, "checks", "page.checks", QT_TRANSLATE_NOOP("Command", "Export checks"), Question::Verdict},
    {PageId::Problems, "problems", "page.problems", QT_TRANSLATE_NOOP("Command", "Problems"), Question::Verdict},
    {PageId::Graph, "graph", "page.graph", QT_TRANSLATE_NOOP("Command", "Graph"), Question::Model},
    {PageId::Tensors, "tensors", "page.tensors", QT_TRANSLATE_NOOP("Command", "Weights"), Question::Model},
    {PageId::Metadata, "metadata", "page.metadata", QT_TRANSLATE_NOOP("Command", "Metadata"), Question::Model},
    {PageId::NamedData, "named-data", "page.named-data", QT_TRANSLATE_NOOP("Command", "Named data"), Question::Model},
    {PageId::Outputs, "outputs", "page.outputs", QT_TRANSLATE_NOOP("Command", "Outputs"), Question::Correctness},
    {PageId::Stages, "stages", "page.stages", QT_TRANSLATE_NOOP("Command", "Stages"), Question::Correctness},
    {PageId::Gap, "gap", "page.gap", QT_TRANSLATE_NOOP("Command", "Operators"), Question::Correctness},
    {PageId::Steps, "steps", "page.steps", QT_TRANSLATE_NOOP("Command", "Layers × steps"), Question::Correctness},
    {PageId::Tokens, "tokens", "page.tokens", QT_TRANSLATE_NOOP("Command", "Tokens"), Question::Correctness},
    {PageId::Quantisation, "quantisation", "page.quantisation", QT_TRANSLATE_NOOP("Command", "Quantisation"),
     Question::Correctness},
    {PageId::Advisor, "advisor", "page.advisor", QT_TRANSLATE_NOOP("Command", "Quantisation advisor"), Question::Correctness},
    {PageId::Conversation, "conversation", "page.conversation", QT_TRANSLATE_NOOP("Command", "Conversation"),
     Question::Correctness},
    {PageId::Consistency, "consistency", "page.consistency", QT_TRANSLATE_NOOP("Command", "Consistency"), Question::Correctness},
    {PageId::Shrink, "shrink", "page.shrink", QT_TRANSLATE_NOOP("Command", "Shrink and mend"), Question::Correctness},
    {PageId::Events, "events", "page.events", QT_TRANSLATE_NOOP("Command", "Time"), Question::Cost},
    {PageId::Memory, "memory", "page.memory", QT_TRANSLATE_NOOP("Command", "Memory"), Question::Cost},
    {PageId::Sizes, "sizes", "page.sizes", QT_TRANSLATE_NOOP("Command", "Sizes"), Question::Cost},
    {PageId::Undelegated, "undelegated", "page.undelegated", QT_TRANSLATE_NOOP("Command", "CPU fallback"), Question::Cost},
    {PageId::Delegates, "delegates", "page.delegates", QT_TRANSLATE_NOOP("Command", "Delegates"), Question::Cost},
    {PageId::Diff, "diff", "page.diff", QT_TRANSLATE_NOOP("Command", "By meaning"), Question::Changes},
    {PageId::DiffNodes, "diff-nodes", "page.diff-nodes", QT_TRANSLATE_NOOP("Command", "By node"), Question::Changes},
    {PageId::DiffOutputs, "diff-outputs", "page.diff-outputs", QT_TRANSLATE_NOOP("Command", "Outputs"), Question::Changes},
    {PageId::DiffCost, "diff-cost", "page.diff-cost", QT_TRANSLATE_NOOP("Command", "Cost"), Question::Changes},
    {PageId::DiffSchemes, "diff-schemes", "page.diff-schemes", QT_TRANSLATE_NOOP("Command", "Schemes"), Question::Changes},
    {PageId::Source, "source", "", QT_TRANSLATE_NOOP("Command", "Source"), Question::Model},
    {PageId::Values, "values", "", QT_TRANSLATE_NOOP("Command", "Values"), Question::Model},
};
/// What pages were called before.
constexpr std::pair<const char*, PageId> kOlderNames[] = {{"drift", PageId::Steps}};
/// By Link::Does; "": an address alone, or one of a page.
constexpr std::array kSchemes{"", "", "open:", "listing:", "bytes:", "script:", "copy:", "add:", "run:", "shrink:", "mend:"};
constexpr QLatin1String kPage("page:");
/// What is done to a thing of the session.
constexpr std::array kOfAddress{Link::Does::ShowListing, Link::Does::ShowBytes, Link::Does::Shrink, Link::Does::Mend};
/// What is about files, not about a thing of a session.
constexpr std::array kOfAnySession{Link::Does::OpenFile, Link::Does::AddFiles};

}  // namespace

bool Link::isOfAnySession() const { return std::ranges::find(kOfAnySession, does) != kOfAnySession.end(); }

std::span<const PageInfo> pageTable() { return std::span(kPages).first(static_cast<std::size_t>(PageId::DiffSchemes)); }

std::span<const PageInfo> pagesOf(Question question) {
    const auto pages = pageTable();
    const auto first = std::ranges::find(pages, question, &PageInfo::question);
    const auto last = std::find_if(first, pages.end(), [question](const PageInfo& page) { return page.question != question; });
    return {first, last};
}

PageId viewOf(PageId page) { return page == PageId::Advisor ? PageId::Quantisation : page; }

Question questionOf(PageId page) { return kPages[static_cast<std::size_t>(page) - 1].question; }

QString pageTitle(PageId page) {
    return page == PageId::None ? QString()
                                : QCoreApplication::translate("Command", kPages[static_cast<std::size_t>(page) - 1].title);
}

QString pageName(PageId page) {
    return page == PageId::None ? QString() : QString::fromLatin1(kPages[static_cast<std::size_t>(page) - 1].name);
}

PageId pageNamed(const QString& name) {
    const auto* const row = std::ranges::find_if(kPages, [&](const PageInfo& one) { return name == QLatin1String(one.name); });
    if (row != std::end(kPages)) return row->page;
    const auto* const older = std::ranges::find_if(kOlderNames, [&](const auto& one) { return name == QLatin1String(one.first); });
    return older != std::end(kOlderNames) ? older->second : PageId::None;
}

PageId pageOf(const Address& address) {
    using Kind = Address::Kind;
    if (address.isCell()) return PageId::Steps;
    static constexpr std::pair<Kind, PageId> kRows[] = {
        {Kind::Stage, PageId::Graph},       {Kind::Node, PageId::Graph},      {Kind::Module, PageId::Graph},
        {Kind::Value, PageId::Graph},       {Kind::Result, PageId::Graph},    {Kind::Output, PageId::Outputs},
        {Kind::Given, PageId::Outputs},     {Kind::Tensor, PageId::Tensors},  {Kind::Data, PageId::NamedData},
        {Kind::Region, PageId::Sizes},      {Kind::Run, PageId::Events},      {Kind::Event, PageId::Events},
        {Kind::Metadata, PageId::Metadata}, {Kind::File, PageId::Containers}, {Kind::Token, PageId::Conversation},
        {Kind::Call, PageId::Conversation}};
    const auto* const row = std::ranges::find(kRows, address.kind, &std::pair<Kind, PageId>::first);
    return row != std::end(kRows) ? row->second : PageId::None;
}

QString Link::text() const {
    const QString shown = address.valid() ? address.text() : argument;
    if (does != Does::Go || page == PageId::None) return QLatin1String(kSchemes[static_cast<std::size_t>(does)]) + shown;
    return kPage + pageName(page) + (shown.isEmpty() ? QString() : QLatin1Char('#') + shown);
}

Link Link::parse(const QString& text, const QStringList& methods) {
    const Address named = Address::parse(text, methods);
    if (!named.method.isEmpty()) return to(named);
    if (text.startsWith(kPage)) {
        const PageId page = pageNamed(text.mid(kPage.size()).section(QLatin1Char('#'), 0, 0));
        return page == PageId::None ? Link() : on(page, Address::parse(text.section(QLatin1Char('#'), 1), methods));
    }
    for (std::size_t i = 0; i < kSchemes.size(); ++i) {
        const QLatin1String scheme(kSchemes[i]);
        if (scheme.isEmpty() || !text.startsWith(scheme)) continue;
        const QString rest = text.mid(scheme.size());
        const Does does = static_cast<Does>(i);
        if (std::ranges::find(kOfAddress, does) == kOfAddress.end()) return {does, PageId::None, {}, rest};
        return {does, PageId::None, Address::parse(rest, methods)};
    }
    return named.valid() ? to(named) : Link();
}

QString link(const Link& target, const QString& shown) { return link(target.text(), shown); }

}  // namespace etscope::ui
