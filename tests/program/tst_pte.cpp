// Opening programs: what is read, what the accessors give, programs inside other files, the account of bytes.
#include <QtTest>
#include <fstream>

#include "program/program.h"
#include "program/program_builder.h"
#include "program/region_check.h"
#include "program/table_editor.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::program;
using test::ProgramBuilder;

class TestPte : public QObject {
    Q_OBJECT
private slots:
    void openingReadsNoSegment();
    void programsInsideOtherFiles();
    void constantsAndInitialValues();
    void inlineConstantsAndDelegates();
    void tensorKinds();
    void stridesFollowTheDimOrder();
    void shortHeader();
    void soundPartsOfADamagedProgram();
    void everyByteHasAnOwner();
    void cancelled();
};

namespace {

std::shared_ptr<const Program> open(const ByteRange& file) {
    Diagnostics diagnostics;
    const auto program = Program::open(file, diagnostics);
    return program ? *program : nullptr;
}
std::shared_ptr<const Program> open(const ProgramBuilder& builder) { return open(test::inMemory(builder.bytes())); }

std::string text(const Result<ByteRange>& bytes) {
    return bytes ? test::toText(*bytes->readAll()) : "(" + bytes.error().code + ")";
}

}  // namespace

// A sparse file whose segments claim a gigabyte: opening costs the header and the region.
void TestPte::openingReadsNoSegment() {
    ProgramBuilder builder(test::vlmProgram());
    builder.addSegment("last");
    builder.program.segments.back()->size = 1U << 30U;
    builder.segmentDataSize = builder.segments.size() + (1U << 30U);
    const test::TempDir folder;
    const std::string path = folder.write("big.pte", builder.bytes());
    std::fstream(path, std::ios::in | std::ios::out | std::ios::binary)
        .seekp(static_cast<std::streamoff>(builder.bytes().size() + (1U << 30U)))
        .put('x');
    const auto source = Source::open(path);
    const auto program = open(ByteRange::whole(*source));
    QVERIFY(program != nullptr);
    QCOMPARE((*source)->bytesRead(), program->header().programSize + 40);
    QCOMPARE((*source)->readCount(), std::uint64_t{2});
    QCOMPARE(program->segmentBytes(program->segments().segments.size() - 1)->size, std::uint64_t{1} << 30U);
    static_cast<void>(regions(*program));
    QCOMPARE((*source)->readCount(), std::uint64_t{2});
}

void TestPte::programsInsideOtherFiles() {
    const std::string inner = test::trivialProgram();
    const ByteRange outer = test::inMemory("nine char" + inner + "tail");
    const auto program = open(*outer.part(9, inner.size()));
    QVERIFY(program != nullptr && program->verified());
    const ExecutionPlan* forward = program->plan("forward");
    QVERIFY(forward != nullptr);
    for (const TensorInfo& tensor : forward->tensors) {
        if (tensor.kind() != TensorKind::Constant) continue;
        const auto bytes = program->tensorBytes(tensor);
        QCOMPARE(bytes->offset, 9 + program->header().segmentBase);
        QCOMPARE(text(bytes), inner.substr(program->header().segmentBase, bytes->size));
    }
    QVERIFY(test::troubleWithRegions(regions(*program), inner.size()).empty());
}

void TestPte::constantsAndInitialValues() {
    ProgramBuilder builder;
    auto constants = std::make_unique<test::wire::SubsegmentOffsetsT>();
    constants->segment_index = builder.addSegment("aaaabbbbbbbbcccc");
    constants->offsets = {0, 0, 12, 4};
    builder.program.constant_segment = std::move(constants);
    auto states = std::make_unique<test::wire::SubsegmentOffsetsT>();
    states->segment_index = builder.addSegment("0123");
    states->offsets = {0, 0, 2, 9};
    builder.program.mutable_data_segments.push_back(std::move(states));
    const auto program = open(builder);
    QCOMPARE(program->constantCount(), std::uint64_t{4});
    QCOMPARE(text(program->constantBytes(1)), std::string("aaaa"));
    QCOMPARE(text(program->constantBytes(2)), std::string("cccc"));
    QCOMPARE(text(program->constantBytes(3)), std::string("bbbbbbbb"));
    QCOMPARE(text(program->constantBytes(4)), std::string("(constant-index)"));
    TensorInfo tensor;
    tensor.sizes = {9};
    tensor.dataBufferIndex = 1;
    QCOMPARE(text(program->tensorBytes(tensor)), std::string("aaaabbbbb"));  // offsets may share bytes; the segment is the limit
    tensor.sizes = {17};
    QCOMPARE(text(program->tensorBytes(tensor)), std::string("(constant-out-of-range)"));
    tensor.sizes = {-1};
    QCOMPARE(text(program->tensorBytes(tensor)), std::string("(tensor-size)"));
    tensor.dataBufferIndex = 0;
    QCOMPARE(text(program->tensorBytes(tensor)), std::string("(tensor-without-data)"));
    tensor.allocation = Allocation{};  // with data: an initial value
    tensor.sizes = {2};
    for (const auto& [index, bytes] : {std::pair{1U, "01"}, {2U, "23"}, {3U, "(constant-out-of-range)"}}) {
        tensor.dataBufferIndex = index;
        QCOMPARE(text(program->tensorBytes(tensor)), std::string(bytes));
    }
}

