// Banner: a line above a page: mark, what happened, one action, close. GUI thread only.
#pragma once

#include <QFrame>

#include "look/marks.h"

namespace etscope::ui {

class Banner : public QFrame {
    Q_OBJECT
public:
    Banner(Mark mark, const QString& title, const QString& detail, const QString& action, QWidget* parent = nullptr);

signals:
    void actionClicked();
};

}  // namespace etscope::ui
