// Names that the record has for what a plan has numbers for, on the sample.
#include <QtTest>

#include "join/stage_graph.h"
#include "join/value_names.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

std::shared_ptr<const session::Session> openNamed(const std::vector<std::string>& paths) {
    const auto opened = session::Session::open(paths, {}, {});
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

}  // namespace

class TestValueNames : public QObject {
    Q_OBJECT
private slots:
    void ofTheSample() {
        const auto session = openNamed({ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm"});
        const auto graph = join::stageGraph({*session, "text_decoder"}, graph::StageId::program(), {});
        const auto names = join::valueNames({*session, "text_decoder"}, {});
        QVERIFY(graph && names);
        QStringList told;
        for (const graph::GraphInput& input : (*graph)->top().inputs)
            if (const auto known = (*names)->find(input.value); known != (*names)->end())
                told += QString::fromStdString(known->second);
        for (const char* name :
             {"inputs_embeds", "cache_position", "causal_mask", "rope_cos", "rope_sin", "layers.0.attention.kv_cache.k_cache",
              "layers.0.attention.kv_cache.v_cache", "layers.1.attention_norm.weight"})
            QVERIFY2(told.contains(name), qPrintable(QString(name) + " in " + told.join(' ')));
        QCOMPARE(told.removeDuplicates(), 0);
    }

    /// Without a record nothing is claimed.
    void withoutARecord() {
        const auto session = openNamed({ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.pte"});
        const auto names = join::valueNames({*session, "text_decoder"}, {});
        QVERIFY(names && (*names)->empty());
        QVERIFY(join::valueNames({*session, "text_decoder"}, graph::StageId::edge(), {}) == nullptr);
    }
};

ETSCOPE_TEST(TestValueNames)
#include "tst_value_names.moc"
