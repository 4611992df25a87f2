// The table ritual: a small model through QAbstractItemModelTester, filter terms, sorting with missing values, copies, what is
// kept.
#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QtTest>

#include "base/numbered_names.h"
#include "models/table_view.h"
#include "support/test_case.h"
#include "ui/painted_texts.h"
#include "ui/windows.h"

using namespace etscope::ui;

class Fruits : public TableModel {
public:
    std::span<const Column> columns() const override {
        static constexpr Column kColumns[] = {{"Name", "", kPlain, 10}, {"Weight", "", kNumber, 8}, {"", "Marks have no title"}};
        return kColumns;
    }
    int rows() const override { return 3; }
    Cell cell(int row, int column) const override {
        static const char* kNames[] = {"pear", "apple", "fig"};
        if (column == 2) return {.mark = row == 0 ? Mark::Differ : Mark::Match};
        if (column == 0) return {.text = QString::fromLatin1(kNames[row])};
        return row == 1 ? Cell{.text = "–"} : Cell{.text = QString::number(row * 10 + 5), .sort = row * 10 + 5};
    }
    Address address(int row) const override { return Address::ofTensor(QString::number(row)); }
};

/// As many as are arranged in a job.
class Many : public TableModel {
public:
    static constexpr int kRows = 20'000;
    std::span<const Column> columns() const override {
        static constexpr Column kColumns[] = {{"Number", "", kNumber}};
        return kColumns;
    }
    int rows() const override { return kRows; }
    Cell cell(int row, int) const override { return {.text = QString::number(row), .sort = row}; }
    CellReader sharedReader() const override {
        return [](int row, int) { return Cell{.text = QString::number(row), .sort = row}; };
    }
    Address address(int row) const override { return Address::ofTensor(QString::number(row)); }
};

class Million : public Many {
public:
    int rows() const override { return 1'000'000; }
    int rowOf(const Address& address) const override { return address.name.toInt(); }
    void again() {
        reset([] {});
    }
};

