#include "charts/candidates_view.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Room for the lines between the sides.
constexpr double kMiddle = 64;
/// Of the runtime's tokens from the numbers before them.
constexpr int kApart = 14;

int alignment(bool right) { return static_cast<int>(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft)); }

QString chanceText(double probability) {
    if (std::isnan(probability)) return QStringLiteral("–");
    return QStringLiteral("%1 %").arg(100 * probability, 0, 'f', 1);
}

}  // namespace

CandidatesView::CandidatesView(QWidget* parent) : ItemView(parent) {
    introduce("candidates", tr("Likeliest tokens of both sides"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
}

void CandidatesView::setDetail(tokens::PositionDetail detail, QStringList texts, std::size_t vocabulary) {
    m_detail = std::move(detail);
    m_vocabulary = vocabulary;
    m_texts = std::move(texts);
    m_named = false;
    for (std::size_t item = 0; item < count() && !m_named; ++item)
        m_named = m_texts.value(static_cast<qsizetype>(item)) != QString::number(candidate(item).token);
    forgetItems();
    setMinimumHeight(sizeHint().height());
    updateGeometry();
    redraw();
}

void CandidatesView::clear() { setDetail({}, {}, 0); }

const tokens::Candidate& CandidatesView::candidate(std::size_t item) const {
    return ofReference(item) ? m_detail.reference[item] : m_detail.runtime[rowOf(item)];
}

double CandidatesView::rowHeight() const { return QFontMetricsF(bodyFont()).height() + px(6); }

/// Below the titles.
double CandidatesView::top(std::size_t row) const { return rowHeight() * (static_cast<double>(row) + 1); }

QSize CandidatesView::sizeHint() const {
    const std::size_t rows = std::max(m_detail.reference.size(), m_detail.runtime.size());
    return {px(700), static_cast<int>(std::ceil(top(rows) + rowHeight()))};
}

/// Narrow, the logit goes first, then the number of the token.
CandidatesView::Columns CandidatesView::columns() const {
    const QFontMetricsF metrics(bodyFont());
    const double all = (width() - px(kMiddle)) / 2 - px(10), gap = px(8);
    const double number = metrics.horizontalAdvance(QStringLiteral("100")) + gap;
    const double chance = std::max(metrics.horizontalAdvance(QStringLiteral("100.0 %")),
                                   QFontMetricsF(smallFont()).horizontalAdvance(tr("Probability"))) +
                          gap;
    double id = m_named ? metrics.horizontalAdvance(QStringLiteral("000000")) + gap : 0,
           logit = metrics.horizontalAdvance(QStringLiteral("−000.000")) + gap;
    const double least = px(90);
    if (all - number - chance - id - logit < 2 * least) logit = 0;
    if (all - number - chance - id < 2 * least) id = 0;
    const double rest = std::max(0.0, all - number - chance - id - logit), token = rest * 0.45;
    Columns made;
    made.number = px(10);
    made.token = made.number + number;
    made.id = made.token + token;
    made.logit = made.id + id;
    made.chance = made.logit + logit;
    made.bar = made.chance + chance;
    made.end = made.bar + rest - token;
    return made;
}

QRectF CandidatesView::part(std::size_t item, double from, double to) const {
    const double left = ofReference(item) ? from : width() - to;
    return {left, top(rowOf(item)), to - from, rowHeight()};
}

QRectF CandidatesView::boxOf(std::size_t item) const { return part(item, 0, columns().end); }

QString CandidatesView::nameOf(std::size_t item) const {
    const tokens::Candidate& one = candidate(item);
    const QString side = ofReference(item) ? tr("reference") : tr("runtime"),
                  other = ofReference(item) ? tr("runtime") : tr("reference");
    return tr("%1, place %2: %3, chance %4, logit %5; %6: place %7, chance %8, logit %9")
        .arg(side, QString::number(rowOf(item) + 1), m_texts.value(static_cast<qsizetype>(item)), chanceText(one.probability),
             floatText(one.logit), other, countText(static_cast<std::uint64_t>(one.otherRank) + 1),
             chanceText(one.otherProbability), floatText(one.otherLogit));
}

void CandidatesView::paintHeader(QPainter& painter) const {
    const Columns at = columns();
    writeIn(painter, smallFont(), tokens().text3);
    const auto title = [&](double from, double to, const QString& text, bool right) {
        for (const bool mirrored : {false, true}) {
            const QRectF box(mirrored ? width() - to : from, 0, to - from - px(8), rowHeight());
            painter.drawText(mirrored && !right ? box.adjusted(px(kApart), 0, 0, 0) : box, alignment(right), text);
        }
    };
    title(at.token, at.id, tr("Token"), false);
    if (at.logit > at.id) title(at.id, at.logit, tr("Id"), true);
    if (at.chance > at.logit) title(at.logit, at.chance, tr("Logit"), true);
    title(at.chance, at.bar, tr("Probability"), true);
}

void CandidatesView::paintRow(QPainter& painter, std::size_t item) const {
    const Tokens& t = tokens();
    const Columns at = columns();
    const tokens::Candidate& one = candidate(item);
    const bool first = rowOf(item) == 0, changed = first && !m_detail.position.agrees() && !ofReference(item);
    if (changed) painter.fillRect(part(item, 0, at.end), t.differBack);
    painter.setPen(QPen(t.hairline, 1));
    const QRectF line = part(item, 0, at.end);
    painter.drawLine(line.bottomLeft(), line.bottomRight());
    const auto write = [&](double from, double to, const QString& text, bool right, const QColor& colour) {
        QRectF box = part(item, from, to);
        box.setWidth(box.width() - px(8));
        if (!right && from == at.token && !ofReference(item)) box.setLeft(box.left() + px(kApart));
        painter.setPen(colour);
        painter.drawText(box, alignment(right),
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(box.width())));
    };
    painter.setFont(bodyFont());
    write(at.number, at.token, QString::number(rowOf(item) + 1), false, t.text3);
    painter.setFont(codeFont());
    write(at.token, at.id, m_texts.value(static_cast<qsizetype>(item)), false, t.text);
    if (at.logit > at.id) write(at.id, at.logit, QString::number(one.token), true, t.text3);
    painter.setFont(bodyFont());
    if (at.chance > at.logit)
        write(at.logit, at.chance, QString::number(one.logit, 'f', 2).replace(QLatin1Char('-'), QChar(0x2212)), true, t.text2);
    painter.setFont(first ? headingFont() : bodyFont());
    write(at.chance, at.bar, chanceText(one.probability), true, t.text);
    if (!std::isnan(one.probability)) {
        const double most = std::max(m_detail.reference.front().probability, m_detail.runtime.front().probability);
        const double length = (at.end - at.bar) * (most > 0 ? one.probability / most : 0);
        const double high = rowHeight() * 0.55;
        QRectF bar = part(item, at.end - length, at.end);  // from the middle outwards
        bar.adjust(0, (bar.height() - high) / 2, 0, -(bar.height() - high) / 2);
        painter.fillRect(bar, ofReference(item) ? t.series[0] : t.series[1]);
    }
}

CandidatesView::Line CandidatesView::lineOf(std::size_t item) const {
    const std::size_t row = rowOf(item), place = static_cast<std::size_t>(candidate(item).otherRank);
    const bool changes = row != place && (row == 0 || place == 0);
    return ofReference(item) ? Line{row, place, changes} : Line{place, row, changes};
}

/// From each candidate of the reference to its place at the runtime, and to those that only the runtime has from below.
std::vector<CandidatesView::Line> CandidatesView::lines() const {
    std::vector<Line> all;
    for (std::size_t item = 0; item < count(); ++item)
        if (ofReference(item) || static_cast<std::size_t>(candidate(item).otherRank) >= m_detail.reference.size())
            all.push_back(lineOf(item));
    return all;
}

QPainterPath CandidatesView::pathOf(const Line& line) const {
    const double from = columns().end + 2, to = width() - from;
    const auto centre = [this](std::size_t row, std::size_t rows) { return top(std::min(row, rows)) + rowHeight() / 2; };
    const double left = centre(line.left, m_detail.reference.size()), right = centre(line.right, m_detail.runtime.size());
    QPainterPath path(QPointF(from, left));
    path.cubicTo({(from + to) / 2, left}, {(from + to) / 2, right}, {to, right});
    return path;
}

void CandidatesView::paintLines(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.setBrush(Qt::NoBrush);
    for (const Line& line : lines()) {
        const bool leaves = line.left >= m_detail.reference.size() || line.right >= m_detail.runtime.size();
        const QColor colour = line.strong ? t.differ : line.left == line.right ? t.hairline : t.text3;
        painter.setPen(QPen(colour, line.strong ? 2 : 1, leaves ? Qt::DashLine : Qt::SolidLine));
        painter.drawPath(pathOf(line));
    }
}

void CandidatesView::mouseMoveEvent(QMouseEvent* event) {
    ItemView::mouseMoveEvent(event);
    update();
}

void CandidatesView::paintPointer(QPainter& painter) const {
    const int item = pointer() ? itemAt(*pointer()) : -1;
    if (item < 0) return;
    drawOutlines(painter, QPen(tokens().accent, 2.5));
    painter.drawPath(pathOf(lineOf(static_cast<std::size_t>(item))));
    painter.setPen(QPen(tokens().accent, 1));
    for (std::size_t other = 0; other < count(); ++other)
        if (candidate(other).token == candidate(static_cast<std::size_t>(item)).token)
            painter.drawRoundedRect(boxOf(other).adjusted(1, 1, -1, -1), 3, 3);
}

/// What the tokens that are not listed have, and where the first one is that only the other side lists.
QString CandidatesView::restText(const std::vector<tokens::Candidate>& own, double rest, bool reference) const {
    const std::size_t others = m_vocabulary > own.size() ? m_vocabulary - own.size() : 0;
    QString text = tr("%1 on %n other token(s)", nullptr, counted(others)).arg(chanceText(rest));
    for (std::size_t item = 0; item < count(); ++item)
        if (const tokens::Candidate& one = candidate(item);
            ofReference(item) != reference && static_cast<std::size_t>(one.otherRank) >= own.size())
            return text +
                   tr("; “%1” is at place %2")
                       .arg(m_texts.value(static_cast<qsizetype>(item)), countText(static_cast<std::uint64_t>(one.otherRank) + 1));
    return text;
}

void CandidatesView::paintRest(QPainter& painter) const {
    writeIn(painter, smallFont(), tokens().text3);
    const double at = top(std::max(m_detail.reference.size(), m_detail.runtime.size())), room = columns().end - px(10);
    const QRectF left(px(10), at, room, rowHeight()), right(width() - columns().end, at, room, rowHeight());
    const auto write = [&](const QRectF& box, const QString& text, Qt::Alignment side) {
        painter.drawText(box, static_cast<int>(Qt::AlignVCenter | side),
                         painter.fontMetrics().elidedText(text, Qt::ElideMiddle, static_cast<int>(box.width())));
    };
    write(left, restText(m_detail.reference, m_detail.referenceRest, true), Qt::AlignLeft);
    write(right, restText(m_detail.runtime, m_detail.runtimeRest, false), Qt::AlignRight);
}

void CandidatesView::paintAll(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), tokens().base);
    if (m_detail.reference.empty() || m_detail.runtime.empty()) return;
    paintHeader(painter);
    for (std::size_t item = 0; item < count(); ++item) paintRow(painter, item);
    paintLines(painter);
    paintRest(painter);
}

