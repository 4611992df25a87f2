#include "pages/diff_choices.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Names of the methods of both, those of the left first.
QStringList methodsOf(const session::Session& left, const session::Session& right) {
    QStringList names;
    for (const session::Session* side : {&left, &right})
        for (const session::Method& method : side->methods())
            if (const QString name = text(method.name); !names.contains(name)) names.append(name);
    return names;
}

/// Stages of a method, or of all, on either side.
QStringList stagesOf(const session::Session& left, const session::Session& right, const QString& method) {
    QStringList names;
    for (const session::Session* side : {&left, &right})
        for (const session::Method& one : side->methods())
            for (const graph::StageId& stage : one.stages)
                if ((method.isEmpty() || text(one.name) == method) && !names.contains(text(stage))) names.append(text(stage));
    return names;
}

void offer(QComboBox* combo, const QString& all, const QStringList& names) {
    const QSignalBlocker quiet(combo);
    const QString chosen = combo->currentIndex() > 0 ? combo->currentText() : QString();
    combo->clear();
    combo->addItem(all);
    combo->addItems(names);
    combo->setCurrentIndex(chosen.isEmpty() ? 0 : static_cast<int>(std::max<qsizetype>(0, names.indexOf(chosen) + 1)));
}

QString chosenOf(const QComboBox* combo) { return combo->currentIndex() > 0 ? combo->currentText() : QString(); }

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

DiffChoices::DiffChoices(QWidget* parent) : QWidget(parent) {
    auto* bar = makeRow(this, kBarMargins, 6);
    m_method = addCombo(bar, tr("method"), "diffMethod", 220, this);
    m_stage = addCombo(bar, tr("stage"), "diffStage", 180, this);
    bar->addStretch(1);
    m_summary = named("diffSummary", new QLabel(this));
    bar->addWidget(m_summary);
    connect(m_method, &QComboBox::currentIndexChanged, this, &DiffChoices::methodChanged);
    connect(m_stage, &QComboBox::currentIndexChanged, this, &DiffChoices::stageChanged);
}

void DiffChoices::setSessions(const SessionPtr& left, const SessionPtr& right) {
    m_left = left;
    m_right = right;
    offer(m_method, tr("all"), methodsOf(*left, *right));
}

void DiffChoices::clear() {
    m_left.reset();
    m_right.reset();
    m_summary->clear();
}

void DiffChoices::offerStages(const QStringList& inside) {
    if (m_left != nullptr) offer(m_stage, tr("all"), stagesOf(*m_left, *m_right, chosenOf(m_method)) + inside);
}

DiffChoice DiffChoices::choice() const { return {chosenOf(m_method), chosenOf(m_stage)}; }

void DiffChoices::chooseAll() {
    const QSignalBlocker quietMethod(m_method), quietStage(m_stage);
    m_method->setCurrentIndex(0);
    offerStages({});
    m_stage->setCurrentIndex(0);
}

bool DiffChoices::oneMethod() const { return m_method->currentIndex() > 0 || m_method->count() == 2; }

void DiffChoices::say(const QString& summary) { m_summary->setText(summary); }

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
    auto* row = makeRow(this, {}, 6);
    const auto side = [&](const QString& word, const char* name) {
        auto* label = new QLabel(word, this);
        label->setForegroundRole(QPalette::PlaceholderText);
        row->addWidget(label);
        auto* names = named(name, new ElidedLabel(this));
        row->addWidget(names);
        return names;
    };
    m_before = side(tr("Before"), "diffBefore");
    auto* swap = named("diffSwap", new QToolButton(this));
    swap->setText(QStringLiteral("⇄"));
    swap->setAutoRaise(true);
    swap->setToolTip(tr("Swap the sides: what was before comes into view, and this session is before"));
    swap->setAccessibleName(tr("Swap the sides"));
    row->addWidget(swap);
    connect(swap, &QToolButton::clicked, this, &SidesLine::swapRequested);
    m_after = side(tr("After"), "diffAfter");
    row->addStretch(1);
    const auto button = [&](const QString& title, const QString& tooltip, const char* name) {
        auto* made = named(name, new QPushButton(title, this));
        made->setToolTip(tooltip);
        row->addWidget(made);
        return made;
    };
    connect(button(tr("Change…"), tr("Compare with another export"), "diffChange"), &QPushButton::clicked, this,
            &SidesLine::changeRequested);
    connect(button(tr("Close"), tr("Compare with nothing: the export before is closed"), "diffClose"), &QPushButton::clicked, this,
            &SidesLine::closeRequested);
}

void SidesLine::setSides(const QStringList& before, const QStringList& after) {
    const auto show = [](ElidedLabel& label, const QString& name, const QStringList& paths) {
        label.setText(name);
        label.setToolTip(QStringLiteral("<p>%1</p>").arg(paths.join(u'\n').toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"))));
    };
    show(*m_before, sideName(before, after), before);
    show(*m_after, sideName(after, before), after);
}

}  // namespace etscope::ui
