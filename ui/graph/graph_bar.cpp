#include "graph/graph_bar.h"

#include <QPushButton>

#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Digits of room that the bar has when it shows what switches something, or does something.
constexpr int kRoomOfSwitches = 108, kRoomOfZoom = 86;

}  // namespace

GraphBar::GraphBar(GraphCanvas& canvas, QWidget* parent) : QWidget(parent), m_row(makeRow(this, {10, 5, 8, 5}, 4)) {
    m_path = named("breadcrumb", new QLabel(this));
    m_path->setTextFormat(Qt::RichText);
    m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // long paths do not widen the window
    connect(m_path, &QLabel::linkActivated, this, &GraphBar::moduleChosen);
    onThemeChange(m_path, [this] { showCrumbs(); });
    m_row->addWidget(m_path, 1);
    m_found = new QLabel(this);
    m_found->setTextFormat(Qt::PlainText);
    m_found->setForegroundRole(QPalette::PlaceholderText);
    m_row->addWidget(m_found);
    m_modules = add(tr("Modules"), tr("Group by module"), kRoomOfSwitches);
    m_flat = add(tr("Flat"), tr("One graph without groups"), kRoomOfSwitches);
    m_row->addSpacing(6);
    m_fold = add(tr("Fold patterns"), tr("Show runs that mean one thing as one item (P)"), kRoomOfSwitches);
    m_row->addSpacing(6);
    m_down = add({}, tr("Top down (L)"), kRoomOfSwitches, Icon::TopDown);
    m_right = add({}, tr("Left to right (L)"), kRoomOfSwitches, Icon::LeftRight);
    m_row->addSpacing(6);
    m_trace = add(tr("Trace"), tr("Dim what neither feeds nor follows the selection (U up, D down, Esc ends)"), kRoomOfSwitches,
                  Icon::Trace);
    addZoom(canvas);
    m_split = add({}, tr("Another graph beside this one (V, middle click)"), 0, Icon::Split);
    m_more = named("flat", new QToolButton(this));
    m_more->setText(QStringLiteral("»"));
    m_more->setToolTip(tr("What the bar has no room for"));
    m_more->setAccessibleName(tr("More"));
    m_row->addWidget(m_more);
    const auto connectSwitch = [this](QPushButton* button, ShownGraph::Switch which, bool on) {
        connect(button, &QPushButton::clicked, this, [this, which, on] { emit switched(which, on); });
    };
    connectSwitch(m_modules, ShownGraph::Switch::Modules, true);
    connectSwitch(m_flat, ShownGraph::Switch::Modules, false);
    connectSwitch(m_down, ShownGraph::Switch::LeftRight, false);
    connectSwitch(m_right, ShownGraph::Switch::LeftRight, true);
    connect(m_fold, &QPushButton::clicked, this, [this](bool fold) { emit switched(ShownGraph::Switch::Patterns, fold); });
    connect(m_trace, &QPushButton::clicked, this, &GraphBar::traceChosen);
    connect(m_split, &QPushButton::clicked, this, &GraphBar::splitRequested);
    connect(m_more, &QToolButton::clicked, this, &GraphBar::showMore);
}

QPushButton* GraphBar::add(const QString& title, const QString& tip, int digits, std::optional<Icon> icon) {
    auto* button = new QPushButton(title, this);
    if (icon) button->setIcon(lineIcon(*icon));
    button->setToolTip(tip);
    button->setAccessibleName(title.isEmpty() ? tip : title);
    button->setCheckable(digits == kRoomOfSwitches);
    button->setFocusPolicy(Qt::NoFocus);
    m_row->addWidget(button);
    if (digits > 0) m_parts.emplace_back(button, digits);
    return button;
}

