// Conversations: a right one has no finding; what is changed in a copy of it is found where it was changed.
#include <QTest>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "conversation/conversation.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::conversation;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const std::string kTalk = ETSCOPE_SOURCE_DIR "/tests/fixtures/conversations/talk/";

/// A copy that can be changed.
class Copy {
public:
    Copy() {
        fs::copy(kTalk, m_folder.path(), fs::copy_options::recursive);
        std::ifstream file(m_folder.path("trace.jsonl"));
        for (std::string line; std::getline(file, line);) lines.push_back(Json::parse(line));
    }
    std::vector<Json> lines;

    Json& line(const std::string& kind, std::size_t number) {
        for (Json& one : lines)
            if (one["kind"] == kind && number-- == 0) return one;
        return lines.front();
    }
    /// Elements of an array, changed.
    template <class T>
    void change(const std::string& name, const std::function<void(std::span<T>)>& how) const {
        std::string bytes = read(name);
        const std::size_t header = 10U + static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
        std::vector<T> items((bytes.size() - header) / sizeof(T));
        std::memcpy(items.data(), bytes.data() + header, items.size() * sizeof(T));
        how(items);
        std::memcpy(bytes.data() + header, items.data(), items.size() * sizeof(T));
        m_folder.write(name, bytes);
    }
    std::string read(const std::string& name) const {
        std::ifstream file(m_folder.path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    const test::TempDir& folder() const { return m_folder; }

    Result<std::shared_ptr<const Answer>> answer(const JobContext& job = {}) const {
        std::string text;
        for (const Json& one : lines) text += one.dump() + "\n";
        m_folder.write("trace.jsonl", text);
        const auto session = session::Session::open({m_folder.path("trace.jsonl")}, {}, {});
        return session ? conversation::conversation(**session, job) : session.failure();
    }

private:
    test::TempDir m_folder;
};

struct Fault {
    const char* name;
    void (*plant)(Copy& copy);
    Check check;
    const char* kind;
    const char* place;  ///< "call 2, input 0, position 1", as placed() says
};

std::string placed(const Place& place) {
    std::string text = place.lineKind;
    if (place.call) text += " call " + std::to_string(*place.call);
    if (place.input) text += " input " + std::to_string(*place.input);
    if (place.output) text += " output " + std::to_string(*place.output);
    if (place.position) text += " position " + std::to_string(*place.position);
    return text.starts_with(' ') ? text.substr(1) : text;
}

// Calls: 0 vision, 1 embedding of 14, 2 decoder of 14; 3, 4 and 5, 6 single tokens; 7 embedding of 9, 8 decoder; 9 to 12 single
// ones.
const Fault kFaults[] = {
    {"other program", [](Copy& c) { c.lines[0]["program"]["sha256"] = std::string(64, '0'); }, Check::Files, "other_file", "start"},
    {"newline in the prompt", [](Copy& c) { c.line("template", 0)["text"] = "<user>\n<image>show me the small star .<end><bot>"; },
     Check::Template, "template_blanks", "template position 6"},
    {"other words", [](Copy& c) { c.line("template", 1)["text"] = "<end><user>is there a hill ?<end><bot>"; }, Check::Template,
     "template_text", "template position 22"},
    {"no bos", [](Copy& c) { c.line("tokens", 0)["ids"].erase(0); }, Check::Tokens, "bos_missing", "tokens position 0"},
    {"two bos", [](Copy& c) { c.line("tokens", 0)["ids"].insert(c.line("tokens", 0)["ids"].begin(), 1); }, Check::Tokens,
     "bos_twice", "tokens position 1"},
    {"another id", [](Copy& c) { c.line("tokens", 2)["ids"][3] = 9; }, Check::Tokens, "token_ids", "tokens position 3"},
    {"another placeholder",
     [](Copy& c) {
         for (std::size_t i = 2; i < 6; ++i) c.line("tokens", 1)["ids"][i] = 6;
     },
     Check::Tokens, "placeholder_id", "tokens position 2"},
    {"colours exchanged",
     [](Copy& c) {
         c.change<float>("c0-i0.npy", [](std::span<float> v) {
             const float mean[] = {0.5F, 0.4F, 0.3F}, deviation[] = {0.25F, 0.3F, 0.35F};
             for (std::size_t i = 0; i < 64; ++i) {
                 const float red = v[i] * deviation[0] + mean[0], blue = v[128 + i] * deviation[2] + mean[2];
                 v[i] = (blue - mean[0]) / deviation[0], v[128 + i] = (red - mean[2]) / deviation[2];
             }
         });
     },
     Check::Image, "image_bgr", "call 0 input 0"},
    {"not normalised",
     [](Copy& c) {
         c.change<float>("c0-i0.npy", [](std::span<float> v) {
             const float mean[] = {0.5F, 0.4F, 0.3F}, deviation[] = {0.25F, 0.3F, 0.35F};
             for (std::size_t i = 0; i < v.size(); ++i) v[i] = v[i] * deviation[i / 64] + mean[i / 64];
         });
     },
     Check::Image, "image_norm", "call 0 input 0"},
    {"other pixels",
     [](Copy& c) {
         c.change<float>("c0-i0.npy", [](std::span<float> v) {
             for (std::size_t i = 0; i < v.size(); i += 3) v[i] = 0;
         });
     },
     Check::Image, "image_values", "call 0 input 0"},
    {"another id fed", [](Copy& c) { c.change<std::int64_t>("c1-i0.npy", [](auto v) { v[8] = 20; }); }, Check::Embedding,
     "other_id", "call 1 input 0 position 8"},
    {"rows exchanged",
     [](Copy& c) {
         c.change<float>("c2-i0.npy", [](auto v) { std::swap_ranges(v.begin() + 24, v.begin() + 32, v.begin() + 32); });
     },
     Check::Splice, "rows_order", "call 2 input 0 position 3"},
    {"rows scaled",
     [](Copy& c) {
         c.change<float>("c2-i0.npy", [](auto v) {
             for (std::size_t i = 16; i < 48; ++i) v[i] *= 2;
         });
     },
     Check::Splice, "rows_scaled", "call 2 input 0 position 2"},
    {"gap",
     [](Copy& c) {
         c.change<std::int64_t>("c8-i1.npy", [](auto v) {
             for (auto& one : v) one += 2;
         });
     },
     Check::Positions, "position_gap", "call 8 input 1 position 0"},
    {"restart",
     [](Copy& c) {
         c.change<std::int64_t>("c8-i1.npy", [](auto v) {
             for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<std::int64_t>(i);
         });
     },
     Check::Positions, "position_restart", "call 8 input 1 position 0"},
    {"sees what comes", [](Copy& c) { c.change<std::uint8_t>("c2-i2.npy", [](auto v) { std::ranges::fill(v, std::uint8_t{1}); }); },
     Check::Mask, "mask_not_causal", "call 2 input 2 position 0"},
    {"hides itself", [](Copy& c) { c.change<std::uint8_t>("c4-i2.npy", [](auto v) { v[14] = 0; }); }, Check::Mask, "mask_newest",
     "call 4 input 2 position 0"},
    {"one beside",
     [](Copy& c) {
         Json& id = c.line("choice", 3)["id"];
         id = id.get<int>() - 1;
     },
     Check::Choice, "argmax_off_by_one", "choice call 10 output 0 position -1"},
    {"no id of the tokenizer", [](Copy& c) { c.line("choice", 3)["id"] = 39; }, Check::Choice, "argmax_padded",
     "choice call 10 output 0 position -1"},
    {"another text", [](Copy& c) { c.line("text", 2)["text"] = "boat"; }, Check::Text, "detokenise", "text call 8"},
    {"stale cache", [](Copy& c) { c.line("call", 6)["inputs"][3] = c.line("call", 4)["inputs"][3]; }, Check::State, "stale_cache",
     "call 6 input 3"},
    {"cache changed", [](Copy& c) { c.change<float>("c6-i3.npy", [](auto v) { v[3] += 1; }); }, Check::State, "state_changed",
     "call 6 input 3"},
    {"output changed", [](Copy& c) { c.change<float>("c11-o0.npy", [](auto v) { v[3] += 1; }); }, Check::Values, "outputs_wrong",
     "call 11 output 0"},
};

}  // namespace

class TestConversation : public QObject {
    Q_OBJECT
private slots:
    void right() {
        const Copy copy;
        const auto answer = copy.answer();
        QVERIFY(answer);
        QVERIFY2((*answer)->findings.empty(),
                 (*answer)->findings.empty() ? "" : (*answer)->findings.front().sentence.text().c_str());
        QCOMPARE((*answer)->state, State::Right);
        QCOMPARE((*answer)->tokens.size(), std::size_t{4});
        for (const CheckRow& row : (*answer)->checks)
            QVERIFY2(row.state == State::Right, std::string(checkName(row.check)).c_str());
    }

