// The desktop's preference for light or dark, as the settings portal tells it (org.freedesktop.appearance, color-scheme).
#include "look/theme.h"

#ifdef ETSCOPE_DBUS

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QObject>

namespace etscope::ui {
namespace {

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop"),
              kPath = QStringLiteral("/org/freedesktop/portal/desktop"),
              kSettings = QStringLiteral("org.freedesktop.portal.Settings"),
              kAppearance = QStringLiteral("org.freedesktop.appearance"), kDesktopPortalScheme = QStringLiteral("color-scheme");

/// 1: dark, 2: light, else no preference. Old portals put the value into one variant more.
void take(QVariant value) {
    while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
    const uint scheme = value.toUInt();
    setDesktopDark(scheme == 1 ? std::optional(true) : scheme == 2 ? std::optional(false) : std::nullopt);
}

/// Hears when the person chooses otherwise.
class DesktopListener : public QObject {
    Q_OBJECT
public:
    explicit DesktopListener(QObject* parent) : QObject(parent) {
        QDBusConnection::sessionBus().connect(kService, kPath, kSettings, QStringLiteral("SettingChanged"), this,
                                              SLOT(changed(QString, QString, QDBusVariant)));
    }

public slots:
    void changed(const QString& group, const QString& key, const QDBusVariant& value) {
        if (group == kAppearance && key == kDesktopPortalScheme) take(value.variant());
    }
};

}  // namespace

void askDesktop() {
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    static auto* const listener = new DesktopListener(QCoreApplication::instance());
    Q_UNUSED(listener);
    QDBusMessage read = QDBusMessage::createMethodCall(kService, kPath, kSettings, QStringLiteral("Read"));
    read << kAppearance << kDesktopPortalScheme;
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(read), QCoreApplication::instance());
    QObject::connect(answer, &QDBusPendingCallWatcher::finished, [](QDBusPendingCallWatcher* call) {
        if (const QDBusPendingReply<QDBusVariant> reply = *call; reply.isValid()) take(reply.value().variant());
        call->deleteLater();
    });
}

}  // namespace etscope::ui

#include "desktop_portal.moc"

#else

namespace etscope::ui {
void askDesktop() {}
}  // namespace etscope::ui

#endif
