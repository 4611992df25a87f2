#include "pages/sharing_panel.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kSharingPanelMostRows = 5;
constexpr int kSharingPanelNarrow = 34;  ///< a column whose title is turned

/// What discs on a line and squares on a dashed one mean.
class Legend : public QWidget {
public:
    explicit Legend(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred); }
    QSize sizeHint() const override {
        const QFontMetrics metrics(bodyFont());
        return {2 * kSign + metrics.horizontalAdvance(one()) + metrics.horizontalAdvance(several()) + 2 * kGap + kParts,
                metrics.height() + 6};
    }
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override {
        if (width() < sizeHint().width()) return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        double x = 0;
        for (const bool copies : {false, true}) {
            const QPointF left(x + 8, height() / 2.0), right(x + kSign - 8, height() / 2.0);
            SharingDelegate::paintJoin(painter, left, right, copies);
            for (const QPointF& at : {left, right}) SharingDelegate::paintSign(painter, at, copies, {}, true);
            writeIn(painter, bodyFont(), tokens().text2);
            const QString words = copies ? several() : one();
            const double width = QFontMetricsF(bodyFont()).horizontalAdvance(words);
            painter.drawText(QRectF(x + kSign + kGap, 0, width + 2, height()), Qt::AlignVCenter, words);
            x += kSign + kGap + width + kParts;
        }
    }

private:
    static constexpr int kSign = 46, kGap = 6, kParts = 16;
    static QString one() { return SharingPanel::tr("one copy"); }
    static QString several() { return SharingPanel::tr("copies"); }
};

/// Titles of many narrow columns of a header, turned so that all of them can be read. Paints the header, whose child it is; what
/// else the header does, it does.
class TurnedTitles : public QObject {
public:
    /// Columns from `first` to before `end` have turned titles. The header has its model.
    TurnedTitles(QHeaderView& header, int first, int end);
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static constexpr double kTurn = -45;  ///< degrees
    static constexpr qsizetype kMostLetters = 24;
    static constexpr int kPad = 6;

    void paint();
    void fit();
    QString titleOf(int column) const;
    bool isTurned(int column) const { return column >= m_first && column < m_end; }

    QHeaderView& m_header;
    int m_first, m_end;
};

TurnedTitles::TurnedTitles(QHeaderView& header, int first, int end)
    : QObject(&header), m_header(header), m_first(first), m_end(end) {
    header.viewport()->installEventFilter(this);
    header.installEventFilter(this);
    fit();
}

QString TurnedTitles::titleOf(int column) const {
    const QString title = m_header.model()->headerData(column, Qt::Horizontal).toString();
    const bool cut = isTurned(column) && title.size() > kMostLetters;
    return cut ? title.first(kMostLetters / 2) + QChar(0x2026) + title.last(kMostLetters / 2 - 1) : title;
}

/// As high as the longest of the titles is when it is turned.
void TurnedTitles::fit() {
    const QFontMetricsF metrics(smallFont());
    double widest = 0;
    for (int column = m_first; column < m_end; ++column) widest = std::max(widest, metrics.horizontalAdvance(titleOf(column)));
    m_header.setFixedHeight(static_cast<int>(std::ceil((widest + metrics.height()) * std::sqrt(0.5))) + 2 * kPad);
}

bool TurnedTitles::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_header) {
        if (event->type() == QEvent::FontChange) fit();
        return false;
    }
    if (event->type() != QEvent::Paint) return false;
    paint();
    return true;
}

void TurnedTitles::paint() {
    const Tokens& t = tokens();
    QPainter painter(m_header.viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area(m_header.viewport()->rect());
    painter.fillRect(area, t.raised);
    painter.setPen(t.border);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    writeIn(painter, smallFont(), t.text2);
    const QFontMetricsF metrics(smallFont());
    for (int column = 0; column < m_header.count(); ++column) {
        if (m_header.isSectionHidden(column)) continue;
        const double left = m_header.sectionViewportPosition(column), width = m_header.sectionSize(column);
        if (!isTurned(column)) {
            const QRectF place(left + kPad, area.bottom() - metrics.height() - kPad, width - 2 * kPad, metrics.height());
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                             metrics.elidedText(titleOf(column), Qt::ElideRight, place.width()));
            continue;
        }
        painter.save();
        painter.translate(left + width / 2 + metrics.height() / 4, area.bottom() - kPad);
        painter.rotate(kTurn);
        painter.drawText(QPointF(0, 0), titleOf(column));
        painter.restore();
    }
}

}  // namespace

