// Operators of language models: what they write and hand on, what is unknown of them, and that packed weights and sizes which
// contradict each other are refused. Their values are held against the original's in tests/fixtures/operators.
#include <QtTest>
#include <cmath>
#include <cstring>

#include "base/job_context.h"
#include "evaluate/elements.h"
#include "evaluate/judgement.h"
#include "support/test_case.h"

namespace {

using namespace etscope;
using namespace etscope::evaluate;

const JobContext kDecoderJob;
const std::string kContradiction = "operator-arguments-invalid", kNotComputed = "operator-not-supported",
                  kTooMuch = "limit-exceeded";

using CallArguments = std::vector<NamedValue>;

struct DecoderRoom {
    std::shared_ptr<Memory> memory = std::make_shared<Memory>(std::uint64_t{1} << 26U, std::uint64_t{1} << 26U);
    Context context{memory, kDecoderJob};

    Array tensor(Dims shape, ScalarType type = ScalarType::F32) const { return context.make(type, std::move(shape)); }
    /// Numbers between −1 and 1, the same every time.
    Array numbers(Dims shape, ScalarType type = ScalarType::F32, std::uint32_t state = 12345) const {
        Array array = tensor(std::move(shape), type);
        std::vector<double> values(static_cast<std::size_t>(array.count()));
        for (double& x : values) {
            state = state * 1664525U + 1013904223U;
            x = static_cast<double>(state) / 2147483648.0 - 1;
        }
        storeDoubles(array.stored, values.data(), values.size(), array.storage->data());
        return array;
    }
    Array bytes(Dims shape, const std::vector<std::uint8_t>& values) const {
        Array array = tensor(std::move(shape), ScalarType::U8);
        std::memcpy(array.storage->data(), values.data(), values.size());
        return array;
    }
    Array integers(Dims shape, const std::vector<std::int64_t>& values) const {
        Array array = tensor(std::move(shape), ScalarType::I64);
        storeInts(array.stored, values.data(), values.size(), array.storage->data());
        return array;
    }
    Result<Values> apply(const char* target, CallArguments arguments) const {
        return evaluate::apply(*findOperator(target), context, std::move(arguments));
    }
    std::string code(const char* target, CallArguments arguments) const {
        const auto results = apply(target, std::move(arguments));
        return results ? "" : results.error().code;
    }
};

/// The same arguments with one of them replaced.
CallArguments replaced(CallArguments arguments, const char* name, Value value) {
    for (NamedValue& argument : arguments)
        if (argument.name == name) argument.value = std::move(value);
    return arguments;
}

/// An expert's weights, 4 bits and one group of 16 columns: a head, and for eight rows 64 bytes of numbers, scales and sums.
std::vector<std::uint8_t> packedExpert(std::int64_t rows, std::uint8_t fill, float scale = 0.25F) {
    std::vector<std::uint8_t> blob;
    const auto append = [&](const auto& number) {
        const auto* from = reinterpret_cast<const std::uint8_t*>(&number);
        blob.insert(blob.end(), from, from + sizeof number);
    };
    for (const std::int32_t number : {6712, 1, 4, 0, 0, 8, 16, 2, 0, 0, 0, 0, 0, 0, 0, 0}) append(number);
    for (std::int64_t r = 0; r < rows; r += 8) {
        for (int i = 0; i < 64; ++i) blob.push_back(static_cast<std::uint8_t>(fill + i * 37));
        for (int i = 0; i < 8; ++i) append(scale);
        for (int i = 0; i < 8; ++i) append(std::int32_t{0});
    }
    return blob;
}

/// Two experts over tokens of 16 values.
CallArguments mixture(const DecoderRoom& room, std::int64_t tokens = 3) {
    const auto both = [&](std::int64_t rows) {
        std::vector<std::uint8_t> all = packedExpert(rows, 3);
        const std::size_t width = all.size();
        const std::vector<std::uint8_t> second = packedExpert(rows, 91);
        all.insert(all.end(), second.begin(), second.end());
        return room.bytes({2, static_cast<std::int64_t>(width)}, all);
    };
    return {{"x", room.numbers({tokens, 16})},
            {"gate_weight", room.numbers({2, 16}, ScalarType::F32, 7)},
            {"expert_bias", room.tensor({0})},
            {"packed_w13", both(32)},
            {"packed_w2", both(16)},
            {"num_activated_experts", std::int64_t{1}},
            {"num_experts", std::int64_t{2}},
            {"hidden_dim", std::int64_t{16}},
            {"dim", std::int64_t{16}},
            {"group_size", std::int64_t{16}},
            {"weight_nbit", std::int64_t{4}},
            {"score_func", std::string("sigmoid")},
            {"route_scale", 1.0}};
}
constexpr const char* kMixtureTarget = "llama.quantized_moe_ffn.default";

CallArguments deltaRule(const DecoderRoom& room, std::int64_t steps) {
    return {{"query", room.numbers({1, 4, steps, 3})}, {"key", room.numbers({1, 2, steps, 3})},
            {"value", room.numbers({1, 2, steps, 5})}, {"decay", room.numbers({1, 2, steps})},
            {"beta", room.numbers({1, 2, steps})},     {"initial_state", room.numbers({1, 2, 3, 5})}};
}
constexpr const char* kDeltaTarget = "llama.gated_delta_rule.default";

CallArguments attention(const DecoderRoom& room, const std::vector<std::int64_t>& places) {
    const auto length = static_cast<std::int64_t>(places.size());
    return {{"q", room.numbers({1, 4, length, 8})}, {"k", room.numbers({1, 2, length, 8})},
            {"v", room.numbers({1, 2, length, 6})}, {"position", room.integers({length, 1}, places)},
            {"layer_id", std::int64_t{0}},          {"scale", 0.5},
            {"out_dtype", ScalarType::F16}};
}
constexpr const char* kAttendTarget = "kvcache.update_and_attend.default";

}  // namespace

