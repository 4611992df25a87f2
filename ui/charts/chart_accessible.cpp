#include "charts/chart_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <algorithm>
#include <map>

#include "charts/chart_view.h"

namespace etscope::ui {
namespace {

/// More cannot be listened to.
constexpr std::size_t kMostChildren = 1000;

class ItemAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    ItemAccessible(ChartView* chart, std::size_t item) : m_chart(chart), m_item(item) {}

    bool isValid() const override { return m_chart != nullptr && m_item < m_chart->count(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_chart); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}

    QString text(QAccessible::Text kind) const override {
        if (!isValid()) return {};
        if (kind == QAccessible::Name) return m_chart->nameOf(m_item);
        return kind == QAccessible::Description ? m_chart->tooltipOf(m_item) : QString();
    }
    QRect rect() const override {
        if (!isValid()) return {};
        const QRect box = m_chart->boxOf(m_item).toAlignedRect();
        return {m_chart->mapToGlobal(box.topLeft()), box.size()};
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.focusable = state.selectable = true;
        state.invalid = !isValid();
        state.selected = isValid() && m_chart->current() == static_cast<int>(m_item);
        state.focused = state.selected && m_chart->hasFocus();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& name) override {
        if (!isValid()) return;
        if (name == pressAction()) m_chart->open(m_item);
        if (name == setFocusAction()) m_chart->setFocus(), m_chart->setCurrent(static_cast<int>(m_item));
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<ChartView> m_chart;
    std::size_t m_item;
};

class ChartAccessible : public QAccessibleWidget {
public:
    explicit ChartAccessible(ChartView* chart) : QAccessibleWidget(chart, QAccessible::Chart), m_chart(chart) {}
    ~ChartAccessible() override {
        for (const auto& [item, id] : m_ids) QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return static_cast<int>(m_chart->inView(kMostChildren).size()); }
    QAccessibleInterface* child(int index) const override {
        const auto items = m_chart->inView(kMostChildren);
        return index >= 0 && static_cast<std::size_t>(index) < items.size() ? of(items[static_cast<std::size_t>(index)]) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto items = m_chart->inView(kMostChildren);
        const auto hit = std::ranges::find_if(items, [&](std::size_t item) { return of(item) == child; });
        return hit == items.end() ? -1 : static_cast<int>(hit - items.begin());
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const int hit = m_chart->itemAt(m_chart->mapFromGlobal(QPoint(x, y)));
        return hit < 0 ? nullptr : of(static_cast<std::size_t>(hit));
    }
    QAccessibleInterface* focusChild() const override {
        return m_chart->current() < 0 ? nullptr : of(static_cast<std::size_t>(m_chart->current()));
    }

private:
    /// One per item: those who ask hold on to it.
    QAccessibleInterface* of(std::size_t item) const {
        const auto [hit, isNew] = m_ids.try_emplace(item);
        if (isNew) hit->second = QAccessible::registerAccessibleInterface(new ItemAccessible(m_chart, item));
        return QAccessible::accessibleInterface(hit->second);
    }

    ChartView* m_chart;
    mutable std::map<std::size_t, QAccessible::Id> m_ids;
};

QAccessibleInterface* makeAccessible(const QString&, QObject* object) {
    auto* chart = qobject_cast<ChartView*>(object);
    return chart != nullptr ? new ChartAccessible(chart) : nullptr;
}

}  // namespace

void installChartAccessibility() {
    static const bool kInstalled = (QAccessible::installFactory(makeAccessible), true);
    (void)kInstalled;
}

}  // namespace etscope::ui
