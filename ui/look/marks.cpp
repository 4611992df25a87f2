#include "look/marks.h"

#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>

#include "base/enum_table.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

using Points = std::initializer_list<QPointF>;

void stroke(QPainter& p, Points points, const QColor& colour, qreal width) {
    drawOutlines(p, QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    p.drawPolyline(QPolygonF(QList<QPointF>(points)));
}

void fill(QPainter& p, Points points, const QColor& colour) {
    drawAreas(p, colour);
    p.drawPolygon(QPolygonF(QList<QPointF>(points)));
}

void dot(QPainter& p, QPointF centre, qreal radius, const QColor& colour) {
    drawAreas(p, colour);
    p.drawEllipse(centre, radius, radius);
}

/// Paints on a field of 14 × 14.
void paintShape(QPainter& p, Mark mark) {
    const Tokens& t = tokens();
    switch (mark) {
        case Mark::None: return;
        case Mark::Match: dot(p, {7, 7}, 6, t.match); return stroke(p, {{4.2, 7.2}, {6.2, 9.2}, {9.9, 5.2}}, t.base, 1.6);
        case Mark::Differ:
            drawAreas(p, t.differ);
            p.drawRoundedRect(QRectF(1, 1, 12, 12), 2, 2);
            stroke(p, {{4, 5.4}, {10, 5.4}}, t.base, 1.4);
            stroke(p, {{4, 8.6}, {10, 8.6}}, t.base, 1.4);
            return stroke(p, {{8.6, 3.4}, {5.4, 10.6}}, t.base, 1.4);
        case Mark::Ambiguous: {
            fill(p, {{7, 0.6}, {13.4, 7}, {7, 13.4}, {0.6, 7}}, t.amberMark);
            QPainterPath hook(QPointF(5.4, 5.6));
            hook.cubicTo(5.4, 3.9, 8.6, 3.9, 8.6, 5.7);
            hook.cubicTo(8.6, 6.8, 7, 6.8, 7, 8);
            p.strokePath(hook, QPen(t.base, 1.3, Qt::SolidLine, Qt::RoundCap));
            return dot(p, {7, 9.9}, 0.85, t.base);
        }
        case Mark::Incomparable:
            drawOutlines(p, QPen(t.incomparable, 1.5));
            p.drawRect(QRectF(1.7, 1.7, 10.6, 10.6));
            stroke(p, {{4.4, 4.4}, {9.6, 9.6}}, t.incomparable, 1.4);
            return stroke(p, {{9.6, 4.4}, {4.4, 9.6}}, t.incomparable, 1.4);
        case Mark::Missing: {
            QPen pen(t.missing, 1.4);
            pen.setDashPattern({1.65, 1.4});
            drawOutlines(p, pen);
            return p.drawEllipse(QPointF(7, 7), 5.4, 5.4);
        }
        case Mark::Unreadable:
            stroke(p, {{2, 1.5}, {9, 1.5}, {12, 4.5}, {12, 12.5}, {2, 12.5}, {2, 1.5}}, t.missing, 1.3);
            stroke(p, {{7, 5.4}, {7, 8.4}}, t.missing, 1.5);
            return dot(p, {7, 10.5}, 0.9, t.missing);
        case Mark::Note:
            dot(p, {7, 7}, 6, t.accent);
            stroke(p, {{7, 6.6}, {7, 10}}, t.base, 1.6);
            return dot(p, {7, 4.2}, 0.95, t.base);
        case Mark::Warning:
            fill(p, {{7, 1}, {13.4, 12.6}, {0.6, 12.6}}, t.amberMark);
            stroke(p, {{7, 5.2}, {7, 8.6}}, t.base, 1.5);
            return dot(p, {7, 10.6}, 0.9, t.base);
        case Mark::Error:
            fill(p, {{4.3, 0.8}, {9.7, 0.8}, {13.2, 4.3}, {13.2, 9.7}, {9.7, 13.2}, {4.3, 13.2}, {0.8, 9.7}, {0.8, 4.3}}, t.differ);
            stroke(p, {{4.9, 4.9}, {9.1, 9.1}}, t.base, 1.5);
            return stroke(p, {{9.1, 4.9}, {4.9, 9.1}}, t.base, 1.5);
        case Mark::Introduced: return fill(p, {{7, 1.6}, {12.4, 7}, {7, 12.4}, {1.6, 7}}, t.series[0]);
        case Mark::Constant: return p.fillRect(QRectF(2.5, 2.5, 9, 9), t.series[1]);
        case Mark::Inherited: drawOutlines(p, QPen(t.series[0], 1.8)); return p.drawEllipse(QPointF(7, 7), 4, 4);
        case Mark::Added:
            p.fillRect(QRectF(1.5, 1.5, 11, 11), t.series[2]);
            stroke(p, {{4.4, 7}, {9.6, 7}}, t.base, 1.5);
            return stroke(p, {{7, 4.4}, {7, 9.6}}, t.base, 1.5);
        case Mark::Removed: {
            QPen pen(t.series[1], 1.4);
            pen.setDashPattern({1.65, 1.2});
            drawOutlines(p, pen);
            p.drawRect(QRectF(1.7, 1.7, 10.6, 10.6));
            return stroke(p, {{4.4, 7}, {9.6, 7}}, t.series[1], 1.5);
        }
        case Mark::Changed:
            fill(p, {{7, 0.6}, {13.4, 7}, {7, 13.4}, {0.6, 7}}, t.series[3]);
            return stroke(p, {{4.4, 7.6}, {5.9, 6.2}, {8.1, 7.8}, {9.6, 6.4}}, t.base, 1.3);
        case Mark::Unchanged:
            stroke(p, {{3.6, 5.4}, {10.4, 5.4}}, t.text3, 1.4);
            return stroke(p, {{3.6, 8.6}, {10.4, 8.6}}, t.text3, 1.4);
    }
}

/// Strokes on a field of 16 × 16, with their numbers: L a line through points, R a rectangle, E an ellipse in one, C curves.
QPainterPath iconPath(Icon icon) {
    static constexpr EnumTable<Icon::Menu, const char*> kStrokes(
        {"L1.8 12.8 1.8 3.2 6 3.2 7.6 5 14.2 5 14.2 12.8 1.8 12.8",
         "L10 3 5 8 10 13",
         "L6 3 11 8 6 13",
         "E2.2 2.2 9.6 9.6;L10.6 10.6 14 14",
         "L2 3.5 14 3.5;L2 8 10 8;L2 12.5 7 12.5",
         "L3.5 1.8 9.2 1.8 12.5 5.1 12.5 14.2 3.5 14.2 3.5 1.8",
         "R2.5 3.2 11 9.6;L2.5 6.4 13.5 6.4;L5.6 6.4 5.6 12.8",
         "L8 1.6 13.6 4.8 13.6 11.2 8 14.4 2.4 11.2 2.4 4.8 8 1.6;L2.6 4.9 8 8.1 13.4 4.9;L8 8.1 8 14.2",
         "E2.6 2.2 10.8 4;L2.6 4.2 2.6 11.8;L13.4 4.2 13.4 11.8;C2.6 11.8 2.6 14.4 13.4 14.4 13.4 11.8",
         "L1.8 8 4.2 8 6 3.4 9 12.6 11 8 14.2 8",
         "R2.2 3 11.6 10;L2.2 6.3 13.8 6.3;L2.2 9.7 13.8 9.7;L6 3 6 13;L10 3 10 13",
         "C5.8 2.4 3 2.4 5 8 2.4 8 5 8 3 13.6 5.8 13.6;C10.2 2.4 13 2.4 11 8 13.6 8 11 8 13 13.6 10.2 13.6",
         "L8 2 14 5 8 8 2 5 8 2;L2 8 8 11 14 8;L2 11 8 14 14 11",
         "R2.5 2.5 11 11;R5.5 5.5 5 5",
         "R2.5 2.5 11 11;L2.5 8 13.5 8;L8 2.5 8 13.5",
         "R5.5 5.5 7.5 8;L5.5 10.5 3 10.5 3 2.5 10.5 2.5 10.5 5.5",
         "L4.5 6.5 8 10 11.5 6.5",
         "L6.5 4.5 10 8 6.5 11.5",
         "L4.5 4.5 11.5 11.5;L11.5 4.5 4.5 11.5",
         "L8 3 8 13;L3 8 13 8",
         "L3 8 13 8",
         "L2.5 5.5 2.5 2.5 5.5 2.5;L10.5 2.5 13.5 2.5 13.5 5.5;L13.5 10.5 13.5 13.5 10.5 13.5;L5.5 13.5 2.5 13.5 2.5 10.5",
         "L8 2 8 9.5;L5 6.8 8 9.8 11 6.8;L2.5 11 2.5 13.5 13.5 13.5 13.5 11",
         "L8 2 8 14;L4.5 10.5 8 14 11.5 10.5",
         "L2 8 14 8;L10.5 4.5 14 8 10.5 11.5",
         "L3 13 7 9 9 11 13 4;L9.5 4 13 4 13 7.5",
         "L2.5 3 13.5 3 13.5 13 2.5 13 2.5 3;L8 3 8 13",
         "L8 1.8 13.6 4 13.6 8;C13.6 8 13.6 11.2 11 13.4 8 14.4 5 13.4 2.4 11.2 2.4 8;L2.4 8 2.4 4 8 1.8;L5.4 8 7.3 9.9 10.8 6.2",
         "R5.5 1.8 5 3.4;R1.5 10.8 4.5 3.4;R10 10.8 4.5 3.4;L8 5.2 8 8;L3.8 10.8 3.8 8 12.2 8 12.2 10.8",
         "L8 2 8 14;L3 14 13 14;L2 5 14 5;L2 5 0.8 9.4 5.2 9.4 4 5;L12 5 10.8 9.4 15.2 9.4 14 5",
         "E2 2 12 12;L8 4.8 8 8 10.4 9.6",
         "L2 5.2 11.5 5.2;L9 2.6 11.7 5.2 9 7.8;L14 10.8 4.5 10.8;L7 8.2 4.3 10.8 7 13.4",
         "L2.5 3 13.5 3;L4 3 4 12.5 7 12.5;L4 7.5 7 7.5;L8.5 7.5 13.5 7.5;L8.5 12.5 13.5 12.5",
         "L5.5 4 2 8 5.5 12;L10.5 4 14 8 10.5 12",
         "L5 2.5 11 2.5;L6 2.5 6 7 4 9.5 12 9.5 10 7 10 2.5;L8 9.5 8 14",
         "L2 4 14 4;L2 8 14 8;L2 12 14 12"});
    QPainterPath path;
    for (const QString& stroke : QString::fromLatin1(kStrokes[icon]).split(QLatin1Char(';'))) {
        QList<double> n;
        for (const QString& number : stroke.mid(1).split(QLatin1Char(' '))) n.append(number.toDouble());
        const auto point = [&n](qsizetype i) { return QPointF(n[i], n[i + 1]); };
        const QChar kind = stroke.front();
        if (kind == QLatin1Char('R')) path.addRect(n[0], n[1], n[2], n[3]);
        if (kind == QLatin1Char('E')) path.addEllipse(n[0], n[1], n[2], n[3]);
        if (kind == QLatin1Char('L') || kind == QLatin1Char('C')) path.moveTo(point(0));
        for (qsizetype i = 2; kind == QLatin1Char('L') && i < n.size(); i += 2) path.lineTo(point(i));
        for (qsizetype i = 2; kind == QLatin1Char('C') && i < n.size(); i += 6) path.cubicTo(point(i), point(i + 2), point(i + 4));
    }
    return path;
}

/// An icon that is painted anew for each size, ratio and palette.
class PaintedIcon : public QIconEngine {
public:
    explicit PaintedIcon(std::function<void(QPainter&, const QRectF&, QIcon::Mode)> paint) : m_paint(std::move(paint)) {}
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override { m_paint(*painter, rect, mode); }
    QIconEngine* clone() const override { return new PaintedIcon(m_paint); }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect({}, size), mode, state);
        return pixmap;
    }

