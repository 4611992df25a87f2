#include "pages/finding_row.h"

#include <QPainter>
#include <algorithm>

#include "look/make.h"
#include "look/rich_text.h"

namespace etscope::ui {
namespace {

/// From which width on what to do stands beside what was seen.
constexpr int kWide = 620;
constexpr int kSpacing = 10, kSide = 8, kMarkSize = 14;  // at the sides as wide as the padding of a table's cells

QLabel* makeLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    return label;
}

bool isWide(const QWidget& row) { return row.width() >= px(kWide); }

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
    for (qsizetype i = 0; i < count; ++i) rows.append(coloured(finding.lines[i], t.text2));
    if (folds)
        rows.append(quietLink(QStringLiteral("fold"),
                              open ? FindingRow::tr("fewer") : FindingRow::tr("%1 more").arg(finding.lines.size() - count)));
    return rows.join(QStringLiteral("<br>"));
}

}  // namespace

FindingColumns FindingColumns::of(const QList<FindingText>& findings) {
    QFont face = codeFont();
    face.setPointSizeF(bodyFont().pointSizeF());  // as code() is among words
    const QFontMetrics metrics(bodyFont()), code(face);
    FindingColumns columns;
    for (const FindingText& one : findings) {
        columns.kind = std::max(columns.kind, one.kind.isEmpty() ? 0 : metrics.horizontalAdvance(one.kind) + 4);
        columns.link = std::max(columns.link, one.linkText.isEmpty() ? 0 : metrics.horizontalAdvance(one.linkText) + 4);
        columns.todo = columns.todo || !one.todo.isEmpty();
        columns.script = std::max(columns.script, one.script.isEmpty() ? 0 : code.horizontalAdvance(one.script) + 4);
    }
    return columns;
}

/// Three parts of eight of what the others leave, half of it where code needs them.
int FindingColumns::todoWidth(int row) const {
    if (!todo || row < px(kWide)) return 0;
    const int others = 2 * kSide + kMarkSize + (kind > 0 ? kind + kSpacing : 0) + (link > 0 ? link + kSpacing : 0) + 2 * kSpacing;
    const int all = std::max(2, row - others);
    return std::max(std::min(script, all / 2), all * 3 / 8);
}

FindingHeader::FindingHeader(const FindingColumns& columns, QWidget* parent) : QWidget(parent), m_columns(columns) {
    m_kind = plainLabel(tr("Finding"), this, &Tokens::text2);
    m_title = plainLabel(tr("What was seen"), this, &Tokens::text2);
    m_todo = plainLabel(tr("What to do"), this, &Tokens::text2);
    for (QLabel* label : {m_kind, m_title, m_todo}) label->setFont(smallFont());
    setFixedHeight(QFontMetrics(smallFont()).height() + 10);
}

void FindingHeader::resizeEvent(QResizeEvent*) { place(); }

/// As the grid of a row.
void FindingHeader::place() {
    const int first = kSide + kMarkSize + kSpacing;
    const int todo = m_columns.todoWidth(width()), link = m_columns.link > 0 ? m_columns.link + kSpacing : 0;
    const int title = isWide(*this) && m_columns.kind > 0 ? first + m_columns.kind + kSpacing : first;
    const int todoLeft = width() - kSide - link - todo;
    m_kind->setVisible(title > first);
    m_todo->setVisible(todo > 0);
    m_kind->setGeometry(first, 0, m_columns.kind, height());
    m_title->setGeometry(title, 0, (todo > 0 ? todoLeft - kSpacing : width() - kSide) - title, height());
    m_todo->setGeometry(todoLeft, 0, todo, height());
}

void FindingHeader::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), tokens().raised);
    painter.setPen(tokens().hairline);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

