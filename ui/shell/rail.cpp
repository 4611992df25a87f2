#include "shell/rail.h"

#include <QAction>
#include <QButtonGroup>
#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

#include "base/enum_table.h"
#include "look/make.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

using findings::Question;

constexpr EnumTable<Question::Changes, const char*> kTitles(
    {QT_TRANSLATE_NOOP("Rail", "Verdict"), QT_TRANSLATE_NOOP("Rail", "Model"), QT_TRANSLATE_NOOP("Rail", "Correctness"),
     QT_TRANSLATE_NOOP("Rail", "Cost"), QT_TRANSLATE_NOOP("Rail", "Changes")});
constexpr EnumTable<Question::Changes, Icon> kIcons({Icon::Verdict, Icon::Model, Icon::Correctness, Icon::Cost, Icon::Changes});

/// By RailWidth.
constexpr std::array kWidths{152, 78, 44};
constexpr std::array kHeights{54, 56, 46};
constexpr std::array kDrawerHeights{28, 38, 28};

int of(const std::array<int, 3>& table, RailWidth room) { return px(table[static_cast<std::size_t>(room)]); }

QString fitted(const QPainter& painter, const QString& text, int width) {
    return painter.fontMetrics().elidedText(text, Qt::ElideRight, width);
}

}  // namespace

QString questionTitle(Question question) { return QCoreApplication::translate("Rail", kTitles[question]); }

RailButton::RailButton(Icon icon, const QString& name, QWidget* parent) : QAbstractButton(parent), m_icon(icon) {
    setText(name);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Maximum);
    tell();
}

void RailButton::setState(Mark mark, const QString& status) {
    if (mark == m_mark && status == m_status) return;
    m_mark = mark;
    m_status = status;
    tell();
    update();
}

void RailButton::setRoom(RailWidth room) {
    m_room = room;
    tell();
    updateGeometry();
    update();
}

/// What has no room is in the tool tip.
void RailButton::tell() {
    const QString words = m_status.isEmpty() ? text() : text() + QStringLiteral(": ") + m_status;
    setAccessibleName(m_mark == Mark::None ? words : words + QStringLiteral(" (") + markName(m_mark) + QLatin1Char(')'));
    setToolTip(m_room == RailWidth::Words ? QString() : m_key.isEmpty() ? words : words + QStringLiteral("  ") + m_key);
}

QSize RailButton::sizeHint() const { return {of(kWidths, m_room), of(isDrawer() ? kDrawerHeights : kHeights, m_room)}; }

void RailButton::changeEvent(QEvent* event) {
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::FontChange) updateGeometry();
}

void RailButton::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& t = tokens();
    QPainter painter(this);
    if (isChecked()) {
        painter.fillRect(rect(), isDrawer() ? t.idleSelection : t.base);
        if (!isDrawer()) {
            painter.fillRect(QRect(0, 0, width(), 1), t.border);
            painter.fillRect(QRect(0, height() - 1, width(), 1), t.border);
            painter.fillRect(QRect(0, 0, px(3), height()), t.accent);
        }
    } else if (underMouse()) {
        painter.fillRect(rect(), t.hover);
    }
    m_room == RailWidth::Words ? paintRow(painter) : paintStack(painter);
    if (hasFocus()) {
        painter.setPen(QPen(t.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void RailButton::paintRow(QPainter& painter) const {
    const Tokens& t = tokens();
    const int icon = px(isDrawer() ? 14 : 16), left = px(13), names = left + icon + px(7), right = width() - px(10);
    QFont font = isDrawer() ? smallFont() : bodyFont();
    if (isChecked() && !isDrawer()) font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    const int line = painter.fontMetrics().height();
    const bool two = !m_status.isEmpty();
    const int status = QFontMetrics(smallFont()).height();
    const int top = (height() - line - (two ? status : 0)) / 2;
    paintIcon(painter, QRectF(left, top + (line - icon) / 2.0, icon, icon), m_icon, t.text2);
    const int mark = m_mark == Mark::None ? 0 : px(14);
    painter.setPen(isDrawer() ? t.text2 : t.text);
    painter.drawText(QRect(names, top, right - names - mark, line), Qt::AlignVCenter,
                     fitted(painter, text(), right - names - mark));
    if (mark > 0) paintMark(painter, QRectF(right - mark, top + (line - mark) / 2.0, mark, mark), m_mark);
    painter.setFont(smallFont());
    if (isDrawer()) {
        painter.setPen(t.text3);
        painter.drawText(QRect(names, top, right - names, line), Qt::AlignVCenter | Qt::AlignRight, m_key);
    }
    if (!two) return;
    painter.setPen(t.text2);
    painter.drawText(QRect(names, top + line, width() - names - px(4), status), Qt::AlignVCenter,
                     fitted(painter, m_status, width() - names - px(4)));
}

/// The name below the icon, where there is room for names.
void RailButton::paintStack(QPainter& painter) const {
    const Tokens& t = tokens();
    const bool names = m_room == RailWidth::Names;
    const int icon = px(names ? 16 : 18);
    QFont font = smallFont();
    if (isChecked() && !isDrawer()) font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    const int line = names ? painter.fontMetrics().height() : 0;
    const int top = (height() - icon - line - (names ? px(2) : 0)) / 2;
    paintIcon(painter, QRectF((width() - icon) / 2.0, top, icon, icon), m_icon, t.text2);
    if (names) {
        painter.setPen(t.text);
        painter.drawText(QRect(px(1), top + icon + px(2), width() - px(2), line), Qt::AlignCenter,
                         fitted(painter, text(), width() - px(2)));
    }
    const int mark = px(names ? 12 : 11);
    if (m_mark != Mark::None) paintMark(painter, QRectF(width() - mark - px(names ? 7 : 4), px(6), mark, mark), m_mark);
}

Rail::Rail(QWidget* parent) : QWidget(parent), m_group(new QButtonGroup(this)) {
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(tr("Questions"));
    auto* column = makeColumn(this, {0, px(8), 1, px(6)}, 0);
    for (std::size_t i = 0; i < kQuestions; ++i) {
        const auto question = static_cast<Question>(i);
        auto* button = new RailButton(kIcons[question], questionTitle(question), this);
        button->setObjectName(QStringLiteral("question-") + QString::fromUtf8(findings::questionName(question).data()));
        m_buttons[i] = button;
        m_group->addButton(button, static_cast<int>(i));
        column->addWidget(button);
    }
    column->addStretch();
    m_buttons.front()->setChecked(true);
    connect(m_group, &QButtonGroup::idClicked, this, [this](int id) { emit chosen(static_cast<Question>(id)); });
}

void Rail::setState(Question question, Mark mark, const QString& status) { button(question)->setState(mark, status); }

void Rail::setCurrent(Question question) { button(question)->setChecked(true); }

void Rail::setRoom(RailWidth room) {
    for (RailButton* button : m_buttons) button->setRoom(room);
    for (RailButton* button : std::as_const(m_drawers)) button->setRoom(room);
}

void Rail::addDrawer(Icon icon, const QString& name, QAction* action) {
    auto* button = new RailButton(icon, name, this);
    button->setKey(action->shortcut().toString(QKeySequence::NativeText));
    button->setChecked(action->isChecked());
    connect(button, &RailButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::toggled, button, &RailButton::setChecked);
    m_drawers.append(button);
    layout()->addWidget(button);
}

void Rail::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), tokens().window);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), tokens().border);
}

}  // namespace etscope::ui
