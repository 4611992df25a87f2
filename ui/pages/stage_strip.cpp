#include "pages/stage_strip.h"

#include <QLabel>
#include <algorithm>

#include "answers/gap_choice.h"
#include "base/enum_table.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// What an arrow says, worse ones behind.
enum class Step { Exact, Normal, High, Quantisation, Unknown, Differs };

Step stepOf(gap::Agreement agreement) {
    static constexpr EnumTable<gap::Agreement::Unknown, Step> kSteps(
        {Step::Exact, Step::Normal, Step::High, Step::Differs, Step::Unknown});
    return kSteps[agreement];
}

Step stepOf(const stages::StageArrow& arrow) {
    if (arrow.breaks) return Step::Differs;
    Step worst = arrow.outputs.empty() ? Step::Unknown : Step::Exact;
    for (const stages::ArrowOutput& output : arrow.outputs) worst = std::max(worst, stepOf(output.verdict));
    return worst == Step::Differs && !arrow.quantisation.empty() ? Step::Quantisation : worst;
}

QString wordOf(Step step) {
    switch (step) {
        case Step::Exact: return StageStrip::tr("✓ exact");
        case Step::Normal: return StageStrip::tr("✓ normal");
        case Step::High: return StageStrip::tr("▲ suspicious");
        case Step::Quantisation: return StageStrip::tr("◇ quantisation");
        case Step::Differs: return StageStrip::tr("≠ differs");
        case Step::Unknown: break;
    }
    return StageStrip::tr("? not known");
}

QColor colourOf(Step step) {
    const Tokens& t = tokens();
    switch (step) {
        case Step::Exact:
        case Step::Normal: return t.match;
        case Step::High: return t.amber;
        case Step::Differs: return t.differ;
        default: return t.text2;
    }
}

QString pointText(const std::string& point, const stages::StageArrows& arrows) {
    if (point == "reference_outputs") return StageStrip::tr("reference outputs");
    if (point == "program") return StageStrip::tr("program");
    if (point == "run") return arrows.run ? StageStrip::tr("run %1").arg(*arrows.run) : StageStrip::tr("run");
    return text(point);
}

/// "exported → ✓ exact → edge": the first arrow that breaks stands out.
QString wayText(const stages::StageArrows& made) {
    QString way;
    bool broken = false;
    for (const stages::StageArrow& arrow : made.arrows) {
        if (way.isEmpty()) way = QStringLiteral("<b>%1</b>").arg(html(pointText(arrow.from, made)));
        const Step step = stepOf(arrow);
        const bool first = arrow.breaks && !broken;
        broken = broken || arrow.breaks;
        way += QStringLiteral(" → <span style='color:%1%2'>%3</span> → <b>%4</b>")
                   .arg(colourOf(step).name(),
                        first ? QStringLiteral(";font-weight:600;background:") + tokens().differBack.name() : QString(),
                        html(wordOf(step)).replace(QLatin1Char(' '), QStringLiteral("&nbsp;")), html(pointText(arrow.to, made)));
    }
    return way;
}

/// The stage that the nodes of an arrow's right side are of: program and run have those of the last recorded one.
QString stageOf(const stages::StageArrows& made, const stages::StageArrow& arrow) {
    std::string stage = "edge";
    for (const stages::StageArrow& one : made.arrows) {
        if (one.to != "program" && one.to != "run") stage = one.to;
        if (&one == &arrow) break;
    }
    return text(stage);
}

/// What the first arrow that breaks says; without one, that none does.
QString wordsText(const stages::StageArrows& made) {
    const auto broken = std::ranges::find_if(made.arrows, &stages::StageArrow::breaks);
    if (broken == made.arrows.end()) {
        const auto apart = std::ranges::find_if(made.arrows, [](const auto& arrow) { return stepOf(arrow) == Step::Differs; });
        if (apart != made.arrows.end())
            return html(StageStrip::tr("%1 and %2 differ; what the case went on from is not recorded, so that they may have to.")
                            .arg(pointText(apart->from, made), pointText(apart->to, made)));
        const bool known = std::ranges::all_of(made.arrows, [](const auto& arrow) { return stepOf(arrow) != Step::Unknown; });
        return known ? StageStrip::tr("No stage changes the outputs by more than rounding or quantisation does.")
                     : StageStrip::tr("No known stage changes the outputs beyond rounding or quantisation.");
    }
    const QString from = pointText(broken->from, made), to = pointText(broken->to, made);
    if (!broken->first) return html(StageStrip::tr("The outputs change between %1 and %2.").arg(from, to));
    const QString node = text(broken->first->node);
    const QString target = Address::ofNode(text(made.method), stageOf(made, *broken), node).text();
    return html(StageStrip::tr("The outputs change between %1 and %2, first at").arg(from, to)) + QLatin1Char(' ') +
           link(target, node);
}