FindingRow::FindingRow(const FindingText& finding, const FindingColumns& columns, QWidget* parent)
    : QWidget(parent), m_finding(finding), m_columns(columns) {
    m_grid = makeGrid(this, {kSide, 6, kSide, 7}, kSpacing, 2);
    m_mark = new QLabel(this);
    m_mark->setFixedWidth(kMarkSize);
    m_mark->setAccessibleName(markName(finding.mark));
    if (!finding.kind.isEmpty()) m_kind = plainLabel(finding.kind, this, &Tokens::text2);
    m_title = makeLabel(this);
    m_title->setWordWrap(true);
    if (columns.todo) {
        m_todo = makeLabel(this);
        m_todo->setWordWrap(true);
    }
    if (columns.link > 0) {
        m_link = makeLabel(this);
        m_link->setAlignment(Qt::AlignRight | Qt::AlignTop);
        m_link->setFixedWidth(columns.link);
        connect(m_link, &QLabel::linkActivated, this, [this] { emit linkActivated(m_finding.link); });
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

/// Labels keep what they needed at the widths before, until they are given their texts again.
void FindingRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const auto before = m_placed;
    place();
    if (m_placed == before) return;
    for (QLabel* label : {m_title, m_todo, m_body})
        if (label != nullptr) label->clear();
    fill();
}

/// Mark, kind, title over its lines, what to do, link; where it is narrow, what to do stands below.
void FindingRow::place() {
    const bool wide = isWide(*this);
    const int todo = m_columns.todoWidth(width());
    if (std::exchange(m_placed, std::pair(wide, todo)) == std::pair(wide, todo)) return;
    for (QWidget* widget : {m_mark, m_kind, m_title, m_todo, m_link, m_body})
        if (widget != nullptr) m_grid->removeWidget(widget);
    m_grid->addWidget(m_mark, 0, 0, Qt::AlignTop);
    if (m_kind != nullptr) {
        m_kind->setFixedWidth(wide ? m_columns.kind : QWIDGETSIZE_MAX);
        m_grid->addWidget(m_kind, 0, 1, Qt::AlignTop);
        m_kind->setVisible(wide);
    }
    m_grid->addWidget(m_title, 0, 2, Qt::AlignTop);
    if (m_link != nullptr) m_grid->addWidget(m_link, 0, 4, Qt::AlignTop | Qt::AlignRight);
    if (m_body != nullptr) m_grid->addWidget(m_body, 1, 2, 1, todo > 0 ? 1 : 3, Qt::AlignTop);
    if (m_todo != nullptr) {
        m_todo->setMinimumWidth(todo);
        m_todo->setMaximumWidth(todo > 0 ? todo : QWIDGETSIZE_MAX);
        todo > 0 ? m_grid->addWidget(m_todo, 0, 3, 2, 1, Qt::AlignTop) : m_grid->addWidget(m_todo, 2, 2, 1, 3);
        m_todo->setVisible(todo > 0 || !m_finding.todo.isEmpty());
    }
    m_grid->setColumnStretch(2, 1);
    m_grid->setRowStretch(1, 1);  // what to do may have more lines than title and body
}

/// The texts have colours in them.
void FindingRow::fill() {
    m_mark->setPixmap(markPixmap(m_finding.mark, 14, devicePixelRatioF()));
    const QString title = html(m_finding.title);
    m_title->setText((m_finding.strong ? QStringLiteral("<b>%1</b>").arg(title) : title) +
                     (m_finding.word.isEmpty() ? QString() : QStringLiteral("&nbsp; ") + coloured(m_finding.word, tokens().text2)));
    if (m_link != nullptr && m_finding.link.valid()) m_link->setText(quietLink(m_finding.link.text(), m_finding.linkText));
    if (m_todo != nullptr)
        m_todo->setText(coloured(m_finding.todo, tokens().text2) +
                        (m_finding.script.isEmpty() ? QString() : QStringLiteral("<br>") + code(m_finding.script)));
    if (m_body != nullptr) m_body->setText(bodyText(m_finding, m_open));
}

void FindingRow::paintEvent(QPaintEvent*) {
    if (m_last) return;
    QPainter painter(this);
    painter.setPen(tokens().hairline);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

}  // namespace etscope::ui
