// The ring around what keys have led to: where it is, that all of it can be seen, and that the mouse needs none.
#include <QAbstractSpinBox>
#include <QLineEdit>

#include "look/focus_ring.h"
#include "look/theme.h"
#include "look/tokens.h"
#include "models/link.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;

namespace {

QWidget* focus() { return QApplication::focusWidget(); }

QWidget* ringOf(const QWidget* widget) {
    return widget != nullptr ? widget->findChild<QWidget*>("focusRing", Qt::FindDirectChildrenOnly) : nullptr;
}

bool hasOwn(const QWidget* widget) {
    return qobject_cast<const QLineEdit*>(widget) != nullptr || qobject_cast<const QComboBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr || qobject_cast<const QAbstractButton*>(widget) != nullptr;
}

/// What is amiss with the ring around a widget as it is painted: every pixel of its edge has the colour. Empty: nothing is.
QString amiss(QWidget* widget) {
    if (ringOf(widget) == nullptr) return QStringLiteral("no ring");
    const QImage image = widget->grab().toImage();
    const QSize size = widget->size();
    const QRect inner = QRect(QPoint(), size).adjusted(kFocusRing, kFocusRing, -kFocusRing, -kFocusRing);
    for (int y = 0; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x) {
            if (inner.contains(x, y)) continue;
            if (image.pixelColor(x, y).rgb() != tokens().accent.rgb())
                return QStringLiteral("hidden at %1, %2 of %3 × %4").arg(x).arg(y).arg(size.width()).arg(size.height());
        }
    return {};
}

QString nameOf(const QWidget* widget) {
    return QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName() + QLatin1Char(' ') +
           widget->accessibleName();
}

}  // namespace

class TestFocusRing : public QObject {
    Q_OBJECT
private slots:
    void init() {
        applyTheme(*qApp, Theme::Light);
        m_driver = std::make_unique<test::Driver>();
        m_driver->window().run("view.outline");
        m_driver->window().open({test::samplePath()});
        m_driver->settle();
    }
    void cleanup() { m_driver.reset(); }

    void nothingWasPressed() { QVERIFY(m_driver->window().findChildren<QWidget*>("focusRing").isEmpty()); }

    /// F6 goes round: a tree, a page, the dock below, the Inspector; then back.
    void areas_data() {
        QTest::addColumn<int>("theme");
        QTest::newRow("light") << static_cast<int>(Theme::Light);
        QTest::newRow("dark") << static_cast<int>(Theme::Dark);
        QTest::newRow("high contrast") << static_cast<int>(Theme::HighContrast);
    }
    void areas() {
        QFETCH(int, theme);
        applyTheme(*qApp, static_cast<Theme>(theme));
        const auto* panel = m_driver->window().findChild<QWidget*>("inspectorDock");
        if (!panel->isVisible()) QVERIFY(m_driver->window().run("view.inspector"));
        for (const auto modifier : {Qt::NoModifier, Qt::ShiftModifier}) {
            QSet<QWidget*> seen;
            for (int i = 0; i < 4; ++i) {
                m_driver->press(Qt::Key_F6, modifier);
                QVERIFY(focus() != nullptr);
                seen.insert(focus());
                if (!hasOwn(focus()))
                    QVERIFY2(amiss(focus()).isEmpty(), qPrintable(nameOf(focus()) + QLatin1String(": ") + amiss(focus())));
                QVERIFY(m_driver->window().findChildren<QWidget*>("focusRing").size() <= 1);
            }
            QVERIFY(seen.size() >= 3);
        }
    }

    /// Whatever Tab leads to on any page has a ring that can be seen whole, here or of the style sheet.
    void tabs_data() {
        QTest::addColumn<QString>("page");
        for (const PageInfo& info : pageTable()) QTest::newRow(info.name) << QString::fromLatin1(info.name);
    }
    void tabs() {
        QFETCH(QString, page);
        m_driver->window().showPage(page);
        m_driver->settle();
        QSet<QWidget*> seen;
        for (int i = 0; i < 80 && (focus() == nullptr || !seen.contains(focus())); ++i) {
            if (focus() != nullptr) seen.insert(focus());
            QTest::keyClick(m_driver->window().windowHandle(), Qt::Key_Tab);
            QCoreApplication::processEvents();
            if (focus() != nullptr && !hasOwn(focus()))
                QVERIFY2(amiss(focus()).isEmpty(), qPrintable(nameOf(focus()) + QLatin1String(": ") + amiss(focus())));
        }
        QVERIFY(seen.size() > 2);
    }

    /// The palette's jump to a page, and a ring that stays whole while what it is around scrolls and changes its size.
    void jumpsAndScrolls() {
        m_driver->press("Ctrl+K");
        m_driver->type(">go to tensors");
        m_driver->press(Qt::Key_Return);
        auto* table = qobject_cast<QAbstractItemView*>(focus());
        QVERIFY(table != nullptr);
        QCOMPARE(amiss(table), QString());
        for (int i = 0; i < 3; ++i) m_driver->press(Qt::Key_PageDown);
        QCOMPARE(amiss(table), QString());
        m_driver->window().resize(1200, 800);
        m_driver->settle();
        QCOMPARE(amiss(table), QString());
        QCOMPARE(ringOf(table)->size(), table->size());
    }

    void theMouseNeedsNone() {
        m_driver->press(Qt::Key_F6);
        QWidget* around = focus();
        QVERIFY(ringOf(around) != nullptr);
        auto* find = m_driver->window().findChild<QLineEdit*>("find");
        QTest::mouseClick(find, Qt::LeftButton);
        QVERIFY(ringOf(around) == nullptr);
        // A modifier belongs to a click.
        QTest::keyPress(m_driver->window().windowHandle(), Qt::Key_Control, Qt::ControlModifier);
        around->setFocus(Qt::MouseFocusReason);
        QVERIFY(focus() == around);
        QVERIFY(ringOf(around) == nullptr);
        QTest::keyRelease(m_driver->window().windowHandle(), Qt::Key_Control);
    }

private:
    std::unique_ptr<test::Driver> m_driver;
};

ETSCOPE_TEST(TestFocusRing)
#include "tst_focus_ring.moc"
