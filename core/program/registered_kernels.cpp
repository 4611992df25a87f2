#include "program/registered_kernels.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "base/enum_table.h"
#include "base/escaped.h"
#include "base/name_text.h"
#include "io/json.h"
#include "io/small_yaml.h"
#include "program/stock_kernels.h"

namespace etscope::program {
namespace {

/// A list of all operators that there are has some 500 kB.
constexpr std::uint64_t kMostListBytes = 8ULL << 20U;
/// Kernels that one row of a table may stand for: each argument of several types multiplies them.
constexpr std::size_t kMostKeys = 4096, kMostKeysOfFile = 262'144;
/// Of a kernel, and of a tensor of the runtime.
constexpr std::size_t kMostArguments = 64, kMostAxesOfOrder = 16;

bool isWordCharacter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// A name of tables is of aten where it says no namespace.
std::string fullName(std::string_view name) {
    return name.find("::") == std::string_view::npos ? "aten::" + std::string(name) : std::string(name);
}

}  // namespace

bool isOperatorName(std::string_view text) noexcept {
    constexpr std::size_t kLongest = 256;
    const auto colons = text.find("::");
    if (text.size() > kLongest || colons == 0 || colons == std::string_view::npos) return false;
    std::string_view name = text.substr(colons + 2);
    const auto dot = name.find('.');
    const auto isWord = [](std::string_view word) { return !word.empty() && std::ranges::all_of(word, isWordCharacter); };
    return isWord(text.substr(0, colons)) && isWord(name.substr(0, dot)) &&
           (dot == std::string_view::npos || isWord(name.substr(dot + 1)));
}

std::string_view kernelStateName(KernelState state) noexcept {
    static constexpr EnumTable<KernelState::Missing> kNames({"registered", "runtime", "other_types", "doubtful", "missing"});
    return kNames[state];
}

/// Reads the text forms.
class KernelTextReader {
public:
    KernelTextReader(RegisteredKernels& list, KernelFile& file) : m_list(list), m_file(file) {}

    Result<void> read(std::string_view text) {
        const auto from = text.find_first_not_of(" \t\r\n");
        if (from == std::string_view::npos) return {};
        if (text[from] == '{') return operatorTypes(text);
        if (looksLikeYaml(text)) return yaml(text);
        return names(text);
    }

private:
    /// Whether the first line that says anything is a key, or an item of a list.
    static bool looksLikeYaml(std::string_view text) {
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text = text.substr(std::min(line.size() + 1, text.size()));
            const auto from = line.find_first_not_of(" \t\r");
            if (from == std::string_view::npos || line[from] == '#') continue;
            const std::string_view said = line.substr(from);
            const auto end = said.find_last_not_of(" \t\r");
            return said.starts_with("- ") || said.starts_with("---") || said.find(": ") != std::string_view::npos ||
                   said[end] == ':';
        }
        return false;
    }

    Failure wrongLine(std::size_t line, std::string_view said) const {
        return fail("kernels-line",
                    "an operator like aten::add.out is wanted, not " + escaped(validName(std::string(said.substr(0, 80)))),
                    m_file.path + ", line " + std::to_string(line));
    }

    RegisteredKernel& kernel(const std::string& name) {
        const auto [at, fresh] = m_list.m_kernels.try_emplace(name);
        m_seen.insert(name);
        m_file.operators = m_seen.size();
        return at->second;
    }

    /// One operator a line, or several parted by commas or blanks; `#` begins a comment.
    Result<void> names(std::string_view text) {
        m_file.form = "operators";
        for (std::size_t line = 1; !text.empty(); ++line) {
            std::string_view said = text.substr(0, text.find('\n'));
            text = text.substr(std::min(said.size() + 1, text.size()));
            said = said.substr(0, said.find('#'));
            while (!said.empty()) {
                const std::string_view word = said.substr(0, said.find_first_of(", \t\r"));
                said = said.substr(std::min(word.size() + 1, said.size()));
                if (word.empty()) continue;
                const std::string name = fullName(word);
                if (!isOperatorName(name)) return wrongLine(line, word);
                kernel(name).everyType = true;
            }
        }
        return {};
    }

