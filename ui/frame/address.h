// Address: how an entity of the session is named everywhere: shown, copied, typed, selected, remembered. Text forms:
// "method", "method/stage", "method/stage/node", "method/outputs/case:7/0", "files/<name>", "metadata/<key>", "tensors/<name>",
// "problems/<code>@<place>": nothing is named by a row number.
#pragma once

#include <QMetaType>
#include <QString>

#include "graph/stage_id.h"

namespace etscope::ui {

struct Address {
    enum class Kind { None, Method, Stage, Node, Output, File, Metadata, Tensor, Problem };
    Kind kind = Kind::None;
    QString method;
    QString stage;
    QString name;          ///< node path, file name, metadata key, name of TensorList or of a problem
    qint64 caseIndex = 0;  ///< outputs: compare::OutputPair::column()
    qint64 output = 0;

    bool valid() const { return kind != Kind::None; }
    graph::StageId stageId() const { return graph::StageId::parse(stage.toStdString()); }
    QString text() const;
    /// The inverse of text(); Kind::None for what is no address. Methods with a slash are found with `methods`.
    static Address parse(const QString& text, const QStringList& methods);

    static Address ofMethod(const QString& method);
    static Address ofStage(const QString& method, const QString& stage);
    static Address ofStage(const QString& method, const graph::StageId& stage);
    static Address ofNode(const QString& method, const QString& stage, const QString& node);
    static Address ofNode(const QString& method, const graph::StageId& stage, const QString& node);
    /// Of the program: the node of its first chain.
    static Address ofInstruction(const QString& method, qint64 instruction);
    static Address ofOutput(const QString& method, qint64 caseIndex, qint64 output);
    static Address ofFile(const QString& name);
    static Address ofMetadata(const QString& key);
    static Address ofTensor(const QString& name);
    static Address ofProblem(const QString& name);
    friend bool operator==(const Address&, const Address&) = default;
};

inline QString text(const graph::StageId& stage) { return QString::fromStdString(stage.text()); }

/// "case:3", or "run:7" of a run that belongs to no case.
QString columnText(qint64 column);

}  // namespace etscope::ui

Q_DECLARE_METATYPE(etscope::ui::Address)
