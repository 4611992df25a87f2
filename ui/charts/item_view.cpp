#include "charts/item_view.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <numeric>
#include <utility>

#include "look/make.h"
#include "look/numbers.h"
#include "look/picture_file.h"
#include "look/questions.h"
#include "look/tokens.h"
#include "models/table_text.h"

namespace etscope::ui {

ItemView::ItemView(QWidget* parent) : QWidget(parent) {
    installItemAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void ItemView::introduce(const char* name, const QString& said) {
    setObjectName(QLatin1String(name));
    setAccessibleName(said);
}

void ItemView::forgetItems() {
    m_current = -1;
    m_highlighted.clear();
    m_pressed.reset();
    redraw();
}

void ItemView::setHighlighted(std::vector<std::size_t> items) {
    m_highlighted = std::move(items);
    const bool among = std::ranges::find(m_highlighted, static_cast<std::size_t>(m_current)) != m_highlighted.end();
    if (!among) m_current = m_highlighted.empty() ? -1 : static_cast<int>(m_highlighted.front());
    update();
}

void ItemView::redraw() {
    m_layer = {};
    update();
}

void ItemView::setCurrent(int item) {
    m_current = item >= 0 && static_cast<std::size_t>(item) < count() ? item : -1;
    update();
    if (m_current >= 0) bringIntoView(static_cast<std::size_t>(m_current));
}

void ItemView::open(std::size_t item) {
    setCurrent(static_cast<int>(item));
    activate(item);
}

int ItemView::itemAt(QPointF point) const {
    for (std::size_t item = 0; item < count(); ++item)
        if (boxOf(item).contains(point)) return static_cast<int>(item);
    return -1;
}

std::vector<std::size_t> ItemView::inView(std::size_t most) const {
    std::vector<std::size_t> items(std::min(most, count()));
    std::iota(items.begin(), items.end(), std::size_t{0});
    return items;
}

int ItemView::stepFrom(int from, int key) const {
    const int last = static_cast<int>(count()) - 1;
    if (key == (isStacked() ? Qt::Key_Down : Qt::Key_Right)) return std::min(last, from + 1);
    if (key == (isStacked() ? Qt::Key_Up : Qt::Key_Left)) return from < 0 ? last : std::max(0, from - 1);
    return key == Qt::Key_Home ? 0 : key == Qt::Key_End ? last : -1;
}

bool ItemView::find(const QString& text, bool forward, bool here) {
    const int found = nextThat(static_cast<int>(count()), m_current, forward, here,
                               [&](int item) { return saysAll(tooltipOf(static_cast<std::size_t>(item)), text); });
    if (found < 0) return false;
    setCurrent(found);
    stepped(static_cast<std::size_t>(found));
    return true;
}

void ItemView::paintHighlight(QPainter& painter, std::size_t item) const {
    drawOutlines(painter, QPen(tokens().accent, 2.5));
    painter.drawRect(boxOf(item));
}

void ItemView::paintEvent(QPaintEvent*) {
    const qreal ratio = devicePixelRatioF();
    if (m_layer.isNull() || m_layer.devicePixelRatio() != ratio) {
        m_layer = QPixmap((QSizeF(size()) * ratio).toSize());
        m_layer.setDevicePixelRatio(ratio);
        QPainter layer(&m_layer);
        layer.setFont(font());
        paintAll(layer);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_layer);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.setClipRect(clip());
    for (const std::size_t item : m_highlighted) paintHighlight(painter, item);
    if (m_current >= 0) paintHighlight(painter, static_cast<std::size_t>(m_current));
    painter.restore();
    paintPointer(painter);
}

void ItemView::resizeEvent(QResizeEvent*) { redraw(); }

void ItemView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange)
        return;
    restyled();
    redraw();
}

void ItemView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    tellFocus();
}

void ItemView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    QToolTip::hideText();
}

void ItemView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    m_pressed = event->position();
    m_dragged = false;
}

void ItemView::mouseMoveEvent(QMouseEvent* event) {
    m_pointer = event->position();
    const bool held = m_pressed && (event->buttons() & Qt::LeftButton) != 0;
    m_dragged = m_dragged || (held && (event->position() - *m_pressed).manhattanLength() >= QApplication::startDragDistance());
    if (!held || !m_dragged) return;
    dragged(event->position() - *m_pressed);
    m_pressed = event->position();
}

void ItemView::mouseReleaseEvent(QMouseEvent* event) {
    if (!std::exchange(m_pressed, std::nullopt) || event->button() != Qt::LeftButton || m_dragged) return;
    if (const int hit = itemAt(event->position()); hit >= 0)
        open(static_cast<std::size_t>(hit));
    else
        clickedBeside();
}

