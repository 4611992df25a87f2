// Every item model of the window keeps Qt's contract of models, whatever happens to it: filled, filtered, sorted, opened, emptied,
// filled again, of other files. A tester watches each from its beginning.
#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QAbstractProxyModel>
#include <QComboBox>
#include <QCompleter>
#include <QDialog>
#include <QHeaderView>
#include <QIdentityProxyModel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QtTest>

#include "models/link.h"
#include "models/table_view.h"
#include "models/typed_table.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::settle;

namespace {

/// A tree as Qt's contract wants it: in that of its tree widgets every column has the children that are the first one's.
class FirstColumnHasChildren : public QIdentityProxyModel {
public:
    FirstColumnHasChildren(QAbstractItemModel* tree, QObject* parent) : QIdentityProxyModel(parent) { setSourceModel(tree); }
    int rowCount(const QModelIndex& parent) const override {
        return parent.column() > 0 ? 0 : QIdentityProxyModel::rowCount(parent);
    }
    bool hasChildren(const QModelIndex& parent) const override {
        return parent.column() <= 0 && QIdentityProxyModel::hasChildren(parent);
    }
};

/// Watches all models that views, combos and completers of the window show by now, each once.
class Testers {
public:
    explicit Testers(MainWindow& window) : m_window(window) { watch(); }
    void watch() {
        // The list of the start page goes with its page.
        for (auto* view : m_window.findChildren<QAbstractItemView*>())
            if (view->objectName() != "recent") add(view->model());
        for (auto* combo : m_window.findChildren<QComboBox*>()) add(combo->model());
        for (auto* line : m_window.findChildren<QLineEdit*>())
            if (line->completer() != nullptr) add(line->completer()->model()), add(line->completer()->completionModel());
        for (auto* completer : m_window.findChildren<QCompleter*>()) add(completer->model()), add(completer->completionModel());
    }
    /// Before the window: Qt's lists let go of their models while those are told.
    ~Testers() {
        for (const auto& tester : m_testers) delete tester.data();
    }
    qsizetype count() const { return m_watched.size(); }

private:
    void add(QAbstractItemModel* model) {
        if (model == nullptr || m_watched.contains(model)) return;
        m_watched.insert(model);
        QAbstractItemModel* seen = model->inherits("QTreeModel") ? new FirstColumnHasChildren(model, model) : model;
        m_testers += new QAbstractItemModelTester(seen, QAbstractItemModelTester::FailureReportingMode::QtTest, model);
        if (auto* proxy = qobject_cast<QAbstractProxyModel*>(model)) add(proxy->sourceModel());
    }
    MainWindow& m_window;
    QSet<QAbstractItemModel*> m_watched;
    QList<QPointer<QAbstractItemModelTester>> m_testers;
};

/// A table that is as large as is wanted and costs nothing.
class Numbers : public TableModel {
public:
    std::span<const Column> columns() const override {
        static constexpr Column kColumns[] = {{"Number", "", kNumber}, {"Word", ""}};
        return kColumns;
    }
    int rows() const override { return m_rows; }
    Cell cell(int row, int column) const override { return cellOf(row, column); }
    CellReader sharedReader() const override { return cellOf; }
    Address address(int row) const override { return Address::ofData(QString::number(row)); }
    void setRows(int rows) {
        reset([&] { m_rows = rows; });
    }

private:
    static Cell cellOf(int row, int column) {
        if (column == 0) return {.text = QString::number(row), .sort = row};
        return {.text = row % 2 == 0 ? QStringLiteral("even") : QStringLiteral("odd"),
                .mark = row == 7'777 ? Mark::Error : Mark::None};
    }
    int m_rows = 0;
};

/// How many of its cells were made, too.
struct Fruit {
    QString name;
    int number;
    static inline int made = 0;
    static Cell nameCell(const Fruit& fruit) {
        ++made;
        return {.text = fruit.name};
    }
    static Cell numberCell(const Fruit& fruit) {
        ++made;
        return {.text = QString::number(fruit.number), .sort = fruit.number, .tooltip = fruit.name};
    }
};

}  // namespace

class TestModels : public QObject {
    Q_OBJECT
private:
    static void useTables(MainWindow& window) {
        for (auto* table : window.findChildren<TableView*>()) {
            if (table->filter()->table() == nullptr) continue;
            for (int column = 0; column < table->model()->columnCount(); ++column) table->sortByColumn(column, Qt::DescendingOrder);
            table->filter()->setQuery("linear");
            table->filter()->setQuery("/(/");
            table->filter()->setQuery({});
            table->sortByColumn(-1, Qt::AscendingOrder);
            table->find("a", true);
            table->nextBad(true);
            table->selectAll();
            table->copyText(TableFormat::Tsv);
        }
        settle(window);
    }
    static void useTrees(MainWindow& window) {
        for (auto* tree : window.findChildren<QTreeWidget*>())
            for (int depth = 0; depth < 4; ++depth) {
                for (QTreeWidgetItemIterator at(tree); *at != nullptr; ++at) (*at)->setExpanded(true);
                settle(window);
            }
    }
    static void walk(MainWindow& window, Testers& testers) {
        for (const PageInfo& info : pageTable()) {
            window.showPage(QString::fromLatin1(info.name));
            settle(window);
            testers.watch();
        }
        useTables(window);
        useTrees(window);
        testers.watch();
    }
    static void open(MainWindow& window, const QStringList& paths) {
        window.workspace().open(paths);
        settle(window);
        QVERIFY(window.workspace().session() != nullptr);
    }

private slots:
    void ofTheWindow() {
        MainWindow window;
        window.resize(1600, 1000);
        window.show();
        Testers testers(window);
        QVERIFY2(testers.count() > 30, qPrintable(QString::number(testers.count())));
        open(window, {test::samplePath()});
        walk(window, testers);
        window.workspace().setMethod("text_decoder");
        window.workspace().compareWith({test::samplePath()});
        settle(window);
        walk(window, testers);
        window.workspace().reload();
        settle(window);
        walk(window, testers);
        open(window, {test::samplePath() + "/model.pte"});
        walk(window, testers);
        window.workspace().close();
        settle(window);
        open(window, {test::samplePath() + "/model.etrecord"});
        walk(window, testers);
    }

