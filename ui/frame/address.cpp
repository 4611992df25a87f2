#include "frame/address.h"

#include <QStringList>

namespace etscope::ui {

session::Entity Address::entity() const {
    return {kind, method.toStdString(), stage.toStdString(), name.toStdString(), column, index};
}

QString Address::text() const { return QString::fromStdString(entity().text()); }

Address Address::of(const session::Entity& entity) {
    return {entity.kind,
            QString::fromStdString(entity.method),
            QString::fromStdString(entity.stage),
            QString::fromStdString(entity.name),
            entity.column,
            entity.index};
}

Address Address::parse(const QString& text, const QStringList& methods) {
    std::vector<std::string> names;
    for (const QString& method : methods) names.push_back(method.toStdString());
    return of(session::Entity::parse(text.toStdString(), names));
}

Address Address::ofStage(const QString& method, const graph::StageId& stage) { return ofStage(method, ui::text(stage)); }
Address Address::ofNode(const QString& method, const graph::StageId& stage, const QString& node) {
    return ofNode(method, ui::text(stage), node);
}
Address Address::ofInstruction(const QString& method, qint64 instruction) {
    return of(session::Entity::ofInstruction(method.toStdString(), instruction));
}

}  // namespace etscope::ui
