#include "commands.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <utility>

#include "answer.h"
#include "base/codes.h"
#include "base/escaped.h"
#include "base/limits.h"
#include "base/number_text.h"
#include "base/out_of_memory.h"
#include "compare/logged_tensors.h"
#include "evaluate/decompositions.h"
#include "inventory/picture_inputs.h"
#include "inventory/tensor_rows.h"
#include "io/output_file.h"
#include "join/family.h"
#include "modules/pattern_rules.h"
#include "profile/compared_runs.h"
#include "replay/graph_inputs.h"
#include "report/conversation_document.h"
#include "report/documents.h"
#include "report/family_document.h"
#include "report/graph_drawing.h"
#include "report/graph_pieces.h"
#include "report/graph_stream.h"
#include "report/html/html_report.h"
#include "report/model_explorer.h"
#include "report/table_form.h"
#include "report/text_report.h"
#include "report/trace.h"
#include "session/parts.h"
#include "session/pt2_stages.h"
#include "tensor/export.h"
#include "version.h"

namespace etscope::cli {
namespace {

/// Errors that miss a file, or what is in it: one that cannot be read may be it.
constexpr std::array<std::string_view, 4> kMissing{"no-program", "no-record", "no-runs", "no-graph"};

/// The session that this thread's command is about.
thread_local const session::Session* t_asked = nullptr;

class AskedSession {
public:
    explicit AskedSession(const session::Session* session) noexcept : m_before(std::exchange(t_asked, session)) {}
    ~AskedSession() { t_asked = m_before; }
    AskedSession(const AskedSession&) = delete;
    AskedSession& operator=(const AskedSession&) = delete;

private:
    const session::Session* m_before;
};

/// What is wrong with a file of the session comes before what the session has not.
Error withUnreadFiles(Error error) {
    if (t_asked == nullptr || std::ranges::find(kMissing, error.code) == kMissing.end()) return error;
    const Diagnostics all = t_asked->diagnostics();
    const auto isOfFile = [](const Diagnostic& one) { return one.severity == Severity::Error || one.code == "file-unknown"; };
    const auto first = std::ranges::find_if(all.items(), isOfFile);
    if (first != all.items().end())
        error.message = first->where + (first->where.empty() ? "" : ": ") + first->message + "; " + error.message;
    return error;
}

}  // namespace

int complain(const Error& told) {
    const Error error = withUnreadFiles(told);
    if (Caught* caught = Caught::current())
        caught->answer().errors.push_back(error);
    else
        std::cerr << "etscope-cli: " << visible((error.where.empty() ? "" : error.where + ": ") + error.message) << " ["
                  << error.code << "]\n";
    if (error.isCancelled()) return kInterrupted;
    return meaningOf(error.code) == CodeMeaning::Question ? kUsage : kUnreadable;
}

int usage(const std::string& message) {
    if (Caught::current() != nullptr) return complain({"usage", message, {}});
    std::cerr << "etscope-cli: " << visible(message) << "\n";
    return kUsage;
}

namespace {

using report::Json;
using SessionPtr = std::shared_ptr<const session::Session>;

std::optional<report::RowFormat> rowFormat(const Options& o) {
    if (o.csv) return report::RowFormat::Csv;
    return o.tsv ? std::optional(report::RowFormat::Tsv) : std::nullopt;
}

int print(const Options& options, const Json& document, int status) {
    if (Caught* caught = Caught::current()) {
        caught->answer().document = document;
    } else if (options.json) {
        std::cout << report::jsonText(document) << "\n";
    } else {
        const auto rows = rowFormat(options);
        std::cout << (rows ? report::rowsText(document, *rows) : report::textOf(document));
        std::cerr << report::diagnosticsText(document);
    }
    return status;
}

int print(const Options& options, const Result<Json>& document, bool failed = false) {
    if (!document) return complain(document.error());
    return print(options, *document, failed ? kFailed : kDone);
}

/// What a document's diagnostics say, for commands that print none.
std::string diagnosticsOf(const session::Session& session) {
    Json document;
    return report::diagnosticsText(report::endDocument(document, session));
}

report::Selection selection(const Options& o) { return {o.method, o.stage}; }
report::TensorQuery query(const Options& o) { return {o.target, o.method, o.stage, o.role, o.caseIndex, o.index, o.dequantised}; }

int runInfo(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::infoDocument(*session, job));
}

int runGraph(const Options& o, const SessionPtr& session, const JobContext& job) {
    if (!o.modelExplorer.empty()) {
        const auto document = report::modelExplorerDocument(*session, selection(o), job);
        if (!document) return complain(document.error());
        const std::string text = report::jsonText(*document);
        const auto written = writeFile(o.modelExplorer, std::as_bytes(std::span(text)), job);
        return written ? kDone : complain(written.error());
    }
    if (!o.dot && !o.mermaid && o.svg.empty()) {
        const auto rows = rowFormat(o);
        const auto written = o.json ? report::writeGraphJson(standardOutput(), *session, selection(o), job)
                             : rows ? report::writeGraphRows(standardOutput(), *session, selection(o), *rows, job)
                                    : report::writeGraphText(standardOutput(), *session, selection(o), job);
        if (!written) return complain(written.error());
        if (!o.json) standardError() << diagnosticsOf(*session);
        return kDone;
    }
    const auto stages = report::graphStages(*session, selection(o));
    if (!stages) return complain(stages.error());
    if (stages->size() != 1) return usage("a drawing shows one graph: choose with --method and --stage");
    report::DrawingOptions drawing;
    drawing.format = o.dot ? report::DrawingFormat::Dot : o.mermaid ? report::DrawingFormat::Mermaid : report::DrawingFormat::Svg;
    drawing.collapsed = o.collapsed;
    drawing.depth = o.depth;
    drawing.query = o.select;
    const auto text = report::drawGraph(*session, stages->front(), drawing, job);
    if (!text) return complain(text.error());
    if (o.dot || o.mermaid) {
        standardOutput() << *text;
        return kDone;
    }
    const auto written = writeFile(o.svg, std::as_bytes(std::span(*text)), job);
    return written ? kDone : complain(written.error());
}

/// "method/stage/role/case/name": where it stands among the exported; what has no name is named by its place.
std::string exportName(const inventory::TensorRow& row) {
    std::string name = row.method.empty() ? "" : row.method + "/";
    if (!row.stage.empty()) name += row.stage + "/";
    name += std::string(tensorRoleName(row.role)) + "/";
    if (row.caseIndex) name += std::to_string(*row.caseIndex) + "/";
    return name + (row.name.empty() && row.index ? std::to_string(*row.index) : row.name);
}

int runTensors(const Options& o, const SessionPtr& session, const JobContext& job) {
    if (o.exportTo.empty()) return print(o, report::tensorsDocument(*session, selection(o), job, {o.hash, o.delegates}));
    const auto format = tensor::exportFormatOf(o.exportTo);
    if (format && !tensor::holdsMany(*format))
        return usage("--export of many tensors wants a folder, or a name that ends in .npz or .safetensors");
    const auto rows = report::listedTensors(*session, selection(o), job, {.delegates = o.delegates});
    if (!rows) return complain(rows.error());
    std::vector<tensor::NamedTensor> tensors;
    std::size_t leftOut = 0;
    for (const inventory::TensorRow& row : *rows) {
        if (row.tensor.state != tensor::DataState::Dense) {
            standardError() << "etscope-cli: left out " << escaped(row.name) << ": " << visible(row.tensor.note) << "\n";
            ++leftOut;
            continue;
        }
        tensors.push_back({exportName(row), row.tensor});
    }
    if (format) {
        const auto written = tensor::exportTensors(tensors, o.exportTo, *format, job);
        if (!written) return complain(written.error());
    }
    const auto failures =
        format ? Result<std::vector<Error>>(std::vector<Error>{}) : tensor::exportFolder(tensors, o.exportTo, job);
    if (!failures) return complain(failures.error());
    constexpr std::size_t kTold = 20;
    for (const Error& error : std::span(*failures).first(std::min(kTold, failures->size()))) complain(error);
    standardError() << "etscope-cli: " << tensors.size() - failures->size() << " of " << tensors.size() + leftOut
                    << " tensors are written to " << visible(o.exportTo) << "\n";
    return failures->empty() ? kDone : kUnreadable;
}

constexpr const char* kChooseOne = " tensors have this name: choose with --method, --stage, --role, --case, --index";

int exportOne(const Options& o, const SessionPtr& session, const std::string& path, tensor::ExportFormat format,
              const JobContext& job) {
    const auto rows = report::findTensors(*session, query(o), job);
    if (!rows) return complain(rows.error());
    if (rows->size() > 1) return usage(std::to_string(rows->size()) + kChooseOne);
    const auto written = tensor::exportTensor(rows->front().tensor, rows->front().name, path, format, job);
    return written ? kDone : complain(written.error());
}

/// How the picture was made is said on stderr.
int writeImage(const Options& o, const SessionPtr& session, const JobContext& job) {
    const auto rows = report::findTensors(*session, query(o), job);
    if (!rows) return complain(rows.error());
    if (rows->size() > 1) return usage(std::to_string(rows->size()) + kChooseOne);
    const tensor::Tensor& tensor = rows->front().tensor;
    const auto planes = tensor::picturePlanes(tensor, {o.picture, o.pictureChannel}, job);
    if (!planes) return complain(planes.error());
    auto told = planes->axes.colour() && tensor.type != ScalarType::U8 ? inventory::pictureNormalisation(*session) : std::nullopt;
    if (!o.pixels.empty() && o.pixels != "range") {
        const auto named = tensor::parseNormalisation(o.pixels);
        if (!named) return complain(named.error());
        told = *named;
    }
    const auto mapping = o.pixels == "range" ? tensor::rangeMapping(*planes) : tensor::pictureMapping(*planes, tensor.type, told);
    const tensor::Raster raster = tensor::raster(*planes, mapping);
    const auto png = tensor::pngOf(raster);
    if (!png) return complain(png.error());
    if (const auto written = writeFile(o.image, *png, job); !written) return complain(written.error());
    standardError() << "etscope-cli: " << visible(o.image) << ": " << raster.columns << " x " << raster.rows << " pixels, "
                    << mapping.formula() << " (" << visible(mapping.evidence) << "); " << planes->notFinite
                    << " of them hold NaN or an infinity, " << raster.clipped << " levels are beyond black or white\n";
    return kDone;
}

int runTensor(const Options& o, const SessionPtr& session, const JobContext& job) {
    if (!o.image.empty()) return writeImage(o, session, job);
    if (o.exportTo.empty()) return print(o, report::tensorDocument(*session, query(o), {o.values, o.slice, o.channelAxis}, job));
    const auto format = tensor::exportFormatOf(o.exportTo);
    if (!format) return usage("--export wants a name that ends in .npy, .npz, .safetensors, .csv or .bin");
    return exportOne(o, session, o.exportTo, *format, job);
}

int runHandles(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::handlesDocument(*session, selection(o), job));
}