void TestPte::inlineConstantsAndDelegates() {
    ProgramBuilder builder;
    for (const char* content : {"", "constant"}) {
        builder.program.constant_buffer.push_back(std::make_unique<test::wire::BufferT>());
        builder.program.constant_buffer.back()->storage.assign(content, content + strlen(content));
    }
    builder.program.backend_delegate_data.push_back(std::make_unique<test::wire::BackendDelegateInlineDataT>());
    builder.program.backend_delegate_data[0]->data = {'b', 'l', 'o', 'b'};
    const std::string bytes = builder.bytes();
    const auto program = open(test::inMemory(bytes));
    QCOMPARE(text(program->constantBytes(1)), std::string("constant"));
    QCOMPARE(bytes.substr(program->constantBytes(1)->offset, 8), std::string("constant"));
    Delegate delegate{.id = "x", .hasData = true};
    QCOMPARE(text(program->delegateBytes(delegate)), std::string("blob"));
    delegate.dataIndex = 1;
    QCOMPARE(text(program->delegateBytes(delegate)), std::string("(delegate-data-index)"));
    delegate.location = DataLocation::Segment;
    QCOMPARE(text(program->delegateBytes(delegate)), std::string("(segment-index)"));
    const auto account = regions(*program);
    QVERIFY(test::troubleWithRegions(account, bytes.size()).empty());
    QVERIFY(test::bytesOf(account, flat::RegionKind::Constant) >= 8);
    QVERIFY(test::bytesOf(account, flat::RegionKind::Delegate) >= 4);
}

void TestPte::tensorKinds() {
    TensorInfo tensor;
    QVERIFY(tensor.kind() == TensorKind::RuntimeSupplied);
    tensor.dataBufferIndex = 1;
    QVERIFY(tensor.kind() == TensorKind::Constant);
    tensor.allocation = Allocation{1, 0};
    QVERIFY(tensor.kind() == TensorKind::InitialValue);
    tensor.dataBufferIndex = 0;
    QVERIFY(tensor.kind() == TensorKind::Planned);
    tensor.extra = ExtraTensorInfo{.fullyQualifiedName = "w", .location = 1};
    QVERIFY(tensor.kind() == TensorKind::ExternalMutable);
    tensor.allocation.reset();
    QVERIFY(tensor.kind() == TensorKind::ExternalConstant);
}

void TestPte::stridesFollowTheDimOrder() {
    TensorInfo tensor;
    tensor.sizes = {2, 3, 4, 5};
    tensor.dimOrder = {0, 2, 3, 1};
    QCOMPARE(*tensor.strides(), (std::vector<std::int64_t>{60, 1, 15, 3}));
    tensor.sizes = {2, 0, 4, 5};
    QCOMPARE(*tensor.strides(), (std::vector<std::int64_t>{20, 1, 5, 1}));
    QCOMPARE(*tensor.elementCount(), std::uint64_t{0});
    tensor.dimOrder = {0, 2, 2, 1};
    QVERIFY(!tensor.strides());
    tensor.sizes = {};
    tensor.dimOrder = {};
    QCOMPARE(*tensor.elementCount(), std::uint64_t{1});
    QVERIFY(tensor.strides()->empty());
}

void TestPte::shortHeader() {
    ProgramBuilder builder;
    builder.addNamedData("key", "content");
    builder.headerLength = 24;
    const auto program = open(builder);
    QVERIFY(program->header().extended && !program->header().segmentDataSize);
    QCOMPARE(text(program->namedData("key")), std::string("content"));
    QCOMPARE(text(program->namedData("other")), std::string("(named-data-key)"));
}

// One method of three is broken: the others are there, and segments and named data too.
void TestPte::soundPartsOfADamagedProgram() {
    std::string bytes = test::vlmProgram();
    const test::TableEditor plan = test::TableEditor(bytes).element(1, 1);
    plan.setCount(2, 0x7FFFFFFF);
    Diagnostics diagnostics;
    const auto whole = open(test::inMemory(test::vlmProgram()));
    const auto program = *Program::open(test::inMemory(bytes), diagnostics);
    QVERIFY(!program->verified());
    QVERIFY(diagnostics.has("pte-flatbuffer-invalid"));
    QCOMPARE(program->plans().size(), whole->plans().size());
    for (std::size_t i = 0; i < program->plans().size(); ++i) QCOMPARE(program->plans()[i].damaged, i == 1);
    QCOMPARE(program->namedData().size(), whole->namedData().size());
    QCOMPARE(program->segments().segments.size(), whole->segments().segments.size());
    QVERIFY(test::troubleWithRegions(regions(*program), bytes.size()).empty());
}

void TestPte::everyByteHasAnOwner() {
    for (const std::string& bytes : {test::trivialProgram(), test::vlmProgram()}) {
        const auto program = open(test::inMemory(bytes));
        const auto account = regions(*program);
        QVERIFY(test::troubleWithRegions(account, bytes.size()).empty());
        QCOMPARE(test::bytesOf(account, flat::RegionKind::Unknown), std::uint64_t{0});
        for (const auto& region : account) {
            if (region.kind != flat::RegionKind::Padding) continue;
            QVERIFY2(bytes.substr(region.offset, region.size).find_first_not_of('\0') == std::string::npos,
                     "padding that is not zero");
        }
    }
}

void TestPte::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    Diagnostics diagnostics;
    const auto opened = Program::open(test::inMemory(test::vlmProgram()), diagnostics, {stop.get_token(), {}});
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, std::string("cancelled"));
}

ETSCOPE_TEST(TestPte)
#include "tst_pte.moc"
