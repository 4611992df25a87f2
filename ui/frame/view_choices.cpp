#include "frame/view_choices.h"

#include <QSignalBlocker>

#include "graph/graph_overlay.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/tokens.h"
#include "shell/breadcrumb.h"

namespace etscope::ui {

ViewChoices::ViewChoices(Workspace& workspace, QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto* crumbs = new Breadcrumb(workspace, this);
    makeRow(this, {}, 0)->addWidget(crumbs);
    auto* overlays = named("overlay", new LabelledCombo(tr("Colour"), px(190), this));
    m_combos = {crumbs->method(), crumbs->stage(), overlays};
    for (const OverlayName& one : overlayNames()) overlays->addItem(one.title(), QString::fromLatin1(one.id));
    connect(overlays, &QComboBox::currentIndexChanged, this, &ViewChoices::overlayChosen);
}

QWidget* ViewChoices::overlays() const { return combo(Choice::Overlay); }

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
