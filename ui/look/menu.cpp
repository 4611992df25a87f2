#include "look/menu.h"

#include <QMenu>

namespace etscope::ui {

QMenu* makeMenu(QWidget* parent) {
    auto* menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

}  // namespace etscope::ui
