// The table ritual: a small model through QAbstractItemModelTester, filter terms, sorting with missing values, copies.
#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QtTest>

#include "models/table_view.h"

using namespace etscope::ui;

class Fruits : public TableModel {
public:
    std::span<const Column> columns() const override {
        static constexpr Column kColumns[] = {{"Name", "", Qt::AlignLeft, false, 10}, {"Weight", "", Qt::AlignRight, false, 8}};
        return kColumns;
    }
    int rows() const override { return 3; }
    Cell cell(int row, int column) const override {
        static const char* kNames[] = {"pear", "apple", "fig"};
        if (column == 0) return {.text = QString::fromLatin1(kNames[row])};
        return row == 1 ? Cell{.text = "–"} : Cell{.text = QString::number(row * 10 + 5), .sort = row * 10 + 5};
    }
    Address address(int row) const override { return Address::ofTensor(row); }
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
    void addressesRows() {
        Fruits fruits;
        TableView view;
        view.setTable(&fruits);
        QSignalSpy spy(&view, &TableView::rowSelected);
        view.selectAddress(Address::ofTensor(2));
        QCOMPARE(view.currentIndex().row(), 2);
        QCOMPARE(spy.count(), 0);
        QVERIFY(view.copyText(TableFormat::Tsv).contains("fig\t25"));
        QVERIFY(view.copyText(TableFormat::Markdown).contains("| fig | 25 |"));
    }
};

QTEST_MAIN(TestTable)
#include "tst_table.moc"