class DecoderOperatorsTest : public QObject {
    Q_OBJECT
private slots:
    void cachesAreWritten();
    void whatCachesHoldIsUnknown();
    void packedWeightsAreRead();
    void contradictionsAreRefused();
    void packedTablesAreChecked();
    void whatTakesLongIsCounted();
    void eightBitsAreNormalAndOtherExpertsAreNot();
    void closeChoicesAreNoError();
    void smallFloatsComeBack();
};

void DecoderOperatorsTest::cachesAreWritten() {
    const DecoderRoom room;
    const Array value = room.numbers({1, 2, 2, 3}), cache = room.tensor({1, 2, 4, 3});
    const Array whole =
        *room.apply("executorch.update_cross_attn_cache.default", {{"value", value}, {"cache", cache}})->front().array();
    QCOMPARE(doublesOf(whole), doublesOf(cache));
    QVERIFY(whole.storage != cache.storage);
    const std::vector<double> written = doublesOf(cache), given = doublesOf(value);
    for (std::size_t head = 0; head < 2; ++head)
        for (std::size_t i = 0; i < 12; ++i) QCOMPARE(written[head * 12 + i], i < 6 ? given[head * 6 + i] : 0.0);
    for (const Dims& shape : {Dims{1, 2, 5, 3}, Dims{1, 1, 2, 3}, Dims{2, 2, 2, 3}, Dims{1, 2, 2, 4}, Dims{2, 2, 3}})
        QCOMPARE(room.code("executorch.update_cross_attn_cache.default", {{"value", room.tensor(shape)}, {"cache", cache}}),
                 kContradiction);
    QCOMPARE(room.code("executorch.update_cross_attn_cache.default",
                       {{"value", room.tensor({1, 2, 2, 3}, ScalarType::F16)}, {"cache", cache}}),
             kContradiction);
    const auto same = room.apply("executorch.alias.default", {{"x", value}, {"y", cache}});
    QVERIFY((*same)[0].array()->storage == value.storage && (*same)[1].array()->storage == cache.storage);
}

void DecoderOperatorsTest::whatCachesHoldIsUnknown() {
    const DecoderRoom room;
    const auto first = room.apply(kAttendTarget, attention(room, {0, 1, 2}));
    QVERIFY(first);
    QCOMPARE(first->front().array()->shape, (Dims{1, 4, 3, 6}));
    QVERIFY(first->front().array()->type == ScalarType::F16);
    for (const std::vector<std::int64_t>& places : {std::vector<std::int64_t>{3}, {0, 2}, {1, 0}, {0, 0}, {-1, 0}})
        QCOMPARE(room.code(kAttendTarget, attention(room, places)), kNotComputed);
    const CallArguments plain = attention(room, {0, 1});
    QCOMPARE(room.code(kAttendTarget, replaced(plain, "position", room.integers({2, 2}, {0, 0, 1, 1}))), kNotComputed);
    QCOMPARE(room.code(kAttendTarget, replaced(plain, "position", room.integers({3, 1}, {0, 1, 2}))), kContradiction);
    QCOMPARE(room.code(kAttendTarget, replaced(plain, "position", room.numbers({2, 1}))), kContradiction);
    QCOMPARE(room.code(kAttendTarget, replaced(plain, "k", room.numbers({1, 3, 2, 8}))), kContradiction);
    QCOMPARE(room.code(kAttendTarget, replaced(plain, "out_dtype", ScalarType::I64)), kContradiction);
    QCOMPARE(room.code(kAttendTarget, replaced(plain, "layer_id", std::int64_t{-1})), kContradiction);
}

