// Address: a thing of the session as the window holds it: session::Entity in the window's text. Selected, shown, copied, typed,
// remembered; its text forms are those of the core. Names of files as addresses have them, and links to things of files.
#pragma once

#include <QHashFunctions>
#include <QMetaType>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "session/entity.h"

namespace etscope::session {
class Session;
}

namespace etscope::ui {

struct Address {
    using Kind = session::Entity::Kind;
    Kind kind = Kind::None;
    QString method;
    QString stage;
    QString name;
    qint64 column = 0;  ///< Output: compare::OutputPair::column(). Run, Event: the run. Module: a cell's step + 1, else 0.
                        ///< Given: the run + 1; 0: the one that is looked at
    qint64 index = 0;   ///< Output, Result: which one. Event: its number in the run. Token, Call: as session::Entity has it

    bool valid() const { return kind != Kind::None; }
    graph::StageId stageId() const { return graph::StageId::parse(stage.toStdString()); }
    session::Entity entity() const;
    QString text() const;
    /// The inverse of text(); Kind::None for what is no address. Methods with a slash are found with `methods`.
    static Address parse(const QString& text, const QStringList& methods);

    static Address of(const session::Entity& entity);
    static Address ofMethod(const QString& method) { return {Kind::Method, method, {}, {}}; }
    static Address ofStage(const QString& method, const QString& stage) { return {Kind::Stage, method, stage, {}}; }
    static Address ofStage(const QString& method, const graph::StageId& stage);
    static Address ofNode(const QString& method, const QString& stage, const QString& node) {
        return {Kind::Node, method, stage, node};
    }
    static Address ofNode(const QString& method, const graph::StageId& stage, const QString& node);
    static Address ofModule(const QString& method, const QString& stage, const QString& path) {
        return {Kind::Module, method, stage, path};
    }
    /// session::Entity::ofCell().
    static Address ofCell(const QString& method, const QString& row, qint64 step) {
        return {Kind::Module, method, QStringLiteral("edge"), row, step + 1};
    }
    bool isCell() const { return kind == Kind::Module && column > 0; }
    static Address ofValue(const QString& method, const QString& stage, const QString& path) {
        return {Kind::Value, method, stage, path};
    }
    static Address ofResult(const QString& method, const QString& stage, qint64 index) {
        return {Kind::Result, method, stage, {}, 0, index};
    }
    /// Of the program: the node of its first chain.
    static Address ofInstruction(const QString& method, qint64 instruction);
    static Address ofOutput(const QString& method, qint64 column, qint64 output) {
        return {Kind::Output, method, {}, {}, column, output};
    }
    /// What a node gave in a run; nothing: in the one that is looked at.
    static Address given(const Address& node, std::optional<qint64> run = {}) {
        return {Kind::Given, node.method, node.stage, node.name, run ? *run + 1 : 0};
    }
    /// Whose source, values and places are shown: of a Given its node, else the thing itself.
    Address ofOperator() const { return kind == Kind::Given ? ofNode(method, stage, name) : *this; }
    static Address ofFile(const QString& name) { return named(Kind::File, name); }
    static Address ofMetadata(const QString& key) { return named(Kind::Metadata, key); }
    static Address ofTensor(const QString& name) { return named(Kind::Tensor, name); }
    static Address ofData(const QString& key) { return named(Kind::Data, key); }
    static Address ofProblem(const QString& name) { return named(Kind::Problem, name); }
    static Address ofRegion(const QString& file, quint64 offset) {
        return named(Kind::Region, QStringLiteral("%1@%2").arg(file).arg(offset));
    }
    /// A value of the program's memory plan.
    static Address ofMemory(const QString& method, qint64 value) {
        return ofValue(method, QStringLiteral("program"), QStringLiteral("v%1").arg(value));
    }
    static Address ofRun(qint64 run) { return {Kind::Run, {}, {}, {}, run}; }
    static Address ofEvent(qint64 run, qint64 event) { return {Kind::Event, {}, {}, {}, run, event}; }
    friend bool operator==(const Address&, const Address&) = default;

private:
    static Address named(Kind kind, const QString& name) { return {kind, {}, {}, name}; }
};

inline size_t qHash(const Address& address, size_t seed = 0) {
    return qHashMulti(seed, static_cast<int>(address.kind), address.method, address.stage, address.name, address.column,
                      address.index);
}

inline QString text(const graph::StageId& stage) { return QString::fromStdString(stage.text()); }

/// "case:3", or "run:7" of a run that belongs to no case.
inline QString columnText(qint64 column) { return QString::fromStdString(session::columnText(column)); }

/// session::fileNames() as the window's text; made once, too.
QStringList namesOfFiles(const session::Session& session);
/// Indices of its files: what makes the session first, then data and values.
std::vector<std::size_t> filesByKind(const session::Session& session);

/// To a thing of a file, for chats, tickets and notes: et://FILE#ADDRESS, both percent-encoded, FILE a path.
struct FileLink {
    QString file;     ///< a path, absolute or relative; also of a folder or a session file
    QString address;  ///< may be empty

    QString text() const;
    /// Nothing for what is no link: another scheme, no file, broken escapes.
    static std::optional<FileLink> parse(const QString& text);
};

}  // namespace etscope::ui

Q_DECLARE_METATYPE(etscope::ui::Address)
