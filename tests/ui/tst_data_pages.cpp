// The pages of data (named data, memory and what is beside them) as a person uses them: keys, clicks, and what can be read then.
#include <QClipboard>
#include <QLineEdit>
#include <QPushButton>
#include <QWheelEvent>

#include "charts/memory_strip.h"
#include "models/row_delegate.h"
#include "pages/memory_page.h"
#include "pages/named_data_page.h"
#include "pages/sizes_page.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using etscope::test::Driver;

#define SEES(driver, part, text) QVERIFY2((driver).texts(part).contains(text), qPrintable((driver).texts(part)))

class TestDataPages : public QObject {
    Q_OBJECT
private:
    static void open(Driver& driver, const QStringList& paths, const char* page, const char* method = nullptr) {
        driver.window().workspace().open(paths);
        driver.settle();
        QVERIFY(driver.window().workspace().session() != nullptr);
        if (method != nullptr) driver.window().workspace().setMethod(QString::fromLatin1(method));
        driver.window().showPage(QString::fromLatin1(page));
        driver.settle();
    }
    static QString own(const char* name) {
        return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/") + QString::fromLatin1(name);
    }
    static void picture(Driver& driver) {
        if (const QByteArray folder = qgetenv("ETSCOPE_PICTURES"); !folder.isEmpty())
            driver.window().grab().save(folder + '/' + QTest::currentTestFunction() + ".png");
    }
    template <class T>
    static T* page(Driver& driver, const char* name) {
        return qobject_cast<T*>(driver.window().page(QString::fromLatin1(name)));
    }
    static QRectF boxOfValue(const MemoryView& view, qint64 value) {
        for (std::size_t box = 0; box < view.count(); ++box)
            if (view.addressOf(box) == Address::ofMemory("text_decoder", value)) return view.boxOf(box);
        return {};
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }

    /// What is shared? The sentence has the amounts, the rows which method reads which copy; a click leads to it everywhere.
    void sharingIsAnswered() {
        Driver driver;
        open(driver, {own("tied/model.pte"), own("tied/model.etrecord")}, "named-data");
        picture(driver);
        SEES(driver, "sharingPanel", "1 shared, saves 3.0 KiB");
        SEES(driver, "sharingPanel", "1 stored twice or more, could save 3.0 KiB");
        SEES(driver, "sharingTable", "copy 1 model.pte | copy 1+2 model.pte");
        TableView* table = page<NamedDataPage>(driver, "named-data")->panel()->table();
        QVERIFY(table != nullptr && table->height() <= px(260));
        const auto address = table->model()->index(0, 0).data(AddressRole).value<Address>();
        QVERIFY(address.valid());
        QVERIFY(driver.click(address));
        driver.settle();
        QCOMPARE(driver.window().workspace().selection(), address);
        SEES(driver, "inspector", "2 times, equal bytes");
        SEES(driver, "inspector", "one copy would save 3.0 KiB");
        QCOMPARE(page<NamedDataPage>(driver, "named-data")->mainTable()->currentIndex().data(AddressRole).value<Address>(),
                 address);
    }

    /// The address that is copied names the weight, not its hash; it leads back to the row.
    void copiedByName() {
        Driver driver;
        open(driver, {test::samplePath()}, "named-data");
        auto* table = page<NamedDataPage>(driver, "named-data")->mainTable();
        const auto address = table->model()->index(1, 0).data(AddressRole).value<Address>();
        QVERIFY(driver.click(address));
        driver.settle();
        QPushButton* copy = nullptr;
        for (auto* button : driver.window().findChild<QWidget*>("inspectorDeeds")->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Copy address")) copy = button;
        QVERIFY(copy != nullptr);
        QTest::mouseClick(copy, Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), QString("named-data/output.weight"));
        driver.window().showPage("metadata");
        driver.press("Ctrl+Shift+V");
        QCOMPARE(driver.window().currentPage(), QString("named-data"));
        QCOMPARE(driver.window().workspace().selection(), Address::ofData("output.weight"));
        QCOMPARE(table->currentIndex().data(AddressRole).value<Address>(), address);
        SEES(driver, "inspector", "output.weight");
    }

