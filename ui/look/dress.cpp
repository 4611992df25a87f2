#include "look/dress.h"

#include <QApplication>
#include <QEvent>
#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <algorithm>

namespace etscope::ui {
namespace {

constexpr const char* kFrame = "etscopeFrame";

bool isFrame(const QWidget& widget) { return widget.property(kFrame).toBool(); }

/// Whatever is below a part is seen in its sheet, windows too.
bool isPart(const QWidget& widget) {
    return !isFrame(widget) && (widget.parentWidget() == nullptr || isFrame(*widget.parentWidget()));
}

class Dresser : public QObject {
public:
    static Dresser& instance() {
        static const QPointer<Dresser> one(new Dresser);
        return *one;
    }

    void change(const QString& sheet) {
        if (sheet == m_sheet) return;
        m_sheet = sheet;
        m_parts.removeIf([](const QPointer<QWidget>& part) { return part == nullptr; });
        for (const auto& part : std::as_const(m_parts)) {
            if (!part->isVisible()) continue;
            QWidget* window = part->window();
            if (window->updatesEnabled()) m_held.append(window), window->setUpdatesEnabled(false);
        }
        m_turns.start();
    }

protected:
    bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() != QEvent::Polish && event->type() != QEvent::Show) return false;
        auto* widget = qobject_cast<QWidget*>(object);
        if (widget == nullptr || !isPart(*widget)) return false;
        if (!m_parts.contains(widget)) m_parts.append(widget);
        wear(widget);
        return false;
    }

private:
    Dresser() : QObject(qApp) {
        qApp->installEventFilter(this);
        for (QWidget* widget : QApplication::allWidgets())  // that were there before any theme
            if (widget->testAttribute(Qt::WA_WState_Polished) && isPart(*widget)) m_parts.append(widget);
        connect(&m_turns, &QTimer::timeout, this, &Dresser::turn);
    }

    void wear(QWidget* part) const {
        if (part->styleSheet() != m_sheet) part->setStyleSheet(m_sheet);
    }

    void turn() {
        const auto next = std::ranges::find_if(m_parts, [this](const QPointer<QWidget>& part) {
            return part != nullptr && part->isVisible() && part->styleSheet() != m_sheet;
        });
        if (next != m_parts.end()) return wear(*next);
        m_turns.stop();
        for (const auto& window : std::as_const(m_held)) {
            if (window == nullptr) continue;
            window->setUpdatesEnabled(true);
            window->repaint();  // an update that was asked for meanwhile is lost, and with it those that are asked for now
        }
        m_held.clear();
    }

    QString m_sheet;
    QList<QPointer<QWidget>> m_parts, m_held;
    QTimer m_turns;
};

}  // namespace

void dress(const QString& sheet) { Dresser::instance().change(sheet); }

void setFrame(QWidget* widget) { widget->setProperty(kFrame, true); }

}  // namespace etscope::ui