    /// {"aten::add.out": ["Float", "v1/6;0,1|6;0,1|6;0,1|6;0,1"]}: what gen_oplist takes as ops_dict.
    Result<void> operatorTypes(std::string_view text) {
        m_file.form = "operators";
        const auto json = parseJson(text, text.size());
        if (!json) return json.failure();
        for (const auto& [name, types] : json->items()) {
            if (!isOperatorName(name) || !types.is_array()) return wrongLine(1, name);
            RegisteredKernel& one = kernel(name);
            one.everyType = one.everyType || types.empty();
            for (const auto& type : types)
                if (!type.is_string() || !takeTypes(one, type.get<std::string>())) return wrongLine(1, type.dump());
        }
        return {};
    }

    /// A word of a type, or a key, of which the build takes the types alone. False for other texts.
    static bool takeTypes(RegisteredKernel& one, std::string_view text) {
        if (text == "default") return one.everyType = true;
        if (!text.starts_with("v1")) {
            const std::int32_t code = runtimeTypeCode(text);
            if (code >= 0) one.types.insert(code);
            return code >= 0;
        }
        if (text.find('/') == std::string_view::npos) return one.everyType = true;  // of no tensors
        text.remove_prefix(std::min(text.find('/') + 1, text.size()));
        while (!text.empty()) {
            const std::string_view part = text.substr(0, text.find('|'));
            text = text.substr(std::min(part.size() + 1, text.size()));
            std::int32_t code = 0;
            const std::string_view number = part.substr(0, part.find(';'));
            if (number.empty() || number.size() > 4 || !std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; }))
                return false;
            for (const char c : number) code = code * 10 + (c - '0');
            one.types.insert(code);
        }
        return true;
    }

    Result<void> yaml(std::string_view text) {
        auto root = parseYaml(text);
        if (!root)
            return fail(root.error().code, root.error().message,
                        m_file.path + (root.error().where.empty() ? "" : ", " + root.error().where));
        if (root->kind == YamlNode::Kind::Map) return selected(*root);
        if (root->kind == YamlNode::Kind::List) return table(*root);
        return wrongLine(root->line, root->scalar);
    }

    /// `selected_operators.yaml`.
    Result<void> selected(const YamlNode& root) {
        m_file.form = "selected operators";
        if (const YamlNode* all = root.find("include_all_operators");
            all != nullptr && (all->scalar == "true" || all->scalar == "True"))
            m_list.m_all = true;
        const YamlNode* operators = root.find("operators");
        if (operators == nullptr && !m_list.m_all)
            return fail("kernels-form", "a list of selected operators has the key `operators`", m_file.path);
        const YamlNode* metadata = root.find("et_kernel_metadata");
        std::map<std::string_view, const YamlNode*> keysOf;
        for (std::size_t i = 0; metadata != nullptr && i < metadata->keys.size(); ++i)
            keysOf[metadata->keys[i]] = &metadata->items[i];
        for (std::size_t i = 0; operators != nullptr && i < operators->keys.size(); ++i) {
            const std::string& name = operators->keys[i];
            if (!isOperatorName(name)) return wrongLine(operators->items[i].line, name);
            const auto keys = keysOf.find(name);
            if (auto taken = takeKeys(kernel(name), keys == keysOf.end() ? nullptr : keys->second); !taken) return taken;
        }
        return {};
    }

    /// The build stops reading keys at the first "default"; with none before it every type stays in.
    Result<void> takeKeys(RegisteredKernel& one, const YamlNode* keys) const {
        std::set<std::int32_t> before = std::move(one.types);
        one.types.clear();
        for (std::size_t i = 0; keys != nullptr && i < keys->items.size(); ++i) {
            const std::string& key = keys->items[i].scalar;
            if (key == "default" || key.find('/') == std::string::npos) break;
            if (!takeTypes(one, key)) return wrongLine(keys->items[i].line, key);
        }
        one.everyType = one.everyType || one.types.empty();
        one.types.merge(before);
        return {};
    }

    /// A table of kernels: `- op: add.out` or `- func: ns::name.out(Tensor a, …) -> …`, with `kernels` for types or for all.
    Result<void> table(const YamlNode& root) {
        m_file.form = "kernel table";
        for (const YamlNode& row : root.items) {
            if (row.kind == YamlNode::Kind::Scalar && isOperatorName(fullName(row.scalar))) {
                kernel(fullName(row.scalar)).everyType = true;
                continue;
            }
            const YamlNode* op = row.find("op");
            if (op == nullptr) op = row.find("func");
            const std::string name =
                op == nullptr ? std::string() : fullName(std::string_view(op->scalar).substr(0, op->scalar.find('(')));
            if (!isOperatorName(name)) return wrongLine(row.line, op == nullptr ? std::string("a row without op or func") : name);
            RegisteredKernel& one = kernel(name);
            const YamlNode* kernels = row.find("kernels");
            if (kernels == nullptr || kernels->items.empty()) one.everyType = true;
            for (std::size_t i = 0; kernels != nullptr && i < kernels->items.size(); ++i)
                if (auto taken = takeKernel(row, kernels->items[i], one); !taken) return taken;
        }
        return {};
    }

    /// A kernel for all types has `arg_meta: null`; another one names for each argument an alias of types and one of an order of
    /// axes.
    Result<void> takeKernel(const YamlNode& row, const YamlNode& kernel, RegisteredKernel& one) {
        const YamlNode* arguments = kernel.find("arg_meta");
        if (arguments == nullptr || arguments->isNull()) {
            one.everyType = true;
            return {};
        }
        if (arguments->items.size() > kMostArguments)
            return fail("limit-exceeded", "a kernel with more than " + std::to_string(kMostArguments) + " arguments",
                        m_file.path + ", line " + std::to_string(arguments->line));
        // An alias has one value throughout a kernel: each choice of them is a key.
        std::vector<std::map<std::string, std::string>> choices(1);
        for (const YamlNode& argument : arguments->items)
            if (argument.items.size() == 2)
                if (auto chosen = choose(row, argument.items.front(), choices); !chosen) return chosen;
        if ((m_keys += choices.size()) > kMostKeysOfFile)
            return fail("limit-exceeded", "the table stands for more than " + std::to_string(kMostKeysOfFile) + " kernels",
                        m_file.path + ", line " + std::to_string(row.line));
        for (const auto& choice : choices) {
            std::string key = "v1/";
            for (const YamlNode& argument : arguments->items) {
                const YamlNode* order =
                    argument.items.size() == 2 ? valueOf(row, "dim_order_alias", argument.items[1].scalar) : nullptr;
                if (order == nullptr || order->items.size() > kMostAxesOfOrder)
                    return wrongLine(argument.line, "an argument without types and order of axes");
                key += (key.back() == '/' ? "" : "|") + choice.at(argument.items.front().scalar) + ";" + orderText(*order);
            }
            one.specialised.insert(std::move(key));
        }
        return {};
    }

    Result<void> choose(const YamlNode& row, const YamlNode& alias,
                        std::vector<std::map<std::string, std::string>>& choices) const {
        if (choices.front().contains(alias.scalar)) return {};
        const YamlNode* types = valueOf(row, "type_alias", alias.scalar);
        if (types == nullptr || types->items.empty()) return wrongLine(alias.line, "the type " + alias.scalar);
        if (choices.size() * types->items.size() > kMostKeys)
            return fail("limit-exceeded", "a row stands for more than " + std::to_string(kMostKeys) + " kernels",
                        m_file.path + ", line " + std::to_string(row.line));
        std::vector<std::map<std::string, std::string>> more;
        for (const auto& choice : choices)
            for (const YamlNode& type : types->items) {
                const std::int32_t code = runtimeTypeCode(type.scalar);
                if (code < 0) return wrongLine(types->line, type.scalar);
                more.push_back(choice);
                more.back()[alias.scalar] = std::to_string(code);
            }
        choices = std::move(more);
        return {};
    }

    static const YamlNode* valueOf(const YamlNode& row, std::string_view table, std::string_view alias) {
        const YamlNode* aliases = row.find(table);
        return aliases == nullptr ? nullptr : aliases->find(alias);
    }
    static std::string orderText(const YamlNode& order) {
        std::string text;
        for (const YamlNode& axis : order.items) text += (text.empty() ? "" : ",") + axis.scalar;
        return text;
    }

    RegisteredKernels& m_list;
    KernelFile& m_file;
    std::set<std::string> m_seen;
    std::size_t m_keys = 0;  ///< that rows of the table stand for
};