    void ofPaletteAndCompleter() {
        MainWindow window;
        window.resize(1600, 1000);
        window.show();
        open(window, {test::samplePath()});
        window.showPage("graph");
        settle(window);
        window.run("tools.commands");
        settle(window);
        Testers testers(window);
        auto* dialog = window.findChild<QDialog*>("palette");
        QVERIFY(dialog != nullptr);
        auto* line = dialog->findChild<QLineEdit*>();
        for (const char* words : {">open", "@add", "#weight", "text_decoder", "", "nothing at all"}) {
            line->setText(QString::fromLatin1(words));
            settle(window);
            testers.watch();
        }
        dialog->close();
        auto* find = window.findChild<QLineEdit*>("find");
        find->setFocus();
        for (const QChar letter : QStringLiteral("op:li kind:")) {
            QTest::keyClick(find, letter.toLatin1());
            testers.watch();
        }
        settle(window);
    }

    /// Cells of typed rows are made when they are asked for, once for all that is asked of one.
    void ofTypedRows() {
        static const TypedTable<Fruit> kTable{{{"Name", ""}, Fruit::nameCell}, {{"In all", "", kNumber}, Fruit::numberCell}};
        const auto rows = [](std::vector<Fruit> all) {
            return kTable.rows(std::move(all), [](const Fruit& fruit) { return Address::ofData(fruit.name); });
        };
        RowsModel model(kTable.columns(), nullptr);
        model.setRows(rows({{QStringLiteral("pear"), 20}, {QStringLiteral("fig"), 3}}));
        QCOMPARE(Fruit::made, 0);
        const int number = columnOf(model.columns(), "in_all");
        const QModelIndex pear = model.index(0, number);
        QCOMPARE(pear.data().toString(), QString("20"));
        QCOMPARE(pear.data(SortRole).toInt(), 20);
        QVERIFY(pear.data(Qt::ToolTipRole).toString().contains("pear"));
        QCOMPARE(Fruit::made, 1);
        TableView view;
        view.setTable(&model);
        view.sortByColumn(number, Qt::AscendingOrder);
        QCOMPARE(view.wholeText(TableFormat::Csv), QString("Name,In all\r\nfig,3\r\npear,20\r\n"));
        view.filter()->setQuery("in_all>5");
        QCOMPARE(view.model()->rowCount(), 1);
        const CellReader before = model.sharedReader();
        model.setRows(rows({{QStringLiteral("apple"), 7}}));
        QCOMPARE(view.model()->index(0, number).data(SortRole).toInt(), 7);
        QCOMPARE(before(1, 0).text, QString("fig"));
    }

    /// Large tables are arranged, and searched, in jobs.
    void ofALargeTable() {
        Numbers numbers;
        TableView view;
        view.setTable(&numbers);
        const QAbstractItemModelTester rows(&numbers, QAbstractItemModelTester::FailureReportingMode::QtTest),
            shown(view.filter(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        view.show();
        numbers.setRows(20'000);
        view.sortByColumn(0, Qt::DescendingOrder);
        QTRY_VERIFY(!view.filter()->arranging());
        QCOMPARE(view.filter()->tableRow(0), 19'999);
        QSignalSpy searched(&view, &TableView::searched);
        QVERIFY(view.find("number:12345", true));
        QTRY_COMPARE(searched.size(), 1);
        QCOMPARE(searched.takeFirst().front().toBool(), true);
        QCOMPARE(view.filter()->tableRow(view.currentIndex().row()), 12'345);
        QVERIFY(view.nextBad(true));
        QTRY_COMPARE(searched.size(), 1);
        QCOMPARE(view.filter()->tableRow(view.currentIndex().row()), 7'777);
        searched.clear();
        QVERIFY(view.find("nowhere", true));
        QTRY_COMPARE(searched.size(), 1);
        QCOMPARE(searched.takeFirst().front().toBool(), false);
        // Rows that go end the search in them.
        QVERIFY(view.find("nowhere", true));
        numbers.setRows(3);
        JobRegistry::pool().waitForDone();
        test::takeTurns();
        QVERIFY(searched.isEmpty());
        view.filter()->setQuery("odd");
        QCOMPARE(view.filter()->rowCount(), 1);
        numbers.setRows(0);
        QVERIFY(!view.find("odd", true));
        QVERIFY(!view.nextBad(true));
    }
};

ETSCOPE_TEST(TestModels)
#include "tst_models.moc"
