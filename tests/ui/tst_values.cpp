// Values in the real main window: tolerances that are typed, grids of elements with their keys and windows, both sides of an
// output, the matrix of outputs, statistics of channels, export.
#include <QAccessible>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSemaphore>
#include <QSettings>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QTimer>
#include <QToolTip>
#include <QtTest>

#include "charts/element_grid.h"
#include "pages/channel_view.h"
#include "pages/outputs_page.h"
#include "pages/tensors_page.h"
#include "support/test_case.h"
#include "tensor/npy.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::isDelayed;
using test::samplePath;
using test::settle;
using test::takeTurns;

class TestValues : public QObject {
    Q_OBJECT
private:
    static void open(MainWindow& window, const char* page) {
        window.resize(1600, 1000);
        window.show();
        QApplication::setActiveWindow(&window);
        window.workspace().open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        window.showPage(QLatin1String(page));
        settle(window);
    }
    static qsizetype differing(MainWindow& window) {
        const auto& cells = window.findChild<OutputMatrix*>("outputMatrix")->cells();
        return std::count_if(cells.begin(), cells.end(), [](const auto& cell) { return cell.state == compare::PairState::Differ; });
    }
    static void type(QLineEdit* line, const QString& text) {
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    /// Float64 elements of this shape: `value` of each, in row-major order. Zeros are a hole in the file.
    static tensor::Tensor tensorOf(const QTemporaryDir& folder, const std::vector<std::int64_t>& shape,
                                   const std::vector<std::pair<std::uint64_t, double>>& values) {
        std::uint64_t count = 1;
        QStringList sizes;
        for (const std::int64_t size : shape) count *= static_cast<std::uint64_t>(size), sizes.append(QString::number(size));
        QByteArray header =
            QStringLiteral("{'descr': '<f8', 'fortran_order': False, 'shape': (%1,), }").arg(sizes.join(", ")).toLatin1();
        while ((header.size() + 11) % 64 != 0) header += ' ';
        header += '\n';
        QFile file(folder.filePath("values.npy"));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) return {};
        file.write(QByteArray("\x93NUMPY\x01\x00", 8));
        const auto length = static_cast<quint16>(header.size());
        file.write(reinterpret_cast<const char*>(&length), 2);
        file.write(header);
        const qint64 start = file.pos();
        file.resize(start + static_cast<qint64>(count * 8));
        for (const auto& [at, value] : values) {
            file.seek(start + static_cast<qint64>(at * 8));
            file.write(reinterpret_cast<const char*>(&value), 8);
        }
        file.close();
        auto source = Source::open(file.fileName().toStdString());
        if (!source) return {};
        auto tensor = tensor::readNpy(ByteRange::whole(*source));
        return tensor ? *tensor : tensor::Tensor{};
    }
    struct Grid {
        ElementGrid grid;
        QTableView* view = grid.findChild<QTableView*>("elementGrid");
        QLineEdit* go = grid.findChild<QLineEdit*>("goToElement");
        explicit Grid(const tensor::Tensor& tensor) {
            grid.resize(900, 500);
            grid.show();
            QApplication::setActiveWindow(&grid);
            grid.setTensor(tensor);
            view->setFocus();
        }
        void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
            QTest::keyClick(view, key, modifiers);
            takeTurns();
        }
        std::vector<std::int64_t> place() { return grid.model().place(view->currentIndex()); }
    };
    using Place = std::vector<std::int64_t>;

