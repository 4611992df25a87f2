// Seven questions, from files that are dropped on the window to the answer, by mouse and by keyboard: at most six actions each.
// What is read is what the files were made to hold. The real export is that of the folder in ETSCOPE_REALSCALE.
#include <QElapsedTimer>
#include <QFileInfo>

#include "look/tokens.h"
#include "support/test_case.h"
#include "ui/traveller.h"

using namespace etscope;
using namespace etscope::ui;
using etscope::test::Action;
using etscope::test::Actions;
using etscope::test::Traveller;
using enum etscope::test::Action::Kind;

namespace {

constexpr int kMostActions = 6;

/// A real export is opened and computed for longer than tests usually run.
const bool kPatient = qputenv("QTEST_FUNCTION_TIMEOUT", "900000");

/// A text that stands in a part of the window.
struct Reads {
    QString part;
    QString text;
};

struct Journey {
    const char* name;
    QString files;        ///< the folder that is dropped
    Actions mouse;        ///< what is done then
    Actions keys;         ///< the same without a mouse
    QList<Reads> first;   ///< once the files are open
    QList<Reads> answer;  ///< at the end
    int most = kMostActions;
};

QString journeysShared(const char* path) { return QStringLiteral(ETSCOPE_SHARED_DIR "/") + QLatin1String(path); }
QString fixture(const char* name) { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/") + QLatin1String(name); }
QString model() { return test::samplePath(); }
QString realScale() { return qEnvironmentVariable("ETSCOPE_REALSCALE"); }

/// 1. Which output is wrong, why, and which source line made it?
QList<Journey> wrongOutputs() {
    const Actions worst = {{Keys, {}, "Ctrl+3"}, {Keys, {}, "Ctrl+Shift+3"}, {Keys, {}, "F4"}, {Keys, {}, "Return"}};
    return {
        {"wrong output: a weight transposed",
         journeysShared("faults/fault_transposed"),
         {{Button, "models.py:113", "page-overview"}},
         worst,
         {{"page-overview", "2 of 2 cases differ"},
          {"answerLine", "constant 'encoder.1.attn.proj.weight'"},
          {"answerLine", "transposed"}},
         {{"inspector", "aten_permute_copy_default_12"},
          {"inspector", "encoder.1.attn.proj"},
          {"bottom", "models.py, line 113"},
          {"bottom", "return self.proj("}}},
        {"wrong output: one element of a weight",
         journeysShared("fixtures/fault_weight"),
         {{Button, "models.py:383", "page-overview"}},
         worst,
         {{"page-overview", "2 of 2 cases differ"},
          {"answerLine", "constant 'out.weight'"},
          {"answerLine", "1 of 128 elements, first [3,5]"}},
         {{"inspector", "out"}, {"bottom", "models.py, line 383"}}},
        {"wrong output: a kernel",
         journeysShared("faults/fault_kernel"),
         {{Button, "models.py:124", "page-overview"}},
         worst,
         {{"answerLine", "Kernel 'aten::gelu.out' at instruction 30"}},
         {{"inspector", "aten_gelu_default"}, {"bottom", "models.py, line 124"}}},
        {"wrong output: a vision-language model",
         model(),
         {{AnyPage, "Operators", {}}, {Row, "aten_index_tensor_2", "page-gap"}},
         {{Keys, "aten_index_tensor_2", "Ctrl+K"}},
         {{"page-overview", "1 of 3 cases differ"}, {"answerLine", "The recorded graph does not reproduce the reference outputs"}},
         {{"inspector", "aten_index_tensor_2"}, {"bottom", "mask"}}}};
}

/// The wrong kernel of the sample: one click after the drop, on the button of the answer line.
QList<Journey> wrongKernel() {
    const Actions click = {{Button, "Show the operator", "answerLine"}};
    Journey journey{"wrong kernel: the sample",
                    test::bundledSample(),
                    click,
                    {{Keys, {}, "Ctrl+3"}, {Keys, {}, "Ctrl+Shift+3"}, {Keys, {}, "F4"}, {Keys, {}, "Return"}},
                    {{"page-overview", "1 of 3 cases differ"},
                     {"answerLine", "Kernel 'aten::native_layer_norm.out' at instruction 1"},
                     {"answerLine", "models.py:342"}},
                    {{"inspector", "aten_native_layer_norm_default"}, {"inspector", "models.py:342"}}};
    journey.most = 2;
    return {journey};
}

/// 2. Does this program belong to this record, and what differs?
QList<Journey> belonging() {
    const Actions mouse = {{Keys, {}, "F7"}, {Pick, "model.pte", "outline"}}, keys = {{Keys, {}, "Ctrl+1"}};
    return {{"belonging: two exports",
             journeysShared("fixtures/mismatched"),
             mouse,
             keys,
             {{"page-overview", "model.pte and model.etrecord do not belong together"},
              {"page-overview", "0 of 21 constants are tensors of the record"},
              {"page-overview", "run-main.etdp and model.etrecord do not belong together"}},
             {}},
            {"belonging: one constant",
             journeysShared("fixtures/fault_weight"),
             mouse,
             keys,
             {{"page-overview", "belongs, 1 constant differs"}, {"page-overview", "out.weight"}},
             {}},
            {"belonging: a vision-language model", model(), mouse, keys, {{"page-overview", "base file"}}, {}}};
}

/// 3. Which weights are shared, and what would sharing save?
QList<Journey> sharing() {
    const Actions mouse = {{AnyPage, "Named data", {}}}, keys = {{Keys, {}, "Ctrl+2"}, {Keys, {}, "Ctrl+Shift+4"}};
    const QString page = "page-named-data";
    return {{"sharing: between methods",
             journeysShared("fixtures/shared_weights"),
             mouse,
             keys,
             {},
             {{page, "2 shared, saves 1.6 KiB"}, {page, "shared.weight"}, {page, "shared.bias"}, {page, "could save 2.5 KiB"}}},
            {"sharing: an embedding and a head",
             fixture("tied"),
             mouse,
             keys,
             {},
             {{page, "embed_tokens.weight also lm_head.weight"}, {page, "could save 3.0 KiB"}}},
            {"sharing: a vision-language model", model(), mouse, keys, {}, {{page, "Nothing is shared, nothing is stored twice"}}},
            {"sharing: real scale", realScale(), mouse, keys, {}, {{page, "embed_tokens"}, {page, "could save 108.3 MiB"}}}};
}

/// 4. What makes the memory peak?
QList<Journey> memoryPeak() {
    const QString page = "page-memory";
    return {{"memory peak: a vision-language model",
             model(),
             {{AnyPage, "Memory", {}}, {Button, "Tensors live at the peak", page}},
             {{Keys, {}, "Ctrl+4"}, {Keys, {}, "Ctrl+Shift+2"}, {Keys, {}, "Tab"}, {Keys, {}, "Space"}},
             {},
             {{page, "15 of 53"},
              {page, "index | – | f32[15,16] | 960 B"},
              {page, "split_with_sizes | layers.1.attention"},
              {page, "index_put | layers.0.attention | f32[2,16,4]"}}}};
}

/// 5. What changed between two exports?
QList<Journey> changes() {
    const QString page = "page-diff";
    const auto journey = [&](const char* name, const QString& files, const QString& other, const QList<Reads>& answer) {
        const Action drop{Drop, other, page};
        return Journey{name, files, {{AnyPage, "By meaning", {}}, drop}, {{Keys, {}, "Ctrl+5"}, drop}, {}, answer};
    };
    return {journey("changes: without delegates", journeysShared("fixtures/vlm_portable"), journeysShared("fixtures/vlm"),
                    {{page, "was XNNPACK"},
                     {page, "35 → 0"},
                     {page, "8 → 0 quantised"},
                     {page, "no longer in XnnpackBackend"},
                     {page, "Linear int4"}}),
            journey("changes: none", model(), fixture("vlm"), {{page, "The two exports are the same: 280 nodes, 90 weights"}})};
}

/// 6. Why is the vision encoder slow?
QList<Journey> slowEncoder() {
    const QString page = "page-undelegated";
    const Actions mouse = {{AnyPage, "CPU fallback", {}}}, keys = {{Keys, {}, "Ctrl+4"}, {Keys, {}, "Ctrl+Shift+4"}};
    const Actions masks = {{AnyPage, "CPU fallback", {}}, {Pick, "where.self | vision_encoder", page}};
    const Actions maskKeys = {{Keys, {}, "Ctrl+4"}, {Keys, {}, "Ctrl+Shift+4"}, {Keys, "where.self vision_encoder", "Ctrl+F"}};
    return {{"slow encoder: a vision-language model",
             model(),
             mouse,
             keys,
             {},
             {{page, "native_layer_norm | vision_encoder | 2 | 71.3 µs | 13.6 %"},
              {page, "split_with_sizes_copy | vision_encoder | 1 | 46.6 µs | 8.9 %"},
              {page, "no delegate of XnnpackBackend in this session has this operator"}}},
            {"slow encoder: real scale",
             realScale(),
             masks,
             maskKeys,
             {{"page-overview", "vision_encoder"}},
             {{page, "where.self | vision_encoder | 24"}, {page, "logical_not | vision_encoder | 24"}}}};
}

/// 7. From which step and layer does the decoder drift?
QList<Journey> drift() {
    const QString page = "page-steps";
    const Actions mouse = {{AnyPage, "Layers × steps", {}}};
    const Actions keys = {{Keys, ">steps", "Ctrl+K"}};
    // What takes long says what it costs and waits to be asked for.
    const Actions decoder = {{Pick, "text_decoder", "page-overview"}, mouse[0], {Button, "Compute reference", page}};
    const Actions decoderKeys = {
        {Keys, "text_decoder", "Ctrl+K"}, keys[0], {Keys, {}, "Ctrl+1"}, {Keys, {}, "Ctrl+3"}, {Keys, {}, "Space"}};
    return {{"drift: a kernel",
             journeysShared("faults/fault_kernel"),
             mouse,
             keys,
             {},
             {{page, "Begins in step 0 (run 1), encoder.0: aten_gelu_default"}, {"answerLine", "4 calls are wrong"}}},
            {"drift: a vision-language model",
             model(),
             mouse,
             keys,
             {},
             {{page, "All compared values are within rounding"}, {"answerLine", "1 of 8 outputs differs"}}},
            {"drift: real scale", realScale(), decoder, decoderKeys, {}, {{page, "All compared values are within rounding"}}}};
}

}  // namespace

class TestJourneys : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }
    void init() { QSettings().clear(); }

    void answers_data() {
        QTest::addColumn<Journey>("journey");
        QTest::addColumn<bool>("mouse");
        for (const auto& question :
             {wrongOutputs(), wrongKernel(), belonging(), sharing(), memoryPeak(), changes(), slowEncoder(), drift()})
            for (const Journey& journey : question)
                for (const bool mouse : {true, false})
                    QTest::addRow("%s, %s", journey.name, mouse ? "mouse" : "keys") << journey << mouse;
    }
    void answers() {
        QFETCH(Journey, journey);
        QFETCH(bool, mouse);
        const Actions actions = mouse ? journey.mouse : journey.keys;
        if (journey.files.isEmpty()) QSKIP("ETSCOPE_REALSCALE names no folder");
        QStringList needed = {journey.files};
        for (const Action& action : actions)
            if (action.kind == Drop) needed += action.what;
        for (const QString& path : needed)
            if (!QFileInfo::exists(path)) QSKIP(qPrintable(path + " is not there"));

        QElapsedTimer timer;
        timer.start();
        Traveller person;
        QVERIFY(person.go({Drop, journey.files, {}}));
        check(person, journey.first);
        for (const Action& action : actions) {
            QVERIFY2(person.go(action), qPrintable(action.what + " in:\n" + person.reads({})));
        }
        check(person, journey.answer);
        qInfo("%d actions, %.1f s", person.actions(), static_cast<double>(timer.elapsed()) / 1000);
        QVERIFY2(person.actions() <= (mouse ? journey.most : kMostActions), qPrintable(QString::number(person.actions())));
    }

private:
    static void check(Traveller& person, const QList<Reads>& expected) {
        for (const Reads& one : expected)
            QVERIFY2(person.reads(one.part).contains(one.text),
                     qPrintable(one.part + " without " + one.text + ":\n" + person.reads(one.part)));
    }
};

ETSCOPE_TEST(TestJourneys)
#include "tst_journeys.moc"
