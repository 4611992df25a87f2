#include "look/focus_ring.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFocusEvent>
#include <QPainter>
#include <QTabBar>

#include "look/tokens.h"

namespace etscope::ui {

namespace {

constexpr int kWidth = 2;

class Ring : public QWidget {
public:
    explicit Ring(QWidget* around) : QWidget(around) {
        setObjectName(QStringLiteral("focusRing"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(QPen(tokens().accent, kWidth, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(QRectF(rect()).adjusted(kWidth / 2.0, kWidth / 2.0, -kWidth / 2.0, -kWidth / 2.0));
    }
};

bool byKeys(Qt::FocusReason reason) {
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
}

}  // namespace

void FocusRing::install() {
    static FocusRing* const ring = [] {
        auto* made = new FocusRing(qApp);
        qApp->installEventFilter(made);
        return made;
    }();
    Q_UNUSED(ring);
}

void FocusRing::show(QWidget* around) {
    delete m_ring;
    m_ring = new Ring(around);
    m_ring->setGeometry(around->rect());
    m_ring->show();
    m_ring->raise();
}

bool FocusRing::eventFilter(QObject* object, QEvent* event) {
    const QEvent::Type type = event->type();
    if (type != QEvent::FocusIn && type != QEvent::FocusOut && type != QEvent::Resize) return false;
    if (!object->isWidgetType()) return false;
    auto* widget = static_cast<QWidget*>(object);
    if (type == QEvent::FocusIn) {
        const bool wanted = qobject_cast<QAbstractItemView*>(widget) != nullptr || qobject_cast<QTabBar*>(widget) != nullptr;
        if (wanted && byKeys(static_cast<QFocusEvent*>(event)->reason())) show(widget);
    } else if (m_ring != nullptr && m_ring->parentWidget() == widget) {
        if (type == QEvent::Resize)
            m_ring->setGeometry(widget->rect());
        else if (type == QEvent::FocusOut)
            delete m_ring;
    }
    return false;
}

}  // namespace etscope::ui
