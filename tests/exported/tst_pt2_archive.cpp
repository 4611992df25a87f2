#include <QtTest>

#include "exported/program_reading.h"
#include "exported/pt2_archive.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;

class TestPt2Archive : public QObject {
    Q_OBJECT
private slots:
    void newForm();
    void oldForm();
    void severalModels();
    void damaged();
    void withoutProgram();
    void archiveOfTorch();
    void archiveOfACurrentRelease();
    void cancelled();
};

namespace {

struct Read {
    std::shared_ptr<const exported::Pt2Archive> archive;
    Diagnostics diagnostics;
    std::string code;
};
Read readArchive(const ByteRange& file) {
    Read read;
    auto zip = ZipIndex::read(file, read.diagnostics);
    if (!zip) return read;
    auto archive = exported::Pt2Archive::read(std::make_shared<const ZipIndex>(std::move(*zip)), read.diagnostics);
    if (archive)
        read.archive = *archive;
    else
        read.code = archive.error().code;
    return read;
}

std::string payload(const std::string& path, const std::string& extra = {}) {
    return R"({"path_name":")" + path + R"(","is_param":true,"use_pickle":false,"tensor_meta":)" + test::tensorMeta() + extra + "}";
}

std::string entryName(const exported::Pt2Archive& archive, std::optional<std::size_t> entry) {
    return entry ? archive.zip->entries()[*entry].name : "-";
}

Read readShared(const char* path) {
    const auto source = Source::open(std::string(path));
    return source ? readArchive(ByteRange::whole(*source)) : Read{};
}

}  // namespace

void TestPt2Archive::newForm() {
    test::ZipBuilder zip;
    zip.stored("m/data/weights/weight_0", test::floats({1, 2, 3}))
        .stored("m/data/weights/model_weights_config.json",
                R"({"config":{"l.weight":)" + payload("weight_0") + R"(,"gone":)" + payload("weight_9") +
                    R"(,"sub":{"path_name":"weight_0","is_param":false,"use_pickle":true,"tensor_meta":null}}})")
        .stored("m/data/constants/tensor_0", test::floats({4}))
        .stored(
            "m/data/constants/model_constants_config.json",
            R"({"config":{"c":{"path_name":"tensor_0","is_param":false,"use_pickle":false,"tensor_meta":{"dtype":7,"sizes":[],"strides":[],"storage_offset":{"as_int":0},"layout":7}}}})")
        .stored("m/models/model.json", test::programJson())
        .stored("m/data/sample_inputs/model.pt", "PK")
        .stored("m/archive_format", "pt2")
        .stored("m/archive_version", "0\n");
    const Read read = readArchive(test::inMemory(zip.bytes()));
    QVERIFY(read.archive);
    QCOMPARE(read.archive->models.size(), std::size_t{1});
    const exported::Pt2Model& model = read.archive->models[0];
    QCOMPARE(model.name, std::string("model"));
    QCOMPARE(entryName(*read.archive, model.sampleInputs), std::string("m/data/sample_inputs/model.pt"));
    QVERIFY(test::readProgram(*read.archive->content(model.program)).program);
    QCOMPARE(model.tensors.size(), std::size_t{4});
    const exported::Pt2Tensor& weight = model.tensors[0];
    QCOMPARE(weight.name, std::string("l.weight"));
    QVERIFY(weight.isParameter && !weight.isConstant && !weight.pickled);
    QVERIFY(weight.tensor.state == tensor::DataState::Dense && weight.tensor.type == ScalarType::F32);
    QCOMPARE(weight.tensor.shape, (std::vector<std::int64_t>{1, 3}));
    QCOMPARE(test::toText(*weight.tensor.storage.readAll()), test::floats({1, 2, 3}));
    QVERIFY(model.tensors[1].tensor.state == tensor::DataState::Unreadable && !model.tensors[1].entry);
    QVERIFY(read.diagnostics.has("pt2-payload-missing"));
    QVERIFY(model.tensors[2].pickled && model.tensors[2].tensor.state == tensor::DataState::Opaque);
    QVERIFY(model.tensors[3].isConstant && model.tensors[3].tensor.shape.empty());
}

void TestPt2Archive::oldForm() {
    test::ZipBuilder zip;
    zip.deflated("serialized_exported_program.json", test::programJson())
        .stored("serialized_state_dict.pt", "PK")
        .stored("serialized_constants.pt", "PK")
        .stored("serialized_example_inputs.pt", "PK")
        .stored("version", "8.2");
    const Read read = readArchive(test::inMemory(zip.bytes()));
    QVERIFY(read.archive);
    const exported::Pt2Model& model = read.archive->models.at(0);
    QCOMPARE(entryName(*read.archive, model.stateDict), std::string("serialized_state_dict.pt"));
    QCOMPARE(entryName(*read.archive, model.constants), std::string("serialized_constants.pt"));
    QCOMPARE(entryName(*read.archive, model.sampleInputs), std::string("serialized_example_inputs.pt"));
    QVERIFY(test::readProgram(*read.archive->content(model.program)).program);
}

