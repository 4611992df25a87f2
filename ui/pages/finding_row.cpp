#include "pages/finding_row.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

QLabel* makeLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    return label;
}

QString coloured(const QString& text, const QColor& colour) {
    return QStringLiteral("<span style='color:%2'>%1</span>").arg(text.toHtmlEscaped(), colour.name());
}

QString linked(const QString& text, const QString& link) {
    return QStringLiteral("<a href='%2' style='text-decoration:none; color:%3'>%1</a>")
        .arg(text.toHtmlEscaped(), link.toHtmlEscaped(), tokens().accent.name());
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
        rows.append(open ? linked(FindingRow::tr("fewer"), QStringLiteral("fold"))
                         : linked(FindingRow::tr("%1 more").arg(finding.lines.size() - count), QStringLiteral("fold")));
    return rows.join(QStringLiteral("<br>"));
}

}  // namespace

FindingRow::FindingRow(const FindingText& finding, QWidget* parent) : QWidget(parent), m_standsOut(finding.standsOut) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(8, 6, 8, 7);  // as wide as the padding of a table's cells
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    auto* picture = new QLabel(this);
    picture->setPixmap(markPixmap(finding.mark, 14, devicePixelRatioF()));
    picture->setAccessibleName(markName(finding.mark));
    grid->addWidget(picture, 0, 0, Qt::AlignTop);
    auto* title = makeLabel(this);
    title->setWordWrap(true);
    title->setText((m_standsOut ? QStringLiteral("<b>%1</b>") : QStringLiteral("%1")).arg(finding.title.toHtmlEscaped()) +
                   (finding.word.isEmpty() ? QString() : QStringLiteral("&nbsp; ") + coloured(finding.word, tokens().text2)));
    grid->addWidget(title, 0, 1);
    if (!finding.link.isEmpty()) {
        auto* link = makeLabel(this);
        link->setText(linked(finding.linkText, finding.link));
        grid->addWidget(link, 0, 2, Qt::AlignTop | Qt::AlignRight);
        connect(link, &QLabel::linkActivated, this, &FindingRow::linkActivated);
    }
    if (finding.lines.isEmpty()) return;
    auto* body = makeLabel(this);
    body->setWordWrap(true);
    body->setText(bodyText(finding, false));
    grid->addWidget(body, 1, 1, 1, 2);
    connect(body, &QLabel::linkActivated, this, [body, finding, open = false]() mutable {
        open = !open;
        body->setText(bodyText(finding, open));
    });
}

void FindingRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_standsOut) {
        painter.fillRect(rect().adjusted(0, 0, 0, -1), tokens().differBack);
        painter.fillRect(QRect(0, 0, 2, height() - 1), tokens().differ);
    }
    painter.setPen(tokens().hairline);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

}  // namespace etscope::ui
