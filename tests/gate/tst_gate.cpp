// Budgets held against real exports and their runs.
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "gate/gate.h"
#include "gate/measures.h"
#include "gate/todays_budgets.h"
#include "support/bytes.h"
#include "support/own_exports.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::gate;
using namespace etscope::test;

class TestGate : public QObject {
    Q_OBJECT
private slots:
    void sizes();
    void unknownIsNoPass();
    void lowerBounds();
    void methodsHaveTheirOwn();
    void outputs();
    void tokens();
    void tokensThatCannotBeTold();
    void tokensOfBrokenRuns();
    void envelopes();
    void timesWithNoise();
    void relative();
    void findings();
    void mistakes();
    void todays();
};

namespace {

using SessionPtr = std::shared_ptr<const session::Session>;

std::vector<GateRow> rowsOf(const SessionPtr& session, const std::string& text, const GateOptions& options = {}) {
    const auto budgets = parseBudgets(text, "b.toml");
    if (!budgets) qFatal("%s", budgets.error().message.c_str());
    auto rows = gate::gate(session, *budgets, options, {});
    if (!rows) qFatal("%s", rows.error().message.c_str());
    return *std::move(rows);
}

/// "held", "broken", …, of all rows in order.
QStringList states(const std::vector<GateRow>& rows) {
    QStringList list;
    for (const GateRow& row : rows)
        list.append(QString::fromUtf8(gateStateName(row.state).data()) +
                    (row.state == GateState::Unknown && !row.fails() ? "!" : ""));
    return list;
}

const GateRow& only(const std::vector<GateRow>& rows) {
    if (rows.size() != 1) qFatal("%zu rows", rows.size());
    return rows.front();
}

SessionPtr vlm() {
    static const SessionPtr kSession = openOwn({"vlm"});
    return kSession;
}

}  // namespace

void TestGate::sizes() {
    const auto session = openOwn({"vlm/model.pte"});
    const auto size = static_cast<double>(session->files().front().size);
    const auto rows = rowsOf(session, "file_size = " + std::to_string(session->files().front().size) + "\ndelegate_calls = 0\n");
    QCOMPARE(states(rows), QStringList({"held", "broken"}));
    QCOMPARE(*rows[0].measured, size);
    QCOMPARE(*rows[0].margin(), 0.0);
    QVERIFY(*rows[1].measured > 0 && *rows[1].margin() == -*rows[1].measured);
    QCOMPARE(states(rowsOf(session, "file_size = " + std::to_string(session->files().front().size - 1))), QStringList("broken"));
    // The calls of all methods are those of each.
    const auto all = only(rowsOf(session, "kernels_outside_delegates = 0")).measured;
    double sum = 0;
    for (const session::Method& method : session->methods())
        sum += *only(rowsOf(session, "[method." + method.name + "]\nkernels_outside_delegates = 0")).measured;
    QCOMPARE(*all, sum);
    // The peak lies within what is planned.
    for (const session::Method& method : session->methods()) {
        const auto memory = rowsOf(session, "[method." + method.name + "]\npeak_memory = 0\nplanned_memory = 0\n");
        QVERIFY(*memory[0].measured <= *memory[1].measured);
        QVERIFY(!memory[0].addresses.empty());
    }
}

/// Nothing is claimed of what is not in the files.
void TestGate::unknownIsNoPass() {
    const auto program = openOwn({"vlm/model.pte"});
    const auto rows = rowsOf(program, "latency_p50 = 1000\nweight_sqnr = 1\n[outputs]\nrtol = 1.0\nenvelope = true\nmax_abs = 1\n");
    QVERIFY(rows.size() >= 5);
    for (const GateRow& row : rows) {
        QCOMPARE(row.state, GateState::Unknown);
        QVERIFY(row.fails() && !row.note.empty() && !row.margin());
    }
    const auto allowed = rowsOf(program, "latency_p50 = { limit = 1, allow_unknown = true }");
    QCOMPARE(allowed.size(), program->methods().size());
    for (const GateRow& row : allowed) QVERIFY(row.state == GateState::Unknown && !row.fails());
    const auto record = openOwn({"vlm/model.etrecord"});
    QCOMPARE(states(rowsOf(record, "file_size = 1\nweights_bytes = 1\nkernels_outside_delegates = 1\n")),
             QStringList({"unknown", "unknown", "unknown"}));
}

