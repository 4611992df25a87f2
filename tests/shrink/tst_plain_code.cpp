// Code as a person writes it: plain calls, lines, the program of an issue.
#include <QtTest>

#include "shrink/code_text.h"
#include "shrink/plain_calls.h"
#include "shrink/report_text.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::shrink;

namespace {

std::string written(const std::optional<PlainCall>& call) {
    if (!call) return "none";
    std::string text = call->callee + "(";
    for (const Word& word : call->words)
        text += (text.ends_with("(") ? "" : ", ") + (word.named ? word.name + "=" : "") + word.text;
    return text + ")";
}

}  // namespace

class TestPlainCode : public QObject {
    Q_OBJECT
private slots:
    void calls();
    void lines();
    void programOfAnIssue();
    void noise();
    void reports();
};

void TestPlainCode::calls() {
    const std::vector<Word> power{{"self", "x", false}, {"exponent", "3", true}};
    QCOMPARE(written(plainCall("aten.pow.Tensor_Scalar", power, true)), std::string("torch.pow(x, 3)"));
    const std::vector<Word> gelu{{"self", "x", false}, {"approximate", "\"tanh\"", true}};
    QCOMPARE(written(plainCall("aten.gelu.default", gelu, true)), std::string("torch.nn.functional.gelu(x, approximate=\"tanh\")"));
    const std::vector<Word> norm{{"input", "x", false},
                                 {"normalized_shape", "[2]", true},
                                 {"weight", "self.w", true},
                                 {"bias", "self.b", true},
                                 {"eps", "1e-05", true}};
    QCOMPARE(written(plainCall("aten.native_layer_norm.default", norm, true)),
             std::string("torch.nn.functional.layer_norm(x, [2], self.w, self.b, eps=1e-05)"));
    QCOMPARE(written(plainCall("aten.native_layer_norm.default", norm, false)), std::string("none"));
    const std::vector<Word> soft{{"self", "x", false}, {"dim", "-1", true}, {"half_to_float", "True", true}};
    QCOMPARE(written(plainCall("aten._softmax.default", soft, true)), std::string("none"));
    const std::vector<Word> fold{{"input", "x", false},         {"weight", "self.w", true},         {"bias", "None", true},
                                 {"stride", "[1, 1]", true},    {"padding", "[0, 0]", true},        {"dilation", "[1, 1]", true},
                                 {"transposed", "False", true}, {"output_padding", "[0, 0]", true}, {"groups", "1", true}};
    QCOMPARE(written(plainCall("aten.convolution.default", fold, true)),
             std::string("torch.nn.functional.conv2d(x, self.w, None, stride=[1, 1], padding=[0, 0], dilation=[1, 1], groups=1)"));
    QCOMPARE(written(plainCall("quantized_decomposed.quantize_per_tensor.default", power, true)), std::string("none"));
    QCOMPARE(written(plainCall("", {}, true)), std::string("none"));
}

void TestPlainCode::lines() {
    QCOMPARE(wrapped("one two three", 7), std::string("one two\nthree"));
    QCOMPARE(wrapped("one\ntwo three\n", 20), std::string("one\ntwo three\n"));
    QCOMPARE(wrapped("averylongword b", 4), std::string("averylongword\nb"));
    QCOMPARE(wrapped("", 4), std::string());
}

void TestPlainCode::programOfAnIssue() {
    const std::string model =
        "\"\"\"What it is.\n\"\"\"\nimport torch\n\n\nclass Model(torch.nn.Module):\n    def forward(self, x):\n"
        "        return torch.pow(x, 3)\n\n\ndef inputs():\n    return (torch.tensor([3]),)\n";
    const std::string program = issueProgram(model);
    QVERIFY(program.starts_with("import torch\nfrom executorch.exir import"));
    QVERIFY(program.find("What it is") == std::string::npos);
    QVERIFY(program.find("partitioner") == std::string::npos);
    QVERIFY(program.ends_with("print(\"got     \", runtime.run_method(\"forward\", inputs()))\n"));
    const std::string more = issueProgram(model +
                                          "\n\ndef cases():\n    return [inputs()]\n\n\ndef fed(inputs):\n    return inputs\n"
                                          "\n\ndef partitioners(method):\n    return []\n");
    QVERIFY(more.find("partitioner=partitioners(\"forward\")") != std::string::npos);
    QVERIFY(more.find("for case in cases():\n") != std::string::npos);
    QVERIFY(more.find("run_method(\"forward\", fed(case))") != std::string::npos);
}

void TestPlainCode::noise() {
    QCOMPARE(withoutNoise("[cpuinfo_utils.cpp:71] Reading file\nthe bug is there\n[0, 1]: wrong\n"),
             std::string("the bug is there\n[0, 1]: wrong\n"));
    QVERIFY(withoutNoise(std::string(100000, 'x')).size() < 10000);
}

void TestPlainCode::reports() {
    Answer answer;
    answer.outcome = Outcome::NotShrunk;
    answer.sentence = Sentence::of("no candidate is wrong in the same way");
    Step step;
    step.what = "a | b";
    step.state = TrialState::NotBuilt;
    step.message = std::string(5000, 'm');
    answer.steps = {step};
    const std::string text = reportText(answer, "1.0");
    QVERIFY(text.starts_with("# No candidate is wrong in the same way.\n"));
    QVERIFY(text.find("cut: a   b") != std::string::npos);
    QVERIFY(text.size() < 1500);
}

ETSCOPE_TEST(TestPlainCode)
#include "tst_plain_code.moc"
