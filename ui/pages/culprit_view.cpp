#include "pages/culprit_view.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "causes/origin.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "pages/finding_row.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

constexpr int kChipRadius = 4, kListHeight = 160;

QColor culpritBack(Mark mark) {
    const Tokens& t = tokens();
    switch (mark) {
        case Mark::Match: return t.matchBack;
        case Mark::Differ: return t.differBack;
        case Mark::Ambiguous:
        case Mark::Warning: return t.amberBack;
        case Mark::Incomparable: return t.incomparableBack;
        case Mark::Note: return t.noteBack;
        default: return t.missingBack;
    }
}

QString causeWord(const causes::Culprit& culprit) { return causeText(culprit.cause); }

Address nodeOf(const QString& method, const causes::Culprit& culprit) {
    return culprit.nodes.empty() ? Address() : Address::ofNode(method, QStringLiteral("edge"), text(culprit.nodes.front()));
}

Address instructionOf(const QString& method, const causes::Culprit& culprit) {
    return culprit.instruction ? Address::ofInstruction(method, *culprit.instruction) : Address();
}

Address givenBy(const Address& instruction, const causes::Culprit& culprit) {
    if (!instruction.valid()) return {};
    return Address::given(instruction, culprit.run ? std::optional(static_cast<qint64>(*culprit.run)) : std::nullopt);
}

FindingText findingOf(const QString& method, const causes::Culprit& culprit) {
    FindingText finding;
    finding.mark = markOf(culprit.cause);
    finding.title = said(culprit.sentence);
    finding.word = culprit.run ? CulpritView::tr("%1 · run %2").arg(causeWord(culprit)).arg(*culprit.run) : causeWord(culprit);
    const Address instruction = instructionOf(method, culprit), place = instruction.valid() ? instruction : nodeOf(method, culprit);
    if (!place.valid()) return finding;
    finding.link = Link::on(PageId::Graph, place);
    finding.linkText = CulpritView::tr("Show");
    return finding;
}

}  // namespace

Mark markOf(causes::Cause cause) {
    switch (cause) {
        case causes::Cause::Precision: return Mark::Warning;
        case causes::Cause::Quantisation: return Mark::Note;
        case causes::Cause::Pairing: return Mark::Incomparable;
        case causes::Cause::Unknown: return Mark::Ambiguous;
        default: return Mark::Differ;
    }
}

Chip::Chip(QWidget* parent) : QFrame(parent) {
    auto* row = makeRow(this, {6, 3, 8, 3}, 5);
    m_icon = new QLabel(this);
    row->addWidget(m_icon);
    m_word = plainLabel({}, this);
    m_word->setFont(headingFont());
    row->addWidget(m_word);
    onThemeChange(this, [this] { repaintMark(); });
}

void Chip::set(Mark mark, const QString& word) {
    m_mark = mark;
    m_word->setText(word);
    m_icon->setAccessibleName(markName(mark));
    repaintMark();
}

void Chip::repaintMark() {
    m_icon->setPixmap(markPixmap(m_mark, 14, devicePixelRatioF()));
    update();
}

void Chip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    drawAreas(painter, culpritBack(m_mark));
    painter.drawRoundedRect(rect(), kChipRadius, kChipRadius);
}

CulpritView::CulpritView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("culprit"));
    auto* column = makeColumn(this, kBarMargins, 4);
    auto* row = makeRow(nullptr, {}, 8);
    m_chip = new Chip(this);
    row->addWidget(m_chip, 0, Qt::AlignTop);
    m_sentence = named("culpritSentence", new TextLabel({}, Qt::PlainText, &Tokens::text, this));
    row->addWidget(m_sentence, 1);
    const auto button = [&](const QString& title, const char* name, Address CulpritView::*address, PageId page) {
        auto* made = named(name, new QPushButton(title, this));
        connect(made, &QPushButton::clicked, this, [this, address, page] { emit linkActivated(Link::on(page, this->*address)); });
        row->addWidget(made, 0, Qt::AlignTop);
        return made;
    };
    m_instruction = button(tr("Show instruction"), "culpritInstruction", &CulpritView::m_instructionAddress, PageId::Graph);
    m_node = button(tr("Show node"), "culpritNode", &CulpritView::m_nodeAddress, PageId::Graph);
    m_values = button(tr("Compare values"), "culpritValues", &CulpritView::m_valueAddress, PageId::Outputs);
    column->addLayout(row);
    m_more = named("culpritMore", new QToolButton(this));
    m_more->setCheckable(true);
    m_more->setAutoRaise(true);
    m_more->setArrowType(Qt::RightArrow);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    column->addWidget(m_more);
    m_list = scrolling(new QWidget(this), this);
    m_list->setObjectName(QStringLiteral("culpritList"));
    m_list->setFixedHeight(px(kListHeight));
    column->addWidget(m_list);
    connect(m_more, &QToolButton::toggled, this, [this](bool open) {
        m_more->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        m_list->setVisible(open);
    });
    clear();
}

