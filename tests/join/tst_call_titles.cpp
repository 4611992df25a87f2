// What delegate calls are called: of the record's nodes, of decoded payloads, and where neither tells.
#include <QtTest>
#include <algorithm>

#include "join/call_titles.h"
#include "join/links.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

std::shared_ptr<const session::Session> openTitled(const std::vector<std::string>& paths) {
    const auto opened = session::Session::open(paths, {}, {});
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

const std::string kSample = ETSCOPE_SOURCE_DIR "/resources/samples/vlm/";

}  // namespace

class TestCallTitles : public QObject {
    Q_OBJECT
private slots:
    void backends() {
        for (const auto& [id, name] : {std::pair("XnnpackBackend", "XNNPACK"), std::pair("VulkanBackend", "Vulkan"),
                                       std::pair("CoreMLBackend", "Core ML"), std::pair("EthosUBackend", "Ethos-U"),
                                       std::pair("Backend", "Backend"), std::pair("MyOwn", "MyOwn"), std::pair("", "")})
            QCOMPARE(QString::fromStdString(join::shortBackendName(id)), QString(name));
    }

    void ofTheSample() {
        const auto session = openTitled({kSample});
        const auto titles = join::callTitles({*session, "text_decoder"}, {});
        QVERIFY(titles);
        const join::CallTitle& second = (*titles)->at(7);
        QCOMPARE(QString::fromStdString(second.name()), QString("XNNPACK 1"));
        QCOMPARE(QString::fromStdString(second.title()), QString("RMSNorm + wq wk wv · layers.0"));
        QCOMPARE(QString::fromStdString(second.listed()), QString("XNNPACK 1 · attention"));
        QCOMPARE(QString::fromStdString((*titles)->at(14).title()), QString("attention · layers.0"));
        QCOMPARE(QString::fromStdString(join::delegateTitle({*session, "text_decoder"}, 1, {}).title()),
                 QString::fromStdString(second.title()));
        for (const auto& [instruction, title] : **titles) {
            QVERIFY2(!title.work.what.empty(), title.name().c_str());
            QVERIFY2(title.listed().starts_with(title.name() + " · "), title.listed().c_str());
        }
    }

    /// A delegate that is called again has the title of its first call, and each its own number.
    void ofAllDelegates() {
        const auto session = openTitled({kSample});
        const session::MethodView method(*session, "text_decoder");
        const auto titles = join::callTitles(method, {});
        QVERIFY(titles && method.plan() != nullptr);
        for (std::size_t i = 0; i < method.plan()->delegates.size(); ++i) {
            const auto number = static_cast<std::int64_t>(i);
            const auto first = std::ranges::find_if(**titles, [&](const auto& call) { return call.second.delegate == number; });
            const join::CallTitle title = join::delegateTitle(method, number, {});
            QCOMPARE(title.delegate, number);
            if (first != (*titles)->end())
                QCOMPARE(QString::fromStdString(title.title()), QString::fromStdString(first->second.title()));
        }
        QCOMPARE(QString::fromStdString(join::delegateTitle(method, -1, {}).name()), QString("delegate -1"));
    }

    /// Of an operator that was lowered to several steps one call runs one of them.
    void partOfAnOperator() {
        const auto session = openTitled({kSample});
        const std::string what = join::delegateTitle({*session, "text_decoder"}, 0, {}).work.what;
        QVERIFY2(what.starts_with("RMSNorm: "), what.c_str());
    }

    /// Without a record the payload tells what is computed, and nothing is said of modules.
    void withoutARecord() {
        const auto session = openTitled({kSample + "model.pte"});
        const join::CallTitle title = join::delegateTitle({*session, "text_decoder"}, 1, {});
        QVERIFY2(title.work.what.starts_with("FullyConnected"), title.work.what.c_str());
        QVERIFY(title.work.module.empty() && title.work.place.empty());
        QCOMPARE(QString::fromStdString(title.listed()), QString::fromStdString("XNNPACK 1 · " + title.work.what));
    }

    void unknown() {
        const auto session = openTitled({kSample + "model.etrecord"});
        QVERIFY((*join::callTitles({*session, "text_decoder"}, {}))->empty());
        QCOMPARE(QString::fromStdString(join::delegateTitle({*session, "text_decoder"}, 3, {}).title()), QString("delegate 3"));
    }

    /// Calls of the program's graph have them, and no other node.
    void ofTheProgramsGraph() {
        const auto session = openTitled({kSample});
        const session::MethodView method(*session, "text_decoder");
        const auto titles = join::nodeTitles(method, graph::StageId::program(), {});
        QVERIFY(titles);
        QCOMPARE(titles->size(), (*join::callTitles(method, {}))->size());
        QCOMPARE(QString::fromStdString(titles->at((*join::links(method, {}))->nodeOf(14).node)), QString("XNNPACK 3 · attention"));
        QVERIFY(join::nodeTitles(method, graph::StageId::edge(), {}) == nullptr);
    }

    /// Nodes of the edge graph that one call runs alone, with that call's name; its exported nodes, too.
    void bundlesOfTheSample() {
        const auto session = openTitled({kSample});
        const session::MethodView method(*session, "text_decoder");
        const auto links = *join::links(method, {});
        const auto calls = *join::callTitles(method, {});
        for (const graph::StageId& stage : {graph::StageId::edge(), graph::StageId::exported()}) {
            const auto bundles = join::callBundles(method, stage, {});
            if (bundles == nullptr && stage == graph::StageId::exported()) continue;  // nothing tells which of its nodes they are
            QVERIFY(bundles != nullptr);
            QCOMPARE(bundles->names.size(), calls->size());
            std::size_t bundled = 0;
            for (std::uint32_t i = 0; i < bundles->ofNodes.size(); ++i) {
                const auto told = links->of({stage, graph::NodeId(i)});
                const std::uint32_t number = bundles->of(graph::NodeId(i));
                if (number == modules::Bundles::kNone) continue;
                ++bundled;
                QVERIFY(std::ranges::count(told.instructions, std::next(calls->begin(), number)->first) == 1);
                QCOMPARE(bundles->names[number], std::next(calls->begin(), number)->second.listed());
            }
            QVERIFY(bundled > 0);
            QCOMPARE(bundles->of(graph::NodeId(bundles->ofNodes.size())), modules::Bundles::kNone);
        }
        QVERIFY(std::ranges::count(join::callBundles(method, graph::StageId::edge(), {})->names, "XNNPACK 1 · attention") == 1);
        QVERIFY(join::callBundles(method, graph::StageId::program(), {}) == nullptr);
        const auto record = openTitled({kSample + "model.etrecord"});
        QVERIFY(join::callBundles({*record, "text_decoder"}, graph::StageId::edge(), {}) == nullptr);
    }

    /// A record that keeps the calls in its edge graph.
    void callsOfAnEdgeGraph() {
        const std::string folder = ETSCOPE_SHARED_DIR "/fixtures/cnn_xnnpack";
        if (!QFile::exists(QString::fromStdString(folder))) QSKIP("the shared fixtures are not here");
        const auto session = openTitled({folder});
        const session::MethodView method(*session, "forward");
        const auto titles = join::nodeTitles(method, graph::StageId::edge(), {});
        QVERIFY(titles != nullptr);
        QCOMPARE(titles->size(), std::size_t{1});
        QVERIFY2(titles->begin()->second.starts_with("XNNPACK 0 · "), titles->begin()->second.c_str());
        QVERIFY(join::callBundles(method, graph::StageId::edge(), {}) == nullptr);
    }
};

ETSCOPE_TEST(TestCallTitles)
#include "tst_call_titles.moc"
