// The parts around the pages: Inspector, Outline, Source, Values; names of files that look like markup; another theme while the
// window is open.
#include <QClipboard>
#include <QLabel>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTextDocument>
#include <QtTest>

#include "frame/page_table.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "program/program_builder.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::graphOf;
using test::samplePath;
using test::settle;

namespace {

constexpr const char* kHostile = "x'><h1>abcde";

void open(MainWindow& window, const QStringList& paths = {samplePath()}) {
    window.resize(1600, 1000);
    window.show();
    window.workspace().open(paths);
    QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
    settle(window);
}

QWidget* inspectorOf(const MainWindow& window) { return window.findChild<QWidget*>("inspector"); }

/// What the Inspector says.
QString saidBy(const QWidget* part) {
    QString all;
    for (const QLabel* label : part->findChildren<QLabel*>())
        if (label->isVisibleTo(part)) all += QString(label->text()).remove(QChar(0x200B)) + QLatin1Char('\n');
    return all;
}

bool readsMarkup(const QLabel& label) {
    return label.textFormat() == Qt::RichText || (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
}

std::string hostileProgram() {
    test::ProgramBuilder builder(test::vlmProgram());
    for (std::size_t i = 0; i < builder.program.execution_plan.size(); ++i) {
        builder.plan(i).name = kHostile + std::to_string(i);
        for (auto& one : builder.plan(i).operators) one->name = std::string("aten::") + kHostile + one->name;
        for (auto& one : builder.plan(i).delegates) one->id = std::string(kHostile) + one->id;
    }
    builder.addNamedData(std::string("metadata.") + kHostile, "12345678");
    builder.addNamedData(kHostile, "12345678");
    return builder.bytes();
}

}  // namespace

class TestDocks : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("etscope-test");
        QCoreApplication::setApplicationName("etscope-test");
    }
    void init() { applyTheme(*qApp, Theme::Light); }

    void escapes() {
        QCOMPARE(html("a<b>&'\""), QString("a&lt;b&gt;&amp;&#39;&quot;"));
        QTextDocument document;
        document.setHtml(ui::link("x' href='y\"><h1>", "<h1>'"));
        QCOMPARE(document.toPlainText(), QString("<h1>'"));
        QCOMPARE(document.begin().begin().fragment().charFormat().anchorHref(), QString("x' href='y\"><h1>"));
        QVERIFY(!Qt::mightBeRichText(tip("plain")));
        document.setHtml(tip("<h1>x"));
        QCOMPARE(document.toPlainText(), QString("<h1>x"));
    }

    /// Words that are wider than the room have places to break; markup and entities stay whole.
    void breaksLongWords() {
        const QFontMetrics metrics(codeFont());
        const int room = metrics.horizontalAdvance("0123456789");
        QCOMPARE(breakable("short words only", false, metrics, room), QString("short words only"));
        const QString path = breakable("layers.0.attention.wo", false, metrics, room);
        QVERIFY(path.startsWith(QString("layers.0.") + QChar(0x200B)));
        QCOMPARE(QString(path).remove(QChar(0x200B)), QString("layers.0.attention.wo"));
        const QString link = "<a href=\"a/very/long/target/that/stays\">&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;</a>";
        const QString broken = breakable(link, true, metrics, room);
        QVERIFY(broken != link && broken.contains("stays\">"));
        QCOMPARE(QString(broken).remove(QChar(0x200B)), link);
        QVERIFY(!broken.contains(QString("&") + QChar(0x200B)) && !broken.contains(QString(QChar(0x200B)) + ";"));
    }

    void namesAreNotMarkup() {
        QTemporaryDir folder;
        QFile file(folder.filePath("x'><h1>abcde.pte"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const std::string bytes = hostileProgram();
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        file.close();
        MainWindow window;
        open(window, {file.fileName()});
        Workspace& workspace = window.workspace();
        QVERIFY(workspace.methods().size() >= 3 && workspace.methods().front().startsWith(kHostile));
        const QString method = workspace.methods().front();
        const auto check = [&](const QString& where) {
            settle(window);
            for (const QLabel* label : window.findChildren<QLabel*>())
                if (!window.statusBar()->isAncestorOf(label) && readsMarkup(*label) &&
                    label->text().contains("<h1", Qt::CaseInsensitive))
                    qWarning() << where << label->parent() << label->text(), QTest::qFail("markup", __FILE__, __LINE__);
            for (const QWidget* widget : window.findChildren<QWidget*>())
                if (Qt::mightBeRichText(widget->toolTip()) && widget->toolTip().contains("<h1"))
                    QFAIL(qPrintable(where + widget->toolTip()));
        };
        for (const PageInfo& page : pageTable()) {
            window.showPage(page.name);
            check(page.name);
        }
        window.showPage("graph");
        const auto* index = &graphOf(window)->canvas()->scene()->view().index();
        const QString node = ui::text(index->model().nodePath(index->model().top().nodes.front()));
        for (const Address& address :
             {Address::ofMethod(method), Address::ofStage(method, "program"), Address::ofNode(method, "program", node),
              Address::ofMetadata(kHostile), Address::ofFile("x'><h1>abcde.pte"), Address::ofTensor(0),
              Address::ofOutput(method, 0, 0), Address::ofProblem(0)}) {
            workspace.select(address);
            check(address.text());
        }
    }

    /// What belongs together is told as the run and the files say it.
    void pairing() {
        MainWindow window;
        open(window);
        window.workspace().select(Address::ofOutput("text_decoder", 0, 0));
        settle(window);
        const QString said = saidBy(inspectorOf(window));
        QVERIFY2(said.contains("reference_outputs[text_decoder][0]") && said.contains("run "), qPrintable(said));
        QVERIFY2(!said.contains("ascending order"), qPrintable(said));
        open(window, {samplePath() + "/model.etrecord", samplePath() + "/out-text_decoder-2-0.npy"});
        window.workspace().select(Address::ofOutput("text_decoder", 0, 0));
        settle(window);
        QVERIFY(saidBy(inspectorOf(window)).contains("ascending order"));
    }

    /// A program that was cut short has at least what could be read.
    void programCutShort() {
        QTemporaryDir folder;
        QFile whole(samplePath() + "/model.pte"), cut(folder.filePath("cut.pte"));
        QVERIFY(whole.open(QIODevice::ReadOnly) && cut.open(QIODevice::WriteOnly));
        cut.write(whole.read(whole.size() * 6 / 10));
        cut.close();
        MainWindow window;
        open(window, {cut.fileName()});
        window.workspace().select(Address::ofMethod("text_decoder"));
        settle(window);
        const QString said = saidBy(inspectorOf(window));
        QVERIFY2(said.contains(QStringLiteral("≥ ")), qPrintable(said));
    }

    /// A long name is whole, and copied as it is.
    void longNamesWrap() {
        QWidget parent;
        TextLabel label("language_model.layers.0.self_attention.q_proj", Qt::PlainText, &Tokens::text, &parent);
        label.setFont(codeFont());
        label.resize(120, 100);
        parent.show();
        QTest::qWait(20);
        QVERIFY(label.heightForWidth(120) > 2 * QFontMetrics(codeFont()).height());
        label.setFocus();
        label.setSelection(0, static_cast<int>(label.text().size()));
        QTest::keyClick(&label, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), label.whole());
    }

    /// What was made with the colours of one theme is read in the other.
    void anotherTheme() {
        MainWindow window;
        open(window);
        window.showPage("graph");
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_linear_default_3"));
        settle(window);
        for (const Theme theme : {Theme::Dark, Theme::Light}) {
            applyTheme(*qApp, theme);
            settle(window);
            for (const char* part : {"inspector", "page-overview", "bottom"})
                for (const QLabel* label : window.findChild<QWidget*>(part)->findChildren<QLabel*>()) {
                    if (label->text().isEmpty()) continue;
                    const QColor colour = label->palette().color(label->foregroundRole());
                    const int contrast = std::abs(colour.lightness() - tokens().base.lightness());
                    QVERIFY2(contrast > 60, qPrintable(label->text() + ' ' + colour.name()));
                }
        }
    }
};

QTEST_MAIN(TestDocks)
#include "tst_docks.moc"