    /// Constants of a program without named data are shared as well.
    void constantsAreSharedToo() {
        Driver driver;
        open(driver, {own("tied/portable.pte")}, "named-data");
        SEES(driver, "sharingPanel", "1 shared, saves 3.0 KiB");
        SEES(driver, "page-named-data", "no named data");
        auto* table = page<NamedDataPage>(driver, "named-data")->panel()->table();
        table->setFocus();
        driver.press(Qt::Key_Return);
        QCOMPARE(driver.window().workspace().selection().kind, Address::Kind::Region);
    }

    void nothingSharedIsOneLine() {
        Driver driver;
        open(driver, {test::samplePath()}, "named-data");
        SEES(driver, "sharingPanel", "Nothing is shared, nothing is stored twice");
        QVERIFY(page<NamedDataPage>(driver, "named-data")->panel()->table() == nullptr);
        SEES(driver, "namedDataTable", "projector.weight");
    }

    /// Another session is told anew, without what was there before.
    void anotherSessionIsToldAnew() {
        Driver driver;
        open(driver, {own("tied/model.pte")}, "named-data");
        QVERIFY(page<NamedDataPage>(driver, "named-data")->panel()->table() != nullptr);
        open(driver, {test::samplePath()}, "named-data");
        QTRY_VERIFY(driver.texts("sharingPanel").contains("Nothing is shared"));
        QVERIFY(!driver.texts("sharingPanel").contains("stored twice or more"));
    }

    /// A click on the peak's flag shows what is live there, largest first; Esc shows all again.
    void whatIsLiveAtThePeak() {
        Driver driver;
        open(driver, {test::samplePath()}, "memory", "text_decoder");
        auto* memory = page<MemoryPage>(driver, "memory");
        MemoryView* view = memory->view();
        const int all = memory->mainTable()->model()->rowCount();
        QVERIFY(!view->flag().isEmpty());
        QTest::mouseMove(view, view->flag().center().toPoint());
        QTest::mouseClick(view, Qt::LeftButton, {}, view->flag().center().toPoint());
        driver.settle();
        picture(driver);
        QCOMPARE(memory->live(), std::optional<std::int64_t>(26));
        SEES(driver, "memoryLive", "Live at 0/26: ");
        SEES(driver, "memoryLive", "7.8 KiB of 8.8 KiB");
        QCOMPARE(memory->findChild<QLineEdit*>("filter")->text(), QString("live:26"));
        const QAbstractItemModel* shown = memory->mainTable()->model();
        QVERIFY(shown->rowCount() > 1 && shown->rowCount() < all);
        const int size = memory->mainTable()->columnOf("size");
        for (int row = 1; row < shown->rowCount(); ++row)
            QVERIFY(shown->index(row - 1, size).data(SortRole).toULongLong() >=
                    shown->index(row, size).data(SortRole).toULongLong());
        view->setFocus();
        driver.press(Qt::Key_Escape);
        QVERIFY(!memory->live());
        QCOMPARE(memory->mainTable()->model()->rowCount(), all);
    }

    /// Typed, by the button, by the key, and by a column beside the boxes.
    void whatIsLiveByKeysAndColumns() {
        Driver driver;
        open(driver, {test::samplePath()}, "memory", "text_decoder");
        auto* memory = page<MemoryPage>(driver, "memory");
        auto* button = memory->findChild<QPushButton*>("memoryLiveButton");
        button->setFocus();
        driver.press(Qt::Key_Space);
        QCOMPARE(memory->live(), std::optional<std::int64_t>(26));
        driver.press(Qt::Key_Space);
        QVERIFY(!memory->live());
        memory->findChild<QLineEdit*>("filter")->setFocus();
        driver.type("live:3");
        QCOMPARE(memory->live(), std::optional<std::int64_t>(3));
        SEES(driver, "memoryLive", "Live at 0/3: ");
        button->setFocus();
        driver.press(Qt::Key_Space);
        MemoryView* view = memory->view();
        view->setFocus();
        driver.press(Qt::Key_L);
        QCOMPARE(memory->live(), std::optional<std::int64_t>(26));
        const QPoint beside = (boxOfValue(*view, 23).topRight() + QPointF(10, -2)).toPoint();
        if (view->itemAt(beside) < 0) {
            QTest::mouseMove(view, beside);
            QTest::mouseClick(view, Qt::LeftButton, {}, beside);
            driver.settle();
            QVERIFY(memory->live() && *memory->live() != 26);
        }
    }

