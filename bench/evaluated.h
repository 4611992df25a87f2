// What the goals of computing share: room to compute in, random tensors, the time of one operator; and the goals that live in files
// of their own.
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "bench/goals.h"
#include "evaluate/operator_table.h"
#include "evaluate/parallel.h"

namespace etscope::bench {

constexpr int kRounds = 5;

/// What one evaluation needs.
struct Room {
    JobContext job;
    std::shared_ptr<evaluate::Memory> memory = std::make_shared<evaluate::Memory>(std::uint64_t{8} << 30U, ~std::uint64_t{0} >> 1U);
    evaluate::Context context{memory, job, false, true};
};

/// f32 in [-1, 1).
inline evaluate::Array randomArray(const evaluate::Context& context, evaluate::Dims shape) {
    evaluate::Array array = context.make(ScalarType::F32, std::move(shape));
    std::mt19937 random(1);
    std::uniform_real_distribution<float> values(-1, 1);
    const std::int64_t count = array.count();
    auto* items = reinterpret_cast<float*>(array.storage->data());
    std::generate_n(items, count, [&] { return values(random); });
    return array;
}

inline double secondsOfOperator(const evaluate::Context& context, const char* target,
                                const std::vector<evaluate::NamedValue>& arguments) {
    const evaluate::Operator& op = *evaluate::findOperator(target);
    return secondsOf([&] { static_cast<void>(need(evaluate::apply(op, context, arguments))); });
}

/// Everything computed in one thread while it lives.
class OneThread {
public:
    OneThread() { evaluate::useThreads(1); }
    ~OneThread() { evaluate::useThreads(0); }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;
};

/// Products and a convolution against OpenBLAS; says so where the build has none. Ends the process and starts it again, before
/// anything else was done: OpenBLAS chooses its kernels when it is loaded.
void chooseBlasKernels(char** arguments);
bool blasProducts();
bool blasConvolution();

/// Weights in schemes, each alone, against the runs that they come to.
bool adviceCells(const std::string& folder, const std::string& method);
/// Memory of the same with the decoder in the folder that ETSCOPE_REALSCALE names; says so where it names none.
bool adviceMemory();
/// The audit of a run against computing its reference, on the files of a folder; ending the comparison of folded weights.
bool check(const std::string& folder);
/// A large call judged against computing it.
bool judgements();
bool cancelOfWeights();

}  // namespace etscope::bench