int runMetadata(const Options& o, const SessionPtr& session, const JobContext& job) {
    if (o.known) return print(o, report::knownKeysDocument(), kDone);
    bool failed = false;
    return print(o, report::metadataDocument(*session, failed, job));
}
int runNamedData(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::namedDataDocument(*session, job));
}
int runDelegates(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::delegatesDocument(*session, selection(o), job));
}
int runContainers(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::containersDocument(*session, selection(o), o.pairTable, job));
}
int runListing(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::listingDocument(*session, selection(o), job));
}
int runUndelegated(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::undelegatedDocument(*session, selection(o), job));
}
int runRelated(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::relatedDocument(*session, o.of, job));
}
int runHex(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::hexDocument(*session, o.offset, o.length, job));
}
int runQuantisation(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::quantisationDocument(*session, selection(o), o.perChannel, job));
}
int runMemory(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::memoryDocument(*session, selection(o), job));
}
int runLint(const Options& o, const SessionPtr& session, const JobContext& job) {
    if (o.rules) return print(o, report::lintRulesDocument(), kDone);
    bool failed = false;
    const auto document = report::lintDocument(*session, o.suppress, failed, job, o.registered);
    return print(o, document, failed);
}
int runKernels(const Options& o, const SessionPtr& session, const JobContext& job) {
    bool failed = false;
    const auto document = report::kernelsDocument(*session, {o.method, o.registered, o.writeList}, failed, job);
    return print(o, document, failed);
}
int runFamily(const Options& o, const SessionPtr& session, const JobContext& job) {
    bool failed = false;
    const auto document = report::familyDocument(session->whole(), !o.noVerdict, failed, job);
    return print(o, document, failed);
}
int runSizes(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::sizesDocument(*session, job));
}