SharingPanel::SharingPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("sharingPanel"));
    setAccessibleName(tr("What methods share"));
    m_column = makeColumn(this, {}, 0);
    auto* line = makeRow(nullptr, {8, 7, 8, 7});
    m_heading = makeRow(nullptr, {}, 6);
    line->addLayout(m_heading);
    line->addStretch(1);
    m_legend = new Legend(this);
    line->addWidget(m_legend);
    m_column->addLayout(line);
    connect(&workspace, &Workspace::selectionChanged, this, &SharingPanel::follow);
    clear();
}

void SharingPanel::addSentence(Mark mark, const QString& sentence) {
    auto* sign = makeMark(mark, 14, this);
    auto* words = plainLabel(sentence, this);
    words->setFont(headingFont());
    for (QLabel* label : {sign, words}) {
        if (label == sign && m_said.size() > 1) m_heading->addSpacing(12);
        m_heading->addWidget(label);
        m_said.append(label);
    }
}

void SharingPanel::sayWhat(const SharedWeights& weights) {
    if (weights.weights.empty()) return addSentence(Mark::Match, tr("Nothing is shared, nothing is stored twice"));
    if (weights.sharedOnce > 0)
        addSentence(Mark::Match, tr("%n shared, saves %1", nullptr, counted(weights.sharedOnce)).arg(bytesText(weights.saved)));
    if (weights.copied > 0)
        addSentence(Mark::Warning,
                    tr("%n stored twice or more, could save %1", nullptr, counted(weights.copied)).arg(bytesText(weights.wasted)));
}

void SharingPanel::clear() {
    m_legend->hide();
    for (QWidget* one : m_said) one->deleteLater();
    while (QLayoutItem* item = m_heading->takeAt(0)) delete item;
    m_said.clear();
    if (m_table != nullptr) m_table->hide(), m_table->deleteLater();
    m_table = nullptr;
}

void SharingPanel::show(SharedWeights weights) {
    clear();
    sayWhat(weights);
    m_legend->setVisible(!weights.weights.empty());
    if (!weights.weights.empty()) makeTable(std::move(weights));
}

/// Its columns are the session's methods: another session has another table.
void SharingPanel::makeTable(SharedWeights weights) {
    m_table = named("sharingTable", new TableView(this));
    m_table->setAccessibleName(tr("What methods share"));
    auto* model = new SharingModel(std::move(weights), m_table);
    const bool many = model->endOfMethods() - SharingModel::FirstMethod > kManyMethods;
    m_table->setTable(model, m_table->objectName());
    for (int column = SharingModel::FirstMethod; many && column < model->endOfMethods(); ++column)
        m_table->setUsualWidth(column, px(kSharingPanelNarrow));
    if (many) new TurnedTitles(*m_table->horizontalHeader(), SharingModel::FirstMethod, model->endOfMethods());
    m_table->setRowLines(2);
    auto* signs = new SharingDelegate(*model, *qobject_cast<RowDelegate*>(m_table->itemDelegate()), m_table);
    for (int column = SharingModel::FirstMethod; column < model->endOfMethods(); ++column)
        m_table->setItemDelegateForColumn(column, signs);
    const QHeaderView& header = *m_table->horizontalHeader();
    const int turned = std::max(0, header.minimumHeight() - header.sizeHint().height());
    m_table->setFixedHeight(std::min(m_table->heightFor(kSharingPanelMostRows), px(260)) + turned);
    m_column->addWidget(m_table);
    connect(m_table, &TableView::rowSelected, &m_workspace, &Workspace::select);
    connect(m_table, &TableView::rowOpened, &m_workspace, [this](const Address& address) { m_workspace.reveal(address); });
    follow(m_workspace.selection());
}

void SharingPanel::follow(const Address& selected) {
    if (m_table == nullptr || m_table->currentIndex().data(AddressRole).value<Address>() == selected) return;
    m_table->selectAddress(selected);
}

}  // namespace etscope::ui
