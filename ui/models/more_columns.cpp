#include "models/more_columns.h"

#include <QEvent>
#include <QSignalBlocker>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kMoreColumnsRoom = 48;

}  // namespace

MoreColumns::MoreColumns(QWidget* header) : QToolButton(header) {
    setObjectName(QStringLiteral("moreColumns"));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    hide();
    header->installEventFilter(this);
}

int MoreColumns::room() const { return px(kMoreColumnsRoom); }

void MoreColumns::setMissing(const QStringList& titles, Mark worst) {
    setVisible(!titles.isEmpty());
    if (titles.isEmpty()) {
        const QSignalBlocker quiet(this);
        setChecked(false);
        return;
    }
    const int count = static_cast<int>(titles.size());
    setText(showsAll() ? QStringLiteral("− %1").arg(count) : QStringLiteral("+ %1").arg(count));
    setIcon(showsAll() || worst == Mark::None ? QIcon() : markIcon(worst));
    const QString names = titles.join(QStringLiteral(", "));
    setToolTip(showsAll() ? tr("Only columns that have room: not %1").arg(names)
                          : tr("%n more column(s) that have no room: %1", nullptr, count).arg(names));
    setAccessibleName(toolTip());
    place();
}

bool MoreColumns::eventFilter(QObject* object, QEvent* event) {
    if (object == parent() && event->type() == QEvent::Resize) place();
    return QToolButton::eventFilter(object, event);
}

void MoreColumns::place() {
    const QRect area = parentWidget()->rect();
    setGeometry(area.right() + 1 - room(), 0, room(), area.height() - 1);
    raise();
}

}  // namespace etscope::ui
