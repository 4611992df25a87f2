#include "answers/consistency_table.h"

#include <algorithm>

#include "answers/tables.h"
#include "base/enum_table.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "modules/work_title.h"

namespace etscope::ui {
namespace {

using consistency::CheckResult;
using consistency::Role;
using CheckState = consistency::State;

struct ConsistencyTexts {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::ConsistencyTexts)
};

struct CheckLook {
    const char* words;
    Mark mark;
};
const CheckLook& checkLook(CheckState state) {
    static constexpr EnumTable<CheckState::NotApplicable, CheckLook> kLooks(
        {{QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "agree"), Mark::Match},
         {QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "disagree"), Mark::Differ},
         {QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "not set up"), Mark::Missing},
         {QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "not claimed"), Mark::None}});
    return kLooks[state];
}

const CheckResult& checkResult(const ConsistencyRow& row) { return row.made->checks[row.check]; }

const consistency::CheckName* checkName(const CheckResult& result) {
    const auto names = consistency::checkNames();
    const auto found = std::ranges::find(names, result.id, &consistency::CheckName::id);
    return found == names.end() ? nullptr : &*found;
}

/// What a check is about, in the language shown.
Cell checkTitleCell(const ConsistencyRow& row) {
    const consistency::CheckName* name = checkName(checkResult(row));
    if (name == nullptr) return {.text = text(checkResult(row).id)};
    return {.text = said(Sentence::of(name->title)),
            .tooltip = said(Sentence::of(name->question)),
            .copy = text(checkResult(row).id),
            .strong = checkResult(row).state == CheckState::Disagree};
}

Cell checkSaysCell(const ConsistencyRow& row) {
    const CheckLook& look = checkLook(checkResult(row).state);
    return {.text = ConsistencyTexts::tr(look.words), .sort = static_cast<int>(checkResult(row).state), .mark = look.mark};
}

bool checkCompared(const CheckResult& result) { return result.state == CheckState::Agree || result.state == CheckState::Disagree; }

Cell checkWaysCell(const ConsistencyRow& row) {
    const CheckResult& result = checkResult(row);
    if (!checkCompared(result) || (result.left.empty() && result.right.empty())) return noCell();
    return {.text = said(result.left) + QStringLiteral(" = ") + said(result.right)};
}

const CheckLook& playedLook(consistency::RuntimeState state) {
    static constexpr EnumTable<consistency::RuntimeState::NotPlayed, CheckLook> kLooks(
        {{QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "agree"), Mark::Match},
         {QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "disagree"), Mark::Differ},
         {QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "not told"), Mark::Missing},
         {QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "not played"), Mark::Missing}});
    return kLooks[state];
}

Cell checkPlayedCell(const ConsistencyRow& row) {
    const auto& runtime = checkResult(row).runtime;
    if (!runtime) return noCell();
    const CheckLook& look = playedLook(runtime->state);
    const QString why = said(runtime->reason);
    return {.text = ConsistencyTexts::tr(look.words) + QStringLiteral(": ") + why,
            .sort = static_cast<int>(runtime->state),
            .mark = look.mark,
            .tooltip = why};
}

Cell checkPlaceCell(const ConsistencyRow& row) {
    const auto& blame = checkResult(row).blame;
    if (!blame) return noCell();
    return {.text = text(modules::shownNode(blame->first.node)),
            .tooltip = text(blame->first.node + "  " + blame->first.target),
            .copy = text(blame->first.node)};
}

Cell checkSourceCell(const ConsistencyRow& row) {
    const auto& blame = checkResult(row).blame;
    if (!blame || blame->first.source.empty()) return noCell();
    return {.text = text(blame->first.source), .tooltip = text(blame->first.code)};
}

Cell checkWhyCell(const ConsistencyRow& row) {
    const QString why = said(checkResult(row).reason);
    return {.text = why, .tooltip = why};
}

Result<Rows> noCheckRows(const SessionPtr&, const QString&, const JobContext&) { return Rows(); }

bool hasGraphs(const session::Session& session) {
    return std::ranges::any_of(session.methods(), [](const auto& method) { return !method.stages.empty(); });
}

}  // namespace

