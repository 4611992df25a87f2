#include "pages/finding_row.h"

#include <QGridLayout>
#include <QPainter>

#include "look/rich_text.h"

namespace etscope::ui {
namespace {

QLabel* makeLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    return label;
}

QString coloured(const QString& text, const QColor& colour) {
    return QStringLiteral("<span style='color:%2'>%1</span>").arg(html(text), colour.name());
}

/// The first lines, then a link that shows or hides the others.
QString bodyText(const FindingText& finding, bool open) {
    const Tokens& t = tokens();
    // One line that would be folded takes as much room as the link.
    const bool folds = finding.lines.size() > finding.shown + 1;
    const qsizetype count = folds && !open ? finding.shown : finding.lines.size();
    QStringList rows;
    for (qsizetype i = 0; i < count; ++i) rows.append(coloured(finding.lines[i], i < finding.against ? t.differ : t.text2));
    if (folds)
        rows.append(quietLink(QStringLiteral("fold"),
                              open ? FindingRow::tr("fewer") : FindingRow::tr("%1 more").arg(finding.lines.size() - count)));
    return rows.join(QStringLiteral("<br>"));
}

}  // namespace

FindingRow::FindingRow(const FindingText& finding, QWidget* parent) : QWidget(parent), m_finding(finding) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(8, 6, 8, 7);  // as wide as the padding of a table's cells
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    m_mark = new QLabel(this);
    m_mark->setAccessibleName(markName(finding.mark));
    grid->addWidget(m_mark, 0, 0, Qt::AlignTop);
    m_title = makeLabel(this);
    m_title->setWordWrap(true);
    grid->addWidget(m_title, 0, 1);
    if (!finding.link.isEmpty()) {
        m_link = makeLabel(this);
        grid->addWidget(m_link, 0, 2, Qt::AlignTop | Qt::AlignRight);
        connect(m_link, &QLabel::linkActivated, this, &FindingRow::linkActivated);
    }
    if (!finding.lines.isEmpty()) {
        m_body = makeLabel(this);
        m_body->setWordWrap(true);
        grid->addWidget(m_body, 1, 1, 1, 2);
        connect(m_body, &QLabel::linkActivated, this, [this] {
            m_open = !m_open;
            fill();
        });
    }
    onThemeChange(this, [this] { fill(); });
    fill();
}

/// The texts have colours in them.
void FindingRow::fill() {
    m_mark->setPixmap(markPixmap(m_finding.mark, 14, devicePixelRatioF()));
    m_title->setText((m_finding.standsOut ? QStringLiteral("<b>%1</b>") : QStringLiteral("%1")).arg(html(m_finding.title)) +
                     (m_finding.word.isEmpty() ? QString() : QStringLiteral("&nbsp; ") + coloured(m_finding.word, tokens().text2)));
    if (m_link != nullptr) m_link->setText(quietLink(m_finding.link, m_finding.linkText));
    if (m_body != nullptr) m_body->setText(bodyText(m_finding, m_open));
}

void FindingRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_finding.standsOut) {
        painter.fillRect(rect().adjusted(0, 0, 0, -1), tokens().differBack);
        painter.fillRect(QRect(0, 0, 2, height() - 1), tokens().differ);
    }
    painter.setPen(tokens().hairline);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

}  // namespace etscope::ui