int runCompare(const Options& o, const SessionPtr& session, const JobContext& job) {
    const auto options = compareOptions(o);
    if (!options) return complain(options.error());
    bool failed = false;
    const auto document = report::compareDocument(session, *options, selection(o), o.metric, failed, job);
    if (document && !o.junit.empty()) {
        const std::string xml = report::junitOf(*document);
        if (const auto written = writeFile(o.junit, std::as_bytes(std::span(xml)), job); !written) return complain(written.error());
    }
    return print(o, document, failed);
}

int runCheck(const Options& o, const SessionPtr& session, const JobContext& job) {
    bool failed = false;
    const auto document = report::checkDocument(*session, {o.method, o.run}, failed, job);
    return print(o, document, failed);
}

int runEvaluate(const Options& o, const SessionPtr& session, const JobContext& job) {
    const auto& methods = session->methods();
    if (methods.empty() || (session->recordFile() == nullptr && !session::hasPt2Stage(*session)))
        return complain(
            {"no-record", "graphs that can be computed are in an ETRecord or a .pt2 archive; the session has none", {}});
    if (o.method.empty() && methods.size() != 1) return usage("choose the method with --method");
    report::EvaluateOptions options;
    options.method = o.method.empty() ? methods.front().name : o.method;
    const session::Method* method = session->method(options.method);
    if (method != nullptr && !method->has(graph::StageId::edge())) options.stage = method->primaryStage();
    if (!o.stage.empty()) options.stage = graph::StageId::parse(o.stage);
    if (o.plan) return print(o, report::planDocument({*session, options.method}, options.stage, job), false);
    const auto inputs = replay::inputChoice(o.inputs);
    if (!inputs) return complain(inputs.error());
    options.inputs = *inputs;
    options.wide = o.wide;
    options.nodes = o.nodes;
    options.exportTo = o.exportTo;
    return print(o, report::evaluateDocument(*session, options, job), false);
}

