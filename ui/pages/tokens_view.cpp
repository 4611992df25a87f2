#include "pages/tokens_view.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "look/labelled_combo.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "pages/picture_view.h"
#include "tokens/output_tokens.h"

namespace etscope::ui {
namespace {

constexpr int kMost[] = {10, 20, 50};

QLabel* makeLine(const char* name, QWidget* parent) {
    auto* label = named(name, new QLabel(parent));
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setContentsMargins(10, 2, 10, 2);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// Whose bars have which colour.
QWidget* makeSideSign(std::size_t side, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setContentsMargins(0, 0, 8, 0);
    const auto fill = [label, side] {
        label->setText(
            QStringLiteral("<span style='color:%1'>■</span> %2")
                .arg(tokens().series[side].name(), html(side == 0 ? TokensView::tr("reference") : TokensView::tr("runtime"))));
    };
    onThemeChange(label, fill);
    fill();
    return label;
}

}  // namespace

TokensView::TokensView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    auto* column = makeColumn(this, {}, 4);
    column->addWidget(m_summary = makeLine("tokenSummary", this));
    m_summary->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_summary, &QLabel::linkActivated, &workspace, &Workspace::followText);
    column->addWidget(m_strip = new TokenStrip(this));
    auto* bar = makeRow(nullptr, {0, 0, 8, 0});
    bar->addWidget(m_heading = makeLine("tokenHeading", this), 1);
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) bar->addWidget(makeSideSign(side, this));
    m_most = new LabelledCombo(tr("top"), QFontMetrics(bodyFont()).horizontalAdvance(tr("top") + QStringLiteral(" 50")) + 52, this);
    for (const int most : kMost) m_most->addItem(QString::number(most), most);
    bar->addWidget(m_most);
    m_next = named("nextToken", new QPushButton(tr("Next different token"), this));
    m_next->setToolTip(tr("F4"));
    bar->addWidget(m_next);
    column->addLayout(bar);
    column->addWidget(m_lead = makeLine("tokenLead", this));
    auto* scroll = new SteadyScrollArea(this);
    scroll->setWidget(m_candidates = new CandidatesView(scroll));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    column->addWidget(scroll, 1);
    column->addWidget(m_images = new ImageStrip(workspace, this));
    connect(m_strip, &TokenStrip::positionChosen, this, [this](qulonglong at) { showPosition(static_cast<std::size_t>(at)); });
    connect(m_most, &QComboBox::currentIndexChanged, this, [this] {
        if (m_made != nullptr) showPosition(m_position);
    });
    connect(m_next, &QPushButton::clicked, this, [this] { nextDifferent(true, true); });
    onThemeChange(this, [this] {
        if (m_made == nullptr) return;
        showSummary();
        showLead();
    });
}

void TokensView::clear() {
    m_job.cancel();
    m_detail.cancel();
    m_set = false;
    m_made.reset();
    m_strip->clear();
    m_candidates->clear();
    m_next->setEnabled(false);
    m_images->clear();
    for (QLabel* label : {m_summary, m_heading, m_lead}) label->clear();
}

void TokensView::setOutput(const compare::OutputPair& pair, const tokens::TokenSides& sides) {
    clear();
    m_set = true;
    m_summary->setText(html(tr("computing …")));
    m_job.start(
        tr("Reading tokens"),
        [session = m_workspace.session(), pair, sides](const JobContext& job) -> Result<Answer> {
            auto made = tokens::outputTokens(*session, pair, sides, job);
            if (!made) return made.failure();
            auto tokenizer = tokens::tokenizerOf(*session, job);
            if (!tokenizer) return tokenizer.failure();
            return Answer{*std::move(made), *std::move(tokenizer)};
        },
        [this, pair](Result<Answer> answer) {
            if (!answer) return m_summary->setText(html(text(answer.error().message)));
            show(*answer);
            m_images->setOutput(pair);
        });
}

void TokensView::show(const Answer& answer) {
    m_made = answer.made;
    m_texts = TokenTexts(answer.tokenizer);
    m_strip->setTokens(m_made, m_texts);
    m_next->setEnabled(m_made->choices.agreeing < m_made->choices.positions.size());
    showSummary();
    showPosition(m_made->choices.firstDifferent.value_or(m_made->choices.positions.size() - 1));
}

