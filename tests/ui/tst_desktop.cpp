// The desktop's preference for light or dark, told by a settings portal on a bus of its own.
#include <QApplication>
#include <QDBusConnection>
#include <QDBusVariant>
#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

#include "look/theme.h"
#include "support/test_case.h"

using namespace etscope::ui;

/// What a desktop's portal answers. Read() puts the value into a variant of its own, as portals do.
class FakePortal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public:
    uint scheme = 1;

public slots:
    QDBusVariant Read(const QString& group, const QString& key) const {
        const bool known = group == "org.freedesktop.appearance" && key == "color-scheme";
        return QDBusVariant(QVariant::fromValue(QDBusVariant(known ? scheme : 99U)));
    }
};

class TestDesktop : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        const QString daemon = QStandardPaths::findExecutable("dbus-daemon");
        if (daemon.isEmpty()) QSKIP("there is no dbus-daemon");
        m_bus.start(daemon, {"--session", "--nofork", "--print-address"});
        QVERIFY(m_bus.waitForStarted() && m_bus.waitForReadyRead());
        const QString address = QString::fromUtf8(m_bus.readLine()).trimmed();
        qputenv("DBUS_SESSION_BUS_ADDRESS", address.toUtf8());
        auto bus = QDBusConnection::connectToBus(address, "portal");
        QVERIFY(bus.isConnected());
        QVERIFY(bus.registerObject("/org/freedesktop/portal/desktop", &m_portal, QDBusConnection::ExportAllSlots));
        QVERIFY(bus.registerService("org.freedesktop.portal.Desktop"));
    }
    void cleanupTestCase() {
        QDBusConnection::disconnectFromBus("portal");
        m_bus.kill();
        m_bus.waitForFinished();
    }

    void thePreferenceIsAskedFor() {
        applyTheme(*qApp, Theme::System);
        QVERIFY(!tokens().dark);
        askDesktop();
        QTRY_VERIFY(tokens().dark);
        m_portal.scheme = 2;
        askDesktop();
        QTRY_VERIFY(!tokens().dark);
        m_portal.scheme = 1;
        askDesktop();
        QTRY_VERIFY(tokens().dark);
        m_portal.scheme = 0;  // no preference: the palette decides
        askDesktop();
        QTRY_VERIFY(!tokens().dark);
    }

private:
    QProcess m_bus;
    FakePortal m_portal;
};

ETSCOPE_TEST(TestDesktop)
#include "tst_desktop.moc"
