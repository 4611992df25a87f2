#include "charts/chart_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWidget>
#include <algorithm>
#include <map>

namespace etscope::ui {
namespace {

/// More cannot be listened to.
constexpr std::size_t kMostChildren = 1000;

class ItemAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    ItemAccessible(QWidget* widget, AccessibleItems* items, std::size_t item) : m_widget(widget), m_items(items), m_item(item) {}

    bool isValid() const override { return m_widget != nullptr && m_item < m_items->count(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_widget); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}

    QString text(QAccessible::Text kind) const override {
        if (!isValid()) return {};
        if (kind == QAccessible::Name) return m_items->nameOf(m_item);
        return kind == QAccessible::Description ? m_items->tooltipOf(m_item) : QString();
    }
    QRect rect() const override {
        if (!isValid()) return {};
        const QRect box = m_items->boxOf(m_item).toAlignedRect();
        return {m_widget->mapToGlobal(box.topLeft()), box.size()};
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.focusable = state.selectable = true;
        state.invalid = !isValid();
        state.selected = isValid() && m_items->current() == static_cast<int>(m_item);
        state.focused = state.selected && m_widget->hasFocus();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& name) override {
        if (!isValid()) return;
        if (name == pressAction()) m_items->open(m_item);
        if (name == setFocusAction()) m_widget->setFocus(), m_items->choose(m_item);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<QWidget> m_widget;
    AccessibleItems* m_items;  ///< the widget itself
    std::size_t m_item;
};

class ItemsAccessible : public QAccessibleWidget {
public:
    ItemsAccessible(QWidget* widget, AccessibleItems* items) : QAccessibleWidget(widget, QAccessible::Chart), m_items(items) {}
    ~ItemsAccessible() override {
        for (const auto& [item, id] : m_ids) QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return static_cast<int>(m_items->inView(kMostChildren).size()); }
    QAccessibleInterface* child(int index) const override {
        const auto items = m_items->inView(kMostChildren);
        return index >= 0 && static_cast<std::size_t>(index) < items.size() ? of(items[static_cast<std::size_t>(index)]) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto items = m_items->inView(kMostChildren);
        const auto hit = std::ranges::find_if(items, [&](std::size_t item) { return of(item) == child; });
        return hit == items.end() ? -1 : static_cast<int>(hit - items.begin());
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const int hit = m_items->itemAt(widget()->mapFromGlobal(QPoint(x, y)));
        return hit < 0 ? nullptr : of(static_cast<std::size_t>(hit));
    }
    QAccessibleInterface* focusChild() const override {
        return m_items->current() < 0 ? nullptr : of(static_cast<std::size_t>(m_items->current()));
    }

private:
    /// One per item: those who ask hold on to it.
    QAccessibleInterface* of(std::size_t item) const {
        const auto [hit, isNew] = m_ids.try_emplace(item);
        if (isNew) hit->second = QAccessible::registerAccessibleInterface(new ItemAccessible(widget(), m_items, item));
        return QAccessible::accessibleInterface(hit->second);
    }

    AccessibleItems* m_items;
    mutable std::map<std::size_t, QAccessible::Id> m_ids;
};

QAccessibleInterface* makeAccessible(const QString&, QObject* object) {
    auto* items = dynamic_cast<AccessibleItems*>(object);
    return items != nullptr ? new ItemsAccessible(static_cast<QWidget*>(object), items) : nullptr;
}

}  // namespace

void installItemAccessibility() {
    static const bool kInstalled = (QAccessible::installFactory(makeAccessible), true);
    (void)kInstalled;
}

}  // namespace etscope::ui