private:
    std::function<void(QPainter&, const QRectF&, QIcon::Mode)> m_paint;
};

void paintOnField(QPainter& painter, const QRectF& area, qreal field) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(area.topLeft());
    painter.scale(area.width() / field, area.height() / field);
}

}  // namespace

Mark worse(Mark left, Mark right) {
    static constexpr std::array kOrder{Mark::None,       Mark::Match,     Mark::Note,    Mark::Missing,
                                       Mark::Ambiguous,  Mark::Inherited, Mark::Warning, Mark::Incomparable,
                                       Mark::Unreadable, Mark::Error,     Mark::Differ};
    const auto at = [](Mark mark) { return std::ranges::find(kOrder, mark); };
    return at(left) < at(right) ? right : left;
}

QString markName(Mark mark) {
    static constexpr EnumTable<Mark::Unchanged, const char*> kNames(
        {"", "match", "differ", "ambiguous", "cannot compare", "missing", "unreadable", "note", "warning", "error", "introduced",
         "constant", "inherited", "added", "removed", "changed", "same"});
    return word(QString::fromLatin1(kNames[mark]));
}

void paintMark(QPainter& painter, const QRectF& area, Mark mark) {
    painter.save();
    paintOnField(painter, area, 14);
    paintShape(painter, mark);
    painter.restore();
}

QPixmap markPixmap(Mark mark, int size, qreal ratio) {
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintMark(painter, QRectF(0, 0, size, size), mark);
    return pixmap;
}

QIcon markIcon(Mark mark) {
    if (mark == Mark::None) return {};
    return QIcon(new PaintedIcon([mark](QPainter& painter, const QRectF& area, QIcon::Mode) { paintMark(painter, area, mark); }));
}

void paintIcon(QPainter& painter, const QRectF& area, Icon icon, const QColor& colour) {
    painter.save();
    paintOnField(painter, area, 16);
    drawOutlines(painter, QPen(colour, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(iconPath(icon));
    painter.restore();
}

QIcon lineIcon(Icon icon) {
    return QIcon(new PaintedIcon([icon](QPainter& painter, const QRectF& area, QIcon::Mode mode) {
        QColor colour = tokens().text2;
        if (mode == QIcon::Disabled) colour.setAlphaF(0.45F);
        paintIcon(painter, area, icon, colour);
    }));
}

}  // namespace etscope::ui
