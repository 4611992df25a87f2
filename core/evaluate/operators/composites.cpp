// Operators of exported graphs that the edge dialect has taken apart: computed by the operators of the table, not rounded between
// them.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "evaluate/operators/families.h"
#include "evaluate/operators/moves.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

/// Other operators of the table, their results not rounded.
class Composition {
public:
    explicit Composition(const Call& call) : m_given(call.context()), m_wide(call.context()) { m_wide.wide = true; }

    Values all(std::string_view target, std::vector<NamedValue> arguments) const {
        const Operator* op = findOperator(target);
        if (op == nullptr) refuseUnsupported("a part of it, '" + std::string(target) + "'");
        return computed(*op, Call(m_wide, op->signature, std::move(arguments)));
    }
    Value operator()(std::string_view target, std::vector<NamedValue> arguments) const {
        return all(target, std::move(arguments)).front();
    }
    /// Rounded once.
    Value rounded(const Value& value, ScalarType type) const {
        const Array* array = value.array();
        if (array == nullptr) refuseArguments("a tensor is wanted");
        return fresh(m_given, *array, type);
    }

private:
    const Context& m_given;
    Context m_wide;
};

ScalarType realType(const Call& call, ScalarType given) {
    return call.typeOr("dtype", isFloating(given) ? given : ScalarType::F32);
}

/// (Σ|x|^p)^(1/p) along axes; without axes along all.
Values vectorNorm(const Call& call, std::string_view orderName) {
    const Composition step(call);
    const Array& self = call.array("self");
    const double order = call.has(orderName) ? call.number(orderName) : 2;
    const Value dims = call.has("dim") ? call.value("dim") : Value(Values());
    const Value keep = call.has("keepdim") ? call.value("keepdim") : Value(false);
    const ScalarType type = realType(call, self.type);
    const Value size = step("aten.abs.default", {{"self", kept(call.context(), self, type, ScalarType::F64)}});
    const auto along = [&](std::string_view target, Value of) {
        return step(target, {{"self", std::move(of)}, {"dim", dims}, {"keepdim", keep}});
    };
    if (std::isinf(order)) return {step.rounded(along(order > 0 ? "aten.amax.default" : "aten.amin.default", size), type)};
    if (order == 0)
        return {step.rounded(along("aten.sum.dim_IntList", step("aten.ne.Scalar", {{"self", size}, {"other", std::int64_t{0}}})),
                             type)};
    const Value powers = order == 1   ? size
                         : order == 2 ? step("aten.mul.Tensor", {{"self", size}, {"other", size}})
                                      : step("aten.pow.Tensor_Scalar", {{"self", size}, {"exponent", order}});
    const Value sum = along("aten.sum.dim_IntList", powers);
    if (order == 1) return {step.rounded(sum, type)};
    if (order == 2) return {step.rounded(step("aten.sqrt.default", {{"self", sum}}), type)};
    return {step.rounded(step("aten.pow.Tensor_Scalar", {{"self", sum}, {"exponent", 1 / order}}), type)};
}
Values normByOrder(const Call& call) { return vectorNorm(call, "ord"); }
Values normByPower(const Call& call) { return vectorNorm(call, "p"); }

/// Each channel of each image by its own statistics: groups of one channel.
Values instanceNorm(const Call& call) {
    const Composition step(call);
    const Array& input = call.array("input");
    const auto given = [&](std::string_view name) { return call.has(name) ? call.value(name) : Value(Nothing{}); };
    if (!call.flag("use_input_stats"))
        return {step.rounded(step("aten.batch_norm.default", {{"input", input},
                                                              {"weight", given("weight")},
                                                              {"bias", given("bias")},
                                                              {"running_mean", given("running_mean")},
                                                              {"running_var", given("running_var")},
                                                              {"training", false},
                                                              {"momentum", call.value("momentum")},
                                                              {"eps", call.value("eps")},
                                                              {"cudnn_enabled", false}}),
                             input.type)};
    if (call.has("running_mean")) refuseUnsupported("running statistics that it changes");
    if (input.rank() < 2) refuseArguments("images with channels are wanted");
    return {step.rounded(step("aten.group_norm.default", {{"input", input},
                                                          {"num_groups", input.shape[1]},
                                                          {"weight", given("weight")},
                                                          {"bias", given("bias")},
                                                          {"eps", call.value("eps")}}),
                         input.type)};
}

