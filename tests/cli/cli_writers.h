// Every option of the command line that names a file to write, in every format.
#pragma once

#include <QRegularExpression>
#include <QStringList>
#include <string>
#include <vector>

#include "support/run_cli.h"

namespace etscope::test {

inline const QString kSample = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm");
inline const QString kRecord = kSample + "/model.etrecord", kProgram = kSample + "/model.pte";
inline const QString kTrivial = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/trivial");
inline constexpr const char* kOut = "OUT";  ///< stands for the file to write

inline Ran run(const QStringList& arguments, const QString& standardOutput = {}) {
    return runProcess(QStringLiteral(ETSCOPE_CLI), arguments, standardOutput);
}

struct Writer {
    const char* name;
    QStringList arguments;  ///< with kOut
    const char* file;       ///< a name that its format is told from
    bool pipes = true;      ///< may be written to what is no file
    int status = 0;         ///< when it is written: 1 where outputs differ
};

/// Every option that names a file to write, in every format.
inline const std::vector<Writer>& writers() {
    static const QStringList graph{"graph", kRecord, "--method", "text_decoder", "--stage", "edge"};
    static const QStringList tensor{"tensor", kRecord, "projector.weight", "--role", "parameter", "--stage", "edge"};
    static const QStringList extract{"extract", kRecord};
    static const QStringList gate{"gate", kTrivial, "--budget", QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/budgets.toml")};
    static const QStringList bundle{"bundle", kTrivial + "/model.pte", "--from-record", kTrivial + "/model.etrecord", "-o", kOut};
    static const std::vector<Writer> kWriters{
        {"graph --svg", graph + QStringList{"--svg", kOut}, "g.svg"},
        {"graph --model-explorer", graph + QStringList{"--model-explorer", kOut}, "g.json"},
        {"tensor --export npy", tensor + QStringList{"--export", kOut}, "t.npy"},
        {"tensor --export npz", tensor + QStringList{"--export", kOut}, "t.npz", false},
        {"tensor --export safetensors", tensor + QStringList{"--export", kOut}, "t.safetensors"},
        {"tensor --export csv", tensor + QStringList{"--export", kOut}, "t.csv"},
        {"tensor --export bin", tensor + QStringList{"--export", kOut}, "t.bin"},
        {"tensor --image", tensor + QStringList{"--image", kOut}, "t.png"},
        {"tensors --export npz", {"tensors", kRecord, "--export", kOut}, "t.npz", false},
        {"tensors --export safetensors", {"tensors", kRecord, "--export", kOut}, "t.safetensors"},
        {"extract an entry", extract + QStringList{"debug_handle_map", "-o", kOut}, "e.json"},
        {"extract a segment", {"extract", kProgram, "segment:0", "-o", kOut}, "s.bin"},
        {"extract a tensor", extract + QStringList{"projector.weight", "--role", "parameter", "--stage", "edge", "-o", kOut},
         "t.npy"},
        {"extract a delegate", {"extract", kProgram, "delegate:vision_encoder:0", "-o", kOut}, "d.bin"},
        {"extract a program", {"extract", kSample + "/model.bpte", "program", "-o", kOut}, "p.pte"},
        {"bundle", bundle, "b.bpte"},
        {"history",
         {"history", QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/history/nights.jsonl"), "--export", "^[0-9-]+", "-o", kOut},
         "h.html",
         true,
         1},
        {"survey", {"survey", kTrivial, "-o", kOut}, "s.jsonl"},
        {"report", {"report", kTrivial + "/model.pte", kTrivial + "/model.etrecord", "-o", kOut}, "r.html"},
        {"advise",
         {"advise", "quantisation", kSample, "--method", "text_decoder", "--sets", "2", "--max-kl", "100", "-o", kOut},
         "recipe.py"},
        {"slim", {"slim", kRecord, "--drop", "weights,sources,inputs,names", "-o", kOut}, "s.etrecord"},
        {"set-metadata", {"set-metadata", kProgram, "get_eos_ids=[1, 2, 3]", "-o", kOut}, "m.pte"},
        {"evaluate --export", {"evaluate", kRecord, "--method", "token_embedding", "--export", kOut}, "v.npz", false},
        {"compare --junit", {"compare", kSample, "--method", "text_decoder", "--junit", kOut}, "j.xml", true, 1},
        {"gate --junit", gate + QStringList{"--junit", kOut}, "g.xml", true, 1},
        {"gate --sarif", gate + QStringList{"--sarif", kOut}, "g.sarif", true, 1},
        {"gate --write-budget", {"gate", kTrivial, "--write-budget", kOut}, "b.toml"},
        {"events --trace", {"events", kSample, "--trace", kOut}, "t.json"},
    };
    return kWriters;
}

inline QStringList argumentsOf(const Writer& writer, const std::string& path) {
    QStringList arguments = writer.arguments;
    arguments.replaceInStrings(QRegularExpression(QStringLiteral("^OUT$")), QString::fromStdString(path));
    return arguments;
}
inline Ran write(const Writer& writer, const std::string& path) { return run(argumentsOf(writer, path)); }

}  // namespace etscope::test