    /// Ctrl and the wheel zoom, the frame of the strip follows and moves the picture.
    void theStripMovesThePicture() {
        Driver driver;
        open(driver, {test::samplePath()}, "memory", "text_decoder");
        MemoryView* view = page<MemoryPage>(driver, "memory")->view();
        auto* strip = driver.window().findChild<MemoryStrip*>("memoryStrip");
        const double whole = strip->frame().width();
        const QPointF at = view->rect().center();
        QWheelEvent turn(at, view->mapToGlobal(at), {}, {0, 600}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view, &turn);
        driver.settle();
        picture(driver);
        QVERIFY(strip->frame().width() < whole * 0.7);
        const double before = view->from();
        const QPoint grip = strip->frame().center().toPoint();
        QTest::mousePress(strip, Qt::LeftButton, {}, grip);
        QTest::mouseMove(strip, grip + QPoint(60, 0));
        QTest::mouseRelease(strip, Qt::LeftButton, {}, grip + QPoint(60, 0));
        QVERIFY(view->from() > before);
        strip->setFocus();
        driver.press(Qt::Key_End);
        const double last = view->from();
        QVERIFY(last > before);
        driver.press(Qt::Key_Left);
        QVERIFY(view->from() < last);
        driver.press(Qt::Key_Home);
        QCOMPARE(view->from(), -1.0);
        QVERIFY2(strip->accessibleDescription().startsWith("instructions 0 … "), qPrintable(strip->accessibleDescription()));
        view->setFocus();
        driver.press(Qt::Key_F);
        QCOMPARE(strip->frame().width(), whole);
    }

    /// What a delegate runs, where it stands, and what it costs.
    void delegatesSayWhatIsInside() {
        Driver driver;
        open(driver, {test::samplePath()}, "delegates", "text_decoder");
        picture(driver);
        const QString table = driver.texts("delegateTable");
        QVERIFY2(table.contains("text_decoder | XNNPACK 1 | RMSNorm + wq wk wv | layers.0 | 1.9 KiB · "), qPrintable(table));
        QVERIFY2(table.contains(QRegularExpression("XNNPACK 1 .* % \\| .*µs · [0-9.]+ %")), qPrintable(table));
    }

    /// What takes time is in view in a small window, too; what says less goes.
    void delegatesKeepTheirTime() {
        Driver driver({1366, 768});
        open(driver, {test::samplePath()}, "delegates", "text_decoder");
        auto* table = driver.window().page("delegates")->mainTable();
        constexpr int kTime = 5;
        QVERIFY(!table->isColumnHidden(kTime));
        QVERIFY(table->columnViewportPosition(kTime) + table->columnWidth(kTime) <= table->viewport()->width());
    }

    /// What is largest comes first, with the colours of its family.
    void memoryLargestFirst() {
        Driver driver;
        open(driver, {test::samplePath()}, "memory", "text_decoder");
        const auto* model = driver.window().page("memory")->mainTable()->model();
        constexpr int kSize = 3;
        QVERIFY(model->rowCount() > 2);
        for (int row = 1; row < model->rowCount(); ++row)
            QVERIFY(model->index(row - 1, kSize).data(SortRole).toULongLong() >=
                    model->index(row, kSize).data(SortRole).toULongLong());
        QVERIFY(model->index(0, 0).data(FamilyRole).toInt() >= 0);
    }

    /// A finding has its explanation, and the line that would mend it goes to the clipboard.
    void findingsHaveTheLine() {
        Driver driver;
        open(driver, {test::samplePath()}, "metadata");
        picture(driver);
        const QString line = QStringLiteral("constant_methods[\"get_max_context_len\"] = 16");
        SEES(driver, "metadataTable", "get_max_context_len | absent");
        SEES(driver, "metadataFindings", "get_max_context_len is absent");
        SEES(driver, "metadataFindings", line);
        QLabel* link = nullptr;
        for (QLabel* label : driver.window().findChild<QWidget*>("metadataFindings")->findChildren<QLabel*>())
            if (link == nullptr && label->text().contains("Copy line")) link = label;
        QVERIFY(link != nullptr);
        link->setFocus();
        driver.press(Qt::Key_Tab);
        QTest::mouseClick(link, Qt::LeftButton, {}, QPoint(link->width() / 2, link->height() / 2));
        QCOMPARE(QApplication::clipboard()->text(), line);
    }