QString evidenceText(const stages::StageArrows& made) {
    QStringList lines;
    for (const stages::StageArrow& arrow : made.arrows)
        for (const Sentence& sentence : arrow.evidence)
            lines.append(QStringLiteral("%1 → %2: %3").arg(pointText(arrow.from, made), pointText(arrow.to, made), said(sentence)));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

StageStrip::StageStrip(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("stageStrip"));
    auto* column = makeColumn(this, {8, 4, 8, 6}, 2);
    const auto label = [&](const QString& name) {
        auto* made = new QLabel(this);
        made->setObjectName(name);
        made->setTextFormat(Qt::RichText);
        made->setWordWrap(true);
        made->setTextInteractionFlags(Qt::TextBrowserInteraction);
        connect(made, &QLabel::linkActivated, this, &StageStrip::activate);
        column->addWidget(made);
        return made;
    };
    m_way = label(QStringLiteral("stageWay"));
    m_words = label(QStringLiteral("stageWords"));
    onThemeChange(this, [this] { showArrows(); });
    const auto again = [this] {
        if (parentWidget()->isVisible()) follow();
    };
    connect(&workspace, &Workspace::selectionChanged, this, again);
    connect(&workspace, &Workspace::verdictChanged, this, again);
    hide();
}

void StageStrip::leave() {
    m_job.cancel();
    m_key = {};
    m_arrows.reset();
    hide();
}

void StageStrip::follow() {
    const Question key{m_workspace.session().get(), m_workspace.method(), caseInView()};
    if (key == m_key) return;
    leave();
    if (key.session == nullptr || key.method.isEmpty()) return;
    m_key = key;
    ask(false);
}

std::optional<std::size_t> StageStrip::caseInView() const {
    const Address& chosen = m_workspace.selection();
    const auto caseOf = [](qint64 column) { return column >= 0 ? std::optional(static_cast<std::size_t>(column)) : std::nullopt; };
    if (chosen.kind == Address::Kind::Output && chosen.method == m_workspace.method()) return caseOf(chosen.column);
    const findings::MethodOutcome* outcome =
        m_workspace.verdict() != nullptr ? outcomeOf(*m_workspace.verdict(), m_workspace.method()) : nullptr;
    return outcome != nullptr && !outcome->differing.empty() ? caseOf(outcome->differing.front()) : std::nullopt;
}

void StageStrip::ask(bool patient) {
    m_job.start(
        tr("Following outputs from stage to stage"),
        [session = m_workspace.session(), method = m_workspace.method().toStdString(), caseIndex = m_key.caseIndex,
         patient](const JobContext& job) -> Result<Answer> {
            if (const auto plan = computingPlan({*session, method}, job); plan && !patient && !isQuick(*plan))
                return Answer{{}, *plan};
            std::optional<replay::InputChoice> inputs;
            if (caseIndex) inputs = replay::InputChoice{replay::InputChoice::Kind::Case, *caseIndex, {}};
            auto arrows = stages::stageArrows({*session, method}, inputs, job);
            if (!arrows && caseIndex && arrows.error().code == "no-such-case")  // no file has its inputs
                arrows = stages::stageArrows({*session, method}, std::nullopt, job);
            if (!arrows) return arrows.failure();
            return Answer{*std::move(arrows), {}};
        },
        [this](Result<Answer> answer) {
            if (answer) return showAnswer(*answer);
            if (answer.error().code == "no-record" || answer.error().code == "no-such-method") return hide();
            const bool cancelled = answer.cancelled();
            m_way->setText(html(cancelled ? tr("The stages were not compared: cancelled.")
                                          : tr("The stages were not compared: %1").arg(text(answer.error().message))));
            m_words->setText(link(QStringLiteral("compute"), tr("Try again")));
            setVisible(true);
        },
        Urgency::Filling);
}

void StageStrip::showAnswer(const Answer& answer) {
    m_arrows = answer.arrows;
    if (m_arrows) return showArrows();
    m_way->setText(html(tr("From stage to stage: not compared yet. Each stage takes %1.").arg(planText(*answer.plan))));
    m_words->setText(link(QStringLiteral("compute"), tr("Compare the stages")));
    m_words->setVisible(true);
    setVisible(true);
}

void StageStrip::showArrows() {
    if (!m_arrows) return;
    setVisible(!m_arrows->arrows.empty());
    m_way->setText(wayText(*m_arrows));
    m_words->setText(wordsText(*m_arrows));
    setToolTip(tip(evidenceText(*m_arrows)));
}

void StageStrip::activate(const QString& link) {
    if (link == QLatin1String("compute")) return ask(true);
    m_workspace.followText(link);
    m_workspace.showPage(PageId::Graph);
}

}  // namespace etscope::ui