int runStages(const Options& o, const SessionPtr& session, const JobContext& job) {
    std::optional<replay::InputChoice> inputs;
    if (!o.inputs.empty()) {
        const auto choice = replay::inputChoice(o.inputs);
        if (!choice) return complain(choice.error());
        inputs = *choice;
    }
    bool breaks = false;
    const auto document = report::stagesDocument({*session, o.method}, inputs, breaks, job);
    return print(o, document, breaks);
}

int runTokens(const Options& o, const SessionPtr& session, const JobContext& job) {
    report::TokensOptions options{o.method, o.caseIndex, o.index, o.position, o.top, o.references};
    if (const auto readable = checkReadable(o.references); !readable) return complain(readable.error());
    bool differs = false;
    const auto document = report::tokensDocument(session, options, differs, job);
    return print(o, document, differs);
}

int runConversation(const Options& o, const SessionPtr& session, const JobContext& job) {
    conversation::State state = conversation::State::Unknown;
    report::ConversationQuestion question{!o.noValues, {}};
    if (o.blame || o.token) question.blame = conversation::BlameOptions{.choice = o.token};
    const auto document = report::conversationDocument(*session, question, state, job);
    const int printed = print(o, document, state == conversation::State::Wrong);
    return printed == kDone && state == conversation::State::Unknown ? kUnknown : printed;
}

/// Nothing is proven by files that cannot be read: status 3 unless what can be read differs.
int runVerdict(const Options& o, const SessionPtr& session, const JobContext& job) {
    findings::Verdict state = findings::Verdict::Unknown;
    bool unreadable = false;
    const auto document = report::verdictDocument(*session, state, unreadable, job);
    const int printed = print(o, document, state == findings::Verdict::Differ);
    if (printed != kDone || state == findings::Verdict::Match) return printed;
    if (!unreadable) return kUnknown;
    for (const session::SessionFile& file : session->files())
        if (file.error) complain(*file.error);
    return kUnreadable;
}

int runEvents(const Options& o, const SessionPtr& session, const JobContext& job) {
    if (!o.trace.empty()) {
        const auto trace = report::traceDocument(*session, selection(o), o.ticksPerSecond.value_or(1e9), job);
        if (!trace) return complain(trace.error());
        const std::string text = report::jsonText(*trace);
        if (const auto written = writeFile(o.trace, std::as_bytes(std::span(text)), job); !written)
            return complain(written.error());
        if (!o.json && !rowFormat(o)) return kDone;
    }
    const auto against = o.against.empty() ? Result<SessionPtr>(SessionPtr{}) : profile::openAgainst(*session, o.against, job);
    if (!against) return complain(against.error());
    return print(o, report::eventsDocument(*session, selection(o), {o.ticksPerSecond, against->get(), o.summary}, job));
}