/// The token on both sides.
void CandidatesView::paintHighlight(QPainter& painter, std::size_t item) const {
    drawOutlines(painter, QPen(tokens().accent, 2));
    for (std::size_t other = 0; other < count(); ++other)
        if (candidate(other).token == candidate(item).token) painter.drawRoundedRect(boxOf(other).adjusted(1, 1, -1, -1), 3, 3);
}

int CandidatesView::stepFrom(int from, int key) const {
    const int rows = static_cast<int>(m_detail.reference.size()), all = static_cast<int>(count());
    if (all == 0) return -1;
    if (from < 0) return 0;
    const int first = from < rows ? 0 : rows, last = (from < rows ? rows : all) - 1;
    switch (key) {
        case Qt::Key_Up: return std::max(first, from - 1);
        case Qt::Key_Down: return std::min(last, from + 1);
        case Qt::Key_Home: return first;
        case Qt::Key_End: return last;
        case Qt::Key_Left: return from < rows ? from : from - rows;
        case Qt::Key_Right: return from < rows ? std::min(from + rows, all - 1) : from;
        default: return -1;
    }
}

QStringList CandidatesView::tsvTitles() const {
    return {tr("side"), tr("place"), tr("token"), tr("id"), tr("logit"), tr("probability"), tr("place on the other side")};
}

QStringList CandidatesView::tsvCells(std::size_t item) const {
    const tokens::Candidate& one = candidate(item);
    return {ofReference(item) ? tr("reference") : tr("runtime"),
            QString::number(rowOf(item) + 1),
            m_texts.value(static_cast<qsizetype>(item)),
            QString::number(one.token),
            QString::number(one.logit, 'g', 17),
            QString::number(one.probability, 'g', 17),
            QString::number(one.otherRank + 1)};
}

}  // namespace etscope::ui
