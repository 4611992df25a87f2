#include "survey_tables.h"

#include <filesystem>
#include <span>

#include "base/escaped.h"
#include "io/output_file.h"
#include "io/temporary_folder.h"
#include "run/child_process.h"
#include "survey/resources.h"

namespace etscope::cli {
namespace {

/// What the script ends with where the table, not the Python, is at fault.
constexpr int kOfTheTable = 3;

/// Of a traceback what is wrong.
std::string lastLine(std::string text) {
    while (text.ends_with('\n') || text.ends_with(' ')) text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

/// resources/survey/survey_table.py in the folder, as `verb FROM TO`. Errors: `table-form`, `no-pyarrow`, those of starting it.
Result<void> runTable(const TemporaryFolder& folder, const std::string& verb, const std::string& from, const std::string& to,
                      const std::string& python, const JobContext& job) {
    const std::string_view script = survey::resource("survey_table.py");
    if (const auto written = writeFile(folder.file("survey_table.py"), std::as_bytes(std::span(script)), job); !written)
        return written;
    const std::vector<std::string> words{python.empty() ? "python3" : python, folder.file("survey_table.py"), verb, from, to};
    const auto end = run::runChild(words, {}, {}, job);
    if (!end) return end.failure();
    if (end->how == run::ChildEnd::How::Exited && end->code == 0) return {};
    if (end->how == run::ChildEnd::How::Exited && end->code == kOfTheTable)
        return fail("table-form",
                    "it cannot be " + std::string(verb == "read" ? "read" : "written") + " as Parquet: " + lastLine(end->said),
                    escaped(from));
    return fail("no-pyarrow", "this Python did not " + verb + " the table: " + lastLine(end->said), words.front());
}

}  // namespace

Result<void> writeParquet(const report::Json& rows, const std::string& file, const std::string& python, const JobContext& job) {
    auto folder = TemporaryFolder::make("etscope-survey");
    if (!folder) return folder.failure();
    const std::string text = report::jsonText(rows), table = folder->file("out.parquet");
    if (const auto written = writeFile(folder->file("rows.json"), std::as_bytes(std::span(text)), job); !written) return written;
    if (const auto made = runTable(*folder, "write", folder->file("rows.json"), table, python, job); !made) return made;
    const auto source = Source::open(table);
    if (!source) return source.failure();
    return writeFile(file, ByteRange::whole(*source), job);
}

Result<std::shared_ptr<const Source>> linesOfParquet(const std::string& file, const std::string& python, const JobContext& job) {
    auto folder = TemporaryFolder::make("etscope-history");
    if (!folder) return folder.failure();
    const std::string lines = folder->file("rows.jsonl");
    std::error_code error;
    const std::string from = std::filesystem::absolute(file, error).generic_string();
    if (const auto made = runTable(*folder, "read", error ? file : from, lines, python, job); !made) return made.failure();
    return Source::open(lines);
}

}  // namespace etscope::cli
