#include "docks/section.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QTextDocumentFragment>
#include <algorithm>

#include "answers/event_rows.h"
#include "docks/inspector.h"
#include "look/language.h"
#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kSectionMark = 12;
constexpr int kAroundTitle = 22;  ///< of a section, with what is between it and its sign

/// The name of a fact: long ones give way to what they name.
QLabel* makeName(const QString& name, QWidget* parent) {
    const QFontMetrics metrics(bodyFont());
    auto* label = plainLabel(metrics.elidedText(name, Qt::ElideMiddle, 18 * metrics.averageCharWidth()), parent, &Tokens::text3);
    if (label->text() != name) label->setToolTip(tip(name));
    label->setAlignment(Qt::AlignTop);
    return label;
}

constexpr QMargins kFactMargins{12, 6, 10, 8};

void addNote(TextLabel* label, const Fact& fact) {
    withTheme(label, [label, fact] {
        label->setWhole(fact.content +
                        QStringLiteral(" <span style='color:%1'>%2</span>").arg(tokens().text3.name(), html(fact.note)));
    });
}

/// Of a rich text on one line, whatever of it is bold.
int widthOf(const QString& content) {
    return QFontMetrics(headingFont()).horizontalAdvance(QTextDocumentFragment::fromHtml(content).toPlainText()) + 4;
}

QWidget* makeFacts(const Facts& facts, Workspace& workspace, QWidget* parent) {
    auto* body = new QWidget(parent);
    auto* grid = makeGrid(body, kFactMargins, 10, 3);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const Fact& fact : facts) {
        auto* name = makeName(fact.label, body);  // before what it names, as it is read
        auto* what = new TextLabel(fact.content, Qt::RichText, &Tokens::text, body);
        if (!fact.tooltip.isEmpty()) what->setToolTip(tip(fact.tooltip));
        if (!fact.note.isEmpty()) addNote(what, fact);
        QObject::connect(what, &QLabel::linkActivated, &workspace, &Workspace::followText);
        grid->addWidget(name, row, 0);
        if (fact.share < 0) {
            grid->addWidget(what, row++, 1, 1, 2);
            continue;
        }
        auto* bar = new ShareBar(fact.share, fact.odd ? &Tokens::amberMark : &Tokens::accent, -1, body);
        bar->setToolTip(what->toolTip());
        what->setFixedWidth(widthOf(fact.content));
        what->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);  // else the bar takes its room
        what->setAlignment(Qt::AlignRight | Qt::AlignTop);
        grid->addWidget(bar, row, 1, Qt::AlignVCenter);
        grid->addWidget(what, row++, 2);
    }
    return body;
}

QWidget* makeChain(const QList<MarkedFact>& chain, Workspace& workspace, QWidget* parent) {
    int widest = 0;
    for (const MarkedFact& fact : chain)
        widest = std::max(widest, QFontMetrics(bodyFont()).horizontalAdvance(fact.label + QLatin1Char(' ')));
    auto* body = new QWidget(parent);
    auto* grid = makeGrid(body, kFactMargins, 8, 6);
    grid->setColumnStretch(2, 1);
    int row = 0;
    for (const MarkedFact& fact : chain) {
        QLabel* mark = makeMark(fact.mark, px(kSectionMark), body);
        mark->setContentsMargins(0, (QFontMetrics(bodyFont()).height() - px(kSectionMark)) / 2, 0, 0);
        auto* label = plainLabel(fact.label, body, &Tokens::text3);
        label->setFixedWidth(widest);
        auto* texts = makeColumn(nullptr, {}, 0);
        auto* what = new TextLabel(fact.value, Qt::RichText, &Tokens::text, body);
        QObject::connect(what, &QLabel::linkActivated, &workspace, &Workspace::followText);
        texts->addWidget(what);
        auto* evidence = new TextLabel(fact.evidence, Qt::PlainText, &Tokens::text3, body);
        evidence->setFont(smallFont());
        if (!fact.evidence.isEmpty()) texts->addWidget(evidence);
        evidence->setVisible(!fact.evidence.isEmpty());
        grid->addWidget(mark, row, 0, Qt::AlignTop);
        grid->addWidget(label, row, 1, Qt::AlignTop);
        grid->addLayout(texts, row++, 2);
    }
    return body;
}

