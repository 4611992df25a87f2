// The desktop's preference for light or dark, as the settings portal tells it (org.freedesktop.appearance, color-scheme).
#include "look/theme.h"

#ifdef ETSCOPE_DBUS

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace etscope::ui {
namespace {

/// 1: dark, 2: light, else no preference. Old portals put the value into one variant more.
void take(QVariant value) {
    while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
    const uint scheme = value.toUInt();
    setDesktopDark(scheme == 1 ? std::optional(true) : scheme == 2 ? std::optional(false) : std::nullopt);
}

}  // namespace

void askDesktop() {
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    QDBusMessage read = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.portal.Desktop"),
                                                       QStringLiteral("/org/freedesktop/portal/desktop"),
                                                       QStringLiteral("org.freedesktop.portal.Settings"), QStringLiteral("Read"));
    read << QStringLiteral("org.freedesktop.appearance") << QStringLiteral("color-scheme");
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(read), QCoreApplication::instance());
    QObject::connect(answer, &QDBusPendingCallWatcher::finished, [](QDBusPendingCallWatcher* call) {
        if (const QDBusPendingReply<QDBusVariant> reply = *call; reply.isValid()) take(reply.value().variant());
        call->deleteLater();
    });
}

}  // namespace etscope::ui

#else

namespace etscope::ui {
void askDesktop() {}
}  // namespace etscope::ui

#endif
