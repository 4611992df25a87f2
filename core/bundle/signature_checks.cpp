// Checks of test cases against the methods they are for (docs/FORMATS.md "Writing a bundled program").
#include <algorithm>
#include <cmath>
#include <set>

#include "base/enum_table.h"
#include "bundle/writer.h"
#include "tensor/format.h"

namespace etscope::bundle {
namespace {

using Kind = PortSignature::Kind;

Kind kindOf(const tensor::Value& value) {
    if (std::holds_alternative<tensor::Tensor>(value)) return Kind::Tensor;
    if (std::holds_alternative<std::int64_t>(value)) return Kind::Int;
    if (std::holds_alternative<bool>(value)) return Kind::Bool;
    if (std::holds_alternative<double>(value)) return Kind::Double;
    return Kind::Other;
}

std::string_view kindName(Kind kind) {
    static constexpr EnumTable<Kind::Other> kNames({"a tensor", "an int", "a bool", "a float", "something else"});
    return kNames[kind];
}

std::string sizesText(const PortSignature& port) {
    return std::string(port.dynamic ? "at most " : "") + tensor::typeAndShapeText(port.type, port.sizes);
}

Result<void> checkTensor(const tensor::Tensor& tensor, const PortSignature& port, const std::string& where) {
    const std::string given = tensor::typeAndShapeText(tensor.type, tensor.shape);
    if (tensor.type != port.type)
        return fail("bundle-type", "it is " + given + "; the method has " + sizesText(port) + " there", where);
    bool fits = tensor.shape.size() == port.sizes.size();
    for (std::size_t i = 0; fits && i < port.sizes.size(); ++i)
        fits = port.unbounded || (port.dynamic ? tensor.shape[i] <= port.sizes[i] : tensor.shape[i] == port.sizes[i]);
    return fits ? Result<void>() : fail("bundle-shape", "it is " + given + "; the method has " + sizesText(port) + " there", where);
}

/// Values that were fixed at export cannot be others.
Result<void> checkNumber(const tensor::Value& value, const PortSignature& port, const std::string& where) {
    const auto different = [&where](const std::string& fixed) {
        return fail("bundle-value", "the export fixed this input to " + fixed, where);
    };
    if (const auto* number = std::get_if<std::int64_t>(&value); number != nullptr && port.integer && *number != *port.integer)
        return different(std::to_string(*port.integer));
    if (const auto* flag = std::get_if<bool>(&value); flag != nullptr && port.integer && *flag != (*port.integer != 0))
        return different(*port.integer != 0 ? "true" : "false");
    if (const auto* real = std::get_if<double>(&value); real != nullptr && port.number)
        if (!(std::fabs(*real - *port.number) <= 1e-4 + std::fabs(1e-5 * *port.number)))
            return different(std::to_string(*port.number));
    return {};
}

Result<void> checkValues(const std::vector<tensor::Value>& values, const std::vector<PortSignature>& ports,
                         const std::string& where, bool output) {
    const char* const what = output ? "expected output" : "input";
    if (values.size() != ports.size())
        return fail("bundle-count",
                    "it has " + std::to_string(values.size()) + " " + what + "s; the method has " + std::to_string(ports.size()),
                    where);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string place = where + ", " + what + " " + std::to_string(i);
        if (output && (ports[i].kind != Kind::Tensor || kindOf(values[i]) != Kind::Tensor))
            return fail("bundle-kind",
                        "the runtime compares tensors only: a method with an output that is " +
                            std::string(kindName(ports[i].kind)) + " takes cases without expected outputs",
                        place);
        if (kindOf(values[i]) != ports[i].kind)
            return fail("bundle-kind",
                        "it is " + std::string(kindName(kindOf(values[i]))) + "; the method has " +
                            std::string(kindName(ports[i].kind)) + " there",
                        place);
        const auto* tensor = std::get_if<tensor::Tensor>(&values[i]);
        auto checked = tensor != nullptr ? checkTensor(*tensor, ports[i], place) : checkNumber(values[i], ports[i], place);
        if (!checked) return checked;
    }
    return {};
}

}  // namespace

Result<void> checkCase(const CaseContent& content, const MethodSignature& signature, const std::string& where) {
    if (auto checked = checkValues(content.inputs, signature.inputs, where, false); !checked) return checked;
    if (content.expected.empty()) return {};  // for profiling only
    return checkValues(content.expected, signature.outputs, where, true);
}

Result<void> checkSuites(const std::vector<SuiteContent>& suites, const std::vector<MethodSignature>& signatures) {
    std::set<std::string> seen;
    for (const SuiteContent& suite : suites) {
        if (!seen.insert(suite.method).second) return fail("bundle-duplicate", "two suites are for one method", suite.method);
        const auto signature = std::ranges::find(signatures, suite.method, &MethodSignature::method);
        if (signature == signatures.end()) return fail("bundle-method", "the program has no such method", suite.method);
        for (std::size_t c = 0; c < suite.cases.size(); ++c) {
            const std::string where = suite.method + ", case " + std::to_string(c);
            if (auto checked = checkCase(suite.cases[c], *signature, where); !checked) return checked;
        }
    }
    return {};
}

}  // namespace etscope::bundle
