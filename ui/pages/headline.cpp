#include "pages/headline.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include "frame/verdict_words.h"
#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "pages/gap_choice.h"

namespace etscope::ui {
namespace {

QColor colourOf(Mark mark) {
    const Tokens& t = tokens();
    switch (mark) {
        case Mark::Match: return t.match;
        case Mark::Differ: return t.differ;
        case Mark::Ambiguous:
        case Mark::Warning: return t.amberMark;
        case Mark::Incomparable: return t.incomparable;
        default: return t.control;
    }
}

}  // namespace

Headline::Headline(Workspace& workspace, QWidget* parent) : QFrame(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("headline"));
    setAccessibleName(tr("Verdict"));
    auto* column = makeColumn(this, {16, 10, 12, 10}, 8);
    m_lines = makeColumn(nullptr, {}, 6);
    column->addLayout(m_lines);
    m_buttons = new QHBoxLayout;
    column->addLayout(m_buttons);
    connect(&workspace, &Workspace::verdictChanged, this, &Headline::follow);
    onThemeChange(this, [this] { fill(); });
    fill();
}

void Headline::follow() { fill(); }

void Headline::fill() {
    emptyLater(m_lines);
    emptyLater(m_buttons);
    const VerdictPtr& verdict = m_workspace.verdict();
    m_mark = Mark::Missing;
    if (verdict == nullptr) {
        const bool checking = m_workspace.checking();
        addLine(Mark::Missing, checking ? tr("Checking …") : tr("Not checked"),
                checking ? tr("outputs, constants and every call of the runs") : QString());
        return update();
    }
    const bool gap = hasGap(*m_workspace.session());
    const QList<HeadlineLine> lines = headline(*verdict, gap);
    for (const HeadlineLine& line : lines) addLine(line.mark, line.bold, line.rest);
    m_mark = lines.isEmpty() ? Mark::Missing : lines.front().mark;
    bool first = true;
    for (const HeadlineAction& action : headlineActions(*verdict, gap)) {
        auto* button = new QPushButton(action.text, this);
        if (std::exchange(first, false)) button->setObjectName(QStringLiteral("primary"));
        connect(button, &QPushButton::clicked, this, [this, target = action.link] { emit linkActivated(target); });
        m_buttons->addWidget(button);
    }
    m_buttons->addStretch();
    if (const QString rest = restText(*verdict); !rest.isEmpty()) {
        auto* mark = new QLabel(this);
        mark->setPixmap(markPixmap(Mark::Match, 14, devicePixelRatioF()));
        m_buttons->addWidget(mark);
        m_buttons->addWidget(plainLabel(rest, this, &Tokens::text2));
    }
    update();
}

void Headline::addLine(Mark mark, const QString& bold, const QString& rest) {
    auto* row = makeRow(nullptr, {}, 10);
    auto* icon = new QLabel(this);
    icon->setPixmap(markPixmap(mark, 16, devicePixelRatioF()));
    icon->setAccessibleName(markName(mark));
    icon->setFixedWidth(px(18));
    row->addWidget(icon, 0, Qt::AlignTop);
    auto* sentence = new QLabel(this);
    sentence->setTextFormat(Qt::RichText);
    sentence->setTextInteractionFlags(Qt::TextBrowserInteraction);
    sentence->setWordWrap(true);
    const QString head =
        bold.isEmpty() ? QString() : QStringLiteral("<span style='font-weight:600; font-size:large'>%1</span>").arg(html(bold));
    sentence->setText(head + (bold.isEmpty() || rest.isEmpty() ? QString() : QStringLiteral(" – ")) + rest);
    connect(sentence, &QLabel::linkActivated, this, &Headline::linkActivated);
    row->addWidget(sentence, 1);
    m_lines->addLayout(row);
}

void Headline::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(tokens().border);
    painter.setBrush(tokens().base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.fillRect(QRect(0, 2, 3, height() - 4), colourOf(m_mark));
}

}  // namespace etscope::ui
