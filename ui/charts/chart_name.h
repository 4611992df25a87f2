// How much of a name is drawn on a box of a chart. Pure.
#pragma once

#include <QFontMetricsF>
#include <QString>
#include <algorithm>

namespace etscope::ui {

/// Elided to the room; empty where fewer than five of its letters would be left, which say nothing.
inline QString chartName(const QFontMetricsF& metrics, const QString& whole, double room,
                         Qt::TextElideMode mode = Qt::ElideMiddle) {
    constexpr qsizetype kLeast = 5;
    const QString name = metrics.elidedText(whole, mode, room);
    const qsizetype left = QString(name).remove(QChar(0x2026)).trimmed().size();
    return left < std::min<qsizetype>(kLeast, whole.size()) ? QString() : name;
}

/// Of paths of weights the end tells most, and where there is little room the module more than what it is of it: "…mlp.fc1".
inline QString weightName(const QFontMetricsF& metrics, const QString& whole, double room) {
    const bool path = whole.contains(QLatin1Char('.')) && !whole.contains(QLatin1Char(' '));
    if (!path || metrics.horizontalAdvance(whole) <= room) return chartName(metrics, whole, room);
    const QString end = QStringLiteral(".weight");
    return chartName(metrics, whole.endsWith(end) ? whole.chopped(end.size()) : whole, room, Qt::ElideLeft);
}

}  // namespace etscope::ui
