#include "charts/resident_view.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "base/enum_table.h"
#include "charts/chart_name.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

using findings::Certainty;
using findings::ResidentKind;
using modules::OperatorFamily;

/// The bar, the curves behind it, and room around.
constexpr int kAccountBar = 52, kAccountCurve = 22, kAccountEdge = 8, kLeastAccountPart = 2;
/// A part that is lower says no share.
constexpr int kLeastAccountShare = 16;

constexpr EnumTable<ResidentKind::Ports, OperatorFamily> kAccountFamilies({OperatorFamily::ElementWise, OperatorFamily::Compute,
                                                                           OperatorFamily::Normalise, OperatorFamily::Activation,
                                                                           OperatorFamily::Shape, OperatorFamily::Quantise,
                                                                           OperatorFamily::Input});

QString certaintyText(Certainty certainty) {
    static constexpr EnumTable<Certainty::Unknown, const char*> kWords(
        {QT_TRANSLATE_NOOP("etscope::ui::ResidentView", "exact"), QT_TRANSLATE_NOOP("etscope::ui::ResidentView", "at most"),
         QT_TRANSLATE_NOOP("etscope::ui::ResidentView", "estimate"), QT_TRANSLATE_NOOP("etscope::ui::ResidentView", "not known")});
    return ResidentView::tr(kWords[certainty]);
}

QString amountText(const findings::ResidentPart& part) { return part.bytes ? bytesText(*part.bytes) : QStringLiteral("–"); }

const FamilyColours& coloursOf(ResidentKind kind) { return tokens().families[static_cast<std::size_t>(kAccountFamilies[kind])]; }

}  // namespace

ResidentView::ResidentView(QWidget* parent) : ItemView(parent) { introduce("residentView", tr("What will be resident")); }

void ResidentView::setResident(findings::Resident resident) {
    m_resident = std::move(resident);
    forgetItems();
    fitHeight();
    redraw();
}

double ResidentView::rowHeight() {
    return std::ceil(QFontMetricsF(headingFont()).height() + QFontMetricsF(smallFont()).height() + px(9));
}

QSize ResidentView::sizeHint() const {
    return {px(280), static_cast<int>(rowHeight() * static_cast<double>(std::max<std::size_t>(1, count()))) + 2 * kAccountEdge};
}

void ResidentView::fitHeight() {
    setMinimumHeight(sizeHint().height());
    updateGeometry();
}

/// A part that is there is seen, however little it is; the others share what is left.
std::vector<double> ResidentView::edges() const {
    const double room = height() - 2.0 * kAccountEdge, all = static_cast<double>(m_resident.bytes);
    std::vector<double> heights;
    for (const findings::ResidentPart& part : m_resident.parts) {
        const auto bytes = static_cast<double>(part.bytes.value_or(0));
        heights.push_back(bytes > 0 && all > 0 ? std::max<double>(kLeastAccountPart, bytes / all * room) : 0);
    }
    double sum = 0;
    for (const double one : heights) sum += one;
    std::vector<double> edges{static_cast<double>(kAccountEdge)};
    for (const double one : heights) edges.push_back(edges.back() + (sum > 0 ? one * room / sum : 0));
    return edges;
}

QRectF ResidentView::boxOf(std::size_t part) const {
    return {static_cast<double>(kAccountEdge), kAccountEdge + rowHeight() * static_cast<double>(part), width() - 2.0 * kAccountEdge,
            rowHeight()};
}

QString ResidentView::nameOf(std::size_t part) const { return said(m_resident.parts[part].title); }

QString ResidentView::tooltipOf(std::size_t part) const {
    const findings::ResidentPart& one = m_resident.parts[part];
    return QStringLiteral("%1\n%2, %3\n%4").arg(nameOf(part), amountText(one), certaintyText(one.certainty), said(one.how));
}

int ResidentView::stepFrom(int from, int key) const {
    const int last = static_cast<int>(count()) - 1;
    switch (key) {
        case Qt::Key_Down: return std::min(from + 1, last);
        case Qt::Key_Up: return std::max(0, from - 1);
        default: return ItemView::stepFrom(from, key);
    }
}

void ResidentView::paintAll(QPainter& painter) const {
    painter.fillRect(rect(), tokens().base);
    painter.setRenderHint(QPainter::Antialiasing, true);
    const std::vector<double> edge = edges();
    const double bar = px(kAccountBar), curve = px(kAccountCurve);
    for (std::size_t i = 0; i < count(); ++i) {
        const findings::ResidentPart& part = m_resident.parts[i];
        const double middle = boxOf(i).center().y();
        if (part.bytes.value_or(0) > 0) {
            const FamilyColours& colours = coloursOf(part.kind);
            const QRectF area(kAccountEdge + 0.5, edge[i] + 0.5, bar, std::max(1.0, edge[i + 1] - edge[i] - 1));
            painter.setPen(QPen(colours.bar, 1));
            painter.setBrush(colours.fill);
            painter.drawRect(area);
            if (m_resident.complete && area.height() >= px(kLeastAccountShare)) {
                writeIn(painter, smallFont(), tokens().text);
                painter.drawText(
                    area, Qt::AlignCenter,
                    tr("%1 %").arg(std::lround(100.0 * static_cast<double>(*part.bytes) / static_cast<double>(m_resident.bytes))));
            }
            QPainterPath path(QPointF(area.right(), area.center().y()));
            const double half = area.right() + curve / 2;
            path.cubicTo(half, area.center().y(), half, middle, area.right() + curve, middle);
            drawOutlines(painter, QPen(colours.bar, 1));
            painter.drawPath(path);
        }
        paintRow(painter, i, middle);
    }
}

void ResidentView::paintRow(QPainter& painter, std::size_t index, double middle) const {
    const findings::ResidentPart& part = m_resident.parts[index];
    const QFontMetricsF strong(headingFont()), small(smallFont());
    const double left = kAccountEdge + px(kAccountBar) + px(kAccountCurve) + px(6), right = width() - 2.0 * kAccountEdge;
    const double top = middle - (strong.height() + small.height()) / 2;
    const auto line = [&](const QFont& font, const QColor& colour, double y, const QString& words, const QString& end) {
        const QFontMetricsF metrics(font);
        writeIn(painter, font, colour);
        const double room = metrics.horizontalAdvance(end);
        painter.drawText(QRectF(right - room - 1, y, room + 1, metrics.height()), Qt::AlignRight, end);
        painter.drawText(QRectF(left, y, right - room - px(8) - left, metrics.height()), Qt::AlignLeft,
                         metrics.elidedText(words, Qt::ElideRight, std::max(0.0, right - room - px(8) - left)));
    };
    line(headingFont(), tokens().text, top, nameOf(index), amountText(part));
    line(smallFont(), tokens().text2, top + strong.height(), said(part.how), certaintyText(part.certainty));
}

QStringList ResidentView::tsvTitles() const { return {tr("part"), tr("bytes"), tr("certainty"), tr("how")}; }

QStringList ResidentView::tsvCells(std::size_t index) const {
    const findings::ResidentPart& part = m_resident.parts[index];
    return {nameOf(index), part.bytes ? QString::number(*part.bytes) : QString(), certaintyText(part.certainty), said(part.how)};
}

}  // namespace etscope::ui
