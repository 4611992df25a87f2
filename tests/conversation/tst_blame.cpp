// Blame of a token: the part is found whose exchange brings the reference's token back, and nothing where nothing is to blame.
#include <QTest>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "conversation/blame.h"
#include "conversation/correction.h"
#include "evaluate/reading.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::conversation;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using BlameResult = Result<std::shared_ptr<const Blame>>;

const std::string kConversations = ETSCOPE_SOURCE_DIR "/tests/fixtures/conversations/";
const std::string kTraces = ETSCOPE_SOURCE_DIR "/../shared/traces/";

BlameResult blameOf(const std::string& trace, const BlameOptions& options = {}, const JobContext& job = {}) {
    const auto session = session::Session::open({trace}, {}, {});
    return session ? blame(**session, options, job) : session.failure();
}

/// A copy of the right conversation with other elements in one value, and other lines.
class Played {
public:
    Played() {
        fs::copy(kConversations + "talk", m_folder.path(), fs::copy_options::recursive);
        std::ifstream file(m_folder.path("trace.jsonl"));
        for (std::string line; std::getline(file, line);) lines.push_back(Json::parse(line));
    }
    std::vector<Json> lines;

    Json& choice(std::size_t number) {
        for (Json& one : lines)
            if (one["kind"] == "choice" && number-- == 0) return one;
        return lines.front();
    }
    void add(const std::string& name, std::size_t element, float by) const {
        std::ifstream file(m_folder.path(name), std::ios::binary);
        std::string bytes{std::istreambuf_iterator<char>(file), {}};
        const std::size_t header = 10U + static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
        float value = 0;
        std::memcpy(&value, bytes.data() + header + element * sizeof value, sizeof value);
        value += by;
        std::memcpy(bytes.data() + header + element * sizeof value, &value, sizeof value);
        m_folder.write(name, bytes);
    }
    std::string path(const std::string& name) const { return m_folder.path(name); }
    /// A file of that shape, without elements.
    void shape(const std::string& name, const std::string& sizes) const {
        std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + sizes + ", }\n";
        m_folder.write(name,
                       "\x93NUMPY\x01" + std::string(1, '\0') + static_cast<char>(header.size()) + std::string(1, '\0') + header);
    }
    BlameResult blame(const BlameOptions& options = {}) const {
        std::string text;
        for (const Json& one : lines) text += one.dump() + "\n";
        m_folder.write("trace.jsonl", text);
        return blameOf(m_folder.path("trace.jsonl"), options);
    }

private:
    test::TempDir m_folder;
};

}  // namespace

class TestBlame : public QObject {
    Q_OBJECT

private slots:
    /// A program whose last matrix is another one, played against the record of the right one.
    void aConstant() {
        std::size_t told = 0;
        BlameOptions options;
        options.known = [&](const Blame& so_far) {
            ++told;
            QVERIFY(so_far.exchanges <= told);
        };
        const auto found = blameOf(kConversations + "stray/trace.jsonl", options);
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        const Blame& blame = **found;
        QCOMPARE(blame.state, BlameState::Found);
        QCOMPARE(blame.choice, std::size_t{1});
        QCOMPARE(blame.call, std::int64_t{4});
        QCOMPARE(blame.chosen, std::int64_t{10});
        QCOMPARE(blame.reference, std::int64_t{2});
        const BlamePart* culprit = blame.part(blame.culprit);
        QVERIFY(culprit != nullptr);
        QCOMPARE(culprit->kind, BlamePart::Kind::Constant);
        QCOMPARE(culprit->names, std::vector<std::string>{"head.weight"});
        QCOMPARE(QByteArray::fromStdString(culprit->module), QByteArray("head"));
        QVERIFY(culprit->bringsBack && culprit->token == blame.reference);
        QVERIFY(std::abs(culprit->share - 1) < 1e-3);
        QVERIFY(culprit->source.starts_with("tests/fixtures/conversations.py:"));
        // What is not to blame gives nothing back.
        for (std::size_t i = 0; i < blame.parts.size(); ++i)
            if (i != blame.culprit.front()) QVERIFY(std::abs(blame.parts[i].share) < 1e-3 && !blame.parts[i].bringsBack);
        QVERIFY(told >= blame.exchanges && blame.exchanges > 3);
        QVERIFY(blame.candidates.size() >= 2 && blame.candidates.front().id == blame.reference);
    }

