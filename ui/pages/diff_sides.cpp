#include "pages/diff_sides.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
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

SidesLine::SidesLine(QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 5, 8, 5);
    row->setSpacing(6);
    const auto side = [&](const QString& word, const char* name) {
        auto* label = new QLabel(word, this);
        label->setForegroundRole(QPalette::PlaceholderText);
        row->addWidget(label);
        auto* names = new ElidedLabel(this);
        names->setObjectName(QString::fromLatin1(name));
        row->addWidget(names);
        return names;
    };
    m_left = side(tr("left"), "diffLeft");
    row->addSpacing(18);
    m_right = side(tr("right"), "diffRight");
    row->addStretch(1);
    const auto button = [&](const QString& title, const QString& tooltip, const char* name) {
        auto* made = new QPushButton(title, this);
        made->setObjectName(QString::fromLatin1(name));
        made->setToolTip(tooltip);
        row->addWidget(made);
        return made;
    };
    connect(button(tr("Change…"), tr("Compare with another export"), "diffChange"), &QPushButton::clicked, this,
            &SidesLine::changeRequested);
    connect(button(tr("Close"), tr("Close the export on the right"), "diffClose"), &QPushButton::clicked, this,
            &SidesLine::closeRequested);
}

void SidesLine::setSides(const QStringList& left, const QStringList& right) {
    m_left->setWhole(sideName(left, right), left.join(QLatin1Char('\n')));
    m_right->setWhole(sideName(right, left), right.join(QLatin1Char('\n')));
}

}  // namespace etscope::ui
