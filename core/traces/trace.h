// Trace: a whole conversation as a runner wrote it down, `trace.jsonl`: text, pictures, ids, every call in order. Each line is a
// value of its own; every field may be absent. Immutable; any thread. Rules: docs/FORMATS.md "Traces".
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope::traces {

/// A file that the trace names: a path relative to its folder, and the SHA-256 of the content (empty: not told).
struct FileClaim {
    std::string file, sha256;
};

/// What the trace says about one input or output: where its elements are, or what they are by hash.
struct ValueClaim {
    std::string file;    ///< "c7-i0.npy", "values.npz#c7-i0"; empty: left out
    std::string dtype;   ///< "float32"; of those that are left out
    std::string sha256;  ///< of the elements, row-major and little endian
    std::optional<std::vector<std::int64_t>> shape;
};

struct Start {
    std::string format;  ///< "etscope.trace/1"
    std::optional<FileClaim> program, record, tokenizer, chatTemplate, processor;
    std::string runner, api, device;
    std::string memory;  ///< "shared", "per method"
    std::string values;  ///< "all", "hashes"
};
struct Message {
    std::string role, text;
    std::vector<std::string> images;  ///< files in the trace's folder
};
struct Template {
    std::string text;
    bool continues = false;  ///< what is added to the text before
};
struct Tokens {
    std::vector<std::int64_t> ids;
    std::string of;                        ///< "template", "expanded"
    std::optional<std::int64_t> position;  ///< of the first id
};
/// Where a call stands in an ETDump: `run` is the index of its block, of which loading a method is one.
struct DumpPlace {
    std::string file, values;
    std::optional<std::int64_t> run;
};
struct Call {
    std::int64_t index = -1;
    std::string method;
    std::vector<ValueClaim> inputs, outputs;
    std::optional<std::int64_t> nanoseconds;
    std::optional<DumpPlace> dump;
    std::string image;                                 ///< the picture that it was given
    std::map<std::string, std::string> before, after;  ///< state: SHA-256 by name
};
struct Sampler {
    std::optional<double> temperature, topP;
    std::optional<std::int64_t> topK, seed;
    std::vector<std::string> others;  ///< names of further settings
    bool told = false;
};
struct Choice {
    std::optional<std::int64_t> call, id;
    std::int64_t output = 0;
    std::optional<std::int64_t> position;  ///< of the logits; negative ones count from the end
    Sampler sampler;
};
struct Text {
    std::string text;
};
struct Reset {
    std::string how;  ///< "reload": a fresh module
};
struct End {
    std::string reason;  ///< "eos", "length", "bound"
};
/// A kind of line that is not known here.
struct Other {
    std::string kind;
};

struct Line {
    std::size_t number = 0;            ///< in the file, from 1
    std::optional<std::int64_t> time;  ///< nanoseconds
    std::string conversation;          ///< of several that are interleaved; empty: the only one
    std::variant<Other, Start, Message, Template, Tokens, Call, Choice, Text, Reset, End> what;

    template <class T>
    const T* as() const& noexcept {
        return std::get_if<T>(&what);
    }
    template <class T>
    const T* as() const&& = delete;
};

class Trace {
public:
    /// Reads all lines. A line that cannot be read is left out with the diagnostic `trace-line`, whose place is its number. Errors:
    /// `trace-invalid` (no line can be read), `limit-exceeded`, `cancelled`, those of the source.
    static Result<std::shared_ptr<const Trace>> open(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job);

    const std::vector<Line>& lines() const& noexcept { return m_lines; }
    const std::vector<Line>& lines() const&& = delete;
    /// The first one of that kind, or an empty one.
    const Start& start() const& noexcept { return m_start; }
    const Start& start() const&& = delete;
    std::size_t calls() const noexcept { return m_calls; }
    std::size_t choices() const noexcept { return m_choices; }
    /// Lines that could not be read.
    std::size_t unread() const noexcept { return m_unread; }
    /// Dumps and their debug buffers that calls name, each once, in order; files in the trace's folder.
    const std::vector<std::string>& dumps() const& noexcept { return m_dumps; }
    const std::vector<std::string>& dumps() const&& = delete;

private:
    void take(Line line);

    std::vector<Line> m_lines;
    Start m_start;
    std::vector<std::string> m_dumps;
    std::set<std::string> m_told;  ///< those of m_dumps
    std::size_t m_calls = 0, m_choices = 0, m_unread = 0, m_values = 0;
};

/// A file in the folder that a trace is in. Errors: `trace-path` (absolute, or out of the folder), `file-unreadable`.
Result<std::string> pathInFolder(const std::string& folder, std::string_view name);
/// A file that the start line names: it may lie beside the folder ("../exports/model.pte"), but is told relatively. Errors: as
/// above.
Result<std::string> pathBeside(const std::string& folder, std::string_view name);
/// The folder of a trace's path.
std::string folderOf(std::string_view path);

}  // namespace etscope::traces
