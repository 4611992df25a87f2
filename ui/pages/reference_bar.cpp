#include "pages/reference_bar.h"

#include <QLineEdit>
#include <QToolButton>
#include <QWidgetAction>
#include <algorithm>

#include "base/base_name.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tolerance_line.h"
#include "workspace/workspace.h"

namespace etscope::ui {
namespace {

/// The entry that asks for computing, where others have a file or a run.
const QVariant kComputed{QStringList{QStringLiteral("computed")}};  // of a type that no other entry has
constexpr int kFound = 1;                                           ///< the entry that takes what there is
constexpr int kReferenceWidth = 230, kTypingPause = 300;

}  // namespace

std::vector<join::SessionRun> runsOf(const std::vector<join::SessionRun>& runs, const QString& method) {
    std::vector<join::SessionRun> of;
    std::ranges::copy_if(runs, std::back_inserter(of), [name = method.toStdString()](const join::SessionRun& run) {
        return run.attribution.method.value_or("") == name;
    });
    return of;
}

ReferenceBar::ReferenceBar(Workspace& workspace, const QString& page, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_row(makeRow(this, {}, 6)) {
    m_reference = addCombo(m_row, tr("Reference"), "", kReferenceWidth, this);
    m_reference->setObjectName(page + QStringLiteral("Reference"));
    m_delay.setSingleShot(true);
    m_delay.setInterval(kTypingPause);
    makeTolerance(page);
    connect(m_reference, &QComboBox::currentIndexChanged, this, &ReferenceBar::changed);
    connect(&m_delay, &QTimer::timeout, this, &ReferenceBar::changed);
    connect(&workspace, &Workspace::sessionChanged, this, [this] {
        m_delay.stop();
        if (m_workspace.keptView()) return;
        resetTolerance(m_rtol);
        resetTolerance(m_atol);
    });
}

/// Behind a button: they are seldom changed.
void ReferenceBar::makeTolerance(const QString& page) {
    auto* lines = new QWidget(this);
    auto* row = makeRow(lines, kBarMargins, 6);
    m_rtol = addToleranceLine(row, tr("relative"), QStringLiteral("1e-3"), m_delay, lines);
    m_atol = addToleranceLine(row, tr("absolute"), QStringLiteral("1e-5"), m_delay, lines);
    m_rtol->setObjectName(page + QStringLiteral("Rtol"));
    m_atol->setObjectName(page + QStringLiteral("Atol"));
    auto* button = new QToolButton(this);
    button->setObjectName(page + QStringLiteral("Tolerance"));
    button->setText(tr("Tolerance"));
    button->setToolTip(tr("How far values may be from their reference"));
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(lines);
    menu->addAction(action);
    button->setMenu(menu);
    m_row->addWidget(button);
}

void ReferenceBar::add(QWidget* choice) { m_row->insertWidget(1, choice); }

bool ReferenceBar::offer(const std::vector<join::SessionRun>& runs) {
    const QVariant before = m_reference->currentData();
    const QSignalBlocker quiet(m_reference);
    m_reference->clear();
    m_reference->addItem(tr("Computed from the edge graph"), kComputed);
    m_reference->addItem(tr("found, else computed"));
    for (const std::string& path : gap::valueFiles(*m_workspace.session()))
        m_reference->addItem(text(baseName(path)), QString::fromStdString(path));
    for (const join::SessionRun& one : runs) m_reference->addItem(tr("run %1").arg(one.index), static_cast<qulonglong>(one.index));
    const int chosen = before.isValid() ? m_reference->findData(before) : kFound;
    m_reference->setCurrentIndex(chosen < 0 ? kFound : chosen);
    return m_reference->currentData() != before;
}

void ReferenceBar::clear() {
    m_delay.stop();
    const QSignalBlocker quiet(m_reference);
    m_reference->clear();
}

void ReferenceBar::choose(GapChoice& choice) const {
    using Kind = causes::ReferenceChoice::Kind;
    const QVariant reference = m_reference->currentData();
    if (reference == kComputed)
        choice.reference.kind = Kind::Computed;
    else if (reference.typeId() == QMetaType::QString)
        choice.reference = {.kind = Kind::File, .file = reference.toString().toStdString()};
    else if (reference.isValid())
        choice.reference = {.kind = Kind::Run, .run = static_cast<std::size_t>(reference.toULongLong())};
    auto& tolerance = choice.options.tolerance;
    tolerance.rtol = toleranceOf(m_rtol, tolerance.rtol);
    tolerance.atol = toleranceOf(m_atol, tolerance.atol);
}

}  // namespace etscope::ui
