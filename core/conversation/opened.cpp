#include "conversation/opened.h"

#include <algorithm>
#include <array>

#include "base/base_name.h"
#include "base/escaped.h"
#include "io/json.h"
#include "io/sha256.h"

namespace etscope::conversation {
namespace {

using Json = nlohmann::json;

/// Bytes of templates and configurations that are read.
constexpr std::uint64_t kMostSmallFile = 4U << 20U;

struct SmallFile {
    std::string text;
    Sentence why;  ///< there is none
};

std::optional<std::string> readSmall(const std::string& path) {
    const auto source = Source::open(path);
    if (!source || (*source)->size() > kMostSmallFile) return std::nullopt;
    const auto bytes = (*source)->read(0, (*source)->size());
    if (!bytes) return std::nullopt;
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

std::string tokenText(const Json& config, const char* key) {
    if (!config.is_object() || !config.contains(key)) return {};
    const Json& value = config[key];
    if (value.is_string()) return value.get<std::string>();
    return value.is_object() && value.contains("content") && value["content"].is_string() ? value["content"].get<std::string>()
                                                                                          : "";
}

TokenizerSettings readSettings(const std::string& folder) {
    TokenizerSettings settings;
    const auto text = readSmall(folder + "/tokenizer_config.json");
    const auto json = text ? parseJson(*text, text->size()) : Result<Json>(fail("file-unreadable", ""));
    if (!json || !json->is_object()) return settings;
    settings.there = true;
    settings.bos = tokenText(*json, "bos_token");
    settings.eos = tokenText(*json, "eos_token");
    settings.pad = tokenText(*json, "pad_token");
    settings.unknown = tokenText(*json, "unk_token");
    settings.image = tokenText(*json, "image_token");
    if (json->contains("add_bos_token") && (*json)["add_bos_token"].is_boolean())
        settings.addsBos = (*json)["add_bos_token"].get<bool>();
    if (json->contains("model_max_length") && (*json)["model_max_length"].is_number_integer())
        settings.longest = (*json)["model_max_length"].get<std::int64_t>();
    settings.chatTemplate = tokenText(*json, "chat_template");
    return settings;
}

/// The placeholder of pictures, where no configuration names it: an added token that says so and stands in a prompt.
std::string placeholderOf(const tokens::Encoder& encoder, const traces::Trace& trace) {
    static constexpr std::array<std::string_view, 7> kWords{"image_pad", "image_soft",  "<image>", "[img]",
                                                            "<|image|>", "img_context", "image"};
    std::string prompts;
    for (const traces::Line& line : trace.lines())
        if (const auto* prompt = line.as<traces::Template>(); prompt != nullptr && prompts.size() < kMostSmallFile)
            prompts += prompt->text;
    for (const std::string_view word : kWords)
        for (const tokens::AddedToken& token : encoder.added()) {
            std::string lower = token.text;
            std::ranges::transform(lower, lower.begin(),
                                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
            const bool border = lower.find("start") != std::string::npos || lower.find("end") != std::string::npos;
            if (lower.find(word) != std::string::npos && !border && prompts.find(token.text) != std::string::npos)
                return token.text;
        }
    return {};
}

/// Opens one trace, part by part.
class Opener {
public:
    Opener(const std::shared_ptr<const session::Session>& session, Findings& findings, const JobContext& job)
        : m_findings(findings), m_job(job) {
        m_opened->session = session;
    }

    Result<std::unique_ptr<Opened>> open() {
        for (const session::SessionFile& file : m_opened->session->files())
            if (file.trace != nullptr && m_opened->file == nullptr) m_opened->file = &file;
        if (m_opened->file == nullptr)
            return fail("no-trace", "the answer needs a trace: trace.jsonl, or the folder that holds it");
        m_opened->trace = m_opened->file->trace.get();
        m_folder = traces::folderOf(m_opened->file->path);
        m_opened->values = std::make_unique<traces::TraceValues>(m_folder);
        checkFiles();
        openTokenizer();
        openTemplate();
        openProcessor();
        auto steps = callSteps(*m_opened->trace, *m_opened->values, m_job);
        if (!steps) return steps.failure();
        m_opened->steps = *std::move(steps);
        const std::size_t vocabulary = m_opened->tokenizer ? m_opened->tokenizer->size() : 0;
        auto roles = rolesOf({*m_opened->session, *m_opened->trace, m_opened->steps, vocabulary}, m_job);
        if (!roles) return roles.failure();
        m_opened->roles = *std::move(roles);
        if (m_job.cancelled()) return cancelledFailure();
        return std::move(m_opened);
    }

private:
    const traces::Start& start() const { return m_opened->trace->start(); }

    /// Whether they are those that the trace was made with.
    void checkFiles() {
        const std::array<std::pair<const char*, const std::optional<traces::FileClaim>*>, 5> named{
            {{"program", &start().program},
             {"record", &start().record},
             {"tokenizer", &start().tokenizer},
             {"template", &start().chatTemplate},
             {"processor", &start().processor}}};
        for (const auto& [what, claim] : named) {
            if (!*claim) continue;
            const auto path = traces::pathBeside(m_folder, (*claim)->file);
            if (!path) {
                m_findings.open(Check::Files,
                                Sentence::of("the %1 %2 is not where the trace says", std::string(what), escaped((*claim)->file)));
                continue;
            }
            if ((*claim)->sha256.empty()) continue;
            const auto source = Source::open(*path);
            const auto hash = source ? sha256(ByteRange::whole(*source), m_job) : Result<std::string>(source.failure());
            if (!hash) continue;
            m_findings.looked(Check::Files);
            if (*hash == (*claim)->sha256) continue;
            Finding finding{Check::Files, "other_file", {}, {}, Evidence::Hash};
            finding.place.line = 1;
            finding.place.lineKind = "start";
            finding.sentence = Sentence::of("the %1 %2 is not the file that the trace was made with: its content has another hash",
                                            std::string(what), escaped((*claim)->file));
            m_findings.add(std::move(finding));
        }
        if (!start().program && !start().record)
            m_findings.open(Check::Files, Sentence::of("the trace names no program and no record"));
    }

    void openTokenizer() {
        Opened& o = *m_opened;
        if (!start().tokenizer) {
            o.noEncoder = Sentence::of("the trace names no tokenizer");
            return;
        }
        const auto path = traces::pathBeside(m_folder, start().tokenizer->file);
        const auto source = path ? Source::open(*path) : Result<std::shared_ptr<const Source>>(path.failure());
        if (!source) {
            o.noEncoder = Sentence::of("the tokenizer is not where the trace says");
            return;
        }
        const ByteRange file = ByteRange::whole(*source);
        Diagnostics diagnostics;
        if (auto tokenizer = tokens::readTokenizer(file, diagnostics, m_job)) o.tokenizer = *std::move(tokenizer);
        auto encoder = tokens::Encoder::read(file, m_job);
        o.settings = readSettings(traces::folderOf(*path));
        if (encoder)
            o.encoder = *std::move(encoder);
        else
            o.noEncoder = Sentence(encoder.error().message);
        if (o.encoder) findIds();
    }

    void findIds() {
        Opened& o = *m_opened;
        TokenizerSettings& settings = o.settings;
        const auto idOf = [&](const std::string& text) {
            const tokens::AddedToken* token = text.empty() ? nullptr : o.encoder->added(text);
            if (token != nullptr || text.empty()) return token != nullptr ? token->id : std::int64_t{-1};
            const auto ids = o.encoder->encode(text, m_job);
            return ids && ids->size() == 1 ? ids->front() : std::int64_t{-1};
        };
        if (settings.image.empty()) settings.image = placeholderOf(*o.encoder, *o.trace);
        if (settings.bos.empty() && !o.encoder->before().empty())
            for (const tokens::AddedToken& token : o.encoder->added())
                if (token.id == o.encoder->before().front()) settings.bos = token.text;
        settings.bosId = idOf(settings.bos);
        settings.eosId = idOf(settings.eos);
        settings.imageId = idOf(settings.image);
    }

    void openTemplate() {
        Opened& o = *m_opened;
        std::optional<std::string> text;
        if (start().chatTemplate) {
            const auto path = traces::pathBeside(m_folder, start().chatTemplate->file);
            if (path) text = readSmall(*path);
            if (!text) {
                o.noTemplate = Sentence::of("the chat template is not where the trace says");
                return;
            }
        } else if (!o.settings.chatTemplate.empty()) {
            text = o.settings.chatTemplate;
        }
        if (!text) {
            o.noTemplate = Sentence::of("the trace names no chat template");
            return;
        }
        for (const TemplateBlanks blanks : {TemplateBlanks{true, true}, TemplateBlanks{false, false}}) {
            auto parsed = ChatTemplate::parse(*text, blanks);
            if (parsed)
                o.templates.push_back(*std::move(parsed));
            else
                o.noTemplate = Sentence::of("the chat template has what is not read here: %1", parsed.error().message);
        }
    }

    void openProcessor() {
        Opened& o = *m_opened;
        if (!start().processor) {
            o.noProcessor = Sentence::of("the trace names no processor of pictures");
            return;
        }
        const auto path = traces::pathBeside(m_folder, start().processor->file);
        const auto text = path ? readSmall(*path) : std::nullopt;
        const auto json = text ? parseJson(*text, text->size()) : Result<Json>(fail("file-unreadable", ""));
        if (!json) {
            o.noProcessor = Sentence::of("the processor's configuration cannot be read");
            return;
        }
        auto processor = readProcessor(*json);
        if (processor)
            o.processor = *std::move(processor);
        else
            o.noProcessor = Sentence(processor.error().message);
    }

    std::unique_ptr<Opened> m_opened = std::make_unique<Opened>();
    std::string m_folder;
    Findings& m_findings;
    const JobContext& m_job;
};

}  // namespace

Result<std::unique_ptr<Opened>> openTrace(const std::shared_ptr<const session::Session>& session, Findings& findings,
                                          const JobContext& job) {
    return Opener(session, findings, job).open();
}

}  // namespace etscope::conversation
