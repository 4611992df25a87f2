// What is told about kernels outside delegates, delegates in pieces, and kernels that the stock runtime lacks.
#include <QtTest>

#include "etdump/dump_builder.h"
#include "findings/program_lint.h"
#include "program/program_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using test::ProgramBuilder;

namespace {

void addOperator(ProgramBuilder& builder, const char* name, const char* overload) {
    auto one = std::make_unique<schema::program::OperatorT>();
    one->name = name;
    one->overload = overload;
    builder.plan().operators.push_back(std::move(one));
}

void addDelegateCall(ProgramBuilder& builder) {
    schema::program::DelegateCallT call;
    call.delegate_index = 0;
    call.args = {0, 2};
    schema::program::InstructionArgumentsUnion instruction;
    instruction.Set(std::move(call));
    test::addInstruction(builder.plan(), std::move(instruction));
}

/// add, call, layout conversion, call, mm, bucketize, an operator of another library.
std::string programBytes() {
    ProgramBuilder builder;
    addOperator(builder, "dim_order_ops::_clone_dim_order", "out");
    addOperator(builder, "aten::mm", "out");
    addOperator(builder, "aten::bucketize", "out");
    addOperator(builder, "cortex_m::pad", "out");
    auto delegate = std::make_unique<schema::program::BackendDelegateT>();
    delegate->id = "SomeBackend";
    delegate->processed = std::make_unique<schema::program::BackendDelegateDataReferenceT>();
    delegate->processed->location = 1;  // a segment
    delegate->processed->index = builder.addSegment("payload");
    builder.plan().delegates.push_back(std::move(delegate));
    addDelegateCall(builder);
    test::addInstruction(builder.plan(), test::kernelCall(1, {0, 1, 2, 2}));
    addDelegateCall(builder);
    for (std::int32_t op = 2; op < 5; ++op) test::addInstruction(builder.plan(), test::kernelCall(op, {0, 1, 2, 2}));
    return builder.bytes();
}

std::string timedRun() {
    test::DumpRun run;
    std::uint64_t at = 0;
    const auto event = [&](std::int32_t instruction, const char* name, std::uint64_t duration) {
        run.events.push_back({.name = name, .instruction = instruction, .start = at, .end = at + duration});
        at += duration;
    };
    event(0, "native_call_add.out", 280);
    event(1, "DELEGATE_CALL", 400);
    event(3, "DELEGATE_CALL", 319);
    event(4, "native_call_mm.out", 1);
    return test::dumpBytes({run});
}

std::vector<findings::LintFinding> found(const std::vector<std::string>& paths) {
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    std::vector<findings::LintFinding> list;
    if (!findings::lintKernels(**session, list, {})) qFatal("not linted");
    return list;
}

/// Messages of a code, joined.
QString messages(const std::vector<findings::LintFinding>& list, const char* code) {
    QStringList texts;
    for (const findings::LintFinding& one : list)
        if (one.code == code) texts.append(QString::fromStdString(one.message.text()));
    return texts.join(QStringLiteral("; "));
}

}  // namespace

class TestKernelLint : public QObject {
    Q_OBJECT
private slots:
    void familiesWithoutRuns() {
        const auto list = found({m_folder.write("alone.pte", programBytes())});
        const QString beside = messages(list, "lint-kernel-beside-delegates");
        QVERIFY2(beside.startsWith("aten::mm.out runs in 1 call"), qPrintable(beside));
        QVERIFY(beside.contains("no run tells") && !beside.contains("aten::add"));
    }
    void timeDecides() {
        const auto list = found({m_folder.write("run.pte", programBytes()), m_folder.write("run.etdp", timedRun())});
        const QString beside = messages(list, "lint-kernel-beside-delegates");
        QVERIFY2(beside.startsWith("aten::add.out takes 28.0 % of the time"), qPrintable(beside));
        QVERIFY2(!beside.contains("aten::mm"), qPrintable(beside));
    }
    void pieces() {
        const QString text = messages(found({m_folder.write("pieces.pte", programBytes())}), "lint-fragmented");
        QCOMPARE(text, QString("split into 2 delegate calls, with 1 layout conversion between them"));
    }
    void stockKernels() {
        const auto list = found({m_folder.write("stock.pte", programBytes())});
        const QString missing = messages(list, "lint-kernel-missing"), library = messages(list, "lint-kernel-library");
        QVERIFY2(missing.startsWith("aten::bucketize.out, 1 call,") && !missing.contains("mm"), qPrintable(missing));
        QVERIFY2(library.startsWith("1 operator of cortex_m, 1 call,"), qPrintable(library));
    }

private:
    test::TempDir m_folder;
};

ETSCOPE_TEST(TestKernelLint)
#include "tst_kernel_lint.moc"