void ItemView::leaveEvent(QEvent*) {
    m_pointer.reset();
    update();
}

/// What a key leads to is told as when the mouse stands on it.
bool ItemView::stepByKey(int key) {
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        if (m_current >= 0) open(static_cast<std::size_t>(m_current));
        return count() > 0;
    }
    const int next = count() == 0 ? -1 : stepFrom(m_current, key);
    if (next < 0) return false;
    const auto item = static_cast<std::size_t>(next);
    setCurrent(next);
    showTip(item, mapToGlobal(boxOf(item).center().toPoint()));
    tellFocus();
    stepped(item);
    return true;
}

void ItemView::keyPressEvent(QKeyEvent* event) {
    const bool plain = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
    if (event->matches(QKeySequence::Copy))
        QApplication::clipboard()->setText(tsv());
    else if (!plain || (!actByKey(event->key()) && !stepByKey(event->key())))
        QWidget::keyPressEvent(event);
}

void ItemView::tellFocus() const {
    if (!QAccessible::isActive() || m_current < 0 || !hasFocus()) return;
    QAccessibleEvent event(const_cast<ItemView*>(this), QAccessible::Focus);
    if (auto* view = QAccessible::queryAccessibleInterface(const_cast<ItemView*>(this)))
        if (auto* child = view->focusChild()) event.setChild(view->indexOfChild(child));
    QAccessible::updateAccessibility(&event);
}

/// Names come from files: they are no rich text.
void ItemView::showTip(std::size_t item, QPoint global) {
    const QString all = tooltipOf(item), name = all.section(QLatin1Char('\n'), 0, 0), rest = all.section(QLatin1Char('\n'), 1);
    QToolTip::showText(global,
                       QStringLiteral("<b>%1</b>").arg(name.toHtmlEscaped()) +
                           (rest.isEmpty() ? QString() : QStringLiteral("<br>") + rest.toHtmlEscaped().replace('\n', "<br>")),
                       this);
}

bool ItemView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const int hit = itemAt(help->pos()); hit >= 0)
        showTip(static_cast<std::size_t>(hit), help->globalPos());
    else
        QToolTip::hideText();
    return true;
}

void ItemView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu* menu = makeMenu(this);
    addActions(*menu);
    menu->addAction(tr("Copy as TSV\tCtrl+C"), this, [this] { QApplication::clipboard()->setText(tsv()); });
    menu->addAction(tr("Copy picture"), this, [this] { QApplication::clipboard()->setPixmap(grab()); });
    menu->addAction(tr("Save picture or table…"), this, &ItemView::save);
    menu->popup(event->globalPos());
}

void ItemView::save() {
    askForPath(this,
               {PathQuestion::Kind::Save, tr("Save chart"), objectName() + QStringLiteral(".png"),
                tr("Pictures and tables (*.png *.svg *.pdf *.tsv)")},
               [this](const QString& path) {
                   if (const auto written = exportTo(path); !written)
                       QToolTip::showText(mapToGlobal(QPoint(12, 12)), text(written.error().message), this);
               });
}

QString ItemView::tsv() const {
    QStringList cells;  // of the row of which the last one was asked for
    std::size_t row = count();
    return tableText(TableFormat::Tsv, tsvTitles(), static_cast<int>(count()), [&](int wanted, int column) {
        if (std::exchange(row, static_cast<std::size_t>(wanted)) != row) cells = tsvCells(itemOfRow(row));
        return cells.value(column);
    });
}

/// Of pixels with two for one, as far as other programs open that.
Result<void> ItemView::writePicture(QIODevice& device, const QString& suffix) {
    constexpr int kMostSide = 16'000;
    const QSize whole = wholeSize();
    const VectorPicture picture{whole, accessibleName(), [this](QPainter& painter) { paintWhole(painter); }};
    if (suffix == QLatin1String("svg")) return writeSvg(device, picture);
    if (suffix == QLatin1String("pdf")) return writePdf(device, picture);
    if (std::max(whole.width(), whole.height()) > kMostSide) return writePng(device, picture);
    QPixmap pixels(whole * 2);
    pixels.setDevicePixelRatio(2);
    QPainter painter(&pixels);
    paintWhole(painter);
    painter.end();
    return writePng(device, pixels);
}

Result<void> ItemView::exportTo(const QString& path) {
    const QString suffix = suffixOf(path);
    if (!QStringList{"png", "svg", "pdf", "tsv"}.contains(suffix)) return suffixUnsupported(path, tr(".png, .svg, .pdf or .tsv"));
    return writeThroughDevice(path, {}, [&](QIODevice& device) -> Result<void> {
        if (suffix != QLatin1String("tsv")) return writePicture(device, suffix);
        device.write(tsv().toUtf8());
        return {};
    });
}

}  // namespace etscope::ui
