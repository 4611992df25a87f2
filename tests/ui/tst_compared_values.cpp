// The values of an operator on the way, compared as outputs are: from the numeric gap, the drift, the Inspector, the graph and the
// commands; in sessions with and without outputs; real clicks and keys in the real window.
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTabBar>

#include "charts/element_grid.h"
#include "docks/inspector.h"
#include "pages/difference_view.h"
#include "pages/drift_map.h"
#include "pages/drift_view.h"
#include "pages/outputs_page.h"
#include "pages/steps_page.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using etscope::test::Driver;
using etscope::test::samplePath;

namespace {

QString comparedValuesFaults(const char* name) { return QStringLiteral(ETSCOPE_SHARED_DIR "/faults/") + QLatin1String(name); }

void comparedValuesOpen(Driver& user, const QStringList& paths, const QString& method, const QString& page) {
    user.window().workspace().open(paths);
    QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
    user.window().workspace().setMethod(method);
    user.window().showPage(page);
    user.settle();
}

QString metricsIn(Driver& user) { return Driver::plain(user.window().findChild<QLabel*>("metrics")->text()); }

/// A click on a link of a label in view by its words.
bool clickLink(Driver& user, const QWidget* part, const QString& words) {
    for (auto* label : part->findChildren<QLabel*>()) {
        const QString html = label->text();
        const QRegularExpressionMatch at =
            QRegularExpression("<a [^>]*href=[\"']([^\"']*)[\"'][^>]*>" + QRegularExpression::escape(words) + "</a>").match(html);
        if (!label->isVisible() || !at.hasMatch()) continue;
        emit label->linkActivated(QTextDocumentFragment::fromHtml(at.captured(1)).toPlainText());
        user.settle();
        return true;
    }
    return false;
}

}  // namespace

class TestComparedValues : public QObject {
    Q_OBJECT
private slots:
    void init() { QSettings().clear(); }

    /// From the row of the gap to the difference on its value, and the way back.
    void fromARowOfTheGap() {
        Driver user;
        comparedValuesOpen(user, {samplePath()}, "text_decoder", "gap");
        TableView* table = user.window().page("gap")->mainTable();
        int row = 0;
        while (row < table->model()->rowCount() &&
               !Driver::rowOf(*table, table->model()->index(row, 0)).contains("aten_index_tensor_2"))
            ++row;
        QVERIFY(row < table->model()->rowCount());
        const auto call = table->model()->index(row, 0).data(AddressRole).value<Address>();
        QVERIFY(chooseInMenu(user, table, row, "Compare values"));
        QCOMPARE(user.window().currentPage(), QString("outputs"));
        const Address& selected = user.window().workspace().selection();
        QCOMPARE(selected.kind, Address::Kind::Given);
        QCOMPARE(selected.ofOperator(), call);
        const QString page = user.texts("page-outputs");
        QVERIFY2(page.contains("text_decoder · ") && page.contains("instruction " + call.name), qPrintable(page));
        QVERIFY2(metricsIn(user).contains("max |d|"), qPrintable(metricsIn(user)));
        // All parts of it are filled.
        auto* page1 = user.window().page("outputs");
        QVERIFY(!page1->findChild<HeatView*>()->grab().isNull());
        QVERIFY(page1->findChild<TableView*>("worst")->model()->rowCount() > 0);
        // To the outputs, and back by the history.
        QVERIFY(clickLink(user, page1, "Back to the outputs"));
        QCOMPARE(user.window().workspace().selection().kind, Address::Kind::Output);
        QVERIFY(!user.window().findChild<QLabel*>("givenLine")->isVisible());
        QVERIFY2(user.texts("page-outputs").contains("output 0"), qPrintable(user.texts("page-outputs")));
        user.window().workspace().back();
        user.settle();
        QVERIFY(user.texts("page-outputs").contains("instruction " + call.name));
    }