/// The deviation or variance, and the mean beside it. What is asked goes on as it was given.
template <bool kRoot>
Values spreadBesideMean(const Call& call, std::string_view how) {
    const Composition step(call);
    const Array& self = call.array("self");
    std::vector<NamedValue> spread{{"self", self}}, mean{{"self", self}};
    const bool axes = call.has("dim");
    for (const std::string_view name : {std::string_view("dim"), std::string_view("keepdim")})
        if (call.has(name)) spread.push_back({std::string(name), call.value(name)});
    if (axes)
        for (std::size_t i = 1; i < spread.size(); ++i) mean.push_back(spread[i]);
    if (call.has(how)) spread.push_back({std::string(how), call.value(how)});
    const std::string stem = kRoot ? "aten.std." : "aten.var.";
    const std::string overload = how == "correction" ? "correction" : axes ? "dim" : "default";
    return {step.rounded(step(stem + overload, std::move(spread)), self.type),
            step.rounded(step(axes ? "aten.mean.dim" : "aten.mean.default", std::move(mean)), self.type)};
}
template <bool kRoot>
Values spreadCorrected(const Call& call) {
    return spreadBesideMean<kRoot>(call, "correction");
}
template <bool kRoot>
Values spreadUnbiased(const Call& call) {
    return spreadBesideMean<kRoot>(call, "unbiased");
}

/// Parts that end at the given places.
Values partsAt(const Array& self, std::int64_t dim, const Dims& ends) {
    const std::size_t axis = axisOf(dim, self.rank());
    if (self.rank() == 0) refuseArguments("a tensor without dimensions cannot be split");
    checkedParts(std::ssize(ends) + 1);
    Values parts;
    std::int64_t from = 0;
    for (const std::int64_t end : ends) {
        parts.emplace_back(sliced(self, axis, from, end, 1));
        from = end;
    }
    parts.emplace_back(sliced(self, axis, from, self.shape[axis], 1));
    return oneList(std::move(parts));
}
Values splitAt(const Call& call) { return partsAt(call.array("self"), call.integer("dim"), call.integers("indices")); }
/// The first parts are one longer where the size does not divide.
Values splitEvenly(const Call& call) {
    const Array& self = call.array("self");
    const std::int64_t sections = call.integer("sections"), dim = call.integer("dim");
    if (self.rank() == 0 || checkedParts(sections) < 1) refuseArguments("a number of sections is wanted");
    const std::int64_t size = self.shape[axisOf(dim, self.rank())];
    Dims ends;
    std::int64_t end = 0;
    for (std::int64_t i = 0; i + 1 < sections; ++i) ends.push_back(end += size / sections + (i < size % sections ? 1 : 0));
    return partsAt(self, dim, ends);
}

Values cosineSimilarity(const Call& call) {
    const Composition step(call);
    const Value &a = call.value("x1"), &b = call.value("x2");
    const Value dims = Values{call.value("dim")};
    const auto dot = [&](const Value& x, const Value& y) {
        return step("aten.sum.dim_IntList", {{"self", step("aten.mul.Tensor", {{"self", x}, {"other", y}})}, {"dim", dims}});
    };
    const auto size = [&](const Value& x) {
        return step("aten.clamp.default", {{"self", step("aten.sqrt.default", {{"self", dot(x, x)}})}, {"min", call.value("eps")}});
    };
    const Value below = step("aten.mul.Tensor", {{"self", size(a)}, {"other", size(b)}});
    return {step.rounded(step("aten.div.Tensor", {{"self", dot(a, b)}, {"other", below}}), call.array("x1").type)};
}