const TypedSpec<ConsistencyRow>& Tables::consistency() {
    using Row = ConsistencyRow;
    static const TypedSpec<Row> kSpec{
        {"consistencyTable", QT_TR_NOOP("Computing the graph in ways that must agree"), QT_TR_NOOP("chunks, disagree"), hasGraphs,
         QT_TR_NOOP("Nothing to hold a model against itself"),
         QT_TR_NOOP("Graphs that can be computed are in an ETRecord; the session has none."),
         QT_TR_NOOP("Add the ETRecord of the export."), noCheckRows, nullptr, true},
        {{{QT_TR_NOOP("What must agree"), QT_TR_NOOP("Two ways to compute the same, with no reference"), kPlain, 22},
          checkTitleCell},
         {{QT_TR_NOOP("Says"), QT_TR_NOOP("Whether both ways gave the same but for rounding"), kPlain, 13}, checkSaysCell},
         {{QT_TR_NOOP("Ways"), QT_TR_NOOP("What was computed; of those that disagree the first"), kPlain, 34}, checkWaysCell},
         {{QT_TR_NOOP("Max |d|"), QT_TR_NOOP("Largest difference of an element of an output"), kNumber, 12},
          [](const Row& row) { return checkCompared(checkResult(row)) ? numberCell(checkResult(row).difference) : noCell(); }},
         {{QT_TR_NOOP("Rounding"), QT_TR_NOOP("What rounding may do to both ways there"), kNumber, 12},
          [](const Row& row) { return checkCompared(checkResult(row)) ? numberCell(checkResult(row).envelope) : noCell(); }},
         {{QT_TR_NOOP("On the runtime"), QT_TR_NOOP("What the program gives for the same ways, where it was executed"), kPlain, 30},
          checkPlayedCell},
         {{QT_TR_NOOP("First node that differs"), QT_TR_NOOP("Between both ways"), kCode, 26}, checkPlaceCell},
         {{QT_TR_NOOP("Source"), QT_TR_NOOP("The line that made the node"), kCode, 18}, checkSourceCell},
         {{QT_TR_NOOP("Why"), QT_TR_NOOP("What was found, or why it was not asked"), kPlain, 60}, checkWhyCell}}};
    return kSpec;
}

Rows consistencyRows(const ConsistencyPtr& made) {
    std::vector<ConsistencyRow> all;
    for (std::size_t i = 0; i < made->checks.size(); ++i) all.push_back({made, i});
    Rows rows = Tables::consistency().rows(std::move(all), [](const ConsistencyRow& row) {
        const auto& blame = checkResult(row).blame;
        return blame ? Address::ofNode(text(row.made->method), text(row.made->stage.text()), text(blame->first.node)) : Address();
    });
    bool agree = false, disagree = false, open = false;
    for (std::size_t i = 0; i < made->checks.size(); ++i) {
        const auto& runtime = made->checks[i].runtime;
        const bool played = runtime && runtime->state == consistency::RuntimeState::Disagree;
        if (played || made->checks[i].state == CheckState::Disagree) rows.blamed.push_back(i), disagree = true;
        agree = agree || made->checks[i].state == CheckState::Agree;
        open = open || made->checks[i].state == CheckState::NotSetUp;
    }
    rows.finding = disagree ? Mark::Differ : !agree ? Mark::Missing : open ? Mark::None : Mark::Match;
    return rows;
}

QString consistencyText(const consistency::MethodConsistency& made) {
    const auto count = [&](CheckState state) {
        return static_cast<int>(std::ranges::count(made.checks, state, &CheckResult::state));
    };
    QStringList parts;
    if (const int n = count(CheckState::Disagree)) parts.append(ConsistencyTexts::tr("%n check(s) disagree", nullptr, n));
    if (const int n = count(CheckState::Agree)) parts.append(ConsistencyTexts::tr("%n agree", nullptr, n));
    if (const int n = count(CheckState::NotSetUp)) parts.append(ConsistencyTexts::tr("%n could not be set up", nullptr, n));
    if (const int n = count(CheckState::NotApplicable))
        parts.append(ConsistencyTexts::tr("%n are of what the model does not claim", nullptr, n));
    return parts.join(QStringLiteral(", ")) + QLatin1Char('.');
}

QString playedText(const consistency::MethodConsistency& made) {
    if (!made.runtime) return {};
    if (made.runtime->error) return ConsistencyTexts::tr("Nothing was executed: %1").arg(text(made.runtime->error->message));
    return ConsistencyTexts::tr("Executed by %1: %n call(s).", nullptr, static_cast<int>(made.runtime->calls))
        .arg(text(made.runtime->path));
}

QString roleText(Role role) {
    static constexpr EnumTable<Role::Unknown, const char*> kWords(
        {QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "tokens"),
         QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "embeddings"),
         QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "positions"),
         QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "cache position"),
         QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "mask"),
         QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "pixel values"),
         QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "state"), QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "length"),
         QT_TRANSLATE_NOOP("etscope::ui::ConsistencyTexts", "not known")});
    return ConsistencyTexts::tr(kWords[role]);
}

QString rolesText(const consistency::MethodConsistency& made) {
    QStringList parts;
    for (const consistency::InputRole& input : made.roles)
        parts.append(QStringLiteral("<a href='role:%1' title='%2'>%1</a> %3")
                         .arg(html(text(input.name)), html(said(input.reason)), html(roleText(input.role))));
    return parts.isEmpty()
               ? QString()
               : html(ConsistencyTexts::tr("Inputs are taken for:")) + QLatin1Char(' ') + parts.join(QStringLiteral(" · "));
}

}  // namespace etscope::ui
