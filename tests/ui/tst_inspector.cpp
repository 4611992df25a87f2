// The Inspector tells of every kind of thing that can be selected what it is, how it stands and where it leads; the Outline's marks
// are those of the verdict.
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTreeWidget>
#include <numeric>

#include "docks/inspector.h"
#include "docks/outline.h"
#include "docks/section.h"
#include "models/link.h"
#include "support/test_case.h"
#include "ui/driver.h"
#include "workspace/entity_state.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;

class TestInspector : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_driver = std::make_unique<Driver>();
        m_driver->window().workspace().open({test::samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(workspace().session() != nullptr, 30000);
        QTRY_VERIFY_WITH_TIMEOUT(m_driver->window().workspace().findChild<SessionMarker*>()->marks() != nullptr, 60000);
        m_driver->settle();
    }
    void cleanupTestCase() { m_driver.reset(); }

    void tells_data() {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* address, const QStringList& words) { QTest::newRow(address) << address << words; };
        row("text_decoder", {"1 of 3 case", "Signature", "Stages", "Delegation", "Cases and runs", "3 runs"});
        row("text_decoder/edge", {"stage of text_decoder", "Graph", "Modules"});
        row("text_decoder/delegate:4", {"XNNPACK 4", "linear + RMSNorm · layers.0", "delegate of text_decoder", "Called by", "0/16",
                                        "Share", " of ", "median of ", "Modules", "layers.0.attention"});
        row("text_decoder/edge/aten_linear_default_3",
            {"linear_3", "Name", "aten_linear_default_3", "Operator", "layers.0.attention.wo", "Chain", "Inputs", "Used by"});
        row("text_decoder/program/0/16", {"XNNPACK 4 · layers.0 · instruction 0/16", "linear + RMSNorm", "Chain",
                                          "Time over all runs", "rank", "Raw", "DELEGATE_CALL"});
        row("text_decoder/edge/module:layers.0",
            {"Class", "DecoderBlock", "Source line", "Nodes", "Weights", "Time", "Largest error"});
        row("text_decoder/edge/value:cache_position", {"Type", "i64[s29]"});
        row("tensors/model.etrecord/text_decoder/edge/layers.0.attention.wo.weight",
            {"the program has the same", "Type", "f32[8,8]", "Bytes", "Stored in", "model.etrecord", "In the program", "Sharing"});
        row("runs/5", {"Number", "Method", "Case", "Compared", "Length", "Events"});
        row("runs/5/5", {"Time", "Raw", "Event name", "Clock"});
        row("text_decoder/outputs/case:2/0", {"differ", "Max |d|", "0.1388", "Reference", "Runtime", "Run"});
        row("text_decoder/outputs/case:2", {"text_decoder, case 2", "output 0", "max |d| 0.1388", "Fed the run"});
        row("files/model.pte", {"matches", "Kind", "Size", "Joined", "model.etrecord"});
        row("metadata/get_max_seq_len", {"Value", "Meaning"});
        row("named-data/layers.0.attention.wo.weight",
            {"layers.0.attention.wo.weight", "Used by", "text_decoder", "SHA-256", "Sharing"});
    }
    void tells() {
        QFETCH(QString, address);
        QFETCH(QStringList, words);
        const Address what = Address::parse(address, workspace().methods());
        QVERIFY(what.valid());
        workspace().select(what);
        m_driver->settle();
        const QString said = m_driver->texts("inspector");
        for (const QString& one : words) QVERIFY2(said.contains(one), qPrintable(one + " is not in\n" + said));
        QVERIFY2(!said.contains("no-such"), qPrintable(said));
    }

    /// Where a value of the memory plan lies and when it lives; its number is told, but is not its name.
    void memoryValues() {
        m_driver->window().showPage("memory");
        m_driver->settle();
        auto* table = m_driver->window().page("memory")->mainTable();
        QVERIFY(m_driver->click(table->model()->index(0, 0).data(AddressRole).value<Address>()));
        m_driver->settle();
        const QString said = m_driver->texts("inspector");
        for (const char* one :
             {"Arena", "Offset", "Lives from", "Lives to", "Value number", "Shape", "Operator", "Module", "At the peak"})
            QVERIFY2(said.contains(one), qPrintable(said));
    }

    /// The buttons lead to the pages that show the thing, and give its address.
    void deeds() {
        const Address node = Address::parse("text_decoder/edge/aten_linear_default_3", workspace().methods());
        const auto click = [&](const char* title) {
            workspace().select(node);
            m_driver->settle();
            for (auto* button : m_driver->window().findChild<QWidget*>("inspectorDeeds")->findChildren<QPushButton*>())
                if (button->text() == QLatin1String(title)) {
                    QTest::mouseClick(button, Qt::LeftButton);
                    m_driver->settle();
                    return true;
                }
            return false;
        };
        QVERIFY(click("Operators"));
        QCOMPARE(m_driver->window().currentPage(), QString("gap"));
        QVERIFY(click("Graph"));
        QCOMPARE(m_driver->window().currentPage(), QString("graph"));
        QCOMPARE(workspace().selection(), node);
        QVERIFY(click("Copy address"));
        QCOMPARE(QGuiApplication::clipboard()->text(), node.text());
        QVERIFY(click("Values"));
        QVERIFY(m_driver->window().findChild<QWidget*>("bottom")->isVisible());
        workspace().select(Address::ofMetadata("get_max_seq_len"));
        m_driver->settle();
        QVERIFY(!click("Nothing of this name"));
    }

    /// A call against the calls at its place in the other layers, and what happens inside it.
    void likes() {
        const Address call = Address::ofInstruction("text_decoder", 16);
        workspace().select(call);
        m_driver->settle();
        const QString said = m_driver->texts("inspector");
        for (const char* one : {"Time over all runs", "Share", "rank "}) QVERIFY2(said.contains(one), qPrintable(said));
        // Numbers beside bars are in view.
        const auto* inspector = m_driver->window().findChild<QScrollArea*>("inspector");
        QVERIFY(said.contains("Inside the instruction"));
        for (const auto* label : inspector->findChildren<QLabel*>())
            if (label->isVisible())
                QVERIFY2(label->mapTo(inspector->widget(), label->rect().bottomRight()).x() <= inspector->viewport()->width(),
                         qPrintable(label->text()));
    }

    /// Each run's time stands in a bar between the shortest and the longest.
    void timesOverRuns() {
        workspace().select(Address::ofInstruction("text_decoder", 16));
        m_driver->settle();
        const auto* bars = m_driver->window().findChild<TimeHistogram*>("timeHistogram");
        QVERIFY(bars != nullptr && bars->isVisible());
        const auto& counts = bars->histogram().counts;
        QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::uint64_t(0)), std::uint64_t(3));
        QVERIFY(counts.front() > 0 && counts.back() > 0);
        QVERIFY2(QRegularExpression("^[0-9.]+ .*s … [0-9.]+ .*s$").match(bars->nameOf(0)).hasMatch(), qPrintable(bars->nameOf(0)));
        QVERIFY2(bars->tooltipOf(0).contains(" time"), qPrintable(bars->tooltipOf(0)));
    }

    /// A click on the first row of each page's table is told of in the Inspector, in words without underscores.
    void everyPageIsTold() {
        for (const PageInfo& page : pageTable()) {
            m_driver->window().showPage(page.name);
            m_driver->settle();
            auto* table = m_driver->window().page(page.name)->mainTable();
            if (table == nullptr || !table->isVisible() || table->model()->rowCount() == 0) continue;
            const auto address = table->model()->index(0, 0).data(AddressRole).value<Address>();
            if (!address.valid() || !m_driver->click(address)) continue;
            m_driver->settle();
            QVERIFY2(workspace().selection() == address, qPrintable(QString(page.name) + ' ' + workspace().selection().text()));
            const QString said = m_driver->texts("inspector");
            QVERIFY2(!said.contains("no-such") && !said.contains("Not found"), qPrintable(page.name + QString(": ") + said));
            for (const char* word : {"example_input", "named_data", "reference_output", "delegate_constant", "constant_method"})
                QVERIFY2(!said.split('\n').contains(word), qPrintable(page.name + QString(": ") + said));
        }
    }

    /// Marks of the Outline are those of the verdict; nothing is green that was not compared.
    void outlineMarks() {
        if (!m_driver->window().findChild<QWidget*>("outline")->isVisible()) QVERIFY(m_driver->window().run("view.outline"));
        auto* outline = m_driver->window().findChild<QTreeWidget*>("outline");
        const auto markOf = [](const QTreeWidgetItem* item) { return static_cast<Mark>(item->data(0, MarkOfItem).toInt()); };
        QTreeWidgetItem* methods = outline->topLevelItem(0)->child(1);
        QCOMPARE(methods->child(0)->text(0), QString("text_decoder"));
        QCOMPARE(markOf(methods->child(0)), Mark::Differ);
        QCOMPARE(markOf(methods->child(1)), Mark::Match);
        QTreeWidgetItem* method = methods->child(0);
        method->setExpanded(true);
        QTreeWidgetItem* runs = nullptr;
        for (int i = 0; i < method->childCount(); ++i)
            if (method->child(i)->text(0) == QLatin1String("Runs")) runs = method->child(i);
        QVERIFY(runs != nullptr);
        runs->setExpanded(true);
        m_driver->settle();
        QCOMPARE(runs->childCount(), 3);
        int differing = 0;
        for (int i = 0; i < runs->childCount(); ++i) differing += markOf(runs->child(i)) == Mark::Differ ? 1 : 0;
        QCOMPARE(differing, 1);
        QVERIFY(outline->topLevelItem(0)->child(0)->child(0)->toolTip(0).contains("model.etrecord"));
    }

    /// Without values to compare no method is green.
    void nothingComparedIsNotGreen() {
        Driver driver;
        driver.window().workspace().open({test::samplePath() + "/model.etrecord"});
        QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().findChild<SessionMarker*>()->marks() != nullptr, 60000);
        driver.settle();
        QVERIFY(driver.window().run("view.outline"));
        const auto* methods = driver.window().findChild<QTreeWidget*>("outline")->topLevelItem(0)->child(1);
        for (int i = 0; i < methods->childCount(); ++i)
            QCOMPARE(static_cast<Mark>(methods->child(i)->data(0, MarkOfItem).toInt()), Mark::Missing);
    }

private:
    Workspace& workspace() { return m_driver->window().workspace(); }

    std::unique_ptr<Driver> m_driver;
};

ETSCOPE_TEST(TestInspector)
#include "tst_inspector.moc"
