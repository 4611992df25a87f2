#include "pages/diff_sides.h"

#include <QFileInfo>
#include <algorithm>

namespace etscope::ui {
namespace {

constexpr int kLeastName = 12;  ///< characters that an elided name keeps

/// A folder itself, or that of a file, as the names on the way to it.
QStringList wayTo(const QString& path) {
    const QFileInfo info(path);
    return (info.isDir() ? info.absoluteFilePath() : info.absolutePath()).split(QLatin1Char('/'), Qt::SkipEmptyParts);
}

/// The end of a way from the last name on in which the other differs; nothing when they are the same.
QString distinctEnd(const QStringList& way, const QStringList& other) {
    if (way == other || way.isEmpty()) return {};
    qsizetype same = 0;
    const qsizetype most = std::min(way.size(), other.size());
    while (same < most && way[way.size() - 1 - same] == other[other.size() - 1 - same]) ++same;
    return way.mid(way.size() - std::min(same + 1, way.size())).join(QLatin1Char('/'));
}

}  // namespace

QString sideName(const QStringList& paths, const QStringList& otherPaths) {
    if (paths.isEmpty()) return {};
    const QStringList way = wayTo(paths.first());
    const QString folder = distinctEnd(way, wayTo(otherPaths.value(0)));
    QStringList files;
    for (const QString& path : paths)
        if (!QFileInfo(path).isDir()) files.append(QFileInfo(path).fileName());
    if (files.isEmpty()) return folder.isEmpty() ? way.value(way.size() - 1) : folder;
    const QString names = files.join(QStringLiteral(", "));
    return folder.isEmpty() ? names : folder + QStringLiteral(": ") + names;
}

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setWhole(const QString& text, const QString& tooltip) {
    m_whole = text;
    setToolTip(tooltip);
    setAccessibleName(text);
    elide();
    updateGeometry();
}

QSize ElidedLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(m_whole) + 2, QLabel::sizeHint().height()};
}

QSize ElidedLabel::minimumSizeHint() const {
    return {std::min(sizeHint().width(), kLeastName * fontMetrics().averageCharWidth()), QLabel::minimumSizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::elide() { setText(fontMetrics().elidedText(m_whole, Qt::ElideMiddle, width())); }

}  // namespace etscope::ui
