// Themes: the contrast of their colours, how they are chosen, remembered and followed while the window is open.
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QSettings>
#include <QTabBar>
#include <QtTest>
#include <cmath>

#include "frame/commands.h"
#include "look/theme.h"
#include "support/test_case.h"
#include "windows.h"

using namespace etscope::ui;
using namespace etscope::test;

namespace {

/// Relative luminance and contrast ratio of WCAG 2.
double luminance(const QColor& colour) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return std::max(one, other) / std::min(one, other);
}

using Named = std::pair<const char*, QColor>;

}  // namespace

class TestTheme : public QObject {
    Q_OBJECT
private slots:
    void init() { applyTheme(*qApp, Theme::Light); }
    void cleanup() { setDesktopDark(std::nullopt); }

    void contrastOfTexts_data() {
        QTest::addColumn<Theme>("theme");
        QTest::addColumn<double>("ofText");
        QTest::addColumn<double>("ofMarks");
        QTest::newRow("light") << Theme::Light << 4.5 << 3.0;
        QTest::newRow("dark") << Theme::Dark << 4.5 << 3.0;
        QTest::newRow("high contrast") << Theme::HighContrast << 7.0 << 7.0;
    }
    void contrastOfTexts() {
        QFETCH(Theme, theme);
        QFETCH(double, ofText);
        QFETCH(double, ofMarks);
        const Tokens& t = tokensOf(theme);
        QVERIFY(&t == &tokensOf(theme) && (theme == Theme::Light || &t != &tokensOf(Theme::Light)));
        const std::vector<Named> texts{
            {"text", t.text},      {"text2", t.text2},   {"text3", t.text3}, {"accent", t.accent},
            {"match", t.match},    {"differ", t.differ}, {"amber", t.amber}, {"incomparable", t.incomparable},
            {"missing", t.missing}};
        const std::vector<Named> chrome{{"base", t.base},           {"window", t.window},       {"raised", t.raised},
                                        {"alternate", t.alternate}, {"selection", t.selection}, {"idleSelection", t.idleSelection}};
        for (const Named& text : texts)
            for (const Named& back : chrome) check(text, back, ofText);
        const std::vector<Named> codes{{"keyword", t.keyword}, {"string", t.string}, {"number", t.number}, {"comment", t.comment}};
        for (const Named& text : codes) check(text, {"base", t.base}, ofText);
        for (const auto& [text, back] : {std::pair<Named, Named>{{"match", t.match}, {"matchBack", t.matchBack}},
                                         {{"differ", t.differ}, {"differBack", t.differBack}},
                                         {{"amber", t.amber}, {"amberBack", t.amberBack}},
                                         {{"incomparable", t.incomparable}, {"incomparableBack", t.incomparableBack}},
                                         {{"missing", t.missing}, {"missingBack", t.missingBack}},
                                         {{"onAccent", t.onAccent}, {"accent", t.accent}},
                                         {{"text", t.text}, {"hover", t.hover}},
                                         {{"text", t.text}, {"found", t.found}},
                                         {{"text", t.text}, {"noteBack", t.noteBack}},
                                         {{"text", t.text}, {"amberBack", t.amberBack}},
                                         {{"accent", t.accent}, {"canvas", t.canvas}},
                                         {{"text2", t.text2}, {"canvas", t.canvas}}})
            check(text, back, ofText);
        for (const FamilyColours& family : t.families) check({"text", t.text}, {"a family's fill", family.fill}, ofText);
        for (const FamilyColours& side : t.delegation) check({"text", t.text}, {"delegation", side.fill}, ofText);
        for (const QColor& group : t.group) check({"text", t.text}, {"group", group}, ofText);
        for (const Named& mark :
             {Named{"amberMark", t.amberMark}, Named{"control", t.control}, Named{"edge", t.edge}, Named{"series 1", t.series[0]},
              Named{"series 2", t.series[1]}, Named{"series 3", t.series[2]}, Named{"series 4", t.series[3]}})
            check(mark, {"base", t.base}, ofMarks);
        for (const FamilyColours& family : t.families) check({"a family's bar", family.bar}, {"base", t.base}, ofMarks);
        if (theme == Theme::HighContrast) {
            check({"border", t.border}, {"base", t.base}, ofMarks);
            check({"handle", t.handle}, {"base", t.base}, 3.0);
            QVERIFY2(contrast(t.handle, t.base) < contrast(t.border, t.base) / 2, "scroll bars are heavier than what they scroll");
        }
    }

    void namesComeBack() {
        for (const Theme theme : {Theme::System, Theme::Light, Theme::Dark, Theme::HighContrast})
            QVERIFY(themeNamed(themeName(theme)) == theme);
        QVERIFY(!themeNamed("pink") && !themeNamed(""));
    }

    void systemFollowsTheDesktopWhileOpen() {
        MainWindow window;
        window.show();
        QVERIFY(window.run("view.theme.system"));
        QVERIFY(!tokens().dark);
        setDesktopDark(true);
        QVERIFY(tokens().dark);
        QVERIFY(QApplication::palette().color(QPalette::Base).lightness() < 128);
        QVERIFY(window.commands().action("view.theme.system")->isChecked());
        setDesktopDark(false);
        QVERIFY(!tokens().dark);
        // The desktop says nothing any more: its palette does, which is light here.
        setDesktopDark(true);
        setDesktopDark(std::nullopt);
        QVERIFY(!tokens().dark);
        // A theme that was chosen stays.
        QVERIFY(window.run("view.theme.light"));
        setDesktopDark(true);
        QVERIFY(!tokens().dark);
        QVERIFY(window.commands().action("view.theme.light")->isChecked());
        QVERIFY(!window.commands().action("view.theme.system")->isChecked());
    }