int runCharacter(const Options& o, const SessionPtr& session, const JobContext& job) {
    const auto against = o.against.empty() ? Result<SessionPtr>(SessionPtr{}) : profile::openAgainst(*session, o.against, job);
    if (!against) return complain(against.error());
    bool changed = false;
    const auto document = report::characterDocument(*session, against->get(), o.method, changed, job);
    return print(o, document, changed);
}

int runReport(const Options& o, const SessionPtr& session, const JobContext& job) {
    const bool toOutput = o.output == "-";
    if (toOutput && (o.json || rowFormat(o))) return usage("the report itself is printed: --json, --csv and --tsv want -o FILE");
    const auto report =
        report::htmlReport(session, {o.ticksPerSecond, "Made by etscope-cli " ETSCOPE_VERSION ", " + report::today(), o.viewer}, job);
    if (!report) return complain(report.error());
    if (toOutput) {
        standardOutput() << report->html;
        return kDone;
    }
    if (const auto written = writeFile(o.output, std::as_bytes(std::span(report->html)), job); !written)
        return complain(written.error());
    return print(o, report::reportDocument(*session, *report, o.output), kDone);
}

int runVerify(const Options& o, const SessionPtr& session, const JobContext& job) {
    bool failed = false;
    const auto document = report::verifyDocument(session->whole(), failed, job);
    return print(o, document, failed);
}

/// Of METHOD/STAGE/NODE=NODE; the text that is none, or nothing.
std::string readNodePairs(const Options& o, const session::Session& left, std::vector<compare::HandPair>& pairs) {
    const std::vector<std::string> methods = left.methodNames();
    for (const std::string& text : o.nodePairs) {
        const auto equals = text.rfind('=');
        const auto node = session::Entity::parse(std::string_view(text).substr(0, equals), methods);
        if (equals == std::string::npos || equals + 1 == text.size() || node.kind != session::Entity::Kind::Node) return text;
        pairs.push_back({node.method, node.stageId(), node.name, text.substr(equals + 1)});
    }
    return {};
}

int runDiff(const Options& o, const SessionPtr& left, const JobContext& job) {
    std::vector<compare::HandPair> pairs;
    if (const std::string wrong = readNodePairs(o, *left, pairs); !wrong.empty())
        return usage("--pair-nodes wants METHOD/STAGE/NODE=NODE, not " + wrong);
    const auto given = session::Session::open({o.target.empty() ? o.file : o.target}, {}, job);
    const auto right = given ? join::programInView(*given, o.againstMember, job) : given;
    if (!right) return complain(right.error());
    for (const session::SessionFile& file : (*right)->files())
        if (file.error) return complain(*file.error);
    bool differs = false;
    const auto document = report::diffDocument(*left, **right, selection(o), pairs, differs, job);
    return print(o, document, differs && o.exitCode);
}

int runBundle(const Options& o, const SessionPtr& session, const JobContext& job) {
    const auto written = writeBundle(o, *session, job);
    return written ? kDone : complain(written.error());
}

int runSlim(const Options& o, const SessionPtr& session, const JobContext& job) {
    const auto drop = slim::parseDrop(o.dropParts);
    if (!drop) return complain(drop.error());
    return print(o, report::slimDocument(*session, *drop, o.output, job));
}

int runSetMetadata(const Options& o, const SessionPtr& session, const JobContext& job) {
    return print(o, report::setMetadataDocument(*session, o.changes, o.add, o.output, job));
}

int runRepro(const Options& o, const SessionPtr& session, const JobContext& job) {
    const auto document = report::reproDocument(*session, o.repro, o.run, o.output, job);
    if (!document) return complain(document.error());
    standardOutput() << (o.json ? report::jsonText(*document) + "\n" : report::textOf(*document));
    return kDone;
}