QWidget* above(QWidget* first, QWidget* second, QWidget* parent) {
    auto* both = new QWidget(parent);
    auto* column = makeColumn(both, {}, 0);
    column->addWidget(first);
    column->addWidget(second);
    return both;
}

}  // namespace

Section::Section(const QString& name, const QString& title, const QString& value, QWidget* body, QWidget* parent)
    : QWidget(parent) {
    auto* column = makeColumn(this, {}, 0);
    auto* head = named("sectionHead", new QPushButton(this));
    head->ensurePolished();
    const int words = head->fontMetrics().horizontalAdvance(title) + head->iconSize().width() + px(kAroundTitle);
    auto* row = makeRow(head, {words, 0, 10, 0});
    auto* count = new ElidedLabel(head);
    count->setText(value);
    count->setFont(smallFont());
    count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(count, 1);
    column->addWidget(head);
    column->addWidget(body);
    const QString key = QStringLiteral("sections/") + name;
    const auto fold = [head, body, title](bool open) {
        head->setText(QString(title).replace(QLatin1Char('&'), QLatin1String("&&")));
        head->setIcon(lineIcon(open ? Icon::Down : Icon::Right));
        body->setVisible(open);
    };
    fold(QSettings().value(key, true).toBool());
    connect(head, &QPushButton::clicked, this, [body, key, fold] {
        const bool open = body->isHidden();
        QSettings().setValue(key, open);
        fold(open);
    });
}

QWidget* makeSection(const FactGroup& group, Workspace& workspace, QWidget* parent) {
    if (group.facts.isEmpty() && group.chain.isEmpty()) return nullptr;
    QWidget* body = group.chain.isEmpty() ? makeFacts(group.facts, workspace, parent) : makeChain(group.chain, workspace, parent);
    if (group.times) body = above(new TimeHistogram(*group.times, parent), body, parent);
    return new Section(QString::fromUtf8(group.title), Inspector::tr(group.title), group.value, body, parent);
}

ShareBar::ShareBar(double share, QColor Tokens::*colour, int series, QWidget* parent)
    : QWidget(parent), m_share(share), m_colour(colour), m_series(series) {
    setMinimumWidth(px(40));
    setFixedHeight(px(9));
    onThemeChange(this, [this] { update(); });
}

void ShareBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), tokens().missingBack);
    const QColor colour = m_series >= 0 ? tokens().series[static_cast<std::size_t>(m_series)] : tokens().*m_colour;
    painter.fillRect(QRectF(0, 0, std::max(m_share > 0 ? 2.0 : 0.0, width() * m_share), height()), colour);
}

TimeHistogram::TimeHistogram(const TimeBars& times, QWidget* parent)
    : HistogramView(parent), m_middle(times.middle), m_unit(times.unit) {
    introduce("timeHistogram", tr("How often it took how long"));
    setFixedHeight(px(90));
    setHistogram(times.bars);
}

QString TimeHistogram::words(double amount) const { return timeText(amount, m_unit); }

QString TimeHistogram::nameOf(std::size_t bar) const {
    return tr("%1 … %2").arg(words(histogram().edges[bar]), words(histogram().edges[bar + 1]));
}

QString TimeHistogram::tooltipOf(std::size_t bar) const {
    return nameOf(bar) + QLatin1Char('\n') + tr("%n time(s)", nullptr, counted(histogram().counts[bar]));
}

std::vector<ChartView::Tick> TimeHistogram::xTicks() const {
    return {{0, words(histogram().edges.front())}, {1, words(histogram().edges.back())}};
}

void TimeHistogram::paintItems(QPainter& painter) const {
    HistogramView::paintItems(painter);
    const auto& edges = histogram().edges;
    const QRectF area = plot();
    const double x = xOf((m_middle - edges.front()) / (edges.back() - edges.front()));
    painter.setPen(QPen(tokens().text, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.setFont(smallFont());
    const double width = QFontMetricsF(smallFont()).horizontalAdvance(QStringLiteral("p50")) + 5;
    const bool left = x + width > area.right();
    const QRectF box(left ? x - width : x + 5, area.top(), width, QFontMetricsF(smallFont()).height());
    painter.fillRect(box.adjusted(-2, 0, -2, 0), tokens().base);  // bars may stand behind it
    painter.drawText(box, Qt::AlignLeft, QStringLiteral("p50"));
}

}  // namespace etscope::ui