    /// What stands beside each token: numbers of numpy for the row that was read, over all 40 columns and over the ids there are.
    void tokenValues() {
        const auto answer = Copy().answer();
        QVERIFY(answer);
        struct Wanted {
            std::int64_t id;
            double probability, margin;
            std::size_t message, place, rows;
            std::vector<std::size_t> calls;
        };
        const Wanted all[] = {{4, 0.06364780385934268, 0.1264265775680542, 2, 0, 14, {0, 1, 2}},
                              {2, 0.11697003419200737, 0.3321971893310547, 2, 1, 1, {3, 4}},
                              {20, 0.1586934793120419, 0.3928654193878174, 4, 0, 9, {5, 6, 7, 8}},
                              {5, 0.05574935571385956, 0.020829319953918457, 4, 1, 1, {9, 10}}};
        for (std::size_t i = 0; i < std::size(all); ++i) {
            const ChosenToken& token = (*answer)->tokens[i];
            const Wanted& wanted = all[i];
            QVERIFY(token.id == wanted.id && token.values.likeliest == wanted.id && token.values.reference == wanted.id);
            QVERIFY(std::abs(*token.probability - wanted.probability) < 1e-9);
            QVERIFY2(std::abs(*token.values.margin - wanted.margin) < 1e-4, std::to_string(*token.values.margin).c_str());
            QVERIFY(*token.values.error < 1e-4 && !token.values.other() && token.greedy);
            QVERIFY(token.message == wanted.message && token.place == wanted.place && token.calls == wanted.calls);
            QVERIFY(token.rows == wanted.rows && token.row + 1 == wanted.rows);
            QVERIFY(token.values.candidates.size() >= 5 && token.values.candidates.size() <= 8);
            QVERIFY(token.values.candidates.front().id == wanted.id && token.values.candidates.front().text == token.text);
            QVERIFY(std::abs(*token.values.candidates.front().reference - wanted.probability) < 1e-4);
        }
        QCOMPARE(addressOf((*answer)->tokens[3]).text(), std::string("conversation/message:4/token:1"));
        QCOMPARE((*answer)->messages.size(), std::size_t{4});
        QVERIFY((*answer)->messages[1].answer && (*answer)->messages[1].tokens == 2 && (*answer)->messages[2].role == "user");
    }

