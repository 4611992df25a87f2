// The forms that texts of documents are made by.
#include <QtTest>

#include "report/text_form.h"
#include "support/test_case.h"

using etscope::report::filled;
using etscope::report::Json;

class TestTextForm : public QObject {
    Q_OBJECT
private slots:
    void values_data();
    void values();
};

void TestTextForm::values_data() {
    QTest::addColumn<QString>("form");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* form, const char* text) {
        QTest::newRow(form) << QString::fromUtf8(form) << QString::fromUtf8(text);
    };
    row("plain", "plain");
    row("{a} {b.c} {b.d} {none}", "1 x – –");
    row("{bytes:size}", "2.0 KiB");
    row("{?a}there{/}{!a}not{/}", "there");
    row("{?zero}a zero is there{/}", "a zero is there");
    row("{?none}there{/}{!none}not{/}", "not");
    row("{?off}there{/}{!off}not{/}", "not");
    row("{+b.d}null{/}{+none}missing{/}", "null");
    row("{?a=1}one{/}{!a=1}other{/}{?a=2}two{/}", "one");
    row("{?a:number}a number{/}{?b.c:number}no number{/}", "a number");
    row("{?b}{c} of {a}{/}", "x of 1");
    row("{*list}{#}: {id}{?name} {name}{/}, {/}", "0: 7 first, 1: 8, ");
    row("{*list}{names.#} {/}", "one two ");
    row("{*list}{?b}{^.id}{^:json} {/}{/}", "–{\"id\":7,\"name\":\"first\"} –{\"id\":8} ");
    row("{*b}{key}={value} {/}", "c=x d=– ");
    row("{*lists|.}{a}{/}", "1");
    row("{*list|.}{id}{/}", "78");
    row("{*empty}never{/}", "");
}

void TestTextForm::values() {
    QFETCH(QString, form);
    QFETCH(QString, text);
    const Json document = Json::parse(R"({"a": 1, "zero": 0, "off": false, "bytes": 2048, "b": {"c": "x", "d": null}, "empty": [],
        "names": ["one", "two"], "list": [{"id": 7, "name": "first"}, {"id": 8}]})");
    QCOMPARE(QString::fromStdString(filled(form.toStdString(), document)), text);
}

ETSCOPE_TEST(TestTextForm)
#include "tst_text_form.moc"