/// What all positions say, and how their tokens are named.
void TokensView::showSummary() {
    const tokens::TokenChoices& choices = m_made->choices;
    const std::size_t all = choices.positions.size(), differ = all - choices.agreeing;
    const QString bold = differ == 0 ? tr("All %n chosen token(s) agree", nullptr, counted(all))
                                     : tr("The chosen token differs at %1 of %n position(s), first at %2", nullptr, counted(all))
                                           .arg(countText(differ), countText(*choices.firstDifferent));
    QString rest = tr("KL divergence %1 nat in the mean, %2 at position %3")
                       .arg(floatText(choices.meanDivergence), floatText(choices.positions[choices.worstDivergence].divergence),
                            countText(choices.worstDivergence));
    if (choices.followed > 0)
        rest += QStringLiteral(" · ") +
                tr("perplexity %1, runtime %2").arg(floatText(choices.referencePerplexity), floatText(choices.runtimePerplexity));
    rest += QStringLiteral(" · ") + text(m_made->of.vocabulary.evidence);
    const QString add = m_texts.known() ? QString() : QStringLiteral(" · ") + link(Link::addFiles(), tr("Add tokenizer.json…"));
    m_summary->setText(QStringLiteral("<b>%1</b> &nbsp;<span style='color:%2'>%3%4</span>")
                           .arg(html(bold), tokens().text2.name(), html(rest), add));
}

void TokensView::showPosition(std::size_t position) {
    m_position = position;
    m_strip->setPosition(position);
    QString after;
    constexpr std::size_t kShown = 8;
    if (m_made->inputs)
        for (std::size_t i = position + 1 > kShown ? position + 1 - kShown : 0; i <= position; ++i)
            after += m_texts.known() ? m_texts.of(m_made->inputs->ids[i]).replace(QChar(0x00B7), QLatin1Char(' '))
                                     : m_texts.of(m_made->inputs->ids[i]) + QLatin1Char(' ');
    const QString where = after.isEmpty()
                              ? QString()
                              : tr("after “%1”").arg((position >= kShown ? QStringLiteral("…") : QString()) + after.trimmed());
    m_heading->setText(QStringLiteral("<b>%1</b> &nbsp;<span style='color:%2'>%3</span>")
                           .arg(html(tr("Position %1").arg(position)), tokens().text2.name(), html(where)));
    showLead();
    m_detail.start(
        tr("Ranking tokens"),
        [made = m_made, position, most = static_cast<std::size_t>(m_most->currentData().toInt())](const JobContext& job) {
            return tokens::positionDetail(made->of.sides.reference, made->of.sides.runtime, position, most, job);
        },
        [this](Result<tokens::PositionDetail> detail) {
            if (!detail) {
                m_candidates->clear();
                return m_lead->setText(html(text(detail.error().message)));
            }
            QStringList texts;
            for (const auto* side : {&detail->reference, &detail->runtime})
                for (const tokens::Candidate& one : *side) texts.append(m_texts.of(one.token));
            m_candidates->setDetail(*std::move(detail), std::move(texts), static_cast<std::size_t>(m_made->choices.columns));
        });
}

/// Does it matter: how sure the reference was, against the error there.
void TokensView::showLead() {
    const tokens::Position& at = m_made->choices.positions[m_position];
    m_lead->setText(QStringLiteral("%1 <span style='color:%2'>%3</span>")
                        .arg(html(leadText(at, m_texts)), tokens().text2.name(), html(sharedText(at))));
}

bool TokensView::nextDifferent(bool forward, bool around) {
    if (m_made == nullptr) return false;
    const auto& positions = m_made->choices.positions;
    for (std::size_t step = 1; step < positions.size(); ++step) {
        const std::size_t at = (m_position + (forward ? step : positions.size() - step)) % positions.size();
        if (!around && (at < m_position) == forward) return false;
        if (positions[at].agrees()) continue;
        showPosition(at);
        return true;
    }
    return false;
}

}  // namespace etscope::ui
