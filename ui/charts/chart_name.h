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

/// Of paths of modules the end tells most: "….w1.weight".
inline Qt::TextElideMode tellingEnd(const QString& name) {
    return name.contains(QLatin1Char('.')) && !name.contains(QLatin1Char(' ')) ? Qt::ElideLeft : Qt::ElideMiddle;
}

}  // namespace etscope::ui