void CulpritView::clear() {
    m_instructionAddress = m_nodeAddress = m_valueAddress = {};
    setMore({});
    hide();
}

void CulpritView::setAudit(const QString& method, const gap::GapTable& table, const causes::AuditedGap& audited) {
    clear();
    m_method = method;
    const auto judged = static_cast<std::size_t>(std::ranges::count_if(
        audited.rows, [](const causes::RowParts& row) { return row.audit && row.audit->state == replay::AuditState::Judged; }));
    if (audited.culprits.empty() && judged == 0) return;
    const auto first = audited.culprit(table);
    if (first) {
        showCulprit(*first);
        // Where its own value was not logged, that of the row that shows it.
        const auto row = causes::rowOf(table, *first);
        if (row && table.rows[*row].compared())
            m_valueAddress = givenBy(Address::ofInstruction(method, table.rows[*row].instruction), *first);
        m_values->setVisible(m_valueAddress.valid());
    } else {
        showInnocence(judged, table.rows.size(), table.doubt);
    }
    std::vector<const causes::Culprit*> more;
    bool shown = false;  // the headline is one of the list
    for (const causes::RunCulprits& run : audited.culprits)
        for (const causes::Culprit& culprit : run.culprits) {
            const bool headline = !shown && first && culprit.run == first->run && culprit.sentence == first->sentence;
            shown = shown || headline;
            if (!headline) more.push_back(&culprit);
        }
    setMore(more);
    show();
}

void CulpritView::showCulprit(const causes::Culprit& culprit) {
    m_chip->set(markOf(culprit.cause), causeWord(culprit));
    m_sentence->setWhole(asTitle(culprit.sentence));
    m_instructionAddress = instructionOf(m_method, culprit);
    m_nodeAddress = nodeOf(m_method, culprit);
    m_valueAddress = givenBy(m_instructionAddress, culprit);
    m_instruction->setVisible(m_instructionAddress.valid());
    m_node->setVisible(m_nodeAddress.valid());
    m_values->setVisible(m_valueAddress.valid());
}

/// Only what was looked at is called right.
void CulpritView::showInnocence(std::size_t judged, std::size_t rows, const Sentence& doubt) {
    const bool all = judged == rows;
    m_chip->set(all ? Mark::Match : Mark::Note, all ? tr("right") : tr("no culprit"));
    QString sentence = all ? tr("Every instruction is right on what it read.")
                           : tr("No instruction that could be looked at is wrong; %n could not.", nullptr, counted(rows - judged));
    if (!doubt.empty()) sentence += QLatin1Char(' ') + asTitle(doubt) + QLatin1Char('.');
    m_sentence->setWhole(sentence);
    for (QPushButton* button : {m_instruction, m_node, m_values}) button->hide();
}

void CulpritView::setMore(const std::vector<const causes::Culprit*>& culprits) {
    auto* content = new QWidget(m_list);
    auto* column = makeColumn(content, {}, 0);
    for (const causes::Culprit* culprit : culprits) {
        auto* row = new FindingRow(findingOf(m_method, *culprit), content);
        connect(row, &FindingRow::linkActivated, this, &CulpritView::linkActivated);
        column->addWidget(row);
    }
    column->addStretch();
    m_list->setWidget(content);
    content->setAutoFillBackground(false);
    m_more->setText(tr("%1 more").arg(countText(culprits.size())));
    m_more->setVisible(!culprits.empty());
    m_more->setChecked(false);
    m_list->hide();
}

}  // namespace etscope::ui
