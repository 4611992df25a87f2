// Matrix products and what is built of them: linear layers, attention.
#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/gemm.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

/// The products of integers wrap as integers do; they are rare, so simple.
Array integerProducts(const Context& context, const Array& a, const Array& b, ScalarType type) {
    const std::size_t ra = a.rank(), rb = b.rank();
    if (a.shape[ra - 1] != b.shape[rb - 2]) refuseArguments("the matrices' sizes do not fit");
    Array leadA = a, leadB = b;
    leadA.shape.resize(ra - 2);
    leadB.shape.resize(rb - 2);
    Dims batch = broadcastShape(std::array<const Array*, 2>{&leadA, &leadB});
    const std::int64_t m = a.shape[ra - 2], k = a.shape[ra - 1], n = b.shape[rb - 1];
    const auto whole = [&](const Array& array, std::int64_t rows, std::int64_t columns) {
        Dims shape = batch;
        shape.insert(shape.end(), {rows, columns});
        return intsOf(expanded(array, shape));
    };
    const auto left = whole(a, m, k), right = whole(b, k, n);
    Dims shape = batch;
    shape.insert(shape.end(), {m, n});
    Array out = context.make(type, shape);
    std::byte* to = out.storage->data();
    for (std::int64_t i = 0; i < checkedCount(batch); ++i)
        for (std::int64_t r = 0; r < m; ++r) {
            for (std::int64_t c = 0; c < n; ++c, to += out.item()) {
                context.poll();
                context.charge(k);
                std::int64_t sum = 0;
                for (std::int64_t j = 0; j < k; ++j)
                    sum = sumOf(sum, productOf(left[static_cast<std::size_t>((i * m + r) * k + j)],
                                               right[static_cast<std::size_t>((i * k + j) * n + c)]));
                storeInts(out.stored, &sum, 1, to);
            }
        }
    return out;
}

/// beta · self + alpha · a · b, rounded once.
Array combined(const Call& call, const Array& a, const Array& b, const Array* self) {
    const Context& context = call.context();
    if (a.rank() < 2 || b.rank() < 2) refuseArguments("matrices are wanted");
    if (a.type != b.type) refuseArguments("the operands have different types");
    if (integral(a.type)) {
        Array products = integerProducts(context, a, b, a.type);
        if (self == nullptr) return products;
        const auto whole = [&](std::string_view name) { return call.has(name) ? cutToInt(call.number(name)) : 1; };
        const std::int64_t alpha = whole("alpha"), beta = whole("beta");
        return mapInts(context, std::array<const Array*, 2>{&products, self}, a.type,
                       [=](std::int64_t p, std::int64_t s) { return sumOf(productOf(alpha, p), productOf(beta, s)); });
    }
    const Array products = matrixProducts(context, a, b);
    if (self == nullptr) return mapDoubles(context, std::array{&products}, a.type, [](double p) { return p; });
    const auto given = [&](std::string_view name) { return call.has(name) ? factor(context, call.value(name), a.type) : 1.0; };
    const double alpha = given("alpha"), beta = given("beta");
    const Array seen = broadcastTo(*self, products.shape);
    if (beta == 0) return mapDoubles(context, std::array{&products}, a.type, [=](double p) { return alpha * p; });
    return mapDoubles(context, std::array{&products, &seen}, a.type, [=](double p, double s) { return alpha * p + beta * s; });
}

Values mm(const Call& call) { return one(combined(call, call.array("self"), call.array("mat2"), nullptr)); }
Values addmm(const Call& call) { return one(combined(call, call.array("mat1"), call.array("mat2"), &call.array("self"))); }
Values baddbmm(const Call& call) { return one(combined(call, call.array("batch1"), call.array("batch2"), &call.array("self"))); }

/// A vector on the left is a row, on the right a column; their axis goes away again.
Array product(const Call& call, const Array& a, const Array& b) {
    if (a.rank() == 0 || b.rank() == 0) refuseArguments("a tensor without dimensions is multiplied as a matrix");
    const Array left = a.rank() == 1 ? unsqueezed(a, 0) : a, right = b.rank() == 1 ? unsqueezed(b, 1) : b;
    Array out = combined(call, left, right, nullptr);
    if (b.rank() == 1) out = selected(out, out.rank() - 1, 0);
    if (a.rank() == 1) out = selected(out, out.rank() - (b.rank() == 1 ? 1 : 2), 0);
    return out;
}
Values matmul(const Call& call) { return one(product(call, call.array("self"), call.array("other"))); }
Values mv(const Call& call) { return one(product(call, call.array("self"), call.array("vec"))); }
Values dot(const Call& call) {
    const Array& other = call.has("tensor") ? call.array("tensor") : call.array("other");
    return one(product(call, call.array("self"), other));
}
Values outer(const Call& call) {
    const Array &a = call.array("self"), &b = call.array("vec2");
    const Value left = unsqueezed(a, 1), right = b;
    const ScalarType type = resultType(std::array{&left, &right});
    const std::array<const Array*, 2> both{left.array(), right.array()};
    return one(mapNumbers(call.context(), both, type, Either<productOf, productOf>()));
}

/// input · weightᵀ + bias.
Values linear(const Call& call) {
    const Array &input = call.array("input"), &weight = call.array("weight");
    if (weight.rank() == 0 || weight.rank() > 2 || input.rank() == 0)
        refuseArguments("a weight of one or two dimensions is wanted");
    const Array right = weight.rank() == 1 ? unsqueezed(weight, 1) : transposed(weight, 0, 1);
    const Array left = input.rank() == 1 ? unsqueezed(input, 0) : input;
    const std::int64_t columns = left.shape.back();
    const Array rows =
        reshaped(call.context(), left,
                 {columns == 0 ? checkedCount(Dims(left.shape.begin(), left.shape.end() - 1)) : left.count() / columns, columns});
    Array out = combined(call, rows, right, call.arrayIf("bias"));
    Dims shape(input.shape.begin(), input.shape.end() - 1);
    if (weight.rank() == 2) shape.push_back(weight.shape[0]);
    return one(reshaped(call.context(), out, shape));
}

constexpr auto kMatmulRows = std::to_array<OperatorRow>({
    {"aten.mm.default aten.bmm.default", "self mat2", mm, Rule::Dot},
    {"aten.addmm.default", "self mat1 mat2 beta=1 alpha=1", addmm, Rule::Dot},
    {"aten.baddbmm.default", "self batch1 batch2 beta=1 alpha=1", baddbmm, Rule::Dot},
    {"aten.matmul.default", "self other", matmul, Rule::Dot},
    {"aten.mv.default", "self vec", mv, Rule::Dot},
    {"aten.dot.default", "self tensor", dot, Rule::Dot},
    {"aten.vdot.default", "self other", dot, Rule::Dot},
    {"aten.outer.default", "self vec2", outer, Rule::Elementwise},
    {"aten.linear.default", "input weight bias=none", linear, Rule::Dot},
});

}  // namespace

std::span<const OperatorRow> matmulRows() { return kMatmulRows; }

}  // namespace etscope::evaluate