/// Of what there may be more, only that it is too much is known.
void TestGate::lowerBounds() {
    const auto rows = rowsOf(vlm(), "weights_bytes = 1\n");
    QCOMPARE(only(rows).state, GateState::Broken);
    Budget budget;
    budget.measure = Measure::WeightsBytes;
    const auto weights = Measures(vlm(), {}).of(budget, {}, {});
    QVERIFY(weights && weights->value);
    std::uint64_t parameters = 0;  // of what is stored, no byte counts twice
    for (const session::SessionFile& file : vlm()->files())
        if (file.kind == FileKind::Pte) parameters = file.size;
    QVERIFY(*weights->value > 0 && *weights->value < static_cast<double>(parameters));
}

void TestGate::methodsHaveTheirOwn() {
    const auto rows = rowsOf(vlm(), "peak_memory = 1\n[method.text_decoder]\npeak_memory = \"1 GiB\"\n");
    QCOMPARE(rows.size(), vlm()->methods().size());
    for (const GateRow& row : rows) {
        QCOMPARE(row.state, row.method == "text_decoder" ? GateState::Held : GateState::Broken);
        QCOMPARE(row.budget.line, row.method == "text_decoder" ? std::size_t{3} : std::size_t{1});
    }
}

void TestGate::outputs() {
    const auto rows = rowsOf(vlm(), "[outputs]\nrtol = 1e-3\natol = 1e-5\nmax_abs = 0.1\nsnr_db = 10\n");
    int broken = 0;
    for (const GateRow& row : rows) {
        const bool worse =
            row.method == "text_decoder" && (row.budget.measure == Measure::Tolerance || row.budget.name == "max_abs");
        QVERIFY2(row.state == (worse ? GateState::Broken : GateState::Held), (row.method + " " + row.budget.key()).c_str());
        QVERIFY(row.output && !row.addresses.empty());
        broken += row.state == GateState::Broken ? 1 : 0;
    }
    QCOMPARE(broken, 2);  // one case of the decoder is wrong
    const auto own = rowsOf(vlm(), "[outputs]\nmax_abs = 0.1\n[method.text_decoder.output.0]\nmax_abs = 1\n");
    QVERIFY(std::ranges::all_of(own, [](const GateRow& row) { return row.state == GateState::Held; }));
    QCOMPARE(own.size(), rows.size() / 3);
    QCOMPARE(states(rowsOf(vlm(), "[method.text_decoder.output.9]\nmax_abs = 1\n")), QStringList("unknown"));
}

/// Against numpy in double: mean and largest Σ p·ln(p/q), argmax. Methods without a vocabulary have no tokens.
void TestGate::tokens() {
    const auto rows = rowsOf(vlm(), "kl_mean = 1e-3\nkl_worst = \"1e-3 nats\"\ntokens_stay = \"100 %\"\ntokens_changed = 0\n");
    QCOMPARE(states(rows), QStringList({"held", "broken", "held", "held"}));
    const double wanted[] = {0.00015561544546119474, 0.001244923563472086, 1, 0};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        QCOMPARE(rows[i].method, std::string("text_decoder"));
        QVERIFY(std::abs(*rows[i].measured - wanted[i]) <= 1e-10 * wanted[i]);
        QVERIFY2(rows[i].note.ends_with("8 tokens of 3 cases"), rows[i].note.c_str());
    }
    QVERIFY(rows[1].note.starts_with("case:2, output 0, position 0"));
    QCOMPARE(rows[1].addresses, std::vector<std::string>{"text_decoder/outputs/case:2/0"});
    const auto base = openBase(*vlm(), {ownFile("vlm")}, {});
    QVERIFY(base);
    QCOMPARE(states(rowsOf(vlm(), "kl_mean = \"+0 %\"\ntokens_stay = \"-1 %\"\n", {*base, {}})), QStringList({"held", "held"}));
    // A limit of its own takes the place.
    const auto own = only(rowsOf(vlm(), "kl_worst = 1e-9\n[method.text_decoder]\nkl_worst = 1\n"));
    QCOMPARE(own.budget.line, std::size_t{3});
}

