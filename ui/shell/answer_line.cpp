#include "shell/answer_line.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <algorithm>

#include "answers/advice_texts.h"
#include "answers/repro_texts.h"
#include "look/language.h"
#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {

namespace {

/// From which width on the link to the evidence stands beside the text, and from which on in it; what the line needs at least, in
/// pixels whatever the texts are.
constexpr int kProofBeside = 1000, kProofInText = 640, kLeastWidth = 320;

}  // namespace

using findings::Answer;

/// Rich text of a sentence and a further one, on two lines: where there is no room the further one goes, then the end of the first,
/// and the tool tip has all.
class AnswerText : public QLabel {
public:
    explicit AnswerText(QWidget* parent) : QLabel(parent) {
        setTextFormat(Qt::RichText);
        setWordWrap(true);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        setTextInteractionFlags(Qt::TextBrowserInteraction);
    }
    /// `source`: behind the first sentence whatever its length is.
    void setParts(const QString& first, const QString& source, const QString& more) {
        m_first = first, m_source = source, m_more = more;
        fit();
    }
    /// A link at the end, whatever the lengths are.
    void setProof(const QString& link) {
        if (link == m_proof) return;
        m_proof = link;
        fit();
    }
    QString whole() const {
        return QTextDocumentFragment::fromHtml(sentence(bold(m_first)) + QLatin1Char(' ') + html(m_more)).toPlainText().trimmed();
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        fit();
    }
    void changeEvent(QEvent* event) override {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::FontChange) fit();
    }

private:
    static QString bold(const QString& words) { return words.isEmpty() ? QString() : QStringLiteral("<b>%1</b>").arg(html(words)); }

    bool fits(const QString& text) const {
        QTextDocument document;
        document.setDefaultFont(font());
        document.setDocumentMargin(0);
        document.setHtml(text);
        document.setTextWidth(width());
        return document.size().height() <= 2.3 * QFontMetrics(font()).lineSpacing();
    }
    QString sentence(const QString& words) const {
        const bool open = m_first.isEmpty() || m_first.endsWith(QChar(0x2026));
        return words + m_source + (open ? QString() : QStringLiteral("."));
    }
    void fit() {
        const QString proof = m_proof.isEmpty() ? QString() : QLatin1Char(' ') + m_proof;
        const QString all = sentence(bold(m_first)) + (m_more.isEmpty() ? QString() : QLatin1Char(' ') + html(m_more));
        QString shown = all;
        if (!fits(shown + proof)) shown = sentence(bold(m_first));
        constexpr qsizetype kMost = 600;  // names of files may be of any length
        QStringList words = m_first.left(kMost).split(QLatin1Char(' '));
        while (words.size() > 3 && !fits(shown + proof)) {
            words.removeLast();
            shown = bold(words.join(QLatin1Char(' ')) + QStringLiteral(" …")) + m_source;
        }
        setToolTip(shown == all ? QString() : tip(whole()));
        if (text() != shown + proof) setText(shown + proof);
    }

    QString m_first, m_source, m_more, m_proof;
};