    /// By owner, by kind, and all files in one map.
    void sizesByOwnerKindAndFile() {
        Driver driver;
        open(driver, {test::samplePath()}, "sizes");
        picture(driver);
        const Treemap* map = page<SizesPage>(driver, "sizes")->treemap();
        QVERIFY2(map->groups().contains("delegate · text_decoder"), qPrintable(map->groups().join(", ")));
        QVERIFY(page<SizesPage>(driver, "sizes")
                    ->mainTable()
                    ->wholeText(TableFormat::Tsv)
                    .contains("XNNPACK 1 · attention"));
        const auto choose = [&](const QString& words) {
            for (auto* button : driver.window().findChild<QWidget*>("sizesBy")->findChildren<QPushButton*>())
                if (button->text() == words) QTest::mouseClick(button, Qt::LeftButton);
            driver.settle();
        };
        choose("By kind");
        QVERIFY2(map->groups().contains("delegate"), qPrintable(map->groups().join(", ")));
        choose("By offset");
        QCOMPARE(map->groups(), QStringList("model.pte"));
        choose("By owner");
        driver.window().findChild<QComboBox*>("sizesFile")->setFocus();
        driver.press(Qt::Key_End);
        QVERIFY2(map->groups().contains("model.etrecord") && map->groups().contains("model.pte"),
                 qPrintable(map->groups().join(", ")));
        SEES(driver, "account", " B accounted for, ");
        const auto address = page<SizesPage>(driver, "sizes")->mainTable()->model()->index(0, 0).data(AddressRole).value<Address>();
        QVERIFY2(address.name.startsWith("model.bpte@"), qPrintable(address.name));
    }