/// No vocabulary, no run, no reference: unknown, and no pass.
void TestGate::tokensThatCannotBeTold() {
    const auto encoder = only(rowsOf(vlm(), "[method.vision_encoder]\nkl_mean = 100\n"));
    QVERIFY(encoder.state == GateState::Unknown && encoder.fails());
    QCOMPARE(encoder.note, std::string("none of its outputs is over a vocabulary"));
    const auto none = only(rowsOf(openOwn({"trivial"}), "tokens_stay = 0.0\n"));
    QVERIFY(none.state == GateState::Unknown && none.method.empty());
    QCOMPARE(none.note, std::string("no output is over a vocabulary"));
    for (const char* name : {"vlm/model.pte", "vlm/model.etrecord"}) {
        const auto alone = only(rowsOf(openOwn({name}), "tokens_changed = 1000\n"));
        QVERIFY2(alone.state == GateState::Unknown && alone.method == "text_decoder" && !alone.note.empty(), name);
    }
}

/// A row of the run that is no distribution, an output of another shape: broken whatever the limit.
void TestGate::tokensOfBrokenRuns() {
    const TempDir folder;
    const auto given = readFile(ownFile("tied/out-forward-0-0.npy"));
    QVERIFY(given);
    const auto rowsWith = [&](const std::string& output) {
        const std::string path = folder.write("out-forward-0-0.npy", output);
        auto session = session::Session::open({ownFile("tied/model.etrecord"), path}, {}, {});
        return rowsOf(*session, "kl_mean = 100\nkl_worst = 100\ntokens_stay = 0.0\ntokens_changed = 100\n");
    };
    QCOMPARE(states(rowsWith(*given)).count("held"), 4);
    std::string nan = *given;
    nan.replace(nan.size() - 4, 4, little(std::uint32_t{0x7FC00000}));
    for (const GateRow& row : rowsWith(nan)) {
        QCOMPARE(row.state, GateState::Broken);
        QVERIFY2(row.note.find("1 token of the run without a distribution") != std::string::npos, row.note.c_str());
        QVERIFY2(row.note.starts_with("case:0, output 0, position 2"), row.note.c_str());
    }
    for (const GateRow& row : rowsWith(replaced(*given, "(1, 3, 48)", "(1, 48, 3)"))) QCOMPARE(row.state, GateState::Broken);
    for (const GateRow& row : rowsWith(given->substr(0, given->size() - 8))) QCOMPARE(row.state, GateState::Unknown);
    // A token that cannot come where the reference allows it is infinitely unlikely.
    std::string never = *given;
    never.replace(never.size() - 4, 4, little(std::uint32_t{0xFF800000}));
    const auto rows = rowsWith(never);
    QCOMPARE(states(rows), QStringList({"broken", "broken", "held", "held"}));
    QVERIFY(std::isinf(*rows[1].measured));
}

void TestGate::envelopes() {
    for (const GateRow& row : rowsOf(vlm(), "[outputs]\nenvelope = true\n")) {
        QVERIFY2(row.state != GateState::Unknown || !row.note.empty(), row.method.c_str());
        QVERIFY(row.state == GateState::Unknown || !row.word.empty());
    }
    // Two of three cases of the decoder are right: one that is wrong is enough.
    const auto decoder = only(rowsOf(vlm(), "[method.text_decoder.outputs]\nenvelope = true\n"));
    QCOMPARE(decoder.state, GateState::Broken);
    QVERIFY(decoder.note.starts_with("case:2: reference_outputs → exported") && decoder.word == "not_rounding");
    const auto vision = only(rowsOf(vlm(), "[method.vision_encoder.outputs]\nenvelope = true\n"));
    QCOMPARE(vision.state, GateState::Held);
}

/// A limit that lies within the scatter of the runs is not broken.
void TestGate::timesWithNoise() {
    Budget budget;
    budget.measure = Measure::Latency;
    const auto measured = Measures(vlm(), {}).of(budget, "text_decoder", {});
    QVERIFY(measured && measured->value && measured->durations.size() >= 3);
    const auto row = [&](double limit) {
        return only(rowsOf(vlm(), "[method.text_decoder]\nlatency_p50 = " + std::to_string(limit)));
    };
    const double least = static_cast<double>(measured->durations.front());
    QCOMPARE(row(*measured->value + 1).state, GateState::Held);
    QCOMPARE(row(least / 2).state, GateState::Broken);
    const GateRow near = row(least + 1);
    QCOMPARE(near.state, GateState::Held);
    QVERIFY(near.withinNoise && *near.margin() < 0 && near.interval && near.interval->first <= 0);
    const auto text = rowsOf(vlm(), "[method.text_decoder]\nlatency_p50 = \"1 ms\"\n");
    QCOMPARE(only(text).state, GateState::Unknown);  // nobody says how long a tick is
    const auto told = rowsOf(vlm(), "ticks_per_second = 1\n[method.text_decoder]\nlatency_p50 = \"1 ms\"\n");
    QCOMPARE(only(told).state, GateState::Broken);
}

