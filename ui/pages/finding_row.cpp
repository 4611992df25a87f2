#include "pages/finding_row.h"

#include <QGridLayout>
#include <QPainter>

#include "look/rich_text.h"

namespace etscope::ui {
namespace {

/// From which width on what to do stands beside what was seen.
constexpr int kWide = 620;
constexpr int kKindWidth = 114;

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
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(8, 6, 8, 7);  // as wide as the padding of a table's cells
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(2);
    m_mark = new QLabel(this);
    m_mark->setAccessibleName(markName(finding.mark));
    if (!finding.kind.isEmpty()) m_kind = plainLabel(finding.kind, this, &Tokens::text2);
    m_title = makeLabel(this);
    m_title->setWordWrap(true);
    if (!finding.todo.isEmpty()) {
        m_todo = makeLabel(this);
        m_todo->setWordWrap(true);
    }
    if (!finding.link.isEmpty()) {
        m_link = makeLabel(this);
        connect(m_link, &QLabel::linkActivated, this, &FindingRow::linkActivated);
    }
    if (!finding.lines.isEmpty()) {
        m_body = makeLabel(this);
        m_body->setWordWrap(true);
        connect(m_body, &QLabel::linkActivated, this, [this] {
            m_open = !m_open;
            fill();
        });
    }
    place();
    onThemeChange(this, [this] { fill(); });
    fill();
}

void FindingRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if ((event->oldSize().width() < px(kWide)) != (width() < px(kWide))) place();
}

/// Mark, kind, title over its lines, what to do, link; where it is narrow, what to do stands below.
void FindingRow::place() {
    const bool wide = width() >= px(kWide);
    for (QWidget* widget : {m_mark, m_kind, m_title, m_todo, m_link, m_body})
        if (widget != nullptr) m_grid->removeWidget(widget);
    m_grid->addWidget(m_mark, 0, 0, Qt::AlignTop);
    if (m_kind != nullptr) {
        m_kind->setFixedWidth(wide ? px(kKindWidth) : QWIDGETSIZE_MAX);
        m_grid->addWidget(m_kind, 0, 1, Qt::AlignTop);
        m_kind->setVisible(wide);
    }
    m_grid->addWidget(m_title, 0, 2);
    if (m_link != nullptr) m_grid->addWidget(m_link, 0, 4, Qt::AlignTop | Qt::AlignRight);
    if (m_body != nullptr) m_grid->addWidget(m_body, 1, 2, 1, m_todo != nullptr && wide ? 1 : 3);
    if (m_todo != nullptr) wide ? m_grid->addWidget(m_todo, 0, 3, 2, 1, Qt::AlignTop) : m_grid->addWidget(m_todo, 2, 2, 1, 3);
    m_grid->setColumnStretch(2, 5);
    m_grid->setColumnStretch(3, m_todo != nullptr && wide ? 3 : 0);
}

/// The texts have colours in them.
void FindingRow::fill() {
    m_mark->setPixmap(markPixmap(m_finding.mark, 14, devicePixelRatioF()));
    m_title->setText((m_finding.standsOut ? QStringLiteral("<b>%1</b>") : QStringLiteral("%1")).arg(html(m_finding.title)) +
                     (m_finding.word.isEmpty() ? QString() : QStringLiteral("&nbsp; ") + coloured(m_finding.word, tokens().text2)));
    if (m_link != nullptr) m_link->setText(quietLink(m_finding.link, m_finding.linkText));
    if (m_todo != nullptr) m_todo->setText(coloured(m_finding.todo, tokens().text2));
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
