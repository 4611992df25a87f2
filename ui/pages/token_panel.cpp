#include "pages/token_panel.h"

#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "look/make.h"
#include "look/rich_text.h"
#include "look/words.h"

namespace etscope::ui {

PanelHeading::PanelHeading(const QString& title, QWidget* parent) : QWidget(parent) {
    auto* row = makeRow(this, {px(12), px(5), px(12), px(5)}, px(8));
    auto* name = plainLabel(title, this);
    name->setFont(headingFont());
    row->addWidget(name);
    m_about = new ElidedLabel(this);
    m_said = new ElidedLabel(this);
    m_mark = new QLabel(this);
    row->addWidget(m_about, 1);
    row->addWidget(m_mark);
    row->addWidget(m_said);
    withTheme(this, [this] {
        QPalette colours = palette();
        colours.setColor(QPalette::WindowText, tokens().text2);
        m_about->setPalette(colours);
        m_said->setPalette(colours);
        set(m_about->text(), m_said->text(), m_shown);
    });
}

void PanelHeading::set(const QString& about, const QString& said, Mark mark) {
    m_shown = mark;
    m_about->setText(about);
    m_said->setText(said);
    m_said->setVisible(!said.isEmpty());
    m_mark->setVisible(mark != Mark::None);
    m_mark->setPixmap(mark == Mark::None ? QPixmap() : markPixmap(mark, px(12), devicePixelRatioF()));
}

void PanelHeading::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), tokens().raised);
    painter.fillRect(QRect(0, 0, width(), 1), tokens().hairline);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens().hairline);
}

TokenPanel::TokenPanel(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("tokenPanel"));
    auto* column = makeColumn(this, {}, 0);
    auto* head = makeRow(nullptr, {px(12), px(6), px(8), px(6)}, px(8));
    m_mark = new QLabel(this);
    m_title = named("tokenTitle", plainLabel({}, this));
    m_title->setFont(headingFont());
    m_about = named("tokenAbout", new ElidedLabel(this));
    m_before = named("tokenBefore", makeSignButton(Icon::Back, tr("The token before (←)"), this));
    m_after = named("tokenAfter", makeSignButton(Icon::Forward, tr("The next token (→)"), this));
    head->addWidget(m_mark);
    head->addWidget(m_title);
    head->addWidget(m_about, 1);
    head->addWidget(m_before);
    head->addWidget(m_after);
    connect(m_before, &QToolButton::clicked, this, [this] { emit stepped(-1); });
    connect(m_after, &QToolButton::clicked, this, [this] { emit stepped(1); });
    column->addLayout(head);
    m_content = new QWidget;
    auto* parts = makeColumn(m_content, {}, 0);
    m_wrong = named("tokenWrong", new TextLabel({}, Qt::PlainText, &Tokens::differ, m_content));
    m_wrong->setContentsMargins(px(12), px(2), px(12), px(6));
    parts->addWidget(m_wrong);
    parts->addWidget(m_callsHead = new PanelHeading(tr("Calls that made it"), m_content));
    parts->addWidget(m_calls = new CallRows(m_content));
    parts->addWidget(m_spliceHead = new PanelHeading(tr("Splice of the prompt"), m_content));
    parts->addWidget(m_splice = new SpliceBar(m_content));
    parts->addWidget(m_choiceHead = new PanelHeading(tr("Choice"), m_content));
    parts->addWidget(m_choice = new ChoiceBars(m_content));
    parts->addLayout(m_blame = makeColumn(nullptr, {}, 0));
    parts->addStretch();
    column->addWidget(scrolling(m_content, this), 1);
    connect(m_calls, &CallRows::callChosen, this, &TokenPanel::callChosen);
    connect(m_splice, &SpliceBar::callChosen, this, &TokenPanel::callChosen);
    clear();
}

void TokenPanel::clear() {
    m_title->clear();
    m_about->clear();
    m_mark->clear();
    m_wrong->hide();
    m_content->hide();
    m_before->setEnabled(false);
    m_after->setEnabled(false);
    m_calls->setRows({}, {});
    m_splice->setBoxes({});
    m_choice->setBars({});
}

void TokenPanel::setToken(const ConversationPtr& made, std::size_t place, std::optional<qint64> call) {
    const conversation::ChosenToken& token = made->tokens[place];
    const auto wrong = findingsAt(*made, token);
    const Mark mark = !wrong.empty()                   ? Mark::Differ
                      : token.values.other()           ? Mark::Warning
                      : token.values.error.has_value() ? Mark::Match
                                                       : Mark::Missing;
    m_mark->setPixmap(markPixmap(mark, px(14), devicePixelRatioF()));
    m_mark->setAccessibleName(markName(mark));
    m_title->setText(tr("Token %1: “%2”").arg(token.place).arg(tokenName(token).left(40)));
    m_about->setText(tokenTitle(*made, place));
    m_before->setEnabled(place > 0);
    m_after->setEnabled(place + 1 < made->tokens.size());
    QStringList lines;
    for (const conversation::Finding* finding : wrong) lines.append(said(finding->sentence));
    m_wrong->setWhole(lines.join(QLatin1Char('\n')));
    m_wrong->setVisible(!lines.isEmpty());
    const auto read = token.call ? std::optional<qint64>(*token.call) : std::nullopt;
    m_callsHead->set(read ? tr("the token is read from call %1").arg(*read) : tr("the trace does not say which"), {});
    m_calls->setRows(callRows(*made, place), call ? call : read);
    SpliceFacts splice = spliceFacts(*made, place);
    for (QWidget* part : std::initializer_list<QWidget*>{m_spliceHead, m_splice}) part->setVisible(!splice.boxes.empty());
    m_spliceHead->set(splice.title, splice.said, splice.mark);
    m_splice->setBoxes(std::move(splice.boxes));
    m_choiceHead->set(choiceAbout(token), choiceSaid(*made, token));
    auto bars = choiceCandidates(*made, place);
    m_choice->setVisible(!bars.empty());
    m_choice->setBars(std::move(bars));
    m_content->show();
}

}  // namespace etscope::ui