AnswerLine::AnswerLine(Workspace& workspace, const AnswerBook& book, const ReproBook& repro, const AdviceBook& advice,
                       QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_book(book),
      m_repro(repro),
      m_advice(advice),
      m_sign(new QLabel(this)),
      m_text(new AnswerText(this)),
      m_evidence(new QLabel(this)),
      m_next(new QPushButton(this)) {
    setObjectName(QStringLiteral("answerLine"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* row = makeRow(this, {px(14), px(7), px(12), px(7)}, px(10));
    row->addWidget(m_sign);
    row->addWidget(m_text, 1);
    m_evidence->setTextFormat(Qt::RichText);
    row->addWidget(m_evidence);
    m_next->setObjectName(QStringLiteral("primary"));
    row->addWidget(m_next);
    for (QLabel* label : {static_cast<QLabel*>(m_text), m_evidence})
        connect(label, &QLabel::linkActivated, &workspace, &Workspace::followText);
    connect(m_next, &QPushButton::clicked, this, &AnswerLine::act);
    connect(&book, &AnswerBook::changed, this, &AnswerLine::tell);
    connect(&repro, &ReproBook::changed, this, [this] {
        if (m_page == PageId::Shrink || m_page == PageId::Gap) tell();
    });
    connect(&advice, &AdviceBook::changed, this, [this] {
        if (m_page == PageId::Advisor) tell();
    });
    connect(&workspace, &Workspace::verdictChanged, this, &AnswerLine::tell);
    connect(&workspace, &Workspace::selectionChanged, this, &AnswerLine::tell);
    connect(&workspace, &Workspace::viewChanged, this, &AnswerLine::tell);
    connect(&workspace, &Workspace::runChanged, this, &AnswerLine::tell);
    onThemeChange(this, [this] { tell(); });
    tell();
}

void AnswerLine::setPage(PageId page) {
    m_page = page;
    tell();
}

QString AnswerLine::words() const { return m_text->whole(); }

void AnswerLine::tell() {
    const bool ofRepro = m_page == PageId::Shrink && m_repro.of().valid();
    const Answer* answer = m_book.answer(questionOf(m_page));
    m_mark = answer != nullptr ? markOf(*answer) : Mark::Missing;
    if (m_page == PageId::Advisor && m_advice.of(m_workspace.method()).wasAsked())
        tellAdvice();
    else if (ofRepro)
        tellRepro();
    else if (answer != nullptr)
        tellAnswer(*answer);
    else
        m_text->setParts(m_book.isAsking() ? tr("Checking …") : tr("Not checked yet"), {}, {});
    m_sign->setPixmap(markPixmap(m_mark, px(18), devicePixelRatioF()));
    m_sign->setAccessibleName(markName(m_mark));
    tellNext(answer);
    fit();
    update();
}

void AnswerLine::tellAnswer(const Answer& answer) {
    QString source;
    if (!answer.source.empty())
        source = QStringLiteral(" (%1)").arg(quietLink(
            Link::on(PageId::Source, Address::parse(QString::fromStdString(answer.address), m_workspace.methods())).text(),
            QString::fromStdString(answer.source)));
    const findings::ViewAnswer* own = viewAnswer(answer, m_page, m_workspace.method(), m_workspace.run());
    const Sentence &text = own != nullptr ? own->text : answer.text, &further = own != nullptr ? own->more : answer.more;
    const QString more = further.empty() ? QString() : asTitle(further) + QLatin1Char('.');
    m_text->setParts(asTitle(text), source, more);
}

/// What was found of the culprit, on the page that shows it.
void AnswerLine::tellRepro() {
    const ReproSentence sentence = reproSentence(m_repro);
    m_mark = sentence.mark;
    m_text->setParts(sentence.first, {}, sentence.more);
}

void AnswerLine::tellAdvice() {
    const AdviceSentence sentence = adviceSentence(m_advice.of(m_workspace.method()));
    m_mark = sentence.mark;
    m_text->setParts(sentence.first, {}, sentence.more);
}

/// Operators lead on to the smallest program, that to what mends it, that to its code.
void AnswerLine::tellNext(const Answer* answer) {
    const auto away = [&](const findings::Lead& lead) {
        const Link link = linkOf(lead, m_workspace.methods());
        const bool inView = !link.address.valid() || link.address == m_workspace.selection();
        const bool isHere = link.page == m_page || (lead.target == findings::Target::CompareWith && link.page != PageId::None &&
                                                    questionOf(link.page) == questionOf(m_page));  // all its views show that
        return link.does == Link::Does::Go && isHere && inView ? Link() : link;
    };
    m_proof = answer != nullptr ? away(answer->evidence) : Link();
    if (m_proof.valid()) m_evidence->setText(quietLink(m_proof.text(), said(answer->evidence.title)));
    m_leads = answer != nullptr ? away(answer->next) : Link();
    if (answer != nullptr) m_next->setText(said(answer->next.title));
    m_saves = false;
    if (m_page == PageId::Gap && m_repro.of().valid()) {
        m_leads = Link::on(PageId::Shrink);
        m_next->setText(tr("Smallest program"));
    } else if (m_page == PageId::Gap && m_repro.isOffered()) {
        m_leads = Link::shrink(m_repro.culpritAt(m_workspace.selection()));
        m_next->setText(tr("Shrink…"));
    } else if (m_page == PageId::Shrink && m_repro.of().valid()) {
        const ReproStep step = nextStep(m_repro);
        m_saves = step == ReproStep::Save;
        m_leads = step == ReproStep::Shrink ? Link::shrink(m_repro.of())
                  : step == ReproStep::Mend ? Link::mend(m_repro.of())
                                            : Link();
        m_next->setText(m_saves ? tr("Save patch…") : step == ReproStep::Mend ? tr("Mend…") : tr("Shrink…"));
    } else if (m_page == PageId::Shrink || m_page == PageId::Advisor) {
        m_leads = {};  // the page itself has the button
        if (m_page == PageId::Advisor) m_proof = {};
        m_saves = m_page == PageId::Advisor && !m_advice.recipe(m_workspace.method()).isEmpty();
        if (m_saves) m_next->setText(tr("Save recipe…"));
    }
    m_next->setVisible(m_leads.valid() || m_saves);
}

void AnswerLine::act() {
    const MendAnswer& told = m_repro.mending().told;
    if (!m_saves) return m_workspace.follow(m_leads);
    if (m_page == PageId::Advisor)
        return saveRecipe(this, m_advice.recipe(m_workspace.method()), [this](const QString& words) { emit reported(words); });
    if (told.best && *told.best < told.remedies.size())
        savePatch(this, told.remedies[*told.best], [this](const QString& words) { emit reported(words); });
}

void AnswerLine::fit() {
    const bool beside = width() >= px(kProofBeside), inText = !beside && width() >= px(kProofInText);
    m_evidence->setVisible(m_proof.valid() && beside);
    m_text->setProof(m_proof.valid() && inText ? m_evidence->text() : QString());
}

QSize AnswerLine::minimumSizeHint() const { return {kLeastWidth, QFontMetrics(font()).height() + 8}; }

void AnswerLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void AnswerLine::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& t = tokens();
    static constexpr std::pair<Mark, QColor Tokens::*> kBars[] = {{Mark::Match, &Tokens::match},
                                                                  {Mark::Differ, &Tokens::differ},
                                                                  {Mark::Error, &Tokens::differ},
                                                                  {Mark::Warning, &Tokens::amberMark},
                                                                  {Mark::Ambiguous, &Tokens::amberMark},
                                                                  {Mark::Note, &Tokens::accent},
                                                                  {Mark::Incomparable, &Tokens::incomparable}};
    const auto* const bar = std::ranges::find(kBars, m_mark, &std::pair<Mark, QColor Tokens::*>::first);
    QPainter painter(this);
    painter.fillRect(rect(), t.base);
    painter.fillRect(QRect(0, height() - 1, width(), 1), t.border);
    painter.fillRect(QRect(0, 0, px(4), height()), bar != std::end(kBars) ? t.*(bar->second) : t.missing);
}

}  // namespace etscope::ui
