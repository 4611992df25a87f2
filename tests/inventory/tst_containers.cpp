// Variants in containers: whose bytes are whose, and what two variants differ in.
#include <QtTest>

#include "delegates/payload_builder.h"
#include "inventory/containers.h"
#include "inventory/limits.h"
#include "program/program_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using inventory::Container;
using inventory::ContainerVariant;
using inventory::VariantPair;
using test::ProgramBuilder;

namespace {

std::vector<Container> containersOf(const std::vector<std::string>& paths) {
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    auto list = inventory::containers(**session, {});
    if (!list) qFatal("%s", list.error().message.c_str());
    return *std::move(list);
}

/// "bytes = place + content + own".
std::string amounts(const ContainerVariant& variant) {
    return std::to_string(variant.bytes) + " = " + std::to_string(variant.sharedPlace) + " + " +
           (variant.constantsKnown ? std::to_string(variant.sharedContent) : "?") + " + " + std::to_string(variant.own());
}

/// "equal count/bytes, different, only left, only right, unknown".
std::string constantsOf(const VariantPair& pair) {
    if (!pair.constantsKnown) return "?";
    std::string text;
    for (const inventory::CountedBytes* one : {&pair.equal, &pair.different, &pair.onlyLeft, &pair.onlyRight})
        text += std::to_string(one->count) + "/" + std::to_string(one->bytes) + " ";
    return text + std::to_string(pair.unknown);
}

/// A program of two methods whose delegates run one payload.
std::string twoMethods(const std::string& id, const std::string& payload) {
    ProgramBuilder builder;
    const std::uint32_t segment = builder.addSegment(payload);
    const auto add = [&](schema::program::ExecutionPlanT& plan) {
        auto delegate = std::make_unique<schema::program::BackendDelegateT>();
        delegate->id = id;
        delegate->processed = std::make_unique<schema::program::BackendDelegateDataReferenceT>();
        delegate->processed->location = 1;
        delegate->processed->index = segment;
        plan.delegates.push_back(std::move(delegate));
    };
    add(builder.plan());
    ProgramBuilder other;
    other.plan().name = "second";
    builder.program.execution_plan.push_back(std::move(other.program.execution_plan[0]));
    add(builder.plan(1));
    return builder.bytes();
}

std::string shared(const char* name) { return std::string(ETSCOPE_SHARED_DIR "/") + name; }

}  // namespace

class TestContainers : public QObject {
    Q_OBJECT
private slots:
    void fatContainer();
    void equalPayloads();
    void package();
    void oneContextOfTwoMethods();
    void payloadOfTwoMethods();
    void noContainer();
    void manyVariants();
    void realContainer();
    void realPackage();
    void realContext();
    void realFunctions();

private:
    test::TempDir m_folder;
};

/// A graph whose constant is not at hand, beside one that holds its constant.
void TestContainers::fatContainer() {
    const std::string native = test::nptgPayload(), xnnpack = test::xnnpackPayload();
    const std::string path =
        m_folder.write("fat.nfat", test::nfatPayload({{"NativeBackend", native}, {"XnnpackBackend", xnnpack}}));
    const auto list = containersOf({path});
    QCOMPARE(list.size(), 1U);
    QVERIFY(list[0].users.empty() && list[0].file == 0U);
    QCOMPARE(list[0].variants.size(), 2U);
    const ContainerVariant &left = list[0].variants[0], &right = list[0].variants[1];
    QCOMPARE(left.function, std::string("forward"));
    QCOMPARE(left.missingConstants, 1U);
    QCOMPARE(left.bytes, native.size());
    QCOMPARE(right.bytes, xnnpack.size());
    QCOMPARE(right.own(), right.bytes);
    QCOMPARE(right.constants.count, 1U);
    QCOMPARE(list[0].pairs.size(), 1U);
    QCOMPARE(list[0].pairs[0].unknown, 1U);
    QCOMPARE(list[0].pairs[0].onlyRight.count, 1U);
    QVERIFY(list[0].pairs[0].operators && list[0].pairs[0].operators->size() == 3U);
}

/// The same payload for two backends: nothing is shared by place, the constants are copies.
void TestContainers::equalPayloads() {
    const std::string payload = test::xnnpackPayload();
    const auto list = containersOf({m_folder.write("equal.nfat", test::nfatPayload({{"One", payload}, {"Two", payload}}))});
    const std::uint64_t constant = list[0].variants[0].constants.bytes;
    QVERIFY(constant > 0);
    for (const ContainerVariant& variant : list[0].variants)
        QCOMPARE(amounts(variant), std::to_string(payload.size()) + " = 0 + " + std::to_string(constant) + " + " +
                                       std::to_string(payload.size() - constant));
    QCOMPARE(constantsOf(list[0].pairs[0]), "1/" + std::to_string(constant) + " 0/0 0/0 0/0 0");
    QVERIFY(list[0].pairs[0].operators->empty() && list[0].pairs[0].sameInputs == true);
}

void TestContainers::package() {
    const auto list = containersOf({m_folder.write("one.ptn", test::ptnPackage())});
    QCOMPARE(list.size(), 1U);
    QCOMPARE(list[0].format, std::string("ptn"));
    QCOMPARE(list[0].variants.size(), 1U);
    QCOMPARE(list[0].variants[0].bytes, test::nptgPayload().size() + 8);
    QCOMPARE(list[0].variants[0].constants.bytes, 8U);
    QVERIFY(list[0].pairs.empty());
}