void GraphBar::addZoom(GraphCanvas& canvas) {
    m_row->addSpacing(6);
    auto* smaller = add({}, tr("Smaller (−)"), kRoomOfZoom, Icon::Minus);
    auto* zoom = new QLabel(this);
    zoom->setFixedWidth(QFontMetrics(bodyFont()).horizontalAdvance(QStringLiteral("400 % ")));
    zoom->setAlignment(Qt::AlignCenter);
    m_row->addWidget(zoom);
    m_parts.emplace_back(zoom, kRoomOfZoom);
    auto* larger = add({}, tr("Larger (+)"), kRoomOfZoom, Icon::Plus);
    connect(smaller, &QPushButton::clicked, &canvas, [&canvas] { canvas.zoomBy(0.8); });
    connect(larger, &QPushButton::clicked, &canvas, [&canvas] { canvas.zoomBy(1.25); });
    connect(add({}, tr("Fit all (F)"), kRoomOfZoom, Icon::Fit), &QPushButton::clicked, &canvas, &GraphCanvas::fitAll);
    const QString whole = tr("Export the whole graph (the menu of the canvas exports what is in view)");
    connect(add({}, whole, kRoomOfZoom, Icon::Export), &QPushButton::clicked, this, &GraphBar::exportChosen);
    connect(&canvas, &GraphCanvas::zoomChanged, zoom,
            [zoom](double now) { zoom->setText(QStringLiteral("%1 %").arg(static_cast<int>(now * 100 + 0.5))); });
}

void GraphBar::setSwitches(const ShownGraph& graph) {
    m_modules->setChecked(graph.is(ShownGraph::Switch::Modules));
    m_flat->setChecked(!graph.is(ShownGraph::Switch::Modules));
    m_fold->setChecked(graph.is(ShownGraph::Switch::Patterns));
    m_down->setChecked(!graph.is(ShownGraph::Switch::LeftRight));
    m_right->setChecked(graph.is(ShownGraph::Switch::LeftRight));
}

void GraphBar::setTraced(bool on) { m_trace->setChecked(on); }

void GraphBar::tell(const QString& what) { m_found->setText(what); }

void GraphBar::setParts(QWidget* left, QWidget* right) {
    m_path->hide();
    m_split->hide();
    m_row->insertWidget(0, left, 1);
    m_row->addWidget(right);
}

bool GraphBar::splits() const { return !m_split->isHidden(); }

/// Where there is little room, the bar keeps what has no place in the menu.
void GraphBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const int digit = QFontMetrics(bodyFont()).horizontalAdvance(QLatin1Char('0'));
    bool all = true;
    for (const auto& [part, digits] : m_parts) {
        part->setVisible(width() >= digits * digit);
        all = all && !part->isHidden();
    }
    m_more->setVisible(!all);
    showCrumbs();
}

/// The buttons that the bar has no room for.
void GraphBar::showMore() {
    QMenu* menu = makeMenu(this);
    for (const auto& [part, _] : m_parts) {
        auto* button = qobject_cast<QPushButton*>(part);
        if (button == nullptr || !button->isHidden()) continue;
        QAction* action = menu->addAction(button->icon(), button->text().isEmpty() ? button->toolTip() : button->text(), button,
                                          &QPushButton::click);
        action->setCheckable(button->isCheckable());
        action->setChecked(button->isChecked());
        action->setToolTip(button->toolTip());
    }
    menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

void GraphBar::setCrumbs(QList<Crumb> crumbs) {
    m_crumbs = std::move(crumbs);
    showCrumbs();
}

void GraphBar::showCrumbs() {
    if (m_crumbs.isEmpty()) return m_path->clear();
    QStringList names, parts;
    for (const Crumb& crumb : m_crumbs) {
        names.append(crumb.name);
        parts.append(!crumb.module.isEmpty()    ? quietLink(crumb.module, crumb.name)
                     : !crumb.address.isEmpty() ? QStringLiteral("<b>%1</b>").arg(html(crumb.name))
                                                : html(crumb.name));
    }
    // Where there is no room, what is selected and what is next to it stays.
    const QFontMetrics metrics(headingFont());
    const auto tooWide = [&] { return metrics.horizontalAdvance(names.join(QStringLiteral("  ›  "))) > m_path->width(); };
    while (parts.size() > 2 && tooWide()) {
        names.removeFirst();
        parts.removeFirst();
    }
    if (tooWide())
        parts.last() =
            QStringLiteral("<b>%1</b>")
                .arg(html(metrics.elidedText(names.last(), Qt::ElideMiddle, m_path->width() / static_cast<int>(names.size()))));
    m_path->setText(parts.join(QStringLiteral(" <span style='color:%1'>›</span> ").arg(tokens().text3.name())));
    m_path->setToolTip(tip(m_crumbs.last().address));
}

}  // namespace etscope::ui
