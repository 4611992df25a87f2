#include "report/repro_pack.h"

#include <cmath>

#include "base/name_text.h"
#include "evaluate/operator_table.h"
#include "evaluate/reading.h"
#include "io/output_file.h"
#include "report/repro_function.h"
#include "report/resources.h"
#include "tensor/export.h"
#include "tensor/statistics.h"

namespace etscope::report {
namespace {

struct Stored {
    ScalarType type;
    ScalarType as;          ///< what numpy has, of the same bytes
    const char* torchType;  ///< to view them as
};
/// Types that numpy has not.
constexpr Stored kStored[] = {{ScalarType::BF16, ScalarType::U16, "bfloat16"},
                              {ScalarType::F8E5M2, ScalarType::U8, "float8_e5m2"},
                              {ScalarType::F8E4M3FN, ScalarType::U8, "float8_e4m3fn"},
                              {ScalarType::F8E5M2FNUZ, ScalarType::U8, "float8_e5m2fnuz"},
                              {ScalarType::F8E4M3FNUZ, ScalarType::U8, "float8_e4m3fnuz"},
                              {ScalarType::QInt8, ScalarType::I8, "int8"},
                              {ScalarType::QUInt8, ScalarType::U8, "uint8"},
                              {ScalarType::QInt32, ScalarType::I32, "int32"}};

/// Where Python has the operators that PyTorch itself does not have.
struct Library {
    std::string_view nameSpace;
    const char* module;
};
constexpr Library kLibraries[] = {{"quantized_decomposed", "torch.ao.quantization.fx._decomposed"},
                                  {"quantized_decomposed", "torchao.quantization.pt2e._decomposed"},
                                  {"dim_order_ops", "executorch.exir.passes.dim_order_ops_registry"},
                                  {"torchao", "torchao"},
                                  {"llama", "executorch.extension.llm.custom_ops.custom_ops"}};

/// What the script imports for the steps.
Json importsOf(const Json& steps) {
    std::set<std::string> spaces;
    constexpr std::string_view kOps = "torch.ops.";
    for (const Json& step : steps)
        if (const auto function = step["function"].get<std::string>(); function.starts_with(kOps))
            spaces.insert(function.substr(kOps.size(), function.find('.', kOps.size()) - kOps.size()));
    Json imports = Json::array();
    for (const Library& library : kLibraries)
        if (spaces.contains(std::string(library.nameSpace))) imports.push_back(library.module);
    return imports;
}

/// "float32" of f32.
Json torchName(ScalarType type) {
    struct Name {
        ScalarType type;
        const char* name;
    };
    static constexpr Name kNames[] = {
        {ScalarType::U8, "uint8"},   {ScalarType::I8, "int8"},       {ScalarType::I16, "int16"},       {ScalarType::I32, "int32"},
        {ScalarType::I64, "int64"},  {ScalarType::F16, "float16"},   {ScalarType::F32, "float32"},     {ScalarType::F64, "float64"},
        {ScalarType::Bool, "bool"},  {ScalarType::C64, "complex64"}, {ScalarType::C128, "complex128"}, {ScalarType::U16, "uint16"},
        {ScalarType::U32, "uint32"}, {ScalarType::U64, "uint64"}};
    for (const Stored& one : kStored)
        if (one.type == type) return one.torchType;
    for (const Name& one : kNames)
        if (one.type == type) return one.name;
    return nullptr;
}

/// How results are compared: a type in which differences are exact, and what a good operator may err by, of the largest element.
struct Compared {
    ScalarType type;
    const char* as;
    double rounding;
};
constexpr Compared kCompared[] = {{ScalarType::F64, "float64", 0x1p-48},       {ScalarType::F32, "float64", 0x1p-19},
                                  {ScalarType::C128, "complex128", 0x1p-48},   {ScalarType::C64, "complex128", 0x1p-19},
                                  {ScalarType::F16, "float64", 0x1p-8},        {ScalarType::BF16, "float64", 0x1p-5},
                                  {ScalarType::F8E5M2, "float64", 0x1p-2},     {ScalarType::F8E4M3FN, "float64", 0x1p-3},
                                  {ScalarType::F8E5M2FNUZ, "float64", 0x1p-2}, {ScalarType::F8E4M3FNUZ, "float64", 0x1p-3}};

/// What an argument has that the script cannot give: a graph of control flow, a symbolic size. Empty: there is none.
std::string ungivable(const Json& value) {
    if (value.is_array())
        for (const Json& item : value)
            if (auto what = ungivable(item); !what.empty()) return what;
    if (!value.is_object()) return {};
    for (const char* kind : {"graph", "symbol", "unknown"})
        if (const auto found = value.find(kind); found != value.end())
            return std::string(kind) + " " + (found->is_string() ? found->get<std::string>() : std::string());
    return {};
}

/// A number as JSON has it; what JSON has not is told as text.
Json scalarJson(double value) {
    return std::isfinite(value) ? Json(value) : object(F("float", std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf"));
}

Json torchJson(std::string_view name) { return object(F("torch", name)); }

Json literalJson(const evaluate::Value& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value.base())) return *integer;
    if (const auto* real = std::get_if<double>(&value.base())) return scalarJson(*real);
    if (const auto* flag = std::get_if<bool>(&value.base())) return *flag;
    if (const auto* text = std::get_if<std::string>(&value.base())) return validName(*text);
    const auto* type = std::get_if<ScalarType>(&value.base());
    const Json name = type == nullptr ? Json(nullptr) : torchName(*type);
    return name.is_null() ? Json(nullptr) : torchJson(name.get<std::string>());
}

/// An argument of a graph's node as argument() of the script reads it.
Json nodeArgument(const graph::GraphModel& model, const graph::Argument& argument) {
    using graph::ArgumentKind;
    const auto text = [&] { return std::string(model.text(argument.text())); };
    switch (argument.kind) {
        case ArgumentKind::None: return nullptr;
        case ArgumentKind::Value: return object(F("value", model.text(model.value(argument.value()).id)));
        case ArgumentKind::Int: return argument.integer;
        case ArgumentKind::Float: return scalarJson(argument.number);
        case ArgumentKind::Bool: return argument.integer != 0;
        case ArgumentKind::String: return text();
        case ArgumentKind::List: {
            Json list = Json::array();
            for (const graph::Argument& item : model.listItems(argument)) list.push_back(nodeArgument(model, item));
            return list;
        }
        case ArgumentKind::DType: {
            const Json name = argument.integer >= 0 ? torchName(static_cast<ScalarType>(argument.integer)) : Json(nullptr);
            return name.is_null() ? object(F("unknown", "a type")) : torchJson(name.get<std::string>());
        }
        case ArgumentKind::Layout:
        case ArgumentKind::MemoryFormat: {
            const auto format = reproFormat(text());
            return format ? torchJson(*format) : object(F("unknown", "a layout"));
        }
        case ArgumentKind::Device: return "cpu";
        case ArgumentKind::Symbol: return object(F("symbol", text()));
        case ArgumentKind::Graph: return object(F("graph", model.text(model.graph(argument.graph()).name)));
        default: return object(F("unknown", text()));
    }
}

Json knownRow(const std::string& id, const ReproPack::Role& role) {
    return object(F("id", id), F("role", role.word), F("name", role.name), F("from", role.from), F("state", "known"),
                  F("reason", nullptr));
}

}  // namespace

std::string ReproPack::fileName(const std::string& id) {
    constexpr std::size_t kLongest = 80;
    std::string name;
    for (const char c : id.substr(0, kLongest)) {
        const bool plain =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
        name += plain && !(name.empty() && c == '.') ? c : '_';
    }
    std::string file = name + ".npy";
    for (int i = 1; !m_files.insert(file).second; ++i) file = name + "-" + std::to_string(i) + ".npy";
    return file;
}

Result<Json> ReproPack::writeArray(const std::string& file, const evaluate::Array& array) {
    const auto tensor = evaluate::readTensor(array);
    if (!tensor) return tensor.failure();
    return writeTensor(file, *tensor, array.type);
}

Result<Json> ReproPack::writeTensor(const std::string& file, tensor::Tensor tensor, ScalarType type) {
    Json row = object(F("file", file), F("value_type", scalarTypeName(type)), F("shape", tensor.shape),
                      F("torch_type", torchName(tensor.type)), F("used_as", torchName(tensor.type)), F("stored_as", nullptr));
    for (const Stored& one : kStored) {
        if (one.type != tensor.type) continue;
        row["stored_as"] = scalarTypeName(one.as);
        tensor.type = one.as;
        break;
    }
    const auto written = tensor::exportTensor(tensor, file, m_folder.file(file), tensor::ExportFormat::Npy, m_job);
    return written ? Result<Json>(std::move(row)) : Result<Json>(written.failure());
}

Result<void> ReproPack::addValue(const std::string& id, const Role& role, const evaluate::Value& value) {
    if (!m_ids.insert(id).second) return {};
    Json row = knownRow(id, role);
    if (const evaluate::Array* array = value.array()) return addStored(std::move(row), writeArray(fileName(id), *array));
    row["file"] = nullptr;
    row["value"] = literalJson(value);
    m_values.push_back(std::move(row));
    return {};
}

Result<void> ReproPack::addTensor(const std::string& id, const Role& role, const tensor::Tensor& tensor) {
    if (!m_ids.insert(id).second) return {};
    return addStored(knownRow(id, role), writeTensor(fileName(id), tensor, tensor.type));
}

Result<void> ReproPack::addStored(Json row, const Result<Json>& stored) {
    if (!stored && (stored.cancelled() || stored.error().code == "write-failed")) return stored.failure();
    if (stored) {
        row.update(*stored);
    } else {
        row["state"] = "unknown";
        row["reason"] = stored.error().message;
        row["file"] = nullptr;
    }
    m_values.push_back(std::move(row));
    return {};
}

void ReproPack::addUnknown(const std::string& id, const Role& role, const std::string& why) {
    if (!m_ids.insert(id).second) return;
    m_values.push_back(object(F("id", id), F("role", role.word), F("name", role.name), F("from", role.from), F("state", "unknown"),
                              F("reason", why), F("file", nullptr)));
}

Result<Json> ReproPack::argument(const std::string& id, const Role& role, const evaluate::Value& value) {
    if (const auto* list = value.list()) {
        Json items = Json::array();
        for (std::size_t i = 0; i < list->size(); ++i) {
            auto item = argument(id + "_" + std::to_string(i), role, (*list)[i]);
            if (!item) return item;
            items.push_back(*std::move(item));
        }
        return items;
    }
    if (value.array() == nullptr) return literalJson(value);
    if (auto added = addValue(id, role, value); !added) return added.failure();
    return object(F("value", id));
}

void ReproPack::addStep(std::string_view target, Json arguments, Json outputs) {
    Json positional = Json::array(), named = Json::object();
    for (Json& one : arguments)
        if (one["name"].get_ref<const std::string&>().empty())
            positional.push_back(std::move(one["value"]));
        else
            named[one["name"].get_ref<const std::string&>()] = std::move(one["value"]);
    const auto function = reproFunction(target);
    if (!function && m_noFunction.empty()) m_noFunction = validName(target);
    m_steps.push_back(object(F("function", function ? *function : ""), F("positional", std::move(positional)),
                             F("named", std::move(named)), F("outputs", std::move(outputs))));
}

void ReproPack::addStep(const graph::GraphModel& model, const graph::Node& node) {
    if (!m_nodes.emplace(model.text(node.id)).second) return;
    Json arguments = Json::array(), outputs = Json::array();
    const std::string_view target = evaluate::shortTarget(model.text(node.target));
    const bool byPlace = target.starts_with("_operator.");  // Python's own functions
    for (const graph::Argument& argument : model.arguments(node))
        arguments.push_back(
            object(F("name", byPlace ? std::string_view() : model.text(argument.name)), F("value", nodeArgument(model, argument))));
    for (const graph::OutputSlot& slot : model.outputs(node))
        for (const graph::ValueId value : model.values(slot)) outputs.push_back(model.text(model.value(value).id));
    addStep(target, std::move(arguments), std::move(outputs));
}

Result<void> ReproPack::addResult(const std::string& id, const std::optional<evaluate::Value>& reference,
                                  const std::string& whyNoReference, const std::optional<evaluate::Value>& runtime,
                                  const std::string& whyNoRuntime) {
    const std::string number = std::to_string(m_results.size());
    Json row = object(F("index", m_results.size()), F("id", id));
    const auto add = [&](const char* side, const std::optional<evaluate::Value>& value, const std::string& why) -> Result<void> {
        const evaluate::Array* array = value ? value->array() : nullptr;
        row[side] = nullptr;
        row[std::string("no_") + side] = array != nullptr ? Json(nullptr) : Json(value ? "it is no tensor" : why);
        if (array == nullptr) return {};
        auto stored = writeArray(fileName(std::string(side) + "_" + number), *array);
        if (!stored) return stored.failure();
        row[side] = *std::move(stored);
        return addRounding(row[side], *array);
    };
    if (auto added = add("reference", reference, whyNoReference); !added) return added;
    if (auto added = add("runtime", runtime, whyNoRuntime); !added) return added;
    m_results.push_back(std::move(row));
    return {};
}

/// How the script holds a result against the array.
Result<void> ReproPack::addRounding(Json& row, const evaluate::Array& array) const {
    row["rounding"] = 0;
    const auto found = std::ranges::find(kCompared, array.type, &Compared::type);
    if (found == std::end(kCompared)) return {};
    row["used_as"] = found->as;
    const auto tensor = evaluate::readTensor(array);
    const auto numbers = tensor ? tensor::statistics(*tensor, m_job) : Result<tensor::Statistics>(tensor.failure());
    if (!numbers) return numbers.failure();
    if (numbers->finite > 0) row["rounding"] = found->rounding * std::max(std::abs(numbers->min), std::abs(numbers->max));
    return {};
}

/// Where all is PyTorch's own, it computes the narrowest types as wider ones; other libraries want them as they are.
void ReproPack::widen() {
    for (const Json& step : m_steps)
        if (!step["function"].get_ref<const std::string&>().starts_with("torch.ops.aten.")) return;
    for (Json& value : m_values)
        if (const auto type = value.find("torch_type"); type != value.end() && type->is_string())
            if (type->get_ref<const std::string&>().starts_with("float8_")) value["used_as"] = "float32";
}

/// Why the values are not enough to run it; null when they are.
Json ReproPack::whyNotKnown() const {
    std::string why;
    for (const Json& value : m_values)
        if (value["state"] != "known" || (!value["file"].is_null() && value["torch_type"].is_null()))
            why += (why.empty() ? "" : "; ") + value["id"].get<std::string>() + ": " +
                   (value["reason"].is_null() ? "PyTorch has no such type" : value["reason"].get<std::string>());
    for (const Json& step : m_steps)
        for (const char* kind : {"positional", "named"})
            for (const Json& argument : step[kind])
                if (const std::string what = ungivable(argument); !what.empty() && why.empty())
                    why = step["function"].get<std::string>() + " takes what the script cannot give: " + what;
    if (why.empty() && !m_noFunction.empty()) why = m_noFunction + " is no operator that the script may call";
    return textOrNull(why);
}

Result<void> ReproPack::finish(Json& document) {
    if (document["cannot_run"].is_null()) document["cannot_run"] = whyNotKnown();
    document["imports"] = importsOf(m_steps);
    widen();
    document["values"] = std::move(m_values);
    document["steps"] = std::move(m_steps);
    document["results"] = std::move(m_results);
    document["script"] = "repro.py";
    const std::string text = document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
    if (auto written = writeFile(m_folder.file("call.json"), std::as_bytes(std::span(text)), m_job); !written) return written;
    return writeFile(m_folder.file("repro.py"), std::as_bytes(std::span(resource("repro.py"))), m_job);
}

}  // namespace etscope::report