    /// The Inspector's link and the graph's menu lead to the same.
    void fromInspectorAndGraph() {
        if (!QFile::exists(comparedValuesFaults("fault_kernel/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        comparedValuesOpen(user, {comparedValuesFaults("fault_kernel")}, "forward", "graph");
        user.window().workspace().reveal(Address::ofNode("forward", QStringLiteral("edge"), "aten_gelu_default"));
        user.settle();
        QVERIFY(clickLink(user, user.window().findChild<QWidget*>("inspectorDock"), "compare values"));
        QCOMPARE(user.window().currentPage(), QString("outputs"));
        QVERIFY2(user.texts("page-outputs").contains("gelu · instruction 0/30"), qPrintable(user.texts("page-outputs")));
        QVERIFY2(user.texts("inspectorDock").contains("differ\n"), qPrintable(user.texts("inspectorDock")));
        // The tolerance judges it anew.
        const QString before = metricsIn(user);
        auto* outputs = user.window().page("outputs");
        outputs->findChild<QLineEdit*>("rtol")->setText("1e6");
        outputs->findChild<QLineEdit*>("atol")->setText("1e6");
        QTRY_VERIFY2(metricsIn(user) != before, qPrintable(before));
        user.settle();
        QVERIFY(user.texts("bottom").contains("models.py") || !user.window().findChild<QWidget*>("bottom")->isVisible());
        QVERIFY(clickLink(user, user.window().page("outputs"), "Show in graph"));
        QCOMPARE(user.window().currentPage(), QString("graph"));
        QCOMPARE(user.window().workspace().selection().name, QString("aten_gelu_default"));
        // By the palette, for what is selected.
        user.command("Compare values of the operator");
        QCOMPARE(user.window().currentPage(), QString("outputs"));
        QVERIFY(user.texts("page-outputs").contains("gelu · instruction 0/30"));
        // The tab alone shows the outputs.
        user.window().showPage("graph");
        user.settle();
        user.window().workspace().select(Address::ofNode("forward", QStringLiteral("edge"), "aten_gelu_default_1"));
        user.window().showPage("outputs");
        user.settle();
        QVERIFY(!user.window().findChild<QLabel*>("givenLine")->isVisible());
        QVERIFY2(user.texts("page-outputs").contains("output 0"), qPrintable(user.texts("page-outputs")));
    }

    /// Of another step than the one that the gap shows.
    void fromACellOfTheDrift() {
        if (!QFile::exists(comparedValuesFaults("fault_kernel/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        comparedValuesOpen(user, {comparedValuesFaults("fault_kernel")}, "forward", "steps");
        const DriftPtr drift = static_cast<StepsPage*>(user.window().page("steps"))->view()->drift();
        QVERIFY(drift != nullptr && drift->steps.size() > 1);
        const std::size_t run = drift->steps[1].run;
        user.window().workspace().select(Address::ofCell("forward", "encoder.0", 1));
        user.settle();
        QVERIFY2(clickLink(user, user.window().findChild<QWidget*>("inspectorDock"), "Compare values"),
                 qPrintable(user.texts("inspectorDock")));
        QCOMPARE(user.window().workspace().selection().column, static_cast<qint64>(run) + 1);
        QVERIFY2(user.texts("page-outputs").contains(QString("run %1").arg(run)), qPrintable(user.texts("page-outputs")));
        QVERIFY2(metricsIn(user).contains("max |d|"), qPrintable(metricsIn(user)));
    }

    /// What was not logged is said, and where to go.
    void whatCannotBeCompared() {
        Driver user;
        comparedValuesOpen(user, {samplePath()}, "text_decoder", "graph");
        const auto index = user.window().workspace().session()->graph("text_decoder", graph::StageId::exported(), {});
        QVERIFY(index);
        user.window().workspace().followText("page:outputs#text_decoder/outputs/edge/nothing");
        user.settle();
        QVERIFY2(user.texts("page-outputs").contains("no node of that name"), qPrintable(user.texts("page-outputs")));
        user.window().workspace().select(Address::ofOutput("text_decoder", 2, 0));
        user.settle();
        QVERIFY2(user.texts("page-outputs").contains("output 0"), qPrintable(user.texts("page-outputs")));
        user.window().workspace().close();
        QVERIFY(user.window().workspace().session() == nullptr);
    }

private:
    /// A real click on an entry of the row's menu.
    static bool chooseInMenu(Driver& user, TableView* table, int row, const QString& title) {
        int column = 0;
        while (table->isColumnHidden(column)) ++column;
        const QModelIndex index = table->model()->index(row, column);
        table->scrollTo(index);
        const QPoint at = table->visualRect(index).center();
        bool chosen = false;
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, table->viewport()->mapToGlobal(at));
        QApplication::sendEvent(table->viewport(), &event);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu == nullptr) return false;
        for (QAction* action : menu->actions())
            if (action->text() == title && !chosen) {
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
                chosen = true;
            }
        user.settle();
        return chosen;
    }
};

ETSCOPE_TEST(TestComparedValues)
#include "tst_compared_values.moc"