    void callFacts() {
        const auto answer = Copy().answer();
        QVERIFY(answer);
        const auto& calls = (*answer)->told;
        QCOMPARE(calls.size(), std::size_t{13});
        QVERIFY(std::ranges::all_of(calls, [](const CallFacts& one) { return one.state == State::Right; }));
        QCOMPARE(QByteArray::fromStdString(calls[0].image), QByteArray("img-0.png"));
        QVERIFY(calls[0].given == (std::vector<std::int64_t>{1, 3, 8, 8}) && calls[0].kind == MethodKind::Vision);
        QVERIFY(calls[2].gave == (std::vector<std::int64_t>{1, 14, 40}) && calls[2].first == std::size_t{0} &&
                calls[2].count == 14);
        QVERIFY(calls[8].first == std::size_t{16} && calls[8].token == std::size_t{2} && !calls[12].token);
        const auto& splice = calls[2].splice;
        QCOMPARE(splice.size(), std::size_t{3});
        using From = SpliceRange::From;
        const SpliceRange wanted[] = {{From::Embedding, State::Right, 0, 2, 1, 0},
                                      {From::Picture, State::Right, 2, 4, 0, 0},
                                      {From::Embedding, State::Right, 6, 8, 1, 6}};
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(splice[i].from == wanted[i].from && splice[i].state == wanted[i].state && splice[i].first == wanted[i].first &&
                    splice[i].count == wanted[i].count && splice[i].call == wanted[i].call && splice[i].row == wanted[i].row);
    }

