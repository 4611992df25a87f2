// A runner that writes a trace: a toy of two methods in place of an exported program, so that nothing but etscope_trace.h is
// needed. In a runner of your own the arrays are what Module::execute() was given and gave.
//
//     c++ -std=c++17 traced_example.cpp -o traced_example && ./traced_example trace && etscope-cli conversation trace
#include <cstdint>
#include <iostream>
#include <vector>

#include "etscope_trace.h"

namespace {

constexpr std::int64_t kVocabulary = 8, kWidth = 4, kEnd = 0;

/// Row `id` of a table.
std::vector<float> embedded(const std::vector<std::int64_t>& ids) {
    std::vector<float> rows;
    for (const std::int64_t id : ids)
        for (std::int64_t i = 0; i < kWidth; ++i) rows.push_back(static_cast<float>((id * 5 + i * 3) % 7) - 3);
    return rows;
}

/// Logits of each row: the id that follows it counts down to the end.
std::vector<float> decoded(const std::vector<float>& rows, const std::vector<std::int64_t>& ids) {
    std::vector<float> logits;
    for (std::size_t row = 0; row < ids.size(); ++row)
        for (std::int64_t id = 0; id < kVocabulary; ++id)
            logits.push_back(id == (ids[row] + kVocabulary - 1) % kVocabulary ? 4.0F : 0.25F * rows[row * kWidth]);
    return logits;
}

std::int64_t largest(const std::vector<float>& logits) {
    std::int64_t best = 0;
    const float* last = logits.data() + logits.size() - kVocabulary;
    for (std::int64_t id = 1; id < kVocabulary; ++id)
        if (last[id] > last[best]) best = id;
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: traced_example FOLDER\n";
        return 2;
    }
    try {
        etscope::Trace trace(argv[1]);
        trace.message("user", "count down");
        std::vector<std::int64_t> ids{5, 6, 4};
        trace.chatText("count down from four");
        trace.tokens(ids, 0);
        std::int64_t position = 0;
        for (int step = 0; step < 10; ++step) {
            const auto count = static_cast<std::int64_t>(ids.size());
            const std::vector<float> rows = embedded(ids);
            trace.call("token_embedding", 1000, {{ids.data(), "int64", {1, count}}},
                       {{rows.data(), "float32", {1, count, kWidth}}});
            const std::vector<float> logits = decoded(rows, ids);
            trace.call("text_decoder", 5000, {{rows.data(), "float32", {1, count, kWidth}}, {&position, "int64", {1}}},
                       {{logits.data(), "float32", {1, count, kVocabulary}}});
            const std::int64_t id = largest(logits);
            trace.choice(id);
            position += count;
            if (id == kEnd) break;
            trace.shown(std::to_string(id) + " ");
            ids = {id};
        }
        trace.end("eos");
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
    return 0;
}
