#include "pages/diff_sides.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "look/elided_label.h"
#include "look/make.h"

namespace etscope::ui {
namespace {

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

SidesLine::SidesLine(QWidget* parent) : QWidget(parent) {
    auto* row = makeRow(this, kBarMargins, 6);
    const auto side = [&](const QString& word, const char* name) {
        auto* label = new QLabel(word, this);
        label->setForegroundRole(QPalette::PlaceholderText);
        row->addWidget(label);
        auto* names = named(name, new ElidedLabel(this));
        row->addWidget(names);
        return names;
    };
    m_left = side(tr("Before"), "diffLeft");
    auto* swap = named("diffSwap", new QToolButton(this));
    swap->setText(QStringLiteral("⇄"));
    swap->setAutoRaise(true);
    swap->setToolTip(tr("Swap the sides: before becomes after"));
    swap->setAccessibleName(tr("Swap the sides"));
    row->addWidget(swap);
    connect(swap, &QToolButton::clicked, this, &SidesLine::swapRequested);
    m_right = side(tr("After"), "diffRight");
    row->addStretch(1);
    const auto button = [&](const QString& title, const QString& tooltip, const char* name) {
        auto* made = named(name, new QPushButton(title, this));
        made->setToolTip(tooltip);
        row->addWidget(made);
        return made;
    };
    connect(button(tr("Change…"), tr("Compare with another export"), "diffChange"), &QPushButton::clicked, this,
            &SidesLine::changeRequested);
    connect(button(tr("Close"), tr("Close the later export"), "diffClose"), &QPushButton::clicked, this,
            &SidesLine::closeRequested);
}

void SidesLine::setSides(const QStringList& left, const QStringList& right) {
    const auto show = [](ElidedLabel& label, const QString& name, const QStringList& paths) {
        label.setText(name);
        label.setToolTip(QStringLiteral("<p>%1</p>").arg(paths.join(u'\n').toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"))));
    };
    show(*m_left, sideName(left, right), left);
    show(*m_right, sideName(right, left), right);
}

}  // namespace etscope::ui
