#include "shell/sub_views.h"

#include <QButtonGroup>
#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <algorithm>

#include "look/make.h"
#include "look/tokens.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

constexpr int kHeight = 28, kPad = 10, kMark = 11, kGap = 5;
constexpr int kLeastRoom = 150, kMore = 64;

class Segment : public QAbstractButton {
public:
    Segment(const QString& title, QWidget* parent) : QAbstractButton(parent) {
        setText(title);
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
        setAccessibleName(title);
    }
    Mark mark() const { return m_mark; }
    void setState(Mark mark, bool content) {
        if (mark == m_mark && content == m_content) return;
        m_mark = mark, m_content = content;
        setAccessibleName(mark == Mark::None ? text() : text() + QStringLiteral(" (") + markName(mark) + QLatin1Char(')'));
        updateGeometry();
        update();
    }
    QSize sizeHint() const override {
        const int mark = m_mark == Mark::None ? 0 : px(kMark + kGap);
        return {QFontMetrics(headingFont()).horizontalAdvance(text()) + mark + 2 * px(kPad), px(kHeight)};
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        const Tokens& t = tokens();
        QPainter painter(this);
        painter.fillRect(rect(), isChecked() ? t.selection : underMouse() ? t.hover : t.base);
        painter.setPen(t.border);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
        if (isChecked()) painter.fillRect(QRect(0, height() - px(2), width(), px(2)), t.accent);
        painter.setFont(isChecked() ? headingFont() : bodyFont());
        painter.setPen(isChecked() ? t.text : m_content ? t.text2 : t.text3);
        const int words = painter.fontMetrics().horizontalAdvance(text());
        const int mark = m_mark == Mark::None ? 0 : px(kMark + kGap);
        const int left = (width() - words - mark) / 2;
        painter.drawText(QRect(left, 0, words + 1, height()), Qt::AlignVCenter, text());
        const qreal size = px(kMark);
        if (mark > 0) paintMark(painter, QRectF(left + words + px(kGap), (height() - size) / 2, size, size), m_mark);
        if (!hasFocus()) return;
        painter.setPen(QPen(t.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }

private:
    Mark m_mark = Mark::None;
    bool m_content = true;
};

Segment* segment(QAbstractButton* button) { return static_cast<Segment*>(button); }

}  // namespace

SubViews::SubViews(QWidget* parent) : QWidget(parent), m_group(new QButtonGroup(this)), m_more(new QToolButton(this)) {
    setObjectName(QStringLiteral("subViews"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_more->setObjectName(QStringLiteral("moreViews"));
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->hide();
    connect(m_more, &QToolButton::clicked, this, &SubViews::showRest);
    connect(m_group, &QButtonGroup::idClicked, this, &SubViews::chosen);
}

void SubViews::setTitles(const QList<std::pair<int, QString>>& views) {
    for (QAbstractButton* old : m_group->buttons()) {
        m_group->removeButton(old);
        old->hide();
        old->deleteLater();  // it may be being clicked
    }
    for (const auto& [view, title] : views) {
        auto* made = new Segment(title, this);
        m_group->addButton(made, view);
        made->show();
    }
    updateGeometry();
    arrange();
}

QAbstractButton* SubViews::button(int view) const { return m_group->button(view); }

void SubViews::setCurrent(int view) {
    if (QAbstractButton* one = button(view)) one->setChecked(true);
    arrange();
}

void SubViews::setState(int view, Mark mark, bool content) {
    if (QAbstractButton* one = button(view)) segment(one)->setState(mark, content);
    arrange();  // what is not in view is told of no change of size
}

QSize SubViews::sizeHint() const {
    int width = 0;
    for (const QAbstractButton* one : m_group->buttons()) width += one->sizeHint().width() - 1;
    return {width + 1, px(kHeight)};
}

/// The current one and the way to the others.
QSize SubViews::minimumSizeHint() const {
    const QAbstractButton* current = m_group->checkedButton();
    const int least = current != nullptr ? current->sizeHint().width() + px(kMore) : px(kLeastRoom);
    return {std::min(least, sizeHint().width()), px(kHeight)};
}

/// From the left as many as there is room for; the current one is always among them.
void SubViews::arrange() {
    const bool all = sizeHint().width() <= width();
    const QAbstractButton* current = m_group->checkedButton();
    int room = width() - (all ? 0 : px(kMore)), left = 0;
    if (current != nullptr && !all) room -= current->sizeHint().width();
    m_rest.clear();
    for (QAbstractButton* one : m_group->buttons()) {
        const int wide = one->sizeHint().width();
        const bool fits = one == current || wide <= room || all;
        if (one != current) room -= wide;
        one->setVisible(fits);
        if (!fits) m_rest.append(one);
        if (!fits) continue;
        one->setGeometry(left, 0, wide, px(kHeight));
        left += wide - 1;  // two neighbours share a line
    }
    m_more->setVisible(!m_rest.isEmpty());
    if (m_rest.isEmpty()) return;
    Mark worst = Mark::None;
    for (QAbstractButton* one : std::as_const(m_rest)) worst = worse(worst, segment(one)->mark());
    // An icon is new to the layout whatever it is: set again, it would be asked to arrange again without end.
    if (worst != m_worst) m_more->setIcon(markIcon(worst));
    m_worst = worst;
    m_more->setText(QStringLiteral("+ %1").arg(m_rest.size()));
    m_more->setAccessibleName(tr("%n more view(s)", nullptr, static_cast<int>(m_rest.size())));
    m_more->setGeometry(left + 4, 0, px(kMore) - 4, px(kHeight));
}

void SubViews::showRest() {
    QMenu* menu = makeMenu(this);
    for (QAbstractButton* one : std::as_const(m_rest))
        menu->addAction(markIcon(segment(one)->mark()), one->text(), this, [this, view = m_group->id(one)] { emit chosen(view); });
    menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

void SubViews::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

bool SubViews::event(QEvent* event) {
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) m_worst.reset();
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::FontChange) {
        updateGeometry();
        arrange();
    }
    return done;
}

}  // namespace etscope::ui