/// What of a context belongs to which graph is not told: all of it is shared, no constants are known.
void TestContainers::oneContextOfTwoMethods() {
    const std::string payload = test::qnnPayload(test::qnnContext());
    const auto list = containersOf({m_folder.write("qnn.pte", twoMethods("QnnBackend", payload))});
    QCOMPARE(list.size(), 1U);
    QCOMPARE(list[0].users.size(), 2U);
    QCOMPARE(list[0].users[1].method, std::string("second"));
    QCOMPARE(list[0].variants.size(), 2U);
    QCOMPARE(list[0].variants[1].function, std::string("prefill"));
    QCOMPARE(list[0].variants[1].inputs.front(), std::string("i32[1,32]"));
    const std::string size = std::to_string(payload.size());
    QCOMPARE(amounts(list[0].variants[0]), size + " = " + size + " + ? + 0");
    QVERIFY(!list[0].variants[0].nodes);
    QCOMPARE(constantsOf(list[0].pairs[0]), std::string("?"));
    QVERIFY(list[0].pairs[0].sameInputs == false && !list[0].pairs[0].operators);
}

void TestContainers::payloadOfTwoMethods() {
    const auto list = containersOf({m_folder.write("two.pte", twoMethods("XnnpackBackend", test::xnnpackPayload()))});
    QCOMPARE(list.size(), 1U);
    QCOMPARE(list[0].variants.size(), 2U);
    QCOMPARE(list[0].variants[1].function, std::string("second"));
    QCOMPARE(list[0].variants[1].own(), 0U);
}

void TestContainers::noContainer() {
    ProgramBuilder builder;
    QVERIFY(containersOf({m_folder.write("none.pte", builder.bytes())}).empty());
    const auto empty = containersOf({m_folder.write("empty.nfat", test::nfatPayload({}))});
    QCOMPARE(empty.size(), 1U);
    QVERIFY(empty[0].variants.empty());
}

/// Pairs beyond the limit are counted.
void TestContainers::manyVariants() {
    std::vector<test::ContainerEntry> entries;
    for (int i = 0; i < 64; ++i) entries.push_back({"Backend" + std::to_string(i), "bytes of unknown form"});
    const auto list = containersOf({m_folder.write("many.nfat", test::nfatPayload(entries))});
    QCOMPARE(list[0].variants.size(), 64U);
    QCOMPARE(list[0].pairs.size(), limits::kMaxVariantPairs);
    QCOMPARE(list[0].pairsLeftOut, 64U * 63U / 2U - limits::kMaxVariantPairs);
}

void TestContainers::realContainer() {
    const std::string path = shared("fixtures/nfat/model.pte");
    if (!Source::open(path)) QSKIP("the shared fixtures are not here");
    const auto list = containersOf({path});
    QCOMPARE(list.size(), 1U);
    QCOMPARE(amounts(list[0].variants[0]), std::string("4712 = 0 + 896 + 3816"));
    QCOMPARE(amounts(list[0].variants[1]), std::string("4880 = 0 + 896 + 3984"));
    QCOMPARE(constantsOf(list[0].pairs[0]), std::string("6/896 0/0 0/0 0/0 0"));
    QVERIFY(list[0].pairs[0].sameInputs == true);
}

void TestContainers::realPackage() {
    const std::string path = shared("fixtures/native_ptn/model.ptn");
    if (!Source::open(path)) QSKIP("the shared fixtures are not here");
    const auto list = containersOf({path});
    QCOMPARE(list[0].variants.size(), 2U);
    QCOMPARE(amounts(list[0].variants[0]), std::string("7040 = 6144 + 0 + 896"));
    QCOMPARE(amounts(list[0].variants[1]), std::string("6584 = 6144 + 0 + 440"));
}

void TestContainers::realContext() {
    const std::string path = shared("corpus/pte/pytorch__executorch__79bfb9b6__stories260k_hybrid_llama_qnn.pte");
    if (!Source::open(path)) QSKIP("the shared corpus is not here");
    const auto list = containersOf({path});
    QCOMPARE(list[0].variants.size(), 2U);
    QCOMPARE(list[0].variants[0].function, std::string("kv_forward"));
    QCOMPARE(list[0].variants[0].soc, std::string("SM8650"));
    QCOMPARE(list[0].variants[0].inputs.size(), 13U);
    QCOMPARE(list[0].variants[1].outputs.back(), std::string("ufixed16[1,32,512]"));
}

/// An export of ExecuTorch 1.5.1: two methods of one model, whose functions share one Core ML package.
void TestContainers::realFunctions() {
    const auto list = containersOf({ETSCOPE_SOURCE_DIR "/tests/delegates/data/coreml_two_methods.pte"});
    QCOMPARE(list.size(), 1U);
    QCOMPARE(list[0].users.size(), 2U);
    QCOMPARE(list[0].users[0].function, std::string("decode"));
    QCOMPARE(list[0].format, std::string("Core ML"));
    QCOMPARE(list[0].variants.size(), 2U);
    QCOMPARE(list[0].variants[0].function, std::string("prefill"));
    QCOMPARE(list[0].variants[0].inputs, std::vector<std::string>{"f32[16,32]"});
    QCOMPARE(list[0].variants[1].inputs, std::vector<std::string>{"f32[1,32]"});
    for (const ContainerVariant& variant : list[0].variants) QCOMPARE(variant.own(), 0U);
    QCOMPARE(constantsOf(list[0].pairs[0]), std::string("3/2624 0/0 0/0 0/0 0"));
    QVERIFY(list[0].pairs[0].sameInputs == false && list[0].pairs[0].operators->empty());
}

ETSCOPE_TEST(TestContainers)
#include "tst_containers.moc"