/// beta · self + alpha · (mat · vec).
Values addedVector(const Call& call) {
    const Composition step(call);
    const Value product = step("aten.mv.default", {{"self", call.value("mat")}, {"vec", call.value("vec")}});
    const Value own = step("aten.mul.Scalar", {{"self", call.value("self")}, {"other", call.value("beta")}});
    const bool alone = call.number("beta") == 0;
    const Value scaled = step("aten.mul.Scalar", {{"self", product}, {"other", call.value("alpha")}});
    return {step.rounded(alone ? scaled : step("aten.add.Tensor", {{"self", own}, {"other", scaled}}), call.array("self").type)};
}

/// An operand of einsum: a tensor with a letter for each axis.
struct Lettered {
    Array array;
    std::string letters;
};

/// Axes in the order of `letters`; those that the operand lacks have size 1.
Array inOrder(const Lettered& operand, std::string_view letters) {
    std::vector<std::size_t> axes;
    for (const char letter : letters)
        if (const auto place = operand.letters.find(letter); place != std::string::npos) axes.push_back(place);
    Array made = permuted(operand.array, axes);
    for (std::size_t i = 0; i < letters.size(); ++i)
        if (operand.letters.find(letters[i]) == std::string::npos) made = unsqueezed(made, i);
    return made;
}

std::string without(std::string_view letters, std::string_view others, bool kept) {
    std::string made;
    for (const char letter : letters)
        if ((others.find(letter) != std::string_view::npos) == kept) made += letter;
    return made;
}

/// Sums of products, one pair of operands after the other, each as a batch of matrix products.
class Einsum {
public:
    explicit Einsum(const Call& call) : m_step(call), m_context(call.context()) {
        std::string equation;
        for (const char c : call.text("equation"))
            if (c != ' ') equation += c;
        if (equation.find('.') != std::string::npos) refuseUnsupported("einsum with axes that are not named");
        const std::size_t arrow = equation.find("->");
        std::string inputs = equation.substr(0, arrow);
        std::size_t next = 0;
        for (const Array& array : call.arrays("tensors")) {
            const std::size_t end = std::min(inputs.find(',', next), inputs.size());
            m_operands.push_back({array, inputs.substr(std::min(next, inputs.size()), end - std::min(next, inputs.size()))});
            next = end + 1;
        }
        m_result = arrow != std::string::npos ? equation.substr(arrow + 2) : onceEach();
        check();
    }

    Array result() {
        Lettered left = m_operands.front();
        for (std::size_t i = 1; i < m_operands.size(); ++i) {
            std::string later = m_result;
            for (std::size_t k = i + 1; k < m_operands.size(); ++k) later += m_operands[k].letters;
            left = multiplied(left, m_operands[i], later);
        }
        left = summed(left, m_result);
        return inOrder(left, m_result);
    }

private:
    /// Without an arrow: the letters that occur once, in order.
    std::string onceEach() const {
        std::map<char, int> count;
        for (const Lettered& operand : m_operands)
            for (const char letter : operand.letters) ++count[letter];
        std::string letters;
        for (const auto& [letter, times] : count)
            if (times == 1) letters += letter;
        return letters;
    }
    void check() const {
        std::string all;
        if (m_operands.empty()) refuseArguments("operands are wanted");
        for (const Lettered& operand : m_operands) {
            all += operand.letters;
            if (operand.array.count() == 0) refuseUnsupported("einsum over nothing");
            if (operand.letters.size() != operand.array.rank())
                refuseArguments("an operand with another number of letters than axes");
            for (const char letter : operand.letters)
                if (std::ranges::count(operand.letters, letter) > 1) refuseUnsupported("einsum over a diagonal");
        }
        for (const char letter : m_result)
            if (all.find(letter) == std::string::npos || std::ranges::count(m_result, letter) > 1)
                refuseArguments("a result of other letters than the operands have");
    }

    /// Letters that nothing asks for are summed over.
    Lettered summed(const Lettered& operand, std::string_view wanted) const {
        Values dims;
        for (std::size_t i = 0; i < operand.letters.size(); ++i)
            if (wanted.find(operand.letters[i]) == std::string_view::npos) dims.emplace_back(static_cast<std::int64_t>(i));
        if (dims.empty()) return operand;
        const Value sum = m_step("aten.sum.dim_IntList", {{"self", operand.array}, {"dim", std::move(dims)}});
        return {*sum.array(), without(operand.letters, wanted, true)};
    }

