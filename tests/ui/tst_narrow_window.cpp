// What has no room in a narrow window is said and can be had: columns of tables, the flow between methods, the last row of a matrix
// above its scroll bar, the flag of layers and steps beside the limit.
#include <QScrollBar>

#include "charts/matrix_view.h"
#include "models/more_columns.h"
#include "pages/flow_view.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::bundledSample;
using test::Driver;

namespace {

void openSample(Driver& user) {
    user.window().open({bundledSample()});
    QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
    user.settle();
}

TableView* methodsOf(Driver& user) { return user.window().page("overview")->mainTable(); }

MoreColumns* moreOf(TableView* table) { return table->findChild<MoreColumns*>(); }

QStringList shownTitles(const TableView& table) {
    QStringList titles;
    for (int column = 0; column < table.model()->columnCount(); ++column)
        if (!table.isColumnHidden(column)) titles.append(table.model()->headerData(column, Qt::Horizontal).toString());
    return titles;
}

}  // namespace

/// Counts what asks for a new layout or to be painted again.
class Restlessness : public QObject {
public:
    Restlessness() { qApp->installEventFilter(this); }
    int count = 0;
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        count += event->type() == QEvent::LayoutRequest || event->type() == QEvent::UpdateRequest ? 1 : 0;
        return false;
    }
};

class TestNarrowWindow : public QObject {
    Q_OBJECT
private slots:
    void init() { QSettings().clear(); }

    /// A window that nobody touches does nothing, whatever has no room in it.
    void everyPageRests() {
        for (const QSize& size : {QSize(1000, 700), QSize(1380, 900)}) {
            Driver user(size);
            openSample(user);
            for (const PageInfo& info : pageTable()) {
                user.window().showPage(pageName(info.page));
                user.settle();
                Restlessness seen;
                QTest::qWait(150);
                QVERIFY2(seen.count < 12, qPrintable(QStringLiteral("%1: %2").arg(pageName(info.page)).arg(seen.count)));
            }
        }
    }

    /// With room for all there is nothing to say; without it the columns that are missing are named, with the worst mark in them,
    /// and a click has them all.
    void columnsWithoutRoomAreSaid() {
        Driver user({1600, 1000});
        openSample(user);
        TableView* table = methodsOf(user);
        MoreColumns* more = moreOf(table);
        QVERIFY(more != nullptr && !more->isVisible());
        QVERIFY(shownTitles(*table).contains("Export checks"));
        user.window().resize(960, 700);
        user.settle();
        QVERIFY(!shownTitles(*table).contains("Export checks"));
        QVERIFY(more->isVisible());
        QVERIFY2(more->accessibleName().contains("Files, State, Export checks"), qPrintable(more->accessibleName()));
        QCOMPARE(more->text(), QString("+ 3"));
        QVERIFY(!more->icon().isNull());
        // No title is under it.
        const QHeaderView* header = table->horizontalHeader();
        for (int column = 0; column < header->count(); ++column) {
            if (header->isSectionHidden(column)) continue;
            const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
            const int end = header->sectionViewportPosition(column) + header->fontMetrics().horizontalAdvance(title);
            QVERIFY2(end < header->width() - more->width(), qPrintable(title));
        }
        QVERIFY(header->length() <= header->width());
        QTest::mouseClick(more, Qt::LeftButton);
        user.settle();
        QVERIFY(shownTitles(*table).contains("Export checks") && shownTitles(*table).contains("Files"));
        QVERIFY(table->horizontalScrollBar()->maximum() > 0);
        QCOMPARE(table->horizontalScrollBar()->value(), table->horizontalScrollBar()->maximum());
        QVERIFY(header->sectionViewportPosition(header->count() - 1) <= header->width());
        QTest::mouseClick(more, Qt::LeftButton);
        user.settle();
        QVERIFY(!shownTitles(*table).contains("Export checks"));
        // Nothing of it is kept: with room they are back.
        user.window().resize(1600, 1000);
        user.settle();
        QVERIFY(shownTitles(*table).contains("Export checks") && !more->isVisible());
    }

    /// What is a window of elements anyway says nothing of those that have no room.
    void neighboursAreNotCounted() {
        Driver user({1100, 800});
        openSample(user);
        user.window().showPage("outputs");
        user.settle();
        auto* around = user.window().page("outputs")->findChild<TableView*>("around");
        QVERIFY(around != nullptr && around->isVisible());
        QVERIFY(!moreOf(around)->isVisible());
    }

    /// Beside the Selection, too, no name is cut where the sections can stand below one another.
    void filesAndFlowAreWhole_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("selects");
        QTest::newRow("wide") << 1600 << false;
        QTest::newRow("beside the Selection") << 1600 << true;
        QTest::newRow("1366") << 1366 << true;
    }
    void filesAndFlowAreWhole() {
        QFETCH(int, width);
        QFETCH(bool, selects);
        Driver user({width, 1000});
        openSample(user);
        if (selects) user.window().workspace().select(Address::parse("text_decoder/outputs/case:2/0", {"text_decoder"}));
        user.settle();
        user.window().showPage("overview");
        user.settle();
        auto* flow = user.window().findChild<FlowView*>("flow");
        QVERIFY2(flow->neededWidth() <= flow->width(), qPrintable(QString("%1 > %2").arg(flow->neededWidth()).arg(flow->width())));
        for (TableView* files : user.window().page("overview")->findChildren<TableView*>("card"))
            if (files->accessibleName() == "Files") {
                QCOMPARE(files->horizontalScrollBar()->maximum(), 0);
                const int belongs = files->columnOf("belongs");
                for (int row = 0; row < files->model()->rowCount(); ++row) {
                    const QString text = files->model()->index(row, belongs).data().toString();
                    QVERIFY(QFontMetrics(bodyFont()).horizontalAdvance(text) < files->columnWidth(belongs));
                }
            }
    }

    /// A matrix that scrolls sideways keeps its rows above the bar.
    void theLastRowIsAboveTheBar() {
        Driver user({960, 700});
        user.window().open({QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm")});
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.window().showPage("outputs");
        user.settle();
        auto* matrix = user.window().page("outputs")->findChild<MatrixView*>();
        QScrollBar* across = nullptr;
        for (QScrollBar* bar : matrix->findChildren<QScrollBar*>())
            if (bar->orientation() == Qt::Horizontal) across = bar;
        matrix->resize(260, matrix->height());
        QVERIFY(across->isVisible());
        QVERIFY(matrix->minimumHeight() > 0);
        const int seen = across->geometry().top();
        QVERIFY2(matrix->boxOf(0).bottom() <= seen, qPrintable(QString::number(seen)));
    }
};

ETSCOPE_TEST(TestNarrowWindow)
#include "tst_narrow_window.moc"
