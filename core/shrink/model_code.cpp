#include "shrink/model_code.h"

#include <algorithm>

#include "base/escaped.h"
#include "base/text.h"
#include "lowering/partitioners.h"
#include "shrink/calls_code.h"
#include "shrink/code_text.h"

namespace etscope::shrink {
namespace {

constexpr std::size_t kColumns = 110;

class Writer {
public:
    Writer(const Sketch& sketch, std::string_view head) : m_sketch(sketch), m_head(docstringText(head)) {}

    Result<ModelCode> write() {
        for (const Feed& feed : m_sketch.feeds) m_taken.insert(feed.name);
        CallsCode calls(m_sketch, m_taken);
        for (const Feed& feed : m_sketch.feeds)
            calls.setName(feed.value, feed.kind == FeedKind::Input ? feed.name : "self." + feed.name);
        if (auto added = calls.add(m_sketch.nodes, "        "); !added) return added.failure();
        auto parts = body(calls);
        if (!parts) return parts.failure();
        std::string& text = m_code.text;
        text = "\"\"\"" + wrapped(m_head, kColumns) + "\"\"\"\n" + imports(calls);
        if (calls.usesAten()) text += "\naten = torch.ops.aten\n";
        if (!m_code.values.empty())
            text +=
                "\nVALUES = numpy.load(pathlib.Path(__file__).with_name(\"values.npz\"))\n\n\n"
                "def value(name, dtype):\n    return torch.from_numpy(VALUES[name]).to(dtype)\n";
        if (m_seeds > 0)
            text +=
                "\n\ndef some(seed, shape, low=0.0, high=1.0):\n"
                "    return low + (high - low) * torch.rand(shape, generator=torch.Generator().manual_seed(seed))\n";
        text += *parts;
        return std::move(m_code);
    }

private:
    std::string imports(const CallsCode& calls) const {
        std::string text;
        if (!m_code.values.empty()) text += "import pathlib\n\nimport numpy\n";
        text += "import torch\n";
        for (const std::string& one : calls.imports()) text += "import " + one + "\n";
        for (const std::string& backend : m_sketch.backends)
            if (const lowering::Partitioner* row = lowering::partitionerOf(backend))
                text += row->import() + "\n" + std::string(row->further) + (row->further.empty() ? "" : "\n");
        return text;
    }

    /// The tensor of a feed as an expression.
    Result<std::string> expression(const Feed& feed, const evaluate::Array& array, const std::string& name) {
        const std::string type = torchType(array.type);
        if (type.empty()) return fail("shrink-no-code", "PyTorch has no such type", scalarTypeName(array.type));
        if (feed.seeded) {
            const std::string range =
                feed.low == 0 && feed.high == 1 ? "" : ", " + numberText(feed.low, true) + ", " + numberText(feed.high, true);
            const std::string made = "some(" + std::to_string(++m_seeds) + ", " + shapeText(array.shape) + range + ")";
            return array.type == ScalarType::F32 ? made : made + ".to(" + type + ")";
        }
        if (array.count() <= kMostLiterals) return tensorText(array);
        if (isFilled(array)) return fullText(array);
        m_code.values.push_back({name, evaluate::tensorOf(array)});
        return "value(\"" + name + "\", " + type + ")";
    }

    Result<std::string> body(const CallsCode& calls) {
        std::string text = "\n\nclass Model(torch.nn.Module):\n";
        std::string held, parameters;
        for (const Feed& feed : m_sketch.feeds) {
            if (feed.kind == FeedKind::Input) {
                parameters += ", " + feed.name;
                continue;
            }
            auto made = expression(feed, feed.array, feed.name);
            if (!made) return made;
            held += "        self.register_buffer(\"" + feed.name + "\", " + *made + ")  # " + typeText(feed.array) + "\n";
        }
        if (!held.empty()) text += "    def __init__(self):\n        super().__init__()\n" + held + "\n";
        text += "    def forward(self" + parameters + "):\n";
        for (const std::string& line : calls.lines()) text += line + "\n";
        auto given = results(calls);
        if (!given) return given;
        auto callInputs = inputs();
        if (!callInputs) return callInputs;
        return text + *given + *callInputs + fed() + partitioners();
    }