    void thePlatformsChangeIsFollowed() {
        MainWindow window;
        window.show();
        applyTheme(*qApp, Theme::System);
        QApplication::setPalette(tokensPalette(Theme::Dark));  // whatever a platform does to the palette
        QEvent event(QEvent::ThemeChange);
        QApplication::sendEvent(&window, &event);
        QCOMPARE(QApplication::palette().color(QPalette::Base), tokensOf(Theme::Light).base);
    }

    void aThemeIsRemembered() {
        QSettings().clear();
        {
            MainWindow window;
            window.remember();
            QVERIFY(window.run("view.theme.high-contrast"));
        }
        QCOMPARE(QSettings().value("theme").toString(), QString("high-contrast"));
        applyTheme(*qApp, Theme::System);
        MainWindow other;
        other.remember();
        QVERIFY(currentTheme() == Theme::HighContrast);
        QCOMPARE(tokens().text, QColor(Qt::black));
        // One that was asked for stays, and what is done in a window that does not remember is not kept.
        applyTheme(*qApp, Theme::Light);
        MainWindow third;
        third.remember(false);
        QVERIFY(currentTheme() == Theme::Light);
        MainWindow quiet;
        QVERIFY(quiet.run("view.theme.dark"));
        QCOMPARE(QSettings().value("theme").toString(), QString("high-contrast"));
    }

    /// Nothing that is seen keeps a colour of the theme before.
    void everyPageIsRestyled_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<bool>("away");
        for (const char* page :
             {"start", "overview", "graph", "outputs", "gap", "tensors", "metadata", "memory", "sizes", "events"})
            for (const bool away : {false, true})
                if (!away || qstrcmp(page, "start") != 0)
                    QTest::addRow("%s%s", page, away ? ", when it is shown again" : "") << page << away;
    }
    void everyPageIsRestyled() {
        QFETCH(QString, page);
        QFETCH(bool, away);
        const auto shown = [&page, away](Theme first, Theme second) {
            applyTheme(*qApp, first);
            MainWindow window;
            window.resize(1440, 900);
            window.show();
            if (page != "start") {
                window.workspace().open({samplePath()});
                settle(window);
                window.workspace().setMethod("text_decoder");
                window.showPage(page);
            }
            settle(window);
            if (away) window.showPage("handles"), settle(window);
            applyTheme(*qApp, second);
            if (away) settle(window), window.showPage(page);
            window.resize(1440, 880);  // texts that are elided are so by the same room
            settle(window);
            return window.grab().toImage();
        };
        const QImage changed = shown(Theme::Dark, Theme::HighContrast), made = shown(Theme::HighContrast, Theme::HighContrast);
        QCOMPARE(changed.size(), made.size());
        int others = 0;
        for (int y = 0; y < made.height(); ++y)
            for (int x = 0; x < made.width(); ++x) others += made.pixel(x, y) != changed.pixel(x, y) ? 1 : 0;
        QVERIFY2(others == 0, qPrintable(QString("%1 pixels").arg(others)));
    }

    /// What is not in view is left as it is until it is shown: no change goes through all widgets.
    void whatIsHiddenIsDressedWhenItIsShown() {
        MainWindow window;
        window.show();
        window.workspace().open({samplePath()});
        settle(window);
        const auto* hidden = window.page("tensors");
        window.showPage("tensors"), settle(window);
        window.showPage("overview"), settle(window);
        const QString before = hidden->styleSheet();
        QVERIFY(!before.isEmpty() && qApp->styleSheet().isEmpty());
        applyTheme(*qApp, Theme::Dark);
        settle(window);
        QVERIFY(window.updatesEnabled());
        QCOMPARE(hidden->styleSheet(), before);
        QVERIFY(window.page("overview")->styleSheet() != before);
        window.showPage("tensors");
        QCOMPARE(hidden->styleSheet(), window.page("overview")->styleSheet());
    }

    /// Dialogs, menus and tips: whatever is no part of the window when the theme changes.
    void windowsOfTheirOwnAreDressed() {
        QWidget alone;
        QLineEdit line(&alone);
        alone.show();
        const QString light = alone.styleSheet();
        QVERIFY(!light.isEmpty());
        applyTheme(*qApp, Theme::Dark);
        QTRY_VERIFY(alone.styleSheet() != light);
        QTRY_VERIFY(alone.updatesEnabled());
        MainWindow window;
        window.show();
        QDialog dialog(&window);
        dialog.show();
        QCOMPARE(dialog.styleSheet(), alone.styleSheet());
    }

    void largeTextsHaveRoom() {
        setTextScale(1.5);
        applyTheme(*qApp, Theme::Light);
        MainWindow window;
        window.resize(1600, 1000);
        window.show();
        window.workspace().open({samplePath()});
        settle(window);
        auto* views = window.findChild<QWidget*>("subViews");
        const int text = QFontMetrics(views->font()).height();
        QVERIFY(views->height() >= text + 6);
        QVERIFY(window.findChild<QLineEdit*>("find")->height() >= text + 6);
        QVERIFY(window.findChild<QComboBox*>("method")->height() >= text + 6);
        setTextScale(1);
        applyTheme(*qApp, Theme::Light);
        QVERIFY(QFontMetrics(bodyFont()).height() < text);
    }

private:
    static void check(const Named& text, const Named& back, double least) {
        const double ratio = contrast(text.second, back.second);
        QVERIFY2(ratio >= least, qPrintable(QString("%1 on %2: %3").arg(text.first, back.first).arg(ratio)));
    }
    static QPalette tokensPalette(Theme theme) {
        QPalette palette;
        palette.setColor(QPalette::Base, tokensOf(theme).base);
        return palette;
    }
};

ETSCOPE_TEST(TestTheme)
#include "tst_theme.moc"
