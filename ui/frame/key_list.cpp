// The list of all commands and their keys.
#include <QDialog>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "frame/commands.h"
#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kKeyListGap = 16;  // between columns

enum KeyColumn { Keys, What, WhyNot, ColumnCount };

void fill(QTreeWidget* list, const Commands& commands) {
    for (const Commands::Row& row : commands.rows()) {
        auto* item = new QTreeWidgetItem(list, {row.keys, row.title, row.reason});
        item->setData(Keys, Qt::UserRole, row.id);
        item->setData(What, Qt::UserRole, row.english);
        item->setForeground(WhyNot, tokens().text3);
        if (!row.reason.isEmpty()) item->setForeground(What, tokens().text3);
        for (int column = 0; column < ColumnCount; ++column) item->setToolTip(column, tip(item->text(column)));
    }
    for (const int column : {Keys, What}) {
        list->resizeColumnToContents(column);
        list->setColumnWidth(column, list->columnWidth(column) + kKeyListGap);
    }
}

/// Rows with all the words, in whatever column, or in the English title.
void filter(QTreeWidget* list, const QString& typed) {
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QTreeWidgetItem* first = nullptr;
    for (int i = 0; i < list->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = list->topLevelItem(i);
        const QString all =
            QStringList{item->text(Keys), item->text(What), item->text(WhyNot), item->data(What, Qt::UserRole).toString()}.join(
                QLatin1Char(' '));
        const bool has =
            std::ranges::all_of(words, [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
        item->setHidden(!has);
        if (has && first == nullptr) first = item;
    }
    list->setCurrentItem(first);
}

}  // namespace

void showKeyList(Commands& commands, QWidget* window) {
    auto* dialog = named("keys", new QDialog(window));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(Commands::tr("Commands and keys"));
    auto* column = new QVBoxLayout(dialog);
    auto* line = new QLineEdit(dialog);
    line->setPlaceholderText(Commands::tr("Search keys and commands"));
    line->setAccessibleName(line->placeholderText());
    line->setClearButtonEnabled(true);
    auto* list = new QTreeWidget(dialog);
    list->setHeaderLabels({Commands::tr("Key"), Commands::tr("What it does"), Commands::tr("Unavailable because")});
    list->setRootIsDecorated(false);
    list->setAccessibleName(dialog->windowTitle());
    fill(list, commands);
    const int digit = QFontMetrics(bodyFont()).horizontalAdvance(QLatin1Char('0'));
    dialog->resize(std::min(window->width() - 40, list->columnWidth(Keys) + list->columnWidth(What) + 40 * digit),
                   std::min(640, window->height() - 40));
    QObject::connect(line, &QLineEdit::textChanged, list, [list](const QString& typed) { filter(list, typed); });
    const auto activate = [dialog, &commands](const QTreeWidgetItem* item) {
        const QString id = item->data(Keys, Qt::UserRole).toString();
        dialog->close();
        commands.run(id);
    };
    QObject::connect(list, &QTreeWidget::itemActivated, &commands, activate);
    QObject::connect(line, &QLineEdit::returnPressed, list, [list, activate] {
        if (list->currentItem() != nullptr) activate(list->currentItem());
    });
    column->addWidget(line);
    column->addWidget(list);
    dialog->show();
    line->setFocus();
}

}  // namespace etscope::ui