    std::int64_t sizeOf(const Lettered& operand, std::string_view letters) const {
        std::int64_t size = 1;
        for (const char letter : letters) size *= operand.array.shape[operand.letters.find(letter)];
        return size;
    }

    Lettered multiplied(const Lettered& a, const Lettered& b, const std::string& later) const {
        const Lettered left = summed(a, later + b.letters), right = summed(b, later + a.letters);
        const std::string shared = without(left.letters, right.letters, true);
        const std::string batch = without(shared, later, true), inner = without(shared, later, false);
        const std::string rows = without(left.letters, shared, false), columns = without(right.letters, shared, false);
        for (const char letter : shared)
            if (sizeOf(left, {&letter, 1}) != sizeOf(right, {&letter, 1})) refuseArguments("one letter for axes of two sizes");
        const Array x = reshaped(m_context, inOrder(left, batch + rows + inner),
                                 {sizeOf(left, batch), sizeOf(left, rows), sizeOf(left, inner)});
        const Array y = reshaped(m_context, inOrder(right, batch + inner + columns),
                                 {sizeOf(left, batch), sizeOf(left, inner), sizeOf(right, columns)});
        const Value product = m_step("aten.bmm.default", {{"self", x}, {"mat2", y}});
        Dims shape;
        for (const char letter : batch + rows) shape.push_back(sizeOf(left, {&letter, 1}));
        for (const char letter : columns) shape.push_back(sizeOf(right, {&letter, 1}));
        return {reshaped(m_context, *product.array(), shape), batch + rows + columns};
    }

    Composition m_step;
    const Context& m_context;
    std::vector<Lettered> m_operands;
    std::string m_result;
};

Values einsum(const Call& call) {
    const ScalarType type = call.arrays("tensors").empty() ? ScalarType::F32 : call.arrays("tensors").front().type;
    return {Composition(call).rounded(Einsum(call).result(), type)};
}

constexpr std::string_view kNormParameters = "self p dim=[] keepdim=false dtype=none";

constexpr auto kCompositesRows = std::to_array<OperatorRow>({
    {"aten.linalg_vector_norm.default", "self ord=2 dim=none keepdim=false dtype=none", normByOrder, Rule::Chain},
    {"aten.norm.Scalar", "self p=2", normByPower, Rule::Chain},
    {"aten.norm.ScalarOpt_dtype", "self p dtype=none", normByPower, Rule::Chain},
    {"aten.norm.ScalarOpt_dim", "self p dim keepdim=false", normByPower, Rule::Chain},
    {"aten.norm.ScalarOpt_dim_dtype", kNormParameters, normByPower, Rule::Chain},
    {"aten.instance_norm.default",
     "input weight=none bias=none running_mean=none running_var=none use_input_stats momentum eps cudnn_enabled=true", instanceNorm,
     Rule::Chain},
    {"aten.std_mean.correction", "self dim=none correction=none keepdim=false", spreadCorrected<true>, Rule::Chain},
    {"aten.std_mean.dim", "self dim unbiased=true keepdim=false", spreadUnbiased<true>, Rule::Chain},
    {"aten.std_mean.default", "self unbiased=true", spreadUnbiased<true>, Rule::Chain},
    {"aten.var_mean.dim", "self dim unbiased=true keepdim=false", spreadUnbiased<false>, Rule::Chain},
    {"aten.var_mean.default", "self unbiased=true", spreadUnbiased<false>, Rule::Chain},
    {"aten.tensor_split.sections", "self sections dim=0", splitEvenly},
    {"aten.tensor_split.indices", "self indices dim=0", splitAt},
    {"aten.cosine_similarity.default", "x1 x2 dim=1 eps=1e-08", cosineSimilarity, Rule::Chain},
    {"aten.addmv.default", "self mat vec beta=1 alpha=1", addedVector, Rule::Dot},
    {"aten.einsum.default", "equation tensors path=none", einsum, Rule::Dot},
});

}  // namespace

std::span<const OperatorRow> compositeRows() { return kCompositesRows; }

}  // namespace etscope::evaluate
