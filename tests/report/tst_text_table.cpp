#include <QtTest>

#include "base/bytes_text.h"
#include "report/text_table.h"
#include "support/test_case.h"

using etscope::report::TextTable;

class TestTextTable : public QObject {
    Q_OBJECT
private slots:
    void aligns();
    void countsCodePoints();
    void bytes();
};

void TestTextTable::aligns() {
    TextTable table({{"name"}, {"size", TextTable::Align::Right}, {"note"}});
    QVERIFY(table.empty());
    table.add({"a", "1", ""});
    table.add({"long name", "12345", "x"});
    QCOMPARE(QString::fromStdString(table.text(2)),
             QString("  name        size  note\n  a              1\n  long name  12345  x\n"));
}

void TestTextTable::countsCodePoints() {
    TextTable table({{"n"}, {"x"}});
    table.add({"größe", "1"});
    table.add({"abcde", "2"});
    QCOMPARE(QString::fromStdString(table.text()), QString("n      x\ngröße  1\nabcde  2\n"));
}

void TestTextTable::bytes() {
    using etscope::bytesText;
    QCOMPARE(bytesText(0), std::string("0 B"));
    QCOMPARE(bytesText(1023), std::string("1023 B"));
    QCOMPARE(bytesText(1536), std::string("1.5 KiB"));
    QCOMPARE(bytesText(700'907'520), std::string("668.4 MiB"));
}

ETSCOPE_TEST(TestTextTable)
#include "tst_text_table.moc"
