// The weight chain: every stored weight gets the name that the record has for it, with what says so.
#include <QtTest>
#include <filesystem>

#include "join/weights.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "tensor/content_hash.h"

using namespace etscope;

namespace {

const std::string kWeightsFixtures = ETSCOPE_SHARED_DIR "/fixtures/";
const std::string kOwn = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

std::shared_ptr<const join::WeightMap> mapOf(const std::vector<std::string>& files) {
    const auto session = session::Session::open(files, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    const auto map = join::weights(**session, {});
    if (!map) qFatal("%s", map.error().message.c_str());
    return *map;
}

std::map<std::string, int> countsBy(const join::WeightMap& map, join::WeightHolder holder) {
    std::map<std::string, int> counts;
    for (const join::StoredWeight& weight : map.weights())
        if (weight.usedAs(holder)) ++counts[weight.record ? std::string(join::sameByName(weight.record->by)) : "none"];
    return counts;
}

ByteRange memory(std::vector<unsigned char> bytes) {
    std::vector<std::byte> raw(bytes.size());
    std::ranges::transform(bytes, raw.begin(), [](unsigned char byte) { return std::byte(byte); });
    return ByteRange::whole(Source::fromBytes(std::move(raw), "test"));
}

}  // namespace

class TestWeights : public QObject {
    Q_OBJECT
private slots:
    /// Seven convolutions have their batch norms folded into them: the convolution tells which weight it was; of the folded bias,
    /// which the model does not have, the module.
    void foldedWeightsAreThoseOfTheirOperators() {
        const std::string folder = kWeightsFixtures + "cnn_xnnpack/";
        if (!std::filesystem::exists(folder)) QSKIP("the shared fixtures are not there");
        const auto map = mapOf({folder + "model.etrecord", folder + "model.pte"});
        std::set<std::string> weights, biases;
        for (const join::StoredWeight& weight : map->weights())
            if (weight.operators.size() == 1) (weight.record ? weights : biases).insert(weight.nameInRecord());
        QCOMPARE(weights, (std::set<std::string>{"stem.0.weight", "blocks.0.expand.0.weight", "blocks.0.depthwise.0.weight",
                                                 "blocks.0.project.0.weight", "blocks.1.expand.0.weight",
                                                 "blocks.1.depthwise.0.weight", "blocks.1.project.0.weight"}));
        QCOMPARE(biases.size(), std::size_t{7});
        QVERIFY(biases.contains("bias of stem.0"));
        QCOMPARE(map->of("stem.0.weight", 8).size(), std::size_t{1});
        QVERIFY(!map->has("stem.0.weight") && map->has("head.weight"));
    }

    /// Where the exporter renamed what it froze, the operator still has its module.
    void quantisedWeightsTellTheirModules() {
        const std::string folder = kWeightsFixtures + "quant_cnn/";
        if (!std::filesystem::exists(folder)) QSKIP("the shared fixtures are not there");
        const auto map = mapOf({folder + "model.etrecord", folder + "model.pte"});
        std::set<std::string> names;
        for (const join::StoredWeight& weight : map->weights()) names.insert(weight.nameInRecord());
        QVERIFY(names.contains("_frozen_param0 (weight of stem.0)"));
        QVERIFY(names.contains("_frozen_param8 (weight of classifier)"));
        QVERIFY(names.contains("stem.0.weight_bias"));
        const auto portable =
            mapOf({kWeightsFixtures + "quant_cnn_portable/model.etrecord", kWeightsFixtures + "quant_cnn_portable/model.pte"});
        QCOMPARE(portable->of("_frozen_param7", 8).size(), std::size_t{1});
        QCOMPARE(portable->of("_frozen_param7", 8).front()->nameInRecord(), std::string("_frozen_param7 (weight of head)"));
        QCOMPARE(portable->of("_frozen_param8", 8).front()->nameInRecord(), std::string("_frozen_param8 (weight of classifier)"));
    }

