#include "frame/view_choices.h"

#include <QLabel>
#include <QSignalBlocker>

#include "graph/graph_overlay.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {

ViewChoices::ViewChoices(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto* row = makeRow(this, {}, 6);
    m_none = plainLabel(tr("No session"), this, &Tokens::text2);
    m_none->setContentsMargins(px(6), 0, px(6), 0);
    row->addWidget(m_none);
    m_combos = {addCombo(row, tr("Method"), "method", 186, this), addCombo(row, tr("Stage"), "stage", 136, this),
                addCombo(row, tr("Overlay"), "overlay", 168, this)};
    QComboBox* overlays = combo(Choice::Overlay);
    for (const OverlayName& one : overlayNames()) overlays->addItem(one.title(), QString::fromLatin1(one.id));
    connect(combo(Choice::Method), &QComboBox::textActivated, &workspace,
            [&workspace](const QString& method) { workspace.reveal(Address::ofMethod(method)); });
    connect(combo(Choice::Stage), &QComboBox::textActivated, &workspace, &Workspace::setStage);
    connect(overlays, &QComboBox::currentIndexChanged, this, &ViewChoices::overlayChosen);
    for (const auto changed : {&Workspace::sessionChanged, &Workspace::viewChanged, &Workspace::stagesChanged})
        connect(&workspace, changed, this, &ViewChoices::fill);
    fill();
}

void ViewChoices::fill() {
    const bool open = m_workspace.session() != nullptr;
    m_none->setVisible(!open);
    for (QComboBox* one : m_combos) one->setVisible(open);
    const auto offer = [](QComboBox* combo, const QStringList& all, const QString& current) {
        const QSignalBlocker quiet(combo);
        combo->clear();
        combo->addItems(all);
        combo->setCurrentText(current);
    };
    offer(combo(Choice::Method), m_workspace.methods(), m_workspace.method());
    offer(combo(Choice::Stage), m_workspace.stages(), m_workspace.stage());
}

QString ViewChoices::overlay() const { return combo(Choice::Overlay)->currentData().toString(); }

bool ViewChoices::setOverlay(const QString& name) {
    QComboBox* overlays = combo(Choice::Overlay);
    int found = overlays->findData(name);
    if (found < 0) found = overlays->findData(name, Qt::UserRole, Qt::MatchContains);
    if (found >= 0) overlays->setCurrentIndex(found);
    return found >= 0;
}

void ViewChoices::popUp(Choice which) {
    combo(which)->setFocus();
    combo(which)->showPopup();
}

void ViewChoices::showOverlay(int overlay) {
    const QSignalBlocker quiet(combo(Choice::Overlay));
    combo(Choice::Overlay)->setCurrentIndex(overlay);
}

}  // namespace etscope::ui