void DecoderOperatorsTest::packedWeightsAreRead() {
    const DecoderRoom room;
    const CallArguments plain = mixture(room);
    QCOMPARE(room.code(kMixtureTarget, plain), std::string());
    const auto broken = [&](std::size_t at, std::uint8_t byte) {
        Array all = room.tensor({2, 320}, ScalarType::U8);
        for (const NamedValue& argument : plain)
            if (argument.name == "packed_w2") copyItems(*argument.value.array(), all.storage->data());
        all.shape = {2, 320};
        for (std::size_t expert : {std::size_t{0}, std::size_t{320}}) all.storage->data()[expert + at] = std::byte{byte};
        return room.code(kMixtureTarget, replaced(plain, "packed_w2", all));
    };
    QCOMPARE(broken(64, 0), std::string());
    QCOMPARE(broken(0, 1), kContradiction);  // not the number at the head
    QCOMPARE(broken(4, 3), kNotComputed);    // another layout
    QCOMPARE(broken(8, 8), kContradiction);  // other bits
    QCOMPARE(broken(12, 1), kNotComputed);   // zero points
    QCOMPARE(broken(16, 1), kNotComputed);   // a bias
    for (const unsigned at : {20U, 24U, 28U}) QCOMPARE(broken(at, 4), kNotComputed);
    for (const std::int64_t width : {0, 1, 63, 64, 319})
        QCOMPARE(room.code(kMixtureTarget,
                           replaced(plain, "packed_w2",
                                    room.bytes({2, width}, std::vector<std::uint8_t>(static_cast<std::size_t>(2 * width))))),
                 kContradiction);
}

void DecoderOperatorsTest::contradictionsAreRefused() {
    const DecoderRoom room;
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const CallArguments experts = mixture(room);
    for (const char* name : {"num_activated_experts", "num_experts", "hidden_dim", "dim", "group_size"})
        for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{3}, std::int64_t{1} << 40U, kMost})
            QVERIFY2(room.code(kMixtureTarget, replaced(experts, name, number)) == kContradiction, name);
    QCOMPARE(room.code(kMixtureTarget, replaced(experts, "weight_nbit", std::int64_t{5})), kNotComputed);
    QCOMPARE(room.code(kMixtureTarget, replaced(experts, "score_func", std::string("softmax_all"))), kNotComputed);
    QCOMPARE(room.code(kMixtureTarget, replaced(experts, "expert_bias", room.tensor({1}))), kContradiction);
    QCOMPARE(room.code(kMixtureTarget, replaced(experts, "x", room.tensor({3, 16}, ScalarType::I64))), kContradiction);
    QCOMPARE(room.code(kMixtureTarget,
                       replaced(replaced(experts, "score_func", std::string("softmax")), "expert_bias", room.tensor({2}))),
             kContradiction);
    QCOMPARE(room.code(kMixtureTarget, mixture(room, 0)), std::string());

    const CallArguments rule = deltaRule(room, 4);
    QCOMPARE(room.code(kDeltaTarget, rule), std::string());
    QCOMPARE(room.code(kDeltaTarget, deltaRule(room, 0)), std::string());
    QCOMPARE(room.code(kDeltaTarget, replaced(rule, "decay", room.numbers({1, 2, 4, 3}))), std::string());
    const std::pair<const char*, Dims> wrong[] = {
        {"query", {1, 3, 4, 3}},         {"query", {1, 4, 5, 3}}, {"query", {4, 4, 3}},           {"key", {1, 2, 4, 4}},
        {"value", {1, 3, 4, 5}},         {"decay", {1, 2, 4, 2}}, {"decay", {1, 2, 3}},           {"decay", {1, 2, 4, 3, 1}},
        {"initial_state", {1, 2, 5, 3}}, {"beta", {1, 2, 4, 1}},  {"initial_state", {1, 4, 3, 5}}};
    for (const auto& [name, shape] : wrong)
        QVERIFY2(room.code(kDeltaTarget, replaced(rule, name, room.numbers(shape))) == kContradiction, name);
    QCOMPARE(room.code(kDeltaTarget, replaced(rule, "beta", room.tensor({1, 2, 4}, ScalarType::I64))), kContradiction);
}