int runExtract(const Options& o, const SessionPtr& session, const JobContext& job) {
    if (!o.repro.empty()) return runRepro(o, session, job);
    // The module asks for JSON always.
    if (o.json && Caught::current() == nullptr) return usage("--json says what --repro wrote");
    const auto content = session::filePart(session->whole().files().front(), o.target);
    const bool absent = !content && (content.error().code == "no-such-entry" || content.error().code == "no-such-part");
    if (absent && report::findTensors(*session, query(o), job)) {
        if (o.output == "-") return usage("a tensor is written to a file, not to the standard output");
        return exportOne(o, session, o.output, tensor::exportFormatOf(o.output).value_or(tensor::ExportFormat::Bin), job);
    }
    if (!content) return complain(content.error());
    const auto written = o.output == "-" ? writeStandardOutput(*content, job) : writeFile(o.output, *content, job);
    return written ? kDone : complain(written.error());
}

struct TableCommand {
    std::string_view name;
    int (*run)(const Options&, const SessionPtr&, const JobContext&);
};
constexpr TableCommand kCommandsCommands[] = {{"info", runInfo},
                                              {"graph", runGraph},
                                              {"tensors", runTensors},
                                              {"tensor", runTensor},
                                              {"handles", runHandles},
                                              {"compare", runCompare},
                                              {"verdict", runVerdict},
                                              {"tokens", runTokens},
                                              {"conversation", runConversation},
                                              {"verify", runVerify},
                                              {"extract", runExtract},
                                              {"metadata", runMetadata},
                                              {"named-data", runNamedData},
                                              {"delegates", runDelegates},
                                              {"containers", runContainers},
                                              {"listing", runListing},
                                              {"memory", runMemory},
                                              {"sizes", runSizes},
                                              {"lint", runLint},
                                              {"kernels", runKernels},
                                              {"events", runEvents},
                                              {"evaluate", runEvaluate},
                                              {"check", runCheck},
                                              {"stages", runStages},
                                              {"consistency", runConsistency},
                                              {"gap", runGap},
                                              {"drift", runDrift},
                                              {"quantisation", runQuantisation},
                                              {"undelegated", runUndelegated},
                                              {"gate", runGate},
                                              {"related", runRelated},
                                              {"hex", runHex},
                                              {"report", runReport},
                                              {"character", runCharacter},
                                              {"run", runRun},
                                              {"shrink", runShrink},
                                              {"advise", runAdvise},
                                              {"mend", runMend},
                                              {"bundle", runBundle},
                                              {"slim", runSlim},
                                              {"set-metadata", runSetMetadata},
                                              {"family", runFamily},
                                              {"survey", runSurveyOf},
                                              {"history", runHistory},
                                              {"diff", runDiff}};

/// Applies --limits; the text that is wrong, or nothing.
std::string applyLimits(const Options& options) {
    for (const std::string& text : options.limits) {
        const auto equals = text.find('=');
        const auto value = equals == std::string::npos ? std::nullopt : parseInt(std::string_view(text).substr(equals + 1));
        if (!value || *value <= 0 || !limits::set(text.substr(0, equals).c_str(), static_cast<std::uint64_t>(*value))) return text;
    }
    return {};
}

int runCommand(const Options& options, const JobContext& job) {
    if (const std::string wrong = applyLimits(options); !wrong.empty()) return usage("--limits wants NAME=VALUE, not " + wrong);
    if (const auto patterns = modules::addUserPatternRules(); !patterns) return complain(patterns.error());
    if (const auto own = evaluate::addUserDecompositions(); !own) return complain(own.error());
    if (options.rules || options.known) return runOn(options, nullptr, job);
    if (options.command == "survey") return runSurvey(options, job);
    if (options.command == "history") return runHistory(options, nullptr, job);
    const auto session = openSession(options, job);
    return session ? runOn(options, *session, job) : complain(session.error());
}

}  // namespace

int printDocument(const Options& options, const Result<nlohmann::ordered_json>& document, bool failed) {
    return print(options, document, failed);
}

int runOn(const Options& options, const SessionPtr& session, const JobContext& job) {
    const AskedSession asked(session.get());
    if (session != nullptr)
        if (const auto known = checkMethod(options, *session); !known) return complain(known.error());
    for (const TableCommand& command : kCommandsCommands)
        if (command.name == options.command) return command.run(options, session, job);
    return kUsage;
}

int run(const Options& options, const JobContext& job) {
    const auto status = withinMemory([&]() -> Result<int> { return runCommand(options, job); });
    return status ? *status : complain(status.error());
}

}  // namespace etscope::cli
