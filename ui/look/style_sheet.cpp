// The style sheet of the window's chrome.

#include <QRegularExpression>
#include <utility>

#include "look/theme.h"

namespace etscope::ui {
namespace {

// @names are replaced by colours of the tokens.
constexpr const char* kSheet = R"(
QDialog { background: @window; }
QMenuBar { background: @window; padding: 0 4px; }
QMenuBar::item { padding: 4px 10px; background: transparent; }
QMenuBar::item:selected { background: @selection; border-radius: 4px; }
QMenu { background: @base; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 4px 24px 4px 12px; border-radius: 3px; }
QMenu::item:selected { background: @selection; }
QMenu::item:disabled { color: @text3; }
QMenu::separator { height: 1px; background: @hairline; margin: 4px 6px; }
QToolBar { background: @raised; border: none; border-top: 1px solid @border; border-bottom: 1px solid @border; spacing: 6px; padding: 5px 8px; }
QToolBar QToolButton { border: none; border-radius: 4px; padding: 5px; color: @text2; }
QToolBar QToolButton:hover { background: @selection; }
QToolBar QToolButton:focus { border: 2px solid @accent; padding: 3px; }
QDockWidget { color: @text; font-weight: 600; }
QWidget#dockTitle { background: @window; border-bottom: 1px solid @border; }
QStatusBar { background: @window; border-top: 1px solid @border; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @text2; }
QWidget#viewRow { background: @raised; border-bottom: 1px solid @border; }
QWidget#breadcrumb QComboBox { font-weight: 500; }
QToolButton#moreViews { border: 1px solid @border; border-radius: 4px; padding: 0 5px; color: @text2; background: @base; }
QTabBar#dockTabs::tab, QTabBar#differenceModes::tab { background: transparent; color: @text2; padding: 5px 10px; border: none; border-bottom: 2px solid transparent; }
QTabBar#dockTabs::tab:selected, QTabBar#differenceModes::tab:selected { color: @text; border-bottom: 2px solid @accent; }
etscope--ui--Banner { background: @amberBack; border-bottom: 1px solid @border; }
etscope--ui--Banner[note="true"] { background: @noteBack; }
QWidget#pageArea { background: @base; }
QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit#values { background: @base; border: 1px solid @border; border-radius: 4px; padding: 3px 8px; selection-background-color: @selection; selection-color: @text; }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus { border: 2px solid @accent; padding: 2px 7px; }
QPushButton:focus, QToolButton#flat:focus { border: 2px solid @accent; padding: 3px 9px; }
QToolButton:focus { border: 2px solid @accent; border-radius: 4px; }
QCheckBox:focus { border: 2px solid @accent; border-radius: 4px; }
QLineEdit:disabled, QComboBox:disabled { color: @text3; }
QComboBox { combobox-popup: 0; }
QComboBox::drop-down { border: none; width: 18px; }
QComboBox QAbstractItemView { background: @base; border: 1px solid @border; selection-background-color: @selection; selection-color: @text; outline: none; }
QPushButton, QToolButton#flat { background: @base; border: 1px solid @border; border-radius: 4px; padding: 4px 10px; }
QPushButton:hover, QToolButton#flat:hover { background: @hover; }
QPushButton:pressed { background: @selection; }
QPushButton:checked, QToolButton#flat:checked { background: @selection; border-color: @accent; }
QPushButton:disabled { color: @text3; }
QPushButton#primary, QPushButton[primary="true"]:enabled { background: @accent; color: @onAccent; border-color: @accent; font-weight: 600; }
QPushButton#primary:focus, QPushButton[primary="true"]:focus { border-color: @text; }
QPushButton#sectionHead { background: @raised; border: none; border-bottom: 1px solid @hairline; border-radius: 0; font-weight: 600; text-align: left; padding: 5px 10px; }
QPushButton#sectionHead:focus, QPushButton#link:focus { border: 2px solid @accent; border-radius: 4px; padding: 3px 8px; }
QPushButton#link:focus { padding: 0; }
QPushButton#sectionHead QLabel { color: @text3; font-weight: 400; }
QPushButton#link { background: transparent; border: none; color: @accent; padding: 0; text-align: left; }
QTableView, QTreeView, QListView, QScrollArea, QTextBrowser, QPlainTextEdit { background: @base; border: none; outline: none; }
QFrame#cardOfCause { border: 2px solid @differ; border-radius: 4px; background: @base; }
QTableView#card, QFrame#card, QFrame#stateSteps { border: 1px solid @border; border-radius: 4px; background: @base; }
QListWidget#recent { border: 1px solid @border; border-radius: 4px; }
QLabel#keyCap { background: @raised; border: 1px solid @border; border-radius: 3px; padding: 0 4px; color: @text2; }
QFrame#reproStrip { background: @raised; border: none; border-top: 1px solid @border; border-bottom: 1px solid @border; }
QFrame#reproNumbers { border: none; border-bottom: 1px solid @border; }
QFrame#partLine { background: @border; border: none; }
QFrame#hairline { background: @hairline; border: none; }
QTreeView::item { height: 23px; border: none; }
QTreeView::item:selected:active { background: @selection; color: @text; }
QTreeView::item:selected:!active { background: @idleSelection; color: @text; }
QHeaderView { background: @raised; border: none; }
QHeaderView::section { background: @raised; color: @text2; border: none; border-bottom: 1px solid @border; border-right: 1px solid @hairline; padding: 3px 8px; }
QTableCornerButton::section { background: @raised; border: none; border-bottom: 1px solid @border; }
QSplitter::handle { background: @border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QProgressBar { background: @border; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; text-align: center; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QToolTip { background: @raised; color: @text; border: 1px solid @border; padding: 4px; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @handle; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @control; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: transparent; width: 0; height: 0; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QCheckBox { spacing: 6px; }
QSlider::groove:horizontal { background: @border; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal:disabled { background: @border; }
QSlider::handle:horizontal { background: @base; border: 2px solid @accent; width: 12px; margin: -6px 0; border-radius: 8px; }
QSlider::handle:horizontal:focus { background: @accent; }
QSlider::handle:horizontal:disabled { border-color: @control; }
QCheckBox::indicator { width: 13px; height: 13px; border: 1px solid @control; border-radius: 2px; background: @base; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; }
QTabWidget::pane { border: none; border-top: 1px solid @border; }
QTabWidget QTabBar::tab { background: transparent; color: @text2; padding: 5px 10px; border: none; border-bottom: 2px solid transparent; }
QTabWidget QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
)";

/// Room grows with the texts, lines do not.
QString scaled(const QString& sheet) {
    constexpr int kThickestLine = 2;
    static const QRegularExpression kPixels(QStringLiteral("(\\d+)px"));
    QString all;
    qsizetype at = 0;
    for (auto hits = kPixels.globalMatch(sheet); hits.hasNext();) {
        const auto hit = hits.next();
        const int usual = hit.capturedView(1).toInt();
        all += QStringView(sheet).mid(at, hit.capturedStart() - at);
        all += QString::number(usual <= kThickestLine ? usual : px(usual)) + QLatin1String("px");
        at = hit.capturedEnd();
    }
    return all += QStringView(sheet).mid(at);
}

}  // namespace

QString styleSheet(const Tokens& t) {
    QString sheet = QString::fromUtf8(kSheet);
    // Longer names first: @text is the beginning of @text2.
    const std::pair<const char*, QColor> names[] = {{"@idleSelection", t.idleSelection},
                                                    {"@selection", t.selection},
                                                    {"@amberBack", t.amberBack},
                                                    {"@noteBack", t.noteBack},
                                                    {"@hairline", t.hairline},
                                                    {"@onAccent", t.onAccent},
                                                    {"@control", t.control},
                                                    {"@differ", t.differ},
                                                    {"@handle", t.handle},
                                                    {"@window", t.window},
                                                    {"@raised", t.raised},
                                                    {"@border", t.border},
                                                    {"@accent", t.accent},
                                                    {"@hover", t.hover},
                                                    {"@text2", t.text2},
                                                    {"@text3", t.text3},
                                                    {"@base", t.base},
                                                    {"@text", t.text}};
    for (const auto& [name, colour] : names) sheet.replace(QLatin1String(name), colour.name());
    return scaled(sheet);
}

}  // namespace etscope::ui