void DecoderOperatorsTest::packedTablesAreChecked() {
    const DecoderRoom room;
    const auto gguf = [&](const Array& weight, const char* type) {
        return room.code("torchao.dequantize_gguf.default", {{"weight", weight}, {"ggml_type", std::string(type)}});
    };
    QCOMPARE(gguf(room.tensor({2, 144}, ScalarType::U8), "q4_k"), std::string());
    QCOMPARE(gguf(room.tensor({2, 0}, ScalarType::U8), "q4_k"), std::string());
    QCOMPARE(gguf(room.tensor({0, 210}, ScalarType::U8), "q6_k"), std::string());
    QCOMPARE(gguf(room.tensor({2, 144}, ScalarType::U8), "q5_k"), kContradiction);
    QCOMPARE(gguf(room.tensor({144}, ScalarType::U8), "q4_k"), kContradiction);
    QCOMPARE(gguf(room.tensor({2, 144}), "q4_k"), kContradiction);
    QCOMPARE(gguf(room.tensor({2, 144}, ScalarType::U8), "q8_0"), kNotComputed);

    const auto mx = [&](const Dims& values, const Dims& scales, std::int64_t size, ScalarType element = ScalarType::F8E4M3FN) {
        return room.code("torchao.dequantize_mx.default", {{"qdata", room.tensor(values, ScalarType::F8E4M3FN)},
                                                           {"scale", room.tensor(scales, ScalarType::F8E8M0FNU)},
                                                           {"elem_dtype", element},
                                                           {"block_size", size}});
    };
    QCOMPARE(mx({2, 8}, {2, 2}, 4), std::string());
    for (const std::int64_t size : {std::int64_t{0}, std::int64_t{3}, std::int64_t{-4}, std::int64_t{8}, std::int64_t{1} << 62U})
        QCOMPARE(mx({2, 8}, {2, 2}, size), kContradiction);
    QCOMPARE(mx({2, 8}, {1, 2}, 4), kContradiction);
    QCOMPARE(mx({2, 8}, {2, 2}, 4, ScalarType::F4E2M1FNx2), kNotComputed);

    const auto nvfp4 = [&](const Array& packed, const Array& scale, const Array& common) {
        return room.code("torchao.dequantize_nvfp4.default",
                         {{"qdata", packed}, {"scale", scale}, {"per_tensor_scale", common}, {"block_size", std::int64_t{16}}});
    };
    const Array words = room.tensor({2, 4}, ScalarType::U32), scales = room.tensor({2, 2}, ScalarType::U8), one = room.numbers({});
    QCOMPARE(nvfp4(words, scales, one), std::string());
    QCOMPARE(nvfp4(words, room.tensor({2, 3}, ScalarType::U8), one), kContradiction);
    QCOMPARE(nvfp4(words, room.tensor({2, 2}), one), kContradiction);
    QCOMPARE(nvfp4(words, scales, room.numbers({2})), kContradiction);
    QCOMPARE(nvfp4(room.numbers({2, 4}), scales, one), kContradiction);

    const auto int4 = [&](const Dims& packed, const Dims& scale, const Dims& zero, std::int64_t group) {
        return room.code("torchao.dequantize_int4_tensor.default", {{"qdata", room.tensor(packed, ScalarType::U8)},
                                                                    {"scale", room.numbers(scale)},
                                                                    {"zero_point", room.numbers(zero)},
                                                                    {"group_size", group}});
    };
    QCOMPARE(int4({3, 16}, {2, 3}, {2, 3}, 16), std::string());
    QCOMPARE(int4({3, 16}, {3, 2}, {3, 2}, 16), kContradiction);
    QCOMPARE(int4({3, 16}, {2, 3}, {1, 3}, 16), kContradiction);
    QCOMPARE(int4({3, 16}, {2, 3}, {2, 3}, 32), kContradiction);
    QCOMPARE(int4({3, 16}, {2, 3}, {2, 3}, 0), kContradiction);
}

