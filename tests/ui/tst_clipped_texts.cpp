// No text of the window is cut without a sign and no part lies over another: every page on the sample, at the sizes of common
// screens, with texts twice as large and in German, there also with larger texts.
#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QStyleOption>
#include <QTabBar>

#include "look/language.h"
#include "look/tokens.h"
#include "models/link.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::samplePath;
using test::settle;

namespace {

constexpr const char *kLarge = "ETSCOPE_TWICE_AS_LARGE", *kGerman = "ETSCOPE_IN_GERMAN", *kTexts = "ETSCOPE_TEXTS_AS_LARGE";

QString nameOf(const QWidget& widget) {
    QStringList path;
    for (const QWidget* at = &widget; at != nullptr && !at->isWindow() && path.size() < 4; at = at->parentWidget())
        if (!at->objectName().startsWith("qt_"))
            path.prepend(at->objectName().isEmpty() ? at->metaObject()->className() : at->objectName());
    return path.join('/');
}

/// Pixels that are missing for a label, which may be rich text or wrap.
int missing(const QLabel& label) {
    if (label.text().isEmpty() || !label.pixmap(Qt::ReturnByValue).isNull()) return 0;
    if (label.wordWrap()) return label.heightForWidth(label.width()) - label.height();
    return label.sizeHint().width() - label.width();
}

int missing(const QAbstractButton& button) {
    const int text = button.fontMetrics().size(Qt::TextShowMnemonic, button.text()).width();
    if (text == 0) return 0;
    const int indicator =
        button.isCheckable() && button.inherits("QCheckBox") ? button.style()->pixelMetric(QStyle::PM_IndicatorWidth) + 4 : 0;
    return text + indicator + (button.icon().isNull() ? 0 : button.iconSize().width() + 4) - button.width();
}

int missing(const QComboBox& combo) {
    QStyleOptionComboBox option;
    option.initFrom(&combo);
    option.editable = combo.isEditable();
    option.subControls = QStyle::SC_All;
    const QRect room = combo.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &combo);
    return combo.fontMetrics().horizontalAdvance(combo.currentText()) - room.width();
}

/// Of the tab that lacks most, where the bar cannot scroll to it.
int missing(const QTabBar& tabs) {
    int worst = 0;
    for (int tab = 0; tab < tabs.count(); ++tab)
        if (tabs.isTabVisible(tab))
            worst = std::max(worst, tabs.fontMetrics().horizontalAdvance(tabs.tabText(tab)) - tabs.tabRect(tab).width());
    return worst;
}

/// Pixels that lie outside of what is around it, as far as that does not scroll.
int outside(const QWidget& widget) {
    QRect rect = widget.rect();
    for (const QWidget* at = &widget; !at->isWindow(); at = at->parentWidget()) {
        const QWidget* around = at->parentWidget();
        if (qobject_cast<const QAbstractScrollArea*>(around->parentWidget()) != nullptr ||
            qobject_cast<const QTabBar*>(around) != nullptr)
            return 0;
        rect.translate(at->pos());
        if (const int beyond = rect.right() - around->width(); beyond > 0) return beyond;
    }
    return 0;
}

template <class W>
void check(const QWidget& window, const QString& page, QStringList& cut) {
    for (const W* widget : window.findChildren<W*>()) {
        if (!widget->isVisible() || widget->width() <= 1) continue;
        const bool elides = widget->inherits("etscope::ui::ElidedLabel") || widget->inherits("etscope::ui::LabelledCombo");
        const int lacks = elides ? 0 : missing(*widget), beyond = outside(*widget);
        if (lacks > 1 && widget->toolTip().isEmpty())
            cut.append(QStringLiteral("%1: %2 lacks %3 pixels").arg(page, nameOf(*widget)).arg(lacks));
        if (beyond > 1) cut.append(QStringLiteral("%1: %2 reaches %3 pixels beyond").arg(page, nameOf(*widget)).arg(beyond));
    }
}

/// Parts of one place that lie over one another. What has a layout of its own kind may: bars in a field, pages of a stack.
void checkOverlaps(const QWidget& window, const QString& page, QStringList& cut) {
    constexpr int kHair = 1;
    for (const QWidget* around : window.findChildren<QWidget*>()) {
        if (!around->isVisible() || around->layout() == nullptr || around->inherits("QMainWindow")) continue;
        QList<const QWidget*> parts;
        for (const QWidget* part : around->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
            if (part->isVisible() && around->layout()->indexOf(part) >= 0) parts.append(part);
        for (const QWidget* one : parts)
            for (const QWidget* other : parts) {
                const QRect both = one->geometry().intersected(other->geometry());
                if (one < other && both.width() > kHair && both.height() > kHair)
                    cut.append(QStringLiteral("%1: %2 lies over %3").arg(page, nameOf(*one), nameOf(*other)));
            }
    }
}

/// Labels that stand in a button, over its words.
void checkButtons(const QWidget& window, const QString& page, QStringList& cut) {
    for (const QPushButton* button : window.findChildren<QPushButton*>()) {
        if (!button->isVisible() || button->text().isEmpty()) continue;
        QStyleOptionButton option;
        option.initFrom(button);
        const int left = button->style()->subElementRect(QStyle::SE_PushButtonContents, &option, button).left();
        const int end = left + (button->icon().isNull() ? 0 : button->iconSize().width() + 4) +
                        button->fontMetrics().size(Qt::TextShowMnemonic, button->text()).width();
        for (const QLabel* label : button->findChildren<QLabel*>())
            if (label->isVisible() && !label->text().isEmpty() && label->x() < end)
                cut.append(QStringLiteral("%1: %2 lies over “%3”").arg(page, nameOf(*label), button->text()));
    }
}

QStringList cutOf(const QWidget& window, const QString& page) {
    QStringList cut;
    checkOverlaps(window, page, cut);
    checkButtons(window, page, cut);
    check<QLabel>(window, page, cut);
    check<QAbstractButton>(window, page, cut);
    check<QComboBox>(window, page, cut);
    check<QTabBar>(window, page, cut);
    cut.removeDuplicates();
    return cut;
}

}  // namespace