    void chosenByBoth() {
        const auto all = blameOf(kConversations + "talk/trace.jsonl");
        QVERIFY(all);
        QCOMPARE((*all)->state, BlameState::Same);
        QVERIFY((*all)->parts.empty() && (*all)->culprit.empty());
        const auto first = blameOf(kConversations + "stray/trace.jsonl", {.choice = 0});
        QVERIFY(first);
        QCOMPARE((*first)->state, BlameState::Same);
    }

    /// Logits that no part of the record explains: the call alone is known.
    void aCall() {
        Played copy;
        const std::int64_t right = copy.choice(1)["id"].get<std::int64_t>(), other = right == 7 ? 8 : 7;
        copy.choice(1)["id"] = other;
        copy.add("c4-o0.npy", static_cast<std::size_t>(other), 100);
        const auto found = copy.blame();
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QCOMPARE((*found)->state, BlameState::Found);
        QCOMPARE((*found)->reference, right);
        const BlamePart* culprit = (*found)->part((*found)->culprit);
        QVERIFY(culprit != nullptr && culprit->kind == BlamePart::Kind::Calls);
        QCOMPARE(culprit->calls, std::vector<std::int64_t>{4});
        QVERIFY(!(*found)->notes.empty());
    }

    void theChoice() {
        Played copy;
        const std::int64_t right = copy.choice(0)["id"].get<std::int64_t>();
        copy.choice(0)["id"] = right == 7 ? 8 : 7;
        const auto found = copy.blame();
        QVERIFY(found);
        QCOMPARE((*found)->state, BlameState::Choice);
        QCOMPARE((*found)->reference, right);
        QVERIFY((*found)->parts.empty());
    }

    void unknown() {
        Played copy;
        for (Json& line : copy.lines)
            if (line["kind"] == "call")
                for (Json& value : line["outputs"])
                    value = {{"dtype", "float32"}, {"shape", {1}}, {"sha256", std::string(64, '0')}};
        const auto found = copy.blame();
        QVERIFY(found);
        QCOMPARE((*found)->state, BlameState::Unknown);
        QVERIFY(!(*found)->sentence.empty());
    }

    /// Calls that nobody can compute agree with nothing.
    void withoutARecord() {
        Played copy;
        fs::remove(copy.path("model.etrecord"));
        for (const BlameOptions& options : {BlameOptions{}, BlameOptions{.choice = 0}}) {
            const auto found = copy.blame(options);
            QVERIFY2(found, found ? "" : found.error().message.c_str());
            QCOMPARE((*found)->state, BlameState::Unknown);
            QVERIFY(!(*found)->sentence.empty());
        }
    }

    /// The picture's pixels are not in the trace: the answer says that its call was not computed.
    void aCallTakenAsItWas() {
        Played copy;
        for (Json& line : copy.lines)
            if (line["kind"] == "call" && line["method"] == "vision_encoder")
                line["inputs"][0] = {{"dtype", "float32"}, {"shape", {1, 3, 8, 8}}, {"sha256", std::string(64, '0')}};
        const auto found = copy.blame();
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QCOMPARE((*found)->state, BlameState::Same);
        QCOMPARE((*found)->notes.size(), std::size_t{1});
    }

    /// Embeddings of no rows, each longer than memory.
    void rowsOfNothing() {
        Played copy;
        for (Json& line : copy.lines)
            if (line["kind"] == "call" && line["method"] == "text_decoder")
                copy.shape(line["inputs"][0], "(0, 4611686018427387904)");
        const auto found = copy.blame();
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QCOMPARE((*found)->state, BlameState::Unknown);
    }