Result<void> RegisteredKernels::add(const std::string& path, const JobContext& job) {
    const auto source = Source::open(path);
    if (!source) return source.failure();
    return add(ByteRange::whole(*source), escaped(validName(path)), job);
}

Result<void> RegisteredKernels::add(const ByteRange& whole, std::string called, const JobContext& job) {
    KernelFile file{std::move(called), {}, 0, true};
    std::array<std::byte, 8> head{};
    const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(head.size(), whole.size));
    if (auto read = whole.read(0, std::span(head).first(size)); !read) return read;
    const std::string_view magic(reinterpret_cast<const char*>(head.data()), size);
    if (magic.starts_with("\177ELF") || magic.starts_with("!<arch>") || magic.starts_with("!<thin>")) {
        const auto library = libraryKernels(whole, job);
        if (!library) return library.failure();
        file.form = magic.starts_with('!') ? "archive" : "ELF";
        file.operators = library->names.size();
        file.registers = library->registers;
        for (const std::string& name : library->names) {
            m_kernels[name].everyType = true;
            if (!library->registers) m_doubtful.insert(name);
        }
    } else {
        if (whole.size > kMostListBytes)
            return fail("limit-exceeded", "a list of kernels has at most " + std::to_string(kMostListBytes) + " bytes", file.path);
        const auto bytes = whole.readAll();
        if (!bytes) return bytes.failure();
        const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        if (text.find('\0') != std::string_view::npos)
            return fail("kernels-form", "this is no list of operators, no ELF library and no archive", file.path);
        KernelTextReader reader(*this, file);
        if (auto read = reader.read(text); !read) return read;
    }
    if (file.operators == 0 && !m_all) return fail("kernels-none", "no operator is named in it", file.path);
    m_files.push_back(std::move(file));
    return {};
}

RegisteredKernels::Answer RegisteredKernels::answerTo(const KernelNeed& need) const {
    const auto found = m_kernels.find(need.name);
    if (found == m_kernels.end())
        return {m_all && kernelOrigin(need.name) == KernelOrigin::Stock ? KernelState::Registered
                : isPrimitive(need.name)                                ? KernelState::Runtime
                                                                        : KernelState::Missing,
                {}};
    const RegisteredKernel& kernel = found->second;
    Answer answer{m_doubtful.contains(need.name) ? KernelState::Doubtful : KernelState::Registered, {}};
    if (kernel.everyType) return answer;
    if (!kernel.types.empty()) {
        for (const std::int32_t type : need.types)
            if (!kernel.types.contains(type)) answer.missing.insert(runtimeTypeName(type));
    } else {
        std::ranges::set_difference(need.keys, kernel.specialised, std::inserter(answer.missing, answer.missing.end()));
    }
    if (!answer.missing.empty()) answer.state = KernelState::OtherTypes;
    return answer;
}

}  // namespace etscope::program