class TestClippedTexts : public QObject {
    Q_OBJECT
private slots:
    void init() { QSettings().clear(); }
    void initTestCase() {
        if (!qEnvironmentVariableIsEmpty(kGerman)) applyLanguage("de");
        if (const QByteArray scale = qgetenv(kTexts); !scale.isEmpty()) setTextScale(scale.toDouble());
        applyTheme(*qApp, Theme::Light);
    }

    void everyPage_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1366x768") << QSize(1366, 768);
        if (!qEnvironmentVariableIsEmpty(kGerman)) return;
        QTest::newRow("960x540") << QSize(960, 540);  // 1920x1080 at 200 %
        if (qEnvironmentVariableIsEmpty(kLarge)) QTest::newRow("1600x1000") << QSize(1600, 1000);
    }
    void everyPage() {
        QFETCH(QSize, size);
        MainWindow window;
        window.resize(size);
        window.show();
        window.workspace().open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        QStringList cut;
        for (const PageInfo& info : pageTable()) {
            const QString page = QString::fromLatin1(info.name);
            window.showPage(page);
            settle(window);
            if (const QByteArray folder = qgetenv("ETSCOPE_PICTURES"); !folder.isEmpty())
                window.grab().save(QStringLiteral("%1/%2-%3%4.png")
                                       .arg(QString::fromUtf8(folder), page)
                                       .arg(size.width())
                                       .arg(qEnvironmentVariableIsEmpty(kLarge) ? "" : "-large"));
            // Rows that were made last are laid out by events of their own.
            QStringList here;
            static_cast<void>(QTest::qWaitFor([&] { return (here = cutOf(window, page)).isEmpty(); }, 2000));
            cut += here;
        }
        QVERIFY2(cut.isEmpty(), qPrintable('\n' + cut.join('\n')));
    }

    void startPage_data() { everyPage_data(); }
    void startPage() {
        QFETCH(QSize, size);
        MainWindow window;
        window.resize(size);
        window.show();
        settle(window);
        const QStringList cut = cutOf(window, "start");
        QVERIFY2(cut.isEmpty(), qPrintable('\n' + cut.join('\n')));
        QVERIFY(!window.findChild<QWidget*>("inspectorDock")->isVisible());
    }

    /// The walk finds what lies over another.
    void overlapsAreFound() {
        QWidget window, part(&window);
        auto* row = new QHBoxLayout(&part);
        for (const char* text : {"one button of a row", "another one"}) {
            auto* button = new QPushButton(text, &part);
            button->setFixedWidth(button->sizeHint().width());
            row->addWidget(button);
        }
        part.setGeometry(0, 0, part.sizeHint().width(), 40);
        window.show();
        QStringList cut;
        checkOverlaps(window, "page", cut);
        QCOMPARE(cut, QStringList());
        part.setGeometry(0, 0, 60, 40);
        QCoreApplication::processEvents();
        checkOverlaps(window, "page", cut);
        QCOMPARE(cut.size(), 1);
    }

    /// The walk finds what is cut.
    void cutTextsAreFound() {
        QWidget window;
        auto* label = new QLabel("a text that is longer than its label", &window);
        auto* button = new QPushButton("and one of a button", &window);
        label->setGeometry(0, 0, 60, 20);
        button->setGeometry(0, 30, 40, 20);
        window.resize(300, 100);
        window.show();
        QStringList cut;
        check<QLabel>(window, "page", cut);
        check<QAbstractButton>(window, "page", cut);
        QCOMPARE(cut.size(), 2);
        label->setGeometry(200, 0, label->sizeHint().width(), 20);
        button->setToolTip("and one of a button");
        cut.clear();
        check<QLabel>(window, "page", cut);
        check<QAbstractButton>(window, "page", cut);
        QVERIFY2(cut.size() == 1 && cut.first().contains("beyond"), qPrintable(cut.join('\n')));
    }

    void again_data() {
        QTest::addColumn<QString>("how");
        QTest::addColumn<QString>("scale");
        QTest::addColumn<QString>("texts");
        QTest::newRow("twice as large") << kLarge << "2"
                                        << "1";
        QTest::newRow("in German") << kGerman << "1"
                                   << "1";
        QTest::newRow("in German, with larger texts") << kGerman << "1"
                                                      << "1.3";
    }
    /// In a process of its own: scale and language are told before anything is made.
    void again() {
        if (!qEnvironmentVariableIsEmpty(kLarge) || !qEnvironmentVariableIsEmpty(kGerman)) return;
        QFETCH(QString, how);
        QFETCH(QString, scale);
        QFETCH(QString, texts);
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(how, "1");
        environment.insert("QT_SCALE_FACTOR", scale);
        environment.insert(kTexts, texts);
        process.setProcessEnvironment(environment);
        process.start(QCoreApplication::applicationFilePath(), {"tst_clipped_texts", "everyPage", "startPage"});
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardOutput().constData());
    }
};

ETSCOPE_TEST(TestClippedTexts)
#include "tst_clipped_texts.moc"