    /// Rows that stand elsewhere are told as what they are.
    void splicedRows() {
        const Copy copy;
        copy.change<float>("c2-i0.npy", [](auto v) { std::swap_ranges(v.begin() + 24, v.begin() + 32, v.begin() + 32); });
        const auto answer = copy.answer();
        QVERIFY(answer);
        const auto& splice = (*answer)->told[2].splice;
        QCOMPARE(splice.size(), std::size_t{6});
        QVERIFY(splice[2].state == State::Wrong && splice[2].from == SpliceRange::From::Picture && splice[2].row == 2);
        QVERIFY(splice[3].state == State::Wrong && splice[3].row == 1 && splice[3].first == 4);
        QCOMPARE((*answer)->told[2].state, State::Wrong);
    }

    /// A wrong call says how wrong it is, and those behind it are computed on.
    void wrongLogits() {
        const Copy copy;
        copy.change<float>("c2-o0.npy", [](auto v) { v[13 * 40 + 4] -= 10; });
        const auto answer = copy.answer();
        QVERIFY(answer);
        const auto& tokens = (*answer)->tokens;
        QVERIFY(tokens[0].values.reference == 4 && tokens[0].values.likeliest != 4 && tokens[0].values.other());
        QVERIFY(std::abs(*tokens[0].values.error - 10) < 1e-3);
        QCOMPARE((*answer)->told[2].state, State::Wrong);
        QVERIFY(tokens[3].values.reference == 5 && *tokens[3].values.error < 1e-4);
        QCOMPARE((*answer)->told[4].state, State::Right);
    }

    /// Without values there are no numbers, and none is zero.
    void noValues() {
        const auto session = session::Session::open({kTalk + "trace.jsonl"}, {}, {});
        QVERIFY(session);
        const auto answer = conversation::conversation(**session, {}, {.values = false});
        QVERIFY(answer);
        const ChosenToken& token = (*answer)->tokens[0];
        QVERIFY(token.probability && token.values.likeliest == 4);
        QVERIFY(!token.values.reference && !token.values.margin && !token.values.error && !token.values.other());
        QVERIFY(!token.values.candidates.front().reference);
        QVERIFY(std::ranges::all_of((*answer)->told, [](const CallFacts& one) { return one.state == State::Unknown; }));
    }

    void oddLogits() {
        const double nan = std::nan(""), inf = INFINITY;
        QVERIFY(conversation::tokenValues({}, {}, 0, 0).candidates.empty());
        const std::vector<double> odd{nan, 1, inf, nan}, none{nan, nan}, one{3};
        const TokenValues values = conversation::tokenValues(odd, odd, 9, 4);
        QVERIFY(values.likeliest == 2 && !values.probability && !values.margin);
        QVERIFY(!conversation::tokenValues(none, none, 0, 2).likeliest);
        const TokenValues single = conversation::tokenValues(one, one, 0, 1);
        QVERIFY(single.probability == 1.0 && !single.margin && single.error == 0.0);
        QVERIFY(!conversation::tokenValues(odd, one, 0, 4).reference);  // of another width
    }

    void manyRanges() {
        std::vector<SpliceRange> ranges;
        for (std::size_t row = 0; row < 1000; ++row)
            addRange(ranges, {SpliceRange::From::Embedding, State::Right, row, 1, 3, 2 * row});
        QCOMPARE(ranges.size(), kMostRanges);
        QVERIFY(ranges.back().from == SpliceRange::From::Unknown && ranges.back().count == 1000 - kMostRanges + 1);
        QVERIFY(!ranges.back().call && ranges.back().state == State::Unknown);
    }

    void faults_data() {
        QTest::addColumn<int>("number");
        for (int i = 0; i < static_cast<int>(std::size(kFaults)); ++i) QTest::newRow(kFaults[i].name) << i;
    }
    void faults() {
        QFETCH(int, number);
        const Fault& fault = kFaults[number];
        Copy copy;
        fault.plant(copy);
        const auto answer = copy.answer();
        QVERIFY(answer);
        QCOMPARE((*answer)->state, State::Wrong);
        const Finding& first = (*answer)->findings.front();
        QCOMPARE(QByteArray(checkName(first.check).data()), QByteArray(checkName(fault.check).data()));
        QCOMPARE(QByteArray::fromStdString(first.kind), QByteArray(fault.kind));
        QCOMPARE(QByteArray::fromStdString(placed(first.place)), QByteArray(fault.place));
    }