/// Tensors of one element that are seen as long ones: nothing of the file limits them.
void DecoderOperatorsTest::whatTakesLongIsCounted() {
    const auto seen = [](const DecoderRoom& room, const Dims& shape) {
        Array array = room.numbers({1});
        array.shape = shape;
        array.strides.assign(shape.size(), 0);
        return array;
    };
    const auto rule = [&](const DecoderRoom& room, std::int64_t steps, std::int64_t width) -> CallArguments {
        return {{"query", seen(room, {1, 1, steps, width})}, {"key", seen(room, {1, 1, steps, width})},
                {"value", seen(room, {1, 1, steps, width})}, {"decay", seen(room, {1, 1, steps})},
                {"beta", seen(room, {1, 1, steps})},         {"initial_state", seen(room, {1, 1, width, width})}};
    };
    const DecoderRoom memory, operations;
    QCOMPARE(memory.code(kDeltaTarget, rule(memory, std::int64_t{1} << 30U, 1)), kTooMuch);
    QCOMPARE(operations.code(kDeltaTarget, rule(operations, 1 << 12, 256)), kTooMuch);
    QVERIFY(memory.memory->used() < 4096);
    DecoderRoom experts;
    CallArguments wide = mixture(experts, 0);
    wide = replaced(wide, "gate_weight", seen(experts, {std::int64_t{1} << 31U, 16}));
    wide = replaced(wide, "num_experts", std::int64_t{1} << 31U);
    for (const char* name : {"packed_w13", "packed_w2"}) {
        Array rows = experts.tensor({1}, ScalarType::U8);
        rows.shape = {std::int64_t{1} << 31U, 320};
        rows.strides = {0, 0};
        wide = replaced(wide, name, rows);
    }
    QCOMPARE(experts.code(kMixtureTarget, wide), kTooMuch);

    std::stop_source stop;
    stop.request_stop();
    const JobContext cancelled{stop.get_token(), {}};
    const DecoderRoom room;
    const Context context{room.memory, cancelled};
    for (const auto& [target, arguments] : {std::pair{kDeltaTarget, deltaRule(room, 4)}, std::pair{kMixtureTarget, mixture(room)}})
        QVERIFY2(evaluate::apply(*findOperator(target), context, arguments).cancelled(), target);
}

void DecoderOperatorsTest::eightBitsAreNormalAndOtherExpertsAreNot() {
    const DecoderRoom room;
    const CallArguments given = mixture(room, 20);
    const auto judged = [&](const CallArguments& others) {
        const auto results = room.apply(kMixtureTarget, others);
        return judge(*findOperator(kMixtureTarget), room.context, given,
                     std::vector<std::optional<Array>>{*results->front().array()})
            ->front();
    };
    Array rounded = room.tensor({20, 16});
    std::vector<double> values = doublesOf(*given[0].value.array());
    for (std::size_t row = 0; row < 20; ++row) {
        double* own = values.data() + row * 16;
        const double step =
            (std::max(*std::max_element(own, own + 16), 0.0) - std::min(*std::min_element(own, own + 16), 0.0)) / 255;
        for (std::size_t i = 0; i < 16; ++i) own[i] = std::nearbyint(own[i] / step) * step;
    }
    storeDoubles(rounded.stored, values.data(), values.size(), rounded.storage->data());
    QVERIFY(judged(given).verdict == Verdict::Exact);
    QVERIFY(judged(replaced(given, "x", rounded)).verdict == Verdict::Normal);
    QVERIFY(judged(replaced(given, "gate_weight", room.numbers({2, 16}, ScalarType::F32, 99))).verdict == Verdict::NotRounding);
    QVERIFY(judged(replaced(given, "route_scale", 1.5)).verdict == Verdict::NotRounding);
}

/// Experts whose scores rounding may swap.
void DecoderOperatorsTest::closeChoicesAreNoError() {
    const DecoderRoom room;
    Array gate = room.tensor({2, 16}), other = room.tensor({2, 16});
    std::vector<double> values(32, 0.5), swapped(32, 0.5);
    values[0] = 0.5 + 0x1p-23;
    swapped[16] = 0.5 + 0x1p-23;
    storeDoubles(gate.stored, values.data(), 32, gate.storage->data());
    storeDoubles(other.stored, swapped.data(), 32, other.storage->data());
    const CallArguments given = replaced(mixture(room), "gate_weight", gate);
    const auto results = room.apply(kMixtureTarget, replaced(given, "gate_weight", other));
    const auto judged =
        judge(*findOperator(kMixtureTarget), room.context, given, std::vector<std::optional<Array>>{*results->front().array()});
    QVERIFY(judged);
    QVERIFY(judged->front().verdict != Verdict::NotRounding);
}

void DecoderOperatorsTest::smallFloatsComeBack() {
    for (const ScalarType type :
         {ScalarType::F8E5M2, ScalarType::F8E4M3FN, ScalarType::F8E5M2FNUZ, ScalarType::F8E4M3FNUZ, ScalarType::F8E8M0FNU})
        for (unsigned code = 0; code < 256; ++code) {
            const double value = smallFloats(type)[code];
            QCOMPARE(std::isnan(roundedTo(type, value)), std::isnan(value));
            if (!std::isnan(value)) QCOMPARE(smallFloatOf(type, value), static_cast<std::uint8_t>(code));
        }
}

ETSCOPE_TEST(DecoderOperatorsTest)
#include "tst_decoder_operators.moc"