    /// A double click goes into a group, Backspace and the line above the map out of it.
    /// A click on the strip chooses the region that lies there, in the table and the map; several files have none.
    void sizesByOffset() {
        Driver driver;
        open(driver, {test::samplePath()}, "sizes");
        OffsetStrip* strip = page<SizesPage>(driver, "sizes")->strip();
        QVERIFY(strip->isVisible());
        auto* table = page<SizesPage>(driver, "sizes")->mainTable();
        QCOMPARE(strip->count(), static_cast<std::size_t>(table->model()->rowCount()));
        const int widest = static_cast<int>(
            std::ranges::max(strip->inView(1000), {}, [&](std::size_t region) { return strip->boxOf(region).width(); }));
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->boxOf(static_cast<std::size_t>(widest)).center().toPoint());
        driver.settle();
        QCOMPARE(table->filter()->tableRow(table->currentIndex().row()), widest);
        QCOMPARE(driver.window().workspace().selection(), strip->addressOf(static_cast<std::size_t>(widest)));
        auto* files = driver.window().findChild<QComboBox*>("sizesFile");
        files->setCurrentIndex(files->count() - 1);
        driver.settle();
        QVERIFY(!strip->isVisible());
    }

    void sizesZoom() {
        Driver driver;
        open(driver, {test::samplePath()}, "sizes");
        auto* map = page<SizesPage>(driver, "sizes")->treemap();
        const QPoint inside = map->boxOf(0).center().toPoint();
        const std::size_t all = map->count();
        QTest::mouseDClick(map, Qt::LeftButton, {}, inside);
        driver.settle();
        QCOMPARE(map->zoomedInto(), map->groups().front());
        QVERIFY(map->count() < all && map->boxOf(0).width() * map->boxOf(0).height() > 0);
        SEES(driver, "sizesPath", map->groups().front());
        map->setFocus();
        driver.press(Qt::Key_Backspace);
        QVERIFY(map->zoomedInto().isEmpty());
        QCOMPARE(map->count(), all);
        SEES(driver, "sizesPath", "model.pte");
    }

    /// Rows in a line, neighbours that are too small in one box, nothing lost.
    void stripsKeepTheOrder() {
        const QRectF area(0, 0, 200, 100);
        QList<qsizetype> counts;
        const QList<QRectF> placed = inStrips({50, 30, 0.001, 0.001, 20, 60, 40}, area, 4, counts);
        QCOMPARE(placed.size(), 6);
        QCOMPARE(counts, (QList<qsizetype>{1, 1, 2, 1, 1, 1}));
        double covered = 0;
        for (qsizetype i = 0; i < placed.size(); ++i) {
            covered += placed[i].width() * placed[i].height();
            if (i > 0) QVERIFY(placed[i].top() > placed[i - 1].top() + 1e-9 || placed[i].left() >= placed[i - 1].right() - 1e-6);
        }
        QVERIFY(std::abs(covered - area.width() * area.height()) < 1e-6);
    }

    /// Why an operator runs outside delegates is read whole.
    void reasonsAreWhole() {
        Driver driver;
        driver.window().resize(960, 768);
        open(driver, {test::samplePath()}, "undelegated");
        auto* table = driver.window().page("undelegated")->mainTable();
        QVERIFY(table->model()->rowCount() > 0);
        int several = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QModelIndex why = table->model()->index(row, 5);
            QVERIFY(RowDelegate::heightOf(why, table->columnWidth(5)) <= table->rowHeight(row));
            several += table->rowHeight(row) > QFontMetrics(bodyFont()).height() * 2 ? 1 : 0;
        }
        QVERIFY(several > 0);
    }

    /// Keys with a finding, and keys that nobody is known to read.
    void metadataOfOneKind() {
        Driver driver;
        open(driver, {test::samplePath()}, "metadata");
        auto* table = driver.window().page("metadata")->mainTable();
        const auto rowsOf = [&](const QString& words) {
            for (auto* button : driver.window().findChild<QWidget*>("metadataShow")->findChildren<QPushButton*>())
                if (button->text().startsWith(words + QLatin1Char(' '))) {
                    QTest::mouseClick(button, Qt::LeftButton);
                    driver.settle();
                    // The choice says how many rows it shows.
                    if (button->text() != QStringLiteral("%1 %2").arg(words).arg(table->model()->rowCount())) return -1;
                }
            return table->model()->rowCount();
        };
        // What is odd stands right below the last row.
        QVERIFY(table->height() <= table->heightFor(table->model()->rowCount()));
        const int all = rowsOf("All"), found = rowsOf("Findings"), unknown = rowsOf("Not known");
        QVERIFY(found > 0 && found < all && unknown < all);
        for (int row = 0; row < unknown; ++row) QVERIFY(table->model()->index(row, 6).data(DimRole).toBool());
        QCOMPARE(rowsOf("Findings"), found);
        for (int row = 0; row < found; ++row) QVERIFY(table->model()->index(row, 0).data(MarkRole).toInt() != 0);
        QCOMPARE(rowsOf("All"), all);
    }

    /// Keys without a name, and those that are shared or stored twice.
    void namedDataOfOneKind() {
        Driver driver;
        open(driver, {test::samplePath()}, "named-data");
        auto* table = driver.window().page("named-data")->mainTable();
        const int all = table->model()->rowCount();
        QVERIFY(all > 0);
        const auto choose = [&](const QString& words) {
            for (auto* button : driver.window().findChild<QWidget*>("namedDataShow")->findChildren<QPushButton*>())
                if (button->text() == words) QTest::mouseClick(button, Qt::LeftButton);
            driver.settle();
        };
        choose("No name");
        QCOMPARE(table->model()->rowCount(), 0);
        choose("All");
        QCOMPARE(table->model()->rowCount(), all);
    }

    /// A row for each handle of an instruction, and what handles are for.
    void handlesAreRelations() {
        Driver driver;
        open(driver, {test::samplePath()}, "handles", "text_decoder");
        picture(driver);
        SEES(driver, "page-handles", "Handles tie each instruction to the nodes that it was made from");
        const QString table = driver.texts("handlesTable");
        QVERIFY2(table.contains("0/2 | aten::index.Tensor_out | 2 | aten_index_tensor"), qPrintable(table));
        QVERIFY2(table.contains(QRegularExpression("0/11 \\| XnnpackBackend \\| 14 \\|")), qPrintable(table));
        QVERIFY2(table.contains(QRegularExpression("0/11 \\| XnnpackBackend \\| 15 \\|")), qPrintable(table));
    }
};

ETSCOPE_TEST(TestDataPages)
#include "tst_data_pages.moc"