    /// What is not there is not known, and nothing is wrong.
    void unknown_data() {
        QTest::addColumn<QByteArray>("removed");
        for (const char* name :
             {"c0-i0.npy", "c2-i0.npy", "c2-i1.npy", "c2-i2.npy", "c4-o0.npy", "img-0.png", "tokenizer.json", "model.etrecord",
              "model.pte", "chat_template.jinja", "preprocessor_config.json", "tokenizer_config.json", "c1-i0.npy", "c6-i3.npy"})
            QTest::newRow(name) << QByteArray(name);
    }
    void unknown() {
        QFETCH(QByteArray, removed);
        const Copy copy;
        fs::remove(copy.folder().path(removed.toStdString()));
        const auto answer = copy.answer();
        QVERIFY(answer);
        QVERIFY2((*answer)->findings.empty(),
                 (*answer)->findings.empty() ? "" : (*answer)->findings.front().sentence.text().c_str());
        QVERIFY((*answer)->state != State::Wrong);
        if (removed != "tokenizer_config.json") QCOMPARE((*answer)->state, State::Unknown);
    }

    void hostile_data() {
        QTest::addColumn<int>("line");
        for (int i = 0; i < 12; ++i) QTest::newRow(std::to_string(i).c_str()) << i;
    }
    /// Lines left out, twice, exchanged, with other numbers: an answer, whatever it is.
    void hostile() {
        QFETCH(int, line);
        const auto at = static_cast<std::size_t>(line) * 2 + 1;
        for (int how = 0; how < 5; ++how) {
            Copy copy;
            Json& one = copy.lines[std::min(at, copy.lines.size() - 1)];
            if (how == 0) copy.lines.erase(copy.lines.begin() + static_cast<std::ptrdiff_t>(std::min(at, copy.lines.size() - 1)));
            if (how == 1) copy.lines.push_back(one);
            if (how == 2) std::swap(one, copy.lines.back());
            if (how == 3) one["inputs"] = Json::array(), one["ids"] = Json::array(), one["position"] = -5, one["call"] = 1;
            if (how == 4)
                one["index"] = 2, one["output"] = 77, one["ids"] = Json::array({-1, 1LL << 60}), one["id"] = -7, one["method"] = "";
            QVERIFY(copy.answer());
        }
    }

    /// Of values that are left out their hashes still prove ids, positions and caches.
    void hashes() {
        for (const bool shifted : {false, true}) {
            Copy copy;
            if (shifted)
                copy.change<std::int64_t>("c8-i1.npy", [](auto v) {
                    for (auto& one : v) one += 2;
                });
            traces::TraceValues values(copy.folder().path());
            for (Json& line : copy.lines)
                for (const char* side : {"inputs", "outputs"})
                    for (std::size_t i = 0; line["kind"] == "call" && i < line[side].size(); ++i) {
                        traces::ValueClaim claim;
                        claim.file = line[side][i].get<std::string>();
                        const auto tensor = values.tensor(claim);
                        const auto hash = values.hash(claim, {});
                        QVERIFY(tensor && hash);
                        line[side][i] = {{"dtype", scalarTypeName(tensor->type)}, {"shape", tensor->shape}, {"sha256", *hash}};
                    }
            const auto answer = copy.answer();
            QVERIFY(answer);
            for (const CheckRow& row : (*answer)->checks)
                if (row.check == Check::Embedding || row.check == Check::State || (row.check == Check::Positions && !shifted))
                    QVERIFY2(row.state == State::Right, std::string(checkName(row.check)).c_str());
            QCOMPARE((*answer)->findings.size(), std::size_t{shifted ? 1U : 0U});
            if (shifted) QCOMPARE(QByteArray::fromStdString((*answer)->findings.front().kind), QByteArray("position_gap"));
        }
    }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        const auto answer = Copy().answer({stop.get_token(), {}});
        QVERIFY(!answer && answer.cancelled());
    }

    void noTrace() {
        const auto session = session::Session::open({kTalk + "model.pte"}, {}, {});
        QVERIFY(session);
        const auto answer = conversation::conversation(**session, {});
        QVERIFY(!answer && answer.error().code == "no-trace");
    }
};

ETSCOPE_TEST(TestConversation)
#include "tst_conversation.moc"
