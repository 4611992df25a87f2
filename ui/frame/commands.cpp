#include "frame/commands.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QShortcut>

#include "look/rich_text.h"

namespace etscope::ui {
namespace {

QString plain(const QString& title) { return QString(title).remove(QLatin1Char('&')); }

}  // namespace

/// Of views they may be several, which are as they were given.
QString keyText(const QString& keys) {
    const QKeySequence sequence(keys);
    return sequence.isEmpty() ? keys : sequence.toString(QKeySequence::NativeText);
}

Commands::Commands(QMainWindow* window) : QObject(window), m_window(window) {}

QString Commands::translated(const char* english) { return QCoreApplication::translate("Command", english); }

void Commands::add(Command command) {
    auto* action = new QAction(translated(command.title), this);
    action->setObjectName(QString::fromLatin1(command.id));
    action->setCheckable(command.on != nullptr);
    m_entries.push_back({std::move(command), action, nullptr});
    const QString id = action->objectName();
    connect(action, &QAction::triggered, this, [this, id] { run(id); });
    if (m_entries.back().command.ofWindow) addToWindow(m_entries.back());
}

void Commands::addToWindow(Entry& entry) {
    const Command& command = entry.command;
    m_window->addAction(entry.action);
    if (*command.menu != '\0') menu(QString::fromLatin1(command.menu))->addAction(entry.action);
    if (command.keys.isEmpty()) return;
    entry.action->setShortcut(QKeySequence(command.keys));
    entry.refusal = new QShortcut(QKeySequence(command.keys), m_window);
    entry.refusal->setEnabled(false);
    connect(entry.refusal, &QShortcut::activated, this, [this, id = entry.action->objectName()] { run(id); });
}

QMenu* Commands::menu(const QString& path) {
    QMenu*& menu = m_menus[path];
    if (menu != nullptr) return menu;
    const qsizetype slash = path.lastIndexOf(QLatin1Char('/'));
    const QString title = translated(path.toUtf8().constData()).section(QLatin1Char('/'), -1);
    QMenu* made = slash < 0 ? m_window->menuBar()->addMenu(title) : this->menu(path.left(slash))->addMenu(title);
    made->setToolTipsVisible(true);
    return m_menus[path] = made;
}

const Commands::Entry* Commands::find(const QString& id) const {
    for (const Entry& entry : m_entries)
        if (entry.action->objectName() == id) return &entry;
    return nullptr;
}

QAction* Commands::action(const QString& id) const {
    const Entry* entry = find(id);
    return entry != nullptr ? entry->action : nullptr;
}

QString Commands::reasonOf(const Entry& entry) { return entry.command.reason ? entry.command.reason() : QString(); }

std::vector<Commands::Row> Commands::rows() const {
    std::vector<Row> rows;
    for (const Entry& entry : m_entries) {
        const QString menu = QString::fromUtf8(entry.command.menu), title = plain(entry.action->text());
        const bool inside = !entry.command.ofWindow || menu.contains(QLatin1Char('/'));
        const auto last = [](const QString& path) { return plain(path.section(QLatin1Char('/'), -1)); };
        const QString english = plain(QString::fromUtf8(entry.command.title));
        rows.push_back({entry.action->objectName(), inside ? tr("%1: %2").arg(last(translated(entry.command.menu)), title) : title,
                        keyText(entry.command.keys), reasonOf(entry),
                        inside ? QStringLiteral("%1: %2").arg(last(menu), english) : english});
    }
    return rows;
}

bool Commands::run(const QString& id) {
    const Entry* entry = find(id);
    if (entry == nullptr) return false;
    const QString why = reasonOf(*entry);
    if (!why.isEmpty()) {
        update();
        emit said(tr("%1: %2").arg(plain(entry->action->text()).remove(QStringLiteral("…")), why));
        return false;
    }
    const QPointer<Commands> self(this);  // what it does may end the window
    const auto act = entry->command.run;
    act();
    if (self != nullptr) update();
    return true;
}

void Commands::update() {
    for (const Entry& entry : m_entries) {
        if (!entry.command.ofWindow) continue;  // seen in lists only, which ask themselves
        const QString why = reasonOf(entry), keys = keyText(entry.command.keys), name = plain(entry.action->text());
        entry.action->setEnabled(why.isEmpty());
        if (entry.refusal != nullptr) entry.refusal->setEnabled(!why.isEmpty());
        if (entry.command.on) entry.action->setChecked(entry.command.on());
        entry.action->setToolTip(tip(!why.isEmpty() ? why : keys.isEmpty() ? name : tr("%1 (%2)").arg(name, keys)));
        entry.action->setStatusTip(why);
    }
}

}  // namespace etscope::ui