void TestPt2Archive::severalModels() {
    test::ZipBuilder zip;
    zip.stored("models/a.json", test::programJson()).stored("models/b.json", test::programJson()).stored("submodels/c.json", "{}");
    const Read read = readArchive(test::inMemory(zip.bytes()));
    QVERIFY(read.archive);
    QCOMPARE(read.archive->models.size(), std::size_t{2});
    QCOMPARE(read.archive->models[0].name + read.archive->models[1].name, std::string("ab"));
}

void TestPt2Archive::damaged() {
    for (const char* config : {"{", "[]", R"({"config":5})", R"({"config":{"w":5}})",
                               R"({"config":{"w":{"path_name":5,"tensor_meta":{"sizes":"x"}}}})"}) {
        test::ZipBuilder zip;
        zip.stored("models/model.json", test::programJson()).stored("data/weights/model_weights_config.json", config);
        const Read read = readArchive(test::inMemory(zip.bytes()));
        QVERIFY2(read.archive, config);
        for (const exported::Pt2Tensor& tensor : read.archive->models[0].tensors)
            QVERIFY(tensor.tensor.state == tensor::DataState::Unreadable);
    }
}

void TestPt2Archive::withoutProgram() {
    const Read read = readArchive(test::inMemory(test::ZipBuilder().stored("a/data.pkl", "x").bytes()));
    QVERIFY(!read.archive);
    QCOMPARE(read.code, std::string("pt2-without-program"));
}

/// Made by torch 2.9: two weights, one program.
void TestPt2Archive::archiveOfTorch() {
    const Read read = readShared(ETSCOPE_SHARED_DIR "/corpus/exported_program/pytorch__executorch__linear.pt2");
    if (!read.archive) QSKIP("the shared corpus is absent");
    QVERIFY(read.diagnostics.empty());
    const exported::Pt2Model& model = read.archive->models.at(0);
    QCOMPARE(model.tensors.size(), std::size_t{2});
    QCOMPARE(model.tensors[0].name, std::string("linear.weight"));
    QCOMPARE(model.tensors[0].tensor.shape, (std::vector<std::int64_t>{3, 3}));
    QCOMPARE(model.tensors[0].tensor.storage.size, std::uint64_t{36});
    const auto program = test::readProgram(*read.archive->content(model.program));
    QVERIFY(program.program && program.diagnostics.empty());
    QCOMPARE(program.program->torchVersion, std::string("2.9.0a0+fb"));
    QCOMPARE(program.program->schemaVersion.major, std::int64_t{8});
    QCOMPARE(program.text(program.node(0).id), std::string("linear"));
}

void TestPt2Archive::archiveOfACurrentRelease() {
    const Read read = readShared(ETSCOPE_SOURCE_DIR "/tests/fixtures/variants/archive.pt2");
    if (!read.archive) QSKIP("the fixture is absent");
    QVERIFY(read.diagnostics.empty());
    const exported::Pt2Model& model = read.archive->models.at(0);
    const auto program = test::readProgram(*read.archive->content(model.program));
    QVERIFY(program.program);
    QCOMPARE(program.diagnostics.count(Severity::Error), std::uint64_t{0});
    // Every parameter, buffer and constant of the signature has its bytes.
    for (const graph::GraphInput& input : program.graph().top().inputs) {
        if (!input.target.valid()) continue;
        const auto hit = std::find_if(model.tensors.begin(), model.tensors.end(),
                                      [&](const exported::Pt2Tensor& tensor) { return tensor.name == program.text(input.target); });
        QVERIFY2(hit != model.tensors.end(), program.text(input.target).c_str());
        QVERIFY(hit->tensor.state != tensor::DataState::Unreadable);
        const auto& meta = program.graph().meta(program.graph().value(input.value).meta);
        QVERIFY(hit->tensor.type == meta.type);
        QCOMPARE(hit->tensor.shape.size(), std::size_t{meta.sizes.count});
    }
}

void TestPt2Archive::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    Diagnostics diagnostics;
    test::ZipBuilder zip;
    zip.stored("m/models/model.json", test::programJson());
    const auto opened =
        exported::Pt2Archive::read(std::make_shared<const ZipIndex>(*ZipIndex::read(test::inMemory(zip.bytes()), diagnostics)),
                                   diagnostics, {stop.get_token(), {}});
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, std::string("cancelled"));
}

ETSCOPE_TEST(TestPt2Archive)
#include "tst_pt2_archive.moc"