    /// Each weight of a compiled library has a name of its own: by content whatever its strides, with others by that name.
    void weightsOfCompiledLibraries() {
        const std::string folder = kOwn + "cuda/";
        const auto map = mapOf({folder + "model.etrecord", folder + "model.pte", folder + "aoti_cuda_blob.ptd"});
        for (const char* name : {"first.weight", "first.bias", "second.weight", "second.bias", "scale"}) {
            const auto weights = map->of(name, 8);
            QVERIFY2(weights.size() == 1, name);
            QVERIFY(weights.front()->record->by == join::SameBy::Bytes);
            QVERIFY(weights.front()->usedAs(join::WeightHolder::External) && weights.front()->usedAs(join::WeightHolder::Delegate));
        }
        // Both methods have the first layer.
        QCOMPARE(map->of("first.weight", 8).front()->uses.size(), std::size_t{3});
        // Without the data there is nothing but the name.
        const auto absent = mapOf({folder + "model.etrecord", folder + "model.pte"});
        for (const join::StoredWeight* weight : absent->of("second.weight", 8))
            QVERIFY(weight->unread && weight->record->by == join::SameBy::Key);
        QCOMPARE(absent->of("second.weight", 8).size(), std::size_t{1});
    }

    /// Those of a model inside a delegate are found by content, and its operators by the names of the nodes that they were made of.
    void weightsOfCoreAiModels() {
        const std::string folder = kOwn + "core_ai/";
        const auto map = mapOf({folder + "model.etrecord", folder + "model.pte"});
        for (const char* name :
             {"norm.weight", "norm.bias", "first.weight", "first.bias", "second.weight", "second.bias", "mean"}) {
            const auto weights = map->of(name, 8);
            QVERIFY2(weights.size() == 1, name);
            QVERIFY(weights.front()->record->by == join::SameBy::Bytes && weights.front()->usedAs(join::WeightHolder::Delegate));
        }
    }

    void constantsOfAProgram() {
        const auto map = mapOf({kOwn + "vlm/model.etrecord", kOwn + "vlm/model.pte"});
        const auto counts = countsBy(*map, join::WeightHolder::Constant);
        QVERIFY(counts.contains("bytes"));
        QVERIFY2(!counts.contains("none"), std::to_string(counts.contains("none") ? counts.at("none") : 0).c_str());
        for (const join::StoredWeight& weight : map->weights()) {
            QCOMPARE(map->at(weight.tensor.storage), &weight);
            for (const std::string& name : weight.record ? weight.record->names : std::vector<std::string>{}) {
                const auto back = map->of(name, SIZE_MAX);
                QVERIFY(std::ranges::find(back, &weight) != back.end());
            }
        }
    }

    void insideDelegates_data() {
        QTest::addColumn<QString>("fixture");
        QTest::addColumn<int>("packed");
        QTest::addColumn<int>("transposed");
        QTest::newRow("4 bits in groups, beside floats") << "vlm" << 8 << 1;
        QTest::newRow("4 bits beside bytes") << "quant_8da4w" << 3 << 0;
        QTest::newRow("several backends") << "mixed_delegates" << 0 << 1;
    }

    void insideDelegates() {
        if (!std::filesystem::exists(kWeightsFixtures)) QSKIP("the shared fixtures are not here");
        QFETCH(QString, fixture);
        QFETCH(int, packed);
        QFETCH(int, transposed);
        const std::string folder = kWeightsFixtures + fixture.toStdString();
        const auto counts = countsBy(*mapOf({folder + "/model.etrecord", folder + "/model.pte"}), join::WeightHolder::Delegate);
        QVERIFY(!counts.contains("none"));
        QCOMPARE(counts.contains("packed") ? counts.at("packed") : 0, packed);
        QCOMPARE(counts.contains("transposed") ? counts.at("transposed") : 0, transposed);
    }

