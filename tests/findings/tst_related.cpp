// What things are elsewhere, on the bundled sample and the project's own exports: both ways, and nothing that nothing joins.
#include <QtTest>
#include <algorithm>

#include "findings/related.h"
#include "support/own_exports.h"
#include "support/test_case.h"

using namespace etscope;
using findings::Relation;

namespace {

using SessionPtr = std::shared_ptr<const session::Session>;

SessionPtr sample() {
    const auto opened = session::Session::open({ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm"}, {}, {});
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

std::vector<std::string> methodsOf(const session::Session& session) {
    std::vector<std::string> names;
    for (const session::Method& method : session.methods()) names.push_back(method.name);
    return names;
}

/// "relation address", in order.
QStringList relatedTo(const SessionPtr& session, const std::string& address) {
    const auto entity = session::Entity::parse(address, methodsOf(*session));
    const auto found = findings::related(*session, entity, {});
    if (!found) return {QString::fromStdString(found.error().code)};
    QStringList lines;
    for (const findings::Related& one : found->things)
        lines.append(QString::fromStdString(std::string(relationName(one.relation)) + ' ' + one.entity.text()));
    return lines;
}

}  // namespace

class TestRelated : public QObject {
    Q_OBJECT
private slots:
    void anOperator() {
        QCOMPARE(relatedTo(sample(), "text_decoder/edge/aten_linear_default_3"),
                 (QStringList{"same text_decoder/program/0/16", "same text_decoder/delegate:4/0",
                              "delegate text_decoder/delegate:4", "in text_decoder/edge/module:layers.0.attention.wo",
                              "weight tensors/model.etrecord/text_decoder/edge/layers.0.attention.wo.weight"}));
    }

    /// Of nodes that share a debug handle an instruction is the one that its operator and wiring tell, and a node none of the
    /// others'.
    void whatSharesAHandle() {
        const auto session = sample();
        const auto same = [&](const char* address) { return relatedTo(session, address).filter("same text_decoder/"); };
        const QStringList mean = same("text_decoder/program/0/5").filter("/edge/"),
                          call = same("text_decoder/edge/aten_mean_dim").filter("/program/");
        QCOMPARE(mean, (QStringList{"same text_decoder/edge/aten_mean_dim"}));
        QCOMPARE(call, (QStringList{"same text_decoder/program/0/5"}));
    }

    /// What is said of one is said of the other.
    void bothWays_data() {
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("other");
        const auto row = [](const char* one, const char* other) { QTest::newRow(one) << one << other; };
        row("text_decoder/edge/aten_linear_default_3", "text_decoder/program/0/16");
        row("text_decoder/program/0/16", "text_decoder/delegate:4/0");
        row("text_decoder/program/0/16", "text_decoder/delegate:4");
        row("text_decoder/edge/aten_linear_default_3", "tensors/model.etrecord/text_decoder/edge/layers.0.attention.wo.weight");
        row("text_decoder/edge/module:layers.0.attention.wo", "text_decoder/edge/aten_linear_default_3");
        row("text_decoder/edge/value:inputs_embeds", "text_decoder/edge/aten_pow_tensor_scalar");
    }
    void bothWays() {
        QFETCH(QString, one);
        QFETCH(QString, other);
        const auto tells = [session = sample()](const QString& of, const QString& what) {
            const QStringList lines = relatedTo(session, of.toStdString());
            return std::ranges::any_of(lines, [&](const QString& line) { return line.endsWith(' ' + what); });
        };
        QVERIFY2(tells(one, other), qPrintable(relatedTo(sample(), one.toStdString()).join('\n')));
        if (!one.contains("value:")) QVERIFY2(tells(other, one), qPrintable(other));
    }

    void runsAndOutputs() {
        const auto session = sample();
        const QStringList output = relatedTo(session, "text_decoder/outputs/case:2/0");
        QVERIFY(output.contains("made by text_decoder/program/0/37") && output.contains("same text_decoder/edge/output:4"));
        QCOMPARE(output.filter("run runs/").size(), 1);
        const QString run = output.filter("run runs/").front().section(' ', -1);
        QVERIFY(relatedTo(session, run.toStdString()).contains("in text_decoder"));
        QVERIFY(relatedTo(session, "text_decoder").contains("run " + run));
        const QStringList event = relatedTo(session, run.toStdString() + "/5");
        QVERIFY2(event.contains("run " + run) && !event.filter("made by text_decoder/program/").isEmpty(),
                 qPrintable(event.join('\n')));
    }

    /// A case has its outputs and the run that it fed.
    void cases() {
        const QStringList lines = relatedTo(sample(), "text_decoder/outputs/case:2");
        QVERIFY2(lines.contains("in text_decoder") && lines.contains("inside text_decoder/outputs/case:2/0"),
                 qPrintable(lines.join('\n')));
        QCOMPARE(lines.filter("run runs/"), relatedTo(sample(), "text_decoder/outputs/case:2/0").filter("run runs/"));
    }

    /// What an operator gave is its, in the run that is named.
    void givenValues() {
        const QStringList lines = relatedTo(sample(), "text_decoder/outputs/run:3/edge/aten_index_tensor_2");
        QVERIFY2(lines.contains("made by text_decoder/edge/aten_index_tensor_2") && lines.contains("in text_decoder") &&
                     lines.contains("run runs/3") && !lines.filter("made by text_decoder/program/").isEmpty(),
                 qPrintable(lines.join('\n')));
        QVERIFY(relatedTo(sample(), "text_decoder/outputs/edge/aten_index_tensor_2").filter("run runs/").isEmpty());
    }

    /// In place of a key, the name that the record has for its data.
    void keysByName() {
        const QStringList lines = relatedTo(sample(), "named-data/layers.0.attention.wo.weight");
        QVERIFY2(lines.size() == 1 && lines.front().startsWith("same named-data/"), qPrintable(lines.join('\n')));
        const QStringList users = relatedTo(sample(), lines.front().section(' ', 1).toStdString());
        QVERIFY2(!users.filter("used by text_decoder/delegate:").isEmpty(), qPrintable(users.join('\n')));
    }

    /// Keys of external data, the delegate that asks for them, and the weight whose bytes they are.
    void keysOfExternalData() {
        const auto session = test::openOwn({"specialised/model.etrecord", "specialised/model.pte"});
        QStringList keys;
        for (const session::Method& method : session->methods())
            for (const QString& line : relatedTo(session, method.name + "/delegate:0").filter("data named-data/"))
                keys.append(line.mid(5));
        QVERIFY(!keys.isEmpty());
        const QStringList lines = relatedTo(session, keys.front().toStdString());
        QVERIFY2(!lines.filter("used by ").filter("/delegate:0").isEmpty(), qPrintable(lines.join('\n')));
        QVERIFY2(!lines.filter("weight tensors/").isEmpty(), qPrintable(lines.join('\n')));
    }

    void whatIsNotThere() {
        const auto session = sample();
        for (const auto& [address, code] :
             std::vector<std::pair<std::string, QString>>{{"text_decoder/edge/nothing", "no-such-node"},
                                                          {"text_decoder/edge/value:nothing", "no-such-node"},
                                                          {"text_decoder/edge/output:999", "no-such-node"},
                                                          {"text_decoder/edge/module:nothing", "no-such-node"},
                                                          {"text_decoder/nothing/n", "no-such-stage"},
                                                          {"tensors/nothing", "no-such-node"},
                                                          {"regions/model.pte@1", "no-such-node"},
                                                          {"named-data/nothing", "no-such-node"},
                                                          {"files/nothing", "no-such-node"},
                                                          {"metadata/nothing", "no-such-node"},
                                                          {"text_decoder/nowhere", "no-such-stage"},
                                                          {"text_decoder/delegate:999", "no-such-stage"},
                                                          {"text_decoder/outputs/case:0/99", "no-such-node"},
                                                          {"text_decoder/outputs/edge/nothing", "no-such-node"},
                                                          {"text_decoder/outputs/run:99/program/0/1", "no-such-run"},
                                                          {"regions/model.pte@0x", "no-such-node"},
                                                          {"runs/999", "no-such-run"}})
            QCOMPARE(relatedTo(session, address), QStringList{code});
    }
};

ETSCOPE_TEST(TestRelated)
#include "tst_related.moc"