private slots:
    void init() { QSettings().clear(); }

    /// All of a range, exactly, as other programs read numbers.
    void elementsAreCopied() {
        const QTemporaryDir folder;
        const double third = -1.0 / 3, small = 1e-7 / 3, large = 12345.678901234567;
        Grid shown(tensorOf(folder, {3, 4}, {{0, third}, {1, small}, {4, large}}));
        QApplication::clipboard()->setText("before");
        const QModelIndex first = shown.view->model()->index(0, 0);
        QTest::mouseClick(shown.view->viewport(), Qt::LeftButton, {}, shown.view->visualRect(first).center());
        shown.key(Qt::Key_Right, Qt::ShiftModifier);
        shown.key(Qt::Key_Down, Qt::ShiftModifier);
        shown.key(Qt::Key_C, Qt::ControlModifier);
        QTRY_VERIFY(QApplication::clipboard()->text() != "before");
        const QStringList lines = QApplication::clipboard()->text().split('\n');
        QCOMPARE(lines.size(), 2);
        const QStringList above = lines[0].split('\t'), below = lines[1].split('\t');
        QCOMPARE(above.size(), 2);
        QVERIFY(above[0].toDouble() == third && above[1].toDouble() == small);
        QVERIFY(below[0].toDouble() == large && below[1].toDouble() == 0);
        // Parts with something between them.
        QTest::mouseClick(shown.view->viewport(), Qt::LeftButton, {}, shown.view->visualRect(first).center());
        const QModelIndex third4 = shown.view->model()->index(0, 2);
        QTest::mouseClick(shown.view->viewport(), Qt::LeftButton, Qt::ControlModifier, shown.view->visualRect(third4).center());
        shown.key(Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QApplication::clipboard()->text().split('\t').value(1, "none"), QString());
        QCOMPARE(QApplication::clipboard()->text().count('\t'), 2);
    }
    /// What is no tolerance is marked, says why, and nothing is judged with something else.
    void wrongTolerances() {
        MainWindow window;
        open(window, "outputs");
        auto* atol = window.findChild<QLineEdit*>("atol");
        QCOMPARE(differing(window), 1);
        type(atol, "10");
        settle(window);
        QCOMPARE(differing(window), 0);
        const struct {
            const char *typed, *told;
        } cases[] = {{"abc", "number"}, {"0,001", "Use a point: 0.001"}, {"-1", "from 0 up"}, {"nan", "number"}, {" ", "number"}};
        for (const auto& [typed, told] : cases) {
            type(atol, typed);
            settle(window);
            QVERIFY2(atol->toolTip().contains(told), qPrintable(atol->toolTip()));
            QVERIFY(atol->toolTip().contains("10"));
            QVERIFY(atol->styleSheet().contains("border"));
            QCOMPARE(differing(window), 0);
        }
        type(atol, "1e-5");
        QVERIFY(atol->toolTip().isEmpty() && atol->styleSheet().isEmpty());
        settle(window);
        QCOMPARE(differing(window), 1);
    }

    /// An edit while the outputs are read is not lost, and what was typed is of that session alone.
    void tolerancesWhileComparing() {
        {
            MainWindow window;
            window.resize(1600, 1000);
            window.show();
            QApplication::setActiveWindow(&window);
            window.workspace().open({samplePath()});
            QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
            settle(window);
            // The comparison waits for the only thread.
            JobRegistry::pool().setMaxThreadCount(1);
            const auto busy = std::make_shared<QSemaphore>(), begun = std::make_shared<QSemaphore>();
            JobRegistry::pool().start([busy, begun] {
                begun->release();
                busy->acquire();
            });
            begun->acquire();
            const auto free = qScopeGuard([busy] { busy->release(); });
            window.showPage("outputs");
            QVERIFY(window.findChild<OutputMatrix*>("outputMatrix")->cells().empty());
            type(window.findChild<QLineEdit*>("atol"), "10");
            QTRY_VERIFY(!isDelayed(window));
            QVERIFY(window.findChild<OutputMatrix*>("outputMatrix")->cells().empty());
            JobRegistry::pool().setMaxThreadCount(std::max(2, QThread::idealThreadCount()));
            busy->release();
            settle(window);
            QCOMPARE(differing(window), 0);
        }
        MainWindow window;
        open(window, "outputs");
        QCOMPARE(window.findChild<QLineEdit*>("atol")->text(), QStringLiteral("1e-5"));
        QCOMPARE(window.findChild<QLineEdit*>("gapAtol")->text(), QStringLiteral("1e-5"));
        QVERIFY(differing(window) > 0);
    }

    void keysOfTheGrid() {
        QTemporaryDir folder;
        const double nan = std::numeric_limits<double>::quiet_NaN();
        Grid grid(tensorOf(folder, {3, 40, 50}, {{7, nan}, {2 * 2000 + 39 * 50 + 49, nan}}));
        QVERIFY(grid.grid.model().rowCount() == 40);
        grid.key(Qt::Key_N);
        QTRY_COMPARE(grid.place(), (Place{0, 0, 7}));
        grid.key(Qt::Key_N);
        QTRY_COMPARE(grid.place(), (Place{2, 39, 49}));
        grid.key(Qt::Key_N, Qt::ShiftModifier);
        QTRY_COMPARE(grid.place(), (Place{0, 0, 7}));
        grid.key(Qt::Key_BracketRight);
        QCOMPARE(grid.place(), (Place{1, 0, 7}));
        grid.key(Qt::Key_BracketLeft);
        grid.key(Qt::Key_BracketLeft);
        QCOMPARE(grid.place(), (Place{0, 0, 7}));
        grid.key(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(grid.place(), (Place{0, 39, 7}));
        grid.key(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(grid.place(), (Place{0, 39, 49}));
        grid.key(Qt::Key_G);
        QTRY_VERIFY(grid.go->hasFocus());
        QTest::keyClicks(grid.go, "2,3,x");
        QTest::keyClick(grid.go, Qt::Key_Return);
        QVERIFY(grid.go->toolTip().contains("x"));
        QCOMPARE(grid.place(), (Place{0, 39, 49}));
        type(grid.go, "2,3,50");
        QVERIFY(grid.go->toolTip().isEmpty());
        QTest::keyClick(grid.go, Qt::Key_Return);
        QVERIFY(!grid.go->toolTip().isEmpty());
        type(grid.go, "2, 3, 4");
        QTest::keyClick(grid.go, Qt::Key_Return);
        QCOMPARE(grid.place(), (Place{2, 3, 4}));
        QVERIFY(grid.view->hasFocus());
    }

    /// Every element of an axis longer than a table view can hold is reached by going, by keys and by scrolling.
    void longAxes() {
        QTemporaryDir folder;
        constexpr std::int64_t kRows = 2'500'000;
        Grid grid(tensorOf(folder, {kRows, 2}, {{2 * (kRows - 1) + 1, 5}, {2 * 1'200'000, 7}}));
        auto* note = grid.grid.findChild<QLabel*>("elementWindow");
        QVERIFY(note->isVisible() && note->text().contains(QStringLiteral("2 500 000").replace(' ', QChar(0x202F))));
        type(grid.go, "1200000,0");
        QTest::keyClick(grid.go, Qt::Key_Return);
        QCOMPARE(grid.place(), (Place{1'200'000, 0}));
        QCOMPARE(grid.view->currentIndex().data().toString(), QStringLiteral("7"));
        QCOMPARE(grid.grid.model().headerData(grid.view->currentIndex().row(), Qt::Vertical, Qt::DisplayRole).toInt(), 1'200'000);
        grid.key(Qt::Key_Down, Qt::ControlModifier);
        grid.key(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(grid.place(), (Place{kRows - 1, 1}));
        QCOMPARE(grid.view->currentIndex().data().toString(), QStringLiteral("5"));
        grid.key(Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(grid.place(), (Place{0, 1}));
        for (int step = 0; step < 8; ++step) {
            grid.view->verticalScrollBar()->setValue(grid.view->verticalScrollBar()->maximum());
            takeTurns();
        }
        QCOMPARE(grid.grid.model().origin().row, kRows - ElementModel::kWindow);
        grid.view->verticalScrollBar()->setValue(0);
        takeTurns();
        QVERIFY(grid.grid.model().origin().row < kRows - ElementModel::kWindow);
        // What was at the top stays there.
        QCOMPARE(grid.grid.model().origin().row + grid.view->verticalScrollBar()->value(), kRows - ElementModel::kWindow);
    }

    void slicesBeyondTheFirst() {
        QTemporaryDir folder;
        Grid grid(tensorOf(folder, {2000, 2, 2}, {{1999 * 4, 3}}));
        auto* index = grid.grid.findChild<QDoubleSpinBox*>();
        index->setValue(1999);
        QCOMPARE(grid.grid.model().index(0, 0).data().toString(), QStringLiteral("3"));
    }

    void sidesScrollTogether() {
        MainWindow window;
        open(window, "outputs");
        auto* matrix = window.findChild<OutputMatrix*>("outputMatrix");
        auto* detail = window.page("outputs")->findChild<DifferenceView*>();
        auto* mode = detail->findChild<QTabBar*>("differenceModes");
        QTest::mouseClick(mode, Qt::LeftButton, {}, mode->tabRect(1).center());
        const auto grids = detail->findChildren<ElementGrid*>();
        QCOMPARE(grids.size(), 2);
        int scrolled = 0;
        for (std::size_t cell = 0; cell < matrix->cells().size(); ++cell) {
            QTest::mouseClick(matrix, Qt::LeftButton, {}, matrix->boxOf(cell).center().toPoint());
            settle(window);
            auto *a = grids[0]->findChild<QTableView*>(), *b = grids[1]->findChild<QTableView*>();
            if (a->model()->rowCount() == 0 || b->model()->rowCount() == 0) continue;
            for (auto [bar, other] : {std::pair{a->horizontalScrollBar(), b->horizontalScrollBar()},
                                      std::pair{b->verticalScrollBar(), a->verticalScrollBar()}}) {
                bar->setValue(bar->maximum());
                QCOMPARE(other->value(), bar->value());
                scrolled += bar->maximum() > 0 ? 1 : 0;
            }
            QTest::mouseClick(a->viewport(), Qt::LeftButton, {}, QPoint(10, 10));
            QCOMPARE(b->currentIndex().row(), a->currentIndex().row());
        }
        QVERIFY(scrolled > 0);
    }

    /// Judging again leaves the place in view; hidden pages draw nothing anew.
    void placesStayWhenJudgedAgain() {
        MainWindow window;
        open(window, "outputs");
        auto* worst = window.findChild<TableView*>("worst");
        auto* around = window.findChild<TableView*>("around");
        QVERIFY(worst->model()->rowCount() > 3);
        QTest::mouseClick(worst->viewport(), Qt::LeftButton, {}, worst->visualRect(worst->model()->index(3, 1)).center());
        const auto shown = [around] { return around->wholeText(TableFormat::Tsv).section(u'\n', 0, 0); };
        const QString first = shown(), index = worst->currentIndex().siblingAtColumn(1).data().toString();
        QVERIFY2(first.contains(index.section(", ", -1).prepend(u'[')), qPrintable(first + index));
        type(window.findChild<QLineEdit*>("rtol"), "2e-3");
        settle(window);
        QCOMPARE(shown(), first);
        const auto histograms = window.page("outputs")->findChildren<HistogramView*>();
        QCOMPARE(histograms.size(), 2);
        for (const HistogramView* histogram : histograms) QVERIFY(!histogram->histogram().counts.empty());
        const QString metrics = window.findChild<QLabel*>("metrics")->text();
        window.showPage("metadata");
        window.workspace().select(Address::ofOutput("vision_encoder", 0, 0));
        QCOMPARE(window.findChild<QLabel*>("metrics")->text(), metrics);
        window.showPage("outputs");
        settle(window);
        QVERIFY(window.findChild<QLabel*>("metrics")->text() != metrics);
    }

    /// Sorted by the numbers, moved through by keys, and copied as they are shown.
    void elementsAreTables() {
        MainWindow window;
        open(window, "outputs");
        window.workspace().select(Address::ofOutput("text_decoder", 2, 0));
        settle(window);
        auto* worst = window.findChild<TableView*>("worst");
        auto* around = window.findChild<TableView*>("around");
        worst->sortByColumn(1, Qt::AscendingOrder);
        const auto at = [worst](int row, int column) { return worst->model()->index(row, column); };
        for (int row = 1; row < worst->model()->rowCount(); ++row)
            QVERIFY(at(row - 1, 1).data(SortRole).toULongLong() < at(row, 1).data(SortRole).toULongLong());
        QTest::mouseClick(worst->viewport(), Qt::LeftButton, {}, worst->visualRect(at(0, 1)).center());
        QTest::keyClick(worst, Qt::Key_Down);
        const QString place = at(1, 1).data().toString();
        const QList<QLabel*> labels = window.page("outputs")->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) { return label->text() == "Around " + place; }));
        QTest::keyClick(worst, Qt::Key_C, Qt::ControlModifier);
        const QStringList copied = QApplication::clipboard()->text().trimmed().split('\n');
        QCOMPARE(copied.size(), 2);
        const QStringList titles = copied[0].split('\t'), cells = copied[1].split('\t');
        QVERIFY2(copied[0].endsWith("Index\tReference\tRuntime\t|d|\trel"), qPrintable(copied[0]));
        QCOMPARE(cells[titles.indexOf("Index")], place);
        QCOMPARE(cells[titles.indexOf("Reference")].toFloat(), at(1, 2).data(SortRole).toFloat());
        // Of the same element: the reference's number is the same, shortened; the runtime's is marked.
        const int column = place.section(", ", -1).remove(']').toInt();
        int marked = 0;
        for (int c = 0; c < around->model()->columnCount(); ++c)
            if (around->model()->headerData(c, Qt::Horizontal).toString() == QStringLiteral("[%1]").arg(column))
                marked += around->model()->index(0, c).data(MarkRole).toInt() == static_cast<int>(Mark::Differ) ? 1 : 0;
        QCOMPARE(marked, 1);
        QCOMPARE(around->selectionModel()->selectedRows().size(), 1);
        // The row of the place is in view, wherever it is among those around it.
        window.resize(1366, 680);
        settle(window);
        window.workspace().select(Address::ofOutput("text_decoder", 0, 0));
        settle(window);
        const QModelIndex chosen = around->selectionModel()->selectedRows().value(0);
        QVERIFY(chosen.row() > 2);
        QVERIFY(around->viewport()->height() < around->heightFor(6));
        QVERIFY(around->viewport()->rect().contains(around->visualRect(chosen).center()));
    }

    /// Every one of many cells is where it is drawn.
    void bigMatrix() {
        OutputMatrix matrix;
        std::vector<OutputMatrix::CellInfo> cells;
        for (qint64 output = 0; output < 400; ++output)
            for (qint64 number = 0; number < 500; ++number)
                cells.push_back({QStringLiteral("method_%1").arg(output / 20), QString::number(output), QStringLiteral("1.5e−03"),
                                 number, output, compare::PairState::Match, static_cast<int>(output % 7)});
        matrix.setCells(std::move(cells));
        matrix.resize(900, 400);
        matrix.show();
        matrix.repaint();
        QSignalSpy chosen(&matrix, &OutputMatrix::cellSelected);
        for (const int cell : {0, 1234, 199'999, 77'777}) {
            matrix.setCurrent(cell);
            const QRect area = matrix.boxOf(static_cast<std::size_t>(cell)).toRect();
            QVERIFY(matrix.rect().contains(area));
            QTest::mouseClick(&matrix, Qt::LeftButton, {}, area.center());
            QCOMPARE(chosen.takeFirst().first().toInt(), cell);
        }
        matrix.setCurrent(0);
        QTest::keyClick(&matrix, Qt::Key_Right);
        QCOMPARE(matrix.current(), 1);
        QAccessibleInterface* told = QAccessible::queryAccessibleInterface(&matrix);
        QVERIFY(told->childCount() > 4 && told->childCount() < 1000);
        QCOMPARE(told->focusChild()->text(QAccessible::Name), QStringLiteral("method_0 · output 0 · case 1: match"));
        QCOMPARE(chosen.takeFirst().first().toInt(), 1);
        QTest::keyClick(&matrix, Qt::Key_End);
        QCOMPARE(matrix.current(), 499);
        QVERIFY(matrix.rect().contains(matrix.boxOf(499).toRect()));
        QVERIFY(!matrix.rect().contains(matrix.boxOf(0).toRect()));
        QTest::keyClick(&matrix, Qt::Key_Up);  // the first row: its rank is the highest, and output 0 has the lowest
        QVERIFY(matrix.current() != 499);
    }

    /// Cells that are not there are stepped over; pictures and tables have all, wherever it is scrolled.
    void matrixIsWrittenWhole() {
        QTemporaryDir folder;
        OutputMatrix matrix;
        std::vector<OutputMatrix::CellInfo> cells;
        for (const qint64 number : {0, 4, 9})
            cells.push_back({"one", "<b>", QStringLiteral("−1.5e−03"), number, 0, compare::PairState::Differ, 4});
        for (qint64 number = 0; number < 40; ++number)
            cells.push_back({"two", "1", QStringLiteral("–"), number, 1, compare::PairState::Match, 0});
        matrix.setCells(std::move(cells));
        matrix.resize(400, 200);
        matrix.show();
        QTest::keyClick(&matrix, Qt::Key_Right);
        QTest::keyClick(&matrix, Qt::Key_Right);
        QCOMPARE(matrix.current(), 1);
        QCOMPARE(matrix.nameOf(1), QStringLiteral("one · output <b> · case 4: differ"));
        QTest::keyClick(&matrix, Qt::Key_Down);
        QCOMPARE(matrix.current(), 3 + 4);
        QTest::keyClick(&matrix, Qt::Key_End);
        QHelpEvent help(QEvent::ToolTip, matrix.boxOf(42).center().toPoint(),
                        matrix.mapToGlobal(matrix.boxOf(42).center().toPoint()));
        QApplication::sendEvent(&matrix, &help);
        QVERIFY2(QToolTip::text().contains("case 39: match"), qPrintable(QToolTip::text()));
        const QStringList lines = matrix.tsv().trimmed().split('\n');
        QCOMPARE(lines.size(), 1 + 43);
        QCOMPARE(lines[1], QStringLiteral("one\t<b>\t0\tdiffer\t-1.5e-03"));
        QVERIFY(matrix.exportTo(folder.filePath("m.svg")));
        QFile picture(folder.filePath("m.svg"));
        QVERIFY(picture.open(QIODevice::ReadOnly));
        const QByteArray drawn = picture.readAll();
        QVERIFY(drawn.contains(">case 39<") && drawn.contains(">case 0<"));
        QVERIFY(matrix.exportTo(folder.filePath("m.png")));
        QCOMPARE(QImage(folder.filePath("m.png")).width(), 2 * matrix.sizeHint().width());
        QVERIFY(matrix.exportTo(folder.filePath("m.tsv")));
        matrix.setCells({});
        QCOMPARE(matrix.current(), -1);
        QTest::keyClick(&matrix, Qt::Key_Right);
        matrix.repaint();
    }

    void statisticsOfChannels() {
        MainWindow window;
        open(window, "tensors");
        auto* page = static_cast<TensorsPage*>(window.page("tensors"));
        auto* tabs = page->findChild<QTabWidget*>("tensorTabs");
        auto* channels = page->findChild<ChannelView*>();
        QCOMPARE(channels->model().rows(), 0);
        QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(2).center());
        settle(window);
        QVERIFY(channels->model().rows() > 0);
        auto* table = channels->findChild<TableView*>("channels");
        const QPoint first = table->visualRect(table->model()->index(0, 0)).center();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, first);
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, first);
        QCOMPARE(tabs->currentIndex(), 0);
    }

    /// The title stays the tensor's; a name that says no format is told.
    void exportsSayWhatTheyDid() {
        QTemporaryDir folder;
        MainWindow window;
        open(window, "tensors");
        QWidget* page = window.page("tensors");
        auto* message = page->findChild<QLabel*>("exportMessage");
        const auto exportAs = [&](const QString& name) {
            QTimer::singleShot(100, [&] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                dialog->findChild<QLineEdit*>("fileNameEdit")->setText(folder.filePath(name));
                static_cast<QDialog*>(dialog)->accept();
            });
            QTest::mouseClick(page->findChild<QPushButton*>("exportTensor"), Qt::LeftButton);
            test::settleAnswered(window);
        };
        exportAs("x.foo");
        QVERIFY2(message->text().contains(".safetensors"), qPrintable(message->text()));
        exportAs("x.csv");
        QCOMPARE(message->text(), QStringLiteral("Exported to x.csv"));
        QVERIFY(QFile::exists(folder.filePath("x.csv")));
        window.workspace().close();
        QVERIFY(message->text().isEmpty());
    }
};

ETSCOPE_TEST(TestValues)
#include "tst_values.moc"