void TestGate::relative() {
    const auto base = openBase(*vlm(), {ownFile("vlm")}, {});
    QVERIFY(base);
    const std::string text =
        "file_size = \"+0\"\nweights_bytes = \"+5 %\"\nkernels_outside_delegates = \"-1\"\n[findings]\nerror = \"+0\"\n";
    const auto rows = rowsOf(vlm(), text, {*base, {}});
    QCOMPARE(states(rows), QStringList({"held", "held", "broken", "held"}));
    QCOMPARE(*rows[0].base, *rows[0].limit);
    QCOMPARE(*rows[1].limit, std::floor(1.05 * *rows[1].base));  // there are no parts of bytes
    // A dump alone is a base of times, with the own program, and of nothing else.
    const auto runs = openBase(*vlm(), {ownFile("vlm/run.etdp")}, {});
    QVERIFY(runs && runs->files != runs->runs);
    const auto times =
        rowsOf(vlm(), "file_size = \"+0\"\n[method.text_decoder]\nlatency_p50 = [\"+1 %\", \"-90 %\"]\n", {*runs, {}});
    QCOMPARE(states(times), QStringList({"unknown", "held", "broken"}));
    // Limits of outputs may be relative, too.
    const auto errors = rowsOf(vlm(), "[outputs]\nmax_abs = \"+0 %\"\n", {*base, {}});
    QVERIFY(std::ranges::all_of(errors, [](const GateRow& row) { return row.state == GateState::Held; }));
}

void TestGate::findings() {
    const auto rows = rowsOf(vlm(), "[findings]\nwarning = 0\nnote = 1000\n\"*\" = 100000\n");
    QVERIFY(*rows[2].measured >= *rows[0].measured);
    const auto whole = rowsOf(openOwn({"trivial/model.pte"}), "[findings]\nerror = 0\nzip-entry-truncated = 0\n");
    QCOMPARE(states(whole), QStringList({"held", "held"}));
}

void TestGate::mistakes() {
    const auto refused = [](const std::string& text) {
        const auto rows = gate::gate(vlm(), *parseBudgets(text, "b.toml"), {}, {});
        return rows ? Error{} : rows.error();
    };
    QCOMPARE(refused("file_size = \"+5 %\"").code, std::string("budget-base"));
    const Error method = refused("\n[method.text_decodr]\npeak_memory = 1\n");
    QCOMPARE(method.code, std::string("no-such-method"));
    QVERIFY(method.message.find("the nearest is text_decoder") != std::string::npos);
    QVERIFY(method.where.find("line 3") != std::string::npos);
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = gate::gate(vlm(), *parseBudgets("file_size = 1", "b.toml"), {}, {stop.get_token(), {}});
    QVERIFY(stopped.cancelled());
}

/// What is written today holds today, and says what it could not measure.
void TestGate::todays() {
    for (const char* name : {"vlm", "delegated", "vlm/model.pte", "trivial", "external", "specialised"}) {
        const auto session = openOwn({name});
        const auto text = todaysBudgets(session, {});
        QVERIFY2(text, name);
        for (const GateRow& row : rowsOf(session, *text))
            QVERIFY2(row.state == GateState::Held, (std::string(name) + ": " + row.method + " " + row.budget.key()).c_str());
    }
    const auto text = todaysBudgets(vlm(), {});
    QVERIFY(QString::fromStdString(*text).contains("[method.text_decoder.output.0]"));
    QVERIFY(QString::fromStdString(*text).contains("# weight_sqnr: "));
    QCOMPARE(QString::fromStdString(*text).count("kl_mean = "), 1);
}

ETSCOPE_TEST(TestGate)
#include "tst_gate.moc"