    Result<std::string> results(const CallsCode& calls) const {
        std::string text;
        for (const Write& write : m_sketch.writes) {
            const auto state = calls.name(write.state), value = calls.name(write.value);
            if (!state || !value) return state ? value : state;
            text += "        " + *state + ".copy_(" + *value + ")\n";
        }
        std::string list;
        for (const graph::ValueId output : m_sketch.outputs) {
            auto name = calls.name(output);
            if (!name) return name;
            list += (list.empty() ? "" : ", ") + *name;
        }
        return text + "        return " + list + "\n";
    }

    /// "(first, second)", over several lines where one is too short.
    static std::string tupleText(const std::vector<std::string>& parts, const std::string& indent) {
        std::string line, lines;
        for (const std::string& part : parts) {
            line += (line.empty() ? "" : ", ") + part;
            lines += "\n" + indent + "    " + part + ",";
        }
        if (parts.size() == 1) line += ",";
        return line.size() + indent.size() < kColumns || parts.size() == 1 ? "(" + line + ")" : "(" + lines + "\n" + indent + ")";
    }

    Result<std::string> inputs() {
        std::vector<std::string> cases;
        for (std::size_t call = 0; call < m_sketch.calls(); ++call) {
            std::vector<std::string> parts;
            for (const Feed& feed : m_sketch.feeds) {
                if (feed.kind != FeedKind::Input) continue;
                const bool isFirst = call == 0 || call > feed.further.size();
                auto made = expression(feed, isFirst ? feed.array : feed.further[call - 1],
                                       isFirst ? feed.name : freeName(feed.name + "_" + std::to_string(call), m_taken));
                if (!made) return made;
                parts.push_back(*std::move(made));
            }
            cases.push_back(tupleText(parts, call == 0 ? "    " : "        "));
        }
        std::string text = "\n\ndef inputs():\n    return " + cases.front() + "\n";
        if (cases.size() == 1) return text;
        text += "\n\ndef cases():\n    return [\n        inputs(),\n";
        for (std::size_t call = 1; call < cases.size(); ++call) text += "        " + cases[call] + ",\n";
        return text + "    ]\n";
    }

    /// What a caller lays out in memory otherwise than the export.
    std::string fed() const {
        if (m_sketch.orders.empty()) return {};
        std::string list;
        std::size_t number = 0;
        for (const Feed& feed : m_sketch.feeds) {
            if (feed.kind != FeedKind::Input) continue;
            const std::string input = "inputs[" + std::to_string(number++) + "]";
            const auto order = m_sketch.orders.find(feed.name);
            if (order == m_sketch.orders.end()) {
                list += input + ", ";
                continue;
            }
            const evaluate::Dims axes(order->second.begin(), order->second.end());
            list += "laid_out(" + input + ", " + shapeText(axes) + "), ";
        }
        return "\n\ndef laid_out(tensor, order):\n"
               "    \"\"\"The same tensor, its axes in another order in memory.\"\"\"\n"
               "    return tensor.permute(order).contiguous().permute([order.index(axis) for axis in range(len(order))])\n"
               "\n\ndef fed(inputs):\n    return (" +
               list.substr(0, list.size() - 1) + ")\n";
    }

    std::string partitioners() const {
        std::string list;
        for (const std::string& backend : m_sketch.backends)
            if (const lowering::Partitioner* row = lowering::partitionerOf(backend))
                list += (list.empty() ? "" : ", ") + std::string(row->made);
        return list.empty() ? "" : "\n\ndef partitioners(method):\n    return [" + list + "]\n";
    }

    const Sketch& m_sketch;
    std::string m_head;
    std::set<std::string> m_taken;  ///< names of feeds, and of values that later calls are fed
    ModelCode m_code;
    std::size_t m_seeds = 0;
};

}  // namespace

Result<ModelCode> modelCode(const Sketch& sketch, std::string_view head) { return Writer(sketch, head).write(); }

}  // namespace etscope::shrink
