#include "look/labelled_combo.h"

#include <QAbstractItemView>
#include <QAccessibleWidget>
#include <QBoxLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolTip>
#include <algorithm>

#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kLabelledComboPad = 9, kChevron = 4, kLabelGap = 7;

/// Qt's own names a combo by its value on Linux.
class ComboAccessible : public QAccessibleWidget {
public:
    explicit ComboAccessible(LabelledCombo* combo) : QAccessibleWidget(combo, QAccessible::ComboBox), m_combo(*combo) {}

    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? m_combo.currentText() : QAccessibleWidget::text(kind);
    }
    int childCount() const override { return 1; }
    QAccessibleInterface* child(int index) const override {
        return index == 0 ? QAccessible::queryAccessibleInterface(m_combo.view()) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        return child != nullptr && child->object() == m_combo.view() ? 0 : -1;
    }
    QAccessible::State state() const override {
        QAccessible::State state = QAccessibleWidget::state();
        state.expandable = true;
        state.expanded = m_combo.view()->isVisible();
        state.collapsed = !state.expanded;
        return state;
    }
    QStringList actionNames() const override { return {showMenuAction(), pressAction(), setFocusAction()}; }
    void doAction(const QString& name) override {
        if (name != showMenuAction() && name != pressAction()) return QAccessibleWidget::doAction(name);
        m_combo.view()->isVisible() ? m_combo.hidePopup() : m_combo.showPopup();
    }

private:
    LabelledCombo& m_combo;
};

void installComboAccessibility() {
    static const bool kInstalled = [] {
        QAccessible::installFactory([](const QString&, QObject* object) -> QAccessibleInterface* {
            auto* combo = qobject_cast<LabelledCombo*>(object);
            return combo != nullptr ? new ComboAccessible(combo) : nullptr;
        });
        return true;
    }();
    static_cast<void>(kInstalled);
}

}  // namespace

LabelledCombo::LabelledCombo(const QString& label, int width, QWidget* parent) : QComboBox(parent), m_label(label) {
    installComboAccessibility();
    setAccessibleName(label);
    setMaximumWidth(width);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFixedHeight(QFontMetrics(bodyFont()).height() + 10);
    setFocusPolicy(Qt::StrongFocus);
}

/// A few letters of its text.
QSize LabelledCombo::minimumSizeHint() const {
    const int least = 2 * kLabelledComboPad + 3 * kChevron + QFontMetrics(bodyFont()).horizontalAdvance(QStringLiteral("text…"));
    return {std::min(maximumWidth(), least), height()};
}

int LabelledCombo::leastForText() const {
    return std::min(maximumWidth(),
                    2 * kLabelledComboPad + 3 * kChevron + QFontMetrics(bodyFont()).horizontalAdvance(currentText()) + 1);
}

void LabelledCombo::showPopup() {
    QComboBox::showPopup();
    int wanted = 0;
    for (int row = 0; row < std::min(count(), maxVisibleItems()); ++row) wanted += view()->sizeHintForRow(row);
    QWidget* list = view()->window();
    if (const int missing = wanted - view()->viewport()->height(); missing > 0)
        list->resize(list->width(), list->height() + missing);
}

void LabelledCombo::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(t.accent, 2) : QPen(t.border, 1));
    painter.setBrush(t.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const QFontMetrics metrics(bodyFont());
    writeIn(painter, bodyFont(), t.text3);
    if (labelShown()) painter.drawText(rect().adjusted(kLabelledComboPad, 0, 0, 0), Qt::AlignVCenter, m_label);
    const QRect area = textRect();
    painter.setPen(isEnabled() ? t.text : t.text3);
    painter.drawText(area, Qt::AlignVCenter, metrics.elidedText(currentText(), Qt::ElideMiddle, area.width()));
    const QPointF tip(width() - kLabelledComboPad - kChevron, height() / 2.0 + kChevron / 2.0);
    painter.setPen(QPen(t.text2, 1.5));
    painter.drawPolyline(QPolygonF({tip + QPointF(-kChevron, -kChevron), tip, tip + QPointF(kChevron, -kChevron)}));
}

/// Where there is no room for both, the label gives way: the text says more. A text that has no room anyway keeps its label.
bool LabelledCombo::labelShown() const {
    const QFontMetrics metrics(bodyFont());
    const int room = width() - 2 * kLabelledComboPad - 3 * kChevron, label = metrics.horizontalAdvance(m_label) + kLabelGap,
              text = metrics.horizontalAdvance(currentText());
    return room >= label + text || (room < text && room - label > 4 * metrics.averageCharWidth());
}

QRect LabelledCombo::textRect() const {
    const int label = labelShown() ? QFontMetrics(bodyFont()).horizontalAdvance(m_label) + kLabelGap : 0;
    return rect().adjusted(kLabelledComboPad + label, 0, -kLabelledComboPad - 3 * kChevron, 0);
}

bool LabelledCombo::event(QEvent* event) {
    const bool cut = QFontMetrics(bodyFont()).horizontalAdvance(currentText()) > textRect().width();
    if (event->type() != QEvent::ToolTip || !cut) return QComboBox::event(event);
    const QString more = toolTip().isEmpty() ? QString() : QLatin1Char('\n') + toolTip();
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), tip(m_label + QLatin1Char(' ') + currentText() + more), this);
    return true;
}

void LabelledCombo::changeEvent(QEvent* event) {
    QComboBox::changeEvent(event);
    if (event->type() == QEvent::FontChange) setFixedHeight(QFontMetrics(bodyFont()).height() + 10);
}

LabelledCombo* addCombo(QBoxLayout* bar, const QString& label, const char* name, int width, QWidget* parent) {
    auto* made = named(name, new LabelledCombo(label, px(width), parent));
    bar->addWidget(made);
    return made;
}

ChoiceBar::ChoiceBar(const QStringList& choices, QWidget* parent) : QWidget(parent), m_names(choices) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* row = makeRow(this, {}, 2);
    for (const QString& choice : choices) {
        auto* button = new QPushButton(choice, this);
        button->setCheckable(true);
        m_buttons.addButton(button, static_cast<int>(m_buttons.buttons().size()));
        row->addWidget(button);
    }
    m_buttons.setExclusive(true);
    if (!choices.isEmpty()) m_buttons.button(0)->setChecked(true);
    connect(&m_buttons, &QButtonGroup::idToggled, this, [this](int which, bool on) {
        if (on) emit changed(which);
    });
}

void ChoiceBar::choose(int which) {
    if (QAbstractButton* button = m_buttons.button(which)) button->setChecked(true);
}

void ChoiceBar::setCounts(const QList<qsizetype>& counts) {
    for (qsizetype i = 0; i < std::min(counts.size(), m_names.size()); ++i)
        m_buttons.button(static_cast<int>(i))
            ->setText(QStringLiteral("%1 %2").arg(m_names[i], countText(static_cast<std::uint64_t>(counts[i]))));
}

}  // namespace etscope::ui
