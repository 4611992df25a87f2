#include "look/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Lies over the edge of its parent and follows its size.
class Ring : public QWidget {
public:
    explicit Ring(QWidget* around) : QWidget(around) {
        setObjectName(QStringLiteral("focusRing"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        around->installEventFilter(this);
        cover();
        raise();
        show();
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Resize) cover();
        return false;
    }
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), tokens().accent); }

private:
    void cover() {
        setGeometry(parentWidget()->rect());
        const QMargins edge(kFocusRing, kFocusRing, kFocusRing, kFocusRing);
        setMask(QRegion(rect()) - rect().marginsRemoved(edge));
    }
};

/// Those that a style sheet can draw a ring around have one there.
bool hasOwn(const QWidget& widget) {
    return qobject_cast<const QLineEdit*>(&widget) != nullptr || qobject_cast<const QComboBox*>(&widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr || qobject_cast<const QAbstractButton*>(&widget) != nullptr;
}

bool wantsRing(const QWidget& widget) {
    return (widget.focusPolicy() & Qt::TabFocus) != 0 && !widget.isWindow() && widget.window()->windowType() != Qt::Popup &&
           !hasOwn(widget);
}

bool isModifier(int key) {
    return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt || key == Qt::Key_Meta || key == Qt::Key_AltGr;
}

}  // namespace

FocusRing::FocusRing(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

void FocusRing::install() {
    static const QPointer<FocusRing> ring(new FocusRing(qApp));
    Q_UNUSED(ring);
}

/// The reason of a focus says little: a key that goes to a page, a palette's jump and a page that is ready only now give others.
void FocusRing::follow(QWidget* focus) {
    delete m_ring;
    if (m_keys && focus != nullptr && wantsRing(*focus)) m_ring = new Ring(focus);
}

bool FocusRing::eventFilter(QObject*, QEvent* event) {
    switch (event->type()) {
        case QEvent::ShortcutOverride:  // all that is seen of a key that is a shortcut
        case QEvent::KeyPress:
            if (!isModifier(static_cast<const QKeyEvent*>(event)->key())) m_keys = true;
            break;
        case QEvent::MouseButtonPress:
            m_keys = false;
            delete m_ring;
            break;
        default: break;
    }
    return false;
}

}  // namespace etscope::ui
