// The difference view of an output in the real main window, offscreen: where along an axis the error is, by a click to the element;
// both sides beside each other with what differs marked; what the output is made by.
#include <QLineEdit>
#include <QTabBar>
#include <QtTest>

#include "charts/element_grid.h"
#include "charts/histogram_view.h"
#include "docks/inspector.h"
#include "pages/difference_view.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::test;
using namespace etscope::ui;

class TestOutputPositions : public QObject {
    Q_OBJECT
private:
    static void open(Driver& user) {
        user.window().workspace().open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.window().showPage("outputs");
        user.settle();
    }
    static DifferenceView* detail(Driver& user) { return user.window().page("outputs")->findChild<DifferenceView*>(); }

private slots:
    /// The worst case is in view without a click; its only axis of several elements is the last one.
    void aClickGoesToTheElement() {
        Driver user;
        open(user);
        auto* positions = detail(user)->findChild<PositionView*>();
        QVERIFY(positions != nullptr && positions->isVisible());
        QCOMPARE(positions->errors().axis, 2U);
        QCOMPARE(positions->errors().entries.size(), 32U);
        QVERIFY2(user.sees("axis 2, mean |d|"), qPrintable(user.texts()));
        QVERIFY(user.sees("Around [0, 0, 9]"));
        QTest::mouseClick(positions, Qt::LeftButton, {}, positions->boxOf(17).center().toPoint());
        user.settle();
        QVERIFY2(user.sees("Around [0, 0, 17]"), qPrintable(user.texts()));
        QVERIFY(positions->tooltipOf(17).contains("max |d| 0.1013"));
    }

    /// What is wrong from a position on is said in words.
    void summaries_data() {
        QTest::addColumn<QList<int>>("bad");
        QTest::addColumn<QString>("words");
        QTest::newRow("none") << QList<int>{} << QString();
        QTest::newRow("one") << QList<int>{3} << QString("all mismatches at 3");
        QTest::newRow("some together") << QList<int>{2, 3, 4} << QString("all mismatches at 2 … 4");
        QTest::newRow("some apart") << QList<int>{1, 4} << QString("mismatches from 1 to 4");
        QTest::newRow("everywhere") << QList<int>{0, 1, 2, 3, 4, 5} << QString();
    }
    void summaries() {
        QFETCH(QList<int>, bad);
        QFETCH(QString, words);
        tensor::PositionErrors errors{1, 6, 1, std::vector<tensor::PositionError>(6)};
        for (const int at : bad) errors.entries[static_cast<std::size_t>(at)].mismatched = 2;
        PositionView view;
        view.setErrors(errors);
        QCOMPARE(view.summary(), words);
    }

    void sidesShareOneBarAndMarkWhatDiffers() {
        Driver user;
        open(user);
        auto* modes = detail(user)->findChild<QTabBar*>("differenceModes");
        QTest::mouseClick(modes, Qt::LeftButton, {}, modes->tabRect(1).center());
        user.settle();
        const auto grids = detail(user)->findChildren<ElementGrid*>();
        QList<ElementGrid*> seen;
        for (ElementGrid* grid : grids)
            if (grid->isVisible()) seen.append(grid);
        QCOMPARE(seen.size(), 2);
        int bars = 0;
        for (const auto* line : detail(user)->findChildren<QLineEdit*>("goToElement")) bars += line->isVisible() ? 1 : 0;
        QCOMPARE(bars, 1);
        ElementModel &reference = seen[0]->model(), &runtime = seen[1]->model();
        int marked = 0;
        for (int column = 0; column < runtime.columnCount(); ++column) {
            const QModelIndex cell = runtime.index(0, column);
            if (!cell.data(Qt::BackgroundRole).isValid()) continue;
            ++marked;
            QVERIFY(cell.data(Qt::FontRole).value<QFont>().bold());
            QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(QStringLiteral(" ≠ ")));
            QVERIFY(!reference.index(0, column).data(Qt::BackgroundRole).isValid());
        }
        QCOMPARE(marked, runtime.columnCount());  // every element of the case differs
    }

    void theInspectorSaysWhatMadeIt() {
        Driver user;
        open(user);
        user.window().workspace().select(Address::parse("text_decoder/outputs/case:2/0", {"text_decoder"}));
        user.settle();
        const QString told = user.texts(user.window().findChild<Inspector*>());
        QVERIFY2(told.contains("Produced by") && told.contains("Operator\nlinear_14\n"), qPrintable(told));
    }
};

ETSCOPE_TEST(TestOutputPositions)
#include "tst_output_positions.moc"