/// As many columns as it takes to mix up an order.
class Wide : public TableModel {
public:
    std::span<const Column> columns() const override {
        static constexpr Column kColumns[] = {{"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}, {"e", ""}};
        return kColumns;
    }
    int rows() const override { return 2; }
    Cell cell(int row, int column) const override { return {.text = QString::number(row * 10 + column)}; }
    Address address(int row) const override { return Address::ofTensor(QString::number(row)); }
};

/// Two calls, one with two steps of which one has a step of its own.
class Tree : public TableModel {
public:
    std::span<const Column> columns() const override {
        static constexpr Column kColumns[] = {{"Name", "", kCode}, {"Time", "", kNumber, 8, 0, "Time ns"}};
        return kColumns;
    }
    int rows() const override { return 5; }
    Cell cell(int row, int column) const override {
        static const char* kNames[] = {"linear", "quantise", "inner", "matmul", "add"};
        static constexpr int kTimes[] = {30, 20, 25, 5, 40};
        if (column == 0) return {.text = QString::fromLatin1(kNames[row])};
        return {.text = QString::number(kTimes[row]) + " µs", .sort = kTimes[row], .copy = QString::number(kTimes[row] * 1000)};
    }
    RowParents parents() const override { return std::make_shared<const std::vector<int>>(std::vector<int>{-1, 0, 1, 0, -1}); }
    Address address(int row) const override { return Address::ofTensor(QString::number(row)); }
    void again() {
        reset([] {});
    }
};

class TestTable : public QObject {
    Q_OBJECT
private slots:
    void keepsTheRitual() {
        Fruits fruits;
        QAbstractItemModelTester tester(&fruits, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(fruits.rowCount(), 3);
        QCOMPARE(fruits.data(fruits.index(0, 0), Qt::DisplayRole).toString(), QString("pear"));
    }
    /// Rows under others: folded at first, in the order of the table whatever sorts those at the top, found with what is around.
    void folds() {
        Tree tree;
        TableView view;
        view.setTable(&tree);
        view.resize(300, 200);
        view.show();
        const auto names = [&view] {
            QStringList all;
            for (int row = 0; row < view.model()->rowCount(); ++row) all.append(view.model()->index(row, 0).data().toString());
            return all.join(' ');
        };
        QCOMPARE(names(), QString("linear add"));
        view.setCurrentIndex(view.model()->index(0, 0));
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(names(), QString("linear quantise matmul add"));
        view.sortByColumn(1, Qt::DescendingOrder);
        QCOMPARE(names(), QString("add linear quantise matmul"));
        QCOMPARE(view.model()->index(2, 0).data(DepthRole).toInt(), 1);
        QVERIFY(!view.model()->index(0, 0).data(FoldRole).isValid());
        // The sign before a row, which is not chosen by that.
        const QRect cell = view.visualRect(view.model()->index(2, 0));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, cell.center() - QPoint(cell.width() / 2 - 24, 0));
        QCOMPARE(names(), QString("add linear quantise inner matmul"));
        QCOMPARE(view.currentIndex().data().toString(), QString("linear"));
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(names(), QString("add linear"));
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.currentIndex().data().toString(), QString("linear"));
        // What is asked for is shown with what it stands under; what was found can be left.
        view.filter()->setQuery("inner");
        QCOMPARE(names(), QString("linear quantise inner"));
        QVERIFY(view.wholeText(TableFormat::Tsv).startsWith("Name\tTime ns\nlinear\t30000\n"));
        view.filter()->setQuery("time>35");
        QCOMPARE(names(), QString("add"));
        view.filter()->setQuery({});
        QCOMPARE(names(), QString("add linear"));
        view.selectAddress(Address::ofTensor("2"));
        QCOMPARE(view.currentIndex().data().toString(), QString("inner"));
        QTest::keyClick(&view, Qt::Key_Slash);
        QCOMPARE(names(), QString("add linear"));
        // Searches pass over nothing that is folded.
        QVERIFY(view.find("matmul", true));
        QCOMPARE(view.currentIndex().data().toString(), QString("matmul"));
        QCOMPARE(names(), QString("add linear quantise matmul"));
        QVERIFY(view.find("inner", false));
        QCOMPARE(view.currentIndex().data().toString(), QString("inner"));
        QTest::keyClick(&view, Qt::Key_Slash);
        QCOMPARE(names(), QString("add linear"));
        QTest::keyClick(&view, Qt::Key_Asterisk, Qt::ShiftModifier);
        QCOMPARE(names(), QString("add linear quantise inner matmul"));
        // The same rows again are as they were.
        tree.again();
        QCOMPARE(names(), QString("add linear quantise inner matmul"));
        QCOMPARE(view.currentIndex().data().toString(), QString("inner"));
    }
    /// What is selected and where it is scrolled to is not lost by another order, by filters, or by the same rows again.
    void aMillionRowsKeepSelectionAndScroll() {
        constexpr int kAll = 1'000'000;
        Million million;
        TableView view;
        view.setTable(&million);
        const std::unique_ptr<QLineEdit> line(makeFilterLine(&view, {}, nullptr));
        view.resize(300, 400);
        view.show();
        line->show();
        const auto at = [&view](int row) { return view.model()->index(row, 0).data().toInt(); };
        const auto chosen = [&view, at] {
            QList<int> numbers;
            for (const QModelIndex& row : view.selectionModel()->selectedRows()) numbers.append(at(row.row()));
            std::ranges::sort(numbers);
            return numbers;
        };
        const auto click = [&view](int row, Qt::KeyboardModifiers modifiers) {
            QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, view.visualRect(view.model()->index(row, 0)).center());
        };
        view.scrollTo(view.model()->index(700, 0), QAbstractItemView::PositionAtTop);
        click(702, {});
        click(706, Qt::ShiftModifier);
        const QList<int> five{702, 703, 704, 705, 706};
        QCOMPARE(chosen(), five);
        view.verticalScrollBar()->setValue(5000);
        const auto stays = [&](int least) {
            QTRY_VERIFY_WITH_TIMEOUT(!view.filter()->arranging() && view.model()->rowCount() >= least, 60'000);
            if (least < kAll) return;
            QCOMPARE(chosen(), five);
            QCOMPARE(at(view.rowAt(0)), 5000);
        };
        const auto clickHeader = [&view] {
            QTest::mouseClick(view.horizontalHeader()->viewport(), Qt::LeftButton, {}, {20, view.horizontalHeader()->height() / 2});
        };
        clickHeader();
        stays(kAll);
        clickHeader();
        stays(kAll);
        QCOMPARE(at(0), kAll - 1);
        QTest::keyClicks(line.get(), "number<10");
        stays(10);
        QCOMPARE(view.model()->rowCount(), 10);
        QTest::keyClick(line.get(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(line.get(), Qt::Key_Delete);
        stays(kAll);
        million.again();
        stays(kAll);
        QCOMPARE(at(0), kAll - 1);
    }
    /// A row that is selected while a filter hides it, and one that is hidden after it was, are there again without it.
    void whatAFilterHidesStaysSelected() {
        Fruits fruits;
        TableView view;
        view.setTable(&fruits);
        QSignalSpy told(&view, &TableView::rowSelected);
        view.resize(300, 200);
        view.show();
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(view.model()->index(2, 0)).center());
        const auto selected = [&view] { return view.selectionModel()->selectedRows().value(0).data().toString(); };
        QCOMPARE(selected(), QString("fig"));
        const auto before = told.count();
        view.filter()->setQuery("apple");
        QCOMPARE(selected(), QString());
        view.filter()->setQuery({});
        QCOMPARE(selected(), QString("fig"));
        QCOMPARE(view.currentIndex().data().toString(), QString("fig"));
        view.filter()->setQuery("apple");
        view.selectAddress(Address::ofTensor("0"));
        view.filter()->setQuery({});
        QCOMPARE(selected(), QString("pear"));
        QCOMPARE(told.count(), before);  // nobody chose anything
    }
    void filters_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<int>("rows");
        QTest::newRow("all") << "" << 3;
        QTest::newRow("word") << "p" << 2;
        QTest::newRow("column") << "name:fig" << 1;
        QTest::newRow("negated") << "-fig" << 2;
        QTest::newRow("expression") << "/^(fig|pear)/" << 2;
        QTest::newRow("two terms") << "p name:apple" << 1;
        QTest::newRow("number") << "weight>10" << 1;
        QTest::newRow("number, negated") << "-weight>10" << 2;
        QTest::newRow("percentile") << "weight>=p50" << 1;
    }
    void filters() {
        QFETCH(QString, query);
        QFETCH(int, rows);
        Fruits fruits;
        TableView view;
        view.setTable(&fruits);
        view.filter()->setQuery(query);
        QCOMPARE(view.filter()->rowCount(), rows);
        QVERIFY(view.filter()->wrongTerms().empty());
    }
    void saysWhichTermsAreWrong() {
        Fruits fruits;
        TableView view;
        view.setTable(&fruits);
        view.filter()->setQuery("colour:red /(/");
        QCOMPARE(view.filter()->wrongTerms().size(), std::size_t{2});
        QCOMPARE(view.filter()->wrongTerms()[1].begin, std::size_t{11});
        std::unique_ptr<QLineEdit> line(makeFilterLine(&view, {}, nullptr));
        line->setText("colour:red");
        QVERIFY2(line->toolTip().startsWith("there is no colour:"), qPrintable(line->toolTip()));
        QCOMPARE(line->text(), QString("colour:red"));
        line->setText("name:fig");
        QVERIFY(line->toolTip().isEmpty());
    }
    void findsTheNextRow() {
        Fruits fruits;
        TableView view;
        view.setTable(&fruits);
        QVERIFY(view.find("p", true, true));
        QCOMPARE(view.currentIndex().row(), 0);
        QVERIFY(view.find("p", true, true));  // while it is typed the place stays
        QCOMPARE(view.currentIndex().row(), 0);
        QVERIFY(view.find("p", true));
        QCOMPARE(view.currentIndex().row(), 1);
        QVERIFY(view.find("p", true));
        QCOMPARE(view.currentIndex().row(), 0);
        QVERIFY(view.find("weight>20", false));
        QCOMPARE(view.currentIndex().row(), 2);
        QVERIFY(!view.find("quince", true));
        QCOMPARE(view.currentIndex().row(), 2);
    }
    void sortsNumbersBeforeTextsAndMissingLast() {
        Fruits fruits;
        TableView view;
        view.setTable(&fruits);
        QAbstractItemModelTester tester(view.filter(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto names = [&view] {
            QStringList all;
            for (int row = 0; row < view.filter()->rowCount(); ++row) all.append(view.filter()->index(row, 0).data().toString());
            return all;
        };
        view.selectAddress(Address::ofTensor("2"));
        view.sortByColumn(1, Qt::DescendingOrder);
        QCOMPARE(names(), (QStringList{"fig", "pear", "apple"}));
        QCOMPARE(view.currentIndex().row(), 0);  // the row, not its place
        view.sortByColumn(1, Qt::AscendingOrder);
        QCOMPARE(names(), (QStringList{"pear", "fig", "apple"}));
        view.sortByColumn(-1, Qt::AscendingOrder);
        QCOMPARE(names(), (QStringList{"pear", "apple", "fig"}));
    }
    void arrangesManyRowsInTheBackground() {
        Many many;
        TableView view;
        view.setTable(&many);
        view.sortByColumn(0, Qt::DescendingOrder);
        QVERIFY(view.filter()->arranging());
        QCOMPARE(view.filter()->rowCount(), Many::kRows);
        QTRY_VERIFY(!view.filter()->arranging());
        QCOMPARE(view.filter()->index(0, 0).data().toInt(), Many::kRows - 1);
        view.filter()->setQuery("number<3");
        QTRY_COMPARE(view.filter()->rowCount(), 3);
        QCOMPARE(view.filter()->index(2, 0).data().toInt(), 0);
    }
    void numbersAreNeverCut() {
        const std::vector<ColumnNeed> needs{{400, 90, false, true}, {300, 90, false, false}, {120, 120, false, false}};
        const std::vector<bool> shown(3, false);
        const std::vector<int> free(3, -1);
        QCOMPARE(columnWidths(needs, shown, free, 900), (std::vector<int>{480, 300, 120}));
        QCOMPARE(columnWidths(needs, shown, free, 700), (std::vector<int>{386, 193, 120}));  // the first says what a row is
        QCOMPARE(columnWidths(needs, shown, free, 100), (std::vector<int>{90, 90, 120}));    // then it scrolls
        QCOMPARE(columnWidths(needs, {false, true, false}, {-1, -1, 200}, 500), (std::vector<int>{300, 0, 200}));
    }
    /// Sentences have the free room before columns grow that need none.
    void freeRoomGoesToWhatIsCut() {
        const std::vector<ColumnNeed> needs{{100, 90, false, true, 100}, {300, 90, false, false, 500}};
        const std::vector<bool> shown(2, false);
        const std::vector<int> free(2, -1);
        QCOMPARE(columnWidths(needs, shown, free, 550), (std::vector<int>{100, 450}));
        QCOMPARE(columnWidths(needs, shown, free, 700), (std::vector<int>{200, 500}));
    }
    void textsAreThoseOfTheScreen() {
        const auto cell = [](int, int column) { return QStringList{"a\tb", "x|y", "1,2"}[column]; };
        const QStringList titles{"name", "p50 ms", "name"};
        QCOMPARE(tableText(TableFormat::Tsv, titles, 1, cell), QString("name\tp50 ms\tname\na b\tx|y\t1,2\n"));
        QCOMPARE(tableText(TableFormat::Csv, titles, 1, cell),
                 QString("name,p50 ms,name\r\na b,x|y,\"1,2\"\r\n").replace("a b", "a\tb"));
        QVERIFY(tableText(TableFormat::Markdown, titles, 1, cell).contains("| x\\|y |"));
        QVERIFY(tableText(TableFormat::Json, titles, 1, cell).contains("\"name 2\": \"1,2\""));
        QCOMPARE(copiedText({.text = "0/7", .sort = 7}), QString("0/7"));
        QCOMPARE(copiedText({.mark = Mark::Differ}), markName(Mark::Differ));
        QCOMPARE(copiedText({.text = QString("936") + QChar(0x202F) + "320", .sort = 936320}), QString("936320"));
        QCOMPARE(copiedText({.text = QString("2.4e") + QChar(0x2212) + "07"}), QString("2.4e-07"));
    }
    void columnsComeBackInTheirOrder() {
        QSettings().clear();
        Wide wide;
        const QList<int> wanted{0, 4, 3, 1, 2};
        const auto order = [](const TableView& view) {
            QList<int> columns;
            for (int visual = 0; visual < 5; ++visual) columns.append(view.horizontalHeader()->logicalIndex(visual));
            return columns;
        };
        {
            TableView view;
            view.setTable(&wide, "wide");
            for (int place = 0; place < 5; ++place)
                view.horizontalHeader()->moveSection(view.horizontalHeader()->visualIndex(wanted[place]), place);
            QCOMPARE(order(view), wanted);
        }
        TableView again;
        again.setTable(&wide, "wide");
        QCOMPARE(order(again), wanted);
        QVERIFY(again.wholeText(TableFormat::Tsv).startsWith("a\te\td\tb\tc\n0\t4\t3\t1\t2\n"));
        TableView other;
        other.setTable(&wide, "other");
        QCOMPARE(order(other), (QList<int>{0, 1, 2, 3, 4}));
    }
    /// A usual width is never the person's: it is not kept, and what is kept stands.
    void usualWidthsAreNotKept() {
        QSettings().clear();
        Wide wide;
        const auto kept = [] { return QSettings().value("tables/wide/widths").toMap().keys(); };
        {
            TableView view;
            view.resize(800, 200);
            view.setTable(&wide, "wide");
            view.setUsualWidth(1, 77);
            view.setUsualWidth(2, 78);
            QCOMPARE(view.columnWidth(1), 77);
            view.horizontalHeader()->resizeSection(2, 99);
            view.setUsualWidth(2, 80);
            QCOMPARE(view.columnWidth(2), 99);
            QCOMPARE(kept(), QStringList{"c"});
        }
        TableView again;
        again.resize(800, 200);
        again.setTable(&wide, "wide");
        again.setUsualWidth(1, 60);
        again.setUsualWidth(2, 60);
        QCOMPARE(again.columnWidth(1), 60);
        QCOMPARE(again.columnWidth(2), 99);
        again.forgetLayout();
        QCOMPARE(again.columnWidth(2), 60);
        QVERIFY(kept().isEmpty());
    }
    /// In a view that is too low for them, too.
    void paintsAllOfItsRows() {
        Fruits fruits;
        TableView view;
        view.setTable(&fruits);
        view.resize(300, 40);
        view.show();
        etscope::test::PaintedTexts picture(view.wholeSize());
        {
            QPainter painter(&picture);
            view.paintWhole(painter);
        }
        for (const char* name : {"pear", "apple", "fig"})
            QVERIFY2(std::ranges::any_of(
                         picture.texts(),
                         [name](const auto& one) { return one.text == name && one.readable.width() > one.box.width() / 2; }),
                     name);
    }
    void noTwoNamesAreEqual() {
        etscope::NumberedNames names;
        QStringList given;
        for (const char* name : {"w", "w", "w#2", "w", "w#2"}) given.append(QString::fromStdString(names.add(name)));
        QCOMPARE(given, (QStringList{"w", "w#2", "w#2#2", "w#3", "w#2#3"}));
        etscope::NumberedNames others;
        given.clear();
        for (const char* name : {"w#2", "w", "w"}) given.append(QString::fromStdString(others.add(name)));
        QCOMPARE(given, (QStringList{"w#2", "w", "w#3"}));
    }
    void addressesRows() {
        Fruits fruits;
        TableView view;
        view.setTable(&fruits);
        QSignalSpy spy(&view, &TableView::rowSelected);
        view.selectAddress(Address::ofTensor("2"));
        QCOMPARE(view.currentIndex().row(), 2);
        QCOMPARE(spy.count(), 0);
        QVERIFY(view.copyText(TableFormat::Tsv).contains("fig\t25\tmatch"));
        QVERIFY(view.copyText(TableFormat::Markdown).contains("| fig | 25 | match |"));
    }
};

ETSCOPE_TEST(TestTable)
#include "tst_table.moc"