    void errors() {
        const auto beyond = blameOf(kConversations + "talk/trace.jsonl", {.choice = 1000});
        QVERIFY(!beyond && beyond.error().code == "no-such-choice");
        const auto none = blameOf(kConversations + "talk/model.pte");
        QVERIFY(!none && none.error().code == "no-trace");
        // Cancelled in the middle: what was known was told.
        std::stop_source stop;
        std::size_t told = 0;
        BlameOptions options;
        options.known = [&](const Blame& soFar) {
            told = soFar.exchanges;
            stop.request_stop();
        };
        const auto cancelled = blameOf(kConversations + "stray/trace.jsonl", options, {stop.get_token(), {}});
        QVERIFY(!cancelled && cancelled.cancelled());
        QCOMPARE(told, std::size_t{1});
    }

    void corrections() {
        const JobContext job;
        const auto memory = std::make_shared<evaluate::Memory>(1U << 20U);
        const evaluate::Context context{memory, job};
        const auto arrayOf = [&](const std::vector<float>& values) {
            auto array = context.make(ScalarType::F32, {static_cast<std::int64_t>(values.size())});
            std::memcpy(array.storage->data(), values.data(), values.size() * sizeof(float));
            return array;
        };
        const auto own = Correction::between(arrayOf({1, 2, 3, 4}), {1, 2.5, NAN, 4});
        QVERIFY(own && !own->none() && std::isinf(own->relative()));
        const auto again = evaluate::readDoubles(*own->onto(context, arrayOf({1, 2, 3, 4})));
        QVERIFY(again && (*again)[1] == 2.5 && std::isnan((*again)[2]));
        const auto moved = evaluate::readDoubles(*own->onto(context, arrayOf({5, 7, 8, 9})));
        QCOMPARE(*moved, (std::vector<double>{5, 7.5, 8, 9}));
        QVERIFY(Correction::between(arrayOf({1, 2}), {1, 2})->none());
        QVERIFY(!Correction::between(arrayOf({1, 2}), {1}));
        QVERIFY(!own->onto(context, arrayOf({1, 2})));
    }

    void knownFaults_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("module");
        for (const char* family : {"abs", "gemma"})
            for (const auto& folder : fs::directory_iterator(fs::exists(kTraces) ? kTraces + family : kConversations)) {
                std::ifstream file(folder.path() / "truth.json");
                if (!file) continue;
                const Json truth = Json::parse(file);
                const bool flips = truth.contains("first_flipped_token") && truth["first_flipped_token"].is_number();
                if (truth.value("planted_in", Json()) != "export" || truth["record_agrees"] != false || !flips) continue;
                const std::string node = truth["where"]["node"], layer = truth["where"]["layer"];
                const auto from = node.find('(');
                // "linear (down_proj)" stands in a module of that name, "mm (wo)" in its layer, "gelu" too.
                const bool inner = from != std::string::npos && node.find("mm") == std::string::npos;
                const std::string module = inner ? layer + "." + node.substr(from + 1, node.size() - from - 2) : layer;
                QTest::newRow(folder.path().filename().c_str())
                    << QString::fromStdString(folder.path().string()) << QString::fromStdString(module);
            }
        if (!fs::exists(kTraces)) QTest::newRow("none") << QString() << QString();
    }
    void knownFaults() {
        QFETCH(const QString, folder);
        QFETCH(const QString, module);
        if (folder.isEmpty()) QSKIP("the shared traces are not here");
        std::ifstream file(folder.toStdString() + "/truth.json");
        const Json truth = Json::parse(file);
        const auto found = blameOf(folder.toStdString() + "/trace.jsonl");
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QCOMPARE((*found)->state, BlameState::Found);
        QCOMPARE((*found)->choice, truth["first_flipped_token"].get<std::size_t>());
        QCOMPARE((*found)->reference, truth["expected_id"].get<std::int64_t>());
        QCOMPARE((*found)->chosen, truth["got_id"].get<std::int64_t>());
        const BlamePart* culprit = (*found)->part((*found)->culprit);
        QVERIFY(culprit != nullptr);
        QCOMPARE(QString::fromStdString(culprit->module).left(module.size()), module);
    }
};

ETSCOPE_TEST(TestBlame)
#include "tst_blame.moc"