    /// A key that is the name of a tensor of the record says what the weight is, though its bytes are another's.
    void aKeyNamesWhatChanged() {
        if (!std::filesystem::exists(kWeightsFixtures)) QSKIP("the shared fixtures are not here");
        const std::string folder = kWeightsFixtures + "external_ptd/";
        const auto healthy = mapOf({folder + "model.etrecord", folder + "model.pte", folder + "_default_external_constant.ptd"});
        const auto external = [](const join::WeightMap& map) {
            std::vector<const join::StoredWeight*> found;
            for (const join::StoredWeight& weight : map.weights())
                if (weight.usedAs(join::WeightHolder::External)) found.push_back(&weight);
            return found;
        };
        const auto weights = external(*healthy);
        QVERIFY(!weights.empty());
        const auto big = *std::ranges::max_element(weights, {}, [](const auto* one) { return one->tensor.storage.size; });
        QVERIFY(big->record && big->record->by == join::SameBy::Bytes);
        const auto whole = ByteRange::whole(big->tensor.storage.source).readAll();
        QVERIFY(whole);
        std::vector<std::byte> changed = *whole;
        changed[big->tensor.storage.offset + 1] ^= std::byte{0x15};
        const test::TempDir temp;
        const std::string path =
            temp.write("_default_external_constant.ptd", {reinterpret_cast<const char*>(changed.data()), changed.size()});
        const auto damaged = mapOf({folder + "model.etrecord", folder + "model.pte", path});
        const auto all = external(*damaged);
        const auto same =
            std::ranges::find_if(all, [&](const auto* one) { return one->tensor.storage.offset == big->tensor.storage.offset; });
        QVERIFY(same != all.end() && (*same)->record && (*same)->record->by == join::SameBy::Key);
        QCOMPARE((*same)->record->names, big->record->names);
    }

    /// Methods that have other tensors of one name: each is stored once.
    void adaptersAreTheirMethods() {
        const auto opened = session::Session::open({kOwn + "adapters/model.etrecord", kOwn + "adapters/model.pte"}, {}, {});
        QVERIFY(opened);
        const auto map = *join::weights(**opened, {});
        const auto rows = *inventory::tensors(**opened, {});
        std::set<const join::StoredWeight*> places;
        for (const inventory::TensorRow& row : *rows) {
            if (row.name != "down.weight" || row.stage != "edge") continue;
            const auto found = map->of(row, 8);
            QCOMPARE(found.size(), std::size_t{1});
            places.insert(found.front());
        }
        QCOMPARE(places.size(), std::size_t{3});
    }

    void withoutARecordNothingIsNamed() {
        const auto map = mapOf({kOwn + "vlm/model.pte"});
        QVERIFY(!map->weights().empty());
        for (const join::StoredWeight& weight : map->weights()) QVERIFY(!weight.record);
    }

    /// Four ways to put −8 … 7 in a byte each by two, as kPackings lists them.
    void packedIntegers() {
        const auto hashOf = [](std::vector<unsigned char> bytes) {
            tensor::Tensor tensor;
            tensor.type = ScalarType::I8;
            tensor.shape = {static_cast<std::int64_t>(bytes.size())};
            tensor.storage = memory(std::move(bytes));
            return *tensor::contentHash(tensor, {});
        };
        const tensor::ContentHash wanted = hashOf({0xF8, 0x07, 0x00, 0xFF});  // −8, 7, 0, −1
        const std::vector<std::vector<unsigned char>> packed{{0x78, 0xF0}, {0xF0, 0x78}, {0x87, 0x0F}, {0x0F, 0x87}};
        for (std::size_t i = 0; i < packed.size(); ++i) {
            const auto hashes = tensor::unpackedHashes(memory(packed[i]), 4, {});
            QVERIFY(hashes);
            for (std::size_t k = 0; k < hashes->size(); ++k) QCOMPARE((*hashes)[k] == wanted, k == i);
        }
        const auto two = tensor::unpackedHashes(memory({0b11'10'01'00}), 2, {});
        QVERIFY(two && (*two)[0] == hashOf({0, 1, 0xFE, 0xFF}) && (*two)[1] == hashOf({0xFE, 0xFF, 0, 1}));
    }
};

ETSCOPE_TEST(TestWeights)
#include "tst_weights.moc"
